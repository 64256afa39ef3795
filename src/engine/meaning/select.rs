//! What a selection is: a set of sites (docs/book/selections.md).

use super::{Scene, legal, work};
use crate::board::{Dir, Site, SiteSet};
use crate::engine::position::Piece;
use crate::ruleset::{CallOf, Dirs, Near, Sel, SideId};

impl Scene<'_> {
    /// The sites of a selection.
    pub fn select(&self, sel: &Sel) -> SiteSet {
        self.select_within(sel, self.game.board().sites())
    }

    /// The sites of a selection among some sites. What must be asked of each site by itself is asked of these alone.
    fn select_within(&self, sel: &Sel, within: SiteSet) -> SiteSet {
        work::done(1);
        let board = self.game.board();
        let all = match sel {
            Sel::Fixed(sets) => *sets.of(self.actor),
            Sel::Empty => return within.iter().filter(|s| self.position.piece(*s).is_none()).collect(),
            Sel::Piece => return self.pieces_with_taken(within, |_| true),
            Sel::Kind(kind) => return self.pieces(within, |p| p.kind == *kind),
            Sel::OwnedBy(who) => {
                let sides = self.who(who);
                return self.pieces(within, |p| p.owner.is_some_and(|o| sides >> o & 1 == 1));
            }
            Sel::Friend => return self.pieces(within, |p| p.owner == Some(self.actor)),
            Sel::Enemy => {
                let is_enemy = |o: SideId| o != self.actor && !self.position.is_out(o);
                return self.pieces(within, |p| p.owner.is_some_and(is_enemy));
            }
            Sel::Royal => return self.pieces(within, |p| self.game.kind(p.kind).royal),
            Sel::Unmoved => return self.pieces(within, |p| !p.moved),
            Sel::Promoted(promoted) => return self.pieces(within, |p| (p.was != p.kind) == *promoted),
            Sel::Stuck => return self.asked_of_each(within, |site, piece| legal::is_stuck(self, site, piece)),
            Sel::Attacked(attacked) => {
                return within.iter().filter(|s| legal::is_attacked(self, *s) == *attacked).collect();
            }
            Sel::It => self.it.map_or(SiteSet::EMPTY, SiteSet::one),
            Sel::Origin => self.left.map_or(SiteSet::EMPTY, SiteSet::one),
            Sel::MovedPiece => self.moved.map_or(SiteSet::EMPTY, SiteSet::one),
            Sel::There => self.there.map_or(SiteSet::EMPTY, SiteSet::one),
            Sel::ThatFile => self.there.map_or(SiteSet::EMPTY, |s| board.file(board.at(s).0 as u32)),
            Sel::ThatRank => self.there.map_or(SiteSet::EMPTY, |s| board.rank(board.at(s).1 as u32 + 1)),
            Sel::ThatLine => self.line.map_or(SiteSet::EMPTY, |(origin, dir)| self.line_through(origin, dir)),
            Sel::Mark(mark) => self.position.marks.iter().filter(|m| m.mark == *mark).map(|m| m.site).collect(),
            Sel::Called(call) => {
                let Some(call) = self.game.rules().calls.get(*call as usize) else { return SiteSet::EMPTY };
                return self.asked_of_each(within, |site, piece| match call.of {
                    CallOf::Kind(kind) if piece.kind != kind => false,
                    CallOf::Side(_) | CallOf::Player => false,
                    CallOf::Kind(_) | CallOf::Piece => {
                        let actor = piece.owner.unwrap_or(self.actor);
                        Scene { it: Some(site), ..*self }.acting(actor).holds(&call.cond)
                    }
                });
            }
            Sel::NextTo(of, dirs) => {
                let near = |o: Site| self.dirs(dirs, o, self.actor).filter_map(move |d| board.next(o, d));
                self.select(of).iter().flat_map(near).collect()
            }
            Sel::CutOff(of, from, dirs) => {
                let (of, from) = (self.select(of), self.select(from));
                return self.cut_off(of, from, dirs).and(within);
            }
            Sel::AheadOf(of) => {
                let of = self.select(of);
                return within.iter().filter(|s| of.iter().any(|o| self.is_ahead(*s, o))).collect();
            }
            Sel::With(near) => {
                let set = self.select(&near.sel);
                return within.iter().filter(|s| self.has_near(*s, near, set)).collect();
            }
            Sel::CentreOf(of) => board.centre_of(self.select(of)),
            Sel::Union(parts) => {
                return parts.iter().fold(SiteSet::EMPTY, |set, p| set.or(self.select_within(p, within)));
            }
            Sel::Intersection(parts) => {
                // What is quickly told leaves fewer sites to ask of.
                let (slow, quick): (Vec<&Sel>, Vec<&Sel>) = parts.iter().partition(|p| asks_each(p));
                return quick.into_iter().chain(slow).fold(within, |set, p| self.select_within(p, set));
            }
            Sel::Not(of) => return within.minus(self.select_within(of, within)),
        };
        all.and(within)
    }

    /// The sites of the groups that have no neighbour in a set.
    fn cut_off(&self, of: SiteSet, from: SiteSet, dirs: &Dirs) -> SiteSet {
        let board = self.game.board();
        let around = |at: Site| self.dirs(dirs, at, self.actor).filter_map(|d| board.next(at, d)).collect::<Vec<_>>();
        let touching = of.iter().filter(|s| around(*s).iter().any(|n| from.contains(*n))).collect();
        of.minus(Self::flood(touching, of, around))
    }

    /// Pieces that fit; a taken piece that still stands fits nothing.
    fn pieces(&self, within: SiteSet, fits: impl Fn(Piece) -> bool) -> SiteSet {
        self.pieces_with_taken(within, fits).minus(self.taken)
    }

    fn pieces_with_taken(&self, within: SiteSet, fits: impl Fn(Piece) -> bool) -> SiteSet {
        within.iter().filter(|s| self.position.piece(*s).is_some_and(&fits)).collect()
    }

    fn asked_of_each(&self, within: SiteSet, fits: impl Fn(Site, Piece) -> bool) -> SiteSet {
        let sites = self.pieces(within, |_| true);
        sites.iter().filter(|s| self.position.piece(*s).is_some_and(|p| fits(*s, p))).collect()
    }

    /// The directions of a site that fit, for a side; `onward` needs a heading and is not asked here.
    pub fn dirs<'d>(&self, dirs: &'d Dirs, site: Site, side: SideId) -> impl Iterator<Item = Dir> + use<'_, 'd> {
        let board = self.game.board();
        let compass = *dirs.compass.of(side);
        let all = dirs.all;
        (0..board.dirs()).filter(move |d| all || board.class(site, *d).is_some_and(|c| compass.contains(c)))
    }

    /// Whether a site has such a neighbour, where `set` is what the neighbour must be in. Directions are those of the
    /// owner of the piece that stands on the site, else those of the actor.
    pub fn has_near(&self, site: Site, near: &Near, set: SiteSet) -> bool {
        let board = self.game.board();
        let side = self.position.piece(site).and_then(|p| p.owner).unwrap_or(self.actor);
        let found =
            self.dirs(&near.dirs, site, side).filter_map(|d| board.next(site, d)).any(|next| set.contains(next));
        found != near.no
    }

    /// Whether a site lies further forward than a piece, as its owner faces.
    fn is_ahead(&self, site: Site, of: Site) -> bool {
        let owner = self.position.piece(of).and_then(|p| p.owner).unwrap_or(self.actor);
        let faces = self.game.rules().sides[owner as usize].faces;
        let board = self.game.board();
        faces.is_some_and(|f| board.advance(site, f) > board.advance(of, f))
    }

    /// The whole line through a site along a direction, both ways.
    fn line_through(&self, origin: Site, dir: Dir) -> SiteSet {
        let board = self.game.board();
        let mut set = SiteSet::one(origin);
        for d in [dir, board.back(dir)] {
            let mut at = origin;
            while let Some(next) = board.next(at, d).filter(|n| !set.contains(*n)) {
                set.insert(next);
                at = next;
            }
        }
        set
    }
}

/// Whether a selection asks something long of each site.
fn asks_each(sel: &Sel) -> bool {
    match sel {
        Sel::Stuck | Sel::Attacked(_) | Sel::Called(_) => true,
        Sel::Not(of) => asks_each(of),
        Sel::Union(parts) | Sel::Intersection(parts) => parts.iter().any(asks_each),
        _ => false,
    }
}
