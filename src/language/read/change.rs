//! Differences: rename, set, remove, replace, change.

use super::super::grammar::Rule;
use super::{Node, Read, item, piece, play, select};
use crate::ruleset::item::{
    Body, Change, HookPoint, MatchChange, MatchHead, PhaseChange, PhaseHead, PieceChange, QuestionChange, RenameDecl,
    SetValue, StartChange, Target, TargetKind,
};

pub(super) fn rename(node: &Node) -> Read<RenameDecl> {
    let names = node.names();
    if names.is_empty() {
        let (from, to) = node.two(node.strings()?)?;
        return Ok(RenameDecl::Sentence(from, to));
    }
    let (from, to) = node.two(names)?;
    let plural = node.get(Rule::plural).map(|n| n.name()).transpose()?;
    Ok(RenameDecl::Name { from, to, plural, letters: node.strings()? })
}

/// `set OPTION to VALUE`
pub(super) fn set(node: &Node) -> Read<Body> {
    let value = match node.get(Rule::number) {
        Some(number) => SetValue::Number(number.as_number()?, number.span()),
        None => SetValue::Word(node.need(Rule::word)?.as_name()),
    };
    Ok(Body::Set(node.name()?, value))
}

pub(super) fn target(node: &Node) -> Read<Target> {
    let first = node.first()?;
    let kind = match first.rule() {
        Rule::k_board => TargetKind::Board,
        Rule::k_start => TargetKind::Start,
        Rule::k_turns => TargetKind::Turns,
        Rule::k_match => TargetKind::Match,
        Rule::k_passing => TargetKind::Passing(play::for_side(node)?),
        Rule::k_captured => TargetKind::Captured,
        Rule::k_score => TargetKind::Score,
        Rule::must => TargetKind::Must(play::must(&first)?),
        Rule::k_after => TargetKind::After(piece::event(&node.need(Rule::event)?)?),
        Rule::k_end => TargetKind::End(node.string()?),
        Rule::k_illegal => TargetKind::Illegal(node.string()?),
        Rule::hook_target => match first.get(Rule::hook_point) {
            Some(point) => TargetKind::Hook(play::hook_point(&point)?, None),
            None => TargetKind::Hook(HookPoint::Ending, Some(first.name()?)),
        },
        Rule::named_target => {
            let of: fn(_) -> _ = match first.first()?.rule() {
                Rule::k_piece => TargetKind::Piece,
                Rule::k_zone => TargetKind::Zone,
                Rule::k_side => TargetKind::Side,
                Rule::k_mark => TargetKind::Mark,
                Rule::k_move => TargetKind::Joint,
                Rule::k_option | Rule::k_unclear => TargetKind::Question,
                Rule::k_phase => TargetKind::Phase,
                Rule::k_call => TargetKind::Call,
                _ => return Err(first.disagree("a kind of item")),
            };
            of(node.name()?)
        }
        _ => return Err(node.disagree("a target")),
    };
    Ok(Target { kind, span: node.span() })
}

pub(super) fn change(node: &Node) -> Read<Change> {
    let part = node.first()?;
    Ok(match part.rule() {
        Rule::change_pieces => Change::Pieces(part.names(), lines(&part, Rule::piece_change, of_piece)?),
        Rule::change_start => Change::Start(lines(&part, Rule::start_change, of_start)?),
        Rule::change_question => Change::Question(part.name()?, lines(&part, Rule::question_change, of_question)?),
        Rule::change_phase => Change::Phase(part.name()?, lines(&part, Rule::phase_change, of_phase)?),
        Rule::change_match => Change::Match(lines(&part, Rule::match_change, of_match)?),
        _ => return Err(node.disagree("a change")),
    })
}

/// The lines of that rule, each with its place.
fn lines<T>(node: &Node, rule: Rule, read: fn(&Node) -> Read<T>) -> Read<Vec<(T, crate::ruleset::Span)>> {
    node.all(rule).map(|n| Ok((read(&n)?, n.span()))).collect()
}

fn of_piece(node: &Node) -> Read<PieceChange> {
    let attribute = node.get(Rule::piece_attr).map(|n| piece::attribute(&n)).transpose()?;
    let mut lines = node
        .parts()
        .filter(|n| piece::is_line(n.rule()))
        .map(|n| piece::line(&n))
        .collect::<Read<Vec<_>>>()?
        .into_iter();
    let verb = node.get(Rule::verb).map(|n| piece::verb(&n)).transpose()?;
    let head = node.first()?.rule();
    Ok(match (head, attribute, verb, lines.next(), lines.next()) {
        (Rule::k_add, Some(attribute), ..) => PieceChange::AddAttr(attribute),
        (Rule::k_add, _, _, Some(line), _) => PieceChange::AddLine(line),
        (Rule::k_remove, Some(attribute), ..) => PieceChange::RemoveAttr(attribute),
        (Rule::k_remove, _, _, Some(line), _) => PieceChange::RemoveLine(line),
        (Rule::k_replace, _, Some(verb), Some(line), _) => PieceChange::ReplaceVerb(verb, line),
        (Rule::k_replace, _, None, Some(from), Some(to)) => PieceChange::ReplaceLine(from, to),
        _ => return Err(node.disagree("a change of a piece")),
    })
}

fn of_start(node: &Node) -> Read<StartChange> {
    Ok(match node.get(Rule::place) {
        Some(place) => StartChange::Add(item::place(&place)?),
        None => StartChange::Remove(node.name()?, select::of_side(node)?, select::selection(node)?),
    })
}

fn of_question(node: &Node) -> Read<QuestionChange> {
    let value = node.get(Rule::value).map(|n| item::value(&n)).transpose()?;
    let word = node.get(Rule::word).map(|n| n.as_name());
    Ok(match (word, value) {
        (None, Some(value)) => QuestionChange::Add(value),
        (Some(word), Some(value)) => QuestionChange::Replace(word, value),
        (Some(word), None) => QuestionChange::Remove(word),
        (None, None) => return Err(node.disagree("a value")),
    })
}

fn of_phase(node: &Node) -> Read<PhaseChange> {
    let line = node.parts().find(|n| play::is_phase_line(n.rule())).map(|n| play::phase_line(&n)).transpose()?;
    let head = node.get(Rule::phase_head).map(|n| {
        n.choose(&[
            (Rule::k_only, PhaseHead::Only),
            (Rule::k_turns, PhaseHead::Turns),
            (Rule::k_until, PhaseHead::Until),
        ])
    });
    Ok(match (head.transpose()?, line) {
        (None, Some(line)) => PhaseChange::Add(line),
        (Some(head), Some(line)) => PhaseChange::Replace(head, line),
        (Some(head), None) => PhaseChange::Remove(head),
        (None, None) => return Err(node.disagree("a line of a phase")),
    })
}

fn of_match(node: &Node) -> Read<MatchChange> {
    let line = node.parts().find(|n| play::is_match_line(n.rule())).map(|n| play::match_line(&n)).transpose()?;
    let head = node.get(Rule::match_head).map(|n| {
        n.choose(&[
            (Rule::k_rounds, MatchHead::Rounds),
            (Rule::k_play, MatchHead::Play),
            (Rule::k_added, MatchHead::Added),
            (Rule::k_won, MatchHead::Won),
            (Rule::k_first, MatchHead::FirstTurn),
            (Rule::k_resigned, MatchHead::Resigned),
        ])
    });
    Ok(match (head.transpose()?, line) {
        (None, Some(line)) => MatchChange::Add(line),
        (Some(head), Some(line)) => MatchChange::Replace(head, line),
        (Some(head), None) => MatchChange::Remove(head),
        (None, None) => return Err(node.disagree("a line of a match")),
    })
}
