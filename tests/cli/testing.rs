//! `test`, and `pin` in `play`.

use super::{houserules, json, told, write};
use insta::assert_snapshot;
use std::fs;
use tempfile::TempDir;

const RULES: &str = "game \"Mine\" extends bison { version 1.0 }\n\nset columns to 5\n";
const PAGE: &str = "# Mine\n\n## How many moves?\n\n```example\nhow many moves: 5\noutcome?\n```\n\n## Recorded before\n\n```example\nhow many moves?\n= 6\n```\n";

fn folder(page: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    write(dir.path(), "mine.rules", RULES);
    write(dir.path(), "mine.md", page);
    write(dir.path(), "README.md", "# No example here\n");
    dir
}

#[test]
fn answers_wait_until_they_are_accepted() {
    let dir = folder(PAGE);
    let run = |args: &[&str]| told(houserules(args).current_dir(&dir).env_remove("CI"));
    assert_snapshot!(run(&["test"]));
    assert_eq!(fs::read_to_string(dir.path().join("mine.md")).expect("the page"), PAGE);
    assert!(run(&["test", "--check"]).ends_with("exit code 1"));
    assert!(run(&["test", "mine.rules", "--accept"]).ends_with("exit code 0"));
    let page = PAGE.replace("outcome?\n", "outcome?\n= none\n").replace("= 6", "= 5");
    assert_eq!(fs::read_to_string(dir.path().join("mine.md")).expect("the page"), page);
    assert_eq!(run(&["test", "mine.md"]), "1 companion, 2 examples, 3 questions: all passed\nexit code 0");
}

#[test]
fn answers_are_reviewed_one_by_one() {
    let dir = folder(PAGE);
    let lines = "x\na\nr\n";
    assert_snapshot!(told(houserules(&["test", "--review"]).current_dir(&dir).write_stdin(lines)));
    let page = PAGE.replace("outcome?\n", "outcome?\n= none\n");
    assert_eq!(fs::read_to_string(dir.path().join("mine.md")).expect("the page"), page);
    // At the end of the input nothing more is accepted.
    let left = told(houserules(&["test", "--review"]).current_dir(&dir).write_stdin(""));
    assert!(left.ends_with("exit code 1"), "{left}");
}

#[test]
fn a_failure_shows_what_differs() {
    let dir = folder(&PAGE.replace("how many moves: 5", "illegal: a1-a2"));
    assert_snapshot!(told(houserules(&["test", "--filter", "how many"]).current_dir(&dir)));
    let report = dir.path().join("report.xml");
    let mut command = houserules(&["test", "--junit", "report.xml", "--", "How many"]);
    command.current_dir(&dir).assert().code(1);
    let xml = fs::read_to_string(report).expect("a report");
    assert!(xml.contains("failures=\"1\"") && xml.contains("the rules say otherwise"), "{xml}");
}

#[test]
fn wrong_calls_are_refused() {
    let dir = folder(PAGE);
    let run = |args: &[&str]| told(houserules(args).current_dir(&dir));
    write(dir.path(), "alone.rules", RULES);
    write(dir.path(), "lonely.md", "```example\nmoves?\n```\n");
    let page = "# One\n\n```example\nmoves?\n```\n\n# Two\n\n```example\nfrom \"One\"\nmoves?\n```\n\n\
                # Three\n\n```example\n| rows | outcome |\n| 4 | none |\n| 5 | none |\n```\n\n\
                # Four\n\n```example\nin bison\nhow many moves: 11\n```\n";
    write(dir.path(), "mini.md", page);
    let calls: [&[&str]; 8] = [
        &["test", "nothing.md"],
        &["test", "bisn"],
        &["test", "alone.rules"],
        &["test", "README.md"],
        &["test", "lonely.md"],
        &["test", "mini.md"],
        &["test", "mine.md", "--filter", "how mny moves?"],
        &["test", "--accept", "--check"],
    ];
    let all: Vec<String> = calls.iter().map(|c| format!("$ houserules {}\n{}", c.join(" "), run(c))).collect();
    assert_snapshot!(all.join("\n\n"));
}

#[test]
fn built_in_companions_are_tested_where_there_are_none() {
    let dir = tempfile::tempdir().expect("a directory");
    let said = told(houserules(&["test"]).current_dir(&dir));
    assert!(said.starts_with("There is no companion below this folder; these are the built-in ones.\n"), "{said}");
    assert!(said.ends_with("all passed\nexit code 0"), "{said}");
    let output = houserules(&["test", "--json"]).current_dir(&dir).output().expect("the program runs");
    assert!(output.stdout.starts_with(b"{"), "with --json nothing but JSON");
    let answer = json(&["test", "bison", "--json"]);
    assert_eq!(answer["failed"], 0);
    assert_eq!(answer["companions"][0]["file"], "bison.md");
    assert_eq!(answer["companions"][0]["examples"][0]["status"], "passed");
}

#[test]
fn a_position_is_pinned_with_the_question_of_the_moment() {
    let dir = folder(PAGE);
    let lines = "a1-a2\nc6-c5\nwhy b1-b3\npin\npin \"How many?\" how many moves\npin \"Odd\" how mny\npin why a2-a9\npin \"Far\" why not b1-b3: ... three ...\n";
    let args = ["play", "./mine.rules", "--players", "person", "--seed", "1"];
    assert_snapshot!(told(houserules(&args).current_dir(&dir).write_stdin(lines)));
    let page = fs::read_to_string(dir.path().join("mine.md")).expect("the page");
    assert_snapshot!(page.strip_prefix(PAGE).expect("it is appended"));
    // Of a built-in ruleset it goes to a page of its own, which is tested at once.
    let args = ["play", "bison", "--set", "columns=7", "--players", "person", "--pin-to", "pins.md"];
    told(houserules(&args).current_dir(&dir).write_stdin("pin\n"));
    let told = told(houserules(&["test", "pins.md"]).current_dir(&dir));
    assert_eq!(told, "1 companion, 1 example, 1 question: all passed\nexit code 0");
}

/// A page of another name says which rules it is about: built-in ones, or a file beside it.
#[test]
fn a_page_says_which_rules_it_is_about() {
    let dir = tempfile::tempdir().expect("a directory");
    let page = |rules: &str, moves: u32| {
        format!("# Notes\n\n<!-- examples of {rules} -->\n\n```example\nhow many moves: {moves}\n```\n")
    };
    fs::write(dir.path().join("a.md"), page("bison", 11)).expect("a file");
    fs::write(dir.path().join("b.md"), page("mine", 5)).expect("a file");
    let rules = "game \"Mine\" extends bison { version 1.0 }\n\nset columns to 5\n";
    fs::write(dir.path().join("mine.rules"), rules).expect("a file");
    let said = told(houserules(&["test"]).current_dir(&dir));
    assert!(said.contains("2 companions, 2 examples, 2 questions: all passed"), "{said}");
}
