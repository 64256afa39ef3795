//! Why a move is legal or not.

use super::error::ApiError;
use super::json::{WhyAnswer, WhySite};
use super::table::Table;
use crate::engine::{Play, Question};
use crate::explain::english::sentence;
use crate::explain::{Answer, Explainer, line_of, why};
use crate::notation::{Fault, NotationError, read_move, read_shape, read_site};
use crate::ruleset::{Settled, SourceFile, Span};

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// A move as it is written.
    pub mv: Option<String>,
    /// The site of a piece.
    pub from: Option<String>,
    /// A kind that is dropped.
    pub drop: Option<String>,
    /// Where it would go.
    pub to: Option<String>,
}

/// Why a move of a game is not legal, in a sentence with the line of the rules.
pub fn refusal(table: &Table, text: &str, error: &NotationError) -> String {
    let asked = Asked { mv: Some(text.to_owned()), ..Asked::default() };
    let sources = &table.opened.ruleset.sources;
    match (&error.fault, answer(&table.play, table.settled(), sources, &asked)) {
        (Fault::NotLegal(_), Ok(WhyAnswer { legal: false, sentences, clause, .. })) if !sentences.is_empty() => {
            let said = sentences.first().map_or("", |s| s.trim_end_matches('.'));
            clause.map_or_else(|| format!("{said}."), |clause| format!("{said} ({clause})."))
        }
        _ => sentence(&error.fault.to_string()),
    }
}

/// The answer.
///
/// # Errors
/// The question makes no sense, or a script failed.
pub fn answer(play: &Play, settled: &Settled, sources: &[SourceFile], asked: &Asked) -> Result<WhyAnswer, ApiError> {
    let game = play.game();
    let board = game.board();
    let bad = |e: NotationError| ApiError::bad("unreadable", e.to_string()).hint(e.help.clone());
    if let Some(text) = &asked.mv {
        return of_text(play, settled, sources, text);
    }
    let to = asked.to.as_ref().map(|to| read_site(to, board)).transpose().map_err(bad)?;
    if let Some(kind) = &asked.drop {
        let found = game.rules().kinds.iter().position(|k| k.name == *kind || k.letters.contains(kind));
        let kind = found.ok_or_else(|| ApiError::bad("unreadable", format!("there is no piece `{kind}`")))? as u8;
        let question = |to| Question::Drop { kind, to };
        return match to {
            Some(to) => Ok(told(&why(play, settled, &question(to))?, sources)),
            None => everywhere(play, settled, sources, &question),
        };
    }
    let Some(from) = &asked.from else {
        return Err(ApiError::bad("unreadable", "say which move: `from` and `to`, or `move`"));
    };
    let from = read_site(from, board).map_err(bad)?;
    let question = |to| Question::Piece { from, to, through: Vec::new() };
    match to {
        Some(to) => Ok(told(&why(play, settled, &question(to))?, sources)),
        None => everywhere(play, settled, sources, &question),
    }
}

/// About a move as it is written.
fn of_text(play: &Play, settled: &Settled, sources: &[SourceFile], text: &str) -> Result<WhyAnswer, ApiError> {
    let game = play.game();
    let legal = play.moves()?;
    let bad = |e: NotationError| ApiError::bad("unreadable", e.to_string()).hint(e.help.clone());
    let shape = read_shape(text, &legal, game).map_err(bad)?;
    let refused = match read_move(text, &legal, game) {
        Ok(_) => None,
        Err(e) if matches!(e.fault, Fault::Ambiguous(_)) => None,
        Err(e) => Some(e),
    };
    let explained = shape.question().map(|q| why(play, settled, &q)).transpose()?;
    // The explanation is of the rules alone; it says nothing where nothing but the writing is amiss.
    let explained = explained.filter(|a| a.legal == refused.is_none());
    Ok(match (explained, refused) {
        (Some(explained), _) => told(&explained, sources),
        (None, Some(e)) => plain(false, sentence(&format!("{text} is not legal: {e}"))),
        (None, None) => plain(true, sentence(&format!("{text} is legal"))),
    })
}

fn plain(legal: bool, said: String) -> WhyAnswer {
    WhyAnswer { legal, sentences: vec![said], clause: None, line: None, sites: Vec::new() }
}

fn clause(span: Option<Span>, sources: &[SourceFile]) -> Option<String> {
    span.and_then(|s| line_of(s, sources)).map(|(file, line)| format!("{file}:{line}"))
}

fn told(answer: &Answer, sources: &[SourceFile]) -> WhyAnswer {
    let checks = answer.chain.iter().map(|c| sentence(&c.text));
    let line = answer.span.and_then(|span| {
        let (_, line) = line_of(span, sources)?;
        let text = &sources.get(usize::from(span.file))?.text;
        Some(text.lines().nth(line.checked_sub(1)?)?.trim().to_owned())
    });
    WhyAnswer {
        legal: answer.legal,
        sentences: std::iter::once(sentence(&answer.sentence)).chain(checks).collect(),
        clause: clause(answer.span, sources),
        line,
        sites: Vec::new(),
    }
}

/// Of a piece: where it may go, and why not elsewhere.
fn everywhere(
    play: &Play,
    settled: &Settled,
    sources: &[SourceFile],
    question: &dyn Fn(crate::board::Site) -> Question,
) -> Result<WhyAnswer, ApiError> {
    let board = play.game().board();
    let mut explainer = Explainer::new(play, settled)?;
    let mut sites = Vec::new();
    for site in board.sites() {
        let answer = explainer.ask(&question(site))?;
        sites.push(WhySite {
            site: board.name(site).to_owned(),
            legal: answer.legal,
            clause: clause(answer.span, sources),
            sentence: sentence(&answer.sentence),
        });
    }
    let legal = sites.iter().any(|s| s.legal);
    let mut sentences: Vec<String> = sites.iter().filter(|s| s.legal == legal).map(|s| s.sentence.clone()).collect();
    if !legal {
        // Where it may go nowhere, one reason that is the same everywhere is enough.
        sentences.dedup();
        sentences.truncate(3);
    }
    Ok(WhyAnswer {
        legal,
        sentences,
        clause: sites.iter().find(|s| s.legal == legal).and_then(|s| s.clause.clone()),
        line: None,
        sites,
    })
}
