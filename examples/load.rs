//! How much the server bears, and whether it keeps its word.
//!
//! ```sh
//! cargo build --release --example load --bin houserules
//! target/release/examples/load                # 1,000 games at once, two clients each
//! target/release/examples/load --kill 100     # ended without warning at 100 random moments
//! ```
//!
//! The first makes so many games, has two clients with a connection each play all of them at the same time, and prints how long
//! it took until a move was acknowledged. Players think up to 10 seconds (`--pause`, in ms; with 0 the server is asked as fast
//! as it answers, and what is measured is how much it can do). The second lets a few clients play while the program is killed again and again, and
//! checks each time that everything that was acknowledged is there.

#![expect(clippy::cast_precision_loss, reason = "counts that are printed")]

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex};
use std::time::{Duration, Instant};
use ureq::Agent;

/// What was asked for.
struct Wanted {
    games: usize,
    moves: usize,
    kills: usize,
    /// The longest that a player thinks, in milliseconds; half of it on average.
    pause: usize,
    ruleset: String,
    program: PathBuf,
}

fn wanted() -> Wanted {
    let beside = std::env::current_exe().ok().and_then(|p| Some(p.parent()?.parent()?.join("houserules")));
    let mut wanted = Wanted {
        games: 1_000,
        moves: 20,
        kills: 0,
        pause: 10_000,
        ruleset: "bison".to_owned(),
        program: beside.unwrap_or_else(|| "houserules".into()),
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().unwrap_or_else(|| usage(&arg));
        match arg.as_str() {
            "--games" => wanted.games = number(&value()),
            "--moves" => wanted.moves = number(&value()),
            "--pause" => wanted.pause = number(&value()),
            "--kill" => wanted.kills = number(&value()),
            "--ruleset" => wanted.ruleset = value(),
            "--program" => wanted.program = value().into(),
            _ => usage(&arg),
        }
    }
    wanted
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| usage(text))
}

fn usage(what: &str) -> ! {
    eprintln!("`{what}`? load [--games N] [--moves N] [--pause MS] [--kill N] [--ruleset ID] [--program FILE]");
    std::process::exit(2)
}

/// The program as a server.
struct Server {
    child: Child,
    base: String,
}

impl Server {
    fn start(program: &Path, data: &Path) -> Server {
        // Each client is a file to the system, which usually allows a thousand.
        let shell = "ulimit -n $(ulimit -H -n); exec \"$0\" serve --port 0 --rate 0 --data \"$1\"";
        let mut command = Command::new("sh");
        command.args(["-c", shell]).arg(program).arg(data).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("it has an output"))
            .read_line(&mut line)
            .expect("it says its address");
        assert!(line.starts_with("http://"), "the server does not start");
        Server { child, base: line.trim().trim_end_matches('/').to_owned() }
    }

    fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn agent() -> Agent {
    let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_mins(1)));
    config.max_idle_connections_per_host(1).build().into()
}

/// A player with a connection and a secret.
struct Client {
    agent: Agent,
    secret: String,
}

impl Client {
    fn get(&self, url: &str) -> Option<Value> {
        let request = self.agent.get(url).header("Authorization", format!("Seat {}", self.secret));
        request.call().ok()?.body_mut().read_json().ok()
    }

    /// Makes a move; gives what was answered with its status. None: nothing was answered.
    fn post(&self, url: &str, body: &Value) -> Option<(u16, Value)> {
        let request = self.agent.post(url).header("Authorization", format!("Seat {}", self.secret));
        let mut answer = request.send_json(body).ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.body_mut().read_json().ok()?))
    }
}

/// A game with its two players, in the order of the sides.
struct Game {
    id: String,
    clients: BTreeMap<String, Client>,
}

/// The sides of a ruleset.
fn sides(base: &str, ruleset: &str) -> Vec<String> {
    let anybody = Client { agent: agent(), secret: String::new() };
    let page = anybody.get(&format!("{base}/api/rulesets/{ruleset}")).expect("there are such rules");
    page["sides"].as_array().into_iter().flatten().filter_map(|s| Some(s["name"].as_str()?.to_owned())).collect()
}

fn make(maker: &Client, base: &str, ruleset: &str, sides: &[String], seed: usize) -> Game {
    let seats: BTreeMap<&str, &str> =
        sides.iter().enumerate().map(|(n, s)| (s.as_str(), if n == 0 { "me" } else { "friend" })).collect();
    let wish = json!({ "ruleset": ruleset, "seats": seats, "seed": seed });
    let (status, made) = maker.post(&format!("{base}/api/games"), &wish).expect("it is answered");
    assert_eq!(status, 201, "{made}");
    let secret = |side: &String| made["seats"][side].as_str().unwrap_or_default().to_owned();
    let clients = sides.iter().map(|side| (side.clone(), Client { agent: agent(), secret: secret(side) })).collect();
    Game { id: made["id"].as_str().unwrap_or_default().to_owned(), clients }
}

/// Numbers that look like chance, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// A move that is legal, and who makes it.
fn choose(view: &Value, dice: &mut Dice) -> Option<(String, Value)> {
    let side = view["to_move"][0].as_str()?.to_owned();
    let legal = view["legal"].as_array()?;
    let mv = &legal.get(dice.below(legal.len()))?["text"];
    Some((side, json!({ "version": view["version"], "move": mv })))
}

fn main() {
    let wanted = wanted();
    let folder = tempfile::tempdir().expect("a folder for the games");
    let data = folder.path().join("games.sqlite");
    if wanted.kills > 0 { kills(&wanted, &data) } else { load(&wanted, &data) }
}

/// All games at once.
fn load(wanted: &Wanted, data: &Path) {
    let server = Server::start(&wanted.program, data);
    println!("making {} games of {}", wanted.games, wanted.ruleset);
    let sides = sides(&server.base, &wanted.ruleset);
    let maker = Client { agent: agent(), secret: String::new() };
    let new = |n| make(&maker, &server.base, &wanted.ruleset, &sides, n);
    let games: Vec<Game> = (0..wanted.games).map(new).collect();
    let times: Mutex<Vec<Duration>> = Mutex::default();
    let refused = AtomicUsize::new(0);
    let ready = Barrier::new(games.len() + 1);
    let mut begun = Instant::now();
    std::thread::scope(|scope| {
        let (server, times, refused, ready) = (&server, &times, &refused, &ready);
        for (n, game) in games.iter().enumerate() {
            let play = move || {
                let mut dice = Dice(n as u64);
                let url = format!("{}/api/games/{}", server.base, game.id);
                // Both are there with their connections before anybody moves.
                let views: Vec<Option<Value>> = game.clients.values().map(|client| client.get(&url)).collect();
                ready.wait();
                let mut own = Vec::new();
                let mut view = views.into_iter().next().flatten().unwrap_or_default();
                for _ in 0..wanted.moves {
                    let Some((side, wish)) = choose(&view, &mut dice) else { break };
                    let Some(client) = game.clients.get(&side) else { break };
                    std::thread::sleep(Duration::from_millis(dice.below(wanted.pause + 1) as u64));
                    let asked = Instant::now();
                    match client.post(&format!("{url}/moves"), &wish) {
                        Some((200, next)) => {
                            own.push(asked.elapsed());
                            view = next;
                        }
                        _ => {
                            refused.fetch_add(1, Ordering::Relaxed);
                            break;
                        }
                    }
                }
                times.lock().expect("nobody panicked").extend(own);
            };
            let thread = std::thread::Builder::new().stack_size(256 << 10);
            thread.spawn_scoped(scope, play).expect("a thread for each game");
        }
        ready.wait();
        begun = Instant::now();
    });
    let took = begun.elapsed();
    let mut times = times.into_inner().expect("nobody panicked");
    times.sort_unstable();
    let at = |percent: f64| {
        let n = ((times.len() as f64 * percent / 100.0).ceil() as usize).clamp(1, times.len().max(1));
        times.get(n - 1).copied().unwrap_or_default().as_secs_f64() * 1_000.0
    };
    let rate = times.len() as f64 / took.as_secs_f64();
    println!(
        "{} games, {} clients, {} moves in {:.1} s: {rate:.0} a second",
        games.len(),
        games.len() * 2,
        times.len(),
        took.as_secs_f64()
    );
    println!("acknowledged after, in ms:");
    for (name, percent) in [("50 %", 50.0), ("90 %", 90.0), ("99 %", 99.0), ("99.9 %", 99.9), ("all", 100.0)] {
        println!("{name:>8} {:>9.1}", at(percent));
    }
    let refused = refused.into_inner();
    println!("refused or unanswered: {refused}");
    assert_eq!(refused, 0, "every move was legal and in time");
}

/// Killed at random moments.
fn kills(wanted: &Wanted, data: &Path) {
    const GAMES: usize = 8;
    let mut server = Server::start(&wanted.program, data);
    let sides = sides(&server.base, &wanted.ruleset);
    let new = |base: &str, n: usize| {
        let maker = Client { agent: agent(), secret: String::new() };
        make(&maker, base, &wanted.ruleset, &sides, n)
    };
    let mut games: Vec<Game> = (0..GAMES).map(|n| new(&server.base, n)).collect();
    let mut known: Vec<Value> = vec![Value::Null; GAMES];
    let mut dice = Dice(Instant::now().elapsed().as_nanos() as u64 ^ u64::from(std::process::id()));
    let (mut acknowledged, mut unanswered) = (0_usize, 0_usize);
    for kill in 1..=wanted.kills {
        let pause = Duration::from_micros(20_000 + dice.below(300_000) as u64);
        let dying = AtomicBool::new(false);
        let base = server.base.clone();
        let found: Vec<(Value, usize, usize)> = std::thread::scope(|scope| {
            let play = |n: usize, game: &Game| {
                let mut dice = Dice((kill * GAMES + n) as u64);
                let url = format!("{base}/api/games/{}", game.id);
                let (mut moves, mut lost) = (0, 0);
                let mut last = Value::Null;
                let mut view = game.clients.values().next().and_then(|c| c.get(&url)).unwrap_or_default();
                while !dying.load(Ordering::Relaxed) {
                    let Some((side, wish)) = choose(&view, &mut dice) else { break };
                    let Some(client) = game.clients.get(&side) else { break };
                    match client.post(&format!("{url}/moves"), &wish) {
                        Some((200, next)) => {
                            moves += 1;
                            last = next.clone();
                            view = next;
                        }
                        Some((status, answer)) => panic!("a legal move was refused: {status} {answer}"),
                        None => {
                            lost += 1;
                            break;
                        }
                    }
                }
                (last, moves, lost)
            };
            let threads: Vec<_> =
                games.iter().enumerate().map(|(n, game)| scope.spawn(move || play(n, game))).collect();
            std::thread::sleep(pause);
            server.kill();
            dying.store(true, Ordering::Relaxed);
            threads.into_iter().map(|t| t.join().expect("a client")).collect()
        });
        server = Server::start(&wanted.program, data);
        for (n, (last, moves, lost)) in found.into_iter().enumerate() {
            (acknowledged, unanswered) = (acknowledged + moves, unanswered + lost);
            if last != Value::Null {
                known[n] = last;
            }
            let Some(game) = games.get(n) else { continue };
            let url = format!("{}/api/games/{}", server.base, game.id);
            let view = game.clients.values().next().and_then(|c| c.get(&url)).expect("the game is there");
            holds(&known[n], &view, kill);
            let over = view["over"] != Value::Null;
            known[n] = if over { Value::Null } else { view };
            if over {
                games[n] = new(&server.base, kill * GAMES + n);
            }
        }
    }
    println!(
        "{} kills, {acknowledged} moves acknowledged, {unanswered} cut off without an answer: nothing was lost",
        wanted.kills
    );
}

/// What was acknowledged is there; of what was not answered, one move more at most.
fn holds(known: &Value, view: &Value, kill: usize) {
    let empty = Vec::new();
    let before = known["moves"].as_array().unwrap_or(&empty);
    let after = view["moves"].as_array().unwrap_or(&empty);
    assert!(after.starts_with(before), "after kill {kill}: {before:?} was acknowledged, and there is {after:?}");
    assert!(known.is_null() || after.len() <= before.len() + 1, "after kill {kill}: moves that nobody made");
}
