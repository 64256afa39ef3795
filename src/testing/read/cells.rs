//! Tables: rows into cells, and what the head says of the cells below it.

use super::super::companion::span;
use super::super::example::{Place, Question, Recorded, Text};
use super::grammar::{Grammar, Rule};
use super::mistake::explain;
use super::statement::At;
use crate::ruleset::{Diagnostic, Span, code};
use pest::Parser;
use std::ops::Range;

/// A cell: its text, without the blanks around it, and its place.
pub(super) struct Cell {
    pub text: String,
    /// The bytes of the text.
    span: Span,
    /// The bytes between the bars.
    inside: Range<usize>,
}

impl Cell {
    pub(super) fn said(&self) -> Text {
        Text { text: self.text.clone(), span: self.span }
    }

    /// The cell as a recorded answer.
    pub(super) fn recorded(&self) -> Recorded {
        let text = (!self.text.is_empty()).then(|| self.text.clone());
        Recorded { text, place: Place { bytes: self.inside.clone(), prefix: None, at_end: false } }
    }
}

/// The cells of a row that begins at a byte of the page. A bar inside a cell is written `\|`.
pub(super) fn cells(text: &str, start: usize) -> Vec<Cell> {
    let mut bars: Vec<usize> = Vec::new();
    for (at, _) in text.match_indices('|') {
        if !text.get(..at).unwrap_or_default().ends_with('\\') {
            bars.push(at);
        }
    }
    // The last bar may be left out.
    let last = bars.last().copied().unwrap_or(0);
    if text.get(last + 1..).is_some_and(|t| !t.trim().is_empty()) {
        bars.push(text.len());
    }
    let cell = |pair: &[usize]| {
        let (Some(open), Some(close)) = (pair.first(), pair.last()) else { return None };
        let inside = open + 1..*close;
        let raw = text.get(inside.clone())?;
        let lead = raw.len() - raw.trim_start().len();
        let begin = start + inside.start + lead;
        Some(Cell {
            text: raw.trim().replace("\\|", "|"),
            span: span(begin..begin + raw.trim().len()),
            inside: start + inside.start..start + inside.end,
        })
    };
    bars.windows(2).filter_map(cell).collect()
}

/// What a column holds.
pub(super) enum Column {
    /// A ruleset.
    In,
    /// The value of this option.
    Option(Text),
    /// A position.
    Position,
    /// Moves to be played.
    Play,
    /// A move that is asked about.
    Move,
    /// Answers to a question, its words, and whether the tool gives them.
    Ask(Question, Span, bool),
    /// Why the move is legal, or (true) why it is not.
    Because(bool, Span, bool),
}

impl Column {
    /// What there can be one of in a table; none: of a question there can be several.
    fn key(&self) -> Option<(u8, &str)> {
        match self {
            Column::In => Some((0, "")),
            Column::Option(name) => Some((1, name.text.as_str())),
            Column::Position => Some((2, "")),
            Column::Play => Some((3, "")),
            Column::Move => Some((4, "")),
            Column::Ask(..) | Column::Because(..) => None,
        }
    }
}

/// The columns of a table's head.
pub(super) fn head(text: &str, start: usize) -> Result<Vec<Column>, Vec<Diagnostic>> {
    let (mut columns, mut problems) = (Vec::new(), Vec::new());
    let cells = cells(text, start);
    for cell in &cells {
        match column(cell) {
            Ok(column) => columns.push(column),
            Err(problem) => problems.push(*problem),
        }
    }
    let whole = span(start..start + text.len());
    if problems.is_empty() && !columns.iter().any(|c| matches!(c, Column::Ask(..) | Column::Because(..))) {
        problems.push(
            Diagnostic::new(&code::EXAMPLE_TABLE, whole, "no column of this table is a question")
                .help("the head names options, `position`, `play` or `move`, and questions such as `outcome`"),
        );
    }
    if problems.is_empty() {
        let twice = |(n, column): &(usize, &Column)| {
            let key = column.key();
            key.is_some() && columns.iter().take(*n).any(|c| c.key() == key)
        };
        if let Some(cell) = columns.iter().enumerate().find(twice).and_then(|(n, _)| cells.get(n)) {
            let message = format!("a column `{}` stands further left already", cell.text);
            problems.push(Diagnostic::new(&code::EXAMPLE_TABLE, cell.span, message));
        }
    }
    let because = columns.iter().any(|c| matches!(c, Column::Because(..)));
    if problems.is_empty() && because && !columns.iter().any(|c| matches!(c, Column::Move)) {
        problems.push(
            Diagnostic::new(&code::EXAMPLE_TABLE, whole, "which move is asked about?")
                .help("name it in the head, as `why not f2-f1`, or add a column `move`"),
        );
    }
    if problems.is_empty() { Ok(columns) } else { Err(problems) }
}

fn column(cell: &Cell) -> Result<Column, Box<Diagnostic>> {
    let start = cell.span.start as usize;
    if cell.text.is_empty() {
        let message = "this column has no head";
        return Err(Box::new(Diagnostic::new(&code::EXAMPLE_TABLE, span(cell.inside.clone()), message)));
    }
    let mut pairs = Grammar::parse(Rule::column, &cell.text).map_err(|e| Box::new(explain(&cell.text, start, &e)))?;
    let fault = || {
        let message = "the reader of examples did not understand its own grammar";
        Box::new(Diagnostic::new(&code::EXAMPLE_READER, cell.span, message))
    };
    let pair = pairs.next().ok_or_else(fault)?;
    let at = At { start };
    let recorded = pair.as_str().trim_end().ends_with('?');
    let words = at.span(&pair);
    match pair.as_rule() {
        Rule::asked => {
            let head = pair.into_inner().next().ok_or_else(fault)?;
            let question = at.head(head).ok_or_else(fault)??;
            Ok(Column::Ask(question, words, recorded))
        }
        Rule::because => {
            let not = pair.into_inner().any(|p| p.as_rule() == Rule::k_not);
            Ok(Column::Because(not, words, recorded))
        }
        Rule::ruling_of => {
            let legal = pair.into_inner().any(|p| p.as_rule() == Rule::k_legal);
            Ok(Column::Ask(if legal { Question::Legal } else { Question::Illegal }, words, false))
        }
        Rule::given => {
            let inner = pair.into_inner().next().ok_or_else(fault)?;
            Ok(match inner.as_rule() {
                Rule::k_position => Column::Position,
                Rule::k_in => Column::In,
                Rule::k_play => Column::Play,
                Rule::k_move => Column::Move,
                _ => Column::Option(at.text(&inner)),
            })
        }
        _ => Err(fault()),
    }
}
