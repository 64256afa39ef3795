//! A game in progress for programs that play millions: moves are numbers, and nothing is listed or allocated.
//!
//! [`Play`] is for people: it keeps every move and position. A runner makes and takes back moves of a compiled game
//! in place; a game that is not compiled is run by the interpreter, with the same answers.

use super::game::Game;
use super::hook::HookFault;
use super::meaning::make::Made;
use super::moves::Move;
use super::play::Play;
use super::position::{Position, Verdict};

/// A game in progress whose legal moves are told by number.
pub struct Runner {
    inner: Box<dyn Running>,
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Runner({:?})", self.verdict())
    }
}

impl Runner {
    /// The start of a game.
    pub fn new(game: &Game) -> Runner {
        Runner::from_play(&Play::new(game))
    }

    /// A game that goes on from where it is. What was played before cannot be taken back here.
    pub fn from_play(play: &Play) -> Runner {
        let inner = match play.game().compiled_shared() {
            Ok(compiled) => compiled.line(play),
            Err(_) => {
                Box::new(Interpreted { play: play.clone(), before: play.made().len(), choices: None, fault: None })
            }
        };
        Runner { inner }
    }

    /// How many legal moves there are, a pass included; 0 when the game is over.
    pub fn moves(&mut self) -> u32 {
        self.inner.moves()
    }

    /// Makes the `n`-th of the legal moves, counted from 0. Whether it was made: there may be no such move, or a script
    /// [failed](Runner::fault).
    pub fn play(&mut self, n: u32) -> bool {
        n < self.inner.moves() && self.inner.play(n)
    }

    /// Takes the last move back. Whether there was one.
    pub fn undo(&mut self) -> bool {
        self.inner.undo()
    }

    /// The script that failed, if one did: the game goes no further, there are no moves and no verdict. Taking a move
    /// back leaves it behind.
    pub fn fault(&self) -> Option<&HookFault> {
        self.inner.fault()
    }

    /// How the game ended, once it has.
    pub fn verdict(&self) -> Option<Verdict> {
        self.inner.verdict()
    }

    /// The `n`-th of the legal moves.
    pub fn mv(&mut self, n: u32) -> Option<Move> {
        (n < self.inner.moves()).then(|| self.inner.mv(n))
    }

    /// The present position, without its outcome.
    pub fn position(&self) -> Position {
        self.inner.position()
    }
}

/// What a runner does, in one of the two executions. Numbers of moves are below `moves()`.
pub(crate) trait Running: Send {
    fn moves(&mut self) -> u32;
    fn play(&mut self, n: u32) -> bool;
    fn undo(&mut self) -> bool;
    fn verdict(&self) -> Option<Verdict>;
    fn mv(&mut self, n: u32) -> Move;
    fn position(&self) -> Position;

    /// Compiled games ask no hooks.
    fn fault(&self) -> Option<&HookFault> {
        None
    }
}

/// The interpreter as a runner.
struct Interpreted {
    play: Play,
    /// Moves made before the runner began.
    before: usize,
    choices: Option<Vec<Made>>,
    fault: Option<HookFault>,
}

impl Interpreted {
    fn choices(&mut self) -> &mut Vec<Made> {
        let (play, fault) = (&self.play, &mut self.fault);
        self.choices.get_or_insert_with(|| {
            play.choices(true).unwrap_or_else(|failed| {
                *fault = Some(failed);
                Vec::new()
            })
        })
    }
}

impl Running for Interpreted {
    fn moves(&mut self) -> u32 {
        self.choices().len() as u32
    }

    fn play(&mut self, n: u32) -> bool {
        let made = self.choices().swap_remove(n as usize);
        self.fault = self.play.make(made).err();
        // What failed would fail again.
        self.choices = self.fault.is_some().then(Vec::new);
        self.fault.is_none()
    }

    fn undo(&mut self) -> bool {
        let some = self.play.made().len() > self.before;
        if some {
            self.play.undo();
            (self.choices, self.fault) = (None, None);
        }
        some
    }

    fn verdict(&self) -> Option<Verdict> {
        self.play.outcome().map(|o| o.result.clone())
    }

    fn mv(&mut self, n: u32) -> Move {
        self.choices()[n as usize].mv.clone()
    }

    fn position(&self) -> Position {
        Position { outcome: None, ..self.play.position().clone() }
    }

    fn fault(&self) -> Option<&HookFault> {
        self.fault.as_ref()
    }
}
