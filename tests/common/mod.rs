//! Positions, moves and outcomes as the tests of rulings write them.

use houserules::engine::{Game, Play, Verdict};
use houserules::notation::{move_texts, read_move, read_position};

pub fn game(id: &str, settings: &[(&str, &str)]) -> Game {
    houserules::open(id, settings).unwrap_or_else(|e| panic!("{id} {settings:?}: {e}"))
}

pub fn at(game: &Game, position: &str) -> Play {
    let read = read_position(position, game).unwrap_or_else(|e| panic!("{position}: {e:?}"));
    Play::from_position(game, read.position, read.history).expect("a position of this game")
}

pub fn moves(play: &Play) -> Vec<String> {
    let mut texts = move_texts(&play.moves().unwrap(), play.game());
    texts.sort();
    texts
}

/// The moves of the piece on a site.
pub fn of(play: &Play, site: &str) -> Vec<String> {
    moves(play).into_iter().filter(|m| m.starts_with(site)).collect()
}

pub fn make(play: &mut Play, texts: &[&str]) {
    for text in texts {
        let mv = read_move(text, &play.moves().unwrap(), play.game()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        play.play(&mv).expect("it is legal");
    }
}

/// Who won, and the sentence.
pub fn outcome(play: &Play) -> Option<(String, String)> {
    play.outcome().map(|o| {
        let who = match o.result {
            Verdict::Win(side) => play.game().rules().sides[side as usize].name.clone(),
            Verdict::Draw => "draw".into(),
            Verdict::Unsettled => "unsettled".into(),
        };
        (who, o.reason.clone())
    })
}

pub fn ended(play: &Play, who: &str, reason: &str) {
    assert_eq!(outcome(play), Some((who.into(), reason.into())));
}
