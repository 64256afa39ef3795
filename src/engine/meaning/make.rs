//! What happens inside a move, in order (docs/book/a-move.md).

use super::ask::nth_slot;
use super::walk::{Refusal, Test, Walk, Walked};
use super::{ALL_LEVELS, Facts, Scene, turn, work};
use crate::board::{Site, SiteSet};
use crate::engine::hook::{AskedEffect, Calls, Happened, HookEffect};
use crate::engine::moves::{Action, Move};
use crate::engine::position::{Marked, Pie, Piece, Position};
use crate::engine::trace::{Note, Part, Place};
use crate::ruleset::item::Event;
use crate::ruleset::{
    Becomes, Effect, EffectKind, Hand, KindId, Motion, Pattern, PhaseId, Progress, Relation, SideId, Span,
};
use std::ops::ControlFlow;

/// A move in the making: what has been done so far, and to what.
#[derive(Clone)]
pub(crate) struct Making {
    /// The move as far as it goes.
    pub mv: Move,
    /// The board as far as it goes.
    pub position: Position,
    /// The landing of the moved piece.
    pub moved: Option<Site>,
    /// Captured pieces that leave at the end.
    pub taken: SiteSet,
    /// The sites that were gone through, for marks.
    pub passed: SiteSet,
    /// What a script did after it.
    pub did: Vec<Happened>,
    /// In a traced game: what was passed through and done.
    pub noted: Vec<Note>,
}

/// A finished move with the position that it leads to; nothing is judged yet.
#[derive(Clone)]
pub(crate) struct Made {
    /// The move.
    pub mv: Move,
    /// The position after the turn has moved on.
    pub after: Position,
    /// The landing of the moved piece.
    pub moved: Option<Site>,
    /// The line that moved the piece; none for passes and lone effects.
    pub span: Option<Span>,
    /// How many of the captured pieces the motion itself captured; `after every` comes behind.
    pub caught: usize,
    /// What a script did after it.
    pub did: Vec<Happened>,
    /// In a traced game: what it passed through and did, to be noted when the move is.
    pub noted: Vec<Note>,
}

impl Scene<'_> {
    /// Adds a note to those of a move.
    pub fn rides(&self, noted: &mut Vec<Note>, span: Span, part: Part, yes: bool) {
        if self.game.is_traced() {
            noted.push((Place::new(span, part), yes));
        }
    }

    /// The scene in the middle or at the end of a move.
    fn during<'b>(&'b self, making: &'b Making) -> Scene<'b> {
        Scene { moved: making.moved, left: making.mv.from(), taken: making.taken, ..self.on(&making.position) }
    }
}

/// Ends the path of a motion: the piece is put down and everything that follows is done. Choices of
/// the mover multiply the results.
pub(crate) fn finish(
    scene: &Scene,
    mv: Move,
    piece: Piece,
    walked: &Walked,
    motion: &Motion,
    tell: &mut dyn FnMut(Refusal),
) -> Vec<Made> {
    let makings = landed(scene, mv, piece, walked, motion, tell);
    makings.into_iter().flat_map(|m| conclude(scene, m, motion.leaving, Some(motion.span))).collect()
}

/// Steps (2) to (4): the piece is put down, becomes another kind, and the effects of its line happen. None: a
/// `must` found nothing to do.
pub(crate) fn landed(
    scene: &Scene,
    mv: Move,
    piece: Piece,
    walked: &Walked,
    motion: &Motion,
    tell: &mut dyn FnMut(Refusal),
) -> Vec<Making> {
    work::done(4);
    let mut position = (*walked.board).clone();
    let moved = walked.trail.last().copied();
    let game = scene.game;
    if let Some(to) = moved {
        position.cells[to as usize] = Some(Piece { moved: piece.moved || game.keeps_moved(piece.kind), ..piece });
    }
    let noted = walked.noted.clone();
    let mut making = Making { mv, position, moved, taken: walked.taken, passed: walked.passed, noted, did: Vec::new() };
    scene.rides(&mut making.noted, motion.span, Part::Motion, true);
    if let Some(repeat) = motion.repeat {
        scene.rides(&mut making.noted, repeat.span, Part::Repeat, walked.trail.len() > 1);
    }
    making.mv.trail.clone_from(&walked.trail);
    for (site, captured) in &walked.captured {
        count_capture(scene, &mut making, *site, *captured);
    }
    if let (Some(kind), Some(to)) = (walked.became, moved) {
        if let Some(piece) = &mut making.position.cells[to as usize] {
            piece.kind = kind;
            piece.moved = game.keeps_moved(kind);
            if !game.reads().was {
                piece.was = kind;
            }
        }
        making.mv.becomes = Some(kind);
    }
    let mut makings = vec![making];
    // What a chain could become on the way was asked at each landing.
    let chains = motion.repeat.is_some();
    for line in game.kind(piece.kind).becomes.iter().filter(|line| !(chains && line.in_passing)) {
        makings = makings.into_iter().flat_map(|m| become_kind(scene, m, line, walked.origin)).collect();
    }
    for (effect, must) in &motion.effects {
        let mut done = Vec::new();
        for making in makings {
            match apply(scene, making.clone(), effect) {
                Some(results) => done.extend(results),
                None if *must => {
                    scene.game.note(effect.span, Part::Effect, false);
                    let site = walked.trail.last().copied().unwrap_or_default();
                    let (from, dir) = (walked.origin, walked.dir);
                    tell(Refusal {
                        site,
                        from,
                        dir,
                        trail: walked.trail.clone(),
                        test: Test::Effect,
                        span: effect.span,
                    });
                }
                None => done.push(making),
            }
        }
        makings = done;
    }
    makings
}

/// Steps (5) to (9): taken pieces leave, `after every` blocks, the hook `after move`, flags, marks, counters, turn.
pub(crate) fn conclude(
    scene: &Scene,
    mut making: Making,
    leaving: Option<crate::ruleset::MarkId>,
    span: Option<Span>,
) -> Vec<Made> {
    work::done(4);
    for site in making.taken {
        making.position.cells[site as usize] = None;
    }
    making.taken = SiteSet::EMPTY;
    let caught = making.mv.captured.len();
    let mut makings = vec![making];
    for after in &scene.game.rules().after {
        makings = makings.into_iter().flat_map(|m| after_every(scene, m, after)).collect();
    }
    if let Some(hooks) = scene.hooks {
        let asked = |m: Making| {
            let (mut ways, notes) = scene.game.holding(|| after_move(scene, hooks, &m));
            ways.iter_mut().for_each(|way| way.noted.extend_from_slice(&notes));
            ways
        };
        makings = makings.into_iter().flat_map(asked).collect();
    }
    makings
        .into_iter()
        .map(|mut making| {
            age_marks(&mut making.position);
            if let Some(mark) = leaving {
                let lasts = scene.game.rules().marks[mark as usize].lasts.min(255) as u8;
                let ends = [making.mv.from(), making.moved];
                let passed: SiteSet = making.passed.iter().filter(|s| !ends.contains(&Some(*s))).collect();
                making.position.marks.extend(passed.iter().map(|site| Marked { mark, site, left: lasts }));
                if !passed.is_empty() {
                    let declared = &scene.game.rules().marks[mark as usize];
                    scene.rides(&mut making.noted, declared.span, Part::Effect, true);
                }
                making.position.marks.sort_unstable();
                making.position.marks.dedup();
            }
            count_progress(scene, &mut making);
            let (mv, moved, did, mut noted) = (making.mv, making.moved, making.did, making.noted);
            let after = turn_after(scene, making.position, &mv, moved, &mut noted);
            Made { mv, after, moved, span, caught, did, noted }
        })
        .collect()
}

/// A pass is a ply: marks age and the turn moves on; it is no move for effects and for counters but those of passes.
pub(crate) fn pass(scene: &Scene, side: SideId) -> Made {
    let mv = Move::new(side, Action::Pass);
    let mut position = scene.position.clone();
    age_marks(&mut position);
    for ((_, progress), count) in scene.game.counters().iter().zip(&mut position.counters) {
        if progress.as_slice() == [Progress::Move] {
            *count = count.saturating_add(1);
        }
    }
    let mut noted = Vec::new();
    let after = turn_after(scene, position, &mv, None, &mut noted);
    Made { mv, after, moved: None, span: None, caught: 0, did: Vec::new(), noted }
}

/// The players swap sides. Nothing else changes: it is a ply, but neither a move nor a turn.
pub(crate) fn swap(scene: &Scene, side: SideId) -> Made {
    let mv = Move::new(side, Action::Swap);
    let after = Position { pie: Pie::Taken, ..scene.position.clone() };
    let mut noted = Vec::new();
    let declared = scene.game.rules().phases.first();
    scene.rides(&mut noted, declared.map_or(Span::default(), |p| p.span), Part::Swap, true);
    Made { mv, after, moved: None, span: None, caught: 0, did: Vec::new(), noted }
}

/// The position with the turn moved on, and how the phase stands noted.
fn turn_after(scene: &Scene, position: Position, mv: &Move, moved: Option<Site>, noted: &mut Vec<Note>) -> Position {
    let phase = position.phase;
    let (after, notes) = scene.game.holding(|| turn::advanced(scene, position, mv, moved));
    noted.extend(notes);
    let declared = scene.game.rules().phases.get(phase as usize);
    scene.rides(noted, declared.map_or(Span::default(), |p| p.span), Part::Phase, after.phase == phase);
    count_times(scene, after, mv, moved, phase)
}

/// Counts what holds after a move, for conditions that ask for the how manyth time it is.
fn count_times(scene: &Scene, after: Position, mv: &Move, moved: Option<Site>, phase: PhaseId) -> Position {
    let nths = scene.game.nths();
    // What is asked of a position in a question asks no such question again.
    if nths.is_empty() || scene.level < ALL_LEVELS {
        return after;
    }
    let facts = Facts::of(mv);
    let asked = Scene {
        moved,
        left: mv.from(),
        facts: Some(&facts),
        phase,
        level: ALL_LEVELS - 1,
        ..Scene::before(scene.game, &after, scene.history, mv.side)
    };
    let held: Vec<bool> = nths.iter().map(|(of, _)| scene.game.quietly(|| asked.holds(of))).collect();
    let mut after = after;
    for ((number, (_, running)), held) in (0..).zip(nths).zip(held) {
        let slot = nth_slot(scene.game, number, if *running { 0 } else { mv.side });
        if let Some(count) = after.counters.get_mut(slot) {
            *count = match (held, running) {
                (true, _) => count.saturating_add(1),
                (false, true) => 0,
                (false, false) => *count,
            };
        }
    }
    after
}

fn age_marks(position: &mut Position) {
    for mark in &mut position.marks {
        mark.left = mark.left.saturating_sub(1);
    }
    position.marks.retain(|m| m.left > 0);
}

/// Counts a capture: the former owner's loss, and what enters a hand.
fn count_capture(scene: &Scene, making: &mut Making, site: Site, piece: Piece) {
    let rules = scene.game.rules();
    making.mv.captured.push((site, piece));
    if let (Some(owner), true) = (piece.owner, scene.game.reads().captured) {
        let kind = if scene.game.reads().was { piece.was } else { piece.kind };
        let count = &mut making.position.captured[owner as usize * rules.kinds.len() + kind as usize];
        *count = count.saturating_add(1);
    }
    let Some(to) = &rules.captured_to else { return };
    let kind = if to.unpromoted { piece.was } else { piece.kind };
    let limited = rules.kinds[kind as usize].hand != Hand::Unlimited;
    for side in scene.sides(&to.who) {
        if limited {
            let at = side as usize * rules.kinds.len() + kind as usize;
            making.position.hands[at] = making.position.hands[at].saturating_add(1);
        }
    }
}

/// Takes the piece from a site: a capture where it counts, else a removal.
fn take(scene: &Scene, making: &mut Making, site: Site, counts: bool) {
    if let Some(piece) = making.position.cells[site as usize].take()
        && counts
    {
        count_capture(scene, making, site, piece);
    }
}

fn become_kind(scene: &Scene, making: Making, line: &Becomes, origin: Option<Site>) -> Vec<Making> {
    let Some(to) = making.moved else { return vec![making] };
    let zone = scene.during(&making).select(&line.sel);
    let dropped = matches!(making.mv.action, Action::Drop(_) | Action::Drops(_));
    let reached = zone.contains(to) || line.or_leaving && origin.is_some_and(|o| zone.contains(o));
    if !reached || line.or_leaving && dropped || making.mv.becomes.is_some() {
        return vec![making];
    }
    let mut results = Vec::new();
    for (n, kind) in line.kinds.iter().enumerate() {
        let mut becoming = making.clone();
        scene.rides(&mut becoming.noted, line.span, Part::Becomes(n.min(255) as u8), true);
        if let Some(piece) = &mut becoming.position.cells[to as usize] {
            piece.kind = *kind;
            piece.moved = scene.game.keeps_moved(*kind);
            if !scene.game.reads().was {
                piece.was = *kind;
            }
        }
        becoming.mv.becomes = Some(*kind);
        results.push(becoming);
    }
    if line.may {
        let mut stays = making;
        scene.rides(&mut stays.noted, line.span, Part::Stays, true);
        results.push(stays);
    }
    results
}

fn after_every(scene: &Scene, making: Making, after: &crate::ruleset::After) -> Vec<Making> {
    let facts = Facts::of(&making.mv);
    let happened = match after.event {
        Event::Move => true,
        Event::Capture => !making.mv.captured.is_empty(),
        Event::Drop => facts.drop,
    };
    let asked = Scene { facts: Some(&facts), ..scene.during(&making) };
    let of = |sel| making.moved.is_some_and(|m| asked.select(sel).contains(m));
    let (asks, notes) = scene.game.holding(|| {
        happened
            && after.of.as_ref().is_none_or(of)
            && after.when.as_ref().is_none_or(|c| Scene { it: making.moved, ..asked }.holds(c))
    });
    let mut making = making;
    making.noted.extend(notes);
    scene.rides(&mut making.noted, after.span, Part::After, asks);
    if !asks {
        return vec![making];
    }
    let mut makings = vec![making];
    for effect in &after.effects {
        makings =
            makings.into_iter().flat_map(|m| apply(scene, m.clone(), effect).unwrap_or_else(|| vec![m])).collect();
    }
    makings
}

/// What a script does after a move: one making for each alternative that it leaves to the mover.
fn after_move(scene: &Scene, hooks: &Calls, making: &Making) -> Vec<Making> {
    let ways = hooks.after_move(&making.mv, &making.position, scene.history);
    let choice = ways.len() > 1;
    let mut results = Vec::new();
    for way in ways {
        let mut making = making.clone();
        if let (true, Some(first)) = (choice, way.first()) {
            making.mv.picks.push(first.effect.site());
        }
        for AskedEffect { effect, span } in way {
            let piece = match effect {
                HookEffect::Place { .. } | HookEffect::Mark { .. } => None,
                _ => making.position.piece(effect.site()),
            };
            making.did.push(Happened { effect, piece });
            match effect.apply(&mut making.position, scene.game) {
                Ok(Some(captured)) => count_capture(scene, &mut making, effect.site(), captured),
                Ok(None) => {}
                Err(why) => {
                    hooks.refuse_effect(&making.mv, span, &why);
                    return Vec::new();
                }
            }
            if let HookEffect::Move { from, to } = effect
                && making.moved == Some(from)
            {
                making.moved = Some(to);
            }
        }
        results.push(making);
    }
    results
}

/// Applies an effect; none where it touches nothing.
pub(crate) fn apply(scene: &Scene, making: Making, effect: &Effect) -> Option<Vec<Making>> {
    let mut makings = applied(scene, making, effect)?;
    makings.iter_mut().for_each(|m| scene.rides(&mut m.noted, effect.span, Part::Effect, true));
    Some(makings)
}

fn applied(scene: &Scene, mut making: Making, effect: &Effect) -> Option<Vec<Making>> {
    match &effect.kind {
        EffectKind::Take { counts, pattern } => {
            let sites = pattern_sites(&scene.during(&making), pattern);
            let standing: SiteSet = sites.iter().filter(|s| making.position.piece(*s).is_some()).collect();
            if standing.is_empty() {
                return None;
            }
            standing.iter().for_each(|s| take(scene, &mut making, s, *counts));
            Some(vec![making])
        }
        EffectKind::TakeOne { counts, picks } => {
            let asked = scene.during(&making);
            let filled = picks.iter().map(|(sel, one)| (asked.select(sel), *one));
            let standing =
                |set: SiteSet| set.iter().filter(|s| making.position.piece(*s).is_some()).collect::<SiteSet>();
            let (sites, one) = filled.map(|(set, one)| (standing(set), one)).find(|(set, _)| !set.is_empty())?;
            if !one {
                sites.iter().for_each(|s| take(scene, &mut making, s, *counts));
                return Some(vec![making]);
            }
            let pick = |site: Site| {
                let mut picked = making.clone();
                take(scene, &mut picked, site, *counts);
                picked.mv.picks.push(site);
                picked
            };
            Some(sites.iter().map(pick).collect())
        }
        EffectKind::Turn(pattern) => {
            let sites = pattern_sites(&scene.during(&making), pattern);
            let mut touched = false;
            for site in sites {
                if let Some(piece) = &mut making.position.cells[site as usize] {
                    piece.owner = Some(scene.actor);
                    touched = true;
                }
            }
            touched.then(|| vec![making])
        }
        EffectKind::PlaceAt(kind, sel) => {
            let sites = scene.during(&making).select(sel);
            let piece = stored(scene, *kind);
            sites.iter().for_each(|s| making.position.cells[s as usize] = Some(piece));
            (!sites.is_empty()).then(|| vec![making])
        }
        EffectKind::PlaceBy(kind, motion) => {
            let landings = placings(&scene.during(&making), *kind, motion);
            let place = |(site, notes): (Site, Vec<Note>)| {
                let mut placed = making.clone();
                placed.noted.extend(notes);
                placed.position.cells[site as usize] = Some(stored(scene, *kind));
                placed.mv.picks.push(site);
                placed
            };
            // `then place ... by` is part of the move: where nothing can be placed, there is no such move.
            Some(landings.into_iter().map(place).collect())
        }
        EffectKind::Shift(sel, dirs) => {
            let asked = scene.during(&making);
            let board = scene.game.board();
            let steps: Vec<(Site, Site)> = asked
                .select(sel)
                .iter()
                .filter_map(|s| {
                    let owner = making.position.piece(s)?.owner.unwrap_or(scene.actor);
                    let to = asked.dirs(dirs, s, owner).find_map(|d| board.next(s, d))?;
                    making.position.piece(to).is_none().then_some((s, to))
                })
                .collect();
            for (from, to) in &steps {
                // Two pieces that step to one site: the first does, the other stays.
                if making.position.cells[*to as usize].is_none() {
                    making.position.cells[*to as usize] = making.position.cells[*from as usize].take();
                }
            }
            (!steps.is_empty()).then(|| vec![making])
        }
    }
}

/// A piece from the common store.
fn stored(scene: &Scene, kind: KindId) -> Piece {
    let owner = scene.game.kind(kind).owners.contains(&scene.actor).then_some(scene.actor);
    Piece { kind, owner, was: kind, moved: false }
}

/// Where a placed piece may come down: it runs the motion from the landing of the moved piece.
fn placings(scene: &Scene, kind: KindId, motion: &Motion) -> Vec<(Site, Vec<Note>)> {
    let walk = Walk::new(*scene, &scene.game.kind(kind).confined);
    let mut state = walk.lift(None);
    state.cursor = scene.moved;
    state.origin = None;
    let mut landings = Vec::new();
    let _ = walk.run(&motion.path(), state, &mut |_| {}, &mut |walked| {
        if let Some(site) = walked.trail.last().filter(|s| !landings.iter().any(|(l, _)| l == *s)) {
            landings.push((*site, walked.noted.clone()));
        }
        ControlFlow::Continue(())
    });
    landings
}

fn pattern_sites(scene: &Scene, pattern: &Pattern) -> SiteSet {
    let board = scene.game.board();
    let set = scene.select(&pattern.sel);
    match &pattern.relation {
        None => set,
        Some(Relation::Surrounded(dirs, by)) => {
            let by = scene.select(by);
            let surrounded = |site: &Site| {
                let around = (0..board.dirs()).filter(|d| match board.class(*site, *d) {
                    Some(c) => dirs.all || dirs.compass.of(scene.actor).contains(c),
                    None => dirs.all,
                });
                around.into_iter().all(|d| match board.next(*site, d) {
                    Some(next) => by.contains(next),
                    // The edge is not in the set; a line that is not drawn is no neighbour.
                    None => !board.is_edge(*site, d),
                })
            };
            set.iter().filter(surrounded).collect()
        }
        Some(Relation::Between(dirs, end)) => {
            let Some(from) = scene.moved else { return SiteSet::EMPTY };
            let end = scene.select(end);
            let mut found = SiteSet::EMPTY;
            for dir in scene.dirs(dirs, from, scene.actor) {
                let mut run = SiteSet::EMPTY;
                let mut at = board.next(from, dir);
                while let Some(site) = at.filter(|s| set.contains(*s) && !run.contains(*s)) {
                    run.insert(site);
                    at = board.next(site, dir);
                    if !pattern.rows {
                        break;
                    }
                }
                if !run.is_empty() && at.is_some_and(|s| end.contains(s)) {
                    found = found.or(run);
                }
            }
            found
        }
    }
}

/// The counters of moves without progress.
fn count_progress(scene: &Scene, making: &mut Making) {
    for (counter, (of, progress)) in scene.game.counters().iter().enumerate() {
        let counted = of.as_ref().is_none_or(|sel| moved_is(scene, making, sel));
        if !counted {
            continue;
        }
        let made = progress.iter().any(|p| match p {
            Progress::Capture => !making.mv.captured.is_empty(),
            Progress::Drop => matches!(making.mv.action, Action::Drop(_) | Action::Drops(_)),
            Progress::Advance => advances(scene, making),
            Progress::MoveOf(sel) => moved_is(scene, making, sel),
            Progress::Promotion => making.mv.becomes.is_some(),
            Progress::Move => true,
        });
        if let Some(count) = making.position.counters.get_mut(counter) {
            *count = if made { 0 } else { count.saturating_add(1) };
        }
    }
}

/// Whether the moved piece is one of S: as it stood before the move; a dropped one as it stands after.
fn moved_is(scene: &Scene, making: &Making, sel: &crate::ruleset::Sel) -> bool {
    match making.mv.from() {
        Some(from) => scene.select(sel).contains(from),
        None => making.moved.is_some_and(|m| scene.during(making).select(sel).contains(m)),
    }
}

fn advances(scene: &Scene, making: &Making) -> bool {
    let faces = scene.game.rules().sides[scene.actor as usize].faces;
    let board = scene.game.board();
    match (faces, making.mv.from(), making.moved) {
        (Some(f), Some(from), Some(to)) => board.advance(to, f) > board.advance(from, f),
        _ => false,
    }
}
