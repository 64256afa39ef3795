//! houserules: a rules-variant scripting engine for board games.

pub mod board;
pub mod language;
pub mod ruleset;
