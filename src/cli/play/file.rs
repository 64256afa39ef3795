//! Saved games.

use super::super::args::{Player, SettingArgs, Subject};
use super::super::computer::{Thinking, time};
use super::super::disk::{is_path, path_of, why};
use super::super::fail::{Done, Failure, Refused};
use super::super::subject;
use super::super::wrap::say;
use super::matches::Running;
use super::seats::Seats;
use crate::disk::replace_with;
use crate::engine::{Play, PlayerFacts};
use crate::match_play::{is_name, single_round, with_first_turn};
use crate::notation::{
    Difference, MAX_RECORD, ReplayedMatch, Stamp, match_stamp, read_match_record, read_record, record_differences,
    record_stamp, replay, replay_match,
};
use crate::open::Opened;
use crate::ruleset::SideId;
use crate::search::Level;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The tag that names the rule file of a game whose rules are not built in.
const FILE: &str = "File";
/// The tag that says who plays each side.
const PLAYERS: &str = "Players";
/// The tag with the names of those who play the sides.
const NAMES: &str = "Names";
/// The tag with the seed of the computer's choices.
const SEED: &str = "Seed";
/// The tag with the level of the computer.
const LEVEL: &str = "Level";
/// The tags with the time that the computer has for a move, with its threads, and with its table of exact values.
const TIME: &str = "Time";
const THREADS: &str = "Threads";
const TABLE: &str = "Table";
/// The tag with the side that moves first, where a script decided that.
const FIRST: &str = "FirstTurn";
/// The tag that says whether each player of a match is a person.
const WHO: &str = "Who";
/// How records begin: of a game, of a match.
const BEGINS: [&str; 2] = ["[Ruleset ", MATCH_BEGINS];
const MATCH_BEGINS: &str = "[Match ";

/// A game from a file.
pub struct Saved {
    pub opened: Opened,
    pub play: Play,
    /// The ruleset as a person would name it.
    pub source: String,
    /// Who plays, if the record says so.
    pub seats: Option<Seats>,
    /// The seed of the computer's choices, if the record says it.
    pub seed: Option<u64>,
    /// The level of the computer, if the record says it.
    pub level: Option<Level>,
    /// The time that it has for a move instead, and its threads, if the record says so.
    pub time: Option<Duration>,
    pub threads: Option<usize>,
    /// Its table of exact values, if it has one.
    pub table: Option<PathBuf>,
    /// How it ended, if the rules did not end it.
    pub ended: Option<Ended>,
    /// The match of which it is a round.
    pub running: Option<Running>,
    /// The side that moves first, where a script decided that for a single round.
    pub first: Option<SideId>,
    /// The name of the player of each side of a single round, where they have names.
    pub names: Option<Vec<String>>,
    /// What is known of the player of each side of a single round that begins.
    pub facts: Vec<PlayerFacts>,
    /// The file that it comes from.
    pub file: Option<PathBuf>,
}

impl Saved {
    /// A game of which nothing else is known.
    pub fn of(opened: Opened, play: Play, source: String) -> Saved {
        Saved {
            opened,
            play,
            source,
            seats: None,
            seed: None,
            level: None,
            time: None,
            threads: None,
            table: None,
            ended: None,
            running: None,
            first: None,
            names: None,
            facts: Vec::new(),
            file: None,
        }
    }

    /// How the computer thinks: as somebody said, else as the record says.
    pub fn thinking(&self, now: Thinking) -> Thinking {
        if now.said {
            return now;
        }
        let threads = self.threads.filter(|_| now.threads == 1).unwrap_or(now.threads);
        Thinking { level: self.level.unwrap_or(now.level), time: self.time.or(now.time), threads, ..now }
    }

    /// How the computer thought, as the tags of a record say it.
    fn thought(self, tag: impl Fn(&str) -> Option<String>, path: &Path) -> Saved {
        Saved {
            level: tag(LEVEL).and_then(|tag| tag.parse().ok()),
            time: tag(TIME).and_then(|tag| time(&tag).ok()),
            threads: tag(THREADS).and_then(|tag| tag.parse().ok()).filter(|n| (2..=256).contains(n)),
            table: tag(TABLE).map(|table| found(&table, path)),
            ..self
        }
    }
}

/// An end that is not by the rules, as a record has it.
pub struct Ended {
    pub result: String,
    pub reason: String,
    /// The side that gave it up, where that is known.
    pub gave_up: Option<SideId>,
}

/// Reads a saved game and plays it to where it stood.
pub fn load(path: &Path) -> Result<Saved, Failure> {
    let shown = path.display();
    let failed = |e: &std::io::Error| Failure::File(format!("`{shown}` cannot be read: {}", why(e)));
    let mut text = String::new();
    let limit = MAX_RECORD as u64 + 1;
    File::open(path).and_then(|f| f.take(limit).read_to_string(&mut text)).map_err(|e| failed(&e))?;
    let saved = if text.starts_with(MATCH_BEGINS) { load_match(&text, path) } else { load_game(&text, path) }?;
    Ok(Saved { file: Some(path.to_owned()), ..saved })
}

fn faulty(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::Faulty(format!("`{}` is no saved game: {why}", path.display()))
}

fn stopped(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::Faulty(format!("`{}` cannot be played on: {why}", path.display()))
}

/// Opens the rules that a record names; gives the ruleset as a person would name it, too.
fn rules(stamp: Stamp, file: Option<&str>, path: &Path) -> Result<(Opened, String), Failure> {
    let shown = path.display();
    let Some(ruleset) = file.map(|file| rule_file(file, path)).or(stamp.ruleset) else {
        return Err(faulty(path, &"it does not say by which rules it is played"));
    };
    let settings = SettingArgs { set: stamp.options.unwrap_or_default() };
    let opened = subject::open(&Subject { ruleset: ruleset.clone(), settings }).map_err(|failure| match failure {
        // What is wrong with the record is no wrong usage.
        Failure::Usage(why) => stopped(path, &why),
        Failure::File(why) => Failure::File(format!("`{shown}` cannot be played on: {why}")),
        Failure::Rules(refused) => {
            Failure::Rules(Box::new(Refused { usage: false, record: Some(shown.to_string()), ..*refused }))
        }
        other => other,
    })?;
    Ok((opened, ruleset))
}

fn load_game(text: &str, path: &Path) -> Result<Saved, Failure> {
    let record = read_record(text).map_err(|e| faulty(path, &e))?;
    let (mut opened, source) = rules(record_stamp(&record), record.tag(FILE), path)?;
    let sides = &opened.game.rules().sides;
    let first = match record.tag(FIRST) {
        None => None,
        Some(name) => match sides.iter().position(|s| s.name == name) {
            Some(side) => Some(side as SideId),
            None => return Err(stopped(path, &format!("`{name}`, which moves first, is no side"))),
        },
    };
    opened.game = match first {
        Some(first) => with_first_turn(&opened.game, first),
        None => single_round(&opened.game)?,
    };
    let play = match replay(&record, &opened.game) {
        Ok(play) => {
            differ(&record_differences(&record, &play));
            play
        }
        Err(e) => {
            differ(&record_stamp(&record).differences(opened.game.rules()));
            return Err(stopped(path, &e));
        }
    };
    let ended = record.result.as_ref().filter(|_| play.outcome().is_none());
    let reason = record.reason.clone().unwrap_or_default();
    let ended = ended.map(|result| Ended { result: result.clone(), reason, gave_up: None });
    let seats = record.tag(PLAYERS).and_then(|tag| Seats::of_tag(tag, opened.game.rules().sides.len()));
    let seed = record.tag(SEED).and_then(|tag| tag.parse().ok());
    let names = record.tag(NAMES).map(|tag| tag.split(", ").map(str::to_owned).collect::<Vec<_>>());
    let fits = |names: &Vec<String>| names.len() == opened.game.rules().sides.len() && names.iter().all(|n| is_name(n));
    let names = names.filter(fits);
    let saved = Saved { seats, seed, ended, first, names, ..Saved::of(opened, play, source) };
    Ok(saved.thought(|tag| record.tag(tag).map(str::to_owned), path))
}

fn load_match(text: &str, path: &Path) -> Result<Saved, Failure> {
    let record = read_match_record(text).map_err(|e| faulty(path, &e))?;
    let (opened, source) = rules(match_stamp(&record), record.tag(FILE), path)?;
    let again = replay_match(&record, opened.rounds());
    let ReplayedMatch { play, mut rounds, differences } = again.map_err(|e| {
        differ(&match_stamp(&record).differences(opened.game.rules()));
        stopped(path, &e)
    })?;
    differ(&differences);
    let players = play.players().len();
    let who = record.tag(WHO).and_then(|tag| Seats::of_tag(tag, players));
    let who = who.unwrap_or_else(|| Seats::of_players(vec![Player::Person; players]));
    let current = play.current().cloned();
    let board = if current.is_some() { rounds.pop() } else { rounds.last().cloned() };
    let board = board.unwrap_or_else(|| Play::new(&opened.game));
    let seed = Some(play.seed());
    let mut running = Running::of(play, rounds, opened.clone(), who.players().to_vec());
    running.begun = current.is_some();
    let seats = current.as_ref().map_or(who, |round| running.seats(&round.seats));
    let opened = current.as_ref().map_or(opened, |round| running.opened_for(round));
    let saved = Saved { seats: Some(seats), seed, running: Some(running), ..Saved::of(opened, board, source) };
    Ok(saved.thought(|tag| record.tag(tag).map(str::to_owned), path))
}

/// Says what the rules at hand have otherwise than the rules of a record.
fn differ(differences: &[Difference]) {
    for difference in differences {
        say(&format!("note: the game was saved under other rules: {difference}"));
    }
}

/// Where the rule file of a record is: beside the record, or wherever its path leads from there. Records of
/// version 0.1.0 named it from the directory in which the program ran.
fn rule_file(file: &str, record: &Path) -> String {
    let path = found(file, record);
    // A name without a directory could be taken for that of a built-in ruleset.
    if is_path(file) { path } else { Path::new(".").join(path) }.display().to_string()
}

/// A file that a record names, as seen from the record or from here.
fn found(file: &str, record: &Path) -> PathBuf {
    let near = record.parent().map(|folder| folder.join(file)).filter(|near| near.exists());
    near.unwrap_or_else(|| PathBuf::from(file))
}

/// The tags of a game that is saved: where its rules are, when they are not built in, who plays, and the seed.
pub fn tags(source: &str, record: &Path, seats: &Seats, seed: u64) -> Vec<(String, String)> {
    let file = path_of(source).map(|file| (FILE.to_owned(), seen_from(&file, record)));
    let others = [(PLAYERS.to_owned(), seats.tag()), (SEED.to_owned(), seed.to_string())];
    file.into_iter().chain(others).collect()
}

/// The tags that say how the computer thinks.
pub fn thinking_tags(thinking: Thinking, table: Option<&Path>, record: &Path) -> Vec<(String, String)> {
    let level = thinking.tag().map(|level| (LEVEL.to_owned(), level.to_string()));
    let time = thinking.time.map(|time| (TIME.to_owned(), format!("{time:?}")));
    let threads = (thinking.threads > 1).then(|| (THREADS.to_owned(), thinking.threads.to_string()));
    let table = table.map(|table| (TABLE.to_owned(), seen_from(table, record)));
    [level, time, threads, table].into_iter().flatten().collect()
}

/// The tag with the names of the players.
pub fn names_tag(names: &[String]) -> (String, String) {
    (NAMES.to_owned(), names.join(", "))
}

/// The tag that says who moves first.
pub fn first_tag(side: &str) -> (String, String) {
    (FIRST.to_owned(), side.to_owned())
}

/// The tags of a match that is saved, besides those of its record.
pub fn match_tags(source: &str, record: &Path, who: &[Player]) -> Vec<(String, String)> {
    let file = path_of(source).map(|file| (FILE.to_owned(), seen_from(&file, record)));
    let who = (WHO.to_owned(), Seats::of_players(who.to_vec()).tag());
    file.into_iter().chain([who]).collect()
}

/// A rule file as a record names it: by the way from the record's own folder if it lies below, else in full.
fn seen_from(file: &Path, record: &Path) -> String {
    let folder = record.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(file), fs::canonicalize(folder)) {
        (Ok(full), Ok(folder)) => full.strip_prefix(folder).unwrap_or(&full).display().to_string(),
        _ => file.display().to_string(),
    }
}

/// Whether a file begins as saved games do.
pub fn is_saved_game(path: &Path) -> bool {
    begins_well(path).unwrap_or(false)
}

fn begins_well(path: &Path) -> std::io::Result<bool> {
    let mut begin = Vec::new();
    let longest = BEGINS.iter().map(|b| b.len()).max().unwrap_or_default();
    File::open(path)?.take(longest as u64).read_to_end(&mut begin)?;
    Ok(BEGINS.iter().any(|b| begin.starts_with(b.as_bytes())))
}

/// Writes a game. A file that is no saved game is left alone.
pub fn save(path: &Path, text: &str) -> Done {
    let failed = |e: &std::io::Error| Failure::File(format!("`{}` cannot be written: {}", path.display(), why(e)));
    if path.exists() && !begins_well(path).map_err(|e| failed(&e))? {
        return Err(Failure::File(format!("`{}` is there already and is no saved game", path.display())));
    }
    replace_with(path, &mut |file| file.write_all(text.as_bytes())).map_err(|e| failed(&e))
}
