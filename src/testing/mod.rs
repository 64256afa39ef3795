//! Rules tests: a ruleset's companion, a page of Markdown that reads as the game's questions and answers, runs as a test.
//!
//! ```text
//! Markdown ──companion──► blocks ──read──► Example ──run──► ExampleReport ──record──► Markdown
//!                                                  └─guard─┘      └──report──► text, JSON, JUnit
//! ```
//!
//! [`Companion::read`] reads a page, [`run_companion`] runs it, [`Companion::with_recorded`] writes the tool's answers
//! into it, [`run_suite`] does so for many, and [`assert_companions`] is all of it in one line of a Rust test. Nothing here
//! but that one line and [`companions_below`] reads or writes a file. `grammar/example.pest` is the reference of the
//! syntax, and docs/book/testing.md explains it.

#![expect(clippy::unnecessary_box_returns, reason = "what is returned so is the error of results")]

mod ask;
mod best;
mod check;
mod companion;
pub mod coverage;
pub mod differ;
mod example;
mod folder;
mod guard;
pub mod mutate;
mod pin;
mod read;
mod record;
mod report;
mod run;
mod state;
mod suite;
#[cfg(test)]
mod tests;

pub use best::{Best, MAX_AHEAD, MAX_INTERPRETED, MAX_LOOKED_AT, Unsearched, best_play};
pub use companion::{MAX_COMPANION, MAX_EXAMPLES};
pub use example::{
    Ask, Begin, Case, Companion, Example, Given, Place, Question, Recorded, Round, RoundEnds, Setup, Step, StepKind,
    Table, Text,
};
pub use folder::{FoundCompanions, built_in_companions, companions_below};
pub use guard::{Broken, is_mirror_symmetric};
pub use pin::{Pin, with_example};
pub use report::{How, diff, example_text, finding_text, suite_json, suite_junit, summary};
pub use run::{Cited, CompanionReport, ExampleReport, Finding, Recording, RunOptions, Scene, What, run_companion};
pub use state::MAX_PLAYED;
pub use suite::{SuiteReport, Totals, assert_companions, run_suite};
