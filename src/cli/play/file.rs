//! Saved games.

use super::super::args::{SettingArgs, Subject};
use super::super::disk::{is_path, path_of, why};
use super::super::fail::{Done, Failure, Refused};
use super::super::subject;
use super::super::wrap::say;
use super::seats::Seats;
use crate::engine::Play;
use crate::notation::{
    Difference, MAX_RECORD, Record, read_record, record_differences, record_stamp, replay, write_record,
};
use crate::open::Opened;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The tag that names the rule file of a game whose rules are not built in.
const FILE: &str = "File";
/// The tag that says who plays each side.
const PLAYERS: &str = "Players";
/// The tag with the seed of the computer's choices.
const SEED: &str = "Seed";
/// How a record begins.
const BEGINS: &[u8] = b"[Ruleset ";

/// A game from a file.
pub struct Saved {
    pub opened: Opened,
    pub play: Play,
    /// The ruleset as a person would name it.
    pub source: String,
    /// Who plays, if the record says so.
    pub seats: Option<Seats>,
    /// The seed of the computer's choices, if the record says it.
    pub seed: Option<u64>,
    /// How it ended, if the rules did not end it.
    pub ended: Option<Ended>,
}

/// An end that is not by the rules, as a record has it.
pub struct Ended {
    pub result: String,
    pub reason: String,
}

/// Reads a saved game and plays it to where it stood.
pub fn load(path: &Path) -> Result<Saved, Failure> {
    let shown = path.display();
    let failed = |e: &std::io::Error| Failure::File(format!("`{shown}` cannot be read: {}", why(e)));
    let mut text = String::new();
    let limit = MAX_RECORD as u64 + 1;
    File::open(path).and_then(|f| f.take(limit).read_to_string(&mut text)).map_err(|e| failed(&e))?;
    let faulty = |e: &dyn std::fmt::Display| Failure::Faulty(format!("`{shown}` is no saved game: {e}"));
    let record = read_record(&text).map_err(|e| faulty(&e))?;
    let stamp = record_stamp(&record);
    let file = record.tag(FILE).map(|file| rule_file(file, path));
    let Some(ruleset) = file.or(stamp.ruleset) else {
        return Err(faulty(&"it does not say by which rules it is played"));
    };
    let settings = SettingArgs { set: stamp.options.unwrap_or_default() };
    let opened = subject::open(&Subject { ruleset: ruleset.clone(), settings }).map_err(|failure| match failure {
        // What is wrong with the record is no wrong usage.
        Failure::Usage(why) => Failure::Faulty(format!("`{shown}` cannot be played on: {why}")),
        Failure::File(why) => Failure::File(format!("`{shown}` cannot be played on: {why}")),
        Failure::Rules(refused) => {
            Failure::Rules(Box::new(Refused { usage: false, record: Some(shown.to_string()), ..*refused }))
        }
        other => other,
    })?;
    let play = match replay(&record, &opened.game) {
        Ok(play) => {
            differ(&record_differences(&record, &play));
            play
        }
        Err(e) => {
            differ(&record_stamp(&record).differences(opened.game.rules()));
            return Err(Failure::Faulty(format!("`{shown}` cannot be played on: {e}")));
        }
    };
    let ended = record.result.as_ref().filter(|_| play.outcome().is_none());
    let ended = ended.map(|result| Ended { result: result.clone(), reason: record.reason.clone().unwrap_or_default() });
    let sides = opened.game.rules().sides.len();
    let seats = record.tag(PLAYERS).and_then(|tag| Seats::of_tag(tag, sides));
    let seed = record.tag(SEED).and_then(|tag| tag.parse().ok());
    Ok(Saved { opened, play, source: ruleset, seats, seed, ended })
}

/// Says what the rules at hand have otherwise than the rules of a record.
fn differ(differences: &[Difference]) {
    for difference in differences {
        say(&format!("note: the game was saved under other rules: {difference}"));
    }
}

/// Where the rule file of a record is: beside the record, or wherever its path leads from there. Records of
/// version 0.1.0 named it from the directory in which the program ran.
fn rule_file(file: &str, record: &Path) -> String {
    let near = record.parent().map(|folder| folder.join(file)).filter(|near| near.exists());
    let path = near.unwrap_or_else(|| PathBuf::from(file));
    // A name without a directory could be taken for that of a built-in ruleset.
    if is_path(file) { path } else { Path::new(".").join(path) }.display().to_string()
}

/// The tags of a game that is saved: where its rules are, when they are not built in, who plays, and the seed.
pub fn tags(source: &str, record: &Path, seats: &Seats, seed: u64) -> Vec<(String, String)> {
    let file = path_of(source).map(|file| (FILE.to_owned(), seen_from(&file, record)));
    let others = [(PLAYERS.to_owned(), seats.tag()), (SEED.to_owned(), seed.to_string())];
    file.into_iter().chain(others).collect()
}

/// A rule file as a record names it: by the way from the record's own folder if it lies below, else in full.
fn seen_from(file: &Path, record: &Path) -> String {
    let folder = record.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(file), fs::canonicalize(folder)) {
        (Ok(full), Ok(folder)) => full.strip_prefix(folder).unwrap_or(&full).display().to_string(),
        _ => file.display().to_string(),
    }
}

/// Writes a game. A file that is no saved game is left alone.
pub fn save(path: &Path, record: &Record) -> Done {
    let failed = |e: &std::io::Error| Failure::File(format!("`{}` cannot be written: {}", path.display(), why(e)));
    if path.exists() {
        let mut begin = Vec::new();
        let read = File::open(path).and_then(|f| f.take(BEGINS.len() as u64).read_to_end(&mut begin));
        read.map_err(|e| failed(&e))?;
        if begin != BEGINS {
            return Err(Failure::File(format!("`{}` is there already and is no saved game", path.display())));
        }
    }
    let mut file = File::create(path).map_err(|e| failed(&e))?;
    file.write_all(write_record(record).as_bytes()).map_err(|e| failed(&e))
}
