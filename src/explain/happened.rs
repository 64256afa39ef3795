//! What a script did after a move, in words.

use super::english::{list, the_side, with_article};
use crate::board::Site;
use crate::engine::{Game, Happened, HookEffect, Piece};
use crate::ruleset::item::HookPoint;
use crate::ruleset::{Hook, KindId};

/// So many things are told one by one.
const MOST: usize = 6;

/// What a script did to pieces after a move, as a clause without a full stop, the sentence of its hook in brackets: `the
/// buffalo on a1 goes to a2 (which second buffalo steps forward)`. None where it did nothing. Marks are not told: they
/// are what a script remembers, and nothing on the board changes by them.
pub fn happened_text(happened: &[Happened], game: &Game) -> Option<String> {
    let told = told(happened, game, true)?;
    Some(match hook(game) {
        Some(hook) => format!("{told} ({})", hook.decides),
        None => told,
    })
}

/// The hook that does it.
pub(super) fn hook(game: &Game) -> Option<&Hook> {
    game.rules().hooks.iter().find(|h| h.point == HookPoint::AfterMove)
}

/// The same without the hook's sentence; without captures where they are told elsewhere.
pub(super) fn told(happened: &[Happened], game: &Game, captures: bool) -> Option<String> {
    let mut parts: Vec<String> = happened.iter().filter_map(|h| part(*h, game, captures)).collect();
    if parts.is_empty() {
        return None;
    }
    if parts.len() > MOST {
        let more = parts.len() + 1 - MOST;
        parts.truncate(MOST - 1);
        parts.push(format!("{more} more things happen"));
    }
    Some(list(&parts, "and"))
}

fn part(happened: Happened, game: &Game, captures: bool) -> Option<String> {
    let name = |site: Site| game.board().name(site);
    let kind = |kind: KindId| game.rules().kinds.get(usize::from(kind)).map_or("piece", |k| k.name.as_str());
    let piece = |piece: Option<Piece>| piece.map_or("piece", |p| kind(p.kind));
    let who = piece(happened.piece);
    Some(match happened.effect {
        HookEffect::Capture(site) if captures => format!("the {who} on {} is captured", name(site)),
        HookEffect::Remove(site) => format!("the {who} on {} is taken off", name(site)),
        HookEffect::Move { from, to } if from != to => format!("the {who} on {} goes to {}", name(from), name(to)),
        HookEffect::Become { site, kind: new } => {
            format!("the {who} on {} becomes {}", name(site), with_article(kind(new)))
        }
        HookEffect::Place { kind: new, owner, site } => {
            let shared = game.rules().kinds.get(usize::from(new)).is_some_and(|k| k.owners.len() > 1);
            let side = owner.filter(|_| shared).and_then(|o| game.rules().sides.get(usize::from(o)));
            let whose = side.map_or_else(String::new, |s| format!(" of {}", the_side(&s.name)));
            format!("{}{whose} is put on {}", with_article(kind(new)), name(site))
        }
        HookEffect::Capture(_) | HookEffect::Move { .. } | HookEffect::Mark { .. } => return None,
    })
}
