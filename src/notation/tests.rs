//! Cases worked by hand, round trips on random play, and texts that are wrong.

use super::sample::{self, all, herd, hounds, leapers, promoters, stones};
use super::*;
use crate::board::Site;
use crate::engine::{Action, Game, Move, Piece, Play, TurnPointer};
use proptest::prelude::*;

fn site(game: &Game, name: &str) -> Site {
    game.board().site(name).unwrap()
}

fn at(text: &str, game: &Game) -> Play {
    let read = read_position(text, game).unwrap();
    Play::from_position(game, read.position, read.history).unwrap()
}

fn texts(play: &Play) -> Vec<String> {
    move_texts(&play.moves().unwrap(), play.game())
}

fn piece_move(game: &Game, from: &str, trail: &[&str], taken: &[&str]) -> Move {
    let mut mv = Move::new(1, Action::Piece { from: site(game, from), kind: 1 });
    mv.trail = trail.iter().map(|n| site(game, n)).collect();
    let buffalo = Piece { kind: 0, owner: Some(0), was: 0, moved: false };
    mv.captured = taken.iter().map(|n| (site(game, n), buffalo)).collect();
    mv
}

// ---- moves

#[test]
fn steps_and_captures_are_told_apart() {
    let game = herd();
    assert_eq!(texts(&Play::new(&game))[0], "a1-a2");
    // A chief on e5 beside a buffalo on e4 captures it by stepping there.
    let play = at("11/11/4C6/4B6/11/11/11 defenders", &game);
    let texts = texts(&play);
    assert!(texts.contains(&"e5xe4".to_string()) && texts.contains(&"e5-d4".to_string()), "{texts:?}");
    let legal = play.moves().unwrap();
    assert_eq!(read_move("e5xe4", &legal, &game), read_move("e5-e4", &legal, &game));
    assert_eq!(read_move(" e5xe4 ", &legal, &game).unwrap().captured.len(), 1);
}

#[test]
fn strokes_that_were_not_typed_are_put_in() {
    let game = herd();
    let play = at("11/11/4C6/4B6/11/11/11 defenders", &game);
    let legal = play.moves().unwrap();
    let typed = |text: &str| typed_move(text, &legal, &game).unwrap();
    assert_eq!(typed("e5e4"), "e5xe4");
    assert_eq!(typed(" E5 D4 "), "e5-d4");
    // What is not legal is still a move, of which the reason can be told.
    assert_eq!(typed("e5e1"), "e5-e1");
    // What has its strokes, and what is no row of sites, stays.
    for text in ["e5-e4", "e5", "e5z9", "mvoes", ""] {
        assert_eq!(typed(text), text);
    }
    // The reader of records takes no such text.
    assert!(read_move("e5e4", &legal, &game).is_err());
    // What a piece becomes, and drops.
    let game = promoters();
    let play = Play::new(&game);
    for text in texts(&play) {
        let bare = text.replace(['-', 'x', '=', '@'], "");
        assert_eq!(typed_move(&bare, &play.moves().unwrap(), &game).unwrap(), text);
    }
    let game = leapers();
    assert_eq!(typed_move("ba1", &Play::new(&game).moves().unwrap(), &game).unwrap(), "B@a1");
    // Two ways to one goal, told apart by what they capture: both are named.
    let legal = vec![piece_move(&game, "a1", &["c1"], &["b1"]), piece_move(&game, "a1", &["c1"], &["b2"])];
    assert_eq!(typed_move("a1c1b2", &legal, &game).unwrap(), "a1xc1(b2)");
    assert_eq!(typed_move("a1c1", &legal, &game).unwrap(), "a1-c1");
}

#[test]
fn landings_are_added_until_the_text_is_unique() {
    let game = leapers();
    let direct = piece_move(&game, "a1", &["c1"], &["b1"]);
    let ring = |over: [&str; 2], way| piece_move(&game, "a1", &[way, "c3"], &over);
    let legal = vec![direct.clone(), ring(["b1", "c2"], "c1"), ring(["a2", "b3"], "a3")];
    assert_eq!(move_texts(&legal, &game), ["a1xc1", "a1xc1xc3", "a1xa3xc3"]);
    let error = read_move("a1xc3", &legal, &game).unwrap_err();
    assert_eq!(error.fault, Fault::Ambiguous(vec!["a1xc1xc3".into(), "a1xa3xc3".into()]));
    // A text that names every landing is that move, though a longer one begins and ends so too.
    let longer = piece_move(&game, "a1", &["c1", "c3", "a3", "a1", "c1"], &["b1", "c2", "b3", "a2", "b1"]);
    let legal = vec![direct.clone(), longer.clone()];
    assert_eq!(move_texts(&legal, &game), ["a1xc1", "a1xc1xc1"]);
    assert_eq!(read_move("a1xc1", &legal, &game).unwrap(), direct);
    assert_eq!(read_move("a1xc1xc3xc1", &legal, &game).unwrap(), longer);
}

#[test]
fn what_is_captured_is_said_where_nothing_else_tells() {
    let game = leapers();
    let legal = vec![piece_move(&game, "a1", &["c1"], &["b1"]), piece_move(&game, "a1", &["c1"], &["b2"])];
    assert_eq!(move_texts(&legal, &game), ["a1xc1(b1)", "a1xc1(b2)"]);
    assert_eq!(read_move("a1xc1(b2)", &legal, &game).unwrap(), legal[1]);
    assert!(matches!(read_move("a1xc1", &legal, &game).unwrap_err().fault, Fault::Ambiguous(_)));
}

#[test]
fn drops_several_drops_and_passes() {
    let game = leapers();
    let play = Play::new(&game);
    assert_eq!(texts(&play)[0], "B@a1");
    assert_eq!(play.moves().unwrap().len(), 16);
    let mut drops = Move::new(0, Action::Drops(0));
    drops.trail = ["a1", "b2", "c3", "d4"].iter().map(|n| site(&game, n)).collect();
    let legal = vec![drops.clone(), Move::new(0, Action::Pass)];
    assert_eq!(move_texts(&legal, &game), ["B@a1,b2,c3,d4", "pass"]);
    assert_eq!(read_move("B@d4,c3,b2,a1", &legal, &game).unwrap(), drops);
    assert_eq!(read_move("pass", &legal, &game).unwrap(), legal[1]);
    assert!(read_move("B@d4,c3,b2", &legal, &game).is_err());
    // Letters are exact.
    let error = read_move("b@d4,c3,b2,a1", &legal, &game).unwrap_err();
    assert_eq!(error.to_string(), "`b` is no piece's letter here; did you mean `B`?");
}

#[test]
fn choices_stand_behind_strokes() {
    let game = leapers();
    let mut takes = piece_move(&game, "a4", &["a3"], &["b2"]);
    takes.picks.push(site(&game, "b2"));
    let mut other = piece_move(&game, "a4", &["a3"], &["c2"]);
    other.picks.push(site(&game, "c2"));
    let mut effect = Move::new(1, Action::Effect);
    effect.picks.push(site(&game, "d1"));
    let legal = vec![takes.clone(), other, effect.clone()];
    assert_eq!(move_texts(&legal, &game), ["a4-a3/b2", "a4-a3/c2", "/d1"]);
    assert_eq!(read_move("a4-a3/b2", &legal, &game).unwrap(), takes);
    assert_eq!(read_move("/d1", &legal, &game).unwrap(), effect);
    assert!(matches!(read_move("a4-a3", &legal, &game).unwrap_err().fault, Fault::Ambiguous(_)));
    // The only choice may be left out.
    assert_eq!(read_move("a4-a3", &legal[..1], &game).unwrap(), takes);
}

#[test]
fn becoming_and_joint_moves() {
    let game = promoters();
    let play = at("3k1/1S3/5/5/K4 black", &game);
    let texts = texts(&play);
    for text in ["b4-a5", "b4-a5=+S", "b4-c5=+S", "b4-a3"] {
        assert!(texts.contains(&text.to_string()), "{text} in {texts:?}");
    }
    let legal = play.moves().unwrap();
    assert_eq!(read_move("b4-a5=+S", &legal, &game).unwrap().becomes, Some(2));
    assert_eq!(read_move("b4-a5", &legal, &game).unwrap().becomes, None);
    // `+s` is the other side's letter.
    assert!(matches!(read_move("b4-a5=+s", &legal, &game).unwrap_err().fault, Fault::NotLegal(_)));
    let joint = |n| Move::new(0, Action::Joint(n));
    let legal = vec![joint(0), joint(1)];
    assert_eq!(move_texts(&legal, &game), ["O-O", "O-O-O"]);
    assert_eq!(read_move("O-O-O", &legal, &game).unwrap(), legal[1]);
}

#[test]
fn a_text_that_is_not_legal_keeps_its_shape() {
    let game = herd();
    let legal = Play::new(&game).moves().unwrap();
    let error = read_move("f1-f3", &legal, &game).unwrap_err();
    let Fault::NotLegal(shape) = &error.fault else { panic!("{error:?}") };
    assert_eq!((shape.from(), shape.to()), (Some(site(&game, "f1")), Some(site(&game, "f3"))));
    assert_eq!(error.to_string(), "no legal move is written so; legal are f1-f2");
    let shape = MoveShape::parse("C@e4", &game, None).unwrap();
    assert!(matches!(shape.action, ShapeAction::Drop(ShapeKind { kind: 2, .. })));
}

#[test]
fn wrong_moves_say_where_and_how() {
    let game = herd();
    let said = |text: &str| {
        let e = MoveShape::parse(text, &game, None).unwrap_err();
        format!("{}: {e}", e.at)
    };
    assert_eq!(said("f1-f9"), "3: `f9` is no site here; sites run from `a1` to `k7`");
    assert_eq!(
        said("f1"),
        "2: expected `-` or `x`, found the end; a move names where the piece comes from and where it goes, as in `a1-a2`"
    );
    assert_eq!(said(""), "0: expected a move, found the end");
    assert_eq!(said("f1-"), "3: expected a site, found the end");
    assert_eq!(said("f1-f2=Q"), "6: `Q` is no piece's letter here");
    assert_eq!(said("f1-f2/"), "6: expected a site, found the end");
    assert_eq!(said("f1xf2(e1"), "8: expected `)`, found the end");
    assert_eq!(said("f1-f2=B)"), "6: `B)` is no piece's letter here");
    assert_eq!(said("F1-f9"), "3: `f9` is no site here; sites run from `a1` to `k7`");
    assert_eq!(MoveShape::parse("F1 - f2", &game, None), MoveShape::parse("f1-f2", &game, None));
}

#[test]
fn names_with_strokes_in_them_are_read() {
    let points = ["a", "a-b", "x", "xx"].map(|n| (n.to_string(), None));
    let lines = vec![["a", "a-b", "x", "xx"].map(String::from).to_vec()];
    let board = crate::board::Board::graph(&points, &lines).unwrap();
    let game = Game::new(sample::rules(board, &["one", "two"]));
    let said = |text: &str| {
        let shape = MoveShape::parse(text, &game, None).unwrap();
        let names = shape.from().into_iter().chain(shape.trail).map(|s| site_text(s, game.board()).to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(said("a-b-x"), "a-b x");
    assert_eq!(said("a-x"), "a x");
    assert_eq!(said("xxx"), "x x");
    assert_eq!(said("xxxxx"), "xx xx");
}

// ---- positions

#[test]
fn the_start_is_short() {
    let said = |game: &Game| write_position(Play::new(game).position(), &[], game);
    assert_eq!(said(&herd()), "11/3DDCDD3/11/11/11/11/BBBBBBBBBBB herd");
    assert_eq!(said(&leapers()), "4/4/4/4 buffaloes");
    assert_eq!(said(&promoters()), "3sk/2s2/5/2S2/KS3 black");
    // A hexagon of side 3 has ranks of 3, 4, 5, 4 and 3 cells; cut-out ones are not counted.
    assert_eq!(said(&stones()), "3/4/5/4/3 white");
    assert_eq!(said(&hounds()), "HH5H2R hounds");
}

#[test]
fn a_typed_position_finds_its_phase_and_turn() {
    let game = leapers();
    // Ten buffaloes and two tigers stand: the third buffalo of the fifth entry is to come, then a tiger.
    let play = at("2BB/BTB1/B1BB/BBTB buffaloes", &game);
    assert_eq!((play.position().phase, play.position().turn), (0, TurnPointer { entry: 4, left: 1 }));
    assert_eq!(play.position().hands, [1, 0, 0, 1]);
    assert_eq!(play.moves().unwrap().len(), 4);
    // Everything stands: the second phase.
    let play = at("B1BB/TTBB/BTBB/BBB1 buffaloes", &game);
    assert_eq!((play.position().phase, play.position().turn), (1, TurnPointer::default()));
    assert_eq!(play.position().hands, [0; 4]);
    // Captured pieces are not in hand; nor is anything where the phase says so.
    assert_eq!(at("1B2/TTB1/BT2/1BB1 tigers captured=B6", &game).position().phase, 1);
    assert_eq!(at("1B2/TTB1/BT2/1BB1 tigers phase=moving", &game).position().hands, [0; 4]);
    // The tiger's first turn comes after four buffaloes.
    assert_eq!(at("4/4/4/BBBB tigers", &game).position().turn, TurnPointer { entry: 1, left: 1 });
    assert_eq!(at("4/4/4/BB2 buffaloes", &game).position().turn, TurnPointer { entry: 0, left: 2 });
}

#[test]
fn every_field_is_read_back() {
    let game = promoters();
    let text = "3+sk/5/2S2/5/K4 white hand=S2,s1 marks=passed:e3:1 moved=a1 unmoved=c3 was=d5:k last=- counters=7 forfeit=a1,c3";
    let read = read_position(text, &game).unwrap();
    let p = &read.position;
    let cell = |name: &str| p.piece(site(&game, name)).unwrap();
    assert_eq!(p.hands, [0, 2, 0, 0, 1, 0]);
    assert!(cell("a1").moved && !cell("c3").moved && !cell("e5").moved && cell("d5").moved);
    assert_eq!((cell("d5").kind, cell("d5").was), (2, 0));
    assert_eq!((p.last, p.counters.as_slice(), p.forfeit.len()), (None, [7].as_slice(), 2));
    assert_eq!(write_position(p, &[], &game), text);
    // What is left out: a gold was a silver, who moves not moved last.
    let plain = read_position("3+sk/5/2S2/5/K4 white", &game).unwrap().position;
    assert_eq!(plain.piece(site(&game, "d5")).unwrap().was, 1);
    assert_eq!(plain.last, Some(0));
    assert_eq!(read_position("3sk/2s2/5/2S2/KS3 black", &game).unwrap().position, game.start());
    let text = "4/4/4/BBBB tigers out=tigers captured=B2 hand=B3,T1 turn=3.1";
    let read = read_position(text, &leapers()).unwrap();
    assert_eq!(write_position(&read.position, &[], &leapers()), text);
}

#[test]
fn history_is_written_where_it_is_read() {
    let game = herd();
    let mut play = Play::new(&game);
    for text in ["f1-f2", "d6-d5", "f2-f3"] {
        play.play(&read_move(text, &play.moves().unwrap(), &game).unwrap()).unwrap();
    }
    let text = write_position(play.position(), play.history(), &game);
    assert_eq!(text.split("history=").nth(1).unwrap().split(',').count(), 3);
    let read = read_position(&text, &game).unwrap();
    assert_eq!((&read.position, read.history.as_slice()), (play.position(), play.history()));
    // Where nobody reads it, it is not written.
    assert!(!write_position(play.position(), play.history(), &hounds()).contains("history"));
}

#[test]
fn other_rules_are_said_not_refused() {
    let game = herd();
    let text = write_full_position(&game.start(), &[], &game);
    assert_eq!(
        text,
        "11/3DDCDD3/11/11/11/11/BBBBBBBBBBB herd ruleset=sample@1.0 options=duty:must rules=0000000000000abc"
    );
    assert_eq!(read_position(&text, &game).unwrap().differences, []);
    let other = text.replace("1.0", "2.0").replace("duty:must", "size:5").replace("abc", "abd");
    let said: Vec<String> = read_position(&other, &game).unwrap().differences.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "version: `2.0` in the text, `1.0` here",
            "option size: `5` in the text, `4` here",
            "option duty: nothing in the text, `must` here",
            "their meaning has changed",
        ]
    );
}

#[test]
fn wrong_positions_say_where_and_how() {
    let said = |text: &str, game: &Game| {
        let e = read_position(text, game).unwrap_err();
        format!("{}: {e}", e.at)
    };
    let game = leapers();
    assert_eq!(
        said("4/4/5/4 tigers", &game),
        "5: rank 2 has 4 sites, the text gives 5; letters stand for pieces, numbers for empty sites"
    );
    assert_eq!(
        said("4/4/4 tigers", &game),
        "5: expected `/` and the next rank, found the end; the board has 4 ranks, the text 3"
    );
    assert_eq!(
        said("4/4/4/4/4 tigers", &game),
        "8: expected the end of the placement, found `4`; the board has 4 ranks"
    );
    assert_eq!(said("4/4/Q3/4 tigers", &game), "4: `Q` is no piece's letter here; the letters of this game are B, T");
    assert_eq!(said("4/4/4/4", &game), "7: expected the side to move, found the end; one of buffaloes, tigers");
    assert_eq!(said("4/4/4/4 tigres", &game), "8: `tigres` is no side here; did you mean `tigers`?");
    assert_eq!(said("4/4/4/4 tigers hnad=B2", &game), "15: `hnad` is no field here; did you mean `hand`?");
    assert_eq!(said("4/4/4/4 tigers hand=B2,Q1", &game), "23: `Q` is no piece's letter here");
    assert_eq!(said("4/4/4/4 tigers hand=B2 hand=B2", &game), "23: the field `hand` stands twice");
    assert_eq!(said("4/4/4/4 tigers last=tigers", &game), "20: the field `last` is read by no rule of this game");
    assert_eq!(
        said("4/4/4/4 tigers turn=x", &game),
        "20: expected an entry and the moves left of it, such as `2.1`, found `x`"
    );
    assert_eq!(said("4/4/4/4 tigers 3", &game), "15: expected a field such as `hand=-`, found `3`");
    assert_eq!(
        said("3#/5/2S2/5/K4 black", &promoters()),
        "2: rank 5 has 5 sites, the text gives 3; letters stand for pieces, numbers for empty sites"
    );
}

// ---- records

fn played(game: &Game, moves: &[&str]) -> Play {
    let mut play = Play::new(game);
    for text in moves {
        let legal = play.moves().unwrap();
        play.play(&read_move(text, &legal, game).unwrap()).unwrap();
    }
    play
}

#[test]
fn a_record_reads_as_it_is_written() {
    let game = herd();
    let play = played(
        &game,
        &["a1-a2", "d6-d5", "a2-a3", "d5-d6", "a3-a4", "d6-d5", "a4-a5", "d5-d6", "a5-a6", "d6-d5", "a6-a7"],
    );
    let mut written = record(&play, &[("Herd".into(), "Ann \"A\" Lee".into())]);
    written.moves[1].comments.push("a dog comes down".into());
    let text = write_record(&written);
    insta::assert_snapshot!(text);
    let read = read_record(&text).unwrap();
    assert_eq!(write_record(&read), text);
    let again = replay(&read, &game).unwrap();
    assert_eq!((again.position(), again.made()), (play.position(), play.made()));
    assert_eq!(record_differences(&read, &again), []);
}

#[test]
fn a_record_may_begin_elsewhere() {
    let game = leapers();
    let mut play = at("BBB1/TTB1/BT2/1BB1 tigers captured=B4", &game);
    let mv = play.moves().unwrap().into_iter().find(|m| !m.captured.is_empty()).unwrap();
    play.play(&mv).unwrap();
    let text = write_record(&record(&play, &[]));
    assert!(text.contains("[Position \"BBB1/TTB1/BT2/1BB1 tigers captured=B4\"]"), "{text}");
    assert_eq!(replay(&read_record(&text).unwrap(), &game).unwrap().position(), play.position());
}

#[test]
fn a_record_that_fails_names_the_move() {
    let game = herd();
    let read = read_record("1. a1-a2 d6-d5 2. a2-a4").unwrap();
    let error = replay(&read, &game).unwrap_err();
    assert_eq!(
        (error.at, error.to_string().as_str()),
        (18, "move 2 (`a2-a4`): no legal move is written so; legal are a2-a3")
    );
    // Rules that differ are told, and are no error.
    let read = read_record("[Ruleset \"sample\"]\n[Version \"0.9\"]\n\n1. a1-a2").unwrap();
    let play = replay(&read, &game).unwrap();
    let said: Vec<String> = record_differences(&read, &play).iter().map(ToString::to_string).collect();
    assert_eq!(said, ["version: `0.9` in the text, `1.0` here", "option duty: nothing in the text, `must` here"]);
}

#[test]
fn wrong_records_say_where() {
    let said = |text: &str| {
        let e = read_record(text).unwrap_err();
        format!("{}: {e}", e.at)
    };
    assert_eq!(said("[Date 3]"), "5: expected a tag such as `[Date \"2024-05-01\"]`, found ` 3]`");
    assert_eq!(said("[Date \"3"), "7: expected a value that ends with `\"` on its line, found the end");
    assert_eq!(said("[A \"1\"]\n[A \"2\"]"), "9: the field `A` stands twice");
    assert_eq!(said("1. a {no end"), "12: expected `}`, found the end; a comment is not closed");
    assert_eq!(said("1. a [A \"2\"]"), "5: expected a move, found `[`; tags stand before the moves");
    assert_eq!(said("[Result \"draw\"]\nresult: herd wins"), "16: expected `draw`, as the tags say, found `herd wins`");
    assert_eq!(said("result: draw\n1. a"), "13: expected the end of the record, found `1. a`");
}

// ---- round trips

/// Plays at random by the numbers given; calls `look` at every position.
fn wander(game: &Game, choices: &[u16], mut look: impl FnMut(&Play)) -> Play {
    let mut play = Play::new(game);
    for choice in choices {
        look(&play);
        let legal = play.moves().unwrap();
        let Some(mv) = legal.get(*choice as usize % legal.len().max(1)) else { break };
        play.play(&mv.clone()).unwrap();
    }
    look(&play);
    play
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn moves_positions_and_records_come_back(choices in prop::collection::vec(any::<u16>(), 0..40)) {
        for game in all() {
            let play = wander(&game, &choices, |play| {
                let legal = play.moves().unwrap();
                for (mv, text) in legal.iter().zip(move_texts(&legal, &game)) {
                    assert_eq!(read_move(&text, &legal, &game).as_ref(), Ok(mv), "{text}");
                }
                let text = write_position(play.position(), play.history(), &game);
                let read = read_position(&text, &game).unwrap();
                let mut plain = play.position().clone();
                plain.outcome = None;
                assert_eq!((&read.position, read.history.as_slice()), (&plain, play.history()), "{text}");
            });
            let text = write_record(&record(&play, &[]));
            let again = replay(&read_record(&text).unwrap(), &game).unwrap();
            assert_eq!(again.position(), play.position());
        }
    }

    #[test]
    fn no_text_panics(text in "[a-k1-7xBDCTS@=/()+, .{}\\[\\]\"#O-]{0,40}", wild in any::<String>()) {
        for game in all() {
            let legal = Play::new(&game).moves().unwrap();
            for text in [&text, &wild, &format!("{text} herd {wild}=1 hand={text}"), &format!("4/4/4/4 tigers marks={text}")] {
                let _ = read_move(text, &legal, &game);
                if let Ok(read) = read_position(text, &game) {
                    let _ = Play::from_position(&game, read.position, read.history);
                }
                if let Ok(record) = read_record(text) {
                    let _ = replay(&record, &game);
                    let written = write_record(&record);
                    prop_assert_eq!(write_record(&read_record(&written).unwrap()), written);
                }
            }
        }
    }

    #[test]
    fn no_field_panics(value in "[-a-e0-5:.,BTSs+ptas]{0,12}", key in prop::sample::select(vec![
        "hand", "captured", "phase", "turn", "marks", "moved", "unmoved", "was", "last", "out", "counters", "forfeit",
        "history", "ruleset", "options", "rules",
    ])) {
        for (game, stem) in [(leapers(), "BB2/4/2T1/4 tigers"), (promoters(), "3sk/2s2/5/2S2/KS3 white"), (herd(), "11/11/B10/11/11/11/3D7 herd")] {
            if let Ok(read) = read_position(&format!("{stem} {key}={value}"), &game) {
                let again = read_position(&write_position(&read.position, &read.history, &game), &game).unwrap();
                prop_assert_eq!(again.position, read.position.clone());
                let _ = Play::from_position(&game, read.position, read.history);
            }
        }
    }
}
