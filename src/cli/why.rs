//! `houserules why`

use super::args::Why;
use super::fail::{Done, Failure};
use super::{answer, subject};
use crate::engine::Play;
use crate::notation::{Fault, read_move};
use crate::open::Opened;
use serde_json::json;
use std::io::Write;

/// What is to be said of a move.
pub struct Ruling {
    pub legal: bool,
    /// In one sentence that names the rule.
    pub sentence: String,
}

pub fn run(args: &Why, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    let play = subject::start(&opened, &args.at)?;
    let ruling = ruling(&opened, &play, &args.mv)?;
    if args.json.json {
        answer(out, &json!({ "move": args.mv, "legal": ruling.legal, "sentence": ruling.sentence }))?;
    } else {
        writeln!(out, "{}", ruling.sentence)?;
    }
    if ruling.legal { Ok(()) } else { Err(Failure::Bad) }
}

/// Why a move is legal or not in the present position.
pub fn ruling(_opened: &Opened, play: &Play, text: &str) -> Result<Ruling, Failure> {
    match read_move(text, &play.moves(), play.game()) {
        Ok(_) => Ok(Ruling { legal: true, sentence: format!("{text} is legal") }),
        Err(e) if matches!(e.fault, Fault::NotLegal(_)) => {
            Ok(Ruling { legal: false, sentence: format!("{text}: {e}") })
        }
        Err(e) => Err(subject::pointed("the move cannot be read", text, &e)),
    }
}
