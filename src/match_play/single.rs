//! One round outside a match.

use super::game;
use crate::engine::{Game, HookFault, MatchFacts, PlayerFacts};
use crate::ruleset::SideId;
use crate::ruleset::item::HookPoint;
use std::sync::Arc;

/// Players of whom nothing is known, one for each side: `player 1`, `player 2`.
pub fn default_players(sides: usize) -> Vec<PlayerFacts> {
    (1..=sides).map(|n| PlayerFacts { name: format!("player {n}"), beginner: false }).collect()
}

/// The side that a `hook first turn` lets begin a round between these players; `seats` has the player of each side.
/// None where the game has no such hook. No round has been played before.
///
/// # Errors
/// The script fails, or names no side.
pub fn first_turn(
    game: &Game,
    players: &[PlayerFacts],
    seats: &[usize],
    seed: u64,
) -> Result<Option<SideId>, HookFault> {
    let Some(hooks) = game.hooks().filter(|_| has(game, HookPoint::FirstTurn)) else { return Ok(None) };
    let (players, seats) = (players.to_vec(), seats.to_vec());
    let facts = MatchFacts { game: game.clone(), players, rounds: Vec::new(), seats, seed };
    let side = hooks.first_turn(&Arc::new(facts))?;
    match valid_side(game, side) {
        Ok(()) => Ok(Some(side)),
        Err(why) => Err(hooks.refuse(HookPoint::FirstTurn, None, None, &why)),
    }
}

/// The game of a single round between players of whom nothing is known: a `hook first turn` is asked who begins.
///
/// # Errors
/// The script fails, or names no side.
pub fn single_round(game: &Game) -> Result<Game, HookFault> {
    let sides = game.rules().sides.len();
    let seats: Vec<usize> = (0..sides).collect();
    let first = first_turn(game, &default_players(sides), &seats, 0)?;
    Ok(first.map_or_else(|| game.clone(), |first| with_first_turn(game, first)))
}

/// The same game, in which this side begins the first phase whose turns alternate.
pub fn with_first_turn(game: &Game, first: SideId) -> Game {
    game::with_first_turn(game, first)
}

/// Whether the rules declare a hook at that point.
pub(super) fn has(game: &Game, point: HookPoint) -> bool {
    game.rules().hooks.iter().any(|h| h.point == point)
}

pub(super) fn valid_side(game: &Game, side: SideId) -> Result<(), String> {
    let sides = game.rules().sides.len();
    if usize::from(side) < sides { Ok(()) } else { Err(format!("there is no side with the number {side}")) }
}

/// The side that begins a round of this game.
pub fn starts(game: &Game) -> SideId {
    game.start().to_move
}
