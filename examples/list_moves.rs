//! Lists the legal moves of a position, and says why another move is not among them.
//!
//! `cargo run --example list_moves`

use houserules::engine::{Play, Question};
use houserules::explain::why;
use houserules::library::Library;
use houserules::notation::{move_texts, read_position, read_site};
use houserules::ruleset::Settings;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let opened = houserules::open_from("bison", &Library, &Settings::defaults())?;
    let game = &opened.game;

    // Four dogs and the chief against two buffaloes; the defenders are to move.
    let read = read_position("11/5C5/5B5/11/1D2D2D2D/B10/11 defenders", game)?;
    let play = Play::from_position(game, read.position, read.history)?;
    println!("{}", move_texts(&play.moves()?, game).join(" "));

    let (from, to) = (read_site("f6", game.board())?, read_site("f7", game.board())?);
    let answer = why(&play, &opened.settled, &Question::Piece { from, to, through: Vec::new() })?;
    println!("{}", answer.cited(&opened.ruleset.sources));
    Ok(())
}
