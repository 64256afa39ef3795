//! Pictures in colour. Where there are no colours, the stream drops them.

use crate::engine::{Game, Play};
use crate::render::{Look, Marks, Picture, Style, Styled, board_picture, move_sites};
use crate::testing::coverage::Mark;
use anstyle::{AnsiColor, Effects, Style as Paint};
use std::fmt::Write;

/// The board of a game in progress, the last move marked.
pub fn board(play: &Play) -> Picture {
    let last = play.made().last().map(move_sites).unwrap_or_default();
    board_picture(play.game(), play.position(), &Marks { last, ..Marks::default() }, Look::FULL)
}

/// The board at the start, as a rule file would draw it.
pub fn start(game: &Game) -> Picture {
    board_picture(game, Play::new(game).position(), &Marks::default(), Look::FULL)
}

/// A picture as text with escape sequences.
pub fn paint(picture: &Picture) -> String {
    let mut text = String::new();
    for row in picture.rows() {
        for run in row.chunk_by(|a, b| a.style == b.style) {
            let paint = paint_of(run.first().map_or(Style::Plain, |c| c.style));
            let run: String = run.iter().map(|c: &Styled| c.text).collect();
            let _ = write!(text, "{paint}{run}{paint:#}");
        }
        text.push('\n');
    }
    text
}

/// A text about what is covered, in the colour of its mark.
pub fn covered(mark: Mark, text: &str) -> String {
    let paint = match mark {
        Mark::None => Paint::new(),
        Mark::All => Paint::new().fg_color(Some(AnsiColor::Green.into())),
        Mark::Some => Paint::new().fg_color(Some(AnsiColor::Yellow.into())),
        Mark::Nothing => Paint::new().fg_color(Some(AnsiColor::Red.into())),
        Mark::OutOfReach => Paint::new().effects(Effects::DIMMED),
    };
    format!("{paint}{text}{paint:#}")
}

/// Colours of sides, in their order.
const SIDES: [AnsiColor; 4] = [AnsiColor::Yellow, AnsiColor::Cyan, AnsiColor::Magenta, AnsiColor::Green];
/// Colours of zones, in their order.
const ZONES: [AnsiColor; 5] =
    [AnsiColor::Green, AnsiColor::Red, AnsiColor::BrightBlack, AnsiColor::Blue, AnsiColor::Magenta];

fn paint_of(style: Style) -> Paint {
    let colour = |list: &[AnsiColor], n: usize| list.get(n % list.len().max(1)).copied().map(Into::into);
    match style {
        Style::Plain | Style::Empty => Paint::new(),
        Style::Coordinate | Style::Line => Paint::new().effects(Effects::DIMMED),
        Style::Zone(zone) => Paint::new().fg_color(colour(&ZONES, zone)),
        Style::Piece(Some(side)) => Paint::new().fg_color(colour(&SIDES, usize::from(side))).bold(),
        Style::Piece(None) => Paint::new().bold(),
        Style::LastMove => Paint::new().effects(Effects::BOLD | Effects::INVERT),
        Style::Target => {
            Paint::new().fg_color(Some(AnsiColor::Green.into())).effects(Effects::BOLD | Effects::UNDERLINE)
        }
    }
}
