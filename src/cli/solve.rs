//! `houserules solve`

use super::args::{Solve, SolveBy};
use super::fail::{Done, Failure};
use super::moves::position_value;
use super::progress::bar;
use super::wrap::{tell, tell_row};
use super::{analyse, answer, subject};
use crate::disk::{Disk, replace_with, why};
use crate::engine::{Game, Play};
use crate::explain::english::{is_plural, the_side, verb};
use crate::notation::write_position;
use crate::open::{Opened, open_from};
use crate::ruleset::Settings;
use crate::search::solve::{
    Exact, Method, Progress, Solution, Stage, Table, Tally, Trouble, Wanted, Watch, Wish, is_table, listable, solvable,
    solve,
};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub fn run(args: &Solve, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    let play = subject::start(&opened, &args.at)?;
    let mut door = Door::new(args);
    for path in [&args.table, &args.checkpoint].into_iter().flatten() {
        let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(Failure::File(format!("`{}` cannot be written: there is no such folder", path.display())));
        }
    }
    if args.verify
        && let Some(path) = args.table.as_ref().filter(|path| path.exists())
    {
        return check(args, path, &play, &mut door, out);
    }
    if let Some(path) = args.table.as_ref().filter(|path| path.exists()) {
        // A table is written over, and nothing else.
        if !is_table(&read(path)?) {
            let text = format!("`{}` is there already and is no table; it is left alone", path.display());
            return Err(Failure::File(text));
        }
    }
    let method = match args.method {
        SolveBy::Auto => None,
        SolveBy::Retrograde => Some(Method::Retrograde),
        SolveBy::Search => Some(Method::Search),
    };
    let wanted = Wanted { method, memory: args.memory, all: args.all };
    if args.all && method == Some(Method::Search) {
        return Err(Failure::Usage("`--all` lists positions, so it cannot stand with `--method search`".to_owned()));
    }
    let saved = match &args.checkpoint {
        Some(path) if path.exists() => Some((path, read(path)?)),
        _ => None,
    };
    let solved = solve(&play, &wanted, saved.as_ref().map(|(_, bytes)| bytes.as_slice()), &mut door);
    door.end();
    let mut solution = solved.map_err(|trouble| match &saved {
        Some((path, _)) if of_file(&trouble) => told_of(path, &trouble),
        _ => refused(&trouble, args, &opened),
    })?;
    let mut verified = None;
    if args.verify {
        verified = match &mut solution.table {
            Some(table) => Some(table.verify(&play, &mut door).map_err(|t| refused(&t, args, &opened))?),
            None => None,
        };
        door.end();
    }
    if let Some(path) = &args.table {
        let Some(table) = &solution.table else {
            let why = if solution.value.is_some_and(|v| v.winner().is_some()) && solution.method.is_some() {
                "the strategy does not fit into the memory; allow more with `--memory`"
            } else {
                "there is no table to be written: no win was found"
            };
            if !args.json.json {
                told(&solution, verified, &play, out)?;
            }
            return Err(Failure::Faulty(why.to_owned()));
        };
        replace_with(path, &mut |out| table.write(out)).map_err(|e| unwritten(path, &e))?;
    }
    if let Some(path) = args.checkpoint.as_ref().filter(|path| path.exists()) {
        fs::remove_file(path).map_err(|e| unwritten(path, &e))?;
    }
    if args.json.json {
        return answer(out, &solution_value(&solution, verified, &play));
    }
    told(&solution, verified, &play, out)
}

/// Reads a table for a game.
pub fn read_table(path: &Path, game: &Game) -> Result<Table, Failure> {
    Table::read(&read(path)?, game).map_err(|trouble| told_of(path, &trouble))
}

/// Checks a table that is there.
fn check(args: &Solve, path: &Path, play: &Play, door: &mut Door, out: &mut dyn Write) -> Done {
    let mut table = read_table(path, play.game())?;
    let checked = table.verify(play, door);
    door.end();
    let positions = checked.map_err(|t| told_of(path, &t))?;
    let value = table.value(play);
    if args.json.json {
        let mut json = position_value(play);
        json["value"] = exact_value(value, play.game());
        json["verified"] = positions.into();
        return answer(out, &json);
    }
    tell(out, &format!("{}: {}", play.game().rules().title, exact_text(value, play.game())))?;
    tell(out, &format!("`{}` stands the test: {positions} positions were checked", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|e| Failure::File(format!("`{}` cannot be read: {}", path.display(), why(&e))))
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::File(format!("`{}` cannot be written: {}", path.display(), why(error)))
}

/// Whether a file is to blame.
fn of_file(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Damaged(_) | Trouble::Foreign(_))
}

/// What is wrong, with its code.
fn coded(trouble: &Trouble) -> String {
    match trouble.code() {
        Some(code) => format!("{code}: {trouble}"),
        None => trouble.to_string(),
    }
}

/// What is wrong with a file.
fn told_of(path: &Path, trouble: &Trouble) -> Failure {
    let text = format!("`{}`: {}", path.display(), coded(trouble));
    if of_file(trouble) { Failure::File(text) } else { Failure::Faulty(text) }
}

/// Why it is not solved, and what may help.
fn refused(trouble: &Trouble, args: &Solve, opened: &Opened) -> Failure {
    let text = coded(trouble);
    match trouble {
        Trouble::File(text) => {
            let path = args.checkpoint.as_deref().unwrap_or(Path::new("")).display();
            Failure::File(format!("`{path}` cannot be written: {text}"))
        }
        Trouble::Wrong { at, .. } => Failure::Faulty(format!("{text}: `{}`", write_position(at, &[], &opened.game))),
        Trouble::Memory { .. } => {
            Failure::Faulty(format!("{text}; allow more with `--memory`, or make the game smaller"))
        }
        Trouble::Counter => {
            let helps = helpful(args, opened).map_or_else(String::new, |set| format!(", or `--set {set}`"));
            Failure::Faulty(format!("{text}; try `--method search`{helps}"))
        }
        trouble if trouble.hangs_on_rules() => {
            let helps = helpful(args, opened).map_or_else(String::new, |set| format!("; `--set {set}` helps"));
            Failure::Faulty(format!("{text}{helps}"))
        }
        _ => Failure::Faulty(text),
    }
}

/// One more setting under which the game can be solved.
fn helpful(args: &Solve, opened: &Opened) -> Option<String> {
    let fits = |game: &Game| if args.method == SolveBy::Search { solvable(game) } else { listable(game) }.is_ok();
    if fits(&opened.game) {
        return None;
    }
    for option in &opened.settled.options {
        for (value, _) in option.values.iter().filter(|(value, _)| *value != option.value) {
            let chosen = args.subject.settings.set.iter().filter(|(name, _)| *name != option.name).cloned();
            let settings: Settings = chosen.chain([(option.name.clone(), value.clone())]).collect();
            if open_from(&args.subject.ruleset, &Disk, &settings).is_ok_and(|other| fits(&other.game)) {
                return Some(format!("{}={value}", option.name));
            }
        }
    }
    None
}

fn told(solution: &Solution, verified: Option<u64>, play: &Play, out: &mut dyn Write) -> Done {
    let game = play.game();
    let rules = game.rules();
    let mover = rules.sides.get(usize::from(play.position().to_move)).map_or("?", |s| s.name.as_str());
    let value = exact_text(solution.value, game);
    tell(out, &format!("{}, {} to move: {value}", rules.title, the_side(mover)))?;
    let column = rules.sides.iter().map(|s| s.name.chars().count() + 10).max().unwrap_or(10);
    if !solution.line.is_empty() {
        tell_row(out, "line:", column, &analyse::line_texts(&solution.line, play).join(" "))?;
    }
    let symmetries = match solution.symmetries {
        0 | 1 => String::new(),
        n => format!("; {n} symmetries of the board make one of several"),
    };
    let how = match solution.method {
        Some(Method::Retrograde) => format!("all {} positions were listed", solution.positions),
        Some(Method::Search) => format!("{} positions were looked at", solution.positions),
        None => "the game is over".to_owned(),
    };
    tell_row(out, "how:", column, &format!("{how}{symmetries}"))?;
    for (side, tally) in rules.sides.iter().zip(solution.tallies.iter().flatten()) {
        let Tally { won, drawn, lost, longest } = tally;
        let longest = if *longest > 0 {
            format!("; the longest win of the {} takes {longest} plies", side.name)
        } else {
            String::new()
        };
        let text = format!("{won} won, {drawn} drawn, {lost} lost{longest}");
        tell_row(out, &format!("{} to move:", side.name), column, &text)?;
    }
    match verified {
        Some(positions) => tell_row(out, "verified:", column, &format!("{positions} positions were checked")),
        None => Ok(()),
    }
}

/// A value in words.
fn exact_text(value: Option<Exact>, game: &Game) -> String {
    let name = |side: u8| game.rules().sides.get(usize::from(side)).map_or("?", |s| s.name.as_str());
    let wins = |side: u8| {
        let name = name(side);
        format!("{} {}", the_side(name), verb(is_plural(name), "wins", "win"))
    };
    let plies = |n: u32| if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") };
    match value {
        Some(Exact::Win { side, plies: 0, .. }) => {
            let name = name(side);
            format!("{} {} won", the_side(name), verb(is_plural(name), "has", "have"))
        }
        Some(Exact::Win { side, plies: n, shortest: true }) => {
            format!("{} in {}", wins(side), plies(n))
        }
        Some(Exact::Win { side, plies: n, shortest: false }) => {
            format!("{} in at most {}", wins(side), plies(n))
        }
        Some(Exact::Draw) => "a draw".to_owned(),
        None => "not known: the search found no win, which proves nothing where positions come again; \
                 `--method retrograde` finds out, with memory enough"
            .to_owned(),
    }
}

/// A value for other programs.
fn exact_value(value: Option<Exact>, game: &Game) -> Value {
    let name = |side: u8| game.rules().sides.get(usize::from(side)).map(|s| &s.name);
    match value {
        Some(Exact::Win { side, plies, shortest }) => {
            json!({ "winner": name(side), "plies": plies, "shortest": shortest })
        }
        Some(Exact::Draw) => json!({ "winner": null }),
        None => Value::Null,
    }
}

fn solution_value(solution: &Solution, verified: Option<u64>, play: &Play) -> Value {
    let game = play.game();
    let mut value = position_value(play);
    value["method"] = match solution.method {
        Some(Method::Retrograde) => "retrograde".into(),
        Some(Method::Search) => "search".into(),
        None => Value::Null,
    };
    value["value"] = exact_value(solution.value, game);
    value["line"] = analyse::line_texts(&solution.line, play).into();
    value["positions"] = solution.positions.into();
    value["symmetries"] = solution.symmetries.into();
    let tally = |t: &Tally| json!({ "won": t.won, "drawn": t.drawn, "lost": t.lost, "longest_win": t.longest });
    let tallies = game.rules().sides.iter().zip(solution.tallies.iter().flatten());
    value["to_move_in"] =
        tallies.map(|(side, t)| (side.name.clone(), tally(t))).collect::<serde_json::Map<_, _>>().into();
    value["verified"] = verified.map_or(Value::Null, Value::from);
    value
}

/// Shows how far it is, and keeps what was found.
struct Door {
    bar: ProgressBar,
    stage: Option<Stage>,
    checkpoint: Option<PathBuf>,
    every: Duration,
    saved: Instant,
}

impl Door {
    fn new(args: &Solve) -> Door {
        Door {
            bar: bar(None),
            stage: None,
            checkpoint: args.checkpoint.clone(),
            every: Duration::from_secs(args.every),
            saved: Instant::now(),
        }
    }

    /// The bar goes away.
    fn end(&mut self) {
        self.bar.finish_and_clear();
        self.stage = None;
    }

    fn begin(&mut self, progress: &Progress) {
        self.stage = Some(progress.stage);
        self.bar.finish_and_clear();
        self.bar = bar(progress.of);
    }
}

impl Watch for Door {
    fn look(&mut self, progress: &Progress) -> Wish {
        if self.stage != Some(progress.stage) {
            self.begin(progress);
        }
        let what = match progress.stage {
            Stage::Finding => "positions found",
            Stage::Placing => "sets of pieces placed",
            Stage::Valuing => "positions valued",
            Stage::Searching => "positions looked at",
            Stage::Collecting => "positions of the strategy",
            Stage::Checking => "positions checked",
        };
        self.bar.set_message(format!("{what}, {}", crate::search::solve::size(progress.bytes)));
        if let Some(of) = progress.of {
            self.bar.set_length(of);
        }
        self.bar.set_position(progress.done);
        let due = self.checkpoint.is_some() && self.saved.elapsed() >= self.every;
        if due { Wish::Save } else { Wish::GoOn }
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let Some(path) = &self.checkpoint else { return Ok(()) };
        let begun = Instant::now();
        replace_with(path, write)?;
        // Where keeping takes long it is done less often.
        self.every = self.every.max(begun.elapsed() * 10);
        self.saved = Instant::now();
        Ok(())
    }
}
