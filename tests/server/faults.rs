//! What is acknowledged is kept, whatever happens to the program.

use crate::help::{HERD_WINS, Server, tiny};
use serde_json::{Value, json};
use std::time::Duration;
use tempfile::TempDir;

/// What must be the same after a restart.
fn essence(view: &Value) -> Value {
    json!([
        view["version"],
        view["moves"],
        view["position"],
        view["to_move"],
        view["over"],
        view["standing"],
        view["round"]
    ])
}

#[test]
fn a_game_goes_on_after_a_restart() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(&folder, &[]);
    let game = server.tiny("me", "friend");
    let before = game.play(&HERD_WINS[..2]);
    let (id, seats) = (game.id.clone(), game.seats.clone());
    assert_eq!(server.stop(), Some(0));
    let server = Server::start(&folder, &[]);
    let game = crate::help::Game { server: &server, id, seats };
    assert_eq!(essence(&game.view()), essence(&before));
    assert_eq!(game.seen_by("herd")["you"], json!(["herd"]));
    assert_eq!(game.play(&HERD_WINS[2..])["over"]["winner"], "herd");
}

#[test]
fn nothing_that_was_acknowledged_is_lost_to_a_kill() {
    let folder = TempDir::new().expect("a folder");
    let mut server = Server::start(&folder, &[]);
    let wish =
        json!({ "ruleset": "bison", "settings": tiny(), "match": true, "seats": { "herd": "me", "defenders": "me" } });
    let (id, seats) = {
        let game = server.game(&wish);
        (game.id.clone(), game.seats.clone())
    };
    // Moves, an undo, a redo, an end, the next round: killed after each of them.
    type Step<'a> = Box<dyn Fn(&crate::help::Game) -> (u16, Value) + 'a>;
    let mv = |mv: &'static str| -> Step { Box::new(move |game| game.try_move("herd", mv)) };
    let act = |what: &'static str| -> Step { Box::new(move |game| game.act("herd", what)) };
    let steps = [
        mv("a1-a2"),
        mv("b2-c2"),
        act("undo"),
        act("redo"),
        mv("a2-a3"),
        act("next-round"),
        mv("c1-c2"),
        act("resign"),
    ];
    for (n, step) in steps.iter().enumerate() {
        let acknowledged = {
            let game = crate::help::Game { server: &server, id: id.clone(), seats: seats.clone() };
            let (status, view) = step(&game);
            assert_eq!(status, 200, "step {n}: {view}");
            view
        };
        server.kill();
        server = Server::start(&folder, &[]);
        let game = crate::help::Game { server: &server, id: id.clone(), seats: seats.clone() };
        assert_eq!(essence(&game.view()), essence(&acknowledged), "step {n}");
    }
}

#[test]
fn the_computer_is_asked_again_after_a_kill() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(&folder, &[]);
    let game = server
        .game(&json!({ "ruleset": "bison", "level": "full", "seats": { "herd": "me", "defenders": "computer" } }));
    game.play(&["f1-f2"]);
    let (id, seats) = (game.id.clone(), game.seats.clone());
    server.kill();
    let server = Server::start(&folder, &[]);
    // Nobody looks at the game meanwhile: the server goes on by itself.
    std::thread::sleep(Duration::from_millis(200));
    let game = crate::help::Game { server: &server, id, seats };
    let view = game.wait("answered", |v| v["ply"] == 2);
    assert_eq!(view["to_move"], json!(["herd"]));
}

#[test]
fn a_clock_does_not_run_while_the_server_is_away() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(&folder, &[]);
    let game = server.game(&json!({
        "ruleset": "bison", "settings": tiny(), "seats": { "herd": "me", "defenders": "friend" },
        "clock": { "minutes": 0.1, "increment": 0 }
    }));
    game.play(&["a1-a2"]);
    let (id, seats) = (game.id.clone(), game.seats.clone());
    server.kill();
    std::thread::sleep(Duration::from_secs(7));
    let server = Server::start(&folder, &[]);
    let game = crate::help::Game { server: &server, id, seats };
    let left = game.view()["sides"][1]["clock_ms"].as_u64().expect("a clock");
    assert!(left > 1_000, "{left}");
    assert_eq!(game.play(&["b2-c2"])["ply"], 2);
}

#[test]
fn two_servers_do_not_share_a_database() {
    let folder = TempDir::new().expect("a folder");
    let _first = Server::start(&folder, &[]);
    let data = folder.path().join("games.sqlite");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_houserules"));
    let second = command.args(["serve", "--port", "0", "--data"]).arg(data).output().expect("it runs");
    assert_eq!(second.status.code(), Some(3));
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("cannot be kept") && said.contains("locked"), "{said}");
}

/// Bison with a hook of the house.
fn with_hook(folder: &TempDir, hook: &str, script: &str) -> String {
    let file = folder.path().join("house.rules");
    let rules = "game \"House\" extends bison { version 1.0 }\n\n";
    std::fs::write(&file, format!("{rules}hook {hook} in \"house.rhai\" \"the house says\"\n")).expect("it is written");
    std::fs::write(folder.path().join("house.rhai"), script).expect("it is written");
    file.to_str().expect("a plain path").to_owned()
}

#[test]
fn a_script_that_fails_in_the_computers_move_ends_the_game_with_its_reason() {
    let folder = TempDir::new().expect("a folder");
    // It fails as soon as the herd is asked what it can do after the chief has left his square: when his move is made.
    let script = "fn boom(position, move, after) {\n    \
        if move.kind == \"buffalo\" && after.is_empty(\"b2\") { throw \"the house burns\"; }\n}\n";
    let server = Server::temporary(&[&with_hook(&folder, "after move boom", script)]);
    let game = server.game(&json!({
        "ruleset": "house", "settings": tiny(), "seats": { "herd": "me", "defenders": "computer" }
    }));
    game.play(&["a1-a2"]);
    let end = game.wait("over", |view| view.get("over").is_some());
    assert_eq!((&end["thinking"], &end["to_move"]), (&json!(false), &json!([])));
    let says = end["over"]["says"].as_str().expect("a sentence");
    assert!(says.contains("script") && says.contains("the house burns"), "{says}");
    let record = server.get(&game.path("/record")).1;
    assert!(record.as_str().is_some_and(|r| r.contains("result: unfinished (")), "{record}");
    // Another move may lead elsewhere.
    let (status, back) = game.act("herd", "undo");
    assert_eq!((status, &back["ply"], back.get("over")), (200, &json!(0), None), "{back}");
}
