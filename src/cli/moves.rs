//! `houserules moves`

use super::args::Moves;
use super::fail::Done;
use super::{answer, subject};
use crate::engine::{Action, Game, Move, Play};
use crate::notation::{move_texts, result_clause, result_text, site_text, write_position};
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &Moves, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    let play = subject::start(&opened, &args.at)?;
    let moves = play.moves()?;
    let texts = move_texts(&moves, &opened.game);
    if args.json.json {
        let list: Vec<Value> = moves.iter().zip(&texts).map(|(m, t)| move_value(m, t, &opened.game)).collect();
        let mut value = position_value(&play);
        value["moves"] = list.into();
        return answer(out, &value);
    }
    for text in texts {
        writeln!(out, "{text}")?;
    }
    if let Some(outcome) = play.outcome() {
        super::wrap::say(&ending(&result_text(outcome, &opened.game), &outcome.reason, &opened.game));
    }
    Ok(())
}

/// How a game ended, in a sentence without its full stop.
pub fn ending(result: &str, reason: &str, game: &Game) -> String {
    let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    format!("the game is over: {}{reason}", result_clause(result, game))
}

/// What is to be said of a position: the rules, its text, who is to move, how it ended.
pub fn position_value(play: &Play) -> Value {
    let game = play.game();
    let rules = game.rules();
    json!({
        "ruleset": rules.id,
        "settings": rules.changed_settings.iter().map(|(n, v)| (n.clone(), v.clone().into())).collect::<serde_json::Map<_, Value>>(),
        "position": write_position(play.position(), play.history(), game),
        "to_move": rules.sides.get(play.position().to_move as usize).map(|s| &s.name),
        "outcome": play.outcome().map(|o| json!({ "result": result_text(o, game), "reason": o.reason })),
    })
}

/// A move for other programs.
pub fn move_value(mv: &Move, text: &str, game: &Game) -> Value {
    let rules = game.rules();
    let site = |s| site_text(s, &rules.board);
    let kind = |k: u8| rules.kinds.get(k as usize).map(|kind| &kind.name);
    let piece = match mv.action {
        Action::Piece { kind: k, .. } | Action::Drop(k) | Action::Drops(k) => kind(k),
        _ => None,
    };
    let action = match mv.action {
        Action::Piece { .. } => "move",
        Action::Drop(_) | Action::Drops(_) => "drop",
        Action::Joint(_) => "joint",
        Action::Effect => "effect",
        Action::Pass => "pass",
        Action::Swap => "swap",
    };
    let captured = |(s, p): &(u16, crate::engine::Piece)| json!({ "site": site(*s), "piece": kind(p.kind) });
    json!({
        "move": text,
        "action": action,
        "piece": piece,
        "from": mv.from().map(site),
        "trail": mv.trail.iter().map(|s| site(*s)).collect::<Vec<_>>(),
        "captured": mv.captured.iter().map(captured).collect::<Vec<_>>(),
        "picks": mv.picks.iter().map(|s| site(*s)).collect::<Vec<_>>(),
        "becomes": mv.becomes.and_then(kind),
    })
}
