//! What stands on the board, as the first word of a position's text.

use super::letters::{Letter, letters};
use super::{Fault, NotationError};
use crate::board::{Board, Shape, Site};
use crate::engine::{Game, Piece};
use crate::ruleset::{KindId, SideId};

/// What stands on each site, by its number: kind and owner.
pub(crate) type Pieces = Vec<Option<(KindId, Option<SideId>)>>;

/// The sites in the order of the text, rank by rank from the top, each from west to east, with the name
/// of the rank. Cut-out sites are left out. A free board is one run, as its points are declared.
fn ranks(board: &Board) -> Vec<(String, Vec<Site>)> {
    if board.shape() == Shape::Graph {
        return vec![("the board".into(), board.sites().iter().collect())];
    }
    let rank = |y: u16| (format!("rank {}", y + 1), board.rank(u32::from(y) + 1).iter().collect());
    (0..board.size().1).rev().map(rank).collect()
}

/// Writes what stands on the board.
pub(crate) fn write_placement(cells: &[Option<Piece>], game: &Game) -> String {
    let run = |sites: &[Site]| {
        let (mut text, mut empty) = (String::new(), 0u32);
        for site in sites {
            match cells.get(*site as usize).copied().flatten() {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push_str(game.rules().kinds.get(piece.kind as usize).map_or("?", |k| k.letter(piece.owner)));
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    ranks(game.board()).iter().map(|(_, sites)| run(sites)).collect::<Vec<_>>().join("/")
}

/// Reads what stands on the board. A `#` may stand where a site is cut out, and a `/` anywhere on a free
/// board.
pub(crate) fn read_placement(text: &str, game: &Game) -> Result<Pieces, NotationError> {
    let board = game.board();
    let free = board.shape() == Shape::Graph;
    let letters = letters(game);
    let ranks = ranks(board);
    let mut pieces: Pieces = vec![None; board.count()];
    let mut at = 0;
    let runs: Vec<&str> = if free { vec![text] } else { text.split('/').collect() };
    for (n, run) in runs.iter().enumerate() {
        let Some((name, sites)) = ranks.get(n) else {
            let help = format!("the board has {} ranks", ranks.len());
            return Err(NotationError::expected(at, "the end of the placement", &text[at..]).help(help));
        };
        let cells = read_run(run, &letters, free).map_err(|e| e.moved_by(at))?;
        at += run.len();
        if cells.len() != sites.len() {
            let fault = Fault::SiteCount { place: name.clone(), expected: sites.len(), found: cells.len() };
            return Err(NotationError::new(at, fault).help("letters stand for pieces, numbers for empty sites"));
        }
        for (site, cell) in sites.iter().zip(cells) {
            if let Some(slot) = pieces.get_mut(*site as usize) {
                *slot = cell;
            }
        }
        at += 1;
    }
    if runs.len() < ranks.len() {
        let help = format!("the board has {} ranks, the text {}", ranks.len(), runs.len());
        return Err(NotationError::expected(text.len(), "`/` and the next rank", "").help(help));
    }
    Ok(pieces)
}

/// One run of pieces and numbers.
fn read_run(run: &str, letters: &[Letter], grouped: bool) -> Result<Pieces, NotationError> {
    let mut cells = Vec::new();
    let mut at = 0;
    while let Some(c) = run[at..].chars().next() {
        let rest = &run[at..];
        if let Some(letter) = letters.iter().find(|l| rest.starts_with(&l.text)) {
            cells.push(Some((letter.kind, letter.owner)));
            at += letter.text.len();
        } else if c.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..end].parse::<usize>().ok().filter(|n| (1..=crate::board::MAX_SITES).contains(n));
            let Some(number) = number else {
                return Err(NotationError::expected(at, "a number of empty sites", &rest[..end]));
            };
            cells.extend(std::iter::repeat_n(None, number));
            at += end;
        } else if c == '#' || (grouped && c == '/') {
            at += 1;
        } else {
            let known: Vec<&str> = letters.iter().map(|l| l.text.as_str()).collect();
            let help = format!("the letters of this game are {}", known.join(", "));
            return Err(NotationError::new(at, Fault::Unknown("piece's letter", c.to_string())).help(help));
        }
        // No board has more sites, so a longer run is wrong whatever follows.
        if cells.len() > 2 * crate::board::MAX_SITES {
            break;
        }
    }
    Ok(cells)
}
