//! Moves as a person types them without their strokes: `c1c2`, `e7e8q`. Records do not read such texts.

use super::moves::{move_texts, read_shape};
use super::shape::MAX_MOVE;
use super::site::site_text;
use super::{Fault, NotationError};
use crate::engine::{Game, Move};

/// How many moves a message names.
const NAMED: usize = 12;

/// What was typed as it is written: strokes that were left out are put in, where only one move, or one row of sites,
/// can be meant. Any other text comes back as it was.
///
/// # Errors
/// Several moves can be meant.
pub fn typed_move(text: &str, legal: &[Move], game: &Game) -> Result<String, NotationError> {
    let typed = text.trim();
    if typed.len() > MAX_MOVE || read_shape(typed, legal, game).is_ok() {
        return Ok(typed.to_owned());
    }
    let bare = squeezed(typed);
    let mut fit: Vec<String> = move_texts(legal, game).into_iter().filter(|t| is_bare(t, &bare)).collect();
    fit.sort_unstable();
    fit.dedup();
    match fit.as_slice() {
        [] => Ok(sites(&bare, game).map_or_else(|| typed.to_owned(), |sites| sites.join("-"))),
        [only] => Ok(only.clone()),
        several => {
            let named = several.iter().take(NAMED).cloned().collect();
            Err(NotationError::new(0, Fault::Ambiguous(named)).help("write one of them in full"))
        }
    }
}

/// Whether a move's text without its strokes is this.
fn is_bare(text: &str, bare: &str) -> bool {
    squeezed(text) == bare || squeezed(&text.replace('x', "")) == bare
}

/// Letters and digits alone, in small letters.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The only row of two sites or more that a text spells.
fn sites<'a>(bare: &str, game: &'a Game) -> Option<Vec<&'a str>> {
    let board = game.board();
    let names: Vec<(&str, String)> =
        board.sites().iter().map(|s| site_text(s, board)).map(|n| (n, squeezed(n))).collect();
    // In how many ways the rest can be read from each place on (two stand for more), and by which name it begins.
    let mut ways = vec![(0_u8, ""); bare.len() + 1];
    if let Some(end) = ways.last_mut() {
        end.0 = 1;
    }
    for at in (0..bare.len()).rev() {
        let Some(rest) = bare.get(at..) else { continue };
        for (name, spelled) in names.iter().filter(|(_, spelled)| !spelled.is_empty() && rest.starts_with(&**spelled)) {
            let after = ways.get(at + spelled.len()).map_or(0, |w| w.0);
            if let Some(here) = ways.get_mut(at).filter(|_| after > 0) {
                *here = ((here.0 + after).min(2), name);
            }
        }
    }
    let (mut row, mut at) = (Vec::new(), 0);
    while let Some((1, name)) = ways.get(at).filter(|_| at < bare.len()) {
        row.push(*name);
        at += squeezed(name).len();
    }
    (at == bare.len() && row.len() > 1).then_some(row)
}
