//! The pages of `houserules serve` in a real browser: the tests in `tests/browser/`, run by Node with Chromium.
//!
//! They are left out, with a word that says so, where one of the two or the packages that they use are not to be had.
#![cfg(all(feature = "server", unix))]

use std::path::{Path, PathBuf};
use std::process::Command;

fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|p| p.is_file())
}

/// The packages that the tests use are there, or npm can bring them.
fn packages(folder: &Path) -> Result<(), String> {
    if folder.join("node_modules/playwright-core").is_dir() && folder.join("node_modules/axe-core").is_dir() {
        return Ok(());
    }
    let npm = program(&["npm"]).ok_or("npm is not installed")?;
    let run = Command::new(npm).args(["ci", "--no-audit", "--no-fund"]).current_dir(folder).output();
    match run {
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => Err(format!("npm cannot bring the packages: {}", String::from_utf8_lossy(&done.stderr))),
        Err(error) => Err(format!("npm does not start: {error}")),
    }
}

#[test]
fn the_pages_do_in_a_browser_what_they_should() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let node = program(&["node"]).ok_or("node is not installed".to_owned());
    let chromium =
        program(&["chromium", "chromium-browser", "google-chrome"]).ok_or("chromium is not installed".to_owned());
    let ready = node.and_then(|node| chromium.and_then(|chromium| packages(&folder).map(|()| (node, chromium))));
    let (node, chromium) = match ready {
        Ok(found) => found,
        Err(why) => return println!("left out: the tests in a browser; {why}"),
    };
    let run = Command::new(node)
        .args(["--test", "--test-concurrency=2", "--test-reporter=spec"])
        .args(["play", "choices", "seats", "edit", "access"].map(|part| format!("{part}.test.mjs")))
        .env("HOUSERULES", env!("CARGO_BIN_EXE_houserules"))
        .env("CHROMIUM", chromium)
        .current_dir(&folder)
        .output()
        .expect("node starts");
    let told = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{told}");
    println!("{told}");
}
