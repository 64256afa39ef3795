//! A rule file and the files that it extends, as one ruleset.

use super::parse::parse;
use super::scripts;
use crate::ruleset::item::{Body, Header, Item, Name};
use crate::ruleset::nearest::nearest;
use crate::ruleset::{Diagnostic, OpponentFile, Ruleset, SourceFile, Span, code};

/// How many files a chain of `extends` may have, the first one counted.
pub const MAX_CHAIN: usize = 16;

/// A rule file as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How messages call it, e.g. `bison.rules`.
    pub name: String,
    /// Where it is, so that it is known again and its bases can be looked for beside it, e.g. its full path.
    pub place: String,
    /// Its text.
    pub text: String,
}

/// Where rule files come from: a directory, the library, a map. The doors supply it.
pub trait Files {
    /// The rule file called `id` (a ruleset's id, without `.rules`; for the first file whatever was asked for),
    /// as the file that is at `beside` sees it; `beside` is nothing for the first file. `None` if there is none.
    ///
    /// # Errors
    /// The file is there and cannot be had: why, in a few words in lower case.
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String>;

    /// The ids that `read` knows as the file at `beside` sees it, so that a misspelt one can be told. None where nobody
    /// can list them.
    fn names(&self, _beside: Option<&str>) -> Vec<String> {
        Vec::new()
    }

    /// The script with that plain name, beside the rule file at `beside`, which names it in a hook. `None` if there is
    /// none.
    ///
    /// # Errors
    /// The file is there and cannot be had: why, in a few words in lower case.
    fn script(&self, _file: &str, _beside: &str) -> Result<Option<Found>, String> {
        Ok(None)
    }

    /// What the computer has learnt about the game of the rule file at `beside`, from the file beside it that is called
    /// like it with `.opponent.toml` for `.rules`. `None` if there is none.
    ///
    /// # Errors
    /// The file is there and cannot be had: why, in a few words in lower case.
    fn opponent(&self, _beside: &str) -> Result<Option<Found>, String> {
        Ok(None)
    }

    /// The scripts beside the rule file at `beside`, so that a misspelt name can be told. None where nobody can list
    /// them.
    fn scripts(&self, _beside: &str) -> Vec<String> {
        Vec::new()
    }
}

/// A rule file with its bases, and what was found in them.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The items of all the files. If any diagnostic is an error, some are missing.
    pub ruleset: Ruleset,
    /// What was found, file by file, the asked one first.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// Whether the ruleset is whole.
    pub fn is_sound(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Loads a rule file and, one after the other, the files that it extends.
///
/// # Errors
/// The file itself is not there or cannot be read; the diagnostic has no place. Everything else that is wrong is
/// among the diagnostics of what was loaded.
pub fn load(id_or_path: &str, files: &dyn Files) -> Result<Loaded, Box<Diagnostic>> {
    let mut found = match files.read(id_or_path, None) {
        Ok(Some(found)) => found,
        Ok(None) => return Err(Box::new(no_file(id_or_path, None, &[]))),
        Err(why) => return Err(Box::new(unreadable(id_or_path, None, &why))),
    };
    let mut diagnostics = Vec::new();
    let mut sources = Vec::new();
    let mut places = Vec::new();
    let mut layers: Vec<Vec<Item>> = Vec::new();
    loop {
        let parsed = parse(sources.len() as u16, &found.text);
        diagnostics.extend(parsed.diagnostics);
        let base = parsed.items.iter().find_map(header).and_then(|h| h.extends.clone());
        layers.push(parsed.items);
        sources.push(SourceFile { name: found.name, text: found.text });
        places.push(found.place);
        let Some(base) = base else { break };
        match files.read(&base.text, places.last().map(String::as_str)) {
            Ok(Some(next)) => match may_extend(&base, &next, &places, &sources) {
                None => found = next,
                Some(problem) => {
                    diagnostics.push(problem);
                    break;
                }
            },
            Ok(None) => {
                let names = files.names(places.last().map(String::as_str));
                diagnostics.push(no_file(&base.text, Some(base.span), &names));
                break;
            }
            Err(why) => {
                diagnostics.push(unreadable(&base.text, Some(base.span), &why));
                break;
            }
        }
    }
    let mut items: Vec<Item> = layers.into_iter().rev().flatten().collect();
    let scripts = scripts::read(&mut items, &places, files, &mut sources, &mut diagnostics);
    let opponent = places.iter().zip(0..).find_map(|(place, beside)| match files.opponent(place) {
        Ok(found) => found.map(|found| OpponentFile { beside, name: found.name, text: Ok(found.text) }),
        Err(why) => Some(OpponentFile { beside, name: OpponentFile::name_beside(place), text: Err(why) }),
    });
    let ruleset = Ruleset { id: id_of(id_or_path).to_owned(), items, sources, scripts, opponent };
    Ok(Loaded { ruleset, diagnostics })
}

/// What speaks against taking `next` as the next base.
fn may_extend(base: &Name, next: &Found, places: &[String], sources: &[SourceFile]) -> Option<Diagnostic> {
    if let Some(index) = places.iter().position(|place| *place == next.place) {
        let mut circle: Vec<&str> = sources.iter().skip(index).map(|s| s.name.as_str()).collect();
        circle.push(&next.name);
        let message = format!("these files extend each other in a circle: {}", circle.join(", "));
        return Some(Diagnostic::new(&code::CYCLE, base.span, message).help("one of the files must stand on its own"));
    }
    (places.len() >= MAX_CHAIN).then(|| {
        let message = format!("a chain of `extends` may have {MAX_CHAIN} files at most");
        Diagnostic::new(&code::LONG_CHAIN, base.span, message)
    })
}

/// The id of a ruleset: the file's name without directories and without `.rules`.
fn id_of(id_or_path: &str) -> &str {
    let name = id_or_path.rsplit(['/', '\\']).next().unwrap_or(id_or_path);
    name.strip_suffix(".rules").unwrap_or(name)
}

fn header(item: &Item) -> Option<&Header> {
    match &item.body {
        Body::Game(header) => Some(header),
        _ => None,
    }
}

fn no_file(id: &str, at: Option<Span>, names: &[String]) -> Diagnostic {
    let help = match nearest(id, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            "look at the spelling; a base is looked for beside the file that extends it, then in the library".into()
        }
    };
    placed(Diagnostic::new(&code::NO_FILE, Span::default(), format!("there is no rule file `{id}`")).help(help), at)
}

fn unreadable(id: &str, at: Option<Span>, why: &str) -> Diagnostic {
    placed(Diagnostic::new(&code::UNREADABLE, Span::default(), format!("`{id}` cannot be read: {why}")), at)
}

/// The finding at that place, or at no place.
fn placed(mut diagnostic: Diagnostic, at: Option<Span>) -> Diagnostic {
    match at {
        Some(span) => diagnostic.labels.iter_mut().for_each(|label| label.span = span),
        None => diagnostic.labels.clear(),
    }
    diagnostic
}
