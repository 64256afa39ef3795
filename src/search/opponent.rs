//! Whoever plays against a person, or tells what is best.

use super::alpha_beta::{Bounds, RootMove, Worker};
use super::evaluate::Evaluator;
use super::features::Features;
use super::level::Level;
use super::score::Score;
use super::skill::{Method, Skill};
use super::table::Table;
use super::tree;
use crate::engine::{Dice, Game, HookFault, Move, Play, Runner};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What a node of a game counts for that the interpreter plays: so that a move takes about as long.
const INTERPRETED: u64 = 40;
/// The same where scripts are asked.
const SCRIPTED: u64 = 200;
/// The most nodes that are looked at where there is one move.
const FORCED: u64 = 5_000;
/// The most positions that are kept in a table.
const MOST_KEPT: u64 = 1 << 24;

/// How a search is bounded.
#[derive(Clone)]
pub struct Limits {
    /// The most nodes (see [`Level::nodes`]).
    pub nodes: u64,
    /// The deepest that is looked, in plies.
    pub depth: u32,
    /// How many threads search together. With more than one, what is found may vary.
    pub threads: usize,
    /// Asked now and then whether the search is to end: then what is found may vary. Whoever has a clock looks at it here.
    pub ended: Arc<dyn Fn() -> bool + Send + Sync>,
    /// How many positions are kept to be recognised; none: what so many nodes need.
    pub room: Option<u64>,
}

impl std::fmt::Debug for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Limits { nodes, depth, threads, room, .. } = self;
        write!(f, "Limits({nodes} nodes, depth {depth}, {threads} threads, room {room:?})")
    }
}

impl Limits {
    /// So many nodes, in one thread: the same is found every time.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes, depth: u32::MAX, threads: 1, ended: Arc::new(|| false), room: None }
    }
}

/// A move with what was found out about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// What it is worth for the side that makes it.
    pub score: Score,
    /// How the game may go on, this move first.
    pub line: Vec<Move>,
    /// How many nodes were looked at for all the moves.
    pub nodes: u64,
    /// How deep was looked, in plies.
    pub depth: u32,
}

/// The same, with its line as numbers of moves.
pub(super) struct Choice {
    pub mv: Move,
    pub score: Score,
    pub numbers: Vec<u32>,
}

/// A player.
///
/// Its choice depends on the position, what was played before, its level, its seed and its skill, and on nothing else.
#[derive(Debug)]
pub struct Opponent {
    level: Level,
    /// How far it errs on purpose.
    error: i32,
    seed: u64,
    skill: Skill,
    /// What was found in the rules of the game that was looked at last.
    features: Option<(u64, Option<Arc<Features>>)>,
}

impl Opponent {
    /// An opponent that knows nothing but the rules.
    pub fn at_level(level: Level, seed: u64) -> Opponent {
        Opponent { level, error: level.error(), seed, skill: Skill::default(), features: None }
    }

    /// An opponent that errs so far, in hundredths.
    pub(super) fn erring(seed: u64, error: i32) -> Opponent {
        Opponent { error, ..Opponent::at_level(Level::Full, seed) }
    }

    /// The same with what was learnt about the game.
    #[must_use]
    pub fn with_skill(self, skill: Skill) -> Opponent {
        Opponent { skill, ..self }
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The move that it makes for the side to move; none when the game is over.
    ///
    /// # Errors
    /// A script that decides about moves failed.
    pub fn choose(&mut self, play: &Play) -> Result<Option<Move>, HookFault> {
        Ok(self.think(play)?.map(|thought| thought.mv))
    }

    /// The same, with what it thinks of it.
    ///
    /// # Errors
    /// A script that decides about moves failed.
    pub fn think(&mut self, play: &Play) -> Result<Option<Thought>, HookFault> {
        self.think_within(play, &Limits::nodes(self.level.nodes()))
    }

    /// The same within other limits; it errs as its level does.
    ///
    /// # Errors
    /// A script that decides about moves failed.
    pub fn think_within(&mut self, play: &Play, limits: &Limits) -> Result<Option<Thought>, HookFault> {
        let (roots, nodes) = self.search(play, limits, 1, self.error)?;
        Ok(thoughts(play, &roots, nodes, 1).into_iter().next())
    }

    /// The same within these limits, with the line as numbers.
    pub(super) fn search_once(&mut self, play: &Play, limits: &Limits) -> Result<Option<Choice>, HookFault> {
        let (roots, _) = self.search(play, limits, 1, self.error)?;
        let Some(root) = roots.into_iter().next() else { return Ok(None) };
        let mv = Runner::from_play(play).mv(root.n);
        let score = Score::of(root.value.unwrap_or(0));
        Ok(mv.map(|mv| Choice { mv, score, numbers: root.line }))
    }

    /// The best moves, the best first, without errors on purpose; none when the game is over.
    ///
    /// # Errors
    /// A script that decides about moves failed.
    pub fn analyse(&mut self, play: &Play, limits: &Limits, moves: usize) -> Result<Vec<Thought>, HookFault> {
        let (roots, nodes) = self.search(play, limits, moves, 0)?;
        Ok(thoughts(play, &roots, nodes, moves))
    }

    fn features_of(&mut self, game: &Game) -> Option<Arc<Features>> {
        let hash = game.rules().hash;
        match &self.features {
            Some((of, features)) if *of == hash => features.clone(),
            _ => {
                let features = Features::of(game).map(Arc::new);
                self.features = Some((hash, features.clone()));
                features
            }
        }
    }

    /// The moves of the root, the best `wanted` of them first, and the number of nodes looked at.
    fn search(
        &mut self,
        play: &Play,
        limits: &Limits,
        wanted: usize,
        error: i32,
    ) -> Result<(Vec<RootMove>, u64), HookFault> {
        let game = play.game();
        let mut runner = Runner::from_play(play);
        let count = runner.moves();
        if let Some(fault) = runner.fault() {
            return Err(fault.clone());
        }
        if count == 0 {
            return Ok((Vec::new(), 0));
        }
        let seed = self.seed ^ runner.key().rotate_left(17) ^ play.made().len() as u64;
        let mut roots: Vec<RootMove> =
            (0..count).map(|n| RootMove { n, value: None, line: vec![n], depth: 0 }).collect();
        shuffle(&mut roots, &mut Dice::new(seed));
        let cost = if game.asks_hooks() {
            SCRIPTED
        } else if game.interpreted_because().is_some() {
            INTERPRETED
        } else {
            1
        };
        // With one move alone there is nothing to choose; a little is looked at to tell what it is worth.
        let forced = count == 1 && wanted == 1;
        let nodes = if forced { (limits.nodes / 20).min(FORCED) } else { limits.nodes };
        // Every move is looked at, and a reply to it, however dear that is.
        let nodes = nodes.max(cost.saturating_mul(2 * u64::from(count) + 1));
        let features = self.features_of(game);
        let looked_at = match (self.skill.method, features) {
            (Method::AlphaBeta, Some(features)) => {
                let bounds = Bounds { nodes, cost, reduce: self.skill.reduce };
                let eval = || Evaluator::new(game, &features, &self.skill, error, self.seed);
                alpha_beta(play, &eval, bounds, limits, &mut roots, wanted)?
            }
            (_, features) => {
                let eval = features.map(|f| Evaluator::new(game, &f, &self.skill, error, self.seed));
                tree::search(&mut runner, eval, &tree::Bounds { nodes, cost, seed }, &*limits.ended, &mut roots)?
            }
        };
        Ok((roots, looked_at))
    }
}

/// The best moves of the root as they are told.
fn thoughts(play: &Play, roots: &[RootMove], nodes: u64, wanted: usize) -> Vec<Thought> {
    let mut runner = Runner::from_play(play);
    let mut thought = |root: &RootMove| {
        let line = moves_of(&mut runner, &root.line);
        let score = Score::of(root.value.unwrap_or(0));
        Some(Thought { mv: line.first()?.clone(), score, line, nodes, depth: root.depth })
    };
    // Of what was not looked at nothing can be told.
    let looked_at = |(n, root): &(usize, &RootMove)| *n == 0 || root.value.is_some();
    roots.iter().enumerate().filter(looked_at).take(wanted.max(1)).filter_map(|(_, root)| thought(root)).collect()
}

/// Searches in as many threads as there may be. The first of them decides; the others fill its table.
fn alpha_beta(
    play: &Play,
    eval: &(dyn Fn() -> Evaluator + Sync),
    bounds: Bounds,
    limits: &Limits,
    roots: &mut [RootMove],
    wanted: usize,
) -> Result<u64, HookFault> {
    let threads = limits.threads.max(1);
    let expected = (bounds.nodes / bounds.cost).saturating_mul(threads as u64);
    let room = limits.room.unwrap_or(expected.saturating_mul(2));
    let table = Table::with_room(room.min(MOST_KEPT));
    let done = AtomicBool::new(false);
    let (done, table) = (&done, &table);
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|n| {
                let mut roots = roots.to_vec();
                let middle = n % roots.len().max(1);
                roots.rotate_left(middle);
                // Where there are no more threads to be had, fewer search.
                std::thread::Builder::new().spawn_scoped(scope, move || {
                    let ended = || done.load(Relaxed);
                    let mut worker = Worker::new(Runner::from_play(play), eval(), table, &ended, bounds);
                    worker.deepen(&mut roots, 1, limits.depth);
                    worker.nodes
                })
            })
            .filter_map(Result::ok)
            .collect();
        let ended = || (limits.ended)();
        let mut worker = Worker::new(Runner::from_play(play), eval(), table, &ended, bounds);
        worker.deepen(roots, wanted, limits.depth);
        done.store(true, Relaxed);
        let others: u64 = helpers.into_iter().map(|h| h.join().unwrap_or(0)).sum();
        match worker.fault.take() {
            Some(fault) => Err(fault),
            None => Ok((worker.nodes + others) / bounds.cost),
        }
    })
}

/// The moves with these numbers, one after the other, as far as there are such moves.
fn moves_of(runner: &mut Runner, numbers: &[u32]) -> Vec<Move> {
    let mut line = Vec::new();
    let mut made = 0;
    for n in numbers {
        let Some(mv) = runner.mv(*n) else { break };
        line.push(mv);
        if !runner.play(*n) {
            break;
        }
        made += 1;
    }
    (0..made).for_each(|_| {
        runner.undo();
    });
    line
}

/// Fisher and Yates.
fn shuffle<T>(list: &mut [T], dice: &mut Dice) {
    for n in (1..list.len()).rev() {
        list.swap(n, dice.below(n as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Verdict;
    use crate::notation::{move_text, read_position};

    fn at(id: &str, settings: &[(&str, &str)], text: &str) -> Play {
        let game = crate::open(id, settings).unwrap_or_else(|e| panic!("{e}"));
        let read = read_position(text, &game).expect("a position");
        Play::from_position(&game, read.position, read.history).expect("a position of this game")
    }

    fn chosen(opponent: &mut Opponent, play: &Play) -> String {
        let mv = opponent.choose(play).expect("no script").expect("a move");
        move_text(&mv, &play.moves().expect("no script"), play.game())
    }

    #[test]
    fn a_win_is_taken_at_once_at_every_level() {
        // The buffalo on j6 is one step from the village.
        let play = at("bison", &[], "11/9B1/3DDCDD3/11/11/11/BBBBBBBB3 herd");
        for level in Level::ALL {
            for seed in 0..3 {
                assert_eq!(chosen(&mut Opponent::at_level(level, seed), &play), "j6-j7", "{level}");
            }
        }
    }

    #[test]
    fn what_lets_the_other_side_win_is_avoided() {
        // Nobody can stand in the village, so only the chief, by capturing, keeps the buffalo from a7.
        let play = at("bison", &[], "11/BC9/3DDDD4/11/11/11/1BBBBBBBB2 defenders");
        for level in [Level::Beginner, Level::Casual, Level::Club] {
            assert_eq!(chosen(&mut Opponent::at_level(level, 7), &play), "b6xa6", "{level}");
        }
    }

    #[test]
    fn where_all_is_lost_it_still_moves() {
        // Two buffaloes reach the village, and the chief can capture one of them at most.
        let play = at("bison", &[], "11/BC8B/3DDDD4/11/11/11/11 defenders");
        let thought = Opponent::at_level(Level::Casual, 1).think(&play).expect("no script").expect("a move");
        assert_eq!(thought.score, Score::Loses(2));
    }

    #[test]
    fn a_forced_win_is_told_with_its_length() {
        // Two steps of the buffalo, with a move of the dog between them, which is too far away.
        let play = at("bison", &[], "11/11/B10/11/11/9D1/10B herd");
        let thoughts = Opponent::at_level(Level::Full, 1).analyse(&play, &Limits::nodes(5_000), 2).expect("no script");
        assert_eq!(thoughts[0].score, Score::Wins(3));
        assert_eq!(thoughts[0].line.len(), 3);
        // The other buffalo is in no hurry, but nobody catches it in time: two moves are told.
        assert_eq!(thoughts.len(), 2);
        assert!(thoughts[0].score.rank() >= thoughts[1].score.rank());
    }

    /// The same seed makes the same choices, and a position that was come to another way makes no difference.
    #[test]
    fn same_seed_same_game() {
        let game = crate::open("bison", &[("columns", "5")]).expect("it is built in");
        let play_out = |seed| {
            let mut play = Play::new(&game);
            while let Some(mv) = Opponent::at_level(Level::Child, seed).choose(&play).expect("no script") {
                play.play(&mv).expect("a legal move");
            }
            play.made().to_vec()
        };
        assert_eq!(play_out(5), play_out(5));
        assert_ne!(play_out(5), play_out(6));
        let mut kept = Opponent::at_level(Level::Child, 5);
        let mut play = Play::new(&game);
        while let Some(mv) = kept.choose(&play).expect("no script") {
            play.play(&mv).expect("a legal move");
        }
        assert_eq!(play.made(), play_out(5));
    }

    #[test]
    fn tree_search_finds_forced_wins_too() {
        let play = at("bison", &[], "11/11/B10/11/11/9D1/10B herd");
        let skill = Skill { method: Method::TreeSearch, ..Skill::default() };
        let mut opponent = Opponent::at_level(Level::Full, 1).with_skill(skill);
        let thoughts = opponent.analyse(&play, &Limits::nodes(20_000), 1).expect("no script");
        assert_eq!(thoughts[0].score, Score::Wins(3));
        let lost = at("bison", &[], "11/BC8B/3DDDD4/11/11/11/11 defenders");
        let thoughts = opponent.analyse(&lost, &Limits::nodes(20_000), 1).expect("no script");
        assert_eq!(thoughts[0].score, Score::Loses(2));
    }

    /// Several threads find a win as well as one.
    #[test]
    fn threads_search_together() {
        let play = at("bison", &[], "11/11/B10/11/11/9D1/10B herd");
        let limits = Limits { threads: 3, ..Limits::nodes(20_000) };
        let thoughts = Opponent::at_level(Level::Full, 1).analyse(&play, &limits, 1).expect("no script");
        assert_eq!(thoughts[0].score, Score::Wins(3));
    }

    /// A house rule changes what the computer plays: a script that forbids the winning step is respected.
    #[test]
    #[cfg(feature = "hooks")]
    fn scripts_are_respected() {
        let game = crate::open("bison-rearguard", &[]).expect("it is built in");
        assert!(game.asks_hooks());
        let mut play = Play::new(&game);
        let mut opponent = Opponent::at_level(Level::Casual, 3);
        for _ in 0..6 {
            let Some(mv) = opponent.choose(&play).expect("the script answers") else { break };
            play.play(&mv).expect("a legal move");
        }
        assert_eq!(play.made().len(), 6);
    }

    /// Every line that is called a win is one: the winner's moves win against all replies.
    #[test]
    fn what_is_called_proved_is_so() {
        let game =
            crate::open("bison", &[("columns", "3"), ("rows", "6"), ("dog-count", "1")]).expect("it is built in");
        let mut opponent = Opponent::at_level(Level::Expert, 9);
        let mut dice = Dice::new(4);
        let mut proved = 0;
        for _ in 0..12 {
            let mut play = Play::new(&game);
            for _ in 0..dice.below(8) {
                let moves = play.moves().expect("no script");
                if moves.is_empty() {
                    break;
                }
                let mv = moves[dice.below(moves.len() as u32) as usize].clone();
                play.play(&mv).expect("a legal move");
            }
            let Some(thought) = opponent.think(&play).expect("no script") else { continue };
            if let Score::Wins(plies) = thought.score {
                let side = play.position().to_move;
                assert!(wins(&mut opponent, &mut play, side, plies), "{thought:?}");
                proved += 1;
            }
        }
        assert!(proved > 3, "only {proved} wins were found");
    }

    /// Whether a side wins within so many plies by the moves that the opponent makes for it, whatever the other does.
    fn wins(opponent: &mut Opponent, play: &mut Play, side: u8, plies: u32) -> bool {
        if let Some(outcome) = play.outcome() {
            return outcome.result == Verdict::Win(side);
        }
        if plies == 0 {
            return false;
        }
        let moves = if play.position().to_move == side {
            let thought = opponent.think(play).expect("no script").expect("a move");
            assert!(matches!(thought.score, Score::Wins(n) if n <= plies), "{thought:?} within {plies}");
            vec![thought.mv]
        } else {
            play.moves().expect("no script")
        };
        moves.iter().all(|mv| {
            play.play(mv).expect("a legal move");
            let won = wins(opponent, play, side, plies - 1);
            play.undo();
            won
        })
    }
}
