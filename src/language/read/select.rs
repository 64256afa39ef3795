//! Selections, as set algebra, and the words for sides.
//!
//! Adjectives hold of the whole list of nouns after them, place phrases of the whole list before them;
//! place phrases joined by `or` unite, and `not` in front of them denies the union; `except` subtracts.

use super::super::grammar::Rule;
use super::{Node, Read, piece};
use crate::ruleset::item::{Adjective, Builtin, DirWord, Near, NearPlace, Sel, SelKind, SideTerm, SideTermKind, That};

/// The selection among the parts.
pub(super) fn selection(node: &Node) -> Read<Sel> {
    optional(node)?.ok_or_else(|| node.disagree("a selection"))
}

/// The selection among the parts, if there is one.
pub(super) fn optional(node: &Node) -> Read<Option<Sel>> {
    node.parts().find(|n| matches!(n.rule(), Rule::sel | Rule::inner_sel)).map(|n| whole(&n)).transpose()
}

/// The list of nouns among the parts.
pub(super) fn nouns(node: &Node) -> Read<Sel> {
    list(&node.need(Rule::nouns)?)
}

/// A `sel` or `inner_sel` itself.
pub(super) fn whole(node: &Node) -> Read<Sel> {
    let phrases = node
        .parts()
        .filter(|n| matches!(n.rule(), Rule::phrase | Rule::inner_phrase))
        .map(|n| phrase(&n))
        .collect::<Read<_>>()?;
    union(node, phrases)
}

/// Adjectives, nouns and what follows them.
fn phrase(node: &Node) -> Read<Sel> {
    let mut all = head(node)?;
    for part in node.parts().filter(|n| matches!(n.rule(), Rule::modifier | Rule::inner_modifier)) {
        let minus = part.parts().find(|n| matches!(n.rule(), Rule::except | Rule::inner_except));
        if let Some(minus) = minus {
            let from = if all.is_empty() {
                Sel { kind: SelKind::Builtin(Builtin::Everywhere), span: part.span() }
            } else {
                intersection(node, std::mem::take(&mut all))?
            };
            let span = from.span.to(minus.span());
            let less = intersection(&minus, head(&minus)?)?;
            all = vec![Sel { kind: SelKind::Except(Box::new(from), Box::new(less)), span }];
        } else {
            all.push(places(&part)?);
        }
    }
    intersection(node, all)
}

/// The adjectives and nouns among the parts, all of which hold.
fn head(node: &Node) -> Read<Vec<Sel>> {
    let mut all = Vec::new();
    for part in node.parts() {
        match part.rule() {
            Rule::adjective => {
                all.push(Sel { kind: SelKind::Adjective(adjective(&part)?), span: part.span() });
            }
            Rule::nouns | Rule::inner_nouns => all.push(list(&part)?),
            Rule::noun => all.push(noun(&part)?),
            _ => {}
        }
    }
    Ok(all)
}

fn list(node: &Node) -> Read<Sel> {
    union(node, node.all(Rule::noun).map(|n| noun(&n)).collect::<Read<_>>()?)
}

fn union(node: &Node, mut of: Vec<Sel>) -> Read<Sel> {
    match (of.len(), of.pop()) {
        (_, None) => Err(node.disagree("a phrase")),
        (1, Some(only)) => Ok(only),
        (_, Some(last)) => {
            of.push(last);
            Ok(Sel { kind: SelKind::Union(of), span: node.span() })
        }
    }
}

fn intersection(node: &Node, mut of: Vec<Sel>) -> Read<Sel> {
    match (of.len(), of.pop()) {
        (_, None) => Err(node.disagree("a noun")),
        (1, Some(only)) => Ok(only),
        (_, Some(last)) => {
            let span = of.first().map_or(last.span, |first| first.span.to(last.span));
            of.push(last);
            Ok(Sel { kind: SelKind::Intersection(of), span })
        }
    }
}

/// `in A or next to B`, and `not` in front of them.
fn places(node: &Node) -> Read<Sel> {
    let any = node
        .parts()
        .filter(|n| matches!(n.rule(), Rule::place_phrase | Rule::inner_place))
        .map(|n| place(&n))
        .collect::<Read<_>>()?;
    let any = union(node, any)?;
    Ok(if node.has(Rule::negation) { Sel { kind: SelKind::Not(Box::new(any)), span: node.span() } } else { any })
}

fn place(node: &Node) -> Read<Sel> {
    let part = node
        .parts()
        .find(|n| !matches!(n.rule(), Rule::k_in | Rule::k_at | Rule::k_on))
        .ok_or_else(|| node.disagree("a place"))?;
    let kind = match part.rule() {
        Rule::nouns | Rule::inner_nouns => return list(&part),
        Rule::of_side => SelKind::Of(side_term(&part)?),
        Rule::cut_off => SelKind::CutOff(Box::new(operand(&part)?), piece::adverb(&part)),
        Rule::ahead => SelKind::AheadOf(Box::new(operand(&part)?)),
        Rule::next_to => SelKind::NextTo(Box::new(operand(&part)?), piece::adverb(&part)),
        Rule::with_near => SelKind::With(Box::new(near(&part)?)),
        _ => return Err(node.disagree("a place phrase")),
    };
    Ok(Sel { kind, span: node.span() })
}

/// The `operand` among the parts.
pub(super) fn operand(node: &Node) -> Read<Sel> {
    owned(&node.need(Rule::operand)?)
}

/// Adjectives and nouns with `of X`.
fn owned(node: &Node) -> Read<Sel> {
    let mut all = head(node)?;
    if let Some(term) = of_side(node)? {
        let span = term.span;
        all.push(Sel { kind: SelKind::Of(term), span });
    }
    intersection(node, all)
}

/// The `near` among the parts.
pub(super) fn near(node: &Node) -> Read<Near> {
    let part = node.need(Rule::near)?;
    let place = part.need(Rule::near_place)?;
    let place = if let Some(word) = place.get(Rule::dir_word) {
        NearPlace::Dir(piece::dir_word(&word)?)
    } else {
        place.choose(&[(Rule::k_front, NearPlace::InFront), (Rule::k_behind, NearPlace::Behind)])?
    };
    Ok(Near { no: part.has(Rule::k_no), sel: owned(&part)?, place })
}

fn adjective(node: &Node) -> Read<Adjective> {
    node.choose(&[
        (Rule::k_empty, Adjective::Empty),
        (Rule::k_enemy, Adjective::Enemy),
        (Rule::k_friendly, Adjective::Friendly),
        (Rule::k_unmoved, Adjective::Unmoved),
        (Rule::k_stuck, Adjective::Stuck),
        (Rule::k_attacked, Adjective::Attacked),
        (Rule::k_safe, Adjective::Safe),
        (Rule::k_unpromoted, Adjective::Unpromoted),
        (Rule::k_promoted, Adjective::Promoted),
        (Rule::k_royal, Adjective::Royal),
    ])
}

pub(super) fn noun(node: &Node) -> Read<Sel> {
    let part = node.first()?;
    let kind = match part.rule() {
        Rule::centre_of => {
            let of = part
                .parts()
                .find(|n| !matches!(n.rule(), Rule::k_centre | Rule::k_of))
                .ok_or_else(|| part.disagree("a noun"))?;
            SelKind::CentreOf(Box::new(simple_noun(&of)?))
        }
        _ => return simple_noun(&part),
    };
    Ok(Sel { kind, span: part.span() })
}

fn simple_noun(part: &Node) -> Read<Sel> {
    let kind = match part.rule() {
        Rule::group => return selection(part),
        Rule::ranks => ranks(part)?,
        Rule::files_set => {
            let words = part.all(Rule::word).map(|n| n.as_name()).collect::<Vec<_>>();
            match words.as_slice() {
                [only] => SelKind::Files(only.clone(), only.clone()),
                [from, to] => SelKind::Files(from.clone(), to.clone()),
                _ => return Err(part.disagree("one or two files")),
            }
        }
        Rule::edge => SelKind::Edge(direction(part)?),
        Rule::relative => SelKind::That(part.choose(&[
            (Rule::k_file, That::File),
            (Rule::k_rank, That::Rank),
            (Rule::k_line, That::Line),
        ])?),
        Rule::own_site => SelKind::OwnSite(part.name()?),
        Rule::start_of => SelKind::StartOf(piece::compass_of(part)?, part.name()?),
        Rule::way_of => SelKind::WayOf(part.name()?),
        Rule::builtin => SelKind::Builtin(part.choose(&[
            (Rule::k_moved, Builtin::MovedPiece),
            (Rule::k_last, Builtin::LastRank),
            (Rule::k_piece, Builtin::Piece),
            (Rule::k_pieces, Builtin::Piece),
            (Rule::k_friend, Builtin::Friend),
            (Rule::k_it, Builtin::It),
            (Rule::k_origin, Builtin::Origin),
            (Rule::k_there, Builtin::There),
            (Rule::k_border, Builtin::Border),
            (Rule::k_corners, Builtin::Corners),
            (Rule::k_centre, Builtin::Centre),
            (Rule::k_everywhere, Builtin::Everywhere),
        ])?),
        Rule::name => SelKind::Name(part.as_name()),
        _ => return Err(part.disagree("a noun")),
    };
    Ok(Sel { kind, span: part.span() })
}

fn direction(node: &Node) -> Read<DirWord> {
    piece::dir_word(&node.need(Rule::dir_word)?)
}

fn ranks(node: &Node) -> Read<SelKind> {
    let (from, to) = match node.get(Rule::span_of) {
        Some(span) => span.two(span.amounts()?)?,
        None => (node.amount()?, node.amount()?),
    };
    Ok(SelKind::Ranks { own: node.has(Rule::k_own), from, to })
}

// ---- sides

/// The `of X` among the parts, if there is one.
pub(super) fn of_side(node: &Node) -> Read<Option<SideTerm>> {
    node.get(Rule::of_side).map(|n| side_term(&n)).transpose()
}

/// The `side_term` among the parts.
pub(super) fn side_term(node: &Node) -> Read<SideTerm> {
    spoken_side(&node.need(Rule::side_term)?)
}

/// A `side_term` or `spoken_side` itself: the same words, with or without names.
pub(super) fn spoken_side(node: &Node) -> Read<SideTerm> {
    let mut parts = node.parts();
    let first = parts.next().ok_or_else(|| node.disagree("a side"))?;
    let kind = match first.rule() {
        Rule::k_enemy => {
            let of = parts.find(|n| n.rule() != Rule::k_of);
            let of = of.map(|n| Ok(Box::new(SideTerm { kind: plain_side(&n)?, span: n.span() }))).transpose()?;
            SideTermKind::Enemy(of)
        }
        _ => plain_side(&first)?,
    };
    Ok(SideTerm { kind, span: node.span() })
}

fn plain_side(first: &Node) -> Read<SideTermKind> {
    Ok(match first.rule() {
        Rule::k_next => SideTermKind::NextPlayer,
        Rule::k_mover => SideTermKind::Mover,
        Rule::k_player => SideTermKind::Player,
        Rule::name => SideTermKind::Named(first.as_name()),
        _ => return Err(first.disagree("a side")),
    })
}
