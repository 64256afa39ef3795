//! The clocks of a round. The server judges them: what a browser shows is only a picture.

use super::json::ClockWish;
use crate::ruleset::SideId;
use std::time::{Duration, Instant};

/// The most that a clock may have.
const MOST: Duration = Duration::from_hours(7 * 24);

/// The clocks of all sides.
#[derive(Clone, Debug)]
pub struct Clocks {
    full: Duration,
    increment: Duration,
    left: Vec<Duration>,
    /// Since when the clock of this side runs.
    running: Option<(SideId, Instant)>,
}

impl Clocks {
    /// Full clocks; none where the wish makes no sense.
    pub fn new(wish: ClockWish, sides: usize) -> Option<Clocks> {
        let span = |seconds: f64| Duration::try_from_secs_f64(seconds).ok().filter(|d| *d <= MOST);
        let (full, increment) = (span(wish.minutes * 60.0)?, span(wish.increment)?);
        let sensible = full >= Duration::from_secs(1);
        sensible.then(|| Clocks { full, increment, left: vec![full; sides], running: None })
    }

    /// Full clocks again, for the next round.
    pub fn reset(&mut self) {
        self.left.fill(self.full);
        self.running = None;
    }

    /// Lets the clock of this side run and no other; nobody's for none.
    pub fn run(&mut self, side: Option<SideId>, now: Instant) {
        let before = self.running.map(|(s, _)| s);
        if before == side {
            return;
        }
        if let Some(before) = before {
            let left = self.left(before, now);
            self.moved(before, left);
        }
        self.running = side.map(|side| (side, now));
    }

    /// Takes it that the running clock has run for so long and no longer.
    pub fn ran_for(&mut self, span: Duration, now: Instant) {
        if let Some((_, since)) = &mut self.running {
            *since = now.checked_sub(span).unwrap_or(now);
        }
    }

    /// What is left for a side.
    pub fn left(&self, side: SideId, now: Instant) -> Duration {
        let left = self.left.get(usize::from(side)).copied().unwrap_or_default();
        match self.running {
            Some((running, since)) if running == side => left.saturating_sub(now.saturating_duration_since(since)),
            _ => left,
        }
    }

    /// What is left for a side once it has moved.
    pub fn left_after_move(&self, side: SideId, now: Instant) -> Duration {
        (self.left(side, now) + self.increment).min(MOST)
    }

    /// A side has moved, and so much is left for it.
    pub fn moved(&mut self, side: SideId, left: Duration) {
        if let Some(slot) = self.left.get_mut(usize::from(side)) {
            *slot = left;
        }
        self.running = None;
    }

    /// The side whose time has run out.
    pub fn flagged(&self, now: Instant) -> Option<SideId> {
        self.running.map(|(side, _)| side).filter(|side| self.left(*side, now).is_zero())
    }

    /// In how long the running clock will have run out.
    pub fn due(&self, now: Instant) -> Option<Duration> {
        self.running.map(|(side, _)| self.left(side, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_clock_runs_at_a_time_and_gains_its_increment() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut clocks = Clocks::new(ClockWish { minutes: 1.0, increment: 2.0 }, 2).expect("it makes sense");
        clocks.run(Some(0), start);
        assert_eq!(clocks.left(0, after(10)), Duration::from_secs(50));
        assert_eq!(clocks.left(1, after(10)), Duration::from_mins(1));
        let left = clocks.left_after_move(0, after(10));
        assert_eq!(left, Duration::from_secs(52));
        clocks.moved(0, left);
        clocks.run(Some(1), after(10));
        assert_eq!(clocks.flagged(after(69)), None);
        assert_eq!(clocks.due(after(69)), Some(Duration::from_secs(1)));
        assert_eq!(clocks.flagged(after(70)), Some(1));
        assert_eq!(clocks.left(0, after(70)), Duration::from_secs(52));
    }

    #[test]
    fn clocks_without_sense_are_refused() {
        for (minutes, increment) in
            [(0.0, 1.0), (-1.0, 0.0), (f64::NAN, 0.0), (1.0, f64::INFINITY), (1e9, 0.0), (1.0, -1.0)]
        {
            assert!(Clocks::new(ClockWish { minutes, increment }, 2).is_none(), "{minutes} {increment}");
        }
    }
}
