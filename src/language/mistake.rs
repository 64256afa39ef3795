//! What to say when a statement does not fit the grammar.
//!
//! The grammar tells where it stopped and what would have fitted there. From that one could print a list; what
//! helps more is a guess at what was meant, and a guess can be tried: mend the text that way, read it again,
//! and see whether the grammar now gets further.

use super::grammar::{Grammar, Rule};
use super::phrase;
use super::report::line_column;
use super::scan::{Cut, HEADS, first_word, is_of_word};
use crate::ruleset::nearest::near;
use crate::ruleset::{Diagnostic, Span, code};
use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

/// How many bytes may be read again in trying guesses, for one file.
pub(super) const GUESSES: usize = 1024 * 1024;

/// Signs and words that are left out most easily, in the order in which they are tried.
const LEFT_OUT: &[&str] =
    &[",", "to", "=", "of", "when", "is", "x", "with", "by", "from", "on", "in", "direction", "{"];

/// Longer words, in letters, are not quoted in full.
const LONGEST: usize = 60;

/// What words that stand in the wrong place usually need.
const ADVICE: &[(&str, &str)] = &[
    ("anywhere", "`anywhere` goes with `leap`: `leap anywhere to ...`"),
    ("direction", "a direction reads `any direction`, or stands alone: `forward`, `orthogonal`, `diagonal`"),
    ("it", "`it` is the piece jumped `over`: `jump ... over S to T capturing it`"),
    ("unless", "`unless` belongs to a motion; elsewhere say `when not ...`"),
];

/// Quotation marks that are none of the language's.
const CURLY: [char; 9] =
    ['\'', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}', '\u{ab}', '\u{bb}'];

/// A brace that nothing closes before the next item.
pub(super) fn unclosed(file: u16, text: &str, cut: &Cut) -> Diagnostic {
    let piece = text.get(cut.start..cut.end).unwrap_or_default();
    let (brace, end) = match (cut.unclosed.as_slice(), cut.suspect) {
        ([_], Some((brace, end))) => (Some(brace), end),
        (open, _) => (open.last().copied(), cut.end),
    };
    let line = line_column(text, end).line;
    let count = cut.unclosed.len();
    let missing = if count == 1 { "`}` is missing".to_owned() } else { format!("{count} `}}` are missing") };
    let message = format!("{} is not closed: {missing} after line {line}", title(piece));
    let mut problem = Diagnostic::new(&code::UNCLOSED, span(file, end, end), message).saying(missing);
    if let Some(brace) = brace {
        problem = problem.label(span(file, brace, brace + 1), "this brace is open");
    }
    problem
}

/// The item with its braces closed, every byte where it was.
pub(super) fn closed(text: &str, cut: &Cut) -> Option<String> {
    let piece = text.get(cut.start..cut.end)?;
    let Some((_, end)) = cut.suspect.filter(|_| cut.unclosed.len() == 1) else {
        return Some(format!("{piece}\n{}", "}".repeat(cut.unclosed.len())));
    };
    // Behind the last word there is a blank or the end of the line, whose place the brace can take; what comment
    // may follow it is none of the grammar's business.
    let (before, after) = (text.get(cut.start..end)?, text.get(end + 1..cut.end)?);
    Some(format!("{before}}}{after}"))
}

/// `piece dog`: how an item is called.
fn title(piece: &str) -> String {
    let head = first_word(piece);
    let name = first_word(piece.get(head.len()..).unwrap_or_default().trim_start());
    if name.is_empty() || is_reserved(name) { format!("`{head}`") } else { format!("`{head} {name}`") }
}

/// A statement, or a whole file, that does not fit the grammar. `start` is where its text begins in the file.
pub(super) fn explain(file: u16, start: usize, text: &str, error: &Error<Rule>, guesses: &mut usize) -> Diagnostic {
    let at = place_of(error).min(text.len());
    let due = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    let mut place = Place { file, start, text, at, found: token(text, at), due, guesses };
    place
        .spelling_before()
        .or_else(|| place.sentence())
        .or_else(|| place.word_as_name())
        .or_else(|| place.spelling())
        .or_else(|| place.left_out())
        .or_else(|| place.too_much())
        .unwrap_or_else(|| place.plainly())
}

/// Where the grammar stopped.
struct Place<'t> {
    file: u16,
    start: usize,
    text: &'t str,
    at: usize,
    /// The word or sign there; empty at the end.
    found: &'t str,
    /// What would have fitted.
    due: &'t [Rule],
    /// How many bytes may still be read in guessing.
    guesses: &'t mut usize,
}

impl Place<'_> {
    /// A sentence is missing, or lacks its quotation marks.
    fn sentence(&mut self) -> Option<Diagnostic> {
        if !self.due.contains(&Rule::string) {
            return None;
        }
        let bare = self.found.chars().next().is_some_and(char::is_alphabetic);
        if bare && !is_reserved(self.found) && self.fits(self.found.len(), &format!("\"{}\"", self.found)) {
            let message = format!("`{}` must stand in quotation marks", self.found);
            return Some(self.here(&code::MISSING_SENTENCE, message).help(format!("write `\"{}\"`", self.found)));
        }
        if !self.found.is_empty() && !self.fits(0, "\"x\" ") {
            return None;
        }
        let end = self.start + end_of_last(self.text, self.at);
        let (what, help) = missing_sentence(self.text.get(..self.at).unwrap_or_default());
        Some(Diagnostic::new(&code::MISSING_SENTENCE, span(self.file, end, end), what).help(help))
    }

    /// A word of the language where a name is due.
    fn word_as_name(&mut self) -> Option<Diagnostic> {
        let named = [Rule::name, Rule::amount, Rule::owners, Rule::noun, Rule::side_term];
        if !self.due.iter().any(|rule| named.contains(rule)) || !is_reserved(self.found) {
            return None;
        }
        if !self.fits(self.found.len(), "x-") {
            return None;
        }
        let message = format!("`{}` is a word of the language; choose another name", self.found);
        Some(self.here(&code::WORD_AS_NAME, message).saying("a name is due here"))
    }

    /// A misspelt word of the language.
    fn spelling(&mut self) -> Option<Diagnostic> {
        let words = phrase::keywords().filter(|word| *word != self.found).collect::<Vec<_>>();
        let meant =
            near(self.found, words.iter().map(String::as_str)).into_iter().find(|word| self.fits_itself(word))?;
        let message = format!("`{}` is no word that fits here", self.found);
        Some(self.here(&code::UNKNOWN_WORD, message).help(format!("did you mean `{meant}`?")))
    }

    /// The word before was taken for a name, and is a misspelt word of the language.
    fn spelling_before(&mut self) -> Option<Diagnostic> {
        let end = end_of_last(self.text, self.at);
        let before = self.text.get(..end)?;
        let begin = before.char_indices().rev().take_while(|(_, c)| is_of_word(*c)).last()?.0;
        let word = first_word(before.get(begin..)?);
        if word.is_empty() || is_reserved(word) {
            return None;
        }
        let words = phrase::keywords().filter(|keyword| keyword != word).collect::<Vec<_>>();
        let (at, stop) = (self.at, self.at - word.len());
        self.at = begin;
        let meant = near(word, words.iter().map(String::as_str)).into_iter().find(|meant| {
            // What follows the word must be taken with it.
            let reached = self.reaches(word.len(), meant);
            reached.is_some_and(|(reached, _)| reached.is_none_or(|reached| reached > stop + meant.len()))
        });
        self.at = at;
        let start = self.start + begin;
        let message = format!("`{word}` is no word that fits here");
        let problem = Diagnostic::new(&code::UNKNOWN_WORD, span(self.file, start, start + word.len()), message);
        Some(problem.help(format!("did you mean `{}`?", meant?)))
    }

    /// A word or sign is missing in front.
    fn left_out(&mut self) -> Option<Diagnostic> {
        if self.found.is_empty() {
            return None;
        }
        let missing = LEFT_OUT.iter().find(|sign| self.fits(0, &format!("{sign} ")))?;
        let found = self.found;
        let what = if *missing == "," { "a comma".to_owned() } else { format!("`{missing}`") };
        let help =
            if *missing == "," { format!("write `, {found}`") } else { format!("did you mean `{missing} {found}`?") };
        Some(self.here(&code::MISSING, format!("{what} is missing before `{found}`")).help(help))
    }

    /// A word or sign that the language does without.
    fn too_much(&mut self) -> Option<Diagnostic> {
        if !["a", "an", "the", ";", ",", ".", ":"].contains(&self.found) || !self.fits(self.found.len(), "") {
            return None;
        }
        Some(self.here(&code::SYNTAX, format!("no `{}` is needed here", self.found)).help("leave it out"))
    }

    /// What was found and what would have fitted.
    fn plainly(&mut self) -> Diagnostic {
        if self.due == [Rule::single_item] && !self.found.is_empty() {
            let problem = self.here(&code::SYNTAX, format!("no statement begins with {}", self.what_was_found()));
            return problem.help(format!("a statement begins with one of the words {}", HEADS.join(", ")));
        }
        let due = phrase::expected(self.due);
        if self.found.is_empty() {
            let end = self.start + end_of_last(self.text, self.at);
            let message = format!("the statement ends too early: expected {due}");
            return Diagnostic::new(&code::SYNTAX, span(self.file, end, end), message);
        }
        let problem = self.here(&code::SYNTAX, format!("expected {due}, found {}", self.what_was_found()));
        if self.found.starts_with(CURLY) && self.due.contains(&Rule::string) {
            return problem.help("write the straight `\"` before and behind the sentence");
        }
        match ADVICE.iter().find(|(word, _)| *word == self.found) {
            Some((_, advice)) => problem.help(*advice),
            None => problem,
        }
    }

    /// The word that was found, as a message quotes it.
    fn what_was_found(&self) -> String {
        match self.found.char_indices().nth(LONGEST) {
            _ if self.found.starts_with('"') => "a sentence".to_owned(),
            Some((end, _)) => format!("`{}...`", self.found.get(..end).unwrap_or_default()),
            None => format!("`{}`", self.found),
        }
    }

    /// A finding at the word that was found.
    fn here(&self, code: &'static code::Code, message: String) -> Diagnostic {
        let at = self.start + self.at;
        Diagnostic::new(code, span(self.file, at, at + self.found.len()), message)
    }

    /// Whether the grammar gets beyond the word that follows if the next `length` bytes are replaced.
    fn fits(&mut self, length: usize, by: &str) -> bool {
        self.reaches(length, by).is_some_and(|(stop, follows)| stop.is_none_or(|stop| stop > follows))
    }

    /// Whether the grammar takes this word in place of the one that was found.
    fn fits_itself(&mut self, word: &str) -> bool {
        self.reaches(self.found.len(), word).is_some_and(|(stop, follows)| stop.is_none_or(|stop| stop >= follows))
    }

    /// Where the grammar stops (nowhere: it fits) in the text with the next `length` bytes replaced, and where what
    /// follows the replacement begins.
    fn reaches(&mut self, length: usize, by: &str) -> Option<(Option<usize>, usize)> {
        // Brackets that begin a condition are read two ways, so those that are nested cost more than their length.
        let cost = self.text.len() + self.text.matches('(').count() * 4096;
        *self.guesses = self.guesses.checked_sub(cost)?;
        let rest = self.text.get(self.at + length..)?;
        let mended = format!("{}{by}{rest}", self.text.get(..self.at)?);
        let follows = self.at + by.len() + (rest.len() - rest.trim_start().len());
        let stop = Grammar::parse(Rule::single_item, &mended).err().map(|error| place_of(&error));
        Some((stop, follows))
    }
}

/// What misses its sentence, and how to mend it, from the text before.
fn missing_sentence(before: &str) -> (&'static str, &'static str) {
    let mut last = first_word(before);
    let mut value = false;
    for (index, part) in before.split('"').enumerate() {
        if index % 2 == 1 {
            continue;
        }
        for word in part.split(|c: char| c.is_whitespace()) {
            if matches!(word, "end" | "illegal" | "hook" | "option" | "unclear" | "game" | "piece" | "rename") {
                if word != "piece" || last == "piece" || last == "change" {
                    last = word;
                }
                value = false;
            } else if word == "{" {
                value = true;
            }
        }
    }
    match last {
        "end" => ("an ending needs its reason in quotation marks", "such as `\"a buffalo reached the village\"`"),
        "illegal" => {
            ("an `illegal` needs its reason in quotation marks", "such as `\"the king may not be left in check\"`")
        }
        "hook" => ("a hook needs a script and a sentence", "write `in \"file.rhai\" \"what it decides\"`"),
        "option" | "unclear" if value => {
            ("a value needs a sentence that says what it means", "put it behind the value's name")
        }
        "option" | "unclear" => ("the question is missing", "put it in quotation marks behind the name"),
        "game" => {
            ("a text in quotation marks is missing", "the title and the lines of the head stand in quotation marks")
        }
        "piece" => {
            ("a piece needs its letter in quotation marks", "such as `\"D\"`, or one for each owner: `\"K\" \"k\"`")
        }
        _ => ("a sentence in quotation marks is missing", "put it here"),
    }
}

fn is_reserved(word: &str) -> bool {
    Grammar::parse(Rule::reserved, word).is_ok_and(|mut pairs| pairs.next().is_some_and(|p| p.as_str() == word))
}

fn place_of(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// The word, the string or the sign that stands there.
fn token(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let word = first_word(rest);
    if !word.is_empty() {
        return word;
    }
    if let Some(inside) = rest.strip_prefix('"') {
        let end = inside.find(['"', '\n']).map_or(rest.len(), |end| end + 2);
        return rest.get(..end).unwrap_or(rest);
    }
    let end = rest.chars().next().filter(|c| !c.is_whitespace()).map_or(0, char::len_utf8);
    rest.get(..end).unwrap_or_default()
}

/// Where the last word or sign before `at` ends: blanks and comments do not count.
fn end_of_last(text: &str, at: usize) -> usize {
    let mut before = text.get(..at).unwrap_or(text).trim_end();
    loop {
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let last = before.get(line..).unwrap_or_default();
        let comment =
            last.match_indices("//").find(|(at, _)| last.get(..*at).unwrap_or_default().matches('"').count() % 2 == 0);
        match comment.and_then(|(at, _)| before.get(..line + at)) {
            Some(shorter) => before = shorter.trim_end(),
            None => return before.len(),
        }
    }
}

fn span(file: u16, start: usize, end: usize) -> Span {
    Span { file, start: start as u32, end: end as u32 }
}
