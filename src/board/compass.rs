//! Sets of compass directions, and turning within them.

use serde::{Deserialize, Serialize};

/// The eight directions of the compass, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Compass {
    North,
    Northeast,
    East,
    Southeast,
    South,
    Southwest,
    West,
    Northwest,
}

impl Compass {
    /// All eight, clockwise from north.
    pub const ALL: [Compass; 8] = [
        Compass::North,
        Compass::Northeast,
        Compass::East,
        Compass::Southeast,
        Compass::South,
        Compass::Southwest,
        Compass::West,
        Compass::Northwest,
    ];

    /// The step that this direction makes on a grid of squares or points: files east, ranks north.
    pub fn step(self) -> (i32, i32) {
        match self {
            Compass::North => (0, 1),
            Compass::Northeast => (1, 1),
            Compass::East => (1, 0),
            Compass::Southeast => (1, -1),
            Compass::South => (0, -1),
            Compass::Southwest => (-1, -1),
            Compass::West => (-1, 0),
            Compass::Northwest => (-1, 1),
        }
    }

    /// The opposite direction.
    #[must_use]
    pub fn opposite(self) -> Compass {
        self.turned(4)
    }

    /// So many eighths of a turn clockwise (negative: the other way).
    #[must_use]
    pub fn turned(self, eighths: i32) -> Compass {
        Compass::ALL[(self as i32 + eighths).rem_euclid(8) as usize]
    }

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Compass::North => "north",
            Compass::Northeast => "northeast",
            Compass::East => "east",
            Compass::Southeast => "southeast",
            Compass::South => "south",
            Compass::Southwest => "southwest",
            Compass::West => "west",
            Compass::Northwest => "northwest",
        }
    }
}

/// A set of compass directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CompassSet(pub u8);

impl CompassSet {
    /// No direction.
    pub const NONE: CompassSet = CompassSet(0);
    /// All eight.
    pub const ALL: CompassSet = CompassSet(0xff);
    /// North, east, south, west.
    pub const ORTHOGONAL: CompassSet = CompassSet(0b0101_0101);
    /// The four between them.
    pub const DIAGONAL: CompassSet = CompassSet(0b1010_1010);
    /// The six directions of a board of hexes, whose rows lie level.
    pub const HEX: CompassSet = CompassSet(0b1110_1110);

    /// One direction.
    pub fn one(c: Compass) -> CompassSet {
        CompassSet(1 << c as u8)
    }

    /// Whether the direction is in the set.
    pub fn contains(self, c: Compass) -> bool {
        self.0 >> c as u8 & 1 == 1
    }

    /// Directions of both.
    #[must_use]
    pub fn and(self, other: CompassSet) -> CompassSet {
        CompassSet(self.0 & other.0)
    }

    /// Directions of either.
    #[must_use]
    pub fn or(self, other: CompassSet) -> CompassSet {
        CompassSet(self.0 | other.0)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The directions, clockwise from north.
    pub fn iter(self) -> impl Iterator<Item = Compass> {
        Compass::ALL.into_iter().filter(move |c| self.contains(*c))
    }

    /// The directions among `self` (those that a board has) within one turn of `c`: on eight
    /// directions 45 degrees to either side, on the six of hexes 60; `c` itself is left out.
    #[must_use]
    pub fn beside(self, c: Compass) -> CompassSet {
        let reach = |sign: i32| (1..8).map(|n| c.turned(sign * n)).find(|d| self.contains(*d));
        [reach(1), reach(-1)].into_iter().flatten().fold(CompassSet::NONE, |set, d| set.or(CompassSet::one(d)))
    }
}
