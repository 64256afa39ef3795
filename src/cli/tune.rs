//! `houserules tune`

use super::args::Tune;
use super::computer::doubt_skill;
use super::duel::{told, two_sides};
use super::fail::{Done, Failure};
use super::progress::{Progress, threads};
use super::subject;
use super::wrap::tell;
use crate::disk::{path_of, replace, why};
use crate::engine::Game;
use crate::ruleset::OpponentFile;
use crate::search::{Duel, DuelScore, Features, Lessons, Level, Method, Player, Skill, duel, learn};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// The level at which ways to search are held against each other.
const TRIAL: Level = Level::Casual;

pub fn run(args: &Tune, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    doubt_skill(&opened);
    two_sides(&opened)?;
    let game = &opened.game;
    let path = target(args)?;
    let lessons = Lessons {
        rounds: args.rounds,
        games: args.games,
        nodes: args.nodes,
        opening: args.opening_plies,
        cap: args.cap,
        seed: args.seed,
        threads: threads(args.threads),
    };
    let title = &game.rules().title;
    tell(out, &format!("{title}: {} rounds of {} games against itself", args.rounds, args.games))?;
    out.flush()?;
    let progress = Progress::new(u64::from(args.rounds) * u64::from(args.games), "games");
    let first = Skill { reduce: true, ..Skill::default() };
    let learnt = learn(game, &first, &lessons, &|done| progress.at(u64::from(done)))?;
    drop(progress);
    let Some(mut best) = learnt else { return Ok(()) };
    let sides: Vec<&str> = game.rules().sides.iter().map(|s| s.name.as_str()).collect();
    let mut trial = |what: &str, new: &Skill, old: &Skill| -> Result<DuelScore, Failure> {
        let score = fight(args, game, new, old)?;
        tell(out, what)?;
        told(out, &score, &sides)?;
        out.flush()?;
        Ok(score)
    };
    if let Some(features) = Features::of(game) {
        let equal = best.clone().with_equal_weights(&features);
        trial("The weights that were learnt against equal weights", &best, &equal)?;
        let usual = Skill { weights: std::collections::BTreeMap::new(), ..best.clone() };
        let score = trial("... and against those that every game begins with", &best, &usual)?;
        if score.won < score.lost {
            best = usual;
        }
    }
    // What is chosen is what wins more pairs.
    let full = Skill { reduce: false, ..best.clone() };
    if prefers(trial("Every move looked at alike, against less promising moves less deeply", &full, &best)?) {
        best = full;
    }
    let tree = Skill { method: Method::TreeSearch, ..best.clone() };
    if prefers(trial("Tree search against alpha-beta", &tree, &best)?) {
        best = tree;
    }
    let text = best.write(&opened.ruleset.id);
    match path {
        None => Ok(write!(out, "\n{text}")?),
        Some((path, held)) => match replace(&path, held.as_deref(), &text) {
            Ok(()) => tell(out, &format!("Written to {}.", path.display())),
            Err(e) => {
                // What took so long is not lost.
                write!(out, "\n{text}")?;
                Err(Failure::File(format!("`{}` cannot be written: {}", path.display(), why(&e))))
            }
        },
    }
}

fn prefers(score: DuelScore) -> bool {
    score.won > score.lost
}

fn fight(args: &Tune, game: &Game, new: &Skill, old: &Skill) -> Result<DuelScore, Failure> {
    let settings = Duel {
        pairs: args.pairs,
        opening: args.opening_plies,
        cap: args.cap,
        seed: args.seed.wrapping_add(1),
        threads: threads(args.threads),
    };
    let progress = Progress::new(u64::from(args.pairs), "pairs");
    let player = |skill: &Skill| Player { level: TRIAL, skill: skill.clone() };
    let score = duel(game, &[player(new), player(old)], &settings, &|done| progress.at(u64::from(done)))?;
    drop(progress);
    Ok(score)
}

/// Where the file goes, and what it holds now: beside the rule file; of a built-in ruleset to standard output, unless it
/// is said.
fn target(args: &Tune) -> Result<Option<(PathBuf, Option<String>)>, Failure> {
    let beside = || {
        let rules = path_of(&args.subject.ruleset)?;
        Some(PathBuf::from(OpponentFile::name_beside(&rules.to_string_lossy())))
    };
    let Some(path) = args.out.clone().or_else(beside) else { return Ok(None) };
    if args.out.is_none() && !args.subject.settings.set.is_empty() {
        return Err(Failure::Usage(format!(
            "`{}` is for the rules without `--set`; say with `--out FILE` where to write what is learnt under these settings",
            path.display()
        )));
    }
    let failed = |why: &str| Failure::File(format!("`{}` cannot be written: {why}", path.display()));
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(failed("there is no such folder"));
    }
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some((path, Some(text)))),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Some((path, None))),
        Err(e) => Err(failed(&why(&e))),
    }
}
