//! The board of a file.

use super::super::Diagnostic;
use super::super::code::NOT_CONSTANT;
use super::super::item::{BoardDecl, Body, Item, Layout, LineKind, ShapeWord, Without};
use super::super::rules::Sel;
use super::scope::Scope;
use super::world::{World, bad_board, no_board, number};
use crate::board::{Board, BoardError, GraphPoint, Lines, Shape};

/// Makes the uncut board.
pub(super) fn make(items: &[Item], errors: &mut Vec<Diagnostic>) -> Option<Board> {
    let Some(decl) = find(items) else {
        errors.push(no_board(items));
        return None;
    };
    match build(decl) {
        Ok(board) => Some(board),
        Err(why) => {
            errors.push(bad_board(decl.span, why));
            None
        }
    }
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
