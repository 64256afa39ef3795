//! The checker has nothing to say about good rule files, and knows which settings cannot stand.

use houserules::language::{Checked, Files, Found, check, lint, load, report};
use houserules::ruleset::code::{COVERED, Severity};
use houserules::ruleset::{Settings, resolve, settle};
use std::time::Instant;

/// Files of a folder of the repository, and those that a test writes.
struct Shelf<'a> {
    folder: &'a str,
    written: &'a str,
}

impl Files for Shelf<'_> {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        let text = match id {
            "game" => Some(self.written.to_owned()),
            _ => std::fs::read_to_string(format!("{}/{id}.rules", self.folder)).ok(),
        };
        Ok(text.map(|text| Found { name: format!("{id}.rules"), place: id.to_owned(), text }))
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let text = std::fs::read_to_string(format!("rulesets/{file}"));
        Ok(text.ok().map(|text| Found { name: file.to_owned(), place: file.to_owned(), text }))
    }
}

fn said(checked: &Checked, severity: Severity) -> Vec<String> {
    let found = checked.diagnostics.iter().filter(|d| d.severity == severity);
    found.map(|d| report::short(d, &checked.sources)).collect()
}

fn warnings_in(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "rules"));
    files.sort();
    assert!(files.len() >= 6);
    for path in files {
        let id = path.file_stem().unwrap().to_str().unwrap();
        let checked = check(id, &Shelf { folder, written: "" });
        found.extend(said(&checked, Severity::Warning));
        // What cannot run yet is known; anything else stands in the way of the lints.
        let errors = said(&checked, Severity::Error);
        assert!(errors.iter().all(|e| e.contains("[HR08")), "{errors:#?}");
    }
    found
}

#[test]
fn rulesets_have_no_warning() {
    assert_eq!(warnings_in("rulesets"), [""; 0]);
}

#[test]
fn sketches_have_no_warning() {
    assert_eq!(warnings_in("tests/sketches"), [""; 0]);
}

/// Bison names the settings that no board or no reading has room for; each is worked out by hand: an even number of
/// columns has no centre, four dogs do not fit beside the chief in three columns.
#[test]
fn pairs_of_bison() {
    let start = Instant::now();
    let checked = check("bison", &Shelf { folder: "rulesets", written: "" });
    let notes = said(&checked, Severity::Note);
    insta::assert_snapshot!(notes.join("\n"));
    assert!(start.elapsed().as_secs() < 20, "in a build for tests");
}

/// What is said about the rulesets where another value is chosen: each of these is so.
#[test]
fn values_of_the_rulesets() {
    let mut found = Vec::new();
    for id in ["bison", "tiger-and-buffaloes"] {
        let loaded = load(id, &Shelf { folder: "rulesets", written: "" }).unwrap();
        let settled = settle(&loaded.ruleset, &Settings::defaults()).unwrap();
        for option in &settled.options {
            for (value, _) in &option.values {
                let settings = Settings::defaults().with(&option.name, value);
                let settled = settle(&loaded.ruleset, &settings).unwrap();
                let rules = resolve(&settled).unwrap();
                for warning in lint(&loaded.ruleset, &settled, &rules) {
                    found.push(format!("{id}, {} {value}: {} {}", option.name, warning.code, warning.message));
                }
            }
        }
    }
    insta::assert_snapshot!(found.join("\n"));
}

/// A game with two endings, the second of which is covered by the first, or not.
#[test]
fn endings_that_are_covered() {
    let covered = |earlier: &str, later: &str| {
        let written = format!(
            "game \"Two\" {{ version 1.0 }}
board squares 5 x 5
side white
side black
piece stone \"W\" \"B\" of white, black, 9 in hand {{ drop to empty  step any direction to empty or capturing enemy }}
start empty
turns from white, alternating
end white wins when {earlier} \"earlier\"
end black wins when {later} \"later\"
end draw when 50 moves without capture \"long\"
end draw when next player cannot move \"stuck\"
"
        );
        let checked = check("game", &Shelf { folder: "", written: &written });
        assert!(checked.is_sound(), "{:#?}", said(&checked, Severity::Error));
        checked.diagnostics.iter().any(|d| d.code == &COVERED && d.message.starts_with("\"later\""))
    };
    for (wide, narrow) in [
        ("fewer than 3 stones of white left", "no stone of white left"),
        ("position occurs 3 times", "position occurs 4 times"),
        ("board occurs 3 times", "position occurs 3 times"),
        ("20 moves each without capture", "30 moves each without capture"),
        ("mover has line of 3 or more", "mover has line of exactly 4"),
        ("next player cannot move", "nobody can move"),
        ("next player cannot move", "white cannot move on their turn"),
        ("white cannot move, whoever is to move", "white cannot move on their turn"),
        ("any stone in a1 or any stone in b1", "any stone in b1"),
        ("any stone in a1", "any stone in a1 and any stone in b1"),
        ("not position occurs 4 times or any stone in a1", "any stone in a1"),
    ] {
        assert!(covered(wide, narrow), "{narrow} is behind {wide}");
        assert!(!covered(narrow, wide), "{wide} is not behind {narrow}");
    }
    for (earlier, later) in [
        ("mover has line of 4 or more", "mover has line of 3"),
        ("no stone of white left", "no stone of white"),
        ("any stone of white in a1", "any stone of black in a1"),
        ("20 moves without capture", "30 moves without drop"),
        ("position occurs 3 times and any stone in a1", "position occurs 4 times"),
    ] {
        assert!(!covered(earlier, later), "{later} is not behind {earlier}");
    }
    assert!(covered("no stone of white left", "no stone of white left and position occurs 2 times"));
}
