//! New games.

use super::super::app::Shared;
use super::super::error::ApiError;
use super::super::event::Event;
use super::super::json::{Act, MadeGame, NewGame, PlayerKind, SeatKind};
use super::super::seat::{NoChance, SeatHash, new_id, new_secret, new_seed};
use super::super::setup::{Player, Seat, Setup};
use super::super::shelf::Source;
use super::super::table::Table;
use super::{Brought, Holder, room};
use crate::match_play::{is_name, name_of_a_side};
use crate::open::Opened;
use crate::search::Level;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The id of rules that a browser sent.
const SENT: &str = "sent";

impl From<NoChance> for ApiError {
    fn from(_: NoChance) -> ApiError {
        ApiError::unavailable("the system gives no random numbers")
    }
}

/// `POST /api/games`
pub async fn create(
    State(app): State<Shared>,
    Brought(wish): Brought<NewGame>,
) -> Result<(StatusCode, Json<MadeGame>), ApiError> {
    let foreign = wish.source.is_some();
    if foreign && !app.options.allow_rules {
        return Err(ApiError::forbidden("rules", "rules of your own are not played on this server")
            .hint("its owner can start it with `--allow-rules`"));
    }
    let shelf = app.shelf.clone();
    let mine = new_secret()?;
    let seed = match wish.seed {
        Some(seed) => seed & ((1 << 53) - 1),
        None => new_seed()?,
    };
    let make = move || {
        let text = match &wish.source {
            Some(source) => Source { id: SENT.to_owned(), text: Some(source.clone()), beside: None },
            None => {
                let id = wish.ruleset.as_deref();
                shelf.find(id.ok_or_else(|| ApiError::bad("unreadable", "say which rules: `ruleset`"))?)?
            }
        };
        let settings: Vec<(String, String)> = wish.settings.clone().into_iter().collect();
        let opened = shelf.open(&text, &settings)?;
        prepare(wish, &text, opened, &mine, seed)
    };
    let made = app.work(foreign, make).await??;
    keep(&app, made).await.map(|made| (StatusCode::CREATED, Json(made)))
}

/// A game that is ready, and the secrets by side that are told.
struct Made {
    id: String,
    table: Box<Table>,
    seats: BTreeMap<String, String>,
    holder: Option<SeatHash>,
}

fn prepare(wish: NewGame, text: &Source, opened: Arc<Opened>, secret: &str, seed: u64) -> Result<Made, ApiError> {
    let rules = opened.game.rules();
    let names: Vec<String> = rules.sides.iter().map(|s| s.name.clone()).collect();
    let named = wish.seats.keys().chain(wish.names.keys()).chain(&wish.beginners);
    if let Some(unknown) = named.into_iter().find(|side| !names.contains(side)) {
        return Err(ApiError::unprocessable("side", format!("there is no side `{unknown}`"))
            .hint(format!("the sides are {}", names.join(", "))));
    }
    let mine = wish.seats.values().any(|kind| *kind == SeatKind::Me);
    let kinds: Vec<SeatKind> = names
        .iter()
        .map(|side| wish.seats.get(side).copied().unwrap_or(if mine { SeatKind::Computer } else { SeatKind::Me }))
        .collect();
    let level = match &wish.level {
        None => Level::Casual,
        Some(name) => {
            name.parse().map_err(|e: crate::search::NoLevel| ApiError::unprocessable("level", e.to_string()))?
        }
    };
    let mut told = BTreeMap::new();
    let mut seats = Vec::new();
    for (side, kind) in names.iter().zip(&kinds) {
        let own = match kind {
            SeatKind::Me => Some(secret.to_owned()),
            SeatKind::Friend => Some(new_secret()?),
            SeatKind::Computer | SeatKind::Open => None,
        };
        seats.push(Seat {
            hash: own.as_deref().map(SeatHash::of),
            joined: *kind == SeatKind::Me,
            open: *kind == SeatKind::Open,
        });
        told.extend(own.map(|s| (side.clone(), s)));
    }
    let players = players(&wish, &names, &kinds, &opened)?;
    let holder = kinds.contains(&SeatKind::Me).then(|| SeatHash::of(secret));
    // Whoever plays several sides is one person.
    let others = kinds.iter().any(|kind| matches!(kind, SeatKind::Friend | SeatKind::Open));
    let setup = Setup {
        ruleset: text.id.clone(),
        source: text.text.clone(),
        foreign: wish.source.is_some(),
        settings: wish.settings.into_iter().collect(),
        players,
        level: level.to_string(),
        clock: wish.clock,
        contest: wish.contest,
        position: wish.position.filter(|p| !p.trim().is_empty()),
        hints: wish.hints.unwrap_or(!others),
        seed,
    };
    if setup.contest && setup.position.is_some() {
        return Err(ApiError::unprocessable("position", "a match begins at the start"));
    }
    let table = Box::new(Table::new(setup, seats, opened)?);
    Ok(Made { id: new_id()?, table, seats: told, holder })
}

/// The players, with the names that were given or names of ours.
fn players(wish: &NewGame, sides: &[String], kinds: &[SeatKind], opened: &Opened) -> Result<Vec<Player>, ApiError> {
    let computer = |kind: &SeatKind| *kind == SeatKind::Computer;
    let own = |n: usize, kind: &SeatKind| {
        let word = if computer(kind) { "Computer" } else { "Player" };
        let alike = kinds.iter().filter(|k| computer(k) == computer(kind)).count();
        let alone = alike == 1 && name_of_a_side(std::iter::once(word), &opened.game).is_none();
        let number = kinds.iter().take(n + 1).filter(|k| computer(k) == computer(kind)).count();
        if alone { word.to_owned() } else { format!("{word} {number}") }
    };
    let mut players = Vec::new();
    for (n, (side, kind)) in sides.iter().zip(kinds).enumerate() {
        let name = wish.names.get(side).map(|n| n.trim().to_owned()).filter(|n| !n.is_empty());
        let name = name.unwrap_or_else(|| own(n, kind));
        if !is_name(&name) {
            return Err(ApiError::unprocessable("name", format!("`{name}` cannot be the name of a player"))
                .hint("use up to 60 letters, digits and blanks"));
        }
        let kind = if computer(kind) { PlayerKind::Computer } else { PlayerKind::Person };
        players.push(Player { kind, name, beginner: wish.beginners.contains(side) });
    }
    Ok(players)
}

/// Puts a game on disk and into memory.
async fn keep(app: &Shared, made: Made) -> Result<MadeGame, ApiError> {
    let Made { id, mut table, seats, holder } = made;
    let most = app.options.games;
    if app.store.count().await? >= most && app.store.forget().await? >= most {
        return Err(ApiError::busy("full", format!("this server has its {most} games"), 3600));
    }
    app.store.create(&id, &table.setup, &table.seats, table.waits_for_server()).await?;
    let room = app.hall.room(&id);
    let mut locked = room.lock().await;
    let foreign = table.setup.foreign;
    let named = id.clone();
    let (table, game) = app
        .work(foreign, move || {
            let players = table.players_with(holder.as_ref());
            let view = table.view(&named, &players);
            (table, view)
        })
        .await?;
    *locked = Some(table);
    app.went_on(&room, &mut locked);
    Ok(MadeGame { id, seats, game })
}

/// `POST /api/games/{id}/rematch`
pub async fn rematch(
    State(app): State<Shared>,
    Path(id): Path<String>,
    holder: Holder,
    Brought(_): Brought<Act>,
) -> Result<(StatusCode, Json<MadeGame>), ApiError> {
    let room = room(&app, &id)?;
    let hash = holder.hash();
    let seed = new_seed()?;
    let next = app
        .look(&room, move |table| {
            let players = table.players_with(hash.as_ref());
            if players.is_empty() {
                return Err(ApiError::forbidden("not-your-seat", "this needs the secret of a seat of this game"));
            }
            if let Some(again) = &table.rematch {
                return Ok(Err(again.clone()));
            }
            if !table.is_finished() {
                return Err(ApiError::conflict("not-over", "a rematch follows a game that is over"));
            }
            swapped(table, seed, hash).map(Ok)
        })
        .await?;
    let new = match next {
        Err(again) => again,
        Ok(made) => {
            let made = keep(&app, made).await?;
            let new = made.id.clone();
            let event = Event::Rematch { id: new.clone() };
            let decided = app.act(room.clone(), holder.hash(), move |table, _| match &table.rematch {
                None => Ok(event),
                Some(_) => Err(ApiError::conflict("out-of-date", "they play again already")),
            });
            match decided.await {
                Ok(_) => new,
                // The other player was first; the game that was made for nothing is forgotten one day.
                Err(error) => app.look(&room, |table| Ok(table.rematch.clone())).await?.ok_or(error)?,
            }
        }
    };
    let hash = holder.hash();
    let named = new.clone();
    let game = app
        .look(&app.hall.room(&new), move |table| {
            let players = table.players_with(hash.as_ref());
            Ok(table.view(&named, &players))
        })
        .await?;
    // Whoever has a seat in a game has the same secret in its rematch.
    let secret = holder.0.map(|s| s.text).unwrap_or_default();
    let seats = game.you.iter().map(|side| (side.clone(), secret.clone())).collect();
    Ok((StatusCode::CREATED, Json(MadeGame { id: new, seats, game })))
}

/// The same game again, each player on the next side.
fn swapped(table: &Table, seed: u64, holder: Option<SeatHash>) -> Result<Made, ApiError> {
    let mut setup = Setup { seed, ..table.setup.clone() };
    let mut seats = table.seats.clone();
    // In a match the sides have been swapped between its rounds: what counts is how it began.
    setup.players.rotate_right(1);
    seats.rotate_right(1);
    let table = Box::new(Table::new(setup, seats, table.opened.clone())?);
    Ok(Made { id: new_id()?, table, seats: BTreeMap::new(), holder })
}

/// `POST /api/games/{id}/claim`
pub async fn claim(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Brought(wish): Brought<Act>,
) -> Result<(StatusCode, Json<MadeGame>), ApiError> {
    let room = room(&app, &id)?;
    let secret = new_secret()?;
    let hash = SeatHash::of(&secret);
    let mut locked = app.enter(&room).await?;
    let table = locked.as_mut().ok_or_else(|| ApiError::internal("the game is not there"))?;
    let wanted = wish.side.as_deref().map(|name| table.side_named(name)).transpose()?.map(|side| table.player_of(side));
    let free = |(n, seat): &(usize, &Seat)| seat.open && wanted.is_none_or(|w| w == *n);
    let Some((player, _)) = table.seats.iter().enumerate().find(free) else {
        return Err(ApiError::conflict("taken", "that seat is not free"));
    };
    let mut seats = table.seats.clone();
    if let Some(seat) = seats.get_mut(player) {
        *seat = Seat { hash: Some(hash.clone()), joined: true, open: false };
    }
    app.store.seats(&id, &seats).await?;
    table.seats = seats;
    drop(locked);
    room.tell();
    let named = id.clone();
    let game = app
        .look(&room, move |table| {
            let players = table.players_with(Some(&hash));
            Ok(table.view(&named, &players))
        })
        .await?;
    let seats = game.you.iter().map(|side| (side.clone(), secret.clone())).collect();
    Ok((StatusCode::CREATED, Json(MadeGame { id, seats, game })))
}
