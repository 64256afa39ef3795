//! `houserules show`

use super::args::Show;
use super::fail::Done;
use super::{answer, paint, subject};
use crate::board::{Site, SiteSet};
use crate::engine::{Play, Reach, piece_reach};
use crate::explain::{Section, difference, difference_text, facts, html, prose as sections, text};
use crate::open::Opened;
use crate::render::{Marks, board_svg, piece_diagram, piece_svg};
use crate::ruleset::{Kind, KindId, SideId, Span};
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &Show, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    if args.json.json {
        return answer(out, &value(&opened));
    }
    if args.html {
        return Ok(write!(out, "{}", page(&opened))?);
    }
    Ok(writeln!(out, "{}", with_pictures(&opened).trim_end())?)
}

/// The rules in words alone.
pub fn prose(opened: &Opened) -> String {
    let rules = opened.game.rules();
    text(&sections(&opened.settled, rules)).trim_end().to_owned()
}

/// The rules in words, with the board at the start, a diagram of how each piece moves, and what a variant changes.
fn with_pictures(opened: &Opened) -> String {
    let mut shown = String::new();
    for (n, section) in sections(&opened.settled, opened.game.rules()).iter().enumerate() {
        shown += &text(std::slice::from_ref(section));
        shown.push('\n');
        if n == 0 {
            shown += &format!("{}\n{}", paint::paint(&paint::start(&opened.game)), differences(opened));
        }
        for reach in reaches(section, opened) {
            let marks = |set: SiteSet, mark: char| set.iter().map(move |s| (s, mark));
            let marked: Vec<(Site, char)> =
                marks(reach.reach.captures, 'x').chain(marks(reach.reach.moves, '*')).collect();
            let picture = piece_diagram(opened.game.board(), reach.reach.from, &reach.letter, &marked);
            shown += &format!("{}\n{}\n", reach.caption(), paint::paint(&picture));
        }
    }
    shown
}

/// What a variant changes, and what the settings do; empty where nothing is different.
fn differences(opened: &Opened) -> String {
    let told = difference(&opened.ruleset, &opened.settled);
    if told.is_empty() {
        return String::new();
    }
    let base = opened.ruleset.header().and_then(|h| h.extends.as_ref()).map(|b| format!(" from {}", b.text));
    format!("What is different{}\n\n{}\n", base.unwrap_or_default(), difference_text(&told, &opened.ruleset))
}

/// How a kind moves for an owner.
struct Shown {
    reach: Reach,
    letter: String,
    /// The owner, where it matters.
    of: Option<String>,
    side: SideId,
}

impl Shown {
    fn caption(&self) -> String {
        let captures = if self.reach.captures.is_empty() { "" } else { ", x captures" };
        let of = self.of.as_ref().map_or_else(String::new, |side| format!("{side}: "));
        format!("{of}* moves{captures}")
    }
}

/// The diagrams that belong to a section: those of the kind that it is about. Owners that move alike share one.
fn reaches(section: &Section, opened: &Opened) -> Vec<Shown> {
    let rules = opened.game.rules();
    let kinds = rules.kinds.iter().enumerate();
    let Some((k, kind)) = kinds.into_iter().find(|(_, kind)| section.span.is_some_and(|s| same(s, kind.span))) else {
        return Vec::new();
    };
    let mut shown: Vec<Shown> = Vec::new();
    for side in owners(kind) {
        let Some(reach) = piece_reach(&opened.game, k as KindId, side) else { continue };
        if shown.iter().any(|s| s.reach == reach) {
            continue;
        }
        let owner = kind.owners.contains(&side).then_some(side);
        let of = rules.sides.get(usize::from(side)).map(|s| s.name.clone());
        shown.push(Shown { reach, letter: kind.letter(owner).to_owned(), of, side });
    }
    if let [only] = shown.as_mut_slice() {
        only.of = None;
    }
    shown
}

/// Who moves pieces of a kind; a neutral one is shown for the first side.
fn owners(kind: &Kind) -> Vec<SideId> {
    if kind.owners.is_empty() { vec![0] } else { kind.owners.clone() }
}

/// Whether two spans are the same place; all spans are equal to `==`.
fn same(a: Span, b: Span) -> bool {
    (a.file, a.start, a.end) == (b.file, b.start, b.end)
}

fn value(opened: &Opened) -> Value {
    let rules = opened.game.rules();
    let facts = facts(&opened.settled, rules, &opened.ruleset.sources);
    let told: Vec<String> = difference(&opened.ruleset, &opened.settled).into_iter().map(|d| d.text).collect();
    json!({ "facts": facts, "differences": told })
}

const STYLE: &str = "body { font-family: serif; max-width: 42em; margin: 2em auto; padding: 0 1em; line-height: 1.5 } \
    svg { max-width: 24em; height: auto; display: block; margin: 1em 0 }";

/// The same as a page.
fn page(opened: &Opened) -> String {
    let game = &opened.game;
    let title = escaped(&game.rules().title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
        <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    );
    for (n, section) in sections(&opened.settled, game.rules()).iter().enumerate() {
        page += &html(std::slice::from_ref(section));
        if n == 0 {
            page += &board_svg(game, Play::new(game).position(), &Marks::default());
            let told = difference(&opened.ruleset, &opened.settled);
            if !told.is_empty() {
                let items: String = told.iter().map(|d| format!("<li>{}</li>\n", escaped(&d.text))).collect();
                page += &format!("<h2>What is different</h2>\n<ul>\n{items}</ul>\n");
            }
        }
        for shown in reaches(section, opened) {
            if let Some(side) = &shown.of {
                page += &format!("<p>{}</p>\n", escaped(side));
            }
            let targets = shown.reach.moves.or(shown.reach.captures);
            page += &piece_svg(game.board(), shown.reach.from, &shown.letter, Some(shown.side), targets);
        }
    }
    page + "</body>\n</html>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
