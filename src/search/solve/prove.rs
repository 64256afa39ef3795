//! A search for a win, for one side and, where draws are met, for the other.

use super::bytes::{Content, Sink, Source};
use super::dfpn::Search;
use super::proofs::Proof;
use super::strategy::{Won, collect};
use super::table::Table;
use super::trouble::Trouble;
use super::watch::{Progress, Stage, Watch, Wish};
use crate::engine::{Game, Play, Runner};
use crate::ruleset::SideId;
use std::io;

/// So many positions are looked at before the search goes back to the beginning: to save what it has, or to try the other
/// side.
const SLICE: u64 = 1 << 17;

/// What a search has found.
pub(super) struct Found {
    /// Who wins, in how many plies at most, and whether it is known that no fewer will do; the strategy.
    pub win: Option<(SideId, u32, bool, Table)>,
    /// Neither side can win.
    pub drawn: bool,
    /// Positions looked at.
    pub nodes: u64,
}

/// A search that can be saved.
struct Proving {
    search: Search,
    /// Whose win is searched: the first side first.
    sides: [SideId; 2],
    at: usize,
    /// What was proved for each of them.
    proofs: [Option<Proof>; 2],
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
    let mover = play.position().to_move.min(1);
    let mut proving = match saved {
        Some(bytes) => Proving::read(bytes, game, table)?,
        None => {
            let search = Search::new(game, table);
            Proving { search, sides: [mover, 1 - mover], at: 0, proofs: [None; 2] }
        }
    };
    proving.search.runner = Runner::from_play(play);
    while proving.goes_on() {
        proving.slice();
        let search = &proving.search;
        let progress =
            Progress { stage: Stage::Searching, done: search.nodes, of: None, bytes: search.bytes() as u64 };
        match watch.look(&progress) {
            Wish::GoOn => {}
            Wish::Save => {
                let save = watch.save(&mut |out| proving.write(game, out));
                save.map_err(|e| Trouble::File(e.to_string()))?;
            }
            Wish::Stop => return Err(Trouble::Stopped),
        }
    }
    let Proving { mut search, sides, proofs, .. } = proving;
    let mut won = None;
    for (attacker, proof) in sides.into_iter().zip(proofs) {
        let other = 1 - attacker;
        let winner = proof.and_then(|p| p.wins(true).map(|_| attacker).or_else(|| p.wins(false).map(|_| other)));
        won = won.or(winner.map(|winner| Won { attacker, winner }));
    }
    let Some(won) = won else {
        if search.unsettled {
            let text = "the rules do not say what happens when a side cannot move";
            return Err(Trouble::Unsettled(text.to_owned()));
        }
        return Ok(Found { win: None, drawn: !search.cycled, nodes: search.nodes });
    };
    search.aim(won.attacker, None);
    let strategy = collect(&mut search, game, won, rest, watch)?;
    let nodes = search.nodes;
    let Some((table, plies)) = strategy else { return Ok(Found { win: None, drawn: false, nodes }) };
    let (plies, shortest, table) = shorten(search, game, won.winner, (table, plies), rest, watch)?;
    Ok(Found { win: Some((won.winner, plies, shortest, table)), drawn: false, nodes })
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
        match proof {
            Some(proof) if proof.wins(true).is_some() => {}
            // A position that came again on the way was taken for no win: with a number of plies that goes down none does.
            Some(_) => return Ok((plies, true, table)),
            None => break,
        }
        let won = Won { attacker: winner, winner };
        match collect(&mut search, game, won, room, watch)? {
            Some((better, fewer)) if fewer < plies => (table, plies) = (better, fewer),
            _ => break,
        }
    }
    Ok((plies, plies == 1, table))
}

impl Proving {
    /// Whether something is left to prove: a win of either side settles it, as does that neither wins.
    fn goes_on(&self) -> bool {
        let settled = |p: Option<Proof>| p.is_some_and(|p| p.wins(true).or_else(|| p.wins(false)).is_some());
        !self.proofs.iter().any(|p| settled(*p)) && self.proofs.contains(&None)
    }

    /// Searches on for a while.
    fn slice(&mut self) {
        self.search.aim(self.sides[self.at], None);
        self.proofs[self.at] = self.search.run(0, SLICE);
        // Where all ends are wins, the one side does not win if the other does.
        let draws = self.search.drew || self.search.cycled;
        if draws && self.proofs[1 - self.at].is_none() {
            self.at = 1 - self.at;
        }
    }

    fn write(&self, game: &Game, out: &mut dyn io::Write) -> io::Result<()> {
        let mut sink = Sink::new(out, Content::Search, game)?;
        sink.u16(u16::from(self.sides[0]))?;
        sink.u16(self.at as u16)?;
        for proof in self.proofs {
            // A proof that is there at this point is that this side does not win.
            sink.u16(u16::from(proof.is_some()))?;
        }
        self.search.write(&mut sink)?;
        sink.end()
    }

    fn read(bytes: &[u8], game: &Game, memory: usize) -> Result<Proving, Trouble> {
        let (content, mut source) = Source::new(bytes, game)?;
        if content != Content::Search {
            return Err(Trouble::Foreign("no search".to_owned()));
        }
        let first = (source.u16()? % 2) as SideId;
        let at = usize::from(source.u16()? % 2);
        let mut proof = || Ok::<_, Trouble>((source.u16()? == 1).then_some(Proof::NOT_WON));
        let proofs = [proof()?, proof()?];
        let search = Search::read(&mut source, game, memory)?;
        Ok(Proving { search, sides: [first, 1 - first], at, proofs })
    }
}
