//! `houserules show`

use super::args::Show;
use super::fail::Done;
use super::subject;
use crate::open::Opened;
use std::io::Write;

pub fn run(args: &Show, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    Ok(writeln!(out, "{}", prose(&opened))?)
}

/// The rules in words.
pub fn prose(opened: &Opened) -> String {
    opened.game.rules().title.clone()
}
