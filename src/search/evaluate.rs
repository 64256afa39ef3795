//! What a position looks worth, without looking ahead.

use super::features::{Features, Survey};
use super::score::MOST;
use super::skill::Skill;
use crate::board::Site;
use crate::engine::{Game, Runner, Step};
use crate::ruleset::SideId;
use std::sync::Arc;

/// Features with their weights.
#[derive(Debug)]
pub(super) struct Evaluator {
    features: Arc<Features>,
    weights: Vec<i32>,
    survey: Survey,
    /// How far it errs on purpose, in hundredths, and what its errors hang on.
    error: i32,
    seed: u64,
}

impl Evaluator {
    pub fn new(game: &Game, features: &Arc<Features>, skill: &Skill, error: i32, seed: u64) -> Evaluator {
        let weights = skill.weights_of(features);
        Evaluator { features: Arc::clone(features), weights, survey: Survey::new(game), error, seed }
    }

    /// An estimate in hundredths for the side to move, nearer to 0 than any win.
    pub fn value(&mut self, runner: &mut Runner) -> i32 {
        let mut sum = 0i64;
        let weights = &self.weights;
        self.features.each(runner, &mut self.survey, |feature, amount| {
            sum += i64::from(weights[feature]) * i64::from(amount);
        });
        let value = (sum / 10).clamp(-i64::from(MOST), i64::from(MOST)) as i32;
        let value = value + self.slip(runner);
        (if runner.to_move() == 0 { value } else { -value }).clamp(-MOST, MOST)
    }

    /// An error that hangs on the position and the seed alone: the sum of two dice, evenly around 0.
    fn slip(&self, runner: &Runner) -> i32 {
        if self.error == 0 {
            return 0;
        }
        let mixed = (runner.key() ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let range = 2 * u64::from(self.error.unsigned_abs()) + 1;
        let die = |bits: u64| ((bits & 0xffff) * range) >> 16;
        (die(mixed >> 48) + die(mixed >> 32)) as i32 / 2 - self.error
    }

    /// A first guess at how good a move is, in thousandths.
    pub fn gain(&self, side: SideId, step: &Step) -> i32 {
        match (step.kind, step.to) {
            (Some(kind), Some(to)) => self.features.gain(&self.weights, side, kind, step.from as Option<Site>, to),
            _ => 0,
        }
    }
}
