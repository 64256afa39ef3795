//! A match in progress.

use super::game::{self, Rounds};
use super::round::RoundEnd;
use super::single::{has, valid_side};
use super::verdict::{MatchOutcome, MatchResult, Ruling, Standing, decided};
use super::{MatchError, is_name, name_of_a_side};
use crate::engine::{Game, HookFault, MatchFacts, NextRound, PlayerFacts, RoundFacts, Tiebreak};
use crate::ruleset::item::{HookPoint, RoundSides};
use crate::ruleset::{Diagnostic, MAX_ROUNDS, MatchRules, SideId, Span, ThenTied, code};
use std::sync::Arc;

/// A match. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Match {
    rounds: Rounds,
    rules: MatchRules,
    players: Vec<PlayerFacts>,
    seed: u64,
    played: Vec<Played>,
    /// The rounds of them that count.
    counting: Vec<RoundFacts>,
    /// How many rounds that count are to be played, as far as is known.
    planned: u32,
    /// The player of each side in the next round.
    seats: Vec<usize>,
    /// Who has to choose a side for the next round.
    chooser: Option<usize>,
    /// What was chosen for the next round.
    chosen: Option<(usize, SideId)>,
    /// The side that begins, where that was chosen once.
    first: Option<SideId>,
    current: Option<Round>,
    result: Option<MatchResult>,
}

/// A round that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The round.
    pub round: Round,
    /// What it came to.
    pub facts: RoundFacts,
    /// The side that gave it up.
    pub gave_up: Option<SideId>,
    /// It counts; else it is played again.
    pub counts: bool,
    /// What a script decided after it, where one was asked because the match was tied.
    pub tiebreak: Option<Tiebreak>,
}

/// A round that is being played.
#[derive(Clone, Debug)]
pub struct Round {
    /// Its number among those that count, from 1.
    pub number: u32,
    /// It is played again, because it was given up.
    pub again: bool,
    /// The player of each side.
    pub seats: Vec<usize>,
    /// The player who chose a side, and which.
    pub chosen: Option<(usize, SideId)>,
    /// The side that begins, where a script was asked for it.
    pub first: Option<SideId>,
    /// What a script made different.
    pub different: NextRound,
    /// The game, all of this done.
    pub game: Game,
}

impl Round {
    /// The player of a side.
    pub fn player_of(&self, side: SideId) -> Option<usize> {
        self.seats.get(usize::from(side)).copied()
    }
}

/// What comes next in a match.
#[derive(Clone, Debug)]
pub enum Step {
    /// This round is played, and handed back with [`Match::finish`].
    Round(Box<Round>),
    /// This player says with [`Match::choose`] which side to play.
    Choose {
        /// The player.
        player: usize,
    },
    /// It is over.
    Over(MatchResult),
}

/// Answers of hooks as a record has them. A hook that is not answered here is not asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Of `first turn`.
    pub first: Option<SideId>,
    /// Of `next round`.
    pub next: Option<NextRound>,
    /// Of `tiebreak`.
    pub tiebreak: Option<Tiebreak>,
}

/// Why there is no next step.
enum Trouble {
    Fault(HookFault),
    /// An answer that cannot be carried out.
    Refused(HookPoint, Option<String>, String),
}

impl From<HookFault> for Trouble {
    fn from(fault: HookFault) -> Trouble {
        Trouble::Fault(fault)
    }
}

impl Match {
    /// A match of these players. `seats` has the player of each side in the first round.
    ///
    /// # Errors
    /// The rules have no match, or players and sides do not fit.
    pub fn new(rounds: Rounds, players: Vec<PlayerFacts>, seats: Vec<usize>, seed: u64) -> Result<Match, MatchError> {
        let rules = rounds.game.rules().match_play.clone().ok_or(MatchError::NoMatch)?;
        let sides = rounds.game.rules().sides.len();
        if players.len() != sides {
            return Err(MatchError::Players { players: players.len(), sides });
        }
        if let Some(bad) = players.iter().find(|p| !is_name(&p.name)) {
            return Err(MatchError::BadName(bad.name.clone()));
        }
        let twice = players.iter().enumerate().find(|(n, p)| players.iter().take(*n).any(|q| q.name == p.name));
        if let Some((_, player)) = twice {
            return Err(MatchError::NameTwice(player.name.clone()));
        }
        if let Some(side) = name_of_a_side(players.iter().map(|p| p.name.as_str()), &rounds.game) {
            return Err(MatchError::SideName(side.to_owned()));
        }
        let mut sorted = seats.clone();
        sorted.sort_unstable();
        if sorted != (0..sides).collect::<Vec<_>>() {
            return Err(MatchError::Seats);
        }
        let planned = rules.rounds;
        Ok(Match {
            rounds,
            rules,
            players,
            seed,
            played: Vec::new(),
            counting: Vec::new(),
            planned,
            seats,
            chooser: None,
            chosen: None,
            first: None,
            current: None,
            result: None,
        })
    }

    /// The game of its rounds. (A round can be another: see [`Round::game`].)
    pub fn game(&self) -> &Game {
        &self.rounds.game
    }

    /// The rules of the match.
    pub fn rules(&self) -> &MatchRules {
        &self.rules
    }

    /// The players.
    pub fn players(&self) -> &[PlayerFacts] {
        &self.players
    }

    /// What decides by chance is decided by.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The rounds that have been played, those that did not count too.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// The round that is being played.
    pub fn current(&self) -> Option<&Round> {
        self.current.as_ref()
    }

    /// How many rounds that count are to be played, as far as is known.
    pub fn planned(&self) -> u32 {
        self.planned
    }

    /// The result, once [`step`](Match::step) has told it.
    pub fn result(&self) -> Option<&MatchResult> {
        self.result.as_ref()
    }

    /// Who has won how many rounds.
    pub fn standing(&self) -> Standing {
        Standing::of(&self.counting, self.players.len(), self.players.len())
    }

    /// The same after so many of the rounds [played](Match::played).
    pub fn standing_after(&self, played: usize) -> Standing {
        let counting: Vec<RoundFacts> =
            self.played.iter().take(played).filter(|p| p.counts).map(|p| p.facts.clone()).collect();
        Standing::of(&counting, self.players.len(), self.players.len())
    }

    /// A player's name.
    pub fn name(&self, player: usize) -> &str {
        super::verdict::name(&self.players, player)
    }

    /// The side that has won most rounds, the first of several: what somebody chooses who knows no better.
    pub fn best_side(&self) -> SideId {
        let sides = self.rounds.game.rules().sides.len() as SideId;
        let won = |side: &SideId| self.played.iter().filter(|p| p.counts && p.facts.winner == Some(*side)).count();
        (0..sides).rev().max_by_key(won).unwrap_or(0)
    }

    /// What comes next. Asked again before that is done, it says the same, and no hook is asked twice.
    ///
    /// # Errors
    /// A hook fails or answers what cannot be; the match stays as it was, and can be asked again.
    pub fn step(&mut self) -> Result<Step, HookFault> {
        let mut after = self.clone();
        match after.advance(None) {
            Ok(step) => {
                *self = after;
                Ok(step)
            }
            Err(Trouble::Fault(fault)) => Err(fault),
            Err(Trouble::Refused(point, function, why)) => Err(match self.rounds.game.hooks() {
                Some(hooks) => hooks.refuse(point, function.as_deref(), None, &why),
                None => {
                    let sources = self.rounds.ruleset.sources.clone().into();
                    HookFault::new(Diagnostic::new(&code::NO_HOOK, Span::default(), why), sources)
                }
            }),
        }
    }

    /// The same with answers from a record: no hook is asked.
    ///
    /// # Errors
    /// An answer cannot be carried out: why. The match stays as it was.
    pub fn step_recorded(&mut self, answers: &Answers) -> Result<Step, String> {
        let mut after = self.clone();
        match after.advance(Some(answers)) {
            Ok(step) => {
                *self = after;
                Ok(step)
            }
            Err(Trouble::Fault(fault)) => Err(fault.to_string()),
            Err(Trouble::Refused(_, _, why)) => Err(why),
        }
    }

    /// The answer of `tiebreak` that a record has after the last round played. No round begins and no hook is asked.
    ///
    /// # Errors
    /// Nobody asks for it, or it cannot be carried out: why. The match stays as it was.
    pub fn tiebreak_recorded(&mut self, answer: Tiebreak) -> Result<(), String> {
        const UNASKED: &str = "no script is asked for a tiebreak here";
        if self.current.is_some() || self.result.is_some() {
            return Err(UNASKED.into());
        }
        let mut after = self.clone();
        let answers = Answers { tiebreak: Some(answer), ..Answers::default() };
        match after.judge(Some(&answers)) {
            Ok(result) => after.result = result,
            Err(Trouble::Fault(fault)) => return Err(fault.to_string()),
            Err(Trouble::Refused(_, _, why)) => return Err(why),
        }
        if after.played.last().is_none_or(|last| last.tiebreak.is_none()) {
            return Err(UNASKED.into());
        }
        *self = after;
        Ok(())
    }

    /// The side that the player whose choice it is will play in the next round. The others move on in their order.
    ///
    /// # Errors
    /// Nobody has to choose, or there is no such side.
    pub fn choose(&mut self, side: SideId) -> Result<(), MatchError> {
        let player = self.chooser.ok_or(MatchError::NoChoice)?;
        if usize::from(side) >= self.seats.len() {
            return Err(MatchError::NoSide);
        }
        while self.seats.get(usize::from(side)) != Some(&player) {
            self.seats.rotate_right(1);
        }
        self.chooser = None;
        self.chosen = Some((player, side));
        Ok(())
    }

    /// Hands the present round back.
    ///
    /// # Errors
    /// No round is being played.
    pub fn finish(&mut self, end: RoundEnd) -> Result<(), MatchError> {
        let round = self.current.take().ok_or(MatchError::NoRound)?;
        let facts = RoundFacts { seats: round.seats.clone(), ..end.facts };
        let counts = !(facts.resigned && self.rules.resigned_replayed);
        if counts {
            self.counting.push(facts.clone());
            self.chosen = None;
            self.seat(&facts);
        }
        self.played.push(Played { round, facts, gave_up: end.gave_up, counts, tiebreak: None });
        Ok(())
    }

    /// Who plays which side in the round after this one.
    fn seat(&mut self, last: &RoundFacts) {
        let added = self.counting.len() as u32 >= self.rules.rounds;
        match if added { self.rules.added } else { self.rules.sides } {
            RoundSides::Keeping => {}
            RoundSides::Swapping => self.seats.rotate_right(1),
            RoundSides::LoserChoosing => {
                let winner = last.winning_player();
                // Among several losers the one whose side comes first.
                let loser = last.seats.iter().find(|p| winner.is_some_and(|w| w != **p));
                match loser {
                    Some(loser) => self.chooser = Some(*loser),
                    // Nobody lost.
                    None => self.seats.rotate_right(1),
                }
            }
        }
    }

    fn advance(&mut self, answers: Option<&Answers>) -> Result<Step, Trouble> {
        if let Some(round) = &self.current {
            return Ok(Step::Round(Box::new(round.clone())));
        }
        if self.result.is_none() {
            self.result = self.judge(answers)?;
        }
        if let Some(result) = &self.result {
            return Ok(Step::Over(result.clone()));
        }
        if let Some(player) = self.chooser {
            return Ok(Step::Choose { player });
        }
        let round = self.round(answers)?;
        self.current = Some(round.clone());
        Ok(Step::Round(Box::new(round)))
    }

    /// The result; none: another round is played.
    fn judge(&mut self, answers: Option<&Answers>) -> Result<Option<MatchResult>, Trouble> {
        if let Some(result) = decided(&self.rules, &self.counting, self.planned, &self.players) {
            return Ok(Some(result));
        }
        let score = self.standing().clause(&self.players);
        if (self.counting.len() as u32) >= self.planned {
            let more = self.rules.more.clone();
            let fits = more.as_ref().and_then(|m| self.planned.checked_add(m.add).filter(|all| *all <= m.most));
            let hook = self.rounds.game.rules().hooks.iter().find(|h| h.point == HookPoint::Tiebreak);
            let then = match (&more, hook) {
                (Some(more), _) => more.then.clone(),
                (None, Some(hook)) => ThenTied::Hook(hook.function.clone()),
                (None, None) => ThenTied::Tied,
            };
            match (fits, then) {
                (Some(planned), _) => self.planned = planned,
                (None, ThenTied::Drawn) => return Ok(Some(MatchResult::new(MatchOutcome::Drawn, score))),
                (None, ThenTied::Tied) => return Ok(Some(undecided(&score))),
                (None, ThenTied::Hook(function)) => {
                    if let Some(result) = self.tiebreak(&function, answers, &score)? {
                        return Ok(Some(result));
                    }
                }
            }
        }
        if self.played.len() as u32 >= MAX_ROUNDS {
            let reason = format!("{score}, and after {MAX_ROUNDS} rounds no further one is played");
            return Ok(Some(MatchResult::new(MatchOutcome::Tied, reason)));
        }
        Ok(None)
    }

    /// A script decides; none: one more round is played.
    fn tiebreak(
        &mut self,
        function: &str,
        answers: Option<&Answers>,
        score: &str,
    ) -> Result<Option<MatchResult>, Trouble> {
        let answer = match (answers, self.rounds.game.hooks()) {
            (Some(answers), _) => answers.tiebreak.clone(),
            (None, Some(hooks)) => Some(hooks.tiebreak(function, &self.facts(true))?),
            (None, None) => None,
        };
        let answer = match answer {
            None => return Ok(Some(undecided(score))),
            Some(Tiebreak::Wins(player, reason)) => Tiebreak::Wins(player, one_line(&reason)),
            Some(Tiebreak::Drawn(reason)) => Tiebreak::Drawn(one_line(&reason)),
            Some(Tiebreak::Tied(reason)) => Tiebreak::Tied(one_line(&reason)),
            Some(Tiebreak::Again(reason)) => Tiebreak::Again(one_line(&reason)),
        };
        if let Some(last) = self.played.last_mut() {
            last.tiebreak = Some(answer.clone());
        }
        let (outcome, reason) = match answer {
            Tiebreak::Again(_) => {
                self.planned += 1;
                return Ok(None);
            }
            Tiebreak::Wins(player, reason) => {
                if player >= self.players.len() {
                    let why = format!("there is no player with the number {player}");
                    return Err(Trouble::Refused(HookPoint::Tiebreak, Some(function.to_owned()), why));
                }
                (MatchOutcome::Won(player), reason)
            }
            Tiebreak::Drawn(reason) => (MatchOutcome::Drawn, reason),
            Tiebreak::Tied(reason) => (MatchOutcome::Tied, reason),
        };
        let mut hooks = self.rounds.game.rules().hooks.iter();
        let hook = hooks.find(|h| h.point == HookPoint::Tiebreak && h.function == function);
        let decides = hook.map(|h| h.decides.clone()).unwrap_or_default();
        Ok(Some(MatchResult { outcome, reason, ruling: Some(Ruling { function: function.to_owned(), decides }) }))
    }

    /// The next round.
    fn round(&mut self, answers: Option<&Answers>) -> Result<Round, Trouble> {
        let first = self.first_turn(answers)?;
        let next = match (answers, self.rounds.game.hooks()) {
            (Some(answers), _) => answers.next.clone(),
            (None, Some(hooks)) if has(&self.rounds.game, HookPoint::NextRound) => {
                Some(hooks.next_round(&self.facts(false))?)
            }
            (None, _) => None,
        };
        let mut different = next.unwrap_or_default();
        different.note = one_line(&different.note);
        let refused = |why| Trouble::Refused(HookPoint::NextRound, None, why);
        let game = game::of_round(&self.rounds, &different, first).map_err(refused)?;
        Ok(Round {
            number: self.counting.len() as u32 + 1,
            again: self.played.last().is_some_and(|p| !p.counts),
            seats: self.seats.clone(),
            chosen: self.chosen,
            first,
            different,
            game,
        })
    }

    /// The side that begins, where a hook says so.
    fn first_turn(&mut self, answers: Option<&Answers>) -> Result<Option<SideId>, Trouble> {
        if let Some(first) = self.first.filter(|_| !self.rules.first_turn_each_round) {
            return Ok(Some(first));
        }
        let first = match (answers, self.rounds.game.hooks()) {
            (Some(answers), _) => answers.first,
            (None, Some(hooks)) if has(&self.rounds.game, HookPoint::FirstTurn) => {
                Some(hooks.first_turn(&self.facts(false))?)
            }
            (None, _) => None,
        };
        if let Some(first) = first {
            valid_side(&self.rounds.game, first).map_err(|why| Trouble::Refused(HookPoint::FirstTurn, None, why))?;
        }
        self.first = first;
        Ok(first)
    }

    /// What hooks are told; `last`: with the seats of the last round.
    fn facts(&self, last: bool) -> Arc<MatchFacts> {
        let seats = self.counting.last().filter(|_| last).map_or(&self.seats, |r| &r.seats).clone();
        Arc::new(MatchFacts {
            game: self.rounds.game.clone(),
            players: self.players.clone(),
            rounds: self.counting.clone(),
            seats,
            seed: self.seed,
        })
    }
}

/// What a script says is one sentence, and stands in one line of a record.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn undecided(score: &str) -> MatchResult {
    MatchResult::new(MatchOutcome::Tied, format!("{score}, and the rules do not say who wins"))
}
