//! Coverage of small files, counted by hand, and of ours.

use super::*;
use crate::engine::{Dice, Inquiry, Move, Part, Play, Question, Reply, Trace};
use crate::language::{Files, Found, load};
use crate::library::Library;
use crate::open::{Opened, open_from};
use crate::testing::{RunOptions, run_companion};

/// A rule file in memory.
pub(super) struct One<'a>(pub &'a str);

impl Files for One<'_> {
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        match beside {
            Some(_) => Library.read(id, beside),
            None => Ok(Some(Found { place: "trial".into(), name: "trial.rules".into(), text: self.0.to_owned() })),
        }
    }
}

pub(super) fn ruleset(text: &str) -> Ruleset {
    let loaded = load("trial", &One(text)).expect("the file is there");
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded.ruleset
}

/// What has been played of a game.
struct Played {
    opened: Opened,
    trace: Trace,
    play: Play,
}

impl Played {
    fn of(id: &str, files: &dyn Files, settings: &[(&str, &str)]) -> Played {
        let opened = open_from(id, files, &settings.iter().copied().collect()).expect("it opens");
        let trace = Trace::new();
        let play = Play::new(&opened.game.traced(&trace));
        Played { opened, trace, play }
    }

    fn play(&mut self, moves: &[&str]) {
        for text in moves {
            let legal = self.play.game().quietly(|| self.play.moves()).expect("no script fails");
            let mv = crate::notation::read_move(text, &legal, self.play.game()).expect("it is legal");
            self.play.play(&mv).expect("it is legal");
        }
    }

    fn hits(&self) -> Hits {
        let mut hits = Hits::new();
        hits.add_seen(&self.opened.ruleset, &self.trace.seen());
        hits.add_settings(&self.opened.ruleset, self.opened.game.rules());
        hits
    }

    /// The branches that were exercised: `line name`, in order.
    fn covered(&self) -> Vec<String> {
        let coverage = of(&self.opened.ruleset, &self.hits());
        coverage.branches().filter(|b| b.hits > 0).map(|b| format!("{} `{}` {}", b.line, b.text, b.name)).collect()
    }
}

/// Of its branches the lines have: 9: 3, 10: 7, 13: 2, 14: 3, 23: 2, 25: 2, 27: 2, 28: 6 (the ending, and its two parts),
/// 31: 1, 32: 1, 33: 2.
const HUNT: &str = "game \"Hunt\" { version 1.0 }

board squares 3 x 3

side hounds faces north
side hares

piece hound \"D\" of hounds {
    step forward to empty
    slide sideways to empty or capturing hare
}

piece hare \"H\" of hares, never enters rank 3 {
    step any direction to empty
}

start {
    place hounds at a1, c1
    place hare at b2
}

turns from hounds, alternating
passing when stuck for hares

call hares caught when no hare left

end hounds win when hares is caught \"the hare was caught\"
end hares win when position occurs 3 times and no hound in rank 1 \"the hare got away\"

option quick \"Is it a short game?\" {
    no \"no\" default
    yes \"yes\" {
        end draw when position occurs 2 times \"too long\"
    }
}
";

#[test]
fn the_branches_of_a_small_file_are_those_counted_by_hand() {
    let coverage = of(&ruleset(HUNT), &Hits::new());
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for branch in coverage.branches() {
        match lines.iter_mut().find(|(line, _)| *line == branch.line) {
            Some((_, n)) => *n += 1,
            None => lines.push((branch.line, 1)),
        }
    }
    let counted = [(9, 3), (10, 7), (13, 2), (14, 3), (23, 2), (25, 2), (27, 2), (28, 6), (31, 1), (32, 1), (33, 2)];
    assert_eq!(lines, counted);
    assert_eq!(coverage.share(), Share { covered: 0, of: 31 });
}

/// The hound that moves says nothing of the other, and nothing of what it might have done instead.
#[test]
fn a_move_that_is_played_exercises_what_it_goes_through() {
    let mut played = Played::of("trial", &One(HUNT), &[]);
    played.play(&["a1-a2"]);
    let found = [
        "9 `step forward to empty` moves",
        "9 `to empty` lands",
        "25 `no hare left` does not hold",
        "27 `end hounds win when hares is caught \"the hare was caught\"` does not decide",
        "28 `end hares win when position occurs 3 times and no hound in rank 1 \"the hare got away\"` does not decide",
        "28 `position occurs 3 times` does not hold",
        "31 `no` chosen",
    ];
    assert_eq!(played.covered(), found);
}

/// From b2 the hare may go to a1, b1 and c2; hounds stand on a2 and c1, and a3, b3 and c3 are in rank 3.
#[test]
fn a_list_of_moves_exercises_what_stands_in_the_way_too() {
    let mut played = Played::of("trial", &One(HUNT), &[]);
    played.play(&["a1-a2"]);
    let before = played.covered();
    played.play.moves().expect("no script");
    let found: Vec<String> = played.covered().into_iter().filter(|b| !before.contains(b)).collect();
    let more = [
        "13 `never enters rank 3` kept",
        "13 `never enters rank 3` in the way",
        "14 `step any direction to empty` moves",
        "14 `to empty` lands",
        "14 `to empty` cannot land",
        "23 `passing when stuck for hares` does not pass",
    ];
    assert_eq!(found, more);
}

#[test]
fn a_refusal_exercises_the_test_that_refuses() {
    let mut played = Played::of("trial", &One(HUNT), &[]);
    played.play(&["a1-a2"]);
    let before = played.covered();
    let site = |name| played.play.game().board().site(name).expect("it is on the board");
    let question = Question::Piece { from: site("b2"), to: site("b3"), through: Vec::new() };
    let mut inquiry = Inquiry::new(&played.play).expect("no script");
    assert!(matches!(inquiry.ask(&question), Ok(Reply::Refused(_))));
    let found: Vec<String> = played.covered().into_iter().filter(|b| !before.contains(b)).collect();
    assert_eq!(found, ["13 `never enters rank 3` in the way"]);
    // And a move that is legal what it goes through.
    let question = Question::Piece { from: site("b2"), to: site("b1"), through: Vec::new() };
    assert!(matches!(inquiry.ask(&question), Ok(Reply::Legal(_))));
    let found: Vec<String> = played.covered().into_iter().filter(|b| !before.contains(b)).collect();
    assert_eq!(
        found,
        [
            "13 `never enters rank 3` kept",
            "13 `never enters rank 3` in the way",
            "14 `step any direction to empty` moves",
            "14 `to empty` lands",
        ]
    );
}

/// That a side cannot move hangs on everything that keeps its pieces where they are.
#[test]
fn a_side_that_is_stuck_exercises_what_holds_it() {
    let text = HUNT
        .replace("    place hare at b2", "    place hare at a1")
        .replace("place hounds at a1, c1", "place hounds at b1, b2, c3")
        .replace("    place hare at a1", "    place hounds at a3\n    place hare at a1")
        .replace("call hares caught when no hare left", "call hares caught when hares cannot move");
    let mut played = Played::of("trial", &One(&text), &[]);
    // The hare on a1 has hounds on b1, b2, and then on a2; a3-a2 is no move forward, so c3 waits and a2 is set at once.
    assert!(played.play.outcome().is_none());
    let text = text.replace("place hounds at a3", "place hounds at a2");
    played = Played::of("trial", &One(&text), &[]);
    assert_eq!(played.play.outcome().map(|o| o.reason.as_str()), Some("the hare was caught"));
    let found: Vec<String> = played.covered().into_iter().filter(|b| b.starts_with("14")).collect();
    assert_eq!(found, ["14 `to empty` cannot land"]);
}

/// Everything that can be said, once: each part is noted, and each is among the branches.
const MUCH: &str = "game \"Much\" { version 1.0 }
board squares 5 x 5
mark trail lasts 1 turn
side white faces north
side black faces south
piece man (men) \"M\" \"m\" of white, black {
    step forward to empty leaving trail
    jump any direction over enemy to empty capturing it, may repeat
    becomes queen or rook on reaching rank 1 or rank 5
}
piece queen \"Q\" \"q\" of white, black {
    slide any direction at most 2 to empty or capturing enemy
}
piece rook \"R\" \"r\" of white, black {
    slide orthogonal to empty from rank 1 or rank 5 when no enemy in rank 3
}
start {
    place men of white at a1, e1
    place men of black at b2, e4
}
turns from white, alternating
passing when stuck
must capture
after every capture when fewer than 2 men left { remove rook }
illegal when any queen in rank 3 \"no queen in the middle\"
end mover wins when next player cannot move \"stuck\"
end draw when position occurs 3 times \"again\"
";

/// What is noted is among the branches, but for the parts that a clause has only one way of.
#[test]
fn what_is_noted_is_known() {
    for (id, text) in [("much", Some(MUCH)), ("hunt", Some(HUNT)), ("bison", None), ("tiger-and-buffaloes", None)] {
        let one = text.map(One);
        let files: &dyn Files = one.as_ref().map_or(&Library, |one| one);
        let mut played = Played::of(id, files, &[]);
        let mut dice = Dice::new(7);
        for _ in 0..4 {
            for _ in 0..60 {
                let moves = played.play.moves().expect("no script fails");
                let Some(mv) = pick(&mut dice, &moves) else { break };
                played.play.play(&mv).expect("it is legal");
            }
            while played.play.undo().is_some() {}
        }
        let known = universe::of(&played.opened.ruleset);
        for (place, ways) in played.trace.seen() {
            if place.file == 0 {
                let any = branch::Key::both(place, ways).iter().any(|(key, _)| known.contains_key(key));
                let whole = matches!(place.part, Part::Condition | Part::Phase);
                assert!(
                    any || whole,
                    "{id}: {place:?} {:?}",
                    &played.opened.ruleset.sources[0].text[place.start as usize..place.end as usize]
                );
            }
        }
    }
}

fn pick(dice: &mut Dice, moves: &[Move]) -> Option<Move> {
    let n = u32::try_from(moves.len()).ok().filter(|n| *n > 0)?;
    moves.get(dice.below(n) as usize).cloned()
}

#[test]
fn a_traced_game_has_the_same_moves_and_ends() {
    for (id, settings) in [
        ("bison", vec![]),
        ("bison", vec![("duty", "must"), ("may-pass", "both")]),
        ("tiger-and-buffaloes", vec![("duty", "huff"), ("leaps", "several")]),
        ("tiger-and-buffaloes", vec![("repeating", "ban"), ("hemmed-in", "each"), ("herd-size", "7")]),
        ("zombies", vec![("what-blocks", "dogs")]),
        #[cfg(feature = "hooks")]
        ("bison-rearguard", vec![]),
        #[cfg(feature = "hooks")]
        ("bison-stampede", vec![]),
    ] {
        let mut traced = Played::of(id, &Library, &settings);
        let mut plain = Play::new(&traced.opened.game);
        let mut dice = Dice::new(11);
        for _ in 0..50 {
            let moves = plain.moves().expect("no script fails");
            assert_eq!(traced.play.moves().expect("no script fails"), moves, "{id}");
            let Some(mv) = pick(&mut dice, &moves) else { break };
            plain.play(&mv).expect("it is legal");
            traced.play.play(&mv).expect("it is legal");
            assert_eq!(traced.play.position(), plain.position(), "{id}");
        }
        assert!(!traced.trace.seen().is_empty());
        assert!(traced.play.game().interpreted_because().is_some());
    }
}

#[cfg(feature = "hooks")]
#[test]
fn a_script_that_is_asked_is_noted() {
    let mut played = Played::of("bison-rearguard", &Library, &[]);
    played.play.moves().expect("no script fails");
    let hooks: Vec<_> = played.trace.seen().into_iter().filter(|(p, _)| p.part == Part::Hook).collect();
    assert_eq!(hooks.len(), 1, "{hooks:?}");
    let first = played.play.moves().expect("no script fails").swap_remove(0);
    let before = played.trace.seen();
    played.play.play(&first).expect("it is legal");
    assert_ne!(played.trace.seen(), before);
}

/// A page's worth of examples: two moves, the moves of the hare, and what keeps it from the far rank.
fn some() -> Coverage {
    let mut played = Played::of("trial", &One(HUNT), &[]);
    played.play(&["a1-a2"]);
    played.play.moves().expect("no script");
    played.play(&["b2-b1"]);
    let line = "`no hound in rank 1` in `end hares win ...` holds: one of the hounds stays in rank 1 <for ever>";
    let declared: Vec<Declared> = read_declared(line, 0).ok().flatten().into_iter().collect();
    assert_eq!(declared.len(), 1);
    let mut coverage = of(&played.opened.ruleset, &played.hits());
    assert_eq!(unreachable::declare(&mut coverage.clauses, &declared), []);
    coverage
}

#[test]
fn the_margin() {
    let coverage = some();
    insta::assert_snapshot!(format!("{}\n{}", summary(&coverage), margin(&coverage, &|_, text| text.to_owned())));
}

#[test]
fn the_page() {
    insta::assert_snapshot!(html(&some(), 0));
    let page = page(&[some(), some()]);
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("&lt;for ever&gt;") && page.contains("#file-1"));
}

#[test]
fn as_data() {
    let found = json(&some());
    assert_eq!((found["covered"].as_u64(), found["of"].as_u64()), (Some(13), Some(30)));
    assert_eq!(found["groups"]["options"], serde_json::json!({ "covered": 1, "of": 2 }));
}

fn declared(lines: &[&str], hits: &Hits) -> Vec<(String, String)> {
    let list: Vec<Declared> = lines.iter().filter_map(|l| read_declared(l, 0).expect("it reads")).collect();
    let mut coverage = of(&ruleset(HUNT), hits);
    let found = unreachable::declare(&mut coverage.clauses, &list);
    found.into_iter().map(|m| (m.message, m.help.unwrap_or_default())).collect()
}

#[test]
fn what_is_declared_out_of_reach_must_be() {
    let mut played = Played::of("trial", &One(HUNT), &[]);
    let none = Hits::new();
    assert_eq!(declared(&["// why not", "", "`never enters rank 3` in the way: it is far away"], &none), []);
    played.play.moves().expect("no script");
    played.play(&["a1-a2"]);
    played.play.moves().expect("no script");
    let found = declared(&["`never enters rank 3` in the way: it is far away"], &played.hits());
    assert!(found[0].0.ends_with("declared out of reach, and an example has it (line 13)"), "{found:?}");
    let found = declared(&["`never enters rank 33` kept: x", "`no hare left` hold: x", "`to empty` lands: x"], &none);
    let said: Vec<String> = found.iter().map(|(m, h)| format!("{m}; {h}")).collect();
    assert_eq!(
        said,
        [
            "the rule file has no part `never enters rank 33` that is covered; did you mean `never enters rank 3`?",
            "`no hare left` has no way `hold`; it has `does not hold`, `holds`",
            "`to empty` `lands` could be any of those in lines 9, 10, 14; say its clause too: `PART` in `CLAUSE` WAY: REASON",
        ]
    );
    let wrong = |line: &str| read_declared(line, 10).expect_err("it does not read");
    let span = wrong("  to empty lands: x").labels[0].span;
    assert_eq!((span.start, span.end), (12, 29));
    assert_eq!(wrong("`to empty` lands").message, "there is no `:` before the reason");
    assert_eq!(wrong("`to empty` lands: ").message, "there is no reason");
}

/// Examples of a variant exercise the lines that it takes over; its own file has only its own.
#[test]
fn a_variant_exercises_the_lines_of_its_base() {
    let variant = Played::of("zombies", &Library, &[]);
    variant.play.moves().expect("no script");
    let bison = load("bison", &Library).expect("it is there").ruleset;
    let mut hits = Hits::new();
    hits.merge(&variant.hits());
    let coverage = of(&bison, &hits);
    assert!(coverage.branches().any(|b| b.text == "step forward to empty" && b.hits > 0));
    assert_eq!(of(&variant.opened.ruleset, &hits).share(), Share { covered: 0, of: 0 });
}

/// In the second example only the hare's way to b3 is asked about. In the third the hound on a1 has the hare beside it,
/// so that it captures it, can go no further, and finds no empty site there.
const PAGE: &str = "# Hounds

## A hound steps

```example
play a1-a2
moves: b2-a1, b2-b1, b2-c2
```

## The far rank

```example
position 3/1H1/D1D hares
why not b2-b3: ...
moves of b2: b2-a2, b2-b1, b2-c2
```

## Sideways

```example
position 3/3/DH1 hounds
moves: a1-a2, a1-b1
```

```unreachable
// One that stands, and one that does not.
`no hound in rank 1` in `end hares win ...` holds: it is not asked before the third time
`never enters rank 3` in the way: one can look at it
to empty
```
";

#[test]
fn a_companion_tells_what_it_exercises() {
    let companion = Companion::read("trial.md", PAGE, "trial").expect("it is short");
    let options = RunOptions { coverage: true, ..RunOptions::default() };
    let report = run_companion(&companion, &One(HUNT), &options);
    let findings: Vec<_> = report.examples.iter().flat_map(|e| &e.findings).collect();
    assert!(findings.is_empty(), "{findings:#?}");
    let found = of_companions(&[companion], &[report], &One(HUNT));
    let [coverage] = found.as_slice() else { panic!("one file: {found:?}") };
    let covered: Vec<String> =
        coverage.branches().filter(|b| b.hits > 0).map(|b| format!("{} `{}` {}", b.line, b.text, b.name)).collect();
    let found: Vec<&str> = covered.iter().map(String::as_str).filter(|b| !b.starts_with('2')).collect();
    assert_eq!(
        found,
        [
            "9 `step forward to empty` moves",
            "9 `to empty` lands",
            "10 `slide sideways to empty or capturing hare` moves",
            "10 `slide sideways to empty or capturing hare` held up",
            "10 `to empty` cannot land",
            "10 `capturing hare` captures",
            "13 `never enters rank 3` kept",
            "13 `never enters rank 3` in the way",
            "14 `step any direction to empty` moves",
            "14 `to empty` lands",
            "14 `to empty` cannot land",
            "31 `no` chosen",
        ]
    );
    // The ending asks for the rank only when the position has come three times, so nothing contradicts that.
    assert_eq!(coverage.unreachable().map(|b| b.text.as_str()).collect::<Vec<_>>(), ["no hound in rank 1"]);
    let mistakes: Vec<String> =
        coverage.mistakes.iter().map(|m| format!("{}: {}", m.place, m.problem.message)).collect();
    assert_eq!(
        mistakes,
        [
            "trial.md:29: this does not begin with a part of the rule file in backticks",
            "trial.md:28: `never enters rank 3` `in the way` is declared out of reach, and an example has it (line 13)",
        ]
    );
}
