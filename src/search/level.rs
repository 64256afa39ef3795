//! How strong an opponent is.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A level of play. Each is a limit of nodes for a move, not of seconds, so that a game with a seed repeats on any machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Sees what is right in front of it, and errs.
    Child,
    /// Sees a reply or two, and errs.
    Beginner,
    /// Plays without much thought.
    Casual,
    /// Has played before.
    Club,
    /// Looks far ahead.
    Expert,
    /// Everything.
    Full,
}

impl Level {
    /// The levels, the weakest first.
    pub const ALL: [Level; 6] = [Level::Child, Level::Beginner, Level::Casual, Level::Club, Level::Expert, Level::Full];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Child => "child",
            Level::Beginner => "beginner",
            Level::Casual => "casual",
            Level::Club => "club",
            Level::Expert => "expert",
            Level::Full => "full",
        }
    }

    /// How many nodes it looks at for a move. A node is a move that is made and looked at in a compiled game; where the
    /// interpreter plays, or scripts are asked, one counts for several.
    pub fn nodes(self) -> u64 {
        match self {
            Level::Child => 100,
            Level::Beginner => 800,
            Level::Casual => 5_000,
            Level::Club => 20_000,
            Level::Expert => 80_000,
            Level::Full => 300_000,
        }
    }

    /// How far it may be wrong about a position, in hundredths (see [`Score::Value`](super::Score::Value)).
    pub(super) fn error(self) -> i32 {
        match self {
            Level::Child => 150,
            Level::Beginner => 60,
            Level::Casual => 20,
            Level::Club => 5,
            Level::Expert | Level::Full => 1,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no such level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no level `{0}`; the levels are child, beginner, casual, club, expert and full")]
pub struct NoLevel(String);

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Level, NoLevel> {
        let found = Level::ALL.into_iter().find(|l| l.name().eq_ignore_ascii_case(text.trim()));
        found.ok_or_else(|| NoLevel(text.to_owned()))
    }
}
