//! The meaning: a slow, plain interpreter of everything that rules can say.
//!
//! It follows the chapters of docs/book on the meaning and is made to be read: [`select`] says what a selection is,
//! [`ask`] what a condition asks, [`walk`] how a path runs, [`make`] what happens inside a move,
//! [`turn`] whose turn comes next, [`attempt`](mod@attempt) where a motion would lead if nothing forbade it, [`legal`] which moves may be played, [`judge`] how a game ends.
//! The fast generator is held to it; `why` is read off it.

pub(crate) mod ask;
pub(crate) mod attempt;
mod chain;
pub(crate) mod judge;
pub(crate) mod key;
pub(crate) mod legal;
pub(crate) mod make;
pub(crate) mod select;
pub(crate) mod turn;
pub(crate) mod walk;
pub(crate) mod work;

use super::game::Game;
use super::hook::Calls;
use super::moves::Move;
use super::play::Occurrence;
use super::position::{Piece, Position};
use crate::board::{Dir, Site, SiteSet};
use crate::ruleset::{PhaseId, SideId, Who};

/// Everything that a selection or a condition may depend on.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The board that is asked.
    pub position: &'a Position,
    /// The positions before it.
    pub history: &'a [Occurrence],
    /// Whose words these are: `friend`, `own`, `enemy`.
    pub actor: SideId,
    /// Who just moved; in a motion, who moves.
    pub mover: Option<SideId>,
    /// The side for which a clause is being tried.
    pub player: Option<SideId>,
    /// The jumped piece, or the piece that a call is asked of.
    pub it: Option<Site>,
    /// Where the moved piece landed.
    pub moved: Option<Site>,
    /// Where it came from.
    pub left: Option<Site>,
    /// The landing, in the `when` of a motion.
    pub there: Option<Site>,
    /// Origin and direction of the travel.
    pub line: Option<(Site, Dir)>,
    /// The phase in which the move was made, which `phase is` reads.
    pub phase: PhaseId,
    /// Captured pieces that still stand: not empty, and nothing but `piece`.
    pub taken: SiteSet,
    /// What the move that was made did.
    pub facts: Option<&'a Facts>,
    /// Which `illegal` clauses `cannot move` respects: those of a level below this.
    pub level: u8,
    /// Only the piece on this site is asked about.
    pub only: Option<Site>,
    /// The hooks that are asked; none where there are none, or where the rule file alone is to speak.
    pub hooks: Option<&'a Calls<'a>>,
}

/// What a move did, for clauses that are asked after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// A piece was dropped (several count too).
    pub drop: bool,
    /// Captured pieces with their sites.
    pub captured: Vec<(Site, Piece)>,
}

impl Facts {
    /// Reads them off a move.
    pub fn of(mv: &Move) -> Facts {
        use super::moves::Action;
        Facts { drop: matches!(mv.action, Action::Drop(_) | Action::Drops(_)), captured: mv.captured.to_vec() }
    }
}

/// All levels of `illegal` clauses.
pub(crate) const ALL_LEVELS: u8 = 2;

impl<'a> Scene<'a> {
    /// The scene of a side that looks at a position before it moves.
    pub fn before(game: &'a Game, position: &'a Position, history: &'a [Occurrence], actor: SideId) -> Scene<'a> {
        Scene {
            game,
            position,
            history,
            actor,
            mover: Some(actor),
            player: None,
            it: None,
            moved: None,
            left: None,
            there: None,
            line: None,
            phase: position.phase,
            taken: SiteSet::EMPTY,
            facts: None,
            level: ALL_LEVELS,
            only: None,
            hooks: None,
        }
    }

    /// The same scene, in which hooks are asked.
    #[must_use]
    pub fn asking(mut self, hooks: Option<&'a Calls<'a>>) -> Scene<'a> {
        self.hooks = hooks;
        self
    }

    /// Every side that is in play, as bits.
    pub fn in_play(&self) -> u16 {
        let sides = self.game.rules().sides.len();
        ((1u32 << sides) - 1) as u16 & !self.position.out
    }

    /// The sides that are spoken of, as bits; none where the scene has no such side.
    pub fn who(&self, who: &Who) -> u16 {
        let one = |side: Option<SideId>| side.map_or(0, |s| 1 << s);
        match who {
            Who::Side(side) => 1 << side,
            Who::Mover => one(self.mover),
            Who::NextPlayer => one(Some(self.position.to_move)),
            Who::Player => one(self.player),
            Who::Actor => one(Some(self.actor)),
            Who::EnemyOf(of) => match self.who(of) {
                0 => 0,
                sides => self.in_play() & !sides,
            },
        }
    }

    /// The sides that are spoken of, in the order of their declarations.
    pub fn sides(&self, who: &Who) -> impl Iterator<Item = SideId> + use<> {
        let bits = self.who(who);
        (0..16).filter(move |s| bits >> s & 1 == 1)
    }

    /// The same scene for another side.
    #[must_use]
    pub fn acting(mut self, actor: SideId) -> Scene<'a> {
        self.actor = actor;
        self
    }

    /// The same scene with another board.
    #[must_use]
    pub fn on<'b>(self, position: &'b Position) -> Scene<'b>
    where
        'a: 'b,
    {
        Scene { position, ..self }
    }
}
