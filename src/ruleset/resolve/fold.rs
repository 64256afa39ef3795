//! Set algebra on selections: what does not depend on the position is worked out at once.

use super::super::rules::{Dirs, Near, PerSide, Sel};
use crate::board::{Board, Site, SiteSet};

/// Any of them.
pub(super) fn union(board: &Board, list: Vec<Sel>) -> Sel {
    let mut fixed: Option<PerSide<SiteSet>> = None;
    let mut rest: Vec<Sel> = Vec::new();
    for sel in flat(list, |s| match s {
        Sel::Union(list) => Ok(list),
        other => Err(other),
    }) {
        match (sel, &mut fixed) {
            (Sel::Fixed(sets), Some(so_far)) => zip(so_far, &sets, SiteSet::or),
            (Sel::Fixed(sets), none) => *none = Some(sets),
            (other, _) if rest.contains(&other) => {}
            (other, _) => rest.push(other),
        }
    }
    match fixed {
        Some(sets) if rest.is_empty() || sets.0.iter().all(|s| *s == board.sites()) => Sel::Fixed(sets),
        Some(sets) if sets.0.iter().all(SiteSet::is_empty) => single(rest, Sel::Union),
        Some(sets) => {
            rest.push(Sel::Fixed(sets));
            Sel::Union(rest)
        }
        None => single(rest, Sel::Union),
    }
}

/// All of them.
pub(super) fn intersection(board: &Board, list: Vec<Sel>) -> Sel {
    let mut fixed: Option<PerSide<SiteSet>> = None;
    let mut rest: Vec<Sel> = Vec::new();
    for sel in flat(list, |s| match s {
        Sel::Intersection(list) => Ok(list),
        other => Err(other),
    }) {
        match (sel, &mut fixed) {
            (Sel::Fixed(sets), Some(so_far)) => zip(so_far, &sets, SiteSet::and),
            (Sel::Fixed(sets), none) => *none = Some(sets),
            (other, _) if rest.contains(&other) => {}
            (other, _) => rest.push(other),
        }
    }
    match fixed {
        Some(sets) if rest.is_empty() || sets.0.iter().all(SiteSet::is_empty) => Sel::Fixed(sets),
        Some(sets) if sets.0.iter().all(|s| *s == board.sites()) => single(rest, Sel::Intersection),
        Some(sets) => {
            rest.push(Sel::Fixed(sets));
            Sel::Intersection(rest)
        }
        None => single(rest, Sel::Intersection),
    }
}

/// The other sites.
pub(super) fn not(board: &Board, sel: Sel) -> Sel {
    match sel {
        Sel::Fixed(sets) => Sel::Fixed(PerSide(sets.0.iter().map(|s| board.sites().minus(*s)).collect())),
        Sel::Not(inner) => *inner,
        other => Sel::Not(Box::new(other)),
    }
}

/// The neighbours of S.
pub(super) fn next_to(board: &Board, sel: Sel, dirs: Dirs) -> Sel {
    match sel {
        Sel::Fixed(sets) => Sel::Fixed(PerSide(
            sets.0
                .iter()
                .enumerate()
                .map(|(n, set)| set.iter().flat_map(|s| near(board, s, &dirs, n)).collect())
                .collect(),
        )),
        other => Sel::NextTo(Box::new(other), dirs),
    }
}

/// The sites that have such a neighbour.
pub(super) fn with(board: &Board, wanted: Near) -> Sel {
    let uniform = wanted.dirs.compass.0.windows(2).all(|w| w[0] == w[1]);
    match &wanted.sel {
        Sel::Fixed(sets) if uniform => {
            let holds =
                |set: &SiteSet, site: Site| near(board, site, &wanted.dirs, 0).any(|t| set.contains(t)) != wanted.no;
            Sel::Fixed(PerSide(
                sets.0.iter().map(|set| board.sites().iter().filter(|s| holds(set, *s)).collect()).collect(),
            ))
        }
        _ => Sel::With(Box::new(wanted)),
    }
}

/// The middle sites of the smallest box round S.
pub(super) fn centre_of(board: &Board, sel: Sel) -> Sel {
    match sel {
        Sel::Fixed(sets) => Sel::Fixed(PerSide(sets.0.iter().map(|s| board.centre_of(*s)).collect())),
        other => Sel::CentreOf(Box::new(other)),
    }
}

/// The neighbours of a site along directions as a side has them.
fn near<'a>(board: &'a Board, site: Site, dirs: &'a Dirs, reader: usize) -> impl Iterator<Item = Site> + 'a {
    let set = dirs.compass.0.get(reader).copied().unwrap_or_default();
    board
        .neighbours(site)
        .filter(move |(d, _)| dirs.all || board.class(site, *d).is_some_and(|c| set.contains(c)))
        .map(|(_, n)| n)
}

fn zip(into: &mut PerSide<SiteSet>, other: &PerSide<SiteSet>, f: fn(SiteSet, SiteSet) -> SiteSet) {
    for (a, b) in into.0.iter_mut().zip(&other.0) {
        *a = f(*a, *b);
    }
}

/// Opens the lists within a list, one level: what is put together here is flat already.
fn flat(list: Vec<Sel>, open: fn(Sel) -> Result<Vec<Sel>, Sel>) -> Vec<Sel> {
    let mut out = Vec::new();
    for sel in list {
        match open(sel) {
            Ok(inner) => out.extend(inner),
            Err(sel) => out.push(sel),
        }
    }
    out
}

fn single(mut parts: Vec<Sel>, many: fn(Vec<Sel>) -> Sel) -> Sel {
    match (parts.pop(), parts.is_empty()) {
        (Some(one), true) => one,
        (Some(last), false) => {
            parts.push(last);
            many(parts)
        }
        (None, _) => many(Vec::new()),
    }
}
