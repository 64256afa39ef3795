//! Legal moves of rules for which a move must be made before it is known to be one: `illegal` clauses, effects, choices of
//! the mover. Every candidate is made, and what it leads to is kept with it.

use super::bits::{Bits, each};
use super::compile::{Act, Fast, Op};
use super::expr::{ALL_LEVELS, Asking, Expr};
use super::generate::{FastMove, NOWHERE, Pool, SAME, Wanted};
use super::route::Gone;
use super::state::State;
use super::tail::{Doing, Making};
use crate::board::{Dir, Site};
use crate::engine::MAX_MOVES;
use crate::engine::moves::Move;
use crate::engine::play::Occurrence;
use crate::ruleset::SideId;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// The class of a move without a piece.
pub(crate) const LONE: u8 = u8::MAX - 1;
/// The class of a joint move; its number is in `op`.
pub(crate) const JOINT: u8 = u8::MAX - 2;

/// Which candidates are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// All of them.
    End,
    /// One is enough to know.
    One,
}

impl<B: Bits> Fast<B> {
    /// All legal moves of a side with what they lead to, passes aside. `level`: clauses below it are asked.
    pub fn whole(&self, state: &State<B>, side: SideId, level: u8, history: &[Occurrence], pool: &mut Pool<B>) {
        self.make_all(state, side, level, history, pool, Until::End);
    }

    /// Whether a side, given the turn, has a move that no clause below the level forbids.
    pub fn can_play(&self, state: &State<B>, side: SideId, level: u8, history: &[Occurrence]) -> bool {
        let turned = State { to_move: side, ..*state };
        self.make_all(&turned, side, level, history, &mut Pool::spare(), Until::One)
    }

    fn make_all(
        &self,
        state: &State<B>,
        side: SideId,
        level: u8,
        history: &[Occurrence],
        pool: &mut Pool<B>,
        until: Until,
    ) -> bool {
        pool.clear();
        self.generate(state, side as usize, Wanted::All, self.all, pool);
        pool.expand();
        let mut candidates = std::mem::take(&mut pool.candidates);
        std::mem::swap(&mut candidates, &mut pool.singles);
        pool.total = 0;
        let mut extended = SmallVec::<[Occurrence; 0]>::new();
        let reads = self.game.illegal_reads_history();
        if reads && self.illegal[side as usize].iter().any(|(_, l)| *l < level) {
            extended.extend(history.iter().copied());
            extended.push(self.occurrence(state, level));
        }
        let history: &[Occurrence] = if reads { &extended } else { history };
        let mut flow = ControlFlow::Continue(());
        for mv in &candidates {
            flow = self.finish(state, side, mv, level, history, pool, until);
            if flow.is_break() {
                break;
            }
        }
        candidates.clear();
        pool.candidates = candidates;
        if flow.is_continue() {
            flow = self.without_piece(state, side, level, history, pool, until);
        }
        flow.is_break() || !pool.singles.is_empty()
    }

    /// Makes a candidate in every way that its choices leave.
    #[expect(clippy::too_many_arguments, reason = "the parts of one question, none of which belong together")]
    fn finish(
        &self,
        state: &State<B>,
        side: SideId,
        mv: &FastMove<B>,
        level: u8,
        history: &[Occurrence],
        pool: &mut Pool<B>,
        until: Until,
    ) -> ControlFlow<()> {
        let op = &self.ops[mv.class as usize][mv.op as usize];
        let Some((doing, making)) = self.landed(state, side, mv, op, pool) else { return ControlFlow::Continue(()) };
        let after = &self.after_every[side as usize];
        self.follow(&doing, &op.stages, after, &making, &mut |making| {
            self.conclude(state, &doing, mv, op.leaving, making, level, history, pool, until)
        })
    }

    /// The piece put down, if the conditions that speak of its landing hold; nothing that follows has happened.
    fn landed(
        &self,
        state: &State<B>,
        side: SideId,
        mv: &FastMove<B>,
        op: &Op<B>,
        pool: &Pool<B>,
    ) -> Option<(Doing<B>, Making<B>)> {
        let class = mv.class as usize;
        let origin = (mv.from != NOWHERE).then_some(mv.from);
        let asked = op.late.is_empty() || matches!(op.verb, Act::Route(_));
        if !asked && !self.holds_late(state, mv, op, pool) {
            return None;
        }
        let mut board = *state;
        let owner = self.classes[class].owner;
        match origin {
            Some(from) => board.lift(from, class, owner),
            None if !self.classes[class].unlimited => board.hands[class] = board.hands[class].saturating_sub(1),
            None => {}
        }
        let mut making = Making {
            state: board,
            moved: Some((mv.to, class)),
            becomes: None,
            picks: SmallVec::new(),
            caught: SmallVec::new(),
        };
        if !mv.captured.is_empty() {
            for site in self.order(mv, pool) {
                let Some(victim) = making.state.class_at(site, self.classes.len()) else { continue };
                making.caught.push((site, victim as u8, state.moved.has(site)));
                making.state.lift(site, victim, self.classes[victim].owner);
                if self.at_end && site != mv.to {
                    making.state.occupied = making.state.occupied.or(B::one(site));
                }
                self.count_caught(&mut making.state, victim, side);
            }
        }
        let had = origin.is_some_and(|from| state.moved.has(from));
        making.state.put(mv.to, class, owner, had || self.keeps_moved(class));
        if mv.became != SAME {
            self.become_kind(&mut making, mv.to, class, mv.became);
        }
        let passed = if op.leaving.is_some() { self.passed(mv) } else { B::EMPTY };
        Some((Doing { side, origin, drop: origin.is_none(), phase: state.phase, passed }, making))
    }

    /// Whether it is kept of pieces of a class that they have moved.
    pub fn keeps_moved(&self, class: usize) -> bool {
        self.game.keeps_moved(self.classes[class].kind)
    }

    /// The sites of the captured pieces, in the order in which they are captured.
    fn order(&self, mv: &FastMove<B>, pool: &Pool<B>) -> SmallVec<[Site; 8]> {
        let (start, len) = mv.trail;
        let op = &self.ops[mv.class as usize][mv.op as usize];
        if matches!(op.verb, Act::Route(_)) {
            let from = start as usize + len as usize;
            return pool.trails[from..from + mv.captured.count() as usize].iter().copied().collect();
        }
        let (trail, single) = (pool.trail(mv), [mv.to]);
        self.in_order(mv, if trail.is_empty() { &single } else { trail }).into_iter().collect()
    }

    /// The conditions of a motion that speak of its landing.
    fn holds_late(&self, state: &State<B>, mv: &FastMove<B>, op: &Op<B>, pool: &Pool<B>) -> bool {
        let origin = (mv.from != NOWHERE).then_some(mv.from);
        let dir = self.travelled(mv, op);
        let it = match &op.verb {
            Act::Jump { .. } => self.order(mv, pool).last().map_or_else(|| self.jumped(mv, dir), |s| B::one(*s)),
            _ => B::EMPTY,
        };
        let line = self.line_of(origin, dir);
        let asking = Asking { there: Some(mv.to), it, line, ..Self::asking(state) };
        op.late.iter().all(|(ask, holds)| self.holds(ask, &asking) == *holds)
    }

    fn jumped(&self, mv: &FastMove<B>, dir: Option<Dir>) -> B {
        let over = dir.and_then(|d| self.game.board().next(mv.from, d));
        over.map_or(B::EMPTY, B::one)
    }

    /// The direction of a step, slide or jump.
    fn travelled(&self, mv: &FastMove<B>, op: &Op<B>) -> Option<Dir> {
        if mv.from == NOWHERE || matches!(op.verb, Act::Leap { .. } | Act::Drop) {
            return None;
        }
        let board = self.game.board();
        let leads = |dir: Dir| {
            let (mut at, mut steps) = (mv.from, 0);
            while let Some(next) = board.next(at, dir).filter(|_| steps <= board.count()) {
                if next == mv.to {
                    return true;
                }
                (at, steps) = (next, steps + 1);
            }
            false
        };
        (0..board.dirs()).find(|d| leads(*d))
    }

    /// The sites that a motion goes through, its ends aside.
    fn passed(&self, mv: &FastMove<B>) -> B {
        let op = &self.ops[mv.class as usize][mv.op as usize];
        let Some(dir) = self.travelled(mv, op) else { return B::EMPTY };
        let board = self.game.board();
        let (mut set, mut at) = (B::EMPTY, mv.from);
        while let Some(next) = board.next(at, dir).filter(|n| *n != mv.to && !set.has(*n)) {
            set = set.or(B::one(next));
            at = next;
        }
        set
    }

    /// Marks, counters and the turn; then the clauses are asked, and what is legal is kept.
    #[expect(clippy::too_many_arguments, reason = "the parts of one question, none of which belong together")]
    fn conclude(
        &self,
        before: &State<B>,
        doing: &Doing<B>,
        mv: &FastMove<B>,
        leaving: Option<usize>,
        making: &Making<B>,
        level: u8,
        history: &[Occurrence],
        pool: &mut Pool<B>,
        until: Until,
    ) -> ControlFlow<()> {
        let mut after = making.state;
        self.age(&mut after);
        let moved = making.moved.map(|m| m.0);
        if let Some(slot) = leaving {
            let ends = [doing.origin, moved].into_iter().flatten().fold(B::EMPTY, |set, s| set.or(B::one(s)));
            after.marks[slot] = after.marks[slot].or(doing.passed.minus(ends));
        }
        if !self.counters.is_empty() {
            let class = match doing.origin {
                Some(_) => Some(mv.class as usize),
                None => moved.and_then(|m| making.state.class_at(m, self.classes.len())),
            };
            self.count_progress(&mut after, !making.caught.is_empty(), doing, moved, class);
        }
        if self.mover_read {
            after.last = doing.side;
        }
        let landed = moved.map_or(B::EMPTY, B::one);
        let known = Asking { moved: landed, caught: &making.caught, drop: doing.drop, ..Self::asking(before) };
        after.reversible = after.reversible.saturating_add(1);
        self.turn_after(&mut after, doing.side, &known);
        let known = Asking { state: &after, history, phase: doing.phase, ..known };
        let mut clauses = self.illegal[doing.side as usize].iter().filter(|(_, l)| *l < level);
        if clauses.any(|(ask, l)| self.holds(ask, &Asking { level: *l, ..known })) {
            return ControlFlow::Continue(());
        }
        if until == Until::One {
            return ControlFlow::Break(());
        }
        let same = |n: &FastMove<B>| {
            let made = &pool.made[n.made as usize];
            (n.class, n.from, n.to) == (mv.class, mv.from, mv.to)
                && (n.op == mv.op || n.class != JOINT)
                && (&made.picks[..], made.becomes) == (&making.picks[..], making.becomes)
                && made.state == after
        };
        if self.merges && !pool.every_path && pool.singles.iter().any(same) {
            return ControlFlow::Continue(());
        }
        let made = pool.made.len() as u32;
        pool.made.push(Making { state: after, ..making.clone() });
        pool.single(FastMove { made, ..*mv });
        if pool.singles.len() < MAX_MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Joint moves, and what a phase allows without a piece.
    fn without_piece(
        &self,
        state: &State<B>,
        side: SideId,
        level: u8,
        history: &[Occurrence],
        pool: &mut Pool<B>,
        until: Until,
    ) -> ControlFlow<()> {
        let after = &self.after_every[side as usize];
        let nowhere = Doing { side, origin: None, drop: false, phase: state.phase, passed: B::EMPTY };
        let making = |state: State<B>, moved: Option<(Site, usize)>| Making {
            state,
            moved,
            becomes: None,
            picks: SmallVec::new(),
            caught: SmallVec::new(),
        };
        for stage in &self.lone[state.phase as usize][side as usize] {
            let mv = FastMove { class: LONE, ..FastMove::pass() };
            let stages = std::slice::from_ref(stage);
            self.follow(&nowhere, stages, after, &making(*state, None), &mut |making| {
                self.conclude(state, &nowhere, &mv, None, making, level, history, pool, until)
            })?;
        }
        if self.joint_phases[side as usize] >> state.phase & 1 == 0 {
            return ControlFlow::Continue(());
        }
        for (number, joint) in self.joints[side as usize].iter().enumerate() {
            let mut board = *state;
            let mut lifted: SmallVec<[(usize, Site, bool); 4]> = SmallVec::new();
            for (classes, from, to) in &joint.legs {
                let there = state.class_at(*from, self.classes.len()).filter(|c| classes >> c & 1 == 1);
                let Some(class) = there else { break };
                lifted.push((class, *to, state.moved.has(*from)));
                board.lift(*from, class, Some(side));
            }
            let free = lifted.iter().all(|(_, to, _)| !board.occupied.has(*to));
            if lifted.len() < joint.legs.len()
                || !free
                || !joint.when.iter().all(|a| self.holds(a, &Self::asking(state)))
            {
                continue;
            }
            for (class, to, moved) in &lifted {
                board.put(*to, *class, Some(side), *moved || self.keeps_moved(*class));
            }
            let moved = lifted.first().map(|(class, to, _)| (*to, *class));
            let to = moved.map_or(NOWHERE, |m| m.0);
            let mv = FastMove { class: JOINT, op: number as u8, to, ..FastMove::pass() };
            self.follow(&nowhere, &[], after, &making(board, moved), &mut |making| {
                self.conclude(state, &nowhere, &mv, None, making, level, history, pool, until)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// The key that `position occurs` compares. A mark counts where it changes what the next player may do.
    pub fn position_key(&self, state: &State<B>, level: u8) -> u64 {
        let mut key = self.full_key(state);
        if state.marks.iter().all(|set| set.is_empty()) {
            return key;
        }
        let level = if self.game.illegal_reads_history() { 0 } else { level.min(1) };
        let mut pool = Pool::spare();
        let with_all = self.options(state, level, &mut pool);
        for (slot, (mark, left)) in self.marks.iter().enumerate() {
            each(state.marks[slot], |site| {
                let mut without = *state;
                without.marks[slot] = without.marks[slot].minus(B::one(site));
                if self.options(&without, level, &mut pool) != with_all {
                    key ^= crate::engine::meaning::key::mark_fact(*mark, site, *left);
                }
            });
        }
        key
    }

    /// The moves of the player to move, without clauses about repetition.
    fn options(&self, state: &State<B>, level: u8, pool: &mut Pool<B>) -> Vec<Move> {
        self.legal_at(state, level, &[], pool);
        pool.singles.iter().map(|mv| self.public(state, mv, pool)).collect()
    }

    /// A position as an entry of the history.
    pub fn occurrence(&self, state: &State<B>, level: u8) -> Occurrence {
        let mover = (state.last != super::state::NOBODY).then_some(state.last);
        Occurrence { key: self.position_key(state, level), board: self.board_key(state), mover, held: 0 }
    }

    /// The same with the `throughout` conditions that hold for the side that moved last.
    pub fn past(&self, state: &State<B>, history: &[Occurrence]) -> Occurrence {
        let mut past = self.occurrence(state, ALL_LEVELS);
        if let Some(mover) = past.mover {
            let asks = &self.throughouts[state.to_move as usize * self.sides + mover as usize];
            let asking = Asking { history, ..Self::asking(state) };
            for (bit, ask) in asks.iter().enumerate() {
                past.held |= u16::from(self.holds(ask, &asking)) << bit;
            }
        }
        past
    }

    /// The pieces that have no candidate, were it their owner's turn: duties and what is illegal aside.
    pub fn stuck(&self, asking: &Asking<B>, within: B) -> B {
        let state = asking.state;
        let mut found = B::EMPTY;
        let mut pool = Pool::spare();
        each(Self::of_classes(state, self.every_class).and(within), |site| {
            let Some(class) = state.class_at(site, self.classes.len()) else { return };
            let Some(side) = self.classes[class].owner else { return };
            let turned = State { to_move: side, ..*state };
            pool.clear();
            self.generate(&turned, side as usize, Wanted::All, B::one(site), &mut pool);
            pool.expand();
            let moves = |mv: &FastMove<B>| {
                let op = &self.ops[mv.class as usize][mv.op as usize];
                mv.from == site
                    && self.landed(&turned, side, mv, op, &pool).is_some_and(|(doing, making)| {
                        self.follow(&doing, &op.stages, &[], &making, &mut |_| ControlFlow::Break(())).is_break()
                    })
            };
            if !pool.singles.iter().any(moves) {
                found = found.or(B::one(site));
            }
        });
        found
    }

    /// The sites of a set that an enemy could capture at once. On an empty site a royal piece of the mover, else the
    /// moved piece, is imagined.
    pub fn attacked(&self, asking: &Asking<B>, targets: B, mover: SideId) -> B {
        let state = asking.state;
        let mut found = B::EMPTY;
        for side in 0..self.sides {
            let own = targets.and(state.sides[side]);
            if !own.is_empty() {
                found = found.or(self.hit(state, side, own));
            }
        }
        let vacant = targets.and(self.all).minus(Self::of_classes(state, self.every_class));
        if vacant.is_empty() {
            return found;
        }
        let moving = || {
            let site = (!asking.moved.is_empty()).then(|| asking.moved.lowest())?;
            let kind = self.classes[state.class_at(site, self.classes.len())?].kind;
            self.class_of(crate::engine::position::Piece { kind, owner: Some(mover), was: kind, moved: false })
        };
        let Some(imagined) = self.royal[mover as usize].or_else(moving) else { return found };
        each(vacant, |site| {
            let mut with = *state;
            with.put(site, imagined, Some(mover), true);
            found = found.or(self.hit(&with, mover as usize, B::one(site)));
        });
        found
    }

    /// The pieces of a side in a set that others could capture.
    fn hit(&self, state: &State<B>, of: usize, targets: B) -> B {
        let mut found = B::EMPTY;
        for side in (0..self.sides).filter(|s| *s != of) {
            for class in self.own[side].iter().filter(|c| !state.sets[**c].is_empty()) {
                for op in self.ops[*class].iter().filter(|op| op.captures) {
                    found = found.or(self.hit_by(state, side, *class, op, targets));
                    if found == targets {
                        return found;
                    }
                }
            }
        }
        found
    }

    fn hit_by(&self, state: &State<B>, side: usize, class: usize, op: &Op<B>, targets: B) -> B {
        if op.when.as_ref().is_some_and(|ask| !self.holds(ask, &Self::asking(state))) {
            return B::EMPTY;
        }
        let mut own = state.sets[class];
        if let Some(from) = &op.from {
            own = own.and(self.read(from, state));
        }
        if own.is_empty() {
            return B::EMPTY;
        }
        let wanted = match (&op.verb, &op.capturing) {
            (Act::Step { .. } | Act::Leap { .. } | Act::Slide { .. }, Some(whom)) if op.late.is_empty() => {
                self.read(whom, state).and(op.land).and(targets)
            }
            _ => targets,
        };
        if wanted.is_empty() {
            return B::EMPTY;
        }
        let mut found = B::EMPTY;
        match &op.verb {
            Act::Step { ways, table } if op.late.is_empty() => {
                super::generate::steps(own, ways, table, |_, reach| found = found.or(reach));
                found.and(wanted)
            }
            Act::Leap { table } if op.late.is_empty() => {
                each(own, |site| found = found.or(table[site as usize]));
                found.and(wanted)
            }
            Act::Slide { lines, blockers } if op.late.is_empty() => {
                let blocking = self.blocking(state, blockers.as_ref());
                super::generate::slides(own, lines, blocking, |_, reach| found = found.or(reach));
                found.and(wanted)
            }
            Act::Route(route) => {
                each(own, |site| {
                    if found == targets {
                        return;
                    }
                    let mut board = *state;
                    board.to_move = side as u8;
                    let before = board;
                    board.lift(site, class, Some(side as u8));
                    let _ = self.travel(route, &before, &board, &Gone::at(Some(site), Some(site)), &mut |_, gone| {
                        if op.late.is_empty() || self.late_at_end(&before, gone, op) {
                            found = found.or(gone.captured().and(targets));
                        }
                        if found == targets { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    });
                });
                found
            }
            _ => {
                let mut pool = Pool::spare();
                let turned = State { to_move: side as u8, ..*state };
                self.generate_op(&turned, class, 0, op, Wanted::Captures, self.all, true, &mut pool);
                pool.expand();
                for mv in &pool.singles {
                    if op.late.is_empty() || self.holds_late(&turned, mv, op, &pool) {
                        found = found.or(mv.captured.and(targets));
                    }
                }
                found
            }
        }
    }

    /// The conditions that speak of a landing, asked at the end of a route.
    pub fn late_at_end(&self, before: &State<B>, gone: &Gone<B>, op: &Op<B>) -> bool {
        let it = gone.over.map_or(B::EMPTY, B::one);
        let line = self.line_of(gone.origin, gone.dir);
        let asking = Asking { there: gone.trail.last().copied(), it, line, ..Self::asking(before) };
        op.late.iter().all(|(ask, holds)| self.holds(ask, &asking) == *holds)
    }

    /// The score of each side, where the rules count one.
    pub fn scores(&self, asking: &Asking<B>) -> SmallVec<[u32; 4]> {
        let worth = |(n, of): &(u32, Expr<B>)| n.saturating_mul(self.eval(of, asking).count());
        self.score.iter().map(|score| score.added + score.counts.iter().map(worth).sum::<u32>()).collect()
    }
}
