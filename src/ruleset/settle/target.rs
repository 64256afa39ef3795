//! Which statement a difference acts on.

use super::super::item::{Body, Item, MatchHead, MatchLine, Name, PhaseHead, PhaseLine, PieceLine, TargetKind, Verb};

/// Whether a statement is what the target names.
pub(super) fn fits(target: &TargetKind, body: &Body) -> bool {
    match (target, body) {
        (TargetKind::Board, Body::Board(_))
        | (TargetKind::Start, Body::Start(_))
        | (TargetKind::Turns, Body::Turns(_))
        | (TargetKind::Match, Body::Match(_))
        | (TargetKind::Captured, Body::Captured(_))
        | (TargetKind::Score, Body::Score(_)) => true,
        (TargetKind::Passing(side), Body::Passing(d)) => {
            side.as_ref().map(|n| &n.text) == d.for_side.as_ref().map(|n| &n.text)
        }
        (TargetKind::Must(a), Body::Must(b)) => a == b,
        (TargetKind::After(event), Body::After(d)) => *event == d.event,
        (TargetKind::Piece(n), Body::Piece(d)) => n.text == d.name.text,
        (TargetKind::Zone(n), Body::Zone(d)) => n.text == d.name.text,
        (TargetKind::Side(n), Body::Side(d)) => n.text == d.name.text,
        (TargetKind::Mark(n), Body::Mark(d)) => n.text == d.name.text,
        (TargetKind::Joint(n), Body::Joint(d)) => n.text == d.name.text,
        (TargetKind::Phase(n), Body::Phase(d)) => n.text == d.name.text,
        (TargetKind::Call(n), Body::Call(d)) => n.text == d.name.text,
        (TargetKind::Question(n), Body::Question(d)) => n.text == d.name.text,
        (TargetKind::End(t), Body::End(d)) => t.text == d.reason.text,
        (TargetKind::Illegal(t), Body::Illegal(d)) => t.text == d.reason.text,
        (TargetKind::Hook(point, name), Body::Hook(d)) => {
            *point == d.point && name.as_ref().is_none_or(|n| n.text == d.function.text)
        }
        _ => false,
    }
}

/// How a message calls a target: what it is, and its name or sentence.
pub(super) fn words(target: &TargetKind) -> (&'static str, Option<&str>) {
    match target {
        TargetKind::Board => ("board", None),
        TargetKind::Start => ("start", None),
        TargetKind::Turns => ("turns", None),
        TargetKind::Match => ("match", None),
        TargetKind::Captured => ("captured", None),
        TargetKind::Score => ("score", None),
        TargetKind::Passing(side) => ("passing", side.as_ref().map(|n| n.text.as_str())),
        TargetKind::Must(_) => ("must", None),
        TargetKind::After(_) => ("after every", None),
        TargetKind::Piece(n) => ("piece", Some(&n.text)),
        TargetKind::Zone(n) => ("zone", Some(&n.text)),
        TargetKind::Side(n) => ("side", Some(&n.text)),
        TargetKind::Mark(n) => ("mark", Some(&n.text)),
        TargetKind::Joint(n) => ("move", Some(&n.text)),
        TargetKind::Question(n) => ("option", Some(&n.text)),
        TargetKind::Phase(n) => ("phase", Some(&n.text)),
        TargetKind::Call(n) => ("call", Some(&n.text)),
        TargetKind::End(t) => ("end", Some(&t.text)),
        TargetKind::Illegal(t) => ("illegal", Some(&t.text)),
        TargetKind::Hook(point, name) => (point.head(), name.as_ref().map(|n| n.text.as_str())),
    }
}

/// The name or sentence of a statement of the same sort as the target, for the nearest one.
pub(super) fn name_like<'a>(target: &TargetKind, item: &'a Item) -> Option<&'a str> {
    let name = |n: &'a Name| Some(n.text.as_str());
    match (target, &item.body) {
        (TargetKind::Piece(_), Body::Piece(d)) => name(&d.name),
        (TargetKind::Zone(_), Body::Zone(d)) => name(&d.name),
        (TargetKind::Side(_), Body::Side(d)) => name(&d.name),
        (TargetKind::Mark(_), Body::Mark(d)) => name(&d.name),
        (TargetKind::Joint(_), Body::Joint(d)) => name(&d.name),
        (TargetKind::Phase(_), Body::Phase(d)) => name(&d.name),
        (TargetKind::Call(_), Body::Call(d)) => name(&d.name),
        (TargetKind::Passing(_), Body::Passing(d)) => d.for_side.as_ref().map(|n| n.text.as_str()),
        (TargetKind::End(_), Body::End(d)) => Some(&d.reason.text),
        (TargetKind::Illegal(_), Body::Illegal(d)) => Some(&d.reason.text),
        (TargetKind::Hook(point, Some(_)), Body::Hook(d)) if *point == d.point => name(&d.function),
        _ => None,
    }
}

/// Whether a line of a piece begins with the verb.
pub(super) fn begins_with(line: &PieceLine, verb: Verb) -> bool {
    matches!(line, PieceLine::Motion(m) if m.leg.verb() == verb)
}

/// The word with which a line of a phase begins.
pub(super) fn phase_head(line: &PhaseLine) -> PhaseHead {
    match line {
        PhaseLine::Only(_) => PhaseHead::Only,
        PhaseLine::Turns(_) => PhaseHead::Turns,
        PhaseLine::Until(..) => PhaseHead::Until,
    }
}

/// The words with which a line of a match begins.
pub(super) fn match_head(line: &MatchLine) -> MatchHead {
    match line {
        MatchLine::Rounds(..) => MatchHead::Rounds,
        MatchLine::Added(_) => MatchHead::Added,
        MatchLine::Won(_) => MatchHead::Won,
        MatchLine::More { .. } => MatchHead::Play,
        MatchLine::FirstTurn(_) => MatchHead::FirstTurn,
        MatchLine::Resigned(_) => MatchHead::Resigned,
    }
}

/// The word that begins lines of a phase.
pub(super) fn phase_word(head: PhaseHead) -> &'static str {
    match head {
        PhaseHead::Only => "only",
        PhaseHead::Turns => "turns",
        PhaseHead::Until => "until",
    }
}

/// The words that begin lines of a match.
pub(super) fn match_word(head: MatchHead) -> &'static str {
    match head {
        MatchHead::Rounds => "rounds",
        MatchHead::Play => "play",
        MatchHead::Added => "added",
        MatchHead::Won => "won",
        MatchHead::FirstTurn => "first turn",
        MatchHead::Resigned => "resigned",
    }
}
