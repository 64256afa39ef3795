//! Boards: sites, directions, lines, and sets of sites.
//!
//! A site is a number below [`Board::count`]. On grids the numbers run along the ranks from the
//! south-west corner (`a1` is 0, `b1` is 1) without regard to cut-out sites, so that a direction
//! is the same difference of numbers everywhere; [`Board::sites`] tells which numbers are sites.
//! On a graph they follow the order in which the points are first named.

mod compass;
mod set;
mod shape;

pub use compass::{Compass, CompassSet};
pub use set::{MAX_SITES, SiteSet, Sites};
pub use shape::{BoardError, GraphPoint};
pub(crate) use shape::{file_name, file_number};

use serde::{Deserialize, Serialize};

/// The number of a site.
pub type Site = u16;
/// The number of a direction: on grids and hexes the number of the [`Compass`] direction; on a
/// graph line `n` of the file gives `2n` (along it) and `2n + 1` (back along it).
pub type Dir = u16;

const NONE: u16 = u16::MAX;
const NO_CLASS: u8 = u8::MAX;

/// What a board looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Shape {
    Squares,
    /// Points joined by drawn lines.
    Points(Lines),
    /// A rhombus of hexes, or a hexagon cut from one.
    Hexes,
    /// Named points and lines.
    Graph,
}

/// The drawn lines of a grid of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Lines {
    Orthogonal,
    /// Diagonals only where file + rank, counted from a corner, is even.
    Alquerque,
    All,
}

/// A board: its sites and how directions join them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Board {
    shape: Shape,
    columns: u16,
    rows: u16,
    sites: SiteSet,
    names: Vec<String>,
    /// Files and ranks from 0 on grids; the drawing's coordinates, north up, on graphs.
    at: Vec<(i32, i32)>,
    /// Whether `at` is known.
    placed: bool,
    /// Whether files and ranks can be spoken of.
    gridded: bool,
    dirs: u16,
    next: Vec<u16>,
    class: Vec<u8>,
    /// The lines as declared (graphs only).
    lines: Vec<Vec<Site>>,
}

impl Board {
    /// What it looks like.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Files and ranks of the grid before anything was cut out; of a graph the number of points and 1.
    pub fn size(&self) -> (u16, u16) {
        (self.columns, self.rows)
    }

    /// One more than the greatest number of a site.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// All sites.
    pub fn sites(&self) -> SiteSet {
        self.sites
    }

    /// The name of a site, such as `f6`.
    pub fn name(&self, site: Site) -> &str {
        &self.names[site as usize]
    }

    /// The site with that name.
    pub fn site(&self, name: &str) -> Option<Site> {
        self.names.iter().position(|n| n == name).map(|s| s as Site).filter(|s| self.sites.contains(*s))
    }

    /// How many directions there are; they are `0..dirs`.
    pub fn dirs(&self) -> u16 {
        self.dirs
    }

    /// The next site in a direction.
    pub fn next(&self, site: Site, dir: Dir) -> Option<Site> {
        let n = self.next[site as usize * self.dirs as usize + dir as usize];
        (n != NONE).then_some(n)
    }

    /// The direction that leads back.
    pub fn back(&self, dir: Dir) -> Dir {
        match self.shape {
            Shape::Graph => dir ^ 1,
            _ => Compass::ALL[dir as usize].opposite() as Dir,
        }
    }

    /// The compass class of the edge that leaves a site in a direction; none where it is not known.
    pub fn class(&self, site: Site, dir: Dir) -> Option<Compass> {
        let class = match self.shape {
            Shape::Graph => self.class[site as usize * self.dirs as usize + dir as usize],
            _ => dir as u8,
        };
        (class != NO_CLASS).then(|| Compass::ALL[class as usize])
    }

    /// The compass directions that this board has anywhere.
    pub fn compass(&self) -> CompassSet {
        match self.shape {
            Shape::Hexes => CompassSet::HEX,
            _ => CompassSet::ALL,
        }
    }

    /// Whether compass words mean something here.
    pub fn has_compass(&self) -> bool {
        self.placed
    }

    /// Whether files and ranks mean something here: grids, hexes, and graphs whose points are all
    /// named like squares.
    pub fn has_files_and_ranks(&self) -> bool {
        self.gridded
    }

    /// File and rank from 0; on a graph with drawn points their coordinates, north up.
    pub fn at(&self, site: Site) -> (i32, i32) {
        self.at[site as usize]
    }

    /// The lines of a graph as declared.
    pub fn lines(&self) -> &[Vec<Site>] {
        &self.lines
    }

    /// Neighbours along every direction.
    pub fn neighbours(&self, site: Site) -> impl Iterator<Item = (Dir, Site)> + '_ {
        (0..self.dirs).filter_map(move |d| self.next(site, d).map(|n| (d, n)))
    }

    /// Sites for which a test on file and rank holds.
    pub fn where_at(&self, test: impl Fn(i32, i32) -> bool) -> SiteSet {
        self.sites.iter().filter(|s| test(self.at(*s).0, self.at(*s).1)).collect()
    }

    /// The sites of a rank, counted from 1.
    pub fn rank(&self, rank: u32) -> SiteSet {
        self.where_at(|_, y| y + 1 == rank as i32)
    }

    /// The sites of a file, counted from 0.
    pub fn file(&self, file: u32) -> SiteSet {
        self.where_at(|x, _| x == file as i32)
    }

    /// The sites with no neighbour in that direction. Drawn lines play no part: on a grid of points the
    /// edge is that of the grid.
    pub fn edge(&self, c: Compass) -> SiteSet {
        match self.shape {
            Shape::Graph => {
                self.sites.iter().filter(|s| !self.neighbours(*s).any(|(d, _)| self.class(*s, d) == Some(c))).collect()
            }
            Shape::Hexes => self.sites.iter().filter(|s| self.next(*s, c as Dir).is_none()).collect(),
            _ => self.sites.iter().filter(|s| self.grid_neighbour(*s, c).is_none()).collect(),
        }
    }

    /// Whether the board ends at a site in a direction. A line that is merely not drawn is no end; a graph,
    /// which has its lines alone, ends nowhere in this sense.
    pub fn is_edge(&self, site: Site, dir: Dir) -> bool {
        match self.shape {
            Shape::Graph => false,
            Shape::Hexes => CompassSet::HEX.contains(Compass::ALL[dir as usize]) && self.next(site, dir).is_none(),
            _ => self.grid_neighbour(site, Compass::ALL[dir as usize]).is_none(),
        }
    }

    /// The next site of the grid, drawn line or not.
    fn grid_neighbour(&self, site: Site, c: Compass) -> Option<Site> {
        let (dx, dy) = c.step();
        self.site_at(self.at(site).0 + dx, self.at(site).1 + dy)
    }

    /// The site with that file and rank (from 0).
    pub fn site_at(&self, x: i32, y: i32) -> Option<Site> {
        if self.shape == Shape::Graph {
            return self.sites.iter().find(|s| self.at(*s) == (x, y));
        }
        let inside = (0..i32::from(self.columns)).contains(&x) && (0..i32::from(self.rows)).contains(&y);
        let site = y * i32::from(self.columns) + x;
        (inside && self.sites.contains(site as Site)).then_some(site as Site)
    }

    /// The sites at an edge: on squares and points those that miss an orthogonal neighbour, on hexes
    /// those that miss any of six, on a graph none.
    pub fn border(&self) -> SiteSet {
        let around = match self.shape {
            Shape::Graph => CompassSet::NONE,
            Shape::Hexes => CompassSet::HEX,
            _ => CompassSet::ORTHOGONAL,
        };
        around.iter().fold(SiteSet::EMPTY, |set, c| set.or(self.edge(c)))
    }

    /// The corners: sites where two edges that are not opposite meet; on hexes those with at most
    /// three neighbours; on a graph none.
    pub fn corners(&self) -> SiteSet {
        match self.shape {
            Shape::Graph => SiteSet::EMPTY,
            Shape::Hexes => self.sites.iter().filter(|s| self.neighbours(*s).count() <= 3).collect(),
            _ => {
                let upright = self.edge(Compass::North).or(self.edge(Compass::South));
                upright.and(self.edge(Compass::East).or(self.edge(Compass::West)))
            }
        }
    }

    /// The middle sites of the smallest box round a set: one, two or four of its sites' places
    /// (whether or not they are in the set); empty for an empty set or where nothing is placed.
    pub fn centre_of(&self, set: SiteSet) -> SiteSet {
        let range = |value: fn((i32, i32)) -> i32| {
            let values = set.iter().map(|s| value(self.at(s)));
            Some((values.clone().min()?, values.max()?))
        };
        let (Some((x0, x1)), Some((y0, y1))) = (range(|p| p.0), range(|p| p.1)) else { return SiteSet::EMPTY };
        if !self.placed {
            return SiteSet::EMPTY;
        }
        let middle = |a: i32, b: i32, v: i32| (2 * v - a - b).abs() <= 1;
        self.where_at(|x, y| middle(x0, x1, x) && middle(y0, y1, y))
    }

    /// How far along a direction a site lies: a measure by which two sites can be compared, of no unit.
    /// On hexes, whose ranks are shifted by half a cell, the true angle counts.
    pub fn advance(&self, site: Site, c: Compass) -> i32 {
        let (x, y) = self.at(site);
        let (dx, dy) = match (self.shape, c) {
            (Shape::Hexes, Compass::East) => (2, 1),
            (Shape::Hexes, Compass::Northeast) => (1, 2),
            (Shape::Hexes, Compass::Northwest) => (-1, 1),
            (Shape::Hexes, Compass::West) => (-2, -1),
            (Shape::Hexes, Compass::Southwest) => (-1, -2),
            (Shape::Hexes, Compass::Southeast) => (1, -1),
            _ => c.step(),
        };
        x * dx + y * dy
    }
}
