//! From a game in progress to a record, and back by playing it.

use super::moves::{move_text, read_move};
use super::position::write_position;
use super::read_position::read_position;
use super::record::{Record, RecordMove};
use super::stamp::{Difference, Stamp};
use super::{Fault, NotationError};
use crate::engine::{Game, Outcome, Play, Verdict};
use crate::ruleset::SideId;

/// An outcome in words: `herd wins`, `draw`, `unsettled`.
pub fn result_text(outcome: &Outcome, game: &Game) -> String {
    match outcome.result {
        Verdict::Win(side) => {
            format!("{} wins", game.rules().sides.get(side as usize).map_or("?", |s| s.name.as_str()))
        }
        Verdict::Draw => "draw".into(),
        Verdict::Unsettled => "unsettled".into(),
    }
}

/// The record of a game: the rules it is played by, its start where that is not the usual one, the tags
/// given (players, date, seed: whatever the caller likes), the moves, and how it ended.
pub fn record(play: &Play, tags: &[(String, String)]) -> Record {
    let game = play.game();
    let mut again = play.clone();
    while again.undo().is_some() {}
    let usual = Play::new(game);
    let mut all = stamp_tags(&Stamp::of(game.rules()));
    if again.position() != usual.position() || again.history() != usual.history() {
        all.push(("Position".into(), write_position(again.position(), again.history(), game)));
    }
    all.extend(tags.iter().filter(|(n, _)| !OWN.contains(&n.as_str())).cloned());
    let first = play.made().first().map_or(0, |m| m.side);
    let (mut number, mut before) = (1, first);
    let mut moves = Vec::new();
    for mv in play.made() {
        if round(first, mv.side, game) < round(first, before, game) {
            number += 1;
        }
        before = mv.side;
        moves.push(RecordMove { text: move_text(mv, &again.moves(), game), number, ..RecordMove::default() });
        if again.play(mv).is_err() {
            break;
        }
    }
    let outcome = play.outcome();
    Record {
        tags: all,
        comments: Vec::new(),
        moves,
        result: outcome.map(|o| result_text(o, game)),
        reason: outcome.map(|o| o.reason.clone()).filter(|r| !r.is_empty()),
    }
}

/// The place of a side in a round of turns that begins with the first mover.
fn round(first: SideId, side: SideId, game: &Game) -> usize {
    let sides = game.rules().sides.len().max(1);
    (side as usize + sides - first as usize % sides) % sides
}

/// The tags that this room writes itself.
const OWN: [&str; 7] = ["Ruleset", "Version", "Options", "Rules", "Position", "Result", "Reason"];

fn stamp_tags(stamp: &Stamp) -> Vec<(String, String)> {
    let options: Vec<String> = stamp.options.iter().flatten().map(|(n, v)| format!("{n}={v}")).collect();
    let options = Some(options.join(" ")).filter(|o| !o.is_empty());
    let tags = [
        ("Ruleset", stamp.ruleset.clone()),
        ("Version", stamp.version.clone()),
        ("Options", options),
        ("Rules", stamp.rules.clone()),
    ];
    tags.into_iter().filter_map(|(n, v)| Some((n.to_string(), v?))).collect()
}

/// The rules that a record names.
pub fn record_stamp(record: &Record) -> Stamp {
    let tag = |name: &str| record.tag(name).map(String::from);
    let pair = |p: &str| p.split_once('=').map(|(n, v)| (n.to_string(), v.to_string()));
    let options = record.tag("Options").map(|o| o.split_whitespace().filter_map(pair).collect());
    let ruleset = tag("Ruleset");
    let options = options.or_else(|| ruleset.as_ref().map(|_| Vec::new()));
    Stamp { ruleset, version: tag("Version"), options, rules: tag("Rules") }
}

/// What a record says of its rules, and of its end after [`replay`], that is otherwise here. A game that
/// was given up, or lost on time, ends in its record and not by the rules: that is no difference.
pub fn record_differences(record: &Record, play: &Play) -> Vec<Difference> {
    let mut found = record_stamp(record).differences(play.game().rules());
    if let Some(outcome) = play.outcome() {
        let here = result_text(outcome, play.game());
        let written = record.result.clone().unwrap_or_default();
        if here != written {
            found.push(Difference { what: "result".into(), written, here });
        }
    }
    found
}

/// Plays a record from its start. An error names the number of the move and says why it fails.
/// Differences of rules are no errors; [`record_differences`] tells them.
pub fn replay(record: &Record, game: &Game) -> Result<Play, NotationError> {
    let mut play = match record.tag("Position") {
        None => Play::new(game),
        Some(text) => {
            let read = read_position(text, game)?;
            let refused = |e: crate::engine::PositionError| NotationError::new(0, Fault::Refused(e.to_string()));
            Play::from_position(game, read.position, read.history).map_err(refused)?
        }
    };
    for (ply, mv) in record.moves.iter().enumerate() {
        let fail = |cause: NotationError| {
            let at = mv.at + cause.at;
            let cause = Box::new(cause);
            NotationError::new(at, Fault::Move { number: mv.number, ply, text: mv.text.clone(), cause })
        };
        let refused = |e: crate::engine::PlayError| NotationError::new(0, Fault::Refused(e.to_string()));
        if play.outcome().is_some() {
            return Err(fail(refused(crate::engine::PlayError::Over)));
        }
        let chosen = read_move(&mv.text, &play.moves(), game).map_err(fail)?;
        play.play(&chosen).map_err(|e| fail(refused(e)))?;
    }
    Ok(play)
}
