//! Which games have values that hang on nothing but the position, and what is left out of the others.

use super::trouble::Trouble;
use crate::engine::Game;
use crate::ruleset::visit::{self, Visitor};
use crate::ruleset::{Cond, CondKind, EndResult};

/// The game that is solved instead of a game: without the endings that make a draw of a position that comes again.
///
/// Where both sides play as well as they can, they change nothing: who has a win need not come to a position twice, and
/// play without an end is a draw as well.
///
/// # Errors
/// Its values would hang on something else than the position.
pub(super) fn fitting(game: &Game) -> Result<Game, Trouble> {
    let rules = game.rules();
    if rules.sides.len() != 2 {
        return Err(Trouble::Sides(rules.sides.len()));
    }
    if game.asks_hooks()
        && let Some(hook) = rules.hooks.iter().find(|h| h.point.in_play())
    {
        return Err(Trouble::Script(hook.decides.clone()));
    }
    let mut without = rules.clone();
    without.ends.clear();
    for end in &rules.ends {
        let mut end = end.clone();
        if reads_history(&end.cond) {
            if end.result != EndResult::Draw {
                return Err(Trouble::History(format!("who wins hangs on what comes again: {}", end.reason)));
            }
            match unrepeated(&end.cond) {
                Some(Some(cond)) => end.cond = cond,
                Some(None) => continue,
                None => return Err(Trouble::History(format!("a draw hangs on what was before: {}", end.reason))),
            }
        }
        without.ends.push(end);
    }
    let fitting = game.with_rules(without);
    if fitting.reads_history() {
        let illegal = rules.illegal.iter().find(|i| reads_history(&i.cond));
        let why = illegal.map_or("the rules read what was played before", |i| i.reason.as_str());
        return Err(Trouble::History(format!("which moves are legal hangs on what was played before: {why}")));
    }
    if fitting.reads_moved() {
        return Err(Trouble::Unheld("whether a piece has moved"));
    }
    if fitting.reads_was() {
        return Err(Trouble::Unheld("what a piece was before"));
    }
    if !rules.marks.is_empty() {
        return Err(Trouble::Unheld("marks"));
    }
    if rules.filters.iter().any(|f| f.huff) {
        return Err(Trouble::Unheld("who missed a capture"));
    }
    Ok(fitting)
}

/// Whether a listing of positions would have to list the counts of moves, too.
pub(super) fn counts_moves(game: &Game) -> bool {
    !game.empty().counters.is_empty()
}

fn reads_history(cond: &Cond) -> bool {
    struct Find(bool);
    impl Visitor for Find {
        fn cond(&mut self, cond: &Cond) {
            self.0 |= matches!(cond.kind, CondKind::Occurs { .. } | CondKind::Throughout(_));
        }
    }
    let mut find = Find(false);
    visit::cond(cond, &mut find);
    find.0
}

/// The condition of a draw where no position comes again; inside: none if it never holds then. Outside: none if it reads
/// the history otherwise.
fn unrepeated(cond: &Cond) -> Option<Option<Cond>> {
    match &cond.kind {
        CondKind::Occurs { board_only: false, times } if *times > 1 => Some(None),
        CondKind::All(parts) => {
            let parts: Option<Vec<Option<Cond>>> = parts.iter().map(unrepeated).collect();
            let parts: Option<Vec<Cond>> = parts?.into_iter().collect();
            Some(parts.map(|parts| Cond { kind: CondKind::All(parts), span: cond.span }))
        }
        CondKind::Any(parts) => {
            let parts: Option<Vec<Option<Cond>>> = parts.iter().map(unrepeated).collect();
            let parts: Vec<Cond> = parts?.into_iter().flatten().collect();
            Some((!parts.is_empty()).then_some(Cond { kind: CondKind::Any(parts), span: cond.span }))
        }
        _ if reads_history(cond) => None,
        _ => Some(Some(cond.clone())),
    }
}
