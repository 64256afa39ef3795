//! What the rulebooks of Bison and of Tiger and Buffaloes say, ruling by ruling, in our own words.
//!
//! Positions are written from the top rank down; the answer is worked out by hand in each test.

use houserules::engine::{Dice, Game, Play, Verdict, playouts};
use houserules::notation::{move_texts, read_move, read_position};

fn game(id: &str, settings: &[(&str, &str)]) -> Game {
    houserules::open(id, settings).unwrap_or_else(|e| panic!("{id} {settings:?}: {e}"))
}

fn at(game: &Game, position: &str) -> Play {
    let read = read_position(position, game).unwrap_or_else(|e| panic!("{position}: {e:?}"));
    Play::from_position(game, read.position, read.history).expect("a position of this game")
}

fn moves(play: &Play) -> Vec<String> {
    let mut texts = move_texts(&play.moves().unwrap(), play.game());
    texts.sort();
    texts
}

/// The moves of the piece on a site.
fn of(play: &Play, site: &str) -> Vec<String> {
    moves(play).into_iter().filter(|m| m.starts_with(site)).collect()
}

fn make(play: &mut Play, texts: &[&str]) {
    for text in texts {
        let mv = read_move(text, &play.moves().unwrap(), play.game()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        play.play(&mv).expect("it is legal");
    }
}

/// Who won, and the sentence.
fn outcome(play: &Play) -> Option<(String, String)> {
    play.outcome().map(|o| {
        let who = match o.result {
            Verdict::Win(side) => play.game().rules().sides[side as usize].name.clone(),
            Verdict::Draw => "draw".into(),
            Verdict::Unsettled => "unsettled".into(),
        };
        (who, o.reason.clone())
    })
}

fn ended(play: &Play, who: &str, reason: &str) {
    assert_eq!(outcome(play), Some((who.into(), reason.into())));
}

// ---- Bison

#[test]
fn at_the_start_the_chief_has_three_moves_and_nobody_enters_the_village() {
    let game = game("bison", &[("first-turn", "defenders")]);
    let play = Play::new(&game);
    assert_eq!(of(&play, "f6"), ["f6-e5", "f6-f5", "f6-g5"]);
    assert!(moves(&play).iter().all(|m| !m.ends_with('7')));
    // Dogs: 14 + 12 + 12 + 14, chief 3.
    assert_eq!(moves(&play).len(), 55);
}

#[test]
fn the_herd_moves_first_and_each_buffalo_one_square_forward() {
    let play = Play::new(&game("bison", &[]));
    let all: Vec<String> = ('a'..='k').map(|f| format!("{f}1-{f}2")).collect();
    assert_eq!(moves(&play), all);
}

#[test]
fn all_five_blocked_ends_the_round_at_once_or_when_the_herd_is_to_move() {
    let position = "11/11/11/11/8D2/D1D1D1C4/B1B1B1B1B2 herd";
    let mut play = at(&game("bison", &[]), position);
    // The only buffalo that is not blocked stands on i1; after its step the dog on i3 blocks it too.
    assert_eq!(moves(&play), ["i1-i2"]);
    make(&mut play, &["i1-i2"]);
    ended(&play, "defenders", "the herd is blocked");

    let mut play = at(&game("bison", &[("when-blocked", "on-turn")]), position);
    make(&mut play, &["i1-i2"]);
    assert_eq!(outcome(&play), None);
    assert_eq!(moves(&play).len(), 60);
    // The chief steps back, the buffalo before him must advance, and he takes it.
    make(&mut play, &["g2-g3", "g1-g2", "g3xg2"]);
    ended(&play, "defenders", "the herd is blocked");
}

#[test]
fn the_chief_may_not_take_a_buffalo_that_has_not_left_the_plain() {
    let play = at(&game("bison", &[]), "11/11/11/11/11/5C5/4BBB4 defenders");
    assert!(of(&play, "f2").iter().all(|m| !m.contains('x')));
}

#[test]
fn the_chief_takes_a_buffalo_by_moving_onto_it_in_any_direction() {
    let play = at(&game("bison", &[]), "11/11/4BBB4/4BCB4/4BBB4/11/B10 defenders");
    let all = ["e3", "e4", "e5", "f3", "f5", "g3", "g4", "g5"].map(|s| format!("f4x{s}"));
    assert_eq!(of(&play, "f4"), all);
}

#[test]
fn a_buffalo_in_the_village_wins_though_all_others_are_blocked() {
    let mut play = at(&game("bison", &[]), "11/B10/11/11/11/2D8/2B8 herd");
    make(&mut play, &["a6-a7"]);
    ended(&play, "herd", "a buffalo reached the village");
}

#[test]
fn the_last_buffalo_captured_is_captured_and_not_blocked() {
    let mut play = at(&game("bison", &[]), "11/11/11/5C5/5B5/11/11 defenders");
    // It is blocked by the chief already: the round is over before he can take it, for that reason.
    ended(&play, "defenders", "the herd is blocked");
    play = at(&game("bison", &[]), "11/11/11/4C6/5B5/11/11 defenders");
    make(&mut play, &["e4xf3"]);
    ended(&play, "defenders", "every buffalo was captured");
}

#[test]
fn a_herd_blocked_by_the_chief_too_is_not_blocked_by_the_dogs_alone() {
    let position = "11/11/11/11/11/D4C5/B4B5 herd";
    ended(&at(&game("bison", &[]), position), "defenders", "the herd is blocked");
    ended(&at(&game("bison", &[("what-blocks", "defenders")]), position), "defenders", "the herd is blocked");
    // Under the letter of the rulebook the herd is stuck and not blocked: it misses its turn.
    let play = at(&game("bison", &[("what-blocks", "dogs")]), position);
    assert_eq!(outcome(&play), None);
    assert_eq!(moves(&play), ["pass"]);
}

#[test]
fn a_buffalo_takes_nothing_and_steps_onto_nothing() {
    // Dog, chief and buffalo each stand before a buffalo.
    let play = at(&game("bison", &[]), "11/11/11/2C1B6/2B1B1D4/6B4/B10 herd");
    assert_eq!(moves(&play), ["a1-a2", "e4-e5"]);
}

#[test]
fn a_dog_neither_passes_nor_jumps_nor_takes() {
    // The dog on d4 is hemmed in by buffaloes to the north and west and by the chief to the east.
    let play = at(&game("bison", &[("columns", "7")]), "7/7/3B3/2BDC2/7/7/B6 defenders");
    let north = ["d5", "d6", "c4", "b4", "a4", "e4", "f4"];
    assert!(of(&play, "d4").iter().all(|m| !m.contains('x') && !north.contains(&&m[3..])));
    // South it goes as far as the plain's edge, and no further.
    assert!(of(&play, "d4").contains(&"d4-d2".to_string()) && !of(&play, "d4").contains(&"d4-d1".to_string()));
}

#[test]
fn dogs_and_chief_stay_in_the_prairie_even_to_stop_a_buffalo() {
    let play = at(&game("bison", &[]), "11/BD4C4/11/11/11/11/11 defenders");
    assert!(moves(&play).iter().all(|m| !m.ends_with('7') && !m.ends_with("a7")));
}

#[test]
fn a_turn_may_not_be_missed_unless_the_house_allows_it() {
    assert!(!moves(&Play::new(&game("bison", &[]))).contains(&"pass".to_string()));
    assert!(moves(&Play::new(&game("bison", &[("may-pass", "herd")]))).contains(&"pass".to_string()));
}

/// Each ply of the herd is irreversible: at most 11 x 5 without entering the village, so the 56th wins.
#[test]
fn a_round_lasts_111_plies_at_most_and_112_when_the_defenders_begin() {
    for (first, most) in [("herd", 111), ("defenders", 112)] {
        let game = game("bison", &[("first-turn", first)]);
        // Play that keeps the herd from the village as long as can be: a buffalo that would enter is moved last.
        let mut dice = Dice::new(7);
        for _ in 0..15 {
            let mut play = Play::new(&game);
            while play.outcome().is_none() {
                let legal = play.moves().unwrap();
                let slow: Vec<_> =
                    legal.iter().filter(|m| m.captured.is_empty() && m.to().is_none_or(|t| t / 11 < 6)).collect();
                let from = if slow.is_empty() { legal.iter().collect() } else { slow };
                let mv = from[dice.below(from.len() as u32) as usize].clone();
                play.play(&mv).expect("it is legal");
            }
            assert!(play.made().len() <= most, "{}", play.made().len());
        }
        let random = playouts(&game, 20_000, 3, most as u32).unwrap();
        assert_eq!((random.cut, random.draws, random.unsettled), (0, 0, 0));
    }
}

#[test]
fn ten_columns_have_no_centre() {
    assert!(houserules::open("bison", &[("columns", "10")]).is_err());
}

#[test]
fn a_theme_changes_names_and_nothing_else() {
    let (bison, zombies) = (game("bison", &[]), game("zombies", &[]));
    for depth in 1..=4 {
        use houserules::engine::{Count, perft};
        let count = |g: &Game| perft(&mut Play::new(g), depth, Count::Moves).unwrap();
        assert_eq!(count(&bison), count(&zombies));
    }
    assert_eq!(moves(&Play::new(&bison)), moves(&Play::new(&zombies)));
}

// ---- Tiger and Buffaloes

#[test]
fn buffaloes_that_cannot_move_lose_draw_or_miss_their_turn() {
    // The empty pair a1, b1 with tigers before both of it.
    let position = "BBBB/BBBB/TTBB/2TB buffaloes phase=moving";
    ended(&at(&game("tiger-and-buffaloes", &[]), position), "tigers", "the buffaloes cannot move");
    let draw = at(&game("tiger-and-buffaloes", &[("stuck-buffaloes", "draw")]), position);
    ended(&draw, "draw", "the buffaloes cannot move");
    let pass = at(&game("tiger-and-buffaloes", &[("stuck-buffaloes", "pass")]), position);
    assert_eq!(moves(&pass), ["pass"]);
}

#[test]
fn seven_buffaloes_are_the_fewest_that_hem_in_three_tigers() {
    // Tigers a1 b1 c1; buffaloes d1 a2 b2 c2 a3 b3 c3.
    let play = at(&game("tiger-and-buffaloes", &[]), "4/BBB1/BBB1/TTTB tigers phase=moving");
    ended(&play, "buffaloes", "the tigers are hemmed in");
}

#[test]
fn a_tiger_leaps_once_or_goes_on_as_the_table_decides() {
    let position = "4/4/2B1/TB2 tigers phase=moving hand=-";
    let leaps = |value| of(&at(&game("tiger-and-buffaloes", &[("leaps", value), ("enough", "1")]), position), "a1x");
    assert_eq!(leaps("one"), ["a1xc1"]);
    assert_eq!(leaps("several"), ["a1xc1", "a1xc3"]);
    assert_eq!(leaps("full"), ["a1xc3"]);
}

#[test]
fn with_seven_left_a_capture_ends_the_game_when_seven_are_needed() {
    let position = "1BBB/1BBB/4/TB1T tigers phase=moving hand=-";
    let mut play = at(&game("tiger-and-buffaloes", &[]), position);
    make(&mut play, &["a1xc1"]);
    ended(&play, "tigers", "too few buffaloes are left");
    let mut play = at(&game("tiger-and-buffaloes", &[("enough", "1")]), position);
    make(&mut play, &["a1xc1"]);
    assert_eq!(outcome(&play), None);
}

#[test]
fn a_tiger_leaps_no_tiger_and_nothing_without_taking_it() {
    let play = at(&game("tiger-and-buffaloes", &[("enough", "1")]), "4/4/T3/TT1B tigers phase=moving hand=-");
    assert!(moves(&play).iter().all(|m| !m.contains('x')), "{:?}", moves(&play));
}

#[test]
fn a_buffalo_takes_nothing() {
    let play = at(&game("tiger-and-buffaloes", &[("enough", "1")]), "4/4/4/BT2 buffaloes phase=moving hand=-");
    assert_eq!(moves(&play), ["a1-a2"]);
}

#[test]
fn four_are_placed_then_one_and_nobody_declines() {
    let game = game("tiger-and-buffaloes", &[]);
    let mut play = Play::new(&game);
    let mut order = String::new();
    while play.position().phase == 0 {
        let mv = play.moves().unwrap().into_iter().next().expect("there is room");
        order.push_str(&game.rules().sides[mv.side as usize].name[..1]);
        play.play(&mv).expect("it is legal");
    }
    assert_eq!(order, "bbbbtbbbbtbbbt");
    assert_eq!(play.position().to_move, 0);
}

/// C(16, 4) = 1,820 ways to place four at once; 16 x 15 x 14 x 13 = 43,680 to place them one by one.
#[test]
fn four_at_once_or_one_after_the_other() {
    use houserules::engine::{Count, perft};
    let at_once = game("tiger-and-buffaloes", &[("placements", "one")]);
    assert_eq!(perft(&mut Play::new(&at_once), 1, Count::Moves).unwrap(), 1_820);
    let one_by_one = game("tiger-and-buffaloes", &[]);
    assert_eq!(perft(&mut Play::new(&one_by_one), 4, Count::Moves).unwrap(), 43_680);
}

#[test]
fn a_tiger_that_missed_its_capture_is_taken_off() {
    let game = game("tiger-and-buffaloes", &[("duty", "huff"), ("enough", "1")]);
    // One tiger can capture; another moves instead, and the first goes at once.
    let mut play = at(&game, "3T/4/4/TB2 tigers phase=moving hand=-");
    make(&mut play, &["d4-d3"]);
    assert!(play.position().cells[0].is_none(), "the tiger on a1 is gone");
    // Two could: the buffaloes choose which of them goes, as the first part of their move.
    let mut play = at(&game, "TB1T/4/4/TB2 tigers phase=moving hand=-");
    make(&mut play, &["d4-d3"]);
    assert!(!play.position().forfeit.is_empty());
    let replies = moves(&play);
    assert!(!replies.is_empty() && replies.iter().all(|m| m.contains("/a1") || m.contains("/a4")), "{replies:?}");
}

#[test]
fn tigers_hemmed_in_one_by_one_are_taken_off() {
    let game = game("tiger-and-buffaloes", &[("hemmed-in", "each"), ("enough", "1")]);
    // After a4-a3 the tiger on a1 has a2 before it and a3 behind, b1 before it and c1 behind.
    let mut play = at(&game, "B2T/4/B3/TBB1 buffaloes phase=moving hand=-");
    make(&mut play, &["a4-a3"]);
    assert!(play.position().cells[0].is_none());
    assert_eq!(outcome(&play), None);
}
