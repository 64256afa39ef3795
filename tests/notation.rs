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
}

fn game(directory: &str, id: &str) -> Option<Game> {
    let loaded = load(id, &Directory(directory.into())).unwrap();
    assert!(loaded.is_sound(), "{id}: {:#?}", loaded.diagnostics);
    let settled = settle(&loaded.ruleset, &Settings::defaults()).unwrap_or_else(|e| panic!("{id}: {e:#?}"));
    let rules = resolve(&settled).unwrap_or_else(|e| panic!("{id}: {e:#?}"));
    unsupported(&rules).is_empty().then(|| Game::new(rules))
}

/// Every rule file that this version can play, with its text.
fn games() -> Vec<(String, String, Game)> {
    let mut all = Vec::new();
    for directory in ["rulesets", "tests/sketches"] {
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
    let legal = play.moves();
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

#[test]
fn moves_positions_and_records_come_back() {
    for (id, _, game) in games() {
        for seed in 0..3 {
            let mut dice = Dice::new(seed);
            let mut play = Play::new(&game);
            for ply in 0..40 {
                if ply % 3 == 0 {
                    check(&id, &play);
                }
                let legal = play.moves();
                if legal.is_empty() {
                    break;
                }
                let mv = legal[dice.below(legal.len() as u32) as usize].clone();
                play.play(&mv).unwrap();
            }
            check(&id, &play);
            let text = write_record(&record(&play, &[("Seed".into(), seed.to_string())]));
            let read = read_record(&text).unwrap();
            let again = replay(&read, &game).unwrap_or_else(|e| panic!("{id}: {e}\n{text}"));
            assert_eq!((again.position(), again.history()), (play.position(), play.history()), "{id}");
            assert_eq!(record_differences(&read, &again), [], "{id}");
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
    for (id, text, game) in games() {
        let picture = board_picture(&game, &game.start(), &Marks::default(), Look::DIAGRAM).to_string();
        let expected = rows(&text);
        if !expected.is_empty() {
            assert_eq!(rows(&picture), expected, "{id}");
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
    assert_eq!(play.moves().len(), 4);
    let moving = at("B1BB/T1BB/BTBB/BTBB buffaloes");
    assert_eq!((moving.phase, moving.hands.iter().sum::<u16>()), (1, 0));
    assert_eq!(at("BB2/T3/1T2/1T2 buffaloes phase=moving").hands.iter().sum::<u16>(), 0);
    let bison = game("rulesets", "bison").unwrap();
    let start = read_position("11/3DDCDD3/11/11/11/11/BBBBBBBBBBB herd", &bison).unwrap().position;
    assert_eq!(start, bison.start());
}
