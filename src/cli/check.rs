//! `houserules check`

use super::args::Check;
use super::disk::{Disk, path_of};
use super::fail::{Done, Failure};
use super::wrap::{Said, say, say_all, tell};
use super::{answer, subject};
use crate::language::report;
use crate::library;
use crate::open::{Checked, check};
use crate::ruleset::code::Severity;
use crate::ruleset::{Diagnostic, SourceFile};
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &Check, out: &mut dyn Write) -> Done {
    let (mut files, mut bad, mut missing) = (Vec::new(), false, false);
    for file in &args.files {
        let checked = subject::exists(file).map_err(|f| f.to_string());
        let checked = checked.and_then(|()| check(file, &Disk).map_err(|d| d.message));
        match checked {
            Ok(checked) => {
                bad |= !checked.is_sound();
                if args.json.json {
                    files.push(value(file, &checked));
                } else {
                    findings(file, &checked, out)?;
                }
            }
            Err(why) => {
                missing = true;
                say(&format!("error: {why}"));
                files.push(json!({ "file": file, "sound": false, "diagnostics": [], "error": why }));
            }
        }
    }
    if args.json.json {
        answer(out, &json!({ "files": files }))?;
    }
    match (missing, bad) {
        (true, _) => Err(Failure::Unread),
        (_, true) => Err(Failure::Bad),
        _ => Ok(()),
    }
}

fn findings(file: &str, checked: &Checked, out: &mut dyn Write) -> Done {
    // What is only to be known is told where it is written, not in every variant of that file.
    let elsewhere = |d: &Diagnostic| d.severity == Severity::Note && d.labels.first().is_some_and(|l| l.span.file != 0);
    let sources = &named(file, &checked.sources);
    let told: Vec<&Diagnostic> = checked.diagnostics.iter().filter(|d| !elsewhere(d)).collect();
    for diagnostic in &told {
        match diagnostic.severity {
            // Notes need no mending, so they are kept short.
            Severity::Note => say(&report::short(diagnostic, sources)),
            _ => say_all(&[Said::Drawn(format!("{}\n", report::text(diagnostic, sources, true)))]),
        }
    }
    let count = |severity| told.iter().filter(|d| d.severity == severity).count();
    let counts =
        [(count(Severity::Error), "error"), (count(Severity::Warning), "warning"), (count(Severity::Note), "note")];
    let counts: Vec<String> = counts
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| format!("{n} {what}{}", if *n == 1 { "" } else { "s" }))
        .collect();
    let verdict = if checked.is_sound() { "good" } else { "bad" };
    if counts.is_empty() {
        return tell(out, &format!("{file}: {verdict}"));
    }
    tell(out, &format!("{file}: {verdict} ({})", counts.join(", ")))
}

/// The files, those of the library called so.
fn named(file: &str, sources: &[SourceFile]) -> Vec<SourceFile> {
    let built_in = |n: usize, s: &SourceFile| {
        let id = s.name.strip_suffix(".rules").unwrap_or(&s.name);
        (n > 0 || path_of(file).is_none()) && library::text(id) == Some(s.text.as_str())
    };
    let name = |(n, s): (usize, &SourceFile)| {
        let name = if built_in(n, s) { format!("{} (built in)", s.name) } else { s.name.clone() };
        SourceFile { name, text: s.text.clone() }
    };
    sources.iter().enumerate().map(name).collect()
}

fn value(file: &str, checked: &Checked) -> Value {
    let json = |d: &Diagnostic| report::json(d, &checked.sources);
    let diagnostics: Vec<Value> = checked.diagnostics.iter().map(json).collect();
    json!({ "file": file, "sound": checked.is_sound(), "diagnostics": diagnostics })
}
