//! Turns, phases, passing and duty in prose.

use super::super::english::{is_plural, list, the_side, verb};
use super::super::words::verb_word;
use super::{Book, Section};
use crate::ruleset::Turns;
use crate::ruleset::item::{Amount, Body, OnlyDecl, OnlyWhat, PassingWord, PhaseLine, TurnOrder, TurnsDecl};

impl Book<'_> {
    pub(super) fn turns(&self) -> Section {
        let mut section = Section::new("The turns");
        let phases: Vec<&str> = self.rules.phases.iter().map(|p| p.name.as_str()).filter(|n| !n.is_empty()).collect();
        if phases.len() > 1 {
            let named: Vec<String> = phases.iter().map(|n| (*n).to_owned()).collect();
            section.say(format!("the game goes through these phases in order: {}", list(&named, "and")), None);
        }
        for item in &self.settled.items {
            match &item.body {
                Body::Turns(turns) => section.say(self.order(turns, ""), Some(turns.span)),
                Body::Phase(phase) => {
                    let head = format!("in the phase {}, ", phase.name.text);
                    for line in &phase.lines {
                        match line {
                            PhaseLine::Only(only) => {
                                section.item(format!("{head}{}", self.only(only)), Some(only.span));
                            }
                            PhaseLine::Turns(turns) => section.item(self.order(turns, &head), Some(turns.span)),
                            PhaseLine::Until(cond, span) => {
                                let text = format!("the phase {} ends when {}", phase.name.text, self.words.cond(cond));
                                section.item(text, Some(*span));
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        self.passing(&mut section);
        self.duty(&mut section);
        section
    }

    fn order(&self, turns: &TurnsDecl, head: &str) -> String {
        let pie = if turns.pie {
            "; once the first turn is over, the other player may swap sides instead of moving: what stands on the board stays, and \
             the players change places"
        } else {
            ""
        };
        match &turns.order {
            TurnOrder::Alternating(name) => {
                // An option's name stands for the side that it is set to.
                let first = if self.words.is_side(&name.text) { Some(name.text.clone()) } else { self.first() };
                let first = first.map_or_else(
                    || "the side that is chosen moves first".to_owned(),
                    |s| format!("{} {} first", the_side(&s), verb(is_plural(&s), "moves", "move")),
                );
                format!("{head}{first}; then the players take turns, one move each{pie}")
            }
            TurnOrder::List(entries) => {
                let said: Vec<String> = entries
                    .iter()
                    .map(|e| {
                        let moves = match &e.moves {
                            Some(Amount::Number(n, _)) if *n > 1 => {
                                super::setup::amount_of(&Amount::Number(*n, e.side.span), "move", "moves")
                            }
                            Some(a @ Amount::Option(_)) => super::setup::amount_of(a, "move", "moves"),
                            _ => "one move".into(),
                        };
                        let moves = if e.in_one_move { moves.replace("moves", "pieces in one move") } else { moves };
                        let side = the_side(&e.side.text);
                        format!("{side} {} {moves}", verb(is_plural(&e.side.text), "makes", "make"))
                    })
                    .collect();
                format!("{head}{}{pie}", said.join(", then "))
            }
        }
    }

    fn first(&self) -> Option<String> {
        let side = self.rules.phases.iter().find_map(|p| match &p.turns {
            Turns::Alternating(side) => *side,
            Turns::List { .. } => None,
        })?;
        self.rules.sides.get(side as usize).map(|s| s.name.clone())
    }

    fn only(&self, only: &OnlyDecl) -> String {
        let who = only.for_side.as_ref().map_or_else(|| "the players".to_owned(), |n| the_side(&n.text));
        let plural = only.for_side.as_ref().is_none_or(|n| is_plural(&n.text));
        match &only.what {
            OnlyWhat::Verbs(verbs) => {
                let verbs: Vec<String> = verbs.iter().map(|v| verb_word(*v).to_owned()).collect();
                format!("{who} may only {} pieces", list(&verbs, "or"))
            }
            OnlyWhat::Effect(effect) => {
                format!("{who} {} no piece; instead {}", verb(plural, "moves", "move"), self.words.effect(effect))
            }
        }
    }

    fn passing(&self, section: &mut Section) {
        for item in &self.settled.items {
            let Body::Passing(line) = &item.body else { continue };
            let who = line.for_side.as_ref().map_or_else(|| "a player".to_owned(), |n| the_side(&n.text));
            let plural = line.for_side.as_ref().is_some_and(|n| is_plural(&n.text));
            let text = match line.leave {
                PassingWord::Never => format!("{who} may not pass: a move must be made"),
                PassingWord::Allowed => format!("{who} may pass instead of moving"),
                PassingWord::WhenStuck => {
                    format!("{who} {} only when no move is left", verb(plural, "passes", "pass"))
                }
            };
            let when = line.when.as_ref().map_or_else(String::new, |c| format!(", when {}", self.words.cond(c)));
            section.say(format!("{text}{when}"), Some(line.span));
        }
    }

    fn duty(&self, section: &mut Section) {
        for item in &self.settled.items {
            let Body::Must(must) = &item.body else { continue };
            let by = must.by.as_ref().map_or_else(String::new, |s| format!(" with {}", self.words.one(s)));
            let text = match &must.most {
                _ if must.first.is_some() => {
                    let first = must.first.as_ref().map_or_else(String::new, |s| self.words.many(s));
                    format!("of several captures that are left, one that takes {first} earliest must be made")
                }
                Some(None) => "a player who can capture must capture as many pieces as possible".into(),
                Some(Some(sel)) => {
                    format!("a player who can capture must capture as many {} as possible", self.words.many(sel))
                }
                None => format!("a player who can capture{by} must do so"),
            };
            let huff = if must.huff { "; if it is not done, a piece that could have done it is taken off" } else { "" };
            section.say(text + huff, Some(must.span));
        }
    }
}
