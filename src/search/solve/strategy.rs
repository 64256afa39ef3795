//! The winning strategy that a search has found: for each position to which the other side can lead, a move.

use super::backward::{DRAWN, Moves, WINS, values};
use super::code::{self, Coder};
use super::dfpn::Search;
use super::exact::Packed;
use super::positions::Room;
use super::proofs::Proof;
use super::rests::Rests;
use super::table::{Table, strategy_key};
use super::trouble::Trouble;
use super::watch::{Progress, Stage, Watch, Wish};
use crate::engine::{Game, Placed, Verdict};
use crate::ruleset::SideId;
use std::collections::HashMap;

/// How many moves of the winner are taken up in a position, those that win soonest by what is known.
const CHOICES: usize = 3;

/// So many positions are searched again before whoever watches is asked.
const AGAIN: u64 = 1 << 16;

fn look(done: usize, room: &Room, watch: &mut dyn Watch) -> Result<(), Trouble> {
    let progress = Progress { stage: Stage::Collecting, done: done as u64, of: None, bytes: room.used() as u64 };
    if watch.look(&progress) == Wish::Stop { Err(Trouble::Stopped) } else { Ok(()) }
}

/// Who has won what.
#[derive(Clone, Copy)]
pub(super) struct Won {
    pub attacker: SideId,
    pub winner: SideId,
    /// In how many plies at most, as far as it is known.
    pub plies: u16,
}

/// Collects the strategy of the winner from the present position of a search, at the beginning. What the search's table no longer
/// holds is searched again. None where no strategy comes of what is proved, since positions come again.
pub(super) fn collect(
    search: &mut Search,
    game: &Game,
    won: Won,
    memory: usize,
    watch: &mut dyn Watch,
) -> Result<Option<(Table, u32)>, Trouble> {
    let mut room = Room::new(memory);
    let mut collector = Collector {
        won,
        coder: Coder::hashed(game),
        numbers: HashMap::new(),
        codes: Vec::new(),
        movers: Vec::new(),
        nodes: Vec::new(),
        frames: Vec::new(),
        pieces: Vec::new(),
    };
    collector.gather(search, &mut room, watch)?;
    let count = collector.nodes.len();
    let targets: Vec<u32> = collector.nodes.iter().flatten().copied().collect();
    let degrees: Vec<u16> = collector.nodes.iter().map(|n| n.len().min(usize::from(u16::MAX)) as u16).collect();
    room.take(targets.len() * 4 + count * 3)?;
    let moves = Moves { movers: collector.movers.clone(), degrees, targets };
    let values = values(moves, &mut room, watch)?;
    let Some((_, plies)) = values.first().and_then(|v| v.winner()) else { return Ok(None) };
    let mut entries = collector.needed(&values);
    // One position may be reached with several numbers of plies left.
    entries.sort_unstable_by_key(|(code, value)| (*code, value.0));
    entries.dedup_by_key(|(code, _)| *code);
    let table = Table::new(game, Coder::hashed(game), Rests::default(), false, u128::MAX, entries.into_iter());
    Ok(Some((table, plies)))
}

struct Collector {
    won: Won,
    coder: Coder,
    /// The number of each position by its key in the search.
    numbers: HashMap<u128, u32>,
    /// Their codes in the table.
    codes: Vec<u128>,
    movers: Vec<SideId>,
    /// Where the moves that are taken up lead.
    nodes: Vec<Vec<u32>>,
    frames: Vec<Frame>,
    pieces: Vec<Placed>,
}

/// A position on the way.
struct Frame {
    number: u32,
    /// Moves that still have to be followed.
    left: Vec<u32>,
}

impl Collector {
    fn gather(&mut self, search: &mut Search, room: &mut Room, watch: &mut dyn Watch) -> Result<(), Trouble> {
        let key = search.key(0);
        self.enter(key, search, room, watch)?;
        while let Some(frame) = self.frames.last_mut() {
            let Some(mv) = frame.left.pop() else {
                self.frames.pop();
                if !self.frames.is_empty() {
                    search.runner.undo();
                }
                continue;
            };
            let from = frame.number as usize;
            search.runner.play(mv);
            let end = search.runner.result().map(|verdict| match verdict {
                Verdict::Win(side) => WINS + u32::from(side.min(1)),
                Verdict::Draw | Verdict::Unsettled => DRAWN,
            });
            let depth = self.frames.len() as u32;
            let key = search.key(depth);
            let target = end.or_else(|| self.numbers.get(&key).copied());
            if let Some(target) = target {
                self.nodes[from].push(target);
                search.runner.undo();
                continue;
            }
            let number = self.enter(key, search, room, watch)?;
            self.nodes[from].push(number);
            if number % 1024 == 1023 {
                look(self.codes.len(), room, watch)?;
            }
        }
        Ok(())
    }

    /// Takes up the present position.
    fn enter(
        &mut self,
        key: u128,
        search: &mut Search,
        room: &mut Room,
        watch: &mut dyn Watch,
    ) -> Result<u32, Trouble> {
        let number = self.codes.len() as u32;
        let position = search.runner.position();
        code::pieces(&position, &mut self.pieces);
        let (placement, _) = self.coder.canonical(&self.pieces);
        // Number, code, mover, moves, and what lists and tables need besides.
        room.take(160)?;
        self.numbers.insert(key, number);
        self.codes.push(strategy_key(placement, &code::rest(&position)));
        self.movers.push(position.player(position.to_move));
        self.nodes.push(Vec::new());
        let left = self.moves(search, room, watch)?;
        room.take(left.len() * 4)?;
        self.frames.push(Frame { number, left });
        Ok(number)
    }

    /// The moves that are taken up: of the winner some that win, of the other side all.
    fn moves(&self, search: &mut Search, room: &Room, watch: &mut dyn Watch) -> Result<Vec<u32>, Trouble> {
        let count = search.runner.moves();
        if search.runner.player() != self.won.winner {
            return Ok((0..count).collect());
        }
        let mut good = self.winning(search, count);
        // The table may have had no room for it.
        while good.is_empty() {
            let proof = search.run(self.frames.len() as u32, AGAIN);
            good = self.winning(search, count);
            if good.is_empty() && proof.decided() {
                break;
            }
            look(self.codes.len(), room, watch)?;
        }
        good.sort_unstable();
        good.truncate(CHOICES);
        Ok(good.into_iter().map(|(_, mv)| mv).collect())
    }

    /// Moves that are known to win, with the plies that are left then.
    fn winning(&self, search: &mut Search, count: u32) -> Vec<(u16, u32)> {
        let attacks = self.won.winner == self.won.attacker;
        let depth = self.frames.len() as u32 + 1;
        let mut good = Vec::new();
        for mv in 0..count {
            search.runner.play(mv);
            let proof = match search.runner.result() {
                Some(Verdict::Win(side)) if side == self.won.winner => Some(0),
                Some(_) => None,
                None => {
                    let key = search.key(depth);
                    search.known(key).and_then(|p: Proof| p.wins(attacks))
                }
            };
            search.runner.undo();
            good.extend(proof.map(|plies| (plies, mv)));
        }
        good
    }

    /// The positions that the strategy needs, if the winner always takes the shortest way.
    fn needed(&self, values: &[Packed]) -> Vec<(u128, Packed)> {
        let mut needed = vec![false; values.len()];
        let mut open = vec![0u32];
        let mut entries = Vec::new();
        while let Some(n) = open.pop() {
            let at = n as usize;
            if std::mem::replace(&mut needed[at], true) {
                continue;
            }
            entries.push((self.codes[at], values[at]));
            let positions = self.nodes[at].iter().copied().filter(|t| *t < WINS);
            if self.movers[at] != self.won.winner {
                open.extend(positions);
                continue;
            }
            let plies = |t: &u32| values[*t as usize].winner().map_or(u32::MAX, |(_, plies)| plies);
            let over = self.nodes[at].iter().any(|t| *t >= WINS);
            if !over {
                open.extend(positions.min_by_key(plies));
            }
        }
        entries
    }
}
