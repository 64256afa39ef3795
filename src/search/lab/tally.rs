//! What the games of a cell came to, as whole numbers. The order in which games are added does not matter.

use super::record::{End, Ending, Record, RoundRecord};
use super::stats::Lengths;
use std::collections::{BTreeMap, BTreeSet};

/// The games of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Records: games, or matches.
    pub records: u64,
    /// Games; of matches their rounds.
    pub games: u64,
    /// Won, by side.
    pub wins: Vec<u64>,
    pub drawn: u64,
    pub unsettled: u64,
    pub cut: u64,
    /// Won by the side that moved first.
    pub first: u64,
    pub lengths: Lengths,
    pub plies: u64,
    pub choices: u64,
    pub endings: BTreeMap<Ending, u64>,
    /// Games of which it is known how often the lead changed.
    pub followed: u64,
    pub leads: u64,
    pub different: BTreeSet<String>,
    pub matches: MatchTally,
}

/// The matches of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MatchTally {
    /// Won, by player.
    pub wins: Vec<u64>,
    pub drawn: u64,
    pub tied: u64,
    /// Level after the first rounds.
    pub level: u64,
    /// Of these: won in rounds that were added.
    pub added: u64,
    /// Of these: won by a script.
    pub scripts: BTreeMap<String, u64>,
    pub rounds: Lengths,
}

impl Tally {
    pub fn new(sides: usize) -> Tally {
        let matches = MatchTally { wins: vec![0; sides], ..MatchTally::default() };
        Tally { wins: vec![0; sides], matches, ..Tally::default() }
    }

    /// Counts a record whose sides are these.
    pub fn add(&mut self, record: &Record, sides: &[String]) {
        self.records += 1;
        record.rounds.iter().for_each(|round| self.add_round(round, sides));
        let Some(of) = &record.whole else { return };
        let tally = &mut self.matches;
        tally.rounds.add(record.rounds.len() as u32);
        tally.level += u64::from(of.level);
        match of.winner.and_then(|w| tally.wins.get_mut(w.saturating_sub(1) as usize)) {
            Some(wins) => *wins += 1,
            None if of.drawn => tally.drawn += 1,
            None => tally.tied += 1,
        }
        match (&of.script, of.winner) {
            (Some(script), Some(_)) => *tally.scripts.entry(script.clone()).or_default() += 1,
            (None, Some(_)) => tally.added += u64::from(of.level),
            _ => {}
        }
    }

    fn add_round(&mut self, round: &RoundRecord, sides: &[String]) {
        self.games += 1;
        match round.end {
            End::Won => {
                let winner = sides.iter().position(|s| Some(s) == round.winner.as_ref());
                if let Some(wins) = winner.and_then(|w| self.wins.get_mut(w)) {
                    *wins += 1;
                }
                self.first += u64::from(round.winner.as_ref() == Some(&round.first));
            }
            End::Drawn => self.drawn += 1,
            End::Unsettled => self.unsettled += 1,
            End::Cut => self.cut += 1,
        }
        self.lengths.add(round.plies);
        self.plies += u64::from(round.plies);
        self.choices += round.choices;
        if let Some(by) = &round.by {
            *self.endings.entry(by.clone()).or_default() += 1;
        }
        if let Some(leads) = round.leads {
            self.followed += 1;
            self.leads += u64::from(leads);
        }
        self.different.insert(round.moves.clone());
    }
}
