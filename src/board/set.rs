//! Sets of sites.

use super::Site;
use serde::{Deserialize, Serialize};

/// The most sites that a board may have.
pub const MAX_SITES: usize = 512;
const WORDS: usize = MAX_SITES / 64;

/// A set of sites of any board: 512 bits, a plain value. The engine's fast paths use narrower sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SiteSet {
    words: [u64; WORDS],
}

impl SiteSet {
    /// No site.
    pub const EMPTY: SiteSet = SiteSet { words: [0; WORDS] };

    /// The sites `0..n`.
    pub fn first(n: usize) -> SiteSet {
        (0..n).map(|s| s as Site).collect()
    }

    /// One site.
    pub fn one(site: Site) -> SiteSet {
        let mut set = SiteSet::EMPTY;
        set.insert(site);
        set
    }

    /// The words, 64 sites each, lowest first.
    pub fn words(&self) -> &[u64; WORDS] {
        &self.words
    }

    /// The set of these words, 64 sites each, lowest first; the others hold nothing.
    pub(crate) fn of_words(words: &[u64]) -> SiteSet {
        let mut set = SiteSet::EMPTY;
        set.words.iter_mut().zip(words).for_each(|(to, from)| *to = *from);
        set
    }

    /// Puts a site in.
    pub fn insert(&mut self, site: Site) {
        self.words[site as usize / 64] |= 1 << (site % 64);
    }

    /// Takes a site out.
    pub fn remove(&mut self, site: Site) {
        self.words[site as usize / 64] &= !(1 << (site % 64));
    }

    /// Whether the site is in the set.
    pub fn contains(&self, site: Site) -> bool {
        self.words[site as usize / 64] >> (site % 64) & 1 == 1
    }

    /// Whether there is no site.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// How many sites.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The site with the smallest number.
    pub fn lowest(&self) -> Option<Site> {
        self.iter().next()
    }

    /// The sites, in the order of their numbers.
    pub fn iter(&self) -> Sites {
        Sites { words: self.words, at: 0 }
    }

    /// Sites of both.
    #[must_use]
    pub fn and(mut self, other: SiteSet) -> SiteSet {
        self.words.iter_mut().zip(other.words).for_each(|(a, b)| *a &= b);
        self
    }

    /// Sites of either.
    #[must_use]
    pub fn or(mut self, other: SiteSet) -> SiteSet {
        self.words.iter_mut().zip(other.words).for_each(|(a, b)| *a |= b);
        self
    }

    /// Sites of this one that are not in the other.
    #[must_use]
    pub fn minus(mut self, other: SiteSet) -> SiteSet {
        self.words.iter_mut().zip(other.words).for_each(|(a, b)| *a &= !b);
        self
    }

    /// Whether every site of this one is in the other.
    pub fn is_subset(&self, other: &SiteSet) -> bool {
        self.minus(*other).is_empty()
    }
}

impl FromIterator<Site> for SiteSet {
    fn from_iter<I: IntoIterator<Item = Site>>(sites: I) -> SiteSet {
        let mut set = SiteSet::EMPTY;
        sites.into_iter().for_each(|s| set.insert(s));
        set
    }
}

impl IntoIterator for SiteSet {
    type Item = Site;
    type IntoIter = Sites;
    fn into_iter(self) -> Sites {
        self.iter()
    }
}

impl IntoIterator for &SiteSet {
    type Item = Site;
    type IntoIter = Sites;
    fn into_iter(self) -> Sites {
        self.iter()
    }
}

impl std::fmt::Debug for SiteSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for SiteSet {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SiteSet {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<SiteSet, D::Error> {
        let sites = Vec::<Site>::deserialize(d)?;
        if let Some(bad) = sites.iter().find(|s| **s as usize >= MAX_SITES) {
            return Err(serde::de::Error::custom(format!("site {bad} is beyond {MAX_SITES}")));
        }
        Ok(sites.into_iter().collect())
    }
}

/// The sites of a set, in order.
#[derive(Clone, Debug)]
pub struct Sites {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for Sites {
    type Item = Site;
    fn next(&mut self) -> Option<Site> {
        while self.at < WORDS {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some((self.at * 64) as Site + word.trailing_zeros() as Site);
            }
            self.at += 1;
        }
        None
    }
}
