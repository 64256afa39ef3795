//! Playing by rules: positions, legal moves, play and undo, outcomes.

mod game;
mod moves;
mod play;
mod position;

pub use game::Game;
pub use moves::{Action, Move};
pub use play::{Occurrence, Play, PlayError, PositionError};
pub use position::{Marked, Outcome, Piece, Position, TurnPointer, Verdict};
