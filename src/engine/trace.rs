//! What happened at which place of the rules: which tests of a path held and failed, which clauses decided.
//!
//! A [traced](super::Game::traced) game is played by the interpreter, which notes on the way what it asks. Notes are of
//! two kinds. What stands in a move's way is noted when it is found. What a move passes through, what it does and what
//! follows from it rides on the move, and is noted when the move is listed, asked about or played: to play one move
//! says nothing of the others. What is looked at only to find out something else (whether a side has any move at all)
//! is noted where nothing was found, because then the answer hangs on all of it.

use super::meaning::walk::Test;
use crate::ruleset::Span;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A part of a clause that can turn out in two ways; the number of times for each is in [`Seen`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A line that moves a piece, or a move of several: it made a move.
    Motion,
    /// A site on the way of a slide: free, or not.
    OnTheWay,
    /// The site to be jumped: as it must be, or not.
    Jumped,
    /// The site to land on: as it must be, or not.
    Target,
    /// The piece to be captured: there is one, or none.
    Captured,
    /// A confinement: kept, or in the way.
    Confined,
    /// The number of steps of a slide: kept, or too few or too many.
    Range,
    /// A repetition that must go on: it could not, or it had to.
    MustGoOn,
    /// A motion that may repeat: it did, or it did not.
    Repeat,
    /// `from S`: the piece stands there, or does not.
    From,
    /// `when C` and `unless C` of a motion: it lets the motion be, or refuses it.
    When,
    /// An effect: it happened, or (where it must) there was nothing to do.
    Effect,
    /// A piece became the kind that the line names in this place.
    Becomes(u8),
    /// A piece that might have become another stayed as it was.
    Stays,
    /// `after every`: it happened, or it did not apply.
    After,
    /// `illegal when`: it refused a move, or let it be.
    Illegal,
    /// An ending: it decided, or was looked at and did not.
    End,
    /// A duty: it kept a move from being played, or there was nothing to keep.
    Filter,
    /// Leave to pass: given, or (when not stuck) not.
    Pass,
    /// The pie rule: the players swapped.
    Swap,
    /// `only` of a phase: it held something back.
    Only,
    /// A phase: a move was made in it; a move ended it.
    Phase,
    /// A condition, or a part of one: it held, or did not.
    Condition,
    /// A script: it decided, did or forbade something, or nothing.
    Hook,
}

impl Part {
    /// The part that a test of a motion is; none for the edge of the board, which no clause asks about.
    pub(crate) fn of(test: Test) -> Option<Part> {
        Some(match test {
            Test::Edge => return None,
            Test::OnTheWay => Part::OnTheWay,
            Test::Jumped => Part::Jumped,
            Test::Target => Part::Target,
            Test::Captured => Part::Captured,
            Test::Confined(_) => Part::Confined,
            Test::Range => Part::Range,
            Test::MustGoOn => Part::MustGoOn,
            Test::From => Part::From,
            Test::When | Test::Unless => Part::When,
            Test::Effect => Part::Effect,
        })
    }
}

/// A part of a clause with where it is written. In the order of the files and of what stands in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Index of the file among the sources of the ruleset.
    pub file: u16,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What of it.
    pub part: Part,
}

impl Place {
    /// A part of what stands there.
    pub fn new(span: Span, part: Part) -> Place {
        Place { file: span.file, start: span.start, end: span.end, part }
    }

    /// Where it is written.
    pub fn span(self) -> Span {
        Span { file: self.file, start: self.start, end: self.end }
    }
}

/// How often something turned out one way and the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// It held, happened, decided.
    pub yes: u64,
    /// It did not.
    pub no: u64,
}

impl Ways {
    /// How often it turned out so.
    pub fn of(self, yes: bool) -> u64 {
        if yes { self.yes } else { self.no }
    }

    /// So many times more.
    pub fn add(&mut self, yes: bool, times: u64) {
        let count = if yes { &mut self.yes } else { &mut self.no };
        *count = count.saturating_add(times);
    }
}

/// All that was noted.
pub type Seen = BTreeMap<Place, Ways>;

/// A note: a place, and how it turned out.
pub(crate) type Note = (Place, bool);

/// Notes of what happened at which place of the rules. Clones share them. Games on several threads may share one as
/// far as counting goes; what one of them keeps [quiet](super::Game::quietly) would then be kept quiet in the others,
/// so give each thread its own.
#[derive(Clone, Debug, Default)]
pub struct Trace(Arc<Mutex<Notes>>);

#[derive(Debug, Default)]
struct Notes {
    seen: Seen,
    /// Notes that are held back until whoever looks knows whether they count.
    held: Vec<Vec<Note>>,
}

impl Notes {
    fn note(&mut self, note: Note) {
        match self.held.last_mut() {
            Some(held) => held.push(note),
            None => self.seen.entry(note.0).or_default().add(note.1, 1),
        }
    }
}

impl Trace {
    /// Nothing yet.
    pub fn new() -> Trace {
        Trace::default()
    }

    /// What was noted so far.
    pub fn seen(&self) -> Seen {
        self.with(|notes| notes.seen.clone())
    }

    fn with<T>(&self, change: impl FnOnce(&mut Notes) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn note(&self, span: Span, part: Part, yes: bool) {
        self.with(|notes| notes.note((Place::new(span, part), yes)));
    }

    pub(crate) fn note_all(&self, list: &[Note]) {
        self.with(|notes| list.iter().for_each(|note| notes.note(*note)));
    }

    /// What is found, with what was noted while it was looked for: nobody else has these notes.
    pub(crate) fn holding<T>(&self, look: impl FnOnce() -> T) -> (T, Vec<Note>) {
        self.with(|notes| notes.held.push(Vec::new()));
        let found = look();
        (found, self.with(|notes| notes.held.pop()).unwrap_or_default())
    }
}
