//! What a position is worth.

use std::fmt;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate in hundredths, 0 for even chances: with 100 about 73 of 100 decided games are won, with 300 about 95
    /// (the logistic curve), as far as the evaluation is worth anything.
    Value(i32),
    /// It wins, whatever the others do, within so many plies.
    Wins(u32),
    /// It loses in so many plies against the best play.
    Loses(u32),
}

/// Above all estimates: a win now. A win in `n` plies is `WIN - n`.
pub(super) const WIN: i32 = 30_000;
/// The longest win that is told from an estimate, in plies.
pub(super) const LONGEST: i32 = 1_000;
/// The greatest estimate.
pub(super) const MOST: i32 = WIN - LONGEST - 1;

impl Score {
    pub(super) fn of(value: i32) -> Score {
        match value {
            v if v > MOST => Score::Wins((WIN - v) as u32),
            v if v < -MOST => Score::Loses((WIN + v) as u32),
            v => Score::Value(v),
        }
    }

    /// The same for the other side, of two.
    #[must_use]
    pub fn turned(self) -> Score {
        match self {
            Score::Value(v) => Score::Value(-v),
            Score::Wins(n) => Score::Loses(n),
            Score::Loses(n) => Score::Wins(n),
        }
    }

    /// Whether it is certain and no estimate.
    pub fn is_proved(self) -> bool {
        !matches!(self, Score::Value(_))
    }

    /// The chance to win that the score stands for, draws counted as half; 0 to 1.
    pub fn chance(self) -> f64 {
        match self {
            Score::Value(v) => 1.0 / (1.0 + libm::exp(-f64::from(v) / 100.0)),
            Score::Wins(_) => 1.0,
            Score::Loses(_) => 0.0,
        }
    }

    /// A number that is the greater the better the score is for the side to move.
    pub fn rank(self) -> i32 {
        match self {
            Score::Value(v) => v,
            Score::Wins(n) => WIN - n as i32,
            Score::Loses(n) => n as i32 - WIN,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Score::Value(v) => format!("{}{}.{:02}", if *v < 0 { '-' } else { '+' }, v.abs() / 100, v.abs() % 100),
            Score::Wins(n) => format!("wins in {n}"),
            Score::Loses(n) => format!("loses in {n}"),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_apart_and_ordered() {
        let values = [-WIN + 2, -WIN + 9, -MOST, -3, 0, 250, MOST, WIN - 9, WIN - 2];
        for (a, b) in values.iter().zip(&values[1..]) {
            assert!(Score::of(*a).rank() < Score::of(*b).rank());
        }
        assert_eq!(values.map(|v| Score::of(v).rank()), values);
        let texts = [Score::Wins(3), Score::Loses(4), Score::Value(-5), Score::Value(123)].map(|s| s.to_string());
        assert_eq!(texts, ["wins in 3", "loses in 4", "-0.05", "+1.23"]);
        assert_eq!(Score::Wins(3).turned(), Score::Loses(3));
        // 1 / (1 + e^-1)
        assert!((Score::Value(100).chance() - 0.731_058).abs() < 1e-6);
    }
}
