//! Wrong usage: what is said, and exit code 2.

use super::asked;
use insta::assert_snapshot;

#[test]
fn unknown_ruleset() {
    assert_snapshot!(asked(&["moves", "bisno"]));
    assert_snapshot!(asked(&["moves", "chess960"]));
}

#[test]
fn unknown_option_or_value() {
    assert_snapshot!(asked(&["moves", "bison", "--set", "colums=5"]));
    assert_snapshot!(asked(&["moves", "bison", "--set", "columns=50"]));
    assert_snapshot!(asked(&["moves", "bison", "--set", "duty=musst"]));
    assert_snapshot!(asked(&["moves", "bison", "--set", "columns"]));
}

#[test]
fn position_that_cannot_be_read() {
    assert_snapshot!(asked(&["moves", "bison", "--position", "11/3DDCDD3/11/11/11/11/BBBBBBBBBB herd"]));
    assert_snapshot!(asked(&["moves", "bison", "--position", "11/3DDCDD3/11/11/11/11/BBBBBBBBBBB hred"]));
}

#[test]
fn move_that_cannot_be_read() {
    assert_snapshot!(asked(&["why", "bison", "f1-z9"]));
}

#[test]
fn unknown_side_or_players() {
    assert_snapshot!(asked(&["play", "bison", "--side", "hred"]));
    assert_snapshot!(asked(&["play", "bison", "--players", "person,person,computer"]));
    assert_snapshot!(asked(&["play", "bison", "--players", "nobody"]));
}

#[test]
fn unknown_command() {
    assert_snapshot!(asked(&["plya"]));
}
