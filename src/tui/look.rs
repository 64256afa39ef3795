//! Colours, letters and signs. Every meaning has a sign besides its colour: the letter of a piece, the character of a
//! zone, brackets. So the screen is read without colours, too, and by those who tell few of them apart.

use crate::engine::Piece;
use crate::render::zone_char;
use crate::ruleset::{Rules, SideId};
use ratatui::style::{Color, Modifier, Style};

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Colours are welcome.
    pub colour: bool,
    /// Unicode symbols stand for the pieces that have one.
    pub symbols: bool,
}

/// Behind and before the pieces of each side, in turn: light, dark, red, blue. They differ in lightness before all else.
const SIDES: [(u8, u8); 4] = [(230, 16), (17, 231), (160, 231), (37, 16)];
const NEUTRAL: (u8, u8) = (243, 231);
/// The ground in its shades, and that of each zone, in turn.
const GROUND: [u8; 3] = [180, 179, 144];
const ZONES: [[u8; 3]; 5] = [[108, 107, 72], [110, 109, 74], [139, 138, 103], [248, 246, 250], [174, 173, 168]];
/// Lines and signs on the ground.
const INK: u8 = 58;

/// Symbols of kinds, by their names alone.
const SYMBOLS: [(&str, &str); 22] = [
    ("king", "♚"),
    ("queen", "♛"),
    ("rook", "♜"),
    ("bishop", "♝"),
    ("knight", "♞"),
    ("pawn", "♟"),
    ("man", "⛂"),
    ("crowned man", "⛃"),
    ("stone", "●"),
    ("disc", "●"),
    ("arrow", "✕"),
    ("buffalo", "🐃"),
    ("bull", "🐂"),
    ("dog", "🐕"),
    ("chief", "🏹"),
    ("tiger", "🐅"),
    ("goat", "🐐"),
    ("sheep", "🐑"),
    ("goose", "🦢"),
    ("fox", "🦊"),
    ("zombie", "🧟"),
    ("elephant", "🐘"),
];

impl Look {
    /// A style in colours, or another where there are none.
    fn choose(self, colours: Style, plain: Style) -> Style {
        if self.colour { colours } else { plain }
    }

    /// The pieces of a side.
    pub fn side(self, side: Option<SideId>) -> Style {
        let (back, front) = match side {
            Some(side) => SIDES[usize::from(side) % SIDES.len()],
            None => NEUTRAL,
        };
        let plain = match side.map(|s| s % 4) {
            Some(1) => Modifier::BOLD | Modifier::REVERSED,
            Some(2) => Modifier::BOLD | Modifier::UNDERLINED,
            Some(3) => Modifier::BOLD | Modifier::REVERSED | Modifier::UNDERLINED,
            Some(_) => Modifier::BOLD,
            None => Modifier::DIM,
        };
        let colours = Style::new().bg(Color::Indexed(back)).fg(Color::Indexed(front)).add_modifier(Modifier::BOLD);
        self.choose(colours, Style::new().add_modifier(plain))
    }

    /// The rim of a piece, in half blocks: its colour on that of the ground; none without colours.
    pub fn rim(self, side: Option<SideId>, ground: Style) -> Option<Style> {
        if !self.colour {
            return None;
        }
        let back = side.map_or(NEUTRAL.0, |side| SIDES[usize::from(side) % SIDES.len()].0);
        Some(ground.fg(Color::Indexed(back)))
    }

    /// The ground of a cell. A zone without a sign, which is most of the board, has that of a board without zones.
    pub fn ground(self, rules: &Rules, zone: Option<usize>, shade: u8) -> Style {
        let signed = zone.filter(|z| zone_char(rules, *z).is_some());
        self.shaded(signed.map_or(GROUND, |z| ZONES[z % ZONES.len()]), shade)
    }

    fn shaded(self, shades: [u8; 3], shade: u8) -> Style {
        let back = shades[usize::from(shade) % shades.len()];
        self.choose(Style::new().bg(Color::Indexed(back)).fg(Color::Indexed(INK)), Style::new())
    }

    /// Lines between points.
    pub fn line(self) -> Style {
        self.choose(self.shaded(GROUND, 0), Style::new().add_modifier(Modifier::DIM))
    }

    fn sign(self, back: u8, front: u8, plain: Modifier) -> Style {
        let colours = Style::new().bg(Color::Indexed(back)).fg(Color::Indexed(front)).add_modifier(Modifier::BOLD);
        self.choose(colours, Style::new().add_modifier(plain))
    }

    /// Where the cursor is.
    pub fn cursor(self) -> Style {
        self.sign(231, 16, Modifier::BOLD)
    }

    /// The piece that was picked.
    pub fn picked(self) -> Style {
        self.sign(220, 16, Modifier::BOLD | Modifier::REVERSED)
    }

    /// Where a move may go; with a capture.
    pub fn target(self, capture: bool) -> Style {
        if capture { self.sign(208, 16, Modifier::BOLD) } else { self.sign(150, 22, Modifier::BOLD) }
    }

    /// The sites of the last move.
    pub fn last(self) -> Style {
        self.sign(222, 16, Modifier::BOLD)
    }

    /// The sites of a hint.
    pub fn hint(self) -> Style {
        self.sign(123, 16, Modifier::BOLD | Modifier::UNDERLINED)
    }

    /// Coordinates, and what is said beside the matter.
    pub fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// The bar at the top, titles.
    pub fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// What was refused or went wrong.
    pub fn refused(self) -> Style {
        let plain = Style::new().add_modifier(Modifier::BOLD);
        self.choose(plain.fg(Color::Indexed(208)), plain)
    }

    /// What stands for a piece.
    pub fn piece(self, rules: &Rules, piece: Piece) -> String {
        let Some(kind) = rules.kinds.get(usize::from(piece.kind)) else { return "?".to_owned() };
        let symbol = SYMBOLS.iter().find(|(name, _)| *name == kind.name).filter(|_| self.symbols);
        symbol.map_or_else(|| kind.letter(piece.owner).to_owned(), |(_, symbol)| (*symbol).to_owned())
    }

    /// What stands on an empty site.
    pub fn empty(self, rules: &Rules, zone: Option<usize>) -> char {
        zone.and_then(|z| zone_char(rules, z)).unwrap_or('·')
    }
}
