//! Hooks: scripts for what no rule can say. Rhai behind the engine's trait, bounded on all sides.
//!
//! ```text
//! Rules, sources ──compile──► Scripts (checked programs, one engine) ──Hooks──► answers or faults
//! ```
//!
//! `limits` says how much a script may take; `view` is what it looks at; `answer` is what it may say; `check` finds
//! what is wrong before it runs; `fault` tells what went wrong when it ran.

mod answer;
mod braces;
mod budget;
mod check;
mod common;
mod doubt;
mod fault;
mod files;
pub mod limits;
pub use files::{House, compile};
mod misuse;
mod named;
mod program;
mod room;
mod unread;
mod view;
mod words;

use crate::engine::{AskedEffect, HookFault, Hooks, MatchFacts, Moment, Move, NextRound, Tiebreak, Verdict};
use crate::ruleset::code;
use crate::ruleset::item::HookPoint;
use crate::ruleset::{Diagnostic, Hook, Rules, SideId, SourceFile, Span};
use budget::Counted;
use check::{Checker, SETTINGS};
use fault::Failure;
use misuse::Misuse;
use program::{Program, Text};
use rhai::{AST, CallFnOptions, Dynamic, Engine, FuncArgs, Module, OptimizationLevel, Scope, Token};
use room::{Catalogue, Room};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use view::{MatchView, MoveView, PositionView, SettingsView};
use words::Words;

#[cfg(test)]
mod tests;

/// The compiled hooks that one file declares.
struct Scripts {
    engine: Engine,
    words: Arc<Words>,
    catalogue: Catalogue,
    /// By the index of their source.
    programs: BTreeMap<u16, Program>,
    hooks: Vec<Compiled>,
    /// What looks wrong in the scripts and does not stop them.
    warnings: Vec<Diagnostic>,
    /// What faults speak of.
    sources: Arc<[SourceFile]>,
}

/// A hook whose function is there.
#[derive(Clone, Debug)]
struct Compiled {
    point: HookPoint,
    function: String,
    source: u16,
    /// The declaration in the rule file.
    declared: Span,
    /// The function in the script.
    written: Span,
}

impl std::fmt::Debug for Scripts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scripts").field("hooks", &self.hooks).finish_non_exhaustive()
    }
}

/// What a point hands over, by the names that the book uses.
fn parameters(point: HookPoint) -> &'static [&'static str] {
    match point {
        HookPoint::FirstTurn | HookPoint::NextRound | HookPoint::Tiebreak => &["match"],
        HookPoint::Legality | HookPoint::AfterMove => &["position", "move", "after"],
        HookPoint::Ending => &["position", "move"],
        HookPoint::Score => &["position", "side"],
    }
}

/// The script and the function of every hook that a file declares, compiled and checked. `sources` are those of the ruleset.
///
/// # Errors
/// Everything that is wrong with the scripts.
fn compile_of(rules: &Rules, sources: &[SourceFile], declared_in: u16) -> Result<Scripts, Vec<Diagnostic>> {
    let declared: Vec<&Hook> = rules.hooks.iter().filter(|h| h.span.file == declared_in).collect();
    let words = Arc::new(Words::new(rules, sources, declared_in));
    let (engine, catalogue) = furnished(&words);
    let mut found = Vec::new();
    let mut programs = BTreeMap::new();
    let mut broken = Vec::new();
    let mut warnings = Vec::new();
    for hook in &declared {
        let Some((index, source)) = hook.source.and_then(|s| Some((s, sources.get(usize::from(s))?))) else {
            let message = format!("there is no script `{}`", hook.file);
            found.push(Diagnostic::new(&code::NO_SCRIPT, hook.span, message));
            continue;
        };
        if programs.contains_key(&index) || broken.contains(&index) {
            continue;
        }
        let text = Text { file: index, text: source.text.clone() };
        match program(&engine, &catalogue, &words, text) {
            Ok((program, doubts)) => {
                programs.insert(index, program);
                warnings.extend(doubts);
            }
            Err(wrong) => {
                broken.push(index);
                found.extend(wrong);
            }
        }
    }
    let mut hooks = Vec::new();
    for hook in &declared {
        let Some(program) = hook.source.and_then(|s| programs.get(&s)) else { continue };
        match function(hook, program) {
            Ok(compiled) => hooks.push(compiled),
            Err(wrong) => found.push(*wrong),
        }
    }
    if found.is_empty() {
        Ok(Scripts { engine, words, catalogue, programs, hooks, warnings, sources: sources.into() })
    } else {
        Err(found)
    }
}

/// An engine with the limits and with what scripts may use, and with nothing else.
fn furnished(words: &Arc<Words>) -> (Engine, Catalogue) {
    // The same numbers for functions on every machine and in every run; another part of the program may have been first.
    let _ = rhai::config::hashing::set_hashing_seed(Some([0x0048_6f75, 0x7365_7275, 0x6c65_7300, 0x0000_0001]));
    let mut engine = Engine::new_raw();
    engine
        .set_max_operations(limits::MAX_OPERATIONS)
        .set_max_call_levels(limits::MAX_CALLS)
        .set_max_expr_depths(limits::MAX_DEPTH, limits::MAX_DEPTH)
        .set_max_variables(limits::MAX_VARIABLES)
        .set_max_functions(limits::MAX_FUNCTIONS)
        .set_max_string_size(limits::MAX_STRING)
        .set_max_array_size(limits::MAX_LIST)
        .set_max_map_size(limits::MAX_MAP)
        .set_max_strings_interned(0)
        .set_optimization_level(OptimizationLevel::None)
        .set_allow_anonymous_fn(false)
        .set_fail_on_invalid_map_property(true);
    for word in unread::kept_out() {
        engine.disable_symbol(word);
    }
    engine.on_progress(|_| budget::overdrawn().map(Dynamic::from));
    // Rhai keeps these words for later; here `match` is what a parameter is called, and `is` asks a call.
    #[expect(deprecated, reason = "the only way to free a word that is kept; the version is pinned")]
    engine.on_parse_token(|token, _, _| match token {
        Token::Reserved(word) if matches!(word.as_str(), "match" | "is") => Token::Identifier(word),
        other => other,
    });
    let mut room = Room { engine: &mut engine, catalogue: Catalogue::default() };
    common::furnish(&mut room);
    view::furnish(&mut room);
    answer::furnish(&mut room, words);
    let catalogue = room.catalogue;
    let mut settings = Module::new();
    settings.set_var(SETTINGS, SettingsView { words: words.clone(), _counted: Counted::new() });
    engine.register_global_module(settings.into());
    (engine, catalogue)
}

/// Compiles a script and checks it; with what looks wrong in it and does not stop it.
fn program(
    engine: &Engine,
    catalogue: &Catalogue,
    words: &Words,
    text: Text,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let ast = engine.compile(&text.text).map_err(|error| vec![unread::unread(&error, &text)])?;
    let check = |ast: &AST| {
        let found = check::check(&Checker { engine, catalogue, words, text: &text }, ast);
        if found.iter().any(Diagnostic::is_error) { Err(found) } else { Ok(found) }
    };
    // Checked as written, since the optimiser leaves out what has no effect; and again as it runs, since the optimiser
    // makes large constants. How many operations are counted depends on the level, so it is always this one.
    let doubts = check(&ast)?;
    let ast = engine.optimize_ast(&Scope::new(), ast, OptimizationLevel::Simple);
    check(&ast)?;
    Ok((Program { text, ast }, doubts))
}

/// The function of a hook in its script.
fn function(hook: &Hook, program: &Program) -> Result<Compiled, Box<Diagnostic>> {
    let due = parameters(hook.point);
    let contract = format!("fn {}({}) {{ ... }}", hook.function, due.join(", "));
    let declared = |f: &&rhai::Shared<rhai::ScriptFuncDef>| f.name == hook.function.as_str();
    let written = |f: &rhai::ScriptFuncDef| {
        program.text.declaration(&f.name, f.body.start_position()).unwrap_or_else(|| program.text.whole())
    };
    if let Some(f) = program.ast.iter_fn_def().filter(declared).find(|f| f.params.len() == due.len()) {
        return Ok(Compiled {
            point: hook.point,
            function: hook.function.clone(),
            source: program.text.file,
            declared: hook.span,
            written: written(f),
        });
    }
    let wrong = match program.ast.iter_fn_def().find(declared) {
        Some(f) => {
            let message = format!(
                "a hook `{}` is handed {}, and `{}` takes {}",
                hook.point.word(),
                listed_values(due),
                hook.function,
                f.params.len()
            );
            Diagnostic::new(&code::PARAMETERS, written(f), message).label(hook.span, "declared here")
        }
        None => {
            let names: Vec<String> = program.ast.iter_fn_def().map(|f| f.name.to_string()).collect();
            let near = crate::ruleset::nearest::nearest(&hook.function, names.iter().map(String::as_str));
            let message = format!("the script `{}` has no function `{}`", hook.file, hook.function);
            let wrong = Diagnostic::new(&code::NO_FUNCTION, hook.span, message);
            match near {
                Some(near) => return Err(Box::new(wrong.help(format!("did you mean `{near}`?")))),
                None => wrong,
            }
        }
    };
    Err(Box::new(wrong.help(format!("write `{contract}`"))))
}

fn listed_values(due: &[&str]) -> String {
    format!("{} ({})", check::values(due.len()), due.join(", "))
}

impl Scripts {
    /// What looks wrong in the scripts and does not stop them.
    fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The hook at a point; of that name where one is given.
    fn hook(&self, point: HookPoint, function: Option<&str>) -> Option<&Compiled> {
        self.hooks.iter().find(|h| h.point == point && function.is_none_or(|f| h.function == f))
    }

    /// Calls a hook and reads its answer. A panic in it becomes a fault like any other.
    fn ask<T>(
        &self,
        (point, function, about): (HookPoint, Option<&str>, Option<&Move>),
        hand_over: impl FnOnce() -> Vec<Dynamic>,
        read: impl FnOnce(&Dynamic) -> Result<T, Misuse>,
    ) -> Result<T, HookFault> {
        let Some(hook) = self.hook(point, function) else {
            return Err(self.refuse(point, function, about, "it is not there"));
        };
        let Some(program) = self.programs.get(&hook.source) else {
            return Err(self.refuse(point, function, about, "it is not there"));
        };
        let counting = budget::begin();
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let options = CallFnOptions::new().eval_ast(false).rewind_scope(true);
            let values = Values(hand_over());
            let scope = &mut Scope::new();
            match self.engine.call_fn_with_options::<Dynamic>(options, scope, &program.ast, &hook.function, values) {
                Ok(value) => read(&value).map_err(|wrong| Failure {
                    code: &code::HOOK_ANSWER,
                    why: wrong.why,
                    at: rhai::Position::NONE,
                    help: wrong.help,
                }),
                Err(error) => Err(fault::failure(&error, &self.catalogue)),
            }
        }));
        drop(counting);
        let answer = asked.unwrap_or_else(|_| {
            let why = "it ran into a fault of this program, which you may want to report".to_owned();
            Err(Failure { code: &code::HOOK_FAILED, why, at: rhai::Position::NONE, help: None })
        });
        answer.map_err(|failure| self.fault_of(hook, about, &program.text, failure))
    }

    /// A fault with its places: in the script, and where the hook is declared.
    fn fault_of(&self, hook: &Compiled, about: Option<&Move>, text: &Text, failure: Failure) -> HookFault {
        let message = format!("the hook `{}`{} failed: {}", hook.function, self.asked_about(about), failure.why);
        let at = text.span(failure.at).unwrap_or(hook.written);
        let mut diagnostic = Diagnostic::new(failure.code, at, message).label(hook.declared, "declared here");
        diagnostic.help = failure.help;
        self.fault(diagnostic)
    }

    /// `, asked about a1-a2,`: the move by its sites; how the rule file writes moves is not known here.
    fn asked_about(&self, about: Option<&Move>) -> String {
        let Some(mv) = about else { return String::new() };
        let sites = mv.from().into_iter().chain(mv.to()).map(|s| self.words.site_name(s).to_string());
        match sites.collect::<Vec<_>>().join("-") {
            sites if !sites.is_empty() => format!(", asked about {sites},"),
            _ if mv.is_pass() => ", asked about a pass,".to_owned(),
            _ => String::new(),
        }
    }

    /// The fault of an answer that cannot be carried out: at the line that made it, where that is known, else at the
    /// function.
    fn refused(
        &self,
        (point, function, about): (HookPoint, Option<&str>, Option<&Move>),
        line: Option<Span>,
        why: &str,
    ) -> HookFault {
        let Some(hook) = self.hook(point, function) else {
            return nowhere(point, function, why);
        };
        let about = self.asked_about(about);
        let message = format!("the hook `{}`{about} gave an answer that cannot be carried out: {why}", hook.function);
        let at = line.unwrap_or(hook.written);
        self.fault(Diagnostic::new(&code::HOOK_ANSWER, at, message).label(hook.declared, "declared here"))
    }

    fn fault(&self, diagnostic: Diagnostic) -> HookFault {
        HookFault::new(diagnostic, self.sources.clone())
    }

    fn position(&self, moment: &Arc<Moment>) -> Dynamic {
        Dynamic::from(PositionView::new(&self.words, moment))
    }

    fn mv(&self, mv: &Move) -> Dynamic {
        Dynamic::from(MoveView::new(&self.words, mv))
    }

    fn contest(&self, facts: &Arc<MatchFacts>, point: HookPoint) -> Dynamic {
        Dynamic::from(MatchView::new(&self.words, facts, point))
    }
}

/// The fault of a hook that no file declares.
fn nowhere(point: HookPoint, function: Option<&str>, why: &str) -> HookFault {
    let name = function.map_or_else(|| point.word().to_owned(), |f| format!("{} {f}", point.word()));
    let mut diagnostic =
        Diagnostic::new(&code::HOOK_ANSWER, Span::default(), format!("the hook `{name}` failed: {why}"));
    diagnostic.labels.clear();
    HookFault::new(diagnostic, [].into())
}

/// Values that are handed over as they are.
struct Values(Vec<Dynamic>);

impl FuncArgs for Values {
    fn parse<ARGS: Extend<Dynamic>>(self, args: &mut ARGS) {
        args.extend(self.0);
    }
}

impl Hooks for Scripts {
    fn legality(&self, before: &Arc<Moment>, mv: &Move, after: &Arc<Moment>) -> Result<Option<String>, HookFault> {
        let values = || vec![self.position(before), self.mv(mv), self.position(after)];
        self.ask((HookPoint::Legality, None, Some(mv)), values, answer::legality)
    }

    fn after_move(
        &self,
        before: &Arc<Moment>,
        mv: &Move,
        after: &Arc<Moment>,
    ) -> Result<Vec<Vec<AskedEffect>>, HookFault> {
        let values = || vec![self.position(before), self.mv(mv), self.position(after)];
        let text = self.hook(HookPoint::AfterMove, None).and_then(|h| self.programs.get(&h.source)).map(|p| &p.text);
        let place = |at| text.and_then(|text| text.span(at));
        self.ask((HookPoint::AfterMove, None, Some(mv)), values, |value| answer::after_move(value, &place))
    }

    fn ending(
        &self,
        function: &str,
        after: &Arc<Moment>,
        mv: &Move,
    ) -> Result<Option<(Verdict, Option<String>)>, HookFault> {
        let values = || vec![self.position(after), self.mv(mv)];
        self.ask((HookPoint::Ending, Some(function), Some(mv)), values, |value| answer::ending(value, &self.words))
    }

    fn score(&self, position: &Arc<Moment>, side: SideId) -> Result<i64, HookFault> {
        let values = || vec![self.position(position), self.words.side_name(Some(side))];
        self.ask((HookPoint::Score, None, None), values, answer::score)
    }

    fn first_turn(&self, so_far: &Arc<MatchFacts>) -> Result<SideId, HookFault> {
        let point = HookPoint::FirstTurn;
        self.ask(
            (point, None, None),
            || vec![self.contest(so_far, point)],
            |value| answer::first_turn(value, &self.words),
        )
    }

    fn next_round(&self, so_far: &Arc<MatchFacts>) -> Result<NextRound, HookFault> {
        let point = HookPoint::NextRound;
        self.ask(
            (point, None, None),
            || vec![self.contest(so_far, point)],
            |value| answer::next_round(value, &self.words),
        )
    }

    fn tiebreak(&self, function: &str, so_far: &Arc<MatchFacts>) -> Result<Tiebreak, HookFault> {
        let point = HookPoint::Tiebreak;
        let values = || vec![self.contest(so_far, point)];
        self.ask((point, Some(function), None), values, |value| answer::tiebreak(value, so_far))
    }

    fn refuse(&self, point: HookPoint, function: Option<&str>, about: Option<&Move>, why: &str) -> HookFault {
        self.refused((point, function, about), None, why)
    }

    fn refuse_effect(&self, about: &Move, span: Option<Span>, why: &str) -> HookFault {
        self.refused((HookPoint::AfterMove, None, Some(about)), span, why)
    }
}
