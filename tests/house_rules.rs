//! The house rules that come with the tool: for each a move or a result that it changes, and one that it leaves alone.
//!
//! Positions are written from the top rank down; the answer is worked out by hand in each test.

mod common;

use common::{at, ended, game, make, moves, of};
use houserules::engine::{Play, Question};
use houserules::explain::why;
use houserules::language::{Files, Found};
use houserules::library::Library;
use houserules::ruleset::Settings;

/// Why a piece may not go from one site to another.
fn refused(id: &str, position: &str, before: &[&str], from: &str, to: &str) -> String {
    let opened = houserules::open_from(id, &Library, &Settings::defaults()).unwrap_or_else(|e| panic!("{id}: {e}"));
    let mut play = at(&opened.game, position);
    make(&mut play, before);
    let site = |name: &str| opened.game.board().site(name).expect("a site");
    let question = Question::Piece { from: site(from), to: site(to), through: Vec::new() };
    let answer = why(&play, &opened.settled, &question).expect("the script answers");
    assert!(!answer.legal);
    answer.sentence
}

// ---- A dog may not go straight back.

const TWO_DOGS: &str = "11/11/D9D/11/11/11/BBBBBBBBBBB defenders";

#[test]
fn a_dog_may_not_go_straight_back() {
    // a5-a4, then a herd move: the dog on a4 may go anywhere on its lines but to a5.
    let mut play = at(&game("bison-no-return", &[]), TWO_DOGS);
    make(&mut play, &["a5-a4", "f1-f2"]);
    let back = of(&play, "a4");
    assert!(!back.contains(&"a4-a5".to_owned()) && back.contains(&"a4-a6".to_owned()), "{back:?}");
    assert_eq!(
        refused("bison-no-return", TWO_DOGS, &["a5-a4", "f1-f2"], "a4", "a5"),
        "a house rule forbids that: a dog may not go straight back to the square that it has just left \
         (where a dog may not run)"
    );
    // In Bison it may.
    let mut play = at(&game("bison", &[]), TWO_DOGS);
    make(&mut play, &["a5-a4", "f1-f2"]);
    assert!(of(&play, "a4").contains(&"a4-a5".to_owned()));
}

#[test]
fn another_dog_may_go_there_and_so_may_the_same_one_a_turn_later() {
    let game = game("bison-no-return", &[]);
    let mut play = at(&game, "11/11/D9D/11/11/11/BBBBBBBBBBB defenders");
    make(&mut play, &["a5-a4", "f1-f2"]);
    // The other dog runs along rank 5 to the square that the first has left.
    assert!(of(&play, "k5").contains(&"k5-a5".to_owned()));
    make(&mut play, &["k5-k4", "f2-f3"]);
    assert!(of(&play, "a4").contains(&"a4-a5".to_owned()));
    assert!(!of(&play, "k4").contains(&"k4-k5".to_owned()));
}

// ---- The rearguard.

#[test]
fn the_herd_advances_one_of_its_rearmost() {
    // b2 is ahead of a1 and c1, which can both move.
    let position = "11/11/11/4D1C4/11/1B9/B1B8 herd";
    assert_eq!(moves(&at(&game("bison-rearguard", &[]), position)), ["a1-a2", "c1-c2"]);
    assert_eq!(moves(&at(&game("bison", &[]), position)), ["a1-a2", "b2-b3", "c1-c2"]);
    assert_eq!(
        refused("bison-rearguard", position, &[], "b2", "b3"),
        "a house rule forbids that: the buffalo on a1 is further back and can move (which buffalo may move)"
    );
}

#[test]
fn a_rearmost_buffalo_that_is_blocked_binds_nobody() {
    // a1 is blocked by the dog on a2, so b2 may move; the defenders' moves are those of Bison.
    let position = "11/11/11/6C4/11/DB9/B10 herd";
    let rearguard = game("bison-rearguard", &[]);
    assert_eq!(moves(&at(&rearguard, position)), ["b2-b3"]);
    let defenders = position.replace("herd", "defenders");
    assert_eq!(moves(&at(&rearguard, &defenders)), moves(&at(&game("bison", &[]), &defenders)));
}

// ---- The eager chief.

#[test]
fn the_chief_must_capture_when_he_can() {
    let position = "11/11/11/4D1C4/5B5/11/B10 defenders";
    assert_eq!(moves(&at(&game("bison-eager-chief", &[]), position)), ["g4xf3"]);
    assert!(moves(&at(&game("bison", &[]), position)).len() > 1);
    // Where he cannot, nothing changes.
    let away = "11/11/11/4D1C4/11/5B5/B10 defenders";
    assert_eq!(moves(&at(&game("bison-eager-chief", &[]), away)), moves(&at(&game("bison", &[]), away)));
}

// ---- Stampede.

#[test]
fn a_second_buffalo_steps_when_the_first_enters_rank_four() {
    // f3-f4 with a1 or k2 beside it; the dog on c2 blocks c1.
    let position = "11/11/11/11/5B5/2D7B/B1B8 herd";
    let stampede = game("bison-stampede", &[]);
    let mut play = at(&stampede, position);
    let both = of(&play, "f3");
    assert_eq!(both.len(), 2, "{both:?}");
    assert_eq!(of(&at(&game("bison", &[]), position), "f3"), ["f3-f4"]);
    make(&mut play, &[&both[0]]);
    assert_eq!(
        houserules::explain::happened_text(play.happened(), &stampede).as_deref(),
        Some("the buffalo on a1 goes to a2 (which second buffalo steps forward)")
    );
    // a1 went to a2, and the defenders are to move.
    let after = houserules::notation::write_position(play.position(), play.history(), &stampede);
    assert!(after.starts_with("11/11/11/5B5/11/B1D7B/2B8 defenders"), "{after}");
    assert!(play.undo().is_some());
    assert_eq!(of(&play, "f3"), both);
}

#[test]
fn nobody_follows_where_one_is_ahead_already_or_none_can_step() {
    let stampede = game("bison-stampede", &[]);
    // k5 is further than rank 4.
    assert_eq!(of(&at(&stampede, "11/11/10B/11/5B5/11/B10 herd"), "f3"), ["f3-f4"]);
    // The only other buffalo is blocked.
    assert_eq!(of(&at(&stampede, "11/11/11/11/5B5/D10/B10 herd"), "f3"), ["f3-f4"]);
    // A step to another rank stirs nobody.
    assert_eq!(of(&at(&stampede, "11/11/11/11/5B5/11/B10 herd"), "a1"), ["a1-a2"]);
}

// ---- Boards and pieces.

#[test]
fn dogs_run_diagonally_only() {
    let position = "11/11/11/5D5/11/11/B10 defenders";
    // f4: two squares in each direction stay in the prairie (ranks 2 to 6).
    assert_eq!(
        of(&at(&game("bison-diagonal-dogs", &[]), position), "f4"),
        ["f4-d2", "f4-d6", "f4-e3", "f4-e5", "f4-g3", "f4-g5", "f4-h2", "f4-h6"]
    );
    let chief = "11/11/11/5C5/11/11/B10 defenders";
    assert_eq!(of(&at(&game("bison-diagonal-dogs", &[]), chief), "f4").len(), 8);
}

#[test]
fn deep_village_is_two_rows() {
    let deep = game("bison-deep-village", &[]);
    // On nine rows the village is rows 8 and 9: a step to row 8 wins, one to row 7 does not.
    let mut play = at(&deep, "11/11/11/B10/11/11/5C5/11/10B herd");
    make(&mut play, &["a6-a7"]);
    assert!(play.outcome().is_none());
    let mut play = at(&deep, "11/11/B10/11/11/11/5C5/11/10B herd");
    make(&mut play, &["a7-a8"]);
    ended(&play, "herd", "a buffalo reached the village");
    // The dogs and the chief stand on row 7, in front of it.
    assert_eq!(of(&Play::new(&game("bison-deep-village", &[("first-turn", "defenders")])), "f7").len(), 3);
}

// ---- Tigers.

#[test]
fn a_tiger_that_leaves_a_capture_loses_its_turn() {
    // The tiger on a1 could leap b1 to c1. It steps to a2 instead, so it may not move next; the one on d4 may.
    let position = "3T/4/4/TB2 tigers phase=moving";
    let idle = game("tiger-idle", &[("enough", "1")]);
    let mut play = at(&idle, position);
    make(&mut play, &["a1-a2", "b1-c1"]);
    assert_eq!(moves(&play), ["d4-c4", "d4-d3"]);
    let mut play = at(&game("tiger-and-buffaloes", &[("enough", "1")]), position);
    make(&mut play, &["a1-a2", "b1-c1"]);
    assert_eq!(moves(&play).len(), 5);
}

#[test]
fn a_tiger_that_captured_or_could_not_is_not_idle_nor_is_the_only_one_that_can_move() {
    let idle = game("tiger-idle", &[("enough", "1")]);
    // It captures b1 and lands on c1.
    let mut play = at(&idle, "3T/4/B3/TB2 tigers phase=moving");
    make(&mut play, &["a1xc1", "a2-b2"]);
    assert!(!of(&play, "c1").is_empty());
    // Alone, it left a capture but is the only tiger.
    let mut play = at(&idle, "4/4/4/TB2 tigers phase=moving");
    make(&mut play, &["a1-a2", "b1-c1"]);
    assert_eq!(moves(&play), ["a2-a1", "a2-a3", "a2-b2"]);
}

#[test]
fn tigers_that_may_pass_are_asked_about_their_moves_alone() {
    let idle = game("tiger-idle", &[("enough", "1"), ("may-pass", "both")]);
    let mut play = at(&idle, "3T/4/4/TB2 tigers phase=moving");
    make(&mut play, &["a1-a2", "b1-c1"]);
    assert_eq!(moves(&play), ["d4-c4", "d4-d3", "pass"]);
}

#[test]
fn the_house_rules_when_enough_buffaloes_were_captured() {
    // Seven buffaloes; a tiger captures one of them. By the script, six are too few.
    let position = "TTT1/BBB1/1BBB/3B tigers phase=moving";
    let mut play = at(&game("tiger-judged", &[]), position);
    make(&mut play, &["a4xa2"]);
    ended(&play, "tigers", "only 6 buffaloes are left; a house rule: whether enough buffaloes were captured");
    // With eight the game goes on.
    let mut play = at(&game("tiger-judged", &[]), "TTT1/BBB1/1BBB/2BB tigers phase=moving");
    make(&mut play, &["a4xa2"]);
    assert!(play.outcome().is_none());
}

// ---- Other names.

#[test]
fn scripts_speak_with_the_words_of_their_own_file() {
    // Zombies renames the herd and its pieces; the scripts of Bison know nothing of it.
    assert!(!moves(&Play::new(&game("zombies", &[("first-turn", "by-player")]))).is_empty());
    let text = "game \"Other Names\" extends bison-rearguard { version 1.0 }\n\
                rename buffalo to zombie \"Z\"\nrename herd to horde\n";
    let opened =
        houserules::open_from("other", &OneVariant(text), &Settings::defaults()).unwrap_or_else(|e| panic!("{e}"));
    let play = at(&opened.game, "11/11/11/4D1C4/11/1Z9/Z1Z8 horde");
    assert_eq!(moves(&play), ["a1-a2", "c1-c2"]);
    let site = |name: &str| opened.game.board().site(name).expect("a site");
    let question = Question::Piece { from: site("b2"), to: site("b3"), through: Vec::new() };
    assert_eq!(
        why(&play, &opened.settled, &question).expect("the script answers").sentence,
        "a house rule forbids that: the zombie on a1 is further back and can move (which zombie may move)"
    );
}

/// A rule file in memory; its bases and their scripts are in the library.
struct OneVariant(&'static str);

impl Files for OneVariant {
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        if beside.is_some() {
            return Library.read(id, beside);
        }
        Ok(Some(Found { name: "other.rules".into(), place: "other".into(), text: self.0.into() }))
    }

    fn script(&self, file: &str, beside: &str) -> Result<Option<Found>, String> {
        Library.script(file, beside)
    }
}
