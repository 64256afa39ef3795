//! The computer as opponent and adviser.

use super::{asked, houserules, json, told, write};
use insta::assert_snapshot;

const SMALL: [&str; 6] = ["--set", "columns=3", "--set", "rows=5", "--set", "dog-count=1"];

/// A call about the small board.
fn small<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[command, "bison"], &SMALL[..], more].concat()
}

/// The oracle says that the defenders win on this board, whoever begins (`tests/oracles/bison_values.tsv`).
#[test]
fn analyse_tells_what_is_proved() {
    assert_snapshot!(asked(&small("analyse", &[])));
    let answer = json(&small("analyse", &["--json"]));
    let moves = answer["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 3);
    assert!(moves.iter().all(|mv| mv["score"] == "loses"), "{answer}");
    assert_eq!(answer["varies"], false);
    let chance = json(&["analyse", "bison", "--nodes", "2000", "--moves", "1", "--json"]);
    let chance = chance["moves"][0]["chance"].as_f64().expect("a number");
    assert!((0.0..=1.0).contains(&chance));
}

#[test]
fn analyse_of_a_game_that_is_over() {
    assert_snapshot!(asked(&["analyse", "bison", "--position", "B10/5C5/11/11/11/11/11 defenders"]));
}

#[test]
fn what_cannot_be_thought_about_is_told() {
    assert_snapshot!(asked(&["analyse", "bison", "--level", "genius"]));
    assert_snapshot!(asked(&["analyse", "bison", "--time", "soon"]));
    assert_snapshot!(asked(&["play", "bison", "--level", "child", "--time", "1s"]));
    assert_snapshot!(asked(&["duel", "bison", "child", "child", "--first-knows", "nowhere.toml"]));
}

/// The same seed gives the same duel on any number of threads.
#[test]
fn duels_are_fought_the_same_way() {
    let duel = |threads| asked(&small("duel", &["casual", "child", "--pairs", "6", "--threads", threads]));
    assert_eq!(duel("1"), duel("3"));
    assert_snapshot!(duel("2"));
}

#[test]
fn tune_learns_the_same_and_play_goes_by_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = write(
        folder.path(),
        "little.rules",
        "game \"Little\" extends bison { version 1.0 }\nset columns to 3\nset rows to 5\nset dog-count to 1\n",
    );
    let tune = |threads: &str, out: &[&str]| {
        let few = ["--rounds", "1", "--games", "12", "--nodes", "60", "--pairs", "2", "--threads", threads];
        told(&mut houserules(&[&["tune", rules.as_str()], &few[..], out].concat()))
    };
    let (a, b) = (folder.path().join("a.toml"), folder.path().join("b.toml"));
    tune("1", &["--out", &a.display().to_string()]);
    tune("3", &["--out", &b.display().to_string()]);
    let read = |path| std::fs::read_to_string(path).expect("it was written");
    assert_eq!(read(&a), read(&b));
    // Beside the rule file, where every opponent at this game finds it.
    let said = tune("2", &[]);
    assert!(said.contains("little.opponent.toml"), "{said}");
    let learnt = folder.path().join("little.opponent.toml");
    assert_eq!(read(&learnt), read(&a));
    let analysed = || asked(&["analyse", &rules, "--nodes", "500", "--moves", "1"]);
    let before = analysed();
    assert!(!before.contains("note:"), "{before}");
    // What is learnt under other settings does not take its place unasked.
    let other = asked(&["tune", &rules, "--set", "first-turn=defenders"]);
    assert!(other.contains("--out FILE") && other.contains("exit code 2"), "{other}");
    // A file that is none is told, and the computer plays on.
    std::fs::write(&learnt, "method = \"guessing\"\n").expect("it can be written");
    let after = analysed();
    assert!(after.contains("is no file of an opponent") && after.contains("exit code 0"), "{after}");
}

/// A level is a number of nodes: the game is the same every time.
#[test]
fn levels_repeat_themselves() {
    let game = || asked(&small("play", &["--players", "computer,computer", "--level", "beginner", "--seed", "4"]));
    let first = game();
    assert_eq!(first, game());
    assert!(first.contains("Level beginner."), "{first}");
    assert!(first.contains("The game is over"), "{first}");
}
