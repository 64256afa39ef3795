//! What each point may be answered, and what is said of other answers.

use super::{Trial, sound};
use crate::board::Site;
use crate::engine::{AskedEffect, Change, HookEffect, HookFault, Hooks, NextRound, Tiebreak, Verdict};
use crate::ruleset::item::HookPoint;
use std::fmt::Debug;

/// What a function body gives, at a point; faults as people read them.
fn answers<T: Debug>(
    point: &str,
    parameters: &str,
    bodies: &[&str],
    ask: impl Fn(&Trial) -> Result<T, HookFault>,
) -> String {
    let mut all = String::new();
    for body in bodies {
        let trial = sound(&[&format!("{point} judge")], &format!("fn judge({parameters}) {{\n    {body}\n}}"));
        let answer = match ask(&trial) {
            Ok(answer) => format!("{body}: {answer:?}"),
            Err(fault) => trial.fault(&fault),
        };
        all.push_str(&format!("{answer}\n\n"));
    }
    all
}

fn site(trial: &Trial, name: &str) -> Site {
    trial.game.board().site(name).expect("a site")
}

#[test]
fn legality() {
    let bodies = ["true", "\"the man is tired\"", "false", "", "5", "\"\"", "\"two\\nlines\""];
    insta::assert_snapshot!(answers("legality", "position, move, after", &bodies, |t| {
        t.scripts.legality(&t.moment(), &t.mv(), &t.moment())
    }));
}

/// The effects without the places where they were made.
fn alone(ways: Vec<Vec<AskedEffect>>) -> Vec<Vec<HookEffect>> {
    ways.into_iter().map(|way| way.into_iter().map(|a| a.effect).collect()).collect()
}

#[test]
fn effects() {
    let trial = sound(
        &["after move wind"],
        "fn wind(position, move, after) {
            choice([
                [remove(\"b1\"), capture(\"b5\"), place(\"chief\", \"a3\")],
                [place(\"man\", \"black\", \"a4\"), place(\"white man\", \"a5\"), move_piece(\"d1\", \"d2\")],
                [become(\"c1\", \"man\"), mark(\"scent\", \"e1\")],
            ])
        }",
    );
    let at = |name: &str| site(&trial, name);
    let ways = trial.scripts.after_move(&trial.moment(), &trial.mv(), &trial.moment()).map_err(|f| trial.fault(&f));
    let place = |kind, owner, name| HookEffect::Place { kind, owner: Some(owner), site: at(name) };
    let ways = ways.map(alone);
    assert_eq!(
        ways,
        Ok(vec![
            vec![HookEffect::Remove(at("b1")), HookEffect::Capture(at("b5")), place(1, 0, "a3")],
            vec![place(0, 1, "a4"), place(0, 0, "a5"), HookEffect::Move { from: at("d1"), to: at("d2") }],
            vec![
                HookEffect::Become { site: at("c1"), kind: 0 },
                HookEffect::Mark { mark: 0, site: at("e1"), lasts: trial.game.rules().marks[0].lasts as u8 },
            ],
        ])
    );
}

#[test]
fn after_move() {
    let bodies = [
        "",
        "remove(\"b1\")",
        "[]",
        "[remove(\"b1\"), remove(\"d1\")]",
        "choice([])",
        "choice([remove(\"b1\"), [remove(\"d1\")]])",
        "true",
        "[remove(\"b1\"), 5]",
        "choice([remove(\"b1\"), capture(\"b1\")])",
        "choice([[], remove(\"b1\")])",
        "[choice([])]",
        "remove(\"b9\")",
        "place(\"man\", \"a1\")",
        "place(\"boss\", \"white\", \"a1\")",
        "let t = \"cheif\"; become(\"c1\", t)",
        "let t = \"sent\"; mark(t, \"a1\")",
    ];
    insta::assert_snapshot!(answers("after move", "position, move, after", &bodies, |t| {
        t.scripts.after_move(&t.moment(), &t.mv(), &t.moment()).map(alone)
    }));
}

#[test]
fn ending() {
    let trial = sound(&["ending judge"], "fn judge(position, move) { wins(\"black\", \" the judge says so \") }");
    let says = trial.scripts.ending("judge", &trial.moment(), &trial.mv());
    assert_eq!(says.unwrap(), Some((Verdict::Win(1), Some("the judge says so".into()))));
    let bodies = [
        "",
        "wins(\"white\")",
        "draw()",
        "draw(\"level\")",
        "wins(\"wite\")",
        "\"white\"",
        "drawn()",
        "wins(5)",
        "wins(position.piece(\"b1\"))",
        "wins(\"white\", `${[0] + position.sites() + position.sites() + position.sites()}`)",
    ];
    insta::assert_snapshot!(answers("ending", "position, move", &bodies, |t| {
        t.scripts.ending("judge", &t.moment(), &t.mv())
    }));
}

#[test]
fn score() {
    let bodies = ["position.count(side) * 2", "-5", "\"many\"", "()", "true"];
    insta::assert_snapshot!(answers("score", "position, side", &bodies, |t| t.scripts.score(&t.moment(), 1)));
}

#[test]
fn first_turn() {
    let bodies = ["match.sides[1]", "\"white\"", "\"green\"", "()", "match.players[0]"];
    insta::assert_snapshot!(answers("first turn", "match", &bodies, |t| t.scripts.first_turn(&t.contest())));
}

#[test]
fn next_round() {
    let trial = sound(
        &["next round handicap"],
        "fn handicap(match) {
            #{ set: #{ \"dog-count\": settings[\"dog-count\"] - 1, pace: \"fast\" }, remove: [\"b1\"],
               place: #{ a3: \"chief\", a4: \"black man\" }, note: \"Ann is stronger\" }
        }",
    );
    let at = |name: &str| site(&trial, name);
    let next = trial.scripts.next_round(&trial.contest()).map_err(|f| trial.fault(&f));
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(
        next,
        Ok(NextRound {
            settings: vec![pair("dog-count", "3"), pair("pace", "fast")],
            changes: vec![
                Change::Remove(at("b1")),
                Change::Place { kind: 1, owner: Some(0), site: at("a3") },
                Change::Place { kind: 0, owner: Some(1), site: at("a4") },
            ],
            note: "Ann is stronger".into(),
        })
    );
    let bodies = [
        "",
        "#{}",
        "#{ remove: \"b1\" }",
        "#{ remvoe: \"b1\" }",
        "#{ set: #{ \"dog-cuont\": 1 } }",
        "#{ set: #{ pace: true } }",
        "#{ set: 5 }",
        "#{ remove: [5] }",
        "#{ remove: 5 }",
        "#{ place: #{ z9: \"chief\" } }",
        "#{ place: #{ a1: \"man\" } }",
        "#{ place: [\"a1\"] }",
        "#{ note: 5 }",
        "5",
    ];
    insta::assert_snapshot!(answers("next round", "match", &bodies, |t| t.scripts.next_round(&t.contest())));
}

#[test]
fn tiebreak() {
    let trial = sound(&["tiebreak judge"], "fn judge(match) { wins(match.players[1], \"fewer moves\") }");
    let says = trial.scripts.tiebreak("judge", &trial.contest());
    assert_eq!(says.unwrap(), Tiebreak::Wins(1, "fewer moves".into()));
    let bodies = [
        "wins(\"Ann\")",
        "drawn()",
        "tied(\"nobody knows\")",
        "again(\"once more\")",
        "wins(\"Anne\")",
        "draw()",
        "",
        "match.players[0]",
    ];
    insta::assert_snapshot!(answers("tiebreak", "match", &bodies, |t| t.scripts.tiebreak("judge", &t.contest())));
}

/// What is said of a script that goes beyond a limit, in full.
#[test]
fn limits() {
    let bodies = [
        "loop { }",
        "let l = [0]; loop { l += l; }",
        "let l = position.sites(); loop { 5 in l; }",
        "position.is(\"x\" + f(1), \"white\")",
    ];
    let bodies = bodies.map(|b| format!("{b} }}\nfn f(n) {{ f(n + 1)"));
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    insta::assert_snapshot!(answers("score", "position, side", &bodies, |t| t.scripts.score(&t.moment(), 1)));
}

/// What the engine cannot carry out is told at the function and at the declaration.
#[test]
fn refused_answers() {
    let trial = sound(
        &["after move wind", "ending judge"],
        "fn wind(position, move, after) { remove(\"a1\") }\nfn judge(position, move) { }",
    );
    let told = [
        trial.fault(&trial.scripts.refuse(
            HookPoint::AfterMove,
            None,
            Some(&trial.mv()),
            "there is no piece on a1 to take off",
        )),
        trial.fault(&trial.scripts.refuse(HookPoint::Ending, Some("judge"), None, "white is out")),
        trial.fault(&trial.scripts.refuse(HookPoint::Tiebreak, Some("other"), None, "nobody plays")),
    ];
    insta::assert_snapshot!(told.join("\n\n"));
}

/// An effect that the engine cannot carry out is told at the line that made it, also within a function that is called.
#[test]
fn refused_effects() {
    let bodies = [
        "let all = [mark(\"scent\", \"a1\")];\n    all.push(remove(\"a3\"));\n    all",
        "choice([\n        remove(\"b1\"),\n        place(\"chief\", \"d1\"),\n    ])",
        "[gone(\"a4\")]\n}\nfn gone(site) {\n    capture(site)",
    ];
    insta::assert_snapshot!(answers("after move", "position, move, after", &bodies, |t| {
        crate::engine::Play::new(&t.game).moves().map(|m| m.len())
    }));
}
