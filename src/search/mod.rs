//! Opponents. What is here plays any ruleset, since it asks nothing but the engine.

pub mod lab;
mod opponent;

pub use opponent::{Opponent, REPLIES};
