//! The match: its lines to plain data, and what no match can be.

use super::super::Span;
use super::super::code::{MATCH_INCOMPLETE, MATCH_NOBODY_WINS, MATCH_ROUNDS, NO_FIRST_TURN};
use super::super::item::{self, Amount, HookPoint, MatchDecl, MatchLine, RoundSides};
use super::super::match_rules::{MAX_ROUNDS, MatchRules, MoreRounds, ThenTied, WonBy};
use super::super::rules::{Rules, Turns};
use super::world::World;

impl World<'_> {
    /// The match of a file; none where something that no match can do without is missing.
    pub(super) fn match_rules(&mut self, decl: &MatchDecl, span: Span) -> Option<MatchRules> {
        let (mut rounds, mut won, mut more) = (None, None, None);
        let (mut added, mut first_turn_each_round, mut resigned_replayed) = (RoundSides::Swapping, false, false);
        for (line, span) in &decl.lines {
            match line {
                MatchLine::Rounds(n, sides) => {
                    rounds = Some((number(n), sides.unwrap_or(RoundSides::Keeping), *span));
                }
                MatchLine::Won(by) => won = Some((won_by(by), *span)),
                MatchLine::More { add, most, then } => {
                    if let item::ThenTied::Hook(name) = then {
                        self.check_hook(&name.text, HookPoint::Tiebreak, *span);
                    }
                    let then = match then {
                        item::ThenTied::Tied => ThenTied::Tied,
                        item::ThenTied::Drawn => ThenTied::Drawn,
                        item::ThenTied::Hook(name) => ThenTied::Hook(name.text.clone()),
                    };
                    more = Some(MoreRounds { add: number(add), most: number(most), then, span: *span });
                }
                MatchLine::Added(sides) => added = *sides,
                MatchLine::FirstTurn(each) => first_turn_each_round = *each,
                MatchLine::Resigned(replayed) => resigned_replayed = *replayed,
            }
        }
        if rounds.is_none() {
            let message = "the match does not say how many rounds it has";
            self.error(&MATCH_INCOMPLETE, span, message, "add e.g. `rounds 2, swapping sides`");
        }
        if won.is_none() {
            let message = "the match does not say how it is won";
            self.error(&MATCH_INCOMPLETE, span, message, "add e.g. `won by most rounds`");
        }
        let ((rounds, sides, span), (won, won_span)) = (rounds?, won?);
        let rules = MatchRules { rounds, sides, won, more, added, first_turn_each_round, resigned_replayed, span };
        if self.sound_rounds(&rules) {
            self.winnable(&rules, won_span);
        }
        Some(rules)
    }

    /// Whether the numbers of rounds can be.
    fn sound_rounds(&mut self, rules: &MatchRules) -> bool {
        let errors = self.errors.len();
        if rules.rounds == 0 {
            self.error(&MATCH_ROUNDS, rules.span, "a match of no rounds", "write `rounds 1` or more");
        } else if rules.rounds > MAX_ROUNDS {
            let message = format!("a match of {} rounds; it may have {MAX_ROUNDS}", rules.rounds);
            self.error(&MATCH_ROUNDS, rules.span, message, format!("write a number from 1 to {MAX_ROUNDS}"));
        }
        if let Some(more) = &rules.more {
            if more.add == 0 {
                self.error(&MATCH_ROUNDS, more.span, "no round is added", "write `play 1 more round while tied, ...`");
            }
            if more.most < rules.rounds {
                let message =
                    format!("at most {} in all, and the match has {} rounds already", more.most, rules.rounds);
                let help = format!("write `at most {} in all` or more", rules.rounds.saturating_add(more.add));
                self.error(&MATCH_ROUNDS, more.span, message, help);
            } else if more.most > MAX_ROUNDS {
                let message = format!("a match of {} rounds in all; it may have {MAX_ROUNDS}", more.most);
                self.error(&MATCH_ROUNDS, more.span, message, format!("write `at most {MAX_ROUNDS} in all` or less"));
            }
        }
        self.errors.len() == errors
    }

    /// Whether a script is asked when nobody has won: it may name the winner, or have another round played.
    fn hook_decides(&self, rules: &MatchRules) -> bool {
        let declared = self.hooks.iter().any(|(hook, _)| hook.point == HookPoint::Tiebreak);
        declared && rules.more.as_ref().is_none_or(|more| matches!(more.then, ThenTied::Hook(_)))
    }

    /// A match that nobody can win.
    fn winnable(&mut self, rules: &MatchRules, span: Span) {
        let most = rules.most();
        let (what, help) = match rules.won {
            WonBy::Rounds(0) => {
                ("it would be won before it begins".to_owned(), "write `won by 1 round` or more".into())
            }
            _ if self.hook_decides(rules) => return,
            WonBy::Rounds(n) if n > most => {
                let s = if most == 1 { "" } else { "s" };
                (
                    format!("nobody can win {n} rounds in a match of {most} round{s}"),
                    format!("write `rounds {n}` or more"),
                )
            }
            WonBy::MostRounds | WonBy::Rounds(_) => return,
            WonBy::EachSide { in_one_pair } => {
                let sides = self.sides.len() as u32;
                let changes = rules.sides != RoundSides::Keeping && rules.rounds > 1
                    || rules.more.is_some() && most > rules.rounds && rules.added != RoundSides::Keeping;
                let last_pair = most - most % sides.max(1);
                if sides > most || in_one_pair && last_pair < sides {
                    let message = format!(
                        "nobody can win a round as each of {sides} sides in {most} round{}",
                        if most == 1 { "" } else { "s" }
                    );
                    (message, format!("write `rounds {sides}, swapping sides`"))
                } else if !changes && sides > 1 {
                    let message = "nobody can win a round as each side, for the players keep their sides";
                    (message.to_owned(), format!("write `rounds {}, swapping sides`", rules.rounds.max(sides)))
                } else {
                    return;
                }
            }
        };
        self.error(&MATCH_NOBODY_WINS, span, what, help);
    }

    /// A `hook first turn` answers for the first phase whose turns alternate.
    pub(super) fn check_first_turn(&mut self, rules: &Rules) {
        let alternate = rules.phases.iter().any(|p| matches!(p.turns, Turns::Alternating(_)));
        let hook = rules.hooks.iter().find(|h| h.point == HookPoint::FirstTurn).filter(|_| !alternate);
        if let Some(hook) = hook {
            let message = "the hook has nothing to decide: no turns alternate here";
            let help = "write `turns from SIDE, alternating`, or take the hook out";
            self.error(&NO_FIRST_TURN, hook.span, message, help);
        }
    }
}

/// The number; options are numbers already when a file is resolved.
fn number(amount: &Amount) -> u32 {
    match amount {
        Amount::Number(n, _) => *n,
        Amount::Option(_) => 0,
    }
}

fn won_by(by: &item::WonBy) -> WonBy {
    match by {
        item::WonBy::EachSide(in_one_pair) => WonBy::EachSide { in_one_pair: *in_one_pair },
        item::WonBy::MostRounds => WonBy::MostRounds,
        item::WonBy::Rounds(n) => WonBy::Rounds(*n),
    }
}
