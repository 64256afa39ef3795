//! The speed: rules compiled to operations on whole sets of sites.
//!
//! What a ruleset says is either compiled here, as a whole, or left to the interpreter as a whole
//! ([`Fast::compile`] says why). Nothing is decided here that [`meaning`](super::meaning) does not
//! define; a property test holds the two equal on random play of every ruleset.
//!
//! [`bits`] are the sets, [`expr`] selections and conditions, which [`speak`] makes of those of the rules, [`compile`]
//! and [`prepare`] make the tables, [`state`] is a position, [`generate`] finds the moves, [`advance`] makes them and
//! judges, [`run`] counts and plays, [`line`] plays and takes back.
//!
//! Where a move must be made before it is known to be one (`illegal` clauses, effects, choices of the mover), [`whole`]
//! makes each candidate, by what [`tail`] says of what follows a landing; [`route`] runs the paths that are no operation
//! on sets.

mod advance;
pub(crate) mod bits;
mod chain;
mod compile;
mod expr;
mod generate;
mod line;
mod prepare;
mod route;
mod run;
mod speak;
mod state;
mod tail;
#[cfg(test)]
mod tests;
mod whole;

pub(crate) use compile::Unfit;
pub(crate) use run::{Compiled, compile};
