//! Coverage as a page: one self-contained file, which says in words what it shows in colours.

use super::margin::{Mark, Row};
use super::{Coverage, Share, margin_rows};
use crate::explain::english::sentence;
use std::fmt::Write;

const STYLE: &str = "
:root { color-scheme: light dark; --all: #1a7f37; --some: #8a6100; --nothing: #b3261e; --reach: #5f6368; --rule: #8884; }
@media (prefers-color-scheme: dark) { :root { --all: #57c878; --some: #e0b040; --nothing: #ff8a80; --reach: #a0a4a8; } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { padding: 0 .75rem 0 0; text-align: left; vertical-align: top; }
.numbers td, .numbers th { padding: .15rem 1.5rem .15rem 0; }
.file { width: 100%; }
.file code { font: .875rem/1.5 ui-monospace, monospace; white-space: pre-wrap; }
.file td.n { color: var(--reach); text-align: right; }
.file td.m { font: .875rem/1.5 ui-monospace, monospace; white-space: nowrap; border-left: .3rem solid transparent; padding-left: .5rem; }
.all { border-color: var(--all) !important; color: var(--all); }
.some { border-color: var(--some) !important; color: var(--some); }
.nothing { border-color: var(--nothing) !important; color: var(--nothing); }
.reach { border-color: var(--reach) !important; color: var(--reach); }
.file ul { margin: 0 0 .25rem; padding-left: 2rem; font-size: .875rem; }
.file li.missing { color: var(--nothing); }
.file li.reach { color: var(--reach); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
";

/// A page of its own with the coverage of several files.
pub fn page(all: &[Coverage]) -> String {
    let mut page = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let _ = writeln!(page, "<title>What the examples cover</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>");
    page.push_str("<h1>What the examples cover</h1>\n");
    page.push_str(
        "<p>Beside each line of a rule file: how many of its branches an example has shown, and below it what none has. \
         <code>+</code> all, <code>~</code> some, <code>!</code> none, <code>-</code> out of reach.</p>\n",
    );
    if all.len() > 1 {
        let share = all.iter().fold(Share::default(), |sum, c| sum.and(c.share()));
        let _ = writeln!(page, "<p>In all: {share} branches ({} %).</p>\n<ul>", share.percent());
        for (n, coverage) in all.iter().enumerate() {
            let (name, share) = (escaped(&coverage.name), coverage.share());
            let _ = writeln!(page, "<li><a href=\"#file-{n}\">{name}</a>: {share} ({} %)</li>", share.percent());
        }
        page.push_str("</ul>\n");
    }
    all.iter().enumerate().for_each(|(n, coverage)| page.push_str(&html(coverage, n)));
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// The coverage of one file as a section of a page; `number` tells it from the others.
pub fn html(coverage: &Coverage, number: usize) -> String {
    let share = coverage.share();
    let name = escaped(&coverage.name);
    let mut out = format!("<section id=\"file-{number}\" aria-labelledby=\"name-{number}\">\n");
    let _ = writeln!(out, "<h2 id=\"name-{number}\">{name}</h2>");
    let _ = writeln!(out, "<p>{share} branches ({} %).</p>", share.percent());
    out.push_str("<table class=\"numbers\">\n<caption class=\"hidden\">Branches by what they belong to</caption>\n");
    out.push_str("<thead><tr><th scope=\"col\">What</th><th scope=\"col\">Covered</th></tr></thead>\n<tbody>\n");
    for (group, share) in coverage.groups() {
        let _ = writeln!(out, "<tr><th scope=\"row\">{}</th><td>{share}</td></tr>", group.name());
    }
    out.push_str("</tbody>\n</table>\n");
    for wrong in &coverage.mistakes {
        let help = wrong.problem.help.as_deref().unwrap_or_default();
        let said = format!("{}: {}", wrong.place, wrong.problem.message);
        let _ = writeln!(out, "<p class=\"nothing\">Error: {} {}</p>", code(&sentence(&said)), code(&sentence(help)));
    }
    let _ = writeln!(out, "<table class=\"file\">\n<caption class=\"hidden\">The lines of {name}</caption>");
    out.push_str("<thead class=\"hidden\"><tr><th scope=\"col\">Coverage</th><th scope=\"col\">Line</th>");
    out.push_str("<th scope=\"col\">Text</th></tr></thead>\n<tbody>\n");
    margin_rows(coverage).iter().for_each(|row| line(&mut out, row, number));
    out.push_str("</tbody>\n</table>\n</section>\n");
    out
}

fn line(out: &mut String, row: &Row<'_>, number: usize) {
    let class = match row.mark {
        Mark::None => "m",
        Mark::All => "m all",
        Mark::Some => "m some",
        Mark::Nothing => "m nothing",
        Mark::OutOfReach => "m reach",
    };
    let mark = if row.mark == Mark::None {
        String::new()
    } else {
        let (sign, share, word) = (row.mark.sign(), row.share, row.mark.word());
        format!("<span aria-hidden=\"true\">{sign} </span>{share}<span class=\"hidden\"> {word}</span>")
    };
    let (n, text) = (row.line, escaped(row.text));
    let _ = write!(out, "<tr id=\"line-{number}-{n}\"><td class=\"{class}\">{mark}</td><td class=\"n\">{n}</td>");
    let _ = write!(out, "<td><code>{text}</code>");
    if !row.missing.is_empty() || !row.unreachable.is_empty() {
        out.push_str("<ul>");
        for branch in &row.missing {
            let _ = write!(out, "<li class=\"missing\">{}</li>", code(&sentence(&branch.sentence())));
        }
        for branch in &row.unreachable {
            let why = branch.unreachable.as_deref().unwrap_or_default();
            let said = format!("out of reach: `{}` {}: {why}", branch.text, branch.name);
            let _ = write!(out, "<li class=\"reach\">{}</li>", code(&sentence(&said)));
        }
        out.push_str("</ul>");
    }
    out.push_str("</td></tr>\n");
}

/// A sentence in which what stands in backticks is code.
fn code(text: &str) -> String {
    let escaped = escaped(text);
    let parts: Vec<&str> = escaped.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped;
    }
    let part = |(n, part): (usize, &&str)| if n % 2 == 1 { format!("<code>{part}</code>") } else { (*part).to_owned() };
    parts.iter().enumerate().map(part).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
