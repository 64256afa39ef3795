//! Plays a game of random moves and prints it as a record.
//!
//! `cargo run --example random_game -- bison 7`

use houserules::engine::{Dice, Play};
use houserules::notation::{record, write_record};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let ruleset = args.next().unwrap_or_else(|| houserules::library::manifest().default.clone());
    let seed = args.next().map_or(Ok(1), |text| text.parse())?;

    let game = houserules::open(&ruleset, &[])?;
    let mut play = Play::new(&game);
    let mut dice = Dice::new(seed);
    while play.outcome().is_none() && play.made().len() < 500 {
        let moves = play.moves()?;
        play.play(&moves[dice.below(moves.len() as u32) as usize])?;
    }
    print!("{}", write_record(&record(&play, &[("Seed".into(), seed.to_string())])));
    Ok(())
}
