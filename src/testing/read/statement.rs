//! A line as the grammar reads it.

use super::super::companion::span;
use super::super::example::{Question, Round, RoundEnds, Text};
use super::grammar::{Grammar, Rule};
use super::mistake::explain;
use crate::ruleset::{Diagnostic, Span, code};
use pest::Parser;
use pest::iterators::Pair;

/// What a line says.
pub(super) enum Said {
    In(Text),
    With(Vec<(Text, Text)>),
    Beginner(Text),
    Start,
    Example(Text),
    Position(Text),
    /// The words of the one-line form behind the placement.
    ToMove(String),
    Play(Vec<Text>),
    Rounds(Vec<Round>),
    Chooses(Text, Text),
    /// A question without a head of its own, its words, and the moves that it is about.
    Fact(Question, Span, Text),
    /// A question, its words, and what is stated; none: the tool answers.
    Question(Question, Span, Option<Text>),
}

/// Reads a statement that begins at a byte of the page.
pub(super) fn statement(text: &str, start: usize) -> Result<Said, Box<Diagnostic>> {
    let mut pairs = Grammar::parse(Rule::statement, text).map_err(|e| Box::new(explain(text, start, &e)))?;
    let at = At { start };
    let Some(pair) = pairs.next() else { return Err(at.fault(text)) };
    at.statement(pair).ok_or_else(|| at.fault(text))?
}

/// The moves of a list. A comma without a blank behind it belongs to a move (`B@a1,b2`).
pub(in super::super) fn moves(list: &Text) -> Vec<Text> {
    let mut found = Vec::new();
    let mut from = 0;
    let text = list.text.as_str();
    let mut add = |from: usize, to: usize| {
        let part = text.get(from..to).unwrap_or_default();
        let lead = part.len() - part.trim_start().len();
        let begin = list.span.start as usize + from + lead;
        let part = part.trim();
        if !part.is_empty() {
            found.push(Text { text: part.to_owned(), span: span(begin..begin + part.len()) });
        }
    };
    for (at, _) in text.match_indices(',') {
        if text.get(at + 1..).is_some_and(|t| t.is_empty() || t.starts_with([' ', '\t'])) {
            add(from, at);
            from = at + 1;
        }
    }
    add(from, text.len());
    found
}

/// Where the text of a line begins.
pub(super) struct At {
    pub start: usize,
}

type Read<T> = Result<T, Box<Diagnostic>>;

impl At {
    fn fault(&self, text: &str) -> Box<Diagnostic> {
        let message = "the reader of examples did not understand its own grammar";
        Box::new(Diagnostic::new(&code::EXAMPLE_READER, span(self.start..self.start + text.len()), message))
    }

    pub(super) fn span(&self, pair: &Pair<Rule>) -> Span {
        let found = pair.as_span();
        let end = found.start() + found.as_str().trim_end().len();
        span(self.start + found.start()..self.start + end)
    }

    pub(super) fn text(&self, pair: &Pair<Rule>) -> Text {
        let lead = pair.as_str().len() - pair.as_str().trim_start().len();
        let begin = self.start + pair.as_span().start() + lead;
        let text = pair.as_str().trim();
        Text { text: text.to_owned(), span: span(begin..begin + text.len()) }
    }

    fn number(&self, pair: &Pair<Rule>) -> Read<u32> {
        pair.as_str().parse().map_err(|_| {
            let message = "this number is too large";
            Box::new(Diagnostic::new(&code::EXAMPLE_NUMBER, self.span(pair), message).help("the most is 4294967295"))
        })
    }

    /// None: the grammar has something that this does not know.
    fn statement(&self, pair: Pair<Rule>) -> Option<Read<Said>> {
        let rule = pair.as_rule();
        let whole = pair.clone();
        // Words say nothing more than the rule they stand in.
        let mut parts = pair.into_inner().filter(|p| !is_word(p.as_rule()));
        Some(Ok(match rule {
            Rule::in_ruleset => Said::In(self.text(&parts.next()?)),
            Rule::with => {
                let settings = parts.map(|setting| {
                    let mut parts = setting.into_inner().filter(|p| !is_word(p.as_rule()));
                    Some((self.text(&parts.next()?), self.text(&parts.next()?)))
                });
                Said::With(settings.collect::<Option<_>>()?)
            }
            Rule::from_start => Said::Start,
            Rule::from_example => {
                let quoted = parts.next()?.into_inner().next()?;
                Said::Example(self.text(&quoted))
            }
            Rule::position => Said::Position(self.text(&parts.next()?)),
            Rule::beginner => Said::Beginner(self.text(&parts.next()?)),
            Rule::to_move => {
                let mut words = vec![self.text(&parts.next()?).text];
                for field in parts {
                    let mut parts = field.into_inner();
                    words.push(format!("{}={}", parts.next()?.as_str(), parts.next()?.as_str()));
                }
                Said::ToMove(words.join(" "))
            }
            Rule::play => Said::Play(moves(&self.text(&parts.next()?))),
            Rule::rounds => {
                let rounds = parts.map(|round| self.round(round)).collect::<Option<Read<Vec<_>>>>()?;
                match rounds {
                    Ok(rounds) => Said::Rounds(rounds),
                    Err(problem) => return Some(Err(problem)),
                }
            }
            Rule::chooses => Said::Chooses(self.text(&parts.next()?), self.text(&parts.next()?)),
            Rule::legal | Rule::illegal => {
                let question = if rule == Rule::legal { Question::Legal } else { Question::Illegal };
                let words = span(self.start + whole.as_span().start()..self.start + whole.as_span().end());
                Said::Fact(question, words, self.text(&parts.next()?))
            }
            Rule::question => {
                let head = parts.next()?;
                let words = self.span(&head);
                let question = match self.head(head)? {
                    Ok(question) => question,
                    Err(problem) => return Some(Err(problem)),
                };
                let answer = parts.next()?;
                let stated = match answer.as_rule() {
                    Rule::stated => {
                        let here = self.span(&answer);
                        let text = answer.into_inner().next().map(|rest| self.text(&rest));
                        Some(text.unwrap_or(Text { text: String::new(), span: here }))
                    }
                    _ => None,
                };
                Said::Question(question, words, stated)
            }
            _ => return None,
        }))
    }

    /// The head of a question.
    pub(super) fn head(&self, pair: Pair<Rule>) -> Option<Read<Question>> {
        let rule = pair.as_rule();
        let part = pair.into_inner().find(|p| !is_word(p.as_rule()));
        let number = |make: fn(u32) -> Question| part.as_ref().map(|p| self.number(p).map(make));
        let said = part.as_ref().map(|p| self.text(p));
        Some(Ok(match rule {
            Rule::moves | Rule::moves_of => Question::Moves(said),
            Rule::how_many => Question::HowMany(said),
            Rule::why => Question::Why(said?),
            Rule::why_not => Question::WhyNot(said?),
            Rule::captured => Question::Captured,
            Rule::now => Question::Now,
            Rule::whose_move => Question::ToMove,
            Rule::outcome => Question::Outcome,
            Rule::perft => return number(Question::Perft),
            Rule::best => return number(Question::Best),
            Rule::score => Question::Score(said?),
            Rule::match_result => Question::Match,
            Rule::first_turn => Question::FirstTurn,
            Rule::next_round => Question::NextRound,
            _ => return None,
        }))
    }

    fn round(&self, pair: Pair<Rule>) -> Option<Read<Round>> {
        let whole = self.span(&pair);
        let ended = pair.into_inner().next()?;
        let rule = ended.as_rule();
        let mut parts = ended.into_inner().filter(|p| !is_word(p.as_rule())).peekable();
        let end = match rule {
            Rule::won => RoundEnds::Won(self.text(&parts.next()?)),
            Rule::gives_up => RoundEnds::GivenUp(self.text(&parts.next()?)),
            _ => RoundEnds::Drawn,
        };
        let mut round = Round { end, span: whole, moves: None, captured: 0, lost: 0 };
        for count in parts {
            let word = count.clone().into_inner().next()?.as_rule();
            let number = match self.number(&count.into_inner().find(|p| p.as_rule() == Rule::number)?) {
                Ok(number) => number,
                Err(problem) => return Some(Err(problem)),
            };
            match word {
                Rule::k_in => round.moves = Some(number),
                Rule::k_capturing => round.captured = number,
                _ => round.lost = number,
            }
        }
        Some(Ok(round))
    }
}

/// Whether a rule is a word of the language.
pub(super) fn is_word(rule: Rule) -> bool {
    format!("{rule:?}").starts_with("k_") || rule == Rule::EOI
}
