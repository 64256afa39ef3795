//! What can be typed.

use super::computer;
pub use super::referee::Referee;
pub use super::render::Render;
pub use super::replay::Replay;
use crate::search::Level;
use crate::search::lab::{MAX_THREADS, Shard};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

const EXIT_CODES: &str = "\
Exit codes: 0 all is well; 1 what was asked about is bad (a file with errors, an illegal move); \
2 wrong usage; 3 a file cannot be read or written.";

/// Play board games by rules that are text files, and ask about the rules.
#[derive(Debug, Parser)]
#[command(name = "houserules", version, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Play(Play),
    #[cfg(feature = "server")]
    Serve(super::serve::Serve),
    Check(Check),
    Show(Show),
    Render(Render),
    Replay(Replay),
    Referee(Referee),
    Moves(Moves),
    Why(Why),
    Diff(Diff),
    Perft(Perft),
    Test(Test),
    Mutate(Mutate),
    Bench(Bench),
    Analyse(Analyse),
    Duel(Duel),
    Tune(Tune),
    Solve(Solve),
    Lab(Box<Lab>),
    List(List),
    New(New),
    Completions(Completions),
    Man(Man),
}

impl Command {
    /// Whether the answer is to be in JSON, what goes wrong included.
    pub fn in_json(&self) -> bool {
        match self {
            Command::Check(Check { json, .. })
            | Command::Show(Show { json, .. })
            | Command::Moves(Moves { json, .. })
            | Command::Why(Why { json, .. })
            | Command::Diff(Diff { json, .. })
            | Command::Perft(Perft { json, .. })
            | Command::Test(Test { json, .. })
            | Command::Mutate(Mutate { json, .. })
            | Command::Bench(Bench { json, .. })
            | Command::Analyse(Analyse { json, .. })
            | Command::Duel(Duel { json, .. })
            | Command::Solve(Solve { json, .. })
            | Command::List(List { json, .. }) => json.json,
            Command::Lab(lab) => match &lab.command {
                Some(LabCommand::Merge(merge)) => merge.json.json,
                None => lab.json.json,
            },
            #[cfg(feature = "server")]
            Command::Serve(_) => false,
            Command::Play(_)
            | Command::Render(_)
            | Command::Replay(_)
            | Command::Referee(_)
            | Command::Tune(_)
            | Command::New(_)
            | Command::Completions(_)
            | Command::Man(_) => false,
        }
    }
}

/// Which rules.
#[derive(Args, Clone, Debug)]
pub struct Subject {
    /// A built-in ruleset (see `houserules list`), or the path of a rule file
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    #[command(flatten)]
    pub settings: SettingArgs,
}

#[derive(Args, Clone, Debug)]
pub struct SettingArgs {
    /// Answer an option or an open question of the rules; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub set: Vec<(String, String)>,
}

/// Which position.
#[derive(Args, Clone, Debug)]
pub struct At {
    /// Start from this position instead of the start
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct AsJson {
    /// Answer in JSON; what is wrong, too
    #[arg(long)]
    pub json: bool,
}

/// How strong the computer is.
#[derive(Args, Clone, Debug)]
pub struct Strength {
    /// How strong the computer plays: child, beginner, casual, club, expert or full
    #[arg(long, value_name = "LEVEL", value_parser = computer::level)]
    pub level: Option<Level>,
    /// Think so long about a move, such as `2s`, instead of a level; what comes out may vary
    #[arg(long, value_name = "TIME", value_parser = computer::time)]
    pub time: Option<Duration>,
    /// Think with so many threads; with more than one what comes out may vary
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        // Which values there are, only the rules know.
        None if !text.trim().is_empty() => Ok((text.trim().to_owned(), String::new())),
        Some((name, _)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), String::new())),
        _ => Err("expected a name, `=` and a value, such as `columns=5`".to_owned()),
    }
}

/// The longest sequences of moves that are counted.
const MAX_DEPTH: u32 = 100;

fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| *depth <= MAX_DEPTH);
    depth.ok_or_else(|| format!("expected a number from 0 to {MAX_DEPTH}"))
}

/// Play a game, against the computer or at one board.
///
/// A ruleset begins a game; `--load` goes on with one, or with a match, that brings its rules along.
///
/// Type a move, or `help`. On a pipe the program reads a command or a move from each line and answers in
/// plain lines. With `--match` all the rounds of a match are played, where the rules have one.
#[derive(Args, Debug)]
#[command(override_usage = "houserules play [OPTIONS] [RULESET]\n       houserules play [OPTIONS] --load <FILE>")]
pub struct Play {
    /// A built-in ruleset (see `houserules list`), or the path of a rule file; without it, the default of the library
    #[arg(value_name = "RULESET")]
    pub ruleset: Option<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    #[command(flatten)]
    pub at: At,
    /// The side that you play, against the computer; without it, the side that moves first
    #[arg(long, value_name = "SIDE", conflicts_with = "players")]
    pub side: Option<String>,
    /// Who plays each side, in the order of the sides: `person` or `computer`, with commas
    #[arg(long, value_name = "WHO,WHO", value_delimiter = ',')]
    pub players: Vec<Player>,
    /// Play a match: all its rounds, as the rules have them
    #[arg(long = "match", conflicts_with = "position")]
    pub whole_match: bool,
    /// The names of the players, in the order of the sides that they play first; those of the persons are enough
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub names: Vec<String>,
    /// A player who is a beginner; may be repeated. Names the persons, where `--names` does not
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub beginner: Vec<String>,
    #[command(flatten)]
    pub strength: Strength,
    /// A table that `houserules solve --table` has written: where it knows a position the computer plays perfectly
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// The seed of the computer's choices: the same seed gives the same game
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Go on with a game or a match that was saved; it brings its own rules, settings and names
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Write the game or the match to this file whenever a round is over, and at the end
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// The page of Markdown to which `pin` writes examples; without it, that of the ruleset, beside its rule file
    #[arg(long, value_name = "FILE")]
    pub pin_to: Option<PathBuf>,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Player {
    /// Somebody who types
    Person,
    /// The built-in opponent
    Computer,
}

/// Find mistakes in rule files.
///
/// All the mistakes of all the files are shown in one run. A file with warnings alone is good.
#[derive(Args, Debug)]
pub struct Check {
    /// Rule files, or built-in rulesets
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    #[command(flatten)]
    pub json: AsJson,
}

/// Show the rules as they stand.
///
/// Board, zones, sides, pieces and how they move, turns, endings, options, the questions that the rules leave open,
/// and what a variant changes.
#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    pub subject: Subject,
    /// As a page for a browser
    #[arg(long, conflicts_with = "json")]
    pub html: bool,
    /// The scripts that decide something under these settings, as they are written
    #[arg(long, conflicts_with_all = ["json", "html"])]
    pub scripts: bool,
    #[command(flatten)]
    pub json: AsJson,
}

/// List the legal moves, one a line.
#[derive(Args, Debug)]
pub struct Moves {
    #[command(flatten)]
    pub subject: Subject,
    #[command(flatten)]
    pub at: At,
    #[command(flatten)]
    pub json: AsJson,
}

/// Say why a move is legal or not, and which line of the rules decides.
///
/// The exit code is 0 for a legal move and 1 for an illegal one.
#[derive(Args, Debug)]
pub struct Why {
    #[command(flatten)]
    pub subject: Subject,
    /// The move, such as `f1-f2`
    #[arg(value_name = "MOVE")]
    pub mv: String,
    #[command(flatten)]
    pub at: At,
    #[command(flatten)]
    pub json: AsJson,
}

/// Tell what two rulesets have that is different, and show a position in which they differ.
///
/// A and B are two rulesets, two versions of a file, or, without B, one ruleset under two choices of settings. What the
/// rules change is told in the order of the rulebook: `-` before what A says, `+` before what B says. The position is
/// searched and made small. The exit code is 0 if they are alike and 1 if they are different.
#[derive(Args, Debug)]
pub struct Diff {
    /// A built-in ruleset (see `houserules list`), or the path of a rule file
    #[arg(value_name = "A")]
    pub a: String,
    /// The other one; without it, A under other settings
    #[arg(value_name = "B")]
    pub b: Option<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// Answer an option or an open question of A alone; may be repeated
    #[arg(long = "set-a", value_name = "NAME=VALUE", value_parser = setting)]
    pub set_a: Vec<(String, String)>,
    /// Answer an option or an open question of B alone; may be repeated
    #[arg(long = "set-b", value_name = "NAME=VALUE", value_parser = setting)]
    pub set_b: Vec<(String, String)>,
    /// How many positions are looked at
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub effort: u32,
    /// The seed of the search: the same seed finds the same position
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub json: AsJson,
}

/// Count the sequences of moves of a length.
///
/// A finished game has no further moves: sequences that end before are not counted.
#[derive(Args, Debug)]
pub struct Perft {
    #[command(flatten)]
    pub subject: Subject,
    #[command(flatten)]
    pub at: At,
    /// The length
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    pub depth: u32,
    /// Tell the count of each first move
    #[arg(long)]
    pub divide: bool,
    /// What is counted
    #[arg(long, value_enum, default_value_t = Counted::Moves)]
    pub count: Counted,
    #[command(flatten)]
    pub json: AsJson,
}

/// What perft counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Counted {
    /// Moves that end alike and do the same are one
    Moves,
    /// Every way of a move for itself
    Paths,
}

/// Test what rules mean by the examples of their companions.
///
/// A companion is a page of Markdown beside a rule file, called like it. Its blocks of `example` are run: positions,
/// moves, and questions with their answers. An answer that is new or has changed waits: nothing is written without
/// `--review` or `--accept`.
#[derive(Args, Debug)]
pub struct Test {
    /// Companions, rule files, folders, or built-in rulesets; without any, the companions below this folder, and where
    /// there are none the built-in ones
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Only examples whose heading holds this text; may be repeated
    #[arg(long, value_name = "TEXT")]
    pub filter: Vec<String>,
    /// The same
    #[arg(last = true, value_name = "NAME")]
    pub names: Vec<String>,
    /// Go through the answers that wait, one by one, and write those that are accepted
    #[arg(long, conflicts_with_all = ["accept", "json"])]
    pub review: bool,
    /// Write all the answers that wait
    #[arg(long)]
    pub accept: bool,
    /// Write nothing; an answer that waits is a failure. So it is without any of the three, as where `CI` is set
    #[arg(long, conflicts_with_all = ["accept", "review"])]
    pub check: bool,
    /// Write a report for continuous integration, as `JUnit` writes it, to this file, too
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Tell which clauses of the rules, and which branches of each, the examples exercise
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "summary")]
    pub coverage: Option<CoverageAs>,
    /// Write the rule files with what is covered beside each line to this file, as a page of HTML
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Fail where less of a rule file is covered
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub coverage_min: Option<u8>,
    #[command(flatten)]
    pub json: AsJson,
}

impl Test {
    /// Whether it is asked what is covered.
    pub fn asks_coverage(&self) -> bool {
        self.coverage.is_some() || self.html.is_some() || self.coverage_min.is_some()
    }
}

/// How it is told what is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CoverageAs {
    /// In numbers, and in a sentence what no example has.
    Summary,
    /// Beside the lines of the rule files.
    File,
}

/// Change the rules in every small way, and see whether any example notices.
///
/// A direction less, a zone one rank wider, an ending dropped, a number one more: each change is made to the rule file
/// as somebody could have typed it, and the examples of its companion are run. What none of them notices is told with a
/// position in which it matters, as an example to be pasted into the companion. A change that cannot be noticed is
/// listed there in a block `equivalent`, with the reason. The exit code is 1 if a change is neither noticed nor listed.
#[derive(Args, Debug)]
pub struct Mutate {
    /// A built-in ruleset (see `houserules list`), or the path of a rule file
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    /// The companion; without it, the page beside the rule file that is called so
    #[arg(long, value_name = "PAGE")]
    pub companion: Option<PathBuf>,
    /// Only changes that hold this text in their lines or in what is said of them
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// At most so many changes, the first ones
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// How many positions are looked at for each change that nobody notices
    #[arg(long, value_name = "N", default_value_t = 30_000)]
    pub effort: u32,
    /// How many changes are tried at once; without it, as many as there are processors
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub json: AsJson,
}

/// Play random games and time them, by the processor time of one thread.
#[derive(Args, Debug)]
pub struct Bench {
    #[command(flatten)]
    pub subject: Subject,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,
    /// The seed of the moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The length of the sequences that are counted
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = depth, allow_negative_numbers = true)]
    pub depth: u32,
    /// Cut a game after so many moves
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    pub cap: u32,
    #[command(flatten)]
    pub json: AsJson,
}

/// Say which moves are best, what they are worth, and how the game may go on.
///
/// A score is from the point of view of the side to move: +1.00 wins about 73 of 100 games. `wins in n` and `loses in n`
/// (moves of both sides) are proved.
#[derive(Args, Debug)]
pub struct Analyse {
    #[command(flatten)]
    pub subject: Subject,
    #[command(flatten)]
    pub at: At,
    /// How many moves are told
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub moves: u32,
    #[command(flatten)]
    pub strength: Strength,
    /// Look at so many positions, instead of what the level says
    #[arg(long, value_name = "N", conflicts_with_all = ["level", "time"], value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub nodes: Option<u64>,
    /// Look so many plies ahead at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// A table that `houserules solve --table` has written: what it knows is told and not searched
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// The seed of what is tried first, where nothing else decides
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub json: AsJson,
}

/// Let two opponents play against each other: pairs of games, the same opening twice with the sides swapped.
#[derive(Args, Debug)]
pub struct Duel {
    #[command(flatten)]
    pub subject: Subject,
    /// The level of the first
    #[arg(value_name = "LEVEL", value_parser = computer::level)]
    pub first: Level,
    /// The level of the second
    #[arg(value_name = "LEVEL", value_parser = computer::level)]
    pub second: Level,
    /// What the first knows: `learnt`, what is kept with the ruleset; `nothing` but the rules; `equal` weights; or a file
    /// that `houserules tune` has written
    #[arg(long, value_name = "WHAT", default_value = "learnt")]
    pub first_knows: Knows,
    /// What the second knows
    #[arg(long, value_name = "WHAT", default_value = "learnt")]
    pub second_knows: Knows,
    /// Pairs of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub pairs: u32,
    /// Moves at random before each game
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub opening_plies: u32,
    /// Call a game drawn after so many moves
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub cap: u32,
    /// The seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at once; without it, as many as there are processors. The result is the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub json: AsJson,
}

/// What an opponent in a duel knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Knows {
    Learnt,
    Nothing,
    Equal,
    File(PathBuf),
}

impl std::str::FromStr for Knows {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Knows, Self::Err> {
        Ok(match text {
            "learnt" => Knows::Learnt,
            "nothing" => Knows::Nothing,
            "equal" => Knows::Equal,
            file => Knows::File(PathBuf::from(file)),
        })
    }
}

/// Let the computer learn a game, from the rules and from games against itself.
///
/// What it learns is a small file, NAME.opponent.toml beside NAME.rules, that every opponent at this game reads. The
/// same seed learns the same.
#[derive(Args, Debug)]
pub struct Tune {
    #[command(flatten)]
    pub subject: Subject,
    /// Write to this file; without it, beside the rule file, and for a built-in ruleset to standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// So often it plays with what it has learnt, and learns from it
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Games in a round
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub games: u32,
    /// Nodes for a move in these games
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: u64,
    /// Pairs of games by which ways to play are held against each other
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub pairs: u32,
    /// Moves at random before each game, at most
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub opening_plies: u32,
    /// Call a game drawn after so many moves
    #[arg(long, value_name = "PLIES", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub cap: u32,
    /// The seed: the same seed learns the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at once; without it, as many as there are processors. The result is the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

/// Let the computer play against itself, over values of options and open questions.
///
/// Who wins how often, with bounds of 95 %; how long games are; what decides; what changes against the default. Each
/// combination of the values of all `--vary` is a cell. What comes out is the same on any number of threads. `lab merge`
/// joins the logs of shards that were played elsewhere.
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    override_usage = "houserules lab [OPTIONS] <RULESET>\n       houserules lab merge [OPTIONS] <FILE>..."
)]
pub struct Lab {
    #[command(subcommand)]
    pub command: Option<LabCommand>,
    /// A built-in ruleset (see `houserules list`), or the path of a rule file
    #[arg(value_name = "RULESET", required = true)]
    pub ruleset: Option<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// An option, or an open question, and its values: `dog-count=3,4,5`, `dog-count=3..5`, or `duty=*` for all values of
    /// a choice; may be repeated
    #[arg(long, value_name = "NAME=VALUE,VALUE")]
    pub vary: Vec<String>,
    /// How many games each cell has
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u32,
    /// How strong the players are: child, beginner, casual, club, expert or full
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Casual)]
    pub level: Level,
    /// The seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at once; without it, as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    pub threads: Option<u16>,
    /// Play whole matches, as the rules have them
    #[arg(long = "match")]
    pub whole_match: bool,
    /// How many moves at random begin each game; without it, as many as make the games different
    #[arg(long, value_name = "PLIES")]
    pub opening_plies: Option<u32>,
    /// Cut a game after so many moves
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    pub cap: u32,
    /// Play a part of the games: `3/64` is the third of 64
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Write each game to this file as it ends; if the file is there, go on with what it lacks
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub files: LabFiles,
    #[command(flatten)]
    pub json: AsJson,
}

#[derive(Debug, Subcommand)]
pub enum LabCommand {
    Merge(LabMerge),
}

/// Join the logs of shards, and show what the whole lab found.
///
/// The exit code is 1 if games are missing.
#[derive(Args, Debug)]
pub struct LabMerge {
    /// Logs that `--out` has written, of one lab
    #[arg(value_name = "FILE", required = true)]
    pub logs: Vec<PathBuf>,
    #[command(flatten)]
    pub files: LabFiles,
    #[command(flatten)]
    pub json: AsJson,
}

/// Where else to write what a lab found.
#[derive(Args, Debug)]
pub struct LabFiles {
    /// Write it to this file, too, for spreadsheets
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write it to this file, too, as a page with drawings
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the drawings to this file, too, as one image
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Find out who wins where both sides play as well as they can, in how many plies, and how.
///
/// Either all positions that can come are listed and valued from the ends of the game backward, or a win is searched.
/// A position that comes again is a draw. What cannot be solved is refused with a code `HS`.
#[derive(Args, Debug)]
pub struct Solve {
    #[command(flatten)]
    pub subject: Subject,
    #[command(flatten)]
    pub at: At,
    /// How: by listing where the positions are likely to fit into the memory, or as is said
    #[arg(long, value_enum, default_value_t = SolveBy::Auto)]
    pub method: SolveBy,
    /// Value every placement of the pieces that the last phase of the game can have, and count these
    #[arg(long)]
    pub all: bool,
    /// How much memory may be used, such as `512M` or `2G`
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = bytes)]
    pub memory: u64,
    /// Keep in this file what was found so far, and go on from it if it is there; once all is done it goes away
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// How often that is kept
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "checkpoint", value_parser = clap::value_parser!(u64).range(..=86_400))]
    pub every: u64,
    /// Write a table for perfect play to this file
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Check what was found by walking it; with the file of `--table`, if it is there, only that is done
    #[arg(long)]
    pub verify: bool,
    #[command(flatten)]
    pub json: AsJson,
}

/// How a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveBy {
    /// By an estimate of how many positions there are
    Auto,
    /// List all positions
    Retrograde,
    /// Search for a win
    Search,
}

/// So many bytes: a number, and `k`, `M` or `G` for thousands of them.
fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match text.get(digits.len()..).unwrap_or_default().to_ascii_lowercase().trim_end_matches('b') {
        "" => 1,
        "k" => 1_000,
        "m" => 1_000_000,
        "g" => 1_000_000_000,
        _ => 0,
    };
    let bytes = digits.parse().ok().and_then(|n: u64| n.checked_mul(factor));
    bytes.filter(|n| *n >= 1_000_000).ok_or_else(|| "expected at least a megabyte, such as `512M` or `2G`".to_owned())
}

/// List the rulesets that are built in, by family.
#[derive(Args, Debug)]
pub struct List {
    #[command(flatten)]
    pub json: AsJson,
}

/// Begin a variant: write a small rule file that extends another.
///
/// NAME.rules runs at once. Three typical changes stand in it as comments. A file that is there already is left alone.
#[derive(Args, Debug)]
pub struct New {
    /// The name of the variant, and of its file; neither that of its base nor that of a built-in ruleset
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The ruleset that it extends: a built-in one, or a file NAME.rules in the same folder as the new file
    #[arg(long, value_name = "RULESET")]
    pub from: String,
}

/// Write the completions for a shell to standard output.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Write the manual pages.
///
/// Without a directory the page of the program goes to standard output. Files that are there already are left alone.
#[derive(Args, Debug)]
pub struct Man {
    /// A directory for the pages, one for each command
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Write over files that are there already
    #[arg(long, requires = "dir")]
    pub force: bool,
}
