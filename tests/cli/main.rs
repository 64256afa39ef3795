//! The program as a person or a script meets it.

mod answers;
mod changes;
mod coverage;
mod files;
mod matches;
mod mistakes;
mod play;
mod search;
mod testing;

use assert_cmd::Command;
use std::path::Path;

/// A call of the program; everything that could change its answers is set.
fn houserules(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("houserules").expect("the program is built");
    command.args(args).env("NO_COLOR", "1").env("COLUMNS", "100").env_remove("CLICOLOR_FORCE");
    command
}

/// What a call says and how it ends, as a person sees it.
#[track_caller]
fn told(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("it speaks UTF-8");
    let mut told = text(&output.stdout);
    for line in text(&output.stderr).lines() {
        told += &format!("! {line}\n");
    }
    format!("{told}exit code {}", output.status.code().expect("it ends by itself"))
}

/// What a call says.
#[track_caller]
fn asked(args: &[&str]) -> String {
    told(&mut houserules(args))
}

/// What a call with `--json` answers.
#[track_caller]
fn json(args: &[&str]) -> serde_json::Value {
    let output = houserules(args).output().expect("the program runs");
    serde_json::from_slice(&output.stdout).expect("an answer in JSON")
}

/// Writes a file and gives its path.
fn write(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("a file in a directory of our own");
    path.display().to_string()
}
