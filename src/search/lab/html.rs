//! What a lab found, as a page that needs nothing else: drawings, tables, how to repeat it.

use super::plot::{STYLE, escaped, plots};
use super::report::Report;
use super::table::{Table, command, headline, tables};
use std::fmt::Write;

const PAGE: &str = "
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
svg { max-width: 100%; height: auto; }
figure { margin: 1.5rem 0; }
figcaption { font-weight: 600; margin-bottom: .5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem 1.25rem .2rem 0; text-align: left; vertical-align: top; white-space: nowrap; }
thead th { border-bottom: 1px solid #8888; }
th.n, td.n { text-align: right; }
code { font-family: ui-monospace, monospace; }
";

/// A page about a report.
pub fn page(report: &Report) -> String {
    let title = escaped(&format!("The lab: {}", report.lab.title));
    let mut page = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    let _ = writeln!(page, "<title>{title}</title>\n<style>{PAGE}{STYLE}</style>\n</head>\n<body>\n<main>");
    let _ = writeln!(page, "<h1>{title}</h1>\n<p>{}.</p>", escaped(&headline(report)));
    for refused in &report.lab.refused {
        let label = report.lab.label(&refused.values);
        let _ = writeln!(page, "<p>Left out: {}: {}.</p>", escaped(&label), escaped(&refused.why));
    }
    for plot in plots(report) {
        let _ = writeln!(page, "<figure>\n<figcaption>{}</figcaption>\n{}</figure>", escaped(plot.title), plot.svg());
    }
    tables(report).iter().for_each(|t| table(&mut page, t));
    let _ = writeln!(page, "<h2>How to repeat it</h2>\n<p><code>{}</code></p>", escaped(&command(report)));
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn table(page: &mut String, table: &Table) {
    let _ = writeln!(page, "<h2>{}</h2>\n<p>{}</p>", escaped(&table.title), escaped(&table.note));
    page.push_str("<div class=\"wide\">\n<table>\n<thead>\n<tr>");
    for column in &table.columns {
        let class = if column.right { " class=\"n\"" } else { "" };
        let _ = write!(page, "<th scope=\"col\"{class}>{}</th>", escaped(&column.head));
    }
    page.push_str("</tr>\n</thead>\n<tbody>\n");
    for row in &table.rows {
        page.push_str("<tr>");
        for (n, (value, column)) in row.iter().zip(&table.columns).enumerate() {
            let class = if column.right { " class=\"n\"" } else { "" };
            let (open, close) = if n < table.keys { ("th scope=\"row\"", "th") } else { ("td", "td") };
            let _ = write!(page, "<{open}{class}>{}</{close}>", escaped(value));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}
