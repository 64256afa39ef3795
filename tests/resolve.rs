//! Rule files settled and resolved.

use houserules::language::{Files, Found, load, report};
use houserules::ruleset::item::Verb;
use houserules::ruleset::{CondKind, Diagnostic, Hook, Rules, Ruleset, Sel, Settings, Settled, Turns, resolve, settle};

/// Rule files: the sketches, and those that a test writes.
#[derive(Default)]
struct Shelf(Vec<(String, String)>);

impl Files for Shelf {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        let written = self.0.iter().find(|(n, _)| n == id).map(|(_, t)| t.clone());
        let text = written.or_else(|| std::fs::read_to_string(format!("tests/sketches/{id}.rules")).ok());
        Ok(text.map(|text| Found { name: format!("{id}.rules"), place: id.to_owned(), text }))
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let text = std::fs::read_to_string(format!("rulesets/{file}"));
        Ok(text.ok().map(|text| Found { name: file.to_owned(), place: file.to_owned(), text }))
    }
}

fn ruleset(id: &str, shelf: &Shelf) -> Ruleset {
    let loaded = load(id, shelf).unwrap();
    assert!(loaded.is_sound(), "{id}: {:#?}", loaded.diagnostics);
    loaded.ruleset
}

fn sketch(id: &str) -> Ruleset {
    ruleset(id, &Shelf::default())
}

/// A game whose text a test writes.
fn written(text: &str) -> Ruleset {
    ruleset("game", &Shelf(vec![("game".to_owned(), text.to_owned())]))
}

/// A variant of a sketch.
fn variant(base: &str, items: &str) -> Ruleset {
    written(&format!("game \"Variant\" extends {base} {{ version 1.0 }}\n{items}"))
}

fn set(list: &[(&str, &str)]) -> Settings {
    list.iter().copied().collect()
}

fn rules(ruleset: &Ruleset, settings: &Settings) -> Result<Rules, Vec<Diagnostic>> {
    resolve(&settle(ruleset, settings)?)
}

#[track_caller]
fn sound(ruleset: &Ruleset, settings: &Settings) -> Rules {
    rules(ruleset, settings).unwrap_or_else(|errors| panic!("{}", said(&errors, ruleset)))
}

fn said(errors: &[Diagnostic], ruleset: &Ruleset) -> String {
    errors.iter().map(|d| report::text(d, &ruleset.sources, false)).collect::<Vec<_>>().join("\n\n")
}

/// The codes of what is wrong.
#[track_caller]
fn codes(ruleset: &Ruleset, settings: &Settings) -> Vec<String> {
    match rules(ruleset, settings) {
        Ok(_) => Vec::new(),
        Err(errors) => {
            assert!(!errors.is_empty());
            errors.iter().map(|e| e.code.to_string()).collect()
        }
    }
}

fn settled(ruleset: &Ruleset, settings: &Settings) -> Settled {
    settle(ruleset, settings).unwrap_or_else(|errors| panic!("{}", said(&errors, ruleset)))
}

fn all_sketches() -> Vec<String> {
    let mut ids: Vec<String> = std::fs::read_dir("tests/sketches")
        .unwrap()
        .filter_map(|e| e.unwrap().file_name().to_str()?.strip_suffix(".rules").map(str::to_owned))
        .collect();
    ids.sort();
    assert!(ids.len() >= 30);
    ids
}

/// The start as a picture without labels.
fn picture(rules: &Rules) -> Vec<String> {
    let (columns, rows) = rules.board.size();
    let letter = |x: u16, y: u16| {
        let site = rules.board.site_at(i32::from(x), i32::from(y));
        let placed = rules.start.iter().find(|p| Some(p.site) == site);
        placed.map_or(".", |p| rules.kinds[p.kind as usize].letter(p.owner)).to_owned()
    };
    (0..rows).rev().map(|y| (0..columns).map(|x| letter(x, y)).collect()).collect()
}

#[test]
fn every_sketch_resolves_under_its_defaults() {
    for id in all_sketches() {
        let ruleset = sketch(&id);
        let rules = sound(&ruleset, &Settings::defaults());
        let json = serde_json::to_string(&rules).unwrap();
        let back: Rules = serde_json::from_str(&json).unwrap();
        assert_eq!(back, rules, "{id}");
        assert_eq!(serde_json::to_string(&back).unwrap(), json, "{id}");
        assert_ne!(rules.hash, 0, "{id}");
    }
}

/// Every pair of values of every pair of options: rules, or findings about them.
#[test]
fn every_pair_of_values_is_answered() {
    for id in ["bison", "tiger-and-buffaloes"] {
        let ruleset = sketch(id);
        let options = settled(&ruleset, &Settings::defaults()).options;
        let values: Vec<Vec<(String, String)>> = options
            .iter()
            .map(|o| {
                let numbers = o.range.into_iter().flat_map(|(a, b)| [a, b]).map(|n| n.to_string());
                let values = o.values.iter().map(|(v, _)| v.clone()).chain(numbers);
                values.map(|v| (o.name.clone(), v)).collect()
            })
            .collect();
        for (n, first) in values.iter().enumerate() {
            for second in values.iter().skip(n + 1).chain([&Vec::new()]) {
                for a in first {
                    for b in second.iter().map(Some).chain(second.is_empty().then_some(None)) {
                        let settings: Settings = std::iter::once(a.clone()).chain(b.cloned()).collect();
                        // Four dogs and a chief do not stand in a row of three.
                        let narrow = settings.get("columns") == Some("3") && settings.get("dog-count") != Some("0");
                        let expected: &[&str] = if narrow { &["HR0312"] } else { &[] };
                        assert_eq!(codes(&ruleset, &settings), expected, "{id} {settings:?}");
                    }
                }
            }
        }
    }
}

// ---- the printed game

#[test]
fn the_start_of_bison_is_that_of_its_picture() {
    let rules = sound(&sketch("bison"), &Settings::defaults());
    let empty = "...........";
    assert_eq!(picture(&rules), [empty, "...DDCDD...", empty, empty, empty, empty, "BBBBBBBBBBB"]);
    // The same from the rule files that come with the program.
    let text = std::fs::read_to_string("rulesets/bison.rules").unwrap();
    assert_eq!(picture(&sound(&written(&text), &Settings::defaults())), picture(&rules));
}

#[test]
fn other_sizes_and_numbers_of_dogs() {
    let bison = sketch("bison");
    let rules = sound(&bison, &set(&[("columns", "5"), ("dog-count", "2"), ("rows", "4")]));
    assert_eq!(picture(&rules), [".....", ".DCD.", ".....", "BBBBB"]);
    assert_eq!(rules.changed_settings.len(), 3);
    // Three dogs: two to the west, one to the east.
    let rules = sound(&bison, &set(&[("dog-count", "3")]));
    assert_eq!(picture(&rules)[1], "...DDCD....");
    let errors = rules_err(&bison, &set(&[("columns", "10")]));
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].code.to_string(), "HR0304");
    assert_eq!(errors[0].message, "10 columns have no centre");
}

#[track_caller]
fn rules_err(ruleset: &Ruleset, settings: &Settings) -> Vec<Diagnostic> {
    rules(ruleset, settings).expect_err("findings")
}

#[test]
fn values_act_on_the_file() {
    let bison = sketch("bison");
    let reasons = |settings: &[(&str, &str)]| -> Vec<String> {
        sound(&bison, &set(settings)).ends.iter().map(|e| e.reason.clone()).collect()
    };
    assert_eq!(
        reasons(&[]),
        [
            "a buffalo reached the village",
            "every buffalo was captured",
            "the herd is blocked",
            "the defenders are stuck",
            "the same position came three times",
        ]
    );
    assert_eq!(
        reasons(&[("what-blocks", "nothing"), ("stuck-defenders", "pass"), ("repeating", "nothing")]),
        ["a buffalo reached the village", "every buffalo was captured"]
    );
    let rules = sound(&bison, &set(&[("may-pass", "both"), ("what-blocks", "dogs")]));
    let passing: Vec<_> = rules.passing.iter().map(|p| (p.when_stuck, p.side)).collect();
    assert_eq!(passing, [(true, Some(0)), (false, Some(0)), (false, Some(1))]);
    let rules = sound(&bison, &set(&[("first-turn", "defenders")]));
    assert_eq!(rules.phases[0].turns, Turns::Alternating(Some(1)));
}

#[test]
fn hooks_in_force_have_their_scripts() {
    let bison = sketch("bison");
    let functions = |option: &str, value: &str| -> Vec<String> {
        let rules = sound(&bison, &set(&[(option, value)]));
        let file = |h: &Hook| h.source.map(|s| bison.sources[usize::from(s)].name.as_str()) == Some("bison.rhai");
        assert!(rules.hooks.iter().all(file));
        rules.hooks.into_iter().map(|h| h.function).collect()
    };
    assert_eq!(functions("first-turn", "by-player"), ["beginner_first"]);
    assert_eq!(functions("stuck-defenders", "ruling"), ["defenders_stuck"]);
    assert_eq!(functions("tie", "play-out"), ["fewest_moves"]);
    assert_eq!(functions("first-turn", "herd"), [""; 0]);
}

/// A script is part of what a hook in force means, and of nothing else.
#[test]
fn the_hash_depends_on_the_scripts_of_hooks_in_force() {
    let bison = sketch("bison");
    let mut other = bison.clone();
    other.scripts.iter_mut().for_each(|s| s.digest += 1);
    let same = |settings: &[(&str, &str)]| sound(&bison, &set(settings)).hash == sound(&other, &set(settings)).hash;
    assert!(same(&[]));
    assert!(same(&[("what-blocks", "dogs")]));
    assert!(!same(&[("stuck-defenders", "ruling")]));
    assert!(!same(&[("tie", "margin")]));
}

#[test]
fn a_tiger_leaps_on_when_it_may() {
    let tiger = sketch("tiger-and-buffaloes");
    let repeat = |value: &str| {
        let rules = sound(&tiger, &set(&[("leaps", value)]));
        let leap = rules.kinds[1].motions.iter().find(|m| m.legs[0].verb == Verb::Jump).unwrap().repeat;
        leap.map(|r| (r.must, r.straight))
    };
    assert_eq!(repeat("one"), None);
    assert_eq!(repeat("several"), Some((false, false)));
    assert_eq!(repeat("full"), Some((true, false)));
    let rules = sound(&tiger, &set(&[("placements", "one")]));
    let Turns::List { entries, repeats } = &rules.phases[0].turns else { panic!("a list") };
    assert!(!repeats);
    let list: Vec<_> = entries.iter().map(|e| (e.side, e.moves, e.in_one_move)).collect();
    assert_eq!(list, [(0, 4, true), (1, 1, false), (0, 4, true), (1, 1, false), (0, 3, true), (1, 1, false)]);
}

// ---- variants

#[test]
fn a_rename_changes_names_sentences_and_letters() {
    let zombies = sketch("zombies");
    let settled = settled(&zombies, &Settings::defaults());
    let renamed: Vec<_> = settled.renamed.iter().map(|r| (r.before.as_str(), r.after.as_str())).collect();
    assert!(renamed.contains(&("a buffalo reached the village", "a zombie entered the city")), "{renamed:?}");
    assert!(renamed.contains(&("every buffalo was captured", "every zombie was captured")));
    assert!(
        renamed.contains(&(
            "the player who captured more buffaloes, or lost fewer",
            "the player who captured more zombies, or lost fewer"
        )),
        "{renamed:?}"
    );
    let rules = sound(&zombies, &Settings::defaults());
    assert_eq!(rules.kinds.iter().map(|k| k.name.as_str()).collect::<Vec<_>>(), ["zombie", "dog", "partisan"]);
    assert_eq!(picture(&rules)[1], "...DDPDD...");
    // Values that name a renamed side have the new name.
    let rules = sound(&zombies, &set(&[("first-turn", "horde")]));
    assert_eq!(rules.phases[0].turns, Turns::Alternating(Some(0)));
    assert_eq!(codes(&zombies, &set(&[("first-turn", "herd")])), ["HR0602"]);
}

#[test]
fn two_names_may_change_places() {
    let swapped = variant("bison", "rename dog to chief \"C\"\nrename chief to dog \"D\"");
    let rules = sound(&swapped, &Settings::defaults());
    assert_eq!(rules.kinds.iter().map(|k| k.name.as_str()).collect::<Vec<_>>(), ["buffalo", "chief", "dog"]);
    assert_eq!(picture(&rules)[1], "...CCDCC...");
}

#[test]
fn a_variant_sets_options_and_the_caller_has_the_last_word() {
    let beginners = sketch("bison-beginners");
    assert_eq!(sound(&beginners, &Settings::defaults()).phases[0].turns, Turns::Alternating(Some(1)));
    let rules = sound(&beginners, &set(&[("first-turn", "herd")]));
    assert_eq!(rules.phases[0].turns, Turns::Alternating(Some(0)));
}

#[test]
fn the_start_is_changed_piece_by_piece() {
    let moved = variant("bison", "change start { remove dog at d6  add place dog at d5 }");
    assert_eq!(picture(&sound(&moved, &Settings::defaults()))[1..3], ["....DCDD...", "...D......."]);
    assert_eq!(codes(&variant("bison", "change start { remove dog at a2 }"), &Settings::defaults()), ["HR0318"]);
}

#[test]
fn questions_are_changed_before_they_are_asked() {
    let items = "change unclear duty { replace free with free \"no\"  replace must with must \"yes\" default { must capture } }";
    assert_eq!(sound(&variant("bison", items), &Settings::defaults()).filters.len(), 1);
    let gone = variant("bison", "remove unclear may-pass");
    assert_eq!(codes(&gone, &set(&[("may-pass", "both")])), ["HR0601"]);
    let unknown = variant("bison", "change unclear duty { remove fre }");
    assert_eq!(codes(&unknown, &Settings::defaults()), ["HR0602"]);
}

#[test]
fn an_ending_is_put_before_another() {
    let reasons: Vec<String> =
        sound(&sketch("king-of-the-hill"), &Settings::defaults()).ends.iter().map(|e| e.reason.clone()).collect();
    assert_eq!(reasons[..2], ["the king stands on the hill", "checkmate"]);
}

#[test]
fn differences_need_their_targets() {
    for (items, code) in [
        ("remove piece dgo", "HR0604"),
        ("replace end \"the herd is blockd\" with end draw when no buffalo left \"none\"", "HR0604"),
        ("rename bufalo to zombie", "HR0604"),
        ("rename \"no such sentence\" to \"another\"", "HR0604"),
        ("set columns to 26", "HR0603"),
        ("set colums to 11", "HR0601"),
        ("set duty to mst", "HR0602"),
        ("zone village = rank 3", "HR0202"),
        ("end draw when no dog left \"every buffalo was captured\"", "HR0210"),
        ("board squares 3 x 3", "HR0607"),
        ("match { rounds 4 }", "HR0606"),
        ("change piece dog { replace step with slide orthogonal to empty }", "HR0604"),
        ("end draw when no dog left \"no dogs\" before \"no such ending\"", "HR0604"),
        ("set duty to must if duty is free", "HR0608"),
        ("if duty is fre { must capture }", "HR0602"),
        ("if dutty is free { must capture }", "HR0601"),
        ("if columns is eleven { must capture }", "HR0609"),
        ("zone middle = rank duty", "HR0609"),
        ("option speed \"How fast?\" { slow \"slowly\"  fast \"fast\" }", "HR0605"),
        ("if duty is free { change unclear tie { remove margin } }", "HR0612"),
    ] {
        let found = codes(&variant("bison", items), &Settings::defaults());
        assert_eq!(found, [code], "{items}");
    }
}

// ---- findings of resolving

const SMALL: &str = r#"
game "Small" { version 1.0 }
board squares 5 x 5
side white faces north
side black faces south
piece man (men) "M" "m" of white, black {
    step forward to empty
}
piece lord "L" of white {
    step any direction to empty
}
start { place man of white at rank 1  place man of black at rank 5  place lord at c3 }
turns from white, alternating
end mover wins when no man of enemy "no man is left"
"#;

/// The small game with some of its words changed, and lines added.
fn small(changes: &[(&str, &str)], more: &str) -> Ruleset {
    let mut text = SMALL.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    written(&format!("{text}\n{more}"))
}

#[test]
fn names_are_looked_up() {
    for (line, code) in [
        ("zone middle = rank 3 or villag", "HR0201"),
        ("zone middle = z9", "HR0301"),
        ("zone middle = rank 6", "HR0301"),
        ("zone middle = file h", "HR0301"),
        ("zone middle = rank 1 except rank 1", "HR0303"),
        ("zone men = rank 1", "HR0203"),
        ("zone a1 = rank 1", "HR0203"),
        ("zone up = down\nzone down = up", "HR0209"),
        ("call player lucky when player is lucky", "HR0209"),
        ("call piece loose when it is loose", "HR0209"),
        ("end grey wins when no man left \"gone\"", "HR0206"),
        ("end mover wins when no mann left \"gone\"", "HR0201"),
        ("piece boy \"M\" of white { step forward to empty }", "HR0204"),
        ("piece boy \"O\" of white, black { step forward to empty }", "HR0205"),
        ("piece boy \"O\" of white { step forward to empty  becomes lady on reaching last rank }", "HR0207"),
        (
            "piece boy \"O\" \"o\" of white, black { step forward to empty  becomes lord on reaching last rank }",
            "HR0405",
        ),
        ("illegal when it is man \"it\"", "HR0208"),
        ("illegal when no man of player \"player\"", "HR0208"),
        ("zone here = that file", "HR0208"),
        ("illegal when phase is early \"early\"", "HR0211"),
        ("end draw when white cannot move \"stuck\"", "HR0502"),
        ("end draw when no man in rank 3 left \"none\"", "HR0503"),
        ("end by hook judge when no man left \"judged\"", "HR0504"),
        ("end highest score wins when no man left \"counted\"", "HR0505"),
        ("end draw \"never\"", "HR0510"),
        ("call white ready when no man in hand\nillegal when any ready \"ready\"", "HR0509"),
    ] {
        assert_eq!(codes(&small(&[], line), &Settings::defaults()), [code], "{line}");
    }
}

#[test]
fn motions_are_checked() {
    let step = "step any direction to empty";
    for (line, code) in [
        ("step any direction", "HR0401"),
        ("step any direction to empty, may repeat", "HR0402"),
        ("step any direction to empty or capturing enemy, may repeat", "HR0402"),
        ("step any direction exactly 2 to empty", "HR0403"),
        ("step any direction to empty to empty", "HR0403"),
        ("step any direction capturing it", "HR0404"),
        ("jump any direction to empty", "HR0404"),
        ("leap 0 by 0 to empty", "HR0407"),
        ("step onward to empty", "HR0306"),
        ("step forward backward to empty", "HR0317"),
        ("step any direction capturing attacked enemy", "HR0406"),
        ("step any direction to empty leaving trail", "HR0212"),
        ("step any direction to empty from rank 9", "HR0301"),
    ] {
        assert_eq!(codes(&small(&[(step, line)], ""), &Settings::defaults()), [code], "{line}");
    }
    let blind = [("side white faces north", "side white")];
    assert!(codes(&small(&blind, ""), &Settings::defaults()).contains(&"HR0307".to_owned()));
    let aside = [("side white faces north", "side white faces east")];
    let own = "piece boy \"O\" of white { step north to own rank 3 }";
    assert_eq!(codes(&small(&aside, own), &Settings::defaults()), ["HR0308"]);
    for word in ["orthogonal", "diagonal", "north", "left"] {
        let hexes = [("squares 5 x 5", "hexes 5 x 5"), (step, &format!("step {word} to empty")[..])];
        let hexes = [
            hexes[0],
            hexes[1],
            ("white faces north", "white faces northeast"),
            ("black faces south", "black faces southwest"),
        ];
        assert_eq!(codes(&small(&hexes, ""), &Settings::defaults()), ["HR0306"], "{word}");
    }
}

#[test]
fn starts_are_checked() {
    let lord = "place lord at c3";
    for (line, code) in [
        ("place lord at a1", "HR0311"),
        ("place man at c3", "HR0314"),
        ("place lord of black at c3", "HR0314"),
        ("place lord at empty", "HR0305"),
        ("place lord at centre of rank 2..3", ""),
        ("place lord at c3  place 5 lords beside lord", "HR0312"),
        ("place lord at centre of (b3 or c3)", "HR0304"),
        ("place 2 lords at c3", "HR0312"),
    ] {
        if !code.is_empty() {
            assert_eq!(codes(&small(&[(lord, line)], ""), &Settings::defaults()), [code], "{line}");
        }
    }
    let place = "place man of white at rank 1  place man of black at rank 5  place lord at c3";
    let rows = |rows: &str| codes(&small(&[(place, rows)], ""), &Settings::defaults());
    assert_eq!(
        rows("5 | m m m m m\n4 | . . . . .\n3 | . . L . .\n2 | . . . . .\n1 | M M M M M\n a b c d e\n"),
        [""; 0]
    );
    assert_eq!(rows("5 | m m m m m\n4 | . . . . .\n3 | . . L . .\n2 | . . . . .\n1 | M M M M\n"), ["HR0309"]);
    assert_eq!(rows("4 | . . . . .\n3 | . . L . .\n2 | . . . . .\n1 | M M M M M\n"), ["HR0309"]);
    assert_eq!(rows("5 | m m m m m\n4 | . . . . .\n3 | . . X . .\n2 | . . . . .\n1 | M M M M M\n"), ["HR0310"]);
    assert_eq!(rows("5 | m m m m m\n4 | . . # . .\n3 | . . L . .\n2 | . . . . .\n1 | M M M M M\n"), ["HR0310"]);
    let shown =
        format!("{place}\npicture\n5 | m m m m m\n4 | . . L . .\n3 | . . . . .\n2 | . . . . .\n1 | M M M M M\n");
    assert_eq!(codes(&small(&[(place, &shown)], ""), &Settings::defaults()), ["HR0313"]);
}

#[test]
fn boards_and_turns_are_checked() {
    for (change, code) in [
        (("squares 5 x 5", "squares 50 x 50"), "HR0302"),
        (("board squares 5 x 5", ""), "HR0315"),
        (("turns from white, alternating", ""), "HR0501"),
        (("turns from white, alternating", "turns white 0, black 1"), "HR0506"),
        (("turns from white, alternating", "turns from wite, alternating"), "HR0206"),
    ] {
        assert_eq!(codes(&small(&[change], ""), &Settings::defaults()), [code], "{change:?}");
    }
    let sides = (0..15).map(|n| format!("side s{n}x")).collect::<Vec<_>>().join("\n");
    assert_eq!(codes(&small(&[], &sides), &Settings::defaults()), ["HR0921"]);
}

#[test]
fn all_errors_come_in_one_run() {
    let changes =
        [("step forward to empty", "step forward"), ("step any direction to empty", "jump any direction to empty")];
    let found = codes(&small(&changes, "zone middle = z9"), &Settings::defaults());
    assert_eq!(found, ["HR0301", "HR0401", "HR0404"]);
}

#[test]
fn helps_offer_the_nearest_name() {
    let help = |line: &str| rules_err(&small(&[], line), &Settings::defaults())[0].help.clone().unwrap();
    assert_eq!(help("end draw when no lrod left \"gone\""), "did you mean `lord`?");
    assert_eq!(help("end whit wins when no man left \"gone\""), "did you mean `white`?");
}

// ---- relative words

#[test]
fn relative_places_are_those_of_the_owner_of_the_piece_named() {
    // A man of white in its own last rank, whoever has moved: e5's rank for white, rank 1 for black.
    let rules = sound(&small(&[], "end draw when any man of white in last rank \"through\""), &Settings::defaults());
    let CondKind::Sites(_, Sel::Intersection(parts)) = &rules.ends[1].cond.kind else { panic!("{:?}", rules.ends[1]) };
    let Some(Sel::Fixed(sets)) = parts.last() else { panic!("{parts:?}") };
    let names = |n: u8| sets.of(n).iter().map(|s| rules.board.name(s)).collect::<String>();
    assert_eq!((names(0), names(1)), ("a5b5c5d5e5".to_owned(), "a5b5c5d5e5".to_owned()));
    // Any man: each in the last rank of its owner.
    let rules = sound(&small(&[], "end draw when any man in last rank \"through\""), &Settings::defaults());
    let CondKind::Sites(_, Sel::Union(each)) = &rules.ends[1].cond.kind else { panic!("{:?}", rules.ends[1]) };
    assert_eq!(each.len(), 2);
    // The mover's: one set for each mover.
    let rules = sound(&small(&[], "end draw when any man of mover in last rank \"through\""), &Settings::defaults());
    let CondKind::Sites(_, Sel::Intersection(parts)) = &rules.ends[1].cond.kind else { panic!("{:?}", rules.ends[1]) };
    let Some(Sel::Fixed(sets)) = parts.last() else { panic!("{parts:?}") };
    assert_ne!(sets.of(0), sets.of(1));
}

#[test]
fn clauses_that_ask_cannot_move_come_second() {
    let levels: Vec<u8> = sound(&sketch("minishogi"), &Settings::defaults()).illegal.iter().map(|i| i.level).collect();
    assert_eq!(levels, [0, 1]);
}

// ---- the hash

#[test]
fn the_hash_is_that_of_the_meaning() {
    let hash = |changes: &[(&str, &str)], more: &str| sound(&small(changes, more), &Settings::defaults()).hash;
    let plain = hash(&[], "");
    assert_eq!(hash(&[], "// a comment\n\n"), plain);
    assert_eq!(hash(&[("step forward to empty", "step   forward\n  to empty // on")], ""), plain);
    assert_eq!(hash(&[("\"no man is left\"", "\"they are all gone\"")], ""), plain);
    assert_eq!(hash(&[("version 1.0", "version 1.1")], ""), plain);
    assert_ne!(hash(&[("step forward to empty", "step forward or backward to empty")], ""), plain);
    assert_ne!(hash(&[("place lord at c3", "place lord at c2")], ""), plain);
    assert_ne!(hash(&[], "must capture"), plain);
    let bison = sketch("bison");
    let hashes: Vec<u64> = ["anything", "defenders", "dogs", "nothing"]
        .iter()
        .map(|v| sound(&bison, &set(&[("what-blocks", v)])).hash)
        .collect();
    assert!((1..4).all(|n| !hashes[..n].contains(&hashes[n])));
    assert_eq!(hashes[0], sound(&bison, &Settings::defaults()).hash);
}

// ---- no input stops the program

/// Every sketch with some word left out or doubled: rules or findings.
#[test]
fn any_word_may_be_missing_or_doubled() {
    for id in all_sketches() {
        let text = std::fs::read_to_string(format!("tests/sketches/{id}.rules")).unwrap();
        let words: Vec<&str> = text.split_inclusive([' ', '\n']).filter(|w| !w.trim().is_empty()).collect();
        // A sample is enough; the files with most kinds of statements are tried more closely.
        let every = if ["bison", "chess", "tiger-and-buffaloes"].contains(&id.as_str()) { 5 } else { 17 };
        for n in (0..words.len()).step_by(every) {
            for times in [0, 2] {
                let part = words[n].repeat(times);
                let text = [words[..n].concat(), part, words[n + 1..].concat()].concat();
                let Ok(loaded) = load("game", &Shelf(vec![("game".to_owned(), text)])) else { continue };
                // What could be read of it is settled and resolved, whatever was wrong with the rest.
                if let Err(errors) = rules(&loaded.ruleset, &Settings::defaults()) {
                    assert!(!errors.is_empty());
                }
            }
        }
    }
}

#[test]
fn great_numbers_are_refused() {
    for line in [
        "board hexes side 99999",
        "board hexes side 4294967295",
        "board squares 99999 x 99999",
        "board points 26 x 99999, all lines",
    ] {
        assert_eq!(codes(&small(&[("board squares 5 x 5", line)], ""), &Settings::defaults()), ["HR0302"], "{line}");
    }
    let rank = small(&[], "zone far = rank 99999");
    assert_eq!(codes(&rank, &Settings::defaults()), ["HR0301"]);
}

#[test]
fn zones_made_of_zones_have_a_limit() {
    let zones: Vec<String> =
        (1..120).map(|n| format!("zone z{n}z = empty next to z{}z or man next to z{}z", n - 1, n - 1)).collect();
    let found = codes(&small(&[], &format!("zone z0z = empty\n{}", zones.join("\n"))), &Settings::defaults());
    assert!(found.contains(&"HR0925".to_owned()), "{found:?}");
}
