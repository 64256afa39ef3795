//! Conditions.

use super::super::grammar::Rule;
use super::{Node, Read, piece, select};
use crate::ruleset::item::{Asked, Cond, CondKind, Counted, LineOf, Progress, Quantity, Sel, SelKind};

/// The condition among the parts.
pub(super) fn condition(node: &Node) -> Read<Cond> {
    cond(&node.need(Rule::cond)?)
}

fn cond(node: &Node) -> Read<Cond> {
    let any = node.all(Rule::all_of).map(|n| all_of(&n)).collect::<Read<_>>()?;
    several(node, any, CondKind::Any)
}

fn all_of(node: &Node) -> Read<Cond> {
    let all = node.all(Rule::one_cond).map(|n| one(&n)).collect::<Read<_>>()?;
    several(node, all, CondKind::All)
}

fn several(node: &Node, mut of: Vec<Cond>, join: fn(Vec<Cond>) -> CondKind) -> Read<Cond> {
    match (of.len(), of.pop()) {
        (_, None) => Err(node.disagree("a condition")),
        (1, Some(only)) => Ok(only),
        (_, Some(last)) => {
            of.push(last);
            Ok(Cond { kind: join(of), span: node.span() })
        }
    }
}

/// `[not] C`: a `one_cond` or a `throughout`.
fn one(node: &Node) -> Read<Cond> {
    let part = node
        .parts()
        .find(|n| !matches!(n.rule(), Rule::negation | Rule::k_throughout | Rule::nth_time))
        .ok_or_else(|| node.disagree("a condition"))?;
    let mut inner = plain(&part)?;
    if let Some(nth) = node.get(Rule::nth_time) {
        let times = nth.need(Rule::ordinal)?.leading_number()?;
        let kind = CondKind::Nth(Box::new(inner), times, nth.has(Rule::k_turn));
        inner = Cond { kind, span: node.span() };
    }
    Ok(if node.has(Rule::negation) { Cond { kind: CondKind::Not(Box::new(inner)), span: node.span() } } else { inner })
}

fn plain(node: &Node) -> Read<Cond> {
    let kind = match node.rule() {
        Rule::paren => return condition(node),
        Rule::throughout => CondKind::Throughout(Box::new(one(node)?)),
        Rule::occurs => CondKind::Occurs(node.has(Rule::k_board), node.amount()?),
        Rule::phase_is => CondKind::PhaseIs(node.name()?),
        Rule::nobody => CondKind::NobodyCanMove,
        Rule::equal_scores => CondKind::ScoresEqual,
        Rule::line_of => CondKind::LineOf(line_of(node)?),
        Rule::passes_in_a_row => CondKind::Passes(node.amount()?),
        Rule::moves_without => CondKind::MovesWithout {
            moves: node.amount()?,
            each: node.has(Rule::k_each),
            of: node.get(Rule::of_what).map(|n| select::selection(&n)).transpose()?,
            progress: node.all(Rule::progress).map(|n| progress(&n)).collect::<Read<_>>()?,
        },
        Rule::quantified => {
            let quantity = quantity(&node.need(Rule::quantity)?)?;
            CondKind::Quantified(quantity, select::selection(node)?, counted(node)?)
        }
        Rule::played => CondKind::Played(node.has(Rule::k_drop), select::selection(&node.need(Rule::of_what)?)?),
        Rule::side_does => side_does(node)?,
        Rule::side_is => {
            let side = select::spoken_side(&node.need(Rule::spoken_side)?)?;
            let is = CondKind::SideIs(side, node.name()?);
            if node.has(Rule::negation) { CondKind::Not(Box::new(Cond { kind: is, span: node.span() })) } else { is }
        }
        Rule::sel_cond => of_selection(node)?,
        _ => return Err(node.disagree("a condition")),
    };
    Ok(Cond { kind, span: node.span() })
}

fn line_of(node: &Node) -> Read<LineOf> {
    Ok(LineOf { length: node.amount()?, or_more: node.has(Rule::k_more), through_it: node.has(Rule::k_through) })
}

fn progress(node: &Node) -> Read<Progress> {
    if let Some(of) = node.get(Rule::of_what) {
        return Ok(Progress::MoveOf(select::selection(&of)?));
    }
    Ok(if node.has(Rule::k_capture) {
        Progress::Capture
    } else if node.has(Rule::k_drop) {
        Progress::Drop
    } else if node.has(Rule::k_promotion) {
        Progress::Promotion
    } else {
        Progress::Advance
    })
}

fn quantity(node: &Node) -> Read<Quantity> {
    if node.has(Rule::k_any) {
        return Ok(Quantity::Any);
    }
    if node.has(Rule::k_no) {
        return Ok(Quantity::No);
    }
    let amount = node.amount()?;
    Ok(
        match node.choose(&[
            (Rule::k_exactly, 0),
            (Rule::k_fewer, 1),
            (Rule::k_more, 2),
            (Rule::k_most, 3),
            (Rule::k_least, 4),
        ])? {
            0 => Quantity::Exactly(amount),
            1 => Quantity::FewerThan(amount),
            2 => Quantity::MoreThan(amount),
            3 => Quantity::AtMost(amount),
            _ => Quantity::AtLeast(amount),
        },
    )
}

fn counted(node: &Node) -> Read<Counted> {
    if let Some(part) = node.get(Rule::sees) {
        return Ok(Counted::Sees(select::selection(&part)?, piece::dirs(&part.need(Rule::dirs)?)?));
    }
    Ok(match node.get(Rule::counted) {
        Some(part) if part.has(Rule::k_hand) => Counted::InHand,
        Some(part) if part.has(Rule::k_captured) => Counted::Captured,
        Some(_) => Counted::Left,
        None => Counted::OnBoard,
    })
}

fn side_does(node: &Node) -> Read<CondKind> {
    let side = select::side_term(node)?;
    if let Some(part) = node.get(Rule::cannot) {
        let asked = match (part.has(Rule::on_turn), part.has(Rule::whoever)) {
            (true, _) => Asked::OnTurn,
            (_, true) => Asked::Whoever,
            _ => Asked::Unsaid,
        };
        if let Some(to) = part.get(Rule::somewhere) {
            return Ok(CondKind::CannotReach(side, select::operand(&to)?, select::selection(&to)?, asked));
        }
        return Ok(CondKind::CannotMove(side, asked));
    }
    if let Some(part) = node.get(Rule::has_points) {
        return Ok(CondKind::HasPoints(side, quantity(&part.need(Rule::quantity)?)?));
    }
    if let Some(part) = node.get(Rule::has_line) {
        return Ok(CondKind::HasLine(side, line_of(&part.need(Rule::line_of)?)?));
    }
    if let Some(part) = node.get(Rule::encloses) {
        return Ok(CondKind::Encloses(side, part.has(Rule::k_all), select::selection(&part)?, piece::adverb(&part)));
    }
    let part = node.need(Rule::connects)?;
    if part.has(Rule::noun) {
        let ends = part.all(Rule::noun).map(|n| select::noun(&n)).collect::<Read<_>>()?;
        return Ok(CondKind::ConnectsSome(side, Some(part.amount()?), ends));
    }
    let ends = part.all(Rule::sel).map(|n| select::whole(&n)).collect::<Read<Vec<_>>>()?;
    if ends.len() > 2 {
        return Ok(CondKind::ConnectsSome(side, None, ends));
    }
    let (a, b) = part.two(ends)?;
    Ok(CondKind::Connects(side, a, b))
}

fn of_selection(node: &Node) -> Read<CondKind> {
    let subject = select::selection(node)?;
    if let Some(part) = node.get(Rule::has_near) {
        return Ok(CondKind::Have(subject, select::near(&part)?));
    }
    if let Some(part) = node.get(Rule::connected) {
        return Ok(CondKind::Connected(subject, piece::adverb(&part)));
    }
    if let Some(part) = node.get(Rule::in_one) {
        return Ok(CondKind::InOne(subject, part.has(Rule::k_rank)));
    }
    let part = node.need(Rule::are)?;
    let mut predicate = select::selection(&part)?;
    if let Some(not) = part.get(Rule::negation) {
        let span = not.span().to(predicate.span);
        predicate = Sel { kind: SelKind::Not(Box::new(predicate)), span };
    }
    Ok(CondKind::Are { all: node.has(Rule::k_all), subject, predicate })
}
