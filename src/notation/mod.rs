//! Sites, moves, positions and games as text, both ways.
//!
//! One file a notation. What is written is read back to the same value; what cannot be read gives a
//! [`NotationError`] that says what is wrong, where, and how to mend it. Nothing here decides a rule:
//! which moves are legal is handed in.

mod defaults;
mod error;
mod letters;
mod match_record;
mod match_replay;
#[cfg(test)]
mod match_tests;
mod match_words;
mod moves;
mod placement;
mod position;
mod read_position;
mod record;
mod replay;
#[cfg(test)]
pub(crate) mod sample;
mod shape;
mod site;
mod stamp;
#[cfg(test)]
mod tests;
mod tidy;
mod typed;

pub use error::{Fault, NotationError};
pub use match_record::{MatchRecord, MatchTextError, RoundRecord, Said, read_match_record, write_match_record};
pub use match_replay::{ReplayedMatch, match_record, match_result_clause, match_stamp, replay_match};
pub use match_words::change_text;
pub use moves::{move_text, move_texts, read_move, read_shape};
pub use position::{write_full_position, write_position};
pub use read_position::{MAX_POSITION, ReadPosition, read_position};
pub use record::{MAX_RECORD, MAX_TAGS, Record, RecordMove, read_record, write_record};
pub use replay::{record, record_differences, record_stamp, replay, result_clause, result_of_resigning, result_text};
pub use shape::{MAX_MOVE, MoveShape, ShapeAction, ShapeKind};
pub use site::{read_site, site_text};
pub use stamp::{Difference, Stamp};
pub use typed::typed_move;
