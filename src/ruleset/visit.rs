//! Walking over every selection and condition of resolved rules: "who reads what" in one place.

use super::{
    Call, Captures, Cond, CondKind, Effect, EffectKind, End, EndResult, Motion, Must, Near, Num, OnlyRule, Pattern,
    Progress, Relation, Rules, Sel, Who,
};

/// What is looked at. Every method has a default that does nothing; children are visited anyway.
pub trait Visitor {
    /// A selection, before its parts.
    fn sel(&mut self, _: &Sel) {}
    /// A condition, before its parts.
    fn cond(&mut self, _: &Cond) {}
    /// A side that is spoken of.
    fn who(&mut self, _: &Who) {}
    /// The selection or condition begun last, after its parts.
    fn leave(&mut self) {}
}

/// Everything that rules read in play.
pub fn rules(rules: &Rules, v: &mut dyn Visitor) {
    for kind in &rules.kinds {
        kind.confined.iter().for_each(|c| sel(&c.zone, v));
        kind.motions.iter().for_each(|m| motion(m, v));
        kind.becomes.iter().for_each(|b| sel(&b.sel, v));
    }
    rules.joints.iter().flat_map(|j| &j.when).for_each(|c| cond(c, v));
    for phase in &rules.phases {
        for only in &phase.only {
            if let OnlyRule::Effect(e) = &only.what {
                effect(e, v);
            }
        }
        phase.until.iter().for_each(|c| cond(c, v));
    }
    rules.passing.iter().flat_map(|p| &p.when).for_each(|c| cond(c, v));
    for filter in &rules.filters {
        match &filter.must {
            Must::CaptureBy(s) | Must::CaptureMost(Some(s)) | Must::CaptureFirst(s) => sel(s, v),
            Must::Capture | Must::CaptureMost(None) => {}
        }
    }
    rules.captured_to.iter().for_each(|t| who(&t.who, v));
    for after in &rules.after {
        after.of.iter().for_each(|s| sel(s, v));
        after.when.iter().for_each(|c| cond(c, v));
        after.effects.iter().for_each(|e| effect(e, v));
    }
    rules.illegal.iter().for_each(|i| cond(&i.cond, v));
    rules.calls.iter().for_each(|c| call(c, v));
    rules.score.iter().for_each(|s| sel(s, v));
    rules.worths.iter().for_each(|(_, s)| sel(s, v));
    rules.ends.iter().for_each(|e| end(e, v));
}

/// A call.
pub fn call(c: &Call, v: &mut dyn Visitor) {
    cond(&c.cond, v);
}

/// An ending.
pub fn end(e: &End, v: &mut dyn Visitor) {
    cond(&e.cond, v);
    match &e.result {
        EndResult::Wins(w) | EndResult::Loses(w) | EndResult::Out(w, _) => who(w, v),
        EndResult::Draw | EndResult::HighestScore | EndResult::LastPlayer | EndResult::Hook(_) => {}
    }
}

/// A motion.
pub fn motion(m: &Motion, v: &mut dyn Visitor) {
    for leg in &m.legs {
        if let Some((_, Num::CountOf(s), _)) = &leg.range {
            sel(s, v);
        }
        for (s, _) in [&leg.past, &leg.over, &leg.to].into_iter().flatten() {
            sel(s, v);
        }
        if let Some(Captures::Landing(s) | Captures::Behind(s)) = leg.capturing.as_ref().map(|c| &c.whom) {
            sel(s, v);
        }
    }
    m.from.iter().for_each(|(s, _)| sel(s, v));
    m.when.iter().for_each(|(c, ..)| cond(c, v));
    m.effects.iter().for_each(|(e, _)| effect(e, v));
}

/// An effect.
pub fn effect(e: &Effect, v: &mut dyn Visitor) {
    match &e.kind {
        EffectKind::Take { pattern: p, .. } | EffectKind::Turn(p) => pattern(p, v),
        EffectKind::TakeOne { picks, .. } => picks.iter().for_each(|(s, _)| sel(s, v)),
        EffectKind::PlaceAt(_, s) | EffectKind::Shift(s, _) => sel(s, v),
        EffectKind::PlaceBy(_, m) => motion(m, v),
    }
}

fn pattern(p: &Pattern, v: &mut dyn Visitor) {
    sel(&p.sel, v);
    if let Some(Relation::Between(_, s) | Relation::Surrounded(_, s)) = &p.relation {
        sel(s, v);
    }
}

fn near(n: &Near, v: &mut dyn Visitor) {
    sel(&n.sel, v);
}

/// A side that is spoken of.
pub fn who(w: &Who, v: &mut dyn Visitor) {
    v.who(w);
    if let Who::EnemyOf(of) = w {
        who(of, v);
    }
}

/// A selection.
pub fn sel(s: &Sel, v: &mut dyn Visitor) {
    v.sel(s);
    match s {
        Sel::OwnedBy(w) => who(w, v),
        Sel::NextTo(of, _) | Sel::AheadOf(of) | Sel::CentreOf(of) | Sel::Not(of) => sel(of, v),
        Sel::CutOff(of, from, _) => {
            sel(of, v);
            sel(from, v);
        }
        Sel::With(n) => near(n, v),
        Sel::Union(parts) | Sel::Intersection(parts) => parts.iter().for_each(|p| sel(p, v)),
        _ => {}
    }
    v.leave();
}

/// A condition.
pub fn cond(c: &Cond, v: &mut dyn Visitor) {
    v.cond(c);
    match &c.kind {
        CondKind::Any(parts) | CondKind::All(parts) => parts.iter().for_each(|p| cond(p, v)),
        CondKind::Not(of) | CondKind::Throughout(of) => cond(of, v),
        CondKind::MovesWithout { of, progress, .. } => {
            of.iter().for_each(|s| sel(s, v));
            for p in progress {
                if let Progress::MoveOf(s) = p {
                    sel(s, v);
                }
            }
        }
        CondKind::Sites(_, s) | CondKind::Played(_, s) | CondKind::Connected(s, _) | CondKind::InOne(s, _) => sel(s, v),
        CondKind::Pieces(_, _, _, of) => of.iter().for_each(|w| who(w, v)),
        CondKind::Sees(_, a, b, _) | CondKind::Are(a, b) => {
            sel(a, v);
            sel(b, v);
        }
        CondKind::Nth { of, .. } => cond(of, v),
        CondKind::CannotReach(w, from, to, _) => {
            who(w, v);
            sel(from, v);
            sel(to, v);
        }
        CondKind::HasPoints(w, _) => who(w, v),
        CondKind::CannotMove(w, _) | CondKind::HasLine(w, _) | CondKind::SideIs(w, _) | CondKind::SideCalled(w, _) => {
            who(w, v);
        }
        CondKind::ConnectsSome(w, _, ends) => {
            who(w, v);
            ends.iter().for_each(|s| sel(s, v));
        }
        CondKind::Encloses(w, _, s, _) => {
            who(w, v);
            sel(s, v);
        }
        CondKind::Connects(w, a, b) => {
            who(w, v);
            sel(a, v);
            sel(b, v);
        }
        CondKind::Have(s, n) => {
            sel(s, v);
            near(n, v);
        }
        CondKind::True
        | CondKind::Occurs { .. }
        | CondKind::PhaseIs(_)
        | CondKind::NobodyCanMove
        | CondKind::ScoresEqual
        | CondKind::Passes(..)
        | CondKind::LineThroughIt(_) => {}
    }
    v.leave();
}

/// Whether a condition, or anything inside it, fits a test. Calls are followed.
pub fn cond_has(rules: &Rules, c: &Cond, test: &dyn Fn(&CondKind) -> bool) -> bool {
    struct Find<'a> {
        rules: &'a Rules,
        test: &'a dyn Fn(&CondKind) -> bool,
        seen: Vec<bool>,
        found: bool,
    }
    impl Find<'_> {
        fn follow(&mut self, id: super::CallId) {
            let at = id as usize;
            let rules = self.rules;
            if let (Some(false), Some(called)) = (self.seen.get(at).copied(), rules.calls.get(at)) {
                self.seen[at] = true;
                call(called, self);
            }
        }
    }
    impl Visitor for Find<'_> {
        fn sel(&mut self, s: &Sel) {
            if let Sel::Called(id) = s {
                self.follow(*id);
            }
        }
        fn cond(&mut self, c: &Cond) {
            self.found |= (self.test)(&c.kind);
            if let CondKind::SideCalled(_, id) = &c.kind {
                self.follow(*id);
            }
        }
    }
    let mut find = Find { rules, test, seen: vec![false; rules.calls.len()], found: false };
    cond(c, &mut find);
    find.found
}
