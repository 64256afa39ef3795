//! The drawn pieces. Which drawing a kind gets is decided by names alone, its own and those of the kinds beside it: a
//! picture is no rule.

use super::escaped;
use super::letters::Text;
use super::pieces::{DISC, NAMES, SETS, Symbol};
use super::sides::{Look, class, look, look_in};
use crate::ruleset::{KindId, Rules, SideId};
use std::fmt::Write;

/// The drawing of a kind by its whole name.
fn exactly(kind: &str) -> Option<Symbol> {
    NAMES.iter().find(|(names, _)| names.contains(&kind)).map(|(_, symbol)| *symbol)
}

/// How a kind is drawn.
enum Drawn {
    /// By a drawing for its name.
    Whole(Symbol),
    /// By the drawing for a word of its name, with its letter beside it, so that it is told from the kind of that word.
    Part(Symbol),
    /// By a disc with its letter.
    Lettered,
}

fn drawn(kind: &str) -> Drawn {
    let kind = kind.to_lowercase();
    let part = || kind.rsplit(['-', '_']).find_map(exactly);
    exactly(&kind).map(Drawn::Whole).or_else(|| part().map(Drawn::Part)).unwrap_or(Drawn::Lettered)
}

/// The drawing of a kind among those of its rules.
fn drawn_among(kind: &str, rules: &Rules) -> Drawn {
    let stands = |name: &str| rules.kinds.iter().any(|k| k.name == name);
    let set = SETS.iter().find(|set| set.told_by.iter().any(|name| stands(name)));
    let otherwise = set.filter(|set| set.names.is_empty() || set.names.contains(&kind));
    otherwise.map_or_else(|| drawn(kind), |set| Drawn::Whole(set.symbol))
}

/// Whether a kind of that name has a drawing of its own; any other is a disc with its letter.
pub fn is_drawn(kind: &str) -> bool {
    !matches!(drawn(kind), Drawn::Lettered)
}

/// The shapes of a piece, around the origin.
pub(super) fn shapes(svg: &mut String, rules: &Rules, kind: KindId, side: Option<SideId>) {
    let Some(known) = rules.kinds.get(usize::from(kind)) else { return };
    let drawn = drawn_among(&known.name, rules);
    let letter = known.letter(side);
    // In a set the side is told by its colour, as on pieces of wood.
    let in_set = matches!(&drawn, Drawn::Whole(symbol) if symbol.lettered);
    let letter = if in_set { letter.to_uppercase() } else { letter.to_owned() };
    shapes_of(svg, &drawn, &letter, look_in(rules, side));
}

fn shapes_of(svg: &mut String, drawn: &Drawn, letter: &str, look: Look) {
    let (Drawn::Whole(symbol) | Drawn::Part(symbol)) = drawn else { return shape_of(svg, DISC, letter, look) };
    shape_of(svg, *symbol, letter, look);
    if let Drawn::Part(_) = drawn {
        let _ = write!(
            svg,
            "<g class=\"letter\"><circle cx=\"11.5\" cy=\"-11.5\" r=\"7\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"1.2\"/>",
            look.fill, look.ink
        );
        Text { says: letter, x: 11.5, y: -11.5, size: 7.0, room: 10.0, weight: 1.9, colour: look.ink }.draw(svg);
        svg.push_str("</g>");
    }
}

fn shape_of(svg: &mut String, symbol: Symbol, letter: &str, look: Look) {
    // Writing to a string cannot fail.
    if let Some(halo) = look.halo {
        let _ = write!(
            svg,
            "<path class=\"halo\" d=\"{}\" fill=\"{halo}\" stroke=\"{halo}\" stroke-width=\"3.6\" \
             stroke-linejoin=\"round\"/>",
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
    if symbol.lettered {
        Text { says: letter, x: 0.0, y: 0.0, size: 13.0, room: 21.0, weight: 1.9, colour: look.ink }.draw(svg);
    }
}

/// A piece alone, as a picture of 40 by 40, by the name of its kind alone. `letter` is shown where that has no drawing.
pub fn piece_symbol(kind: &str, letter: &str, side: Option<SideId>) -> String {
    alone(kind, side, |svg| shapes_of(svg, &drawn(kind), letter, look(side)))
}

/// A piece of these rules alone, as it is drawn on their board, as a picture of 40 by 40: for hands and legends.
pub fn kind_symbol(rules: &Rules, kind: KindId, side: Option<SideId>) -> String {
    let name = rules.kinds.get(usize::from(kind)).map_or("?", |k| k.name.as_str());
    alone(name, side, |svg| shapes(svg, rules, kind, side))
}

fn alone(kind: &str, side: Option<SideId>, draw: impl FnOnce(&mut String)) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"symbol\" viewBox=\"-20 -20 40 40\" width=\"40\" \
         height=\"40\" role=\"img\" aria-label=\"{}\"><g class=\"piece {}\">",
        escaped(kind),
        class(side)
    );
    draw(&mut svg);
    svg.push_str("</g></svg>");
    svg
}
