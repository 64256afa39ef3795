//! What positions hold besides their pieces, numbered.

use super::code;
use super::trouble::Trouble;
use crate::engine::{Game, Position, Runner};
use crate::ruleset::SideId;
use std::collections::HashMap;

/// All that was seen so far.
#[derive(Default)]
pub(super) struct Rests {
    /// In the form of files.
    list: Vec<Vec<u16>>,
    /// Each as a position without pieces.
    vacant: Vec<Position>,
    /// The number of each in the list.
    numbers: HashMap<Vec<u16>, u16>,
    /// In the form in which a runner tells them.
    told: HashMap<Vec<u16>, u16>,
    /// What was asked last.
    last: Option<(Vec<u16>, u16)>,
    asked: Vec<u16>,
}

impl Rests {
    /// The number of what the present position of a runner holds.
    pub fn of_runner(&mut self, runner: &Runner) -> Result<u16, Trouble> {
        runner.rest(&mut self.asked);
        if let Some((rest, number)) = &self.last
            && *rest == self.asked
        {
            return Ok(*number);
        }
        let number = match self.told.get(&self.asked) {
            Some(number) => *number,
            None => {
                let number = self.of_position(&runner.position())?;
                self.told.insert(self.asked.clone(), number);
                number
            }
        };
        match &mut self.last {
            Some((rest, last)) => {
                rest.clone_from(&self.asked);
                *last = number;
            }
            None => self.last = Some((self.asked.clone(), number)),
        }
        Ok(number)
    }

    /// The number of what a position holds, a new one where it was not seen before.
    pub fn of_position(&mut self, position: &Position) -> Result<u16, Trouble> {
        let rest = code::rest(position);
        if let Some(number) = self.find(&rest) {
            return Ok(number);
        }
        let number = u16::try_from(self.list.len()).map_err(|_| Trouble::Large)?;
        let mut vacant = position.clone();
        vacant.cells.fill(None);
        vacant.outcome = None;
        self.numbers.insert(rest.clone(), number);
        self.list.push(rest);
        self.vacant.push(vacant);
        Ok(number)
    }

    /// The number of a rest in the form of files.
    pub fn find(&self, rest: &[u16]) -> Option<u16> {
        self.numbers.get(rest).copied()
    }

    /// All of them, in the form of files.
    pub fn list(&self) -> &[Vec<u16>] {
        &self.list
    }

    /// From the form of files. None where they are of another game.
    pub fn read(list: Vec<Vec<u16>>, game: &Game) -> Option<Rests> {
        let vacant = list.iter().map(|rest| code::position_of(rest, game)).collect::<Option<Vec<_>>>()?;
        let numbers = list.iter().cloned().zip(0..).collect();
        Some(Rests { list, vacant, numbers, ..Rests::default() })
    }

    /// The position without pieces, to be filled and emptied again.
    pub fn vacant(&mut self, number: u16) -> Option<&mut Position> {
        self.vacant.get_mut(usize::from(number))
    }

    /// The player who is to move, as a runner names them.
    pub fn mover(&self, number: u16) -> SideId {
        self.vacant.get(usize::from(number)).map_or(0, |p| p.player(p.to_move))
    }

    /// The phase.
    pub fn phase(&self, number: u16) -> u8 {
        self.vacant.get(usize::from(number)).map_or(0, |p| p.phase)
    }

    /// The phases that were seen.
    pub fn phases(&self) -> impl Iterator<Item = u8> + '_ {
        self.vacant.iter().map(|p| p.phase)
    }
}
