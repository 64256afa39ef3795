//! Rules and rulings in words: why a move is legal or not, the rules as a rulebook would say them, and what a
//! variant changes.

mod changes;
mod cite;
mod diagram;
mod difference;
pub(crate) mod english;
mod facts;
mod happened;
mod lookup;
mod prose;
mod why;
mod words;

pub use changes::{Changed, Told, changes};
pub use cite::{cite, line_of};
pub use diagram::{Diagram, diagrams};
pub use difference::{Difference, difference, difference_text};
pub use facts::{
    BoardFacts, EndFacts, Facts, HookFacts, OptionFacts, PhaseFacts, PieceFacts, SideFacts, ZoneFacts, facts,
};
pub use happened::happened_text;
pub(crate) use prose::html_escape;
pub use prose::{Part, Section, html, markdown, prose, text};
pub use why::{Answer, Check, Explainer, RefusalKind, why};
