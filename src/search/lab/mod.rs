//! The lab: the engine against itself, over values of options and readings of open questions.
//!
//! ```text
//! grid of values ──► Plan ──run──► Record (one line of JSON a game) ──► Collected ──► Report ──► tables, CSV, page
//! ```
//!
//! What a game comes to depends on the seed of the lab, on the settings of its cell and on its number, and on nothing else.
//! So games can be played in any order, by any number of threads, in shards on other machines, and be joined again from
//! their lines. Nothing here reads files or clocks: the program hands lines in and takes lines out.

mod collect;
mod contest;
mod csv;
mod error;
mod grid;
mod html;
mod line;
mod plan;
mod player;
mod plot;
mod record;
mod report;
mod run;
mod stats;
mod table;
mod tally;
#[cfg(test)]
mod tests;

pub use collect::{Collected, Taken};
pub use csv::csv;
pub use error::LabError;
pub use grid::{Varied, cells_of};
pub use html::page;
pub use line::{MAX_LINE, header_line, read_header, read_record, record_line};
pub use plan::{Asked, Cell, Header, Open, Plan, Refused, Shard};
pub use plot::image;
pub use record::{End, Ending, MatchRecord, Record, RoundRecord};
pub use report::{CellReport, EndingShare, MatchReport, Report, SideGap, SideShare};
pub use run::run;
pub use stats::{Gap, LengthFacts, Lengths, Share};
pub use table::{Column, Table, headline, tables};

/// How many cells a lab has at most.
pub const MAX_CELLS: usize = 1000;
/// How many games a cell has at most.
pub const MAX_GAMES: u32 = 100_000;
/// How many games a lab has at most, in all its cells.
pub const MAX_ALL: u64 = 1_000_000;
/// How many threads play at most.
pub const MAX_THREADS: usize = 256;
/// How many plies are played at random at most before a game.
pub const MAX_OPENING: u32 = 100;
/// After how many plies a game is cut at the latest.
pub const MAX_CAP: u32 = 100_000;
/// How many shards a lab is cut into at most.
pub const MAX_SHARDS: u32 = 100_000;
