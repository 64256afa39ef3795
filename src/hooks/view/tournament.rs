//! A match with its players and rounds.

use super::super::budget::Counted;
use super::super::limits::MAX_RANDOM;
use super::super::misuse::{Asked, Misuse, misuse, unknown};
use super::super::room::Room;
use super::super::words::Words;
use super::list;
use super::position::sides;
use crate::engine::{Dice, MatchFacts, PlayerFacts, RoundFacts};
use crate::ruleset::SideId;
use crate::ruleset::item::HookPoint;
use rhai::{Dynamic, ImmutableString};
use std::sync::{Arc, Mutex, PoisonError};

/// A match as far as it has come.
#[derive(Clone)]
pub(in super::super) struct MatchView {
    words: Arc<Words>,
    facts: Arc<MatchFacts>,
    /// One stream for the call, however often the view is copied.
    dice: Arc<Mutex<Dice>>,
    _counted: Counted,
}

/// A player of a match.
#[derive(Clone, Debug)]
pub(in super::super) struct PlayerView {
    words: Arc<Words>,
    facts: Arc<MatchFacts>,
    pub player: usize,
    _counted: Counted,
}

/// A round that has been played.
#[derive(Clone, Debug)]
pub(super) struct RoundView {
    words: Arc<Words>,
    facts: Arc<MatchFacts>,
    round: usize,
    _counted: Counted,
}

impl MatchView {
    /// What chance gives depends on the seed, on what is asked, and on how many rounds have been played.
    pub fn new(words: &Arc<Words>, facts: &Arc<MatchFacts>, point: HookPoint) -> MatchView {
        const POINT: u64 = 0x9E37_79B9_7F4A_7C15;
        const ROUND: u64 = 0xD1B5_4A32_D192_ED03;
        let point = (point as u64 + 1).wrapping_mul(POINT);
        let round = (facts.rounds.len() as u64 + 1).wrapping_mul(ROUND);
        let dice = Arc::new(Mutex::new(Dice::new(facts.seed ^ point ^ round)));
        MatchView { words: words.clone(), facts: facts.clone(), dice, _counted: Counted::new() }
    }

    fn player(&self, player: usize) -> Dynamic {
        player_view(&self.words, &self.facts, player)
    }

    fn random(&self, n: i64) -> Asked<i64> {
        if !(1..=MAX_RANDOM).contains(&n) {
            let help = Some(format!("`random(6)` gives a number from 1 to 6; at most `random({MAX_RANDOM})`"));
            return Err(misuse(format!("there is no random number from 1 to {n}"), help));
        }
        let mut dice = self.dice.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(i64::from(dice.below(n as u32)) + 1)
    }
}

fn player_view(words: &Arc<Words>, facts: &Arc<MatchFacts>, player: usize) -> Dynamic {
    if player >= facts.players.len() {
        return Dynamic::UNIT;
    }
    Dynamic::from(PlayerView { words: words.clone(), facts: facts.clone(), player, _counted: Counted::new() })
}

/// A player, given as such or by name.
fn player(facts: &MatchFacts, who: &Dynamic) -> Result<usize, Misuse> {
    if let Some(view) = who.read_lock::<PlayerView>() {
        return Ok(view.player);
    }
    let Some(name) = who.read_lock::<ImmutableString>() else {
        let why = "a player is due here".to_owned();
        return Err(Misuse { why, help: Some("give one of `players`, or a player's name".to_owned()) });
    };
    player_named(facts, name.as_str())
}

/// The player of that name.
pub(in super::super) fn player_named(facts: &MatchFacts, name: &str) -> Result<usize, Misuse> {
    let at = facts.players.iter().position(|p| p.name == name);
    at.ok_or_else(|| unknown("player", name, facts.players.iter().map(|p| p.name.as_str())))
}

impl PlayerView {
    fn facts(&self) -> Option<&PlayerFacts> {
        self.facts.players.get(self.player)
    }

    fn wins(&self, by: Option<SideId>) -> i64 {
        let won = |r: &&RoundFacts| r.winning_player() == Some(self.player) && (by.is_none() || r.winner == by);
        self.facts.rounds.iter().filter(won).count() as i64
    }
}

impl PartialEq for PlayerView {
    fn eq(&self, other: &PlayerView) -> bool {
        self.player == other.player
    }
}

impl RoundView {
    fn facts(&self) -> Option<&RoundFacts> {
        self.facts.rounds.get(self.round)
    }

    /// What each side counts, of a player or of a side.
    fn count(&self, who: &Dynamic, counts: impl Fn(&RoundFacts) -> &[u32]) -> Asked<i64> {
        let Some(facts) = self.facts() else { return Ok(0) };
        let of = |side: usize| counts(facts).get(side).copied().map_or(0, i64::from);
        // A script that means a player of that name can hand the player over.
        let side = who.read_lock::<ImmutableString>().and_then(|name| self.words.side(name.as_str()).ok());
        if let Some(side) = side {
            return Ok(of(usize::from(side)));
        }
        let player = player(&self.facts, who)?;
        let seats = facts.seats.iter().enumerate();
        Ok(seats.filter(|(_, p)| **p == player).map(|(side, _)| of(side)).sum())
    }

    fn left(&self, meant: &str) -> Asked<i64> {
        let meant = self.words.meant(meant)?;
        let kinds = self.words.kinds.len().max(1);
        let left = self.facts().map_or(&[][..], |f| &f.left).iter().enumerate();
        let counted = left.filter(|(at, _)| meant.holds((at % kinds) as u8, Some((at / kinds) as SideId)));
        Ok(counted.map(|(_, n)| i64::from(*n)).sum())
    }
}

/// The player of a side, where there are seats.
fn seated(words: &Arc<Words>, facts: &Arc<MatchFacts>, seats: &[usize], side: &str) -> Asked<Dynamic> {
    let side = words.side(side)?;
    Ok(seats.get(usize::from(side)).map_or(Dynamic::UNIT, |p| player_view(words, facts, *p)))
}

/// The first side of a player, where there are seats.
fn side_of(words: &Words, facts: &MatchFacts, seats: &[usize], who: &Dynamic) -> Asked<Dynamic> {
    let player = player(facts, who)?;
    Ok(words.side_name(seats.iter().position(|p| *p == player).map(|side| side as SideId)))
}

pub(super) fn furnish(room: &mut Room) {
    super::name::<MatchView>(room.engine, "match");
    room.property("number", |m: &MatchView| (m.facts.rounds.len() as i64 + 1).into());
    room.property("sides", |m: &MatchView| sides(&m.words));
    room.asked("players", |m: &MatchView| list((0..m.facts.players.len()).map(|p| m.player(p))));
    room.asked("rounds", |m: &MatchView| {
        let view =
            |round| RoundView { words: m.words.clone(), facts: m.facts.clone(), round, _counted: Counted::new() };
        list((0..m.facts.rounds.len()).map(|r| Dynamic::from(view(r))))
    });
    room.function("player", |m: &mut MatchView, side: &str| seated(&m.words, &m.facts, &m.facts.seats, side));
    room.function("side_of", |m: &mut MatchView, who: Dynamic| side_of(&m.words, &m.facts, &m.facts.seats, &who));
    room.function("random", |m: &mut MatchView, n: i64| m.random(n));

    super::name::<PlayerView>(room.engine, "player");
    room.property("name", |p: &PlayerView| p.facts().map_or(Dynamic::UNIT, |f| f.name.as_str().into()));
    room.property("beginner", |p: &PlayerView| p.facts().is_some_and(|f| f.beginner).into());
    room.property("wins", |p: &PlayerView| p.wins(None).into());
    room.function("wins_as", |p: &mut PlayerView, side: &str| -> Asked<i64> { Ok(p.wins(Some(p.words.side(side)?))) });
    room.hidden("==", |a: &mut PlayerView, b: PlayerView| *a == b);
    room.hidden("!=", |a: &mut PlayerView, b: PlayerView| *a != b);
    room.function("to_string", |p: &mut PlayerView| p.facts().map_or_else(String::new, |f| f.name.clone()));

    super::name::<RoundView>(room.engine, "round");
    room.property("number", |r: &RoundView| (r.round as i64 + 1).into());
    room.property("winner", |r: &RoundView| {
        let winner = r.facts().and_then(RoundFacts::winning_player);
        winner.map_or(Dynamic::UNIT, |p| player_view(&r.words, &r.facts, p))
    });
    room.property("side", |r: &RoundView| r.words.side_name(r.facts().and_then(|f| f.winner)));
    room.property("reason", |r: &RoundView| r.facts().map_or("", |f| f.reason.as_str()).into());
    room.property("resigned", |r: &RoundView| r.facts().is_some_and(|f| f.resigned).into());
    room.function("moves_by", |r: &mut RoundView, who: Dynamic| r.count(&who, |f| &f.moves));
    room.function("captures_by", |r: &mut RoundView, who: Dynamic| r.count(&who, |f| &f.captures));
    room.function("left", |r: &mut RoundView, meant: &str| r.left(meant));
    room.function("player", |r: &mut RoundView, side: &str| {
        let seats = r.facts().map_or(&[][..], |f| &f.seats);
        seated(&r.words, &r.facts, seats, side)
    });
    room.function("side_of", |r: &mut RoundView, who: Dynamic| {
        let seats = r.facts().map_or(&[][..], |f| &f.seats);
        side_of(&r.words, &r.facts, seats, &who)
    });
}
