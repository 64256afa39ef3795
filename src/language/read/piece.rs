//! Pieces, their motions, joint moves, effects.

use super::super::grammar::Rule;
use super::{Node, Read, condition, item, select};
use crate::board::Compass;
use crate::ruleset::item::{
    AfterDecl, Becomes, Dir, DirWord, Dirs, Effect, EffectKind, Event, JointDecl, Leg, Motion, MotionPart, Num,
    Pattern, Pick, PieceAttr, PieceAttrKind, PieceDecl, PieceLine, RangeWord, Relation, RepeatWord, RowCount, SiteRef,
    Trigger, Verb,
};

pub(super) fn piece(node: &Node) -> Read<PieceDecl> {
    Ok(PieceDecl {
        name: node.name()?,
        plural: node.get(Rule::plural).map(|n| n.name()).transpose()?,
        letters: node.strings()?,
        owners: node.need(Rule::owners)?.names(),
        attrs: node.all(Rule::piece_attr).map(|n| attribute(&n)).collect::<Read<_>>()?,
        lines: lines(node)?,
    })
}

pub(super) fn attribute(node: &Node) -> Read<PieceAttr> {
    let part = node.first()?;
    let kind = match part.rule() {
        Rule::k_royal => PieceAttrKind::Royal,
        Rule::stays => PieceAttrKind::StaysIn(select::nouns(&part)?),
        Rule::never => {
            let zone = select::nouns(&part)?;
            if part.has(Rule::k_enters) {
                PieceAttrKind::NeverEnters(zone)
            } else if part.has(Rule::k_passes) {
                PieceAttrKind::NeverPasses(zone)
            } else {
                PieceAttrKind::NeverStopsIn(zone)
            }
        }
        Rule::in_hand => PieceAttrKind::InHand(part.get(Rule::amount).map(|n| n.as_amount()).transpose()?),
        Rule::like => PieceAttrKind::Like(part.name()?, part.get(Rule::verb).map(|n| verb(&n)).transpose()?),
        _ => return Err(node.disagree("an attribute")),
    };
    Ok(PieceAttr { kind, span: node.span() })
}

/// The lines of the braces among the parts; none where there are no braces.
fn lines(node: &Node) -> Read<Vec<PieceLine>> {
    match node.get(Rule::piece_body) {
        Some(body) => body.parts().filter(|n| is_line(n.rule())).map(|n| line(&n)).collect(),
        None => Ok(Vec::new()),
    }
}

pub(super) fn is_line(rule: Rule) -> bool {
    matches!(rule, Rule::motion | Rule::becomes | Rule::piece_if)
}

pub(super) fn line(node: &Node) -> Read<PieceLine> {
    Ok(match node.rule() {
        Rule::motion => PieceLine::Motion(motion(node)?),
        Rule::becomes => PieceLine::Becomes(becomes(node)?),
        Rule::piece_if => PieceLine::If(item::setting(&node.need(Rule::setting)?)?, lines(node)?),
        _ => return Err(node.disagree("a line of a piece")),
    })
}

fn becomes(node: &Node) -> Read<Becomes> {
    let on = node.need(Rule::trigger)?;
    let sel = select::selection(&on)?;
    let trigger = if on.has(Rule::k_reaching) {
        Trigger::Reaching(sel, on.has(Rule::in_passing))
    } else {
        Trigger::EnteringOrLeaving(sel)
    };
    Ok(Becomes {
        may: node.has(Rule::k_may),
        kinds: node.names(),
        trigger,
        only_if: item::only_if(node)?,
        span: node.span(),
    })
}

// ---- motions

/// The verb among the parts.
pub(super) fn verb(node: &Node) -> Read<Verb> {
    node.choose(&[
        (Rule::k_step, Verb::Step),
        (Rule::k_slide, Verb::Slide),
        (Rule::k_leap, Verb::Leap),
        (Rule::k_jump, Verb::Jump),
        (Rule::k_drop, Verb::Drop),
    ])
}

/// A `motion`, or the `placing` of an effect.
fn motion(node: &Node) -> Read<Motion> {
    let mut parts = Vec::new();
    for part in node.parts() {
        if !matches!(part.rule(), Rule::leg | Rule::comma | Rule::only_if) {
            parts.push((motion_part(&part)?, part.span()));
        }
    }
    Ok(Motion { leg: leg(&node.need(Rule::leg)?)?, parts, only_if: item::only_if(node)?, span: node.span() })
}

fn leg(node: &Node) -> Read<Leg> {
    let directions = node.get(Rule::dirs).map(|n| dirs(&n)).transpose()?;
    Ok(match (verb(node)?, directions) {
        (Verb::Drop, _) => Leg::Drop(node.span()),
        (Verb::Leap, _) if node.has(Rule::k_anywhere) => Leg::LeapAnywhere(node.span()),
        (Verb::Leap, directions) => {
            let (a, b) = node.two(node.numbers()?)?;
            Leg::Leap(a, b, directions, node.span())
        }
        (verb, Some(directions)) => Leg::Along(verb, directions),
        (_, None) => return Err(node.disagree("a direction")),
    })
}

fn motion_part(node: &Node) -> Read<MotionPart> {
    Ok(match node.rule() {
        Rule::range => {
            let word = node.choose(&[
                (Rule::k_exactly, RangeWord::Exactly),
                (Rule::k_most, RangeWord::AtMost),
                (Rule::k_least, RangeWord::AtLeast),
            ])?;
            let num = node.need(Rule::num)?;
            MotionPart::Range(
                word,
                match num.get(Rule::amount) {
                    Some(amount) => Num::Amount(amount.as_amount()?),
                    None => Num::CountOf(select::selection(&num)?),
                },
            )
        }
        Rule::past => MotionPart::Past(select::selection(node)?),
        Rule::over => {
            MotionPart::Over(select::selection(node)?, node.get(Rule::row_count).map(|n| row_count(&n)).transpose()?)
        }
        Rule::to => MotionPart::To(select::selection(node)?),
        Rule::capturing => MotionPart::Capturing {
            or: node.has(Rule::k_or),
            sel: select::selection(node)?,
            behind: node.has(Rule::k_behind),
        },
        Rule::from => MotionPart::From(select::selection(node)?),
        Rule::leaving => MotionPart::Leaving(node.name()?),
        Rule::may_repeat => repeat(&node.need(Rule::repeat)?, false),
        Rule::must_part => match node.get(Rule::repeat) {
            Some(part) => repeat(&part, true),
            None => MotionPart::Must(effect(&node.need(Rule::effect)?)?),
        },
        Rule::then_part => match node.get(Rule::leg) {
            Some(part) => MotionPart::ThenLeg(leg(&part)?),
            None => MotionPart::Then(effect(&node.need(Rule::effect)?)?),
        },
        Rule::when => MotionPart::When(condition::condition(node)?),
        Rule::unless => MotionPart::Unless(condition::condition(node)?),
        _ => return Err(node.disagree("a part of a motion")),
    })
}

fn row_count(node: &Node) -> Read<RowCount> {
    let word = node.choose(&[
        (Rule::k_exactly, RangeWord::Exactly),
        (Rule::k_most, RangeWord::AtMost),
        (Rule::k_least, RangeWord::AtLeast),
    ])?;
    Ok(RowCount { word, counts: node.amounts()? })
}

fn repeat(node: &Node, must: bool) -> MotionPart {
    let how = if node.has(Rule::k_straight) {
        RepeatWord::Straight
    } else if node.has(Rule::k_turning) {
        RepeatWord::NotBack
    } else if node.has(Rule::k_returning) {
        RepeatWord::Once
    } else {
        RepeatWord::Any
    };
    MotionPart::Repeat { must, how, onward: node.has(Rule::onward_too) }
}

pub(super) fn dirs(node: &Node) -> Read<Dirs> {
    Ok(Dirs { any_of: node.all(Rule::dir).map(|n| dir(&n)).collect::<Read<_>>()?, span: node.span() })
}

fn dir(node: &Node) -> Read<Dir> {
    let words = node.all(Rule::dir_word).map(|n| dir_word(&n)).collect::<Read<_>>()?;
    Ok(Dir { any: node.has(Rule::k_any), words, span: node.span() })
}

pub(super) fn dir_word(node: &Node) -> Read<DirWord> {
    if let Some(part) = node.get(Rule::compass) {
        return Ok(DirWord::Compass(item::compass(&part)?));
    }
    node.choose(&[
        (Rule::k_forward, DirWord::Forward),
        (Rule::k_backward, DirWord::Backward),
        (Rule::k_left, DirWord::Left),
        (Rule::k_right, DirWord::Right),
        (Rule::k_sideways, DirWord::Sideways),
        (Rule::k_orthogonal, DirWord::Orthogonal),
        (Rule::k_orthogonally, DirWord::Orthogonal),
        (Rule::k_diagonal, DirWord::Diagonal),
        (Rule::k_diagonally, DirWord::Diagonal),
        (Rule::k_onward, DirWord::Onward),
    ])
}

/// `orthogonally` or `diagonally` among the parts.
pub(super) fn adverb(node: &Node) -> Option<DirWord> {
    if node.has(Rule::k_orthogonally) {
        Some(DirWord::Orthogonal)
    } else if node.has(Rule::k_diagonally) {
        Some(DirWord::Diagonal)
    } else {
        None
    }
}

// ---- joint moves

pub(super) fn joint(node: &Node) -> Read<JointDecl> {
    let mut legs = Vec::new();
    let mut when = Vec::new();
    for part in node.parts() {
        match part.rule() {
            Rule::joint_leg => {
                let (from, to) = part.two(part.all(Rule::site).collect())?;
                legs.push((part.name()?, site(&from)?, site(&to)?));
            }
            Rule::when => when.push(condition::condition(&part)?),
            _ => {}
        }
    }
    let text = node.get(Rule::string).map(|n| n.as_text()).transpose()?;
    Ok(JointDecl { name: node.name()?, text, legs, when })
}

fn site(node: &Node) -> Read<SiteRef> {
    if let Some(part) = node.get(Rule::start_of) {
        return Ok(SiteRef { own: false, start: Some(compass_of(&part)?), name: part.name()? });
    }
    Ok(SiteRef { own: node.has(Rule::k_own), start: None, name: node.name()? })
}

/// The `compass` among the parts, if there is one.
pub(super) fn compass_of(node: &Node) -> Read<Option<Compass>> {
    node.get(Rule::compass).map(|n| item::compass(&n)).transpose()
}

// ---- effects

pub(super) fn after(node: &Node) -> Read<AfterDecl> {
    let word = node.need(Rule::event)?;
    Ok(AfterDecl {
        event: event(&word)?,
        of: node.get(Rule::of_what).map(|n| select::selection(&n)).transpose()?,
        when: node.get(Rule::when).map(|n| condition::condition(&n)).transpose()?,
        effects: node.all(Rule::effect).map(|n| effect(&n)).collect::<Read<_>>()?,
        head: node.need(Rule::k_after)?.span().to(word.span()),
    })
}

pub(super) fn event(node: &Node) -> Read<Event> {
    node.choose(&[(Rule::k_move, Event::Move), (Rule::k_capture, Event::Capture), (Rule::k_drop, Event::Drop)])
}

pub(super) fn effect(node: &Node) -> Read<Effect> {
    let part = node.first()?;
    let kind = match part.rule() {
        Rule::remove => EffectKind::Remove(picks(&part.need(Rule::picks)?)?),
        Rule::turn => EffectKind::Turn(pattern(&part.need(Rule::pattern)?)?),
        Rule::capture => match part.get(Rule::picks) {
            Some(choices) => EffectKind::CaptureOne(picks(&choices)?),
            None => EffectKind::Capture(pattern(&part.need(Rule::pattern)?)?),
        },
        Rule::place_effect => match part.get(Rule::placing) {
            Some(placing) => EffectKind::PlaceBy(part.name()?, Box::new(motion(&placing)?)),
            None => EffectKind::PlaceAt(part.name()?, select::selection(&part)?),
        },
        Rule::move_effect => EffectKind::Move(select::selection(&part)?, dir(&part.need(Rule::dir)?)?),
        _ => return Err(node.disagree("an effect")),
    };
    Ok(Effect { kind, span: node.span() })
}

fn picks(node: &Node) -> Read<Vec<Pick>> {
    node.all(Rule::pick).map(|n| Ok(Pick { one: n.has(Rule::k_one), sel: select::selection(&n)? })).collect()
}

fn pattern(node: &Node) -> Read<Pattern> {
    let relation = if let Some(part) = node.get(Rule::between) {
        Some(Relation::Between(directions(&part)?, select::selection(&part)?))
    } else if let Some(part) = node.get(Rule::surrounded) {
        Some(Relation::Surrounded(directions(&part)?, select::selection(&part)?))
    } else {
        None
    };
    Ok(Pattern { rows: node.has(Rule::row_of), sel: select::selection(node)?, relation })
}

fn directions(node: &Node) -> Read<Option<Dirs>> {
    node.get(Rule::dirs).map(|n| dirs(&n)).transpose()
}
