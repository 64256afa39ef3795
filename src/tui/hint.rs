//! The computer's advice, and how it is taken.

use super::act::Effects;
use super::state::{Picked, State, drops};
use crate::cli::computer::worth;
use crate::search::Thought;

impl State {
    /// Asks the computer for a move.
    pub fn ask_hint(&mut self) -> Effects {
        if self.refused_now() {
            return Vec::new();
        }
        (self.picked, self.narrowed) = (None, None);
        self.say("The computer looks for a move; Esc stops it.");
        self.think(true)
    }

    /// What the computer advises is shown, and the cursor stands so that Enter takes it.
    pub fn show_hint(&mut self, thought: &Thought) {
        let text = self.text(&thought.mv);
        let worth = worth(thought.score, self.session.name(thought.mv.side));
        self.narrowed = None;
        let to = self.goals(&thought.mv).first().copied();
        if let Some(site) = self.origin(&thought.mv).or(to) {
            self.cursor = site;
        }
        if let Some(kind) = drops(&thought.mv) {
            self.picked = Some(Picked::Hand(kind));
        }
        let how = if self.origin(&thought.mv).is_some() { "Enter twice plays it" } else { "Enter plays it" };
        self.say(&format!("Hint: {text} ({worth}). {how}."));
        (self.hint, self.hint_at) = (Some(thought.mv.clone()), self.cursor);
    }

    /// Enter where the hint has put the cursor: picks its piece, then makes its move. None: the cursor is elsewhere.
    pub fn take_hint(&mut self) -> Option<Effects> {
        let mv = self.hint.clone().filter(|_| self.cursor == self.hint_at && self.is_mine())?;
        let Some(from) = self.origin(&mv).filter(|_| self.picked.is_none()) else { return Some(self.make(&mv)) };
        let text = self.text(&mv);
        self.pick(Picked::Piece(from));
        if let Some(to) = self.goals(&mv).first() {
            self.cursor = *to;
        }
        (self.hint, self.hint_at) = (Some(mv), self.cursor);
        self.say(&format!("Enter plays {text}; Esc lets go."));
        Some(Vec::new())
    }
}
