//! What a person meets at a terminal alone: prompts between rounds.

use super::super::super::args::{Cli, Command};
use super::super::super::computer::USUAL;
use super::super::begun;
use super::*;
use clap::Parser;

/// What is said to somebody at a terminal who types these lines.
fn said(call: &[&str], lines: &'static str) -> String {
    let cli =
        Cli::try_parse_from([&["houserules", "play", "bison", "--seed", "1"], call].concat()).expect("a good call");
    let Command::Play(args) = cli.command else { panic!("it is about playing") };
    let saved = begun(&args).expect("the game begins");
    let (seats, seed) = (saved.seats.clone().expect("somebody plays"), saved.seed.expect("a seed"));
    let input = Input::Lines { lines: Box::new(lines.as_bytes()), person: true };
    let mut out = Vec::new();
    let thinking = Thinking { level: USUAL, time: None, threads: 1, said: false };
    let mut session = Session::new(saved, seats, seed, thinking, None);
    let computer = session.computer();
    Table::new(session, computer, input).play(&mut out).expect("it is played");
    String::from_utf8(out).expect("it speaks UTF-8")
}

const MATCH: [&str; 9] =
    ["--match", "--players", "person", "--set", "columns=3", "--set", "rows=4", "--set", "dog-count=0"];

/// The lines said after the first one that begins so, without boards.
fn after(said: &str, start: &str) -> Vec<String> {
    let lines = said.lines().skip_while(|l| !l.starts_with(start)).skip(1);
    lines.filter(|l| l.ends_with(['.', '?'])).map(str::to_owned).collect()
}

#[test]
fn a_round_that_is_over_counts_and_is_called_a_round() {
    let said = said(&MATCH, "resign\ny\nstanding\nmoves\nhint\nresign\na1-a2\nundo\nundo\n");
    assert_eq!(
        after(&said, "Round 1 is over"),
        [
            "Standing: Player 1: 0, Player 2: 1.",
            "Press Enter to go on; `undo` takes the end back.",
            "After 1 round of 2: Player 1: 0, Player 2: 1.",
            "The round is over.",
            "The round is over.",
            "The round is over already.",
            "The round is over; `help` says what can still be done.",
            "The round goes on.",
            "There is nothing to take back.",
            "Goodbye.",
        ]
    );
}

#[test]
fn a_match_that_is_over_is_called_a_match() {
    let said = said(&MATCH, "resign\ny\n\nresign\nyes\n\nstanding\nmoves\nhint\nresign\nundo\na1-a2\n");
    assert_eq!(
        after(&said, "The match is over"),
        [
            "`save FILE` keeps it, `new` and `rematch` play another, `quit` leaves.",
            "After 2 rounds of 2: Player 1: 1, Player 2: 1.",
            "The match is over.",
            "The match is over.",
            "The match is over already.",
            "The match is over; what was played in it stands.",
            "The match is over; `help` says what can still be done.",
            "Bison: The match is over. The match is tied: Player 1 won 1 round, Player 2 won 1, and the rules do not say who \
             wins. It was not saved.",
        ]
    );
}
