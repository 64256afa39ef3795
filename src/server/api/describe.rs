//! The description of the API.

#![expect(clippy::unused_async, reason = "whatever answers a request is asynchronous")]

use super::super::openapi;
use axum::Json;
use utoipa::openapi::OpenApi;

/// `GET /api/openapi.json`
pub async fn describe() -> Json<OpenApi> {
    Json(openapi::description())
}
