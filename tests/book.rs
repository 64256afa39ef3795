//! The book, the README and every rule file of the repository, run.
//!
//! `HOUSERULES_UPDATE=1 cargo test --test book` rewrites the tables that are made from the code.

use houserules::ruleset::code::{self, Severity};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Files of a folder that end so, in order.
fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
    let mut found: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    found.retain(|p| p.to_string_lossy().ends_with(end));
    found.sort();
    found
}

/// The chapters of the book, and the README.
fn pages() -> Vec<PathBuf> {
    let mut pages = files("docs/book", ".md");
    pages.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/design.md"].map(|p| root().join(p)));
    pages
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Compares the text between two marks of a page with what it should be, or rewrites it.
fn between_marks(page: &str, name: &str, wanted: &str) {
    let path = root().join(page);
    let text = read(&path);
    let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let from = text.find(&begin).expect("the mark of the beginning") + begin.len();
    let to = text.find(&end).expect("the mark of the end");
    if &text[from..to] == wanted {
        return;
    }
    if std::env::var_os("HOUSERULES_UPDATE").is_some() {
        fs::write(&path, format!("{}{wanted}{}", &text[..from], &text[to..])).expect("the page can be written");
        return;
    }
    panic!("the table `{name}` of {page} is out of date: HOUSERULES_UPDATE=1 cargo test --test book");
}

#[test]
fn table_of_codes_is_that_of_the_code() {
    let mut table = String::from("| code | | what | meaning |\n|---|---|---|---|\n");
    for code in code::ALL {
        let severity = match code.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let meaning = code.meaning.replace('|', "\\|");
        writeln!(table, "| {code} | {severity} | {} | {meaning} |", code.title).expect("a string can be written");
    }
    between_marks("docs/book/codes.md", "codes", &table);
}

#[test]
fn table_of_what_cannot_run_is_that_of_the_code() {
    let mut table = String::from("| code | what | meaning |\n|---|---|---|\n");
    for code in code::ALL.iter().filter(|c| c.number / 100 == 8) {
        writeln!(table, "| {code} | {} | {} |", code.title, code.meaning).expect("a string can be written");
    }
    between_marks("docs/book/not-yet.md", "not yet", &table);
}

#[test]
fn words_of_the_language_are_those_of_the_grammar() {
    let grammar = read(&root().join("grammar/houserules.pest"));
    let tokens: BTreeSet<&str> =
        grammar.lines().filter_map(|l| l.strip_prefix("k_")).filter_map(|l| l.split(' ').next()).collect();
    let chapter = read(&root().join("docs/book/words.md"));
    let (table, free) = chapter.split_once("## Words that may be names").expect("two parts");
    let ticked = |text: &'_ str| -> Vec<String> { text.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let listed = ticked(table);
    let once: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
    assert_eq!(listed.len(), once.len(), "a word stands twice in the table");
    assert_eq!(once, tokens);

    let reserved = grammar.split("reserved = @{").nth(1).and_then(|r| r.split('}').next()).expect("the list of words");
    let reserved: BTreeSet<&str> = reserved.split('"').skip(1).step_by(2).collect();
    let free = free.split("## ").next().expect("a part");
    let free: BTreeSet<String> = ticked(free).into_iter().collect();
    let wanted: BTreeSet<String> = tokens.difference(&reserved).map(|w| (*w).to_owned()).collect();
    assert_eq!(free, wanted);
}

#[test]
fn links_lead_somewhere() {
    let mut broken = String::new();
    for page in pages() {
        for (n, line) in read(&page).lines().enumerate() {
            for link in line.split("](").skip(1).filter_map(|l| l.split(')').next()) {
                let file = link.split('#').next().unwrap_or_default();
                if file.is_empty() || link.contains("://") {
                    continue;
                }
                if !page.with_file_name(file).exists() {
                    writeln!(broken, "{}:{}: {link}", shown(&page), n + 1).expect("a string can be written");
                }
            }
        }
    }
    assert!(broken.is_empty(), "{broken}");
}

#[test]
fn contents_list_every_chapter() {
    let contents = read(&root().join("docs/book/README.md"));
    for chapter in files("docs/book", ".md") {
        let name = chapter.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name == "README.md" || contents.contains(&format!("]({name})")), "{name} is not in the contents");
    }
}

#[test]
fn manifest_lists_every_ruleset_once() {
    let manifest: toml::Table = read(&root().join("rulesets/manifest.toml")).parse().expect("the manifest is TOML");
    let families = manifest["family"].as_array().expect("families");
    let listed: Vec<String> = families
        .iter()
        .flat_map(|f| f["ruleset"].as_array().expect("rulesets"))
        .map(|r| r["id"].as_str().expect("an id").to_owned())
        .collect();
    let mut sorted = listed.clone();
    sorted.sort();
    let mut there: Vec<String> = files("rulesets", ".rules")
        .iter()
        .map(|p| p.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    there.sort();
    assert_eq!(sorted, there);
    assert!(listed.contains(&manifest["default"].as_str().expect("a default").to_owned()));
}
