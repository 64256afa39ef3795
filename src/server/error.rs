//! Why something was not done, as an answer.

use super::json::{ErrorAnswer, ErrorBody, View};
use crate::engine::HookFault;
use crate::open::OpenError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A refusal.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    hint: Option<String>,
    game: Option<Box<View>>,
    /// Seconds after which it may be tried again.
    later: Option<u64>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into(), hint: None, game: None, later: None }
    }

    pub fn bad(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, code, message)
    }

    pub fn unprocessable(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    pub fn forbidden(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, code, message)
    }

    pub fn conflict(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, code, message)
    }

    pub fn not_found(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    /// Too much at once.
    pub fn busy(code: &'static str, message: impl Into<String>, later: u64) -> ApiError {
        ApiError { later: Some(later), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, code, message) }
    }

    /// Something is wrong with the server itself.
    pub fn internal(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// The server cannot do it for now.
    pub fn unavailable(message: impl Into<String>) -> ApiError {
        ApiError { later: Some(1), ..ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message) }
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> ApiError {
        self.hint = Some(hint.into()).filter(|h: &String| !h.is_empty());
        self
    }

    /// With the game as it stands.
    #[must_use]
    pub fn game(mut self, view: View) -> ApiError {
        self.game = Some(Box::new(view));
        self
    }

    /// Whether the game is to be shown with it.
    pub fn wants_game(&self) -> bool {
        self.status == StatusCode::CONFLICT && self.game.is_none()
    }

    /// Whether the rules themselves are at fault, and would be again.
    pub fn is_of_the_rules(&self) -> bool {
        ["script", "internal"].contains(&self.code)
    }

    /// What went wrong.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl From<HookFault> for ApiError {
    fn from(fault: HookFault) -> ApiError {
        let said = crate::language::report::short(fault.diagnostic(), fault.sources());
        ApiError::unprocessable("script", format!("a script of the rules failed: {said}"))
    }
}

impl From<OpenError> for ApiError {
    fn from(error: OpenError) -> ApiError {
        let first = error.diagnostics.iter().find(|d| d.is_error()).or(error.diagnostics.first());
        let message = first.map_or("the rules cannot be played", |d| d.message.as_str());
        let hint = first.and_then(|d| d.help.clone()).unwrap_or_default();
        ApiError::unprocessable("rules", message).hint(hint)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let error = ErrorBody { code: self.code.to_owned(), message: self.message, hint: self.hint };
        let mut response = (self.status, Json(ErrorAnswer { error, game: self.game })).into_response();
        if let Some(later) = self.later {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(later));
        }
        response
    }
}
