//! What in one game is what in another.

use crate::engine::Action;
use crate::engine::{Game, Marked, Move, Outcome, Piece, Position, Verdict};
use crate::ruleset::{KindId, MarkId, PhaseId, RenamedWords, Rules, SideId, Turns};
use thiserror::Error;

/// Why no position can be one of both games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Apart {
    /// Their boards have other sites.
    #[error("their boards are different: {0} and {1}, so no position can be put on both")]
    Boards(String, String),
    /// They have other sides.
    #[error("their sides are different: {0} and {1}, so nobody could be to move in both")]
    Sides(String, String),
}

/// A kind that the other game does not have.
const NO_KIND: KindId = KindId::MAX;

/// What in the first game is what in the second. Names are compared as they were before anything was renamed.
#[derive(Clone, Debug)]
pub(super) struct Correspondence {
    sides: Vec<SideId>,
    kinds: Vec<Option<KindId>>,
    marks: Vec<Option<MarkId>>,
    phases: Vec<Option<PhaseId>>,
    /// How many kinds the second game has.
    kinds_of_b: usize,
    renames: [Vec<RenamedWords>; 2],
    /// The sentences of the endings of both, as they were before anything was renamed.
    reasons: [Vec<String>; 2],
}

impl Correspondence {
    pub(super) fn between(a: &Rules, b: &Rules) -> Result<Correspondence, Apart> {
        let sites = |r: &Rules| -> Vec<Option<String>> {
            let there = r.board.sites();
            let name = |s: u16| there.contains(s).then(|| r.board.name(s).to_owned());
            (0..r.board.count() as u16).map(name).collect()
        };
        if sites(a) != sites(b) {
            return Err(Apart::Boards(board(a), board(b)));
        }
        let (renames_a, renames_b) = (backwards(a), backwards(b));
        let names = |names: Vec<&str>, renames: &[RenamedWords]| -> Vec<String> {
            names.into_iter().map(|n| original(n, renames)).collect()
        };
        let place = |in_a: Vec<&str>, in_b: Vec<&str>| -> Vec<Option<u8>> {
            let in_b = names(in_b, &renames_b);
            let at = |n: String| in_b.iter().position(|m| *m == n).map(|at| at as u8);
            names(in_a, &renames_a).into_iter().map(at).collect()
        };
        let sides = |r: &Rules| -> Vec<String> { r.sides.iter().map(|s| s.name.clone()).collect() };
        let found =
            place(a.sides.iter().map(|s| s.name.as_str()).collect(), b.sides.iter().map(|s| s.name.as_str()).collect());
        let matched: Vec<SideId> = found.iter().flatten().copied().collect();
        if matched.len() != a.sides.len() || matched.len() != b.sides.len() {
            return Err(Apart::Sides(sides(a).join(", "), sides(b).join(", ")));
        }
        let reasons =
            |r: &Rules, renames: &[RenamedWords]| r.ends.iter().map(|e| sentence(&e.reason, renames)).collect();
        Ok(Correspondence {
            sides: matched,
            kinds: place(
                a.kinds.iter().map(|k| k.name.as_str()).collect(),
                b.kinds.iter().map(|k| k.name.as_str()).collect(),
            ),
            marks: place(
                a.marks.iter().map(|m| m.name.as_str()).collect(),
                b.marks.iter().map(|m| m.name.as_str()).collect(),
            ),
            phases: place(
                a.phases.iter().map(|p| p.name.as_str()).collect(),
                b.phases.iter().map(|p| p.name.as_str()).collect(),
            ),
            kinds_of_b: b.kinds.len(),
            reasons: [reasons(a, &renames_a), reasons(b, &renames_b)],
            renames: [renames_a, renames_b],
        })
    }

    pub(super) fn side(&self, side: SideId) -> SideId {
        self.sides.get(usize::from(side)).copied().unwrap_or(side)
    }

    pub(super) fn kind(&self, kind: KindId) -> KindId {
        self.kinds.get(usize::from(kind)).copied().flatten().unwrap_or(NO_KIND)
    }

    pub(super) fn mark(&self, mark: MarkId) -> Option<MarkId> {
        self.marks.get(usize::from(mark)).copied().flatten()
    }

    /// What stands on a site, in the second game's words.
    pub(super) fn cell(&self, piece: Option<Piece>) -> Option<(KindId, Option<SideId>)> {
        piece.map(|p| (self.kind(p.kind), p.owner.map(|o| self.side(o))))
    }

    /// Counts by side and kind in the second game's order; what it does not have is lost, and counted last.
    pub(super) fn store(&self, counts: &[u16]) -> Vec<u16> {
        let (kinds, theirs) = (self.kinds.len().max(1), self.kinds_of_b);
        let mut store = vec![0; self.sides.len() * theirs];
        let mut lost = 0u16;
        for (n, count) in counts.iter().enumerate() {
            let side = self.side((n / kinds) as SideId);
            let kind = usize::from(self.kind((n % kinds) as KindId));
            match store.get_mut(usize::from(side) * theirs + kind).filter(|_| kind < theirs) {
                Some(place) => *place += count,
                None => lost = lost.saturating_add(*count),
            }
        }
        store.push(lost);
        store
    }

    /// A position of the first game as one of the second. None: it is none there.
    pub(super) fn carry(&self, position: &Position, a: &Game, b: &Game) -> Option<Position> {
        let start = b.start();
        let mut there = b.empty();
        for (site, piece) in position.cells.iter().enumerate() {
            let Some(piece) = piece else { continue };
            let kind = self.kind(piece.kind);
            if kind == NO_KIND {
                return None;
            }
            let owner = piece.owner.map(|o| self.side(o));
            let at_start = start.cells.get(site).copied().flatten().is_some_and(|p| p.kind == kind && p.owner == owner);
            let moved = b.reads_moved() && if a.reads_moved() { piece.moved } else { !at_start };
            let was = if b.reads_was() && a.reads_was() { self.kind(piece.was) } else { kind };
            *there.cells.get_mut(site)? =
                Some(Piece { kind, owner, was: if was == NO_KIND { kind } else { was }, moved });
        }
        let store = |counts: &[u16]| {
            let mut store = self.store(counts);
            (store.pop() == Some(0)).then_some(store)
        };
        there.hands = store(&position.hands)?;
        if b.reads_captured() {
            there.captured = store(&position.captured)?;
        }
        let mark = |m: &Marked| self.mark(m.mark).map(|mark| Marked { mark, ..*m });
        there.marks = position.marks.iter().map(mark).collect::<Option<_>>()?;
        there.marks.sort_unstable();
        there.phase = self.phases.get(usize::from(position.phase)).copied().flatten()?;
        there.to_move = self.side(position.to_move);
        there.turn = position.turn;
        if let Some(Turns::List { .. }) = b.rules().phases.get(usize::from(there.phase)).map(|p| &p.turns) {
            let alternating = |t: Option<&Turns>| matches!(t, Some(Turns::Alternating(_)) | None);
            if alternating(a.rules().phases.get(usize::from(position.phase)).map(|p| &p.turns)) {
                return None;
            }
        }
        if b.reads_mover() {
            there.last = position.last.map(|s| self.side(s));
        }
        let out = (0..self.sides.len() as SideId).filter(|s| position.is_out(*s)).map(|s| 1 << self.side(s));
        there.out = out.fold(0, |all, bit: u16| all | bit);
        if there.counters.len() == position.counters.len() {
            there.counters.clone_from(&position.counters);
        }
        there.forfeit = position.forfeit;
        Some(there)
    }

    /// Whether both say of a position that it has the same outcome. Sentences tell which line decided; one that only
    /// one of the games has is taken for a sentence that was rewritten.
    pub(super) fn same_outcome(&self, a: Option<&Outcome>, b: Option<&Outcome>) -> bool {
        match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                let verdict = match (&a.result, &b.result) {
                    (Verdict::Win(a), Verdict::Win(b)) => self.side(*a) == *b,
                    (a, b) => a == b,
                };
                verdict && self.same_reason(&a.reason, &b.reason)
            }
            _ => false,
        }
    }

    fn same_reason(&self, a: &str, b: &str) -> bool {
        let [renames_a, renames_b] = &self.renames;
        let [in_a, in_b] = &self.reasons;
        let (a, b) = (sentence(a, renames_a), sentence(b, renames_b));
        a == b || !(in_b.contains(&a) || in_a.contains(&b))
    }

    /// What a move does, in the second game's words.
    pub(super) fn act(&self, mv: &Move) -> Act {
        Act::of(mv, &|kind| self.kind(kind))
    }
}

/// What a move does, as far as somebody who sees it can tell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Act {
    action: (u8, u16, KindId),
    to: Vec<u16>,
    captured: Vec<u16>,
    picks: Vec<u16>,
    becomes: Option<KindId>,
}

impl Act {
    pub(super) fn of(mv: &Move, kind: &dyn Fn(KindId) -> KindId) -> Act {
        let action = match mv.action {
            Action::Piece { from, .. } => (0, from, 0),
            Action::Drop(k) => (1, 0, kind(k)),
            Action::Drops(k) => (2, 0, kind(k)),
            Action::Joint(n) => (3, u16::from(n), 0),
            Action::Effect => (4, 0, 0),
            Action::Pass => (5, 0, 0),
            Action::Swap => (6, 0, 0),
        };
        let sorted = |mut sites: Vec<u16>| {
            sites.sort_unstable();
            sites
        };
        let to = match mv.action {
            Action::Drops(_) => sorted(mv.trail.to_vec()),
            _ => mv.trail.last().copied().into_iter().collect(),
        };
        Act {
            action,
            to,
            captured: sorted(mv.captured.iter().map(|(s, _)| *s).collect()),
            picks: mv.picks.to_vec(),
            becomes: mv.becomes.map(kind),
        }
    }
}

/// The renames of a game from the last to the first, each from the new words to the old.
fn backwards(rules: &Rules) -> Vec<RenamedWords> {
    let turned = |r: &RenamedWords| RenamedWords {
        file: r.file,
        words: r.words.iter().map(|(from, to)| (to.clone(), from.clone())).collect(),
    };
    rules.renames.iter().rev().map(turned).collect()
}

fn original(name: &str, backwards: &[RenamedWords]) -> String {
    backwards.iter().fold(name.to_owned(), |name, r| r.now(&name).to_owned())
}

fn sentence(text: &str, backwards: &[RenamedWords]) -> String {
    backwards.iter().fold(text.to_owned(), |text, r| r.said(&text))
}

/// A board in a few words.
fn board(rules: &Rules) -> String {
    let (columns, rows) = rules.board.size();
    let sites = rules.board.sites().len();
    if rules.board.has_files_and_ranks() {
        format!("{columns} x {rows} with {sites} sites")
    } else {
        format!("one with {sites} sites")
    }
}
