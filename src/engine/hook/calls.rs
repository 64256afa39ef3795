//! Asking hooks while moves are found and judged.

use super::{AskedEffect, HookFault, Hooks, Moment};
use crate::engine::game::Game;
use crate::engine::moves::Move;
use crate::engine::play::Occurrence;
use crate::engine::position::{Position, Verdict};
use crate::ruleset::item::HookPoint;
use crate::ruleset::{SideId, Span};
use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

/// How many alternatives scripts may leave to the movers, over all moves of a position: each is a position of its own.
const MAX_CHOICES: usize = 8_192;

/// The hooks of a game for one question to the engine. The first fault is kept and ends the asking: what was found by
/// then is thrown away by whoever asked.
pub(crate) struct Calls<'a> {
    hooks: &'a dyn Hooks,
    game: &'a Game,
    legality: bool,
    after_move: bool,
    fault: RefCell<Option<HookFault>>,
    /// Alternatives so far.
    choices: Cell<usize>,
    /// The positions before, shared by all moments.
    history: OnceCell<Arc<[Occurrence]>>,
    /// The position whose moves are being asked about.
    before: RefCell<Option<Arc<Moment>>>,
}

impl<'a> Calls<'a> {
    /// None where the game has no hook that is asked in play.
    pub fn of(game: &'a Game) -> Option<Calls<'a>> {
        let hooks = game.hooks()?;
        let at = |point| game.rules().hooks.iter().any(|h| h.point == point);
        let (legality, after_move) = (at(HookPoint::Legality), at(HookPoint::AfterMove));
        let (fault, choices) = (RefCell::default(), Cell::default());
        let (history, before) = (OnceCell::new(), RefCell::default());
        game.asks_hooks().then_some(Calls { hooks, game, legality, after_move, fault, choices, history, before })
    }

    /// What was found, unless a hook failed.
    pub fn end<T>(calls: Option<&Calls>, found: T) -> Result<T, HookFault> {
        match calls.and_then(|c| c.fault.take()) {
            Some(fault) => Err(fault),
            None => Ok(found),
        }
    }

    /// Whether a hook has failed, so that nothing more need be looked for.
    pub fn failed(&self) -> bool {
        self.fault.borrow().is_some()
    }

    fn keep<T>(&self, answer: Result<T, HookFault>) -> Option<T> {
        match answer {
            Ok(answer) => Some(answer),
            Err(fault) => {
                self.fault.borrow_mut().get_or_insert(fault);
                None
            }
        }
    }

    fn moment(&self, position: &Position, history: &[Occurrence]) -> Arc<Moment> {
        let history = if self.game.reads_history() {
            // Only the questions of one search share a history.
            let kept = self.history.get_or_init(|| history.into());
            if **kept == *history { kept.clone() } else { history.into() }
        } else {
            self.history.get_or_init(|| [].into()).clone()
        };
        Moment::new(self.game.clone(), position.clone(), history)
    }

    /// The moves of a position are going to be asked about: one moment for all of them.
    pub fn look(&self, position: &Position, history: &[Occurrence]) {
        if self.legality || self.after_move {
            let mut kept = self.before.borrow_mut();
            if kept.as_ref().is_none_or(|moment| moment.position() != position) {
                *kept = Some(self.moment(position, history));
            }
        }
    }

    /// What [`look`](Calls::look) was told last.
    fn before(&self) -> Option<Arc<Moment>> {
        self.before.borrow().clone()
    }

    /// Why a `legality` hook forbids a move of the position that is [looked](Calls::look) at; none where it does not, or
    /// where it failed. `history` goes as far as the position before the move.
    pub fn forbids(&self, mv: &Move, after: &Position, history: &[Occurrence]) -> Option<String> {
        let before = self.before().filter(|_| self.legality && !self.failed())?;
        self.keep(self.hooks.legality(&before, mv, &self.moment(after, history))).flatten()
    }

    /// What an `after move` hook does after a move of the position that is [looked](Calls::look) at, as alternatives; one
    /// without effects where nothing happens or the hook failed.
    pub fn after_move(&self, mv: &Move, after: &Position, history: &[Occurrence]) -> Vec<Vec<AskedEffect>> {
        let before = self.before().filter(|_| self.after_move && !self.failed());
        let answer = before.and_then(|b| self.keep(self.hooks.after_move(&b, mv, &self.moment(after, history))));
        let ways = answer.filter(|ways| !ways.is_empty()).unwrap_or_else(|| vec![Vec::new()]);
        if ways.len() > 1 {
            self.choices.set(self.choices.get() + ways.len());
        }
        if self.choices.get() > MAX_CHOICES {
            self.refuse_effect(mv, None, &format!("it leaves more than {MAX_CHOICES} choices in one position"));
            return Vec::new();
        }
        ways
    }

    /// An effect of `after move` could not be carried out.
    pub fn refuse_effect(&self, about: &Move, span: Option<Span>, why: &str) {
        self.fault.borrow_mut().get_or_insert_with(|| self.hooks.refuse_effect(about, span, why));
    }

    /// An answer of an `ending` hook could not be carried out.
    pub fn refuse(&self, point: HookPoint, function: &str, about: Option<&Move>, why: &str) {
        self.fault.borrow_mut().get_or_insert_with(|| self.hooks.refuse(point, Some(function), about, why));
    }

    /// What an `ending` hook says.
    pub fn ending(
        &self,
        function: &str,
        after: &Position,
        history: &[Occurrence],
        mv: &Move,
    ) -> Option<(Verdict, Option<String>)> {
        if self.failed() {
            return None;
        }
        self.keep(self.hooks.ending(function, &self.moment(after, history), mv)).flatten()
    }

    /// What a `score` hook counts for a side; 0 where it failed.
    pub fn score(&self, position: &Position, history: &[Occurrence], side: SideId) -> i64 {
        if self.failed() {
            return 0;
        }
        self.keep(self.hooks.score(&self.moment(position, history), side)).unwrap_or(0)
    }
}
