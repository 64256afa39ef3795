//! Findings as text, as one line, as JSON.

use crate::ruleset::code::Severity;
use crate::ruleset::{Diagnostic, Label, SourceFile, Span};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Level, Renderer, Snippet};
use serde_json::{Value, json};

/// A finding as a compiler would show it: the code, the sentence, the line underlined, the help.
pub fn text(diagnostic: &Diagnostic, sources: &[SourceFile], coloured: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.to_string())
        .elements(snippets(diagnostic, sources));
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).render(&[group])
}

/// One snippet for each file that the finding speaks of, the primary one first.
fn snippets<'a>(diagnostic: &'a Diagnostic, sources: &'a [SourceFile]) -> Vec<Element<'a>> {
    let mut files: Vec<u16> = Vec::new();
    for label in &diagnostic.labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    let mut out = Vec::new();
    for file in files {
        let Some(source) = sources.get(usize::from(file)) else { continue };
        let mut snippet = Snippet::source(source.text.as_str()).path(source.name.as_str());
        for (index, label) in diagnostic.labels.iter().enumerate().filter(|(_, label)| label.span.file == file) {
            let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            let (start, end) = within(&source.text, label.span);
            let note = Some(label.text.as_str()).filter(|text| !text.is_empty());
            snippet = snippet.annotation(kind.span(start..end).label(note));
        }
        out.push(snippet.into());
    }
    out
}

/// `bison.rules:18:5: error[HR0102]: ...`, in one line.
pub fn short(diagnostic: &Diagnostic, sources: &[SourceFile]) -> String {
    let what = format!("{}[{}]: {}", severity(diagnostic.severity), diagnostic.code, diagnostic.message);
    match diagnostic.labels.first().and_then(|label| place(label, sources)) {
        Some((source, start, _)) => format!("{}:{}:{}: {what}", source.name, start.line, start.column),
        None => what,
    }
}

/// A finding for other programs. Lines and columns count from 1, columns in characters; `end` is the first place
/// behind. A finding without a place has `null` for `file`, `line`, `column` and `end`.
pub fn json(diagnostic: &Diagnostic, sources: &[SourceFile]) -> Value {
    let primary = diagnostic.labels.first().and_then(|label| place(label, sources));
    json!({
        "code": diagnostic.code.to_string(),
        "severity": severity(diagnostic.severity),
        "message": diagnostic.message,
        "file": primary.as_ref().map(|(source, ..)| &source.name),
        "line": primary.as_ref().map(|(_, start, _)| start.line),
        "column": primary.as_ref().map(|(_, start, _)| start.column),
        "end": primary.as_ref().map(|(.., end)| json!({ "line": end.line, "column": end.column })),
        "labels": diagnostic.labels.iter().filter_map(|label| json_label(label, sources)).collect::<Vec<_>>(),
        "help": diagnostic.help,
    })
}

fn json_label(label: &Label, sources: &[SourceFile]) -> Option<Value> {
    let (source, start, end) = place(label, sources)?;
    Some(json!({
        "file": source.name,
        "line": start.line,
        "column": start.column,
        "end": { "line": end.line, "column": end.column },
        "text": label.text,
    }))
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// A place in a text as people count: from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Where a byte of a text stands. A byte that is beyond the text or inside a character counts as the nearest before.
pub fn line_column(text: &str, byte: usize) -> LineColumn {
    let before = text.get(..boundary(text, byte)).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    LineColumn { line, column }
}

/// The file of a label, and its first place and the first behind.
fn place<'s>(label: &Label, sources: &'s [SourceFile]) -> Option<(&'s SourceFile, LineColumn, LineColumn)> {
    let source = sources.get(usize::from(label.span.file))?;
    let (start, end) = within(&source.text, label.span);
    Some((source, line_column(&source.text, start), line_column(&source.text, end)))
}

/// The span as bytes of the text, at the bounds of characters whatever the span says.
fn within(text: &str, span: Span) -> (usize, usize) {
    let start = boundary(text, span.start as usize);
    (start, boundary(text, span.end as usize).max(start))
}

fn boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}
