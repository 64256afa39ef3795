//! Numbers in files: little-endian, and read so that no file can make the program fail or take more memory than the file
//! has bytes.

use super::trouble::Trouble;
use crate::engine::Game;
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// How files begin.
const MAGIC: &[u8] = b"houserules solve";

/// Whether a file is one of those that are written here.
pub fn is_table(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The version of the files. It goes up when what is in them changes.
const VERSION: u16 = 1;
/// Bytes of the digest at the end.
const DIGEST: usize = 32;

const SHORT: Trouble = Trouble::Damaged("it ends too early");

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Exact values of positions.
    Values = 1,
    /// A strategy of the winner.
    Strategy = 2,
    /// A listing of positions that goes on.
    Listing = 3,
    /// A search that goes on.
    Search = 4,
}

/// Writes with a digest at the end.
pub(super) struct Sink<'w> {
    out: &'w mut dyn Write,
    digest: Sha256,
    held: Vec<u8>,
}

impl<'w> Sink<'w> {
    /// Begins a file about a game.
    pub fn new(out: &'w mut dyn Write, content: Content, game: &Game) -> io::Result<Sink<'w>> {
        let mut sink = Sink { out, digest: Sha256::new(), held: Vec::new() };
        sink.bytes(MAGIC)?;
        sink.u16(VERSION)?;
        sink.u16(content as u16)?;
        sink.u64(game.rules().hash)?;
        sink.text(&about(game))?;
        Ok(sink)
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= 1 << 16 { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.digest.update(&self.held);
        self.out.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }

    pub fn u16(&mut self, n: u16) -> io::Result<()> {
        self.bytes(&n.to_le_bytes())
    }

    pub fn u32(&mut self, n: u32) -> io::Result<()> {
        self.bytes(&n.to_le_bytes())
    }

    pub fn u64(&mut self, n: u64) -> io::Result<()> {
        self.bytes(&n.to_le_bytes())
    }

    pub fn u128(&mut self, n: u128) -> io::Result<()> {
        self.bytes(&n.to_le_bytes())
    }

    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.u32(text.len() as u32)?;
        self.bytes(text.as_bytes())
    }

    pub fn rests(&mut self, rests: &[Vec<u16>]) -> io::Result<()> {
        self.u32(rests.len() as u32)?;
        self.u32(rests.first().map_or(0, Vec::len) as u32)?;
        rests.iter().flatten().try_for_each(|n| self.u16(*n))
    }

    /// Ends the file.
    pub fn end(mut self) -> io::Result<()> {
        self.flush()?;
        self.out.write_all(&self.digest.finalize())
    }
}

/// Ruleset and settings, in words.
fn about(game: &Game) -> String {
    let rules = game.rules();
    let changed: Vec<String> = rules.changed_settings.iter().map(|(n, v)| format!(" {n}={v}")).collect();
    format!("{}{}", rules.id, changed.concat())
}

/// Reads what a [`Sink`] has written.
pub(super) struct Source<'b> {
    /// What is left.
    rest: &'b [u8],
}

impl<'b> Source<'b> {
    /// Begins to read a file about a game, and says what it holds. Its digest is compared first.
    pub fn new(bytes: &'b [u8], game: &Game) -> Result<(Content, Source<'b>), Trouble> {
        if !bytes.starts_with(MAGIC) {
            return Err(Trouble::Foreign("none that `houserules solve` has written".to_owned()));
        }
        let mut source = Source { rest: bytes };
        source.bytes(MAGIC.len())?;
        if source.u16()? != VERSION {
            return Err(Trouble::Foreign("of another version of this program".to_owned()));
        }
        let (all, digest) = bytes.split_at_checked(bytes.len().wrapping_sub(DIGEST)).ok_or(SHORT)?;
        if Sha256::digest(all).as_slice() != digest {
            return Err(Trouble::Damaged("its digest is another"));
        }
        let content = source.u16()?;
        let known = [Content::Values, Content::Strategy, Content::Listing, Content::Search];
        let content = known.into_iter().find(|c| *c as u16 == content);
        let content = content.ok_or(Trouble::Damaged("it holds nothing that is known"))?;
        let hash = source.u64()?;
        let of = source.text()?;
        if hash != game.rules().hash {
            return Err(Trouble::Foreign(format!("of other rules: `{of}`, and these are `{}`", about(game))));
        }
        let left = source.rest.len().checked_sub(DIGEST).ok_or(SHORT)?;
        source.rest = source.rest.get(..left).ok_or(SHORT)?;
        Ok((content, source))
    }

    pub fn bytes(&mut self, count: usize) -> Result<&'b [u8], Trouble> {
        let (these, rest) = self.rest.split_at_checked(count).ok_or(SHORT)?;
        self.rest = rest;
        Ok(these)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Trouble> {
        self.bytes(N)?.try_into().map_err(|_| SHORT)
    }

    pub fn u16(&mut self) -> Result<u16, Trouble> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub fn u32(&mut self) -> Result<u32, Trouble> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub fn u64(&mut self) -> Result<u64, Trouble> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub fn u128(&mut self) -> Result<u128, Trouble> {
        Ok(u128::from_le_bytes(self.array()?))
    }

    pub fn text(&mut self) -> Result<String, Trouble> {
        let length = self.u32()? as usize;
        Ok(String::from_utf8_lossy(self.bytes(length)?).into_owned())
    }

    pub fn rests(&mut self) -> Result<Vec<Vec<u16>>, Trouble> {
        let (count, length) = (self.u32()? as usize, self.u32()? as usize);
        if count > 1 << 16 || length == 0 && count > 0 || length > 1 << 16 {
            return Err(Trouble::Damaged("it has too many turns"));
        }
        (0..count).map(|_| (0..length).map(|_| self.u16()).collect()).collect()
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.rest.len()
    }
}
