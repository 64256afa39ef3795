//! From a match in progress to a record, and back by playing it.

use super::match_record::{MatchRecord, MatchTextError, RoundRecord, Said, heading};
use super::record::{Record, one_line};
use super::replay::{record, replay, result_of_resigning, result_text, spelled, stamp_of, stamp_tags};
use super::stamp::{Difference, Stamp};
use super::{NotationError, match_words as words};
use crate::engine::{Game, Play, PlayerFacts};
use crate::match_play::{Answers, Match, MatchOutcome, Played, Round, RoundEnd, Rounds, Step};
use crate::ruleset::SideId;
use crate::ruleset::item::HookPoint;

/// The tag that names the ruleset.
const MATCH: &str = "Match";
const PLAYERS: &str = "Players";
const BEGINNERS: &str = "Beginners";
const SEED: &str = "Seed";
/// The tags that this room writes itself.
const OWN: [&str; 7] = [MATCH, "Version", "Rules", "Options", PLAYERS, BEGINNERS, SEED];
/// How a round ended that nobody played to its end.
const UNFINISHED: &str = "unfinished";

/// A match from a record.
#[derive(Clone, Debug)]
pub struct ReplayedMatch {
    /// The match.
    pub play: Match,
    /// Its rounds, and last the one in progress, if there is one.
    pub rounds: Vec<Play>,
    /// What the record says otherwise than it is here.
    pub differences: Vec<Difference>,
}

/// The record of a match. `rounds` are its rounds and the one in progress; further tags are the caller's.
pub fn match_record(of: &Match, rounds: &[Play], tags: &[(String, String)]) -> MatchRecord {
    let players = of.players();
    let mut all = stamp_tags(&Stamp::of(of.game().rules()));
    if let Some(tag) = all.first_mut() {
        MATCH.clone_into(&mut tag.0);
    }
    let names = |beginners: bool| {
        let named = players.iter().filter(|p| !beginners || p.beginner).map(|p| p.name.as_str());
        named.collect::<Vec<_>>().join(", ")
    };
    all.push((PLAYERS.into(), names(false)));
    if players.iter().any(|p| p.beginner) {
        all.push((BEGINNERS.into(), names(true)));
    }
    all.push((SEED.into(), of.seed().to_string()));
    all.extend(tags.iter().filter(|(n, _)| !OWN.contains(&n.as_str())).cloned());
    let mut list = Vec::new();
    for (n, played) in of.played().iter().enumerate() {
        let mut round = begun(of, &played.round, rounds.get(n));
        ended(of, played, rounds.get(n), n, &mut round);
        list.push(round);
    }
    if let Some(round) = of.current() {
        list.push(begun(of, round, rounds.get(of.played().len())));
    }
    let result = of.result().map(|r| {
        let reason = Some(one_line(&r.reason_text())).filter(|r| !r.is_empty());
        Said::new(words::with_reason(&r.outcome_text(players), reason.as_deref().unwrap_or_default()))
    });
    MatchRecord { tags: all, rounds: list, result, lines: Vec::new() }
}

/// A round's heading, what was decided before it, and its moves.
fn begun(of: &Match, round: &Round, play: Option<&Play>) -> RoundRecord {
    let game = of.game();
    let side = |side: SideId| words::side_name(game, side).to_owned();
    let mut said = Vec::new();
    if let Some((player, of_side)) = round.chosen {
        said.push(("chosen", Said::new(format!("{} as {}", of.name(player), side(of_side)))));
    }
    if let Some(first) = round.first {
        said.push(("first turn", Said::new(side(first))));
    }
    let different = &round.different;
    let settings: Vec<String> = different.settings.iter().map(|(n, v)| format!("{n}={v}")).collect();
    let start: Vec<String> = different.changes.iter().map(|c| words::change_text(*c, game)).collect();
    let lines = [("settings", settings.join(" ")), ("start", start.join(", ")), ("note", one_line(&different.note))];
    said.extend(lines.into_iter().filter(|(_, text)| !text.is_empty()).map(|(word, text)| (word, Said::new(text))));
    let written = play.map(|play| record(play, &[]));
    RoundRecord {
        at: 0,
        number: round.number,
        again: round.again,
        seats: words::seats(of, round),
        said,
        record: Record { moves: written.map(|r| r.moves).unwrap_or_default(), ..Record::default() },
    }
}

/// How a round ended, and what was decided after it. `n` is its place among those played.
fn ended(of: &Match, played: &Played, play: Option<&Play>, n: usize, round: &mut RoundRecord) {
    let game = &played.round.game;
    let result = match (played.gave_up, play.and_then(Play::outcome)) {
        (Some(side), _) => result_of_resigning(side, game),
        (None, Some(outcome)) => result_text(outcome, game),
        (None, None) => UNFINISHED.into(),
    };
    round.record.result = Some(result);
    round.record.reason = Some(one_line(&played.facts.reason)).filter(|r| !r.is_empty());
    if let Some(side) = played.gave_up {
        round.said.push(("resigned", Said::new(words::side_name(game, side))));
    }
    round.said.push(("standing", Said::new(of.standing_after(n + 1).text(of.players()))));
    if let Some(tiebreak) = &played.tiebreak {
        round.said.push(("tiebreak", Said::new(words::tiebreak_text(tiebreak, of.players()))));
    }
}

/// The rules that a record of a match names.
pub fn match_stamp(record: &MatchRecord) -> Stamp {
    stamp_of(|name| record.tag(if name == "Ruleset" { MATCH } else { name }))
}

/// Plays a record of a match from its start. What hooks of the match answered is taken from the record: they are not
/// asked.
///
/// # Errors
/// Something cannot be read, or does not fit the match as it comes to stand; a move is not legal.
pub fn replay_match(record: &MatchRecord, made_from: Rounds) -> Result<ReplayedMatch, MatchTextError> {
    let game = &made_from.game.clone();
    let mut play = begin(record, made_from).map_err(|e| record.error(e))?;
    let mut differences = match_stamp(record).differences(game.rules());
    let mut rounds = Vec::new();
    for (n, round) in record.rounds.iter().enumerate() {
        if n > 0 && play.current().is_some() {
            return Err(record.error(NotationError::expected(
                round.at,
                "the result of the round before",
                "another round",
            )));
        }
        let board = next_round(&mut play, round).map_err(|e| record.error(e))?;
        finish(&mut play, round, &board, &mut differences).map_err(|e| record.error(e))?;
        if let Some(said) = round.said("tiebreak") {
            let answer = words::read_tiebreak(said, play.players()).map_err(|e| record.error(e))?;
            let refused = |why: String| record.error(NotationError::refused(said.at, &why));
            play.tiebreak_recorded(answer).map_err(refused)?;
        }
        rounds.push(board);
    }
    if let Some(said) = &record.result {
        let fail = |why: &str| record.error(NotationError::refused(said.at, why));
        match play.step_recorded(&Answers::default()).map_err(|why| fail(&why))? {
            Step::Over(result) => {
                let here = result.outcome_text(play.players());
                let written = words::split_reason(&said.text).0;
                if written != here {
                    differences.push(Difference { what: "match".into(), written: written.into(), here });
                }
            }
            _ => return Err(fail("the match is not over after these rounds")),
        }
    }
    Ok(ReplayedMatch { play, rounds, differences })
}

/// The match before its first round.
fn begin(record: &MatchRecord, made_from: Rounds) -> Result<Match, NotationError> {
    let game = &made_from.game;
    let Some(names) = record.tag(PLAYERS) else {
        return Err(NotationError::refused(0, "the players are not named: add a tag such as `[Players \"Ann, Ben\"]`"));
    };
    let list = |text: &str| text.split(',').map(|n| n.trim().to_owned()).collect::<Vec<_>>();
    let beginners = record.tag(BEGINNERS).map(list).unwrap_or_default();
    let players: Vec<PlayerFacts> =
        list(names).into_iter().map(|name| PlayerFacts { beginner: beginners.contains(&name), name }).collect();
    if let Some(unknown) = beginners.iter().find(|b| !players.iter().any(|p| p.name == **b)) {
        return Err(NotationError::unknown(0, "player", unknown, players.iter().map(|p| p.name.as_str())));
    }
    let seats = match record.rounds.first() {
        Some(round) => words::read_seats(round, &players, game)?,
        None => (0..players.len()).collect(),
    };
    let seed = match record.tag(SEED) {
        None => 0,
        Some(seed) => seed.parse().map_err(|_| NotationError::expected(0, "a number as seed", seed))?,
    };
    Match::new(made_from, players, seats, seed).map_err(|e| NotationError::refused(0, &e.to_string()))
}

/// Refuses a line with the answer of a hook that the rules do not have.
fn asked(round: &RoundRecord, words: &[&str], point: HookPoint, game: &Game) -> Result<(), NotationError> {
    let said = words.iter().find_map(|word| round.said(word));
    match said.filter(|_| !game.rules().hooks.iter().any(|h| h.point == point)) {
        None => Ok(()),
        Some(said) => {
            let why = format!("the rules have no `hook {}` that would say this", point.word());
            Err(NotationError::refused(said.at, &why))
        }
    }
}

/// Goes on to a round of the record and plays its moves.
fn next_round(play: &mut Match, round: &RoundRecord) -> Result<Play, NotationError> {
    let game = play.game().clone();
    let answers = Answers {
        first: round.said("first turn").map(|said| words::read_side(&said.text, said.at, &game)).transpose()?,
        next: words::read_different(round, &game)?,
        tiebreak: None,
    };
    asked(round, &["first turn"], HookPoint::FirstTurn, &game)?;
    asked(round, &["settings", "start", "note"], HookPoint::NextRound, &game)?;
    let refused = |why: String| NotationError::refused(round.at, &why);
    let mut step = play.step_recorded(&answers).map_err(refused)?;
    let said = round.said("chosen");
    if let Step::Choose { player } = step {
        let expected = format!("`chosen: {} as ...`", play.name(player));
        let Some(said) = said else { return Err(NotationError::expected(round.at, expected, "no such line")) };
        let (name, side) = said.text.rsplit_once(" as ").unwrap_or_default();
        if name != play.name(player) {
            return Err(NotationError::expected(said.at, expected, &said.text));
        }
        let side = words::read_side(side, said.at, &game)?;
        play.choose(side).map_err(|e| refused(e.to_string()))?;
        step = play.step_recorded(&answers).map_err(refused)?;
    }
    let Step::Round(begun) = step else { return Err(refused("the match is over before this round".into())) };
    if let Some(said) = said {
        let Some((player, side)) = begun.chosen else {
            return Err(NotationError::refused(said.at, "nobody has a side to choose here"));
        };
        let chosen = format!("{} as {}", play.name(player), words::side_name(&game, side));
        if said.text != chosen {
            return Err(NotationError::expected(said.at, format!("`chosen: {chosen}`"), &said.text));
        }
    }
    // Chosen once, it holds for all rounds.
    if let (Some(said), Some(first)) = (round.said("first turn"), begun.first.filter(|f| Some(*f) != answers.first)) {
        let first = words::side_name(&game, first);
        return Err(NotationError::expected(said.at, format!("`{first}`, which was chosen before"), &said.text));
    }
    let seats = words::seats(play, &begun);
    let mut written = round.seats.clone();
    written.sort_by_key(|(_, side)| game.rules().sides.iter().position(|s| s.name == *side));
    if (written, round.number, round.again) != (seats.clone(), begun.number, begun.again) {
        let found = heading(round.number, round.again, &round.seats);
        let expected = heading(begun.number, begun.again, &seats);
        return Err(NotationError::expected(round.at, format!("`{expected}`"), &found));
    }
    replay(&round.record, &begun.game)
}

/// Hands a round back, if it has ended.
fn finish(
    play: &mut Match,
    round: &RoundRecord,
    board: &Play,
    differences: &mut Vec<Difference>,
) -> Result<(), NotationError> {
    let result = round.record.result.as_deref();
    let reason = round.record.reason.clone().unwrap_or_default();
    let resigned = round.said("resigned");
    let end = match (RoundEnd::of(board), resigned) {
        (Some(_), Some(said)) => return Err(NotationError::refused(said.at, "the round was over already")),
        (Some(end), None) => {
            let here = board.outcome().map(|o| result_text(o, board.game())).unwrap_or_default();
            if let Some(written) = result.filter(|written| spelled(written) != spelled(&here)) {
                let what = format!("result of round {}", round.number);
                differences.push(Difference { what, written: written.to_owned(), here });
            }
            end
        }
        (None, Some(said)) => {
            let side = words::read_side(&said.text, said.at, board.game())?;
            RoundEnd::resigned(board, side, &reason)
        }
        (None, None) => match result {
            None => {
                let stray = round.said("standing");
                let refused = |s: &Said| Err(NotationError::refused(s.at, "the record has no result of this round"));
                return stray.map_or(Ok(()), refused);
            }
            Some(UNFINISHED) => RoundEnd::broken_off(board, &reason),
            Some(other) => {
                let why = format!("the moves do not end the round, and the record says `{other}`");
                return Err(NotationError::refused(round.at, &why));
            }
        },
    };
    play.finish(end).map_err(|e| NotationError::refused(round.at, &e.to_string()))?;
    let here = play.standing().text(play.players());
    if let Some(said) = round.said("standing").filter(|said| said.text != here) {
        let what = format!("standing after round {}", round.number);
        differences.push(Difference { what, written: said.text.clone(), here });
    }
    Ok(())
}

/// The result of a match as a clause: `Ann wins the match`, `the match is drawn`.
pub fn match_result_clause(outcome: MatchOutcome, of: &Match) -> String {
    match outcome {
        MatchOutcome::Won(player) => format!("{} wins the match", of.name(player)),
        MatchOutcome::Drawn => "the match is drawn".into(),
        MatchOutcome::Tied => "the match is tied".into(),
    }
}
