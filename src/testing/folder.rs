//! Companions on disk. The rest of the room knows no files.

use super::example::Companion;
use crate::disk::why;
use crate::library;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How many lines of a page are its head.
const HEAD: usize = 10;

/// Folders are looked into so deep.
const DEEPEST: usize = 32;

/// Companions that were found, and what could not be read.
#[derive(Clone, Debug, Default)]
pub struct FoundCompanions {
    /// The companions, in the order of the paths and, below each, of their names.
    pub companions: Vec<Companion>,
    /// What could not be read: path and reason.
    pub unread: Vec<(String, String)>,
    /// Files that were named and have no examples; rule files that were named and have no companion.
    pub without: Vec<String>,
}

/// The companions below these paths. A folder: every page below it that has an example. A page: itself. A rule file: the
/// page beside it that is called so. Hidden folders, and those called `target`, are passed over, and so are links to folders.
pub fn companions_below(paths: &[PathBuf]) -> FoundCompanions {
    let mut found = FoundCompanions::default();
    for path in paths {
        if path.is_dir() {
            let mut pages = Vec::new();
            pages_below(path, DEEPEST, &mut pages, &mut found.unread);
            for page in pages {
                take(&page, false, &mut found);
            }
        } else if path.extension().is_some_and(|e| e == "rules") {
            let page = path.with_extension("md");
            if page.exists() {
                take(&page, true, &mut found);
            } else {
                found.without.push(shown(path));
            }
        } else {
            take(path, true, &mut found);
        }
    }
    found
}

/// The companions of the rulesets that are built in.
pub fn built_in_companions() -> Vec<Companion> {
    let read = |id: &'static str| {
        let text = library::companion(id)?;
        Companion::read(&format!("{id}.md"), text, id).ok()
    };
    library::ids().filter_map(read).collect()
}

/// The pages below a folder, in order.
fn pages_below(folder: &Path, deep: usize, pages: &mut Vec<PathBuf>, unread: &mut Vec<(String, String)>) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return unread.push((shown(folder), why(&error))),
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with('.') {
            continue;
        }
        let link = path.symlink_metadata().is_ok_and(|m| m.file_type().is_symlink());
        if path.is_dir() {
            if deep > 0 && name != "target" && !link {
                pages_below(&path, deep - 1, pages, unread);
            }
        } else if path.is_file() && path.extension().is_some_and(|e| e == "md") {
            pages.push(path);
        }
    }
}

/// Takes a page in. One that was not named itself need not have examples, nor be text at all.
fn take(path: &Path, named: bool, found: &mut FoundCompanions) {
    let name = shown(path);
    if found.companions.iter().any(|c| c.name == name) {
        return;
    }
    let text = match text(path) {
        Ok(text) => text,
        Err(error) if !named && error.kind() == std::io::ErrorKind::InvalidData => return,
        Err(error) => return found.unread.push((name, why(&error))),
    };
    let rules = path.with_extension("rules");
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let ruleset = match said(&text) {
        Some(name) if library::text(name).is_some() => name.to_owned(),
        Some(name) => shown(&path.with_file_name(format!("{name}.rules"))),
        None if !rules.exists() && library::text(&stem).is_some() => stem,
        None => shown(&rules),
    };
    match Companion::read(&name, &text, &ruleset) {
        Ok(companion) if companion.has_examples() => found.companions.push(companion),
        Ok(_) if named => found.without.push(name),
        Ok(_) => {}
        Err(_) if !named && !text.contains("```example") => {}
        Err(problem) => found.unread.push((name, problem.message)),
    }
}

/// The ruleset that a page of another name is about: a comment among its first lines says `<!-- examples of NAME -->`.
fn said(text: &str) -> Option<&str> {
    let comments = text.lines().take(HEAD).filter_map(|line| line.trim().strip_prefix("<!-- examples of "));
    comments.filter_map(|rest| rest.strip_suffix("-->")).map(str::trim).next()
}

fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    text.strip_prefix("./").map_or(text.clone(), str::to_owned)
}

fn text(path: &Path) -> std::io::Result<String> {
    // A pipe would be waited for.
    if !fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    let limit = super::MAX_COMPANION as u64 + 1;
    fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == limit {
        // Long enough for it to be told.
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).map_err(|e| std::io::Error::new(std::io::ErrorKind::InvalidData, e))
}
