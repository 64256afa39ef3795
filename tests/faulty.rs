//! Rule files with one fault each, and what is said of them. A file in `tests/faulty` names its one code in its first
//! line; most of them extend the sound game in `tests/faulty/bases`.

use houserules::language::{Checked, Files, Found, MAX_BYTES, MAX_CHAIN, MAX_ITEMS, MAX_SCRIPT_BYTES, check, report};
use houserules::ruleset::code::{self, Severity};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

const FOLDER: &str = "tests/faulty";

/// The faulty files and their base.
struct Folder;

impl Files for Folder {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        let path = |folder: &str| format!("{FOLDER}{folder}/{id}.rules");
        let text = std::fs::read_to_string(path("")).or_else(|_| std::fs::read_to_string(path("/bases")));
        Ok(text.ok().map(|text| Found { name: format!("{id}.rules"), place: id.to_owned(), text }))
    }

    fn names(&self, _: Option<&str>) -> Vec<String> {
        vec!["meadow".to_owned()]
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let text = std::fs::read_to_string(format!("{FOLDER}/{file}"));
        Ok(text.ok().map(|text| Found { name: file.to_owned(), place: file.to_owned(), text }))
    }
}

/// Texts made by a test: file `n` extends file `n + 1` where it says so. A text that begins with `!` cannot be read.
struct Made(Vec<String>);

impl Files for Made {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        match id.trim_start_matches('f').parse().ok().and_then(|n: usize| self.0.get(n)) {
            Some(text) if text.starts_with('!') => Err(text[1..].to_owned()),
            Some(text) => Ok(Some(Found { name: format!("{id}.rules"), place: id.to_owned(), text: text.clone() })),
            None => Ok(None),
        }
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let text = match file {
            "closed.rhai" => return Err("it may not be opened".to_owned()),
            "large.rhai" => "// a long comment\n".repeat(MAX_SCRIPT_BYTES / 16),
            _ => "fn f() { }".to_owned(),
        };
        Ok(Some(Found { name: file.to_owned(), place: file.to_owned(), text }))
    }
}

/// The codes of what was found. A note counts only where nothing else was found.
fn codes(checked: &Checked) -> Vec<u16> {
    let all = &checked.diagnostics;
    let grave = all.iter().any(|d| d.severity != Severity::Note);
    all.iter().filter(|d| !grave || d.severity != Severity::Note).map(|d| d.code.number).collect()
}

fn text(checked: &Checked) -> String {
    let all = checked.diagnostics.iter().map(|d| report::text(d, &checked.sources, false));
    all.collect::<Vec<_>>().join("\n\n")
}

/// What is found in a faulty file, its scripts checked too where it hooks some.
fn checked(id: &str) -> Checked {
    let checked = check(id, &Folder);
    let hooked = checked.understood.as_ref().is_some_and(|u| !u.rules.hooks.is_empty());
    if !hooked || !checked.diagnostics.is_empty() {
        return checked;
    }
    let with_scripts = houserules::check(id, &Folder).unwrap();
    Checked { diagnostics: with_scripts.diagnostics, ..checked }
}

fn faulty_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(FOLDER).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "rules"));
    files.sort();
    assert!(files.len() > 100, "{}", files.len());
    files
}

/// The code that a file names in its first line.
fn named(path: &Path) -> u16 {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().next().and_then(|l| l.strip_prefix("// HR")).and_then(|c| c.parse().ok()).expect("a code")
}

fn id(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

#[test]
fn each_file_has_its_one_fault() {
    let mut failed = String::new();
    for path in faulty_files() {
        let start = Instant::now();
        let checked = checked(id(&path));
        let seconds = start.elapsed().as_secs_f32();
        let found = codes(&checked);
        if found != [named(&path)] {
            writeln!(failed, "{}: {found:?}\n{}\n", id(&path), text(&checked)).unwrap();
        }
        assert!(seconds < 1.0, "{}: {seconds} s", id(&path));
    }
    assert!(failed.is_empty(), "\n{failed}");
}

#[test]
fn the_base_has_none() {
    let checked = check("meadow", &Folder);
    assert!(checked.diagnostics.is_empty(), "{}", text(&checked));
}

/// What people read of each file.
#[test]
fn messages() {
    insta::glob!("faulty/*.rules", |path| {
        insta::assert_snapshot!(text(&checked(id(path))));
    });
}

/// Faults that are made rather than written: limits, and files that cannot be read.
fn made() -> Vec<(u16, Made)> {
    let head = "game \"Made\" { version 1.0 }\n";
    let base = std::fs::read_to_string(format!("{FOLDER}/bases/meadow.rules")).unwrap();
    let with = |more: String| Made(vec![base.clone() + more.as_str()]);
    let many = |count: usize, item: &dyn Fn(usize) -> String| with((0..count).map(item).collect());
    let chain = (0..=MAX_CHAIN).map(|n| format!("game \"Made\" extends f{} {{ version 1.0 }}\n", n + 1)).collect();
    let numbers = |n: usize| format!("zone z{n} = c3\n");
    // A zone that doubles the one before it, fourteen times, made of parts that depend on the position.
    let doubling = |n: usize| match n {
        0 => "zone z0 = next to scout or next to chief\n".to_owned(),
        _ => format!("zone z{n} = next to z{} or with z{} north\n", n - 1, n - 1),
    };
    // Each call asks for the one before it twice.
    let doubling_call = |n: usize| match n {
        0 => "call piece c0 when any scout next to it\n".to_owned(),
        _ => format!("call piece c{n} when any c{} next to it or no c{} in border\n", n - 1, n - 1),
    };
    // A chain of calls that is not long when each is read out once, and deep.
    let deepening_call = |n: usize| match n {
        0 => "call piece c0 when any scout next to it\n".to_owned(),
        _ => format!("call piece c{n} when not (any c{} next to it)\n", n - 1),
    };
    let asked = |n: usize| {
        format!(
            "option o{n} \"?\" {{ a \"a\" default  b \"b\" {{ zone z{n} = c3  end draw when no empty in z{n} \"r{n}\" }} }}\n"
        )
    };
    let count = |n: usize| {
        format!(
            "end draw when {} moves without capture or move of scout in rank {} or move of chief in file {} \"r{n}\"\n",
            200 - n,
            n % 5 + 1,
            char::from(b'a' + (n / 5 % 5) as u8)
        )
    };
    let counted = |n: usize| {
        count(n).replace(
            "capture or",
            if n < 25 {
                "capture or"
            } else if n < 50 {
                "drop or"
            } else {
                "capture or drop or"
            },
        )
    };
    let letter = |n: usize| {
        format!(
            "{}{}",
            if n < 52 { "" } else { "+" },
            char::from(b"ABDEFGHIJKLMNOPQRTUVWXYZabdefghijklmnopqrtuvwxyz"[n % 48])
        )
    };
    vec![
        (902, Made(vec!["!permission denied".to_owned()])),
        (906, Made(chain)),
        (907, Made(vec![format!("{head}{}", "// a long comment\n".repeat(MAX_BYTES / 16))])),
        (908, Made(vec![head.to_owned() + (0..=MAX_ITEMS).map(numbers).collect::<String>().as_str()])),
        (909, Made(vec![format!("{head}zone deep = {}c3{}\n", "(".repeat(70), ")".repeat(70))])),
        (910, Made(vec![head.to_owned() + "zoen a = c3\n".repeat(60).as_str()])),
        (920, many(260, &|n| format!("piece kind{n} \"{}\" of white {{ step forward to empty }}\n", letter(n)))),
        (921, many(20, &|n| format!("side side{n} faces north\n"))),
        (922, many(70, &|n| format!("mark mark{n} lasts 1 turn\n"))),
        (923, many(260, &|n| format!("call player call{n} when no scout of player\n"))),
        (924, many(260, &|n| format!("phase phase{n} {{ turns white 1 }}\n"))),
        (925, with((0..14).map(doubling).collect::<String>() + "end draw when any chief in z13 \"too much\"\n")),
        (925, with((0..20).map(doubling_call).collect::<String>() + "end draw when any c19 \"too much\"\n")),
        (925, with((0..200).map(deepening_call).collect::<String>() + "end draw when any c199 \"too deep\"\n")),
        (926, many(70, &counted)),
        (1003, with("hook legality f in \"closed.rhai\" \"what is fair\"\n".to_owned())),
        (1004, with("hook legality f in \"large.rhai\" \"what is fair\"\n".to_owned())),
        (1004, many(20, &|n| format!("hook ending f{n} in \"f{n}.rhai\" \"what is fair\"\n"))),
        (751, with((0..30).map(asked).collect::<String>() + "// a long comment\n".repeat(12_000).as_str())),
    ]
}

#[test]
fn limits_are_told_once() {
    for (wanted, files) in made() {
        let start = Instant::now();
        let checked = check("f0", &files);
        let found: Vec<u16> = checked.diagnostics.iter().map(|d| d.code.number).collect();
        let short: Vec<String> = checked.diagnostics.iter().map(|d| report::short(d, &checked.sources)).collect();
        assert!(found.contains(&wanted), "{wanted}: {short:#?}");
        assert!(start.elapsed().as_secs_f32() < 2.0, "{wanted}: {:?}", start.elapsed());
    }
}

/// Every code of the table has a file that shows it, but for two that no file can have: a fault of the reader itself,
/// and a number kept for statements that can be said and not run, of which there are none at present. One code stands for a
/// program without scripts. What is said of a script that fails when it is asked is shown beside the code that runs it.
#[test]
fn every_code_has_a_faulty_file() {
    let mut shown: Vec<u16> = faulty_files().iter().map(|p| named(p)).collect();
    shown.extend(made().iter().map(|(code, _)| *code));
    let of_files = code::ALL.iter().filter(|c| c.to_string().starts_with("HR"));
    let missing: Vec<u16> = of_files.map(|c| c.number).filter(|n| !shown.contains(n)).collect();
    assert_eq!(missing, [199, 801, 809, 1010, 1011, 1012]);
}

/// Every code of what is said of examples is in what their tests show, but for a fault of the reader itself.
#[test]
fn every_code_of_examples_is_shown() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown: String = ["src/testing/snapshots", "src/testing/read/snapshots", "tests/cli/snapshots"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder of snapshots"))
        .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("text"))
        .collect();
    let codes = code::ALL.iter().map(ToString::to_string).filter(|c| c.starts_with("HT"));
    let missing: Vec<String> = codes.filter(|c| !shown.contains(c)).collect();
    assert_eq!(missing, ["HT0199"]);
}
