//! Rule files that are being written.

use crate::help::{Server, code};
use serde_json::{Value, json};
use tempfile::TempDir;

const SOURCE: &str = "game \"Mine\" extends bison {\n    version 1.0\n}\n\nset columns to 5\n";

fn ask(server: &Server, wish: &Value) -> Value {
    let (status, answer) = server.post("/api/edit", None, wish);
    assert_eq!(status, 200, "{answer}");
    answer
}

#[test]
fn a_mistake_is_underlined_with_its_hint_and_a_sound_file_shown() {
    let server = Server::temporary(&["--allow-rules"]);
    let answer = ask(&server, &json!({ "source": SOURCE.replace("columns", "colums") }));
    let first = &answer["diagnostics"][0];
    assert_eq!(
        (&answer["opened"], &first["severity"], &first["line"]),
        (&json!(false), &json!("error"), &json!(5)),
        "{answer}"
    );
    assert!(first["hint"].as_str().is_some_and(|h| h.contains("columns")), "{first}");
    let at = SOURCE.find("columns").expect("it is there");
    assert_eq!((&first["from"], &first["to"]), (&json!(at), &json!(at + "colums".len())), "{first}");

    let answer = ask(&server, &json!({ "source": SOURCE, "quick": true }));
    assert_eq!((&answer["opened"], &answer["diagnostics"]), (&json!(true), &json!([])));
    assert_eq!(answer["legal"].as_array().map(Vec::len), Some(5));
    let position = answer["position"].clone();
    // A move is made on the board; the rules change, and the position stays.
    let answer = ask(&server, &json!({ "source": SOURCE, "position": position, "move": "a1-a2", "quick": true }));
    assert_eq!((&answer["kept"], &answer["last"]["text"]), (&json!(true), &json!("a1-a2")), "{answer}");
    let other = SOURCE.replace("columns to 5", "columns to 5\nset dog-count to 2");
    let answer = ask(&server, &json!({ "source": other, "position": answer["position"], "quick": true }));
    assert_eq!(answer["kept"], true);
    let wider = SOURCE.replace("columns to 5", "columns to 7");
    assert_eq!(ask(&server, &json!({ "source": wider, "position": answer["position"], "quick": true }))["kept"], false);
}

#[test]
fn the_companions_examples_run_with_their_coverage() {
    let server = Server::temporary(&["--allow-rules"]);
    let source = "game \"Trial\" { version 1.0 }\nboard squares 3 x 3\nside white faces north\nside black faces south\n\
        piece man (men) \"M\" \"m\" of white, black { step orthogonal to empty }\n\
        start {\n    place man of white at a1\n    place man of black at c3\n}\n\
        turns from white, alternating\npassing when stuck\nend draw when position occurs 3 times \"again\"\n";
    let example = |name: &str, moves: &str| format!("# {name}\n\n```example\nfrom the start\nmoves: {moves}\n```\n\n");
    // A man in the corner steps up or to the right.
    let companion = example("Steps", "a1-a2, a1-b1") + &example("Wrong", "a1-a2");
    let wish = json!({ "source": source, "ruleset": "trial", "companion": companion });
    let answer = ask(&server, &wish);
    let titles: Vec<(&Value, &Value)> =
        answer["examples"].as_array().expect("a list").iter().map(|e| (&e["title"], &e["ok"])).collect();
    assert_eq!(titles, [(&json!("Steps"), &json!(true)), (&json!("Wrong"), &json!(false))], "{answer}");
    let message = answer["examples"][1]["message"].as_str().expect("text");
    assert!(message.contains("a1-b1"), "{message}");
    let coverage = &answer["coverage"];
    let of = |name: &str| coverage[name].as_u64().unwrap_or_default();
    // Steps are exercised; that the position comes again is not.
    assert!((1..of("of")).contains(&of("covered")), "{coverage}");
    let missing = coverage["missing"].as_array().expect("a list");
    assert!(missing.iter().any(|m| m.as_str().is_some_and(|m| m.starts_with("line 12: "))), "{coverage}");
    // Asked again, the same is said.
    assert_eq!(ask(&server, &wish), answer);
}

#[test]
fn the_file_of_the_owner_is_saved_and_no_other() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("mine.rules");
    std::fs::write(&file, SOURCE).expect("it is written");
    let server = Server::temporary(&["--edit", file.to_str().expect("a plain path")]);
    let (_, list) = server.get("/api/rulesets");
    assert_eq!((&list["edits"], &list["default"]), (&json!("mine.rules"), &json!("mine")));
    assert_eq!(list["families"][0]["rulesets"][0]["title"], "Mine");
    let (_, page) = server.get("/api/rulesets/mine");
    assert_eq!(page["source"], SOURCE);
    let new = SOURCE.replace('5', "7");
    let (status, saved) = server.post("/api/edit/save", None, &json!({ "file": "mine.rules", "source": new }));
    assert_eq!((status, &saved["bytes"]), (200, &json!(new.len())));
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), new);
    for name in ["other.rules", "../mine.rules", "/etc/passwd", ""] {
        let refused = server.post("/api/edit/save", None, &json!({ "file": name, "source": "" }));
        assert_eq!(code(&refused), (403, "not-that-file"), "{name}");
    }
    // A game goes on by the rules that it began with.
    let game = server.game(&json!({ "ruleset": "mine" }));
    std::fs::write(&file, SOURCE).expect("it is written");
    game.play(&["a1-a2"]);
    assert_eq!(game.view()["legal"].as_array().map(Vec::is_empty), Some(false));
    assert_eq!(server.game(&json!({ "ruleset": "mine" })).view()["legal"].as_array().map(Vec::len), Some(5));
}

#[test]
fn what_takes_too_long_is_ended() {
    let server = Server::temporary(&["--allow-rules"]);
    // Sixty options of three values each are tried against each other, on the largest board.
    let options = (0..60)
        .map(|n| format!("option o{n} \"?\" {{\n a \"a\" default\n b \"b\" {{ passing allowed for herd }}\n c \"c\" {{ passing when stuck for herd }}\n}}\n"))
        .collect::<Vec<_>>()
        .concat();
    let source = format!("game \"Slow\" extends bison {{ version 1.0 }}\nset columns to 25\nset rows to 15\n{options}");
    let begun = std::time::Instant::now();
    let (status, answer) = server.post("/api/edit", None, &json!({ "source": source }));
    assert!(status == 200 || code(&(status, answer.clone())) == (422, "too-slow"), "{status} {answer}");
    assert!(begun.elapsed().as_secs() < 60);
    // Others are served afterwards as if nothing had been.
    assert_eq!(ask(&server, &json!({ "source": SOURCE, "quick": true }))["opened"], true);
}
