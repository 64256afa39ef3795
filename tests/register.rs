//! Every question of the two rulebooks that an option, a hook or a variant file answers can be chosen and played.

use houserules::engine::{Game, Play, playouts};

/// What answers a question: a ruleset with settings.
type Answer = (&'static str, &'static [(&'static str, &'static str)]);

/// The questions, by what is asked, with an answer other than the default; where the default itself needs a variant to be
/// left, that variant.
const ANSWERS: &[(&str, &[Answer])] = &[
    ("Bison: how many rows", &[("bison", &[("rows", "9")])]),
    ("Bison: how many columns", &[("bison", &[("columns", "13")])]),
    ("Bison: how deep the plain and the village are", &[("bison-deep-village", &[])]),
    ("Bison: the names", &[("zombies", &[])]),
    ("Bison: who takes the first turn", &[("bison", &[("first-turn", "defenders")]), ("bison-beginners", &[])]),
    (
        "Bison: whom the beginners' rule is for",
        &[("bison", &[("first-turn", "by-player")]), ("bison-beginner-first", &[])],
    ),
    ("Bison: how long the choice of the first turn lasts", &[("bison", &[("agreement", "round")])]),
    (
        "Bison: may one pass",
        &[
            ("bison", &[("may-pass", "herd")]),
            ("bison", &[("may-pass", "defenders")]),
            ("bison", &[("may-pass", "both")]),
        ],
    ),
    (
        "Bison: the defenders cannot move",
        &[
            ("bison", &[("stuck-defenders", "draw")]),
            ("bison", &[("stuck-defenders", "pass")]),
            ("bison", &[("stuck-defenders", "ruling")]),
        ],
    ),
    ("Bison: must the chief capture", &[("bison", &[("duty", "must")]), ("bison-eager-chief", &[])]),
    ("Bison: where the dogs run", &[("bison-diagonal-dogs", &[])]),
    (
        "Bison: what blocks",
        &[
            ("bison", &[("what-blocks", "dogs")]),
            ("bison", &[("what-blocks", "defenders")]),
            ("bison", &[("what-blocks", "nothing")]),
        ],
    ),
    ("Bison: when a block is found", &[("bison", &[("when-blocked", "on-turn")])]),
    ("Bison: repetition", &[("bison", &[("may-pass", "both"), ("repeating", "nothing")])]),
    (
        "Bison: a tied match",
        &[
            ("bison-play-on", &[]),
            ("bison-play-out", &[]),
            ("bison-fewest", &[]),
            ("bison-margin", &[]),
            ("bison-handicap", &[]),
        ],
    ),
    ("Bison: which rounds count", &[("bison", &[("tie", "play-on"), ("counting", "pair")])]),
    ("Bison: how many rounds at most", &[("bison", &[("tie", "play-on"), ("most-rounds", "9")])]),
    ("Bison: who plays which side in an added round", &[("bison", &[("tie", "play-on"), ("added-rounds", "loser")])]),
    ("Bison: does a round that was given up count", &[("bison", &[("resigning", "replayed")])]),
    ("Tiger: one move or four placements", &[("tiger-and-buffaloes", &[("placements", "one")])]),
    ("Tiger: may tigers move while pieces are placed", &[("tiger-and-buffaloes", &[("tigers-while-placing", "yes")])]),
    ("Tiger: who moves first", &[("tiger-and-buffaloes", &[("first-move", "tigers")])]),
    (
        "Tiger: several leaps",
        &[("tiger-and-buffaloes", &[("leaps", "several")]), ("tiger-and-buffaloes", &[("leaps", "full")])],
    ),
    ("Tiger: when a leapt buffalo leaves", &[("tiger-and-buffaloes", &[("leaps", "several"), ("taking", "at-end")])]),
    (
        "Tiger: must a tiger capture",
        &[
            ("tiger-and-buffaloes", &[("duty", "must")]),
            ("tiger-and-buffaloes", &[("duty", "most")]),
            ("tiger-and-buffaloes", &[("duty", "huff")]),
            ("tiger-idle", &[]),
        ],
    ),
    (
        "Tiger: how many are enough",
        &[
            ("tiger-and-buffaloes", &[("enough", "1")]),
            ("tiger-and-buffaloes", &[("judging", "ruling")]),
            ("tiger-judged", &[]),
        ],
    ),
    ("Tiger: hemmed in together or each alone", &[("tiger-and-buffaloes", &[("hemmed-in", "each")])]),
    ("Tiger: when they are found to be hemmed in", &[("tiger-and-buffaloes", &[("when-hemmed", "at-once")])]),
    (
        "Tiger: the buffaloes cannot move",
        &[
            ("tiger-and-buffaloes", &[("stuck-buffaloes", "draw")]),
            ("tiger-and-buffaloes", &[("stuck-buffaloes", "pass")]),
            ("tiger-and-buffaloes", &[("stuck-buffaloes", "ruling")]),
        ],
    ),
    ("Tiger: may one pass", &[("tiger-and-buffaloes", &[("may-pass", "both")])]),
    (
        "Tiger: repetition",
        &[("tiger-and-buffaloes", &[("repeating", "ban")]), ("tiger-and-buffaloes", &[("repeating", "nothing")])],
    ),
    ("Tiger: a long game without a capture", &[("tiger-and-buffaloes", &[("progress", "yes"), ("limit", "20")])]),
    ("Tiger: one game or two", &[("tiger-and-buffaloes", &[("games", "two")])]),
    ("Tiger: a handicap", &[("tiger-and-buffaloes", &[("herd-size", "9")])]),
];

fn game(id: &str, settings: &[(&str, &str)]) -> Game {
    houserules::open(id, settings).unwrap_or_else(|e| panic!("{id} {settings:?}: {e}"))
}

#[test]
fn every_answer_is_played() {
    for (question, answers) in ANSWERS {
        for (id, settings) in *answers {
            let game = game(id, settings);
            assert!(!Play::new(&game).moves().unwrap().is_empty(), "{question}: {id} {settings:?}");
            // Games by scripts are slow: a few plies of one are enough to see that it runs.
            let games = playouts(&game, 1, 7, 30).unwrap_or_else(|e| panic!("{question}: {id} {settings:?}: {e}"));
            assert_eq!(games.games, 1);
            assert_eq!(games.unsettled, 0, "{question}: {id} {settings:?}");
        }
    }
}

/// Answers that no two of these rulesets share: each differs from the rules as printed.
#[test]
fn every_answer_means_something_else() {
    for (question, answers) in ANSWERS {
        for (id, settings) in *answers {
            let base = if question.starts_with("Bison") { "bison" } else { "tiger-and-buffaloes" };
            let (printed, answered) = (game(base, &[]), game(id, settings));
            assert_ne!(printed.rules().hash, answered.rules().hash, "{question}: {id} {settings:?}");
        }
    }
}
