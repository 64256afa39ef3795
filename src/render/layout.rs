//! Where the sites of a board stand in a picture of characters.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "files, ranks and places are small: a board has at most 512 sites, a picture at most WIDEST columns"
)]

use super::Look;
use crate::board::{Board, Compass, Shape, Site};

/// Places in a picture: columns from the left, rows from the top.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// The last character of what stands on each site.
    pub spots: Vec<(Site, (usize, usize))>,
    /// Drawn lines.
    pub strokes: Vec<((usize, usize), char)>,
    /// Ranks, files and names: first character and text.
    pub labels: Vec<((usize, usize), String)>,
    /// Bars between ranks and board.
    pub frame: Vec<(usize, usize)>,
    /// Sites cut out of a grid of squares.
    pub holes: Vec<(usize, usize)>,
}

/// The widest picture of a free board, in characters, and the highest.
const WIDEST: usize = 200;
const HIGHEST: usize = 100;

/// The layout of a board whose pieces have letters of up to `width` characters; none for a free board that
/// has no places or is too large to be drawn.
pub(crate) fn layout(board: &Board, width: usize, look: Look) -> Option<Layout> {
    match board.shape() {
        Shape::Hexes => Some(hexes(board, width, look)),
        // Points named like squares can be drawn as a rule file's diagram has them.
        Shape::Graph if board.has_files_and_ranks() && !look.lines && extent(board).0 <= WIDEST / 2 => {
            Some(squares(board, width, look))
        }
        Shape::Graph => graph(board, width, look),
        Shape::Points(_) if look.lines => Some(points(board, width, look)),
        _ => Some(squares(board, width, look)),
    }
}

/// Files and ranks that the sites reach to.
fn extent(board: &Board) -> (usize, usize) {
    if board.shape() != Shape::Graph {
        return (board.size().0 as usize, board.size().1 as usize);
    }
    let reach = |value: fn((i32, i32)) -> i32| board.sites().iter().map(|s| value(board.at(s)) + 1).max().unwrap_or(0);
    (reach(|p| p.0).max(0) as usize, reach(|p| p.1).max(0) as usize)
}

/// The width of the ranks' numbers.
fn rank_width(board: &Board) -> usize {
    extent(board).1.to_string().len()
}

/// The letters of a file, counted from 0: what its sites' names begin with; blank where it has none.
fn file_name(board: &Board, x: usize) -> &str {
    let named = (0..board.count() as Site).find(|s| board.at(*s).0 == x as i32);
    named.map_or(" ", |s| board.name(s).trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// As in a rule file: `7 | . . .`, files below.
fn squares(board: &Board, width: usize, look: Look) -> Layout {
    let (columns, rows) = extent(board);
    let files = if look.coordinates { file_name(board, columns.saturating_sub(1)).len() } else { 1 };
    let width = width.max(files);
    let ranks = rank_width(board);
    let left = if look.coordinates { ranks + 3 } else { 0 };
    let place = |x: usize, y: usize| (left + x * (width + 1) + width - 1, rows - 1 - y);
    let mut layout = Layout::default();
    for y in 0..rows {
        for x in 0..columns {
            match board.site_at(x as i32, y as i32) {
                Some(site) => layout.spots.push((site, place(x, y))),
                None => layout.holes.push(place(x, y)),
            }
        }
        if look.coordinates {
            layout.labels.push(((0, rows - 1 - y), (y + 1).to_string()));
            layout.frame.push((ranks + 1, rows - 1 - y));
        }
    }
    if look.coordinates {
        for x in 0..columns {
            let name = file_name(board, x);
            layout.labels.push(((place(x, 0).0 + 1 - name.len(), rows), name.to_string()));
        }
    }
    layout
}

/// Points four characters and two rows apart, lines between them.
fn points(board: &Board, width: usize, look: Look) -> Layout {
    let (columns, rows) = extent(board);
    let left = if look.coordinates { rank_width(board) + 2 } else { 0 } + width - 1;
    let place = |x: usize, y: usize| (left + x * 4, (rows - 1 - y) * 2);
    let mut layout = Layout::default();
    for site in board.sites() {
        let (x, y) = board.at(site);
        let (column, row) = place(x as usize, y as usize);
        layout.spots.push((site, (column, row)));
        let joined = |c: Compass| board.next(site, c as u16).is_some();
        if joined(Compass::East) {
            (1..4).for_each(|n| layout.strokes.push(((column + n, row), '-')));
        }
        // Rows above a site: the top rank has none, and no neighbour there either.
        let upper = row.saturating_sub(1);
        if joined(Compass::North) {
            layout.strokes.push(((column, upper), '|'));
        }
        if joined(Compass::Northeast) {
            layout.strokes.push(((column + 2, upper), '/'));
        }
        if joined(Compass::Northwest) {
            layout.strokes.push(((column.saturating_sub(2), upper), '\\'));
        }
    }
    if look.coordinates {
        for y in 0..rows {
            layout.labels.push(((0, (rows - 1 - y) * 2), (y + 1).to_string()));
        }
        for x in 0..columns {
            let name = file_name(board, x);
            layout.labels.push(((place(x, 0).0 + 1 - name.len().min(left + 1), rows * 2 - 1), name.to_string()));
        }
    }
    layout
}

/// Each rank half a cell further east than the one below; files run up to the north-east, their letters
/// stand where they begin.
fn hexes(board: &Board, width: usize, look: Look) -> Layout {
    let rows = board.size().1 as usize;
    let half = width.div_ceil(2).max(1);
    let ranks = rank_width(board);
    // One half more at the left, for the letter of a file that begins in the westernmost column.
    let left = if look.coordinates { ranks + 3 } else { 0 } + width - 1 + if look.files { half } else { 0 };
    let across = |x: i32, y: i32| (2 * x + y) * half as i32;
    let west = board.sites().iter().map(|s| across(board.at(s).0, board.at(s).1)).min().unwrap_or(0);
    let column = |x: i32, y: i32| (across(x, y) - west + left as i32).max(0) as usize;
    let mut layout = Layout::default();
    for site in board.sites() {
        let (x, y) = board.at(site);
        let row = rows - 1 - y as usize;
        layout.spots.push((site, (column(x, y), row)));
        if look.files && board.site_at(x, y - 1).is_none() && !(0..y).any(|lower| board.site_at(x, lower).is_some()) {
            layout.labels.push(((column(x, y - 1), row + 1), file_name(board, x as usize).to_string()));
        }
    }
    for y in (0..rows).filter(|_| look.coordinates) {
        layout.labels.push(((0, rows - 1 - y), (y + 1).to_string()));
        layout.frame.push((ranks + 1, rows - 1 - y));
    }
    layout
}

/// Points by their coordinates, with lines between them.
fn graph(board: &Board, width: usize, look: Look) -> Option<Layout> {
    if !board.has_compass() {
        return None;
    }
    let named = look.coordinates && !board.has_files_and_ranks();
    let longest = board.sites().iter().map(|s| board.name(s).chars().count()).max().unwrap_or(0);
    // The narrowest drawing in which no point covers another, or its name.
    (4..=longest + width + 8).step_by(2).find_map(|step| drawn(board, width, look, named, step))
}

fn drawn(board: &Board, width: usize, look: Look, named: bool, step: usize) -> Option<Layout> {
    let axis = |value: fn((i32, i32)) -> i32| {
        let mut all: Vec<i64> = board.sites().iter().map(|s| i64::from(value(board.at(s)))).collect();
        all.sort_unstable();
        all.dedup();
        let unit = all.windows(2).map(|w| w[1] - w[0]).min().unwrap_or(1);
        (all.first().copied().unwrap_or(0), all.last().copied().unwrap_or(0), unit)
    };
    let ((x0, x1, across), (y0, y1, down)) = (axis(|p| p.0), axis(|p| p.1));
    let columns = (x1 - x0).checked_mul(step as i64)? / across;
    let rows = (y1 - y0).checked_mul(2)? / down;
    if columns > WIDEST as i64 || rows > HIGHEST as i64 {
        return None;
    }
    let ruled = look.coordinates && !named;
    let ranks = if ruled { (y1 + 1).to_string().len() } else { 0 };
    let left = if ruled { ranks + 2 } else { 0 } + width - 1;
    let column = |x: i64| left + ((x - x0) * step as i64 / across) as usize;
    let row = |y: i64| ((y1 - y) * 2 / down) as usize;
    let place = |s: Site| (column(i64::from(board.at(s).0)), row(i64::from(board.at(s).1)));
    let mut layout = Layout { spots: board.sites().iter().map(|s| (s, place(s))).collect(), ..Layout::default() };
    for (n, (site, (column, row))) in layout.spots.iter().enumerate() {
        let room = if named { board.name(*site).chars().count() + 2 } else { 0 } + width;
        let close = |(c, r): (usize, usize)| r == *row && c.abs_diff(*column) < room.max(2);
        if layout.spots.iter().skip(n + 1).any(|(_, other)| close(*other)) {
            return None;
        }
    }
    for line in board.lines() {
        line.windows(2).for_each(|pair| stroke(place(pair[0]), place(pair[1]), &mut layout.strokes));
    }
    if named {
        let beside = |(site, (c, r)): &(Site, (usize, usize))| ((c + 1, *r), format!(" {}", board.name(*site)));
        layout.labels = layout.spots.iter().map(beside).collect();
    }
    if ruled {
        let seen =
            |value: fn((i32, i32)) -> i32, n: i64| board.sites().iter().any(|s| i64::from(value(board.at(s))) == n);
        let all_ranks = (y0..=y1).filter(|y| seen(|p| p.1, *y));
        layout.labels.extend(all_ranks.map(|y| ((0, row(y)), (y + 1).to_string())));
        let all_files = (x0..=x1).filter(|x| seen(|p| p.0, *x));
        layout
            .labels
            .extend(all_files.map(|x| ((column(x), rows as usize + 1), file_name(board, x as usize).to_string())));
    }
    Some(layout)
}

/// The characters between two places: one in each row where the line is steep enough, else one in each
/// column.
pub(crate) fn stroke(a: (usize, usize), b: (usize, usize), strokes: &mut Vec<((usize, usize), char)>) {
    let (a, b) = if a.1 <= b.1 { (a, b) } else { (b, a) };
    let (dx, dy) = (b.0 as i64 - a.0 as i64, b.1 as i64 - a.1 as i64);
    let slanted = if dx > 0 { '\\' } else { '/' };
    // Rounds to the nearest, halves up.
    let divide = |n: i64, d: i64| (2 * n + d).div_euclid(2 * d);
    if dy == 0 {
        let (west, east) = (a.0.min(b.0), a.0.max(b.0));
        strokes.extend((west + 1..east).map(|c| ((c, a.1), '-')));
    } else if dx.abs() <= 4 * dy {
        let steep = if dx.abs() * 2 < dy { '|' } else { slanted };
        strokes.extend((1..dy).map(|n| (((a.0 as i64 + divide(n * dx, dy)) as usize, a.1 + n as usize), steep)));
    } else {
        for n in 1..dx.abs() {
            let row = |n: i64| a.1 as i64 + divide(n * dy, dx.abs());
            let text = if row(n) == row(n - 1) { '-' } else { slanted };
            strokes.push((((a.0 as i64 + n * dx.signum()) as usize, row(n) as usize), text));
        }
    }
}
