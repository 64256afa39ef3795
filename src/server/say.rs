//! Moves as data and in words.

use super::json::MoveView;
use crate::board::Site;
use crate::engine::{Action, Game, Move};
use crate::explain::english::{list, with_article};
use crate::notation::site_text;
use crate::ruleset::{KindId, SideId};

/// The name of a side.
pub fn side_name(game: &Game, side: SideId) -> String {
    game.rules().sides.get(usize::from(side)).map_or_else(|| "?".to_owned(), |s| s.name.clone())
}

/// The name of a kind of piece.
pub fn kind_name(game: &Game, kind: KindId) -> &str {
    game.rules().kinds.get(usize::from(kind)).map_or("piece", |k| k.name.as_str())
}

/// Where a move begins: of several pieces that move together, where the first of them stands.
pub fn origin(mv: &Move, game: &Game) -> Option<Site> {
    match mv.action {
        Action::Joint(number) => {
            let joint = game.rules().joints.get(usize::from(number))?;
            joint.legs.first().map(|(_, from, _)| *from.of(mv.side))
        }
        _ => mv.from(),
    }
}

/// A move as data.
pub fn move_view(mv: &Move, text: &str, game: &Game) -> MoveView {
    let name = |site: Site| site_text(site, game.board()).to_owned();
    let dropped = match mv.action {
        Action::Drop(kind) | Action::Drops(kind) => Some(kind_name(game, kind).to_owned()),
        _ => None,
    };
    MoveView {
        text: text.to_owned(),
        side: side_name(game, mv.side),
        from: origin(mv, game).map(name),
        to: mv.to().map(name),
        drop: dropped,
        path: mv.trail.iter().map(|s| name(*s)).collect(),
        captures: mv.captured.iter().map(|(s, _)| name(*s)).collect(),
        says: says(mv, game),
    }
}

/// A move in words: `buffalo f3 to f4`, `chief c3 takes buffalo on c4`.
pub fn says(mv: &Move, game: &Game) -> String {
    let name = |site: Site| site_text(site, game.board()).to_owned();
    let to = mv.to();
    let taken: Vec<String> =
        mv.captured.iter().map(|(site, piece)| format!("{} on {}", kind_name(game, piece.kind), name(*site))).collect();
    let at_landing = mv.captured.len() == 1 && mv.captured.first().map(|(site, _)| *site) == to;
    let mut said = match mv.action {
        Action::Piece { from, kind } => {
            let piece = format!("{} {}", kind_name(game, kind), name(from));
            match to {
                Some(to) if at_landing => format!("{piece} takes {}", said_taken(&taken, name(to))),
                Some(to) if to == from => piece,
                Some(to) => format!("{piece} to {}", name(to)),
                None => piece,
            }
        }
        Action::Drop(kind) | Action::Drops(kind) => {
            let sites: Vec<String> = mv.trail.iter().map(|s| name(*s)).collect();
            format!("{} dropped on {}", kind_name(game, kind), list(&sites, "and"))
        }
        Action::Joint(n) => {
            game.rules().joints.get(usize::from(n)).map_or_else(|| "several pieces".to_owned(), |j| j.text.clone())
        }
        Action::Effect => "choice".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Swap => "swap sides".to_owned(),
    };
    let told = taken.is_empty() || at_landing && matches!(mv.action, Action::Piece { .. });
    if !told {
        said.push_str(&format!(", taking {}", list(&taken, "and")));
    }
    if !mv.picks.is_empty() {
        let picks: Vec<String> = mv.picks.iter().map(|s| name(*s)).collect();
        said.push_str(&format!(", choosing {}", list(&picks, "and")));
    }
    if let Some(kind) = mv.becomes {
        said.push_str(&format!(", becoming {}", with_article(kind_name(game, kind))));
    }
    said
}

fn said_taken(taken: &[String], site: String) -> String {
    taken.first().cloned().unwrap_or(site)
}
