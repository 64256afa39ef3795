//! The program as a server, and games on it.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use ureq::Agent;

/// A board of three columns and three rows with the chief alone: a round takes three moves.
pub fn tiny() -> Value {
    json!({ "columns": "3", "rows": "3", "dog-count": "0" })
}

/// The herd wins on the tiny board: the chief steps aside.
pub const HERD_WINS: [&str; 3] = ["a1-a2", "b2-c2", "a2-a3"];
/// The defenders win: the chief takes one buffalo after the other.
pub const DEFENDERS_WIN: [&str; 6] = ["a1-a2", "b2xa2", "b1-b2", "a2xb2", "c1-c2", "b2xc2"];

/// A server that runs.
pub struct Server {
    child: Child,
    /// `http://127.0.0.1:PORT`
    pub base: String,
    agent: Agent,
}

/// A status with what was answered.
pub type Answered = (u16, Value);

impl Server {
    /// Starts it with its games in a folder.
    pub fn start(folder: &TempDir, more: &[&str]) -> Server {
        Server::on(&folder.path().join("games.sqlite"), more)
    }

    /// Starts it with games in memory.
    pub fn temporary(more: &[&str]) -> Server {
        Server::run(&[&["--temporary"], more].concat())
    }

    pub fn on(data: &Path, more: &[&str]) -> Server {
        Server::run(&[&["--data", data.to_str().expect("a plain path")], more].concat())
    }

    fn run(args: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_houserules"));
        command.arg("serve").args(["--port", "0"]).args(args).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("it has an output");
        BufReader::new(out).read_line(&mut line).expect("it says its address");
        let base = line.trim().trim_end_matches('/').to_owned();
        assert!(base.starts_with("http://"), "{base}");
        let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_mins(1)));
        Server { child, base, agent: config.build().into() }
    }

    pub fn agent(&self) -> &Agent {
        &self.agent
    }

    pub fn get(&self, path: &str) -> Answered {
        self.seen(path, None)
    }

    pub fn seen(&self, path: &str, secret: Option<&str>) -> Answered {
        let mut request = self.agent.get(format!("{}{path}", self.base));
        if let Some(secret) = secret {
            request = request.header("Authorization", format!("Seat {secret}"));
        }
        read(request.call())
    }

    pub fn post(&self, path: &str, secret: Option<&str>, body: &Value) -> Answered {
        let mut request = self.agent.post(format!("{}{path}", self.base));
        if let Some(secret) = secret {
            request = request.header("Authorization", format!("Seat {secret}"));
        }
        read(request.send_json(body))
    }

    /// Makes a game.
    #[track_caller]
    pub fn game(&self, wish: &Value) -> Game<'_> {
        let (status, made) = self.post("/api/games", None, wish);
        assert_eq!(status, 201, "{made}");
        Game { server: self, id: made["id"].as_str().expect("an id").to_owned(), seats: made["seats"].clone() }
    }

    /// A game on the tiny board.
    #[track_caller]
    pub fn tiny(&self, herd: &str, defenders: &str) -> Game<'_> {
        self.game(&json!({
            "ruleset": "bison", "settings": tiny(), "seats": { "herd": herd, "defenders": defenders }, "seed": 1
        }))
    }

    /// Ends it as a machine without power would.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Asks it to end; gives its exit code.
    pub fn stop(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("there is kill").success());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Answered {
    let mut answer = answer.expect("the server answers");
    let status = answer.status().as_u16();
    let text = answer.body_mut().read_to_string().expect("it is text");
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// A game on a server.
pub struct Game<'s> {
    pub server: &'s Server,
    pub id: String,
    /// Secrets by side.
    pub seats: Value,
}

impl Game<'_> {
    pub fn secret(&self, side: &str) -> &str {
        self.seats[side].as_str().expect("a seat of somebody's")
    }

    pub fn path(&self, what: &str) -> String {
        format!("/api/games/{}{what}", self.id)
    }

    #[track_caller]
    pub fn view(&self) -> Value {
        let (status, view) = self.server.get(&self.path(""));
        assert_eq!(status, 200, "{view}");
        view
    }

    pub fn seen_by(&self, side: &str) -> Value {
        self.server.seen(&self.path(""), Some(self.secret(side))).1
    }

    pub fn version(&self) -> u64 {
        self.view()["version"].as_u64().expect("a number")
    }

    /// Tries a move of a side, as the game stands.
    pub fn try_move(&self, side: &str, mv: &str) -> Answered {
        self.try_move_at(self.version(), side, mv)
    }

    pub fn try_move_at(&self, version: u64, side: &str, mv: &str) -> Answered {
        self.server.post(&self.path("/moves"), Some(self.secret(side)), &json!({ "version": version, "move": mv }))
    }

    /// Makes the moves of both sides, in turn, from whoever is to move.
    #[track_caller]
    pub fn play(&self, moves: &[&str]) -> Value {
        let mut view = self.view();
        for mv in moves {
            let side = view["to_move"][0].as_str().expect("somebody is to move").to_owned();
            let (status, next) = self.try_move(&side, mv);
            assert_eq!(status, 200, "{mv}: {next}");
            view = next;
        }
        view
    }

    pub fn act(&self, side: &str, what: &str) -> Answered {
        self.act_with(side, what, &json!({ "version": self.version() }))
    }

    pub fn act_with(&self, side: &str, what: &str, body: &Value) -> Answered {
        self.server.post(&self.path(&format!("/{what}")), Some(self.secret(side)), body)
    }

    /// Waits until the game is as it should be.
    #[track_caller]
    pub fn wait(&self, what: &str, until: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let view = self.view();
            if until(&view) {
                return view;
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "not {what}: {view}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

/// The code of an error.
pub fn code(answered: &Answered) -> (u16, &str) {
    (answered.0, answered.1["error"]["code"].as_str().unwrap_or_default())
}
