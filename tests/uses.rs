//! Which rulesets use which clause: a table of the book that is made from the rule files.
//!
//! `HOUSERULES_UPDATE=1 cargo test --test uses` rewrites it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Clauses by chapter: how the book writes them, and the words that tell them. `*` stands for up to six other words.
const CLAUSES: &[(&str, &[(&str, &str)])] = &[
    (
        "The board",
        &[
            ("`board squares`", "board squares"),
            ("`board points N x N`", "board points * x"),
            ("`board points { ... }`, a drawing", "board points {"),
            ("`board hexes`", "board hexes"),
            ("`orthogonal`, `alquerque` or `all lines`", "* lines"),
            ("`without`", "board * without"),
            ("`zone`", "zone"),
            ("`zone ... of SIDE`", "zone * of"),
        ],
    ),
    (
        "Pieces",
        &[
            ("a piece of nobody", "of nobody"),
            ("`royal`", "royal"),
            ("`stays in`", "stays in"),
            ("`never enters`, `passes`, `stops in`", "never"),
            ("`N in hand`, `any number in hand`", "in hand"),
            ("`like`", "like"),
            ("`becomes`", "becomes"),
            ("`may become`", "may become"),
            ("`even in passing`", "even in passing"),
            ("`mark`", "mark"),
        ],
    ),
    (
        "Motions",
        &[
            ("`step`", "step"),
            ("`slide`", "slide"),
            ("`leap N by N`", "leap"),
            ("`leap anywhere`", "leap anywhere"),
            ("`jump`", "jump"),
            ("`drop`", "drop"),
            ("`exactly`, `at most`, `at least`", "exactly|at most|at least"),
            ("`count of`", "count of"),
            ("`past`", "past"),
            ("`over`", "over"),
            ("`capturing ... behind`", "behind"),
            ("`may repeat`", "may repeat"),
            ("`must repeat`", "must repeat"),
            ("`without turning back`, `without returning`", "without turning|without returning"),
            ("`landing where it can go on`", "landing where"),
            ("`then` another leg", "then step|then slide|then jump|then leap"),
            ("`leaving MARK`", "leaving"),
            ("a motion with `when` or `unless`", "unless"),
            ("`move NAME { ... }`, a joint move", "move * {"),
        ],
    ),
    (
        "Effects",
        &[
            ("`after every`", "after every"),
            ("`turn`", "turn every|turn enemy|must turn|then turn"),
            ("`remove`", "remove one|remove it|then remove|remove all|remove pieces"),
            ("`capture ... between`", "between"),
            ("`surrounded`", "surrounded"),
            ("`place ... by`", "place * by"),
            ("`place ... at` as an effect", "then place"),
        ],
    ),
    (
        "Turns and duty",
        &[
            ("`turns from SIDE, alternating`", "alternating"),
            ("a list of turns", "turns * 1|turns * 2|turns * 4"),
            ("`pie rule`", "pie rule"),
            ("`phase`", "phase"),
            ("`only`", "only"),
            ("`passing`", "passing allowed|passing when"),
            ("`passing ... when`", "passing * when"),
            ("`must capture`", "must capture"),
            ("`must capture most`", "capture most"),
            ("`must capture ... first`", "must capture * first"),
            ("`or lose that piece`", "or lose"),
            ("`captured pieces leave`", "pieces leave"),
            ("`captured pieces go to hand`", "go to hand"),
            ("`start by`, numbered starts", "start by"),
        ],
    ),
    (
        "Legality and conditions",
        &[
            ("`illegal when`", "illegal when"),
            ("`call`", "call"),
            ("`attacked`, `safe`", "attacked|safe"),
            ("`stuck`", "stuck"),
            ("`unmoved`", "unmoved"),
            ("`promoted`, `unpromoted`", "promoted|unpromoted"),
            ("`cannot move`", "cannot move"),
            ("`sees`", "sees"),
            ("`line of`", "line of"),
            ("`connects`", "connects"),
            ("`connected`", "connected"),
            ("`encloses`", "encloses|enclose"),
            ("`cut off from`", "cut off"),
            ("`position occurs`", "position occurs"),
            ("`board occurs`", "board occurs"),
            ("`throughout`", "throughout"),
            ("`moves ... without`", "moves * without"),
            ("`passes in a row`", "passes in"),
            ("`for the Nth time`, `turn in a row`", "for the"),
        ],
    ),
    (
        "Endings",
        &[
            ("`wins`", "wins|win"),
            ("`loses`", "loses|lose"),
            ("`end draw`", "end draw"),
            ("`is out`", "is out"),
            ("`last player wins`", "last player"),
            ("`highest score wins`", "highest score"),
            ("`score`", "score player"),
            ("`end by hook`", "by hook"),
        ],
    ),
    (
        "Choices and variants",
        &[
            ("`extends`", "extends"),
            ("`option`", "option"),
            ("`option ... from N to N`", "from * default"),
            ("`unclear`", "unclear"),
            ("`if ... is`", "if * is"),
            ("`rename`", "rename"),
            ("`replace`", "replace"),
            ("`change`", "change"),
            ("`set`", "set"),
            ("`match`", "match"),
            ("`hook`", "hook"),
        ],
    ),
];

/// The words and signs of a rule file, without its comments and sentences.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        // Every second part of a line stands in quotation marks.
        for (n, part) in line.split('"').enumerate() {
            let said = part.split("//").next().unwrap_or_default();
            if n % 2 == 0 {
                let spaced = said.replace('{', " { ").replace('}', " } ").replace(['(', ')', ','], " ");
                tokens.extend(spaced.split_whitespace().map(String::from));
            }
            if said.len() < part.len() && n % 2 == 0 {
                break;
            }
        }
    }
    tokens
}

/// Whether the words of a phrase come one after the other, a gap of at most six for each `*`.
fn says(tokens: &[String], phrase: &[&str]) -> bool {
    match phrase.split_first() {
        None => true,
        Some((&"*", rest)) => (0..=6.min(tokens.len())).any(|gap| says(&tokens[gap..], rest)),
        Some((word, rest)) => tokens.first().is_some_and(|t| t == word) && says(&tokens[1..], rest),
    }
}

fn uses(tokens: &[String], told_by: &str) -> bool {
    told_by.split('|').any(|phrase| {
        let words: Vec<&str> = phrase.split(' ').collect();
        (0..tokens.len()).any(|at| says(&tokens[at..], &words))
    })
}

#[test]
fn the_table_of_uses_is_that_of_the_rulesets() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(root.join("rulesets")).expect("the folder is there");
    let mut files: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "rules"));
    files.sort();
    let read: Vec<(String, Vec<String>)> = files
        .iter()
        .map(|p| {
            let id = p.file_stem().and_then(|s| s.to_str()).expect("a name").to_owned();
            (id, tokens(&fs::read_to_string(p).expect("a text")))
        })
        .collect();
    let (mut table, mut unused) = (String::new(), Vec::new());
    for (chapter, clauses) in CLAUSES {
        writeln!(table, "\n## {chapter}\n\n| clause | how many | rulesets |\n|---|---|---|").expect("a string");
        for (clause, told_by) in *clauses {
            let by: Vec<&str> = read.iter().filter(|(_, t)| uses(t, told_by)).map(|(id, _)| id.as_str()).collect();
            let shown = by.iter().take(8).map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
            let more = if by.len() > 8 { ", ..." } else { "" };
            writeln!(table, "| {clause} | {} | {shown}{more} |", by.len()).expect("a string");
            if by.is_empty() {
                unused.push(*clause);
            }
        }
    }
    assert_eq!(unused, [""; 0], "clauses that no ruleset uses");
    table.push('\n');
    let page = root.join("docs/book/uses.md");
    let text = fs::read_to_string(&page).expect("the page is there");
    let (begin, end) = ("<!-- uses: begin -->\n", "<!-- uses: end -->");
    let from = text.find(begin).expect("the mark of the beginning") + begin.len();
    let to = text.find(end).expect("the mark of the end");
    if std::env::var_os("HOUSERULES_UPDATE").is_some() {
        fs::write(&page, format!("{}{table}{}", &text[..from], &text[to..])).expect("the page can be written");
    } else {
        assert_eq!(&text[from..to], table, "HOUSERULES_UPDATE=1 cargo test --test uses");
    }
}
