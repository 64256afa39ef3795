//! The screen in the terminal: a board to look at, to point at and to click on. It asks and shows, and decides nothing
//! about rules; whatever it plays it knows from the rules alone.
//!
//! [`state`] is all that is shown, as a plain value; [`update`] takes events in and says what is to be done outside;
//! [`draw`] draws; [`run`] is the loop around them, with the terminal and the computer's thread.

mod act;
mod again;
mod areas;
mod command;
mod draw;
mod geometry;
mod help;
mod hint;
mod look;
mod panel;
mod replay;
mod run;
mod screen;
mod stage;
mod state;
#[cfg(test)]
mod tests;
mod update;

use crate::cli::computer::Computer;
use crate::cli::fail::Done;
use crate::cli::play::session::Session;
use crate::cli::wrap::tell;
use areas::LEAST;
use look::Look;
use ratatui::crossterm::terminal;
use state::State;
use std::io::{self, IsTerminal, Write};

/// Whether there is a terminal that can be a screen: input and output are one, it knows escape sequences and is large
/// enough.
pub(crate) fn is_possible() -> bool {
    let knows = std::env::var_os("TERM").is_none_or(|term| term != "dumb" && !term.is_empty());
    let large = terminal::size().is_ok_and(|(width, height)| width >= LEAST.0 && height >= LEAST.1);
    io::stdin().is_terminal() && io::stdout().is_terminal() && knows && large
}

/// How things look to whoever sits there. `symbols`: Unicode symbols for pieces.
fn look(symbols: bool) -> Look {
    // A variable that is set to nothing says nothing (no-color.org).
    let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    Look { colour, symbols }
}

/// Plays on the screen until the person leaves; then says on the terminal how the game stands and where it is kept.
pub(crate) fn play(session: Session, computer: Computer, symbols: bool, out: &mut dyn Write) -> Done {
    let mut state = State::new(session, LEAST, look(symbols));
    run::run(&mut state, computer)?;
    if let Some(said) = state.session.closing_text() {
        // The terminal may be gone.
        let _ = tell(out, &said);
    }
    Ok(())
}

/// How a record is looked at.
pub(crate) struct ReplayLook {
    /// From the other side.
    pub flip: bool,
    /// With Unicode symbols for pieces.
    pub symbols: bool,
    /// Of a match only this round, counted from 1.
    pub round: Option<usize>,
}

/// Steps through a game on the screen until the person leaves.
///
/// # Errors
/// The record has no such round, or the terminal does not answer.
pub(crate) fn replay(session: Session, computer: Computer, how: &ReplayLook) -> Done {
    let mut state = State::replaying(session, how.round, look(how.symbols))?;
    state.flip = how.flip;
    run::run(&mut state, computer)
}
