//! `JUnit` XML, as continuous integration reads it.

use super::super::run::{CompanionReport, Finding, What};
use super::super::suite::SuiteReport;
use super::text::{How, finding_text};
use std::fmt::Write;

/// A whole run: a suite for each companion, a case for each example.
pub fn suite_junit(suite: &SuiteReport) -> String {
    let totals = suite.totals();
    let bad = suite.companions.iter().flat_map(|c| &c.examples).filter(|e| !e.passed()).count();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let (tests, unread) = (totals.examples + totals.unread, totals.unread);
    let _ = writeln!(xml, "<testsuites name=\"houserules\" tests=\"{tests}\" failures=\"{bad}\" errors=\"{unread}\">");
    for (page, why) in &suite.unread {
        let (name, why) = (escaped(page), escaped(why));
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\">\n    <testcase classname=\"{name}\" \
             name=\"the page\" file=\"{name}\">\n      <error message=\"it cannot be read: {why}\"/>\n    </testcase>\n  \
             </testsuite>"
        );
    }
    for companion in &suite.companions {
        let bad = companion.examples.iter().filter(|e| !e.passed()).count();
        let (name, tests) = (escaped(&companion.name), companion.examples.len());
        let _ = writeln!(xml, "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{bad}\">");
        for example in &companion.examples {
            let (case, line) = (escaped(&example.name), example.line);
            let _ = write!(xml, "    <testcase classname=\"{name}\" name=\"{case}\" file=\"{name}\" line=\"{line}\"");
            if example.passed() {
                xml.push_str("/>\n");
                continue;
            }
            xml.push_str(">\n");
            let said: Vec<String> = example.findings.iter().map(|f| finding(companion, f)).collect();
            let message = example.findings.first().map_or("", |f| kind(f));
            let _ = writeln!(
                xml,
                "      <failure message=\"{}\">{}</failure>\n    </testcase>",
                escaped(message),
                escaped(&said.join("\n"))
            );
        }
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn finding(companion: &CompanionReport, finding: &Finding) -> String {
    finding_text(companion, finding, &How { paint: None, again: &|_, _| String::new() })
}

fn kind(finding: &Finding) -> &'static str {
    match finding.what {
        What::Wrong { .. } => "the rules say otherwise",
        What::New(_) => "a new answer waits to be looked at",
        What::Changed { .. } => "the recorded answer has changed",
        What::Mistake(_) => "the example has a mistake",
        What::Guard(_) => "a guard fails",
    }
}

/// Text as XML has it; characters that XML does not know are left out.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            '\t' => out.push_str("&#9;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
