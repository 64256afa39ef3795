//! Checks that need the whole: calls that lead back to themselves, captures that ask about captures, levels.

use super::super::code::{ATTACK_IN_CAPTURE, CIRCULAR};
use super::super::rules::{CallId, Cond, CondKind, Num, Progress, Rules, Sel};
use super::world::World;

/// What a condition or selection mentions, calls not followed.
#[derive(Clone, Default)]
struct Mentions {
    /// `cannot move`, `nobody can move`
    cannot_move: bool,
    /// `attacked`, `safe`, `stuck`
    attacked: bool,
    calls: Vec<CallId>,
}

impl Mentions {
    fn of(cond: &Cond) -> Mentions {
        let mut mentions = Mentions::default();
        mentions.cond(cond);
        mentions
    }

    fn cond(&mut self, cond: &Cond) {
        match &cond.kind {
            CondKind::True
            | CondKind::Occurs { .. }
            | CondKind::PhaseIs(_)
            | CondKind::LineThroughIt(_)
            | CondKind::Pieces(..)
            | CondKind::HasLine(..)
            | CondKind::SideIs(..) => {}
            CondKind::Any(list) | CondKind::All(list) => list.iter().for_each(|c| self.cond(c)),
            CondKind::Not(inner) | CondKind::Throughout(inner) => self.cond(inner),
            CondKind::NobodyCanMove | CondKind::CannotMove(..) => self.cannot_move = true,
            CondKind::MovesWithout { of, progress, .. } => {
                if let Some(s) = of {
                    self.sel(s);
                }
                for p in progress {
                    if let Progress::MoveOf(s) = p {
                        self.sel(s);
                    }
                }
            }
            CondKind::Sites(_, s) | CondKind::Played(_, s) | CondKind::Connected(s, _) | CondKind::InOne(s, _) => {
                self.sel(s);
            }
            CondKind::Sees(_, a, b, _) | CondKind::Connects(_, a, b) | CondKind::Are(a, b) => {
                self.sel(a);
                self.sel(b);
            }
            CondKind::SideCalled(_, call) => self.calls.push(*call),
            CondKind::Have(s, near) => {
                self.sel(s);
                self.sel(&near.sel);
            }
        }
    }

    fn sel(&mut self, sel: &Sel) {
        match sel {
            Sel::Stuck | Sel::Attacked(_) => self.attacked = true,
            Sel::Called(call) => self.calls.push(*call),
            Sel::NextTo(s, _) | Sel::AheadOf(s) | Sel::CentreOf(s) | Sel::Not(s) => self.sel(s),
            Sel::With(near) => self.sel(&near.sel),
            Sel::Union(list) | Sel::Intersection(list) => list.iter().for_each(|s| self.sel(s)),
            _ => {}
        }
    }

    /// With what the calls mention that these lead to.
    fn follow(mut self, calls: &[Mentions]) -> Mentions {
        let mut seen = vec![false; calls.len()];
        let mut next = std::mem::take(&mut self.calls);
        while let Some(call) = next.pop() {
            let Some(mentions) = calls.get(call as usize) else { continue };
            if std::mem::replace(&mut seen[call as usize], true) {
                continue;
            }
            self.cannot_move |= mentions.cannot_move;
            self.attacked |= mentions.attacked;
            self.calls.push(call);
            next.extend(&mentions.calls);
        }
        self
    }
}

fn of_calls(rules: &Rules) -> Vec<Mentions> {
    rules.calls.iter().map(|c| Mentions::of(&c.cond)).collect()
}

/// A call that refers to itself is an error.
pub(super) fn calls(world: &mut World<'_>, rules: &Rules) {
    let mentions = of_calls(rules);
    for (n, call) in rules.calls.iter().enumerate() {
        if mentions[n].clone().follow(&mentions).calls.contains(&(n as CallId)) {
            let message = format!("call `{}` leads back to itself", call.name);
            world.error(&CIRCULAR, call.span, message, "say what it means without asking it again");
        }
    }
}

/// A capturing motion whose condition asks what can be captured would ask itself.
pub(super) fn captures(world: &mut World<'_>, rules: &Rules) {
    let mentions = of_calls(rules);
    for motion in rules.kinds.iter().flat_map(|k| &k.motions) {
        if motion.legs.iter().all(|l| l.capturing.is_none()) {
            continue;
        }
        let mut asked = Mentions::default();
        for (c, _, _) in &motion.when {
            asked.cond(c);
        }
        if let Some((s, _)) = &motion.from {
            asked.sel(s);
        }
        for leg in &motion.legs {
            for (s, _) in leg.past.iter().chain(&leg.over).chain(&leg.to) {
                asked.sel(s);
            }
            if let Some((_, Num::CountOf(s), _)) = &leg.range {
                asked.sel(s);
            }
            if let Some(super::super::rules::Captures::Landing(s) | super::super::rules::Captures::Behind(s)) =
                leg.capturing.as_ref().map(|c| &c.whom)
            {
                asked.sel(s);
            }
        }
        let asked = asked.follow(&mentions);
        if asked.attacked || asked.cannot_move {
            let message = "this capture asks who is attacked or can move, which asks which captures there are";
            let help = "leave the condition out, or say it with `illegal when ...`";
            world.error(&ATTACK_IN_CAPTURE, motion.span, message, help);
        }
    }
}

/// `illegal` clauses that mention `cannot move`, through calls too, are judged after those that do not.
pub(super) fn levels(rules: &mut Rules) {
    let mentions = of_calls(rules);
    for clause in &mut rules.illegal {
        clause.level = u8::from(Mentions::of(&clause.cond).follow(&mentions).cannot_move);
    }
}
