//! A line of play in a compiled game: moves are made and taken back without allocating.

use super::bits::Bits;
use super::compile::Fast;
use super::generate::Pool;
use super::state::State;
use crate::engine::moves::Move;
use crate::engine::play::Play;
use crate::engine::position::{Position, Verdict};
use crate::engine::runner::Running;
use std::sync::Arc;

/// How many plies there is room for before anything grows.
const ROOM: usize = 1024;

/// A game in progress.
pub(super) struct Line<B> {
    fast: Arc<Fast<B>>,
    state: State<B>,
    /// The positions before, in which nothing had ended.
    before: Vec<State<B>>,
    /// Keys of the positions before, where rules read them.
    history: Vec<u64>,
    verdict: Option<Verdict>,
    /// The moves of the present position, unless a move was taken back since they were found.
    pool: Pool<B>,
    found: bool,
}

impl<B: Bits> Line<B> {
    pub fn new(fast: Arc<Fast<B>>, play: &Play) -> Line<B> {
        let (state, mut history) = fast.begin(play);
        history.reserve(ROOM);
        let verdict = play.outcome().map(|o| o.result.clone());
        Line { fast, state, before: Vec::with_capacity(ROOM), history, verdict, pool: Pool::default(), found: false }
    }

    fn find(&mut self) {
        if !self.found {
            self.fast.legal(&self.state, &mut self.pool);
            self.found = true;
        }
    }
}

impl<B: Bits> Running for Line<B> {
    fn moves(&mut self) -> u32 {
        if self.verdict.is_some() {
            return 0;
        }
        self.find();
        self.pool.total
    }

    fn play(&mut self, n: u32) -> bool {
        self.find();
        let mv = self.pool.nth(n);
        self.before.push(self.state);
        let ended = self.fast.step_on(&mut self.state, &mv, &mut self.history, &mut self.pool);
        self.found = true;
        self.verdict = match ended {
            Some(ending) => Some(self.fast.verdicts[ending].0.clone()),
            None => (self.pool.total == 0).then_some(Verdict::Unsettled),
        };
        true
    }

    fn undo(&mut self) -> bool {
        let Some(state) = self.before.pop() else { return false };
        self.state = state;
        if self.fast.keyed {
            self.history.pop();
        }
        self.verdict = None;
        self.found = false;
        true
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict.clone()
    }

    fn mv(&mut self, n: u32) -> Move {
        self.find();
        self.fast.public(&self.state, &self.pool.nth(n), &self.pool)
    }

    fn position(&self) -> Position {
        self.fast.position(&self.state)
    }
}
