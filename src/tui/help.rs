//! The page of keys.

use super::state::{Overlay, State};

/// Keys, and what they do.
pub const KEYS: [(&str, &str); 24] = [
    ("arrows, h j k l", "move the cursor"),
    ("Enter, space, click", "pick a piece; then move it to where the cursor is"),
    ("Tab, Shift-Tab", "the next piece that can move, or the next place to go"),
    ("1 to 9", "pick a piece from the hand"),
    ("Esc, right click", "let go; stop a hint"),
    ("w", "why the picked piece may, or may not, go there"),
    ("m", "a list of all the moves, to choose one"),
    ("p", "pass"),
    ("u, U", "take back a move, all moves"),
    ("r, R", "make them again"),
    ("t", "a hint of the computer; Enter takes it"),
    ("f", "turn the board round"),
    ("g", "symbols for pieces, or letters"),
    ("i", "the rules in words"),
    ("c", "the standing of the match"),
    ("s", "save the game to a file"),
    ("o", "go on with a game from a file"),
    ("e", "write the position as an example for `houserules test`"),
    ("x", "give the game up"),
    ("n", "a new game, or a new match"),
    ("N", "a new one with sides swapped"),
    ("PgUp, PgDn, wheel", "scroll the list of moves"),
    (":", "type a move or a command; `:help` lists them"),
    ("q, Ctrl-C", "leave"),
];

/// Keys where a record is looked at.
const STEPS: [(&str, &str); 8] = [
    ("right, space, n", "the next move"),
    ("left, Backspace, b", "the move before"),
    ("Home, End", "the start, the end"),
    ("f, g", "turn the board round; symbols for pieces"),
    ("i", "the rules in words"),
    ("e", "write the position as an example for `houserules test`"),
    (":", "type a command; `:help` lists them"),
    ("q, Ctrl-C", "leave"),
];

pub fn page(replay: bool) -> Overlay {
    let keys: &[(&str, &str)] = if replay { &STEPS } else { &KEYS };
    let lines = keys.iter().map(|(key, what)| format!("{key:20} {what}"));
    Overlay::Page { title: "Keys".to_owned(), text: lines.collect::<Vec<_>>().join("\n"), top: 0 }
}

const PLAYS: [&str; 9] =
    ["Enter move", "? keys", "u undo", "r redo", "t hint", "w why", "m moves", "s save", "q leave"];
const OVER: [&str; 7] = ["n new game", "N sides swapped", "u undo", "s save", "i rules", "? keys", "q leave"];
const MATCH_OVER: [&str; 5] = ["n new match", "N sides swapped", "s save", "? keys", "q leave"];
const ROUND_OVER: [&str; 5] = ["Enter next round", "u undo", "s save", "? keys", "q leave"];
const WATCHES: [&str; 7] = ["Esc stop", "Enter go on", "u back", "r forward", "s save", "? keys", "q leave"];
const STEPS_ALONG: [&str; 5] = ["→ next", "← back", "Home End", "? keys", "q leave"];

/// The keys that are shown below the board, of those that do something now; as many as fit.
pub fn foot(state: &State) -> &'static [&'static str] {
    match state.session.running {
        _ if state.replay.is_some() => &STEPS_ALONG,
        Some(_) if state.match_over => &MATCH_OVER,
        Some(_) if state.waits_for_round() => &ROUND_OVER,
        None if state.session.is_over() => &OVER,
        _ if !state.session.seats.any_person() => &WATCHES,
        _ => &PLAYS,
    }
}
