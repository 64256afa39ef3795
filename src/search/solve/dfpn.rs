//! Depth-first proof-number search: one tree of wins, searched where least is missing to prove it.
//!
//! (Nagai 2002; the thresholds that give a little more than is needed, Pawlewicz and Lew 2006; numbers that take the
//! hardest of several tasks instead of their sum, since tasks share most of their positions, Ueda and others 2008.) What
//! is not looked at yet is the harder to win, the more moves the other side has there: the square of their number.

use super::bytes::{Sink, Source};
use super::code::Coder;
use super::mix;
use super::proofs::{NEVER, NOBODY, Proof, Proofs};
use super::trouble::Trouble;
use crate::engine::{Game, Mobility, Placed, Runner, Step, Verdict};
use crate::ruleset::SideId;
use hashbrown::HashTable;
use std::io;

/// Moves that are told apart by how often they were the right answer.
const ANSWERS: usize = 1 << 16;

/// A search, with all that it has found out.
pub(super) struct Search {
    pub runner: Runner,
    coder: Coder,
    proofs: Proofs,
    /// The side whose win is to be proved.
    attacker: SideId,
    /// The attacker must have won within so many plies from the beginning; none: at any time.
    within: Option<u32>,
    /// From the beginning to where the runner is.
    frames: Vec<Frame>,
    /// The moves of the positions on this way, one after the other.
    children: Vec<Child>,
    /// The keys of these positions.
    path: HashTable<u128>,
    /// How often a move decided for the side that made it.
    answers: Vec<u32>,
    /// Positions looked at.
    pub nodes: u64,
    /// A position came again on the way to it, which was taken for no win.
    pub cycled: bool,
    /// A draw was met.
    pub drew: bool,
    /// The rules did not say who has won, which was taken for a draw.
    pub unsettled: bool,
    pieces: Vec<Placed>,
    rest: Vec<u16>,
    steps: Vec<Step>,
    mobility: Mobility,
}

/// A position on the way.
struct Frame {
    key: u128,
    /// The attacker is to move.
    attacks: bool,
    /// Where its moves begin.
    first: usize,
    /// The move that is looked at.
    at: usize,
    /// It is left once one of the numbers is reached.
    limit: (u32, u32),
    work: u32,
}

/// A move.
#[derive(Clone, Copy)]
struct Child {
    key: u128,
    proof: Proof,
    number: u32,
    answer: u32,
}

/// What the moves of a position come to.
struct Sum {
    proof: Proof,
    /// The move to look at next.
    best: usize,
    /// The number of the second best.
    second: u32,
    /// How many moves have to be decided the other way.
    open: u32,
}

impl Search {
    /// A search whose table takes so many bytes at most.
    pub fn new(game: &Game, bytes: usize) -> Search {
        Search::with(game, Proofs::new(bytes))
    }

    fn with(game: &Game, proofs: Proofs) -> Search {
        Search {
            runner: Runner::new(game),
            coder: Coder::hashed(game),
            proofs,
            attacker: 0,
            within: None,
            frames: Vec::new(),
            children: Vec::new(),
            path: HashTable::new(),
            answers: vec![0; ANSWERS],
            nodes: 0,
            cycled: false,
            drew: false,
            unsettled: false,
            pieces: Vec::new(),
            rest: Vec::new(),
            steps: Vec::new(),
            mobility: Mobility::none(game.rules().kinds.len()),
        }
    }

    /// Whose win is to be proved, and within how many plies.
    pub fn aim(&mut self, attacker: SideId, within: Option<u32>) {
        (self.attacker, self.within) = (attacker, within);
    }

    /// The memory of the table.
    pub fn bytes(&self) -> usize {
        self.proofs.bytes()
    }

    /// The key of the present position, `depth` plies from the beginning. With a limit of plies those that are left are
    /// part of it.
    pub fn key(&mut self, depth: u32) -> u128 {
        self.runner.pieces(&mut self.pieces);
        let (placement, _) = self.coder.canonical(&self.pieces);
        self.runner.rest(&mut self.rest);
        let left = self.within.map_or(0, |w| u64::from(w.saturating_sub(depth)) + 1);
        let start = (u64::from(self.attacker) + 1) | (left << 8);
        let mixed = self
            .rest
            .iter()
            .fold(start, |sum, n| (sum ^ u64::from(*n)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23));
        placement.wrapping_add(mix::wide(mixed))
    }

    /// What is known of the position with a key.
    pub fn known(&self, key: u128) -> Option<Proof> {
        self.proofs.get(key)
    }

    /// Searches from the present position, `depth` plies from the beginning, until it is decided or so many positions were
    /// looked at. What was found stays in the table, and the runner stands where it stood.
    pub fn run(&mut self, depth: u32, nodes: u64) -> Proof {
        let until = self.nodes.saturating_add(nodes);
        let key = self.key(depth);
        self.enter(key, (NEVER, NEVER), depth);
        loop {
            let sum = self.sum();
            let Some(frame) = self.frames.last() else { return sum.proof };
            let (proof, limit) = (sum.proof, frame.limit);
            if proof.decided() || proof.pn >= limit.0 || proof.dn >= limit.1 || self.nodes >= until {
                self.leave(proof);
                if self.frames.is_empty() {
                    return proof;
                }
                self.runner.undo();
                continue;
            }
            let child = self.children[frame.first + sum.best];
            // As far as the second best, and a quarter more; and what the others leave of the other limit.
            let near = sum.second.saturating_add(sum.second / 4).saturating_add(1);
            let far = |limit: u32| limit.saturating_sub(sum.open.saturating_sub(1));
            let limit =
                if frame.attacks { (limit.0.min(near), far(limit.1)) } else { (far(limit.0), limit.1.min(near)) };
            if let Some(frame) = self.frames.last_mut() {
                frame.at = sum.best;
            }
            self.runner.play(child.number);
            self.enter(child.key, limit, depth);
        }
    }

    /// Goes into the present position.
    fn enter(&mut self, key: u128, limit: (u32, u32), depth: u32) {
        self.nodes += 1;
        self.path.insert_unique(mix::hash(key), key, |k| mix::hash(*k));
        let depth = depth + self.frames.len() as u32 + 1;
        let (attacks, first) = (self.runner.player() == self.attacker, self.children.len());
        let mut steps = std::mem::take(&mut self.steps);
        self.runner.steps(&mut steps);
        for (number, step) in (0..).zip(&steps) {
            self.runner.play(number);
            let (key, proof) = self.look(depth);
            self.runner.undo();
            self.children.push(Child { key, proof, number, answer: answer(step, attacks) });
            if if attacks { proof.pn == 0 } else { proof.dn == 0 } {
                break;
            }
        }
        self.steps = steps;
        // All at once, so that the processor waits for several at a time.
        for child in &mut self.children[first..] {
            if !child.proof.decided()
                && let Some(known) = self.proofs.get(child.key)
            {
                child.proof = known;
            }
        }
        self.frames.push(Frame { key, attacks, first, at: 0, limit, work: 1 });
    }

    /// What is known of the present position before it is gone into.
    fn look(&mut self, depth: u32) -> (u128, Proof) {
        match self.runner.result() {
            Some(Verdict::Win(side)) if side == self.attacker => return (0, Proof::WON),
            Some(Verdict::Win(_)) => return (0, Proof::LOST),
            Some(verdict) => {
                self.drew = true;
                self.unsettled |= verdict == Verdict::Unsettled;
                return (0, Proof::NOT_WON);
            }
            None => {}
        }
        if self.within.is_some_and(|within| depth >= within) {
            return (0, Proof::NOT_WON);
        }
        let key = self.key(depth);
        if self.path.find(mix::hash(key), |k| *k == key).is_some() {
            self.cycled = true;
            return (key, Proof::NOT_WON);
        }
        (key, self.guess())
    }

    /// The numbers of a position that was not looked at: by the moves that the other side has.
    fn guess(&mut self) -> Proof {
        let attacks = self.runner.player() == self.attacker;
        self.runner.mobility(1 - self.runner.to_move().min(1), &mut self.mobility);
        let (own, other) = (self.runner.moves(), self.mobility.moves.iter().sum());
        let (defends, attacks) = if attacks { (other, own) } else { (own, other) };
        // What is deep counts more, so that the search turns to short wins first.
        let depth = self.frames.len() as u32;
        let hard = defends.max(1).saturating_pow(2).saturating_mul(8 + depth) / 8;
        Proof { pn: hard.min(NEVER / 4), dn: attacks.clamp(1, NEVER / 4), plies: 0 }
    }

    /// What the moves of the last position on the way come to.
    fn sum(&self) -> Sum {
        let Some(frame) = self.frames.last() else {
            return Sum { proof: Proof::NOT_WON, best: 0, second: 0, open: 0 };
        };
        // One move is enough for the mover, and all are needed for the other side.
        let (mut least, mut second, mut best, mut answered) = (u32::MAX, NEVER, 0, 0);
        let (mut most, mut open) = (0, 0);
        let (mut soon, mut late) = (NOBODY, 0);
        for (n, child) in self.children[frame.first..].iter().enumerate() {
            let Proof { pn, dn, plies } = child.proof;
            let (one, all) = if frame.attacks { (pn, dn) } else { (dn, pn) };
            let answers = self.answers[child.answer as usize];
            if one < least || one == least && answers > answered {
                second = second.min(least);
                (least, best, answered) = (one, n, answers);
            } else {
                second = second.min(one);
            }
            most = most.max(all);
            open += u32::from(all > 0);
            if one == 0 {
                soon = soon.min(plies);
            }
            if all == 0 {
                late = late.max(plies);
            }
        }
        let further = |plies: u16| if plies == NOBODY { NOBODY } else { plies.saturating_add(1).min(NOBODY - 1) };
        let (one, all, plies) = if least == 0 {
            (0, NEVER, further(soon))
        } else if open == 0 {
            (NEVER, 0, further(late))
        } else {
            (least.min(NEVER - 1), most.saturating_add(open - 1).min(NEVER - 1), 0)
        };
        let (pn, dn) = if frame.attacks { (one, all) } else { (all, one) };
        Sum { proof: Proof { pn, dn, plies }, best, second, open }
    }

    /// Goes back by one position, of which so much is known now.
    fn leave(&mut self, proof: Proof) {
        let Some(frame) = self.frames.pop() else { return };
        self.children.truncate(frame.first);
        self.proofs.put(frame.key, proof, frame.work);
        if let Ok(entry) = self.path.find_entry(mix::hash(frame.key), |k| *k == frame.key) {
            entry.remove();
        }
        let Some(up) = self.frames.last_mut() else { return };
        up.work = up.work.saturating_add(frame.work);
        let child = &mut self.children[up.first + up.at];
        child.proof = proof;
        if if up.attacks { proof.pn == 0 } else { proof.dn == 0 } {
            let answers = &mut self.answers[child.answer as usize];
            *answers = answers.saturating_add(1);
        }
    }

    pub fn write(&self, sink: &mut Sink) -> io::Result<()> {
        sink.u64(self.nodes)?;
        sink.u16(u16::from(self.cycled))?;
        sink.u16(u16::from(self.drew))?;
        sink.u16(u16::from(self.unsettled))?;
        self.answers.iter().try_for_each(|n| sink.u32(*n))?;
        self.proofs.write(sink)
    }

    pub fn read(source: &mut Source, game: &Game, bytes: usize) -> Result<Search, Trouble> {
        let nodes = source.u64()?;
        let (cycled, drew, unsettled) = (source.u16()? == 1, source.u16()? == 1, source.u16()? == 1);
        let answers = (0..ANSWERS).map(|_| source.u32()).collect::<Result<Vec<u32>, Trouble>>()?;
        let search = Search::with(game, Proofs::read(source, bytes)?);
        Ok(Search { answers, nodes, cycled, drew, unsettled, ..search })
    }
}

/// Where it is counted how often a move was the right one: piece, from and to tell it.
fn answer(step: &Step, attacks: bool) -> u32 {
    let piece = step.kind.map_or(0, |k| u64::from(k) + 1);
    let from = step.from.map_or(0, |s| u64::from(s) + 1);
    let to = step.to.map_or(0, |s| u64::from(s) + 1);
    (mix::narrow(piece << 40 | from << 24 | to << 8 | u64::from(attacks)) % ANSWERS as u64) as u32
}
