//! What a lab is to do: its cells, its games, their seeds and their order.

use super::contest::{Contest, opening_for};
use super::error::{LabError, asked};
use super::grid::{Varied, cells_of};
use super::player;
use super::{MAX_ALL, MAX_CAP, MAX_GAMES, MAX_OPENING, MAX_SHARDS};
use crate::match_play::Rounds;
use crate::search::{Level, Skill};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The number of the format of logs. It grows when old ones cannot be read any more.
pub(super) const FORMAT: u32 = 1;

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Settings of all cells.
    pub set: Vec<(String, String)>,
    /// What is varied.
    pub vary: Vec<Varied>,
    /// Whole matches are played, not single games.
    pub matches: bool,
    /// Who plays.
    pub level: Level,
    /// What the players know about the game.
    pub skill: Skill,
    /// What decides by chance is decided by.
    pub seed: u64,
    /// How many games, or matches, each cell has.
    pub games: u32,
    /// How many plies are played at random before each game; none: as many as make the games different.
    pub opening_plies: Option<u32>,
    /// After how many plies a game is cut.
    pub cap: u32,
    /// Which part of the games is played; none: all.
    pub shard: Option<Shard>,
}

/// The part of a lab that is played: every so manieth game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 1.
    pub number: u32,
    /// Of how many.
    pub of: u32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(n, of)| Some((n.trim().parse().ok()?, of.trim().parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= MAX_SHARDS => Ok(Shard { number, of }),
            _ => Err(format!(
                "expected which shard of how many, such as `3/64`: from `1/64` to `64/64`, and at most {MAX_SHARDS} of them"
            )),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Serialize for Shard {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Shard {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Shard, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A lab in full: what makes its games what they are. Two labs with equal headers have equal games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The number of the format.
    pub lab: u32,
    /// The version of the program. Another one may play otherwise.
    pub program: String,
    /// The ruleset.
    pub ruleset: String,
    /// Its title.
    pub title: String,
    /// The sides, in the order of the rules.
    pub sides: Vec<String>,
    /// Whole matches are played.
    pub matches: bool,
    /// Who plays.
    pub level: String,
    /// A digest of what the players know about the game.
    pub skill: String,
    /// What decides by chance is decided by.
    pub seed: u64,
    /// How many games, or matches, each cell has.
    pub games: u32,
    /// How many plies are played at random before each game.
    pub opening_plies: u32,
    /// After how many plies a game is cut.
    pub cap: u32,
    /// Which part of the games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Settings of all cells.
    pub set: Vec<(String, String)>,
    /// What is varied.
    pub vary: Vec<Varied>,
    /// The cells.
    pub cells: Vec<Cell>,
    /// Combinations that the rules refuse.
    pub refused: Vec<Refused>,
}

/// One combination of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// The value of each varied option.
    pub values: Vec<String>,
    /// All the settings that differ from the defaults of the rules.
    pub changed: Vec<(String, String)>,
    /// The hash of what the rules mean under them, in hexadecimal.
    pub hash: String,
}

/// A combination that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// The value of each varied option.
    pub values: Vec<String>,
    /// Why, as a clause.
    pub why: String,
}

impl Header {
    /// `columns=5, dog-count=2`; nothing where nothing is varied.
    pub fn label(&self, values: &[String]) -> String {
        let parts = self.vary.iter().zip(values).map(|(v, value)| format!("{}={value}", v.option));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// The cell with which the others are compared: all varied options have their defaults. Where there is none, the
    /// first.
    pub fn base_cell(&self) -> usize {
        let is_default = |c: &Cell| self.vary.iter().zip(&c.values).all(|(v, value)| v.default == *value);
        self.cells.iter().position(is_default).unwrap_or(0)
    }

    /// How many games it has, in all its shards.
    pub fn all(&self) -> u64 {
        self.cells.len() as u64 * u64::from(self.games)
    }

    /// Whether a game belongs to its shard, or to none of several.
    pub(super) fn is_ours(&self, cell: u32, game: u32) -> bool {
        let index = u64::from(cell) * u64::from(self.games) + u64::from(game);
        self.shard.is_none_or(|s| index % u64::from(s.of.max(1)) == u64::from(s.number.saturating_sub(1)))
    }

    /// How many games it has, of its shard alone.
    pub fn planned(&self) -> u64 {
        self.games().count() as u64
    }

    /// The games of its shard, by cell and number. The first of each cell come first, so that a lab that is stopped has
    /// seen as much of one cell as of another.
    pub fn games(&self) -> impl Iterator<Item = (u32, u32)> {
        let cells = self.cells.len() as u32;
        (0..self.games)
            .flat_map(move |game| (0..cells).map(move |cell| (cell, game)))
            .filter(|(c, g)| self.is_ours(*c, *g))
    }

    /// The same lab, not cut into shards.
    #[must_use]
    pub fn whole(&self) -> Header {
        Header { shard: None, ..self.clone() }
    }

    /// The seed of a game: of the lab's, the settings of its cell and its number. The other cells do not matter, so a
    /// cell has the same games in every grid.
    pub(super) fn seed_of(&self, cell: &Cell, game: u32) -> u64 {
        let changed: Vec<String> = cell.changed.iter().map(|(o, v)| format!("{o}={v}")).collect();
        let text = format!("{}\n{}\n{}\n{game}", self.seed, self.ruleset, changed.join(" "));
        Sha256::digest(text.as_bytes()).iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
    }

    /// In what another lab is not this one; nothing where their games are the same. Shards do not count.
    pub fn differs_from(&self, other: &Header) -> Option<String> {
        let pairs = [
            ("format", self.lab.to_string(), other.lab.to_string()),
            ("version of the program", self.program.clone(), other.program.clone()),
            ("ruleset", self.ruleset.clone(), other.ruleset.clone()),
            ("kind", kind(self.matches), kind(other.matches)),
            ("level", self.level.clone(), other.level.clone()),
            ("opponent", self.skill.clone(), other.skill.clone()),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("number of games", self.games.to_string(), other.games.to_string()),
            ("number of opening plies", self.opening_plies.to_string(), other.opening_plies.to_string()),
            ("cap on plies", self.cap.to_string(), other.cap.to_string()),
        ];
        if let Some((what, a, b)) = pairs.iter().find(|(_, a, b)| a != b) {
            return Some(format!("its {what} is {b}, not {a}"));
        }
        if self.set != other.set {
            return Some("it has other settings".to_owned());
        }
        if self.vary != other.vary {
            return Some("it varies other options or values".to_owned());
        }
        if self.whole() != other.whole() {
            return Some("the rules have changed since it was made".to_owned());
        }
        None
    }
}

fn kind(matches: bool) -> String {
    if matches { "matches" } else { "games" }.to_owned()
}

/// Makes what the rounds of a cell are played by, or says as a clause why the rules refuse its settings.
pub type Open<'a> = &'a mut dyn FnMut(&[(String, String)]) -> Result<Rounds, String>;

/// A lab that can be played.
#[derive(Debug)]
pub struct Plan {
    /// What it is.
    pub header: Header,
    /// What is played in each cell.
    pub(super) contests: Vec<Contest>,
    /// Who plays.
    pub(super) level: Level,
    /// What they know.
    pub(super) skill: Skill,
}

impl Plan {
    /// Makes a plan.
    ///
    /// # Errors
    /// What was asked for cannot be, or the rules refuse all of it.
    pub fn new(asked_for: Asked, open: Open) -> Result<Plan, LabError> {
        let ask = asked_for;
        bounded("--games", u64::from(ask.games), 1, u64::from(MAX_GAMES))?;
        bounded("--opening-plies", u64::from(ask.opening_plies.unwrap_or(0)), 0, u64::from(MAX_OPENING))?;
        bounded("--cap", u64::from(ask.cap), 1, u64::from(MAX_CAP))?;
        let combinations = cells_of(&ask.vary)?;
        let all = combinations.len() as u64 * u64::from(ask.games);
        if all > MAX_ALL {
            return asked(format!(
                "{} cells of {} games are {all} games, and a lab has at most {MAX_ALL}; ask for fewer games (`--games`) or cells",
                combinations.len(),
                ask.games
            ));
        }
        let (mut cells, mut contests, mut refused) = (Vec::new(), Vec::<Contest>::new(), Vec::new());
        for values in combinations {
            let varied = ask.vary.iter().zip(&values).map(|(v, value)| (v.option.clone(), value.clone()));
            let settings: Vec<(String, String)> = ask.set.iter().cloned().chain(varied).collect();
            match open(&settings).and_then(|rounds| Contest::new(rounds, ask.matches, contests.first())) {
                Ok(contest) => {
                    let rules = contest.rules();
                    let (changed, hash) = (rules.changed_settings.clone(), format!("{:016x}", rules.hash));
                    cells.push(Cell { values, changed, hash });
                    contests.push(contest);
                }
                Err(why) => refused.push(Refused { values, why }),
            }
        }
        let Some(first) = contests.first() else {
            let why = refused.into_iter().next().map(|r| r.why).unwrap_or_default();
            return asked(format!("the rules refuse all of this: {why}"));
        };
        let opening_plies = match ask.opening_plies {
            Some(plies) => plies,
            None => contests.iter().map(|c| opening_for(c, ask.games)).max().unwrap_or(0),
        };
        let rules = first.rules();
        let header = Header {
            lab: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: rules.id.clone(),
            title: rules.title.clone(),
            sides: rules.sides.iter().map(|s| s.name.clone()).collect(),
            matches: ask.matches,
            level: ask.level.to_string(),
            skill: player::digest(&ask.skill),
            seed: ask.seed,
            games: ask.games,
            opening_plies,
            cap: ask.cap,
            shard: ask.shard,
            set: ask.set,
            vary: ask.vary,
            cells,
            refused,
        };
        Ok(Plan { header, contests, level: ask.level, skill: ask.skill })
    }
}

fn bounded(what: &str, number: u64, low: u64, high: u64) -> Result<(), LabError> {
    if (low..=high).contains(&number) { Ok(()) } else { asked(format!("`{what}` is a number from {low} to {high}")) }
}
