//! Diagrams of positions, turned into their one-line form.

use super::super::companion::{Line, span};
use super::super::example::Text;
use super::bare;
use super::grammar::{Grammar, Rule};
use super::statement::{Said, statement};
use crate::ruleset::{Diagnostic, code};
use pest::Parser;

/// Whether a line is a rank of a diagram: a number and a bar.
pub(super) fn is_rank(text: &str) -> bool {
    let rest = text.trim_start();
    let bar = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    bar.len() < rest.len() && bar.trim_start().starts_with('|')
}

/// Whether a line is that of the files below a diagram.
pub(super) fn is_files(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    words.peek().is_some() && words.all(|w| w.len() <= 2 && w.bytes().all(|b| b.is_ascii_lowercase()))
}

/// The number of a rank and what stands on it.
fn rank(text: &str) -> Option<(u32, String)> {
    let pair = Grammar::parse(Rule::rank, text.trim_start()).ok()?.next()?;
    let mut number = None;
    let mut run = String::new();
    let mut empty = 0u32;
    for part in pair.into_inner() {
        match (part.as_rule(), part.as_str()) {
            (Rule::number, digits) => number = digits.parse().ok(),
            (_, ".") => empty += 1,
            (_, cell) => {
                if empty > 0 {
                    run.push_str(&empty.to_string());
                }
                empty = 0;
                run.push_str(cell);
            }
        }
    }
    if empty > 0 {
        run.push_str(&empty.to_string());
    }
    Some((number?, run))
}

/// Reads a diagram that begins at a line, and the line below it that says who is to move.
pub(super) fn diagram(lines: &[Line], at: &mut usize) -> Result<Text, Box<Diagnostic>> {
    let from = lines.get(*at).map_or(0, |l| l.start);
    let mut ranks: Vec<(u32, String)> = Vec::new();
    let mut end = from;
    while let Some(line) = lines.get(*at).filter(|l| is_rank(bare(l))) {
        *at += 1;
        end = line.start + bare(line).len();
        let wrong = |message: String| {
            let help = "ranks stand from the top down, each with its number: `7 | . . . D . .`";
            Box::new(Diagnostic::new(&code::EXAMPLE_DIAGRAM, line.span(), message).help(help))
        };
        let Some((number, run)) = rank(bare(line)) else {
            return Err(wrong("this is no rank of a diagram".into()));
        };
        if let Some((above, _)) = ranks.last()
            && above.checked_sub(1) != Some(number)
        {
            return Err(wrong(format!("rank {number} stands below rank {above}")));
        }
        ranks.push((number, run));
    }
    let drawn = span(from..end);
    if let Some((lowest, _)) = ranks.last()
        && *lowest != 1
    {
        let message = format!("the diagram ends with rank {lowest}");
        return Err(Box::new(Diagnostic::new(&code::EXAMPLE_DIAGRAM, drawn, message).help("the last rank is rank 1")));
    }
    // The line of files says nothing that the board does not say.
    if let Some(line) = lines.get(*at).filter(|l| is_files(bare(l))) {
        *at += 1;
        end = line.start + bare(line).len();
    }
    let due = |end: usize| {
        let message = "below a diagram stands who is to move";
        Box::new(Diagnostic::new(&code::EXAMPLE_DIAGRAM, span(from..end), message).help("such as `herd to move`"))
    };
    while lines.get(*at).is_some_and(|l| bare(l).trim().is_empty()) {
        *at += 1;
    }
    let Some(line) = lines.get(*at) else { return Err(due(end)) };
    match statement(bare(line), line.start) {
        Ok(Said::ToMove(words)) => {
            *at += 1;
            end = line.start + bare(line).len();
            let placement: Vec<String> = ranks.into_iter().map(|(_, run)| run).collect();
            Ok(Text { text: format!("{} {words}", placement.join("/")), span: span(from..end) })
        }
        _ => Err(due(end)),
    }
}
