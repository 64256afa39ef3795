//! houserules: a rules-variant scripting engine for board games.

pub mod board;
pub mod engine;
pub mod language;
pub mod library;
pub mod notation;
pub mod render;
pub mod ruleset;
pub mod search;
