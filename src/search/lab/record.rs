//! What is kept of a game or of a match that was played: one line of JSON.

use serde::{Deserialize, Serialize};

/// A game, or a match with its rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The number of its cell, from 0.
    pub cell: u32,
    /// Its number in the cell, from 0.
    pub game: u32,
    /// The rounds that were played; a game is a single one.
    pub rounds: Vec<RoundRecord>,
    /// What the match came to.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<MatchRecord>,
}

/// A game from its start to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundRecord {
    /// How it ended.
    pub end: End,
    /// The side that won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// What decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Ending>,
    /// The side that moved first.
    pub first: String,
    /// Moves, passes included.
    pub plies: u32,
    /// How many legal moves there were before each of them, in all.
    pub choices: u64,
    /// How often the lead changed; none where there are not two sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leads: Option<u32>,
    /// A digest of its moves, by which one game is told from another.
    pub moves: String,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// A side won.
    Won,
    /// Nobody won.
    Drawn,
    /// The rules do not say.
    Unsettled,
    /// It was too long.
    Cut,
}

/// The clause that decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Its sentence.
    pub reason: String,
    /// Its line, as `bison.rules:52`; empty where no clause decided.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub at: String,
}

/// What a match came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchRecord {
    /// The player who won, from 1: player 1 plays the first side in the first round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u32>,
    /// Nobody won, as the rules say; else nobody won because they do not say who does.
    #[serde(default)]
    pub drawn: bool,
    /// It was level after the first rounds.
    pub level: bool,
    /// The script that decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
}
