//! What to say of a line that does not fit the grammar.

use super::super::companion::span;
use super::grammar::Rule;
use crate::ruleset::nearest::nearest;
use crate::ruleset::{Diagnostic, code};
use pest::error::{Error, ErrorVariant, InputLocation};

/// How lines begin, and how each goes on.
const LINES: &[(&str, &str)] = &[
    ("in", "`in zombies`"),
    ("with", "`with what-blocks dogs, columns 7`"),
    ("from", "`from the start`, or `from \"Heading\"`"),
    ("position", "`position 11/3DDCDD3/11/11/11/11/BBBBBBBBBBB herd`"),
    ("beginner", "`beginner A`"),
    ("play", "`play i1-i2, g2-g3`"),
    ("rounds", "`rounds herd wins in 12 moves, draw, defenders win capturing 6`"),
    ("moves", "`moves: a1-a2, b1-b2`, `moves of f2: none`, or `moves?`"),
    ("how many moves", "`how many moves: 55`, or `how many moves of f2?`"),
    ("legal", "`legal: a1-a2, b1-b2`"),
    ("illegal", "`illegal: f2-f1`"),
    ("why", "`why f2-f3: ...`, or `why f2-f3?`"),
    ("why not", "`why not f2-f1: ... stays in prairie`, or `why not f2-f1?`"),
    ("captured", "`captured: g1, g2`, `captured: nothing`, or `captured?`"),
    ("now", "`now:` and a position or a diagram, or `now?`"),
    ("to move", "`to move: herd`"),
    ("outcome", "`outcome: herd wins, a buffalo reached the village`, `outcome: none`, or `outcome?`"),
    ("perft", "`perft 3: 1331`"),
    ("best play", "`best play within 5: herd wins`"),
    ("score", "`score herd: 12`"),
    ("match", "`match: A wins, ...`, or `match?`"),
    ("first turn", "`first turn: herd`"),
    ("next round", "`next round: ...`, or `next round?`"),
];

/// What is said of a line that does not fit.
pub(super) fn explain(text: &str, start: usize, error: &Error<Rule>) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
    };
    let found = word_at(text, at);
    let place = span(start + at..start + at + found.len());
    let whole = span(start..start + text.trim_end().len());
    let line = text.trim();
    let (first, rest) = line.split_once([' ', ':', '?']).unwrap_or((line, ""));
    let known = LINES.iter().filter(|(begin, _)| {
        let mut words = begin.split(' ');
        words.next() == Some(first) && words.next().is_none_or(|w| rest.trim_start().starts_with(w))
    });
    // The longest beginning that fits: `why not` before `why`.
    let form = known.max_by_key(|(begin, _)| begin.len());
    let form = form.or_else(|| LINES.iter().find(|(begin, _)| begin.split(' ').next() == Some(first)));
    if form.is_none() {
        let message = format!("`{}` begins no line of an example", clipped(first));
        let begins = LINES.iter().filter_map(|(begin, _)| begin.split(' ').next());
        let help = match nearest(first, begins) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "see the chapter on testing: lines begin with `in`, `with`, `from`, `position`, `play`, or with a \
                     question such as `moves`, `why not`, `outcome`"
                .to_owned(),
        };
        let end = start + text.len() - text.trim_start().len() + first.len();
        return Diagnostic::new(
            &code::EXAMPLE_SYNTAX,
            span(start + text.len() - text.trim_start().len()..end),
            message,
        )
        .help(help);
    }
    let due = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    // A misspelt word where one of the language is due.
    let words: Vec<String> =
        due.iter().filter_map(|r| format!("{r:?}").strip_prefix("k_").map(str::to_owned)).collect();
    if let Some(near) = nearest(found, words.iter().map(String::as_str)).filter(|_| !found.is_empty()) {
        return Diagnostic::new(
            &code::EXAMPLE_SYNTAX,
            place,
            format!("`{}` is no word that fits here", clipped(found)),
        )
        .help(format!("did you mean `{near}`?"));
    }
    let answers = due.iter().any(|r| matches!(r, Rule::stated | Rule::recorded));
    let form = form.map_or("", |(_, form)| form);
    if answers && found.is_empty() {
        return Diagnostic::new(&code::EXAMPLE_SYNTAX, whole, "this question has no end")
            .help(format!("write `:` and the answer, or `?` for the tool to answer: {form}"));
    }
    let what = if found.is_empty() { "the end of the line".to_owned() } else { format!("`{}`", clipped(found)) };
    let message = format!("{what} is not what is due here");
    let place = if found.is_empty() { whole } else { place };
    Diagnostic::new(&code::EXAMPLE_SYNTAX, place, message).help(format!("such a line reads {form}"))
}

/// The word, or the sign, at a byte.
fn word_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let end = match rest.chars().next() {
        Some(c) if is_word(c) => rest.find(|c: char| !is_word(c)).unwrap_or(rest.len()),
        Some(c) => c.len_utf8(),
        None => 0,
    };
    rest.get(..end).unwrap_or_default()
}

fn clipped(text: &str) -> String {
    const SHOWN: usize = 40;
    if text.chars().count() <= SHOWN {
        text.to_owned()
    } else {
        text.chars().take(SHOWN).chain("...".chars()).collect()
    }
}
