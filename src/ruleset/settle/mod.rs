//! From a ruleset and settings to a flat list of statements: options chosen, conditions on settings resolved,
//! names changed, differences applied.
//!
//! The order is that of the language's design: settings are chosen; `if` and the blocks of values are
//! resolved; renames act; then the other differences in file order; `before` places endings last of all.

mod choose;
mod differ;
mod numbers;
mod question;
mod rename;
mod target;
mod unique;

use super::item::{Header, Item, StartChange};
use super::{Diagnostic, Ruleset, Script, Settings, Span};
use serde::{Deserialize, Serialize};

/// A ruleset under settings: plain statements only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settled {
    /// The ruleset's id.
    pub id: String,
    /// The file's own header.
    pub header: Option<Header>,
    /// The statements in order, without questions, conditions on settings and differences; numbers put in place of
    /// the options that name them.
    pub items: Vec<Item>,
    /// Changes of the start, in order; they act on sites, which only [`resolve`](super::resolve()) knows.
    pub start_changes: Vec<(StartChange, Span)>,
    /// The options in force, in file order, those declared in the blocks of values too.
    pub options: Vec<SettledOption>,
    /// Every sentence that a rename changed.
    pub renamed: Vec<RenamedSentence>,
    /// The words that renames changed, file by file, those of the outermost base first.
    pub renames: Vec<RenamedWords>,
    /// The picture of the start shows what these statements give: nothing was set, and no variant changed the
    /// board or the start.
    pub picture_holds: bool,
    /// The scripts of the ruleset, whether a hook in force names them or not.
    pub scripts: Vec<Script>,
}

/// An option or open question with the value chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledOption {
    /// Its name.
    pub name: String,
    /// An open question (`unclear`); else a choice that the rules offer.
    pub unclear: bool,
    /// The question.
    pub question: String,
    /// The values with their sentences; empty for an option in numbers.
    pub values: Vec<(String, String)>,
    /// Smallest and greatest number, of an option in numbers.
    pub range: Option<(u32, u32)>,
    /// The value chosen; of an option in numbers in digits.
    pub value: String,
    /// The number chosen, of an option in numbers.
    pub number: Option<u32>,
    /// The file's own default.
    pub default: String,
    /// Where the option is named.
    pub span: Span,
}

impl SettledOption {
    /// Whether the value is the file's own default.
    pub fn is_default(&self) -> bool {
        self.value == self.default
    }
}

/// Words that the renames of a file changed in the files that it extends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenamedWords {
    /// Index of the file among the sources.
    pub file: u16,
    /// Old and new names, plurals too.
    pub words: Vec<(String, String)>,
}

impl RenamedWords {
    /// A name as it was before; one that was not renamed stays.
    pub fn before<'a>(&'a self, name: &'a str) -> &'a str {
        self.words.iter().find(|(_, to)| to == name).map_or(name, |(from, _)| from)
    }

    /// A name as it is now; one that was not renamed stays.
    pub fn now<'a>(&'a self, name: &'a str) -> &'a str {
        self.words.iter().find(|(from, _)| from == name).map_or(name, |(_, to)| to)
    }

    /// A sentence with the new words in place of the old.
    pub fn said(&self, sentence: &str) -> String {
        rename::replace_words(sentence, &self.words)
    }
}

/// A sentence that a rename changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenamedSentence {
    /// As the base has it.
    pub before: String,
    /// As it reads now.
    pub after: String,
    /// Where the base has it.
    pub span: Span,
}

/// Settles a ruleset: see the module.
///
/// # Errors
/// Everything that is wrong with the settings, the options and the differences, all of it in one run.
pub fn settle(ruleset: &Ruleset, settings: &Settings) -> Result<Settled, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut items = ruleset.items.clone();
    let mut touched = rename::outright(&mut items, &mut errors);
    question::change(&mut items, &mut errors);
    let choice = choose::choose(&items, settings, &mut errors);
    let mut flat = choice.flat;
    rename::under_settings(&mut flat, &mut errors, &mut touched);
    let merged = differ::apply(flat, &mut errors);
    let mut items = merged.items;
    let mut start_changes = merged.start_changes;
    numbers::put_in(&mut items, &mut start_changes, &choice.options, &mut errors);
    unique::check(&items, &mut errors);
    if !errors.is_empty() {
        return Err(super::diagnostic::distinct(errors));
    }
    let picture_holds = !merged.start_changed && choice.options.iter().all(SettledOption::is_default);
    Ok(Settled {
        id: ruleset.id.clone(),
        header: merged.header,
        items,
        start_changes,
        options: choice.options,
        renamed: touched.sentences,
        renames: touched.words,
        picture_holds,
        scripts: ruleset.scripts.clone(),
    })
}

/// A statement on its way: outside of blocks, or in the block of a value.
#[derive(Clone, Debug)]
struct Flat {
    item: Item,
    /// What a `replace` puts in place of its target.
    with: Vec<Item>,
    /// Number of the value's block in which it stands; 0: in none.
    block: u32,
    /// The file in which it stands (as in its span).
    file: u16,
}
