//! All routes, each once: the router and the description of the API are both made from this list.

use super::api::{analysis, create, describe, edit, events, games, pages, rulesets};
use super::app::Shared;
use super::guard::guard;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get, post};

/// The most that a request brings, in bytes.
const USUAL: usize = 16 * 1024;
/// The same of one that may bring a rule file and its companion, as JSON with all its strokes.
const WITH_RULES: usize = 4 << 20;

/// A route of the API.
pub struct Route {
    /// `get` or `post`.
    pub method: &'static str,
    /// Its path.
    pub path: &'static str,
    /// What it does, in a line.
    pub does: &'static str,
    /// The type that a request brings.
    pub takes: Option<&'static str>,
    /// The status and the type of the answer: a name of a type, or a content type.
    pub gives: (u16, &'static str),
    /// What may stand behind the question mark.
    pub asks: &'static [(&'static str, &'static str)],
    /// Whoever answers.
    pub door: fn() -> MethodRouter<Shared>,
}

const SET: (&str, &str) = ("set", "a setting, as `NAME=VALUE`; may stand there more than once");

/// The API.
pub const ROUTES: &[Route] = &[
    Route {
        method: "get",
        path: "/api/rulesets",
        does: "the rulesets that can be played, by family",
        takes: None,
        gives: (200, "Rulesets"),
        asks: &[],
        door: || get(rulesets::list),
    },
    Route {
        method: "get",
        path: "/api/rulesets/{id}",
        does: "a ruleset under settings: its rules in words, its options, its start",
        takes: None,
        gives: (200, "RulesetPage"),
        asks: &[SET],
        door: || get(rulesets::page),
    },
    Route {
        method: "get",
        path: "/api/position",
        does: "a position that is no game",
        takes: None,
        gives: (200, "View"),
        asks: &[("ruleset", "the id of the rules"), SET, ("position", "the position; none: the start")],
        door: || get(rulesets::position),
    },
    Route {
        method: "post",
        path: "/api/games",
        does: "makes a game",
        takes: Some("NewGame"),
        gives: (201, "MadeGame"),
        asks: &[],
        door: || post(create::create),
    },
    Route {
        method: "get",
        path: "/api/games/{id}",
        does: "a game as it stands, or as it stood earlier in the round",
        takes: None,
        gives: (200, "View"),
        asks: &[("ply", "after so many moves of the round")],
        door: || get(games::view),
    },
    Route {
        method: "get",
        path: "/api/games/{id}/events",
        does: "a game as it goes on: events whose data is a `View` and whose id its version, the present one at once",
        takes: None,
        gives: (200, "text/event-stream"),
        asks: &[],
        door: || get(events::events),
    },
    Route {
        method: "post",
        path: "/api/games/{id}/moves",
        does: "makes a move",
        takes: Some("MoveWish"),
        gives: (200, "View"),
        asks: &[],
        door: || post(games::moves),
    },
    Route {
        method: "post",
        path: "/api/games/{id}/undo",
        does: "takes back since one's last move; where another person plays, asks that person to agree, or agrees",
        takes: Some("Act"),
        gives: (200, "View"),
        asks: &[],
        door: || post(games::undo),
    },
    Route {
        method: "post",
        path: "/api/games/{id}/play-on",
        does: "refuses to take back what another person asked for, or asks for it no longer",
        takes: Some("Act"),
        gives: (200, "View"),
        asks: &[],
        door: || post(games::play_on),
    },
    Route {
        method: "post",
        path: "/api/games/{id}/redo",
        does: "makes again what was taken back",
        takes: Some("Act"),
        gives: (200, "View"),
        asks: &[],
        door: || post(games::redo),
    },
    Route {
        method: "post",
        path: "/api/games/{id}/resign",
        does: "gives the round up",
        takes: Some("Act"),
        gives: (200, "View"),
        asks: &[],
        door: || post(games::resign),
    },
    Route {
        method: "post",
        path: "/api/games/{id}/next-round",
        does: "goes on with a match whose round is over; who chooses a side names it",
        takes: Some("Act"),
        gives: (200, "View"),
        asks: &[],
        door: || post(games::next_round),
    },
    Route {
        method: "post",
        path: "/api/games/{id}/rematch",
        does: "plays again with sides swapped; everybody keeps the secret of the old game",
        takes: Some("Act"),
        gives: (201, "MadeGame"),
        asks: &[],
        door: || post(create::rematch),
    },
    Route {
        method: "post",
        path: "/api/games/{id}/claim",
        does: "takes an open seat; needs no secret and gives one",
        takes: Some("Act"),
        gives: (201, "MadeGame"),
        asks: &[],
        door: || post(create::claim),
    },
    Route {
        method: "get",
        path: "/api/games/{id}/why",
        does: "why a move is legal or not; without `to`, for every site",
        takes: None,
        gives: (200, "WhyAnswer"),
        asks: &[
            ("from", "the site of a piece"),
            ("to", "where it would go"),
            ("drop", "a kind that is dropped, instead of `from`"),
            ("move", "the move as it is written, instead of the others"),
        ],
        door: || get(games::why),
    },
    Route {
        method: "get",
        path: "/api/games/{id}/analysis",
        does: "what the computer thinks, the best move first; few at a time",
        takes: None,
        gives: (200, "AnalysisAnswer"),
        asks: &[("level", "how far it looks: the name of a level")],
        door: || get(analysis::analysis),
    },
    Route {
        method: "get",
        path: "/api/games/{id}/rules",
        does: "the rules that the game is played by, in words, wherever they came from",
        takes: None,
        gives: (200, "RulesetPage"),
        asks: &[],
        door: || get(games::rules),
    },
    Route {
        method: "get",
        path: "/api/games/{id}/record",
        does: "the record of the game, or of the match",
        takes: None,
        gives: (200, "text/plain"),
        asks: &[],
        door: || get(games::record),
    },
    Route {
        method: "get",
        path: "/api/games/{id}/board.svg",
        does: "the board as a drawing",
        takes: None,
        gives: (200, "image/svg+xml"),
        asks: &[("flip", "`1`: seen from the other side")],
        door: || get(games::board),
    },
    Route {
        method: "post",
        path: "/api/edit",
        does: "what is to be said of a rule file that is being written, with its board and its examples",
        takes: Some("EditWish"),
        gives: (200, "EditAnswer"),
        asks: &[],
        door: || post(edit::edit),
    },
    Route {
        method: "post",
        path: "/api/edit/save",
        does: "saves the file that the server was started with, or its companion",
        takes: Some("SaveWish"),
        gives: (200, "Saved"),
        asks: &[],
        door: || post(edit::save),
    },
    Route {
        method: "get",
        path: "/api/openapi.json",
        does: "this description",
        takes: None,
        gives: (200, "application/json"),
        asks: &[],
        door: || get(describe::describe),
    },
];

/// Whether a request may bring a rule file: only where the owner of the server takes any.
fn brings_rules(path: &str, app: &Shared) -> bool {
    let edits = app.options.edit.is_some();
    match path {
        "/api/games" => app.options.allow_rules,
        "/api/edit" => app.options.allow_rules || edits,
        "/api/edit/save" => edits,
        _ => false,
    }
}

/// The whole router.
pub fn router(app: Shared) -> Router {
    let mut router: Router<Shared> = Router::new();
    for route in ROUTES {
        let door = (route.door)();
        let door = if brings_rules(route.path, &app) { door.layer(DefaultBodyLimit::max(WITH_RULES)) } else { door };
        router = router.route(route.path, door);
    }
    router
        .route("/", get(pages::index))
        .route("/game/{id}", get(pages::game))
        .route("/ruleset/{id}", get(pages::ruleset))
        .route("/position", get(pages::position))
        .route("/edit", get(pages::edit))
        .route("/page/{*path}", get(pages::file))
        .route("/favicon.ico", get(pages::icon))
        .fallback(pages::nothing)
        .layer(DefaultBodyLimit::max(USUAL))
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app)
}
