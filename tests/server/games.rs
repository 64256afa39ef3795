//! Games: moves, refusals, taking back, clocks, spectators.

use crate::help::{DEFENDERS_WIN, HERD_WINS, Server, code, tiny};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

#[test]
fn a_round_is_played_to_its_end() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "me");
    assert_eq!(game.secret("herd"), game.secret("defenders"));
    let start = game.view();
    assert_eq!(start["to_move"], json!(["herd"]));
    // A buffalo steps forward to an empty square; the chief stands before the one in the middle.
    let legal: Vec<&str> =
        start["legal"].as_array().expect("a list").iter().filter_map(|m| m["text"].as_str()).collect();
    assert_eq!(legal, ["a1-a2", "c1-c2"]);
    assert_eq!(start["you"], json!([]));
    assert_eq!(game.seen_by("herd")["you"], json!(["herd", "defenders"]));

    let end = game.play(&HERD_WINS);
    assert_eq!(end["version"], 3);
    assert_eq!(end["moves"], json!(HERD_WINS));
    assert_eq!(end["over"]["winner"], "herd");
    assert_eq!(end["over"]["clause"], "a buffalo reached the village");
    assert_eq!(end["over"]["says"], "The herd wins: a buffalo reached the village.");
    assert_eq!((&end["to_move"], &end["legal"]), (&json!([]), &json!([])));
    assert_eq!(end["last"]["says"], "buffalo a2 to a3");
    assert_eq!(code(&game.try_move("herd", "c1-c2")), (409, "over"));

    let (status, rules) = server.get(&game.path("/rules"));
    assert_eq!((status, &rules["title"]), (200, &end["ruleset"]["title"]));
    assert_eq!(rules["sides"][0]["name"], "herd");
    assert!(rules["prose"].as_array().is_some_and(|sections| !sections.is_empty()), "{rules}");

    let (status, record) = server.get(&game.path("/record"));
    assert_eq!(status, 200);
    let record = record.as_str().expect("text");
    assert!(record.contains("1. a1-a2 b2-c2 2. a2-a3\n"), "{record}");
    assert!(record.ends_with("result: herd wins (a buffalo reached the village)\n"), "{record}");
}

#[test]
fn captures_are_told() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "me");
    let after = game.play(&DEFENDERS_WIN[..2]);
    assert_eq!(after["last"]["captures"], json!(["a2"]));
    assert_eq!(after["last"]["says"], "chief b2 takes buffalo on a2");
    let end = game.play(&DEFENDERS_WIN[2..]);
    assert_eq!(end["over"]["says"], "The defenders win: every buffalo was captured.");
}

#[test]
fn the_computer_answers() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "computer");
    assert_eq!(game.seats, json!({ "herd": game.secret("herd") }));
    game.play(&["a1-a2"]);
    let answered = game.wait("answered", |v| v["ply"] == 2);
    assert_eq!((&answered["to_move"], &answered["thinking"]), (&json!(["herd"]), &json!(false)));
    // Nobody but the computer may move for it.
    assert_eq!(answered["sides"][1]["kind"], "computer");
    // The same seed gives the same game.
    let again = server.tiny("me", "computer");
    again.play(&["a1-a2"]);
    assert_eq!(again.wait("answered", |v| v["ply"] == 2)["moves"], answered["moves"]);
}

#[test]
fn the_computer_begins_where_it_is_first() {
    let server = Server::temporary(&[]);
    let game = server.tiny("computer", "me");
    let begun = game.wait("begun", |v| v["ply"] == 1);
    assert_eq!(begun["to_move"], json!(["defenders"]));
    assert_eq!(code(&game.try_move_at(0, "defenders", "b2-c2")), (409, "out-of-date"));
}

#[test]
fn what_is_not_allowed_is_refused_with_its_reason() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "friend");
    let illegal = game.try_move("herd", "b1-b2");
    assert_eq!(code(&illegal), (422, "illegal"));
    let message = illegal.1["error"]["message"].as_str().expect("a sentence");
    assert!(message.contains("b2") && message.contains("chief"), "{message}");
    assert_eq!(code(&game.try_move("herd", "nonsense")), (422, "illegal"));
    assert_eq!(code(&game.try_move("defenders", "b2-c2")), (403, "not-your-turn"));
    let stranger = json!({ "version": 0, "move": "a1-a2" });
    for secret in [None, Some("0123456789abcdef0123456789abcdef"), Some("x")] {
        assert_eq!(code(&server.post(&game.path("/moves"), secret, &stranger)), (403, "not-your-seat"));
    }
    let late = game.try_move_at(7, "herd", "a1-a2");
    assert_eq!(code(&late), (409, "out-of-date"));
    // One who is late is shown the game as it stands.
    assert_eq!(late.1["game"]["version"], 0);
    assert_eq!(late.1["game"]["you"], json!(["herd"]));
    // Nothing of all this has happened.
    assert_eq!(game.version(), 0);
    assert_eq!(code(&server.get("/api/games/AAAAAAAAAAAAAAAAAAAAAA")), (404, "not-found"));
    assert_eq!(code(&server.get("/api/games/x")), (404, "not-found"));
}

#[test]
fn of_two_who_move_at_once_one_does() {
    let server = Server::temporary(&[]);
    let game = server.game(&json!({ "ruleset": "bison", "seats": { "herd": "me", "defenders": "friend" } }));
    let moves = ["a1-a2", "b1-b2", "c1-c2", "d1-d2", "e1-e2", "g1-g2", "h1-h2", "i1-i2"];
    let answers: Vec<_> = std::thread::scope(|scope| {
        let tries: Vec<_> = moves.iter().map(|mv| scope.spawn(|| game.try_move_at(0, "herd", mv))).collect();
        tries.into_iter().map(|t| t.join().expect("it is answered")).collect()
    });
    let made: Vec<&Value> = answers.iter().filter(|a| a.0 == 200).map(|a| &a.1["moves"][0]).collect();
    assert_eq!(made.len(), 1, "{answers:?}");
    for refused in answers.iter().filter(|a| a.0 != 200) {
        assert_eq!(code(refused), (409, "out-of-date"));
        assert_eq!(&refused.1["game"]["moves"][0], made[0]);
    }
    let view = game.view();
    assert_eq!((&view["version"], &view["moves"]), (&json!(1), &json!([made[0]])));
}

#[test]
fn alone_one_takes_back_and_makes_again() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "computer");
    game.play(&["a1-a2"]);
    let after = game.wait("answered", |v| v["ply"] == 2);
    // Everything since one's own last move, that one too.
    let (status, back) = game.act("herd", "undo");
    assert_eq!((status, &back["ply"], &back["can"]["redo"]), (200, &json!(0), &json!(true)));
    let (status, again) = game.act("herd", "redo");
    assert_eq!((status, &again["moves"]), (200, &after["moves"]));
    assert_eq!(code(&game.act("herd", "redo")), (409, "nothing"));
    // What is taken back is gone once another move is made.
    game.act("herd", "undo");
    game.play(&["c1-c2"]);
    assert_eq!(game.seen_by("herd")["can"]["redo"], false);
}

#[test]
fn another_person_has_to_agree_to_taking_back() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "friend");
    assert_eq!(code(&game.act("herd", "undo")), (409, "nothing"));
    game.play(&["a1-a2", "b2-c2"]);
    let (status, asked) = game.act("herd", "undo");
    assert_eq!((status, &asked["ply"], &asked["undo_asked"]), (200, &json!(2), &json!("herd")));
    assert_eq!(asked["message"], "The herd asks to take back a1-a2 and b2-c2.");
    assert_eq!(code(&game.act("herd", "undo")), (409, "asked"));
    assert_eq!(game.seen_by("defenders")["can"]["undo"], true);
    let (status, back) = game.act("defenders", "undo");
    assert_eq!((status, &back["ply"], &back["undo_asked"]), (200, &json!(0), &Value::Null));
    // A move is an answer too: no.
    game.play(&["a1-a2"]);
    game.act("herd", "undo");
    let moved = game.play(&["b2-c2"]);
    assert_eq!((&moved["ply"], &moved["undo_asked"]), (&json!(2), &Value::Null));
    assert_eq!(moved["undo_refused"], "herd");
}

#[test]
fn whoever_is_asked_may_play_on() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "friend");
    assert_eq!(code(&game.act("defenders", "play-on")), (409, "nothing"));
    game.play(&["a1-a2", "b2-c2"]);
    let (_, asked) = game.act("herd", "undo");
    assert_eq!(asked["undo_moves"], json!(["a1-a2", "b2-c2"]));
    assert_eq!(game.seen_by("defenders")["can"]["play_on"], true);
    let (status, after) = game.act("defenders", "play-on");
    assert_eq!((status, &after["ply"], &after["undo_asked"]), (200, &json!(2), &Value::Null));
    assert_eq!(after["undo_refused"], "herd");
    // Nobody is asked again and again.
    assert_eq!(code(&game.act("herd", "undo")), (409, "refused"));
    assert_eq!(game.seen_by("herd")["can"]["undo"], false);
    // Whoever asks may think better of it, and ask after all.
    game.act("defenders", "undo");
    let (_, never_mind) = game.act("defenders", "play-on");
    assert_eq!((&never_mind["undo_asked"], &never_mind["undo_refused"]), (&Value::Null, &Value::Null));
    assert_eq!(game.act("herd", "undo").0, 200);
}

#[test]
fn between_persons_the_computer_advises_only_where_that_was_agreed() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "friend");
    assert_eq!((&game.view()["hints"], &game.seen_by("herd")["can"]["hint"]), (&json!(false), &json!(false)));
    assert_eq!(code(&server.get(&game.path("/analysis"))), (403, "no-hints"));
    let seats = json!({ "herd": "me", "defenders": "friend" });
    let agreed = server.game(&json!({ "ruleset": "bison", "settings": tiny(), "seats": seats, "hints": true }));
    assert_eq!(agreed.seen_by("defenders")["hints"], true);
    assert_eq!(server.get(&agreed.path("/analysis")).0, 200);
    assert_eq!(server.tiny("me", "me").view()["hints"], true);
    assert_eq!(server.tiny("me", "computer").view()["hints"], true);
}

#[test]
fn what_is_chosen_inside_a_move_is_told() {
    let server = Server::temporary(&[]);
    let game = server.game(&json!({ "ruleset": "amazons" }));
    let first = &game.view()["legal"][0];
    assert_eq!((&first["text"], &first["to"], &first["picks"]), (&json!("d1-d2/d3"), &json!("d2"), &json!(["d3"])));
    let game = server.game(&json!({ "ruleset": "chess", "position": "7k/P7/8/8/8/8/8/7K white" }));
    let view = game.view();
    let becomes: Vec<&Value> =
        view["legal"].as_array().expect("a list").iter().filter_map(|m| m.get("becomes")).collect();
    assert_eq!(becomes, ["queen", "rook", "bishop", "knight"]);
    // Those four and the pawn itself.
    assert_eq!(view["drawn"].as_array().map(Vec::len), Some(5));
}

#[test]
fn giving_up_ends_the_round() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "friend");
    let (status, end) = game.act("defenders", "resign");
    assert_eq!(status, 200);
    assert_eq!(end["over"]["says"], "The herd wins: the defenders gave up.");
    assert_eq!(code(&game.try_move("herd", "a1-a2")), (409, "over"));
    let record = server.get(&game.path("/record")).1;
    assert!(record.as_str().is_some_and(|r| r.ends_with("result: herd wins (the defenders gave up)\n")), "{record}");
}

#[test]
fn the_server_judges_the_clock() {
    let server = Server::temporary(&[]);
    let game = server.game(&json!({
        "ruleset": "bison", "settings": tiny(), "seats": { "herd": "me", "defenders": "friend" },
        "clock": { "minutes": 0.02, "increment": 0 }
    }));
    // Before the first move no clock runs.
    std::thread::sleep(Duration::from_millis(1_300));
    assert_eq!(game.view()["sides"][0]["clock_ms"], 1_200);
    game.play(&["a1-a2"]);
    let begun = Instant::now();
    let end = game.wait("over", |v| v.get("over").is_some());
    assert!(begun.elapsed() >= Duration::from_secs(1), "{:?}", begun.elapsed());
    assert_eq!(end["over"]["says"], "The herd wins: the defenders ran out of time.");
    assert_eq!(end["sides"][1]["clock_ms"], 0);
    assert_eq!(code(&game.try_move("defenders", "b2-c2")), (409, "over"));
    let refused = server.post("/api/games", None, &json!({ "ruleset": "bison", "clock": { "minutes": -1 } }));
    assert_eq!(code(&refused), (422, "clock"));
}

#[test]
fn a_rematch_swaps_sides_and_everybody_keeps_the_secret() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "friend");
    assert_eq!(code(&game.act("herd", "rematch")), (409, "not-over"));
    game.play(&HERD_WINS);
    let (status, made) = game.act("herd", "rematch");
    assert_eq!(status, 201, "{made}");
    assert_eq!(made["seats"], json!({ "defenders": game.secret("herd") }));
    let (_, other) = game.act("defenders", "rematch");
    assert_eq!(other["id"], made["id"]);
    assert_eq!(other["seats"], json!({ "herd": game.secret("defenders") }));
    assert_eq!(game.view()["rematch"], made["id"]);
}

#[test]
fn an_open_seat_is_taken_once() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "open");
    let view = game.view();
    assert_eq!((&view["sides"][1]["open"], &view["can"]["claim"]), (&json!(true), &json!(true)));
    let claim = json!({ "version": 0, "side": "defenders" });
    let (status, taken) = server.post(&game.path("/claim"), None, &claim);
    assert_eq!(status, 201, "{taken}");
    assert_eq!(taken["game"]["you"], json!(["defenders"]));
    assert_eq!(code(&server.post(&game.path("/claim"), None, &claim)), (409, "taken"));
    game.play(&["a1-a2"]);
    let secret = taken["seats"]["defenders"].as_str();
    let moved = server.post(&game.path("/moves"), secret, &json!({ "version": 1, "move": "b2-c2" }));
    assert_eq!(moved.0, 200, "{}", moved.1);
}

#[test]
fn reasons_analysis_and_earlier_positions_are_to_be_had() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "me");
    let (status, why) = server.get(&game.path("/why?from=b1&to=b2"));
    assert_eq!((status, &why["legal"]), (200, &json!(false)));
    assert!(why["clause"].as_str().is_some_and(|c| c.starts_with("bison.rules:")), "{why}");
    assert_eq!(why["line"], "step forward to empty");
    let (_, all) = server.get(&game.path("/why?from=a1"));
    let open: Vec<&Value> = all["sites"].as_array().expect("a list").iter().filter(|s| s["legal"] == true).collect();
    assert_eq!(open.len(), 1);
    assert_eq!(open[0]["site"], "a2");
    assert_eq!(code(&server.get(&game.path("/why?from=z9"))), (400, "unreadable"));

    game.play(&HERD_WINS[..2]);
    let (status, found) = server.get(&game.path("/analysis?level=club"));
    assert_eq!(status, 200, "{found}");
    // A step more and a buffalo is in the village.
    assert_eq!((&found["wins_in"], &found["best"][0]["move"]), (&json!(1), &json!("a2-a3")));
    let (_, before) = server.get(&game.path("?ply=1"));
    assert_eq!((&before["ply"], &before["to_move"], &before["version"]), (&json!(1), &json!(["defenders"]), &json!(2)));
    assert_eq!(before["last"]["text"], "a1-a2");
    let (status, svg) = server.get(&game.path("/board.svg?flip=1"));
    assert!(status == 200 && svg.as_str().is_some_and(|s| s.starts_with("<svg ")), "{svg}");
}

#[test]
fn a_position_can_be_shared_and_played_from() {
    let server = Server::temporary(&[]);
    let position = "3/C2/1B1%20herd";
    let (status, view) = server
        .get(&format!("/api/position?ruleset=bison&set=columns=3&set=rows=3&set=dog-count=0&position={position}"));
    assert_eq!(status, 200, "{view}");
    assert_eq!(view["legal"].as_array().map(Vec::len), Some(1));
    let game = server.game(&json!({ "ruleset": "bison", "settings": tiny(), "position": view["position"] }));
    // Nobody is named, so both sides are whoever makes the game.
    game.play(&["b1-b2", "a2xb2"]);
    assert_eq!(game.view()["over"]["winner"], "defenders");
    assert_eq!(code(&server.get("/api/position?ruleset=bison&position=x")), (422, "position"));
    assert_eq!(code(&server.get("/api/position?ruleset=nothing")), (404, "not-found"));
    assert_eq!(code(&server.get("/api/position?ruleset=bison&set=columns=1000")), (422, "rules"));
}

#[test]
fn those_who_watch_are_told_and_catch_up() {
    let server = Server::temporary(&[]);
    let game = server.tiny("me", "friend");
    let watch = |secret: Option<&str>| {
        let mut request = server.agent().get(format!("{}{}", server.base, game.path("/events")));
        if let Some(secret) = secret {
            request = request.header("Authorization", format!("Seat {secret}"));
        }
        let answer = request.call().expect("it is answered");
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        BufReader::new(answer.into_body().into_reader())
    };
    let next = |reader: &mut dyn BufRead| -> Value {
        let mut id = None;
        for line in reader.lines().map_while(Result::ok) {
            if let Some(text) = line.strip_prefix("id: ") {
                id = Some(text.to_owned());
            }
            if let Some(data) = line.strip_prefix("data: ") {
                let view: Value = serde_json::from_str(data).expect("it is JSON");
                assert_eq!(id, Some(view["version"].to_string()));
                return view;
            }
        }
        panic!("it ended");
    };
    let mut spectator = watch(None);
    let first = next(&mut spectator);
    assert_eq!((&first["version"], &first["sides"][1]["joined"]), (&json!(0), &json!(false)));
    let mut friend = watch(Some(game.secret("defenders")));
    assert_eq!(next(&mut friend)["you"], json!(["defenders"]));
    // That the friend has come is seen.
    assert_eq!(next(&mut spectator)["sides"][1]["joined"], true);
    game.play(&["a1-a2"]);
    for reader in [&mut spectator, &mut friend] {
        let mut view = next(reader);
        while view["version"] == 0 {
            view = next(reader);
        }
        assert_eq!(view["moves"], json!(["a1-a2"]));
    }
    // Who comes back sees how it stands.
    assert_eq!(next(&mut watch(None))["version"], 1);
}
