//! `houserules new`

use super::args::New;
use super::fail::Done;
use std::io::Write;

pub fn run(_args: &New, _out: &mut dyn Write) -> Done {
    Ok(())
}
