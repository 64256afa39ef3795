//! What scripts decide, as the engine asks it. Whoever runs scripts implements [`Hooks`]; the engine knows no
//! script language.
//!
//! Every answer depends on nothing but what is handed over, so that undo, search, replay and threads stay right.

mod calls;
mod effect;
mod match_facts;
mod moment;
mod traced;

pub(crate) use calls::Calls;
pub use effect::{AskedEffect, Happened, HookEffect};
pub use match_facts::{Change, MatchFacts, NextRound, PlayerFacts, RoundFacts, Tiebreak};
pub use moment::Moment;
pub(crate) use traced::Traced;

use super::moves::Move;
use super::position::Verdict;
use crate::ruleset::item::HookPoint;
use crate::ruleset::{Diagnostic, SideId, SourceFile, Span};
use std::sync::Arc;
use thiserror::Error;

/// A hook that gave no usable answer: its script failed, took too long, or answered with what cannot be. Names the hook,
/// the script's line and the declaration.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{}", .0.0.message)]
pub struct HookFault(Arc<(Diagnostic, Arc<[SourceFile]>)>);

impl HookFault {
    /// A fault that a finding tells, with the files that it speaks of.
    pub fn new(diagnostic: Diagnostic, sources: Arc<[SourceFile]>) -> HookFault {
        HookFault(Arc::new((diagnostic, sources)))
    }

    /// What is to be said.
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.0.0
    }

    /// The files that it speaks of.
    pub fn sources(&self) -> &[SourceFile] {
        &self.0.1
    }
}

/// The answers of the hooks that a ruleset declares. `function` is the name under which a hook is declared; each method
/// is asked only for points where the rules declare one.
pub trait Hooks: Send + Sync + std::fmt::Debug {
    /// `legality`: why a move may not be made, as a sentence; none: it may. `after` is the position that it leads to.
    ///
    /// # Errors
    /// The script fails.
    fn legality(&self, before: &Arc<Moment>, mv: &Move, after: &Arc<Moment>) -> Result<Option<String>, HookFault>;

    /// `after move`: what else happens, as alternatives among which the mover chooses; a single one happens at once. Each
    /// is told by the site of its first effect, so where there are several each has one and no two the same. In `after` the
    /// move has been made and the turn has not yet moved on.
    ///
    /// # Errors
    /// The script fails.
    fn after_move(
        &self,
        before: &Arc<Moment>,
        mv: &Move,
        after: &Arc<Moment>,
    ) -> Result<Vec<Vec<AskedEffect>>, HookFault>;

    /// `ending`: the result of the game with the sentence that gives its reason (none: the clause's own); none: it goes on.
    ///
    /// # Errors
    /// The script fails.
    fn ending(
        &self,
        function: &str,
        after: &Arc<Moment>,
        mv: &Move,
    ) -> Result<Option<(Verdict, Option<String>)>, HookFault>;

    /// `score`: that of a side.
    ///
    /// # Errors
    /// The script fails.
    fn score(&self, position: &Arc<Moment>, side: SideId) -> Result<i64, HookFault>;

    /// `first turn`: which side takes it in the next round.
    ///
    /// # Errors
    /// The script fails.
    fn first_turn(&self, so_far: &Arc<MatchFacts>) -> Result<SideId, HookFault>;

    /// `next round`: what is different in it.
    ///
    /// # Errors
    /// The script fails.
    fn next_round(&self, so_far: &Arc<MatchFacts>) -> Result<NextRound, HookFault>;

    /// `tiebreak`: what becomes of a match that is tied.
    ///
    /// # Errors
    /// The script fails.
    fn tiebreak(&self, function: &str, so_far: &Arc<MatchFacts>) -> Result<Tiebreak, HookFault>;

    /// The fault of an answer that cannot be carried out. `function` none: the one hook at that point; `about`: the move
    /// that it was asked about.
    fn refuse(&self, point: HookPoint, function: Option<&str>, about: Option<&Move>, why: &str) -> HookFault;

    /// The fault of an effect of `after move` that cannot be carried out, made at `span`.
    fn refuse_effect(&self, about: &Move, span: Option<Span>, why: &str) -> HookFault {
        let _ = span;
        self.refuse(HookPoint::AfterMove, None, Some(about), why)
    }
}
