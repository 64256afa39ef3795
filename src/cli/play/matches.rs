//! A match at the table: its rounds, and what is said between them.

use super::super::args::Player;
use super::super::fail::{Done, Failure, did_you_mean};
use super::super::wrap::tell;
use super::file::Ended;
use super::players::Players;
use super::seats::Seats;
use super::table::{Next, Table};
use crate::engine::{HookFault, Play};
use crate::explain::english::{capital, is_plural, list, the_side, verb};
use crate::match_play::{Match, MatchResult, Round, RoundEnd, Step};
use crate::notation::{match_result_clause, result_clause, result_text};
use crate::open::Opened;
use crate::ruleset::{Settings, SideId, settle};
use std::io::Write;

/// A match in progress. The round in progress is on the table.
pub struct Running {
    pub play: Match,
    /// The rounds that were handed back.
    pub rounds: Vec<Play>,
    /// What the match was opened as; a round can be played by rules that differ.
    pub opened: Opened,
    /// Whether each player is a person.
    pub who: Vec<Player>,
    /// A round is on the table.
    pub begun: bool,
    /// The end of the match has been announced.
    announced: bool,
}

impl Running {
    /// A match that begins.
    pub fn new(opened: &Opened, players: &Players, seed: u64) -> Result<Running, Failure> {
        let (facts, seats) = (players.facts.clone(), players.seats.clone());
        let play = Match::new(opened.rounds(), facts, seats, seed).map_err(|e| match e {
            crate::match_play::MatchError::NoMatch => Failure::Usage(no_match(opened)),
            other => Failure::Usage(other.to_string()),
        })?;
        Ok(Running::of(play, Vec::new(), opened.clone(), players.who.clone()))
    }

    /// A match that goes on; `rounds` without the one in progress.
    pub fn of(play: Match, rounds: Vec<Play>, opened: Opened, who: Vec<Player>) -> Running {
        Running { play, rounds, opened, who, begun: false, announced: false }
    }

    fn is_person(&self, player: usize) -> bool {
        self.who.get(player) == Some(&Player::Person)
    }

    /// Who plays each side.
    pub fn seats(&self, seats: &[usize]) -> Seats {
        Seats::of_players(seats.iter().map(|p| self.who.get(*p).copied().unwrap_or(Player::Computer)).collect())
    }

    /// `Ann`, or `Ann (the computer)` where the name does not say so.
    fn who_is(&self, player: usize) -> String {
        let name = self.play.name(player);
        let computer = !self.is_person(player) && !name.starts_with("Computer");
        if computer { format!("{name} (the computer)") } else { name.to_owned() }
    }

    /// `Ann plays herd, Ben plays defenders.`
    fn seating(&self, round: &Round) -> String {
        let sides = &self.play.game().rules().sides;
        let seats =
            sides.iter().zip(&round.seats).map(|(s, player)| format!("{} plays {}", self.play.name(*player), s.name));
        format!("{}.", seats.collect::<Vec<_>>().join(", "))
    }

    /// The rules by which a round is played.
    pub fn opened_for(&self, round: &Round) -> Opened {
        let mut opened = Opened { game: round.game.clone(), ..self.opened.clone() };
        let different = &round.different.settings;
        if !different.is_empty() {
            let settings = self.opened.game.rules().changed_settings.iter().chain(different).cloned();
            // The round's game was made from the same, so this stands.
            if let Ok(settled) = settle(&opened.ruleset, &settings.collect::<Settings>()) {
                opened.settled = settled;
            }
        }
        opened
    }
}

fn no_match(opened: &Opened) -> String {
    let options = opened.settled.options.iter();
    let with = options.flat_map(|o| o.values.iter().map(move |(value, _)| (o, value))).find(|(option, value)| {
        let changed = opened.game.rules().changed_settings.iter().cloned();
        let settings: Settings = changed.chain([(option.name.clone(), (*value).clone())]).collect();
        settle(&opened.ruleset, &settings)
            .is_ok_and(|settled| settled.items.iter().any(|i| matches!(i.body, crate::ruleset::item::Body::Match(_))))
    });
    let hint = with.map_or_else(String::new, |(o, value)| format!("; with `--set {}={value}` they have one", o.name));
    format!("the rules of {} have no match{hint}", opened.game.rules().title)
}

impl Table {
    /// What the match is, and who plays.
    pub(super) fn greet_match(&self, running: &Running, out: &mut dyn Write) -> Done {
        let rules = running.play.rules();
        let players: Vec<String> = (0..running.play.players().len()).map(|p| running.who_is(p)).collect();
        let rounds = if rules.rounds == 1 { "1 round".to_owned() } else { format!("{} rounds", rules.rounds) };
        let title = &running.opened.game.rules().title;
        tell(out, &format!("{title}. A match of {rounds} between {}.", list(&players, "and")))?;
        let beginners = running.play.players().iter().filter(|p| p.beginner).map(|p| p.name.clone());
        let beginners: Vec<String> = beginners.collect();
        match beginners.len() {
            0 => Ok(()),
            1 => tell(out, &format!("{} is a beginner.", beginners.concat())),
            _ => tell(out, &format!("{} are beginners.", list(&beginners, "and"))),
        }
    }

    /// Goes on with the match: the next round comes to the table, a player chooses, or it is over.
    ///
    /// # Errors
    /// A script fails, and nobody sits there who could do something about it.
    pub(super) fn go_on(&mut self, out: &mut dyn Write) -> Result<Next, Failure> {
        loop {
            let Some(running) = &mut self.running else { return Ok(Next::Go) };
            match running.play.step() {
                Ok(Step::Round(round)) => {
                    self.begin_round(&round, out)?;
                    return Ok(Next::Go);
                }
                Ok(Step::Choose { player }) => {
                    if let Next::Quit = self.choose_side(player, out)? {
                        return Ok(Next::Quit);
                    }
                }
                Ok(Step::Over(result)) => {
                    running.begun = false;
                    self.over(&result, out)?;
                    return Ok(Next::Go);
                }
                Err(fault) => {
                    self.fault(fault, out)?;
                    return Ok(Next::Go);
                }
            }
        }
    }

    fn fault(&mut self, fault: HookFault, out: &mut dyn Write) -> Done {
        if !self.seats.any_person() {
            return Err(fault.into());
        }
        self.stuck = true;
        self.failed(fault, Some("The match cannot go on; `save FILE` keeps it, `quit` leaves."), out)
    }

    fn begin_round(&mut self, round: &Round, out: &mut dyn Write) -> Done {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.begun = true;
        self.opened = running.opened_for(round);
        self.seats = running.seats(&round.seats);
        self.play = Play::new(&round.game);
        (self.ended, self.announced, self.stuck) = (None, false, false);
        self.faults.clear();
        self.say_round(round, out)?;
        self.show(out)
    }

    /// Which round it is, and who plays which side.
    pub(super) fn say_round(&self, round: &Round, out: &mut dyn Write) -> Done {
        let Some(running) = &self.running else { return Ok(()) };
        let rounds = running.play.rules().rounds;
        let which = match round.number {
            n if n > rounds => format!("Round {n}, an added one"),
            n => format!("Round {n} of {rounds}"),
        };
        let again = if round.again { ", played again" } else { "" };
        tell(out, &format!("{which}{again}: {}", running.seating(round)))?;
        if let Some(first) = round.first {
            let side = self.name(first);
            tell(out, &format!("{} {} first.", capital(&the_side(side)), verb(is_plural(side), "moves", "move")))?;
        }
        if !round.different.note.is_empty() {
            tell(out, &format!("In this round: {}.", round.different.note.trim_end_matches('.')))?;
        }
        let settings: Vec<String> = round.different.settings.iter().map(|(n, v)| format!("{n}={v}")).collect();
        if !settings.is_empty() {
            tell(out, &format!("Settings of this round: {}", settings.join(", ")))?;
        }
        Ok(())
    }

    /// A player says which side to play.
    fn choose_side(&mut self, player: usize, out: &mut dyn Write) -> Result<Next, Failure> {
        let Some(running) = &self.running else { return Ok(Next::Go) };
        let sides: Vec<String> = running.opened.game.rules().sides.iter().map(|s| s.name.clone()).collect();
        let name = running.play.name(player).to_owned();
        if !running.is_person(player) {
            let side = running.play.best_side();
            let chosen = sides.get(usize::from(side)).map_or("?", String::as_str);
            tell(out, &format!("{name} lost the last round and chooses {}.", the_side(chosen)))?;
            return self.chosen(side);
        }
        tell(out, &format!("{name} lost the last round and chooses a side: {}.", list(&sides, "or")))?;
        loop {
            out.flush()?;
            let Some(line) = self.input.line(&format!("{name}, which side? "))? else { return Ok(Next::Quit) };
            let line = line.trim().to_owned();
            if let Some(side) = sides.iter().position(|s| s.eq_ignore_ascii_case(&line)) {
                return self.chosen(side as SideId);
            }
            match super::command::read(&line) {
                super::command::Line::Nothing => {}
                super::command::Line::Command(super::command::Command::Quit) => return Ok(Next::Quit),
                super::command::Line::Command(super::command::Command::Save(path)) => self.save(&path, out)?,
                super::command::Line::Command(super::command::Command::Standing) => self.standing(out)?,
                _ => {
                    let near = did_you_mean(&line, sides.iter().map(String::as_str));
                    tell(out, &format!("`{line}` is no side{near}; type {}", list(&sides, "or")))?;
                }
            }
        }
    }

    fn chosen(&mut self, side: SideId) -> Result<Next, Failure> {
        if let Some(running) = &mut self.running {
            running.play.choose(side).map_err(|e| Failure::Faulty(e.to_string()))?;
        }
        Ok(Next::Go)
    }

    /// How the round ended, as the match takes it; none: it goes on.
    pub(super) fn round_end(&self) -> Option<RoundEnd> {
        let reason = |ended: &Ended| ended.reason.clone();
        match (&self.ended, RoundEnd::of(&self.play)) {
            (Some(ended), _) => Some(match ended.gave_up {
                Some(side) => RoundEnd::resigned(&self.play, side, &reason(ended)),
                None => RoundEnd::broken_off(&self.play, &reason(ended)),
            }),
            (None, end) => end,
        }
    }

    /// Says how the round ended and what the standing is then.
    pub(super) fn announce_round(&self, out: &mut dyn Write) -> Done {
        let (Some(running), Some(end)) = (&self.running, self.round_end()) else { return Ok(()) };
        let Some(round) = running.play.current() else { return Ok(()) };
        let game = self.play.game();
        let (result, reason) = match (&self.ended, self.play.outcome()) {
            (Some(ended), _) => (ended.result.clone(), ended.reason.clone()),
            (None, Some(outcome)) => (result_text(outcome, game), outcome.reason.clone()),
            (None, None) => return Ok(()),
        };
        let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        tell(out, &format!("Round {} is over: {}{reason}.", round.number, result_clause(&result, game)))?;
        let mut after = running.play.clone();
        if after.finish(end).is_ok() {
            if after.played().last().is_some_and(|p| !p.counts) {
                tell(out, "A round that is given up does not count; it is played again.")?;
            }
            tell(out, &format!("Standing: {}.", after.standing().text(after.players())))?;
        }
        Ok(())
    }

    /// Hands the round back to the match.
    pub(super) fn hand_back(&mut self) {
        let Some(end) = self.round_end() else { return };
        let Some(running) = &mut self.running else { return };
        if running.begun && running.play.finish(end).is_ok() {
            running.rounds.push(self.play.clone());
            running.begun = false;
        }
    }

    fn over(&mut self, result: &MatchResult, out: &mut dyn Write) -> Done {
        let Some(running) = &mut self.running else { return Ok(()) };
        if std::mem::replace(&mut running.announced, true) {
            return Ok(());
        }
        let reason =
            Some(result.reason_text()).filter(|r| !r.is_empty()).map_or_else(String::new, |r| format!(": {r}"));
        let clause = match_result_clause(result.outcome, &running.play);
        tell(out, &format!("The match is over. {}{reason}.", capital(&clause)))?;
        if self.input.is_terminal() && self.seats.any_person() {
            tell(out, "`save FILE` keeps it, `quit` leaves.")?;
        }
        Ok(())
    }

    /// Who has won how many rounds.
    pub(super) fn standing_text(&self) -> String {
        self.running.as_ref().map_or_else(String::new, |r| r.play.standing().text(r.play.players()))
    }

    /// `standing`
    pub(super) fn standing(&self, out: &mut dyn Write) -> Done {
        let Some(running) = &self.running else {
            return tell(out, "This is a single round; `houserules play --match` plays a match.");
        };
        // A round that is over counts, though its end can still be taken back.
        let mut play = running.play.clone();
        if let Some(end) = self.round_end().filter(|_| running.begun) {
            play.finish(end).map_err(|e| Failure::Faulty(e.to_string()))?;
        }
        let played = play.played().iter().filter(|p| p.counts).count();
        let rounds = if played == 1 { "1 round".to_owned() } else { format!("{played} rounds") };
        tell(out, &format!("After {rounds} of {}: {}.", play.planned(), play.standing().text(play.players())))?;
        if let Some(round) = play.current() {
            self.say_round(round, out)?;
        }
        Ok(())
    }
}
