use super::*;
use crate::engine::Verdict;
use crate::notation::{move_texts, read_position, write_position};
use crate::open::open_text;

/// Two sorts of pieces on a small board; the endings in an order that matters.
const SMALL: &str = r#"
game "Small" { version 1.0 }
board squares 4 x 4
zone home = rank 1
zone far = rank 4
side white faces north
side black faces south
piece pawn "P" "p" of white, black { step forward to empty or capturing enemy }
piece king "Q" "K" of white, black { step any direction to empty or capturing enemy }
start {
    4 | . . K .
    3 | p . . p
    2 | . . . .
    1 | P Q P P
}
turns from white, alternating
passing never
end white wins when any pawn of white in far "a pawn reached the far side"
end black wins when no pawn of white left "no pawn is left"
end draw when next player cannot move on their turn "nobody can move"
end draw when position occurs 3 times "three times"
"#;

fn game(text: &str) -> Game {
    open_text("small", text, &[]).expect("the rules are good")
}

fn changed(was: &str, now: &str) -> Game {
    assert_eq!(SMALL.matches(was).count(), 1, "{was}");
    game(&SMALL.replace(was, now))
}

/// What is found must be there: both games are asked again by their own, from text.
fn found(a: &Game, b: &Game) -> Differing {
    let found = differ(a, b, &[], Effort::USUAL).expect("they correspond").found.expect("they differ");
    let begin = |game: &Game, text: Option<&String>| match text {
        Some(text) => {
            let read = read_position(text, game).expect("a position of both");
            Play::from_position(game, read.position, read.history).expect("a position of both")
        }
        None => Play::new(game),
    };
    let from = found.from_text();
    let (mut in_a, mut in_b) = (begin(a, from.as_ref()), begin(b, from.as_ref()));
    for text in found.line_texts() {
        for play in [&mut in_a, &mut in_b] {
            let legal = play.moves().expect("no scripts");
            let mv = crate::notation::read_move(&text, &legal, play.game()).expect("legal in both");
            play.play(&mv).expect("legal in both");
        }
    }
    let texts = |p: &Play| move_texts(&p.moves().expect("no scripts"), p.game());
    let outcome = |p: &Play| p.outcome().map(|o| (o.result.clone(), o.reason.clone()));
    match &found.what {
        What::Start => assert_ne!(write_position(in_a.position(), &[], a), write_position(in_b.position(), &[], b),),
        What::Outcome => assert_ne!(outcome(&in_a), outcome(&in_b)),
        What::Moves { .. } => {
            let (only_a, only_b) = found.move_texts();
            let (of_a, of_b) = (texts(&in_a), texts(&in_b));
            assert!(only_a.iter().all(|m| of_a.contains(m) && !of_b.contains(m)), "{only_a:?} {of_b:?}");
            assert!(only_b.iter().all(|m| of_b.contains(m) && !of_a.contains(m)), "{only_b:?} {of_a:?}");
        }
        What::After { a: mv, b: theirs } => {
            in_a.play(mv).expect("legal");
            in_b.play(theirs).expect("legal");
            let seen = |p: &Play| (p.position().cells.clone(), p.position().to_move, outcome(p));
            assert_ne!(seen(&in_a), seen(&in_b));
        }
    }
    found
}

fn pieces(found: &Differing) -> usize {
    found.a.position().cells.iter().flatten().count()
}

#[test]
fn same_rules_do_not_differ_and_are_not_searched() {
    let other = SMALL.replace("\"nobody can move\"", "\"stuck\"").replace("turns from", "// a comment\nturns from");
    let search = differ(&game(SMALL), &game(&other), &[], Effort::USUAL).expect("they correspond");
    assert!(search.found.is_none());
    assert_eq!(search.looked, 0);
}

/// A white pawn (without one the game is over in both) and an enemy before it, or the other way round. In the changed
/// game a pawn is not stopped by an enemy: nothing else is needed.
#[test]
fn capture_less_is_found_with_the_fewest_pieces() {
    let pawn = "step forward to empty or capturing enemy";
    let found = found(&game(SMALL), &changed(pawn, "step forward to empty"));
    let What::Moves { only_a, only_b } = &found.what else { panic!("{:?}", found.what) };
    assert_eq!((only_a.len(), only_b.len()), (1, 0));
    // Two, or three where the enemy is a king and some pawn has to be there besides.
    assert!(pieces(&found) <= 3 && found.line.is_empty(), "{:?}", found.from_text());
}

/// What can be seen at the start is shown there.
#[test]
fn difference_at_the_start_stays_there() {
    let found = found(&game(SMALL), &changed("step any direction", "step orthogonally"));
    assert!(found.from.is_none() && found.line.is_empty());
    let (mut only_a, only_b) = found.move_texts();
    only_a.sort();
    assert_eq!((only_a, only_b), (vec!["b1-a2".to_owned(), "b1-c2".to_owned()], vec![]));
}

/// Nothing can be taken off, and no move left out, without losing the difference.
#[test]
fn nothing_can_be_left_out() {
    for (was, now) in [
        ("step any direction", "step orthogonally"),
        ("in far", "in home or far"),
        ("draw when position occurs 3 times", "draw when position occurs 4 times"),
        ("black wins when no pawn", "black wins when fewer than 2 pawns"),
    ] {
        let (a, b) = (game(SMALL), changed(was, now));
        let found = found(&a, &b);
        let same = Correspondence::between(a.rules(), b.rules()).expect("they correspond");
        let Some(from) = &found.from else { continue };
        let kind = std::mem::discriminant(&found.what);
        let differs = |from: &Position, line: &[Move]| {
            let what = Pair::at(&a, &b, &same, Some(from), line)?.difference(&same, &mut 1_000_000)?;
            Some(std::mem::discriminant(&what))
        };
        for site in 0..from.cells.len() {
            let mut less = from.clone();
            if less.cells[site].take().is_some() {
                assert_ne!(differs(&less, &found.line), Some(kind), "{was}: site {site}");
            }
        }
        let mut play = Play::from_position(&a, from.clone(), Vec::new()).expect("a position");
        for (n, mv) in found.line.iter().enumerate() {
            play.play(mv).expect("legal");
            assert_ne!(differs(play.position(), &found.line[n + 1..]), Some(kind), "{was}: {n}");
        }
    }
}

/// A pawn on the far side with no other left: both endings hold, and the order decides.
#[test]
fn order_of_endings_is_found() {
    let wins = "end white wins when any pawn of white in far \"a pawn reached the far side\"\n";
    let stuck = "end draw when next player cannot move on their turn \"nobody can move\"\n";
    let other = SMALL.replace(wins, "").replace(stuck, &format!("{stuck}{wins}"));
    let found = found(&game(SMALL), &game(&other));
    assert!(matches!(found.what, What::Outcome | What::After { .. }), "{:?}", found.what);
    let (a, b) = found.after();
    assert_eq!(a.outcome().map(|o| o.result.clone()), Some(Verdict::Win(0)));
    assert_eq!(b.outcome().map(|o| o.result.clone()), Some(Verdict::Draw));
}

#[test]
fn repetition_counted_once_more_is_found_with_its_moves() {
    let found = found(&game(SMALL), &changed("position occurs 3 times", "position occurs 4 times"));
    // The third occurrence needs the position twice more: eight plies, the last of which decides.
    assert!(found.line.len() >= 7, "{:?}", found.line_texts());
}

#[test]
fn another_start_is_told_as_such() {
    let pawn = found(&game(SMALL), &changed("3 | p . . p", "3 | p p . p"));
    assert_eq!(pawn.what, What::Start);
    let said = pawn.tell(("the one", "the other"));
    assert_eq!(said.sentences, ["The one: nothing on b3.", "The other: a pawn on b3."]);
    let turns = found(&game(SMALL), &changed("turns from white", "turns from black"));
    assert_eq!(turns.what, What::Start);
}

/// `zombies` is bison in other words: renamed pieces, sides, zones and sentences are no difference.
#[test]
fn other_names_are_no_difference() {
    let open = |id: &str, set: &[(&str, &str)]| crate::open(id, set).expect("built in");
    let effort = Effort { positions: 3000, seed: 1 };
    let search = differ(&open("bison", &[]), &open("zombies", &[]), &[], effort).expect("they correspond");
    assert!(search.found.is_none(), "{:?}", search.found.map(|f| f.tell(("a", "b"))));
    assert_eq!(search.looked, 3000);
    let blocked = [("what-blocks", "dogs")];
    let found = differ(&open("bison", &[]), &open("zombies", &blocked), &[], Effort::USUAL).expect("they correspond");
    assert!(found.found.is_some());
}

#[test]
fn other_boards_and_sides_are_not_searched() {
    let open = |id: &str, set: &[(&str, &str)]| crate::open(id, set).expect("built in");
    let apart = |a: &Game, b: &Game| differ(a, b, &[], Effort::USUAL).expect_err("they do not correspond");
    let boards = apart(&open("bison", &[]), &open("bison", &[("columns", "9")]));
    assert_eq!(
        boards.to_string(),
        "their boards are different: 11 x 7 with 77 sites and 9 x 7 with 63 sites, so no position can be put on both"
    );
    let sides = apart(&game(SMALL), &game(&SMALL.replace("black", "red")));
    assert!(matches!(sides, Apart::Sides(..)), "{sides}");
}

#[test]
fn search_is_the_same_every_time() {
    let (a, b) = (game(SMALL), changed("in far", "in home or far"));
    let text = || {
        let search = differ(&a, &b, &[], Effort::USUAL).expect("they correspond");
        let found = search.found.expect("they differ");
        (search.looked, found.from_text(), found.line_texts(), found.tell(("a", "b")).sentences)
    };
    assert_eq!(text(), text());
}
