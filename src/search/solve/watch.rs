//! Whoever watches while a game is solved: shows how far it is, and keeps what was found.

use std::io;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions are found.
    Finding,
    /// All placements of pieces are gone through.
    Placing,
    /// Values go back from the ends of the game.
    Valuing,
    /// A win is searched.
    Searching,
    /// The strategy that was found is written down.
    Collecting,
    /// A table is checked.
    Checking,
}

/// How far it is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// How many positions were done.
    pub done: u64,
    /// How many there are, as far as it is known.
    pub of: Option<u64>,
    /// The memory that is in use.
    pub bytes: u64,
}

/// What whoever watches wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Go on.
    GoOn,
    /// Save what was found so far, and go on.
    Save,
    /// Give up.
    Stop,
}

/// Whoever watches. The solver reads no clock and writes no file.
pub trait Watch {
    /// It is called again and again.
    fn look(&mut self, progress: &Progress) -> Wish;

    /// Keeps what is written, in place of what was kept before.
    ///
    /// # Errors
    /// It cannot be kept.
    fn save(&mut self, write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()>;
}

/// Nobody watches.
pub struct Nobody;

impl Watch for Nobody {
    fn look(&mut self, _: &Progress) -> Wish {
        Wish::GoOn
    }

    fn save(&mut self, _: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
        Ok(())
    }
}
