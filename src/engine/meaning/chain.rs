//! Repetitions that ask more than whether the same can be done again (docs/book/motions.md): where a piece may turn, that
//! it comes nowhere twice, that it lands where it can go on, and that it becomes another kind on the way.

use super::walk::{Found, Tell, Test, Walk, Walked};
use crate::engine::MAX_WAYS;
use crate::engine::trace::{Part, Place};
use crate::ruleset::path::Path;
use crate::ruleset::{KindId, Repeat};
use std::ops::ControlFlow;

impl Walk<'_> {
    /// Runs the path once, and then as often as the repetition lets it; shorter ways first.
    pub(super) fn chain(
        &self,
        path: &Path,
        repeat: Repeat,
        state: Walked,
        tell: Tell,
        found: Found,
    ) -> ControlFlow<()> {
        let most = self.scene.game.board().count() as u32 * 2;
        let (mut ways, mut been, mut gone) = (vec![state], Vec::new(), 0);
        for times in 0..=most {
            let mut next = Vec::new();
            for way in ways {
                if way.failed.is_some() && times > 0 {
                    // Where it would lead is known; it is not followed further.
                    found(&way)?;
                    continue;
                }
                let mut on = self.links(path, repeat, &way, (times > 0, false), tell);
                if times > 0 {
                    if repeat.must && on.iter().any(|w| w.failed.is_none()) {
                        self.fail(way, Test::MustGoOn, repeat.span, tell, found)?;
                    } else {
                        let part = repeat.must.then_some(Part::MustGoOn);
                        found(&self.passed(way, part, repeat.span))?;
                    }
                }
                if repeat.once {
                    // Without captures nothing but the place tells two ways apart.
                    on.retain(|w| {
                        let new = !w.captured.is_empty() || !been.contains(&w.cursor);
                        if new && w.failed.is_none() {
                            been.push(w.cursor);
                        }
                        new
                    });
                }
                on.truncate(MAX_WAYS.saturating_sub(gone));
                gone += on.len();
                next.append(&mut on);
            }
            if next.is_empty() {
                break;
            }
            if gone > MAX_WAYS / 32 {
                self.keep_one_of_each(&mut next);
            }
            ways = next;
        }
        ControlFlow::Continue(())
    }

    /// All ways to run the path, or what the piece has become does instead of it, once more. The words of the line that is
    /// followed count.
    fn links(
        &self,
        path: &Path,
        repeat: Repeat,
        way: &Walked,
        (again, ahead): (bool, bool),
        tell: Tell,
    ) -> Vec<Walked> {
        let Some(kind) = way.became else { return self.link(path, repeat, way, again, tell) };
        let links = self.scene.game.links(kind);
        let mut ends = Vec::new();
        for (path, own) in links {
            // Whether it can go on is asked one step ahead.
            let own = Repeat { onward: own.onward && !ahead, ..*own };
            ends.extend(self.link(path, own, way, again, tell));
        }
        ends
    }

    fn link(&self, path: &Path, repeat: Repeat, way: &Walked, again: bool, tell: Tell) -> Vec<Walked> {
        let mut ends = Vec::new();
        let _ = self.run(path, way.clone(), tell, &mut |s| {
            if self.may_come(repeat, way, s, again) {
                ends.extend(self.became(s.clone()));
            }
            ControlFlow::Continue(())
        });
        if repeat.onward {
            self.keep_what_goes_on(path, repeat, &mut ends);
        }
        ends
    }

    /// Whether a way may go on so.
    fn may_come(&self, repeat: Repeat, way: &Walked, end: &Walked, again: bool) -> bool {
        let board = self.scene.game.board();
        let turns_back = again && way.dir.zip(end.dir).is_some_and(|(a, b)| board.back(a) == b);
        let returns = end.cursor == end.origin || end.cursor.is_some_and(|c| way.trail.contains(&c));
        let round = end.cursor == end.origin && end.captured.is_empty();
        !(repeat.forth && turns_back || repeat.once && returns || round)
    }

    /// Of the landings behind one piece those from which it can go on, if there are any.
    fn keep_what_goes_on(&self, path: &Path, repeat: Repeat, ends: &mut Vec<Walked>) {
        let plain = Repeat { onward: false, ..repeat };
        let quiet = Walk { lenient: false, noting: false, zones: self.zones.clone(), runs: self.runs.clone(), ..*self };
        let goes_on =
            |w: &Walked| w.failed.is_none() && !quiet.links(path, plain, w, (true, true), &mut |_| {}).is_empty();
        let on: Vec<bool> = ends.iter().map(goes_on).collect();
        let behind: Vec<_> = ends.iter().map(|w| (w.over, w.dir)).collect();
        let mut n = 0;
        ends.retain(|_| {
            let at = n;
            n += 1;
            on[at] || !behind.iter().zip(&on).any(|(b, on)| *b == behind[at] && *on)
        });
    }

    /// What comes of a landing: as it is, or as each kind that the piece becomes even in passing.
    fn became(&self, state: Walked) -> Vec<Walked> {
        let (Some(kind), None, None) = (self.kind, state.became, &state.failed) else { return vec![state] };
        let lines = self.scene.game.kind(kind).becomes.iter().filter(|line| line.in_passing);
        for line in lines {
            let here = state.cursor.is_some_and(|c| self.look(&state).select(&line.sel).contains(c));
            if !here {
                continue;
            }
            let as_kind = |(n, kind): (usize, &KindId)| {
                let mut state = Walked { became: Some(*kind), ..state.clone() };
                if self.noting {
                    state.noted.push((Place::new(line.span, Part::Becomes(n.min(255) as u8)), true));
                }
                state
            };
            let mut all: Vec<Walked> = line.kinds.iter().enumerate().map(as_kind).collect();
            if line.may {
                all.push(state);
            }
            return all;
        }
        vec![state]
    }
}
