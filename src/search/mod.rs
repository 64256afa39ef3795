//! Opponents, and what search finds out. All of it plays any ruleset, since it asks nothing but the engine.

mod alpha_beta;
mod duel;
mod evaluate;
mod features;
mod jobs;
pub mod lab;
mod level;
mod opponent;
mod score;
mod skill;
pub mod solve;
mod table;
mod tree;
mod tune;

pub use duel::{Duel, Player, Score as DuelScore, duel};
pub use features::{Feature, Features};
pub use level::{Level, NoLevel};
pub use opponent::{Limits, Opponent, Thought};
pub use score::Score;
pub use skill::{Method, Skill, SkillError, Weight};
pub use tune::{Lessons, learn};
