//! A ruleset as loaded: the items of a file and its bases, with their sources.

use super::item::{Body, Header, Item, Question};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A rule file that a ruleset was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// How messages call it, e.g. `bison.rules` or a path as typed.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A script that a hook names. Its text is among the [sources](Ruleset::sources).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    /// The name of its file, as hooks have it.
    pub file: String,
    /// Index of the rule file whose hooks name it.
    pub declared_in: u16,
    /// Index of its text.
    pub source: u16,
    /// The first eight bytes of SHA-256 over its text.
    pub digest: u64,
}

impl Script {
    /// The digest of a text.
    pub fn digest_of(text: &str) -> u64 {
        Sha256::digest(text.as_bytes()).iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
    }
}

/// What the computer has learnt about a game: a file beside a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpponentFile {
    /// Index of that rule file among the sources: what later files rename has its old name here.
    pub beside: u16,
    /// How messages call it.
    pub name: String,
    /// Its text, or why it cannot be had.
    pub text: Result<String, String>,
}

impl OpponentFile {
    /// The place of the file that belongs to the rule file at a place.
    pub fn name_beside(place: &str) -> String {
        format!("{}.opponent.toml", place.strip_suffix(".rules").unwrap_or(place))
    }
}

/// The statements of a rule file together with those of the files that it extends, bases first.
///
/// Plain data: nothing is settled or resolved yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruleset {
    /// The file's name without `.rules`.
    pub id: String,
    /// Items of the outermost base first, this file's last. Each file's own `game` header is among them.
    pub items: Vec<Item>,
    /// What spans refer to: index 0 is this file.
    pub sources: Vec<SourceFile>,
    /// The scripts that hooks name, in any block; their texts follow the rule files among the sources.
    pub scripts: Vec<Script>,
    /// What the computer has learnt about this game, or about the one that it extends.
    pub opponent: Option<OpponentFile>,
}

impl Ruleset {
    /// This file's header (the last one).
    pub fn header(&self) -> Option<&Header> {
        self.items.iter().rev().find_map(|i| match &i.body {
            Body::Game(header) => Some(header),
            _ => None,
        })
    }

    /// The questions that stand outside all blocks, in file order, as first declared.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.items.iter().filter_map(|i| match &i.body {
            Body::Question(q) => Some(q),
            _ => None,
        })
    }
}
