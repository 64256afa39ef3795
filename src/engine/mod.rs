//! Playing by rules: positions, legal moves, play and undo, outcomes.

mod agree;
mod fast;
mod game;
mod hook;
mod meaning;
mod moves;
mod perft;
mod play;
mod playout;
mod position;
mod reach;
mod runner;
mod symmetry;
mod trace;
mod why;

pub use agree::{Disagreement, executions_agree};
pub use game::Game;
pub use hook::{
    AskedEffect, Change, Happened, HookEffect, HookFault, Hooks, MatchFacts, Moment, NextRound, PlayerFacts,
    RoundFacts, Tiebreak,
};
pub use moves::{Action, Move};
pub use perft::{Count, divide, divide_slow, perft, perft_slow};
pub use play::{Occurrence, Play, PlayError, PositionError};
pub use playout::{Dice, Playouts, playouts, playouts_slow};
pub use position::{Marked, Outcome, Pie, Piece, Position, TurnPointer, Verdict};
pub use reach::{Reach, lone_moves, piece_reach, reach_from};
pub use runner::{Mobility, Placed, Runner, Step};
pub use symmetry::Symmetry;
pub use trace::{Part, Place, Seen, Trace, Ways};
pub use why::{Cause, Inquiry, MotionId, Question, Refusal, Refused, Reply, Test};

/// How many ways the repetitions of a motion are followed, from one piece: one that may capture all over the board
/// has more of them than anybody can look at.
pub const MAX_WAYS: usize = 65_536;

/// How many moves a position has at most; others are not looked for.
pub const MAX_MOVES: usize = 65_536;
