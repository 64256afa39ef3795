//! Solving a game by listing its positions.

use super::code::REST_BITS;
use super::exact::{Exact, Packed};
use super::graph::{Graph, Looker};
use super::table::Table;
use super::trouble::Trouble;
use super::universe::{Over, add_placements};
use super::watch::Watch;
use super::{backward, fit};
use crate::engine::{Game, Placed, Play, Runner};

/// How many positions there are of each value, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions won for the side to move.
    pub won: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Positions lost for the side to move.
    pub lost: u64,
    /// The most plies that a win of this side takes, from any position, whoever is to move.
    pub longest: u32,
}

/// What was found of all positions.
pub(super) struct Listed {
    pub value: Exact,
    pub tallies: [Tally; 2],
    pub table: Table,
}

/// Lists all positions that can come from where a game is and values them; with `all`, every placement of the pieces that
/// its last phase can have, too, which are then what is counted.
pub(super) fn solve(
    play: &Play,
    all: bool,
    memory: usize,
    saved: Option<&[u8]>,
    watch: &mut dyn Watch,
) -> Result<Listed, Trouble> {
    let game = play.game();
    if fit::counts_moves(game) {
        return Err(Trouble::Counter);
    }
    let mut graph = match saved {
        Some(bytes) => Graph::read(bytes, game, memory)?,
        None => Graph::new(game, memory)?,
    };
    let mut looker = Looker::new(game);
    looker.runner = Runner::from_play(play);
    let (start, _) = graph.code(&mut looker)?;
    if graph.add(&mut looker)? != 0 {
        return Err(Trouble::Foreign("of another position".to_owned()));
    }
    graph.close(&mut looker, watch)?;
    if all && graph.over.is_none() {
        graph.over = Some(add_placements(&mut graph, &mut looker, watch)?);
        graph.close(&mut looker, watch)?;
    }
    let moves = graph.take_moves()?;
    let values = backward::values(moves, &mut graph.room, watch)?;
    let tallies = count(&mut graph, &values, all);
    let table = table(graph, values, game)?;
    let value = table.find(start).map_or(Exact::Draw, |v| v.exact(true));
    Ok(Listed { value, tallies, table })
}

/// Counts positions by value; with `all`, those of the last phase, each image for itself.
fn count(graph: &mut Graph, values: &[Packed], all: bool) -> [Tally; 2] {
    let mut tallies = [Tally::default(); 2];
    let Over { wins, draws } = graph.over.unwrap_or_default();
    for (mover, tally) in tallies.iter_mut().enumerate() {
        if all {
            (tally.won, tally.drawn, tally.lost) = (wins[mover][mover], draws[mover], wins[mover][1 - mover]);
        }
    }
    let last = graph.rests.phases().max().unwrap_or(0);
    let mut pieces: Vec<Placed> = Vec::new();
    for (n, value) in (0..).zip(values) {
        let code = graph.positions.code(n);
        let rest = (code & ((1 << REST_BITS) - 1)) as u16;
        let mover = graph.rests.mover(rest).min(1);
        let mut images = 1;
        if all {
            if graph.rests.phase(rest) != last {
                continue;
            }
            if let Some(position) = graph.rests.vacant(rest) {
                graph.coder.place(code >> REST_BITS, position);
                super::code::pieces(position, &mut pieces);
                position.cells.fill(None);
            }
            let (_, times) = graph.coder.canonical(&pieces);
            images = (graph.coder.symmetries() / times.max(1)) as u64;
        }
        let tally = &mut tallies[usize::from(mover)];
        match value.winner() {
            None => tally.drawn += images,
            Some((side, _)) if side == mover => tally.won += images,
            Some(_) => tally.lost += images,
        }
        if let Some((side, plies)) = value.winner() {
            let longest = &mut tallies[usize::from(side)].longest;
            *longest = plies.max(*longest);
        }
    }
    tallies
}

/// The positions by code.
fn table(mut graph: Graph, values: Vec<Packed>, game: &Game) -> Result<Table, Trouble> {
    let count = graph.positions.len();
    let mut order = graph.room.list(0u32, count as usize)?;
    order.iter_mut().zip(0..).for_each(|(place, n)| *place = n);
    order.sort_unstable_by_key(|n| graph.positions.code(*n));
    let greatest = order.last().map_or(0, |n| graph.positions.code(*n));
    // Codes have sixteen bytes at most, and values two.
    graph.room.take(count as usize * ((128 - greatest.leading_zeros()).div_ceil(8) as usize + 2))?;
    let Graph { coder, rests, positions, .. } = graph;
    let sorted = order.iter().map(|n| (positions.code(*n), values[*n as usize]));
    Ok(Table::new(game, coder, rests, true, greatest, sorted))
}
