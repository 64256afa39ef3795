//! Games as records.

use super::table::Table;
use crate::notation::{match_record, record, write_match_record, write_record};

/// The record of a game, or of a match.
pub fn text(table: &Table) -> String {
    let players = table.setup.players.iter().map(|p| p.name.clone()).collect::<Vec<_>>().join(", ");
    let kinds =
        |p: &super::setup::Player| if p.kind == super::json::PlayerKind::Computer { "computer" } else { "person" };
    let who = table.setup.players.iter().map(kinds).collect::<Vec<_>>().join(",");
    let level = ("Level".to_owned(), table.setup.level.clone());
    if let Some(contest) = &table.contest {
        let mut rounds = contest.rounds.clone();
        rounds.push(table.play.clone());
        // A round that is over belongs to the record with its result.
        let play = contest.next.as_ref().map_or(&contest.play, |next| &next.after);
        return write_match_record(&match_record(play, &rounds, &[("Who".to_owned(), who), level]));
    }
    let tags = [
        ("Players".to_owned(), who),
        ("Names".to_owned(), players),
        ("Seed".to_owned(), table.setup.seed.to_string()),
        level,
    ];
    let mut record = record(&table.play, &tags);
    if let Some(ended) = &table.ended {
        record.result = Some(ended.result.clone());
        record.reason = Some(ended.reason.clone());
    }
    write_record(&record)
}
