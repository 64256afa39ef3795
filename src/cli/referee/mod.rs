//! `houserules referee`: one request a line, one reply a line.

mod reply;
mod request;
mod session;

use super::args::Subject;
use super::fail::Done;
use super::subject;
use clap::Args;
use reply::Problem;
use serde_json::Value;
use session::Session;
use std::io::{self, BufRead, Read, Write};

/// The longest request, in bytes, without the end of its line.
pub const MAX_REQUEST: usize = 1 << 21;

/// Referee games for other programs: one request in JSON a line, one reply a line.
///
/// A tournament program or a bot in any language asks on standard input for legal moves, makes moves, takes them back,
/// and asks for results and reasons. Each reply has the `id` of its request. The requests are described in the book, in
/// the chapter on the referee.
#[derive(Args, Debug)]
pub struct Referee {
    #[command(flatten)]
    pub subject: Subject,
}

pub fn run(args: &Referee, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    let mut session = Session::new(&args.subject, opened)?;
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        let (reply, go_on) = match read(&mut input, &mut line)? {
            Line::End => return Ok(()),
            Line::TooLong => (Problem::too_long(MAX_REQUEST).reply(&Value::Null), true),
            Line::Whole if line.trim_ascii().is_empty() => continue,
            Line::Whole => session.answer(&line),
        };
        writeln!(out, "{reply}")?;
        out.flush()?;
        if !go_on {
            return Ok(());
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Line {
    Whole,
    /// It was passed over.
    TooLong,
    End,
}

/// Reads a line, without its end, of which no more is kept than a request may have.
fn read(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    // One byte more tells whether the line ends there.
    if input.by_ref().take(MAX_REQUEST as u64 + 1).read_until(b'\n', line)? == 0 {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(Line::Whole);
    }
    if line.len() <= MAX_REQUEST {
        return Ok(Line::Whole);
    }
    loop {
        let held = input.fill_buf()?;
        if held.is_empty() {
            return Ok(Line::TooLong);
        }
        let end = held.iter().position(|b| *b == b'\n');
        let passed = end.map_or(held.len(), |n| n + 1);
        input.consume(passed);
        if end.is_some() {
            return Ok(Line::TooLong);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_as_long_as_may_be_is_read_and_a_longer_one_passed_over() {
        let text = [&vec![b'a'; MAX_REQUEST][..], b"\n", &vec![b'b'; MAX_REQUEST + 1][..], b"\nc"].concat();
        let mut input = io::Cursor::new(text);
        let mut line = Vec::new();
        assert_eq!(read(&mut input, &mut line).expect("memory"), Line::Whole);
        assert_eq!(line.len(), MAX_REQUEST);
        assert_eq!(read(&mut input, &mut line).expect("memory"), Line::TooLong);
        assert_eq!(read(&mut input, &mut line).expect("memory"), Line::Whole);
        assert_eq!(line, b"c");
        assert_eq!(read(&mut input, &mut line).expect("memory"), Line::End);
    }
}
