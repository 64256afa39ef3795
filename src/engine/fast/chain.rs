//! Repetitions that ask more than whether the same can be done again, on sets: what
//! [`chain`](crate::engine::meaning::chain) does, with selections compiled.

use super::bits::Bits;
use super::compile::{Fast, Unfit};
use super::expr::Expr;
use super::route::{Found, Gone, Part, Tour, Way};
use super::speak::Speaker;
use super::state::State;
use crate::engine::MAX_WAYS;
use crate::ruleset::{KindId, Repeat};
use std::ops::ControlFlow;

/// A chain of a kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct Chain<B> {
    link: Part<B>,
    repeat: Repeat,
    /// What the piece becomes even in passing: where, which kinds, and whether it may stay as it is.
    crowns: Vec<(Expr<B>, Vec<KindId>, bool)>,
    /// What each of those kinds does instead.
    links: Vec<Crowned<B>>,
}

/// A kind that a piece becomes in passing, and how it goes on.
type Crowned<B> = (KindId, Vec<(Part<B>, Repeat)>);

impl<B: Bits> Fast<B> {
    /// The chain of a link of a kind.
    pub fn chained(&self, link: Part<B>, repeat: Repeat, kind: KindId, speaker: Speaker) -> Result<Chain<B>, Unfit> {
        let (mut crowns, mut links) = (Vec::new(), Vec::new());
        for line in self.game.kind(kind).becomes.iter().filter(|line| line.in_passing) {
            crowns.push((self.expr(&line.sel, speaker)?, line.kinds.clone(), line.may));
            for kind in &line.kinds {
                let own = self.game.links(*kind).iter();
                let own = own.map(|(path, repeat)| Ok((self.part(path, None, speaker)?, *repeat)));
                links.push((*kind, own.collect::<Result<Vec<_>, Unfit>>()?));
            }
        }
        Ok(Chain { link, repeat, crowns, links })
    }

    /// Runs the link once, and then as often as the repetition lets it; shorter ways first.
    pub fn chain(
        &self,
        tour: &Tour<B>,
        chain: &Chain<B>,
        board: &State<B>,
        gone: &Gone<B>,
        found: Found<B>,
    ) -> ControlFlow<()> {
        let repeat = chain.repeat;
        let most = self.game.board().count() as u32 * 2;
        let (mut ways, mut been, mut total) = (vec![(*board, gone.clone())], Vec::new(), 0);
        for times in 0..=most {
            let mut next = Vec::new();
            for (board, way) in ways {
                let mut on = self.links_of(tour, chain, &board, &way, (times > 0, false));
                if times > 0 && (!repeat.must || on.is_empty()) {
                    found(&board, &way)?;
                }
                if repeat.once {
                    // Without captures nothing but the place tells two ways apart.
                    on.retain(|(_, w)| {
                        let new = !w.caught.is_empty() || !been.contains(&w.cursor);
                        if new {
                            been.push(w.cursor);
                        }
                        new
                    });
                }
                on.truncate(MAX_WAYS.saturating_sub(total));
                total += on.len();
                next.append(&mut on);
            }
            if next.is_empty() {
                break;
            }
            if total > MAX_WAYS / 32 {
                Self::keep_one_of_each(&mut next);
            }
            ways = next;
        }
        ControlFlow::Continue(())
    }

    /// All ways to run the link, or what the piece has become does instead of it, once more.
    fn links_of(
        &self,
        tour: &Tour<B>,
        chain: &Chain<B>,
        board: &State<B>,
        way: &Gone<B>,
        (again, ahead): (bool, bool),
    ) -> Vec<Way<B>> {
        let Some(kind) = way.became else {
            let repeat = Repeat { onward: chain.repeat.onward && !ahead, ..chain.repeat };
            return self.link(tour, chain, &chain.link, repeat, board, way, again);
        };
        let mut ends = Vec::new();
        for (part, own) in chain.links.iter().filter(|(k, _)| *k == kind).flat_map(|(_, own)| own) {
            let own = Repeat { onward: own.onward && !ahead, ..*own };
            ends.extend(self.link(tour, chain, part, own, board, way, again));
        }
        ends
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one chain")]
    fn link(
        &self,
        tour: &Tour<B>,
        chain: &Chain<B>,
        part: &Part<B>,
        repeat: Repeat,
        board: &State<B>,
        way: &Gone<B>,
        again: bool,
    ) -> Vec<Way<B>> {
        let mut ends = Vec::new();
        let _ = self.go_on(tour, part, board, way, &mut |board, end| {
            if self.may_come(repeat, way, end, again) {
                self.crowned(tour, chain, board, end, &mut ends);
            }
            ControlFlow::Continue(())
        });
        if repeat.onward {
            let on: Vec<bool> = ends
                .iter()
                .map(|(board, end): &Way<B>| !self.links_of(tour, chain, board, end, (true, true)).is_empty())
                .collect();
            let behind: Vec<_> = ends.iter().map(|(_, w)| (w.over, w.dir)).collect();
            let mut n = 0;
            ends.retain(|_| {
                let at = n;
                n += 1;
                on[at] || !behind.iter().zip(&on).any(|(b, on)| *b == behind[at] && *on)
            });
        }
        ends
    }

    /// Whether a way may go on so.
    fn may_come(&self, repeat: Repeat, way: &Gone<B>, end: &Gone<B>, again: bool) -> bool {
        let board = self.game.board();
        let turns_back = again && way.dir.zip(end.dir).is_some_and(|(a, b)| board.back(a) == b);
        let returns = end.cursor == end.origin || end.cursor.is_some_and(|c| way.trail.contains(&c));
        let round = end.cursor == end.origin && end.caught.is_empty();
        !(repeat.forth && turns_back || repeat.once && returns || round)
    }

    /// What comes of a landing: as it is, or as each kind that the piece becomes even in passing.
    fn crowned(&self, tour: &Tour<B>, chain: &Chain<B>, board: &State<B>, end: &Gone<B>, ends: &mut Vec<Way<B>>) {
        let here = |zone: &Expr<B>| end.cursor.is_some_and(|c| self.eval(zone, &self.look(tour, board, end)).has(c));
        let line = if end.became.is_some() { None } else { chain.crowns.iter().find(|(zone, ..)| here(zone)) };
        let Some((_, kinds, may)) = line else { return ends.push((*board, end.clone())) };
        ends.extend(kinds.iter().map(|kind| (*board, Gone { became: Some(*kind), ..end.clone() })));
        if *may {
            ends.push((*board, end.clone()));
        }
    }
}
