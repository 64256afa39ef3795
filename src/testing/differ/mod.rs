//! A position in which two games differ.
//!
//! Two games differ in a position if their legal moves there are not the same, or one says that it is over and the
//! other does not, or they say so for other reasons, or one move leads to different things. The search looks at the
//! positions that it is handed, at those near the start, at random games and at pieces put down at random, in this
//! order, and always in the same way: it is bounded by the number of positions that it looks at, not by time. What it
//! finds is made small: as few moves and as few pieces as show the same kind of difference.

mod compare;
mod correspond;
mod place;
mod search;
mod small;
mod tell;
#[cfg(test)]
mod tests;

pub use correspond::Apart;
pub use tell::Said;

use crate::engine::{Game, Move, Play, Position};
use compare::Pair;
use correspond::Correspondence;

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many positions are looked at.
    pub positions: u32,
    /// What the random choices are made from.
    pub seed: u64,
}

impl Effort {
    /// What is enough for rules that differ in a line, and is done in a second or two.
    pub const USUAL: Effort = Effort { positions: 30_000, seed: 1 };
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Search {
    /// The difference, if one was found.
    pub found: Option<Differing>,
    /// How many positions were looked at. None: the rules say the same of play.
    pub looked: u32,
}

/// A position in which two games differ.
#[derive(Clone, Debug)]
pub struct Differing {
    /// Where the line begins; nothing: at the start. In the words of the first game, as all that follows.
    pub from: Option<Position>,
    /// The moves that lead from there to the position.
    pub line: Vec<Move>,
    /// How they differ there.
    pub what: What,
    /// The position by the first game. By the second it stands at the same place.
    pub a: Play,
    /// The position by the second game.
    pub b: Play,
}

/// How two games differ in a position.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// It is the start, and something else stands there or another side begins.
    Start,
    /// One is over and the other is not, or they ended differently.
    Outcome,
    /// Some moves are legal in one of them alone.
    Moves {
        /// Those legal in the first alone.
        only_a: Vec<Move>,
        /// Those legal in the second alone.
        only_b: Vec<Move>,
    },
    /// A move that both allow leads to different things.
    After {
        /// The move in the first game.
        a: Move,
        /// The same move in the second.
        b: Move,
    },
}

/// Looks for a position in which two games differ. Positions `given`, those of the first game, are looked at before
/// all others. Where the rules mean the same by their hash, or differ in the match alone, nothing is searched.
///
/// # Errors
/// Boards or sides of the games do not correspond, so that no position is one of both.
pub fn differ(a: &Game, b: &Game, given: &[Position], effort: Effort) -> Result<Search, Apart> {
    if a.rules().hash == b.rules().hash || search::same_in_play(a.rules(), b.rules()) {
        return Ok(Search { found: None, looked: 0 });
    }
    let same = Correspondence::between(a.rules(), b.rules())?;
    let (found, looked) = search::search(a, b, &same, given, effort);
    let found = found.map(|found| small::smallest(found, a, b, &same));
    let found = found.and_then(|found| {
        let mut pair = Pair::at(a, b, &same, found.from.as_ref(), &found.line)?;
        // What was found is not believed but looked up.
        let mut all = u32::MAX;
        let what = pair.difference(&same, &mut all)?;
        Some(Differing { from: found.from, line: found.line, what, a: pair.a, b: pair.b })
    });
    Ok(Search { found, looked })
}
