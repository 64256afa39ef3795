//! `test --coverage`

use super::{houserules, json, told, write};
use insta::assert_snapshot;
use std::fs;
use tempfile::TempDir;

const RULES: &str = r#"game "Duel" { version 1.0 }

board squares 3 x 1

side white
side black

piece knave "K" "k" of white, black {
    step orthogonal to empty
    step orthogonal capturing enemy
}

start {
    place knave of white at a1
    place knave of black at c1
}

turns from white, alternating
passing never

end white wins when no knave of black left "black has no knave left"
end black wins when no knave of white left "white has no knave left"
end draw when next player cannot move "nobody can move"
"#;

/// Three branches of each line that moves, and two of each ending: 12, of which one is out of reach. No example plays the
/// capture, so that two endings do not decide.
const PAGE: &str = r"# Duel

## A step, and it is over

```example
moves: a1-b1
play a1-b1
moves: c1xb1
```

```unreachable
`end draw ...` decides: a knave that has the other beside it can take it
```
";

fn folder(page: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    write(dir.path(), "duel.rules", RULES);
    write(dir.path(), "duel.md", page);
    dir
}

#[test]
fn what_is_not_covered_is_told_in_sentences() {
    let dir = folder(PAGE);
    let run = |args: &[&str]| told(houserules(args).current_dir(&dir));
    assert_snapshot!(run(&["test", "--coverage"]));
    assert_snapshot!(run(&["test", "--coverage=file"]));
}

#[test]
fn less_than_is_asked_for_is_bad() {
    let dir = folder(PAGE);
    let run = |args: &[&str]| told(houserules(args).current_dir(&dir));
    assert_snapshot!(run(&["test", "--coverage-min", "90"]));
    assert!(run(&["test", "--coverage-min", "50"]).ends_with("exit code 0"));
    assert!(run(&["test", "--coverage-min", "101"]).ends_with("exit code 2"));
}

#[test]
fn a_page_and_data_have_the_same() {
    let dir = folder(PAGE);
    let page = dir.path().join("page.html");
    let mut command = houserules(&["test", "--html", "page.html"]);
    let said = told(command.current_dir(&dir));
    assert!(said.ends_with("exit code 0"), "{said}");
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("a knave that has the other beside it can take it"), "{page}");
    let rules = dir.path().join("duel.rules").display().to_string();
    let answer = json(&["test", &rules, "--coverage", "--json"]);
    let of = &answer["coverage"][0];
    assert!(of["file"].as_str().is_some_and(|f| f.ends_with("duel.rules")), "{of:#}");
    assert_eq!((&of["covered"], &of["of"], &of["mistakes"]), (&9.into(), &11.into(), &serde_json::json!([])));
    assert!(page.contains(&format!("{}/{} branches", of["covered"], of["of"])), "{of:#}");
}

#[test]
fn what_is_declared_out_of_reach_and_is_not_is_bad() {
    let dir = folder(&PAGE.replace("`end draw ...` decides", "`to empty` lands"));
    let said = told(houserules(&["test", "--coverage"]).current_dir(&dir));
    assert_snapshot!(said);
}
