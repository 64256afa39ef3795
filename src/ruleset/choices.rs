//! How many ways one move has at most: what could not be listed in memory and time is refused before a game begins.
//!
//! The numbers are bounds that hold whatever stands on the board. Repetitions are not counted: how far they go
//! depends on the position, and the engine has a limit of its own for them.

use super::code::TOO_MANY_CHOICES;
use super::item::Verb;
use super::{Diagnostic, OnlyRule};
use super::{Dirs, Effect, EffectKind, Entry, Motion, MotionLeg, Rules, Span, Turns};
use crate::board::Shape;

/// The most choices inside one move: pieces removed or placed by choice, kinds to become, drops in one move.
const MAX_CHOICES: u64 = 50_000;
/// The most ways of the legs of one motion from one site.
const MAX_LEG_WAYS: u64 = 1_000_000;

/// The lines with more choices in one move than can be looked at.
pub(super) fn too_many(rules: &Rules) -> Vec<Diagnostic> {
    let bounds = Bounds::of(rules);
    let mut list = Vec::new();
    let mut check = |number: u64, most: u64, span: Span, what: &str| {
        if number > most {
            let message = format!("{what} in one move multiply to more than {most} on this board");
            list.push(Diagnostic::new(&TOO_MANY_CHOICES, span, message).help("say less in one line"));
        }
    };
    let after = bounds.effects(rules.after.iter().flat_map(|a| &a.effects));
    for kind in &rules.kinds {
        let becomes = kind.becomes.iter().fold(1u64, |n, b| n.saturating_add(b.kinds.len() as u64));
        for motion in &kind.motions {
            let effects = bounds.effects(motion.effects.iter().map(|(e, _)| e));
            let choices = effects.saturating_mul(becomes).saturating_mul(after);
            check(choices, MAX_CHOICES, motion.span, "the choices");
            check(bounds.legs(motion), MAX_LEG_WAYS, motion.span, "the ways of the legs");
            for effect in motion.effects.iter().map(|(e, _)| e).chain(rules.after.iter().flat_map(|a| &a.effects)) {
                if let EffectKind::PlaceBy(_, placing) = &effect.kind {
                    check(bounds.legs(placing), MAX_LEG_WAYS, effect.span, "the ways of the legs");
                }
            }
        }
    }
    for phase in &rules.phases {
        for only in &phase.only {
            if let OnlyRule::Effect(effect) = &only.what {
                check(bounds.effect(effect).saturating_mul(after), MAX_CHOICES, only.span, "the choices");
            }
        }
        if let Turns::List { entries, .. } = &phase.turns {
            for entry in entries.iter().filter(|e| e.in_one_move) {
                check(bounds.together(*entry).saturating_mul(after), MAX_CHOICES, phase.span, "the drops");
            }
        }
    }
    // An effect of `after every` is met in the lines of every kind.
    super::diagnostic::distinct(list)
}

/// What the board allows.
struct Bounds {
    /// Sites.
    sites: u64,
    /// Neighbours of a site.
    around: u64,
    /// Steps of a slide in one direction.
    along: u64,
}

impl Bounds {
    fn of(rules: &Rules) -> Bounds {
        let board = &rules.board;
        let sites = board.sites();
        let (columns, rows) = board.size();
        let along = if board.shape() == Shape::Graph { sites.len() as u64 } else { u64::from(columns.max(rows)) };
        let around = sites.iter().map(|s| board.neighbours(s).count() as u64).max().unwrap_or(0);
        Bounds { sites: sites.len() as u64, around, along }
    }

    fn effects<'e>(&self, effects: impl Iterator<Item = &'e Effect>) -> u64 {
        effects.fold(1, |n, e| n.saturating_mul(self.effect(e)))
    }

    fn effect(&self, effect: &Effect) -> u64 {
        match &effect.kind {
            EffectKind::TakeOne { picks, .. } if picks.iter().any(|(_, one)| *one) => self.sites,
            EffectKind::PlaceBy(_, placing) => self.legs(placing).min(self.sites),
            _ => 1,
        }
    }

    fn legs(&self, motion: &Motion) -> u64 {
        motion.legs.iter().fold(1, |n, leg| n.saturating_mul(self.leg(leg)))
    }

    /// How many ways a leg has from one site. A slide or jump ends on a site in one way only.
    fn leg(&self, leg: &MotionLeg) -> u64 {
        let ways = match leg.verb {
            Verb::Step | Verb::Jump => self.directions(&leg.dirs),
            Verb::Slide => self.directions(&leg.dirs).saturating_mul(self.along),
            Verb::Leap => {
                leg.offsets.as_ref().map_or(self.sites, |o| o.0.iter().map(Vec::len).max().unwrap_or(0) as u64)
            }
            Verb::Drop => self.sites,
        };
        ways.clamp(1, self.sites.max(1))
    }

    fn directions(&self, dirs: &Dirs) -> u64 {
        let named = dirs.compass.0.iter().map(|c| c.iter().count()).max().unwrap_or(0) as u64;
        if dirs.all || self.around > 8 { self.around } else { named.min(self.around) }
    }

    /// The ways to choose the sites of several drops.
    fn together(&self, entry: Entry) -> u64 {
        let count = u64::from(entry.moves);
        if count > self.sites {
            return 0;
        }
        let count = count.min(self.sites - count);
        // After each factor the number is that of choosing so many, so the division leaves nothing over.
        (1..=count).try_fold(1u64, |n, k| n.checked_mul(self.sites - count + k).map(|n| n / k)).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_choose_sites_are_those_of_pascals_triangle() {
        let bounds = |sites| Bounds { sites, around: 8, along: sites };
        let of = |sites, moves| bounds(sites).together(Entry { side: 0, moves, in_one_move: true });
        assert_eq!((of(16, 4), of(16, 12), of(16, 16), of(16, 17), of(5, 1)), (1820, 1820, 1, 0, 5));
        // 37 choose 4 is 66,045, 34 choose 4 is 46,376: the one is refused, the other is not.
        assert!(of(34, 4) <= MAX_CHOICES && of(37, 4) > MAX_CHOICES);
        assert_eq!(of(512, 256), u64::MAX);
    }
}
