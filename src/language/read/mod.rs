//! From the grammar's tree to statements: one function for each rule of the grammar, in its order.
//!
//! The grammar has said what may stand where, so these functions only fetch. What they do not find is
//! a disagreement between them and the grammar, reported as [`READER`](crate::ruleset::code::READER).

mod change;
mod condition;
mod item;
mod piece;
mod play;
mod select;

use super::grammar::Rule;
use crate::ruleset::item::{Amount, Item, Name, Text};
use crate::ruleset::{Diagnostic, Span, code};
use pest::iterators::Pair;

/// What a reading function gives: the statement, or why there is none.
type Read<T> = Result<T, Diagnostic>;

/// The statement of a `game` or an `item`. `file` and `offset` say where the text that was parsed begins.
pub(super) fn statement(pair: Pair<'_, Rule>, file: u16, offset: usize) -> Read<Item> {
    item::item(&Node { pair, file, offset: offset as u32 })
}

/// A part of the grammar's tree that knows where it stands in its file.
#[derive(Clone)]
struct Node<'i> {
    pair: Pair<'i, Rule>,
    file: u16,
    offset: u32,
}

impl<'i> Node<'i> {
    fn rule(&self) -> Rule {
        self.pair.as_rule()
    }

    /// From the first to the last word or sign; what blanks the grammar skipped after it do not count.
    fn span(&self) -> Span {
        let whole = self.pair.as_span();
        let mut last = self.pair.clone();
        while last.as_rule() != Rule::string {
            match last.clone().into_inner().next_back() {
                Some(inner) => last = inner,
                None => break,
            }
        }
        let end = last.as_span().end();
        Span { file: self.file, start: self.offset + whole.start() as u32, end: self.offset + end as u32 }
    }

    fn with(&self, pair: Pair<'i, Rule>) -> Node<'i> {
        Node { pair, file: self.file, offset: self.offset }
    }

    /// The parts, in order.
    fn parts(&self) -> impl Iterator<Item = Node<'i>> {
        let (file, offset) = (self.file, self.offset);
        self.pair.clone().into_inner().map(move |pair| Node { pair, file, offset })
    }

    /// The first part, whatever it is.
    fn first(&self) -> Read<Node<'i>> {
        self.pair.clone().into_inner().next().map(|pair| self.with(pair)).ok_or_else(|| self.disagree("a part"))
    }

    /// The first part of that rule, if there is one.
    fn get(&self, rule: Rule) -> Option<Node<'i>> {
        self.pair.clone().into_inner().find(|p| p.as_rule() == rule).map(|pair| self.with(pair))
    }

    /// The first part of that rule.
    fn need(&self, rule: Rule) -> Read<Node<'i>> {
        self.get(rule).ok_or_else(|| self.disagree(&format!("{rule:?}")))
    }

    /// Every part of that rule.
    fn all(&self, rule: Rule) -> impl Iterator<Item = Node<'i>> {
        self.parts().filter(move |n| n.rule() == rule)
    }

    fn has(&self, rule: Rule) -> bool {
        self.get(rule).is_some()
    }

    /// What the table says of the first part that stands in it.
    fn choose<T: Copy>(&self, table: &[(Rule, T)]) -> Read<T> {
        self.parts()
            .find_map(|n| table.iter().find(|(rule, _)| *rule == n.rule()).map(|(_, value)| *value))
            .ok_or_else(|| self.disagree("a word of its table"))
    }

    /// The first `name` among the parts.
    fn name(&self) -> Read<Name> {
        Ok(self.need(Rule::name)?.as_name())
    }

    /// Every `name` among the parts.
    fn names(&self) -> Vec<Name> {
        self.all(Rule::name).map(|n| n.as_name()).collect()
    }

    /// This name or word itself.
    fn as_name(&self) -> Name {
        Name { text: self.pair.as_str().to_owned(), span: self.span() }
    }

    /// The first `string` among the parts.
    fn string(&self) -> Read<Text> {
        self.need(Rule::string)?.as_text()
    }

    /// Every `string` among the parts.
    fn strings(&self) -> Read<Vec<Text>> {
        self.all(Rule::string).map(|n| n.as_text()).collect()
    }

    /// This string itself, without its quotation marks.
    fn as_text(&self) -> Read<Text> {
        Ok(Text { text: self.need(Rule::text)?.pair.as_str().to_owned(), span: self.span() })
    }

    /// The first `number` among the parts.
    fn number(&self) -> Read<u32> {
        self.need(Rule::number)?.as_number()
    }

    /// Every `number` among the parts.
    fn numbers(&self) -> Read<Vec<u32>> {
        self.all(Rule::number).map(|n| n.as_number()).collect()
    }

    /// This number itself.
    fn as_number(&self) -> Read<u32> {
        let digits = self.pair.as_str();
        digits.parse().map_err(|_| {
            Diagnostic::new(&code::NUMBER_TOO_LARGE, self.span(), format!("`{digits}` is too large a number"))
                .help(format!("no number in a rule file may be greater than {}", u32::MAX))
        })
    }

    /// The first `amount` among the parts.
    fn amount(&self) -> Read<Amount> {
        self.need(Rule::amount)?.as_amount()
    }

    /// The number with which `3rd` begins.
    fn leading_number(&self) -> Read<u32> {
        let digits = self.pair.as_str().trim_end_matches(|c: char| !c.is_ascii_digit());
        digits.parse().map_err(|_| self.disagree("a number that is not too large"))
    }

    /// Every `amount` among the parts.
    fn amounts(&self) -> Read<Vec<Amount>> {
        self.all(Rule::amount).map(|n| n.as_amount()).collect()
    }

    /// This amount itself.
    fn as_amount(&self) -> Read<Amount> {
        let part = self.first()?;
        Ok(match part.rule() {
            Rule::number => Amount::Number(part.as_number()?, part.span()),
            _ => Amount::Option(part.as_name()),
        })
    }

    /// The two of a list that must have two.
    fn two<T>(&self, list: Vec<T>) -> Read<(T, T)> {
        let mut list = list.into_iter();
        match (list.next(), list.next()) {
            (Some(a), Some(b)) => Ok((a, b)),
            _ => Err(self.disagree("two parts")),
        }
    }

    /// The grammar let something through that the functions of this room do not know.
    fn disagree(&self, what: &str) -> Diagnostic {
        let message = format!("the reader of `{:?}` does not find {what}", self.rule());
        Diagnostic::new(&code::READER, self.span(), message).help("this is a fault of the tool: please report it")
    }
}
