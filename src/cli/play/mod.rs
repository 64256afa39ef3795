//! `houserules play`

mod command;
mod file;
mod input;
mod seats;
mod table;

use super::args::Play as Args;
use super::args::{SettingArgs, Subject};
use super::fail::Done;
use super::subject;
use crate::library::manifest;
use file::Saved;
use input::Input;
use seats::Seats;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};
use table::Table;

pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let saved = if let Some(path) = &args.load {
        file::load(path)?
    } else {
        let source = args.ruleset.clone().unwrap_or_else(|| manifest().default.clone());
        let settings = SettingArgs { set: args.settings.set.clone() };
        let opened = subject::open(&Subject { ruleset: source.clone(), settings })?;
        let play = subject::start(&opened, &args.at)?;
        Saved { opened, play, source, seats: None, seed: None, ended: None }
    };
    let chosen = args.side.is_some() || !args.players.is_empty();
    let seats = match saved.seats {
        Some(seats) if !chosen => seats,
        _ => Seats::new(args, &saved.play)?,
    };
    let seed = args.seed.or(saved.seed).unwrap_or_else(any_seed);
    let table = Table::new(saved.opened, saved.play, saved.source, seats, seed, Input::new());
    table.ended(saved.ended).play(out)
}

/// A seed that is hardly ever the same twice, short enough to be typed again.
fn any_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| u64::from(d.subsec_nanos()) % 1_000_000)
}
