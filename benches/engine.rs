//! Random play and perft of the games that a mover written by hand exists for, and of a few others.
//!
//! `cargo bench` runs it; `benches/compare` sets it beside the movers. Every count is asserted.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use houserules::engine::{Count, Game, MatchFacts, Play, PlayerFacts, perft, playouts};
use houserules::language::{Files, Found};
use houserules::library::Library;
use houserules::ruleset::Settings;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

/// Ruleset, settings, depth, and the number of nodes there (as in tests/oracles, and as the movers written by
/// hand count).
type Bench = (&'static str, &'static [(&'static str, &'static str)], u32, u64);
const GAMES: &[Bench] = &[
    ("bison", &[], 5, 4_078_531),
    ("tiger-and-buffaloes", &[("repeating", "nothing")], 5, 524_160),
    ("breakthrough", &[], 4, 256_036),
    ("connect-four", &[], 7, 823_536),
    ("english-draughts", &[], 7, 179_740),
    ("hex", &[("first-stone", "no")], 3, 1_727_880),
];

/// A shipped ruleset, or one of the rule files that the tests use.
fn open(id: &str, settings: &[(&str, &str)]) -> Game {
    if let Ok(game) = houserules::open(id, settings) {
        return game;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sketches").join(format!("{id}.rules"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    houserules::open_text(id, &text, settings).unwrap_or_else(|e| panic!("{id}: {e}"))
}

fn engine(c: &mut Criterion) {
    for (id, settings, depth, nodes) in GAMES {
        let game = open(id, settings);
        assert_eq!(game.interpreted_because(), None, "{id}");
        let start = Play::new(&game);
        let mut group = c.benchmark_group(*id);
        group.sample_size(10);
        group.throughput(Throughput::Elements(*nodes));
        group.bench_function(format!("perft {depth}"), |b| {
            b.iter_batched_ref(
                || start.clone(),
                |play| assert_eq!(perft(black_box(play), *depth, Count::Moves).unwrap(), *nodes),
                BatchSize::SmallInput,
            );
        });
        group.throughput(Throughput::Elements(1_000));
        group.bench_function("1000 random games", |b| b.iter(|| playouts(black_box(&game), 1_000, 1, 2_000).unwrap()));
        group.finish();
    }
}

/// A rule file to a game that is ready to play.
fn compile(c: &mut Criterion) {
    for id in ["bison", "tiger-and-buffaloes"] {
        c.bench_function(&format!("{id}: text to game"), |b| {
            b.iter(|| open(black_box(id), &[]).interpreted_because());
        });
    }
}

/// A script asked by way of the game: what a hook costs before it does anything.
fn hook(c: &mut Criterion) {
    let game = open("bison", &[("first-turn", "by-player")]);
    let player = |name: &str| PlayerFacts { name: name.to_owned(), beginner: name == "Ann" };
    let (players, seats) = (vec![player("Ann"), player("Ben")], vec![1, 0]);
    let facts = Arc::new(MatchFacts { game: game.clone(), players, rounds: Vec::new(), seats, seed: 1 });
    let hooks = game.hooks().expect("a hook is in force");
    c.bench_function("bison: a hook asked", |b| b.iter(|| hooks.first_turn(black_box(&facts)) == Ok(1)));
}

/// The fifty-five moves of Bison's defenders by the interpreter, without a script and with one that is asked about each.
fn legality(c: &mut Criterion) {
    /// A variant with a script beside it.
    struct Asking;
    impl Files for Asking {
        fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
            if beside.is_some() {
                return Library.read(id, beside);
            }
            let text = "game \"Asking\" extends bison { version 1.0 }\nset first-turn to defenders\n\
                        hook legality f in \"f.rhai\" \"nothing\"\n";
            Ok(Some(Found { name: "asking.rules".into(), place: "asking".into(), text: text.into() }))
        }
        fn script(&self, file: &str, beside: &str) -> Result<Option<Found>, String> {
            if file != "f.rhai" {
                return Library.script(file, beside);
            }
            let text = "fn f(position, move, after) { position.rank(move.to) > 0 }".into();
            Ok(Some(Found { name: file.into(), place: file.into(), text }))
        }
    }
    let asking = houserules::open_from("asking", &Asking, &Settings::defaults()).unwrap_or_else(|e| panic!("{e}")).game;
    for (name, game) in [("no script", open("bison", &[("first-turn", "defenders")])), ("a script", asking)] {
        let play = Play::new(&game);
        c.bench_function(&format!("bison: 55 moves, {name}"), |b| {
            b.iter(|| assert_eq!(black_box(&play).moves().map(|m| m.len()), Ok(55)));
        });
    }
}

criterion_group!(benches, engine, compile, hook, legality);
criterion_main!(benches);
