//! The ruleset and the position that a command is about.

use super::args::{At, Subject};
use super::disk::{Disk, is_path};
use super::fail::{Failure, did_you_mean};
use super::say;
use crate::engine::Play;
use crate::language::report;
use crate::library;
use crate::notation::{NotationError, read_position};
use crate::open::{OpenError, Opened, open_from};
use crate::ruleset::{Diagnostic, Settings};
use std::path::Path;

/// Opens the ruleset that a person named, under the settings chosen. What is wrong with it is said.
pub fn open(subject: &Subject) -> Result<Opened, Failure> {
    let name = &subject.ruleset;
    exists(name)?;
    let settings: Settings = subject.settings.set.iter().cloned().collect();
    open_from(name, &Disk, &settings).map_err(|e| tell(&e))
}

/// Whether there is such a ruleset, before anything is read.
pub fn exists(name: &str) -> Result<(), Failure> {
    if is_path(name) || library::text(name).is_some() || Path::new(&format!("{name}.rules")).exists() {
        return Ok(());
    }
    let near = did_you_mean(name, library::ids());
    Err(Failure::Usage(format!("there is no ruleset `{name}`{near}; `houserules list` shows those that are built in")))
}

/// Says what is wrong with a ruleset.
fn tell(error: &OpenError) -> Failure {
    // What has no place speaks of the call: the file itself, or a setting.
    if let Some(file) = error.diagnostics.iter().find(|d| d.labels.is_empty()) {
        return Failure::File(file.message.clone());
    }
    let (settings, faults): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        error.diagnostics.iter().partition(|d| of_the_call(d));
    if faults.is_empty() {
        let text: Vec<String> = settings.iter().map(|d| one_line(d)).collect();
        return Failure::Usage(text.join("\nerror: "));
    }
    for fault in faults {
        say(&format!("{}\n", report::text(fault, &error.sources, true)));
    }
    Failure::Bad
}

/// Whether a finding speaks of what was chosen in the call: it has no extent in any file.
fn of_the_call(diagnostic: &Diagnostic) -> bool {
    diagnostic.labels.first().is_some_and(|l| l.span.start == 0 && l.span.end == 0)
}

fn one_line(diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.as_ref().map_or_else(String::new, |h| format!("; {h}"));
    format!("{}{help}", diagnostic.message)
}

/// The start of a game, or the position given.
pub fn start(opened: &Opened, at: &At) -> Result<Play, Failure> {
    let game = &opened.game;
    let Some(text) = &at.position else { return Ok(Play::new(game)) };
    let read = read_position(text, game).map_err(|e| pointed("the position cannot be read", text, &e))?;
    for difference in &read.differences {
        say(&format!("note: the position was written for other rules: {difference}"));
    }
    Play::from_position(game, read.position, read.history).map_err(|e| Failure::Usage(e.to_string()))
}

/// A text that cannot be read, with a pointer to the place.
pub fn pointed(what: &str, text: &str, error: &NotationError) -> Failure {
    let before = text.get(..error.at).unwrap_or(text).chars().count();
    // A pointer under a long line would be wrapped away from its place.
    let pointer = if text.len() > 100 { String::new() } else { format!("\n  {text}\n  {}^", " ".repeat(before)) };
    Failure::Usage(format!("{what}: {error}{pointer}"))
}
