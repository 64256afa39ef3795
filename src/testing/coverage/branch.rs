//! One way in which a part of a clause can turn out: its name, and what an example would have to show.

use crate::engine::{Part, Place, Ways};
use crate::ruleset::Span;

/// What a branch belongs to, for the summary. In the order in which it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Lines that move pieces, and where pieces may be.
    Motions,
    /// What pieces become.
    Becoming,
    /// What happens to the board.
    Effects,
    /// Phases and what they allow.
    Phases,
    /// Duties.
    Duties,
    /// Leave to pass.
    Passing,
    /// `illegal when`.
    Illegal,
    /// Calls and the parts of conditions.
    Conditions,
    /// Endings.
    Endings,
    /// What a match comes to.
    Matches,
    /// Scripts.
    Scripts,
    /// Values of options.
    Options,
    /// Readings of what the rules leave open.
    Readings,
}

impl Group {
    /// How it is called, one and many alike.
    pub fn name(self) -> &'static str {
        match self {
            Group::Motions => "motions",
            Group::Becoming => "becoming",
            Group::Effects => "effects",
            Group::Phases => "phases",
            Group::Duties => "duties",
            Group::Passing => "passing",
            Group::Illegal => "illegal",
            Group::Conditions => "conditions",
            Group::Endings => "endings",
            Group::Matches => "match",
            Group::Scripts => "scripts",
            Group::Options => "options",
            Group::Readings => "readings",
        }
    }
}

/// What a branch is of. In the order in which those of one place are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// Something that the engine notes: the part, and whether it is that it did not turn out so.
    Part(Part, bool),
    /// A value of an option, under which an example was asked.
    Value,
    /// The default of an option in numbers; `true`: any other number.
    Number(bool),
    /// How a match stood when it was asked about.
    Match(MatchWay),
}

/// How a match can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchWay {
    /// Somebody has won it.
    Won,
    /// It goes on.
    GoesOn,
    /// It is over and nobody has won it.
    Level,
    /// A round was added.
    Added,
}

/// A branch: where it is written, and what of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// First byte in its file.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What of it.
    pub what: What,
}

impl Key {
    pub(super) fn new(span: Span, what: What) -> Key {
        Key { start: span.start, end: span.end, what }
    }

    /// The two ways in which a part turned out, with how often it did.
    pub(super) fn both(place: Place, ways: Ways) -> [(Key, u64); 2] {
        let key = |yes: bool| Key::new(place.span(), What::Part(place.part, !yes));
        [(key(true), ways.yes), (key(false), ways.no)]
    }
}

/// A branch with what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub group: Group,
    /// The clause that it is part of: the line as a whole.
    pub clause: Span,
    /// In a word or two, as a companion declares it.
    pub name: String,
    /// What no example has, where none has it.
    pub missing: String,
}
