//! Every selection, condition and effect of resolved rules with the place where it stands.

use super::super::Span;
use super::super::rules::{Captures, Cond, CondKind, Effect, Kind, Motion, Num, OnlyRule, Progress, Rules, Sel};
use super::super::rules::{Filter, Must};
use super::super::visit::{self, Visitor};

/// Where something stands, as far as it matters by which questions it is asked in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// What decides whether a piece may go: `attacked` asks it where the piece can capture so.
    Going { captures: bool },
    /// What happens inside a move of a piece, and what it becomes.
    Doing,
    /// What is asked or happens in whole moves alone: joint moves, `after every`, phases, counters.
    Whole,
    /// A duty.
    Duty,
    /// What is asked after a move: `illegal`, endings.
    After,
}

/// A selection, a condition or an effect.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<'r> {
    Sel(&'r Sel),
    Cond(&'r Cond),
    Effect(&'r Effect),
}

impl Part<'_> {
    pub(super) fn visit(self, v: &mut dyn Visitor) {
        match self {
            Part::Sel(s) => visit::sel(s, v),
            Part::Cond(c) => visit::cond(c, v),
            Part::Effect(e) => visit::effect(e, v),
        }
    }
}

/// A part, where it stands, and where it is written.
pub(super) type Placed<'r> = (Place, Part<'r>, Span);

/// Everything but calls, which have no place of their own, and the score, which no move asks for.
pub(super) fn all<'r>(rules: &'r Rules, counted: &'r [(Sel, Span)]) -> Vec<Placed<'r>> {
    let mut found = Vec::new();
    rules.kinds.iter().for_each(|k| kind(k, &mut found));
    for joint in &rules.joints {
        found.extend(joint.when.iter().map(|c| (Place::Whole, Part::Cond(c), c.span)));
    }
    for phase in &rules.phases {
        for only in &phase.only {
            if let OnlyRule::Effect(e) = &only.what {
                found.push((Place::Whole, Part::Effect(e), e.span));
            }
        }
        found.extend(phase.until.iter().map(|c| (Place::Whole, Part::Cond(c), c.span)));
    }
    found.extend(rules.filters.iter().filter_map(duty));
    for after in &rules.after {
        found.extend(after.of.iter().map(|s| (Place::Whole, Part::Sel(s), after.span)));
        found.extend(after.when.iter().map(|c| (Place::Whole, Part::Cond(c), c.span)));
        found.extend(after.effects.iter().map(|e| (Place::Whole, Part::Effect(e), e.span)));
    }
    found.extend(counted.iter().map(|(s, span)| (Place::Whole, Part::Sel(s), *span)));
    found.extend(rules.illegal.iter().map(|i| (Place::After, Part::Cond(&i.cond), i.cond.span)));
    found.extend(rules.ends.iter().map(|e| (Place::After, Part::Cond(&e.cond), e.cond.span)));
    found
}

fn duty(filter: &Filter) -> Option<Placed<'_>> {
    match &filter.must {
        Must::CaptureBy(s) | Must::CaptureMost(Some(s)) | Must::CaptureFirst(s) => {
            Some((Place::Duty, Part::Sel(s), filter.span))
        }
        Must::Capture | Must::CaptureMost(None) => None,
    }
}

fn kind<'r>(kind: &'r Kind, found: &mut Vec<Placed<'r>>) {
    let takes = |m: &Motion| m.legs.iter().any(|l| l.capturing.is_some());
    let going = Place::Going { captures: kind.motions.iter().any(takes) };
    found.extend(kind.confined.iter().map(|c| (going, Part::Sel(&c.zone), c.span)));
    for motion in &kind.motions {
        let going = Place::Going { captures: takes(motion) };
        for leg in &motion.legs {
            if let Some((_, Num::CountOf(s), span)) = &leg.range {
                found.push((going, Part::Sel(s), *span));
            }
            let checks = leg.past.iter().chain(&leg.over).chain(&leg.to);
            found.extend(checks.map(|(s, span)| (going, Part::Sel(s), *span)));
            if let Some(capturing) = &leg.capturing
                && let Captures::Landing(s) | Captures::Behind(s) = &capturing.whom
            {
                found.push((going, Part::Sel(s), capturing.span));
            }
        }
        found.extend(motion.from.iter().map(|(s, span)| (going, Part::Sel(s), *span)));
        found.extend(motion.when.iter().map(|(c, _, span)| (going, Part::Cond(c), *span)));
        found.extend(motion.effects.iter().map(|(e, _)| (Place::Doing, Part::Effect(e), e.span)));
    }
    found.extend(kind.becomes.iter().map(|b| (Place::Doing, Part::Sel(&b.sel), b.span)));
}

/// What the counters of moves without progress ask of each move, wherever they are read.
pub(super) fn counted(rules: &Rules) -> Vec<(Sel, Span)> {
    struct Counted(Vec<(Sel, Span)>);
    impl Visitor for Counted {
        fn cond(&mut self, c: &Cond) {
            if let CondKind::MovesWithout { of, progress, .. } = &c.kind {
                let moves = progress.iter().filter_map(|p| if let Progress::MoveOf(s) = p { Some(s) } else { None });
                self.0.extend(of.iter().chain(moves).map(|s| (s.clone(), c.span)));
            }
        }
    }
    let mut counted = Counted(Vec::new());
    visit::rules(rules, &mut counted);
    counted.0
}
