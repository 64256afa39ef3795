//! Who may ask what, from where, how much; and what browsers are told.

use crate::help::{Server, code};
use serde_json::json;

#[test]
fn every_answer_tells_browsers_to_be_careful() {
    let server = Server::temporary(&[]);
    for path in ["/", "/api/rulesets", "/api/games/x", "/nothing", "/page/nothing"] {
        let answer = server.agent().get(format!("{}{path}", server.base)).call().expect("it is answered");
        let of = |name: &str| answer.headers().get(name).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned();
        let policy = of("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!((of("x-content-type-options").as_str(), of("referrer-policy").as_str()), ("nosniff", "no-referrer"));
        assert_eq!(of("access-control-allow-origin"), "");
    }
}

#[test]
fn another_site_may_not_act_here() {
    let server = Server::temporary(&[]);
    let post = |headers: &[(&str, &str)]| {
        let mut request = server.agent().post(format!("{}/api/games", server.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.send_json(json!({ "ruleset": "bison" })).expect("it is answered").status().as_u16()
    };
    assert_eq!(post(&[]), 201);
    assert_eq!(post(&[("Origin", &server.base)]), 201);
    assert_eq!(post(&[("Origin", "https://example.org")]), 403);
    assert_eq!(post(&[("Origin", "null")]), 403);
    assert_eq!(post(&[("Sec-Fetch-Site", "cross-site")]), 403);
    // A name that somebody else lets lead here.
    assert_eq!(post(&[("Host", "example.org")]), 421);
}

#[test]
fn what_is_no_request_is_refused() {
    let server = Server::temporary(&[]);
    let post = |kind: &str, body: &str| {
        let request = server.agent().post(format!("{}/api/games", server.base)).header("Content-Type", kind);
        request.send(body).expect("it is answered").status().as_u16()
    };
    assert_eq!(post("text/plain", "{}"), 415);
    assert_eq!(post("application/json", "{"), 400);
    assert_eq!(post("application/json", "{\"surprise\": 1}"), 400);
    let long = "x".repeat(64 << 10);
    let game = server.tiny("me", "me");
    // The server may hang up before all of it was sent.
    let moves = server
        .agent()
        .post(format!("{}{}", server.base, game.path("/moves")))
        .send_json(json!({ "version": 0, "move": long }));
    assert!(moves.is_err() || moves.is_ok_and(|answer| answer.status() == 413));
    assert_eq!(game.version(), 0);
    for (wish, why) in [
        (json!({ "ruleset": "../../etc/passwd" }), (404, "not-found")),
        (json!({}), (400, "unreadable")),
        (json!({ "ruleset": "bison", "seats": { "sheep": "me" } }), (422, "side")),
        (json!({ "ruleset": "bison", "level": "god" }), (422, "level")),
        (json!({ "ruleset": "bison", "names": { "herd": "a\nb" } }), (422, "name")),
        (json!({ "ruleset": "bison", "position": "x".repeat(2 << 20) }), (422, "position")),
        (json!({ "ruleset": "bison", "settings": { "columns": "-1" } }), (422, "rules")),
        (json!({ "ruleset": "tiger-and-buffaloes", "match": true, "position": "x" }), (422, "position")),
    ] {
        assert_eq!(
            code(&server.post("/api/games", None, &wish)),
            why,
            "{}",
            wish.to_string().chars().take(80).collect::<String>()
        );
    }
}

#[test]
fn too_much_at_once_is_refused_and_said_when_to_come_again() {
    let server = Server::temporary(&["--rate", "10"]);
    // A bucket of 60 tokens; a look costs 2.
    let statuses: Vec<u16> = (0..60).map(|_| server.get("/api/games/x").0).collect();
    assert!(statuses[..30].iter().all(|s| *s == 404), "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
    let refused = server.agent().post(format!("{}/api/games", server.base)).send_json(json!({ "ruleset": "bison" }));
    let refused = refused.expect("it is answered");
    assert_eq!(refused.status().as_u16(), 429);
    let later: u64 = refused.headers()["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=2).contains(&later), "{later}");
}

#[test]
fn there_are_so_many_games_and_so_many_who_watch() {
    let server = Server::temporary(&["--games", "2", "--streams", "1"]);
    let game = server.tiny("me", "me");
    server.tiny("me", "me");
    assert_eq!(code(&server.post("/api/games", None, &json!({ "ruleset": "bison" }))), (429, "full"));
    let watch =
        || server.agent().get(format!("{}{}", server.base, game.path("/events"))).call().expect("it is answered");
    let first = watch();
    assert_eq!(first.status().as_u16(), 200);
    assert_eq!(watch().status().as_u16(), 429);
}

#[test]
fn rules_of_a_browser_are_played_where_the_owner_allows_it() {
    let source = "game \"Mine\" extends bison { version 1.0 }\nset columns to 5\n";
    let server = Server::temporary(&["--allow-rules=false"]);
    assert_eq!(code(&server.post("/api/games", None, &json!({ "source": source }))), (403, "rules"));
    // Nobody brings much where no rules are taken; the server may hang up before all of it was sent.
    let much =
        server.agent().post(format!("{}/api/games", server.base)).send_json(json!({ "source": "x".repeat(64 << 10) }));
    assert!(much.is_err() || much.is_ok_and(|answer| answer.status() == 413));
    assert_eq!(code(&server.post("/api/edit", None, &json!({ "source": source }))), (403, "rules"));
    assert_eq!(
        code(&server.post("/api/edit/save", None, &json!({ "file": "x.rules", "source": "" }))),
        (403, "not-that-file")
    );
    let server = Server::temporary(&["--allow-rules"]);
    let game = server.game(&json!({ "source": source }));
    let view = game.view();
    assert_eq!((&view["ruleset"]["title"], view["legal"].as_array().map(Vec::len)), (&json!("Mine"), Some(5)));
    // A script can only be one that is built in.
    let scripted = "game \"Mine\" extends bison { version 1.0 }\nhook score evil in \"../evil.rhai\" \"no\"\n";
    assert_eq!(server.post("/api/games", None, &json!({ "source": scripted })).0, 422);
}

#[test]
fn a_proxy_that_is_trusted_says_who_asks_and_nobody_else_does() {
    let asked = |more: &[&str]| {
        let server = Server::temporary(&[&["--rate", "1"], more].concat());
        // Six tokens for each address, and a look costs two.
        let look = |n: usize| {
            let request = server.agent().get(format!("{}/api/games/x", server.base));
            request.header("X-Forwarded-For", format!("192.0.2.{n}")).call().expect("it is answered").status().as_u16()
        };
        (0..10).map(look).filter(|status| *status == 429).count()
    };
    assert_eq!(asked(&["--trust-proxy", "127.0.0.1"]), 0);
    assert!(asked(&["--trust-proxy", "192.0.2.77"]) > 0);
    assert!(asked(&[]) > 0);
}

#[test]
fn what_there_is_not_is_a_page_for_people_and_an_error_for_programs() {
    let server = Server::temporary(&[]);
    for path in ["/nothing", "/game/x"] {
        let (status, page) = server.get(path);
        assert_eq!(status, 404, "{path}");
        assert!(
            page.as_str().is_some_and(|p| p.contains("There is nothing here") && p.contains("href=\"/\"")),
            "{page}"
        );
    }
    assert_eq!(code(&server.get("/api/nothing")), (404, "not-found"));
}
