//! What a game is made from.

use super::json::{ClockWish, PlayerKind};
use super::seat::SeatHash;
use crate::engine::PlayerFacts;
use crate::search::Level;
use serde::{Deserialize, Serialize};

/// What a game begins with, as it is kept. With what happened in it afterwards it is the whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The id of its ruleset.
    pub ruleset: String,
    /// The text of the rule file, where that is not built in.
    #[serde(default)]
    pub source: Option<String>,
    /// The text was sent by a browser.
    #[serde(default)]
    pub foreign: bool,
    /// Settings that were chosen.
    pub settings: Vec<(String, String)>,
    /// The players; at the beginning the first plays the first side and so on.
    pub players: Vec<Player>,
    /// The level of the computer.
    pub level: String,
    /// The clock.
    #[serde(default)]
    pub clock: Option<ClockWish>,
    /// A match.
    pub contest: bool,
    /// The position from which it begins, where that is not the start.
    #[serde(default)]
    pub position: Option<String>,
    /// The computer may be asked for advice.
    #[serde(default = "allowed")]
    pub hints: bool,
    /// What decides by chance is decided by.
    pub seed: u64,
}

/// In games that were kept before one could choose.
fn allowed() -> bool {
    true
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// Person or computer.
    pub kind: PlayerKind,
    /// The name.
    pub name: String,
    /// Somebody said that this player is a beginner.
    #[serde(default)]
    pub beginner: bool,
}

/// The seat of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The hash of its secret; none: nobody has one.
    #[serde(default)]
    pub hash: Option<SeatHash>,
    /// Its player has been here.
    #[serde(default)]
    pub joined: bool,
    /// Whoever comes first may take it.
    #[serde(default)]
    pub open: bool,
}

impl Setup {
    /// What rules are told of the players.
    pub fn facts(&self) -> Vec<PlayerFacts> {
        self.players.iter().map(|p| PlayerFacts { name: p.name.clone(), beginner: p.beginner }).collect()
    }

    /// The level of the computer.
    pub fn level(&self) -> Level {
        self.level.parse().unwrap_or(Level::Casual)
    }

    /// Whether the computer is this player.
    pub fn is_computer(&self, player: usize) -> bool {
        self.players.get(player).is_some_and(|p| p.kind == PlayerKind::Computer)
    }
}
