//! `houserules new`

use super::args::{New, SettingArgs, Subject};
use super::disk::{Disk, path_of, why};
use super::fail::{Done, Failure};
use super::subject;
use super::wrap::tell;
use crate::language::{Files, Found};
use crate::library;
use crate::open::{Opened, open_from};
use crate::ruleset::item::Verb;
use crate::ruleset::{Kind, Motion, Settings, SettledOption, Span};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(args: &New, out: &mut dyn Write) -> Done {
    let path = PathBuf::from(args.name.strip_suffix(".rules").unwrap_or(&args.name).to_owned() + ".rules");
    let id = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    if !is_id(&id) {
        let why = "a name begins with a letter and holds letters, digits, `-` and `_` alone";
        return Err(Failure::Usage(format!("`{id}` cannot be the name of a ruleset: {why}")));
    }
    if library::text(&id).is_some() {
        let why = "the new file would hide the built-in one from its neighbours; choose another name";
        return Err(Failure::Usage(format!("`{id}` is the name of a built-in ruleset: {why}")));
    }
    if let Some(base) = path_of(&args.from) {
        beside(&base, &path, &id)?;
    }
    if path.exists() {
        return Err(Failure::File(format!("`{}` is there already and is left alone", path.display())));
    }
    let base = subject::open(&Subject { ruleset: args.from.clone(), settings: SettingArgs { set: Vec::new() } })?;
    let text = variant(&path, &id, &base, &args.from)?;
    let mut options = OpenOptions::new();
    let written = options.write(true).create_new(true).open(&path).and_then(|mut f| f.write_all(text.as_bytes()));
    written.map_err(|e| Failure::File(format!("`{}` cannot be written: {}", path.display(), why(&e))))?;
    let shown = path.display();
    tell(out, &format!("{shown} is written. Change it, and run:"))?;
    // These are to be copied, so they are not wrapped.
    Ok(writeln!(out, "  houserules check {shown}\n  houserules play {shown}")?)
}

/// A base that is not built in is looked for under its name beside the file that extends it.
fn beside(base: &Path, path: &Path, id: &str) -> Result<(), Failure> {
    let (shown, new) = (base.display(), path.display());
    if !base.exists() {
        // That is said where it is opened.
        return Ok(());
    }
    if base.extension().is_none_or(|e| e != "rules") {
        let why = format!("a base must be called NAME.rules; give `{shown}` such a name first");
        return Err(Failure::Usage(format!("`{new}` cannot extend `{shown}`: {why}")));
    }
    if folder(base) != folder(path) {
        let why = "a base must lie in the same folder as the file that extends it";
        return Err(Failure::Usage(format!("`{new}` cannot extend `{shown}`: {why}")));
    }
    if base.file_stem().is_some_and(|stem| stem == id) {
        return Err(Failure::Usage(format!("`{new}` would extend itself; choose another name than that of its base")));
    }
    Ok(())
}

fn is_id(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// The directory that a file is in, told apart from others; none if there is none.
fn folder(path: &Path) -> Option<PathBuf> {
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::canonicalize(parent).ok()
}

/// `my-bison` as a title: `My Bison`.
fn title(id: &str) -> String {
    let word = |w: &str| {
        let mut letters = w.chars();
        letters.next().map(|c| c.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    id.split(['-', '_']).map(word).collect::<Vec<_>>().join(" ")
}

/// A change that a variant may make: a sentence about it, and the lines of the language.
struct Change {
    about: String,
    lines: String,
}

/// The text of a variant file: the header, and three changes as comments. `from` is the base as it was named.
fn variant(path: &Path, id: &str, base: &Opened, from: &str) -> Result<String, Failure> {
    let rules = base.game.rules();
    let head = format!(
        "game \"{}\" extends {} {{\n    version 1.0\n    about \"{}, with a difference.\"\n}}\n",
        title(id),
        rules.id,
        rules.title
    );
    let header = try_out(path, &head);
    if header.is_none() {
        return Err(Failure::Faulty(format!("a variant of {} cannot be begun under the name `{id}`", rules.title)));
    }
    let mut text = format!(
        "{head}\n\
        // Whatever is not mentioned here stays as it is in {}.\n\
        // Below are three typical changes. Take the `// ` from the front of a line of rules, save, and play.\n",
        rules.title
    );
    if !rules.hooks.is_empty() {
        let _ = writeln!(text, "// Scripts decide some of its rules; `houserules show {from} --scripts` shows them.");
    }
    let mut taken = head;
    for candidates in [options(base), pieces(base), endings()] {
        let hash = try_out(path, &taken);
        // What is offered has been tried: it is understood, and it makes a difference.
        let fits = |change: &&Change| {
            let changed = try_out(path, &format!("{taken}\n{}\n", change.lines));
            changed.is_some() && changed != hash
        };
        let Some(change) = candidates.iter().find(fits) else { continue };
        let lines: Vec<String> = change.lines.lines().map(|line| format!("// {line}\n")).collect();
        let _ = write!(text, "\n// {}\n{}", change.about, lines.concat());
        taken = format!("{taken}\n{}\n", change.lines);
    }
    Ok(text)
}

/// The hash of the meaning of a variant that would have this text; none if it cannot be played.
fn try_out(path: &Path, text: &str) -> Option<u64> {
    let name = path.display().to_string();
    let opened = open_from(&name, &Draft { name: &name, text }, &Settings::defaults()).ok()?;
    Some(opened.game.rules().hash)
}

/// A file that is not written yet.
struct Draft<'a> {
    name: &'a str,
    text: &'a str,
}

impl Files for Draft<'_> {
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        match beside {
            None => Ok(Some(Found { name: self.name.into(), place: self.name.into(), text: self.text.into() })),
            Some(_) => Disk.read(id, beside),
        }
    }

    fn names(&self, beside: Option<&str>) -> Vec<String> {
        Disk.names(beside)
    }

    fn script(&self, file: &str, beside: &str) -> Result<Option<Found>, String> {
        Disk.script(file, beside)
    }
}

/// Another answer to an option: numbers first, since they are understood at once.
fn options(base: &Opened) -> Vec<Change> {
    let change = |option: &SettledOption, value: &str| Change {
        about: option.question.clone(),
        lines: format!("set {} to {value}", option.name),
    };
    let (mut numbers, mut words) = (Vec::new(), Vec::new());
    for option in &base.settled.options {
        if let (Some((from, to)), Some(number)) = (option.range, option.number) {
            let others = [number.checked_sub(1).filter(|n| *n >= from), number.checked_add(1).filter(|n| *n <= to)];
            numbers.extend(others.into_iter().flatten().map(|n| change(option, &n.to_string())));
        }
        let others = option.values.iter().filter(|(v, _)| *v != option.value);
        words.extend(others.map(|(value, _)| change(option, value)));
    }
    numbers.extend(words);
    numbers
}

/// Another way for a piece to move.
fn pieces(base: &Opened) -> Vec<Change> {
    let kinds = &base.game.rules().kinds;
    let changed = |with: fn(&Kind, &Motion, &Opened) -> Option<Change>| {
        kinds.iter().flat_map(move |k| k.motions.iter().filter_map(move |m| with(k, m, base)))
    };
    changed(shorter).chain(changed(again)).chain(kinds.iter().map(leaping)).collect()
}

/// A slide that goes two sites at most.
fn shorter(kind: &Kind, motion: &Motion, base: &Opened) -> Option<Change> {
    let [leg] = motion.legs.as_slice() else { return None };
    if leg.verb != Verb::Slide || leg.range.is_some() {
        return None;
    }
    let (before, after) = (
        source(motion.span.start, leg.dirs.span.end, motion.span, base)?,
        source(leg.dirs.span.end, motion.span.end, motion.span, base)?,
    );
    Some(replaced(
        kind,
        "slide",
        &format!("{before} at most 2{after}"),
        format!("A {} slides two sites at most.", kind.name),
    ))
}

/// A jump that may be followed by others.
fn again(kind: &Kind, motion: &Motion, base: &Opened) -> Option<Change> {
    let [leg] = motion.legs.as_slice() else { return None };
    if leg.verb != Verb::Jump || motion.repeat.is_some() {
        return None;
    }
    let line = source(motion.span.start, motion.span.end, motion.span, base)?;
    Some(replaced(kind, "jump", &format!("{line}, may repeat"), format!("A {} may go on jumping.", kind.name)))
}

fn replaced(kind: &Kind, verb: &str, line: &str, about: String) -> Change {
    Change { about, lines: format!("change piece {} {{ replace {verb} with {line} }}", kind.name) }
}

fn leaping(kind: &Kind) -> Change {
    Change {
        about: format!("A {} may also leap: two sites one way and one to the side.", kind.name),
        lines: format!("change piece {} {{ add leap 1 by 2 to empty }}", kind.name),
    }
}

/// The text between two bytes of the file that a span is in, if it stands on one line.
fn source(start: u32, end: u32, span: Span, base: &Opened) -> Option<&str> {
    let text = &base.ruleset.sources.get(usize::from(span.file))?.text;
    text.get(start as usize..end as usize).filter(|t| !t.contains('\n'))
}

/// Another way for the game to end.
fn endings() -> Vec<Change> {
    let end = |about: &str, lines: &str| Change { about: about.to_owned(), lines: lines.to_owned() };
    vec![
        end(
            "A game that goes nowhere is a draw.",
            "end draw when 50 moves without capture \"fifty moves without a capture\"",
        ),
        end(
            "A position that comes again is a draw.",
            "end draw when position occurs 2 times \"the same position came twice\"",
        ),
    ]
}
