//! Who wins with best play within so many moves: every line is looked at, nothing is guessed.

use crate::engine::{HookFault, Play, Position, Runner, Verdict};
use crate::ruleset::SideId;
use std::collections::HashMap;
use thiserror::Error;

/// How many positions are looked at before the search gives up.
pub const MAX_LOOKED_AT: u64 = 500_000;

/// The same where the game is run by the interpreter, scripts among them.
pub const MAX_INTERPRETED: u64 = 20_000;

/// The most moves that are looked ahead.
pub const MAX_AHEAD: u32 = 60;

/// What best play comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// This side wins, whatever the others do.
    Wins(SideId),
    /// Nobody can do better than a draw.
    Draw,
    /// It is not decided within so many moves.
    Open,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Unsearched {
    /// There is too much to look at.
    #[error("{looked_at} positions were looked at, and best play within {within} moves is still not known")]
    TooMany {
        /// How many positions were looked at.
        looked_at: u64,
        /// The moves that were asked for.
        within: u32,
    },
    /// A script failed.
    #[error(transparent)]
    Script(#[from] HookFault),
}

/// What a side can be sure of, and what it can hope for: lost 0, drawn 1, won 2. Where the two meet the value is known.
type Bounds = (u8, u8);

const OPEN: Bounds = (0, 2);

/// Who wins with best play within so many moves.
///
/// # Errors
/// There are too many positions to look at, or a script failed.
pub fn best_play(play: &Play, within: u32) -> Result<Best, Unsearched> {
    let sides = play.game().rules().sides.len() as SideId;
    let compiled = play.game().interpreted_because().is_none();
    let most = if compiled { MAX_LOOKED_AT } else { MAX_INTERPRETED };
    let mut search =
        Search { runner: Runner::from_play(play), seen: HashMap::new(), looked_at: 0, most, within, side: 0 };
    // What a position is worth may hang on the way to it.
    let keeps = !play.game().reads_history();
    // Short ways first: what is found within a few moves needs no more.
    for depth in 0..=within {
        for side in 0..sides {
            search.side = side;
            search.seen.clear();
            match search.value(depth, keeps)? {
                (2, _) => return Ok(Best::Wins(side)),
                (1, 1) => return Ok(Best::Draw),
                // Between two, what one side loses the other wins.
                (_, 0) if sides == 2 => return Ok(Best::Wins(1 - side)),
                _ => {}
            }
        }
    }
    Ok(Best::Open)
}

struct Search {
    runner: Runner,
    seen: HashMap<(Position, u32), Bounds>,
    looked_at: u64,
    most: u64,
    within: u32,
    /// The side for which values are: it does its best, and all others do their best against it.
    side: SideId,
}

impl Search {
    /// `depth` is at most [`MAX_AHEAD`], and so is the depth of the recursion.
    fn value(&mut self, depth: u32, keeps: bool) -> Result<Bounds, Unsearched> {
        self.looked_at += 1;
        if self.looked_at > self.most {
            return Err(Unsearched::TooMany { looked_at: self.most, within: self.within });
        }
        match self.runner.verdict() {
            Some(Verdict::Win(side)) if side == self.side => return Ok((2, 2)),
            Some(Verdict::Win(_)) => return Ok((0, 0)),
            Some(Verdict::Draw) => return Ok((1, 1)),
            // The rules do not say who has won.
            Some(Verdict::Unsettled) => return Ok(OPEN),
            None if depth == 0 => return Ok(OPEN),
            None => {}
        }
        let position = self.runner.position();
        let own = position.to_move == self.side;
        let key = keeps.then_some((position, depth));
        if let Some(known) = key.as_ref().and_then(|k| self.seen.get(k)) {
            return Ok(*known);
        }
        let mut found: Option<Bounds> = None;
        for n in 0..self.runner.moves() {
            if !self.runner.play(n) {
                if let Some(fault) = self.runner.fault() {
                    return Err(fault.clone().into());
                }
                continue;
            }
            let below = self.value(depth - 1, keeps);
            self.runner.undo();
            let (low, high) = below?;
            found = Some(match found {
                None => (low, high),
                Some((l, h)) if own => (l.max(low), h.max(high)),
                Some((l, h)) => (l.min(low), h.min(high)),
            });
            // Nothing can be better.
            if found == Some(if own { (2, 2) } else { (0, 0) }) {
                break;
            }
        }
        if let Some(fault) = self.runner.fault() {
            return Err(fault.clone().into());
        }
        let found = found.unwrap_or(OPEN);
        if let Some(key) = key {
            self.seen.insert(key, found);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::{Best, Unsearched, best_play};
    use crate::engine::Play;
    use crate::notation::read_position;

    fn at(id: &str, settings: &[(&str, &str)], position: &str) -> Play {
        let game = crate::open(id, settings).unwrap_or_else(|e| panic!("{e}"));
        let read = read_position(position, &game).unwrap_or_else(|e| panic!("{e}"));
        Play::from_position(&game, read.position, read.history).expect("a position of this game")
    }

    #[test]
    fn what_is_decided_is_found_when_it_is_decided() {
        // The buffalo needs two steps; the dog cannot come in between, since nothing may enter the village.
        let run = at("bison", &[], "11/11/B10/11/11/9D1/10B herd");
        assert_eq!(best_play(&run, 2), Ok(Best::Open));
        assert_eq!(best_play(&run, 3), Ok(Best::Wins(0)));
        // The same with the defenders to move: a dog on a4 steps to ... a6, where it stays.
        let stopped = at("bison", &[], "11/11/B2D7/11/11/11/10B defenders");
        assert_ne!(best_play(&stopped, 3), Ok(Best::Wins(0)));
        // The chief takes the last buffalo.
        let last = at("bison", &[], "11/11/11/6C4/5B5/11/11 defenders");
        assert_eq!(best_play(&last, 0), Ok(Best::Open));
        assert_eq!(best_play(&last, 1), Ok(Best::Wins(1)));
    }

    #[test]
    fn a_position_that_is_over_needs_no_moves() {
        assert_eq!(best_play(&at("bison", &[], "B10/11/11/6C4/11/11/10B defenders"), 0), Ok(Best::Wins(0)));
    }

    #[test]
    fn too_much_is_said_and_not_guessed() {
        let start = Play::new(&crate::open("bison", &[]).unwrap_or_else(|e| panic!("{e}")));
        assert!(matches!(best_play(&start, 20), Err(Unsearched::TooMany { .. })));
    }
}
