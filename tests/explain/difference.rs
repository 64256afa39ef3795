//! What variants and settings change, in words.

use crate::{Made, inline, ruleset};
use houserules::explain::{difference, difference_text};

fn told(made: &Made) -> String {
    difference_text(&difference(&made.ruleset, &made.settled), &made.ruleset)
}

#[test]
fn a_base_under_its_defaults_changes_nothing() {
    assert_eq!(told(&ruleset("bison", &[])), "");
}

#[test]
fn a_variant_that_sets_an_option() {
    insta::assert_snapshot!(told(&ruleset("bison-beginners", &[])));
}

#[test]
fn renames_and_the_sentences_that_they_touch() {
    insta::assert_snapshot!(told(&ruleset("zombies", &[])));
}

#[test]
fn settings_with_what_they_bring() {
    insta::assert_snapshot!(told(&ruleset("tiger-and-buffaloes", &[("leaps", "several"), ("enough", "5")])));
}

#[test]
fn every_kind_of_change() {
    insta::assert_snapshot!(told(&inline(
        r#"game "Slow dogs" extends bison { version 1.0 }
zone hill = f4
change piece dog {
    replace slide with slide any direction at most 4 to empty
    add never stops in hill
}
change piece buffalo { add step forward diagonal capturing dog }
replace end "every buffalo was captured" with end defenders win when fewer than 2 buffaloes left "too few are left"
change start { remove dog at d6   add place dog at d5 }
change match { replace rounds with rounds 4, swapping sides }
remove end "the defenders are stuck"
passing when stuck for defenders
set dog-count to 4
"#
    )));
}
