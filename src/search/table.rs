//! The transposition table: what was found out about positions that come up again.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a value says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is worth this.
    Exact,
    /// At least.
    Lower,
    /// At most.
    Upper,
}

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The number of the best move, or of one that was good enough; none where none was found.
    pub mv: Option<u16>,
    /// How deep was looked, in plies.
    pub depth: u8,
    pub bound: Bound,
    /// For the side to move.
    pub value: i16,
}

/// A table of fixed size, in pairs of slots: one that keeps what was looked at deeply, and one that takes anything.
///
/// Several threads may use it at once. A slot is a key and what is known, written one after the other; the key is kept
/// mixed with the other word, so that halves of two entries never pass for one.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<(AtomicU64, AtomicU64)>,
    mask: u64,
}

const NO_MOVE: u64 = 0xffff;

fn pack(entry: Entry) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    entry.mv.map_or(NO_MOVE, u64::from)
        | u64::from(entry.value as u16) << 16
        | u64::from(entry.depth) << 32
        | bound << 40
}

fn unpack(word: u64) -> Option<Entry> {
    let bound = match word >> 40 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let mv = Some((word & NO_MOVE) as u16).filter(|mv| u64::from(*mv) != NO_MOVE);
    Some(Entry { mv, depth: (word >> 32) as u8, bound, value: (word >> 16) as u16 as i16 })
}

impl Table {
    /// A table with room for about so many positions, at least two.
    pub fn with_room(positions: u64) -> Table {
        let count = positions.clamp(2, 1 << 30).next_power_of_two();
        let slots = (0..count).map(|_| (AtomicU64::new(0), AtomicU64::new(0))).collect();
        Table { slots, mask: count - 2 }
    }

    fn pair(&self, key: u64) -> [&(AtomicU64, AtomicU64); 2] {
        let at = (key & self.mask) as usize;
        [&self.slots[at], &self.slots[at + 1]]
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        self.pair(key).into_iter().find_map(|(mixed, word)| {
            let word = word.load(Relaxed);
            if mixed.load(Relaxed) ^ word == key { unpack(word) } else { None }
        })
    }

    pub fn put(&self, key: u64, entry: Entry) {
        let [deep, any] = self.pair(key);
        let held = deep.1.load(Relaxed);
        let same = deep.0.load(Relaxed) ^ held == key;
        let slot = if same || unpack(held).is_none_or(|old| old.depth <= entry.depth) { deep } else { any };
        let word = pack(entry);
        slot.0.store(key ^ word, Relaxed);
        slot.1.store(word, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_put_in_comes_out(mv in 0..0xffffu16, depth in 0..=255u8, value in i16::MIN.., bound in 0..3usize, key: u64) {
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][bound];
            let table = Table::with_room(16);
            for mv in [Some(mv), None] {
                let entry = Entry { mv, depth, bound, value };
                table.put(key, entry);
                prop_assert_eq!(table.get(key), Some(entry));
                prop_assert_eq!(table.get(!key), None);
            }
        }
    }

    #[test]
    fn what_was_looked_at_deeply_is_kept() {
        let table = Table::with_room(2);
        let entry = |depth| Entry { mv: None, depth, bound: Bound::Exact, value: 3 };
        table.put(1, entry(9));
        (10..20).for_each(|key| table.put(key, entry(2)));
        assert_eq!(table.get(1), Some(entry(9)));
        assert_eq!(table.get(19), Some(entry(2)));
    }
}
