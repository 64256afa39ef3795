//! Which settings of a file cannot be, alone or two together.
//!
//! Every value of every option is tried with the defaults of the others, then every two values of different
//! options. Of an option in numbers that is both ends, the default, and the numbers beside it.

use crate::ruleset::{Diagnostic, Ruleset, Settings, Settled, SettledOption, code, resolve, settle};

/// How many pairs are tried at most.
pub const MAX_PAIRS: usize = 4000;

/// How many bytes of rule files are settled at most, over all pairs: large files have fewer of them tried.
const MAX_WORK: usize = 64 * 1024 * 1024;

/// A value of an option.
struct Value<'a> {
    option: &'a SettledOption,
    value: String,
}

/// What was found to fail: values of the second option that fail with one of the first, for one reason.
struct Failure<'a> {
    first: &'a Value<'a>,
    second: Option<&'a SettledOption>,
    values: Vec<String>,
    why: Diagnostic,
}

/// A note for each value, and each two values, that cannot be chosen; `settled` is the file under its defaults.
pub fn search(ruleset: &Ruleset, settled: &Settled) -> Vec<Diagnostic> {
    let values: Vec<Value<'_>> = settled.options.iter().flat_map(others).collect();
    let mut failures: Vec<Failure<'_>> = Vec::new();
    let mut sound: Vec<&Value<'_>> = Vec::new();
    for value in &values {
        let settings = Settings::defaults().with(&value.option.name, &value.value);
        match fault(ruleset, &settings) {
            None => sound.push(value),
            Some(why) => {
                let same = |f: &&mut Failure<'_>| f.first.option.name == value.option.name && f.why.code == why.code;
                match failures.iter_mut().find(same) {
                    Some(failure) => failure.values.push(value.value.clone()),
                    None => {
                        failures.push(Failure { first: value, second: None, values: vec![value.value.clone()], why });
                    }
                }
            }
        }
    }
    let bytes: usize = ruleset.sources.iter().map(|s| s.text.len()).sum();
    let most = MAX_PAIRS.min(MAX_WORK / bytes.max(1));
    let mut tried = 0;
    let mut cut = None;
    'pairs: for (n, first) in sound.iter().enumerate() {
        for second in sound.iter().skip(n + 1).filter(|s| s.option.name != first.option.name) {
            if tried == most {
                cut = Some(first.option.span);
                break 'pairs;
            }
            tried += 1;
            let settings =
                Settings::defaults().with(&first.option.name, &first.value).with(&second.option.name, &second.value);
            let Some(why) = fault(ruleset, &settings) else { continue };
            let same = |f: &&mut Failure<'_>| {
                std::ptr::eq(f.first, *first)
                    && f.second.is_some_and(|o| o.name == second.option.name)
                    && f.why.code == why.code
            };
            match failures.iter_mut().find(same) {
                Some(failure) => failure.values.push(second.value.clone()),
                None => failures.push(Failure {
                    first,
                    second: Some(second.option),
                    values: vec![second.value.clone()],
                    why,
                }),
            }
        }
    }
    let mut notes: Vec<Diagnostic> = failures.iter().map(note).collect();
    if let Some(span) = cut {
        let message = format!("{most} pairs of settings were tried, and there are more");
        notes.push(Diagnostic::new(&code::SEARCH_CUT, span, message).help("the pairs of the first options were tried"));
    }
    notes
}

/// The values of an option that are tried beside its default.
fn others(option: &SettledOption) -> Vec<Value<'_>> {
    let mut values: Vec<String> = option.values.iter().map(|(value, _)| value.clone()).collect();
    if let (Some((low, high)), Some(default)) = (option.range, option.number) {
        let mut numbers = vec![low, default.saturating_sub(1), default.saturating_add(1), high];
        numbers.retain(|n| low <= *n && *n <= high && *n != default);
        numbers.dedup();
        values = numbers.iter().map(u32::to_string).collect();
    }
    values.retain(|v| *v != option.value);
    values.into_iter().map(|value| Value { option, value }).collect()
}

/// The first thing that is wrong under these settings.
fn fault(ruleset: &Ruleset, settings: &Settings) -> Option<Diagnostic> {
    let errors = match settle(ruleset, settings) {
        Ok(settled) => resolve(&settled).err()?,
        Err(errors) => errors,
    };
    errors.into_iter().next()
}

fn note(failure: &Failure<'_>) -> Diagnostic {
    let Failure { first, second, values, why } = failure;
    let list = any_of(values);
    let message = match second {
        None => format!("`{}` cannot be {list}: {}", first.option.name, why.message),
        Some(second) => format!(
            "`{}` {} and `{}` {list} cannot stand together: {}",
            first.option.name, first.value, second.name, why.message
        ),
    };
    let mut note = Diagnostic::new(&code::CANNOT_STAND, first.option.span, message);
    if let Some(second) = second {
        note = note.label(second.span, "");
    }
    if let Some(label) = why.labels.first().filter(|l| l.span.end > 0) {
        note = note.label(label.span, format!("{} is found here then", why.code));
    }
    note
}

/// `3`, `3 or 5`, `3, 5 or 7`.
fn any_of(values: &[String]) -> String {
    match values.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
