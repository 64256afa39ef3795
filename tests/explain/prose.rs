//! The rules in prose: read these snapshots as a player would.

use crate::{Made, ruleset};
use houserules::explain::{html, markdown, prose, text};

fn said(made: &Made) -> String {
    text(&prose(&made.settled, made.game.rules()))
}

#[test]
fn bison_in_prose() {
    insta::assert_snapshot!(said(&ruleset("bison", &[])));
}

#[test]
fn tiger_and_buffaloes_in_prose() {
    insta::assert_snapshot!(said(&ruleset("tiger-and-buffaloes", &[])));
}

#[test]
fn a_rename_is_heard_everywhere() {
    let zombies = said(&ruleset("zombies", &[])).to_lowercase();
    for old in ["buffalo", "herd", "chief", "plain", "prairie", "village"] {
        // The prose speaks of no old name; whole words, so that `plains` of another kind would not count.
        let word = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric()) == old;
        assert!(!zombies.split_whitespace().any(word), "{old}:\n{zombies}");
    }
    assert!(zombies.contains("a zombie is in the city"), "{zombies}");
}

#[test]
fn every_setting_can_be_said() {
    for id in ["bison", "tiger-and-buffaloes"] {
        let plain = ruleset(id, &[]);
        for option in &plain.settled.options {
            for (value, _) in &option.values {
                // What a version cannot play is refused by the resolver and has no prose.
                if let Some(made) = crate::try_ruleset(id, &[(&option.name, value)]) {
                    let sections = prose(&made.settled, made.game.rules());
                    let all = [text(&sections), markdown(&sections), html(&sections)].concat();
                    assert!(!all.contains("  -  ") && !all.contains(".."), "{}={value}: {all}", option.name);
                }
            }
        }
    }
}

/// The prose of every sketch that can be resolved; printed for a reader who asks with `--nocapture`.
#[test]
fn every_sketch_has_prose() {
    let mut said_of = 0;
    let mut ids: Vec<String> = std::fs::read_dir("tests/sketches")
        .unwrap()
        .filter_map(|e| e.unwrap().file_name().to_str()?.strip_suffix(".rules").map(str::to_owned))
        .collect();
    ids.sort();
    for id in ids {
        let Some(made) = crate::try_ruleset(&id, &[]) else { continue };
        let prose = said(&made);
        println!("{prose}\n");
        assert!(prose.lines().count() > 20, "{prose}");
        said_of += 1;
    }
    assert!(said_of >= 20, "{said_of} sketches");
}
