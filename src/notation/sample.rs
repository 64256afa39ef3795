//! Rules made by hand, for tests of the rooms that read and show positions.

use crate::board::{Board, CompassSet, Lines, Shape};
use crate::engine::Game;
use crate::ruleset::item::{Compass, Verb};
use crate::ruleset::*;

pub(crate) fn dirs(rules: &Rules, set: CompassSet) -> Dirs {
    let span = Span::default();
    Dirs { compass: PerSide(vec![set; rules.sides.len()]), all: set == CompassSet::ALL, onward: false, span }
}

fn motion(leg: MotionLeg) -> Motion {
    let span = Span::default();
    Motion { legs: vec![leg], from: None, when: vec![], repeat: None, leaving: None, effects: vec![], span }
}

fn leg(verb: Verb, dirs: Dirs, to: Sel) -> MotionLeg {
    let span = Span::default();
    MotionLeg {
        verb,
        dirs,
        offsets: None,
        range: None,
        past: None,
        over: None,
        row: None,
        to: Some((to, span)),
        capturing: None,
        either: false,
        span,
    }
}

/// `VERB DIRS to empty`
pub(crate) fn quiet(verb: Verb, dirs: Dirs) -> Motion {
    motion(leg(verb, dirs, Sel::Empty))
}

/// `VERB DIRS to empty or capturing enemy`
pub(crate) fn taking(verb: Verb, dirs: Dirs) -> Motion {
    let whom = Captures::Landing(Sel::Enemy);
    let capturing = Some(Capturing { whom, span: Span::default() });
    motion(MotionLeg { capturing, either: true, ..leg(verb, dirs, Sel::Empty) })
}

/// `jump DIRS over enemy to empty capturing it [, may repeat]`
pub(crate) fn jumping(dirs: Dirs, repeats: bool) -> Motion {
    let span = Span::default();
    let over = Some((Sel::Enemy, span));
    let capturing = Some(Capturing { whom: Captures::Over, span });
    let repeat =
        repeats.then_some(Repeat { must: false, straight: false, forth: false, once: false, onward: false, span });
    Motion { repeat, ..motion(MotionLeg { over, capturing, ..leg(Verb::Jump, dirs, Sel::Empty) }) }
}

pub(crate) fn kind(name: &str, letters: &[&str], owners: &[SideId], hand: u32, motions: Vec<Motion>) -> Kind {
    Kind {
        name: name.into(),
        plural: format!("{name}s"),
        owners: owners.to_vec(),
        letters: letters.iter().map(|l| (*l).to_string()).collect(),
        royal: false,
        hand: Hand::Count(hand),
        confined: vec![],
        motions,
        becomes: vec![],
        span: Span::default(),
    }
}

pub(crate) fn zone(name: &str, sites: crate::board::SiteSet) -> Zone {
    Zone { name: name.into(), of: None, sites: Some(sites), span: Span::default() }
}

/// Rules of two sides that take turns, with nothing on the board.
pub(crate) fn rules(board: Board, sides: &[&str]) -> Rules {
    let span = Span::default();
    let side = |n: &&str| Side { name: (*n).to_string(), faces: Some(Compass::North), span };
    Rules {
        id: "sample".into(),
        title: "Sample".into(),
        version: "1.0".into(),
        settings: vec![("size".into(), "4".into()), ("duty".into(), "must".into())],
        changed_settings: vec![("duty".into(), "must".into())],
        hash: 0xabc,
        board,
        zones: vec![],
        marks: vec![],
        sides: sides.iter().map(side).collect(),
        kinds: vec![],
        joints: vec![],
        start: vec![],
        phases: vec![Phase {
            name: String::new(),
            only: vec![],
            turns: Turns::Alternating(Some(0)),
            until: None,
            span,
        }],
        pie: false,
        passing: vec![],
        filters: vec![],
        captured_leave: Leave::AtOnce,
        captured_to: None,
        after: vec![],
        illegal: vec![],
        calls: vec![],
        score: None,
        worths: vec![],
        adds: vec![],
        ends: vec![],
        match_play: None,
        hooks: vec![],
        renames: vec![],
    }
}

pub(crate) fn place(rules: &mut Rules, kind: KindId, owner: Option<SideId>, sites: &[&str]) {
    for name in sites {
        let site = rules.board.site(name).expect("a site of the sample");
        rules.start.push(Placed { site, kind, owner });
    }
}

fn end(result: EndResult, kind: CondKind, reason: &str) -> End {
    End { result, cond: Cond { kind, span: Span::default() }, reason: reason.into(), span: Span::default() }
}

/// 11 x 7: a row that steps north against sliders and one that steps and captures.
pub(crate) fn herd() -> Game {
    let board = Board::grid(Shape::Squares, 11, 7).expect("a grid");
    let mut r = rules(board, &["herd", "defenders"]);
    let north = dirs(&r, CompassSet::one(Compass::North));
    let all = dirs(&r, CompassSet::ALL);
    r.kinds = vec![
        kind("buffalo", &["B"], &[0], 0, vec![quiet(Verb::Step, north)]),
        kind("dog", &["D"], &[1], 0, vec![quiet(Verb::Slide, all.clone())]),
        kind("chief", &["C"], &[1], 0, vec![taking(Verb::Step, all)]),
    ];
    place(&mut r, 0, Some(0), &["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1"]);
    place(&mut r, 1, Some(1), &["d6", "e6", "g6", "h6"]);
    place(&mut r, 2, Some(1), &["f6"]);
    r.zones = vec![zone("plain", r.board.rank(1)), zone("village", r.board.rank(7))];
    let village = Sel::Intersection(vec![Sel::Kind(0), Sel::Fixed(PerSide(vec![r.board.rank(7); 2]))]);
    r.ends.push(end(
        EndResult::Wins(Who::Side(0)),
        CondKind::Sites(Quantity::Between(1, u32::MAX), village),
        "a buffalo reached the village",
    ));
    r.ends.push(end(EndResult::Draw, CondKind::Occurs { board_only: false, times: 3 }, "three times"));
    Game::new(r)
}

/// 4 x 4 points: a list of drops, then steps against leaps that may go on; captured pieces are counted.
pub(crate) fn leapers() -> Game {
    let board = Board::grid(Shape::Points(Lines::Orthogonal), 4, 4).expect("a grid");
    let mut r = rules(board, &["buffaloes", "tigers"]);
    let all = dirs(&r, CompassSet::ALL);
    let drop = || quiet(Verb::Drop, all.clone());
    let step = || quiet(Verb::Step, all.clone());
    r.kinds = vec![
        kind("buffalo", &["B"], &[0], 11, vec![drop(), step()]),
        kind("tiger", &["T"], &[1], 3, vec![drop(), step(), jumping(all.clone(), true)]),
    ];
    let span = Span::default();
    let entry = |side, moves| Entry { side, moves, in_one_move: false };
    let entries = vec![entry(0, 4), entry(1, 1), entry(0, 4), entry(1, 1), entry(0, 3), entry(1, 1)];
    let only = vec![Only { what: OnlyRule::Verbs(vec![Verb::Drop]), side: None, span }];
    let turns = Turns::List { entries, repeats: false };
    let moving = Turns::Alternating(Some(0));
    r.phases = vec![
        Phase { name: "placing".into(), only, turns, until: None, span },
        Phase { name: "moving".into(), only: vec![], turns: moving, until: None, span },
    ];
    let seven = CondKind::Pieces(Quantity::Between(5, u32::MAX), PieceCount::Captured, vec![0], None);
    r.ends.push(end(EndResult::Wins(Who::Side(1)), seven, "five were captured"));
    r.passing.push(Passing { when_stuck: true, side: None, when: None, span });
    Game::new(r)
}

/// 5 x 5: kings, and silvers that may become `+S` where they reach the far rank; captured pieces come back by
/// drops. Who moved, who has moved and what a piece was are read.
pub(crate) fn promoters() -> Game {
    let board = Board::grid(Shape::Squares, 5, 5).expect("a grid");
    let mut r = rules(board, &["black", "white"]);
    let span = Span::default();
    let all = dirs(&r, CompassSet::ALL);
    let diagonal = dirs(&r, CompassSet::DIAGONAL);
    let orthogonal = dirs(&r, CompassSet::ORTHOGONAL);
    r.kinds = vec![
        kind("king", &["K", "k"], &[0, 1], 0, vec![taking(Verb::Step, all.clone())]),
        kind("silver", &["S", "s"], &[0, 1], 0, vec![taking(Verb::Step, diagonal), quiet(Verb::Drop, all)]),
        kind("gold", &["+S", "+s"], &[0, 1], 0, vec![taking(Verb::Step, orthogonal)]),
    ];
    let far = Sel::Fixed(PerSide(vec![r.board.rank(5), r.board.rank(1)]));
    r.kinds[1].becomes =
        vec![Becomes { may: true, kinds: vec![2], sel: far, or_leaving: true, in_passing: false, span }];
    place(&mut r, 0, Some(0), &["a1"]);
    place(&mut r, 1, Some(0), &["b1", "c2"]);
    place(&mut r, 0, Some(1), &["e5"]);
    place(&mut r, 1, Some(1), &["d5", "c4"]);
    r.captured_to = Some(ToHand { who: Who::Mover, unpromoted: true });
    r.marks = vec![Mark { name: "passed".into(), lasts: 1, span }];
    let no_king = Sel::Intersection(vec![Sel::Kind(0), Sel::OwnedBy(Who::EnemyOf(Box::new(Who::Mover)))]);
    r.ends.push(end(
        EndResult::Wins(Who::Mover),
        CondKind::Sites(Quantity::Between(0, 0), no_king),
        "the king was taken",
    ));
    r.ends.push(end(EndResult::Draw, CondKind::Sites(Quantity::Between(9, 9), Sel::Unmoved), "never"));
    let span = Span::default();
    r.ends.push(end(
        EndResult::Draw,
        CondKind::MovesWithout { moves: 40, each: false, of: None, progress: vec![Progress::Capture], counter: 0 },
        "too long",
    ));
    let castle = |name: &str, text: &str| Joint {
        name: name.into(),
        text: text.into(),
        legs: vec![(0, PerSide(vec![0, 24]), PerSide(vec![1, 23])), (1, PerSide(vec![1, 23]), PerSide(vec![0, 24]))],
        when: vec![],
        span,
    };
    r.joints = vec![castle("swap", "O-O"), castle("long-swap", "O-O-O")];
    Game::new(r)
}

/// A hexagon of side 3 with stones that never run out.
pub(crate) fn stones() -> Game {
    let mut r = rules(Board::hexagon(3).expect("a hexagon"), &["white", "black"]);
    let all = dirs(&r, CompassSet::HEX);
    r.kinds = vec![kind("stone", &["W", "B"], &[0, 1], 0, vec![quiet(Verb::Drop, all)])];
    r.kinds[0].hand = Hand::Unlimited;
    Game::new(r)
}

/// Eleven points: a square with a point at each of two ends, drawn by coordinates.
pub(crate) fn hounds() -> Game {
    let points = [
        ("w", 0, 1),
        ("a3", 1, 0),
        ("b3", 2, 0),
        ("c3", 3, 0),
        ("a2", 1, 1),
        ("b2", 2, 1),
        ("c2", 3, 1),
        ("a1", 1, 2),
        ("b1", 2, 2),
        ("c1", 3, 2),
        ("e", 4, 1),
    ];
    let points: Vec<_> = points.iter().map(|(n, x, y)| ((*n).to_string(), Some((*x, *y)))).collect();
    let lines = [
        "a3 b3 c3",
        "w a2 b2 c2 e",
        "a1 b1 c1",
        "a3 a2 a1",
        "b3 b2 b1",
        "c3 c2 c1",
        "w a3",
        "w a1",
        "c3 e",
        "c1 e",
        "a3 b2 c1",
        "a1 b2 c3",
    ];
    let lines: Vec<Vec<String>> = lines.iter().map(|l| l.split(' ').map(String::from).collect()).collect();
    let mut r = rules(Board::graph(&points, &lines).expect("a graph"), &["hounds", "hare"]);
    let all = dirs(&r, CompassSet::ALL);
    r.kinds = vec![
        kind("hound", &["H"], &[0], 0, vec![quiet(Verb::Step, all.clone())]),
        kind("hare", &["R"], &[1], 0, vec![quiet(Verb::Step, all)]),
    ];
    place(&mut r, 0, Some(0), &["a3", "w", "a1"]);
    place(&mut r, 1, Some(1), &["e"]);
    Game::new(r)
}

/// All of them.
pub(crate) fn all() -> Vec<Game> {
    vec![herd(), leapers(), promoters(), stones(), hounds()]
}
