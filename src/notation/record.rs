//! Records of games as plain text.
//!
//! ```text
//! [Ruleset "bison"]
//! [Version "1.0"]
//! [Rules "0123456789abcdef"]
//! [Result "herd wins"]
//! [Reason "a buffalo reached the village"]
//!
//! 1. f1-f2 d6-d3 {comments stand in braces and are kept} 2. f2-f3
//! result: herd wins (a buffalo reached the village)
//! ```
//!
//! Tags come first, any that the writer likes among them. Numbers are for readers: a new one begins when
//! the turn comes round to the first mover again; reading passes over them. Comments belong to the move
//! before them, or to the head; they hold no braces. The last line says how the game ended; a game
//! without it is unfinished.

use super::replay::spelled;
use super::{Fault, NotationError};
use std::fmt::Write;

/// The longest text of a record, in bytes.
pub const MAX_RECORD: usize = 1 << 24;

/// The most tags that a record may have.
pub const MAX_TAGS: usize = 256;

/// The width at which moves are broken into lines, where nothing is longer.
const WIDTH: usize = 80;

/// A record as its text has it; [`replay`](super::replay()) plays it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Tags and their values, in order.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<RecordMove>,
    /// How the game ended, such as `herd wins` or `draw`; none: it is unfinished.
    pub result: Option<String>,
    /// Why.
    pub reason: Option<String>,
}

/// A move of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordMove {
    /// Its text.
    pub text: String,
    /// The number under which it stands.
    pub number: usize,
    /// Where it stands, in bytes from the start of the record.
    pub at: usize,
    /// Comments after it.
    pub comments: Vec<String>,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
}

/// Writes a record. A tag's name keeps letters, digits, `-` and `_` alone, a comment loses its braces.
pub fn write_record(record: &Record) -> String {
    // Writing to a string cannot fail.
    let mut text = String::new();
    let ending = [("Result", &record.result), ("Reason", &record.reason)];
    let tags = record.tags.iter().map(|(n, v)| (n.as_str(), v.as_str()));
    let tags = tags.filter(|(n, _)| !ending.iter().any(|(e, _)| e == n));
    for (name, value) in tags.chain(ending.into_iter().filter_map(|(n, v)| Some((n, v.as_deref()?)))) {
        let name: String = name.chars().filter(|c| tag_char(*c)).collect();
        if !name.is_empty() {
            let _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
        }
    }
    let mut lines = Lines { text: String::new(), column: 0 };
    record.comments.iter().for_each(|c| lines.word(&comment(c)));
    let mut number = None;
    for mv in &record.moves {
        let numbered = if number == Some(mv.number) { mv.text.clone() } else { format!("{}. {}", mv.number, mv.text) };
        number = Some(mv.number);
        lines.word(&numbered);
        mv.comments.iter().for_each(|c| lines.word(&comment(c)));
    }
    if !lines.text.is_empty() {
        let _ = writeln!(text, "\n{}", lines.text);
    }
    text += &result_line(record);
    text
}

/// The line that says how a game ended, with an empty one before it; nothing where it is unfinished.
pub(super) fn result_line(record: &Record) -> String {
    let reason = record.reason.as_ref().map_or(String::new(), |r| format!(" ({})", one_line(r)));
    record.result.as_ref().map_or(String::new(), |result| format!("\nresult: {}{reason}\n", one_line(result)))
}

struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + width <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += width;
    }
}

fn tag_char(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "")
}

/// A text on one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn comment(text: &str) -> String {
    format!("{{{}}}", one_line(&text.replace(['{', '}'], "")))
}

/// Reads a record. Whether its moves can be played is asked when it is replayed.
pub fn read_record(text: &str) -> Result<Record, NotationError> {
    if text.len() > MAX_RECORD {
        return Err(NotationError::new(MAX_RECORD, Fault::TooLong(MAX_RECORD)));
    }
    let mut record = Record::default();
    let mut at = 0;
    let mut number = 1;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if c == '[' {
            if !record.moves.is_empty() {
                return Err(NotationError::expected(at, "a move", "[").help("tags stand before the moves"));
            }
            at += read_tag(rest, &mut record).map_err(|e| e.moved_by(at))?;
        } else if c == '{' {
            let Some(end) = rest.find('}') else {
                return Err(NotationError::expected(text.len(), "`}`", "").help("a comment is not closed"));
            };
            let said = one_line(&rest[1..end]);
            match record.moves.last_mut() {
                Some(mv) => mv.comments.push(said),
                None => record.comments.push(said),
            }
            at += end + 1;
        } else if let Some(result) = rest.strip_prefix("result:") {
            let end = result.find('\n').unwrap_or(result.len());
            read_result(&result[..end], &mut record).map_err(|e| e.moved_by(at))?;
            at += "result:".len() + end;
            let after = text[at..].trim_start();
            if !after.is_empty() {
                return Err(NotationError::expected(text.len() - after.len(), "the end of the record", after));
            }
            break;
        } else {
            let word = rest.split(|c: char| c.is_whitespace() || c == '{').next().unwrap_or(rest);
            match word.trim_end_matches('.') {
                digits if digits.len() < word.len() && digits.chars().all(|c| c.is_ascii_digit()) => {
                    number = digits.parse().unwrap_or(number);
                }
                _ => record.moves.push(RecordMove { text: word.into(), number, at, comments: Vec::new() }),
            }
            at += word.len();
        }
    }
    record.result = record.result.take().or_else(|| record.tag("Result").map(String::from));
    record.reason = record.reason.take().or_else(|| record.tag("Reason").map(String::from));
    record.tags.retain(|(n, _)| n != "Result" && n != "Reason");
    Ok(record)
}

/// Reads `[Name "value"]`; gives its length.
fn read_tag(text: &str, record: &mut Record) -> Result<usize, NotationError> {
    let form = "a tag such as `[Date \"2024-05-01\"]`";
    let name_end = text[1..].find(|c| !tag_char(c)).map_or(text.len(), |e| e + 1);
    let name = &text[1..name_end];
    let value = text[name_end..].trim_start().strip_prefix('"');
    let (false, Some(value)) = (name.is_empty(), value) else {
        return Err(NotationError::expected(name_end, form, text[name_end..].lines().next().unwrap_or("")));
    };
    if record.tags.len() >= MAX_TAGS {
        return Err(NotationError::expected(0, format!("at most {MAX_TAGS} tags"), name));
    }
    if record.tag(name).is_some() {
        return Err(NotationError::new(1, Fault::Field(name.into(), "stands twice")));
    }
    let mut read = String::new();
    let mut chars = value.char_indices();
    while let Some((n, c)) = chars.next() {
        match c {
            '"' => {
                let rest = value[n + 1..].trim_start();
                if !rest.starts_with(']') {
                    return Err(NotationError::expected(
                        text.len() - rest.len(),
                        "`]`",
                        rest.lines().next().unwrap_or(""),
                    ));
                }
                record.tags.push((name.to_string(), read));
                return Ok(text.len() - rest.len() + 1);
            }
            '\\' => match chars.next() {
                Some((_, 'n')) => read.push('\n'),
                Some((_, other)) => read.push(other),
                None => break,
            },
            '\n' => break,
            _ => read.push(c),
        }
    }
    Err(NotationError::expected(text.len() - value.len(), "a value that ends with `\"` on its line", ""))
}

/// Reads `herd wins (a buffalo reached the village)`; tags that say otherwise are refused.
fn read_result(text: &str, record: &mut Record) -> Result<(), NotationError> {
    let text = text.trim();
    let (result, reason) = match text.strip_suffix(')').and_then(|t| t.split_once(" (")) {
        Some((result, reason)) => (result, Some(reason)),
        None => (text, None),
    };
    let said = |tag: &str| record.tag(tag).map(one_line);
    let other = said("Result").is_some_and(|t| spelled(&t) != spelled(result))
        || said("Reason").zip(reason).is_some_and(|(t, r)| t != r);
    if result.is_empty() || other {
        let expected = said("Result").map_or("a result".into(), |r| format!("`{r}`, as the tags say"));
        return Err(NotationError::expected(0, expected, text));
    }
    // The tags are as good, and keep a reason's own spacing.
    record.result = Some(record.tag("Result").unwrap_or(result).to_string());
    record.reason = record.tag("Reason").or(reason).map(String::from);
    Ok(())
}
