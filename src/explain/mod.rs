//! Rules and rulings in words: why a move is legal or not, the rules as a rulebook would say them, and what a
//! variant changes.

mod cite;
mod english;
mod lookup;
mod why;
mod words;

pub use cite::{cite, line_of};
pub use why::{Answer, Check, Explainer, RefusalKind, why};
