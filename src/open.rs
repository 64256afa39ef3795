//! From the name of a ruleset to a game that can be played: all the stages in one call.

use crate::engine::{Game, HookFault, Play, PlayError, PlayerFacts};
use crate::language::{self, Files, Found, Loaded, report};
use crate::library::Library;
use crate::match_play::{Match, Rounds, first_turn};
use crate::ruleset::code::{self, Severity};
use crate::ruleset::{self, Diagnostic, OpponentFile, Rules, Ruleset, Settings, Settled, SettledOption, SourceFile};
use crate::search::{Level, Opponent, Skill};
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
    /// What the computer has learnt about it; nothing where nobody has learnt anything.
    pub skill: Skill,
    /// Why what was learnt cannot be used, in a sentence.
    pub unskilled: Option<String>,
}

impl Opened {
    /// An opponent that has learnt what there is to know about this game.
    pub fn opponent(&self, level: Level, seed: u64) -> Opponent {
        Opponent::at_level(level, seed).with_skill(self.skill.clone())
    }

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
    match with_doubts(rules, &ruleset) {
        Ok((game, doubts)) => {
            let (skill, unskilled) = match learnt(&ruleset, game.rules()) {
                Ok(skill) => (skill, None),
                Err(why) => (Skill::default(), Some(why)),
            };
            Ok(Opened { game, ruleset, settled, warnings: joined(found, doubts), skill, unskilled })
        }
        Err(errors) => Err(fail(joined(found, errors))),
    }
}

/// What the computer has learnt, in the words of these rules.
fn learnt(ruleset: &Ruleset, rules: &Rules) -> Result<Skill, String> {
    let Some(OpponentFile { beside, name, text }) = &ruleset.opponent else { return Ok(Skill::default()) };
    let text = text.as_ref().map_err(|why| format!("`{name}` cannot be read: {why}"))?;
    let skill = Skill::read(text).map_err(|e| format!("`{name}` is no file of an opponent: {e}"))?;
    let skill = skill.renamed(rules, *beside);
    // A variant may lack kinds that the ruleset has which it extends, and whose file it uses.
    let known = |group: &str| group == "position" || *beside > 0 || rules.kinds.iter().any(|k| k.name == group);
    match skill.weights.keys().find(|group| !known(group)) {
        Some(group) => Err(format!("`{name}` weighs `{group}`, which is no kind of piece")),
        None => Ok(skill),
    }
}

/// A game with the scripts of its hooks.
fn with_scripts(rules: Rules, ruleset: &Ruleset) -> Result<Game, Vec<Diagnostic>> {
    with_doubts(rules, ruleset).map(|(game, _)| game)
}

/// The same with what looks wrong in the scripts.
#[cfg(feature = "hooks")]
fn with_doubts(rules: Rules, ruleset: &Ruleset) -> Result<(Game, Vec<Diagnostic>), Vec<Diagnostic>> {
    if rules.hooks.is_empty() {
        return Ok((Game::new(rules), Vec::new()));
    }
    let scripts = crate::hooks::compile(&rules, &ruleset.sources)?;
    let doubts = scripts.warnings().cloned().collect();
    Ok((Game::with_hooks(rules, scripts), doubts))
}

/// A game that needs no scripts.
#[cfg(not(feature = "hooks"))]
fn with_doubts(rules: Rules, _: &Ruleset) -> Result<(Game, Vec<Diagnostic>), Vec<Diagnostic>> {
    let refused: Vec<Diagnostic> = rules.hooks.iter().map(without_scripts).collect();
    if refused.is_empty() { Ok((Game::new(rules), Vec::new())) } else { Err(refused) }
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
/// cannot run is a note: the ruleset can be played without it. Hooks are asked once: about the first moves, and about a
/// match that has not begun.
///
/// # Errors
/// The file itself is not there or cannot be read.
pub fn check(id_or_path: &str, files: &dyn Files) -> Result<Checked, Box<Diagnostic>> {
    let loaded = language::load(id_or_path, files)?;
    let language::Checked { sources, understood, mut diagnostics } = language::check(id_or_path, files);
    let mut doubts = Doubts::default();
    if let Some(understood) = understood.as_ref().filter(|_| !diagnostics.iter().any(Diagnostic::is_error)) {
        match with_doubts(understood.rules.clone(), &understood.ruleset) {
            Ok((game, found)) => {
                diagnostics.extend(asked(&game, &understood.ruleset).err());
                doubts.add(&game, found);
            }
            Err(errors) => diagnostics.extend(errors),
        }
    }
    for option in understood.iter().flat_map(|u| &u.settled.options) {
        for (value, _) in option.values.iter().filter(|(value, _)| *value != option.default) {
            let errors = match make(loaded.clone(), &Settings::defaults().with(&option.name, value)) {
                Ok(opened) => {
                    let fault = asked(&opened.game, &opened.ruleset).err();
                    doubts.add(&opened.game, opened.warnings);
                    fault.into_iter().collect()
                }
                Err(error) => error.diagnostics,
            };
            for mut finding in errors.into_iter().filter(Diagnostic::is_error) {
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
    diagnostics.extend(doubts.everywhere());
    Ok(Checked { diagnostics, sources })
}

/// What looks wrong in scripts, under each value of the options.
#[derive(Default)]
struct Doubts {
    found: Vec<Diagnostic>,
    /// The scripts that ran under a value, and what was found then.
    under: Vec<(Vec<u16>, Vec<Diagnostic>)>,
}

impl Doubts {
    fn add(&mut self, game: &Game, mut found: Vec<Diagnostic>) {
        found.retain(|d| SCRIPTS.contains(&d.code.number));
        for doubt in &found {
            // The names that the help tells depend on the value.
            if !self.found.iter().any(|d| same(d, doubt)) {
                self.found.push(doubt.clone());
            }
        }
        self.under.push((game.rules().hooks.iter().filter_map(|h| h.source).collect(), found));
    }

    /// What is found wherever its script runs. A name that some value of an option knows is not misspelt.
    fn everywhere(self) -> impl Iterator<Item = Diagnostic> {
        let Doubts { found, under } = self;
        let known = move |doubt: &Diagnostic| {
            let script = doubt.labels.first().map(|l| l.span.file);
            let runs = |scripts: &[u16]| script.is_some_and(|s| scripts.contains(&s));
            under.iter().any(|(scripts, found)| runs(scripts) && !found.iter().any(|d| same(d, doubt)))
        };
        found.into_iter().filter(move |doubt| !known(doubt))
    }
}

/// The codes of what is said of scripts.
const SCRIPTS: std::ops::Range<u16> = 1000..1100;

/// Above so many moves at the start the hooks are not asked about them.
const MOST_MOVES: usize = 200;

/// Asks the hooks once: about the moves of the start and those after the first of them, and what is asked before a match.
fn asked(game: &Game, ruleset: &Ruleset) -> Result<(), Diagnostic> {
    if game.hooks().is_none() {
        return Ok(());
    }
    in_play(game).and_then(|()| before_a_match(game, ruleset)).map_err(|fault| fault.diagnostic().clone())
}

fn in_play(game: &Game) -> Result<(), HookFault> {
    // By the rule file alone, no hook asked.
    let few = |position: &Play| position.moves().map(|moves| moves.len() <= MOST_MOVES);
    if !game.asks_hooks() || !few(&Play::new(&Game::new(game.rules().clone())))? {
        return Ok(());
    }
    let mut play = Play::new(game);
    let Some(first) = play.moves()?.into_iter().next() else { return Ok(()) };
    match play.play(&first) {
        Ok(()) => play.moves().map(|_| ()),
        Err(PlayError::Hook(fault)) => Err(fault),
        Err(_) => Ok(()),
    }
}

fn before_a_match(game: &Game, ruleset: &Ruleset) -> Result<(), HookFault> {
    let player = |name: &str, beginner| PlayerFacts { name: name.to_owned(), beginner };
    let players = vec![player("Ann", true), player("Ben", false)];
    let rounds = Rounds { game: game.clone(), ruleset: Arc::new(ruleset.clone()), make: Some(with_scripts) };
    match Match::new(rounds, players.clone(), vec![0, 1], 1) {
        Ok(mut contest) => contest.step().map(|_| ()),
        // Rules without a match still say who begins.
        Err(_) if game.rules().sides.len() == players.len() => first_turn(game, &players, &[0, 1], 1).map(|_| ()),
        Err(_) => Ok(()),
    }
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
    // A failed hook tells the first move that it failed at, which depends on the value.
    let failed = [&code::HOOK_FAILED, &code::HOOK_LIMIT, &code::HOOK_ANSWER].contains(&a.code);
    a.code == b.code
        && (failed || b.message.starts_with(&a.message) | a.message.starts_with(&b.message))
        && places(a) == places(b)
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

#[cfg(all(test, feature = "hooks"))]
mod tests {
    use super::{Files, Found, check};
    use crate::language::report;

    const RULES: &str = r#"game "Trial" { version 1.0 }
board squares 3 x 3
side white faces north
side black faces south
piece man (men) "M" "m" of white, black { step orthogonal to empty }
start {
    place man of white at a1
    place man of black at c3
}
turns from white, alternating
passing when stuck
end draw when position occurs 3 times "again"
"#;

    struct Both(String, &'static str);

    impl Files for Both {
        fn read(&self, _: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
            let found = Found { name: "trial.rules".into(), place: "trial".into(), text: self.0.clone() };
            Ok(beside.is_none().then_some(found))
        }

        fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
            Ok(Some(Found { name: file.into(), place: file.into(), text: self.1.into() }))
        }
    }

    fn said(more: &str, script: &'static str) -> Vec<String> {
        let checked = check("trial", &Both(format!("{RULES}{more}"), script)).expect("the file is there");
        checked.diagnostics.iter().map(|d| report::short(d, &checked.sources)).collect()
    }

    const LEGALITY: &str = "hook legality judge in \"trial.rhai\" \"what is fair\"\n";

    #[test]
    fn hooks_are_asked_about_the_first_moves() {
        // a1-a2 is the first move and stays on the board.
        let edge = "fn judge(position, move, after) { position.is_empty(position.next(move.to, \"south\")) }";
        let found = said(LEGALITY, edge);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains("the hook `judge`, asked about a1-"), "{found:#?}");
        // White's moves are all right; those of black come after the first of them.
        let second = "fn judge(position, move, after) { if move.side == \"black\" { throw \"no\"; } true }";
        let found = said(LEGALITY, second);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains("asked about c3-"), "{found:#?}");
        assert_eq!(said(LEGALITY, "fn judge(position, move, after) { true }"), Vec::<String>::new());
    }

    #[test]
    fn hooks_are_asked_before_a_match() {
        let first = "hook first turn who in \"trial.rhai\" \"who begins\"\n";
        // Ann, who plays white, is a beginner.
        let fails = "fn who(match) { if match.player(\"white\").beginner { \"red\" } else { \"white\" } }";
        let found = said(
            &format!("match {{\n    rounds 2, swapping sides\n    won by winning a round as each side\n}}\n{first}"),
            fails,
        );
        assert!(found.iter().any(|f| f.contains("there is no side `red`")), "{found:#?}");
    }

    #[test]
    fn a_fault_under_a_value_tells_the_value() {
        let option = "option strict \"Strict?\" {\n    no \"no\" default\n    yes \"yes\" { hook legality judge in \"trial.rhai\" \"fair\" }\n}\n";
        let found = said(option, "fn judge(position, move, after) { throw \"no\" }");
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains("(when `strict` is `yes`)"), "{found:#?}");
    }

    /// `dog` is a kind under one value alone.
    #[test]
    fn a_name_that_a_value_knows_is_not_misspelt() {
        let option = "option dogs \"Dogs?\" {\n    no \"no\" default\n    yes \"yes\" {\n        piece dog \"D\" of white { step diagonal to empty }\n        change start { add place dog at b1 }\n    }\n}\n";
        let rules = format!("{LEGALITY}{option}");
        let found =
            said(&rules, "fn judge(position, move, after) { if move.kind == \"dog\" { return \"no dogs\"; } true }");
        assert_eq!(found, Vec::<String>::new());
        let found =
            said(&rules, "fn judge(position, move, after) { if move.kind == \"dg\" { return \"no dogs\"; } true }");
        assert_eq!(found.len(), 1, "{found:#?}");
    }
}
