//! Selections and conditions as operations on whole sets. The acting side is known when they are
//! compiled; the player to move and the position are known when they are asked.

use super::bits::{Bits, each};
use super::compile::{Fast, Unfit, Way};
use super::state::{CLASSES, State};
use crate::ruleset::{Asked, CallOf, Cond, CondKind, Dirs, KindId, Line, PieceCount, Quantity, Sel, SideId, Who};

/// Sides that are spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    /// These, one bit each.
    Fixed(u8),
    /// The player to move.
    Next,
    /// All but the player to move.
    NotNext,
}

/// A selection.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr<B> {
    /// These sites.
    Fixed(B),
    /// No piece.
    Empty,
    /// Pieces of these classes, one bit each.
    Classes(u16),
    /// Pieces of these sides.
    Owned(Sides),
    /// Where the moved piece landed.
    Moved,
    /// Any of them.
    Union(Vec<Expr<B>>),
    /// All of them.
    Both(Vec<Expr<B>>),
    /// The other sites.
    Not(Box<Expr<B>>),
    /// The sites from which some way leads into the set.
    Into(Box<Expr<B>>, Vec<Way<B>>),
    /// The sites that have a neighbour in the set, by the side of the piece that stands on them: ways for
    /// each side, and for empty sites those of the actor.
    Near(Box<Near<B>>),
}

/// Neighbours whose direction depends on who stands there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Near<B> {
    pub no: bool,
    pub set: Expr<B>,
    pub ways: Vec<Vec<Way<B>>>,
    pub actor: usize,
}

/// What is known when a condition is asked.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'a, B> {
    pub state: &'a State<B>,
    /// Keys of the positions before, as far back as this one can repeat.
    pub history: &'a [u64],
    /// Where the moved piece landed.
    pub moved: B,
    /// The phase in which the move was made.
    pub phase: u8,
    /// Whether the player to move has a move, where that is known.
    pub next_moves: Option<bool>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ask<B> {
    Known(bool),
    Any(Vec<Ask<B>>),
    All(Vec<Ask<B>>),
    Not(Box<Ask<B>>),
    /// So many sites.
    Count(Expr<B>, u32, u32),
    /// Some site is in both.
    Meets(u16, B),
    /// So many pieces of the classes in hand, captured, or left.
    Pieces(PieceCount, u16, u32, u32),
    CannotMove(SideId),
    NextIs(SideId),
    Phase(u8),
    Occurs(u32),
    Without(usize, u32),
    /// The first is not empty and inside the second.
    Inside(Expr<B>, Expr<B>),
    /// One condition for each side that may be to move.
    ByNext(Vec<Ask<B>>),
    Line(SideId, Line),
    Connects(SideId, Expr<B>, Expr<B>),
    /// The moved piece connects both.
    Joins(SideId, B, B),
}

impl<B: Bits> Ask<B> {
    /// The sides of which one must be to move, one bit each, and what else is asked.
    pub fn split_next(self) -> (u8, Ask<B>) {
        match self {
            Ask::NextIs(side) => (1 << side, Ask::Known(true)),
            Ask::All(parts) => {
                let mut next = u8::MAX;
                let mut rest = Vec::new();
                for part in parts {
                    match part.split_next() {
                        (sides, Ask::Known(true)) => next &= sides,
                        (sides, part) => {
                            next &= sides;
                            rest.push(part);
                        }
                    }
                }
                (next, together(rest))
            }
            ask => (u8::MAX, ask),
        }
    }

    /// What did not hold before the move is asked of what the move changed.
    pub fn narrow(&mut self) {
        if let Ask::Connects(side, Expr::Fixed(a), Expr::Fixed(b)) = self {
            *self = Ask::Joins(*side, *a, *b);
        }
    }
}

impl<B: Bits> Fast<B> {
    /// The sites of a selection, before a move. What most motions say is read at once.
    #[inline]
    pub fn read(&self, expr: &Expr<B>, state: &State<B>) -> B {
        match expr {
            Expr::Empty => self.all.minus(state.occupied),
            Expr::Classes(classes) => Self::of_classes(state, *classes),
            _ => self.eval(expr, &Self::asking(state)),
        }
    }

    /// The sites of a selection.
    pub fn eval(&self, expr: &Expr<B>, asking: &Asking<B>) -> B {
        let state = asking.state;
        match expr {
            Expr::Fixed(set) => *set,
            Expr::Empty => self.all.minus(state.occupied),
            Expr::Classes(classes) => Self::of_classes(state, *classes),
            Expr::Owned(sides) => self.of_sides(state, *sides),
            Expr::Moved => asking.moved,
            Expr::Union(parts) => parts.iter().fold(B::EMPTY, |set, p| set.or(self.eval(p, asking))),
            Expr::Both(parts) => parts.iter().fold(self.all, |set, p| set.and(self.eval(p, asking))),
            Expr::Not(of) => self.all.minus(self.eval(of, asking)),
            Expr::Into(of, ways) => Self::into(self.eval(of, asking), ways),
            Expr::Near(near) => {
                let set = self.eval(&near.set, asking);
                let unowned = state.sides[..self.sides].iter().fold(self.all, |rest, s| rest.minus(*s));
                let mut found = unowned.and(Self::into(set, &near.ways[near.actor]));
                for side in 0..self.sides {
                    found = found.or(state.sides[side].and(Self::into(set, &near.ways[side])));
                }
                if near.no { self.all.minus(found) } else { found }
            }
        }
    }

    #[inline]
    pub fn of_classes(state: &State<B>, mut classes: u16) -> B {
        let mut set = B::EMPTY;
        while classes != 0 {
            set = set.or(state.sets[classes.trailing_zeros() as usize % CLASSES]);
            classes &= classes - 1;
        }
        set
    }

    fn of_sides(&self, state: &State<B>, sides: Sides) -> B {
        let bits = match sides {
            Sides::Fixed(bits) => bits,
            Sides::Next => 1 << state.to_move,
            Sides::NotNext => !(1 << state.to_move),
        };
        (0..self.sides).filter(|s| bits >> s & 1 == 1).fold(B::EMPTY, |set, s| set.or(state.sides[s]))
    }

    /// The sites from which a way leads into the set.
    pub fn into(set: B, ways: &[Way<B>]) -> B {
        let mut from = B::EMPTY;
        for way in ways {
            match way {
                Way::Shift { by, can } => from = from.or(set.shift(-by).and(*can)),
                Way::Table(back) => each(set, |site| from = from.or(back[site as usize])),
            }
        }
        from
    }

    /// Whether a condition holds.
    pub fn holds(&self, ask: &Ask<B>, asking: &Asking<B>) -> bool {
        let state = asking.state;
        match ask {
            Ask::Known(known) => *known,
            Ask::Any(parts) => parts.iter().any(|a| self.holds(a, asking)),
            Ask::All(parts) => parts.iter().all(|a| self.holds(a, asking)),
            Ask::Not(of) => !self.holds(of, asking),
            Ask::Count(expr, low, high) => {
                let set = self.eval(expr, asking);
                match (low, high) {
                    (0, 0) => set.is_empty(),
                    (1, &u32::MAX) => !set.is_empty(),
                    _ => (*low..=*high).contains(&set.count()),
                }
            }
            Ask::Meets(classes, zone) => !Self::of_classes(state, *classes).and(*zone).is_empty(),
            Ask::Pieces(count, classes, low, high) => {
                let stored = |store: &[u16; CLASSES]| {
                    let of = (0..CLASSES).filter(|c| classes >> c & 1 == 1);
                    of.map(|c| u32::from(store[c])).sum::<u32>()
                };
                let found = match count {
                    PieceCount::InHand => stored(&state.hands),
                    PieceCount::Captured => stored(&state.captured),
                    PieceCount::Left => stored(&state.hands) + Self::of_classes(state, *classes).count(),
                };
                (*low..=*high).contains(&found)
            }
            Ask::CannotMove(side) => match asking.next_moves {
                Some(moves) if state.to_move == *side => !moves,
                _ => !self.can_move(state, *side as usize),
            },
            Ask::NextIs(side) => state.to_move == *side,
            Ask::Phase(phase) => asking.phase == *phase,
            Ask::Occurs(times) => {
                let back = asking.history.len().min(state.reversible as usize);
                if back + 1 < *times as usize {
                    return false;
                }
                let key = self.full_key(state);
                let before = &asking.history[asking.history.len() - back..];
                before.iter().filter(|k| **k == key).count() as u32 + 1 >= *times
            }
            Ask::Without(counter, moves) => u32::from(state.counters[*counter]) >= *moves,
            Ask::Inside(a, b) => {
                let a = self.eval(a, asking);
                !a.is_empty() && a.minus(self.eval(b, asking)).is_empty()
            }
            Ask::ByNext(asks) => self.holds(&asks[state.to_move as usize], asking),
            Ask::Line(side, line) => self.has_line(state.sides[*side as usize], *line),
            Ask::Connects(side, a, b) => {
                let own = state.sides[*side as usize];
                let goal = self.eval(b, asking).and(own);
                self.spreads(self.eval(a, asking).and(own), own, |reached| !reached.and(goal).is_empty())
            }
            Ask::Joins(side, a, b) => {
                let own = state.sides[*side as usize];
                // A side that has nothing on one of the two is not followed at all.
                let open = !own.and(*a).is_empty() && !own.and(*b).is_empty();
                let joined = |reached: B| !reached.and(*a).is_empty() && !reached.and(*b).is_empty();
                open && self.spreads(asking.moved.and(own), own, joined)
            }
        }
    }

    /// Whether something becomes true of a set as it spreads over a side's neighbouring pieces.
    fn spreads(&self, mut reached: B, own: B, arrived: impl Fn(B) -> bool) -> bool {
        loop {
            if arrived(reached) {
                return true;
            }
            let next = reached.or(Self::into(reached, &self.around).and(own));
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    /// Whether there is a maximal run of the length, in any direction.
    fn has_line(&self, own: B, line: Line) -> bool {
        self.axes.iter().any(|(forth, back)| {
            let behind = |set: B| Self::into(set, std::slice::from_ref(forth));
            let ahead = |set: B| Self::into(set, std::slice::from_ref(back));
            // Sites with `length - 1` more of the side's pieces straight on.
            let mut run = own;
            for _ in 1..line.length {
                if run.is_empty() {
                    return false;
                }
                run = own.and(behind(run));
            }
            if line.or_more {
                return !run.is_empty();
            }
            let begins = run.minus(ahead(own));
            !begins.minus(own.and(behind(run))).is_empty()
        })
    }
}

/// All of them; one stands for itself.
fn together<B>(mut asks: Vec<Ask<B>>) -> Ask<B> {
    if asks.len() == 1 { asks.swap_remove(0) } else { Ask::All(asks) }
}

/// Any of them; one stands for itself.
fn either<B>(mut asks: Vec<Ask<B>>) -> Ask<B> {
    if asks.len() == 1 { asks.swap_remove(0) } else { Ask::Any(asks) }
}

/// Who speaks when a selection or condition is compiled.
#[derive(Clone, Copy)]
pub(crate) struct Speaker {
    pub actor: SideId,
    pub mover: SideId,
    pub player: Option<SideId>,
}

impl<B: Bits> Fast<B> {
    /// The sides that are spoken of.
    fn sides_of(&self, who: &Who, speaker: Speaker) -> Result<Sides, Unfit> {
        let all = (1u8 << self.sides) - 1;
        Ok(match who {
            Who::Side(side) => Sides::Fixed(1 << side),
            Who::Mover => Sides::Fixed(1 << speaker.mover),
            Who::Actor => Sides::Fixed(1 << speaker.actor),
            Who::Player => Sides::Fixed(1 << speaker.player.ok_or(Unfit("`player` where none is tried"))?),
            Who::NextPlayer => Sides::Next,
            Who::EnemyOf(of) => match self.sides_of(of, speaker)? {
                Sides::Fixed(bits) => Sides::Fixed(all & !bits),
                Sides::Next => Sides::NotNext,
                Sides::NotNext => Sides::Next,
            },
        })
    }

    fn classes_where(&self, fits: impl Fn(KindId, Option<SideId>) -> bool) -> u16 {
        let classes = self.classes.iter().enumerate();
        classes.filter(|(_, c)| fits(c.kind, c.owner)).fold(0, |bits, (n, _)| bits | 1 << n)
    }

    /// Compiles a selection.
    pub(crate) fn expr(&self, sel: &Sel, speaker: Speaker) -> Result<Expr<B>, Unfit> {
        let actor = speaker.actor;
        Ok(match sel {
            Sel::Fixed(sets) => Expr::Fixed(B::narrow(sets.of(actor))),
            Sel::Empty => Expr::Empty,
            Sel::Piece => Expr::Classes(self.classes_where(|_, _| true)),
            Sel::Kind(kind) => Expr::Classes(self.classes_where(|k, _| k == *kind)),
            Sel::OwnedBy(who) => match self.sides_of(who, speaker)? {
                Sides::Fixed(bits) => Expr::Classes(self.classes_where(|_, o| o.is_some_and(|o| bits >> o & 1 == 1))),
                sides => Expr::Owned(sides),
            },
            Sel::Friend => Expr::Classes(self.classes_where(|_, o| o == Some(actor))),
            Sel::Enemy => Expr::Classes(self.classes_where(|_, o| o.is_some_and(|o| o != actor))),
            Sel::Royal => Expr::Classes(self.classes_where(|k, _| self.game.kind(k).royal)),
            Sel::MovedPiece => Expr::Moved,
            Sel::NextTo(of, dirs) => {
                // The neighbours of S along D are the sites from which the way back leads into S.
                Expr::Into(Box::new(self.expr(of, speaker)?), self.ways_back(dirs, actor))
            }
            Sel::With(near) => {
                let ways = (0..self.sides).map(|s| self.ways(&near.dirs, s as SideId)).collect();
                let set = self.expr(&near.sel, speaker)?;
                self.near(Near { no: near.no, set, ways, actor: actor as usize })
            }
            Sel::Union(parts) => {
                let parts = parts.iter().map(|p| self.expr(p, speaker)).collect::<Result<Vec<_>, _>>()?;
                match parts
                    .iter()
                    .map(|p| if let Expr::Classes(c) = p { Some(*c) } else { None })
                    .collect::<Option<Vec<_>>>()
                {
                    Some(classes) => Expr::Classes(classes.into_iter().fold(0, |a, b| a | b)),
                    None => Expr::Union(parts),
                }
            }
            Sel::Intersection(parts) => {
                let parts = parts.iter().map(|p| self.expr(p, speaker)).collect::<Result<Vec<_>, _>>()?;
                let (mut classes, mut fixed, mut rest) = (None, None, Vec::new());
                for part in parts {
                    match part {
                        Expr::Classes(c) => classes = Some(classes.unwrap_or(u16::MAX) & c),
                        Expr::Fixed(f) => fixed = Some(fixed.unwrap_or(self.all).and(f)),
                        other => rest.push(other),
                    }
                }
                rest.extend(classes.map(Expr::Classes));
                rest.extend(fixed.map(Expr::Fixed));
                if rest.len() == 1 { rest.swap_remove(0) } else { Expr::Both(rest) }
            }
            Sel::Not(of) => match self.expr(of, speaker)? {
                Expr::Fixed(set) => Expr::Fixed(self.all.minus(set)),
                of => Expr::Not(Box::new(of)),
            },
            Sel::CentreOf(_) | Sel::AheadOf(_) => return Err(Unfit("`centre of` or `ahead of` something that moves")),
            Sel::Unmoved | Sel::Promoted(_) => return Err(Unfit("what a piece was, or that it has not moved")),
            Sel::Stuck | Sel::Attacked(_) => return Err(Unfit("`stuck`, `attacked` or `safe`")),
            Sel::It | Sel::There | Sel::ThatFile | Sel::ThatRank | Sel::ThatLine => {
                return Err(Unfit("`it`, `there` or `that file`"));
            }
            Sel::Mark(_) => return Err(Unfit("marks")),
            Sel::Origin => return Err(Unfit("the site that was left")),
            Sel::CutOff(..) => return Err(Unfit("groups that are cut off")),
            Sel::Called(_) => return Err(Unfit("a call of a piece")),
        })
    }

    /// Neighbours: where the ways are the same for all, whoever stands there need not be known.
    fn near(&self, near: Near<B>) -> Expr<B> {
        if near.ways.windows(2).any(|pair| pair[0] != pair[1]) {
            return Expr::Near(Box::new(near));
        }
        let ways = near.ways.into_iter().next().unwrap_or_default();
        let into = Expr::Into(Box::new(near.set), ways);
        if near.no { Expr::Not(Box::new(into)) } else { into }
    }

    /// Compiles a condition.
    pub(crate) fn ask(&self, cond: &Cond, speaker: Speaker) -> Result<Ask<B>, Unfit> {
        let all = |parts: &[Cond]| parts.iter().map(|c| self.ask(c, speaker)).collect::<Result<Vec<_>, _>>();
        Ok(match &cond.kind {
            CondKind::True => Ask::Known(true),
            CondKind::Any(parts) => either(all(parts)?),
            CondKind::All(parts) => together(all(parts)?),
            CondKind::Not(of) => Ask::Not(Box::new(self.ask(of, speaker)?)),
            CondKind::Occurs { board_only: false, times } if *times <= 1 => Ask::Known(true),
            CondKind::Occurs { board_only: false, times } => {
                if self.never_repeats {
                    Ask::Known(false)
                } else {
                    Ask::Occurs(*times)
                }
            }
            CondKind::PhaseIs(phase) => Ask::Phase(*phase),
            CondKind::NobodyCanMove => Ask::All((0..self.sides).map(|s| Ask::CannotMove(s as SideId)).collect()),
            CondKind::MovesWithout { moves, each, counter, .. } => {
                let factor = if *each { self.sides as u32 } else { 1 };
                Ask::Without(*counter as usize, moves.saturating_mul(factor))
            }
            CondKind::Sites(Quantity::Between(low, high), sel) => match self.expr(sel, speaker)? {
                Expr::Both(parts) if (*low, *high) == (1, u32::MAX) => match parts.as_slice() {
                    [Expr::Classes(classes), Expr::Fixed(zone)] => Ask::Meets(*classes, *zone),
                    _ => Ask::Count(Expr::Both(parts), *low, *high),
                },
                expr => Ask::Count(expr, *low, *high),
            },
            CondKind::Pieces(Quantity::Between(low, high), count, kinds, who) => {
                let sides = match who {
                    None => Sides::Fixed(u8::MAX),
                    Some(who) => self.sides_of(who, speaker)?,
                };
                let of =
                    |bits: u8| self.classes_where(|k, o| kinds.contains(&k) && o.is_some_and(|o| bits >> o & 1 == 1));
                let ask = |bits: u8| {
                    let classes = of(bits);
                    let unlimited = (0..self.classes.len()).any(|c| classes >> c & 1 == 1 && self.classes[c].unlimited);
                    if unlimited && *count != PieceCount::Captured {
                        return Err(Unfit("counting a hand that never runs out"));
                    }
                    Ok(Ask::Pieces(*count, classes, *low, *high))
                };
                self.for_sides(sides, ask)?
            }
            CondKind::CannotMove(who, asked) => {
                let ask = |bits: u8| {
                    let sides = (0..self.sides as SideId).filter(|s| bits >> s & 1 == 1);
                    Ok(together(sides.map(|s| Self::cannot_move(s, *asked)).collect()))
                };
                self.for_sides(self.sides_of(who, speaker)?, ask)?
            }
            CondKind::HasLine(who, line) => {
                let ask = |bits: u8| {
                    let sides = (0..self.sides as SideId).filter(|s| bits >> s & 1 == 1);
                    Ok(either(sides.map(|s| Ask::Line(s, *line)).collect()))
                };
                self.for_sides(self.sides_of(who, speaker)?, ask)?
            }
            CondKind::ConnectsSome(..) => return Err(Unfit("groups that join more than two ends")),
            CondKind::Encloses(..) => return Err(Unfit("what a side encloses")),
            CondKind::CannotReach(..) => return Err(Unfit("where a piece cannot move")),
            CondKind::HasPoints(..) | CondKind::ScoresEqual => return Err(Unfit("scores")),
            CondKind::Nth { .. } => return Err(Unfit("how often something has held")),
            CondKind::Passes(..) => return Err(Unfit("passes in a row")),
            CondKind::Connects(who, a, b) => {
                let (a, b) = (self.expr(a, speaker)?, self.expr(b, speaker)?);
                let ask = |bits: u8| {
                    let sides = (0..self.sides as SideId).filter(|s| bits >> s & 1 == 1);
                    Ok(either(sides.map(|s| Ask::Connects(s, a.clone(), b.clone())).collect()))
                };
                self.for_sides(self.sides_of(who, speaker)?, ask)?
            }
            CondKind::SideIs(who, side) => match self.sides_of(who, speaker)? {
                Sides::Fixed(bits) => Ask::Known(bits == 1 << side),
                Sides::Next => Ask::NextIs(*side),
                Sides::NotNext if self.sides == 2 => Ask::Not(Box::new(Ask::NextIs(*side))),
                Sides::NotNext => Ask::Known(false),
            },
            CondKind::SideCalled(who, call) => {
                let call = &self.game.rules().calls[*call as usize];
                let ask = |bits: u8| {
                    let sides = (0..self.sides as SideId).filter(|s| bits >> s & 1 == 1);
                    let asks = sides.map(|s| match call.of {
                        CallOf::Side(of) if of != s => Ok(Ask::Known(false)),
                        _ => self.ask(&call.cond, Speaker { actor: s, player: Some(s), ..speaker }),
                    });
                    Ok(together(asks.collect::<Result<Vec<_>, _>>()?))
                };
                self.for_sides(self.sides_of(who, speaker)?, ask)?
            }
            CondKind::Are(a, b) => Ask::Inside(self.expr(a, speaker)?, self.expr(b, speaker)?),
            CondKind::Have(sel, near) => {
                let with = self.expr(&Sel::With(Box::new(near.clone())), speaker)?;
                Ask::Inside(self.expr(sel, speaker)?, with)
            }
            CondKind::Occurs { .. } => return Err(Unfit("`board occurs`")),
            CondKind::Throughout(_) => return Err(Unfit("`throughout`")),
            CondKind::LineThroughIt(_) => return Err(Unfit("`line of .. through it`")),
            CondKind::Sees(..) => return Err(Unfit("`sees`")),
            CondKind::Played(..) => return Err(Unfit("`drop of` or `capture of` as a condition")),
            CondKind::Connected(..) | CondKind::InOne(..) => return Err(Unfit("`connected` or `in one rank`")),
        })
    }

    fn cannot_move(side: SideId, asked: Asked) -> Ask<B> {
        let cannot = Ask::CannotMove(side);
        match asked {
            Asked::OnTurn => Ask::All(vec![Ask::NextIs(side), cannot]),
            Asked::Whoever => cannot,
        }
    }

    /// One condition where the sides are known, else one for each side that may be to move.
    fn for_sides(&self, sides: Sides, ask: impl Fn(u8) -> Result<Ask<B>, Unfit>) -> Result<Ask<B>, Unfit> {
        let all = (1u8 << self.sides) - 1;
        let by_next = |bits: &dyn Fn(u8) -> u8| {
            Ok(Ask::ByNext((0..self.sides as u8).map(|s| ask(bits(s))).collect::<Result<Vec<_>, _>>()?))
        };
        match sides {
            Sides::Fixed(bits) => ask(bits & all),
            Sides::Next => by_next(&|s| 1 << s),
            Sides::NotNext => by_next(&|s| all & !(1 << s)),
        }
    }

    /// The ways of a side along directions.
    pub(crate) fn ways(&self, dirs: &Dirs, side: SideId) -> Vec<Way<B>> {
        self.ways_where(|site, dir| self.fits(dirs, side, site, dir))
    }

    /// The ways against directions: from a site to those from which a way along them leads to it.
    fn ways_back(&self, dirs: &Dirs, side: SideId) -> Vec<Way<B>> {
        let board = self.game.board();
        let fits = |site, dir| board.next(site, dir).is_some_and(|to| self.fits(dirs, side, to, board.back(dir)));
        self.ways_where(fits)
    }
}
