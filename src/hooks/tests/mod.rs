//! What scripts see, what they may answer, and what is said of those that do neither.

mod answers;
mod checks;
mod hostile;
mod views;

use super::{Scripts, compile_of};
use crate::engine::{Game, HookFault, MatchFacts, Moment, Move, Play, PlayerFacts, RoundFacts};
use crate::language::{Files, Found, Loaded, load, report};
use crate::ruleset::{Diagnostic, Settings, SourceFile, resolve, settle};
use std::sync::Arc;

/// Two sides with men, chiefs and stones of nobody; each hook is declared by the test.
const RULES: &str = r#"game "Trial" { version 1.0 }
board squares 5 x 5
zone garden = corners
zone home of white = rank 1
zone home of black = rank 5
mark scent lasts 2 turns
side white faces north
side black faces south
piece man (men) "M" "m" of white, black, 2 in hand {
    drop to empty
    step any direction to empty or capturing enemy, leaving scent
}
piece chief "C" of white { step orthogonal to empty }
piece boss "b" of black { step orthogonal to empty }
start {
    place man of white at b1, d1
    place chief at c1
    place man of black at b5
    place boss at c5
}
turns from white, alternating
passing when stuck
call player cornered when any man of player in garden
end mover wins when no man of enemy "no man is left"
end draw when position occurs 3 times "again"
option dog-count "How many dogs?" from 0 to 6, default 4
option pace "How fast?" { slow "slow" default  fast "fast" }
"#;

/// A rule file and a script in memory.
struct Both<'a> {
    rules: &'a str,
    script: &'a str,
}

impl Files for Both<'_> {
    fn read(&self, _: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        let found = Found { name: "trial.rules".into(), place: "trial".into(), text: self.rules.into() };
        Ok(beside.is_none().then_some(found))
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let found = Found { name: file.into(), place: file.into(), text: self.script.into() };
        Ok((file == "trial.rhai").then_some(found))
    }
}

/// A game with a script.
struct Trial {
    game: Game,
    scripts: Arc<Scripts>,
}

fn told(found: &[Diagnostic], sources: &[SourceFile]) -> String {
    found.iter().map(|d| report::text(d, sources, false)).collect::<Vec<_>>().join("\n\n")
}

/// `hooks` are declarations such as `legality judge`.
fn trial(hooks: &[&str], script: &str) -> Result<Trial, String> {
    trial_of(RULES, hooks, script)
}

/// The same with other rules.
fn trial_of(rules: &str, hooks: &[&str], script: &str) -> Result<Trial, String> {
    let declared = |h: &&str| format!("hook {h} in \"trial.rhai\" \"what is fair\"\n");
    let ends = |h: &&str| h.strip_prefix("ending ").map(|f| format!("end by hook {f} \"the judge decides\"\n"));
    let mut rules = rules.to_owned();
    rules.extend(hooks.iter().map(declared));
    rules.extend(hooks.iter().filter_map(ends));
    let Loaded { ruleset, diagnostics } = load("trial", &Both { rules: &rules, script }).expect("the file is there");
    if !diagnostics.is_empty() {
        return Err(told(&diagnostics, &ruleset.sources));
    }
    let settled = settle(&ruleset, &Settings::defaults()).map_err(|e| told(&e, &ruleset.sources))?;
    let rules = resolve(&settled).map_err(|e| told(&e, &ruleset.sources))?;
    let scripts = compile_of(&rules, &ruleset.sources, 0).map_err(|e| told(&e, &ruleset.sources))?;
    let scripts = Arc::new(scripts);
    let game = Game::with_hooks(rules, scripts.clone());
    Ok(Trial { game, scripts })
}

impl Trial {
    fn moment(&self) -> Arc<Moment> {
        Moment::new(self.game.clone(), self.game.start(), Vec::new().into())
    }

    /// The first move, as the rule file alone has it.
    fn mv(&self) -> Move {
        let plain = Game::new(self.game.rules().clone());
        Play::new(&plain).moves().unwrap_or_default().into_iter().find(|m| m.from().is_some()).expect("a move")
    }

    fn fault(&self, fault: &HookFault) -> String {
        told(std::slice::from_ref(fault.diagnostic()), fault.sources())
    }

    /// Ann and Ben have played three rounds.
    fn contest(&self) -> Arc<MatchFacts> {
        let round = |seats: [usize; 2], winner: Option<u8>, moves: [u32; 2]| RoundFacts {
            seats: seats.to_vec(),
            winner,
            reason: "no man is left".into(),
            resigned: winner.is_none(),
            moves: moves.to_vec(),
            captures: vec![1, 0],
            // man, chief, boss of white; man, chief, boss of black.
            left: vec![2, 1, 0, 3, 0, 1],
        };
        let player = |name: &str, beginner| PlayerFacts { name: name.into(), beginner };
        Arc::new(MatchFacts {
            game: self.game.clone(),
            players: vec![player("Ann", true), player("Ben", false)],
            rounds: vec![round([0, 1], Some(0), [12, 11]), round([1, 0], Some(0), [9, 8]), round([0, 1], None, [5, 5])],
            seats: vec![1, 0],
            seed: 7,
        })
    }
}

/// What is said of a script that cannot stand.
#[track_caller]
fn refused(hooks: &[&str], script: &str) -> String {
    match trial(hooks, script) {
        Ok(_) => panic!("nothing was said of\n{script}"),
        Err(told) => told,
    }
}

/// A game with a script that must be right.
#[track_caller]
fn sound(hooks: &[&str], script: &str) -> Trial {
    trial(hooks, script).unwrap_or_else(|e| panic!("{e}"))
}
