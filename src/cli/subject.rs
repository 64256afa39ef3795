//! The ruleset and the position that a command is about.

use super::args::{At, Subject};
use super::disk::{Disk, is_path, path_of};
use super::fail::{Failure, Refused, did_you_mean};
use super::wrap::{say, say_fits};
use crate::engine::{Game, Play};
use crate::library;
use crate::match_play::single_round;
use crate::notation::{NotationError, read_position};
use crate::open::{OpenError, Opened, open_from};
use crate::ruleset::Settings;

/// Opens the ruleset that a person named, under the settings chosen.
pub fn open(subject: &Subject) -> Result<Opened, Failure> {
    let name = &subject.ruleset;
    exists(name)?;
    let chosen = &subject.settings.set;
    for (n, (option, value)) in chosen.iter().enumerate() {
        if chosen.iter().take(n).any(|(o, _)| o == option) {
            return Err(Failure::Usage(format!("`{option}` is set twice; an option has one value")));
        }
        if value.is_empty() {
            return Err(lacks_value(name, option));
        }
    }
    let settings: Settings = chosen.iter().cloned().collect();
    open_from(name, &Disk, &settings).map_err(|e| refused(name, e, !chosen.is_empty()))
}

/// Whether there is such a ruleset, before anything is read.
pub fn exists(name: &str) -> Result<(), Failure> {
    if is_path(name) || path_of(name).is_none_or(|path| path.exists()) {
        return Ok(());
    }
    let near = did_you_mean(name, library::ids());
    Err(Failure::Usage(format!(
        "there is no ruleset and no file `{name}`{near}; `houserules list` shows the rulesets that are built in"
    )))
}

/// Why a ruleset is not to be had. If it can be played under its defaults, the settings are to blame.
fn refused(name: &str, error: OpenError, set: bool) -> Failure {
    // What has no place speaks of the file as a whole: it is not there, or cannot be read.
    if let Some(file) = error.diagnostics.iter().find(|d| d.labels.is_empty()) {
        return Failure::File(file.message.clone());
    }
    let usage = set && open_from(name, &Disk, &Settings::defaults()).is_ok();
    let OpenError { diagnostics, sources } = error;
    Failure::Rules(Box::new(Refused { usage, record: None, diagnostics, sources }))
}

/// An option is named and nothing is said of its value.
fn lacks_value(name: &str, option: &str) -> Failure {
    let opened = match open_from(name, &Disk, &Settings::defaults()) {
        Ok(opened) => opened,
        Err(error) => return refused(name, error, false),
    };
    let options = &opened.settled.options;
    let Some(found) = options.iter().find(|o| o.name == option) else {
        let near = did_you_mean(option, options.iter().map(|o| o.name.as_str()));
        return Failure::Usage(format!("there is no option `{option}`{near}"));
    };
    let values = match found.range {
        Some((from, to)) => format!("a number from {from} to {to}"),
        None => found.values.iter().map(|(v, _)| format!("`{v}`")).collect::<Vec<_>>().join(", "),
    };
    let example = &found.default;
    Failure::Usage(format!("`{option}` is set to nothing; write `--set {option}={example}`; its values: {values}"))
}

/// The start of a game, or the position given. Who takes the first turn is asked for players of whom nothing is known.
pub fn start(opened: &Opened, at: &At) -> Result<Play, Failure> {
    start_of(&single_round(&opened.game)?, at)
}

/// The start of this game, or the position given.
pub fn start_of(game: &Game, at: &At) -> Result<Play, Failure> {
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
    let shown = format!("  {text}");
    let fits = text.len() <= 100 && say_fits(&shown);
    let pointer = if fits { format!("\n{shown}\n  {}^", " ".repeat(before)) } else { String::new() };
    Failure::Usage(format!("{what}: {error}{pointer}"))
}
