//! Odd inputs: those that once went wrong, and some thousand mutations of good ones, always the same.
//!
//! `fuzz/` looks for new ones with the same properties.

mod properties;

use houserules::engine::{Dice, Game};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// No input may take longer, on a busy machine and without optimisation.
const LONG: Duration = Duration::from_mins(2);

fn files(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn rule_files() -> Vec<String> {
    ["rulesets", "tests/sketches"].iter().flat_map(|f| files(f, "rules")).map(|(_, text)| text).collect()
}

fn games() -> Vec<Game> {
    let game = |(file, settings): (&str, &[(&str, &str)])| {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        properties::game(&text, &settings.iter().copied().collect()).expect("the file is sound")
    };
    let files: [(&str, &[(&str, &str)]); 5] = [
        ("rulesets/bison.rules", &[]),
        ("rulesets/tiger-and-buffaloes.rules", &[]),
        ("tests/sketches/english-draughts.rules", &[]),
        ("tests/sketches/hex.rules", &[("first-stone", "no")]),
        ("tests/sketches/hare-and-hounds.rules", &[]),
    ];
    files.into_iter().map(game).collect()
}

fn in_time(name: &str, run: impl FnOnce()) {
    let start = Instant::now();
    run();
    assert!(start.elapsed() < LONG, "{:?}: {name}", start.elapsed());
}

/// Takes out, doubles, swaps or replaces pieces of a text, cut between words.
fn mutated(text: &str, others: &[String], dice: &mut Dice) -> String {
    let cut = |text: &str| -> Vec<String> {
        text.split_inclusive([' ', '\n', '/', '=', ',', '.', '(']).map(str::to_owned).collect()
    };
    let mut parts = cut(text);
    for _ in 0..=dice.below(4) {
        let at = dice.below(parts.len() as u32) as usize;
        match dice.below(5) {
            0 if parts.len() > 1 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[dice.below(parts.len() as u32) as usize].clone()),
            2 => {
                let other = dice.below(parts.len() as u32) as usize;
                parts.swap(at, other);
            }
            3 => {
                let number = [0, 1, 2, 255, 256, 512, 65_535, 65_536, 2_147_483_648, u32::MAX];
                parts[at] = format!("{} ", number[dice.below(number.len() as u32) as usize]);
            }
            _ => {
                let other = cut(&others[dice.below(others.len() as u32) as usize]);
                parts[at].clone_from(&other[dice.below(other.len() as u32) as usize]);
            }
        }
    }
    parts.concat()
}

#[test]
fn what_once_went_wrong_does_no_more() {
    for (path, text) in files("tests/fuzz-regressions", "rules") {
        in_time(&path.display().to_string(), || properties::rule_file(&text));
    }
    let games = games();
    for (path, text) in files("tests/fuzz-regressions", "position") {
        in_time(&path.display().to_string(), || games.iter().for_each(|game| properties::position_text(&text, game)));
    }
}

#[test]
fn mutated_rule_files() {
    let mut dice = Dice::new(1);
    let files = rule_files();
    for n in 0..2_000 {
        let text = mutated(&files[n % files.len()], &files, &mut dice);
        in_time(&text, || properties::rule_file(&text));
    }
}

#[test]
fn mutated_positions() {
    let mut dice = Dice::new(2);
    let games = games();
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/positions.txt")).unwrap();
    let positions: Vec<String> = text.lines().map(str::to_owned).collect();
    for n in 0..15_000 {
        let text = mutated(&positions[n % positions.len()], &positions, &mut dice);
        in_time(&text, || games.iter().for_each(|game| properties::position_text(&text, game)));
    }
}
