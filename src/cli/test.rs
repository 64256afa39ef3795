//! `houserules test`

use super::answer;
use super::args::{CoverageAs, Test};
use super::disk::{Disk, ends_in_rules, replace, why};
use super::fail::{Done, Failure, did_you_mean};
use super::paint::{covered, paint};
use super::wrap::{say, tell};
use crate::library;
use crate::testing::coverage::{self, Coverage};
use crate::testing::{
    Companion, Finding, FoundCompanions, How, Recording, RunOptions, SuiteReport, Totals, built_in_companions,
    companions_below, example_text, finding_text, run_suite, suite_json, suite_junit, summary,
};
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A run that takes longer shows how far it has come.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is tested.
struct Tested {
    companions: Vec<Companion>,
    /// How many of them, at the end, are built in and cannot be written.
    built_in: usize,
    /// Nothing was named, and there is none here.
    none_here: bool,
    unread: Vec<(String, String)>,
}

pub fn run(args: &Test, out: &mut dyn Write) -> Done {
    let tested = tested(args)?;
    let only = args.filter.iter().chain(&args.names).cloned().collect();
    if tested.none_here && !args.json.json {
        tell(out, "There is no companion below this folder; these are the built-in ones.")?;
    }
    let options = RunOptions { only, coverage: args.asks_coverage(), ..RunOptions::default() };
    let mut report = run_all(&tested.companions, &options);
    report.unread.clone_from(&tested.unread);
    let totals = report.totals();
    if totals.examples == 0 && !options.only.is_empty() && tested.unread.is_empty() {
        return Err(Failure::Usage(nothing_called_so(&tested, &options.only)));
    }
    let mut left = totals.pending;
    if args.accept && left > 0 {
        let all: Vec<Vec<Recording>> = report.companions.iter().map(|c| c.pending().cloned().collect()).collect();
        left -= write_all(&tested, &all)?;
        report.companions.iter_mut().flat_map(|c| &mut c.examples).for_each(|e| e.findings.retain(|f| !f.is_pending()));
    }
    if let Some(path) = &args.junit {
        fs::write(path, suite_junit(&report))
            .map_err(|e| Failure::File(format!("`{}` cannot be written: {}", path.display(), why(&e))))?;
    }
    let covered = if options.coverage {
        coverage::of_companions(&tested.companions, &report.companions, &Disk)
    } else {
        Vec::new()
    };
    if let Some(path) = &args.html {
        fs::write(path, coverage::page(&covered))
            .map_err(|e| Failure::File(format!("`{}` cannot be written: {}", path.display(), why(&e))))?;
    }
    if args.json.json {
        let mut value = suite_json(&report);
        if let (true, Some(object)) = (options.coverage, value.as_object_mut()) {
            object.insert("coverage".to_owned(), covered.iter().map(coverage::json).collect());
        }
        answer(out, &value)?;
    } else {
        findings(&tested, &report, args.review, out)?;
        if args.review && left > 0 {
            let taken = review(&report, out)?;
            left -= write_all(&tested, &taken)?;
        }
        let accepted = totals.pending - left;
        tell(out, &summary(Totals { pending: left, ..totals }))?;
        if accepted > 0 {
            tell(
                out,
                &format!("{} written", if accepted == 1 { "1 answer".into() } else { format!("{accepted} answers") }),
            )?;
        }
    }
    if left > 0 && !args.review && !args.check && !args.json.json {
        out.flush()?;
        say("look at the new answers with `houserules test --review`; `--accept` takes all of them");
    }
    if !args.json.json {
        tell_coverage(args, &covered, out)?;
    }
    let low = covered.iter().any(|c| !c.mistakes.is_empty() || too_low(args, c));
    match (!tested.unread.is_empty(), low || totals.failed > 0 || left > 0) {
        (true, _) => Err(Failure::Unread),
        (_, true) => Err(Failure::Bad),
        _ => Ok(()),
    }
}

/// Whether less of a file is covered than is asked for.
fn too_low(args: &Test, coverage: &Coverage) -> bool {
    args.coverage_min.is_some_and(|min| coverage.share().percent() < usize::from(min))
}

fn tell_coverage(args: &Test, all: &[Coverage], out: &mut dyn Write) -> Done {
    for coverage in all {
        match args.coverage {
            Some(CoverageAs::File) => {
                write!(out, "\n{}\n{}", coverage::margin(coverage, &covered), coverage::totals(coverage))?;
            }
            // Where nothing is asked but a page or a number, that number is enough.
            None if coverage.mistakes.is_empty() => tell(out, &coverage::headline(coverage))?,
            Some(CoverageAs::Summary) | None => write!(out, "\n{}", coverage::summary(coverage))?,
        }
    }
    out.flush()?;
    for coverage in all.iter().filter(|c| too_low(args, c)) {
        let (name, share) = (&coverage.name, coverage.share());
        let min = args.coverage_min.unwrap_or_default();
        say(&format!("error: {} % of `{name}` are covered, and {min} % are asked for", share.percent()));
    }
    Ok(())
}

/// The companions that were named: files, folders, built-in rulesets; without a name those of this folder, or, where it has
/// none, the built-in ones.
fn tested(args: &Test) -> Result<Tested, Failure> {
    let mut paths = Vec::new();
    let mut built_in = Vec::new();
    for path in &args.paths {
        if path.exists() {
            paths.push(path.clone());
            continue;
        }
        let name = path.display().to_string();
        match built_in_companions().into_iter().find(|c| c.ruleset == name) {
            Some(companion) => built_in.push(companion),
            None if library::text(&name).is_some() => {
                return Err(Failure::Usage(format!("the ruleset `{name}` is built in and has no companion")));
            }
            None => {
                let near = did_you_mean(&name, library::ids());
                return Err(Failure::File(format!(
                    "`{name}` cannot be read: there is no such file or directory{near}"
                )));
            }
        }
    }
    let here = args.paths.is_empty();
    if here {
        paths.push(PathBuf::from("."));
    }
    let FoundCompanions { mut companions, unread, without } = companions_below(&paths);
    for (path, why) in &unread {
        say(&format!("error: `{path}` cannot be read: {why}"));
    }
    if let Some(path) = without.first() {
        let what = if ends_in_rules(path) { "has no companion beside it" } else { "has no example" };
        let help = "a companion is a page of Markdown called like the rule file, with blocks of `example`";
        return Err(Failure::Usage(format!("`{path}` {what}; {help}")));
    }
    let none_here = here && companions.is_empty() && unread.is_empty();
    if companions.is_empty() && unread.is_empty() && built_in.is_empty() {
        if !here {
            return Err(Failure::Usage("there is no companion below these paths".to_owned()));
        }
        built_in = built_in_companions();
    }
    let count = built_in.len();
    companions.extend(built_in);
    Ok(Tested { companions, built_in: count, none_here, unread })
}

fn nothing_called_so(tested: &Tested, only: &[String]) -> String {
    let names: Vec<&str> = tested.companions.iter().flat_map(|c| &c.examples).map(|e| e.name.as_str()).collect();
    let wanted = only.join("`, `");
    format!("no example is called `{wanted}`{}", did_you_mean(&only.join(" "), names))
}

/// Runs them, and shows how far it has come where somebody waits.
fn run_all(companions: &[Companion], options: &RunOptions) -> SuiteReport {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let (begun, shows, shown) = (Instant::now(), io::stderr().is_terminal(), Mutex::new(false));
    let done = |n: usize| {
        if shows && begun.elapsed() > PATIENCE {
            let _ = write!(io::stderr(), "\r{n} of {} companions", companions.len());
            if let Ok(mut shown) = shown.lock() {
                *shown = true;
            }
        }
    };
    let report = run_suite(companions, &Disk, options, threads, &done);
    if shown.lock().is_ok_and(|shown| *shown) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    report
}

/// The command that runs an example once more.
fn again(tested: &Tested) -> impl Fn(&str, &str) -> String {
    let built_in: Vec<(String, String)> = tested
        .companions
        .iter()
        .skip(tested.companions.len() - tested.built_in)
        .map(|c| (c.name.clone(), c.ruleset.clone()))
        .collect();
    move |companion: &str, example: &str| {
        let path = built_in.iter().find(|(name, _)| name == companion).map_or(companion, |(_, id)| id);
        format!("houserules test {} --filter {}", quoted(path), quoted(example))
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '=');
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// What is to be said of each example. Those that only wait are left to the review, where there is one.
fn findings(tested: &Tested, report: &SuiteReport, review: bool, out: &mut dyn Write) -> Done {
    let again = again(tested);
    let how = How { paint: Some(&paint), again: &again };
    for companion in &report.companions {
        for example in &companion.examples {
            if example.failed() || (!example.passed() && !review) {
                writeln!(out, "{}", example_text(companion, example, &how))?;
            }
        }
    }
    Ok(())
}

/// Writes answers into their companions; gives their number.
fn write_all(tested: &Tested, answers: &[Vec<Recording>]) -> Result<usize, Failure> {
    let mut written = 0;
    let files = tested.companions.len() - tested.built_in;
    let answered = || tested.companions.iter().zip(answers).enumerate().filter(|(_, (_, answers))| !answers.is_empty());
    // Told before anything is written.
    if let Some((_, (companion, _))) = answered().find(|(n, _)| *n >= files) {
        return Err(Failure::Usage(format!(
            "`{}` is built in and cannot be written; copy it to a file first",
            companion.name
        )));
    }
    for (_, (companion, answers)) in answered() {
        let text = companion.with_recorded(answers);
        replace(std::path::Path::new(&companion.name), Some(&companion.text), &text)
            .map_err(|e| Failure::File(format!("`{}` cannot be written: {}", companion.name, why(&e))))?;
        written += answers.len();
    }
    Ok(written)
}

/// Goes through the answers that wait, one by one; gives those that were accepted, by companion.
fn review(report: &SuiteReport, out: &mut dyn Write) -> Result<Vec<Vec<Recording>>, Failure> {
    let count = report.totals().pending;
    let (mut taken, mut n) = (Vec::new(), 0);
    let mut lines = io::stdin().lock().lines();
    let mut over = false;
    for companion in &report.companions {
        let mut here = Vec::new();
        for example in &companion.examples {
            let waiting: Vec<&Finding> = example.findings.iter().filter(|f| f.is_pending()).collect();
            for finding in waiting {
                n += 1;
                if over {
                    continue;
                }
                writeln!(out, "{n} of {count}: {}:{}  {}", companion.name, example.line, example.name)?;
                for line in example.prose.lines() {
                    writeln!(out, "  {line}")?;
                }
                let how = How { paint: Some(&paint), again: &|_, _| String::new() };
                writeln!(out, "\n{}", finding_text(companion, finding, &how))?;
                loop {
                    write!(out, "a accept, r reject, s skip, q quit> ")?;
                    out.flush()?;
                    let line = match lines.next() {
                        Some(line) => {
                            line.map_err(|e| Failure::File(format!("the input cannot be read: {}", why(&e))))?
                        }
                        None => "q".to_owned(),
                    };
                    match line.trim() {
                        "a" | "accept" => here.extend(finding.recording().cloned()),
                        "s" | "skip" => {}
                        "r" | "reject" => tell(out, "It stays as it is; mend the rules, or the example.")?,
                        "q" | "quit" => over = true,
                        other => {
                            tell(out, &format!("`{other}` is none of a, r, s and q"))?;
                            continue;
                        }
                    }
                    break;
                }
                writeln!(out)?;
            }
        }
        taken.push(here);
    }
    Ok(taken)
}
