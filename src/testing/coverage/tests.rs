//! Coverage of small files, counted by hand, and of ours.

use super::*;
use crate::engine::{Count, Dice, Play, Trace, perft_slow};
use crate::language::{Files, Found, load};
use crate::library::Library;
use crate::open::{Opened, open_from};
use crate::ruleset::Settings;

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
        let coverage = of(&self.opened.ruleset, &self.hits(), &[]);
        coverage.branches().filter(|b| b.hits > 0).map(|b| format!("{} `{}` {}", b.line, b.text, b.name)).collect()
    }
}

const HUNT: &str = "game \"Hunt\"

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
fn probe() {
    for id in ["bison", "tiger-and-buffaloes", "bison-leash", "zombies"] {
        let mut played = Played::of(id, &Library, &[]);
        let n = played.play.moves().unwrap().len();
        perft_slow(&mut played.play, 2, Count::Moves).unwrap();
        let coverage = of(&played.opened.ruleset, &played.hits(), &[]);
        println!("{id} {n}\n{}\n{}", summary(&coverage), margin(&coverage, &|_, t| t.to_owned()));
    }
    let _ = (HUNT, Dice::new(1), Settings::defaults());
}
