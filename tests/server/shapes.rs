//! What is answered is what the description of the API says.

use crate::help::{HERD_WINS, Server, tiny};
use serde_json::{Value, json};

/// Holds a value against a schema: what must be there is there, and what is there is described.
fn hold(all: &Value, schema: &Value, value: &Value, place: &str, wrong: &mut Vec<String>) {
    if let Some(to) = schema["$ref"].as_str() {
        let name = to.rsplit('/').next().unwrap_or_default();
        return hold(all, &all["components"]["schemas"][name], value, place, wrong);
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(list) = schema[key].as_array() {
            let fits = list.iter().any(|one| {
                let mut found = Vec::new();
                hold(all, one, value, place, &mut found);
                found.is_empty()
            });
            if !fits {
                wrong.push(format!("{place}: {value} fits none of {key}"));
            }
            return;
        }
    }
    let is = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let fits = kinds.is_empty() || kinds.contains(&is) || is == "integer" && kinds.contains(&"number");
    if !fits {
        wrong.push(format!("{place}: {is} and not {kinds:?}"));
        return;
    }
    if let Some(list) = schema["enum"].as_array().filter(|list| !list.contains(value)) {
        wrong.push(format!("{place}: {value} is none of {list:?}"));
    }
    match value {
        Value::Object(map) => {
            for required in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !map.contains_key(required) {
                    wrong.push(format!("{place}: {required} is missing"));
                }
            }
            for (name, inner) in map {
                let place = format!("{place}.{name}");
                match (&schema["properties"][name], &schema["additionalProperties"]) {
                    (Value::Null, Value::Null) => wrong.push(format!("{place} is not described")),
                    (Value::Null, more) => hold(all, more, inner, &place, wrong),
                    (property, _) => hold(all, property, inner, &place, wrong),
                }
            }
        }
        Value::Array(list) => {
            for (n, inner) in list.iter().enumerate() {
                hold(all, &schema["items"], inner, &format!("{place}[{n}]"), wrong);
            }
        }
        _ => {}
    }
}

#[track_caller]
fn check(all: &Value, method: &str, path: &str, answered: &(u16, Value)) {
    let operation = &all["paths"][path][method];
    assert!(operation.is_object(), "{method} {path} is not described");
    let status = answered.0.to_string();
    let responses = &operation["responses"];
    let response = if responses[&status].is_object() { &responses[&status] } else { &responses["default"] };
    let content = response["content"].as_object().expect("it has a content");
    let (kind, content) = content.iter().next().expect("of a kind");
    if kind == "application/json" {
        let mut wrong = Vec::new();
        hold(all, &content["schema"], &answered.1, "", &mut wrong);
        assert!(wrong.is_empty(), "{method} {path}: {wrong:#?}");
    } else {
        assert!(answered.1.is_string(), "{method} {path}");
    }
}

#[test]
fn answers_are_as_they_are_described() {
    let server = Server::temporary(&["--allow-rules"]);
    let (status, all) = server.get("/api/openapi.json");
    assert_eq!(status, 200);
    let get = |described: &str, path: &str| {
        let answered = server.get(path);
        assert_eq!(answered.0, 200, "{path}: {}", answered.1);
        check(&all, "get", described, &answered);
        answered.1
    };
    let rulesets = get("/api/rulesets", "/api/rulesets");
    for family in rulesets["families"].as_array().expect("a list") {
        // One of each family has all there is to be seen.
        for ruleset in family["rulesets"].as_array().expect("a list").iter().take(1) {
            let id = ruleset["id"].as_str().expect("an id");
            let page = get("/api/rulesets/{id}", &format!("/api/rulesets/{id}"));
            assert!(!page["prose"].as_array().expect("a list").is_empty(), "{id}");
            get("/api/position", &format!("/api/position?ruleset={id}"));
        }
    }
    let wish = json!({
        "ruleset": "bison", "settings": tiny(), "seats": { "herd": "me", "defenders": "friend" }, "match": true, "hints": true,
        "clock": { "minutes": 5, "increment": 1 }
    });
    let made = server.post("/api/games", None, &wish);
    assert_eq!(made.0, 201);
    check(&all, "post", "/api/games", &made);
    let game = server.game(&wish);
    let of = |what: &str| format!("/api/games/{{id}}{what}");
    get(&of(""), &game.path(""));
    check(&all, "post", &of("/moves"), &game.try_move("herd", "b1-b2"));
    check(&all, "post", &of("/moves"), &game.try_move_at(9, "herd", "a1-a2"));
    for mv in &HERD_WINS[..2] {
        let side = game.view()["to_move"][0].as_str().expect("a side").to_owned();
        check(&all, "post", &of("/moves"), &game.try_move(&side, mv));
    }
    check(&all, "post", &of("/undo"), &game.act("herd", "undo"));
    check(&all, "post", &of("/play-on"), &game.act("defenders", "play-on"));
    check(&all, "post", &of("/redo"), &game.act("herd", "redo"));
    get(&of("/why"), &game.path("/why?from=a2&to=c2"));
    get(&of("/why"), &game.path("/why?from=a2"));
    get(&of("/analysis"), &game.path("/analysis"));
    get(&of("/board.svg"), &game.path("/board.svg"));
    check(&all, "post", &of("/resign"), &game.act("herd", "resign"));
    get(&of(""), &game.path(""));
    check(&all, "post", &of("/next-round"), &game.act("herd", "next-round"));
    check(&all, "post", &of("/claim"), &game.act("herd", "claim"));
    check(&all, "post", &of("/rematch"), &game.act("herd", "rematch"));
    get(&of("/record"), &game.path("/record"));
    let source = "game \"Mine\" extends bison { version 1.0 }\n";
    let companion = "# Steps\n\n```example\nmoves: none\n```\n";
    check(
        &all,
        "post",
        "/api/edit",
        &server.post("/api/edit", None, &json!({ "source": source, "companion": companion })),
    );
    check(&all, "post", "/api/edit", &server.post("/api/edit", None, &json!({ "source": "x" })));
    check(&all, "post", "/api/edit/save", &server.post("/api/edit/save", None, &json!({ "file": "x", "source": "" })));
}
