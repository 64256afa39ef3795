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

#[test]
fn settings_that_are_amiss() {
    assert_snapshot!(asked(&["moves", "bison", "--set", "columns=5", "--set", "columns=7"]));
    assert_snapshot!(asked(&["moves", "bison", "--set", "first-turn"]));
}

#[test]
fn depth_out_of_range() {
    assert_snapshot!(asked(&["perft", "bison", "--depth", "-1"]));
    assert_snapshot!(asked(&["bench", "bison", "--depth", "101"]));
}

#[test]
fn what_fails_decides_the_exit_code_and_is_told_in_json_if_asked() {
    let dir = tempfile::tempdir().expect("a directory");
    super::write(dir.path(), "empty.rules", "");
    let called = |args: &[&str]| super::told(super::houserules(args).current_dir(&dir));
    assert_snapshot!(called(&["moves", "empty.rules"]));
    assert_snapshot!(called(&["moves", "empty.rules", "--json"]));
    assert_snapshot!(called(&["why", "bison", "f1-z9", "--json"]));
}

#[test]
fn a_part_of_the_name_of_an_option_is_enough_to_find_it() {
    for args in [["--set", "added=loser"], ["--set", "added"]] {
        let said = asked(&[["moves", "bison"], args].concat());
        assert!(said.contains("there is no option `added`") && said.contains("did you mean `added-rounds`?"), "{said}");
    }
}
