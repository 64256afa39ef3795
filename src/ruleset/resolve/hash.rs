//! The hash of a ruleset's meaning.

use super::super::rules::Rules;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What says nothing about how the game is played: names of the file, sentences for people, places.
const WORDING: [&str; 11] = [
    "id",
    "title",
    "version",
    "settings",
    "changed_settings",
    "hash",
    "span",
    "reason",
    "decides",
    "source",
    "renames",
];

/// The first eight bytes of SHA-256 over the rules as JSON with sorted keys, without spans and sentences.
pub(super) fn meaning(rules: &Rules) -> u64 {
    // Rules are plain data with string keys, so they can always be written.
    let mut value = serde_json::to_value(rules).unwrap_or_default();
    strip(&mut value);
    let digest = Sha256::digest(value.to_string().as_bytes());
    digest.iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for key in WORDING {
                map.remove(key);
            }
            // A span in a tuple has no key of its own.
            if map.len() == 3 && ["file", "start", "end"].iter().all(|k| map.contains_key(*k)) {
                *value = Value::Null;
                return;
            }
            map.values_mut().for_each(strip);
        }
        Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}
