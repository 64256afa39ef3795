//! A compiled game.

use super::fast::{Compiled, Unfit, compile};
use super::hook::{Hooks, Traced};
use super::meaning::ask::nth_slot;
use super::meaning::{Scene, turn};
use super::position::{Pie, Piece, Position, TurnPointer};
use super::trace::{Note, Part, Trace};
use crate::board::{Board, SiteSet};
use crate::ruleset::path::Path;
use crate::ruleset::visit::{self, Visitor};
use crate::ruleset::{
    Cond, CondKind, End, EndResult, Hand, Kind, KindId, PieceCount, Progress, Repeat, Rules, Sel, SideId, Span, Who,
};
use std::sync::{Arc, OnceLock};

/// A game: rules made ready for play. Immutable; cloning shares it.
#[derive(Clone)]
pub struct Game {
    inner: Arc<Inner>,
}

struct Inner {
    rules: Rules,
    /// Whoever runs the scripts of its hooks.
    hooks: Option<Arc<dyn Hooks>>,
    /// The same, noted when it is asked where there is a trace.
    asked: Option<Arc<dyn Hooks>>,
    /// Where it is noted what the rules ask; none: nowhere.
    trace: Option<Trace>,
    /// The path of each motion of each kind.
    paths: Vec<Vec<Path>>,
    /// Of each kind the paths that may be repeated, for pieces that become it on the way.
    links: Vec<Vec<(Path, Repeat)>>,
    reads: Reads,
    /// What `throughout` asks, in file order.
    /// Of which kinds it is asked whether they have moved.
    asked_unmoved: Vec<bool>,
    throughouts: Vec<Cond>,
    /// What holds `for the Nth time`, by its number, and whether that is in a row.
    nths: Vec<(Cond, bool)>,
    /// Counters of moves without progress, by their number.
    counters: Vec<(Option<Sel>, Vec<Progress>)>,
    illegal_reads_history: bool,
    /// The compiled form, made when it is first asked for.
    compiled: OnceLock<Result<Arc<dyn Compiled>, Unfit>>,
}

/// What some rule reads. What nobody reads is kept out of positions, so that positions that no rule
/// can tell apart are equal.
#[expect(clippy::struct_excessive_bools, reason = "facts about the rules, each asked for by itself")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reads {
    /// `unmoved`.
    pub moved: bool,
    /// `promoted`, `unpromoted`, hands that take pieces unpromoted.
    pub was: bool,
    /// `... captured`.
    pub captured: bool,
    /// `position occurs`, `board occurs`.
    pub history: bool,
    /// Who moved last.
    pub mover: bool,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({} {:016x})", self.rules().id, self.rules().hash)
    }
}

impl Game {
    /// Compiles rules. What [`unsupported`](crate::ruleset::unsupported) lists must have been refused before. Hooks that
    /// the rules declare are not asked: their moves are legal, nothing more happens, and they end nothing.
    pub fn new(rules: Rules) -> Game {
        Game::made(rules, None, None)
    }

    /// The same with hooks, all that the rules declare.
    pub fn with_hooks(rules: Rules, hooks: Arc<dyn Hooks>) -> Game {
        Game::made(rules, Some(hooks), None)
    }

    /// Other rules for which the same scripts answer, and which are noted where these are.
    #[must_use]
    pub fn with_rules(&self, rules: Rules) -> Game {
        Game::made(rules, self.inner.hooks.clone(), self.inner.trace.clone())
    }

    /// The same game, in which it is noted what the rules ask and what comes of it. It is always played by the
    /// interpreter, with the same moves and outcomes.
    #[must_use]
    pub fn traced(&self, trace: &Trace) -> Game {
        Game::made(self.rules().clone(), self.inner.hooks.clone(), Some(trace.clone()))
    }

    fn made(rules: Rules, hooks: Option<Arc<dyn Hooks>>, trace: Option<Trace>) -> Game {
        let paths = rules.kinds.iter().map(|k| k.motions.iter().map(|m| m.path_of(k)).collect()).collect();
        let links = |k: &Kind| k.motions.iter().filter_map(|m| Some((m.link(), m.repeat?))).collect();
        let links = rules.kinds.iter().map(links).collect();
        let mut survey = Survey::default();
        visit::rules(&rules, &mut survey);
        survey.reads.was |= rules.captured_to.as_ref().is_some_and(|t| t.unpromoted);
        let mut counters = survey.counters;
        counters.sort_by_key(|c| c.0);
        counters.dedup_by_key(|c| c.0);
        survey.nths.sort_by_key(|n| n.0);
        survey.nths.dedup_by_key(|n| n.0);
        let repeats = |c: &CondKind| matches!(c, CondKind::Occurs { .. });
        let illegal_reads_history = rules.illegal.iter().any(|i| visit::cond_has(&rules, &i.cond, &repeats));
        let asked = hooks.clone().map(|hooks| match &trace {
            Some(trace) => Arc::new(Traced { hooks, declared: rules.hooks.clone(), trace: trace.clone() }),
            None => hooks,
        });
        let inner = Inner {
            asked,
            paths,
            links,
            reads: survey.reads,
            asked_unmoved: asked_unmoved(&rules),
            throughouts: survey.throughouts,
            nths: survey.nths.into_iter().map(|n| (n.1, n.2)).collect(),
            counters: counters.into_iter().map(|c| (c.1, c.2)).collect(),
            illegal_reads_history,
            compiled: OnceLock::new(),
            hooks,
            trace,
            rules,
        };
        Game { inner: Arc::new(inner) }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.inner.rules
    }

    /// Whoever answers for the hooks of the rules.
    pub fn hooks(&self) -> Option<&dyn Hooks> {
        self.inner.asked.as_deref()
    }

    /// The same, to be kept or handed to another game.
    pub fn shared_hooks(&self) -> Option<&Arc<dyn Hooks>> {
        self.inner.hooks.as_ref()
    }

    /// Whether a hook is asked while a round is played. Those of a match are asked between rounds.
    pub fn asks_hooks(&self) -> bool {
        self.inner.hooks.is_some() && self.rules().hooks.iter().any(|h| h.point.in_play())
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.inner.rules.board
    }

    /// The position at the start, not yet judged.
    pub fn start(&self) -> Position {
        let rules = self.rules();
        let mut position = self.empty();
        for placed in &rules.start {
            let piece = Piece { kind: placed.kind, owner: placed.owner, was: placed.kind, moved: false };
            position.cells[placed.site as usize] = Some(piece);
        }
        for (k, kind) in rules.kinds.iter().enumerate() {
            for side in &kind.owners {
                position.hands[*side as usize * rules.kinds.len() + k] = self.hand_at_start(k as KindId).unwrap_or(0);
            }
        }
        turn::begin(self, &mut position, 0, None);
        if rules.pie {
            position.pie = Pie::Coming;
        }
        position.counters = self.first_counters(&position);
        position
    }

    /// The counters of a position before which nothing is known: what is asked `for the Nth turn in a row` and holds in it
    /// holds there for the first time.
    pub(crate) fn first_counters(&self, position: &Position) -> Vec<u16> {
        let mut counters = vec![0; self.counter_slots()];
        for (number, (of, _)) in (0..).zip(self.nths()).filter(|(_, (_, running))| *running) {
            let scene = Scene { mover: position.last, ..Scene::before(self, position, &[], position.to_move) };
            if self.quietly(|| scene.holds(of))
                && let Some(count) = counters.get_mut(nth_slot(self, number, 0))
            {
                *count = 1;
            }
        }
        counters
    }

    /// A position with nothing on the board and nothing in hand, in the first phase.
    pub fn empty(&self) -> Position {
        let rules = self.rules();
        let stores = rules.sides.len() * rules.kinds.len();
        Position {
            cells: vec![None; rules.board.count()],
            hands: vec![0; stores],
            captured: vec![0; stores],
            marks: Vec::new(),
            phase: 0,
            turn: TurnPointer::default(),
            to_move: 0,
            last: None,
            out: 0,
            counters: vec![0; self.counter_slots()],
            forfeit: SiteSet::EMPTY,
            pie: Pie::Over,
            outcome: None,
        }
    }

    /// Whether a rule reads the history of positions, so that a position's text carries it.
    pub fn reads_history(&self) -> bool {
        self.inner.reads.history
    }

    /// Whether what is legal, or who wins, may hang on the positions that came before. A draw by repetition does not count:
    /// whoever can win need not repeat anything.
    pub fn history_decides(&self) -> bool {
        let rules = self.rules();
        let repeats = |c: &CondKind| matches!(c, CondKind::Occurs { .. } | CondKind::Throughout(_));
        let decides = |end: &End| end.result != EndResult::Draw && visit::cond_has(rules, &end.cond, &repeats);
        self.illegal_reads_history() || rules.ends.iter().any(decides)
    }

    /// Whether a rule reads the counts of captured pieces.
    pub fn reads_captured(&self) -> bool {
        self.inner.reads.captured
    }

    /// Whether a rule reads who moved last.
    pub fn reads_mover(&self) -> bool {
        self.inner.reads.mover
    }

    /// Whether a rule reads what a piece was before it became another.
    pub fn reads_was(&self) -> bool {
        self.inner.reads.was
    }

    /// Whether a rule reads that a piece has not moved.
    pub fn reads_moved(&self) -> bool {
        self.inner.reads.moved
    }

    /// Whether a rule may ask of pieces of a kind that they have not moved, so that it is kept of them.
    pub fn keeps_moved(&self, kind: KindId) -> bool {
        self.inner.reads.moved && self.inner.asked_unmoved.get(usize::from(kind)).copied().unwrap_or(true)
    }

    /// How many of a kind each owner has in hand at the start; none: a hand that never runs out.
    pub fn hand_at_start(&self, kind: KindId) -> Option<u16> {
        match self.rules().kinds[kind as usize].hand {
            Hand::Count(n) => Some(n.min(u32::from(u16::MAX)) as u16),
            Hand::Unlimited => None,
        }
    }

    /// Whether a side can do nothing but drop in a phase.
    pub fn only_drops(&self, phase: crate::ruleset::PhaseId, side: SideId) -> bool {
        turn::only_drops(self, phase, side)
    }

    /// Why this game is played by the interpreter and not by compiled sets; none where it is compiled.
    pub fn interpreted_because(&self) -> Option<&'static str> {
        self.compiled().err().map(|unfit| unfit.0)
    }

    /// The compiled form, to be kept.
    pub(crate) fn compiled_shared(&self) -> Result<Arc<dyn Compiled>, Unfit> {
        self.inner.compiled.get_or_init(|| self.compile()).clone()
    }

    /// The compiled form, where there is one.
    pub(crate) fn compiled(&self) -> Result<&dyn Compiled, Unfit> {
        let compiled = self.inner.compiled.get_or_init(|| self.compile());
        compiled.as_ref().map(AsRef::as_ref).map_err(|unfit| *unfit)
    }

    fn compile(&self) -> Result<Arc<dyn Compiled>, Unfit> {
        if self.is_traced() { Err(Unfit("what it asks is noted")) } else { compile(self) }
    }

    /// Another game, noted where this one is.
    pub(crate) fn noting(&self, other: Game) -> Game {
        match &self.inner.trace {
            Some(trace) => other.traced(trace),
            None => other,
        }
    }

    /// Whether it is noted what the rules ask.
    pub fn is_traced(&self) -> bool {
        self.inner.trace.is_some()
    }

    /// What is found, nothing of which is noted: it is looked at for another reason than to know what the rules say.
    pub fn quietly<T>(&self, look: impl FnOnce() -> T) -> T {
        self.holding(look).0
    }

    /// What is found, with the notes that were made on the way, which nobody else has.
    pub(crate) fn holding<T>(&self, look: impl FnOnce() -> T) -> (T, Vec<Note>) {
        match &self.inner.trace {
            Some(trace) => trace.holding(look),
            None => (look(), Vec::new()),
        }
    }

    /// Notes how a part of a clause turned out.
    pub(crate) fn note(&self, span: Span, part: Part, yes: bool) {
        if let Some(trace) = &self.inner.trace {
            trace.note(span, part, yes);
        }
    }

    /// Makes notes that were held back.
    pub(crate) fn note_all(&self, notes: &[Note]) {
        if let Some(trace) = &self.inner.trace {
            trace.note_all(notes);
        }
    }

    pub(crate) fn kind(&self, kind: KindId) -> &Kind {
        &self.rules().kinds[kind as usize]
    }

    pub(crate) fn path(&self, kind: KindId, motion: usize) -> &Path {
        &self.inner.paths[kind as usize][motion]
    }

    /// The paths of a kind that may be repeated, each once.
    pub(crate) fn links(&self, kind: KindId) -> &[(Path, Repeat)] {
        &self.inner.links[kind as usize]
    }

    pub(crate) fn reads(&self) -> Reads {
        self.inner.reads
    }

    pub(crate) fn throughouts(&self) -> &[Cond] {
        &self.inner.throughouts
    }

    pub(crate) fn counters(&self) -> &[(Option<Sel>, Vec<Progress>)] {
        &self.inner.counters
    }

    pub(crate) fn nths(&self) -> &[(Cond, bool)] {
        &self.inner.nths
    }

    /// How many numbers a position has in its counters: of moves, and, for each side, of what holds `for the Nth time`.
    pub(crate) fn counter_slots(&self) -> usize {
        self.inner.counters.len() + self.inner.nths.len() * self.rules().sides.len()
    }

    pub(crate) fn illegal_reads_history(&self) -> bool {
        self.inner.illegal_reads_history
    }
}

/// Of which kinds it is asked whether they have moved: of those beside which the word stands, of all where it stands
/// alone.
fn asked_unmoved(rules: &Rules) -> Vec<bool> {
    struct Asked {
        kinds: Vec<bool>,
        /// How many words stood beside kinds, and how many stood at all.
        beside: usize,
        all: usize,
    }
    impl Visitor for Asked {
        fn sel(&mut self, sel: &Sel) {
            match sel {
                Sel::Unmoved => self.all += 1,
                Sel::Intersection(parts) => {
                    let words = parts.iter().filter(|p| **p == Sel::Unmoved).count();
                    if words > 0
                        && let Some(kinds) = parts.iter().find_map(kinds_of)
                    {
                        self.beside += words;
                        for kind in kinds {
                            if let Some(asked) = self.kinds.get_mut(usize::from(kind)) {
                                *asked = true;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }
    fn kinds_of(sel: &Sel) -> Option<Vec<KindId>> {
        match sel {
            Sel::Kind(kind) => Some(vec![*kind]),
            Sel::Union(parts) => parts.iter().map(kinds_of).collect::<Option<Vec<_>>>().map(|k| k.concat()),
            _ => None,
        }
    }
    let mut asked = Asked { kinds: vec![false; rules.kinds.len()], beside: 0, all: 0 };
    visit::rules(rules, &mut asked);
    // A script may ask it of any piece.
    let hooked = rules.hooks.iter().any(|h| h.point.in_play());
    if asked.beside < asked.all || hooked { vec![true; rules.kinds.len()] } else { asked.kinds }
}

/// Who reads what.
#[derive(Default)]
struct Survey {
    reads: Reads,
    throughouts: Vec<Cond>,
    nths: Vec<(u8, Cond, bool)>,
    counters: Vec<(u8, Option<Sel>, Vec<Progress>)>,
}

impl Visitor for Survey {
    fn sel(&mut self, sel: &Sel) {
        match sel {
            Sel::Unmoved => self.reads.moved = true,
            Sel::Promoted(_) => self.reads.was = true,
            _ => {}
        }
    }

    fn cond(&mut self, cond: &Cond) {
        match &cond.kind {
            CondKind::Occurs { .. } => self.reads.history = true,
            CondKind::Throughout(of) => {
                self.reads.history = true;
                self.reads.mover = true;
                if !self.throughouts.contains(of) {
                    self.throughouts.push((**of).clone());
                }
            }
            CondKind::Pieces(_, PieceCount::Captured, ..) => self.reads.captured = true,
            CondKind::MovesWithout { of, progress, counter, .. } => {
                self.counters.push((*counter, of.clone(), progress.clone()));
            }
            CondKind::Nth { of, running, number, .. } => self.nths.push((*number, (**of).clone(), *running)),
            CondKind::Passes(_, counter) => self.counters.push((*counter, None, vec![Progress::Move])),
            _ => {}
        }
    }

    fn who(&mut self, who: &Who) {
        if matches!(who, Who::Mover | Who::Player) {
            self.reads.mover = true;
        }
    }
}
