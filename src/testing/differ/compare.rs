//! Two games side by side.

use super::What;
use super::correspond::{Act, Correspondence};
use crate::engine::{Game, Move, Play, Position};

/// The same position in two games.
#[derive(Clone)]
pub(super) struct Pair {
    pub a: Play,
    pub b: Play,
}

impl Pair {
    /// Both at the start.
    pub fn start(a: &Game, b: &Game) -> Pair {
        Pair { a: Play::new(a), b: Play::new(b) }
    }

    /// Both in a position of the first; none if it is no position of the second.
    pub fn position(a: &Game, b: &Game, same: &Correspondence, position: &Position) -> Option<Pair> {
        let there = same.carry(position, a, b)?;
        let a = Play::from_position(a, position.clone(), Vec::new()).ok()?;
        let b = Play::from_position(b, there, Vec::new()).ok()?;
        Some(Pair { a, b })
    }

    /// Both after these moves from a position, or from the start; none if they differ on the way.
    pub fn at(a: &Game, b: &Game, same: &Correspondence, from: Option<&Position>, line: &[Move]) -> Option<Pair> {
        let mut pair = match from {
            Some(position) => Pair::position(a, b, same, position)?,
            None => Pair::start(a, b),
        };
        for mv in line {
            if !pair.agree(same) || !pair.play(same, mv) {
                return None;
            }
        }
        Some(pair)
    }

    /// Plays a move of the first in both. Where it cannot be played in both nothing is done.
    pub fn play(&mut self, same: &Correspondence, mv: &Move) -> bool {
        let act = same.act(mv);
        let theirs = self.b.moves().unwrap_or_default().into_iter().find(|m| Act::of(m, &|k| k) == act);
        let Some(theirs) = theirs else { return false };
        if self.a.play(mv).is_err() {
            return false;
        }
        let played = self.b.play(&theirs).is_ok();
        if !played {
            self.a.undo();
        }
        played
    }

    /// Takes the last move back in both.
    pub fn undo(&mut self) {
        self.a.undo();
        self.b.undo();
    }

    /// Whether what can be seen is the same in both: the board, the hands, who is to move, how it ended.
    pub fn agree(&self, same: &Correspondence) -> bool {
        self.stand_alike(same) && self.end_alike(same)
    }

    fn end_alike(&self, same: &Correspondence) -> bool {
        same.same_outcome(self.a.outcome(), self.b.outcome())
    }

    fn stand_alike(&self, same: &Correspondence) -> bool {
        let (a, b) = (self.a.position(), self.b.position());
        let mut hands = b.hands.clone();
        hands.push(0);
        let over = self.a.outcome().is_some() && self.b.outcome().is_some();
        a.cells.len() == b.cells.len()
            && a.cells.iter().zip(&b.cells).all(|(a, b)| same.cell(*a) == b.map(|p| (p.kind, p.owner)))
            && same.store(&a.hands) == hands
            // When the game is over nobody is to move.
            && (over || same.side(a.to_move) == b.to_move && a.forfeit == b.forfeit)
    }

    /// How the games differ here. `left` is counted down by the positions that are looked at; where it comes to nothing
    /// the rest is not looked at. Where a script fails there is nothing to be compared.
    pub fn difference(&mut self, same: &Correspondence, left: &mut u32) -> Option<What> {
        *left = left.saturating_sub(1);
        if !self.stand_alike(same) {
            return Some(What::Start);
        }
        if !self.end_alike(same) {
            return Some(What::Outcome);
        }
        let (of_a, of_b) = (self.a.choices(true).ok()?, self.b.choices(true).ok()?);
        let mut theirs: Vec<(Act, usize)> = of_b.iter().enumerate().map(|(n, m)| (Act::of(&m.mv, &|k| k), n)).collect();
        theirs.sort_unstable();
        let mut taken = vec![false; theirs.len()];
        let mut both = Vec::new();
        let mut only_a = Vec::new();
        for (n, made) in of_a.iter().enumerate() {
            let act = same.act(&made.mv);
            let first = theirs.partition_point(|(other, _)| *other < act);
            let fits = theirs.iter().enumerate().skip(first).take_while(|(_, (other, _))| *other == act);
            match fits.map(|(at, (_, m))| (at, *m)).find(|(at, _)| !taken.get(*at).copied().unwrap_or(true)) {
                Some((at, m)) => {
                    if let Some(place) = taken.get_mut(at) {
                        *place = true;
                    }
                    both.push((n, m));
                }
                None => only_a.push(made.mv.clone()),
            }
        }
        let mut rest: Vec<usize> =
            theirs.iter().zip(&taken).filter(|(_, taken)| !**taken).map(|((_, m), _)| *m).collect();
        rest.sort_unstable();
        let only_b: Vec<Move> = rest.into_iter().filter_map(|m| of_b.get(m)).map(|m| m.mv.clone()).collect();
        if !only_a.is_empty() || !only_b.is_empty() {
            return Some(What::Moves { only_a, only_b });
        }
        for (n, m) in both {
            if *left == 0 {
                return None;
            }
            *left -= 1;
            let (Some(a), Some(b)) = (of_a.get(n), of_b.get(m)) else { continue };
            let (mv, theirs) = (a.mv.clone(), b.mv.clone());
            let made = (self.a.make(a.clone()).is_ok(), self.b.make(b.clone()).is_ok());
            let agree = made != (true, true) || self.agree(same);
            if made.0 {
                self.a.undo();
            }
            if made.1 {
                self.b.undo();
            }
            if !agree {
                return Some(What::After { a: mv, b: theirs });
            }
        }
        None
    }
}
