//! The lab as a person or a cluster meets it: the same table on any number of threads, in shards, and after a kill.

use assert_cmd::Command;
use insta::assert_snapshot;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Bison small enough to be played in a moment.
const SMALL: [&str; 14] = [
    "lab",
    "--level",
    "child",
    "bison",
    "--set",
    "rows=5",
    "--set",
    "dog-count=2",
    "--vary",
    "columns=3,5",
    "--games",
    "12",
    "--seed",
    "7",
];

/// A call of the program; everything that could change its answers is set.
fn houserules(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("houserules").expect("the program is built");
    command.args(args).env("NO_COLOR", "1").env("COLUMNS", "100").env_remove("CLICOLOR_FORCE");
    command
}

/// The same with further arguments.
fn small(more: &[&str]) -> Command {
    let mut command = houserules(&SMALL);
    command.args(more);
    command
}

/// What a call that is good answers.
#[track_caller]
fn answer(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{error}");
    String::from_utf8(output.stdout).expect("it speaks UTF-8")
}

/// What a call says besides its answer, and how it ends.
#[track_caller]
fn said(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    let said = String::from_utf8(output.stderr).expect("it speaks UTF-8");
    // How many games are the same depends on how the computer plays.
    let lines = said.lines().filter(|line| !line.contains("are different, so the bounds"));
    let said = lines.fold(String::new(), |said, line| said + line + "\n");
    format!("{said}exit code {}", output.status.code().expect("it ends by itself"))
}

fn path(dir: &TempDir, name: &str) -> String {
    dir.path().join(name).display().to_string()
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The lines of a log but for the first, in order.
fn games(log: &str) -> Vec<String> {
    let mut lines: Vec<String> = read(log).lines().skip(1).map(str::to_owned).collect();
    lines.sort();
    lines
}

/// What is shown of a log that is kept with the tests: how well the computer plays does not matter.
#[track_caller]
fn shown(log: &str) -> String {
    let logs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs");
    let output = houserules(&["lab", "merge"]).arg(logs.join(log)).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("it speaks UTF-8");
    text(&output.stderr).lines().fold(text(&output.stdout), |said, line| said + "! " + line + "\n")
}

#[test]
fn the_table_of_games() {
    assert_snapshot!(shown("games.jsonl"));
}

#[test]
fn the_table_of_matches() {
    assert_snapshot!(shown("matches.jsonl"));
}

/// Nothing is compared, and two games are the same.
#[test]
fn the_table_of_one_cell() {
    assert_snapshot!(shown("one-cell.jsonl"));
}

#[test]
fn threads_change_nothing() {
    let one = answer(&mut small(&["--threads", "1"]));
    assert_eq!(one, answer(&mut small(&["--threads", "4"])));
    assert_eq!(one, answer(&mut small(&[])));
}

#[test]
fn shards_are_joined_to_what_one_run_shows() {
    let dir = TempDir::new().expect("a directory");
    let file = |name: &str| path(&dir, name);
    let outputs = |name: &str| ["--csv", "--html", "--svg"].map(|o| (o.to_owned(), file(&format!("{name}{o}"))));
    let whole = answer(small(&[]).args(outputs("whole").iter().flat_map(|(o, f)| [o, f])));
    let mut logs = Vec::new();
    for number in 1..=5 {
        let log = file(&format!("{number}.jsonl"));
        let shard = format!("{number}/5");
        let table = answer(&mut small(&["--shard", &shard, "--out", &log]));
        assert!(table.contains(&format!("; shard {shard}")), "{table}");
        logs.push(log);
    }
    // In another order, and one of them twice.
    logs.reverse();
    logs.push(logs[0].clone());
    let mut merge = houserules(&["lab", "merge"]);
    merge.args(&logs).args(outputs("joined").iter().flat_map(|(o, f)| [o, f]));
    assert_eq!(whole, answer(&mut merge));
    for ((_, one), (_, other)) in outputs("whole").iter().zip(&outputs("joined")) {
        assert_eq!(read(one), read(other));
    }
    let json = answer(houserules(&["lab", "merge", "--json"]).args(&logs));
    assert_eq!(json, answer(&mut small(&["--json"])));

    // Without the second shard something is missing; what is there is shown all the same.
    let without: Vec<&String> = logs.iter().filter(|l| !l.ends_with("2.jsonl")).collect();
    let output = houserules(&["lab", "merge"]).args(&without).output().expect("the program runs");
    assert!(String::from_utf8_lossy(&output.stdout).contains("; 19 of 24 are here"));
    assert_snapshot!(said(houserules(&["lab", "merge"]).args(&without)), @r"
        5 of 24 games are missing, of the shard 2/5
        exit code 1
        ");
}

/// Whatever the log was cut to, the lab goes on and comes to the same.
#[test]
fn a_torn_log_is_gone_on_with() {
    let dir = TempDir::new().expect("a directory");
    let log = path(&dir, "log.jsonl");
    let whole = answer(&mut small(&["--out", &log]));
    let (text, all) = (read(&log), games(&log));
    assert_eq!(all.len(), 24);
    let header = text.find('\n').expect("a line") + 1;
    let cuts = [0, 1, header / 2, header - 1, header, header + 1, text.len() / 2, text.len() - 1, text.len()];
    for cut in cuts {
        fs::write(&log, &text[..cut]).expect("it can be written");
        assert_eq!(answer(&mut small(&["--out", &log])), whole, "cut at {cut}");
        assert_eq!(games(&log), all, "cut at {cut}");
    }
    // Nothing is left to do, and nothing is written.
    assert_snapshot!(
        said(&mut small(&["--out", &log])).replace(&log, "LOG"),
        @r"
            note: 24 of 24 games are in `LOG` already
            exit code 0
            "
    );
    assert_eq!(games(&log), all);
}

#[test]
fn a_lab_that_is_killed_is_gone_on_with() {
    let dir = TempDir::new().expect("a directory");
    let (killed, whole) = (path(&dir, "killed.jsonl"), path(&dir, "whole.jsonl"));
    let args = |log| {
        let args = [
            "lab",
            "--level",
            "child",
            "bison",
            "--set",
            "columns=7",
            "--vary",
            "dog-count=2,4",
            "--games",
            "20",
            "--out",
            log,
        ];
        args.map(str::to_owned)
    };
    let program = assert_cmd::cargo::cargo_bin("houserules");
    let mut child = std::process::Command::new(program)
        .args(args(&killed))
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    // As soon as it has a game.
    while fs::read_to_string(&killed).is_ok_and(|t| t.lines().count() < 2)
        && child.try_wait().expect("a child").is_none()
    {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    let one = answer(&mut houserules(&args(&killed).each_ref().map(String::as_str)));
    assert_eq!(one, answer(&mut houserules(&args(&whole).each_ref().map(String::as_str))));
    assert_eq!(games(&killed), games(&whole));
}

#[test]
fn a_log_of_something_else_is_refused() {
    let dir = TempDir::new().expect("a directory");
    let log = path(&dir, "log.jsonl");
    answer(&mut small(&["--threads", "1", "--out", &log]));
    let text = read(&log);
    let with = |more: &[&str]| said(small(&["--out", &log]).args(more)).replace(&log, "LOG");
    let cases: [&[&str]; 6] = [
        &["--cap", "50"],
        &["--match"],
        &["--vary", "duty=free,must"],
        &["--set", "may-pass=herd"],
        &["--shard", "1/2"],
        &["--opening-plies", "6"],
    ];
    assert_snapshot!(cases.map(with).join("\n"), @r"
        error: `LOG` is the log of another lab: its cap on plies is 1000, not 50; name another file with `--out`, or take this one away
        exit code 2
        error: `LOG` is the log of another lab: its kind is games, not matches; name another file with `--out`, or take this one away
        exit code 2
        error: `LOG` is the log of another lab: it varies other options or values; name another file with `--out`, or take this one away
        exit code 2
        error: `LOG` is the log of another lab: it has other settings; name another file with `--out`, or take this one away
        exit code 2
        error: `LOG` is the log of another lab: it is of all games, not of the shard 1/2; name another file with `--out`, or take this one away
        exit code 2
        error: `LOG` is the log of another lab: its number of opening plies is 4, not 6; name another file with `--out`, or take this one away
        exit code 2
        ");
    let joined = said(houserules(&["lab", "merge", &log]).arg(other_lab(&dir))).replace(&path(&dir, ""), "");
    assert_snapshot!(joined, @r"
        error: `other.jsonl` is the log of another lab than `log.jsonl`: its level is casual, not child; join logs of one lab
        exit code 2
        ");

    // Lines that are none.
    let spoilt = |text: &str| {
        fs::write(&log, text).expect("it can be written");
        said(&mut small(&["--out", &log])).replace(&log, "LOG")
    };
    let wrong = [
        "my letters\n".to_owned(),
        "my letters".to_owned(),
        text.replacen("\"cell\":1", "\"cell\":7", 1),
        text.replacen("\"plies\"", "\"places\"", 1),
        text.replacen("\"lab\":1", "\"lab\":2", 1),
    ];
    assert_snapshot!(wrong.map(|t| spoilt(&t)).join("\n"), @r"
        error: `LOG` cannot be gone on with: it is no log of a lab: its first line is not JSON; name another file with `--out`
        exit code 2
        error: `LOG` cannot be gone on with: it is no log of a lab; name another file with `--out`
        exit code 2
        error: `LOG`, line 3: a game that the lab does not have; take the line out, and the game is played again
        exit code 3
        error: `LOG`, line 2: no game of a lab: unknown field `places`, expected one of `end`, `winner`, `by`, `first`, `plies`, `choices`, `leads`, `moves`; take the line out, and the game is played again
        exit code 3
        error: `LOG` cannot be gone on with: it is a log of format 2, and this program reads 1; name another file with `--out`
        exit code 2
        ");
    // Nobody's file was touched.
    assert!(read(&log).starts_with("{\"lab\":2"));

    fs::write(&log, &text).expect("it can be written");
    let held = fs::File::open(&log).expect("it is there");
    held.lock().expect("nobody else has it");
    assert_snapshot!(with(&[]), @r"
        error: another program is writing to `LOG`; wait for it, or name another file
        exit code 2
        ");
}

fn other_lab(dir: &TempDir) -> String {
    let log = path(dir, "other.jsonl");
    answer(&mut houserules(&[
        "lab",
        "bison",
        "--set",
        "rows=5",
        "--set",
        "columns=3",
        "--set",
        "dog-count=2",
        "--games",
        "2",
        "--out",
        &log,
    ]));
    log
}

#[test]
fn wrong_calls_say_what_to_do() {
    let cases: [&[&str]; 10] = [
        &["lab"],
        &["lab", "bison", "--vary", "columns=4"],
        &["lab", "bison", "--vary", "columns=3..25", "--vary", "rows=3..15", "--vary", "dog-count=0..6"],
        &["lab", "bison", "--games", "0"],
        &["lab", "bison", "--threads", "0"],
        &["lab", "bison", "--shard", "5/4"],
        &["lab", "tiger-and-buffaloes", "--match"],
        &["lab", "bison", "--out", "/nowhere/log"],
        &["lab", "merge"],
        &["lab", "merge", "/nowhere/log"],
    ];
    assert_snapshot!(cases.map(|args| said(&mut houserules(args))).join("\n"));
    let json = houserules(&["lab", "bison", "--vary", "columns", "--json"]).output().expect("the program runs");
    assert!(String::from_utf8_lossy(&json.stdout).contains("\"error\": \"`--vary columns` names no values"));
}

/// The lines of the book are run as they stand there, where GNU parallel is installed.
#[test]
fn the_book_spreads_a_lab_by_gnu_parallel() {
    let there = std::process::Command::new("parallel").arg("--version").output();
    if !there.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).starts_with("GNU parallel")) {
        return;
    }
    let chapter = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/book/lab.md").display().to_string());
    let block = chapter.split("```sh\n").find(|b| b.starts_with("parallel ")).expect("the chapter shows it");
    let lines = block.split("```").next().expect("a block");
    let dir = TempDir::new().expect("a directory");
    let program = assert_cmd::cargo::cargo_bin("houserules");
    let bin = program.parent().expect("a folder").display();
    let output = Command::new("sh")
        .args(["-eu", "-c", lines])
        .current_dir(&dir)
        .env("PATH", format!("{bin}:{}", std::env::var("PATH").unwrap_or_default()))
        .env("HOME", dir.path())
        .env("NO_COLOR", "1")
        .output()
        .expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // The same lab in one go.
    let plain = lines.lines().next().expect("a line").split('\'').nth(1).expect("the command that is spread");
    let args: Vec<&str> = plain.split(' ').skip(1).take_while(|word| *word != "--shard").collect();
    let whole = answer(&mut houserules(&args));
    assert!(!whole.is_empty());
    assert_eq!(String::from_utf8_lossy(&output.stdout), whole);
}
