//! A piece, on the board or just captured.

use super::super::budget::Counted;
use super::super::room::Room;
use super::super::words::Words;
use crate::board::Site;
use crate::engine::Piece;
use rhai::Dynamic;
use std::sync::Arc;

/// A piece and where it stands.
#[derive(Clone, Debug)]
pub(in super::super) struct PieceView {
    words: Arc<Words>,
    piece: Piece,
    site: Site,
    _counted: Counted,
}

impl PieceView {
    pub fn new(words: &Arc<Words>, piece: Piece, site: Site) -> PieceView {
        PieceView { words: words.clone(), piece, site, _counted: Counted::new() }
    }
}

impl PartialEq for PieceView {
    fn eq(&self, other: &PieceView) -> bool {
        (self.piece, self.site) == (other.piece, other.site)
    }
}

pub(super) fn furnish(room: &mut Room) {
    super::name::<PieceView>(room.engine, "piece");
    room.property("kind", |p: &PieceView| p.words.kind_name(p.piece.kind).into());
    room.property("side", |p: &PieceView| p.words.side_name(p.piece.owner));
    room.property("site", |p: &PieceView| Dynamic::from(p.words.site_name(p.site)));
    room.hidden("==", |a: &mut PieceView, b: PieceView| *a == b);
    room.hidden("!=", |a: &mut PieceView, b: PieceView| *a != b);
    room.function("to_string", |p: &mut PieceView| {
        format!("{} {}", p.words.kind_name(p.piece.kind), p.words.site_name(p.site))
    });
}
