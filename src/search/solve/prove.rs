//! A search for a win, for one side and, where draws are met, for the other.

use super::bytes::{Content, Sink, Source};
use super::code::{self, Coder};
use super::dfpn::Search;
use super::proofs::Proof;
use super::strategy::{Won, collect};
use super::table::{Table, strategy_key};
use super::trouble::Trouble;
use super::watch::{Progress, Stage, Watch, Wish};
use crate::engine::{Game, Play, Runner};
use crate::ruleset::SideId;
use std::io;

/// So many positions are looked at before the search goes back to the beginning: to save what it has, or to try the other
/// side.
const SLICE: u64 = 1 << 17;
/// At first there are fewer: until it shows for which side less is missing.
const FIRST_SLICE: u64 = 1 << 10;

/// What a search has found.
pub(super) struct Found {
    /// Who wins, in how many plies at most, and whether it is known that no fewer will do; the strategy, unless the memory
    /// was not enough for it.
    pub win: Option<(SideId, u32, bool, Option<Table>)>,
    /// Neither side can win.
    pub drawn: bool,
    /// Positions looked at.
    pub nodes: u64,
}

/// A search that can be saved.
struct Proving {
    /// Which position was the first.
    start: u128,
    search: Search,
    /// The search for a win of each side.
    sides: [Side; 2],
}

/// A search for a win of one side.
#[derive(Clone, Copy)]
struct Side {
    /// What is known of the beginning.
    proof: Proof,
    /// How many positions were looked at.
    nodes: u64,
}

/// Searches from where a game is.
pub(super) fn search(
    play: &Play,
    memory: usize,
    saved: Option<&[u8]>,
    watch: &mut dyn Watch,
) -> Result<Found, Trouble> {
    let game = play.game();
    // A strategy needs room, too.
    let (table, rest) = (memory / 4 * 3, memory / 4);
    let start = start_key(play);
    let mut proving = match saved {
        Some(bytes) => Proving::read(bytes, game, table, start)?,
        None => {
            let none = Side { proof: Proof { pn: 1, dn: 1, plies: 0 }, nodes: 0 };
            Proving { start, search: Search::new(game, table), sides: [none; 2] }
        }
    };
    proving.search.runner = Runner::from_play(play);
    while proving.goes_on() {
        proving.slice();
        let search = &proving.search;
        let progress = Progress { stage: Stage::Searching, done: search.nodes, of: None, bytes: search.bytes() as u64 };
        match watch.look(&progress) {
            Wish::GoOn => {}
            Wish::Save => {
                let save = watch.save(&mut |out| proving.write(game, out));
                save.map_err(|e| Trouble::File(e.to_string()))?;
            }
            Wish::Stop => return Err(Trouble::Stopped),
        }
    }
    let won = proving.won();
    let Proving { mut search, .. } = proving;
    let Some(won) = won else {
        if search.unsettled {
            let text = "the rules do not say what happens when a side cannot move";
            return Err(Trouble::Unsettled(text.to_owned()));
        }
        return Ok(Found { win: None, drawn: !search.cycled, nodes: search.nodes });
    };
    search.aim(won.attacker, None);
    let collected = collect(&mut search, game, won, rest, watch);
    let nodes = search.nodes;
    let win = match collected {
        Ok(Some((table, plies))) => {
            let (plies, shortest, table) = shorten(search, game, won.winner, (table, plies), rest, watch)?;
            Some((won.winner, plies, shortest, Some(table)))
        }
        Ok(None) => None,
        // What was proved stays proved.
        Err(Trouble::Memory { .. }) => Some((won.winner, u32::from(won.plies), false, None)),
        Err(other) => return Err(other),
    };
    Ok(Found { win, drawn: false, nodes })
}

/// Looks for a shorter win, as long as that costs less than finding the first one did.
fn shorten(
    mut search: Search,
    game: &Game,
    winner: SideId,
    found: (Table, u32),
    room: usize,
    watch: &mut dyn Watch,
) -> Result<(u32, bool, Table), Trouble> {
    let (mut table, mut plies) = found;
    let mut left = search.nodes / 2 + SLICE / 4;
    while plies > 1 {
        search.aim(winner, Some(plies - 1));
        let before = search.nodes;
        let proof = search.run(0, left);
        left = left.saturating_sub(search.nodes - before);
        if !proof.decided() {
            break;
        }
        if proof.wins(true).is_none() {
            // With a number of plies that goes down no position comes again, so this is certain.
            return Ok((plies, true, table));
        }
        let won = Won { attacker: winner, winner, plies: 0 };
        match collect(&mut search, game, won, room, watch) {
            Ok(Some((better, fewer))) if fewer < plies => (table, plies) = (better, fewer),
            Ok(_) | Err(Trouble::Memory { .. }) => break,
            Err(other) => return Err(other),
        }
    }
    Ok((plies, plies == 1, table))
}

/// What tells the position apart in which a search begins.
fn start_key(play: &Play) -> u128 {
    let mut pieces = Vec::new();
    code::pieces(play.position(), &mut pieces);
    strategy_key(Coder::hashed(play.game()).plain(&pieces), &code::rest(play.position()))
}

impl Proving {
    /// Who has won, if somebody has.
    fn won(&self) -> Option<Won> {
        let of = |(attacker, side): (SideId, &Side)| {
            let of = |winner: SideId| side.proof.wins(winner == attacker).map(|plies| Won { attacker, winner, plies });
            of(attacker).or_else(|| of(1 - attacker))
        };
        (0..).zip(&self.sides).find_map(of)
    }

    /// Whether something is left to prove: a win of either side settles it, as does that neither wins.
    fn goes_on(&self) -> bool {
        self.won().is_none() && self.sides.iter().any(|side| !side.proof.decided())
    }

    /// Searches on for a while, for the side for which less is missing, in proportion.
    fn slice(&mut self) {
        let cost = |side: &Side| match side.proof {
            proof if proof.decided() => u64::MAX,
            proof => u64::from(proof.pn).saturating_mul(side.nodes),
        };
        let at = usize::from(cost(&self.sides[1]) < cost(&self.sides[0]));
        let before = self.search.nodes;
        self.search.aim(at as SideId, None);
        let side = &mut self.sides[at];
        side.proof = self.search.run(0, SLICE.min(FIRST_SLICE + side.nodes));
        side.nodes += self.search.nodes - before;
    }

    fn write(&self, game: &Game, out: &mut dyn io::Write) -> io::Result<()> {
        let mut sink = Sink::new(out, Content::Search, game)?;
        sink.u128(self.start)?;
        for Side { proof, nodes } in self.sides {
            sink.u32(proof.pn)?;
            sink.u32(proof.dn)?;
            sink.u16(proof.plies)?;
            sink.u64(nodes)?;
        }
        self.search.write(&mut sink)?;
        sink.end()
    }

    fn read(bytes: &[u8], game: &Game, memory: usize, start: u128) -> Result<Proving, Trouble> {
        let (content, mut source) = Source::new(bytes, game)?;
        if content != Content::Search {
            return Err(Trouble::Foreign("no search".to_owned()));
        }
        if source.u128()? != start {
            return Err(Trouble::Foreign("of another position".to_owned()));
        }
        let mut side = || {
            let proof = Proof { pn: source.u32()?, dn: source.u32()?, plies: source.u16()? };
            Ok::<_, Trouble>(Side { proof, nodes: source.u64()? })
        };
        let sides = [side()?, side()?];
        let search = Search::read(&mut source, game, memory)?;
        Ok(Proving { start, search, sides })
    }
}
