//! Why: hand-worked cases, and a property over all pairs of sites.

use crate::{Made, inline, ruleset};
use houserules::engine::{Action, Dice, Play, Question};
use houserules::explain::{Answer, Explainer, RefusalKind, why};

fn pair(made: &Made, from: &str, to: &str) -> Question {
    Question::Piece { from: made.site(from), to: made.site(to), through: Vec::new() }
}

#[track_caller]
fn ask(made: &Made, play: &Play, from: &str, to: &str) -> Answer {
    why(play, &made.settled, &pair(made, from, to)).unwrap()
}

#[track_caller]
fn refuses(made: &Made, play: &Play, from: &str, to: &str, kind: RefusalKind, cited: &str) {
    let answer = ask(made, play, from, to);
    assert_eq!((answer.refusal, answer.cited(&made.ruleset.sources).as_str()), (Some(kind), cited));
}

const HERD: u8 = 0;
const DEFENDERS: u8 = 1;

// Bison on 11 x 7: plain = rank 1, village = rank 7, prairie = ranks 2 to 6.

#[test]
fn a_buffalo_neither_turns_aside_nor_steps_onto_a_piece() {
    let bison = ruleset("bison", &[]);
    let play = bison.position("B e3 g4, D e4, C d4", HERD);
    use RefusalKind::{NoWay, Target};
    // The line `step forward to empty` is the 19th of the file.
    refuses(&bison, &play, "e3", "e4", Target, "a buffalo cannot move to e4: a dog stands there (bison.rules:19)");
    let aside = "a buffalo moves one square straight forward, and that does not lead from e3 to f3 (bison.rules:19)";
    refuses(&bison, &play, "e3", "f3", NoWay, aside);
    let far = "a buffalo moves one square straight forward, and that does not lead from g4 to g6 (bison.rules:19)";
    refuses(&bison, &play, "g4", "g6", NoWay, far);
    assert!(ask(&bison, &play, "g4", "g5").legal);
}

#[test]
fn a_dog_passes_no_buffalo_and_stays_in_the_prairie() {
    let bison = ruleset("bison", &[]);
    // Going east from b4: c4, d4 are free, e4 has a buffalo, f4 lies behind it.
    let play = bison.position("B e4, D b4, C d6", DEFENDERS);
    use RefusalKind::{Confined, NoWay, OnTheWay, Target};
    refuses(&bison, &play, "b4", "f4", OnTheWay, "a dog cannot pass e4: a buffalo stands there (bison.rules:23)");
    refuses(&bison, &play, "b4", "e4", Target, "a dog cannot move to e4: a buffalo stands there (bison.rules:23)");
    // b1 is in the plain, b7 in the village.
    refuses(&bison, &play, "b4", "b1", Confined, "a dog may not enter b1: it stays in the prairie (bison.rules:22)");
    refuses(&bison, &play, "b4", "b7", Confined, "a dog may not enter b7: it stays in the prairie (bison.rules:22)");
    let line = "a dog moves in a straight line, and d3 is not on a line with b4 (bison.rules:23)";
    refuses(&bison, &play, "b4", "d3", NoWay, line);
    assert!(ask(&bison, &play, "b4", "d2").legal);
}

#[test]
fn the_chief_takes_no_buffalo_in_the_plain() {
    let bison = ruleset("bison", &[]);
    // V3 of the rulebook's test positions: B f1, C f2. The chief may take nothing that stands on rank 1.
    let play = bison.position("B f1 g3, C f2, D e3", DEFENDERS);
    use RefusalKind::{Confined, NoWay, Target};
    refuses(&bison, &play, "f2", "f1", Confined, "a chief may not enter f1: it stays in the prairie (bison.rules:26)");
    let dog = "a chief cannot move to e3: a dog stands there, and a chief captures only a buffalo (bison.rules:27)";
    refuses(&bison, &play, "f2", "e3", Target, dog);
    let far = "a chief moves one square in any direction, and that does not lead from f2 to f4 (bison.rules:27)";
    refuses(&bison, &play, "f2", "f4", NoWay, far);
    let takes = ask(&bison, &play, "f2", "g3");
    assert!(takes.legal && takes.chain.iter().any(|c| c.text == "the buffalo on g3 is captured"), "{takes:#?}");
}

#[test]
fn nobody_moves_what_is_not_theirs() {
    let bison = ruleset("bison", &[]);
    let play = bison.position("B e3, D b4, C d6", HERD);
    use RefusalKind::{NotOnTurn, NothingThere};
    refuses(&bison, &play, "a1", "a2", NothingThere, "nothing stands on a1 (bison.rules:45)");
    let dog = "the dog on b4 belongs to the defenders, and the herd is to move (bison.rules:45)";
    refuses(&bison, &play, "b4", "b5", NotOnTurn, dog);
}

#[test]
fn passing_needs_leave() {
    let bison = ruleset("bison", &[]);
    let play = Play::new(&bison.game);
    let answer = why(&play, &bison.settled, &Question::Pass).unwrap();
    assert_eq!(answer.cited(&bison.ruleset.sources), "the herd may not pass: a move must be made (bison.rules:46)");
    let both = ruleset("bison", &[("may-pass", "both")]);
    let play = Play::new(&both.game);
    assert!(why(&play, &both.settled, &Question::Pass).unwrap().legal);
}

#[test]
fn a_finished_game_has_no_moves() {
    let bison = ruleset("bison", &[]);
    let play = bison.position("B e7 a1, D b4, C d6", DEFENDERS);
    let over = "the game is over: a buffalo reached the village (bison.rules:49)";
    refuses(&bison, &play, "b4", "b5", RefusalKind::GameOver, over);
}

#[test]
fn a_legal_move_names_its_line_and_what_follows() {
    let bison = ruleset("bison", &[]);
    let play = bison.position("B e3 g4, D b4, C d6", DEFENDERS);
    let answer = ask(&bison, &play, "b4", "e4");
    insta::assert_snapshot!(answer.text(&bison.ruleset.sources));
    let village = bison.position("B e6, D b4, C d6", HERD);
    insta::assert_snapshot!(ask(&bison, &village, "e6", "e7").text(&bison.ruleset.sources));
}

// Tiger and Buffaloes on 4 x 4 points with orthogonal lines.

#[test]
fn while_placing_nothing_moves_and_only_what_is_in_hand_drops() {
    let tiger = ruleset("tiger-and-buffaloes", &[]);
    let mut play = Play::new(&tiger.game);
    let first = play.moves().unwrap()[0].clone();
    assert!(matches!(first.action, Action::Drop(_)));
    play.play(&first).unwrap();
    let phase = "a buffalo cannot move so in phase placing, which allows only a drop (tiger-and-buffaloes.rules:27)";
    refuses(&tiger, &play, "a1", "a2", RefusalKind::Phase, phase);
    let kinds = &tiger.game.rules().kinds;
    let of = |name: &str| kinds.iter().position(|k| k.name == name).unwrap() as u8;
    let tiger_now = Question::Drop { kind: of("tiger"), to: tiger.site("b2") };
    let answer = why(&play, &tiger.settled, &tiger_now).unwrap();
    assert_eq!(answer.refusal, Some(RefusalKind::NotInHand));
    let occupied = Question::Drop { kind: of("buffalo"), to: tiger.site("a1") };
    let cited = why(&play, &tiger.settled, &occupied).unwrap().cited(&tiger.ruleset.sources);
    assert_eq!(cited, "a buffalo cannot be dropped on a1: a buffalo stands there (tiger-and-buffaloes.rules:14)");
}

#[test]
fn a_tiger_jumps_over_a_buffalo_and_nothing_else() {
    let tiger = ruleset("tiger-and-buffaloes", &[]);
    // a1 tiger; a2 buffalo with a3 free behind; b1 tiger with c1 free behind; c3 tiger.
    let play = tiger.position_in(1, "T a1 b1 c3, B a2 d1 d2 d3 d4 c4 b4 b3", 1);
    use RefusalKind::{Jumped, NoWay, Target};
    assert!(ask(&tiger, &play, "a1", "a3").legal);
    let over = "a tiger jumps only over a buffalo, and a tiger stands on b1 (tiger-and-buffaloes.rules:21)";
    refuses(&tiger, &play, "a1", "c1", Jumped, over);
    let onto = "a tiger cannot move to a2: a buffalo stands there (tiger-and-buffaloes.rules:20)";
    refuses(&tiger, &play, "a1", "a2", Target, onto);
    // No diagonal line is drawn.
    let kind = ask(&tiger, &play, "a1", "b2");
    assert_eq!((kind.refusal, kind.site), (Some(NoWay), Some(tiger.site("b2"))));
    // From c3 over c4 the board ends; from c3 to c1 nothing stands between.
    let nothing = "a tiger jumps only over a buffalo, and nothing stands on c2 (tiger-and-buffaloes.rules:21)";
    refuses(&tiger, &play, "c3", "c1", Jumped, nothing);
}

#[test]
fn a_duty_to_capture_refuses_quiet_moves() {
    let tiger = ruleset("tiger-and-buffaloes", &[("duty", "must")]);
    let play = tiger.position_in(1, "T a1 b1 c3, B a2 d1 d2 d3 d4 c4 b4 b3", 1);
    let answer = ask(&tiger, &play, "b1", "c1");
    assert_eq!(answer.refusal, Some(RefusalKind::Duty));
    assert_eq!(
        answer.cited(&tiger.ruleset.sources),
        "a capture by a tiger is possible, and must be made (tiger-and-buffaloes.rules:54)"
    );
}

#[test]
fn every_kind_of_line_has_its_refusal() {
    // A file made for the purpose: ranges, origins, conditions, clauses and neutral pieces.
    let made = inline(
        r#"game "Test" { version 1.0 }
board squares 8 x 8
zone pit = d4
side white faces north
side black faces south
piece runner "R" "r" of white, black, never enters pit { slide any direction at most 3 to empty }
piece guard "G" "g" of white, black {
    step forward to empty from own rank 2
    step backward to empty when any stone next to there
    step sideways to empty unless any runner next to there
    step forward diagonal capturing enemy
}
piece stone "O" of nobody
start { place runner of white at a1   place runner of black at h8 }
turns from white, alternating
passing when stuck
illegal when any guard in edge east "no guard stands on the east edge"
end draw when position occurs 3 times "again"
end white wins when white cannot move on their turn "stuck"
end white wins when black cannot move on their turn "stuck too"
"#,
    );
    let play = made.position("R a1, r h8, G c2 g3 d6 f5, O e5", 0);
    use RefusalKind::{Captured, Condition, Confined, From, Illegal, Neutral, NoWay, Range};
    refuses(&made, &play, "a1", "a5", Range, "a runner moves at most three squares, and a5 is 4 away (test.rules:6)");
    refuses(&made, &play, "a1", "d4", Confined, "a runner may not enter d4: it never enters the pit (test.rules:6)");
    refuses(&made, &play, "a1", "e5", Confined, "a runner may not pass d4: it never enters the pit (test.rules:6)");
    refuses(&made, &play, "e5", "e6", Neutral, "the stone on e5 belongs to nobody, so nobody moves it (test.rules:13)");
    let rank = "a guard may move so only from its own rank 2, and it stands on d6 (test.rules:8)";
    refuses(&made, &play, "d6", "d7", From, rank);
    let when = "a guard may move to c1 only when a stone is next to the square of the landing (test.rules:9)";
    refuses(&made, &play, "c2", "c1", Condition, when);
    let unless = "a guard may move to b2 not when a runner is next to the square of the landing (test.rules:10)";
    refuses(&made, &play, "c2", "b2", Condition, unless);
    let takes = "a guard moves so only to capture an enemy piece, and nothing stands on d3 (test.rules:11)";
    refuses(&made, &play, "c2", "d3", Captured, takes);
    let east = "that is illegal: no guard stands on the east edge (test.rules:17)";
    refuses(&made, &play, "g3", "h3", Illegal, east);
    let none = ask(&made, &play, "c2", "g8");
    assert_eq!((none.refusal, none.site), (Some(NoWay), Some(made.site("g8"))));
    let pass = why(&play, &made.settled, &Question::Pass).unwrap();
    assert_eq!(pass.cited(&made.ruleset.sources), "White may not pass while there is a move to make (test.rules:16)");
}

/// Every refusal names a site and a line, and a pair is legal exactly if a legal move has that origin and landing.
fn agrees_with_the_moves(made: &Made, play: &Play) {
    let moves = play.moves().unwrap();
    let mut explainer = Explainer::new(play, &made.settled).unwrap();
    for from in made.game.board().sites() {
        for to in made.game.board().sites() {
            let answer = explainer.ask(&Question::Piece { from, to, through: Vec::new() }).unwrap();
            let origin = |m: &houserules::engine::Move| match m.action {
                Action::Joint(n) => Some(*made.game.rules().joints[n as usize].legs[0].1.of(m.side)),
                _ => m.from(),
            };
            let legal = moves.iter().any(|m| origin(m) == Some(from) && m.to() == Some(to));
            let said = || format!("{} {from} {to} {answer:#?} {:#?}", made.ruleset.id, play.position());
            assert_eq!(answer.legal, legal, "{}", said());
            if !legal {
                let span = answer.span.unwrap_or_default();
                assert!(answer.refusal.is_some() && answer.site.is_some() && span.end > span.start, "{}", said());
                assert!(!answer.cited(&made.ruleset.sources).contains('?'), "{}", said());
            }
        }
    }
}

#[test]
fn every_answer_agrees_in_the_other_games_too() {
    let mut asked = 0;
    let mut ids: Vec<String> = std::fs::read_dir("tests/sketches")
        .unwrap()
        .filter_map(|e| e.unwrap().file_name().to_str()?.strip_suffix(".rules").map(str::to_owned))
        .collect();
    ids.sort();
    for id in ids {
        let Some(made) = crate::try_ruleset(&id, &[]) else { continue };
        let mut dice = Dice::new(11);
        let mut play = Play::new(&made.game);
        for ply in 0..24 {
            if ply % 11 == 0 {
                agrees_with_the_moves(&made, &play);
                asked += 1;
            }
            let moves = play.moves().unwrap();
            if moves.is_empty() {
                break;
            }
            play.play(&moves[dice.below(moves.len() as u32) as usize]).unwrap();
        }
    }
    assert!(asked >= 50, "{asked} positions");
}

#[test]
fn every_answer_agrees_with_the_legal_moves() {
    for id in ["bison", "tiger-and-buffaloes", "bison-beginners", "zombies"] {
        let made = ruleset(id, &[]);
        let mut dice = Dice::new(7);
        for _ in 0..3 {
            let mut play = Play::new(&made.game);
            for ply in 0..60 {
                if ply % 12 == 0 || play.outcome().is_some() {
                    agrees_with_the_moves(&made, &play);
                }
                let moves = play.moves().unwrap();
                if moves.is_empty() {
                    break;
                }
                play.play(&moves[dice.below(moves.len() as u32) as usize]).unwrap();
            }
        }
    }
}
