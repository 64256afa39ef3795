//! Where a motion would lead if no test stopped it, and which test stops it first. `why` is read off this.

use super::Scene;
use super::legal::{MotionId, in_hand, with_hands};
use super::make::{Made, finish};
use super::walk::{Refusal, Test, Walk, Walked};
use crate::board::Site;
use crate::engine::moves::{Action, Move};
use crate::engine::position::Piece;
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::rc::Rc;

/// A way in which a motion would run.
pub(crate) struct Attempt {
    /// Whose motion.
    pub id: MotionId,
    /// Landings, the last one last.
    pub trail: SmallVec<[Site; 4]>,
    /// The first test that it does not pass.
    pub failed: Option<Refusal>,
    /// How many tests it passes before.
    pub progress: u16,
    /// The moves that it makes, where it passes them all.
    pub made: Vec<Made>,
}

/// Every way in which a motion of the piece on a site, or of a kind in hand, would run. The scene is that of
/// the piece's owner, who is taken to be on turn; whether the phase allows the motion is not asked.
pub(crate) fn attempts(scene: &Scene, id: MotionId) -> Vec<Attempt> {
    let game = scene.game;
    let kind = game.kind(id.kind);
    let Some(motion) = kind.motions.get(id.motion) else { return Vec::new() };
    let side = scene.actor;
    let in_hand = in_hand(scene, side, id.kind).flatten();
    let mut spent = scene.position.clone();
    if let (None, Some(at)) = (id.from, in_hand) {
        spent.hands[at] = spent.hands[at].saturating_sub(1);
    }
    let (action, piece) = match id.from {
        Some(from) => match scene.position.piece(from) {
            Some(piece) => (Action::Piece { from, kind: id.kind }, piece),
            None => return Vec::new(),
        },
        None => {
            let owner = (!kind.owners.is_empty()).then_some(side);
            let piece = Piece { kind: id.kind, owner, was: id.kind, moved: game.keeps_moved(id.kind) };
            (Action::Drop(id.kind), piece)
        }
    };
    let mut attempts = Vec::new();
    if let Some(hooks) = scene.hooks {
        hooks.look(scene.position, scene.history);
    }
    for walked in ways(scene, id) {
        let mut failed = walked.failed.as_deref().cloned();
        let mut made = Vec::new();
        if failed.is_none() {
            let lifted = Walked { board: Rc::new(with_hands(&walked.board, &spent)), ..walked.clone() };
            let lifted = if id.from.is_none() { lifted } else { walked.clone() };
            let from = if id.from.is_none() { scene.on(&spent) } else { *scene };
            made = finish(&from, Move::new(side, action), piece, &lifted, motion, &mut |r| failed = Some(r));
        }
        if !made.is_empty() {
            failed = None;
        }
        attempts.push(Attempt { id, trail: walked.trail, failed, progress: walked.progress, made });
    }
    attempts
}

/// The lenient ways of the path, with `from`, `when` and `unless` asked.
fn ways(scene: &Scene, id: MotionId) -> Vec<Walked> {
    let kind = scene.game.kind(id.kind);
    let motion = &kind.motions[id.motion];
    let walk = Walk { kind: Some(id.kind), ..Walk::lenient(*scene, &kind.confined) };
    let mut state = walk.lift(id.from);
    let refused = |walked: &Walked, site: Option<Site>, test: Test, span| {
        let mut refusal = None;
        walk.refuse(walked, site, test, span, &mut |r| refusal = Some(Rc::new(r)));
        refusal
    };
    if let (Some((sel, span)), Some(from)) = (&motion.from, id.from)
        && !scene.select(sel).contains(from)
    {
        state.failed = refused(&state, Some(from), Test::From, *span);
    }
    let mut ways = Vec::new();
    let _ = walk.run(scene.game.path(id.kind, id.motion), state, &mut |_| {}, &mut |walked| {
        ways.push(walked.clone());
        ControlFlow::Continue(())
    });
    for walked in ways.iter_mut().filter(|w| w.failed.is_none()) {
        let line = walked.origin.zip(walked.dir);
        let asked = Scene { there: walked.trail.last().copied(), it: walked.over, line, ..*scene };
        if let Some((_, holds, span)) = motion.when.iter().find(|(cond, holds, _)| asked.holds(cond) != *holds) {
            let test = if *holds { Test::When } else { Test::Unless };
            walked.failed = refused(walked, walked.trail.last().copied(), test, *span);
        }
    }
    ways
}
