//! A game at the table: whose turn it is, and what is said and done there.

use super::super::args::Player;
use super::super::computer::{Computer, Thinking, doubt_skill};
use super::super::fail::{Done, Failure, did_you_mean};
use super::super::moves::ending;
use super::super::paint;
use super::super::why::{NoRuling, ruling};
use super::super::wrap::{tell, tell_all, tell_row, tell_words};
use super::command::{Command, HELP, Line, WORDS, read};
use super::file::{self, Ended, Saved};
use super::input::Input;
use super::matches::Running;
use super::seats::Seats;
use crate::engine::{HookFault, Move, Play, PlayError, Position};
use crate::explain::english::{capital, is_plural, the_side, verb};
use crate::explain::happened_text;
use crate::notation::{
    Fault, match_record, move_text, move_texts, read_move, record, result_of_resigning, result_text, site_text,
    write_match_record, write_position, write_record,
};
use crate::open::Opened;
use crate::ruleset::SideId;
use crate::search::{Score, solve};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where only computers play, the game is cut after so many moves: not every ruleset ends a game that goes nowhere.
const MAX_PLIES: usize = 10_000;

pub struct Table {
    /// The rules of the round that is played.
    pub(super) opened: Opened,
    pub(super) play: Play,
    /// The ruleset as the person named it.
    pub(super) source: String,
    pub(super) seats: Seats,
    seed: u64,
    computer: Computer,
    pub(super) input: Input,
    /// How the game ended, where the rules did not end it: somebody gave it up.
    pub(super) ended: Option<Ended>,
    /// The end has been announced.
    pub(super) announced: bool,
    /// A script failed at the present position: the computer leaves it to the person what to do.
    pub(super) stuck: bool,
    /// The faults of scripts that were told at the present position.
    pub(super) faults: Vec<String>,
    /// The match of which this is a round.
    pub(super) running: Option<Running>,
    /// The side that moves first, where a script decided that for a single round.
    first: Option<SideId>,
    /// The name of the player of each side of a single round, where they have names.
    names: Option<Vec<String>>,
    /// Where the game is written to by itself.
    save_to: Option<PathBuf>,
    /// Where examples are written to.
    pub(super) pin_to: Option<PathBuf>,
    /// The move about which `why` was asked last, whether it is legal, and the position in which that was.
    pub(super) asked: Option<(String, bool, Position)>,
}

/// What comes after a line.
pub(super) enum Next {
    Go,
    Quit,
}

impl Table {
    /// A game that begins or goes on.
    pub fn new(
        saved: Saved,
        seats: Seats,
        seed: u64,
        thinking: Thinking,
        input: Input,
        save_to: Option<PathBuf>,
    ) -> Table {
        doubt_skill(&saved.opened);
        let computer = Computer::new(&saved.opened, thinking, seed);
        let Saved { opened, play, source, ended, running, first, names, .. } = saved;
        Table {
            opened,
            play,
            source,
            seats,
            seed,
            computer,
            input,
            ended,
            announced: false,
            stuck: false,
            faults: Vec::new(),
            running,
            first,
            names,
            save_to,
            pin_to: None,
            asked: None,
        }
    }

    /// The same, with what the computer knows for certain.
    pub fn knowing(mut self, known: Option<solve::Table>) -> Table {
        self.computer = self.computer.knowing(known);
        self
    }

    /// The same, with the file that examples are written to.
    pub fn pinning_to(mut self, file: Option<PathBuf>) -> Table {
        self.pin_to = file;
        self
    }

    /// Plays until the person leaves, or, where only computers play, until the game is over.
    pub fn play(mut self, out: &mut dyn Write) -> Done {
        self.greet(out)?;
        let played = self.rounds(out);
        let kept = self.keep(out);
        played.and(kept)
    }

    fn rounds(&mut self, out: &mut dyn Write) -> Done {
        if let Next::Quit = self.next_round(out)? {
            return Ok(());
        }
        loop {
            out.flush()?;
            if self.is_over() {
                self.announce(out)?;
                let waits = self.input.is_terminal() && self.seats.any_person();
                if self.in_round() && !waits {
                    if let Next::Quit = self.after_round(out)? {
                        return Ok(());
                    }
                    continue;
                }
                if !self.seats.any_person() {
                    return Ok(());
                }
            } else if self.seats.of(self.play.position().to_move) == Player::Computer && !self.stuck {
                if !self.computer(out)? {
                    return Ok(());
                }
                continue;
            } else if self.faults.is_empty()
                && let Err(fault) = self.play.moves()
            {
                self.failed(fault, None, out)?;
                out.flush()?;
            }
            let prompt = self.prompt();
            let Some(line) = self.input.line(&prompt)? else {
                if self.input.is_terminal() {
                    tell(out, "Goodbye.")?;
                }
                return Ok(());
            };
            if let Next::Quit = self.line(&line, out)? {
                return Ok(());
            }
        }
    }

    /// A round of a match is on the table.
    fn in_round(&self) -> bool {
        self.running.as_ref().is_some_and(|r| r.begun)
    }

    /// The match goes on, if no round of it is on the table.
    fn next_round(&mut self, out: &mut dyn Write) -> Result<Next, Failure> {
        if self.running.is_some() && !self.in_round() { self.go_on(out) } else { Ok(Next::Go) }
    }

    /// The round that is over is handed back, and the match goes on.
    fn after_round(&mut self, out: &mut dyn Write) -> Result<Next, Failure> {
        self.hand_back();
        let next = self.go_on(out)?;
        self.keep(out)?;
        Ok(next)
    }

    /// Writes the game to the file that was named for it.
    fn keep(&self, out: &mut dyn Write) -> Done {
        match &self.save_to {
            Some(path) => match file::save(path, &self.written(path)) {
                Ok(()) => Ok(()),
                Err(failure) => tell_all(out, &failure.reply()),
            },
            None => Ok(()),
        }
    }

    fn greet(&mut self, out: &mut dyn Write) -> Done {
        let rules = self.opened.game.rules();
        match &self.running {
            Some(running) => self.greet_match(running, out)?,
            None => tell(out, &format!("{}. {}", rules.title, self.seats.sentence(rules, self.names.as_deref())))?,
        }
        let settings: Vec<String> = rules.changed_settings.iter().map(|(n, v)| format!("{n}={v}")).collect();
        if !settings.is_empty() {
            tell(out, &format!("Settings: {}", settings.join(", ")))?;
        }
        if rules.match_play.is_some() && self.running.is_none() {
            tell(out, "This is a single round; `--match` plays a match of several.")?;
        }
        let typing = if self.seats.any_person() { " Type a move, or `help`." } else { "" };
        let level = match self.computer.thinking() {
            _ if !self.seats.players().contains(&Player::Computer) => String::new(),
            Thinking { time: Some(time), .. } => format!(" The computer thinks {time:?} a move."),
            Thinking { level, .. } => format!(" Level {level}."),
        };
        tell(out, &format!("Seed {}.{level}{typing}", self.seed))?;
        if let Some(first) = self.first {
            let side = self.name(first);
            tell(out, &format!("{} {} first.", capital(&the_side(side)), verb(is_plural(side), "moves", "move")))?;
        }
        if self.running.is_some() && !self.in_round() {
            return Ok(());
        }
        if let Some(round) = self.running.as_ref().and_then(|r| r.play.current()) {
            tell(out, &format!("Standing: {}.", self.standing_text()))?;
            self.say_round(round, out)?;
        }
        self.stand(out)?;
        self.show(out)
    }

    /// How far a game has come that does not begin here.
    fn stand(&self, out: &mut dyn Write) -> Done {
        let moves = match self.play.made().len() {
            0 => return Ok(()),
            1 => "1 move has been played".to_owned(),
            n => format!("{n} moves have been played"),
        };
        let name = self.name(self.play.position().to_move);
        let next = if self.is_over() {
            String::new()
        } else {
            format!("; {} {} to move", the_side(name), verb(is_plural(name), "is", "are"))
        };
        tell(out, &format!("{moves}{next}."))
    }

    /// Draws the board on a terminal; not before a move of the computer, which follows at once, if a person plays too.
    pub(super) fn show(&self, out: &mut dyn Write) -> Done {
        let person = self.seats.of(self.play.position().to_move) == Player::Person;
        let looks = person || self.is_over() || !self.seats.any_person();
        if self.input.is_terminal() && looks { self.board(out) } else { Ok(()) }
    }

    fn board(&self, out: &mut dyn Write) -> Done {
        write!(out, "\n{}", paint::paint(&paint::board(&self.play)))?;
        if !self.play.made().is_empty() {
            tell(out, "[ ] the last move")?;
        }
        let hands = self.hands();
        if !hands.is_empty() {
            tell(out, &format!("in hand: {hands}"))?;
        }
        Ok(writeln!(out)?)
    }

    /// What is in hand, in words; empty where nothing is.
    fn hands(&self) -> String {
        let rules = self.opened.game.rules();
        let position = self.play.position();
        let count =
            |side: usize, kind: usize| position.hands.get(side * rules.kinds.len() + kind).copied().unwrap_or(0);
        let mut parts = Vec::new();
        for (s, side) in rules.sides.iter().enumerate() {
            let held = rules.kinds.iter().enumerate().map(|(k, kind)| (kind, count(s, k))).filter(|(_, n)| *n > 0);
            let held: Vec<String> =
                held.map(|(kind, n)| format!("{n} {}", if n == 1 { &kind.name } else { &kind.plural })).collect();
            if !held.is_empty() {
                parts.push(format!("{}: {}", side.name, held.join(", ")));
            }
        }
        parts.join("; ")
    }

    pub(super) fn name(&self, side: SideId) -> &str {
        self.opened.game.rules().sides.get(usize::from(side)).map_or("?", |s| &s.name)
    }

    fn prompt(&self) -> String {
        let side = self.play.position().to_move;
        match &self.running {
            Some(running) if !running.begun => {
                if running.play.result().is_some() {
                    "match over> ".to_owned()
                } else {
                    "match> ".to_owned()
                }
            }
            Some(_) if self.is_over() => "round over> ".to_owned(),
            Some(running) => {
                let player = running.play.current().and_then(|r| r.player_of(side));
                let player = player.map_or("?", |p| running.play.name(p));
                format!("{player} ({})> ", self.name(side))
            }
            None if self.is_over() => "game over> ".to_owned(),
            None => match self.names.as_ref().and_then(|names| names.get(usize::from(side))) {
                Some(player) => format!("{player} ({})> ", self.name(side)),
                None => format!("{}> ", self.name(side)),
            },
        }
    }

    /// What is over: `The round is over`.
    fn over_text(&self) -> &'static str {
        match &self.running {
            None => "The game is over",
            Some(running) if running.play.result().is_some() => "The match is over",
            Some(_) => "The round is over",
        }
    }

    /// Says that a script failed: in full once at a position, later that it did so. `so`: what comes of it.
    pub(super) fn failed(&mut self, fault: HookFault, so: Option<&str>, out: &mut dyn Write) -> Done {
        let failure = Failure::Script(fault);
        let text = failure.to_string();
        if !self.faults.contains(&text) {
            tell_all(out, &failure.reply())?;
            self.faults.push(text);
        }
        match so {
            Some(so) => tell(out, so),
            None if self.play.made().is_empty() => tell(out, "A script failed here; `quit` leaves."),
            None => tell(out, "A script failed here; `undo` takes the move back, `quit` leaves."),
        }
    }

    fn is_over(&self) -> bool {
        self.ended.is_some() || self.play.outcome().is_some() || self.running.as_ref().is_some_and(|r| !r.begun)
    }

    /// Who won, and why. Once.
    fn announce(&mut self, out: &mut dyn Write) -> Done {
        if self.announced {
            return Ok(());
        }
        self.announced = true;
        if self.running.is_some() {
            if !self.in_round() {
                return Ok(());
            }
            self.announce_round(out)?;
            if self.input.is_terminal() && self.seats.any_person() {
                tell(out, "Press Enter to go on; `undo` takes the end back.")?;
            }
            return Ok(());
        }
        let game = self.play.game();
        let said = match (&self.ended, self.play.outcome()) {
            (Some(ended), _) => ending(&ended.result, &ended.reason, game),
            (None, Some(outcome)) => ending(&result_text(outcome, game), &outcome.reason, game),
            (None, None) => return Ok(()),
        };
        tell(out, &format!("{}.", capital(&said)))?;
        if self.input.is_terminal() {
            tell(out, "`save FILE` keeps it, `undo` takes the end back, `quit` leaves.")?;
        }
        Ok(())
    }

    /// The side to move gives the game up.
    fn resign(&mut self) {
        let side = self.play.position().to_move;
        let what = if self.running.is_some() { "round" } else { "game" };
        let reason = format!("{} gave the {what} up", the_side(self.name(side)));
        let result = result_of_resigning(side, self.play.game());
        self.ended = Some(Ended { result, reason, gave_up: Some(side) });
    }

    /// The computer moves; false: the game is cut.
    fn computer(&mut self, out: &mut dyn Write) -> Result<bool, Failure> {
        let cut = !self.seats.any_person() && self.play.made().len() >= MAX_PLIES;
        if cut && self.running.is_some() {
            let reason = format!("it was cut after {MAX_PLIES} moves");
            self.ended = Some(Ended { result: "nobody wins".into(), reason, gave_up: None });
            return Ok(true);
        }
        if cut {
            tell(out, &format!("The game is cut after {MAX_PLIES} moves."))?;
            return Ok(false);
        }
        match self.computer.choose(&self.play) {
            Err(fault) if self.seats.any_person() => {
                self.stuck = true;
                let so = "The computer cannot go on; `undo` takes moves back, `save FILE` keeps the game.";
                self.failed(fault, Some(so), out)?;
                return Ok(true);
            }
            Err(fault) => return Err(fault.into()),
            Ok(Some(mv)) => {
                let before = self.play.made().len();
                let legal = self.play.moves().unwrap_or_default();
                self.make(&mv, &legal, out)?;
                self.stuck = self.play.made().len() == before;
                if self.stuck && !self.seats.any_person() {
                    return Err(Failure::Bad);
                }
            }
            // There is always a move in a game that is not over; if not, the person may look at it.
            Ok(None) => return Err(Failure::Faulty("the computer finds no move".to_owned())),
        }
        self.show(out)?;
        Ok(true)
    }

    /// Makes a move that is one of these legal ones.
    fn make(&mut self, mv: &Move, legal: &[Move], out: &mut dyn Write) -> Done {
        let text = move_text(mv, legal, self.play.game());
        let name = self.name(mv.side).to_owned();
        match self.play.play(mv) {
            Ok(()) => {
                self.faults.clear();
                let Some(then) = happened_text(self.play.happened(), self.play.game()) else {
                    return tell_words(out, &format!("{name}: "), &[text]);
                };
                let moved = format!("{text}, then");
                let said: Vec<&str> = std::iter::once(moved.as_str()).chain(then.split(' ')).collect();
                tell_words(out, &format!("{name}: "), &said)
            }
            Err(PlayError::Hook(fault)) => self.failed(fault, Some("The move cannot be made."), out),
            Err(e) => tell(out, &e.to_string()),
        }
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Next, Failure> {
        let (legal, fault) = match self.play.moves() {
            _ if self.is_over() => (Vec::new(), None),
            Ok(legal) => (legal, None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        let line = line.trim();
        // What is the text of a legal move is a move, whatever else it may be.
        let texts = move_texts(&legal, self.play.game());
        if let Some(mv) = texts.iter().position(|t| t == line).and_then(|n| legal.get(n)) {
            self.make(mv, &legal, out)?;
            self.show(out)?;
            return Ok(Next::Go);
        }
        match (read(line), fault) {
            (Line::Nothing, _) if self.in_round() && self.is_over() => return self.after_round(out),
            (Line::Nothing, _) if self.running.as_ref().is_some_and(|r| r.play.result().is_none()) => {
                return self.next_round(out);
            }
            (Line::Nothing, _) => {}
            (Line::Wrong(usage), _) => tell(out, usage)?,
            (Line::Command(Command::Quit), _) => return Ok(Next::Quit),
            // What asks for moves has no answer.
            (Line::Command(Command::Moves(_) | Command::Hint | Command::Why(_)), Some(fault)) => {
                self.failed(fault, None, out)?;
            }
            (Line::Command(command), _) => return self.command(command, &legal, &texts, out),
            (Line::Move(text), Some(fault)) => match did_you_mean(&text, WORDS) {
                near if near.is_empty() => self.failed(fault, None, out)?,
                near => tell(out, &format!("`{text}` is no command{near}"))?,
            },
            (Line::Move(text), None) => self.typed(&text, &legal, out)?,
        }
        Ok(Next::Go)
    }

    /// Nothing can be said of a move.
    fn unanswered(&mut self, error: NoRuling, out: &mut dyn Write) -> Done {
        match error {
            NoRuling::Text(error) => tell(out, &error.to_string()),
            NoRuling::Script(fault) => self.failed(fault, None, out),
        }
    }

    /// A move that is not written as the tool would write it, or none.
    fn typed(&mut self, text: &str, legal: &[Move], out: &mut dyn Write) -> Done {
        if self.is_over() {
            return tell(out, &format!("{}; `help` says what can still be done.", self.over_text()));
        }
        let error = match read_move(text, legal, self.play.game()) {
            Ok(mv) => {
                self.make(&mv, legal, out)?;
                return self.show(out);
            }
            Err(error) => error,
        };
        match &error.fault {
            Fault::NotLegal(_) => match ruling(&self.opened, &self.play, text) {
                Ok(ruling) => {
                    self.asked = Some((text.to_owned(), ruling.legal, self.play.position().clone()));
                    tell(out, &format!("not legal: {}", ruling.sentence))
                }
                Err(error) => self.unanswered(error, out),
            },
            Fault::Ambiguous(_) => tell(out, &error.to_string()),
            _ => match did_you_mean(text, WORDS) {
                near if near.is_empty() => tell(out, &format!("`{text}` is no move: {error}")),
                near => tell(out, &format!("`{text}` is no move and no command{near}")),
            },
        }
    }

    fn command(
        &mut self,
        command: Command,
        legal: &[Move],
        texts: &[String],
        out: &mut dyn Write,
    ) -> Result<Next, Failure> {
        match command {
            Command::Moves(site) => self.moves(site.as_deref(), legal, texts, out)?,
            Command::Undo => self.undo(out)?,
            Command::Why(text) => match ruling(&self.opened, &self.play, &text) {
                Ok(ruling) => {
                    self.asked = Some((text.clone(), ruling.legal, self.play.position().clone()));
                    tell(out, &ruling.text)?;
                }
                Err(error) => self.unanswered(error, out)?,
            },
            Command::Board => self.board(out)?,
            Command::Position => {
                writeln!(out, "{}", write_position(self.play.position(), self.play.history(), self.play.game()))?;
            }
            Command::Rules => writeln!(out, "{}", super::super::show::prose(&self.opened))?,
            Command::Save(path) => self.save(&path, out)?,
            Command::Load(path) => return self.load(&path, out),
            Command::Resign if self.is_over() => tell(out, &format!("{} already.", self.over_text()))?,
            Command::Resign => self.resign(),
            Command::Standing => self.standing(out)?,
            Command::Hint if self.is_over() => tell(out, &format!("{}.", self.over_text()))?,
            Command::Hint => match self.computer.advise(&self.play) {
                Ok(Some(thought)) => {
                    let mv = move_text(&thought.mv, legal, self.play.game());
                    let score = match thought.score {
                        estimate @ Score::Value(_) => format!("{estimate}, about {:.0} %", estimate.chance() * 100.0),
                        proved => proved.to_string(),
                    };
                    tell_words(out, "", &[mv, format!("({score})")])?;
                }
                Ok(None) => tell(out, "no legal move")?,
                Err(fault) => {
                    self.failed(fault, Some("There is no hint: a script fails when the computer looks ahead."), out)?;
                }
            },
            Command::Pin(what) => self.pin(&what, out)?,
            Command::Help => help(out)?,
            Command::Quit => return Ok(Next::Quit),
        }
        Ok(Next::Go)
    }

    fn moves(&self, site: Option<&str>, legal: &[Move], texts: &[String], out: &mut dyn Write) -> Done {
        let board = self.opened.game.board();
        let of = |mv: &Move| {
            site.is_none_or(|s| mv.from().or(mv.to()).is_some_and(|at| site_text(at, board).eq_ignore_ascii_case(s)))
        };
        let found: Vec<&str> = legal.iter().zip(texts).filter(|(m, _)| of(m)).map(|(_, t)| t.as_str()).collect();
        match site {
            _ if self.is_over() => tell(out, &format!("{}.", self.over_text())),
            Some(site) if found.is_empty() => tell(out, &format!("no legal move from {site}")),
            _ if found.is_empty() => tell(out, "no legal move"),
            _ => tell_words(out, "", &found),
        }
    }

    /// Takes moves back until a person is to move again.
    fn undo(&mut self, out: &mut dyn Write) -> Done {
        if self.running.is_some() && !self.in_round() {
            return tell(out, &format!("{}; what was played in it stands.", self.over_text()));
        }
        if self.ended.take().is_some() {
            self.announced = false;
            return tell(out, &format!("The {} goes on.", if self.in_round() { "round" } else { "game" }));
        }
        let mut before = self.play.clone();
        let mut taken = Vec::new();
        while let Some(mv) = before.undo() {
            taken.push(move_text(&mv, &before.moves().unwrap_or_default(), before.game()));
            if self.seats.of(before.position().to_move) == Player::Person {
                taken.reverse();
                self.play = before;
                (self.announced, self.stuck) = (false, false);
                self.faults.clear();
                tell_words(out, "taken back: ", &taken)?;
                return self.show(out);
            }
        }
        tell(out, "There is nothing to take back.")
    }

    /// The game, or the match, as text.
    fn written(&self, path: &Path) -> String {
        if let Some(running) = &self.running {
            let mut play = running.play.clone();
            let mut rounds = running.rounds.clone();
            if running.begun {
                rounds.push(self.play.clone());
                // A round that is over is over in the file, though its end can still be taken back here.
                let _ = self.round_end().map(|end| play.finish(end));
            }
            let mut tags = file::match_tags(&self.source, path, &running.who);
            tags.extend(self.computer.thinking().tag().map(file::level_tag));
            return write_match_record(&match_record(&play, &rounds, &tags));
        }
        let mut tags = file::tags(&self.source, path, &self.seats, self.seed);
        tags.extend(self.computer.thinking().tag().map(file::level_tag));
        tags.extend(self.names.as_deref().map(file::names_tag));
        tags.extend(self.first.map(|side| file::first_tag(self.name(side))));
        let mut written = record(&self.play, &tags);
        if let Some(ended) = &self.ended {
            (written.result, written.reason) = (Some(ended.result.clone()), Some(ended.reason.clone()));
            written.reason.take_if(|r| r.is_empty());
        }
        write_record(&written)
    }

    pub(super) fn save(&self, path: &str, out: &mut dyn Write) -> Done {
        match file::save(Path::new(path), &self.written(Path::new(path))) {
            Ok(()) => tell(out, &format!("saved to {path}")),
            Err(failure) => tell_all(out, &failure.reply()),
        }
    }

    fn load(&mut self, path: &str, out: &mut dyn Write) -> Result<Next, Failure> {
        let mut saved = match file::load(Path::new(path)) {
            Ok(saved) => saved,
            Err(failure) => {
                tell_all(out, &failure.reply())?;
                return Ok(Next::Go);
            }
        };
        let sides = saved.opened.game.rules().sides.len();
        let seats = match saved.seats.take() {
            Some(seats) => seats,
            None if self.seats.fit(sides) => self.seats.clone(),
            None => {
                tell(out, "that game has another number of sides")?;
                return Ok(Next::Go);
            }
        };
        let seed = saved.seed.unwrap_or(self.seed);
        let input = std::mem::replace(&mut self.input, Input::None);
        let pin_to = self.pin_to.take();
        let thinking = saved.thinking(self.computer.thinking());
        let known = self.computer.take_known();
        let table = Table::new(saved, seats, seed, thinking, input, self.save_to.take());
        *self = table.knowing(known).pinning_to(pin_to);
        self.greet(out)?;
        self.next_round(out)
    }
}

/// What can be typed.
fn help(out: &mut dyn Write) -> Done {
    tell(out, "Type a move, such as those that `moves` lists, or one of these:")?;
    let column = HELP.iter().map(|(typed, _)| typed.len()).max().unwrap_or(0) + 4;
    HELP.iter().try_for_each(|(typed, what)| tell_row(out, &format!("  {typed}"), column, what))
}

#[cfg(test)]
mod tests;
