//! What two rulebooks say that is different, in the order of the rulebook.

use super::cite::line_of;
use super::prose::{Part, Section, prose};
use crate::ruleset::{RenamedWords, Rules, Settled, SourceFile, Span};
use serde::Serialize;

/// A sentence of a rulebook with the line that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The sentence.
    pub text: String,
    /// The file; none for what goes without saying.
    pub file: Option<String>,
    /// The line.
    pub line: Option<usize>,
}

/// What a section of one rulebook says and the same section of the other does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The heading.
    pub section: String,
    /// What only the first says. Where both say the same in another order, all of it.
    pub was: Vec<Told>,
    /// What only the second says.
    pub now: Vec<Told>,
}

/// What the second of two rulebooks says otherwise, section by section in its order; sections that only the first has
/// stand where they stood. Names that the second changed are no difference. Each is a settled ruleset with its rules and
/// its files.
pub fn changes(a: (&Settled, &Rules, &[SourceFile]), b: (&Settled, &Rules, &[SourceFile])) -> Vec<Changed> {
    let renames: Vec<&RenamedWords> = b.1.renames.iter().filter(|r| !a.1.renames.contains(r)).collect();
    let said = |text: &str| renames.iter().fold(text.to_owned(), |text, r| r.said(&text));
    let same_options = a.0.options.len() == b.0.options.len()
        && a.0
            .options
            .iter()
            .zip(&b.0.options)
            .all(|(a, b)| a.name == b.name && a.values == b.values && a.range == b.range);
    // The title and what is said about the file are no rules (a file may say nothing of the kind); what was chosen is told
    // for itself.
    let book = |settled: &Settled, rules: &Rules| -> Vec<Section> {
        let asks = |s: &Section| {
            same_options
                && s.parts.iter().any(|p| {
                    settled
                        .options
                        .iter()
                        .any(|o| p.span.is_some_and(|s| s.file == o.span.file && s.start == o.span.start))
                })
        };
        let title = settled.header.as_ref().map(|h| h.title.span);
        let begins_at = |s: Span| (s.file, s.start);
        let is_title = |s: &Section| title.is_some() && s.span.map(begins_at) == title.map(begins_at);
        prose(settled, rules).into_iter().filter(|s| !is_title(s) && !asks(s)).collect()
    };
    let (first, second) = (book(a.0, a.1), book(b.0, b.1));
    let name = |section: &Section| said(section.title.split(" (").next().unwrap_or_default());
    let mut told = Vec::new();
    let mut next = 0;
    for section in &second {
        let at = first.iter().position(|s| name(s) == name(section));
        if let Some(at) = at {
            // Sections of the first alone that stand before this one.
            let gone = first.get(next..at).unwrap_or_default().iter();
            told.extend(
                gone.filter(|s| !second.iter().any(|t| name(t) == name(s)))
                    .map(|s| compare(Some(s), None, a.2, b.2, &said)),
            );
            next = next.max(at + 1);
        }
        told.push(compare(at.and_then(|at| first.get(at)), Some(section), a.2, b.2, &said));
    }
    let rest = first.get(next..).unwrap_or_default().iter();
    told.extend(
        rest.filter(|s| !second.iter().any(|t| name(t) == name(s))).map(|s| compare(Some(s), None, a.2, b.2, &said)),
    );
    told.retain(|c| !c.was.is_empty() || !c.now.is_empty());
    told
}

fn compare(
    a: Option<&Section>,
    b: Option<&Section>,
    in_a: &[SourceFile],
    in_b: &[SourceFile],
    said: &dyn Fn(&str) -> String,
) -> Changed {
    let tell = |part: &Part, sources: &[SourceFile], text: String| {
        let place = part.span.and_then(|s| line_of(s, sources));
        Told { text, file: place.map(|p| p.0.to_owned()), line: place.map(|p| p.1) }
    };
    let parts = |s: Option<&Section>| s.map_or_else(Vec::new, |s| s.parts.clone());
    let was: Vec<Told> = parts(a).iter().map(|p| tell(p, in_a, said(&p.text))).collect();
    let now: Vec<Told> = parts(b).iter().map(|p| tell(p, in_b, p.text.clone())).collect();
    let (mut only_was, mut only_now) = (without(&was, &now), without(&now, &was));
    let texts = |told: &[Told]| told.iter().map(|t| t.text.clone()).collect::<Vec<_>>();
    if only_was.is_empty() && only_now.is_empty() && texts(&was) != texts(&now) {
        (only_was, only_now) = (was, now);
    }
    let section = b.or(a).map_or_else(String::new, |s| s.title.clone());
    Changed { section, was: only_was, now: only_now }
}

/// What these say and those do not; a sentence that stands twice counts twice.
fn without(these: &[Told], those: &[Told]) -> Vec<Told> {
    let mut left: Vec<&str> = those.iter().map(|t| t.text.as_str()).collect();
    let mut gone = Vec::new();
    for told in these {
        match left.iter().position(|l| *l == told.text) {
            Some(at) => {
                left.swap_remove(at);
            }
            None => gone.push(told.clone()),
        }
    }
    gone
}
