//! Retrograde analysis: values go back from the ends of the game to the positions before.
//!
//! A position is won for the side to move as soon as one move leads to a position that is won for it, and lost once all
//! moves lead to positions that are won for the other side. It is gone from the nearest end to the farthest, so the first
//! such move is the shortest win, and the last of the others the longest loss. What is left over is drawn. (Ströhlein
//! 1970; with counters of moves, Thompson 1986.)

use super::exact::{LONGEST, Packed};
use super::positions::Room;
use super::trouble::Trouble;
use super::watch::{Progress, Stage, Watch, Wish};
use crate::ruleset::SideId;

/// Targets from here on are ends of the game, below it positions.
pub(super) const WINS: u32 = u32::MAX - 3;
/// A draw; below it the wins of the two sides.
pub(super) const DRAWN: u32 = WINS + 2;

/// Positions and where their moves lead.
pub(super) struct Moves {
    /// Who is to move in each position: side 0 or 1.
    pub movers: Vec<SideId>,
    /// How many targets each has.
    pub degrees: Vec<u16>,
    /// The targets of all, in order, each below the number of positions or an end.
    pub targets: Vec<u32>,
}

/// Who wins where a move leads at once; none: nobody, or not at once.
fn winner_of(target: u32) -> Option<SideId> {
    (WINS..DRAWN).contains(&target).then(|| (target - WINS) as SideId)
}

/// The values of all positions.
pub(super) fn values(moves: Moves, room: &mut Room, watch: &mut dyn Watch) -> Result<Vec<Packed>, Trouble> {
    let count = moves.movers.len();
    let mut values = room.list(Packed::DRAW, count)?;
    let mut work = Backward::begin(moves, &mut values, room)?;
    let (mut done, mut plies) = (0u64, 1);
    while !work.front.is_empty() {
        plies += 1;
        if plies > LONGEST {
            return Err(Trouble::Long(LONGEST));
        }
        let front = std::mem::take(&mut work.front);
        for n in &front {
            work.go_back(*n as usize, plies, &mut values, room)?;
        }
        done += front.len() as u64;
        room.drop(front);
        let progress = Progress { stage: Stage::Valuing, done, of: Some(count as u64), bytes: room.used() as u64 };
        if watch.look(&progress) == Wish::Stop {
            return Err(Trouble::Stopped);
        }
    }
    let Backward { movers, left, first, before, front } = work;
    room.drop(movers);
    room.drop(left);
    room.drop(first);
    room.drop(before);
    room.drop(front);
    Ok(values)
}

struct Backward {
    movers: Vec<SideId>,
    /// How many moves of each position are not known to lose.
    left: Vec<u16>,
    /// Where the positions before each begin in `before`, and one more.
    first: Vec<u32>,
    before: Vec<u32>,
    /// Positions whose values were found last, all at the same distance.
    front: Vec<u32>,
}

impl Backward {
    /// Turns the moves round, and values the positions one ply before the end.
    fn begin(moves: Moves, values: &mut [Packed], room: &mut Room) -> Result<Backward, Trouble> {
        let Moves { movers, degrees: mut left, targets } = moves;
        let (count, is_position) = (movers.len(), |t: &u32| (*t as usize) < movers.len());
        let mut first = room.list(0u32, count + 1)?;
        let mut edges = 0u32;
        for target in targets.iter().filter(|t| is_position(t)) {
            edges = edges.checked_add(1).ok_or_else(|| room.full())?;
            first[*target as usize + 1] += 1;
        }
        for n in 0..count {
            first[n + 1] += first[n];
        }
        let mut before = room.list(0u32, edges as usize)?;
        let mut front = Vec::new();
        let mut rest = targets.iter().copied();
        for n in 0..count {
            let (mover, degree) = (movers[n], left[n]);
            let mut won = false;
            for target in rest.by_ref().take(usize::from(degree)) {
                match winner_of(target) {
                    Some(winner) if winner == mover => won = true,
                    Some(_) => left[n] -= 1,
                    None if is_position(&target) => {
                        // It moves on to the end of its part, and is set back afterwards.
                        let at = &mut first[target as usize];
                        before[*at as usize] = n as u32;
                        *at += 1;
                    }
                    None => {}
                }
            }
            if won || left[n] == 0 {
                let winner = if won { mover } else { 1 - mover.min(1) };
                values[n] = Packed::win(winner, 1).unwrap_or(Packed::DRAW);
                room.push(&mut front, n as u32)?;
            }
        }
        first.rotate_right(1);
        first[0] = 0;
        room.drop(targets);
        Ok(Backward { movers, left, first, before, front })
    }

    /// The value of a position goes to those before it.
    fn go_back(&mut self, n: usize, plies: u32, values: &mut [Packed], room: &mut Room) -> Result<(), Trouble> {
        let Some((winner, _)) = values[n].winner() else { return Ok(()) };
        for p in &self.before[self.first[n] as usize..self.first[n + 1] as usize] {
            let at = *p as usize;
            if values[at] != Packed::DRAW {
                continue;
            }
            if self.movers[at] != winner {
                self.left[at] -= 1;
                if self.left[at] > 0 {
                    continue;
                }
            }
            values[at] = Packed::win(winner, plies).unwrap_or(Packed::DRAW);
            room.push(&mut self.front, *p)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::solve::{Exact, Nobody};

    /// Side 0 moves in 0, 2 and 4, side 1 in 1 and 3. From 0 there is a short way to lose by 1, and a longer one by 3;
    /// 4 goes round in a circle with 3, from which side 1 wins at once.
    #[test]
    fn wins_are_short_losses_long_and_the_rest_is_drawn() {
        let targets = [&[1, 3][..], &[WINS + 1], &[5], &[4, 6], &[WINS + 1, 7], &[DRAWN, 2], &[4], &[4]];
        let moves = Moves {
            movers: vec![0, 1, 0, 1, 0, 1, 0, 1],
            degrees: targets.iter().map(|t| t.len() as u16).collect(),
            targets: targets.concat(),
        };
        let values = values(moves, &mut Room::new(1 << 20), &mut Nobody).expect("room enough");
        let win = |side, plies| Exact::Win { side, plies, shortest: true };
        let found: Vec<Exact> = values.iter().map(|v| v.exact(true)).collect();
        // 4: side 0 loses at once, or goes to 7, whence side 1 must go back to 4: a circle, so nobody wins there.
        let draw = Exact::Draw;
        assert_eq!(found, [draw, win(1, 1), draw, draw, draw, draw, draw, draw]);
        let targets = [&[1, 3][..], &[WINS + 1], &[WINS], &[0, 4], &[1]];
        let moves = Moves {
            movers: vec![0, 1, 0, 1, 0],
            degrees: targets.iter().map(|t| t.len() as u16).collect(),
            targets: targets.concat(),
        };
        let values = super::values(moves, &mut Room::new(1 << 20), &mut Nobody).expect("room enough");
        let found: Vec<Exact> = values.iter().map(|v| v.exact(true)).collect();
        assert_eq!(found, [win(1, 4), win(1, 1), win(0, 1), win(1, 3), win(1, 2)]);
    }
}
