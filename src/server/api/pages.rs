//! The pages and their files.

use super::super::asset::first_of;
use super::super::error::ApiError;
use super::super::seat::is_id;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

/// `GET /`
pub async fn index(headers: HeaderMap) -> Response {
    first_of(&["index.html"], &headers)
}

/// `GET /game/{id}`
pub async fn game(Path(id): Path<String>, headers: HeaderMap) -> Response {
    if is_id(&id) { first_of(&["game.html"], &headers) } else { lost() }
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

/// Anything else: for programs an error, for people a page.
pub async fn nothing(uri: Uri) -> Response {
    if uri.path().starts_with("/api/") {
        return ApiError::not_found("there is nothing here").into_response();
    }
    lost()
}

/// The page of what there is not.
fn lost() -> Response {
    let mut response = first_of(&["lost.html"], &HeaderMap::new());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
