//! What a round came to, read off its moves. Sides stand for the players who began with them: a pie rule lets them swap.

use crate::engine::{Play, RoundFacts, Verdict};
use crate::ruleset::SideId;

/// A round that has been played, not yet of these or those players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundEnd {
    pub(super) facts: RoundFacts,
    /// The side that gave it up.
    pub(super) gave_up: Option<SideId>,
}

impl RoundEnd {
    /// A round that ended by the rules; none where it has not ended. A round that is drawn or that the rules leave
    /// unsettled has no winner.
    pub fn of(play: &Play) -> Option<RoundEnd> {
        let outcome = play.outcome()?;
        let winner = match outcome.result {
            Verdict::Win(side) => Some(play.player(side)),
            Verdict::Draw | Verdict::Unsettled => None,
        };
        let facts = RoundFacts { winner, reason: outcome.reason.clone(), ..counted(play) };
        Some(RoundEnd { facts, gave_up: None })
    }

    /// A round that a side gave up: its opponent wins; among several nobody does.
    pub fn resigned(play: &Play, side: SideId, reason: &str) -> RoundEnd {
        let side = play.player(side);
        let mut others = (0..play.game().rules().sides.len() as SideId).filter(|s| *s != side);
        let winner = others.next().filter(|_| others.next().is_none());
        let facts = RoundFacts { winner, reason: reason.to_owned(), resigned: true, ..counted(play) };
        RoundEnd { facts, gave_up: Some(side) }
    }

    /// A round that nobody plays to its end; nobody has won it.
    pub fn broken_off(play: &Play, reason: &str) -> RoundEnd {
        let facts = RoundFacts { winner: None, reason: reason.to_owned(), ..counted(play) };
        RoundEnd { facts, gave_up: None }
    }

    /// A round that was played elsewhere and of which only this is told; the side that gave it up, if one did.
    pub fn told(facts: RoundFacts, gave_up: Option<SideId>) -> RoundEnd {
        RoundEnd { facts, gave_up }
    }

    /// What it came to. It has no seats yet.
    pub fn facts(&self) -> &RoundFacts {
        &self.facts
    }
}

/// What can be counted: moves without passes, captures of pieces of others, and what is left.
fn counted(play: &Play) -> RoundFacts {
    let rules = play.game().rules();
    let (sides, kinds) = (rules.sides.len(), rules.kinds.len());
    let (mut moves, mut captures) = (vec![0u32; sides], vec![0u32; sides]);
    for (n, mv) in play.made().iter().enumerate() {
        let side = usize::from(play.player_of_move(n).unwrap_or(mv.side));
        if let Some(n) = moves.get_mut(side).filter(|_| !mv.is_pass() && !mv.is_swap()) {
            *n += 1;
        }
        let taken = mv.captured.iter().filter(|(_, piece)| piece.owner != Some(mv.side)).count();
        if let Some(n) = captures.get_mut(side) {
            *n += taken as u32;
        }
    }
    let position = play.position();
    let mut left = vec![0u32; sides * kinds];
    for (n, in_hand) in position.hands.iter().enumerate() {
        let player = usize::from(play.player((n / kinds.max(1)) as SideId));
        if let Some(sum) = left.get_mut(player * kinds + n % kinds.max(1)) {
            *sum = u32::from(*in_hand);
        }
    }
    for piece in position.cells.iter().flatten() {
        let at = piece.owner.map(|owner| usize::from(play.player(owner)) * kinds + usize::from(piece.kind));
        if let Some(n) = at.and_then(|at| left.get_mut(at)) {
            *n += 1;
        }
    }
    RoundFacts { seats: Vec::new(), winner: None, reason: String::new(), resigned: false, moves, captures, left }
}
