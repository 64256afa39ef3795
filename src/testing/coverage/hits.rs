//! What examples have exercised, added up over games, rulesets and settings.

use super::branch::{Key, MatchWay, What};
use super::universe::{number_span, value_span};
use crate::engine::Seen;
use crate::ruleset::{Rules, Ruleset, Script};
use std::collections::BTreeMap;

/// How often each branch was exercised, by the text of the file in which it is written: an example of a variant says
/// something of the lines that the variant takes over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    files: BTreeMap<u64, BTreeMap<Key, u64>>,
}

impl Hits {
    /// None yet.
    pub fn new() -> Hits {
        Hits::default()
    }

    /// What the trace of a game of this ruleset saw.
    pub fn add_seen(&mut self, ruleset: &Ruleset, seen: &Seen) {
        for (place, ways) in seen {
            for (key, times) in Key::both(*place, *ways).into_iter().filter(|(_, times)| *times > 0) {
                self.add(ruleset, place.file, key, times);
            }
        }
    }

    /// Something was asked under these settings.
    pub fn add_settings(&mut self, ruleset: &Ruleset, rules: &Rules) {
        for (option, value) in &rules.settings {
            match value_span(&ruleset.items, option, value) {
                Some(span) => self.add(ruleset, span.file, Key::new(span, What::Value), 1),
                None => {
                    let changed = rules.changed_settings.iter().any(|(o, _)| o == option);
                    let Some(span) = number_span(&ruleset.items, option) else { continue };
                    self.add(ruleset, span.file, Key::new(span, What::Number(changed)), 1);
                }
            }
        }
    }

    /// A match by these rules was asked about, and stood so.
    pub fn add_match(&mut self, ruleset: &Ruleset, rules: &Rules, way: MatchWay) {
        let Some(contest) = &rules.match_play else { return };
        let more = contest.more.as_ref().map(|m| m.span);
        let span = if way == MatchWay::Added { more } else { Some(contest.span) };
        if let Some(span) = span {
            self.add(ruleset, span.file, Key::new(span, What::Match(way)), 1);
        }
    }

    /// What others have exercised too.
    pub fn merge(&mut self, other: &Hits) {
        for (file, keys) in &other.files {
            let mine = self.files.entry(*file).or_default();
            keys.iter().for_each(|(key, times)| add(mine, *key, *times));
        }
    }

    /// How often a branch of a file was exercised.
    pub(super) fn of(&self, text: &str, key: Key) -> u64 {
        let keys = self.files.get(&Script::digest_of(text));
        keys.and_then(|keys| keys.get(&key)).copied().unwrap_or(0)
    }

    fn add(&mut self, ruleset: &Ruleset, file: u16, key: Key, times: u64) {
        if let Some(source) = ruleset.sources.get(file as usize) {
            add(self.files.entry(Script::digest_of(&source.text)).or_default(), key, times);
        }
    }
}

fn add(keys: &mut BTreeMap<Key, u64>, key: Key, times: u64) {
    let count = keys.entry(key).or_insert(0);
    *count = count.saturating_add(times);
}
