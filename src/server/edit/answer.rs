//! What is to be said of a rule file that is being written.

use crate::engine::Play;
use crate::language::{self, Files, report};
use crate::match_play::single_round;
use crate::notation::{read_move, read_position};
use crate::open::{Opened, check, open_from};
use crate::ruleset::code::Severity;
use crate::ruleset::{Diagnostic, Settings, SourceFile};
use crate::server::json::{CoverageResult, EditAnswer, EditWish, ExampleResult, Finding, MoveView};
use crate::server::say::move_view;
use crate::server::shelf::Source;
use crate::server::view;
use crate::testing::coverage::of_companions;
use crate::testing::{Companion, CompanionReport, ExampleReport, How, RunOptions, finding_text, run_companion};
use std::path::Path;

/// How the rules are called where nobody says.
const UNNAMED: &str = "rules";
/// So much is said of an example.
const MESSAGE: usize = 2_000;
/// So many branches are named that no example exercises.
const MISSING: usize = 200;

/// What was found about the same texts before: whoever tries moves on the board does not change them.
#[derive(Debug, Default)]
pub struct Memory {
    of: Option<(String, Option<String>, Option<String>)>,
    diagnostics: Vec<Finding>,
    examples: Vec<ExampleResult>,
    coverage: Option<CoverageResult>,
}

/// The answer.
pub fn answer(wish: &EditWish, beside: Option<&Path>, memory: &mut Memory) -> EditAnswer {
    let id = wish.ruleset.as_deref().filter(|id| is_plain(id)).unwrap_or(UNNAMED);
    let text = Source { id: id.to_owned(), text: Some(wish.source.clone()), beside: beside.map(Path::to_owned) };
    let mut answer = EditAnswer::default();
    let settings: Settings = wish.settings.iter().map(|(n, v)| (n.clone(), v.clone())).collect();
    match open_from(id, &text, &settings) {
        Ok(opened) => {
            answer.opened = true;
            answer.diagnostics = findings(&opened.warnings, &opened.ruleset.sources);
            if let Err(why) = show(&opened, wish, &mut answer) {
                answer.refused = Some(why);
            }
        }
        Err(error) => answer.diagnostics = findings(&error.diagnostics, &error.sources),
    }
    if !answer.opened {
        return answer;
    }
    let key = (wish.source.clone(), wish.companion.clone(), wish.ruleset.clone());
    if wish.quick {
        answer.diagnostics = if memory.of.as_ref() == Some(&key) {
            memory.diagnostics.clone()
        } else {
            linted(id, &text, answer.diagnostics)
        };
        return answer;
    }
    if memory.of.as_ref() != Some(&key) {
        *memory = in_full(id, &text, wish, key);
    }
    // What is wrong with the settings at hand is not found under the defaults.
    let under: Vec<Finding> = std::mem::take(&mut answer.diagnostics);
    answer.diagnostics.clone_from(&memory.diagnostics);
    answer.diagnostics.extend(under.into_iter().filter(|f| !memory.diagnostics.contains(f)));
    answer.examples.clone_from(&memory.examples);
    answer.coverage.clone_from(&memory.coverage);
    answer
}

/// What can hardly be meant, with what was found.
fn linted(id: &str, text: &Source, mut found: Vec<Finding>) -> Vec<Finding> {
    let Ok(understood) = language::understand(id, text, &Settings::defaults()) else { return found };
    let odd = language::lint(&understood.ruleset, &understood.settled, &understood.rules);
    for finding in findings(&odd, &understood.ruleset.sources) {
        if !found.contains(&finding) {
            found.push(finding);
        }
    }
    found
}

/// Everything that takes longer, at once on two threads.
fn in_full(id: &str, text: &Source, wish: &EditWish, key: (String, Option<String>, Option<String>)) -> Memory {
    std::thread::scope(|scope| {
        let checked = scope.spawn(|| match check(id, text) {
            Ok(checked) => findings(&checked.diagnostics, &checked.sources),
            Err(alone) => findings(&[*alone], &[]),
        });
        let (examples, coverage) = match wish.companion.as_deref().filter(|c| !c.trim().is_empty()) {
            Some(companion) => run(id, text, companion),
            None => (Vec::new(), None),
        };
        Memory { of: Some(key), diagnostics: checked.join().unwrap_or_default(), examples, coverage }
    })
}

/// Whether a name is one of a ruleset, and no path.
fn is_plain(id: &str) -> bool {
    (1..=100).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// Shows a position: the one that was sent, where it still makes sense, after the move that was sent.
fn show(opened: &Opened, wish: &EditWish, answer: &mut EditAnswer) -> Result<(), String> {
    let game = single_round(&opened.game).map_err(|e| e.to_string())?;
    let sent = wish.position.as_deref().and_then(|text| {
        let read = read_position(text, &game).ok()?;
        Play::from_position(&game, read.position, read.history).ok()
    });
    answer.kept = sent.is_some();
    let mut play = sent.unwrap_or_else(|| Play::new(&game));
    let mut last: Option<MoveView> = None;
    let mut refused = None;
    if let Some(text) = wish.mv.as_deref().filter(|_| answer.kept || wish.position.is_none()) {
        let legal = play.moves().map_err(|e| e.to_string())?;
        match read_move(text, &legal, &game) {
            Ok(mv) => match play.play(&mv) {
                Ok(()) => last = Some(move_view(&mv, text, &game)),
                Err(why) => refused = Some(why.to_string()),
            },
            Err(why) => refused = Some(why.to_string()),
        }
    }
    let legal = play.moves().map_err(|e| e.to_string())?;
    let seen = view::of_position(&play, &legal);
    answer.ruleset = Some(seen.ruleset);
    answer.board = Some(seen.board);
    answer.position = Some(seen.position);
    answer.sides = seen.sides;
    answer.to_move = seen.to_move;
    answer.pieces = seen.pieces;
    answer.hands = seen.hands;
    answer.sites = seen.sites;
    answer.legal = seen.legal;
    answer.over = seen.over;
    answer.drawn = seen.drawn;
    answer.last = last;
    refused.map_or(Ok(()), Err)
}

/// Runs the examples of a companion.
fn run(id: &str, files: &dyn Files, text: &str) -> (Vec<ExampleResult>, Option<CoverageResult>) {
    let companion = match Companion::read(&format!("{id}.md"), text, id) {
        Ok(companion) => companion,
        Err(problem) => {
            let message = problem.message.clone();
            return (vec![ExampleResult { title: "the companion".to_owned(), ok: false, line: 1, message }], None);
        }
    };
    let options = RunOptions { only: Vec::new(), guards: false, coverage: true };
    let report = run_companion(&companion, files, &options);
    let examples = report.examples.iter().map(|e| example(&report, e)).collect();
    let covered = of_companions(std::slice::from_ref(&companion), std::slice::from_ref(&report), files);
    let coverage = covered.into_iter().next().map(|coverage| {
        let share = coverage.share();
        let missing = coverage.missing().take(MISSING).map(|b| format!("line {}: {}", b.line, b.sentence()));
        CoverageResult { covered: share.covered, of: share.of, missing: missing.collect() }
    });
    (examples, coverage)
}

fn example(report: &CompanionReport, example: &ExampleReport) -> ExampleResult {
    let how = How { paint: None, again: &|_, _| String::new() };
    let said = example.findings.iter().map(|f| finding_text(report, f, &how).trim_end().to_owned());
    let mut message = said.collect::<Vec<_>>().join("\n\n");
    if message.len() > MESSAGE {
        let end = (0..=MESSAGE).rev().find(|n| message.is_char_boundary(*n)).unwrap_or(0);
        message.truncate(end);
        message.push_str(" ...");
    }
    // An answer of the tool's own that waits to be recorded is nothing wrong.
    ExampleResult { title: example.name.clone(), ok: !example.failed(), line: example.line, message }
}

fn findings(found: &[Diagnostic], sources: &[SourceFile]) -> Vec<Finding> {
    found.iter().map(|d| finding(d, sources)).collect()
}

fn finding(diagnostic: &Diagnostic, sources: &[SourceFile]) -> Finding {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let label = diagnostic.labels.first();
    let source = label.and_then(|l| sources.get(usize::from(l.span.file)));
    let (mut from, mut to, mut line, mut column, mut file) = (0, 0, 1, 1, None);
    if let (Some(label), Some(source)) = (label, source) {
        let place = report::line_column(&source.text, label.span.start as usize);
        (line, column) = (place.line, place.column);
        if label.span.file == 0 {
            from = utf16(&source.text, label.span.start as usize);
            to = utf16(&source.text, label.span.end as usize).max(from);
        } else {
            file = Some(source.name.clone());
        }
    }
    Finding {
        severity: severity.to_owned(),
        code: diagnostic.code.to_string(),
        message: diagnostic.message.clone(),
        hint: diagnostic.help.clone(),
        file,
        from,
        to,
        line,
        column,
    }
}

/// A place in units of UTF-16, as browsers count.
fn utf16(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < byte).map(|(_, c)| c.len_utf16()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(source: &str) -> EditWish {
        EditWish { source: source.to_owned(), ruleset: Some("bison".to_owned()), ..EditWish::default() }
    }

    #[test]
    fn offsets_are_those_of_a_browser() {
        // ü has one unit in UTF-16 and two bytes; the buffalo two units and four bytes.
        assert_eq!(["", "ü", "ü🐃", "ü🐃x"].map(|before| utf16("ü🐃xyz", before.len())), [0, 1, 3, 4]);
        let found =
            answer(&edited("// 🐃 ü\ngame \"G\" { version 1.0 }\nbord squares 3 x 3\n"), None, &mut Memory::default());
        assert!(!found.opened);
        let first = &found.diagnostics[0];
        // The comment has 7 units and a break, the header 24 and a break.
        assert_eq!((first.severity.as_str(), first.line, first.column, first.from), ("error", 3, 1, 33), "{first:?}");
    }

    #[test]
    fn a_position_stays_where_it_makes_sense() {
        let source = crate::library::text("bison").expect("it is built in");
        let position = "11/3DDCDD3/11/11/11/5B5/BBBBB1BBBBB defenders";
        let mut wish = EditWish { position: Some(position.to_owned()), quick: true, ..edited(source) };
        let found = answer(&wish, None, &mut Memory::default());
        assert!(found.opened && found.kept);
        assert!(found.position.is_some_and(|p| p.starts_with(position)));
        wish.mv = Some("f6-f4".to_owned());
        let found = answer(&wish, None, &mut Memory::default());
        // A chief steps one square.
        assert!(found.refused.is_some(), "{:?}", found.refused);
        wish.source = source.replace("board squares columns x rows", "board squares columns x 8");
        let found = answer(&wish, None, &mut Memory::default());
        assert!(!found.kept);
    }
}
