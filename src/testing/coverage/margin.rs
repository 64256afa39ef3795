//! The rule file with marks in the margin.

use super::{BranchCoverage, Coverage, Share};
use std::fmt::Write;

/// How a line of the file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// No clause begins here.
    None,
    /// All that can be was exercised.
    All,
    /// Some of it was.
    Some,
    /// Nothing was.
    Nothing,
    /// Nothing of it can be.
    OutOfReach,
}

impl Mark {
    /// One sign, so that colour is not needed.
    pub fn sign(self) -> char {
        match self {
            Mark::None => ' ',
            Mark::All => '+',
            Mark::Some => '~',
            Mark::Nothing => '!',
            Mark::OutOfReach => '-',
        }
    }

    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Mark::None => "",
            Mark::All => "covered",
            Mark::Some => "partly covered",
            Mark::Nothing => "not covered",
            Mark::OutOfReach => "out of reach",
        }
    }
}

/// A line of the file with what stands in the margin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'c> {
    /// From 1.
    pub line: usize,
    /// Its text.
    pub text: &'c str,
    /// How it stands.
    pub mark: Mark,
    /// How many of the branches that begin on it were exercised.
    pub share: Share,
    /// What of it no example has.
    pub missing: Vec<&'c BranchCoverage>,
    /// What of it cannot be.
    pub unreachable: Vec<&'c BranchCoverage>,
}

/// The lines of the file.
pub fn margin_rows(coverage: &Coverage) -> Vec<Row<'_>> {
    let row = |(n, text)| {
        let line = n + 1;
        let here: Vec<&BranchCoverage> = coverage.branches().filter(|b| b.line == line).collect();
        let share = Share::of(here.iter().copied());
        let mark = match (here.is_empty(), share.covered, share.of) {
            (true, ..) => Mark::None,
            (_, _, 0) => Mark::OutOfReach,
            (_, 0, _) => Mark::Nothing,
            (_, covered, of) if covered == of => Mark::All,
            _ => Mark::Some,
        };
        let (missing, unreachable) = (
            here.iter().copied().filter(|b| b.is_missing()).collect(),
            here.iter().copied().filter(|b| b.unreachable.is_some()).collect(),
        );
        Row { line, text, mark, share, missing, unreachable }
    };
    coverage.text.lines().enumerate().map(row).collect()
}

/// The file as text: sign, count, number and line, and below it what is missing. `paint` puts colours on a mark.
pub fn margin(coverage: &Coverage, paint: &dyn Fn(Mark, &str) -> String) -> String {
    let rows = margin_rows(coverage);
    let wide = rows.len().to_string().len();
    let mut text = String::new();
    for row in &rows {
        let share = if row.mark == Mark::None { String::new() } else { row.share.to_string() };
        let mark = format!("{} {share:>5}", row.mark.sign());
        let _ =
            writeln!(text, "{}", format!("{} {:>wide$} | {}", paint(row.mark, &mark), row.line, row.text).trim_end());
        for branch in &row.missing {
            let _ = writeln!(text, "        {:>wide$} | {}", "", paint(Mark::Nothing, &branch.sentence()));
        }
        for branch in &row.unreachable {
            let why = branch.unreachable.as_deref().unwrap_or_default();
            let said = format!("out of reach: `{}` {}: {why}", branch.text, branch.name);
            let _ = writeln!(text, "        {:>wide$} | {}", "", paint(Mark::OutOfReach, &said));
        }
    }
    text
}
