//! A line of play in a compiled game: moves are made and taken back without allocating.

use super::bits::{Bits, each};
use super::compile::Fast;
use super::generate::{FastMove, NOWHERE, PASS, Pool};
use super::state::State;
use crate::engine::meaning::key;
use crate::engine::moves::Move;
use crate::engine::play::{Occurrence, Play};
use crate::engine::position::{Position, Verdict};
use crate::engine::runner::{Mobility, Placed, Running, Step};
use crate::ruleset::SideId;
use std::sync::Arc;

/// How many plies there is room for before anything grows.
const ROOM: usize = 1024;

/// For so many plies the moves that were found are kept: taking back a move need not find them again.
const KEPT: usize = 64;

/// A game in progress.
pub(super) struct Line<B> {
    fast: Arc<Fast<B>>,
    state: State<B>,
    /// The positions before, in which nothing had ended.
    before: Vec<State<B>>,
    /// What rules read of the positions before.
    history: Vec<Occurrence>,
    verdict: Option<Verdict>,
    /// The moves of the last plies: those of ply `n` are in pool `n % KEPT`, if it was filled for that ply.
    pools: Vec<Found<B>>,
    /// Moves that are counted and not played.
    aside: Pool<B>,
}

/// The moves of a ply.
struct Found<B> {
    pool: Pool<B>,
    /// Of which ply; none: of no ply of this line.
    of: Option<usize>,
}

impl<B: Bits> Line<B> {
    pub fn new(fast: Arc<Fast<B>>, play: &Play) -> Line<B> {
        let (state, mut history) = fast.begin(play);
        history.reserve(ROOM);
        let verdict = play.outcome().map(|o| o.result.clone());
        let before = Vec::with_capacity(ROOM);
        let pools = (0..KEPT).map(|_| Found { pool: Pool::default(), of: None }).collect();
        Line { fast, state, before, history, verdict, pools, aside: Pool::default() }
    }

    /// The moves of the present position.
    fn find(&mut self) -> &Pool<B> {
        let ply = self.before.len();
        let found = &mut self.pools[ply % KEPT];
        if found.of != Some(ply) {
            self.fast.legal(&self.state, &self.history, &mut found.pool);
            found.of = Some(ply);
        }
        &found.pool
    }
}

impl<B: Bits> Line<B> {
    /// Makes a move.
    fn go(&mut self, mv: &FastMove<B>) {
        let made = self.pools[self.before.len() % KEPT].pool.made(mv).cloned();
        self.before.push(self.state);
        let ply = self.before.len();
        let next = &mut self.pools[ply % KEPT];
        let (state, history) = (&mut self.state, &mut self.history);
        let ended = self.fast.step_on(state, mv, made.as_ref(), history, &mut next.pool);
        next.of = Some(ply);
        self.verdict = match ended {
            Some(ending) => Some(self.fast.verdicts[ending].0.clone()),
            None => (next.pool.total == 0).then_some(Verdict::Unsettled),
        };
    }
}

impl<B: Bits> Running for Line<B> {
    fn moves(&mut self) -> u32 {
        if self.verdict.is_some() { 0 } else { self.find().total }
    }

    fn play(&mut self, n: u32) -> bool {
        let mv = self.find().nth(n);
        self.go(&mv);
        true
    }

    fn wait(&mut self) -> bool {
        let on = self.verdict.is_none();
        if on {
            self.go(&FastMove::pass());
        }
        on
    }

    fn undo(&mut self) -> bool {
        let ply = self.before.len();
        let Some(state) = self.before.pop() else { return false };
        // Another move may be made from there.
        self.pools[ply % KEPT].of = None;
        self.state = state;
        if self.fast.keyed {
            self.history.pop();
        }
        self.verdict = None;
        true
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict.clone()
    }

    fn mv(&mut self, n: u32) -> Move {
        let mv = self.find().nth(n);
        let pool = &self.pools[self.before.len() % KEPT].pool;
        self.fast.public(&self.state, &mv, pool)
    }

    fn position(&self) -> Position {
        self.fast.position(&self.state)
    }

    fn set(&mut self, position: &Position, verdict: Option<Verdict>) {
        self.before.clear();
        self.history.clear();
        self.pools.iter_mut().for_each(|found| found.of = None);
        self.state = self.fast.state(position, 0);
        self.verdict = verdict;
    }

    fn steps(&mut self, out: &mut Vec<Step>) {
        out.clear();
        if self.verdict.is_some() {
            return;
        }
        self.find();
        let (fast, pool) = (&self.fast, &self.pools[self.before.len() % KEPT].pool);
        pool.each(|mv| {
            if mv.class == PASS {
                out.push(Step::PASS);
                return;
            }
            if let Some(made) = pool.made(mv) {
                let piece = fast.classes.get(mv.class as usize);
                out.push(Step {
                    kind: piece.map(|c| c.kind),
                    from: (mv.from != NOWHERE).then_some(mv.from),
                    to: (mv.to != NOWHERE).then_some(mv.to),
                    captures: made.caught.len() as u16,
                    becomes: made.becomes,
                });
                return;
            }
            let becomes = fast.ops[mv.class as usize][mv.op as usize].becomes.filter(|(_, zone)| zone.has(mv.to));
            out.push(Step {
                kind: Some(fast.classes[mv.class as usize].kind),
                from: (mv.from != NOWHERE).then_some(mv.from),
                to: Some(mv.to),
                captures: mv.captured.count() as u16,
                becomes: becomes.map(|(class, _)| fast.classes[class].kind),
            });
        });
    }

    fn pieces(&self, out: &mut Vec<Placed>) {
        out.clear();
        for (class, set) in self.fast.classes.iter().zip(self.state.sets) {
            each(set, |site| out.push(Placed { site, kind: class.kind, owner: class.owner }));
        }
    }

    fn to_move(&self) -> SideId {
        self.state.to_move
    }

    fn rest(&self, out: &mut Vec<u16>) {
        let (state, rules) = (&self.state, self.fast.game.rules());
        let (kinds, stores) = (rules.kinds.len(), rules.kinds.len() * rules.sides.len());
        let turn = [u16::from(state.to_move), u16::from(state.phase), state.turn.entry, state.turn.left];
        out.clear();
        out.extend(turn);
        out.push(u16::from(state.last));
        let first = out.len();
        out.resize(first + 2 * stores, 0);
        for (n, class) in self.fast.classes.iter().enumerate() {
            if let Some(owner) = class.owner.filter(|_| class.is_plain()) {
                let at = first + usize::from(owner) * kinds + usize::from(class.kind);
                (out[at], out[at + stores]) = (state.hands[n], state.captured[n]);
            }
        }
        out.extend_from_slice(&state.counters[..self.fast.counters.len()]);
    }

    fn key(&self) -> u64 {
        let state = &self.state;
        let mut sum = state.key;
        if self.fast.general {
            sum = self.fast.board_key(state);
            for ((mark, left), set) in self.fast.marks.iter().zip(state.marks) {
                each(set, |site| sum ^= key::mark_fact(*mark, site, *left));
            }
        } else if !self.fast.keyed {
            for (facts, set) in self.fast.facts.iter().zip(state.sets) {
                each(set, |site| sum ^= facts[site as usize]);
            }
        }
        sum ^= key::turn_fact(state.phase, state.turn, state.to_move);
        let numbers = [&state.hands[..], &state.captured[..], &state.counters[..], &[u16::from(state.last)]];
        for (list, numbers) in numbers.into_iter().enumerate() {
            for (n, number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
                sum ^= key::fact(key::tag::NUMBER, list as u64, n as u64, u64::from(*number));
            }
        }
        sum
    }

    fn mobility(&mut self, side: SideId, out: &mut Mobility) {
        let pool = if side == self.state.to_move && self.verdict.is_none() {
            self.find();
            &self.pools[self.before.len() % KEPT].pool
        } else {
            self.fast.reach(&self.state, side as usize, &mut self.aside);
            &self.aside
        };
        let (mut whence, mut whither) = (B::EMPTY, B::EMPTY);
        pool.sums(|class, count, from, to| {
            let Some(class) = self.fast.classes.get(class as usize) else { return };
            if let Some(sum) = out.moves.get_mut(class.kind as usize) {
                *sum += count;
            }
            (whence, whither) = (whence.or(from), whither.or(to));
        });
        (out.from, out.to) = (whence.widen(), whither.widen());
    }
}
