//! `pin`: the position on the board, as an example for `houserules test`.

use super::super::disk::{Disk, ends_in_rules, path_of, replace, why};
use super::super::fail::Failure;
use super::session::Session;
use crate::explain::english::capital;
use crate::testing::{Companion, Pin, RunOptions, What, run_companion, with_example};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a person typed behind `pin`: a heading in quotation marks, and a question.
fn parts(typed: &str) -> (Option<&str>, Option<&str>) {
    let some = |text: &'_ str| !text.trim().is_empty();
    match typed.strip_prefix('"').and_then(|t| t.split_once('"')) {
        Some((name, question)) => (Some(name.trim()).filter(|n| some(n)), Some(question.trim()).filter(|q| some(q))),
        None => (None, Some(typed.trim()).filter(|q| some(q))),
    }
}

impl Session {
    /// Writes the position with a question, and the answer of the rules to it: says where and what.
    ///
    /// # Errors
    /// What was typed behind `pin` is no question, the rules say otherwise, or the page cannot be written.
    pub fn pinned(&self, typed: &str) -> Result<String, Failure> {
        let (name, question) = parts(typed);
        let question = question.map_or_else(|| self.question(), ended);
        let name = name.map_or_else(|| capital(&question), str::to_owned);
        let rules = path_of(&self.source);
        let path = self.pin_to.clone().unwrap_or_else(|| match &rules {
            Some(file) => file.with_extension("md"),
            None => PathBuf::from(format!("{}.md", self.source)),
        });
        let shown = path.display().to_string();
        let before = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == ErrorKind::NotFound => String::new(),
            Err(e) => return Err(Failure::File(format!("`{shown}` cannot be read: {}", why(&e)))),
        };
        let own = match &rules {
            Some(file) => file.with_extension("md") == path,
            None => path.file_stem().is_some_and(|s| s.to_string_lossy() == self.source),
        };
        let ruleset =
            (!own).then(|| rules.as_deref().map_or_else(|| self.source.clone(), |file| seen_from(file, &path)));
        let pin = Pin { name: &name, ruleset: ruleset.as_deref(), play: &self.play, question: &question };
        let text = with_example(&before, &self.opened.game.rules().title, &pin);
        // The example is run at once, so that the answer stands below the question.
        let companion = Companion::read(&shown, &text, &self.source).map_err(|d| Failure::Faulty(d.message))?;
        let new = companion.examples.last().filter(|e| e.line > before.lines().count()).cloned();
        let Some(new) = new else {
            return Err(Failure::Faulty(format!("`{shown}` is no page of Markdown that could hold an example")));
        };
        let alone = Companion { examples: vec![new], ..companion.clone() };
        let report = run_companion(&alone, &Disk, &RunOptions { guards: false, ..RunOptions::default() });
        for finding in report.examples.iter().flat_map(|e| &e.findings) {
            match &finding.what {
                What::Mistake(problem) => {
                    let help = problem.help.as_ref().map_or_else(String::new, |h| format!("; {h}"));
                    return Err(Failure::Faulty(format!("nothing is pinned: {}{help}", problem.message)));
                }
                What::Wrong { expected, got } => {
                    return Err(Failure::Faulty(format!("nothing is pinned: {}", otherwise(expected, got))));
                }
                What::New(_) | What::Changed { .. } | What::Guard(_) => {}
            }
        }
        let answers: Vec<_> = report.pending().cloned().collect();
        let there = (!before.is_empty() || path.exists()).then_some(before.as_str());
        replace(&path, there, &alone.with_recorded(&answers))
            .map_err(|e| Failure::File(format!("`{shown}` cannot be written: {}", why(&e))))?;
        let answer = answers.first().and_then(|a| a.text.lines().next()).map_or_else(String::new, |a| format!(" {a}"));
        Ok(format!("pinned to {shown}: {question}{answer}"))
    }

    /// The question of the moment: why a move is not legal, where that was asked here last, else what the moves are.
    fn question(&self) -> String {
        let asked = self.asked.as_ref().filter(|(_, _, position)| position == self.play.position());
        match asked {
            Some((mv, true, _)) => format!("why {}?", mv.trim()),
            Some((mv, false, _)) => format!("why not {}?", mv.trim()),
            None if self.play.outcome().is_some() => "outcome?".to_owned(),
            None => "moves?".to_owned(),
        }
    }
}

/// What the rules say where a typed answer is not theirs.
fn otherwise(expected: &str, got: &str) -> String {
    let first = got.lines().next().unwrap_or_default();
    let of_kind = |kind: &str| first.strip_prefix(kind).map(|reason| (expected.starts_with(kind), reason));
    match (of_kind("not legal: "), of_kind("legal: ")) {
        (Some((true, reason)), _) => format!("the move is illegal, but for another reason: {reason}"),
        (Some((false, reason)), _) => format!("the move is illegal: {reason}"),
        (_, Some((true, reason))) => format!("the move is legal, but this is said of it: {reason}"),
        (_, Some((false, reason))) => format!("the move is legal: {reason}"),
        _ => format!("the rules say otherwise: {}", got.lines().collect::<Vec<_>>().join(", ")),
    }
}

/// A question with its mark.
fn ended(question: &str) -> String {
    if question.ends_with('?') || question.contains(':') { question.to_owned() } else { format!("{question}?") }
}

/// A rule file as a page names it.
fn seen_from(file: &Path, page: &Path) -> String {
    let folder = |path: &Path| {
        let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::canonicalize(parent).ok()
    };
    let same = folder(file).is_some() && folder(file) == folder(page);
    let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).filter(|n| same && ends_in_rules(n));
    match name {
        Some(name) => name,
        None => fs::canonicalize(file).unwrap_or_else(|_| file.to_owned()).display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{ended, otherwise, parts};

    #[test]
    fn what_the_rules_say_is_worded_by_what_was_typed() {
        let said = otherwise("not legal: ... three ...", "not legal: a dog stays");
        assert_eq!(said, "the move is illegal, but for another reason: a dog stays");
        assert_eq!(otherwise("not legal: ...", "legal: a dog moves\n- it may"), "the move is legal: a dog moves");
        assert_eq!(otherwise("a1-a2 is legal", "not legal: a dog stays"), "the move is illegal: a dog stays");
        assert_eq!(otherwise("legal: x", "legal: y\n- z"), "the move is legal, but this is said of it: y");
        assert_eq!(otherwise("none", "a1-a2\nb1-b2"), "the rules say otherwise: a1-a2, b1-b2");
    }

    #[test]
    fn a_heading_and_a_question_are_told_apart() {
        assert_eq!(parts(""), (None, None));
        assert_eq!(parts("why not f2-f1"), (None, Some("why not f2-f1")));
        assert_eq!(parts("\"May he?\""), (Some("May he?"), None));
        assert_eq!(parts("\"May he?\" moves of f2"), (Some("May he?"), Some("moves of f2")));
        assert_eq!(ended("moves"), "moves?");
        assert_eq!(ended("outcome: none"), "outcome: none");
    }
}
