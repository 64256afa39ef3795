//! Where a piece may go from a site: on an empty board, and what it takes there. Read off the interpreter.

use super::game::Game;
use super::meaning::Scene;
use super::meaning::attempt::attempts;
use super::meaning::legal::{MotionId, is_drop};
use super::position::{Piece, Position};
use crate::board::{Site, SiteSet};
use crate::ruleset::{KindId, SideId};

/// What a lone piece reaches from a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Where it stands.
    pub from: Site,
    /// Where it may land on an otherwise empty board.
    pub moves: SiteSet,
    /// Where it may land in taking an enemy that stands alone somewhere.
    pub captures: SiteSet,
    /// The sites on which it takes an enemy that stands there alone; those of `captures` where it takes by
    /// landing.
    pub victims: SiteSet,
}

/// What a piece of a kind reaches from the middle of the board, or from the site nearest to it from which it
/// can move at all (a piece may be confined to a corner of the board). None for a kind that never moves.
///
/// `side` is the owner; of a neutral kind, whoever moves it.
pub fn piece_reach(game: &Game, kind: KindId, side: SideId) -> Option<Reach> {
    let board = game.board();
    let centre = board.centre_of(board.sites());
    let (x, y) = centre.lowest().map_or((0, 0), |s| board.at(s));
    let mut sites: Vec<Site> = board.sites().iter().collect();
    sites.sort_by_key(|s| {
        let (a, b) = board.at(*s);
        ((a - x).abs().max((b - y).abs()), *s)
    });
    sites.into_iter().map(|from| reach_from(game, kind, side, from)).find(|r| {
        // A capture alone is enough, where a piece moves in no other way.
        !r.moves.is_empty() || !r.captures.is_empty()
    })
}

/// Where a piece of a kind may land from a site on an otherwise empty board.
pub fn lone_moves(game: &Game, kind: KindId, side: SideId, from: Site) -> SiteSet {
    landings(game, &alone(game, kind, side, from), kind, side, from).into_iter().map(|(landing, _)| landing).collect()
}

/// A piece with nothing else on the board.
fn alone(game: &Game, kind: KindId, side: SideId, at: Site) -> Position {
    let mut alone = game.empty();
    alone.to_move = side;
    alone.cells[at as usize] = Some(Piece { kind, owner: Some(side), was: kind, moved: false });
    alone
}

/// What a piece of a kind reaches from a site.
pub fn reach_from(game: &Game, kind: KindId, side: SideId, from: Site) -> Reach {
    let mut reach = Reach { from, moves: SiteSet::EMPTY, captures: SiteSet::EMPTY, victims: SiteSet::EMPTY };
    let alone = alone(game, kind, side, from);
    reach.moves = lone_moves(game, kind, side, from);
    let takes = game.kind(kind).motions.iter().any(|m| m.legs.iter().any(|l| l.capturing.is_some()));
    let enemies = game.rules().kinds.iter().enumerate().filter_map(|(k, enemy)| {
        let owner = enemy.owners.iter().find(|o| **o != side)?;
        Some(Piece { kind: k as KindId, owner: Some(*owner), was: k as KindId, moved: false })
    });
    for enemy in enemies.filter(|_| takes) {
        for site in game.board().sites().iter().filter(|s| *s != from) {
            let mut position = alone.clone();
            position.cells[site as usize] = Some(enemy);
            for (landing, captured) in landings(game, &position, kind, side, from) {
                if captured.contains(&site) {
                    reach.captures.insert(landing);
                    reach.victims.insert(site);
                }
            }
        }
    }
    reach
}

/// The landings of the piece on a site, each with the sites of what it captures.
fn landings(game: &Game, position: &Position, kind: KindId, side: SideId, from: Site) -> Vec<(Site, Vec<Site>)> {
    let scene = Scene::before(game, position, &[], side);
    let motions = game.kind(kind).motions.iter().enumerate().filter(|(_, m)| !is_drop(m));
    let tried = motions.flat_map(|(motion, _)| attempts(&scene, MotionId { kind, motion, from: Some(from) }));
    let good = tried.filter(|a| a.failed.is_none()).flat_map(|a| a.made);
    good.filter_map(|m| Some((m.mv.to()?, m.mv.captured.iter().map(|(s, _)| *s).collect()))).collect()
}
