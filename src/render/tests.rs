//! Pictures that a person reads, and that they hold on every board.

use super::*;
use crate::board::{Board, Lines, Shape, SiteSet};
use crate::engine::{Game, Play};
use crate::notation::sample::{all, herd, hounds, leapers, promoters, rules, stones};
use crate::notation::{read_move, read_position};

fn seen(text: &str, game: &Game, look: Look) -> String {
    let position = read_position(text, game).unwrap().position;
    board_picture(game, &position, &Marks::default(), look).to_string()
}

/// The very form of a rule file's diagram.
#[test]
fn a_grid_is_drawn_as_in_a_rule_file() {
    let expected = "\
7 | . . . . . . . . . . .
6 | . . . D D C D D . . .
5 | . . . . . . . . . . .
4 | . . . . . . . . . . .
3 | . . . . . . . . . . .
2 | . . . . . . . . . . .
1 | B B B B B B B B B B B
    a b c d e f g h i j k";
    let game = herd();
    assert_eq!(board_picture(&game, &game.start(), &Marks::default(), Look::DIAGRAM).to_string(), expected);
    // Letters of two characters widen all columns.
    let expected = "\
5 |  .  .  . +s  k
4 |  .  .  .  .  .
3 |  .  .  S  .  .
2 |  .  .  .  .  .
1 |  K  .  .  .  .
     a  b  c  d  e";
    assert_eq!(seen("3+sk/5/2S2/5/K4 white", &promoters(), Look::DIAGRAM), expected);
}

#[test]
fn ranks_of_two_digits_stand_to_the_left() {
    let board = Board::grid(Shape::Squares, 3, 10).unwrap();
    let cut = [board.site("b9").unwrap()].into_iter().collect();
    let game = Game::new(rules(board.without(cut).unwrap(), &["a", "b"]));
    let text = board_picture(&game, &game.start(), &Marks::default(), Look::DIAGRAM).to_string();
    assert!(text.starts_with("10 | . . .\n9  | . # .\n8  | . . .\n"), "{text}");
    assert!(text.ends_with("\n     a b c"), "{text}");
}

#[test]
fn zones_targets_and_the_last_move() {
    let game = herd();
    let mut play = Play::new(&game);
    let mv = read_move("f1-f2", &play.moves().unwrap(), &game).unwrap();
    play.play(&mv).unwrap();
    let targets: SiteSet = ["d7", "d5", "e6", "f2"].iter().map(|n| game.board().site(n).unwrap()).collect();
    let picture = board_picture(&game, play.position(), &Marks { last: move_sites(&mv), targets }, Look::FULL);
    insta::assert_snapshot!(picture);
    let style = |column: usize, row: usize| picture.rows()[row][column].style;
    // d7 is the eighth column of characters less one: `7 | . . . *`.
    assert_eq!(style(10, 0), Style::Target);
    assert_eq!(style(4, 0), Style::Zone(1));
    assert_eq!(style(10, 1), Style::Piece(Some(1)));
    assert_eq!((style(14, 6), style(0, 0)), (Style::LastMove, Style::Coordinate));
}

#[test]
fn points_and_their_lines() {
    insta::assert_snapshot!("orthogonal", seen("2BB/BTB1/B1BB/BBTB buffaloes", &leapers(), Look::FULL));
    let board = Board::grid(Shape::Points(Lines::Alquerque), 5, 5).unwrap();
    let game = Game::new(rules(board, &["a", "b"]));
    insta::assert_snapshot!("alquerque", seen("5/5/5/5/5 a", &game, Look::FULL));
    let board = Board::grid(Shape::Points(Lines::All), 3, 3).unwrap();
    let game = Game::new(rules(board, &["a", "b"]));
    insta::assert_snapshot!("all_lines", seen("3/3/3 a", &game, Look::FULL));
}

#[test]
fn hexes_are_shifted() {
    insta::assert_snapshot!("hexagon", seen("W2/4/1B2B/4/2W white", &stones(), Look::FULL));
    insta::assert_snapshot!("hexagon_diagram", seen("W2/4/1B2B/4/2W white", &stones(), Look::DIAGRAM));
    let game = Game::new(rules(Board::grid(Shape::Hexes, 4, 3).unwrap(), &["a", "b"]));
    insta::assert_snapshot!("rhombus", seen("4/4/4 a", &game, Look::FULL));
}

fn graph(points: &[(&str, Option<(i32, i32)>)], lines: &[&str]) -> Board {
    let points: Vec<_> = points.iter().map(|(n, at)| ((*n).to_string(), *at)).collect();
    let lines: Vec<Vec<String>> = lines.iter().map(|l| l.split(' ').map(String::from).collect()).collect();
    Board::graph(&points, &lines).unwrap()
}

#[test]
fn free_boards_are_drawn() {
    insta::assert_snapshot!("hounds", seen("HH5H2R hounds", &hounds(), Look::FULL));
    // A triangle with four lines from its apex, crossed by a rectangle.
    let at = |x, y| Some((x, y));
    let points = [
        ("top", at(6, 0)),
        ("l1", at(0, 2)),
        ("a1", at(3, 2)),
        ("b1", at(5, 2)),
        ("c1", at(7, 2)),
        ("d1", at(9, 2)),
        ("r1", at(12, 2)),
        ("l2", at(0, 4)),
        ("a2", at(2, 4)),
        ("b2", at(5, 4)),
        ("c2", at(7, 4)),
        ("d2", at(10, 4)),
        ("r2", at(12, 4)),
        ("l3", at(0, 6)),
        ("a3", at(1, 6)),
        ("b3", at(4, 6)),
        ("c3", at(8, 6)),
        ("d3", at(11, 6)),
        ("r3", at(12, 6)),
        ("a4", at(0, 8)),
        ("b4", at(4, 8)),
        ("c4", at(8, 8)),
        ("d4", at(12, 8)),
    ];
    let lines = [
        "top a1 a2 a3 a4",
        "top b1 b2 b3 b4",
        "top c1 c2 c3 c4",
        "top d1 d2 d3 d4",
        "l1 a1 b1 c1 d1 r1",
        "l2 a2 b2 c2 d2 r2",
        "l3 a3 b3 c3 d3 r3",
        "a4 b4 c4 d4",
        "l1 l2 l3",
        "r1 r2 r3",
    ];
    let game = Game::new(rules(graph(&points, &lines), &["a", "b"]));
    insta::assert_snapshot!("triangle", seen("23 a", &game, Look::FULL));
    // Points named like squares have ranks and files.
    let board = graph(
        &["a3", "b3", "c3", "a2", "c2", "a1", "b1", "c1"].map(|n| (n, None)),
        &["a3 b3 c3", "a1 b1 c1", "a3 a2 a1", "c3 c2 c1"],
    );
    insta::assert_snapshot!("named_like_squares", seen("8 a", &Game::new(rules(board, &["a", "b"])), Look::FULL));
}

#[test]
fn what_cannot_be_drawn_is_listed() {
    let board = graph(&[("hub", None), ("rim", None), ("x", None)], &["hub rim x", "x hub"]);
    let game = Game::new(rules(board, &["a", "b"]));
    let expected = "hub  .  to rim, x\nrim  .  to x, hub\nx    .  to rim, hub";
    assert_eq!(seen("3 a", &game, Look::FULL), expected);
    // So far apart that no picture holds them.
    let board = graph(&[("p", Some((0, 0))), ("q", Some((1, 0))), ("r", Some((i32::MAX, 9)))], &["p q r"]);
    let text = seen("3 a", &Game::new(rules(board, &["a", "b"])), Look::FULL);
    assert!(text.starts_with("p  .  to q"), "{text}");
}

#[test]
fn a_piece_alone() {
    let board = Board::grid(Shape::Squares, 5, 5).unwrap();
    let site = |n: &str| board.site(n).unwrap();
    let marks: Vec<_> = ["b5", "d5", "a4", "e4", "a2", "e2", "b1", "d1"].iter().map(|n| (site(n), 'o')).collect();
    let expected = "\
5 | . o . o .
4 | o . . . o
3 | . . N . .
2 | o . . . o
1 | . o . o .
    a b c d e";
    assert_eq!(piece_diagram(&board, site("c3"), "N", &marks).to_string(), expected);
}

#[test]
fn every_look_draws_every_board() {
    for game in all() {
        for bits in 0..32 {
            let on = |n: u32| bits >> n & 1 == 1;
            let look = Look { coordinates: on(0), files: on(1), lines: on(2), zones: on(3), brackets: on(4) };
            let everywhere = game.board().sites();
            let picture = board_picture(&game, &game.start(), &Marks { last: everywhere, targets: everywhere }, look);
            let targets =
                picture.rows().iter().flatten().filter(|c| c.style == Style::Target && c.text != '(' && c.text != ')');
            assert!(targets.count() >= everywhere.len());
        }
    }
}
