//! The positions of a game by number and by code, in little room.

use super::mix;
use super::trouble::Trouble;
use hashbrown::HashTable;

/// The greatest number of a position, and one more; numbers above stand for the end of the game.
pub(super) const MOST: u32 = u32::MAX - 8;

/// A list of different codes, in which each is found again.
pub(super) struct Positions {
    codes: Codes,
    found: HashTable<u32>,
}

/// Codes in as many bytes as they need.
enum Codes {
    Narrow(Vec<u64>),
    Wide(Vec<u128>),
}

impl Codes {
    fn get(&self, n: u32) -> u128 {
        match self {
            Codes::Narrow(list) => list.get(n as usize).copied().map_or(0, u128::from),
            Codes::Wide(list) => list.get(n as usize).copied().unwrap_or(0),
        }
    }

    fn len(&self) -> usize {
        match self {
            Codes::Narrow(list) => list.len(),
            Codes::Wide(list) => list.len(),
        }
    }
}

impl Positions {
    /// None yet; codes are below `size`.
    pub fn new(size: u128) -> Positions {
        let codes = if size <= 1 << 64 { Codes::Narrow(Vec::new()) } else { Codes::Wide(Vec::new()) };
        Positions { codes, found: HashTable::new() }
    }

    pub fn len(&self) -> u32 {
        self.codes.len() as u32
    }

    /// The code of a position.
    pub fn code(&self, n: u32) -> u128 {
        self.codes.get(n)
    }

    /// The number of the position with a code.
    pub fn find(&self, code: u128) -> Option<u32> {
        self.found.find(mix::hash(code), |n| self.codes.get(*n) == code).copied()
    }

    /// The number of the position with a code, a new one where there was none.
    pub fn number(&mut self, code: u128, room: &mut Room) -> Result<u32, Trouble> {
        if let Some(n) = self.find(code) {
            return Ok(n);
        }
        let n = self.len();
        if n >= MOST {
            return Err(room.full());
        }
        match &mut self.codes {
            Codes::Narrow(list) => room.push(list, code as u64)?,
            Codes::Wide(list) => room.push(list, code)?,
        }
        if self.found.len() == self.found.capacity() {
            // It doubles, and while it does there are two.
            room.take(self.found.allocation_size() * 2 + 1024)?;
            let before = self.found.allocation_size();
            self.found.reserve(self.found.len() + 1, |n| mix::hash(self.codes.get(*n)));
            room.give(before);
        }
        self.found.insert_unique(mix::hash(code), n, |n| mix::hash(self.codes.get(*n)));
        Ok(n)
    }

    /// Forgets how to find a code again, and lets the room go.
    pub fn close(&mut self, room: &mut Room) {
        room.give(self.found.allocation_size());
        self.found = HashTable::new();
    }
}

/// The room that may be used, in bytes.
pub(super) struct Room {
    limit: usize,
    used: usize,
}

impl Room {
    pub fn new(limit: usize) -> Room {
        Room { limit, used: 0 }
    }

    /// What is in use.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Takes so many bytes.
    pub fn take(&mut self, bytes: usize) -> Result<(), Trouble> {
        let used = self.used.saturating_add(bytes);
        if used > self.limit {
            return Err(self.full());
        }
        self.used = used;
        Ok(())
    }

    /// Gives them back.
    pub fn give(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes);
    }

    /// There is not enough.
    pub fn full(&self) -> Trouble {
        Trouble::Memory { limit: self.limit as u64, positions: 0 }
    }

    /// Adds to a list, whose room is taken before it grows.
    pub fn push<T>(&mut self, list: &mut Vec<T>, value: T) -> Result<(), Trouble> {
        if list.len() == list.capacity() {
            let (before, more) = (list.capacity(), (list.capacity() / 2).max(1024));
            let size = std::mem::size_of::<T>();
            // It is copied, and while it is there are two.
            self.take((before + more) * size)?;
            list.reserve_exact(more);
            self.give(before * size);
        }
        list.push(value);
        Ok(())
    }

    /// A list of so many equal values.
    pub fn list<T: Clone>(&mut self, value: T, count: usize) -> Result<Vec<T>, Trouble> {
        self.take(count.saturating_mul(std::mem::size_of::<T>()))?;
        Ok(vec![value; count])
    }

    /// Lets a list go.
    pub fn drop<T>(&mut self, list: Vec<T>) {
        self.give(list.capacity() * std::mem::size_of::<T>());
    }
}
