//! Every placement of the pieces with which a game can be in its last phase.

use super::code::REST_BITS;
use super::graph::{Graph, Looker, judged};
use super::trouble::Trouble;
use super::watch::{Progress, Stage, Watch, Wish};
use crate::board::Site;
use crate::engine::{Piece, Placed, Verdict};
use std::collections::BTreeSet;

/// How many of each class are on the board, and what there is besides.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Stock {
    rest: u16,
    counts: Vec<u16>,
}

/// Placements that are over as they stand, with all their images, by the side to move there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Over {
    pub wins: [[u64; 2]; 2],
    pub draws: [u64; 2],
}

/// Adds to a graph all placements of the sets of pieces that its positions of the last phase have. What is over as it
/// stands is counted and not added.
pub(super) fn add_placements(graph: &mut Graph, looker: &mut Looker, watch: &mut dyn Watch) -> Result<Over, Trouble> {
    let stocks = stocks(graph, looker);
    let mut over = Over::default();
    let (mut done, of) = (0, stocks.len() as u64);
    for stock in stocks {
        place_all(graph, looker, &stock, &mut over)?;
        done += 1;
        let progress = Progress { stage: Stage::Placing, done, of: Some(of), bytes: graph.room.used() as u64 };
        if watch.look(&progress) == Wish::Stop {
            return Err(Trouble::Stopped);
        }
    }
    Ok(over)
}

fn stocks(graph: &mut Graph, looker: &Looker) -> Vec<Stock> {
    let last = (looker.runner.game().rules().phases.len() - 1) as u8;
    let mut stocks = BTreeSet::new();
    let mut counts = vec![0; graph.coder.classes.len()];
    for n in 0..graph.positions.len() {
        let code = graph.positions.code(n);
        let rest = (code & ((1 << REST_BITS) - 1)) as u16;
        if graph.rests.phase(rest) != last {
            continue;
        }
        counts.fill(0);
        let Some(position) = graph.rests.vacant(rest) else { continue };
        graph.coder.place(code >> REST_BITS, position);
        for piece in position.cells.iter().flatten() {
            counts[graph.coder.class(piece.kind, piece.owner)] += 1;
        }
        position.cells.fill(None);
        let stock = Stock { rest, counts: counts.clone() };
        if !stocks.contains(&stock) {
            stocks.insert(stock);
        }
    }
    stocks.into_iter().collect()
}

/// All ways to put the pieces of a stock on the board, one by one: class by class, the sites of a class in rising order.
fn place_all(graph: &mut Graph, looker: &mut Looker, stock: &Stock, over: &mut Over) -> Result<(), Trouble> {
    let sites: Vec<Site> = graph.coder.sites().to_vec();
    let classes: Vec<usize> =
        stock.counts.iter().enumerate().flat_map(|(c, n)| std::iter::repeat_n(c, usize::from(*n))).collect();
    if classes.len() > sites.len() {
        return Ok(());
    }
    let mover = usize::from(graph.rests.mover(stock.rest).min(1));
    let symmetries = graph.coder.symmetries() as u64;
    let mut at: Vec<usize> = Vec::with_capacity(classes.len());
    let mut taken = vec![false; sites.len()];
    let mut pieces: Vec<Placed> = Vec::new();
    // The least site on which the next piece is tried.
    let mut from = 0;
    loop {
        let depth = at.len();
        let next = if depth < classes.len() { (from..sites.len()).find(|s| !taken[*s]) } else { None };
        if let Some(site) = next {
            taken[site] = true;
            at.push(site);
            from = if classes.get(depth + 1) == Some(&classes[depth]) { site + 1 } else { 0 };
            continue;
        }
        if depth == classes.len() {
            pieces.clear();
            pieces.extend(at.iter().zip(&classes).map(|(s, c)| {
                let class = graph.coder.classes[*c];
                Placed { site: sites[*s], kind: class.kind, owner: class.owner }
            }));
            let (placement, times) = graph.coder.canonical(&pieces);
            // Of the images one is enough.
            if placement == graph.coder.plain(&pieces) {
                let code = placement << REST_BITS | u128::from(stock.rest);
                match place(graph, looker, stock.rest, &pieces, code)? {
                    Some(Verdict::Win(side)) => over.wins[mover][usize::from(side.min(1))] += symmetries / times as u64,
                    Some(_) => over.draws[mover] += symmetries / times as u64,
                    None => {}
                }
            }
        }
        let Some(site) = at.pop() else { return Ok(()) };
        taken[site] = false;
        from = site + 1;
    }
}

/// Adds a placement, unless it is over, or known.
fn place(
    graph: &mut Graph,
    looker: &mut Looker,
    rest: u16,
    pieces: &[Placed],
    code: u128,
) -> Result<Option<Verdict>, Trouble> {
    if graph.positions.find(code).is_some() {
        return Ok(None);
    }
    let Some(position) = graph.rests.vacant(rest) else { return Ok(None) };
    for p in pieces {
        let piece = Piece { kind: p.kind, owner: p.owner, was: p.kind, moved: false };
        position.cells[usize::from(p.site)] = Some(piece);
    }
    let verdict = judged(&mut looker.runner, position);
    position.cells.fill(None);
    let verdict = verdict?;
    if verdict.is_none() {
        graph.positions.number(code, &mut graph.room)?;
    }
    Ok(verdict)
}
