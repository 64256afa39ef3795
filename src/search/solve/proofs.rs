//! What a search has found out of positions, in a table that grows up to a limit.

use super::bytes::{Sink, Source};
use super::mix;
use super::trouble::Trouble;
use std::io;

/// More than any number of a proof that can still be had.
pub(super) const NEVER: u32 = u32::MAX / 4;

/// What is known of a position for an attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// About how much must still be proved until it is won for the attacker; 0: it is.
    pub pn: u32,
    /// About how much until it is not; 0: it is not.
    pub dn: u32,
    /// Where it is decided: in how many plies at most the winner wins; [`NOBODY`] where the attacker does not win, and
    /// the other side perhaps does not either.
    pub plies: u16,
}

/// Nobody is known to win.
pub(super) const NOBODY: u16 = u16::MAX;

impl Proof {
    /// The attacker has won.
    pub const WON: Proof = Proof { pn: 0, dn: NEVER, plies: 0 };
    /// The other side has won.
    pub const LOST: Proof = Proof { pn: NEVER, dn: 0, plies: 0 };
    /// The attacker does not win.
    pub const NOT_WON: Proof = Proof { pn: NEVER, dn: 0, plies: NOBODY };

    pub fn decided(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// In how many plies at most the attacker (true) or the other side (false) wins; none: that is not proved.
    pub fn wins(self, attacker: bool) -> Option<u16> {
        let proved = if attacker { self.pn } else { self.dn } == 0;
        (proved && self.plies != NOBODY).then_some(self.plies)
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    pn: u32,
    dn: u32,
    /// How many positions were looked at below; 0: the entry is free.
    work: u32,
    plies: u16,
}

const FREE: Entry = Entry { key: 0, pn: 0, dn: 0, work: 0, plies: 0 };

/// Entries that may take each other's place: a line of the processor's cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

/// How many buckets there are at first.
const FIRST: usize = 1 << 12;

/// The table.
pub(super) struct Proofs {
    buckets: Vec<Bucket>,
    used: usize,
    /// The most buckets.
    most: usize,
}

impl Proofs {
    /// A table that takes so many bytes at most, while it grows, too.
    pub fn new(bytes: usize) -> Proofs {
        let most = (bytes / std::mem::size_of::<Bucket>()).max(1);
        Proofs { buckets: vec![Bucket([FREE; 2]); most.min(FIRST)], used: 0, most }
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * std::mem::size_of::<Bucket>()
    }

    fn at(&self, key: u128) -> usize {
        ((u128::from(mix::hash(key)) * self.buckets.len() as u128) >> 64) as usize
    }

    pub fn get(&self, key: u128) -> Option<Proof> {
        let found = self.buckets.get(self.at(key))?.0.iter().find(|e| e.key == key && e.work > 0)?;
        Some(Proof { pn: found.pn, dn: found.dn, plies: found.plies })
    }

    /// Keeps a proof, in place of the one in the bucket that cost least.
    pub fn put(&mut self, key: u128, proof: Proof, work: u32) {
        let Proof { pn, dn, plies } = proof;
        let work = work.max(1);
        self.keep(Entry { key, pn, dn, work, plies });
        if self.used > self.buckets.len() {
            self.grow();
        }
    }

    fn keep(&mut self, entry: Entry) {
        let at = self.at(entry.key);
        let Some(bucket) = self.buckets.get_mut(at) else { return };
        let place = |e: &Entry| if e.work > 0 && e.key == entry.key { 0 } else { u64::from(e.work) + 1 };
        if let Some(old) = bucket.0.iter_mut().min_by_key(|e| place(e)) {
            self.used += usize::from(old.work == 0);
            *old = entry;
        }
    }

    /// Doubles, unless the old and the new table together would take too much.
    fn grow(&mut self) {
        let buckets = self.buckets.len();
        if buckets * 3 > self.most {
            return;
        }
        let old = std::mem::replace(&mut self.buckets, vec![Bucket([FREE; 2]); buckets * 2]);
        self.used = 0;
        old.into_iter().flat_map(|b| b.0).filter(|e| e.work > 0).for_each(|e| self.keep(e));
    }

    pub fn write(&self, sink: &mut Sink) -> io::Result<()> {
        sink.u64(self.buckets.len() as u64)?;
        sink.u64(self.used as u64)?;
        for (n, bucket) in self.buckets.iter().enumerate() {
            for (m, e) in bucket.0.iter().enumerate().filter(|(_, e)| e.work > 0) {
                sink.u64((n * 2 + m) as u64)?;
                sink.u128(e.key)?;
                sink.u32(e.pn)?;
                sink.u32(e.dn)?;
                sink.u32(e.work)?;
                sink.u16(e.plies)?;
            }
        }
        Ok(())
    }

    pub fn read(source: &mut Source, bytes: usize) -> Result<Proofs, Trouble> {
        const WRONG: Trouble = Trouble::Damaged("its table does not fit together");
        let mut proofs = Proofs::new(bytes);
        let (buckets, used) = (source.u64()?, source.u64()?);
        if buckets > proofs.most as u64 || buckets == 0 || used > buckets * 2 {
            return Err(Trouble::Memory { limit: bytes as u64, positions: 0 });
        }
        proofs.buckets = vec![Bucket([FREE; 2]); buckets as usize];
        proofs.used = used as usize;
        for _ in 0..used {
            let at = source.u64()? as usize;
            let (key, pn, dn) = (source.u128()?, source.u32()?, source.u32()?);
            let (work, plies) = (source.u32()?, source.u16()?);
            let entry = proofs.buckets.get_mut(at / 2).and_then(|b| b.0.get_mut(at % 2));
            *entry.ok_or(WRONG)? = Entry { key, pn, dn, work, plies };
        }
        Ok(proofs)
    }
}
