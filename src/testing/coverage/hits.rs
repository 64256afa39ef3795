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
        let files = digests(ruleset);
        for (place, ways) in seen {
            for (key, times) in Key::both(*place, *ways).into_iter().filter(|(_, times)| *times > 0) {
                self.add(&files, place.file, key, times);
            }
        }
    }

    /// Something was asked under these settings.
    pub fn add_settings(&mut self, ruleset: &Ruleset, rules: &Rules) {
        let files = digests(ruleset);
        for (option, value) in &rules.settings {
            let told = value_span(&ruleset.items, option, value).map(|span| (span, What::Value));
            let changed = rules.changed_settings.iter().any(|(o, _)| o == option);
            let told = told.or_else(|| Some((number_span(&ruleset.items, option)?, What::Number(changed))));
            if let Some((span, what)) = told {
                self.add(&files, span.file, Key::new(span, what), 1);
            }
        }
    }

    /// A match by these rules was asked about, and stood so.
    pub fn add_match(&mut self, ruleset: &Ruleset, rules: &Rules, way: MatchWay) {
        let Some(contest) = &rules.match_play else { return };
        let more = contest.more.as_ref().map(|m| m.span);
        let span = if way == MatchWay::Added { more } else { Some(contest.span) };
        if let Some(span) = span {
            self.add(&digests(ruleset), span.file, Key::new(span, What::Match(way)), 1);
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

    fn add(&mut self, files: &[u64], file: u16, key: Key, times: u64) {
        if let Some(digest) = files.get(usize::from(file)) {
            add(self.files.entry(*digest).or_default(), key, times);
        }
    }
}

/// What tells the files of a ruleset from others.
fn digests(ruleset: &Ruleset) -> Vec<u64> {
    ruleset.sources.iter().map(|s| Script::digest_of(&s.text)).collect()
}

fn add(keys: &mut BTreeMap<Key, u64>, key: Key, times: u64) {
    let count = keys.entry(key).or_insert(0);
    *count = count.saturating_add(times);
}
