//! What a variant, and what settings change, in words.

use super::cite::cite;
use super::english::{capital, count, list, sentence, the_side, with_article};
use super::lookup::{motions, pieces};
use super::prose::{call_words, match_line, result_words};
use super::words::{Words, verb_word};
use crate::ruleset::item::{
    Answers, Body, Change, Event, Item, Motion, MotionPart, PassingWord, PhaseChange, PhaseHead, PieceChange,
    PieceDecl, PieceLine, PlaceAt, Question, QuestionChange, RenameDecl, SetValue, StartChange, Target, TargetKind,
    Value,
};
use crate::ruleset::{Ruleset, Settled, SettledOption, Span};
use serde::Serialize;

/// One thing that is other than in the base, or than by default.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// What: one sentence.
    pub text: String,
    /// The line that says so.
    pub span: Option<Span>,
}

/// What a ruleset changes: a variant against its base, statement by statement, then how many sentences its
/// renames touched, then the settings that are not the defaults, with what they bring. `settled` must be the
/// ruleset under those settings.
pub fn difference(ruleset: &Ruleset, settled: &Settled) -> Vec<Difference> {
    let extends = ruleset.header().is_some_and(|h| h.extends.is_some());
    let (own, base): (Vec<&Item>, Vec<&Item>) =
        ruleset.items.iter().partition(|i| extends && i.span.file == 0 && !matches!(i.body, Body::Game(_)));
    let teller = Teller {
        ruleset,
        settled,
        now: Words::of(&settled.items),
        before: Words::of(base.iter().copied()),
        base: base.into_iter().cloned().collect(),
    };
    let mut told = Vec::new();
    for item in &own {
        teller.item(item, &mut told);
    }
    // A sentence that is renamed as a whole has been told. What merely follows from other names is counted; a sentence
    // may stand in several places.
    let whole = |after: &str| {
        own.iter().any(|i| matches!(&i.body, Body::Rename(RenameDecl::Sentence(_, to)) if to.text == after))
    };
    let mut touched: Vec<&str> = settled.renamed.iter().map(|r| r.after.as_str()).filter(|a| !whole(a)).collect();
    touched.sort_unstable();
    touched.dedup();
    if !touched.is_empty() {
        let sentences = count(touched.len() as u32, "sentence of the rules reads", "sentences of the rules read");
        told.push(Difference { text: sentence(&format!("with the new names {sentences} otherwise")), span: None });
    }
    // What the variant itself sets has been said.
    let set = |o: &&SettledOption| own.iter().any(|i| matches!(&i.body, Body::Set(name, _) if name.text == o.name));
    for option in settled.options.iter().filter(|o| !o.is_default() && !set(o)) {
        teller.setting(option, &mut told);
    }
    told
}

/// The differences as a list in plain text, each with its line.
pub fn difference_text(differences: &[Difference], ruleset: &Ruleset) -> String {
    let line = |d: &Difference| {
        let place = d.span.map_or_else(String::new, |s| format!(" ({})", cite(s, &ruleset.sources)));
        format!("- {}{place}\n", d.text)
    };
    differences.iter().map(line).collect()
}

struct Teller<'a> {
    ruleset: &'a Ruleset,
    settled: &'a Settled,
    now: Words,
    before: Words,
    base: Vec<Item>,
}

impl Teller<'_> {
    fn item(&self, item: &Item, told: &mut Vec<Difference>) {
        let mut say = |text: String, span: Span| {
            let only = item
                .only_if
                .as_ref()
                .map_or_else(String::new, |s| format!("; this holds only if {}", self.quote(s.span)));
            told.push(Difference { text: sentence(&(text + only.as_str())), span: Some(span) });
        };
        match &item.body {
            Body::Rename(RenameDecl::Sentence(from, to)) => {
                say(format!("“{}” now reads “{}”", from.text, to.text), item.span);
            }
            Body::Rename(RenameDecl::Name { from, to, plural, letters }) => {
                let plural = plural.as_ref().map_or_else(String::new, |p| format!(", several are {}", p.text));
                let letters: Vec<String> = letters.iter().map(|l| l.text.clone()).collect();
                let letters = match letters.as_slice() {
                    [] => String::new(),
                    some => format!(", and is drawn as {}", list(some, "and")),
                };
                say(format!("“{}” is now called “{}”{plural}{letters}", from.text, to.text), item.span);
            }
            Body::Set(name, value) => say(self.set(&name.text, value), item.span),
            Body::Remove(target) => say(format!("{} is taken out", self.target(target)), item.span),
            Body::Replace(target, with) => {
                say(format!("in place of {}: {}", self.target(target), self.statement(with)), item.span);
            }
            Body::Change(change) => self.change(change, &mut say),
            _ => say(format!("new: {}", self.statement(item)), item.span),
        }
    }

    fn change(&self, change: &Change, say: &mut dyn FnMut(String, Span)) {
        match change {
            Change::Pieces(names, changes) => {
                for name in names {
                    let kind = self.now.kind(&name.text).map_or(name.text.as_str(), |k| k.0);
                    let one = with_article(kind);
                    let decl = pieces(&self.base).map(|(p, _)| p).find(|p| p.name.text == name.text);
                    for (change, span) in changes {
                        say(self.piece_change(&one, decl, change, *span), *span);
                    }
                }
            }
            Change::Start(changes) => {
                for (change, span) in changes {
                    let text = match change {
                        StartChange::Add(place) => match &place.at {
                            PlaceAt::Sites(sel) => {
                                let kind = self.now.kind(&place.kind.text).map_or(place.kind.text.as_str(), |k| k.0);
                                format!("at the start {} stands {} too", with_article(kind), self.now.place(sel))
                            }
                            PlaceAt::OneOf(_) | PlaceAt::Beside(_) => {
                                format!("at the start also: {}", self.quote(place.span))
                            }
                        },
                        StartChange::Remove(kind, _, sel) => {
                            let kind = self.now.kind(&kind.text).map_or(kind.text.as_str(), |k| k.0);
                            format!("at the start no {kind} stands {}", self.now.place(sel))
                        }
                    };
                    say(text, *span);
                }
            }
            Change::Question(name, changes) => {
                for (change, span) in changes {
                    let what = &name.text;
                    let text = match change {
                        QuestionChange::Add(v) => {
                            format!("“{what}” has one more answer: {} ({})", v.text.text, v.name.text)
                        }
                        QuestionChange::Replace(old, v) => {
                            format!(
                                "for “{what}” the answer {} is replaced with: {} ({})",
                                old.text, v.text.text, v.name.text
                            )
                        }
                        QuestionChange::Remove(old) => format!("“{what}” no longer has the answer {}", old.text),
                    };
                    say(text, *span);
                }
            }
            Change::Phase(name, changes) => {
                let head = |h: PhaseHead| match h {
                    PhaseHead::Only => "what alone may be done",
                    PhaseHead::Turns => "the turns",
                    PhaseHead::Until => "when it ends",
                };
                for (change, span) in changes {
                    let text = match change {
                        PhaseChange::Add(_) => format!("in the phase {}: {}", name.text, self.quote(*span)),
                        PhaseChange::Replace(h, _) => {
                            format!("in the phase {} {} is replaced: {}", name.text, head(*h), self.quote(*span))
                        }
                        PhaseChange::Remove(h) => format!("in the phase {} nothing is said of {}", name.text, head(*h)),
                    };
                    say(text, *span);
                }
            }
            Change::Match(changes) => {
                use crate::ruleset::item::MatchChange;
                for (change, span) in changes {
                    let text = match change {
                        MatchChange::Add(line) => match_line(line),
                        MatchChange::Replace(_, line) => format!("the match is played otherwise: {}", match_line(line)),
                        MatchChange::Remove(_) => format!("of the match this no longer holds: {}", self.quote(*span)),
                    };
                    say(text, *span);
                }
            }
        }
    }

    fn piece_change(&self, one: &str, decl: Option<&PieceDecl>, change: &PieceChange, span: Span) -> String {
        let attribute = |a| self.now.attribute(a).unwrap_or_else(|| self.quote(span));
        match change {
            PieceChange::AddAttr(a) => format!("{one} also {}", attribute(a)),
            PieceChange::RemoveAttr(a) => match self.now.attribute(a) {
                Some(text) => format!("it is no longer so that {one} {text}"),
                None => format!("{one} no longer has “{}”", self.quote(a.span)),
            },
            PieceChange::AddLine(line) => format!("{one} also {}", self.line(&self.now, line)),
            PieceChange::RemoveLine(line) => format!("it is no longer so that {one} {}", self.line(&self.now, line)),
            PieceChange::ReplaceLine(old, new) => match (old, new) {
                (PieceLine::Motion(old), PieceLine::Motion(new)) => self.motions(one, old, new),
                _ => format!("{one} {} and no longer {}", self.line(&self.now, new), self.line(&self.now, old)),
            },
            PieceChange::ReplaceVerb(verb, new) => {
                let old = decl.and_then(|d| motions(d).find(|m| m.leg.verb() == *verb));
                match (old, new) {
                    (Some(old), PieceLine::Motion(new)) => self.motions(one, old, new),
                    _ => format!("{one} {}, in place of its line `{}`", self.line(&self.now, new), verb_word(*verb)),
                }
            }
        }
    }

    /// One motion in place of another; what they have in common is not said twice.
    fn motions(&self, one: &str, old: &Motion, new: &Motion) -> String {
        let rest = |m: &Motion| -> Vec<MotionPart> {
            m.parts.iter().map(|(p, _)| p.clone()).filter(|p| !matches!(p, MotionPart::Range(..))).collect()
        };
        let extra: Vec<MotionPart> = rest(new).into_iter().filter(|p| !rest(old).contains(p)).collect();
        let lost = rest(old).iter().any(|p| !rest(new).contains(p));
        let far = |w: &Words, m: &Motion| {
            m.parts.iter().find_map(|(p, _)| match p {
                MotionPart::Range(word, n) => Some(w.far(*word, n)),
                _ => None,
            })
        };
        if old.leg == new.leg && extra.is_empty() && !lost {
            let any = || format!("any number of {}", self.now.sites());
            let (was, is) = (far(&self.before, old).unwrap_or_else(any), far(&self.now, new).unwrap_or_else(any));
            return format!("{one} moves {is} instead of {was}");
        }
        let (was, is) = (self.before.motion(old), self.now.motion(new));
        if let (Some(more), verb) = (is.strip_prefix(&was), new.leg.verb()) {
            let more = more.trim_start_matches([';', ',', ' ']);
            return format!("when {one} {}s, {more}", verb_word(verb));
        }
        format!("{one} {is}; before, it {was}")
    }

    fn line(&self, words: &Words, line: &PieceLine) -> String {
        match line {
            PieceLine::Motion(m) => words.motion(m),
            PieceLine::Becomes(b) => words.becomes(b),
            PieceLine::If(setting, lines) => {
                let lines: Vec<String> = lines
                    .iter()
                    .filter_map(|l| match l {
                        PieceLine::Motion(m) => Some(words.motion(m)),
                        PieceLine::Becomes(b) => Some(words.becomes(b)),
                        PieceLine::If(..) => None,
                    })
                    .collect();
                format!("{}, if {}", list(&lines, "and"), self.quote(setting.span))
            }
        }
    }

    /// `set option to value`.
    fn set(&self, name: &str, value: &SetValue) -> String {
        let value = match value {
            SetValue::Number(n, _) => n.to_string(),
            SetValue::Word(word) => word.text.clone(),
        };
        let option = self.settled.options.iter().find(|o| o.name == name);
        let question = self.question(name);
        let was = question.and_then(default_of);
        match option {
            Some(option) => chosen(option, &value, was.as_deref()),
            None => format!("{name} is {value}"),
        }
    }

    fn question(&self, name: &str) -> Option<&Question> {
        self.base.iter().find_map(|i| match &i.body {
            Body::Question(q) if q.name.text == name => Some(q),
            _ => None,
        })
    }

    /// A setting that is not the default, with what it brings.
    fn setting(&self, option: &SettledOption, told: &mut Vec<Difference>) {
        let text = chosen(option, &option.value, Some(&option.default));
        told.push(Difference { text: sentence(&text), span: Some(option.span) });
        let question = self.ruleset.questions().find(|q| q.name.text == option.name);
        let Some(Answers::Values(values)) = question.map(|q| &q.answers) else { return };
        if let Some(value) = values.iter().find(|v: &&Value| v.name.text == option.value) {
            for item in &value.items {
                self.item(item, told);
            }
        }
    }

    /// A statement in a clause; what has no words of its own is quoted.
    fn statement(&self, item: &Item) -> String {
        match &item.body {
            Body::End(end) => {
                let when = end.cond.as_ref().map_or_else(String::new, |c| format!(" when {}", self.now.cond(c)));
                format!("{}{when}", result_words(&self.now, &end.result))
            }
            Body::Zone(zone) => format!("the {} is {}", zone.name.text, self.now.area(&zone.sel)),
            Body::Call(call) => call_words(&self.now, call),
            Body::Illegal(clause) => format!("no move may be made after which {}", self.now.cond(&clause.cond)),
            Body::Passing(p) => {
                let who = p.for_side.as_ref().map_or_else(|| "a player".to_owned(), |n| the_side(&n.text));
                match p.leave {
                    PassingWord::Never => format!("{who} may not pass"),
                    PassingWord::Allowed => format!("{who} may pass"),
                    PassingWord::WhenStuck => format!("{who} may pass when no move is left"),
                }
            }
            Body::After(after) => {
                let effects: Vec<String> = after.effects.iter().map(|e| self.now.effect(e)).collect();
                let when = after.when.as_ref().map_or_else(String::new, |c| format!(" when {}", self.now.cond(c)));
                format!("after every {}{when}: {}", event(after.event), effects.join("; then "))
            }
            Body::Piece(piece) => {
                let lines: Vec<String> = piece.lines.iter().map(|l| self.line(&self.now, l)).collect();
                let lines =
                    if lines.is_empty() { "it does not move".into() } else { format!("it {}", lines.join("; it ")) };
                format!("the {} ({lines})", piece.name.text)
            }
            Body::Match(decl) => {
                let lines: Vec<String> = decl.lines.iter().map(|(l, _)| match_line(l)).collect();
                lines.join("; ")
            }
            Body::Hook(hook) => format!("a script decides {}", hook.decides.text),
            Body::Question(q) => format!("the question “{}” ({})", q.question.text, q.name.text),
            _ => format!("`{}`", self.quote(item.span)),
        }
    }

    fn target(&self, target: &Target) -> String {
        match &target.kind {
            TargetKind::Board => "the board".into(),
            TargetKind::Start => "the start".into(),
            TargetKind::Turns => "the order of turns".into(),
            TargetKind::Match => "the match".into(),
            TargetKind::Passing(None) => "the line on passing".into(),
            TargetKind::Passing(Some(side)) => format!("the line on passing for {}", the_side(&side.text)),
            TargetKind::Captured => "the line on captured pieces".into(),
            TargetKind::Score => "the score".into(),
            TargetKind::Must(_) => "the duty to capture".into(),
            TargetKind::After(e) => format!("what happens after every {}", event(*e)),
            TargetKind::Piece(n) => format!("the {}", n.text),
            TargetKind::Zone(n) => format!("the zone {}", n.text),
            TargetKind::Side(n) => format!("the side {}", n.text),
            TargetKind::Mark(n) => format!("the mark {}", n.text),
            TargetKind::Joint(n) => format!("the move {}", n.text),
            TargetKind::Question(n) => format!("the question {}", n.text),
            TargetKind::Phase(n) => format!("the phase {}", n.text),
            TargetKind::Call(n) => format!("the meaning of {}", n.text),
            TargetKind::End(t) => format!("the ending “{}”", t.text),
            TargetKind::Illegal(t) => format!("the ban “{}”", t.text),
            TargetKind::Hook(_, Some(n)) => format!("the script {}", n.text),
            TargetKind::Hook(point, None) => format!("the script asked at `{}`", point.word()),
        }
    }

    /// The text of a span with white space folded.
    fn quote(&self, span: Span) -> String {
        let source = self.ruleset.sources.get(span.file as usize);
        let text = source.and_then(|s| s.text.get(span.start as usize..span.end as usize)).unwrap_or_default();
        let lines = text.lines().map(|l| l.split(" //").next().unwrap_or(l));
        lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }
}

fn event(e: Event) -> &'static str {
    match e {
        Event::Move => "move",
        Event::Capture => "capture",
        Event::Drop => "drop",
    }
}

/// The value that a question has by default.
fn default_of(question: &Question) -> Option<String> {
    match &question.answers {
        Answers::Values(values) => values.iter().find(|v| v.default).map(|v| v.name.text.clone()),
        Answers::Numbers { default, .. } => Some(default.to_string()),
    }
}

/// `Who takes the first turn? The defenders; by default: the herd.`
fn chosen(option: &SettledOption, value: &str, default: Option<&str>) -> String {
    let said = |value: &str| {
        let text = option.values.iter().find(|(name, _)| name == value).map(|(_, text)| text);
        text.map_or_else(|| value.to_owned(), |text| format!("{text} ({value})"))
    };
    let was = default.filter(|d| *d != value).map_or_else(String::new, |d| format!("; by default: {}", said(d)));
    format!("{} {}{was}", option.question, capital(&said(value)))
}
