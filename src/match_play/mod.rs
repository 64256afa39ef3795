//! Matches: several rounds of a game between players, who are told apart from the sides they play. A side wins a
//! round, a player a match (docs/book/match.md).
//!
//! A [`Match`] knows no input and no output. [`Match::step`] says what comes next: a round to be played, a choice that a
//! player has to make, or the result. What a round came to is handed back with [`Match::finish`].

mod game;
mod progress;
mod round;
mod single;
mod verdict;

#[cfg(test)]
pub(crate) mod fake;
#[cfg(test)]
mod tests;

pub use game::{Maker, Rounds};
pub use progress::{Answers, Match, Played, Round, Step};
pub use round::RoundEnd;
pub use single::{default_players, first_turn, single_round, starts, with_first_turn};
pub use verdict::{MatchOutcome, MatchResult, Ruling, Standing};

use crate::engine::Game;
use thiserror::Error;

/// The longest name of a player, in characters.
pub const MAX_NAME: usize = 60;

/// Why a match cannot begin, or not go on in this way.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum MatchError {
    #[error("the rules have no match")]
    NoMatch,
    #[error("{sides} sides need {sides} players, not {players}")]
    Players { players: usize, sides: usize },
    #[error("two players are called `{0}`")]
    NameTwice(String),
    /// Names stand in lines of text.
    #[error(
        "`{0}` cannot be the name of a player: a name is 1 to {MAX_NAME} characters without , : ; ( ) {{ }} \" and \\"
    )]
    BadName(String),
    /// Scripts ask for a count by a name, be it a player's or a side's.
    #[error("a side is called `{0}`; a player needs another name")]
    SideName(String),
    #[error("each player plays one side")]
    Seats,
    #[error("no round is being played")]
    NoRound,
    #[error("nobody has a side to choose")]
    NoChoice,
    #[error("there is no such side")]
    NoSide,
}

/// The first of these names that a side of the game has too, small or capital letters alike. Players may not be called
/// so: a script that asks for the count of a name means one or the other.
pub fn name_of_a_side<'a>(mut names: impl Iterator<Item = &'a str>, game: &Game) -> Option<&'a str> {
    let sides = &game.rules().sides;
    names.find(|name| sides.iter().any(|s| s.name.to_lowercase() == name.to_lowercase()))
}

/// Whether a name can stand in a line of text, and be told from what else stands there.
pub fn is_name(name: &str) -> bool {
    let fits = (1..=MAX_NAME).contains(&name.chars().count()) && name.trim() == name;
    fits && !name.contains([',', ':', ';', '(', ')', '{', '}', '"', '\\'])
        && !name.chars().any(char::is_control)
        && !name.contains("  ")
        && !name.contains(" as ")
}
