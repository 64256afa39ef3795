//! The text of a block to what it says. Each line is read by itself, so that a mistake in one hides none in another.

mod cells;
mod diagram;
mod grammar;
mod mistake;
mod statement;
#[cfg(test)]
mod tests;

use super::companion::{Line, span};
use super::example::{Ask, Begin, Case, Example, Given, Place, Question, Recorded, Step, StepKind, Table, Text};
use crate::ruleset::{Diagnostic, Span, code};
use cells::{Column, cells, head};
pub(super) use statement::moves;
use statement::{Said, statement};

/// The most mistakes that are told of one block.
const MAX_MISTAKES: usize = 20;

/// Reads a block into an example.
pub(super) fn read_block(page: &str, lines: &[Line], example: &mut Example) {
    // What follows a block that is not closed would only be misunderstood.
    let stray = |l: &&Line| l.text.trim_start().starts_with(['#', '`', '~']);
    if let Some(line) = lines.iter().find(stray) {
        let message = format!("the block that begins in line {} is not closed above this line", example.line);
        let problem = Diagnostic::new(&code::EXAMPLE_FENCE, line.span(), message)
            .help("a line with nothing but three backticks closes it; a comment in a block begins with `//`");
        return example.mistakes.push(problem);
    }
    let mut reader = Reader { page, lines, at: 0, example, begun: false, drawn: false };
    while reader.at < lines.len() {
        if reader.example.mistakes.len() >= MAX_MISTAKES {
            break;
        }
        reader.line();
    }
    if example.mistakes.is_empty() && example.steps.iter().all(|s| matches!(s.kind, StepKind::Play(_))) {
        let problem = Diagnostic::new(&code::EXAMPLE_ASKS_NOTHING, example.span, "this example asks nothing").help(
            "a question ends in `?`, and the tool answers; or in `:`, and the answer follows: `moves of f2: none`",
        );
        example.mistakes.push(problem);
    }
}

struct Reader<'a, 'p> {
    page: &'p str,
    lines: &'a [Line<'p>],
    /// The line that is read.
    at: usize,
    example: &'a mut Example,
    /// Something was done or asked: no more setup.
    begun: bool,
    /// A position was given.
    drawn: bool,
}

/// A line without its comment.
fn bare<'p>(line: &Line<'p>) -> &'p str {
    let mut from = 0;
    while let Some(at) = line.text.get(from..).and_then(|t| t.find("//")).map(|n| from + n) {
        let before = line.text.get(..at).unwrap_or_default();
        if before.is_empty() || before.ends_with([' ', '\t']) {
            return before.trim_end();
        }
        from = at + 2;
    }
    line.text.trim_end()
}

fn is_recorded(line: &Line) -> bool {
    let text = line.text.trim_start();
    text == "=" || text.starts_with("= ")
}

impl Reader<'_, '_> {
    fn mistake(&mut self, problem: Diagnostic) {
        if self.example.mistakes.len() >= MAX_MISTAKES {
            return;
        }
        self.example.mistakes.push(problem);
    }

    fn push(&mut self, kind: StepKind, span: Span) {
        self.begun = true;
        self.example.steps.push(Step { kind, span });
    }

    /// Reads what begins at the present line.
    fn line(&mut self) {
        let Some(line) = self.lines.get(self.at) else { return };
        let text = bare(line);
        self.at += 1;
        if text.trim().is_empty() {
            return;
        }
        if is_recorded(line) {
            let message = "a recorded answer (`= ...`) belongs below a question that ends in `?`";
            return self.mistake(Diagnostic::new(&code::EXAMPLE_SYNTAX, line.span(), message));
        }
        if text.trim_start().starts_with('|') {
            self.at -= 1;
            return self.table();
        }
        if diagram::is_rank(text) {
            self.at -= 1;
            let Some(position) = self.diagram() else { return };
            return self.begin(Begin::Position(position.clone()), position.span, "a diagram");
        }
        match statement(text, line.start) {
            Ok(said) => self.said(said, line.span()),
            Err(problem) => self.mistake(*problem),
        }
    }

    /// Takes in a statement.
    fn said(&mut self, said: Said, span: Span) {
        match said {
            Said::In(ruleset) => {
                if self.example.setup.ruleset.is_some() {
                    let message = "`in` stands twice in this example";
                    return self.mistake(
                        Diagnostic::new(&code::EXAMPLE_ORDER, span, message)
                            .help("an example is about one ruleset; begin another example with this one"),
                    );
                }
                if self.early(span, "`in`") {
                    self.example.setup.ruleset = Some(ruleset);
                }
            }
            Said::With(settings) => {
                if self.early(span, "`with`") {
                    settings.into_iter().for_each(|setting| self.setting(setting));
                }
            }
            Said::Beginner(player) => {
                if self.early(span, "`beginner`") {
                    self.example.setup.beginners.push(player);
                }
            }
            Said::Start => self.begin(Begin::Start, span, "`from the start`"),
            Said::Example(name) => self.begin(Begin::Example(name), span, "`from`"),
            Said::Position(text) => self.begin(Begin::Position(text), span, "`position`"),
            Said::ToMove(_) => {
                let message = "who is to move is said below a diagram";
                self.mistake(
                    Diagnostic::new(&code::EXAMPLE_SYNTAX, span, message)
                        .help("to ask for it write `to move: SIDE`, or `to move?`"),
                );
            }
            Said::Play(moves) => self.push(StepKind::Play(moves), span),
            Said::Rounds(rounds) => self.push(StepKind::Rounds(rounds), span),
            Said::Chooses(player, side) => self.push(StepKind::Chooses(player, side), span),
            Said::Fact(question, words, moves) => {
                self.push(StepKind::Ask(Ask { question, span: words, answer: Given::Stated(moves) }), span);
            }
            Said::Question(question, words, answer) => self.question(question, words, answer, span),
        }
    }

    /// Takes in an option with its value.
    fn setting(&mut self, setting: (Text, Text)) {
        let settings = &mut self.example.setup.settings;
        if settings.iter().all(|(option, _)| option.text != setting.0.text) {
            return settings.push(setting);
        }
        let message = format!("`{}` has its value already", setting.0.text);
        self.mistake(
            Diagnostic::new(&code::EXAMPLE_ORDER, setting.0.span.to(setting.1.span), message)
                .help("to ask the same under several values, make them a column of a table"),
        );
    }

    /// Whether setup may still be said.
    fn early(&mut self, span: Span, what: &str) -> bool {
        if self.begun {
            let message = format!("{what} stands before whatever is played or asked");
            self.mistake(
                Diagnostic::new(&code::EXAMPLE_ORDER, span, message)
                    .help("move the line up, or begin another example with it"),
            );
        }
        !self.begun
    }

    fn begin(&mut self, from: Begin, span: Span, what: &str) {
        if self.drawn {
            let message = format!("{what} follows, though the example has its position already");
            return self.mistake(
                Diagnostic::new(&code::EXAMPLE_ORDER, span, message)
                    .help("an example begins in one position; begin another example with this one"),
            );
        }
        if self.begun {
            let message = format!("{what} stands before whatever is played or asked");
            return self.mistake(
                Diagnostic::new(&code::EXAMPLE_ORDER, span, message)
                    .help("move it up, or begin another example with it; `now:` asks for the position"),
            );
        }
        self.drawn = true;
        self.example.setup.from = from;
    }

    /// A diagram with who is to move below it, as one line.
    fn diagram(&mut self) -> Option<Text> {
        match diagram::diagram(self.lines, &mut self.at) {
            Ok(text) => Some(text),
            Err(problem) => {
                self.mistake(*problem);
                // What is left of it would only be misunderstood.
                let left = |text: &str| {
                    diagram::is_rank(text)
                        || diagram::is_files(text)
                        || matches!(statement(text, 0), Ok(Said::ToMove(_)))
                };
                while self.lines.get(self.at).is_some_and(|l| left(bare(l))) {
                    self.at += 1;
                }
                None
            }
        }
    }

    fn question(&mut self, question: Question, words: Span, answer: Option<Text>, span: Span) {
        let answer = match answer {
            None => Given::Recorded(self.recorded()),
            Some(text) if text.text.is_empty() && matches!(question, Question::Now) => {
                let follows = self.lines.get(self.at).is_some_and(|l| diagram::is_rank(bare(l)));
                if !follows {
                    return self.unanswered(span);
                }
                match self.diagram() {
                    Some(text) => Given::Stated(text),
                    None => return,
                }
            }
            Some(text) if text.text.is_empty() => return self.unanswered(span),
            Some(text) => Given::Stated(text),
        };
        self.push(StepKind::Ask(Ask { question, span: words, answer }), span);
    }

    fn unanswered(&mut self, span: Span) {
        let message = "an answer is due behind the colon";
        self.mistake(
            Diagnostic::new(&code::EXAMPLE_SYNTAX, span, message)
                .help("write it, or end the question in `?` and let the tool answer"),
        );
    }

    /// The recorded answer that follows, if there is one.
    fn recorded(&mut self) -> Recorded {
        let above = self.lines.get(self.at.saturating_sub(1));
        let prefix = above.map_or("", |l| l.prefix).to_owned();
        let start = above.map_or(self.page.len(), |l| l.next);
        let mut texts = Vec::new();
        let mut end = start;
        while let Some(line) = self.lines.get(self.at).filter(|l| is_recorded(l)) {
            let text = line.text.trim_start();
            let text = text.strip_prefix("= ").unwrap_or_default();
            texts.push(text.trim_end().to_owned());
            end = line.next;
            self.at += 1;
        }
        // The block can end with the page, and the last line without a line break.
        let open = self.page.get(..start).is_some_and(|t| !t.ends_with('\n'));
        let text = (!texts.is_empty()).then(|| texts.join("\n"));
        let place = Place { bytes: start..end.max(start), prefix: Some(prefix), at_end: open };
        Recorded { text, place }
    }

    // ---- tables

    fn table(&mut self) {
        let Some(first) = self.lines.get(self.at) else { return };
        self.at += 1;
        let columns = match head(first.text, first.start) {
            Ok(columns) => columns,
            Err(problems) => {
                problems.into_iter().for_each(|p| self.mistake(p));
                while self.lines.get(self.at).is_some_and(|l| l.text.trim_start().starts_with('|')) {
                    self.at += 1;
                }
                return;
            }
        };
        let mut cases = Vec::new();
        let mut end = first.start + first.text.len();
        while let Some(line) = self.lines.get(self.at).filter(|l| l.text.trim_start().starts_with('|')) {
            self.at += 1;
            end = line.start + line.text.len();
            let row = cells(line.text, line.start);
            if row.iter().all(|c| !c.text.is_empty() && c.text.bytes().all(|b| b == b'-' || b == b':')) {
                continue;
            }
            if row.len() != columns.len() {
                let cells = if row.len() == 1 { "cell" } else { "cells" };
                let message =
                    format!("this row has {} {cells}, the head of the table has {}", row.len(), columns.len());
                self.mistake(
                    Diagnostic::new(&code::EXAMPLE_TABLE, line.span(), message)
                        .help("a bar inside a cell is written `\\|`"),
                );
                continue;
            }
            match case(line, row, &columns) {
                Ok(case) => cases.push(case),
                Err(problem) => self.mistake(*problem),
            }
        }
        let span = span(first.start..end);
        if cases.is_empty() && self.example.mistakes.is_empty() {
            let message = "a table needs a row below its head";
            return self.mistake(Diagnostic::new(&code::EXAMPLE_TABLE, span, message));
        }
        self.push(StepKind::Table(Table { cases }), span);
    }
}

/// A row of a table under its head.
fn case(line: &Line, row: Vec<cells::Cell>, columns: &[Column]) -> Result<Case, Box<Diagnostic>> {
    let mut case = Case {
        span: line.span(),
        ruleset: None,
        settings: Vec::new(),
        position: None,
        play: Vec::new(),
        asks: Vec::new(),
    };
    let mv = row.iter().zip(columns).find(|(_, c)| matches!(c, Column::Move)).map(|(cell, _)| cell.said());
    for (cell, column) in row.into_iter().zip(columns) {
        let filled = !cell.text.is_empty();
        if cell.text == "?" && matches!(column, Column::Ask(_, _, false) | Column::Because(_, _, false)) {
            let message = "a `?` in a cell asks nothing";
            return Err(Box::new(Diagnostic::new(&code::EXAMPLE_TABLE, cell.said().span, message).help(
                "put the `?` behind the question in the head of the table, and leave the cell empty: the tool fills it",
            )));
        }
        match column {
            Column::In if filled => case.ruleset = Some(cell.said()),
            Column::Option(name) if filled => case.settings.push((name.clone(), cell.said())),
            Column::Position if filled => case.position = Some(cell.said()),
            Column::Play if filled => case.play = statement::moves(&cell.said()),
            Column::Ask(question, words, false) if filled => {
                case.asks.push(Ask { question: question.clone(), span: *words, answer: Given::Stated(cell.said()) });
            }
            // What is empty is not asked; the move is in the questions of the row.
            Column::Move
            | Column::In
            | Column::Option(_)
            | Column::Position
            | Column::Play
            | Column::Ask(_, _, false) => {}
            Column::Ask(question, words, true) => {
                let answer = Given::Recorded(cell.recorded());
                case.asks.push(Ask { question: question.clone(), span: *words, answer });
            }
            Column::Because(not, words, recorded) => {
                if !filled && !recorded {
                    continue;
                }
                let Some(mv) = mv.clone().filter(|m| !m.text.is_empty()) else {
                    let message = "this row names no move to ask about";
                    return Err(Box::new(Diagnostic::new(&code::EXAMPLE_TABLE, line.span(), message)));
                };
                let question = if *not { Question::WhyNot(mv) } else { Question::Why(mv) };
                let answer = if *recorded { Given::Recorded(cell.recorded()) } else { Given::Stated(cell.said()) };
                case.asks.push(Ask { question, span: *words, answer });
            }
        }
    }
    Ok(case)
}
