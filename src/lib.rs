//! houserules: a rules-variant scripting engine for board games.

pub mod board;
pub mod engine;
pub mod explain;
pub mod language;
pub mod notation;
pub mod render;
pub mod ruleset;
