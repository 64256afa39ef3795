//! A position of a game in progress, as a new example of a page.

use super::ask::picture;
use crate::engine::Play;
use std::fmt::Write;

/// What is pinned.
pub struct Pin<'a> {
    /// The heading of the example.
    pub name: &'a str,
    /// The ruleset, where it is not the page's own.
    pub ruleset: Option<&'a str>,
    /// The position.
    pub play: &'a Play,
    /// The question with its mark: `moves?`, `why not f2-f1?`.
    pub question: &'a str,
}

/// The page with the example behind what it holds. An empty page gets a title first.
pub fn with_example(page: &str, title: &str, pin: &Pin) -> String {
    let newline = if page.contains("\r\n") { "\r\n" } else { "\n" };
    let mut text = String::new();
    if page.trim().is_empty() {
        let _ = writeln!(text, "# {title}: questions and answers");
    }
    let _ = writeln!(text, "\n## {}\n\n```example", pin.name.trim());
    if let Some(ruleset) = pin.ruleset {
        let _ = writeln!(text, "in {ruleset}");
    }
    let settings = &pin.play.game().rules().changed_settings;
    if !settings.is_empty() {
        let settings: Vec<String> = settings.iter().map(|(option, value)| format!("{option} {value}")).collect();
        let _ = writeln!(text, "with {}", settings.join(", "));
    }
    let position = picture(pin.play);
    if position.contains('\n') {
        let _ = writeln!(text, "{position}\n");
    } else {
        let _ = writeln!(text, "position {position}");
    }
    let _ = writeln!(text, "{}\n```", pin.question.trim());
    let text = if newline == "\n" { text } else { text.replace('\n', newline) };
    let ended = page.is_empty() || page.ends_with('\n');
    format!("{page}{}{text}", if ended { "" } else { newline })
}
