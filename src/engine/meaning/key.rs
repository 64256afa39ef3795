//! Keys of positions: what `position occurs` and `board occurs` compare (docs/book/endings.md).

use super::{Scene, legal};
use crate::board::Site;
use crate::engine::play::Occurrence;
use crate::engine::position::{Marked, Pie, Piece, Position, TurnPointer};
use crate::ruleset::{MarkId, PhaseId, SideId};

/// A well-mixed number for one fact (the finaliser of `SplitMix64` by Sebastiano Vigna, public domain).
pub(crate) fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The number of a fact: a tag and three small values.
pub(crate) fn fact(tag: u64, a: u64, b: u64, c: u64) -> u64 {
    mix(tag << 56 | a << 36 | b << 16 | c)
}

/// Tags of the facts of a position.
pub(crate) mod tag {
    pub const PIECE: u64 = 1;
    pub const HAND: u64 = 2;
    pub const TURN: u64 = 3;
    pub const MARK: u64 = 4;
    pub const OUT: u64 = 5;
    pub const FORFEIT: u64 = 6;
    pub const NUMBER: u64 = 7;
    pub const PIE: u64 = 8;
}

/// The number of a piece on a site. What no rule reads is the same in all pieces, so it tells none apart.
pub(crate) fn piece_fact(site: u64, piece: Piece) -> u64 {
    let owner = piece.owner.map_or(0, |o| u64::from(o) + 1);
    fact(tag::PIECE, site, u64::from(piece.kind) << 8 | u64::from(piece.was), owner << 1 | u64::from(piece.moved))
}

/// The number of a mark on a site with so many moves left.
pub(crate) fn mark_fact(mark: MarkId, site: Site, left: u8) -> u64 {
    fact(tag::MARK, u64::from(mark), u64::from(site), u64::from(left))
}

/// The key of the pieces alone.
pub(crate) fn board_key(position: &Position) -> u64 {
    let pieces = position.cells.iter().enumerate().filter_map(|(s, p)| p.map(|p| (s as u64, p)));
    pieces.fold(0, |key, (site, piece)| key ^ piece_fact(site, piece))
}

/// The key of everything but marks, counters and what is past: pieces, hands, phase and turn, sides out.
pub(crate) fn base_key(position: &Position) -> u64 {
    let mut key = board_key(position);
    for (n, count) in position.hands.iter().enumerate().filter(|(_, c)| **c > 0) {
        key ^= fact(tag::HAND, n as u64, u64::from(*count), 0);
    }
    key ^= turn_fact(position.phase, position.turn, position.to_move);
    key ^= fact(tag::OUT, u64::from(position.out), 0, 0);
    if matches!(position.pie, Pie::Coming | Pie::Open) {
        key ^= fact(tag::PIE, position.pie as u64, 0, 0);
    }
    position.forfeit.iter().fold(key, |key, site| key ^ fact(tag::FORFEIT, u64::from(site), 0, 0))
}

/// The number of phase, turn pointer and side to move.
pub(crate) fn turn_fact(phase: PhaseId, turn: TurnPointer, to_move: SideId) -> u64 {
    let pointer = u64::from(turn.entry) << 8 | u64::from(phase);
    fact(tag::TURN, pointer & 0xf_ffff, u64::from(to_move), u64::from(turn.left))
}

/// The key of the whole position, whatever in it a rule reads, and who plays which side.
pub(crate) fn whole_key(position: &Position) -> u64 {
    let mut key = base_key(position);
    if position.pie == Pie::Taken {
        key ^= fact(tag::PIE, Pie::Taken as u64, 0, 0);
    }
    for mark in &position.marks {
        key ^= mark_fact(mark.mark, mark.site, mark.left);
    }
    let last = [position.last.map_or(0, |side| u16::from(side) + 1)];
    for (list, numbers) in [&position.captured[..], &position.counters[..], &last].into_iter().enumerate() {
        for (n, number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
            key ^= fact(tag::NUMBER, list as u64, n as u64, u64::from(*number));
        }
    }
    key
}

/// The key that `position occurs` compares. A mark counts where it changes what the next player may do.
pub(crate) fn position_key(scene: &Scene) -> u64 {
    let position = scene.position;
    let mut key = base_key(position);
    if position.marks.is_empty() {
        return key;
    }
    let number = |mark: &Marked| mark_fact(mark.mark, mark.site, mark.left);
    if scene.game.asks_hooks() {
        // A script may read any mark.
        return position.marks.iter().fold(key, |key, mark| key ^ number(mark));
    }
    let with_all = options(scene, position);
    for (n, mark) in position.marks.iter().enumerate() {
        let mut without = position.clone();
        without.marks.remove(n);
        if options(scene, &without) != with_all {
            key ^= number(mark);
        }
    }
    key
}

/// The moves of the player to move, without clauses about repetition.
fn options(scene: &Scene, position: &Position) -> Vec<crate::engine::moves::Move> {
    let side = position.to_move;
    let level = if scene.game.illegal_reads_history() { 0 } else { scene.level.min(1) };
    let before = Scene { level, ..Scene::before(scene.game, position, &[], side) };
    scene.game.quietly(|| legal::legal(&before, true)).into_iter().map(|m| m.mv).collect()
}

/// The present position as an entry of the history; which conditions held is asked by the caller.
pub(crate) fn occurrence(scene: &Scene) -> Occurrence {
    Occurrence { key: position_key(scene), board: board_key(scene.position), mover: scene.position.last, held: 0 }
}
