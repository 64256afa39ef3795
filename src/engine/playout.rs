//! Games of uniformly random legal moves.

use super::game::Game;
use super::hook::HookFault;
use super::play::Play;
use super::position::Verdict;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// What random games gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Games begun and finished, or cut at the cap.
    pub games: u64,
    /// Moves played, passes included.
    pub plies: u64,
    /// Games won, by side.
    pub wins: Vec<u64>,
    /// Games drawn.
    pub draws: u64,
    /// Games that the rules leave unsettled.
    pub unsettled: u64,
    /// Games cut at the cap on plies.
    pub cut: u64,
}

impl Playouts {
    pub(crate) fn new(sides: usize) -> Playouts {
        Playouts { wins: vec![0; sides], ..Playouts::default() }
    }

    pub(crate) fn count(&mut self, plies: u64, end: Option<&Verdict>) {
        self.games += 1;
        self.plies += plies;
        match end {
            Some(Verdict::Win(side)) => self.wins[*side as usize] += 1,
            Some(Verdict::Draw) => self.draws += 1,
            Some(Verdict::Unsettled) => self.unsettled += 1,
            None => self.cut += 1,
        }
    }
}

/// A generator of random numbers for play: the same numbers for a seed on every machine.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// Seeded through `SplitMix64`.
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `n`, each equally likely (multiply and shift, rejecting what would favour some;
    /// Lemire 2019). `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.0.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let least = n.wrapping_neg() % n;
            while (product as u32) < least {
                product = u64::from(self.0.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}

/// Random games by the interpreter. A game is cut after `cap` plies.
///
/// # Errors
/// A script failed.
pub fn playouts_slow(game: &Game, games: u64, seed: u64, cap: u32) -> Result<Playouts, HookFault> {
    let mut dice = Dice::new(seed);
    let mut results = Playouts::new(game.rules().sides.len());
    for _ in 0..games {
        let mut play = Play::new(game);
        let mut plies = 0;
        while play.outcome().is_none() && plies < u64::from(cap) {
            let mut choices = play.choices(true)?;
            let at = dice.below(choices.len() as u32) as usize;
            play.make(choices.swap_remove(at))?;
            plies += 1;
        }
        results.count(plies, play.outcome().map(|o| &o.result));
    }
    Ok(results)
}

/// Random games from the start, by compiled sets where the game has them. A game is cut after `cap` plies.
///
/// # Errors
/// A script failed.
pub fn playouts(game: &Game, games: u64, seed: u64, cap: u32) -> Result<Playouts, HookFault> {
    match game.compiled() {
        Ok(compiled) => Ok(compiled.playouts(games, seed, cap)),
        Err(_) => playouts_slow(game, games, seed, cap),
    }
}
