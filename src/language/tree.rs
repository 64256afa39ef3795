//! The grammar's own tree of a rule file, for whoever changes single words of it.

use super::grammar::{Grammar, Rule};
use super::parse::MAX_BYTES;
use super::scan::scan;
use pest::Parser;
use pest::iterators::Pair;

/// A part of a rule file: what a rule of `grammar/houserules.pest` fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The name of the rule.
    pub rule: String,
    /// The first byte.
    pub start: usize,
    /// One past the last byte; blanks after the last word do not count.
    pub end: usize,
    /// The parts, in order. The scanner has limited how deep they may be nested.
    pub parts: Vec<Tree>,
}

impl Tree {
    /// Whether it is what this rule fits.
    pub fn is(&self, rule: &str) -> bool {
        self.rule == rule
    }

    /// The parts that this rule fits.
    pub fn all<'t>(&'t self, rule: &'t str) -> impl Iterator<Item = &'t Tree> {
        self.parts.iter().filter(move |p| p.is(rule))
    }

    /// The first part that this rule fits.
    pub fn first(&self, rule: &str) -> Option<&Tree> {
        self.parts.iter().find(|p| p.is(rule))
    }

    /// As written.
    pub fn text<'s>(&self, source: &'s str) -> &'s str {
        source.get(self.start..self.end).unwrap_or_default()
    }
}

/// The tree of a rule file; none if the text does not fit the grammar.
pub fn tree(text: &str) -> Option<Tree> {
    if text.len() > MAX_BYTES || !scan(0, text).problems.is_empty() {
        return None;
    }
    Grammar::parse(Rule::file, text).ok()?.next().map(branch)
}

fn branch(pair: Pair<'_, Rule>) -> Tree {
    let (rule, span) = (pair.as_rule(), pair.as_span());
    let parts: Vec<Tree> = match rule {
        Rule::string => Vec::new(),
        _ => pair.into_inner().map(branch).collect(),
    };
    let end = parts.last().map_or(span.end(), |last| last.end);
    Tree { rule: format!("{rule:?}"), start: span.start(), end, parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tree_knows_where_words_stand() {
        let text = "game \"T\" { version 1.0 }\n\nend draw when no stone left \"over\"   // why\n";
        let tree = tree(text).expect("it fits the grammar");
        let item = tree.first("item").expect("an item");
        assert_eq!(item.text(text), "end draw when no stone left \"over\"");
        let end = item.first("end").expect("an ending");
        assert_eq!(end.first("when").map(|w| w.text(text)), Some("when no stone left"));
        assert!(super::tree("game \"T\" {").is_none());
    }
}
