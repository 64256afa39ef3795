//! What a companion says, as plain data. Spans are places in the companion's text (file 0).

use super::coverage::Declared;
use super::mutate::Listed;
use crate::ruleset::{Diagnostic, Span};
use std::ops::Range;

/// A page of Markdown with examples of what a ruleset means.
#[derive(Clone, Debug)]
pub struct Companion {
    /// How messages call it: its path as typed, or `bison.md`.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The ruleset that an example is about unless it says `in`: an id, or a path of a rule file.
    pub ruleset: String,
    /// What paths in `in` are seen from: empty, or a folder with the stroke behind it.
    pub folder: String,
    /// Its examples, in order.
    pub examples: Vec<Example>,
    /// What it declares to be out of reach.
    pub unreachable: Vec<Declared>,
    /// What is wrong with those declarations.
    pub misdeclared: Vec<Diagnostic>,
    /// Changes of the rules that it says cannot be noticed.
    pub equivalent: Vec<Listed>,
}

/// An example: a fenced block whose info string is `example`.
#[derive(Clone, Debug)]
pub struct Example {
    /// The heading above it; a second one below the same heading is `Heading (2)`.
    pub name: String,
    /// The prose between the heading, or the example before it, and the block.
    pub prose: String,
    /// What is between the fences.
    pub span: Span,
    /// The line of the opening fence, from 1.
    pub line: usize,
    /// Where it begins.
    pub setup: Setup,
    /// What is done and asked, in order.
    pub steps: Vec<Step>,
    /// What is wrong with its text. An example with mistakes is not run.
    pub mistakes: Vec<Diagnostic>,
}

/// A text of the companion, and where it stands.
#[derive(Clone, Debug)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// What there is before anything is played.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// `in`: the ruleset.
    pub ruleset: Option<Text>,
    /// `with`: options and values.
    pub settings: Vec<(Text, Text)>,
    /// `beginner`: the players who are.
    pub beginners: Vec<Text>,
    /// Where play begins.
    pub from: Begin,
}

/// Where play begins.
#[derive(Clone, Debug, Default)]
pub enum Begin {
    /// At the start.
    #[default]
    Start,
    /// Where that example ended, with its rules.
    Example(Text),
    /// In a position: its one-line form, made of a diagram where one is drawn.
    Position(Text),
}

/// A line of an example.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it says.
    pub kind: StepKind,
    /// The line.
    pub span: Span,
}

/// What a line says.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// These moves are played.
    Play(Vec<Text>),
    /// These rounds of a match were played.
    Rounds(Vec<Round>),
    /// A player chooses a side.
    Chooses(Text, Text),
    /// Something is asked.
    Ask(Ask),
    /// The same for several cases.
    Table(Table),
}

/// A question with its answer.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The question.
    pub question: Question,
    /// Its words.
    pub span: Span,
    /// The answer.
    pub answer: Given,
}

/// The answer that the companion has.
#[derive(Clone, Debug)]
pub enum Given {
    /// The author says so.
    Stated(Text),
    /// The tool said so.
    Recorded(Recorded),
}

/// An answer of the tool.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// What was recorded, lines joined by line breaks; none: nothing yet.
    pub text: Option<String>,
    /// Where it stands, or will stand.
    pub place: Place,
}

/// Where in the companion's text a recorded answer stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The bytes that it takes up: whole lines, or the inside of a cell. Empty: it goes there.
    pub bytes: Range<usize>,
    /// What stands before each of its lines; none: it is a cell of a table.
    pub prefix: Option<String>,
    /// The fence is not closed, and the last line has no end: a line has to be ended first.
    pub at_end: bool,
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// `moves`, `moves of f2`
    Moves(Option<Text>),
    /// `how many moves`, `how many moves of f2`
    HowMany(Option<Text>),
    /// `legal`: each of the moves of the answer is.
    Legal,
    /// `illegal`: none of the moves of the answer is.
    Illegal,
    /// `why f2-f3`: it is legal.
    Why(Text),
    /// `why not f2-f1`: it is illegal.
    WhyNot(Text),
    /// `captured`: by the last `play`.
    Captured,
    /// `now`: the position.
    Now,
    /// `to move`
    ToMove,
    /// `outcome`
    Outcome,
    /// `perft 3`
    Perft(u32),
    /// `best play within 5`
    Best(u32),
    /// `score herd`
    Score(Text),
    /// `match`
    Match,
    /// `first turn`: in the next round.
    FirstTurn,
    /// `next round`: what is different.
    NextRound,
}

/// A round of a match as the example tells it.
#[derive(Clone, Debug)]
pub struct Round {
    /// How it ended.
    pub end: RoundEnds,
    /// The words.
    pub span: Span,
    /// Moves of the side that is named; of each side in a draw.
    pub moves: Option<u32>,
    /// What it captured.
    pub captured: u32,
    /// What it lost.
    pub lost: u32,
}

/// How a round ended.
#[derive(Clone, Debug)]
pub enum RoundEnds {
    /// This side won.
    Won(Text),
    /// Nobody did.
    Drawn,
    /// This side gave it up.
    GivenUp(Text),
}

/// One question for several cases.
#[derive(Clone, Debug)]
pub struct Table {
    /// A row for each case; what is empty is left out.
    pub cases: Vec<Case>,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Case {
    /// The row.
    pub span: Span,
    /// `in`
    pub ruleset: Option<Text>,
    /// The columns of options.
    pub settings: Vec<(Text, Text)>,
    /// `position`
    pub position: Option<Text>,
    /// `play`
    pub play: Vec<Text>,
    /// The questions of the row.
    pub asks: Vec<Ask>,
}

/// Whether a text fits a pattern in which `...` stands for what is left out.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    let even = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (pattern, text) = (even(&pattern.replace('\u{2026}', "...")), even(text));
    let mut parts = pattern.split("...").map(str::trim);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else { return rest.is_empty() };
    for part in between {
        let Some(at) = rest.find(part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn dots_stand_for_what_is_left_out() {
        assert!(fits("a dog stays", "a dog stays"));
        assert!(!fits("a dog", "a dog stays"));
        assert!(fits("a dog ...", "a dog stays"));
        assert!(fits("... stays", "a dog stays"));
        assert!(fits("... dog ...", "a dog stays"));
        assert!(fits("a ... dog ... in", "a big dog stays in"));
        assert!(!fits("... stays ... dog ...", "a dog stays"));
        assert!(fits("...", ""));
        // No part is met twice.
        assert!(!fits("a b ... b", "a b"));
    }
}
