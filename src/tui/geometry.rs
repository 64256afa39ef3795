//! Where the sites of a board stand on the screen, how large they are, and which way the cursor goes.
//!
//! Everything is counted in characters from the top left corner of the board. A character is about twice as high as
//! wide, so a row counts for two columns wherever distances are compared.

use crate::board::{Board, Compass, Shape, Site};
use crate::render::stroke;

/// A site on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub site: Site,
    /// Where its piece stands: column and row.
    pub at: (i32, i32),
    /// Left, top, width and height of what belongs to it.
    pub cell: (i32, i32, i32, i32),
    /// Which of the shades it has that tell neighbouring cells apart.
    pub shade: u8,
}

/// A board on the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub spots: Vec<Spot>,
    /// Whether cells are filled; else points stand on lines.
    pub filled: bool,
    pub strokes: Vec<((i32, i32), char)>,
    pub labels: Vec<((i32, i32), String)>,
    /// Columns and rows.
    pub size: (i32, i32),
}

/// A way to go with the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Left,
    Right,
    Up,
    Down,
}

/// Width and height of a cell, from the largest to the smallest.
const CELLS: [(i32, i32); 8] = [(11, 5), (9, 4), (7, 3), (6, 3), (5, 2), (4, 2), (3, 1), (2, 1)];
/// The same for points on a grid: from one to the next.
const APART: [(i32, i32); 5] = [(10, 5), (8, 4), (6, 3), (4, 2), (2, 1)];
/// The same for hexes, which are shifted by half of their width.
const HEXES: [(i32, i32); 6] = [(12, 5), (10, 4), (8, 3), (6, 3), (4, 2), (4, 1)];
/// A graph is not drawn wider than this: its points are listed instead.
const WIDEST: i64 = 400;
/// How many points of a board without places stand beside each other.
const LISTED: usize = 4;

/// The largest plan of a board that fits into so many columns and rows; the smallest one where none fits. `flip`: as
/// seen from the other side. `letters`: how wide the letters of pieces are.
pub fn plan(board: &Board, room: (i32, i32), flip: bool, letters: usize) -> Plan {
    let wide = letters.max(1) as i32;
    let grid = |cells: &[(i32, i32)], make: &dyn Fn((i32, i32)) -> Plan| {
        let usable = cells.iter().filter(|c| c.0 > wide);
        let mut plans = usable.map(|cell| make(*cell)).peekable();
        let mut last = plans.peek().cloned().unwrap_or_else(|| make((wide + 1, 1)));
        for plan in plans {
            last = plan;
            if fits(&last, room) {
                break;
            }
        }
        last
    };
    match board.shape() {
        Shape::Squares => grid(&CELLS, &|cell| squares(board, cell, flip)),
        Shape::Hexes => grid(&HEXES, &|cell| hexes(board, cell, flip)),
        Shape::Points(_) => grid(&APART, &|cell| points(board, cell, flip)),
        Shape::Graph => graph(board, room, flip, wide).unwrap_or_else(|| listed(board, wide)),
    }
}

fn fits(plan: &Plan, room: (i32, i32)) -> bool {
    plan.size.0 <= room.0 && plan.size.1 <= room.1
}

fn file_name(board: &Board, x: i32) -> String {
    let named = board.sites().iter().find(|s| board.at(*s).0 == x);
    named.map_or_else(String::new, |s| board.name(s).trim_end_matches(|c: char| c.is_ascii_digit()).to_owned())
}

/// The middle of a cell that begins at 0.
fn middle(length: i32) -> i32 {
    (length - 1) / 2
}

fn squares(board: &Board, (w, h): (i32, i32), flip: bool) -> Plan {
    let (columns, rows) = (i32::from(board.size().0), i32::from(board.size().1));
    let left = rows.to_string().len() as i32 + 1;
    let column = |x: i32| left + if flip { columns - 1 - x } else { x } * w;
    let row = |y: i32| if flip { y } else { rows - 1 - y } * h;
    let mut plan = Plan { filled: true, size: (left + columns * w, rows * h + 1), ..Plan::default() };
    for site in board.sites() {
        let (x, y) = board.at(site);
        let (c, r) = (column(x), row(y));
        let at = (c + middle(w), r + middle(h));
        plan.spots.push(Spot { site, at, cell: (c, r, w, h), shade: ((x + y) % 2) as u8 });
    }
    plan.labels.extend((0..rows).map(|y| ((0, row(y) + middle(h)), (y + 1).to_string())));
    plan.labels.extend((0..columns).map(|x| ((column(x) + middle(w), rows * h), file_name(board, x))));
    plan
}

fn points(board: &Board, (w, h): (i32, i32), flip: bool) -> Plan {
    let (columns, rows) = (i32::from(board.size().0), i32::from(board.size().1));
    let left = rows.to_string().len() as i32 + 2;
    let column = |x: i32| left + if flip { columns - 1 - x } else { x } * w;
    let row = |y: i32| if flip { y } else { rows - 1 - y } * h;
    let mut plan = Plan { size: (left + (columns - 1) * w + 2, (rows - 1) * h + 2), ..Plan::default() };
    for site in board.sites() {
        let (x, y) = board.at(site);
        let at = (column(x), row(y));
        plan.spots.push(Spot { site, at, cell: around(at, w, h), shade: 0 });
        for way in [Compass::East, Compass::North, Compass::Northeast, Compass::Northwest] {
            if let Some(next) = board.next(site, way as u16) {
                let (x, y) = board.at(next);
                line(at, (column(x), row(y)), &mut plan.strokes);
            }
        }
    }
    crossed(&mut plan.strokes);
    plan.labels.extend((0..rows).map(|y| ((0, row(y)), (y + 1).to_string())));
    plan.labels.extend((0..columns).map(|x| ((column(x), (rows - 1) * h + 1), file_name(board, x))));
    plan
}

fn hexes(board: &Board, (w, h): (i32, i32), flip: bool) -> Plan {
    let rows = i32::from(board.size().1);
    let half = w / 2;
    // Room for the ranks and for the letter of a file that begins in the westernmost column.
    let left = rows.to_string().len() as i32 + 1 + half;
    // In halves of a cell from the westernmost one.
    let across = |x: i32, y: i32| 2 * x + y;
    let all = || board.sites().iter().map(|s| across(board.at(s).0, board.at(s).1));
    let (west, east) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let column = |x: i32, y: i32| left + half * if flip { east - across(x, y) } else { across(x, y) - west };
    let row = |y: i32| if flip { y } else { rows - 1 - y } * h;
    let mut plan = Plan { filled: true, size: (left + (east - west) * half + w, rows * h + 1), ..Plan::default() };
    for site in board.sites() {
        let (x, y) = board.at(site);
        let (c, r) = (column(x, y), row(y));
        let shade = (x + 2 * y).rem_euclid(3) as u8;
        plan.spots.push(Spot { site, at: (c + middle(w), r + middle(h)), cell: (c, r, w, h), shade });
        if !(0..y).any(|lower| board.site_at(x, lower).is_some()) {
            let below = if flip { r - 1 } else { r + h };
            plan.labels.push(((column(x, y - 1) + middle(w), below), file_name(board, x)));
        }
    }
    plan.labels.retain(|((_, r), _)| *r >= 0);
    plan.labels.extend((0..rows).map(|y| ((0, row(y) + middle(h)), (y + 1).to_string())));
    plan
}

/// Points by their coordinates, as far apart as fits; none where they have no places or lie too far apart.
fn graph(board: &Board, room: (i32, i32), flip: bool, wide: i32) -> Option<Plan> {
    if !board.has_compass() {
        return None;
    }
    let mut least = None;
    for scale in (1..=14).rev() {
        match drawn(board, scale, flip, wide) {
            Some(plan) if fits(&plan, room) => return Some(plan),
            Some(plan) => least = Some(plan),
            None => break,
        }
    }
    least
}

fn drawn(board: &Board, scale: i64, flip: bool, wide: i32) -> Option<Plan> {
    let axis = |value: fn((i32, i32)) -> i32| {
        let mut all: Vec<i64> = board.sites().iter().map(|s| i64::from(value(board.at(s)))).collect();
        all.sort_unstable();
        all.dedup();
        let unit = all.iter().zip(all.iter().skip(1)).map(|(a, b)| b - a).min().unwrap_or(1).max(1);
        (all.first().copied().unwrap_or(0), all.last().copied().unwrap_or(0), unit)
    };
    let ((x0, x1, across), (y0, y1, down)) = (axis(|p| p.0), axis(|p| p.1));
    let (columns, rows) = ((x1 - x0).checked_mul(2 * scale)? / across, (y1 - y0).checked_mul(scale)? / down);
    if columns > WIDEST || rows > WIDEST {
        return None;
    }
    let longest = board.sites().iter().map(|s| board.name(s).chars().count()).max().unwrap_or(0) as i32;
    let place = |site: Site| {
        let (x, y) = board.at(site);
        let (x, y) = (i64::from(x), i64::from(y));
        let (x, y) = if flip { (x1 - x, y - y0) } else { (x - x0, y1 - y) };
        ((1 + x * 2 * scale / across) as i32, (y * scale / down) as i32)
    };
    let places: Vec<(Site, (i32, i32))> = board.sites().iter().map(|s| (s, place(s))).collect();
    // The nearest two in a row say how much room there is for names.
    let mut by_row: Vec<(i32, i32)> = places.iter().map(|(_, (c, r))| (*r, *c)).collect();
    by_row.sort_unstable();
    let pairs = || by_row.iter().zip(by_row.iter().skip(1));
    let gap = pairs().filter(|(a, b)| a.0 == b.0).map(|(a, b)| b.1 - a.1).min().unwrap_or(i32::MAX);
    if gap <= wide {
        return None;
    }
    let named = gap > longest + wide + 3;
    let width = columns as i32 + 3 + if named { longest + 2 } else { 0 };
    let mut plan = Plan { size: (width, rows as i32 + 1), ..Plan::default() };
    for line_of in board.lines() {
        line_of.windows(2).for_each(|pair| line(place(pair[0]), place(pair[1]), &mut plan.strokes));
    }
    crossed(&mut plan.strokes);
    for (site, at) in places {
        plan.spots.push(Spot { site, at, cell: around(at, gap.min(6), 1.max(scale as i32)), shade: 0 });
        if named {
            plan.labels.push(((at.0 + 1 + wide, at.1), board.name(site).to_owned()));
        }
    }
    Some(plan)
}

/// Points without places: in rows, with their names.
fn listed(board: &Board, wide: i32) -> Plan {
    let longest = board.sites().iter().map(|s| board.name(s).chars().count()).max().unwrap_or(0) as i32;
    let pitch = longest + wide + 5;
    let count = board.sites().iter().count();
    let mut plan = Plan { size: (pitch * LISTED as i32, count.div_ceil(LISTED) as i32 * 2), ..Plan::default() };
    for (n, site) in board.sites().iter().enumerate() {
        let at = ((n % LISTED) as i32 * pitch + 1, (n / LISTED) as i32 * 2);
        plan.spots.push(Spot { site, at, cell: (at.0 - 1, at.1, pitch, 1), shade: 0 });
        plan.labels.push(((at.0 + 1 + wide, at.1), board.name(site).to_owned()));
    }
    plan
}

fn around(at: (i32, i32), w: i32, h: i32) -> (i32, i32, i32, i32) {
    let (w, h) = (w.max(1), h.max(1));
    (at.0 - w / 2, at.1 - h / 2, w, h)
}

/// Diagonals that cross in a cell are one stroke.
fn crossed(strokes: &mut Vec<((i32, i32), char)>) {
    strokes.sort_unstable();
    strokes.dedup();
    let mut merged: Vec<((i32, i32), char)> = Vec::with_capacity(strokes.len());
    for (at, stroke) in strokes.drain(..) {
        match merged.last_mut() {
            Some(last) if last.0 == at && matches!((last.1, stroke), ('╱', '╲') | ('╲', '╱')) => last.1 = '╳',
            _ => merged.push((at, stroke)),
        }
    }
    *strokes = merged;
}

fn line(a: (i32, i32), b: (i32, i32), strokes: &mut Vec<((i32, i32), char)>) {
    let unsigned = |(c, r): (i32, i32)| (c.max(0) as usize, r.max(0) as usize);
    let mut drawn = Vec::new();
    stroke(unsigned(a), unsigned(b), &mut drawn);
    strokes.extend(drawn.into_iter().map(|((c, r), text)| {
        let text = match text {
            '-' => '─',
            '|' => '│',
            '/' => '╱',
            '\\' => '╲',
            other => other,
        };
        ((c as i32, r as i32), text)
    }));
}

impl Plan {
    /// The spot of a site.
    pub fn spot(&self, site: Site) -> Option<&Spot> {
        self.spots.iter().find(|s| s.site == site)
    }

    /// The site at a place.
    pub fn site_at(&self, (column, row): (i32, i32)) -> Option<Site> {
        let holds = |s: &&Spot| {
            let (left, top, w, h) = s.cell;
            (left..left + w).contains(&column) && (top..top + h).contains(&row)
        };
        let distance = |s: &Spot| (s.at.0 - column).abs() + 2 * (s.at.1 - row).abs();
        self.spots.iter().filter(holds).min_by_key(|s| distance(s)).map(|s| s.site)
    }

    /// The site that the cursor comes to from another: the nearest one in that direction, what lies aside counting
    /// double. There is none behind the edge.
    pub fn step(&self, from: Site, way: Way) -> Option<Site> {
        let here = self.spot(from)?.at;
        let offset = |s: &Spot| {
            let (right, down) = (s.at.0 - here.0, 2 * (s.at.1 - here.1));
            match way {
                Way::Left => (-right, down),
                Way::Right => (right, down),
                Way::Up => (-down, right),
                Way::Down => (down, right),
            }
        };
        // What lies more aside than ahead is the matter of another key, unless nothing else is there. Of two that lie
        // alike the one to the west is taken on the way up and the one to the east on the way down: so one comes back.
        let rank = |s: &Spot| {
            let (ahead, aside) = offset(s);
            let tie = if way == Way::Down { -aside } else { aside };
            (aside.abs() > 2 * ahead, ahead + 2 * aside.abs(), tie)
        };
        self.spots.iter().filter(|s| offset(s).0 > 0).min_by_key(|s| rank(s)).map(|s| s.site)
    }

    /// The corner of a window of that size on the plan in which a site is well to be seen; a plan that fits is in the
    /// middle, so that the corner may be negative.
    pub fn corner(&self, window: (i32, i32), site: Site) -> (i32, i32) {
        let at = self.spot(site).map_or((0, 0), |s| s.at);
        let axis = |size: i32, room: i32, at: i32| {
            if size <= room { -((room - size) / 2) } else { (at - room / 2).clamp(0, size - room) }
        };
        (axis(self.size.0, window.0, at.0), axis(self.size.1, window.1, at.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn board(id: &str) -> Board {
        crate::open(id, &[]).unwrap_or_else(|e| panic!("{e}")).board().clone()
    }

    #[test]
    fn the_bison_board_fits_a_small_terminal_with_cells_that_can_be_clicked() {
        let plan = plan(&board("bison"), (53, 20), false, 1);
        assert_eq!((plan.size, plan.spots.len()), ((46, 15), 77));
        // f4 is the sixth of eleven files and the middle one of seven ranks.
        let f4 = plan.spots.iter().find(|s| s.at == (23, 6)).expect("a site in the middle");
        assert_eq!(f4.cell, (22, 6, 4, 2));
        assert_eq!(plan.site_at((25, 7)), Some(f4.site));
    }

    #[test]
    fn arrows_go_to_neighbours_and_back_and_a_flipped_board_is_turned() {
        let board = board("bison");
        let site = |name: &str| board.site(name).expect("a site");
        for (flip, right) in [(false, "d3"), (true, "b3")] {
            let plan = plan(&board, (80, 30), flip, 1);
            let stepped = plan.step(site("c3"), Way::Right).expect("a neighbour");
            assert_eq!(board.name(stepped), right);
            assert_eq!(plan.step(stepped, Way::Left), Some(site("c3")));
            let up = plan.step(site("c3"), Way::Up).expect("a neighbour");
            assert_eq!(plan.step(up, Way::Down), Some(site("c3")));
        }
        assert_eq!(plan(&board, (80, 30), false, 1).step(site("a7"), Way::Up), None);
    }

    #[test]
    fn every_site_of_every_shape_has_its_place_and_is_reached_by_arrows() {
        let sketches = ["three-herds", "gomoku", "fox-and-geese", "nine-mens-morris", "pulijudam", "chess"];
        for id in sketches {
            let path = format!("{}/tests/sketches/{id}.rules", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
            let game = crate::open_text(id, &text, &[]).unwrap_or_else(|e| panic!("{id}: {e}"));
            let board = game.board();
            for (flip, room) in [(false, (53, 20)), (true, (150, 60)), (false, (10, 5))] {
                let plan = plan(board, room, flip, 1);
                let places: BTreeSet<(i32, i32)> = plan.spots.iter().map(|s| s.at).collect();
                assert_eq!(places.len(), board.sites().len(), "{id}");
                for spot in &plan.spots {
                    assert_eq!(plan.site_at(spot.at), Some(spot.site), "{id}");
                    let inside = (0..plan.size.0).contains(&spot.at.0) && (0..plan.size.1).contains(&spot.at.1);
                    assert!(inside, "{id}: {:?} in {:?}", spot.at, plan.size);
                }
                let mut seen: BTreeSet<Site> = board.sites().iter().take(1).collect();
                let mut todo: Vec<Site> = seen.iter().copied().collect();
                while let Some(site) = todo.pop() {
                    for way in [Way::Left, Way::Right, Way::Up, Way::Down] {
                        todo.extend(plan.step(site, way).filter(|s| seen.insert(*s)));
                    }
                }
                assert_eq!(seen.len(), board.sites().len(), "{id}");
            }
        }
    }
}
