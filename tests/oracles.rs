//! Node counts against those of independent programs (tests/oracles/README.md).

use houserules::engine::{Count, Game, Play, perft, perft_slow};
use houserules::notation::read_position;
use std::path::Path;

fn game(id: &str, settings: &[(&str, &str)]) -> Game {
    houserules::open(id, settings).unwrap_or_else(|e| panic!("{id} {settings:?}: {e}"))
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

/// The settings under which a table of other families counts, where those are not the defaults: another reading of a
/// rule, another board, or a ply of another kind.
const READINGS: &[(&str, &str, &str)] = &[
    ("fox-and-geese", "fox-place", "chosen"),
    ("fox-and-geese", "leaps", "one"),
    ("shogi", "pawn-drop-mate", "yes"),
    ("minishogi", "pawn-drop-mate", "yes"),
    ("tori-shogi", "swallow-drop-mate", "yes"),
    ("breakthrough, 5 x 5", "size", "5"),
];

/// Names in those tables that are not the ids of the rulesets.
const NAMES: &[(&str, &str)] =
    &[("kono", "five-field-kono"), ("reversi, 6 x 6", "small-reversi"), ("breakthrough, 5 x 5", "breakthrough")];

/// How many positions a test may count in a game that is compiled, and in one that is not.
const QUICK: (u64, u64) = (1_000_000, 300);
const LONG: (u64, u64) = (100_000_000, 50_000);

/// The tables of other families from the start, between two sizes.
fn families(above: (u64, u64), most: (u64, u64)) -> usize {
    let mut compared = 0;
    for file in ["families_perft_a.tsv", "families_perft_b.tsv"] {
        for row in rows(file) {
            let name = NAMES.iter().find(|(name, _)| *name == row[0]);
            let id = name.map_or(row[0].as_str(), |(_, id)| id);
            let (depth, count) = match file {
                "families_perft_a.tsv" => (&row[3], &row[4]),
                _ => (&row[1], &row[2]),
            };
            let readings = READINGS.iter().filter(|r| r.0 == row[0]).map(|r| (r.1, r.2));
            let game = game(id, &readings.collect::<Vec<_>>());
            compared += usize::from(counted(&game, &Play::new(&game), depth, count, above, most, &row));
        }
    }
    compared
}

/// Positions of the rulesets whose counts are those of other programs; the last column names them.
fn positions(above: (u64, u64), most: (u64, u64)) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").file_name()).collect();
    files.sort();
    let mut compared = 0;
    for file in files.iter().filter_map(|f| f.to_str()).filter(|f| f.starts_with("counts_")) {
        for row in rows(file) {
            let [id, settings, position, depth, count, _] = row.as_slice() else { panic!("{file}: {row:?}") };
            let settings: Vec<(&str, &str)> =
                settings.split(',').filter_map(|setting| setting.trim().split_once('=')).collect();
            let game = game(id, &settings);
            let play = if position == "-" { Play::new(&game) } else { play(&game, position) };
            compared += usize::from(counted(&game, &play, depth, count, above, most, &row));
        }
    }
    compared
}

/// Whether a row was of the sizes that are wanted; then its count is ours.
fn counted(
    game: &Game,
    play: &Play,
    depth: &str,
    count: &str,
    above: (u64, u64),
    most: (u64, u64),
    row: &[String],
) -> bool {
    let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
    let of = |sizes: (u64, u64)| if game.interpreted_because().is_none() { sizes.0 } else { sizes.1 };
    if count > of(most) || above != (0, 0) && count <= of(above) {
        return false;
    }
    assert_eq!(perft(&mut play.clone(), depth, Count::Moves).unwrap(), count, "{row:?}");
    if game.interpreted_because().is_none() && count <= SLOW / 10 {
        assert_eq!(perft_slow(&mut play.clone(), depth, Count::Moves).unwrap(), count, "{row:?}");
    }
    true
}

#[test]
fn other_families_from_the_start() {
    // 379 rows in all: those that are too large for the quick test are counted in the long one.
    let compared = families((0, 0), QUICK);
    assert!(compared >= 200, "{compared}");
}

#[test]
fn other_families_from_other_positions() {
    positions((0, 0), QUICK);
}

#[test]
#[ignore = "minutes: cargo test --release --test oracles -- --ignored"]
fn other_families_deeper() {
    families(QUICK, LONG);
    positions(QUICK, LONG);
}
