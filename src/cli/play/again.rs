//! Another game at the same table.

use super::super::fail::Failure;
use super::matches::Running;
use super::seats::Seats;
use super::session::Session;
use crate::engine::Play;
use crate::match_play::{Match, first_turn, with_first_turn};

impl Session {
    /// The game, or the match, from its start by the same rules between the same players. `swap`: each plays the next
    /// side. What was played is written to the file that was named for it before; whoever asks must then go on with the
    /// match, and let the computer begin anew.
    ///
    /// # Errors
    /// The game cannot be written, or a script failed that says who begins.
    pub fn again(&mut self, swap: bool) -> Result<(), Failure> {
        self.keep()?;
        let seed = self.seed.wrapping_add(1);
        match &self.running {
            Some(running) => {
                let first = running.play.played().first().map(|played| &played.round).or(running.play.current());
                let players = running.play.players();
                let mut seats: Vec<usize> = first.map_or_else(|| (0..players.len()).collect(), |r| r.seats.clone());
                turn(&mut seats, swap);
                let opened = running.opened.clone();
                let play = Match::new(opened.rounds(), players.to_vec(), seats, seed)
                    .map_err(|e| Failure::Faulty(e.to_string()))?;
                let who = running.who.clone();
                self.play = Play::new(&opened.game);
                self.running = Some(Running::of(play, Vec::new(), opened.clone(), who));
                self.opened = opened;
            }
            None => self.single_again(swap, seed)?,
        }
        (self.seed, self.ended, self.asked) = (seed, None, None);
        self.forget_files();
        Ok(())
    }

    fn single_again(&mut self, swap: bool, seed: u64) -> Result<(), Failure> {
        let mut facts = self.facts.clone();
        turn(&mut facts, swap);
        let mut start = self.play.clone();
        while start.undo().is_some() {}
        // A record does not say what is known of the players; then whoever began begins again.
        if !facts.is_empty() {
            let seats: Vec<usize> = (0..facts.len()).collect();
            let first = first_turn(&self.opened.game, &facts, &seats, seed)?;
            if let Some(side) = first {
                let usual = *start.position() == *Play::new(&self.opened.game).position();
                self.opened.game = with_first_turn(&self.opened.game, side);
                if usual {
                    start = Play::new(&self.opened.game);
                }
            }
            self.first = first;
        }
        let mut players = self.seats.players().to_vec();
        turn(&mut players, swap);
        self.seats = Seats::of_players(players);
        if let Some(names) = &mut self.names {
            turn(names, swap);
        }
        (self.play, self.facts) = (start, facts);
        Ok(())
    }
}

/// Each player goes on to the next side.
fn turn<T>(sides: &mut [T], swap: bool) {
    if swap && !sides.is_empty() {
        sides.rotate_right(1);
    }
}
