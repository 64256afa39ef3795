//! What is declared and read by nobody.

use super::facts::Facts;
use crate::ruleset::item::{
    Answers, Body, CallDecl, Change, EndResult as Result, MarkDecl, Name, QuestionChange, Value, ZoneDecl,
};
use crate::ruleset::visit::{self, Visitor, cond_has};
use crate::ruleset::{CondKind, Diagnostic, EndResult, Rules, Sel, code};

/// An option is read by the lines of its values, by `if`, as a number, or as `turns from OPTION`.
pub(super) fn options(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    for option in &facts.settled.options {
        let carries = |value: &Value| !value.items.is_empty();
        let asked = |body: &Body| match body {
            Body::Question(q) if q.name.text == option.name => match &q.answers {
                Answers::Values(values) => values.iter().any(carries),
                Answers::Numbers { items, .. } => !items.is_empty(),
            },
            Body::Change(Change::Question(name, list)) if name.text == option.name => list
                .iter()
                .any(|(line, _)| matches!(line, QuestionChange::Add(v) | QuestionChange::Replace(_, v) if carries(v))),
            _ => false,
        };
        if facts.is_read(&option.name, option.span) || facts.is_in_script(&option.name) || facts.any_item(&asked) {
            continue;
        }
        let message = format!("nothing depends on option `{}`", option.name);
        let help = if option.range.is_some() {
            format!("write `{}` where the number stands, or take the option out", option.name)
        } else {
            "give a value a block `{ ... }`, or take the option out".to_owned()
        };
        found.push(Diagnostic::new(&code::UNREAD_OPTION, option.span, message).help(help));
    }
}

/// A zone, a mark or a call is read where its name stands, a score by `highest score wins`.
pub(super) fn names(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let rules = facts.rules;
    let unread = |sort: &str, name: &Name| {
        let message = format!("{sort} `{}` is used nowhere", name.text);
        Diagnostic::new(&code::UNREAD_NAME, name.span, message).help(format!("use it, or take `{}` out", name.text))
    };
    let mut zones: Vec<&str> = Vec::new();
    for item in &facts.settled.items {
        match &item.body {
            Body::Zone(ZoneDecl { name, .. })
            | Body::Mark(MarkDecl { name, .. })
            | Body::Call(CallDecl { name, .. })
                if facts.is_in_script(&name.text) => {}
            Body::Zone(d) if !facts.is_read(&d.name.text, d.name.span) && !zones.contains(&d.name.text.as_str()) => {
                zones.push(&d.name.text);
                found.push(unread("zone", &d.name));
            }
            Body::Call(d) if !facts.is_read(&d.name.text, d.name.span) => {
                found.push(unread("call", &d.name));
            }
            Body::Mark(d) => {
                let id = rules.marks.iter().position(|m| m.name == d.name.text);
                let read =
                    id.is_none_or(|id| is_mark_read(facts, id)) || facts.is_read_elsewhere(&d.name.text, d.name.span);
                if !read {
                    let message = format!("no line reads mark `{}`", d.name.text);
                    let help = "a mark is read as the sites that carry it, e.g. `step D to MARK`; or take it out";
                    found.push(Diagnostic::new(&code::UNREAD_NAME, d.name.span, message).help(help));
                }
            }
            Body::Score(d) if !scores_are_read(rules) => {
                let scored = |b: &Body| matches!(b, Body::End(e) if e.result == Result::HighestScore);
                if !rules.ends.iter().any(|e| e.result == EndResult::HighestScore) && !facts.any_item(&scored) {
                    let message = "a score is counted and no ending reads it";
                    let help = "write `end highest score wins when ...`, or take the score out";
                    found.push(Diagnostic::new(&code::UNREAD_NAME, d.span, message).help(help));
                }
            }
            _ => {}
        }
    }
}

fn is_mark_read(facts: &Facts<'_>, id: usize) -> bool {
    struct Find(usize, bool);
    impl Visitor for Find {
        fn sel(&mut self, sel: &Sel) {
            self.1 |= matches!(sel, Sel::Mark(m) if *m as usize == self.0);
        }
    }
    let mut find = Find(id, false);
    visit::rules(facts.rules, &mut find);
    find.1
}

/// Whether a condition asks for scores.
fn scores_are_read(rules: &Rules) -> bool {
    let asks = |kind: &CondKind| matches!(kind, CondKind::HasPoints(..) | CondKind::ScoresEqual);
    rules.ends.iter().any(|e| cond_has(rules, &e.cond, &asks))
        || rules.illegal.iter().any(|i| cond_has(rules, &i.cond, &asks))
}
