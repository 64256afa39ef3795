//! The board of a file.

use super::super::code::NOT_CONSTANT;
use super::super::item::{BoardDecl, Body, Item, Layout, LineKind, ShapeWord, Without};
use super::super::rules::Sel;
use super::super::{Diagnostic, Settled, Span};
use super::scope::Scope;
use super::world::{World, bad_board, no_board, number};
use crate::board::{Board, BoardError, GraphPoint, Lines, Shape};

/// Makes the uncut board.
pub(super) fn make(settled: &Settled, errors: &mut Vec<Diagnostic>) -> Option<Board> {
    let Some(decl) = find(&settled.items) else {
        errors.push(no_board(settled));
        return None;
    };
    match build(decl) {
        Ok(board) => Some(board),
        Err(why) => {
            errors.push(match (&why, point_at_fault(decl, &why)) {
                (BoardError::UnknownPoint(name), Some(span)) => {
                    bad_board(span, &why).help(format!("write `point {name} at X Y`, or mend the name"))
                }
                (_, span) => bad_board(span.unwrap_or(decl.span), why),
            });
            None
        }
    }
}

/// Where the point that a board cannot have is written.
fn point_at_fault(decl: &BoardDecl, why: &BoardError) -> Option<Span> {
    let Layout::Graph { points, lines } = &decl.layout else { return None };
    let span = match why {
        BoardError::UnknownPoint(name) => lines.iter().flatten().find(|n| n.text == *name)?.span,
        BoardError::TwicePoint(name) => points.iter().filter(|(n, ..)| n.text == *name).nth(1)?.0.span,
        _ => return None,
    };
    Some(span)
}

fn find(items: &[Item]) -> Option<&BoardDecl> {
    items.iter().find_map(|i| match &i.body {
        Body::Board(decl) => Some(decl),
        _ => None,
    })
}

fn build(decl: &BoardDecl) -> Result<Board, BoardError> {
    match &decl.layout {
        Layout::Extent(columns, rows) => {
            let shape = match decl.shape {
                ShapeWord::Squares => Shape::Squares,
                ShapeWord::Hexes => Shape::Hexes,
                ShapeWord::Points => Shape::Points(match decl.lines {
                    Some(LineKind::Alquerque) => Lines::Alquerque,
                    Some(LineKind::All) => Lines::All,
                    Some(LineKind::Orthogonal) | None => Lines::Orthogonal,
                }),
            };
            Board::grid(shape, number(columns), number(rows))
        }
        Layout::Side(side) => Board::hexagon(number(side)),
        Layout::Graph { points, lines } => {
            let mut named: Vec<GraphPoint> =
                points.iter().map(|(n, x, y)| (n.text.clone(), Some((coordinate(*x), coordinate(*y))))).collect();
            let lines: Vec<Vec<String>> = lines.iter().map(|l| l.iter().map(|n| n.text.clone()).collect()).collect();
            // Without `point` lines the lines themselves name the points.
            if points.is_empty() {
                for name in lines.iter().flatten() {
                    if !named.iter().any(|(n, _)| n == name) {
                        named.push((name.clone(), None));
                    }
                }
            }
            Board::graph(&named, &lines)
        }
    }
}

/// A coordinate of a drawing, kept small enough to reckon with.
fn coordinate(n: u32) -> i32 {
    n.min(1_000_000).cast_signed()
}

/// Cuts sites out: `without corners 2 x 2`, `without e4`.
pub(super) fn cut(world: &mut World<'_>) {
    let Some(decl) = find(&world.settled.items) else { return };
    for without in &decl.without {
        let holes = match without {
            Without::Corners(width, height) => world.board.corner_blocks(number(width), number(height)),
            Without::Sites(sel) => {
                let scope = Scope::constant(world);
                if let Sel::Fixed(sites) = world.selection(sel, scope) {
                    *sites.of(0)
                } else {
                    let message = "what is cut out of a board cannot depend on the position";
                    world.error(&NOT_CONSTANT, sel.span, message, "name sites, ranks, files, edges or corners");
                    continue;
                }
            }
        };
        match world.board.clone().without(holes) {
            Ok(board) => world.board = board,
            Err(why) => world.errors.push(bad_board(decl.span, why)),
        }
    }
}
