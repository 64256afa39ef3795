//! A position that a script looks at.

use crate::engine::game::Game;
use crate::engine::meaning::{Scene, legal};
use crate::engine::moves::Move;
use crate::engine::play::Occurrence;
use crate::engine::position::Position;
use crate::ruleset::{CallOf, SideId};
use std::sync::{Arc, OnceLock};

/// A position with what can be asked of it. Shared, never changed.
#[derive(Debug)]
pub struct Moment {
    game: Game,
    position: Position,
    history: Arc<[Occurrence]>,
    moves: OnceLock<Vec<Move>>,
}

impl Moment {
    pub(crate) fn new(game: Game, position: Position, history: Arc<[Occurrence]>) -> Arc<Moment> {
        Arc::new(Moment { game, position, history, moves: OnceLock::new() })
    }

    /// The rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What the side to move may play by the rule file alone, before a `legality` hook is asked; passes included.
    /// Found when it is first asked for.
    pub fn moves(&self) -> &[Move] {
        self.moves.get_or_init(|| {
            let scene = Scene::before(&self.game, &self.position, &self.history, self.position.to_move);
            self.game.quietly(|| legal::legal(&scene, true)).into_iter().map(|m| m.mv).collect()
        })
    }

    /// Whether a `call` of the rule file holds for a side: `call player w`, or that which names this side. None: there is
    /// none such.
    pub fn is(&self, call: &str, side: SideId) -> Option<bool> {
        let rules = self.game.rules();
        let of_side = |of: CallOf| of == CallOf::Player || of == CallOf::Side(side);
        let call = rules.calls.iter().find(|c| c.name == call && of_side(c.of))?;
        let scene = Scene::before(&self.game, &self.position, &self.history, side);
        Some(Scene { player: Some(side), ..scene }.holds(&call.cond))
    }
}
