//! No rule file, however broken, panics the reader or keeps it long.

use houserules::language::{MAX_BYTES, MAX_ITEMS, parse, report};
use houserules::ruleset::SourceFile;
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn sketches() -> Vec<String> {
    let mut paths: Vec<_> = std::fs::read_dir("tests/sketches").unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Reads the text and shows everything that is said of it; the time it took.
fn read(text: &str) -> Duration {
    let start = Instant::now();
    let parsed = parse(0, text);
    let took = start.elapsed();
    let sources = [SourceFile { name: "x.rules".to_owned(), text: text.to_owned() }];
    assert!(parsed.diagnostics.len() <= 51);
    for d in parsed.diagnostics.iter().take(5) {
        assert!(!report::text(d, &sources, false).is_empty());
        assert!(!report::short(d, &sources).contains('\n'));
        assert!(report::json(d, &sources)["line"].as_u64().unwrap() > 0);
        // Every phrase of the table is fit for people: no name of a rule shows through.
        assert!(!d.message.contains('_') || text.contains('_'), "{}", d.message);
    }
    took
}

/// Deletes, doubles or swaps lines, words or bytes.
fn mutate(text: &str, how: u8, unit: u8, a: usize, b: usize) -> String {
    let mut parts: Vec<String> = match unit % 3 {
        0 => text.split_inclusive('\n').map(str::to_owned).collect(),
        1 => text.split_inclusive([' ', '\n', '{', '}', '(', ')', ',']).map(str::to_owned).collect(),
        _ => text.chars().map(String::from).collect(),
    };
    let (a, b) = (a % parts.len(), b % parts.len());
    match how % 3 {
        0 => drop(parts.remove(a)),
        1 => parts.insert(b, parts[a].clone()),
        _ => parts.swap(a, b),
    }
    parts.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn mutated_sketches(which in any::<usize>(), steps in prop::collection::vec(any::<(u8, u8, usize, usize)>(), 1..6)) {
        let sketches = sketches();
        let mut text = sketches[which % sketches.len()].clone();
        for (how, unit, a, b) in steps {
            text = mutate(&text, how, unit, a, b);
        }
        prop_assert!(read(&text) < Duration::from_secs(1));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}|[a-z0-9{}()\"/|.,= \n]{0,300}") {
        prop_assert!(read(&text) < Duration::from_secs(1));
    }
}

const GAME: &str = "game \"G\" { version 1.0 }\n";

/// Brackets in a condition, with what stands in them.
fn nested(depth: usize, inside: &str) -> String {
    format!("{GAME}illegal when {}{inside}{} \"no\"\n", "(".repeat(depth), ")".repeat(depth))
}

#[test]
fn sixty_four_brackets_are_read_and_one_more_is_refused() {
    for inside in ["next player cannot move", "a or b) is (c", "any (a or b) in c"] {
        let text = nested(63, inside);
        let parsed = parse(0, &text);
        assert!(inside.contains(") is") || parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    }
    assert!(parse(0, &nested(64, "next player cannot move")).diagnostics.is_empty());
    let refused = parse(0, &nested(65, "next player cannot move"));
    let codes: Vec<_> = refused.diagnostics.iter().map(|d| d.code.number).collect();
    assert_eq!((codes, refused.items.len()), (vec![909], 1));
    let blocks = |depth| format!("{GAME}{}{}", "if a is b {".repeat(depth), "}".repeat(depth));
    assert!(parse(0, &blocks(64)).diagnostics.is_empty());
    assert_eq!(parse(0, &blocks(65)).diagnostics[0].code.number, 909);
}

#[test]
fn deep_brackets_cost_milliseconds_whatever_stands_in_them() {
    let or = |depth: usize, a: &str, b: &str| {
        format!("{GAME}illegal when {}{b}{} \"no\"\n", a.repeat(depth), ")".repeat(depth))
    };
    let texts = [
        nested(64, "next player cannot move"),
        nested(64, "a"),
        nested(64, "a is"),
        or(64, "a is b or (", "c is d"),
        or(64, "a or (", "b"),
        or(64, "a is b or (a or (", "b"),
        or(64, "a is b or not (", "b is"),
        or(32, "any a in b or (any a next to (b or c) in d or ", "b is"),
        or(64, "(a in b or ", "c"),
        or(64, "all (a except (b or c)) are (", "c"),
        or(32, "throughout (a is b or (", "c"),
    ];
    for text in texts {
        let took = read(&text);
        assert!(took < Duration::from_millis(500), "{took:?}: {text}");
    }
}

#[test]
fn long_files_of_any_sort_are_read_in_time() {
    let fill = |part: &str, bytes: usize| part.repeat(bytes / part.len());
    for part in [
        "a ",
        "a or ",
        "not ",
        "throughout ",
        "enemy of ",
        "centre of ",
        "next to ",
        "{",
        "(",
        "}",
        ")",
        "\"",
        "zone ",
        "zone\n",
        "\nx",
        "replace board with ",
        "then place a by drop ",
        "a is b or ",
        "a is b and ",
        "step ",
        "if a is b ",
        "5 | . .\n",
        ",",
        "// \n",
        "place a at b ",
        "in ",
        "except ",
        "piece a \"B\" of c ",
        "\u{e9}",
        "zone a = b\n",
        "any a ",
        "{\nzone ",
        "}\nzone ",
    ] {
        for before in
            ["", GAME, "zone z = ", "illegal when ", "piece p \"P\" of q { step ", "start { ", "option o \"?\" { "]
        {
            let took = read(&format!("{before}{}", fill(part, 100_000)));

            assert!(took < Duration::from_secs(3), "{took:?}: {before:?} and {part:?} many times");
        }
    }
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let text = |bytes: usize| format!("{GAME}{}", " ".repeat(bytes - GAME.len()));
    assert!(parse(0, &text(MAX_BYTES)).diagnostics.is_empty());
    assert_eq!(parse(0, &text(MAX_BYTES + 1)).diagnostics[0].code.number, 907);
}

#[test]
fn a_file_with_too_many_items_is_refused() {
    let text = |items: usize| format!("{GAME}{}", "passing never\n".repeat(items - 1));
    assert!(parse(0, &text(MAX_ITEMS)).diagnostics.is_empty());
    assert_eq!(parse(0, &text(MAX_ITEMS + 1)).diagnostics[0].code.number, 908);
}
