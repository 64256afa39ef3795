//! The drawn pieces. Which drawing a kind gets is decided by its name alone: a picture is no rule.

use super::escaped;
use super::letters::Text;
use super::sides::{class, look};
use crate::ruleset::SideId;
use std::fmt::Write;

/// A drawing around the origin, in a cell of 40: its outline, what is drawn on it, and what is filled on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol {
    pub outline: &'static str,
    pub strokes: &'static str,
    pub spots: &'static str,
}

/// A disc, for a piece that has no drawing; a letter stands on it.
const DISC: Symbol =
    Symbol { outline: "M-14.5 0A14.5 14.5 0 1 0 14.5 0A14.5 14.5 0 1 0-14.5 0Z", strokes: "", spots: "" };

/// Drawings by the names of kinds.
const NAMES: [(&[&str], Symbol); 0] = [];

/// The drawing of a kind: by its whole name, or by the last of its words that has one.
fn drawing(kind: &str) -> Option<Symbol> {
    let kind = kind.to_lowercase();
    let find = |word: &str| NAMES.iter().find(|(names, _)| names.contains(&word)).map(|(_, symbol)| *symbol);
    find(&kind).or_else(|| kind.rsplit(['-', '_']).find_map(find))
}

/// Whether a kind of that name has a drawing of its own; any other is a disc with its letter.
pub fn is_drawn(kind: &str) -> bool {
    drawing(kind).is_some()
}

/// The shapes of a piece, around the origin.
pub(super) fn shapes(svg: &mut String, kind: &str, letter: &str, side: Option<SideId>) {
    let found = drawing(kind);
    let symbol = found.unwrap_or(DISC);
    let look = look(side);
    // Writing to a string cannot fail.
    if let Some(halo) = look.halo {
        let _ = write!(
            svg,
            "<path class=\"halo\" d=\"{}\" fill=\"{halo}\" stroke=\"{halo}\" stroke-width=\"3.6\" stroke-linejoin=\"round\"/>",
            symbol.outline
        );
    }
    let dash = look.dash.map_or_else(String::new, |dash| format!(" stroke-dasharray=\"{dash}\""));
    let _ = write!(
        svg,
        "<path class=\"body\" d=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{dash}/>",
        symbol.outline, look.fill, look.line, look.width
    );
    if !symbol.strokes.is_empty() {
        let _ = write!(
            svg,
            "<path class=\"detail\" d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/>",
            symbol.strokes, look.ink
        );
    }
    if !symbol.spots.is_empty() {
        let _ = write!(svg, "<path class=\"spot\" d=\"{}\" fill=\"{}\"/>", symbol.spots, look.ink);
    }
    if found.is_none() {
        Text { text: letter, x: 0.0, y: 0.0, size: 13.0, room: 21.0, weight: 1.9, colour: look.ink }.draw(svg);
    }
}

/// A piece alone, as a picture of 40 by 40: for hands and legends. `letter` is shown where the kind has no drawing.
pub fn piece_symbol(kind: &str, letter: &str, side: Option<SideId>) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"symbol\" viewBox=\"-20 -20 40 40\" width=\"40\" height=\"40\" \
         role=\"img\" aria-label=\"{}\"><g class=\"piece {}\">",
        escaped(kind),
        class(side)
    );
    shapes(&mut svg, kind, letter, side);
    svg.push_str("</g></svg>");
    svg
}
