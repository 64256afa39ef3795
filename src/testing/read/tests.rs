use super::super::example::{Begin, Companion, Given, Question, StepKind};
use crate::language::report;
use crate::ruleset::SourceFile;
use std::fmt::Write;

fn block(text: &str) -> Companion {
    Companion::read("page.md", &format!("# Case\n\n```example\n{text}\n```\n"), "bison").expect("it is short")
}

/// What is wrong with a block, as it is shown.
fn wrong(text: &str) -> String {
    let page = block(text);
    let sources = [SourceFile { name: page.name.clone(), text: page.text.clone() }];
    let example = &page.examples[0];
    example.mistakes.iter().fold(String::new(), |mut out, d| {
        writeln!(out, "{}\n", report::text(d, &sources, false)).expect("a string can be written");
        out
    })
}

#[test]
fn every_line_is_read() {
    let page = block(
        "in zombies              // another ruleset
with what-blocks dogs, columns = 7, rows is 5
beginner A

2 | . C .
1 | B . B
    a b c
herd to move, hand=B7,T2, captured=B1

play a1-a2, B@a1,b2, c3xd4
rounds herd wins in 12 moves, defenders win capturing 6 losing 2, draw, herd gives up in 3 moves
A chooses herd
moves: a1-a2, b1-b2
moves of f2?
= a1-a2
how many moves: 55
how many moves of f2?
legal: a1-a2
illegal: f2-f1, f2-g1
why not f2-f1: the chief may never ... the prairie
why f2-f3?
= A chief
=   - is a chief
captured: g1
now:
2 | . C .
1 | B . B
herd to move
now?
= 2 | . C .
to move: herd
outcome: herd wins, a buffalo reached the village
perft 3: 1331
best play within 5: draw
score herd: 12
match: tied
first turn: herd
next round?
| what-blocks | play  | move  | outcome | why not? |
| ----------- | ----- | ----- | ------- | -------- |
| anything    | a1-a2 | f2-f1 | none    |          |
| dogs        |       | f2-f1 |         | x \\| y  |",
    );
    let example = &page.examples[0];
    assert!(example.mistakes.is_empty(), "{:#?}", example.mistakes);
    let setup = &example.setup;
    assert_eq!(setup.ruleset.as_ref().map(|r| r.text.as_str()), Some("zombies"));
    let settings: Vec<(&str, &str)> = setup.settings.iter().map(|(n, v)| (n.text.as_str(), v.text.as_str())).collect();
    assert_eq!(settings, [("what-blocks", "dogs"), ("columns", "7"), ("rows", "5")]);
    let Begin::Position(position) = &setup.from else { panic!("{:?}", setup.from) };
    assert_eq!(position.text, "1C1/B1B herd hand=B7,T2 captured=B1");
    assert_eq!(example.steps.len(), 23);
    let StepKind::Play(moves) = &example.steps[0].kind else { panic!("{:?}", example.steps[0]) };
    assert_eq!(moves.iter().map(|m| m.text.as_str()).collect::<Vec<_>>(), ["a1-a2", "B@a1,b2", "c3xd4"]);
    for moved in moves {
        // Each text stands where it says it stands.
        assert_eq!(page.text.get(moved.span.start as usize..moved.span.end as usize), Some(moved.text.as_str()));
    }
    let asks: Vec<_> =
        example.steps.iter().filter_map(|s| if let StepKind::Ask(a) = &s.kind { Some(a) } else { None }).collect();
    let recorded: Vec<Option<&str>> = asks
        .iter()
        .filter_map(|a| if let Given::Recorded(r) = &a.answer { Some(r.text.as_deref()) } else { None })
        .collect();
    assert_eq!(recorded, [Some("a1-a2"), None, Some("A chief\n  - is a chief"), Some("2 | . C ."), None]);
    assert!(matches!(asks[10].question, Question::Now), "{:?}", asks[10]);
    let StepKind::Table(table) = &example.steps[22].kind else { panic!("a table") };
    assert_eq!(table.cases.len(), 2);
    // What is empty is not asked, but for what the tool answers.
    assert_eq!((table.cases[0].asks.len(), table.cases[1].asks.len()), (2, 1));
    let Given::Recorded(cell) = &table.cases[1].asks[0].answer else { panic!("a recorded cell") };
    assert_eq!(cell.text.as_deref(), Some("x | y"));
}

#[test]
fn mistakes_say_how_to_mend_them() {
    let cases = [
        "moves",
        "move: a1-a2",
        "moves off f2?",
        "why f2-f3",
        "wy not f2-f1?",
        "outcome:",
        "now:",
        "best play in 5: draw",
        "how mny moves?",
        "perft 99999999999: 1",
        "play a1-a2\nfrom the start\nmoves?",
        "with columns 5\nplay a1-a2",
        "position x herd\nposition y herd\nmoves?",
        "7 | . .\n5 | . .\nherd to move\nmoves?",
        "2 | . .\n1 | . .\nmoves?",
        "= a1-a2\nmoves?",
        "| columns | rows |\n| 3 | 4 |",
        "| columns | moves? |\n| 3 | 4 | 5 |",
        "| why not? |\n| x |",
        "herd to move\nmoves?",
        "moves?\nin zombies",
        "rounds herd loses\nmatch?",
        "in zombies\nin bison\nmoves?",
        "with columns 5, rows 4, columns 7\nwith rows 4\nmoves?",
        "2 | . .\n1 | B .\nherd to move\nposition x herd\nmoves?",
        "| columns | columns | outcome |\n| 3 | 4 | none |",
        "| columns | how many moves | why not f2-f1 |\n| 3 | ? | |\n| 4 | | ? |",
        "moves: a1-a2\n\nSome prose.\n\n## Heading\n\n```example\nmoves?",
        "# a comment of another language\nmoves?",
        "\u{1F9AC} runs",
        "",
    ];
    let mut out = String::new();
    for case in cases {
        write!(out, "---- {}\n\n{}", case.replace('\n', " / "), wrong(case)).expect("a string can be written");
    }
    insta::assert_snapshot!(out);
}

mod properties {
    use super::block;
    use proptest::prelude::*;

    proptest! {
        /// Whatever stands in a page: no panic, and every place lies in it, at the bounds of characters.
        #[test]
        fn any_page_is_read(parts in proptest::collection::vec(
            prop_oneof![
                "[ -~\u{e9}\u{1F9AC}]{0,20}",
                Just("moves?".to_owned()), Just("= a1-a2".to_owned()), Just("| moves? | x".to_owned()),
                Just("7 | . B".to_owned()), Just("why not a1-a2: ...".to_owned()), Just("\r".to_owned()),
                Just("```".to_owned()), Just("> ```example".to_owned()), Just("herd to move".to_owned()),
                Just("now:".to_owned()), Just("\\|".to_owned()), Just("rounds draw".to_owned()),
            ], 0..12)) {
            let page = block(&parts.join("\n"));
            for example in &page.examples {
                for label in example.mistakes.iter().flat_map(|d| &d.labels) {
                    prop_assert!(page.text.get(label.span.start as usize..label.span.end as usize).is_some());
                }
            }
        }
    }
}
