//! What a lab found, on the terminal.

use crate::cli::fail::Done;
use crate::cli::wrap::{fits, say, tell, tell_row};
use crate::search::lab::{Report, Table, headline, tables};
use anstyle::Style;
use std::io::Write;
use textwrap::core::display_width;

/// Between two columns.
const GAP: usize = 2;

/// All the tables, each under its title.
pub fn report(report: &Report, out: &mut dyn Write) -> Done {
    tell(out, &headline(report))?;
    for refused in &report.lab.refused {
        tell(out, &format!("Left out: {}: {}", report.lab.label(&refused.values), refused.why))?;
    }
    for table in tables(report).iter().filter(|t| !t.rows.is_empty()) {
        let bold = Style::new().bold();
        writeln!(out, "\n{bold}{}{bold:#}", table.title)?;
        tell(out, &table.note)?;
        writeln!(out)?;
        shown(table, out)?;
    }
    out.flush()?;
    for cell in report.cells.iter().filter(|c| c.different < c.games) {
        let settings: Vec<String> = cell.settings.iter().map(|(o, v)| format!("{o}={v}")).collect();
        let which = if settings.is_empty() { String::new() } else { format!(" with {}", settings.join(", ")) };
        say(&format!(
            "note: {} of {} games{which} are different, so the bounds are narrower than they should be; more \
             `--opening-plies` make more of them different",
            cell.different, cell.games
        ));
    }
    Ok(())
}

/// In columns, or, where the terminal is too narrow, one value a line.
fn shown(table: &Table, out: &mut dyn Write) -> Done {
    let width = |n: usize, head: &str| {
        let values = table.rows.iter().filter_map(|row| row.get(n)).map(|value| display_width(value));
        values.chain([display_width(head)]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = table.columns.iter().enumerate().map(|(n, c)| width(n, &c.head)).collect();
    let whole = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    if !fits(whole) {
        return below_each_other(table, out);
    }
    let mut line = |values: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for ((value, column), width) in values.zip(&table.columns).zip(&widths) {
            let blanks = " ".repeat(width.saturating_sub(display_width(value)));
            let (before, after) = if column.right { (blanks, String::new()) } else { (String::new(), blanks) };
            text += &[&before, value, &after, &" ".repeat(GAP)].concat();
        }
        writeln!(out, "{}", text.trim_end())
    };
    line(&mut table.columns.iter().map(|c| c.head.as_str()))?;
    table.rows.iter().try_for_each(|row| line(&mut row.iter().map(String::as_str)))?;
    Ok(())
}

fn below_each_other(table: &Table, out: &mut dyn Write) -> Done {
    let (keys, others) = table.columns.split_at(table.keys.min(table.columns.len()));
    let column = others.iter().map(|c| display_width(&c.head)).max().unwrap_or(0) + 4;
    let mut last: Option<&[String]> = None;
    for row in &table.rows {
        let (cell, values) = row.split_at(keys.len().min(row.len()));
        if !cell.is_empty() && last != Some(cell) {
            let label: Vec<String> = keys.iter().zip(cell).map(|(k, value)| format!("{}={value}", k.head)).collect();
            tell(out, &label.join(", "))?;
        }
        last = Some(cell);
        for (head, value) in others.iter().zip(values) {
            tell_row(out, &format!("  {}", head.head), column, value)?;
        }
    }
    Ok(())
}
