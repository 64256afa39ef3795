//! Positions made up: some of the pieces of a game, put down at random.

use crate::board::{Site, SiteSet};
use crate::engine::{Dice, Game, Piece, Position, TurnPointer};
use crate::ruleset::visit::{self, Visitor};
use crate::ruleset::{Cond, CondKind, ConfinementRule, KindId, PieceCount, Quantity, Sel, SideId, Turns};

/// A kind with its owner.
type Sort = (KindId, Option<SideId>);

/// What positions are made of.
pub(super) struct PieceBox {
    game: Game,
    /// Pieces that may be put down.
    pieces: Vec<Sort>,
    /// Counts at which some counter matters.
    counts: Vec<(u8, u16)>,
    /// Counts of captured pieces that matter.
    captured: Vec<u16>,
}

impl PieceBox {
    /// The pieces of the start and of the hands; of kinds that come into being later, one for each owner.
    pub fn of(game: &Game) -> PieceBox {
        let rules = game.rules();
        let mut pieces: Vec<(KindId, Option<SideId>)> = rules.start.iter().map(|p| (p.kind, p.owner)).collect();
        for (k, kind) in rules.kinds.iter().enumerate() {
            let k = k as KindId;
            let in_hand = game.hand_at_start(k).unwrap_or(8).min(24);
            for owner in &kind.owners {
                pieces.extend((0..in_hand).map(|_| (k, Some(*owner))));
                if !pieces.contains(&(k, Some(*owner))) {
                    pieces.push((k, Some(*owner)));
                }
            }
        }
        let mut numbers = Numbers::default();
        visit::rules(rules, &mut numbers);
        PieceBox { game: game.clone(), pieces, counts: numbers.counts, captured: numbers.captured }
    }

    /// A position, not judged. Pieces stand where their kind may be, and rather beside others than alone.
    pub fn position(&self, dice: &mut Dice) -> Position {
        let rules = self.game.rules();
        let mut position = self.game.empty();
        let mut free = rules.board.sites();
        let mut put: Vec<Site> = Vec::new();
        let (chosen, left) = self.chosen(dice);
        for (kind, owner) in chosen {
            let sites = self.allowed(kind, owner).and(free);
            // Half of them stand beside the one put down last, or beside any.
            let beside = match dice.below(4) {
                0 => put.get(put.len().saturating_sub(1)..).unwrap_or_default(),
                1 => &put,
                _ => &[],
            };
            let near: SiteSet = beside.iter().flat_map(|s| rules.board.neighbours(*s).map(|(_, n)| n)).collect();
            let near = near.and(sites);
            let among = if near.is_empty() { sites } else { near };
            let Some(site) = among.iter().nth(dice.below(among.len().max(1) as u32) as usize) else { continue };
            if let Some(cell) = position.cells.get_mut(site as usize) {
                *cell = Some(Piece { kind, owner, was: kind, moved: false });
            }
            free.remove(site);
            put.push(site);
        }
        self.turn(&mut position, dice);
        self.hands(&mut position, &left, dice);
        if self.game.reads_mover() {
            let others: Vec<SideId> = (0..rules.sides.len() as SideId).filter(|s| *s != position.to_move).collect();
            position.last = others.get(dice.below(others.len().max(1) as u32) as usize).copied();
        }
        for (counter, count) in &self.counts {
            if let Some(place) = position.counters.get_mut(usize::from(*counter)).filter(|_| dice.below(2) == 0) {
                *place = *count;
            }
        }
        if self.game.reads_captured()
            && let Some(most) = self.captured.get(dice.below(self.captured.len().max(1) as u32) as usize)
        {
            for place in position.captured.iter_mut().filter(|_| dice.below(2) == 0) {
                *place = *most;
            }
        }
        position
    }

    /// The pieces to be put down and the others. Either a share of all, or a handful of any kinds.
    fn chosen(&self, dice: &mut Dice) -> (Vec<Sort>, Vec<Sort>) {
        if dice.below(2) == 0 {
            let share = 1 + dice.below(4);
            return self.pieces.iter().partition(|_| dice.below(4) < share);
        }
        let mut left = self.pieces.clone();
        let mut chosen = Vec::new();
        for _ in 0..2 + dice.below(4) {
            let mut sorts = left.clone();
            sorts.sort_unstable();
            sorts.dedup();
            let Some(sort) = sorts.get(dice.below(sorts.len().max(1) as u32) as usize) else { break };
            if let Some(at) = left.iter().position(|p| p == sort) {
                chosen.push(left.remove(at));
            }
        }
        (chosen, left)
    }

    /// Where a kind may stand, as far as that does not depend on the position.
    fn allowed(&self, kind: KindId, owner: Option<SideId>) -> SiteSet {
        let rules = self.game.rules();
        let mut sites = rules.board.sites();
        let confined = rules.kinds.get(usize::from(kind)).map_or(&[][..], |k| &k.confined);
        for line in confined {
            let Sel::Fixed(zone) = &line.zone else { continue };
            let Some(zone) = zone.0.get(usize::from(owner.unwrap_or(0))) else { continue };
            sites = match line.rule {
                ConfinementRule::StaysIn => sites.and(*zone),
                ConfinementRule::NeverPasses => sites,
                ConfinementRule::NeverEnters | ConfinementRule::NeverStopsIn => sites.minus(*zone),
            };
        }
        sites
    }

    fn turn(&self, position: &mut Position, dice: &mut Dice) {
        let rules = self.game.rules();
        position.phase = dice.below(rules.phases.len().max(1) as u32) as u8;
        position.to_move = dice.below(rules.sides.len().max(1) as u32) as SideId;
        position.turn = TurnPointer::default();
        if let Some(Turns::List { entries, .. }) = rules.phases.get(usize::from(position.phase)).map(|p| &p.turns)
            && let at = dice.below(entries.len().max(1) as u32)
            && let Some(entry) = entries.get(at as usize)
        {
            position.to_move = entry.side;
            position.turn = TurnPointer { entry: at as u16, left: 1 + dice.below(entry.moves.max(1)) as u16 };
        }
    }

    /// In a phase of drops what is not on the board is in hand; else it may be.
    fn hands(&self, position: &mut Position, left: &[(KindId, Option<SideId>)], dice: &mut Dice) {
        let kinds = self.game.rules().kinds.len();
        if !self.game.only_drops(position.phase, position.to_move) && dice.below(2) == 0 {
            return;
        }
        for (kind, owner) in left {
            let has_hand = self.game.hand_at_start(*kind).is_some_and(|n| n > 0);
            if let (Some(owner), true) = (owner, has_hand)
                && let Some(place) = position.hands.get_mut(usize::from(*owner) * kinds + usize::from(*kind))
            {
                *place += 1;
            }
        }
    }
}

/// The numbers that conditions wait for.
#[derive(Default)]
struct Numbers {
    counts: Vec<(u8, u16)>,
    captured: Vec<u16>,
}

impl Visitor for Numbers {
    fn cond(&mut self, cond: &Cond) {
        match &cond.kind {
            CondKind::MovesWithout { moves, counter, .. } => {
                self.counts.push((*counter, moves.saturating_sub(1).min(u32::from(u16::MAX)) as u16));
            }
            CondKind::Pieces(Quantity::Between(least, most), PieceCount::Captured, ..) => {
                let near = |n: u32| (n < 1000).then_some(n as u16);
                self.captured.extend(near(*least).into_iter().flat_map(|n| [n.saturating_sub(1), n]));
                self.captured.extend(near(*most).into_iter().flat_map(|n| [n, n + 1]));
            }
            _ => {}
        }
    }
}
