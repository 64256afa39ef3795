//! How many positions a game may have, before they are listed.

use super::code::{Coder, classes};
use crate::board::{Site, SiteSet};
use crate::engine::{Game, Position, reach_from};
use crate::ruleset::Hand;

/// About how many positions can come from a position: more often too many than too few. Each piece is taken to stand
/// anywhere that it can come to on an empty board, or to be captured, and either side to be to move.
pub(super) fn positions(game: &Game, from: &Position, coder: &Coder) -> u64 {
    let rules = game.rules();
    let mut product: u128 = rules.sides.len() as u128;
    let mut groups: Vec<(usize, SiteSet, u128)> = Vec::new();
    let mut add = |class: usize, sites: SiteSet, count: u128| match groups
        .iter_mut()
        .find(|(c, s, _)| *c == class && *s == sites)
    {
        Some((_, _, sum)) => *sum += count,
        None => groups.push((class, sites, count)),
    };
    for (site, piece) in (0..).zip(&from.cells) {
        let Some(piece) = piece else { continue };
        let sites = reach(game, piece.kind, piece.owner, site);
        add(coder.class(piece.kind, piece.owner), sites, 1);
    }
    for (n, class) in classes(game).iter().enumerate() {
        let Some(owner) = class.owner else { continue };
        let at = usize::from(owner) * rules.kinds.len() + usize::from(class.kind);
        let in_hand = match rules.kinds.get(usize::from(class.kind)).map(|k| k.hand) {
            Some(Hand::Unlimited) => game.board().sites().len() as u128,
            _ => from.hands.get(at).map_or(0, |n| u128::from(*n)),
        };
        if in_hand > 0 {
            add(n, game.board().sites(), in_hand);
        }
    }
    for (_, sites, count) in groups {
        product = product.saturating_mul(choices(sites.len() as u128, count));
    }
    let changing = rules.kinds.iter().flat_map(|k| &k.becomes).count();
    product = product.saturating_mul(1 << changing.min(32));
    u64::try_from(product / coder.symmetries() as u128).unwrap_or(u64::MAX)
}

/// In how many ways up to `count` equal pieces stand on so many sites.
fn choices(sites: u128, count: u128) -> u128 {
    let (mut sum, mut ways) = (1u128, 1u128);
    for n in 0..count.min(sites) {
        ways = ways.saturating_mul(sites - n) / (n + 1);
        sum = sum.saturating_add(ways);
    }
    sum
}

/// Where a piece can come to.
fn reach(game: &Game, kind: u8, owner: Option<u8>, from: Site) -> SiteSet {
    let mut found: SiteSet = [from].into_iter().collect();
    let Some(owner) = owner else { return found };
    let mut open = vec![from];
    while let Some(site) = open.pop() {
        let near = reach_from(game, kind, owner, site);
        for next in near.moves.or(near.captures).iter().filter(|s| !found.contains(*s)).collect::<Vec<_>>() {
            found.insert(next);
            open.push(next);
        }
    }
    found
}
