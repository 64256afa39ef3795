//! Any bytes are refused as a position of each of these games, or can be played on from.
#![no_main]

use houserules::engine::Game;
use std::cell::LazyCell;

#[path = "../../tests/properties/mod.rs"]
mod properties;

/// Rule files, each with a setting where its default cannot be played.
const FILES: [(&str, &[(&str, &str)]); 5] = [
    (include_str!("../../rulesets/bison.rules"), &[]),
    (include_str!("../../rulesets/tiger-and-buffaloes.rules"), &[]),
    (include_str!("../../tests/sketches/english-draughts.rules"), &[]),
    (include_str!("../../tests/sketches/hex.rules"), &[("first-stone", "no")]),
    (include_str!("../../tests/sketches/hare-and-hounds.rules"), &[]),
];

thread_local! {
    static GAMES: LazyCell<Vec<Game>> =
        LazyCell::new(|| FILES.iter().map(|(text, settings)| game(text, settings)).collect());
}

fn game(text: &str, settings: &[(&str, &str)]) -> Game {
    properties::game(text, &settings.iter().copied().collect()).expect("the file is sound")
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    GAMES.with(|games| games.iter().for_each(|game| properties::position_text(&text, game)));
});
