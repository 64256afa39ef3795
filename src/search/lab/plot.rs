//! What a lab found, as drawings: bars with their bounds, histograms, stacked bars. Each is SVG without anything from
//! elsewhere; the colours are those of the page around it, light or dark.

use super::record::Ending;
use super::report::{CellReport, Report};
use super::stats::Share;
use super::table::{headline, tenths};
use crate::explain::html_escape;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Colours and letters, for a page or an image.
pub(super) const STYLE: &str = "
.lab text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.lab text.soft { fill: #59636e; }
.lab text.on { fill: #ffffff; }
.lab text.mid { text-anchor: middle; }
.lab text.head { font-weight: 600; font-size: 15px; }
.lab .grid { stroke: #d1d9e0; stroke-width: 1; }
.lab .half { stroke: #59636e; stroke-width: 1; }
.lab .bound { stroke: #1f2328; stroke-width: 1.5; fill: none; }
.lab .f0 { fill: #b35900; } .lab .f1 { fill: #0b6bcb; } .lab .f2 { fill: #1a7f37; } .lab .f3 { fill: #8250df; }
.lab .f4 { fill: #b3261e; } .lab .f5 { fill: #0e7490; } .lab .f6 { fill: #8a6100; } .lab .f7 { fill: #5f6368; }
@media (prefers-color-scheme: dark) {
.lab text { fill: #e6edf3; }
.lab text.soft { fill: #9da7b1; }
.lab text.on { fill: #000000; }
.lab .grid { stroke: #3d444d; }
.lab .half { stroke: #9da7b1; }
.lab .bound { stroke: #e6edf3; }
.lab .f0 { fill: #f0a04b; } .lab .f1 { fill: #6cb6ff; } .lab .f2 { fill: #57c878; } .lab .f3 { fill: #c297ff; }
.lab .f4 { fill: #ff8a80; } .lab .f5 { fill: #4fd1e0; } .lab .f6 { fill: #e0c040; } .lab .f7 { fill: #a0a4a8; }
}
";

/// Width of a drawing.
const WIDTH: f64 = 760.0;
/// Room for a number on the right.
const RIGHT: f64 = 60.0;
/// About so wide is a letter.
const LETTER: f64 = 7.0;
/// Longer labels are cut.
const LABEL: usize = 40;
/// So many colours there are.
const COLOURS: usize = 8;
/// Height of a bar.
const BAR: f64 = 16.0;

/// A drawing.
pub(super) struct Plot {
    /// What it shows.
    pub title: &'static str,
    height: f64,
    body: String,
}

impl Plot {
    fn new(title: &'static str) -> Plot {
        Plot { title, height: 4.0, body: String::new() }
    }

    /// The drawing as an element of a page.
    pub fn svg(&self) -> String {
        format!(
            "<svg class=\"lab\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {WIDTH} {:.0}\" width=\"{WIDTH}\" \
             height=\"{:.0}\" xmlns=\"http://www.w3.org/2000/svg\">\n{}</svg>\n",
            escaped(self.title),
            self.height,
            self.height,
            self.body
        )
    }

    fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let _ = writeln!(self.body, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>", escaped(text));
    }

    /// A filled box that says what it is when it is pointed at.
    fn fill(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), colour: usize, says: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" class=\"f{}\"><title>{}</title></rect>",
            width.max(0.0),
            colour % COLOURS,
            escaped(says)
        );
    }

    fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        );
    }

    /// A bar from 0 to a share, with its bounds and its number.
    fn share(&mut self, left: f64, share: Share, colour: usize, says: &str) {
        let (width, y) = (WIDTH - left - RIGHT, self.height);
        let x = |share: f64| left + share * width;
        let told = format!(
            "{says}: {} %, {} to {}, {} of {}",
            tenths(share.share),
            tenths(share.low),
            tenths(share.high),
            share.count,
            share.of
        );
        self.fill((left, y), (x(share.share) - left, BAR - 2.0), colour, &told);
        let (low, high, middle) = (x(share.low), x(share.high), y + BAR / 2.0 - 1.0);
        let _ = writeln!(
            self.body,
            "<path class=\"bound\" d=\"M{low:.1} {:.1}v6M{low:.1} {middle:.1}H{high:.1}M{high:.1} {:.1}v6\"/>",
            middle - 3.0,
            middle - 3.0
        );
        self.text(WIDTH - RIGHT + 8.0, y + BAR - 4.0, "", &format!("{} %", tenths(share.share)));
        self.height += BAR;
    }

    /// Shares of one whole beside each other.
    fn stack(&mut self, left: f64, parts: &[(u64, usize, String)], of: u64) {
        let (width, y, mut x) = (WIDTH - left - RIGHT, self.height, left);
        for (count, colour, says) in parts.iter().filter(|(count, ..)| *count > 0) {
            let Some(share) = Share::new(*count, of) else { continue };
            let part = share.share * width;
            self.fill(
                (x, y),
                (part - 1.0, BAR),
                *colour,
                &format!("{says}: {} %, {count} of {of}", tenths(share.share)),
            );
            if part > 40.0 {
                self.text(x + part / 2.0, y + BAR - 4.0, "on mid", &format!("{:.0} %", share.share * 100.0));
            }
            x += part;
        }
        self.height += BAR;
    }

    /// Lines at quarters, with their numbers below.
    fn scale(&mut self, left: f64, top: f64) {
        let (width, bottom) = (WIDTH - left - RIGHT, self.height + 2.0);
        let mut lines = Plot::new("");
        for quarter in 0..=4u8 {
            let x = left + width * f64::from(quarter) / 4.0;
            lines.line(if quarter == 2 { "half" } else { "grid" }, (x, top), (x, bottom));
            self.text(x, bottom + 14.0, "soft mid", &format!("{} %", u16::from(quarter) * 25));
        }
        // Under the bars.
        self.body.insert_str(0, &lines.body);
        self.height = bottom + 22.0;
    }

    /// What the colours mean, one a line.
    fn legend<'a>(&mut self, entries: impl Iterator<Item = (usize, &'a str)>) {
        for (colour, text) in entries {
            let y = self.height;
            self.fill((0.0, y + 2.0), (12.0, 12.0), colour, text);
            self.text(20.0, y + 13.0, "", text);
            self.height += 18.0;
        }
        self.height += 6.0;
    }
}

/// All the drawings of a report.
pub(super) fn plots(report: &Report) -> Vec<Plot> {
    let mut plots = Vec::new();
    if report.lab.matches {
        plots.extend([matches(report), decided(report)]);
    }
    plots.push(winners(report));
    plots.push(lengths(report));
    plots.push(endings(report));
    plots
}

/// The drawings as one image.
pub fn image(report: &Report) -> String {
    let plots = plots(report);
    let (mut body, mut y) = (Plot::new(""), 20.0);
    let headline = headline(report);
    let (what, how) = headline.split_once(": ").unwrap_or((&headline, ""));
    body.text(0.0, y, "head", what);
    body.text(0.0, y + 20.0, "soft", how);
    y += 40.0;
    for plot in &plots {
        body.text(0.0, y + 14.0, "head", plot.title);
        y += 26.0;
        let _ = writeln!(body.body, "<g transform=\"translate(0 {y:.1})\">\n{}</g>", plot.body);
        y += plot.height + 14.0;
    }
    let label = escaped(&headline);
    format!(
        "<svg class=\"lab\" role=\"img\" aria-label=\"{label}\" viewBox=\"0 0 {WIDTH} {y:.0}\" width=\"{WIDTH}\" \
         height=\"{y:.0}\" xmlns=\"http://www.w3.org/2000/svg\">\n<style>{STYLE}</style>\n{}</svg>\n",
        body.body
    )
}

/// What a cell is called, and how much room all of them need.
fn labels(report: &Report) -> (Vec<String>, f64) {
    let cut = |label: String| {
        let short: String = label.chars().take(LABEL).collect();
        if short == label { label } else { short + "…" }
    };
    let labels: Vec<String> = report.lab.cells.iter().map(|c| cut(report.lab.label(&c.values))).collect();
    let longest = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let room = if longest == 0 { 0.0 } else { f64::from(u32::try_from(longest).unwrap_or(0)) * LETTER + 12.0 };
    (labels, room)
}

fn cells<'a>(report: &'a Report, labels: &'a [String]) -> impl Iterator<Item = (&'a CellReport, &'a String)> {
    report.cells.iter().zip(labels)
}

fn winners(report: &Report) -> Plot {
    let title =
        if report.lab.matches { "Who wins the rounds, with bounds of 95 %" } else { "Who wins, with bounds of 95 %" };
    let (labels, left) = labels(report);
    let mut plot = Plot::new(title);
    plot.legend(report.lab.sides.iter().map(String::as_str).enumerate());
    let top = plot.height;
    for (cell, label) in cells(report, &labels) {
        plot.text(0.0, plot.height + BAR - 4.0, "", label);
        for (n, wins) in cell.wins.iter().enumerate() {
            match wins.share {
                Some(share) => plot.share(left, share, n, &wins.side),
                None => plot.height += BAR,
            }
        }
        plot.height += 8.0;
    }
    plot.scale(left, top);
    plot
}

/// What matches came to, in the order of the bar.
const WAYS: [(usize, &str); 5] = [
    (1, "won in the first rounds"),
    (2, "level, then won in rounds that were added"),
    (3, "level, then won by a script"),
    (6, "drawn"),
    (7, "tied"),
];

fn matches(report: &Report) -> Plot {
    let (labels, left) = labels(report);
    let mut plot = Plot::new("What the matches come to");
    plot.legend(WAYS.into_iter());
    let top = plot.height;
    for (cell, label) in cells(report, &labels) {
        plot.text(0.0, plot.height + BAR - 4.0, "", label);
        if let Some(of) = &cell.whole {
            let count = |share: Option<Share>| share.map_or(0, |s| s.count);
            let (added, scripts) = (of.by_added_rounds, of.by_scripts.iter().map(|(_, n)| n).sum::<u64>());
            let won = count(of.won()).saturating_sub(added + scripts);
            let counts = [won, added, scripts, count(of.drawn), count(of.tied)];
            let parts: Vec<(u64, usize, String)> =
                counts.iter().zip(WAYS).map(|(n, (colour, says))| (*n, colour, says.to_owned())).collect();
            plot.stack(left, &parts, of.matches);
        }
        plot.height += 8.0;
    }
    plot.scale(left, top);
    plot
}

fn decided(report: &Report) -> Plot {
    let (labels, left) = labels(report);
    let mut plot = Plot::new("Of the matches that were level after the first rounds: decided, with bounds of 95 %");
    let top = plot.height;
    for (cell, label) in cells(report, &labels) {
        plot.text(0.0, plot.height + BAR - 4.0, "", label);
        match cell.whole.as_ref().and_then(|m| m.decided) {
            Some(share) => plot.share(left, share, 2, "decided"),
            None => plot.height += BAR,
        }
        plot.height += 8.0;
    }
    plot.scale(left, top);
    plot
}

/// A width of 1, 2, 5, 10, 20 ... that makes at most so many bins.
fn bin_width(span: u32, bins: u32) -> u32 {
    let widths = (0..9).flat_map(|n| [1, 2, 5].map(|m| m * 10u32.pow(n)));
    widths.into_iter().find(|w| span / w < bins).unwrap_or(u32::MAX)
}

fn lengths(report: &Report) -> Plot {
    const HEIGHT: f64 = 56.0;
    let (labels, left) = labels(report);
    let mut plot = Plot::new("Lengths in plies");
    let all = report.cells.iter().filter_map(|c| c.length);
    let (Some(shortest), Some(longest)) = (all.clone().map(|l| l.shortest).min(), all.map(|l| l.longest).max()) else {
        return plot;
    };
    let bin = bin_width(longest - shortest, 40);
    let (from, to) = (shortest / bin, longest / bin);
    let binned = |cell: &CellReport| {
        let mut bins = BTreeMap::<u32, u64>::new();
        cell.lengths.iter().for_each(|(length, n)| *bins.entry(length / bin).or_default() += n);
        bins
    };
    let share = |n: u64, cell: &CellReport| Share::new(n, cell.games).map_or(0.0, |s| s.share);
    let highest = |c: &CellReport| binned(c).into_values().max().map_or(0.0, |n| share(n, c));
    let top = report.cells.iter().map(highest).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let width = WIDTH - left - RIGHT;
    let step = width / f64::from(to - from + 1);
    for (cell, label) in cells(report, &labels) {
        let bottom = plot.height + HEIGHT;
        plot.text(0.0, bottom - 4.0, "", label);
        plot.line("grid", (left, bottom), (left + width, bottom));
        for (at, count) in binned(cell) {
            let high = share(count, cell) / top * (HEIGHT - 6.0);
            let x = left + f64::from(at - from) * step;
            let (low, last) = (at * bin, at * bin + (bin - 1));
            let says =
                if low == last { format!("{low} plies: {count}") } else { format!("{low} to {last} plies: {count}") };
            plot.fill((x, bottom - high), (step - 1.0, high), 1, &says);
        }
        if let Some(length) = cell.length {
            plot.text(WIDTH - RIGHT + 8.0, bottom - 4.0, "soft", &format!("ø {:.0}", length.mean));
        }
        plot.height = bottom + 6.0;
    }
    // Some numbers below, all of them round ones.
    let every = bin_width(longest - shortest, 8).max(bin);
    for at in (from..=to).filter(|at| (at * bin).is_multiple_of(every)) {
        let x = left + f64::from(at - from) * step;
        plot.line("grid", (x, plot.height - 6.0), (x, plot.height - 2.0));
        plot.text(x, plot.height + 11.0, "soft", &(at * bin).to_string());
    }
    plot.height += 20.0;
    plot
}

fn endings(report: &Report) -> Plot {
    let (labels, left) = labels(report);
    let mut plot = Plot::new("What decides");
    let mut totals = BTreeMap::<&Ending, u64>::new();
    report.cells.iter().flat_map(|c| &c.endings).for_each(|e| *totals.entry(&e.ending).or_default() += e.share.count);
    let mut order: Vec<(&Ending, u64)> = totals.into_iter().collect();
    order.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    // The last colour is that of all the others.
    let own = if order.len() > COLOURS { COLOURS - 1 } else { COLOURS };
    let place = |ending: &Ending| order.iter().position(|(e, _)| *e == ending).unwrap_or(own).min(own);
    let name = |e: &Ending| if e.at.is_empty() { e.reason.clone() } else { format!("{} ({})", e.reason, e.at) };
    let mut names: Vec<String> = order.iter().take(own).map(|(e, _)| name(e)).collect();
    if order.len() > own {
        names.push("others".to_owned());
    }
    plot.legend(names.iter().map(String::as_str).enumerate());
    let top = plot.height;
    for (cell, label) in cells(report, &labels) {
        plot.text(0.0, plot.height + BAR - 4.0, "", label);
        let mut parts: Vec<(u64, usize, String)> =
            names.iter().enumerate().map(|(n, name)| (0, n, name.clone())).collect();
        for ending in &cell.endings {
            if let Some(part) = parts.get_mut(place(&ending.ending)) {
                part.0 += ending.share.count;
            }
        }
        plot.stack(left, &parts, cell.games);
        plot.height += 8.0;
    }
    plot.scale(left, top);
    plot
}

/// A text as it may stand in HTML and XML.
pub(super) fn escaped(text: &str) -> String {
    // XML has no room for control characters.
    html_escape(&text.replace(char::is_control, " "))
}

#[cfg(test)]
mod tests {
    #[test]
    fn bins_are_round_numbers() {
        // 100 plies in fewer than 40 bins: 100 / 2 = 50 is too many, 100 / 5 = 20 is not.
        assert_eq!(super::bin_width(100, 40), 5);
        assert_eq!(super::bin_width(0, 40), 1);
        assert_eq!(super::bin_width(u32::MAX, 40), 200_000_000);
    }
}
