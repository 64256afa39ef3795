//! A match at the table: its rounds, and what is said between them.

use super::super::args::Player;
use super::super::fail::{Done, Failure, did_you_mean};
use super::super::wrap::tell;
use super::players::Players;
use super::seats::Seats;
use super::session::Advance;
use super::table::{Next, Table};
use crate::engine::{HookFault, Play};
use crate::explain::english::{list, the_side};
use crate::match_play::{Match, MatchResult, Round};
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
        Running { play, rounds, opened, who, begun: false }
    }

    pub fn is_person(&self, player: usize) -> bool {
        self.who.get(player) == Some(&Player::Person)
    }

    /// Who plays each side.
    pub fn seats(&self, seats: &[usize]) -> Seats {
        Seats::of_players(seats.iter().map(|p| self.who.get(*p).copied().unwrap_or(Player::Computer)).collect())
    }

    /// `Ann`, or `Ann (the computer)` where the name does not say so.
    pub fn who_is(&self, player: usize) -> String {
        let name = self.play.name(player);
        let computer = !self.is_person(player) && !name.starts_with("Computer");
        if computer { format!("{name} (the computer)") } else { name.to_owned() }
    }

    /// `Ann plays herd, Ben plays defenders.`
    pub(super) fn seating(&self, round: &Round) -> String {
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
            match self.session.advance() {
                Ok(Advance::Single) => return Ok(Next::Go),
                Ok(Advance::Round(round)) => {
                    (self.announced, self.stuck) = (false, false);
                    self.faults.clear();
                    self.say_round(&round, out)?;
                    self.show(out)?;
                    return Ok(Next::Go);
                }
                Ok(Advance::Choose { player }) => {
                    if let Next::Quit = self.choose_side(player, out)? {
                        return Ok(Next::Quit);
                    }
                }
                Ok(Advance::Over(result)) => {
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
        if !self.session.seats.any_person() {
            return Err(fault.into());
        }
        self.stuck = true;
        self.failed(fault, Some("The match cannot go on; `save FILE` keeps it, `quit` leaves."), out)
    }

    /// Which round it is, and who plays which side.
    pub(super) fn say_round(&self, round: &Round, out: &mut dyn Write) -> Done {
        self.session.round_texts(round).iter().try_for_each(|text| tell(out, text))
    }

    /// A player says which side to play.
    fn choose_side(&mut self, player: usize, out: &mut dyn Write) -> Result<Next, Failure> {
        let Some(running) = &self.session.running else { return Ok(Next::Go) };
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
                super::command::Line::Command(super::command::Command::Save { path, over }) => {
                    self.save(&path, over, out)?;
                }
                super::command::Line::Command(super::command::Command::Standing) => self.standing(out)?,
                _ => {
                    let near = did_you_mean(&line, sides.iter().map(String::as_str));
                    tell(out, &format!("`{line}` is no side{near}; type {}", list(&sides, "or")))?;
                }
            }
        }
    }

    fn chosen(&mut self, side: SideId) -> Result<Next, Failure> {
        self.session.choose(side)?;
        Ok(Next::Go)
    }

    /// Says how the round ended and what the standing is then.
    pub(super) fn announce_round(&self, out: &mut dyn Write) -> Done {
        self.session.round_end_texts().iter().try_for_each(|text| tell(out, text))
    }

    fn over(&mut self, result: &MatchResult, out: &mut dyn Write) -> Done {
        if std::mem::replace(&mut self.match_announced, true) {
            return Ok(());
        }
        tell(out, &self.session.match_end_text(result))?;
        if self.input.is_terminal() && self.session.seats.any_person() {
            tell(out, "`save FILE` keeps it, `new` and `rematch` play another, `quit` leaves.")?;
        }
        Ok(())
    }

    /// `standing`
    pub(super) fn standing(&self, out: &mut dyn Write) -> Done {
        self.session.standing_texts()?.iter().try_for_each(|text| tell(out, text))
    }
}
