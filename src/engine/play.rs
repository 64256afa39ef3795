//! A game in progress: a position, its history, and the moves that were made.

use super::game::Game;
use super::hook::{Calls, Happened, HookFault};
use super::meaning::Scene;
use super::meaning::judge::{judge, score};
use super::meaning::key::{occurrence, position_key};
use super::meaning::legal::{legal, note_moves_of, reach};
use super::meaning::make::Made;
use super::moves::Move;
use super::position::{Outcome, Pie, Position, TurnPointer};
use crate::board::Site;
use crate::ruleset::{KindId, SideId, Turns};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An earlier position, as far as rules about repetition can tell it from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Occurrence {
    /// Key of everything that `position occurs` compares.
    pub key: u64,
    /// Key of the pieces alone, for `board occurs`.
    pub board: u64,
    /// Who had moved; none for a start.
    pub mover: Option<SideId>,
    /// Which `throughout` conditions of the rules held for that side, one bit each in file order.
    pub held: u16,
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// It is not among the legal moves.
    #[error("the move is not legal here")]
    Illegal,
    /// A script that decides about it failed. The game stands as it stood.
    #[error(transparent)]
    Hook(#[from] HookFault),
}

/// Why a position cannot be played on from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum PositionError {
    #[error("the position has {found} sites, the board {expected}")]
    WrongSize { expected: usize, found: usize },
    #[error("site {0} is not on the board")]
    NoSite(Site),
    #[error("the piece on site {0} is of no kind or side of this game")]
    NoPiece(Site),
    #[error("the side to move, the phase, the turn, a mark or a counter is none of this game")]
    NoTurn,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Play {
    game: Game,
    position: Position,
    /// Occurrences before the present one, oldest first; empty where no rule reads them.
    history: Vec<Occurrence>,
    made: Vec<Move>,
    /// The positions before the moves in `made`.
    before: Vec<Position>,
    /// What scripts did after the moves in `made`.
    did: Vec<Vec<Happened>>,
    /// A script failed when the first position was judged.
    fault: Option<HookFault>,
}

impl Play {
    /// The start of a game.
    pub fn new(game: &Game) -> Play {
        let mut play = Play {
            game: game.clone(),
            position: game.start(),
            history: Vec::new(),
            made: Vec::new(),
            before: Vec::new(),
            did: Vec::new(),
            fault: None,
        };
        let calls = Calls::of(game);
        judge(game, &mut play.position, &[], None, calls.as_ref());
        play.fault = Calls::end(calls.as_ref(), ()).err();
        play.unjudged();
        play
    }

    /// A game that goes on from a position, with the occurrences before it. It is judged at once: the
    /// game may be over.
    pub fn from_position(game: &Game, mut position: Position, history: Vec<Occurrence>) -> Result<Play, PositionError> {
        fits(game, &position)?;
        position.outcome = None;
        let calls = Calls::of(game);
        judge(game, &mut position, &history, None, calls.as_ref());
        let fault = Calls::end(calls.as_ref(), ()).err();
        let mut play = Play {
            game: game.clone(),
            position,
            history,
            made: Vec::new(),
            before: Vec::new(),
            did: Vec::new(),
            fault,
        };
        play.unjudged();
        Ok(play)
    }

    /// What was judged while a script failed counts for nothing.
    fn unjudged(&mut self) {
        if self.fault.is_some() {
            self.position.outcome = None;
        }
    }

    /// The script that failed when the first position was judged, as long as that is the present one. Without hooks there
    /// is none.
    pub fn fault(&self) -> Option<&HookFault> {
        self.fault.as_ref().filter(|_| self.made.is_empty())
    }

    /// The game's rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The occurrences before the present position, oldest first; empty where no rule reads them.
    pub fn history(&self) -> &[Occurrence] {
        &self.history
    }

    /// The moves made so far, passes included.
    pub fn made(&self) -> &[Move] {
        &self.made
    }

    /// What a script did after the last move, in order; nothing where there is no hook `after move`.
    pub fn happened(&self) -> &[Happened] {
        self.did.last().map_or(&[], Vec::as_slice)
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.position.outcome.as_ref()
    }

    /// Of two players, named by the sides that they had when this began, the one who plays a side now: the pie rule lets
    /// them swap.
    pub fn player(&self, side: SideId) -> SideId {
        self.before.first().unwrap_or(&self.position).player(self.position.player(side))
    }

    /// Who made the `n`-th move, named as [`player`](Play::player) names the players; none: there is no such move.
    pub fn player_of_move(&self, n: usize) -> Option<SideId> {
        let (before, mv) = (self.before.get(n)?, self.made.get(n)?);
        Some(self.before.first().unwrap_or(&self.position).player(before.player(mv.side)))
    }

    /// The legal moves, passing included, in a fixed order; none when the game is over.
    ///
    /// # Errors
    /// A script that decides about them failed. Without hooks there is none.
    pub fn moves(&self) -> Result<Vec<Move>, HookFault> {
        Ok(self.choices(true)?.into_iter().map(|m| m.mv).collect())
    }

    /// The legal moves with the positions that they lead to, not yet judged. Without `merge` every path
    /// stands for itself.
    pub(crate) fn choices(&self, merge: bool) -> Result<Vec<Made>, HookFault> {
        if let Some(fault) = self.fault() {
            return Err(fault.clone());
        }
        if self.outcome().is_some() {
            return Ok(Vec::new());
        }
        let calls = Calls::of(&self.game);
        let moves = legal(&self.scene(calls.as_ref()), merge);
        Calls::end(calls.as_ref(), moves)
    }

    /// What a side can do with its pieces, whoever is to move; scripts are not asked.
    pub(crate) fn reach(&self, side: SideId) -> Vec<Made> {
        if self.outcome().is_some() { Vec::new() } else { reach(&self.scene(None), side) }
    }

    /// The scene of the player to move.
    pub(crate) fn scene<'a>(&'a self, hooks: Option<&'a Calls<'a>>) -> Scene<'a> {
        Scene::before(&self.game, &self.position, &self.history, self.position.to_move).asking(hooks)
    }

    /// The same game in progress, as another game has it that was made of the same rules: a
    /// [traced](Game::traced) one, or the one that it was traced from.
    #[must_use]
    pub fn in_game(&self, game: &Game) -> Play {
        Play { game: game.clone(), ..self.clone() }
    }

    /// Of a traced game: notes what a list of the moves says, or one of the moves of the piece on a site.
    ///
    /// # Errors
    /// A script that decides about them failed.
    pub fn note_moves(&self, of: Option<Site>) -> Result<(), HookFault> {
        let Some(site) = of else { return self.choices(true).map(|_| ()) };
        let listed = self.game.quietly(|| self.choices(true))?;
        let calls = Calls::of(&self.game);
        note_moves_of(&self.scene(calls.as_ref()), site, &listed);
        Calls::end(calls.as_ref(), ())
    }

    /// Of a traced game: notes what a legal move goes through.
    ///
    /// # Errors
    /// A script that decides about the moves failed.
    pub fn note_move(&self, mv: &Move) -> Result<(), HookFault> {
        let choices = self.game.quietly(|| self.choices(true))?;
        choices.iter().filter(|m| m.mv == *mv).for_each(|m| self.game.note_all(&m.noted));
        Ok(())
    }

    /// Makes a legal move.
    ///
    /// # Errors
    /// It cannot be played, and nothing has changed.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        if self.outcome().is_some() {
            return Err(PlayError::Over);
        }
        // Of a traced game what this move goes through is noted, not what the others would.
        let choices = self.game.quietly(|| self.choices(true))?;
        let made = choices.into_iter().find(|m| m.mv == *mv).ok_or(PlayError::Illegal)?;
        self.game.note_all(&made.noted);
        Ok(self.make(made)?)
    }

    /// Makes a move that was among the choices. Where a script fails nothing has changed.
    pub(crate) fn make(&mut self, made: Made) -> Result<(), HookFault> {
        let game = self.game.clone();
        let calls = Calls::of(&game);
        if self.game.reads_history() {
            self.history.push(self.occurrence(calls.as_ref()));
        }
        let mut after = made.after;
        let how = Some((&made.mv, made.moved, self.position.phase));
        judge(&game, &mut after, &self.history, how, calls.as_ref());
        if let Err(fault) = Calls::end(calls.as_ref(), ()) {
            if game.reads_history() {
                self.history.pop();
            }
            return Err(fault);
        }
        self.before.push(std::mem::replace(&mut self.position, after));
        self.made.push(made.mv);
        self.did.push(made.did);
        Ok(())
    }

    /// The present position as an entry of the history.
    fn occurrence(&self, hooks: Option<&Calls>) -> Occurrence {
        let scene = Scene { mover: self.position.last, ..self.scene(hooks) };
        Occurrence { held: scene.held(), ..occurrence(&scene) }
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        self.position = self.before.pop()?;
        if self.game.reads_history() {
            self.history.pop();
        }
        self.did.pop();
        self.made.pop()
    }

    /// What `score` counts for a side in the present position; 0 where the rules count nothing.
    ///
    /// # Errors
    /// The script that counts failed.
    pub fn score(&self, side: SideId) -> Result<i64, HookFault> {
        let calls = Calls::of(&self.game);
        let counted = score(&self.scene(calls.as_ref()), side);
        Calls::end(calls.as_ref(), counted)
    }

    /// The key of the present position (all that `position occurs` compares).
    pub fn key(&self) -> u64 {
        position_key(&self.scene(None))
    }
}

/// Whether a position fits a game's board, pieces, sides and turns.
pub(super) fn fits(game: &Game, position: &Position) -> Result<(), PositionError> {
    let rules = game.rules();
    let (expected, found) = (rules.board.count(), position.cells.len());
    if expected != found {
        return Err(PositionError::WrongSize { expected, found });
    }
    let stores = rules.sides.len() * rules.kinds.len();
    if position.hands.len() != stores || position.captured.len() != stores {
        return Err(PositionError::WrongSize { expected: stores, found: position.hands.len() });
    }
    for (site, piece) in position.cells.iter().enumerate() {
        let site = site as Site;
        let Some(piece) = piece else { continue };
        if !rules.board.sites().contains(site) {
            return Err(PositionError::NoSite(site));
        }
        let fits = |kind: KindId, owner: Option<SideId>| {
            let kind = rules.kinds.get(kind as usize);
            kind.is_some_and(|k| owner.map_or(k.owners.is_empty(), |o| k.owners.contains(&o)))
        };
        if !fits(piece.kind, piece.owner) || piece.was as usize >= rules.kinds.len() {
            return Err(PositionError::NoPiece(site));
        }
    }
    let turn = match rules.phases.get(position.phase as usize).map(|p| &p.turns) {
        None => false,
        Some(Turns::Alternating(_)) => position.turn == TurnPointer::default(),
        Some(Turns::List { entries, .. }) => entries
            .get(position.turn.entry as usize)
            .is_some_and(|e| e.side == position.to_move && (1..=e.moves).contains(&u32::from(position.turn.left))),
    };
    let side = |s: SideId| (s as usize) < rules.sides.len();
    let marks = position
        .marks
        .iter()
        .all(|m| (m.mark as usize) < rules.marks.len() && rules.board.sites().contains(m.site) && m.left > 0);
    let counters = position.counters.len() == game.counter_slots();
    let forfeit = position.forfeit.is_subset(&rules.board.sites());
    let pie = rules.pie || position.pie == Pie::Over;
    let out = u32::from(position.out) < 1 << rules.sides.len() && !position.is_out(position.to_move);
    if turn && side(position.to_move) && position.last.is_none_or(side) && marks && counters && forfeit && out && pie {
        Ok(())
    } else {
        Err(PositionError::NoTurn)
    }
}
