//! Playing by rules: positions, legal moves, play and undo, outcomes.

mod game;
mod meaning;
mod moves;
mod perft;
mod play;
mod position;

pub use game::Game;
pub use moves::{Action, Move};
pub use perft::{Count, divide_slow, perft_slow};
pub use play::{Occurrence, Play, PlayError, PositionError};
pub use position::{Marked, Outcome, Piece, Position, TurnPointer, Verdict};
