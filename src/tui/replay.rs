//! A record that is looked at: steps through its rounds.

use super::act::Effects;
use super::areas::LEAST;
use super::look::Look;
use super::state::{Rounds, State};
use crate::cli::fail::Failure;
use crate::cli::play::session::Session;
use crate::explain::english::capital;
use crate::ruleset::SideId;
use ratatui::crossterm::event::KeyCode;

impl State {
    /// A game or a match that is looked at from its start; of a match only one round, counted from 1, where that is said.
    ///
    /// # Errors
    /// There is no such round.
    pub fn replaying(mut session: Session, only: Option<usize>, look: Look) -> Result<State, Failure> {
        let mut all = match &mut session.running {
            Some(running) if running.begun => {
                let mut rounds = running.rounds.clone();
                rounds.push(session.play.clone());
                rounds
            }
            Some(running) => running.rounds.clone(),
            None => vec![session.play.clone()],
        };
        let count = all.len();
        let mut first = 0;
        if let Some(round) = only {
            first = round.saturating_sub(1);
            all = all.into_iter().enumerate().filter(|(n, _)| n + 1 == round).map(|(_, play)| play).collect();
        }
        if all.is_empty() {
            let rounds = if count == 1 { "1 round".to_owned() } else { format!("{count} rounds") };
            let round = only.unwrap_or(1);
            return Err(Failure::Usage(format!("there is no round {round}: the record has {rounds}")));
        }
        let mut state = State::new(session, LEAST, look);
        state.replay = Some(Rounds { all, at: 0, first });
        state.begin_round(0);
        Ok(state)
    }

    /// A round from its start.
    fn begin_round(&mut self, n: usize) {
        let Some(rounds) = &mut self.replay else { return };
        let Some(play) = rounds.all.get(n) else { return };
        rounds.at = n;
        self.session.play = play.clone();
        self.future.clear();
        self.texts.clear();
        while let Some(mv) = self.session.play.undo() {
            self.future.push(mv);
        }
        // A round of a match may be played by rules of its own.
        self.session.opened.game = self.session.play.game().clone();
        self.refresh();
    }

    /// The number of the round that is looked at, counted from 0, where there are several.
    pub fn round_looked_at(&self) -> Option<usize> {
        let rounds = self.replay.as_ref().filter(|_| self.session.running.is_some())?;
        Some(rounds.first + rounds.at)
    }

    /// Who plays a side, where players have names.
    pub fn player(&self, side: SideId) -> Option<&str> {
        let running = self.session.running.as_ref();
        match (running, self.round_looked_at()) {
            (Some(running), Some(n)) => {
                let round = running.play.played().get(n).map(|played| &played.round).or(running.play.current());
                round.and_then(|r| r.player_of(side)).map(|p| running.play.name(p))
            }
            _ => self.session.player(side),
        }
    }

    /// The next move of the record, or the next round.
    fn forward(&mut self) -> bool {
        if let Some(mv) = self.future.last().cloned() {
            let text = self.text(&mv);
            if let Err(e) = self.session.play.play(&mv) {
                self.refuse(&e.to_string());
                return false;
            }
            self.future.pop();
            self.texts.push(text);
            self.refresh();
            return true;
        }
        match &self.replay {
            Some(rounds) if rounds.at + 1 < rounds.all.len() => {
                let next = rounds.at + 1;
                self.begin_round(next);
                true
            }
            _ => false,
        }
    }

    /// The move before, or the end of the round before.
    fn backward(&mut self) -> bool {
        if let Some(mv) = self.session.play.undo() {
            self.future.push(mv);
            self.texts.pop();
            self.refresh();
            return true;
        }
        match &self.replay {
            Some(rounds) if rounds.at > 0 => {
                let before = rounds.at - 1;
                self.begin_round(before);
                while !self.future.is_empty() && self.forward() {}
                true
            }
            _ => false,
        }
    }

    /// Says where in the record one is.
    pub fn say_step(&mut self) {
        let made = self.session.play.made().len();
        let round = self.round_looked_at().map_or_else(String::new, |n| format!("Round {}, ", n + 1));
        let known = self.known();
        if made == 0 {
            return self.say(&capital(&format!("{round}the start of {known} moves.")));
        }
        let name = self.session.play.made().last().map_or("", |mv| self.session.name(mv.side));
        let text = self.texts.last().map_or("", String::as_str);
        let mut said = format!("{round}{made} of {known}: {name} {text}.");
        if self.future.is_empty() {
            let ended = self.session.running.is_none() || self.session.play.outcome().is_some();
            if let Some(end) = self.session.end_text().filter(|_| ended) {
                said = format!("{said} {end}");
            }
        }
        self.say(&said);
    }

    /// Keys of their own where a record is looked at.
    pub fn step_by_key(&mut self, code: KeyCode) -> Option<Effects> {
        let rows = usize::from(self.size.1 / 2).max(1);
        match code {
            KeyCode::Right | KeyCode::Char('l' | ' ' | 'n' | 'r') | KeyCode::Enter | KeyCode::Down => {
                if !self.forward() {
                    self.refuse("The record ends here.");
                    return Some(Vec::new());
                }
            }
            KeyCode::Left | KeyCode::Char('h' | 'b' | 'u') | KeyCode::Backspace | KeyCode::Up => {
                if !self.backward() {
                    self.refuse("The record begins here.");
                    return Some(Vec::new());
                }
            }
            KeyCode::PageDown => (0..rows).for_each(|_| {
                self.forward();
            }),
            KeyCode::PageUp => (0..rows).for_each(|_| {
                self.backward();
            }),
            KeyCode::Home | KeyCode::Char('0' | 'U') => self.begin_round(0),
            KeyCode::End | KeyCode::Char('$' | 'R') => while self.forward() {},
            _ => return None,
        }
        self.say_step();
        Some(Vec::new())
    }
}
