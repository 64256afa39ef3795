//! What a lab found, as tables of words: the same ones for the terminal and the page.

use super::report::{CellReport, Report};
use super::stats::{Gap, Share};

/// A table of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it is about.
    pub title: String,
    /// What its numbers are, in sentences.
    pub note: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, as long as there are columns.
    pub rows: Vec<Vec<String>>,
    /// How many columns, from the first on, say which cell a row is about.
    pub keys: usize,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its heading.
    pub head: String,
    /// Numbers, which end where the heading ends.
    pub right: bool,
}

/// What a cell has in a column.
type Say<'a> = Box<dyn Fn(&CellReport) -> String + 'a>;

/// What was played, in one sentence.
pub fn headline(report: &Report) -> String {
    let lab = &report.lab;
    let cells = match lab.cells.len() {
        1 => String::new(),
        n => format!(" in each of {n} cells"),
    };
    let plies = |n: u32| if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") };
    let kind = match (report.kind(), lab.games) {
        ("matches", 1) => "match",
        (_, 1) => "game",
        (kind, _) => kind,
    };
    let shard = lab.shard.map_or_else(String::new, |s| format!("; shard {s}"));
    let missing = if report.is_complete() {
        String::new()
    } else {
        format!("; {} of {} are here", report.played, report.planned)
    };
    let with = if lab.set.is_empty() {
        String::new()
    } else {
        let set: Vec<String> = lab.set.iter().map(|(o, v)| format!("{o}={v}")).collect();
        format!(" with {}", set.join(", "))
    };
    format!(
        "{}{with}: {} {kind}{cells}, level {}, seed {}, {} at random first, cut after {}{shard}{missing}",
        lab.title,
        lab.games,
        lab.level,
        lab.seed,
        plies(lab.opening_plies),
        plies(lab.cap)
    )
}

/// The command that repeats it.
pub(super) fn command(report: &Report) -> String {
    let lab = &report.lab;
    let set = lab.set.iter().map(|(o, v)| format!(" --set {o}={v}"));
    let vary = lab.vary.iter().map(|v| format!(" --vary {}={}", v.option, v.values.join(",")));
    let options: String = set.chain(vary).collect();
    let matches = if lab.matches { " --match" } else { "" };
    format!(
        "houserules lab {}{options}{matches} --games {} --level {} --seed {} --opening-plies {} --cap {}",
        lab.ruleset, lab.games, lab.level, lab.seed, lab.opening_plies, lab.cap
    )
}

/// The tables of a report.
pub fn tables(report: &Report) -> Vec<Table> {
    let mut tables = Vec::new();
    if report.lab.matches {
        tables.push(matches(report));
    }
    tables.push(winners(report));
    if report.cells.len() > 1 {
        tables.push(against_base(report));
    }
    tables.push(courses(report));
    tables.push(endings(report));
    tables
}

const BOUNDS: &str = "In brackets the bounds of 95 %.";

/// A table with a row for each cell.
fn by_cell(report: &Report, title: &str, note: String, columns: Vec<(String, Say)>) -> Table {
    let rows = report.cells.iter().enumerate().map(|(n, cell)| {
        let said = columns.iter().map(|(_, say)| say(cell));
        keys(report, n).into_iter().chain(said).collect()
    });
    let rows = rows.collect();
    let columns = columns.into_iter().map(|(head, _)| Column { head, right: true });
    let heads = key_columns(report);
    Table {
        title: title.to_owned(),
        note,
        keys: heads.len(),
        columns: heads.into_iter().chain(columns).collect(),
        rows,
    }
}

/// The columns that say which cell it is: none where there is but one.
fn key_columns(report: &Report) -> Vec<Column> {
    report.lab.vary.iter().map(|v| Column { head: v.option.clone(), right: false }).collect()
}

fn keys(report: &Report, cell: usize) -> Vec<String> {
    let mut keys: Vec<String> =
        report.cells.get(cell).into_iter().flat_map(|c| &c.settings).map(|(_, value)| value.clone()).collect();
    if cell == report.base_cell
        && report.cells.len() > 1
        && let Some(first) = keys.first_mut()
    {
        first.push_str(" *");
    }
    keys
}

fn winners(report: &Report) -> Table {
    let (title, count) = if report.lab.matches { ("Who wins the rounds", "rounds") } else { ("Who wins", "games") };
    let mut columns: Vec<(String, Say)> = vec![(count.to_owned(), Box::new(|c| c.games.to_string()))];
    for (n, side) in report.lab.sides.iter().enumerate() {
        columns.push((side.clone(), Box::new(move |c| share(c.wins.get(n).and_then(|w| w.share)))));
    }
    let mut where_any = |head: &str, of: fn(&CellReport) -> Option<Share>| {
        if report.cells.iter().any(|c| of(c).is_some_and(|s| s.count > 0)) {
            columns.push((head.to_owned(), Box::new(move |c| percent(of(c)))));
        }
    };
    where_any("drawn", |c| c.drawn);
    where_any("unsettled", |c| c.unsettled);
    where_any("cut", |c| c.cut);
    columns.push(("first to move".to_owned(), Box::new(|c| share(c.first_mover))));
    let note =
        format!("Shares of all {count}. {BOUNDS} The last column: won by the side that moved first, of those won.");
    by_cell(report, title, note + mark(report), columns)
}

/// What the mark means.
fn mark(report: &Report) -> &'static str {
    if report.cells.len() > 1 { " * marks what the others are compared with." } else { "" }
}

fn against_base(report: &Report) -> Table {
    let mut columns: Vec<(String, Say)> = Vec::new();
    for (n, side) in report.lab.sides.iter().enumerate() {
        let found = move |c: &CellReport| c.against_base.get(n).map(|s| s.gap);
        columns.push((side.clone(), Box::new(move |c| gap(found(c)))));
    }
    if report.lab.matches {
        let found = |c: &CellReport| c.whole.as_ref().and_then(|m| m.against_base);
        columns.push(("matches with a winner".to_owned(), Box::new(move |c| gap(found(c)))));
    }
    let base = report.lab.cells.get(report.base_cell).map(|c| report.lab.label(&c.values)).unwrap_or_default();
    let note = format!("Points of per cent more than there. {BOUNDS} A difference is clear if they leave out 0.");
    let mut table = by_cell(report, &format!("Compared with {base}"), note, columns);
    if report.base_cell < table.rows.len() {
        table.rows.remove(report.base_cell);
    }
    table
}

fn courses(report: &Report) -> Table {
    let mut columns: Vec<(String, Say)> = vec![
        ("mean".to_owned(), Box::new(|c| mean(c.length.map(|l| l.mean)))),
        ("median".to_owned(), Box::new(|c| mean(c.length.map(|l| l.median)))),
        ("shortest".to_owned(), Box::new(|c| c.length.map_or_else(dash, |l| l.shortest.to_string()))),
        ("longest".to_owned(), Box::new(|c| c.length.map_or_else(dash, |l| l.longest.to_string()))),
        ("choices".to_owned(), Box::new(|c| mean(c.branching))),
    ];
    let mut note = "Lengths in plies; choices are the legal moves in a position.".to_owned();
    if report.cells.iter().any(|c| c.lead_changes.is_some()) {
        columns.push(("lead changes".to_owned(), Box::new(|c| mean(c.lead_changes))));
        note += " The lead changes when the other side comes to be ahead.";
    }
    columns.push(("different".to_owned(), Box::new(|c| c.different.to_string())));
    note += " The last column: how many games are different.";
    by_cell(report, "How the games go", note, columns)
}

fn endings(report: &Report) -> Table {
    let mut columns = key_columns(report);
    let heads = columns.len();
    let column = |head: &str, right| Column { head: head.to_owned(), right };
    columns.extend([column("games", true), column("share", true), column("what decided", false)]);
    let mut rows = Vec::new();
    for (n, cell) in report.cells.iter().enumerate() {
        for ending in &cell.endings {
            let at = if ending.ending.at.is_empty() { String::new() } else { format!(" ({})", ending.ending.at) };
            let said =
                [ending.share.count.to_string(), share(Some(ending.share)), format!("{}{at}", ending.ending.reason)];
            rows.push(keys(report, n).into_iter().chain(said).collect());
        }
    }
    Table {
        title: "What decides".to_owned(),
        note: format!("Shares of all games. {BOUNDS}"),
        columns,
        rows,
        keys: heads,
    }
}

fn matches(report: &Report) -> Table {
    fn of<'a>(say: impl Fn(&super::MatchReport) -> String + 'a) -> Say<'a> {
        Box::new(move |c| c.whole.as_ref().map_or_else(dash, &say))
    }
    let mut columns: Vec<(String, Say)> = vec![("matches".to_owned(), of(|m| m.matches.to_string()))];
    for n in 0..report.lab.sides.len() {
        columns.push((format!("player {}", n + 1), of(move |m| share(m.wins.get(n).copied().flatten()))));
    }
    let any = |test: fn(&super::MatchReport) -> bool| report.cells.iter().filter_map(|c| c.whole.as_ref()).any(test);
    if any(|m| m.drawn.is_some_and(|s| s.count > 0)) {
        columns.push(("drawn".to_owned(), of(|m| percent(m.drawn))));
    }
    columns.push(("tied".to_owned(), of(|m| percent(m.tied))));
    columns.push(("level at first".to_owned(), of(|m| percent(m.level))));
    columns.push(("of these decided".to_owned(), of(|m| share(m.decided))));
    if any(|m| m.by_added_rounds > 0) {
        columns.push(("by more rounds".to_owned(), of(|m| m.by_added_rounds.to_string())));
    }
    let mut scripts: Vec<String> = (report.cells.iter().filter_map(|c| c.whole.as_ref()))
        .flat_map(|m| m.by_scripts.iter().map(|(s, _)| s.clone()))
        .collect();
    scripts.sort();
    scripts.dedup();
    for script in scripts {
        let count = {
            let script = script.clone();
            move |m: &super::MatchReport| m.by_scripts.iter().find(|(s, _)| *s == script).map_or(0, |(_, n)| *n)
        };
        columns.push((format!("by `{script}`"), of(move |m| count(m).to_string())));
    }
    columns.push(("rounds".to_owned(), of(|m| mean(m.rounds.map(|r| r.mean)))));
    let note = format!(
        "Shares of all matches. {BOUNDS} Player 1 plays {} in the first round. Level at first: nobody had won after the rounds \
         that the rules begin with. The last column: rounds played, on average.",
        report.lab.sides.first().map_or("the first side", String::as_str)
    );
    by_cell(report, "Who wins the matches", note + mark(report), columns)
}

fn dash() -> String {
    "-".to_owned()
}

/// `62.0 % (55.1 to 68.4)`
pub(super) fn share(share: Option<Share>) -> String {
    share.map_or_else(dash, |s| format!("{} % ({} to {})", tenths(s.share), tenths(s.low), tenths(s.high)))
}

/// `62.0 %`
fn percent(share: Option<Share>) -> String {
    share.map_or_else(dash, |s| format!("{} %", tenths(s.share)))
}

/// Per cent with one digit.
pub(super) fn tenths(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// `+8.0 (-2.1 to +17.9)`
fn gap(gap: Option<Gap>) -> String {
    // What rounds to nothing has no sign of less.
    let signed = |x: f64| format!("{:+.1}", (x * 1000.0).round() / 10.0 + 0.0);
    gap.map_or_else(dash, |g| format!("{} ({} to {})", signed(g.gap), signed(g.low), signed(g.high)))
}

fn mean(mean: Option<f64>) -> String {
    mean.map_or_else(dash, |m| format!("{m:.1}"))
}
