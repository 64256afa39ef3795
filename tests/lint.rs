//! The checker has nothing to say about good rule files, and knows which settings cannot stand.

use houserules::language::{Checked, Files, Found, check, pairs, report};
use houserules::ruleset::code::{CANNOT_STAND, SEARCH_CUT, Severity};
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
    eprintln!("{:?}", start.elapsed());
    let notes = said(&checked, Severity::Note);
    insta::assert_snapshot!(notes.join("\n"));
    assert!(start.elapsed().as_secs() < 20, "in a build for tests");
}
