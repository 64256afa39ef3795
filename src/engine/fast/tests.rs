//! One meaning, two executions: what is compiled agrees with the interpreter.

use crate::engine::playout::Dice;
use crate::engine::{Count, Game, Play, executions_agree, perft, perft_slow};
use crate::language::{Files, Found, load};
use crate::ruleset::{Settings, resolve, settle};
use std::path::Path;

struct Folders;

impl Files for Folders {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        for folder in ["rulesets", "tests/sketches"] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("{id}.rules"));
            if let Ok(text) = std::fs::read_to_string(&path) {
                return Ok(Some(Found { name: format!("{id}.rules"), place: id.into(), text }));
            }
        }
        Ok(None)
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets").join(file));
        Ok(text.ok().map(|text| Found { name: file.to_owned(), place: file.to_owned(), text }))
    }
}

fn game(id: &str, settings: &[(&str, &str)]) -> Game {
    let loaded = load(id, &Folders).expect("the file is there");
    let settings: Settings = settings.iter().copied().collect();
    let settled = settle(&loaded.ruleset, &settings).unwrap_or_else(|d| panic!("{id} {settings:?}: {d:?}"));
    Game::new(resolve(&settled).unwrap_or_else(|d| panic!("{id} {settings:?}: {d:?}")))
}

/// Two sides with a piece called scout on a board, and whatever else is said.
fn small(board: &str, rest: &str) -> Game {
    let text = format!(
        "game \"Small\" {{ version 1.0 }}\nboard squares {board}\nside white faces north\nside black faces south\n\
         {rest}\nturns from white, alternating\n"
    );
    crate::open_text("small", &text, &[]).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Rules that no shipped game has, each of which the two executions once read differently or could.
#[test]
fn rules_that_are_easy_to_read_differently() {
    const STARTS: &str = "start { place scout of white at a1, c1  place scout of black at a3 }";
    let lines = [
        // An ending that speaks of the mover was not asked in these words after the move before.
        (
            "3 x 3",
            "piece scout \"S\" \"s\" of white, black { step any direction to empty or capturing enemy }\n\
          end mover wins when fewer than 2 friendly scouts left \"few\"",
            STARTS,
        ),
        (
            "3 x 3",
            "piece scout \"S\" \"s\" of white, black { step any direction to empty or capturing enemy }\n\
          end mover wins when any enemy in b2 \"an enemy in the middle\"",
            STARTS,
        ),
        // Captured pieces that come back make positions come back.
        (
            "4 x 1",
            "piece scout \"S\" \"s\" of white, black { leap anywhere capturing enemy  drop to empty }\n\
          captured pieces go to hand of mover\nend draw when position occurs 2 times \"again\"",
            "start { place scout of white at a1, d1  place scout of black at b1, c1 }",
        ),
        // A hand that never runs out brings captured pieces back.
        (
            "3 x 1",
            "piece scout \"S\" of white { leap anywhere capturing enemy }\n\
          piece stone \"o\" of black, any number in hand { drop to empty }\npassing when stuck\n\
          end draw when position occurs 2 times \"again\"",
            "start { place scout at b1 }",
        ),
        // Jumps that capture where nothing need stand, and rings that come back to a site they may not end on.
        (
            "5 x 5",
            "zone mid = b2 or b3 or b4\npiece scout \"S\" \"s\" of white, black {\n\
          jump any direction over mid to empty capturing it\nstep any direction to empty }",
            "start { place scout of white at a1  place scout of black at b3, e5 }",
        ),
        (
            "3 x 3",
            "zone mid = c1 or c3 or a3\npiece scout \"S\" \"s\" of white, black {\n\
          jump orthogonal over enemy to empty mid capturing it, may repeat\nstep any direction to empty }",
            "start { place scout of white at a1  place scout of black at b1, c2, b3, a2 }",
        ),
        (
            "3 x 3",
            "piece scout \"S\" \"s\" of white, black {\nleap anywhere to empty\n\
          leap anywhere capturing enemy from edge south }",
            STARTS,
        ),
        // A dropped piece that becomes another counts as what it is.
        (
            "3 x 3",
            "piece pawn \"P\" \"p\" of white, black, 3 in hand { drop to empty  becomes scout on reaching a1 }\n\
          piece scout \"S\" \"s\" of white, black { step any direction to empty }\n\
          end draw when 3 moves without move of pawn \"slow\"",
            "start empty",
        ),
        // What a side joins it joins by its own moves; what it joined may be broken by the other's.
        (
            "3 x 3",
            "piece scout \"S\" \"s\" of white, black { step any direction to empty or capturing enemy }\n\
          end white wins when white connects rank 1 and rank 3 \"joined\"\n\
          end black wins when black connects file a and file c \"joined across\"",
            "start { place scout of white at a1, b1, c1  place scout of black at a3, b3, c3 }",
        ),
        // An ending that waits for a player: it may have held before without being asked.
        (
            "3 x 3",
            "piece scout \"S\" \"s\" of white, black { step any direction to empty or capturing enemy }\n\
          end draw when next player is white and any scout of black in b2 \"in the middle\"\n\
          end white wins when no scout of black left \"none left\"",
            STARTS,
        ),
        // Slides in a strip of a wide board, and over all of one.
        (
            "16 x 9",
            "zone strip = rank 6 or rank 7\npiece scout \"S\" \"s\" of white, black, stays in strip {\n\
          slide any direction to empty or capturing enemy }\nend draw when black cannot move, whoever is to move \"stuck\"",
            "start { place scout of white at a6  place scout of black at h7 }",
        ),
        (
            "10 x 8",
            "piece scout \"S\" \"s\" of white, black { slide any direction to empty or capturing enemy }",
            "start { place scout of white at a1  place scout of black at h5 }",
        ),
        // Filters by several kinds, passing, and captures at the end of a move.
        (
            "5 x 5",
            "piece scout \"S\" \"s\" of white, black {\njump any direction over enemy to empty capturing it, must repeat\n\
          step any direction to empty }\npiece guard \"G\" \"g\" of white, black { step diagonal to empty or capturing enemy }\n\
          captured pieces leave at the end of the move\nmust capture by guard\nmust capture most\npassing allowed for black",
            "start { place scout of white at a1, c1, e1  place scout of black at b2, d2, c4  place guard of white at b4  \
          place guard of black at d4 }",
        ),
    ];
    for (board, rules, start) in lines {
        let game = small(board, &format!("{rules}\n{start}"));
        agrees_on(&game, rules, 20, 40);
        // Over several plies, for what the compiled form keeps from one to the next.
        for depth in 1..=5 {
            let (mut fast, mut slow) = (Play::new(&game), Play::new(&game));
            let counts =
                [perft(&mut fast, depth, Count::Moves).unwrap(), perft_slow(&mut slow, depth, Count::Moves).unwrap()];
            assert_eq!(counts[0], counts[1], "{rules} at depth {depth}");
            if counts[1] > 20_000 {
                break;
            }
        }
    }
}

/// On random play: the same moves, leading to the same positions with the same outcomes; play and undo
/// give back the same position.
fn agrees(id: &str, settings: &[(&str, &str)], games: u32, plies: usize) {
    let game = game(id, settings);
    assert_eq!(game.interpreted_because(), None, "{id} {settings:?}");
    agrees_on(&game, &format!("{id} {settings:?}"), games, plies);
}

/// The same of a game that may be left to the interpreter: then there is nothing to compare but play and undo.
fn agrees_on(game: &Game, what: &str, games: u32, plies: usize) {
    let mut dice = Dice::new(2026);
    for _ in 0..games {
        let mut play = Play::new(game);
        for _ in 0..plies {
            match executions_agree(&play) {
                Some(Ok(())) | None => {}
                other => panic!("{what} after {:?}: {other:?}", play.made()),
            }
            let before = play.position().clone();
            for made in play.choices(true).unwrap() {
                play.make(made).unwrap();
                play.undo();
                assert_eq!(*play.position(), before, "{what}: undo");
            }
            if play.outcome().is_some() {
                break;
            }
            let choices = play.choices(true).unwrap();
            let at = dice.below(choices.len() as u32) as usize;
            play.make(choices[at].clone()).unwrap();
        }
    }
}

#[test]
fn bison_under_every_reading() {
    let readings: &[&[(&str, &str)]] = &[
        &[],
        &[("what-blocks", "defenders")],
        &[("what-blocks", "dogs"), ("columns", "5"), ("dog-count", "2")],
        &[("what-blocks", "nothing"), ("columns", "3"), ("dog-count", "1")],
        &[("when-blocked", "on-turn"), ("columns", "5"), ("dog-count", "3")],
        &[("may-pass", "both"), ("columns", "3"), ("dog-count", "0")],
        &[("may-pass", "herd"), ("repeating", "nothing")],
        &[("duty", "must"), ("columns", "7")],
        &[("first-turn", "defenders"), ("columns", "13"), ("rows", "10")],
        &[("columns", "25"), ("rows", "15")],
        &[("stuck-defenders", "pass"), ("columns", "3"), ("rows", "4"), ("dog-count", "2")],
    ];
    for settings in readings {
        agrees("bison", settings, 2, 60);
    }
    agrees("bison-small", &[], 10, 60);
}

#[test]
fn tiger_and_buffaloes_under_every_reading() {
    let readings: &[&[(&str, &str)]] = &[
        &[],
        &[("leaps", "several")],
        &[("leaps", "full"), ("duty", "must")],
        &[("leaps", "full"), ("duty", "most"), ("taking", "at-end")],
        &[("leaps", "several"), ("duty", "most"), ("enough", "1")],
        &[("tigers-while-placing", "yes"), ("may-pass", "tigers")],
        &[("stuck-buffaloes", "pass"), ("when-hemmed", "at-once"), ("progress", "yes"), ("limit", "10")],
        &[("herd-size", "8"), ("first-move", "tigers"), ("may-pass", "both")],
    ];
    for settings in readings {
        agrees("tiger-and-buffaloes", settings, 6, 70);
    }
}

/// Every ruleset and every sketch under its defaults, and under each value of each question alone where the rules are
/// small enough to be asked so often.
#[test]
fn every_ruleset() {
    let only = std::env::var("HOUSERULES_ONLY").ok();
    let mut interpreted = Vec::new();
    for folder in ["rulesets", "tests/sketches"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        paths.sort();
        for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "rules")) {
            let id = path.file_stem().unwrap().to_str().unwrap();
            if only.as_deref().is_some_and(|only| only != id) {
                continue;
            }
            let loaded = load(id, &Folders).expect("the file is there");
            let Ok(settled) = settle(&loaded.ruleset, &Settings::default()) else { continue };
            let Ok(rules) = resolve(&settled) else { continue };
            let game = Game::new(rules);
            match game.interpreted_because() {
                Some(why) => interpreted.push((id.to_owned(), why)),
                None => {
                    let (games, plies) = if std::env::var_os("HOUSERULES_LONG").is_some() { (6, 120) } else { (1, 30) };
                    let begun = std::time::Instant::now();
                    let held =
                        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| agrees_on(&game, id, games, plies)));
                    eprintln!("{id}: {} {:?}", held.is_ok(), begun.elapsed());
                }
            }
        }
    }
    eprintln!("{interpreted:#?}");
}
