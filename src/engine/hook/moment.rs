//! A position that a script looks at.

use crate::engine::game::Game;
use crate::engine::meaning::{Scene, legal, work};
use crate::engine::moves::Move;
use crate::engine::play::Occurrence;
use crate::engine::position::Position;
use crate::ruleset::{CallOf, SideId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A position with what can be asked of it. Shared, never changed.
#[derive(Debug)]
pub struct Moment {
    game: Game,
    position: Position,
    history: Arc<[Occurrence]>,
    /// With what finding them took.
    moves: OnceLock<(Vec<Move>, u64)>,
    /// Which calls hold for which sides, as far as that was asked; with what it took to find out.
    calls: Mutex<BTreeMap<(usize, SideId), (bool, u64)>>,
}

impl Moment {
    pub(crate) fn new(game: Game, position: Position, history: Arc<[Occurrence]>) -> Arc<Moment> {
        Arc::new(Moment { game, position, history, moves: OnceLock::new(), calls: Mutex::default() })
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
        &self.found_moves().0
    }

    /// How much is done to find the moves of this position, in selections, parts of paths and positions; the same whether
    /// they have been found before or not.
    pub fn work_of_moves(&self) -> u64 {
        self.found_moves().1
    }

    fn found_moves(&self) -> &(Vec<Move>, u64) {
        self.moves.get_or_init(|| {
            work::measured(|| {
                let scene = Scene::before(&self.game, &self.position, &self.history, self.position.to_move);
                self.game.quietly(|| legal::legal(&scene, true)).into_iter().map(|m| m.mv).collect()
            })
        })
    }

    /// Whether a `call` of the rule file holds for a side: `call player w`, or that which names this side. None: there is
    /// none such.
    pub fn is(&self, call: &str, side: SideId) -> Option<bool> {
        self.is_with_work(call, side).map(|found| found.0)
    }

    /// The same with how much is done to find it out, counted as in [`Moment::work_of_moves`].
    pub fn is_with_work(&self, call: &str, side: SideId) -> Option<(bool, u64)> {
        let rules = self.game.rules();
        let of_side = |of: CallOf| of == CallOf::Player || of == CallOf::Side(side);
        let (at, call) = rules.calls.iter().enumerate().find(|(_, c)| c.name == call && of_side(c.of))?;
        let kept = || self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().get(&(at, side)).copied();
        if known.is_some() {
            return known;
        }
        // The lock is not held meanwhile. Who finds it twice finds the same.
        let found = work::measured(|| {
            let scene = Scene::before(&self.game, &self.position, &self.history, side);
            Scene { player: Some(side), ..scene }.holds(&call.cond)
        });
        kept().insert((at, side), found);
        Some(found)
    }
}
