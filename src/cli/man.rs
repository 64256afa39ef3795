//! `houserules completions` and `houserules man`

use super::args::{Cli, Completions, Man};
use super::disk::why;
use super::fail::{Done, Failure};
use clap::CommandFactory;
use std::fs;
use std::io::Write;

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
    let failed = |e: std::io::Error| Failure::File(format!("`{}` cannot be written: {}", dir.display(), why(&e)));
    fs::create_dir_all(dir).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), dir).map_err(failed)
}
