//! The companions of the rulesets, and pages for what those do not ask: one line each, as in a crate of rulesets.

use houserules::library::Library;
use houserules::testing::differ::Effort;
use houserules::testing::mutate::{Examples, MutateOptions, mutate};
use houserules::testing::{
    Companion, RunOptions, assert_companions, built_in_companions, coverage, is_mirror_symmetric, run_suite, suite_json,
};

#[test]
fn companions_of_the_rulesets_hold() {
    assert_companions("rulesets");
}

#[test]
fn every_kind_of_question_is_answered() {
    assert_companions("tests/testing");
}

fn built_in() -> Vec<Companion> {
    built_in_companions()
}

/// The rulesets of which every branch of every clause is exercised by an example, or declared to be out of reach with a
/// reason.
const COVERED: [&str; 3] = ["bison", "tiger-and-buffaloes", "zombies"];

#[test]
fn the_companions_of_the_first_rulesets_leave_nothing_out() {
    let mut companions = built_in();
    companions.retain(|c| COVERED.contains(&c.ruleset.as_str()));
    let options = RunOptions { coverage: true, guards: false, ..RunOptions::default() };
    let report = run_suite(&companions, &Library, &options, 2, &|_| {});
    let all = coverage::of_companions(&companions, &report.companions, &Library);
    assert!(all.len() >= 2);
    for of in all {
        let missing: Vec<String> =
            of.branches().filter(|b| b.is_missing()).map(coverage::BranchCoverage::sentence).collect();
        assert!(missing.is_empty() && of.mistakes.is_empty(), "{}: {missing:#?} {:#?}", of.name, of.mistakes);
    }
}

/// What comes out does not depend on the number of threads.
#[test]
fn the_same_report_on_any_number_of_threads() {
    let companions = built_in();
    let run = |threads| run_suite(&companions, &Library, &RunOptions::default(), threads, &|_| {});
    assert_eq!(suite_json(&run(1)), suite_json(&run(4)));
}

/// The rules of Bison are the same in a mirror, which the guard that asks for it finds out from them.
#[test]
fn bison_is_the_same_in_a_mirror() {
    assert!(is_mirror_symmetric(&houserules::open("bison", &[]).expect("it is built in")));
}

/// No small change of the rules goes unnoticed but those that are listed with a proof. It takes minutes:
/// `cargo test --release --test companions -- --ignored`.
#[test]
#[ignore = "it takes minutes; cargo test --release --test companions -- --ignored"]
fn every_change_of_the_rules_is_noticed() {
    for companion in built_in().into_iter().filter(|c| COVERED.contains(&c.ruleset.as_str())) {
        let examples = Examples::new(&companion, &Library).expect("the examples hold");
        let options = MutateOptions { threads: 2, effort: Effort::USUAL, ..MutateOptions::default() };
        let report = mutate(&companion.ruleset, &Library, &examples, &companion.equivalent, &options, &|_, _| {});
        let report = report.expect("the ruleset can be played");
        let alive: Vec<&str> = report.survivors().map(|(mutant, _)| mutant.id.as_str()).collect();
        assert!(report.is_good(), "{}: {alive:#?} {:#?}", companion.ruleset, report.wrong);
    }
}
