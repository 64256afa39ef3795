//! What stands beside the board: the sides, their hands, the match, the moves.

use super::areas::areas;
use super::state::{Picked, State};
use crate::cli::wrap;
use crate::engine::Piece;
use crate::explain::english::capital;
use crate::render::{zone_char, zone_of};
use crate::ruleset::{KindId, SideId};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

/// A line of the panel.
pub struct PanelLine {
    pub line: Line<'static>,
    /// The kind in hand that a click on it picks.
    pub hand: Option<KindId>,
}

fn plain(line: impl Into<Line<'static>>) -> PanelLine {
    PanelLine { line: line.into(), hand: None }
}

/// All the lines, as many as there is room for; the moves take what is left.
pub fn lines(state: &State) -> Vec<PanelLine> {
    let room = areas(state.size).panel;
    let mut lines = sides(state);
    lines.extend(hands(state));
    if usize::from(room.height) >= lines.len() + 14 {
        lines.extend(zones(state));
    }
    lines.extend(of_match(state, usize::from(room.width)));
    let height = usize::from(room.height);
    if lines.len() + 2 < height {
        lines.push(plain(""));
        let left = height - lines.len();
        lines.extend(moves(state, left));
    }
    lines.truncate(height);
    lines
}

fn side_name(state: &State, side: usize) -> String {
    let side = side as SideId;
    let name = capital(state.session.name(side));
    match state.player(side) {
        Some(player) => format!("{name} ({player})"),
        None if state.replay.is_some() || state.session.is_person(side) => name,
        None => format!("{name} (computer)"),
    }
}

fn sides(state: &State) -> Vec<PanelLine> {
    let rules = state.game().rules();
    let to_move = usize::from(state.session.play.position().to_move);
    let over = state.session.is_over() && (state.replay.is_none() || state.session.play.outcome().is_some());
    let of = |(n, _): (usize, &crate::ruleset::Side)| {
        let turn = n == to_move && !over;
        let mark = if turn { "▶ " } else { "  " };
        let style = if turn { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let out = if state.session.play.position().is_out(n as SideId) { " is out" } else { "" };
        let letters: Vec<&str> = rules
            .kinds
            .iter()
            .filter(|k| k.owners.contains(&(n as SideId)))
            .map(|k| k.letter(Some(n as SideId)))
            .take(1)
            .collect();
        plain(Line::from(vec![
            Span::styled(mark, style),
            Span::styled(format!(" {} ", letters.concat()), state.look.side(Some(n as SideId))),
            Span::styled(format!(" {}{out}", side_name(state, n)), style),
        ]))
    };
    let mut lines: Vec<PanelLine> = rules.sides.iter().enumerate().map(of).collect();
    let position = state.session.play.position();
    if rules.phases.len() > 1
        && let Some(phase) = rules.phases.get(usize::from(position.phase))
    {
        lines.push(plain(Span::styled(format!("  phase: {}", phase.name), state.look.quiet())));
    }
    if position.turn.left > 1 {
        lines.push(plain(Span::styled(format!("  {} moves left", position.turn.left), state.look.quiet())));
    }
    lines
}

fn hands(state: &State) -> Vec<PanelLine> {
    let rules = state.game().rules();
    let to_move = state.session.play.position().to_move;
    let droppable = state.droppable();
    let mut held = state.session.hands();
    // Of what never runs out there is no count.
    for kind in &droppable {
        let entry = (usize::from(to_move), usize::from(*kind));
        if !held.iter().any(|(s, k, _)| (*s, *k) == entry) {
            held.push((entry.0, entry.1, 0));
        }
    }
    held.sort_unstable();
    if held.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![plain(""), plain(Span::styled("In hand", state.look.quiet()))];
    for (side, kind, count) in held {
        let owner = side as SideId;
        let Some(of) = rules.kinds.get(kind) else { continue };
        let kind = kind as KindId;
        let mine = owner == to_move && state.is_mine();
        let number = droppable.iter().position(|k| *k == kind).filter(|n| mine && *n < 9);
        let key = number.map_or_else(|| "  ".to_owned(), |n| format!("{} ", n + 1));
        let picked = mine && state.picked == Some(Picked::Hand(kind));
        let piece = Piece { kind, owner: Some(owner), was: kind, moved: false };
        let shown = state.look.piece(rules, piece);
        let name = if count == 1 { &of.name } else { &of.plural };
        let text = if count == 0 { format!(" {}", of.name) } else { format!(" {count} {name}") };
        let style = if picked { state.look.picked() } else { Style::new() };
        let spans = vec![
            Span::raw(key),
            Span::styled(format!(" {shown} "), state.look.side(Some(owner))),
            Span::styled(text, style),
        ];
        lines.push(PanelLine { line: Line::from(spans), hand: (owner == to_move).then_some(kind) });
    }
    lines
}

/// The zones that have signs of their own.
fn zones(state: &State) -> Vec<PanelLine> {
    let rules = state.game().rules();
    let seen: Vec<usize> = {
        let mut zones: Vec<usize> = rules.board.sites().iter().filter_map(|s| zone_of(rules, s)).collect();
        zones.sort_unstable();
        zones.dedup();
        zones.retain(|z| zone_char(rules, *z).is_some());
        zones
    };
    let line = |zone: usize| {
        let sign = format!(" {} ", state.look.empty(rules, Some(zone)));
        let name = rules.zones.get(zone).map_or("", |z| z.name.as_str());
        let sign = Span::styled(sign, state.look.ground(rules, Some(zone), 0));
        plain(Line::from(vec![Span::raw("  "), sign, Span::styled(format!(" {name}"), state.look.quiet())]))
    };
    let gap = (!seen.is_empty()).then(|| plain(""));
    gap.into_iter().chain(seen.into_iter().take(5).map(line)).collect()
}

fn of_match(state: &State, width: usize) -> Vec<PanelLine> {
    let Some(running) = &state.session.running else { return Vec::new() };
    let mut lines = vec![plain("")];
    let round = running.play.current().map(|round| round.number);
    if let Some(round) = state.round_looked_at().map(|n| n as u32 + 1).or(round) {
        lines.push(plain(Span::styled(format!("Round {round} of {}", running.play.planned()), state.look.quiet())));
    }
    let standing = state.session.standing_text();
    lines.extend(wrap::lines(&standing, width.max(8), 0).into_iter().map(plain));
    lines
}

/// The moves that were made, the latest in sight, and those that were taken back.
fn moves(state: &State, height: usize) -> Vec<PanelLine> {
    let made = &state.texts;
    let sides = state.game().rules().sides.len().max(1);
    let title = match state.future.len() {
        0 => format!("Moves: {}", made.len()),
        n => format!("Moves: {} of {}", made.len(), made.len() + n),
    };
    let mut lines = vec![plain(Span::styled(title, state.look.quiet()))];
    // One turn of all sides stands in a line, where each makes one move a turn.
    let movers = state.session.play.made();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for n in 0..made.len() {
        let side = movers.get(n).map_or(0, |mv| usize::from(mv.side));
        let first = movers.first().map_or(0, |mv| usize::from(mv.side));
        let place = |side: usize| (side + sides - first) % sides;
        let before = n.checked_sub(1).and_then(|m| movers.get(m)).map(|mv| place(usize::from(mv.side)));
        match rows.last_mut() {
            Some(row) if before.is_some_and(|before| before < place(side)) => row.push(n),
            _ => rows.push(vec![n]),
        }
    }
    let room = height.saturating_sub(1);
    let end = rows.len().saturating_sub(state.scrolled.min(rows.len().saturating_sub(room)));
    let begin = end.saturating_sub(room);
    for (number, row) in rows.iter().enumerate().take(end).skip(begin) {
        let mut spans = vec![Span::styled(format!("{:>3} ", number + 1), state.look.quiet())];
        for n in row {
            let last = *n + 1 == made.len();
            let style = if last { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            spans.push(Span::styled(format!("{:9} ", made.get(*n).map_or("", String::as_str)), style));
        }
        lines.push(plain(Line::from(spans)));
    }
    lines
}
