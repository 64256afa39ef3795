//! From a game in progress to a record, and back by playing it.

use super::moves::{move_text, read_move};
use super::position::write_position;
use super::read_position::read_position;
use super::record::{Record, RecordMove};
use super::stamp::{Difference, Stamp};
use super::{Fault, NotationError};
use crate::engine::{Game, Outcome, Play, Verdict};
use crate::explain::english::{is_plural, the_side, verb};
use crate::ruleset::SideId;

/// An outcome in words: `herd wins`, `defenders win`, `draw`, `unsettled`.
pub fn result_text(outcome: &Outcome, game: &Game) -> String {
    match outcome.result {
        Verdict::Win(side) => {
            let name = game.rules().sides.get(side as usize).map_or("?", |s| s.name.as_str());
            format!("{name} {}", verb(is_plural(name), "wins", "win"))
        }
        Verdict::Draw => "draw".into(),
        Verdict::Unsettled => "unsettled".into(),
    }
}

/// How a game ended that a side gave up: where it has one opponent, that one wins; else it loses.
pub fn result_of_resigning(side: SideId, game: &Game) -> String {
    let mut others = (0..game.rules().sides.len() as SideId).filter(|s| *s != side);
    match (others.next(), others.next()) {
        (Some(other), None) => {
            let won = Outcome { result: Verdict::Win(other), reason: String::new(), span: None };
            result_text(&won, game)
        }
        _ => {
            let name = game.rules().sides.get(side as usize).map_or("?", |s| s.name.as_str());
            format!("{name} {}", verb(is_plural(name), "loses", "lose"))
        }
    }
}

/// A result as a clause: `the herd wins`, `the game is a draw`. What is no result of this game stays as it is.
pub fn result_clause(result: &str, game: &Game) -> String {
    let of = |name: &str| result.strip_prefix(name).filter(|rest| rest.starts_with(' '));
    match game.rules().sides.iter().find_map(|s| Some((s, of(&s.name)?))) {
        Some((side, " win" | " wins")) => {
            format!("{} {}", the_side(&side.name), verb(is_plural(&side.name), "wins", "win"))
        }
        Some((side, rest)) => format!("{}{rest}", the_side(&side.name)),
        None if result == "draw" => "it is a draw".into(),
        None => result.into(),
    }
}

/// A result as it is compared: `defenders wins`, as records had it once, is `defenders win`.
pub(super) fn spelled(result: &str) -> &str {
    let one = [" wins", " loses"].iter().any(|end| result.ends_with(end));
    if one { result.strip_suffix('s').unwrap_or(result) } else { result }
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
        moves.push(RecordMove {
            text: move_text(mv, &again.moves().unwrap_or_default(), game),
            number,
            ..RecordMove::default()
        });
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

pub(super) fn stamp_tags(stamp: &Stamp) -> Vec<(String, String)> {
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
    stamp_of(|name| record.tag(name))
}

/// The rules that tags name.
pub(super) fn stamp_of<'a>(find: impl Fn(&str) -> Option<&'a str>) -> Stamp {
    let tag = |name: &str| find(name).map(String::from);
    let pair = |p: &str| p.split_once('=').map(|(n, v)| (n.to_string(), v.to_string()));
    let options = find("Options").map(|o| o.split_whitespace().filter_map(pair).collect());
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
        if spelled(&here) != spelled(&written) {
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
        let legal = play.moves().map_err(|e| fail(refused(e.into())))?;
        let chosen = read_move(&mv.text, &legal, game).map_err(fail)?;
        play.play(&chosen).map_err(|e| fail(refused(e)))?;
    }
    Ok(play)
}
