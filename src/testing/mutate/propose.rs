//! A difference as an example that tells the two apart.

use crate::engine::Play;
use crate::notation::{move_text, move_texts, site_text, write_position};
use crate::render::{Look, Marks, board_picture};
use crate::testing::ask::outcome;
use crate::testing::differ::{Differing, What};
use serde::Serialize;

/// A position in which a change matters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The board as it is there, the sites marked that matter.
    pub board: String,
    /// What is different: `the rules` and `the change`.
    pub sentences: Vec<String>,
    /// The lines of an example that tells the rules from the change, with the answers that the rules give today.
    pub example: Vec<String>,
}

impl Shown {
    /// The example as a block of a companion.
    pub fn block(&self) -> String {
        format!("```example\n{}\n```\n", self.example.join("\n"))
    }

    pub(super) fn example_in_a_line(&self) -> String {
        self.example.iter().map(|l| format!("`{l}`")).collect::<Vec<_>>().join(", ")
    }
}

/// How many moves an example names.
const NAMED: usize = 4;

/// A difference, the rules being the first game, as an example under settings as they are typed after `with`.
pub fn proposal(found: &Differing, settings: &str) -> Shown {
    let said = found.tell(("the rules", "the change"));
    let marks = Marks { targets: said.sites, ..Marks::default() };
    let picture = board_picture(found.a.game(), found.a.position(), &marks, Look::DIAGRAM);
    let mut example = Vec::new();
    if !settings.is_empty() {
        example.push(format!("with {settings}"));
    }
    match found.from_text() {
        Some(text) => example.push(format!("position {text}")),
        None => example.push("from the start".to_owned()),
    }
    let mut line = found.line_texts();
    if let What::After { a: mv, .. } = &found.what {
        line.push(move_text(mv, &found.a.moves().unwrap_or_default(), found.a.game()));
    }
    if !line.is_empty() {
        example.push(format!("play {}", line.join(", ")));
    }
    match &found.what {
        What::Moves { .. } => example.extend(moves(found)),
        What::Outcome => example.push(format!("outcome: {}", outcome(&found.a))),
        What::Start | What::After { .. } => {
            let (a, b) = found.after();
            example.push(state(&a, &b));
        }
    }
    Shown { board: picture.to_string(), sentences: said.sentences, example }
}

/// The moves that the rules allow alone are legal, those that the change allows alone are not. Where it is one
/// piece that has not too many, all its moves.
fn moves(found: &Differing) -> Vec<String> {
    let What::Moves { only_a, only_b } = &found.what else { return Vec::new() };
    let (in_a, in_b) = found.move_texts();
    let from = only_a.iter().chain(only_b).map(crate::engine::Move::from).collect::<Vec<_>>();
    let one = from.first().copied().flatten().filter(|site| from.iter().all(|f| *f == Some(*site)));
    if let Some(site) = one {
        let game = found.a.game();
        let legal = found.a.moves().unwrap_or_default();
        let texts = move_texts(&legal, game);
        let its = legal.iter().zip(texts).filter(|(m, _)| m.from() == Some(site)).map(|(_, t)| t);
        let its: Vec<String> = its.collect();
        if (1..=2 * NAMED).contains(&its.len()) {
            return vec![format!("moves of {}: {}", site_text(site, game.board()), its.join(", "))];
        }
    }
    let some = |texts: &[String]| texts.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let mut lines = Vec::new();
    if !in_a.is_empty() {
        lines.push(format!("legal: {}", some(&in_a)));
    }
    if !in_b.is_empty() {
        lines.push(format!("illegal: {}", some(&in_b)));
    }
    lines
}

/// What tells two positions apart: how they ended, whose turn it is, what stands where.
fn state(a: &Play, b: &Play) -> String {
    let ends = (outcome(a), outcome(b));
    if ends.0 != ends.1 {
        return format!("outcome: {}", ends.0);
    }
    let to_move = |play: &Play| {
        let side = play.game().rules().sides.get(usize::from(play.position().to_move));
        side.map_or_else(String::new, |s| s.name.clone())
    };
    let cells = |play: &Play| play.position().cells.iter().map(|c| c.map(|p| (p.kind, p.owner))).collect::<Vec<_>>();
    if to_move(a) != to_move(b) && cells(a) == cells(b) {
        return format!("to move: {}", to_move(a));
    }
    format!("now: {}", write_position(a.position(), &[], a.game()))
}
