//! The letters of pieces: which kind and whose, both ways.

use crate::engine::Game;
use crate::ruleset::{KindId, SideId};

/// A piece by its letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    pub text: String,
    pub kind: KindId,
    pub owner: Option<SideId>,
}

/// All letters of a game, longer ones first, so that `+S` is met before `+`.
pub(crate) fn letters(game: &Game) -> Vec<Letter> {
    let mut all = Vec::new();
    for (id, kind) in game.rules().kinds.iter().enumerate() {
        let owners = kind.owners.iter().map(|o| Some(*o)).chain(kind.owners.is_empty().then_some(None));
        all.extend(owners.map(|owner| Letter { text: kind.letter(owner).into(), kind: id as KindId, owner }));
    }
    all.retain(|l| !l.text.is_empty());
    all.sort_by_key(|l| std::cmp::Reverse(l.text.len()));
    all
}

/// The kind that a letter names: of that side where the side has it, else of anybody.
pub(crate) fn kind_of(text: &str, side: Option<SideId>, game: &Game) -> Option<KindId> {
    let all = letters(game);
    let mut named = all.iter().filter(|l| l.text == text);
    let own = named.clone().find(|l| side.is_some() && l.owner == side);
    own.or_else(|| named.next()).map(|l| l.kind)
}

/// The letter of a kind in the hands of a side; neutral kinds have one for everybody.
pub(crate) fn letter(kind: KindId, side: SideId, game: &Game) -> &str {
    game.rules().kinds.get(kind as usize).map_or("?", |k| k.letter(Some(side)))
}
