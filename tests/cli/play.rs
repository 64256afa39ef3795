//! `play` on a pipe: plain lines in, plain lines out.

use super::{houserules, told};
use insta::assert_snapshot;

/// Plays with these lines typed.
#[track_caller]
fn played(args: &[&str], lines: &str) -> String {
    told(houserules(args).write_stdin(lines))
}

#[test]
fn a_whole_game() {
    // Two persons at one board: the herd runs on f while a dog walks to and fro.
    let lines = "f1-f2\nd6-d5\nf2-f3\nd5-d6\ne1-e2\nf6-e5\nf3-f4\ne5-d5\nf4-f5\nd5-c5\nf5-f6\nc5-c4\nf6-f7\n";
    assert_snapshot!(played(&["play", "bison", "--players", "person", "--seed", "1"], lines));
}

#[test]
fn against_the_computer_with_a_seed() {
    assert_snapshot!(played(&["play", "bison", "--seed", "7"], "f1-f2\ne1-e2\nundo\nmoves e1\nhint\nquit\n"));
}

#[test]
fn the_computer_moves_first_where_the_person_has_the_other_side() {
    assert_snapshot!(played(&["play", "bison", "--seed", "7", "--side", "defenders"], "moves f6\nresign\n"));
}

#[test]
fn two_computers_play_to_the_end() {
    let game = played(&["play", "bison", "--players", "computer,computer", "--seed", "2"], "");
    assert!(game.contains("The game is over; "), "{game}");
    assert_eq!(game, played(&["play", "bison", "--players", "computer,computer", "--seed", "2"], ""));
}

#[test]
fn refused_moves_and_questions() {
    let lines = "f1-f3\nf6-f7\nwhy f1-f2\nf1\nmvoes\nz9-z8\nsave\nundo\nmoves d6\nposition\nhelp\n";
    assert_snapshot!(played(&["play", "bison", "--players", "person", "--seed", "1"], lines));
}

#[test]
fn board_on_a_pipe() {
    assert_snapshot!(played(&["play", "bison", "--players", "person", "--seed", "1"], "f1-f2\nboard\n"));
}

#[test]
fn pieces_in_hand_are_told() {
    let set = ["--set", "placements=four"];
    let args = ["play", "tiger-and-buffaloes", "--players", "person", "--seed", "1", set[0], set[1]];
    assert_snapshot!(played(&args, "B@a1\nboard\n"));
}

#[test]
fn saved_and_loaded() {
    let dir = tempfile::tempdir().expect("a directory");
    let save = "f1-f2\ne6-e5\nsave game.txt\nquit\n";
    let args = ["play", "bison", "--set", "columns=7", "--players", "person", "--seed", "1"];
    let lines = save.replace("f1-f2", "d1-d2").replace("e6-e5", "d6-d5");
    assert_snapshot!(told(houserules(&args).current_dir(&dir).write_stdin(lines)));
    let file = std::fs::read_to_string(dir.path().join("game.txt")).expect("the game");
    // The hash of the meaning changes whenever the meaning is written down in another way.
    let file: Vec<&str> = file.lines().filter(|l| !l.starts_with("[Rules ")).collect();
    assert_snapshot!(file.join("\n"));
    let mut load = houserules(&["play", "--load", "game.txt", "--players", "person", "--seed", "1"]);
    assert_snapshot!(told(load.current_dir(&dir).write_stdin("undo\nmoves\nload game.txt\nposition\n")));
}

/// What a script does after a move stands in the move's line, and `why` tells it beforehand.
#[test]
fn what_a_script_does_is_told() {
    let lines = "f1-f2\nd6-d5\nf2-f3\nd5-d6\nwhy f3-f4\nf3-f4/a1\n";
    assert_snapshot!(played(&["play", "bison-stampede", "--players", "person", "--seed", "1"], lines));
    // What a script only remembers is not told.
    let lines = "f1-f2\nd6-d5\n";
    let told = played(&["play", "bison-no-return", "--players", "person", "--seed", "1"], lines);
    assert!(told.contains("\ndefenders: d6-d5\n"), "{told}");
}

/// A script is part of the rules that a record names: a change of its text is told when the game is loaded, and a move that
/// the script now decides otherwise cannot be played again.
#[test]
fn a_script_that_has_changed_is_told_when_a_game_is_loaded() {
    let dir = tempfile::tempdir().expect("a directory");
    let rules = include_str!("../../rulesets/bison-stampede.rules").replace("bison-stampede.rhai", "mine.rhai");
    let script = include_str!("../../rulesets/bison-stampede.rhai");
    super::write(dir.path(), "mine.rules", &rules);
    super::write(dir.path(), "mine.rhai", script);
    let lines = "f1-f2\nd6-d5\nf2-f3\nd5-d6\nf3-f4/a1\nsave game.txt\n";
    let mut play = houserules(&["play", "mine.rules", "--players", "person", "--seed", "1"]);
    let saved = told(play.current_dir(&dir).write_stdin(lines));
    assert!(saved.ends_with("exit code 0"), "{saved}");
    let load = || told(houserules(&["play", "--load", "game.txt"]).current_dir(&dir).write_stdin("quit\n"));
    let note = "! note: the game was saved under other rules: their meaning has changed, or one of their scripts\n";
    assert!(!load().contains("note:"), "{}", load());
    super::write(dir.path(), "mine.rhai", &format!("// As we play it.\n{script}"));
    let said = load();
    assert!(said.contains(note) && said.ends_with("exit code 0"), "{said}");
    super::write(dir.path(), "mine.rhai", &script.replace("!= 4", "!= 5"));
    let said = load();
    assert!(said.contains(note) && !said.ends_with("exit code 0"), "{said}");
    assert_snapshot!(said);
}

#[test]
fn save_leaves_other_files_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = super::write(dir.path(), "letter.txt", "Dear aunt");
    let mut save = houserules(&["play", "bison", "--seed", "1"]);
    assert_snapshot!(told(save.current_dir(&dir).write_stdin("save letter.txt\nsave nowhere/game.txt\n")));
    assert_eq!(std::fs::read_to_string(path).expect("the letter"), "Dear aunt");
}

#[test]
fn save_leaves_other_games_alone_until_it_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    let play = |lines: &'static str| {
        let mut play = houserules(&["play", "bison", "--players", "person", "--seed", "1"]);
        told(play.current_dir(&dir).write_stdin(lines))
    };
    let first = play("f1-f2\nsave game.txt\nd6-d5\nsave game.txt\n");
    assert_eq!(first.matches("saved to game.txt").count(), 2, "{first}");
    let second = play("e1-e2\nsave game.txt\n");
    assert!(second.contains("`game.txt` holds another saved game; `save! game.txt` overwrites it"), "{second}");
    let text = || std::fs::read_to_string(dir.path().join("game.txt")).expect("a game");
    assert!(text().contains("f1-f2"), "{}", text());
    // What was loaded may be written.
    assert!(play("load game.txt\nf2-f3\nsave game.txt\n").contains("saved to game.txt"));
    assert!(play("e1-e2\nsave! game.txt\n").contains("saved to game.txt"));
    assert!(text().contains("e1-e2"), "{}", text());
}

#[test]
fn a_saved_game_keeps_how_the_computer_thinks() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut begin = houserules(&["play", "bison", "--time", "50ms", "--threads", "2", "--seed", "1"]);
    told(begin.current_dir(&dir).write_stdin("save game.txt\n"));
    let text = std::fs::read_to_string(dir.path().join("game.txt")).expect("a game");
    assert!(text.contains("[Time \"50ms\"]") && text.contains("[Threads \"2\"]"), "{text}");
    let load = |more: &[&str]| {
        told(houserules(&[&["play", "--load", "game.txt"], more].concat()).current_dir(&dir).write_stdin("quit\n"))
    };
    assert!(load(&[]).contains("The computer thinks 50ms a move."));
    assert!(load(&["--level", "child"]).contains("Level child."));
    // A table of exact values is found again, and missed where it is gone.
    let small = ["bison", "--set", "columns=3", "--set", "rows=5", "--set", "dog-count=1"];
    let of = |command: &'static str| [&[command], &small[..], &["--table", "known.table"]].concat();
    told(houserules(&of("solve")).current_dir(&dir));
    told(houserules(&of("play")).current_dir(&dir).write_stdin("save! game.txt\n"));
    let text = std::fs::read_to_string(dir.path().join("game.txt")).expect("a game");
    assert!(text.contains("[Table \"known.table\"]"), "{text}");
    assert!(!load(&[]).contains("note:"), "{}", load(&[]));
    std::fs::remove_file(dir.path().join("known.table")).expect("it was there");
    assert!(load(&[]).contains("! note: the computer plays without its table: "), "{}", load(&[]));
}

#[test]
fn another_game_begins_at_the_same_table() {
    let lines = "f1f2\nresign\nnew\nf1-f2\nrematch\nquit\n";
    let told = played(&["play", "bison", "--names", "Ann", "--seed", "1"], lines);
    let plays: Vec<&str> = told.lines().filter(|l| l.starts_with("Bison. ")).collect();
    let first = "Bison. Ann plays herd, Computer plays defenders.";
    assert_eq!(plays, [first, first, "Bison. Computer plays herd, Ann plays defenders."], "{told}");
    assert!(told.contains("Seed 2.") && told.contains("Seed 3."), "{told}");
}

#[test]
fn load_says_what_is_wrong() {
    let dir = tempfile::tempdir().expect("a directory");
    super::write(dir.path(), "letter.txt", "Dear aunt");
    super::write(dir.path(), "bad.txt", "[Ruleset \"bison\"]\n\n1. f1-f3\n");
    for file in ["letter.txt", "bad.txt", "none.txt"] {
        let mut load = houserules(&["play", "--load", file]);
        assert_snapshot!(format!("load_{}", file.trim_end_matches(".txt")), told(load.current_dir(&dir)));
    }
}

#[test]
fn a_line_of_noise_does_no_harm() {
    let mut lines = vec![b'x'; 200_000];
    lines.extend(b"\n\xff\xfe\x00\nposition\n");
    let told = told(houserules(&["play", "bison", "--seed", "1"]).write_stdin(lines));
    assert!(told.ends_with("BBBBBBBBBBB herd\nexit code 0"), "{told}");
}

#[test]
fn resigned_game_stays_over_when_it_is_loaded() {
    let dir = tempfile::tempdir().expect("a directory");
    let args = ["play", "bison", "--players", "person", "--seed", "1"];
    let saved = told(houserules(&args).current_dir(&dir).write_stdin("f1-f2\nd6-d5\nresign\nsave game.txt\n"));
    assert!(saved.contains("The game is over; the defenders win: the herd gave the game up.\n"), "{saved}");
    let mut load = houserules(&["play", "--load", "game.txt"]);
    assert_snapshot!(told(load.current_dir(&dir).write_stdin("f2-f3\nundo\nf2-f3\n")));
    // As records had it once.
    let path = dir.path().join("game.txt");
    let old = std::fs::read_to_string(&path).expect("the game").replace("defenders win", "defenders wins");
    std::fs::write(&path, old).expect("the game can be written");
    let mut load = houserules(&["play", "--load", "game.txt"]);
    let told = told(load.current_dir(&dir).write_stdin("quit\n"));
    assert!(told.contains("The game is over; the defenders win: the herd gave the game up.\n"), "{told}");
}

#[test]
fn record_keeps_who_plays_the_seed_and_the_way_to_its_rules() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(dir.path().join("games")).expect("a directory");
    super::write(
        &dir.path().join("games"),
        "wide.rules",
        "game \"Wide\" extends bison { version 1.0 }\nset columns to 13\n",
    );
    let args = ["play", "games/wide.rules", "--players", "computer,person", "--seed", "5"];
    told(houserules(&args).current_dir(&dir).write_stdin("save games/game.txt\n"));
    let record = std::fs::read_to_string(dir.path().join("games/game.txt")).expect("the game");
    for tag in ["[File \"wide.rules\"]", "[Players \"computer,person\"]", "[Seed \"5\"]"] {
        assert!(record.contains(tag), "{record}");
    }
    let mut load = houserules(&["play", "--load", "games/game.txt"]);
    assert_snapshot!(told(load.current_dir(&dir).write_stdin("quit\n")));
}

#[test]
fn record_of_other_rules_says_so_when_it_fails() {
    let dir = tempfile::tempdir().expect("a directory");
    super::write(dir.path(), "old.txt", "[Ruleset \"bison\"]\n[Rules \"0123456789abcdef\"]\n\n1. f1-f3\n");
    super::write(dir.path(), "odd.txt", "[Ruleset \"bisno\"]\n\n1. f1-f2\n");
    for file in ["old.txt", "odd.txt"] {
        let mut load = houserules(&["play", "--load", file]);
        assert_snapshot!(format!("load_{}", file.trim_end_matches(".txt")), told(load.current_dir(&dir)));
    }
}

#[test]
fn moves_as_people_type_them() {
    let lines = "F1-F2\nd6 - d5\nf2\u{2013}f3\nD5->D6\nF3 -> Z9\n";
    assert_snapshot!(played(&["play", "bison", "--players", "person", "--seed", "1"], lines));
}

#[test]
fn example_of_a_move_fits_the_phase() {
    assert_snapshot!(played(&["play", "tiger-and-buffaloes", "--players", "person", "--seed", "1"], "a1\n"));
}

#[test]
fn players_of_a_single_game_have_names_and_keep_them() {
    let dir = tempfile::tempdir().expect("a directory");
    let args = ["play", "bison", "--players", "person", "--names", "Ann,Ben", "--seed", "1"];
    let begun = told(houserules(&args).current_dir(&dir).write_stdin("f1-f2\nsave game.txt\n"));
    let mut load = houserules(&["play", "--load", "game.txt"]);
    let loaded = told(load.current_dir(&dir));
    let against = played(&["play", "bison", "--names", "Ann", "--side", "defenders", "--seed", "1"], "");
    assert_snapshot!([begun, loaded, against].join("\n\n"));
}

#[test]
fn a_saved_game_brings_its_own_rules() {
    let said = [
        super::asked(&["play", "bison", "--load", "game.txt"]),
        super::asked(&["play", "--load", "game.txt", "--names", "Ann,Ben"]),
    ];
    assert_snapshot!(said.join("\n"));
}

/// Plays by rules whose script has this body; without the drawings of faults, of which the first line alone stays.
#[track_caller]
fn played_with_script(body: &str, players: &[&str], lines: &str) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    let rules =
        "game \"Torn\" extends bison { version 1.0 }\nhook legality torn in \"torn.rhai\" \"whether it holds\"\n";
    super::write(dir.path(), "torn.rules", rules);
    super::write(dir.path(), "torn.rhai", &format!("fn torn(position, move, after) {{\n{body}\n}}\n"));
    let mut play = houserules(&[&["play", "torn.rules", "--seed", "1"], players].concat());
    let told = told(play.current_dir(&dir).write_stdin(lines));
    let drawn = |line: &&str| !line.starts_with([' ', '|']) && !line.starts_with("3 |") && !line.starts_with("2 |");
    told.lines().filter(drawn).collect::<Vec<_>>().join("\n")
}

const PERSONS: [&str; 2] = ["--players", "person"];

#[test]
fn a_fault_of_a_script_is_told_once_at_a_position() {
    let lines = "moves\nhint\nwhy d6-d5\nf1-f2\nposition\nmvoes\nundo\n";
    let always = "\n    throw \"torn\";";
    assert_snapshot!("fault_at_the_start", played_with_script(always, &PERSONS, lines));
    let computer = played_with_script(always, &["--side", "defenders"], "moves\nmoves\n");
    assert_snapshot!("fault_before_the_computer_begins", computer);
    // It fails as soon as a buffalo has left f1. Whether the other side can move then belongs to the move.
    let later = "    if position.is_empty(\"f1\") {\n        throw \"torn\";\n    }\n    true";
    let lines = "f1-f2\nmoves\nf1-f2\nhint\ne1-e2\nundo\nf1-f2\n";
    assert_snapshot!("fault_of_a_move", played_with_script(later, &PERSONS, lines));
}
