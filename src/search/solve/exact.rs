//! Values for perfect play.

use crate::ruleset::SideId;

/// What a position is worth where both sides play as well as they can: the one to win as soon as it can, the other to lose
/// as late as it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exact {
    /// A side wins.
    Win {
        /// Which.
        side: SideId,
        /// In how many plies, passes included.
        plies: u32,
        /// It takes just so many; else at most.
        shortest: bool,
    },
    /// Neither side can win.
    Draw,
}

/// The most plies that a value can tell.
pub(super) const LONGEST: u32 = 32_766;

/// A value in two bytes: 0 for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed(pub u16);

impl Packed {
    pub const DRAW: Packed = Packed(0);

    /// A win of side 0 or 1.
    pub fn win(side: SideId, plies: u32) -> Option<Packed> {
        (plies <= LONGEST).then_some(Packed(1 + (plies * 2) as u16 + u16::from(side.min(1))))
    }

    /// Winner and plies; none for a draw.
    pub fn winner(self) -> Option<(SideId, u32)> {
        let n = self.0.checked_sub(1)?;
        Some(((n % 2) as SideId, u32::from(n / 2)))
    }

    /// In full.
    pub fn exact(self, shortest: bool) -> Exact {
        match self.winner() {
            Some((side, plies)) => Exact::Win { side, plies, shortest },
            None => Exact::Draw,
        }
    }
}
