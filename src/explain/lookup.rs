//! Finding the statement that a span of the resolved rules came from.

use crate::ruleset::item::{Body, Item, Motion, MotionPart, PieceAttr, PieceDecl, PieceLine};
use crate::ruleset::{Settled, Span};

fn same(a: Span, b: Span) -> bool {
    (a.file, a.start, a.end) == (b.file, b.start, b.end)
}

/// The pieces that are declared.
pub(crate) fn pieces(items: &[Item]) -> impl Iterator<Item = (&PieceDecl, Span)> {
    items.iter().filter_map(|i| match &i.body {
        Body::Piece(p) => Some((p, i.span)),
        _ => None,
    })
}

/// The motions of a piece.
pub(crate) fn motions(piece: &PieceDecl) -> impl Iterator<Item = &Motion> {
    piece.lines.iter().filter_map(|l| match l {
        PieceLine::Motion(m) => Some(m),
        _ => None,
    })
}

/// The motion with that span.
pub(crate) fn motion_at(settled: &Settled, span: Span) -> Option<&Motion> {
    pieces(&settled.items).flat_map(|(p, _)| motions(p)).find(|m| same(m.span, span))
}

/// The part of a motion with that span.
pub(crate) fn part_at(settled: &Settled, span: Span) -> Option<&MotionPart> {
    let mut parts = pieces(&settled.items).flat_map(|(p, _)| motions(p)).flat_map(|m| &m.parts);
    parts.find(|(_, s)| same(*s, span)).map(|(part, _)| part)
}

/// The attribute with that span.
pub(crate) fn attribute_at(settled: &Settled, span: Span) -> Option<&PieceAttr> {
    pieces(&settled.items).flat_map(|(p, _)| &p.attrs).find(|a| same(a.span, span))
}
