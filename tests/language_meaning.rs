//! What selections and conditions are read as, against core set algebra worked out by hand.

use houserules::language::parse;
use houserules::ruleset::item::{
    Amount, Body, Builtin, Cond, CondKind, MotionPart, PieceLine, Sel, SelKind, SideTermKind,
};

/// A selection in signs: `&` and, `|` or, `!` not, `\` less.
fn signs(sel: &Sel) -> String {
    let several = |of: &[Sel], sign: &str| format!("({})", of.iter().map(signs).collect::<Vec<_>>().join(sign));
    match &sel.kind {
        SelKind::Union(of) => several(of, " | "),
        SelKind::Intersection(of) => several(of, " & "),
        SelKind::Not(of) => format!("!{}", signs(of)),
        SelKind::Except(from, less) => format!("({} \\ {})", signs(from), signs(less)),
        SelKind::Adjective(word) => format!("{word:?}").to_lowercase(),
        SelKind::Name(name) => name.text.clone(),
        SelKind::Of(term) => format!("of {}", side(&term.kind)),
        SelKind::NextTo(of, word) => {
            format!("next[{}{}]", signs(of), word.map(|w| format!(" {w:?}")).unwrap_or_default())
        }
        SelKind::AheadOf(of) => format!("ahead[{}]", signs(of)),
        SelKind::CutOff(of, word) => {
            format!("cut off[{}{}]", signs(of), word.map(|w| format!(" {w:?}")).unwrap_or_default())
        }
        SelKind::StartOf(compass, kind) => format!("start[{compass:?} {}]", kind.text),
        SelKind::WayOf(kind) => format!("way[{}]", kind.text),
        SelKind::With(near) => {
            format!("with[{}{} {:?}]", if near.no { "no " } else { "" }, signs(&near.sel), near.place)
        }
        SelKind::CentreOf(of) => format!("centre[{}]", signs(of)),
        SelKind::Ranks { own, from, to } => {
            format!("{}ranks[{} {}]", if *own { "own " } else { "" }, amount(from), amount(to))
        }
        SelKind::Files(from, to) => format!("files[{} {}]", from.text, to.text),
        SelKind::Edge(word) => format!("edge {word:?}"),
        SelKind::That(word) => format!("that {word:?}"),
        SelKind::OwnSite(name) => format!("own {}", name.text),
        SelKind::Builtin(Builtin::LastRank) => "last rank".to_owned(),
        SelKind::Builtin(word) => format!("{word:?}").to_lowercase(),
    }
}

fn amount(amount: &Amount) -> String {
    match amount {
        Amount::Number(number, _) => number.to_string(),
        Amount::Option(name) => name.text.clone(),
    }
}

fn side(kind: &SideTermKind) -> String {
    match kind {
        SideTermKind::Named(name) => name.text.clone(),
        SideTermKind::Enemy(Some(of)) => format!("enemy of {}", side(&of.kind)),
        other => format!("{other:?}"),
    }
}

/// A condition in signs.
fn asked(cond: &Cond) -> String {
    let several = |of: &[Cond], sign: &str| format!("({})", of.iter().map(asked).collect::<Vec<_>>().join(sign));
    match &cond.kind {
        CondKind::Any(of) => several(of, " or "),
        CondKind::All(of) => several(of, " and "),
        CondKind::Not(of) => format!("not {}", asked(of)),
        CondKind::Throughout(of) => format!("throughout {}", asked(of)),
        CondKind::Are { all, subject, predicate } => {
            format!("{}{} <= {}", if *all { "all " } else { "" }, signs(subject), signs(predicate))
        }
        CondKind::SideIs(term, name) => format!("{} is {}", side(&term.kind), name.text),
        CondKind::Quantified(quantity, sel, counted) => format!("{quantity:?} {} {counted:?}", signs(sel)),
        CondKind::CannotMove(term, when) => format!("{} cannot move {when:?}", side(&term.kind)),
        other => format!("{other:?}"),
    }
}

fn items(text: &str) -> Vec<Body> {
    let parsed = parse(0, &format!("game \"G\" {{ version 1.0 }}\n{text}"));
    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    parsed.items.into_iter().skip(1).map(|item| item.body).collect()
}

fn selection(text: &str) -> String {
    match items(&format!("zone z = {text}")).as_slice() {
        [Body::Zone(zone)] => signs(&zone.sel),
        other => panic!("{other:?}"),
    }
}

fn condition(text: &str) -> String {
    match items(&format!("illegal when {text} \"no\"")).as_slice() {
        [Body::Illegal(illegal)] => asked(&illegal.cond),
        other => panic!("{other:?}"),
    }
}

#[test]
fn adjectives_hold_of_the_whole_list_after_them() {
    assert_eq!(selection("enemy pawn or rook"), "(enemy & (pawn | rook))");
    assert_eq!(selection("enemy pawn, rook"), "(enemy & (pawn | rook))");
    assert_eq!(selection("friend or empty castle or refuge"), "(friend | (empty & (castle | refuge)))");
}

#[test]
fn place_phrases_hold_of_the_whole_list_before_them() {
    assert_eq!(selection("queen or rook of white"), "((queen | rook) & of white)");
    assert_eq!(
        selection("soldier in castle or next to castle orthogonally"),
        "(soldier & (castle | next[castle Orthogonal]))"
    );
    assert_eq!(selection("king of enemy of player"), "(king & of enemy of Player)");
    assert_eq!(selection("files d..f in ranks 1..3"), "(files[d f] & ranks[1 3])");
}

#[test]
fn not_denies_the_whole_union_of_places() {
    assert_eq!(selection("king not in castle or next to castle"), "(king & !(castle | next[castle]))");
    assert_eq!(selection("king not in castle in hall"), "(king & !castle & hall)");
}

#[test]
fn except_subtracts_from_what_stands_before() {
    assert_eq!(selection("everywhere except plain or village"), "(everywhere \\ (plain | village))");
    assert_eq!(selection("piece except pawn next to moved piece"), "((piece \\ pawn) & next[movedpiece])");
    assert_eq!(selection("empty except own rank 1 or last rank"), "(empty \\ (own ranks[1 1] | last rank))");
}

#[test]
fn brackets_group() {
    assert_eq!(selection("enemy (pawn or friendly rook)"), "(enemy & (pawn | (friendly & rook)))");
    assert_eq!(selection("(enemy pawn) or rook"), "((enemy & pawn) | rook)");
    assert_eq!(selection("empty with no empty south"), "(empty & with[no empty Dir(Compass(South))])");
}

#[test]
fn a_list_as_a_subject_goes_on_to_the_verb() {
    assert_eq!(condition("d4, d5 or d6 are empty"), "(d4 | d5 | d6) <= empty");
    assert_eq!(condition("all dogs in plain or prairie are stuck"), "all (dogs & (plain | prairie)) <= stuck");
}

#[test]
fn after_a_predicate_or_begins_a_condition_where_a_verb_follows() {
    assert_eq!(condition("it is dog or chief"), "it <= (dog | chief)");
    assert_eq!(condition("d4 is empty or d5 is empty"), "(d4 <= empty or d5 <= empty)");
    assert_eq!(condition("d4 is empty or enemy king is stuck"), "(d4 <= empty or (enemy & king) <= stuck)");
    assert_eq!(condition("mover is herd or next player is herd"), "(Mover is herd or NextPlayer is herd)");
    assert_eq!(
        condition("any dog in village or herd cannot move"),
        "(Any (dog & village) OnBoard or herd cannot move Unsaid)"
    );
}

#[test]
fn not_in_a_predicate() {
    assert_eq!(condition("king is not in castle"), "king <= !castle");
    assert_eq!(condition("d4 is not empty"), "d4 <= !empty");
    assert_eq!(condition("mover is not herd"), "not Mover is herd");
    assert_eq!(condition("not (d4 is empty and d5 is empty)"), "not (d4 <= empty and d5 <= empty)");
}

#[test]
fn and_binds_closer_than_or() {
    assert_eq!(condition("d4 is a and d5 is b or d6 is c"), "((d4 <= a and d5 <= b) or d6 <= c)");
    assert_eq!(condition("d4 is a and (d5 is b or d6 is c)"), "(d4 <= a and (d5 <= b or d6 <= c))");
}

#[test]
fn an_if_after_a_replacement_belongs_to_the_replacing() {
    let parsed = parse(0, "game \"G\" { version 1.0 }\nreplace end \"a\" with end draw \"a\" if x is y\n");
    let item = &parsed.items[1];
    assert_eq!(item.only_if.as_ref().map(|s| s.option.text.as_str()), Some("x"));
    let Body::Replace(_, inner) = &item.body else { panic!("{item:?}") };
    assert_eq!(inner.only_if, None);
}

#[test]
fn what_follows_a_placing_belongs_to_the_line() {
    let bodies = items(
        "piece p \"P\" of q { slide any direction to empty, then place a by slide diagonal to empty when d4 is empty }",
    );
    let [Body::Piece(piece)] = bodies.as_slice() else { panic!("{bodies:?}") };
    let [PieceLine::Motion(motion)] = piece.lines.as_slice() else { panic!("{piece:?}") };
    let parts: Vec<_> = motion.parts.iter().map(|(part, _)| part).collect();
    assert!(matches!(parts.as_slice(), [MotionPart::To(_), MotionPart::Then(_), MotionPart::When(_)]), "{parts:?}");
}

#[test]
fn spans_end_with_the_last_word() {
    let text = "game \"G\" { version 1.0 }\nzone a = b   // why\n\nzone c = d\n";
    let spans: Vec<_> =
        parse(0, text).items.iter().map(|i| &text[i.span.start as usize..i.span.end as usize]).collect();
    assert_eq!(spans, ["game \"G\" { version 1.0 }", "zone a = b", "zone c = d"]);
}

#[test]
fn a_head_word_may_begin_a_line_of_any_statement() {
    // Were it a head, the statement before would not be whole.
    let text = "game \"G\" { version 1.0 }\nreplace end \"a\" with\n    end draw \"b\"\nstep\nend draw when d4 is\n    remove \"c\"\n";
    let parsed = parse(0, text);
    assert_eq!(parsed.items.len(), 2, "{:?}", parsed.items);
}
