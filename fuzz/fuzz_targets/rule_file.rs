//! Any bytes are refused as a rule file, or can be played.
#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::rule_file(&String::from_utf8_lossy(bytes)));
