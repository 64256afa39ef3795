//! What is said about a rule file: a code, a sentence, and the places it speaks of. Plain data;
//! `language::report` turns it into text.

use super::Span;
use super::code::{Code, Severity};
use serde::Serialize;

/// A finding about a rule file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagnostic {
    /// Which kind of finding; its number is what people look up in the book.
    pub code: &'static Code,
    /// Error, warning or note; the code's own unless changed.
    pub severity: Severity,
    /// One sentence in lower case without a full stop; names in backticks.
    pub message: String,
    /// The places; the first is the primary one.
    pub labels: Vec<Label>,
    /// One concrete way to mend it.
    pub help: Option<String>,
}

/// A place with what is to be said of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What; may be empty.
    pub text: String,
}

impl Diagnostic {
    /// A finding at one place.
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        let label = Label { span, text: String::new() };
        Diagnostic { code, severity: code.severity, message: message.into(), labels: vec![label], help: None }
    }

    /// Says something at the primary place.
    #[must_use]
    pub fn saying(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Whether it stops the file from being played.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The findings without those that were made twice: the same of the same place.
pub(super) fn distinct(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |d: &Diagnostic| d.labels.first().map(|l| (l.span.file, l.span.start, l.span.end));
    let mut kept: Vec<Diagnostic> = Vec::new();
    for diagnostic in found {
        let same = |d: &Diagnostic| {
            d.code == diagnostic.code && place(d) == place(&diagnostic) && d.message == diagnostic.message
        };
        if !kept.iter().any(same) {
            kept.push(diagnostic);
        }
    }
    kept
}
