//! Facts, and what pieces reach.

use crate::{Made, ruleset};
use houserules::board::SiteSet;
use houserules::engine::{Reach, piece_reach};
use houserules::explain::facts;

#[test]
fn facts_of_bison() {
    let made = ruleset("bison", &[]);
    let facts = facts(&made.settled, made.game.rules(), &made.ruleset.sources);
    assert_eq!((facts.board.sites.len(), facts.board.columns, facts.board.rows), (77, 11, 7));
    let sizes: Vec<_> = facts.zones.iter().map(|z| (z.name.as_str(), z.sites.as_ref().map(Vec::len))).collect();
    assert_eq!(sizes, [("plain", Some(11)), ("village", Some(11)), ("prairie", Some(55)), ("frontier", Some(11))]);
    let letters: Vec<_> = facts.pieces.iter().map(|p| (p.name.as_str(), p.letters[0].1.as_str())).collect();
    assert_eq!(letters, [("buffalo", "B"), ("dog", "D"), ("chief", "C")]);
    let first = &facts.endings[0];
    assert_eq!(
        (first.result, first.who.as_deref(), first.reason.as_str(), first.line.as_str()),
        ("win", Some("herd"), "a buffalo reached the village", "bison.rules:49")
    );
    let blocks = facts.options.iter().find(|o| o.name == "what-blocks").unwrap();
    assert!(blocks.unclear && blocks.current == "anything" && blocks.values.len() == 4);
    assert!(serde_json::to_string(&facts).unwrap().contains("\"turns\":\"alternating\""));
}

fn reach(made: &Made, kind: &str, side: u8) -> Reach {
    let kind = made.game.rules().kinds.iter().position(|k| k.name == kind).unwrap() as u8;
    piece_reach(&made.game, kind, side).unwrap()
}

#[track_caller]
fn is(made: &Made, set: SiteSet, sites: &str) {
    let expected: SiteSet = sites.split_whitespace().map(|s| made.site(s)).collect();
    assert_eq!(set, expected);
}

/// The middle of 11 x 7 is f4. The chief steps to its eight neighbours and takes on each of them; the buffalo goes
/// one north and takes nothing; the dog slides to the edges of the prairie (ranks 2 to 6): 10 along the rank,
/// 4 along the file, 4 on each diagonal.
#[test]
fn bison_pieces_reach() {
    let made = ruleset("bison", &[]);
    let chief = reach(&made, "chief", 1);
    is(&made, chief.moves, "e3 f3 g3 e4 g4 e5 f5 g5");
    assert_eq!((chief.from, chief.captures), (made.site("f4"), chief.moves));
    let buffalo = reach(&made, "buffalo", 0);
    is(&made, buffalo.moves, "f5");
    assert!(buffalo.captures.is_empty());
    assert_eq!(reach(&made, "dog", 1).moves.len(), 10 + 4 + 4 + 4);
}

/// On 4 x 4 points the tiger at b2 steps to four points; it takes a lone buffalo on c2 or b3 by jumping to d2 or
/// b4; over a2 and b1 the board ends.
#[test]
fn a_tiger_reaches_over_a_buffalo() {
    let made = ruleset("tiger-and-buffaloes", &[]);
    let tiger = reach(&made, "tiger", 1);
    assert_eq!(tiger.from, made.site("b2"));
    is(&made, tiger.moves, "a2 c2 b1 b3");
    is(&made, tiger.captures, "d2 b4");
    is(&made, tiger.victims, "c2 b3");
}
