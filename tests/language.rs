//! Rule files as text.

use houserules::language::parse;
use std::path::PathBuf;

fn sketches() -> Vec<(PathBuf, String)> {
    let mut all: Vec<_> = std::fs::read_dir("tests/sketches")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect();
    all.sort();
    assert!(all.len() >= 30);
    all
}

#[test]
fn every_sketch_is_read_without_a_word() {
    for (path, text) in sketches() {
        let parsed = parse(0, &text);
        assert!(parsed.diagnostics.is_empty(), "{path:?}: {:#?}", parsed.diagnostics);
    }
}
