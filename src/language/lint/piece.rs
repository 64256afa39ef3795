//! Lints about pieces, hands and the sides that own them.

use super::facts::{Facts, Reads, drops, in_hand, places};
use crate::ruleset::item::Verb;
use crate::ruleset::visit::{self, Visitor};
use crate::ruleset::{
    Captures, Diagnostic, EffectKind, Hand, Kind, KindId, OnlyRule, Phase, Rules, Sel, SideId, Span, Turns, code,
};

/// A kind comes into the game at the start, from a hand, by `becomes` or by `place`.
pub(super) fn never_appears(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    for (kind, _) in facts.rules.kinds.iter().zip(&facts.appears).filter(|(_, appears)| !**appears) {
        let name = declared(facts, kind);
        if facts.is_read_elsewhere(&kind.name, name) || facts.is_read_elsewhere(&kind.plural, name) {
            continue;
        }
        let message = format!("no `{}` ever comes into the game", kind.name);
        let help = "put it into the `start`, or into a hand with `N in hand`, or let a piece become it";
        found.push(Diagnostic::new(&code::NEVER_APPEARS, kind.span, message).help(help));
    }
}

/// Where the name of a kind is declared (its span in the rules is longer).
fn declared(facts: &Facts<'_>, kind: &Kind) -> Span {
    let decl = facts.settled.items.iter().find_map(|i| match &i.body {
        crate::ruleset::item::Body::Piece(d) if d.name.text == kind.name => Some(d.name.span),
        _ => None,
    });
    decl.unwrap_or(kind.span)
}

/// Every side has pieces at the start or in hand, unless pieces change sides or come from elsewhere.
pub(super) fn sides_without(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let rules = facts.rules;
    let change_sides = facts.effects().any(|e| matches!(e.kind, EffectKind::Turn(_)) || places(e).is_some());
    if change_sides || rules.captured_to.is_some() {
        return;
    }
    for (n, side) in rules.sides.iter().enumerate() {
        let id = n as SideId;
        let has = rules.start.iter().any(|p| p.owner == Some(id))
            || rules.kinds.iter().any(|k| facts.owns(id, k) && in_hand(k));
        if !has {
            let message = format!("side `{}` has no pieces", side.name);
            let help = format!("place pieces of `{}` at the start, or give it some in hand", side.name);
            found.push(Diagnostic::new(&code::NO_PIECES, side.span, message).help(help));
        }
    }
}

/// In phases in which a side only drops, its turns are as many as its pieces in hand.
pub(super) fn hands_and_turns(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let rules = facts.rules;
    for side in facts.sides() {
        let mut turns = 0;
        let mut last: Option<Span> = None;
        for phase in rules.phases.iter().filter(|p| only_drops(p, side)) {
            let Turns::List { entries, repeats: false } = &phase.turns else { continue };
            let here: u32 = entries.iter().filter(|e| e.side == side).map(|e| e.moves).fold(0, u32::saturating_add);
            turns = here.saturating_add(turns);
            last = (here > 0).then_some(phase.span).or(last);
        }
        let Some(span) = last else { continue };
        let Some(hand) = hand_of(rules, side) else { continue };
        if hand != turns {
            let name = facts.side(side);
            let message = format!("`{name}` drops {turns} times here and has {hand} in hand");
            let help = format!("give `{name}` {hand} moves in all, or {turns} in hand");
            found.push(Diagnostic::new(&code::HANDS_AND_TURNS, span, message).help(help));
        }
    }
}

/// Whether a side can only drop in a phase.
fn only_drops(phase: &Phase, side: SideId) -> bool {
    let mine = |s: &Option<SideId>| s.is_none_or(|s| s == side);
    let mut only = phase.only.iter().filter(|o| mine(&o.side)).peekable();
    only.peek().is_some() && only.all(|o| matches!(&o.what, OnlyRule::Verbs(verbs) if verbs == &[Verb::Drop]))
}

/// How many pieces that it can drop a side has in hand; nothing if they never run out.
fn hand_of(rules: &Rules, side: SideId) -> Option<u32> {
    let mut sum = 0u32;
    for kind in rules.kinds.iter().filter(|k| k.owners.contains(&side) && drops(k)) {
        match kind.hand {
            Hand::Count(n) => sum = sum.saturating_add(n),
            Hand::Unlimited => return None,
        }
    }
    Some(sum)
}

/// What is in hand, or gets there by capture, can be dropped.
pub(super) fn no_drop(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let rules = facts.rules;
    for (n, kind) in rules.kinds.iter().enumerate() {
        let placed = facts.effects().filter_map(places).any(|k| k as usize == n);
        if drops(kind) || placed {
            continue;
        }
        if in_hand(kind) {
            let message = format!("`{}` is in hand and cannot be dropped", kind.name);
            let help = "add a line `drop to empty`";
            found.push(Diagnostic::new(&code::NO_DROP, kind.span, message).help(help));
            continue;
        }
        // A royal piece is not captured, and a promoted one may come to the hand as what it was.
        let at_start = rules.start.iter().any(|p| p.kind as usize == n && p.owner.is_some());
        let arrives = rules.captured_to.as_ref().is_some_and(|to| at_start || (facts.appears[n] && !to.unpromoted));
        if arrives && !kind.royal && is_taken(facts, n as KindId) {
            let message = format!("a captured `{}` goes to a hand and cannot be dropped from there", kind.name);
            found.push(Diagnostic::new(&code::NO_DROP, kind.span, message).help("add a line `drop to empty`"));
        }
    }
}

/// Whether a kind may be captured: silent only where every capture names other kinds.
fn is_taken(facts: &Facts<'_>, kind: KindId) -> bool {
    let mut wide = facts
        .effects()
        .any(|e| matches!(&e.kind, EffectKind::Take { counts: true, .. } | EffectKind::TakeOne { counts: true, .. }));
    let legs = facts.rules.kinds.iter().flat_map(|k| &k.motions).flat_map(|m| &m.legs);
    for leg in legs {
        let sel = match leg.capturing.as_ref().map(|c| &c.whom) {
            Some(Captures::Landing(sel) | Captures::Behind(sel)) => sel,
            Some(Captures::Over) => match &leg.over {
                Some((sel, _)) => sel,
                None => continue,
            },
            None => continue,
        };
        let mut reads = Reads::new(facts.rules);
        visit::sel(sel, &mut reads);
        wide |= reads.kinds.get(kind as usize).copied().unwrap_or(false) || !reads.kinds.contains(&true);
    }
    wide
}

/// `royal` alone forbids nothing: an `illegal` clause, or a line that says `royal`, must speak of the piece.
pub(super) fn royal_unread(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let rules = facts.rules;
    let mut everywhere = Reads::new(rules);
    visit::rules(rules, &mut everywhere);
    if everywhere.royal {
        return;
    }
    for (n, kind) in rules.kinds.iter().enumerate().filter(|(_, k)| k.royal) {
        let read = rules.illegal.iter().any(|i| facts.kinds_read(&i.cond).get(n).copied().unwrap_or(false));
        if !read {
            let message = format!("`{}` is royal, and no `illegal` line speaks of it", kind.name);
            let help =
                format!("write e.g. `illegal when any attacked {} of mover \"...\"`, or take `royal` out", kind.name);
            found.push(Diagnostic::new(&code::ROYAL_UNREAD, kind.span, message).help(help));
        }
    }
}

/// Lines of a base that name a kind are meant of what a variant lets it become too.
pub(super) fn old_kind_alone(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let rules = facts.rules;
    for (n, new) in rules.kinds.iter().enumerate().filter(|(_, k)| k.span.file == 0) {
        for (o, old) in rules.kinds.iter().enumerate().filter(|(_, k)| k.span.file != 0) {
            if !old.becomes.iter().any(|b| b.kinds.contains(&(n as KindId))) {
                continue;
            }
            let alone = |reads: &Reads<'_>| {
                let read = |k: usize| reads.kinds.get(k).copied().unwrap_or(false);
                read(o) && !read(n)
            };
            let mut spans = Vec::new();
            for end in rules.ends.iter().filter(|e| e.span.file != 0) {
                let mut reads = Reads::new(rules);
                visit::end(end, &mut reads);
                if alone(&reads) {
                    spans.push(end.span);
                }
            }
            for leg in rules.kinds.iter().flat_map(|k| &k.motions).flat_map(|m| &m.legs).filter(|l| l.span.file != 0) {
                for (sel, span) in taken(leg) {
                    let mut reads = Reads::new(rules);
                    visit::sel(sel, &mut reads as &mut dyn Visitor);
                    if alone(&reads) {
                        spans.push(span);
                    }
                }
            }
            let (Some(first), old, new) = (spans.first(), &old.name, &new.name) else { continue };
            let message = format!("this line knows `{old}` and not `{new}`, which a `{old}` becomes");
            let help = format!("replace it in this file, with `{old} or {new}`, if it is meant of both");
            let mut warning = Diagnostic::new(&code::OLD_KIND_ALONE, *first, message).help(help);
            for span in spans.iter().skip(1).take(5) {
                warning = warning.label(*span, "and this one");
            }
            found.push(warning);
        }
    }
}

/// Whom a leg jumps over, and whom it captures.
fn taken(leg: &crate::ruleset::MotionLeg) -> Vec<(&Sel, Span)> {
    let mut list: Vec<(&Sel, Span)> = leg.over.iter().map(|(s, span)| (s, *span)).collect();
    if let Some(capturing) = &leg.capturing
        && let Captures::Landing(sel) | Captures::Behind(sel) = &capturing.whom
    {
        list.push((sel, capturing.span));
    }
    list
}
