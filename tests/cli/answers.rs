//! What is asked about rules and positions.

use super::{asked, houserules, json};
use insta::assert_snapshot;

#[test]
fn help() {
    assert_snapshot!(asked(&["--help"]));
    assert_snapshot!(asked(&["play", "--help"]));
}

#[test]
fn list() {
    assert_snapshot!(asked(&["list"]));
    let families = json(&["list", "--json"]);
    assert_eq!(families["default"], "bison");
    assert_eq!(families["families"][0]["rulesets"][0]["id"], "bison");
}

#[test]
fn first_moves() {
    assert_snapshot!(asked(&["moves", "bison", "--set", "columns=5"]), @r"
    a1-a2
    b1-b2
    c1-c2
    d1-d2
    e1-e2
    exit code 0
    ");
}

#[test]
fn moves_in_json() {
    let answer = json(&["moves", "bison", "--position", "11/BC9/11/11/11/11/10B defenders", "--json"]);
    assert_eq!(answer["to_move"], "defenders");
    assert_eq!(answer["outcome"], serde_json::Value::Null);
    let moves = answer["moves"].as_array().expect("a list");
    // The chief on b6 has five neighbours in the prairie; a6 holds a buffalo.
    assert_eq!(moves.len(), 5);
    let capture = moves.iter().find(|m| m["move"] == "b6xa6").expect("the capture");
    assert_eq!(capture["captured"][0]["piece"], "buffalo");
}

#[test]
fn moves_of_a_game_that_is_over() {
    let position = "B10/5C5/11/11/11/11/11 defenders";
    assert_snapshot!(asked(&["moves", "bison", "--position", position]), @r"
    ! the game is over; the herd wins: a buffalo reached the village
    exit code 0
    ");
}

#[test]
fn why_a_move_is_legal() {
    assert_snapshot!(asked(&["why", "bison", "f1-f2"]));
}

#[test]
fn why_a_move_is_not_legal() {
    let position = "11/11/11/4D6/4B6/11/10B defenders";
    assert_snapshot!(asked(&["why", "bison", "e4-e2", "--position", position]));
}

#[test]
fn why_in_json() {
    let answer = json(&["why", "bison", "f1-f3", "--json"]);
    assert_eq!(answer["legal"], false);
    assert_eq!(answer["file"], "bison.rules");
    assert!(answer["line"].is_u64());
}

#[test]
fn perft_of_bison() {
    // tests/oracles: counted by two independent programs.
    assert_snapshot!(asked(&["perft", "bison", "--depth", "4"]), @r"
    381796
    exit code 0
    ");
}

#[test]
fn perft_divided() {
    // By symmetry a and k, b and j, ... give the same; together they are the 595 of depth 2.
    assert_snapshot!(asked(&["perft", "bison", "--depth", "2", "--divide"]));
    let divided = json(&["perft", "bison", "--depth", "2", "--divide", "--json"]);
    assert_eq!(divided["nodes"], 595);
}

#[test]
fn bench_counts_what_it_times() {
    let answer = json(&["bench", "bison", "--games", "3", "--depth", "2", "--json"]);
    assert_eq!((&answer["games"], &answer["nodes"]), (&3.into(), &595.into()));
    let again = json(&["bench", "bison", "--games", "3", "--depth", "2", "--json"]);
    assert_eq!(answer["plies"], again["plies"]);
}

#[test]
fn completions_and_manual() {
    houserules(&["completions", "bash"]).assert().success();
    houserules(&["man"]).assert().success();
    let dir = tempfile::tempdir().expect("a directory");
    houserules(&["man", &dir.path().display().to_string()]).assert().success();
    assert!(dir.path().join("houserules-play.1").exists());
}

#[test]
fn closed_pipe_is_no_error() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("houserules"))
        .args(["play", "bison", "--players", "computer", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // One byte is read, then the pipe is closed.
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut [0]).expect("it says something");
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn show_a_variant() {
    assert_snapshot!(asked(&["show", "bison-bull"]));
}

#[test]
fn show_as_page_and_in_json() {
    let page = houserules(&["show", "zombies", "--html"]).output().expect("the program runs").stdout;
    let page = String::from_utf8(page).expect("UTF-8");
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && page.ends_with("</html>\n"));
    let answer = json(&["show", "bison", "--json"]);
    assert_eq!((&answer["id"], &answer["board"]["columns"]), (&"bison".into(), &11.into()));
    let changed = json(&["show", "bison-small", "--json"]);
    assert!(!changed["differences"].as_array().expect("a list").is_empty());
}

#[test]
fn scripts_are_shown_as_they_are_written() {
    let script = include_str!("../../rulesets/bison-stampede.rhai").trim_end();
    let shown = asked(&["show", "bison-stampede", "--scripts"]);
    assert_eq!(shown, format!("// bison-stampede.rhai\n\n{script}\nexit code 0"));
    // Bison itself asks a script only where an option says so.
    assert!(asked(&["show", "bison", "--set", "tie=fewest", "--scripts"]).starts_with("// bison.rhai\n\n"));
    let none = "No script decides anything in Bison under these settings.\nexit code 0";
    assert_eq!(asked(&["show", "bison", "--scripts"]), none);
}
