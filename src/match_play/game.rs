//! The game of a round that is different: other settings, another start, another side that begins.

use crate::board::Site;
use crate::engine::{Change, Game, NextRound};
use crate::ruleset::code::Severity;
use crate::ruleset::{Diagnostic, Placed, Rules, Ruleset, Settings, SideId, Turns, resolve, settle, unsupported};
use std::sync::Arc;

/// Makes a game of rules, with whatever runs its scripts.
pub type Maker = fn(Rules, &Ruleset) -> Result<Game, Vec<Diagnostic>>;

/// What rounds are made from.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// The game.
    pub game: Game,
    /// The ruleset that it was made from, for rounds under other settings.
    pub ruleset: Arc<Ruleset>,
    /// Makes the game of such a round. Without it the hooks of the game are taken, which know its settings alone.
    pub make: Option<Maker>,
}

/// The game of a round.
///
/// # Errors
/// Why what is different cannot be, as a clause.
pub(super) fn of_round(rounds: &Rounds, different: &NextRound, first: Option<SideId>) -> Result<Game, String> {
    let (base, ruleset) = (&rounds.game, &*rounds.ruleset);
    if different.settings.is_empty() && different.changes.is_empty() {
        return Ok(first.map_or_else(|| base.clone(), |first| with_first_turn(base, first)));
    }
    let mut rules = if different.settings.is_empty() {
        base.rules().clone()
    } else {
        under_settings(base.rules(), ruleset, &different.settings)?
    };
    if different.changes.len() > 2 * base.board().count() {
        return Err("it changes more than there is on the board".into());
    }
    for change in &different.changes {
        change_start(&mut rules, base, *change)?;
    }
    if let Some(first) = first {
        begin(&mut rules, first);
    }
    match rounds.make.filter(|_| !different.settings.is_empty()) {
        Some(make) => make(rules, ruleset).map(|game| base.noting(game)).map_err(first_error),
        None => Ok(base.with_rules(rules)),
    }
}

fn first_error(found: Vec<Diagnostic>) -> String {
    let error = found.into_iter().find(Diagnostic::is_error);
    error.map_or_else(|| "the rules cannot be so".to_owned(), |e| e.message)
}

/// The same game, in which this side begins the first phase whose turns alternate.
pub(super) fn with_first_turn(base: &Game, first: SideId) -> Game {
    let mut rules = base.rules().clone();
    begin(&mut rules, first);
    if rules == *base.rules() { base.clone() } else { base.with_rules(rules) }
}

fn begin(rules: &mut Rules, side: SideId) {
    let alternating = rules.phases.iter_mut().find_map(|p| match &mut p.turns {
        Turns::Alternating(first) => Some(first),
        Turns::List { .. } => None,
    });
    if let Some(first) = alternating {
        *first = Some(side);
    }
}

/// The rules under other settings: those of the match, and these.
fn under_settings(base: &Rules, ruleset: &Ruleset, other: &[(String, String)]) -> Result<Rules, String> {
    for (n, (option, _)) in other.iter().enumerate() {
        if other.iter().take(n).any(|(o, _)| o == option) {
            return Err(format!("it sets `{option}` twice"));
        }
    }
    let settings: Settings = base.changed_settings.iter().chain(other).cloned().collect();
    let settled = settle(ruleset, &settings).map_err(first_error)?;
    let rules = resolve(&settled).map_err(first_error)?;
    let known = unsupported(base);
    let refused = unsupported(&rules).into_iter().find(|d| d.severity == Severity::Error && !known.contains(d));
    if let Some(refused) = refused {
        return Err(refused.message);
    }
    // The scripts at hand, the players and what is counted are those of the match.
    let kinds = |rules: &Rules| rules.kinds.iter().map(|k| (k.name.clone(), k.owners.clone())).collect::<Vec<_>>();
    let sides = |rules: &Rules| rules.sides.iter().map(|s| s.name.clone()).collect::<Vec<_>>();
    if sides(base) != sides(&rules) || kinds(base) != kinds(&rules) {
        return Err("these settings give other sides or pieces than the match has".into());
    }
    let declared = |h: &crate::ruleset::Hook| {
        base.hooks.iter().any(|b| b.point == h.point && b.function == h.function && b.file == h.file)
    };
    match rules.hooks.iter().find(|h| !declared(h)) {
        Some(hook) => Err(format!("these settings ask the script `{}`, which the match does not know", hook.function)),
        None => Ok(rules),
    }
}

/// Changes the start. Sites are those of the match's board, told by their names.
fn change_start(rules: &mut Rules, base: &Game, change: Change) -> Result<(), String> {
    let site = |site: Site| {
        if !base.board().sites().contains(site) {
            return Err(format!("there is no site {site}"));
        }
        let name = base.board().name(site);
        rules.board.site(name).map(|site| (site, name)).ok_or_else(|| format!("there is no {name} on this board"))
    };
    match change {
        Change::Remove(at) => {
            let (at, name) = site(at)?;
            let found = rules.start.iter().position(|p| p.site == at);
            let found = found.ok_or_else(|| format!("no piece stands on {name} that could be taken off"))?;
            rules.start.remove(found);
        }
        Change::Place { kind, owner, site: at } => {
            let (at, name) = site(at)?;
            if rules.start.iter().any(|p| p.site == at) {
                return Err(format!("a piece stands on {name} already"));
            }
            let known = rules.kinds.get(usize::from(kind)).ok_or("there is no such kind of piece")?;
            if !owner.map_or(known.owners.is_empty(), |o| known.owners.contains(&o)) {
                let whose = owner.and_then(|o| rules.sides.get(usize::from(o))).map_or("nobody", |s| s.name.as_str());
                return Err(format!("a {} of {whose} there is not", known.name));
            }
            rules.start.push(Placed { site: at, kind, owner });
            rules.start.sort_by_key(|p| p.site);
        }
    }
    Ok(())
}
