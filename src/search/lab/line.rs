//! The lines of a log: a header, then a game each.

use super::error::LabError;
use super::plan::{FORMAT, Header};
use super::record::Record;

/// How many bytes a line of a log has at most; a longer one is none.
pub const MAX_LINE: usize = 16 << 20;

/// The first line of a log, its end included.
pub fn header_line(header: &Header) -> String {
    line(serde_json::to_string(header))
}

/// The line of a game, its end included.
pub fn record_line(record: &Record) -> String {
    line(serde_json::to_string(record))
}

/// Headers and records are plain data with string keys, so they can always be written.
fn line(text: serde_json::Result<String>) -> String {
    text.unwrap_or_default() + "\n"
}

/// Reads the first line of a log.
///
/// # Errors
/// It is none.
pub fn read_header(line: &str) -> Result<Header, LabError> {
    let wrong = |why: String| LabError::Line(why);
    let value: serde_json::Value = serde_json::from_str(line)
        .map_err(|_| wrong("it is no log of a lab: its first line is not JSON".to_owned()))?;
    match value.get("lab").and_then(serde_json::Value::as_u64) {
        Some(format) if format == u64::from(FORMAT) => {}
        Some(format) => return Err(wrong(format!("it is a log of format {format}, and this program reads {FORMAT}"))),
        None => return Err(wrong("it is no log of a lab: its first line does not say so".to_owned())),
    }
    let header: Header =
        serde_json::from_value(value).map_err(|e| wrong(format!("its first line is not that of a log: {e}")))?;
    if header.games > super::MAX_GAMES {
        return Err(wrong(format!(
            "its first line tells of {} games a cell, and there are {} at most",
            header.games,
            super::MAX_GAMES
        )));
    }
    Ok(header)
}

/// Reads the line of a game.
///
/// # Errors
/// It is none of this lab.
pub fn read_record(line: &str, header: &Header) -> Result<Record, LabError> {
    let wrong = |why: &str| Err(LabError::Line(why.to_owned()));
    let record: Record = match serde_json::from_str(line) {
        Ok(record) => record,
        // Which line it is, is told by whoever reads the log.
        Err(error) => {
            let why = error.to_string();
            return wrong(&format!("no game of a lab: {}", why.split(" at line ").next().unwrap_or(&why)));
        }
    };
    let known = |side: &String| header.sides.contains(side);
    if record.cell as usize >= header.cells.len() || record.game >= header.games {
        return wrong("a game that the lab does not have");
    }
    if !header.is_ours(record.cell, record.game) {
        return wrong("a game of another shard");
    }
    if !record.rounds.iter().all(|r| known(&r.first) && r.winner.as_ref().is_none_or(known)) {
        return wrong("a game of sides that the lab does not have");
    }
    let players = header.sides.len() as u32;
    let winner = record.whole.as_ref().and_then(|m| m.winner);
    if record.whole.is_some() != header.matches || winner.is_some_and(|w| w == 0 || w > players) {
        return wrong("a game that does not fit the lab");
    }
    Ok(record)
}
