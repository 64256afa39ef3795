//! Rules and rulings in words.
#![allow(missing_docs)]

mod difference;
mod facts;
mod prose;
mod why;

use houserules::board::Site;
use houserules::engine::{Game, Piece, Play};
use houserules::language::{Files, Found, load};
use houserules::ruleset::{Ruleset, Settings, Settled, SideId, resolve, settle, unsupported};

/// The rule files of the repository.
struct Directory;

impl Files for Directory {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        let name = format!("{id}.rules");
        let places = ["rulesets", "tests/sketches"].map(|dir| format!("{dir}/{name}"));
        let found = places.into_iter().find_map(|p| Some((p.clone(), std::fs::read_to_string(p).ok()?)));
        Ok(found.map(|(place, text)| Found { name, place, text }))
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let text = std::fs::read_to_string(format!("rulesets/{file}"));
        Ok(text.ok().map(|text| Found { name: file.to_owned(), place: file.to_owned(), text }))
    }
}

/// A rule file given as text, which may extend one of the repository.
struct Inline<'t>(&'t str);

impl Files for Inline<'_> {
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        match beside {
            None => Ok(Some(Found { name: format!("{id}.rules"), place: "inline".into(), text: self.0.to_owned() })),
            Some(_) => Directory.read(id, None),
        }
    }

    fn script(&self, file: &str, beside: &str) -> Result<Option<Found>, String> {
        Directory.script(file, beside)
    }
}

/// A ruleset with everything that was made of it.
pub struct Made {
    pub ruleset: Ruleset,
    pub settled: Settled,
    pub game: Game,
}

#[track_caller]
fn made(files: &dyn Files, id: &str, settings: &[(&str, &str)]) -> Made {
    let loaded = load(id, files).unwrap();
    assert!(loaded.is_sound(), "{:#?}", loaded.diagnostics);
    let settings: Settings = settings.iter().copied().collect();
    let settled = settle(&loaded.ruleset, &settings).unwrap();
    let rules = resolve(&settled).unwrap();
    Made { ruleset: loaded.ruleset, settled, game: Game::new(rules) }
}

/// A ruleset of the repository.
#[track_caller]
pub fn ruleset(id: &str, settings: &[(&str, &str)]) -> Made {
    made(&Directory, id, settings)
}

/// A ruleset of the repository, if it can be resolved under these settings.
pub fn try_ruleset(id: &str, settings: &[(&str, &str)]) -> Option<Made> {
    let loaded = load(id, &Directory).ok().filter(houserules::language::Loaded::is_sound)?;
    let settled = settle(&loaded.ruleset, &settings.iter().copied().collect::<Settings>()).ok()?;
    let rules = resolve(&settled).ok().filter(|r| unsupported(r).is_empty())?;
    Some(Made { ruleset: loaded.ruleset, settled, game: Game::new(rules) })
}

/// A ruleset given as text.
#[track_caller]
pub fn inline(text: &str) -> Made {
    made(&Inline(text), "test", &[])
}

impl Made {
    pub fn site(&self, name: &str) -> Site {
        self.game.board().site(name).unwrap()
    }

    /// A game that goes on from pieces written `B a1 c1, D d4` (letters as in diagrams), in the first phase.
    #[track_caller]
    pub fn position(&self, pieces: &str, to_move: SideId) -> Play {
        self.position_in(0, pieces, to_move)
    }

    /// The same in another phase, whose turns must alternate.
    #[track_caller]
    pub fn position_in(&self, phase: u8, pieces: &str, to_move: SideId) -> Play {
        let rules = self.game.rules();
        let mut position = self.game.empty();
        position.phase = phase;
        for group in pieces.split(',') {
            let mut words = group.split_whitespace();
            let letter = words.next().unwrap();
            let (kind, owner) = rules
                .kinds
                .iter()
                .enumerate()
                .find_map(|(k, kind)| {
                    let owners: Vec<_> = kind.owners.iter().map(|o| Some(*o)).chain([None]).collect();
                    let owner = owners
                        .into_iter()
                        .find(|o| kind.letter(*o) == letter && (o.is_some() || kind.owners.is_empty()))?;
                    Some((k as u8, owner))
                })
                .unwrap();
            for site in words {
                let piece = Piece { kind, owner, was: kind, moved: false };
                position.cells[self.site(site) as usize] = Some(piece);
            }
        }
        position.to_move = to_move;
        Play::from_position(&self.game, position, Vec::new()).unwrap()
    }
}
