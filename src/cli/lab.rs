//! `houserules lab`

mod log;
mod show;

use super::args::{Lab, LabCommand, LabFiles, LabMerge};
use super::computer::doubt_skill;
use super::disk::{Disk, why};
use super::fail::{Done, Failure};
use super::progress::{Progress, threads};
use super::wrap::say;
use super::{answer, subject};
use crate::match_play::Rounds;
use crate::open::{Opened, open_from};
use crate::ruleset::{Diagnostic, Settings};
use crate::search::lab::{
    Asked, Collected, Header, LabError, MAX_THREADS, Plan, Report, Shard, Varied, csv, image, page, run as play,
};
use log::Log;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

pub fn run(args: &Lab, out: &mut dyn Write) -> Done {
    match &args.command {
        Some(LabCommand::Merge(args)) => merge(args, out),
        None => lab(args, out),
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Failure {
        match error {
            LabError::Asked(why) => Failure::Usage(why),
            LabError::Line(why) => Failure::File(why),
            LabError::Script(fault) => Failure::Script(fault),
        }
    }
}

/// Plays a lab, or what is missing of it.
fn lab(args: &Lab, out: &mut dyn Write) -> Done {
    let plan = plan(args)?;
    let header = &plan.header;
    let mut known = Collected::new(header);
    let mut log = args.out.as_deref().map(|path| Log::open(path, header, &mut known)).transpose()?;
    if let Some(path) = args.out.as_ref().filter(|_| known.count() > 0) {
        let (there, all, path) = (known.count(), header.planned(), path.display());
        say(&format!("note: {there} of {all} {} are in `{path}` already", kind(header)));
    }
    let threads = threads(args.threads).min(MAX_THREADS);
    let bar = Progress::new(header.planned(), kind(header));
    bar.at(known.count());
    let before = known.clone();
    let mut failed = None;
    let played = play(&plan, &|cell, game| !before.has(cell, game), threads, &mut |record| {
        let kept = log.as_mut().map_or(Ok(()), |log| log.write(&record)).and_then(|()| Ok(known.add(&record)?));
        bar.one_more();
        failed = kept.err();
        failed.is_none()
    });
    drop(bar);
    if let Some(failure) = failed {
        return Err(failure);
    }
    if let (Err(_), Some(path)) = (&played, &args.out) {
        say(&format!("note: what was played until then is in `{}`", path.display()));
    }
    played?;
    tell(&known.report(), &args.files, args.json.json, out)
}

/// What is to be played.
fn plan(args: &Lab) -> Result<Plan, Failure> {
    let of =
        super::args::Subject { ruleset: args.ruleset.clone().unwrap_or_default(), settings: args.settings.clone() };
    let opened = subject::open(&of)?;
    doubt_skill(&opened);
    let set = &of.settings.set;
    let asked = Asked {
        set: set.clone(),
        vary: Varied::read_all(&args.vary, &opened.settled.options, set)?,
        matches: args.whole_match,
        level: args.level,
        skill: opened.skill.clone(),
        seed: args.seed,
        games: args.games,
        opening_plies: args.opening_plies,
        cap: args.cap,
        shard: args.shard,
    };
    let mut open = |settings: &[(String, String)]| -> Result<Rounds, String> {
        let settings: Settings = settings.iter().cloned().collect();
        let opened = open_from(&of.ruleset, &Disk, &settings);
        opened.as_ref().map(Opened::rounds).map_err(|error| first_error(&error.diagnostics))
    };
    Ok(Plan::new(asked, &mut open)?)
}

fn first_error(found: &[Diagnostic]) -> String {
    found.iter().find(|d| d.is_error()).map_or_else(|| "the rules cannot be so".to_owned(), |d| d.message.clone())
}

fn kind(header: &Header) -> &'static str {
    if header.matches { "matches" } else { "games" }
}

/// Joins the logs of shards.
fn merge(args: &LabMerge, out: &mut dyn Write) -> Done {
    let mut all: Option<(Header, Collected, &Path)> = None;
    let mut shards = BTreeSet::new();
    for path in &args.logs {
        let mut log = log::Reading::open(path)?;
        let file = &log.header;
        shards.insert(file.shard.map_or((1, 1), |s| (s.of, s.number)));
        let (header, known, first) = match &mut all {
            Some(all) => all,
            None => {
                let whole = file.whole();
                let known = Collected::new(&whole);
                all.insert((whole, known, path))
            }
        };
        if let Some(difference) = header.differs_from(file) {
            let (path, first) = (path.display(), first.display());
            return Err(Failure::Usage(format!(
                "`{path}` is the log of another lab than `{first}`: {difference}; join logs of one lab"
            )));
        }
        log.games(known)?;
    }
    let Some((header, known, _)) = all else { return Ok(()) };
    let report = known.report();
    tell(&report, &args.files, args.json.json, out)?;
    if report.is_complete() {
        return Ok(());
    }
    out.flush()?;
    say(&missing(&header, &known, &shards));
    Err(Failure::Bad)
}

/// What is missing, and how it is got.
fn missing(header: &Header, known: &Collected, shards: &BTreeSet<(u32, u32)>) -> String {
    let (here, all) = (known.count(), header.planned());
    let missing = format!("{} of {all} {} are missing", all - here, kind(header));
    let counts: BTreeSet<u32> = shards.iter().map(|(of, _)| *of).collect();
    let mut of = counts.into_iter();
    let (Some(of), None) = (of.next(), of.next()) else { return missing };
    if of == 1 {
        return format!("{missing}; the command that made the log goes on with it");
    }
    let lacks = |number: &u32| {
        let shard = Header { shard: Some(Shard { number: *number, of }), ..header.clone() };
        shard.games().any(|(cell, game)| !known.has(cell, game))
    };
    const SHOWN: usize = 20;
    let lacking: Vec<u32> = (1..=of).filter(lacks).collect();
    let mut list: Vec<String> = lacking.iter().take(SHOWN).map(|n| format!("{n}/{of}")).collect();
    if lacking.len() > SHOWN {
        list.push(format!("and {} more", lacking.len() - SHOWN));
    }
    let shards = if list.len() == 1 { "shard" } else { "shards" };
    format!("{missing}, of the {shards} {}", list.join(", "))
}

/// Shows what was found, and writes it where it was asked for.
fn tell(report: &Report, files: &LabFiles, as_json: bool, out: &mut dyn Write) -> Done {
    write(files.csv.as_deref(), || csv(report))?;
    write(files.html.as_deref(), || page(report))?;
    write(files.svg.as_deref(), || image(report))?;
    if as_json {
        return answer(out, &serde_json::to_value(report).unwrap_or_default());
    }
    show::report(report, out)
}

/// Writes a text to a file, if there is one.
fn write(path: Option<&Path>, text: impl Fn() -> String) -> Done {
    let Some(path) = path else { return Ok(()) };
    std::fs::write(path, text())
        .map_err(|e| Failure::File(format!("`{}` cannot be written: {}", path.display(), why(&e))))
}
