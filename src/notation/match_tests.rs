//! Records of matches: written by hand, written by play, and wrong ones.

use super::*;
use crate::engine::{Change, Game, NextRound, Play, PlayerFacts, Tiebreak};
use crate::language::load;
use crate::library::Library;
use crate::match_play::fake::Fake;
use crate::match_play::{Match, MatchOutcome, RoundEnd, Rounds, Step};
use crate::ruleset::{Ruleset, Settings, SideId, resolve, settle};
use proptest::prelude::*;
use std::sync::Arc;

/// Hooks whose answers depend on how many rounds have been played; `says`: what they say, where that is not their own.
fn fake(says: Option<String>) -> Fake {
    let says = Arc::new(move |otherwise: &str| says.clone().unwrap_or_else(|| otherwise.to_owned()));
    let mut fake = Fake::new();
    fake.first = Box::new(|so_far| u8::from(so_far.players[so_far.seats[1]].beginner));
    let note = says.clone();
    fake.next = Box::new(move |so_far| {
        let board = so_far.game.board();
        let site = |name: &str| board.site(name).expect("a site");
        let dog = Change::Place { kind: 1, owner: Some(1), site: site("c3") };
        match so_far.rounds.len() % 4 {
            0 => NextRound { note: note(""), ..NextRound::default() },
            1 => {
                NextRound { changes: vec![Change::Remove(site("a1"))], note: note("a buffalo\nless"), settings: vec![] }
            }
            2 => NextRound { settings: vec![("dog-count".into(), "2".into())], ..NextRound::default() },
            _ => NextRound { changes: vec![Change::Remove(site("b1")), dog], ..NextRound::default() },
        }
    });
    fake.tie = Box::new(move |so_far| match so_far.rounds.len() {
        2..=4 => Tiebreak::Again(says("too even (by far)")),
        5 => Tiebreak::Drawn(says("")),
        _ => Tiebreak::Wins(1, says("luck")),
    });
    fake
}

/// Hooks that must not be asked.
fn unasked() -> Fake {
    const SAID: &str = "the record says what this hook answered";
    let mut fake = Fake::new();
    fake.first = Box::new(|_| panic!("{SAID}"));
    fake.next = Box::new(|_| panic!("{SAID}"));
    fake.tie = Box::new(|_| panic!("{SAID}"));
    fake
}

fn bison() -> Arc<Ruleset> {
    Arc::new(load("bison", &Library).expect("it is built in").ruleset)
}

fn rounds(game: &Game) -> Rounds {
    Rounds { game: game.clone(), ruleset: bison(), make: None }
}

fn game(settings: &[(&str, &str)], hooks: Option<Fake>) -> Game {
    let settings: Settings = settings.iter().copied().collect();
    let rules = settle(&bison(), &settings).and_then(|s| resolve(&s)).expect("the settings stand");
    match hooks {
        Some(hooks) => Game::with_hooks(rules, Arc::new(hooks)),
        None => Game::new(rules),
    }
}

fn begun(settings: &[(&str, &str)], hooks: Option<Fake>) -> Match {
    let players = ["Ann", "Ben"].map(|name| PlayerFacts { name: name.into(), beginner: name == "Ben" });
    Match::new(rounds(&game(settings, hooks)), players.to_vec(), vec![0, 1], 7).expect("a match")
}

fn text(play: &Match, rounds: &[Play]) -> String {
    write_match_record(&match_record(play, rounds, &[("Table".into(), "4".into())]))
}

fn replayed(text: &str, game: &Game) -> Result<ReplayedMatch, MatchTextError> {
    replay_match(&read_match_record(text)?, rounds(game))
}

/// Three rounds on a board of three columns, the last in progress.
const MATCH: &str = r#"[Match "bison"]
[Version "1.0"]
[Options "columns=3 rows=4 dog-count=0 tie=play-on"]
[Players "Ann, Ben"]
[Seed "5"]

round 1: Ann as herd, Ben as defenders

1. a1-a2 b3-c2 2. a2-a3 c2-b3 {the chief is late:
round 9: is no heading here} 3. a3-a4

result: herd wins (a buffalo reached the village)
standing: Ann: 1, Ben: 0

round 2: Ben as herd, Ann as defenders

1. a1-a2

result: herd wins (the defenders gave the game up)
resigned: defenders
standing: Ann: 1, Ben: 1

round 3: Ann as herd, Ben as defenders

1. c1-c2 b3xc2
"#;

const COLUMNS: [(&str, &str); 4] = [("columns", "3"), ("rows", "4"), ("dog-count", "0"), ("tie", "play-on")];

#[test]
fn a_record_written_by_hand_is_played() {
    let game = game(&COLUMNS, None);
    let mut again = replayed(MATCH, &game).expect("it is sound");
    assert_eq!(again.differences, []);
    assert_eq!(again.rounds.iter().map(|r| r.made().len()).collect::<Vec<_>>(), [5, 1, 2]);
    // By hand: the herd moved a1, a2, a3; nothing was taken; three columns have three buffaloes, the chief alone stands
    // for the defenders. Then one move of the herd.
    let facts = |n: usize| again.play.played()[n].facts.clone();
    assert_eq!((facts(0).moves, facts(0).captures, facts(0).left), (vec![3, 2], vec![0, 0], vec![3, 0, 0, 0, 0, 1]));
    assert_eq!((facts(1).moves, facts(1).winner, facts(1).resigned), (vec![1, 0], Some(0), true));
    assert_eq!(again.play.current().map(|r| r.number), Some(3));
    // What is written of it says the same, but for the comment.
    let written = text(&again.play, &again.rounds);
    let back = replayed(&written, &game).expect("it is sound");
    assert_eq!(text(&back.play, &back.rounds), written);
    insta::assert_snapshot!(written.lines().filter(|l| !l.starts_with("[Rules ")).collect::<Vec<_>>().join("\n"));
    // In the round in progress the chief has captured one; then Ben resigns and Ann has won as herd alone: on it goes.
    let end = RoundEnd::resigned(&again.rounds[2], 1, "enough");
    assert_eq!(end.facts().captures, [0, 1]);
    again.play.finish(end).expect("a round is played");
    assert!(matches!(again.play.step(), Ok(Step::Round(r)) if r.number == 4));
}

#[track_caller]
fn wrong(from: &str, to: &str) -> String {
    wrong_for(&COLUMNS, from, to)
}

#[track_caller]
fn wrong_for(settings: &[(&str, &str)], from: &str, to: &str) -> String {
    assert!(MATCH.contains(from), "{from}");
    replayed(&MATCH.replacen(from, to, 1), &game(settings, None)).expect_err("it is wrong").to_string()
}

/// The same board, on which a script makes the next round different.
const HANDICAP: [(&str, &str); 4] = [("columns", "3"), ("rows", "4"), ("dog-count", "0"), ("tie", "handicap")];
const DIFFERENT: &str = "\n\n1. a1-a2 b3-c2";

fn wrong_start(line: &str) -> String {
    wrong_for(&HANDICAP, DIFFERENT, &format!("\n{line}{DIFFERENT}"))
}

#[test]
fn wrong_records_name_the_line() {
    let said = [
        wrong("[Players \"Ann, Ben\"]\n", ""),
        wrong("Ann, Ben", "Ann"),
        wrong("Ann, Ben", "Ann, Ann"),
        wrong("[Seed \"5\"]", "[Seed \"five\"]"),
        wrong("[Seed \"5\"]", "[Seed \"5\"]\n\n1. a1-a2"),
        wrong("round 1: Ann as herd", "round 1: Ann plays herd"),
        wrong("round 1: Ann as herd", "round one: Ann as herd"),
        wrong("round 1: Ann as herd", "round 1: Anne as herd"),
        wrong("round 1: Ann as herd", "round 1: Ann as heard"),
        wrong("round 1: Ann as herd", "round 1: Ann as defenders"),
        wrong("round 2: Ben as herd, Ann as defenders", "round 2: Ann as herd, Ben as defenders"),
        wrong("round 2:", "round 2, again:"),
        wrong("round 3:", "round 4:"),
        wrong("a2-a3", "a2-a4"),
        wrong("3. a3-a4\n\nresult: herd wins (a buffalo reached the village)", ""),
        wrong("3. a3-a4\n\nresult: herd wins (a buffalo reached the village)\nstanding: Ann: 1, Ben: 0", ""),
        wrong(" 3. a3-a4", ""),
        wrong("1. c1-c2", "[Site \"x\"]\n1. c1-c2"),
        wrong("resigned: defenders\n", ""),
        wrong("resigned: defenders\n", "resigned: dogs\n"),
        wrong("standing: Ann: 1, Ben: 1", "resigned: herd"),
        wrong("standing: Ann: 1, Ben: 0", "resigned: herd"),
        wrong("round 3: Ann", "match: Ann wins\nround 3: Ann"),
        wrong("1. c1-c2 b3xc2\n", "\nmatch: tied"),
        wrong("\n\n1. c1-c2", "\nchosen: Ann as herd\n\n1. c1-c2"),
        wrong("\n\n1. c1-c2", "\nfirst turn: buffaloes\n\n1. c1-c2"),
        wrong("\n\n1. c1-c2", "\nsettings: columns\n\n1. c1-c2"),
        wrong_start("settings: columns=2"),
        wrong("\n\n1. c1-c2", "\nstart: drop a1\n\n1. c1-c2"),
        wrong("\n\n1. c1-c2", "\nstart: remove a9\n\n1. c1-c2"),
        wrong_start("start: remove a2"),
        wrong("\n\n1. c1-c2", "\nstart: place cat of herd at a2\n\n1. c1-c2"),
        // Answers that nobody asked for.
        wrong("\n\n1. c1-c2", "\nfirst turn: herd\n\n1. c1-c2"),
        wrong("\n\n1. c1-c2", "\nstart: remove a1\n\n1. c1-c2"),
        wrong("\n\n1. c1-c2", "\nnote: so be it\n\n1. c1-c2"),
        wrong("standing: Ann: 1, Ben: 0\n", "standing: Ann: 1, Ben: 0\ntiebreak: again\n"),
        wrong("standing: Ann: 1, Ben: 1\n", "standing: Ann: 1, Ben: 1\ntiebreak: wins nobody\n"),
        wrong("1. c1-c2 b3xc2\n", "1. c1-c2 b3xc2\n\ntiebreak: again\n"),
        wrong("1. c1-c2 b3xc2\n", "1. c1-c2 b3xc2\n\nstanding: Ann: 1, Ben: 1\n"),
    ];
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn what_a_record_says_otherwise_is_told() {
    let changed =
        MATCH.replace("standing: Ann: 1, Ben: 0", "standing: Ann: 2, Ben: 0").replace("tie=play-on", "tie=fewest");
    let again = replayed(&changed, &game(&COLUMNS, None)).expect("it can be played");
    let said: Vec<String> = again.differences.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "option tie: `fewest` in the text, `play-on` here",
            "standing after round 1: `Ann: 2, Ben: 0` in the text, `Ann: 1, Ben: 0` here",
        ]
    );
}

/// Plays a match with these numbers for choices, rounds cut or given up where they say so. `stop`: after so many moves.
fn played(settings: &[(&str, &str)], choices: &[u16], stop: usize) -> (Match, Vec<Play>) {
    let mut play = begun(settings, Some(fake(None)));
    let (mut rounds, mut n) = (Vec::new(), 0);
    let mut choose = || {
        n += 1;
        choices.get(n % choices.len().max(1)).copied().unwrap_or_default() as usize + n / choices.len().max(1)
    };
    let mut made = 0;
    loop {
        match play.step().expect("no hook fails") {
            Step::Over(_) => return (play, rounds),
            Step::Choose { .. } => play.choose((choose() % 2) as SideId).expect("somebody chooses"),
            Step::Round(round) => {
                let mut board = Play::new(&round.game);
                let end = loop {
                    if let Some(end) = RoundEnd::of(&board) {
                        break end;
                    }
                    if made >= stop {
                        rounds.push(board);
                        return (play, rounds);
                    }
                    match choose() % 23 {
                        0 => break RoundEnd::resigned(&board, board.position().to_move, "(enough)"),
                        1 => break RoundEnd::broken_off(&board, "too late"),
                        _ => {}
                    }
                    let moves = board.moves().expect("no hook fails");
                    board.play(&moves[choose() % moves.len()]).expect("a legal move");
                    made += 1;
                };
                rounds.push(board);
                play.finish(end).expect("a round is played");
            }
        }
    }
}

#[test]
fn the_answer_of_a_tiebreak_after_the_last_round_is_kept() {
    // Two rounds that nobody won: the hook is asked after them. The record ends there.
    let two = |tiebreak: &str| {
        format!(
            "[Match \"bison\"]\n[Players \"Ann, Ben\"]\n\nround 1: Ann as herd, Ben as defenders\n\nresult: unfinished\n\
             \nround 2: Ben as herd, Ann as defenders\n\nresult: unfinished\n{tiebreak}\n"
        )
    };
    let fewest = || game(&[("tie", "fewest")], Some(unasked()));
    let mut again = replayed(&two("tiebreak: again (too even)"), &fewest()).expect("it is sound");
    assert_eq!((again.play.planned(), again.play.current().map(|r| r.number)), (3, None));
    assert_eq!(again.play.played()[1].tiebreak, Some(Tiebreak::Again("too even".into())));
    assert!(text(&again.play, &again.rounds).ends_with("\ntiebreak: again (too even)\n"));
    // The hook would complain if it were asked once more.
    assert!(matches!(again.play.step(), Ok(Step::Round(r)) if r.number == 3));
    let again = replayed(&two("tiebreak: Ben wins (luck)"), &fewest()).expect("it is sound");
    assert_eq!(again.play.result().map(|r| r.outcome), Some(MatchOutcome::Won(1)));
    let wrong = |tiebreak: &str, game: &Game| replayed(&two(tiebreak), game).expect_err("it is wrong").to_string();
    assert_eq!(
        wrong("tiebreak: wins nobody", &fewest()),
        "line 11: expected `NAME wins`, `drawn`, `tied` or `again`, found `wins nobody`"
    );
    assert_eq!(wrong("tiebreak: again", &game(&[], None)), "line 11: no script is asked for a tiebreak here");
}

#[test]
fn a_first_turn_chosen_once_is_not_chosen_again() {
    let two = |first: &str| {
        format!(
            "[Match \"bison\"]\n[Players \"Ann, Ben\"]\n\nround 1: Ann as herd, Ben as defenders\nfirst turn: defenders\n\n\
             result: unfinished\n\nround 2: Ben as herd, Ann as defenders\nfirst turn: {first}\n"
        )
    };
    let read = |first, agreement| {
        let game = game(&[("first-turn", "by-player"), ("agreement", agreement)], Some(unasked()));
        replayed(&two(first), &game).map(|r| r.play.current().and_then(|r| r.first)).map_err(|e| e.to_string())
    };
    assert_eq!(read("defenders", "match"), Ok(Some(1)));
    assert_eq!(read("herd", "round"), Ok(Some(0)));
    assert_eq!(
        read("herd", "match"),
        Err("line 10: expected `defenders`, which was chosen before, found `herd`".into())
    );
}

#[test]
fn braces_outside_comments_mean_nothing() {
    let game = game(&HANDICAP, None);
    let braced = MATCH
        .replace("tie=play-on", "tie=handicap")
        .replace("[Seed", "[Event \"{\\\"{\"]\n[Seed")
        .replace("village)", "village {)")
        .replace("gave the game up", "gave {the} game} up")
        .replace(
            "\nround 2: Ben as herd, Ann as defenders",
            "\nround 2: Ann as herd, Ben as defenders\nnote: { it is said",
        );
    let braced =
        braced.replace("resigned: defenders\nstanding: Ann: 1, Ben: 1", "resigned: herd\nstanding: Ann: 1, Ben: 1");
    let braced = braced.replace("herd wins (the defenders gave {", "defenders win (the herd gave {");
    let read = replayed(&braced, &game).expect("it is sound");
    assert_eq!(read.differences, []);
    assert_eq!(read.play.current().map(|r| r.number), Some(3));
    let notes = read.play.played().iter().map(|p| p.round.different.note.as_str());
    assert_eq!(notes.collect::<Vec<_>>(), ["", "{ it is said"]);
}

#[test]
fn a_match_that_scripts_shape_is_written() {
    let settings =
        [("first-turn", "by-player"), ("agreement", "round"), ("tie", "fewest"), ("columns", "5"), ("rows", "4")];
    let (play, rounds) = played(&settings, &[3, 14, 15, 9, 26, 5, 35, 8, 97], 1_000);
    let written = text(&play, &rounds);
    insta::assert_snapshot!(written.lines().filter(|l| !l.starts_with("[Rules ")).collect::<Vec<_>>().join("\n"));
    let result = play.result().expect("it is over");
    assert!(matches!(result.outcome, MatchOutcome::Drawn | MatchOutcome::Won(_)), "{result:?}");
}

const SETTINGS: [&[(&str, &str)]; 4] = [
    &[("first-turn", "by-player"), ("agreement", "round"), ("tie", "fewest"), ("columns", "5")],
    &[("tie", "handicap"), ("columns", "7"), ("rows", "5"), ("resigning", "replayed")],
    &[("tie", "play-on"), ("added-rounds", "loser"), ("columns", "5"), ("dog-count", "1"), ("rows", "4")],
    &[("tie", "play-out"), ("counting", "pair"), ("most-rounds", "4"), ("columns", "3"), ("dog-count", "1")],
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What is written is read back to the same match, and no hook is asked.
    #[test]
    fn matches_come_back(choices in prop::collection::vec(any::<u16>(), 1..40), which in 0..4usize, stop in 0..400usize) {
        let (mut play, rounds) = played(SETTINGS[which], &choices, stop);
        let written = text(&play, &rounds);
        let mut again = replayed(&written, &game(SETTINGS[which], Some(unasked()))).map_err(|e| {
            TestCaseError::fail(format!("{e}\n{written}"))
        })?;
        prop_assert_eq!(&again.differences, &[], "{}", written);
        prop_assert_eq!(text(&again.play, &again.rounds), written);
        for (one, other) in rounds.iter().zip(&again.rounds) {
            prop_assert_eq!(one.position(), other.position());
        }
        prop_assert_eq!(play.standing(), again.play.standing());
        // Between rounds the next step asks hooks, for whom the record is not to blame.
        if play.current().is_none() && play.result().is_none() {
            return Ok(());
        }
        let (one, other) = (play.step().expect("asked already"), again.play.step().expect("asked already"));
        prop_assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }

    /// Any sentence that a script or a reason says comes back, on one line.
    #[test]
    fn sentences_come_back(sentence in "[{}()\"\\\\:,. a\\[\\]\n]{0,12}|(?s).{0,12}") {
        let settings = [("tie", "fewest"), ("columns", "3"), ("rows", "4"), ("dog-count", "0")];
        // The same in its rules, with a script that says something of every round.
        for (settings, noted) in [(settings, false), (HANDICAP, true)] {
            let says = Some(sentence.clone());
            let mut play = begun(&settings, Some(fake(says)));
            let mut rounds = Vec::new();
            while let Step::Round(round) = play.step().expect("no hook fails") {
                let board = Play::new(&round.game);
                play.finish(RoundEnd::broken_off(&board, &sentence)).expect("a round is played");
                rounds.push(board);
            }
            let written = text(&play, &rounds);
            let again = replayed(&written, &game(&settings, Some(unasked())))
                .map_err(|e| TestCaseError::fail(format!("{e}\n{written}")))?;
            prop_assert_eq!(&again.differences, &[], "{}", written);
            prop_assert_eq!(text(&again.play, &again.rounds), written);
            let one_line = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
            for (one, other) in play.played().iter().zip(again.play.played()) {
                prop_assert_eq!(&other.facts.reason, &one_line);
                prop_assert_eq!(&one.tiebreak, &other.tiebreak);
                prop_assert_eq!(&one.round.different, &other.round.different);
            }
            prop_assert_eq!(play.played().iter().any(|p| !p.round.different.note.is_empty()), noted && !one_line.is_empty());
            prop_assert_eq!(play.result(), again.play.result());
        }
    }

    /// Any text is refused or played; nothing panics.
    #[test]
    fn any_text_is_answered(noise in "(?s).{0,200}", at in 0..1_000usize, cut in 0..60usize) {
        let game = game(&COLUMNS, None);
        let _ = replayed(&noise, &game);
        let bytes = MATCH.as_bytes();
        let at = at % bytes.len();
        let mut mixed = bytes[..at].to_vec();
        mixed.extend(noise.bytes());
        mixed.extend(&bytes[(at + cut).min(bytes.len())..]);
        if let Ok(read) = replayed(&String::from_utf8_lossy(&mixed), &game) {
            let written = text(&read.play, &read.rounds);
            prop_assert_eq!(replayed(&written, &game).map(|r| text(&r.play, &r.rounds)), Ok(written));
        }
    }
}
