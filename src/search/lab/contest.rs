//! One game, or one match, from its start to its end.

use super::plan::Plan;
use super::player::{Choice, Player};
use super::record::{End, Ending, MatchRecord, Record, RoundRecord};
use crate::engine::{Dice, Game, HookFault, Move, Play, Verdict};
use crate::explain::cite;
use crate::match_play::{
    Match, MatchError, MatchOutcome, RoundEnd, Rounds, Step, default_players, single_round, starts,
};
use crate::ruleset::{Diagnostic, Rules, SideId, SourceFile, Span, code};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// From how much of a score on a side leads, in hundredths: with 50 about 62 of 100 decided games are won.
const LEAD: i32 = 50;

/// There are to be so many times as many openings as games.
const ROOM: u64 = 8;
/// The most plies that are played at random where nobody said how many.
const USUAL_OPENING: u32 = 12;

/// What is played in a cell.
#[derive(Clone, Debug)]
pub(super) struct Contest {
    rounds: Rounds,
    /// The game of a single round: a script has been asked who begins.
    single: Game,
    /// What clauses are cited from.
    sources: Arc<[SourceFile]>,
}

impl Contest {
    /// What is played by these rules; like another contest it must have the same sides.
    ///
    /// # Errors
    /// It cannot be played: why, as a clause.
    pub fn new(rounds: Rounds, matches: bool, like: Option<&Contest>) -> Result<Contest, String> {
        let sides = |rules: &Rules| rules.sides.iter().map(|s| s.name.clone()).collect::<Vec<_>>();
        let rules = rounds.game.rules();
        if like.is_some_and(|like| sides(like.rules()) != sides(rules)) {
            return Err("its sides are not those of the cells before".to_owned());
        }
        let single = single_round(&rounds.game).map_err(|fault| fault.to_string())?;
        if matches {
            begin(&rounds, 0).map_err(|error| match error {
                MatchError::NoMatch => format!("the rules of {} have no match", rules.title),
                other => other.to_string(),
            })?;
        }
        let sources = rounds.ruleset.sources.clone().into();
        Ok(Contest { rounds, single, sources })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.rounds.game.rules()
    }
}

fn begin(rounds: &Rounds, seed: u64) -> Result<Match, MatchError> {
    let sides = rounds.game.rules().sides.len();
    Match::new(rounds.clone(), default_players(sides), (0..sides).collect(), seed)
}

/// How many plies at random make so many games different: as few as lead to several times as many positions, but 2 at
/// least, and an even number, so that the rules still say who moves first. How many positions there are is guessed from
/// one line of moves.
pub(super) fn opening_for(contest: &Contest, games: u32) -> u32 {
    let mut play = Play::new(&contest.single);
    let (mut plies, mut openings) = (0, 1u64);
    while plies < USUAL_OPENING && (plies < 2 || plies % 2 == 1 || openings < ROOM * u64::from(games)) {
        // A script that fails, fails in the games.
        let Ok(moves) = play.moves() else { break };
        let Some(mv) = moves.get(moves.len() / 2) else { break };
        openings = openings.saturating_mul(moves.len() as u64);
        if play.play(mv).is_err() {
            break;
        }
        plies += 1;
    }
    plies.max(2).next_multiple_of(2)
}

/// Plays a game, or a match, of a plan.
///
/// # Errors
/// A script failed.
pub(super) fn played(plan: &Plan, cell: u32, game: u32) -> Result<Option<Record>, HookFault> {
    let header = &plan.header;
    let (Some(contest), Some(of)) = (plan.contests.get(cell as usize), header.cells.get(cell as usize)) else {
        return Ok(None);
    };
    let seed = header.seed_of(of, game);
    let (rounds, whole) = if header.matches {
        let (rounds, whole) = whole_match(contest, plan, seed)?;
        (rounds, Some(whole))
    } else {
        (vec![round(&contest.single, contest, plan, seed)?.1], None)
    };
    Ok(Some(Record { cell, game, rounds, whole }))
}

/// A match with its rounds.
fn whole_match(contest: &Contest, plan: &Plan, seed: u64) -> Result<(Vec<RoundRecord>, MatchRecord), HookFault> {
    let impossible = |error: MatchError| {
        let found = Diagnostic::new(&code::NO_HOOK, Span::default(), error.to_string());
        HookFault::new(found, contest.sources.clone())
    };
    let mut whole = begin(&contest.rounds, seed).map_err(impossible)?;
    let mut rounds = Vec::new();
    let result = loop {
        match whole.step()? {
            Step::Round(next) => {
                // Each round has an opening of its own, and players who do not remember the last one.
                let (play, record) = round(&next.game, contest, plan, seed.wrapping_add(rounds.len() as u64))?;
                let end = RoundEnd::of(&play).unwrap_or_else(|| RoundEnd::broken_off(&play, "it was too long"));
                whole.finish(end).map_err(impossible)?;
                rounds.push(record);
            }
            Step::Choose { .. } => {
                let side = whole.best_side();
                whole.choose(side).map_err(impossible)?;
            }
            Step::Over(result) => break result,
        }
    };
    let first = whole.rules().rounds as usize;
    let asked = whole.played().iter().any(|p| p.tiebreak.is_some());
    let counting = whole.played().iter().filter(|p| p.counts).count();
    let winner = match result.outcome {
        MatchOutcome::Won(player) => Some(player as u32 + 1),
        MatchOutcome::Drawn | MatchOutcome::Tied => None,
    };
    let level = counting > first || asked || winner.is_none();
    let script = result.ruling.filter(|_| winner.is_some()).map(|r| r.function);
    Ok((rounds, MatchRecord { winner, drawn: result.outcome == MatchOutcome::Drawn, level, script }))
}

/// A game from its start: plies at random, then the players.
fn round(game: &Game, contest: &Contest, plan: &Plan, seed: u64) -> Result<(Play, RoundRecord), HookFault> {
    let header = &plan.header;
    let mut play = Play::new(game);
    let mut choices = opening(&mut play, header.opening_plies.min(header.cap), seed)?;
    let mut player = Player::new(plan.level, &plan.skill, seed);
    // Of three sides none is simply behind.
    let leads = game.rules().sides.len() == 2;
    let mut lead = Lead::default();
    while play.outcome().is_none() && play.made().len() < header.cap as usize {
        let mover = play.player(play.position().to_move);
        let Some(Choice { mv, ahead }) = player.choose(&play)? else { break };
        lead.see(if mover == 0 { ahead } else { ahead.saturating_neg() });
        let Some(count) = make(&mut play, &mv)? else { break };
        choices += count;
    }
    let side = |side: SideId| header.sides.get(usize::from(side)).cloned().unwrap_or_default();
    // A side stands for the player who began with it.
    let (end, winner) = match play.outcome().map(|o| &o.result) {
        Some(Verdict::Win(winner)) => (End::Won, Some(side(play.player(*winner)))),
        Some(Verdict::Draw) => (End::Drawn, None),
        Some(Verdict::Unsettled) => (End::Unsettled, None),
        None => (End::Cut, None),
    };
    let record = RoundRecord {
        end,
        winner,
        by: ending(&play, contest),
        first: side(starts(game)),
        plies: play.made().len() as u32,
        choices,
        leads: leads.then_some(lead.changes),
        moves: digest(&play),
    };
    Ok((play, record))
}

/// Plays so many plies at random, none of which ends the game; fewer where every move would. Gives how many moves there
/// were to choose from.
fn opening(play: &mut Play, plies: u32, seed: u64) -> Result<u64, HookFault> {
    let mut dice = Dice::new(seed);
    let mut choices = 0;
    'plies: for _ in 0..plies {
        let mut moves = play.choices(true)?;
        let count = moves.len() as u64;
        while !moves.is_empty() {
            let made = moves.swap_remove(dice.below(moves.len() as u32) as usize);
            play.make(made)?;
            if play.outcome().is_none() {
                choices += count;
                continue 'plies;
            }
            play.undo();
        }
        break;
    }
    Ok(choices)
}

/// Makes a move; gives how many there were to choose from, or nothing where it is not among them.
fn make(play: &mut Play, mv: &Move) -> Result<Option<u64>, HookFault> {
    let moves = play.choices(true)?;
    let count = moves.len() as u64;
    let Some(made) = moves.into_iter().find(|m| m.mv == *mv) else { return Ok(None) };
    play.make(made)?;
    Ok(Some(count))
}

/// The clause that decided. A script may say another sentence each time, so the clause is told by its own.
fn ending(play: &Play, contest: &Contest) -> Option<Ending> {
    let outcome = play.outcome()?;
    let Some(span) = outcome.span else {
        return Some(Ending { reason: outcome.reason.clone(), at: String::new() });
    };
    let same = |s: Span| (s.file, s.start, s.end) == (span.file, span.start, span.end);
    let clause = play.game().rules().ends.iter().find(|e| same(e.span)).map(|e| &e.reason);
    let reason = clause.filter(|r| !r.is_empty()).unwrap_or(&outcome.reason).clone();
    Some(Ending { reason, at: cite(span, &contest.sources) })
}

/// Who leads, from the first side's point of view.
#[derive(Default)]
struct Lead {
    /// 1 or -1, once somebody has led.
    last: i32,
    changes: u32,
}

impl Lead {
    fn see(&mut self, ahead: i32) {
        let now = if ahead.saturating_abs() < LEAD { 0 } else { ahead.signum() };
        if now != 0 {
            self.changes += u32::from(self.last == -now);
            self.last = now;
        }
    }
}

/// A digest of the moves.
fn digest(play: &Play) -> String {
    let moves = serde_json::to_vec(play.made()).unwrap_or_default();
    Sha256::digest(&moves).iter().take(8).fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::Lead;

    /// The first side leads from 60 on; at 20 nobody leads any more or less; -70 turns it round, and 50 back.
    #[test]
    fn a_lead_changes_when_the_other_side_takes_it() {
        let mut lead = Lead::default();
        for (ahead, changes) in [(0, 0), (60, 0), (20, 0), (90, 0), (-49, 0), (-70, 1), (-80, 1), (10, 1), (50, 2)] {
            lead.see(ahead);
            assert_eq!(lead.changes, changes, "at {ahead}");
        }
        // Extremes have an opposite.
        lead.see(i32::MIN);
        assert_eq!(lead.changes, 3);
    }
}
