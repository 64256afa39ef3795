//! Drawings as SVG: a board and what stands on it, pieces alone, and how they move.
//!
//! A drawing is one self-contained picture without style sheet, script or font. How it looks is said by presentation
//! attributes, so that it stands alone, and what everything is by classes and `data-` attributes, so that a page can
//! give it another look and find its way in it. The groups, in their order:
//!
//! | group | holds |
//! |---|---|
//! | `ground` | one shape a site, as large as its cell: `class="site zone-N" data-site="c4"` |
//! | `lines`, `names` | drawn lines and points; coordinates |
//! | `last`, `marks` | the sites of the last move; what moves leave behind |
//! | `pieces` | `<g class="piece side-0" data-site="c4" data-side="herd" data-kind="buffalo">` |
//! | `hands` | the same with `data-hand` and `data-count` in place of `data-site` |
//! | `targets` | where a move may go |

#[cfg(feature = "pictures")]
mod film;
mod ground;
mod hands;
mod letters;
#[cfg(feature = "pictures")]
mod picture;
mod pieces;
mod plan;
mod reach;
mod sides;
mod symbol;

#[cfg(feature = "pictures")]
pub use film::{MAX_FRAME_PIXELS, MAX_FRAMES, gif};
#[cfg(feature = "pictures")]
pub use picture::{MAX_PIXELS, PictureError, Pixels, pixels, png};
pub use reach::piece_svg;
pub use sides::side_colours;
pub use symbol::{is_drawn, kind_symbol, piece_symbol};

use super::board::Marks;
use crate::board::{Board, Site};
use crate::engine::{Game, Position};
use crate::ruleset::{KindId, Rules, SideId};
use plan::Plan;
use std::fmt::Write;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Seen from the other side: turned by half a circle.
    pub flip: bool,
    /// The width in pixels at which it is shown where nothing else says so; none: one for each unit.
    pub width: Option<u32>,
}

/// A position as SVG, with 40 units a cell.
pub fn board_svg(game: &Game, position: &Position, marks: &Marks) -> String {
    board_drawing(game, position, marks, Drawing::default())
}

/// A position as SVG, drawn in a certain way.
pub fn board_drawing(game: &Game, position: &Position, marks: &Marks, drawing: Drawing) -> String {
    let (rules, board) = (game.rules(), game.board());
    let plan = Plan::new(board, drawing.flip);
    let hands = hands::Hands::of(game, position, &plan);
    let mut svg = head(plan.width + hands.width(), plan.height, drawing.width, &rules.title);
    ground::sites(&mut svg, board, &plan, Some(rules));
    ground::lines(&mut svg, board, &plan);
    ground::names(&mut svg, board, &plan);
    ground::last(&mut svg, board, &plan, marks.last);
    ground::marks(&mut svg, rules, &plan, position);
    svg.push_str("<g class=\"pieces\">\n");
    for site in board.sites() {
        if let Some(piece) = position.piece(site) {
            let name = escaped(board.name(site));
            let title = format!("{name}: {}", escaped(&piece_name(rules, piece.kind, piece.owner)));
            let place = format!("data-site=\"{name}\"");
            piece_group(&mut svg, rules, (piece.kind, piece.owner), plan.at(site), &place, &title);
            svg.push_str("</g>\n");
        }
    }
    svg.push_str("</g>\n");
    hands.draw(&mut svg, rules);
    ground::targets(&mut svg, board, &plan, marks.targets, &|site| position.piece(site).is_some());
    svg.push_str("</svg>\n");
    svg
}

/// The middle of each site in the drawing, in its units.
pub fn site_places(board: &Board, flip: bool) -> Vec<(Site, (i32, i32))> {
    let plan = Plan::new(board, flip);
    board.sites().iter().map(|s| (s, plan.at(s))).collect()
}

/// The beginning of a drawing.
fn head(width: i32, height: i32, shown: Option<u32>, label: &str) -> String {
    let (wide, high) = match shown {
        None => (i64::from(width), i64::from(height)),
        Some(w) => (i64::from(w), (i64::from(w) * i64::from(height) / i64::from(width.max(1))).max(1)),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"0 0 {width} {height}\" width=\"{wide}\" \
         height=\"{high}\" role=\"img\" aria-label=\"{}\">\n",
        escaped(label)
    )
}

/// A piece in a sentence: `buffalo of herd`.
fn piece_name(rules: &Rules, kind: KindId, owner: Option<SideId>) -> String {
    let side = owner.and_then(|o| rules.sides.get(usize::from(o)));
    format!("{}{}", kind_name(rules, kind), side.map_or_else(String::new, |s| format!(" of {}", s.name)))
}

fn kind_name(rules: &Rules, kind: KindId) -> &str {
    rules.kinds.get(usize::from(kind)).map_or("?", |k| k.name.as_str())
}

/// The group of a piece, not closed. `place` and `title` are escaped.
fn piece_group(
    svg: &mut String,
    rules: &Rules,
    (kind, owner): (KindId, Option<SideId>),
    (x, y): (i32, i32),
    place: &str,
    title: &str,
) {
    let side = owner.and_then(|o| rules.sides.get(usize::from(o))).map_or("", |s| s.name.as_str());
    let name = kind_name(rules, kind);
    let _ = write!(
        svg,
        "<g class=\"piece {}\" {place} data-side=\"{}\" data-kind=\"{}\" transform=\"translate({x} {y})\">\
         <title>{title}</title>",
        sides::class(owner),
        escaped(side),
        escaped(name)
    );
    symbol::shapes(svg, rules, kind, owner);
}

/// Text inside XML, without what may not stand there.
fn escaped(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
