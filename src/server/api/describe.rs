//! The description of the API.

use super::super::openapi;
use axum::Json;
use utoipa::openapi::OpenApi;

/// `GET /api/openapi.json`
pub async fn describe() -> Json<OpenApi> {
    Json(openapi::description())
}
