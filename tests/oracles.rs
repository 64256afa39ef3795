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

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets").join(file));
        Ok(text.ok().map(|text| Found { name: file.to_owned(), place: file.to_owned(), text }))
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
            assert_eq!(perft(&mut play, depth, Count::Moves).unwrap(), count, "{row:?}");
            if count <= SLOW {
                assert_eq!(perft_slow(&mut play, depth, Count::Moves).unwrap(), count, "{row:?}");
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
        assert_eq!(perft(&mut play, depth.parse().unwrap(), Count::Moves).unwrap(), count, "{row:?}");
        if count <= SLOW {
            assert_eq!(perft_slow(&mut play, depth.parse().unwrap(), Count::Moves).unwrap(), count, "{row:?}");
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
        assert_eq!(perft(&mut play, depth.parse().unwrap(), Count::Paths).unwrap(), count, "{row:?}");
        if count <= SLOW {
            assert_eq!(perft_slow(&mut play, depth.parse().unwrap(), Count::Paths).unwrap(), count, "{row:?}");
        }
    }
}

/// The tables of other families, as far as there are rule files that mean the same: a ply of fox-and-geese, of
/// nine-mens-morris and of reversi's passes is another there, and the shogi family's source lets a dropped pawn mate.
#[test]
fn families() {
    let other = ["fox-and-geese", "nine-mens-morris", "king-of-the-hill"];
    let mut compared = 0;
    for file in ["families_perft_a.tsv", "families_perft_b.tsv"] {
        for row in rows(file) {
            let id = row[0].as_str();
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sketches").join(format!("{id}.rules"));
            if !path.exists() || other.contains(&id) {
                continue;
            }
            let (depth, count) = match file {
                "families_perft_a.tsv" => (&row[3], &row[4]),
                _ => (&row[1], &row[2]),
            };
            let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
            let game = game(id, &[]);
            let compiled = game.interpreted_because().is_none();
            if count > if compiled { 5_000_000 } else { 2 * SLOW } {
                continue;
            }
            compared += 1;
            assert_eq!(perft(&mut Play::new(&game), depth, Count::Moves).unwrap(), count, "{row:?}");
            if compiled && count <= SLOW {
                assert_eq!(perft_slow(&mut Play::new(&game), depth, Count::Moves).unwrap(), count, "{row:?}");
            }
        }
    }
    assert!(compared >= 40, "{compared}");
}
