//! Shares with the bounds between which they are believed to lie, and what else is counted off lists of numbers.
//!
//! Nothing here decides about a rule, so these are floating-point numbers. They are made of sums of whole numbers by the
//! four operations and the square root, which are the same on every machine.

use serde::Serialize;
use std::collections::BTreeMap;

/// The quantile of the normal distribution that 95 % lie within on both sides.
const Z: f64 = 1.959_963_984_540_054;

/// So many of so many, with Wilson's score interval of 95 % (Wilson 1927).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// The share, from 0 to 1.
    pub share: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Share {
    /// Of nothing there is no share.
    #[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
    pub fn new(count: u64, of: u64) -> Option<Share> {
        if of == 0 {
            return None;
        }
        let n = of as f64;
        let share = count.min(of) as f64 / n;
        let spread = Z * Z / n;
        let middle = (share + spread / 2.0) / (1.0 + spread);
        let half = Z * (share * (1.0 - share) / n + spread / (4.0 * n)).sqrt() / (1.0 + spread);
        // At both ends the bound is the share itself; rounding must not put it beyond.
        let low = if count == 0 { 0.0 } else { (middle - half).clamp(0.0, share) };
        let high = if count >= of { 1.0 } else { (middle + half).clamp(share, 1.0) };
        Some(Share { count, of, share, low, high })
    }
}

/// The difference of two shares, with an interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Gap {
    /// The one share less the other, from -1 to 1.
    pub gap: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Gap {
    /// How far the share `a` is above the share `b`, counted in different games. The bounds are Newcombe's, made of Wilson's
    /// (Newcombe 1998, method 10).
    pub fn between(a: &Share, b: &Share) -> Gap {
        let gap = a.share - b.share;
        let legs = |x: f64, y: f64| (x * x + y * y).sqrt();
        Gap {
            gap,
            low: (gap - legs(a.share - a.low, b.high - b.share)).max(-1.0),
            high: (gap + legs(a.high - a.share, b.share - b.low)).min(1.0),
        }
    }

    /// Whether 0 lies outside the interval.
    pub fn is_clear(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// How often each length occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths(BTreeMap<u32, u64>);

impl Lengths {
    /// Counts one more.
    pub fn add(&mut self, length: u32) {
        *self.0.entry(length).or_default() += 1;
    }

    /// Each length with how often it occurs, shortest first.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> {
        self.0.iter().map(|(length, n)| (*length, *n))
    }

    /// The mean and so on; nothing of nothing.
    pub fn facts(&self) -> Option<LengthFacts> {
        let count: u64 = self.0.values().sum();
        let sum: u64 = self.iter().map(|(length, n)| u64::from(length) * n).sum();
        let (shortest, longest) = (*self.0.keys().next()?, *self.0.keys().next_back()?);
        // The two in the middle; of an odd number twice the same.
        let middle = f64::from(self.at((count - 1) / 2)?).midpoint(f64::from(self.at(count / 2)?));
        Some(LengthFacts { mean: ratio(sum, count)?, median: middle, shortest, longest })
    }

    /// The `n`-th in order, counted from 0.
    fn at(&self, n: u64) -> Option<u32> {
        let mut before = 0;
        self.iter().find_map(|(length, count)| {
            before += count;
            (n < before).then_some(length)
        })
    }
}

/// Lengths of games, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LengthFacts {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: f64,
    /// The shortest.
    pub shortest: u32,
    /// The longest.
    pub longest: u32,
}

/// One number by another; nothing by 0.
#[expect(clippy::cast_precision_loss, reason = "sums of plies are far below 2^52")]
pub fn ratio(sum: u64, by: u64) -> Option<f64> {
    (by > 0).then(|| sum as f64 / by as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-5
    }

    /// z² = 3.841459. 8 of 10: middle (0.8 + 0.1920729) / 1.3841459 = 0.716740, half 1.959964 / 1.3841459 × √(0.016 +
    /// 0.00960365) = 1.416010 × 0.160011 = 0.226578, so 0.490162 to 0.943318.
    #[test]
    fn wilson_by_hand() {
        let share = Share::new(8, 10).expect("of 10");
        assert!(near(share.share, 0.8) && near(share.low, 0.49016) && near(share.high, 0.94332), "{share:?}");
        // None of 20: from 0 to z² / (20 + z²) = 3.841459 / 23.841459 = 0.161125.
        let none = Share::new(0, 20).expect("of 20");
        assert!(near(none.low, 0.0) && near(none.high, 0.16113), "{none:?}");
        // All of 20: the same from the other end.
        let all = Share::new(20, 20).expect("of 20");
        assert!(near(all.low, 0.83887) && near(all.high, 1.0), "{all:?}");
        // Half of 100: 0.5 ± 1.959964 / 1.0384146 × √(0.0025 + 0.0000960365) = 1.887458 × 0.0509513 = 0.096168.
        let half = Share::new(50, 100).expect("of 100");
        assert!(near(half.low, 0.40383) && near(half.high, 0.59617), "{half:?}");
        assert_eq!(Share::new(0, 0), None);
    }

    /// Newcombe 1998, table II, contrast (a): 56/70 against 48/80 is 0.2000 with bounds 0.0524 and 0.3339.
    #[test]
    fn a_difference_of_shares_as_published() {
        let gap = Gap::between(&Share::new(56, 70).expect("of 70"), &Share::new(48, 80).expect("of 80"));
        assert!(near(gap.gap, 0.2) && near(gap.low, 0.0524) && near(gap.high, 0.3339), "{gap:?}");
        assert!(gap.is_clear());
        let half = Share::new(5, 10).expect("of 10");
        assert!(!Gap::between(&half, &half).is_clear());
    }

    #[test]
    fn lengths_by_hand() {
        let mut lengths = Lengths::default();
        assert_eq!(lengths.facts(), None);
        [7, 3, 9, 3].into_iter().for_each(|n| lengths.add(n));
        // 3 3 7 9: mean 22 / 4, median between 3 and 7.
        let facts = LengthFacts { mean: 5.5, median: 5.0, shortest: 3, longest: 9 };
        assert_eq!(lengths.facts(), Some(facts));
        lengths.add(100);
        assert_eq!(lengths.facts().map(|f| f.median), Some(7.0));
    }
}
