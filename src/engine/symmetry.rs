//! Symmetries of a board under which its rules stay the same, found out from the rules. In doubt there are none.

use super::game::Game;
use super::moves::{Action, Move};
use super::position::Position;
use crate::board::{Board, Compass, CompassSet, Shape, Site, SiteSet};
use crate::ruleset::visit::{self, Visitor};
use crate::ruleset::{
    Cond, CondKind, Dirs, Effect, EffectKind, Motion, OnlyRule, Pattern, PerSide, Relation, Rules, Sel,
};

/// A reflection or rotation of a board of squares or points under which the rules stay the same: what is legal here is
/// legal there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    turn: Turn,
    /// Where each site goes, by its number.
    to: Vec<Site>,
}

impl Symmetry {
    /// All symmetries of a game's rules, that which changes nothing first: one, two, four or eight. Scripts are not looked
    /// into.
    pub fn all(game: &Game) -> Vec<Symmetry> {
        let others = Turn::ALL.into_iter().skip(1).filter_map(|turn| Symmetry::of(game, turn));
        std::iter::once(Symmetry::identity(game.board())).chain(others).collect()
    }

    /// The reflection from west to east, where the rules stay the same under it.
    pub fn mirror(game: &Game) -> Option<Symmetry> {
        Symmetry::of(game, Turn { mirrored: true, quarters: 0 })
    }

    fn identity(board: &Board) -> Symmetry {
        Symmetry { turn: Turn::default(), to: (0..board.count()).map(|s| s as Site).collect() }
    }

    fn of(game: &Game, turn: Turn) -> Option<Symmetry> {
        let rules = game.rules();
        if game.asks_hooks() || !rules.joints.is_empty() || game.illegal_reads_history() {
            return None;
        }
        let symmetry = Symmetry::of_board(&rules.board, turn)?;
        // A side goes on looking where it looks.
        if !rules.sides.iter().all(|s| s.faces.is_none_or(|f| turn.compass(f) == f)) {
            return None;
        }
        let mut seen = Seen { symmetry: &symmetry, same: true };
        visit::rules(rules, &mut seen);
        let same = seen.same
            && rules.kinds.iter().flat_map(|k| &k.motions).all(|m| turn.keeps_motion(m))
            && effects(rules).all(|e| turn.keeps_effect(e));
        same.then_some(symmetry)
    }

    fn of_board(board: &Board, turn: Turn) -> Option<Symmetry> {
        if !matches!(board.shape(), Shape::Squares | Shape::Points(_)) {
            return None;
        }
        let (columns, rows) = board.size();
        if columns != rows && turn.quarters % 2 == 1 {
            return None;
        }
        let (right, top) = (i32::from(columns) - 1, i32::from(rows) - 1);
        let across = |site: usize| {
            let (x, y) = board.at(site as Site);
            // Twice the way from the middle, so that all is whole numbers.
            let (x, y) = turn.step((2 * x - right, 2 * y - top));
            (i32::midpoint(y, top) * i32::from(columns) + i32::midpoint(x, right)) as Site
        };
        let symmetry = Symmetry { turn, to: (0..board.count()).map(across).collect() };
        let joined = |site: Site, c: Compass| {
            let next = board.next(site, c as u16).map(|n| symmetry.site(n));
            next == board.next(symmetry.site(site), turn.compass(c) as u16)
        };
        let whole = symmetry.sites(board.sites()) == board.sites();
        let same = whole && board.sites().iter().all(|s| Compass::ALL.iter().all(|c| joined(s, *c)));
        same.then_some(symmetry)
    }

    /// Whether it leaves everything where it is.
    pub fn is_identity(&self) -> bool {
        self.turn == Turn::default()
    }

    /// Where a site goes.
    pub fn site(&self, site: Site) -> Site {
        self.to.get(usize::from(site)).copied().unwrap_or(site)
    }

    /// Where sites go.
    pub fn sites(&self, sites: SiteSet) -> SiteSet {
        sites.iter().map(|s| self.site(s)).collect()
    }

    /// The image of a position, not judged.
    #[must_use]
    pub fn position(&self, position: &Position) -> Position {
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

    /// The image of a move.
    #[must_use]
    pub fn mv(&self, mv: &Move) -> Move {
        let mut other = mv.clone();
        if let Action::Piece { from, .. } = &mut other.action {
            *from = self.site(*from);
        }
        other.trail.iter_mut().chain(&mut other.picks).for_each(|s| *s = self.site(*s));
        other.captured.iter_mut().for_each(|(s, _)| *s = self.site(*s));
        other
    }
}

/// How a grid is turned: reflected from west to east or not, then rotated clockwise by quarters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Turn {
    mirrored: bool,
    quarters: u8,
}

impl Turn {
    /// All eight; the one that changes nothing first.
    const ALL: [Turn; 8] = {
        let mut all = [Turn { mirrored: false, quarters: 0 }; 8];
        let mut n = 0;
        while n < 8 {
            all[n] = Turn { mirrored: n % 2 == 1, quarters: n as u8 / 2 };
            n += 1;
        }
        all
    };

    fn compass(self, c: Compass) -> Compass {
        let mirrored = if self.mirrored { -(c as i32) } else { c as i32 };
        Compass::North.turned(mirrored + 2 * i32::from(self.quarters))
    }

    /// Files east, ranks north.
    fn step(self, (x, y): (i32, i32)) -> (i32, i32) {
        let x = if self.mirrored { -x } else { x };
        match self.quarters % 4 {
            0 => (x, y),
            1 => (y, -x),
            2 => (-x, -y),
            _ => (-y, x),
        }
    }

    /// Files stay files and ranks ranks.
    fn keeps_axes(self) -> bool {
        self.quarters.is_multiple_of(2)
    }

    fn keeps_set(self, set: CompassSet) -> bool {
        set.iter().all(|c| set.contains(self.compass(c)))
    }

    fn keeps_dirs(self, dirs: &Dirs) -> bool {
        dirs.all || dirs.compass.0.iter().all(|set| self.keeps_set(*set))
    }

    fn keeps_motion(self, motion: &Motion) -> bool {
        let keeps_offsets = |list: &Vec<(i16, i16)>| {
            list.iter().all(|(x, y)| {
                let (x, y) = self.step((i32::from(*x), i32::from(*y)));
                list.iter().any(|(a, b)| (i32::from(*a), i32::from(*b)) == (x, y))
            })
        };
        motion.legs.iter().all(|leg| {
            self.keeps_dirs(&leg.dirs) && leg.offsets.as_ref().is_none_or(|sides| sides.0.iter().all(keeps_offsets))
        })
    }

    fn keeps_effect(self, effect: &Effect) -> bool {
        let pattern = |p: &Pattern| match &p.relation {
            Some(Relation::Between(dirs, _) | Relation::Surrounded(dirs, _)) => self.keeps_dirs(dirs),
            None => true,
        };
        match &effect.kind {
            EffectKind::Take { pattern: p, .. } | EffectKind::Turn(p) => pattern(p),
            EffectKind::TakeOne { .. } | EffectKind::PlaceAt(..) => true,
            // What it does in turn is not looked into.
            EffectKind::PlaceBy(_, placed) => placed.effects.is_empty() && self.keeps_motion(placed),
            // Where a piece has a choice of directions it takes the first of the compass.
            EffectKind::Shift(_, dirs) => {
                let one = |set: &CompassSet| set.iter().count() <= 1;
                !dirs.all && dirs.compass.0.iter().all(one) && self.keeps_dirs(dirs)
            }
        }
    }
}

/// Looks at whatever selections and conditions say of places and directions.
struct Seen<'s> {
    symmetry: &'s Symmetry,
    same: bool,
}

impl Seen<'_> {
    fn fixed(&self, sets: &PerSide<SiteSet>) -> bool {
        sets.0.iter().all(|set| self.symmetry.sites(*set) == *set)
    }
}

impl Visitor for Seen<'_> {
    fn sel(&mut self, sel: &Sel) {
        let turn = self.symmetry.turn;
        self.same &= match sel {
            Sel::Fixed(sets) => self.fixed(sets),
            Sel::NextTo(_, dirs) | Sel::CutOff(_, _, dirs) => turn.keeps_dirs(dirs),
            Sel::With(near) => turn.keeps_dirs(&near.dirs),
            Sel::ThatFile | Sel::ThatRank => turn.keeps_axes(),
            // Each says the same of a site and of its image; parts are looked at by themselves.
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
            | Sel::Origin
            | Sel::There
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
        let turn = self.symmetry.turn;
        self.same &= match &cond.kind {
            CondKind::Sees(_, _, _, dirs) | CondKind::Connected(_, dirs) | CondKind::Encloses(_, _, _, dirs) => {
                turn.keeps_dirs(dirs)
            }
            CondKind::Have(_, near) => turn.keeps_dirs(&near.dirs),
            CondKind::InOne(..) => turn.keeps_axes(),
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
            | CondKind::CannotReach(..)
            | CondKind::HasPoints(..)
            | CondKind::ScoresEqual
            | CondKind::Nth { .. }
            | CondKind::HasLine(..)
            | CondKind::Connects(..)
            | CondKind::ConnectsSome(..)
            | CondKind::Passes(..)
            | CondKind::SideIs(..)
            | CondKind::SideCalled(..)
            | CondKind::Are(..) => true,
        };
    }
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

#[cfg(test)]
mod tests {
    use super::Symmetry;
    use crate::engine::{Dice, Game, Move, Play};

    fn game(board: &str, sides: &str, rules: &str) -> Game {
        let text = format!(
            "game \"T\" {{ version 1.0 }}\nboard {board}\n{sides}\n{rules}\n\
             start {{ place man of white at c1 place man of black at c5 }}\nturns from white, alternating\n\
             passing when stuck\nend draw when position occurs 3 times \"again\"\n"
        );
        crate::open_text("t", &text, &[]).unwrap_or_else(|e| panic!("{e}"))
    }

    const FACING: &str = "side white faces north\nside black faces south";

    fn mirrored(rules: &str) -> bool {
        Symmetry::mirror(&game("squares 5 x 5", FACING, rules)).is_some()
    }

    fn count(board: &str, says: &str) -> usize {
        let man = format!("piece man (men) \"M\" \"m\" of white, black {{ {says} }}");
        Symmetry::all(&game(board, "side white\nside black", &man)).len()
    }

    #[test]
    fn the_mirror_is_found_out_from_the_rules() {
        let man = |says: &str| format!("piece man (men) \"M\" \"m\" of white, black {{ {says} }}");
        assert!(mirrored(&man("step orthogonal to empty")));
        assert!(mirrored(&man("step forward to empty")));
        assert!(mirrored(&man("step diagonal forward to empty")));
        assert!(!mirrored(&man("step east to empty")));
        assert!(!mirrored(&man("step northeast to empty")));
        // A zone in one half alone.
        assert!(!mirrored(&format!("zone wood = file a\n{}", man("step orthogonal to empty in wood"))));
        assert!(mirrored(&format!("zone wood = file c\n{}", man("step orthogonal to empty in wood"))));
    }

    #[test]
    fn all_symmetries_are_found_out_from_the_rules() {
        assert_eq!(count("squares 5 x 5", "step orthogonal to empty"), 8);
        assert_eq!(count("squares 5 x 6", "step orthogonal to empty"), 4);
        assert_eq!(count("points 5 x 5, alquerque lines", "step any direction to empty"), 8);
        assert_eq!(count("squares 5 x 5, without a1", "step orthogonal to empty"), 2);
        // North and south, and the two diagonals.
        assert_eq!(count("squares 5 x 5", "step north or south to empty"), 4);
        assert_eq!(count("squares 5 x 5", "step northeast or southwest to empty"), 4);
        assert_eq!(count("squares 5 x 5", "step north to empty"), 2);
        assert_eq!(count("squares 5 x 5", "leap 1 by 2 to empty"), 8);
        assert_eq!(count("squares 5 x 5", "leap 1 by 2 north to empty"), 2);
        assert_eq!(count("squares 5 x 5", "step orthogonal to empty in file c"), 4);
        // Sides that look north and south leave the mirror alone.
        let man = "piece man (men) \"M\" \"m\" of white, black { step orthogonal to empty }";
        assert_eq!(Symmetry::all(&game("squares 5 x 5", FACING, man)).len(), 2);
    }

    #[test]
    fn shipped_rules_have_the_symmetries_that_they_should_have() {
        let count = |id: &str, settings: &[(&str, &str)]| {
            Symmetry::all(&crate::open(id, settings).unwrap_or_else(|e| panic!("{e}"))).len()
        };
        assert_eq!(count("bison", &[]), 2);
        assert_eq!(count("tiger-and-buffaloes", &[]), 8);
        // What may not come again is not looked into, nor are scripts.
        assert_eq!(count("tiger-and-buffaloes", &[("repeating", "ban")]), 1);
        assert_eq!(count("bison-rearguard", &[]), 1);
    }

    /// Of several paths that are one move one is told, and which is not the same in the image.
    fn plain(mv: &Move) -> String {
        let mut mv = mv.clone();
        mv.captured.sort_by_key(|(site, _)| *site);
        let last = mv.to();
        mv.trail.clear();
        mv.trail.extend(last);
        format!("{mv:?}")
    }

    fn sorted(moves: impl Iterator<Item = Move>) -> Vec<String> {
        let mut texts: Vec<String> = moves.map(|mv| plain(&mv)).collect();
        texts.sort_unstable();
        texts
    }

    /// In random play of every ruleset that comes with the program.
    #[test]
    fn the_moves_of_the_image_are_the_images_of_the_moves() {
        let mut turned = 0;
        for id in crate::library::ids() {
            let game = crate::open(id, &[]).unwrap_or_else(|e| panic!("{e}"));
            let symmetries = Symmetry::all(&game);
            let mut dice = Dice::new(7);
            for _ in 0..if symmetries.len() > 1 { 3 } else { 0 } {
                let mut play = Play::new(&game);
                for _ in 0..40 {
                    let moves = play.moves().expect("no script");
                    if moves.is_empty() {
                        break;
                    }
                    for symmetry in &symmetries {
                        let image = Play::from_position(&game, symmetry.position(play.position()), Vec::new());
                        let theirs = image.expect("a position").moves().expect("no script");
                        let images = moves.iter().map(|mv| symmetry.mv(mv));
                        assert_eq!(sorted(images), sorted(theirs.into_iter()), "{id}: {symmetry:?}");
                        turned += usize::from(!symmetry.is_identity());
                    }
                    play.play(&moves[dice.below(moves.len() as u32) as usize]).expect("a legal move");
                }
            }
        }
        assert!(turned > 1000, "{turned}");
    }
}
