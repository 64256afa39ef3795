//! Saved games.

use super::super::args::{SettingArgs, Subject};
use super::super::disk::{is_path, why};
use super::super::fail::{Done, Failure};
use super::super::{say, subject};
use crate::engine::Play;
use crate::notation::{MAX_RECORD, Record, read_record, record_differences, record_stamp, replay, write_record};
use crate::open::Opened;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

/// The tag that names the rule file of a game whose rules are not built in.
const FILE: &str = "File";
/// How a record begins.
const BEGINS: &[u8] = b"[Ruleset ";

/// A game from a file.
pub struct Saved {
    pub opened: Opened,
    pub play: Play,
    /// The ruleset as a person would name it.
    pub source: String,
}

/// Reads a saved game and plays it to where it stood.
pub fn load(path: &Path) -> Result<Saved, Failure> {
    let failed = |e: &std::io::Error| Failure::File(format!("`{}` cannot be read: {}", path.display(), why(e)));
    let mut text = String::new();
    let limit = MAX_RECORD as u64 + 1;
    File::open(path).and_then(|f| f.take(limit).read_to_string(&mut text)).map_err(|e| failed(&e))?;
    let faulty = |e: &dyn std::fmt::Display| Failure::Faulty(format!("`{}` is no saved game: {e}", path.display()));
    let record = read_record(&text).map_err(|e| faulty(&e))?;
    let stamp = record_stamp(&record);
    let Some(ruleset) = record.tag(FILE).map(String::from).or(stamp.ruleset) else {
        return Err(faulty(&"it does not say by which rules it is played"));
    };
    let settings = SettingArgs { set: stamp.options.unwrap_or_default() };
    let opened = subject::open(&Subject { ruleset: ruleset.clone(), settings })?;
    let play = replay(&record, &opened.game)
        .map_err(|e| Failure::Faulty(format!("`{}` cannot be played on: {e}", path.display())))?;
    for difference in record_differences(&record, &play) {
        say(&format!("note: the game was saved under other rules: {difference}"));
    }
    Ok(Saved { opened, play, source: ruleset })
}

/// The tags of a game that is saved: where its rules are, when they are not built in.
pub fn tags(source: &str) -> Vec<(String, String)> {
    if is_path(source) { vec![(FILE.to_owned(), source.to_owned())] } else { Vec::new() }
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
