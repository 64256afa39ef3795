//! Positions: everything that a rule may depend on, but for the history that repetition needs.

use crate::board::{Site, SiteSet};
use crate::ruleset::{KindId, MarkId, PhaseId, SideId, Span};
use serde::{Deserialize, Serialize};

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// What it is.
    pub kind: KindId,
    /// Whose; none for neutral pieces.
    pub owner: Option<SideId>,
    /// What it was before it became another kind; `kind` where no rule reads that.
    pub was: KindId,
    /// It has moved; false where no rule reads that.
    pub moved: bool,
}

/// A mark on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Marked {
    /// Which mark.
    pub mark: MarkId,
    /// Where.
    pub site: Site,
    /// After how many further moves it goes.
    pub left: u8,
}

/// Where in the turns of its phase the game is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnPointer {
    /// Index of the entry of a list of turns; 0 where turns alternate.
    pub entry: u16,
    /// Moves that are left of the entry, the coming one included; 0 where turns alternate.
    pub left: u16,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won.
    pub result: Verdict,
    /// The sentence of the clause that decided; for `Unsettled` what the rules leave open.
    pub reason: String,
    /// The clause; none where no clause decided.
    pub span: Option<Span>,
}

/// Who won.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// This side.
    Win(SideId),
    /// Nobody.
    Draw,
    /// The player to move has no move and no pass, and no ending holds: the rules do not say.
    Unsettled,
}

/// How the pie rule stands: once, the player who moves second may swap sides instead of moving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pie {
    /// There is no such rule, or nobody may swap any more and nobody has.
    #[default]
    Over,
    /// The first turn goes on: after it the other player may swap.
    Coming,
    /// Whoever is to move may swap.
    Open,
    /// The players have swapped sides.
    Taken,
}

/// A position: a plain value that is compared and hashed by value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// What stands on each site, by its number.
    pub cells: Vec<Option<Piece>>,
    /// Pieces in hand: of side `s` and kind `k` at `s * kinds + k`. Hands that never run out count nothing.
    pub hands: Vec<u16>,
    /// Captured pieces by former owner and kind, like `hands`; all 0 where no rule reads it.
    pub captured: Vec<u16>,
    /// Marks, in order.
    pub marks: Vec<Marked>,
    /// The phase.
    pub phase: PhaseId,
    /// Where in the turns of the phase.
    pub turn: TurnPointer,
    /// Who is to move.
    pub to_move: SideId,
    /// Who moved last, where a rule reads it.
    pub last: Option<SideId>,
    /// Sides that are out, one bit each.
    pub out: u16,
    /// The counters of moves without progress.
    pub counters: Vec<u16>,
    /// Pieces one of which the player to move takes off first, because it missed a capture.
    pub forfeit: SiteSet,
    /// How the pie rule stands.
    pub pie: Pie,
    /// How the game ended, once it has.
    pub outcome: Option<Outcome>,
}

impl Position {
    /// The piece on a site.
    pub fn piece(&self, site: Site) -> Option<Piece> {
        self.cells.get(site as usize).copied().flatten()
    }

    /// Of two players, named by the sides with which they began, the one who plays a side now.
    pub fn player(&self, side: SideId) -> SideId {
        if self.pie == Pie::Taken { 1 - side.min(1) } else { side }
    }

    /// Whether a side is out.
    pub fn is_out(&self, side: SideId) -> bool {
        self.out >> side & 1 == 1
    }
}
