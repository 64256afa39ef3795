//! The rulesets that can be played, opened once for all games under the same settings.

use super::error::ApiError;
use super::json::{Family, RulesetEntry, Rulesets};
use crate::disk::{self, Disk};
use crate::language::{Files, Found, MAX_BYTES};
use crate::library::{self, Library};
use crate::open::{Opened, open_from};
use crate::ruleset::Settings;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How many rulesets under settings are kept open.
const MOST_OPEN: usize = 128;

/// Rules of a game: which, in what words, where their bases are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// Its id: the name of its file without `.rules`.
    pub id: String,
    /// The text of the rule file; none: it is built in.
    pub text: Option<String>,
    /// The file beside which its bases and scripts are; none: the library.
    pub beside: Option<PathBuf>,
}

impl Files for Source {
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        let name = format!("{}.rules", self.id);
        match (&self.text, beside, &self.beside) {
            (Some(text), None, own) if id == self.id || id == name => {
                let place = own.as_ref().map_or_else(|| name.clone(), |p| p.display().to_string());
                Ok(Some(Found { name, place, text: text.clone() }))
            }
            // Nobody who is not the owner of the folder names a file outside of it.
            _ if id.contains(['/', '\\']) => Ok(None),
            (_, _, Some(own)) => Disk.read(id, Some(beside.unwrap_or(&own.display().to_string()))),
            _ => Library.read(id.strip_suffix(".rules").unwrap_or(id), beside),
        }
    }

    fn names(&self, beside: Option<&str>) -> Vec<String> {
        if self.beside.is_some() { Disk.names(beside) } else { Library.names(beside) }
    }

    fn script(&self, file: &str, beside: &str) -> Result<Option<Found>, String> {
        if self.beside.is_some() { Disk.script(file, beside) } else { Library.script(file, beside) }
    }

    fn opponent(&self, beside: &str) -> Result<Option<Found>, String> {
        if self.beside.is_some() { Disk.opponent(beside) } else { Library.opponent(beside) }
    }

    fn scripts(&self, beside: &str) -> Vec<String> {
        if self.beside.is_some() { Disk.scripts(beside) } else { Library.scripts(beside) }
    }
}

type Key = (Source, Vec<(String, String)>);

/// What is kept open, with the time of its last use, and the present time: both count uses.
type Kept = (u64, BTreeMap<Key, (u64, Arc<Opened>)>);

/// The rulesets of a server.
#[derive(Debug)]
pub struct Shelf {
    /// Rule files of the owner, by id.
    own: Vec<(String, PathBuf)>,
    open: Mutex<Kept>,
    /// The built-in ones, once they were listed: they do not change.
    built_in: OnceLock<Vec<Family>>,
}

impl Shelf {
    /// The built-in rulesets and these files.
    pub fn new(own: &[PathBuf]) -> Shelf {
        let id = |path: &PathBuf| {
            let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            (stem, path.clone())
        };
        Shelf { own: own.iter().map(id).collect(), open: Mutex::default(), built_in: OnceLock::new() }
    }

    /// Where the rules with this id are; a file of the owner's comes before what is built in.
    ///
    /// # Errors
    /// There are none, or they cannot be read.
    pub fn find(&self, id: &str) -> Result<Source, ApiError> {
        if let Some((_, path)) = self.own.iter().find(|(own, _)| own == id) {
            return Ok(Source { id: id.to_owned(), text: Some(read(path)?), beside: Some(path.clone()) });
        }
        if library::text(id).is_some() {
            return Ok(Source { id: id.to_owned(), text: None, beside: None });
        }
        Err(ApiError::not_found(format!("there is no ruleset `{id}`")))
    }

    /// The rules of a game that was made with this text.
    pub fn kept(&self, id: &str, text: Option<String>, foreign: bool) -> Source {
        let beside = self.own.iter().find(|(own, _)| own == id && !foreign).map(|(_, path)| path.clone());
        Source { id: id.to_owned(), text, beside }
    }

    /// Opens rules under settings.
    ///
    /// # Errors
    /// They cannot be played so.
    pub fn open(&self, text: &Source, settings: &[(String, String)]) -> Result<Arc<Opened>, ApiError> {
        let key = (text.clone(), settings.to_vec());
        if text.beside.is_some() {
            // What it extends, and its scripts, are files that may change.
            return Ok(Arc::new(open_from(&text.id, text, &settings.iter().cloned().collect())?));
        }
        {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let (now, kept) = &mut *open;
            *now += 1;
            if let Some((used, opened)) = kept.get_mut(&key) {
                *used = *now;
                return Ok(opened.clone());
            }
        }
        let settings: Settings = settings.iter().cloned().collect();
        let opened = Arc::new(open_from(&text.id, text, &settings)?);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (now, kept) = &mut *open;
        if kept.len() >= MOST_OPEN {
            let oldest = kept.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| key.clone());
            oldest.map(|key| kept.remove(&key));
        }
        kept.insert(key, (*now, opened.clone()));
        Ok(opened)
    }

    /// The companion of a ruleset.
    pub fn companion(&self, id: &str) -> Option<String> {
        match self.own.iter().find(|(own, _)| own == id) {
            Some((_, path)) => read(&path.with_extension("md")).ok(),
            None => library::companion(id).map(str::to_owned),
        }
    }

    /// The rulesets by family, the owner's first.
    pub fn list(&self) -> Rulesets {
        let title = |id: &str| {
            let opened = self.find(id).and_then(|text| self.open(&text, &[]));
            opened.map_or_else(|_| id.to_owned(), |o| o.game.rules().title.clone())
        };
        let manifest = library::manifest();
        let mut families = Vec::new();
        if !self.own.is_empty() {
            let about = |id: &str| {
                let opened = self.find(id).and_then(|text| self.open(&text, &[]));
                let header = opened.ok().and_then(|o| o.settled.header.clone());
                header.and_then(|h| h.about).map(|a| a.text).unwrap_or_default()
            };
            let entry =
                |(id, _): &(String, PathBuf)| RulesetEntry { id: id.clone(), title: title(id), about: about(id) };
            families.push(Family {
                id: "own".to_owned(),
                title: "Your rules".to_owned(),
                about: "Rule files that this server was started with.".to_owned(),
                rulesets: self.own.iter().map(entry).collect(),
            });
        }
        families.extend(self.built_in.get_or_init(built_in).iter().cloned());
        let default = self.own.first().map_or_else(|| manifest.default.clone(), |(id, _)| id.clone());
        Rulesets { default, families, rules_allowed: false, edits: None }
    }
}

/// The title in a rule file: the first text of its header. To understand the whole file would take much longer.
fn title_in(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim_start());
    let header = lines.find_map(|line| line.strip_prefix("game"))?;
    let (title, _) = header.trim_start().strip_prefix('"')?.split_once('"')?;
    Some(title)
}

/// The built-in rulesets by family.
fn built_in() -> Vec<Family> {
    let title = |id: &str| library::text(id).and_then(title_in).unwrap_or(id).to_owned();
    let entry = |r: &library::Entry| RulesetEntry { id: r.id.clone(), title: title(&r.id), about: r.about.clone() };
    let family = |family: &library::Family| Family {
        id: family.id.clone(),
        title: family.title.clone(),
        about: family.about.clone(),
        rulesets: family.rulesets.iter().map(entry).collect(),
    };
    library::manifest().families.iter().map(family).collect()
}

/// A file of the owner's, no longer than a rule file or its companion may be.
fn read(path: &Path) -> Result<String, ApiError> {
    let failed = |why: String| ApiError::unprocessable("rules", format!("`{}` cannot be read: {why}", path.display()));
    let length = std::fs::metadata(path).map_err(|e| failed(disk::why(&e)))?.len();
    if length > 4 * MAX_BYTES as u64 {
        return Err(failed("it is too long".to_owned()));
    }
    std::fs::read_to_string(path).map_err(|e| failed(disk::why(&e)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_read_without_understanding_the_rules() {
        for entry in library::manifest().families.iter().flat_map(|f| &f.rulesets).step_by(7) {
            let text = Source { id: entry.id.clone(), text: None, beside: None };
            let opened = open_from(&entry.id, &text, &Settings::defaults()).expect("it is sound");
            let read = library::text(&entry.id).and_then(title_in);
            assert_eq!(read, Some(opened.game.rules().title.as_str()), "{}", entry.id);
        }
        assert_eq!(title_in("// game \"No\"\n\ngame \"Yes: it is\" extends other {"), Some("Yes: it is"));
        assert_eq!(title_in("board squares 3 x 3"), None);
    }
}
