//! Rule files that are being written.

use super::super::app::Shared;
use super::super::error::ApiError;
use super::super::json::{EditAnswer, EditWish, SaveWish, Saved};
use super::Brought;
use axum::Json;
use axum::extract::State;

/// `POST /api/edit`
pub async fn edit(State(app): State<Shared>, Brought(wish): Brought<EditWish>) -> Result<Json<EditAnswer>, ApiError> {
    if !app.options.allow_rules && app.options.edit.is_none() {
        return Err(ApiError::forbidden("rules", "rules of your own are not looked at on this server")
            .hint("its owner can start it with `--allow-rules`"));
    }
    let turn = app.editor.turn().await?;
    let job = move || {
        let _turn = turn;
        app.editor.ask(wish)
    };
    let told = tokio::task::spawn_blocking(job).await.map_err(|_| ApiError::internal("the work broke off"))?;
    told.map(Json)
}

/// `POST /api/edit/save`
pub async fn save(State(app): State<Shared>, Brought(wish): Brought<SaveWish>) -> Result<Json<Saved>, ApiError> {
    let job = move || app.editor.save(&wish);
    tokio::task::spawn_blocking(job).await.map_err(|_| ApiError::internal("the work broke off"))?.map(Json)
}
