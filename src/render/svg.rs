//! A board and what stands on it, as SVG: one self-contained picture, text in whatever font there is.

use super::board::{Marks, zone_of};
use crate::board::{Board, Compass, Shape, Site, SiteSet};
use crate::engine::{Game, Position};
use crate::ruleset::SideId;
use std::fmt::Write;

/// Between two neighbours, in the picture's units.
const CELL: i32 = 40;
/// Between the nearest points of a free board: room for their names.
const APART: i32 = 60;
/// Around the board, where the coordinates stand.
const MARGIN: i32 = 40;

/// Fill, stroke and letter of the pieces of each side, in turn; neutral pieces have their own.
const SIDES: [(&str, &str, &str); 4] = [
    ("#faf3e0", "#40342a", "#40342a"),
    ("#40342a", "#40342a", "#faf3e0"),
    ("#a8322a", "#5c1a16", "#ffffff"),
    ("#2a5ea8", "#16335c", "#ffffff"),
];
const NEUTRAL: (&str, &str, &str) = ("#9a9a9a", "#555555", "#ffffff");
const GROUND: &str = "#e9dcc0";
const ZONES: [&str; 6] = ["#dfe6c3", "#f2d9b8", "#d4e2e4", "#ecd0cf", "#e0d6ea", "#d9d9c9"];

/// A position as SVG.
pub fn board_svg(game: &Game, position: &Position, marks: &Marks) -> String {
    let rules = game.rules();
    let board = game.board();
    let mut svg = ground(board, &|site| zone_of(rules, site).map_or(GROUND, |z| ZONES[z % ZONES.len()]), marks.last);
    for site in board.sites() {
        if let Some(piece) = position.piece(site) {
            let kind = rules.kinds.get(piece.kind as usize);
            let owner = piece
                .owner
                .and_then(|o| rules.sides.get(o as usize))
                .map_or(String::new(), |s| format!(" of {}", s.name));
            let title = format!("{}: {}{owner}", board.name(site), kind.map_or("?", |k| &k.name));
            disc(&mut svg, board, site, kind.map_or("?", |k| k.letter(piece.owner)), piece.owner, &title);
        }
    }
    marks.targets.and(board.sites()).iter().for_each(|site| target(&mut svg, board, site));
    svg.push_str("</svg>\n");
    svg
}

/// How a piece moves, as SVG: its letter on `centre`, and a dot on each target.
pub fn piece_svg(board: &Board, centre: Site, letter: &str, owner: Option<SideId>, targets: SiteSet) -> String {
    let mut svg = ground(board, &|_| GROUND, SiteSet::EMPTY);
    if board.sites().contains(centre) {
        disc(&mut svg, board, centre, letter, owner, board.name(centre));
    }
    targets.and(board.sites()).iter().for_each(|site| target(&mut svg, board, site));
    svg.push_str("</svg>\n");
    svg
}

/// The middle of a site.
fn middle(board: &Board, site: Site) -> (i32, i32) {
    let (x, y) = board.at(site);
    let top = i32::from(board.size().1) - 1;
    match board.shape() {
        // A hexagon of height 46 is 40 wide; rows lie three quarters of the height apart.
        Shape::Hexes => {
            let across = |x: i32, y: i32| x * CELL + y * CELL / 2;
            let west = board.sites().iter().map(|s| across(board.at(s).0, board.at(s).1)).min().unwrap_or(0);
            (MARGIN + across(x, y) - west, MARGIN + (top - y) * 35)
        }
        Shape::Graph if board.has_compass() => {
            let axis = |value: fn((i32, i32)) -> i32| {
                let mut all: Vec<i64> = board.sites().iter().map(|s| i64::from(value(board.at(s)))).collect();
                all.sort_unstable();
                all.dedup();
                let unit = all.windows(2).map(|w| w[1] - w[0]).min().unwrap_or(1);
                (all.first().copied().unwrap_or(0), all.last().copied().unwrap_or(0), unit)
            };
            let ((x0, _, across), (_, y1, down)) = (axis(|p| p.0), axis(|p| p.1));
            // One scale for both, so that the drawing keeps its shape; far-flung points end at the rim.
            let unit = across.min(down);
            let scaled = |n: i64| MARGIN + (n.saturating_mul(i64::from(APART)) / unit).min(1 << 20) as i32;
            (scaled(i64::from(x) - x0), scaled(y1 - i64::from(y)))
        }
        // No places are known: rows of eight.
        Shape::Graph => (MARGIN + i32::from(site % 8) * APART, MARGIN + i32::from(site / 8) * APART),
        _ => (MARGIN + x * CELL, MARGIN + (top - y) * CELL),
    }
}

/// The board with its cells or lines, coordinates and the sites of the last move; not closed.
fn ground<'a>(board: &Board, fill: &dyn Fn(Site) -> &'a str, last: SiteSet) -> String {
    let (width, height) =
        board.sites().iter().map(|s| middle(board, s)).fold((0, 0), |m, p| (m.0.max(p.0), m.1.max(p.1)));
    let (width, height) = (width + MARGIN, height + MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n"
    );
    lines(&mut svg, board);
    for site in board.sites() {
        let ((x, y), fill) = (middle(board, site), fill(site));
        let edge = if last.contains(site) { "stroke=\"#c8871e\" stroke-width=\"3\"" } else { "stroke=\"#8a7a5c\"" };
        let shape = match board.shape() {
            Shape::Squares => {
                format!("<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\"", x - CELL / 2, y - CELL / 2)
            }
            Shape::Hexes => {
                let corners = [(0, -23), (20, -12), (20, 12), (0, 23), (-20, 12), (-20, -12)];
                let corners: Vec<String> = corners.iter().map(|(dx, dy)| format!("{},{}", x + dx, y + dy)).collect();
                format!("<polygon points=\"{}\"", corners.join(" "))
            }
            Shape::Points(_) | Shape::Graph => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"6\""),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "{shape} fill=\"{fill}\" {edge}/>");
    }
    coordinates(&mut svg, board);
    svg
}

fn lines(svg: &mut String, board: &Board) {
    let mut line = |a: Site, b: Site| {
        let ((x1, y1), (x2, y2)) = (middle(board, a), middle(board, b));
        let _ = writeln!(
            svg,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#8a7a5c\" stroke-width=\"2\"/>"
        );
    };
    match board.shape() {
        Shape::Points(_) => {
            for site in board.sites() {
                let half = [Compass::North, Compass::Northeast, Compass::East, Compass::Southeast];
                half.iter().filter_map(|c| board.next(site, *c as u16)).for_each(|next| line(site, next));
            }
        }
        Shape::Graph => board.lines().iter().for_each(|l| l.windows(2).for_each(|pair| line(pair[0], pair[1]))),
        _ => {}
    }
}

/// Names of ranks and files at the edge; of points beside them.
fn coordinates(svg: &mut String, board: &Board) {
    let mut text = |(x, y): (i32, i32), size: i32, name: &str| {
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" fill=\"#6b5d45\">{}</text>",
            y + size / 3,
            escaped(name)
        );
    };
    let named = matches!(board.shape(), Shape::Graph | Shape::Hexes);
    if named {
        let (beside, below) = if board.shape() == Shape::Hexes { (0, 16) } else { (20, 16) };
        board
            .sites()
            .iter()
            .for_each(|s| text((middle(board, s).0 + beside, middle(board, s).1 + below), 9, board.name(s)));
        return;
    }
    let (columns, rows) = (i32::from(board.size().0), i32::from(board.size().1));
    for y in 0..rows {
        text((MARGIN - CELL * 3 / 4, MARGIN + (rows - 1 - y) * CELL), 12, &(y + 1).to_string());
    }
    for x in 0..columns {
        let name = board.name(x.unsigned_abs() as Site).trim_end_matches(|c: char| c.is_ascii_digit());
        text((MARGIN + x * CELL, MARGIN + (rows - 1) * CELL + CELL * 3 / 4), 12, name);
    }
}

fn disc(svg: &mut String, board: &Board, site: Site, letter: &str, owner: Option<SideId>, title: &str) {
    let (x, y) = middle(board, site);
    let (fill, stroke, ink) = owner.map_or(NEUTRAL, |o| SIDES[o as usize % SIDES.len()]);
    let _ = writeln!(
        svg,
        "<g><title>{}</title><circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\"/>\
         <text x=\"{x}\" y=\"{}\" font-size=\"17\" font-weight=\"bold\" fill=\"{ink}\">{}</text></g>",
        escaped(title),
        y + 6,
        escaped(letter)
    );
}

fn target(svg: &mut String, board: &Board, site: Site) {
    let (x, y) = middle(board, site);
    let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"#3f8f4f\" fill-opacity=\"0.85\"/>");
}

/// Text inside XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
