//! Rule files settled and resolved.

use houserules::language::{Files, Found, load, report};
use houserules::ruleset::{Diagnostic, Rules, Ruleset, Settings, Settled, resolve, settle};

/// Rule files: the sketches, and those that a test writes.
#[derive(Default)]
struct Shelf(Vec<(String, String)>);

impl Files for Shelf {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        let written = self.0.iter().find(|(n, _)| n == id).map(|(_, t)| t.clone());
        let text = written.or_else(|| std::fs::read_to_string(format!("tests/sketches/{id}.rules")).ok());
        Ok(text.map(|text| Found { name: format!("{id}.rules"), place: id.to_owned(), text }))
    }
}

fn ruleset(id: &str, shelf: &Shelf) -> Ruleset {
    let loaded = load(id, shelf).unwrap();
    assert!(loaded.is_sound(), "{id}: {:#?}", loaded.diagnostics);
    loaded.ruleset
}

fn sketch(id: &str) -> Ruleset {
    ruleset(id, &Shelf::default())
}

/// A game whose text a test writes.
fn written(text: &str) -> Ruleset {
    ruleset("game", &Shelf(vec![("game".to_owned(), text.to_owned())]))
}

/// A variant of a sketch.
fn variant(base: &str, items: &str) -> Ruleset {
    written(&format!("game \"Variant\" extends {base} {{ version 1.0 }}\n{items}"))
}

fn set(list: &[(&str, &str)]) -> Settings {
    list.iter().copied().collect()
}

fn rules(ruleset: &Ruleset, settings: &Settings) -> Result<Rules, Vec<Diagnostic>> {
    resolve(&settle(ruleset, settings)?)
}

#[track_caller]
fn sound(ruleset: &Ruleset, settings: &Settings) -> Rules {
    rules(ruleset, settings).unwrap_or_else(|errors| panic!("{}", said(&errors, ruleset)))
}

fn said(errors: &[Diagnostic], ruleset: &Ruleset) -> String {
    errors.iter().map(|d| report::text(d, &ruleset.sources, false)).collect::<Vec<_>>().join("\n\n")
}

/// The codes of what is wrong.
#[track_caller]
fn codes(ruleset: &Ruleset, settings: &Settings) -> Vec<String> {
    match rules(ruleset, settings) {
        Ok(_) => Vec::new(),
        Err(errors) => {
            assert!(!errors.is_empty());
            errors.iter().map(|e| e.code.to_string()).collect()
        }
    }
}

fn settled(ruleset: &Ruleset, settings: &Settings) -> Settled {
    settle(ruleset, settings).unwrap_or_else(|errors| panic!("{}", said(&errors, ruleset)))
}

fn all_sketches() -> Vec<String> {
    let mut ids: Vec<String> = std::fs::read_dir("tests/sketches")
        .unwrap()
        .filter_map(|e| e.unwrap().path().file_stem().map(|s| s.to_str().unwrap().to_owned()))
        .collect();
    ids.sort();
    assert!(ids.len() >= 30);
    ids
}

/// The start as a picture without labels.
fn picture(rules: &Rules) -> Vec<String> {
    let (columns, rows) = rules.board.size();
    let letter = |x: u16, y: u16| {
        let site = rules.board.site_at(i32::from(x), i32::from(y));
        let placed = rules.start.iter().find(|p| Some(p.site) == site);
        placed.map_or(".", |p| rules.kinds[p.kind as usize].letter(p.owner)).to_owned()
    };
    (0..rows).rev().map(|y| (0..columns).map(|x| letter(x, y)).collect()).collect()
}

#[test]
fn every_sketch_resolves_under_its_defaults() {
    for id in all_sketches() {
        let ruleset = sketch(&id);
        let rules = sound(&ruleset, &Settings::defaults());
        let json = serde_json::to_string(&rules).unwrap();
        let back: Rules = serde_json::from_str(&json).unwrap();
        assert_eq!(back, rules, "{id}");
        assert_eq!(serde_json::to_string(&back).unwrap(), json, "{id}");
        assert_ne!(rules.hash, 0, "{id}");
    }
}

/// Every pair of values of every pair of options: rules, or findings about them.
#[test]
fn every_pair_of_values_is_answered() {
    for id in ["bison", "tiger-and-buffaloes"] {
        let ruleset = sketch(id);
        let options = settled(&ruleset, &Settings::defaults()).options;
        let values: Vec<Vec<(String, String)>> = options
            .iter()
            .map(|o| {
                let numbers = o.range.into_iter().flat_map(|(a, b)| [a, b]).map(|n| n.to_string());
                let values = o.values.iter().map(|(v, _)| v.clone()).chain(numbers);
                values.map(|v| (o.name.clone(), v)).collect()
            })
            .collect();
        for (n, first) in values.iter().enumerate() {
            for second in values.iter().skip(n + 1).chain([&Vec::new()]) {
                for a in first {
                    for b in second.iter().map(Some).chain(second.is_empty().then_some(None)) {
                        let settings: Settings = std::iter::once(a.clone()).chain(b.cloned()).collect();
                        // Four dogs and a chief do not stand in a row of three.
                        let narrow = settings.get("columns") == Some("3") && settings.get("dog-count") != Some("0");
                        let expected: &[&str] = if narrow { &["HR0312"] } else { &[] };
                        assert_eq!(codes(&ruleset, &settings), expected, "{id} {settings:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn zz_dump() {
    for id in std::env::var("DUMP").unwrap_or_default().split_whitespace() {
        let ruleset = sketch(id);
        println!("{:#?}", {
            let mut r = sound(&ruleset, &Settings::defaults());
            r.board = houserules::board::Board::grid(houserules::board::Shape::Squares, 1, 1).unwrap();
            r
        });
    }
}
