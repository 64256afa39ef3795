//! Whose turn comes next (docs/book/turns.md).

use super::{Facts, Scene};
use crate::board::Site;
use crate::engine::game::Game;
use crate::engine::moves::Move;
use crate::engine::position::{Pie, Position, TurnPointer};
use crate::ruleset::item::Verb;
use crate::ruleset::{Entry, Hand, OnlyRule, PhaseId, SideId, Turns};

/// The position after a move with the turn moved on.
pub(crate) fn advanced(scene: &Scene, position: Position, mv: &Move, moved: Option<Site>) -> Position {
    let mut position = moved_on(scene, position, mv, moved);
    position.pie = match position.pie {
        Pie::Coming if position.to_move != mv.side => Pie::Open,
        Pie::Open => Pie::Over,
        pie => pie,
    };
    position
}

fn moved_on(scene: &Scene, mut position: Position, mv: &Move, moved: Option<Site>) -> Position {
    let game = scene.game;
    if game.reads().mover {
        position.last = Some(mv.side);
    }
    let phase = &game.rules().phases[position.phase as usize];
    let facts = Facts::of(mv);
    let until = phase.until.as_ref();
    let over = until.is_some_and(|c| Scene { moved, facts: Some(&facts), ..scene.on(&position) }.holds(c));
    if over {
        next_phase(game, &mut position, mv.side);
        return position;
    }
    match &phase.turns {
        Turns::Alternating(_) => position.to_move = after(game, &position, mv.side),
        Turns::List { entries, .. } => {
            let entry = entries[position.turn.entry as usize];
            let left = if entry.in_one_move { 0 } else { position.turn.left.saturating_sub(1) };
            if left > 0 && can_use(game, &position, entry) {
                position.turn.left = left;
            } else {
                let next = position.turn.entry as usize + 1;
                enter_list(game, &mut position, next, mv.side);
            }
        }
    }
    position
}

/// A phase begins. `mover` is who moved last.
pub(crate) fn begin(game: &Game, position: &mut Position, phase: PhaseId, mover: Option<SideId>) {
    position.phase = phase;
    position.turn = TurnPointer::default();
    match &game.rules().phases[phase as usize].turns {
        Turns::Alternating(first) => {
            let next = mover.map_or(0, |m| after(game, position, m));
            position.to_move = first.unwrap_or(next);
            if position.is_out(position.to_move) {
                position.to_move = after(game, position, position.to_move);
            }
        }
        Turns::List { .. } => enter_list(game, position, 0, mover.unwrap_or(0)),
    }
}

/// The turn goes to the first entry of the list, from `entry` on, that can be used; after the last the
/// list repeats or the next phase begins.
fn enter_list(game: &Game, position: &mut Position, entry: usize, mover: SideId) {
    let Turns::List { entries, repeats } = &game.rules().phases[position.phase as usize].turns else { return };
    let wrapped =
        entries.iter().enumerate().skip(entry).chain(entries.iter().enumerate().take(if *repeats { entry } else { 0 }));
    for (n, e) in wrapped {
        if can_use(game, position, *e) {
            position.turn = TurnPointer { entry: n as u16, left: e.moves.min(u32::from(u16::MAX)) as u16 };
            position.to_move = e.side;
            return;
        }
    }
    next_phase(game, position, mover);
}

/// After the last phase its turns begin anew.
fn next_phase(game: &Game, position: &mut Position, mover: SideId) {
    let last = game.rules().phases.len() - 1;
    if (position.phase as usize) < last {
        begin(game, position, position.phase + 1, Some(mover));
        return;
    }
    // Nothing follows: the entries go round without regard to hands, so that the game can end by its rules.
    position.to_move = after(game, position, mover);
    if let Turns::List { entries, .. } = &game.rules().phases[position.phase as usize].turns {
        let found = entries.iter().position(|e| e.side == position.to_move).unwrap_or(0);
        position.turn = TurnPointer { entry: found as u16, left: entries[found].moves.min(65_535) as u16 };
        position.to_move = entries[found].side;
    }
}

/// An entry whose side is out, or can only drop and has nothing in hand, is skipped.
fn can_use(game: &Game, position: &Position, entry: Entry) -> bool {
    let nothing_to_drop = only_drops(game, position.phase, entry.side) && hand_empty(game, position, entry.side);
    !position.is_out(entry.side) && !nothing_to_drop
}

/// Whether a side can do nothing but drop in a phase.
pub(crate) fn only_drops(game: &Game, phase: PhaseId, side: SideId) -> bool {
    let only = game.rules().phases[phase as usize].only.iter().filter(|o| o.side.is_none_or(|s| s == side));
    only.into_iter().any(|o| matches!(&o.what, OnlyRule::Verbs(verbs) if verbs.iter().all(|v| *v == Verb::Drop)))
}

/// Whether a side has nothing in hand.
pub(crate) fn hand_empty(game: &Game, position: &Position, side: SideId) -> bool {
    let kinds = &game.rules().kinds;
    kinds.iter().enumerate().all(|(k, kind)| {
        let counted = position.hands[side as usize * kinds.len() + k] == 0;
        counted && !(kind.hand == Hand::Unlimited && kind.owners.contains(&side))
    })
}

/// The next side in play, in the order of declarations.
pub(crate) fn after(game: &Game, position: &Position, side: SideId) -> SideId {
    let sides = game.rules().sides.len() as SideId;
    (1..=sides).map(|n| (side + n) % sides).find(|s| !position.is_out(*s)).unwrap_or(side)
}
