//! Opponents. What is here plays any ruleset, since it asks nothing but the engine.

mod opponent;

pub use opponent::{Opponent, REPLIES};
