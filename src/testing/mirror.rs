//! Whether rules are the same to the west and to the east, found out from the rules. In doubt they are not.

use crate::board::{Board, Compass, CompassSet, Shape, Site, SiteSet};
use crate::engine::{Action, Game, Move, Position};
use crate::ruleset::item::Compass as Facing;
use crate::ruleset::visit::{self, Visitor};
use crate::ruleset::{
    Cond, CondKind, Dirs, Effect, EffectKind, Motion, OnlyRule, Pattern, PerSide, Relation, Rules, Sel,
};

/// A reflection of the board from west to east under which the rules stay the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    /// Where each site goes, by its number.
    to: Vec<Site>,
}

/// The direction on the other side.
fn turned(compass: Compass) -> Compass {
    Compass::ALL.get((8 - compass as usize) % 8).copied().unwrap_or(compass)
}

fn both_ways(compass: CompassSet) -> bool {
    Compass::ALL.iter().all(|c| compass.contains(*c) == compass.contains(turned(*c)))
}

fn same_dirs(dirs: &Dirs) -> bool {
    dirs.all || dirs.compass.0.iter().all(|c| both_ways(*c))
}

impl Mirror {
    /// The reflection of a game's rules; none where they may not be symmetric. Scripts are not looked into.
    pub(super) fn of(game: &Game) -> Option<Mirror> {
        let rules = game.rules();
        if game.asks_hooks() || !rules.joints.is_empty() || game.illegal_reads_history() {
            return None;
        }
        let mirror = Mirror::of_board(&rules.board)?;
        let faces = |f: Facing| matches!(f, Facing::North | Facing::South);
        if !rules.sides.iter().all(|s| s.faces.is_none_or(faces)) {
            return None;
        }
        let mut seen = Seen { mirror: &mirror, same: true };
        visit::rules(rules, &mut seen);
        let same = seen.same && motions(rules) && effects(rules).all(effect);
        same.then_some(mirror)
    }

    fn of_board(board: &Board) -> Option<Mirror> {
        if !matches!(board.shape(), Shape::Squares | Shape::Points(_)) {
            return None;
        }
        let (columns, _) = board.size();
        let across = |site: Site| {
            let (x, _) = board.at(site);
            i32::from(site) + (i32::from(columns) - 1 - 2 * x)
        };
        let to: Vec<Site> = (0..board.count()).map(|s| across(s as Site) as Site).collect();
        let mirror = Mirror { to };
        let joined = |site: Site, c: Compass| {
            let next = board.next(site, c as u16).map(|n| mirror.site(n));
            next == board.next(mirror.site(site), turned(c) as u16)
        };
        let whole = mirror.sites(board.sites()) == board.sites();
        let same = whole && board.sites().iter().all(|s| Compass::ALL.iter().all(|c| joined(s, *c)));
        same.then_some(mirror)
    }

    pub(super) fn site(&self, site: Site) -> Site {
        self.to.get(usize::from(site)).copied().unwrap_or(site)
    }

    pub(super) fn sites(&self, sites: SiteSet) -> SiteSet {
        sites.iter().map(|s| self.site(s)).collect()
    }

    /// The position on the other side.
    pub(super) fn position(&self, position: &Position) -> Position {
        let mut other = position.clone();
        other.outcome = None;
        for (site, piece) in position.cells.iter().enumerate() {
            if let Some(cell) = other.cells.get_mut(usize::from(self.site(site as Site))) {
                *cell = *piece;
            }
        }
        other.marks.iter_mut().for_each(|m| m.site = self.site(m.site));
        other.marks.sort_unstable();
        other.forfeit = self.sites(position.forfeit);
        other
    }

    /// The move on the other side.
    pub(super) fn mv(&self, mv: &Move) -> Move {
        let mut other = mv.clone();
        if let Action::Piece { from, .. } = &mut other.action {
            *from = self.site(*from);
        }
        other.trail.iter_mut().chain(&mut other.picks).for_each(|s| *s = self.site(*s));
        other.captured.iter_mut().for_each(|(s, _)| *s = self.site(*s));
        other
    }
}

/// Looks at whatever selections and conditions say of places and directions.
struct Seen<'m> {
    mirror: &'m Mirror,
    same: bool,
}

impl Seen<'_> {
    fn fixed(&self, sets: &PerSide<SiteSet>) -> bool {
        sets.0.iter().all(|set| self.mirror.sites(*set) == *set)
    }
}

impl Visitor for Seen<'_> {
    fn sel(&mut self, sel: &Sel) {
        self.same &= match sel {
            Sel::Fixed(sets) => self.fixed(sets),
            Sel::NextTo(_, dirs) => same_dirs(dirs),
            Sel::With(near) => same_dirs(&near.dirs),
            // Each says the same of a site and of the one on the other side; parts are looked at by themselves.
            Sel::Empty
            | Sel::Piece
            | Sel::Kind(_)
            | Sel::OwnedBy(_)
            | Sel::Friend
            | Sel::Enemy
            | Sel::Royal
            | Sel::Unmoved
            | Sel::Promoted(_)
            | Sel::Stuck
            | Sel::Attacked(_)
            | Sel::It
            | Sel::MovedPiece
            | Sel::There
            | Sel::ThatFile
            | Sel::ThatRank
            | Sel::ThatLine
            | Sel::Mark(_)
            | Sel::Called(_)
            | Sel::AheadOf(_)
            | Sel::CentreOf(_)
            | Sel::Union(_)
            | Sel::Intersection(_)
            | Sel::Not(_) => true,
        };
    }

    fn cond(&mut self, cond: &Cond) {
        self.same &= match &cond.kind {
            CondKind::Sees(_, _, _, dirs) | CondKind::Connected(_, dirs) => same_dirs(dirs),
            CondKind::Have(_, near) => same_dirs(&near.dirs),
            CondKind::True
            | CondKind::Any(_)
            | CondKind::All(_)
            | CondKind::Not(_)
            | CondKind::Throughout(_)
            | CondKind::Occurs { .. }
            | CondKind::PhaseIs(_)
            | CondKind::NobodyCanMove
            | CondKind::LineThroughIt(_)
            | CondKind::MovesWithout { .. }
            | CondKind::Sites(..)
            | CondKind::Pieces(..)
            | CondKind::Played(..)
            | CondKind::CannotMove(..)
            | CondKind::HasLine(..)
            | CondKind::Connects(..)
            | CondKind::SideIs(..)
            | CondKind::SideCalled(..)
            | CondKind::Are(..)
            | CondKind::InOne(..) => true,
        };
    }
}

fn motions(rules: &Rules) -> bool {
    rules.kinds.iter().flat_map(|k| &k.motions).all(motion)
}

fn motion(motion: &Motion) -> bool {
    motion.legs.iter().all(|leg| {
        let offsets = leg.offsets.as_ref().is_none_or(|sides| {
            sides
                .0
                .iter()
                .all(|list| list.iter().all(|(x, y)| x.checked_neg().is_some_and(|x| list.contains(&(x, *y)))))
        });
        same_dirs(&leg.dirs) && offsets
    })
}

/// All effects but those of motions that place pieces.
fn effects(rules: &Rules) -> impl Iterator<Item = &Effect> {
    let of_motions = rules.kinds.iter().flat_map(|k| &k.motions).flat_map(|m| &m.effects).map(|(e, _)| e);
    let of_phases = rules.phases.iter().flat_map(|p| &p.only).filter_map(|o| match &o.what {
        OnlyRule::Effect(effect) => Some(effect),
        OnlyRule::Verbs(_) => None,
    });
    of_motions.chain(of_phases).chain(rules.after.iter().flat_map(|a| &a.effects))
}

fn effect(effect: &Effect) -> bool {
    let pattern = |p: &Pattern| match &p.relation {
        Some(Relation::Between(dirs, _) | Relation::Surrounded(dirs, _)) => same_dirs(dirs),
        None => true,
    };
    match &effect.kind {
        EffectKind::Take { pattern: p, .. } | EffectKind::Turn(p) => pattern(p),
        EffectKind::TakeOne { .. } | EffectKind::PlaceAt(..) => true,
        // What it does in turn is not looked into.
        EffectKind::PlaceBy(_, placed) => placed.effects.is_empty() && motion(placed),
        EffectKind::Shift(_, dirs) => same_dirs(dirs),
    }
}

#[cfg(test)]
mod tests {
    use super::Mirror;

    fn symmetric(rules: &str) -> bool {
        let text = format!(
            "game \"T\" {{ version 1.0 }}\nboard squares 5 x 5\nside white faces north\nside black faces south\n{rules}\n\
             start {{ place man of white at c1 place man of black at c5 }}\nturns from white, alternating\n\
             passing when stuck\nend draw when position occurs 3 times \"again\"\n"
        );
        let game = crate::open_text("t", &text, &[]).unwrap_or_else(|e| panic!("{e}"));
        Mirror::of(&game).is_some()
    }

    #[test]
    fn symmetry_is_found_out_from_the_rules() {
        let man = |says: &str| format!("piece man (men) \"M\" \"m\" of white, black {{ {says} }}");
        assert!(symmetric(&man("step orthogonal to empty")));
        assert!(symmetric(&man("step forward to empty")));
        assert!(symmetric(&man("step diagonal forward to empty")));
        assert!(!symmetric(&man("step east to empty")));
        assert!(!symmetric(&man("step northeast to empty")));
        // A zone in one half alone.
        assert!(!symmetric(&format!("zone wood = file a\n{}", man("step orthogonal to empty in wood"))));
        assert!(symmetric(&format!("zone wood = file c\n{}", man("step orthogonal to empty in wood"))));
    }

    #[test]
    fn bison_is_symmetric_and_what_it_is_not_is_not() {
        let game = |id: &str, settings: &[(&str, &str)]| crate::open(id, settings).unwrap_or_else(|e| panic!("{e}"));
        assert!(Mirror::of(&game("bison", &[])).is_some());
        assert!(Mirror::of(&game("tiger-and-buffaloes", &[])).is_some());
        // Scripts are not looked into.
        assert!(Mirror::of(&game("bison-rearguard", &[])).is_none());
    }
}
