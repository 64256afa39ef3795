//! `houserules why`

use super::args::Why;
use super::fail::{Done, Failure};
use super::wrap::tell;
use super::{answer, subject};
use crate::engine::{HookFault, Play};
use crate::explain::{Answer, line_of, why};
use crate::notation::{Fault, MoveShape, NotationError, read_move, read_shape, site_text};
use crate::open::Opened;
use crate::ruleset::Span;
use serde_json::{Value, json};
use std::io::Write;
use thiserror::Error;

/// What is to be said of a move.
pub struct Ruling {
    pub legal: bool,
    /// In one sentence that names the line of the rules.
    pub sentence: String,
    /// The same with everything that was checked.
    pub text: String,
    value: Value,
}

impl Ruling {
    /// The same for other programs.
    pub fn value(&self) -> &Value {
        &self.value
    }
}

/// Why nothing can be said of a move.
#[derive(Debug, Error)]
pub enum NoRuling {
    /// The text is none of a move.
    #[error(transparent)]
    Text(#[from] NotationError),
    /// A script failed.
    #[error("{}", Failure::Script(.0.clone()))]
    Script(#[from] HookFault),
}

pub fn run(args: &Why, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    let play = subject::start(&opened, &args.at)?;
    let ruling = match ruling(&opened, &play, &args.mv) {
        Ok(ruling) => ruling,
        Err(NoRuling::Text(e)) => return Err(subject::pointed("the move cannot be read", &args.mv, &e)),
        Err(NoRuling::Script(fault)) => return Err(fault.into()),
    };
    if args.json.json {
        answer(out, &ruling.value)?;
    } else {
        tell(out, &ruling.text)?;
    }
    if ruling.legal { Ok(()) } else { Err(Failure::Bad) }
}

/// Why a move is legal or not in the present position.
///
/// # Errors
/// The text is not that of a move, or a script failed.
pub fn ruling(opened: &Opened, play: &Play, text: &str) -> Result<Ruling, NoRuling> {
    let game = play.game();
    let legal = play.moves()?;
    let shape = if legal.is_empty() {
        MoveShape::parse(text, game, Some(play.position().to_move))?
    } else {
        read_shape(text, &legal, game)?
    };
    let refused = match read_move(text, &legal, game) {
        Ok(_) => None,
        Err(e) if matches!(e.fault, Fault::Ambiguous(_)) => None,
        Err(e) => Some(e),
    };
    let legal = refused.is_none();
    // The explanation is of the rules alone. It is not asked where nothing but the writing is amiss.
    let explained = shape.question().map(|q| why(play, &opened.settled, &q)).transpose()?;
    let explained = explained.filter(|a| a.legal == legal);
    Ok(match (explained, refused) {
        (Some(explained), _) => of_answer(text, &explained, opened),
        (None, Some(e)) => plain(text, false, format!("{text} is not legal: {e}")),
        (None, None) => plain(text, true, format!("{text} is legal")),
    })
}

fn of_answer(text: &str, explained: &Answer, opened: &Opened) -> Ruling {
    let (sources, board) = (&opened.ruleset.sources, opened.game.board());
    let place = |span: Option<Span>| span.and_then(|s| line_of(s, sources));
    let file = |span| place(span).map(|(file, _)| file.to_owned());
    let line = |span| place(span).map(|(_, line)| line);
    let site = |s: Option<_>| s.map(|s| site_text(s, board));
    let chain = explained
        .chain
        .iter()
        .map(|c| json!({ "sentence": c.text, "site": site(c.site), "file": file(c.span), "line": line(c.span) }));
    let value = json!({
        "move": text,
        "legal": explained.legal,
        "sentence": explained.sentence,
        "refusal": explained.refusal,
        "site": site(explained.site),
        "file": file(explained.span),
        "line": line(explained.span),
        "checks": chain.collect::<Vec<_>>(),
    });
    Ruling {
        legal: explained.legal,
        sentence: explained.cited(sources),
        text: explained.text(sources).trim_end().to_owned(),
        value,
    }
}

/// Where no single rule speaks.
fn plain(text: &str, legal: bool, sentence: String) -> Ruling {
    let value = json!({
        "move": text, "legal": legal, "sentence": sentence, "refusal": null, "site": null, "file": null, "line": null, "checks": [],
    });
    Ruling { legal, text: sentence.clone(), sentence, value }
}
