//! The pie rule, worked out by hand on a row of three sites.
//!
//! Two in a row win; b1 is next to both others. Without the pie rule whoever begins takes b1 and wins with their second
//! stone. With it the other player takes over a stone on b1; a stone on a1 is worth nothing to either: draw.

use houserules::engine::{Action, Count, Game, Pie, Play, perft};
use houserules::match_play::RoundEnd;
use houserules::notation::{move_text, read_move, read_position, write_position};
use houserules::search::solve::{Exact, Method, Wanted, solve};
use houserules::search::{Level, Opponent};

const ROW: &str = "game \"Row\" { version 1.0 }
board squares 3 x 1
side first
side second
piece stone \"F\" \"S\" of first, second, any number in hand { drop to empty }
start empty
turns from first, alternating, pie rule
end mover wins when mover has line of 2 or more \"two in a row\"
end draw when no empty \"the row is full\"
";

fn game(text: &str) -> Game {
    houserules::open_text("row", text, &[]).unwrap_or_else(|e| panic!("{e}"))
}

fn play(play: &mut Play, text: &str) {
    let legal = play.moves().expect("no script");
    let mv = read_move(text, &legal, play.game()).unwrap_or_else(|e| panic!("{text}: {e}"));
    play.play(&mv).expect("it is legal");
}

#[test]
fn the_swap_is_offered_once_and_counts_as_a_ply() {
    let game = game(ROW);
    // 3; each then 2 replies and the swap; a reply leaves 1 move, the swap 2; of those after a swap 1 each is left,
    // and six of them are no win yet.
    let counts: Vec<u64> =
        (1..=5).map(|depth| perft(&mut Play::new(&game), depth, Count::Moves).expect("no script")).collect();
    assert_eq!(counts, [3, 9, 12, 6, 0]);
    let mut round = Play::new(&game);
    assert_eq!(round.position().pie, Pie::Coming);
    play(&mut round, "F@b1");
    assert_eq!(round.position().pie, Pie::Open);
    let legal = round.moves().expect("no script");
    assert_eq!(legal.last().map(|mv| mv.action), Some(Action::Swap));
    assert_eq!(legal.last().map(|mv| move_text(mv, &legal, &game)), Some("swap".to_owned()));
    play(&mut round, "swap");
    // The stone stays, and the side to move is the same: another player has it now.
    assert_eq!(write_position(round.position(), &[], &game), "1F1 second pie=taken");
    assert_eq!((round.player(0), round.player(1)), (1, 0));
    assert!(round.moves().expect("no script").iter().all(|mv| !mv.is_swap()));
    play(&mut round, "S@a1");
    play(&mut round, "F@c1");
    let end = RoundEnd::of(&round).expect("two in a row");
    assert_eq!(end.facts().winner, Some(1), "who began as second has won as first");
    assert_eq!(end.facts().moves, [1 + 1, 1], "the stone on b1 and that on a1 were set by who began as first");
    assert_eq!(round.undo().as_ref().map(houserules::engine::Move::is_swap), Some(false));
}

#[test]
fn a_move_instead_closes_the_offer() {
    let game = game(ROW);
    let mut round = Play::new(&game);
    play(&mut round, "F@a1");
    play(&mut round, "S@b1");
    assert_eq!(round.position().pie, Pie::Over);
    assert_eq!(write_position(round.position(), &[], &game), "FS1 first");
}

#[test]
fn a_position_tells_whether_the_swap_is_open() {
    let game = game(ROW);
    for text in ["3 first", "1F1 second pie=open", "1F1 second pie=taken", "FS1 first", "1F1 second"] {
        let read = read_position(text, &game).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write_position(&read.position, &[], &game), text);
        let swaps = Play::from_position(&game, read.position, Vec::new()).expect("it fits");
        assert_eq!(
            swaps.moves().expect("no script").iter().any(houserules::engine::Move::is_swap),
            text.ends_with("pie=open"),
            "{text}"
        );
    }
    let plain = self::game(&ROW.replace(", pie rule", ""));
    assert!(read_position("1F1 second pie=open", &plain).is_err());
}

#[test]
fn solving_weighs_the_swap() {
    let wanted = |method| Wanted { method: Some(method), memory: 1 << 24, all: false };
    let value = |text: &str, position: Option<&str>, method| {
        let game = game(text);
        let begin = match position {
            Some(text) => {
                let read = read_position(text, &game).expect("a position");
                Play::from_position(&game, read.position, Vec::new()).expect("it fits")
            }
            None => Play::new(&game),
        };
        solve(&begin, &wanted(method), None, &mut houserules::search::solve::Nobody).expect("it can be solved")
    };
    for method in [Method::Retrograde, Method::Search] {
        let plain = value(&ROW.replace(", pie rule", ""), None, method);
        assert_eq!(plain.value.and_then(Exact::winner), Some(0));
        assert_eq!(value(ROW, None, method).value, Some(Exact::Draw));
        let open = value(ROW, Some("1F1 second pie=open"), method);
        assert_eq!(open.value.and_then(Exact::winner), Some(1), "the player of second takes first over");
        assert!(open.line.first().is_some_and(houserules::engine::Move::is_swap));
        // After the swap it is the player of first who wins, who began as second.
        let taken = value(ROW, Some("1F1 second pie=taken"), method);
        assert_eq!(taken.value.and_then(Exact::winner), Some(0));
    }
}

#[test]
fn the_computer_swaps_where_that_wins() {
    let game = game(ROW);
    let mut round = Play::new(&game);
    play(&mut round, "F@b1");
    let mv = Opponent::at_level(Level::Full, 1).choose(&round).expect("no script").expect("a move");
    assert!(mv.is_swap());
    // And does not set the stone that would be taken over.
    let mv = Opponent::at_level(Level::Full, 1).choose(&Play::new(&game)).expect("no script").expect("a move");
    assert_ne!(mv.to(), game.board().site("b1"));
}

#[test]
fn three_cannot_swap() {
    let three = ROW
        .replace("side second\n", "side second\nside third\n")
        .replace("first, second, any", "first, second, third, any");
    let three = three.replace("\"S\" of", "\"S\" \"T\" of");
    let told = houserules::open_text("row", &three, &[]).expect_err("two players can swap").to_string();
    assert!(told.contains("HR0807"), "{told}");
}
