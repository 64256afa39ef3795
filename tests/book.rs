//! The book, the README and every rule file of the repository, run.
//!
//! `HOUSERULES_UPDATE=1 cargo test --test book` rewrites the tables that are made from the code.

use houserules::engine::{Game, Play};
use houserules::language::{Files, Found, lint, load};
use houserules::ruleset::code::{self, Severity};
use houserules::ruleset::{Diagnostic, Settings, resolve, settle, unsupported};
use houserules::{board, language, notation};
use std::collections::{BTreeMap, BTreeSet};
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

/// Where an example's bases are: the book's own field, and the rulesets that come with the tool.
struct Library<'a> {
    /// The file under test.
    text: &'a str,
    /// The scripts beside it, by name.
    scripts: &'a BTreeMap<String, String>,
}

impl Files for Library<'_> {
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        if beside.is_none() {
            return Ok(Some(Found { name: "example.rules".into(), place: "example".into(), text: self.text.into() }));
        }
        for folder in ["docs/book", "rulesets"] {
            let path = root().join(folder).join(format!("{id}.rules"));
            if let Ok(text) = fs::read_to_string(&path) {
                return Ok(Some(Found { name: format!("{id}.rules"), place: path.display().to_string(), text }));
            }
        }
        Ok(None)
    }

    fn script(&self, file: &str, beside: &str) -> Result<Option<Found>, String> {
        let own = self.scripts.get(file).filter(|_| beside == "example").cloned();
        let beside = ["docs/book", "rulesets"].map(|folder| fs::read_to_string(root().join(folder).join(file)).ok());
        let text = own.or_else(|| beside.into_iter().flatten().next());
        Ok(text.map(|text| Found { name: file.to_owned(), place: file.to_owned(), text }))
    }
}

/// A rule file that needs no scripts but those of the library.
fn examine_alone(text: &str) -> (Vec<Diagnostic>, Option<Game>) {
    examine(&Library { text, scripts: &BTreeMap::new() })
}

/// Everything that is found in a rule file, and its game under the default settings if it has no error.
fn examine(file: &Library) -> (Vec<Diagnostic>, Option<Game>) {
    let loaded = load("example", file).expect("the example is there");
    let mut found = loaded.diagnostics.clone();
    if !loaded.is_sound() {
        return (found, None);
    }
    let understood = settle(&loaded.ruleset, &Settings::defaults())
        .and_then(|settled| resolve(&settled).map(|rules| (settled, rules)));
    match understood {
        Ok((settled, rules)) => {
            found.extend(unsupported(&rules));
            found.extend(lint(&loaded.ruleset, &settled, &rules));
            if found.iter().any(Diagnostic::is_error) {
                return (found, None);
            }
            match houserules::open_from("example", file, &Settings::defaults()) {
                Ok(opened) => (found, Some(opened.game)),
                Err(problems) => {
                    found.extend(problems.diagnostics.into_iter().filter(Diagnostic::is_error));
                    (found, None)
                }
            }
        }
        Err(problems) => {
            found.extend(problems);
            (found, None)
        }
    }
}

/// The next number of a small, fixed stream (xorshift).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Plays so many random plies, from the same seed each time. Fails if a legal move cannot be played, if undoing
/// does not lead back, or if the rules do not say how the game goes on.
fn play(game: &Game, plies: usize) -> Result<(), String> {
    let mut play = Play::new(game);
    let start = play.position().clone();
    let mut seed = 0x9E37_79B9_7F4A_7C15;
    for ply in 0..plies {
        let moves = play.moves().unwrap();
        if play.outcome().is_some() != moves.is_empty() {
            return Err(format!("ply {ply}: {} moves, outcome {:?}", moves.len(), play.outcome()));
        }
        if moves.is_empty() {
            break;
        }
        let at = next(&mut seed) as usize % moves.len();
        play.play(&moves[at]).map_err(|e| format!("ply {ply}: {:?}: {e}", moves[at]))?;
    }
    if let Some(outcome) = play.outcome()
        && outcome.span.is_none()
    {
        return Err(format!("the rules do not say how it ends: {}", outcome.reason));
    }
    while play.undo().is_some() {}
    if *play.position() == start { Ok(()) } else { Err("undoing does not lead back to the start".into()) }
}

/// What a fence wants of its rule file.
enum Wanted {
    /// No error, and just these warnings.
    Plays(Vec<String>),
    /// Just this error.
    Wrong(String),
    /// HR08 and nothing else.
    NotYet,
}

/// A rule file in a page.
struct Block {
    /// The line of the fence.
    line: usize,
    wanted: Wanted,
    text: String,
}

/// The rule files of a page, and its scripts by name.
fn blocks(page: &str) -> (Vec<Block>, BTreeMap<String, String>) {
    let (mut blocks, mut scripts) = (Vec::new(), BTreeMap::new());
    let mut lines = page.lines().enumerate();
    while let Some((n, line)) = lines.next() {
        let Some(fence) = line.strip_prefix("```").filter(|f| !f.is_empty()) else { continue };
        let text: String =
            lines.by_ref().take_while(|(_, l)| *l != "```").fold(String::new(), |t, (_, l)| t + l + "\n");
        let mut words = fence.split(' ');
        match words.next() {
            Some("rules") => {}
            Some("rhai") => {
                let name = words.next().unwrap_or_else(|| panic!("line {}: the script has no name", n + 1));
                scripts.insert(name.to_owned(), text);
                continue;
            }
            _ => continue,
        }
        let mut wanted = Wanted::Plays(Vec::new());
        for word in words {
            wanted = match word.split_once('=') {
                Some(("warns", codes)) => Wanted::Plays(codes.split(',').map(str::to_owned).collect()),
                Some(("wrong", code)) => Wanted::Wrong(code.to_owned()),
                None if word == "not-yet" => Wanted::NotYet,
                // What the page calls it.
                None if word.contains(".rules") => wanted,
                _ => panic!("line {}: what is `{word}`?", n + 1),
            };
        }
        blocks.push(Block { line: n + 1, wanted, text });
    }
    (blocks, scripts)
}

/// Holds a rule file to what is wanted of it.
fn hold(text: &str, scripts: &BTreeMap<String, String>, wanted: &Wanted) -> Result<(), String> {
    let (found, game) = examine(&Library { text, scripts });
    let codes = |errors: bool| -> Vec<String> {
        found.iter().filter(|d| d.is_error() == errors).map(|d| d.code.to_string()).collect()
    };
    let said = || {
        let said = found.iter().map(|d| {
            let place = d.labels.first().map(|l| (l.span.file, l.span.start as usize..l.span.end as usize));
            let place = place.map(|(file, at)| if file == 0 { text.get(at).unwrap_or_default() } else { "in a base" });
            format!("  {} {} [{}]", d.code, d.message, place.unwrap_or_default())
        });
        said.collect::<Vec<_>>().join("\n")
    };
    match wanted {
        Wanted::Plays(warnings) => match game {
            Some(game) if codes(false) == *warnings => play(&game, 40),
            _ => Err(format!("should load, with the warnings {warnings:?}:\n{}", said())),
        },
        Wanted::Wrong(code) if codes(true) == [code.clone()] => Ok(()),
        Wanted::NotYet if game.is_none() && codes(true).iter().all(|c| c.starts_with("HR08")) => Ok(()),
        Wanted::Wrong(code) => Err(format!("should have the error {code} and no other:\n{}", said())),
        Wanted::NotYet => Err(format!("should be refused as HR08 and nothing else:\n{}", said())),
    }
}

#[test]
fn examples_of_the_pages_hold() {
    let (mut failed, mut count) = (String::new(), 0);
    for page in pages() {
        let (blocks, scripts) = blocks(&read(&page));
        for (name, text) in &scripts {
            // A script is that of an example of the page, or of a file that an example names.
            let named = blocks.iter().any(|b| b.text.contains(&format!("\"{name}\"")));
            let kept = fs::read_to_string(root().join("docs/book").join(name)).is_ok_and(|kept| kept == *text);
            if !named && !kept {
                writeln!(failed, "{}: no example asks the script {name}", shown(&page)).expect("a string");
            }
        }
        for block in blocks {
            count += 1;
            if let Err(why) = hold(&block.text, &scripts, &block.wanted) {
                writeln!(failed, "{}:{}: {why}", shown(&page), block.line).expect("a string can be written");
            }
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
    assert!(count > 80, "only {count} examples were found");
}

/// The examples of positions in the pages are run, as those of a companion of Bison; nothing in them waits.
#[test]
fn positions_of_the_pages_hold() {
    use houserules::testing::{Companion, How, RunOptions, example_text, run_companion};
    let (mut failed, mut count) = (String::new(), 0);
    for page in pages() {
        let companion = Companion::read(&shown(&page), &read(&page), "bison").expect("a page is short");
        let report = run_companion(&companion, &houserules::library::Library, &RunOptions::default());
        count += report.examples.len();
        let how = How { paint: None, again: &|_, _| String::new() };
        for example in report.examples.iter().filter(|e| !e.passed()) {
            writeln!(failed, "{}", example_text(&report, example, &how)).expect("a string can be written");
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
    assert!(count >= 8, "only {count} examples were found");
}

#[test]
fn rule_files_of_the_repository_hold() {
    let mut failed = String::new();
    for folder in ["rulesets", "examples", "docs/book"] {
        for file in files(folder, ".rules") {
            if let Err(why) = hold(&read(&file), &BTreeMap::new(), &Wanted::Plays(Vec::new())) {
                writeln!(failed, "{}: {why}", shown(&file)).expect("a string can be written");
            }
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

/// Each answer to each question of each ruleset can be chosen, and is played unless it needs what this version
/// cannot run.
#[test]
fn every_answer_of_the_rulesets_can_be_chosen() {
    let (mut failed, mut count) = (String::new(), 0);
    for file in files("rulesets", ".rules") {
        let text = read(&file);
        let here = Library { text: &text, scripts: &BTreeMap::new() };
        let loaded = load("example", &here).expect("the file is there");
        let settled = settle(&loaded.ruleset, &Settings::defaults()).expect("the defaults fit");
        for option in &settled.options {
            let ends = option.range.into_iter().flat_map(|(low, high)| [low.to_string(), high.to_string()]);
            for value in option.values.iter().map(|(value, _)| value.clone()).chain(ends) {
                count += 1;
                let settings = Settings::defaults().with(&option.name, &value);
                let held = match settle(&loaded.ruleset, &settings).and_then(|settled| resolve(&settled)) {
                    // Five dogs beside a chief need a board that is wide enough: the range alone cannot say so.
                    Err(problems) if option.range.is_some() && problems.iter().all(|d| d.code.number / 100 == 3) => {
                        Ok(())
                    }
                    Err(problems) => {
                        Err(problems.iter().map(|d| format!("{} {}", d.code, d.message)).collect::<Vec<_>>().join("; "))
                    }
                    Ok(rules) if unsupported(&rules).is_empty() => {
                        let opened = houserules::open_from("example", &here, &settings);
                        opened.map_err(|e| e.to_string()).and_then(|opened| play(&opened.game, 40))
                    }
                    Ok(_) => Ok(()),
                };
                if let Err(why) = held {
                    writeln!(failed, "{} --set {}={value}: {why}", shown(&file), option.name).expect("a string");
                }
            }
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
    assert!(count > 100, "only {count} answers were tried");
}

/// The number of each limit that the code exports stands in the chapter on limits.
#[test]
fn limits_are_those_of_the_code() {
    let chapter = read(&root().join("docs/book/limits.md"));
    let limits = [
        ("size of a file", format!("{} KiB", language::MAX_BYTES / 1024)),
        ("statements of a file, those in blocks counted", language::MAX_ITEMS.to_string()),
        ("files in a chain of `extends`, the first one counted", language::MAX_CHAIN.to_string()),
        ("sites of a board", board::MAX_SITES.to_string()),
        ("ways of the repetitions of one motion of one piece", format!("{} |", houserules::engine::MAX_WAYS)),
        ("moves of one position", format!("{} |", houserules::engine::MAX_MOVES)),
        ("a move", format!("{} bytes", notation::MAX_MOVE)),
        ("a position", format!("{} bytes", notation::MAX_POSITION)),
        ("the record of a game", format!("{} bytes", notation::MAX_RECORD)),
        ("the record of a match", format!("{} bytes", notation::MAX_RECORD)),
        ("rounds of a match", houserules::ruleset::MAX_ROUNDS.to_string()),
        ("tags of a record", notation::MAX_TAGS.to_string()),
        #[cfg(feature = "pictures")]
        ("width or height of a picture", format!("{} pixels", houserules::render::MAX_PIXELS)),
        #[cfg(feature = "pictures")]
        ("positions of an animated GIF", houserules::render::MAX_FRAMES.to_string()),
        #[cfg(feature = "pictures")]
        ("pixels of a position of an animated GIF", houserules::render::MAX_FRAME_PIXELS.to_string()),
        ("size of a companion", format!("{} KiB", houserules::testing::MAX_COMPANION / 1024)),
        ("examples of a companion", houserules::testing::MAX_EXAMPLES.to_string()),
        ("moves that `best play` looks ahead", houserules::testing::MAX_AHEAD.to_string()),
        ("positions that `best play` looks at", houserules::testing::MAX_LOOKED_AT.to_string()),
    ];
    for (what, most) in limits {
        assert!(chapter.contains(&format!("| {what} | {most} |")), "{what}: {most}");
    }
    assert!(chapter.contains(&format!("pairs of settings at most {} are tried", language::pairs::MAX_PAIRS)));
}

/// The number of each limit of a script stands in the chapter on scripts.
#[cfg(feature = "hooks")]
#[test]
fn limits_of_scripts_are_those_of_the_code() {
    use houserules::hooks::limits;
    let chapter = read(&root().join("docs/book/scripts.md"));
    let limits = [
        ("size of a script", format!("{} KiB", language::MAX_SCRIPT_BYTES / 1024)),
        ("scripts of a ruleset, its bases' counted", language::MAX_SCRIPTS.to_string()),
        ("functions of a script", limits::MAX_FUNCTIONS.to_string()),
        ("blocks and expressions inside each other", limits::MAX_DEPTH.to_string()),
        ("variables of a function, its parameters counted", limits::MAX_VARIABLES.to_string()),
        ("values handed to a function", limits::MAX_ARGUMENTS.to_string()),
        ("operations of a call", limits::MAX_OPERATIONS.to_string()),
        ("functions under way at once", limits::MAX_CALLS.to_string()),
        ("bytes of a text, and of all texts in a list or map", limits::MAX_STRING.to_string()),
        ("elements of a list, those of lists in it counted", limits::MAX_LIST.to_string()),
        ("entries of a map, those of maps in it counted", limits::MAX_MAP.to_string()),
        ("bytes of a key of a map", limits::MAX_KEY.to_string()),
        ("pieces, moves, players and effects held at once", limits::MAX_VIEWS.to_string()),
        (
            "looks: pieces, moves and players made or copied, elements searched; what `is` and `moves` take, once a call",
            limits::MAX_LOOKS.to_string(),
        ),
        ("bytes of a sentence", limits::MAX_SENTENCE.to_string()),
        ("`random` of", limits::MAX_RANDOM.to_string()),
    ];
    for (what, most) in limits {
        assert!(chapter.contains(&format!("| {what} | {most} |")), "{what}: {most}");
    }
}

/// The position and the record that the chapter on notation shows are those of Bison.
#[test]
fn notation_of_the_chapter_is_read() {
    let chapter = read(&root().join("docs/book/notation.md"));
    let (_, game) = examine_alone(&read(&root().join("rulesets/bison.rules")));
    let game = game.expect("Bison can be played");
    let start = Play::new(&game);
    let text = notation::write_position(start.position(), start.history(), &game);
    assert!(chapter.contains(&format!("```text\n{text}\n```")), "{text}");

    let from = chapter.find("[Ruleset").expect("a record");
    let record = chapter[from..].split("```").next().expect("the end of the record");
    let record = notation::read_record(record).expect("the record is well formed");
    let play = notation::replay(&record, &game).expect("its moves are legal");
    let outcome = play.outcome().expect("the game is over");
    assert_eq!(record.result, Some(notation::result_text(outcome, &game)));
    assert_eq!(record.reason.as_deref(), Some(outcome.reason.as_str()));
}

/// The record that the chapter on the match shows is one of Bison, written as the program would write it.
#[test]
fn match_of_the_chapter_is_played() {
    let chapter = read(&root().join("docs/book/match.md"));
    let from = chapter.find("[Match").expect("a record");
    let text = chapter[from..].split("```").next().expect("the end of the record");
    let record = notation::read_match_record(text).expect("the record is well formed");
    let settings = notation::match_stamp(&record).options.unwrap_or_default().into_iter().collect();
    let opened = houserules::open_from("bison", &houserules::library::Library, &settings).expect("Bison can be played");
    let again = notation::replay_match(&record, opened.rounds()).expect("it can be played");
    assert_eq!(again.differences, []);
    let written = notation::write_match_record(&notation::match_record(&again.play, &again.rounds, &[]));
    let written: Vec<&str> = written.lines().filter(|l| !l.starts_with("[Rules ")).collect();
    assert_eq!(written.join("\n"), text.trim_end());
}

/// What the chapter on house rules shows for a misspelt name is what is said.
#[test]
fn misspelt_name_is_told_as_the_chapter_shows() {
    let page = "docs/book/house-rules.md";
    let (blocks, mut scripts) = blocks(&read(&root().join(page)));
    let rules = blocks.iter().find(|b| b.text.contains("together.rhai")).expect("the first example");
    let script = scripts.get_mut("together.rhai").expect("its script");
    *script = script.replacen("position.rank(other.from)", "position.rnak(other.from)", 1);
    let here = Library { text: &rules.text, scripts: &scripts };
    let refused = houserules::open_from("example", &here, &Settings::defaults()).expect_err("it is misspelt");
    between_marks(page, "misspelt", &format!("```text\n{}\n```\n", refused.to_string().trim_end()));
}

/// The file that the chapter on reading a file shows is the one that the examples start from.
#[test]
fn field_is_shown_as_it_is() {
    let field = read(&root().join("docs/book/field.rules"));
    assert!(read(&root().join("docs/book/how-a-file-reads.md")).contains(&field));
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
