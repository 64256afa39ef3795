//! The rules in plain prose, as a rulebook would say them.
//!
//! Each statement gives a sentence, in the order in which a reader needs them; what every game here has and no
//! line says is said at the end.

mod ending;
mod piece;
mod render;
mod setup;
mod turns;

pub(crate) use ending::{match_line, result_words};
pub(crate) use piece::call_words;
pub(crate) use render::html_escape;
pub use render::{html, markdown, text};

use super::english::{list, sentence};
use super::words::Words;
use crate::ruleset::item::{Body, CapturedDecl, Event};
use crate::ruleset::{Rules, Settled, SettledOption, Span};
use serde::Serialize;

/// A part of the rules under a heading.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// What it says, in order.
    pub parts: Vec<Part>,
    /// The statement that it is about, where it is about one.
    pub span: Option<Span>,
}

/// A paragraph or an item of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// An item of a list; else a paragraph.
    pub bullet: bool,
    /// One or more sentences.
    pub text: String,
    /// The line of the rules that says so; none for what goes without saying.
    pub span: Option<Span>,
}

impl Section {
    fn new(title: impl Into<String>) -> Section {
        Section { title: title.into(), parts: Vec::new(), span: None }
    }

    fn say(&mut self, text: impl AsRef<str>, span: Option<Span>) {
        self.parts.push(Part { bullet: false, text: sentence(text.as_ref()), span });
    }

    fn item(&mut self, text: impl AsRef<str>, span: Option<Span>) {
        self.parts.push(Part { bullet: true, text: sentence(text.as_ref()), span });
    }
}

/// What the sections are made from.
struct Book<'a> {
    settled: &'a Settled,
    rules: &'a Rules,
    words: Words,
}

/// The rules in prose. `rules` must be what `settled` resolves to.
pub fn prose(settled: &Settled, rules: &Rules) -> Vec<Section> {
    let book = Book { settled, rules, words: Words::of(&settled.items) };
    let mut sections = vec![book.game(), book.board(), book.sides(), book.start()];
    sections.extend(book.pieces());
    sections.push(book.joints());
    sections.push(book.turns());
    sections.push(book.captures());
    sections.push(book.after());
    sections.push(book.illegal());
    sections.push(book.endings());
    sections.push(book.match_play());
    sections.push(book.hooks());
    sections.push(book.options(false));
    sections.push(book.options(true));
    sections.push(book.unsaid());
    sections.retain(|s| !s.parts.is_empty());
    sections
}

impl Book<'_> {
    fn game(&self) -> Section {
        let header = self.settled.header.as_ref();
        let mut section = Section::new(self.rules.title.clone());
        section.span = header.map(|h| h.title.span);
        let Some(header) = header else { return section };
        if let Some(about) = &header.about {
            section.say(&about.text, Some(about.span));
        }
        if !header.also.is_empty() {
            let names: Vec<String> = header.also.iter().map(|t| t.text.clone()).collect();
            section.say(format!("Also called {}", list(&names, "or")), header.also.first().map(|t| t.span));
        }
        if let Some((author, year)) = &header.by {
            let year = year.map_or_else(String::new, |y| format!(", {y}"));
            let by = if author.text.starts_with(char::is_lowercase) { "" } else { "by " };
            section.say(format!("{by}{}{year}", author.text), Some(author.span));
        }
        section
    }

    fn joints(&self) -> Section {
        let mut section = Section::new("Moves of several pieces");
        for item in &self.settled.items {
            let Body::Joint(joint) = &item.body else { continue };
            let site = |s: &crate::ruleset::item::SiteRef| match (s.start, s.own) {
                (Some(compass), _) => {
                    format!("where {} stands at the start", super::words::start_of(compass, &s.name.text))
                }
                (None, true) => format!("own {}", s.name.text),
                (None, false) => s.name.text.clone(),
            };
            let legs: Vec<String> = joint
                .legs
                .iter()
                .map(|(k, from, to)| format!("the {} from {} to {}", k.text, site(from), site(to)))
                .collect();
            let name = joint.text.as_ref().map_or_else(|| joint.name.text.clone(), |t| t.text.clone());
            let when: Vec<String> = joint.when.iter().map(|c| self.words.cond(c)).collect();
            let when = if when.is_empty() { String::new() } else { format!(", when {}", list(&when, "and")) };
            section
                .item(format!("{name}: a player may move {} in one move{when}", list(&legs, "and")), Some(item.span));
        }
        section
    }

    fn captures(&self) -> Section {
        let mut section = Section::new("Captured pieces");
        let captures =
            self.rules.kinds.iter().any(|k| k.motions.iter().any(|m| m.legs.iter().any(|l| l.capturing.is_some())));
        let mut said = false;
        for item in &self.settled.items {
            let Body::Captured(decl) = &item.body else { continue };
            said = true;
            match decl {
                CapturedDecl::LeaveAtOnce(span) => {
                    section.say("a captured piece leaves the board at once", Some(*span));
                }
                CapturedDecl::LeaveAtEnd(span) => section.say(
                    "captured pieces leave the board together at the end of the move; until then they stand in the way",
                    Some(*span),
                ),
                CapturedDecl::ToHand(side, unpromoted, span) => {
                    let as_it_was = if *unpromoted { ", as the kind that it was before it became another" } else { "" };
                    section.say(
                        format!("a captured piece goes to the hand of {}{as_it_was}", self.words.side(side).0),
                        Some(*span),
                    );
                }
            }
        }
        if captures && !said {
            section.say("a captured piece leaves the board at once", None);
        }
        section
    }

    fn after(&self) -> Section {
        let mut section = Section::new("After a move");
        for item in &self.settled.items {
            let Body::After(after) = &item.body else { continue };
            let event = match after.event {
                Event::Move => "move",
                Event::Capture => "capture",
                Event::Drop => "drop",
            };
            let of = after.of.as_ref().map_or_else(String::new, |s| format!(" of {}", self.words.one(s)));
            let when = after.when.as_ref().map_or_else(String::new, |c| format!(", when {}", self.words.cond(c)));
            let effects: Vec<String> = after.effects.iter().map(|e| self.words.effect(e)).collect();
            section.item(format!("after every {event}{of}{when}: {}", effects.join("; then ")), Some(after.head));
        }
        section
    }

    fn illegal(&self) -> Section {
        let mut section = Section::new("What is illegal");
        for item in &self.settled.items {
            if let Body::Illegal(clause) = &item.body {
                let text = format!(
                    "no move may be made after which {} ({})",
                    self.words.cond(&clause.cond),
                    clause.reason.text
                );
                section.item(text, Some(item.span));
            }
        }
        section
    }

    fn hooks(&self) -> Section {
        let mut section = Section::new("What a script decides");
        for hook in &self.rules.hooks {
            let text = format!("{} (function {} in {})", hook.decides, hook.function, hook.file);
            section.item(text, Some(hook.span));
        }
        section
    }

    /// The options in force, or the open questions with the reading taken.
    fn options(&self, unclear: bool) -> Section {
        let mut section = Section::new(if unclear { "What the rules leave open" } else { "Options" });
        let options: Vec<&SettledOption> = self.settled.options.iter().filter(|o| o.unclear == unclear).collect();
        if unclear && !options.is_empty() {
            section.say("the printed rules do not answer these questions; this is how they are read here", None);
        }
        for option in options {
            let sentence_of = |v: &str| option.values.iter().find(|(name, _)| name == v).map(|(_, text)| text.clone());
            let value = sentence_of(&option.value).map_or_else(
                || format!("here {}", option.value),
                |text| if text == option.value { text } else { format!("{text} ({})", option.value) },
            );
            let instead = if option.is_default() { "" } else { " This is not the usual setting." };
            let text = format!("{} {}.{instead}", option.question, super::english::capital(&value));
            section.item(text.replace("..", "."), Some(option.span));
        }
        section
    }

    /// What needs no line, because every game here has it.
    fn unsaid(&self) -> Section {
        let mut section = Section::new("What goes without saying");
        let (site, sites) = (self.words.site(), self.words.sites());
        section.item(format!("only one piece may stand on a {site}"), None);
        section.item("a player moves pieces of their own side only", None);
        let passing = self.settled.items.iter().any(|i| matches!(i.body, Body::Passing(_)));
        if !passing {
            section.item("a move must be made: nobody may pass", None);
        }
        let owns = text(&[self.joints()]).contains("own ");
        if owns {
            section.item(format!("“own e1” is the {site} that is e1 as the player counts from their own side"), None);
        }
        let slides = self.rules.kinds.iter().flat_map(|k| &k.motions).flat_map(|m| &m.legs);
        if slides.clone().any(|l| l.verb == crate::ruleset::item::Verb::Slide && l.past.is_none() && l.over.is_none()) {
            section.item(format!("a piece that moves any distance in a line crosses empty {sites} only"), None);
        }
        if slides.clone().any(|l| l.over.is_some()) {
            section.item("a piece that is jumped stays where it is, unless the rule says that it is captured", None);
        }
        section
    }
}
