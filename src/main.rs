//! The program `houserules`.

use std::process::ExitCode;

fn main() -> ExitCode {
    houserules::cli::run()
}
