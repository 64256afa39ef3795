//! `houserules bench`

use super::args::{At, Bench};
use super::fail::Done;
use super::wrap::{tell, tell_row};
use super::{answer, subject};
use crate::engine::{Count, perft, playouts};
use serde_json::json;
use std::io::Write;
use std::time::Duration;

pub fn run(args: &Bench, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    let mut play = subject::start(&opened, &At { position: None })?;
    let game = &play.game().clone();
    let (games, playing) = timed(|| playouts(game, args.games, args.seed, args.cap));
    let games = games?;
    let (nodes, counting) = timed(|| perft(&mut play, args.depth, Count::Moves));
    let nodes = nodes?;
    let wins = game.rules().sides.iter().zip(&games.wins);
    if args.json.json {
        let value = json!({
            "ruleset": opened.ruleset.id,
            "games": games.games,
            "seed": args.seed,
            "cap": args.cap,
            "plies": games.plies,
            "wins": wins.map(|(s, n)| (s.name.clone(), (*n).into())).collect::<serde_json::Map<_, _>>(),
            "draws": games.draws,
            "unsettled": games.unsettled,
            "cut": games.cut,
            "playing_seconds": playing.as_secs_f64(),
            "games_per_second": rate(games.games, playing),
            "positions_per_second": rate(games.plies, playing),
            "depth": args.depth,
            "nodes": nodes,
            "counting_seconds": counting.as_secs_f64(),
            "nodes_per_second": rate(nodes, counting),
        });
        return answer(out, &value);
    }
    let mut results: Vec<String> = wins.map(|(s, n)| format!("{} won {n}", s.name)).collect();
    let others = [("drawn", games.draws), ("unsettled", games.unsettled), ("cut", games.cut)];
    results.extend(others.iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{what} {n}")));
    tell(out, &format!("{}, processor time of one thread", opened.game.rules().title))?;
    let mut row = |label: &str, text: &str| tell_row(out, label, 15, text);
    row("random games:", &format!("{} of {} moves in {:.3} s", games.games, games.plies, playing.as_secs_f64()))?;
    let (a_second, positions) = (shown(games.games, playing), shown(games.plies, playing));
    row("", &format!("{a_second} games/s, {positions} positions/s"))?;
    row("", &results.join(", "))?;
    row(&format!("perft depth {}: ", args.depth), &format!("{nodes} in {:.3} s", counting.as_secs_f64()))?;
    row("", &format!("{} nodes/s", shown(nodes, counting)))
}

/// So many a second; none where no time has passed.
fn rate(count: u64, time: Duration) -> Option<u64> {
    let rate = (u128::from(count) * 1_000_000_000).checked_div(time.as_nanos())?;
    u64::try_from(rate).ok()
}

fn shown(count: u64, time: Duration) -> String {
    rate(count, time).map_or_else(|| "?".to_owned(), |r| r.to_string())
}

/// What a piece of work gives, and the processor time that it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let before = now();
    let value = work();
    (value, now().saturating_sub(before))
}

/// The processor time of this thread so far.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Where the processor time of a thread cannot be had: the time since the first call.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn now() -> Duration {
    static FIRST: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(std::time::Instant::now).elapsed()
}
