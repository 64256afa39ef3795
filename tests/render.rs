//! Drawings: what stands in them and where, and that they are good SVG, on every board.

#![cfg(feature = "pictures")]

use assert_cmd::Command;
use houserules::board::{Board, Shape, SiteSet};
use houserules::engine::{Game, Play, piece_reach};
use houserules::notation::{read_move, read_position};
use houserules::render::{
    Drawing, MAX_FRAMES, Marks, PictureError, board_drawing, board_svg, gif, is_drawn, move_sites, piece_svg,
    piece_symbol, pixels, png, site_places,
};
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{Options, Tree};
use std::collections::BTreeSet;
use std::path::Path;

/// The rulesets of the library, and those sketches that can be played.
fn games() -> Vec<Game> {
    let mut games: Vec<Game> =
        houserules::library::ids().map(|id| houserules::open(id, &[]).expect("the library can be played")).collect();
    let sketches = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sketches")).expect("a folder");
    let mut sketches: Vec<_> = sketches.map(|e| e.expect("an entry").path()).collect();
    sketches.sort();
    for path in sketches.iter().filter(|p| p.extension().is_some_and(|e| e == "rules")) {
        let text = std::fs::read_to_string(path).expect("a rule file");
        games.extend(houserules::open_text("sketch", &text, &[]).ok());
    }
    games
}

fn has_class(node: &Node, class: &str) -> bool {
    node.attribute("class").is_some_and(|c| c.split(' ').any(|c| c == class))
}

/// The elements of a class that stand for sites.
fn sites<'a>(document: &'a Document<'a>, class: &str) -> Vec<&'a str> {
    let elements = document.descendants().filter(|n| has_class(n, class));
    elements.filter_map(|n| n.attribute("data-site")).collect()
}

/// Where a piece is drawn.
fn place(document: &Document, site: &str) -> String {
    let piece = document.descendants().find(|n| has_class(n, "piece") && n.attribute("data-site") == Some(site));
    piece.and_then(|n| n.attribute("transform").map(str::to_owned)).unwrap_or_default()
}

#[test]
fn every_board_is_drawn_with_each_site_and_piece_once() {
    let games = games();
    assert!(games.len() > 40, "only {} games", games.len());
    for game in &games {
        let play = Play::new(game);
        for flip in [false, true] {
            let all = game.board().sites();
            let marks = Marks { last: all, targets: all };
            let svg = board_drawing(game, play.position(), &marks, Drawing { flip, width: None });
            Tree::from_str(&svg, &Options::default()).expect("usvg reads it");
            let document = Document::parse(&svg).expect("it is XML");
            let names: BTreeSet<&str> = all.iter().map(|s| game.board().name(s)).collect();
            for class in ["site", "last", "target"] {
                let drawn = sites(&document, class);
                assert_eq!(drawn.len(), all.len(), "{} of {}", class, game.rules().id);
                assert_eq!(drawn.into_iter().collect::<BTreeSet<_>>(), names);
            }
            let standing = all.iter().filter(|s| play.position().piece(*s).is_some()).count();
            assert_eq!(sites(&document, "piece").len(), standing);
            assert_eq!(sites(&document, "occupied").len(), standing);
            // Nothing that a strict page would refuse, and no font.
            for refused in ["style=", "<style", "<script", "<text", "href", "onload"] {
                assert!(!svg.contains(refused), "{refused} in {}", game.rules().id);
            }
        }
    }
}

/// Bison: files a to k, ranks 1 to 7. The middle of a7 lies 40 from the left, 28 from the top.
#[test]
fn squares_and_their_pieces_stand_where_they_should() {
    let game = houserules::open("bison", &[]).expect("built in");
    let svg = board_svg(&game, Play::new(&game).position(), &Marks::default());
    let document = Document::parse(&svg).expect("XML");
    assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 468 308"));
    let places = [("a1", "translate(40 268)"), ("k1", "translate(440 268)"), ("f6", "translate(240 68)")];
    for (site, at) in places {
        assert_eq!(place(&document, site), at, "{site}");
    }
    let chief = document.descendants().find(|n| n.attribute("data-kind") == Some("chief")).expect("a chief");
    assert_eq!((chief.attribute("class"), chief.attribute("data-side")), (Some("piece side-1"), Some("defenders")));
    assert_eq!(chief.first_element_child().and_then(|t| t.text()), Some("f6: chief of defenders"));
    // Eleven buffaloes, four dogs, one chief.
    assert_eq!(sites(&document, "side-0").len(), 11);
    assert_eq!(sites(&document, "side-1").len(), 5);
    // Files and ranks: 11 and 7 names.
    let names = document.descendants().find(|n| has_class(n, "names")).expect("names");
    assert_eq!(names.children().filter(Node::is_element).count(), 18);
    // From the other side a1 is where k7 was.
    let flipped =
        board_drawing(&game, Play::new(&game).position(), &Marks::default(), Drawing { flip: true, width: None });
    let document = Document::parse(&flipped).expect("XML");
    assert_eq!(place(&document, "a1"), "translate(440 28)");
    assert_eq!(place(&document, "f6"), "translate(240 228)");
}

#[test]
fn flipped_twice_is_as_before() {
    for game in games() {
        let board = game.board();
        let (here, there) = (site_places(board, false), site_places(board, true));
        let sums: BTreeSet<_> = here.iter().zip(&there).map(|((_, a), (_, b))| (a.0 + b.0, a.1 + b.1)).collect();
        // Both places of a site lie opposite each other round one point: turned once more it is where it was.
        assert_eq!(sums.len(), 1, "{}", game.rules().id);
        assert!(here.iter().zip(&there).all(|(a, b)| a.0 == b.0));
    }
}

/// Neighbours of hexes are 40 apart along a rank, and 20 across and 35 up between ranks.
#[test]
fn hexes_lie_side_by_side() {
    let board = Board::grid(Shape::Hexes, 3, 2).expect("a small board");
    let places: Vec<_> = site_places(&board, false).into_iter().map(|(s, at)| (board.name(s).to_owned(), at)).collect();
    let at = |name: &str| places.iter().find(|(n, _)| n == name).map(|(_, at)| *at).expect("a site");
    let (a1, b1, a2) = (at("a1"), at("b1"), at("a2"));
    assert_eq!((b1.0 - a1.0, b1.1 - a1.1), (40, 0));
    assert_eq!((a2.0 - a1.0, a2.1 - a1.1), (20, -35));
}

/// Points however far apart are drawn in a picture that somebody can look at.
#[test]
fn far_flung_points_are_drawn_closer() {
    let points = [("p", (0, 0)), ("q", (1, 0)), ("r", (i32::MAX, 9))].map(|(n, at)| (n.to_owned(), Some(at)));
    let board = Board::graph(&points, &[vec!["p".into(), "q".into(), "r".into()]]).expect("a board");
    let widest = site_places(&board, false).into_iter().map(|(_, (x, y))| x.max(y)).max();
    assert!(widest.is_some_and(|w| w <= 4100), "{widest:?}");
}

#[test]
fn last_move_and_targets_are_marked() {
    let game = houserules::open("bison", &[]).expect("built in");
    let mut play = Play::new(&game);
    let mv = read_move("f1-f2", &play.moves().expect("no script"), &game).expect("legal");
    play.play(&mv).expect("legal");
    let site = |name: &str| game.board().site(name).expect("a site");
    let targets: SiteSet = ["d3", "f2"].iter().map(|n| site(n)).collect();
    let svg = board_svg(&game, play.position(), &Marks { last: move_sites(&mv), targets });
    let document = Document::parse(&svg).expect("XML");
    assert_eq!(sites(&document, "last"), ["f1", "f2"]);
    assert_eq!(sites(&document, "target"), ["f2", "d3"]);
    assert_eq!(sites(&document, "occupied"), ["f2"]);
}

/// At the start of the tigers' game all is in hand: 3 tigers, and as many buffaloes as the rules give.
#[test]
fn hands_are_drawn_beside_the_board() {
    let game = houserules::open("tiger-and-buffaloes", &[]).expect("built in");
    let held = |text: Option<&str>| -> Vec<(String, String)> {
        let start = Play::new(&game).position().clone();
        let position = text.map_or(start, |t| read_position(t, &game).expect("a position").position);
        let svg = board_svg(&game, &position, &Marks::default());
        let document = Document::parse(&svg).expect("XML");
        let of = |n: &Node, name: &str| n.attribute(name).unwrap_or_default().to_owned();
        let held = document.descendants().filter(|n| n.attribute("data-hand").is_some());
        let mut held: Vec<_> = held.map(|n| (of(&n, "data-kind"), of(&n, "data-count"))).collect();
        held.sort();
        held
    };
    let start = held(None);
    let kinds: Vec<&str> = start.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["buffalo", "tiger"]);
    assert_eq!(start[1].1, "3");
    // A game without hands is as wide as its board.
    let chess = houserules::open("bison", &[]).expect("built in");
    assert!(!board_svg(&chess, Play::new(&chess).position(), &Marks::default()).contains("hand"));
}

#[test]
fn kinds_with_a_name_that_is_known_are_drawn_and_others_have_their_letter() {
    for name in
        ["buffalo", "chief", "dog", "tiger", "king", "queen", "rook", "bishop", "knight", "pawn", "man", "stone"]
    {
        assert!(is_drawn(name), "{name}");
        assert!(!piece_symbol(name, "X", Some(0)).contains("class=\"text\""), "{name}");
    }
    assert!(!is_drawn("walker"));
    assert!(piece_symbol("walker", "W", Some(0)).contains("class=\"text\""));
    // A word of the name gives the drawing, and the letter tells it from the kind of that name.
    let war_dog = piece_symbol("war-dog", "W", Some(1));
    assert!(war_dog.contains("class=\"letter\"") && war_dog.contains(&piece_shape("dog")));
    // Any text may be a letter.
    for letter in ["<", "&", "\"", "\u{0}", "虎", "", "+S"] {
        let svg = piece_symbol("walker", letter, None);
        Tree::from_str(&svg, &Options::default()).unwrap_or_else(|e| panic!("{letter}: {e}"));
    }
}

/// The outline of a drawing.
fn piece_shape(kind: &str) -> String {
    let svg = piece_symbol(kind, "", Some(0));
    let body = svg.split("class=\"body\" d=\"").nth(1).and_then(|rest| rest.split('"').next());
    body.expect("an outline").to_owned()
}

/// No two names of one drawing's look alike in another: each drawing differs from each other.
#[test]
fn sides_differ_by_more_than_their_colour() {
    let bare = |side: Option<u8>| -> String {
        let svg = piece_symbol("stone", "S", side);
        // Without what is said of colours and sides.
        svg.split('"')
            .enumerate()
            .filter(|(n, part)| n % 2 == 0 || !part.starts_with('#') && !part.contains("side"))
            .map(|(_, part)| part)
            .collect()
    };
    let looks: BTreeSet<String> = (0..4).map(|s| bare(Some(s))).collect();
    assert_eq!(looks.len(), 4);
}

#[test]
fn moves_of_a_piece_are_drawn() {
    let game = houserules::open("bison", &[]).expect("built in");
    let kind = |name: &str| game.rules().kinds.iter().position(|k| k.name == name).expect("a kind");
    let dog = piece_reach(&game, kind("dog") as u8, 1).expect("it moves");
    let svg = piece_svg(&game, kind("dog") as u8, 1, &dog);
    let document = Document::parse(&svg).expect("XML");
    assert_eq!(sites(&document, "piece"), [game.board().name(dog.from)]);
    assert_eq!(sites(&document, "target").len(), dog.moves.len() + dog.captures.len());
    Tree::from_str(&svg, &Options::default()).expect("usvg reads it");
}

#[test]
fn pictures_are_as_wide_as_they_are_asked_to_be() {
    let game = houserules::open("bison", &[("columns", "5")]).expect("built in");
    let position = Play::new(&game).position().clone();
    let drawn = |width| board_drawing(&game, &position, &Marks::default(), Drawing { flip: false, width });
    let small = pixels(&drawn(Some(114))).expect("a picture");
    // 5 columns take up 228 units and 7 rows 308: half of it.
    assert_eq!((small.width, small.height), (114, 154));
    assert_eq!(small.bytes.len(), 114 * 154 * 4);
    // The middle of a1, where a light buffalo stands, is lighter than the middle of the dark pieces' fur.
    let whole = pixels(&drawn(None)).expect("a picture");
    let at = |x: u32, y: u32| whole.bytes[((y * whole.width + x) * 4) as usize];
    assert!(at(40, 270) > 200 && at(120, 64) < 90, "{} {}", at(40, 270), at(120, 64));
    assert_eq!(png(&drawn(None)).expect("a picture")[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(pixels(&drawn(Some(9000))), Err(PictureError::TooLarge));
    assert!(matches!(pixels("<svg"), Err(PictureError::NoSvg(_))));
}

#[test]
fn films_hold_each_position() {
    let game = houserules::open("bison", &[("columns", "5")]).expect("built in");
    let mut play = Play::new(&game);
    let mut frames = vec![board_svg(&game, play.position(), &Marks::default())];
    for text in ["c1-c2", "b6-b3"] {
        let legal = play.moves().expect("no script");
        let Ok(mv) = read_move(text, &legal, &game) else { break };
        play.play(&mv).expect("legal");
        frames.push(board_svg(&game, play.position(), &Marks { last: move_sites(&mv), ..Marks::default() }));
    }
    // The same again: time passes, nothing changes.
    frames.push(frames[frames.len() - 1].clone());
    let mut film = Vec::new();
    gif(frames.len(), &mut |n| frames[n].clone(), 80, &mut film).expect("a film");
    let mut decoder = gif_decoder(&film);
    let mut seen = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a good film") {
        seen.push((frame.width, frame.height, frame.delay));
    }
    assert_eq!(seen.len(), frames.len());
    assert_eq!(seen[0], (228, 308, 80));
    // Of a move only where it was made is written; the last picture stays longer.
    assert!(seen[1].1 < 120, "{seen:?}");
    assert_eq!(seen[seen.len() - 1], (1, 1, 320));

    let small = piece_symbol("dog", "D", Some(0));
    let refused = |n: usize| gif(n, &mut |_| small.clone(), 10, &mut Vec::new()).expect_err("no film");
    assert_eq!(refused(0), PictureError::Frames(0));
    assert_eq!(refused(MAX_FRAMES + 1), PictureError::Frames(MAX_FRAMES + 1));
    let uneven = |n: usize| if n == 0 { small.clone() } else { small.replace("width=\"40\"", "width=\"50\"") };
    assert_eq!(gif(2, &mut |n| uneven(n), 10, &mut Vec::new()), Err(PictureError::Uneven));
}

fn gif_decoder(film: &[u8]) -> ::gif::Decoder<&[u8]> {
    ::gif::DecodeOptions::new().read_info(film).expect("a GIF")
}

fn houserules(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("houserules").expect("the program is built");
    command.args(args).env("NO_COLOR", "1").env("COLUMNS", "100");
    command
}

#[test]
fn program_draws_a_position() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = |name: &str| dir.path().join(name).display().to_string();
    let answer = houserules(&["render", "bison", "--move", "f1-f2", "--move", "d6-d3"]).output().expect("it runs");
    let svg = String::from_utf8(answer.stdout).expect("text");
    let document = Document::parse(&svg).expect("XML");
    assert_eq!(sites(&document, "last"), ["d3", "d6"]);
    assert_eq!(place(&document, "d3"), "translate(160 188)");
    for name in ["board.svg", "board.png"] {
        houserules(&["render", "bison", "--flip", "--size", "300", "-o", &file(name)]).assert().success().stdout("");
    }
    assert!(std::fs::read_to_string(file("board.svg")).expect("written").contains("width=\"300\""));
    let picture = std::fs::read(file("board.png")).expect("written");
    assert_eq!(picture[16..20], 300u32.to_be_bytes());
    houserules(&["render", "bison", "-o", &file("board.jpg")]).assert().code(2);
    houserules(&["render", "bison", "--move", "f1-f3"]).assert().code(2).stdout("");
    houserules(&["render", "bison", "-o", &file("nowhere/board.svg")]).assert().code(3);
}

#[test]
fn program_replays_a_record() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = |name: &str| dir.path().join(name).display().to_string();
    let record = "[Ruleset \"bison\"]\n\n1. f1-f2 d6-d3 2. f2-f3\nresult: defenders win (the herd gave up)\n";
    std::fs::write(file("game.txt"), record).expect("a file");
    let game = file("game.txt");
    let told = houserules(&["replay", &game]).output().expect("it runs");
    let told = String::from_utf8(told.stdout).expect("text");
    let headings: Vec<&str> = told.lines().filter(|l| l.contains(". ") && !l.contains('|')).collect();
    assert!(told.starts_with("Bison\n"), "{told}");
    assert_eq!(told.matches("7 | ").count(), 4);
    for heading in ["1. herd: f1-f2", "2. defenders: d6-d3", "3. herd: f2-f3"] {
        assert!(headings.contains(&heading), "{told}");
    }
    assert!(told.contains("the defenders win: the herd gave up."), "{told}");

    houserules(&["replay", &game, "--svg", &file("pictures"), "--gif", &file("game.gif")])
        .assert()
        .success()
        .stdout("");
    let mut pictures: Vec<String> = std::fs::read_dir(file("pictures"))
        .expect("a directory")
        .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    pictures.sort();
    assert_eq!(pictures, ["0000.svg", "0001.svg", "0002.svg", "0003.svg"]);
    let third = std::fs::read_to_string(dir.path().join("pictures/0003.svg")).expect("a drawing");
    assert_eq!(sites(&Document::parse(&third).expect("XML"), "last"), ["f2", "f3"]);
    let film = std::fs::read(file("game.gif")).expect("a film");
    let mut decoder = gif_decoder(&film);
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a good film") {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [100, 100, 100, 400]);
    houserules(&["replay", &game, "--svg", &file("end.svg")]).assert().success();
    assert_eq!(std::fs::read_to_string(file("end.svg")).expect("a drawing"), third);
    houserules(&["replay", &game, "--round", "2"]).assert().code(2);
    houserules(&["replay", &file("none.txt")]).assert().code(3);
}

#[test]
fn a_piece_alone_as_text() {
    insta::assert_snapshot!(piece_symbol("walker", "W", Some(1)));
}
