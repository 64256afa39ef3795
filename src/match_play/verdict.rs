//! Who has won a match, and why.

use crate::engine::{PlayerFacts, RoundFacts};
use crate::ruleset::{MatchRules, WonBy};

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// Who won.
    pub outcome: MatchOutcome,
    /// Why, as a clause.
    pub reason: String,
    /// The script that decided, where one did; the reason is its own then.
    pub ruling: Option<Ruling>,
}

/// Who won a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchOutcome {
    /// This player.
    Won(usize),
    /// Nobody, as the rules say.
    Drawn,
    /// It is level, and the rules do not say who wins.
    Tied,
}

/// A script that decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Its function.
    pub function: String,
    /// What it decides, as the rule file says.
    pub decides: String,
}

impl MatchResult {
    pub(super) fn new(outcome: MatchOutcome, reason: impl Into<String>) -> MatchResult {
        MatchResult { outcome, reason: reason.into(), ruling: None }
    }

    /// The reason, and the script that gave it.
    pub fn reason_text(&self) -> String {
        match &self.ruling {
            None => self.reason.clone(),
            Some(Ruling { function, decides }) => {
                let said = if self.reason.is_empty() { String::new() } else { format!("{}; ", self.reason) };
                format!("{said}as the script `{function}` decides: {decides}")
            }
        }
    }

    /// `Ann wins`, `drawn`, `tied`.
    pub fn outcome_text(&self, players: &[PlayerFacts]) -> String {
        match self.outcome {
            MatchOutcome::Won(player) => format!("{} wins", name(players, player)),
            MatchOutcome::Drawn => "drawn".into(),
            MatchOutcome::Tied => "tied".into(),
        }
    }
}

pub(super) fn name(players: &[PlayerFacts], player: usize) -> &str {
    players.get(player).map_or("?", |p| p.name.as_str())
}

/// Who has won how many rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Rounds won by each player.
    pub wins: Vec<u32>,
    /// Rounds won by each player as each side.
    pub wins_as: Vec<Vec<u32>>,
    /// Rounds that nobody won.
    pub unwon: u32,
}

impl Standing {
    /// The standing after these rounds.
    pub fn of(rounds: &[RoundFacts], players: usize, sides: usize) -> Standing {
        let mut standing = Standing { wins: vec![0; players], wins_as: vec![vec![0; sides]; players], unwon: 0 };
        for round in rounds {
            let (Some(player), Some(side)) = (round.winning_player(), round.winner) else {
                standing.unwon += 1;
                continue;
            };
            if let Some(n) = standing.wins.get_mut(player) {
                *n += 1;
            }
            if let Some(n) = standing.wins_as.get_mut(player).and_then(|w| w.get_mut(usize::from(side))) {
                *n += 1;
            }
        }
        standing
    }

    /// `Ann: 2, Ben: 1, nobody: 1`; no name holds a colon.
    pub fn text(&self, players: &[PlayerFacts]) -> String {
        let mut parts: Vec<String> = players.iter().zip(&self.wins).map(|(p, n)| format!("{}: {n}", p.name)).collect();
        if self.unwon > 0 {
            parts.push(format!("nobody: {}", self.unwon));
        }
        parts.join(", ")
    }

    /// `Ann won 2 rounds, Ben won 1`.
    pub(super) fn clause(&self, players: &[PlayerFacts]) -> String {
        let each = players.iter().zip(&self.wins).enumerate().map(|(n, (player, wins))| match n {
            0 => format!("{} won {wins} round{}", player.name, if *wins == 1 { "" } else { "s" }),
            _ => format!("{} won {wins}", player.name),
        });
        each.collect::<Vec<_>>().join(", ")
    }
}

/// Who has won after these rounds, of so many that are to be played; none: nobody yet.
pub(super) fn decided(
    rules: &MatchRules,
    rounds: &[RoundFacts],
    planned: u32,
    players: &[PlayerFacts],
) -> Option<MatchResult> {
    let sides = players.len();
    let standing = Standing::of(rounds, players.len(), sides);
    let won = |player: usize, reason: String| Some(MatchResult::new(MatchOutcome::Won(player), reason));
    match rules.won {
        WonBy::EachSide { in_one_pair } => {
            let size = if in_one_pair { sides.max(1) } else { rounds.len().max(1) };
            for group in rounds.chunks(size) {
                let standing = Standing::of(group, players.len(), sides);
                let each = |wins: &Vec<u32>| !wins.is_empty() && wins.iter().all(|n| *n > 0);
                if let Some(player) = standing.wins_as.iter().position(each) {
                    let pair = if in_one_pair { " in one pair" } else { "" };
                    return won(player, format!("{} won a round as each side{pair}", name(players, player)));
                }
            }
            None
        }
        WonBy::Rounds(n) => {
            let player = standing.wins.iter().position(|wins| *wins >= n.max(1))?;
            won(player, format!("{} won {n} round{}", name(players, player), if n == 1 { "" } else { "s" }))
        }
        WonBy::MostRounds => {
            let (player, most) = standing.wins.iter().enumerate().max_by_key(|(_, wins)| **wins)?;
            let remaining = planned.saturating_sub(rounds.len() as u32);
            // Nobody else can reach as many any more.
            let mut others = standing.wins.iter().enumerate().filter(|(p, _)| *p != player).map(|(_, wins)| *wins);
            let ahead = *most > 0 && others.all(|wins| wins + remaining < *most);
            if ahead { won(player, standing.clause(players)) } else { None }
        }
    }
}
