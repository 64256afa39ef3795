//! What holds for every input, however odd: shared by the fuzz targets (fuzz/) and the tests (tests/robust.rs).
//!
//! Each property panics where it does not hold. How long an input takes is watched by whoever calls.

use houserules::engine::{Count, Dice, Game, Play, perft};
use houserules::language::{Files, Found, load, report};
use houserules::notation::{read_position, write_full_position, write_position};
use houserules::ruleset::{Settings, resolve, settle, unsupported};

/// How many plies are played at random.
const PLIES: usize = 5;

/// The bases that a rule file may extend, here.
const BASES: [(&str, &str); 2] = [
    ("bison", include_str!("../../rulesets/bison.rules")),
    ("tiger-and-buffaloes", include_str!("../../rulesets/tiger-and-buffaloes.rules")),
];

/// The scripts that the bases name.
const SCRIPTS: [(&str, &str); 2] = [
    ("bison.rhai", include_str!("../../rulesets/bison.rhai")),
    ("tiger.rhai", include_str!("../../rulesets/tiger.rhai")),
];

/// The rule file under test beside the bases.
struct Memory<'t>(&'t str);

impl Files for Memory<'_> {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        let text = match BASES.iter().find(|(base, _)| *base == id) {
            Some((_, text)) => text,
            None if id == "input" => self.0,
            None => return Ok(None),
        };
        Ok(Some(Found { name: format!("{id}.rules"), place: id.to_owned(), text: text.to_owned() }))
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let text = SCRIPTS.iter().find(|(name, _)| *name == file).map(|(_, text)| (*text).to_owned());
        Ok(text.map(|text| Found { name: file.to_owned(), place: file.to_owned(), text }))
    }
}

/// The game of a rule file under these settings; none where it is refused.
pub fn game(text: &str, settings: &Settings) -> Option<Game> {
    let loaded = load("input", &Memory(text)).expect("the file is there");
    let sources = &loaded.ruleset.sources;
    let told = |found: &[houserules::ruleset::Diagnostic]| {
        found.iter().take(3).for_each(|d| assert!(!report::text(d, sources, false).is_empty()));
    };
    told(&loaded.diagnostics);
    if !loaded.is_sound() {
        return None;
    }
    let rules = settle(&loaded.ruleset, settings).and_then(|settled| resolve(&settled));
    let rules = rules.map_err(|errors| told(&errors)).ok()?;
    let refused = unsupported(&rules);
    told(&refused);
    refused.is_empty().then(|| Game::new(rules))
}

/// Any text is refused as a rule file or can be played, taken back and written as a position.
pub fn rule_file(text: &str) {
    let Some(game) = game(text, &Settings::defaults()) else { return };
    let mut dice = Dice::new(text.bytes().fold(0, |seed, b| seed.rotate_left(7) ^ u64::from(b)));
    let mut play = Play::new(&game);
    let mut seen = Vec::new();
    loop {
        comes_back_from_text(&play);
        let legal = play.moves().unwrap();
        // Where there are more, ways of long repetitions may have been cut off, not the same ones everywhere.
        if legal.len() < 1_000 {
            assert_eq!(
                perft(&mut play, 1, Count::Moves).unwrap(),
                legal.len() as u64,
                "{:?}",
                game.interpreted_because()
            );
        }
        seen.push((play.position().clone(), play.history().to_vec()));
        if legal.is_empty() || seen.len() > PLIES {
            break;
        }
        play.play(&legal[dice.below(legal.len() as u32) as usize]).expect("a legal move can be played");
    }
    while let Some((position, history)) = seen.pop() {
        assert_eq!((play.position(), play.history()), (&position, history.as_slice()));
        assert_eq!(play.undo().is_some(), !seen.is_empty());
    }
}

/// Any text is refused as a position or can be played on from, and what is written of it says the same.
pub fn position_text(text: &str, game: &Game) {
    let Ok(read) = read_position(text, game) else { return };
    let Ok(play) = Play::from_position(game, read.position, read.history) else { return };
    comes_back_from_text(&play);
    for mv in play.moves().unwrap().iter().take(3) {
        let mut play = play.clone();
        play.play(mv).expect("a legal move can be played");
        comes_back_from_text(&play);
    }
}

fn comes_back_from_text(play: &Play) {
    let game = play.game();
    let mut unjudged = play.position().clone();
    unjudged.outcome = None;
    for write in [write_position, write_full_position] {
        let text = write(play.position(), play.history(), game);
        let read = read_position(&text, game).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!((&read.position, read.history.as_slice()), (&unjudged, play.history()), "{text}");
        assert_eq!(read.differences, [], "{text}");
    }
}
