//! The companions of the rulesets, and pages for what those do not ask: one line each, as in a crate of rulesets.

use houserules::testing::assert_companions;

#[test]
fn companions_of_the_rulesets_hold() {
    assert_companions("rulesets");
}

#[test]
fn every_kind_of_question_is_answered() {
    assert_companions("tests/testing");
}
