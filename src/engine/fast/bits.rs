//! Sets of sites as machine words: 64, 128, 256 or 512 bits, chosen when a game is compiled.

use crate::board::{Site, SiteSet};
use std::ops::ControlFlow;

/// A set of sites. Shifts fill with zeros; what falls off either end is gone.
pub(crate) trait Bits: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// No site.
    const EMPTY: Self;
    /// One site.
    fn one(site: Site) -> Self;
    /// Sites of both.
    fn and(self, other: Self) -> Self;
    /// Sites of either.
    fn or(self, other: Self) -> Self;
    /// Sites of this that are not in the other.
    fn minus(self, other: Self) -> Self;
    /// Sites of one of the two alone.
    fn xor(self, other: Self) -> Self;
    /// Whether there is no site.
    fn is_empty(self) -> bool;
    /// How many sites.
    fn count(self) -> u32;
    /// Every site moved up by a number (negative: down).
    fn shift(self, by: i32) -> Self;
    /// The smallest site; the set must not be empty.
    fn lowest(self) -> Site;
    /// The greatest site; the set must not be empty.
    fn highest(self) -> Site;
    /// The set without its smallest site.
    fn rest(self) -> Self;
    /// Every site below a site.
    fn below(site: Site) -> Self;
    /// The `n`-th site from the smallest, counted from 0; there must be as many.
    fn nth(self, n: u32) -> Site;
    /// From the wide set that the rules are written in.
    fn narrow(set: &SiteSet) -> Self;
    /// To the wide set.
    fn widen(self) -> SiteSet;
    /// The 64 sites from `base` on.
    fn strip(self, base: Site) -> u64;
    /// The set of which `strip` gives a word, with nothing elsewhere.
    fn of_strip(word: u64, base: Site) -> Self;

    /// The sites that a slide reaches on a line through its own site: from the nearest blocker below it to the
    /// nearest above it, both included, and some sites that are not on the line. `lower` and `upper` are the
    /// blockers on either side.
    #[inline]
    fn between(lower: Self, upper: Self) -> Self {
        let mut reach = if upper.is_empty() {
            Self::EMPTY.flip()
        } else {
            let first = upper.lowest();
            Self::below(first).or(Self::one(first))
        };
        if !lower.is_empty() {
            reach = reach.minus(Self::below(lower.highest()));
        }
        reach
    }

    /// All the other sites that there is room for.
    fn flip(self) -> Self;

    /// Whether the site is in the set.
    #[inline]
    fn has(self, site: Site) -> bool {
        !self.and(Self::one(site)).is_empty()
    }
}

/// Does something for each site, smallest first.
#[inline]
pub(crate) fn each<B: Bits>(mut set: B, mut act: impl FnMut(Site)) {
    while !set.is_empty() {
        act(set.lowest());
        set = set.rest();
    }
}

/// The same until something says to stop.
pub(crate) fn try_each<B: Bits>(mut set: B, mut act: impl FnMut(Site) -> ControlFlow<()>) -> ControlFlow<()> {
    while !set.is_empty() {
        act(set.lowest())?;
        set = set.rest();
    }
    ControlFlow::Continue(())
}

/// The `n`-th set bit of each byte, for `n` below 8; 0 where there are not as many.
static NTH_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n][byte] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The `n`-th set bit of a word, without a branch that random play could not foresee: the bits of all bytes are
/// counted side by side, the sums up to each byte are compared with `n` at once (Vigna 2008), and a table has the rest.
#[inline]
fn nth_of_word(word: u64, n: u32) -> u32 {
    const ONES: u64 = u64::MAX / 0xff;
    const TOPS: u64 = ONES << 7;
    let pairs = word - ((word >> 1) & (ONES * 0x55));
    let fours = (pairs & (ONES * 0x33)) + ((pairs >> 2) & (ONES * 0x33));
    let bytes = (fours + (fours >> 4)) & (ONES * 0x0f);
    let sums = bytes.wrapping_mul(ONES);
    // The top bit of each byte whose sum is not above `n`: there are as many as bytes to be left out.
    let out = (((u64::from(n) * ONES) | TOPS) - sums) & TOPS;
    let base = (((out >> 7).wrapping_mul(ONES) >> 56) as u32 * 8) & 0x38;
    let rest = n - ((sums << 8 >> base) & 0xff) as u32;
    base + u32::from(NTH_OF_BYTE[rest as usize & 7][(word >> base) as usize & 0xff])
}

impl Bits for u64 {
    const EMPTY: u64 = 0;
    #[inline]
    fn one(site: Site) -> u64 {
        1 << site
    }
    #[inline]
    fn and(self, other: u64) -> u64 {
        self & other
    }
    #[inline]
    fn or(self, other: u64) -> u64 {
        self | other
    }
    #[inline]
    fn minus(self, other: u64) -> u64 {
        self & !other
    }
    #[inline]
    fn xor(self, other: u64) -> u64 {
        self ^ other
    }
    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn shift(self, by: i32) -> u64 {
        if by >= 0 { self << by } else { self >> -by }
    }
    #[inline]
    fn lowest(self) -> Site {
        self.trailing_zeros() as Site
    }
    #[inline]
    fn highest(self) -> Site {
        63 - self.leading_zeros() as Site
    }
    #[inline]
    fn rest(self) -> u64 {
        self & self.wrapping_sub(1)
    }
    #[inline]
    fn below(site: Site) -> u64 {
        (1 << site) - 1
    }
    #[inline]
    fn nth(self, n: u32) -> Site {
        nth_of_word(self, n) as Site
    }
    #[inline]
    fn flip(self) -> u64 {
        !self
    }
    // The highest blocker below, taken away from all above, changes every bit from itself to the lowest of those (a
    // form of the obstruction difference, as chess programmers call it). Without a blocker below, the lowest bit
    // stands in.
    #[inline]
    fn between(lower: u64, upper: u64) -> u64 {
        upper ^ upper.wrapping_sub(1 << (lower | 1).ilog2())
    }
    fn widen(self) -> SiteSet {
        SiteSet::of_words(&[self])
    }
    fn narrow(set: &SiteSet) -> u64 {
        set.words()[0]
    }
    #[inline]
    fn strip(self, base: Site) -> u64 {
        self >> base
    }
    #[inline]
    fn of_strip(word: u64, base: Site) -> u64 {
        word << base
    }
}

impl Bits for u128 {
    const EMPTY: u128 = 0;
    #[inline]
    fn one(site: Site) -> u128 {
        1 << site
    }
    #[inline]
    fn and(self, other: u128) -> u128 {
        self & other
    }
    #[inline]
    fn or(self, other: u128) -> u128 {
        self | other
    }
    #[inline]
    fn minus(self, other: u128) -> u128 {
        self & !other
    }
    #[inline]
    fn xor(self, other: u128) -> u128 {
        self ^ other
    }
    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn shift(self, by: i32) -> u128 {
        if by >= 0 { self << by } else { self >> -by }
    }
    #[inline]
    fn lowest(self) -> Site {
        self.trailing_zeros() as Site
    }
    #[inline]
    fn highest(self) -> Site {
        127 - self.leading_zeros() as Site
    }
    #[inline]
    fn rest(self) -> u128 {
        self & self.wrapping_sub(1)
    }
    #[inline]
    fn below(site: Site) -> u128 {
        (1 << site) - 1
    }
    #[inline]
    fn nth(self, n: u32) -> Site {
        let low = (self as u64).count_ones();
        if n < low {
            nth_of_word(self as u64, n) as Site
        } else {
            64 + nth_of_word((self >> 64) as u64, n - low) as Site
        }
    }
    #[inline]
    fn flip(self) -> u128 {
        !self
    }
    #[inline]
    fn between(lower: u128, upper: u128) -> u128 {
        // As in one word. The highest bit is looked for in both halves, and that of the low one is kept only where
        // the high one has none: a branch here would depend on where the pieces stand.
        let (low, high) = (lower as u64, (lower >> 64) as u64);
        let high_top = high & 1 << (high | 1).ilog2();
        let low_top = u64::from(high == 0).wrapping_neg() & 1 << (low | 1).ilog2();
        upper ^ upper.wrapping_sub(u128::from(high_top) << 64 | u128::from(low_top))
    }
    fn widen(self) -> SiteSet {
        SiteSet::of_words(&[self as u64, (self >> 64) as u64])
    }
    fn narrow(set: &SiteSet) -> u128 {
        u128::from(set.words()[0]) | u128::from(set.words()[1]) << 64
    }
    #[inline]
    fn strip(self, base: Site) -> u64 {
        (self >> base) as u64
    }
    #[inline]
    fn of_strip(word: u64, base: Site) -> u128 {
        u128::from(word) << base
    }
}

/// `N` words of 64 sites, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Words<const N: usize>([u64; N]);

impl<const N: usize> Words<N> {
    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (a, b) in words.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        Words(words)
    }
}

impl<const N: usize> Bits for Words<N> {
    const EMPTY: Self = Words([0; N]);
    #[inline]
    fn one(site: Site) -> Self {
        let mut words = [0; N];
        words[site as usize / 64] = 1 << (site % 64);
        Words(words)
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    #[inline]
    fn shift(self, by: i32) -> Self {
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let mut out = [0; N];
        for (n, word) in out.iter_mut().enumerate() {
            // The word that ends up here, and the one whose bits are carried over.
            let (near, far) = if by >= 0 {
                (n.checked_sub(words), n.checked_sub(words + 1))
            } else {
                (Some(n + words), Some(n + words + 1))
            };
            let get = |at: Option<usize>| at.and_then(|a| self.0.get(a)).copied().unwrap_or(0);
            let carry = |w: u64| {
                if bits == 0 {
                    0
                } else if by >= 0 {
                    w >> (64 - bits)
                } else {
                    w << (64 - bits)
                }
            };
            let moved = if by >= 0 { get(near) << bits } else { get(near) >> bits };
            *word = moved | carry(get(far));
        }
        Words(out)
    }
    #[inline]
    fn lowest(self) -> Site {
        let at = self.0.iter().position(|w| *w != 0).unwrap_or(0);
        (at * 64) as Site + self.0[at].trailing_zeros() as Site
    }
    #[inline]
    fn highest(self) -> Site {
        let at = self.0.iter().rposition(|w| *w != 0).unwrap_or(0);
        (at * 64 + 63) as Site - self.0[at].leading_zeros() as Site
    }
    #[inline]
    fn rest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|w| **w != 0) {
            *word &= *word - 1;
        }
        self
    }
    #[inline]
    fn below(site: Site) -> Self {
        let mut words = [0; N];
        let at = site as usize / 64;
        words[..at].fill(u64::MAX);
        words[at] = (1 << (site % 64)) - 1;
        Words(words)
    }
    #[inline]
    fn nth(self, mut n: u32) -> Site {
        for (at, word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                return (at * 64) as Site + nth_of_word(*word, n) as Site;
            }
            n -= count;
        }
        0
    }
    #[inline]
    fn flip(self) -> Self {
        self.zip(self, |a, _| !a)
    }
    fn widen(self) -> SiteSet {
        SiteSet::of_words(&self.0)
    }
    fn narrow(set: &SiteSet) -> Self {
        let mut words = [0; N];
        words.copy_from_slice(&set.words()[..N]);
        Words(words)
    }
    #[inline]
    fn strip(self, base: Site) -> u64 {
        self.shift(-i32::from(base)).0[0]
    }
    #[inline]
    fn of_strip(word: u64, base: Site) -> Self {
        let mut words = [0; N];
        words[0] = word;
        Words(words).shift(i32::from(base))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every width does what the wide set does, on sets that fit in it.
    fn agrees<B: Bits>(width: usize, a: &SiteSet, b: &SiteSet, by: i32) {
        let widen = |set: B| {
            let mut wide = SiteSet::EMPTY;
            each(set, |site| wide.insert(site));
            wide
        };
        let cut = |s: &SiteSet| s.iter().filter(|s| (*s as usize) < width).collect::<SiteSet>();
        let (a, b) = (cut(a), cut(b));
        let (x, y) = (B::narrow(&a), B::narrow(&b));
        assert_eq!(widen(x), a);
        assert_eq!(x.widen(), a);
        assert_eq!(widen(x.and(y)), a.and(b));
        assert_eq!(widen(x.or(y)), a.or(b));
        assert_eq!(widen(x.minus(y)), a.minus(b));
        assert_eq!(widen(x.xor(y)), a.minus(b).or(b.minus(a)));
        assert_eq!(x.count() as usize, a.len());
        assert_eq!(x.is_empty(), a.is_empty());
        let moved = a.iter().map(|s| i32::from(s) + by).filter(|s| (0..width as i32).contains(s));
        assert_eq!(widen(x.shift(by)), moved.map(|s| s as Site).collect::<SiteSet>());
        let base = by.unsigned_abs() as Site;
        let strip = x.strip(base);
        assert_eq!(widen(B::of_strip(strip, base)), a.iter().filter(|s| (base..base + 64).contains(s)).collect());
        // Between two groups of blockers on either side of a site, by the plain definition.
        let middle = (width / 2) as Site;
        let (lower, upper) = (a.iter().filter(|s| *s < middle), a.iter().filter(|s| *s > middle));
        let low = lower.clone().last().unwrap_or(0);
        let high = upper.clone().next().unwrap_or(width as Site - 1);
        let reach = B::between(B::narrow(&lower.collect()), B::narrow(&upper.collect()));
        assert_eq!(widen(reach), (low..=high).collect::<SiteSet>());
        for (n, site) in a.iter().enumerate() {
            assert_eq!(x.nth(n as u32), site);
            assert!(x.has(site));
            assert_eq!(x.and(B::below(site)).count(), n as u32);
        }
        if !a.is_empty() {
            assert_eq!(Some(x.lowest()), a.lowest());
            assert_eq!(Some(x.highest()), a.iter().last());
            assert_eq!(widen(x.rest()).len(), a.len() - 1);
        }
    }

    proptest! {
        #[test]
        fn every_width_is_a_set(
            a in proptest::collection::vec(0..512u16, 0..40),
            b in proptest::collection::vec(0..512u16, 0..40),
            by in -60..60i32,
        ) {
            let (a, b) = (a.into_iter().collect(), b.into_iter().collect());
            agrees::<u64>(64, &a, &b, by);
            agrees::<u128>(128, &a, &b, by);
            agrees::<Words<4>>(256, &a, &b, by);
            agrees::<Words<8>>(512, &a, &b, by);
        }
    }
}
