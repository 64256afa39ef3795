//! The referee, as another program meets it.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::Path;

/// The replies to some lines.
#[track_caller]
fn referee(args: &[&str], lines: &str) -> Vec<Value> {
    let mut command = Command::cargo_bin("houserules").expect("the program is built");
    let output = command.arg("referee").args(args).write_stdin(lines).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let replies = String::from_utf8(output.stdout).expect("text");
    replies.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

/// The code of the error that a request gives.
#[track_caller]
fn code(request: &str) -> String {
    let replies = referee(&["bison"], &format!("{request}\n"));
    assert_eq!(replies.len(), 1, "{replies:?}");
    let error = &replies[0]["error"];
    assert!(error["message"].as_str().is_some_and(|m| !m.is_empty()) && error["hint"].is_string(), "{error}");
    error["code"].as_str().unwrap_or_else(|| panic!("no error: {}", replies[0])).to_owned()
}

#[test]
fn a_game_is_played_taken_back_and_recorded() {
    let lines = [
        json!({ "id": 1, "do": "new", "settings": { "columns": 5 } }),
        json!({ "id": "two", "do": "legal" }),
        json!({ "id": [3], "do": "apply", "move": "c1-c2" }),
        json!({ "id": 4, "do": "undo" }),
        json!({ "id": 5, "do": "apply", "move": "a1-a2" }),
        json!({ "id": 6, "do": "record" }),
        json!({ "do": "quit" }),
        json!({ "do": "legal" }),
    ];
    let text = lines.map(|l| l.to_string()).join("\n");
    let replies = referee(&["bison"], &text);
    // Nothing is answered after `quit`.
    assert_eq!(replies.len(), 7);
    let ids: Vec<&Value> = replies.iter().map(|r| &r["id"]).collect();
    assert_eq!(ids, [&json!(1), &json!("two"), &json!([3]), &json!(4), &json!(5), &json!(6), &Value::Null]);
    assert_eq!(replies[0]["sides"], json!(["herd", "defenders"]));
    assert_eq!(replies[0]["settings"]["columns"], "5");
    assert_eq!(replies[1]["moves"], json!(["a1-a2", "b1-b2", "c1-c2", "d1-d2", "e1-e2"]));
    assert_eq!((&replies[2]["to_move"], &replies[2]["ply"]), (&json!("defenders"), &json!(1)));
    assert_eq!(replies[3]["position"], replies[0]["position"]);
    let record = replies[5]["record"].as_str().expect("a record");
    assert!(record.contains("[Options \"columns=5\"]") && record.ends_with("1. a1-a2\n"), "{record}");
}

/// A buffalo on a6 steps into the village and wins.
#[test]
fn a_win_is_told_with_its_clause() {
    let lines = r#"{"do":"new","position":"11/B10/11/11/11/9D1/10B herd"}
{"do":"apply","move":"a6-a7"}
{"do":"legal"}
{"do":"apply","move":"k1-k2"}
{"do":"choose"}
"#;
    let replies = referee(&["bison"], lines);
    let over = &replies[1]["over"];
    assert_eq!(
        (&over["winner"], &over["draw"], &over["says"]),
        (&json!("herd"), &json!(false), &json!("the herd wins"))
    );
    assert_eq!(over["file"], "bison.rules");
    assert!(
        over["line"].as_u64().is_some() && over["reason"].as_str().is_some_and(|r| r.contains("village")),
        "{over}"
    );
    assert_eq!(replies[1]["to_move"], Value::Null);
    assert_eq!(replies[2]["moves"], json!([]));
    assert_eq!(replies[3]["error"]["code"], "over");
    assert_eq!(replies[4]["error"]["code"], "over");
}

#[test]
fn what_cannot_be_answered_is_told_with_a_code_and_a_hint() {
    assert_eq!(code("legal"), "not-json");
    assert_eq!(code("[1]"), "not-json");
    assert_eq!(code(&"[".repeat(100_000)), "not-json");
    assert_eq!(code(r#"{"id":1}"#), "no-request");
    assert_eq!(code(r#"{"do":7}"#), "no-request");
    assert_eq!(code(r#"{"do":"legel"}"#), "unknown-request");
    assert_eq!(code(r#"{"do":"legal","detail":true}"#), "bad-field");
    assert_eq!(code(r#"{"do":"apply"}"#), "bad-field");
    assert_eq!(code(r#"{"do":"undo","moves":-1}"#), "bad-field");
    assert_eq!(code(r#"{"do":"undo"}"#), "nothing-to-undo");
    assert_eq!(code(r#"{"do":"apply","move":"f1-f3"}"#), "illegal");
    assert_eq!(code(r#"{"do":"apply","move":"z99"}"#), "bad-move");
    assert_eq!(code(r#"{"do":"why","move":"-"}"#), "bad-move");
    assert_eq!(code(r#"{"do":"new","settings":{"columns":"4"}}"#), "bad-settings");
    assert_eq!(code(r#"{"do":"new","settings":{"columns":[]}}"#), "bad-settings");
    assert_eq!(code(r#"{"do":"new","settings":{"colums":"5"}}"#), "bad-settings");
    assert_eq!(code(r#"{"do":"new","position":"11/11 herd"}"#), "bad-position");
    assert_eq!(code(r#"{"do":"choose","level":"god"}"#), "bad-field");
    assert_eq!(code(r#"{"do":"render","width":3}"#), "bad-field");
}

/// After any nonsense the next request is answered; a line that is too long is passed over.
#[test]
fn it_goes_on_after_nonsense() {
    let mut lines = vec![b'x'; (1 << 21) + 1];
    lines.extend(b"\n\xff\xfe\n\n{\"do\":\"new\",\"position\":\"?\"}\n{\"do\":\"legal\"}");
    let mut command = Command::cargo_bin("houserules").expect("the program is built");
    let output = command.args(["referee", "bison"]).write_stdin(lines).output().expect("it runs");
    assert!(output.status.success());
    let replies: Vec<Value> = String::from_utf8(output.stdout)
        .expect("text")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let codes: Vec<&str> = replies.iter().map(|r| r["error"]["code"].as_str().unwrap_or("none")).collect();
    assert_eq!(codes, ["too-long", "not-json", "bad-position", "none"]);
    assert_eq!(replies[3]["moves"].as_array().map(Vec::len), Some(11));
}

#[test]
fn wrong_rules_end_it_at_once() {
    let mut command = Command::cargo_bin("houserules").expect("the program is built");
    command.args(["referee", "bizon"]).assert().code(2).stdout("");
}

/// Drawings are those of `render`.
#[test]
fn drawings_are_sent_too() {
    let replies = referee(&["bison"], "{\"do\":\"render\",\"flip\":true}\n");
    let mut command = Command::cargo_bin("houserules").expect("the program is built");
    let svg = command.args(["render", "bison", "--flip"]).output().expect("it runs").stdout;
    assert_eq!(replies[0]["svg"].as_str().map(str::as_bytes), Some(&svg[..]));
}

/// The transcript of the book: `>` before a request, `<` before its reply.
#[test]
fn transcripts_of_the_book_hold() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/book/referee.md")).expect("a page");
    let mut count = 0;
    for block in page.split("```referee\n").skip(1).filter_map(|b| b.split("\n```").next()) {
        let of = |sign: &str| -> Vec<&str> { block.lines().filter_map(|l| l.strip_prefix(sign)).collect() };
        let (requests, written) = (of("> "), of("< "));
        let replies = referee(&["bison", "--set", "columns=5"], &(requests.join("\n") + "\n"));
        let written: Vec<Value> = written.iter().map(|l| serde_json::from_str(l).expect("JSON in the book")).collect();
        assert_eq!(replies, written);
        count += requests.len();
    }
    assert!(count >= 8, "only {count} requests in the book");
}

/// The bot of examples/ plays a game to its end.
#[test]
fn bot_in_another_language_plays_a_game() {
    let Ok(python) = std::process::Command::new("python3").arg("--version").output() else {
        eprintln!("there is no python3 here; the bot is not run");
        return;
    };
    assert!(python.status.success());
    let program = assert_cmd::cargo::cargo_bin("houserules");
    let play = |ruleset: &str| {
        let mut bot = Command::new("python3");
        let bot = bot
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["examples/bot.py", ruleset, "3"])
            .env("HOUSERULES", &program);
        let output = bot.output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let told = play("bison-small");
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.len() > 2 && lines[0].starts_with("herd: ") && lines[1].starts_with("defenders: "), "{told}");
    assert!(lines[lines.len() - 1].contains(" wins: ") || lines[lines.len() - 1].contains(" win: "), "{told}");
    // The same dice, the same game.
    assert_eq!(told, play("bison-small"));
}
