//! The computer as a player and as an adviser: how strong it is, how long it thinks, what it has learnt.

use super::args::Strength;
use super::fail::Failure;
use super::play::session::Session;
use super::solve::read_table;
use super::wrap::say;
use crate::engine::{Game, HookFault, Move, Play};
use crate::explain::english::{is_plural, the_side, verb};
use crate::open::Opened;
use crate::search::solve::{Exact, Table};
use crate::search::{Level, Limits, Opponent, Score, Thought};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The level that is played where none is said.
pub const USUAL: Level = Level::Casual;

/// The longest line that is told from a table, in plies.
const LINE: usize = 200;

/// So many positions are worth keeping for each millisecond of thinking, and so many at most.
const A_MILLISECOND: u64 = 2_000;
const MOST_KEPT: u64 = 1 << 22;

/// How the computer thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thinking {
    /// Its level, where it is not bounded by time.
    pub level: Level,
    /// So long for a move, instead of a level.
    pub time: Option<Duration>,
    /// Threads that think together.
    pub threads: usize,
    /// Somebody said so; else a saved game may say otherwise.
    pub said: bool,
}

impl Thinking {
    /// As the arguments say; `usual` where they say nothing.
    pub fn new(strength: &Strength, usual: Level) -> Thinking {
        let threads = strength.threads.map_or(1, usize::from);
        let said = strength.level.is_some() || strength.time.is_some();
        Thinking { level: strength.level.unwrap_or(usual), time: strength.time, threads, said }
    }

    /// Whether what comes out may be otherwise the next time: a clock, or threads, have their part in it.
    pub fn varies(&self) -> bool {
        self.time.is_some() || self.threads > 1
    }

    /// The level that a record keeps.
    pub fn tag(&self) -> Option<Level> {
        self.time.is_none().then_some(self.level)
    }

    /// The bounds of a search that begins now.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits { threads: self.threads, ..Limits::nodes(self.level.nodes()) };
        if let Some(time) = self.time {
            limits.nodes = u64::MAX / 4;
            limits.room = Some((time.as_millis() as u64).saturating_mul(A_MILLISECOND).clamp(1 << 12, MOST_KEPT));
            let end = Instant::now() + time;
            limits.ended = Arc::new(move || Instant::now() >= end);
        }
        limits
    }
}

/// The computer at a table.
#[derive(Debug)]
pub struct Computer {
    thinking: Thinking,
    /// What is known for certain.
    known: Option<Table>,
    opponent: Opponent,
    /// Gives hints; another than the opponent, so that asking changes nothing.
    adviser: Opponent,
}

impl Computer {
    pub fn new(opened: &Opened, thinking: Thinking, seed: u64) -> Computer {
        Computer {
            thinking,
            known: None,
            opponent: opened.opponent(thinking.level, seed),
            adviser: opened.opponent(Level::Expert, seed.wrapping_add(1)),
        }
    }

    /// The computer at a table where a game is played, with the table of exact values that is named there.
    ///
    /// # Errors
    /// That table cannot be read, or is of another game.
    pub fn of(session: &Session) -> Result<Computer, Failure> {
        let known = table(session.table.as_deref(), session.play.game())?;
        Ok(Computer { known, ..Computer::new(&session.opened, session.thinking, session.seed) })
    }

    /// How it thinks.
    pub fn thinking(&self) -> Thinking {
        self.thinking
    }

    /// The move that it makes; none when the game is over.
    pub fn choose(&mut self, play: &Play) -> Result<Option<Move>, HookFault> {
        self.choose_until(play, &Arc::new(AtomicBool::new(false)))
    }

    /// The same, unless it is stopped before: then it makes what seems best so far.
    pub fn choose_until(&mut self, play: &Play, stop: &Arc<AtomicBool>) -> Result<Option<Move>, HookFault> {
        if let Some((mv, _)) = self.known.as_ref().and_then(|table| table.best(play)) {
            return Ok(Some(mv));
        }
        let limits = stopped_by(&self.thinking.limits(), stop);
        let thought = match self.thinking.time {
            // A level errs on purpose; whoever gives it time wants its best.
            Some(_) => self.opponent.analyse(play, &limits, 1)?.into_iter().next(),
            None => self.opponent.think_within(play, &limits)?,
        };
        Ok(thought.map(|t| t.mv))
    }

    /// What it would do in the place of the person.
    pub fn advise(&mut self, play: &Play) -> Result<Option<Thought>, HookFault> {
        self.advise_until(play, &Arc::new(AtomicBool::new(false)))
    }

    /// The same, unless it is stopped before.
    pub fn advise_until(&mut self, play: &Play, stop: &Arc<AtomicBool>) -> Result<Option<Thought>, HookFault> {
        match self.known.as_ref().and_then(|table| known(table, play, 1)) {
            Some(thoughts) => Ok(thoughts.into_iter().next()),
            None => {
                let limits = Limits::nodes(self.adviser.level().nodes());
                self.adviser.think_within(play, &stopped_by(&limits, stop))
            }
        }
    }
}

/// The same limits, and whoever sets `stop` ends the search, too.
fn stopped_by(limits: &Limits, stop: &Arc<AtomicBool>) -> Limits {
    let (before, stop) = (Arc::clone(&limits.ended), Arc::clone(stop));
    Limits { ended: Arc::new(move || stop.load(Relaxed) || before()), ..limits.clone() }
}

/// What a score says to a person, of the side to move: an estimate with the chance that it stands for, or what is
/// certain.
pub fn worth(score: Score, side: &str) -> String {
    let who = the_side(side);
    match score {
        estimate @ Score::Value(_) => format!("{estimate}, about {:.0} % for {who}", estimate.chance() * 100.0),
        Score::Wins(plies) => format!("{who} {} in {}", verb(is_plural(side), "wins", "win"), moves_text(plies)),
        Score::Loses(plies) => format!("{who} {} in {}", verb(is_plural(side), "loses", "lose"), moves_text(plies)),
    }
}

fn moves_text(plies: u32) -> String {
    if plies == 1 { "1 move".to_owned() } else { format!("{plies} moves") }
}

/// A table that `--table` names.
pub fn table(path: Option<&Path>, game: &Game) -> Result<Option<Table>, Failure> {
    path.map(|path| read_table(path, game)).transpose()
}

/// The best moves as a table has them; none where it does not know the position.
pub fn known(table: &Table, play: &Play, moves: usize) -> Option<Vec<Thought>> {
    let side = play.position().to_move;
    let (best, value) = table.best(play)?;
    let thought = |mv: Move, value: Exact, plies: u32| {
        let score = match value {
            Exact::Draw => Score::Value(0),
            Exact::Win { side: winner, plies: n, .. } if winner == side => Score::Wins(n + plies),
            Exact::Win { plies: n, .. } => Score::Loses(n + plies),
        };
        let line = perfect_line(table, play, mv.clone());
        Thought { mv, score, depth: line.len() as u32, line, nodes: 0 }
    };
    let mut thoughts = vec![thought(best.clone(), value, 0)];
    if moves > 1 {
        let mut others = Vec::new();
        for mv in play.moves().ok()?.into_iter().filter(|mv| *mv != best) {
            let mut after = play.clone();
            after.play(&mv).ok()?;
            // A table of one side's wins does not have them all.
            others.extend(table.value(&after).map(|value| thought(mv, value, 1)));
        }
        others.sort_by_key(|t| std::cmp::Reverse(t.score.rank()));
        thoughts.extend(others.into_iter().take(moves - 1));
    }
    Some(thoughts)
}

/// Moves that are best by a table, after a first one.
fn perfect_line(table: &Table, play: &Play, first: Move) -> Vec<Move> {
    let mut ahead = play.clone();
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(mv) = next.filter(|_| line.len() < LINE) {
        if ahead.play(&mv).is_err() {
            break;
        }
        line.push(mv);
        next = table.best(&ahead).map(|(mv, _)| mv);
    }
    line
}

/// Says why what the computer has learnt about a game cannot be used, if that is so.
pub fn doubt_skill(opened: &Opened) {
    if let Some(why) = &opened.unskilled {
        say(&format!("note: {why}; the computer plays without what it has learnt"));
    }
}

/// Reads a level.
pub fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|e: crate::search::NoLevel| e.to_string())
}

/// Reads a time, such as `2s` or `500ms`; a plain number is in seconds.
pub fn time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 0.001),
        (_, Some(number)) => (number, 1.0),
        _ => (text, 1.0),
    };
    let seconds = number.trim().parse::<f64>().ok().map(|n| n * unit).filter(|s| (0.001..=86_400.0).contains(s));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a time from 1 ms to a day, such as `2s` or `500ms`".to_owned())
}

/// Arguments that say nothing together.
pub fn sensible(strength: &Strength) -> Result<(), Failure> {
    match (strength.level, strength.time) {
        (Some(_), Some(_)) => {
            Err(Failure::Usage("a level is a limit of nodes, and `--time` one of time: give one of them".to_owned()))
        }
        _ => Ok(()),
    }
}
