//! Why a game is not solved.

use crate::engine::Position;
use crate::ruleset::code::{self, Code};
use thiserror::Error;

/// Why a game is not solved, or a table not used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Trouble {
    /// Values are for two sides.
    #[error("the game has {0} sides, and only games of two are solved")]
    Sides(usize),
    /// What a script decides is not known beforehand.
    #[error("a script decides in play: {0}")]
    Script(String),
    /// A value that depends on what was played before is none of the position.
    #[error("{0}")]
    History(String),
    /// A counter of moves makes many positions of one.
    #[error("the rules count moves without progress")]
    Counter,
    /// The rules read of pieces or sites what codes do not hold.
    #[error("the rules read {0}, which is not part of the positions that are listed")]
    Unheld(&'static str),
    /// The rules do not say how the game goes on.
    #[error("{0}, and the game can come there")]
    Unsettled(String),
    /// The board has more placements than codes.
    #[error("the board has too many sites for a list of its positions")]
    Large,
    /// The memory that may be used is used up.
    #[error("{} of memory are not enough{}", size(*limit), found(*positions))]
    Memory {
        /// How much might be used, in bytes.
        limit: u64,
        /// How many positions were found by then.
        positions: u64,
    },
    /// A way to the end is longer than the table can say.
    #[error("a win takes more than {0} plies")]
    Long(u32),
    /// Whoever watches has stopped it.
    #[error("stopped")]
    Stopped,
    /// A file is not what was written.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
    /// A file is of other rules, or another version of the program.
    #[error("the file is {0}")]
    Foreign(String),
    /// A table does not stand the test.
    #[error("the table is wrong about a position: {what}")]
    Wrong {
        /// What is wrong.
        what: &'static str,
        /// Where.
        at: Box<Position>,
    },
    /// A file cannot be written.
    #[error("{0}")]
    File(String),
}

/// So many bytes, in words.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{}.{} GB", bytes / 1_000_000_000, bytes / 100_000_000 % 10),
    }
}

fn found(positions: u64) -> String {
    if positions == 0 { String::new() } else { format!("; {positions} positions were found by then") }
}

impl Trouble {
    /// Its code, where the book explains it.
    pub fn code(&self) -> Option<&'static Code> {
        Some(match self {
            Trouble::Sides(_) => &code::SOLVE_SIDES,
            Trouble::Script(_) => &code::SOLVE_SCRIPT,
            Trouble::History(_) => &code::SOLVE_HISTORY,
            Trouble::Counter => &code::SOLVE_COUNTER,
            Trouble::Unheld(_) => &code::SOLVE_UNHELD,
            Trouble::Unsettled(_) => &code::SOLVE_UNSETTLED,
            Trouble::Large => &code::SOLVE_LARGE,
            Trouble::Memory { .. } => &code::SOLVE_MEMORY,
            Trouble::Long(_) => &code::SOLVE_LONG,
            Trouble::Damaged(_) => &code::SOLVE_DAMAGED,
            Trouble::Foreign(_) => &code::SOLVE_FOREIGN,
            Trouble::Wrong { .. } => &code::SOLVE_WRONG,
            Trouble::Stopped | Trouble::File(_) => return None,
        })
    }

    /// Whether other settings of the rules may help.
    pub fn hangs_on_rules(&self) -> bool {
        matches!(
            self,
            Trouble::Sides(_)
                | Trouble::Script(_)
                | Trouble::History(_)
                | Trouble::Counter
                | Trouble::Unheld(_)
                | Trouble::Unsettled(_)
        )
    }
}
