//! One file: text to statements and findings.

use super::grammar::{Grammar, Rule};
use super::scan::{Cut, MAX_MISTAKES, Scan, first_word, is_head, scan};
use super::{mistake, read};
use crate::ruleset::item::{Answers, Body, Item, Value};
use crate::ruleset::{Diagnostic, Span, code};
use pest::Parser;
use pest::iterators::Pair;

/// How large a file may be, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;
/// How many items a file may have, those in blocks counted.
pub const MAX_ITEMS: usize = 4096;

/// What a file says, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The statements that could be read, in order. If there is no error, the first is the `game` header.
    pub items: Vec<Item>,
    /// What was found, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads one file. `file` is the index that its spans bear.
///
/// The whole file is read at once; if it does not fit the grammar, each of its items alone, so that every
/// mistake is told and what can be read survives.
pub fn parse(file: u16, text: &str) -> Parsed {
    if text.len() > MAX_BYTES {
        let message = format!("the file is larger than {} KiB", MAX_BYTES / 1024);
        let problem = Diagnostic::new(&code::FILE_TOO_LARGE, span(file, 0, 0), message);
        return Parsed { items: Vec::new(), diagnostics: vec![problem] };
    }
    let pieces = scan(file, text);
    let read = if pieces.problems.is_empty() { whole(file, text) } else { None };
    let mut parsed = read.unwrap_or_else(|| in_pieces(file, text, pieces));
    check_length(file, &mut parsed);
    parsed.diagnostics.sort_by_key(|d| d.labels.first().map(|l| l.span.start));
    if parsed.diagnostics.len() > MAX_MISTAKES {
        parsed.diagnostics.truncate(MAX_MISTAKES);
        let place = parsed.diagnostics.last().and_then(|d| d.labels.first()).map_or(span(file, 0, 0), |l| l.span);
        let message = format!("more than {MAX_MISTAKES} mistakes; the rest are not shown");
        parsed.diagnostics.push(Diagnostic::new(&code::MORE_MISTAKES, place, message));
    }
    parsed
}

/// All of the file, if it fits the grammar.
fn whole(file: u16, text: &str) -> Option<Parsed> {
    let mut parsed = Parsed::default();
    for pair in Grammar::parse(Rule::file, text).ok()?.flat_map(Pair::into_inner) {
        if matches!(pair.as_rule(), Rule::game | Rule::item) {
            parsed.take(read::statement(pair, file, 0));
        }
    }
    Some(parsed)
}

/// Each item alone.
fn in_pieces(file: u16, text: &str, scan: Scan) -> Parsed {
    let mut parsed = Parsed { items: Vec::new(), diagnostics: scan.problems };
    check_headers(file, text, &scan.cuts, &mut parsed.diagnostics);
    let mut guesses = mistake::GUESSES;
    let mut cuts = scan.cuts.iter().peekable();
    while let Some(cut) = cuts.next() {
        if cut.spoilt {
            continue;
        }
        let piece = text.get(cut.start..cut.end).unwrap_or_default();
        if !cut.unclosed.is_empty() {
            if parsed.diagnostics.len() <= MAX_MISTAKES {
                parsed.diagnostics.push(mistake::unclosed(file, text, cut));
            }
            if let Some(mended) = mistake::closed(text, cut)
                && let Ok(item) = single(file, cut.start, &mended)
            {
                parsed.take(item);
            }
            continue;
        }
        match single(file, cut.start, piece) {
            Ok(item) => parsed.take(item),
            Err(error) => {
                // A head may stand first on a line and yet be no head.
                let next = cuts.peek().filter(|next| next.indented && !next.spoilt && next.unclosed.is_empty());
                let joined = next.and_then(|next| text.get(cut.start..next.end));
                if let Some(item) = joined.and_then(|text| single(file, cut.start, text).ok()) {
                    parsed.take(item);
                    cuts.next();
                } else if parsed.diagnostics.len() <= MAX_MISTAKES {
                    parsed.diagnostics.push(mistake::explain(file, cut.start, piece, &error, &mut guesses));
                }
            }
        }
    }
    // Should the items be fine one by one and the file not: say at least what the grammar says of the file.
    if parsed.diagnostics.is_empty()
        && let Err(error) = Grammar::parse(Rule::file, text)
    {
        parsed.diagnostics.push(mistake::explain(file, 0, text, &error, &mut guesses));
    }
    parsed
}

/// The statement that is all of the text; or what the grammar says of it.
fn single(file: u16, start: usize, text: &str) -> Result<Result<Item, Diagnostic>, Box<pest::error::Error<Rule>>> {
    let mut parts = Grammar::parse(Rule::single_item, text).map_err(Box::new)?.flat_map(Pair::into_inner);
    Ok(match parts.next() {
        Some(pair) => read::statement(pair, file, start),
        None => Err(Diagnostic::new(&code::READER, span(file, start, start + text.len()), "an item without a part")),
    })
}

/// A file begins with `game`, and has one.
fn check_headers(file: u16, text: &str, cuts: &[Cut], diagnostics: &mut Vec<Diagnostic>) {
    let word_of = |cut: &Cut| first_word(text.get(cut.start..cut.end).unwrap_or_default());
    let at = |cut: &Cut| span(file, cut.start, cut.start + word_of(cut).len());
    let mut games = cuts.iter().filter(|cut| word_of(cut) == "game");
    let game = games.next();
    let first = cuts.first();
    // A word that begins no item may be a misspelt `game`, and is told as such.
    let known = first.is_none_or(|cut| is_head(word_of(cut)));
    if known && first.map(|cut| cut.start) != game.map(|cut| cut.start) || first.is_none() {
        let place = first.map_or(span(file, 0, 0), at);
        let problem = Diagnostic::new(&code::NO_HEADER, place, "a rule file begins with its `game`");
        diagnostics.push(match game {
            Some(game) => problem.label(at(game), "this belongs at the top"),
            None => problem.help("begin the file with `game \"Title\" { version 1.0 }`"),
        });
    }
    for second in games {
        let mut problem = Diagnostic::new(&code::TWO_HEADERS, at(second), "a second `game` in one file");
        if let Some(game) = game {
            problem = problem.label(at(game), "the first stands here");
        }
        diagnostics.push(problem.help("put it into a file of its own"));
    }
}

/// Refuses a file with too many items.
fn check_length(file: u16, parsed: &mut Parsed) {
    let count: usize = parsed.items.iter().map(size).sum();
    if count > MAX_ITEMS {
        let message = format!("the file has {count} items, and {MAX_ITEMS} are the most");
        let place = parsed.items.get(MAX_ITEMS).map_or(span(file, 0, 0), |item| item.span);
        parsed.diagnostics.push(Diagnostic::new(&code::TOO_MANY_ITEMS, place, message));
        parsed.items.truncate(MAX_ITEMS);
    }
}

/// How many items an item is, with those in its blocks. The scanner has limited how deep they may be nested.
fn size(item: &Item) -> usize {
    let values = |values: &[Value]| values.iter().flat_map(|v| &v.items).map(size).sum::<usize>();
    1 + match &item.body {
        Body::If(_, items) => items.iter().map(size).sum(),
        Body::Replace(_, item) => size(item),
        Body::Question(question) => match &question.answers {
            Answers::Values(of) => of.len() + values(of),
            Answers::Numbers { items, .. } => items.iter().map(size).sum(),
        },
        _ => 0,
    }
}

fn span(file: u16, start: usize, end: usize) -> Span {
    Span { file, start: start as u32, end: end as u32 }
}

impl Parsed {
    fn take(&mut self, read: Result<Item, Diagnostic>) {
        match read {
            Ok(item) => self.items.push(item),
            Err(problem) => self.diagnostics.push(problem),
        }
    }
}
