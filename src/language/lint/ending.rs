//! Lints about endings and the match.

use super::facts::{Facts, drops, in_hand, places};
use super::imply::comes_after;
use crate::board::{Board, Dir};
use crate::ruleset::WonBy;
use crate::ruleset::item::{Body, Change, HookPoint, MatchChange, MatchLine};
use crate::ruleset::{
    Cond, CondKind, Diagnostic, EffectKind, End, EndResult, Hand, KindId, PieceCount, Quantity, Rules, Sel, Who, code,
};

/// An ending can hold, and need not.
pub(super) fn constant(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let rules = facts.rules;
    for end in &rules.ends {
        if end.result == EndResult::LastPlayer {
            let goes_out = rules.ends.iter().any(|e| match e.result {
                EndResult::Out(..) => true,
                EndResult::Loses(_) => rules.sides.len() > 2,
                _ => false,
            });
            if !goes_out {
                let message = "no side ever goes out, so none is ever the last";
                let help = "write an ending `end player is out when ...`, or take this one out";
                found.push(Diagnostic::new(&code::NEVER_ENDS, end.span, message).help(help));
            }
            continue;
        }
        if end.cond.kind == CondKind::True {
            continue;
        }
        let help = "look at the numbers in its condition";
        match value(facts, &end.cond) {
            Some(false) => {
                let message = format!("\"{}\" cannot happen: its condition never holds", end.reason);
                found.push(Diagnostic::new(&code::NEVER_ENDS, end.span, message).help(help));
            }
            Some(true) => {
                let message = format!("\"{}\" holds from the first move on, whatever happens", end.reason);
                found.push(Diagnostic::new(&code::ENDS_AT_ONCE, end.span, message).help(help));
            }
            None => {}
        }
    }
}

/// The value of a condition, where it is the same in every position.
fn value(facts: &Facts<'_>, cond: &Cond) -> Option<bool> {
    let rules = facts.rules;
    let counted = |q: &Quantity, most: Option<u32>| {
        let Quantity::Between(low, high) = *q;
        let most = most.unwrap_or(u32::MAX);
        if low > high || low > most {
            Some(false)
        } else if low == 0 && high >= most {
            Some(true)
        } else {
            None
        }
    };
    match &cond.kind {
        CondKind::True => Some(true),
        CondKind::Not(of) => value(facts, of).map(|v| !v),
        CondKind::All(parts) => {
            let values: Vec<Option<bool>> = parts.iter().map(|p| value(facts, p)).collect();
            if values.contains(&Some(false)) {
                Some(false)
            } else {
                values.iter().all(|v| *v == Some(true)).then_some(true)
            }
        }
        CondKind::Any(parts) => {
            let values: Vec<Option<bool>> = parts.iter().map(|p| value(facts, p)).collect();
            if values.contains(&Some(true)) {
                Some(true)
            } else {
                values.iter().all(|v| *v == Some(false)).then_some(false)
            }
        }
        CondKind::Sites(q, Sel::Fixed(sets)) => {
            let mut fits = sets.0.iter().map(|s| q.fits(s.len() as u32));
            let first = fits.next();
            first.filter(|_| fits.all(|f| Some(f) == first))
        }
        CondKind::Sites(q, sel) => counted(q, Some(most_sites(rules, sel))),
        CondKind::Pieces(q, place, kinds, who) => match place {
            PieceCount::InHand => counted(q, None),
            PieceCount::Captured | PieceCount::Left => counted(q, most_pieces(facts, kinds, who.as_ref())),
        },
        CondKind::Occurs { times, .. } => match times {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        },
        CondKind::HasLine(_, line) | CondKind::LineThroughIt(line) => {
            (line.length as usize > longest_line(&rules.board)).then_some(false)
        }
        CondKind::SideIs(Who::Side(a), b) => Some(a == b),
        _ => None,
    }
}

/// How many sites the longest line of a board has.
fn longest_line(board: &Board) -> usize {
    let mut longest = 1;
    for dir in 0..board.dirs() {
        for site in board.sites() {
            // A line may close a ring, so its length is bounded by the board.
            let steps = std::iter::successors(Some(site), |s| board.next(*s, dir as Dir)).take(board.count());
            longest = longest.max(steps.count());
        }
    }
    longest
}

/// The most sites that a selection may have.
fn most_sites(rules: &Rules, sel: &Sel) -> u32 {
    let all = rules.board.count() as u32;
    match sel {
        Sel::Fixed(sets) => sets.0.iter().map(|s| s.len() as u32).max().unwrap_or(all),
        Sel::Intersection(parts) => parts.iter().map(|p| most_sites(rules, p)).min().unwrap_or(all),
        _ => all,
    }
}

/// The most pieces of these kinds that a game can have, or have captured; nothing if more can come.
fn most_pieces(facts: &Facts<'_>, kinds: &[KindId], who: Option<&Who>) -> Option<u32> {
    let rules = facts.rules;
    let grows = rules.captured_to.is_some()
        || facts.effects().any(|e| places(e).is_some() || matches!(e.kind, EffectKind::Turn(_)))
        || rules.kinds.iter().flat_map(|k| &k.becomes).flat_map(|b| &b.kinds).any(|k| kinds.contains(k));
    if grows {
        return None;
    }
    let of = |side: u8| match who {
        Some(Who::Side(s)) => *s == side,
        _ => true,
    };
    let mut sum = rules.start.iter().filter(|p| kinds.contains(&p.kind) && p.owner.is_none_or(of)).count() as u32;
    for kind in kinds.iter().filter_map(|k| rules.kinds.get(*k as usize)) {
        match kind.hand {
            Hand::Count(n) => {
                let owners = kind.owners.iter().filter(|o| of(**o)).count() as u32;
                sum = sum.saturating_add(n.saturating_mul(owners));
            }
            Hand::Unlimited => return None,
        }
    }
    Some(sum)
}

/// No ending stands behind one that holds whenever it does.
pub(super) fn covered(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let ends = &facts.rules.ends;
    for (n, later) in ends.iter().enumerate() {
        let covers = |e: &&End| decides(facts.rules, e) && comes_after(&later.cond, &e.cond);
        if let Some(earlier) = ends[..n].iter().find(covers) {
            let message = format!("\"{}\" never decides: \"{}\" comes before it", later.reason, earlier.reason);
            found.push(
                Diagnostic::new(&code::COVERED, later.span, message)
                    .label(earlier.span, "whenever the later one holds, this one holds too")
                    .help("change their order, or one of the conditions"),
            );
        }
    }
}

/// Whether an ending ends the game whenever its condition holds.
fn decides(rules: &Rules, end: &End) -> bool {
    match end.result {
        EndResult::Out(..) | EndResult::Hook(_) | EndResult::LastPlayer => false,
        EndResult::Loses(_) => rules.sides.len() == 2,
        EndResult::Draw | EndResult::HighestScore | EndResult::Wins(_) => true,
    }
}

/// `no K` and `fewer than n K` of pieces that can be in hand mean the board alone; `left` counts the hand too.
pub(super) fn board_only(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    for end in &facts.rules.ends {
        if let Some(cond) = counts_board(facts, &end.cond) {
            let message = "this counts the board alone, and such pieces can be in hand";
            let help = "did you mean `left`? It counts the board and the hands: `no K left`";
            found.push(Diagnostic::new(&code::BOARD_ONLY, cond.span, message).help(help));
        }
    }
}

/// The part of a condition that asks for few pieces on the board of a kind that can be in hand.
fn counts_board<'c>(facts: &Facts<'_>, cond: &'c Cond) -> Option<&'c Cond> {
    match &cond.kind {
        CondKind::Any(parts) | CondKind::All(parts) => {
            // Whoever asks what is in hand beside it knows.
            let asks = |c: &Cond| matches!(c.kind, CondKind::Pieces(..) | CondKind::PhaseIs(_));
            if parts.iter().any(asks) { None } else { parts.iter().find_map(|c| counts_board(facts, c)) }
        }
        CondKind::Sites(Quantity::Between(0, high), sel) if *high != u32::MAX => {
            let mut kinds = vec![true; facts.rules.kinds.len()];
            if !pieces_of(facts.rules, sel, &mut kinds) {
                return None;
            }
            let hand = |(n, wanted): (usize, &bool)| {
                let kind = &facts.rules.kinds[n];
                let arrives = facts.rules.captured_to.is_some() && !kind.royal && facts.appears[n];
                *wanted && drops(kind) && (in_hand(kind) || arrives)
            };
            kinds.iter().enumerate().any(hand).then_some(cond)
        }
        _ => None,
    }
}

/// Whether a selection says kinds and owners alone; leaves those kinds of `kinds` that it may mean.
fn pieces_of(rules: &Rules, sel: &Sel, kinds: &mut [bool]) -> bool {
    match sel {
        Sel::Piece | Sel::Friend | Sel::Enemy | Sel::OwnedBy(_) => true,
        Sel::Kind(kind) => {
            kinds.iter_mut().enumerate().for_each(|(n, k)| *k &= n == *kind as usize);
            true
        }
        Sel::Royal => {
            kinds.iter_mut().zip(&rules.kinds).for_each(|(k, kind)| *k &= kind.royal);
            true
        }
        Sel::Intersection(parts) => parts.iter().all(|p| pieces_of(rules, p, kinds)),
        Sel::Union(parts) => {
            let mut any = vec![false; kinds.len()];
            for part in parts {
                let mut some = kinds.to_vec();
                if !pieces_of(rules, part, &mut some) {
                    return false;
                }
                any.iter_mut().zip(some).for_each(|(a, s)| *a |= s);
            }
            kinds.copy_from_slice(&any);
            true
        }
        _ => false,
    }
}

/// A match that can be level after its rounds says what happens then, or some value of an option does.
pub(super) fn level_match(facts: &Facts<'_>, found: &mut Vec<Diagnostic>) {
    let Some(play) = &facts.rules.match_play else { return };
    let more = |line: &MatchLine| matches!(line, MatchLine::More { .. });
    let said = |body: &Body| match body {
        Body::Match(decl) => decl.lines.iter().any(|(line, _)| more(line)),
        Body::Change(Change::Match(list)) => {
            list.iter().any(|(c, _)| matches!(c, MatchChange::Add(l) | MatchChange::Replace(_, l) if more(l)))
        }
        Body::Hook(hook) => hook.point == HookPoint::Tiebreak,
        _ => false,
    };
    // Where so many rounds are won, somebody has won enough of them.
    let sides = facts.rules.sides.len() as u32;
    let first_to = matches!(play.won, WonBy::Rounds(n) if n > 0 && (n - 1).saturating_mul(sides) < play.rounds);
    if play.rounds == 1 || first_to || facts.any_item(&said) {
        return;
    }
    let span = facts.settled.items.iter().find(|i| matches!(i.body, Body::Match(_))).map(|i| i.span);
    let message = "the match can be level after its rounds, and nothing says what happens then";
    let help = "write e.g. `play 1 more round while tied, at most 6 in all, then drawn`";
    found.push(Diagnostic::new(&code::LEVEL_MATCH, span.unwrap_or_default(), message).help(help));
}
