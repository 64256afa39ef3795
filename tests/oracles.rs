//! Node counts against those of independent programs (tests/oracles/README.md).

use houserules::engine::{Count, Game, Play, perft, perft_slow};
use houserules::language::{Files, Found, load};
use houserules::notation::read_position;
use houserules::ruleset::{Settings, resolve, settle};
use std::path::Path;

/// Rule files of the folders that tests read.
struct Folders;

impl Files for Folders {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        for folder in ["rulesets", "tests/sketches"] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("{id}.rules"));
            if let Ok(text) = std::fs::read_to_string(&path) {
                let place = path.display().to_string();
                return Ok(Some(Found { name: format!("{id}.rules"), place, text }));
            }
        }
        Ok(None)
    }
}

fn game(id: &str, settings: &[(&str, &str)]) -> Game {
    let loaded = load(id, &Folders).expect("the file is there");
    assert!(loaded.is_sound(), "{:?}", loaded.diagnostics);
    let settings: Settings = settings.iter().copied().collect();
    let settled = settle(&loaded.ruleset, &settings).unwrap_or_else(|d| panic!("{id} {settings:?}: {d:?}"));
    Game::new(resolve(&settled).unwrap_or_else(|d| panic!("{id} {settings:?}: {d:?}")))
}

fn play(game: &Game, position: &str) -> Play {
    let read = read_position(position, game).unwrap_or_else(|e| panic!("{position}: {e:?}"));
    Play::from_position(game, read.position, read.history).expect("a position of this game")
}

/// The rows of a table: cells by column name.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles").join(file);
    let text = std::fs::read_to_string(path).expect("the table is there");
    text.lines().skip(1).map(|l| l.split('\t').map(String::from).collect()).collect()
}

/// Depths whose count is at most this are counted by the interpreter too.
const SLOW: u64 = 3_000;

#[test]
fn bison() {
    let at_once = game("bison", &[]);
    let on_turn = game("bison", &[("when-blocked", "on-turn")]);
    for row in rows("bison_perft.tsv") {
        let [_, position, side, depth, every, turn] = row.as_slice() else { panic!("{row:?}") };
        let depth: u32 = depth.parse().unwrap();
        for (game, count) in [(&at_once, every), (&on_turn, turn)] {
            let count: u64 = count.parse().unwrap();
            let mut play = play(game, &format!("{position} {side}"));
            if count < 300_000_000 {
                let t = std::time::Instant::now();
                let n = perft(&mut play, depth, Count::Moves);
                println!("{depth} {n} {count} {:?} {:?}", t.elapsed(), game.interpreted_because());
                assert_eq!(perft(&mut play, depth, Count::Moves), count, "{row:?}");
            }
            if count <= SLOW {
                assert_eq!(perft_slow(&mut play, depth, Count::Moves), count, "{row:?}");
            }
        }
    }
}

#[test]
fn bison_on_small_boards() {
    for row in rows("bison_small_perft.tsv") {
        let [columns, position, side, depth, count] = row.as_slice() else { panic!("{row:?}") };
        let game = game("bison", &[("columns", columns)]);
        let mut play = play(&game, &format!("{position} {side}"));
        let count: u64 = count.parse().unwrap();
        assert_eq!(perft(&mut play, depth.parse().unwrap(), Count::Moves), count, "{row:?}");
        if count <= SLOW {
            assert_eq!(perft_slow(&mut play, depth.parse().unwrap(), Count::Moves), count, "{row:?}");
        }
    }
}

#[test]
fn tiger_and_buffaloes() {
    for row in rows("tiger_perft.tsv") {
        let [position, side, phase, leaps, captures, below, depth, count] = row.as_slice() else { panic!("{row:?}") };
        let mut settings = Vec::new();
        if leaps != "*" {
            let leaps = match (leaps.as_str(), captures.as_str()) {
                ("single", _) => "one",
                (_, "free") => "several",
                _ => "full",
            };
            settings.push(("leaps", leaps));
            settings.push(("duty", if captures == "free" { "free" } else { "must" }));
            settings.push(("enough", below.as_str()));
        }
        let game = game("tiger-and-buffaloes", &settings);
        let phase = if phase == "drop" { "" } else { " phase=moving hand=-" };
        let mut play = play(&game, &format!("{position} {side}{phase}"));
        let count: u64 = count.parse().unwrap();
        if count <= 400_000 {
            assert_eq!(perft(&mut play, depth.parse().unwrap(), Count::Paths), count, "{row:?}");
        }
    }
}

#[test]
fn families() {
    for (file, most) in [("families_perft_b.tsv", 60_000)] {
        for row in rows(file) {
            let id = row[0].clone();
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sketches").join(format!("{id}.rules"));
            let count: u64 = row[2].parse().unwrap();
            if !path.exists() || count > most || ["fox-and-geese", "nine-mens-morris"].contains(&id.as_str()) {
                continue;
            }
            let game = game(&id, &[]);
            let depth: u32 = row[1].parse().unwrap();
            let start = std::time::Instant::now();
            let slow = perft_slow(&mut Play::new(&game), depth, Count::Moves);
            let fast = perft(&mut Play::new(&game), depth, Count::Moves);
            println!("{id} {depth}: {slow} {fast} {count} {:?} {:?}", game.interpreted_because(), start.elapsed());
        }
    }
}
