//! Why a lab cannot be.

use crate::engine::HookFault;
use thiserror::Error;

/// Why a lab cannot be planned, played or joined.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LabError {
    /// What was asked for cannot be: why, and what to do about it.
    #[error("{0}")]
    Asked(String),
    /// A line is not one of this lab.
    #[error("{0}")]
    Line(String),
    /// A script of the rules failed in a game.
    #[error(transparent)]
    Script(#[from] HookFault),
}

/// What was asked for cannot be.
pub(super) fn asked<T>(why: impl Into<String>) -> Result<T, LabError> {
    Err(LabError::Asked(why.into()))
}
