//! Where a difference is looked for, and in which order.

use super::compare::Pair;
use super::correspond::Correspondence;
use super::place::PieceBox;
use super::{Effort, What};
use crate::engine::{Dice, Game, Move, Position};
use crate::ruleset::Rules;

/// A difference as it was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Where the line begins; nothing: at the start.
    pub from: Option<Position>,
    pub line: Vec<Move>,
    pub what: What,
}

/// The longest random game.
const GAME: usize = 60;
/// The longest line from a position that was made up.
const MADE_UP: usize = 12;
/// How many games are played from the start to see positions come again.
const REPEATING: usize = 6;
/// The longest line in which pieces go to and fro.
const TO_AND_FRO: usize = 20;

struct Searcher<'g> {
    a: &'g Game,
    b: &'g Game,
    same: &'g Correspondence,
    left: u32,
}

/// The first difference, and how many positions were looked at.
pub(super) fn search(
    a: &Game,
    b: &Game,
    same: &Correspondence,
    given: &[Position],
    effort: Effort,
) -> (Option<Found>, u32) {
    let mut searcher = Searcher { a, b, same, left: effort.positions };
    let found = searcher.run(given, effort);
    (found, effort.positions - searcher.left)
}

impl Searcher<'_> {
    fn run(&mut self, given: &[Position], effort: Effort) -> Option<Found> {
        let begin = Pair::start(self.a, self.b);
        let alike = begin.agree(self.same);
        let start = (!alike).then(|| Found { from: None, line: Vec::new(), what: What::Start });
        if !alike && same_but_for_the_start(self.a.rules(), self.b.rules()) {
            return start;
        }
        if alike && let Some(what) = self.look(&mut begin.clone()) {
            return Some(Found { from: None, line: Vec::new(), what });
        }
        if alike && let Some(found) = self.repeating(&begin, effort.seed) {
            return Some(found);
        }
        let mut given: Vec<Position> = given.to_vec();
        if !alike {
            // What stands at the start of one may stand in both.
            given.insert(0, self.a.start());
        }
        let all = self.left;
        for position in &given {
            if self.left < all / 2 {
                break;
            }
            if let Some(found) = self.look_at(position) {
                return Some(found);
            }
        }
        if alike && let Some(found) = self.breadth_first(self.left / 4) {
            return Some(found);
        }
        self.random(alike, effort.seed).or(start)
    }

    fn look(&mut self, pair: &mut Pair) -> Option<What> {
        pair.difference(self.same, &mut self.left)
    }

    fn look_at(&mut self, position: &Position) -> Option<Found> {
        let mut pair = Pair::position(self.a, self.b, self.same, position)?;
        let what = self.look(&mut pair)?;
        Some(Found { from: Some(position.clone()), line: Vec::new(), what })
    }

    /// A few games from the start in which positions come again, where a rule reads that: what depends on it shows
    /// nowhere else.
    fn repeating(&mut self, begin: &Pair, seed: u64) -> Option<Found> {
        if !self.a.reads_history() && !self.b.reads_history() {
            return None;
        }
        let mut dice = Dice::new(seed);
        for _ in 0..REPEATING {
            // What differs at once is seen in smaller positions.
            if let Some((line, what @ What::After { .. })) = self.back_and_forth(&mut begin.clone(), &mut dice) {
                return Some(Found { from: None, line, what });
            }
        }
        None
    }

    /// All lines from the start, the shortest first, as long as a share of the positions lasts.
    fn breadth_first(&mut self, share: u32) -> Option<Found> {
        let least = self.left - share;
        let mut lines: std::collections::VecDeque<Vec<Move>> = [Vec::new()].into();
        while let Some(line) = lines.pop_front() {
            let Some(mut pair) = Pair::at(self.a, self.b, self.same, None, &line) else { continue };
            // The start itself has been looked at.
            if !line.is_empty()
                && let Some(what) = self.look(&mut pair)
            {
                return Some(Found { from: None, line, what });
            }
            if self.left <= least {
                return None;
            }
            // More lines than there are positions to look at are not kept.
            for mv in pair.a.moves().ok()?.into_iter().take((share as usize).saturating_sub(lines.len())) {
                let mut longer = line.clone();
                longer.push(mv);
                lines.push_back(longer);
            }
        }
        None
    }

    /// Random games in both at once, from the start and from positions made up, until nothing is left.
    fn random(&mut self, from_start: bool, seed: u64) -> Option<Found> {
        let mut dice = Dice::new(seed);
        let pieces = PieceBox::of(self.a);
        let mut round = 0u32;
        while self.left > 0 {
            round += 1;
            // Positions that are none of both, or that are over, still count as looked at.
            self.left -= 1;
            let (from, longest) = if from_start && round.is_multiple_of(8) {
                (None, GAME)
            } else {
                // Many positions, and the way on from some of them.
                let longest = if dice.below(4) == 0 { MADE_UP } else { 1 };
                (Some(pieces.position(&mut dice)), longest)
            };
            // Where a rule reads repetition, every third game is one of pieces that go back where they came from.
            let back = (self.a.reads_history() || self.b.reads_history()) && round.is_multiple_of(3);
            let pair = match &from {
                None => Some(Pair::start(self.a, self.b)),
                Some(position) => Pair::position(self.a, self.b, self.same, position),
            };
            let Some(mut pair) = pair else { continue };
            if back {
                if let Some((line, what)) = self.back_and_forth(&mut pair, &mut dice) {
                    return Some(Found { from, line, what });
                }
                continue;
            }
            let mut line = Vec::new();
            loop {
                if let Some(what) = self.look(&mut pair) {
                    return Some(Found { from, line, what });
                }
                let Ok(moves) = pair.a.moves() else { break };
                if moves.is_empty() || line.len() >= longest || self.left == 0 {
                    break;
                }
                let Some(mv) = moves.get(dice.below(moves.len() as u32) as usize) else { break };
                if !pair.play(self.same, mv) {
                    break;
                }
                line.push(mv.clone());
            }
        }
        None
    }

    /// A game in which pieces go back where they came from, and who may pass likes to: the same position comes again. What
    /// other moves would do is looked at only where the games part.
    fn back_and_forth(&mut self, pair: &mut Pair, dice: &mut Dice) -> Option<(Vec<Move>, What)> {
        let mut line: Vec<Move> = Vec::new();
        if !pair.agree(self.same) {
            return self.look(pair).map(|what| (line, what));
        }
        while line.len() < TO_AND_FRO && self.left > 0 {
            let moves = pair.a.moves().ok()?;
            let passing = moves.iter().find(|m| m.is_pass()).filter(|_| dice.below(2) == 0);
            let at_random = moves.get(dice.below(moves.len().max(1) as u32) as usize);
            let mv = returning(&moves, &line).or(passing).or(at_random)?.clone();
            self.left -= 1;
            if !pair.play(self.same, &mv) {
                // Not legal in both.
                return self.look(pair).map(|what| (line, what));
            }
            if !pair.agree(self.same) {
                pair.undo();
                return self.look(pair).map(|what| (line, what));
            }
            line.push(mv);
        }
        None
    }
}

/// The move that takes back what the same side moved last, or passes as it did.
fn returning<'m>(moves: &'m [Move], line: &[Move]) -> Option<&'m Move> {
    let side = moves.first()?.side;
    let last = line.iter().rev().find(|m| m.side == side)?;
    moves
        .iter()
        .find(|m| m.is_pass() && last.is_pass() || m.from().is_some() && m.from() == last.to() && m.to() == last.from())
}

/// Whether nothing but what stands at the start, and what is in hand there, tells the rules apart.
fn same_but_for_the_start(a: &Rules, b: &Rules) -> bool {
    let plain = |r: &Rules| {
        let mut r = in_play(r);
        r.start.clear();
        r
    };
    plain(a) == plain(b)
}

/// Whether rounds are played by the same rules, whatever is said of the match.
pub(super) fn same_in_play(a: &Rules, b: &Rules) -> bool {
    in_play(a) == in_play(b)
}

/// The rules as far as they bear on a round.
fn in_play(rules: &Rules) -> Rules {
    let mut r = rules.clone();
    for text in [&mut r.id, &mut r.title, &mut r.version] {
        text.clear();
    }
    r.settings.clear();
    r.changed_settings.clear();
    r.renames.clear();
    r.hooks.retain(|h| h.point.in_play());
    r.match_play = None;
    r.hash = 0;
    r
}
