//! The strongest level against exact search: it takes every win that exists within seven plies, and never plays a move
//! that loses at once when another does not.

use houserules::engine::{Dice, Game, Move, Play, Verdict};
use houserules::notation::write_position;
use houserules::ruleset::Settings;
use houserules::search::{Level, Opponent, Score, Skill};
use houserules::testing::{Best, best_play};
use houserules::{Opened, library::Library, open_from};

/// How far is looked, in plies.
const WITHIN: u32 = 7;

fn open(id: &str, settings: &[(&str, &str)]) -> Opened {
    let settings: Settings = settings.iter().copied().collect();
    open_from(id, &Library, &settings).unwrap_or_else(|e| panic!("{id}: {e}"))
}

/// A position that random moves led to, the game not over.
fn position(game: &Game, dice: &mut Dice) -> Play {
    loop {
        let mut play = Play::new(game);
        let plies = dice.below(40);
        for _ in 0..plies {
            let moves = play.moves().expect("no script");
            if moves.is_empty() {
                break;
            }
            play.play(&moves[dice.below(moves.len() as u32) as usize]).expect("a legal move");
        }
        if play.outcome().is_none() {
            return play;
        }
    }
}

/// Whether a move lets another side win at once, or wins for it.
fn loses_at_once(play: &mut Play, mv: &Move) -> bool {
    let side = play.position().to_move;
    let lost = |play: &Play| matches!(play.outcome().map(|o| &o.result), Some(Verdict::Win(w)) if *w != side);
    play.play(mv).expect("a legal move");
    let loses = lost(play)
        || play.position().to_move != side
            && play.moves().expect("no script").iter().any(|reply| {
                play.play(reply).expect("a legal move");
                let loses = lost(play);
                play.undo();
                loses
            });
    play.undo();
    loses
}

/// Looks at so many positions; gives the number of wins that there were to be found.
fn holds(opened: &Opened, positions: u32, seed: u64) -> u32 {
    let mut dice = Dice::new(seed);
    let mut wins = 0;
    for _ in 0..positions {
        let mut play = position(&opened.game, &mut dice);
        let side = play.position().to_move;
        let thought = Opponent::at_level(Level::Full, seed)
            .with_skill(opened.skill.clone())
            .think(&play)
            .expect("no script")
            .expect("the game is not over");
        let shown = || write_position(play.position(), play.history(), &opened.game);
        // Where there is too much to look at nothing is known.
        if best_play(&play, WITHIN) == Ok(Best::Wins(side)) {
            wins += 1;
            assert!(matches!(thought.score, Score::Wins(n) if n <= WITHIN), "{thought:?} at {}", shown());
        }
        let moves = play.moves().expect("no script");
        if loses_at_once(&mut play, &thought.mv) {
            assert!(moves.iter().all(|mv| loses_at_once(&mut play, mv)), "{thought:?}");
        }
    }
    wins
}

/// Small boards, on which the search comes to an end by itself.
#[test]
fn wins_are_found_and_losses_avoided() {
    let board = |columns, rows, dogs, positions, seed| {
        let settings = [("columns", columns), ("rows", rows), ("dog-count", dogs)];
        let wins = holds(&open("bison", &settings), positions, seed);
        assert!(wins * 4 > positions, "{settings:?}: only {wins} of {positions} were wins");
    };
    board("3", "5", "1", 250, 1);
    board("3", "6", "2", 150, 2);
    board("5", "4", "1", 100, 3);
}

/// The whole board: some minutes in a release build.
#[test]
#[ignore = "takes minutes: cargo test --release --test strength -- --ignored"]
fn wins_are_found_and_losses_avoided_on_the_whole_board() {
    let wins = holds(&open("bison", &[]), 400, 11) + holds(&open("tiger-and-buffaloes", &[]), 100, 12);
    // 35 when this was written.
    assert!(wins > 20, "only {wins} were wins");
}

/// What is kept beside the built-in rulesets can be used, and speaks of what there is.
#[test]
fn what_was_learnt_fits_the_rules() {
    let mut learnt = 0;
    for id in houserules::library::ids() {
        let opened = open(id, &[]);
        assert_eq!(opened.unskilled, None, "{id}");
        let kinds = &opened.game.rules().kinds;
        for group in opened.skill.weights.keys() {
            assert!(group == "position" || kinds.iter().any(|k| k.name == *group), "{id}: {group}");
        }
        learnt += usize::from(!opened.skill.weights.is_empty());
        // What is written is read again.
        assert_eq!(Skill::read(&opened.skill.write(id)).as_ref(), Ok(&opened.skill), "{id}");
    }
    assert!(learnt > 3, "only {learnt} rulesets have anything");
}

/// Where repetition forbids or wins, what is found out on one way to a position need not hold on another.
#[test]
fn it_is_known_where_the_way_to_a_position_matters() {
    let decides = |id, settings: &[(&str, &str)]| open(id, settings).game.history_decides();
    assert!(!decides("bison", &[]));
    assert!(!decides("tiger-and-buffaloes", &[]));
    assert!(decides("tiger-and-buffaloes", &[("repeating", "ban")]));
}
