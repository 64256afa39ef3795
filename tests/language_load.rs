//! Files that extend files.

use houserules::language::{Files, Found, Loaded, MAX_CHAIN, load, report, understand};
use houserules::ruleset::Settings;
use houserules::ruleset::item::Body;
use std::collections::BTreeMap;

/// Rule files in memory; one whose text begins with `!` cannot be read.
struct Memory(BTreeMap<String, String>);

impl Files for Memory {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        let id = id.trim_end_matches(".rules");
        match self.0.get(id) {
            Some(text) if text.starts_with('!') => Err(text[1..].to_owned()),
            Some(text) => Ok(Some(Found { name: format!("{id}.rules"), place: id.to_owned(), text: text.clone() })),
            None => Ok(None),
        }
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let found = |text: &String| Found { name: file.to_owned(), place: file.to_owned(), text: text.clone() };
        Ok(self.0.get(file).map(found))
    }
}

fn memory(files: &[(&str, &str)]) -> Memory {
    Memory(files.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())).collect())
}

fn said(loaded: &Loaded) -> Vec<String> {
    loaded.diagnostics.iter().map(|d| report::short(d, &loaded.ruleset.sources)).collect()
}

fn game(title: &str, base: &str) -> String {
    let extends = if base.is_empty() { String::new() } else { format!(" extends {base}") };
    format!("game \"{title}\"{extends} {{ version 1.0 }}\nzone {title} = a1\n")
}

#[test]
fn items_of_the_outermost_base_come_first_and_spans_know_their_file() {
    let files = memory(&[("a", &game("A", "b")), ("b", &game("B", "c")), ("c", &game("C", ""))]);
    let loaded = load(
        "dir/a.rules",
        &Memory(files.0.clone().into_iter().chain([("dir/a".to_owned(), files.0["a"].clone())]).collect()),
    )
    .unwrap();
    assert!(loaded.is_sound());
    let ruleset = &loaded.ruleset;
    assert_eq!(ruleset.id, "a");
    let zones: Vec<_> = ruleset
        .items
        .iter()
        .filter_map(|item| match &item.body {
            Body::Zone(zone) => Some((zone.name.text.as_str(), zone.name.span.file)),
            _ => None,
        })
        .collect();
    assert_eq!(zones, [("C", 2), ("B", 1), ("A", 0)]);
    assert_eq!(ruleset.header().unwrap().title.text, "A");
    assert_eq!(ruleset.sources[2].name, "c.rules");
}

#[test]
fn a_missing_file() {
    let why = load("bisn", &memory(&[])).unwrap_err();
    assert_eq!(
        (report::short(&why, &[]).as_str(), why.labels.len()),
        ("error[HR0901]: there is no rule file `bisn`", 0)
    );
    assert!(report::text(&why, &[], false).starts_with("error[HR0901]: there is no rule file `bisn`"));
    assert!(report::json(&why, &[])["line"].is_null());
}

#[test]
fn a_missing_base() {
    let loaded = load("a", &memory(&[("a", &game("A", "b"))])).unwrap();
    assert_eq!(said(&loaded), ["a.rules:1:18: error[HR0901]: there is no rule file `b`"]);
    assert_eq!(loaded.ruleset.items.len(), 2);
}

#[test]
fn an_unreadable_base() {
    let loaded = load("a", &memory(&[("a", &game("A", "b")), ("b", "!permission denied")])).unwrap();
    assert_eq!(said(&loaded), ["a.rules:1:18: error[HR0902]: `b` cannot be read: permission denied"]);
}

#[test]
fn a_circle() {
    let loaded = load("a", &memory(&[("a", &game("A", "b")), ("b", &game("B", "a"))])).unwrap();
    let expected = "b.rules:1:18: error[HR0905]: these files extend each other in a circle: a.rules, b.rules, a.rules";
    assert_eq!(said(&loaded), [expected]);
    let alone = load("a", &memory(&[("a", &game("A", "a"))])).unwrap();
    assert_eq!(alone.diagnostics[0].code.number, 905);
}

#[test]
fn a_chain_of_sixteen_files_and_no_longer() {
    let chain = |length: usize| {
        let mut files = BTreeMap::new();
        for i in 0..length {
            let base = if i + 1 < length { format!("f{}", i + 1) } else { String::new() };
            files.insert(format!("f{i}"), game("G", &base));
        }
        load("f0", &Memory(files)).unwrap()
    };
    assert!(chain(MAX_CHAIN).is_sound());
    let long = chain(MAX_CHAIN + 1);
    assert_eq!(long.diagnostics[0].code.number, 906);
    assert_eq!(long.ruleset.sources.len(), MAX_CHAIN);
}

#[test]
fn mistakes_in_a_base_are_told_with_its_name() {
    let loaded =
        load("a", &memory(&[("a", &game("A", "b")), ("b", "game \"B\" { version 1.0 }\n\nzoen x = a1\n")])).unwrap();
    assert_eq!(said(&loaded), ["b.rules:3:1: error[HR0102]: `zoen` is no word that fits here"]);
    let json = report::json(&loaded.diagnostics[0], &loaded.ruleset.sources);
    insta::assert_json_snapshot!(json);
}

#[test]
fn every_sketch_is_understood_with_its_bases() {
    let mut files = BTreeMap::new();
    // The scripts that the sketches name are those of the rulesets.
    for folder in ["tests/sketches", "rulesets"] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = match path.extension().and_then(|e| e.to_str()) {
                Some("rules") if folder == "tests/sketches" => path.file_stem(),
                Some("rhai") => path.file_name(),
                _ => continue,
            };
            files.insert(name.unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap());
        }
    }
    let files = Memory(files);
    for id in files.0.keys().filter(|id| !houserules::language::is_script_name(id)) {
        let sketch = understand(id, &files, &Settings::defaults());
        let said = sketch
            .as_ref()
            .err()
            .map(|why| why.diagnostics.iter().map(|d| report::short(d, &why.sources)).collect::<Vec<_>>());
        assert!(sketch.is_ok_and(|s| s.ruleset.id == *id), "{id}: {said:#?}");
    }
}
