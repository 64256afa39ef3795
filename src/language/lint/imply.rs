//! When one condition holds wherever another does, as far as their words alone can tell.

use crate::ruleset::{Asked, Cond, CondKind, Line, Quantity, Who};

/// Whether `a` holds only where `b` does. `false` where it cannot be told.
pub(super) fn implies(a: &Cond, b: &Cond) -> bool {
    if a == b {
        return true;
    }
    match (&a.kind, &b.kind) {
        (_, CondKind::True) => true,
        (CondKind::Any(parts), _) => parts.iter().all(|part| implies(part, b)),
        (_, CondKind::All(parts)) => parts.iter().all(|part| implies(a, part)),
        (CondKind::All(parts), CondKind::Any(others)) => {
            parts.iter().any(|part| implies(part, b)) || others.iter().any(|other| implies(a, other))
        }
        (CondKind::All(parts), _) => parts.iter().any(|part| implies(part, b)),
        (_, CondKind::Any(others)) => others.iter().any(|other| implies(a, other)),
        (CondKind::Not(a), CondKind::Not(b)) => implies(b, a),
        (CondKind::Sites(few, sel), CondKind::Sites(more, other)) => sel == other && within(*few, *more),
        (CondKind::Pieces(few, place, kinds, who), CondKind::Pieces(more, there, others, whose)) => {
            (place, kinds, who) == (there, others, whose) && within(*few, *more)
        }
        (CondKind::CannotMove(who, asked), CondKind::CannotMove(whom, wider)) => {
            // Who is asked on the turn is the next player.
            let same = who == whom || (*asked == Asked::OnTurn && *whom == Who::NextPlayer);
            same && (asked == wider || *wider == Asked::Whoever || *whom == Who::NextPlayer)
        }
        (CondKind::NobodyCanMove, CondKind::CannotMove(who, asked)) => {
            *who == Who::NextPlayer || *asked == Asked::Whoever
        }
        (CondKind::HasLine(who, long), CondKind::HasLine(whose, short)) => who == whose && longer(*long, *short),
        _ => false,
    }
}

/// Whether `later` is reached only after `earlier` has held, be it in another position: what counts up passes the
/// smaller number first.
pub(super) fn comes_after(later: &Cond, earlier: &Cond) -> bool {
    if implies(later, earlier) {
        return true;
    }
    match (&later.kind, &earlier.kind) {
        (
            CondKind::Occurs { board_only: narrow, times: often },
            CondKind::Occurs { board_only: wide, times: seldom },
        ) => (narrow == wide || *wide) && often >= seldom && *seldom > 0,
        (CondKind::MovesWithout { .. }, CondKind::MovesWithout { .. }) => counts_further(later, earlier),
        (CondKind::All(parts), _) => parts.iter().any(|part| comes_after(part, earlier)),
        (CondKind::Any(parts), _) => parts.iter().all(|part| comes_after(part, earlier)),
        (_, CondKind::Any(others)) => others.iter().any(|other| comes_after(later, other)),
        _ => false,
    }
}

/// The same counter, up to a higher number.
fn counts_further(later: &Cond, earlier: &Cond) -> bool {
    let parts = |c: &Cond| match c.kind {
        CondKind::MovesWithout { moves, each, counter, .. } => Some((moves, each, counter)),
        _ => None,
    };
    parts(later)
        .zip(parts(earlier))
        .is_some_and(|(later, earlier)| (later.1, later.2) == (earlier.1, earlier.2) && later.0 >= earlier.0)
}

fn within(a: Quantity, b: Quantity) -> bool {
    let (Quantity::Between(low, high), Quantity::Between(least, most)) = (a, b);
    least <= low && high <= most
}

/// Whether a line of one sort is a line of the other.
fn longer(a: Line, b: Line) -> bool {
    if b.or_more { a.length >= b.length } else { !a.or_more && a.length == b.length }
}
