//! From the name of a ruleset to a game that can be played: all the stages in one call.

use crate::engine::Game;
use crate::language::{self, Files, Found, Loaded, report};
use crate::library::Library;
use crate::match_play::Rounds;
use crate::ruleset::code::{self, Severity};
use crate::ruleset::{self, Diagnostic, Rules, Ruleset, Settings, Settled, SettledOption, SourceFile};
use std::sync::Arc;

/// A ruleset that is ready for play, with everything that it was made from.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The statements of the file and of those that it extends.
    pub ruleset: Ruleset,
    /// The same under the settings.
    pub settled: Settled,
    /// What the checks found that does not stop the game.
    pub warnings: Vec<Diagnostic>,
    /// The game.
    pub game: Game,
}

impl Opened {
    /// What the rounds of a match are made from.
    pub fn rounds(&self) -> Rounds {
        Rounds { game: self.game.clone(), ruleset: Arc::new(self.ruleset.clone()), make: Some(with_scripts) }
    }
}

/// Why a ruleset cannot be played: all that is wrong with it. Displayed as a compiler would show it.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenError {
    /// What was found; one error at least.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that they speak of.
    pub sources: Vec<SourceFile>,
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (n, diagnostic) in self.diagnostics.iter().enumerate() {
            let gap = if n == 0 { "" } else { "\n\n" };
            write!(f, "{gap}{}", report::text(diagnostic, &self.sources, false))?;
        }
        Ok(())
    }
}

impl std::error::Error for OpenError {}

/// Opens a built-in ruleset. The settings answer its options and open questions, as `--set` does; what they do
/// not name keeps its default.
///
/// # Errors
/// There is no such ruleset, or no such option or value.
///
/// ```
/// use houserules::engine::Play;
///
/// let game = houserules::open("bison", &[("columns", "5"), ("dog-count", "2")])?;
/// let mut play = Play::new(&game);
/// let moves = play.moves()?;
/// assert_eq!(moves.len(), 5);
/// play.play(&moves[0])?;
/// assert!(play.outcome().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open(id: &str, settings: &[(&str, &str)]) -> Result<Game, OpenError> {
    let settings = settings.iter().copied().collect();
    open_from(id, &Library, &settings).map(|opened| opened.game)
}

/// Opens a rule file that is given as text. Its bases and scripts are looked for in the library.
///
/// # Errors
/// The text has mistakes, or there is no such option or value.
pub fn open_text(id: &str, text: &str, settings: &[(&str, &str)]) -> Result<Game, OpenError> {
    let settings = settings.iter().copied().collect();
    open_from(id, &Text { id, text }, &settings).map(|opened| opened.game)
}

/// Opens a ruleset from wherever the caller keeps rule files.
///
/// # Errors
/// The file is not there, it has mistakes, or there is no such option or value.
pub fn open_from(id_or_path: &str, files: &dyn Files, settings: &Settings) -> Result<Opened, OpenError> {
    let loaded =
        language::load(id_or_path, files).map_err(|e| OpenError { diagnostics: vec![*e], sources: Vec::new() })?;
    make(loaded, settings)
}

/// The stages that follow loading.
fn make(loaded: Loaded, settings: &Settings) -> Result<Opened, OpenError> {
    let Loaded { ruleset, diagnostics: mut found } = loaded;
    let fail = |diagnostics| OpenError { diagnostics, sources: ruleset.sources.clone() };
    if found.iter().any(Diagnostic::is_error) {
        return Err(fail(found));
    }
    let settled = match ruleset::settle(&ruleset, settings) {
        Ok(settled) => settled,
        Err(errors) => return Err(fail(joined(found, errors))),
    };
    let rules = match ruleset::resolve(&settled) {
        Ok(rules) => rules,
        Err(errors) => return Err(fail(joined(found, errors))),
    };
    found.extend(ruleset::unsupported(&rules));
    if found.iter().any(Diagnostic::is_error) {
        return Err(fail(found));
    }
    match with_scripts(rules, &ruleset) {
        Ok(game) => Ok(Opened { game, ruleset, settled, warnings: found }),
        Err(errors) => Err(fail(joined(found, errors))),
    }
}

/// A game with the scripts of its hooks.
#[cfg(feature = "hooks")]
fn with_scripts(rules: Rules, ruleset: &Ruleset) -> Result<Game, Vec<Diagnostic>> {
    if rules.hooks.is_empty() {
        return Ok(Game::new(rules));
    }
    let scripts = crate::hooks::compile(&rules, &ruleset.sources)?;
    Ok(Game::with_hooks(rules, scripts))
}

/// A game that needs no scripts.
#[cfg(not(feature = "hooks"))]
fn with_scripts(rules: Rules, _: &Ruleset) -> Result<Game, Vec<Diagnostic>> {
    let refused: Vec<Diagnostic> = rules.hooks.iter().map(without_scripts).collect();
    if refused.is_empty() { Ok(Game::new(rules)) } else { Err(refused) }
}

#[cfg(not(feature = "hooks"))]
fn without_scripts(hook: &ruleset::Hook) -> Diagnostic {
    let message =
        format!("the script `{}` decides {}, and this program was built without scripts", hook.file, hook.decides);
    Diagnostic::new(&code::NO_SCRIPTS_HERE, hook.span, message)
        .help("choose a value that needs no script, or build with the feature `hooks`")
}

fn joined(mut found: Vec<Diagnostic>, more: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.extend(more);
    found
}

/// Everything that is wrong with a ruleset, under its defaults and under each answer to each of its questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// What was found, each finding once.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that they speak of.
    pub sources: Vec<SourceFile>,
}

impl Checked {
    /// Whether it can be played.
    pub fn is_sound(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Checks a ruleset: under its defaults, and then, as long as nothing is wrong, with each named value of each option in
/// turn, the others at their defaults. A value that cannot be chosen is an error. What a value asks for and this version
/// cannot run is a note: the ruleset can be played without it.
///
/// # Errors
/// The file itself is not there or cannot be read.
pub fn check(id_or_path: &str, files: &dyn Files) -> Result<Checked, Box<Diagnostic>> {
    let loaded = language::load(id_or_path, files)?;
    let language::Checked { sources, understood, mut diagnostics } = language::check(id_or_path, files);
    if let Some(understood) = understood.as_ref().filter(|_| !diagnostics.iter().any(Diagnostic::is_error))
        && let Err(errors) = with_scripts(understood.rules.clone(), &understood.ruleset)
    {
        diagnostics.extend(errors);
    }
    for option in understood.iter().flat_map(|u| &u.settled.options) {
        for (value, _) in option.values.iter().filter(|(value, _)| *value != option.default) {
            let Err(error) = make(loaded.clone(), &Settings::defaults().with(&option.name, value)) else { continue };
            for mut finding in error.diagnostics.into_iter().filter(Diagnostic::is_error) {
                if NOT_YET.contains(&finding.code.number) {
                    finding.severity = Severity::Note;
                } else {
                    // The error says it better than the note that the value cannot be.
                    diagnostics.retain(|d| !speaks_of(d, option));
                }
                if !diagnostics.iter().any(|d| same(d, &finding)) {
                    finding.message = format!("{} (when `{}` is `{value}`)", finding.message, option.name);
                    diagnostics.push(finding);
                }
            }
        }
    }
    Ok(Checked { diagnostics, sources })
}

/// Whether a finding is the note that values of this option alone cannot be chosen.
fn speaks_of(note: &Diagnostic, option: &SettledOption) -> bool {
    note.code.number == code::CANNOT_STAND.number && note.message.starts_with(&format!("`{}` cannot be ", option.name))
}

/// The codes of what belongs to the language and cannot be run yet.
const NOT_YET: std::ops::Range<u16> = 800..900;

/// Whether two findings say the same of the same place.
fn same(a: &Diagnostic, b: &Diagnostic) -> bool {
    let places = |d: &Diagnostic| d.labels.iter().map(|l| (l.span.file, l.span.start, l.span.end)).collect::<Vec<_>>();
    a.code == b.code && b.message.starts_with(&a.message) | a.message.starts_with(&b.message) && places(a) == places(b)
}

/// A rule file in memory, before the library.
struct Text<'a> {
    id: &'a str,
    text: &'a str,
}

impl Files for Text<'_> {
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        if beside.is_some() {
            return Library.read(id, beside);
        }
        let name = format!("{}.rules", self.id);
        Ok(Some(Found { place: name.clone(), name, text: self.text.to_owned() }))
    }

    fn names(&self, beside: Option<&str>) -> Vec<String> {
        Library.names(beside)
    }

    fn script(&self, file: &str, beside: &str) -> Result<Option<Found>, String> {
        // A text in memory has the library beside it.
        Library.script(file, beside)
    }
}
