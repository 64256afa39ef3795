//! Endings and the match in prose.

use super::super::english::{count, list, the_side, verb};
use super::super::words::Words;
use super::setup::amount_of;
use super::{Book, Section};
use crate::ruleset::item::{
    Amount, Body, EndDecl, EndResult, HookPoint, MatchLine, RoundSides, ScoreCounts, Sel, SideTerm, SideTermKind,
    ThenTied, WonBy,
};

impl Book<'_> {
    pub(super) fn endings(&self) -> Section {
        let mut section = Section::new("The end of the game");
        let ends: Vec<(&EndDecl, crate::ruleset::Span)> = self
            .settled
            .items
            .iter()
            .filter_map(|i| match &i.body {
                Body::End(end) => Some((end, i.span)),
                _ => None,
            })
            .collect();
        if ends.len() > 1 {
            section.say("these are looked at after every move, in this order; the first that holds decides", None);
        }
        for (end, span) in &ends {
            let when = end.cond.as_ref().map_or_else(
                || "as soon as only one player is left".to_owned(),
                |c| format!("when {}", self.words.cond(c)),
            );
            section.item(format!("{} {when}", result_words(&self.words, &end.result)), Some(*span));
        }
        for item in &self.settled.items {
            if let Body::Score(score) = &item.body {
                let text = match &score.counts {
                    ScoreCounts::Sites(sel) => format!("a player's score is the number of {}", self.words.many(sel)),
                    ScoreCounts::Each(all) => {
                        let each = |(n, sel): &(Amount, Sel)| {
                            format!("{} for {}", super::super::words::amount(n), self.words.one(sel))
                        };
                        format!("a player's score is {}", list(&all.iter().map(each).collect::<Vec<_>>(), "and"))
                    }
                    ScoreCounts::Adds(side, n) => {
                        format!("{} are added to the score of {}", super::super::words::amount(n), the_side(&side.text))
                    }
                };
                section.say(text, Some(score.span));
            }
        }
        section
    }

    pub(super) fn match_play(&self) -> Section {
        let mut section = Section::new("The match");
        for item in &self.settled.items {
            let Body::Match(decl) = &item.body else { continue };
            for (line, span) in &decl.lines {
                section.item(match_line(line), Some(*span));
            }
        }
        // What a match comes to that no line speaks of.
        if self.rules.match_play.as_ref().is_some_and(|m| m.more.is_none()) {
            let hook = self.rules.hooks.iter().find(|h| h.point == HookPoint::Tiebreak);
            let then = hook.map_or_else(
                || "it is tied: the rules do not say who wins".to_owned(),
                |h| format!("a script ({}) decides: {}", h.function, h.decides),
            );
            section.item(format!("if nobody has won the match then, {then}"), hook.map(|h| h.span));
        }
        section
    }
}

/// The result of an ending: `the herd wins`.
pub(crate) fn result_words(words: &Words, result: &EndResult) -> String {
    let who = |side: &SideTerm, one: &str, many: &str| {
        let (who, plural) = words.side(side);
        let who = if matches!(side.kind, SideTermKind::Player) { "a player".into() } else { who };
        format!("{who} {}", verb(plural, one, many))
    };
    match result {
        EndResult::Draw => "the game is a draw".into(),
        EndResult::HighestScore => "the player with the highest score wins".into(),
        EndResult::LastPlayer => "the last player wins".into(),
        EndResult::Hook(name) => format!("a script ({}) decides", name.text),
        EndResult::Wins(side) => who(side, "wins", "win"),
        EndResult::Loses(side) => who(side, "loses", "lose"),
        EndResult::Out(side, leave) => {
            let pieces = if *leave { "whose pieces leave the board" } else { "whose pieces stay on the board" };
            format!("{}, {pieces},", who(side, "is out", "are out"))
        }
    }
}

/// A line of a match as a sentence.
pub(crate) fn match_line(line: &MatchLine) -> String {
    let sides = |s: &RoundSides| match s {
        RoundSides::Swapping => "the players swap sides",
        RoundSides::Keeping => "the players keep their sides",
        RoundSides::LoserChoosing => "the loser of the round before chooses a side",
    };
    match line {
        MatchLine::Rounds(n, between) => {
            let between = between.as_ref().map_or_else(String::new, |s| format!("; after each round {}", sides(s)));
            format!("a match has {}{between}", amount_of(n, "round", "rounds"))
        }
        MatchLine::Added(s) => format!("before a round that is added {}", sides(s)),
        MatchLine::Won(WonBy::EachSide(pair)) => {
            let pair = if *pair { ", in the two rounds of one pair" } else { "" };
            format!("the match is won by the player who wins a round as each side{pair}")
        }
        MatchLine::Won(WonBy::MostRounds) => "the match is won by the player who wins most rounds".into(),
        MatchLine::Won(WonBy::Rounds(n)) => {
            format!("the match is won by the player who first wins {}", count(*n, "round", "rounds"))
        }
        MatchLine::More { add, most, then } => {
            let then = match then {
                ThenTied::Tied => "the match is tied".to_owned(),
                ThenTied::Drawn => "the match is drawn".to_owned(),
                ThenTied::Hook(name) => format!("a script ({}) decides", name.text),
            };
            let add = amount_of(add, "more round is", "more rounds are");
            let most = super::super::words::amount(most);
            format!("while the match is tied {add} played, at most {most} rounds in all; after that {then}")
        }
        MatchLine::FirstTurn(each) => {
            let when = if *each { "before each round" } else { "once, for all rounds" };
            format!("who takes the first turn is chosen {when}")
        }
        MatchLine::Resigned(replayed) => match replayed {
            true => "a round that is given up is played again".into(),
            false => "a round that is given up counts".into(),
        },
    }
}
