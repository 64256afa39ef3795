//! A compiled game.

use super::position::{Piece, Position, TurnPointer};
use crate::board::{Board, SiteSet};
use crate::ruleset::path::Path;
use crate::ruleset::{Hand, KindId, Rules, SideId, Turns};
use std::sync::Arc;

/// A game: rules made ready for play. Immutable; cloning shares it.
#[derive(Clone, Debug)]
pub struct Game {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    rules: Rules,
    /// The path of each motion of each kind.
    paths: Vec<Vec<Path>>,
    reads: Reads,
}

/// What some rule reads. What nobody reads is kept out of positions, so that positions that no rule
/// can tell apart are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reads {
    /// `unmoved`.
    pub moved: bool,
    /// `promoted`, `unpromoted`, hands that take pieces unpromoted.
    pub was: bool,
    /// `... captured`.
    pub captured: bool,
    /// `position occurs`, `board occurs`.
    pub history: bool,
    /// Who moved last: `mover`, `player`, in an ending or effect.
    pub mover: bool,
}

impl Game {
    /// Compiles rules. What [`unsupported`](crate::ruleset) lists must have been refused before.
    pub fn new(rules: Rules) -> Game {
        let paths = rules.kinds.iter().map(|k| k.motions.iter().map(crate::ruleset::Motion::path).collect()).collect();
        Game { inner: Arc::new(Inner { rules, paths, reads: Reads::default() }) }
    }

    /// The position at the start, not yet judged.
    pub fn start(&self) -> Position {
        todo!()
    }

    /// Whether a rule reads the history of positions, so that a position's text carries it.
    pub fn reads_history(&self) -> bool {
        self.inner.reads.history
    }

    /// Whether a rule reads the counts of captured pieces.
    pub fn reads_captured(&self) -> bool {
        self.inner.reads.captured
    }

    /// Whether a rule reads who moved last.
    pub fn reads_mover(&self) -> bool {
        self.inner.reads.mover
    }

    /// Whether a rule reads what a piece was before it became another.
    pub fn reads_was(&self) -> bool {
        self.inner.reads.was
    }

    /// Whether a rule reads that a piece has not moved.
    pub fn reads_moved(&self) -> bool {
        self.inner.reads.moved
    }

    /// How many of a kind each owner has in hand at the start; none: a hand that never runs out.
    pub fn hand_at_start(&self, kind: KindId) -> Option<u16> {
        match self.rules().kinds[kind as usize].hand {
            Hand::Count(n) => Some(n.min(u32::from(u16::MAX)) as u16),
            Hand::Unlimited => None,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.inner.rules
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.inner.rules.board
    }
}
