//! Tables of values: what is known of many positions, in the bytes of a file.

use super::bytes::{Content, Sink, Source};
use super::code::{self, Coder, REST_BITS};
use super::exact::{Exact, Packed};
use super::fit;
use super::mix;
use super::rests::Rests;
use super::trouble::Trouble;
use crate::engine::{Game, Move, Placed, Play, Position, Runner, Verdict};
use crate::ruleset::SideId;
use std::io;

/// The values of many positions of a game, for perfect play: all that can come from some position, or those to which a
/// winning strategy leads.
pub struct Table {
    /// The game without what is left out to solve it.
    game: Game,
    coder: Coder,
    rests: Rests,
    /// The values are exact; else the winner wins in so many plies at most.
    exact: bool,
    /// Bytes of a code.
    width: usize,
    /// Codes, most significant byte first and in rising order, each followed by its value.
    entries: Vec<u8>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} positions of {})", self.len(), self.game.rules().id)
    }
}

/// Bytes of a value.
const VALUE: usize = 2;

impl Table {
    /// Codes and their values, in rising order of the codes.
    pub(super) fn new(
        game: &Game,
        coder: Coder,
        rests: Rests,
        exact: bool,
        greatest: u128,
        sorted: impl Iterator<Item = (u128, Packed)>,
    ) -> Table {
        let width = (128 - greatest.leading_zeros()).div_ceil(8).max(1) as usize;
        let mut entries = Vec::with_capacity(sorted.size_hint().0.saturating_mul(width + VALUE));
        for (code, value) in sorted {
            entries.extend_from_slice(&code.to_be_bytes()[16 - width..]);
            entries.extend_from_slice(&value.0.to_le_bytes());
        }
        Table { game: game.clone(), coder, rests, exact, width, entries }
    }

    /// How many positions it holds. What differs by a symmetry counts once.
    pub fn len(&self) -> usize {
        self.entries.len() / (self.width + VALUE)
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether its values are exact, and all positions that can come are in it; else it is a strategy, which says how a
    /// side wins and in how many plies at most.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The game as it was solved.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Writes it as a file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let content = if self.exact { Content::Values } else { Content::Strategy };
        let mut sink = Sink::new(out, content, &self.game)?;
        sink.u16(self.coder.symmetries() as u16)?;
        sink.rests(self.rests.list())?;
        sink.u16(self.width as u16)?;
        sink.u64(self.len() as u64)?;
        sink.bytes(&self.entries)?;
        sink.end()
    }

    /// Reads a file. The game is one of the same rules under the same settings.
    ///
    /// # Errors
    /// The file is damaged, or of another game, or of another version of this program.
    pub fn read(bytes: &[u8], game: &Game) -> Result<Table, Trouble> {
        const WRONG: Trouble = Trouble::Damaged("its list does not fit together");
        let game = fit::fitting(game)?;
        let (content, mut source) = Source::new(bytes, &game)?;
        let exact = match content {
            Content::Values => true,
            Content::Strategy => false,
            Content::Listing | Content::Search => {
                return Err(Trouble::Foreign("no table, but what `--checkpoint` keeps".to_owned()));
            }
        };
        let coder = if exact { Coder::exact(&game).ok_or(Trouble::Large)? } else { Coder::hashed(&game) };
        if usize::from(source.u16()?) != coder.symmetries() {
            return Err(Trouble::Foreign("of another version of this program".to_owned()));
        }
        let rests = Rests::read(source.rests()?, &game).ok_or(WRONG)?;
        let width = usize::from(source.u16()?);
        if !(1..=16).contains(&width) {
            return Err(WRONG);
        }
        let count = usize::try_from(source.u64()?).map_err(|_| WRONG)?;
        let entries = source.bytes(count.checked_mul(width + VALUE).ok_or(WRONG)?)?.to_vec();
        if source.left() > 0 {
            return Err(WRONG);
        }
        let table = Table { game, coder, rests, exact, width, entries };
        let code = |n: usize| table.entries.get(n * (width + VALUE)..n * (width + VALUE) + width);
        if (1..count).any(|n| code(n - 1) >= code(n)) {
            return Err(WRONG);
        }
        Ok(table)
    }

    /// The `n`-th entry.
    pub(super) fn entry(&self, n: usize) -> Option<(u128, Packed)> {
        let at = n * (self.width + VALUE);
        let entry = self.entries.get(at..at + self.width + VALUE)?;
        let (code, value) = entry.split_at(self.width);
        let code = code.iter().fold(0u128, |sum, byte| sum << 8 | u128::from(*byte));
        Some((code, Packed(u16::from_le_bytes([value[0], value[1]]))))
    }

    /// The value of the position with a code.
    pub(super) fn find(&self, code: u128) -> Option<Packed> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let (found, value) = self.entry(middle)?;
            match found.cmp(&code) {
                std::cmp::Ordering::Equal => return Some(value),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The code of a position; none where it cannot be in the table.
    pub(super) fn code(&self, position: &Position, pieces: &mut Vec<Placed>) -> Option<u128> {
        code::pieces(position, pieces);
        let (placement, _) = self.coder.canonical(pieces);
        if self.exact {
            let rest = self.rests.find(&code::rest(position))?;
            Some(placement << REST_BITS | u128::from(rest))
        } else {
            Some(strategy_key(placement, &code::rest(position)))
        }
    }

    /// Coder and turns, to set runners to entries.
    pub(super) fn parts(&mut self) -> (&Coder, &mut Rests) {
        (&self.coder, &mut self.rests)
    }

    /// The value of a position that has not ended.
    pub(super) fn of(&self, position: &Position) -> Option<Packed> {
        self.find(self.code(position, &mut Vec::new())?)
    }

    /// Whether a game is played by the rules of the table.
    fn is_of(&self, play: &Play) -> bool {
        self.game.rules().hash == play.game().rules().hash
    }

    /// What the present position of a game is worth, where the table has it. The history plays no part.
    pub fn value(&self, play: &Play) -> Option<Exact> {
        if !self.is_of(play) {
            return None;
        }
        match play.outcome().map(|o| &o.result) {
            Some(verdict) => exact(verdict),
            None => Some(self.of(play.position())?.exact(self.exact).in_sides(play.position())),
        }
    }

    /// The best move in the present position of a game, with what that position is worth; the first where several are
    /// best. None where the table does not have the position, or the game is over.
    pub fn best(&self, play: &Play) -> Option<(Move, Exact)> {
        let value = self.of(play.position()).filter(|_| play.outcome().is_none() && self.is_of(play))?;
        let mut runner = Runner::from_play(play);
        let number = self.best_of(&mut runner)?;
        Some((runner.mv(number)?, value.exact(self.exact).in_sides(play.position())))
    }

    /// The number of the best move of a runner.
    pub(super) fn best_of(&self, runner: &mut Runner) -> Option<u32> {
        let mover = runner.player();
        let mut best: Option<(Merit, u32)> = None;
        for number in 0..runner.moves() {
            runner.play(number);
            let value = match runner.result() {
                Some(verdict) => exact(&verdict),
                None => self.of(&runner.position()).map(|v| v.exact(self.exact)),
            };
            runner.undo();
            let merit = merit(value, mover);
            if best.as_ref().is_none_or(|(least, _)| merit < *least) {
                best = Some((merit, number));
            }
        }
        best.map(|(_, number)| number)
    }
}

/// How good a move is: the least is the best.
type Merit = (u8, u32);

fn merit(value: Option<Exact>, mover: SideId) -> Merit {
    match value {
        Some(Exact::Win { side, plies, .. }) if side == mover => (0, plies),
        Some(Exact::Draw) => (1, 0),
        None => (2, 0),
        Some(Exact::Win { plies, .. }) => (3, u32::MAX - plies),
    }
}

fn exact(verdict: &Verdict) -> Option<Exact> {
    match verdict {
        Verdict::Win(side) => Some(Exact::Win { side: *side, plies: 0, shortest: true }),
        Verdict::Draw => Some(Exact::Draw),
        Verdict::Unsettled => None,
    }
}

/// The code of a position in a strategy.
pub(super) fn strategy_key(placement: u128, rest: &[u16]) -> u128 {
    let mixed = rest.iter().fold(0x736f_6c76, |sum, n| mix::narrow(sum ^ u64::from(*n)));
    placement.wrapping_add(mix::wide(mixed))
}
