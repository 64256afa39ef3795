//! Moves that one site does not tell apart: what of them has been chosen already, and what can be chosen next.

use super::state::{Picked, State, goal};
use crate::board::Site;
use crate::engine::{Action, Move};
use crate::ruleset::Joint;

/// The moves that are left, and by what they are told apart next.
#[derive(Clone, Debug, PartialEq)]
pub struct Narrowed {
    pub moves: Vec<Move>,
    by: By,
}

#[derive(Clone, Debug, PartialEq)]
enum By {
    /// The choice with this number inside the move.
    Pick(usize),
    /// Of several drops in one move those that were chosen; any other is next.
    Drops(Vec<Site>),
    /// Where they end; a landing on the way was chosen.
    End,
}

impl State {
    /// The piece that moves first in a move of several pieces.
    fn joint(&self, mv: &Move) -> Option<&Joint> {
        let Action::Joint(n) = mv.action else { return None };
        self.game().rules().joints.get(usize::from(n))
    }

    /// Where the piece comes from that is picked for a move; of several that move together the first one.
    pub fn origin(&self, mv: &Move) -> Option<Site> {
        match self.joint(mv).and_then(|joint| joint.legs.first()) {
            Some((_, from, _)) => from.0.get(usize::from(mv.side)).copied(),
            None => mv.from(),
        }
    }

    /// Where a move goes, as far as the next click can say it.
    pub fn goals(&self, mv: &Move) -> Vec<Site> {
        match self.narrowed.as_ref().map(|n| &n.by) {
            Some(By::Pick(n)) => mv.picks.get(*n).copied().into_iter().collect(),
            Some(By::Drops(chosen)) => mv.trail.iter().filter(|s| !chosen.contains(s)).copied().collect(),
            Some(By::End) | None => {
                let leg = self.joint(mv).and_then(|joint| joint.legs.first());
                let to = leg.and_then(|(_, _, to)| to.0.get(usize::from(mv.side)).copied());
                to.map_or_else(|| goal(mv), |to| vec![to])
            }
        }
    }

    /// The sites that were chosen already.
    pub fn chosen_sites(&self) -> Vec<Site> {
        match &self.narrowed {
            Some(Narrowed { by: By::Drops(chosen), .. }) => chosen.clone(),
            Some(Narrowed { by: By::Pick(n), moves }) => {
                let first = moves.first();
                let before = first.into_iter().flat_map(|mv| mv.picks.iter().take(*n).copied());
                first.and_then(Move::to).into_iter().chain(before).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Leaves these moves to choose from on the board, where that tells them apart. `site`: what was chosen last.
    pub fn narrow(&mut self, moves: &[Move], site: Site) -> bool {
        let mut chosen = match &self.narrowed {
            Some(Narrowed { by: By::Drops(chosen), .. }) => chosen.clone(),
            _ => Vec::new(),
        };
        chosen.push(site);
        let more = |mv: &Move| matches!(mv.action, Action::Drops(_)) && mv.trail.len() > chosen.len();
        let by = if moves.iter().all(more) {
            By::Drops(chosen)
        } else if let Some(n) = differing_pick(moves) {
            By::Pick(n)
        } else {
            return false;
        };
        self.narrowed = Some(Narrowed { moves: moves.to_vec(), by });
        self.hint = None;
        self.say("Choose a site with a dot for the rest of the move; Esc goes back.");
        true
    }

    /// The moves of the picked piece that touch down on a site on their way.
    pub fn moves_through(&self, site: Site) -> Vec<Move> {
        if !matches!(self.picked, Some(Picked::Piece(_))) || self.narrowed.is_some() {
            return Vec::new();
        }
        let through = |mv: &&Move| matches!(mv.action, Action::Piece { .. }) && mv.trail.contains(&site);
        self.picked_moves().into_iter().filter(through).cloned().collect()
    }

    /// Leaves moves to choose from that have a landing in common.
    pub fn narrow_to_ends(&mut self, moves: Vec<Move>) {
        self.narrowed = Some(Narrowed { moves, by: By::End });
        self.say("Choose where the move ends; Esc goes back.");
    }
}

/// The first choice inside the moves that is not the same in all of them; none where some move lacks it.
fn differing_pick(moves: &[Move]) -> Option<usize> {
    let first = moves.first()?;
    let shared = moves.iter().map(|mv| mv.picks.len()).min().unwrap_or(0);
    (0..shared).find(|n| moves.iter().any(|mv| mv.picks.get(*n) != first.picks.get(*n)))
}
