//! Where everything stands in a drawing.

use crate::board::{Board, Shape, Site};

/// Between two neighbours, in the drawing's units.
pub(super) const CELL: i32 = 40;
/// Between the nearest points of a free board: room for their names.
const APART: i32 = 60;
/// From the middle of the outermost site to the rim where coordinates stand, and where none do.
const WITH_NAMES: i32 = 40;
const BARE: i32 = 28;
/// The widest and highest drawing of a free board. What is further apart is drawn closer.
const MOST: i64 = 4000;

/// The places of one board's sites, seen from one of two opposite sides.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The middle of each site, by its number; of numbers that are no sites something.
    places: Vec<(i32, i32)>,
    pub flip: bool,
    /// What the board with its coordinates takes up.
    pub width: i32,
    pub height: i32,
}

impl Plan {
    pub fn new(board: &Board, flip: bool) -> Plan {
        let raw = raw(board);
        let sites = board.sites();
        let of = |site: Site| raw.get(usize::from(site)).copied().unwrap_or((0, 0));
        let range = |value: fn((i32, i32)) -> i32| {
            let values = sites.iter().map(|s| value(of(s)));
            (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
        };
        let (mut x, mut y) = (range(|p| p.0), range(|p| p.1));
        if has_edge_names(board) {
            // A grid is framed as a whole, whatever is cut out of it.
            let (columns, rows) = board.size();
            x = (0, (i32::from(columns) - 1) * CELL);
            y = (0, (i32::from(rows) - 1) * CELL);
        }
        let (left, below, bare) = match board.shape() {
            Shape::Graph | Shape::Hexes => (WITH_NAMES, WITH_NAMES, WITH_NAMES),
            _ => (WITH_NAMES, WITH_NAMES, BARE),
        };
        let turned = |(px, py): (i32, i32)| if flip { (x.0 + x.1 - px, y.0 + y.1 - py) } else { (px, py) };
        let moved = |(px, py): (i32, i32)| (px - x.0 + left, py - y.0 + bare);
        Plan {
            places: raw.iter().map(|p| moved(turned(*p))).collect(),
            flip,
            width: x.1 - x.0 + left + bare,
            height: y.1 - y.0 + bare + below,
        }
    }

    /// The middle of a site.
    pub fn at(&self, site: Site) -> (i32, i32) {
        self.places.get(usize::from(site)).copied().unwrap_or((0, 0))
    }
}

/// Whether coordinates stand at the edges: ranks to the left and files below.
fn has_edge_names(board: &Board) -> bool {
    matches!(board.shape(), Shape::Squares | Shape::Points(_))
}

/// The middle of each site from the north-west, not yet moved into the drawing.
fn raw(board: &Board) -> Vec<(i32, i32)> {
    let all = 0..board.count() as Site;
    let top = i32::from(board.size().1) - 1;
    match board.shape() {
        // A hexagon is 40 wide and 46 high; rows lie three quarters of the height apart.
        Shape::Hexes => all.map(|s| board.at(s)).map(|(x, y)| (x * CELL + y * CELL / 2, (top - y) * 35)).collect(),
        Shape::Graph if board.has_compass() => free(board),
        // No places are known: rows of eight.
        Shape::Graph => all.map(|s| (i32::from(s % 8) * APART, i32::from(s / 8) * APART)).collect(),
        _ => all.map(|s| board.at(s)).map(|(x, y)| (x * CELL, (top - y) * CELL)).collect(),
    }
}

/// The places of a free board: the nearest points are `APART`, as far as it does not become too large. One scale for
/// both axes, so that the drawing keeps its shape.
fn free(board: &Board) -> Vec<(i32, i32)> {
    let places: Vec<(i64, i64)> =
        (0..board.count() as Site).map(|s| board.at(s)).map(|(x, y)| (i64::from(x), i64::from(y))).collect();
    let nearest = places.iter().enumerate().flat_map(|(n, a)| {
        let later = places.iter().skip(n + 1);
        later.map(move |b| (a.0 - b.0).abs().max((a.1 - b.1).abs())).filter(|apart| *apart > 0)
    });
    let nearest = nearest.min().unwrap_or(1);
    let ends = |value: fn(&(i64, i64)) -> i64| {
        let values = places.iter().map(value);
        (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
    };
    let ((x0, x1), (y0, y1)) = (ends(|p| p.0), ends(|p| p.1));
    let longest = (x1 - x0).max(y1 - y0).max(1);
    let fits = longest.saturating_mul(i64::from(APART)) / nearest <= MOST;
    let (times, by) = if fits { (i64::from(APART), nearest) } else { (MOST, longest) };
    let scaled = |n: i64| (n.saturating_mul(times) / by) as i32;
    places.iter().map(|(x, y)| (scaled(x - x0), scaled(y1 - y))).collect()
}
