//! Motions in English.

use super::super::english::{list, number, with_article};
use super::{Words, amount, is_one, range_word};
use crate::ruleset::item::{
    Becomes, Leg, Motion, MotionPart, Num, PieceAttr, PieceAttrKind, RangeWord, RepeatWord, RowCount, Sel, SelKind,
    Trigger, Verb,
};

/// The parts that belong to one leg.
#[derive(Default)]
struct LegParts<'a> {
    range: Option<(RangeWord, &'a Num)>,
    row: Option<&'a RowCount>,
    past: Option<&'a Sel>,
    over: Option<&'a Sel>,
    to: Option<&'a Sel>,
    capturing: Option<(bool, &'a Sel, bool)>,
}

impl Words {
    /// A motion as a predicate: `steps one square straight forward, to an empty square`.
    pub fn motion(&self, motion: &Motion) -> String {
        let mut legs: Vec<(&Leg, LegParts)> = vec![(&motion.leg, LegParts::default())];
        let mut tail = String::new();
        let mut conditions = Vec::new();
        for (part, _) in &motion.parts {
            let Some((_, leg)) = legs.last_mut() else { break };
            match part {
                MotionPart::Range(word, n) => leg.range = Some((*word, n)),
                MotionPart::Past(sel) => leg.past = Some(sel),
                MotionPart::Over(sel, row) => (leg.over, leg.row) = (Some(sel), row.as_ref()),
                MotionPart::To(sel) => leg.to = Some(sel),
                MotionPart::Capturing { or, sel, behind } => leg.capturing = Some((*or, sel, *behind)),
                MotionPart::ThenLeg(next) => legs.push((next, LegParts::default())),
                MotionPart::From(sel) => conditions.push(format!("only from {}", self.origin(sel))),
                MotionPart::Leaving(mark) => {
                    tail += &format!(", leaving the mark “{}” on each {} it passes", mark.text, self.site());
                }
                MotionPart::Repeat { must, how, onward } => {
                    let on = match how {
                        RepeatWord::Any => "",
                        RepeatWord::Straight => " in the same direction",
                        RepeatWord::NotBack => " without turning straight back",
                        RepeatWord::Once => " without coming back to where it was in this move",
                    };
                    tail += &match must {
                        true => format!("; it must go on doing so{on} in the same move as long as it can"),
                        false => format!("; it may go on doing so{on} in the same move, and may stop when it likes"),
                    };
                    if *onward {
                        tail += "; of the places behind a piece that it takes it chooses one from which it can go on, if there is one";
                    }
                }
                MotionPart::Must(effect) => {
                    tail += &format!("; then {}, and without that there is no such move", self.effect(effect));
                }
                MotionPart::Then(effect) => tail += &format!("; then {}", self.effect(effect)),
                MotionPart::When(cond) => conditions.push(format!("only when {}", self.cond(cond))),
                MotionPart::Unless(cond) => conditions.push(format!("not when {}", self.cond(cond))),
            }
        }
        let said: Vec<String> = legs.iter().map(|(leg, parts)| self.leg(leg, parts)).collect();
        let conditions = if conditions.is_empty() { String::new() } else { format!(", {}", list(&conditions, "and")) };
        said.join(", and from there ") + conditions.as_str() + tail.as_str()
    }

    /// How a motion goes, without its target and conditions: `moves one square straight forward`.
    pub fn gait(&self, motion: &Motion) -> String {
        let mut parts = LegParts::default();
        for (part, _) in &motion.parts {
            match part {
                MotionPart::Range(word, n) => parts.range = Some((*word, n)),
                MotionPart::Over(sel, row) => (parts.over, parts.row) = (Some(sel), row.as_ref()),
                MotionPart::ThenLeg(_) => break,
                _ => {}
            }
        }
        let first = match &motion.leg {
            Leg::Along(Verb::Slide, dirs) => {
                format!("moves {} {}", self.slide_range(&parts), straight(&self.dirs(dirs)))
            }
            leg => self.leg(leg, &parts),
        };
        let rest: Vec<String> = motion
            .parts
            .iter()
            .filter_map(|(p, _)| match p {
                MotionPart::ThenLeg(leg) => Some(self.leg(leg, &LegParts::default())),
                _ => None,
            })
            .collect();
        std::iter::once(first).chain(rest).collect::<Vec<_>>().join(", and from there ")
    }

    /// `at most four squares`.
    pub fn far(&self, word: RangeWord, n: &Num) -> String {
        self.slide_range(&LegParts { range: Some((word, n)), ..LegParts::default() })
    }

    fn slide_range(&self, parts: &LegParts) -> String {
        let (site, sites) = (self.site(), self.sites());
        match parts.range {
            None => format!("any number of {sites}"),
            Some((word, Num::Amount(n))) if is_one(n) => format!("{} one {site}", range_word(word)),
            Some((word, Num::Amount(n))) => format!("{} {} {sites}", range_word(word), amount(n)),
            Some((word, Num::CountOf(sel))) => {
                format!("{} as many {sites} as there are {}", range_word(word), self.many(sel))
            }
        }
    }

    fn leg(&self, leg: &Leg, parts: &LegParts) -> String {
        let site = self.site();
        let how = match leg {
            Leg::Along(Verb::Step, dirs) => format!("moves one {site} {}", self.dirs(dirs)),
            Leg::Along(Verb::Jump, dirs) => {
                let over = match (parts.over, parts.row) {
                    (None, _) => "whatever stands there".into(),
                    (Some(s), None) => self.one(s),
                    (Some(s), Some(row)) => format!("an unbroken row of {} {}", row_count(row), self.many(s)),
                };
                format!("jumps {} over {over} on the next {site} to the {site} right behind", self.dirs(dirs))
            }
            Leg::Along(_, dirs) => self.slide(&self.dirs(dirs), parts),
            Leg::Leap(a, b, dirs, _) => {
                let dirs = dirs.as_ref().map_or_else(String::new, |d| format!(" {}", self.dirs(d)));
                let (a, b) = (a.max(b), a.min(b));
                format!("leaps {} by {} {}{dirs}, whatever stands between", number(*a), number(*b), self.sites())
            }
            Leg::LeapAnywhere(_) => "leaps anywhere".into(),
            Leg::Drop(_) => "is dropped from the hand".into(),
        };
        let target = self.target(parts, matches!(leg, Leg::Drop(_)));
        format!("{how}{target}")
    }

    fn slide(&self, dirs: &str, parts: &LegParts) -> String {
        let sites = self.sites();
        let far = self.slide_range(parts);
        let across = match (parts.past, parts.over) {
            (Some(past), _) => format!(", past any number of {} as if they were not there", self.many(past)),
            (_, Some(over)) => {
                format!(", across empty {sites} and over exactly one piece that stands in the way, {}", self.one(over))
            }
            _ => format!(", across empty {sites} only"),
        };
        format!("moves {far} {}{across}", straight(dirs))
    }

    /// `to an empty square, or captures a buffalo there`.
    fn target(&self, parts: &LegParts, drop: bool) -> String {
        let on = if drop { "on" } else { "to" };
        let to = parts.to.map(|sel| format!("{on} {}", self.one(sel)));
        let caught = parts.capturing.map(|(_, sel, behind)| match (&sel.kind, behind) {
            (SelKind::Builtin(crate::ruleset::item::Builtin::It), _) => "captures the piece that it jumped".to_owned(),
            (_, true) => format!("captures {} right behind that {}", self.one(sel), self.site()),
            (_, false) => format!("captures {} there", self.one(sel)),
        });
        let either = parts.capturing.is_some_and(|(or, ..)| or);
        match (to, caught) {
            (None, None) => String::new(),
            (Some(to), None) => {
                if drop {
                    format!(" {to}")
                } else {
                    format!(", {to}")
                }
            }
            (None, Some(caught)) => format!(" and {caught}"),
            (Some(to), Some(caught)) if either => format!(", {to}, or {caught}"),
            (Some(to), Some(caught)) => format!(", {to}, and {caught}"),
        }
    }

    fn origin(&self, sel: &Sel) -> String {
        match self.parted(sel) {
            Some((_, places)) if !places.is_empty() => self.area(sel),
            _ => self.one(sel),
        }
    }

    /// What a piece becomes, as a predicate.
    pub fn becomes(&self, becomes: &Becomes) -> String {
        let kinds: Vec<String> = becomes
            .kinds
            .iter()
            .map(|k| with_article(self.kind(&k.text).map_or(k.text.as_str(), |(one, _)| one)))
            .collect();
        let kinds = list(&kinds, "or");
        let when = match &becomes.trigger {
            Trigger::Reaching(sel, passing) => {
                let passing = if *passing { ", even in passing" } else { "" };
                format!("when it reaches {}{passing}", self.area(sel))
            }
            Trigger::EnteringOrLeaving(sel) => format!("when it enters or leaves {} by moving", self.area(sel)),
        };
        if becomes.may { format!("may become {kinds} {when}") } else { format!("becomes {kinds} {when}") }
    }

    /// An attribute as a predicate of `it`; none for one that is said elsewhere.
    pub fn attribute(&self, attr: &PieceAttr) -> Option<String> {
        Some(match &attr.kind {
            PieceAttrKind::Royal => "is royal".into(),
            PieceAttrKind::StaysIn(sel) => {
                format!("stays in {}: it neither stops on nor moves through any other {}", self.area(sel), self.site())
            }
            PieceAttrKind::NeverEnters(sel) => {
                format!("never enters {}: it neither stops there nor moves through", self.area(sel))
            }
            PieceAttrKind::NeverPasses(sel) => {
                format!("never passes {}: it neither moves through nor jumps across", self.area(sel))
            }
            PieceAttrKind::NeverStopsIn(sel) => format!("never stops in {}, but may pass through", self.area(sel)),
            PieceAttrKind::InHand(_) => return None,
            PieceAttrKind::Like(kind, without) => {
                let like = self.kind(&kind.text).map_or(kind.text.as_str(), |(one, _)| one);
                let without = without.map_or_else(String::new, |v| format!(", but it does not {}", verb_word(v)));
                format!("moves like {}{without}", with_article(like))
            }
        })
    }

    /// A confinement in a few words: `stays in the prairie`.
    pub fn attribute_short(&self, attr: &PieceAttr) -> Option<String> {
        Some(match &attr.kind {
            PieceAttrKind::StaysIn(sel) => format!("stays in {}", self.area(sel)),
            PieceAttrKind::NeverEnters(sel) => format!("never enters {}", self.area(sel)),
            PieceAttrKind::NeverPasses(sel) => format!("never passes {}", self.area(sel)),
            PieceAttrKind::NeverStopsIn(sel) => format!("never stops in {}", self.area(sel)),
            _ => return None,
        })
    }

    /// `11 in hand`: how many each owner has in hand at the start.
    pub fn in_hand(&self, attr: &PieceAttr) -> Option<String> {
        match &attr.kind {
            PieceAttrKind::InHand(None) => Some("an unlimited number".into()),
            PieceAttrKind::InHand(Some(crate::ruleset::item::Amount::Number(n, _))) => Some(number(*n)),
            PieceAttrKind::InHand(Some(n)) => Some(amount(n)),
            _ => None,
        }
    }
}

/// Directions of a slide: that it goes straight is said where the directions do not say it.
fn straight(dirs: &str) -> String {
    if dirs.starts_with("in ") { format!("in a straight line {dirs}") } else { dirs.to_owned() }
}

/// The verb's word.
pub(crate) fn verb_word(verb: Verb) -> &'static str {
    match verb {
        Verb::Step => "step",
        Verb::Slide => "slide",
        Verb::Leap => "leap",
        Verb::Jump => "jump",
        Verb::Drop => "drop",
    }
}

/// How many stand in a row.
fn row_count(row: &RowCount) -> String {
    let counts: Vec<String> = row.counts.iter().map(super::amount).collect();
    let word = match row.word {
        RangeWord::Exactly => "exactly ",
        RangeWord::AtMost => "at most ",
        RangeWord::AtLeast => "at least ",
    };
    format!("{word}{}", list(&counts, "or"))
}
