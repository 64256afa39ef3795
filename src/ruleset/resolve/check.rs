//! Checks that need the whole: calls that lead back to themselves, captures that ask about captures, levels.

use super::super::code::{ASKS_ITSELF, CIRCULAR, LANDS_ON_PIECE};
use super::super::rules::{CallId, Captures, Cond, CondKind, Effect, EffectKind, Kind, Motion, Rules, Sel};
use super::super::visit::{self, Visitor};
use super::super::{OnlyRule, Span};
use super::world::World;

/// What conditions and selections mention, calls not followed.
#[derive(Clone, Default)]
struct Mentions {
    /// `cannot move`, `nobody can move`
    cannot_move: bool,
    /// `stuck`
    stuck: bool,
    /// `attacked`, `safe`
    attacked: bool,
    calls: Vec<CallId>,
}

impl Visitor for Mentions {
    fn cond(&mut self, cond: &Cond) {
        match &cond.kind {
            CondKind::NobodyCanMove | CondKind::CannotMove(..) => self.cannot_move = true,
            CondKind::SideCalled(_, call) => self.calls.push(*call),
            _ => {}
        }
    }

    fn sel(&mut self, sel: &Sel) {
        match sel {
            Sel::Stuck => self.stuck = true,
            Sel::Attacked(_) => self.attacked = true,
            Sel::Called(call) => self.calls.push(*call),
            _ => {}
        }
    }
}

impl Mentions {
    fn of(cond: &Cond) -> Mentions {
        let mut mentions = Mentions::default();
        visit::cond(cond, &mut mentions);
        mentions
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
            self.stuck |= mentions.stuck;
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

/// What is asked while it is found out how pieces may move must not ask how pieces may move: it would ask itself.
///
/// `stuck` runs the motions of a piece with their confinements, conditions, effects and becoming; `attacked` and
/// `safe` run capturing motions as far as the landing; `cannot move` makes whole moves, `after every` blocks,
/// counters and the turn included.
pub(super) fn asks_itself(world: &mut World<'_>, rules: &Rules) {
    let mentions = of_calls(rules);
    let captures = |m: &Motion| m.legs.iter().any(|l| l.capturing.is_some());
    for kind in &rules.kinds {
        let limits = of_limits(kind).follow(&mentions);
        let catches = kind.motions.iter().any(captures);
        let zones = kind.confined.iter().fold(Mentions::default(), |mut m, c| {
            visit::sel(&c.zone, &mut m);
            m
        });
        if limits.stuck || limits.cannot_move || catches && zones.follow(&mentions).attacked {
            refuse(world, kind.span, "where this piece may be, or what it becomes, depends on how pieces may move");
        }
        for motion in &kind.motions {
            let mut asked = Mentions::default();
            visit::motion(motion, &mut asked);
            let asked = asked.follow(&mentions);
            if asked.stuck || asked.cannot_move || captures(motion) && asked.attacked {
                refuse(world, motion.span, "this motion depends on how pieces may move");
            }
        }
    }
    let mut whole: Vec<(Span, Mentions)> = Vec::new();
    for joint in &rules.joints {
        whole.push((
            joint.span,
            joint.when.iter().fold(Mentions::default(), |mut m, c| {
                visit::cond(c, &mut m);
                m
            }),
        ));
    }
    for after in &rules.after {
        let mut asked = Mentions::default();
        after.of.iter().for_each(|s| visit::sel(s, &mut asked));
        after.when.iter().for_each(|c| visit::cond(c, &mut asked));
        after.effects.iter().for_each(|e| visit::effect(e, &mut asked));
        whole.push((after.span, asked));
    }
    for phase in &rules.phases {
        let mut asked = Mentions::default();
        phase.until.iter().for_each(|c| visit::cond(c, &mut asked));
        for only in &phase.only {
            if let OnlyRule::Effect(effect) = &only.what {
                visit::effect(effect, &mut asked);
            }
        }
        whole.push((phase.span, asked));
    }
    for (span, asked) in whole {
        if asked.follow(&mentions).cannot_move {
            refuse(world, span, "what happens in a move depends here on who can move");
        }
    }
    let mut counted = Counters { spans: Vec::new() };
    visit::rules(rules, &mut counted);
    for (span, asked) in counted.spans {
        if asked.follow(&mentions).cannot_move {
            refuse(world, span, "which moves are counted depends here on who can move");
        }
    }
}

/// One piece on a site: where a motion lands without capturing there, its words must ask for an empty site.
pub(super) fn landings(world: &mut World<'_>, rules: &Rules) {
    let placing = |e: &Effect| match &e.kind {
        EffectKind::PlaceBy(_, motion) => Some((**motion).clone()),
        _ => None,
    };
    let own = rules.kinds.iter().flat_map(|k| &k.motions);
    let placed = own.clone().flat_map(|m| &m.effects).map(|e| &e.0);
    let placed = placed.chain(rules.after.iter().flat_map(|a| &a.effects)).filter_map(placing);
    let motions: Vec<Motion> = own.cloned().chain(placed).collect();
    for leg in motions.iter().filter_map(|m| m.legs.last()) {
        let captures_there = matches!(leg.capturing.as_ref().map(|c| &c.whom), Some(Captures::Landing(_)));
        let Some((to, span)) = leg.to.as_ref().filter(|_| !captures_there || leg.either) else { continue };
        if !implies_empty(to) {
            let message = "a piece may land here on another one, and a site holds one piece";
            world.error(&LANDS_ON_PIECE, *span, message.to_owned(), "say `to empty ...`, or `capturing ...`");
        }
    }
}

/// Whether a selection can only be of sites on which nothing stands. A mark is on sites that a piece went over.
fn implies_empty(sel: &Sel) -> bool {
    match sel {
        Sel::Empty | Sel::Mark(_) => true,
        Sel::Intersection(parts) => parts.iter().any(implies_empty),
        Sel::Union(parts) => parts.iter().all(implies_empty),
        _ => false,
    }
}

fn refuse(world: &mut World<'_>, span: Span, message: &str) {
    let message = format!("{message}, which is found out by asking this again");
    world.error(&ASKS_ITSELF, span, message, "leave the condition out, or say it with `illegal when ...`");
}

/// What confines a kind, and what it becomes where.
fn of_limits(kind: &Kind) -> Mentions {
    let mut mentions = Mentions::default();
    kind.confined.iter().for_each(|c| visit::sel(&c.zone, &mut mentions));
    kind.becomes.iter().for_each(|b| visit::sel(&b.sel, &mut mentions));
    mentions
}

/// The selections of counters of moves without progress.
struct Counters {
    spans: Vec<(Span, Mentions)>,
}

impl Visitor for Counters {
    fn cond(&mut self, cond: &Cond) {
        if let CondKind::MovesWithout { .. } = &cond.kind {
            self.spans.push((cond.span, Mentions::of(cond)));
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
