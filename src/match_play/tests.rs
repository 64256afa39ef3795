//! Matches played with results put in by hand: no move is made.

use super::fake::Fake;
use super::*;
use crate::engine::{Change, Game, NextRound, PlayerFacts, RoundFacts, Tiebreak};
use crate::language::load;
use crate::library::Library;
use crate::ruleset::{Ruleset, Settings, SideId, resolve, settle};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::Ordering;

const HERD: SideId = 0;
const DEFENDERS: SideId = 1;
const ANN: usize = 0;
const BEN: usize = 1;

fn made(ruleset: &Ruleset, settings: &[(&str, &str)], hooks: Option<Arc<Fake>>) -> Game {
    let settings: Settings = settings.iter().copied().collect();
    let rules = settle(ruleset, &settings).and_then(|s| resolve(&s)).expect("the settings stand");
    match hooks {
        Some(hooks) => Game::with_hooks(rules, hooks),
        None => Game::new(rules),
    }
}

fn rounds_of(ruleset: Arc<Ruleset>, game: &Game) -> Rounds {
    Rounds { game: game.clone(), ruleset, make: None }
}

fn bison(settings: &[(&str, &str)], hooks: Option<Arc<Fake>>) -> Match {
    let ruleset = load("bison", &Library).expect("it is built in").ruleset;
    let game = made(&ruleset, settings, hooks);
    let players = ["Ann", "Ben"].map(|name| PlayerFacts { name: name.into(), beginner: name == "Ben" });
    Match::new(rounds_of(Arc::new(ruleset), &game), players.to_vec(), vec![ANN, BEN], 7).expect("a match")
}

/// A round in which nothing could be counted.
fn end(winner: Option<SideId>) -> RoundEnd {
    let facts = RoundFacts {
        seats: vec![],
        winner,
        reason: "so it is".into(),
        resigned: false,
        moves: vec![0; 2],
        captures: vec![0; 2],
        left: vec![],
    };
    RoundEnd { facts, gave_up: None }
}

fn resigned(winner: SideId) -> RoundEnd {
    RoundEnd { facts: RoundFacts { resigned: true, ..end(Some(winner)).facts }, gave_up: Some(1 - winner) }
}

fn round(play: &mut Match) -> Round {
    match play.step().expect("no hook fails") {
        Step::Round(round) => *round,
        other => panic!("no round but {other:?}"),
    }
}

fn over(play: &mut Match) -> MatchResult {
    match play.step().expect("no hook fails") {
        Step::Over(result) => result,
        other => panic!("not over but {other:?}"),
    }
}

/// Plays rounds that these sides win; the match must not be over before. Gives the player of the herd in each.
fn rounds(play: &mut Match, winners: &[SideId]) -> Vec<usize> {
    let one = |winner: &SideId| {
        let herd = round(play).seats[usize::from(HERD)];
        play.finish(end(Some(*winner))).expect("a round is played");
        herd
    };
    winners.iter().map(one).collect()
}

#[track_caller]
fn ends(play: &mut Match, outcome: MatchOutcome, reason: &str) {
    let result = over(play);
    assert_eq!((result.outcome, result.reason_text().as_str()), (outcome, reason));
}

#[test]
fn a_player_who_wins_as_each_side_wins_the_match() {
    // Ann wins as herd, the players swap, Ann wins as defenders.
    let mut play = bison(&[], None);
    assert_eq!(rounds(&mut play, &[HERD, DEFENDERS]), [ANN, BEN]);
    ends(&mut play, MatchOutcome::Won(ANN), "Ann won a round as each side");
    assert_eq!(play.standing().text(play.players()), "Ann: 2, Ben: 0");
    assert_eq!(play.standing().wins_as, [[1, 1], [0, 0]]);
}

#[test]
fn the_same_side_twice_is_tied_and_no_winner_is_invented() {
    // Ann wins as herd, then Ben does.
    let mut play = bison(&[], None);
    rounds(&mut play, &[HERD, HERD]);
    ends(&mut play, MatchOutcome::Tied, "Ann won 1 round, Ben won 1, and the rules do not say who wins");
    assert!(play.finish(end(None)).is_err());
}

#[test]
fn a_round_without_a_winner_counts_for_nobody() {
    let mut play = bison(&[], None);
    round(&mut play);
    play.finish(end(None)).expect("a round is played");
    rounds(&mut play, &[HERD]);
    ends(&mut play, MatchOutcome::Tied, "Ann won 0 rounds, Ben won 1, and the rules do not say who wins");
    assert_eq!(play.standing().text(play.players()), "Ann: 0, Ben: 1, nobody: 1");
}

#[test]
fn play_on_goes_on_until_one_has_won_as_each_side() {
    // herd, herd: 1-1. In the third round Ann is the herd again; the defenders win: Ben has now won as both.
    let mut play = bison(&[("tie", "play-on")], None);
    assert_eq!(rounds(&mut play, &[HERD, HERD, DEFENDERS]), [ANN, BEN, ANN]);
    ends(&mut play, MatchOutcome::Won(BEN), "Ben won a round as each side");
}

#[test]
fn play_on_ends_at_the_cap() {
    // Whoever is the herd always wins: 3-3 after the six rounds of `most-rounds`.
    let mut play = bison(&[("tie", "play-on")], None);
    assert_eq!(rounds(&mut play, &[HERD; 6]), [ANN, BEN, ANN, BEN, ANN, BEN]);
    ends(&mut play, MatchOutcome::Tied, "Ann won 3 rounds, Ben won 3, and the rules do not say who wins");
    // With two rounds at most none is added.
    let mut play = bison(&[("tie", "play-on"), ("most-rounds", "2")], None);
    rounds(&mut play, &[HERD; 2]);
    assert_eq!(over(&mut play).outcome, MatchOutcome::Tied);
}

#[test]
fn play_out_asks_its_script_after_the_last_round() {
    let mut fake = Fake::new();
    fake.tie = Box::new(|m| {
        assert_eq!((m.rounds.len(), m.seats.as_slice(), m.seed), (6, [BEN, ANN].as_slice(), 7));
        Tiebreak::Wins(BEN, "Ben needed fewer moves".into())
    });
    let mut play = bison(&[("tie", "play-out")], Some(Arc::new(fake)));
    rounds(&mut play, &[DEFENDERS; 6]);
    let reason = "Ben needed fewer moves; as the script `fewest_moves` decides: the player who won in fewer own moves";
    ends(&mut play, MatchOutcome::Won(BEN), reason);
}

#[test]
fn fewest_and_margin_ask_their_scripts_at_once() {
    for (tie, answer, outcome) in [
        ("fewest", Tiebreak::Wins(ANN, "so".into()), MatchOutcome::Won(ANN)),
        ("fewest", Tiebreak::Drawn("so".into()), MatchOutcome::Drawn),
        ("margin", Tiebreak::Tied("so".into()), MatchOutcome::Tied),
    ] {
        let mut fake = Fake::new();
        fake.tie = Box::new(move |_| answer.clone());
        let mut play = bison(&[("tie", tie)], Some(Arc::new(fake)));
        rounds(&mut play, &[HERD; 2]);
        let result = over(&mut play);
        assert_eq!((result.outcome, result.reason.as_str()), (outcome, "so"), "{tie}");
        assert!(result.ruling.is_some());
        assert!(play.played()[1].tiebreak.is_some() && play.played()[0].tiebreak.is_none());
    }
}

#[test]
fn again_adds_rounds_up_to_the_limit_of_all_matches() {
    let mut fake = Fake::new();
    fake.tie = Box::new(|_| Tiebreak::Again("once more".into()));
    let mut play = bison(&[("tie", "fewest")], Some(Arc::new(fake)));
    rounds(&mut play, &[HERD; 100]);
    let reason = "Ann won 50 rounds, Ben won 50, and after 100 rounds no further one is played";
    ends(&mut play, MatchOutcome::Tied, reason);
}

#[test]
fn handicap_keeps_sides_and_ends_when_nobody_can_catch_up() {
    // The winner of a round gives up a buffalo for each round won: a1, then b1 too, ...
    let mut fake = Fake::new();
    fake.next = Box::new(|m| {
        let sites = m.game.board();
        let gone = ["a1", "b1", "c1", "d1"].iter().take(m.rounds.len()).filter_map(|s| sites.site(s));
        let note = if m.rounds.is_empty() { String::new() } else { "Ann gives up a buffalo".into() };
        NextRound { settings: vec![], changes: gone.map(Change::Remove).collect(), note }
    });
    let mut play = bison(&[("tie", "handicap")], Some(Arc::new(fake)));
    // Six rounds: with 4-0 and two to go, Ben can reach two.
    for n in 0..4 {
        let round = round(&mut play);
        assert_eq!((round.seats.as_slice(), round.game.rules().start.len()), ([ANN, BEN].as_slice(), 16 - n));
        assert_eq!(round.different.note.is_empty(), n == 0);
        play.finish(end(Some(HERD))).expect("a round is played");
    }
    ends(&mut play, MatchOutcome::Won(ANN), "Ann won 4 rounds, Ben won 0");
    // 3-3: level, and no line says what follows.
    let mut play = bison(&[("tie", "handicap")], None);
    rounds(&mut play, &[HERD, DEFENDERS, HERD, DEFENDERS, HERD, DEFENDERS]);
    ends(&mut play, MatchOutcome::Tied, "Ann won 3 rounds, Ben won 3, and the rules do not say who wins");
}

#[test]
fn in_one_pair_wins_of_two_pairs_do_not_add_up() {
    // Ben: herd in round 2, defenders in round 3: two pairs. Then herd in round 4: the pair 3 and 4 is his.
    let mut play = bison(&[("tie", "play-on"), ("counting", "pair")], None);
    rounds(&mut play, &[HERD, HERD, DEFENDERS, HERD]);
    ends(&mut play, MatchOutcome::Won(BEN), "Ben won a round as each side in one pair");
}

#[test]
fn resigned_rounds_count_or_are_played_again() {
    let mut play = bison(&[], None);
    round(&mut play);
    play.finish(resigned(HERD)).expect("a round is played");
    assert_eq!(rounds(&mut play, &[DEFENDERS]), [BEN]);
    ends(&mut play, MatchOutcome::Won(ANN), "Ann won a round as each side");
    // Replayed: round 1 again with the same seats.
    let mut play = bison(&[("resigning", "replayed")], None);
    round(&mut play);
    play.finish(resigned(HERD)).expect("a round is played");
    let again = round(&mut play);
    assert_eq!((again.number, again.again, again.seats.as_slice()), (1, true, [ANN, BEN].as_slice()));
    play.finish(end(Some(DEFENDERS))).expect("a round is played");
    assert_eq!(rounds(&mut play, &[HERD]), [BEN]);
    ends(&mut play, MatchOutcome::Won(BEN), "Ben won a round as each side");
    assert_eq!(play.played().iter().map(|p| p.counts).collect::<Vec<_>>(), [false, true, true]);
    // Giving up for ever comes to an end too.
    let mut play = bison(&[("resigning", "replayed")], None);
    for _ in 0..100 {
        round(&mut play);
        play.finish(resigned(HERD)).expect("a round is played");
    }
    assert_eq!(over(&mut play).outcome, MatchOutcome::Tied);
}

#[test]
fn the_loser_chooses_a_side_in_an_added_round() {
    // Rounds 1 and 2 swap; round 3 is added. Ann lost round 2 and takes the defenders, as whom she lost.
    let mut play = bison(&[("tie", "play-on"), ("added-rounds", "loser")], None);
    rounds(&mut play, &[HERD, HERD]);
    assert!(matches!(play.step(), Ok(Step::Choose { player: ANN })));
    assert!(matches!(play.step(), Ok(Step::Choose { player: ANN })));
    assert_eq!(play.choose(9), Err(MatchError::NoSide));
    play.choose(DEFENDERS).expect("Ann may choose");
    assert_eq!(play.choose(HERD), Err(MatchError::NoChoice));
    let third = round(&mut play);
    assert_eq!((third.seats.as_slice(), third.chosen), ([BEN, ANN].as_slice(), Some((ANN, DEFENDERS))));
    // Nobody loses it: then they swap.
    play.finish(end(None)).expect("a round is played");
    let fourth = round(&mut play);
    assert_eq!((fourth.seats.as_slice(), fourth.chosen), ([ANN, BEN].as_slice(), None));
}

/// The defenders begin when a beginner plays them; Ben is one.
fn beginners() -> Arc<Fake> {
    let mut fake = Fake::new();
    fake.first = Box::new(|m| if m.players[m.seats[1]].beginner { DEFENDERS } else { HERD });
    Arc::new(fake)
}

#[test]
fn the_first_turn_is_chosen_once_or_each_round() {
    // Ben the beginner plays the defenders in the first round and the herd in the second.
    let by_player = ("first-turn", "by-player");
    for (agreement, second) in [("match", DEFENDERS), ("round", HERD)] {
        let fake = beginners();
        let mut play = bison(&[by_player, ("agreement", agreement)], Some(fake.clone()));
        let first = round(&mut play);
        assert_eq!((first.first, first.game.start().to_move), (Some(DEFENDERS), DEFENDERS));
        round(&mut play);
        assert_eq!(fake.asked.load(Ordering::Relaxed), 1, "the same question is asked once");
        play.finish(end(None)).expect("a round is played");
        let round = round(&mut play);
        assert_eq!((round.first, round.game.start().to_move), (Some(second), second), "{agreement}");
    }
}

#[test]
fn a_single_round_asks_for_the_first_turn_too() {
    let ruleset = load("bison", &Library).expect("it is built in").ruleset;
    let game = made(&ruleset, &[("first-turn", "by-player")], Some(beginners()));
    let mut players = default_players(2);
    assert_eq!(players[1].name, "player 2");
    assert_eq!(first_turn(&game, &players, &[0, 1], 1), Ok(Some(HERD)));
    players[1].beginner = true;
    assert_eq!(first_turn(&game, &players, &[0, 1], 1), Ok(Some(DEFENDERS)));
    assert_eq!(first_turn(&game, &players, &[1, 0], 1), Ok(Some(HERD)));
    assert_eq!(single_round(&game).map(|g| g.start().to_move), Ok(HERD));
    assert_eq!(with_first_turn(&game, DEFENDERS).start().to_move, DEFENDERS);
    assert_eq!(first_turn(&made(&ruleset, &[], None), &players, &[0, 1], 1), Ok(None));
}

#[test]
fn the_first_phase_whose_turns_alternate_is_begun_by_the_answer() {
    let ruleset = load("tiger-and-buffaloes", &Library).expect("it is built in").ruleset;
    let game = with_first_turn(&made(&ruleset, &[], None), 1);
    // Placing has a list of turns.
    let turns: Vec<_> = game.rules().phases.iter().map(|p| format!("{:?}", p.turns)).collect();
    assert!(turns[0].starts_with("List") && turns[1] == "Alternating(Some(1))", "{turns:?}");
}

#[test]
fn another_setting_holds_for_one_round() {
    let mut fake = Fake::new();
    fake.next = Box::new(|m| {
        let settings = if m.rounds.len() == 1 { vec![("dog-count".to_owned(), "2".to_owned())] } else { vec![] };
        NextRound { settings, ..NextRound::default() }
    });
    let mut play = bison(&[("tie", "handicap"), ("columns", "9")], Some(Arc::new(fake)));
    // 9 buffaloes, the chief, and 4, 2, 4 dogs.
    let mut pieces = Vec::new();
    for _ in 0..3 {
        pieces.push(round(&mut play).game.rules().start.len());
        play.finish(end(None)).expect("a round is played");
    }
    assert_eq!(pieces, [14, 12, 14]);
}

/// What is said of an answer to `next round`.
fn refusal(answer: &NextRound) -> String {
    let answer = answer.clone();
    let mut fake = Fake::new();
    fake.next = Box::new(move |_| answer.clone());
    let mut play = bison(&[("tie", "handicap")], Some(Arc::new(fake)));
    let fault = play.step().expect_err("it cannot be");
    assert!(play.current().is_none());
    fault.to_string()
}

#[test]
fn answers_that_cannot_be_are_refused() {
    let set = |list: &[(&str, &str)]| {
        let settings = list.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        refusal(&NextRound { settings, ..NextRound::default() })
    };
    let change = |change| refusal(&NextRound { changes: vec![change], ..NextRound::default() });
    assert!(set(&[("dogs", "3")]).starts_with("next round: "), "{}", set(&[("dogs", "3")]));
    assert!(set(&[("dog-count", "7")]).contains('7'));
    assert!(set(&[("columns", "5"), ("columns", "7")]).contains("twice"));
    assert!(set(&[("first-turn", "by-player")]).contains("beginner_first"));
    let site = |name: &str| crate::open("bison", &[]).expect("bison").board().site(name).expect("a site");
    assert_eq!(change(Change::Remove(site("a2"))), "next round: no piece stands on a2 that could be taken off");
    assert_eq!(change(Change::Remove(500)), "next round: there is no site 500");
    let place = |kind, owner, at: &str| Change::Place { kind, owner, site: site(at) };
    assert_eq!(change(place(0, Some(HERD), "b1")), "next round: a piece stands on b1 already");
    assert_eq!(change(place(0, Some(DEFENDERS), "b2")), "next round: a buffalo of defenders there is not");
    assert_eq!(change(place(9, Some(HERD), "b2")), "next round: there is no such kind of piece");
    // A side and a player that there are not.
    let mut fake = Fake::new();
    fake.first = Box::new(|_| 2);
    fake.tie = Box::new(|_| Tiebreak::Wins(2, String::new()));
    let fake = Arc::new(fake);
    let mut play = bison(&[("first-turn", "by-player")], Some(fake.clone()));
    assert_eq!(play.step().expect_err("no side").to_string(), "first turn: there is no side with the number 2");
    let mut play = bison(&[("tie", "fewest")], Some(fake));
    rounds(&mut play, &[HERD, HERD]);
    assert_eq!(play.step().expect_err("no player").to_string(), "tiebreak: there is no player with the number 2");
    assert!(play.played()[1].tiebreak.is_none());
}

#[test]
fn a_fault_leaves_the_match_as_it_was() {
    let mut fake = Fake::new();
    fake.tie = Box::new(|_| Tiebreak::Again(String::new()));
    let fake = Arc::new(fake);
    let mut play = bison(&[("tie", "fewest")], Some(fake.clone()));
    rounds(&mut play, &[HERD, HERD]);
    *fake.fails.lock().unwrap() = true;
    let before = format!("{play:?}");
    assert!(play.step().is_err());
    assert_eq!(format!("{play:?}"), before);
    assert_eq!(round(&mut play).number, 3);
}

#[test]
fn recorded_answers_are_taken_and_nobody_is_asked() {
    let fake = beginners();
    let mut play = bison(&[("first-turn", "by-player"), ("tie", "fewest")], Some(fake.clone()));
    let answers = Answers { first: Some(HERD), ..Answers::default() };
    assert!(matches!(play.step_recorded(&answers), Ok(Step::Round(r)) if r.first == Some(HERD)));
    play.finish(end(Some(HERD))).expect("a round is played");
    assert!(matches!(play.step_recorded(&Answers::default()), Ok(Step::Round(r)) if r.first == Some(HERD)));
    play.finish(end(Some(HERD))).expect("a round is played");
    let tiebreak = Some(Tiebreak::Wins(BEN, "said".into()));
    assert!(matches!(play.step_recorded(&Answers { tiebreak, ..Answers::default() }), Ok(Step::Over(_))));
    assert_eq!(fake.asked.load(Ordering::Relaxed), 0);
}

const THREE: &str = r#"game "Three" { version 1.0 }
board squares 3 x 1
side red
side green
side blue
piece stone "R" "G" "B" of red, green, blue { step any direction to empty }
start { place stone of red at a1  place stone of green at b1  place stone of blue at c1 }
turns from red, alternating
passing when stuck
end draw when position occurs 2 times "again"
"#;

fn three(lines: &str) -> Match {
    struct Text(String);
    impl crate::language::Files for Text {
        fn read(&self, id: &str, _: Option<&str>) -> Result<Option<crate::language::Found>, String> {
            let name = format!("{id}.rules");
            Ok(Some(crate::language::Found { place: name.clone(), name, text: self.0.clone() }))
        }
        fn names(&self, _: Option<&str>) -> Vec<String> {
            Vec::new()
        }
    }
    let ruleset = load("three", &Text(format!("{THREE}match {{ {lines} }}\n"))).expect("a file").ruleset;
    let game = made(&ruleset, &[], None);
    let players = ["Ann", "Ben", "Cy"].map(|name| PlayerFacts { name: name.into(), beginner: false });
    Match::new(rounds_of(Arc::new(ruleset), &game), players.to_vec(), vec![0, 1, 2], 1).expect("a match")
}

#[test]
fn three_players_move_on_by_one_side_and_play_each_once() {
    // Swapping: red's player becomes green, green's blue, blue's red.
    let mut play = three("rounds 3, swapping sides won by winning a round as each side, in one pair");
    let mut seats = Vec::new();
    // Ann is red, green, blue in turn and always wins.
    for winner in [0, 1, 2] {
        seats.push(round(&mut play).seats);
        play.finish(end(Some(winner))).expect("a round is played");
    }
    assert_eq!(seats, [[0, 1, 2], [2, 0, 1], [1, 2, 0]]);
    ends(&mut play, MatchOutcome::Won(0), "Ann won a round as each side in one pair");
}

#[test]
fn the_first_who_wins_enough_rounds_wins_the_match() {
    // First to 2 of 4, sides kept: Ben (green), Cy (blue), Ben.
    let mut play = three("rounds 4, keeping sides won by 2 rounds");
    for winner in [1, 2, 1] {
        round(&mut play);
        play.finish(end(Some(winner))).expect("a round is played");
    }
    ends(&mut play, MatchOutcome::Won(1), "Ben won 2 rounds");
}

#[test]
fn a_match_that_a_tiebreak_decides_can_be_won() {
    const KEEPING: &str = "change match { replace rounds with rounds 2, keeping sides }";
    // Two rounds with kept sides: nobody wins as each side, so the script decides, if it is asked.
    let found = |more: &str, set: &[(&str, &str)]| {
        let text = format!("game \"Kept\" extends bison {{ version 1.0 }}\n{KEEPING}\n{more}\n");
        let ruleset = crate::language::load("kept", &Both(text)).expect("a file").ruleset;
        let settings: Settings = set.iter().copied().collect();
        let errors = settle(&ruleset, &settings).and_then(|s| resolve(&s)).err().unwrap_or_default();
        errors.iter().map(|d| d.code.number).collect::<Vec<_>>()
    };
    assert_eq!(found("", &[]), [514]);
    assert_eq!(found("", &[("tie", "fewest")]), [0_u16; 0]);
}

/// A text beside the rulesets that are built in.
struct Both(String);

impl crate::language::Files for Both {
    fn read(&self, id: &str, from: Option<&str>) -> Result<Option<crate::language::Found>, String> {
        match id {
            "kept" => Ok(Some(crate::language::Found { place: id.into(), name: id.into(), text: self.0.clone() })),
            _ => Library.read(id, from),
        }
    }
    fn names(&self, _: Option<&str>) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn rounds_are_added_all_at_once_or_not_at_all() {
    // 2 rounds, then 2 more: 4. Two more would make 6, and 5 is the most.
    let line = "rounds 2, keeping sides won by most rounds play 2 more rounds while tied, at most 5 in all, then drawn";
    let mut play = three(line);
    for n in 0..4 {
        assert_eq!(round(&mut play).number, n + 1);
        play.finish(end(None)).expect("a round is played");
    }
    ends(&mut play, MatchOutcome::Drawn, "Ann won 0 rounds, Ben won 0, Cy won 0");
}

#[test]
fn players_and_sides_must_fit() {
    let ruleset = Arc::new(load("bison", &Library).expect("it is built in").ruleset);
    let game = made(&ruleset, &[], None);
    let new = |names: &[&str], seats: &[usize]| {
        let players = names.iter().map(|n| PlayerFacts { name: (*n).into(), beginner: false }).collect();
        Match::new(rounds_of(ruleset.clone(), &game), players, seats.to_vec(), 1).map(|_| ())
    };
    assert_eq!(new(&["Ann"], &[0]), Err(MatchError::Players { players: 1, sides: 2 }));
    assert_eq!(new(&["Ann", "Ann"], &[0, 1]), Err(MatchError::NameTwice("Ann".into())));
    assert_eq!(new(&["Ann", "B,n"], &[0, 1]), Err(MatchError::BadName("B,n".into())));
    assert_eq!(new(&["Ann", ""], &[0, 1]), Err(MatchError::BadName(String::new())));
    // A brace would begin a comment of a record.
    assert_eq!(new(&["Ann", "B{n"], &[0, 1]), Err(MatchError::BadName("B{n".into())));
    assert_eq!(new(&["Ann}", "Ben"], &[0, 1]), Err(MatchError::BadName("Ann}".into())));
    // A script that counts for `herd` means the side.
    assert_eq!(new(&["Ann", "Herd"], &[0, 1]), Err(MatchError::SideName("Herd".into())));
    assert_eq!(new(&["defenders", "Ben"], &[0, 1]), Err(MatchError::SideName("defenders".into())));
    assert_eq!(new(&["Ann", "Ben"], &[0, 0]), Err(MatchError::Seats));
    assert_eq!(new(&["Ann", "Ben"], &[1, 0]), Ok(()));
    let tiger = crate::open("tiger-and-buffaloes", &[]).expect("it is built in");
    let players = default_players(2);
    assert_eq!(Match::new(rounds_of(ruleset, &tiger), players, vec![0, 1], 1).map(|_| ()), Err(MatchError::NoMatch));
}

fn winner() -> impl Strategy<Value = Option<SideId>> {
    prop_oneof![2 => Just(Some(HERD)), 2 => Just(Some(DEFENDERS)), 1 => Just(None)]
}

/// Plays to the end with these results, over and over; gives the winner of each round, as side and player.
fn to_the_end(play: &mut Match, results: &[Option<SideId>]) -> Vec<Option<(SideId, usize)>> {
    let mut all = Vec::new();
    for result in results.iter().cycle() {
        match play.step().expect("no hook fails") {
            Step::Over(_) => break,
            Step::Choose { .. } => panic!("nobody chooses"),
            Step::Round(round) => {
                all.push(result.map(|side| (side, round.player_of(side).expect("a player"))));
                play.finish(end(*result)).expect("a round is played");
            }
        }
    }
    all
}

proptest! {
    /// In two rounds with swapped sides it is 1-1 exactly when the same side wins both.
    #[test]
    fn one_all_exactly_when_one_side_wins_both(results in proptest::collection::vec(winner(), 2)) {
        let mut play = bison(&[], None);
        let played = to_the_end(&mut play, &results);
        prop_assert_eq!(played.len(), 2);
        let level = play.standing().wins == [1, 1];
        prop_assert_eq!(level, results[0].is_some() && results[0] == results[1]);
        let result = play.result().expect("it is over").outcome;
        match (played[0], played[1]) {
            (Some((a, player)), Some((b, other))) if a != b => {
                prop_assert_eq!(player, other);
                prop_assert_eq!(result, MatchOutcome::Won(player));
            }
            _ => prop_assert_eq!(result, MatchOutcome::Tied),
        }
    }

    /// With `play-on` the match ends in the first round after which somebody has won as each side, or at the cap.
    #[test]
    fn play_on_ends_at_the_first_win_as_each_side(results in proptest::collection::vec(winner(), 1..12)) {
        let mut play = bison(&[("tie", "play-on")], None);
        let played = to_the_end(&mut play, &results);
        let both = |rounds: &[Option<(SideId, usize)>]| {
            [ANN, BEN].into_iter().find(|p| [HERD, DEFENDERS].iter().all(|s| rounds.contains(&Some((*s, *p)))))
        };
        let result = play.result().expect("it is over").outcome;
        prop_assert_eq!(both(&played[..played.len() - 1]), None);
        match both(&played) {
            Some(player) => prop_assert_eq!(result, MatchOutcome::Won(player)),
            None => prop_assert_eq!((result, played.len()), (MatchOutcome::Tied, 6)),
        }
    }

    /// Seats are always a permutation, and swapping twice comes back.
    #[test]
    fn seats_alternate(results in proptest::collection::vec(winner(), 1..12)) {
        let mut play = bison(&[("tie", "play-on")], None);
        to_the_end(&mut play, &results);
        for (n, played) in play.played().iter().enumerate() {
            prop_assert_eq!(&played.facts.seats, &if n % 2 == 0 { vec![ANN, BEN] } else { vec![BEN, ANN] });
        }
    }
}
