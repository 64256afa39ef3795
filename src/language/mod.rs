//! Text to ruleset.
//!
//! A rule file goes through these stages, each a function from data to data:
//!
//! ```text
//! text ──scan──► pieces ──grammar──► tree ──read──► statements ─┐
//!                            └──mistake──► diagnostics ─────────┼─load──► Ruleset ──report──► text
//!                                              the bases' too ──┘
//! ```
//!
//! [`parse`] does one file, [`load`] a file with its bases. Settling of options and resolving of names
//! follow in [`ruleset`](crate::ruleset).

mod grammar;
mod load;
mod mistake;
mod parse;
mod phrase;
mod read;
pub mod report;
mod scan;

pub use load::{Files, Found, Loaded, MAX_CHAIN, load};
pub use mistake::nearest;
pub use parse::{MAX_BYTES, MAX_ITEMS, Parsed, parse};
