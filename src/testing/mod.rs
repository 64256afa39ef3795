//! Rules tests: a ruleset's companion, a page of Markdown that reads as the game's questions and answers, runs as a test.
//!
//! ```text
//! Markdown ──companion──► blocks ──read──► Example ──run──► ExampleReport ──record──► Markdown
//!                                                  └─guard─┘      └──report──► text, JSON, JUnit
//! ```
//!
//! [`Companion::read`] reads a page, [`run_companion`] runs it, [`Companion::with_recorded`] writes the tool's answers
//! into it, [`suite`] does so for many, and [`assert_companions`] is all of it in one line of a Rust test. Nothing here
//! but that one line reads or writes a file. `grammar/example.pest` is the reference of the syntax, and docs/book/testing.md explains it.

mod ask;
mod best;
mod check;
mod companion;
pub mod differ;
mod example;
mod guard;
pub mod mutate;
mod read;
mod record;
mod run;
mod state;

pub use best::{Best, MAX_AHEAD, MAX_LOOKED_AT, Unsearched, best_play};
pub use companion::{MAX_COMPANION, MAX_EXAMPLES};
pub use example::{
    Ask, Begin, Case, Companion, Example, Given, Place, Question, Recorded, Round, RoundEnds, Setup, Step, StepKind,
    Table, Text,
};
pub use run::{Cited, CompanionReport, ExampleReport, Finding, Recording, RunOptions, Scene, What, run_companion};
