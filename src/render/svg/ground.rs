//! The board itself: its cells, lines and coordinates, and what is marked on it.

use super::super::board::zone_of;
use super::escaped;
use super::letters::Text;
use super::plan::{CELL, Plan};
use crate::board::{Board, Compass, Shape, Site, SiteSet, file_name};
use crate::engine::Position;
use crate::ruleset::Rules;
use std::fmt::Write;

/// Light and dark squares that are in no zone.
const PLAIN: [&str; 2] = [PLAIN_LIGHT, "#e6d6b4"];
const PLAIN_LIGHT: &str = "#f0e4ca";
/// The same of zones, in turn: told apart by brightness, too.
const ZONES: [[&str; 2]; 6] = [
    ["#cfdcab", "#c3d29b"],
    ["#e3b98c", "#dbae7e"],
    ["#b9d3da", "#abc8d0"],
    ["#e5c3c1", "#dcb6b4"],
    ["#cdbfe0", "#c2b2d8"],
    ["#d2d0c2", "#c7c5b5"],
];
const LINE: &str = "#8a7a5c";
const INK: &str = "#6b5d45";

/// The colours of a zone; none for one of more than half of the board, which is plain ground.
fn tint(rules: &Rules, zone: usize) -> Option<[&'static str; 2]> {
    let sites = |n: usize| rules.zones.get(n).and_then(|z| z.sites);
    let small = |n: usize| sites(n).is_some_and(|s| 2 * s.len() <= rules.board.sites().len());
    let before = (0..zone).filter(|n| small(*n)).count();
    small(zone).then(|| ZONES.get(before % ZONES.len()).copied()).flatten()
}

/// The outline of a cell, without its fill: what is hit when a site is pointed at.
fn cell(board: &Board, (x, y): (i32, i32), inset: i32) -> String {
    let half = CELL / 2 - inset;
    match board.shape() {
        Shape::Squares | Shape::Points(_) => {
            format!("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", x - half, y - half, 2 * half, 2 * half)
        }
        Shape::Hexes => {
            let corners = [(0, inset - 23), (half, -12), (half, 12), (0, 23 - inset), (-half, 12), (-half, -12)];
            let corners: Vec<String> = corners.iter().map(|(dx, dy)| format!("{},{}", x + dx, y + dy)).collect();
            format!("<polygon points=\"{}\"", corners.join(" "))
        }
        Shape::Graph => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{half}\""),
    }
}

/// The cells.
pub(super) fn sites(svg: &mut String, board: &Board, plan: &Plan, zones: Option<&Rules>) {
    svg.push_str("<g class=\"ground\">\n");
    let lined = matches!(board.shape(), Shape::Points(_) | Shape::Graph);
    // Writing to a string cannot fail.
    if lined {
        let (width, height) = (plan.width - 4, plan.height - 4);
        let _ = writeln!(
            svg,
            "<rect class=\"field\" x=\"2\" y=\"2\" width=\"{width}\" height=\"{height}\" rx=\"8\" \
             fill=\"{PLAIN_LIGHT}\"/>"
        );
    }
    for site in board.sites() {
        let (x, y) = board.at(site);
        let odd = board.shape() == Shape::Squares && (x + y) % 2 == 0;
        let zone = zones.and_then(|rules| zone_of(rules, site));
        let pair = zone.and_then(|zone| zones.and_then(|rules| tint(rules, zone))).unwrap_or(PLAIN);
        let [light, dark] = pair;
        let fill = if odd { dark } else { light };
        let mut class = zone.map_or_else(|| "site".to_owned(), |z| format!("site zone-{z}"));
        if odd {
            class += " dark";
        }
        let look = match (lined, zone) {
            (true, None) => "fill=\"none\" pointer-events=\"all\"".to_owned(),
            (true, Some(_)) => format!("fill=\"{fill}\" stroke=\"none\""),
            (false, _) => format!("fill=\"{fill}\" stroke=\"{LINE}\" stroke-width=\"1\""),
        };
        let _ = writeln!(
            svg,
            "{} class=\"{class}\" data-site=\"{}\" {look}/>",
            cell(board, plan.at(site), 0),
            escaped(board.name(site))
        );
    }
    svg.push_str("</g>\n");
}

/// The drawn lines and the points that they join.
pub(super) fn lines(svg: &mut String, board: &Board, plan: &Plan) {
    let _ = writeln!(svg, "<g class=\"lines\" stroke=\"{LINE}\" stroke-width=\"2\" stroke-linecap=\"round\">");
    let mut line = |a: Site, b: Site| {
        let ((x1, y1), (x2, y2)) = (plan.at(a), plan.at(b));
        let _ = writeln!(svg, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    };
    match board.shape() {
        Shape::Points(_) => {
            for site in board.sites() {
                let half = [Compass::North, Compass::Northeast, Compass::East, Compass::Southeast];
                half.iter().filter_map(|c| board.next(site, *c as u16)).for_each(|next| line(site, next));
            }
        }
        Shape::Graph => {
            let pairs = board.lines().iter().flat_map(|l| l.iter().zip(l.iter().skip(1)));
            pairs.for_each(|(a, b)| line(*a, *b));
        }
        _ => {}
    }
    if matches!(board.shape(), Shape::Points(_) | Shape::Graph) {
        for (x, y) in board.sites().iter().map(|s| plan.at(s)) {
            let _ = writeln!(
                svg,
                "<circle class=\"point\" cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{LINE}\" stroke=\"none\"/>"
            );
        }
    }
    svg.push_str("</g>\n");
}

/// Names of ranks and files at the edge; of points beside them.
pub(super) fn names(svg: &mut String, board: &Board, plan: &Plan) {
    svg.push_str("<g class=\"names\">\n");
    let mut text = |(x, y): (i32, i32), size: f64, says: &str| {
        Text { says, x: f64::from(x), y: f64::from(y), size, room: 36.0, weight: 1.4, colour: INK }.draw(svg);
    };
    match board.shape() {
        Shape::Squares | Shape::Points(_) => {
            let (columns, rows) = (i32::from(board.size().0), i32::from(board.size().1));
            let turned = |n: i32, of: i32| if plan.flip { of - 1 - n } else { n };
            for row in 0..rows {
                text((11, 28 + row * CELL), 9.0, &(turned(rows - 1 - row, rows) + 1).to_string());
            }
            for column in 0..columns {
                let name = file_name(turned(column, columns).unsigned_abs());
                text((40 + column * CELL, plan.height - 10), 9.0, &name);
            }
        }
        // Beside the first cell of each rank, and below the lowest of each file, which runs aslant.
        Shape::Hexes => {
            let sites = || board.sites().iter();
            for rank in 0..i32::from(board.size().1) {
                let first = sites().filter(|s| board.at(*s).1 == rank).map(|s| plan.at(s)).min();
                first.into_iter().for_each(|(x, y)| text((x - 29, y), 8.0, &(rank + 1).to_string()));
            }
            for file in 0..i32::from(board.size().0) {
                let lowest = sites().filter(|s| board.at(*s).0 == file).map(|s| plan.at(s)).max_by_key(|(_, y)| *y);
                lowest.into_iter().for_each(|(x, y)| text((x - 17, y + 25), 8.0, &file_name(file.unsigned_abs())));
            }
        }
        Shape::Graph => {
            for site in board.sites() {
                let ((x, y), (right, down)) = (plan.at(site), beside(board, plan, site));
                text((x + right, y + down), 7.5, board.name(site));
            }
        }
    }
    svg.push_str("</g>\n");
}

/// Where the name of a point stands: where it is furthest from the lines that leave the point.
fn beside(board: &Board, plan: &Plan, site: Site) -> (i32, i32) {
    const PLACES: [(i32, i32); 8] = [(20, 18), (-20, 18), (20, -18), (-20, -18), (0, 25), (26, 0), (-26, 0), (0, -25)];
    let (x, y) = plan.at(site);
    // How close to a line: the cosine of the angle to the nearest. Roots are exact on every machine.
    let close = |(right, down): (i32, i32)| {
        let lines = board.neighbours(site).map(|(_, next)| plan.at(next)).map(|(nx, ny)| (nx - x, ny - y));
        let cosines = lines.map(|(dx, dy)| {
            let length = |x: i32, y: i32| f64::from(x * x + y * y).sqrt();
            f64::from(dx * right + dy * down) / (length(dx, dy) * length(right, down)).max(1.0)
        });
        cosines.fold(-1.0, f64::max)
    };
    let least = |a: (f64, (i32, i32)), b: (f64, (i32, i32))| if b.0 + 1e-9 < a.0 { b } else { a };
    PLACES.into_iter().map(|p| (close(p), p)).reduce(least).map_or((0, 0), |(_, p)| p)
}

/// Where the last move was made.
pub(super) fn last(svg: &mut String, board: &Board, plan: &Plan, sites: SiteSet) {
    svg.push_str("<g class=\"last\">\n");
    for site in sites.and(board.sites()) {
        let _ = writeln!(
            svg,
            "{} class=\"last\" data-site=\"{}\" fill=\"#f5b93c\" fill-opacity=\"0.45\" stroke=\"#a8650a\" \
             stroke-width=\"2\"/>",
            cell(board, plan.at(site), 2),
            escaped(board.name(site))
        );
    }
    svg.push_str("</g>\n");
}

/// What moves have left behind: crosses.
pub(super) fn marks(svg: &mut String, rules: &Rules, plan: &Plan, position: &Position) {
    if rules.marks.is_empty() {
        return;
    }
    svg.push_str("<g class=\"marks\">\n");
    for marked in position.marks.iter().filter(|m| rules.board.sites().contains(m.site)) {
        let (x, y) = plan.at(marked.site);
        let name = rules.marks.get(usize::from(marked.mark)).map_or("", |m| m.name.as_str());
        let site = escaped(rules.board.name(marked.site));
        let _ = writeln!(
            svg,
            "<g class=\"mark mark-{}\" data-site=\"{site}\" data-mark=\"{name}\" transform=\"translate({x} {y})\">\
             <title>{site}: {name}</title><path d=\"M-6-6L6 6M6-6L-6 6\" fill=\"none\" stroke=\"#7d5a86\" \
             stroke-width=\"2.4\" stroke-linecap=\"round\"/></g>",
            marked.mark,
            name = escaped(name),
        );
    }
    svg.push_str("</g>\n");
}

const DOT: &str = "r=\"7\" fill=\"#2f7d4a\" fill-opacity=\"0.85\" stroke=\"#ffffff\" stroke-width=\"1.5\"";
const RING: &str = "r=\"17.5\" fill=\"none\" stroke=\"#b3261e\" stroke-width=\"3\" stroke-dasharray=\"7 4\"";

/// Where a move may go: dots on empty sites, rings round pieces.
pub(super) fn targets(svg: &mut String, board: &Board, plan: &Plan, sites: SiteSet, occupied: &dyn Fn(Site) -> bool) {
    svg.push_str("<g class=\"targets\">\n");
    for site in sites.and(board.sites()) {
        let (class, look) = if occupied(site) { ("target occupied", RING) } else { ("target", DOT) };
        target(svg, board, plan, site, class, look);
    }
    svg.push_str("</g>\n");
}

/// Where a piece alone may go, by a dot, and where it captures, by a ring; both where it may do both.
pub(super) fn reached(svg: &mut String, board: &Board, plan: &Plan, moves: SiteSet, captures: SiteSet) {
    svg.push_str("<g class=\"targets\">\n");
    for site in board.sites() {
        if moves.contains(site) {
            target(svg, board, plan, site, "target", DOT);
        }
        if captures.contains(site) {
            target(svg, board, plan, site, "target occupied", RING);
        }
    }
    svg.push_str("</g>\n");
}

fn target(svg: &mut String, board: &Board, plan: &Plan, site: Site, class: &str, look: &str) {
    let ((x, y), name) = (plan.at(site), escaped(board.name(site)));
    let _ = writeln!(svg, "<circle class=\"{class}\" data-site=\"{name}\" cx=\"{x}\" cy=\"{y}\" {look}/>");
}
