//! What happens in a game, as it is kept.

use crate::ruleset::SideId;
use serde::{Deserialize, Serialize};

/// Something that happened. A game is its setup and all that happened in it, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "kebab-case")]
pub enum Event {
    /// A move was made.
    Moved {
        /// As it is written.
        text: String,
        /// What is left on the mover's clock after it, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u64>,
    },
    /// A player asks the others to take back a move.
    UndoAsked {
        /// Who.
        player: usize,
    },
    /// One of several others agrees.
    UndoGranted {
        /// Who.
        player: usize,
    },
    /// One of several others plays on, or whoever asked thinks better of it.
    UndoRefused {
        /// Who.
        player: usize,
    },
    /// Moves were taken back.
    Undone {
        /// So many.
        plies: usize,
        /// They cannot be made again by `redo`.
        #[serde(default)]
        agreed: bool,
    },
    /// What was taken back last was made again.
    Redone,
    /// A side gave up.
    Resigned {
        /// Which.
        side: SideId,
    },
    /// The time of a side ran out.
    Flagged {
        /// Which.
        side: SideId,
    },
    /// Nobody goes on with it.
    BrokenOff {
        /// Why.
        why: String,
    },
    /// The match went on.
    NextRound {
        /// The side that somebody chose for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<SideId>,
    },
    /// The players play again, in another game.
    Rematch {
        /// Which.
        id: String,
    },
}
