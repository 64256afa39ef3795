//! What follows a landing: the piece becomes another, effects happen, captured pieces leave, `after every` blocks. The
//! interpreter's [`make`](crate::engine::meaning::make) on sets; choices of the mover multiply the results.

use super::bits::{Bits, each, try_each};
use super::compile::{Fast, Unfit};
use super::expr::{Ask, Asking, Caught, Expr};
use super::route::{Gone, Route};
use super::speak::Speaker;
use super::state::State;
use crate::board::Site;
use crate::engine::position::Piece;
use crate::ruleset::item::Event;
use crate::ruleset::{Becomes, Dirs, Effect, EffectKind, KindId, Pattern, Relation};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// One thing that follows a landing.
#[derive(Clone, Debug)]
pub(crate) enum Stage<B> {
    /// The piece becomes one of these kinds, or, where it may, stays.
    Become { may: bool, kinds: Vec<KindId>, zone: Expr<B>, or_leaving: bool },
    /// An effect; true: it must touch something.
    Do(Deed<B>, bool),
    /// Captured pieces that still stood leave.
    Leave,
    /// The next stages are left out, so many, unless this holds.
    Guard { event: Event, of: Option<Expr<B>>, when: Option<Ask<B>>, stages: usize },
}

/// An effect.
#[derive(Clone, Debug)]
pub(crate) enum Deed<B> {
    Take { counts: bool, of: Shape<B> },
    TakeOne { counts: bool, picks: Vec<(Expr<B>, bool)> },
    Turn(Shape<B>),
    PlaceAt(usize, Expr<B>),
    PlaceBy(usize, Box<Route<B>>),
    Shift(Expr<B>, Dirs, u8),
}

/// Pieces in a relation to the moved one.
#[derive(Clone, Debug)]
pub(crate) enum Shape<B> {
    Any(Expr<B>),
    /// All neighbours of a site are in the second set, and none is missing: the neighbours by site, and the sites that
    /// miss one.
    Surrounded(Expr<B>, Vec<B>, B, Expr<B>),
    /// Between the landing and a site of the second set, by rays from each site; true: whole rows.
    Between(Expr<B>, Vec<Vec<Vec<Site>>>, Expr<B>, bool),
}

/// A move in the making.
#[derive(Clone, Debug)]
pub(crate) struct Making<B> {
    pub state: State<B>,
    /// Where the moved piece is, and its class now.
    pub moved: Option<(Site, usize)>,
    pub becomes: Option<KindId>,
    pub picks: SmallVec<[Site; 4]>,
    pub caught: SmallVec<[Caught; 8]>,
}

/// What is known of a move in the making from its beginning.
#[derive(Clone, Copy)]
pub(crate) struct Doing<B> {
    pub side: u8,
    pub origin: Option<Site>,
    pub drop: bool,
    /// The phase that it is made in.
    pub phase: u8,
    /// The sites that were gone through.
    pub passed: B,
}

/// What each result is given to; `Break` ends the search.
pub(crate) type Give<'g, B> = &'g mut dyn FnMut(&Making<B>) -> ControlFlow<()>;

impl<B: Bits> Fast<B> {
    /// `becomes ...`
    pub fn becoming(&self, line: &Becomes, speaker: Speaker) -> Result<Stage<B>, Unfit> {
        let zone = self.expr(&line.sel, speaker)?;
        Ok(Stage::Become { may: line.may, kinds: line.kinds.clone(), zone, or_leaving: line.or_leaving })
    }

    /// An effect in the words of a side.
    pub fn deed(&self, effect: &Effect, speaker: Speaker) -> Result<Deed<B>, Unfit> {
        let stored = |kind: KindId| {
            let owner = self.game.kind(kind).owners.contains(&speaker.actor).then_some(speaker.actor);
            let piece = Piece { kind, owner, was: kind, moved: false };
            self.class_of(piece).ok_or(Unfit("a piece of the store that nobody can own"))
        };
        Ok(match &effect.kind {
            EffectKind::Take { counts, pattern } => Deed::Take { counts: *counts, of: self.shape(pattern, speaker)? },
            EffectKind::TakeOne { counts, picks } => {
                let pick = |(sel, one): &(crate::ruleset::Sel, bool)| Ok::<_, Unfit>((self.expr(sel, speaker)?, *one));
                Deed::TakeOne { counts: *counts, picks: picks.iter().map(pick).collect::<Result<Vec<_>, _>>()? }
            }
            EffectKind::Turn(pattern) => Deed::Turn(self.shape(pattern, speaker)?),
            EffectKind::PlaceAt(kind, sel) => Deed::PlaceAt(stored(*kind)?, self.expr(sel, speaker)?),
            EffectKind::PlaceBy(kind, motion) => {
                let route = self.route(&motion.path(), &self.game.kind(*kind).confined, Some(*kind), speaker)?;
                Deed::PlaceBy(stored(*kind)?, Box::new(route))
            }
            EffectKind::Shift(sel, dirs) => Deed::Shift(self.expr(sel, speaker)?, dirs.clone(), speaker.actor),
        })
    }

    fn shape(&self, pattern: &Pattern, speaker: Speaker) -> Result<Shape<B>, Unfit> {
        let set = self.expr(&pattern.sel, speaker)?;
        let board = self.game.board();
        let sites = 0..board.count() as Site;
        let there = |site: Site| board.sites().contains(site);
        Ok(match &pattern.relation {
            None => Shape::Any(set),
            Some(Relation::Surrounded(dirs, by)) => {
                let (mut around, mut open) = (Vec::new(), B::EMPTY);
                for site in sites {
                    let mut next = B::EMPTY;
                    for dir in (0..board.dirs()).filter(|d| there(site) && self.fits(dirs, speaker.actor, site, *d)) {
                        match board.next(site, dir) {
                            Some(to) => next = next.or(B::one(to)),
                            // A line that is not drawn is no neighbour; the edge is one that nobody stands on.
                            None if board.is_edge(site, dir) => open = open.or(B::one(site)),
                            None => {}
                        }
                    }
                    around.push(next);
                }
                Shape::Surrounded(set, around, open, self.expr(by, speaker)?)
            }
            Some(Relation::Between(dirs, end)) => {
                let ray = |from: Site, dir| {
                    let mut ray = Vec::new();
                    let mut at = from;
                    while let Some(next) = board.next(at, dir).filter(|n| !ray.contains(n)) {
                        ray.push(next);
                        at = next;
                    }
                    ray
                };
                let fitting = self.fitting(dirs, speaker.actor);
                let rays = sites.map(|s| fitting[s as usize].iter().map(|d| ray(s, *d)).collect()).collect();
                Shape::Between(set, rays, self.expr(end, speaker)?, pattern.rows)
            }
        })
    }

    /// What is asked in the middle of a move.
    fn during<'a>(doing: &Doing<B>, making: &'a Making<B>) -> Asking<'a, B> {
        let moved = making.moved.map_or(B::EMPTY, |(site, _)| B::one(site));
        Asking { moved, phase: doing.phase, ..Self::asking(&making.state) }
    }

    /// All that follows, stage by stage: those of the motion, then those of every move.
    pub fn follow(
        &self,
        doing: &Doing<B>,
        stages: &[Stage<B>],
        rest: &[Stage<B>],
        making: &Making<B>,
        give: Give<B>,
    ) -> ControlFlow<()> {
        let Some((stage, later)) = stages.split_first() else {
            return if rest.is_empty() { give(making) } else { self.follow(doing, rest, &[], making, give) };
        };
        match stage {
            Stage::Become { may, kinds, zone, or_leaving } => {
                let Some((to, class)) = making.moved else { return self.follow(doing, later, rest, making, give) };
                let zone = self.eval(zone, &Self::during(doing, making));
                let reached = zone.has(to) || *or_leaving && doing.origin.is_some_and(|o| zone.has(o));
                if !reached || *or_leaving && doing.drop || making.becomes.is_some() {
                    return self.follow(doing, later, rest, making, give);
                }
                for kind in kinds {
                    let mut becoming = making.clone();
                    if !self.become_kind(&mut becoming, to, class, *kind) {
                        continue;
                    }
                    self.follow(doing, later, rest, &becoming, give)?;
                }
                if *may { self.follow(doing, later, rest, making, give) } else { ControlFlow::Continue(()) }
            }
            Stage::Leave => {
                let mut left = making.clone();
                left.state.occupied = Self::of_classes(&left.state, self.every_class);
                self.follow(doing, later, rest, &left, give)
            }
            Stage::Guard { event, of, when, stages } => {
                let happened = match event {
                    Event::Move => true,
                    Event::Capture => !making.caught.is_empty(),
                    Event::Drop => doing.drop,
                };
                let asking = Asking { caught: &making.caught, drop: doing.drop, ..Self::during(doing, making) };
                let holds = happened
                    && of.as_ref().is_none_or(|of| !self.eval(of, &asking).and(asking.moved).is_empty())
                    && when.as_ref().is_none_or(|ask| self.holds(ask, &Asking { it: asking.moved, ..asking }));
                let later = if holds { later } else { &later[*stages..] };
                self.follow(doing, later, rest, making, give)
            }
            Stage::Do(deed, must) => {
                let mut touched = false;
                let mut go_on = |making: &Making<B>| {
                    touched = true;
                    self.follow(doing, later, rest, making, give)
                };
                let needs = matches!(deed, Deed::PlaceBy(..));
                self.act(doing, deed, making, &mut go_on)?;
                if touched || *must || needs {
                    return ControlFlow::Continue(());
                }
                self.follow(doing, later, rest, making, give)
            }
        }
    }

    /// The piece of a class on a site becomes another kind; whether there is such a class.
    pub fn become_kind(&self, making: &mut Making<B>, to: Site, is: usize, kind: KindId) -> bool {
        let was = if self.game.reads().was { self.classes[is].was } else { kind };
        let owner = self.classes[is].owner;
        let Some(other) = self.class_of(Piece { kind, owner, was, moved: false }) else { return false };
        let (state, one) = (&mut making.state, B::one(to));
        state.sets[is] = state.sets[is].minus(one);
        state.sets[other] = state.sets[other].or(one);
        state.moved = if self.keeps_moved(other) { state.moved.or(one) } else { state.moved.minus(one) };
        making.becomes = Some(kind);
        making.moved = Some((to, other));
        true
    }

    /// Gives every result of an effect; none where it touches nothing.
    fn act(&self, doing: &Doing<B>, deed: &Deed<B>, making: &Making<B>, give: Give<B>) -> ControlFlow<()> {
        let asking = Self::during(doing, making);
        match deed {
            Deed::Take { counts, of } => {
                let sites = self.shaped(of, &asking, making).and(making.state.occupied);
                if sites.is_empty() {
                    return ControlFlow::Continue(());
                }
                let mut taken = making.clone();
                each(sites, |site| self.remove(doing, &mut taken, site, *counts));
                give(&taken)
            }
            Deed::TakeOne { counts, picks } => {
                let filled = picks.iter().map(|(of, one)| (self.eval(of, &asking).and(making.state.occupied), *one));
                let Some((sites, one)) = filled.into_iter().find(|(set, _)| !set.is_empty()) else {
                    return ControlFlow::Continue(());
                };
                if !one {
                    let mut taken = making.clone();
                    each(sites, |site| self.remove(doing, &mut taken, site, *counts));
                    return give(&taken);
                }
                try_each(sites, |site| {
                    let mut picked = making.clone();
                    self.remove(doing, &mut picked, site, *counts);
                    picked.picks.push(site);
                    give(&picked)
                })
            }
            Deed::Turn(of) => {
                let mut turned = making.clone();
                let mut touched = false;
                each(self.shaped(of, &asking, making), |site| {
                    let Some(class) = turned.state.class_at(site, self.classes.len()) else { return };
                    touched = true;
                    let is = &self.classes[class];
                    let piece = Piece { kind: is.kind, owner: Some(doing.side), was: is.was, moved: false };
                    let Some(other) = self.class_of(piece) else { return };
                    let moved = turned.state.moved.has(site);
                    turned.state.lift(site, class, is.owner);
                    turned.state.put(site, other, Some(doing.side), moved);
                });
                if touched { give(&turned) } else { ControlFlow::Continue(()) }
            }
            Deed::PlaceAt(class, at) => {
                let sites = self.eval(at, &asking);
                if sites.is_empty() {
                    return ControlFlow::Continue(());
                }
                let mut placed = making.clone();
                each(sites, |site| self.place(&mut placed.state, site, *class));
                give(&placed)
            }
            Deed::PlaceBy(class, route) => {
                let Some((from, _)) = making.moved else { return ControlFlow::Continue(()) };
                let mut landings = B::EMPTY;
                self.travel(route, &making.state, &making.state, &Gone::at(Some(from), None), &mut |_, gone| {
                    let Some(site) = gone.trail.last().filter(|s| !landings.has(**s)) else {
                        return ControlFlow::Continue(());
                    };
                    landings = landings.or(B::one(*site));
                    let mut placed = making.clone();
                    self.place(&mut placed.state, *site, *class);
                    placed.picks.push(*site);
                    give(&placed)
                })
            }
            Deed::Shift(of, dirs, actor) => {
                let board = self.game.board();
                let mut shifted = making.clone();
                let mut touched = false;
                let mut steps: SmallVec<[(Site, Site); 16]> = SmallVec::new();
                each(self.eval(of, &asking), |site| {
                    let state = &making.state;
                    let Some(class) = state.class_at(site, self.classes.len()) else { return };
                    let owner = self.classes[class].owner.unwrap_or(*actor);
                    let mut fitting = (0..board.dirs()).filter(|d| self.fits(dirs, owner, site, *d));
                    let to = fitting.find_map(|d| board.next(site, d));
                    steps.extend(to.filter(|to| !state.occupied.has(*to)).map(|to| (site, to)));
                });
                for (from, to) in steps {
                    touched = true;
                    let Some(class) = shifted.state.class_at(from, self.classes.len()) else { continue };
                    // Two pieces that step to one site: the first does, the other stays.
                    if !shifted.state.occupied.has(to) {
                        let moved = shifted.state.moved.has(from);
                        shifted.state.lift(from, class, self.classes[class].owner);
                        shifted.state.put(to, class, self.classes[class].owner, moved);
                    }
                }
                if touched { give(&shifted) } else { ControlFlow::Continue(()) }
            }
        }
    }

    fn place(&self, state: &mut State<B>, site: Site, class: usize) {
        if let Some(there) = state.class_at(site, self.classes.len()) {
            state.lift(site, there, self.classes[there].owner);
        }
        state.put(site, class, self.classes[class].owner, false);
    }

    /// Takes the piece from a site: a capture where it counts, else a removal.
    fn remove(&self, doing: &Doing<B>, making: &mut Making<B>, site: Site, counts: bool) {
        let Some(class) = making.state.class_at(site, self.classes.len()) else { return };
        let moved = making.state.moved.has(site);
        making.state.lift(site, class, self.classes[class].owner);
        if counts {
            self.count_caught(&mut making.state, class, doing.side);
            making.caught.push((site, class as u8, moved));
        }
    }

    /// Counts a captured piece: its owner's loss, and what comes into a hand.
    pub fn count_caught(&self, state: &mut State<B>, class: usize, mover: u8) {
        if let (true, Some(plain)) = (self.captured_read, self.plain[class]) {
            state.captured[plain] = state.captured[plain].saturating_add(1);
        }
        if let Some(hand) = self.to_hand.as_ref().and_then(|to| to[mover as usize][class]) {
            state.hands[hand] = state.hands[hand].saturating_add(1);
        }
    }

    fn shaped(&self, of: &Shape<B>, asking: &Asking<B>, making: &Making<B>) -> B {
        match of {
            Shape::Any(set) => self.eval(set, asking),
            Shape::Surrounded(set, around, open, by) => {
                let by = self.eval(by, asking);
                let mut found = B::EMPTY;
                each(self.eval(set, asking).minus(*open), |site| {
                    if around[site as usize].minus(by).is_empty() {
                        found = found.or(B::one(site));
                    }
                });
                found
            }
            Shape::Between(set, rays, end, rows) => {
                let Some((from, _)) = making.moved else { return B::EMPTY };
                let (set, end) = (self.eval(set, asking), self.eval(end, asking));
                let mut found = B::EMPTY;
                for ray in &rays[from as usize] {
                    let mut run = B::EMPTY;
                    for site in ray {
                        if set.has(*site) && (*rows || run.is_empty()) {
                            run = run.or(B::one(*site));
                            continue;
                        }
                        if !run.is_empty() && end.has(*site) {
                            found = found.or(run);
                        }
                        break;
                    }
                }
                found
            }
        }
    }
}
