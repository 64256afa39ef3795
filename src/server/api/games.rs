//! Games that there are.

use super::super::app::Shared;
use super::super::error::ApiError;
use super::super::json::{Act, MoveWish, RulesetPage, View, WhyAnswer};
use super::super::table::Table;
use super::super::{record, view, why};
use super::{Asked, Brought, Holder, room, rulesets};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;
use std::sync::Arc;

/// `GET /api/games/{id}`
pub async fn view(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: Asked,
    holder: Holder,
) -> Result<Json<View>, ApiError> {
    let Some(ply) = asked.get("ply") else { return seen(&app, &id, &holder).await.map(Json) };
    let ply: usize = ply.parse().map_err(|_| ApiError::bad("unreadable", "`ply` is a number of moves"))?;
    let room = room(&app, &id)?;
    let hash = holder.hash();
    let look = move |table: &mut Table| {
        let players = table.players_with(hash.as_ref());
        Ok(table.view_at(&id, &players, ply))
    };
    app.look(&room, look).await.map(Json)
}

/// The game as whoever asks sees it; one who comes for the first time has joined then.
pub async fn seen(app: &Shared, id: &str, holder: &Holder) -> Result<View, ApiError> {
    let room = room(app, id)?;
    if let Some(hash) = holder.hash() {
        join(app, &room, &hash).await?;
    }
    let (hash, named) = (holder.hash(), id.to_owned());
    app.look(&room, move |table| {
        let players = table.players_with(hash.as_ref());
        Ok(table.view(&named, &players))
    })
    .await
}

/// Notes that somebody has come.
async fn join(
    app: &Shared,
    room: &super::super::hall::Room,
    hash: &super::super::seat::SeatHash,
) -> Result<(), ApiError> {
    let mut locked = app.enter(room).await?;
    let Some(table) = locked.as_mut() else { return Ok(()) };
    let players = table.players_with(Some(hash));
    let mut seats = table.seats.clone();
    let mut new = false;
    for (_, seat) in seats.iter_mut().enumerate().filter(|(p, _)| players.contains(p)) {
        new |= !std::mem::replace(&mut seat.joined, true);
    }
    if new {
        app.store.seats(&room.id, &seats).await?;
        table.seats = seats;
        room.tell();
    }
    Ok(())
}

/// `POST /api/games/{id}/moves`
pub async fn moves(
    State(app): State<Shared>,
    Path(id): Path<String>,
    holder: Holder,
    Brought(wish): Brought<MoveWish>,
) -> Result<Json<View>, ApiError> {
    let room = room(&app, &id)?;
    let decide = move |table: &mut Table, players: &[usize]| table.decide_move(players, wish.version, &wish.mv);
    app.act(room, holder.hash(), decide).await.map(Json)
}

/// `POST /api/games/{id}/undo`
pub async fn undo(
    State(app): State<Shared>,
    Path(id): Path<String>,
    holder: Holder,
    Brought(wish): Brought<Act>,
) -> Result<Json<View>, ApiError> {
    let decide = move |table: &mut Table, players: &[usize]| table.decide_undo(players, wish.version);
    app.act(room(&app, &id)?, holder.hash(), decide).await.map(Json)
}

/// `POST /api/games/{id}/play-on`
pub async fn play_on(
    State(app): State<Shared>,
    Path(id): Path<String>,
    holder: Holder,
    Brought(wish): Brought<Act>,
) -> Result<Json<View>, ApiError> {
    let decide = move |table: &mut Table, players: &[usize]| table.decide_play_on(players, wish.version);
    app.act(room(&app, &id)?, holder.hash(), decide).await.map(Json)
}

/// `POST /api/games/{id}/redo`
pub async fn redo(
    State(app): State<Shared>,
    Path(id): Path<String>,
    holder: Holder,
    Brought(wish): Brought<Act>,
) -> Result<Json<View>, ApiError> {
    let decide = move |table: &mut Table, players: &[usize]| table.decide_redo(players, wish.version);
    app.act(room(&app, &id)?, holder.hash(), decide).await.map(Json)
}

/// `POST /api/games/{id}/resign`
pub async fn resign(
    State(app): State<Shared>,
    Path(id): Path<String>,
    holder: Holder,
    Brought(wish): Brought<Act>,
) -> Result<Json<View>, ApiError> {
    let decide =
        move |table: &mut Table, players: &[usize]| table.decide_resign(players, wish.version, wish.side.as_deref());
    app.act(room(&app, &id)?, holder.hash(), decide).await.map(Json)
}

/// `POST /api/games/{id}/next-round`
pub async fn next_round(
    State(app): State<Shared>,
    Path(id): Path<String>,
    holder: Holder,
    Brought(wish): Brought<Act>,
) -> Result<Json<View>, ApiError> {
    let decide =
        move |table: &mut Table, players: &[usize]| table.decide_next(players, wish.version, wish.side.as_deref());
    app.act(room(&app, &id)?, holder.hash(), decide).await.map(Json)
}

/// `GET /api/games/{id}/why`
pub async fn why(State(app): State<Shared>, Path(id): Path<String>, asked: Asked) -> Result<Json<WhyAnswer>, ApiError> {
    let of = |name: &str| asked.get(name).map(str::to_owned);
    let asked = why::Asked { mv: of("move"), from: of("from"), drop: of("drop"), to: of("to") };
    let look =
        move |table: &mut Table| why::answer(&table.play, table.settled(), &table.opened.ruleset.sources, &asked);
    app.look(&*room(&app, &id)?, look).await.map(Json)
}

/// `GET /api/games/{id}/rules`: the rules that the game is played by, wherever they came from.
pub async fn rules(State(app): State<Shared>, Path(id): Path<String>) -> Result<Json<RulesetPage>, ApiError> {
    let of = |table: &mut Table| Ok((table.setup.ruleset.clone(), table.setup.foreign, Arc::clone(&table.opened)));
    let (id, foreign, opened) = app.look(&*room(&app, &id)?, of).await?;
    app.work(foreign, move || rulesets::page_of(&id, &opened, None)).await?.map(Json)
}

/// `GET /api/games/{id}/record`
pub async fn record(State(app): State<Shared>, Path(id): Path<String>) -> Result<impl IntoResponse, ApiError> {
    let text = app.look(&*room(&app, &id)?, |table| Ok(record::text(table))).await?;
    let kind: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, text))
}

/// `GET /api/games/{id}/board.svg`
pub async fn board(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<impl IntoResponse, ApiError> {
    let flip = asked.get("flip").is_some_and(|f| f != "0" && f != "false");
    let svg = app.look(&*room(&app, &id)?, move |table| Ok(view::board(&table.play, flip))).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}
