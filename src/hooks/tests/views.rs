//! Everything that scripts can ask.

use super::sound;
use crate::engine::{Hooks, MatchFacts};
use std::sync::Arc;

/// Asks whether each of these holds, in a `legality` hook; what does not is named.
#[track_caller]
fn all_hold(asked: &[&str]) {
    let tests: Vec<String> =
        asked.iter().map(|a| format!("if !({a}) {{ return `{}`; }}\n", a.replace('`', "'"))).collect();
    let tests = tests.concat();
    let trial = sound(&["legality judge"], &format!("fn judge(position, move, after) {{\n{tests}true\n}}"));
    let (moment, mv) = (trial.moment(), trial.mv());
    match trial.scripts.legality(&moment, &mv, &moment) {
        Ok(None) => {}
        Ok(Some(not)) => panic!("does not hold: {not}"),
        Err(fault) => panic!("{}", trial.fault(&fault)),
    }
}

/// White: men on b1 and d1, chief on c1. Black: man on b5, boss on c5. Each side has two men in hand.
#[test]
fn a_position() {
    all_hold(&[
        "position.to_move == \"white\"",
        "position.phase == \"\"",
        "position.sides.len() == 2 && position.sides[1] == \"black\"",
        "position.piece(\"a1\") == ()",
        "position.piece(\"b1\") != ()",
        "position.piece(\"b1\").kind == \"man\" && position.piece(\"b1\").side == \"white\"",
        "position.piece(\"b1\").site == \"b1\"",
        "position.piece(\"b1\") == position.piece(\"b1\")",
        "position.piece(\"b1\") != position.piece(\"d1\")",
        "position.is_empty(\"a1\") && !position.is_empty(\"b1\")",
        "position.pieces().len() == 5",
        "position.pieces(\"men\").len() == 3",
        "position.pieces(\"white\").len() == 3",
        "position.pieces(\"black man\").len() == 1",
        "position.count(\"man\") == 3 && position.count(\"black\") == 2",
        "position.in_hand(\"white\", \"man\") == 2",
        "position.sites().len() == 25 && position.sites()[0] == \"a1\"",
        "position.zone(\"garden\").len() == 4 && \"e5\" in position.zone(\"garden\")",
        "position.zone(\"home\", \"black\").len() == 5",
        "position.in_zone(\"a1\", \"garden\") && !position.in_zone(\"b1\", \"garden\")",
        "position.in_zone(\"c5\", \"home\", \"black\")",
        "position.rank(\"b3\") == 3 && position.file(\"b3\") == 2",
        "position.next(\"b3\", \"northeast\") == \"c4\"",
        "position.next(\"b1\", \"south\") == ()",
        "position.next(\"b3\", \"forward\", \"black\") == \"b2\"",
        "position.next(\"b3\", \"left\", \"white\") == \"a3\"",
        "!position.marked(\"b1\", \"scent\")",
        "!position.is(\"cornered\", \"white\")",
        "position.moves().len() > 10",
        "position.moves()[0].side == \"white\"",
        "move in position.moves()",
    ]);
}

/// The first move that moves a piece is that of the man on b1.
#[test]
fn a_move() {
    all_hold(&[
        "move.side == \"white\" && move.kind == \"man\" && move.from == \"b1\"",
        "move.to != () && move.path.len() == 2 && move.path[0] == \"b1\" && move.path[-1] == move.to",
        "move.captured.is_empty() && move.chosen.len() == 0",
        "!move.is_pass && !move.is_drop && move.becomes == ()",
        "move == move",
    ]);
}

#[test]
fn settings_lists_maps_texts_and_numbers() {
    all_hold(&[
        "settings[\"dog-count\"] == 4 && settings.pace == \"slow\"",
        "\"pace\" in settings && !(\"place\" in settings)",
        "[1, 2].len() == 2 && [].is_empty()",
        "{ let l = [1]; l.push(2); l += [3]; l.set(0, 9); l.pop(); l[0] == 9 && l.len() == 2 }",
        "([1] + [2]).contains(2) && [1, 2].index_of(2) == 1 && [1].index_of(5) == -1",
        "{ let m = #{ a: 1 }; m.set(\"b\", 2); m.get(\"b\") == 2 && m.get(\"c\") == () && m.keys().len() == 2 && m.a == 1 }",
        "\"abc\".len() == 3 && \"abc\".contains(\"b\") && \"abc\".starts_with(\"a\") && \"abc\".ends_with(\"c\")",
        "\"n\" + 1 == \"n1\" && `${1 + 1} ${true} ${position.piece(\"b1\")}` == \"2 true man b1\"",
        "min(1, 2) == 1 && max(1, 2) == 2 && (-3).abs() == 3 && 7 % 4 == 3 && 7 / 2 == 3",
        "{ let n = 0; for i in 0..5 { n += i; } for i in 1..=2 { n += 1; } n == 12 }",
        "{ let n = 0; for m in position.moves() { n += 1; } n == position.moves().len() }",
        "switch 3 { 1 => false, 3 => true, _ => false }",
    ]);
}

/// What is dear is paid for as dear as it is, once in a call of a script: a second asking costs a look, and the next call
/// pays the same again, though the position knows the answer by then.
#[test]
fn what_is_dear_is_paid_for_once() {
    let trial = sound(&["legality judge"], "fn judge(position, move, after) { true }");
    let moment = trial.moment();
    let cost = |asked: &[&str]| {
        let counting = crate::hooks::budget::begin();
        let body = asked.join("; ") + ";";
        let other = sound(&["score sum"], &format!("fn sum(position, side) {{ {body} 0 }}"));
        let program = other.scripts.programs.values().next().expect("a script");
        let view = crate::hooks::view::PositionView::new(&other.scripts.words, &moment);
        let before = crate::hooks::budget::looks();
        let sum: Result<i64, _> =
            other.scripts.engine.call_fn(&mut rhai::Scope::new(), &program.ast, "sum", (view, "white".to_owned()));
        assert_eq!(sum.map_err(|e| e.to_string()), Ok(0));
        let looks = crate::hooks::budget::looks() - before;
        drop(counting);
        looks
    };
    let nothing = cost(&[]);
    let cornered = "position.is(\"cornered\", \"white\")";
    let (call, moves) = (cost(&[cornered]) - nothing, cost(&["position.moves()"]) - nothing);
    // The call is a selection of men in corners; the moves are those of four pieces, most of which may go five ways or more.
    assert!((1..20).contains(&call), "{call}");
    assert!((100..2_000).contains(&moves), "{moves}");
    assert_eq!(cost(&[cornered]) - nothing, call);
    assert_eq!(cost(&["position.moves()"]) - nothing, moves);
    let (again, twice) = (cost(&[cornered, cornered]), cost(&["position.moves()", "position.moves()"]));
    assert!(again - nothing - call < 4, "{again}");
    assert!(twice - nothing - moves < 4, "{twice}");
    // For the other side it is another question.
    let other = "position.is(\"cornered\", \"black\")";
    assert!(cost(&[cornered, other]) - nothing >= 2 * call);
}

/// Searching a list costs its length: a thousand searches through a list of four hundred are within what a call may take,
/// two thousand through one of six hundred are not, though their operations would be. What is found at the front is cheap.
#[test]
fn searching_a_list_costs_its_length() {
    let asked = |len: usize, times: usize, what: &str| {
        let script = format!(
            "fn sum(position, side) {{
                let l = []; while l.len() < {len} {{ l.push(l.len()); }}
                let n = 0; for i in 0..{times} {{ n += {what}; }}
                n
            }}"
        );
        let trial = sound(&["score sum"], &script);
        trial.scripts.score(&trial.moment(), 0).map_err(|f| f.diagnostic().code.number)
    };
    let limit = Err(crate::ruleset::code::HOOK_LIMIT.number);
    assert_eq!(asked(400, 1_000, "l.index_of(399)"), Ok(399_000));
    assert_eq!(asked(600, 2_000, "l.index_of(599)"), limit);
    assert_eq!(asked(600, 2_000, "(if l.contains(-1) { 1 } else { 0 })"), limit);
    assert_eq!(asked(600, 2_000, "(if -1 in l { 1 } else { 0 })"), limit);
    assert_eq!(asked(600, 2_000, "l.index_of(0)"), Ok(0));
}

/// Ann won the first round as white in 12 moves, and Ben the second as white in 9; the third was given up.
#[test]
fn a_match() {
    let asked = [
        "match.number == 4 && match.rounds.len() == 3 && match.players.len() == 2 && match.sides[0] == \"white\"",
        "match.player(\"white\").name == \"Ben\" && match.side_of(\"Ann\") == \"black\"",
        "match.players[0].beginner && !match.players[1].beginner",
        "match.players[0].wins == 1 && match.players[0].wins_as(\"white\") == 1 && match.players[0].wins_as(\"black\") == 0",
        "match.rounds[0].number == 1 && match.rounds[0].winner == match.players[0] && match.rounds[0].side == \"white\"",
        "match.rounds[2].winner == () && match.rounds[2].side == () && match.rounds[2].resigned",
        "match.rounds[1].reason == \"no man is left\"",
        "match.rounds[0].moves_by(match.players[0]) == 12 && match.rounds[1].moves_by(\"Ann\") == 8",
        "match.rounds[0].moves_by(\"black\") == 11 && match.rounds[1].captures_by(\"Ben\") == 1",
        "match.rounds[0].left(\"man\") == 5 && match.rounds[0].left(\"white\") == 3 && match.rounds[0].left(\"black man\") == 3",
        "match.rounds[1].player(\"white\") == match.players[1] && match.rounds[1].side_of(\"Ann\") == \"black\"",
        "{ let n = match.random(6); n >= 1 && n <= 6 }",
    ];
    let tests: Vec<String> = asked.iter().map(|a| format!("if !({a}) {{ throw `{a}`; }}\n")).collect();
    let tests = tests.concat();
    let trial = sound(&["first turn who"], &format!("fn who(match) {{\n{tests}\"black\"\n}}"));
    let side = trial.scripts.first_turn(&trial.contest());
    assert_eq!(side.map_err(|f| trial.fault(&f)), Ok(1));
}

/// Chance depends on the seed, the point and the rounds played, and not on how often it was asked before.
/// A variant may have renamed a side, so that a player can be called as the scripts of its base call that side.
#[test]
fn a_name_that_a_side_has_means_the_side() {
    let script = "fn who(match) {
        let round = match.rounds[0];
        if round.moves_by(\"black\") == 11 && round.moves_by(match.players[0]) == 12 { \"black\" } else { \"white\" }
    }";
    let trial = sound(&["first turn who"], script);
    let mut facts = MatchFacts::clone(&trial.contest());
    // In the first round the player of white is called like the other side.
    facts.players[0].name = "black".into();
    assert_eq!(trial.scripts.first_turn(&Arc::new(facts)), Ok(1));
}

#[test]
fn chance_is_the_same_for_the_same_match() {
    let script =
        "fn who(match) { sides(match) } fn sides(match) { `${match.random(1000000)}/${match.random(1000000)}` }
        fn decide(match) { tied(sides(match)) }";
    let trial = sound(&["tiebreak decide"], script);
    let drawn = |facts| format!("{:?}", trial.scripts.tiebreak("decide", &facts));
    let facts = trial.contest();
    assert_eq!(drawn(facts.clone()), drawn(facts.clone()));
    let mut other = (*facts).clone();
    other.seed += 1;
    assert_ne!(drawn(facts.clone()), drawn(other.into()));
    let mut fewer = (*facts).clone();
    fewer.rounds.pop();
    assert_ne!(drawn(facts), drawn(fewer.into()));
}

/// What is said where a script asks for what there is not.
#[test]
fn misuse() {
    let asked = [
        "position.piece(\"z9\")",
        "let t = \"gardn\"; position.zone(t)",
        "position.zone(\"home\")",
        "let t = \"mann\"; position.count(t)",
        "position.pieces(\"white boss\")",
        "let t = \"wite\"; position.in_hand(t, \"man\")",
        "position.in_hand(\"white\", \"boss\")",
        "position.captured(\"white\", \"man\")",
        "let t = \"nroth\"; position.next(\"a1\", t)",
        "let t = \"forward\"; position.next(\"a1\", t)",
        "let t = \"sent\"; position.marked(\"a1\", t)",
        "let t = \"cornred\"; position.is(t, \"white\")",
        "position.moves()[1000]",
        "position.piece(\"a1\").kind",
        "position.piece(5)",
        "position.is_empty(position.next(\"e5\", \"north\"))",
        "position.in_zone(\"a1\", position.phase, ())",
        "let n = (); n + 1",
        "settings[move.side]",
        "[1, 2][2]",
        "#{ a: 1 }[move.side]",
        "\"a\" - 1",
        "1 / 0",
        "9223372036854775807 + 1",
        "2 ** 100",
        "let x = 1; while x { x += 1; }",
        "[move][0].number",
        "let p = position; p.number",
        "let x = 5; for y in x { y + 1; }",
        "throw \"a tantrum\"",
    ];
    let mut all = String::new();
    for a in asked {
        let trial = sound(&["legality judge"], &format!("fn judge(position, move, after) {{\n    {a};\n    true\n}}"));
        let moment = trial.moment();
        match trial.scripts.legality(&moment, &trial.mv(), &moment) {
            Ok(answer) => all.push_str(&format!("{a}: {answer:?}\n\n")),
            Err(fault) => all.push_str(&format!("{}\n\n", trial.fault(&fault))),
        }
    }
    insta::assert_snapshot!(all);
}

/// A panic in what a script calls is a fault like any other, and the next question is answered.
#[test]
fn a_panic_is_a_fault() {
    let trial = sound(&["score sum"], "fn sum(position, side) { 5 }");
    let point = (crate::ruleset::item::HookPoint::Score, None, None);
    let asked: Result<(), _> = trial.scripts.ask(point, || panic!("this panic is part of a test"), |_| Ok(()));
    let told = asked.map_err(|f| f.to_string());
    assert_eq!(
        told,
        Err("the hook `sum` failed: it ran into a fault of this program, which you may want to report".into())
    );
    assert_eq!(trial.scripts.score(&trial.moment(), 0), Ok(5));
}
