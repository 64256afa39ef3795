//! Checking a table by walking it: nothing is believed but the rules.
//!
//! In a table of exact values each value must follow from those of the positions after it. In a strategy the winner must
//! have, wherever the other side can lead, a move after which it takes fewer plies; since plies do not go on for ever
//! falling, it wins. The moves come from the rules, not from what the solver has kept of them.

use super::exact::Packed;
use super::graph::resume;
use super::table::Table;
use super::trouble::Trouble;
use super::watch::{Progress, Stage, Watch, Wish};
use crate::engine::{Placed, Play, Runner, Verdict};
use hashbrown::HashTable;

impl Table {
    /// Checks the table: of exact values all that it holds, of a strategy all that can come from where a game is. How many
    /// positions were checked.
    ///
    /// # Errors
    /// A value is wrong; the message tells the position. Or whoever watches has stopped it.
    pub fn verify(&mut self, play: &Play, watch: &mut dyn Watch) -> Result<u64, Trouble> {
        let position = crate::engine::Position { outcome: None, ..play.position().clone() };
        let play = Play::from_position(self.game(), position, Vec::new());
        let play = play.map_err(|e| Trouble::Foreign(e.to_string()))?;
        if play.outcome().is_some() {
            return Ok(0);
        }
        let mut runner = Runner::from_play(&play);
        if self.of(play.position()).is_none() {
            return Err(Trouble::Foreign("of another position, from which this one does not come".to_owned()));
        }
        if self.is_exact() { self.verify_values(&mut runner, watch) } else { self.verify_strategy(&mut runner, watch) }
    }

    fn verify_values(&mut self, runner: &mut Runner, watch: &mut dyn Watch) -> Result<u64, Trouble> {
        for n in 0..self.len() {
            let Some((code, value)) = self.entry(n) else { break };
            let (coder, rests) = self.parts();
            resume(code, coder, rests, runner)?;
            self.verify_value(runner, value)?;
            look(n as u64, Some(self.len() as u64), watch)?;
        }
        Ok(self.len() as u64)
    }

    /// Whether the value of a position follows from those of the positions after it.
    fn verify_value(&self, runner: &mut Runner, value: Packed) -> Result<(), Trouble> {
        let mover = runner.player();
        // The shortest win of the mover, the longest of the other side, and whether there is a draw.
        let (mut win, mut loss, mut draw) = (None::<u32>, 0, false);
        let mut pieces = Vec::new();
        for number in 0..runner.moves() {
            runner.play(number);
            let next = match runner.result() {
                Some(Verdict::Win(side)) => Some((side, 0)),
                Some(_) => None,
                None => {
                    let found = self.code(&runner.position(), &mut pieces).and_then(|code| self.find(code));
                    let Some(found) = found else { return Err(wrong(runner, "it can come and is not in the table")) };
                    found.winner()
                }
            };
            runner.undo();
            match next {
                Some((side, plies)) if side == mover => win = Some(win.map_or(plies, |w| w.min(plies))),
                Some((_, plies)) => loss = loss.max(plies),
                None => draw = true,
            }
        }
        let right = match win {
            Some(plies) => Packed::win(mover, plies + 1),
            None if draw => Some(Packed::DRAW),
            None => Packed::win(1 - mover.min(1), loss + 1),
        };
        if right == Some(value) { Ok(()) } else { Err(wrong(runner, "its value does not follow from those after it")) }
    }

    /// Walks through all replies of the loser.
    fn verify_strategy(&self, runner: &mut Runner, watch: &mut dyn Watch) -> Result<u64, Trouble> {
        struct Frame {
            plies: u32,
            /// Moves that still have to be looked at.
            left: Vec<u32>,
        }
        let mut pieces: Vec<Placed> = Vec::new();
        let mut code = |runner: &Runner| self.code(&runner.position(), &mut pieces).unwrap_or(0);
        let mut seen: HashTable<u128> = HashTable::new();
        let hash = |code: &u128| super::mix::hash(*code);
        let start = code(runner);
        seen.insert_unique(hash(&start), start, hash);
        let Some((winner, plies)) = self.find(start).and_then(Packed::winner) else {
            return Err(wrong(runner, "it is said to be no win"));
        };
        let mut frames = vec![Frame { plies, left: self.followed(runner, winner)? }];
        while let Some(frame) = frames.last_mut() {
            let Some(number) = frame.left.pop() else {
                frames.pop();
                runner.undo();
                continue;
            };
            let before = frame.plies;
            runner.play(number);
            match runner.result() {
                Some(Verdict::Win(side)) if side == winner && before > 0 => {}
                Some(_) => return Err(wrong(runner, "the winner does not win here")),
                None => {
                    let here = code(runner);
                    match self.find(here).and_then(Packed::winner) {
                        Some((side, plies)) if side == winner && plies < before => {
                            if seen.find(hash(&here), |k| *k == here).is_none() {
                                seen.insert_unique(hash(&here), here, hash);
                                let left = self.followed(runner, winner)?;
                                look(seen.len() as u64, Some(self.len() as u64), watch)?;
                                frames.push(Frame { plies, left });
                                continue;
                            }
                        }
                        Some(_) => return Err(wrong(runner, "it takes no fewer plies than the one before")),
                        None => return Err(wrong(runner, "it can come and is not in the table")),
                    }
                }
            }
            runner.undo();
        }
        Ok(seen.len() as u64)
    }

    /// The moves that are looked at: all of the loser, the best of the winner.
    fn followed(&self, runner: &mut Runner, winner: u8) -> Result<Vec<u32>, Trouble> {
        if runner.player() != winner {
            return Ok((0..runner.moves()).collect());
        }
        let best = self.best_of(runner);
        best.map(|n| vec![n]).ok_or_else(|| wrong(runner, "the winner has no move here"))
    }
}

fn look(done: u64, of: Option<u64>, watch: &mut dyn Watch) -> Result<(), Trouble> {
    if done % 1024 != 1023 {
        return Ok(());
    }
    let progress = Progress { stage: Stage::Checking, done, of, bytes: 0 };
    if watch.look(&progress) == Wish::Stop { Err(Trouble::Stopped) } else { Ok(()) }
}

fn wrong(runner: &Runner, what: &'static str) -> Trouble {
    Trouble::Wrong { what, at: Box::new(runner.position()) }
}
