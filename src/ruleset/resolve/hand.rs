//! Whether those who get captured pieces into their hand may own them.

use super::super::code::HAND_OF_ANOTHER;
use super::super::item::{Body, CapturedDecl};
use super::super::rules::{
    CallOf, Captures, CondKind, Effect, EffectKind, Hand, Kind, KindId, OnlyRule, Rules, Sel, SideId, Who,
};
use super::super::{Diagnostic, Span};
use super::world::World;

/// How deep a selection is looked into; beyond, anything may fit.
const DEPTH: usize = 100;

/// A captured piece goes to the hand of a side: it must be one that this side may own. Royal pieces are left out: they
/// are attacked and not captured. No call may lead back to itself.
pub(super) fn check(world: &mut World<'_>, rules: &Rules) {
    let Some(to) = &rules.captured_to else { return };
    let Some(span) = world.settled.items.iter().find_map(|i| match &i.body {
        Body::Captured(CapturedDecl::ToHand(_, _, span)) => Some(*span),
        _ => None,
    }) else {
        return;
    };
    for (n, kind) in rules.kinds.iter().enumerate().filter(|(_, k)| !k.royal) {
        let kind_id = n as KindId;
        // An unpromoted piece comes to the hand as what it was at first.
        if !comes(rules, kind_id, !to.unpromoted) {
            continue;
        }
        let found = captures(rules).find_map(|(by, sel, at)| {
            let taken = owners(kind).any(|owner| may_be(rules, sel, Piece { kind: kind_id, owner, by: Some(by) }, 0));
            let holder = holder(&to.who, by).filter(|s| !kind.owners.contains(s))?;
            taken.then_some((holder, at))
        });
        if let Some((holder, at)) = found {
            let holder = rules.sides[holder as usize].name.as_str();
            let message = format!("a captured `{}` would go to the hand of `{holder}`, which cannot own it", kind.name);
            let help = format!("add `{holder}` to the owners of `{}`, or say whom to capture instead", kind.name);
            let error =
                Diagnostic::new(&HAND_OF_ANOTHER, span, message).label(at, "it can be captured here").help(help);
            world.errors.push(error);
        }
    }
}

/// Whether a kind is there at the start, or, where that counts, made out of another.
fn comes(rules: &Rules, kind: KindId, made: bool) -> bool {
    let declared = &rules.kinds[kind as usize];
    let becomes = || rules.kinds.iter().flat_map(|k| &k.becomes).any(|b| b.kinds.contains(&kind));
    rules.start.iter().any(|p| p.kind == kind) || declared.hand != Hand::Count(0) || made && becomes()
}

/// The owners that a piece of a kind may have; none of a neutral one.
fn owners(kind: &Kind) -> impl Iterator<Item = Option<SideId>> + '_ {
    kind.owners.iter().map(|o| Some(*o)).chain(kind.owners.is_empty().then_some(None))
}

/// Whose hand it is when that side captures, where that is one side.
fn holder(who: &Who, by: SideId) -> Option<SideId> {
    match who {
        Who::Side(side) => Some(*side),
        Who::Mover | Who::Actor => Some(by),
        Who::NextPlayer | Who::Player | Who::EnemyOf(_) => None,
    }
}

/// Every capture: by whom, of what, and where written.
fn captures(rules: &Rules) -> impl Iterator<Item = (SideId, &Sel, Span)> {
    let motions = rules.kinds.iter().flat_map(|k| k.motions.iter().map(move |m| (k, m)));
    let of_motions = motions.flat_map(|(kind, motion)| {
        let legs = motion.legs.iter().filter_map(|leg| {
            let capturing = leg.capturing.as_ref()?;
            match &capturing.whom {
                Captures::Landing(sel) | Captures::Behind(sel) => Some((sel, capturing.span)),
                Captures::Over => leg.over.as_ref().map(|(sel, span)| (sel, *span)),
            }
        });
        let effects = motion.effects.iter().flat_map(|(e, _)| taken(e));
        let found: Vec<(&Sel, Span)> = legs.chain(effects).collect();
        kind.owners.iter().flat_map(move |by| found.clone().into_iter().map(|(sel, at)| (*by, sel, at)))
    });
    let only = rules.phases.iter().flat_map(|p| &p.only).filter_map(|o| match &o.what {
        OnlyRule::Effect(e) => Some(e),
        OnlyRule::Verbs(_) => None,
    });
    let sides = 0..rules.sides.len() as SideId;
    let effects = only.chain(rules.after.iter().flat_map(|a| &a.effects)).flat_map(taken);
    of_motions.chain(effects.flat_map(move |(sel, at)| sides.clone().map(move |by| (by, sel, at))))
}

/// What an effect captures.
fn taken(effect: &Effect) -> Vec<(&Sel, Span)> {
    match &effect.kind {
        EffectKind::Take { counts: true, pattern } => vec![(&pattern.sel, effect.span)],
        EffectKind::TakeOne { counts: true, picks } => picks.iter().map(|(s, _)| (s, effect.span)).collect(),
        _ => Vec::new(),
    }
}

/// A piece that is looked at by a side, where that is known.
#[derive(Clone, Copy)]
struct Piece {
    kind: KindId,
    owner: Option<SideId>,
    by: Option<SideId>,
}

/// Whether such a piece can be in a selection, wherever it stands and whatever happened: false only if it never is.
fn may_be(rules: &Rules, sel: &Sel, piece: Piece, depth: usize) -> bool {
    if depth > DEPTH {
        return true;
    }
    let inside = |s: &Sel| may_be(rules, s, piece, depth + 1);
    match sel {
        Sel::Empty => false,
        Sel::Kind(_) | Sel::OwnedBy(_) | Sel::Friend | Sel::Enemy | Sel::Royal => is(rules, sel, piece).unwrap_or(true),
        Sel::Not(of) => is(rules, of, piece).is_none_or(|is| !is),
        Sel::Union(parts) => parts.iter().any(inside),
        Sel::Intersection(parts) => parts.iter().all(inside),
        Sel::Called(call) => rules.calls.get(*call as usize).is_none_or(|call| match (call.of, &call.cond.kind) {
            (CallOf::Kind(kind), _) if kind != piece.kind => false,
            // In a call the owner of the piece looks.
            (_, CondKind::Are(Sel::It, what)) => may_be(rules, what, Piece { by: piece.owner, ..piece }, depth + 1),
            _ => true,
        }),
        _ => true,
    }
}

/// Whether a piece is what one word says; nothing where it depends on more than kind and owner.
fn is(rules: &Rules, word: &Sel, piece: Piece) -> Option<bool> {
    match word {
        Sel::Piece => Some(true),
        Sel::Kind(kind) => Some(*kind == piece.kind),
        Sel::Royal => rules.kinds.get(piece.kind as usize).map(|k| k.royal),
        Sel::Friend | Sel::OwnedBy(Who::Actor) => piece.by.map(|by| piece.owner == Some(by)),
        Sel::Enemy => piece.by.map(|by| piece.owner.is_some_and(|o| o != by)),
        Sel::OwnedBy(Who::Side(side)) => Some(piece.owner == Some(*side)),
        Sel::OwnedBy(Who::EnemyOf(of)) if **of == Who::Actor => piece.by.map(|by| piece.owner.is_some_and(|o| o != by)),
        _ => None,
    }
}
