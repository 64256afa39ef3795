//! Words that serve many families of games: starts by number, chains, groups, rings, passes. What comes of them is worked
//! out by hand.

use houserules::engine::{Game, Play};
use houserules::notation::{move_texts, read_move, read_position, write_position};

fn game_with(text: &str, settings: &[(&str, &str)]) -> Game {
    let text = format!("game \"Words\" {{ version 1.0 }}\n{text}");
    houserules::open_text("words", &text, settings).unwrap_or_else(|e| panic!("{e}"))
}

fn game(text: &str) -> Game {
    game_with(text, &[])
}

fn at(game: &Game, position: &str) -> Play {
    let read = read_position(position, game).unwrap_or_else(|e| panic!("{position}: {e}"));
    Play::from_position(game, read.position, read.history).expect("it fits")
}

fn moves(play: &Play) -> Vec<String> {
    let mut texts = move_texts(&play.moves().expect("no script"), play.game());
    texts.sort();
    texts
}

fn make(play: &mut Play, texts: &[&str]) {
    for text in texts {
        let mv =
            read_move(text, &play.moves().expect("no script"), play.game()).unwrap_or_else(|e| panic!("{text}: {e}"));
        play.play(&mv).expect("it is legal");
    }
}

fn reason(play: &Play) -> Option<&str> {
    play.outcome().map(|o| o.reason.as_str())
}

/// Two sides and an ending that never comes.
const FIELD: &str = "side white faces north\nside black faces south\n";
const REST: &str =
    "turns from white, alternating\npassing when stuck\nend draw when 100 moves without capture \"long\"\n";

// ---- starts by number

const DRAWN: &str = "board squares 8 x 8
side white faces north
side black faces south
piece king \"K\" \"k\" of white, black { step any direction to empty or capturing enemy }
piece queen \"Q\" \"q\" of white, black { slide any direction to empty or capturing enemy }
piece rook \"R\" \"r\" of white, black { slide orthogonal to empty or capturing enemy }
piece bishop \"B\" \"b\" of white, black { slide diagonal to empty or capturing enemy }
piece knight \"N\" \"n\" of white, black { leap 1 by 2 to empty or capturing enemy }
piece pawn \"P\" \"p\" of white, black { step forward to empty }
option arrangement \"Which of the starts?\" from 0 to 959, default 518
start by arrangement {
    place pawn at own rank 2
    place bishop at one of own b1, own d1, own f1, own h1
    place bishop at one of own a1, own c1, own e1, own g1
    place queen at one of own rank 1
    place 2 knights at one of own rank 1
    place rook, king, rook at own rank 1
}
turns from white, alternating
passing when stuck
end draw when 100 moves without capture \"long\"
";

/// The numbers are those in common use (Scharnagl 2004): 518 is the usual start, 0 the first and 959 the last.
#[test]
fn starts_have_the_usual_numbers() {
    for (number, row) in [(518, "RNBQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB"), (534, "RNBKQBNR"), (1, "BQNBNRKR")] {
        let game = game_with(DRAWN, &[("arrangement", &number.to_string())]);
        let text = write_position(&game.start(), &[], &game);
        let black = row.to_lowercase();
        assert_eq!(text, format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{row} white"), "{number}");
    }
}

#[test]
fn the_numbers_must_be_as_many_as_the_starts() {
    let wrong = format!("game \"Words\" {{ version 1.0 }}\n{}", DRAWN.replace("959", "900"));
    let told = houserules::open_text("words", &wrong, &[]).expect_err("there are 960 starts").to_string();
    assert!(told.contains("HR0320") && told.contains("960"), "{told}");
}

// ---- chains

/// Over b1 to c1, and over d1 to e1; not back, since a1 is where it began.
#[test]
fn a_chain_without_captures_comes_nowhere_twice() {
    let rules = format!(
        "board squares 5 x 1\n{FIELD}piece man (men) \"M\" \"m\" of white, black {{ jump sideways over piece to empty, may repeat \
         without returning }}\nstart {{ place man of white at a1, b1   place man of black at d1 }}\n{REST}"
    );
    let game = game(&rules);
    assert_eq!(moves(&Play::new(&game)), ["a1-c1", "a1-e1"]);
}

/// The king on a1 takes b1 and stands on c1, d1 or e1 behind it. With `landing where it can go on` it must stop on d1, from
/// where d3 can be taken.
#[test]
fn of_the_landings_behind_a_piece_it_takes_one_from_which_it_goes_on() {
    let rules = |how: &str| {
        format!(
            "board squares 5 x 5\n{FIELD}piece king \"K\" of white {{ slide orthogonal over enemy to empty capturing it, {how} }}\n\
             piece man (men) \"m\" of black {{ step backward to empty }}\ncaptured pieces leave at once\n\
             start {{ place king at a1   place man at b1, d3 }}\n{REST}"
        )
    };
    assert_eq!(moves(&Play::new(&game(&rules("must repeat")))), ["a1xc1", "a1xd4", "a1xd5", "a1xe1"]);
    let onward = game(&rules("must repeat, landing where it can go on"));
    assert_eq!(moves(&Play::new(&onward)), ["a1xd4", "a1xd5"]);
}

/// The king on d1 takes b1 or e1, and the other one only by turning back along the row.
#[test]
fn a_chain_may_be_told_not_to_turn_back() {
    let rules = |how: &str| {
        format!(
            "board squares 7 x 1\n{FIELD}piece king \"K\" of white {{ slide sideways over enemy to empty capturing it, {how} }}\n\
             piece man (men) \"m\" of black {{ step backward to empty }}\ncaptured pieces leave at once\n\
             start {{ place king at d1   place man at b1, e1 }}\n{REST}"
        )
    };
    // Both are taken, however it goes: first b1 and then e1 from a1, or the other way round.
    let taken = |how: &str| -> Vec<usize> {
        let all = Play::new(&game(&rules(how))).moves().expect("no script");
        all.iter().map(|mv| mv.captured.len()).collect()
    };
    assert_eq!(taken("must repeat"), [2, 2, 2]);
    assert_eq!(taken("must repeat without turning back"), [1, 1, 1]);
}

/// The man on a3 takes b4 and lands on c5, the last rank: a king now, it takes e3 from afar. Without `even in passing` it
/// stops on c5.
#[test]
fn what_becomes_a_king_in_passing_goes_on_as_one() {
    let rules = |passing: &str| {
        format!(
            "board squares 6 x 5\n{FIELD}piece man (men) \"M\" \"m\" of white, black {{\n\
             jump diagonal over enemy to empty capturing it, must repeat\nbecomes king on reaching last rank{passing}\n}}\n\
             piece king \"K\" \"k\" of white, black {{ slide diagonal over enemy to empty capturing it, must repeat }}\n\
             captured pieces leave at the end of the move\nstart {{ place man of white at a3   place man of black at b4, e3 }}\n{REST}"
        )
    };
    let plain = Play::new(&game(&rules("")));
    assert_eq!(moves(&plain), ["a3xc5=K"]);
    let mut passing = Play::new(&game(&rules(", even in passing")));
    assert_eq!(moves(&passing), ["a3xf2=K"]);
    make(&mut passing, &["a3xf2=K"]);
    assert_eq!(write_position(passing.position(), &[], passing.game()), "6/6/6/5K/6 black");
}

// ---- groups

const STONES: &str = "piece stone \"B\" \"W\" of black, white, any number in hand { drop to empty }
start empty
turns from black, alternating
passing allowed
after every drop { capture enemy cut off from empty orthogonally }
illegal when any friend cut off from empty orthogonally \"no stone may stifle its own\"
end draw when 2 passes in a row \"both players passed\"
";

/// White on a1 and a2 has one free neighbour, a3; black takes both there. Black may not go where it has no breath.
#[test]
fn a_group_without_a_free_neighbour_is_taken() {
    let game = game(&format!("board squares 3 x 3\nside black\nside white\n{STONES}"));
    let mut play = at(&game, "3/WB1/WB1 black");
    make(&mut play, &["B@a3"]);
    assert_eq!(write_position(play.position(), &[], &game), "B2/1B1/1B1 white");
    let play = at(&game, "1WB/WBB/BB1 black");
    assert!(moves(&play).contains(&"B@a3".to_owned()), "b3 and a2 are taken first");
    assert!(!moves(&play).contains(&"B@c1".to_owned()), "the last free neighbour of its own group");
    let play = at(&game, "1W1/W2/3 black");
    assert!(!moves(&play).contains(&"B@a3".to_owned()), "a3 takes nothing and has no free neighbour");
}

#[test]
fn two_passes_in_a_row_are_counted_and_written() {
    let game = game(&format!("board squares 3 x 3\nside black\nside white\n{STONES}"));
    let mut play = Play::new(&game);
    make(&mut play, &["pass", "W@a1", "pass"]);
    assert_eq!(
        (reason(&play), write_position(play.position(), &[], &game).as_str()),
        (None, "3/3/W2 white counters=1")
    );
    make(&mut play, &["pass"]);
    assert_eq!(reason(&play), Some("both players passed"));
}

/// Six stones round a cell of a hexagon are a ring, whatever stands in it; five are none, nor is a chain along the edge.
#[test]
fn a_ring_encloses_what_is_in_it() {
    let game = game(
        "board hexes side 4\nside white\nside black\n\
         piece stone \"W\" \"B\" of white, black, any number in hand { drop to empty }\nstart empty\n\
         turns from white, alternating\nend mover wins when mover encloses everywhere \"a ring\"\n\
         end draw when no empty \"full\"\n",
    );
    let around: Vec<String> = game
        .board()
        .neighbours(game.board().site("d4").expect("the middle"))
        .map(|(_, s)| game.board().name(s).to_owned())
        .collect();
    assert_eq!(around.len(), 6);
    let mut play = Play::new(&game);
    for (n, site) in around.iter().enumerate() {
        assert_eq!(reason(&play), None, "{n} stones");
        make(&mut play, &[&format!("W@{site}")]);
        if n < 5 {
            // Black's stones stand along the edge, apart from each other.
            make(&mut play, &[&format!("B@{}", ["d1", "g1", "g4", "d7", "a7"][n])]);
        }
    }
    assert_eq!(reason(&play), Some("a ring"));
}

/// The stones on a1, a2 and a3 join the first two; b1 and c1 the third.
#[test]
fn one_group_joins_several_ends() {
    let rules = |ends: &str| {
        format!(
            "board squares 3 x 3\nside white\nside black\npiece stone \"W\" \"B\" of white, black, any number in hand {{ drop to empty }}\n\
             start empty\nturns from white, alternating\nend mover wins when mover connects {ends} \"joined\"\nend draw when no empty \"full\"\n"
        )
    };
    for (ends, before) in [("a3 and a1 and c1", None), ("at least 2 of a3, a1, c1, c3", Some("joined"))] {
        let game = game(&rules(ends));
        let mut play = at(&game, "W2/3/WWB white");
        make(&mut play, &["W@a2"]);
        assert_eq!(reason(&play), before, "{ends}");
        let mut play = at(&game, "W2/1BB/WW1 white");
        make(&mut play, &["W@a2"]);
        if before.is_none() {
            make(&mut play, &["B@b3", "W@c1"]);
        }
        assert_eq!(reason(&play), Some("joined"), "{ends}");
    }
}

/// Beside another word `left` and `right` mean that half.
#[test]
fn backward_left_is_one_diagonal() {
    let game = game(&format!(
        "board squares 3 x 3\n{FIELD}piece quail \"Q\" \"q\" of white, black {{ step backward left or forward right to empty }}\n\
         start {{ place quail of white at b2 }}\n{REST}"
    ));
    assert_eq!(moves(&Play::new(&game)), ["b2-a1", "b2-c3"]);
}

// ---- times, points, rows, starts

/// White's rook gives check on the fourth rank and goes away again; the third check wins.
#[test]
fn what_holds_for_the_third_time_is_counted_by_mover() {
    let game = game(&format!(
        "board squares 4 x 4\n{FIELD}piece king \"K\" \"k\" of white, black, royal {{ step any direction to empty or capturing enemy }}\n\
         piece rook \"R\" of white {{ slide orthogonal to empty or capturing enemy }}\n\
         call player checked when any attacked king of player\nillegal when mover is checked \"in check\"\n\
         start {{ place king of white at a1   place king of black at d4   place rook at b1 }}\n\
         turns from white, alternating\nend mover wins when next player is checked for the 3rd time \"three checks\"\n\
         end draw when 100 moves without capture \"long\"\n"
    ));
    let mut play = Play::new(&game);
    make(&mut play, &["b1-b4", "d4-d3", "b4-b3", "d3-d4"]);
    assert_eq!(reason(&play), None);
    assert!(write_position(play.position(), &[], &game).contains("counters=4,2,0"));
    make(&mut play, &["b3-b4"]);
    assert_eq!(reason(&play), Some("three checks"));
}

/// The kings face each other in the typed position: for the first time. A pass leaves it so, for the second.
#[test]
fn turns_in_a_row_are_counted_from_a_typed_position_on() {
    let game = game(&format!(
        "board squares 3 x 3\n{FIELD}piece king \"K\" \"k\" of white, black {{ step orthogonal to empty }}\n\
         start {{ place king of white at a1   place king of black at b3 }}\nturns from white, alternating\npassing allowed for black when any king of black in file a\n\
         end draw when any king of white sees king of black orthogonally for the 2nd turn in a row \"nobody gave way\"\n\
         end draw when 100 moves without capture \"long\"\n"
    ));
    let mut play = at(&game, "k2/3/K2 black");
    assert_eq!((reason(&play), moves(&play).contains(&"pass".to_owned())), (None, true));
    make(&mut play, &["pass"]);
    assert_eq!(reason(&play), Some("nobody gave way"));
    let away = at(&game, "1k1/3/K2 black");
    assert!(!moves(&away).contains(&"pass".to_owned()), "only in file a");
}

#[test]
fn points_are_weighed_and_added() {
    let rules = |adds: u32| {
        format!(
            "board squares 3 x 1\n{FIELD}piece man (men) \"M\" \"m\" of white, black {{ step sideways to empty }}\n\
             piece lord \"L\" of white {{ step sideways to empty }}\nstart {{ place lord at a1   place man of black at c1 }}\n\
             turns from white, alternating\npassing allowed\nscore player counts 3 for each lord of player, 1 for each man of player\n\
             score black adds {adds}\nend black wins when 2 passes in a row and scores are equal \"a tie\"\n\
             end highest score wins when 2 passes in a row \"counted\"\nend draw when 100 moves without capture \"long\"\n\
             end white wins when white has at least 7 points \"never\"\n"
        )
    };
    for (adds, winner, why) in [(1, 0, "counted"), (2, 1, "a tie"), (3, 1, "counted")] {
        let game = game(&rules(adds));
        let mut play = Play::new(&game);
        make(&mut play, &["pass", "pass"]);
        assert_eq!(play.score(1).expect("no script"), i64::from(adds) + 1);
        let outcome = play.outcome().expect("two passes");
        assert_eq!((&outcome.result, outcome.reason.as_str()), (&houserules::engine::Verdict::Win(winner), why));
    }
}

/// One or three men in a row are jumped and taken, two are not, nor a row with a gap.
#[test]
fn rows_of_listed_lengths_are_jumped() {
    let game = game(&format!(
        "board squares 9 x 1\n{FIELD}piece tiger \"T\" of white {{ jump sideways over exactly 1, 3 or 5 enemy to empty capturing it }}\n\
         piece man (men) \"m\" of black {{ step backward to empty }}\nstart {{ place tiger at e1 }}\n{REST}"
    ));
    for (position, found) in [
        ("4Tm3 white", vec!["e1xg1"]),
        ("4Tmm2 white", vec![]),
        ("4Tmmm1 white", vec!["e1xi1"]),
        ("1mmmT4 white", vec!["e1xa1"]),
        ("4Tm1m1 white", vec!["e1xg1"]),
    ] {
        let play = at(&game, position);
        let all = play.moves().expect("no script");
        let texts: Vec<String> = moves(&play).into_iter().filter(|m| m != "pass").collect();
        assert_eq!(texts, found, "{position}");
        if position.contains("mmm") {
            assert_eq!(all[0].captured.len(), 3);
        }
    }
}

/// Round by the north or by the east: both ways take all four and come back to a1, so they are one move. It is told by the
/// way that was found first, which begins with the man on a2, or by the one that takes a lord first.
#[test]
fn the_order_of_captures_can_be_a_duty() {
    let rules = |first: &str| {
        format!(
            "board squares 5 x 5\n{FIELD}piece king \"K\" of white {{ jump orthogonal over enemy to empty capturing it, must repeat }}\n\
             piece man (men) \"m\" of black {{ step backward to empty }}\npiece lord \"l\" of black {{ step backward to empty }}\n\
             captured pieces leave at once\nmust capture most\n{first}\n\
             start {{ place king at a1   place man at a2, c2   place lord at b1, b3 }}\n{REST}"
        )
    };
    for (first, site) in [("", "a2"), ("must capture lord first", "b1")] {
        let play = Play::new(&game(&rules(first)));
        let all = play.moves().expect("no script");
        assert_eq!(all.len(), 1, "{:?}", moves(&play));
        assert_eq!(Some(all[0].captured[0].0), play.game().board().site(site), "{first}");
    }
}

/// King and rook change places wherever they stand at the start.
#[test]
fn a_joint_move_begins_where_pieces_stand_at_the_start() {
    let rules = |king: &str, rook: &str| {
        format!(
            "board squares 6 x 2\n{FIELD}piece king \"K\" \"k\" of white, black {{ step any direction to empty }}\n\
             piece rook \"R\" \"r\" of white, black {{ slide orthogonal to empty }}\n\
             move castle \"O-O\" {{\n    king from start of king to own e1\n    rook from start of east rook to own d1\n\
             when start of king is unmoved king and start of east rook is unmoved rook\n\
             when no piece in way of king or way of rook except start of king or start of east rook\n}}\n\
             start {{ place king at own {king}   place rook at own a1, own {rook} }}\n{REST}"
        )
    };
    for (king, rook, position) in
        [("c1", "f1", "r2rk1/R2RK1"), ("d1", "e1", "r2rk1/R2RK1"), ("e1", "f1", "r2rk1/R2RK1")]
    {
        let game = game(&rules(king, rook));
        let mut play = Play::new(&game);
        make(&mut play, &["O-O", "O-O"]);
        let text = write_position(play.position(), &[], &game);
        assert!(text.starts_with(position), "{king} {rook}: {text}");
    }
    let blocked =
        Play::new(&game(&rules("b1", "d1").replace("start { place", "start { place rook of white at c1   place")));
    assert!(!moves(&blocked).contains(&"O-O".to_owned()));
}

/// The piece closes the site behind it.
#[test]
fn the_site_that_was_left_can_be_spoken_of() {
    let game = game(&format!(
        "board squares 3 x 1\n{FIELD}piece snail \"S\" \"s\" of white, black {{ step sideways to empty, then place slime at origin }}\n\
         piece slime (slimes) \"x\" of nobody\nstart {{ place snail of white at a1 }}\n{REST}"
    ));
    let mut play = Play::new(&game);
    make(&mut play, &["a1-b1"]);
    assert!(write_position(play.position(), &[], &game).starts_with("xS1"));
}
