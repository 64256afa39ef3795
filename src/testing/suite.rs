//! Many companions at once, and all of it in one line of a Rust test.

use super::example::Companion;
use super::folder::{FoundCompanions, companions_below};
use super::report::{How, example_text, summary};
use super::run::{CompanionReport, Finding, RunOptions, What, run_companion};
use crate::disk::Disk;
use crate::language::Files;
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What many companions came to, in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub struct SuiteReport {
    /// One report for each.
    pub companions: Vec<CompanionReport>,
    /// Pages that could not be read, each with the reason; whoever looked for the companions knows them.
    pub unread: Vec<(String, String)>,
}

/// How many there are of what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Companions with an example that was asked for.
    pub companions: usize,
    /// Examples.
    pub examples: usize,
    /// Questions.
    pub questions: usize,
    /// Examples of which nothing is to be said.
    pub passed: usize,
    /// Examples with something wrong.
    pub failed: usize,
    /// Answers that wait to be looked at.
    pub pending: usize,
    /// Pages that could not be read.
    pub unread: usize,
}

impl SuiteReport {
    /// How many there are of what.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals { unread: self.unread.len(), ..Totals::default() };
        for companion in &self.companions {
            totals.companions += usize::from(!companion.examples.is_empty());
            totals.examples += companion.examples.len();
            totals.pending += companion.pending().count();
            for example in &companion.examples {
                totals.questions += example.asked;
                totals.passed += usize::from(example.passed());
                totals.failed += usize::from(example.failed());
            }
        }
        totals
    }
}

/// Runs companions on several threads; what comes of it does not depend on how many. `done` is told how many are done,
/// from any of them.
pub fn run_suite(
    companions: &[Companion],
    files: &(dyn Files + Sync),
    options: &RunOptions,
    threads: usize,
    done: &(dyn Fn(usize) + Sync),
) -> SuiteReport {
    let next = AtomicUsize::new(0);
    let finished = AtomicUsize::new(0);
    let reports: Vec<Mutex<Option<CompanionReport>>> = companions.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((n, companion)) = {
            let n = next.fetch_add(1, Ordering::Relaxed);
            companions.get(n).map(|c| (n, c))
        } {
            let report = run_companion(companion, files, options);
            if let Some(slot) = reports.get(n) {
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
            }
            done(finished.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, companions.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    let reports = reports.into_iter().filter_map(|r| r.into_inner().unwrap_or_else(PoisonError::into_inner));
    SuiteReport { companions: reports.collect(), unread: Vec::new() }
}

/// Runs all companions below a folder, for a Rust test: `houserules::testing::assert_companions("rulesets")`.
///
/// Answers of the tool are treated as insta treats snapshots: with `INSTA_UPDATE=always` they are written into the
/// companions, with `INSTA_UPDATE=unseen` the new ones are; else the test fails and says which wait, and `houserules test
/// --review` goes through them.
///
/// # Panics
/// An example fails, an answer waits, a page cannot be read or written, or there is no example at all. The report is in the
/// message.
pub fn assert_companions(folder: impl AsRef<Path>) {
    let folder = folder.as_ref();
    let FoundCompanions { companions, unread, .. } = companions_below(&[folder.to_owned()]);
    assert!(unread.is_empty(), "companions that cannot be read: {unread:?}");
    assert!(!companions.is_empty(), "there is no companion below {}", folder.display());
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let report = run_suite(&companions, &Disk, &RunOptions::default(), threads, &|_| {});
    let update = std::env::var("INSTA_UPDATE").unwrap_or_default();
    let mut failed = String::new();
    for (companion, of) in report.companions.iter().zip(&companions) {
        let takes = |finding: &Finding| {
            matches!(
                (&finding.what, update.as_str()),
                (What::New(_), "always" | "unseen") | (What::Changed { .. }, "always")
            )
        };
        let findings = companion.examples.iter().flat_map(|e| &e.findings);
        let taken: Vec<_> = findings.filter(|f| takes(f)).filter_map(|f| f.recording().cloned()).collect();
        if !taken.is_empty() {
            let text = of.with_recorded(&taken);
            crate::disk::replace(Path::new(&of.name), Some(&of.text), &text)
                .unwrap_or_else(|e| panic!("{}: {e}", of.name));
        }
        for example in &companion.examples {
            if example.findings.iter().any(|f| !takes(f)) {
                let how = How { paint: None, again: &|_, _| String::new() };
                let _ = writeln!(failed, "{}", example_text(companion, example, &how));
            }
        }
    }
    assert!(failed.is_empty(), "\n{failed}\n{}", summary(report.totals()));
}
