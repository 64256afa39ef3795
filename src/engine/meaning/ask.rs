//! What a condition asks (docs/book/conditions.md).

use super::{Scene, key, legal, work};
use crate::board::{Dir, Site, SiteSet};
use crate::engine::trace::Part;
use crate::ruleset::{Asked, CallOf, Cond, CondKind, Dirs, Hand, KindId, Line, PieceCount, SideId, Who};

impl Scene<'_> {
    /// Whether a condition holds.
    pub fn holds(&self, cond: &Cond) -> bool {
        if let CondKind::Not(of) = &cond.kind {
            // It may stand in the same place as what is in it, which is the part that is noted.
            return !self.holds(of);
        }
        let holds = self.whether(cond);
        self.game.note(cond.span, Part::Condition, holds);
        holds
    }

    fn whether(&self, cond: &Cond) -> bool {
        let board = self.game.board();
        match &cond.kind {
            CondKind::True => true,
            CondKind::Any(parts) => parts.iter().any(|c| self.holds(c)),
            CondKind::All(parts) => parts.iter().all(|c| self.holds(c)),
            CondKind::Not(of) => !self.holds(of),
            CondKind::Throughout(of) => self.throughout(of),
            CondKind::Occurs { board_only, times } => self.occurrences(*board_only) >= *times,
            CondKind::PhaseIs(phase) => self.phase == *phase,
            CondKind::NobodyCanMove => {
                let sides = self.in_play();
                (0..16).filter(|s| sides >> s & 1 == 1).all(|s| !legal::can_move(self, s))
            }
            CondKind::LineThroughIt(line) => self.it.is_some_and(|it| {
                let owner = self.position.piece(it).and_then(|p| p.owner).unwrap_or(self.actor);
                self.line_lengths(owner, Some(it)).any(|n| line_fits(*line, n))
            }),
            CondKind::MovesWithout { moves, each, counter, .. } => {
                let factor = if *each { self.in_play().count_ones() } else { 1 };
                let made = self.position.counters.get(*counter as usize).copied().unwrap_or(0);
                u32::from(made) >= moves.saturating_mul(factor)
            }
            CondKind::Sites(quantity, sel) => quantity.fits(self.select(sel).len() as u32),
            CondKind::Pieces(quantity, count, kinds, who) => quantity.fits(self.count(*count, kinds, who.as_ref())),
            CondKind::Sees(quantity, from, to, dirs) => {
                let (from, to) = (self.select(from), self.select(to));
                let seers = from.iter().filter(|s| self.sees(*s, to, dirs)).count();
                quantity.fits(seers as u32)
            }
            CondKind::Played(drop, sel) => self.played(*drop, sel),
            CondKind::CannotMove(who, asked) => {
                let mut sides = self.sides(who).peekable();
                sides.peek().is_some()
                    && sides
                        .all(|s| (*asked == Asked::Whoever || s == self.position.to_move) && !legal::can_move(self, s))
            }
            CondKind::CannotReach(who, from, to, asked) => {
                let (from, to) = (self.select(from), self.select(to));
                let mut sides = self.sides(who).peekable();
                sides.peek().is_some()
                    && sides.all(|s| {
                        (*asked == Asked::Whoever || s == self.position.to_move) && !legal::can_reach(self, s, from, to)
                    })
            }
            CondKind::HasPoints(who, quantity) => self.sides(who).any(|s| {
                let score = super::judge::score(self, s).clamp(0, i64::from(u32::MAX)) as u32;
                quantity.fits(score)
            }),
            CondKind::ScoresEqual => {
                let sides = self.in_play();
                let mut scores = (0..16).filter(|s| sides >> s & 1 == 1).map(|s| super::judge::score(self, s));
                let first = scores.next();
                scores.all(|s| Some(s) == first)
            }
            CondKind::Nth { of, times, running, number } => {
                let side = if *running { Some(0) } else { self.mover };
                let at = side.map(|s| nth_slot(self.game, *number, s));
                let count = at.and_then(|at| self.position.counters.get(at).copied()).unwrap_or(0);
                self.holds(of) && u32::from(count) >= *times
            }
            CondKind::HasLine(who, line) => {
                self.sides(who).any(|s| self.line_lengths(s, None).any(|n| line_fits(*line, n)))
            }
            CondKind::Connects(who, a, b) => {
                let (a, b) = (self.select(a), self.select(b));
                self.sides(who).any(|s| {
                    let own = self.select(&crate::ruleset::Sel::OwnedBy(Who::Side(s)));
                    !Self::flood(own.and(a), own, |at| board.neighbours(at).map(|n| n.1).collect()).and(b).is_empty()
                })
            }
            CondKind::ConnectsSome(who, least, ends) => {
                let ends: Vec<SiteSet> = ends.iter().map(|s| self.select(s)).collect();
                self.sides(who).any(|s| self.joins(s, *least, &ends))
            }
            CondKind::Encloses(who, all, sel, dirs) => {
                let sites = self.select(sel);
                self.sides(who).any(|s| {
                    let held = sites.and(self.enclosed(s, dirs));
                    !held.is_empty() && (!all || held == sites)
                })
            }
            CondKind::Passes(times, counter) => {
                u32::from(self.position.counters.get(*counter as usize).copied().unwrap_or(0)) >= *times
            }
            CondKind::SideIs(who, side) => self.who(who) == 1 << side,
            CondKind::SideCalled(who, call) => {
                let Some(call) = self.game.rules().calls.get(*call as usize) else { return false };
                let mut sides = self.sides(who).peekable();
                sides.peek().is_some()
                    && sides.all(|s| match call.of {
                        CallOf::Side(of) if of != s => false,
                        _ => Scene { player: Some(s), ..*self }.acting(s).holds(&call.cond),
                    })
            }
            CondKind::Are(a, b) => {
                let a = self.select(a);
                !a.is_empty() && a.is_subset(&self.select(b))
            }
            CondKind::Have(sel, near) => {
                let set = self.select(sel);
                let near_set = self.select(&near.sel);
                !set.is_empty() && set.iter().all(|s| self.has_near(s, near, near_set))
            }
            CondKind::Connected(sel, dirs) => {
                let set = self.select(sel);
                let Some(first) = set.lowest() else { return false };
                let around =
                    |at: Site| self.dirs(dirs, at, self.actor).filter_map(|d| board.next(at, d)).collect::<Vec<_>>();
                Self::flood(SiteSet::one(first), set, around) == set
            }
            CondKind::InOne(sel, rank) => {
                let set = self.select(sel);
                let value = |s: Site| if *rank { board.at(s).1 } else { board.at(s).0 };
                set.lowest().is_some_and(|first| set.iter().all(|s| value(s) == value(first)))
            }
        }
    }

    /// How often the present position has occurred, this time included.
    fn occurrences(&self, board_only: bool) -> u32 {
        work::done(4 + self.history.len() as u64 / 16);
        let key = if board_only { key::board_key(self.position) } else { key::position_key(self) };
        let same = |o: &&super::Occurrence| if board_only { o.board == key } else { o.key == key };
        self.history.iter().filter(same).count() as u32 + 1
    }

    /// Whether the condition held after each move by `player` since the present position first occurred.
    fn throughout(&self, cond: &Cond) -> bool {
        let Some(player) = self.player else { return false };
        work::done(4 + self.history.len() as u64 / 16);
        let key = key::position_key(self);
        let Some(first) = self.history.iter().position(|o| o.key == key) else { return false };
        let bit = self.game.throughouts().iter().position(|c| c == cond).unwrap_or(0);
        let before = self.history[first + 1..].iter().filter(|o| o.mover == Some(player));
        before.clone().all(|o| o.held >> bit & 1 == 1) && (self.mover != Some(player) || self.holds(cond))
    }

    /// Which `throughout` conditions hold for the side that just moved, one bit each.
    pub fn held(&self) -> u16 {
        let scene = Scene { player: self.mover, ..*self };
        let bits = self.game.throughouts().iter().enumerate();
        bits.filter(|(_, c)| scene.holds(c)).fold(0, |held, (n, _)| held | 1 << n)
    }

    fn count(&self, count: PieceCount, kinds: &[KindId], who: Option<&Who>) -> u32 {
        let sides = who.map_or(u16::MAX, |w| self.who(w));
        let rules = self.game.rules();
        let mut sum = 0u32;
        for side in (0..rules.sides.len()).filter(|s| sides >> s & 1 == 1) {
            for kind in kinds {
                let at = side * rules.kinds.len() + *kind as usize;
                let stored = |store: &[u16]| store.get(at).copied().map_or(0, u32::from);
                let owned = rules.kinds[*kind as usize].owners.contains(&(side as SideId));
                let in_hand = match rules.kinds[*kind as usize].hand {
                    Hand::Unlimited if owned => u32::from(u16::MAX),
                    _ => stored(&self.position.hands),
                };
                sum += match count {
                    PieceCount::InHand => in_hand,
                    PieceCount::Captured => stored(&self.position.captured),
                    PieceCount::Left => {
                        let here =
                            |p: &crate::engine::position::Piece| p.kind == *kind && p.owner == Some(side as SideId);
                        in_hand + self.position.cells.iter().flatten().filter(|p| here(p)).count() as u32
                    }
                };
            }
        }
        sum
    }

    fn played(&self, drop: bool, sel: &crate::ruleset::Sel) -> bool {
        let Some(facts) = self.facts else { return false };
        if drop {
            return facts.drop && self.moved.is_some_and(|m| self.select(sel).contains(m));
        }
        facts.captured.iter().any(|(site, piece)| {
            let mut standing = self.position.clone();
            standing.cells[*site as usize] = Some(*piece);
            self.on(&standing).select(sel).contains(*site)
        })
    }

    fn sees(&self, from: Site, to: SiteSet, dirs: &Dirs) -> bool {
        let side = self.position.piece(from).and_then(|p| p.owner).unwrap_or(self.actor);
        self.dirs(dirs, from, side).any(|d| self.first_piece(from, d).is_some_and(|s| to.contains(s)))
    }

    fn first_piece(&self, from: Site, dir: Dir) -> Option<Site> {
        let mut at = self.game.board().next(from, dir)?;
        // A closed line comes back to where it has been.
        let mut been = SiteSet::one(from);
        while self.position.piece(at).is_none() {
            been.insert(at);
            at = self.game.board().next(at, dir).filter(|n| !been.contains(*n))?;
        }
        Some(at)
    }

    /// Whether one group of a side touches so many of these.
    fn joins(&self, side: SideId, least: u32, ends: &[SiteSet]) -> bool {
        let board = self.game.board();
        let mut left = self.select(&crate::ruleset::Sel::OwnedBy(Who::Side(side)));
        while let Some(first) = left.lowest() {
            let group = Self::flood(SiteSet::one(first), left, |at| board.neighbours(at).map(|n| n.1).collect());
            let touched = ends.iter().filter(|end| !group.and(**end).is_empty()).count();
            if touched as u32 >= least {
                return true;
            }
            left = left.minus(group);
        }
        false
    }

    /// The sites from which no way leads to the border over sites that are free of a side's pieces.
    fn enclosed(&self, side: SideId, dirs: &Dirs) -> SiteSet {
        let board = self.game.board();
        let around = |at: Site| self.dirs(dirs, at, side).filter_map(|d| board.next(at, d)).collect::<Vec<_>>();
        let free = board.sites().minus(self.select(&crate::ruleset::Sel::OwnedBy(Who::Side(side))));
        let open = Self::flood(board.border(), free, around);
        let out = |s: &Site| open.contains(*s) || around(*s).iter().any(|n| open.contains(*n));
        board.sites().minus(board.border()).iter().filter(|s| !out(s)).collect()
    }

    /// The sites of `within` that are reached from `from` by steps to neighbours.
    pub(super) fn flood(from: SiteSet, within: SiteSet, around: impl Fn(Site) -> Vec<Site>) -> SiteSet {
        let mut reached = from.and(within);
        let mut open: Vec<Site> = reached.iter().collect();
        while let Some(at) = open.pop() {
            for next in around(at) {
                if within.contains(next) && !reached.contains(next) {
                    reached.insert(next);
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The lengths of all maximal runs of a side's pieces, those through a site only where one is given.
    fn line_lengths(&self, side: SideId, through: Option<Site>) -> impl Iterator<Item = u32> + use<> {
        let board = self.game.board();
        let own = self.select(&crate::ruleset::Sel::OwnedBy(Who::Side(side)));
        let mut lengths = Vec::new();
        // Each line once: of a direction and its opposite the one with the smaller number.
        for dir in (0..board.dirs()).filter(|d| *d < board.back(*d)) {
            let back = board.back(dir);
            for first in own {
                if board.next(first, back).is_some_and(|s| own.contains(s)) {
                    continue;
                }
                let mut run = SiteSet::one(first);
                let mut at = first;
                while let Some(next) = board.next(at, dir).filter(|n| own.contains(*n) && !run.contains(*n)) {
                    run.insert(next);
                    at = next;
                }
                if through.is_none_or(|t| run.contains(t)) {
                    lengths.push(run.len() as u32);
                }
            }
        }
        lengths.into_iter()
    }
}

/// Where in the counters of a position it is counted how often something has held for a side.
pub(crate) fn nth_slot(game: &crate::engine::game::Game, number: u8, side: SideId) -> usize {
    game.counters().len() + usize::from(number) * game.rules().sides.len() + usize::from(side)
}

fn line_fits(line: Line, length: u32) -> bool {
    length == line.length || line.or_more && length > line.length
}
