//! Words in place of other words, and numbers one more or less.

use super::Context;
use crate::explain::english::{is_plural, verb};
use crate::language::Tree;

/// Words that say something else, by the clause in which they stand.
const SWAPS: [(&str, &str, &str); 50] = [
    ("leg", "k_step", "slide"),
    ("leg", "k_slide", "step"),
    ("stays", "k_stays", "never stops"),
    ("may_repeat", "k_may", "must"),
    ("unless", "k_unless", "when"),
    ("near_place", "k_behind", "in front"),
    ("in_one", "k_rank", "file"),
    ("in_one", "k_file", "rank"),
    ("quantity", "k_any", "no"),
    ("quantity", "k_no", "any"),
    ("quantity", "k_exactly", "at least"),
    ("event", "k_move", "capture"),
    ("event", "k_capture", "move"),
    ("event", "k_drop", "move"),
    ("adjective", "k_empty", "enemy"),
    ("adjective", "k_enemy", "friendly"),
    ("adjective", "k_friendly", "enemy"),
    ("adjective", "k_attacked", "safe"),
    ("adjective", "k_safe", "attacked"),
    ("adjective", "k_promoted", "unpromoted"),
    ("adjective", "k_unpromoted", "promoted"),
    ("relative", "k_file", "rank"),
    ("relative", "k_rank", "file"),
    ("played", "k_drop", "capture"),
    ("played", "k_capture", "drop"),
    ("occurs", "k_position", "board"),
    ("occurs", "k_board", "position"),
    ("round_mod", "k_swapping", "keeping"),
    ("round_mod", "k_keeping", "swapping"),
    ("still_tied", "k_tied", "drawn"),
    ("still_tied", "k_drawn", "tied"),
    ("resigned", "k_count", "are replayed"),
    ("first_turn", "k_once", "each round"),
    ("passing", "k_never", "allowed"),
    ("passing", "k_never", "when stuck"),
    ("passing", "k_allowed", "never"),
    ("passing", "k_allowed", "when stuck"),
    ("verb", "k_step", "slide"),
    ("verb", "k_slide", "step"),
    ("leave", "k_once", "the end of the move"),
    ("line_kind", "k_orthogonal", "all"),
    ("line_kind", "k_alquerque", "orthogonal"),
    ("line_kind", "k_all", "orthogonal"),
    ("verdict", "k_stay", "leave"),
    ("verdict", "k_leave", "stay"),
    ("progress", "k_capture", "drop"),
    ("all_of", "k_and", "or"),
    ("cond", "k_or", "and"),
    ("side_term", "k_mover", "next player"),
    ("spoken_side", "k_mover", "next player"),
];

/// Words that belong together, from the first to the last of them.
const PHRASES: [(&str, &[&str], &str); 26] = [
    ("near_place", &["k_in", "k_front"], "behind"),
    ("quantity", &["k_fewer", "k_than"], "at most"),
    ("quantity", &["k_at", "k_most"], "fewer than"),
    ("quantity", &["k_more", "k_than"], "at least"),
    ("quantity", &["k_at", "k_least"], "more than"),
    ("range", &["k_exactly"], "at most"),
    ("range", &["k_at", "k_most"], "at least"),
    ("range", &["k_at", "k_least"], "exactly"),
    ("never", &["k_enters"], "stops in"),
    ("never", &["k_stops", "k_in"], "enters"),
    ("never", &["k_passes"], "enters"),
    ("passing", &["k_when", "k_stuck"], "never"),
    ("passing", &["k_when", "k_stuck"], "allowed"),
    ("leave", &["k_the", "k_end", "k_of", "k_the", "k_move"], "once"),
    ("cannot", &["on_turn"], ", whoever is to move"),
    ("cannot", &["whoever"], " on their turn"),
    ("becomes", &["k_may", "k_become"], "becomes"),
    ("becomes", &["k_becomes"], "may become"),
    ("trigger", &["k_entering", "k_or", "k_leaving"], "reaching"),
    ("won", &["each_side"], "most rounds"),
    ("won", &["k_most", "k_rounds"], "winning a round as each side"),
    ("resigned", &["k_are", "k_replayed"], "count"),
    ("first_turn", &["k_each", "k_round"], "once"),
    ("round_mod", &["k_loser", "k_choosing"], "swapping"),
    ("side_term", &["k_next", "k_player"], "mover"),
    ("spoken_side", &["k_next", "k_player"], "mover"),
];

pub(super) fn edit(tree: &Tree, context: &mut Context<'_>) {
    for (_, word, now) in SWAPS.iter().filter(|(clause, ..)| tree.is(clause)) {
        for part in tree.all(word) {
            context.put(part, now);
        }
    }
    for (_, words, now) in PHRASES.iter().filter(|(clause, ..)| tree.is(clause)) {
        phrase(tree, words, now, context);
    }
    match tree.rule.as_str() {
        "dir" => direction(tree, context),
        "compass" => opposite(tree, context),
        "amount" => numbers(tree, context),
        "leg" | "won" => tree.all("number").for_each(|n| numbers_of(n, 1, context)),
        "in_numbers" => {
            if let Some(default) = tree.all("number").nth(2) {
                numbers_of(default, 0, context);
            }
        }
        "result" => result(tree, context),
        "side_term" | "for_side" | "turns_from" | "turn_entry" => side(tree, context),
        "noun" | "centre_of" => noun(tree, context),
        "place" | "start_change" | "place_effect" => placed(tree, context),
        "must_part" => must(tree, context),
        "then_part" => then(tree, context),
        "one_cond" => negate(tree, context),
        "each_side" if tree.first("in_one_pair").is_none() => {
            context.put_at(tree.end, tree.end, ", in one pair", "in one pair");
        }
        "setting" if tree.first("negation").is_none() => {
            if let Some(is) = tree.first("k_is") {
                context.put(is, "is not");
            }
        }
        // An ending has no `unless`.
        "motion" | "joint_move" => {
            for word in tree.all("when").filter_map(|w| w.first("k_when")) {
                context.put(word, "unless");
            }
        }
        "zone" => wider(tree, context),
        "values" => default(tree, context),
        "diagram" => diagram(tree, context),
        _ => {}
    }
}

/// Several words that follow each other.
fn phrase(tree: &Tree, words: &[&str], now: &str, context: &mut Context<'_>) {
    for at in 0..tree.parts.len() {
        let run = tree.parts.get(at..at + words.len()).unwrap_or_default();
        if run.len() == words.len()
            && run.iter().zip(words).all(|(p, w)| p.is(w))
            && let (Some(first), Some(last)) = (run.first(), run.last())
        {
            // A comma belongs to the word before it.
            let tight = now.starts_with(',') || first.is("whoever");
            let start = if tight { self_end(tree, at, first.start) } else { first.start };
            let was = super::folded(context.text.get(first.start..last.end).unwrap_or_default());
            context.put_at(start, last.end, now, format!("{was} -> {}", now.trim_start_matches([',', ' '])));
        }
    }
}

/// Where the part before ends.
fn self_end(tree: &Tree, at: usize, start: usize) -> usize {
    at.checked_sub(1).and_then(|n| tree.parts.get(n)).map_or(start, |p| p.end)
}

/// `any direction` narrower; a word turned round; a word wider.
fn direction(tree: &Tree, context: &mut Context<'_>) {
    let words: Vec<&Tree> = tree.all("dir_word").collect();
    if tree.first("k_any").is_some() && words.is_empty() {
        context.put(tree, "orthogonally");
        context.put(tree, "diagonally");
        return;
    }
    for word in &words {
        let text = context.of(word);
        let now = match text {
            "forward" => "backward",
            "backward" | "sideways" => "forward",
            "left" => "right",
            "right" => "left",
            "orthogonal" => "diagonal",
            "orthogonally" => "diagonally",
            "diagonal" => "orthogonal",
            "diagonally" => "orthogonally",
            // The compass has its own edits.
            _ => continue,
        };
        context.put(word, now);
    }
    if words.len() == 1 && tree.first("k_any").is_none() && words.iter().all(|w| w.first("k_onward").is_none()) {
        context.put(tree, "any direction");
    }
}

fn opposite(tree: &Tree, context: &mut Context<'_>) {
    let now = match context.of(tree) {
        "north" => "south",
        "south" => "north",
        "east" => "west",
        "west" => "east",
        "northeast" => "southwest",
        "southwest" => "northeast",
        "northwest" => "southeast",
        "southeast" => "northwest",
        _ => return,
    };
    context.put(tree, now);
}

fn numbers(tree: &Tree, context: &mut Context<'_>) {
    for number in tree.all("number") {
        numbers_of(number, 0, context);
    }
}

/// One more, and one less as long as that is not less than `least`.
fn numbers_of(number: &Tree, least: u32, context: &mut Context<'_>) {
    let Ok(n) = context.of(number).parse::<u32>() else { return };
    if let Some(more) = n.checked_add(1) {
        context.put(number, &more.to_string());
    }
    if let Some(less) = n.checked_sub(1).filter(|less| *less >= least) {
        context.put(number, &less.to_string());
    }
}

/// Another winner, and none.
fn result(tree: &Tree, context: &mut Context<'_>) {
    let verdict = tree.first("verdict");
    if let (Some(side), Some(verdict)) = (tree.first("side_term"), verdict) {
        if verdict.first("k_is").is_some() {
            return;
        }
        let wins = verdict.first("k_wins").is_some() || verdict.first("k_win").is_some();
        let word = |name: &str| match wins {
            true => verb(is_plural(name), "wins", "win"),
            false => verb(is_plural(name), "loses", "lose"),
        };
        match next(&context.sides, context.of(side)) {
            Some(other) => {
                let now = format!("{other} {}", word(&other));
                context.put(tree, &now);
            }
            None => {
                let now = if wins { "loses" } else { "wins" };
                context.put(verdict, now);
            }
        }
        context.put(tree, "draw");
    } else if tree.first("k_draw").is_some()
        && let Some(first) = context.sides.first().cloned()
    {
        let now = format!("{first} {}", verb(is_plural(&first), "wins", "win"));
        context.put(tree, &now);
    }
}

/// Another side. That of a result has its own edits.
fn side(tree: &Tree, context: &mut Context<'_>) {
    if let Some(name) = tree.first("name").filter(|_| tree.first("k_enemy").is_none())
        && let Some(other) = next(&context.sides, context.of(name))
    {
        context.put(name, &other);
    }
}

/// Another kind, another zone.
fn noun(tree: &Tree, context: &mut Context<'_>) {
    let Some(name) = tree.first("name") else { return };
    let other = next(&context.kinds, context.of(name)).or_else(|| next(&context.zones, context.of(name)));
    if let Some(other) = other {
        context.put(name, &other);
    }
}

fn placed(tree: &Tree, context: &mut Context<'_>) {
    let Some(name) = tree.first("name") else { return };
    if let Some(other) = next(&context.kinds, context.of(name)) {
        context.put(name, &other);
    }
}

/// `must repeat` to `may repeat`, `must EFFECT` to `then EFFECT`.
fn must(tree: &Tree, context: &mut Context<'_>) {
    let now = if tree.first("repeat").is_some() { "may" } else { "then" };
    if let Some(word) = tree.first("k_must") {
        context.put(word, now);
    }
}

/// `then EFFECT` to `must EFFECT`.
fn then(tree: &Tree, context: &mut Context<'_>) {
    if let (Some(word), Some(_)) = (tree.first("k_then"), tree.first("effect")) {
        context.put(word, "must");
    }
}

/// The opposite of a condition; `any` and `no` are each other's and have their edits.
fn negate(tree: &Tree, context: &mut Context<'_>) {
    let quantity = tree.first("quantified").and_then(|q| q.first("quantity"));
    if tree.first("negation").is_some() || quantity.is_some_and(|q| q.parts.len() == 1) {
        return;
    }
    let what = format!("not {}", super::folded(context.of(tree)));
    context.put_at(tree.start, tree.start, "not ", what);
}

/// A zone and all that is next to it.
fn wider(tree: &Tree, context: &mut Context<'_>) {
    let Some(sel) = tree.first("sel") else { return };
    let text = context.of(sel);
    let name = tree.first("name").map_or("", |n| context.of(n));
    let now = if text.contains(' ') {
        format!("{text} or everywhere next to ({text})")
    } else {
        format!("{text} or everywhere next to {text}")
    };
    context.put_at(sel.start, sel.end, &now, format!("{name} one rank wider"));
}

/// The default moved to the next value.
fn default(tree: &Tree, context: &mut Context<'_>) {
    let values: Vec<&Tree> = tree.all("value").collect();
    let Some(at) = values.iter().position(|v| v.first("default").is_some()) else { return };
    let next = if at + 1 < values.len() { at + 1 } else { 0 };
    let word = values.get(at).and_then(|v| v.first("default"));
    let (Some(word), Some(value)) = (word, values.get(next).filter(|_| next != at)) else { return };
    let (Some(sentence), Some(name)) = (value.first("string"), value.first("word")) else { return };
    let was = context.text.get(..word.start).map_or(word.start, |before| before.trim_end().len());
    let mut changes = vec![(was, word.end, String::new()), (sentence.end, sentence.end, " default".to_owned())];
    changes.sort_unstable();
    let what = format!("default {}", context.of(name));
    context.edit(changes, what);
}

/// A piece less of each sort.
fn diagram(tree: &Tree, context: &mut Context<'_>) {
    let mut seen: Vec<&str> = vec![".", "#"];
    for cell in tree.all("row").flat_map(|r| r.all("cell")) {
        let letter = context.of(cell);
        if seen.contains(&letter) {
            continue;
        }
        seen.push(letter);
        let now = format!("{:>width$}", ".", width = letter.chars().count());
        context.put_at(cell.start, cell.end, &now, format!("a {letter} less"));
    }
}

/// The name after this one; of one alone there is none. Plurals are taken as written.
fn next(names: &[String], name: &str) -> Option<String> {
    let at = names.iter().position(|n| n == name)?;
    let next = names.get(at + 1).or_else(|| names.first())?;
    (next != name).then(|| next.clone())
}
