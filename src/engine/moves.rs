//! Moves: one small value for one whole move, with its path and every choice in it.

use super::position::Piece;
use crate::board::Site;
use crate::ruleset::{KindId, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A move. `a1xb1xc2` is one; so is an amazon's move with its arrow, or a placement with the removal
/// that it earns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Move {
    /// Who makes it.
    pub side: SideId,
    /// What is done.
    pub action: Action,
    /// Where the piece touches down, in order; for several drops in one move all their sites.
    pub trail: SmallVec<[Site; 4]>,
    /// The mover's choices inside the move, in the order in which they are made: the sites of pieces
    /// removed by choice, or of a piece placed.
    pub picks: SmallVec<[Site; 2]>,
    /// What is captured, and where, in order.
    pub captured: SmallVec<[(Site, Piece); 2]>,
    /// The kind that the piece becomes.
    pub becomes: Option<KindId>,
}

/// What is done in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// The piece on this site moves.
    Piece {
        /// From where.
        from: Site,
        /// What it was.
        kind: KindId,
    },
    /// A piece from the hand is put on the board.
    Drop(KindId),
    /// Several pieces from the hand, of one kind, are put on the board in one move.
    Drops(KindId),
    /// Several pieces move together: index of the joint move.
    Joint(u8),
    /// No piece moves; what happens is in `picks` (a phase's `only remove one ...`).
    Effect,
    /// The turn is missed.
    Pass,
    /// The players swap sides, and whoever plays this side now moves with it.
    Swap,
}

impl Move {
    /// A move in which nothing has happened yet.
    pub fn new(side: SideId, action: Action) -> Move {
        Move { side, action, trail: SmallVec::new(), picks: SmallVec::new(), captured: SmallVec::new(), becomes: None }
    }

    /// The kind of the piece that moves or is dropped, as it was before.
    pub fn kind(&self) -> Option<KindId> {
        match self.action {
            Action::Piece { kind, .. } | Action::Drop(kind) | Action::Drops(kind) => Some(kind),
            Action::Joint(_) | Action::Effect | Action::Pass | Action::Swap => None,
        }
    }

    /// Where the piece comes from.
    pub fn from(&self) -> Option<Site> {
        match self.action {
            Action::Piece { from, .. } => Some(from),
            _ => None,
        }
    }

    /// Where it touches down last.
    pub fn to(&self) -> Option<Site> {
        self.trail.last().copied()
    }

    /// The turn is missed.
    pub fn is_pass(&self) -> bool {
        self.action == Action::Pass
    }

    /// The players swap sides.
    pub fn is_swap(&self) -> bool {
        self.action == Action::Swap
    }
}
