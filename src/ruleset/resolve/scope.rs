//! Where a selection or condition stands, and what its words may speak of there.

use super::super::rules::{SideId, Who};
use super::world::{SideMask, World};

/// The places of a rule file that hold selections and conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// What never changes: the board, the start.
    Constant,
    Zone,
    /// Where a kind may be.
    Confinement,
    Motion,
    Joint,
    /// `after every ...`, `then ...`, `must ...`, `only remove ...`.
    Effect,
    Filter,
    Illegal,
    CallSide,
    CallPiece,
    Score,
    Phase,
    End,
}

/// What is known where a selection or condition stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) at: Where,
    /// The sides that may be the actor.
    pub(super) actors: SideMask,
    /// The sides that may own the piece spoken of, where one is named.
    pub(super) owners: SideMask,
    /// `it` is known: something was jumped, or a piece is asked about.
    pub(super) it: bool,
    /// `onward` means something: there is a leg before.
    pub(super) onward: bool,
}

impl Scope {
    pub(super) fn new(at: Where, actors: SideMask) -> Scope {
        Scope { at, actors, owners: actors, it: at == Where::CallPiece, onward: false }
    }

    pub(super) fn constant(world: &World<'_>) -> Scope {
        Scope::new(Where::Constant, world.all_sides())
    }

    pub(super) fn all(at: Where, world: &World<'_>) -> Scope {
        Scope::new(at, world.all_sides())
    }

    pub(super) fn of_side(at: Where, side: SideId) -> Scope {
        Scope::new(at, 1 << side)
    }

    /// `player` means something.
    pub(super) fn has_player(self) -> bool {
        matches!(self.at, Where::CallSide | Where::Score | Where::End)
    }

    /// `there`, `that file`, `that rank`, `that line` mean something.
    pub(super) fn has_landing(self) -> bool {
        self.at == Where::Motion
    }

    /// `moved piece` means something: a move was made.
    pub(super) fn has_moved_piece(self) -> bool {
        matches!(
            self.at,
            Where::Effect | Where::Illegal | Where::End | Where::CallSide | Where::CallPiece | Where::Phase
        )
    }

    /// Whether relative words beside a named piece are read by its owner; in a motion the piece that moves is
    /// the one spoken of.
    pub(super) fn by_owner(self) -> bool {
        matches!(
            self.at,
            Where::Zone
                | Where::Effect
                | Where::Filter
                | Where::Illegal
                | Where::CallSide
                | Where::CallPiece
                | Where::Score
                | Where::Phase
                | Where::End
        )
    }

    /// Whether a side spoken of is the actor here.
    pub(super) fn is_actor(self, who: &Who) -> bool {
        match who {
            Who::Actor => true,
            Who::Mover => matches!(
                self.at,
                Where::Motion
                    | Where::Joint
                    | Where::Effect
                    | Where::Filter
                    | Where::Illegal
                    | Where::Phase
                    | Where::End
            ),
            Who::Player => matches!(self.at, Where::CallSide | Where::Score),
            Who::Side(side) => self.actors == 1 << side,
            Who::NextPlayer | Who::EnemyOf(_) => false,
        }
    }
}
