//! `houserules completions` and `houserules man`

use super::args::{Cli, Completions, Man};
use super::disk::why;
use super::fail::{Done, Failure};
use clap::CommandFactory;
use std::fs;
use std::io::Write;
use std::path::Path;

pub fn completions(args: &Completions, out: &mut dyn Write) -> Done {
    // The generator panics when it cannot write, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "houserules", &mut text);
    Ok(out.write_all(&text)?)
}

pub fn run(args: &Man, out: &mut dyn Write) -> Done {
    let Some(dir) = &args.dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        return Ok(out.write_all(&page)?);
    };
    let failed =
        |path: &Path, e: &std::io::Error| Failure::File(format!("`{}` cannot be written: {}", path.display(), why(e)));
    let pages = pages()?;
    if let Some(there) = pages.iter().map(|(name, _)| dir.join(name)).find(|path| path.exists() && !args.force) {
        let there = there.display();
        return Err(Failure::File(format!("`{there}` is there already; with `--force` it is written over")));
    }
    fs::create_dir_all(dir).map_err(|e| failed(dir, &e))?;
    for (name, page) in &pages {
        let path = dir.join(name);
        fs::write(&path, page).map_err(|e| failed(&path, &e))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// The names and texts of the pages: that of the program, and one for each command.
fn pages() -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let with_its_own = |command: &clap::Command| {
        let own: Vec<clap::Command> = command.get_subcommands().cloned().collect();
        std::iter::once(command.clone()).chain(own)
    };
    let commands: Vec<clap::Command> = program.get_subcommands().flat_map(with_its_own).collect();
    let page = |command: clap::Command| {
        let man = clap_mangen::Man::new(command);
        let mut text = Vec::new();
        man.render(&mut text)?;
        Ok((man.get_filename(), text))
    };
    std::iter::once(program).chain(commands).map(page).collect()
}
