//! What is answered to requests.

pub mod analysis;
pub mod create;
pub mod describe;
pub mod edit;
pub mod events;
pub mod games;
pub mod pages;
pub mod rulesets;

use super::app::Shared;
use super::error::ApiError;
use super::hall::Room;
use super::seat::{SeatHash, is_id, secret_of};
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::sync::Arc;

/// What a request brings, as JSON.
#[derive(Debug)]
pub struct Brought<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Brought<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Brought<T>, ApiError> {
        let read = Json::<T>::from_request(request, state).await;
        read.map(|Json(value)| Brought(value)).map_err(|rejection: JsonRejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "that is too much for one request")
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE => ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not-json",
                "a request is JSON, with `Content-Type: application/json`",
            ),
            _ => ApiError::bad("unreadable", rejection.body_text()),
        })
    }
}

/// What stands behind the question mark; a name may stand there more than once.
#[derive(Debug)]
pub struct Asked(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked, ApiError> {
        let read = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        read.map(|Query(pairs)| Asked(pairs)).map_err(|e: QueryRejection| ApiError::bad("unreadable", e.body_text()))
    }
}

impl Asked {
    /// What a name says; none for nothing.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str()).filter(|v| !v.is_empty())
    }

    /// The settings: `set=columns=5`, each.
    ///
    /// # Errors
    /// One has no value, or stands twice.
    pub fn settings(&self) -> Result<Vec<(String, String)>, ApiError> {
        let mut settings: Vec<(String, String)> = Vec::new();
        for (_, text) in self.0.iter().filter(|(n, _)| n == "set") {
            let pair = text.split_once('=').filter(|(n, v)| !n.is_empty() && !v.is_empty());
            let (name, value) = pair.ok_or_else(|| {
                ApiError::bad("unreadable", format!("`set={text}` has no value: write `set=NAME=VALUE`"))
            })?;
            if settings.iter().any(|(n, _)| n == name) {
                return Err(ApiError::bad("unreadable", format!("`{name}` is set twice")));
            }
            settings.push((name.to_owned(), value.to_owned()));
        }
        settings.sort();
        Ok(settings)
    }
}

/// The secret of a seat, where a request has one.
#[derive(Clone, Debug)]
pub struct Holder(pub Option<Secret>);

/// A secret with its hash.
#[derive(Clone)]
pub struct Secret {
    /// As it was sent.
    pub text: String,
    /// As it is kept.
    pub hash: SeatHash,
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Holder {
    /// The hash of the secret.
    pub fn hash(&self) -> Option<SeatHash> {
        self.0.as_ref().map(|s| s.hash.clone())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Holder {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Holder, Infallible> {
        let secret = parts.headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()).and_then(secret_of);
        Ok(Holder(secret.map(|text| Secret { text: text.to_owned(), hash: SeatHash::of(text) })))
    }
}

/// The room of a game.
///
/// # Errors
/// There can be no such game.
pub fn room(app: &Shared, id: &str) -> Result<Arc<Room>, ApiError> {
    if is_id(id) { Ok(app.hall.room(id)) } else { Err(ApiError::not_found("there is no such game")) }
}
