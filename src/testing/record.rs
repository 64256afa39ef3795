//! Recorded answers, back into the text of the companion: they change, and not a byte more.

use super::example::Companion;
use super::run::Recording;

impl Companion {
    /// The text with these answers in their places. Nothing else in it changes, the ends of its lines included. Recording
    /// what stands there already changes nothing.
    pub fn with_recorded(&self, answers: &[Recording]) -> String {
        let mut answers: Vec<&Recording> = answers.iter().collect();
        // From the back, so that places stay where they are.
        answers.sort_by_key(|a| std::cmp::Reverse(a.place.bytes.start));
        let mut text = self.text.clone();
        let mut free = text.len() + 1;
        for answer in answers {
            let bytes = answer.place.bytes.clone();
            // Places never lie over each other; one that did would be of another text.
            if bytes.end > free.min(text.len()) || text.get(bytes.clone()).is_none() {
                continue;
            }
            let old = text.get(bytes.clone()).unwrap_or_default().to_owned();
            let new = match &answer.place.prefix {
                Some(prefix) => lines(&answer.text, prefix, self.newline(bytes.start), answer.place.at_end, &old),
                None => cell(&answer.text, &old),
            };
            free = bytes.start;
            text.replace_range(bytes, &new);
        }
        text
    }

    /// How the line above a place ends, or, where there is none that ends, any line of the page.
    fn newline(&self, at: usize) -> &'static str {
        let above = self.text.get(..at).unwrap_or_default();
        let crlf = if above.ends_with('\n') { above.ends_with("\r\n") } else { self.text.contains("\r\n") };
        if crlf { "\r\n" } else { "\n" }
    }
}

/// An answer as lines. The first `now?` of a page that ends there has no line above that is ended.
fn lines(answer: &str, prefix: &str, newline: &str, at_end: bool, old: &str) -> String {
    let mut text = String::new();
    if at_end {
        text.push_str(newline);
    }
    for line in answer.lines() {
        text.push_str(prefix);
        text.push_str(format!("= {line}").trim_end());
        text.push_str(newline);
    }
    // What had no end of its line keeps none.
    if (at_end || !old.is_empty()) && !old.ends_with('\n') {
        text.truncate(text.len().saturating_sub(newline.len()));
    }
    text
}

/// An answer inside a cell: as wide as what stood there, where it fits.
fn cell(answer: &str, old: &str) -> String {
    let answer = answer.replace('|', "\\|");
    let width = old.chars().count().saturating_sub(2);
    format!(" {answer:width$} ")
}
