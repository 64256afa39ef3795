//! `houserules play`

mod again;
pub(crate) mod command;
pub(crate) mod file;
mod input;
mod keep;
mod matches;
mod pin;
mod players;
pub(crate) mod seats;
pub(crate) mod session;
mod table;

use super::args::{Play as Args, Player, SettingArgs, Subject};
use super::computer::{Computer, Thinking, USUAL, sensible};
use super::fail::{Done, Failure};
use super::subject;
use super::wrap::say;
use crate::Opened;
use crate::library::manifest;
use crate::match_play::{first_turn, with_first_turn};
use crate::ruleset::code::Severity;
use file::Saved;
use input::Input;
use matches::Running;
use players::Players;
use seats::Seats;
use session::Session;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use table::Table;

pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    sensible(&args.strength)?;
    let saved = match &args.load {
        Some(path) => {
            brings_its_own(args, path)?;
            loaded(args, file::load(path)?)?
        }
        None => begun(args)?,
    };
    let seats = saved.seats.clone().unwrap_or_else(|| Seats::of_players(Vec::new()));
    let seed = saved.seed.unwrap_or_default();
    let thinking = saved.thinking(Thinking::new(&args.strength, USUAL));
    let mut session = Session::new(saved, seats, seed, thinking, args.save.clone());
    session.pin_to.clone_from(&args.pin_to);
    if let Some(path) = &args.save {
        if session.seats.any_person() && io::stdin().is_terminal() && session.is_of_another(path) {
            let shown = path.display();
            return Err(Failure::Usage(format!(
                "`{shown}` is there already: `--load {shown}` goes on with the game in it; name another file for this one"
            )));
        }
        session.may_write(path);
    }
    let computer = match &args.table {
        Some(table) => {
            session.table = Some(table.clone());
            Computer::of(&session)?
        }
        None => session.computer(),
    };
    #[cfg(feature = "tui")]
    if !args.plain && crate::tui::is_possible() {
        return crate::tui::play(session, computer, args.symbols, out);
    }
    Table::new(session, computer, Input::new()).play(out)
}

/// A game that begins as somebody calls for it.
#[cfg(all(test, feature = "tui"))]
pub(crate) fn called(call: &[&str]) -> Session {
    use clap::Parser;
    let cli = super::args::Cli::try_parse_from([&["houserules", "play", "--seed", "1"], call].concat());
    let super::args::Command::Play(args) = cli.expect("a good call").command else { panic!("it is about playing") };
    let saved = begun(&args).expect("the game begins");
    let seats = saved.seats.clone().expect("somebody plays");
    Session::new(saved, seats, 1, Thinking::new(&args.strength, USUAL), None)
}

/// What a saved game knows by itself is not said beside it.
fn brings_its_own(args: &Args, path: &Path) -> Done {
    let said = [
        (args.ruleset.is_some(), args.ruleset.as_deref().unwrap_or_default()),
        (!args.settings.set.is_empty(), "--set"),
        (args.at.position.is_some(), "--position"),
        (args.whole_match, "--match"),
        (!args.names.is_empty(), "--names"),
        (!args.beginner.is_empty(), "--beginner"),
    ];
    let Some((_, what)) = said.into_iter().find(|(said, _)| *said) else { return Ok(()) };
    Err(Failure::Usage(format!(
        "`{what}` cannot stand beside `--load`: a saved game brings its own ruleset, settings, position and names; \
        leave it out: houserules play --load {}",
        path.display()
    )))
}

/// A game or a match that begins.
fn begun(args: &Args) -> Result<Saved, Failure> {
    let source = args.ruleset.clone().unwrap_or_else(|| manifest().default.clone());
    let settings = SettingArgs { set: args.settings.set.clone() };
    let mut opened = subject::open(&Subject { ruleset: source.clone(), settings })?;
    doubtful(&opened, &source);
    let mut play = subject::start_of(&opened.game, &args.at)?;
    let players = Players::new(args, &opened.game, play.position().to_move)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let (mut first, mut running) = (None, None);
    if args.whole_match {
        running = Some(Running::new(&opened, &players, seed)?);
    } else {
        first = first_turn(&opened.game, &players.facts, &players.seats, seed)?;
        if let Some(first) = first {
            opened.game = with_first_turn(&opened.game, first);
            play = subject::start_of(&opened.game, &args.at)?;
        }
    }
    let seats = Some(Seats::of_players(players.at(&players.seats)));
    let names = Some(players.names_at(&players.seats)).filter(|_| players.named && running.is_none());
    let facts = players.facts_at(&players.seats);
    Ok(Saved { seats, seed: Some(seed), running, first, names, facts, ..Saved::of(opened, play, source) })
}

/// Says before the game that something about its rules is doubtful: what a rule does not do is not seen in play.
fn doubtful(opened: &Opened, source: &str) {
    match opened.warnings.iter().filter(|d| d.severity == Severity::Warning).count() {
        0 => {}
        1 => say(&format!("note: there is a warning about these rules; `houserules check {source}` tells it")),
        n => say(&format!("note: there are {n} warnings about these rules; `houserules check {source}` tells them")),
    }
}

/// A game or a match that goes on, with what the arguments say of it.
fn loaded(args: &Args, mut saved: Saved) -> Result<Saved, Failure> {
    let chosen = args.side.is_some() || !args.players.is_empty();
    if chosen || saved.seats.is_none() {
        let players = Players::new(args, &saved.opened.game, saved.play.position().to_move)?;
        saved.seats = Some(match &mut saved.running {
            // In a match the players are named, and a side is that of the round.
            Some(running) => {
                let seats = running.play.current().map_or_else(|| players.seats.clone(), |r| r.seats.clone());
                if args.side.is_some() {
                    let sides = players.at(&players.seats);
                    let pairs = || seats.iter().zip(&sides);
                    let of = |player| pairs().find(|(p, _)| **p == player).map_or(Player::Computer, |(_, who)| *who);
                    running.who = (0..seats.len()).map(of).collect();
                } else {
                    running.who = players.who;
                }
                running.seats(&seats)
            }
            None => Seats::of_players(players.at(&players.seats)),
        });
    }
    saved.seed = Some(args.seed.or(saved.seed).unwrap_or_else(any_seed));
    Ok(saved)
}

/// A seed that is hardly ever the same twice, short enough to be typed again.
fn any_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| u64::from(d.subsec_nanos()) % 1_000_000)
}
