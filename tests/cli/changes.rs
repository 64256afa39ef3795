//! What two rulesets have that is different, and who notices a change.

use super::{asked, houserules, json, told, write};
use insta::assert_snapshot;

#[test]
fn diff_of_a_variant() {
    assert_snapshot!(asked(&["diff", "bison", "bison-diagonal-dogs"]));
    assert_snapshot!(asked(&["diff", "bison", "bison-bull"]));
}

#[test]
fn diff_of_one_ruleset_under_two_options() {
    assert_snapshot!(asked(&["diff", "bison", "--set-b", "what-blocks=dogs"]));
    assert_snapshot!(asked(&["diff", "bison", "--set", "columns=5", "--set-a", "duty=must"]));
    assert_snapshot!(asked(&["diff", "bison", "--set-b", "columns=9"]));
    assert_snapshot!(asked(&["diff", "bison", "--set-b", "counting=pair"]));
}

/// Zombies is Bison in other words; nothing but the names is told, and no position is found.
#[test]
fn diff_of_other_names() {
    assert_snapshot!(asked(&["diff", "bison", "zombies", "--effort", "500"]));
}

#[test]
fn diff_of_what_is_the_same() {
    assert_snapshot!(asked(&["diff", "bison", "bison"]), @r"
    --- bison
    +++ bison

    They mean the same: no position can tell them apart.
    exit code 0
    ");
    let small = ["diff", "bison", "bison-small", "--set-a", "columns=5", "--set-a", "dog-count=2"];
    let output = houserules(&small).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Nothing is compared with itself by mistake.
#[test]
fn diff_of_one_alone_says_what_to_add() {
    assert_snapshot!(asked(&["diff", "bison"]), @r"
    ! error: `bison` would be compared with itself: name a second ruleset, as `houserules diff bison OTHER`, or other settings, as `houserules diff bison --set-b NAME=VALUE`
    exit code 2
    ");
    assert_snapshot!(asked(&["diff", "bison", "--set", "columns=5"]), @r"
    ! error: `bison` would be compared with itself: name a second ruleset, as `houserules diff bison OTHER`, or other settings, as `houserules diff bison --set-b NAME=VALUE`; `--set` holds for both
    exit code 2
    ");
}

#[test]
fn diff_in_json() {
    let answer = json(&["diff", "bison", "bison-diagonal-dogs", "--json"]);
    assert_eq!(answer["alike"], false);
    assert_eq!(answer["b"]["ruleset"], "bison-diagonal-dogs");
    let change = &answer["changes"][0];
    assert_eq!(change["section"], "The dog (D)");
    assert_eq!(change["now"][0]["file"], "bison-diagonal-dogs.rules");
    assert_eq!(answer["position"]["kind"], "moves");
    assert!(!answer["position"]["only_a"].as_array().expect("a list").is_empty());
    assert_eq!(answer["position"]["only_b"], serde_json::json!([]));
    let same = json(&["diff", "bison", "bison", "--json"]);
    assert_eq!((&same["alike"], &same["position"]), (&true.into(), &serde_json::Value::Null));
}

const RULES: &str = r#"game "Race" { version 1.0 }

board squares 3 x 4
zone far = rank 4
side white faces north
side black faces south
piece man (men) "M" "m" of white, black {
    step forward to empty
}
start { place men of white at rank 1   place men of black at rank 4 }
turns from white, alternating
passing never
end white wins when any man of white in rank 3 "white is through"
end draw when next player cannot move on their turn "nobody can move"
"#;

const PAGE: &str = r"# Race

## How does a man move?

```example
position 2m/3/3/M2 white
moves: a1-a2
to move: white
play a1-a2
moves: c4-c3
play c3-c3
```
";

#[test]
fn mutate_tells_what_nobody_notices() {
    let dir = tempfile::tempdir().expect("a directory");
    let rules = write(dir.path(), "race.rules", RULES);
    let page = write(dir.path(), "race.md", &PAGE.replace("play c3-c3\n", ""));
    let run = |args: &[&str]| {
        let mut all = vec!["mutate", rules.as_str()];
        all.extend_from_slice(args);
        asked(&all).replace(&dir.path().display().to_string(), "DIR")
    };
    assert_snapshot!(run(&["--filter", "step", "--threads", "2"]));
    assert_snapshot!(run(&["--filter", "when next player", "--effort", "2000"]));
    // A listed change that can be noticed is an error.
    let listed = "\n```equivalent\n-     step forward to empty\n+     step backward to empty\nNobody minds.\n```\n";
    std::fs::write(&page, PAGE.replace("play c3-c3\n", "") + listed).expect("a file of our own");
    assert_snapshot!(run(&["--filter", "step forward to empty"]));
    // Examples must hold before anything is changed.
    std::fs::write(&page, PAGE).expect("a file of our own");
    assert_snapshot!(run(&[]));
}

#[test]
fn mutate_in_json() {
    let dir = tempfile::tempdir().expect("a directory");
    let rules = write(dir.path(), "race.rules", RULES);
    write(dir.path(), "race.md", &PAGE.replace("play c3-c3\n", ""));
    let answer = json(&["mutate", &rules, "--filter", "forward", "--json"]);
    let fates: Vec<String> = answer["mutants"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|m| {
            format!("{} = {}", m["id"].as_str().expect("text"), m["fate"].to_string().split(':').next().unwrap_or(""))
        })
        .collect();
    assert!(fates.contains(&"8: forward -> backward = {\"noticed\"".to_owned()), "{fates:#?}");
    assert_eq!(answer["good"], answer["survivors"] == 0);
}

/// A variant that says nothing of its own, not even what it is about, is the same game.
#[test]
fn a_variant_without_changes_is_alike() {
    let dir = tempfile::tempdir().expect("a directory");
    write(dir.path(), "same.rules", "game \"Same\" extends bison { version 1.0 }\n");
    let said = told(houserules(&["diff", "bison", "same.rules"]).current_dir(&dir));
    assert!(said.ends_with("They mean the same: no position can tell them apart.\nexit code 0"), "{said}");
    assert!(!said.contains("The board"), "{said}");
}
