//! A game at play: what it was made from, and what has happened in it. It decides what may happen next, and nothing about
//! rules: those it asks of the engine. No input and no output.

use super::clock::Clocks;
use super::error::ApiError;
use super::event::Event;
use super::json::View;
use super::seat::SeatHash;
use super::setup::{Seat, Setup};
use crate::engine::{Move, Play, PlayError};
use crate::explain::english::{is_plural, the_side, verb};
use crate::match_play::{Match, MatchResult, RoundEnd, Step, first_turn, with_first_turn};
use crate::notation::{move_text, read_move, read_position, result_of_resigning};
use crate::open::Opened;
use crate::ruleset::{Settings, Settled, SideId, settle};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most that may happen in a game. Some rules never end it.
pub const MAX_EVENTS: u64 = 10_000;

/// A game at play.
#[derive(Debug)]
pub struct Table {
    /// What it was made from.
    pub setup: Setup,
    /// The seats of the players.
    pub seats: Vec<Seat>,
    /// The rules.
    pub opened: Arc<Opened>,
    /// The rules of this round, where they are other ones.
    settled: Option<Box<Settled>>,
    /// The match, with the rounds that were handed back.
    pub contest: Option<Contest>,
    /// The player of each side.
    pub seating: Vec<usize>,
    /// The round.
    pub play: Play,
    /// The moves of the round as they are written.
    pub texts: Vec<String>,
    /// The legal moves, once they were asked for.
    legal: Option<Arc<Vec<Move>>>,
    /// What is to be seen of the position, once it was looked at.
    pub(super) seen: Option<Arc<View>>,
    /// What was taken back, in the portions in which it was; the last first.
    undone: Vec<Vec<Move>>,
    /// How the round ended, where not by the rules.
    pub ended: Option<Ended>,
    /// Who asks to take a move back, and who has agreed.
    pub asked: Option<(usize, Vec<usize>)>,
    /// The clocks, by the side with which a player began.
    pub clocks: Option<Clocks>,
    /// How much has happened.
    pub version: u64,
    /// The game in which they play again.
    pub rematch: Option<String>,
    /// Why it cannot go on: a script failed.
    pub stuck: Option<String>,
}

/// A match in progress.
#[derive(Debug)]
pub struct Contest {
    /// The match.
    pub play: Match,
    /// The rounds that were handed back.
    pub rounds: Vec<Play>,
    /// What comes after this round, once it is over.
    pub next: Option<Next>,
}

/// What comes after a round.
#[derive(Clone, Debug)]
pub struct Next {
    /// The match with the round handed back.
    pub after: Match,
    /// What it says then.
    pub step: NextStep,
}

/// What a match says after a round.
#[derive(Clone, Debug)]
pub enum NextStep {
    /// Another round.
    Round,
    /// This player chooses a side for it.
    Choose(usize),
    /// It is over.
    Over(MatchResult),
}

/// An end that is not by the rules.
#[derive(Clone, Debug)]
pub struct Ended {
    /// As records have it, such as `herd wins`.
    pub result: String,
    /// Why.
    pub reason: String,
    /// The side that lost by it.
    pub loser: Option<SideId>,
}

impl Table {
    /// A game in which nothing has happened yet.
    ///
    /// # Errors
    /// It cannot be made so.
    pub fn new(setup: Setup, seats: Vec<Seat>, opened: Arc<Opened>) -> Result<Table, ApiError> {
        let sides = opened.game.rules().sides.len();
        if setup.players.len() != sides || seats.len() != sides {
            return Err(ApiError::unprocessable("seats", format!("{sides} sides need {sides} players")));
        }
        let seating: Vec<usize> = (0..sides).collect();
        let clocks = match setup.clock {
            None => None,
            Some(wish) => Some(Clocks::new(wish, sides).ok_or_else(|| {
                ApiError::unprocessable("clock", "a clock has from a second to a week, and adds no less than nothing")
            })?),
        };
        let (contest, play) = if setup.contest {
            let play = Match::new(opened.rounds(), setup.facts(), seating.clone(), setup.seed)
                .map_err(|e| ApiError::unprocessable("match", e.to_string()))?;
            (Some(Contest { play, rounds: Vec::new(), next: None }), Play::new(&opened.game))
        } else {
            (None, single(&setup, &opened, &seating)?)
        };
        let mut table = Table {
            setup,
            seats,
            opened,
            settled: None,
            contest,
            seating,
            play,
            texts: Vec::new(),
            legal: None,
            seen: None,
            undone: Vec::new(),
            ended: None,
            asked: None,
            clocks,
            version: 0,
            rematch: None,
            stuck: None,
        };
        if table.contest.is_some() {
            table.begin_round()?;
        }
        if let Some(fault) = table.play.fault() {
            return Err(fault.clone().into());
        }
        table.settle_down();
        Ok(table)
    }

    /// The rules of this round.
    pub fn settled(&self) -> &Settled {
        self.settled.as_deref().unwrap_or(&self.opened.settled)
    }

    /// The match goes on with a round.
    fn begin_round(&mut self) -> Result<(), ApiError> {
        let Some(contest) = &mut self.contest else { return Ok(()) };
        let Step::Round(round) = contest.play.step()? else {
            return Err(ApiError::conflict("match", "the match has no further round"));
        };
        contest.next = None;
        self.play = Play::new(&round.game);
        self.seating.clone_from(&round.seats);
        self.settled = None;
        let different = &round.different.settings;
        if !different.is_empty() {
            let settings = self.opened.game.rules().changed_settings.iter().chain(different).cloned();
            let settled = settle(&self.opened.ruleset, &settings.collect::<Settings>());
            self.settled = settled.ok().map(Box::new);
        }
        (self.ended, self.asked, self.stuck) = (None, None, None);
        self.undone.clear();
        self.texts.clear();
        if let Some(clocks) = &mut self.clocks {
            clocks.reset();
        }
        Ok(())
    }

    /// What follows from anything that changed: the moves are others, a clock runs, the match is judged.
    fn settle_down(&mut self) {
        (self.legal, self.seen) = (None, None);
        let over = self.is_over();
        let person = self.to_move().filter(|side| !self.setup.is_computer(self.player_of(*side)));
        let person = person.map(|side| self.play.player(side));
        let begun = !self.play.made().is_empty();
        if let Some(clocks) = &mut self.clocks {
            clocks.run(person.filter(|_| begun && !over), Instant::now());
        }
        let end = if over { self.round_end() } else { None };
        let Some(contest) = &mut self.contest else { return };
        contest.next = None;
        let Some(end) = end else { return };
        let mut after = contest.play.clone();
        if after.finish(end).is_err() {
            return;
        }
        match after.step() {
            Ok(step) => {
                let step = match step {
                    Step::Round(_) => NextStep::Round,
                    Step::Choose { player } => NextStep::Choose(player),
                    Step::Over(result) => NextStep::Over(result),
                };
                contest.next = Some(Next { after, step });
            }
            Err(fault) => self.stuck = Some(format!("a script of the match failed: {fault}")),
        }
    }

    /// How the round ended, as the match takes it.
    fn round_end(&self) -> Option<RoundEnd> {
        match &self.ended {
            Some(Ended { loser: Some(side), reason, .. }) => Some(RoundEnd::resigned(&self.play, *side, reason)),
            Some(Ended { reason, .. }) => Some(RoundEnd::broken_off(&self.play, reason)),
            None => RoundEnd::of(&self.play),
        }
    }

    /// The round is over.
    pub fn is_over(&self) -> bool {
        self.ended.is_some() || self.play.outcome().is_some()
    }

    /// Nothing but a rematch can follow.
    pub fn is_finished(&self) -> bool {
        let next = self.contest.as_ref().map(|c| &c.next);
        self.is_over() && next.is_none_or(|n| matches!(n, Some(Next { step: NextStep::Over(_), .. })))
    }

    /// The side to move; none when the round is over.
    pub fn to_move(&self) -> Option<SideId> {
        (!self.is_over()).then(|| self.play.position().to_move)
    }

    /// The player of a side.
    pub fn player_of(&self, side: SideId) -> usize {
        self.seating.get(usize::from(self.play.player(side))).copied().unwrap_or(usize::MAX)
    }

    /// The side of a player.
    pub fn side_of(&self, player: usize) -> Option<SideId> {
        self.seating.iter().position(|p| *p == player).map(|s| self.play.player(s as SideId))
    }

    /// Whether the computer is to go on.
    pub fn waits_for_computer(&self) -> bool {
        self.stuck.is_none() && self.to_move().is_some_and(|side| self.setup.is_computer(self.player_of(side)))
    }

    /// Whether the server itself has something to do in it.
    pub fn waits_for_server(&self) -> bool {
        self.waits_for_computer()
            || self.clocks.as_ref().is_some_and(|c| c.due(Instant::now()).is_some())
            || self.next_by_itself()
    }

    /// The match goes on without a person, because there is none.
    pub fn next_by_itself(&self) -> bool {
        let nobody = (0..self.setup.players.len()).all(|p| self.setup.is_computer(p));
        nobody && self.is_over() && !self.is_finished()
    }

    /// The legal moves.
    ///
    /// # Errors
    /// A script failed.
    pub fn legal(&mut self) -> Result<Arc<Vec<Move>>, ApiError> {
        if let Some(legal) = &self.legal {
            return Ok(legal.clone());
        }
        let moves = if self.is_over() { Vec::new() } else { self.play.moves()? };
        let moves = Arc::new(moves);
        self.legal = Some(moves.clone());
        Ok(moves)
    }

    /// The players whose seat a secret opens.
    pub fn players_with(&self, secret: Option<&SeatHash>) -> Vec<usize> {
        let Some(secret) = secret else { return Vec::new() };
        let fits = |seat: &Seat| seat.hash.as_ref().is_some_and(|hash| hash.fits(secret));
        // Every seat is compared, whichever it is.
        let fitting: Vec<bool> = self.seats.iter().map(fits).collect();
        fitting.iter().enumerate().filter(|(_, f)| **f).map(|(p, _)| p).collect()
    }

    /// Other persons than these, who have been given a seat.
    fn others(&self, players: &[usize]) -> Vec<usize> {
        let person = |p: &usize| self.seats.get(*p).is_some_and(|s| s.hash.is_some()) && !self.setup.is_computer(*p);
        let first = players.first().and_then(|p| self.seats.get(*p)).and_then(|s| s.hash.as_ref());
        let same = |p: &usize| self.seats.get(*p).and_then(|s| s.hash.as_ref()) == first;
        (0..self.seats.len()).filter(|p| person(p) && !players.contains(p) && !same(p)).collect()
    }

    // ---- what may happen

    fn in_time(&self, players: &[usize], version: u64) -> Result<(), ApiError> {
        if players.is_empty() {
            return Err(ApiError::forbidden("not-your-seat", "this needs the secret of a seat of this game")
                .hint("open the game by the link that you were given, or watch"));
        }
        if version != self.version {
            return Err(ApiError::conflict("out-of-date", "something has happened in the game in the meantime")
                .hint("look at the game as it stands and decide again"));
        }
        if self.version >= MAX_EVENTS {
            return Err(ApiError::conflict("too-long", format!("a game may have {MAX_EVENTS} moves and no more")));
        }
        Ok(())
    }

    fn not_over(&self) -> Result<SideId, ApiError> {
        self.to_move().ok_or_else(|| ApiError::conflict("over", "the round is over"))
    }

    /// A move of whoever has these seats.
    ///
    /// # Errors
    /// Not theirs, not now, or not legal.
    pub fn decide_move(&mut self, players: &[usize], version: u64, text: &str) -> Result<Event, ApiError> {
        self.in_time(players, version)?;
        let side = self.not_over()?;
        if !players.contains(&self.player_of(side)) {
            let name = super::say::side_name(self.play.game(), side);
            let message = format!("{} {} to move", the_side(&name), verb(is_plural(&name), "is", "are"));
            return Err(ApiError::forbidden("not-your-turn", message));
        }
        if let Some(flagged) = self.clocks.as_ref().and_then(|c| c.flagged(Instant::now())) {
            return Ok(Event::Flagged { side: self.play.player(flagged) });
        }
        let legal = self.legal()?;
        let mv = read_move(text, &legal, self.play.game()).map_err(|e| {
            let hint = e.help.clone();
            ApiError::unprocessable("illegal", super::why::refusal(self, text, &e)).hint(hint)
        })?;
        self.moved(&mv)
    }

    /// The event of a legal move.
    ///
    /// # Errors
    /// A script failed.
    pub fn moved(&mut self, mv: &Move) -> Result<Event, ApiError> {
        let legal = self.legal()?;
        let clock = self.play.player(mv.side);
        let left = self.clocks.as_ref().map(|c| millis(c.left_after_move(clock, Instant::now())));
        Ok(Event::Moved { text: move_text(mv, &legal, self.play.game()), left })
    }

    /// How many plies an undo of these players takes back: everything since their last move, that one too.
    pub fn undo_plies(&self, players: &[usize]) -> Option<usize> {
        if self.ended.is_some() {
            return None;
        }
        let made = self.play.made().len();
        let theirs = |n: &usize| {
            let side = self.play.player_of_move(*n).map(usize::from);
            side.and_then(|s| self.seating.get(s)).is_some_and(|player| players.contains(player))
        };
        (0..made).rev().find(theirs).map(|at| made - at)
    }

    /// Whether the players may take back without asking.
    pub fn plays_alone(&self, players: &[usize]) -> bool {
        self.others(players).is_empty()
    }

    /// Takes back, asks to, or grants it.
    ///
    /// # Errors
    /// Not theirs, not now, or nothing to take back.
    pub fn decide_undo(&mut self, players: &[usize], version: u64) -> Result<Event, ApiError> {
        self.in_time(players, version)?;
        let nothing = || ApiError::conflict("nothing", "there is no move to be taken back");
        if let Some((asker, granted)) = self.asked.clone() {
            if players.contains(&asker) {
                return Err(ApiError::conflict("asked", "you have asked; the other player has to agree"));
            }
            let who = players.first().copied().unwrap_or(usize::MAX);
            let missing = self.others(&[asker]).into_iter().filter(|p| !players.contains(p) && !granted.contains(p));
            return match missing.count() {
                0 => {
                    let plies = self.undo_plies(&self.together(asker)).ok_or_else(nothing)?;
                    Ok(Event::Undone { plies, agreed: true })
                }
                _ => Ok(Event::UndoGranted { player: who }),
            };
        }
        let plies = self.undo_plies(players).ok_or_else(nothing)?;
        if self.plays_alone(players) {
            return Ok(Event::Undone { plies, agreed: false });
        }
        Ok(Event::UndoAsked { player: players.first().copied().unwrap_or(usize::MAX) })
    }

    /// All seats of the person who has this one.
    fn together(&self, player: usize) -> Vec<usize> {
        let hash = self.seats.get(player).and_then(|s| s.hash.clone());
        let mut all = self.players_with(hash.as_ref());
        if !all.contains(&player) {
            all.push(player);
        }
        all
    }

    /// Whether something was taken back that can be made again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty() && !self.is_over()
    }

    /// Makes again what was taken back.
    ///
    /// # Errors
    /// Not theirs, not now, or nothing was taken back.
    pub fn decide_redo(&mut self, players: &[usize], version: u64) -> Result<Event, ApiError> {
        self.in_time(players, version)?;
        if !self.can_redo() || !self.plays_alone(players) {
            return Err(ApiError::conflict("nothing", "nothing was taken back that could be made again"));
        }
        Ok(Event::Redone)
    }

    /// Gives up.
    ///
    /// # Errors
    /// Not theirs, not now, or no such side.
    pub fn decide_resign(&mut self, players: &[usize], version: u64, side: Option<&str>) -> Result<Event, ApiError> {
        self.in_time(players, version)?;
        let to_move = self.not_over()?;
        let own: Vec<SideId> = players.iter().filter_map(|p| self.side_of(*p)).collect();
        let side = match side {
            Some(name) => {
                let side = self.side_named(name)?;
                own.contains(&side).then_some(side)
            }
            None => own.iter().copied().find(|s| *s == to_move).or(own.first().copied()),
        };
        match side {
            Some(side) => Ok(Event::Resigned { side }),
            None => Err(ApiError::forbidden("not-your-seat", "that side is not yours")),
        }
    }

    /// A side by its name.
    ///
    /// # Errors
    /// There is none.
    pub fn side_named(&self, name: &str) -> Result<SideId, ApiError> {
        let found = self.play.game().rules().sides.iter().position(|s| s.name == name);
        found.map(|s| s as SideId).ok_or_else(|| ApiError::unprocessable("side", format!("there is no side `{name}`")))
    }

    /// Goes on with the match.
    ///
    /// # Errors
    /// Not theirs, not now, or it needs a choice.
    pub fn decide_next(&mut self, players: &[usize], version: u64, side: Option<&str>) -> Result<Event, ApiError> {
        self.in_time(players, version)?;
        let side = side.map(|name| self.side_named(name)).transpose()?;
        let next = self.contest.as_ref().and_then(|c| c.next.as_ref());
        match next.map(|n| (&n.step, &n.after)) {
            None => Err(ApiError::conflict("no-round", "there is no next round to go on with")),
            Some((NextStep::Over(_), _)) => Err(ApiError::conflict("over", "the match is over")),
            Some((NextStep::Round, _)) => Ok(Event::NextRound { side: None }),
            Some((NextStep::Choose(player), after)) => match side {
                _ if self.setup.is_computer(*player) => Ok(Event::NextRound { side: Some(after.best_side()) }),
                Some(side) if players.contains(player) => Ok(Event::NextRound { side: Some(side) }),
                Some(_) => Err(ApiError::forbidden("not-your-turn", "the other player chooses the side")),
                None => Err(ApiError::unprocessable("side", "the loser of the last round chooses a side: name it")),
            },
        }
    }

    /// The match goes on where no person is.
    pub fn next_alone(&self) -> Option<Event> {
        let next = self.contest.as_ref()?.next.as_ref().filter(|_| self.next_by_itself())?;
        Some(match next.step {
            NextStep::Choose(_) => Event::NextRound { side: Some(next.after.best_side()) },
            _ => Event::NextRound { side: None },
        })
    }

    // ---- what has happened

    /// Lets something happen, now or again when the game is loaded.
    ///
    /// # Errors
    /// It cannot; the game may be in disorder then and is to be loaded anew.
    pub fn apply(&mut self, event: &Event) -> Result<(), ApiError> {
        let disorder = |why: &str| ApiError::internal(format!("the game cannot be read: {why}"));
        let asked = self.asked.take();
        match event {
            Event::Moved { text, left } => {
                let legal = self.legal()?;
                let mv = read_move(text, &legal, self.play.game()).map_err(|e| disorder(&e.to_string()))?;
                let clock = self.play.player(mv.side);
                self.play.play(&mv).map_err(|e| match e {
                    PlayError::Hook(fault) => fault.into(),
                    other => disorder(&other.to_string()),
                })?;
                self.texts.push(text.clone());
                self.undone.clear();
                if let (Some(clocks), Some(left)) = (&mut self.clocks, left) {
                    clocks.moved(clock, Duration::from_millis(*left));
                }
            }
            Event::UndoAsked { player } => self.asked = Some((*player, Vec::new())),
            Event::UndoGranted { player } => {
                self.asked = asked.map(|(asker, granted)| (asker, [granted, vec![*player]].concat()));
            }
            Event::Undone { plies, agreed } => {
                let mut taken: Vec<Move> = (0..*plies).filter_map(|_| self.play.undo()).collect();
                taken.reverse();
                self.texts.truncate(self.play.made().len());
                self.stuck = None;
                if *agreed {
                    self.undone.clear();
                } else {
                    self.undone.push(taken);
                }
            }
            Event::Redone => {
                for mv in self.undone.pop().unwrap_or_default() {
                    self.legal = None;
                    let legal = self.legal()?;
                    let text = move_text(&mv, &legal, self.play.game());
                    self.play.play(&mv).map_err(|e| disorder(&e.to_string()))?;
                    self.texts.push(text);
                }
            }
            Event::Resigned { side } => self.ended = Some(self.lost(*side, "gave up")),
            Event::Flagged { side } => {
                let clock = self.play.player(*side);
                if let Some(clocks) = &mut self.clocks {
                    clocks.moved(clock, Duration::ZERO);
                }
                self.ended = Some(self.lost(*side, "ran out of time"));
            }
            Event::BrokenOff { why } => {
                self.ended = Some(Ended { result: "unfinished".to_owned(), reason: why.clone(), loser: None });
            }
            Event::NextRound { side } => {
                let Some(Contest { play, rounds, next, .. }) = &mut self.contest else {
                    return Err(disorder("it is no match"));
                };
                let Some(Next { after, .. }) = next.take() else { return Err(disorder("no round is over")) };
                *play = after;
                rounds.push(self.play.clone());
                if let Some(side) = side {
                    play.choose(*side).map_err(|e| disorder(&e.to_string()))?;
                }
                self.begin_round()?;
            }
            Event::Rematch { id } => self.rematch = Some(id.clone()),
        }
        self.version += 1;
        self.settle_down();
        Ok(())
    }

    /// The end of a round that a side lost by what it did.
    fn lost(&self, side: SideId, did: &str) -> Ended {
        let game = self.play.game();
        let name = super::say::side_name(game, side);
        let reason = format!("{} {did}", the_side(&name));
        Ended { result: result_of_resigning(side, game), reason, loser: Some(side) }
    }
}

/// A duration in milliseconds.
pub fn millis(duration: Duration) -> u64 {
    duration.as_millis().min(u128::from(u64::MAX)) as u64
}

/// A single round.
fn single(setup: &Setup, opened: &Opened, seating: &[usize]) -> Result<Play, ApiError> {
    let first = first_turn(&opened.game, &setup.facts(), seating, setup.seed)?;
    let game = first.map_or_else(|| opened.game.clone(), |first| with_first_turn(&opened.game, first));
    match &setup.position {
        None => Ok(Play::new(&game)),
        Some(text) => {
            let refused =
                |why: String| ApiError::unprocessable("position", format!("the position cannot be read: {why}"));
            let read = read_position(text, &game).map_err(|e| refused(e.to_string()))?;
            Play::from_position(&game, read.position, read.history).map_err(|e| refused(e.to_string()))
        }
    }
}
