//! `houserules mutate`

use super::args::Mutate;
use super::fail::{Done, Failure};
use super::wrap::{say, tell};
use super::{answer, subject};
use crate::disk::{Disk, path_of};
use crate::testing::differ::Effort;
use crate::testing::mutate::{Examples, Fate, Mutant, MutateError, MutateOptions, MutateReport, Survivor, mutate};
use crate::testing::{Companion, FoundCompanions, built_in_companions, companions_below};
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

pub fn run(args: &Mutate, out: &mut dyn Write) -> Done {
    subject::exists(&args.ruleset)?;
    let companion = companion(args)?;
    let examples = Examples::new(&companion, &Disk).map_err(|failing| {
        let names: Vec<String> = failing.iter().map(|n| format!("“{n}”")).collect();
        Failure::Faulty(format!(
            "the examples of `{}` do not hold as the rules are: {}; `houserules test` tells why",
            companion.name,
            names.join(", ")
        ))
    })?;
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let options = MutateOptions {
        filter: args.filter.clone(),
        limit: args.limit,
        threads: args.threads.unwrap_or(processors),
        effort: Effort { positions: args.effort, ..Effort::USUAL },
    };
    let shows = io::stderr().is_terminal();
    let progress = |done: usize, all: usize| {
        if shows {
            let _ = write!(io::stderr(), "\r{done} of {all} changes");
        }
    };
    let report = mutate(&args.ruleset, &Disk, &examples, &companion.equivalent, &options, &progress);
    if shows {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let report = report.map_err(|error| match error {
        MutateError::Rules(_) => Failure::Faulty(error.to_string()),
        MutateError::File(_) => Failure::File(error.to_string()),
    })?;
    if args.json.json {
        answer(out, &value(&report, &companion))?;
    } else {
        told(&report, &companion, out)?;
    }
    if report.is_good() { Ok(()) } else { Err(Failure::Bad) }
}

/// The companion that was named, or that of the ruleset. One without an example notices nothing.
fn companion(args: &Mutate) -> Result<Companion, Failure> {
    let none = || Companion::read("", "", &args.ruleset).map_err(|d| Failure::File(d.message.clone()));
    let page = match (&args.companion, path_of(&args.ruleset)) {
        (Some(page), _) => page.clone(),
        (None, Some(rules)) => rules.with_extension("md"),
        (None, None) => {
            let built_in = built_in_companions().into_iter().find(|c| c.ruleset == args.ruleset);
            return built_in.map_or_else(none, Ok);
        }
    };
    if args.companion.is_none() && !page.exists() {
        say(&format!("note: there is no companion `{}`, so nothing is noticed", page.display()));
        return none();
    }
    read(page, &args.ruleset)
}

fn read(page: PathBuf, ruleset: &str) -> Result<Companion, Failure> {
    let name = page.display().to_string();
    let FoundCompanions { companions, unread, .. } = companions_below(&[page]);
    if let Some((path, why)) = unread.first() {
        return Err(Failure::File(format!("`{path}` cannot be read: {why}")));
    }
    let found = companions.into_iter().next();
    let mut found = found.ok_or_else(|| Failure::Usage(format!("`{name}` has no example")))?;
    ruleset.clone_into(&mut found.ruleset);
    Ok(found)
}

fn told(report: &MutateReport, companion: &Companion, out: &mut dyn Write) -> Done {
    for (mutant, survivor) in report.survivors() {
        survived(report, companion, mutant, survivor, out)?;
    }
    for wrong in &report.wrong {
        tell(out, &format!("{}:{}: {}.", companion.name, wrong.line, wrong.why))?;
    }
    if !report.wrong.is_empty() {
        writeln!(out)?;
    }
    tell(out, &summary(report))
}

fn survived(
    report: &MutateReport,
    companion: &Companion,
    mutant: &Mutant,
    survivor: &Survivor,
    out: &mut dyn Write,
) -> Done {
    tell(out, &format!("{}:{}: nobody notices this:", report.file, mutant.id))?;
    write!(out, "{}", mutant.diff())?;
    let with = if survivor.settings.is_empty() { String::new() } else { format!(", with {}", survivor.settings) };
    let Some(found) = &survivor.difference else {
        let looked = match &survivor.apart {
            Some(apart) => format!("No position was looked for: {apart}."),
            None => format!("No position in which it matters was found among {}.", survivor.looked),
        };
        tell(
            out,
            &format!(
                "{looked} There may be one all the same: look for it at the board. If it can never matter, say so in the \
                 companion, with the proof:"
            ),
        )?;
        return Ok(writeln!(out, "\n```equivalent\n{}the proof\n```\n", mutant.diff())?);
    };
    if found.board.is_empty() {
        tell(out, &format!("It matters{with}."))?;
    } else {
        tell(out, &format!("It matters here{with}:"))?;
        writeln!(out, "\n{}\n", found.board.trim_end())?;
    }
    for sentence in &found.sentences {
        tell(out, sentence)?;
    }
    let to = if companion.name.is_empty() { "a companion" } else { &companion.name };
    tell(out, &format!("As an example for {to}:"))?;
    Ok(writeln!(out, "\n{}", found.block())?)
}

/// One line about all of them.
fn summary(report: &MutateReport) -> String {
    let all = report.mutants.len();
    let noticed = report.count(|f| matches!(f, Fate::Noticed { .. }));
    let refused = report.count(|f| matches!(f, Fate::Refused { .. }));
    let same = report.count(|f| matches!(f, Fate::Same));
    let survive = report.survivors().count();
    let listed = all - noticed - refused - same - survive;
    let changes = if all == 1 { "change" } else { "changes" };
    let wrong = match report.wrong.len() {
        0 => String::new(),
        1 => "; one entry of the list does not hold".to_owned(),
        n => format!("; {n} entries of the list do not hold"),
    };
    format!(
        "{}: {all} {changes}: {noticed} noticed, {refused} refused by the checks of rule files, {same} mean the same, \
         {listed} listed, {survive} noticed by nobody{wrong}",
        report.ruleset
    )
}

fn value(report: &MutateReport, companion: &Companion) -> Value {
    let mutants = report.mutants.iter().map(|(mutant, fate)| {
        let mut value = serde_json::to_value(mutant).unwrap_or_default();
        value["fate"] = serde_json::to_value(fate).unwrap_or_default();
        value
    });
    json!({
        "ruleset": report.ruleset,
        "file": report.file,
        "companion": companion.name,
        "good": report.is_good(),
        "noticed": report.count(|f| matches!(f, Fate::Noticed { .. })),
        "refused": report.count(|f| matches!(f, Fate::Refused { .. })),
        "same": report.count(|f| matches!(f, Fate::Same)),
        "survivors": report.survivors().count(),
        "wrong_listings": report.wrong,
        "mutants": mutants.collect::<Vec<_>>(),
    })
}
