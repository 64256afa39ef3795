//! Every branch of every clause of a ruleset, under whatever settings it stands.

use super::branch::{Branch, Group, Key, MatchWay, What};
use super::{settings, words};
use crate::engine::Part;
use crate::explain::english::with_article;
use crate::ruleset::item::{Answers, Body, Event, Item, Value};
use crate::ruleset::{
    Captures, Cond, CondKind, Effect, EffectKind, Leave, Motion, OnlyRule, Rules, Ruleset, Settled, SettledOption,
    SourceFile, Span, Turns, resolve, settle, unsupported,
};
use std::collections::BTreeMap;

/// The branches of one file of a ruleset, in the order in which they are written.
pub(super) type Universe = BTreeMap<Key, Branch>;

/// The branches of the file itself, of those that it extends none: they have their own examples.
pub(super) fn of(ruleset: &Ruleset) -> Universe {
    let mut all = Collect { sources: &ruleset.sources, found: Universe::new() };
    for settings in settings::of(ruleset) {
        let Ok(settled) = settle(ruleset, &settings) else { continue };
        let Ok(rules) = resolve(&settled) else { continue };
        if unsupported(&rules).iter().any(crate::ruleset::Diagnostic::is_error) {
            continue;
        }
        all.rules(&rules);
        all.options(ruleset, &settled);
    }
    all.found
}

/// Where a value of an option in words is written: its name.
pub(super) fn value_span(items: &[Item], option: &str, value: &str) -> Option<Span> {
    // The last one counts: a variant may have put another in its place.
    let mut found = None;
    each_value(items, &mut |name, v| {
        if name == option && v.name.text == value {
            found = Some(v.name.span);
        }
    });
    found
}

/// Where an option in numbers is named.
pub(super) fn number_span(items: &[Item], option: &str) -> Option<Span> {
    items.iter().find_map(|item| match &item.body {
        Body::If(_, items) => number_span(items, option),
        Body::Question(question) => match &question.answers {
            Answers::Numbers { .. } if question.name.text == option => Some(question.name.span),
            Answers::Numbers { items, .. } => number_span(items, option),
            Answers::Values(values) => values.iter().find_map(|v| number_span(&v.items, option)),
        },
        _ => None,
    })
}

/// Every value in any block, with the name of its option.
fn each_value<'i>(items: &'i [Item], give: &mut dyn FnMut(&'i str, &'i Value)) {
    use crate::ruleset::item::{Change, QuestionChange};
    for item in items {
        match &item.body {
            Body::If(_, items) => each_value(items, give),
            Body::Question(question) => match &question.answers {
                Answers::Values(values) => {
                    for value in values {
                        give(&question.name.text, value);
                        each_value(&value.items, give);
                    }
                }
                Answers::Numbers { items, .. } => each_value(items, give),
            },
            Body::Change(Change::Question(name, changes)) => {
                for (change, _) in changes {
                    if let QuestionChange::Add(value) | QuestionChange::Replace(_, value) = change {
                        give(&name.text, value);
                        each_value(&value.items, give);
                    }
                }
            }
            _ => {}
        }
    }
}

struct Collect<'r> {
    sources: &'r [SourceFile],
    found: Universe,
}

impl Collect<'_> {
    fn text(&self, span: Span) -> &str {
        let text = self.sources.get(span.file as usize).map_or("", |s| s.text.as_str());
        text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    fn quoted(&self, span: Span) -> String {
        words::quoted(self.text(span))
    }

    fn add(&mut self, key: (Span, What), group: Group, clause: Span, name: &str, missing: String) {
        if key.0.file == 0 {
            let branch = Branch { group, clause, name: name.to_owned(), missing };
            self.found.entry(Key::new(key.0, key.1)).or_insert(branch);
        }
    }

    /// One way in which a part turns out.
    fn way(&mut self, span: Span, part: Part, yes: bool, group: Group, clause: Span, (name, missing): (&str, String)) {
        self.add((span, What::Part(part, !yes)), group, clause, name, missing);
    }

    fn rules(&mut self, rules: &Rules) {
        for kind in &rules.kinds {
            let who = with_article(&kind.name);
            for line in &kind.confined {
                let (span, said) = (line.span, self.quoted(line.span));
                let group = Group::Motions;
                self.way(span, Part::Confined, true, group, span, ("kept", words::kept(&who, &said)));
                self.way(span, Part::Confined, false, group, span, ("in the way", words::confined(&who, &said)));
            }
            kind.motions.iter().for_each(|m| self.motion(rules, m, &who));
            for line in &kind.becomes {
                for (n, becomes) in line.kinds.iter().enumerate() {
                    let name = rules.kinds.get(*becomes as usize).map_or("", |k| k.name.as_str());
                    let said = (format!("becomes {name}"), format!("has {who} become {}", with_article(name)));
                    let part = Part::Becomes(n.min(255) as u8);
                    self.way(line.span, part, true, Group::Becoming, line.span, (&said.0, said.1));
                }
                if line.may {
                    let said = ("stays", format!("has {who} stay what it is where it may become another"));
                    self.way(line.span, Part::Stays, true, Group::Becoming, line.span, said);
                }
            }
        }
        for joint in &rules.joints {
            let said = ("moves", format!("has the move {}", words::quoted(&joint.name)));
            self.way(joint.span, Part::Motion, true, Group::Motions, joint.span, said);
            joint.when.iter().for_each(|c| self.part(c, joint.span));
        }
        for mark in &rules.marks {
            let said = ("happens", format!("has a move that leaves the mark {}", words::quoted(&mark.name)));
            self.way(mark.span, Part::Effect, true, Group::Effects, mark.span, said);
        }
        self.turns(rules);
        for after in &rules.after {
            let (span, said) = (after.span, self.quoted(after.span));
            let group = Group::Effects;
            let happens = ("applies", format!("has a move to which {said} applies"));
            self.way(span, Part::After, true, group, span, happens);
            if after.event != Event::Move || after.of.is_some() || after.when.is_some() {
                let not = ("does not apply", format!("has a move to which {said} does not apply"));
                self.way(span, Part::After, false, group, span, not);
            }
            after.when.iter().for_each(|c| self.parts(c, span));
            after.effects.iter().for_each(|e| self.effect(rules, e, false, span));
        }
        for clause in &rules.illegal {
            let (span, why) = (clause.span, words::quoted(&clause.reason));
            let refuses = ("refuses", format!("has a move that is not legal because {why}"));
            let lets = ("lets be", format!("has a legal move of which {why} is asked"));
            self.way(span, Part::Illegal, true, Group::Illegal, span, refuses);
            self.way(span, Part::Illegal, false, Group::Illegal, span, lets);
            self.parts(&clause.cond, span);
        }
        for call in &rules.calls {
            self.part(&call.cond, call.span);
        }
        for end in &rules.ends {
            let (span, why) = (end.span, words::quoted(&end.reason));
            let decides = ("decides", format!("ends with {why}"));
            self.way(span, Part::End, true, Group::Endings, span, decides);
            if end.cond.kind != CondKind::True {
                let not = ("does not decide", format!("has a position in which {why} is asked and does not hold"));
                self.way(span, Part::End, false, Group::Endings, span, not);
            }
            self.parts(&end.cond, span);
        }
        self.match_and_scripts(rules);
    }

    fn motion(&mut self, rules: &Rules, motion: &Motion, who: &str) {
        let line = motion.span;
        let moves = ("moves", format!("has {who} move by {}", self.quoted(line)));
        self.way(line, Part::Motion, true, Group::Motions, line, moves);
        if let Some((_, span)) = &motion.from {
            let said = self.quoted(*span);
            let group = Group::Motions;
            let there = ("stands there", format!("has {who} move {said}"));
            let elsewhere = ("stands elsewhere", format!("has {who} that may not move because it is not {said}"));
            self.way(*span, Part::From, true, group, line, there);
            self.way(*span, Part::From, false, group, line, elsewhere);
        }
        for (cond, _, span) in &motion.when {
            let said = self.quoted(*span);
            let lets = ("lets be", format!("has {who} move where {said} lets it"));
            let refuses = ("refuses", format!("has {who} that may not move because of {said}"));
            self.way(*span, Part::When, true, Group::Conditions, line, lets);
            self.way(*span, Part::When, false, Group::Conditions, line, refuses);
            self.parts(cond, line);
        }
        if let Some(repeat) = motion.repeat {
            let more = ("goes on", format!("has {who} go on moving in one move"));
            let once = ("once", format!("has {who} move once where it {}", self.text(repeat.span)));
            self.way(repeat.span, Part::Repeat, true, Group::Motions, line, more);
            self.way(repeat.span, Part::Repeat, false, Group::Motions, line, once);
            if repeat.must {
                let could = ("could not go on", format!("has {who} stop because it cannot go on"));
                let had = ("had to go on", format!("has {who} that may not stop because it can go on"));
                self.way(repeat.span, Part::MustGoOn, true, Group::Motions, line, could);
                self.way(repeat.span, Part::MustGoOn, false, Group::Motions, line, had);
            }
        }
        self.legs(rules, motion, who);
        motion.effects.iter().for_each(|(e, must)| self.effect(rules, e, *must, line));
    }

    /// The tests of the path, as [`Motion::path`] makes them.
    fn legs(&mut self, rules: &Rules, motion: &Motion, who: &str) {
        let (line, group) = (motion.span, Group::Motions);
        for leg in &motion.legs {
            if leg.verb == crate::ruleset::item::Verb::Slide {
                let span = leg.past.as_ref().map_or(leg.span, |(_, s)| *s);
                let free = ("free way", format!("has {who} slide further than to the next site"));
                let held = ("held up", format!("has {who} held up by what stands on its way"));
                self.way(span, Part::OnTheWay, true, group, line, free);
                self.way(span, Part::OnTheWay, false, group, line, held);
            }
            if let Some((_, span)) = &leg.over {
                let said = self.quoted(*span);
                let jumps = ("jumps", format!("has {who} move {said}"));
                let not = ("nothing to jump", format!("has {who} that may not jump, for want of a piece for {said}"));
                self.way(*span, Part::Jumped, true, group, line, jumps);
                self.way(*span, Part::Jumped, false, group, line, not);
            }
            if let Some((_, _, span)) = &leg.range {
                let said = self.quoted(*span);
                let kept = ("kept", format!("has {who} slide {said}"));
                let not =
                    ("too few or too many", format!("has {who} that may not go where it could, because of {said}"));
                self.way(*span, Part::Range, true, group, line, kept);
                self.way(*span, Part::Range, false, group, line, not);
            }
            if let Some((_, span)) = &leg.to {
                let said = self.quoted(*span);
                let lands = ("lands", format!("has {who} go {said}"));
                let not = ("cannot land", format!("has {who} kept from a site by {said}"));
                self.way(*span, Part::Target, true, group, line, lands);
                self.way(*span, Part::Target, false, group, line, not);
            }
            if let Some(capturing) = &leg.capturing {
                let span = capturing.span;
                let said = words::quoted(words::without_or(self.text(span)));
                let captures = ("captures", format!("has {who} move {said}"));
                let not =
                    ("nothing to capture", format!("has {who} that may not move, for want of a piece for {said}"));
                self.way(span, Part::Captured, true, group, line, captures);
                // What was jumped is there to be captured, unless it was captured before in the same move and still stands.
                let again = motion.repeat.is_some() && rules.captured_leave == Leave::AtEnd;
                if capturing.whom != Captures::Over || again {
                    self.way(span, Part::Captured, false, group, line, not);
                }
            }
        }
    }

    fn effect(&mut self, rules: &Rules, effect: &Effect, must: bool, clause: Span) {
        let (span, said) = (effect.span, self.quoted(effect.span));
        let happens = ("happens", format!("has a move with which {said} does anything"));
        self.way(span, Part::Effect, true, Group::Effects, clause, happens);
        if must {
            let not = ("nothing to do", format!("has a move that is not legal because {said} would do nothing"));
            self.way(span, Part::Effect, false, Group::Effects, clause, not);
        }
        if let EffectKind::PlaceBy(kind, motion) = &effect.kind {
            let who = with_article(rules.kinds.get(*kind as usize).map_or("piece", |k| k.name.as_str()));
            self.legs(rules, motion, &who);
        }
    }

    fn turns(&mut self, rules: &Rules) {
        let last = rules.phases.len().saturating_sub(1);
        for (n, phase) in rules.phases.iter().enumerate() {
            let (span, group) = (phase.span, Group::Phases);
            if last > 0 {
                let name = words::quoted(&phase.name);
                let played = ("played", format!("has a move in the phase {name}"));
                self.way(span, Part::Phase, true, group, span, played);
                if n < last && (phase.until.is_some() || matches!(phase.turns, Turns::List { .. })) {
                    let ends = ("ends", format!("has the move that ends the phase {name}"));
                    self.way(span, Part::Phase, false, group, span, ends);
                }
            }
            phase.until.iter().for_each(|c| self.part(c, span));
            for only in &phase.only {
                let holds = ("holds back", format!("has a move that {} forbids", self.quoted(only.span)));
                self.way(only.span, Part::Only, true, group, only.span, holds);
                if let OnlyRule::Effect(effect) = &only.what {
                    self.effect(rules, effect, false, only.span);
                }
            }
        }
        if let Some(phase) = rules.phases.first().filter(|_| rules.pie) {
            let swaps = ("swaps", "has a player swap sides by the pie rule".to_owned());
            self.way(phase.span, Part::Swap, true, Group::Phases, phase.span, swaps);
        }
        for filter in &rules.filters {
            let (span, said) = (filter.span, self.quoted(filter.span));
            let binds = ("binds", format!("has a move that may not be played because of {said}"));
            let binds = if filter.huff { ("binds", format!("has a move that misses {said}")) } else { binds };
            let not = ("does not bind", format!("lists the moves where {said} keeps none from being played"));
            self.way(span, Part::Filter, true, Group::Duties, span, binds);
            self.way(span, Part::Filter, false, Group::Duties, span, not);
        }
        for passing in &rules.passing {
            let (span, said) = (passing.span, self.quoted(passing.span));
            let may = ("passes", format!("has a player pass by {said}"));
            self.way(span, Part::Pass, true, Group::Passing, span, may);
            if passing.when_stuck {
                let not = ("does not pass", "has a player who may not pass because something can be played".to_owned());
                self.way(span, Part::Pass, false, Group::Passing, span, not);
            }
        }
    }

    fn match_and_scripts(&mut self, rules: &Rules) {
        if let Some(contest) = &rules.match_play {
            let mut way = |span, way, name: &str, missing: &str| {
                self.add((span, What::Match(way)), Group::Matches, span, name, missing.to_owned());
            };
            way(contest.span, MatchWay::Won, "won", "has a match that somebody has won");
            way(contest.span, MatchWay::GoesOn, "goes on", "has a match that goes on");
            way(contest.span, MatchWay::Level, "level", "has a match that is over and nobody has won");
            if let Some(more) = &contest.more {
                way(more.span, MatchWay::Added, "added", "has a round that was added");
            }
        }
        for hook in &rules.hooks {
            let (span, decides) = (hook.span, words::quoted(&hook.decides));
            let (yes, no) = words::hook(hook.point);
            let missing = format!("asks the script that says {decides}");
            let told =
                |name: &str| if no.is_some() { format!("{missing}, so that it {name}") } else { missing.clone() };
            self.way(span, Part::Hook, true, Group::Scripts, span, (yes, told(yes)));
            if let Some(no) = no {
                self.way(span, Part::Hook, false, Group::Scripts, span, (no, told(no)));
            }
        }
    }

    /// The parts of a condition whose whole is told as the clause.
    fn parts(&mut self, cond: &Cond, clause: Span) {
        self.cond(cond, clause, true, false);
    }

    /// A condition with its parts.
    fn part(&mut self, cond: &Cond, clause: Span) {
        self.cond(cond, clause, false, false);
    }

    fn cond(&mut self, cond: &Cond, clause: Span, told: bool, denied: bool) {
        match &cond.kind {
            CondKind::True => return,
            CondKind::Not(of) => {
                // `is not` stands in the place of its `is`: what holds is then what does not.
                let same = (cond.span.start, cond.span.end) == (of.span.start, of.span.end);
                return self.cond(of, clause, told, denied ^ same);
            }
            CondKind::Any(parts) | CondKind::All(parts) => {
                parts.iter().for_each(|c| self.cond(c, clause, false, false));
            }
            CondKind::Throughout(of) => self.cond(of, clause, false, false),
            _ => {}
        }
        if told {
            return;
        }
        let said = self.quoted(cond.span);
        let holds = ("holds", format!("has a position in which {said} is asked and holds"));
        let not = ("does not hold", format!("has a position in which {said} is asked and does not hold"));
        let (yes, no) = if denied { (not, holds) } else { (holds, not) };
        self.way(cond.span, Part::Condition, true, Group::Conditions, clause, yes);
        self.way(cond.span, Part::Condition, false, Group::Conditions, clause, no);
    }

    fn options(&mut self, ruleset: &Ruleset, settled: &Settled) {
        for option in &settled.options {
            let group = if option.unclear { Group::Readings } else { Group::Options };
            if option.range.is_some() {
                self.number(ruleset, option, group);
            }
            for (value, _) in &option.values {
                let Some(span) = value_span(&ruleset.items, &option.name, value) else { continue };
                let missing = format!("is asked where {} is {}", words::quoted(&option.name), words::quoted(value));
                self.add((span, What::Value), group, span, "chosen", missing);
            }
        }
    }

    fn number(&mut self, ruleset: &Ruleset, option: &SettledOption, group: Group) {
        let Some(span) = number_span(&ruleset.items, &option.name) else { return };
        let name = words::quoted(&option.name);
        let missing = format!("is asked where {name} is {}, the default", option.default);
        self.add((span, What::Number(false)), group, span, "default", missing);
        if option.range.is_some_and(|(low, high)| low < high) {
            let missing = format!("is asked where {name} is anything but {}", option.default);
            self.add((span, What::Number(true)), group, span, "another number", missing);
        }
    }
}
