//! The games of a lab as they come in, from wherever they were played.

use super::error::LabError;
use super::line::record_line;
use super::plan::Header;
use super::record::Record;
use super::report::Report;
use super::tally::Tally;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The games of a lab that are known, each counted once.
#[derive(Clone, Debug)]
pub struct Collected {
    header: Header,
    tallies: Vec<Tally>,
    /// Digests of the games by cell and number: whoever hands in the same game again says nothing new.
    seen: BTreeMap<(u32, u32), u64>,
}

/// What became of a game that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is counted.
    New,
    /// It was there already.
    Known,
}

impl Collected {
    /// No game yet.
    pub fn new(header: &Header) -> Collected {
        let tallies = header.cells.iter().map(|_| Tally::new(header.sides.len())).collect();
        Collected { header: header.clone(), tallies, seen: BTreeMap::new() }
    }

    /// Whether a game is there.
    pub fn has(&self, cell: u32, game: u32) -> bool {
        self.seen.contains_key(&(cell, game))
    }

    /// How many games are there.
    pub fn count(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Hands a game in.
    ///
    /// # Errors
    /// It is there already, and came to something else.
    pub fn add(&mut self, record: &Record) -> Result<Taken, LabError> {
        let text = record_line(record);
        let digest = Sha256::digest(text.as_bytes()).iter().take(8).fold(0, |n, byte| n << 8 | u64::from(*byte));
        let at = (record.cell, record.game);
        match self.seen.get(&at) {
            Some(known) if *known == digest => return Ok(Taken::Known),
            Some(_) => {
                return Err(LabError::Line(format!(
                    "game {} of cell {} came to something else before: the logs were not made by one program",
                    record.game, record.cell
                )));
            }
            None => {}
        }
        self.seen.insert(at, digest);
        if let Some(tally) = self.tallies.get_mut(record.cell as usize) {
            tally.add(record, &self.header.sides);
        }
        Ok(Taken::New)
    }

    /// What they came to.
    pub fn report(&self) -> Report {
        Report::new(&self.header, &self.tallies, self.count())
    }
}
