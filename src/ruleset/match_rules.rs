//! The match: several rounds of a game.

use super::Span;
use super::item::RoundSides;
use serde::{Deserialize, Serialize};

/// The most rounds that a match may have, added ones and those that are played again included.
pub const MAX_ROUNDS: u32 = 100;

/// A match as declared, what the file leaves out filled in (docs/book/match.md).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchRules {
    /// How many rounds are played, 1 to [`MAX_ROUNDS`].
    pub rounds: u32,
    /// Who plays which side in the round after one of these. If the file is silent the players keep their sides.
    pub sides: RoundSides,
    /// What wins the match.
    pub won: WonBy,
    /// Rounds that are added while it is tied.
    pub more: Option<MoreRounds>,
    /// Who plays which side in a round that is added. If the file is silent they swap.
    pub added: RoundSides,
    /// Who takes the first turn is chosen before each round; else once.
    pub first_turn_each_round: bool,
    /// A round that is given up is played again; else it counts.
    pub resigned_replayed: bool,
    /// The line `rounds`.
    pub span: Span,
}

/// What wins a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WonBy {
    /// Winning a round as each side.
    EachSide {
        /// In the rounds of one pair: of a group of as many rounds as there are sides, the first round beginning
        /// the first group.
        in_one_pair: bool,
    },
    /// Winning more rounds than anybody else.
    MostRounds,
    /// Winning so many rounds.
    Rounds(u32),
}

/// Rounds that are added while a match is tied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoreRounds {
    /// How many at a time. They are added if all of them fit.
    pub add: u32,
    /// How many rounds at most in all.
    pub most: u32,
    /// What becomes of a match that is tied still.
    pub then: ThenTied,
    /// Where written.
    pub span: Span,
}

/// What becomes of a match that is tied and to which no round can be added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThenTied {
    /// It is tied.
    Tied,
    /// It is drawn.
    Drawn,
    /// The function of a `hook tiebreak` decides.
    Hook(String),
}

impl MatchRules {
    /// How many rounds are played at most, but for those that are played again and those that a script adds.
    pub fn most(&self) -> u32 {
        self.more.as_ref().map_or(self.rounds, |m| m.most.max(self.rounds))
    }
}
