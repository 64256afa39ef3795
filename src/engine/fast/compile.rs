//! Making the tables of a game, or saying why the interpreter must play it.

use super::bits::Bits;
use super::expr::{Ask, Expr};
use super::route::Route;
use super::speak::Speaker;
use super::state::{CLASSES, COUNTERS, MARKS, SIDES, State};
use super::tail::Stage;
use crate::board::{Compass, CompassSet, Dir, Shape, Site, SiteSet};
use crate::engine::game::Game;
use crate::engine::meaning::key;
use crate::engine::position::{Piece, Verdict};
use crate::ruleset::item::{RangeWord, Verb};
use crate::ruleset::path::Path;
use crate::ruleset::visit::{self, Visitor};
use crate::ruleset::{
    Becomes, Captures, CondKind, Confinement, ConfinementRule, Dirs, Effect, EffectKind, EndResult, Hand, KindId,
    Leave, MarkId, Motion, MotionLeg, Must, Num, Only, OnlyRule, PieceCount, Sel, SideId, Turns, Who,
};

/// Why a game is left to the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unfit(pub &'static str);

/// A kind of piece with its owner and, where that matters, its past.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    pub kind: KindId,
    pub owner: Option<SideId>,
    /// What it was before it became this, where a rule reads that.
    pub was: KindId,
    pub unlimited: bool,
}

impl Class {
    /// It never became another: what a hand holds.
    pub fn is_plain(&self) -> bool {
        self.was == self.kind
    }
}

/// How sites are joined along some directions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Way<B> {
    /// From the sites in `can`, the next one is `by` further on.
    Shift { by: i32, can: B },
    /// For each site those from which a way leads to it.
    Table(Vec<B>),
}

/// A motion of a class.
#[derive(Clone, Debug)]
pub(crate) struct Op<B> {
    /// The phases in which it may be made, one bit each.
    pub phases: u32,
    /// Asked before anything is generated.
    pub when: Option<Ask<B>>,
    /// `from S`
    pub from: Option<Expr<B>>,
    /// Where a piece may land without a capture there; none: only with one.
    pub to: Option<Expr<B>>,
    /// Whom it may capture on its landing; none: nobody.
    pub capturing: Option<Expr<B>>,
    /// Sites that a landing piece may be on at all.
    pub land: B,
    /// What it does.
    pub verb: Act<B>,
    /// The class that it becomes, and where. Where there are `stages`, those say it.
    pub becomes: Option<(usize, B)>,
    /// It begins in the hand.
    pub drops: bool,
    /// It may capture.
    pub captures: bool,
    /// Conditions that speak of the landing, and whether they must hold.
    pub late: Vec<(Ask<B>, bool)>,
    /// What follows the landing, where moves are made to be known.
    pub stages: Vec<Stage<B>>,
    /// The mark that it leaves.
    pub leaving: Option<usize>,
}

/// What a side's score is: points that are added, and points for each site of what is counted.
#[derive(Clone, Debug)]
pub(crate) struct Score<B> {
    pub added: u32,
    pub counts: Vec<(u32, Expr<B>)>,
}

/// A joint move of a side.
#[derive(Clone, Debug)]
pub(crate) struct Together<B> {
    /// Its number in the rules.
    pub number: u8,
    /// The classes that may make each leg, whence and whither.
    pub legs: Vec<(u32, Site, Site)>,
    pub when: Vec<Ask<B>>,
}

/// What a motion does.
#[derive(Clone, Debug)]
pub(crate) enum Act<B> {
    /// One step along shifts, or by a table of targets.
    Step { ways: Vec<Way<B>>, table: Vec<B> },
    /// To any site of a table.
    Leap { table: Vec<B> },
    /// Along lines, cut by confinement and range.
    Slide { lines: Lines<B>, blockers: Option<Expr<B>> },
    /// Over a neighbour to the site behind it.
    Jump { over: Expr<B>, captures: bool, hops: Vec<Vec<Hop>>, shifts: Vec<(i32, B)>, repeat: Repeat },
    /// From the hand.
    Drop,
    /// A path that is run for each piece.
    Route(Box<Route<B>>),
}

/// Whether a jump goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeat {
    pub may: bool,
    pub must: bool,
    pub straight: bool,
}

/// The lines of a slide from every site.
#[derive(Clone, Debug)]
pub(crate) enum Lines<B> {
    /// All in one strip of 64 sites that begins at a site: a wide board is looked at in single words.
    Strip(Site, LinesOf<u64>),
    Wide(LinesOf<B>),
}

/// The lines of site `s` are `lines[starts[s]..starts[s + 1]]`.
#[derive(Clone, Debug)]
pub(crate) struct LinesOf<B> {
    pub lines: Vec<Line<B>>,
    pub starts: Vec<u32>,
}

impl<B: Bits> Lines<B> {
    fn new(lines: Vec<Line<B>>, starts: Vec<u32>) -> Lines<B> {
        let all = lines.iter().fold(B::EMPTY, |all, line| all.or(line.lower).or(line.upper));
        let base = if all.is_empty() { 0 } else { all.lowest() };
        if !all.is_empty() && all.highest() - base >= 64 {
            return Lines::Wide(LinesOf { lines, starts });
        }
        let strip = |set: B| set.strip(base);
        let narrow = |l: &Line<B>| Line { lower: strip(l.lower), upper: strip(l.upper), stops: strip(l.stops) };
        Lines::Strip(base, LinesOf { lines: lines.iter().map(narrow).collect(), starts })
    }
}

/// The sites of a slide in a direction and the one opposite, as far as they are among the slide's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<B> {
    /// Those with smaller numbers, on which the slide may end or go on.
    pub lower: B,
    /// Those with greater numbers.
    pub upper: B,
    /// Those of either that it may stop on.
    pub stops: B,
}

/// A jump from a site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hop {
    pub dir: Dir,
    pub over: Site,
    pub to: Site,
}

/// A filter that keeps some moves only.
#[derive(Clone, Debug)]
pub(crate) enum Duty<B> {
    Any,
    /// By such pieces; one selection for each side to move.
    By(Vec<Expr<B>>),
    Most,
    /// Most of such pieces.
    MostOf(Vec<Expr<B>>),
}

/// A compiled game.
#[expect(clippy::struct_excessive_bools, reason = "facts about the rules, each asked for by itself")]
pub(crate) struct Fast<B> {
    pub game: Game,
    /// Moves are made to be known: there are `illegal` clauses, effects, choices.
    pub general: bool,
    /// A board on which nothing stands.
    pub vacant: State<B>,
    pub all: B,
    pub sides: usize,
    pub classes: Vec<Class>,
    /// The motions of each class.
    pub ops: Vec<Vec<Op<B>>>,
    /// The classes of each side.
    pub own: Vec<Vec<usize>>,
    pub duties: Vec<Duty<B>>,
    /// May pass always, may pass when stuck: one bit a side.
    pub pass_always: u8,
    pub pass_stuck: u8,
    /// Endings by who moved last and who moves next: those of `mover * sides + next`.
    pub ends: Vec<Vec<EndAsk<B>>>,
    /// Verdict and number of each ending of `ends`.
    pub verdicts: Vec<(Verdict, usize)>,
    pub turns: Vec<Turns>,
    /// Sides that can do nothing but drop, by phase.
    pub only_drops: Vec<u8>,
    /// For each counter, by side: whether its move counts and whether it is progress, asked of the class.
    pub counters: Vec<Counter>,
    /// A captured or dropped piece is gone from where it came: nothing brings it back.
    pub spent_for_good: bool,
    pub captured_read: bool,
    pub mover_read: bool,
    pub at_end: bool,
    pub keyed: bool,
    pub never_repeats: bool,
    /// The number of a piece of each class on each site.
    pub facts: Vec<Vec<u64>>,
    /// The same of a piece that has moved.
    pub moved_facts: Vec<Vec<u64>>,
    /// Marks with the moves that they have left, those of a kind in order.
    pub marks: Vec<(MarkId, u8)>,
    /// All classes, one bit each.
    pub every_class: u32,
    /// For each class the one that its losses are counted as.
    pub plain: Vec<Option<usize>>,
    /// The royal class of each side.
    pub royal: Vec<Option<usize>>,
    /// The rank (0) and file (1) of each site.
    pub along: [Vec<B>; 2],
    /// By side and site: what lies further forward.
    pub beyond: Vec<Vec<B>>,
    /// By side and site: the next one against the direction that the side faces.
    pub behind: Vec<Vec<Option<Site>>>,
    /// Whether anything reads the line of a travel.
    pub reads_line: bool,
    /// Two ways may be one move.
    pub merges: bool,
    /// By side: the `illegal` clauses with their levels, and what follows every move.
    pub illegal: Vec<Vec<(Ask<B>, u8)>>,
    pub after_every: Vec<Vec<Stage<B>>>,
    /// By phase and side: what may be done without a piece.
    pub lone: Vec<Vec<Vec<Stage<B>>>>,
    /// By side: joint moves, and the phases in which they may be made.
    pub joints: Vec<Vec<Together<B>>>,
    pub joint_phases: Vec<u32>,
    /// By phase and side that moved: when the phase is over.
    pub untils: Vec<Option<Vec<Ask<B>>>>,
    /// By side to move and side that moved: the `throughout` conditions.
    pub throughouts: Vec<Vec<Ask<B>>>,
    /// What each side's score is, where the rules count one.
    pub score: Vec<Score<B>>,
    /// Every way, and each axis with its two directions.
    pub around: Vec<Way<B>>,
    pub axes: Vec<(Way<B>, Way<B>)>,
    /// `captured pieces go to hand of mover`: the class in whose hand a captured one is put, by the mover.
    pub to_hand: Option<Vec<Vec<Option<usize>>>>,
}

/// An ending as it is asked after a move.
#[derive(Clone, Debug)]
pub(crate) struct EndAsk<B> {
    /// The sides of which one must be to move, one bit each. Once the endings are sorted by them, nobody asks.
    pub next: u8,
    /// What the move must have done, or the answer is what it was before: no.
    pub needs: Needs<B>,
    /// What else is asked.
    pub ask: Ask<B>,
    /// Index into the verdicts.
    pub verdict: usize,
    /// The highest score wins: the verdicts are a draw, then each side.
    pub by_score: bool,
}

/// What alone can make a condition true that was not.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Needs<B> {
    /// Anything may.
    Nothing,
    /// A capture.
    Capture,
    /// A piece that arrives on one of these sites.
    Arrival(B),
    /// Nothing that the side that moved can do.
    Other,
}

/// A counter of moves without progress.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    /// Classes whose moves count.
    pub counts: u32,
    pub capture: bool,
    pub drop: bool,
    /// `advance`
    pub advance: bool,
    /// Classes whose moves are progress.
    pub moves: u32,
}

impl<B: Bits> Fast<B> {
    /// Compiles a game, or says why not: first as one whose moves need not be made to be known.
    pub fn any(game: &Game) -> Result<Fast<B>, Unfit> {
        Fast::compile(game, false).or_else(|_| Fast::compile(game, true))
    }

    /// Compiles a game, or says why not. `general`: its moves are made to be known.
    pub fn compile(game: &Game, general: bool) -> Result<Fast<B>, Unfit> {
        let rules = game.rules();
        fits(game, general)?;
        let classes = classes(game);
        if classes.len() > CLASSES || rules.sides.len() > SIDES || game.counters().len() > COUNTERS {
            return Err(Unfit("more kinds, sides or counters than are compiled"));
        }
        let sides = rules.sides.len();
        let facts = |class: &Class, moved: bool| {
            let piece = Piece { kind: class.kind, owner: class.owner, was: class.was, moved };
            (0..rules.board.count() as u64).map(|s| key::piece_fact(s, piece)).collect()
        };
        let own = |s: usize| (0..classes.len()).filter(|c| classes[*c].owner == Some(s as SideId)).collect();
        let side_bits = |stuck: bool| {
            let lines = rules.passing.iter().filter(|p| p.when_stuck == stuck);
            lines.fold(0u8, |bits, p| bits | p.side.map_or(u8::MAX, |s| 1 << s))
        };
        let drops = |phase: usize| {
            let sides = (0..sides).filter(|s| game.only_drops(phase as u8, *s as SideId));
            sides.fold(0u8, |bits, s| bits | 1 << s)
        };
        let mut fast = Fast {
            game: game.clone(),
            general,
            vacant: State::vacant(),
            all: B::narrow(&rules.board.sites()),
            sides,
            facts: classes.iter().map(|c| facts(c, false)).collect(),
            moved_facts: classes.iter().map(|c| facts(c, true)).collect(),
            own: (0..sides).map(own).collect(),
            ops: Vec::new(),
            duties: Vec::new(),
            pass_always: side_bits(false),
            pass_stuck: side_bits(true),
            ends: Vec::new(),
            verdicts: Vec::new(),
            turns: rules.phases.iter().map(|p| p.turns.clone()).collect(),
            only_drops: (0..rules.phases.len()).map(drops).collect(),
            counters: Vec::new(),
            spent_for_good: rules.captured_to.is_none() && rules.kinds.iter().all(|k| k.hand != Hand::Unlimited),
            captured_read: game.reads().captured,
            mover_read: game.reads().mover,
            at_end: rules.captured_leave == Leave::AtEnd,
            keyed: false,
            never_repeats: never_repeats(game),
            around: Vec::new(),
            axes: Vec::new(),
            to_hand: None,
            marks: marks(game),
            every_class: (0..classes.len()).fold(0, |bits, n| bits | 1 << n),
            plain: Vec::new(),
            royal: Vec::new(),
            along: [Vec::new(), Vec::new()],
            beyond: Vec::new(),
            behind: Vec::new(),
            reads_line: false,
            merges: false,
            illegal: Vec::new(),
            after_every: Vec::new(),
            lone: Vec::new(),
            joints: Vec::new(),
            joint_phases: Vec::new(),
            untils: rules.phases.iter().map(|_| None).collect(),
            throughouts: Vec::new(),
            score: Vec::new(),
            classes,
        };
        if fast.marks.len() > MARKS {
            return Err(Unfit("more marks, or longer ones, than are compiled"));
        }
        fast.never_repeats &= !general;
        fast.keyed = game.reads_history() && !fast.never_repeats;
        fast.around = fast.ways_where(|_, _| true);
        let board = &rules.board;
        fast.axes = (0..board.dirs())
            .filter(|d| *d < board.back(*d))
            .map(|d| (fast.way(d, |_| true), fast.way(board.back(d), |_| true)))
            .collect();
        fast.tables();
        fast.to_hand = fast.hands()?;
        fast.counters = fast.counting()?;
        for class in 0..fast.classes.len() {
            let ops = fast.motions(class)?;
            fast.ops.push(ops);
        }
        for filter in &rules.filters {
            if filter.huff {
                return Err(Unfit("`or lose that piece`"));
            }
            let by_side = |sel: &Sel| {
                let sides = 0..sides as SideId;
                sides
                    .map(|s| fast.expr(sel, Speaker { actor: s, mover: s, player: None }))
                    .collect::<Result<Vec<_>, _>>()
            };
            let duty = match &filter.must {
                Must::Capture => Duty::Any,
                Must::CaptureBy(sel) => Duty::By(by_side(sel)?),
                Must::CaptureMost(None) => Duty::Most,
                Must::CaptureFirst(_) => return Err(Unfit("the order of captures")),
                Must::CaptureMost(Some(sel)) => Duty::MostOf(by_side(sel)?),
            };
            fast.duties.push(duty);
        }
        if general {
            fast.what_makes_moves()?;
        }
        fast.endings()?;
        Ok(fast)
    }

    /// The endings for each side that may have moved, with the sides for which they are tried spelt out.
    fn endings(&mut self) -> Result<(), Unfit> {
        let game = self.game.clone();
        let sides = self.sides as SideId;
        for mover in 0..sides {
            let mut list = Vec::new();
            for (number, end) in game.rules().ends.iter().enumerate() {
                let mut players = Mentions::default();
                visit::end(end, &mut players);
                let tried = if players.player { self.sides } else { 1 };
                for n in 0..tried as SideId {
                    let player = (mover + n) % sides;
                    let speaker = Speaker { actor: mover, mover, player: Some(player) };
                    let ask = self.ask(&end.cond, speaker)?;
                    if matches!(ask, Ask::Known(false)) {
                        continue;
                    }
                    self.results(&end.result, speaker, ask, number, &mut list)?;
                }
            }
            self.ends.push(list);
        }
        if self.general {
            self.ends.iter_mut().flatten().for_each(|end| end.needs = Needs::Nothing);
        } else {
            ask_in_full_what_movers_tell_apart(&mut self.ends, &self.verdicts);
        }
        for list in &mut self.ends {
            list.retain(|end| !matches!(end.needs, Needs::Other));
            list.iter_mut().filter(|end| !matches!(end.needs, Needs::Nothing)).for_each(|end| end.ask.narrow());
        }
        let of = |list: &[EndAsk<B>], next: usize| list.iter().filter(|e| e.next >> next & 1 == 1).cloned().collect();
        self.ends = self.ends.iter().flat_map(|list| (0..self.sides).map(move |next| of(list, next))).collect();
        Ok(())
    }

    /// An ending with its verdict; two where the verdict depends on who is to move.
    fn results(
        &mut self,
        result: &EndResult,
        speaker: Speaker,
        ask: Ask<B>,
        number: usize,
        list: &mut Vec<EndAsk<B>>,
    ) -> Result<(), Unfit> {
        let becoming = self.game.rules().kinds.iter().any(|k| !k.becomes.is_empty());
        let mut add = |this: &mut Self, ask: Ask<B>, verdict: Verdict| {
            let (next, ask) = ask.split_next();
            // Asked for some players to move only, it may have held before without being asked.
            let always = next == u8::MAX;
            let needs = if always { this.needs(&ask, becoming, speaker.mover) } else { Needs::Nothing };
            list.push(EndAsk { next, needs, ask, verdict: this.verdicts.len(), by_score: false });
            this.verdicts.push((verdict, number));
        };
        let (who, wins) = match result {
            EndResult::Draw => {
                add(self, ask, Verdict::Draw);
                return Ok(());
            }
            EndResult::Wins(who) => (who, true),
            EndResult::Loses(who) if self.sides == 2 => (who, false),
            EndResult::Loses(_) | EndResult::Out(..) | EndResult::LastPlayer => return Err(Unfit("sides that go out")),
            EndResult::HighestScore if self.general && !self.score.is_empty() => {
                let (next, ask) = ask.split_next();
                list.push(EndAsk { next, needs: Needs::Nothing, ask, verdict: self.verdicts.len(), by_score: true });
                self.verdicts.push((Verdict::Draw, number));
                self.verdicts.extend((0..self.sides as SideId).map(|side| (Verdict::Win(side), number)));
                return Ok(());
            }
            EndResult::HighestScore => return Err(Unfit("`highest score wins`")),
            EndResult::Hook(_) => return Err(Unfit("hooks that are asked in play")),
        };
        let one = |who: &Who, next: SideId| -> Option<SideId> {
            let bits = self.who_bits(who, speaker, next);
            bits.is_power_of_two().then(|| bits.trailing_zeros() as SideId)
        };
        let by_next: Vec<Option<SideId>> = (0..self.sides as SideId).map(|next| one(who, next)).collect();
        let verdict = |side: SideId| Verdict::Win(if wins { side } else { 1 - side });
        if let Some(Some(side)) = by_next.first().filter(|first| by_next.iter().all(|s| s == *first)) {
            add(self, ask, verdict(*side));
            return Ok(());
        }
        for (next, side) in by_next.into_iter().enumerate() {
            if let Some(side) = side {
                add(self, Ask::All(vec![Ask::NextIs(next as SideId), ask.clone()]), verdict(side));
            }
        }
        Ok(())
    }

    /// What alone can make a condition true that did not hold before the move of a side; `becoming`: pieces may become
    /// others. Every position that is played on from was judged, so no ending held there.
    fn needs(&self, ask: &Ask<B>, becoming: bool, mover: SideId) -> Needs<B> {
        let own = &self.own[mover as usize];
        match ask {
            // It is the mover's piece that arrives, whatever it becomes.
            Ask::Meets(classes, zone) if own.iter().any(|c| classes >> c & 1 == 1) => Needs::Arrival(*zone),
            // Fewer pieces than before: only a capture takes any, a drop leaves as many.
            Ask::Pieces(PieceCount::Left, _, 0, _) if !becoming => {
                let takes = |op: &Op<B>| op.capturing.is_some() || matches!(op.verb, Act::Jump { captures: true, .. });
                let capturing = own.iter().any(|c| self.ops[*c].iter().any(takes));
                if capturing { Needs::Capture } else { Needs::Other }
            }
            // A side's pieces come to more sites by its own moves alone, and then to one.
            Ask::Connects(side, Expr::Fixed(_), Expr::Fixed(_)) if *side == mover => Needs::Arrival(self.all),
            Ask::Meets(..) | Ask::Connects(_, Expr::Fixed(_), Expr::Fixed(_)) => Needs::Other,
            _ => Needs::Nothing,
        }
    }

    fn who_bits(&self, who: &Who, speaker: Speaker, next: SideId) -> u8 {
        match who {
            Who::Side(side) => 1 << side,
            Who::Mover => 1 << speaker.mover,
            Who::Actor => 1 << speaker.actor,
            Who::Player => speaker.player.map_or(0, |p| 1 << p),
            Who::NextPlayer => 1 << next,
            Who::EnemyOf(of) => ((1u8 << self.sides) - 1) & !self.who_bits(of, speaker, next),
        }
    }

    fn hands(&self) -> Result<Option<Vec<Vec<Option<usize>>>>, Unfit> {
        let Some(to) = &self.game.rules().captured_to else { return Ok(None) };
        if to.who != Who::Mover && to.who != Who::Actor {
            return Err(Unfit("captured pieces that go to another's hand"));
        }
        if to.unpromoted && !self.general {
            return Err(Unfit("captured pieces that go to a hand as what they were"));
        }
        let of = |mover: usize, class: &Class| {
            let kind = if to.unpromoted { class.was } else { class.kind };
            let same = |c: &Class| c.kind == kind && c.is_plain() && c.owner == Some(mover as SideId) && !c.unlimited;
            self.classes.iter().position(same)
        };
        let homeless = |mover: usize, class: &Class| {
            class.owner != Some(mover as SideId) && !class.unlimited && of(mover, class).is_none()
        };
        if (0..self.sides).any(|mover| self.classes.iter().any(|c| homeless(mover, c))) {
            return Err(Unfit("captured pieces that go to a hand which cannot own them"));
        }
        let by = |mover: usize| self.classes.iter().map(|c| of(mover, c)).collect();
        Ok(Some((0..self.sides).map(by).collect()))
    }

    fn counting(&self) -> Result<Vec<Counter>, Unfit> {
        use crate::ruleset::Progress;
        let classes = |sel: &Sel| {
            // Pieces of a moving class: a selection of classes reads the same before and after the move.
            match self.expr(sel, Speaker { actor: 0, mover: 0, player: None })? {
                Expr::Classes(classes) if !reads_actor(sel) => Ok(classes),
                Expr::Occupied => Ok(self.every_class),
                _ => Err(Unfit("a counter of moves of pieces that are not told by kind or side alone")),
            }
        };
        let mut counters = Vec::new();
        for (of, progress) in self.game.counters() {
            let mut counter = Counter { counts: u32::MAX, ..Counter::default() };
            if let Some(sel) = of {
                counter.counts = classes(sel)?;
            }
            for p in progress {
                match p {
                    Progress::Capture => counter.capture = true,
                    Progress::Drop => counter.drop = true,
                    Progress::Advance => counter.advance = true,
                    Progress::MoveOf(sel) => counter.moves |= classes(sel)?,
                    Progress::Promotion => return Err(Unfit("promotion as progress")),
                    Progress::Move => return Err(Unfit("passes in a row")),
                }
            }
            counters.push(counter);
        }
        Ok(counters)
    }

    /// The ways along the directions that fit.
    pub fn ways_where(&self, fits: impl Fn(Site, Dir) -> bool) -> Vec<Way<B>> {
        let board = self.game.board();
        if board.shape() == Shape::Graph {
            let mut back = vec![B::EMPTY; board.count()];
            for site in board.sites() {
                for (dir, to) in board.neighbours(site) {
                    if fits(site, dir) {
                        back[to as usize] = back[to as usize].or(B::one(site));
                    }
                }
            }
            return vec![Way::Table(back)];
        }
        let ways = (0..board.dirs()).map(|dir| self.way(dir, |site| fits(site, dir)));
        ways.filter(|w| !matches!(w, Way::Shift { can, .. } if can.is_empty())).collect()
    }

    /// The way along one direction from the sites that fit.
    fn way(&self, dir: Dir, fits: impl Fn(Site) -> bool) -> Way<B> {
        let board = self.game.board();
        let from = board.sites().iter().filter(|s| fits(*s)).filter_map(|s| Some((s, board.next(s, dir)?)));
        if board.shape() == Shape::Graph {
            let mut back = vec![B::EMPTY; board.count()];
            from.for_each(|(s, to)| back[to as usize] = back[to as usize].or(B::one(s)));
            return Way::Table(back);
        }
        // On a grid a direction is the same difference of numbers everywhere.
        let mut by = 0;
        let can = from.map(|(s, to)| {
            by = i32::from(to) - i32::from(s);
            s
        });
        let can: SiteSet = can.collect();
        Way::Shift { by, can: B::narrow(&can) }
    }

    /// Whether a direction of a site is among those of a side.
    pub fn fits(&self, dirs: &Dirs, side: SideId, site: Site, dir: Dir) -> bool {
        let compass: CompassSet = *dirs.compass.of(side);
        dirs.all || self.game.board().class(site, dir).is_some_and(|c: Compass| compass.contains(c))
    }

    /// The motions of a class.
    fn motions(&self, class: usize) -> Result<Vec<Op<B>>, Unfit> {
        let Class { kind, owner, .. } = self.classes[class];
        let declared = self.game.kind(kind);
        let Some(side) = owner else { return Ok(Vec::new()) };
        let speaker = Speaker { actor: side, mover: side, player: None };
        if self.general {
            let mut ops = Vec::new();
            for motion in &declared.motions {
                let chained = matches!(motion.path_of(declared), Path::Chain(..));
                let simple = if chained {
                    Err(Unfit("a chain that asks more"))
                } else {
                    self.simple(motion, &declared.confined, side, None)
                };
                let mut op = simple.or_else(|_| self.routed(motion, kind, side))?;
                // What a chain could become on the way is asked at each landing.
                let later = |line: &&Becomes| !(motion.repeat.is_some() && line.in_passing);
                for line in declared.becomes.iter().filter(later) {
                    op.stages.push(self.becoming(line, speaker)?);
                }
                for (effect, must) in &motion.effects {
                    op.stages.push(Stage::Do(self.deed(effect, speaker)?, *must));
                }
                if self.at_end {
                    op.stages.push(Stage::Leave);
                }
                let lasts = |mark: MarkId| self.game.rules().marks[mark as usize].lasts.min(255) as u8;
                op.leaving = motion.leaving.and_then(|mark| self.marks.iter().position(|m| *m == (mark, lasts(mark))));
                ops.push(op);
            }
            return Ok(ops);
        }
        let mut becomes = None;
        for line in &declared.becomes {
            let ([to], Sel::Fixed(sets), false, false, None) =
                (line.kinds.as_slice(), &line.sel, line.may, line.or_leaving || line.in_passing, becomes)
            else {
                return Err(Unfit("becoming one of several kinds, or by a moving zone"));
            };
            let found = self.classes.iter().position(|c| c.kind == *to && c.owner == owner);
            becomes = found.map(|c| (c, B::narrow(sets.of(side))));
        }
        if declared.motions.iter().any(|m| matches!(m.path_of(declared), Path::Chain(..))) {
            return Err(Unfit("a chain that asks more than whether it can go on"));
        }
        declared.motions.iter().map(|m| self.simple(m, &declared.confined, side, becomes)).collect()
    }

    /// The conditions of a motion that are asked before anything is generated, and those that speak of its landing.
    #[expect(clippy::type_complexity, reason = "two lists, read at once")]
    fn conditions(&self, motion: &Motion, speaker: Speaker) -> Result<(Vec<Ask<B>>, Vec<(Ask<B>, bool)>), Unfit> {
        let (mut asks, mut late) = (Vec::new(), Vec::new());
        for (cond, holds, _) in &motion.when {
            let ask = self.ask(cond, speaker)?;
            if matches!(ask, Ask::CannotMove(_)) || visit::cond_has(self.game.rules(), cond, &reads_past) {
                return Err(Unfit("a motion that asks what came before, or who can move"));
            }
            if reads_landing(cond) {
                if !self.general {
                    return Err(Unfit("a motion that asks about its landing"));
                }
                late.push((ask, *holds));
            } else {
                asks.push(if *holds { ask } else { Ask::Not(Box::new(ask)) });
            }
        }
        Ok((asks, late))
    }

    /// A motion as a path that is run for each piece.
    fn routed(&self, motion: &Motion, kind: KindId, side: SideId) -> Result<Op<B>, Unfit> {
        let speaker = Speaker { actor: side, mover: side, player: None };
        let (asks, late) = self.conditions(motion, speaker)?;
        let declared = self.game.kind(kind);
        let mut route = self.route(&motion.path_of(declared), &declared.confined, Some(kind), speaker)?;
        let verb = motion.legs.first().map_or(Verb::Step, |leg| leg.verb);
        // What a single leg must land on is looked for before any piece is.
        if let [leg] = motion.legs.as_slice()
            && let (Some((to, _)), false) = (&leg.to, leg.either)
            && matches!(to, Sel::Mark(_))
        {
            route = self.gated(route, self.expr(to, speaker)?);
        }
        Ok(Op {
            phases: self.phases(verb, side),
            when: (!asks.is_empty()).then_some(Ask::All(asks)),
            from: motion.from.as_ref().map(|(sel, _)| self.expr(sel, speaker)).transpose()?,
            to: None,
            capturing: None,
            land: self.all,
            verb: Act::Route(Box::new(route)),
            becomes: None,
            drops: verb == Verb::Drop,
            captures: verb != Verb::Drop && motion.legs.iter().any(|leg| leg.capturing.is_some()),
            late,
            stages: Vec::new(),
            leaving: None,
        })
    }

    /// A motion as operations on sets, or why it is none.
    fn simple(
        &self,
        motion: &Motion,
        confined: &[Confinement],
        side: SideId,
        becomes: Option<(usize, B)>,
    ) -> Result<Op<B>, Unfit> {
        let [leg] = motion.legs.as_slice() else { return Err(Unfit("a motion of several legs")) };
        let extras = motion.leaving.is_some() || !motion.effects.is_empty();
        if extras && !self.general {
            return Err(Unfit("a motion that leaves marks or has effects"));
        }
        let speaker = Speaker { actor: side, mover: side, player: None };
        let drop = leg.verb == Verb::Drop;
        // The origin is empty while a piece moves: what is read must not depend on it but at the site itself.
        let local = |sel: &Sel| {
            if !drop && !is_local(sel) {
                return Err(Unfit("a motion that asks for neighbours of its target"));
            }
            self.expr(sel, speaker)
        };
        let optional =
            |part: &Option<(Sel, crate::ruleset::Span)>| part.as_ref().map(|(sel, _)| local(sel)).transpose();
        let (asks, late) = self.conditions(motion, speaker)?;
        let board = self.game.board();
        let zone = |c: &Confinement| match &c.zone {
            Sel::Fixed(sets) => Ok(*sets.of(side)),
            _ => Err(Unfit("a zone that depends on the position")),
        };
        let (mut land, mut pass, mut jumped) = (board.sites(), board.sites(), board.sites());
        for line in confined {
            let zone = zone(line)?;
            match line.rule {
                ConfinementRule::StaysIn => {
                    land = land.and(zone);
                    pass = pass.and(zone);
                }
                ConfinementRule::NeverEnters => {
                    land = land.minus(zone);
                    pass = pass.minus(zone);
                }
                ConfinementRule::NeverPasses => {
                    pass = pass.minus(zone);
                    jumped = jumped.minus(zone);
                }
                ConfinementRule::NeverStopsIn => land = land.minus(zone),
            }
        }
        let to = optional(&leg.to)?;
        let (mut capturing, mut over_captures) = (None, false);
        match leg.capturing.as_ref().map(|c| &c.whom) {
            None => {}
            Some(Captures::Over) => over_captures = true,
            Some(Captures::Landing(sel)) => capturing = Some(local(sel)?),
            Some(Captures::Behind(_)) => return Err(Unfit("a capture behind the landing")),
        }
        let (to, capturing) = match (to, capturing) {
            // Both must hold: one set of captures.
            (Some(to), Some(capturing)) if !leg.either => (None, Some(Expr::Both(vec![to, capturing]))),
            pair => pair,
        };
        if drop && leg.capturing.is_some() {
            return Err(Unfit("a drop that captures"));
        }
        if leg.verb == Verb::Jump && (to.is_none() || over_captures && leg.either) {
            return Err(Unfit("a jump that may land anywhere, or need not capture"));
        }
        let verb =
            match leg.verb {
                Verb::Drop => Act::Drop,
                Verb::Step => self.step(leg, side),
                Verb::Leap => self.leap(leg, side),
                Verb::Slide => self.slide(leg, side, land, pass, &local)?,
                Verb::Jump => {
                    let Some((over, _)) = &leg.over else { return Err(Unfit("a jump over anything")) };
                    let repeat = motion.repeat.map_or(Repeat { may: false, must: false, straight: false }, |r| {
                        Repeat { may: true, must: r.must, straight: r.straight }
                    });
                    let mut whom = vec![local(over)?];
                    if over_captures && !matches!(whom[..], [Expr::Classes(_)]) {
                        whom.push(Expr::Not(Box::new(Expr::Empty)));
                    }
                    if jumped != board.sites() {
                        whom.push(Expr::Fixed(B::narrow(&jumped)));
                    }
                    let over = if whom.len() == 1 { whom.swap_remove(0) } else { Expr::Both(whom) };
                    self.jump(leg, side, land, over, over_captures, repeat)
                }
            };
        let repeats = motion.repeat.is_some() && !matches!(verb, Act::Jump { captures: true, .. });
        if repeats || capturing.is_some() && leg.verb == Verb::Jump {
            return Err(Unfit("a repetition of other motions than capturing jumps"));
        }
        Ok(Op {
            phases: self.phases(leg.verb, side),
            when: (!asks.is_empty()).then_some(Ask::All(asks)),
            from: motion.from.as_ref().map(|(sel, _)| self.expr(sel, speaker)).transpose()?,
            to,
            capturing,
            land: B::narrow(&land),
            verb,
            becomes,
            drops: drop,
            captures: leg.capturing.is_some(),
            late,
            stages: Vec::new(),
            leaving: None,
        })
    }

    fn phases(&self, verb: Verb, side: SideId) -> u32 {
        let allows = |phase: &crate::ruleset::Phase| {
            let mut lines = phase.only.iter().filter(|o| o.side.is_none_or(|s| s == side)).peekable();
            lines.peek().is_none() || lines.any(|o| matches!(&o.what, OnlyRule::Verbs(verbs) if verbs.contains(&verb)))
        };
        let phases = self.game.rules().phases.iter().enumerate();
        phases.filter(|(_, p)| allows(p)).fold(0, |bits, (n, _)| bits | 1 << n)
    }

    fn table(&self, targets: impl Fn(Site) -> Vec<Site>) -> Vec<B> {
        let board = self.game.board();
        let row = |site: usize| {
            if !board.sites().contains(site as Site) {
                return B::EMPTY;
            }
            targets(site as Site).into_iter().fold(B::EMPTY, |set, t| set.or(B::one(t)))
        };
        (0..board.count()).map(row).collect()
    }

    fn step(&self, leg: &MotionLeg, side: SideId) -> Act<B> {
        let board = self.game.board();
        let targets = |site: Site| {
            board.neighbours(site).filter(|(d, _)| self.fits(&leg.dirs, side, site, *d)).map(|(_, n)| n).collect()
        };
        Act::Step { ways: self.ways(&leg.dirs, side), table: self.table(targets) }
    }

    fn leap(&self, leg: &MotionLeg, side: SideId) -> Act<B> {
        let board = self.game.board();
        let targets = |site: Site| match &leg.offsets {
            None => board.sites().iter().filter(|s| *s != site).collect(),
            Some(offsets) => {
                let (x, y) = board.at(site);
                let to = offsets
                    .of(side)
                    .iter()
                    .filter_map(|(dx, dy)| board.site_at(x + i32::from(*dx), y + i32::from(*dy)));
                to.collect::<Vec<_>>()
            }
        };
        Act::Leap { table: self.table(targets) }
    }

    fn slide(
        &self,
        leg: &MotionLeg,
        side: SideId,
        land: SiteSet,
        pass: SiteSet,
        local: &dyn Fn(&Sel) -> Result<Expr<B>, Unfit>,
    ) -> Result<Act<B>, Unfit> {
        if leg.over.is_some() {
            return Err(Unfit("a slide over a piece"));
        }
        let (low, high) = match &leg.range {
            None => (1, u32::MAX),
            Some((_, Num::CountOf(_), _)) => return Err(Unfit("a slide as far as something is counted")),
            Some((RangeWord::Exactly, Num::Fixed(n), _)) => (*n, *n),
            Some((RangeWord::AtMost, Num::Fixed(n), _)) => (1, *n),
            Some((RangeWord::AtLeast, Num::Fixed(n), _)) => (*n, u32::MAX),
        };
        let blockers = match &leg.past {
            None => None,
            Some((past, _)) => Some(Expr::Not(Box::new(Expr::Union(vec![Expr::Empty, local(past)?])))),
        };
        let board = self.game.board();
        // The sites of a ray in order, those to stop on, and whether numbers grow along it.
        let ray = |from: Site, dir: Dir| -> Result<Option<(B, B, bool)>, Unfit> {
            let (mut sites, mut stops) = (B::EMPTY, B::EMPTY);
            let (mut at, mut steps, mut up) = (from, 0, None);
            while let Some(next) = board.next(at, dir).filter(|n| *n != from && steps < high) {
                steps += 1;
                if *up.get_or_insert(next > at) != (next > at) {
                    return Err(Unfit("a line whose points are not in order"));
                }
                let may_stop = land.contains(next);
                if !may_stop && !pass.contains(next) {
                    break;
                }
                sites = sites.or(B::one(next));
                if may_stop && steps >= low {
                    stops = stops.or(B::one(next));
                }
                if !pass.contains(next) {
                    break;
                }
                at = next;
            }
            Ok(up.filter(|_| !stops.is_empty()).map(|up| (sites, stops, up)))
        };
        let (mut lines, mut starts) = (Vec::new(), vec![0]);
        for site in 0..board.count() as Site {
            if board.sites().contains(site) {
                let along = |dir: Dir| if self.fits(&leg.dirs, side, site, dir) { ray(site, dir) } else { Ok(None) };
                for dir in (0..board.dirs()).filter(|d| *d < board.back(*d)) {
                    let mut line = Line { lower: B::EMPTY, upper: B::EMPTY, stops: B::EMPTY };
                    for (sites, stops, up) in [along(dir)?, along(board.back(dir))?].into_iter().flatten() {
                        let half = if up { &mut line.upper } else { &mut line.lower };
                        if !half.is_empty() {
                            return Err(Unfit("a line whose points are not in order"));
                        }
                        *half = sites;
                        line.stops = line.stops.or(stops);
                    }
                    if !line.stops.is_empty() {
                        lines.push(line);
                    }
                }
            }
            starts.push(lines.len() as u32);
        }
        Ok(Act::Slide { lines: Lines::new(lines, starts), blockers })
    }

    fn jump(
        &self,
        leg: &MotionLeg,
        side: SideId,
        land: SiteSet,
        over: Expr<B>,
        captures: bool,
        repeat: Repeat,
    ) -> Act<B> {
        let board = self.game.board();
        let hops = |site: Site| -> Vec<Hop> {
            let dirs = board.neighbours(site).filter(|(d, _)| self.fits(&leg.dirs, side, site, *d));
            let hop = |(dir, over): (Dir, Site)| Some(Hop { dir, over, to: board.next(over, dir)? });
            dirs.filter_map(hop).filter(|h| land.contains(h.to)).collect()
        };
        let all: Vec<Vec<Hop>> =
            (0..board.count() as Site).map(|s| if board.sites().contains(s) { hops(s) } else { Vec::new() }).collect();
        // On a grid all pieces jump at once, one shift a direction.
        let mut shifts = Vec::new();
        if board.shape() != Shape::Graph {
            for dir in 0..board.dirs() {
                let mut by = 0;
                let can: SiteSet = board
                    .sites()
                    .iter()
                    .filter(|s| {
                        let hop = all[*s as usize].iter().find(|h| h.dir == dir);
                        by = hop.map_or(by, |h| i32::from(h.over) - i32::from(*s));
                        hop.is_some()
                    })
                    .collect();
                if !can.is_empty() {
                    shifts.push((by, B::narrow(&can)));
                }
            }
        }
        Act::Jump { over, captures, hops: all, shifts, repeat }
    }
}

/// Who is spoken of in an ending.
#[derive(Default)]
struct Mentions {
    player: bool,
}

impl Visitor for Mentions {
    fn who(&mut self, who: &Who) {
        self.player |= *who == Who::Player;
    }
}

/// An ending that reads differently for another mover was not asked after the move before in the words in
/// which it is asked after this one: it must be asked in full.
fn ask_in_full_what_movers_tell_apart<B: Bits>(ends: &mut [Vec<EndAsk<B>>], verdicts: &[(Verdict, usize)]) {
    for mover in 0..ends.len() {
        for n in 0..ends[mover].len() {
            let end = &ends[mover][n];
            let same = |other: &EndAsk<B>| {
                other.next == end.next && other.ask == end.ask && verdicts[other.verdict] == verdicts[end.verdict]
            };
            if !ends.iter().all(|list| list.iter().any(same)) {
                ends[mover][n].needs = Needs::Nothing;
            }
        }
    }
}

/// The classes of a game: its kinds by owner and, where a rule reads it, by what they were.
fn classes(game: &Game) -> Vec<Class> {
    let rules = game.rules();
    let mut classes: Vec<Class> = Vec::new();
    let turns = turns_pieces(game);
    for (k, kind) in rules.kinds.iter().enumerate() {
        let mut owners: Vec<Option<SideId>> = kind.owners.iter().map(|o| Some(*o)).collect();
        if owners.is_empty() {
            owners.push(None);
        }
        if turns {
            // A piece that is turned may be of a kind that its new owner never had.
            let others = (0..rules.sides.len() as SideId).map(Some).filter(|o| !owners.contains(o));
            owners.extend(others.collect::<Vec<_>>());
        }
        let unlimited =
            |owner: &Option<SideId>| kind.hand == Hand::Unlimited && owner.is_none_or(|o| kind.owners.contains(&o));
        let kind = k as KindId;
        classes.extend(owners.iter().map(|owner| Class {
            kind,
            owner: *owner,
            was: kind,
            unlimited: unlimited(owner),
        }));
    }
    if game.reads().was {
        let mut n = 0;
        while n < classes.len() && classes.len() <= CLASSES {
            let from = classes[n].clone();
            for kind in rules.kinds[from.kind as usize].becomes.iter().flat_map(|line| &line.kinds) {
                let class = Class { kind: *kind, unlimited: false, ..from.clone() };
                if !classes.iter().any(|c| (c.kind, c.owner, c.was) == (class.kind, class.owner, class.was)) {
                    classes.push(class);
                }
            }
            n += 1;
        }
    }
    classes
}

/// Whether any effect turns pieces over to the mover.
fn turns_pieces(game: &Game) -> bool {
    let rules = game.rules();
    let turns = |effect: &Effect| matches!(effect.kind, EffectKind::Turn(_));
    let only = |o: &Only| matches!(&o.what, OnlyRule::Effect(e) if turns(e));
    rules.kinds.iter().flat_map(|k| &k.motions).flat_map(|m| &m.effects).any(|(e, _)| turns(e))
        || rules.after.iter().flat_map(|a| &a.effects).any(turns)
        || rules.phases.iter().flat_map(|p| &p.only).any(only)
}

/// Every mark with the moves that it can have left.
fn marks(game: &Game) -> Vec<(MarkId, u8)> {
    let marks = game.rules().marks.iter().enumerate();
    let ages = |(n, mark): (usize, &crate::ruleset::Mark)| {
        let lasts = mark.lasts.clamp(1, 255) as u8;
        (1..=lasts).map(move |left| (n as MarkId, left)).take(MARKS + 1).collect::<Vec<_>>()
    };
    marks.flat_map(ages).collect()
}

/// What no compiled game has; and, unless moves are made to be known, what asks for that.
fn fits(game: &Game, general: bool) -> Result<(), Unfit> {
    let rules = game.rules();
    let refused = [
        (rules.pie, "the pie rule"),
        (rules.hooks.iter().any(|h| h.point.in_play()), "hooks that are asked in play"),
        (rules.phases.len() > 32, "more than 32 phases"),
        (rules.passing.iter().any(|p| p.when.is_some()), "passing under a condition"),
        (rules.kinds.iter().flat_map(|k| &k.motions).flat_map(|m| &m.legs).any(|l| l.row.is_some()), "jumps over rows"),
    ];
    let made = [
        (game.reads().moved || game.reads().was, "what a piece was, or that it has not moved"),
        (!rules.joints.is_empty(), "joint moves"),
        (!rules.marks.is_empty(), "marks"),
        (!rules.after.is_empty(), "effects after a move"),
        (!rules.illegal.is_empty(), "`illegal` clauses"),
        (rules.phases.iter().any(|p| p.until.is_some()), "a phase with `until`"),
    ];
    let all = refused.iter().chain(made.iter().filter(|_| !general));
    if let Some((_, why)) = all.into_iter().find(|(bad, _)| *bad) {
        return Err(Unfit(why));
    }
    for phase in &rules.phases {
        if !general && phase.only.iter().any(|o| matches!(o.what, OnlyRule::Effect(_))) {
            return Err(Unfit("a phase of lone effects"));
        }
        if let Turns::List { entries, .. } = &phase.turns
            && entries.iter().any(|e| e.in_one_move)
        {
            return Err(Unfit("several drops in one move"));
        }
    }
    Ok(())
}

/// What a condition asks of the positions before, or of what a side could do.
fn reads_past(kind: &CondKind) -> bool {
    matches!(
        kind,
        CondKind::Occurs { .. } | CondKind::Throughout(_) | CondKind::CannotMove(..) | CondKind::NobodyCanMove
    )
}

/// Whether a selection reads a site only by what stands on that very site.
fn is_local(sel: &Sel) -> bool {
    match sel {
        Sel::Fixed(_)
        | Sel::Empty
        | Sel::Piece
        | Sel::Kind(_)
        | Sel::OwnedBy(_)
        | Sel::Friend
        | Sel::Enemy
        | Sel::Royal
        | Sel::Promoted(_) => true,
        Sel::Union(parts) | Sel::Intersection(parts) => parts.iter().all(is_local),
        Sel::Not(of) => is_local(of),
        _ => false,
    }
}

/// Whether a selection depends on who speaks.
fn reads_actor(sel: &Sel) -> bool {
    match sel {
        Sel::Friend
        | Sel::Enemy
        | Sel::OwnedBy(Who::Actor | Who::Mover | Who::NextPlayer | Who::Player | Who::EnemyOf(_)) => true,
        Sel::Union(parts) | Sel::Intersection(parts) => parts.iter().any(reads_actor),
        Sel::Not(of) => reads_actor(of),
        _ => false,
    }
}

/// Whether a condition of a motion reads where the piece lands or came by.
fn reads_landing(cond: &crate::ruleset::Cond) -> bool {
    struct Landing(bool);
    impl Visitor for Landing {
        fn sel(&mut self, sel: &Sel) {
            self.0 |= matches!(
                sel,
                Sel::It | Sel::There | Sel::ThatFile | Sel::ThatRank | Sel::ThatLine | Sel::MovedPiece | Sel::Called(_)
            );
        }
    }
    let mut landing = Landing(false);
    visit::cond(cond, &mut landing);
    landing.0
}

/// Whether no position can come again: some side must move in every round of turns, and each of its moves
/// either brings all its pieces forward as it measures forward, or spends a piece of a hand, or captures.
fn never_repeats(game: &Game) -> bool {
    let rules = game.rules();
    let unlimited = rules.kinds.iter().any(|k| k.hand == Hand::Unlimited);
    if rules.captured_to.is_some() || !rules.after.is_empty() || unlimited {
        return false;
    }
    if !rules.phases.iter().all(|p| matches!(p.turns, Turns::Alternating(_))) {
        return false;
    }
    (0..rules.sides.len() as SideId).any(|side| {
        let may_pass = rules.passing.iter().any(|p| p.side.is_none_or(|s| s == side));
        let own = rules.kinds.iter().filter(|k| k.owners.contains(&side));
        let forward = |measure: Compass| {
            own.clone().all(|k| k.motions.iter().all(|m| irreversible(game, m, side, measure, k.hand)))
        };
        !may_pass && rules.joints.is_empty() && Compass::ALL.into_iter().any(forward)
    })
}

fn irreversible(game: &Game, motion: &Motion, side: SideId, measure: Compass, hand: Hand) -> bool {
    let [leg] = motion.legs.as_slice() else { return false };
    if !motion.effects.is_empty() {
        return false;
    }
    if leg.verb == Verb::Drop {
        return hand != Hand::Unlimited;
    }
    if leg.capturing.is_some() && !leg.either {
        return true;
    }
    let board = game.board();
    // A line of a graph may bend back, so only its first step is known to lead forward.
    if board.shape() == Shape::Graph && leg.verb != Verb::Step {
        return false;
    }
    let compass = *leg.dirs.compass.of(side);
    let directed = matches!(leg.verb, Verb::Step | Verb::Slide | Verb::Jump) && !leg.dirs.all && !leg.dirs.onward;
    directed
        && board.sites().iter().all(|s| {
            let mut ahead =
                board.neighbours(s).filter(|(d, _)| board.class(s, *d).is_some_and(|c| compass.contains(c)));
            ahead.all(|(_, n)| board.advance(n, measure) > board.advance(s, measure))
        })
}
