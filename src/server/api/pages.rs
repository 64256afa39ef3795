//! The pages and their files.

use super::super::asset::first_of;
use super::super::error::ApiError;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;

/// `GET /`
pub async fn index(headers: HeaderMap) -> Response {
    first_of(&["index.html"], &headers)
}

/// `GET /game/{id}`
pub async fn game(headers: HeaderMap) -> Response {
    first_of(&["game.html", "index.html"], &headers)
}

/// `GET /ruleset/{id}`
pub async fn ruleset(headers: HeaderMap) -> Response {
    first_of(&["ruleset.html", "index.html"], &headers)
}

/// `GET /position`
pub async fn position(headers: HeaderMap) -> Response {
    first_of(&["position.html", "game.html", "index.html"], &headers)
}

/// `GET /edit`
pub async fn edit(headers: HeaderMap) -> Response {
    first_of(&["edit.html", "index.html"], &headers)
}

/// `GET /page/{*path}`
pub async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    first_of(&[&path], &headers)
}

/// `GET /favicon.ico`
pub async fn icon(headers: HeaderMap) -> Response {
    first_of(&["favicon.ico", "favicon.svg", "icon.svg"], &headers)
}

/// Anything else.
pub async fn nothing() -> ApiError {
    ApiError::not_found("there is nothing here")
}
