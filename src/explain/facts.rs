//! The facts of a ruleset, as data for programs.

use super::cite::cite;
use super::words::verb_word;
use crate::ruleset::item::{Compass, HookPoint, RoundSides};
use crate::ruleset::{
    EndResult, MatchRules, OnlyRule, Rules, Settled, SettledOption, SideId, SourceFile, ThenTied, Turns, Who, WonBy,
};
use serde::Serialize;

/// What a ruleset has, under its settings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)] // plain data; the names are those of the language
pub struct Facts {
    pub id: String,
    pub title: String,
    pub version: String,
    /// The hash of the meaning, in sixteen hexadecimal digits.
    pub hash: String,
    pub about: Option<String>,
    pub board: BoardFacts,
    pub zones: Vec<ZoneFacts>,
    pub sides: Vec<SideFacts>,
    pub pieces: Vec<PieceFacts>,
    pub phases: Vec<PhaseFacts>,
    pub options: Vec<OptionFacts>,
    pub endings: Vec<EndFacts>,
    /// The match, where the rules have one.
    pub match_play: Option<MatchPlayFacts>,
    pub hooks: Vec<HookFacts>,
}

/// The board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardFacts {
    /// `squares`, `points`, `hexes` or `graph`.
    pub shape: &'static str,
    /// Files of the grid; of a graph the number of points.
    pub columns: u16,
    /// Ranks of the grid; of a graph 1.
    pub rows: u16,
    /// The names of all sites, in the order of their numbers.
    pub sites: Vec<String>,
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneFacts {
    /// Its name.
    pub name: String,
    /// The side whose zone it is.
    pub of: Option<String>,
    /// Its sites; none where they depend on the position or the side.
    pub sites: Option<Vec<String>>,
    /// Where it is declared.
    pub line: String,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideFacts {
    /// Its name.
    pub name: String,
    /// Where it looks.
    pub faces: Option<&'static str>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PieceFacts {
    /// Its name.
    pub name: String,
    /// Its plural.
    pub plural: String,
    /// The owners with the letter of each; the owner is none for neutral pieces.
    pub letters: Vec<(Option<String>, String)>,
    /// A royal piece.
    pub royal: bool,
    /// How many each owner has in hand at the start; none: any number.
    pub in_hand: Option<u32>,
    /// The first verb of each of its motions.
    pub verbs: Vec<&'static str>,
    /// Where it is declared.
    pub line: String,
}

/// A phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseFacts {
    /// Its name; empty for the only phase of a file without phases.
    pub name: String,
    /// What alone may be done, each with the side for which it holds.
    pub only: Vec<(Option<String>, Vec<&'static str>)>,
    /// `alternating` or `list`.
    pub turns: &'static str,
    /// The side that moves first in it; none: the next player.
    pub first: Option<String>,
    /// Side, moves, and whether they are one move, of each entry of a list.
    pub entries: Vec<(String, u32, bool)>,
    /// Where it is declared.
    pub line: String,
}

/// An option or an open question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionFacts {
    /// Its name.
    pub name: String,
    /// The rules leave it open.
    pub unclear: bool,
    /// The question.
    pub question: String,
    /// The values with their sentences; empty for an option in numbers.
    pub values: Vec<(String, String)>,
    /// Smallest and greatest number.
    pub range: Option<(u32, u32)>,
    /// The file's own default.
    pub default: String,
    /// The value in force.
    pub current: String,
    /// Where it is declared.
    pub line: String,
}

/// An ending.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndFacts {
    /// `win`, `loss`, `out`, `draw`, `highest-score`, `last-player` or `hook`.
    pub result: &'static str,
    /// Who wins, loses or is out: a side's name, or `mover`, `next player`, `player`, `enemy`; of a hook its function.
    pub who: Option<String>,
    /// The sentence that names it.
    pub reason: String,
    /// Where it is written.
    pub line: String,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchPlayFacts {
    /// How many rounds it has.
    pub rounds: u32,
    /// How many it has at most, with those that are added.
    pub most_rounds: u32,
    /// Who plays which side in the next round: `swapping`, `keeping` or `loser choosing`.
    pub sides: &'static str,
    /// The same in rounds that are added.
    pub added_rounds: &'static str,
    /// `each side`, `each side in one pair`, `most rounds`, or `rounds`.
    pub won_by: &'static str,
    /// How many rounds win it, where it is won by so many.
    pub rounds_to_win: Option<u32>,
    /// How many rounds are added at a time while it is tied.
    pub more_rounds: Option<u32>,
    /// What becomes of a match that is tied still: `tied`, `drawn` or `hook`.
    pub then: &'static str,
    /// Who takes the first turn is chosen before each round; else once.
    pub first_turn_each_round: bool,
    /// Rounds that are given up are played again; else they count.
    pub resigned_replayed: bool,
    /// Where it is written.
    pub line: String,
}

/// A hook.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HookFacts {
    /// The script's function.
    pub function: String,
    /// The script's file.
    pub file: String,
    /// What it decides.
    pub decides: String,
}

/// The facts of a ruleset. `rules` must be what `settled` resolves to.
pub fn facts(settled: &Settled, rules: &Rules, sources: &[SourceFile]) -> Facts {
    let side = |s: SideId| rules.sides.get(s as usize).map(|s| s.name.clone());
    let board = &rules.board;
    let names = |sites: crate::board::SiteSet| sites.iter().map(|s| board.name(s).to_owned()).collect::<Vec<_>>();
    let zone = |z: &crate::ruleset::Zone| ZoneFacts {
        name: z.name.clone(),
        of: z.of.and_then(side),
        sites: z.sites.map(names),
        line: cite(z.span, sources),
    };
    let piece = |k: &crate::ruleset::Kind| PieceFacts {
        name: k.name.clone(),
        plural: k.plural.clone(),
        letters: match k.owners.as_slice() {
            [] => vec![(None, k.letter(None).to_owned())],
            owners => owners.iter().map(|o| (side(*o), k.letter(Some(*o)).to_owned())).collect(),
        },
        royal: k.royal,
        in_hand: match k.hand {
            crate::ruleset::Hand::Count(n) => Some(n),
            crate::ruleset::Hand::Unlimited => None,
        },
        verbs: k.motions.iter().filter_map(|m| m.legs.first()).map(|l| verb_word(l.verb)).collect(),
        line: cite(k.span, sources),
    };
    let option = |o: &SettledOption| OptionFacts {
        name: o.name.clone(),
        unclear: o.unclear,
        question: o.question.clone(),
        values: o.values.clone(),
        range: o.range,
        default: o.default.clone(),
        current: o.value.clone(),
        line: cite(o.span, sources),
    };
    let (columns, rows) = board.size();
    Facts {
        id: rules.id.clone(),
        title: rules.title.clone(),
        version: rules.version.clone(),
        hash: format!("{:016x}", rules.hash),
        about: settled.header.as_ref().and_then(|h| h.about.as_ref()).map(|t| t.text.clone()),
        board: BoardFacts { shape: shape_word(board.shape()), columns, rows, sites: names(board.sites()) },
        zones: rules.zones.iter().map(zone).collect(),
        sides: rules
            .sides
            .iter()
            .map(|s| SideFacts { name: s.name.clone(), faces: s.faces.map(Compass::word) })
            .collect(),
        pieces: rules.kinds.iter().map(piece).collect(),
        phases: rules.phases.iter().map(|p| phase(rules, p, sources)).collect(),
        options: settled.options.iter().map(option).collect(),
        endings: rules.ends.iter().map(|e| ending(rules, e, sources)).collect(),
        match_play: rules.match_play.as_ref().map(|m| match_play(rules, m, sources)),
        hooks: rules
            .hooks
            .iter()
            .map(|h| HookFacts { function: h.function.clone(), file: h.file.clone(), decides: h.decides.clone() })
            .collect(),
    }
}

fn shape_word(shape: crate::board::Shape) -> &'static str {
    use crate::board::Shape;
    match shape {
        Shape::Squares => "squares",
        Shape::Points(_) => "points",
        Shape::Hexes => "hexes",
        Shape::Graph => "graph",
    }
}

fn phase(rules: &Rules, p: &crate::ruleset::Phase, sources: &[SourceFile]) -> PhaseFacts {
    let side = |s: SideId| rules.sides.get(s as usize).map(|s| s.name.clone());
    let only = p.only.iter().map(|o| {
        let what = match &o.what {
            OnlyRule::Verbs(verbs) => verbs.iter().map(|v| verb_word(*v)).collect(),
            OnlyRule::Effect(_) => vec!["effect"],
        };
        (o.side.and_then(side), what)
    });
    let (turns, first, entries) = match &p.turns {
        Turns::Alternating(first) => ("alternating", first.and_then(side), Vec::new()),
        Turns::List { entries, .. } => {
            let listed = entries.iter().filter_map(|e| Some((side(e.side)?, e.moves, e.in_one_move)));
            ("list", entries.first().and_then(|e| side(e.side)), listed.collect())
        }
    };
    PhaseFacts { name: p.name.clone(), only: only.collect(), turns, first, entries, line: cite(p.span, sources) }
}

fn ending(rules: &Rules, end: &crate::ruleset::End, sources: &[SourceFile]) -> EndFacts {
    let (result, who) = match &end.result {
        EndResult::Draw => ("draw", None),
        EndResult::HighestScore => ("highest-score", None),
        EndResult::LastPlayer => ("last-player", None),
        EndResult::Hook(function) => ("hook", Some(function.clone())),
        EndResult::Wins(who) => ("win", Some(who_word(rules, who))),
        EndResult::Loses(who) => ("loss", Some(who_word(rules, who))),
        EndResult::Out(who, _) => ("out", Some(who_word(rules, who))),
    };
    EndFacts { result, who, reason: end.reason.clone(), line: cite(end.span, sources) }
}

fn match_play(rules: &Rules, of: &MatchRules, sources: &[SourceFile]) -> MatchPlayFacts {
    let sides = |sides| match sides {
        RoundSides::Swapping => "swapping",
        RoundSides::Keeping => "keeping",
        RoundSides::LoserChoosing => "loser choosing",
    };
    let (won_by, rounds_to_win) = match of.won {
        WonBy::EachSide { in_one_pair: false } => ("each side", None),
        WonBy::EachSide { in_one_pair: true } => ("each side in one pair", None),
        WonBy::MostRounds => ("most rounds", None),
        WonBy::Rounds(n) => ("rounds", Some(n)),
    };
    let hook = rules.hooks.iter().any(|h| h.point == HookPoint::Tiebreak);
    MatchPlayFacts {
        rounds: of.rounds,
        most_rounds: of.most(),
        sides: sides(of.sides),
        added_rounds: sides(of.added),
        won_by,
        rounds_to_win,
        more_rounds: of.more.as_ref().map(|m| m.add),
        then: match of.more.as_ref().map(|m| &m.then) {
            Some(ThenTied::Hook(_)) => "hook",
            Some(ThenTied::Drawn) => "drawn",
            None if hook => "hook",
            Some(ThenTied::Tied) | None => "tied",
        },
        first_turn_each_round: of.first_turn_each_round,
        resigned_replayed: of.resigned_replayed,
        line: cite(of.span, sources),
    }
}

fn who_word(rules: &Rules, who: &Who) -> String {
    match who {
        Who::Side(side) => rules.sides.get(*side as usize).map_or_else(String::new, |s| s.name.clone()),
        Who::Mover => "mover".into(),
        Who::NextPlayer => "next player".into(),
        Who::Player | Who::Actor => "player".into(),
        Who::EnemyOf(_) => "enemy".into(),
    }
}
