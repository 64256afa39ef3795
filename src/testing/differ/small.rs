//! A difference made small.

use super::What;
use super::compare::Pair;
use super::correspond::Correspondence;
use super::search::Found;
use crate::board::{Site, SiteSet};
use crate::engine::{Game, Move, Position};

/// As few moves and then as few pieces as show the same kind of difference. One at the start stays there.
pub(super) fn smallest(found: Found, a: &Game, b: &Game, same: &Correspondence) -> Found {
    if found.from.is_none() && found.line.is_empty() {
        return found;
    }
    let shrinker = Shrinker { a, b, same, kind: Kind::of(&found.what) };
    let found = shrinker.shorter(found);
    shrinker.sparser(found)
}

/// What is kept while a position is made smaller.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Start,
    Outcome,
    /// Some moves in the first alone, some in the second alone.
    Moves(bool, bool),
    After,
}

impl Kind {
    fn of(what: &What) -> Kind {
        match what {
            What::Start => Kind::Start,
            What::Outcome => Kind::Outcome,
            What::Moves { only_a, only_b } => Kind::Moves(!only_a.is_empty(), !only_b.is_empty()),
            What::After { .. } => Kind::After,
        }
    }
}

struct Shrinker<'g> {
    a: &'g Game,
    b: &'g Game,
    same: &'g Correspondence,
    kind: Kind,
}

impl Shrinker<'_> {
    fn at(&self, from: Option<&Position>, line: &[Move]) -> Option<What> {
        let mut pair = Pair::at(self.a, self.b, self.same, from, line)?;
        let mut all = u32::MAX;
        let what = pair.difference(self.same, &mut all)?;
        (Kind::of(&what) == self.kind).then_some(what)
    }

    /// The fewest of the last moves of the line, from the position before them, with nothing before it.
    fn shorter(&self, found: Found) -> Found {
        let Some(mut pair) = Pair::at(self.a, self.b, self.same, found.from.as_ref(), &[]) else { return found };
        let mut positions = vec![pair.a.position().clone()];
        for mv in &found.line {
            if !pair.play(self.same, mv) {
                return found;
            }
            positions.push(pair.a.position().clone());
        }
        for (n, position) in positions.iter().enumerate().rev() {
            if n == 0 && found.from.is_none() {
                break;
            }
            let line = found.line.get(n..).unwrap_or_default();
            if let Some(what) = self.at(Some(position), line) {
                return Found { from: Some(position.clone()), line: line.to_vec(), what };
            }
        }
        found
    }

    /// Takes off one thing after the other, as long as the difference stays.
    fn sparser(&self, found: Found) -> Found {
        let Some(mut position) = found.from.clone() else { return self.bare(found) };
        let mut what = found.what;
        let still = |position: &Position| {
            smaller(position).find_map(|less| self.at(Some(&less), &found.line).map(|what| (less, what)))
        };
        while let Some((less, seen)) = still(&position) {
            (position, what) = (less, seen);
        }
        Found { from: Some(position), line: found.line, what }
    }

    /// A line from the start, which needs the whole of it: the same line with fewer pieces at its beginning.
    fn bare(&self, found: Found) -> Found {
        let start = Pair::start(self.a, self.b).a.position().clone();
        match self.at(Some(&start), &found.line) {
            Some(what) => self.sparser(Found { from: Some(start), what, ..found }),
            None => found,
        }
    }
}

/// The positions with one thing less.
fn smaller(position: &Position) -> impl Iterator<Item = Position> {
    let plain = {
        let mut plain = position.clone();
        plain.counters.iter_mut().for_each(|c| *c = 0);
        plain.captured.iter_mut().for_each(|c| *c = 0);
        plain.marks.clear();
        plain.forfeit = SiteSet::EMPTY;
        (plain != *position).then_some(plain)
    };
    let without = |site: usize| {
        let mut less = position.clone();
        let cell = less.cells.get_mut(site)?;
        cell.take()?;
        less.marks.retain(|m| m.site != site as Site);
        less.forfeit.remove(site as Site);
        Some(less)
    };
    let fewer = |n: usize| {
        let mut less = position.clone();
        let count = less.hands.get_mut(n)?;
        *count = count.checked_sub(1)?;
        Some(less)
    };
    let pieces: Vec<Position> = (0..position.cells.len()).filter_map(without).collect();
    let hands: Vec<Position> = (0..position.hands.len()).filter_map(fewer).collect();
    plain.into_iter().chain(pieces).chain(hands)
}
