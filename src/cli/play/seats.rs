//! Who plays which side.

use super::super::args::Player;
use super::super::fail::{Failure, did_you_mean};
use crate::explain::english::list;
use crate::ruleset::{Rules, Side, SideId};
use clap::ValueEnum;

/// The player of each side, in the order of the sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats(Vec<Player>);

impl Seats {
    /// The players of the sides, in their order.
    pub fn of_players(players: Vec<Player>) -> Seats {
        Seats(players)
    }

    /// The same as a list.
    pub fn players(&self) -> &[Player] {
        &self.0
    }

    /// Who plays a side.
    pub fn of(&self, side: SideId) -> Player {
        self.0.get(usize::from(side)).copied().unwrap_or(Player::Computer)
    }

    /// Whether a person plays a side.
    #[cfg(feature = "tui")]
    pub fn is_person(&self, side: SideId) -> bool {
        self.of(side) == Player::Person
    }

    /// Whether somebody types.
    pub fn any_person(&self) -> bool {
        self.0.contains(&Player::Person)
    }

    /// Whether they fit a game with so many sides.
    pub fn fit(&self, sides: usize) -> bool {
        self.0.len() == sides
    }

    /// As a record has them: `person,computer`.
    pub fn tag(&self) -> String {
        let word = |p: &Player| match p {
            Player::Person => "person",
            Player::Computer => "computer",
        };
        self.0.iter().map(word).collect::<Vec<_>>().join(",")
    }

    /// Reads what [`tag`](Seats::tag) writes; none where it is nothing of the kind (other programs may put names
    /// there), or of another number of sides.
    pub fn of_tag(tag: &str, sides: usize) -> Option<Seats> {
        let players: Option<Vec<Player>> = tag.split(',').map(|w| Player::from_str(w.trim(), true).ok()).collect();
        players.map(Seats).filter(|seats| seats.fit(sides))
    }

    /// Who plays, in a sentence; with the names of the players of the sides, where they have names.
    pub fn sentence(&self, rules: &Rules, names: Option<&[String]>) -> String {
        if let Some(names) = names {
            let plays = |((side, name), player): ((&Side, &String), &Player)| {
                let computer = *player == Player::Computer && !name.starts_with("Computer");
                format!("{name}{} plays {}", if computer { " (the computer)" } else { "" }, side.name)
            };
            let each: Vec<String> = rules.sides.iter().zip(names).zip(&self.0).map(plays).collect();
            return format!("{}.", each.join(", "));
        }
        let of = |player: Player| {
            let sides = rules.sides.iter().zip(&self.0).filter(|(_, p)| **p == player);
            list(&sides.map(|(s, _)| s.name.clone()).collect::<Vec<_>>(), "and")
        };
        match (of(Player::Person), of(Player::Computer)) {
            (person, computer) if computer.is_empty() => format!("You play {person} at one board."),
            (person, computer) if person.is_empty() => format!("The computer plays {computer}."),
            (person, computer) => format!("You play {person}; the computer plays {computer}."),
        }
    }
}

pub fn names(rules: &Rules) -> Vec<&str> {
    rules.sides.iter().map(|s| s.name.as_str()).collect()
}

/// The side with that name, capitals or not.
pub fn side(name: &str, rules: &Rules) -> Result<SideId, Failure> {
    let found = rules.sides.iter().position(|s| s.name.eq_ignore_ascii_case(name));
    found.map(|s| s as SideId).ok_or_else(|| {
        let names = names(rules);
        let near = did_you_mean(name, names.iter().copied());
        Failure::Usage(format!("{} has no side `{name}`{near}; its sides are {}", rules.title, names.join(", ")))
    })
}
