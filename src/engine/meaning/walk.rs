//! How a path runs (docs/book/paths.md): a cursor that goes, checks and does, and yields every way to succeed.

use super::{Scene, work};
use crate::board::{Compass, Dir, Site, SiteSet};
use crate::engine::MAX_WAYS;
use crate::engine::position::{Piece, Position};
use crate::engine::trace::{Note, Part, Place};
use crate::ruleset::item::RangeWord;
use crate::ruleset::path::{Path, Role, Victim};
use crate::ruleset::{Confinement, ConfinementRule, Dirs, KindId, Leave, Num, Span};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::rc::Rc;

/// How many parts of a path are run for one motion of one piece, all its ways together.
const MAX_RUNS: u32 = 1 << 22;

/// The same, where the path goes on past what forbids it: that is looked at for its reasons, of which a part will do.
const LENIENT_RUNS: u32 = 1 << 18;

/// From so many ways of a repetition on, those that come to the same are followed once.
pub(crate) const MANY_WAYS: usize = 2048;

/// A way in which a path has run so far.
#[derive(Clone)]
pub(crate) struct Walked {
    /// The working board: the moving piece is lifted, pieces that left at once are gone.
    pub board: Rc<Position>,
    /// Where the cursor is; none before a drop.
    pub cursor: Option<Site>,
    /// Where the path began; none for a drop.
    pub origin: Option<Site>,
    /// The fixed direction.
    pub dir: Option<Dir>,
    /// The compass class of the last step.
    pub heading: Option<Compass>,
    /// The site last jumped.
    pub over: Option<Site>,
    /// All that were jumped since the last landing.
    pub jumped: SmallVec<[Site; 4]>,
    /// Landings.
    pub trail: SmallVec<[Site; 4]>,
    /// Every site that was gone through, landings included.
    pub passed: SiteSet,
    /// Captured pieces, in order.
    pub captured: SmallVec<[(Site, Piece); 2]>,
    /// Those that still stand.
    pub taken: SiteSet,
    /// What the piece has become on the way.
    pub became: Option<KindId>,
    /// Of a lenient walk: the first test that was not passed.
    pub failed: Option<Rc<Refusal>>,
    /// Of a lenient walk: how many tests were passed before.
    pub progress: u16,
    /// In a traced game: what was passed through.
    pub noted: Vec<Note>,
}

/// Where and why a path could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The site at which a test failed, or from which there was no way on.
    pub site: Site,
    /// Where the cursor came from: the last landing, or the origin.
    pub from: Option<Site>,
    /// The direction of travel.
    pub dir: Option<Dir>,
    /// The landings before it.
    pub trail: SmallVec<[Site; 4]>,
    /// Which test.
    pub test: Test,
    /// The words that demand it.
    pub span: Span,
}

/// The test that a path did not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The board ends, or no line leads on.
    Edge,
    /// A site on the way of a slide.
    OnTheWay,
    /// The site to be jumped.
    Jumped,
    /// The site to land on.
    Target,
    /// The piece to be captured.
    Captured,
    /// A confinement.
    Confined(ConfinementRule),
    /// The number of steps.
    Range,
    /// A repetition that must go on.
    MustGoOn,
    /// `from S`.
    From,
    /// `when C`.
    When,
    /// `unless C`.
    Unless,
    /// An effect that must touch something touches nothing.
    Effect,
}

/// What is told of refusals.
pub(crate) type Tell<'t> = &'t mut dyn FnMut(Refusal);
/// What is given each way to succeed; `Break` ends the search.
pub(crate) type Found<'f> = &'f mut dyn FnMut(&Walked) -> ControlFlow<()>;

/// A path and who runs it.
pub(crate) struct Walk<'a> {
    /// The position before the move, and whose words the path's are.
    pub scene: Scene<'a>,
    /// The confinements of the moving kind.
    pub confined: &'a [Confinement],
    /// The moving kind, where it may become another on the way.
    pub kind: Option<KindId>,
    /// The zones of the confinements, read before the move.
    pub(super) zones: Vec<SiteSet>,
    /// Parts of the path that were run.
    pub(super) runs: Cell<u32>,
    /// A test that is not passed is remembered (the first one) and the path goes on: it shows where a motion
    /// would lead if nothing forbade it.
    pub(super) lenient: bool,
    /// What is passed is noted, and what stands in the way.
    pub(super) noting: bool,
}

impl<'a> Walk<'a> {
    /// A walk of a piece of a kind with these confinements.
    pub fn new(scene: Scene<'a>, confined: &'a [Confinement]) -> Walk<'a> {
        let zones = confined.iter().map(|c| scene.select(&c.zone)).collect();
        Walk { scene, confined, kind: None, zones, runs: Cell::new(0), lenient: false, noting: scene.game.is_traced() }
    }

    /// A walk that no test stops.
    pub fn lenient(scene: Scene<'a>, confined: &'a [Confinement]) -> Walk<'a> {
        Walk { lenient: true, noting: false, ..Walk::new(scene, confined) }
    }

    /// The state in which a piece is lifted from its origin.
    pub fn lift(&self, origin: Option<Site>) -> Walked {
        let mut board = self.scene.position.clone();
        if let Some(origin) = origin {
            board.cells[origin as usize] = None;
        }
        Walked {
            board: Rc::new(board),
            cursor: origin,
            origin,
            dir: None,
            heading: None,
            over: None,
            jumped: SmallVec::new(),
            trail: SmallVec::new(),
            passed: SiteSet::EMPTY,
            captured: SmallVec::new(),
            taken: SiteSet::EMPTY,
            became: None,
            failed: None,
            progress: 0,
            noted: Vec::new(),
        }
    }

    /// Runs a path from a state.
    pub fn run(&self, path: &Path, state: Walked, tell: Tell, found: Found) -> ControlFlow<()> {
        if self.runs.get() >= if self.lenient { LENIENT_RUNS } else { MAX_RUNS } {
            return ControlFlow::Continue(());
        }
        self.runs.set(self.runs.get() + 1);
        work::done(1);
        match path {
            Path::Seq(parts) => self.sequence(parts, state, tell, found),
            Path::Choice(parts) => {
                for part in parts {
                    self.run(part, state.clone(), tell, found)?;
                }
                ControlFlow::Continue(())
            }
            Path::Each(dirs, inner) => {
                let Some(cursor) = state.cursor else { return ControlFlow::Continue(()) };
                for dir in self.directions(dirs, cursor, &state) {
                    let fixed = Walked { dir: Some(dir), ..state.clone() };
                    self.run(inner, fixed, tell, found)?;
                }
                ControlFlow::Continue(())
            }
            Path::Go(span) => match self.go(&state) {
                Some(next) => found(&next),
                None => {
                    self.refuse(&state, state.cursor, Test::Edge, *span, tell);
                    ControlFlow::Continue(())
                }
            },
            Path::Anywhere(_) => {
                for site in self.scene.game.board().sites().iter().filter(|s| Some(*s) != state.origin) {
                    found(&Walked { cursor: Some(site), ..state.clone() })?;
                }
                ControlFlow::Continue(())
            }
            Path::Offset(offsets, _) => {
                let board = self.scene.game.board();
                let Some(cursor) = state.cursor else { return ControlFlow::Continue(()) };
                let (x, y) = board.at(cursor);
                for (dx, dy) in offsets.of(self.scene.actor) {
                    if let Some(site) = board.site_at(x + i32::from(*dx), y + i32::from(*dy)) {
                        found(&Walked { cursor: Some(site), ..state.clone() })?;
                    }
                }
                ControlFlow::Continue(())
            }
            Path::Check(sel, role, span) => {
                let test = match role {
                    Role::OnTheWay => Test::OnTheWay,
                    Role::Jumped => Test::Jumped,
                    Role::Target => Test::Target,
                };
                if state.failed.is_some() || state.cursor.is_some_and(|c| self.look(&state).select(sel).contains(c)) {
                    return found(&self.passed(state, Part::of(test), *span));
                }
                self.fail(state, test, *span, tell, found)
            }
            Path::Pass(span) | Path::Bend(span) => {
                let passes = matches!(path, Path::Pass(_));
                let tested = |rule| match rule {
                    ConfinementRule::StaysIn | ConfinementRule::NeverEnters => true,
                    ConfinementRule::NeverPasses => passes,
                    ConfinementRule::NeverStopsIn => false,
                };
                self.confine(state, tested, *span, tell, found)
            }
            Path::Over(span) => {
                let mut jumped = Walked { over: state.cursor, ..state };
                jumped.jumped.extend(jumped.over);
                self.confine(jumped, |rule| rule == ConfinementRule::NeverPasses, *span, tell, found)
            }
            Path::Land(span) => {
                let landed = |state: &Walked| {
                    let mut state = state.clone();
                    state.trail.extend(state.cursor);
                    state.jumped.clear();
                    found(&state)
                };
                self.confine(state, |rule| rule != ConfinementRule::NeverPasses, *span, tell, &mut { landed })
            }
            Path::Capture(victim, sel, span) => self.capture(*victim, sel.as_ref(), *span, state, tell, found),
            Path::Repeat { path, low, high } => self.repeat(path, *low, *high, state, tell, found),
            Path::Chain(path, repeat) => self.chain(path, *repeat, state, tell, found),
            Path::Ranged { step, last, word, num, span } => {
                let total = match num {
                    Num::Fixed(n) => *n,
                    Num::CountOf(sel) => {
                        let line = state.cursor.zip(state.dir);
                        Scene { line, ..self.scene }.select(sel).len() as u32
                    }
                };
                let (low, high) = match word {
                    RangeWord::Exactly => (total, Some(total)),
                    RangeWord::AtMost => (1, Some(total)),
                    RangeWord::AtLeast => (total, None),
                };
                if self.lenient {
                    return self.any_number(step, last, (low, high), *span, state, tell, found);
                }
                if self.noting {
                    self.note_range(step, last, (low, high), *span, &state);
                }
                if high == Some(0) {
                    self.refuse(&state, state.cursor, Test::Range, *span, tell);
                    return ControlFlow::Continue(());
                }
                // The last step counts too.
                let (low, high) = (low.saturating_sub(1), high.map(|n| n - 1));
                let steps: &Path = step;
                let mut ended = Vec::new();
                let _ = self.repeat(steps, low, high, state, tell, &mut |s| {
                    ended.push(s.clone());
                    ControlFlow::Continue(())
                });
                for mut state in ended {
                    if self.noting {
                        state.noted.push((Place::new(*span, Part::Range), true));
                    }
                    self.run(last, state, tell, found)?;
                }
                ControlFlow::Continue(())
            }
            Path::Cannot(inner, span) => {
                let runs = self.runs.clone();
                let strict = Walk { lenient: false, noting: false, zones: self.zones.clone(), runs, ..*self };
                let run = || strict.run(inner, state.clone(), &mut |_| {}, &mut |_| ControlFlow::Break(()));
                if state.failed.is_none() && run().is_break() {
                    return self.fail(state, Test::MustGoOn, *span, tell, found);
                }
                found(&self.passed(state, Some(Part::MustGoOn), *span))
            }
        }
    }

    /// A slide of any length, for a lenient walk: lengths that the range does not allow fail.
    #[expect(clippy::too_many_arguments, reason = "the parts of one path")]
    fn any_number(
        &self,
        step: &Path,
        last: &Path,
        range: (u32, Option<u32>),
        span: Span,
        state: Walked,
        tell: Tell,
        found: Found,
    ) -> ControlFlow<()> {
        let (mut ways, mut steps) = (vec![state], 1);
        while !ways.is_empty() && steps <= self.scene.game.board().count() as u32 {
            let mut next = Vec::new();
            for way in ways {
                let fits = steps >= range.0 && range.1.is_none_or(|h| steps <= h);
                self.run(last, way.clone(), tell, &mut |end| {
                    if fits { found(end) } else { self.fail(end.clone(), Test::Range, span, &mut |_| {}, found) }
                })?;
                let _ = self.run(step, way, tell, &mut |s| {
                    next.push(s.clone());
                    ControlFlow::Continue(())
                });
            }
            ways = next;
            steps += 1;
        }
        ControlFlow::Continue(())
    }

    /// Notes whether the number of steps kept a slide from where it could have gone.
    fn note_range(&self, step: &Path, last: &Path, range: (u32, Option<u32>), span: Span, state: &Walked) {
        let free = Walk { noting: false, zones: self.zones.clone(), runs: self.runs.clone(), ..*self };
        let (mut ways, mut steps) = (vec![state.clone()], 1);
        while !ways.is_empty() && steps <= self.scene.game.board().count() as u32 {
            let mut next = Vec::new();
            for way in ways {
                let fits = steps >= range.0 && range.1.is_none_or(|h| steps <= h);
                let ends = || free.run(last, way.clone(), &mut |_| {}, &mut |_| ControlFlow::Break(()));
                if !fits && ends().is_break() {
                    self.scene.game.note(span, Part::Range, false);
                    return;
                }
                let _ = free.run(step, way, &mut |_| {}, &mut |s| {
                    next.push(s.clone());
                    ControlFlow::Continue(())
                });
            }
            ways = next;
            steps += 1;
        }
    }

    fn sequence(&self, parts: &[Path], state: Walked, tell: Tell, found: Found) -> ControlFlow<()> {
        let Some((first, rest)) = parts.split_first() else { return found(&state) };
        // The ways of the first part are gathered before the rest runs, so that `tell` serves both.
        let mut ways = Vec::new();
        let _ = self.run(first, state, tell, &mut |s| {
            ways.push(s.clone());
            ControlFlow::Continue(())
        });
        for way in ways {
            self.sequence(rest, way, tell, found)?;
        }
        ControlFlow::Continue(())
    }

    /// From `low` to `high` times, shorter ones first. A repetition that comes back to a state that it has
    /// been in (a slide round a closed line) ends there, and one that goes too many ways follows the first of them.
    fn repeat(
        &self,
        path: &Path,
        low: u32,
        high: Option<u32>,
        state: Walked,
        tell: Tell,
        found: Found,
    ) -> ControlFlow<()> {
        let begin = (state.cursor, state.captured.len());
        let mut ways = vec![state];
        let mut been = Vec::new();
        let most = self.scene.game.board().count() as u32 * 2;
        let (mut times, mut gone) = (0, 0);
        loop {
            if times >= low {
                for way in &ways {
                    found(way)?;
                }
            }
            if ways.is_empty() || high.is_some_and(|h| times >= h) || times >= most {
                return ControlFlow::Continue(());
            }
            let mut next = Vec::new();
            for way in ways {
                let _ = self.run(path, way, tell, &mut |s| {
                    // Once round a closed line; a chain that has captured may come by its origin.
                    let round = s.cursor == s.origin && s.captured.is_empty() || (s.cursor, s.captured.len()) == begin;
                    // A lenient walk that has failed goes through a site along a direction once.
                    let seen = s.failed.is_some() && been.contains(&(s.cursor, s.dir));
                    if s.failed.is_some() && !seen {
                        been.push((s.cursor, s.dir));
                    }
                    if round || seen {
                        return ControlFlow::Continue(());
                    }
                    if gone == MAX_WAYS {
                        return ControlFlow::Break(());
                    }
                    gone += 1;
                    next.push(s.clone());
                    ControlFlow::Continue(())
                });
            }
            if gone > MANY_WAYS {
                self.keep_one_of_each(&mut next);
            }
            ways = next;
            times += 1;
        }
    }

    /// Of ways that have captured the same and stand in the same place the first.
    pub(super) fn keep_one_of_each(&self, ways: &mut Vec<Walked>) {
        let mut known = HashSet::new();
        ways.retain(|w| {
            let captured: SiteSet = w.captured.iter().map(|(site, _)| *site).collect();
            w.failed.is_some() || known.insert((w.cursor, w.dir, captured, w.became))
        });
    }

    /// The scene on the working board.
    pub(super) fn look<'b>(&'b self, state: &'b Walked) -> Scene<'b> {
        Scene { it: state.over, taken: state.taken, line: state.origin.zip(state.dir), ..self.scene.on(&state.board) }
    }

    fn directions(&self, dirs: &Dirs, cursor: Site, state: &Walked) -> Vec<Dir> {
        let board = self.scene.game.board();
        let mut fitting: Vec<Dir> = self.scene.dirs(dirs, cursor, self.scene.actor).collect();
        if dirs.onward {
            let beside = state.heading.map(|h| board.compass().beside(h));
            fitting.retain(|d| beside.is_some_and(|b| board.class(cursor, *d).is_some_and(|c| b.contains(c))));
        }
        fitting
    }

    fn go(&self, state: &Walked) -> Option<Walked> {
        let board = self.scene.game.board();
        let (cursor, dir) = (state.cursor?, state.dir?);
        let next = board.next(cursor, dir)?;
        let mut state = state.clone();
        state.heading = board.class(cursor, dir);
        state.cursor = Some(next);
        state.passed.insert(next);
        Some(state)
    }

    fn confine(
        &self,
        state: Walked,
        tested: impl Fn(ConfinementRule) -> bool,
        span: Span,
        tell: Tell,
        found: Found,
    ) -> ControlFlow<()> {
        let Some(cursor) = state.cursor else { return ControlFlow::Continue(()) };
        let mut state = state;
        for (line, zone) in self.confined.iter().zip(&self.zones) {
            let inside = zone.contains(cursor);
            let allowed = inside == (line.rule == ConfinementRule::StaysIn);
            if tested(line.rule) && !allowed && state.failed.is_none() {
                return self.fail(state, Test::Confined(line.rule), line.span, tell, found);
            }
            if self.noting && tested(line.rule) {
                state.noted.push((Place::new(line.span, Part::Confined), true));
            }
        }
        found(&self.passed(state, None, span))
    }

    fn capture(
        &self,
        victim: Victim,
        sel: Option<&crate::ruleset::Sel>,
        span: Span,
        mut state: Walked,
        tell: Tell,
        found: Found,
    ) -> ControlFlow<()> {
        if victim == Victim::Over && state.jumped.len() > 1 && state.failed.is_none() {
            return self.capture_row(span, state, tell, found);
        }
        let site = match victim {
            Victim::Here => state.cursor,
            Victim::Over => state.over,
            Victim::Behind => state.cursor.and_then(|c| self.behind(c)),
        };
        if state.failed.is_some() {
            return found(&state);
        }
        let fits = |s: &Site| sel.is_none_or(|sel| self.look(&state).select(sel).contains(*s));
        let target = site.filter(fits).filter(|s| !state.taken.contains(*s));
        let Some((site, piece)) = target.and_then(|s| Some((s, state.board.piece(s)?))) else {
            return self.fail(state, Test::Captured, span, tell, found);
        };
        state = self.passed(state, Some(Part::Captured), span);
        state.captured.push((site, piece));
        let stands = self.scene.game.rules().captured_leave == Leave::AtEnd && victim != Victim::Here;
        if stands {
            state.taken.insert(site);
        } else {
            Rc::make_mut(&mut state.board).cells[site as usize] = None;
        }
        found(&state)
    }

    /// All pieces of a row that was jumped are captured.
    fn capture_row(&self, span: Span, mut state: Walked, tell: Tell, found: Found) -> ControlFlow<()> {
        let row = std::mem::take(&mut state.jumped);
        let pieces: Vec<(Site, Piece)> = row
            .iter()
            .filter(|s| !state.taken.contains(**s))
            .filter_map(|s| Some((*s, state.board.piece(*s)?)))
            .collect();
        if pieces.len() < row.len() {
            return self.fail(state, Test::Captured, span, tell, found);
        }
        state = self.passed(state, Some(Part::Captured), span);
        for (site, piece) in pieces {
            state.captured.push((site, piece));
            if self.scene.game.rules().captured_leave == Leave::AtEnd {
                state.taken.insert(site);
            } else {
                Rc::make_mut(&mut state.board).cells[site as usize] = None;
            }
        }
        found(&state)
    }

    /// The next site against the direction in which the moving side faces.
    fn behind(&self, site: Site) -> Option<Site> {
        let board = self.scene.game.board();
        let back = self.scene.game.rules().sides[self.scene.actor as usize].faces?.opposite();
        (0..board.dirs()).filter(|d| board.class(site, *d) == Some(back)).find_map(|d| board.next(site, d))
    }

    /// The state after a test that was passed.
    pub(super) fn passed(&self, mut state: Walked, part: Option<Part>, span: Span) -> Walked {
        if let Some(part) = part.filter(|_| self.noting) {
            state.noted.push((Place::new(span, part), true));
        }
        if self.lenient && state.failed.is_none() {
            state.progress = state.progress.saturating_add(1);
        }
        state
    }

    /// A test at the cursor was not passed: the path ends here, or a lenient one remembers it and goes on.
    pub(super) fn fail(&self, mut state: Walked, test: Test, span: Span, tell: Tell, found: Found) -> ControlFlow<()> {
        let mut refusal = None;
        self.refuse(&state, state.cursor, test, span, &mut |r| refusal = Some(r));
        let Some(refusal) = refusal else { return ControlFlow::Continue(()) };
        self.note_refusal(test, span);
        tell(refusal.clone());
        if !self.lenient {
            return ControlFlow::Continue(());
        }
        if state.failed.is_none() {
            state.failed = Some(Rc::new(refusal));
        }
        found(&state)
    }

    /// Notes what stood in the way.
    pub fn note_refusal(&self, test: Test, span: Span) {
        if let Some(part) = Part::of(test).filter(|_| self.noting) {
            self.scene.game.note(span, part, false);
        }
    }

    /// Tells of a refusal.
    pub fn refuse(&self, state: &Walked, site: Option<Site>, test: Test, span: Span, tell: Tell) {
        if let Some(site) = site {
            let from = state.trail.last().copied().or(state.origin);
            tell(Refusal { site, from, dir: state.dir, trail: state.trail.clone(), test, span });
        }
    }
}
