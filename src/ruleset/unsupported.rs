//! What the language can say and this version cannot run.

use super::code::PIE_RULE;
use super::{Diagnostic, Rules, Span};

/// Refusals for what this version cannot run: the pie rule, and more choices in one move than it can list.
pub fn unsupported(rules: &Rules) -> Vec<Diagnostic> {
    let mut list = Vec::new();
    if rules.pie {
        let span = rules.phases.first().map_or_else(Span::default, |phase| phase.span);
        let help = "write `turns from SIDE, alternating` alone";
        list.push(Diagnostic::new(&PIE_RULE, span, "the pie rule cannot be played yet").help(help));
    }
    list.extend(super::choices::too_many(rules));
    list
}
