//! Matches.

use crate::help::{HERD_WINS, Server, code};
use serde_json::{Value, json};

fn contest(tie: &str, more: &[(&str, &str)]) -> Value {
    let mut settings = json!({ "columns": "3", "rows": "3", "dog-count": "0", "tie": tie });
    for (name, value) in more {
        settings[name] = json!(value);
    }
    json!({
        "ruleset": "bison", "settings": settings, "match": true, "seats": { "herd": "me", "defenders": "friend" },
        "names": { "herd": "Ann", "defenders": "Ben" }, "seed": 1
    })
}

#[test]
fn a_tied_match_goes_to_who_won_in_fewer_moves() {
    let server = Server::temporary(&[]);
    let game = server.game(&contest("fewest", &[]));
    let first = game.view();
    assert_eq!((&first["round"], &first["rounds"]), (&json!(1), &json!(2)));
    assert_eq!(code(&game.act("herd", "next-round")), (409, "no-round"));
    // Ann wins with two moves of her own.
    let end = game.play(&HERD_WINS);
    assert_eq!(end["standing"][0], json!({ "player": "Ann", "points": 1, "text": "Ann has won 1 round" }));
    assert_eq!(end["match_over"], Value::Null);
    // The seats swap: the secret is the player's.
    let (status, second) = game.act("herd", "next-round");
    assert_eq!((status, &second["round"], &second["you"]), (200, &json!(2), &json!(["defenders"])));
    assert_eq!(second["sides"][0]["player"], "Ben");
    // Ben needs three: the chief has to take one of his buffaloes meanwhile.
    let (ann, ben) = (game.secret("herd"), game.secret("defenders"));
    for (n, (secret, mv)) in
        [(ben, "a1-a2"), (ann, "b2-c2"), (ben, "b1-b2"), (ann, "c2xb2"), (ben, "a2-a3")].into_iter().enumerate()
    {
        // Three moves and the next round came before.
        let moved = server.post(&game.path("/moves"), Some(secret), &json!({ "version": 4 + n, "move": mv }));
        assert_eq!(moved.0, 200, "{mv}: {}", moved.1);
    }
    let end = game.view();
    assert_eq!(end["over"]["winner"], "herd");
    assert_eq!(end["match_over"]["winner"], "Ann");
    let says = end["match_over"]["says"].as_str().expect("a sentence");
    assert!(says.contains("Ann won in 2 moves, nobody in fewer"), "{says}");
    assert!(end["tiebreak"].as_str().is_some_and(|t| t.contains("fewest_moves")), "{}", end["tiebreak"]);
    assert_eq!(code(&game.act("herd", "next-round")), (409, "over"));
    let (_, record) = server.get(&game.path("/record"));
    let record = record.as_str().expect("text");
    assert!(record.contains("round 2: Ben as herd, Ann as defenders"), "{record}");
    assert!(record.contains("match: Ann wins"), "{record}");
}

#[test]
fn the_loser_chooses_where_the_rules_say_so() {
    let server = Server::temporary(&[]);
    let game = server.game(&contest("play-on", &[("added-rounds", "loser")]));
    game.play(&HERD_WINS);
    game.act("herd", "next-round");
    // Ben, who plays the herd now, wins as well: tied.
    let (ann, ben) = (game.secret("herd"), game.secret("defenders"));
    for (n, (secret, mv)) in [(ben, "a1-a2"), (ann, "b2-c2"), (ben, "a2-a3")].into_iter().enumerate() {
        server.post(&game.path("/moves"), Some(secret), &json!({ "version": 4 + n, "move": mv }));
    }
    let tied = game.view();
    assert_eq!(tied["choose"]["player"], "Ann", "{tied}");
    let version = tied["version"].clone();
    assert_eq!(code(&game.act("herd", "next-round")), (422, "side"));
    let choice = json!({ "version": version, "side": "herd" });
    assert_eq!(code(&game.act_with("defenders", "next-round", &choice)), (403, "not-your-turn"));
    let (status, third) = game.act_with("herd", "next-round", &choice);
    assert_eq!((status, &third["round"], &third["you"]), (200, &json!(3), &json!(["herd"])));
}

#[test]
fn a_round_that_is_given_up_may_not_count() {
    let server = Server::temporary(&[]);
    let game = server.game(&contest("tied", &[("resigning", "replayed")]));
    let (_, end) = game.act("defenders", "resign");
    assert_eq!(end["message"], "A round that is given up does not count; it is played again.");
    assert_eq!(end["standing"][0]["points"], 0);
    let (_, again) = game.act("herd", "next-round");
    assert_eq!((&again["round"], &again["you"]), (&json!(1), &json!(["herd"])));
}

#[test]
fn computers_alone_finish_a_match() {
    let server = Server::temporary(&[]);
    let mut wish = contest("fewest", &[]);
    wish["seats"] = json!({ "herd": "computer", "defenders": "computer" });
    wish["level"] = json!("child");
    let game = server.game(&wish);
    let end = game.wait("over", |v| v.get("match_over").is_some());
    assert_eq!(end["can"]["rematch"], false);
}
