//! How large selections and conditions are with their calls read out in full: so much work is one question.

use super::super::item::Body;
use super::super::rules::{CallId, Cond, CondKind, Rules, Sel};
use super::super::visit::{self, Visitor};
use super::places;
use super::sel::{MAX_DEPTH, MAX_PARTS};
use super::world::World;

/// Parts and depth.
type Size = (usize, usize);

/// The parts of something, with the calls in it and how deep they stand.
#[derive(Default)]
struct Measure {
    parts: usize,
    depth: usize,
    deepest: usize,
    calls: Vec<(CallId, usize)>,
}

impl Measure {
    fn of(look: impl FnOnce(&mut Measure)) -> Measure {
        let mut measure = Measure::default();
        look(&mut measure);
        measure
    }

    fn begin(&mut self) {
        self.parts += 1;
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
    }

    /// Nothing while a call in it is not measured yet.
    fn in_full(&self, calls: &[Option<Size>]) -> Option<Size> {
        let (mut parts, mut deepest) = (self.parts, self.deepest);
        for (call, depth) in &self.calls {
            let (inner, below) = calls.get(*call as usize).copied()??;
            parts = parts.saturating_add(inner);
            deepest = deepest.max(depth + below);
        }
        Some((parts, deepest))
    }
}

impl Visitor for Measure {
    fn sel(&mut self, s: &Sel) {
        self.begin();
        if let Sel::Called(call) = s {
            self.calls.push((*call, self.depth));
        }
    }

    fn cond(&mut self, c: &Cond) {
        self.begin();
        if let CondKind::SideCalled(_, call) = &c.kind {
            self.calls.push((*call, self.depth));
        }
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// Refuses what is larger or deeper than the limits. No call may lead back to itself.
pub(super) fn check(world: &mut World<'_>, rules: &Rules) {
    let too_large = |(parts, depth): Size| parts > MAX_PARTS || depth > MAX_DEPTH;
    let measures: Vec<Measure> = rules.calls.iter().map(|c| Measure::of(|m| visit::call(c, m))).collect();
    let mut calls: Vec<Option<Size>> = vec![None; measures.len()];
    // Each round measures the calls that name only measured ones: at least one, as none leads back to itself.
    for _ in 0..measures.len() {
        for (n, measure) in measures.iter().enumerate() {
            if calls[n].is_none()
                && let Some(size) = measure.in_full(&calls)
            {
                if too_large(size) {
                    world.too_deep(rules.calls[n].cond.span);
                }
                // What names it is not blamed for it.
                calls[n] = Some(if too_large(size) { (1, 1) } else { size });
            }
        }
    }
    let counted = places::counted(rules);
    for (_, part, span) in places::all(rules, &counted) {
        if Measure::of(|m| part.visit(m)).in_full(&calls).is_some_and(too_large) {
            world.too_deep(span);
        }
    }
    let written = world.settled.items.iter().find(|i| matches!(i.body, Body::Score(_)));
    if let (Some(item), Some(score)) = (written, &rules.score)
        && Measure::of(|m| visit::sel(score, m)).in_full(&calls).is_some_and(too_large)
    {
        world.too_deep(item.span);
    }
}
