//! What is being played, whoever shows it: the game or the match with its players, and what a record keeps of them.
//! The line mode and the screen stand above it.

use super::super::args::Player;
use super::super::computer::Thinking;
use super::super::fail::Failure;
use super::super::moves::ending;
use super::file::{self, Ended, Saved};
use super::matches::Running;
use super::seats::Seats;
use crate::engine::{HookFault, Play, Position};
use crate::explain::english::{capital, is_plural, the_side, verb};
use crate::match_play::{MatchResult, Round, RoundEnd, Step};
use crate::notation::{
    match_record, match_result_clause, record, result_clause, result_of_resigning, result_text, write_match_record,
    write_record,
};
use crate::open::Opened;
use crate::ruleset::SideId;
use std::path::{Path, PathBuf};

/// Where only computers play, the game is cut after so many moves: not every ruleset ends a game that goes nowhere.
pub const MAX_PLIES: usize = 10_000;

/// A game or a match in progress.
pub struct Session {
    /// The rules of the round that is played.
    pub opened: Opened,
    pub play: Play,
    /// The ruleset as the person named it.
    pub source: String,
    pub seats: Seats,
    pub seed: u64,
    /// How the computer thinks.
    pub thinking: Thinking,
    /// How the game ended, where the rules did not end it: somebody gave it up.
    pub ended: Option<Ended>,
    /// The match of which this is a round.
    pub running: Option<Running>,
    /// The side that moves first, where a script decided that for a single round.
    pub first: Option<SideId>,
    /// The name of the player of each side of a single round, where they have names.
    pub names: Option<Vec<String>>,
    /// Where the game is written to by itself.
    pub save_to: Option<PathBuf>,
    /// Where examples are written to.
    pub pin_to: Option<PathBuf>,
    /// The move about which `why` was asked last, whether it is legal, and the position in which that was.
    pub asked: Option<(String, bool, Position)>,
}

/// What comes next in a match.
pub enum Advance {
    /// A single round is played: nothing comes.
    Single,
    /// This round has come to the table.
    Round(Box<Round>),
    /// A player has to choose a side.
    Choose { player: usize },
    /// The match is over.
    Over(MatchResult),
}

impl Session {
    /// A game that begins or goes on.
    pub fn new(saved: Saved, seats: Seats, seed: u64, thinking: Thinking, save_to: Option<PathBuf>) -> Session {
        let Saved { opened, play, source, ended, running, first, names, .. } = saved;
        Session {
            opened,
            play,
            source,
            seats,
            seed,
            thinking,
            ended,
            running,
            first,
            names,
            save_to,
            pin_to: None,
            asked: None,
        }
    }

    /// The game in a file, for the same table: who plays, the seed and the level are those of the record, or else
    /// what they are here.
    ///
    /// # Errors
    /// The file cannot be read or played on, or nothing tells who plays.
    pub fn load(&self, path: &Path) -> Result<Session, Failure> {
        let mut saved = file::load(path)?;
        let sides = saved.opened.game.rules().sides.len();
        let seats = match saved.seats.take() {
            Some(seats) => seats,
            None if self.seats.fit(sides) => self.seats.clone(),
            None => return Err(Failure::Faulty("that game has another number of sides".to_owned())),
        };
        let seed = saved.seed.unwrap_or(self.seed);
        let thinking = saved.thinking(self.thinking);
        let session = Session::new(saved, seats, seed, thinking, self.save_to.clone());
        Ok(Session { pin_to: self.pin_to.clone(), ..session })
    }

    /// The name of a side.
    pub fn name(&self, side: SideId) -> &str {
        self.opened.game.rules().sides.get(usize::from(side)).map_or("?", |s| &s.name)
    }

    /// Who is to move: a person or the computer.
    pub fn to_move(&self) -> Player {
        self.seats.of(self.play.player(self.play.position().to_move))
    }

    /// Whether a person plays a side.
    #[cfg(feature = "tui")]
    pub fn is_person(&self, side: SideId) -> bool {
        self.seats.is_person(self.play.player(side))
    }

    /// The name of the player of a side, where players have names.
    pub fn player(&self, side: SideId) -> Option<&str> {
        let side = self.play.player(side);
        match &self.running {
            Some(running) => {
                let last = || running.play.played().last().map(|played| &played.round);
                let player = running.play.current().or_else(last).and_then(|r| r.player_of(side));
                Some(player.map_or("?", |p| running.play.name(p)))
            }
            None => self.names.as_ref().and_then(|names| names.get(usize::from(side))).map(String::as_str),
        }
    }

    /// What is in hand, by side and kind: the side, the kind and how many.
    pub fn hands(&self) -> Vec<(usize, usize, u16)> {
        let rules = self.opened.game.rules();
        let kinds = rules.kinds.len();
        let position = self.play.position();
        let count = |side: usize, kind: usize| position.hands.get(side * kinds + kind).copied().unwrap_or(0);
        let all = (0..rules.sides.len()).flat_map(|side| (0..kinds).map(move |kind| (side, kind)));
        all.map(|(side, kind)| (side, kind, count(side, kind))).filter(|(_, _, n)| *n > 0).collect()
    }

    /// A round of a match is on the table.
    pub fn in_round(&self) -> bool {
        self.running.as_ref().is_some_and(|r| r.begun)
    }

    /// Nobody moves any more, for now or for good.
    pub fn is_over(&self) -> bool {
        self.ended.is_some() || self.play.outcome().is_some() || self.running.as_ref().is_some_and(|r| !r.begun)
    }

    /// What is over: `The round is over`.
    pub fn over_text(&self) -> &'static str {
        match &self.running {
            None => "The game is over",
            Some(running) if running.play.result().is_some() => "The match is over",
            Some(_) => "The round is over",
        }
    }

    /// How a single round ended, in a sentence; none while it goes on.
    pub fn end_text(&self) -> Option<String> {
        let game = self.play.game();
        let said = match (&self.ended, self.play.outcome()) {
            (Some(ended), _) => ending(&ended.result, &ended.reason, game),
            (None, Some(outcome)) => ending(&result_text(outcome, game), &outcome.reason, game),
            (None, None) => return None,
        };
        Some(format!("{}.", capital(&said)))
    }

    /// How the round of a match on the table ended, and what the standing is then, a sentence each.
    pub fn round_end_texts(&self) -> Vec<String> {
        let (Some(running), Some(end)) = (&self.running, self.round_end()) else { return Vec::new() };
        let Some(round) = running.play.current() else { return Vec::new() };
        let game = self.play.game();
        let (result, reason) = match (&self.ended, self.play.outcome()) {
            (Some(ended), _) => (ended.result.clone(), ended.reason.clone()),
            (None, Some(outcome)) => (result_text(outcome, game), outcome.reason.clone()),
            (None, None) => return Vec::new(),
        };
        let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        let mut said = vec![format!("Round {} is over: {}{reason}.", round.number, result_clause(&result, game))];
        let mut after = running.play.clone();
        if after.finish(end).is_ok() {
            if after.played().last().is_some_and(|p| !p.counts) {
                said.push("A round that is given up does not count; it is played again.".to_owned());
            }
            said.push(format!("Standing: {}.", after.standing().text(after.players())));
        }
        said
    }

    /// How a match ended.
    pub fn match_end_text(&self, result: &MatchResult) -> String {
        let Some(running) = &self.running else { return String::new() };
        let reason =
            Some(result.reason_text()).filter(|r| !r.is_empty()).map_or_else(String::new, |r| format!(": {r}"));
        let clause = match_result_clause(result.outcome, &running.play);
        format!("The match is over. {}{reason}.", capital(&clause))
    }

    /// Which round it is, who plays which side, and what is otherwise in it, a sentence each.
    pub fn round_texts(&self, round: &Round) -> Vec<String> {
        let Some(running) = &self.running else { return Vec::new() };
        let rounds = running.play.rules().rounds;
        let which = match round.number {
            n if n > rounds => format!("Round {n}, an added one"),
            n => format!("Round {n} of {rounds}"),
        };
        let again = if round.again { ", played again" } else { "" };
        let mut said = vec![format!("{which}{again}: {}", running.seating(round))];
        said.extend(round.first.map(|first| self.first_text(first)));
        if !round.different.note.is_empty() {
            said.push(format!("In this round: {}.", round.different.note.trim_end_matches('.')));
        }
        let settings: Vec<String> = round.different.settings.iter().map(|(n, v)| format!("{n}={v}")).collect();
        if !settings.is_empty() {
            said.push(format!("Settings of this round: {}", settings.join(", ")));
        }
        said
    }

    /// Who moves first.
    pub fn first_text(&self, first: SideId) -> String {
        let side = self.name(first);
        format!("{} {} first.", capital(&the_side(side)), verb(is_plural(side), "moves", "move"))
    }

    /// Who has won how many rounds.
    pub fn standing_text(&self) -> String {
        self.running.as_ref().map_or_else(String::new, |r| r.play.standing().text(r.play.players()))
    }

    /// The answer to `standing`, a sentence each.
    ///
    /// # Errors
    /// The match does not take the end of the round.
    pub fn standing_texts(&self) -> Result<Vec<String>, Failure> {
        let Some(running) = &self.running else {
            return Ok(vec!["This is a single round; `houserules play --match` plays a match.".to_owned()]);
        };
        // A round that is over counts, though its end can still be taken back.
        let mut play = running.play.clone();
        if let Some(end) = self.round_end().filter(|_| running.begun) {
            play.finish(end).map_err(|e| Failure::Faulty(e.to_string()))?;
        }
        let played = play.played().iter().filter(|p| p.counts).count();
        let rounds = if played == 1 { "1 round".to_owned() } else { format!("{played} rounds") };
        let mut said = vec![format!("After {rounds} of {}: {}.", play.planned(), play.standing().text(play.players()))];
        said.extend(play.current().into_iter().flat_map(|round| self.round_texts(round)));
        Ok(said)
    }

    /// The side to move gives the game up.
    pub fn resign(&mut self) {
        let side = self.play.position().to_move;
        let what = if self.running.is_some() { "round" } else { "game" };
        let reason = format!("{} gave the {what} up", the_side(self.name(side)));
        let result = result_of_resigning(side, self.play.game());
        self.ended = Some(Ended { result, reason, gave_up: Some(side) });
    }

    /// Where only computers play and the round goes nowhere, it is cut; true: that is so.
    pub fn is_long(&self) -> bool {
        !self.seats.any_person() && self.play.made().len() >= MAX_PLIES
    }

    /// The round of a match is cut.
    pub fn cut(&mut self) {
        let reason = format!("it was cut after {MAX_PLIES} moves");
        self.ended = Some(Ended { result: "nobody wins".into(), reason, gave_up: None });
    }

    /// How the round ended, as the match takes it; none: it goes on.
    pub fn round_end(&self) -> Option<RoundEnd> {
        let reason = |ended: &Ended| ended.reason.clone();
        match (&self.ended, RoundEnd::of(&self.play)) {
            (Some(ended), _) => Some(match ended.gave_up {
                Some(side) => RoundEnd::resigned(&self.play, side, &reason(ended)),
                None => RoundEnd::broken_off(&self.play, &reason(ended)),
            }),
            (None, end) => end,
        }
    }

    /// Hands the round back to the match.
    pub fn hand_back(&mut self) {
        let Some(end) = self.round_end() else { return };
        let Some(running) = &mut self.running else { return };
        if running.begun && running.play.finish(end).is_ok() {
            running.rounds.push(self.play.clone());
            running.begun = false;
        }
    }

    /// Goes on with the match: the next round comes to the table, a player has to choose, or it is over.
    ///
    /// # Errors
    /// A script failed.
    pub fn advance(&mut self) -> Result<Advance, HookFault> {
        let Some(running) = &mut self.running else { return Ok(Advance::Single) };
        Ok(match running.play.step()? {
            Step::Round(round) => {
                running.begun = true;
                self.opened = running.opened_for(&round);
                self.seats = running.seats(&round.seats);
                self.play = Play::new(&round.game);
                self.ended = None;
                Advance::Round(round)
            }
            Step::Choose { player } => Advance::Choose { player },
            Step::Over(result) => {
                running.begun = false;
                Advance::Over(result)
            }
        })
    }

    /// A player has chosen a side.
    ///
    /// # Errors
    /// Nobody had to.
    pub fn choose(&mut self, side: SideId) -> Result<(), Failure> {
        match &mut self.running {
            Some(running) => running.play.choose(side).map_err(|e| Failure::Faulty(e.to_string())),
            None => Ok(()),
        }
    }

    /// The game, or the match, as text, for a file of that name.
    pub fn written(&self, path: &Path) -> String {
        if let Some(running) = &self.running {
            let mut play = running.play.clone();
            let mut rounds = running.rounds.clone();
            if running.begun {
                rounds.push(self.play.clone());
                // A round that is over is over in the file, though its end can still be taken back here.
                let _ = self.round_end().map(|end| play.finish(end));
            }
            let mut tags = file::match_tags(&self.source, path, &running.who);
            tags.extend(self.thinking.tag().map(file::level_tag));
            return write_match_record(&match_record(&play, &rounds, &tags));
        }
        let mut tags = file::tags(&self.source, path, &self.seats, self.seed);
        tags.extend(self.thinking.tag().map(file::level_tag));
        tags.extend(self.names.as_deref().map(file::names_tag));
        tags.extend(self.first.map(|side| file::first_tag(self.name(side))));
        let mut written = record(&self.play, &tags);
        if let Some(ended) = &self.ended {
            (written.result, written.reason) = (Some(ended.result.clone()), Some(ended.reason.clone()));
            written.reason.take_if(|r| r.is_empty());
        }
        write_record(&written)
    }

    /// Writes the game to a file.
    ///
    /// # Errors
    /// It cannot be written, or the file is there and no saved game.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        file::save(path, &self.written(path))
    }

    /// Writes the game to the file that was named for it, if one was.
    ///
    /// # Errors
    /// As those of [`save`](Session::save).
    pub fn keep(&self) -> Result<(), Failure> {
        self.save_to.as_deref().map_or(Ok(()), |path| self.save(path))
    }
}
