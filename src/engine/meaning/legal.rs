//! Which moves may be played (docs/book/legality.md).

use super::make::{Made, Making, apply, conclude, finish, landed, pass, swap};
use super::walk::{Refusal, Test, Walk, Walked};
use super::{ALL_LEVELS, Facts, Scene, key};
use crate::board::{Site, SiteSet};
use crate::engine::MAX_MOVES;
use crate::engine::hook::Calls;
use crate::engine::moves::{Action, Move};
use crate::engine::play::Occurrence;
use crate::engine::position::{Pie, Piece, Position};
use crate::engine::trace::{Note, Part};
use crate::ruleset::item::Verb;
use crate::ruleset::path::Path;
use crate::ruleset::{Effect, Filter, Hand, Illegal, KindId, Motion, Must, OnlyRule, Passing, SideId, Turns};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What a candidate is given to; `Break` ends the search.
type Give<'g> = &'g mut dyn FnMut(Made) -> ControlFlow<()>;

/// All moves that may be played, in a fixed order: by site and motion, drops by kind, joint moves, passes and the swap
/// last. `merge` keeps one of several paths that are the same move.
pub(crate) fn legal(scene: &Scene, merge: bool) -> Vec<Made> {
    let side = scene.position.to_move;
    if scene.position.is_out(side) {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for (position, taken) in without_forfeits(scene.position) {
        let scene = scene.on(&position);
        // Where the order of captures counts, ways that lead to the same are told apart until it was asked.
        let late = scene.game.rules().filters.iter().any(|f| matches!(f.must, Must::CaptureFirst(_)));
        let mut part = duty(&scene, legal_before_duty(&scene, side, merge && !late));
        if late && merge {
            let mut kept: Vec<Made> = Vec::new();
            for made in part {
                if !kept.iter().any(|k| same_move(k, &made)) {
                    kept.push(made);
                }
            }
            part = kept;
        }
        if may_pass(&scene, side, part.is_empty()) {
            part.push(noted_pass(&scene, side, part.is_empty()));
        } else {
            leave_to_pass(&scene, side).for_each(|line| scene.game.note(line.span, Part::Pass, false));
        }
        if let Some(site) = taken {
            part.iter_mut().for_each(|m| m.mv.picks.insert(0, site));
        }
        moves.append(&mut part);
    }
    if may_swap(scene.position) {
        moves.push(swap(scene, side));
    }
    moves.iter().for_each(|m| scene.game.note_all(&m.noted));
    moves
}

/// Notes what a list of the moves of one piece says, where duties and forfeits say nothing of it.
pub(crate) fn note_moves_of(scene: &Scene, site: Site, listed: &[Made]) {
    let scene = Scene { only: Some(site), ..*scene };
    let moves = legal_before_duty(&scene, scene.position.to_move, true);
    let listed = moves.iter().filter(|m| listed.iter().any(|l| l.mv == m.mv));
    listed.for_each(|m| scene.game.note_all(&m.noted));
}

/// The lines that let a side pass, now or when it is stuck.
fn leave_to_pass<'g>(scene: &Scene<'g>, side: SideId) -> impl Iterator<Item = &'g Passing> + use<'g> {
    let holds = |p: &&'g Passing| p.when.as_ref().is_none_or(|c| scene.holds(c));
    let lines = scene.game.rules().passing.iter().filter(|p| p.side.is_none_or(|s| s == side)).filter(holds);
    lines.collect::<Vec<_>>().into_iter()
}

/// A pass, with the lines that allow it.
fn noted_pass(scene: &Scene, side: SideId, nothing_left: bool) -> Made {
    let mut made = pass(scene, side);
    for line in leave_to_pass(scene, side) {
        scene.rides(&mut made.noted, line.span, Part::Pass, !line.when_stuck || nothing_left);
    }
    made
}

/// The position itself or, where a piece is to be taken off first, the position without each of them.
pub(crate) fn without_forfeits(position: &Position) -> Vec<(Cow<'_, Position>, Option<Site>)> {
    if position.forfeit.is_empty() {
        return vec![(Cow::Borrowed(position), None)];
    }
    let without = |site: Site| {
        let mut position = position.clone();
        position.cells[site as usize] = None;
        position.forfeit = SiteSet::EMPTY;
        (Cow::Owned(position), Some(site))
    };
    position.forfeit.iter().map(without).collect()
}

/// Whether the player to move has anything to play, a pass included.
pub(crate) fn has_any(scene: &Scene) -> bool {
    let side = scene.position.to_move;
    can_move(scene, side) || may_pass(scene, side, true) || may_swap(scene.position)
}

/// Whether the player to move may swap sides.
fn may_swap(position: &Position) -> bool {
    position.pie == Pie::Open
}

fn may_pass(scene: &Scene, side: SideId, nothing_left: bool) -> bool {
    leave_to_pass(scene, side).any(|p| !p.when_stuck || nothing_left)
}

/// What a side can do with its pieces, whoever is to move: what is illegal, duties and passes aside.
pub(crate) fn reach(scene: &Scene, side: SideId) -> Vec<Made> {
    let scene = Scene { mover: Some(side), level: 0, hooks: None, ..scene.acting(side) };
    legal_before_duty(&scene, side, true)
}

/// Steps 1 and 2: candidates that no `illegal` clause forbids.
fn legal_before_duty(scene: &Scene, side: SideId, merge: bool) -> Vec<Made> {
    let mut moves: Vec<Made> = Vec::new();
    // The moves by origin, landing and choices: only those of one place can be the same.
    let mut places: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let _ = legal_each(scene, side, &mut |made| {
        let place = places.entry((made.mv.from(), made.mv.to(), made.mv.picks.clone())).or_default();
        if !merge || !place.iter().any(|n| same_move(&moves[*n], &made)) {
            place.push(moves.len());
            moves.push(made);
        }
        if moves.len() < MAX_MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    moves
}

/// Two paths are the same move if origin, last landing, choices (the kind that a piece becomes is one, whatever happens to
/// the piece) and the resulting position are the same.
fn same_move(a: &Made, b: &Made) -> bool {
    let choices = |m: &Made| (m.mv.picks.clone(), m.mv.becomes);
    a.mv.action == b.mv.action && a.mv.to() == b.mv.to() && choices(a) == choices(b) && a.after == b.after
}

fn legal_each(scene: &Scene, side: SideId, give: Give) -> ControlFlow<()> {
    let clauses: Vec<&Illegal> = scene.game.rules().illegal.iter().filter(|i| i.level < scene.level).collect();
    // A script is no clause of the file: clauses that ask what is legal do not ask it, so it cannot ask itself.
    let asks = scene.hooks.is_some() && scene.level == ALL_LEVELS;
    if let Some(hooks) = scene.hooks {
        hooks.look(scene.position, scene.history);
    }
    if clauses.is_empty() && !asks {
        return candidates(scene, side, &mut |_, _| {}, give);
    }
    let history = extended(scene);
    candidates(scene, side, &mut |_, _| {}, &mut |mut made| {
        let (forbidden, notes) = scene.game.holding(|| {
            clauses.iter().any(|c| forbids(scene, side, c, &made, &history))
                || asks && forbidden_by_hook(scene, &made, &history).is_some()
        });
        if forbidden {
            scene.game.note_all(&notes);
            return ControlFlow::Continue(());
        }
        made.noted.extend(notes);
        if scene.hooks.is_some_and(Calls::failed) {
            return ControlFlow::Break(());
        }
        give(made)
    })
}

/// Why a `legality` hook forbids a move, if it does. `history` goes as far as the position before the move.
fn forbidden_by_hook(scene: &Scene, made: &Made, history: &[Occurrence]) -> Option<String> {
    scene.hooks?.forbids(&made.mv, &made.after, history)
}

/// The same for a move that no clause of the file forbids.
pub(crate) fn hook_forbids(scene: &Scene, made: &Made) -> Option<String> {
    forbidden_by_hook(scene, made, &extended(scene))
}

/// The `illegal` clause that forbids a move, if one does.
pub(crate) fn forbidden_by<'g>(scene: &Scene<'g>, side: SideId, made: &Made) -> Option<&'g Illegal> {
    let history = extended(scene);
    let clauses = scene.game.rules().illegal.iter().filter(|i| i.level < scene.level);
    clauses.into_iter().find(|c| forbids(scene, side, c, made, &history))
}

fn forbids(scene: &Scene, side: SideId, clause: &Illegal, made: &Made, history: &[Occurrence]) -> bool {
    let facts = Facts::of(&made.mv);
    let after = Scene {
        position: &made.after,
        history,
        actor: side,
        mover: Some(side),
        moved: made.moved,
        left: made.mv.from(),
        facts: Some(&facts),
        phase: scene.phase,
        level: clause.level,
        ..Scene::before(scene.game, &made.after, history, side)
    };
    let forbids = after.holds(&clause.cond);
    scene.game.note(clause.span, Part::Illegal, forbids);
    forbids
}

/// The history with the present position, as the position after a move sees it; where no `illegal` clause
/// reads repetition it is not asked for.
fn extended<'a>(scene: &Scene<'a>) -> Cow<'a, [Occurrence]> {
    let hooked = scene.hooks.is_some() && scene.game.reads_history();
    if !scene.game.illegal_reads_history() && !hooked {
        return Cow::Borrowed(scene.history);
    }
    let mut history = scene.history.to_vec();
    history.push(key::occurrence(scene));
    Cow::Owned(history)
}

/// Whether a side, given the turn now, has a move that no `illegal` clause forbids. Passes are no moves.
pub(crate) fn can_move(scene: &Scene, side: SideId) -> bool {
    let (can, notes) = scene.game.holding(|| has_legal(scene, side));
    // That a side cannot move hangs on everything that was looked at; that it can, on one move of which nobody asked.
    if !can {
        scene.game.note_all(&notes);
    }
    can
}

fn has_legal(scene: &Scene, side: SideId) -> bool {
    if scene.position.is_out(side) {
        return false;
    }
    without_forfeits(scene.position).iter().any(|(position, _)| {
        let mut position = position.clone();
        if position.to_move != side {
            position.to_mut().to_move = side;
        }
        let before = Scene { level: scene.level, ..Scene::before(scene.game, &position, scene.history, side) }
            .asking(scene.hooks);
        legal_each(&before, side, &mut |_| ControlFlow::Break(())).is_break()
    })
}

/// Whether a side, given the turn now, has such a move from one of some sites to one of others.
pub(crate) fn can_reach(scene: &Scene, side: SideId, from: SiteSet, to: SiteSet) -> bool {
    let position = Position { to_move: side, ..scene.position.clone() };
    let before =
        Scene { level: scene.level, ..Scene::before(scene.game, &position, scene.history, side) }.asking(scene.hooks);
    scene.game.quietly(|| {
        legal_each(&before, side, &mut |made| {
            let fits = made.mv.from().is_some_and(|f| from.contains(f)) && made.mv.to().is_some_and(|t| to.contains(t));
            if fits { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    })
}

/// Step 3: the filters, in file order.
fn duty(scene: &Scene, mut moves: Vec<Made>) -> Vec<Made> {
    for filter in &scene.game.rules().filters {
        let dutiful = fulfils(scene, &filter.must, &moves);
        let bites = dutiful.contains(&true) && dutiful.contains(&false);
        if !bites {
            scene.game.note(filter.span, Part::Filter, false);
            continue;
        }
        if filter.huff {
            forfeit(&mut moves, &dutiful);
            let missed = moves.iter_mut().zip(&dutiful).filter(|(_, d)| !**d);
            missed.for_each(|(m, _)| scene.rides(&mut m.noted, filter.span, Part::Filter, true));
        } else {
            scene.game.note(filter.span, Part::Filter, true);
            let mut keep = dutiful.iter();
            moves.retain(|_| keep.next().copied().unwrap_or(false));
        }
    }
    moves
}

/// Which of the moves fulfil a duty.
pub(crate) fn fulfils(scene: &Scene, must: &Must, moves: &[Made]) -> Vec<bool> {
    match must {
        Must::Capture => moves.iter().map(|m| m.caught > 0).collect(),
        Must::CaptureFirst(sel) => {
            let of = scene.select(sel);
            let when = |m: &Made| -> Vec<usize> {
                let captured = m.mv.captured.iter().take(m.caught).enumerate();
                captured.filter(|(_, (site, _))| of.contains(*site)).map(|(n, _)| n).collect()
            };
            // Earlier is better, and so is any at all.
            let better = |a: &[usize], b: &[usize]| {
                let differ = a.iter().zip(b).find(|(x, y)| x != y);
                differ.map_or(a.len().cmp(&b.len()).reverse(), |(x, y)| x.cmp(y))
            };
            let all: Vec<Vec<usize>> = moves.iter().map(when).collect();
            let best = all.iter().filter(|w| !w.is_empty()).min_by(|a, b| better(a, b));
            all.iter().map(|w| Some(w) == best).collect()
        }
        Must::CaptureBy(sel) => {
            let by = scene.select(sel);
            moves.iter().map(|m| m.caught > 0 && m.mv.from().is_some_and(|f| by.contains(f))).collect()
        }
        Must::CaptureMost(sel) => {
            let of = sel.as_ref().map(|s| scene.select(s));
            let count = |m: &Made| {
                m.mv.captured[..m.caught].iter().filter(|(site, _)| of.is_none_or(|o| o.contains(*site))).count()
            };
            let most = moves.iter().map(count).max().unwrap_or(0);
            moves.iter().map(|m| most > 0 && count(m) == most).collect()
        }
    }
}

/// The filter that keeps a move from being played, if one does.
pub(crate) fn filtered_by<'g>(scene: &Scene<'g>, side: SideId, made: &Made) -> Option<&'g Filter> {
    let late = scene.game.rules().filters.iter().any(|f| matches!(f.must, Must::CaptureFirst(_)));
    let mut moves = legal_before_duty(scene, side, !late);
    for filter in scene.game.rules().filters.iter().filter(|f| !f.huff) {
        let dutiful = fulfils(scene, &filter.must, &moves);
        if !dutiful.contains(&true) {
            continue;
        }
        let mut keep = dutiful.iter();
        moves.retain(|_| keep.next().copied().unwrap_or(false));
        if !moves.iter().any(|m| same_move(m, made)) {
            return Some(filter);
        }
    }
    None
}

/// `or lose that piece`: a move that missed the duty leaves the pieces that could have fulfilled it to be
/// taken off; a single one goes at once.
fn forfeit(moves: &mut [Made], dutiful: &[bool]) {
    let able: SiteSet = moves.iter().zip(dutiful).filter(|(_, d)| **d).filter_map(|(m, _)| m.mv.from()).collect();
    for (made, _) in moves.iter_mut().zip(dutiful).filter(|(_, d)| !**d) {
        let now = able.iter().map(|s| if made.mv.from() == Some(s) { made.moved.unwrap_or(s) } else { s });
        let standing: SiteSet = now.filter(|s| made.after.piece(*s).is_some()).collect();
        if standing.len() == 1 {
            standing.iter().for_each(|s| made.after.cells[s as usize] = None);
        } else {
            made.after.forfeit = standing;
        }
    }
}

/// What is told of refusals: which piece or hand, which motion of its kind.
pub(crate) type TellAll<'t> = &'t mut dyn FnMut(MotionId, Refusal);

/// A motion of a piece or of a kind in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MotionId {
    /// The kind.
    pub kind: KindId,
    /// Index in the kind's motions.
    pub motion: usize,
    /// From where; none for a drop.
    pub from: Option<Site>,
}

/// Step 1: all paths of all pieces of a side, drops, joint moves, the phase's lone effects.
pub(crate) fn candidates(scene: &Scene, side: SideId, tell: TellAll, give: Give) -> ControlFlow<()> {
    let scene = Scene { mover: Some(side), ..scene.acting(side) };
    let allowed = Allowed::of(&scene, side);
    note_held_back(&scene, side, &allowed);
    for effect in &allowed.effects {
        lone_effect(&scene, side, effect, give)?;
    }
    if !allowed.motions {
        return ControlFlow::Continue(());
    }
    for site in scene.game.board().sites().iter().filter(|s| scene.only.is_none_or(|only| only == *s)) {
        if let Some(piece) = scene.position.piece(site).filter(|p| p.owner == Some(side)) {
            piece_moves(&scene, side, site, piece, &allowed, tell, give)?;
        }
    }
    if scene.only.is_some() {
        return ControlFlow::Continue(());
    }
    for kind in 0..scene.game.rules().kinds.len() {
        drops(&scene, side, kind as KindId, &allowed, tell, give)?;
    }
    if allowed.verbs.is_none() {
        for joint in 0..scene.game.rules().joints.len() {
            joint_move(&scene, side, joint, give)?;
        }
    }
    ControlFlow::Continue(())
}

/// Notes the lines of the phase that hold a piece of the side back.
fn note_held_back(scene: &Scene, side: SideId, allowed: &Allowed) {
    let lines = &scene.game.rules().phases[scene.position.phase as usize].only;
    if !scene.game.is_traced() || lines.is_empty() {
        return;
    }
    let held = |kind: KindId, drop: bool| {
        let motions = scene.game.kind(kind).motions.iter();
        motions.filter(|m| is_drop(m) == drop).any(|m| !allowed.allows(m))
    };
    let standing = scene.position.cells.iter().flatten().any(|p| p.owner == Some(side) && held(p.kind, false));
    let mut kinds = (0..scene.game.rules().kinds.len()).map(|k| k as KindId);
    if standing || kinds.any(|k| in_hand(scene, side, k).is_some() && held(k, true)) {
        let lines = lines.iter().filter(|o| o.side.is_none_or(|s| s == side));
        lines.for_each(|line| scene.game.note(line.span, Part::Only, true));
    }
}

/// What the phase allows a side.
pub(crate) struct Allowed<'a> {
    /// Moves without a piece.
    pub effects: Vec<&'a Effect>,
    /// Whether pieces may move at all.
    pub motions: bool,
    /// Only motions that begin with one of these verbs.
    pub verbs: Option<Vec<Verb>>,
}

impl<'a> Allowed<'a> {
    /// The lines of the present phase that speak of a side, together.
    pub fn of(scene: &Scene<'a>, side: SideId) -> Allowed<'a> {
        let lines = &scene.game.rules().phases[scene.position.phase as usize].only;
        let mut allowed = Allowed { effects: Vec::new(), motions: true, verbs: None };
        for only in lines.iter().filter(|o| o.side.is_none_or(|s| s == side)) {
            match &only.what {
                OnlyRule::Effect(effect) => allowed.effects.push(effect),
                OnlyRule::Verbs(verbs) => allowed.verbs.get_or_insert_default().extend(verbs),
            }
        }
        allowed.motions = allowed.effects.is_empty() || allowed.verbs.is_some();
        allowed
    }

    /// Whether a motion may be made.
    pub fn allows(&self, motion: &Motion) -> bool {
        let verb = motion.legs.first().map(|l| l.verb);
        self.motions && self.verbs.as_ref().is_none_or(|verbs| verb.is_some_and(|v| verbs.contains(&v)))
    }
}

/// A motion begins in the hand.
pub(crate) fn is_drop(motion: &Motion) -> bool {
    motion.legs.first().is_some_and(|l| l.verb == Verb::Drop)
}

/// All paths of one piece.
pub(crate) fn piece_moves(
    scene: &Scene,
    side: SideId,
    from: Site,
    piece: Piece,
    allowed: &Allowed,
    tell: TellAll,
    give: Give,
) -> ControlFlow<()> {
    let kind = scene.game.kind(piece.kind);
    for (n, motion) in kind.motions.iter().enumerate().filter(|(_, m)| !is_drop(m) && allowed.allows(m)) {
        let id = MotionId { kind: piece.kind, motion: n, from: Some(from) };
        run_motion(scene, id, motion, scene.game.path(piece.kind, n), &mut |r| tell(id, r), &mut |walked, tell| {
            let mv = Move::new(side, Action::Piece { from, kind: piece.kind });
            for made in finish(scene, mv, piece, walked, motion, tell) {
                give(made)?;
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// What is given each way of a motion, with whom to tell that what follows it fails.
type FoundWay<'f> = &'f mut dyn FnMut(&Walked, &mut dyn FnMut(Refusal)) -> ControlFlow<()>;

/// Runs a motion: `from`, the path, then `when` and `unless` with the landing known.
fn run_motion(
    scene: &Scene,
    id: MotionId,
    motion: &Motion,
    path: &Path,
    tell: &mut dyn FnMut(Refusal),
    found: FoundWay,
) -> ControlFlow<()> {
    let walk = Walk { kind: Some(id.kind), ..Walk::new(*scene, &scene.game.kind(id.kind).confined) };
    let state = walk.lift(id.from);
    if let (Some((sel, span)), Some(from)) = (&motion.from, id.from)
        && !scene.select(sel).contains(from)
    {
        walk.note_refusal(Test::From, *span);
        walk.refuse(&state, Some(from), Test::From, *span, tell);
        return ControlFlow::Continue(());
    }
    let mut state = state;
    if let (Some((_, span)), Some(_)) = (&motion.from, id.from) {
        scene.rides(&mut state.noted, *span, Part::From, true);
    }
    // The ways are gathered first, so that refusals of the path come before those of its conditions.
    let mut ways = Vec::new();
    let stop = motion.when.is_empty() && motion.effects.is_empty();
    let mut broke = false;
    let _ = walk.run(path, state, tell, &mut |walked| {
        if stop {
            let flow = found(walked, &mut |_| {});
            broke |= flow.is_break();
            return flow;
        }
        ways.push(walked.clone());
        ControlFlow::Continue(())
    });
    if broke {
        return ControlFlow::Break(());
    }
    for mut walked in ways {
        let line = walked.origin.zip(walked.dir);
        let asked = Scene { there: walked.trail.last().copied(), it: walked.over, line, ..*scene };
        let (failed, notes) =
            scene.game.holding(|| motion.when.iter().find(|(cond, holds, _)| asked.holds(cond) != *holds));
        if let Some((_, holds, span)) = failed {
            scene.game.note_all(&notes);
            let test = if *holds { Test::When } else { Test::Unless };
            walk.note_refusal(test, *span);
            walk.refuse(&walked, walked.trail.last().copied(), test, *span, tell);
            continue;
        }
        walked.noted.extend(notes);
        motion.when.iter().for_each(|(_, _, span)| scene.rides(&mut walked.noted, *span, Part::When, true));
        found(&walked, tell)?;
    }
    ControlFlow::Continue(())
}

/// All drops of a kind.
fn drops(scene: &Scene, side: SideId, kind: KindId, allowed: &Allowed, tell: TellAll, give: Give) -> ControlFlow<()> {
    let declared = scene.game.kind(kind);
    let Some(at) = in_hand(scene, side, kind) else { return ControlFlow::Continue(()) };
    let together = together(scene, side);
    let owner = (!declared.owners.is_empty()).then_some(side);
    let piece = Piece { kind, owner, was: kind, moved: scene.game.keeps_moved(kind) };
    let mut spent = Cow::Borrowed(scene.position);
    if let Some(at) = at {
        spent.to_mut().hands[at] -= 1;
    }
    let from_hand = scene.on(&spent);
    for (n, motion) in declared.motions.iter().enumerate().filter(|(_, m)| is_drop(m) && allowed.allows(m)) {
        let id = MotionId { kind, motion: n, from: None };
        let (mut sites, mut noted) = (Vec::new(), Vec::new());
        // Conditions speak of the position before, with the piece still in hand.
        run_motion(scene, id, motion, scene.game.path(kind, n), &mut |r| tell(id, r), &mut |walked, tell| {
            if together.is_some() {
                sites.extend(walked.trail.last());
                noted.extend_from_slice(&walked.noted);
                return ControlFlow::Continue(());
            }
            let walked = Walked { board: std::rc::Rc::new(with_hands(&walked.board, &spent)), ..walked.clone() };
            let mv = Move::new(side, Action::Drop(kind));
            for made in finish(&from_hand, mv, piece, &walked, motion, tell) {
                give(made)?;
            }
            ControlFlow::Continue(())
        })?;
        if let Some(count) = together {
            let held = at.map_or(u16::MAX, |at| scene.position.hands[at]);
            noted.sort_unstable();
            noted.dedup();
            scene.rides(&mut noted, motion.span, Part::Motion, true);
            let count = count.min(u32::from(held)) as usize;
            drops_together(scene, side, piece, at, &sites, count, motion, &noted, give)?;
        }
    }
    ControlFlow::Continue(())
}

pub(crate) fn with_hands(board: &Position, spent: &Position) -> Position {
    Position { hands: spent.hands.clone(), ..board.clone() }
}

/// Whether a side has such a piece in hand: none where it has not; `Some(None)` for a hand that never runs
/// out, else the index of the hand.
pub(crate) fn in_hand(scene: &Scene, side: SideId, kind: KindId) -> Option<Option<usize>> {
    let rules = scene.game.rules();
    let declared = scene.game.kind(kind);
    if declared.hand == Hand::Unlimited {
        return declared.owners.contains(&side).then_some(None);
    }
    let at = side as usize * rules.kinds.len() + kind as usize;
    (scene.position.hands[at] > 0).then_some(Some(at))
}

/// How many pieces are dropped in one move, where the turn says so.
fn together(scene: &Scene, side: SideId) -> Option<u32> {
    let Turns::List { entries, .. } = &scene.game.rules().phases[scene.position.phase as usize].turns else {
        return None;
    };
    let entry = entries.get(scene.position.turn.entry as usize)?;
    (entry.side == side && entry.in_one_move).then_some(entry.moves)
}

/// Every way to choose `count` of the sites, in order.
#[expect(clippy::too_many_arguments, reason = "the parts of one move; a struct would be used once")]
fn drops_together(
    scene: &Scene,
    side: SideId,
    piece: Piece,
    hand: Option<usize>,
    sites: &[Site],
    count: usize,
    motion: &Motion,
    noted: &[Note],
    give: Give,
) -> ControlFlow<()> {
    if count == 0 || sites.len() < count {
        return ControlFlow::Continue(());
    }
    let mut chosen: Vec<usize> = (0..count).collect();
    loop {
        let mut position = scene.position.clone();
        if let Some(hand) = hand {
            position.hands[hand] -= count as u16;
        }
        let mut mv = Move::new(side, Action::Drops(piece.kind));
        for n in &chosen {
            position.cells[sites[*n] as usize] = Some(piece);
            mv.trail.push(sites[*n]);
        }
        let (taken, passed) = (SiteSet::EMPTY, SiteSet::EMPTY);
        let making = Making { moved: mv.to(), mv, position, taken, passed, noted: noted.to_vec(), did: Vec::new() };
        for made in conclude(scene, making, None, Some(motion.span)) {
            give(made)?;
        }
        // The next choice in order: the last index that can grow does, those behind it follow.
        let Some(grow) = (0..count).rev().find(|n| chosen[*n] + count - n < sites.len()) else {
            return ControlFlow::Continue(());
        };
        let first = chosen[grow] + 1;
        for (k, n) in (grow..count).enumerate() {
            chosen[n] = first + k;
        }
    }
}

fn lone_effect(scene: &Scene, side: SideId, effect: &Effect, give: Give) -> ControlFlow<()> {
    let making = Making {
        mv: Move::new(side, Action::Effect),
        position: scene.position.clone(),
        moved: None,
        taken: SiteSet::EMPTY,
        passed: SiteSet::EMPTY,
        did: Vec::new(),
        noted: Vec::new(),
    };
    for making in apply(scene, making, effect).unwrap_or_default() {
        for made in conclude(scene, making, None, Some(effect.span)) {
            give(made)?;
        }
    }
    ControlFlow::Continue(())
}

fn joint_move(scene: &Scene, side: SideId, number: usize, give: Give) -> ControlFlow<()> {
    let joint = &scene.game.rules().joints[number];
    let mut position = scene.position.clone();
    let mut lifted = Vec::new();
    for (kind, from, to) in &joint.legs {
        let (from, to) = (*from.of(side), *to.of(side));
        match scene.position.piece(from) {
            Some(p) if p.kind == *kind && p.owner == Some(side) => lifted.push((p, to)),
            _ => return ControlFlow::Continue(()),
        }
        position.cells[from as usize] = None;
    }
    if lifted.iter().any(|(_, to)| position.piece(*to).is_some()) {
        return ControlFlow::Continue(());
    }
    let (holds, mut noted) = scene.game.holding(|| joint.when.iter().all(|c| scene.holds(c)));
    if !holds {
        scene.game.note_all(&noted);
        return ControlFlow::Continue(());
    }
    scene.rides(&mut noted, joint.span, Part::Motion, true);
    let mut mv = Move::new(side, Action::Joint(number as u8));
    for (piece, to) in &lifted {
        let moved = piece.moved || scene.game.keeps_moved(piece.kind);
        position.cells[*to as usize] = Some(Piece { moved, ..*piece });
    }
    let moved = lifted.first().map(|l| l.1);
    mv.trail.extend(moved);
    let making = Making { mv, position, moved, taken: SiteSet::EMPTY, passed: SiteSet::EMPTY, noted, did: Vec::new() };
    for made in conclude(scene, making, None, Some(joint.span)) {
        give(made)?;
    }
    ControlFlow::Continue(())
}

/// Whether a piece has no candidate, were it its owner's turn. What happens after a move (`after every ...`) is not
/// asked: it may itself ask who is stuck.
pub(crate) fn is_stuck(scene: &Scene, site: Site, piece: Piece) -> bool {
    let (stuck, notes) = scene.game.holding(|| has_no_candidate(scene, site, piece));
    if stuck {
        scene.game.note_all(&notes);
    }
    stuck
}

fn has_no_candidate(scene: &Scene, site: Site, piece: Piece) -> bool {
    let Some(side) = piece.owner else { return false };
    let before = Scene::before(scene.game, scene.position, scene.history, side);
    let allowed = Allowed::of(&before, side);
    let kind = scene.game.kind(piece.kind);
    let mut motions = kind.motions.iter().enumerate().filter(|(_, m)| !is_drop(m) && allowed.allows(m));
    motions.all(|(n, motion)| {
        let id = MotionId { kind: piece.kind, motion: n, from: Some(site) };
        let path = scene.game.path(piece.kind, n);
        run_motion(&before, id, motion, path, &mut |_| {}, &mut |walked, tell| {
            let mv = Move::new(side, Action::Piece { from: site, kind: piece.kind });
            if landed(&before, mv, piece, walked, motion, tell).is_empty() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .is_continue()
    })
}

/// Whether a candidate capture of an enemy, made at once, would take the piece on a site; on an empty site
/// a royal piece of the mover (else the moving piece) is imagined.
pub(crate) fn is_attacked(scene: &Scene, site: Site) -> bool {
    scene.game.quietly(|| would_be_captured(scene, site))
}

fn would_be_captured(scene: &Scene, site: Site) -> bool {
    let game = scene.game;
    let mut position = Cow::Borrowed(scene.position);
    let owner = match scene.position.piece(site) {
        Some(piece) => match piece.owner {
            Some(owner) => owner,
            None => return false,
        },
        None => {
            let side = scene.mover.unwrap_or(scene.actor);
            let royal = game.rules().kinds.iter().position(|k| k.royal && k.owners.contains(&side));
            let moving = scene.moved.and_then(|m| scene.position.piece(m)).map(|p| p.kind as usize);
            let Some(kind) = royal.or(moving) else { return false };
            let piece = Piece { kind: kind as KindId, owner: Some(side), was: kind as KindId, moved: true };
            position.to_mut().cells[site as usize] = Some(piece);
            side
        }
    };
    let attackers = position.cells.iter().enumerate().filter_map(|(s, p)| p.map(|p| (s as Site, p)));
    for (from, attacker) in attackers {
        let Some(side) = attacker.owner.filter(|o| *o != owner && !scene.position.is_out(*o)) else { continue };
        let before = Scene::before(game, &position, scene.history, side);
        for (n, motion) in game.kind(attacker.kind).motions.iter().enumerate().filter(|(_, m)| captures(m)) {
            let id = MotionId { kind: attacker.kind, motion: n, from: Some(from) };
            let hit = run_motion(&before, id, motion, game.path(attacker.kind, n), &mut |_| {}, &mut |walked, _| {
                if walked.captured.iter().any(|(s, _)| *s == site) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if hit.is_break() {
                return true;
            }
        }
    }
    false
}

fn captures(motion: &Motion) -> bool {
    !is_drop(motion) && motion.legs.iter().any(|l| l.capturing.is_some())
}
