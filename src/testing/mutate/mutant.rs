//! A rule file with one small change.

use super::edits::{self, Context, Edit};
use crate::language::tree;
use crate::ruleset::Rules;
use serde::Serialize;
use std::collections::HashSet;

/// A rule file with one small change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mutant {
    /// Line and change: `27: step any direction -> step orthogonally`. The same as long as the file is the same.
    pub id: String,
    /// The number of the first line that is changed.
    pub line: usize,
    /// The changed lines as they were.
    pub was: Vec<String>,
    /// The lines that stand there instead.
    pub now: Vec<String>,
    /// What is changed.
    #[serde(skip)]
    edit: Edit,
}

impl Mutant {
    /// The rule file with the change. `original` is the one without it.
    pub fn text(&self, original: &str) -> String {
        changed(original, &self.edit).map_or_else(String::new, |lines| lines.join("\n") + "\n")
    }

    /// The changed lines as a diff has them: `-` before those that were, `+` before those that are.
    pub fn diff(&self) -> String {
        let was = self.was.iter().map(|l| format!("- {}\n", l.trim_end()));
        was.chain(self.now.iter().map(|l| format!("+ {}\n", l.trim_end()))).collect()
    }
}

/// The mutants of a rule file, in the order of its lines; two that come to the same text are one. `rules` are those of
/// the ruleset: their names are put in place of each other. Of a text that is no rule file there is none.
pub(super) fn mutants(text: &str, rules: &Rules) -> Vec<Mutant> {
    let Some(tree) = tree(text) else { return Vec::new() };
    let sides = rules.sides.iter().map(|s| s.name.clone()).collect();
    let kinds = rules.kinds.iter().map(|k| k.name.clone()).collect();
    let mut zones: Vec<String> = rules.zones.iter().map(|z| z.name.clone()).collect();
    zones.dedup();
    let context = Context::new(text, sides, kinds, zones);
    let mut mutants: Vec<Mutant> = Vec::new();
    let mut texts = HashSet::new();
    for edit in edits::edits(&tree, context) {
        let Some(mutant) = applied(text, edit) else { continue };
        // Asked for members alone. The lines that are changed and their place are what two texts can differ in.
        if !texts.insert((mutant.line, mutant.was.clone(), mutant.now.clone())) {
            continue;
        }
        let twins = mutants.iter().filter(|m| m.line == mutant.line && base(&m.id) == mutant.id).count();
        let id = if twins == 0 { mutant.id } else { format!("{} ({})", mutant.id, twins + 1) };
        mutants.push(Mutant { id, ..mutant });
    }
    mutants
}

/// An id without the number of twins.
fn base(id: &str) -> &str {
    match id.rsplit_once(" (") {
        Some((base, number)) if number.strip_suffix(')').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit())) => base,
        _ => id,
    }
}

/// The lines of the text with the change; none where the text has no such place.
fn changed(text: &str, edit: &Edit) -> Option<Vec<String>> {
    let mut now = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for (start, end, with) in &edit.changes {
        now += text.get(at..*start)?;
        now += with;
        // Where a word goes, one of the blanks around it goes.
        let blanks =
            with.is_empty() && now.ends_with(' ') && text.get(*end..).is_some_and(|rest| rest.starts_with(' '));
        at = *end + usize::from(blanks);
    }
    now += text.get(at..)?;
    Some(tidy(&lines(text), &lines(&now)).into_iter().map(str::to_owned).collect())
}

/// The change; none if nothing changes.
fn applied(text: &str, edit: Edit) -> Option<Mutant> {
    let (was, now) = (lines(text), changed(text, &edit)?);
    let same = was.iter().zip(&now).take_while(|(a, b)| *a == b).count();
    let rest = was.len().min(now.len()) - same;
    let back = was.iter().rev().zip(now.iter().rev()).take(rest).take_while(|(a, b)| *a == b).count();
    let before: Vec<String> =
        was.get(same..was.len() - back).unwrap_or_default().iter().map(|l| (*l).to_owned()).collect();
    let after = now.get(same..now.len() - back).unwrap_or_default().to_vec();
    if before.is_empty() && after.is_empty() {
        return None;
    }
    let line = same + 1;
    Some(Mutant { id: format!("{line}: {}", edit.what), line, was: before, now: after, edit })
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

/// Lines that became empty go.
fn tidy<'t>(was: &[&str], now: &[&'t str]) -> Vec<&'t str> {
    let blank = |lines: &[&str]| lines.iter().filter(|l| l.trim().is_empty()).count();
    if blank(now) <= blank(was) {
        return now.to_vec();
    }
    let same = was.iter().zip(now).take_while(|(a, b)| a == b).count();
    let gone = |(n, line): &(usize, &&str)| *n >= same && line.trim().is_empty();
    let first = now.iter().enumerate().find(gone).map(|(n, _)| n);
    now.iter().enumerate().filter(|(n, _)| Some(*n) != first).map(|(_, l)| *l).collect()
}
