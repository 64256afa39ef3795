//! Coverage: which clauses of a rule file, and which branches of each, the examples have exercised.
//!
//! A branch is a way in which a part of a clause can turn out: the site to land on fits, or does not; the ending decides,
//! or is asked and does not. [`of`] finds all branches of a file, under whatever settings they stand; [`Hits`] has those
//! that examples went through, read off [traced](crate::engine::Game::traced) games. Lines are only where they are shown.
//!
//! What counts is what an example asks or plays. A move that is played exercises what it goes through, and no more; a
//! list of all moves exercises what stands in the way of the others too; a refusal exercises the test that refuses.

mod branch;
mod hits;
mod html;
mod margin;
mod settings;
mod summary;
#[cfg(test)]
mod tests;
mod universe;
mod unreachable;
mod witness;
mod words;

pub use branch::{Group, MatchWay};
pub use hits::Hits;
pub use html::{html, page};
pub use margin::{Mark, Row, margin, margin_rows};
pub use summary::{Share, headline, json, summary, totals};
pub use unreachable::{Declared, read_declared};
pub(super) use witness::Witness;

use super::example::Companion;
use super::run::CompanionReport;
use crate::language::report::line_column;
use crate::language::{Files, load};
use crate::ruleset::{Diagnostic, Ruleset, Settings, Span, resolve, settle};
use branch::{Branch, Key};

/// The clauses of a rule file, and what of them was exercised.
#[derive(Clone, Debug, PartialEq)]
pub struct Coverage {
    /// How messages call the file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its clauses that have branches, in the order in which they are written.
    pub clauses: Vec<ClauseCoverage>,
    /// What is wrong with what was declared to be out of reach.
    pub mistakes: Vec<Misdeclared>,
}

/// A clause: a line, or what else is said as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseCoverage {
    /// Where it is written.
    pub span: Span,
    /// The same in lines, from 1.
    pub line: usize,
    /// Its text on one line.
    pub text: String,
    /// Its branches, in the order in which they are written.
    pub branches: Vec<BranchCoverage>,
}

/// A way in which a part of a clause can turn out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchCoverage {
    /// Where the part is written.
    pub span: Span,
    /// Its line, from 1.
    pub line: usize,
    /// The part on one line: `to empty`.
    pub text: String,
    /// What it belongs to.
    pub group: Group,
    /// The way: `cannot land`.
    pub name: String,
    /// How often the examples had it.
    pub hits: u64,
    /// What no example has, where none has it: `has a dog held up by what stands on its way`.
    pub missing: String,
    /// Why it cannot be, where the companion says so.
    pub unreachable: Option<String>,
}

impl BranchCoverage {
    /// Whether an example ought to have it and none has.
    pub fn is_missing(&self) -> bool {
        self.hits == 0 && self.unreachable.is_none()
    }

    /// Whether it counts: it is exercised, or could be.
    pub fn counts(&self) -> bool {
        self.hits > 0 || self.unreachable.is_none()
    }

    /// What is missing, as a sentence without its stop.
    pub fn sentence(&self) -> String {
        format!("no example {}", self.missing)
    }
}

/// Something declared to be out of reach, and what is wrong with that.
#[derive(Clone, Debug, PartialEq)]
pub struct Misdeclared {
    /// The companion and the line: `bison.md:12`.
    pub place: String,
    /// What is wrong; its span is in the companion.
    pub problem: Diagnostic,
}

impl Misdeclared {
    fn new(page: &Companion, problem: Diagnostic) -> Misdeclared {
        let start = problem.labels.first().map_or(0, |l| l.span.start);
        Misdeclared { place: format!("{}:{}", page.name, line_column(&page.text, start as usize).line), problem }
    }
}

impl Coverage {
    /// All branches, in the order in which their clauses are written.
    pub fn branches(&self) -> impl Iterator<Item = &BranchCoverage> {
        self.clauses.iter().flat_map(|c| &c.branches)
    }

    /// How many of its branches were exercised, of those that can be.
    pub fn share(&self) -> Share {
        Share::of(self.branches())
    }
}

/// The coverage of a ruleset's own file. What it takes over from others is told with them.
pub fn of(ruleset: &Ruleset, hits: &Hits) -> Coverage {
    let source = ruleset.sources.first();
    let (name, text) = source.map_or(("", ""), |s| (s.name.as_str(), s.text.as_str()));
    let mut clauses: Vec<ClauseCoverage> = Vec::new();
    for (key, branch) in universe::of(ruleset) {
        let told = covered(text, key, &branch, hits.of(text, key));
        let span = branch.clause;
        match clauses.iter_mut().find(|c| (c.span.start, c.span.end) == (span.start, span.end)) {
            Some(clause) => clause.branches.push(told),
            None => {
                let line = line_column(text, span.start as usize).line;
                clauses.push(ClauseCoverage { span, line, text: part(text, span), branches: vec![told] });
            }
        }
    }
    clauses.sort_by_key(|c| (c.span.start, c.span.end));
    for clause in &mut clauses {
        // The whole before its parts.
        let whole = (clause.span.start, clause.span.end);
        clause.branches.sort_by_key(|b| (b.span.start, b.span.end) != whole);
    }
    Coverage { name: name.to_owned(), text: text.to_owned(), clauses, mistakes: Vec::new() }
}

/// The coverage of the rulesets of companions, each once and in their order, by what the examples of all of them
/// exercise. `reports`: what each of them came to, in the same order. A ruleset that cannot be played is left out (its
/// examples tell why), and so is a file that has no clause of its own.
pub fn of_companions(companions: &[Companion], reports: &[CompanionReport], files: &dyn Files) -> Vec<Coverage> {
    let mut hits = Hits::new();
    reports.iter().for_each(|report| hits.merge(&report.hits));
    let mut all: Vec<Coverage> = Vec::new();
    for (n, companion) in companions.iter().enumerate() {
        let same = |other: &&Companion| other.ruleset == companion.ruleset;
        if companions.iter().take(n).any(|c| same(&c)) {
            continue;
        }
        let Ok(loaded) = load(&companion.ruleset, files) else { continue };
        let settled = settle(&loaded.ruleset, &Settings::defaults());
        if !settled.is_ok_and(|settled| resolve(&settled).is_ok()) {
            continue;
        }
        let mut coverage = of(&loaded.ruleset, &hits);
        for page in companions.iter().filter(same) {
            let told = |problem: Diagnostic| Misdeclared::new(page, problem);
            coverage.mistakes.extend(page.misdeclared.iter().cloned().map(told));
            let found = unreachable::declare(&mut coverage.clauses, &page.unreachable);
            coverage.mistakes.extend(found.into_iter().map(told));
        }
        if !coverage.clauses.is_empty() || !coverage.mistakes.is_empty() {
            all.push(coverage);
        }
    }
    all
}

fn covered(text: &str, key: Key, branch: &Branch, hits: u64) -> BranchCoverage {
    let span = Span { file: 0, start: key.start, end: key.end };
    BranchCoverage {
        span,
        line: line_column(text, key.start as usize).line,
        text: part(text, span),
        group: branch.group,
        name: branch.name.clone(),
        hits,
        missing: branch.missing.clone(),
        unreachable: None,
    }
}

/// What is written there, on one line; of a block its first line.
fn part(text: &str, span: Span) -> String {
    let written = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let head = written.split_once('{').map_or(written, |(head, _)| if head.trim().is_empty() { written } else { head });
    words::one_line(words::without_or(head))
}
