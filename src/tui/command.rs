//! Lines typed behind `:`: moves, and the commands of the line mode.

use super::act::Effects;
use super::state::{Effect, Overlay, State};
use crate::cli::fail::did_you_mean;
use crate::cli::play::command::{Command, HELP, Line, WORDS, read};
use crate::cli::why::NoRuling;
use crate::engine::Move;
use crate::notation::{Fault, move_texts, read_move, site_text, typed_move, write_position};
use std::path::PathBuf;

/// Words that the line mode does not have.
const OWN: [&str; 5] = ["redo", "flip", "pass", "symbols", "next"];

pub fn run(state: &mut State, line: &str) -> Effects {
    let line = line.trim();
    let texts = move_texts(&state.legal, state.game());
    // What is the text of a legal move is a move, whatever else it may be.
    if let Some(mv) = texts.iter().position(|t| t == line).and_then(|n| state.legal.get(n)).cloned()
        && state.is_mine()
    {
        return state.make(&mv);
    }
    match line {
        "redo" => return state.redo(),
        "flip" => state.flip = !state.flip,
        "symbols" => state.look.symbols = !state.look.symbols,
        "pass" => return state.pass(),
        "next" if state.waits_for_round() => return state.next_round(),
        _ => match read(line) {
            Line::Nothing => {}
            Line::Wrong(usage) => state.refuse(usage),
            Line::Command(command) => return ordered(state, command),
            Line::Move(text) => return typed(state, &text),
        },
    }
    Vec::new()
}

fn page(state: &mut State, title: &str, text: String) {
    state.overlay = Some(Overlay::Page { title: title.to_owned(), text, top: 0 });
}

fn ordered(state: &mut State, command: Command) -> Effects {
    match command {
        Command::Moves(site) => {
            let board = state.game().board();
            let of = |mv: &Move| {
                let at = mv.from().or(mv.to());
                site.as_ref().is_none_or(|s| at.is_some_and(|at| site_text(at, board).eq_ignore_ascii_case(s)))
            };
            let found: Vec<String> = state.legal.iter().filter(|mv| of(mv)).map(|mv| state.text(mv)).collect();
            if found.is_empty() {
                state.refuse("There is no such legal move.");
            } else {
                page(state, &format!("{} moves", found.len()), found.join("   "));
            }
        }
        Command::Undo => return state.undo(),
        Command::Why(text) => why(state, &text),
        Command::Board => state.overlay = None,
        Command::Position => {
            let play = &state.session.play;
            let text = write_position(play.position(), play.history(), play.game());
            page(state, "The position", text);
        }
        Command::Rules => page(state, "The rules", crate::cli::show::unwrapped(&state.session.opened)),
        Command::Save { .. } if state.replay.is_some() => state.refuse("A record is looked at; it is saved already."),
        Command::Save { path, over } => return vec![Effect::Save { path: PathBuf::from(path), over }],
        Command::Load(_) if state.replay.is_some() => state.refuse("A record is looked at; leave it first."),
        Command::Load(path) => return vec![Effect::Load(PathBuf::from(path))],
        Command::Resign => state.ask_resign(),
        Command::Again { swap } => return state.ask_again(swap),
        Command::Standing => match state.session.standing_texts() {
            Ok(texts) => state.say(&texts.join(" ")),
            Err(failure) => state.refuse(&failure.to_string()),
        },
        Command::Hint => return state.ask_hint(),
        Command::Pin(what) => return vec![Effect::Pin(what)],
        Command::Help => {
            let own = [
                ("redo", "makes again what was taken back"),
                ("pass", "misses the turn, where that is legal"),
                ("flip", "turns the board round"),
                ("symbols", "Unicode symbols for pieces that have one, or letters"),
            ];
            let rows = HELP.iter().chain(&own).map(|(word, what)| format!("{word:26} {what}"));
            page(state, "What can be typed", rows.collect::<Vec<_>>().join("\n"));
        }
        Command::Quit => return state.ask_quit(),
    }
    Vec::new()
}

/// A move that is not written as the tool would write it, or none.
fn typed(state: &mut State, text: &str) -> Effects {
    if state.session.is_over() || !state.is_mine() {
        state.refuse("No move can be made now; `undo` takes the end back.");
        return Vec::new();
    }
    let written = typed_move(text, &state.legal, state.game());
    let error = match written.and_then(|text| read_move(&text, &state.legal, state.game())) {
        Ok(mv) => return state.make(&mv),
        Err(error) => error,
    };
    match &error.fault {
        Fault::NotLegal(_) => why(state, text),
        Fault::Ambiguous(_) => state.refuse(&error.to_string()),
        _ => {
            let near = did_you_mean(text, WORDS.into_iter().chain(OWN));
            let said = if near.is_empty() {
                format!("`{text}` is no move: {error}")
            } else {
                format!("`{text}` is no move and no command{near}")
            };
            state.refuse(&said);
        }
    }
    Vec::new()
}

/// Why a move is legal or not, in full.
pub fn why(state: &mut State, text: &str) {
    match state.session.why(text, &state.legal) {
        Ok((text, ruling)) => {
            state.session.asked = Some((text.clone(), ruling.legal, state.session.play.position().clone()));
            if ruling.legal {
                page(state, &format!("Why {text}?"), ruling.text);
            } else {
                state.refuse(&format!("Not legal: {}.", ruling.sentence));
            }
        }
        Err(NoRuling::Text(error)) => state.refuse(&error.to_string()),
        Err(NoRuling::Script(fault)) => state.failed("A script failed.", fault),
    }
}

impl State {
    /// Why what is picked may, or may not, go to a site; without a pick what can be done there.
    pub fn explain(&mut self, site: crate::board::Site) {
        let there = self.picked_moves().into_iter().find(|mv| self.goals(mv).contains(&site)).cloned();
        match there {
            Some(mv) => {
                let text = self.text(&mv);
                why(self, &text);
            }
            None if self.picked.is_none() && !self.moves_from(site).is_empty() => {
                let moves: Vec<String> = self.moves_from(site).into_iter().map(|mv| self.text(mv)).collect();
                self.say(&format!("Legal from here: {}.", moves.join(" ")));
            }
            None => self.reason(site),
        }
    }
}
