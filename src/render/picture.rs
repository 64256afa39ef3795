//! A grid of styled characters.

use crate::ruleset::SideId;

/// What a character shows, for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Blanks, and whatever has no style of its own.
    Plain,
    /// Ranks, files, names of points, the legend's words.
    Coordinate,
    /// A drawn line, or the frame.
    Line,
    /// An empty site outside all zones.
    Empty,
    /// An empty site of the zone with this index in [`Rules::zones`](crate::ruleset::Rules::zones).
    Zone(usize),
    /// A piece, by its owner; none: neutral.
    Piece(Option<SideId>),
    /// A site of the last move.
    LastMove,
    /// A site where a move may go.
    Target,
}

/// A character and what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Styled {
    /// The character.
    pub text: char,
    /// What it shows.
    pub style: Style,
}

const BLANK: Styled = Styled { text: ' ', style: Style::Plain };

/// A picture: rows of styled characters, from the top. `to_string` gives plain text, one line a row, without
/// blanks at the ends of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    rows: Vec<Vec<Styled>>,
}

impl Picture {
    /// The rows, from the top; they differ in length.
    pub fn rows(&self) -> &[Vec<Styled>] {
        &self.rows
    }

    /// Writes a text from a place to the right; the picture grows as needed.
    pub(crate) fn put(&mut self, (column, row): (usize, usize), text: &str, style: Style) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let line = &mut self.rows[row];
        for (n, text) in text.chars().enumerate() {
            if line.len() <= column + n {
                line.resize(column + n + 1, BLANK);
            }
            line[column + n] = Styled { text, style };
        }
    }

    /// What stands at a place.
    pub(crate) fn at(&self, (column, row): (usize, usize)) -> Styled {
        self.rows.get(row).and_then(|r| r.get(column)).copied().unwrap_or(BLANK)
    }

    /// Adds a row at the bottom.
    pub(crate) fn push(&mut self, parts: &[(&str, Style)]) {
        let (row, mut column) = (self.rows.len(), 0);
        self.rows.push(Vec::new());
        for (text, style) in parts {
            self.put((column, row), text, *style);
            column += text.chars().count();
        }
    }
}

impl std::fmt::Display for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (n, row) in self.rows.iter().enumerate() {
            let line: String = row.iter().map(|c| c.text).collect();
            write!(f, "{}{}", if n > 0 { "\n" } else { "" }, line.trim_end())?;
        }
        Ok(())
    }
}
