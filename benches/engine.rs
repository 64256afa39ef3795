//! Random play and perft of the games that a mover written by hand exists for, and of a few others.
//!
//! `cargo bench` runs it; `benches/compare` sets it beside the movers. Every count is asserted.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use houserules::engine::{Count, Game, Play, perft, playouts};
use std::hint::black_box;
use std::path::Path;

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

criterion_group!(benches, engine, compile);
criterion_main!(benches);
