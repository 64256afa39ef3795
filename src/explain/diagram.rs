//! Which pieces a part of the rules is about, and how they move: what a diagram shows.

use super::Section;
use crate::engine::{Game, Reach, piece_reach};
use crate::ruleset::{Kind, KindId, SideId, Span};

/// How a kind of piece moves for an owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// Where it stands, and where it may go from there.
    pub reach: Reach,
    /// Its letter.
    pub letter: String,
    /// The owner's name, where owners move differently.
    pub of: Option<String>,
    /// The kind.
    pub kind: KindId,
    /// The owner.
    pub side: SideId,
}

/// The diagrams that belong to a section: those of the kind that it is about. Owners that move alike share one.
pub fn diagrams(section: &Section, game: &Game) -> Vec<Diagram> {
    let rules = game.rules();
    let kinds = rules.kinds.iter().enumerate();
    let Some((k, kind)) = kinds.into_iter().find(|(_, kind)| section.span.is_some_and(|s| within(kind.span, s))) else {
        return Vec::new();
    };
    let mut shown: Vec<Diagram> = Vec::new();
    for side in owners(kind) {
        let Some(reach) = piece_reach(game, k as KindId, side) else { continue };
        if shown.iter().any(|s| s.reach == reach) {
            continue;
        }
        let owner = kind.owners.contains(&side).then_some(side);
        let of = rules.sides.get(usize::from(side)).map(|s| s.name.clone());
        shown.push(Diagram { reach, letter: kind.letter(owner).to_owned(), of, kind: k as KindId, side });
    }
    if let [only] = shown.as_mut_slice() {
        only.of = None;
    }
    shown
}

/// Who moves pieces of a kind; a neutral one is shown for the first side.
fn owners(kind: &Kind) -> Vec<SideId> {
    if kind.owners.is_empty() { vec![0] } else { kind.owners.clone() }
}

/// Whether one span lies in the other; to `==` all spans are equal.
fn within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}
