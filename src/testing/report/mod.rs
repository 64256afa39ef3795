//! What a run came to, for people and for programs.

mod json;
mod junit;
mod text;

pub use json::suite_json;
pub use junit::suite_junit;
pub use text::{How, diff, example_text, finding_text, summary};
