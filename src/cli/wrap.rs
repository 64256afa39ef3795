//! Prose for the terminal that it is read on. All that is said in sentences goes through here; drawings, positions,
//! JSON and lists for other programs do not.
//!
//! A line is wrapped to the width of the terminal. Off a terminal a message stays in one line, since another program
//! may read it line by line, and a page, which nobody takes apart, is 80 wide.

use super::fail::Done;
use std::io::{self, IsTerminal, Write};
#[cfg(feature = "tui")]
use std::sync::Mutex;
use terminal_size::terminal_size_of;
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// The width where it is not known, in columns.
const USUAL: usize = 80;
/// Lines are not wrapped to less than this, in columns.
const LEAST: usize = 20;
/// No limit.
const WHOLE: usize = usize::MAX;
/// The further lines of what is said beside the answers stand in by so much, so that one is told from the next.
const HANG: usize = 2;

/// Something that is said.
pub enum Said {
    /// Sentences.
    Prose(String),
    /// Lines that are drawn and must stay as they are.
    Drawn(String),
}

impl Said {
    /// The text as it was made.
    pub fn text(&self) -> &str {
        match self {
            Said::Prose(text) | Said::Drawn(text) => text,
        }
    }

    fn filled(&self, width: usize, hang: usize) -> String {
        match self {
            Said::Prose(text) => fill(text, width, hang),
            Said::Drawn(text) => text.clone(),
        }
    }
}

/// Answers with a message.
pub fn tell(out: &mut dyn Write, text: &str) -> Done {
    Ok(writeln!(out, "{}", fill(text, message_width(), 0))?)
}

/// Answers with all of these.
pub fn tell_all(out: &mut dyn Write, said: &[Said]) -> Done {
    let width = message_width();
    Ok(said.iter().try_for_each(|said| writeln!(out, "{}", said.filled(width, 0)))?)
}

/// Answers with words in a row, none of which is broken apart, whatever blanks it has.
pub fn tell_words<T: AsRef<str>>(out: &mut dyn Write, before: &str, words: &[T]) -> Done {
    Ok(writeln!(out, "{}", fill_words(before, words, message_width()))?)
}

/// Answers with a label and what it means, which begins at a column; with others of its kind it makes a table.
pub fn tell_row(out: &mut dyn Write, label: &str, column: usize, text: &str) -> Done {
    Ok(writeln!(out, "{}", row(label, column, text, message_width()))?)
}

/// Says something that is no answer. Whether anybody hears it does not matter.
pub fn say(text: &str) {
    say_all(&[Said::Prose(text.to_owned())]);
}

/// What was said while a screen is up, which stderr would be written over.
#[cfg(feature = "tui")]
static HEARD: Mutex<Option<Vec<String>>> = Mutex::new(None);

/// From now on, or no longer, what is said is kept for [`heard`].
#[cfg(feature = "tui")]
pub fn hear(on: bool) {
    let kept = HEARD.lock().map_or(None, |mut heard| std::mem::replace(&mut *heard, on.then(Vec::new)));
    if !on {
        // Nobody has asked for it: it is said now.
        kept.into_iter().flatten().for_each(|text| say(&text));
    }
}

/// What was said since this was asked last.
#[cfg(feature = "tui")]
pub fn heard() -> Vec<String> {
    HEARD.lock().map_or(Vec::new(), |mut heard| heard.as_mut().map_or(Vec::new(), std::mem::take))
}

/// A text without escape sequences.
#[cfg(feature = "tui")]
pub fn without_colours(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// The lines of a text, wrapped to a width. What follows of a line stands in by `hang`.
#[cfg(feature = "tui")]
pub fn lines(text: &str, width: usize, hang: usize) -> Vec<String> {
    text.lines().flat_map(|line| fill_line(line, width, hang).lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Says all of these, which are no answers.
pub fn say_all(said: &[Said]) {
    #[cfg(feature = "tui")]
    if let Ok(mut heard) = HEARD.lock()
        && let Some(heard) = heard.as_mut()
    {
        heard.extend(said.iter().map(|said| without_colours(said.text())));
        return;
    }
    let width = error_width();
    for said in said {
        let _ = writeln!(anstream::stderr(), "{}", said.filled(width, HANG));
    }
}

/// The text of a page, or of a part of one.
pub fn page(text: &str) -> String {
    fill(text, terminal_width(&io::stdout()).unwrap_or(USUAL), 0)
}

/// Whether this line stays in one piece when it is said beside the answers.
pub fn say_fits(line: &str) -> bool {
    display_width(line) <= error_width()
}

/// Whether so many columns of an answer stand beside each other.
pub fn fits(columns: usize) -> bool {
    columns <= message_width()
}

fn message_width() -> usize {
    terminal_width(&io::stdout()).unwrap_or(WHOLE)
}

fn error_width() -> usize {
    terminal_width(&io::stderr()).unwrap_or(WHOLE)
}

/// The width of a terminal; none if it is none.
#[cfg(unix)]
fn terminal_width(stream: &(impl IsTerminal + std::os::fd::AsFd)) -> Option<usize> {
    stream.is_terminal().then(|| known(terminal_size_of(stream).map(|(width, _)| width.0)))
}

/// The width of a terminal; none if it is none.
#[cfg(windows)]
fn terminal_width(stream: &(impl IsTerminal + std::os::windows::io::AsHandle)) -> Option<usize> {
    stream.is_terminal().then(|| known(terminal_size_of(stream).map(|(width, _)| width.0)))
}

/// What a terminal says of its width, made fit for use.
fn known(width: Option<u16>) -> usize {
    width.filter(|w| *w > 0).map_or(USUAL, |w| usize::from(w).max(LEAST))
}

/// Wraps each line of a text. What follows of it stands where it began, behind the `- ` of an item, and in by `hang`.
fn fill(text: &str, width: usize, hang: usize) -> String {
    text.split('\n').map(|line| fill_line(line, width, hang)).collect::<Vec<_>>().join("\n")
}

fn fill_line(line: &str, width: usize, hang: usize) -> String {
    if display_width(line) <= width {
        return line.to_owned();
    }
    if line.bytes().all(|b| b == b'=' || b == b'-') {
        // A line under a heading.
        return line.chars().take(width).collect();
    }
    let rest = line.trim_start_matches(' ');
    let blanks = line.len() - rest.len();
    // `+` marks an item of a comparison.
    match ["- ", "+ "].into_iter().find_map(|sign| Some((sign, rest.strip_prefix(sign)?))) {
        Some((sign, item)) => wrapped(item, &(" ".repeat(blanks) + sign), blanks + 2 + hang, width),
        None => wrapped(rest, &" ".repeat(blanks), blanks + hang, width),
    }
}

fn fill_words<T: AsRef<str>>(before: &str, words: &[T], width: usize) -> String {
    const KEPT: &str = "\u{a0}";
    let words: Vec<String> = words.iter().map(|w| w.as_ref().replace(' ', KEPT)).collect();
    fill(&format!("{before}{}", words.join(" ")), width, 0).replace(KEPT, " ")
}

fn row(label: &str, column: usize, text: &str, width: usize) -> String {
    let beside = format!("{label:column$}");
    if display_width(&beside) + display_width(text) <= width {
        return beside + text;
    }
    if column <= width / 2 {
        return wrapped(text, &beside, column, width);
    }
    // There is no room for two columns.
    if label.trim_start_matches(' ').is_empty() {
        return wrapped(text, "", HANG, width);
    }
    let below = label.len() - label.trim_start_matches(' ').len() + 4;
    format!("{}\n{}", label.trim_end(), wrapped(text, &" ".repeat(below), below, width))
}

/// Wraps a line that begins so. Words are whatever stands between blanks, and none is broken: neither a move at its
/// hyphen nor a position at its strokes.
fn wrapped(text: &str, first: &str, indent: usize, width: usize) -> String {
    let further = " ".repeat(indent.min(width / 2));
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(&further)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(false);
    textwrap::fill(text, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "\
A buffalo may move from f1 to f2 (bison.rules:19)
  - a buffalo moves one square straight forward, to an empty square (bison.rules:19)
  - f2 is empty (bison.rules:19)";

    #[test]
    fn items_hang_at_40() {
        let expected = "\
A buffalo may move from f1 to f2
(bison.rules:19)
  - a buffalo moves one square straight
    forward, to an empty square
    (bison.rules:19)
  - f2 is empty (bison.rules:19)";
        assert_eq!(fill(ANSWER, 40, 0), expected);
    }

    #[test]
    fn items_hang_at_80() {
        let expected = "\
A buffalo may move from f1 to f2 (bison.rules:19)
  - a buffalo moves one square straight forward, to an empty square
    (bison.rules:19)
  - f2 is empty (bison.rules:19)";
        assert_eq!(fill(ANSWER, 80, 0), expected);
        assert_eq!(fill(ANSWER, WHOLE, 0), ANSWER);
    }

    #[test]
    fn what_is_said_beside_answers_hangs() {
        let expected = "error: there is no\n  ruleset and no file\n  `x`";
        assert_eq!(fill("error: there is no ruleset and no file `x`", 21, HANG), expected);
    }

    #[test]
    fn moves_and_positions_stay_whole() {
        let moves = ["a1-a2", "b1xb2(c1)", "castle short", "d1-d2"];
        assert_eq!(fill_words("", &moves, 20), "a1-a2 b1xb2(c1)\ncastle short d1-d2");
        assert_eq!(fill_words("", &moves, WHOLE), "a1-a2 b1xb2(c1) castle short d1-d2");
        assert_eq!(fill_words("taken back: ", &["a1-a2", "b1-b2"], 20), "taken back: a1-a2\nb1-b2");
        let position = "the position 11/3DDCDD3/11/11/11/11/BBBBBBBBBBB is none";
        assert_eq!(fill(position, 20, 0), "the position\n11/3DDCDD3/11/11/11/11/BBBBBBBBBBB\nis none");
    }

    #[test]
    fn rows_hang_at_their_column_or_stand_below_their_label() {
        let (label, text) = ("  moves [SITE]", "the legal moves, or those of the piece on a site");
        let one = "  moves [SITE]  the legal moves, or those of the piece on a site";
        assert_eq!(row(label, 16, text, 80), one);
        let beside =
            ["  moves [SITE]  the legal moves, or", "                those of the piece on a", "                site"];
        assert_eq!(row(label, 16, text, 40), beside.join("\n"));
        let below = ["  moves [SITE]", "      the legal moves, or those", "      of the piece on a site"];
        assert_eq!(row(label, 16, text, 31), below.join("\n"));
    }

    #[test]
    fn heading_and_its_line_fit() {
        assert_eq!(
            fill("What the rules leave\n====================\n", 20, 0),
            "What the rules leave\n====================\n"
        );
        assert_eq!(
            fill("What the rules leave open\n=========================", 20, 0),
            "What the rules leave\nopen\n===================="
        );
    }

    #[test]
    fn a_width_is_80_where_unknown_and_never_below_20() {
        assert_eq!([None, Some(0), Some(7), Some(50), Some(213)].map(known), [80, 80, 20, 50, 213]);
    }

    #[test]
    fn wide_characters_count_as_they_are_shown() {
        // Each of these takes two columns.
        assert_eq!(fill("王王王 王王王 王王王 王王王", 20, 0), "王王王 王王王 王王王\n王王王");
    }
}
