//! What a function says that was asked for something that there is not.

use crate::ruleset::nearest::{listed, nearest};
use rhai::{Dynamic, EvalAltResult, Position};

/// What a function of the views gives.
pub(super) type Asked<T> = Result<T, Box<EvalAltResult>>;

/// Why a function could not answer.
#[derive(Clone, Debug)]
pub(super) struct Misuse {
    /// In lower case without a full stop.
    pub why: String,
    /// How to mend it.
    pub help: Option<String>,
}

/// A function that cannot answer.
#[expect(clippy::unnecessary_box_returns, reason = "Rhai hands errors on in boxes")]
pub(super) fn misuse(why: impl Into<String>, help: Option<String>) -> Box<EvalAltResult> {
    let misuse = Misuse { why: shortened(&why.into()), help };
    Box::new(EvalAltResult::ErrorRuntime(Dynamic::from(misuse), Position::NONE))
}

/// There is no such thing of that name; `known` are those that there are.
pub(super) fn unknown<'a, I>(what: &str, name: &str, known: I) -> Misuse
where
    I: IntoIterator<Item = &'a str>,
    I::IntoIter: Clone,
{
    let known = known.into_iter();
    let help = match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => match listed(known) {
            list if list.is_empty() => format!("the rule file has no {what}"),
            list => format!("there is {list}"),
        },
    };
    Misuse { why: format!("there is no {what} `{}`", shortened(name)), help: Some(help) }
}

impl From<Misuse> for Box<EvalAltResult> {
    fn from(m: Misuse) -> Self {
        misuse(m.why, m.help)
    }
}

/// The first two hundred characters, on one line.
pub(super) fn shortened(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(200).map(plain).collect();
    if text.chars().nth(200).is_some() {
        short.push_str(" ...");
    }
    short
}
