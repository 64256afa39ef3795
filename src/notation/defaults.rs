//! What a position's text may leave out: fields, and what holds where they are not written.

use super::placement::Pieces;
use crate::board::{Site, SiteSet};
use crate::engine::{Game, Marked, Pie, Piece, Position, TurnPointer};
use crate::ruleset::{Entry, KindId, PhaseId, SideId, Turns};

/// The fields that are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fields {
    pub hands: Option<Vec<u16>>,
    pub captured: Option<Vec<u16>>,
    pub phase: Option<PhaseId>,
    pub turn: Option<TurnPointer>,
    pub marks: Option<Vec<Marked>>,
    pub moved: Vec<Site>,
    pub unmoved: Vec<Site>,
    pub was: Vec<(Site, KindId)>,
    #[expect(clippy::option_option, reason = "not written, or written: nobody, or a side")]
    pub last: Option<Option<SideId>>,
    pub out: Option<u16>,
    pub counters: Option<Vec<u16>>,
    pub forfeit: Option<SiteSet>,
    pub pie: Option<Pie>,
}

/// The position that pieces, a side to move and the written fields describe; not judged.
pub(crate) fn complete(game: &Game, pieces: &Pieces, to_move: SideId, fields: &Fields) -> Position {
    let start = game.start();
    let mut position = Position {
        cells: pieces.iter().enumerate().map(|(s, p)| p.map(|p| piece(game, s as Site, p, fields))).collect(),
        captured: fields.captured.clone().unwrap_or_else(|| vec![0; start.captured.len()]),
        hands: Vec::new(),
        marks: fields.marks.clone().unwrap_or_default(),
        phase: 0,
        turn: TurnPointer::default(),
        to_move,
        last: None,
        out: fields.out.unwrap_or(0),
        counters: fields.counters.clone().unwrap_or_else(|| vec![0; start.counters.len()]),
        forfeit: fields.forfeit.unwrap_or_default(),
        pie: Pie::Over,
        outcome: None,
    };
    position.hands = fields.hands.clone().unwrap_or_else(|| hands(game, &start, &position, fields.phase));
    position.phase = fields.phase.unwrap_or_else(|| phase(game, &position));
    position.turn = fields.turn.unwrap_or_else(|| turn(game, &start, &position));
    position.pie = fields.pie.unwrap_or_else(|| pie(game, &start, &position));
    if game.reads_mover() {
        position.last = fields.last.unwrap_or_else(|| last(game, &start, &position));
    }
    if fields.counters.is_none() {
        position.counters = game.first_counters(&position);
    }
    position
}

/// A piece that stands on a start site of its own has not moved, any other has. A kind that is neither at
/// the start nor in hand, and that just one other kind becomes, was that kind.
fn piece(game: &Game, site: Site, (kind, owner): (KindId, Option<SideId>), fields: &Fields) -> Piece {
    let rules = game.rules();
    let at_start = rules.start.iter().any(|p| p.site == site && p.kind == kind && p.owner == owner);
    let moved =
        game.keeps_moved(kind) && (fields.moved.contains(&site) || !(at_start || fields.unmoved.contains(&site)));
    let written = fields.was.iter().find(|(s, _)| *s == site).map(|(_, k)| *k);
    let was = if game.reads_was() { written.unwrap_or_else(|| origin(game, kind)) } else { kind };
    Piece { kind, owner, was, moved }
}

fn origin(game: &Game, kind: KindId) -> KindId {
    let rules = game.rules();
    if game.hand_at_start(kind) != Some(0) || rules.start.iter().any(|p| p.kind == kind) {
        return kind;
    }
    let becomes = |k: &crate::ruleset::Kind| k.becomes.iter().any(|b| b.kinds.contains(&kind));
    let mut origins = rules.kinds.iter().enumerate().filter(|(_, k)| becomes(k)).map(|(n, _)| n as KindId);
    match (origins.next(), origins.next()) {
        (Some(only), None) => only,
        _ => kind,
    }
}

/// In hand is what the game has in hand at the start, less what has come onto the board since, less what
/// was captured where that is counted. A phase that is written and comes after one of drops alone has none.
fn hands(game: &Game, start: &Position, position: &Position, phase: Option<PhaseId>) -> Vec<u16> {
    let rules = game.rules();
    if phase.is_some_and(|p| (0..p).any(|before| drops_only(game, before))) {
        return vec![0; start.hands.len()];
    }
    let kinds = rules.kinds.len().max(1);
    let on_board = |cells: &[Option<Piece>], side: usize, kind: usize| {
        let theirs = |p: &&Piece| p.kind as usize == kind && p.owner.is_some_and(|o| o as usize == side);
        cells.iter().flatten().filter(theirs).count()
    };
    let rest = |(n, in_hand): (usize, &u16)| {
        let (side, kind) = (n / kinds, n % kinds);
        let gone = on_board(&position.cells, side, kind) + position.captured.get(n).map_or(0, |c| *c as usize);
        let all = *in_hand as usize + on_board(&start.cells, side, kind);
        all.saturating_sub(gone).min(*in_hand as usize) as u16
    };
    start.hands.iter().enumerate().map(rest).collect()
}

/// The turns of the phase are a list, and it is one of drops alone.
fn drops_only(game: &Game, phase: PhaseId) -> bool {
    match game.rules().phases.get(phase as usize).map(|p| &p.turns) {
        Some(Turns::List { entries, repeats: false }) => entries.iter().all(|e| game.only_drops(phase, e.side)),
        _ => false,
    }
}

/// The first phase, but one of drops alone is passed over when the hands are empty (a hand that never runs out is not).
fn phase(game: &Game, position: &Position) -> PhaseId {
    let endless = (0..game.rules().kinds.len()).any(|k| game.hand_at_start(k as KindId).is_none());
    let empty = !endless && position.hands.iter().all(|n| *n == 0);
    let last = game.rules().phases.len().saturating_sub(1) as PhaseId;
    (0..last).find(|p| !(empty && drops_only(game, *p))).unwrap_or(last)
}

/// Where turns are a list: the place of the list that dropping from the start leads to, with that side to
/// move and just these hands; else with that hand of the side; else the first entry of the side.
fn turn(game: &Game, start: &Position, position: &Position) -> TurnPointer {
    let Some(Turns::List { entries, .. }) = game.rules().phases.get(position.phase as usize).map(|p| &p.turns) else {
        return TurnPointer::default();
    };
    let kinds = game.rules().kinds.len();
    let total = |hands: &[u16], side: SideId| {
        hands.iter().skip(side as usize * kinds).take(kinds).map(|n| u32::from(*n)).sum::<u32>()
    };
    let sides = || 0..game.rules().sides.len() as SideId;
    let mut hands: Vec<u32> = sides().map(|s| total(&start.hands, s)).collect();
    let now: Vec<u32> = sides().map(|s| total(&position.hands, s)).collect();
    let mut near = None;
    for (n, entry) in entries.iter().enumerate() {
        let Some(hand) = hands.get(entry.side as usize).copied() else { continue };
        let drops = entry.moves.min(hand);
        for done in 0..drops {
            let pointer = TurnPointer { entry: n as u16, left: (entry.moves - done) as u16 };
            if entry.side == position.to_move && (done == 0 || !entry.in_one_move) {
                if hands == now {
                    return pointer;
                }
                if hands.get(entry.side as usize) == now.get(entry.side as usize) {
                    near = near.or(Some(pointer));
                }
            }
            if let Some(hand) = hands.get_mut(entry.side as usize) {
                *hand -= 1;
            }
        }
    }
    let whole = |(n, e): (usize, &Entry)| TurnPointer { entry: n as u16, left: e.moves as u16 };
    let first = || entries.iter().enumerate().find(|(_, e)| e.side == position.to_move).map(whole);
    near.or_else(first).unwrap_or_default()
}

/// At the start the swap is to come, anywhere else it is over.
fn pie(game: &Game, start: &Position, position: &Position) -> Pie {
    let same = position.cells == start.cells && position.hands == start.hands && position.to_move == start.to_move;
    if game.rules().pie && same { Pie::Coming } else { Pie::Over }
}

/// Who moved last: nobody where nothing has happened since the start, else the side before in the order
/// of turns.
fn last(game: &Game, start: &Position, position: &Position) -> Option<SideId> {
    let same = position.cells == start.cells && position.hands == start.hands && position.to_move == start.to_move;
    if same && position.phase == start.phase && position.turn == start.turn {
        return None;
    }
    if let Some(Turns::List { entries, repeats }) = game.rules().phases.get(position.phase as usize).map(|p| &p.turns) {
        let at = position.turn.entry as usize;
        let entry = entries.get(at)?;
        if u32::from(position.turn.left) < entry.moves {
            return Some(entry.side);
        }
        let before = if at > 0 { entries.get(at - 1) } else { entries.last().filter(|_| *repeats) };
        return before.map(|e| e.side);
    }
    let sides = game.rules().sides.len();
    let back = (1..=sides).map(|n| (position.to_move as usize + sides - n) % sides);
    back.map(|s| s as SideId).find(|s| !position.is_out(*s))
}
