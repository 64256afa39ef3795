//! Coverage in numbers, and what is missing in sentences.

use super::{BranchCoverage, Coverage, Group, Misdeclared};
use crate::explain::english::sentence;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Exercised.
    pub covered: usize,
    /// Exercised or missing; what is declared to be out of reach does not count.
    pub of: usize,
}

impl Share {
    /// Of these branches.
    pub fn of<'b>(branches: impl IntoIterator<Item = &'b BranchCoverage>) -> Share {
        branches.into_iter().filter(|b| b.counts()).fold(Share::default(), |share, b| Share {
            covered: share.covered + usize::from(b.hits > 0),
            of: share.of + 1,
        })
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Share) -> Share {
        Share { covered: self.covered + other.covered, of: self.of + other.of }
    }

    /// Whole percent, rounded down, so that 100 is all; of nothing 100.
    pub fn percent(self) -> usize {
        (self.covered * 100).checked_div(self.of).unwrap_or(100)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.covered, self.of)
    }
}

impl Coverage {
    /// The share of each group that the file has.
    pub fn groups(&self) -> Vec<(Group, Share)> {
        let mut groups: BTreeMap<Group, Share> = BTreeMap::new();
        for branch in self.branches().filter(|b| b.counts()) {
            let share = groups.entry(branch.group).or_default();
            *share = share.and(Share::of([branch]));
        }
        groups.into_iter().collect()
    }

    /// What no example has, in the order of the file.
    pub fn missing(&self) -> impl Iterator<Item = &BranchCoverage> {
        self.branches().filter(|b| b.is_missing())
    }

    /// What is declared to be out of reach, in the order of the file.
    pub fn unreachable(&self) -> impl Iterator<Item = &BranchCoverage> {
        self.branches().filter(|b| b.unreachable.is_some())
    }
}

/// `bison.rules: 41/60 branches (68 %)`
pub fn headline(coverage: &Coverage) -> String {
    let share = coverage.share();
    format!("{}: {share} branches ({} %)", coverage.name, share.percent())
}

/// The headline, the numbers of each group, and what is wrong with what is declared to be out of reach.
pub fn totals(coverage: &Coverage) -> String {
    format!("{}{}\n", numbers(coverage), mistakes(coverage))
}

/// The headline, the numbers of each group, what is missing with its lines, and what cannot be.
pub fn summary(coverage: &Coverage) -> String {
    let mut text = numbers(coverage);
    for branch in coverage.missing() {
        let _ = write!(text, "\n  {}:{}: {} [{}]", coverage.name, branch.line, branch.sentence(), branch.name);
    }
    for branch in coverage.unreachable() {
        let (text_of, name) = (&branch.text, &branch.name);
        let why = branch.unreachable.as_deref().unwrap_or_default();
        let _ = write!(text, "\n  {}:{}: out of reach: `{text_of}` {name}: {why}", coverage.name, branch.line);
    }
    text.push_str(&mistakes(coverage));
    text.push('\n');
    text
}

fn numbers(coverage: &Coverage) -> String {
    let mut text = headline(coverage);
    let groups: Vec<String> = coverage.groups().iter().map(|(g, share)| format!("{} {share}", g.name())).collect();
    if !groups.is_empty() {
        let _ = write!(text, "\n  {}", groups.join(", "));
    }
    text
}

fn mistakes(coverage: &Coverage) -> String {
    let mut text = String::new();
    for wrong in &coverage.mistakes {
        let help = wrong.problem.help.as_deref().map_or_else(String::new, |help| format!("\n    help: {help}"));
        let _ = write!(text, "\n  {}: error {}: {}{help}", wrong.place, wrong.problem.code, wrong.problem.message);
    }
    text
}

/// The same as data.
pub fn json(coverage: &Coverage) -> Value {
    let share = coverage.share();
    let count = |share: Share| json!({ "covered": share.covered, "of": share.of });
    let groups: serde_json::Map<String, Value> =
        coverage.groups().into_iter().map(|(g, share)| (g.name().to_owned(), count(share))).collect();
    let branch = |b: &BranchCoverage| {
        json!({
            "line": b.line,
            "start": b.span.start,
            "end": b.span.end,
            "text": b.text,
            "group": b.group.name(),
            "way": b.name,
            "hits": b.hits,
            "missing": b.is_missing().then(|| sentence(&b.sentence())),
            "unreachable": b.unreachable,
        })
    };
    let clauses = coverage.clauses.iter().map(|c| {
        let branches: Vec<Value> = c.branches.iter().map(branch).collect();
        json!({ "line": c.line, "text": c.text, "branches": branches })
    });
    let mistake = |m: &Misdeclared| json!({ "place": m.place, "code": m.problem.code.to_string(), "message": m.problem.message, "help": m.problem.help });
    json!({
        "file": coverage.name,
        "covered": share.covered,
        "of": share.of,
        "percent": share.percent(),
        "groups": groups,
        "clauses": clauses.collect::<Vec<_>>(),
        "mistakes": coverage.mistakes.iter().map(mistake).collect::<Vec<_>>(),
    })
}
