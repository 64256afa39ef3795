//! A game in progress: a position, its history, and the moves that were made.

use super::game::Game;
use super::moves::Move;
use super::position::{Outcome, Position};
use crate::board::Site;
use crate::ruleset::SideId;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An earlier position, as far as rules about repetition can tell it from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Occurrence {
    /// Key of everything that `position occurs` compares.
    pub key: u64,
    /// Key of the pieces alone, for `board occurs`.
    pub board: u64,
    /// Who had moved; none for a start.
    pub mover: Option<SideId>,
    /// Which `throughout` conditions of the rules held for that side, one bit each in file order.
    pub held: u16,
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// It is not among the legal moves.
    #[error("the move is not legal here")]
    Illegal,
}

/// Why a position cannot be played on from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum PositionError {
    #[error("the position has {found} sites, the board {expected}")]
    WrongSize { expected: usize, found: usize },
    #[error("site {0} is not on the board")]
    NoSite(Site),
    #[error("the piece on site {0} is of no kind or side of this game")]
    NoPiece(Site),
    #[error("no such side, phase or turn")]
    NoTurn,
    #[error("more pieces of `{0}` than the game has")]
    TooMany(String),
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Play {
    game: Game,
    position: Position,
    /// Occurrences before the present one, oldest first; empty where no rule reads them.
    history: Vec<Occurrence>,
    made: Vec<Move>,
}

impl Play {
    /// The start of a game.
    pub fn new(game: &Game) -> Play {
        todo!("{game:?}")
    }

    /// A game that goes on from a position, with the occurrences before it. It is judged at once: the
    /// game may be over.
    pub fn from_position(game: &Game, position: Position, history: Vec<Occurrence>) -> Result<Play, PositionError> {
        todo!("{game:?}{position:?}{history:?}")
    }

    /// The game's rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The occurrences before the present position, oldest first; empty where no rule reads them.
    pub fn history(&self) -> &[Occurrence] {
        &self.history
    }

    /// The moves made so far, passes included.
    pub fn made(&self) -> &[Move] {
        &self.made
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.position.outcome.as_ref()
    }

    /// The legal moves, passing included, in a fixed order; none when the game is over.
    pub fn moves(&self) -> Vec<Move> {
        todo!()
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        todo!("{mv:?}")
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        todo!()
    }

    /// The key of the present position (all that `position occurs` compares).
    pub fn key(&self) -> u64 {
        todo!()
    }
}
