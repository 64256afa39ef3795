//! Differences that act on questions: they come before the settings are chosen.

use super::super::Diagnostic;
use super::super::code::{NO_TARGET, QUESTION_IN_BLOCK, UNKNOWN_VALUE};
use super::super::item::{Answers, Body, Change, Item, Question, QuestionChange, TargetKind};
use super::super::nearest::nearest;

/// Applies the differences outside of blocks that act on questions, and takes them out of the list.
pub(super) fn change(items: &mut Vec<Item>, errors: &mut Vec<Diagnostic>) {
    let mut at = 0;
    while at < items.len() {
        if !is_about_question(&items[at].body) {
            at += 1;
            continue;
        }
        let item = items.remove(at);
        if let Some(setting) = &item.only_if {
            errors.push(in_block(setting.span));
            continue;
        }
        match item.body {
            Body::Change(Change::Question(name, list)) => match find(items, &name.text) {
                Some(question) => {
                    for (line, span) in list {
                        if let Err(error) = change_one(question, line, span) {
                            errors.push(*error);
                        }
                    }
                }
                None => errors.push(missing(items, &name.text, name.span)),
            },
            Body::Remove(target) => {
                if let TargetKind::Question(name) = &target.kind {
                    // What stands behind the question comes one nearer.
                    let is = |i: &Item| matches!(&i.body, Body::Question(q) if q.name.text == name.text);
                    let before = items.iter().take(at).any(is);
                    if replace(items, &name.text, None) {
                        at -= usize::from(before);
                    } else {
                        errors.push(missing(items, &name.text, name.span));
                    }
                }
            }
            Body::Replace(target, with) => {
                if let Some(setting) = &with.only_if {
                    errors.push(in_block(setting.span));
                } else if let TargetKind::Question(name) = &target.kind
                    && !replace(items, &name.text, Some(*with))
                {
                    errors.push(missing(items, &name.text, name.span));
                }
            }
            _ => {}
        }
    }
}

/// A difference whose target is a question.
pub(super) fn is_about_question(body: &Body) -> bool {
    match body {
        Body::Change(Change::Question(..)) => true,
        Body::Remove(t) | Body::Replace(t, _) => matches!(t.kind, TargetKind::Question(_)),
        _ => false,
    }
}

/// The error for such a difference under a setting.
pub(super) fn in_block(span: super::super::Span) -> Diagnostic {
    Diagnostic::new(&QUESTION_IN_BLOCK, span, "a question cannot be changed under a setting")
        .help("write the difference outside of `if` and of values")
}

fn missing(items: &[Item], name: &str, span: super::super::Span) -> Diagnostic {
    let mut names = Vec::new();
    names_in(items, &mut names);
    let error = Diagnostic::new(&NO_TARGET, span, format!("there is no option or open question `{name}`"));
    match nearest(name, names) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("a difference acts on what the base declares"),
    }
}

/// The names of all questions, in blocks too.
pub(super) fn names_in<'a>(items: &'a [Item], names: &mut Vec<&'a str>) {
    each(items, &mut |q| names.push(&q.name.text));
}

/// Calls `f` with every question, in blocks too.
pub(super) fn each<'a>(items: &'a [Item], f: &mut dyn FnMut(&'a Question)) {
    for item in items {
        match &item.body {
            Body::Question(q) => {
                f(q);
                match &q.answers {
                    Answers::Values(values) => values.iter().for_each(|v| each(&v.items, f)),
                    Answers::Numbers { items, .. } => each(items, f),
                }
            }
            Body::If(_, list) => each(list, f),
            _ => {}
        }
    }
}

/// The lists of items directly inside an item.
fn inside(body: &mut Body) -> Vec<&mut Vec<Item>> {
    match body {
        Body::Question(q) => match &mut q.answers {
            Answers::Values(values) => values.iter_mut().map(|v| &mut v.items).collect(),
            Answers::Numbers { items, .. } => vec![items],
        },
        Body::If(_, list) => vec![list],
        _ => Vec::new(),
    }
}

fn find<'a>(items: &'a mut [Item], name: &str) -> Option<&'a mut Question> {
    let is = |i: &Item| matches!(&i.body, Body::Question(q) if q.name.text == name);
    if let Some(at) = items.iter().position(is) {
        return match &mut items[at].body {
            Body::Question(q) => Some(q),
            _ => None,
        };
    }
    items.iter_mut().flat_map(|i| inside(&mut i.body)).find_map(|list| find(list, name))
}

fn replace(items: &mut Vec<Item>, name: &str, with: Option<Item>) -> bool {
    let is = |i: &Item| matches!(&i.body, Body::Question(q) if q.name.text == name);
    if let Some(at) = items.iter().position(is) {
        match with {
            Some(item) => items[at] = item,
            None => {
                items.remove(at);
            }
        }
        return true;
    }
    for list in items.iter_mut().flat_map(|i| inside(&mut i.body)) {
        if replace(list, name, with.clone()) {
            return true;
        }
    }
    false
}

fn change_one(question: &mut Question, line: QuestionChange, span: super::super::Span) -> Result<(), Box<Diagnostic>> {
    let Answers::Values(values) = &mut question.answers else {
        let message = format!("`{}` is in numbers and has no values", question.name.text);
        let help = "write `replace option ... with option ... from .. to .., default ..`";
        return Err(Box::new(Diagnostic::new(&NO_TARGET, span, message).help(help)));
    };
    let find = |name: &super::super::item::Name| {
        values.iter().position(|v| v.name.text == name.text).ok_or_else(|| {
            let message = format!("`{}` has no value `{}`", question.name.text, name.text);
            let error = Diagnostic::new(&UNKNOWN_VALUE, name.span, message);
            Box::new(match nearest(&name.text, values.iter().map(|v| v.name.text.as_str())) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error,
            })
        })
    };
    match line {
        QuestionChange::Add(value) => {
            // A new default takes the place of the old one.
            if value.default {
                for v in values.iter_mut() {
                    v.default = false;
                }
            }
            values.push(value);
        }
        QuestionChange::Replace(name, value) => {
            let at = find(&name)?;
            if value.default {
                for v in values.iter_mut() {
                    v.default = false;
                }
            }
            values[at] = value;
        }
        QuestionChange::Remove(name) => {
            let at = find(&name)?;
            values.remove(at);
        }
    }
    Ok(())
}
