//! What a lab found, for spreadsheets: a row for each cell, separated by commas (RFC 4180, with line feeds).

use super::record::Ending;
use super::report::{CellReport, Report};
use super::stats::Share;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The report as CSV. What cannot be told stays empty.
pub fn csv(report: &Report) -> String {
    let endings: BTreeSet<&Ending> = report.cells.iter().flat_map(|c| c.endings.iter().map(|e| &e.ending)).collect();
    let scripts: BTreeSet<&String> = report
        .cells
        .iter()
        .filter_map(|c| c.whole.as_ref())
        .flat_map(|m| m.by_scripts.iter().map(|(s, _)| s))
        .collect();
    let rows: Vec<Vec<(String, String)>> = report.cells.iter().map(|c| row(report, c, &endings, &scripts)).collect();
    let mut out = String::new();
    if let Some(first) = rows.first() {
        line(&mut out, first.iter().map(|(head, _)| head.as_str()));
    }
    rows.iter().for_each(|row| line(&mut out, row.iter().map(|(_, value)| value.as_str())));
    out
}

/// The headings of a row with its values.
fn row(
    report: &Report,
    cell: &CellReport,
    endings: &BTreeSet<&Ending>,
    scripts: &BTreeSet<&String>,
) -> Vec<(String, String)> {
    let mut row: Vec<(String, String)> = cell.settings.clone();
    let number = |x: Option<f64>| x.map_or_else(String::new, |x| format!("{x}"));
    let mut put = |head: &str, value: String| row.push((head.to_owned(), value));
    let shares = |put: &mut dyn FnMut(&str, String), head: &str, share: Option<Share>| {
        put(head, share.map_or_else(String::new, |s| s.count.to_string()));
        put(&format!("{head} share"), number(share.map(|s| s.share)));
        put(&format!("{head} low"), number(share.map(|s| s.low)));
        put(&format!("{head} high"), number(share.map(|s| s.high)));
    };
    if let Some(of) = &cell.whole {
        put("matches", of.matches.to_string());
        for (n, wins) in of.wins.iter().enumerate() {
            shares(&mut put, &format!("player {}", n + 1), *wins);
        }
        shares(&mut put, "matches drawn", of.drawn);
        shares(&mut put, "matches tied", of.tied);
        shares(&mut put, "level at first", of.level);
        shares(&mut put, "level decided", of.decided);
        put("by more rounds", of.by_added_rounds.to_string());
        for script in scripts {
            let count = of.by_scripts.iter().find(|(s, _)| s == *script).map_or(0, |(_, n)| *n);
            put(&format!("by {script}"), count.to_string());
        }
        put("rounds mean", number(of.rounds.map(|r| r.mean)));
    }
    put(if report.lab.matches { "rounds" } else { "games" }, cell.games.to_string());
    for wins in &cell.wins {
        shares(&mut put, &format!("{} wins", wins.side), wins.share);
    }
    shares(&mut put, "drawn", cell.drawn);
    shares(&mut put, "unsettled", cell.unsettled);
    shares(&mut put, "cut", cell.cut);
    shares(&mut put, "first mover", cell.first_mover);
    for (n, side) in report.lab.sides.iter().enumerate() {
        let gap = cell.against_base.get(n).map(|g| g.gap);
        put(&format!("{side} against base"), number(gap.map(|g| g.gap)));
        put(&format!("{side} against base low"), number(gap.map(|g| g.low)));
        put(&format!("{side} against base high"), number(gap.map(|g| g.high)));
    }
    put("length mean", number(cell.length.map(|l| l.mean)));
    put("length median", number(cell.length.map(|l| l.median)));
    put("length shortest", cell.length.map_or_else(String::new, |l| l.shortest.to_string()));
    put("length longest", cell.length.map_or_else(String::new, |l| l.longest.to_string()));
    put("branching", number(cell.branching));
    put("lead changes", number(cell.lead_changes));
    put("different", cell.different.to_string());
    for ending in endings {
        let count = cell.endings.iter().find(|e| e.ending == **ending).map_or(0, |e| e.share.count);
        let at = if ending.at.is_empty() { String::new() } else { format!(" ({})", ending.at) };
        put(&format!("ending: {}{at}", ending.reason), count.to_string());
    }
    row
}

fn line<'a>(out: &mut String, values: impl Iterator<Item = &'a str>) {
    for (n, value) in values.enumerate() {
        let _ = write!(out, "{}{}", if n == 0 { "" } else { "," }, field(value));
    }
    out.push('\n');
}

/// In quotation marks where it has to be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_a_comma_would_break_stands_in_marks() {
        assert_eq!(super::field("a, b"), "\"a, b\"");
        assert_eq!(super::field("the \"herd\""), "\"the \"\"herd\"\"\"");
        assert_eq!(super::field("plain"), "plain");
    }
}
