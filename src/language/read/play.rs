//! Turns, phases, duty, endings, the match, hooks.

use super::super::grammar::Rule;
use super::{Node, Read, condition, piece, select};
use crate::ruleset::item::{
    CallDecl, CallOf, CapturedDecl, EndDecl, EndResult, HookDecl, HookPoint, IllegalDecl, MatchDecl, MatchLine,
    MustDecl, Name, OnlyDecl, OnlyWhat, PassingDecl, PassingWord, PhaseDecl, PhaseLine, RoundSides, ScoreCounts,
    ScoreDecl, ThenTied, TurnEntry, TurnOrder, TurnsDecl, WonBy,
};

pub(super) fn turns(node: &Node) -> Read<TurnsDecl> {
    let order = match node.get(Rule::turns_from) {
        Some(from) => TurnOrder::Alternating(from.name()?),
        None => TurnOrder::List(
            node.need(Rule::turn_list)?.all(Rule::turn_entry).map(|n| turn_entry(&n)).collect::<Read<_>>()?,
        ),
    };
    Ok(TurnsDecl { order, pie: node.has(Rule::pie), span: node.span() })
}

fn turn_entry(node: &Node) -> Read<TurnEntry> {
    Ok(TurnEntry {
        side: node.name()?,
        moves: node.get(Rule::amount).map(|n| n.as_amount()).transpose()?,
        in_one_move: node.has(Rule::in_one_move),
    })
}

pub(super) fn phase(node: &Node) -> Read<PhaseDecl> {
    let lines = node.parts().filter(|n| is_phase_line(n.rule())).map(|n| phase_line(&n)).collect::<Read<_>>()?;
    Ok(PhaseDecl { name: node.name()?, lines })
}

pub(super) fn is_phase_line(rule: Rule) -> bool {
    matches!(rule, Rule::only | Rule::turns | Rule::until)
}

pub(super) fn phase_line(node: &Node) -> Read<PhaseLine> {
    Ok(match node.rule() {
        Rule::only => PhaseLine::Only(only(node)?),
        Rule::turns => PhaseLine::Turns(turns(node)?),
        Rule::until => PhaseLine::Until(condition::condition(node)?, node.span()),
        _ => return Err(node.disagree("a line of a phase")),
    })
}

fn only(node: &Node) -> Read<OnlyDecl> {
    let what = match node.get(Rule::effect) {
        Some(effect) => OnlyWhat::Effect(piece::effect(&effect)?),
        None => OnlyWhat::Verbs(node.all(Rule::verb).map(|n| piece::verb(&n)).collect::<Read<_>>()?),
    };
    Ok(OnlyDecl { what, for_side: for_side(node)?, span: node.span() })
}

/// `for SIDE` among the parts.
pub(super) fn for_side(node: &Node) -> Read<Option<Name>> {
    node.get(Rule::for_side).map(|n| n.name()).transpose()
}

pub(super) fn passing(node: &Node) -> Read<PassingDecl> {
    let leave = node.choose(&[
        (Rule::k_never, PassingWord::Never),
        (Rule::k_allowed, PassingWord::Allowed),
        (Rule::k_when, PassingWord::WhenStuck),
    ])?;
    let when = node.get(Rule::when).map(|n| condition::condition(&n)).transpose()?;
    Ok(PassingDecl { leave, for_side: for_side(node)?, when, span: node.span() })
}

pub(super) fn must(node: &Node) -> Read<MustDecl> {
    Ok(MustDecl {
        most: node.get(Rule::most).map(|n| select::optional(&n)).transpose()?,
        by: node.get(Rule::by_what).map(|n| select::selection(&n)).transpose()?,
        first: node.get(Rule::what_first).map(|n| select::selection(&n)).transpose()?,
        huff: node.has(Rule::huff),
        span: node.span(),
    })
}

pub(super) fn captured(node: &Node) -> Read<CapturedDecl> {
    if let Some(part) = node.get(Rule::go_to) {
        let term = select::of_side(&part)?.ok_or_else(|| part.disagree("a side"))?;
        return Ok(CapturedDecl::ToHand(term, part.has(Rule::k_unpromoted), node.span()));
    }
    Ok(if node.need(Rule::leave)?.has(Rule::k_once) {
        CapturedDecl::LeaveAtOnce(node.span())
    } else {
        CapturedDecl::LeaveAtEnd(node.span())
    })
}

pub(super) fn illegal(node: &Node) -> Read<IllegalDecl> {
    Ok(IllegalDecl { cond: condition::condition(node)?, reason: node.string()? })
}

pub(super) fn call(node: &Node) -> Read<CallDecl> {
    let names = node.names();
    let name = names.last().cloned().ok_or_else(|| node.disagree("a name"))?;
    let of = if node.has(Rule::k_player) {
        CallOf::Player
    } else if node.has(Rule::k_piece) {
        CallOf::Piece
    } else {
        CallOf::Named(node.name()?)
    };
    Ok(CallDecl { of, name, cond: condition::condition(node)? })
}

// ---- endings

pub(super) fn score(node: &Node) -> Read<ScoreDecl> {
    let each = |n: &Node| Ok((n.amount()?, select::selection(n)?));
    let counts = if node.has(Rule::k_adds) {
        ScoreCounts::Adds(node.name()?, node.amount()?)
    } else if node.has(Rule::worth) {
        ScoreCounts::Each(node.all(Rule::worth).map(|n| each(&n)).collect::<Read<_>>()?)
    } else {
        ScoreCounts::Sites(select::selection(node)?)
    };
    Ok(ScoreDecl { counts, span: node.span() })
}

pub(super) fn end(node: &Node) -> Read<EndDecl> {
    Ok(EndDecl {
        result: result(&node.need(Rule::result)?)?,
        cond: node.get(Rule::when).map(|n| condition::condition(&n)).transpose()?,
        reason: node.string()?,
        before: node.get(Rule::before).map(|n| n.string()).transpose()?,
    })
}

fn result(node: &Node) -> Read<EndResult> {
    let first = node.first()?;
    Ok(match first.rule() {
        Rule::k_draw => EndResult::Draw,
        Rule::highest => EndResult::HighestScore,
        Rule::last_player => EndResult::LastPlayer,
        Rule::by_hook => EndResult::Hook(first.name()?),
        _ => {
            let side = select::side_term(node)?;
            let verdict = node.need(Rule::verdict)?;
            if verdict.has(Rule::k_out) {
                EndResult::Out(side, verdict.has(Rule::k_leave))
            } else if verdict.has(Rule::k_wins) || verdict.has(Rule::k_win) {
                EndResult::Wins(side)
            } else {
                EndResult::Loses(side)
            }
        }
    })
}

// ---- match

pub(super) fn match_play(node: &Node) -> Read<MatchDecl> {
    let lines = node.parts().filter(|n| is_match_line(n.rule()));
    Ok(MatchDecl { lines: lines.map(|n| Ok((match_line(&n)?, n.span()))).collect::<Read<_>>()? })
}

pub(super) fn is_match_line(rule: Rule) -> bool {
    matches!(rule, Rule::rounds | Rule::more_rounds | Rule::added | Rule::won | Rule::first_turn | Rule::resigned)
}

pub(super) fn match_line(node: &Node) -> Read<MatchLine> {
    Ok(match node.rule() {
        Rule::rounds => {
            MatchLine::Rounds(node.amount()?, node.get(Rule::round_mod).map(|n| round_sides(&n)).transpose()?)
        }
        Rule::added => MatchLine::Added(round_sides(&node.need(Rule::round_mod)?)?),
        Rule::won => MatchLine::Won(won(node)?),
        Rule::more_rounds => {
            let (add, most) = node.two(node.amounts()?)?;
            MatchLine::More { add, most, then: still_tied(&node.need(Rule::still_tied)?)? }
        }
        Rule::first_turn => MatchLine::FirstTurn(node.has(Rule::k_each)),
        Rule::resigned => MatchLine::Resigned(node.has(Rule::k_replayed)),
        _ => return Err(node.disagree("a line of a match")),
    })
}

fn round_sides(node: &Node) -> Read<RoundSides> {
    node.choose(&[
        (Rule::k_swapping, RoundSides::Swapping),
        (Rule::k_keeping, RoundSides::Keeping),
        (Rule::k_loser, RoundSides::LoserChoosing),
    ])
}

fn won(node: &Node) -> Read<WonBy> {
    if let Some(part) = node.get(Rule::each_side) {
        return Ok(WonBy::EachSide(part.has(Rule::in_one_pair)));
    }
    Ok(if node.has(Rule::k_most) { WonBy::MostRounds } else { WonBy::Rounds(node.number()?) })
}

fn still_tied(node: &Node) -> Read<ThenTied> {
    if let Some(hook) = node.get(Rule::by_hook) {
        return Ok(ThenTied::Hook(hook.name()?));
    }
    node.choose(&[(Rule::k_tied, false), (Rule::k_drawn, true)])
        .map(|drawn| if drawn { ThenTied::Drawn } else { ThenTied::Tied })
}

// ---- hooks

pub(super) fn hook_point(node: &Node) -> Read<HookPoint> {
    node.choose(&[
        (Rule::k_first, HookPoint::FirstTurn),
        (Rule::k_next, HookPoint::NextRound),
        (Rule::k_legality, HookPoint::Legality),
        (Rule::k_after, HookPoint::AfterMove),
        (Rule::k_ending, HookPoint::Ending),
        (Rule::k_score, HookPoint::Score),
        (Rule::k_tiebreak, HookPoint::Tiebreak),
    ])
}

pub(super) fn hook(node: &Node) -> Read<HookDecl> {
    let point = hook_point(&node.need(Rule::hook_point)?)?;
    let (file, decides) = node.two(node.strings()?)?;
    Ok(HookDecl { point, function: node.name()?, file, decides })
}
