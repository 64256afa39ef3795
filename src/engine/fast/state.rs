//! A position as sets of sites.

use super::bits::{Bits, each};
use super::compile::{Class, Fast};
use crate::board::{Site, SiteSet};
use crate::engine::meaning::key;
use crate::engine::position::{Marked, Piece, Position, TurnPointer};
use crate::ruleset::SideId;

/// The most classes of pieces (a kind with an owner) that are compiled.
pub(crate) const CLASSES: usize = 32;
/// The most sides that are compiled.
pub(crate) const SIDES: usize = 4;
/// The most counters of moves without progress that are compiled.
pub(crate) const COUNTERS: usize = 4;
/// The most marks that are compiled, each counted once for every move that it lasts.
pub(crate) const MARKS: usize = 4;

/// A position: a plain value, copied to be kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct State<B> {
    /// The pieces of each class.
    pub sets: [B; CLASSES],
    /// The pieces of each side.
    pub sides: [B; SIDES],
    /// All pieces, and those captured ones that still stand until the move is over.
    pub occupied: B,
    /// Pieces that have moved; none where no rule reads it.
    pub moved: B,
    /// Marks, by kind and age.
    pub marks: [B; MARKS],
    /// In hand, by class; hands that never run out count nothing.
    pub hands: [u16; CLASSES],
    /// Captured, by class; 0 where no rule reads it.
    pub captured: [u16; CLASSES],
    /// Moves without progress.
    pub counters: [u16; COUNTERS],
    /// Who is to move.
    pub to_move: u8,
    /// The phase.
    pub phase: u8,
    /// Where in its turns.
    pub turn: TurnPointer,
    /// Who moved last; 255 where nobody did or no rule reads it.
    pub last: u8,
    /// How many moves ago a position can lie that this one repeats.
    pub reversible: u16,
    /// The key of the pieces alone; 0 where no rule reads keys.
    pub key: u64,
}

pub(crate) const NOBODY: u8 = u8::MAX;

impl<B: Bits> State<B> {
    /// Nothing on the board, nothing in hand, the first side to move in the first phase.
    pub fn vacant() -> State<B> {
        State {
            sets: [B::EMPTY; CLASSES],
            sides: [B::EMPTY; SIDES],
            occupied: B::EMPTY,
            moved: B::EMPTY,
            marks: [B::EMPTY; MARKS],
            hands: [0; CLASSES],
            captured: [0; CLASSES],
            counters: [0; COUNTERS],
            to_move: 0,
            phase: 0,
            turn: TurnPointer::default(),
            last: NOBODY,
            reversible: 0,
            key: 0,
        }
    }

    /// The class of the piece on a site.
    #[inline]
    pub fn class_at(&self, site: Site, classes: usize) -> Option<usize> {
        let one = B::one(site);
        self.sets[..classes].iter().position(|set| !set.and(one).is_empty())
    }

    /// Puts a piece on a vacant site.
    #[inline]
    pub fn put(&mut self, site: Site, class: usize, owner: Option<SideId>, moved: bool) {
        let one = B::one(site);
        self.sets[class] = self.sets[class].or(one);
        self.occupied = self.occupied.or(one);
        if let Some(owner) = owner {
            self.sides[owner as usize] = self.sides[owner as usize].or(one);
        }
        if moved {
            self.moved = self.moved.or(one);
        }
    }

    /// Takes a piece of a class off its site.
    #[inline]
    pub fn lift(&mut self, site: Site, class: usize, owner: Option<SideId>) {
        let one = B::one(site);
        self.sets[class] = self.sets[class].minus(one);
        self.occupied = self.occupied.minus(one);
        self.moved = self.moved.minus(one);
        if let Some(owner) = owner {
            self.sides[owner as usize] = self.sides[owner as usize].minus(one);
        }
    }
}

impl<B: Bits> Fast<B> {
    /// From the plain form. Must be of this game, and of the kind that is compiled: nothing promoted, marked,
    /// out or forfeit.
    pub fn state(&self, position: &Position, before: usize) -> State<B> {
        let kinds = self.game.rules().kinds.len();
        let mut state: State<B> = State {
            to_move: position.to_move,
            phase: position.phase,
            turn: position.turn,
            last: position.last.unwrap_or(NOBODY),
            reversible: before.min(usize::from(u16::MAX)) as u16,
            ..State::vacant()
        };
        for (site, piece) in position.cells.iter().enumerate() {
            let Some(piece) = piece else { continue };
            if let Some(class) = self.class_of(*piece) {
                let one = B::one(site as Site);
                if piece.moved {
                    state.moved = state.moved.or(one);
                }
                state.sets[class] = state.sets[class].or(one);
                state.occupied = state.occupied.or(one);
                if let Some(owner) = piece.owner {
                    state.sides[owner as usize] = state.sides[owner as usize].or(one);
                }
                if self.keyed {
                    state.key ^= self.facts[class][site];
                }
            }
        }
        for marked in &position.marks {
            if let Some(slot) = self.marks.iter().position(|m| *m == (marked.mark, marked.left)) {
                state.marks[slot] = state.marks[slot].or(B::one(marked.site));
            }
        }
        for (n, class) in self.classes.iter().enumerate() {
            if let Some(owner) = class.owner.filter(|_| class.is_plain()) {
                let at = owner as usize * kinds + class.kind as usize;
                state.hands[n] = position.hands[at];
                state.captured[n] = position.captured[at];
            }
        }
        for (to, from) in state.counters.iter_mut().zip(&position.counters) {
            *to = *from;
        }
        state
    }

    /// To the plain form, without an outcome.
    pub fn position(&self, state: &State<B>) -> Position {
        let kinds = self.game.rules().kinds.len();
        let mut position = self.game.empty();
        for (n, class) in self.classes.iter().enumerate() {
            each(state.sets[n], |site| {
                let moved = state.moved.has(site);
                let piece = Piece { kind: class.kind, owner: class.owner, was: class.was, moved };
                position.cells[site as usize] = Some(piece);
            });
            if let Some(owner) = class.owner.filter(|_| class.is_plain()) {
                let at = owner as usize * kinds + class.kind as usize;
                position.hands[at] = state.hands[n];
                position.captured[at] = state.captured[n];
            }
        }
        for (to, from) in position.counters.iter_mut().zip(&state.counters) {
            *to = *from;
        }
        for ((mark, left), set) in self.marks.iter().zip(state.marks) {
            each(set, |site| position.marks.push(Marked { mark: *mark, site, left: *left }));
        }
        position.marks.sort_unstable();
        position.to_move = state.to_move;
        position.phase = state.phase;
        position.turn = state.turn;
        position.last = (state.last != NOBODY).then_some(state.last);
        position.forfeit = SiteSet::EMPTY;
        position
    }

    /// The class of a piece.
    pub fn class_of(&self, piece: Piece) -> Option<usize> {
        let same = |c: &Class| (c.kind, c.owner, c.was) == (piece.kind, piece.owner, piece.was);
        // Where no rule reads what a piece was, that tells no pieces apart.
        let alike = |c: &Class| (c.kind, c.owner) == (piece.kind, piece.owner);
        self.classes.iter().position(same).or_else(|| self.classes.iter().position(alike))
    }

    /// The key of the pieces alone, counted anew: equal to the interpreter's.
    pub fn board_key(&self, state: &State<B>) -> u64 {
        let mut key = 0;
        for (n, set) in state.sets[..self.classes.len()].iter().enumerate() {
            each(*set, |site| {
                let facts = if state.moved.has(site) { &self.moved_facts } else { &self.facts };
                key ^= facts[n][site as usize];
            });
        }
        key
    }

    /// The key that `position occurs` compares, marks aside: equal to the interpreter's.
    pub fn full_key(&self, state: &State<B>) -> u64 {
        let mut key = if self.general { self.board_key(state) } else { state.key };
        for (n, class) in self.classes.iter().enumerate() {
            if let (Some(owner), true) = (class.owner, state.hands[n] > 0) {
                let at = owner as usize * self.game.rules().kinds.len() + class.kind as usize;
                key ^= key::fact(key::tag::HAND, at as u64, u64::from(state.hands[n]), 0);
            }
        }
        key ^= key::turn_fact(state.phase, state.turn, state.to_move);
        key ^ key::fact(key::tag::OUT, 0, 0, 0)
    }
}
