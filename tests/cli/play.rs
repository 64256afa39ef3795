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
    assert!(game.contains("The game is over: "), "{game}");
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

#[test]
fn save_leaves_other_files_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = super::write(dir.path(), "letter.txt", "Dear aunt");
    let mut save = houserules(&["play", "bison", "--seed", "1"]);
    assert_snapshot!(told(save.current_dir(&dir).write_stdin("save letter.txt\nsave nowhere/game.txt\n")));
    assert_eq!(std::fs::read_to_string(path).expect("the letter"), "Dear aunt");
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
