//! Rule files on disk and in the library.

use crate::language::{Files, Found, is_script_name};
use crate::library::{self, Library};
use crate::ruleset::OpponentFile;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The rule files that a person can name: built-in ones by id, others by path. Bases are looked for
/// beside the file that extends them, then in the library.
pub struct Disk;

impl Files for Disk {
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        match beside {
            None if is_path(id) => read(Path::new(id)),
            None => Ok(match Library.read(id, None)? {
                Some(found) => Some(found),
                None => path_of(id).map_or(Ok(None), |path| read(&path))?,
            }),
            Some(place) if library::is_built_in(place) => Library.read(id, beside),
            Some(place) => {
                let near = Path::new(place).parent().map_or_else(|| file_name(id), |dir| dir.join(file_name(id)));
                Ok(read(&near)?.or(Library.read(id, beside)?))
            }
        }
    }

    fn names(&self, beside: Option<&str>) -> Vec<String> {
        let near = beside
            .filter(|place| !library::is_built_in(place))
            .map_or_else(Vec::new, |place| names_beside(place, ".rules"));
        near.into_iter().chain(Library.names(beside)).collect()
    }

    fn script(&self, file: &str, beside: &str) -> Result<Option<Found>, String> {
        if library::is_built_in(beside) {
            return Library.script(file, beside);
        }
        // The loader hands over plain names alone; whoever else asks may not leave the folder either.
        if is_script_name(file) { read(&Path::new(beside).with_file_name(file)) } else { Ok(None) }
    }

    fn opponent(&self, beside: &str) -> Result<Option<Found>, String> {
        if library::is_built_in(beside) {
            return Library.opponent(beside);
        }
        read(Path::new(&OpponentFile::name_beside(beside)))
    }

    fn scripts(&self, beside: &str) -> Vec<String> {
        let names = if library::is_built_in(beside) { Vec::new() } else { names_beside(beside, ".rhai") };
        names.into_iter().map(|name| format!("{name}.rhai")).collect()
    }
}

/// Writes a text over a file so that there is the old one or the new one, whatever happens meanwhile: it is written beside
/// the file, which it then takes the place of. `expected` is what the file must still hold.
///
/// # Errors
/// It cannot be written, or somebody else has changed it.
pub fn replace(path: &Path, expected: Option<&str>, text: &str) -> io::Result<()> {
    // A link stays one, to the same file.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let held = match fs::read_to_string(&target) {
        Ok(held) => Some(held),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if held.as_deref() != expected {
        return Err(io::Error::other("it has changed in the meantime, so nothing was written into it"));
    }
    replace_with(&target, &mut |file| file.write_all(text.as_bytes()))
}

/// The same for a file of this program's own, whatever it held: what is written takes its place once it is complete.
///
/// # Errors
/// It cannot be written.
pub fn replace_with(path: &Path, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = target.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let beside = target.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let written = (|| {
        let mut file = fs::File::create(&beside)?;
        write(&mut file)?;
        file.sync_all()?;
        if let Ok(of) = fs::metadata(&target) {
            fs::set_permissions(&beside, of.permissions())?;
        }
        fs::rename(&beside, &target)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Whether what a person typed is meant as a path: it names a directory, or ends in `.rules`.
pub fn is_path(text: &str) -> bool {
    text.contains(['/', std::path::MAIN_SEPARATOR]) || ends_in_rules(text)
}

/// The file that a person means by the name of a ruleset; none if it is built in.
pub fn path_of(name: &str) -> Option<PathBuf> {
    if is_path(name) {
        return Some(PathBuf::from(name));
    }
    if library::text(name).is_some() {
        return None;
    }
    // `mine` is `mine.rules`, unless there is no such file and there is one that is called `mine` and no more.
    let plain = Path::new(name);
    Some(if !file_name(name).exists() && plain.is_file() { plain.to_owned() } else { file_name(name) })
}

/// Whether a name ends in `.rules`.
pub fn ends_in_rules(text: &str) -> bool {
    Path::new(text).extension().is_some_and(|e| e == "rules")
}

/// The names of the files beside a file that end so, without the end, in order; none where they cannot be listed.
fn names_beside(place: &str, end: &str) -> Vec<String> {
    let dir = Path::new(place).parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let names = entries.filter_map(|e| e.file_name().to_str()?.strip_suffix(end).map(str::to_owned));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn file_name(id: &str) -> PathBuf {
    PathBuf::from(format!("{id}.rules"))
}

fn read(path: &Path) -> Result<Option<Found>, String> {
    match text(path) {
        Ok(text) => {
            // The place only has to tell files apart.
            let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            Ok(Some(Found { name: path.display().to_string(), place: place.display().to_string(), text }))
        }
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(why(&e)),
    }
}

/// The text of a file. Of one that is longer than any rule file may be, so much that this can be told.
fn text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let limit = crate::language::MAX_BYTES as u64 + 1;
    fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == limit {
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))
}

/// Why a file cannot be had, in a few words in lower case.
pub fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be opened".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::NotADirectory => "a part of its path is no directory".to_owned(),
        io::ErrorKind::AlreadyExists => "something of that name is there already".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the place cannot be written to".to_owned(),
        io::ErrorKind::StorageFull => "there is no room left".to_owned(),
        io::ErrorKind::InvalidData => "it is not text in UTF-8".to_owned(),
        // What the system adds in brackets is a number of its own.
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase(),
    }
}
