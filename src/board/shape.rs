//! Making boards: grids, hexes and graphs.

use super::{Board, Compass, CompassSet, Lines, MAX_SITES, NO_CLASS, NONE, Shape, Site, SiteSet};
use thiserror::Error;

/// Why a board cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum BoardError {
    #[error("the board would have {0} sites; the most is {MAX_SITES}")]
    TooLarge(u64),
    #[error("the board has no site")]
    Empty,
    #[error("point `{0}` is declared twice")]
    TwicePoint(String),
    #[error("point `{0}` is not declared")]
    UnknownPoint(String),
    #[error("line {0} has only one point")]
    ShortLine(usize),
    #[error("a line runs from `{0}` to itself")]
    Loop(String),
    #[error("the points have more lines than the {0} that are allowed")]
    TooManyLines(usize),
}

/// A point of a graph: its name and, where drawn, its place (y grows downward).
pub type GraphPoint = (String, Option<(i32, i32)>);

const MAX_LINES: usize = 1024;

/// The name of a grid's site: file letters (a to z, then aa), then the rank from 1.
fn grid_name(x: u32, y: u32) -> String {
    format!("{}{}", file_name(x), y + 1)
}

/// The letters of a file, counted from 0.
pub(crate) fn file_name(x: u32) -> String {
    let letter = |n: u32| char::from(b'a' + n as u8);
    if x < 26 { letter(x).to_string() } else { format!("{}{}", letter(x / 26 - 1), letter(x % 26)) }
}

/// The file that letters name, counted from 0.
pub(crate) fn file_number(name: &str) -> Option<u32> {
    let digit = |c: char| c.is_ascii_lowercase().then(|| c as u32 - 'a' as u32);
    let mut chars = name.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(a), None, _) => digit(a),
        (Some(a), Some(b), None) => Some((digit(a)? + 1) * 26 + digit(b)?),
        _ => None,
    }
}

/// File and rank from 0 of a name like `d7`.
fn coordinates(name: &str) -> Option<(i32, i32)> {
    let split = name.find(|c: char| c.is_ascii_digit())?;
    let (file, rank) = name.split_at(split);
    let rank: i32 = rank.parse().ok().filter(|r| (1..=999).contains(r))?;
    Some((file_number(file)? as i32, rank - 1))
}

impl Board {
    /// A grid of squares or points, or a rhombus of hexes.
    pub fn grid(shape: Shape, columns: u32, rows: u32) -> Result<Board, BoardError> {
        let size = u64::from(columns) * u64::from(rows);
        if size > MAX_SITES as u64 {
            return Err(BoardError::TooLarge(size));
        }
        if size == 0 {
            return Err(BoardError::Empty);
        }
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let mut board = Board {
            shape,
            columns: columns as u16,
            rows: rows as u16,
            sites: SiteSet::first(size as usize),
            names: places.clone().map(|(x, y)| grid_name(x, y)).collect(),
            at: places.map(|(x, y)| (x as i32, y as i32)).collect(),
            placed: true,
            gridded: true,
            dirs: 8,
            next: Vec::new(),
            class: Vec::new(),
            lines: Vec::new(),
        };
        board.join();
        Ok(board)
    }

    /// A hexagon of hexes with sides of `side` cells: the rhombus of 2n-1 without its two sharp corners.
    pub fn hexagon(side: u32) -> Result<Board, BoardError> {
        let width = u64::from(side).saturating_mul(2).saturating_sub(1);
        if width.saturating_mul(width) > MAX_SITES as u64 {
            return Err(BoardError::TooLarge(width.saturating_mul(width)));
        }
        let board = Board::grid(Shape::Hexes, width as u32, width as u32)?;
        let side = side as i32;
        let cells = board.where_at(|x, y| (side + 1..=3 * side - 1).contains(&(x + y + 2)));
        let cut = board.sites().minus(cells);
        board.without(cut)
    }

    /// The board without some sites.
    pub fn without(mut self, holes: SiteSet) -> Result<Board, BoardError> {
        self.sites = self.sites.minus(holes);
        if self.sites.is_empty() {
            return Err(BoardError::Empty);
        }
        self.join();
        Ok(self)
    }

    /// A block of `width` x `height` at each of the four corners of the grid.
    pub fn corner_blocks(&self, width: u32, height: u32) -> SiteSet {
        let (columns, rows) = (i32::from(self.columns), i32::from(self.rows));
        let (width, height) = (width.min(512) as i32, height.min(512) as i32);
        self.where_at(|x, y| (x < width || x >= columns - width) && (y < height || y >= rows - height))
    }

    /// Fills the table of neighbours of a grid.
    fn join(&mut self) {
        let count = self.names.len();
        self.next = vec![NONE; count * 8];
        for site in self.sites {
            for c in Compass::ALL {
                let (x, y) = self.at(site);
                let (dx, dy) = match (self.shape, c) {
                    // Each rank of hexes lies half a cell further east than the one below.
                    (Shape::Hexes, Compass::Northeast) => (0, 1),
                    (Shape::Hexes, Compass::Northwest) => (-1, 1),
                    (Shape::Hexes, Compass::Southwest) => (0, -1),
                    (Shape::Hexes, Compass::Southeast) => (1, -1),
                    (Shape::Hexes, Compass::North | Compass::South) => continue,
                    _ => c.step(),
                };
                let drawn = match self.shape {
                    Shape::Points(Lines::Orthogonal) => CompassSet::ORTHOGONAL.contains(c),
                    Shape::Points(Lines::Alquerque) => CompassSet::ORTHOGONAL.contains(c) || (x + y) % 2 == 0,
                    _ => true,
                };
                if let (true, Some(to)) = (drawn, self.site_at(x + dx, y + dy)) {
                    self.next[site as usize * 8 + c as usize] = to;
                }
            }
        }
    }

    /// A graph: points in the order of their numbers, and lines as lists of their names.
    pub fn graph(points: &[GraphPoint], lines: &[Vec<String>]) -> Result<Board, BoardError> {
        if points.len() > MAX_SITES {
            return Err(BoardError::TooLarge(points.len() as u64));
        }
        if points.is_empty() {
            return Err(BoardError::Empty);
        }
        if lines.len() > MAX_LINES {
            return Err(BoardError::TooManyLines(MAX_LINES));
        }
        let names: Vec<String> = points.iter().map(|p| p.0.clone()).collect();
        if let Some(n) = (1..names.len()).find(|n| names[..*n].contains(&names[*n])) {
            return Err(BoardError::TwicePoint(names[n].clone()));
        }
        let named: Option<Vec<_>> = names.iter().map(|n| coordinates(n)).collect();
        let drawn: Option<Vec<_>> = points.iter().map(|p| p.1.map(|(x, y)| (x, -y))).collect();
        let gridded = named.is_some() && drawn.is_none();
        let at = drawn.or(named);
        let dirs = (lines.len() * 2) as u16;
        let table = names.len() * dirs as usize;
        let (mut next, mut class) = (vec![NONE; table], vec![NO_CLASS; table]);
        let mut joined = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let find = |n: &String| {
                let at = names.iter().position(|m| m == n).ok_or_else(|| BoardError::UnknownPoint(n.clone()))?;
                Ok(at as Site)
            };
            let line = line.iter().map(find).collect::<Result<Vec<Site>, BoardError>>()?;
            if line.len() < 2 {
                return Err(BoardError::ShortLine(number + 1));
            }
            for pair in line.windows(2) {
                if pair[0] == pair[1] {
                    return Err(BoardError::Loop(names[pair[0] as usize].clone()));
                }
                for (from, to, dir) in [(pair[0], pair[1], 2 * number), (pair[1], pair[0], 2 * number + 1)] {
                    let cell = from as usize * dirs as usize + dir;
                    next[cell] = to;
                    if let Some(at) = &at {
                        class[cell] = nearest(at[from as usize], at[to as usize]) as u8;
                    }
                }
            }
            joined.push(line);
        }
        Ok(Board {
            shape: Shape::Graph,
            columns: names.len() as u16,
            rows: 1,
            sites: SiteSet::first(names.len()),
            placed: at.is_some(),
            gridded,
            at: at.unwrap_or_else(|| vec![(0, 0); names.len()]),
            names,
            dirs,
            next,
            class,
            lines: joined,
        })
    }
}

/// The compass direction nearest to that from one point to another (north up).
fn nearest(from: (i32, i32), to: (i32, i32)) -> Compass {
    let (dx, dy) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
    // A direction within 22.5 degrees of an axis is that axis: |short| / |long| < tan 22.5 = 0.41421.
    let flat = |long: i64, short: i64| short.abs() * 100_000 < long.abs() * 41_421;
    let sign = |v: i64| v.signum() as i32;
    let step = if flat(dx, dy) {
        (sign(dx), 0)
    } else if flat(dy, dx) {
        (0, sign(dy))
    } else {
        (sign(dx), sign(dy))
    };
    Compass::ALL.into_iter().find(|c| c.step() == step).unwrap_or(Compass::North)
}
