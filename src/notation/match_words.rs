//! The words of a match's record: sides and players, changes, rulings.

use super::match_record::{RoundRecord, Said};
use super::record::one_line;
use super::{NotationError, read_site, site_text};
use crate::engine::{Change, Game, NextRound, PlayerFacts, Tiebreak};
use crate::match_play::{Match, Round};
use crate::ruleset::SideId;

pub(super) fn side_name(game: &Game, side: SideId) -> &str {
    game.rules().sides.get(usize::from(side)).map_or("?", |s| s.name.as_str())
}

/// Players and their sides, in the order of the sides.
pub(super) fn seats(of: &Match, round: &Round) -> Vec<(String, String)> {
    let side = |n: usize| side_name(of.game(), n as SideId).to_owned();
    round.seats.iter().enumerate().map(|(n, player)| (of.name(*player).to_owned(), side(n))).collect()
}

pub(super) fn read_side(name: &str, at: usize, game: &Game) -> Result<SideId, NotationError> {
    let sides = &game.rules().sides;
    let found = sides.iter().position(|s| s.name == name.trim()).map(|n| n as SideId);
    found.ok_or_else(|| NotationError::unknown(at, "side", name.trim(), sides.iter().map(|s| s.name.as_str())))
}

fn read_player(name: &str, at: usize, players: &[PlayerFacts]) -> Result<usize, NotationError> {
    let found = players.iter().position(|p| p.name == name);
    found.ok_or_else(|| NotationError::unknown(at, "player", name, players.iter().map(|p| p.name.as_str())))
}

/// The player of each side, by a round's heading.
pub(super) fn read_seats(
    round: &RoundRecord,
    players: &[PlayerFacts],
    game: &Game,
) -> Result<Vec<usize>, NotationError> {
    let mut seats = vec![None; game.rules().sides.len()];
    for (player, side) in &round.seats {
        let side = read_side(side, round.at, game)?;
        let player = read_player(player, round.at, players)?;
        if let Some(seat) = seats.get_mut(usize::from(side)) {
            *seat = Some(player);
        }
    }
    let all = seats.iter().copied().collect::<Option<Vec<usize>>>();
    all.ok_or_else(|| NotationError::refused(round.at, "the heading names no player for some side"))
}

/// A change to the start of a round: `remove a1`, `place dog of defenders at b2`.
pub fn change_text(change: Change, game: &Game) -> String {
    match change {
        Change::Remove(site) => format!("remove {}", site_text(site, game.board())),
        Change::Place { kind, owner, site } => {
            let kind = game.rules().kinds.get(usize::from(kind)).map_or("?", |k| k.name.as_str());
            let of = owner.map_or_else(String::new, |side| format!(" of {}", side_name(game, side)));
            format!("place {kind}{of} at {}", site_text(site, game.board()))
        }
    }
}

fn read_change(text: &str, at: usize, game: &Game) -> Result<Change, NotationError> {
    let site = |name: &str| read_site(name, game.board()).map_err(|e| NotationError { at, ..e });
    let kinds = &game.rules().kinds;
    let kind = |name: &str| {
        let found = kinds.iter().position(|k| k.name == name);
        found.ok_or_else(|| NotationError::unknown(at, "piece", name, kinds.iter().map(|k| k.name.as_str())))
    };
    match text.split(' ').collect::<Vec<_>>().as_slice() {
        ["remove", at] => Ok(Change::Remove(site(at)?)),
        ["place", piece, "at", on] => Ok(Change::Place { kind: kind(piece)? as u8, owner: None, site: site(on)? }),
        ["place", piece, "of", side, "at", on] => {
            let owner = Some(read_side(side, at, game)?);
            Ok(Change::Place { kind: kind(piece)? as u8, owner, site: site(on)? })
        }
        _ => Err(NotationError::expected(at, "`remove SITE` or `place PIECE of SIDE at SITE`", text)),
    }
}

/// What a script made different in a round; none where it said nothing.
pub(super) fn read_different(round: &RoundRecord, game: &Game) -> Result<Option<NextRound>, NotationError> {
    let (settings, start, note) = (round.said("settings"), round.said("start"), round.said("note"));
    if settings.is_none() && start.is_none() && note.is_none() {
        return Ok(None);
    }
    let mut next = NextRound { note: note.map(|s| s.text.clone()).unwrap_or_default(), ..NextRound::default() };
    if let Some(said) = settings {
        for setting in said.text.split_whitespace() {
            let Some((name, value)) = setting.split_once('=') else {
                return Err(NotationError::expected(said.at, "settings such as `columns=5`", setting));
            };
            next.settings.push((name.to_owned(), value.to_owned()));
        }
    }
    if let Some(said) = start {
        let changes = said.text.split(',').map(|text| read_change(text.trim(), said.at, game));
        next.changes = changes.collect::<Result<_, _>>()?;
    }
    Ok(Some(next))
}

/// `Ann wins (so it is)`.
pub(super) fn with_reason(what: &str, reason: &str) -> String {
    let reason = one_line(reason);
    if reason.is_empty() { what.to_owned() } else { format!("{what} ({reason})") }
}

/// What stands before the reason, and the reason.
pub(super) fn split_reason(text: &str) -> (&str, &str) {
    text.strip_suffix(')').and_then(|t| t.split_once(" (")).unwrap_or((text, ""))
}

pub(super) fn tiebreak_text(tiebreak: &Tiebreak, players: &[PlayerFacts]) -> String {
    match tiebreak {
        Tiebreak::Wins(player, reason) => {
            let name = players.get(*player).map_or("?", |p| p.name.as_str());
            with_reason(&format!("{name} wins"), reason)
        }
        Tiebreak::Drawn(reason) => with_reason("drawn", reason),
        Tiebreak::Tied(reason) => with_reason("tied", reason),
        Tiebreak::Again(reason) => with_reason("again", reason),
    }
}

pub(super) fn read_tiebreak(said: &Said, players: &[PlayerFacts]) -> Result<Tiebreak, NotationError> {
    let (what, reason) = split_reason(&said.text);
    let reason = reason.to_owned();
    // A player may be called `drawn`.
    if let Some(name) = what.strip_suffix(" wins") {
        return Ok(Tiebreak::Wins(read_player(name, said.at, players)?, reason));
    }
    match what {
        "drawn" => Ok(Tiebreak::Drawn(reason)),
        "tied" => Ok(Tiebreak::Tied(reason)),
        "again" => Ok(Tiebreak::Again(reason)),
        _ => Err(NotationError::expected(said.at, "`NAME wins`, `drawn`, `tied` or `again`", what)),
    }
}
