//! From selections and conditions of the rules to those on sets, in the words of a speaker.

use super::bits::Bits;
use super::compile::{Fast, Unfit, Way};
use super::expr::{Ask, Called, Expr, Near, Sides, either, together};
use crate::ruleset::{Asked, CallOf, Cond, CondKind, Dirs, KindId, PieceCount, Quantity, Sel, SideId, Who};

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

    fn classes_where(&self, fits: impl Fn(KindId, Option<SideId>) -> bool) -> u32 {
        let classes = self.classes.iter().enumerate();
        classes.filter(|(_, c)| fits(c.kind, c.owner)).fold(0, |bits, (n, _)| bits | 1 << n)
    }

    /// Compiles a selection.
    pub(crate) fn expr(&self, sel: &Sel, speaker: Speaker) -> Result<Expr<B>, Unfit> {
        let actor = speaker.actor;
        Ok(match sel {
            Sel::Fixed(sets) => Expr::Fixed(B::narrow(sets.of(actor))),
            Sel::Empty => Expr::Empty,
            Sel::Piece if self.general => Expr::Occupied,
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
                        Expr::Classes(c) => classes = Some(classes.unwrap_or(u32::MAX) & c),
                        Expr::Fixed(f) => fixed = Some(fixed.unwrap_or(self.all).and(f)),
                        other => rest.push(other),
                    }
                }
                rest.extend(classes.map(Expr::Classes));
                rest.extend(fixed.map(Expr::Fixed));
                // What is quickly told leaves fewer sites to ask of.
                rest.sort_by_key(Expr::is_dear);
                if rest.len() == 1 { rest.swap_remove(0) } else { Expr::Both(rest) }
            }
            Sel::Not(of) => match self.expr(of, speaker)? {
                Expr::Fixed(set) => Expr::Fixed(self.all.minus(set)),
                of => Expr::Not(Box::new(of)),
            },
            Sel::Origin => return Err(Unfit("the site that was left")),
            Sel::CutOff(..) => return Err(Unfit("groups that are cut off")),
            _ if !self.general => {
                return Err(Unfit("what is asked of each piece by itself, marks, or what is spoken of"));
            }
            Sel::CentreOf(of) => Expr::Centre(Box::new(self.expr(of, speaker)?)),
            Sel::AheadOf(of) => Expr::Ahead(Box::new(self.expr(of, speaker)?), actor),
            Sel::Unmoved => Expr::Unmoved,
            Sel::Promoted(promoted) => {
                let classes = self.classes.iter().enumerate().filter(|(_, c)| (c.was != c.kind) == *promoted);
                Expr::Classes(classes.fold(0, |bits, (n, _)| bits | 1 << n))
            }
            Sel::Stuck => Expr::Stuck,
            Sel::Attacked(true) => Expr::Attacked(speaker.mover),
            Sel::Attacked(false) => Expr::Not(Box::new(Expr::Attacked(speaker.mover))),
            Sel::It => Expr::It,
            Sel::There => Expr::There,
            Sel::ThatFile => Expr::Along(true),
            Sel::ThatRank => Expr::Along(false),
            Sel::ThatLine => Expr::Travel,
            Sel::Mark(mark) => {
                let slots = self.marks.iter().enumerate().filter(|(_, (m, _))| m == mark);
                Expr::Marked(slots.fold(0, |bits, (n, _)| bits | 1 << n))
            }
            Sel::Called(call) => {
                let call = &self.game.rules().calls[*call as usize];
                let classes = match call.of {
                    CallOf::Side(_) | CallOf::Player => 0,
                    CallOf::Piece => self.classes_where(|_, _| true),
                    CallOf::Kind(kind) => self.classes_where(|k, _| k == kind),
                };
                let sides = 0..self.sides as SideId;
                let asks = sides.map(|s| self.ask(&call.cond, Speaker { actor: s, ..speaker }));
                let asks = asks.collect::<Result<Vec<_>, _>>()?;
                Expr::Called(Box::new(Called { classes, asks, actor: actor as usize }))
            }
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
            CondKind::ConnectsSome(..) => return Err(Unfit("groups that join more than two ends")),
            CondKind::Encloses(..) => return Err(Unfit("what a side encloses")),
            CondKind::CannotReach(..) => return Err(Unfit("where a piece cannot move")),
            CondKind::HasPoints(..) | CondKind::ScoresEqual => return Err(Unfit("scores")),
            CondKind::Nth { .. } => return Err(Unfit("how often something has held")),
            CondKind::Passes(..) => return Err(Unfit("passes in a row")),
            _ if !self.general => return Err(Unfit("a condition that only a whole move can be asked of")),
            CondKind::Occurs { times, .. } => Ask::BoardOccurs(*times),
            CondKind::Throughout(of) => {
                let Some(player) = speaker.player else { return Ok(Ask::Known(false)) };
                let bit = self.game.throughouts().iter().position(|c| c == &**of).unwrap_or(0);
                let now = if speaker.mover == player { Some(Box::new(self.ask(of, speaker)?)) } else { None };
                Ask::Throughout(bit as u8, player, now)
            }
            CondKind::LineThroughIt(line) => Ask::LineThrough(*line, speaker.actor),
            CondKind::Sees(quantity, from, to, dirs) => {
                Ask::Sees(*quantity, self.expr(from, speaker)?, self.expr(to, speaker)?, dirs.clone(), speaker.actor)
            }
            CondKind::Played(true, sel) => Ask::Dropped(self.expr(sel, speaker)?),
            CondKind::Played(false, sel) => Ask::Captured(self.expr(sel, speaker)?),
            CondKind::Connected(sel, dirs) => {
                // A step along a direction from one to another joins them, whichever way one looks.
                Ask::Connected(self.expr(sel, speaker)?, self.ways_back(dirs, speaker.actor))
            }
            CondKind::InOne(sel, rank) => Ask::InOne(self.expr(sel, speaker)?, *rank),
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
