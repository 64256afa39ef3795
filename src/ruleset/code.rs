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
    "The words do not make a statement. The message says what was found and what would have fitted there.",
);

/// HR0102
pub static UNKNOWN_WORD: Code = error(
    102,
    "unknown word",
    "A word of the language is due here, and this is none, but it looks like one. Mend the spelling.",
);

/// HR0103
pub static WORD_AS_NAME: Code = error(
    103,
    "a word of the language cannot be a name",
    "A name is due here, and the word that stands here means something else to the language. Choose another name.",
);

/// HR0104
pub static MISSING: Code = error(
    104,
    "something is missing",
    "One word or sign is missing: a comma, `to`, `when` or the like. Put it where the message says.",
);

/// HR0105
pub static MISSING_SENTENCE: Code = error(
    105,
    "a sentence is missing",
    "The statement needs a sentence in quotation marks: the reason of an ending, the question of an option, \
     what a hook decides.",
);

/// HR0106
pub static OPEN_STRING: Code = error(
    106,
    "a quotation mark is not closed",
    "A sentence in quotation marks ends on the line where it begins. Close it with another quotation mark.",
);

/// HR0107
pub static UNCLOSED: Code = error(
    107,
    "a brace is not closed",
    "The item opens a brace `{` and the next item begins before it is closed. Add the `}`.",
);

/// HR0108
pub static TOO_MANY_CLOSED: Code = error(
    108,
    "one brace too many",
    "A brace `}` closes nothing. Remove it, or look whether an item above was closed too early.",
);

/// HR0109
pub static NUMBER_TOO_LARGE: Code =
    error(109, "number too large", "A number in a rule file may be at most 4294967295.");

/// HR0199
pub static READER: Code = error(
    199,
    "fault of the reader",
    "The reader of rule files did not understand its own grammar. This is never the fault of the rule file: report it.",
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

// ---- 09 files and limits

/// HR0901
pub static NO_FILE: Code = error(
    901,
    "no such rule file",
    "There is no rule file of that name, neither beside the file that asks for it nor in the library.",
);

/// HR0902
pub static UNREADABLE: Code = error(
    902,
    "the rule file cannot be read",
    "The rule file is there and could not be read, or it is not text in UTF-8. The message says why.",
);

/// HR0903
pub static NO_HEADER: Code = error(
    903,
    "the file does not begin with its `game`",
    "A rule file begins with `game \"Title\" { version 1.0 }`, and with `extends BASE` behind the title if it is a variant.",
);

/// HR0904
pub static TWO_HEADERS: Code =
    error(904, "two `game` headers", "A file holds one game. Put the second one into a file of its own.");

/// HR0905
pub static CYCLE: Code = error(
    905,
    "a circle of files that extend each other",
    "A file extends itself, directly or by way of others. One of them must stand on its own.",
);

/// HR0906
pub static LONG_CHAIN: Code = error(
    906,
    "the chain of bases is too long",
    "A file may extend a file that extends another and so on, 16 files in all.",
);

/// HR0907
pub static FILE_TOO_LARGE: Code = error(907, "the file is too large", "A rule file may hold at most 256 KiB.");

/// HR0908
pub static TOO_MANY_ITEMS: Code =
    error(908, "too many items", "A rule file may hold at most 4096 items, those in the blocks of options counted.");

/// HR0909
pub static TOO_DEEP: Code =
    error(909, "nested too deeply", "Braces and brackets may be nested 64 deep, both counted together.");

/// Every code, in order.
pub static ALL: &[&Code] = &[
    &SYNTAX,
    &UNKNOWN_WORD,
    &WORD_AS_NAME,
    &MISSING,
    &MISSING_SENTENCE,
    &OPEN_STRING,
    &UNCLOSED,
    &TOO_MANY_CLOSED,
    &NUMBER_TOO_LARGE,
    &READER,
    &UNKNOWN_NAME,
    &NOT_SUPPORTED,
    &NO_FILE,
    &UNREADABLE,
    &NO_HEADER,
    &TWO_HEADERS,
    &CYCLE,
    &LONG_CHAIN,
    &FILE_TOO_LARGE,
    &TOO_MANY_ITEMS,
    &TOO_DEEP,
];

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn numbers_are_unique_and_in_order() {
        assert!(ALL.windows(2).all(|pair| pair[0].number < pair[1].number));
    }

    #[test]
    fn every_code_is_listed() {
        let declared = include_str!("code.rs").lines().filter(|line| line.starts_with("pub static ")).count();
        assert_eq!(ALL.len(), declared - 1, "every `pub static` but ALL itself");
    }
}
