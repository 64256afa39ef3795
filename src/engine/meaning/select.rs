//! What a selection is: a set of sites (core.md 1).

use super::{Scene, legal};
use crate::board::{Dir, Site, SiteSet};
use crate::engine::position::Piece;
use crate::ruleset::{CallOf, Dirs, Near, Sel, SideId};

impl Scene<'_> {
    /// The sites of a selection.
    pub fn select(&self, sel: &Sel) -> SiteSet {
        let board = self.game.board();
        match sel {
            Sel::Fixed(sets) => *sets.of(self.actor),
            Sel::Empty => board.sites().iter().filter(|s| self.position.piece(*s).is_none()).collect(),
            Sel::Piece => self.pieces_with_taken(|_| true),
            Sel::Kind(kind) => self.pieces(|p| p.kind == *kind),
            Sel::OwnedBy(who) => {
                let sides = self.who(who);
                self.pieces(|p| p.owner.is_some_and(|o| sides >> o & 1 == 1))
            }
            Sel::Friend => self.pieces(|p| p.owner == Some(self.actor)),
            Sel::Enemy => self.pieces(|p| p.owner.is_some_and(|o| o != self.actor && !self.position.is_out(o))),
            Sel::Royal => self.pieces(|p| self.game.kind(p.kind).royal),
            Sel::Unmoved => self.pieces(|p| !p.moved),
            Sel::Promoted(promoted) => self.pieces(|p| (p.was != p.kind) == *promoted),
            Sel::Stuck => self.asked_of_each(|site, piece| legal::is_stuck(self, site, piece)),
            Sel::Attacked(attacked) => {
                board.sites().iter().filter(|s| legal::is_attacked(self, *s) == *attacked).collect()
            }
            Sel::It => self.it.map_or(SiteSet::EMPTY, SiteSet::one),
            Sel::MovedPiece => self.moved.map_or(SiteSet::EMPTY, SiteSet::one),
            Sel::There => self.there.map_or(SiteSet::EMPTY, SiteSet::one),
            Sel::ThatFile => self.there.map_or(SiteSet::EMPTY, |s| board.file(board.at(s).0 as u32)),
            Sel::ThatRank => self.there.map_or(SiteSet::EMPTY, |s| board.rank(board.at(s).1 as u32 + 1)),
            Sel::ThatLine => self.line.map_or(SiteSet::EMPTY, |(origin, dir)| self.line_through(origin, dir)),
            Sel::Mark(mark) => self.position.marks.iter().filter(|m| m.mark == *mark).map(|m| m.site).collect(),
            Sel::Called(call) => {
                let Some(call) = self.game.rules().calls.get(*call as usize) else { return SiteSet::EMPTY };
                self.asked_of_each(|site, piece| match call.of {
                    CallOf::Kind(kind) if piece.kind != kind => false,
                    CallOf::Side(_) | CallOf::Player => false,
                    CallOf::Kind(_) | CallOf::Piece => {
                        let actor = piece.owner.unwrap_or(self.actor);
                        Scene { it: Some(site), ..*self }.acting(actor).holds(&call.cond)
                    }
                })
            }
            Sel::NextTo(of, dirs) => {
                let of = self.select(of);
                board
                    .sites()
                    .iter()
                    .filter(|s| of.iter().any(|o| self.dirs(dirs, o, self.actor).any(|d| board.next(o, d) == Some(*s))))
                    .collect()
            }
            Sel::AheadOf(of) => {
                let of = self.select(of);
                board.sites().iter().filter(|s| of.iter().any(|o| self.is_ahead(*s, o))).collect()
            }
            Sel::With(near) => board.sites().iter().filter(|s| self.has_near(*s, near)).collect(),
            Sel::CentreOf(of) => board.centre_of(self.select(of)),
            Sel::Union(parts) => parts.iter().fold(SiteSet::EMPTY, |set, p| set.or(self.select(p))),
            Sel::Intersection(parts) => parts.iter().fold(board.sites(), |set, p| set.and(self.select(p))),
            Sel::Not(of) => board.sites().minus(self.select(of)),
        }
    }

    /// Pieces that fit; a taken piece that still stands fits nothing.
    fn pieces(&self, fits: impl Fn(Piece) -> bool) -> SiteSet {
        self.pieces_with_taken(fits).minus(self.taken)
    }

    fn pieces_with_taken(&self, fits: impl Fn(Piece) -> bool) -> SiteSet {
        let sites = self.game.board().sites();
        sites.iter().filter(|s| self.position.piece(*s).is_some_and(&fits)).collect()
    }

    fn asked_of_each(&self, fits: impl Fn(Site, Piece) -> bool) -> SiteSet {
        let sites = self.pieces(|_| true);
        sites.iter().filter(|s| self.position.piece(*s).is_some_and(|p| fits(*s, p))).collect()
    }

    /// The directions of a site that fit, for a side; `onward` needs a heading and is not asked here.
    pub fn dirs<'d>(&self, dirs: &'d Dirs, site: Site, side: SideId) -> impl Iterator<Item = Dir> + use<'_, 'd> {
        let board = self.game.board();
        let compass = *dirs.compass.of(side);
        let all = dirs.all;
        (0..board.dirs()).filter(move |d| all || board.class(site, *d).is_some_and(|c| compass.contains(c)))
    }

    /// Whether a site has such a neighbour. Directions are those of the owner of the piece that stands on the
    /// site, else those of the actor.
    pub fn has_near(&self, site: Site, near: &Near) -> bool {
        let board = self.game.board();
        let side = self.position.piece(site).and_then(|p| p.owner).unwrap_or(self.actor);
        let set = self.select(&near.sel);
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
