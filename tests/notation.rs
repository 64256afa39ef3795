//! Text and pictures of every rule file: what is written is read back to the same value.

use houserules::engine::{Dice, Game, Play};
use houserules::language::{Files, Found, load};
use houserules::notation::{
    move_texts, read_move, read_position, read_record, record, record_differences, replay, write_full_position,
    write_position, write_record,
};
use houserules::render::{Look, Marks, board_picture, board_svg};
use houserules::ruleset::{Settings, resolve, settle, unsupported};
use std::path::{Path, PathBuf};

/// The rule files of a directory.
struct Directory(PathBuf);

impl Files for Directory {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        let path = self.0.join(format!("{id}.rules"));
        let found = |text| Found { name: format!("{id}.rules"), place: path.display().to_string(), text };
        Ok(std::fs::read_to_string(&path).ok().map(found))
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let text = std::fs::read_to_string(Path::new("rulesets").join(file));
        Ok(text.ok().map(|text| Found { name: file.to_owned(), place: file.to_owned(), text }))
    }
}

fn game(directory: &str, id: &str) -> Option<Game> {
    let loaded = load(id, &Directory(directory.into())).unwrap();
    assert!(loaded.is_sound(), "{id}: {:#?}", loaded.diagnostics);
    let settled = settle(&loaded.ruleset, &Settings::defaults()).unwrap_or_else(|e| panic!("{id}: {e:#?}"));
    let rules = resolve(&settled).unwrap_or_else(|e| panic!("{id}: {e:#?}"));
    unsupported(&rules).is_empty().then(|| Game::new(rules))
}

/// Every rule file of the directories that this version can play, with its text.
fn games(directories: &[&str]) -> Vec<(String, String, Game)> {
    let mut all = Vec::new();
    for directory in directories {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(directory).unwrap().map(|e| e.unwrap().path()).collect();
        paths.sort();
        for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "rules")) {
            let id = Path::file_stem(path).unwrap().to_str().unwrap();
            let text = std::fs::read_to_string(path).unwrap();
            all.extend(game(directory, id).map(|g| (id.to_string(), text, g)));
        }
    }
    assert!(all.len() >= 4);
    all
}

fn check(id: &str, play: &Play) {
    let game = play.game();
    let legal = play.moves().unwrap();
    // Every so many: among two thousand moves each text is compared with all.
    let step = (legal.len() / 200).max(1);
    if legal.len() <= 400 {
        for (mv, text) in legal.iter().zip(move_texts(&legal, game)).step_by(step) {
            assert_eq!(read_move(&text, &legal, game).as_ref(), Ok(mv), "{id}: {text}");
        }
    }
    let mut judged_later = play.position().clone();
    judged_later.outcome = None;
    for text in [
        write_position(play.position(), play.history(), game),
        write_full_position(play.position(), play.history(), game),
    ] {
        let read = read_position(&text, game).unwrap_or_else(|e| panic!("{id}: {text}: {e}"));
        assert_eq!(read.position, judged_later, "{id}: {text}");
        assert_eq!(read.history, play.history(), "{id}: {text}");
        assert_eq!(read.differences, [], "{id}: {text}");
    }
}

/// Plays at random and asks of every third position, of the last one, and of the record.
fn wander(id: &str, game: &Game, seed: u64, plies: usize) {
    let mut dice = Dice::new(seed);
    let mut play = Play::new(game);
    for ply in 0..plies {
        if ply % 3 == 0 {
            check(id, &play);
        }
        let legal = play.moves().unwrap();
        if legal.is_empty() {
            break;
        }
        let mv = legal[dice.below(legal.len() as u32) as usize].clone();
        play.play(&mv).unwrap();
    }
    check(id, &play);
    let text = write_record(&record(&play, &[("Seed".into(), seed.to_string())]));
    let read = read_record(&text).unwrap();
    let again = replay(&read, game).unwrap_or_else(|e| panic!("{id}: {e}\n{text}"));
    assert_eq!((again.position(), again.history()), (play.position(), play.history()), "{id}");
    assert_eq!(record_differences(&read, &again), [], "{id}");
}

#[test]
fn rulesets_come_back_from_text() {
    for (id, _, game) in games(&["rulesets"]) {
        (0..3).for_each(|seed| wander(&id, &game, seed, 60));
    }
}

#[test]
fn sketches_come_back_from_text() {
    for (id, _, game) in games(&["tests/sketches"]) {
        // Whether a mark counts in a position's key is asked of the legal moves, and these ask for keys where
        // a rule reads repetition: such games are played where the engine is tested, not here.
        if game.rules().marks.is_empty() || !game.reads_history() {
            wander(&id, &game, 1, 7);
        }
    }
}

/// The rows of the diagram in the file are those of the picture of the start, blanks aside.
#[test]
fn pictures_are_diagrams() {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let rows = |text: &str| {
        let row = |line: &&str| line.trim_start().split_once('|').is_some_and(|(n, _)| n.trim().parse::<u32>().is_ok());
        text.lines().filter(row).map(words).collect::<Vec<_>>()
    };
    let mut drawn = 0;
    for (id, text, game) in games(&["rulesets", "tests/sketches"]) {
        let picture = board_picture(&game, &game.start(), &Marks::default(), Look::DIAGRAM).to_string();
        let expected = rows(&text);
        if !expected.is_empty() {
            // A file may have several, under its options.
            let drawn_so = expected.windows(rows(&picture).len()).any(|some| some == rows(&picture));
            assert!(drawn_so, "{id}: {:?} is none of {expected:?}", rows(&picture));
            drawn += 1;
        }
        assert!(board_svg(&game, &game.start(), &Marks::default()).ends_with("</svg>\n"));
        assert!(!board_picture(&game, &game.start(), &Marks::default(), Look::FULL).rows().is_empty());
    }
    assert!(drawn >= 1);
}

/// A typed drop phase finds its phase, entry and hands, and a start its history of none.
#[test]
fn typed_positions_of_the_rulesets() {
    let tiger = game("rulesets", "tiger-and-buffaloes").unwrap();
    let at = |text: &str| read_position(text, &tiger).unwrap().position;
    assert_eq!(at("4/4/4/4 buffaloes"), tiger.start());
    // Ten of eleven buffaloes and two of three tigers stand: one buffalo of the fifth entry is left.
    let typed = at("2BB/BTB1/B1BB/BBTB buffaloes");
    assert_eq!((typed.phase, typed.turn.entry, typed.turn.left), (0, 4, 1));
    let play = Play::from_position(&tiger, typed, Vec::new()).unwrap();
    assert_eq!(play.moves().unwrap().len(), 4);
    let moving = at("B1BB/T1BB/BTBB/BTBB buffaloes");
    assert_eq!((moving.phase, moving.hands.iter().sum::<u16>()), (1, 0));
    assert_eq!(at("BB2/T3/1T2/1T2 buffaloes phase=moving").hands.iter().sum::<u16>(), 0);
    let bison = game("rulesets", "bison").unwrap();
    let start = read_position("11/3DDCDD3/11/11/11/11/BBBBBBBBBBB herd", &bison).unwrap().position;
    assert_eq!(start, bison.start());
}

/// The positions of the oracles are read as they stand, and written as they stand.
#[test]
fn positions_of_the_oracles() {
    let rows = |file: &str| -> Vec<Vec<String>> {
        let text = std::fs::read_to_string(format!("tests/oracles/{file}")).unwrap();
        text.lines().skip(1).map(|l| l.split('\t').map(String::from).collect()).collect()
    };
    let bison = game("rulesets", "bison").unwrap();
    for row in rows("bison_perft.tsv") {
        let text = format!("{} {}", row[1], row[2]);
        let read = read_position(&text, &bison).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write_position(&read.position, &[], &bison), text);
    }
    let tiger = game("rulesets", "tiger-and-buffaloes").unwrap();
    for row in rows("tiger_perft.tsv") {
        let (phase, field) = if row[2] == "drop" { (0, "") } else { (1, " phase=moving") };
        let text = format!("{} {}", row[0], row[1]);
        let read = read_position(&format!("{text}{field}"), &tiger).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!((read.position.phase, read.position.to_move == 0), (phase, row[1] == "buffaloes"), "{text}");
        let written = write_position(&read.position, &[], &tiger);
        assert!(written == text || written == format!("{text} phase=moving"), "{written}");
        // In the drop phase each placement is a ply: the hands tell how many of the entry are left.
        let entries = [4, 1, 4, 1, 3, 1];
        let placed = |turn: houserules::engine::TurnPointer| {
            entries.iter().take(turn.entry as usize + 1).sum::<u16>() - turn.left
        };
        let standing = row[0].chars().filter(|c| c.is_alphabetic()).count() as u16;
        assert!(phase == 1 || placed(read.position.turn) == standing, "{text}");
    }
}
