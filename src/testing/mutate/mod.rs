//! Would anyone notice? Small changes to what a rule file means, and whether its examples tell them from the rules.
//!
//! ```text
//! text ──edits──► Mutant ──fate──► refused by the file's own checks
//!                            ├───► the same by its hash, under all settings that are tried
//!                            ├───► noticed by an example
//!                            └───► survived: with a position in which it matters, as a new example
//! ```
//!
//! A change is made to the text, as a person would type it, and the file is read anew. Who notices is asked through
//! [`Watch`]; the examples of a companion are one ([`Examples`]).

mod contest;
mod edits;
mod fate;
mod listed;
mod mutant;
mod overlay;
mod pages;
mod propose;
mod settings;
#[cfg(test)]
mod tests;

pub use fate::{Fate, Survivor};
pub use listed::Listed;
pub(super) use listed::entries;
pub use mutant::Mutant;
pub use pages::Examples;
pub use propose::{Shown, proposal};

use crate::language::Files;
use crate::open::OpenError;
use crate::ruleset::{Diagnostic, Settings};
use crate::testing::differ::Effort;
use serde::Serialize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One way of looking at a ruleset: an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// What it is called.
    pub name: String,
    /// The rulesets and settings that it looks at. Where their rules mean what they meant it need not be asked.
    pub subjects: Vec<(String, Settings)>,
    /// The positions that it speaks of, in one line of text each, by the settings of the first of its subjects.
    pub positions: Vec<String>,
}

/// Whoever may notice that rules were changed.
pub trait Watch: Sync {
    /// The ways of looking.
    fn looks(&self) -> &[Look];

    /// Whether one of them finds anything other than expected in rule files.
    fn notices(&self, look: usize, files: &(dyn Files + Sync)) -> bool;
}

/// What is done, and how.
#[derive(Clone, Debug)]
pub struct MutateOptions {
    /// Only changes whose id, or whose lines, hold this text.
    pub filter: Option<String>,
    /// At most so many, the first ones.
    pub limit: Option<usize>,
    /// How many threads do the work. What comes out is the same for any number.
    pub threads: usize,
    /// How far a position is searched for each change that nobody notices.
    pub effort: Effort,
}

impl Default for MutateOptions {
    fn default() -> MutateOptions {
        MutateOptions { filter: None, limit: None, threads: 1, effort: Effort::USUAL }
    }
}

/// What became of the changes.
#[derive(Clone, Debug, Serialize)]
pub struct MutateReport {
    /// The ruleset.
    pub ruleset: String,
    /// The file that was changed, as messages call it.
    pub file: String,
    /// Each change and what became of it, in the order of the lines.
    pub mutants: Vec<(Mutant, Fate)>,
    /// What is wrong with the list of those that cannot be noticed.
    pub wrong: Vec<WrongListing>,
}

/// An entry of the list that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongListing {
    /// The line of the page where it stands.
    pub line: usize,
    /// What is wrong: one sentence without a full stop.
    pub why: String,
}

impl MutateReport {
    /// Changes that nobody notices and that are not listed.
    pub fn survivors(&self) -> impl Iterator<Item = (&Mutant, &Survivor)> {
        self.mutants.iter().filter_map(|(mutant, fate)| match fate {
            Fate::Survived(survivor) if survivor.listed.is_none() => Some((mutant, survivor)),
            _ => None,
        })
    }

    /// Whether every change is noticed or rightly listed.
    pub fn is_good(&self) -> bool {
        self.survivors().next().is_none() && self.wrong.is_empty()
    }

    /// How many changes came to this.
    pub fn count(&self, of: impl Fn(&Fate) -> bool) -> usize {
        self.mutants.iter().filter(|(_, fate)| of(fate)).count()
    }
}

/// Why nothing could be changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MutateError {
    /// The ruleset itself cannot be played.
    #[error(transparent)]
    Rules(#[from] OpenError),
    /// The file is not there.
    #[error("{}", .0.message)]
    File(Box<Diagnostic>),
}

/// Changes a ruleset's own file in every small way and asks who notices. Files that it extends are left as they are.
/// `progress` is told how many of how many are done.
///
/// # Errors
/// The ruleset cannot be played as it is.
pub fn mutate(
    ruleset: &str,
    files: &(dyn Files + Sync),
    watch: &dyn Watch,
    listed: &[Listed],
    options: &MutateOptions,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<MutateReport, MutateError> {
    let bench = fate::Bench::new(ruleset, files, watch, options.effort)?;
    let all = mutant::mutants(bench.text(), bench.rules());
    let fits = |m: &Mutant| {
        let in_lines = |text: &str| m.was.iter().chain(&m.now).any(|l| l.contains(text));
        options.filter.as_ref().is_none_or(|text| m.id.contains(text.as_str()) || in_lines(text))
    };
    let chosen: Vec<Mutant> = all.into_iter().filter(fits).take(options.limit.unwrap_or(usize::MAX)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let fates: Mutex<Vec<Option<Fate>>> = Mutex::new(vec![None; chosen.len()]);
    let work = || {
        while let Some((at, mutant)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            chosen.get(at).map(|m| (at, m))
        } {
            let fate = bench.fate(mutant, listed);
            // Nobody panics while holding it.
            if let Ok(mut fates) = fates.lock()
                && let Some(place) = fates.get_mut(at)
            {
                *place = Some(fate);
            }
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, chosen.len());
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.threads.clamp(1, chosen.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    let fates = fates.into_inner().unwrap_or_default();
    let mutants: Vec<(Mutant, Fate)> = chosen.into_iter().zip(fates).filter_map(|(m, f)| Some((m, f?))).collect();
    let whole = options.filter.is_none() && options.limit.is_none();
    let wrong = listed::wrong(listed, &mutants, whole);
    Ok(MutateReport { ruleset: ruleset.to_owned(), file: bench.file().to_owned(), mutants, wrong })
}
