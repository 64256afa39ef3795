//! `houserules show`

use super::args::Show;
use super::fail::Done;
use super::{answer, paint, subject, wrap};
use crate::board::{Site, SiteSet};
use crate::engine::Play;
use crate::explain::{Diagram, Part, Section, cite, diagrams, difference, facts, html, prose as sections, text};
use crate::open::Opened;
use crate::render::{Marks, board_svg, piece_diagram, piece_svg};
use crate::ruleset::Span;
use crate::ruleset::item::Body;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write;

pub fn run(args: &Show, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    if args.json.json {
        return answer(out, &value(&opened));
    }
    if args.scripts {
        return scripts(&opened, out);
    }
    if args.html {
        return Ok(write!(out, "{}", page(&opened))?);
    }
    Ok(writeln!(out, "{}", with_pictures(&opened).trim_end())?)
}

/// The scripts of the hooks in force as they are written, each once, under a comment with the name of its file.
fn scripts(opened: &Opened, out: &mut dyn Write) -> Done {
    let rules = opened.game.rules();
    let mut shown: Vec<u16> = Vec::new();
    for source in rules.hooks.iter().filter_map(|hook| hook.source) {
        let Some(file) = opened.ruleset.sources.get(usize::from(source)).filter(|_| !shown.contains(&source)) else {
            continue;
        };
        let gap = if shown.is_empty() { "" } else { "\n" };
        writeln!(out, "{gap}// {}\n\n{}", file.name, file.text.trim_end())?;
        shown.push(source);
    }
    if shown.is_empty() {
        wrap::tell(out, &format!("No script decides anything in {} under these settings.", rules.title))?;
    }
    Ok(())
}

/// The rules in words alone, wrapped.
pub fn prose(opened: &Opened) -> String {
    let rules = opened.game.rules();
    wrap::page(text(&sections(&opened.settled, rules)).trim_end())
}

/// The rules in words, with the board at the start, a diagram of how each piece moves, and what a variant changes.
fn with_pictures(opened: &Opened) -> String {
    let mut shown = String::new();
    for (n, section) in sections(&opened.settled, opened.game.rules()).iter().enumerate() {
        shown += &wrap::page(&text(std::slice::from_ref(section)));
        shown.push('\n');
        if n == 0 {
            let _ = writeln!(shown, "{}", paint::paint(&paint::start(&opened.game)));
            if let Some(section) = differences(opened) {
                let _ = writeln!(shown, "{}", wrap::page(&text(&[section])));
            }
        }
        for diagram in diagrams(section, &opened.game) {
            let marked: Vec<(Site, char)> =
                marks(&diagram).into_iter().flat_map(|(c, _, set)| set.iter().map(move |s| (s, c))).collect();
            let picture = piece_diagram(opened.game.board(), diagram.reach.from, &diagram.letter, &marked);
            let _ = writeln!(shown, "{}\n{}", wrap::page(&caption(&diagram)), paint::paint(&picture));
        }
    }
    shown
}

/// What a variant changes, and what the settings do; none where nothing is different.
fn differences(opened: &Opened) -> Option<Section> {
    let told = difference(&opened.ruleset, &opened.settled);
    let place =
        |span: Option<Span>| span.map_or_else(String::new, |s| format!(" ({})", cite(s, &opened.ruleset.sources)));
    let parts: Vec<Part> = told
        .into_iter()
        .map(|d| Part { bullet: true, text: format!("{}{}", d.text, place(d.span)), span: d.span })
        .collect();
    // Headers stand from the first base to the file itself; the base that is meant is the last but one.
    let titles = opened.ruleset.items.iter().rev().filter_map(|i| match &i.body {
        Body::Game(header) => Some(&header.title.text),
        _ => None,
    });
    let base = titles.into_iter().nth(1).map(|title| format!(" from {title}"));
    let title = format!("What is different{}", base.unwrap_or_default());
    (!parts.is_empty()).then_some(Section { title, parts, span: None })
}

/// The characters of a diagram, what they say, and where they stand.
fn marks(diagram: &Diagram) -> [(char, &'static str, SiteSet); 3] {
    let (moves, captures) = (diagram.reach.moves, diagram.reach.captures);
    let both = moves.and(captures);
    [('*', "moves", moves.minus(both)), ('x', "captures", captures.minus(both)), ('+', "moves or captures", both)]
}

fn caption(diagram: &Diagram) -> String {
    let marks = marks(diagram);
    let said: Vec<String> =
        marks.iter().filter(|(.., set)| !set.is_empty()).map(|(c, what, _)| format!("{c} {what}")).collect();
    let of = diagram.of.as_ref().map_or_else(String::new, |side| format!("{side}: "));
    format!("{of}{}", said.join(", "))
}

fn value(opened: &Opened) -> Value {
    let rules = opened.game.rules();
    let facts = facts(&opened.settled, rules, &opened.ruleset.sources);
    let told: Vec<String> = difference(&opened.ruleset, &opened.settled).into_iter().map(|d| d.text).collect();
    // Facts are plain data, which always becomes JSON.
    let mut value = serde_json::to_value(facts).unwrap_or_default();
    value["differences"] = told.into();
    value
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
            page += &differences(opened).map_or_else(String::new, |section| html(&[section]));
        }
        for shown in diagrams(section, game) {
            if let Some(side) = &shown.of {
                let _ = writeln!(page, "<p>{}</p>", escaped(side));
            }
            page += &piece_svg(game, shown.kind, shown.side, &shown.reach);
        }
    }
    page + "</body>\n</html>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
