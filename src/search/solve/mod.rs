//! Exact values: who wins where both sides play as well as they can, in how many plies, and how.
//!
//! Two ways lead there. [`Method::Retrograde`] lists all positions that can come and lets values go back from the ends of
//! the game (`graph`, `backward`); it gives the value of each of them, and needs memory for all. [`Method::Search`] looks
//! for one win alone (`dfpn`), and for the strategy in what it has found (`strategy`). Both use the symmetries of the
//! board, and both end in a [`Table`], which is a file, is asked in play, and is checked by walking it (`verify`).
//!
//! What comes again is a draw, as play without an end is; so endings that say so are left out (`fit`). Rules whose values
//! would hang on more than the position are refused.

mod backward;
mod bytes;
mod code;
mod dfpn;
mod estimate;
mod exact;
mod fit;
mod graph;
mod mix;
mod positions;
mod proofs;
mod prove;
mod rests;
mod retrograde;
mod strategy;
mod table;
mod trouble;
mod universe;
mod verify;
mod watch;

pub use bytes::is_table;
pub use exact::Exact;
pub use retrograde::Tally;
pub use table::Table;
pub use trouble::{Trouble, size};
pub use watch::{Nobody, Progress, Stage, Watch, Wish};

use crate::engine::{Game, Move, Play, Position, Runner, Verdict};
use crate::ruleset::SideId;
use code::Coder;

/// How a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All positions are listed.
    Retrograde,
    /// A win is searched.
    Search,
}

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// How; none: by listing where the positions are likely to fit into the memory, else by searching.
    pub method: Option<Method>,
    /// How much memory may be used, in bytes.
    pub memory: u64,
    /// Every placement of the pieces that the last phase of the game can have is valued, too.
    pub all: bool,
}

/// What was found.
#[derive(Debug)]
pub struct Solution {
    /// How it was solved; none: the game was over.
    pub method: Option<Method>,
    /// The value; none: it is not known, since positions come again on every way that was looked at.
    pub value: Option<Exact>,
    /// Best play for both sides, up to the end where one side wins; in a draw a few moves that keep it.
    pub line: Vec<Move>,
    /// Listing: positions that can come, or all placements where they were wanted; how many are won, drawn and lost for
    /// each side to move.
    pub tallies: Option<[Tally; 2]>,
    /// Listing: how many positions there are; search: how many were looked at.
    pub positions: u64,
    /// How many symmetries of the board were used; 1: none.
    pub symmetries: u32,
    /// The values; none where the game was over, no side is found to win, or the memory was not enough for the strategy.
    pub table: Option<Table>,
}

/// Whether the values of a game hang on nothing but the position, so that it can be solved.
///
/// # Errors
/// They do not; the error says why.
pub fn solvable(game: &Game) -> Result<(), Trouble> {
    fit::fitting(game).map(|_| ())
}

/// The same, and whether its positions can be listed.
///
/// # Errors
/// They cannot; the error says why.
pub fn listable(game: &Game) -> Result<(), Trouble> {
    let game = fit::fitting(game)?;
    if fit::counts_moves(&game) { Err(Trouble::Counter) } else { Ok(()) }
}

/// How what a [watch](Watch::save) has kept of a game was found.
///
/// # Errors
/// It is damaged, or something else.
pub fn saved_method(bytes: &[u8], game: &Game) -> Result<Method, Trouble> {
    match bytes::Source::new(bytes, game)?.0 {
        bytes::Content::Listing => Ok(Method::Retrograde),
        bytes::Content::Search => Ok(Method::Search),
        _ => Err(Trouble::Foreign("a table, and not what `--checkpoint` keeps".to_owned())),
    }
}

/// Solves a game from where it is. What was played before plays no part. `saved` is what a [watch](Watch::save) has kept
/// of an earlier call for the same, which then goes on.
///
/// # Errors
/// The game cannot be solved, the memory is not enough, or whoever watches has stopped it.
pub fn solve(play: &Play, wanted: &Wanted, saved: Option<&[u8]>, watch: &mut dyn Watch) -> Result<Solution, Trouble> {
    let game = fit::fitting(play.game())?;
    let position = Position { outcome: None, ..play.position().clone() };
    let play = Play::from_position(&game, position, Vec::new()).map_err(|e| Trouble::Foreign(e.to_string()))?;
    if let Some(outcome) = play.outcome() {
        return over(&outcome.result).ok_or_else(|| Trouble::Unsettled(outcome.reason.clone()));
    }
    let coder = Coder::exact(&game);
    let method = match (wanted.method, saved) {
        (Some(method), _) => method,
        (None, Some(bytes)) => saved_method(bytes, &game)?,
        (None, None) => likely(&play, coder.as_ref(), wanted),
    };
    let memory = usize::try_from(wanted.memory).unwrap_or(usize::MAX);
    let symmetries = Coder::hashed(&game).symmetries() as u32;
    match method {
        Method::Retrograde => {
            let found = match retrograde::solve(&play, wanted.all, memory, saved, watch) {
                // There are more positions than was thought.
                Err(Trouble::Memory { .. }) if wanted.method.is_none() && saved.is_none() && !wanted.all => {
                    return solve(&play, &Wanted { method: Some(Method::Search), ..*wanted }, None, watch);
                }
                found => found?,
            };
            Ok(Solution {
                method: Some(method),
                value: Some(found.value.in_sides(play.position())),
                line: line(&play, &found.table),
                tallies: Some(found.tallies),
                positions: found.table.len() as u64,
                symmetries,
                table: Some(found.table),
            })
        }
        Method::Search => {
            let found = prove::search(&play, memory, saved, watch)?;
            let drawn = found.drawn.then_some(Exact::Draw);
            let (value, table) = match found.win {
                Some((side, plies, shortest, table)) => {
                    (Some(Exact::Win { side, plies, shortest }.in_sides(play.position())), table)
                }
                None => (drawn, None),
            };
            Ok(Solution {
                method: Some(method),
                value,
                line: table.as_ref().map_or_else(Vec::new, |table| line(&play, table)),
                tallies: None,
                positions: found.nodes,
                symmetries,
                table,
            })
        }
    }
}

/// The bytes that a position and its moves take while a game is listed, about.
const BYTES: u64 = 96;

/// By listing where the positions are likely to fit. The estimate is high, and where they do not fit after all a win is
/// searched.
fn likely(play: &Play, coder: Option<&Coder>, wanted: &Wanted) -> Method {
    let fits = coder.is_some_and(|coder| {
        let count = estimate::positions(play.game(), play.position(), coder);
        count.saturating_mul(BYTES) / 2 <= wanted.memory
    });
    if wanted.all || fits && !fit::counts_moves(play.game()) { Method::Retrograde } else { Method::Search }
}

/// A game that is over is solved.
fn over(verdict: &Verdict) -> Option<Solution> {
    let value = match verdict {
        Verdict::Win(side) => Exact::Win { side: *side, plies: 0, shortest: true },
        Verdict::Draw => Exact::Draw,
        Verdict::Unsettled => return None,
    };
    Some(Solution {
        method: None,
        value: Some(value),
        line: Vec::new(),
        tallies: None,
        positions: 1,
        symmetries: 1,
        table: None,
    })
}

/// So many moves of a draw are shown.
const DRAWN_LINE: usize = 8;

/// Best play by a table.
fn line(play: &Play, table: &Table) -> Vec<Move> {
    let mut runner = Runner::from_play(play);
    let mut line = Vec::new();
    let drawn = table.value(play) == Some(Exact::Draw);
    let most = if drawn { DRAWN_LINE } else { exact::LONGEST as usize };
    while line.len() < most && runner.verdict().is_none() {
        let Some(number) = table.best_of(&mut runner) else { break };
        let Some(mv) = runner.mv(number) else { break };
        line.push(mv);
        runner.play(number);
    }
    line
}

/// The winner of a value.
impl Exact {
    /// Who wins; none: nobody.
    pub fn winner(self) -> Option<SideId> {
        match self {
            Exact::Win { side, .. } => Some(side),
            Exact::Draw => None,
        }
    }

    /// A value that names the players by the sides with which they began, with the side that the winner plays in a
    /// position.
    pub(super) fn in_sides(self, position: &Position) -> Exact {
        match self {
            Exact::Win { side, plies, shortest } => Exact::Win { side: position.player(side), plies, shortest },
            Exact::Draw => Exact::Draw,
        }
    }
}
