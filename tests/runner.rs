//! A runner plays as `Play` does, takes moves back exactly, and allocates nothing for a move.

use houserules::engine::{Dice, Game, Play, Runner, playouts};

fn open(id: &str, settings: &[(&str, &str)]) -> Game {
    let sketch = format!("{}/tests/sketches/{id}.rules", env!("CARGO_MANIFEST_DIR"));
    let game = match std::fs::read_to_string(sketch) {
        Ok(text) => houserules::open_text(id, &text, settings),
        Err(_) => houserules::open(id, settings),
    };
    game.unwrap_or_else(|e| panic!("{id}: {e}"))
}

const GAMES: [(&str, &[(&str, &str)]); 7] = [
    ("bison", &[]),
    ("bison-small", &[("may-pass", "both")]),
    ("tiger-and-buffaloes", &[("leaps", "several"), ("duty", "most")]),
    ("breakthrough", &[]),
    ("english-draughts", &[]),
    ("pulijudam", &[]),
    // Not compiled: the interpreter runs it.
    ("reversi", &[]),
];

#[test]
fn it_plays_as_play_does_and_takes_back_exactly() {
    for (id, settings) in GAMES {
        let game = open(id, settings);
        let mut dice = Dice::new(11);
        for _ in 0..3 {
            let (mut play, mut runner) = (Play::new(&game), Runner::new(&game));
            let mut positions = Vec::new();
            while play.outcome().is_none() && positions.len() < 60 {
                let count = runner.moves();
                assert_eq!(count as usize, play.moves().unwrap().len(), "{id} after {:?}", play.made());
                let n = dice.below(count);
                let mv = runner.mv(n).expect("it was counted");
                positions.push(runner.position());
                assert!(runner.play(n));
                // Another path of the same move may be told.
                let same = play.moves().unwrap().into_iter().find(|m| {
                    m.action == mv.action && m.to() == mv.to() && {
                        let sites = |m: &houserules::engine::Move| {
                            let mut sites: Vec<_> = m.captured.iter().map(|c| c.0).collect();
                            sites.sort_unstable();
                            sites
                        };
                        sites(m) == sites(&mv)
                    }
                });
                play.play(&same.expect("it is legal")).expect("it is legal");
                let mut position = play.position().clone();
                position.outcome = None;
                assert_eq!(runner.position(), position, "{id}");
                assert_eq!(runner.verdict(), play.outcome().map(|o| o.result.clone()), "{id}");
            }
            while let Some(position) = positions.pop() {
                assert!(runner.undo());
                assert_eq!(runner.position(), position, "{id}");
                assert_eq!(runner.verdict(), None);
            }
            assert!(!runner.undo());
        }
    }
}

/// What a thousand games allocate is what ten do: room to begin with, and nothing for a move.
#[test]
fn a_move_allocates_nothing() {
    for (id, settings) in GAMES {
        let game = open(id, settings);
        if game.interpreted_because().is_some() {
            continue;
        }
        let allocated = |games| {
            playouts(&game, 1, 5, 500).unwrap();
            allocation_counter::measure(|| {
                playouts(&game, games, 5, 500).unwrap();
            })
            .count_total
        };
        assert_eq!(allocated(10), allocated(300), "{id}");

        let mut runner = Runner::new(&game);
        let mut dice = Dice::new(3);
        let walk = |runner: &mut Runner, dice: &mut Dice| {
            let mut made = 0;
            while runner.moves() > 0 && made < 200 {
                let n = dice.below(runner.moves());
                runner.play(n);
                made += 1;
            }
            while runner.undo() {}
        };
        walk(&mut runner, &mut dice);
        let info = allocation_counter::measure(|| (0..50).for_each(|_| walk(&mut runner, &mut dice)));
        assert_eq!(info.count_total, 0, "{id}");
    }
}
