//! Rule files: checking them, beginning them, where they are found.

use super::{asked, houserules, json, told, write};
use insta::assert_snapshot;
use std::fs;

#[test]
fn every_built_in_ruleset_is_good() {
    let list = json(&["list", "--json"]);
    let families = list["families"].as_array().expect("families").iter();
    for ruleset in families.flat_map(|f| f["rulesets"].as_array().expect("rulesets")) {
        houserules(&["check", ruleset["id"].as_str().expect("an id")]).assert().success();
    }
}

#[test]
fn all_mistakes_of_all_files_in_one_run() {
    let dir = tempfile::tempdir().expect("a directory");
    write(dir.path(), "one.rules", "game \"One\" extends bison { version 1.0 }\n\nset colums to 5\nset rows to 99\n");
    write(
        dir.path(),
        "two.rules",
        "game \"Two\" extends bison { version 1.0 }\n\nchange piece dgo { add leap 1 by 2 to empty }\n",
    );
    write(dir.path(), "good.rules", "game \"Good\" extends bison { version 1.0 }\n");
    let mut command = houserules(&["check", "one.rules", "two.rules", "good.rules"]);
    assert_snapshot!(told(command.current_dir(&dir)));
}

#[test]
fn an_answer_that_cannot_be_played_is_found() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = "game \"Odd\" extends bison { version 1.0 }\n\noption odd \"Shall it be odd?\" {\n    no \"no\" default\n    yes \"yes\" { change piece dgo { add leap 1 by 2 to empty } }\n}\n";
    write(dir.path(), "odd.rules", text);
    let mut command = houserules(&["check", "odd.rules"]);
    assert_snapshot!(told(command.current_dir(&dir)));
}

#[test]
fn check_in_json() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = write(dir.path(), "one.rules", "game \"One\" extends bison { version 1.0 }\n\nset colums to 5\n");
    let answer = json(&["check", &file, "--json"]);
    assert_eq!(answer["files"][0]["sound"], false);
    let finding = &answer["files"][0]["diagnostics"][0];
    assert_eq!((&finding["severity"], &finding["line"]), (&"error".into(), &3.into()));
}

#[test]
fn new_variant_runs_at_once_and_so_do_its_changes() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut new = houserules(&["new", "my-bison", "--from", "bison"]);
    assert_snapshot!(told(new.current_dir(&dir)));
    let path = dir.path().join("my-bison.rules");
    let text = fs::read_to_string(&path).expect("the file");
    assert_snapshot!(text);
    houserules(&["check", "my-bison"]).current_dir(&dir).assert().success();
    // With all three changes it is good as well.
    let changed: String = text
        .lines()
        .map(|l| {
            l.strip_prefix("// ")
                .filter(|l| ["set ", "change ", "end "].iter().any(|w| l.starts_with(w)))
                .unwrap_or(l)
                .to_owned()
                + "\n"
        })
        .collect();
    fs::write(&path, changed).expect("the file can be written");
    houserules(&["check", "my-bison"]).current_dir(&dir).assert().success();
}

#[test]
fn new_variant_of_every_ruleset() {
    let dir = tempfile::tempdir().expect("a directory");
    for (n, base) in houserules::library::ids().enumerate() {
        let name = format!("variant-{n}");
        houserules(&["new", &name, "--from", base]).current_dir(&dir).assert().success();
        houserules(&["moves", &name]).current_dir(&dir).assert().success();
    }
}

#[test]
fn new_overwrites_nothing() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = write(dir.path(), "mine.rules", "mine");
    let mut command = houserules(&["new", "mine", "--from", "bison"]);
    assert_snapshot!(told(command.current_dir(&dir)));
    assert_eq!(fs::read_to_string(path).expect("the file"), "mine");
}

#[test]
fn base_beside_the_file_comes_before_the_library() {
    let dir = tempfile::tempdir().expect("a directory");
    write(dir.path(), "wide.rules", "game \"Wide\" extends bison { version 1.0 }\nset columns to 13\n");
    let file = write(dir.path(), "wider.rules", "game \"Wider\" extends wide { version 1.0 }\nset dog-count to 2\n");
    let moves = json(&["moves", &file, "--json"]);
    assert_eq!(moves["moves"].as_array().map(Vec::len), Some(13));
}

#[test]
fn file_that_is_not_there() {
    assert_snapshot!(asked(&["check", "nowhere/x.rules", "bison"]));
    assert_snapshot!(asked(&["moves", "nowhere/x.rules"]));
}

#[test]
fn file_that_is_no_text() {
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("noise.rules"), [0xff, 0xfe, 0x00]).expect("a file");
    let mut command = houserules(&["moves", "noise.rules"]);
    assert_snapshot!(told(command.current_dir(&dir)));
    fs::create_dir(dir.path().join("folder.rules")).expect("a directory");
    let mut command = houserules(&["moves", "folder.rules"]);
    assert_snapshot!(told(command.current_dir(&dir)));
}

#[test]
fn file_with_another_ending_is_read() {
    let dir = tempfile::tempdir().expect("a directory");
    write(dir.path(), "plain.txt", "game \"Plain\" extends bison { version 1.0 }\nset columns to 5\n");
    for command in ["moves", "check"] {
        houserules(&[command, "plain.txt"]).current_dir(&dir).assert().success();
    }
}

#[test]
fn new_says_which_names_and_bases_it_takes() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = "game \"Mine\" extends bison { version 1.0 }\n";
    fs::create_dir(dir.path().join("sub")).expect("a directory");
    for file in ["mine.rules", "mine.txt", "sub/far.rules"] {
        write(dir.path(), file, text);
    }
    let calls = [["bison", "bison"], ["mine", "mine"], ["q", "./mine.txt"], ["q", "sub/far.rules"]];
    let said: Vec<String> =
        calls.map(|[name, base]| told(houserules(&["new", name, "--from", base]).current_dir(&dir))).into();
    assert_snapshot!(said.join("\n"));
}

#[test]
fn manual_pages_are_named_and_not_overwritten() {
    let dir = tempfile::tempdir().expect("a directory");
    let man = |more: &[&str]| told(houserules(&[&["man", "pages"], more].concat()).current_dir(&dir));
    let first = man(&[]);
    assert!(first.contains("pages/houserules-play.1\n"), "{first}");
    assert_snapshot!(man(&[]));
    assert_eq!(man(&["--force"]), first);
}

#[test]
fn places_in_built_in_files_are_told_as_such() {
    let told = asked(&["check", "bison"]);
    assert!(!told.contains("bison.rules:"), "{told}");
}

#[test]
fn new_variant_of_a_ruleset_with_scripts_says_where_to_read_them() {
    let dir = tempfile::tempdir().expect("a directory");
    told(houserules(&["new", "mine", "--from", "bison-stampede"]).current_dir(&dir));
    let text = std::fs::read_to_string(dir.path().join("mine.rules")).expect("the variant");
    let hint = "\n// Scripts decide some of its rules; `houserules show bison-stampede --scripts` shows them.\n";
    assert!(text.contains(hint), "{text}");
}
