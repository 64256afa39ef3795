//! For other programs.

use super::super::run::{CompanionReport, ExampleReport, Finding, What};
use super::super::suite::SuiteReport;
use crate::language::report;
use crate::notation::write_position;
use serde_json::{Value, json};

/// A whole run.
pub fn suite_json(suite: &SuiteReport) -> Value {
    let totals = suite.totals();
    json!({
        "companions": suite.companions.iter().map(companion).collect::<Vec<_>>(),
        "examples": totals.examples,
        "questions": totals.questions,
        "passed": totals.passed,
        "failed": totals.failed,
        "pending": totals.pending,
        "unread": suite.unread.iter().map(|(file, why)| json!({ "file": file, "why": why })).collect::<Vec<_>>(),
    })
}

fn companion(companion: &CompanionReport) -> Value {
    let examples: Vec<Value> = companion.examples.iter().map(|e| example(companion, e)).collect();
    json!({ "file": companion.name, "examples": examples })
}

fn example(companion: &CompanionReport, example: &ExampleReport) -> Value {
    let status = match (example.passed(), example.failed()) {
        (true, _) => "passed",
        (_, true) => "failed",
        _ => "pending",
    };
    let findings: Vec<Value> = example.findings.iter().map(|f| finding(companion, f)).collect();
    json!({
        "name": example.name,
        "line": example.line,
        "prose": example.prose,
        "questions": example.asked,
        "status": status,
        "findings": findings,
    })
}

fn finding(companion: &CompanionReport, finding: &Finding) -> Value {
    let text = &companion.source.text;
    let words = text.get(finding.span.start as usize..finding.span.end as usize).unwrap_or_default();
    let line = report::line_column(text, finding.span.start as usize).line;
    let (kind, expected, got, message, diagnostic) = match &finding.what {
        What::Wrong { expected, got } => ("wrong", Some(expected), Some(got), None, None),
        What::New(new) => ("new", None, Some(&new.text), None, None),
        What::Changed { recorded, new } => ("changed", Some(recorded), Some(&new.text), None, None),
        What::Guard(sentence) => ("guard", None, None, Some(sentence.clone()), None),
        What::Mistake(problem) => {
            let sources = std::slice::from_ref(&companion.source);
            ("mistake", None, None, Some(problem.message.clone()), Some(report::json(problem, sources)))
        }
    };
    let scene = finding.scene.as_ref();
    let sites = scene.map(|s| s.marked.iter().map(|site| s.game.board().name(site)).collect::<Vec<_>>());
    let decided = scene.and_then(|s| s.decided.as_ref());
    json!({
        "kind": kind,
        "line": line,
        "question": words,
        "expected": expected,
        "got": got,
        "message": message,
        "diagnostic": diagnostic,
        "position": scene.map(|s| write_position(&s.position, &[], &s.game)),
        "sites": sites.unwrap_or_default(),
        "because": decided.map(|d| &d.sentence),
        "file": decided.and_then(|d| d.line.as_ref()).map(|(file, ..)| file),
        "rule_line": decided.and_then(|d| d.line.as_ref()).map(|(_, line, _)| line),
    })
}
