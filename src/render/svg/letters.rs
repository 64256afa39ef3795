//! Letters and digits as strokes, so that a drawing needs no font and looks the same everywhere.

use std::fmt::Write;

/// Between two letters, where a capital is 10 high.
const GAP: f64 = 2.0;

/// The strokes of a character on a base line at 0, a capital 10 high (upward is negative), and how wide it is.
fn glyph(c: char) -> Option<(&'static str, f64)> {
    Some(match c {
        'A' => ("M0 0L3.5-10L7 0M1.2-3.4H5.8", 7.0),
        'B' => ("M0 0V-10H3.6A2.4 2.4 0 0 1 3.6-5.2H0M3.6-5.2A2.6 2.6 0 0 1 3.6 0H0", 6.2),
        'C' => ("M6.8-8.2A3.8 5 0 1 0 6.8-1.8", 7.0),
        'D' => ("M0 0V-10H2.5A4.2 5 0 0 1 2.5 0Z", 6.7),
        'E' => ("M5.6-10H0V0H5.8M0-5.2H5", 5.8),
        'F' => ("M5.6-10H0V0M0-5.2H4.8", 5.6),
        'G' => ("M6.8-8.2A3.8 5 0 1 0 7-2V-4.6H4.2", 7.2),
        'H' => ("M0-10V0M6.4-10V0M0-5.2H6.4", 6.4),
        'I' => ("M0-10H3M1.5-10V0M0 0H3", 3.0),
        'J' => ("M4.6-10V-2.6A2.3 2.6 0 0 1 0-2.4", 4.6),
        'K' => ("M0-10V0M6-10L0-4.2M2.2-6.2L6.4 0", 6.4),
        'L' => ("M0-10V0H5.4", 5.4),
        'M' => ("M0 0V-10L4-3.5L8-10V0", 8.0),
        'N' => ("M0 0V-10L6.6 0V-10", 6.6),
        'O' => ("M3.8-10A3.8 5 0 1 0 3.8 0A3.8 5 0 1 0 3.8-10Z", 7.6),
        'P' => ("M0 0V-10H3.4A2.7 2.7 0 0 1 3.4-4.6H0", 6.1),
        'Q' => ("M3.8-10A3.8 5 0 1 0 3.8 0A3.8 5 0 1 0 3.8-10ZM4.6-2.6L7.4.4", 7.6),
        'R' => ("M0 0V-10H3.4A2.7 2.7 0 0 1 3.4-4.6H0M3-4.6L6.2 0", 6.2),
        'S' => {
            ("M5.7-8.3C5-9.6 4-10 3-10C1.4-10 .3-9 .3-7.6C.3-4.4 6-5.8 6-2.7C6-1.1 4.8 0 3.1 0C1.6 0 .5-.7 0-2", 6.0)
        }
        'T' => ("M0-10H7M3.5-10V0", 7.0),
        'U' => ("M0-10V-3.6A3.2 3.6 0 0 0 6.4-3.6V-10", 6.4),
        'V' => ("M0-10L3.5 0L7-10", 7.0),
        'W' => ("M0-10L2.4 0L5-8L7.6 0L10-10", 10.0),
        'X' => ("M0-10L6.6 0M6.6-10L0 0", 6.6),
        'Y' => ("M0-10L3.4-5L6.8-10M3.4-5V0", 6.8),
        'Z' => ("M0-10H6.4L0 0H6.6", 6.6),
        'a' => ("M5-6.8V0M5-3.4A2.5 3.4 0 1 0 5-3.3", 5.0),
        'b' => ("M0-10V0M0-3.4A2.5 3.4 0 1 1 0-3.3", 5.0),
        'c' => ("M4.6-5.6A2.6 3.4 0 1 0 4.6-1.2", 4.8),
        'd' => ("M5-10V0M5-3.4A2.5 3.4 0 1 0 5-3.3", 5.0),
        'e' => ("M.1-3.6H5A2.5 3.4 0 1 0 4.4-1.1", 5.0),
        'f' => ("M3.8-9.8C2-10.4 1.4-9 1.4-8V0M0-6.6H3.4", 3.8),
        'g' => ("M5-6.8V.6A2.5 2.4 0 0 1 .4 1.8M5-3.4A2.5 3.4 0 1 0 5-3.3", 5.0),
        'h' => ("M0-10V0M0-4.2A2.3 2.6 0 0 1 4.6-4.2V0", 4.6),
        'i' => ("M.4-6.8V0M.4-9.6V-9", 0.8),
        'j' => ("M1.6-6.8V1A1.6 1.8 0 0 1 0 2.6M1.6-9.6V-9", 2.0),
        'k' => ("M0-10V0M4.4-6.8L0-2.8M1.6-4.2L4.6 0", 4.6),
        'l' => ("M.4-10V0", 0.8),
        'm' => ("M0-6.8V0M0-4.4A1.9 2.4 0 0 1 3.8-4.4V0M3.8-4.4A1.9 2.4 0 0 1 7.6-4.4V0", 7.6),
        'n' => ("M0-6.8V0M0-4.2A2.3 2.6 0 0 1 4.6-4.2V0", 4.6),
        'o' => ("M2.5-6.8A2.5 3.4 0 1 0 2.5 0A2.5 3.4 0 1 0 2.5-6.8Z", 5.0),
        'p' => ("M0-6.8V3M0-3.4A2.5 3.4 0 1 1 0-3.3", 5.0),
        'q' => ("M5-6.8V3M5-3.4A2.5 3.4 0 1 0 5-3.3", 5.0),
        'r' => ("M0-6.8V0M0-4.2A2.4 2.6 0 0 1 3-6.6", 3.0),
        's' => (
            "M4-5.6C3.5-6.5 2.8-6.8 2.1-6.8C1-6.8 .2-6.1 .2-5.2\
             C.2-3 4.2-4 4.2-1.8C4.2-.7 3.3 0 2.2 0C1.1 0 .3-.5 0-1.3",
            4.2,
        ),
        't' => ("M1.4-9V-1.8C1.4-.4 2.2.2 3.6-.2M0-6.6H3.4", 3.6),
        'u' => ("M0-6.8V-2.6A2.3 2.6 0 0 0 4.6-2.6M4.6-6.8V0", 4.6),
        'v' => ("M0-6.8L2.5 0L5-6.8", 5.0),
        'w' => ("M0-6.8L1.8 0L3.7-5.6L5.6 0L7.4-6.8", 7.4),
        'x' => ("M0-6.8L4.6 0M4.6-6.8L0 0", 4.6),
        'y' => ("M0-6.8L2.5-.4M5-6.8L2.5-.4L1.6 2A1.4 1.2 0 0 1 0 2.8", 5.0),
        'z' => ("M0-6.8H4.4L0 0H4.6", 4.6),
        '0' => ("M3-10A3 5 0 1 0 3 0A3 5 0 1 0 3-10Z", 6.0),
        '1' => ("M.4-7.8L2.8-10V0", 3.2),
        '2' => ("M.2-7.6C.4-9 1.5-10 3-10C4.6-10 5.7-8.9 5.7-7.4C5.7-5 2.5-3.4 0 0H6", 6.0),
        '3' => (
            "M.3-8.2C.8-9.3 1.8-10 3-10C4.5-10 5.5-9 5.5-7.7C5.5-6.3 4.5-5.4 2.8-5.4C4.7-5.4 5.9-4.4 5.9-2.8\
             C5.9-1.1 4.6 0 3 0C1.6 0 .5-.7 0-2",
            6.0,
        ),
        '4' => ("M4.6 0V-10L0-3H6.2", 6.2),
        '5' => (
            "M5.4-10H1L.6-5.6C1.3-6.2 2.1-6.4 2.9-6.4C4.7-6.4 5.9-5 5.9-3.3C5.9-1.4 4.6 0 2.8 0C1.5 0 .5-.6 0-1.7",
            6.0,
        ),
        '6' => ("M5.2-9.6C2.4-9.8 .1-7 .1-3.1M3-6.2A2.9 3.1 0 1 0 3 0A2.9 3.1 0 1 0 3-6.2Z", 6.0),
        '7' => ("M0-10H6L2.2 0", 6.0),
        '8' => ("M3-10A2.5 2.4 0 1 0 3-5.2A2.5 2.4 0 1 0 3-10ZM3-5.2A3 2.6 0 1 0 3 0A3 2.6 0 1 0 3-5.2Z", 6.0),
        '9' => ("M.8-.4C3.6-.2 5.9-3 5.9-6.9M3-3.8A2.9 3.1 0 1 0 3-10A2.9 3.1 0 1 0 3-3.8Z", 6.0),
        '+' => ("M0-4.5H5M2.5-7V-2", 5.0),
        '-' => ("M0-4.2H4", 4.0),
        '_' => ("M0 1H5", 5.0),
        '.' => ("M.4-.4V0", 0.8),
        '\'' => ("M.4-10V-7.6", 0.8),
        '?' => ("M0-8C.2-9.3 1.2-10 2.5-10C4-10 5-9 5-7.8C5-5.8 2.5-5.8 2.5-3.4M2.5-.6V0", 5.0),
        '∞' => ("M5-4C3.8-6.6 0-6.6 0-4C0-1.4 3.8-1.4 5-4C6.2-6.6 10-6.6 10-4C10-1.4 6.2-1.4 5-4Z", 10.0),
        ' ' => ("", 3.0),
        _ => return None,
    })
}

/// How wide a text is where a capital is 10 high; none where a character of it has no strokes.
fn width(text: &str) -> Option<f64> {
    let widths = text.chars().map(|c| glyph(c).map(|(_, width)| width + GAP));
    widths.sum::<Option<f64>>().map(|sum| (sum - GAP).max(0.0))
}

/// A text in the middle of `(x, y)` whose capitals are `size` high, smaller where it would be wider than `room`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'a> {
    pub says: &'a str,
    pub x: f64,
    pub y: f64,
    pub size: f64,
    pub room: f64,
    /// The width of a stroke where a capital is 10 high.
    pub weight: f64,
    pub colour: &'a str,
}

impl Text<'_> {
    /// Draws it. What has no strokes is written in whatever font there is.
    pub fn draw(&self, svg: &mut String) {
        let Text { says, x, y, weight, colour, .. } = *self;
        // Writing to a string cannot fail.
        let Some(wide) = width(says) else {
            let size = self.size * 1.4;
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" font-family=\"sans-serif\" text-anchor=\"middle\" \
                 fill=\"{colour}\">{}</text>",
                round(y + self.size / 2.0),
                super::escaped(says)
            );
            return;
        };
        let scale = (self.size / 10.0).min(self.room / wide.max(1.0));
        let (left, base) = (round(x - wide * scale / 2.0), round(y + 5.0 * scale));
        let _ = write!(
            svg,
            "<g class=\"text\" transform=\"translate({left} {base}) scale({})\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"{weight}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
            round(scale)
        );
        let mut at = 0.0;
        for (strokes, advance) in says.chars().filter_map(glyph) {
            if !strokes.is_empty() {
                let place = if at > 0.0 { format!(" transform=\"translate({})\"", round(at)) } else { String::new() };
                let _ = write!(svg, "<path d=\"{strokes}\"{place}/>");
            }
            at += advance + GAP;
        }
        svg.push_str("</g>\n");
    }
}

/// To a thousandth, so that the text of a drawing does not hang on how a machine writes fractions.
fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
