//! `play --match` on a pipe.

use super::{asked, houserules, told};
use insta::assert_snapshot;

/// Plays with these lines typed.
#[track_caller]
fn played(args: &[&str], lines: &str) -> String {
    told(houserules(args).write_stdin(lines))
}

/// A board of three columns and four ranks without dogs: the herd needs three moves.
const SMALL: [&str; 6] = ["--set", "columns=3", "--set", "rows=4", "--set", "dog-count=0"];

fn small(more: &[&'static str]) -> Vec<&'static str> {
    [&["play", "bison", "--match", "--seed", "1"], SMALL.as_slice(), more].concat()
}

/// The herd runs on file a while the chief walks to and fro.
const HERD_WINS: &str = "a1-a2\nb3-c2\na2-a3\nc2-b3\na3-a4\n";

#[test]
fn two_persons_play_a_match_that_is_tied() {
    let lines = format!("standing\n{HERD_WINS}undo\nstanding\n{HERD_WINS}standing\na1-a2\nquit\n");
    assert_snapshot!(played(&small(&["--players", "person", "--names", "Ann,Ben"]), &lines));
}

#[test]
fn one_player_wins_as_each_side() {
    // Ann wins as herd; in the second round she is the defenders, and the herd gives up at its second turn.
    let lines = format!("{HERD_WINS}c1-c2\nb3xc2\nresign\n");
    assert_snapshot!(played(&small(&["--players", "person", "--names", "Ann,Ben"]), &lines));
}

#[test]
fn the_loser_chooses_a_side() {
    let set = ["--set", "tie=play-on", "--set", "added-rounds=loser", "--players", "person", "--names", "Ann,Ben"];
    let lines = format!("{HERD_WINS}{HERD_WINS}dogs\n\nDefenders\nresign\n");
    assert_snapshot!(played(&small(&set), &lines));
}

#[test]
fn resigned_rounds_are_played_again_where_the_house_says_so() {
    let set = ["--set", "resigning=replayed", "--players", "person", "--names", "Ann,Ben"];
    assert_snapshot!(played(&small(&set), "resign\na1-a2\nresign\nstanding\n"));
}

#[test]
fn computers_play_a_match_to_its_end_and_the_same_one_again() {
    let args = small(&["--players", "computer", "--set", "tie=play-on"]);
    let told = played(&args, "");
    assert!(told.contains("The match is over. ") && told.ends_with("exit code 0"), "{told}");
    assert_eq!(told, played(&args, ""));
}

#[test]
fn a_match_is_saved_and_goes_on() {
    let dir = tempfile::tempdir().expect("a directory");
    let args = small(&["--players", "person", "--names", "Ann,Ben", "--beginner", "Ben", "--save", "match.txt"]);
    told(houserules(&args).current_dir(&dir).write_stdin(format!("{HERD_WINS}c1-c2\n")));
    let file = std::fs::read_to_string(dir.path().join("match.txt")).expect("the match");
    let file: Vec<&str> = file.lines().filter(|l| !l.starts_with("[Rules ")).collect();
    assert_snapshot!("saved_match", file.join("\n"));
    let lines = "standing\nb3xc2\nresign\nundo\nsave again.txt\nload match.txt\nmoves\n";
    let mut load = houserules(&["play", "--load", "match.txt"]);
    assert_snapshot!("loaded_match", told(load.current_dir(&dir).write_stdin(lines)));
    // A match that is over stays so.
    let mut load = houserules(&["play", "--load", "again.txt"]);
    assert_snapshot!("match_that_is_over", told(load.current_dir(&dir).write_stdin("standing\nundo\n")));
}

#[test]
fn wrong_matches_name_the_line() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = "[Match \"bison\"]\n[Players \"Ann, Ben\"]\n\nround 1: Ann as herd, Ben as defenders\n\n1. f1-f9\n";
    super::write(dir.path(), "bad.txt", text);
    assert_snapshot!(told(houserules(&["play", "--load", "bad.txt"]).current_dir(&dir)));
}

#[test]
fn wrong_calls_are_refused() {
    let said = [
        asked(&["play", "tiger-and-buffaloes", "--match"]),
        asked(&["play", "bison", "--match", "--players", "person", "--names", "Ann"]),
        asked(&["play", "bison", "--match", "--names", "Ann,Ann"]),
        asked(&["play", "bison", "--match", "--names", "Ann,B:n"]),
        asked(&["play", "bison", "--match", "--names", "Ann,Herd"]),
        asked(&["play", "bison", "--match", "--names", "Ann,Ben", "--beginner", "Bem"]),
        asked(&["play", "bison", "--match", "--players", "person,person,computer"]),
    ];
    assert_snapshot!(said.join("\n"));
}

#[test]
fn against_the_computer_in_the_first_round_as_the_defenders() {
    let args = small(&["--side", "defenders"]);
    assert_snapshot!(played(&args, "resign\nstanding\nmoves\nquit\n"));
}

#[test]
fn a_script_gives_the_winner_a_handicap() {
    // Ann wins the first round on file a. Her buffalo on a1 is missing in the second; she wins it on file c. In the third
    // two are missing, and Ben's chief has only to take the last one: it stands on c2 beside him.
    let set = ["--set", "tie=handicap", "--set", "most-rounds=4", "--players", "person", "--names", "Ann,Ben"];
    let second = "c1-c2\nb3-a3\nc2-c3\na3-a2\nc3-c4\n";
    let lines = format!("{HERD_WINS}{second}position\nc1-c2\nb3xc2\nstanding\n");
    assert_snapshot!(played(&small(&set), &lines));
}

#[test]
fn a_script_lets_the_defenders_begin_when_a_beginner_plays_them() {
    let set = ["--set", "first-turn=by-player", "--set", "agreement=round", "--players", "person"];
    let who = ["--names", "Ann,Ben", "--beginner", "Ben"];
    let args = small(&[set.as_slice(), &who].concat());
    // Ben begins in the first round; in the second he plays the herd, and the herd begins.
    assert_snapshot!(played(&args, "b3-b2\na1-a2\nresign\na1-a2\nquit\n"));
}

#[test]
fn a_script_breaks_the_tie() {
    // Both win as the herd, Ann in three moves of her own, Ben in four.
    let second = "c1-c2\nb3-c3\na1-a2\nc3-b3\na2-a3\nb3-c3\na3-a4\n";
    let set = ["--set", "tie=fewest", "--players", "person", "--names", "Ann,Ben"];
    let told = played(&small(&set), &format!("{HERD_WINS}{second}"));
    assert!(
        told.contains("Ann wins the match: Ann won in 3 moves, nobody in fewer; as the script `fewest_moves` decides"),
        "{told}"
    );
    // Nobody captured anything.
    let set = ["--set", "tie=margin", "--players", "person", "--names", "Ann,Ben"];
    let told = played(&small(&set), &format!("{HERD_WINS}{HERD_WINS}"));
    assert!(
        told.contains("The match is tied: each player captured 0 buffaloes; as the script `margin` decides"),
        "{told}"
    );
}

#[test]
fn what_scripts_said_is_saved_and_not_asked_again() {
    let dir = tempfile::tempdir().expect("a directory");
    let set = ["--set", "tie=handicap", "--set", "most-rounds=4", "--players", "person", "--save", "match.txt"];
    let args = small(&set);
    told(houserules(&args).current_dir(&dir).write_stdin(HERD_WINS));
    let path = dir.path().join("match.txt");
    let file = std::fs::read_to_string(&path).expect("the match");
    assert!(file.contains("\nstart: remove a1\nnote: Player 1 gives up a buffalo\n"), "{file}");
    // The script would take a1 off.
    std::fs::write(&path, file.replace("remove a1", "remove b1")).expect("the match can be written");
    let mut load = houserules(&["play", "--load", "match.txt"]);
    let told = told(load.current_dir(&dir).write_stdin("moves\n"));
    assert!(told.contains("\na1-a2 c1-c2\n"), "{told}");
}

#[test]
fn a_single_round_asks_who_begins_and_its_record_keeps_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let set = ["--set", "first-turn=by-player", "--players", "person", "--names", "Ann,Ben", "--beginner", "Ben"];
    let args = [&["play", "bison", "--seed", "1"], SMALL.as_slice(), &set].concat();
    let saved = told(houserules(&args).current_dir(&dir).write_stdin("b3-b2\nsave game.txt\n"));
    assert!(saved.contains("The defenders move first.\ndefenders: b3-b2\n"), "{saved}");
    let mut load = houserules(&["play", "--load", "game.txt"]);
    let told = told(load.current_dir(&dir).write_stdin("undo\nposition\n"));
    assert!(told.contains("/BBB defenders"), "{told}");
    // Where nothing is known of the players, the herd begins.
    let moves = [&["moves", "bison", "--set", "first-turn=by-player"], SMALL.as_slice()].concat();
    assert!(asked(&moves).starts_with("a1-a2\n"));
}

#[test]
fn the_names_of_the_persons_are_enough() {
    let greeted = |args: &[&str]| {
        let told = played(&[&["play", "bison", "--seed", "1"], args].concat(), "");
        told.lines().filter(|l| !l.starts_with("Seed ")).collect::<Vec<_>>().join("\n")
    };
    let said = [
        greeted(&["--match", "--names", "Ann"]),
        greeted(&["--match", "--beginner", "Ann", "--side", "defenders"]),
        greeted(&["--match", "--players", "computer,person", "--names", "Ann", "--beginner", "Ann"]),
        greeted(&["--match", "--players", "person", "--beginner", "Ann"]),
        greeted(&["--match", "--beginner", "Ann,Ben"]),
        greeted(&["--names", "Ann", "--beginner", "Player"]),
        greeted(&["--names", "Ann,Ben,Cy"]),
    ];
    assert_snapshot!(said.join("\n\n"));
}

#[test]
fn names_and_scores_of_computers_are_told_apart() {
    let told = played(&small(&["--players", "computer"]), "");
    assert!(told.contains("Standing: Computer 1: "), "{told}");
}
