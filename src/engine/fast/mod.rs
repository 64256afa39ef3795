//! The speed: rules compiled to operations on whole sets of sites.
//!
//! What a ruleset says is either compiled here, as a whole, or left to the interpreter as a whole
//! ([`Fast::compile`] says why). Nothing is decided here that [`meaning`](super::meaning) does not
//! define; a property test holds the two equal on random play of every ruleset.
//!
//! [`bits`] are the sets, [`expr`] selections and conditions, [`compile`] makes the tables,
//! [`state`] is a position, [`generate`] finds the moves, [`advance`] makes them and judges,
//! [`run`] counts and plays, [`line`] plays and takes back.

mod advance;
pub(crate) mod bits;
mod compile;
mod expr;
mod generate;
mod line;
mod run;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use compile::Unfit;
pub(crate) use run::{Compiled, compile};
