//! What Rhai says, as findings with places.

use super::limits::{
    MAX_CALLS, MAX_DEPTH, MAX_FUNCTIONS, MAX_LIST, MAX_MAP, MAX_OPERATIONS, MAX_STRING, MAX_VARIABLES,
};
use super::misuse::{Misuse, shortened};
use super::program::Text;
use crate::ruleset::Diagnostic;
use crate::ruleset::code::{self, Code};
use rhai::{EvalAltResult, LexError, ParseError, ParseErrorType, Position};

/// What Rhai has and scripts may not use, with what to do instead.
const KEPT_OUT: [(&str, &str); 12] = [
    ("eval", "write the statements themselves"),
    ("import", "write the functions into this script"),
    ("export", "every function of a script can be called in it"),
    ("print", "answer with what is to be said"),
    ("debug", "answer with what is to be said"),
    ("this", "hand the value over as a parameter"),
    ("Fn", "call the function by its name"),
    ("call", "call the function by its name"),
    ("curry", "call the function by its name"),
    ("type_of", "compare with `()` to see whether there is something"),
    ("is_def_fn", "call the function by its name"),
    ("is_def_var", "a function sees its parameters, its own variables and `settings`"),
];

/// The symbols that the parser refuses.
pub(super) fn kept_out() -> impl Iterator<Item = &'static str> {
    KEPT_OUT.into_iter().map(|(word, _)| word)
}

/// A script that cannot be read.
pub(super) fn unread(error: &ParseError, text: &Text) -> Diagnostic {
    let span = text.span(error.position()).unwrap_or_else(|| text.whole());
    let kind = error.err_type();
    let word = match kind {
        ParseErrorType::Reserved(word) | ParseErrorType::BadInput(LexError::ImproperSymbol(word, _)) => word.as_str(),
        _ => "",
    };
    if let Some((word, help)) = KEPT_OUT.iter().find(|(k, _)| *k == word) {
        return Diagnostic::new(&code::SCRIPT_FORBIDDEN, span, format!("`{word}` is not for scripts")).help(*help);
    }
    match kind {
        ParseErrorType::BadInput(LexError::UnexpectedInput(sign)) if sign == "|" => {
            let message = "a function without a name is not for scripts";
            Diagnostic::new(&code::SCRIPT_FORBIDDEN, span, message)
                .help("write a `for` loop, or a function with a name")
        }
        ParseErrorType::PropertyExpected
            if text.before(error.position()).trim_end_matches('.').ends_with(|c: char| c.is_ascii_digit()) =>
        {
            Diagnostic::new(&code::SCRIPT_FORBIDDEN, span, "numbers are whole").help("count in smaller parts")
        }
        ParseErrorType::ExprTooDeep => {
            let message = format!("blocks and expressions nest more than {MAX_DEPTH} deep");
            Diagnostic::new(&code::SCRIPT_TOO_LARGE, span, message).help("split it, or move a part into a function")
        }
        ParseErrorType::TooManyFunctions => {
            let message = format!("a script has at most {MAX_FUNCTIONS} functions");
            Diagnostic::new(&code::SCRIPT_TOO_LARGE, span, message)
        }
        ParseErrorType::LiteralTooLarge(..) | ParseErrorType::BadInput(LexError::StringTooLong(_)) => {
            let message = format!("a text has at most {MAX_STRING} bytes, a list {MAX_LIST} elements");
            Diagnostic::new(&code::SCRIPT_TOO_LARGE, span, message)
        }
        _ => {
            let said = lowered(&kind.to_string().replace('\'', "`"));
            Diagnostic::new(&code::SCRIPT_SYNTAX, span, format!("this is not Rhai: {said}"))
        }
    }
}

/// Why a call failed: a code, a sentence, where in the script, and how to mend it.
pub(super) struct Failure {
    pub code: &'static Code,
    pub why: String,
    pub at: Position,
    pub help: Option<String>,
}

/// What a failed call says.
pub(super) fn failure(error: &EvalAltResult) -> Failure {
    let at = error.position();
    let failed = |why: String, help: Option<String>| Failure { code: &code::HOOK_FAILED, why, at, help };
    let limit = |why: String, help: &str| Failure { code: &code::HOOK_LIMIT, why, at, help: Some(help.to_owned()) };
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, outer) => {
            let inner = failure(inner);
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
            let values = values.trim_end_matches(')');
            let values = if values.is_empty() { "no value" } else { values };
            failed(format!("`{}` cannot be used with {}", shortened(name), kinds(values)), None)
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
    let named = named.replace("()", "nothing").replace('`', "");
    shortened(&named)
}

fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// A number with commas.
fn thousands(n: u64) -> String {
    if n >= 1000 { format!("{},{:03}", n / 1000, n % 1000) } else { n.to_string() }
}
