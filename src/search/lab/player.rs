//! Who plays: the opponent of a level, for all sides of a game.

use super::error::{LabError, asked};
use crate::engine::{HookFault, Move, Play};
use crate::search::Opponent;

/// The levels that there are.
const LEVELS: [&str; 1] = ["one-ply"];

/// Whoever plays a game of the lab.
pub(super) trait Player {
    /// The move for the side to move; none when the game is over.
    fn choose(&mut self, play: &Play) -> Result<Option<Choice>, HookFault>;
}

/// A move, and what the player thinks of it.
pub(super) struct Choice {
    /// The move.
    pub mv: Move,
    /// How far the mover is ahead, in hundredths of a typical piece; none where the player gives no scores.
    pub ahead: Option<i32>,
}

impl Player for Opponent {
    fn choose(&mut self, play: &Play) -> Result<Option<Choice>, HookFault> {
        Ok(Opponent::choose(self, play)?.map(|mv| Choice { mv, ahead: None }))
    }
}

/// Whether there is such a level.
pub(super) fn check(level: &str) -> Result<(), LabError> {
    if LEVELS.contains(&level) {
        return Ok(());
    }
    let list = LEVELS.map(|l| format!("`{l}`")).join(", ");
    asked(format!("there is no level `{level}`; there are {list}"))
}

/// A player of a level whose choices depend on this seed.
pub(super) fn of_level(_: &str, seed: u64) -> Box<dyn Player> {
    Box::new(Opponent::new(seed))
}
