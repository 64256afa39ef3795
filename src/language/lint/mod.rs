//! What parses and can hardly be meant: one small function for each thing that is looked for.
//!
//! A lint must not cry wolf: where it cannot be sure it is silent. What a value that is not chosen uses counts as
//! used.

mod ending;
mod facts;
mod imply;
mod piece;
mod turn;
mod unread;

use crate::ruleset::{Diagnostic, Rules, Ruleset, Settled};
use facts::Facts;

/// The warnings about a rule file under the settings at hand, in the order of their codes.
pub fn lint(ruleset: &Ruleset, settled: &Settled, rules: &Rules) -> Vec<Diagnostic> {
    let facts = Facts::new(ruleset, settled, rules);
    let mut found = Vec::new();
    unread::options(&facts, &mut found);
    unread::names(&facts, &mut found);
    piece::never_appears(&facts, &mut found);
    piece::sides_without(&facts, &mut found);
    piece::hands_and_turns(&facts, &mut found);
    piece::no_drop(&facts, &mut found);
    turn::no_answer(&facts, &mut found);
    ending::constant(&facts, &mut found);
    ending::covered(&facts, &mut found);
    turn::can_repeat(&facts, &mut found);
    turn::pass_and_stuck(&facts, &mut found);
    turn::silent_leave(&facts, &mut found);
    ending::board_only(&facts, &mut found);
    piece::royal_unread(&facts, &mut found);
    piece::old_kind_alone(&facts, &mut found);
    ending::level_match(&facts, &mut found);
    found
}
