//! What scripts are told of a match, and what they may answer.

use crate::board::Site;
use crate::engine::game::Game;
use crate::ruleset::{KindId, SideId};
use serde::{Deserialize, Serialize};

/// A match as far as it has come: what `first turn`, `next round` and `tiebreak` are asked about.
#[derive(Clone, Debug)]
pub struct MatchFacts {
    /// The game of the rounds, under the settings of the match. (A round that a script changed was another.)
    pub game: Game,
    /// The players; an index into this list is a player.
    pub players: Vec<PlayerFacts>,
    /// The rounds that count, in order.
    pub rounds: Vec<RoundFacts>,
    /// The player of each side in the next round; in a tiebreak, in the last.
    pub seats: Vec<usize>,
    /// What decides by chance is decided by; the same for the same match.
    pub seed: u64,
}

/// A player of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerFacts {
    /// Told apart by name: no two players of a match have the same.
    pub name: String,
    /// Somebody said that this player is a beginner.
    pub beginner: bool,
}

/// A round that has been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundFacts {
    /// The player of each side.
    pub seats: Vec<usize>,
    /// The side that won; none: nobody.
    pub winner: Option<SideId>,
    /// Why it ended.
    pub reason: String,
    /// It was given up.
    pub resigned: bool,
    /// Moves made by each side, passes not counted.
    pub moves: Vec<u32>,
    /// Pieces captured by each side.
    pub captures: Vec<u32>,
    /// Pieces left at the end, on the board and in hand, of side `s` and kind `k` at `s * kinds + k`.
    pub left: Vec<u32>,
}

impl RoundFacts {
    /// The player who won.
    pub fn winning_player(&self) -> Option<usize> {
        self.winner.and_then(|side| self.seats.get(usize::from(side)).copied())
    }

    /// The side that a player played; the first where one played several.
    pub fn side_of(&self, player: usize) -> Option<SideId> {
        self.seats.iter().position(|p| *p == player).map(|side| side as SideId)
    }
}

/// What is different in the next round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextRound {
    /// Options with their values, for this round alone.
    pub settings: Vec<(String, String)>,
    /// Changes to the start.
    pub changes: Vec<Change>,
    /// What is said of it; empty: nothing.
    pub note: String,
}

/// A change to the start of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// The piece that stands here is taken off.
    Remove(Site),
    /// A piece is put here, where none stands.
    Place {
        /// Of this kind.
        kind: KindId,
        /// Whose; none for a kind of nobody.
        owner: Option<SideId>,
        /// Where.
        site: Site,
    },
}

/// What becomes of a match that is tied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tiebreak {
    /// This player wins; the sentence says why.
    Wins(usize, String),
    /// It is drawn.
    Drawn(String),
    /// It stays tied: nobody decides.
    Tied(String),
    /// One more round is played.
    Again(String),
}
