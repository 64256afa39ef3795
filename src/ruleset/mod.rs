//! What a rule file means, as plain data.
//!
//! [`item`] has the statements as written, [`Rules`] what they mean once options are settled and
//! names resolved.

pub mod code;
mod diagnostic;
pub mod item;
pub mod path;
mod rules;
mod source;
mod span;
pub mod visit;

pub use diagnostic::{Diagnostic, Label};
pub use rules::*;
pub use source::{Ruleset, SourceFile};
pub use span::Span;
