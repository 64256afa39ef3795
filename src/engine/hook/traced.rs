//! Hooks that note when they are asked.

use super::{AskedEffect, HookFault, Hooks, MatchFacts, Moment, NextRound, Tiebreak};
use crate::engine::moves::Move;
use crate::engine::position::Verdict;
use crate::engine::trace::{Part, Trace};
use crate::ruleset::item::HookPoint;
use crate::ruleset::{Hook, SideId, Span};
use std::sync::Arc;

/// The hooks of rules, with a trace.
#[derive(Debug)]
pub(crate) struct Traced {
    /// Who answers.
    pub hooks: Arc<dyn Hooks>,
    /// Where they are declared.
    pub declared: Vec<Hook>,
    /// Where it is noted.
    pub trace: Trace,
}

impl Traced {
    /// An answer, noted: whether it does, forbids or decides anything.
    fn noted<T>(
        &self,
        point: HookPoint,
        function: Option<&str>,
        answer: Result<T, HookFault>,
        does: impl FnOnce(&T) -> bool,
    ) -> Result<T, HookFault> {
        let declared = self.declared.iter().find(|h| h.point == point && function.is_none_or(|f| h.function == f));
        if let (Some(hook), Ok(answer)) = (declared, &answer) {
            self.trace.note(hook.span, Part::Hook, does(answer));
        }
        answer
    }
}

impl Hooks for Traced {
    fn legality(&self, before: &Arc<Moment>, mv: &Move, after: &Arc<Moment>) -> Result<Option<String>, HookFault> {
        let answer = self.hooks.legality(before, mv, after);
        self.noted(HookPoint::Legality, None, answer, Option::is_some)
    }

    fn after_move(
        &self,
        before: &Arc<Moment>,
        mv: &Move,
        after: &Arc<Moment>,
    ) -> Result<Vec<Vec<AskedEffect>>, HookFault> {
        let answer = self.hooks.after_move(before, mv, after);
        self.noted(HookPoint::AfterMove, None, answer, |ways| ways.iter().any(|way| !way.is_empty()))
    }

    fn ending(
        &self,
        function: &str,
        after: &Arc<Moment>,
        mv: &Move,
    ) -> Result<Option<(Verdict, Option<String>)>, HookFault> {
        let answer = self.hooks.ending(function, after, mv);
        self.noted(HookPoint::Ending, Some(function), answer, Option::is_some)
    }

    fn score(&self, position: &Arc<Moment>, side: SideId) -> Result<i64, HookFault> {
        self.noted(HookPoint::Score, None, self.hooks.score(position, side), |_| true)
    }

    fn first_turn(&self, so_far: &Arc<MatchFacts>) -> Result<SideId, HookFault> {
        self.noted(HookPoint::FirstTurn, None, self.hooks.first_turn(so_far), |_| true)
    }

    fn next_round(&self, so_far: &Arc<MatchFacts>) -> Result<NextRound, HookFault> {
        let differs = |next: &NextRound| !next.settings.is_empty() || !next.changes.is_empty();
        self.noted(HookPoint::NextRound, None, self.hooks.next_round(so_far), differs)
    }

    fn tiebreak(&self, function: &str, so_far: &Arc<MatchFacts>) -> Result<Tiebreak, HookFault> {
        let answer = self.hooks.tiebreak(function, so_far);
        self.noted(HookPoint::Tiebreak, Some(function), answer, |told| !matches!(told, Tiebreak::Tied(_)))
    }

    fn refuse(&self, point: HookPoint, function: Option<&str>, about: Option<&Move>, why: &str) -> HookFault {
        self.hooks.refuse(point, function, about, why)
    }

    fn refuse_effect(&self, about: &Move, span: Option<Span>, why: &str) -> HookFault {
        self.hooks.refuse_effect(about, span, why)
    }
}
