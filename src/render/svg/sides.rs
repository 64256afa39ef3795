//! How the pieces of each side look: by brightness and by outline, so that they can be told apart without colours. Sides
//! that are called by colours have these.

use crate::ruleset::{Rules, SideId};

/// The look of one side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub fill: &'static str,
    /// The outline.
    pub line: &'static str,
    pub width: &'static str,
    /// Drawn around the outline.
    pub halo: Option<&'static str>,
    /// The outline is broken.
    pub dash: Option<&'static str>,
    /// Eyes, letters, folds.
    pub ink: &'static str,
}

/// Light with one dark line, dark with a light line inside a dark one, orange with a heavy line, blue with a broken
/// one.
const SIDES: [Look; 4] = [
    Look { fill: "#fbf3df", line: "#33291f", width: "1.7", halo: None, dash: None, ink: "#33291f" },
    Look { fill: "#35291f", line: "#f3e7cb", width: "1.1", halo: Some("#35291f"), dash: None, ink: "#f3e7cb" },
    Look { fill: "#e8833a", line: "#4a1d05", width: "2.8", halo: None, dash: None, ink: "#3d1804" },
    Look { fill: "#8ec5ea", line: "#0f3557", width: "1.9", halo: None, dash: Some("3.2 1.8"), ink: "#0f3557" },
];
/// The looks of sides that are called so.
const COLOURS: [(&str, Look); 7] = [
    ("white", SIDES[0]),
    ("black", SIDES[1]),
    ("red", Look { fill: "#c63a2b", line: "#ffe9dc", width: "1.1", halo: Some("#5c140c"), dash: None, ink: "#ffe9dc" }),
    ("orange", SIDES[2]),
    ("blue", SIDES[3]),
    ("green", Look { fill: "#6fa35c", line: "#17330f", width: "2.2", halo: None, dash: Some("6 2"), ink: "#122a0b" }),
    ("yellow", Look { fill: "#f5d04e", line: "#4a3a05", width: "2.8", halo: None, dash: None, ink: "#3d3004" }),
];
const NEUTRAL: Look = Look { fill: "#b7b1a4", line: "#565045", width: "1.7", halo: None, dash: None, ink: "#3f3a31" };

/// The look of a side's pieces; without a side that of neutral ones.
pub(super) fn look(side: Option<SideId>) -> Look {
    side.map_or(NEUTRAL, |s| SIDES.get(usize::from(s) % SIDES.len()).copied().unwrap_or(NEUTRAL))
}

/// The look of a side's pieces in these rules: that of its colour, where all sides are called by colours; else that of
/// its turn.
pub(super) fn look_in(rules: &Rules, side: Option<SideId>) -> Look {
    let named = |name: &str| COLOURS.iter().find(|(colour, _)| *colour == name).map(|(_, look)| *look);
    let all = rules.sides.iter().all(|s| named(&s.name).is_some());
    let own = side.and_then(|s| rules.sides.get(usize::from(s))).filter(|_| all);
    own.and_then(|s| named(&s.name)).unwrap_or_else(|| look(side))
}

/// The colours of a side's pieces in these rules, as in a style sheet: of what they are filled with, and of the line around
/// it.
pub fn side_colours(rules: &Rules, side: SideId) -> (&'static str, &'static str) {
    let look = look_in(rules, Some(side));
    (look.fill, look.line)
}

/// The class of a side's pieces.
pub(super) fn class(side: Option<SideId>) -> String {
    side.map_or_else(|| "neutral".to_owned(), |s| format!("side-{s}"))
}
