//! The table of codes: every kind of finding about a rule file, once.
//!
//! Ranges: 01 syntax, 02 names, 03 board, zones and start, 04 pieces and motions, 05 turns, duty and
//! endings, 06 options and differences, 07 lints, 08 not supported yet, 09 files and limits.

use serde::{Serialize, Serializer};

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// For information.
    Note,
    /// It parses but can hardly be meant.
    Warning,
    /// The file cannot be played.
    Error,
}

/// A kind of finding.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Its number: `HR` and four digits.
    pub number: u16,
    /// Its usual severity.
    pub severity: Severity,
    /// A few words that name it.
    pub title: &'static str,
    /// What it means and how to mend it, for the book.
    pub meaning: &'static str,
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "HR{:04}", self.number)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

const fn error(number: u16, title: &'static str, meaning: &'static str) -> Code {
    Code { number, severity: Severity::Error, title, meaning }
}

#[allow(dead_code)]
const fn warning(number: u16, title: &'static str, meaning: &'static str) -> Code {
    Code { number, severity: Severity::Warning, title, meaning }
}

// ---- 01 syntax

/// HR0101
pub static SYNTAX: Code = error(
    101,
    "not a sentence of the language",
    "The words do not make a statement. The message says what was expected.",
);

// ---- 02 names

/// HR0201
pub static UNKNOWN_NAME: Code = error(
    201,
    "unknown name",
    "The word names no piece, side, zone, site, mark or call of this file. Check the spelling, or declare it.",
);

// ---- 08 not supported yet

/// HR0801
pub static NOT_SUPPORTED: Code = error(
    801,
    "not supported yet",
    "The statement belongs to the language, and this version cannot run it yet. The book lists all of them.",
);

/// Every code, in order.
pub static ALL: &[&Code] = &[&SYNTAX, &UNKNOWN_NAME, &NOT_SUPPORTED];
