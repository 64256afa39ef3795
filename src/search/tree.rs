//! Monte Carlo tree search (Coulom 2006; UCT by Kocsis and Szepesvari 2006), with wins and losses that are proved backed
//! up (Winands, Bjornsson and Saito 2008). Any number of sides: each goes by its own reward.

use super::alpha_beta::RootMove;
use super::evaluate::Evaluator;
use super::score::{Score, WIN};
use crate::engine::{Dice, HookFault, Runner, Verdict};
use crate::ruleset::SideId;

/// How much a move that was hardly tried is given the benefit of the doubt.
const EXPLORE: f64 = 0.8;
/// How many plies a game is played at random before it is judged by the evaluation, where there is one.
const RANDOM: u32 = 8;
/// The longest random game, in plies.
const LONGEST_GAME: u64 = 600;
/// The most sides.
const SIDES: usize = 16;
/// The most positions in the tree.
const MOST_NODES: usize = 2_000_000;

/// How a search is bounded.
pub(super) struct Bounds {
    /// Moves made, those of random games too.
    pub nodes: u64,
    pub cost: u64,
    pub seed: u64,
}

/// A position of the tree, reached by a move.
struct Node {
    n: u32,
    /// Who made the move: players are named as `Runner::player` names them.
    mover: SideId,
    visits: u32,
    /// The sum of what came of it for the mover, each from 0 to 1.
    sum: f64,
    /// Who wins for certain, and in how many plies from here.
    won: Option<(SideId, u32)>,
    /// The children are `first..first + count`; none while it was not opened.
    children: Option<(u32, u32)>,
}

/// Searches and orders the moves of the root, the best first. Gives the number of nodes looked at.
pub(super) fn search(
    runner: &mut Runner,
    mut eval: Option<Evaluator>,
    bounds: &Bounds,
    ended: &dyn Fn() -> bool,
    roots: &mut [RootMove],
) -> Result<u64, HookFault> {
    let sides = runner.game().rules().sides.len().min(SIDES);
    // Where a search is short, random games are, too: each move is to be tried once at least.
    let share = bounds.nodes / bounds.cost / (roots.len() as u64).max(1);
    let longest = if eval.is_some() { RANDOM } else { share.clamp(10, LONGEST_GAME) as u32 };
    let mut tree = Tree { nodes: Vec::new(), dice: Dice::new(bounds.seed), made: 0, longest, ended, over: false };
    let mover = runner.player();
    let fresh = |n: u32| Node { n, mover, visits: 0, sum: 0.0, won: None, children: None };
    tree.nodes.push(fresh(0));
    tree.nodes.extend(roots.iter().map(|r| fresh(r.n)));
    tree.nodes[0].children = Some((1, roots.len() as u32));
    let mut rounds = 0;
    while (rounds < roots.len() || tree.made * bounds.cost < bounds.nodes) && tree.nodes[0].won.is_none() && !tree.over
    {
        rounds += 1;
        tree.round(runner, eval.as_mut(), sides)?;
    }
    let (first, count) = tree.nodes[0].children.unwrap_or((1, 0));
    let found = &tree.nodes[first as usize..(first + count) as usize];
    // The children of the root stand in the order of the moves.
    for (at, (root, node)) in roots.iter_mut().zip(found).enumerate() {
        root.value = match node.won {
            Some((side, plies)) if side == mover => Some(WIN - plies as i32 - 1),
            Some((_, plies)) => Some(plies as i32 + 1 - WIN),
            None if node.visits == 0 => None,
            None => Some(logit(node.sum / f64::from(node.visits))),
        };
        root.line = tree.line(first as usize + at);
        root.depth = root.line.len() as u32;
    }
    // What was tried most is best, unless more is known.
    let mut ranked: Vec<(RootMove, u32)> = roots.iter().cloned().zip(found.iter().map(|node| node.visits)).collect();
    ranked.sort_by_key(|(root, visits)| {
        std::cmp::Reverse(match root.value.map(Score::of) {
            Some(Score::Wins(_)) => (3, 0, root.value),
            Some(Score::Value(_)) => (2, *visits, root.value),
            None => (1, 0, None),
            Some(Score::Loses(_)) => (0, 0, root.value),
        })
    });
    roots.iter_mut().zip(ranked).for_each(|(root, (best, _))| *root = best);
    Ok(tree.made)
}

/// What each of so many sides gets of a game that nobody wins.
fn even(sides: usize) -> f64 {
    1.0 / f64::from(sides as u32)
}

/// Hundredths of the logistic curve for a share of what could be won.
fn logit(share: f64) -> i32 {
    let share = share.clamp(0.000_1, 0.999_9);
    (100.0 * libm::log(share / (1.0 - share))) as i32
}

struct Tree<'a> {
    nodes: Vec<Node>,
    dice: Dice,
    /// Moves made.
    made: u64,
    /// The longest random game.
    longest: u32,
    /// Whether the search is to end, and whether it has been.
    ended: &'a dyn Fn() -> bool,
    over: bool,
}

impl Tree<'_> {
    /// Goes down to a position that was not tried, tries it, and writes on the way back what came of it.
    fn round(&mut self, runner: &mut Runner, eval: Option<&mut Evaluator>, sides: usize) -> Result<(), HookFault> {
        let mut path = vec![0usize];
        let mut rewards = [0.0; SIDES];
        loop {
            let at = *path.last().unwrap_or(&0);
            if let Some((side, _)) = self.nodes[at].won {
                rewards[usize::from(side)] = 1.0;
                break;
            }
            if let Some(verdict) = runner.result() {
                match verdict {
                    Verdict::Win(side) => {
                        self.nodes[at].won = Some((side, 0));
                        rewards[usize::from(side)] = 1.0;
                    }
                    Verdict::Draw | Verdict::Unsettled => rewards[..sides].fill(even(sides)),
                }
                break;
            }
            if self.nodes[at].visits == 0 && at != 0
                || self.nodes.len() >= MOST_NODES && self.nodes[at].children.is_none()
            {
                self.play_out(runner, eval, sides, &mut rewards)?;
                break;
            }
            if self.nodes[at].children.is_none() {
                self.open(at, runner)?;
            }
            let Some(next) = self.promising(at) else { break };
            let n = self.nodes[next].n;
            if !self.step(runner, n)? {
                break;
            }
            path.push(next);
        }
        for at in path.iter().rev() {
            let node = &mut self.nodes[*at];
            node.visits += 1;
            node.sum += rewards[usize::from(node.mover)];
            if *at != 0 {
                runner.undo();
            }
            self.prove(*at);
        }
        Ok(())
    }

    /// Makes a move; whether it was made.
    fn step(&mut self, runner: &mut Runner, n: u32) -> Result<bool, HookFault> {
        self.made += 1;
        self.over |= self.made.is_multiple_of(64) && (self.ended)();
        let made = runner.play(n);
        match runner.fault() {
            Some(fault) => Err(fault.clone()),
            None => Ok(made),
        }
    }

    /// Lists the moves of a position.
    fn open(&mut self, at: usize, runner: &mut Runner) -> Result<(), HookFault> {
        let (count, mover) = (runner.moves(), runner.player());
        if let Some(fault) = runner.fault() {
            return Err(fault.clone());
        }
        let first = self.nodes.len() as u32;
        self.nodes.extend((0..count).map(|n| Node { n, mover, visits: 0, sum: 0.0, won: None, children: None }));
        self.nodes[at].children = Some((first, count));
        // The moves are tried in no order of their own.
        for n in (1..count).rev() {
            let other = self.dice.below(n + 1);
            self.nodes.swap((first + n) as usize, (first + other) as usize);
        }
        Ok(())
    }

    /// The child that looks best, or was tried least.
    fn promising(&self, at: usize) -> Option<usize> {
        let (first, count) = self.nodes[at].children?;
        let tried = libm::log(f64::from(self.nodes[at].visits.max(1)));
        let mut best: Option<(f64, usize)> = None;
        for child in first as usize..(first + count) as usize {
            let node = &self.nodes[child];
            let worth = match node.won {
                Some((side, _)) if side == node.mover => f64::INFINITY,
                // Only where nothing else is left.
                Some((_, plies)) => f64::from(plies) - 1e9,
                None if node.visits == 0 => 1e6,
                None => {
                    let visits = f64::from(node.visits);
                    node.sum / visits + EXPLORE * (tried / visits).sqrt()
                }
            };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, child));
            }
        }
        best.map(|(_, child)| child)
    }

    /// Plays on at random and judges.
    fn play_out(
        &mut self,
        runner: &mut Runner,
        eval: Option<&mut Evaluator>,
        sides: usize,
        rewards: &mut [f64; SIDES],
    ) -> Result<(), HookFault> {
        let mut plies = 0;
        while plies < self.longest && !self.over && runner.verdict().is_none() {
            let count = runner.moves();
            if let Some(fault) = runner.fault() {
                return Err(fault.clone());
            }
            if count == 0 {
                break;
            }
            let n = self.dice.below(count);
            if !self.step(runner, n)? {
                break;
            }
            plies += 1;
        }
        match (runner.result(), eval) {
            (Some(Verdict::Win(side)), _) => rewards[usize::from(side)] = 1.0,
            (None, Some(eval)) => {
                let share = Score::Value(eval.value(runner)).chance();
                let mover = usize::from(runner.player());
                rewards[mover] = share;
                rewards[1 - mover.min(1)] = 1.0 - share;
            }
            _ => rewards[..sides].fill(even(sides)),
        }
        (0..plies).for_each(|_| {
            runner.undo();
        });
        Ok(())
    }

    /// Whether who wins at a position is known from its children.
    fn prove(&mut self, at: usize) {
        let Some((first, count)) = self.nodes[at].children.filter(|_| self.nodes[at].won.is_none()) else { return };
        let children = &self.nodes[first as usize..(first + count) as usize];
        let Some(mover) = children.first().map(|c| c.mover) else { return };
        let wins = children.iter().filter_map(|c| c.won.filter(|w| w.0 == mover)).map(|w| w.1).min();
        if let Some(plies) = wins {
            self.nodes[at].won = Some((mover, plies + 1));
            return;
        }
        // With more than two sides the loser may choose who wins: then nothing is certain.
        let winner = children.first().and_then(|c| c.won).map(|w| w.0);
        if let Some(winner) = winner
            && children.iter().all(|c| c.won.is_some_and(|w| w.0 == winner))
        {
            let plies = children.iter().filter_map(|c| c.won).map(|w| w.1).max().unwrap_or(0);
            self.nodes[at].won = Some((winner, plies + 1));
        }
    }

    /// The moves that were tried most, from a position on.
    fn line(&self, mut at: usize) -> Vec<u32> {
        let mut line = vec![self.nodes[at].n];
        while let Some((first, count)) = self.nodes[at].children {
            let children = first as usize..(first + count) as usize;
            let Some(next) = children.filter(|c| self.nodes[*c].visits > 0).max_by_key(|c| {
                let node = &self.nodes[*c];
                (node.won.is_some_and(|w| w.0 == node.mover), node.visits)
            }) else {
                break;
            };
            line.push(self.nodes[next].n);
            at = next;
        }
        line
    }
}
