//! What can be asked.

use super::reply::Problem;
use crate::ruleset::nearest::nearest;
use crate::search::Level;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The words of all requests.
const WORDS: [&str; 11] =
    ["new", "legal", "apply", "undo", "result", "why", "position", "record", "choose", "render", "quit"];

/// A request, without its `id`.
#[derive(Debug)]
pub enum Request {
    New(New),
    Legal(Legal),
    Apply(Apply),
    Undo(Undo),
    Result,
    Why(Apply),
    Position,
    Record,
    Choose(Choose),
    Render(Render),
    Quit,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct New {
    /// Options and their values, besides those of the call.
    #[serde(default)]
    pub settings: Map<String, Value>,
    pub position: Option<String>,
    #[serde(default)]
    pub seed: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Legal {
    /// Whether the moves are told in full, too.
    #[serde(default)]
    pub details: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Apply {
    #[serde(rename = "move")]
    pub mv: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// How many moves.
    #[serde(default = "one")]
    pub moves: usize,
}

fn one() -> usize {
    1
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choose {
    level: Option<String>,
}

impl Choose {
    /// How strong the computer is.
    pub fn level(&self) -> Result<Level, Problem> {
        let Some(level) = &self.level else { return Ok(super::super::computer::USUAL) };
        level.parse().map_err(|e: crate::search::NoLevel| Problem::new("bad-field", e.to_string()))
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Render {
    #[serde(default)]
    pub flip: bool,
    pub width: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Reads a request; gives its `id`, too, where it has one that can be read.
pub fn read(line: &[u8]) -> (Value, Result<Request, Problem>) {
    let mut object = match serde_json::from_slice(line) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return (Value::Null, Err(not_json("it is no object"))),
        Err(e) => return (Value::Null, Err(not_json(&e.to_string()))),
    };
    let id = object.remove("id").unwrap_or(Value::Null);
    let request = match object.remove("do") {
        Some(Value::String(word)) => of_word(&word, object),
        _ => {
            let problem = Problem::new("no-request", "the request does not say what to do");
            Err(problem.hint("give it a field `do`, such as `{\"do\": \"legal\"}`"))
        }
    };
    (id, request)
}

fn not_json(why: &str) -> Problem {
    Problem::new("not-json", format!("the line is no request in JSON: {why}"))
        .hint("write a request on one line, such as `{\"id\": 1, \"do\": \"legal\"}`")
}

fn of_word(word: &str, rest: Map<String, Value>) -> Result<Request, Problem> {
    fn fields<T: DeserializeOwned>(word: &str, rest: Map<String, Value>) -> Result<T, Problem> {
        serde_json::from_value(Value::Object(rest))
            .map_err(|e| Problem::new("bad-field", format!("`{word}` cannot be asked so: {e}")))
    }
    let nothing = |rest| fields::<Nothing>(word, rest);
    Ok(match word {
        "new" => Request::New(fields(word, rest)?),
        "legal" => Request::Legal(fields(word, rest)?),
        "apply" => Request::Apply(fields(word, rest)?),
        "undo" => Request::Undo(fields(word, rest)?),
        "result" => nothing(rest).map(|_| Request::Result)?,
        "why" => Request::Why(fields(word, rest)?),
        "position" => nothing(rest).map(|_| Request::Position)?,
        "record" => nothing(rest).map(|_| Request::Record)?,
        "choose" => Request::Choose(fields(word, rest)?),
        "render" => Request::Render(fields(word, rest)?),
        "quit" => nothing(rest).map(|_| Request::Quit)?,
        _ => {
            let shown: String = word.chars().take(40).collect();
            let near = nearest(&shown, WORDS).map_or_else(String::new, |n| format!("did you mean `{n}`? "));
            let problem = Problem::new("unknown-request", format!("there is no request `{shown}`"));
            return Err(problem.hint(format!("{near}there are {}", WORDS.join(", "))));
        }
    })
}
