//! What a companion declares to be out of reach, with the reason.
//!
//! A fenced block with the info string `unreachable`, one declaration a line:
//!
//! ```text
//! `over buffalo` nothing to jump: there is always a buffalo beside a tiger
//! `to empty` in `step forward to empty` cannot land: ...
//! ```
//!
//! In backticks what the rule file has, the part and, where several clauses have the same, its clause (`...` for the rest
//! of it); then the way in which it cannot turn out, as the summary has it in brackets; then why.

use super::ClauseCoverage;
use super::words::one_line;
use crate::ruleset::code::NOT_OUT_OF_REACH;
use crate::ruleset::nearest::nearest;
use crate::ruleset::{Diagnostic, Span};

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The part of the rule file, on one line.
    pub part: String,
    /// The clause, where it is said.
    pub clause: Option<String>,
    /// The way.
    pub way: String,
    /// Why it cannot be.
    pub reason: String,
    /// Where the companion has it.
    pub span: Span,
}

/// Reads a line of a block; none where nothing stands on it. `start`: its first byte in the companion.
///
/// # Errors
/// It is no declaration.
pub fn read_declared(line: &str, start: usize) -> Result<Option<Declared>, Box<Diagnostic>> {
    let written = line.trim();
    if written.is_empty() || written.starts_with("//") {
        return Ok(None);
    }
    let at = start + line.len() - line.trim_start().len();
    let span = Span { file: 0, start: at as u32, end: (at + written.len()) as u32 };
    let wrong = |message: &str| {
        let problem = Diagnostic::new(&NOT_OUT_OF_REACH, span, message);
        Box::new(problem.help("write `PART` WAY: REASON, the part in backticks as the rule file has it"))
    };
    let Some((part, rest)) = in_backticks(written) else {
        return Err(wrong("this does not begin with a part of the rule file in backticks"));
    };
    // A way may begin with the same word: `in the way`.
    let (clause, rest) = match rest.trim_start().strip_prefix("in ").map(str::trim_start).and_then(in_backticks) {
        Some((clause, rest)) => (Some(one_line(clause)), rest),
        None => (None, rest),
    };
    let Some((way, reason)) = rest.split_once(':') else { return Err(wrong("there is no `:` before the reason")) };
    if reason.trim().is_empty() {
        return Err(wrong("there is no reason"));
    }
    let declared = Declared { part: one_line(part), clause, way: one_line(way), reason: one_line(reason), span };
    Ok(Some(declared))
}

fn in_backticks(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('`')?.split_once('`')
}

/// Whether a text reads as declared: `...` stands for the rest.
fn reads(text: &str, declared: &str) -> bool {
    declared.strip_suffix("...").map_or(text == declared, |head| text.starts_with(head.trim_end()))
}

/// Marks what is declared; gives what is wrong with the declarations.
pub(super) fn declare(clauses: &mut [ClauseCoverage], declared: &[Declared]) -> Vec<Diagnostic> {
    declared.iter().filter_map(|d| one(clauses, d).err()).collect()
}

fn one(clauses: &mut [ClauseCoverage], declared: &Declared) -> Result<(), Diagnostic> {
    let wrong =
        |message: String, help: String| Err(Diagnostic::new(&NOT_OUT_OF_REACH, declared.span, message).help(help));
    let said = match &declared.clause {
        Some(clause) => format!("`{}` in `{clause}`", declared.part),
        None => format!("`{}`", declared.part),
    };
    let mut parts = Vec::new();
    let mut places = Vec::new();
    for (c, clause) in clauses.iter().enumerate() {
        for (b, branch) in clause.branches.iter().enumerate() {
            if reads(&branch.text, &declared.part) && declared.clause.as_ref().is_none_or(|d| reads(&clause.text, d)) {
                parts.push(branch.name.as_str());
                if branch.name == declared.way {
                    places.push((c, b));
                }
            }
        }
    }
    if parts.is_empty() {
        let known = clauses.iter().flat_map(|c| &c.branches).map(|b| b.text.as_str());
        let help = match nearest(&declared.part, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`--coverage` lists the parts with their ways".to_owned(),
        };
        return wrong(format!("the rule file has no part {said} that is covered"), help);
    }
    if places.is_empty() {
        parts.sort_unstable();
        parts.dedup();
        let ways = parts.iter().map(|p| format!("`{p}`")).collect::<Vec<_>>().join(", ");
        return wrong(format!("{said} has no way `{}`", declared.way), format!("it has {ways}"));
    }
    let at = |(c, b): (usize, usize)| clauses.get(c).and_then(|clause| clause.branches.get(b));
    let clause_of = |(c, _): (usize, usize)| clauses.get(c).map(|clause| clause.text.as_str());
    if places.iter().any(|p| clause_of(*p) != places.first().and_then(|f| clause_of(*f))) {
        let lines = places.iter().filter_map(|p| at(*p)).map(|b| b.line.to_string()).collect::<Vec<_>>().join(", ");
        let message = format!("{said} `{}` could be any of those in lines {lines}", declared.way);
        return wrong(message, "say its clause too: `PART` in `CLAUSE` WAY: REASON".to_owned());
    }
    // Of clauses that read the same, those that no example has are meant.
    if places.iter().all(|p| at(*p).is_some_and(|b| b.hits > 0)) {
        let line = places.first().and_then(|p| at(*p)).map_or(0, |b| b.line);
        let message =
            format!("{said} `{}` is declared out of reach, and an example has it (line {line})", declared.way);
        return wrong(message, "take the declaration out, or find out why the rules allow it".to_owned());
    }
    for (c, b) in places {
        if let Some(branch) = clauses.get_mut(c).and_then(|clause| clause.branches.get_mut(b))
            && branch.hits == 0
        {
            branch.unreachable = Some(declared.reason.clone());
        }
    }
    Ok(())
}
