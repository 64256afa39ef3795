//! What holds of every position, whatever an example says: a recorded answer freezes a bug as gladly as a truth, and a
//! guard does not.

use crate::board::SiteSet;
use crate::engine::{Play, Position};
use std::collections::HashSet;

/// A guard that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    /// What is wrong, in a sentence without a full stop.
    pub sentence: String,
    /// The sites that it speaks of.
    pub sites: SiteSet,
}

/// The guards, over the positions of a companion.
#[derive(Default)]
pub(super) struct Guards {
    /// Positions that were looked at: the rules, and the position.
    seen: HashSet<(u64, Position)>,
}

impl Guards {
    /// Holds all guards over a position, once.
    pub(super) fn watch(&mut self, play: &Play) -> Vec<Broken> {
        if !self.seen.insert((play.game().rules().hash, play.position().clone())) {
            return Vec::new();
        }
        Vec::new()
    }
}
