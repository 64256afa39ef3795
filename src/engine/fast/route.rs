//! Paths that are no batch, run on sets: several legs, slides over a piece, repetitions, captures behind the landing. A
//! route does what [`walk`](crate::engine::meaning::walk) does with a path, with selections compiled.

use super::bits::{Bits, try_each};
use super::chain::Chain;
use super::compile::{Fast, Unfit};
use super::expr::{Asking, Caught, Expr};
use super::speak::Speaker;
use super::state::State;
use crate::board::{Compass, Dir, Site};
use crate::engine::MAX_WAYS;
use crate::engine::meaning::walk::MANY_WAYS;
use crate::ruleset::item::RangeWord;
use crate::ruleset::path::{Path, Victim};
use crate::ruleset::{Confinement, ConfinementRule, Dirs, KindId, Num};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How many parts of a route are run for one motion of one piece, all its ways together.
const MAX_RUNS: u32 = 1 << 20;

/// A part of a path; [`Path`] says what each means.
#[derive(Clone, Debug)]
pub(crate) enum Part<B> {
    Seq(Vec<Part<B>>),
    Choice(Vec<Part<B>>),
    /// The directions that fit, by site; true: only those beside the heading.
    Each(Vec<Vec<Dir>>, bool, Box<Part<B>>),
    Go,
    Anywhere,
    /// Where the offsets lead, by site.
    Offset(Vec<Vec<Site>>),
    Check(Expr<B>),
    /// `Pass`, `Over`, `Bend`, `Land`: which of the allowed sets the cursor must be in.
    Touch(Touch),
    Capture(Victim, Option<Expr<B>>),
    /// From so many times to so many; whether something lands in it.
    Repeat(Box<Part<B>>, u32, Option<u32>, bool),
    Ranged(Box<Part<B>>, Box<Part<B>>, RangeWord, Steps<B>),
    Cannot(Box<Part<B>>),
    Chain(Box<Chain<B>>),
}

/// How a site is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    Pass,
    Bend,
    Over,
    Land,
}

/// A number of steps.
#[derive(Clone, Debug)]
pub(crate) enum Steps<B> {
    Fixed(u32),
    CountOf(Expr<B>),
}

/// A path of a side with the zones that confine its piece.
#[derive(Clone, Debug)]
pub(crate) struct Route<B> {
    path: Part<B>,
    zones: Vec<(ConfinementRule, Expr<B>)>,
    /// A set that must not be empty, or there is no way.
    gate: Option<Expr<B>>,
}

/// A way that has been gone so far.
#[derive(Clone, Debug)]
pub(crate) struct Gone<B> {
    pub cursor: Option<Site>,
    pub origin: Option<Site>,
    pub dir: Option<Dir>,
    pub heading: Option<Compass>,
    pub over: Option<Site>,
    pub trail: SmallVec<[Site; 4]>,
    pub passed: B,
    pub caught: SmallVec<[Caught; 2]>,
    /// What the piece has become in passing.
    pub became: Option<KindId>,
}

impl<B: Bits> Gone<B> {
    /// The sites of the captured pieces.
    pub fn captured(&self) -> B {
        self.caught.iter().fold(B::EMPTY, |set, caught| set.or(B::one(caught.0)))
    }

    /// Nothing is gone yet.
    pub fn at(cursor: Option<Site>, origin: Option<Site>) -> Gone<B> {
        let (trail, caught) = (SmallVec::new(), SmallVec::new());
        Gone { cursor, origin, dir: None, heading: None, over: None, trail, passed: B::EMPTY, caught, became: None }
    }
}

/// A way with the board as it is then.
pub(crate) type Way<B> = (State<B>, Gone<B>);

/// What is the same for all ways of a route.
pub(crate) struct Tour<'a, B> {
    /// The sites that may be passed, bent at, jumped, landed on.
    allowed: [B; 4],
    /// The phase and what else is known before the move.
    asking: Asking<'a, B>,
    runs: Cell<u32>,
}

/// What each way is given to, with the board as it is then; `Break` ends the search.
pub(crate) type Found<'f, B> = &'f mut dyn FnMut(&State<B>, &Gone<B>) -> ControlFlow<()>;

impl<B: Bits> Fast<B> {
    /// The route of a path.
    pub fn route(
        &self,
        path: &Path,
        confined: &[Confinement],
        kind: Option<KindId>,
        speaker: Speaker,
    ) -> Result<Route<B>, Unfit> {
        let zone = |c: &Confinement| Ok((c.rule, self.expr(&c.zone, speaker)?));
        let zones = confined.iter().map(zone).collect::<Result<Vec<_>, Unfit>>()?;
        Ok(Route { path: self.part(path, kind, speaker)?, zones, gate: None })
    }

    /// A part of a path; a chain is that of a kind.
    pub fn part(&self, path: &Path, kind: Option<KindId>, speaker: Speaker) -> Result<Part<B>, Unfit> {
        let board = self.game.board();
        let parts = |list: &[Path]| list.iter().map(|p| self.part(p, kind, speaker)).collect::<Result<Vec<_>, _>>();
        let boxed = |path: &Path| Ok::<_, Unfit>(Box::new(self.part(path, kind, speaker)?));
        Ok(match path {
            Path::Seq(list) => Part::Seq(parts(list)?),
            Path::Choice(list) => Part::Choice(parts(list)?),
            Path::Each(dirs, inner) => Part::Each(self.fitting(dirs, speaker.actor), dirs.onward, boxed(inner)?),
            Path::Go(_) => Part::Go,
            Path::Anywhere(_) => Part::Anywhere,
            Path::Offset(offsets, _) => {
                let from = |site: Site| {
                    let (x, y) = board.at(site);
                    let to = offsets.of(speaker.actor).iter();
                    to.filter_map(|(dx, dy)| board.site_at(x + i32::from(*dx), y + i32::from(*dy))).collect()
                };
                let sites = 0..board.count() as Site;
                Part::Offset(sites.map(|s| if board.sites().contains(s) { from(s) } else { Vec::new() }).collect())
            }
            Path::Check(sel, ..) => Part::Check(self.expr(sel, speaker)?),
            Path::Pass(_) => Part::Touch(Touch::Pass),
            Path::Over(_) => Part::Touch(Touch::Over),
            Path::Bend(_) => Part::Touch(Touch::Bend),
            Path::Land(_) => Part::Touch(Touch::Land),
            Path::Capture(victim, sel, _) => {
                Part::Capture(*victim, sel.as_ref().map(|s| self.expr(s, speaker)).transpose()?)
            }
            Path::Repeat { path, low, high } => Part::Repeat(boxed(path)?, *low, *high, lands(path)),
            Path::Ranged { step, last, word, num, .. } => {
                let steps = match num {
                    Num::Fixed(n) => Steps::Fixed(*n),
                    Num::CountOf(sel) => Steps::CountOf(self.expr(sel, speaker)?),
                };
                Part::Ranged(boxed(step)?, boxed(last)?, *word, steps)
            }
            Path::Cannot(inner, _) => Part::Cannot(boxed(inner)?),
            Path::Chain(link, repeat) => {
                let kind = kind.ok_or(Unfit("a chain of no piece"))?;
                let link = self.part(link, None, speaker)?;
                Part::Chain(Box::new(self.chained(link, *repeat, kind, speaker)?))
            }
        })
    }

    /// The directions that fit a side, by site.
    pub fn fitting(&self, dirs: &Dirs, side: u8) -> Vec<Vec<Dir>> {
        let board = self.game.board();
        let of = |site: Site| (0..board.dirs()).filter(|d| self.fits(dirs, side, site, *d)).collect();
        (0..board.count() as Site).map(|s| if board.sites().contains(s) { of(s) } else { Vec::new() }).collect()
    }

    /// Every way of a route on a board where the piece is lifted. `before` is the position before the move.
    pub fn travel(
        &self,
        route: &Route<B>,
        before: &State<B>,
        board: &State<B>,
        gone: &Gone<B>,
        found: Found<B>,
    ) -> ControlFlow<()> {
        let asking = Self::asking(before);
        if route.gate.as_ref().is_some_and(|gate| self.eval(gate, &asking).is_empty()) {
            return ControlFlow::Continue(());
        }
        let mut allowed = [self.all; 4];
        for (rule, zone) in &route.zones {
            let zone = self.eval(zone, &asking);
            let tested: &[Touch] = match rule {
                ConfinementRule::StaysIn | ConfinementRule::NeverEnters => &[Touch::Pass, Touch::Bend, Touch::Land],
                ConfinementRule::NeverPasses => &[Touch::Pass, Touch::Over],
                ConfinementRule::NeverStopsIn => &[Touch::Land],
            };
            for touch in tested {
                let set = &mut allowed[*touch as usize];
                *set = if *rule == ConfinementRule::StaysIn { set.and(zone) } else { set.minus(zone) };
            }
        }
        let tour = Tour { allowed, asking, runs: Cell::new(0) };
        self.go_on(&tour, &route.path, board, gone, found)
    }

    pub fn go_on(
        &self,
        tour: &Tour<B>,
        part: &Part<B>,
        board: &State<B>,
        gone: &Gone<B>,
        found: Found<B>,
    ) -> ControlFlow<()> {
        let done = ControlFlow::Continue(());
        if tour.runs.get() >= MAX_RUNS {
            return done;
        }
        tour.runs.set(tour.runs.get() + 1);
        match part {
            Part::Seq(parts) => self.sequence(tour, parts, board, gone, found),
            Part::Choice(parts) => parts.iter().try_for_each(|p| self.go_on(tour, p, board, gone, found)),
            Part::Each(dirs, onward, inner) => {
                let Some(cursor) = gone.cursor else { return done };
                let rules = self.game.board();
                let beside = gone.heading.map(|h| rules.compass().beside(h));
                for dir in &dirs[cursor as usize] {
                    let fits = || {
                        let class = rules.class(cursor, *dir);
                        beside.is_some_and(|beside| class.is_some_and(|c| beside.contains(c)))
                    };
                    if !*onward || fits() {
                        self.go_on(tour, inner, board, &Gone { dir: Some(*dir), ..gone.clone() }, found)?;
                    }
                }
                done
            }
            Part::Go => {
                let rules = self.game.board();
                let (Some(cursor), Some(dir)) = (gone.cursor, gone.dir) else { return done };
                let Some(next) = rules.next(cursor, dir) else { return done };
                let (heading, passed) = (rules.class(cursor, dir), gone.passed.or(B::one(next)));
                found(board, &Gone { cursor: Some(next), heading, passed, ..gone.clone() })
            }
            Part::Anywhere => try_each(self.all, |site| {
                if Some(site) == gone.origin {
                    return done;
                }
                found(board, &Gone { cursor: Some(site), ..gone.clone() })
            }),
            Part::Offset(to) => {
                let Some(cursor) = gone.cursor else { return done };
                let mut sites = to[cursor as usize].iter();
                sites.try_for_each(|site| found(board, &Gone { cursor: Some(*site), ..gone.clone() }))
            }
            Part::Check(expr) => {
                let fits = match (expr, gone.cursor) {
                    (Expr::Empty, Some(cursor)) => !board.occupied.has(cursor),
                    (_, Some(cursor)) => self.eval(expr, &self.look(tour, board, gone)).has(cursor),
                    (_, None) => false,
                };
                if fits { found(board, gone) } else { done }
            }
            Part::Touch(touch) => {
                let Some(cursor) = gone.cursor else { return done };
                if !tour.allowed[*touch as usize].has(cursor) {
                    return done;
                }
                match touch {
                    Touch::Pass | Touch::Bend => found(board, gone),
                    Touch::Over => found(board, &Gone { over: Some(cursor), ..gone.clone() }),
                    Touch::Land => {
                        let mut landed = gone.clone();
                        landed.trail.push(cursor);
                        found(board, &landed)
                    }
                }
            }
            Part::Capture(victim, sel) => self.capture(tour, *victim, sel.as_ref(), board, gone, found),
            Part::Repeat(inner, low, high, lands) => {
                self.repeat(tour, inner, (*low, *high), *lands, board, gone, found)
            }
            Part::Ranged(step, last, word, steps) => {
                let total = match steps {
                    Steps::Fixed(n) => *n,
                    Steps::CountOf(expr) => {
                        let line = self.line_of(gone.cursor, gone.dir);
                        self.eval(expr, &Asking { line, ..tour.asking }).count()
                    }
                };
                let (low, high) = match word {
                    RangeWord::Exactly => (total, Some(total)),
                    RangeWord::AtMost => (1, Some(total)),
                    RangeWord::AtLeast => (total, None),
                };
                if high == Some(0) {
                    return done;
                }
                // The last step counts too.
                let range = (low.saturating_sub(1), high.map(|n| n - 1));
                self.repeat(tour, step, range, false, board, gone, &mut |board, gone| {
                    self.go_on(tour, last, board, gone, found)
                })
            }
            Part::Chain(chain) => self.chain(tour, chain, board, gone, found),
            Part::Cannot(inner) => {
                let goes = self.go_on(tour, inner, board, gone, &mut |_, _| ControlFlow::Break(()));
                if goes.is_break() { done } else { found(board, gone) }
            }
        }
    }

    fn sequence(
        &self,
        tour: &Tour<B>,
        parts: &[Part<B>],
        board: &State<B>,
        gone: &Gone<B>,
        found: Found<B>,
    ) -> ControlFlow<()> {
        let Some((first, rest)) = parts.split_first() else { return found(board, gone) };
        self.go_on(tour, first, board, gone, &mut |board, gone| self.sequence(tour, rest, board, gone, found))
    }

    /// So many times, shorter ones first, as the interpreter does: a repetition that comes back to its origin without
    /// having captured ends there, and one that goes too many ways follows the first of them.
    #[expect(clippy::too_many_arguments, reason = "the parts of one path")]
    fn repeat(
        &self,
        tour: &Tour<B>,
        inner: &Part<B>,
        range: (u32, Option<u32>),
        lands: bool,
        board: &State<B>,
        gone: &Gone<B>,
        found: Found<B>,
    ) -> ControlFlow<()> {
        let most = self.game.board().count() as u32 * 2;
        let begin = (gone.cursor, gone.caught.len());
        // Once round a closed line; a chain that has captured may come by its origin.
        let round = |now: &Gone<B>| {
            now.cursor == now.origin && now.caught.is_empty() || (now.cursor, now.caught.len()) == begin
        };
        if !lands {
            // One way alone: it can be followed as it goes.
            return self.again(tour, inner, range, most, &round, board, gone, found);
        }
        let (low, high) = range;
        let mut ways = vec![(*board, gone.clone())];
        let (mut times, mut total) = (0, 0);
        loop {
            if times >= low {
                ways.iter().try_for_each(|(board, way)| found(board, way))?;
            }
            if ways.is_empty() || high.is_some_and(|h| times >= h) || times >= most {
                return ControlFlow::Continue(());
            }
            let mut next = Vec::new();
            for (board, way) in &ways {
                let _ = self.go_on(tour, inner, board, way, &mut |after, now| {
                    if round(now) {
                        return ControlFlow::Continue(());
                    }
                    if total == MAX_WAYS {
                        return ControlFlow::Break(());
                    }
                    total += 1;
                    next.push((*after, now.clone()));
                    ControlFlow::Continue(())
                });
            }
            if total > MANY_WAYS {
                // Of ways that have captured the same and stand in the same place the first.
                Self::keep_one_of_each(&mut next);
            }
            ways = next;
            times += 1;
        }
    }

    /// Of ways that have captured the same and stand in the same place the first.
    pub fn keep_one_of_each(ways: &mut Vec<Way<B>>) {
        let mut known = HashSet::new();
        ways.retain(|(_, way)| known.insert((way.cursor, way.dir, way.captured().widen(), way.became)));
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one path")]
    fn again(
        &self,
        tour: &Tour<B>,
        inner: &Part<B>,
        range: (u32, Option<u32>),
        most: u32,
        round: &dyn Fn(&Gone<B>) -> bool,
        board: &State<B>,
        gone: &Gone<B>,
        found: Found<B>,
    ) -> ControlFlow<()> {
        let (low, high) = range;
        if low == 0 {
            found(board, gone)?;
        }
        if high == Some(0) || most == 0 {
            return ControlFlow::Continue(());
        }
        let range = (low.saturating_sub(1), high.map(|h| h - 1));
        self.go_on(tour, inner, board, gone, &mut |board, now| {
            if round(now) {
                return ControlFlow::Continue(());
            }
            self.again(tour, inner, range, most - 1, round, board, now, found)
        })
    }

    /// What is asked on the way.
    pub fn look<'b>(&self, tour: &Tour<'b, B>, board: &'b State<B>, gone: &Gone<B>) -> Asking<'b, B> {
        let it = gone.over.map_or(B::EMPTY, B::one);
        Asking { state: board, it, line: self.line_of(gone.origin, gone.dir), ..tour.asking }
    }

    /// The whole line through a site along a direction, both ways; nothing where there is none.
    pub fn line_of(&self, origin: Option<Site>, dir: Option<Dir>) -> B {
        let (Some(origin), Some(dir)) = (origin, dir) else { return B::EMPTY };
        if !self.reads_line {
            return B::EMPTY;
        }
        let board = self.game.board();
        let mut set = B::one(origin);
        for dir in [dir, board.back(dir)] {
            let mut at = origin;
            while let Some(next) = board.next(at, dir).filter(|n| !set.has(*n)) {
                set = set.or(B::one(next));
                at = next;
            }
        }
        set
    }

    fn capture(
        &self,
        tour: &Tour<B>,
        victim: Victim,
        sel: Option<&Expr<B>>,
        board: &State<B>,
        gone: &Gone<B>,
        found: Found<B>,
    ) -> ControlFlow<()> {
        let site = match victim {
            Victim::Here => gone.cursor,
            Victim::Over => gone.over,
            Victim::Behind => gone.cursor.and_then(|c| self.behind[board.to_move as usize][c as usize]),
        };
        let fits = |s: &Site| sel.is_none_or(|sel| self.eval(sel, &self.look(tour, board, gone)).has(*s));
        let Some(site) = site.filter(fits) else { return ControlFlow::Continue(()) };
        let Some(class) = board.class_at(site, self.classes.len()) else { return ControlFlow::Continue(()) };
        let mut after = *board;
        let mut gone = gone.clone();
        gone.caught.push((site, class as u8, board.moved.has(site)));
        after.lift(site, class, self.classes[class].owner);
        if self.at_end && victim != Victim::Here {
            after.occupied = after.occupied.or(B::one(site));
        }
        found(&after, &gone)
    }

    /// The route with a set that must not be empty, or there is no way.
    pub fn gated(&self, route: Route<B>, gate: Expr<B>) -> Route<B> {
        Route { gate: Some(gate), ..route }
    }
}

/// Whether something lands in a path.
fn lands(path: &Path) -> bool {
    match path {
        Path::Land(_) => true,
        Path::Seq(list) | Path::Choice(list) => list.iter().any(lands),
        Path::Each(_, inner) | Path::Repeat { path: inner, .. } => lands(inner),
        Path::Ranged { step, last, .. } => lands(step) || lands(last),
        _ => false,
    }
}
