//! A script that Rhai cannot read: what is said of it, and what was meant.

use super::braces;
use super::fault::lowered;
use super::limits::{MAX_DEPTH, MAX_FUNCTIONS, MAX_LIST, MAX_STRING};
use super::program::Text;
use crate::ruleset::code;
use crate::ruleset::{Diagnostic, Span};
use rhai::{LexError, ParseError, ParseErrorType};

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

/// Words of other languages, with what Rhai has for them.
const FOREIGN: [(&str, &str); 12] = [
    ("and", "write `&&`"),
    ("or", "write `||`"),
    ("not", "write `!`, as in `!(a == b)`"),
    ("True", "write `true`"),
    ("False", "write `false`"),
    ("elseif", "write `else if`"),
    ("elsif", "write `else if`"),
    ("elif", "write `else if`"),
    ("None", "write `()`"),
    ("nil", "write `()`"),
    ("null", "write `()`"),
    ("def", "write `fn`"),
];

/// What Rhai has for a word of another language.
pub(super) fn foreign(word: &str) -> Option<&'static str> {
    FOREIGN.iter().find(|(foreign, _)| *foreign == word).map(|(_, help)| *help)
}

/// What is said of quotation marks that are none here.
const STRAIGHT: &str = "a text stands in `\"`: write the straight `\"` before and behind it";

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
    if let Some(meant) =
        quotation(kind, text, span).or_else(|| misplaced(error, text)).or_else(|| unclosed(error, text))
    {
        return meant;
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

/// Quotation marks of a sort that Rhai does not have.
fn quotation(kind: &ParseErrorType, text: &Text, span: Span) -> Option<Diagnostic> {
    let message = match kind {
        ParseErrorType::BadInput(LexError::MalformedChar(_)) => "a text in `'` is not Rhai".to_owned(),
        ParseErrorType::BadInput(LexError::UnexpectedInput(sign)) => {
            let sign = sign
                .chars()
                .next()
                .filter(|c| "\u{201c}\u{201d}\u{201e}\u{201f}\u{2018}\u{2019}\u{ab}\u{bb}".contains(*c))?;
            format!("the quotation mark `{sign}` is not Rhai")
        }
        _ => return None,
    };
    let span = text
        .at(span.start as usize)
        .map_or(span, |c| text.between(span.start as usize, span.start as usize + c.len_utf8()));
    Some(Diagnostic::new(&code::SCRIPT_SYNTAX, span, message).help(STRAIGHT))
}

/// A word of another language, where the parser stopped or just before it.
fn misplaced(error: &ParseError, text: &Text) -> Option<Diagnostic> {
    let stopped = text.span(error.position())?;
    let before = text.before(error.position()).trim_end_matches([' ', '\t']);
    let letters = |c: char| c.is_alphanumeric() || c == '_';
    let start = before.rfind(|c| !letters(c)).map_or(0, |at| at + before.get(at..).map_or(1, first_length));
    let spans = [stopped, text.between(start, before.len())];
    let word = |span: &Span| text.text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let (span, help) = spans.into_iter().find_map(|span| Some((span, foreign(word(&span))?)))?;
    Some(Diagnostic::new(&code::SCRIPT_SYNTAX, span, format!("`{}` is not Rhai", word(&span))).help(help))
}

fn first_length(text: &str) -> usize {
    text.chars().next().map_or(1, char::len_utf8)
}

/// A brace that was opened and not closed, where the script ends or a function begins in the midst of another.
fn unclosed(error: &ParseError, text: &Text) -> Option<Diagnostic> {
    // A function in the midst of another is refused, where one may not even begin a statement.
    let stopped = text.text.get(text.before(error.position()).len()..).unwrap_or_default();
    let nested = matches!(error.err_type(), ParseErrorType::WrongFnDefinition) || stopped.starts_with("fn ");
    // A text that is not closed says so itself.
    let in_text = matches!(error.err_type(), ParseErrorType::BadInput(_));
    let open = braces::unclosed(&text.text).filter(|_| (nested || stopped.trim().is_empty()) && !in_text)?;
    let span = text.between(open, open + 1);
    let wrong = Diagnostic::new(&code::SCRIPT_SYNTAX, span, "this `{` is not closed");
    let wrong = match text.span(error.position()).filter(|_| nested) {
        Some(next) => wrong.label(next, "here the next function begins"),
        None => wrong,
    };
    Some(wrong.help("write a `}` where its block ends"))
}
