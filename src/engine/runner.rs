//! A game in progress for programs that play millions: moves are numbers, and nothing is listed or allocated.
//!
//! [`Play`] is for people: it keeps every move and position. A runner makes and takes back moves of a compiled game
//! in place; a game that is not compiled is run by the interpreter, with the same answers.

use super::game::Game;
use super::hook::HookFault;
use super::meaning::key;
use super::meaning::make::Made;
use super::moves::Move;
use super::play::{Play, PositionError, fits};
use super::position::{Position, Verdict};
use crate::board::{Site, SiteSet};
use crate::ruleset::{KindId, SideId};

/// A piece on the board, as programs that search see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Where it stands.
    pub site: Site,
    /// What it is.
    pub kind: KindId,
    /// Whose; none for neutral pieces.
    pub owner: Option<SideId>,
}

/// A legal move in short: what programs that search go by. Two moves may be the same in short, where they capture other
/// pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The piece that moves, or is dropped; none: a pass.
    pub kind: Option<KindId>,
    /// Where it stood; none: a drop, or a pass.
    pub from: Option<Site>,
    /// Where it ends up; none: a pass.
    pub to: Option<Site>,
    /// How many pieces it captures.
    pub captures: u16,
    /// What it becomes.
    pub becomes: Option<KindId>,
}

impl Step {
    pub(crate) const PASS: Step = Step { kind: None, from: None, to: None, captures: 0, becomes: None };
}

/// What a side can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mobility {
    /// The number of moves, by kind of piece; passes and moves of no single piece are not counted.
    pub moves: Vec<u32>,
    /// The sites of the pieces that can move.
    pub from: SiteSet,
    /// The sites that they can come to.
    pub to: SiteSet,
}

impl Mobility {
    /// Nothing, in a game with so many kinds of pieces.
    pub fn none(kinds: usize) -> Mobility {
        Mobility { moves: vec![0; kinds], from: SiteSet::EMPTY, to: SiteSet::EMPTY }
    }
}

/// A game in progress whose legal moves are told by number.
pub struct Runner {
    inner: Box<dyn Running>,
    game: Game,
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Runner({:?})", self.verdict())
    }
}

impl Runner {
    /// Where the hands begin in what [`rest`](Runner::rest) tells.
    pub const HANDS: usize = 5;

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
        Runner { inner, game: play.game().clone() }
    }

    /// The game's rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Goes on from another position of the same game, before which nothing happened. It is judged as in
    /// [`Play::from_position`].
    ///
    /// # Errors
    /// It does not fit the game; nothing has changed.
    pub fn set(&mut self, position: &Position) -> Result<(), PositionError> {
        let play = Play::from_position(&self.game, position.clone(), Vec::new())?;
        self.inner.set(play.position(), play.outcome().map(|o| o.result.clone()));
        Ok(())
    }

    /// The same for a position of which it is known that the game goes on there, so that it need not be judged.
    ///
    /// # Errors
    /// It does not fit the game; nothing has changed.
    pub fn resume(&mut self, position: &Position) -> Result<(), PositionError> {
        fits(&self.game, position)?;
        self.inner.set(position, None);
        Ok(())
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

    /// Hands the turn on without a move, as if the rules let the player pass: for programs that ask what a threat is
    /// worth. It is taken back as a move is. Whether it was done: the interpreter does not, nor does a game that is over.
    pub fn wait(&mut self) -> bool {
        self.inner.wait()
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

    /// The legal moves in short, in the order of their numbers; what was in the list is dropped.
    pub fn steps(&mut self, out: &mut Vec<Step>) {
        self.inner.steps(out);
    }

    /// What stands on the board, in an order that hangs on nothing but the position; what was in the list is dropped.
    pub fn pieces(&self, out: &mut Vec<Placed>) {
        self.inner.pieces(out);
    }

    /// Who is to move.
    pub fn to_move(&self) -> SideId {
        self.inner.to_move()
    }

    /// The player who is to move, named by the side with which they began: another than [`to_move`](Runner::to_move)
    /// where the players have swapped sides.
    pub fn player(&self) -> SideId {
        self.inner.player_of(self.inner.to_move())
    }

    /// How the game ended, once it has, with the winner named as [`player`](Runner::player) names the players.
    pub fn result(&self) -> Option<Verdict> {
        Some(match self.verdict()? {
            Verdict::Win(side) => Verdict::Win(self.inner.player_of(side)),
            other => other,
        })
    }

    /// What rules may read besides the pieces, marks and history: who is to move, phase, entry of the turns, moves left
    /// of it, who moved last (255: nobody, or no rule asks); from [`HANDS`](Runner::HANDS) on the hands and then the
    /// captured pieces, both as [`Position`] has them; then the counters, and how the pie rule stands. The length is the
    /// same for all positions of a game. What was in the list is dropped.
    pub fn rest(&self, out: &mut Vec<u16>) {
        self.inner.rest(out);
    }

    /// A key of all that rules may read but the history: equal positions have the same, and others hardly ever.
    pub fn key(&self) -> u64 {
        self.inner.key()
    }

    /// What a side could do, were it to move: `out` is filled, and must be for as many kinds as the game has. Duties to
    /// capture and what is illegal may be left aside for sides that are not to move.
    pub fn mobility(&mut self, side: SideId, out: &mut Mobility) {
        out.moves.fill(0);
        self.inner.mobility(side, out);
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
    fn set(&mut self, position: &Position, verdict: Option<Verdict>);
    fn steps(&mut self, out: &mut Vec<Step>);
    fn pieces(&self, out: &mut Vec<Placed>);
    fn to_move(&self) -> SideId;
    fn rest(&self, out: &mut Vec<u16>);
    fn key(&self) -> u64;
    fn mobility(&mut self, side: SideId, out: &mut Mobility);

    /// Who plays a side. Compiled games have no pie rule.
    fn player_of(&self, side: SideId) -> SideId {
        side
    }

    /// Hands the turn on.
    fn wait(&mut self) -> bool {
        false
    }

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

    fn set(&mut self, position: &Position, _: Option<Verdict>) {
        // It fits: that was asked before.
        if let Ok(play) = Play::from_position(self.play.game(), position.clone(), Vec::new()) {
            *self = Interpreted { fault: play.fault().cloned(), play, before: 0, choices: None };
        }
    }

    fn steps(&mut self, out: &mut Vec<Step>) {
        out.clear();
        out.extend(self.choices().iter().map(|made| step(&made.mv)));
    }

    fn pieces(&self, out: &mut Vec<Placed>) {
        out.clear();
        let cells = self.play.position().cells.iter().zip(0..);
        out.extend(cells.filter_map(|(piece, site)| piece.map(|p| Placed { site, kind: p.kind, owner: p.owner })));
    }

    fn to_move(&self) -> SideId {
        self.play.position().to_move
    }

    fn player_of(&self, side: SideId) -> SideId {
        self.play.position().player(side)
    }

    fn rest(&self, out: &mut Vec<u16>) {
        let position = self.play.position();
        let (turn, last) = (position.turn, position.last.map_or(u16::from(u8::MAX), u16::from));
        out.clear();
        out.extend([u16::from(position.to_move), position.phase.into(), turn.entry, turn.left, last]);
        out.extend(position.hands.iter().chain(&position.captured).chain(&position.counters));
        out.push(position.pie as u16);
    }

    fn key(&self) -> u64 {
        key::whole_key(self.play.position())
    }

    fn mobility(&mut self, side: SideId, out: &mut Mobility) {
        let other;
        let made: &[Made] = if side == self.play.position().to_move {
            self.choices()
        } else {
            other = self.play.reach(side);
            &other
        };
        (out.from, out.to) = (SiteSet::EMPTY, SiteSet::EMPTY);
        for mv in made.iter().map(|m| &m.mv).filter(|mv| mv.kind().is_some()) {
            if let Some(sum) = mv.kind().and_then(|kind| out.moves.get_mut(usize::from(kind))) {
                *sum += 1;
            }
            mv.from().into_iter().for_each(|site| out.from.insert(site));
            mv.to().into_iter().for_each(|site| out.to.insert(site));
        }
    }
}

/// A move in short.
fn step(mv: &Move) -> Step {
    Step {
        kind: mv.kind(),
        from: mv.from(),
        to: mv.to(),
        captures: mv.captured.len().min(usize::from(u16::MAX)) as u16,
        becomes: mv.becomes,
    }
}
