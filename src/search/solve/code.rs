//! Positions as numbers: the pieces on the sites, without regard to symmetry, and whatever else rules may read.
//!
//! The number of a placement is a sum with one summand for each piece, so that the least number of all its images is
//! found by a few additions for each piece and symmetry.

use super::mix;
use crate::board::Site;
use crate::engine::{Game, Pie, Piece, Placed, Position, Symmetry};
use crate::ruleset::{KindId, SideId};

/// A kind of piece with its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub kind: KindId,
    pub owner: Option<SideId>,
}

/// All classes of a game, by kind and then by owner.
pub(super) fn classes(game: &Game) -> Vec<Class> {
    let kinds = game.rules().kinds.iter().zip(0..);
    let of_kind = |(kind, id): (&crate::ruleset::Kind, KindId)| {
        let neutral = kind.owners.is_empty().then_some(Class { kind: id, owner: None });
        let owned = kind.owners.iter().map(move |o| Class { kind: id, owner: Some(*o) });
        neutral.into_iter().chain(owned).collect::<Vec<_>>()
    };
    kinds.flat_map(of_kind).collect()
}

/// The bits of a code in which stands what is not on the board.
pub(super) const REST_BITS: u32 = 16;

/// Gives placements their numbers.
pub(super) struct Coder {
    pub classes: Vec<Class>,
    /// The sites of the board, least significant digit first.
    sites: Vec<Site>,
    /// By symmetry, class and site.
    weights: Vec<u128>,
    symmetries: usize,
    count: usize,
    /// Where a kind with an owner (0: nobody) stands among the classes.
    class_of: Vec<usize>,
    owners: usize,
}

impl Coder {
    /// Numbers from which a placement can be read again: one digit for each site. None where the board has too many
    /// sites for 128 bits.
    pub fn exact(game: &Game) -> Option<Coder> {
        let sites: Vec<Site> = game.board().sites().iter().collect();
        let radix = classes(game).len() as u128 + 1;
        let mut powers = vec![0u128; game.board().count()];
        let mut power = 1u128;
        for site in &sites {
            powers[usize::from(*site)] = power;
            power = power.checked_mul(radix)?;
        }
        if power > 1 << (128 - REST_BITS) {
            return None;
        }
        Some(Coder::weighted(game, |class, site| (class as u128 + 1) * powers[usize::from(site)]))
    }

    /// Numbers by which placements are told apart with all but certainty, and from which nothing can be read.
    pub fn hashed(game: &Game) -> Coder {
        Coder::weighted(game, |class, site| mix::wide(1 << 32 | (class as u64) << 16 | u64::from(site)))
    }

    fn weighted(game: &Game, weight: impl Fn(usize, Site) -> u128) -> Coder {
        let classes = classes(game);
        let sites: Vec<Site> = game.board().sites().iter().collect();
        let symmetries = Symmetry::all(game);
        let count = game.board().count();
        let mut weights = vec![0u128; symmetries.len() * classes.len() * count];
        for (n, symmetry) in symmetries.iter().enumerate() {
            for class in 0..classes.len() {
                for site in &sites {
                    let at = (n * classes.len() + class) * count + usize::from(*site);
                    weights[at] = weight(class, symmetry.site(*site));
                }
            }
        }
        let owners = game.rules().sides.len() + 1;
        let mut class_of = vec![0; game.rules().kinds.len() * owners];
        for (n, class) in classes.iter().enumerate() {
            class_of[usize::from(class.kind) * owners + class.owner.map_or(0, |o| usize::from(o) + 1)] = n;
        }
        Coder { classes, sites, weights, symmetries: symmetries.len(), count, class_of, owners }
    }

    /// How many symmetries are used.
    pub fn symmetries(&self) -> usize {
        self.symmetries
    }

    /// The sites of the board.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The number of placements that there are numbers for, where they are exact.
    pub fn size(&self) -> u128 {
        (self.classes.len() as u128 + 1).saturating_pow(self.sites.len() as u32)
    }

    /// The class of a piece.
    pub fn class(&self, kind: KindId, owner: Option<SideId>) -> usize {
        let at = usize::from(kind) * self.owners + owner.map_or(0, |o| usize::from(o) + 1);
        self.class_of.get(at).copied().unwrap_or(0)
    }

    /// The number of the placement and its images, least first, and how many symmetries give that one.
    pub fn canonical(&self, pieces: &[Placed]) -> (u128, usize) {
        let (mut least, mut times) = (u128::MAX, 0);
        for symmetry in 0..self.symmetries {
            let number = self.number(pieces, symmetry);
            if number < least {
                (least, times) = (number, 1);
            } else if number == least {
                times += 1;
            }
        }
        (least, times)
    }

    /// The number of the placement itself.
    pub fn plain(&self, pieces: &[Placed]) -> u128 {
        self.number(pieces, 0)
    }

    fn number(&self, pieces: &[Placed], symmetry: usize) -> u128 {
        let base = symmetry * self.classes.len() * self.count;
        pieces.iter().fold(0u128, |sum, p| {
            let at = base + self.class(p.kind, p.owner) * self.count + usize::from(p.site);
            sum.wrapping_add(self.weights.get(at).copied().unwrap_or(0))
        })
    }

    /// Reads the placement of an exact number into a position that has no pieces.
    pub fn place(&self, number: u128, position: &mut Position) {
        let radix = self.classes.len() as u64 + 1;
        let mut put = |site: Site, digit: u64| {
            let class = digit.checked_sub(1).and_then(|n| self.classes.get(n as usize));
            if let (Some(class), Some(cell)) = (class, position.cells.get_mut(usize::from(site))) {
                *cell = Some(Piece { kind: class.kind, owner: class.owner, was: class.kind, moved: false });
            }
        };
        let mut rest = number;
        let mut sites = self.sites.iter();
        // Dividing long numbers is slow, and few need it.
        while rest > u128::from(u64::MAX) {
            let Some(site) = sites.next() else { return };
            put(*site, (rest % u128::from(radix)) as u64);
            rest /= u128::from(radix);
        }
        let mut rest = rest as u64;
        for site in sites {
            if rest == 0 {
                return;
            }
            put(*site, rest % radix);
            rest /= radix;
        }
    }
}

/// The pieces of a position.
pub(super) fn pieces(position: &Position, out: &mut Vec<Placed>) {
    out.clear();
    let cells = position.cells.iter().zip(0..);
    out.extend(cells.filter_map(|(piece, site)| piece.map(|p| Placed { site, kind: p.kind, owner: p.owner })));
}

/// Where in `out` it is told how the pie rule stands.
const PIE_BIT: u32 = 14;

/// What a position holds besides the pieces, in the form in which files have it. Of all positions of a game it has the
/// same length.
pub(super) fn rest(position: &Position) -> Vec<u16> {
    let last = position.last.map_or(0, |s| u16::from(s) + 1);
    let mut rest = vec![u16::from(position.to_move), u16::from(position.phase)];
    // With a pie rule there are two sides: the upper bits of `out` are free.
    let out = position.out | (position.pie as u16) << PIE_BIT;
    rest.extend([position.turn.entry, position.turn.left, last, out]);
    rest.extend(position.hands.iter().chain(&position.captured).chain(&position.counters));
    rest
}

/// The position without pieces of which this is the rest. None where it is of another game.
pub(super) fn position_of(rest: &[u16], game: &Game) -> Option<Position> {
    let mut position = game.empty();
    let (head, mut numbers) = rest.split_at_checked(6)?;
    let [to_move, phase, entry, left, last, out] = head.try_into().ok()?;
    position.to_move = u8::try_from(to_move).ok()?;
    position.phase = u8::try_from(phase).ok()?;
    position.turn = crate::engine::TurnPointer { entry, left };
    position.last = last.checked_sub(1).map(|s| s as SideId);
    position.out = out;
    if game.rules().pie {
        position.out = out & ((1 << PIE_BIT) - 1);
        position.pie = *[Pie::Over, Pie::Coming, Pie::Open, Pie::Taken].get(usize::from(out >> PIE_BIT))?;
    }
    for list in [&mut position.hands, &mut position.captured, &mut position.counters] {
        let (these, others) = numbers.split_at_checked(list.len())?;
        list.copy_from_slice(these);
        numbers = others;
    }
    numbers.is_empty().then_some(position)
}
