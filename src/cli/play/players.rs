//! Names of players, and what is known of them.

use super::super::args::{Play as Args, Player};
use super::super::fail::{Failure, did_you_mean};
use crate::engine::{Game, PlayerFacts};
use crate::match_play::{is_name, name_of_a_side};
use crate::ruleset::SideId;

/// The players of a game or a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players {
    /// What is known of them. The first is the person, where one plays against the computer.
    pub facts: Vec<PlayerFacts>,
    /// Whether each of them is a person.
    pub who: Vec<Player>,
    /// The player of each side in the first round.
    pub seats: Vec<usize>,
    /// Somebody was given a name.
    pub named: bool,
}

impl Players {
    /// As the arguments say. `person`: the side that the person plays against the computer, where it is not said.
    pub fn new(args: &Args, game: &Game, person: SideId) -> Result<Players, Failure> {
        let sides = game.rules().sides.len();
        let (who, seats) = match args.players.as_slice() {
            [] => {
                let person = match &args.side {
                    Some(name) => super::seats::side(name, game.rules())?,
                    None => person,
                };
                let mut seats: Vec<usize> = (0..sides).collect();
                seats.rotate_right(usize::from(person) % sides.max(1));
                let who = (0..sides).map(|n| if n == 0 { Player::Person } else { Player::Computer }).collect();
                (who, seats)
            }
            [one] => (vec![*one; sides], (0..sides).collect()),
            list if list.len() == sides => (list.to_vec(), (0..sides).collect()),
            list => {
                return Err(Failure::Usage(format!(
                    "--players names {} players, and {} has {sides} sides: {}",
                    list.len(),
                    game.rules().title,
                    super::seats::names(game.rules()).join(", ")
                )));
            }
        };
        let names = named(args, &who, game)?;
        if let Some(unknown) = args.beginner.iter().find(|b| !names.contains(b)) {
            let near = did_you_mean(unknown, names.iter().map(String::as_str));
            let help = if args.names.is_empty() { "; name them with `--names`" } else { "" };
            return Err(Failure::Usage(format!(
                "no player is called `{unknown}`{near}; they are {}{help}",
                names.join(", ")
            )));
        }
        let facts = names.iter().map(|name| PlayerFacts { beginner: args.beginner.contains(name), name: name.clone() });
        Ok(Players { facts: facts.collect(), named: names != default_names(&who, game), who, seats })
    }

    /// The name of the player of each side, with these seats.
    pub fn names_at(&self, seats: &[usize]) -> Vec<String> {
        seats.iter().map(|player| self.facts.get(*player).map_or_else(|| "?".into(), |p| p.name.clone())).collect()
    }

    /// What is known of the player of each side, with these seats.
    pub fn facts_at(&self, seats: &[usize]) -> Vec<PlayerFacts> {
        seats.iter().filter_map(|player| self.facts.get(*player).cloned()).collect()
    }

    /// Who plays each side, with these seats.
    pub fn at(&self, seats: &[usize]) -> Vec<Player> {
        seats.iter().map(|player| self.who.get(*player).copied().unwrap_or(Player::Computer)).collect()
    }
}

/// The names of all, or those of the persons, in the order in which they play the sides; the others keep their own.
/// Where `--names` says nothing, `--beginner` names the persons, if it has one name for each and none that there is.
fn named(args: &Args, who: &[Player], game: &Game) -> Result<Vec<String>, Failure> {
    let mut names = default_names(who, game);
    let persons = who.iter().filter(|p| **p == Player::Person).count();
    let new = args.beginner.len() == persons && !args.beginner.iter().any(|b| names.contains(b));
    let given = if args.names.is_empty() && new { &args.beginner } else { &args.names };
    if given.is_empty() {
        return Ok(names);
    }
    let trimmed = given.iter().map(|n| n.trim().to_owned());
    if given.len() == who.len() {
        names = trimmed.collect();
    } else if given.len() == persons {
        let places = names.iter_mut().zip(who).filter(|(_, p)| **p == Player::Person).map(|(name, _)| name);
        places.zip(trimmed).for_each(|(place, name)| *place = name);
    } else {
        let number = if given.len() == 1 { "1 name".to_owned() } else { format!("{} names", given.len()) };
        let some = if (1..who.len()).contains(&persons) {
            format!(", {persons} of them {}", if persons == 1 { "a person" } else { "persons" })
        } else {
            String::new()
        };
        return Err(Failure::Usage(format!("--names gives {number}, and there are {} players{some}", who.len())));
    }
    if let Some(bad) = names.iter().find(|n| !is_name(n)) {
        return Err(Failure::Usage(format!("`{bad}` cannot be the name of a player; use letters, digits and blanks")));
    }
    if let Some(name) = name_of_a_side(names.iter().map(String::as_str), game) {
        let (title, sides) = (&game.rules().title, super::seats::names(game.rules()).join(", "));
        return Err(Failure::Usage(format!(
            "a player cannot be called `{name}`, like a side; give a name that is none of the sides of {title}: {sides}"
        )));
    }
    match names.iter().enumerate().find(|(n, name)| names.iter().take(*n).any(|other| other == *name)) {
        Some((_, name)) => Err(Failure::Usage(format!("two players are called `{name}`"))),
        None => Ok(names),
    }
}

/// `Player` and `Computer`, with numbers where there are several, or where a side is called so.
fn default_names(who: &[Player], game: &Game) -> Vec<String> {
    let word = |p: &Player| if *p == Player::Person { "Player" } else { "Computer" };
    let name = |(n, p): (usize, &Player)| {
        let alone =
            who.iter().filter(|q| *q == p).count() == 1 && name_of_a_side(std::iter::once(word(p)), game).is_none();
        let number = who.iter().take(n + 1).filter(|q| *q == p).count();
        if alone { word(p).to_owned() } else { format!("{} {number}", word(p)) }
    };
    who.iter().enumerate().map(name).collect()
}
