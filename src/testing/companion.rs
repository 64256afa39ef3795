//! Markdown to examples: headings, prose and fenced blocks, with the bytes at which they stand.

use super::coverage::read_declared;
use super::example::{Companion, Example};
use super::mutate::entries;
use super::read::read_block;
use crate::ruleset::nearest::nearest;
use crate::ruleset::{Diagnostic, Span, code};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeMap;
use std::ops::Range;

/// The longest companion, in bytes.
pub const MAX_COMPANION: usize = 1 << 20;
/// The most examples of a companion.
pub const MAX_EXAMPLES: usize = 2_048;

/// The words behind a fence that mean something.
const MARKS: [&str; 3] = ["example", "unreachable", "equivalent"];

/// A line of a block: its bytes in the page, without what Markdown puts before it and without its end.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub start: usize,
    /// What stands before it in the page: blanks, or `> `.
    pub prefix: &'a str,
    /// Where the next line begins.
    pub next: usize,
}

impl Line<'_> {
    pub fn span(&self) -> Span {
        span(self.start..self.start + self.text.len())
    }
}

pub(super) fn span(bytes: Range<usize>) -> Span {
    Span { file: 0, start: bytes.start as u32, end: bytes.end as u32 }
}

impl Companion {
    /// Reads a companion. `name`: how messages call it, a path or a plain name; its folder is that of the path.
    /// `ruleset`: the ruleset, as [`open_from`](crate::open_from) takes it.
    ///
    /// # Errors
    /// It is too long. Everything else that is wrong is among the mistakes of its examples.
    pub fn read(name: &str, text: &str, ruleset: &str) -> Result<Companion, Box<Diagnostic>> {
        if text.len() > MAX_COMPANION {
            let message = format!("a companion may hold at most {} KiB", MAX_COMPANION / 1024);
            return Err(Box::new(Diagnostic::new(&code::COMPANION_TOO_LARGE, span(0..0), message)));
        }
        let folder = name.rfind(['/', std::path::MAIN_SEPARATOR]).and_then(|at| name.get(..=at)).unwrap_or_default();
        let mut companion = Companion {
            name: name.to_owned(),
            text: text.to_owned(),
            ruleset: ruleset.to_owned(),
            folder: folder.to_owned(),
            examples: Vec::new(),
            unreachable: Vec::new(),
            misdeclared: Vec::new(),
            equivalent: Vec::new(),
        };
        let mut examples = examples(text, &mut companion);
        if examples.len() > MAX_EXAMPLES {
            let at = examples.get(MAX_EXAMPLES).map_or(span(0..0), |e| e.span);
            let message = format!("a companion may hold at most {MAX_EXAMPLES} examples");
            return Err(Box::new(Diagnostic::new(&code::COMPANION_TOO_LARGE, at, message)));
        }
        number(&mut examples);
        companion.examples = examples;
        Ok(companion)
    }

    /// Whether a page has an example at all.
    pub fn has_examples(&self) -> bool {
        !self.examples.is_empty()
    }
}

/// Names that stand twice get a number; names are what `from "..."` and filters go by.
fn number(examples: &mut [Example]) {
    // How often a name stood there so far; those that were made count too.
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for example in examples {
        let base = example.name.clone();
        let mut n = names.get(&base).copied().unwrap_or(0);
        while names.contains_key(&example.name) {
            n += 1;
            example.name = format!("{base} ({n})");
        }
        names.insert(base, n.max(1));
        names.entry(example.name.clone()).or_insert(1);
    }
}

/// What is gathered on the way through the page.
#[derive(Default)]
struct Page {
    heading: String,
    prose: String,
    /// Inside a heading.
    in_heading: bool,
    /// Inside a block of code: its info string and the bytes of its text.
    block: Option<(String, Vec<Range<usize>>)>,
    /// How many lines end before the place that was last gone to: the beginning of a block of code, or a line in it.
    lines: usize,
    at: usize,
}

impl Page {
    /// Counts the lines up to a place behind the one before.
    fn go_to(&mut self, text: &str, at: usize) {
        self.lines += text.get(self.at..at).unwrap_or_default().matches('\n').count();
        self.at = at.max(self.at);
    }
}

fn examples(text: &str, companion: &mut Companion) -> Vec<Example> {
    let mut page = Page::default();
    let mut found = Vec::new();
    for (event, bytes) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        if found.len() > MAX_EXAMPLES {
            break;
        }
        match event {
            Event::Start(Tag::Heading { .. }) => {
                page.in_heading = true;
                page.heading.clear();
                page.prose.clear();
            }
            Event::End(TagEnd::Heading(_)) => page.in_heading = false,
            Event::Start(Tag::CodeBlock(kind)) => {
                page.go_to(text, bytes.start);
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                page.block = Some((info, Vec::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let Some((info, parts)) = page.block.take() else { continue };
                if info.trim() == "example" {
                    found.push(example(text, &page, &bytes, &parts));
                    page.prose.clear();
                } else if info.trim() == "unreachable" {
                    for line in lines(text, &parts) {
                        match read_declared(line.text, line.start) {
                            Ok(declared) => companion.unreachable.extend(declared),
                            Err(problem) => companion.misdeclared.push(*problem),
                        }
                    }
                } else if info.trim() == "equivalent" {
                    let numbered = lines(text, &parts).into_iter().map(|line| {
                        page.go_to(text, line.start);
                        (line.text, page.lines + 1)
                    });
                    companion.equivalent.extend(entries(numbered));
                } else if let Some(mark) = meant(info.trim()) {
                    found.push(misspelt(text, &page, &bytes, info.trim(), mark));
                    page.prose.clear();
                }
            }
            Event::Text(words) => match &mut page.block {
                Some((_, parts)) => parts.push(bytes),
                None if page.in_heading => page.heading.push_str(&words),
                None => page.prose.push_str(&words),
            },
            Event::Code(words) => {
                let to = if page.in_heading { &mut page.heading } else { &mut page.prose };
                to.push_str(&words);
            }
            Event::SoftBreak | Event::HardBreak => {
                if page.in_heading { &mut page.heading } else { &mut page.prose }.push(' ');
            }
            Event::End(TagEnd::Paragraph | TagEnd::Item) if !page.prose.is_empty() => page.prose.push('\n'),
            _ => {}
        }
    }
    found
}

fn example(text: &str, page: &Page, block: &Range<usize>, parts: &[Range<usize>]) -> Example {
    let lines = lines(text, parts);
    let bytes = match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => first.start..last.start + last.text.len(),
        _ => block.clone(),
    };
    let mut example = empty(page, bytes);
    read_block(text, &lines, &mut example);
    example
}

/// An example with nothing in it yet, but for what stands around it.
fn empty(page: &Page, bytes: Range<usize>) -> Example {
    let name = page.heading.trim();
    let name = if name.is_empty() { "example" } else { name };
    Example {
        name: name.split_whitespace().collect::<Vec<_>>().join(" "),
        prose: page.prose.trim().to_owned(),
        span: span(bytes),
        line: page.lines + 1,
        setup: super::example::Setup::default(),
        steps: Vec::new(),
        mistakes: Vec::new(),
    }
}

/// The mark that was meant by what stands behind a fence, where that is none and nearly one: misspelt, or with more
/// behind it. A word such as `sample` is another word.
fn meant(info: &str) -> Option<&'static str> {
    let first = info.split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or_default();
    if MARKS.contains(&info) {
        return None;
    }
    let begins = |mark: &str| mark.chars().next() == first.chars().next().map(|c| c.to_ascii_lowercase());
    // The beginning of a mark is a word of its own, such as `un`.
    let long = first.len() + 3 >= MARKS[0].len();
    nearest(first, MARKS).filter(|mark| long && (begins(mark) || mark.ends_with(first)))
}

/// A block whose mark is misspelt, as an example that says so.
fn misspelt(text: &str, page: &Page, block: &Range<usize>, info: &str, mark: &str) -> Example {
    let opening = text.get(block.clone()).and_then(|t| t.lines().next()).unwrap_or_default();
    let at = block.start + opening.find(info).unwrap_or_default();
    let end = if opening.contains(info) { at + info.len() } else { block.start + opening.len() };
    let mut example = empty(page, at..end);
    let (message, help) = if info.starts_with(mark) && info.split([' ', '\t', ',']).next() == Some(mark) {
        (format!("`{mark}` stands alone behind a fence"), format!("take away what follows `{mark}`"))
    } else {
        (format!("a block that is marked `{info}` is not read"), format!("did you mean `{mark}`?"))
    };
    example.mistakes.push(Diagnostic::new(&code::EXAMPLE_FENCE, example.span, message).help(help));
    example
}

/// The lines of a block, from the parts that Markdown makes of it: a part never goes over the end of a line of the page
/// without a break of its own.
fn lines<'a>(text: &'a str, parts: &[Range<usize>]) -> Vec<Line<'a>> {
    let mut found: Vec<Line<'a>> = Vec::new();
    for part in parts {
        let mut at = part.start;
        while at < part.end {
            // A part goes on with the line of the one before where Markdown left a carriage return out.
            let known = found.last().is_some_and(|l| at < l.next);
            let end = text.get(at..).and_then(|t| t.find('\n')).map_or(text.len(), |n| at + n);
            let next = (end + 1).min(text.len());
            if !known {
                let begin = text.get(..at).and_then(|t| t.rfind('\n')).map_or(0, |n| n + 1);
                let line = text.get(at..end).unwrap_or_default();
                found.push(Line {
                    text: line.strip_suffix('\r').unwrap_or(line),
                    start: at,
                    prefix: text.get(begin..at).unwrap_or_default(),
                    next,
                });
            }
            at = next.max(at + 1);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Companion {
        Companion::read("page.md", text, "bison").expect("it is short")
    }

    #[test]
    fn headings_name_and_prose_explains() {
        let page = read(
            "# The chief\n\nMay he *leave*\nthe `prairie`?\n\n```example\nmoves: none\n```\n\nAnd again:\n\n```example\nmoves: none\n```\n\n```text\nmoves: none\n```\n",
        );
        let names: Vec<&str> = page.examples.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(names, ["The chief", "The chief (2)"]);
        assert_eq!(page.examples[0].prose, "May he leave the prairie?");
        assert_eq!(page.examples[1].prose, "And again:");
        assert_eq!(page.examples[0].line, 6);
    }

    #[test]
    fn a_misspelt_mark_is_a_mistake_and_another_word_is_none() {
        let of = |info: &str| {
            let page = read(&format!("# Case\n\n```{info}\nmoves: none\n```\n"));
            let mistakes: Vec<String> =
                page.examples.iter().flat_map(|e| &e.mistakes).filter_map(|m| m.help.clone()).collect();
            mistakes.join(", ")
        };
        for info in ["exmaple", "Example", "examples", "EXAMPLE", "xample", " exampel "] {
            assert_eq!(of(info), "did you mean `example`?", "{info}");
        }
        assert_eq!(of("example bison"), "take away what follows `example`");
        assert_eq!(of("unreachible"), "did you mean `unreachable`?");
        assert_eq!(of("equivalant"), "did you mean `equivalent`?");
        for info in
            ["", "rules", "sh", "text", "rust", "markdown", "console", "sample", "simple", "ex", "e", "equivalent"]
        {
            assert_eq!(of(info), "", "{info}");
        }
    }

    #[test]
    fn lines_stand_where_they_stand_in_lists_and_quotes_too() {
        for text in [
            "```example\na b\n\nc\n```\n",
            "> ```example\n> a b\n>\n> c\n> ```\n",
            "- x\n\n  ```example\n  a b\n\n  c\n  ```\n",
            "```example\r\na b\r\n\r\nc\r\n```\r\n",
            "```example\na b\n\nc",
        ] {
            let mut parts = Vec::new();
            for (event, bytes) in Parser::new(text).into_offset_iter() {
                if matches!(event, Event::Text(_)) && text.get(bytes.clone()) != Some("x") {
                    parts.push(bytes);
                }
            }
            let found: Vec<&str> =
                lines(text, &parts).iter().map(|l| l.text).filter(|l| !l.trim().is_empty()).collect();
            assert_eq!(found, ["a b", "c"], "{text:?}");
        }
    }
}
