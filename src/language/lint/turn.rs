//! Lints about turns: sides that cannot move, games that go in circles.

use super::facts::{Facts, is_drop, places};
use crate::board::Shape;
use crate::ruleset::item::{Body, CapturedDecl, HookPoint};
use crate::ruleset::visit::{self, Visitor, cond_has};
use crate::ruleset::{
    Captures, Cond, CondKind, Diagnostic, Effect, EffectKind, Kind, Motion, Passing, Quantity, Rules, Sel, SideId, Who,
    code,
};

/// Whether a side that is spoken of may turn out to be that one.
fn may_be(who: &Who, side: SideId) -> bool {
    match who {
        Who::Side(s) => *s == side,
        Who::EnemyOf(of) => match of.as_ref() {
            Who::Side(s) => *s != side,
            _ => true,
        },
        Who::Mover | Who::NextPlayer | Who::Player | Who::Actor => true,
    }
}

/// Leave to pass that a side has.
fn passing(rules: &Rules, side: SideId) -> impl Iterator<Item = &Passing> {
    rules.passing.iter().filter(move |p| p.side.is_none_or(|s| s == side))
}

/// Whether a condition asks if that side has a move.
fn asks_stuck(rules: &Rules, cond: &Cond, side: SideId) -> bool {
    cond_has(rules, cond, &|kind| match kind {
        CondKind::CannotMove(who, _) => may_be(who, side),
        CondKind::NobodyCanMove => true,
        _ => false,
    })
}

/// Every side has an ending or leave to pass for when it cannot move.
pub(super) fn no_answer(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let rules = facts.rules;
    // Scripts may decide it.
    if rules.hooks.iter().any(|h| h.point == HookPoint::Ending) {
        return;
    }
    // Stuck pieces that leave the board are an answer, too.
    let leave = |e: &Effect| match &e.kind {
        EffectKind::Take { pattern, .. } => speaks_of_stuck(&pattern.sel),
        EffectKind::TakeOne { picks, .. } => picks.iter().any(|(s, _)| speaks_of_stuck(s)),
        _ => false,
    };
    if facts.effects().any(leave) {
        return;
    }
    let mut silent: Vec<SideId> = Vec::new();
    for side in facts.sides().filter(|s| has_pieces(facts, *s)) {
        let answered = passing(rules, side).next().is_some()
            || rules.ends.iter().any(|e| asks_stuck(rules, &e.cond, side) || ends_when_full(facts, &e.cond, side));
        if answered {
            continue;
        }
        let Some(end) = rules.ends.iter().find(|e| asks_what_stands_in_front(facts, &e.cond, side)) else {
            silent.push(side);
            continue;
        };
        let name = facts.side(side);
        let message = format!("`{name}` can be stuck in other ways too, and then nothing says what happens");
        let help = format!("write `passing when stuck for {name}`, or `end ... when {name} cannot move on their turn`");
        found.push(Diagnostic::new(&code::NARROW_BLOCK, end.span, message).help(help));
    }
    let Some(first) = silent.first() else { return };
    let span = |side: SideId| rules.sides.get(side as usize).map(|s| s.span).unwrap_or_default();
    let names: Vec<String> = silent.iter().map(|s| format!("`{}`", facts.side(*s))).collect();
    let message = format!("nothing says what happens when {} cannot move", names.join(" or "));
    let help = if silent.len() == rules.sides.len() {
        "write `end next player loses when next player cannot move \"...\"`, or `passing when stuck`".to_owned()
    } else {
        let name = facts.side(*first);
        format!("write `end ... when {name} cannot move on their turn \"...\"`, or `passing when stuck for {name}`")
    };
    let warning = Diagnostic::new(&code::NO_ANSWER, span(*first), message).help(help);
    found.push(silent.iter().skip(1).fold(warning, |w, side| w.label(span(*side), "")));
}

fn speaks_of_stuck(sel: &Sel) -> bool {
    struct Find(bool);
    impl Visitor for Find {
        fn sel(&mut self, sel: &Sel) {
            self.0 |= *sel == Sel::Stuck;
        }
    }
    let mut find = Find(false);
    visit::sel(sel, &mut find);
    find.0
}

/// Whether a side can have pieces at all; if not, another lint says so.
fn has_pieces(facts: &Facts<'_>, side: SideId) -> bool {
    facts.rules.kinds.iter().zip(&facts.appears).any(|(k, appears)| *appears && facts.owns(side, k))
}

/// A side that drops where it likes is stuck on a full board alone: an ending that covers that one answers.
fn ends_when_full(facts: &Facts<'_>, cond: &Cond, side: SideId) -> bool {
    let drops = |k: &Kind| facts.owns(side, k) && k.motions.iter().any(is_drop);
    let rules = facts.rules;
    let full = |kind: &CondKind| match kind {
        CondKind::Sites(Quantity::Between(0, _), sel) => *sel == Sel::Empty,
        // On a full board of hexes some side has joined its edges.
        CondKind::Connects(..) => rules.board.shape() == Shape::Hexes,
        _ => false,
    };
    rules.kinds.iter().any(drops) && cond_has(rules, cond, &full)
}

/// `S have K in front`, S being that side's.
fn asks_what_stands_in_front(facts: &Facts<'_>, cond: &Cond, side: SideId) -> bool {
    let rules = facts.rules;
    cond_has(rules, cond, &|kind| match kind {
        CondKind::Have(Sel::Kind(k), _) => rules.kinds.get(*k as usize).is_some_and(|k| k.owners == [side]),
        CondKind::Have(Sel::OwnedBy(who), _) => may_be(who, side),
        _ => false,
    })
}

/// How many calls that lead to each other are followed; beyond that the lint is silent.
const CALLS: usize = 8;

/// Whether a condition holds whenever that side cannot move, be it in check or not.
fn is_stuck(rules: &Rules, cond: &Cond, side: SideId, calls: usize) -> bool {
    match &cond.kind {
        CondKind::CannotMove(who, _) => may_be(who, side),
        CondKind::Any(parts) => parts.iter().any(|part| is_stuck(rules, part, side, calls)),
        CondKind::SideCalled(who, call) if may_be(who, side) && calls > 0 => {
            rules.calls.get(*call as usize).is_some_and(|c| is_stuck(rules, &c.cond, side, calls - 1))
        }
        _ => false,
    }
}

/// A side that may pass is not ended by `cannot move`: a pass is no move.
pub(super) fn pass_and_stuck(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let rules = facts.rules;
    for side in facts.sides() {
        let Some(pass) = passing(rules, side).next() else { continue };
        let Some(end) = rules.ends.iter().find(|e| is_stuck(rules, &e.cond, side, CALLS)) else { continue };
        let name = facts.side(side);
        let message = format!("`{name}` may pass, and \"{}\" ends the game when it cannot move", end.reason);
        let warning = Diagnostic::new(&code::PASS_AND_STUCK, pass.span, message)
            .label(end.span, "a pass is no move, so this holds all the same")
            .help("leave one of the two out");
        found.push(warning);
        // Leave for everybody is one line, and one warning is enough for it.
        if pass.side.is_none() {
            return;
        }
    }
}

/// A game that can come back to a position says what happens then.
pub(super) fn can_repeat(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let rules = facts.rules;
    let speaks = |kind: &CondKind| matches!(kind, CondKind::Occurs { .. } | CondKind::MovesWithout { .. });
    let passes = |kind: &CondKind| matches!(kind, CondKind::Passes(..));
    // Passes that end the game do not go on for ever.
    let passes_end = rules.ends.iter().any(|e| cond_has(rules, &e.cond, &passes));
    let conds = rules.ends.iter().map(|e| &e.cond).chain(rules.illegal.iter().map(|i| &i.cond));
    if conds.into_iter().any(|c| cond_has(rules, c, &speaks)) {
        return;
    }
    if rules.hooks.iter().any(|h| matches!(h.point, HookPoint::Ending | HookPoint::Legality | HookPoint::AfterMove)) {
        return;
    }
    // Something changes with every move, for good.
    let for_good = rules.after.iter().any(|a| {
        a.event == crate::ruleset::item::Event::Move
            && a.when.is_none()
            && a.effects.iter().any(|e| places(e).is_some())
    });
    let sides: Vec<SideId> = facts.sides().filter(|s| has_pieces(facts, *s)).collect();
    let to_and_fro: Vec<SideId> = sides.iter().copied().filter(|s| goes_back(facts, *s)).collect();
    let waits = |s: &SideId| to_and_fro.contains(s) || !passes_end && passing(rules, *s).next().is_some();
    let starts = |s: &SideId| to_and_fro.contains(s) || !passes_end && passing(rules, *s).any(|p| !p.when_stuck);
    if for_good || sides.is_empty() || !sides.iter().all(waits) || !sides.iter().any(starts) {
        return;
    }
    let message = if to_and_fro.is_empty() {
        "both sides may pass, and nothing ends a game in which nobody does anything else"
    } else {
        "pieces can move to and fro for ever, and nothing speaks of positions that come again"
    };
    let help = "write e.g. `end draw when position occurs 3 times \"the same position came three times\"`";
    let span = rules.phases.last().map(|p| p.span).unwrap_or_default();
    found.push(Diagnostic::new(&code::CAN_REPEAT, span, message).help(help));
}

/// Whether some piece of a side can come back to where it was without capturing.
fn goes_back(facts: &Facts<'_>, side: SideId) -> bool {
    let kinds = facts.rules.kinds.iter().zip(&facts.appears);
    kinds.filter(|(k, appears)| **appears && facts.owns(side, k)).any(|(k, _)| {
        let mut ways: Vec<(i32, i32)> = Vec::new();
        for motion in k.motions.iter().filter(|m| changes_nothing_else(m)) {
            for leg in &motion.legs {
                match &leg.offsets {
                    Some(offsets) => ways.extend(offsets.of(side).iter().map(|(x, y)| (i32::from(*x), -i32::from(*y)))),
                    None if leg.dirs.all || leg.verb == crate::ruleset::item::Verb::Leap => return true,
                    None => ways.extend(leg.dirs.compass.of(side).iter().map(crate::board::Compass::step)),
                }
            }
        }
        !ways.is_empty() && !(0..16).any(|n| ways.iter().all(|way| ahead(*way, n)))
    })
}

/// Whether a way leads ahead as seen in one of sixteen directions.
fn ahead(way: (i32, i32), seen: usize) -> bool {
    const QUARTER: [(i32, i32); 4] = [(1, 0), (2, 1), (1, 1), (1, 2)];
    let mut look = QUARTER[seen % 4];
    for _ in 0..seen / 4 {
        look = (-look.1, look.0);
    }
    way.0 * look.0 + way.1 * look.1 > 0
}

/// A motion that takes nothing, drops nothing, places nothing.
fn changes_nothing_else(motion: &Motion) -> bool {
    let takes = motion.legs.iter().any(|l| match &l.capturing {
        Some(c) => !l.either || !matches!(c.whom, Captures::Landing(_) | Captures::Behind(_)),
        None => false,
    });
    let lasting = |e: &Effect| !matches!(e.kind, EffectKind::Shift(..));
    !takes && !is_drop(motion) && !motion.effects.iter().any(|(e, _)| lasting(e))
}

/// Where one move takes several pieces the file says when they leave.
pub(super) fn silent_leave(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let said = |b: &Body| matches!(b, Body::Captured(CapturedDecl::LeaveAtOnce(_) | CapturedDecl::LeaveAtEnd(_)));
    if facts.settled.items.iter().any(|i| said(&i.body)) {
        return;
    }
    let motions = facts.rules.kinds.iter().flat_map(|k| &k.motions);
    let chain = motions.filter(|m| m.legs.iter().any(|l| l.capturing.is_some())).find_map(|m| m.repeat);
    if let Some(repeat) = chain {
        let message = "several pieces are captured in one move, and the file does not say when they leave the board";
        let help = "write `captured pieces leave at once`, or `... leave at the end of the move`";
        found.push(Diagnostic::new(&code::SILENT_LEAVE, repeat.span, message).help(help));
    }
}
