//! How branches are called and what is said of those that no example has.

use crate::ruleset::item::HookPoint;

/// A part of a rule file in backticks, on one line.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", one_line(text))
}

/// A text with every run of white space one space.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `or capturing S` without its `or`.
pub(super) fn without_or(text: &str) -> &str {
    text.strip_prefix("or ").unwrap_or(text)
}

pub(super) fn kept(who: &str, line: &str) -> String {
    format!("has {who} move where {line} is asked and lets it")
}

pub(super) fn confined(who: &str, line: &str) -> String {
    format!("has {who} kept from a site by {line}")
}

/// What a script does at a point, and what it does otherwise.
pub(super) fn hook(point: HookPoint) -> (&'static str, Option<&'static str>) {
    match point {
        HookPoint::Legality => ("forbids", Some("allows")),
        HookPoint::AfterMove => ("does something", Some("does nothing")),
        HookPoint::Ending => ("decides", Some("leaves it open")),
        HookPoint::NextRound => ("changes the round", Some("changes nothing")),
        HookPoint::Tiebreak => ("decides", Some("leaves it tied")),
        HookPoint::Score | HookPoint::FirstTurn => ("asked", None),
    }
}
