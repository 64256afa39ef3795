//! The hands of the sides, beside the board.

use super::escaped;
use super::letters::Text;
use super::piece_group;
use super::plan::{CELL, Plan};
use super::sides;
use crate::engine::{Game, Position};
use crate::ruleset::{Hand, Kind, KindId, Rules, SideId};
use std::fmt::Write;

/// Between the board and the hands.
const GAP: i32 = 8;

/// A kind, and how many of it; none: without end.
type Held = (KindId, Option<u16>);

/// What the sides hold, and where it is drawn.
#[derive(Debug)]
pub(super) struct Hands {
    sides: Vec<(SideId, Vec<Held>)>,
    /// Pieces in a row, rows of a side.
    columns: i32,
    rows: i32,
    left: i32,
    height: i32,
    flip: bool,
}

impl Hands {
    pub fn of(game: &Game, position: &Position, plan: &Plan) -> Hands {
        let rules = game.rules();
        let kinds = || rules.kinds.iter().enumerate();
        let count =
            |side: usize, kind: usize| position.hands.get(side * rules.kinds.len() + kind).copied().unwrap_or(0);
        // Room is kept for what may come, so that the board does not move when it does.
        let promoted =
            |k: usize| kinds().any(|(_, other)| other.becomes.iter().any(|b| b.kinds.contains(&(k as KindId))));
        let held_ever = |k: usize, kind: &Kind| {
            let comes = rules.captured_to.as_ref().is_some_and(|to| !(to.unpromoted && promoted(k)));
            // A royal piece that is captured ends most games.
            comes && !kind.royal || kind.hand != Hand::Count(0)
        };
        let owned = |side: usize| kinds().filter(move |(_, kind)| kind.owners.contains(&(side as SideId)));
        let mut most = 0;
        let mut held = Vec::new();
        for side in 0..rules.sides.len() {
            let ever = owned(side).filter(|(k, kind)| held_ever(*k, kind) || count(side, *k) > 0).count();
            most = most.max(ever as i32);
            let now = owned(side).filter_map(|(k, kind)| match (kind.hand, count(side, k)) {
                (Hand::Unlimited, _) => Some((k as KindId, None)),
                (_, 0) => None,
                (_, n) => Some((k as KindId, Some(n))),
            });
            held.push((side as SideId, now.collect()));
        }
        let high = plan.height / held.len().max(1) as i32;
        let fit = ((high - 8) / CELL).max(1);
        let columns = (most + fit - 1) / fit;
        let rows = if columns > 0 { (most + columns - 1) / columns } else { 0 };
        // Whoever looks north sits at the south; of others the first is nearest.
        let north = |side: &SideId| {
            let faces = rules.sides.get(usize::from(*side)).and_then(|s| s.faces);
            faces == Some(crate::ruleset::item::Compass::North)
        };
        if held.len() == 2 && held.last().is_some_and(|(side, _)| north(side)) {
            held.reverse();
        }
        Hands { sides: held, columns, rows, left: plan.width, height: plan.height, flip: plan.flip }
    }

    /// How much wider the drawing becomes.
    pub fn width(&self) -> i32 {
        if self.columns > 0 { self.columns * CELL + GAP + 8 } else { 0 }
    }

    pub fn draw(&self, svg: &mut String, rules: &Rules) {
        if self.columns == 0 {
            return;
        }
        svg.push_str("<g class=\"hands\">\n");
        let several = self.sides.len() as i32;
        let share = self.height / several.max(1);
        for (n, (side, held)) in self.sides.iter().enumerate() {
            // From below, or from above where the board is seen from the other side.
            let from_top = if self.flip { n as i32 } else { several - 1 - n as i32 };
            let tall = self.rows * CELL + 8;
            // The nearest lies at the bottom of its share, the others at the top.
            let top = if from_top == several - 1 { self.height - tall - 4 } else { from_top * share + 4 };
            let name = rules.sides.get(usize::from(*side)).map_or("", |s| s.name.as_str());
            let (x, width) = (self.left + GAP - 4, self.columns * CELL + 8);
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<g class=\"hand {}\" data-side=\"{name}\"><rect class=\"tray\" x=\"{x}\" y=\"{top}\" \
                 width=\"{width}\" height=\"{tall}\" rx=\"6\" fill=\"#ddd0b3\" stroke=\"#8a7a5c\"/>",
                sides::class(Some(*side)),
                name = escaped(name)
            );
            for (at, (kind, count)) in held.iter().enumerate() {
                let (column, row) = (at as i32 % self.columns, at as i32 / self.columns);
                let place = (x + 4 + column * CELL + CELL / 2, top + 4 + row * CELL + CELL / 2);
                one(svg, rules, *side, (*kind, *count), place);
            }
            svg.push_str("</g>\n");
        }
        svg.push_str("</g>\n");
    }
}

/// A kind in a hand, with a badge that says how many.
fn one(svg: &mut String, rules: &Rules, side: SideId, (kind, count): Held, place: (i32, i32)) {
    let (Some(known), Some(of)) = (rules.kinds.get(usize::from(kind)), rules.sides.get(usize::from(side))) else {
        return;
    };
    let many = count.map_or_else(|| "any number of".to_owned(), |n| n.to_string());
    let name = if count == Some(1) { &known.name } else { &known.plural };
    let title = format!("{}: {many} {} in hand", escaped(&of.name), escaped(name));
    let attributes = format!(
        "data-hand=\"{}\" data-count=\"{}\" data-letter=\"{}\"",
        escaped(&of.name),
        count.map_or_else(|| "any".to_owned(), |n| n.to_string()),
        escaped(known.letter(Some(side)))
    );
    piece_group(svg, rules, (kind, Some(side)), place, &attributes, &title);
    if count != Some(1) {
        let text = count.map_or_else(|| "∞".to_owned(), |n| n.to_string());
        svg.push_str("<g class=\"count\"><circle cx=\"12\" cy=\"12\" r=\"7.5\" fill=\"#ffffff\" stroke=\"#33291f\"/>");
        Text { says: &text, x: 12.0, y: 12.0, size: 8.0, room: 11.0, weight: 1.8, colour: "#33291f" }.draw(svg);
        svg.push_str("</g>");
    }
    svg.push_str("</g>\n");
}
