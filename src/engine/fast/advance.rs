//! Making a move on sets, whose turn comes next, and the endings.

use super::bits::{Bits, each};
use super::compile::{Fast, Needs};
use super::expr::{Ask, Asking};
use super::generate::{FastMove, NOWHERE, PASS};
use super::state::State;
use super::tail::Doing;
use crate::board::Site;
use crate::engine::play::Occurrence;
use crate::engine::position::TurnPointer;
use crate::ruleset::Turns;

impl<B: Bits> Fast<B> {
    /// Makes a move and moves the turn on.
    #[inline]
    pub fn apply(&self, state: &mut State<B>, mv: &FastMove<B>) {
        let mover = state.to_move as usize;
        state.reversible = state.reversible.saturating_add(1);
        if mv.class != PASS {
            let class = mv.class as usize;
            if !mv.captured.is_empty() {
                if self.spent_for_good {
                    state.reversible = 0;
                }
                let mut captured = mv.captured;
                while !captured.is_empty() {
                    self.take(state, captured.lowest(), mover);
                    captured = captured.rest();
                }
            }
            if mv.from == NOWHERE && !self.classes[class].unlimited {
                state.hands[class] -= 1;
                if self.spent_for_good {
                    state.reversible = 0;
                }
            }
            let to = B::one(mv.to);
            let from = if mv.from == NOWHERE { B::EMPTY } else { B::one(mv.from) };
            let landed = match self.ops[class][mv.op as usize].becomes {
                Some((other, zone)) if !zone.and(to).is_empty() => other,
                _ => class,
            };
            state.sets[class] = state.sets[class].xor(from);
            state.sets[landed] = state.sets[landed].xor(to);
            // A chain may end where it began: then nothing changes.
            let changed = from.xor(to);
            state.sides[mover] = state.sides[mover].xor(changed);
            state.occupied = state.occupied.xor(changed);
            if self.keyed {
                if mv.from != NOWHERE {
                    state.key ^= self.facts[class][mv.from as usize];
                }
                state.key ^= self.facts[landed][mv.to as usize];
            }
            if !self.counters.is_empty() {
                // A piece on the board is asked what it was before the move, a dropped one what it is now.
                self.progress(state, mv, if mv.from == NOWHERE { landed } else { class });
            }
        }
        if self.mover_read {
            state.last = state.to_move;
        }
        self.turn(state);
    }

    /// A pass, where moves are made to be known.
    pub fn pass(&self, state: &mut State<B>) {
        let before = *state;
        state.reversible = state.reversible.saturating_add(1);
        self.age(state);
        if self.mover_read {
            state.last = before.to_move;
        }
        self.turn_after(state, before.to_move, &Self::asking(&before));
    }

    fn take(&self, state: &mut State<B>, site: Site, mover: usize) {
        let Some(class) = state.class_at(site, self.classes.len()) else { return };
        let one = B::one(site);
        state.sets[class] = state.sets[class].minus(one);
        state.occupied = state.occupied.minus(one);
        if let Some(owner) = self.classes[class].owner {
            state.sides[owner as usize] = state.sides[owner as usize].minus(one);
        }
        if self.keyed {
            state.key ^= self.facts[class][site as usize];
        }
        self.count_caught(state, class, mover as u8);
    }

    fn progress(&self, state: &mut State<B>, mv: &FastMove<B>, class: usize) {
        let bit = 1u32 << class;
        for (counter, count) in self.counters.iter().zip(&mut state.counters) {
            if counter.counts & bit == 0 {
                continue;
            }
            let made = counter.capture && !mv.captured.is_empty()
                || counter.drop && mv.from == NOWHERE
                || counter.moves & bit != 0
                || counter.advance && self.advances(mv, class);
            *count = if made { 0 } else { count.saturating_add(1) };
        }
    }

    fn advances(&self, mv: &FastMove<B>, class: usize) -> bool {
        let rules = self.game.rules();
        let faces = self.classes[class].owner.and_then(|o| rules.sides[o as usize].faces);
        let ahead = |f| rules.board.advance(mv.to, f) > rules.board.advance(mv.from, f);
        mv.from != NOWHERE && faces.is_some_and(ahead)
    }

    /// The counters after a move that was made to be known; `class`: the piece that moved, as it was before, or that was
    /// dropped, as it is now.
    pub fn count_progress(
        &self,
        state: &mut State<B>,
        captures: bool,
        doing: &Doing<B>,
        moved: Option<Site>,
        class: Option<usize>,
    ) {
        let rules = self.game.rules();
        let is = |classes: u32| class.is_some_and(|c| classes >> c & 1 == 1);
        let faces = rules.sides[doing.side as usize].faces;
        let advances = match (faces, doing.origin, moved) {
            (Some(f), Some(from), Some(to)) => rules.board.advance(to, f) > rules.board.advance(from, f),
            _ => false,
        };
        for (counter, count) in self.counters.iter().zip(&mut state.counters) {
            if counter.counts != u32::MAX && !is(counter.counts) {
                continue;
            }
            let made = counter.capture && captures
                || counter.drop && doing.drop
                || is(counter.moves)
                || counter.advance && advances;
            *count = if made { 0 } else { count.saturating_add(1) };
        }
    }

    /// Every mark has one move less to go.
    pub fn age(&self, state: &mut State<B>) {
        for (slot, (mark, left)) in self.marks.iter().enumerate() {
            // The marks of a kind stand in order: the one with one move more comes next.
            let next = self.marks.get(slot + 1).filter(|m| m.0 == *mark && m.1 == left + 1);
            state.marks[slot] = if next.is_some() { state.marks[slot + 1] } else { B::EMPTY };
        }
    }

    /// Whose turn comes next after a move of a side, `until` of the phase included.
    pub fn turn_after(&self, state: &mut State<B>, mover: u8, known: &Asking<B>) {
        if let Some(until) = &self.untils[state.phase as usize] {
            let now = *state;
            if self.holds(&until[mover as usize], &Asking { state: &now, ..*known }) {
                return self.next_phase(state, mover);
            }
        }
        state.to_move = mover;
        self.turn(state);
    }

    /// Whose turn comes next.
    #[inline]
    fn turn(&self, state: &mut State<B>) {
        match &self.turns[state.phase as usize] {
            Turns::Alternating(_) => state.to_move = self.after(state.to_move),
            Turns::List { entries, .. } => {
                let left = state.turn.left.saturating_sub(1);
                if left > 0 && self.can_use(state, entries[state.turn.entry as usize].side) {
                    state.turn.left = left;
                } else {
                    let mover = state.to_move;
                    self.enter(state, state.turn.entry as usize + 1, mover);
                }
            }
        }
    }

    #[inline]
    fn after(&self, side: u8) -> u8 {
        if side as usize + 1 == self.sides { 0 } else { side + 1 }
    }

    fn can_use(&self, state: &State<B>, side: u8) -> bool {
        let only_drops = self.only_drops[state.phase as usize] >> side & 1 == 1;
        let in_hand = |c: &usize| state.hands[*c] > 0 || self.classes[*c].unlimited;
        !only_drops || self.own[side as usize].iter().any(in_hand)
    }

    fn enter(&self, state: &mut State<B>, entry: usize, mover: u8) {
        if let Turns::List { entries, repeats } = &self.turns[state.phase as usize] {
            let again = if *repeats { entry.min(entries.len()) } else { 0 };
            let order = (entry..entries.len()).chain(0..again);
            for n in order {
                if self.can_use(state, entries[n].side) {
                    let left = entries[n].moves.min(u32::from(u16::MAX)) as u16;
                    state.turn = TurnPointer { entry: n as u16, left };
                    state.to_move = entries[n].side;
                    return;
                }
            }
        }
        self.next_phase(state, mover);
    }

    fn next_phase(&self, state: &mut State<B>, mover: u8) {
        let next = self.after(mover);
        if state.phase as usize + 1 < self.turns.len() {
            state.phase += 1;
            state.turn = TurnPointer::default();
            match &self.turns[state.phase as usize] {
                Turns::Alternating(first) => state.to_move = first.unwrap_or(next),
                Turns::List { .. } => self.enter(state, 0, mover),
            }
            return;
        }
        state.to_move = next;
        if let Turns::List { entries, .. } = &self.turns[state.phase as usize] {
            let found = entries.iter().position(|e| e.side == next).unwrap_or(0);
            let left = entries[found].moves.min(u32::from(u16::MAX)) as u16;
            state.turn = TurnPointer { entry: found as u16, left };
            state.to_move = entries[found].side;
        }
    }

    /// The first ending that holds after a move: index into the verdicts. `history` has the keys of the
    /// positions before; `next_moves` tells whether the player to move has a move.
    #[inline]
    pub fn judge(
        &self,
        state: &State<B>,
        mv: &FastMove<B>,
        made_by: (u8, u8),
        history: &[Occurrence],
        next_moves: bool,
    ) -> Option<usize> {
        let (mover, phase) = made_by;
        let moved = if mv.to == NOWHERE { B::EMPTY } else { B::one(mv.to) };
        for end in &self.ends[mover as usize * self.sides + state.to_move as usize] {
            let asked = match end.needs {
                Needs::Nothing => true,
                Needs::Capture => !mv.captured.is_empty(),
                Needs::Arrival(zone) => !zone.and(moved).is_empty(),
                Needs::Other => false,
            };
            if !asked {
                continue;
            }
            let holds = match &end.ask {
                // What nearly every game asks after every move is answered here.
                Ask::CannotMove(side) if *side == state.to_move => !next_moves,
                Ask::CannotMove(side) => !self.can_move(state, *side as usize),
                ask => {
                    let next_moves = Some(next_moves);
                    self.holds(ask, &Asking { history, moved, phase, next_moves, ..Self::asking(state) })
                }
            };
            if holds {
                return Some(end.verdict);
            }
        }
        None
    }

    /// The same after a move that was made to be known.
    pub fn judge_made(&self, state: &State<B>, made_by: u8, known: &Asking<B>) -> Option<usize> {
        let asking = Asking { state, ..*known };
        for end in &self.ends[made_by as usize * self.sides + state.to_move as usize] {
            if !self.holds(&end.ask, &asking) {
                continue;
            }
            if !end.by_score {
                return Some(end.verdict);
            }
            // The verdicts of such an ending: a draw, then each side.
            let scores = self.scores(&asking);
            let best = scores.iter().max()?;
            let mut leaders = (0..scores.len()).filter(|s| scores[*s] == *best);
            return Some(match (leaders.next(), leaders.next()) {
                (Some(winner), None) => end.verdict + 1 + winner,
                _ => end.verdict,
            });
        }
        None
    }

    /// The captured sites of a chain in the order in which they are jumped.
    pub fn in_order(&self, mv: &FastMove<B>, trail: &[Site]) -> Vec<Site> {
        use super::compile::Act;
        let mut order = Vec::new();
        let Act::Jump { hops, .. } = &self.ops[mv.class as usize][mv.op as usize].verb else {
            each(mv.captured, |s| order.push(s));
            return order;
        };
        let mut at = mv.from;
        for to in trail {
            order.extend(hops[at as usize].iter().find(|h| h.to == *to && mv.captured.has(h.over)).map(|h| h.over));
            at = *to;
        }
        order
    }
}
