//! Runs of small companions: what is said of each kind of failure, and what recording leaves alone.

use super::suite::SuiteReport;
use super::{Companion, Given, How, RunOptions, StepKind, example_text, run_companion, suite_junit};
use crate::library::Library;

fn companion(text: &str) -> Companion {
    Companion::read("page.md", text, "bison").expect("it is short")
}

fn run(text: &str) -> super::CompanionReport {
    run_companion(&companion(text), &Library, &RunOptions::default())
}

/// All that is said of a page.
fn said(text: &str) -> String {
    let report = run(text);
    let how = How { paint: None, again: &|page, name| format!("houserules test {page} --filter '{name}'") };
    let failing = report.examples.iter().filter(|e| !e.passed());
    failing.map(|e| example_text(&report, e, &how)).collect::<Vec<_>>().join("\n")
}

/// A page with one block.
fn block(text: &str) -> String {
    format!("# Case\n\nSome prose.\n\n```example\n{text}\n```\n")
}

#[test]
fn failures_show_prose_board_difference_and_rule() {
    let cases = [
        "position 11/11/11/6C4/5B5/11/B10 herd\nmoves: a1-a2, f3-f4, f3-f5",
        "position 11/11/11/6C4/5B5/11/B10 herd\nmoves: a1-a2",
        "position 11/11/11/6C4/5B5/11/B10 herd\nillegal: a1-a2, a1-b2",
        "position 11/11/11/6C4/5B5/11/B10 defenders\nwhy not g4xf3: the chief is tired",
        "position 11/11/11/6C4/5B5/11/B10 defenders\nplay g4xf3\ncaptured: g4\nnow: 11/11/11/6C4/11/11/B10 herd",
        "position 11/B10/11/6C4/11/11/10B herd\nplay a6-a7\noutcome: draw\noutcome: herd wins, nobody knows why",
        "how many moves: 12\nto move: defenders\nscore herd: 3\nperft 2: 1\nbest play within 1: draw",
        "moves of a1?\n= a1-a3\noutcome?",
        "| columns | how many moves |\n| 5 | 6 |",
    ];
    let all: Vec<String> = cases.iter().map(|case| said(&block(case))).collect();
    insta::assert_snapshot!(all.join("\n----\n\n"));
}

#[test]
fn mistakes_are_told_where_they_are() {
    let cases = [
        "in bisn\nmoves?",
        "with colums 5\nmoves?",
        "with columns 99\nmoves?",
        "position 11/11 herd\nmoves?",
        "position 11/11/11/6C4/5B5/11/B10 hred\nmoves?",
        "play a1-a3\nmoves?",
        "play zz\nmoves?",
        "from \"Nowhere\"\nmoves?",
        "moves of z9?",
        "moves: a1_a2",
        "outcome: the herd wins",
        "how many moves: many",
        "score hred?",
        "captured?",
        "perft 30?",
        "best play within 99?",
        "best play within 30?",
        "A chooses herd\nmatch?",
        "rounds herd wins, defenders win, herd wins\nmatch?",
        "in bison-small\nrounds hurd wins\nmatch?",
        "beginner Z\nmoves?",
        "why?",
        "now: 11/11 herd",
        "moves of d4: none",
        "how many moves of d4?",
        "play a1-a2\nmoves of a1: none",
        "legal: a1-a2 b1-b2\nlegal: a1-a2,b1-b2\nwhy not a1-a2; b1-b2: ...",
        "play a1-a2; d6-d5\nmoves?",
        "play a1-a2 c6-c5\nmoves?",
        "to move: buffaloes\nto move: hred\nfirst turn: buffalo\nfirst turn: defender\nmatch: A win\nmatch: over",
        "best play within 2: herd win\noutcome: herd win\noutcome: lost",
        "play a1-a2\ncaptured: none\ncaptured: z9",
    ];
    let all: Vec<String> = cases.iter().map(|case| said(&block(case))).collect();
    insta::assert_snapshot!(all.join("\n----\n\n"));
}

#[test]
fn only_those_that_are_asked_for_are_run_and_others_are_played() {
    let page = "# One\n\n```example\nplay a1-a2\nhow many moves: 0\n```\n\n# Two\n\n```example\nfrom \"One\"\nto move: defenders\n```\n";
    let only = RunOptions { only: vec!["two".into()], ..RunOptions::default() };
    let report = run_companion(&companion(page), &Library, &only);
    assert_eq!(report.examples.len(), 1);
    assert!(report.examples[0].passed(), "{:?}", report.examples[0].findings);
}

#[test]
fn junit_tells_cases_and_failures() {
    let report = run(
        "# A <b> & \"c\"\n\n```example\nhow many moves: 12\n```\n\n# Good\n\n```example\nhow many moves: 11\n```\n",
    );
    let unread = vec![("big.md".to_owned(), "a companion may hold at most 1024 KiB".to_owned())];
    let xml = suite_junit(&SuiteReport { companions: vec![report], unread });
    assert!(xml.contains("<testsuite name=\"page.md\" tests=\"2\" failures=\"1\">"), "{xml}");
    assert!(xml.contains("name=\"Good\" file=\"page.md\" line=\"9\"/>"), "{xml}");
    assert!(!xml.contains("<b>"), "{xml}");
}

// ---- recording

/// What of a page is no recorded answer: its lines without those that begin with `= `, its cells without those of
/// questions with a mark.
fn outside(companion: &Companion) -> String {
    let mut places = Vec::new();
    for step in companion.examples.iter().flat_map(|e| &e.steps) {
        let mut ask = |ask: &super::Ask| {
            if let Given::Recorded(recorded) = &ask.answer {
                places.push(recorded.place.bytes.clone());
            }
        };
        match &step.kind {
            StepKind::Ask(a) => ask(a),
            StepKind::Table(table) => table.cases.iter().flat_map(|c| &c.asks).for_each(ask),
            _ => {}
        }
    }
    let mut text = companion.text.clone();
    for bytes in places.into_iter().rev() {
        text.replace_range(bytes, "");
    }
    text
}

/// Records all that waits; what it holds then waits no more, and nothing else has changed.
fn recorded(page: &str) -> String {
    let before = companion(page);
    let report = run_companion(&before, &Library, &RunOptions { guards: false, ..RunOptions::default() });
    let answers: Vec<_> = report.pending().cloned().collect();
    let text = before.with_recorded(&answers);
    let after = companion(&text);
    assert_eq!(outside(&before).trim_end(), outside(&after).trim_end());
    let again = run_companion(&after, &Library, &RunOptions { guards: false, ..RunOptions::default() });
    assert_eq!(again.pending().count(), 0, "{text}");
    assert_eq!(after.with_recorded(&[]), text);
    // Recording what stands there changes nothing.
    assert_eq!(after.with_recorded(&answers_of(&after)), text);
    text
}

/// The recorded answers of a page, as they would be recorded.
fn answers_of(companion: &Companion) -> Vec<super::Recording> {
    let mut found = Vec::new();
    for step in companion.examples.iter().flat_map(|e| &e.steps) {
        let mut ask = |ask: &super::Ask| {
            if let Given::Recorded(recorded) = &ask.answer
                && let Some(text) = &recorded.text
            {
                found.push(super::Recording { place: recorded.place.clone(), text: text.clone() });
            }
        };
        match &step.kind {
            StepKind::Ask(a) => ask(a),
            StepKind::Table(table) => table.cases.iter().flat_map(|c| &c.asks).for_each(ask),
            _ => {}
        }
    }
    found
}

#[test]
fn answers_are_written_below_their_questions_and_into_their_cells() {
    let page = "# Case\n\n> ```example\n> how many moves?\n> = 99\n> outcome?   // of nothing\n> | columns | outcome? | how many moves? |\n> | ------- | -------- | --------------- |\n> | 5 | | 4 |\n> ```\n\nThe end.\n";
    insta::assert_snapshot!(recorded(page));
}

#[test]
fn a_page_that_ends_in_a_block_gets_its_answer_too() {
    assert_eq!(recorded("```example\nhow many moves?"), "```example\nhow many moves?\n= 11");
    assert_eq!(recorded("```example\nhow many moves?\n= 12"), "```example\nhow many moves?\n= 11");
    assert_eq!(
        recorded("```example\r\nhow many moves?\r\n```\r\n"),
        "```example\r\nhow many moves?\r\n= 11\r\n```\r\n"
    );
}

mod properties {
    use super::recorded;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        /// Whatever a page holds besides, recording changes the answers alone, and a second time nothing.
        #[test]
        fn recording_changes_answers_alone(
            parts in proptest::collection::vec(prop_oneof![
                "[ -~\u{e9}]{0,12}",
                Just("how many moves?".to_owned()), Just("= 99".to_owned()), Just("now?".to_owned()),
                Just("| columns | outcome? |".to_owned()), Just("| 5 |   |".to_owned()), Just("| 4 | x \\| y |".to_owned()),
                Just("why not a1-a3?".to_owned()), Just("=     old".to_owned()), Just("moves of a1?".to_owned()),
                Just("```".to_owned()), Just("```example".to_owned()), Just("# More".to_owned()),
            ], 0..14),
            end in prop_oneof![Just("\n"), Just("\r\n")],
            closed in any::<bool>(),
        ) {
            let mut page = format!("# Case{end}{end}```example{end}{}", parts.join(end));
            if closed {
                page.push_str(&format!("{end}```{end}"));
            }
            recorded(&page);
        }
    }
}

/// The limits of a page, at the number and one above.
#[test]
fn a_page_has_limits() {
    let read = |text: &str| Companion::read("page.md", text, "bison").map_err(|e| format!("{}: {}", e.code, e.message));
    let longest = " ".repeat(super::MAX_COMPANION);
    assert!(read(&longest).is_ok());
    let one = "```example\nmoves?\n```\n";
    assert!(read(&one.repeat(super::MAX_EXAMPLES)).is_ok());
    let told = [read(&format!("{longest} ")), read(&one.repeat(super::MAX_EXAMPLES + 1))];
    insta::assert_snapshot!(told.map(|t| t.expect_err("it is too large")).join("\n"));
}

/// A script that fails is told where the example asks it, as the script's fault.
#[cfg(feature = "hooks")]
#[test]
fn a_script_that_fails_is_told_with_its_line() {
    use crate::language::{Files, Found};

    struct Broken;
    impl Files for Broken {
        fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
            let text = "game \"Broken\" extends bison { version 1.0 }\n\
                        hook legality fails in \"broken.rhai\" \"which buffalo may move\"\n";
            let found = || Found { name: "broken.rules".into(), place: "broken".into(), text: text.into() };
            if id == "broken" { Ok(Some(found())) } else { Library.read(id, beside) }
        }

        fn script(&self, file: &str, beside: &str) -> Result<Option<Found>, String> {
            let text = "fn fails(position, move, after) {\n    [1, 2][move.captured.len() + 5]\n}\n";
            let found = || Found { name: file.into(), place: file.into(), text: text.into() };
            if file == "broken.rhai" { Ok(Some(found())) } else { Library.script(file, beside) }
        }
    }
    let page = companion(&block("in broken\nmoves?"));
    let report = run_companion(&page, &Broken, &RunOptions::default());
    let how = How { paint: None, again: &|page, name| format!("houserules test {page} --filter '{name}'") };
    insta::assert_snapshot!(example_text(&report, &report.examples[0], &how));
}

/// An example may play 1,000 moves, and no more.
#[test]
fn an_example_plays_so_many_moves() {
    let moves = |n: usize| vec!["pass"; n].join(", ");
    let page = |n| format!("with may-pass both, repeating nothing\nplay {}\noutcome: none", moves(n));
    assert!(run(&block(&page(super::MAX_PLAYED))).examples[0].passed());
    let told = said(&block(&page(super::MAX_PLAYED + 1)));
    assert!(told.contains("an example may play at most 1000 moves"), "{told}");
}

/// Who is a beginner goes on with the example; another beginner is asked about anew.
#[test]
fn a_beginner_stays_one_in_what_follows() {
    let page = "## A\n\n```example\nwith first-turn by-player\nbeginner B\nfirst turn: defenders\nto move: defenders\n```\n\n\
                ## B\n\n```example\nfrom \"A\"\nfirst turn: defenders\nto move: defenders\n```\n\n\
                ## C\n\n```example\nfrom \"A\"\nbeginner A\nfirst turn: herd\n```\n";
    assert_eq!(said(page), "");
}

/// An answer ends its lines as the line above it does, whatever other lines of the page do.
#[test]
fn an_answer_ends_as_the_line_above_it() {
    for (page, wanted) in [
        ("One.\r\n\n```example\nto move?\n```\n", "One.\r\n\n```example\nto move?\n= herd\n```\n"),
        ("One.\n\r\n```example\r\nto move?\r\n```\n", "One.\n\r\n```example\r\nto move?\r\n= herd\r\n```\n"),
    ] {
        let waiting: Vec<_> = run(page).pending().cloned().collect();
        assert_eq!(companion(page).with_recorded(&waiting), wanted);
    }
}
