//! Counting and playing with compiled games.

use super::bits::{Bits, Words};
use super::compile::{Class, Fast, Unfit};
use super::expr::Asking;
use super::generate::{FastMove, NOWHERE, PASS, Pool};
use super::line::Line;
use super::state::State;
use super::tail::Making;
use super::whole::{JOINT, LONE};
use crate::board::Site;
use crate::engine::game::Game;
use crate::engine::moves::{Action, Move};
use crate::engine::perft::Count;
use crate::engine::play::{Occurrence, Play};
use crate::engine::playout::{Dice, Playouts};
use crate::engine::position::{Outcome, Piece, Position, Verdict};
use crate::engine::runner::Running;
use crate::ruleset::SideId;
use std::sync::Arc;

/// A compiled game, whatever the width of its sets.
pub(crate) trait Compiled: Send + Sync {
    /// The number of ways of exactly `depth` plies from a game in progress.
    fn perft(&self, play: &Play, depth: u32, count: Count) -> u64;
    /// The same, for each first move.
    fn divide(&self, play: &Play, depth: u32, count: Count) -> Vec<(Move, u64)>;
    /// Random games from the start.
    fn playouts(&self, games: u64, seed: u64, cap: u32) -> Playouts;
    /// The legal moves of a game in progress, each with the position that it leads to.
    fn choices(&self, play: &Play) -> Vec<(Move, Position)>;
    /// A game in progress that goes on from where it is.
    fn line(self: Arc<Self>, play: &Play) -> Box<dyn Running>;
    /// Whether paths can be told apart where they are the same move: no two but chains are.
    fn tells_paths(&self) -> bool;
}

/// Compiles a game with sets as wide as its board needs, or says why the interpreter must play it.
pub(crate) fn compile(game: &Game) -> Result<Arc<dyn Compiled>, Unfit> {
    Ok(match game.board().count() {
        0..=64 => Arc::new(Fast::<u64>::any(game)?),
        65..=128 => Arc::new(Fast::<u128>::any(game)?),
        129..=256 => Arc::new(Fast::<Words<4>>::any(game)?),
        _ => Arc::new(Fast::<Words<8>>::any(game)?),
    })
}

impl<B: Bits> Compiled for Fast<B> {
    fn perft(&self, play: &Play, depth: u32, count: Count) -> u64 {
        if depth == 0 {
            return 1;
        }
        if play.outcome().is_some() {
            return 0;
        }
        let (state, mut history) = self.begin(play);
        let mut pool = Pool::counting(count);
        self.legal(&state, &history, &mut pool);
        let mut rest = (1..depth).map(|_| Pool::counting(count)).collect::<Vec<_>>();
        self.count_down(&state, &mut history, &mut pool, &mut rest)
    }

    fn divide(&self, play: &Play, depth: u32, count: Count) -> Vec<(Move, u64)> {
        if play.outcome().is_some() {
            return Vec::new();
        }
        let (state, mut history) = self.begin(play);
        let mut pool = Pool::counting(count);
        self.legal(&state, &history, &mut pool);
        pool.expand();
        let mut pools = (1..depth).map(|_| Pool::counting(count)).collect::<Vec<_>>();
        let mut parts = Vec::new();
        for mv in pool.singles.clone() {
            let count = self.after_move(&state, &mv, pool.made(&mv), &mut history, &mut pools);
            parts.push((self.public(&state, &mv, &pool), count));
        }
        parts
    }

    fn playouts(&self, games: u64, seed: u64, cap: u32) -> Playouts {
        let mut dice = Dice::new(seed);
        let mut results = Playouts::new(self.sides);
        let play = Play::new(&self.game);
        let (start, before) = self.begin(&play);
        let mut history = before.clone();
        if self.keyed {
            // Room for a whole game, so that nothing grows in play.
            history.reserve(cap.min(1 << 16) as usize);
        }
        let mut pool = Pool::default();
        for _ in 0..games {
            if let Some(Outcome { result, .. }) = play.outcome() {
                results.count(0, Some(result));
                continue;
            }
            let mut state = start;
            history.truncate(before.len());
            let mut plies = 0;
            self.legal(&state, &history, &mut pool);
            let end = loop {
                if plies == u64::from(cap) {
                    break None;
                }
                if pool.total == 0 {
                    break Some(&Verdict::Unsettled);
                }
                let mv = pool.nth(dice.below(pool.total));
                plies += 1;
                let made = pool.made(&mv).cloned();
                if let Some(verdict) = self.step_on(&mut state, &mv, made.as_ref(), &mut history, &mut pool) {
                    break Some(&self.verdicts[verdict].0);
                }
            };
            results.count(plies, end);
        }
        results
    }

    fn choices(&self, play: &Play) -> Vec<(Move, Position)> {
        if play.outcome().is_some() {
            return Vec::new();
        }
        let (state, before) = self.begin(play);
        let mut pool = Pool::default();
        self.legal(&state, &before, &mut pool);
        pool.expand();
        let choice = |mv: &FastMove<B>| {
            let mut after = state;
            let mut history = before.clone();
            let verdict = self.step_on(&mut after, mv, pool.made(mv), &mut history, &mut Pool::default());
            let mut position = self.position(&after);
            position.outcome = verdict.map(|v| {
                let end = &self.game.rules().ends[self.verdicts[v].1];
                Outcome { result: self.verdicts[v].0.clone(), reason: end.reason.clone(), span: Some(end.span) }
            });
            (self.public(&state, mv, &pool), position)
        };
        pool.singles.iter().map(choice).collect()
    }

    fn line(self: Arc<Self>, play: &Play) -> Box<dyn Running> {
        Box::new(Line::new(self, play))
    }

    fn tells_paths(&self) -> bool {
        if self.general {
            return false;
        }
        let board = self.game.board();
        // Two lines that join the same two points would be two paths.
        let parallel = |site: Site| {
            let mut next: Vec<Site> = board.neighbours(site).map(|n| n.1).collect();
            next.sort_unstable();
            next.windows(2).any(|pair| pair[0] == pair[1])
        };
        !board.sites().iter().any(parallel) && self.ops.iter().all(|ops| distinct(ops))
    }
}

/// Whether no two motions of a class can lead to the same move: at most one step, one jump that captures, and one
/// drop; or one motion alone.
fn distinct<B: Bits>(ops: &[super::compile::Op<B>]) -> bool {
    use super::compile::Act;
    let verb = |act: &Act<B>| match act {
        Act::Step { .. } => 0,
        Act::Jump { captures: true, .. } => 1,
        Act::Drop => 2,
        Act::Jump { .. } | Act::Leap { .. } | Act::Slide { .. } | Act::Route(_) => 3,
    };
    let verbs: Vec<i32> = ops.iter().map(|op| verb(&op.verb)).collect();
    ops.len() <= 1 || (0..verbs.len()).all(|n| verbs[n] < 3 && !verbs[..n].contains(&verbs[n]))
}

impl<B: Bits> Fast<B> {
    /// The position of a game in progress with those before it, where rules read them.
    pub fn begin(&self, play: &Play) -> (State<B>, Vec<Occurrence>) {
        let mut history = Vec::with_capacity(512);
        if self.keyed {
            history.extend_from_slice(play.history());
        }
        (self.state(play.position(), history.len()), history)
    }

    /// Makes a move that is in a pool, finds the moves of the next player, and judges: whether that player can move is
    /// what many endings ask.
    #[inline]
    pub fn step_on(
        &self,
        state: &mut State<B>,
        mv: &FastMove<B>,
        made: Option<&Making<B>>,
        history: &mut Vec<Occurrence>,
        next: &mut Pool<B>,
    ) -> Option<usize> {
        let made_by = (state.to_move, state.phase);
        if self.general {
            return self.step_made(state, mv, made, history, next);
        }
        if self.keyed {
            history.push(Occurrence { key: self.full_key(state), board: 0, mover: None, held: 0 });
        }
        self.apply(state, mv);
        self.legal(state, history, next);
        self.judge(state, mv, made_by, history, next.moves)
    }

    /// The same for a move that was made when it was found, or for a pass.
    fn step_made(
        &self,
        state: &mut State<B>,
        mv: &FastMove<B>,
        made: Option<&Making<B>>,
        history: &mut Vec<Occurrence>,
        next: &mut Pool<B>,
    ) -> Option<usize> {
        let (mover, phase) = (state.to_move, state.phase);
        if self.keyed {
            let past = self.past(state, history);
            history.push(past);
        }
        match made {
            Some(made) => *state = made.state,
            None => self.pass(state),
        }
        self.legal(state, history, next);
        let known = Asking {
            history,
            moved: made.and_then(|m| m.moved).map_or(B::EMPTY, |(site, _)| B::one(site)),
            caught: made.map_or(&[], |m| &m.caught[..]),
            drop: made.is_some() && mv.from == NOWHERE && mv.class < JOINT,
            phase,
            next_moves: Some(next.moves),
            ..Self::asking(state)
        };
        self.judge_made(state, mover, &known)
    }

    fn after_move(
        &self,
        state: &State<B>,
        mv: &FastMove<B>,
        made: Option<&Making<B>>,
        history: &mut Vec<Occurrence>,
        pools: &mut [Pool<B>],
    ) -> u64 {
        let Some((pool, rest)) = pools.split_first_mut() else { return 1 };
        let mut after = *state;
        let length = history.len();
        let over = self.step_on(&mut after, mv, made, history, pool).is_some();
        let count = if over { 0 } else { self.count_down(&after, history, pool, rest) };
        history.truncate(length);
        count
    }

    /// Perft from a position whose moves are in the pool, with one more pool for each further ply; the moves of
    /// the last ply are counted and not made.
    fn count_down(
        &self,
        state: &State<B>,
        history: &mut Vec<Occurrence>,
        pool: &mut Pool<B>,
        rest: &mut [Pool<B>],
    ) -> u64 {
        if rest.is_empty() {
            return u64::from(pool.total);
        }
        pool.expand();
        let mut sum = 0;
        for mv in &pool.singles {
            sum += self.after_move(state, mv, pool.made(mv), history, rest);
        }
        sum
    }

    /// A move as the rest of the program knows it.
    pub fn public(&self, state: &State<B>, mv: &FastMove<B>, pool: &Pool<B>) -> Move {
        let side = state.to_move;
        if mv.class == PASS {
            return Move::new(side, Action::Pass);
        }
        if let Some(made) = pool.made(mv) {
            return self.public_made(side, mv, made, pool);
        }
        let kind = self.classes[mv.class as usize].kind;
        let action = if mv.from == NOWHERE { Action::Drop(kind) } else { Action::Piece { from: mv.from, kind } };
        let mut public = Move::new(side, action);
        let trail = pool.trail(mv);
        let single = [mv.to];
        let trail = if trail.is_empty() { &single } else { trail };
        public.trail.extend_from_slice(trail);
        for site in self.in_order(mv, trail) {
            let class = state.class_at(site, self.classes.len()).map(|c| &self.classes[c]);
            if let Some(class) = class {
                let (kind, owner) = (class.kind, class.owner);
                public.captured.push((site, Piece { kind, owner, was: kind, moved: false }));
            }
        }
        if let Some((to, zone)) = self.ops[mv.class as usize][mv.op as usize].becomes
            && zone.has(mv.to)
        {
            public.becomes = Some(self.classes[to].kind);
        }
        public
    }

    /// The same of a move that was made when it was found.
    fn public_made(&self, side: SideId, mv: &FastMove<B>, made: &Making<B>, pool: &Pool<B>) -> Move {
        let action = match mv.class {
            LONE => Action::Effect,
            JOINT => Action::Joint(self.joints[side as usize][mv.op as usize].number),
            class => {
                let kind = self.classes[class as usize].kind;
                if mv.from == NOWHERE { Action::Drop(kind) } else { Action::Piece { from: mv.from, kind } }
            }
        };
        let mut public = Move::new(side, action);
        let trail = pool.trail(mv);
        if mv.class == LONE {
            // Nothing lands.
        } else if trail.is_empty() {
            public.trail.push(mv.to);
        } else {
            public.trail.extend_from_slice(trail);
        }
        public.picks.extend_from_slice(&made.picks);
        public.becomes = made.becomes;
        public.captured.extend(made.caught.iter().map(|(site, class, moved)| {
            let Class { kind, owner, was, .. } = self.classes[*class as usize];
            (*site, Piece { kind, owner, was, moved: *moved })
        }));
        public
    }
}
