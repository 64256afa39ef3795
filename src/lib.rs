//! houserules: a rules-variant scripting engine for board games.

pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod explain;
pub mod language;
pub mod library;
pub mod notation;
mod open;
pub mod render;
pub mod ruleset;
pub mod search;

pub use open::{Checked, OpenError, Opened, check, open, open_from, open_text};
