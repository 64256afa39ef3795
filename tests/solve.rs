//! Exact values against those of independent programs, and what becomes of tables and checkpoints.

use houserules::engine::{Game, Play, Verdict};
use houserules::search::solve::{Exact, Method, Nobody, Solution, Table, Trouble, Wanted, solvable, solve};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const MEMORY: u64 = 1 << 30;

fn open(id: &str, settings: &[(&str, &str)]) -> Game {
    houserules::open(id, settings).unwrap_or_else(|e| panic!("{e}"))
}

fn solved(game: &Game, method: Option<Method>, all: bool) -> Solution {
    let wanted = Wanted { method, memory: MEMORY, all };
    solve(&Play::new(game), &wanted, None, &mut Nobody).unwrap_or_else(|e| panic!("{e}"))
}

fn plies(value: Option<Exact>) -> (u8, u32) {
    match value {
        Some(Exact::Win { side, plies, .. }) => (side, plies),
        other => panic!("{other:?}"),
    }
}

/// The rows of a file of the oracles, without its head.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles").join(file);
    let text = std::fs::read_to_string(path).expect("the file is there");
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// A small board of Bison, as a row of the oracles has it: columns, ranks, dogs.
fn bison(row: &[String], first: &str) -> Game {
    open("bison", &[("columns", &row[0]), ("rows", &row[1]), ("dog-count", &row[2]), ("first-turn", first)])
}

fn bison_values(methods: &[Option<Method>], wanted: impl Fn(&str, &str) -> bool) {
    let mut tested = 0;
    for row in rows("bison_values.tsv").iter().filter(|row| wanted(&row[0], &row[1])) {
        let firsts: &[&str] = if row[3] == "either" { &["herd", "defenders"] } else { &[&row[3]] };
        for (first, method) in firsts.iter().flat_map(|first| methods.iter().map(move |m| (first, m))) {
            let game = bison(row, first);
            let mut found = solved(&game, *method, false);
            let winner = &game.rules().sides[usize::from(plies(found.value).0)].name;
            assert_eq!(*winner, row[4], "{row:?}, {first} first, {method:?}");
            // A fault is not seen in the value alone.
            let table = found.table.as_mut().expect("somebody wins");
            table.verify(&Play::new(&game), &mut Nobody).unwrap_or_else(|e| panic!("{row:?}, {method:?}: {e}"));
            tested += 1;
        }
    }
    assert!(tested > 0);
}

/// On 5 x 7 and smaller.
#[test]
fn small_boards_of_bison_have_the_values_of_the_oracles() {
    bison_values(&[Some(Method::Search)], |columns, rows| columns != "7" && rows != "6");
}

/// Some 65 seconds.
#[test]
#[ignore = "slow"]
fn all_boards_of_bison_have_the_values_of_the_oracles() {
    bison_values(&[None], |_, _| true);
}

/// Up to eight million positions: some 3 minutes.
#[test]
#[ignore = "slow"]
fn listing_gives_the_values_of_the_oracles_too() {
    bison_values(&[Some(Method::Retrograde)], |_, rows| rows != "7");
}

fn tiger_values(row: &[String]) {
    let duty = if row[1] == "free" { "free" } else { "must" };
    let leaps = match (row[0].as_str(), duty) {
        ("single", _) => "one",
        (_, "free") => "several",
        // The oracle's tigers must go on leaping while they can.
        _ => "full",
    };
    let game = open("tiger-and-buffaloes", &[("leaps", leaps), ("duty", duty), ("enough", &row[2])]);
    let found = solved(&game, Some(Method::Retrograde), true);
    let (side, plies) = plies(found.value);
    assert_eq!(
        (game.rules().sides[usize::from(side)].name.as_str(), plies.to_string()),
        (row[4].as_str(), row[5].clone())
    );
    let tallies = found.tallies.expect("it was listed");
    let counts: Vec<String> = tallies.iter().flat_map(|t| [t.won, t.drawn, t.lost]).map(|n| n.to_string()).collect();
    assert_eq!(counts, row[6..], "{row:?}");
}

#[test]
fn tiger_and_buffaloes_has_the_values_of_the_oracles() {
    tiger_values(&rows("tiger_values.tsv")[0]);
}

/// Some 25 seconds.
#[test]
#[ignore = "slow"]
fn all_readings_of_tiger_and_buffaloes_have_the_values_of_the_oracles() {
    rows("tiger_values.tsv").iter().for_each(|row| tiger_values(row));
}

fn small() -> Game {
    open("bison", &[("columns", "3"), ("rows", "5"), ("dog-count", "1")])
}

/// A search tells a win, and listing the shortest.
#[test]
fn both_methods_agree() {
    for first in ["herd", "defenders"] {
        for size in [["3", "5", "1"], ["5", "4", "1"], ["5", "4", "2"], ["5", "5", "0"]] {
            let game = bison(&size.map(str::to_owned), first);
            let listed = plies(solved(&game, Some(Method::Retrograde), false).value);
            let searched = solved(&game, Some(Method::Search), false);
            let (side, at_most) = plies(searched.value);
            assert_eq!(side, listed.0, "{size:?}, {first} first");
            assert!(at_most >= listed.1, "{size:?}, {first} first: {at_most} plies, and {} is the least", listed.1);
            if let Some(Exact::Win { shortest: true, .. }) = searched.value {
                assert_eq!(at_most, listed.1, "{size:?}, {first} first");
            }
        }
    }
}

/// The winner by the table against every reply, and the loser as long as it can.
#[test]
fn a_table_plays_to_the_end_that_it_tells() {
    for method in [Method::Retrograde, Method::Search] {
        let game = small();
        let table = solved(&game, Some(method), false).table.expect("somebody wins");
        let mut play = Play::new(&game);
        let Some(Exact::Win { side, plies, .. }) = table.value(&play) else { panic!("{:?}", table.value(&play)) };
        let mut left = plies;
        while let Some((mv, value)) = table.best(&play) {
            let Exact::Win { side: winner, plies, .. } = value else { panic!("{value:?}") };
            assert_eq!(winner, side);
            assert!(plies <= left, "{plies} plies, and {left} were left");
            left = plies - 1;
            play.play(&mv).expect("a legal move");
        }
        assert_eq!(play.outcome().map(|o| o.result.clone()), Some(Verdict::Win(side)));
        assert_eq!(table.value(&play), Some(Exact::Win { side, plies: 0, shortest: true }));
    }
}

fn written(game: &Game, method: Method) -> Vec<u8> {
    let mut bytes = Vec::new();
    solved(game, Some(method), false).table.expect("somebody wins").write(&mut bytes).expect("memory");
    bytes
}

#[test]
fn a_table_is_read_as_it_was_written() {
    let game = small();
    for method in [Method::Retrograde, Method::Search] {
        let bytes = written(&game, method);
        let mut table = Table::read(&bytes, &game).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(table.is_exact(), method == Method::Retrograde);
        let checked = table.verify(&Play::new(&game), &mut Nobody).expect("it is right");
        assert!(checked > 10 && checked <= table.len() as u64);
        let mut again = Vec::new();
        table.write(&mut again).expect("memory");
        assert!(bytes == again);
        // Settings that change nothing but the match leave it alone; others do not.
        let other = open("bison", &[("columns", "3"), ("rows", "5"), ("dog-count", "0")]);
        assert!(matches!(Table::read(&bytes, &other), Err(Trouble::Foreign(_))));
    }
}

#[test]
fn what_is_no_table_is_refused() {
    let game = small();
    for method in [Method::Retrograde, Method::Search] {
        let bytes = written(&game, method);
        let step = (bytes.len() / 300).max(1);
        for length in (0..bytes.len()).step_by(step) {
            assert!(Table::read(&bytes[..length], &game).is_err(), "{length} bytes");
        }
        for at in (0..bytes.len()).step_by(step) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            assert!(Table::read(&damaged, &game).is_err(), "byte {at}");
            // Somebody who puts the digest right gets no further than an error, either.
            sign(&mut damaged);
            if let Ok(mut table) = Table::read(&damaged, &game) {
                let _ = table.verify(&Play::new(&game), &mut Nobody);
                let _ = table.best(&Play::new(&game));
            }
        }
    }
}

/// Puts the digest at the end right.
fn sign(bytes: &mut [u8]) {
    let (all, digest) = bytes.split_at_mut(bytes.len() - 32);
    digest.copy_from_slice(&Sha256::digest(&*all));
}

/// A value that is wrong is found, wherever it is.
#[test]
fn a_wrong_value_does_not_stand_the_test() {
    let game = small();
    let bytes = written(&game, Method::Retrograde);
    let count = Table::read(&bytes, &game).expect("a table").len();
    // The entries stand at the end, before the digest.
    let entry = |n: usize, width: usize| bytes.len() - 32 - (count - n) * width;
    let width =
        (1..=18).find(|w| bytes[entry(0, *w) - 8..entry(0, *w)] == (count as u64).to_le_bytes()).expect("a width");
    for n in (0..count).step_by(count / 40) {
        let at = entry(n, width) + width - 2;
        let value = u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        // A draw, the other winner, two plies more.
        for wrong in [0, ((value - 1) ^ 1) + 1, value + 4] {
            let mut damaged = bytes.clone();
            damaged[at..at + 2].copy_from_slice(&wrong.to_le_bytes());
            sign(&mut damaged);
            let mut table = Table::read(&damaged, &game).expect("it is signed");
            let checked = table.verify(&Play::new(&game), &mut Nobody);
            assert!(matches!(checked, Err(Trouble::Wrong { .. })), "entry {n}, {value} to {wrong}: {checked:?}");
        }
    }
}

/// A strategy that says too few plies somewhere, or lacks a position, is found wrong.
#[test]
fn a_wrong_strategy_does_not_stand_the_test() {
    let game = small();
    let bytes = written(&game, Method::Search);
    let count = Table::read(&bytes, &game).expect("a table").len();
    let (width, mut caught) = (18, 0);
    for n in 0..count {
        let at = bytes.len() - 32 - (count - n) * width + width - 2;
        let mut damaged = bytes.clone();
        // A win in one ply of the same side.
        let side = (u16::from_le_bytes([bytes[at], bytes[at + 1]]) - 1) % 2;
        damaged[at..at + 2].copy_from_slice(&(1 + 2 + side).to_le_bytes());
        sign(&mut damaged);
        let mut table = Table::read(&damaged, &game).expect("it is signed");
        if damaged != bytes && table.verify(&Play::new(&game), &mut Nobody).is_err() {
            caught += 1;
        }
    }
    assert!(caught > count / 2, "{caught} of {count}");
}

#[test]
fn what_hangs_on_more_than_the_position_is_refused() {
    let why = |id: &str, settings: &[(&str, &str)]| solvable(&open(id, settings)).err();
    assert_eq!(why("tiger-and-buffaloes", &[]), None);
    assert_eq!(why("bison", &[("may-pass", "both")]), None);
    assert!(matches!(why("tiger-and-buffaloes", &[("repeating", "ban")]), Some(Trouble::History(_))));
    assert!(matches!(why("tiger-and-buffaloes", &[("duty", "huff")]), Some(Trouble::Unheld(_))));
    assert!(matches!(why("bison-rearguard", &[]), Some(Trouble::Script(_))));
}

// ---- the program

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_houserules")).args(args).output().expect("it runs")
}

fn answered(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn failed(args: &[&str], code: i32) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_program_tells_value_line_and_counts() {
    let text =
        answered(&["solve", "bison", "--set", "columns=3", "--set", "rows=5", "--set", "dog-count=1", "--verify"]);
    assert!(text.starts_with("Bison, the herd to move: the defenders win in 8 plies\n"), "{text}");
    assert!(text.contains("positions were checked"), "{text}");
    let text = answered(&[
        "solve",
        "bison",
        "--set",
        "columns=3",
        "--set",
        "rows=5",
        "--set",
        "dog-count=1",
        "--json",
        "--method",
        "search",
    ]);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["value"]["winner"], "defenders");
    assert_eq!(json["method"], "search");
    assert_eq!(json["line"].as_array().map(Vec::len), json["value"]["plies"].as_u64().map(|n| n as usize));
}

#[test]
fn what_cannot_be_solved_is_refused_with_a_code_and_what_may_help() {
    let said = failed(&["solve", "tiger-and-buffaloes", "--set", "repeating=ban"], 1);
    assert!(said.contains("HS0103") && said.contains("--set repeating=draw"), "{said}");
    let said = failed(&["solve", "tiger-and-buffaloes", "--set", "stuck-buffaloes=ruling"], 1);
    assert!(said.contains("HS0102") && said.contains("--set stuck-buffaloes=lose"), "{said}");
    let said = failed(&["solve", "tiger-and-buffaloes", "--set", "progress=yes", "--method", "retrograde"], 1);
    assert!(said.contains("HS0104") && said.contains("--set progress=no"), "{said}");
    let said = failed(&["solve", "bison-no-return"], 1);
    assert!(said.contains("HS010"), "{said}");
    let said = failed(&["solve", "tests/sketches/three-herds.rules"], 1);
    assert!(said.contains("HS0101") && said.contains("3 sides"), "{said}");
    let said = failed(&["solve", "tiger-and-buffaloes", "--set", "duty=huff"], 1);
    assert!(said.contains("HS0105") && said.contains("--set duty=free"), "{said}");
    // After a1-b1 nothing can move, and no ending says what that means.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stuck.rules");
    let rules = r#"
        game "Stuck" {}
        board squares 3 x 1
        side white faces east
        side black faces west
        piece man (men) "M" of white { step forward to empty }
        piece stone "S" of black { step forward to empty }
        start {
            place men at a1
            place stones at c1
        }
        turns from white, alternating
        end white wins when any man in c1 "there"
    "#;
    std::fs::write(&file, rules).expect("a file");
    let said = failed(&["solve", &file.display().to_string()], 1);
    assert!(said.contains("HS0106") && said.contains("black cannot move"), "{said}");
    let said = failed(&["solve", "bison", "--method", "retrograde"], 1);
    assert!(said.contains("HS0107"), "{said}");
    let said = failed(&["solve", "tiger-and-buffaloes", "--method", "retrograde", "--memory", "2M"], 1);
    assert!(said.contains("HS0201") && said.contains("positions were found"), "{said}");
    failed(&["solve", "bison", "--memory", "much"], 2);
}

#[test]
fn a_table_is_written_checked_and_refused_by_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("small.table").display().to_string();
    let small = ["solve", "bison", "--set", "columns=3", "--set", "rows=5", "--table", &file];
    let with = |more: &[&str]| small.iter().chain(more).map(|s| (*s).to_owned()).collect::<Vec<String>>();
    let call = |list: Vec<String>| run(&list.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(call(with(&["--set", "dog-count=1"])).status.success());
    let checked = call(with(&["--set", "dog-count=1", "--verify"]));
    assert!(String::from_utf8_lossy(&checked.stdout).contains("stands the test"), "{checked:?}");
    let foreign = call(with(&["--set", "dog-count=0", "--verify"]));
    assert_eq!(foreign.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&foreign.stderr).contains("HS0302"), "{foreign:?}");
    let mut bytes = std::fs::read(&file).expect("a table");
    bytes.truncate(bytes.len() - 1);
    std::fs::write(&file, bytes).expect("a table");
    let damaged = call(with(&["--set", "dog-count=1", "--verify"]));
    assert_eq!(damaged.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("HS0301"), "{damaged:?}");
}

/// The program is killed again and again, and comes to the same end.
fn killed(args: &[&str]) {
    let whole: serde_json::Value = serde_json::from_str(&answered(args)).expect("JSON");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept").display().to_string();
    let args: Vec<&str> = args.iter().copied().chain(["--checkpoint", &file, "--every", "0"]).collect();
    let mut kills = 0;
    for wait in [0, 30, 100, 300] {
        let mut child =
            Command::new(env!("CARGO_BIN_EXE_houserules")).args(&args).stdout(Stdio::null()).spawn().expect("it runs");
        let begun = Instant::now();
        // As soon as something new is kept, or a little later.
        let kept = || std::fs::metadata(&file).and_then(|m| m.modified()).ok();
        let before = kept();
        while kept() == before
            && begun.elapsed() < Duration::from_mins(1)
            && child.try_wait().expect("a child").is_none()
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(wait));
        if child.try_wait().expect("a child").is_none() {
            child.kill().expect("it can be killed");
            kills += 1;
        }
        child.wait().expect("a child");
    }
    assert!(kills > 0, "it was always too fast");
    let resumed: serde_json::Value = serde_json::from_str(&answered(&args)).expect("JSON");
    assert_eq!(resumed, whole);
    assert!(!Path::new(&file).exists());
}

#[test]
fn a_listing_that_was_killed_goes_on() {
    killed(&[
        "solve",
        "bison",
        "--set",
        "columns=5",
        "--set",
        "rows=5",
        "--set",
        "dog-count=1",
        "--json",
        "--method",
        "retrograde",
    ]);
}

#[test]
fn a_search_that_was_killed_goes_on() {
    killed(&[
        "solve",
        "bison",
        "--set",
        "columns=7",
        "--set",
        "rows=5",
        "--set",
        "dog-count=1",
        "--json",
        "--method",
        "search",
    ]);
}

/// What is kept of one game or position is not gone on with in another.
#[test]
fn what_was_kept_is_of_one_position() {
    let game = open("bison", &[("columns", "5"), ("rows", "4"), ("dog-count", "1")]);
    struct Keep(Vec<u8>);
    impl houserules::search::solve::Watch for Keep {
        fn look(&mut self, _: &houserules::search::solve::Progress) -> houserules::search::solve::Wish {
            houserules::search::solve::Wish::Save
        }
        fn save(
            &mut self,
            write: &mut dyn FnMut(&mut dyn std::io::Write) -> std::io::Result<()>,
        ) -> std::io::Result<()> {
            self.0.clear();
            write(&mut self.0)
        }
    }
    for method in [Method::Retrograde, Method::Search] {
        let wanted = Wanted { method: Some(method), memory: MEMORY, all: false };
        let mut keep = Keep(Vec::new());
        let whole = solve(&Play::new(&game), &wanted, None, &mut keep).expect("solved");
        assert!(!keep.0.is_empty());
        let again = solve(&Play::new(&game), &wanted, Some(&keep.0), &mut Nobody).expect("solved");
        assert_eq!((whole.value, whole.positions, &whole.line), (again.value, again.positions, &again.line));
        let mut moved = Play::new(&game);
        let mv = moved.moves().expect("no script")[0].clone();
        moved.play(&mv).expect("a legal move");
        let other = solve(&moved, &wanted, Some(&keep.0), &mut Nobody);
        assert!(matches!(other, Err(Trouble::Foreign(_))), "{other:?}");
        for length in (0..keep.0.len()).step_by(keep.0.len() / 50 + 1) {
            assert!(solve(&Play::new(&game), &wanted, Some(&keep.0[..length]), &mut Nobody).is_err());
        }
    }
}
