//! Moves as a person writes them, among the moves that are legal.

use super::letters::letter;
use super::shape::{MoveShape, ShapeAction, ShapeKind};
use super::{Fault, NotationError};
use crate::board::Site;
use crate::engine::{Action, Game, Move};
use crate::ruleset::KindId;

/// How many moves a message names.
const NAMED: usize = 12;

/// The shortest text of a move that [`read_move`] gives back among these legal moves. Landings on the
/// way are added from the first on until it does; then the sites of what is captured. A choice and
/// what a piece becomes are always written.
pub fn move_text(mv: &Move, legal: &[Move], game: &Game) -> String {
    shortest(mv, legal, game).text(game)
}

/// The texts of all the legal moves, in their order.
pub fn move_texts(legal: &[Move], game: &Game) -> Vec<String> {
    legal.iter().map(|mv| move_text(mv, legal, game)).collect()
}

/// The move that a text means, among the legal moves.
///
/// The text may name any number of the first landings, and the last one; what names all of them is
/// preferred to what names some. `x` and `-` may stand for each other, and a choice or `=Q` may be
/// left out, where only one move is left that fits.
pub fn read_move(text: &str, legal: &[Move], game: &Game) -> Result<Move, NotationError> {
    let shape = read_shape(text, legal, game)?;
    match resolve(&shape, legal, game).as_slice() {
        [only] => Ok((*only).clone()),
        [] => {
            let near = similar(&shape, legal, game);
            let error = NotationError::new(0, Fault::NotLegal(Box::new(shape)));
            Err(if near.is_empty() { error } else { error.help(format!("legal are {}", near.join(", "))) })
        }
        several => {
            let texts: Vec<String> = several.iter().take(NAMED).map(|m| move_text(m, legal, game)).collect();
            Err(NotationError::new(0, Fault::Ambiguous(texts)).help("write one of them in full"))
        }
    }
}

/// The shape of a move's text. What is said of a text that is none is illustrated with a move that is legal.
pub fn read_shape(text: &str, legal: &[Move], game: &Game) -> Result<MoveShape, NotationError> {
    let example = legal.first();
    MoveShape::parse(text, game, example.map(|m| m.side)).map_err(|error| {
        let form = matches!(&error.fault, Fault::Expected { expected, .. } if expected == "`-` or `x`");
        let (true, Some(mv)) = (form, example) else { return error };
        let written = move_text(mv, legal, game);
        match mv.action {
            Action::Piece { .. } => {
                error.help(format!("a move names where the piece comes from and where it goes, as in `{written}`"))
            }
            Action::Drop(_) | Action::Drops(_) => {
                NotationError::expected(0, format!("a piece and where it is dropped, as in `{written}`"), text.trim())
            }
            _ => NotationError::expected(0, format!("a move such as `{written}`"), text.trim()),
        }
    })
}

/// The legal moves that fit best: those that the text spells out exactly, else those that it spells
/// out but for some landings, and so on. More than one: the text is not unique.
fn resolve<'a>(shape: &MoveShape, legal: &'a [Move], game: &Game) -> Vec<&'a Move> {
    let mut best = (u8::MAX, Vec::new());
    for mv in legal {
        let Some(rank) = fit(shape, mv, game) else { continue };
        if rank < best.0 {
            best = (rank, Vec::new());
        }
        if rank == best.0 {
            best.1.push(mv);
        }
    }
    best.1
}

/// How well a text fits a move: 0 exactly; 1 landings are left out; 2 `x` and `-` are swapped; 3 a choice,
/// or what the piece becomes, is left out. None: it is another move.
fn fit(shape: &MoveShape, mv: &Move, game: &Game) -> Option<u8> {
    let letter_is = |kind: KindId, written: &ShapeKind| letter(kind, mv.side, game) == written.letter;
    let same = match (&shape.action, mv.action) {
        (ShapeAction::Piece(from), Action::Piece { from: at, .. }) => *from == at,
        (ShapeAction::Drop(written), Action::Drop(kind) | Action::Drops(kind)) => letter_is(kind, written),
        // Several may be written alike, of which one at most is legal.
        (ShapeAction::Joint(n), Action::Joint(m)) => *n == m || joint_text(*n, game) == joint_text(m, game),
        (ShapeAction::Effect, Action::Effect) | (ShapeAction::Pass, Action::Pass) => true,
        (ShapeAction::Swap, Action::Swap) => true,
        _ => false,
    };
    if !same || shape.taken.as_ref().is_some_and(|t| sorted(t) != sorted(&taken(mv))) {
        return None;
    }
    let mut rank = 0;
    match mv.action {
        Action::Drops(_) if sorted(&shape.trail) != sorted(&mv.trail) => return None,
        Action::Piece { .. } | Action::Drop(_) => {
            let (to, way) = shape.trail.split_last()?;
            let (last, landings) = mv.trail.split_last()?;
            if to != last || !landings.starts_with(way) {
                return None;
            }
            rank = rank.max(u8::from(way.len() < landings.len()));
        }
        _ => {}
    }
    if matches!(mv.action, Action::Piece { .. }) && shape.captures != takes(mv) {
        rank = 2;
    }
    match (&shape.becomes, mv.becomes) {
        (None, None) => {}
        (Some(written), Some(kind)) if letter_is(kind, written) => {}
        (None, Some(_)) => rank = 3,
        (Some(_), _) => return None,
    }
    if !mv.picks.starts_with(&shape.picks) {
        return None;
    }
    Some(if shape.picks.len() < mv.picks.len() { 3 } else { rank })
}

/// How a move of several pieces is written.
fn joint_text(n: u8, game: &Game) -> Option<&str> {
    game.rules().joints.get(usize::from(n)).map(|j| j.text.as_str())
}

/// The shape of a move with the fewest landings that tell it from the other legal moves.
fn shortest(mv: &Move, legal: &[Move], game: &Game) -> MoveShape {
    let between = match mv.action {
        Action::Piece { .. } => mv.trail.len().saturating_sub(1),
        _ => 0,
    };
    for say_taken in [false, true] {
        for landings in 0..=between {
            let shape = shaped(mv, landings, say_taken, game);
            if resolve(&shape, legal, game).as_slice() == [mv] {
                return shape;
            }
        }
    }
    // Not among the legal moves, or told from another by nothing that a text has: say the whole trail.
    shaped(mv, between, false, game)
}

/// The shape of a move with so many of its first landings.
fn shaped(mv: &Move, landings: usize, say_taken: bool, game: &Game) -> MoveShape {
    let kind = |kind: KindId| ShapeKind { letter: letter(kind, mv.side, game).to_string(), kind };
    let (action, trail) = match mv.action {
        Action::Piece { from, .. } => {
            let way = mv.trail.iter().take(landings.min(mv.trail.len().saturating_sub(1)));
            (ShapeAction::Piece(from), way.chain(mv.trail.last()).copied().collect())
        }
        Action::Drop(k) => (ShapeAction::Drop(kind(k)), mv.trail.last().copied().into_iter().collect()),
        Action::Drops(k) => (ShapeAction::Drop(kind(k)), mv.trail.to_vec()),
        Action::Joint(n) => (ShapeAction::Joint(n), Vec::new()),
        Action::Effect => (ShapeAction::Effect, Vec::new()),
        Action::Pass => (ShapeAction::Pass, Vec::new()),
        Action::Swap => (ShapeAction::Swap, Vec::new()),
    };
    MoveShape {
        action,
        trail,
        captures: matches!(mv.action, Action::Piece { .. }) && takes(mv),
        taken: say_taken.then(|| taken(mv)).filter(|t| !t.is_empty()),
        becomes: mv.becomes.map(kind),
        picks: mv.picks.to_vec(),
    }
}

/// Whether the move captures by itself; a capture that is a choice is written as one.
fn takes(mv: &Move) -> bool {
    mv.captured.iter().any(|(site, _)| !mv.picks.contains(site))
}

/// Where the move captures.
fn taken(mv: &Move) -> Vec<Site> {
    mv.captured.iter().map(|(site, _)| *site).collect()
}

fn sorted(sites: &[Site]) -> Vec<Site> {
    let mut sites = sites.to_vec();
    sites.sort_unstable();
    sites
}

/// The texts of legal moves like a text that is not legal: from the same site, or of the same kind from
/// the hand; else, where there are only few, all.
fn similar(shape: &MoveShape, legal: &[Move], game: &Game) -> Vec<String> {
    let alike = |mv: &&Move| match (&shape.action, mv.action) {
        (ShapeAction::Piece(a), Action::Piece { from, .. }) => *a == from,
        (ShapeAction::Drop(a), Action::Drop(kind) | Action::Drops(kind)) => a.kind == kind,
        _ => false,
    };
    let mut near: Vec<&Move> = legal.iter().filter(alike).collect();
    if near.is_empty() && legal.len() <= NAMED {
        near = legal.iter().collect();
    }
    let more = near.len() > NAMED;
    let texts = near.into_iter().take(NAMED).map(|m| move_text(m, legal, game));
    texts.chain(more.then(|| "...".to_string())).collect()
}
