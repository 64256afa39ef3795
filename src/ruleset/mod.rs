//! What a rule file means, as plain data.
//!
//! [`item`] has the statements as written, [`Rules`] what they mean once options are settled and
//! names resolved.

mod choices;
pub mod code;
mod diagnostic;
pub mod item;
mod match_rules;
pub(crate) mod nearest;
pub mod path;
mod resolve;
mod rules;
mod settings;
mod settle;
mod source;
mod span;
mod unsupported;
pub mod visit;
pub(crate) mod walk;

pub use diagnostic::{Diagnostic, Label};
pub use match_rules::{MAX_ROUNDS, MatchRules, MoreRounds, ThenTied, WonBy};
pub use resolve::resolve;
pub use rules::*;
pub use settings::Settings;
pub use settle::{RenamedSentence, RenamedWords, Settled, SettledOption, settle};
pub use source::{OpponentFile, Ruleset, Script, SourceFile};
pub use span::Span;
pub use unsupported::unsupported;
