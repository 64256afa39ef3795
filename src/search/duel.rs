//! Two players against each other, in pairs of games: the same opening twice, with the sides swapped. What the first
//! side is worth in an opening falls out of a pair.

use super::jobs::jobs;
use super::lab::Share;
use super::level::Level;
use super::opponent::Opponent;
use super::skill::Skill;
use crate::engine::{Dice, Game, HookFault, Move, Play, Verdict};

/// A player of a duel.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// How strong it is.
    pub level: Level,
    /// What it knows.
    pub skill: Skill,
}

/// How a duel is fought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Pairs of games.
    pub pairs: u32,
    /// Random plies before the players begin.
    pub opening: u32,
    /// After so many plies a game is drawn.
    pub cap: u32,
    /// The seed of openings and players.
    pub seed: u64,
    /// How many threads play; the result is the same with any number.
    pub threads: usize,
}

/// How it went, from the point of view of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Pairs in which it got more out of the two games.
    pub won: u32,
    /// Pairs in which both got as much.
    pub even: u32,
    /// Pairs in which it got less.
    pub lost: u32,
    /// Games that the first player won, that were drawn (or cut), that it lost.
    pub games: [u32; 3],
    /// Games that each side won, whoever played it.
    pub sides: [u32; 2],
}

impl Score {
    /// The share of the decided pairs that the first player won; none where no pair was decided.
    pub fn share(&self) -> Option<Share> {
        Share::new(self.won.into(), (self.won + self.lost).into())
    }

    fn add(&mut self, other: &Score) {
        self.won += other.won;
        self.even += other.even;
        self.lost += other.lost;
        self.games.iter_mut().zip(other.games).for_each(|(a, b)| *a += b);
        self.sides.iter_mut().zip(other.sides).for_each(|(a, b)| *a += b);
    }
}

/// Random moves from the start that end nothing; fewer where every game ends before.
pub(super) fn opening(game: &Game, plies: u32, dice: &mut Dice) -> Result<Play, HookFault> {
    // Nearly every try is good; a game that cannot go on so long is given up on.
    for length in (0..=plies).rev() {
        for _ in 0..16 {
            let mut play = Play::new(game);
            for _ in 0..length {
                let moves = play.moves()?;
                if moves.is_empty() {
                    break;
                }
                let mv: &Move = &moves[dice.below(moves.len() as u32) as usize];
                if play.play(mv).is_err() {
                    break;
                }
            }
            if play.outcome().is_none() && play.made().len() == length as usize && !play.moves()?.is_empty() {
                return Ok(play);
            }
        }
    }
    Ok(Play::new(game))
}

/// Plays a game to its end. `seats` are the opponents by the sides with which they begin. Gives the side with which the
/// winner began; none: drawn, unsettled or cut.
fn game(mut play: Play, seats: &mut [Opponent; 2], cap: u32) -> Result<Option<u8>, HookFault> {
    while play.outcome().is_none() && play.made().len() < cap as usize {
        let side = usize::from(play.player(play.position().to_move));
        let Some(mv) = seats[side.min(1)].choose(&play)? else { break };
        if play.play(&mv).is_err() {
            break;
        }
    }
    Ok(match play.outcome().map(|o| &o.result) {
        Some(Verdict::Win(side)) => Some(play.player(*side)),
        _ => None,
    })
}

fn pair(rules: &Game, players: &[Player; 2], duel: &Duel, number: u32) -> Result<Score, HookFault> {
    let seed = duel.seed ^ (u64::from(number) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let start = opening(rules, duel.opening, &mut Dice::new(seed))?;
    let mut score = Score::default();
    let mut balance = 0;
    for swapped in [false, true] {
        let seat = |side: usize| {
            let player = &players[side ^ usize::from(swapped)];
            Opponent::at_level(player.level, seed.wrapping_add(side as u64)).with_skill(player.skill.clone())
        };
        match game(start.clone(), &mut [seat(0), seat(1)], duel.cap)? {
            Some(side) => {
                score.sides[usize::from(side).min(1)] += 1;
                let first = (side == 0) != swapped;
                score.games[if first { 0 } else { 2 }] += 1;
                balance += if first { 1 } else { -1 };
            }
            None => score.games[1] += 1,
        }
    }
    match balance {
        0 => score.even = 1,
        b if b > 0 => score.won = 1,
        _ => score.lost = 1,
    }
    Ok(score)
}

/// Lets two players fight. `told` hears of every pair that is over, and how many are.
///
/// # Errors
/// A script failed.
pub fn duel(game: &Game, players: &[Player; 2], duel: &Duel, told: &(dyn Fn(u32) + Sync)) -> Result<Score, HookFault> {
    let scores = jobs(duel.pairs, duel.threads, &|number| pair(game, players, duel, number), told)?;
    let mut sum = Score::default();
    scores.iter().for_each(|score| sum.add(score));
    Ok(sum)
}
