//! What the engine makes of the answers of hooks. The answers come from the test itself, not from scripts.

use houserules::engine::{
    AskedEffect, Count, Game, Happened, HookEffect, HookFault, Hooks, MatchFacts, Moment, Move, NextRound, Play,
    PlayError, Runner, Tiebreak, Verdict, perft_slow,
};
use houserules::explain::{Explainer, RefusalKind, happened_text};
use houserules::language::{Files, Found, load};
use houserules::notation::{move_texts, read_move, write_position};
use houserules::ruleset::item::HookPoint;
use houserules::ruleset::{Diagnostic, Settings, Settled, SideId, Span, code, resolve, settle};
use std::sync::Arc;

/// A board of three by three: white men walk north, black ones south.
const RULES: &str = r#"
game "Walk" { version 1.0 }
board squares 3 x 3
mark trodden lasts 2 turns
side white faces north
side black faces south
piece man (men) "M" "m" of white, black { step forward to empty }
start { place men of white at rank 1  place men of black at rank 3 }
turns from white, alternating
passing never
"#;

struct OneFile(String);

impl Files for OneFile {
    fn read(&self, _: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        Ok(Some(Found { name: "walk.rules".into(), place: "walk.rules".into(), text: self.0.clone() }))
    }
}

type Asked<T> = dyn Fn(&Moment, &Move) -> Result<T, HookFault> + Send + Sync;
/// What an ending says.
type Ending = Option<(Verdict, Option<String>)>;

/// Answers as a test says.
struct Told {
    legality: Box<Asked<Option<String>>>,
    after_move: Box<Asked<Vec<Vec<HookEffect>>>>,
    ending: Box<Asked<Ending>>,
    score: fn(&Moment, SideId) -> i64,
}

impl std::fmt::Debug for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Told")
    }
}

impl Default for Told {
    fn default() -> Told {
        Told {
            legality: Box::new(|_, _| Ok(None)),
            after_move: Box::new(|_, _| Ok(Vec::new())),
            ending: Box::new(|_, _| Ok(None)),
            score: |_, _| 0,
        }
    }
}

fn fault(why: &str) -> HookFault {
    HookFault::new(Diagnostic::new(&code::NO_HOOK, Span::default(), why), Arc::new([]))
}

impl Hooks for Told {
    fn legality(&self, before: &Arc<Moment>, mv: &Move, _: &Arc<Moment>) -> Result<Option<String>, HookFault> {
        (self.legality)(before, mv)
    }
    fn after_move(&self, _: &Arc<Moment>, mv: &Move, after: &Arc<Moment>) -> Result<Vec<Vec<AskedEffect>>, HookFault> {
        let ways = (self.after_move)(after, mv)?;
        Ok(ways.into_iter().map(|way| way.into_iter().map(AskedEffect::from).collect()).collect())
    }
    fn ending(
        &self,
        function: &str,
        after: &Arc<Moment>,
        mv: &Move,
    ) -> Result<Option<(Verdict, Option<String>)>, HookFault> {
        assert_eq!(function, "f");
        (self.ending)(after, mv)
    }
    fn score(&self, position: &Arc<Moment>, side: SideId) -> Result<i64, HookFault> {
        Ok((self.score)(position, side))
    }
    fn first_turn(&self, _: &Arc<MatchFacts>) -> Result<SideId, HookFault> {
        unreachable!("no match is played here")
    }
    fn next_round(&self, _: &Arc<MatchFacts>) -> Result<NextRound, HookFault> {
        unreachable!("no match is played here")
    }
    fn tiebreak(&self, _: &str, _: &Arc<MatchFacts>) -> Result<Tiebreak, HookFault> {
        unreachable!("no match is played here")
    }
    fn refuse(&self, point: HookPoint, _: Option<&str>, _: Option<&Move>, why: &str) -> HookFault {
        fault(&format!("{}: {why}", point.word()))
    }
}

fn game(more: &str, told: Told) -> (Game, Settled) {
    let loaded = load("walk", &OneFile(format!("{RULES}{more}"))).unwrap();
    let settled = settle(&loaded.ruleset, &Settings::defaults()).unwrap();
    (Game::with_hooks(resolve(&settled).unwrap(), Arc::new(told)), settled)
}

fn texts(play: &Play) -> Vec<String> {
    move_texts(&play.moves().unwrap(), play.game())
}

fn make(play: &mut Play, text: &str) {
    let mv = read_move(text, &play.moves().unwrap(), play.game()).unwrap();
    play.play(&mv).unwrap();
}

fn position(play: &Play) -> String {
    write_position(play.position(), play.history(), play.game())
}

const LEGALITY: &str = "hook legality f in \"walk.rhai\" \"which man may walk\"\n";
const STUCK: &str = "end mover wins when next player cannot move \"nothing can move\"\n";

#[test]
fn legality_takes_moves_away_and_says_why() {
    let told = Told {
        legality: Box::new(|before, mv| {
            // The rule file alone allows all three men of white to walk.
            assert_eq!(before.moves().len(), 3);
            let a = before.game().board().site("a1");
            Ok((mv.from() == a).then(|| "the man on a1 rests".to_owned()))
        }),
        ..Told::default()
    };
    let (game, settled) = game(LEGALITY, told);
    let play = Play::new(&game);
    assert_eq!(texts(&play), ["b1-b2", "c1-c2"]);
    let forbidden = houserules::engine::Question::Piece {
        from: game.board().site("a1").unwrap(),
        to: game.board().site("a2").unwrap(),
        through: Vec::new(),
    };
    let answer = Explainer::new(&play, &settled).unwrap().ask(&forbidden).unwrap();
    assert_eq!(answer.refusal, Some(RefusalKind::Hook));
    assert_eq!(answer.sentence, "a house rule forbids that: the man on a1 rests (which man may walk)");
}

#[test]
fn cannot_move_knows_the_legality_hook() {
    // Black is never allowed to move, so white's first move ends the game.
    let told =
        Told { legality: Box::new(|_, mv| Ok((mv.side == 1).then(|| "black rests".to_owned()))), ..Told::default() };
    let (game, _) = game(&format!("{LEGALITY}{STUCK}"), told);
    let mut play = Play::new(&game);
    make(&mut play, "a1-a2");
    assert_eq!(play.outcome().unwrap().result, Verdict::Win(0));
    play.undo();
    assert!(play.outcome().is_none());
}

const AFTER: &str = "hook after move f in \"walk.rhai\" \"what follows\"\n";

#[test]
fn effects_happen_after_the_move_and_are_taken_back_with_it() {
    let told = Told {
        after_move: Box::new(|during, mv| {
            let site = |name| during.game().board().site(name).unwrap();
            // The turn has not yet moved on.
            assert_eq!(during.position().to_move, mv.side);
            if mv.side == 1 {
                return Ok(Vec::new());
            }
            Ok(vec![vec![
                HookEffect::Remove(site("a3")),
                HookEffect::Move { from: site("b3"), to: site("a3") },
                HookEffect::Mark { mark: 0, site: site("b3"), lasts: 2 },
            ]])
        }),
        ..Told::default()
    };
    let (game, _) = game(AFTER, told);
    let mut play = Play::new(&game);
    let before = position(&play);
    make(&mut play, "c1-c2");
    let told: Vec<Happened> = play.happened().to_vec();
    let owners: Vec<_> = told.iter().map(|h| h.piece.and_then(|p| p.owner)).collect();
    assert_eq!(owners, [Some(1), Some(1), None]);
    // The mark is no thing on the board.
    assert_eq!(
        happened_text(&told, &game).as_deref(),
        Some("the man on a3 is taken off and the man on b3 goes to a3 (what follows)")
    );
    // By hand: c1 walked to c2, the man on a3 is gone, the one on b3 stands on a3, and b3 is marked.
    insta::assert_snapshot!(position(&play));
    play.undo();
    assert_eq!(position(&play), before);
    assert_eq!(play.happened(), []);
    assert_eq!(happened_text(play.happened(), &game), None);
}

#[test]
fn alternatives_are_the_movers_choice() {
    let told = Told {
        after_move: Box::new(|during, mv| {
            let site = |name| during.game().board().site(name).unwrap();
            let from_a = mv.from() == Some(site("a1"));
            Ok(if from_a {
                vec![vec![HookEffect::Capture(site("b3"))], vec![HookEffect::Capture(site("c3"))]]
            } else {
                Vec::new()
            })
        }),
        ..Told::default()
    };
    let (game, _) = game(AFTER, told);
    let mut play = Play::new(&game);
    let texts = texts(&play);
    assert_eq!(texts.len(), 4, "two ways of a1-a2, and one each of the others: {texts:?}");
    for text in &texts {
        // Each can be written and read again.
        read_move(text, &play.moves().unwrap(), &game).unwrap();
    }
    let taken = play.moves().unwrap()[1].clone();
    play.play(&taken).unwrap();
    assert_eq!(play.made()[0].captured.len(), 1);
    assert!(position(&play).starts_with("mm1/"), "{}", position(&play));
    let mut runner = Runner::new(&game);
    assert_eq!(runner.moves(), 4);
    assert_eq!(perft_slow(&mut Play::new(&game), 1, Count::Moves).unwrap(), 4);
}

#[test]
fn effect_that_cannot_be_is_a_fault_and_leaves_the_game_as_it_was() {
    let told = Told {
        after_move: Box::new(|during, _| {
            let site = during.game().board().site("b2").unwrap();
            Ok(vec![vec![HookEffect::Capture(site)]])
        }),
        ..Told::default()
    };
    let (game, _) = game(AFTER, told);
    let mut play = Play::new(&game);
    let before = position(&play);
    let failed = play.moves().unwrap_err();
    assert_eq!(failed.to_string(), "after move: there is no piece on b2 to take off");
    let mv = Play::new(&Game::new(game.rules().clone())).moves().unwrap()[0].clone();
    assert_eq!(play.play(&mv), Err(PlayError::Hook(failed.clone())));
    assert_eq!(position(&play), before);
    let mut runner = Runner::from_play(&play);
    assert_eq!((runner.moves(), runner.fault()), (0, Some(&failed)));
    assert_eq!(perft_slow(&mut play, 3, Count::Moves), Err(failed));
}

const ENDING: &str = "end by hook f \"the house says so\"\nhook ending f in \"walk.rhai\" \"who has walked enough\"\n";

#[test]
fn ending_is_asked_after_moves_alone_and_names_the_hook_in_its_reason() {
    let told = Told {
        ending: Box::new(|after, mv| {
            assert_eq!(after.position().to_move, 1 - mv.side);
            let b2 = after.game().board().site("b2");
            Ok((mv.to() == b2).then_some((Verdict::Win(1), None)))
        }),
        ..Told::default()
    };
    let (game, _) = game(ENDING, told);
    let mut play = Play::new(&game);
    make(&mut play, "a1-a2");
    assert!(play.outcome().is_none());
    play.undo();
    make(&mut play, "b1-b2");
    let outcome = play.outcome().unwrap();
    assert_eq!(outcome.result, Verdict::Win(1));
    assert_eq!(outcome.reason, "the house says so; a house rule: who has walked enough");
}

#[test]
fn ending_that_fails_is_a_fault_of_the_move() {
    let told = Told { ending: Box::new(|_, _| Err(fault("too long"))), ..Told::default() };
    let (game, _) = game(ENDING, told);
    let mut play = Play::new(&game);
    let mv = play.moves().unwrap()[0].clone();
    let before = position(&play);
    assert_eq!(play.play(&mv), Err(PlayError::Hook(fault("too long"))));
    assert_eq!((position(&play), play.made().len()), (before, 0));
    let mut runner = Runner::from_play(&play);
    assert!(!runner.play(0));
    assert!(runner.fault().is_some() && runner.verdict().is_none());
}

#[test]
fn score_of_a_hook_is_compared() {
    let told = Told { score: |_, side| if side == 1 { 7 } else { -3 }, ..Told::default() };
    let more =
        "end highest score wins when any man in rank 2 \"counted\"\nhook score f in \"walk.rhai\" \"the score\"\n";
    let (game, _) = game(more, told);
    let mut play = Play::new(&game);
    make(&mut play, "a1-a2");
    assert_eq!(play.outcome().unwrap().result, Verdict::Win(1));
}

#[test]
fn compiled_where_hooks_are_asked_only_between_rounds() {
    let more = format!("hook tiebreak f in \"walk.rhai\" \"the tiebreak\"\n{STUCK}");
    let plain = RULES.replace("mark trodden lasts 2 turns\n", "");
    let loaded = load("walk", &OneFile(format!("{plain}{more}"))).unwrap();
    let settled = settle(&loaded.ruleset, &Settings::defaults()).unwrap();
    let game = Game::with_hooks(resolve(&settled).unwrap(), Arc::new(Told::default()));
    assert_eq!(game.interpreted_because(), None);
}

#[test]
fn fault_at_the_start_ends_nothing() {
    // The hook is asked when the start is judged: whether white can move. Its failing must not look like a result.
    let told = Told { legality: Box::new(|_, _| Err(fault("it fails"))), ..Told::default() };
    let (game, _) = game(&format!("{LEGALITY}{STUCK}"), told);
    let play = Play::new(&game);
    assert!(play.outcome().is_none());
    assert_eq!(play.fault(), Some(&fault("it fails")));
    assert_eq!(play.moves(), Err(fault("it fails")));
    assert_eq!(Runner::from_play(&play).verdict(), None);
}

#[test]
fn piece_becomes_nothing_that_its_side_cannot_have() {
    let kinds = "piece king \"K\" of white { step any direction to empty }\nhook after move f in \"walk.rhai\" \"what follows\"\n";
    let told = Told {
        after_move: Box::new(|after, mv| {
            let site = mv.to().expect("a step");
            let kind = after.game().rules().kinds.iter().position(|k| k.name == "king").expect("the king") as u8;
            Ok(vec![vec![HookEffect::Become { site, kind }]])
        }),
        ..Told::default()
    };
    let (game, _) = game(kinds, told);
    // White's men become kings; black has none, and b3-b2 is what it could answer to a1-a2.
    let mut play = Play::new(&game);
    let failed = play.moves().map(|moves| play.play(&moves[0]));
    assert_eq!(
        failed,
        Ok(Err(PlayError::Hook(fault("after move: the piece on b2 cannot become a king: its side has none"))))
    );
}

#[test]
fn score_of_a_hook_stands_in_the_reason() {
    let told = Told { score: |_, side| i64::from(side), ..Told::default() };
    let more =
        "end highest score wins when any man in rank 2 \"counted\"\nhook score f in \"walk.rhai\" \"the score\"\n";
    let (game, _) = game(more, told);
    let mut play = Play::new(&game);
    make(&mut play, "a1-a2");
    assert_eq!(play.outcome().unwrap().reason, "counted; a house rule: the score");
}
