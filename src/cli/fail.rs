//! How a command ends when it does not end well.

use super::wrap::Said;
use crate::engine::HookFault;
use crate::language::report;
use crate::ruleset::nearest::nearest;
use crate::ruleset::{Diagnostic, SourceFile};
use serde_json::{Value, json};
use std::io;
use std::process::ExitCode;

/// Why a command stops, and with which exit code.
#[derive(Debug)]
pub enum Failure {
    /// What was asked about is bad; what is to be said has been said.
    Bad,
    /// What was asked about is bad, and why.
    Faulty(String),
    /// It was called in a wrong way.
    Usage(String),
    /// A file cannot be read or written.
    File(String),
    /// Some file cannot be read; it has been said which.
    Unread,
    /// A ruleset cannot be played.
    Rules(Box<Refused>),
    /// A script of the rules failed.
    Script(HookFault),
    /// Nobody reads the answers any more. No error.
    Closed,
}

impl Failure {
    /// The exit code: 0 good, 1 bad, 2 usage, 3 file.
    pub fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::Closed => 0,
            Failure::Bad | Failure::Faulty(_) | Failure::Script(_) => 1,
            Failure::Rules(refused) => 1 + u8::from(refused.usage),
            Failure::Usage(_) => 2,
            Failure::File(_) | Failure::Unread => 3,
        })
    }

    /// What is still to be said, in full.
    pub fn said(&self) -> Vec<Said> {
        match self {
            Failure::Faulty(text) | Failure::Usage(text) | Failure::File(text) => {
                vec![Said::Prose(format!("error: {text}"))]
            }
            Failure::Rules(refused) => refused.said(),
            Failure::Script(fault) => {
                vec![Said::Drawn(format!("{}\n", report::text(fault.diagnostic(), fault.sources(), true)))]
            }
            Failure::Bad | Failure::Unread | Failure::Closed => Vec::new(),
        }
    }

    /// The same, without the word `error` before it, to somebody who goes on.
    pub fn reply(&self) -> Vec<Said> {
        let mut said = self.said();
        if let Some(Said::Prose(text)) = said.first_mut() {
            *text = text.strip_prefix("error: ").unwrap_or(text).to_owned();
        }
        if let Some(Said::Drawn(text)) = said.last_mut() {
            text.truncate(text.trim_end().len());
        }
        said
    }

    /// The same for other programs.
    pub fn json(&self) -> Option<Value> {
        match self {
            Failure::Faulty(text) | Failure::Usage(text) | Failure::File(text) => {
                Some(json!({ "error": text, "diagnostics": [] }))
            }
            Failure::Rules(refused) => {
                let diagnostics: Vec<Value> =
                    refused.diagnostics.iter().map(|d| report::json(d, &refused.sources)).collect();
                let error = if refused.usage { "the settings do not fit" } else { "the rules cannot be played" };
                Some(json!({ "error": error, "diagnostics": diagnostics }))
            }
            Failure::Script(fault) => {
                let diagnostic = report::json(fault.diagnostic(), fault.sources());
                Some(json!({ "error": "a script failed", "diagnostics": [diagnostic] }))
            }
            Failure::Bad | Failure::Unread | Failure::Closed => None,
        }
    }
}

/// What is to be said, without the word `error`.
impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let said = self.reply();
        write!(f, "{}", said.iter().map(Said::text).collect::<Vec<_>>().join("\n"))
    }
}

/// Why a ruleset cannot be played.
#[derive(Debug)]
pub struct Refused {
    /// The rules are good; what was chosen in the call is not.
    pub usage: bool,
    /// The saved game that asks for them.
    pub record: Option<String>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// What it speaks of.
    pub sources: Vec<SourceFile>,
}

impl Refused {
    fn said(&self) -> Vec<Said> {
        let record = self.record.iter().map(|r| Said::Prose(format!("error: `{r}` cannot be played on:")));
        record.chain(self.diagnostics.iter().map(|d| self.finding(d))).collect()
    }

    fn finding(&self, diagnostic: &Diagnostic) -> Said {
        // What speaks of the call has no place in any file.
        let label = diagnostic.labels.first();
        if label.is_none() || self.usage && label.is_some_and(|l| l.span.start == 0 && l.span.end == 0) {
            let help = diagnostic.help.as_ref().map_or_else(String::new, |h| format!("; {h}"));
            return Said::Prose(format!("error: {}{help}", diagnostic.message));
        }
        Said::Drawn(format!("{}\n", report::text(diagnostic, &self.sources, true)))
    }
}

/// Only answers are written with `?`; files are opened where their names are known.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::File(format!("the answer cannot be written: {}", super::disk::why(&error))),
        }
    }
}

impl From<HookFault> for Failure {
    fn from(fault: HookFault) -> Failure {
        Failure::Script(fault)
    }
}

/// What a command comes to.
pub type Done = Result<(), Failure>;

/// ` (did you mean ...?)`, or nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}
