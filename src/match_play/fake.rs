//! For tests: hooks whose answers about a match a test says. Those that are asked in play decide nothing.

use crate::engine::{AskedEffect, HookFault, Hooks, MatchFacts, Moment, Move, NextRound, Tiebreak, Verdict};
use crate::ruleset::item::HookPoint;
use crate::ruleset::{Diagnostic, SideId, Span, code};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

pub type Asked<T> = Box<dyn Fn(&MatchFacts) -> T + Send + Sync>;

/// Hooks that answer what a test says.
pub struct Fake {
    pub first: Asked<SideId>,
    pub next: Asked<NextRound>,
    pub tie: Asked<Tiebreak>,
    /// Whether the next question fails.
    pub fails: Mutex<bool>,
    /// How often it was asked.
    pub asked: AtomicUsize,
}

impl std::fmt::Debug for Fake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Fake")
    }
}

impl Fake {
    /// Sides and seats as the rules have them, and what is tied stays so.
    pub fn new() -> Fake {
        Fake {
            first: Box::new(|_| 0),
            next: Box::new(|_| NextRound::default()),
            tie: Box::new(|_| Tiebreak::Tied(String::new())),
            fails: Mutex::new(false),
            asked: AtomicUsize::new(0),
        }
    }

    fn answer<T>(&self, of: &Asked<T>, so_far: &MatchFacts) -> Result<T, HookFault> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if std::mem::take(&mut *self.fails.lock().unwrap()) {
            return Err(self.refuse(HookPoint::Tiebreak, None, None, "it fails"));
        }
        Ok(of(so_far))
    }
}

impl Hooks for Fake {
    fn legality(&self, _: &Arc<Moment>, _: &Move, _: &Arc<Moment>) -> Result<Option<String>, HookFault> {
        Ok(None)
    }

    fn after_move(&self, _: &Arc<Moment>, _: &Move, _: &Arc<Moment>) -> Result<Vec<Vec<AskedEffect>>, HookFault> {
        Ok(vec![vec![]])
    }

    fn ending(&self, _: &str, _: &Arc<Moment>, _: &Move) -> Result<Option<(Verdict, Option<String>)>, HookFault> {
        Ok(None)
    }

    fn score(&self, _: &Arc<Moment>, _: SideId) -> Result<i64, HookFault> {
        Ok(0)
    }

    fn first_turn(&self, so_far: &Arc<MatchFacts>) -> Result<SideId, HookFault> {
        self.answer(&self.first, so_far)
    }

    fn next_round(&self, so_far: &Arc<MatchFacts>) -> Result<NextRound, HookFault> {
        self.answer(&self.next, so_far)
    }

    fn tiebreak(&self, _: &str, so_far: &Arc<MatchFacts>) -> Result<Tiebreak, HookFault> {
        self.answer(&self.tie, so_far)
    }

    fn refuse(&self, point: HookPoint, _: Option<&str>, _: Option<&Move>, why: &str) -> HookFault {
        HookFault::new(Diagnostic::new(&code::NO_HOOK, Span::default(), format!("{}: {why}", point.word())), [].into())
    }
}
