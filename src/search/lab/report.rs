//! What a lab found: shares, means and differences of each cell.

use super::plan::Header;
use super::record::Ending;
use super::stats::{Gap, LengthFacts, Lengths, Share, ratio};
use super::tally::Tally;
use serde::Serialize;

/// What a lab found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What was played.
    pub lab: Header,
    /// How many games, or matches, were to be played.
    pub planned: u64,
    /// How many of them are counted here.
    pub played: u64,
    /// The number of the cell that the others are compared with.
    pub base_cell: usize,
    /// The cells, in the order of the plan.
    pub cells: Vec<CellReport>,
}

/// What was found in a cell. Shares of nothing are left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellReport {
    /// The settings that were varied.
    pub settings: Vec<(String, String)>,
    /// Games; of matches their rounds.
    pub games: u64,
    /// Won by each side, of all games.
    pub wins: Vec<SideShare>,
    /// Drawn, of all games.
    pub drawn: Option<Share>,
    /// Left open by the rules, of all games.
    pub unsettled: Option<Share>,
    /// Cut because they were too long, of all games.
    pub cut: Option<Share>,
    /// Won by the side that moved first, of the games that were won.
    pub first_mover: Option<Share>,
    /// Lengths in plies.
    pub length: Option<LengthFacts>,
    /// Each length with how often it occurs.
    pub lengths: Vec<(u32, u64)>,
    /// Legal moves in a position, on average.
    pub branching: Option<f64>,
    /// How often the lead changes in a game, on average; none where there are not two sides.
    pub lead_changes: Option<f64>,
    /// How many games are different from all others.
    pub different: u64,
    /// What decided, the most frequent first.
    pub endings: Vec<EndingShare>,
    /// By how much more each side won here than in the base cell; empty there.
    pub against_base: Vec<SideGap>,
    /// What the matches came to.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub whole: Option<MatchReport>,
}

/// How often a side won.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideShare {
    /// The side.
    pub side: String,
    /// How often.
    pub share: Option<Share>,
}

/// How often an ending decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndingShare {
    /// Which one.
    pub ending: Ending,
    /// How often, of all games.
    pub share: Share,
}

/// By how much more a side won.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideGap {
    /// The side.
    pub side: String,
    /// By how much.
    pub gap: Gap,
}

/// What matches came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// Matches.
    pub matches: u64,
    /// Won by each player, of all matches; the first one plays the first side in the first round.
    pub wins: Vec<Option<Share>>,
    /// Drawn, of all matches.
    pub drawn: Option<Share>,
    /// Tied in the end, of all matches.
    pub tied: Option<Share>,
    /// Level after the first rounds, of all matches.
    pub level: Option<Share>,
    /// Decided, of those that were level.
    pub decided: Option<Share>,
    /// Decided by rounds that were added, of those that were level.
    pub by_added_rounds: u64,
    /// Decided by each script, of those that were level.
    pub by_scripts: Vec<(String, u64)>,
    /// Rounds played.
    pub rounds: Option<LengthFacts>,
    /// By how much larger the share of matches with a winner is than in the base cell; none there.
    pub against_base: Option<Gap>,
}

impl MatchReport {
    /// Matches that somebody won, of all.
    pub fn won(&self) -> Option<Share> {
        Share::new(self.wins.iter().flatten().map(|s| s.count).sum(), self.matches)
    }
}

impl Report {
    pub(super) fn new(header: &Header, tallies: &[Tally], played: u64) -> Report {
        let base_cell = header.base_cell();
        let mut cells: Vec<CellReport> =
            header.cells.iter().zip(tallies).map(|(cell, tally)| of_cell(header, &cell.values, tally)).collect();
        if let Some(base) = cells.get(base_cell).cloned() {
            let others = cells.iter_mut().enumerate().filter(|(n, _)| *n != base_cell);
            others.for_each(|(_, cell)| compare(cell, &base));
        }
        Report { lab: header.clone(), planned: header.planned(), played, base_cell, cells }
    }

    /// Whether games are missing.
    pub fn is_complete(&self) -> bool {
        self.played == self.planned
    }

    /// `200 games` and so on.
    pub(super) fn kind(&self) -> &'static str {
        if self.lab.matches { "matches" } else { "games" }
    }
}

fn of_cell(header: &Header, values: &[String], tally: &Tally) -> CellReport {
    let of_games = |count: u64| Share::new(count, tally.games);
    let settings = header.vary.iter().zip(values).map(|(v, value)| (v.option.clone(), value.clone()));
    let wins = header.sides.iter().zip(&tally.wins);
    let decided: u64 = tally.wins.iter().sum();
    let mut endings: Vec<EndingShare> = (tally.endings.iter())
        .filter_map(|(ending, n)| Some(EndingShare { ending: ending.clone(), share: of_games(*n)? }))
        .collect();
    // The sort is stable: equally frequent ones stay in the order of their sentences.
    endings.sort_by_key(|e| std::cmp::Reverse(e.share.count));
    CellReport {
        settings: settings.collect(),
        games: tally.games,
        wins: wins.map(|(side, n)| SideShare { side: side.clone(), share: of_games(*n) }).collect(),
        drawn: of_games(tally.drawn),
        unsettled: of_games(tally.unsettled),
        cut: of_games(tally.cut),
        first_mover: Share::new(tally.first, decided),
        length: tally.lengths.facts(),
        lengths: tally.lengths.iter().collect(),
        branching: ratio(tally.choices, tally.plies),
        lead_changes: ratio(tally.leads, tally.followed),
        different: tally.different.len() as u64,
        endings,
        against_base: Vec::new(),
        whole: header.matches.then(|| of_matches(tally)),
    }
}

fn of_matches(tally: &Tally) -> MatchReport {
    let of = &tally.matches;
    let share = |count: u64| Share::new(count, tally.records);
    let by_scripts: Vec<(String, u64)> = of.scripts.iter().map(|(script, n)| (script.clone(), *n)).collect();
    let decided = of.added + by_scripts.iter().map(|(_, n)| n).sum::<u64>();
    MatchReport {
        matches: tally.records,
        wins: of.wins.iter().map(|n| share(*n)).collect(),
        drawn: share(of.drawn),
        tied: share(of.tied),
        level: share(of.level),
        decided: Share::new(decided, of.level),
        by_added_rounds: of.added,
        by_scripts,
        rounds: Lengths::facts(&of.rounds),
        against_base: None,
    }
}

fn compare(cell: &mut CellReport, base: &CellReport) {
    let pairs = cell.wins.iter().zip(&base.wins);
    cell.against_base = pairs
        .filter_map(|(a, b)| Some(SideGap { side: a.side.clone(), gap: Gap::between(&a.share?, &b.share?) }))
        .collect();
    if let (Some(a), Some(b)) = (&mut cell.whole, &base.whole) {
        a.against_base = a.won().zip(b.won()).map(|(a, b)| Gap::between(&a, &b));
    }
}
