//! What the language can say and this version cannot run.

use super::code::PIE_RULE;
use super::{Diagnostic, Rules, Span};

/// Refusals for what this version cannot run: a pie rule for more than two, and more choices in one
/// move than it can list.
pub fn unsupported(rules: &Rules) -> Vec<Diagnostic> {
    let mut list = Vec::new();
    if rules.pie && rules.sides.len() != 2 {
        let span = rules.phases.first().map_or_else(Span::default, |phase| phase.span);
        let message = format!("two players can swap sides, and here are {}", rules.sides.len());
        list.push(Diagnostic::new(&PIE_RULE, span, message).help("leave out `pie rule`"));
    }
    list.extend(super::choices::too_many(rules));
    list
}
