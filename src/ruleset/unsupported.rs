//! What the language can say and this version cannot run.

use super::code::{HOOK_AFTER_MOVE, HOOK_ENDING, HOOK_FIRST_TURN, HOOK_LEGALITY, HOOK_SCORE, PIE_RULE};
use super::item::HookPoint;
use super::{Diagnostic, Rules, Span};

/// Refusals for what this version cannot run: hooks that are asked while a game is played, the pie rule, and more
/// choices in one move than it can list. A match is no error: its rounds are played by hand.
pub fn unsupported(rules: &Rules) -> Vec<Diagnostic> {
    let mut list = Vec::new();
    if rules.pie {
        let span = rules.phases.first().map_or_else(Span::default, |phase| phase.span);
        let help = "write `turns from SIDE, alternating` alone";
        list.push(Diagnostic::new(&PIE_RULE, span, "the pie rule cannot be played yet").help(help));
    }
    for hook in &rules.hooks {
        let (code, what) = match hook.point {
            HookPoint::FirstTurn => (&HOOK_FIRST_TURN, "who begins"),
            HookPoint::Legality => (&HOOK_LEGALITY, "whether a move is legal"),
            HookPoint::AfterMove => (&HOOK_AFTER_MOVE, "what happens after a move"),
            HookPoint::Ending => (&HOOK_ENDING, "the result"),
            HookPoint::Score => (&HOOK_SCORE, "the score"),
            HookPoint::NextRound | HookPoint::Tiebreak => continue,
        };
        let message = format!("the script `{}` decides {what}, and scripts do not run yet", hook.function);
        list.push(
            Diagnostic::new(code, hook.span, message).help("choose a value that needs no script, or take the hook out"),
        );
    }
    list.extend(super::choices::too_many(rules));
    list
}
