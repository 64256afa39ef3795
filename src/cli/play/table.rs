//! A game at the table: whose turn it is, and what is said and done there.

use super::super::args::Player;
use super::super::computer::{Computer, Thinking, doubt_skill, worth};
use super::super::fail::{Done, Failure, did_you_mean};
use super::super::paint;
use super::super::why::{NoRuling, ruling};
use super::super::wrap::{tell, tell_all, tell_row, tell_words};
use super::command::{Command, HELP, Line, WORDS, read};
use super::input::Input;
use super::session::{MAX_PLIES, Session};
use crate::engine::{HookFault, Move, PlayError};
use crate::explain::english::{is_plural, the_side, verb};
use crate::explain::happened_text;
use crate::notation::{Fault, move_text, move_texts, read_move, site_text, write_position};
use crate::search::solve;
use std::io::Write;
use std::path::Path;

pub struct Table {
    pub(super) session: Session,
    computer: Computer,
    pub(super) input: Input,
    /// The end has been announced.
    pub(super) announced: bool,
    /// The end of the match has been announced.
    pub(super) match_announced: bool,
    /// A script failed at the present position: the computer leaves it to the person what to do.
    pub(super) stuck: bool,
    /// The faults of scripts that were told at the present position.
    pub(super) faults: Vec<String>,
}

/// What comes after a line.
pub(super) enum Next {
    Go,
    Quit,
}

impl Table {
    /// A game that begins or goes on.
    pub fn new(session: Session, input: Input) -> Table {
        doubt_skill(&session.opened);
        let computer = Computer::new(&session.opened, session.thinking, session.seed);
        Table { session, computer, input, announced: false, match_announced: false, stuck: false, faults: Vec::new() }
    }

    /// The same, with what the computer knows for certain.
    pub fn knowing(mut self, known: Option<solve::Table>) -> Table {
        self.computer = self.computer.knowing(known);
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
            if self.session.is_over() {
                self.announce(out)?;
                let waits = self.input.is_terminal() && self.session.seats.any_person();
                if self.session.in_round() && !waits {
                    if let Next::Quit = self.after_round(out)? {
                        return Ok(());
                    }
                    continue;
                }
                if !self.session.seats.any_person() {
                    return Ok(());
                }
            } else if self.session.to_move() == Player::Computer && !self.stuck {
                if !self.computer(out)? {
                    return Ok(());
                }
                continue;
            } else if self.faults.is_empty()
                && let Err(fault) = self.session.play.moves()
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

    /// The match goes on, if no round of it is on the table.
    fn next_round(&mut self, out: &mut dyn Write) -> Result<Next, Failure> {
        if self.session.running.is_some() && !self.session.in_round() { self.go_on(out) } else { Ok(Next::Go) }
    }

    /// The round that is over is handed back, and the match goes on.
    fn after_round(&mut self, out: &mut dyn Write) -> Result<Next, Failure> {
        self.session.hand_back();
        let next = self.go_on(out)?;
        self.keep(out)?;
        Ok(next)
    }

    /// Writes the game to the file that was named for it.
    fn keep(&self, out: &mut dyn Write) -> Done {
        match self.session.keep() {
            Ok(()) => Ok(()),
            Err(failure) => tell_all(out, &failure.reply()),
        }
    }

    fn greet(&mut self, out: &mut dyn Write) -> Done {
        let rules = self.session.opened.game.rules();
        match &self.session.running {
            Some(running) => self.greet_match(running, out)?,
            None => tell(
                out,
                &format!("{}. {}", rules.title, self.session.seats.sentence(rules, self.session.names.as_deref())),
            )?,
        }
        let settings: Vec<String> = rules.changed_settings.iter().map(|(n, v)| format!("{n}={v}")).collect();
        if !settings.is_empty() {
            tell(out, &format!("Settings: {}", settings.join(", ")))?;
        }
        if rules.match_play.is_some() && self.session.running.is_none() {
            tell(out, "This is a single round; `--match` plays a match of several.")?;
        }
        let typing = if self.session.seats.any_person() { " Type a move, or `help`." } else { "" };
        let level = match self.computer.thinking() {
            _ if !self.session.seats.players().contains(&Player::Computer) => String::new(),
            Thinking { time: Some(time), .. } => format!(" The computer thinks {time:?} a move."),
            Thinking { level, .. } => format!(" Level {level}."),
        };
        tell(out, &format!("Seed {}.{level}{typing}", self.session.seed))?;
        if let Some(first) = self.session.first {
            tell(out, &self.session.first_text(first))?;
        }
        if self.session.running.is_some() && !self.session.in_round() {
            return Ok(());
        }
        if let Some(round) = self.session.running.as_ref().and_then(|r| r.play.current()) {
            tell(out, &format!("Standing: {}.", self.session.standing_text()))?;
            self.say_round(round, out)?;
        }
        self.stand(out)?;
        self.show(out)
    }

    /// How far a game has come that does not begin here.
    fn stand(&self, out: &mut dyn Write) -> Done {
        let moves = match self.session.play.made().len() {
            0 => return Ok(()),
            1 => "1 move has been played".to_owned(),
            n => format!("{n} moves have been played"),
        };
        let name = self.session.name(self.session.play.position().to_move);
        let next = if self.session.is_over() {
            String::new()
        } else {
            format!("; {} {} to move", the_side(name), verb(is_plural(name), "is", "are"))
        };
        tell(out, &format!("{moves}{next}."))
    }

    /// Draws the board on a terminal; not before a move of the computer, which follows at once, if a person plays too.
    pub(super) fn show(&self, out: &mut dyn Write) -> Done {
        let person = self.session.to_move() == Player::Person;
        let looks = person || self.session.is_over() || !self.session.seats.any_person();
        if self.input.is_terminal() && looks { self.board(out) } else { Ok(()) }
    }

    fn board(&self, out: &mut dyn Write) -> Done {
        write!(out, "\n{}", paint::paint(&paint::board(&self.session.play)))?;
        if !self.session.play.made().is_empty() {
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
        let rules = self.session.opened.game.rules();
        let hands = self.session.hands();
        let mut parts = Vec::new();
        for (s, side) in rules.sides.iter().enumerate() {
            let held = hands.iter().filter(|(side, _, _)| *side == s);
            let held = held.filter_map(|(_, k, n)| rules.kinds.get(*k).map(|kind| (kind, *n)));
            let held: Vec<String> =
                held.map(|(kind, n)| format!("{n} {}", if n == 1 { &kind.name } else { &kind.plural })).collect();
            if !held.is_empty() {
                parts.push(format!("{}: {}", side.name, held.join(", ")));
            }
        }
        parts.join("; ")
    }

    fn prompt(&self) -> String {
        let side = self.session.play.position().to_move;
        match &self.session.running {
            Some(running) if !running.begun => {
                if running.play.result().is_some() {
                    "match over> ".to_owned()
                } else {
                    "match> ".to_owned()
                }
            }
            Some(_) if self.session.is_over() => "round over> ".to_owned(),
            None if self.session.is_over() => "game over> ".to_owned(),
            _ => match self.session.player(side) {
                Some(player) => format!("{player} ({})> ", self.session.name(side)),
                None => format!("{}> ", self.session.name(side)),
            },
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
            None if self.session.play.made().is_empty() => tell(out, "A script failed here; `quit` leaves."),
            None => tell(out, "A script failed here; `undo` takes the move back, `quit` leaves."),
        }
    }

    /// Who won, and why. Once.
    fn announce(&mut self, out: &mut dyn Write) -> Done {
        if self.announced {
            return Ok(());
        }
        self.announced = true;
        if self.session.running.is_some() {
            if !self.session.in_round() {
                return Ok(());
            }
            self.announce_round(out)?;
            if self.input.is_terminal() && self.session.seats.any_person() {
                tell(out, "Press Enter to go on; `undo` takes the end back.")?;
            }
            return Ok(());
        }
        let Some(said) = self.session.end_text() else { return Ok(()) };
        tell(out, &said)?;
        if self.input.is_terminal() {
            tell(out, "`save FILE` keeps it, `undo` takes the end back, `quit` leaves.")?;
        }
        Ok(())
    }

    /// The computer moves; false: the game is cut.
    fn computer(&mut self, out: &mut dyn Write) -> Result<bool, Failure> {
        let cut = self.session.is_long();
        if cut && self.session.running.is_some() {
            self.session.cut();
            return Ok(true);
        }
        if cut {
            tell(out, &format!("The game is cut after {MAX_PLIES} moves."))?;
            return Ok(false);
        }
        match self.computer.choose(&self.session.play) {
            Err(fault) if self.session.seats.any_person() => {
                self.stuck = true;
                let so = "The computer cannot go on; `undo` takes moves back, `save FILE` keeps the game.";
                self.failed(fault, Some(so), out)?;
                return Ok(true);
            }
            Err(fault) => return Err(fault.into()),
            Ok(Some(mv)) => {
                let before = self.session.play.made().len();
                let legal = self.session.play.moves().unwrap_or_default();
                self.make(&mv, &legal, out)?;
                self.stuck = self.session.play.made().len() == before;
                if self.stuck && !self.session.seats.any_person() {
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
        let text = move_text(mv, legal, self.session.play.game());
        let name = self.session.name(mv.side).to_owned();
        match self.session.play.play(mv) {
            Ok(()) => {
                self.faults.clear();
                let Some(then) = happened_text(self.session.play.happened(), self.session.play.game()) else {
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
        let (legal, fault) = match self.session.play.moves() {
            _ if self.session.is_over() => (Vec::new(), None),
            Ok(legal) => (legal, None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        let line = line.trim();
        // What is the text of a legal move is a move, whatever else it may be.
        let texts = move_texts(&legal, self.session.play.game());
        if let Some(mv) = texts.iter().position(|t| t == line).and_then(|n| legal.get(n)) {
            self.make(mv, &legal, out)?;
            self.show(out)?;
            return Ok(Next::Go);
        }
        match (read(line), fault) {
            (Line::Nothing, _) if self.session.in_round() && self.session.is_over() => return self.after_round(out),
            (Line::Nothing, _) if self.session.running.as_ref().is_some_and(|r| r.play.result().is_none()) => {
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
        if self.session.is_over() {
            return tell(out, &format!("{}; `help` says what can still be done.", self.session.over_text()));
        }
        let error = match read_move(text, legal, self.session.play.game()) {
            Ok(mv) => {
                self.make(&mv, legal, out)?;
                return self.show(out);
            }
            Err(error) => error,
        };
        match &error.fault {
            Fault::NotLegal(_) => match ruling(&self.session.opened, &self.session.play, text) {
                Ok(ruling) => {
                    self.session.asked = Some((text.to_owned(), ruling.legal, self.session.play.position().clone()));
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
            Command::Why(text) => match ruling(&self.session.opened, &self.session.play, &text) {
                Ok(ruling) => {
                    self.session.asked = Some((text.clone(), ruling.legal, self.session.play.position().clone()));
                    tell(out, &ruling.text)?;
                }
                Err(error) => self.unanswered(error, out)?,
            },
            Command::Board => self.board(out)?,
            Command::Position => {
                writeln!(
                    out,
                    "{}",
                    write_position(self.session.play.position(), self.session.play.history(), self.session.play.game())
                )?;
            }
            Command::Rules => writeln!(out, "{}", super::super::show::prose(&self.session.opened))?,
            Command::Save(path) => self.save(&path, out)?,
            Command::Load(path) => return self.load(&path, out),
            Command::Resign if self.session.is_over() => tell(out, &format!("{} already.", self.session.over_text()))?,
            Command::Resign => self.session.resign(),
            Command::Standing => self.standing(out)?,
            Command::Hint if self.session.is_over() => tell(out, &format!("{}.", self.session.over_text()))?,
            Command::Hint => match self.computer.advise(&self.session.play) {
                Ok(Some(thought)) => {
                    let mv = move_text(&thought.mv, legal, self.session.play.game());
                    tell_words(out, "", &[mv, format!("({})", worth(thought.score))])?;
                }
                Ok(None) => tell(out, "no legal move")?,
                Err(fault) => {
                    self.failed(fault, Some("There is no hint: a script fails when the computer looks ahead."), out)?;
                }
            },
            Command::Pin(what) => match self.session.pinned(&what) {
                Ok(said) => tell(out, &said)?,
                Err(failure) => tell_all(out, &failure.reply())?,
            },
            Command::Help => help(out)?,
            Command::Quit => return Ok(Next::Quit),
        }
        Ok(Next::Go)
    }

    fn moves(&self, site: Option<&str>, legal: &[Move], texts: &[String], out: &mut dyn Write) -> Done {
        let board = self.session.opened.game.board();
        let of = |mv: &Move| {
            site.is_none_or(|s| mv.from().or(mv.to()).is_some_and(|at| site_text(at, board).eq_ignore_ascii_case(s)))
        };
        let found: Vec<&str> = legal.iter().zip(texts).filter(|(m, _)| of(m)).map(|(_, t)| t.as_str()).collect();
        match site {
            _ if self.session.is_over() => tell(out, &format!("{}.", self.session.over_text())),
            Some(site) if found.is_empty() => tell(out, &format!("no legal move from {site}")),
            _ if found.is_empty() => tell(out, "no legal move"),
            _ => tell_words(out, "", &found),
        }
    }

    /// Takes moves back until a person is to move again.
    fn undo(&mut self, out: &mut dyn Write) -> Done {
        if self.session.running.is_some() && !self.session.in_round() {
            return tell(out, &format!("{}; what was played in it stands.", self.session.over_text()));
        }
        if self.session.ended.take().is_some() {
            self.announced = false;
            return tell(out, &format!("The {} goes on.", if self.session.in_round() { "round" } else { "game" }));
        }
        let mut before = self.session.play.clone();
        let mut taken = Vec::new();
        while let Some(mv) = before.undo() {
            taken.push(move_text(&mv, &before.moves().unwrap_or_default(), before.game()));
            if self.session.seats.of(before.player(before.position().to_move)) == Player::Person {
                taken.reverse();
                self.session.play = before;
                (self.announced, self.stuck) = (false, false);
                self.faults.clear();
                tell_words(out, "taken back: ", &taken)?;
                return self.show(out);
            }
        }
        tell(out, "There is nothing to take back.")
    }

    pub(super) fn save(&self, path: &str, out: &mut dyn Write) -> Done {
        match self.session.save(Path::new(path)) {
            Ok(()) => tell(out, &format!("saved to {path}")),
            Err(failure) => tell_all(out, &failure.reply()),
        }
    }

    fn load(&mut self, path: &str, out: &mut dyn Write) -> Result<Next, Failure> {
        let session = match self.session.load(Path::new(path)) {
            Ok(session) => session,
            Err(failure) => {
                tell_all(out, &failure.reply())?;
                return Ok(Next::Go);
            }
        };
        let input = std::mem::replace(&mut self.input, Input::None);
        let known = self.computer.take_known();
        *self = Table::new(session, input).knowing(known);
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
