//! Paths: the one mechanism behind every verb (docs/book/paths.md).
//!
//! A [`Motion`] is a line as a person writes it; its path is what the line means. A new verb is a
//! new way to make a path here, and nothing in the engine changes.

use super::item::{RangeWord, Verb};
use super::{Captures, Dirs, Kind, Motion, MotionLeg, Num, PerSide, Repeat, Sel, Span};
use serde::{Deserialize, Serialize};

/// A path. It runs with a cursor, the direction last travelled, a working board, the trail of
/// landings and the site last jumped, and yields every way to succeed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Path {
    /// One after the other.
    Seq(Vec<Path>),
    /// Each in turn, in the order written.
    Choice(Vec<Path>),
    /// For each direction of the cursor's site: the path with that direction fixed.
    Each(Dirs, Box<Path>),
    /// The cursor moves one site along the fixed direction, or the path fails.
    Go(Span),
    /// The cursor jumps to each site of the board but its own.
    Anywhere(Span),
    /// The cursor jumps by each of these offsets (files, ranks) that stays on the board.
    Offset(PerSide<Vec<(i16, i16)>>, Span),
    /// Fails unless the cursor's site is in the set.
    Check(Sel, Role, Span),
    /// Slid through: the confinements `stays in`, `never enters`, `never passes` are tested.
    Pass(Span),
    /// The cursor's site is the one that is jumped: `never passes` is tested.
    Over(Span),
    /// Between two legs: the site is entered (and tested as such) and is no stop.
    Bend(Span),
    /// The piece touches down: `stays in`, `never enters`, `never stops in` are tested.
    Land(Span),
    /// The piece at the cursor, at the jumped site, or behind the cursor is captured; fails unless it is in
    /// the set, where one is given.
    Capture(Victim, Option<Sel>, Span),
    /// From `low` to `high` times (no end where none), as often as `num` says where it is there.
    Repeat {
        /// What is repeated.
        path: Box<Path>,
        /// At least.
        low: u32,
        /// At most.
        high: Option<u32>,
    },
    /// Once, and then as often as the repetition lets it, which asks more than whether the path can run again.
    Chain(Box<Path>, Repeat),
    /// The total number of steps of a slide: the path runs `num - 1` times (or fewer, or more) and then `last`.
    Ranged {
        /// What each step before the last does.
        step: Box<Path>,
        /// What the last step does.
        last: Box<Path>,
        /// Exactly, at most, at least.
        word: RangeWord,
        /// How many.
        num: Num,
        /// Where written.
        span: Span,
    },
    /// Fails if the path can succeed from here; nothing of it is kept.
    Cannot(Box<Path>, Span),
}

/// Who is captured by [`Path::Capture`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Victim {
    /// The piece where the cursor is.
    Here,
    /// The piece that was jumped.
    Over,
    /// The piece one site behind the cursor, seen from the moving side.
    Behind,
}

/// What a check asks, so that a refusal can be said in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// A site on the way of a slide.
    OnTheWay,
    /// The site to be jumped.
    Jumped,
    /// The site to land on, or to bend at.
    Target,
}

impl Motion {
    /// What the line means for a piece of a kind: one that becomes another even in passing is asked at each landing.
    pub fn path_of(&self, kind: &Kind) -> Path {
        match self.repeat {
            Some(repeat) if repeat.asks_more() || kind.becomes.iter().any(|b| b.in_passing) => {
                Path::Chain(Box::new(self.link()), repeat)
            }
            _ => self.path(),
        }
    }

    /// The path without its repetition.
    pub fn link(&self) -> Path {
        Motion { repeat: None, ..self.clone() }.path()
    }

    /// What the line means, where a repetition asks no more than whether it can go on. Conditions (`from`, `when`, `unless`), marks and effects are not part of
    /// the path: they are asked before it is run, or done after it.
    pub fn path(&self) -> Path {
        let last = self.legs.len().saturating_sub(1);
        let mut parts = Vec::new();
        for (n, leg) in self.legs.iter().enumerate() {
            let end = if n == last { Path::Land(leg.span) } else { Path::Bend(leg.span) };
            parts.push((leg.dirs.clone(), directed(leg), leg_path(leg, &end)));
        }
        // A single leg that repeats straight on keeps its direction: the repetition stands inside `Each`.
        if let (Some(repeat), [(dirs, true, body)]) = (self.repeat, parts.as_slice())
            && repeat.straight
        {
            return Path::Each(dirs.clone(), Box::new(repeated(body.clone(), repeat.must, repeat.span)));
        }
        let whole = parts.into_iter().map(
            |(dirs, directed, body)| {
                if directed { Path::Each(dirs, Box::new(body)) } else { body }
            },
        );
        let whole = sequence(whole.collect());
        match self.repeat {
            Some(repeat) => repeated(whole, repeat.must, repeat.span),
            None => whole,
        }
    }
}

/// `may repeat`: P, then P any number of times; `must repeat`: until P cannot go on.
fn repeated(path: Path, must: bool, span: Span) -> Path {
    let more = Path::Repeat { path: Box::new(path.clone()), low: 0, high: None };
    if must {
        Path::Seq(vec![path.clone(), more, Path::Cannot(Box::new(path), span)])
    } else {
        Path::Seq(vec![path, more])
    }
}

fn sequence(mut parts: Vec<Path>) -> Path {
    if parts.len() == 1 { parts.swap_remove(0) } else { Path::Seq(parts) }
}

/// Whether the leg goes along directions.
fn directed(leg: &MotionLeg) -> bool {
    matches!(leg.verb, Verb::Step | Verb::Slide | Verb::Jump)
}

/// A leg with its direction fixed, up to and with its end.
fn leg_path(leg: &MotionLeg, end: &Path) -> Path {
    let span = leg.span;
    let finish = || {
        let mut parts = target(leg);
        parts.push(end.clone());
        sequence(parts)
    };
    let go = || Path::Go(span);
    match leg.verb {
        Verb::Step => Path::Seq(vec![go(), finish()]),
        Verb::Jump => Path::Seq(vec![go(), jumped(leg), go(), finish()]),
        Verb::Leap => match &leg.offsets {
            Some(offsets) => Path::Seq(vec![Path::Offset(offsets.clone(), span), finish()]),
            None => Path::Seq(vec![Path::Anywhere(span), finish()]),
        },
        Verb::Drop => Path::Seq(vec![Path::Anywhere(span), finish()]),
        Verb::Slide => {
            let free = match &leg.past {
                Some((past, _)) => Sel::Union(vec![Sel::Empty, past.clone()]),
                None => Sel::Empty,
            };
            let free_span = leg.past.as_ref().map_or(span, |(_, s)| *s);
            let step = Path::Seq(vec![go(), Path::Check(free, Role::OnTheWay, free_span), Path::Pass(span)]);
            let any_number = || Path::Repeat { path: Box::new(step.clone()), low: 0, high: None };
            let last = Path::Seq(vec![go(), finish()]);
            if leg.over.is_some() {
                return Path::Seq(vec![any_number(), go(), jumped(leg), any_number(), last]);
            }
            match &leg.range {
                Some((word, num, range_span)) => Path::Ranged {
                    step: Box::new(step),
                    last: Box::new(last),
                    word: *word,
                    num: num.clone(),
                    span: *range_span,
                },
                None => Path::Seq(vec![any_number(), last]),
            }
        }
    }
}

/// `over S` at the cursor.
fn jumped(leg: &MotionLeg) -> Path {
    match &leg.over {
        Some((sel, span)) => {
            let one = || vec![Path::Check(sel.clone(), Role::Jumped, *span), Path::Over(*span)];
            let Some((word, counts)) = &leg.row else { return Path::Seq(one()) };
            // The first of a row, and the others behind it.
            let next = || Path::Seq([vec![Path::Go(leg.span)], one()].concat());
            let rows = counts.iter().map(|n| {
                let (low, high) = match word {
                    RangeWord::Exactly => (n.saturating_sub(1), Some(n.saturating_sub(1))),
                    RangeWord::AtMost => (0, Some(n.saturating_sub(1))),
                    RangeWord::AtLeast => (n.saturating_sub(1), None),
                };
                Path::Seq([one(), vec![Path::Repeat { path: Box::new(next()), low, high }]].concat())
            });
            Path::Choice(rows.collect())
        }
        None => Path::Over(leg.span),
    }
}

/// The target check T of docs/book/paths.md: `to`, `capturing`, either of them, or both.
fn target(leg: &MotionLeg) -> Vec<Path> {
    let to = leg.to.as_ref().map(|(sel, span)| Path::Check(sel.clone(), Role::Target, *span));
    let capturing = leg.capturing.as_ref().map(|c| match &c.whom {
        Captures::Landing(sel) => Path::Capture(Victim::Here, Some(sel.clone()), c.span),
        Captures::Over => Path::Capture(Victim::Over, None, c.span),
        Captures::Behind(sel) => Path::Capture(Victim::Behind, Some(sel.clone()), c.span),
    });
    match (to, capturing) {
        (Some(to), Some(capturing)) if leg.either => vec![Path::Choice(vec![to, capturing])],
        (to, capturing) => to.into_iter().chain(capturing).collect(),
    }
}
