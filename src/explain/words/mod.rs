//! Statements as written, in English: selections, conditions, motions, effects.
//!
//! What is said is made from the statements themselves, not from the text of the file, so that it is right
//! after a rename too.

mod condition;
mod effect;
mod motion;
mod select;

pub(crate) use motion::verb_word;
pub(crate) use select::start_of;

use super::english::{is_plural, list, number, the_side};
use crate::ruleset::item::{
    Amount, Body, CallOf, Dir, DirWord, Dirs, Item, Layout, RangeWord, ShapeWord, SideTerm, SideTermKind,
};

/// What the names of a file stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    kinds: Vec<(String, String)>,
    sides: Vec<String>,
    zones: Vec<String>,
    marks: Vec<String>,
    piece_calls: Vec<String>,
    site: Option<(&'static str, &'static str)>,
    grid: bool,
}

impl Words {
    /// Reads the declarations.
    pub fn of<'i>(items: impl IntoIterator<Item = &'i Item>) -> Words {
        let mut words = Words::default();
        for item in items {
            match &item.body {
                Body::Piece(p) => {
                    let plural = p.plural.as_ref().map_or_else(|| format!("{}s", p.name.text), |n| n.text.clone());
                    words.kinds.push((p.name.text.clone(), plural));
                }
                Body::Side(s) => words.sides.push(s.name.text.clone()),
                Body::Zone(z) => words.zones.push(z.name.text.clone()),
                Body::Mark(m) => words.marks.push(m.name.text.clone()),
                Body::Call(c) => match &c.of {
                    CallOf::Piece => words.piece_calls.push(c.name.text.clone()),
                    CallOf::Named(n) if words.kinds.iter().any(|k| k.0 == n.text) => {
                        words.piece_calls.push(c.name.text.clone());
                    }
                    _ => {}
                },
                Body::Board(b) => {
                    words.site = Some(match b.shape {
                        ShapeWord::Squares => ("square", "squares"),
                        ShapeWord::Points => ("point", "points"),
                        ShapeWord::Hexes => ("cell", "cells"),
                    });
                    words.grid = !matches!(b.layout, Layout::Graph { .. });
                }
                _ => {}
            }
        }
        words
    }

    /// `square`, `point`, `cell`.
    pub fn site(&self) -> &'static str {
        self.site.unwrap_or(("square", "squares")).0
    }

    /// `squares`, `points`, `cells`.
    pub fn sites(&self) -> &'static str {
        self.site.unwrap_or(("square", "squares")).1
    }

    /// Singular and plural of the kind that a name (or a plural) stands for.
    pub fn kind(&self, name: &str) -> Option<(&str, &str)> {
        let fits = |(one, many): &&(String, String)| one == name || many == name || name == format!("{one}s");
        self.kinds.iter().find(fits).map(|(one, many)| (one.as_str(), many.as_str()))
    }

    /// Whether a name is that of a side.
    pub fn is_side(&self, name: &str) -> bool {
        self.sides.iter().any(|s| s == name)
    }

    /// A side spoken of, and whether that is a plural.
    pub fn side(&self, side: &SideTerm) -> (String, bool) {
        side_words(side)
    }

    /// `steps straight on`: the alternatives of a list of directions.
    pub fn dirs(&self, dirs: &Dirs) -> String {
        list(&dirs.any_of.iter().map(|d| self.dir(d)).collect::<Vec<_>>(), "or")
    }

    /// One alternative: `in any direction`, `straight forward`, `diagonally forward`.
    pub fn dir(&self, dir: &Dir) -> String {
        let words: Vec<&str> = dir.words.iter().map(|w| dir_word(*w)).collect();
        match (dir.any, words.as_slice()) {
            (true, words @ [_, ..]) => format!("in any {} direction", words.join(" ")),
            (_, []) => "in any direction".into(),
            (false, ["orthogonal"]) => "orthogonally".into(),
            (false, ["diagonal"]) => "diagonally".into(),
            (false, ["forward"]) => "straight forward".into(),
            (false, ["backward"]) => "straight backward".into(),
            (false, ["left" | "right"]) => format!("to the {}", words.concat()),
            (false, words) if words.contains(&"diagonal") => {
                let rest: Vec<&str> = words.iter().copied().filter(|w| *w != "diagonal").collect();
                format!("diagonally {}", rest.join(" "))
            }
            (false, words) if words.contains(&"orthogonal") => {
                let rest: Vec<&str> = words.iter().copied().filter(|w| *w != "orthogonal").collect();
                format!("orthogonally {}", rest.join(" "))
            }
            (false, words) => words.join(" "),
        }
    }
}

/// A number as written; the name of an option where it was not put in place.
pub(crate) fn amount(a: &Amount) -> String {
    match a {
        Amount::Number(n, _) if *n > 0 => number(*n),
        Amount::Number(n, _) => n.to_string(),
        Amount::Option(name) => format!("“{}”", name.text),
    }
}

/// Whether an amount is one.
pub(crate) fn is_one(a: &Amount) -> bool {
    matches!(a, Amount::Number(1, _))
}

/// `exactly`, `at most`, `at least`.
pub(crate) fn range_word(word: RangeWord) -> &'static str {
    match word {
        RangeWord::Exactly => "exactly",
        RangeWord::AtMost => "at most",
        RangeWord::AtLeast => "at least",
    }
}

/// The word of the language.
pub(crate) fn dir_word(word: DirWord) -> &'static str {
    match word {
        DirWord::Forward => "forward",
        DirWord::Backward => "backward",
        DirWord::Left => "left",
        DirWord::Right => "right",
        DirWord::Sideways => "sideways",
        DirWord::Orthogonal => "orthogonal",
        DirWord::Diagonal => "diagonal",
        DirWord::Onward => "onward",
        DirWord::Compass(c) => c.word(),
    }
}

/// A side spoken of, and whether that is a plural.
fn side_words(side: &SideTerm) -> (String, bool) {
    match &side.kind {
        SideTermKind::NextPlayer => ("the player to move".into(), false),
        SideTermKind::Mover => ("the player who just moved".into(), false),
        SideTermKind::Player => ("that player".into(), false),
        SideTermKind::Enemy(None) => ("the enemy".into(), false),
        SideTermKind::Enemy(Some(of)) => (format!("the enemy of {}", side_words(of).0), false),
        SideTermKind::Named(name) => (the_side(&name.text), is_plural(&name.text)),
    }
}
