//! Motions: verbs with the parts that belong to them.

use super::super::code::{
    CAPTURES_NOTHING, ENDLESS, LANDS_ON_PIECE, LEAP_HERE, MARK_UNKNOWN, NO_GOAL, NO_OVER, NO_STEPS, PART_OUT_OF_PLACE,
};
use super::super::item::{self, Builtin, MotionPart, RangeWord, RepeatWord, SelKind, Verb};
use super::super::nearest::nearest;
use super::super::rules::{
    Captures, Capturing, Dirs, EffectKind, MarkId, Motion, MotionLeg, Num, PerSide, Repeat, Sel,
};
use super::super::{Diagnostic, Span};
use super::scope::{Scope, Where};
use super::world::{SideMask, World, number};
use crate::board::{Compass, CompassSet, Shape};

impl World<'_> {
    /// A line that begins with a verb, for pieces of these owners; nothing after an error.
    pub(super) fn motion(&mut self, motion: &item::Motion, owners: SideMask) -> Option<Motion> {
        let errors = self.errors.len();
        let mut scope = Scope::new(Where::Motion, owners);
        let mut legs = vec![self.leg(&motion.leg, scope, motion.span)];
        let (mut from, mut repeat, mut leaving) = (None, None, None);
        let (mut when, mut effects) = (Vec::new(), Vec::new());
        // Conditions may speak of `it`, which a later `over` makes known.
        let jumps = motion.parts.iter().any(|(p, _)| matches!(p, MotionPart::Over(..)));
        for (part, span) in &motion.parts {
            let span = *span;
            let number = legs.len();
            let Some(leg) = legs.last_mut() else { break };
            if belongs_to_verb(part) {
                leg.span = leg.span.to(span);
            }
            match part {
                MotionPart::Range(word, num) => {
                    self.only_with(leg.verb, &[Verb::Slide], "a number of steps", span);
                    let num = match num {
                        item::Num::Amount(n) => Num::Fixed(self::number(n)),
                        item::Num::CountOf(sel) => Num::CountOf(self.selection(sel, scope)),
                    };
                    self.once(leg.range.as_ref().map(|r| r.2), "a number of steps", span);
                    leg.range = Some((*word, num, span));
                }
                MotionPart::Past(sel) => {
                    self.only_with(leg.verb, &[Verb::Slide], "`past`", span);
                    self.once(leg.past.as_ref().map(|p| p.1), "`past`", span);
                    leg.past = Some((self.selection(sel, scope), span));
                }
                MotionPart::Over(sel, row) => {
                    self.only_with(leg.verb, &[Verb::Slide, Verb::Jump], "`over`", span);
                    self.once(leg.over.as_ref().map(|o| o.1), "`over`", span);
                    leg.over = Some((self.selection(sel, scope), span));
                    leg.row = row.as_ref().map(|r| (r.word, r.counts.iter().map(super::world::number).collect()));
                    scope.it = true;
                }
                MotionPart::To(sel) => {
                    self.once(leg.to.as_ref().map(|t| t.1), "`to`", span);
                    leg.to = Some((self.selection(sel, scope), span));
                }
                MotionPart::Capturing { or, sel, behind } => {
                    self.once(leg.capturing.as_ref().map(|c| c.span), "`capturing`", span);
                    if *or && leg.to.is_none() {
                        let message = "`or capturing` needs a `to` before it";
                        self.error(
                            &PART_OUT_OF_PLACE,
                            span,
                            message,
                            "write `to empty or capturing ...`, or leave `or` out",
                        );
                    }
                    leg.either = *or;
                    leg.capturing = Some(Capturing { whom: self.capturing(sel, *behind, scope, span), span });
                }
                MotionPart::From(sel) => {
                    self.once(from.as_ref().map(|f: &(_, Span)| f.1), "`from`", span);
                    from = Some((self.selection(sel, scope), span));
                }
                MotionPart::Leaving(name) => {
                    self.once(leaving.map(|(_, s)| s), "`leaving`", span);
                    leaving = self.mark_named(name).map(|m| (m, span));
                }
                MotionPart::Repeat { must, how, onward } => {
                    self.once(repeat.map(|r: Repeat| r.span), "`repeat`", span);
                    repeat = Some(Repeat {
                        must: *must,
                        straight: *how == RepeatWord::Straight,
                        forth: *how == RepeatWord::NotBack,
                        once: *how == RepeatWord::Once,
                        onward: *onward,
                        span,
                    });
                }
                MotionPart::Must(effect) => effects.extend(self.effect(effect, scope).map(|e| (e, true))),
                MotionPart::Then(effect) => effects.extend(self.effect(effect, scope).map(|e| (e, false))),
                MotionPart::ThenLeg(leg) => {
                    if number == 1 && matches!(motion.leg, item::Leg::Drop(_)) {
                        let message = "a piece that is dropped does not go on";
                        self.error(&PART_OUT_OF_PLACE, span, message, "leave `then` out");
                    }
                    scope.onward = true;
                    let leg = self.leg(leg, scope, span);
                    legs.push(leg);
                }
                MotionPart::When(cond) => {
                    let scope = Scope { it: scope.it || jumps, ..scope };
                    when.push((self.cond(cond, scope), true, span));
                }
                MotionPart::Unless(cond) => {
                    let scope = Scope { it: scope.it || jumps, ..scope };
                    when.push((self.cond(cond, scope), false, span));
                }
            }
        }
        for leg in &legs {
            self.check_leg(leg);
        }
        if let Some(last) = legs.last().filter(|_| self.errors.len() == errors) {
            self.check_landing(last, motion);
        }
        let lowered = Motion { legs, from, when, repeat, leaving: leaving.map(|(m, _)| m), effects, span: motion.span };
        self.check_repeat(&lowered);
        (self.errors.len() == errors).then_some(lowered)
    }

    fn leg(&mut self, leg: &item::Leg, scope: Scope, whole: Span) -> MotionLeg {
        let (dirs, offsets, span) = match leg {
            item::Leg::Along(_, dirs) => {
                let lowered = self.dirs(dirs, scope);
                (lowered, None, dirs.span)
            }
            item::Leg::Leap(a, b, dirs, span) => {
                let offsets = self.offsets(*a, *b, dirs.as_ref(), scope, *span);
                (self.no_direction(*span), Some(offsets), *span)
            }
            item::Leg::LeapAnywhere(span) | item::Leg::Drop(span) => (self.no_direction(*span), None, *span),
        };
        let span = Span { start: whole.start.min(span.start), ..span };
        MotionLeg {
            verb: leg.verb(),
            dirs,
            offsets,
            range: None,
            past: None,
            over: None,
            row: None,
            to: None,
            capturing: None,
            either: false,
            span,
        }
    }

    /// The offsets of a leap for each side, clockwise from north; with a direction word those whose longer leg
    /// points that way.
    fn offsets(
        &mut self,
        a: u32,
        b: u32,
        dirs: Option<&item::Dirs>,
        scope: Scope,
        span: Span,
    ) -> PerSide<Vec<(i16, i16)>> {
        let grid = matches!(self.board.shape(), Shape::Squares | Shape::Points(_));
        if !grid || (a, b) == (0, 0) || a > 512 || b > 512 {
            let message = format!("there is no leap of {a} by {b} on this board");
            self.error(
                &LEAP_HERE,
                span,
                message,
                "use `leap a by b` on squares or points, with numbers other than 0 by 0",
            );
            return self.for_all(Vec::new());
        }
        let (a, b) = (a.min(b) as i16, a.max(b) as i16);
        let around = [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)];
        let mut all: Vec<(i16, i16)> = Vec::new();
        for offset in around {
            if !all.contains(&offset) {
                all.push(offset);
            }
        }
        let Some(dirs) = dirs else { return self.for_all(all) };
        let any = dirs.any_of.iter().any(|d| d.any);
        let dirs: Dirs = self.dirs(dirs, scope);
        let points = |set: CompassSet, (x, y): (i16, i16)| {
            // `any forward direction`: every leap that leads further forward.
            let (x, y) = match x.abs().cmp(&y.abs()) {
                std::cmp::Ordering::Less if !any => (0, y.signum()),
                std::cmp::Ordering::Greater if !any => (x.signum(), 0),
                _ => (x.signum(), y.signum()),
            };
            Compass::ALL.into_iter().any(|c| set.contains(c) && c.step() == (i32::from(x), i32::from(y)))
        };
        let offsets: PerSide<Vec<(i16, i16)>> = PerSide(
            dirs.compass.0.iter().map(|set| all.iter().copied().filter(|o| points(*set, *o)).collect()).collect(),
        );
        if self.sides_in(scope.actors).any(|s| offsets.of(s).is_empty()) {
            let message = "the longer leg of this leap never points that way";
            self.error(&LEAP_HERE, dirs.span, message, "name another direction, or none");
        }
        offsets
    }

    fn capturing(&mut self, sel: &item::Sel, behind: bool, scope: Scope, span: Span) -> Captures {
        if matches!(sel.kind, SelKind::Builtin(Builtin::It)) {
            if !scope.it {
                let message = "`capturing it` takes what was jumped, and nothing is";
                self.error(&NO_OVER, span, message, "say `over ...` before it, or `capturing enemy`");
            }
            return Captures::Over;
        }
        let sel = self.selection(sel, scope);
        if behind {
            for side in self.sides_in(scope.actors) {
                if self.sides[side as usize].faces.is_none() {
                    self.no_faces(side, span);
                    break;
                }
            }
            return Captures::Behind(sel);
        }
        Captures::Landing(sel)
    }

    fn mark_named(&mut self, name: &item::Name) -> Option<MarkId> {
        let mark = self.find_mark(&name.text);
        if mark.is_none() {
            let help = match nearest(&name.text, self.marks.iter().map(|m| m.name.as_str())) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("declare it: `mark {} lasts 1 turn`", name.text),
            };
            self.error(&MARK_UNKNOWN, name.span, format!("there is no mark `{}`", name.text), help);
        }
        mark
    }

    fn only_with(&mut self, verb: Verb, verbs: &[Verb], what: &str, span: Span) {
        if !verbs.contains(&verb) {
            let verbs: Vec<&str> = verbs.iter().map(|v| v.word()).collect();
            let message = format!("{what} does not go with `{}`", verb.word());
            self.error(&PART_OUT_OF_PLACE, span, message, format!("use it with `{}`", verbs.join("` or `")));
        }
    }

    fn once(&mut self, before: Option<Span>, what: &str, span: Span) {
        if let Some(first) = before {
            let error = Diagnostic::new(&PART_OUT_OF_PLACE, span, format!("{what} is said twice"))
                .label(first, "the first one")
                .help("leave one out, or write two lines");
            self.errors.push(error);
        }
    }

    fn check_leg(&mut self, leg: &MotionLeg) {
        if leg.to.is_none() && leg.capturing.is_none() {
            let message = format!("this `{}` does not say where it may end", leg.verb.word());
            let help = "add `to empty`, `capturing enemy`, or `to empty or capturing enemy`";
            self.error(&NO_GOAL, leg.span, message, help);
        }
        if let Some((word @ (RangeWord::Exactly | RangeWord::AtMost), Num::Fixed(0), span)) = &leg.range {
            let word = if *word == RangeWord::Exactly { "exactly" } else { "at most" };
            let message = format!("a piece that slides `{word} 0` steps never moves");
            self.error(&NO_STEPS, *span, message, "name at least one step, or leave the line out");
        }
        if leg.verb == Verb::Jump && leg.over.is_none() {
            let message = "this `jump` does not say what is jumped";
            self.error(&NO_OVER, leg.span, message, "add e.g. `over enemy`, or use `step`");
        }
    }

    /// One piece stands on a site: what lands without a capture there lands on an empty one. Legs before the last end
    /// in bends, where a piece may stand.
    fn check_landing(&mut self, leg: &MotionLeg, motion: &item::Motion) {
        let captures_there = matches!(&leg.capturing, Some(Capturing { whom: Captures::Landing(_), .. }));
        let Some((sel, span)) = &leg.to else { return };
        if captures_there && !leg.either && implies_empty(sel) {
            let message = "this lands on an empty site and captures the piece there: it can never be made";
            self.error(&CAPTURES_NOTHING, *span, message, "write `to empty or capturing ...` for either of the two");
        }
        if captures_there && !leg.either || implies_empty(sel) {
            return;
        }
        let written = motion.parts.iter().rev().find_map(|(p, _)| match p {
            MotionPart::To(item::Sel { kind: SelKind::Name(name), .. }) => Some(name.text.as_str()),
            _ => None,
        });
        let message = "this may end where a piece stands, and does not capture it";
        let help = format!("write `to empty {}`", written.unwrap_or("..."));
        self.error(&LANDS_ON_PIECE, *span, message, help);
    }

    /// What repeats must take a piece each time, or come nowhere twice, else it could go on for ever.
    fn check_repeat(&mut self, motion: &Motion) {
        let Some(repeat) = motion.repeat else { return };
        let takes = motion.legs.iter().any(|l| l.capturing.is_some() && !l.either)
            || motion
                .effects
                .iter()
                .any(|(e, must)| *must && matches!(e.kind, EffectKind::Take { .. } | EffectKind::TakeOne { .. }));
        if !takes && !repeat.once {
            let message = "this could go on for ever: nothing is taken each time";
            self.error(&ENDLESS, repeat.span, message, "add `capturing it`, or write `repeat without returning`");
        }
    }
}

/// Whether no piece stands on any site of a selection. A mark is left where a piece went through, and the rules that
/// read it see to it that it goes before another comes (docs/book/motions.md).
fn implies_empty(sel: &Sel) -> bool {
    match sel {
        Sel::Empty | Sel::Mark(_) => true,
        Sel::Intersection(parts) => parts.iter().any(implies_empty),
        Sel::Union(parts) => parts.iter().all(implies_empty),
        Sel::Not(of) => **of == Sel::Piece,
        _ => false,
    }
}

/// Whether a part belongs to the verb before it, and not to the whole line.
fn belongs_to_verb(part: &MotionPart) -> bool {
    matches!(
        part,
        MotionPart::Range(..)
            | MotionPart::Past(_)
            | MotionPart::Over(..)
            | MotionPart::To(_)
            | MotionPart::Capturing { .. }
            | MotionPart::Leaving(_)
    )
}
