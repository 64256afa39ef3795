//! Alternatives and parts left out.

use super::Context;
use crate::language::Tree;

/// Lists, with the rule of what they join. One of several can be left out.
const LISTS: [(&str, &str); 15] = [
    ("dirs", "dir"),
    ("sel", "phrase"),
    ("nouns", "noun"),
    ("inner_sel", "inner_phrase"),
    ("inner_nouns", "noun"),
    ("cond", "all_of"),
    ("all_of", "one_cond"),
    ("turn_list", "turn_entry"),
    ("picks", "pick"),
    ("moves_without", "progress"),
    ("only", "verb"),
    ("modifier", "place_phrase"),
    ("inner_modifier", "inner_place"),
    ("setting", "word"),
    ("change_pieces", "name"),
];

/// Parts that can be left out of a clause, by the clause.
const PARTS: [(&str, &[&str]); 42] = [
    (
        "motion",
        &["range", "past", "capturing", "from", "leaving", "may_repeat", "must_part", "then_part", "when", "unless"],
    ),
    ("placing", &["range", "past"]),
    ("capturing", &["k_behind"]),
    ("repeat", &["k_straight", "k_without", "onward_too"]),
    ("becomes", &["only_if"]),
    ("trigger", &["in_passing"]),
    ("like", &["k_without"]),
    ("phrase", &["adjective", "modifier"]),
    ("inner_phrase", &["adjective", "inner_modifier"]),
    ("operand", &["adjective", "of_side"]),
    ("near", &["k_no", "of_side"]),
    ("next_to", &["k_orthogonally", "k_diagonally"]),
    ("connected", &["k_orthogonally", "k_diagonally"]),
    ("modifier", &["negation"]),
    ("inner_modifier", &["negation"]),
    ("one_cond", &["negation", "nth_time"]),
    ("are", &["negation"]),
    ("side_is", &["negation"]),
    ("setting", &["negation"]),
    ("sel_cond", &["k_all"]),
    ("moves_without", &["k_each", "of_what"]),
    ("line_of", &["k_exactly"]),
    ("quantified", &["sees", "counted"]),
    ("end", &["before"]),
    ("must", &["most", "by_what", "what_first", "huff"]),
    ("passing", &["for_side", "when"]),
    ("over", &["row_count"]),
    ("cut_off", &["k_orthogonally", "k_diagonally"]),
    ("encloses", &["k_all", "k_orthogonally", "k_diagonally"]),
    ("cannot", &["somewhere"]),
    ("only", &["for_side"]),
    ("turns", &["pie"]),
    ("turn_entry", &["in_one_move"]),
    ("after", &["of_what", "when"]),
    ("rounds", &["round_mod"]),
    ("each_side", &["in_one_pair"]),
    ("go_to", &["k_unpromoted"]),
    ("board", &["board_mod"]),
    ("item", &["only_if"]),
    ("dir", &["dir_word"]),
    ("ranks", &["k_own"]),
    ("between", &["dirs"]),
];

pub(super) fn edit(tree: &Tree, context: &mut Context<'_>) {
    for (_, item) in LISTS.iter().filter(|(list, _)| tree.is(list)) {
        alternatives(tree, item, context);
    }
    for (_, droppable) in PARTS.iter().filter(|(clause, _)| tree.is(clause)) {
        // A phrase of one adjective is nothing without it; a `dir` of one word neither.
        let alone = ["phrase", "inner_phrase", "dir", "operand"].contains(&tree.rule.as_str()) && tree.parts.len() < 2;
        for (n, part) in tree.parts.iter().enumerate().filter(|_| !alone) {
            // Without hands all that is left is on the board.
            let all_left = part.is("counted") && !context.text.contains("in hand");
            if droppable.contains(&part.rule.as_str()) && !all_left {
                leave_out(tree, n, context);
            }
        }
    }
    attributes(tree, context);
}

/// Each of several alternatives left out.
fn alternatives(tree: &Tree, item: &str, context: &mut Context<'_>) {
    let all: Vec<&Tree> = tree.all(item).collect();
    if all.len() < 2 {
        return;
    }
    for (n, part) in all.iter().enumerate() {
        let (start, end) = match n {
            0 => (part.start, all.get(1).map_or(part.end, |next| next.start)),
            _ => (all.get(n - 1).map_or(part.start, |before| before.end), part.end),
        };
        let what = format!("without {}", super::folded(context.of(part)));
        context.put_at(start, end, "", what);
    }
}

/// A part left out, with the comma before it; of words that belong together all of them.
fn leave_out(tree: &Tree, n: usize, context: &mut Context<'_>) {
    let Some(part) = tree.parts.get(n) else { return };
    let before = tree.parts.get(..n).unwrap_or_default().iter().rev().find(|p| !p.is("comma"));
    let after = tree.parts.get(n + 1);
    let end = match part.rule.as_str() {
        // `straight on`, `without VERB`
        "k_straight" | "k_without" => tree.end,
        _ => part.end,
    };
    let what = format!("without {}", super::folded(context.text.get(part.start..end).unwrap_or_default()));
    match (before, after) {
        (Some(before), _) => context.put_at(before.end, end, "", what),
        (None, Some(after)) => context.put_at(part.start, after.start, "", what),
        (None, None) => {}
    }
}

/// The attributes of a piece, each left out with its comma.
fn attributes(tree: &Tree, context: &mut Context<'_>) {
    if !tree.is("piece") {
        return;
    }
    let mut before = tree.start;
    for part in tree.parts.iter().filter(|p| !p.is("comma")) {
        if part.is("piece_attr") && part.parts.iter().all(|p| !p.is("in_hand")) {
            context.drop_after(before, part);
        }
        before = part.end;
    }
}
