//! What can be wrong with a text: one type for the whole room.

use super::MoveShape;
use crate::ruleset::nearest::nearest;
use thiserror::Error;

/// A text that cannot be read: what is wrong, where, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{fault}{}", hint(.help))]
pub struct NotationError {
    /// What is wrong.
    pub fault: Fault,
    /// Where: an offset in bytes from the start of the text.
    pub at: usize,
    /// How to mend it; may be empty.
    pub help: String,
}

fn hint(help: &str) -> String {
    if help.is_empty() { String::new() } else { format!("; {help}") }
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It is longer than any text of its kind may be (bytes).
    #[error("the text is longer than {0} bytes")]
    TooLong(usize),
    /// Something else was due here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What was due.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// No such thing in this game: what it should be (`site`, `side`, ...), and the word.
    #[error("`{1}` is no {0} here")]
    Unknown(&'static str, String),
    /// A rank, or a whole free board, has another number of sites.
    #[error("{place} has {expected} sites, the text gives {found}")]
    SiteCount {
        /// `rank 6`, or `the board`.
        place: String,
        /// Sites of the board.
        expected: usize,
        /// Sites in the text.
        found: usize,
    },
    /// A field stands twice, or this game has no use for it.
    #[error("the field `{0}` {1}")]
    Field(String, &'static str),
    /// A move that is well formed and not legal; `why` can say more from its shape.
    #[error("no legal move is written so")]
    NotLegal(Box<MoveShape>),
    /// Several legal moves fit; their own texts.
    #[error("several moves are written so: {}", .0.join(", "))]
    Ambiguous(Vec<String>),
    /// A record's move fails.
    #[error("move {number} (`{text}`): {cause}")]
    Move {
        /// The number as the record counts.
        number: usize,
        /// Moves made before it.
        ply: usize,
        /// The move's text.
        text: String,
        /// Why it fails.
        cause: Box<NotationError>,
    },
    /// The engine will not go on from the position, or not make the move.
    #[error("{0}")]
    Refused(String),
}

impl NotationError {
    pub(crate) fn new(at: usize, fault: Fault) -> NotationError {
        NotationError { fault, at, help: String::new() }
    }

    pub(crate) fn refused(at: usize, why: &str) -> NotationError {
        NotationError::new(at, Fault::Refused(why.to_owned()))
    }

    pub(crate) fn expected(at: usize, expected: impl Into<String>, found: &str) -> NotationError {
        let found = if found.is_empty() { "the end".into() } else { format!("`{}`", clipped(found)) };
        NotationError::new(at, Fault::Expected { expected: expected.into(), found })
    }

    /// An unknown word, with the nearest known one as help.
    pub(crate) fn unknown<'a>(
        at: usize,
        what: &'static str,
        word: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> NotationError {
        let word = clipped(word);
        let help = nearest(&word, known).map_or_else(String::new, |n| format!("did you mean `{n}`?"));
        NotationError::new(at, Fault::Unknown(what, word)).help(help)
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> NotationError {
        self.help = help.into();
        self
    }

    /// The same error in a text that stands `by` bytes further on.
    pub(crate) fn moved_by(mut self, by: usize) -> NotationError {
        self.at += by;
        self
    }
}

/// The first characters of a text that is shown in a message.
fn clipped(text: &str) -> String {
    const SHOWN: usize = 40;
    if text.chars().count() <= SHOWN {
        return text.to_string();
    }
    text.chars().take(SHOWN).chain("...".chars()).collect()
}
