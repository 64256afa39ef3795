//! Whole lines left out, and endings in another order.

use super::{Context, folded};
use crate::language::Tree;

/// Statements that can be left out. What others need by name is not among them.
const ITEMS: [&str; 15] = [
    "joint_move",
    "turns",
    "phase",
    "passing",
    "must",
    "captured",
    "after",
    "illegal",
    "score",
    "end",
    "hook",
    "set",
    "remove_item",
    "replace_item",
    "if_block",
];

/// Lines in braces that can be left out, by what they stand in.
const LINES: [(&str, &[&str]); 9] = [
    ("piece_body", &["motion", "becomes", "piece_if"]),
    ("start", &["place"]),
    ("phase", &["only", "turns", "until"]),
    ("match_play", &["rounds", "more_rounds", "added", "won", "first_turn", "resigned"]),
    ("after", &["effect"]),
    ("change_pieces", &["piece_change"]),
    ("change_start", &["start_change"]),
    ("change_match", &["match_change"]),
    ("change_phase", &["phase_change"]),
];

pub(super) fn edit(tree: &Tree, context: &mut Context<'_>) {
    if tree.is("item")
        && let Some(body) = tree.parts.first()
        && ITEMS.contains(&body.rule.as_str())
    {
        leave_out(tree, context);
    }
    for (_, lines) in LINES.iter().filter(|(block, _)| tree.is(block)) {
        for part in tree.parts.iter().filter(|p| lines.contains(&p.rule.as_str())) {
            leave_out(part, context);
        }
    }
    // In a joint move each condition stands in a line.
    if tree.is("joint_move") {
        tree.all("when").for_each(|when| leave_out(when, context));
    }
}

fn leave_out(part: &Tree, context: &mut Context<'_>) {
    let what = format!("without {}", folded(context.of(part)));
    context.put_at(part.start, part.end, "", what);
}

/// What concerns the file as a whole: endings that change places.
pub(super) fn file(tree: &Tree, context: &mut Context<'_>) {
    let ends: Vec<&Tree> = tree.all("item").filter(|i| i.first("end").is_some()).collect();
    for pair in ends.windows(2) {
        let [first, second] = pair else { continue };
        let (one, two) = (context.of(first).to_owned(), context.of(second).to_owned());
        let what = format!("{} before {}", reason(second, context), reason(first, context));
        context.edit(vec![(first.start, first.end, two), (second.start, second.end, one)], what);
    }
    // Those in the values of options come behind them.
    let Some(last) = ends.last() else { return };
    let sentence = reason(last, context);
    tree.all("item").filter(|i| i.first("end").is_none()).for_each(|item| behind(item, &sentence, context));
}

/// Endings further in, put before one outside.
fn behind(tree: &Tree, sentence: &str, context: &mut Context<'_>) {
    for part in &tree.parts {
        if part.is("end") && part.first("before").is_none() {
            let what = format!("{} before {sentence}", reason(tree, context));
            context.put_at(part.end, part.end, &format!(" before {sentence}"), what);
        }
        if !part.is("replace_item") {
            behind(part, sentence, context);
        }
    }
}

/// The sentence of an ending, in its quotation marks.
fn reason(item: &Tree, context: &Context<'_>) -> String {
    let sentence = item.first("end").and_then(|e| e.first("string"));
    sentence.map_or_else(String::new, |s| context.of(s).to_owned())
}
