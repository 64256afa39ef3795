//! Perft: how many ways of so many plies there are. A finished position has no successors.

use super::hook::HookFault;
use super::moves::Move;
use super::play::Play;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Moves, merged by identity (docs/book/a-move.md).
    Moves,
    /// Every path for itself.
    Paths,
}

/// The number of ways of exactly `depth` plies, by the interpreter: every move is made.
///
/// # Errors
/// A script failed; the game stands where it stood.
pub fn perft_slow(play: &mut Play, depth: u32, count: Count) -> Result<u64, HookFault> {
    if depth == 0 {
        return Ok(1);
    }
    let choices = play.choices(count == Count::Moves)?;
    if depth == 1 {
        return Ok(choices.len() as u64);
    }
    let mut sum = 0;
    for made in choices {
        play.make(made)?;
        let below = perft_slow(play, depth - 1, count);
        play.undo();
        sum += below?;
    }
    Ok(sum)
}

/// The same, for each first move.
///
/// # Errors
/// A script failed; the game stands where it stood.
pub fn divide_slow(play: &mut Play, depth: u32, count: Count) -> Result<Vec<(Move, u64)>, HookFault> {
    let mut parts = Vec::new();
    for made in play.choices(count == Count::Moves)? {
        let mv = made.mv.clone();
        play.make(made)?;
        let below = perft_slow(play, depth.saturating_sub(1), count);
        play.undo();
        parts.push((mv, below?));
    }
    Ok(parts)
}

/// The number of ways of exactly `depth` plies, by compiled sets where the game has them.
///
/// # Errors
/// A script failed; the game stands where it stood.
pub fn perft(play: &mut Play, depth: u32, count: Count) -> Result<u64, HookFault> {
    let game = play.game().clone();
    match game.compiled() {
        Ok(compiled) if count == Count::Moves || compiled.tells_paths() => Ok(compiled.perft(play, depth, count)),
        _ => perft_slow(play, depth, count),
    }
}

/// The same, for each first move.
///
/// # Errors
/// A script failed; the game stands where it stood.
pub fn divide(play: &mut Play, depth: u32, count: Count) -> Result<Vec<(Move, u64)>, HookFault> {
    let game = play.game().clone();
    match game.compiled() {
        Ok(compiled) if count == Count::Moves || compiled.tells_paths() => Ok(compiled.divide(play, depth, count)),
        _ => divide_slow(play, depth, count),
    }
}
