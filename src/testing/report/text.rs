//! For people: the example, the board with what differs marked on it, what was expected and what came, and the rule that
//! decided.

use super::super::run::{CompanionReport, ExampleReport, Finding, Scene, What};
use super::super::suite::Totals;
use crate::language::report;
use crate::render::{Look, Marks, Picture, board_picture};
use crate::ruleset::Span;
use similar::{ChangeTag, TextDiff};
use std::fmt::Write;

/// How a report is written.
pub struct How<'a> {
    /// Makes text of a picture, and colours the rest; none: plain text.
    pub paint: Option<&'a dyn Fn(&Picture) -> String>,
    /// The command that runs an example of a companion once more: of their names. Empty: none is told.
    pub again: &'a dyn Fn(&str, &str) -> String,
}

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

impl How<'_> {
    fn styled(&self, style: &str, text: &str) -> String {
        if self.paint.is_some() { format!("{style}{text}{PLAIN}") } else { text.to_owned() }
    }
}

/// What is to be said of an example: its name, its prose, and each finding.
pub fn example_text(companion: &CompanionReport, example: &ExampleReport, how: &How) -> String {
    let word = if example.failed() { "FAILED" } else { "waits" };
    let colour = if example.failed() { RED } else { BOLD };
    let mut text = format!(
        "{} {}:{}  {}\n",
        how.styled(colour, word),
        companion.name,
        example.line,
        how.styled(BOLD, &example.name)
    );
    for line in example.prose.lines() {
        let _ = writeln!(text, "  {}", how.styled(DIM, line));
    }
    let mut above: Option<&Scene> = None;
    for finding in &example.findings {
        text.push('\n');
        // A board that stands there already is not drawn once more.
        let same = |scene: &Scene, above: &Scene| {
            scene.position == above.position && scene.marked == above.marked && scene.last == above.last
        };
        let drawn = finding.scene.as_ref().zip(above).is_some_and(|(scene, above)| same(scene, above));
        text.push_str(&said(companion, finding, how, !drawn));
        above = finding.scene.as_ref().or(above);
    }
    let again = (how.again)(&companion.name, &example.name);
    if !again.is_empty() {
        let _ = writeln!(text, "\n  once more: {again}");
    }
    text
}

/// A finding with its board.
pub fn finding_text(companion: &CompanionReport, finding: &Finding, how: &How) -> String {
    said(companion, finding, how, true)
}

fn said(companion: &CompanionReport, finding: &Finding, how: &How, draws: bool) -> String {
    let mut text = String::new();
    let source = &companion.source.text;
    let words = |span: Span| source.get(span.start as usize..span.end as usize).unwrap_or_default().trim();
    if let What::Mistake(problem) = &finding.what {
        let said = report::text(problem, std::slice::from_ref(&companion.source), how.paint.is_some());
        return said.lines().fold(text, |text, line| text + "  " + line + "\n");
    }
    if let Some(scene) = finding.scene.as_ref().filter(|_| draws) {
        text.push_str(&board(scene, how));
    }
    let line = report::line_column(source, finding.span.start as usize).line;
    let _ = writeln!(text, "  {} {}", how.styled(DIM, &format!("line {line}:")), how.styled(BOLD, words(finding.span)));
    if let Some(row) = finding.row {
        let _ = writeln!(text, "  in the row {}", words(row));
    }
    match &finding.what {
        What::Wrong { expected, got } => text.push_str(&diff(expected, got, ("the example", "the rules"), how)),
        What::New(new) => {
            text.push_str("  a new answer:\n");
            for line in new.text.lines() {
                let _ = writeln!(text, "    {}", how.styled(GREEN, &format!("+ {line}")));
            }
        }
        What::Changed { recorded, new } => {
            text.push_str(&diff(recorded, &new.text, ("recorded", "the rules now"), how));
        }
        What::Guard(sentence) => {
            let _ = writeln!(text, "  {}", how.styled(RED, &format!("a guard fails: {sentence}")));
        }
        What::Mistake(_) => {}
    }
    if let Some(decided) = finding.scene.as_ref().and_then(|s| s.decided.as_ref()) {
        match &decided.line {
            Some((file, line, rule)) => {
                let _ = writeln!(text, "  the rule: {} ({file}:{line})\n    {line} | {rule}", decided.sentence);
            }
            None if decided.sentence.is_empty() => {}
            None => {
                let _ = writeln!(text, "  because: {}", decided.sentence);
            }
        }
    }
    text
}

/// The board, with the last move and with what is spoken of.
fn board(scene: &Scene, how: &How) -> String {
    let marks = Marks { last: scene.last, targets: scene.marked };
    let picture = board_picture(&scene.game, &scene.position, &marks, Look::FULL);
    let drawn = how.paint.map_or_else(|| picture.to_string(), |paint| paint(&picture));
    let mut text = drawn.lines().fold(String::new(), |text, line| text + format!("  {line}").trim_end() + "\n");
    let side = scene.game.rules().sides.get(usize::from(scene.position.to_move)).map_or("?", |s| s.name.as_str());
    match &scene.position.outcome {
        Some(outcome) => {
            let _ = writeln!(text, "  the game is over: {}", outcome.reason);
        }
        None => {
            let _ = writeln!(text, "  {side} to move");
        }
    }
    text.push('\n');
    text
}

/// Two answers, line by line: what is in the first alone has a `-`, what is in the second alone a `+`.
pub fn diff(before: &str, after: &str, names: (&str, &str), how: &How) -> String {
    let mut text = format!(
        "    {}   {}\n",
        how.styled(RED, &format!("- {}", names.0)),
        how.styled(GREEN, &format!("+ {}", names.1))
    );
    // A last line without an end would differ from the same line with one.
    let (before, after) = (format!("{before}\n"), format!("{after}\n"));
    for change in TextDiff::from_lines(&before, &after).iter_all_changes() {
        let line = change.value().trim_end();
        let line = match change.tag() {
            ChangeTag::Delete => how.styled(RED, &format!("- {line}")),
            ChangeTag::Insert => how.styled(GREEN, &format!("+ {line}")),
            ChangeTag::Equal => format!("  {line}"),
        };
        let _ = writeln!(text, "    {line}");
    }
    text
}

/// `4 companions, 61 examples, 180 questions: all passed`
pub fn summary(totals: Totals) -> String {
    let many = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let mut parts = Vec::new();
    if totals.failed > 0 {
        parts.push(format!("{} failed", totals.failed));
    }
    if totals.pending > 0 {
        parts.push(format!("{} to be looked at", many(totals.pending, "answer")));
    }
    if totals.unread > 0 {
        parts.push(format!("{} could not be read", many(totals.unread, "page")));
    }
    if parts.is_empty() {
        parts.push("all passed".to_owned());
    }
    format!(
        "{}, {}, {}: {}",
        many(totals.companions, "companion"),
        many(totals.examples, "example"),
        many(totals.questions, "question"),
        parts.join(", ")
    )
}
