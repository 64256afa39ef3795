//! A game or a match that begins anew, and what is asked before something is lost.

use super::act::Effects;
use super::state::{Confirmed, Effect, Overlay, State};
use crate::cli::fail::Failure;
use std::path::PathBuf;

impl State {
    fn ask(&mut self, text: &str, then: Confirmed) {
        self.overlay = Some(Overlay::Confirm { text: text.to_owned(), then });
    }

    /// Asks before the game is given up.
    pub fn ask_resign(&mut self) {
        if self.session.is_over() || self.replay.is_some() {
            return self.refuse(&format!("{} already.", self.session.over_text()));
        }
        let side = self.session.play.position().to_move;
        if self.session.seats.any_person() && !self.session.is_person(side) {
            return self.refuse("It is not your turn: wait for the move, or press Esc to stop the computer.");
        }
        let text = self.session.resign_question();
        self.ask(&text, Confirmed::Resign);
    }

    /// Asks before a game that is not over is left; it is gone unless it was saved.
    pub fn ask_quit(&mut self) -> Effects {
        if self.replay.is_some() || self.session.save_to.is_some() || self.session.is_over() || self.is_kept() {
            return vec![Effect::Quit];
        }
        self.ask("The game is not over. Leave it?", Confirmed::Quit);
        Vec::new()
    }

    /// Nothing would be lost.
    fn is_kept(&self) -> bool {
        self.session.play.made().is_empty() || self.session.is_saved()
    }

    /// Another game of the same players; asks before one that is not over is lost. `swap`: with sides swapped.
    pub fn ask_again(&mut self, swap: bool) -> Effects {
        if self.replay.is_some() {
            self.refuse("A record is looked at; leave it first.");
            return Vec::new();
        }
        if self.session.is_done() || self.session.save_to.is_some() || self.is_kept() && self.session.running.is_none()
        {
            return vec![Effect::Again { swap }];
        }
        let what = if self.session.running.is_some() { "match" } else { "game" };
        self.ask(&format!("The {what} is not over. Begin another?"), Confirmed::Again { swap });
        Vec::new()
    }

    /// Asks before another saved game is lost.
    pub fn ask_overwrite(&mut self, path: PathBuf) {
        let text = format!("`{}` holds another saved game. Overwrite it?", path.display());
        self.ask(&text, Confirmed::Overwrite(path));
    }

    /// What was asked is so.
    pub fn confirmed(&mut self, then: Confirmed) -> Effects {
        match then {
            Confirmed::Resign => self.resign(),
            Confirmed::Quit => vec![Effect::Quit],
            Confirmed::Again { swap } => vec![Effect::Again { swap }],
            Confirmed::Overwrite(path) => vec![Effect::Save { path, over: true }],
        }
    }

    /// Whatever game has come to the table begins.
    pub fn begin_anew(&mut self) -> Effects {
        let mut effects = self.stop();
        self.seat();
        effects.push(Effect::Begin);
        effects.extend(self.begin());
        effects
    }

    /// Another game has begun, or it has not.
    pub fn begun_again(&mut self, begun: Result<(), Failure>) -> Effects {
        match begun {
            Ok(()) => self.begin_anew(),
            Err(Failure::Script(fault)) => {
                self.failed("Another game cannot begin.", fault);
                Vec::new()
            }
            Err(failure) => {
                self.refuse(&failure.to_string());
                Vec::new()
            }
        }
    }
}
