//! The program: it asks and shows, and decides nothing about rules.
//!
//! Answers go to standard output, everything else to standard error. One file a command; what is said in sentences
//! goes through `wrap`.

mod analyse;
mod args;
mod bench;
mod check;
mod computer;
mod diff;
mod duel;
mod fail;
mod lab;
mod list;
mod man;
mod moves;
mod mutate;
mod new;
mod paint;
mod perft;
mod play;
mod progress;
mod referee;
mod render;
mod replay;
#[cfg(feature = "server")]
mod serve;
mod show;
mod solve;
mod subject;
mod test;
mod tune;
mod why;
mod wrap;

use crate::disk;
use args::{Cli, Command};
use clap::Parser;
use fail::Done;
use serde_json::Value;
use std::io::Write;
use std::process::ExitCode;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut out = anstream::stdout();
    let json = cli.command.in_json();
    let done = command(cli.command, &mut out).and_then(|()| Ok(out.flush()?));
    let Err(failure) = done else { return ExitCode::SUCCESS };
    match failure.json().filter(|_| json) {
        Some(value) => {
            let _ = answer(&mut out, &value).and_then(|()| Ok(out.flush()?));
        }
        None => wrap::say_all(&failure.said()),
    }
    failure.code()
}

fn command(command: Command, out: &mut dyn Write) -> Done {
    match command {
        Command::Play(args) => play::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        #[cfg(feature = "server")]
        Command::Serve(args) => serve::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Render(args) => render::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Referee(args) => referee::run(&args, out),
        Command::Moves(args) => moves::run(&args, out),
        Command::Why(args) => why::run(&args, out),
        Command::Diff(args) => diff::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Test(args) => test::run(&args, out),
        Command::Mutate(args) => mutate::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Analyse(args) => analyse::run(&args, out),
        Command::Duel(args) => duel::run(&args, out),
        Command::Solve(args) => solve::run(&args, out),
        Command::Tune(args) => tune::run(&args, out),
        Command::Lab(args) => lab::run(&args, out),
        Command::List(args) => list::run(&args, out),
        Command::New(args) => new::run(&args, out),
        Command::Completions(args) => man::completions(&args, out),
        Command::Man(args) => man::run(&args, out),
    }
}

/// Answers in JSON.
fn answer(out: &mut dyn Write, value: &Value) -> Done {
    Ok(writeln!(out, "{value:#}")?)
}
