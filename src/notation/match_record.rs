//! Records of matches as plain text.
//!
//! ```text
//! [Match "bison"]
//! [Version "1.0"]
//! [Rules "0123456789abcdef"]
//! [Players "Ann, Ben"]
//! [Seed "7"]
//!
//! round 1: Ann as herd, Ben as defenders
//! first turn: defenders
//! note: what a script says, {braces} and all
//!
//! 1. d6-d3 f1-f2 {comments as in the record of a game} 2. d3-d6
//!
//! result: herd wins (a buffalo reached the village)
//! standing: Ann: 1, Ben: 0
//!
//! round 2: Ben as herd, Ann as defenders
//! ...
//! match: Ann wins (Ann won a round as each side)
//! ```
//!
//! Each round has its heading, what was decided before it (`chosen`, `first turn`, `settings`, `start`, `note`), its
//! moves, its result, and what was decided after it (`resigned`, `standing`, `tiebreak`). The last line says how the
//! match ended; a match without it goes on. Braces are a comment's among the moves alone: in a line that begins with a
//! word, and in the value of a tag, they mean nothing.

use super::record::{MAX_RECORD, Record, one_line, read_record, result_line, write_record};
use super::{Fault, NotationError};
use crate::ruleset::MAX_ROUNDS;
use std::fmt::Write;
use thiserror::Error;

/// A record of a match as its text has it; [`replay_match`](super::replay_match) plays it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchRecord {
    /// Tags and their values, in order.
    pub tags: Vec<(String, String)>,
    /// The rounds.
    pub rounds: Vec<RoundRecord>,
    /// How the match ended, with its reason; none: it goes on.
    pub result: Option<Said>,
    /// Where the lines of the text begin.
    pub(super) lines: Vec<usize>,
}

/// A round of a match as its text has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundRecord {
    /// Where its heading stands, in bytes from the start of the text.
    pub at: usize,
    /// Its number.
    pub number: u32,
    /// It is played again.
    pub again: bool,
    /// Players and their sides.
    pub seats: Vec<(String, String)>,
    /// What its lines say, by their words (`first turn`, `resigned`, ...).
    pub said: Vec<(&'static str, Said)>,
    /// The moves, comments and the result. It has no tags.
    pub record: Record,
}

/// What a line says after its colon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The words.
    pub text: String,
    /// Where they stand, in bytes from the start of the text.
    pub at: usize,
}

impl Said {
    pub(super) fn new(text: impl Into<String>) -> Said {
        Said { text: text.into(), at: 0 }
    }
}

/// A record of a match that cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct MatchTextError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and where in the text.
    pub error: NotationError,
}

/// The words before a round's moves, and those after them.
pub(super) const BEFORE: [&str; 5] = ["chosen", "first turn", "settings", "start", "note"];
pub(super) const AFTER: [&str; 3] = ["resigned", "standing", "tiebreak"];
const RESULT: &str = "match:";
const ROUND: &str = "round ";

impl MatchRecord {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    pub(super) fn error(&self, error: NotationError) -> MatchTextError {
        placed(&self.lines, error)
    }
}

impl RoundRecord {
    /// What a line says.
    pub fn said(&self, word: &str) -> Option<&Said> {
        self.said.iter().find(|(w, _)| *w == word).map(|(_, said)| said)
    }
}

fn placed(lines: &[usize], error: NotationError) -> MatchTextError {
    MatchTextError { line: lines.iter().filter(|start| **start <= error.at).count().max(1), error }
}

/// The heading of a round.
pub(super) fn heading(number: u32, again: bool, seats: &[(String, String)]) -> String {
    let seats: Vec<String> = seats.iter().map(|(player, side)| format!("{player} as {side}")).collect();
    format!("{ROUND}{number}{}: {}", if again { ", again" } else { "" }, seats.join(", "))
}

/// Writes a record of a match.
pub fn write_match_record(record: &MatchRecord) -> String {
    let head = Record { tags: record.tags.clone(), ..Record::default() };
    // Writing to a string cannot fail.
    let mut text = write_record(&head);
    for round in &record.rounds {
        let _ = writeln!(text, "\n{}", heading(round.number, round.again, &round.seats));
        let line = |text: &mut String, word: &&str| {
            if let Some(said) = round.said(word) {
                let _ = writeln!(text, "{}", format!("{word}: {}", one_line(&said.text)).trim_end());
            }
        };
        BEFORE.iter().for_each(|word| line(&mut text, word));
        text += &write_record(&Record { tags: Vec::new(), result: None, reason: None, ..round.record.clone() });
        text += &result_line(&round.record);
        AFTER.iter().for_each(|word| line(&mut text, word));
    }
    if let Some(result) = &record.result {
        let _ = writeln!(text, "\n{RESULT} {}", one_line(&result.text));
    }
    text
}

/// Reads a record of a match. Whether it can be played is asked when it is replayed.
pub fn read_match_record(text: &str) -> Result<MatchRecord, MatchTextError> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let lines: Vec<usize> = if text.len() > MAX_RECORD { vec![0] } else { starts.collect() };
    read(text, &lines).map_err(|error| placed(&lines, error))
}

fn read(text: &str, lines: &[usize]) -> Result<MatchRecord, NotationError> {
    if text.len() > MAX_RECORD {
        return Err(NotationError::new(MAX_RECORD, Fault::TooLong(MAX_RECORD)));
    }
    // Where the rounds begin, and the line with the result. A comment may run over several lines.
    let (mut headings, mut result, mut comment) = (Vec::new(), None, false);
    let ends = lines.iter().skip(1).copied().chain([text.len()]);
    for (start, end) in lines.iter().copied().zip(ends) {
        let line = text.get(start..end).unwrap_or_default();
        if !comment && line.starts_with(RESULT) {
            result = Some((start, end));
            break;
        }
        if !comment && line.starts_with(ROUND) {
            headings.push(start);
        } else if comment || said_by(line).is_none() {
            comment = ends_in_comment(line, comment);
        }
    }
    if headings.len() > MAX_ROUNDS as usize {
        let at = headings.get(MAX_ROUNDS as usize).copied().unwrap_or_default();
        return Err(NotationError::expected(at, format!("at most {MAX_ROUNDS} rounds"), "another one"));
    }
    let end = result.map_or(text.len(), |(start, _)| start);
    let head = text.get(..headings.first().copied().unwrap_or(end)).unwrap_or_default();
    let mut record = MatchRecord { lines: lines.to_vec(), ..MatchRecord::default() };
    let tags = read_record(head)?;
    if let Some(stray) = tags.moves.first() {
        return Err(NotationError::expected(stray.at, "a tag or a heading such as `round 1: Ann as ...`", &stray.text));
    }
    record.tags = tags.tags;
    let ends = headings.iter().skip(1).copied().chain([end]);
    for (start, end) in headings.iter().copied().zip(ends) {
        let part = text.get(start..end).unwrap_or_default();
        record.rounds.push(read_round(part, start).map_err(|e| e.moved_by(start))?);
    }
    if let Some((start, end)) = result {
        let said = text.get(start + RESULT.len()..end).unwrap_or_default();
        let after = text.get(end..).unwrap_or_default().trim_start();
        if !after.is_empty() {
            return Err(NotationError::expected(text.len() - after.len(), "the end of the record", first_line(after)));
        }
        record.result = Some(Said { text: one_line(said), at: start });
    }
    Ok(record)
}

/// The word of a line such as `note: ...`, and what it says.
fn said_by(line: &str) -> Option<(&'static str, &str)> {
    BEFORE.iter().chain(&AFTER).find_map(|word| Some((*word, line.strip_prefix(*word)?.strip_prefix(':')?)))
}

/// Whether a line of tags, moves or a result ends inside a comment; `inside`: whether it begins in one. A brace in the
/// value of a tag or in a result is no comment.
fn ends_in_comment(line: &str, mut inside: bool) -> bool {
    let (mut value, mut escaped, mut token) = (false, false, true);
    for (at, c) in line.char_indices() {
        if inside {
            inside = c != '}';
        } else if value {
            value = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if token && line.get(at..).is_some_and(|rest| rest.starts_with("result:")) {
            return false;
        } else {
            (inside, value) = (c == '{', c == '"');
        }
        token = c.is_whitespace() || matches!(c, '}' | ']');
    }
    inside
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Reads a round. `base` is where it begins; errors count from there.
fn read_round(text: &str, base: usize) -> Result<RoundRecord, NotationError> {
    let heading = first_line(text);
    let mut round = RoundRecord { at: base, ..read_heading(heading)? };
    // What is not said by a word is a record of a game, whose places must stay as they are.
    let mut rest = " ".repeat(heading.len());
    let mut comment = false;
    for line in text.get(heading.len()..).unwrap_or_default().split_inclusive('\n') {
        let at = rest.len();
        match said_by(line).filter(|_| !comment) {
            Some((word, said)) => {
                if round.said(word).is_some() {
                    return Err(NotationError::new(at, Fault::Field(word.to_owned(), "stands twice in a round")));
                }
                round.said.push((word, Said { text: one_line(said), at: base + at }));
                rest += &" ".repeat(line.len());
            }
            None => {
                comment = ends_in_comment(line, comment);
                rest += line;
            }
        }
    }
    let mut record = read_record(&rest)?;
    if let Some((tag, _)) = record.tags.first() {
        return Err(NotationError::new(
            0,
            Fault::Field(tag.clone(), "stands in a round; tags stand before the rounds"),
        ));
    }
    record.moves.iter_mut().for_each(|m| m.at += base);
    round.record = record;
    Ok(round)
}

/// Reads `round 2, again: Ann as herd, Ben as defenders`.
fn read_heading(line: &str) -> Result<RoundRecord, NotationError> {
    let expected = "a heading such as `round 1: Ann as ..., Ben as ...`";
    let fault = |at: usize| NotationError::expected(at, expected, line.get(at..).unwrap_or_default());
    let (number, seats) = line.split_once(':').ok_or_else(|| fault(0))?;
    let number = number.strip_prefix(ROUND).unwrap_or_default();
    let (number, again) = match number.strip_suffix(", again") {
        Some(number) => (number, true),
        None => (number, false),
    };
    let number = number.trim().parse().map_err(|_| fault(0))?;
    let seat = |part: &str| part.trim().rsplit_once(" as ").map(|(p, s)| (p.trim().to_owned(), s.trim().to_owned()));
    let seats = seats.split(',').map(seat).collect::<Option<Vec<_>>>().ok_or_else(|| fault(0))?;
    Ok(RoundRecord { number, again, seats, ..RoundRecord::default() })
}
