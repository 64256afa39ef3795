//! A runner plays as `Play` does, takes moves back exactly, and allocates nothing for a move.

use houserules::engine::{Dice, Game, Mobility, Play, Runner, playouts};

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
    // Each move is made when it is found, and what it leads to is kept.
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

/// What programs that search go by says the same as the moves and the position themselves.
#[test]
fn what_it_tells_in_short_is_so() {
    for (id, settings) in GAMES {
        let game = open(id, settings);
        let mut dice = Dice::new(3);
        let mut runner = Runner::new(&game);
        let (mut steps, mut pieces, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        let mut keys: Vec<(houserules::engine::Position, u64)> = Vec::new();
        while runner.verdict().is_none() && keys.len() < 60 {
            let position = runner.position();
            runner.steps(&mut steps);
            assert_eq!(steps.len(), runner.moves() as usize, "{id}");
            for (n, step) in steps.iter().enumerate() {
                let mv = runner.mv(n as u32).expect("it was counted");
                let short = (step.kind, step.from, step.to, usize::from(step.captures), step.becomes);
                assert_eq!(short, (mv.kind(), mv.from(), mv.to(), mv.captured.len(), mv.becomes), "{id}");
            }
            runner.pieces(&mut pieces);
            pieces.sort_by_key(|p| p.site);
            let stands = |(site, p): (usize, &Option<houserules::engine::Piece>)| p.map(|p| (site, p.kind, p.owner));
            let standing: Vec<_> = position.cells.iter().enumerate().filter_map(stands).collect();
            assert_eq!(pieces.iter().map(|p| (usize::from(p.site), p.kind, p.owner)).collect::<Vec<_>>(), standing);
            runner.rest(&mut rest);
            assert_eq!(rest[0], u16::from(position.to_move), "{id}");
            assert_eq!(rest[Runner::HANDS..][..position.hands.len()], position.hands, "{id}");
            assert_eq!(runner.to_move(), position.to_move, "{id}");
            let mut mobility = Mobility::none(game.rules().kinds.len());
            runner.mobility(position.to_move, &mut mobility);
            let piece_moves = || steps.iter().filter(|s| s.kind.is_some());
            assert_eq!(mobility.moves.iter().sum::<u32>() as usize, piece_moves().count(), "{id}");
            assert_eq!(mobility.from, piece_moves().filter_map(|s| s.from).collect(), "{id}");
            assert_eq!(mobility.to, piece_moves().filter_map(|s| s.to).collect(), "{id}");
            // Equal positions have equal keys, others have not; and a fresh runner finds the same.
            let key = runner.key();
            let mut again = Runner::new(&game);
            again.set(&position).expect("it is of this game");
            assert_eq!((again.key(), again.position()), (key, position.clone()), "{id}");
            for (other, other_key) in &keys {
                assert_eq!(*other == position, *other_key == key, "{id}");
            }
            keys.push((position, key));
            let n = dice.below(runner.moves());
            // A move that is taken back leaves the same moves behind.
            runner.play((n + 1) % steps.len() as u32);
            runner.undo();
            let mut after = Vec::new();
            runner.steps(&mut after);
            assert_eq!(after, steps, "{id}");
            runner.play(n);
        }
    }
}

/// Waiting changes whose turn it is and nothing on the board, and leaves no trace when it is taken back.
#[test]
fn waiting_hands_the_turn_on_alone() {
    for (id, settings) in GAMES {
        let game = open(id, settings);
        let mut dice = Dice::new(7);
        let mut runner = Runner::new(&game);
        let (mut steps, mut after) = (Vec::new(), Vec::new());
        for _ in 0..60 {
            let (position, key) = (runner.position(), runner.key());
            runner.steps(&mut steps);
            let waited = runner.wait();
            assert_eq!(waited, game.interpreted_because().is_none() && !steps.is_empty(), "{id}");
            if !waited {
                break;
            }
            let then = runner.position();
            assert_eq!((&then.cells, &then.hands), (&position.cells, &position.hands), "{id}");
            // In a game with phases a player may have several turns of one.
            let alternating = game.rules().phases.len() <= 1;
            assert!(!alternating || then.to_move != position.to_move, "{id}: turns alternate");
            assert!(runner.undo());
            runner.steps(&mut after);
            assert_eq!((runner.position(), runner.key(), runner.verdict()), (position, key, None), "{id}");
            assert_eq!(after, steps, "{id}");
            runner.play(dice.below(steps.len() as u32));
            if runner.verdict().is_some() {
                break;
            }
        }
    }
}

/// What a thousand games allocate is what ten do: room to begin with, and nothing for a move.
#[test]
fn a_move_allocates_nothing() {
    for (id, settings) in GAMES {
        let game = open(id, settings);
        if game.interpreted_because().is_some() || id == "reversi" {
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
