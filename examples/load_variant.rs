//! Opens a variant that is written in the program itself, and lets two small opponents play it.
//!
//! `cargo run --example load_variant`

use houserules::engine::Play;
use houserules::search::{Level, Opponent};

const VARIANT: &str = r#"
game "Short Dogs" extends bison {
    version 1.0
    about "A dog runs at most two squares in one move."
}

change piece dog { replace slide with slide any direction at most 2 to empty }
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = houserules::open_text("short-dogs", VARIANT, &[("columns", "7")])?;
    let mut play = Play::new(&game);
    let mut opponent = Opponent::at_level(Level::Club, 1);
    while let Some(mv) = opponent.choose(&play)? {
        play.play(&mv)?;
    }
    let reason = play.outcome().map_or("it goes on", |outcome| outcome.reason.as_str());
    println!("{} after {} moves: {reason}", game.rules().title, play.made().len());
    Ok(())
}
