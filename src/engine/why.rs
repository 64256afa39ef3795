//! Why a move is legal or not, as data: read off the interpreter. `explain` turns it into sentences.

use super::hook::{Calls, HookFault};
use super::meaning::Scene;
use super::meaning::attempt::{Attempt, attempts};
use super::meaning::legal::{Allowed, filtered_by, forbidden_by, hook_forbids, in_hand, is_drop, without_forfeits};
use super::meaning::make::Made;
use super::moves::{Action, Move};
use super::play::Play;
use super::position::Pie;
use super::trace::Part;
use crate::board::Site;
use crate::ruleset::item::HookPoint;
use crate::ruleset::{Joint, KindId, Phase, SideId, Span};

pub use super::meaning::legal::MotionId;
pub use super::meaning::walk::{Refusal, Test};

/// What may be asked about a move of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// From one site to another. Where landings on the way are given, they must be met in this order.
    Piece {
        /// From where.
        from: Site,
        /// Where it touches down last.
        to: Site,
        /// Landings on the way.
        through: Vec<Site>,
    },
    /// A piece from the hand.
    Drop {
        /// What.
        kind: KindId,
        /// Where.
        to: Site,
    },
    /// Missing the turn.
    Pass,
    /// Swapping sides.
    Swap,
}

/// What the rules say to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Legal: the moves that fit, each with the line that makes it (none for a pass).
    Legal(Vec<(Move, Option<Span>)>),
    /// Not legal.
    Refused(Refused),
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// What refuses it.
    pub cause: Cause,
    /// The site that the refusal speaks of; none for a pass alone.
    pub site: Option<Site>,
    /// The line of the rules that refuses it.
    pub span: Span,
    /// The motion that was tried, where one was.
    pub motion: Option<MotionId>,
}

/// What refuses a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// The game is over.
    Over,
    /// Nothing stands on the origin.
    NothingThere,
    /// The piece there belongs to nobody.
    Neutral,
    /// The piece there belongs to a side that is not to move.
    NotOnTurn(SideId),
    /// The phase does not allow it.
    Phase,
    /// A test of the motion.
    Test(Refusal),
    /// No motion of the kind leads there.
    NoWay,
    /// No such piece is in hand.
    NotInHand,
    /// Such pieces are not dropped.
    NoDrop,
    /// An `illegal` clause: its index.
    Illegal(usize),
    /// A script, by the hook with this index among the rules' own: the sentence that it gives.
    Hook(usize, String),
    /// A duty filter: its index.
    Duty(usize),
    /// The piece is to be taken off, because it missed a capture.
    Forfeit,
    /// The side may not pass; `true`: only when it is stuck, and it is not.
    NoPassing(bool),
    /// The players may not swap sides: there is no pie rule, or it is not (`true`: no longer) the second turn.
    NoSwap(Option<bool>),
}

/// Answers questions about one position. What is dear to find out is kept for the next question.
pub struct Inquiry<'p> {
    play: &'p Play,
    calls: Option<Calls<'p>>,
    legal: Vec<Made>,
    tried: Vec<Option<Vec<Attempt>>>,
}

impl<'p> Inquiry<'p> {
    /// About the present position of a game.
    ///
    /// # Errors
    /// A script that decides about its moves failed.
    pub fn new(play: &'p Play) -> Result<Inquiry<'p>, HookFault> {
        let tried = (0..play.game().board().count()).map(|_| None).collect();
        let legal = play.game().quietly(|| play.choices(true))?;
        Ok(Inquiry { play, calls: Calls::of(play.game()), legal, tried })
    }

    /// The position with the player to move.
    fn scene(&self) -> Scene<'_> {
        self.play.scene(self.calls.as_ref())
    }

    /// The game that is asked about.
    pub fn play(&self) -> &'p Play {
        self.play
    }

    /// What the rules say.
    ///
    /// # Errors
    /// A script that is asked about what is tried failed.
    pub fn ask(&mut self, question: &Question) -> Result<Reply, HookFault> {
        let fitting: Vec<&Made> = self.legal.iter().filter(|m| self.fits(&m.mv, question)).collect();
        if !fitting.is_empty() {
            fitting.iter().for_each(|m| self.play.game().note_all(&m.noted));
            return Ok(Reply::Legal(fitting.into_iter().map(|m| (m.mv.clone(), m.span)).collect()));
        }
        let refused = match question {
            Question::Piece { from, to, through } => self.piece(*from, *to, through),
            Question::Drop { kind, to } => self.drop(*kind, *to),
            Question::Pass => self.pass(),
            Question::Swap => self.swap(),
        };
        self.note(&refused);
        Calls::end(self.calls.as_ref(), Reply::Refused(refused))
    }

    /// Notes what refuses a move, and nothing of what was tried to find that out: a way that is followed past what
    /// forbids it says nothing of the rest of it.
    fn note(&self, refused: &Refused) {
        let (part, yes) = match &refused.cause {
            Cause::Test(refusal) => (Part::of(refusal.test), false),
            Cause::Phase => (Some(Part::Only), true),
            Cause::Duty(_) | Cause::Forfeit => (Some(Part::Filter), true),
            Cause::NoPassing(when_stuck) => (when_stuck.then_some(Part::Pass), false),
            // A clause and a script are asked for good, and what they say is noted then. The others are no clauses.
            Cause::Illegal(_)
            | Cause::Hook(..)
            | Cause::Over
            | Cause::NothingThere
            | Cause::Neutral
            | Cause::NotOnTurn(_)
            | Cause::NoWay
            | Cause::NotInHand
            | Cause::NoDrop
            | Cause::NoSwap(_) => (None, true),
        };
        if let Some(part) = part {
            self.play.game().note(refused.span, part, yes);
        }
    }

    /// Whether a move is what a question asks about.
    fn fits(&self, mv: &Move, question: &Question) -> bool {
        match question {
            Question::Piece { from, to, through } => {
                self.origin(mv) == Some(*from) && mv.to() == Some(*to) && meets(&mv.trail, through)
            }
            Question::Drop { kind, to } => match mv.action {
                Action::Drop(dropped) | Action::Drops(dropped) => dropped == *kind && mv.trail.contains(to),
                _ => false,
            },
            Question::Pass => mv.is_pass(),
            Question::Swap => mv.is_swap(),
        }
    }

    /// Where a move begins: of several pieces that move together, the first one's site.
    fn origin(&self, mv: &Move) -> Option<Site> {
        match mv.action {
            Action::Joint(number) => {
                let joint: Option<&Joint> = self.play.game().rules().joints.get(number as usize);
                joint.and_then(|j| j.legs.first()).map(|(_, from, _)| *from.of(mv.side))
            }
            _ => mv.from(),
        }
    }

    fn phase(&self) -> &'p Phase {
        &self.play.game().rules().phases[self.play.position().phase as usize]
    }

    /// The line of the phase that keeps a side from doing something.
    fn only(&self, side: SideId) -> Span {
        let phase = self.phase();
        phase.only.iter().find(|o| o.side.is_none_or(|s| s == side)).map_or(phase.span, |o| o.span)
    }

    fn refused(cause: Cause, site: Option<Site>, span: Span) -> Refused {
        Refused { cause, site, span, motion: None }
    }

    /// The game is over.
    fn over(&self, site: Option<Site>) -> Option<Refused> {
        let outcome = self.play.outcome()?;
        Some(Self::refused(Cause::Over, site, outcome.span.unwrap_or(self.phase().span)))
    }

    fn piece(&mut self, from: Site, to: Site, through: &[Site]) -> Refused {
        if let Some(over) = self.over(Some(to)) {
            return over;
        }
        let (rules, position) = (self.play.game().rules(), self.play.position());
        let side = position.to_move;
        let Some(piece) = position.piece(from) else {
            return Self::refused(Cause::NothingThere, Some(from), self.phase().span);
        };
        let kind = &rules.kinds[piece.kind as usize];
        match piece.owner {
            None => return Self::refused(Cause::Neutral, Some(from), kind.span),
            Some(owner) if owner != side => {
                return Self::refused(Cause::NotOnTurn(owner), Some(from), self.phase().span);
            }
            Some(_) => {}
        }
        // What a phase allows is asked of no script.
        let scene = self.play.scene(None);
        let allowed = Allowed::of(&scene, side);
        let mut motions = kind.motions.iter().filter(|m| !is_drop(m)).peekable();
        if motions.peek().is_some() && !motions.any(|m| allowed.allows(m)) {
            return Self::refused(Cause::Phase, Some(from), self.only(side));
        }
        if position.forfeit.len() == 1 && position.forfeit.contains(from) {
            let span = rules.filters.iter().find(|f| f.huff).map_or(kind.span, |f| f.span);
            return Self::refused(Cause::Forfeit, Some(from), span);
        }
        let index = from as usize;
        if self.tried[index].is_none() {
            self.tried[index] = Some(self.attempts_of(from, piece.kind));
        }
        let tried = self.tried[index].as_deref().unwrap_or_default();
        let there = |a: &&Attempt| a.trail.last() == Some(&to) && meets(&a.trail, through);
        self.judge(&tried.iter().filter(there).collect::<Vec<_>>(), &allowed, piece.kind, to)
    }

    /// The attempts of a piece on the board; where a piece is to be taken off first, with the first other one gone.
    fn attempts_of(&self, from: Site, kind: KindId) -> Vec<Attempt> {
        let scene = self.scene();
        let Some((position, _)) =
            without_forfeits(scene.position).into_iter().find(|(position, _)| position.piece(from).is_some())
        else {
            return Vec::new();
        };
        let scene = scene.on(&position);
        let motions = scene.game.kind(kind).motions.iter().enumerate().filter(|(_, m)| !is_drop(m));
        let tried = |motion| attempts(&scene, MotionId { kind, motion, from: Some(from) });
        scene.game.quietly(|| motions.flat_map(|(motion, _)| tried(motion)).collect())
    }

    /// The most telling refusal among attempts that lead where they should.
    fn judge(&self, there: &[&Attempt], allowed: &Allowed, kind: KindId, to: Site) -> Refused {
        let scene = self.scene();
        let side = scene.actor;
        let declared = scene.game.kind(kind);
        let may = |a: &&Attempt| declared.motions.get(a.id.motion).is_some_and(|m| allowed.allows(m));
        // What could be played, but for the rules about whole moves.
        let good = there.iter().copied().filter(may).flat_map(|a| a.made.iter().map(move |made| (a, made)));
        for (attempt, made) in good {
            if let Some(refused) = self.forbidden(&scene, side, made, attempt.id, to) {
                return refused;
            }
        }
        // Of several ways the one that comes furthest: to the site itself, past most tests.
        let telling = there.iter().copied().filter(may).filter_map(|a| a.failed.as_ref().map(|f| (a, f)));
        // Among equals the first counts, in the order in which the lines are written.
        let best = telling.rev().max_by_key(|(a, f)| (f.site == to, a.progress));
        let elsewhere = there.iter().copied().find(|a| !may(a));
        match (best, elsewhere) {
            (None, Some(attempt)) => {
                Refused { motion: Some(attempt.id), ..Self::refused(Cause::Phase, Some(to), self.only(side)) }
            }
            (Some(_), Some(attempt)) if !attempt.made.is_empty() => {
                Refused { motion: Some(attempt.id), ..Self::refused(Cause::Phase, Some(to), self.only(side)) }
            }
            (Some((attempt, failed)), _) => Refused {
                cause: Cause::Test(failed.clone()),
                site: Some(failed.site),
                span: failed.span,
                motion: Some(attempt.id),
            },
            (None, None) => {
                let mut motions = declared.motions.iter().filter(|m| allowed.allows(m) && !is_drop(m));
                let only = motions.next().filter(|_| motions.next().is_none());
                Self::refused(Cause::NoWay, Some(to), only.map_or(declared.span, |m| m.span))
            }
        }
    }

    fn forbidden(&self, scene: &Scene, side: SideId, made: &Made, motion: MotionId, to: Site) -> Option<Refused> {
        let rules = scene.game.rules();
        let refused = |cause, span| Some(Refused { motion: Some(motion), ..Self::refused(cause, Some(to), span) });
        if let Some(clause) = forbidden_by(scene, side, made) {
            let at = rules.illegal.iter().position(|i| std::ptr::eq(i, clause)).unwrap_or(0);
            return refused(Cause::Illegal(at), clause.span);
        }
        if let Some(why) = hook_forbids(scene, made) {
            let at = rules.hooks.iter().position(|h| h.point == HookPoint::Legality).unwrap_or(0);
            return refused(Cause::Hook(at, why), rules.hooks.get(at)?.span);
        }
        if let Some(filter) = scene.game.quietly(|| filtered_by(scene, side, made)) {
            let at = rules.filters.iter().position(|f| std::ptr::eq(f, filter)).unwrap_or(0);
            return refused(Cause::Duty(at), filter.span);
        }
        None
    }

    fn drop(&self, kind: KindId, to: Site) -> Refused {
        if let Some(over) = self.over(Some(to)) {
            return over;
        }
        let scene = self.scene();
        let side = scene.actor;
        let declared = scene.game.kind(kind);
        let mut drops = declared.motions.iter().enumerate().filter(|(_, m)| is_drop(m)).peekable();
        if drops.peek().is_none() {
            return Self::refused(Cause::NoDrop, Some(to), declared.span);
        }
        let allowed = Allowed::of(&scene, side);
        if !drops.clone().any(|(_, m)| allowed.allows(m)) {
            return Self::refused(Cause::Phase, Some(to), self.only(side));
        }
        if in_hand(&scene, side, kind).is_none() {
            return Self::refused(Cause::NotInHand, Some(to), declared.span);
        }
        let tried = |motion| attempts(&scene, MotionId { kind, motion, from: None });
        let tried: Vec<Attempt> = scene.game.quietly(|| drops.flat_map(|(motion, _)| tried(motion)).collect());
        self.judge(&tried.iter().filter(|a| a.trail.contains(&to)).collect::<Vec<_>>(), &allowed, kind, to)
    }

    fn swap(&self) -> Refused {
        if let Some(over) = self.over(None) {
            return over;
        }
        let rules = self.play.game().rules();
        let late = rules.pie.then_some(self.play.position().pie != Pie::Coming);
        let span = rules.phases.first().map_or(self.phase().span, |p| p.span);
        Self::refused(Cause::NoSwap(late), None, span)
    }

    fn pass(&self) -> Refused {
        if let Some(over) = self.over(None) {
            return over;
        }
        let side = self.play.position().to_move;
        let lines = &self.play.game().rules().passing;
        match lines.iter().find(|p| p.side.is_none_or(|s| s == side)) {
            Some(line) => Self::refused(Cause::NoPassing(true), None, line.span),
            None => Self::refused(Cause::NoPassing(false), None, self.phase().span),
        }
    }
}

/// Whether landings are met in the order given.
fn meets(trail: &[Site], through: &[Site]) -> bool {
    let mut landings = trail.iter();
    through.iter().all(|t| landings.any(|l| l == t))
}
