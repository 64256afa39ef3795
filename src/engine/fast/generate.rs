//! Finding the moves: batches of them as sets of targets, so that they can be counted and drawn from
//! without being listed.

use super::bits::{Bits, each};
use super::compile::{Act, Duty, Fast, Hop, Lines, LinesOf, Op, Repeat, Way};
use super::expr::{ALL_LEVELS, Asking, Expr};
use super::route::{Gone, Route};
use super::state::State;
use super::tail::Making;
use crate::board::Site;
use crate::engine::perft::Count;
use crate::engine::play::Occurrence;
use crate::engine::{MAX_MOVES, MAX_WAYS};
use crate::ruleset::{KindId, SideId};
use std::cell::Cell;
use std::ops::ControlFlow;

/// No site: the origin of a drop, or both ends of a pass.
pub(crate) const NOWHERE: Site = Site::MAX;
/// The class of a pass.
pub(crate) const PASS: u8 = u8::MAX;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FastMove<B> {
    pub class: u8,
    pub op: u8,
    pub from: Site,
    pub to: Site,
    /// The sites of the captured pieces.
    pub captured: B,
    /// Where the landings of a chain are in the pool, and how many.
    pub trail: (u32, u16),
    /// Which of the pool's moves that were made it is; [`NONE`] where moves are not made to be known.
    pub made: u32,
    /// The kind that it has become in passing; [`SAME`]: none.
    pub became: KindId,
}

/// No other kind.
pub(crate) const SAME: KindId = KindId::MAX;

/// No move that was made.
pub(crate) const NONE: u32 = u32::MAX;

impl<B: Bits> FastMove<B> {
    /// Nothing moves.
    pub fn pass() -> FastMove<B> {
        FastMove {
            class: PASS,
            op: 0,
            from: NOWHERE,
            to: NOWHERE,
            captured: B::EMPTY,
            trail: (0, 0),
            made: NONE,
            became: SAME,
        }
    }
}

/// Moves of one motion as a set of targets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<B> {
    pub class: u8,
    pub op: u8,
    pub how: How,
    /// The landing is a capture.
    pub captures: bool,
    pub targets: B,
    /// How many targets.
    pub count: u32,
}

/// How a target tells the rest of the move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
    /// It comes from `by` before.
    Shift(i32),
    /// It comes from this site.
    From(Site),
    /// It comes from twice `by` before, over the site between; true: which is captured.
    Jump(i32, bool),
    /// It comes from the hand.
    Drop,
}

impl<B: Bits> Batch<B> {
    /// The `n`-th move.
    #[inline]
    pub fn nth(&self, n: u32) -> FastMove<B> {
        self.to(self.targets.nth(n))
    }

    #[inline]
    fn to(&self, to: Site) -> FastMove<B> {
        let back = |by: i32| (i32::from(to) - by) as Site;
        let mut captured = if self.captures { B::one(to) } else { B::EMPTY };
        let from = match self.how {
            How::Shift(by) => back(by),
            How::From(site) => site,
            How::Jump(by, captures) => {
                if captures {
                    captured = B::one(back(by));
                }
                back(2 * by)
            }
            How::Drop => NOWHERE,
        };
        FastMove { class: self.class, op: self.op, from, to, captured, trail: (0, 0), made: NONE, became: SAME }
    }
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    All,
    Captures,
    Quiet,
}

/// Moves that were found. Its buffers are used again and again.
#[derive(Debug)]
pub(crate) struct Pool<B> {
    pub batches: Vec<Batch<B>>,
    /// Moves that are no batch: chains, jumps on graphs.
    pub singles: Vec<FastMove<B>>,
    /// The landings of chains.
    pub trails: Vec<Site>,
    /// How many there are.
    pub total: u32,
    /// Whether there is a move that is no pass.
    pub moves: bool,
    /// What the moves lead to, for rules of which a move must be made to be known.
    pub made: Vec<Making<B>>,
    /// Moves that have still to be made.
    pub candidates: Vec<FastMove<B>>,
    /// Landings of the chain that is being followed.
    path: Vec<Site>,
    /// Chains that are the same move stand for themselves.
    pub every_path: bool,
}

impl<B: Bits> Default for Pool<B> {
    fn default() -> Self {
        // Room for what a position usually has, so that nothing grows in play.
        Pool {
            batches: Vec::with_capacity(128),
            singles: Vec::with_capacity(256),
            trails: Vec::with_capacity(256),
            total: 0,
            moves: false,
            made: Vec::new(),
            candidates: Vec::new(),
            path: Vec::with_capacity(64),
            every_path: false,
        }
    }
}

impl<B: Bits> Pool<B> {
    /// A pool without room, for a question that few moves answer.
    pub fn spare() -> Pool<B> {
        Pool {
            batches: Vec::new(),
            singles: Vec::new(),
            trails: Vec::new(),
            total: 0,
            moves: false,
            made: Vec::new(),
            candidates: Vec::new(),
            path: Vec::new(),
            every_path: false,
        }
    }

    /// An empty pool that counts moves or paths.
    pub fn counting(count: Count) -> Pool<B> {
        Pool { every_path: count == Count::Paths, ..Pool::default() }
    }

    pub fn clear(&mut self) {
        self.batches.clear();
        self.singles.clear();
        self.trails.clear();
        self.made.clear();
        self.total = 0;
    }

    #[inline]
    fn batch(&mut self, class: u8, op: u8, how: How, captures: bool, targets: B) {
        if !targets.is_empty() {
            let count = targets.count();
            self.batches.push(Batch { class, op, how, captures, targets, count });
            self.total += count;
        }
    }

    /// What is reached: moves without a capture, and those that capture where they land.
    #[inline]
    fn land(&mut self, class: u8, op: u8, how: How, reach: B, quiet: B, captures: B) {
        self.batch(class, op, how, false, reach.and(quiet));
        self.batch(class, op, how, true, reach.and(captures));
    }

    pub fn single(&mut self, mv: FastMove<B>) {
        self.singles.push(mv);
        self.total += 1;
    }

    /// The `n`-th move of all.
    #[inline]
    pub fn nth(&self, mut n: u32) -> FastMove<B> {
        for batch in &self.batches {
            if n < batch.count {
                return batch.nth(n);
            }
            n -= batch.count;
        }
        self.singles[n as usize]
    }

    /// Every batch becomes single moves.
    pub fn expand(&mut self) {
        for batch in &self.batches {
            each(batch.targets, |to| self.singles.push(batch.to(to)));
        }
        self.batches.clear();
    }

    /// Every move, in the order of their numbers.
    #[inline]
    pub fn each(&self, mut f: impl FnMut(&FastMove<B>)) {
        for batch in &self.batches {
            each(batch.targets, |to| f(&batch.to(to)));
        }
        self.singles.iter().for_each(f);
    }

    /// Tells of each batch, and of each move that is in none: class, how many moves, whence, whither. The class of a
    /// pass is [`PASS`].
    #[inline]
    pub fn sums(&self, mut f: impl FnMut(u8, u32, B, B)) {
        for batch in &self.batches {
            let from = match batch.how {
                How::Shift(by) => batch.targets.shift(-by),
                How::Jump(by, _) => batch.targets.shift(-2 * by),
                How::From(site) => B::one(site),
                How::Drop => B::EMPTY,
            };
            f(batch.class, batch.count, from, batch.targets);
        }
        for mv in &self.singles {
            let set = |site: Site| if site == NOWHERE { B::EMPTY } else { B::one(site) };
            f(mv.class, 1, set(mv.from), set(mv.to));
        }
    }

    /// What a move leads to, where it was made to be known.
    #[inline]
    pub fn made(&self, mv: &FastMove<B>) -> Option<&Making<B>> {
        self.made.get(mv.made as usize)
    }

    /// The landings of a move.
    pub fn trail(&self, mv: &FastMove<B>) -> &[Site] {
        let (start, len) = mv.trail;
        &self.trails[start as usize..start as usize + len as usize]
    }
}

impl<B: Bits> Fast<B> {
    /// Everything that the side to move may play, a pass included.
    pub fn legal(&self, state: &State<B>, history: &[Occurrence], pool: &mut Pool<B>) {
        if self.general {
            return self.legal_at(state, ALL_LEVELS, history, pool);
        }
        pool.clear();
        let side = state.to_move as usize;
        if self.duties.is_empty() {
            self.generate(state, side, Wanted::All, self.all, pool);
        } else {
            self.dutiful(state, side, pool);
        }
        self.let_pass(side, pool);
    }

    /// The same for rules of which a move must be made to be known; `level`: `illegal` clauses below it are asked.
    pub fn legal_at(&self, state: &State<B>, level: u8, history: &[Occurrence], pool: &mut Pool<B>) {
        let side = state.to_move as usize;
        self.whole(state, state.to_move, level, history, pool);
        if !self.duties.is_empty() && pool.total > 0 {
            self.keep_dutiful(state, side, pool);
            pool.total = pool.singles.len() as u32;
        }
        self.let_pass(side, pool);
    }

    #[inline]
    fn let_pass(&self, side: usize, pool: &mut Pool<B>) {
        pool.moves = pool.total > 0;
        let bit = 1 << side;
        if self.pass_always & bit != 0 || pool.total == 0 && self.pass_stuck & bit != 0 {
            pool.single(FastMove::pass());
        }
    }

    /// What a side can do with its pieces, whoever is to move: duties and passes aside.
    pub fn reach(&self, state: &State<B>, side: usize, pool: &mut Pool<B>) {
        if self.general {
            return self.whole(&State { to_move: side as u8, ..*state }, side as SideId, 0, &[], pool);
        }
        pool.clear();
        self.generate(state, side, Wanted::All, self.all, pool);
    }

    /// The filters, in file order. Each is fulfilled by captures alone, so quiet moves are looked for only
    /// where no filter bites.
    fn dutiful(&self, state: &State<B>, side: usize, pool: &mut Pool<B>) {
        self.generate(state, side, Wanted::Captures, self.all, pool);
        let mut bitten = false;
        if pool.total > 0 {
            pool.expand();
            bitten = self.keep_dutiful(state, side, pool);
            pool.total = pool.singles.len() as u32;
        }
        if !bitten {
            self.generate(state, side, Wanted::Quiet, self.all, pool);
        }
    }

    /// Keeps the moves that fulfil the filters, in file order; whether any filter bit.
    fn keep_dutiful(&self, state: &State<B>, side: usize, pool: &mut Pool<B>) -> bool {
        let mut bitten = false;
        for duty in &self.duties {
            let asking = Self::asking(state);
            let most = |of: B| pool.singles.iter().map(|m| m.captured.and(of).count()).max().unwrap_or(0);
            match duty {
                Duty::Any => {
                    if pool.singles.iter().any(|m| !m.captured.is_empty()) {
                        pool.singles.retain(|m| !m.captured.is_empty());
                        bitten = true;
                    }
                }
                Duty::By(by) => {
                    let by = self.eval(&by[side], &asking);
                    let fulfils = |m: &FastMove<B>| m.from != NOWHERE && !m.captured.is_empty() && by.has(m.from);
                    if pool.singles.iter().any(fulfils) {
                        pool.singles.retain(fulfils);
                        bitten = true;
                    }
                }
                Duty::Most | Duty::MostOf(_) => {
                    let of = match duty {
                        Duty::MostOf(of) => self.eval(&of[side], &asking),
                        _ => self.all,
                    };
                    let most = most(of);
                    if most > 0 {
                        pool.singles.retain(|m| m.captured.and(of).count() == most);
                        bitten = true;
                    }
                }
            }
        }
        bitten
    }

    /// What is asked before a move: nothing has moved yet.
    #[inline]
    pub fn asking(state: &State<B>) -> Asking<'_, B> {
        Asking {
            state,
            history: &[],
            moved: B::EMPTY,
            it: B::EMPTY,
            there: None,
            line: B::EMPTY,
            caught: &[],
            drop: false,
            level: ALL_LEVELS,
            phase: state.phase,
            next_moves: None,
        }
    }

    #[inline]
    pub fn generate(&self, state: &State<B>, side: usize, wanted: Wanted, only: B, pool: &mut Pool<B>) {
        for class in &self.own[side] {
            for (n, op) in self.ops[*class].iter().enumerate() {
                self.generate_op(state, *class, n, op, wanted, only, false, pool);
            }
        }
    }

    /// The moves of one motion by the pieces on some sites; in any phase, where that is not asked.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the loop over motions is the hottest there is")]
    #[expect(clippy::too_many_arguments, reason = "the parts of one motion, which stay in registers")]
    pub fn generate_op(
        &self,
        state: &State<B>,
        class: usize,
        n: usize,
        op: &Op<B>,
        wanted: Wanted,
        only: B,
        any_phase: bool,
        pool: &mut Pool<B>,
    ) {
        let Some(Open { own, to, taking }) = self.open(state, class, op, only, any_phase) else { return };
        let quiet = if wanted == Wanted::Captures { B::EMPTY } else { to };
        let captures = if wanted == Wanted::Quiet { B::EMPTY } else { taking };
        let (c, n) = (class as u8, n as u8);
        match &op.verb {
            Act::Jump { over, captures: takes, hops, shifts, repeat } => {
                if *takes && wanted == Wanted::Quiet || !*takes && wanted == Wanted::Captures {
                    return;
                }
                let over = self.read(over, state);
                if repeat.may {
                    let (repeat, at_end, hopped) = (*repeat, self.at_end, Cell::new(0));
                    let vacant = op.to.as_ref().map_or(to, |to| self.read(to, &self.vacant).and(op.land));
                    let jump = Jumps { class: c, op: n, hops, over, to, vacant, repeat, at_end, hopped };
                    each(starters(own, shifts, over, to), |site| jump.follow(site, state.occupied, pool));
                } else if shifts.is_empty() {
                    each(own, |site| {
                        for hop in hops[site as usize].iter().filter(|h| over.has(h.over) && to.has(h.to)) {
                            let captured = if *takes { B::one(hop.over) } else { B::EMPTY };
                            pool.single(FastMove {
                                class: c,
                                op: n,
                                from: site,
                                to: hop.to,
                                captured,
                                trail: (0, 0),
                                made: NONE,
                                became: SAME,
                            });
                        }
                    });
                } else {
                    for (by, can) in shifts {
                        let targets = own.and(*can).shift(*by).and(over).shift(*by).and(to);
                        pool.batch(c, n, How::Jump(*by, *takes), false, targets);
                    }
                }
            }
            // Nowhere to go: the pieces need not be looked at.
            Act::Route(route) => self.routes(state, c, n, op, route, own, pool),
            _ if quiet.or(captures).is_empty() => {}
            Act::Step { ways, table } => {
                steps(own, ways, table, |how, reach| pool.land(c, n, how, reach, quiet, captures));
            }
            Act::Leap { table } => each(own, |site| {
                pool.land(c, n, How::From(site), table[site as usize], quiet, captures);
            }),
            Act::Slide { lines, blockers } => {
                let blocking = self.blocking(state, blockers.as_ref());
                slides(own, lines, blocking, |site, reach| {
                    pool.land(c, n, How::From(site), reach, quiet, captures);
                });
            }
            Act::Drop => pool.batch(c, n, How::Drop, false, quiet),
        }
    }

    /// A motion as the board stands, unless it cannot be made at all.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "three sets that would go through memory, for every motion at every move")]
    fn open(&self, state: &State<B>, class: usize, op: &Op<B>, only: B, any_phase: bool) -> Option<Open<B>> {
        if !any_phase && op.phases >> state.phase & 1 == 0 {
            return None;
        }
        let mut own = state.sets[class].and(only);
        if op.drops {
            if state.hands[class] == 0 && !self.classes[class].unlimited {
                return None;
            }
        } else if own.is_empty() {
            return None;
        }
        if op.when.as_ref().is_some_and(|ask| !self.holds(ask, &Self::asking(state))) {
            return None;
        }
        if let Some(from) = &op.from {
            own = own.and(self.read(from, state));
        }
        let to = op.to.as_ref().map_or(B::EMPTY, |to| self.read(to, state).and(op.land));
        let whom = |whom: &Expr<B>| self.read(whom, state).and(op.land).and(state.occupied);
        Some(Open { own, to, taking: op.capturing.as_ref().map_or(B::EMPTY, whom) })
    }

    /// The ways of a route, from each piece that may take it or from the hand.
    #[expect(clippy::too_many_arguments, reason = "the parts of one motion")]
    fn routes(&self, state: &State<B>, class: u8, op: u8, of: &Op<B>, route: &Route<B>, own: B, pool: &mut Pool<B>) {
        let mut go = |board: &State<B>, from: Option<Site>| {
            let _ = self.travel(route, state, board, &Gone::at(from, from), &mut |_, gone| {
                let Some(to) = gone.trail.last() else { return ControlFlow::Continue(()) };
                if !of.late.is_empty() && !self.late_at_end(state, gone, of) {
                    return ControlFlow::Continue(());
                }
                let start = pool.trails.len() as u32;
                pool.trails.extend_from_slice(&gone.trail);
                pool.trails.extend(gone.caught.iter().map(|c| c.0));
                let captured = gone.captured();
                let trail = (start, gone.trail.len() as u16);
                let from = from.unwrap_or(NOWHERE);
                let became = gone.became.unwrap_or(SAME);
                pool.single(FastMove { class, op, from, to: *to, captured, trail, made: NONE, became });
                if pool.singles.len() < MAX_MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        };
        if of.drops {
            return go(state, None);
        }
        each(own, |site| {
            let mut board = *state;
            board.lift(site, class as usize, self.classes[class as usize].owner);
            go(&board, Some(site));
        });
    }

    #[inline]
    pub fn blocking(&self, state: &State<B>, blockers: Option<&Expr<B>>) -> B {
        blockers.map_or(state.occupied, |b| self.read(b, state))
    }

    /// Whether a side, given the turn, has a move. Duties take none away where there is one.
    pub fn can_move(&self, state: &State<B>, side: usize) -> bool {
        self.own[side].iter().any(|class| self.ops[*class].iter().any(|op| self.can_make(state, *class, op)))
    }

    #[inline]
    fn can_make(&self, state: &State<B>, class: usize, op: &Op<B>) -> bool {
        let Some(Open { own, to, taking }) = self.open(state, class, op, self.all, false) else { return false };
        let targets = to.or(taking);
        if targets.is_empty() {
            return false;
        }
        match &op.verb {
            Act::Step { ways, table } => {
                if by_table(own, ways) {
                    return some(own, |site| !table[site as usize].and(targets).is_empty());
                }
                ways.iter().any(|way| match way {
                    Way::Shift { by, can } => !own.and(*can).shift(*by).and(targets).is_empty(),
                    Way::Table(_) => false,
                })
            }
            Act::Leap { table } => some(own, |site| !table[site as usize].and(targets).is_empty()),
            Act::Slide { lines, blockers } => {
                let blocking = self.blocking(state, blockers.as_ref());
                match lines {
                    Lines::Strip(base, lines) => {
                        let (blocking, targets) = (blocking.strip(*base), targets.strip(*base));
                        some(own, |site| reached(lines, site, blocking) & targets != 0)
                    }
                    Lines::Wide(lines) => some(own, |site| !reached(lines, site, blocking).and(targets).is_empty()),
                }
            }
            Act::Jump { over, hops, .. } => {
                let over = self.read(over, state);
                some(own, |site| hops[site as usize].iter().any(|h| over.has(h.over) && targets.has(h.to)))
            }
            Act::Drop => true,
            // Rules with routes are asked by making moves.
            Act::Route(_) => false,
        }
    }
}

/// A motion as the board stands.
struct Open<B> {
    /// The pieces that may make it.
    own: B,
    /// Where they may land without a capture there.
    to: B,
    /// Whom they may capture on their landing.
    taking: B,
}

/// Whether there is a site that something is true of.
#[inline]
fn some<B: Bits>(mut set: B, meets: impl Fn(Site) -> bool) -> bool {
    while !set.is_empty() {
        if meets(set.lowest()) {
            return true;
        }
        set = set.rest();
    }
    false
}

/// Whether steps are looked up for each piece: one piece with many directions is quicker so, and a graph has no
/// shifts.
#[inline]
fn by_table<B: Bits>(own: B, ways: &[Way<B>]) -> bool {
    matches!(ways, [Way::Table(_)]) || ways.len() > 1 && own.rest().is_empty()
}

/// Every step, as far as the board goes.
#[inline]
pub(crate) fn steps<B: Bits>(own: B, ways: &[Way<B>], table: &[B], mut reach: impl FnMut(How, B)) {
    if by_table(own, ways) {
        each(own, |site| reach(How::From(site), table[site as usize]));
        return;
    }
    for way in ways {
        if let Way::Shift { by, can } = way {
            reach(How::Shift(*by), own.and(*can).shift(*by));
        }
    }
}

/// The pieces that can make a first jump. On a grid all are asked at once, and most have none; on a graph, where there
/// are no shifts, each is followed.
#[inline]
fn starters<B: Bits>(own: B, shifts: &[(i32, B)], over: B, to: B) -> B {
    if shifts.is_empty() {
        return own;
    }
    let some = shifts.iter().fold(B::EMPTY, |some, (by, can)| some.or(over.and(to.shift(-by)).shift(-by).and(*can)));
    own.and(some)
}

/// Every slide, up to the first blockers, those included.
#[inline]
pub(crate) fn slides<B: Bits>(own: B, lines: &Lines<B>, blocking: B, mut reach: impl FnMut(Site, B)) {
    match lines {
        Lines::Strip(base, lines) => {
            let blocking = blocking.strip(*base);
            each(own, |site| reach(site, B::of_strip(reached(lines, site, blocking), *base)));
        }
        Lines::Wide(lines) => each(own, |site| reach(site, reached(lines, site, blocking))),
    }
}

/// The sites that a slide may stop on, up to the first blockers, those included.
#[inline]
fn reached<B: Bits>(of: &LinesOf<B>, site: Site, blocking: B) -> B {
    let lines = &of.lines[of.starts[site as usize] as usize..of.starts[site as usize + 1] as usize];
    lines.iter().fold(B::EMPTY, |reach, line| {
        let between = B::between(blocking.and(line.lower), blocking.and(line.upper));
        reach.or(between.and(line.stops))
    })
}

/// Jumps that may go on: a depth-first search over hops.
struct Jumps<'a, B> {
    class: u8,
    op: u8,
    hops: &'a [Vec<Hop>],
    /// Whom it may jump.
    over: B,
    /// Where it may land, as the board stands.
    to: B,
    /// Where it may land once nothing stands there.
    vacant: B,
    repeat: Repeat,
    at_end: bool,
    /// The hops made so far from this site.
    hopped: Cell<usize>,
}

impl<B: Bits> Jumps<'_, B> {
    /// All chains of the piece on a site.
    fn follow(&self, from: Site, occupied: B, pool: &mut Pool<B>) {
        let first = pool.singles.len();
        pool.path.clear();
        self.hopped.set(0);
        // The piece is lifted: its origin is free to land on.
        let open = self.to.or(B::one(from).and(self.vacant));
        self.on(from, from, B::EMPTY, open, u16::MAX, first, pool);
        debug_assert!(occupied.has(from));
    }

    #[expect(clippy::too_many_arguments, reason = "the state of the search, changed at every hop")]
    fn on(&self, from: Site, at: Site, captured: B, open: B, dir: u16, first: usize, pool: &mut Pool<B>) -> bool {
        let mut went = false;
        for hop in &self.hops[at as usize] {
            if self.hopped.get() == MAX_WAYS {
                break;
            }
            let straight = self.repeat.straight && dir != u16::MAX && hop.dir != dir;
            if straight || captured.has(hop.over) || !self.over.has(hop.over) || !open.has(hop.to) || hop.over == from {
                continue;
            }
            went = true;
            self.hopped.set(self.hopped.get() + 1);
            let taken = captured.or(B::one(hop.over));
            // A piece that left at once leaves its site free.
            let free = if self.at_end { open } else { open.or(B::one(hop.over).and(self.vacant)) };
            pool.path.push(hop.to);
            if self.repeat.may && !self.repeat.must {
                self.give(from, hop.to, taken, first, pool);
                self.on(from, hop.to, taken, free, hop.dir, first, pool);
            } else if !self.on(from, hop.to, taken, free, hop.dir, first, pool) {
                self.give(from, hop.to, taken, first, pool);
            }
            pool.path.pop();
        }
        went
    }

    /// A chain, unless one with the same origin, landing and captures is there.
    fn give(&self, from: Site, to: Site, captured: B, first: usize, pool: &mut Pool<B>) {
        let same = |m: &FastMove<B>| m.op == self.op && m.from == from && m.to == to && m.captured == captured;
        if !pool.every_path && pool.singles[first..].iter().any(same) {
            return;
        }
        let start = pool.trails.len() as u32;
        pool.trails.extend_from_slice(&pool.path);
        let trail = (start, pool.path.len() as u16);
        pool.single(FastMove { class: self.class, op: self.op, from, to, captured, trail, made: NONE, became: SAME });
    }
}
