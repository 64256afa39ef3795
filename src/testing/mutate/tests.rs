use super::*;
use crate::engine::Play;
use crate::language::Found;
use crate::notation::{move_texts, read_position};
use crate::open::open_from;
use crate::testing::{Companion, RunOptions, run_companion};

/// A file whose mutants are few enough to be counted by hand.
const TINY: &str = r#"game "Tiny" { version 1.0 }

board squares 3 x 3
zone far = rank 3
side white faces north
side black faces south
piece man (men) "M" "m" of white, black {
    step forward or left to empty
}
start { place men of white at rank 1   place men of black at rank 3 }
turns from white, alternating
passing never
end white wins when any man of white in far "got through"
end draw when next player cannot move on their turn "stuck"
"#;

struct One(String);

impl Files for One {
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        let file = Found { name: "tiny.rules".into(), place: "tiny.rules".into(), text: self.0.clone() };
        Ok((id == "tiny" && beside.is_none()).then_some(file))
    }
}

/// Whoever asks for the moves of positions, or for the outcome there, as text.
struct Asker {
    looks: Vec<Look>,
    expected: Vec<String>,
}

fn seen(look: &Look, files: &dyn Files) -> String {
    let (ruleset, settings) = &look.subjects[0];
    let Ok(opened) = open_from(ruleset, files, settings) else { return "nothing".into() };
    let mut all = String::new();
    for text in &look.positions {
        let Ok(read) = read_position(text, &opened.game) else { return "nothing".into() };
        let play = Play::from_position(&opened.game, read.position, read.history).expect("a position");
        all += &format!("{:?} {:?}\n", move_texts(&play.moves().expect("no scripts"), &opened.game), play.outcome());
    }
    all
}

impl Asker {
    fn new(files: &dyn Files, positions: &[&str]) -> Asker {
        let look = |(n, text): (usize, &&str)| Look {
            name: format!("look {}", n + 1),
            subjects: vec![("tiny".to_owned(), Settings::defaults())],
            positions: vec![(*text).to_owned()],
        };
        let looks: Vec<Look> = positions.iter().enumerate().map(look).collect();
        let expected = looks.iter().map(|l| seen(l, files)).collect();
        Asker { looks, expected }
    }
}

impl Watch for Asker {
    fn looks(&self) -> &[Look] {
        &self.looks
    }
    fn notices(&self, look: usize, files: &(dyn Files + Sync)) -> bool {
        seen(&self.looks[look], files) != self.expected[look]
    }
}

fn run(text: &str, positions: &[&str], listed: &[Listed], threads: usize) -> MutateReport {
    let files = One(text.to_owned());
    let options = MutateOptions { threads, effort: Effort { positions: 4000, seed: 1 }, ..MutateOptions::default() };
    mutate("tiny", &files, &Asker::new(&files, positions), listed, &options, &|_, _| ()).expect("it can be played")
}

fn ids(report: &MutateReport) -> Vec<&str> {
    report.mutants.iter().map(|(m, _)| m.id.as_str()).collect()
}

/// Every edit of the tiny file, line by line, worked out from the list of kinds of edits. (`men` is a plural, so
/// no other kind is put in its place; there is one kind and one zone.)
#[test]
fn mutants_of_a_tiny_file_are_those_enumerated_by_hand() {
    let report = run(TINY, &[], &[], 1);
    assert_eq!(
        ids(&report),
        [
            "3: 3 -> 4",
            "3: 3 -> 2",
            "3: 3 -> 4 (2)",
            "3: 3 -> 2 (2)",
            "4: far one rank wider",
            "4: 3 -> 4",
            "4: 3 -> 2",
            "5: north -> south",
            "6: south -> north",
            "8: without step forward or left to empty",
            "8: step -> slide",
            "8: without forward",
            "8: forward -> backward",
            "8: forward -> any direction",
            "8: without left",
            "8: left -> right",
            "8: left -> any direction",
            "8: empty -> enemy",
            "10: without place men of white at rank 1",
            "10: white -> black",
            "10: 1 -> 2",
            "10: 1 -> 0",
            "10: without place men of black at rank 3",
            "10: black -> white",
            "10: 3 -> 4",
            "10: 3 -> 2",
            "11: without turns from white, alternating",
            "11: white -> black",
            "12: without passing never",
            "12: never -> allowed",
            "12: never -> when stuck",
            "13: \"stuck\" before \"got through\"",
            "13: without end white wins when any man of white in far \"got through\"",
            "13: white wins -> black wins",
            "13: white wins -> draw",
            "13: any -> no",
            "13: without of white",
            "13: white -> black",
            "13: without in far",
            "14: without end draw when next player cannot move on their turn \"stuck\"",
            "14: draw -> white wins",
            "14: not next player cannot move on their turn",
            "14: next player -> mover",
            "14: on their turn -> whoever is to move",
        ]
    );
}

#[test]
fn changed_lines_are_what_a_person_would_have_typed() {
    let report = run(TINY, &[], &[], 1);
    let diff = |id: &str| report.mutants.iter().find(|(m, _)| m.id == id).expect("it is there").0.diff();
    assert_eq!(diff("8: without left"), "-     step forward or left to empty\n+     step forward to empty\n");
    assert_eq!(diff("8: without forward"), "-     step forward or left to empty\n+     step left to empty\n");
    assert_eq!(
        diff("4: far one rank wider"),
        "- zone far = rank 3\n+ zone far = rank 3 or everywhere next to (rank 3)\n"
    );
    assert_eq!(diff("12: without passing never"), "- passing never\n");
    assert_eq!(
        diff("14: on their turn -> whoever is to move"),
        "- end draw when next player cannot move on their turn \"stuck\"\n\
         + end draw when next player cannot move, whoever is to move \"stuck\"\n"
    );
}

/// `passing never` is what holds anyway; the same by the hash of what it means.
#[test]
fn what_means_the_same_is_no_survivor() {
    let report = run(TINY, &[], &[], 1);
    let fate = |id: &str| report.mutants.iter().find(|(m, _)| m.id == id).expect("it is there").1.clone();
    assert_eq!(fate("12: without passing never"), Fate::Same);
    assert!(matches!(fate("10: 1 -> 0"), Fate::Refused { .. }), "{:?}", fate("10: 1 -> 0"));
    assert!(matches!(fate("8: without left"), Fate::Survived(_)));
}

/// With nobody looking all survive; who asks for the moves of a man notices a change of his moves and not one of the
/// endings.
#[test]
fn who_looks_notices() {
    let alone = "3/3/2M white";
    let report = run(TINY, &[alone], &[], 2);
    let fate = |id: &str| report.mutants.iter().find(|(m, _)| m.id == id).expect("it is there").1.clone();
    for noticed in ["8: without left", "8: left -> right", "8: step -> slide", "5: north -> south"] {
        let fate = fate(noticed);
        assert_eq!(fate, Fate::Noticed { by: "look 1".into() }, "{noticed}");
    }
    for survives in ["6: south -> north", "13: white wins -> black wins", "14: draw -> white wins"] {
        assert!(matches!(fate(survives), Fate::Survived(_)), "{survives}");
    }
    assert!(!report.is_good());
}

/// The example offered for a survivor holds by the rules and fails under the change.
#[test]
fn proposals_tell_the_rules_from_the_change() {
    let report = run(TINY, &[], &[], 2);
    let mut shown = 0;
    for (mutant, survivor) in report.survivors() {
        let Some(difference) = &survivor.difference else { continue };
        shown += 1;
        let lines = &difference.example;
        assert!(holds(lines, TINY), "{}: {lines:?}", mutant.id);
        assert!(!holds(lines, &mutant.text(TINY)), "{}: {lines:?}", mutant.id);
    }
    assert!(shown > 20, "{shown}");
}

/// Whether an example of these lines holds.
fn holds(lines: &[String], text: &str) -> bool {
    let page = format!("```example\n{}\n```\n", lines.join("\n"));
    let companion = Companion::read("tiny.md", &page, "tiny").expect("it is short");
    let report = run_companion(&companion, &One(text.to_owned()), &RunOptions::default());
    report.examples[0].passed()
}

#[test]
fn examples_of_a_companion_notice() {
    let page = "## May a man go left?\n\n```example\nposition m2/3/2M white\nmoves: c1-c2, c1-b1\n```\n\n\
        ## And then?\n\n```example\nfrom \"May a man go left?\"\nplay c1-c2\nto move: black\noutcome: none\n```\n\n\
        ## Not yet looked at\n\n```example\nhow many moves?\n```\n";
    let files = One(TINY.to_owned());
    let companion = Companion::read("tiny.md", page, "tiny").expect("it is short");
    let examples = Examples::new(&companion, &files).expect("they hold");
    assert_eq!(examples.looks().len(), 3);
    let report = mutate("tiny", &files, &examples, &[], &MutateOptions::default(), &|_, _| ()).expect("good rules");
    let fate = |id: &str| report.mutants.iter().find(|(m, _)| m.id == id).expect("it is there").1.clone();
    let by = |name: &str| Fate::Noticed { by: name.into() };
    assert_eq!(fate("8: without left"), by("May a man go left?"));
    assert_eq!(fate("4: 3 -> 2"), by("And then?"));
    assert!(matches!(fate("10: without place men of white at rank 1"), Fate::Survived(_)));
    let wrong = page.replace("c1-c2, c1-b1", "c1-c2");
    let companion = Companion::read("tiny.md", &wrong, "tiny").expect("it is short");
    assert_eq!(Examples::new(&companion, &files).err(), Some(vec!["May a man go left?".to_owned()]));
}

/// A line of the match is shown by results of rounds; the example holds by the rules and fails under the change.
#[test]
fn changes_of_the_match_are_shown_by_rounds() {
    let files = crate::library::Library;
    let nobody = Companion::read("bison.md", "", "bison").expect("it is short");
    let examples = Examples::new(&nobody, &files).expect("there is none");
    for filter in
        ["rounds 2", "won by winning a round", "resigned rounds count", "hook tiebreak margin", "added rounds loser"]
    {
        let options = MutateOptions {
            filter: Some(filter.to_owned()),
            effort: Effort { positions: 50, seed: 1 },
            ..MutateOptions::default()
        };
        let report = mutate("bison", &files, &examples, &[], &options, &|_, _| ()).expect("built in");
        let shown: Vec<_> = report.survivors().filter_map(|(m, s)| Some((m, s.difference.clone()?))).collect();
        assert!(!shown.is_empty(), "{filter}: {:#?}", report.mutants);
        for (mutant, difference) in shown {
            let page = difference.block();
            let companion = Companion::read("bison.md", &page, "bison").expect("it is short");
            let holds =
                |files: &dyn Files| run_companion(&companion, files, &RunOptions::default()).examples[0].passed();
            assert!(holds(&files), "{}: {page}", mutant.id);
            let text = mutant.text(crate::library::text("bison").expect("built in"));
            let changed = overlay::Overlay { files: &files, place: "library:bison.rules", text: &text };
            assert!(!holds(&changed), "{}: {page}", mutant.id);
        }
    }
}

#[test]
fn report_is_the_same_for_any_number_of_threads() {
    let json = |threads| serde_json::to_string(&run(TINY, &["3/3/2M white"], &[], threads)).expect("plain data");
    let one = json(1);
    assert_eq!(one, json(2));
    assert_eq!(one, json(5));
}

#[test]
fn listed_ones_are_believed_only_if_they_hold() {
    let page = "# Tiny\n\n```equivalent\n-     step forward or left to empty\n+     step forward to empty\nNobody would ever go left,\nI am sure.\n\n- passing never\nIt holds anyway.\n- turns from white\n+ turns from red\nStale.\n```\n\n```text\n- not one\n```\n";
    let entries = Companion::read("tiny.md", page, "tiny").expect("it is short").equivalent;
    assert_eq!(entries.len(), 3, "{entries:?}");
    assert_eq!(entries[0].reason, "Nobody would ever go left, I am sure.");
    assert_eq!((entries[1].was.clone(), entries[1].now.clone()), (vec!["passing never".to_owned()], vec![]));
    let report = run(TINY, &[], &entries, 1);
    let why: Vec<(usize, &str)> = report.wrong.iter().map(|w| (w.line, w.why.as_str())).collect();
    assert_eq!(why.len(), 3, "{why:#?}");
    assert!(why[0].0 == 4 && why[0].1.starts_with("it is another game (8: without left): "), "{why:#?}");
    assert_eq!(why[1].0, 9);
    assert!(why[1].1.starts_with("it means the same by its hash"), "{why:#?}");
    assert_eq!(why[2], (11, "this is none of the changes that are tried; the rules may have changed since"));
    let noticed = run(TINY, &["3/3/2M white"], &entries[..1], 1);
    assert_eq!(noticed.wrong[0].why, "it can be noticed (8: without left): the example “look 1” does");
}

#[test]
fn some_can_be_chosen() {
    let files = One(TINY.to_owned());
    let options = |filter: Option<&str>, limit| MutateOptions {
        filter: filter.map(str::to_owned),
        limit,
        effort: Effort { positions: 10, seed: 1 },
        ..MutateOptions::default()
    };
    let asker = Asker::new(&files, &[]);
    let run = |o: &MutateOptions| mutate("tiny", &files, &asker, &[], o, &|_, _| ()).expect("it can be played");
    assert_eq!(ids(&run(&options(Some("passing"), None))).len(), 3);
    assert_eq!(ids(&run(&options(None, Some(2)))), ["3: 3 -> 4", "3: 3 -> 2"]);
}

/// What the edits of the built-in files come to, so that whoever changes the grammar sees what is no longer tried.
#[test]
fn edits_of_the_built_in_rules() {
    let list = |id: &str| {
        let opened = crate::open_from(id, &crate::library::Library, &Settings::defaults()).expect("built in");
        let text = crate::library::text(id).expect("built in");
        let ids: Vec<String> = mutant::mutants(text, opened.game.rules()).into_iter().map(|m| m.id).collect();
        ids.join("\n")
    };
    insta::assert_snapshot!("bison", list("bison"));
    insta::assert_snapshot!("tiger-and-buffaloes", list("tiger-and-buffaloes"));
    insta::assert_snapshot!("bison-bull", list("bison-bull"));
}

/// A change of the sentence alone is noticed by an example that states it: two endings with one condition, in their order.
#[test]
fn the_reason_of_an_ending_is_part_of_what_it_means() {
    let line = r#"end white wins when any man of white in far "got through""#;
    let twice = TINY.replace(line, &format!("{line}\n{}", line.replace("got through", "another reason")));
    assert_ne!(twice, TINY);
    let report = run(&twice, &[], &[], 1);
    let order = report.mutants.iter().find(|(m, _)| m.id.contains("\"another reason\" before"));
    let (mutant, fate) = order.expect("the order of endings is changed");
    assert!(!matches!(fate, Fate::Same), "{}: {fate:?}", mutant.id);
}
