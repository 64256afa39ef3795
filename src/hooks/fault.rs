//! Why a script failed when it was asked, in the words of the book.

use super::limits::{MAX_CALLS, MAX_LIST, MAX_MAP, MAX_OPERATIONS, MAX_STRING, MAX_VARIABLES};
use super::misuse::{Misuse, shortened};
use super::room::Catalogue;
use super::view;
use crate::ruleset::code::{self, Code};
use rhai::{Array, Dynamic, EvalAltResult, ImmutableString, Map, Position};
use std::any::TypeId;

/// Why a call failed: a code, a sentence, where in the script, and how to mend it.
pub(super) struct Failure {
    pub code: &'static Code,
    pub why: String,
    pub at: Position,
    pub help: Option<String>,
}

/// What a failed call says.
pub(super) fn failure(error: &EvalAltResult, catalogue: &Catalogue) -> Failure {
    let at = error.position();
    let failed = |why: String, help: Option<String>| Failure { code: &code::HOOK_FAILED, why, at, help };
    let limit = |why: String, help: &str| Failure { code: &code::HOOK_LIMIT, why, at, help: Some(help.to_owned()) };
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, outer) => {
            let inner = failure(inner, catalogue);
            let at = if inner.at.is_none() { *outer } else { inner.at };
            Failure { at, ..inner }
        }
        EvalAltResult::ErrorRuntime(value, _) => match value.read_lock::<Misuse>() {
            Some(misuse) => failed(misuse.why.clone(), misuse.help.clone()),
            None => failed(format!("it throws `{}`", shortened(&value.to_string())), None),
        },
        EvalAltResult::ErrorTooManyOperations(_) => limit(
            format!("it takes more than {} operations", thousands(MAX_OPERATIONS)),
            "a loop may never end; else do less in one call",
        ),
        EvalAltResult::ErrorStackOverflow(_) => {
            limit(format!("functions call each other more than {MAX_CALLS} deep"), "use a loop")
        }
        EvalAltResult::ErrorTooManyVariables(_) => {
            limit(format!("a function has more than {MAX_VARIABLES} variables"), "move a part into a function")
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => limit(
            match what.as_str() {
                w if w.contains("tring") => format!("a text is longer than {} bytes", thousands(MAX_STRING as u64)),
                w if w.contains("map") => format!("a map has more than {MAX_MAP} entries"),
                _ => format!("a list has more than {MAX_LIST} elements, those of lists in it counted"),
            },
            "keep only what the answer needs",
        ),
        EvalAltResult::ErrorTerminated(why, _) => limit(why.to_string(), "do less in one call"),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            let (name, values) = signature.split_once(" (").unwrap_or((signature, ")"));
            let values = values.strip_suffix(')').unwrap_or(values);
            let handed: Vec<String> = values.split(", ").filter(|v| !v.is_empty()).map(kinds).collect();
            let named: Vec<String> = handed.iter().map(|h| with_article(h)).collect();
            failed(
                format!("`{}` cannot be used with {}", shortened(name), in_a_row(&named, "and")),
                handed_help(name, &handed, catalogue),
            )
        }
        EvalAltResult::ErrorDotExpr(said, _) => {
            let said = said.replace('\'', "`");
            let mut quoted = said.split('`').skip(1).step_by(2);
            let property = quoted.next().unwrap_or("that");
            match quoted.next() {
                Some("()") => {
                    let help = "ask first whether it is `()`".to_owned();
                    failed(format!("there is nothing here that has a `{property}`"), Some(help))
                }
                of => {
                    let help = "the chapter on scripts lists what each thing has".to_owned();
                    failed(format!("a {} has no `{property}`", kinds(of.unwrap_or("value"))), Some(help))
                }
            }
        }
        EvalAltResult::ErrorPropertyNotFound(key, _) => failed(
            format!("the map has no key `{}`", shortened(key)),
            Some("`map.get(key)` gives `()` where there is none".to_owned()),
        ),
        EvalAltResult::ErrorArrayBounds(len, index, _) => {
            failed(format!("there is no element {index} in a list of {len}"), Some("the first element is 0".to_owned()))
        }
        EvalAltResult::ErrorMismatchDataType(due, found, _) => {
            failed(format!("a {} is due here, and this is a {}", kinds(due), kinds(found)), None)
        }
        EvalAltResult::ErrorFor(_) => {
            failed("a `for` runs over lists, moves and ranges such as `0..5`".to_owned(), None)
        }
        EvalAltResult::ErrorArithmetic(..) => failed(lowered(&first_line(error)), None),
        _ => failed(lowered(&shortened(&first_line(error))), None),
    }
}

/// How to mend a call whose values do not fit.
fn handed_help(name: &str, handed: &[String], catalogue: &Catalogue) -> Option<String> {
    let forms: Vec<Vec<&str>> = catalogue.takes.get(name).into_iter().flatten().map(|f| types(f)).collect();
    let first = handed.first().map(String::as_str);
    // Of the forms those that come nearest: of this thing and of so many values, else of this thing.
    let alike = |f: &&Vec<&str>| f.first().copied() == first;
    let mut near: Vec<&Vec<&str>> = forms.iter().filter(alike).filter(|f| f.len() == handed.len()).collect();
    if near.is_empty() {
        near = forms.iter().filter(alike).collect();
    }
    if near.is_empty() {
        near = forms.iter().collect();
    }
    let mut ways: Vec<String> =
        near.iter().map(|f| in_a_row(&f.iter().map(|t| with_article(t)).collect::<Vec<_>>(), "and")).collect();
    ways.dedup();
    let takes = (!ways.is_empty()).then(|| format!("`{name}` takes {}", ways.join(", or ")));
    if !handed.iter().any(|h| h == NOTHING) {
        return takes;
    }
    // A site that there is not is the most frequent of all mistakes, and the hardest to see.
    let sites = near.iter().any(|f| f.contains(&"text"));
    let whence = if sites { ", as `next` gives it at the edge of the board" } else { "" };
    let ask = format!("one value is nothing, `()`{whence}: ask first whether it is `()`");
    Some(takes.map_or_else(|| ask.clone(), |takes| format!("{takes}; {ask}")))
}

/// How messages call the types of values.
fn types(form: &[TypeId]) -> Vec<&'static str> {
    let named = |id: &TypeId| match *id {
        id if id == TypeId::of::<ImmutableString>() || id == TypeId::of::<&'static str>() => "text",
        id if id == TypeId::of::<i64>() => "number",
        id if id == TypeId::of::<bool>() => "truth value",
        id if id == TypeId::of::<Array>() => "list",
        id if id == TypeId::of::<Map>() => "map",
        id if id == TypeId::of::<Dynamic>() => "value",
        id => view::type_name(id).unwrap_or("value"),
    };
    form.iter().map(named).collect()
}

fn with_article(noun: &str) -> String {
    match noun {
        NOTHING | "no value" => noun.to_owned(),
        _ if noun.starts_with(['a', 'e', 'i', 'o']) => format!("an {noun}"),
        _ => format!("a {noun}"),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn in_a_row(parts: &[String], word: &str) -> String {
    match parts {
        [] => "no value".to_owned(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} {word} {last}", before.join(", ")),
    }
}

/// How messages call `()`.
const NOTHING: &str = "nothing";

/// The first line of what an error says, without the place.
fn first_line(error: &EvalAltResult) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.split(" (line ").next().unwrap_or_default().replace('\'', "`")
}

/// The names of types, as the book has them.
fn kinds(text: &str) -> String {
    let named = text.replace("&str | ImmutableString | String", "text").replace("bool", "truth value");
    let named = named.replace("i64", "number").replace("string", "text").replace("array", "list");
    let named = named.replace("()", NOTHING).replace('`', "");
    shortened(&named)
}

pub(super) fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// A number with commas.
fn thousands(n: u64) -> String {
    if n >= 1000 { format!("{},{:03}", n / 1000, n % 1000) } else { n.to_string() }
}
