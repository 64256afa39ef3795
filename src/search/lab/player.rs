//! Who plays: the opponent of a level, for all sides of a game.

use crate::engine::{HookFault, Move, Play};
use crate::search::{Level, Opponent, Skill};
use sha2::{Digest, Sha256};

/// A move, and what the player thinks of it.
pub(super) struct Choice {
    /// The move.
    pub mv: Move,
    /// How far the mover is ahead, in hundredths (see [`Score`](crate::search::Score)).
    pub ahead: i32,
}

/// Whoever plays a game of the lab.
pub(super) struct Player(Opponent);

impl Player {
    /// A player of a level whose choices depend on this seed.
    pub fn new(level: Level, skill: &Skill, seed: u64) -> Player {
        Player(Opponent::at_level(level, seed).with_skill(skill.clone()))
    }

    /// The move for the side to move; none when the game is over.
    pub fn choose(&mut self, play: &Play) -> Result<Option<Choice>, HookFault> {
        Ok(self.0.think(play)?.map(|thought| Choice { ahead: thought.score.rank(), mv: thought.mv }))
    }
}

/// By what one skill is told from another.
pub(super) fn digest(skill: &Skill) -> String {
    let text = serde_json::to_vec(skill).unwrap_or_default();
    Sha256::digest(&text).iter().take(8).fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}
