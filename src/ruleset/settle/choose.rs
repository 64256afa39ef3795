//! Chooses the settings, and resolves `if` and the blocks of values.
//!
//! The block of a value may set another option and may declare one, and `if` may ask for an option that is
//! declared further down. So the list is read again and again with what the last reading found, until two
//! readings agree.

use super::super::code::{
    DEFAULTS, NOT_IN_NUMBERS, OUT_OF_RANGE, SETTINGS_CIRCLE, UNKNOWN_OPTION, UNKNOWN_VALUE, VALUE_TWICE,
};
use super::super::item::{
    Answers, Body, Change, Item, Name, PieceChange, PieceLine, Question, SetValue, Setting, Value,
};
use super::super::nearest::{listed, nearest};
use super::super::walk::{self, Visit};
use super::super::{Diagnostic, Settings, Span};
use super::question::{each, in_block, is_about_question};
use super::{Flat, SettledOption};

/// A few readings always do; more mean that the settings chase each other.
const READINGS: usize = 64;

pub(super) struct Choice {
    pub(super) options: Vec<SettledOption>,
    pub(super) flat: Vec<Flat>,
}

/// What `set` says: option, value, and where.
#[derive(Clone, PartialEq)]
struct Said {
    option: Name,
    value: String,
    span: Span,
}

pub(super) fn choose(items: &[Item], settings: &Settings, errors: &mut Vec<Diagnostic>) -> Choice {
    let mut declared = Vec::new();
    each(items, &mut |q| declared.push(q));
    check_questions(&declared, errors);
    check_conditions(items, &declared, errors);
    let (mut known, mut sets) = (Vec::new(), Vec::new());
    let mut flat = Vec::new();
    let mut settled = false;
    for _ in 0..READINGS {
        let mut reading =
            Reading { caller: settings, options: Vec::new(), said: Vec::new(), known: &known, sets: &sets };
        flat.clear();
        reading.read(items, 0, None, &mut flat);
        let (options, said) = (reading.options, reading.said);
        settled = options == known && said == sets;
        (known, sets) = (options, said);
        if settled {
            break;
        }
    }
    if !settled {
        let span = sets.last().map(|s| s.span).or(known.last().map(|o| o.span)).unwrap_or_default();
        errors.push(
            Diagnostic::new(&SETTINGS_CIRCLE, span, "these settings contradict each other")
                .help("take the `set` out of the value's block"),
        );
    }
    for said in &sets {
        check_value(&said.option.text, &said.value, [said.option.span, said.span], &declared, &known, errors);
    }
    for (option, value) in &settings.0 {
        check_value(option, value, [Span::default(); 2], &declared, &known, errors);
    }
    for f in &flat {
        if is_about_question(&f.item.body) {
            errors.push(in_block(f.item.span));
        }
    }
    flat.retain(|f| !is_about_question(&f.item.body));
    Choice { options: known, flat }
}

/// One reading of the items.
struct Reading<'a> {
    caller: &'a Settings,
    /// What the last reading found.
    known: &'a [SettledOption],
    sets: &'a [Said],
    /// What this one finds.
    options: Vec<SettledOption>,
    said: Vec<Said>,
}

impl Reading<'_> {
    /// Whether a condition on the settings holds. Of an option that is not in force none does.
    fn holds(&self, setting: &Setting) -> bool {
        self.known.iter().find(|o| o.name == setting.option.text).is_some_and(|option| {
            let named = setting.values.iter().any(|v| v.text == option.value);
            named != setting.negated
        })
    }

    fn read(&mut self, items: &[Item], block: u32, file: Option<u16>, flat: &mut Vec<Flat>) {
        for item in items {
            if item.only_if.as_ref().is_some_and(|s| !self.holds(s)) {
                continue;
            }
            let file = file.unwrap_or(item.span.file);
            match &item.body {
                Body::If(setting, list) => {
                    if self.holds(setting) {
                        self.read(list, block, Some(file), flat);
                    }
                }
                Body::Question(question) => self.ask(question, file, flat),
                Body::Set(option, value) => {
                    let (value, span) = match value {
                        SetValue::Number(n, span) => (n.to_string(), *span),
                        SetValue::Word(name) => (name.text.clone(), name.span),
                    };
                    self.said.push(Said { option: option.clone(), value, span });
                }
                Body::Replace(_, inner) => {
                    let mut with = Vec::new();
                    self.read(std::slice::from_ref(inner), block, Some(file), &mut with);
                    if !with.is_empty() {
                        let with = with.into_iter().map(|f| f.item).collect();
                        flat.push(Flat { item: bare(item), with, block, file });
                    }
                }
                _ => {
                    let mut item = bare(item);
                    self.keep_lines(&mut item.body);
                    flat.push(Flat { item, with: Vec::new(), block, file });
                }
            }
        }
    }

    fn ask(&mut self, question: &Question, file: u16, flat: &mut Vec<Flat>) {
        let name = &question.name.text;
        let said = self.sets.iter().rev().find(|s| s.option.text == *name).map(|s| s.value.as_str());
        let said = self.caller.get(name).or(said);
        let mut option = SettledOption {
            name: name.clone(),
            unclear: question.unclear,
            question: question.question.text.clone(),
            values: Vec::new(),
            range: None,
            value: String::new(),
            number: None,
            default: String::new(),
            span: question.name.span,
        };
        match &question.answers {
            Answers::Values(values) => {
                let default = values.iter().find(|v| v.default).or(values.first());
                let chosen = said.and_then(|s| values.iter().find(|v| v.name.text == s)).or(default);
                option.values = values.iter().map(|v| (v.name.text.clone(), v.text.text.clone())).collect();
                option.default = default.map(|v| v.name.text.clone()).unwrap_or_default();
                option.value = chosen.map(|v| v.name.text.clone()).unwrap_or_default();
                self.options.push(option);
                if let Some(Value { items, .. }) = chosen {
                    // Options are as many as blocks that are read, so their number tells blocks apart.
                    let block = self.options.len() as u32;
                    self.read(items, block, Some(file), flat);
                }
            }
            Answers::Numbers { from, to, default, items, .. } => {
                let number = said.and_then(|s| s.parse().ok()).filter(|n| from <= n && n <= to).unwrap_or(*default);
                option.range = Some((*from, *to));
                option.default = default.to_string();
                option.value = number.to_string();
                option.number = Some(number);
                self.options.push(option);
                let block = self.options.len() as u32;
                self.read(items, block, Some(file), flat);
            }
        }
    }

    /// Drops the lines of a piece whose conditions do not hold, and the conditions of the others.
    fn keep_lines(&self, body: &mut Body) {
        match body {
            Body::Piece(piece) => piece.lines = self.lines(std::mem::take(&mut piece.lines)),
            Body::Change(Change::Pieces(_, changes)) => {
                let mut kept = Vec::new();
                for (change, span) in std::mem::take(changes) {
                    match change {
                        PieceChange::AddLine(l) => {
                            kept.extend(self.lines(vec![l]).into_iter().map(|l| (PieceChange::AddLine(l), span)));
                        }
                        PieceChange::RemoveLine(l) => {
                            kept.extend(self.lines(vec![l]).into_iter().map(|l| (PieceChange::RemoveLine(l), span)));
                        }
                        PieceChange::ReplaceVerb(verb, l) => {
                            let lines = self.lines(vec![l]).into_iter();
                            kept.extend(lines.map(|l| (PieceChange::ReplaceVerb(verb, l), span)));
                        }
                        PieceChange::ReplaceLine(old, new) => {
                            let lines = self.lines(vec![new]).into_iter();
                            let old = self.lines(vec![without_condition(old)]).into_iter().next();
                            kept.extend(lines.zip(old).map(|(new, old)| (PieceChange::ReplaceLine(old, new), span)));
                        }
                        other => kept.push((other, span)),
                    }
                }
                *changes = kept;
            }
            _ => {}
        }
    }

    fn lines(&self, lines: Vec<PieceLine>) -> Vec<PieceLine> {
        let mut kept = Vec::new();
        for line in lines {
            let only_if = match &line {
                PieceLine::Motion(m) => m.only_if.as_ref(),
                PieceLine::Becomes(b) => b.only_if.as_ref(),
                PieceLine::If(setting, _) => Some(setting),
            };
            if only_if.is_some_and(|s| !self.holds(s)) {
                continue;
            }
            match line {
                PieceLine::If(_, lines) => kept.extend(self.lines(lines)),
                line => kept.push(without_condition(line)),
            }
        }
        kept
    }
}

fn without_condition(mut line: PieceLine) -> PieceLine {
    match &mut line {
        PieceLine::Motion(m) => m.only_if = None,
        PieceLine::Becomes(b) => b.only_if = None,
        PieceLine::If(..) => {}
    }
    line
}

fn bare(item: &Item) -> Item {
    Item { only_if: None, ..item.clone() }
}

// ---- checks

fn check_questions(declared: &[&Question], errors: &mut Vec<Diagnostic>) {
    for question in declared {
        let name = &question.name;
        match &question.answers {
            Answers::Values(values) => {
                let defaults: Vec<&Value> = values.iter().filter(|v| v.default).collect();
                match defaults.as_slice() {
                    [_] => {}
                    [] => errors.push(
                        Diagnostic::new(&DEFAULTS, name.span, format!("`{}` has no default", name.text))
                            .help("write `default` after the sentence of one value"),
                    ),
                    [a, b, ..] => errors.push(
                        Diagnostic::new(&DEFAULTS, b.name.span, format!("`{}` has two defaults", name.text))
                            .label(a.name.span, "the first one")
                            .help("leave `default` at one value"),
                    ),
                }
                for (n, value) in values.iter().enumerate() {
                    if let Some(twin) = values[..n].iter().find(|v| v.name.text == value.name.text) {
                        let message = format!("`{}` has two values `{}`", name.text, value.name.text);
                        errors.push(
                            Diagnostic::new(&VALUE_TWICE, value.name.span, message)
                                .label(twin.name.span, "the first one")
                                .help("give one another name"),
                        );
                    }
                }
            }
            Answers::Numbers { from, to, default, span, .. } => {
                if from > to || default < from || to < default {
                    let message = format!("the default {default} of `{}` is not from {from} to {to}", name.text);
                    errors.push(
                        Diagnostic::new(&DEFAULTS, *span, message).help("choose a default within the two numbers"),
                    );
                }
            }
        }
    }
}

/// Conditions on settings everywhere, in the blocks of values that are not chosen too.
fn check_conditions(items: &[Item], declared: &[&Question], errors: &mut Vec<Diagnostic>) {
    struct Check<'a> {
        declared: &'a [&'a Question],
        errors: &'a mut Vec<Diagnostic>,
    }
    impl Visit for Check<'_> {
        fn setting(&mut self, setting: &Setting) {
            let option = &setting.option;
            let Some(question) = self.declared.iter().find(|q| q.name.text == option.text) else {
                self.errors.push(unknown_option(&option.text, option.span, self.declared));
                return;
            };
            let Answers::Values(values) = &question.answers else {
                let message = format!("`{}` is an option in numbers and cannot be asked with `is`", option.text);
                self.errors.push(
                    Diagnostic::new(&NOT_IN_NUMBERS, option.span, message).help("use its name where the number stands"),
                );
                return;
            };
            for name in &setting.values {
                if !values.iter().any(|v| v.name.text == name.text) {
                    self.errors.push(unknown_value(&option.text, &name.text, name.span, values));
                }
            }
        }
    }
    walk::items(&mut Check { declared, errors }, &mut items.to_vec());
}

fn check_value(
    option: &str,
    value: &str,
    [span, value_span]: [Span; 2],
    declared: &[&Question],
    known: &[SettledOption],
    errors: &mut Vec<Diagnostic>,
) {
    let Some(question) = declared.iter().find(|q| q.name.text == option) else {
        errors.push(unknown_option(option, span, declared));
        return;
    };
    if !known.iter().any(|o| o.name == option) {
        let message = format!("option `{option}` does not stand under these settings");
        errors.push(
            Diagnostic::new(&UNKNOWN_OPTION, span, message)
                .label(question.name.span, "declared in the block of a value that is not chosen")
                .help("choose that value too, or leave this option out"),
        );
        return;
    }
    match &question.answers {
        Answers::Values(values) => {
            if !values.iter().any(|v| v.name.text == value) {
                errors.push(unknown_value(option, value, value_span, values));
            }
        }
        Answers::Numbers { from, to, .. } => {
            if value.parse::<u32>().ok().is_none_or(|n| n < *from || *to < n) {
                let message = format!("`{option}` is a number from {from} to {to}, not `{value}`");
                errors.push(
                    Diagnostic::new(&OUT_OF_RANGE, value_span, message)
                        .label(question.name.span, "declared here")
                        .help(format!("choose a number from {from} to {to}")),
                );
            }
        }
    }
}

fn unknown_option(name: &str, span: Span, declared: &[&Question]) -> Diagnostic {
    let names = || declared.iter().map(|q| q.name.text.as_str());
    let error = Diagnostic::new(&UNKNOWN_OPTION, span, format!("there is no option `{name}`"));
    match nearest(name, names()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None if declared.is_empty() => error.help("this file has no options"),
        None => error.help(format!("{} {}", are("option", declared.len()), listed(names()))),
    }
}

/// `the only option is`, `the options are`.
fn are(what: &str, count: usize) -> String {
    if count == 1 { format!("the only {what} is") } else { format!("the {what}s are") }
}

fn unknown_value(option: &str, value: &str, span: Span, values: &[Value]) -> Diagnostic {
    let names = || values.iter().map(|v| v.name.text.as_str());
    let error = Diagnostic::new(&UNKNOWN_VALUE, span, format!("option `{option}` has no value `{value}`"));
    match nearest(value, names()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("{} {}", are("value", values.len()), listed(names()))),
    }
}
