//! One meaning, two executions: what is compiled agrees with the interpreter.

use crate::engine::playout::Dice;
use crate::engine::{Game, Play, executions_agree};
use crate::language::{Files, Found, load};
use crate::ruleset::{Settings, resolve, settle};
use std::path::Path;

struct Folders;

impl Files for Folders {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        for folder in ["rulesets", "tests/sketches"] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("{id}.rules"));
            if let Ok(text) = std::fs::read_to_string(&path) {
                return Ok(Some(Found { name: format!("{id}.rules"), place: id.into(), text }));
            }
        }
        Ok(None)
    }
}

fn game(id: &str, settings: &[(&str, &str)]) -> Game {
    let loaded = load(id, &Folders).expect("the file is there");
    let settings: Settings = settings.iter().copied().collect();
    let settled = settle(&loaded.ruleset, &settings).unwrap_or_else(|d| panic!("{id} {settings:?}: {d:?}"));
    Game::new(resolve(&settled).unwrap_or_else(|d| panic!("{id} {settings:?}: {d:?}")))
}

/// On random play: the same moves, leading to the same positions with the same outcomes; play and undo
/// give back the same position.
fn agrees(id: &str, settings: &[(&str, &str)], games: u32, plies: usize) {
    let game = game(id, settings);
    assert_eq!(game.interpreted_because(), None, "{id} {settings:?}");
    let mut dice = Dice::new(2026);
    for _ in 0..games {
        let mut play = Play::new(&game);
        for _ in 0..plies {
            match executions_agree(&play) {
                Some(Ok(())) => {}
                other => panic!("{id} {settings:?} after {:?}: {other:?}", play.made()),
            }
            let before = play.position().clone();
            for made in play.choices(true) {
                play.make(made);
                play.undo();
                assert_eq!(*play.position(), before, "{id} {settings:?}: undo");
            }
            if play.outcome().is_some() {
                break;
            }
            let choices = play.choices(true);
            let at = dice.below(choices.len() as u32) as usize;
            play.make(choices[at].clone());
        }
    }
}

#[test]
fn bison_under_every_reading() {
    let readings: &[&[(&str, &str)]] = &[
        &[],
        &[("what-blocks", "defenders")],
        &[("what-blocks", "dogs"), ("columns", "5"), ("dog-count", "2")],
        &[("what-blocks", "nothing"), ("columns", "3"), ("dog-count", "1")],
        &[("when-blocked", "on-turn"), ("columns", "5"), ("dog-count", "3")],
        &[("may-pass", "both"), ("columns", "3"), ("dog-count", "0")],
        &[("may-pass", "herd"), ("repeating", "nothing")],
        &[("duty", "must"), ("columns", "7")],
        &[("first-turn", "defenders"), ("columns", "13"), ("rows", "10")],
        &[("columns", "25"), ("rows", "15")],
        &[("stuck-defenders", "pass"), ("columns", "3"), ("rows", "4"), ("dog-count", "2")],
    ];
    for settings in readings {
        agrees("bison", settings, 2, 60);
    }
    agrees("bison-small", &[], 10, 60);
}

#[test]
fn tiger_and_buffaloes_under_every_reading() {
    let readings: &[&[(&str, &str)]] = &[
        &[],
        &[("leaps", "several")],
        &[("leaps", "full"), ("duty", "must")],
        &[("leaps", "full"), ("duty", "most"), ("taking", "at-end")],
        &[("leaps", "several"), ("duty", "most"), ("enough", "1")],
        &[("tigers-while-placing", "yes"), ("may-pass", "tigers")],
        &[("stuck-buffaloes", "pass"), ("when-hemmed", "at-once"), ("progress", "yes"), ("limit", "10")],
        &[("herd-size", "8"), ("first-move", "tigers"), ("may-pass", "both")],
    ];
    for settings in readings {
        agrees("tiger-and-buffaloes", settings, 6, 70);
    }
}

#[test]
fn other_families_as_far_as_they_are_compiled() {
    for id in ["breakthrough", "english-draughts", "connect-four", "hex", "gomoku", "pulijudam", "fox-and-geese"] {
        let settings: &[(&str, &str)] = if id == "hex" { &[("first-stone", "no")] } else { &[] };
        agrees(id, settings, 1, 25);
    }
}
