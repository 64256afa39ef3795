//! Rule files as text.

use houserules::language::{parse, report};
use houserules::ruleset::SourceFile;
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

/// What is said of the text, as people see it.
fn said(text: &str) -> String {
    let sources = [SourceFile { name: "bison.rules".to_owned(), text: text.to_owned() }];
    let all = parse(0, text).diagnostics;
    all.iter().map(|d| report::text(d, &sources, false)).collect::<Vec<_>>().join("\n\n")
}

/// What is said of the rules of Bison with some of them mistaken.
fn bison_with(changes: &[(&str, &str)]) -> String {
    let mut text = std::fs::read_to_string("tests/sketches/bison.rules").unwrap();
    for (right, wrong) in changes {
        assert!(text.contains(right), "{right}");
        text = text.replacen(right, wrong, 1);
    }
    said(&text)
}

macro_rules! mistakes {
    ($($name:ident: $changes:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(bison_with(&$changes));
        }
    )*};
}

mistakes! {
    missing_brace: [("    step forward to empty\n}", "    step forward to empty\n")];
    misspelt_verb: [("step forward", "stap forward")];
    misspelt_head: [("zone village", "zoen village")];
    missing_to: [("slide any direction to empty", "slide any direction empty")];
    no_reason: [("  \"a buffalo reached the village\"", "")];
    open_string: [("\"every buffalo was captured\"", "\"every buffalo was captured")];
    word_as_name: [("piece dog", "piece drop")];
    one_brace_too_many: [("    step forward to empty\n}", "    step forward to empty\n}}")];
    anywhere_is_no_direction: [("slide any direction", "slide anywhere")];
    missing_comma: [("of defenders, stays", "of defenders stays")];
    two_mistakes: [("step forward", "step forwrad"), ("end defenders win when no", "end defenders win no")];
    // Beyond the fourteen.
    title_without_marks: [("game \"Bison\"", "game Bison")];
    no_header: [("game \"Bison\" {\n    version 1.0\n    also \"Buffalo Chess\"\n    by \"Alex Randolph\", 1975\n    about \"A herd of buffalo charges a village; a chief and his four dogs try to stop it.\"\n}\n", "")];
    second_header: [("side defenders\n", "side defenders\ngame \"Again\" { version 1.0 }\n")];
    noise_word: [("slide any direction to empty", "slide any direction to the empty")];
    missing_equals: [("zone plain    =", "zone plain")];
    brace_missing_in_an_option: [("default {\n        call herd blocked when herd cannot move, whoever is to move\n    }", "default {\n        call herd blocked when herd cannot move, whoever is to move\n")];
    no_direction: [("step forward to empty", "step to empty")];
    misspelt_inside_an_option: [("draw \"the round is drawn\" {", "draw \"the round is drawn\" defualt {")];
    unfinished: [("zone frontier = prairie next to village", "zone frontier = prairie next to")];
    value_without_sentence: [("free \"no\" default", "free default")];
    number_too_large: [("from 3 to 15", "from 3 to 99999999999")];
    missing_condition: [("end draw when position occurs 3 times", "end draw when occurs 3 times")];
    bracket_left_open: [("when no buffalo left", "when (no buffalo left")];
}

#[test]
fn what_needs_names_is_left_to_the_checker() {
    assert_eq!(bison_with(&[("edge north", "z9")]), "");
    assert_eq!(bison_with(&[("any buffalo in village", "any buffalo in vilage")]), "");
    assert_eq!(bison_with(&[("6 | . . . D", "6 | . . D")]), "");
}

#[test]
fn what_can_be_read_survives() {
    let text = std::fs::read_to_string("tests/sketches/bison.rules").unwrap();
    let all = parse(0, &text).items.len();
    let broken = text.replacen("stays in prairie {\n    slide", "stays in prairie {\n    slid", 1);
    assert_eq!(parse(0, &broken).items.len(), all - 1, "the dog alone is lost");
    let open = text.replacen("step forward to empty\n}", "step forward to empty\n", 1);
    assert_eq!(parse(0, &open).items.len(), all, "the brace is put where it is missing");
}
