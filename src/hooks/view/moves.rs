//! A move, and the moves of a position.

use super::super::budget::{self, Counted};
use super::super::misuse::{Asked, misuse};
use super::super::room::Room;
use super::super::words::Words;
use super::{PieceView, list, site_names};
use crate::engine::{Action, Moment, Move};
use rhai::Dynamic;
use std::sync::Arc;

/// A move.
#[derive(Clone, Debug)]
pub(in super::super) struct MoveView {
    words: Arc<Words>,
    mv: Arc<Move>,
    _counted: Counted,
}

impl MoveView {
    pub fn new(words: &Arc<Words>, mv: &Move) -> MoveView {
        MoveView { words: words.clone(), mv: Arc::new(mv.clone()), _counted: Counted::new() }
    }

    fn site(&self, site: Option<crate::board::Site>) -> Dynamic {
        site.map_or(Dynamic::UNIT, |s| self.words.site_name(s).into())
    }
}

impl PartialEq for MoveView {
    fn eq(&self, other: &MoveView) -> bool {
        self.mv == other.mv
    }
}

/// The moves of a position, made into views one by one: there may be more than a list can hold.
#[derive(Clone, Debug)]
pub(super) struct MovesView {
    pub words: Arc<Words>,
    pub moment: Arc<Moment>,
    pub _counted: Counted,
}

impl MovesView {
    fn at(&self, index: usize) -> Option<MoveView> {
        self.moment.moves().get(index).map(|mv| MoveView::new(&self.words, mv))
    }
}

impl IntoIterator for MovesView {
    type Item = MoveView;
    type IntoIter = Each;

    fn into_iter(self) -> Each {
        Each { moves: self, next: 0 }
    }
}

/// The moves, one after the other.
pub(super) struct Each {
    moves: MovesView,
    next: usize,
}

impl Iterator for Each {
    type Item = MoveView;

    fn next(&mut self) -> Option<MoveView> {
        let mv = self.moves.at(self.next);
        self.next += 1;
        mv
    }
}

pub(super) fn furnish(room: &mut Room) {
    super::name::<MoveView>(room.engine, "move");
    room.property("side", |m: &MoveView| m.words.side_name(Some(m.mv.side)));
    room.property("kind", |m: &MoveView| match m.mv.action {
        Action::Piece { kind, .. } | Action::Drop(kind) | Action::Drops(kind) => m.words.kind_name(kind).into(),
        Action::Joint(_) | Action::Effect | Action::Pass | Action::Swap => Dynamic::UNIT,
    });
    room.property("from", |m: &MoveView| m.site(m.mv.from()));
    room.property("to", |m: &MoveView| m.site(m.mv.to()));
    room.property("becomes", |m: &MoveView| m.mv.becomes.map_or(Dynamic::UNIT, |k| m.words.kind_name(k).into()));
    room.property("is_pass", |m: &MoveView| m.mv.is_pass().into());
    room.property("is_swap", |m: &MoveView| m.mv.is_swap().into());
    room.property("is_drop", |m: &MoveView| matches!(m.mv.action, Action::Drop(_) | Action::Drops(_)).into());
    room.asked("path", |m: &MoveView| site_names(&m.words, m.mv.from().into_iter().chain(m.mv.trail.iter().copied())));
    room.asked("chosen", |m: &MoveView| site_names(&m.words, m.mv.picks.iter().copied()));
    room.asked("captured", |m: &MoveView| {
        list(m.mv.captured.iter().map(|(site, piece)| Dynamic::from(PieceView::new(&m.words, *piece, *site))))
    });
    room.hidden("==", |a: &mut MoveView, b: MoveView| *a == b);
    room.hidden("!=", |a: &mut MoveView, b: MoveView| *a != b);

    super::name::<MovesView>(room.engine, "moves");
    room.engine.register_iterator::<MovesView>();
    room.function("len", |m: &mut MovesView| m.moment.moves().len() as i64);
    room.hidden("contains", |m: &mut MovesView, mv: MoveView| {
        budget::look(m.moment.moves().len() as u32 / 8);
        m.moment.moves().contains(&mv.mv)
    });
    room.engine.register_indexer_get(|m: &mut MovesView, index: i64| -> Asked<MoveView> {
        let found = usize::try_from(index).ok().and_then(|i| m.at(i));
        found.ok_or_else(|| misuse(format!("there is no move {index} among {}", m.moment.moves().len()), None))
    });
}
