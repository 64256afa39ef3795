//! Spans as people cite them: `bison.rules:27`.

use crate::ruleset::{SourceFile, Span};

/// The file's name and the line, counted from 1, where a span begins; none for a span of no file.
pub fn line_of(span: Span, sources: &[SourceFile]) -> Option<(&str, usize)> {
    let source = sources.get(span.file as usize)?;
    let end = (span.start as usize).min(source.text.len());
    let before = source.text.get(..end)?;
    Some((&source.name, before.matches('\n').count() + 1))
}

/// `bison.rules:27`; `?` for a span of no file.
pub fn cite(span: Span, sources: &[SourceFile]) -> String {
    line_of(span, sources).map_or_else(|| "?".into(), |(name, line)| format!("{name}:{line}"))
}
