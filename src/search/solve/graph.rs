//! All positions that can come from some positions, and where each move leads.

use super::backward::{DRAWN, Moves, WINS};
use super::bytes::{Content, Sink, Source};
use super::code::{Coder, REST_BITS};
use super::positions::{Positions, Room};
use super::rests::Rests;
use super::trouble::Trouble;
use super::universe::Over;
use super::watch::{Progress, Stage, Watch, Wish};
use crate::engine::{Game, Placed, Position, Runner, Verdict};
use std::io;

/// Positions and their moves. What differs by a symmetry is one position.
pub(super) struct Graph {
    pub coder: Coder,
    pub rests: Rests,
    pub positions: Positions,
    /// How many different targets each position has, so far as it was looked at.
    pub degrees: Vec<u16>,
    /// The targets of all positions, in their order.
    pub targets: Vec<u32>,
    /// Placements that are over as they stand, once all placements were added.
    pub over: Option<Over>,
    pub room: Room,
}

/// What is asked of a position that was just made.
pub(super) struct Looker {
    pub runner: Runner,
    pieces: Vec<Placed>,
    near: Vec<u32>,
}

impl Looker {
    pub fn new(game: &Game) -> Looker {
        Looker { runner: Runner::new(game), pieces: Vec::new(), near: Vec::new() }
    }
}

impl Graph {
    pub fn new(game: &Game, memory: usize) -> Result<Graph, Trouble> {
        let coder = Coder::exact(game).ok_or(Trouble::Large)?;
        let positions = Positions::new(coder.size().saturating_mul(1 << REST_BITS));
        let room = Room::new(memory);
        let rests = Rests::default();
        Ok(Graph { coder, rests, positions, degrees: Vec::new(), targets: Vec::new(), over: None, room })
    }

    /// The code of the present position of a runner, and how many symmetries leave it as it is.
    pub fn code(&mut self, looker: &mut Looker) -> Result<(u128, usize), Trouble> {
        looker.runner.pieces(&mut looker.pieces);
        let (placement, times) = self.coder.canonical(&looker.pieces);
        let rest = self.rests.of_runner(&looker.runner)?;
        Ok((placement << REST_BITS | u128::from(rest), times))
    }

    /// Adds the present position of a runner, which has not ended.
    pub fn add(&mut self, looker: &mut Looker) -> Result<u32, Trouble> {
        let (code, _) = self.code(looker)?;
        self.positions.number(code, &mut self.room)
    }

    /// Sets the runner to a position of the list.
    pub fn go_to(&mut self, n: u32, looker: &mut Looker) -> Result<(), Trouble> {
        resume(self.positions.code(n), &self.coder, &mut self.rests, &mut looker.runner)
    }

    /// Follows all moves of all positions that were not looked at yet.
    pub fn close(&mut self, looker: &mut Looker, watch: &mut dyn Watch) -> Result<(), Trouble> {
        while (self.degrees.len() as u32) < self.positions.len() {
            let n = self.degrees.len() as u32;
            self.follow(n, looker).map_err(|t| match t {
                Trouble::Memory { limit, .. } => Trouble::Memory { limit, positions: self.positions.len().into() },
                other => other,
            })?;
            if n % 4096 == 4095 {
                let progress = Progress {
                    stage: Stage::Finding,
                    done: n.into(),
                    of: Some(self.positions.len().into()),
                    bytes: self.room.used() as u64,
                };
                match watch.look(&progress) {
                    Wish::GoOn => {}
                    Wish::Save => watch
                        .save(&mut |out| self.write(looker.runner.game(), out))
                        .map_err(|e| Trouble::File(e.to_string()))?,
                    Wish::Stop => return Err(Trouble::Stopped),
                }
            }
        }
        Ok(())
    }

    fn follow(&mut self, n: u32, looker: &mut Looker) -> Result<(), Trouble> {
        self.go_to(n, looker)?;
        looker.near.clear();
        for mv in 0..looker.runner.moves() {
            looker.runner.play(mv);
            let target = match looker.runner.result() {
                Some(Verdict::Win(side)) => WINS + u32::from(side.min(1)),
                Some(Verdict::Draw) => DRAWN,
                Some(Verdict::Unsettled) => return Err(unsettled(&looker.runner)),
                None => self.add(looker)?,
            };
            looker.near.push(target);
            looker.runner.undo();
        }
        looker.near.sort_unstable();
        looker.near.dedup();
        let degree = u16::try_from(looker.near.len()).map_err(|_| Trouble::Large)?;
        for target in &looker.near {
            self.room.push(&mut self.targets, *target)?;
        }
        self.room.push(&mut self.degrees, degree)
    }
}

impl Graph {
    /// Where all moves lead; they are no longer here then, nor is a position found by its code.
    pub fn take_moves(&mut self) -> Result<Moves, Trouble> {
        self.positions.close(&mut self.room);
        let mut movers = self.room.list(0, self.positions.len() as usize)?;
        for (n, mover) in (0..).zip(&mut movers) {
            *mover = self.rests.mover((self.positions.code(n) & ((1 << REST_BITS) - 1)) as u16);
        }
        let (degrees, targets) = (std::mem::take(&mut self.degrees), std::mem::take(&mut self.targets));
        Ok(Moves { movers, degrees, targets })
    }
}

/// Listings that go on another time.
impl Graph {
    /// Writes down what was found so far.
    fn write(&self, game: &Game, out: &mut dyn io::Write) -> io::Result<()> {
        let mut sink = Sink::new(out, Content::Listing, game)?;
        sink.u16(self.coder.symmetries() as u16)?;
        sink.rests(self.rests.list())?;
        let counts = self.over.map(|over| [over.wins[0], over.wins[1], over.draws]);
        sink.u16(u16::from(counts.is_some()))?;
        counts.iter().flatten().flatten().try_for_each(|n| sink.u64(*n))?;
        sink.u32(self.positions.len())?;
        (0..self.positions.len()).try_for_each(|n| sink.u128(self.positions.code(n)))?;
        sink.u32(self.degrees.len() as u32)?;
        self.degrees.iter().try_for_each(|n| sink.u16(*n))?;
        sink.u64(self.targets.len() as u64)?;
        self.targets.iter().try_for_each(|n| sink.u32(*n))?;
        sink.end()
    }

    /// Reads what was written down.
    ///
    /// # Errors
    /// It is damaged, or of other rules, or there is not enough memory.
    pub fn read(bytes: &[u8], game: &Game, memory: usize) -> Result<Graph, Trouble> {
        const WRONG: Trouble = Trouble::Damaged("its lists do not fit together");
        let (content, mut source) = Source::new(bytes, game)?;
        if content != Content::Listing {
            return Err(Trouble::Foreign("no listing of positions".to_owned()));
        }
        let mut graph = Graph::new(game, memory)?;
        if usize::from(source.u16()?) != graph.coder.symmetries() {
            return Err(Trouble::Foreign("of another version of this program".to_owned()));
        }
        graph.rests = Rests::read(source.rests()?, game).ok_or(WRONG)?;
        if source.u16()? == 1 {
            let mut pair = || Ok::<_, Trouble>([source.u64()?, source.u64()?]);
            graph.over = Some(Over { wins: [pair()?, pair()?], draws: pair()? });
        }
        for n in 0..source.u32()? {
            if graph.positions.number(source.u128()?, &mut graph.room)? != n {
                return Err(WRONG);
            }
        }
        let mut edges = 0;
        for _ in 0..source.u32()? {
            let degree = source.u16()?;
            edges += u64::from(degree);
            graph.room.push(&mut graph.degrees, degree)?;
        }
        if edges != source.u64()? || graph.degrees.len() as u32 > graph.positions.len() {
            return Err(WRONG);
        }
        for _ in 0..edges {
            let target = source.u32()?;
            if target >= graph.positions.len() && !(WINS..=DRAWN).contains(&target) {
                return Err(WRONG);
            }
            graph.room.push(&mut graph.targets, target)?;
        }
        Ok(graph)
    }
}

/// Sets a runner to the position with a code, of which it is known that the game goes on there.
pub(super) fn resume(code: u128, coder: &Coder, rests: &mut Rests, runner: &mut Runner) -> Result<(), Trouble> {
    const NONE: Trouble = Trouble::Damaged("it has a position that is none of this game");
    let position = rests.vacant((code & ((1 << REST_BITS) - 1)) as u16).ok_or(NONE)?;
    coder.place(code >> REST_BITS, position);
    let resumed = runner.resume(position);
    position.cells.fill(None);
    resumed.map_err(|_| NONE)
}

/// The rules do not say who has won.
pub(super) fn unsettled(runner: &Runner) -> Trouble {
    let rules = runner.game().rules();
    let side = rules.sides.get(usize::from(runner.to_move())).map_or("", |s| s.name.as_str());
    Trouble::Unsettled(format!("the rules do not say what happens when {side} cannot move"))
}

/// A position is put into a runner and judged.
pub(super) fn judged(runner: &mut Runner, position: &Position) -> Result<Option<Verdict>, Trouble> {
    runner.set(position).map_err(|e| Trouble::Foreign(e.to_string()))?;
    match runner.result() {
        Some(Verdict::Unsettled) => Err(unsettled(runner)),
        verdict => Ok(verdict),
    }
}
