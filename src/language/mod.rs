//! Text to rules.
//!
//! A rule file goes through these stages, each a function from data to data:
//!
//! ```text
//! text ──scan──► pieces ──grammar──► tree ──read──► statements ─┐
//!                            └──mistake──► diagnostics ─────────┼─load──► Ruleset ──settle──► ──resolve──► Rules
//!                                              the bases' too ──┘
//! ```
//!
//! [`parse`] does one file, [`load`] a file with its bases, [`understand`] all of it, and [`check`] says besides what
//! is odd about it ([`lint()`], [`pairs`]); [`report`] turns what was found into text. Settling of options and resolving of names are in [`ruleset`](crate::ruleset).

mod grammar;
mod lint;
mod load;
mod mistake;
pub mod pairs;
mod parse;
mod phrase;
mod read;
pub mod report;
mod scan;
mod scripts;
mod tree;

pub use lint::lint;
pub use load::{Files, Found, Loaded, MAX_CHAIN, load};
pub use parse::{MAX_BYTES, MAX_ITEMS, Parsed, parse};
pub use scripts::{MAX_SCRIPT_BYTES, MAX_SCRIPTS, is_script_name};
pub use tree::{Tree, tree};

use crate::ruleset::{Diagnostic, Rules, Ruleset, Settings, Settled, SourceFile, resolve, settle, unsupported};

/// A rule file that is understood, at each stage of its way.
#[derive(Clone, Debug)]
pub struct Understood {
    /// As written, with its sources.
    pub ruleset: Ruleset,
    /// With every option settled.
    pub settled: Settled,
    /// What it means.
    pub rules: Rules,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// A rule file that cannot be played, and why.
#[derive(Clone, Debug)]
pub struct Refused {
    /// At least one error among them.
    pub diagnostics: Vec<Diagnostic>,
    /// What their spans refer to; empty if the file itself could not be had.
    pub sources: Vec<SourceFile>,
}

/// From a rule file's name to its rules under these settings: every stage, in order.
///
/// # Errors
/// Everything that is wrong at the first stage where anything is.
pub fn understand(id_or_path: &str, files: &dyn Files, settings: &Settings) -> Result<Understood, Refused> {
    let Loaded { ruleset, diagnostics } = load(id_or_path, files).map_err(|why| refused(vec![*why], &[]))?;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(refused(diagnostics, &ruleset.sources));
    }
    let settled = settle(&ruleset, settings).map_err(|errors| refused(errors, &ruleset.sources))?;
    let rules = resolve(&settled).map_err(|errors| refused(errors, &ruleset.sources))?;
    Ok(Understood { ruleset, settled, rules, diagnostics })
}

/// A rule file with everything that can be said about it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What the spans refer to; empty if the file itself could not be had.
    pub sources: Vec<SourceFile>,
    /// What was understood, unless an error stood in the way. The file can still be one that this version cannot run.
    pub understood: Option<Understood>,
    /// Errors, warnings and notes, in this order by the stage that found them.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether the file can be played under its defaults.
    pub fn is_sound(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Looks at a rule file from all sides, under its default settings: whatever stands in the way of playing it, what
/// this version cannot run, what can hardly be meant, and which settings cannot stand together.
pub fn check(id_or_path: &str, files: &dyn Files) -> Checked {
    match understand(id_or_path, files, &Settings::defaults()) {
        Err(Refused { diagnostics, sources }) => Checked { sources, understood: None, diagnostics },
        Ok(understood) => {
            let Understood { ruleset, settled, rules, .. } = &understood;
            let mut diagnostics = understood.diagnostics.clone();
            diagnostics.extend(unsupported(rules));
            diagnostics.extend(lint(ruleset, settled, rules));
            diagnostics.extend(pairs::search(ruleset, settled));
            Checked { sources: ruleset.sources.clone(), understood: Some(understood), diagnostics }
        }
    }
}

fn refused(diagnostics: Vec<Diagnostic>, sources: &[SourceFile]) -> Refused {
    Refused { diagnostics, sources: sources.to_vec() }
}
