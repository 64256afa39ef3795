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
        (CondKind::Sites(q, s), CondKind::Sites(r, t)) => s == t && within(*q, *r),
        (CondKind::Pieces(q, p, k, w), CondKind::Pieces(r, o, l, v)) => (p, k, w) == (o, l, v) && within(*q, *r),
        (CondKind::CannotMove(w, asked), CondKind::CannotMove(v, wider)) => {
            // Who is asked on the turn is the next player.
            let same = w == v || (*asked == Asked::OnTurn && *v == Who::NextPlayer);
            same && (asked == wider || *wider == Asked::Whoever || *v == Who::NextPlayer)
        }
        (CondKind::NobodyCanMove, CondKind::CannotMove(w, asked)) => *w == Who::NextPlayer || *asked == Asked::Whoever,
        (CondKind::HasLine(w, a), CondKind::HasLine(v, b)) => w == v && longer(*a, *b),
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
        (CondKind::Occurs { board_only: a, times: n }, CondKind::Occurs { board_only: b, times: m }) => {
            (a == b || *b) && n >= m && *m > 0
        }
        (CondKind::MovesWithout { .. }, CondKind::MovesWithout { .. }) => counts_further(later, earlier),
        (CondKind::All(parts), _) => parts.iter().any(|part| comes_after(part, earlier)),
        (CondKind::Any(parts), _) => parts.iter().all(|part| comes_after(part, earlier)),
        (_, CondKind::Any(others)) => others.iter().any(|other| comes_after(later, other)),
        _ => false,
    }
}

fn counts_further(later: &Cond, earlier: &Cond) -> bool {
    match (&later.kind, &earlier.kind) {
        (
            CondKind::MovesWithout { moves: n, each: a, counter: c, .. },
            CondKind::MovesWithout { moves: m, each: b, counter: d, .. },
        ) => c == d && a == b && n >= m,
        _ => false,
    }
}

fn within(a: Quantity, b: Quantity) -> bool {
    let (Quantity::Between(low, high), Quantity::Between(least, most)) = (a, b);
    least <= low && high <= most
}

/// Whether a line of one sort is a line of the other.
fn longer(a: Line, b: Line) -> bool {
    if b.or_more { a.length >= b.length } else { !a.or_more && a.length == b.length }
}
