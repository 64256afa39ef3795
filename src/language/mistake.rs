//! What to say when the grammar does not fit.
use super::grammar::Rule;
use super::scan::Cut;
use crate::ruleset::{Diagnostic, Span, code};

pub(super) fn unclosed(file: u16, _text: &str, cut: &Cut) -> Diagnostic {
    Diagnostic::new(
        &code::UNCLOSED,
        Span { file, start: cut.start as u32, end: cut.end as u32 },
        "a brace is not closed",
    )
}

pub(super) fn explain(file: u16, start: usize, text: &str, error: &pest::error::Error<Rule>) -> Diagnostic {
    let at = match error.location {
        pest::error::InputLocation::Pos(p) => p,
        pest::error::InputLocation::Span((p, _)) => p,
    };
    Diagnostic::new(
        &code::SYNTAX,
        Span { file, start: (start + at) as u32, end: (start + at + 1).min(start + text.len()) as u32 },
        error.variant.message(),
    )
}
