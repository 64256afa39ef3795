//! Draws the screen. Nothing is decided here.

use super::areas::{Areas, Placed, areas};
use super::geometry::Spot;
use super::help;
use super::panel;
use super::state::{Overlay, Picked, State, Tone};
use crate::board::{Site, SiteSet};
use crate::cli::wrap;
use crate::engine::Move;
use crate::explain::english::{is_plural, the_side, verb};
use crate::render::{move_sites, zone_of};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};
use textwrap::core::display_width;

/// The least columns and rows on which anything is seen.
const LEAST_SEEN: (u16, u16) = (16, 6);
/// What turns while the computer thinks.
const TURNING: [&str; 4] = ["◐", "◓", "◑", "◒"];

pub fn draw(frame: &mut Frame, state: &State) {
    let parts = areas(state.size);
    if frame.area().width < parts.title.width || frame.area().height < state.size.1 {
        // The terminal has become smaller, and nobody has said so yet.
        return;
    }
    if state.size.0 < LEAST_SEEN.0 || state.size.1 < LEAST_SEEN.1 {
        let area = frame.area();
        if !area.is_empty() {
            frame.buffer_mut().set_stringn(0, 0, "too small", usize::from(area.width), Style::new());
        }
        return;
    }
    title(frame.buffer_mut(), state, parts.title);
    board(frame.buffer_mut(), state);
    beside(frame.buffer_mut(), state, parts.panel);
    said(frame.buffer_mut(), state, &parts);
    foot(frame, state, parts.foot);
    overlay(frame.buffer_mut(), state);
}

/// Whose turn it is, in a few words.
fn turn_text(state: &State) -> String {
    let position = state.session.play.position();
    let name = state.session.name(position.to_move);
    if state.match_over || state.session.is_over() && state.replay.is_none() || position.outcome.is_some() {
        return state.session.over_text().to_lowercase();
    }
    if let Some(waiting) = state.waiting {
        let sign = TURNING[(state.ticks / 2) as usize % TURNING.len()];
        let who = if waiting.hint { "the computer looks for a hint".to_owned() } else { format!("{name}: thinking") };
        return format!("{sign} {who}");
    }
    format!("{} {} to move", the_side(name), verb(is_plural(name), "is", "are"))
}

fn title(buffer: &mut Buffer, state: &State, at: Rect) {
    buffer.set_style(at, state.look.bar());
    let rules = state.game().rules();
    let turn = turn_text(state);
    let what = if state.replay.is_some() { "Replay: " } else { "" };
    buffer.set_stringn(at.x + 1, at.y, format!("{what}{}", rules.title), usize::from(at.width), Style::new());
    let width = display_width(&turn) as u16;
    if width + 2 < at.width {
        let x = at.width - width - 1;
        buffer.set_string(x.saturating_sub(1), at.y, format!(" {turn}"), Style::new());
    }
}

/// What a site shows besides its piece.
struct Signs {
    last: SiteSet,
    taken: SiteSet,
    targets: SiteSet,
    captures: SiteSet,
    /// What would be captured.
    victims: SiteSet,
    hint: SiteSet,
}

impl Signs {
    fn new(state: &State) -> Signs {
        let last = state.session.play.made().last();
        let picked = state.picked_moves();
        let captures = |mv: &&&Move| !mv.captured.is_empty();
        // Where nothing is picked, and nothing can be: what else can be done somewhere, if that is not nearly everywhere.
        let few = 3 * state.legal.len() < state.game().board().sites().len();
        let drops = few
            && state.picked.is_none()
            && state.narrowed.is_none()
            && state.legal.iter().all(|mv| state.origin(mv).is_none());
        let free: Vec<&Move> = if drops && state.is_mine() { state.legal.iter().collect() } else { Vec::new() };
        let hint = state
            .hint
            .iter()
            .flat_map(|mv| move_sites(mv).iter().chain(state.origin(mv)).chain(state.goals(mv)).collect::<Vec<_>>());
        Signs {
            last: last.map(move_sites).unwrap_or_default(),
            taken: last.map(|mv| mv.captured.iter().map(|(site, _)| *site).collect()).unwrap_or_default(),
            targets: picked.iter().chain(&free).flat_map(|mv| state.goals(mv)).collect(),
            captures: picked.iter().chain(&free).filter(captures).flat_map(|mv| state.goals(mv)).collect(),
            victims: picked.iter().flat_map(|mv| mv.captured.iter().map(|(site, _)| *site)).collect(),
            hint: hint.chain(state.chosen_sites()).collect(),
        }
    }

    /// The colours of a cell, and the signs left and right of what stands in it.
    fn of(&self, state: &State, site: Site, ground: Style) -> (Style, Option<(char, char)>) {
        let look = state.look;
        let cursor = state.cursor == site && state.replay.is_none();
        let style = if state.picked == Some(Picked::Piece(site)) {
            look.picked()
        } else if self.targets.contains(site) {
            look.target(self.captures.contains(site))
        } else if self.hint.contains(site) {
            look.hint()
        } else if self.last.contains(site) {
            look.last()
        } else if cursor {
            look.cursor()
        } else {
            ground
        };
        let signs = if cursor {
            Some(('▸', '◂'))
        } else if self.captures.contains(site) || self.victims.contains(site) {
            Some(('(', ')'))
        } else if self.hint.contains(site) {
            Some(('{', '}'))
        } else if self.last.contains(site) {
            Some(('[', ']'))
        } else {
            None
        };
        (style, signs)
    }
}

fn board(buffer: &mut Buffer, state: &State) {
    let placed = Placed::new(state);
    let look = state.look;
    let put = |buffer: &mut Buffer, at: (i32, i32), text: &str, style: Style| {
        if let Some((x, y)) = placed.seen(at) {
            let room = areas(state.size).board;
            buffer.set_stringn(x, y, text, usize::from(room.right().saturating_sub(x)), style);
        }
    };
    if !placed.plan.filled {
        ground(buffer, state, &placed);
        placed.plan.strokes.iter().for_each(|(at, text)| put(buffer, *at, &text.to_string(), look.line()));
    }
    let label = if placed.plan.filled { look.quiet() } else { look.line() };
    placed.plan.labels.iter().for_each(|(at, text)| put(buffer, *at, text, label));
    let signs = Signs::new(state);
    for spot in &placed.plan.spots {
        cell(buffer, state, &placed, &signs, spot);
    }
    if placed.is_cut() {
        let room = areas(state.size).board;
        let text = "the board goes on beyond";
        let x = room.right().saturating_sub(text.len() as u16);
        buffer.set_stringn(x, room.y, text, usize::from(room.width), look.quiet());
    }
}

/// The ground below points and lines.
fn ground(buffer: &mut Buffer, state: &State, placed: &Placed) {
    let style = state.look.line();
    for row in -1..=placed.plan.size.1 {
        for column in -1..=placed.plan.size.0 {
            if let Some((x, y)) = placed.seen((column, row)) {
                buffer.set_string(x, y, " ", style);
            }
        }
    }
}

fn cell(buffer: &mut Buffer, state: &State, placed: &Placed, signs: &Signs, spot: &Spot) {
    let look = state.look;
    let rules = state.game().rules();
    let zone = zone_of(rules, spot.site);
    let ground = look.ground(rules, zone, spot.shade);
    let (style, brackets) = signs.of(state, spot.site, ground);
    let (left, top, w, h) = spot.cell;
    let put = |buffer: &mut Buffer, at: (i32, i32), text: &str, style: Style| {
        if let Some((x, y)) = placed.seen(at) {
            let room = areas(state.size).board;
            buffer.set_stringn(x, y, text, usize::from(room.right().saturating_sub(x)), style);
        }
    };
    if placed.plan.filled {
        for row in top..top + h {
            (left..left + w).for_each(|column| put(buffer, (column, row), " ", style));
        }
    }
    let (column, row) = spot.at;
    let piece = state.session.play.position().piece(spot.site);
    let wide = placed.plan.filled && w >= 9;
    let reach = if wide { 2 } else { 1 };
    let length = if let Some(piece) = piece {
        let text = look.piece(rules, piece);
        let length = display_width(&text) as i32;
        let side = look.side(piece.owner);
        // As wide as the cell has room.
        let from = (column - reach).max(if placed.plan.filled { left } else { column - reach });
        let to = column + length - 1 + reach;
        let to = if placed.plan.filled { to.min(left + w - 1) } else { to };
        let tight = !placed.plan.filled && w <= 2;
        let (from, to) = if tight { (column, column + length - 1) } else { (from, to) };
        (from..=to).for_each(|c| put(buffer, (c, row), " ", side));
        put(buffer, (column, row), &text, side);
        if let Some(rim) = look.rim(piece.owner, style).filter(|_| placed.plan.filled) {
            if h >= 2 {
                (from..=to).for_each(|c| put(buffer, (c, row + 1), "▀", rim));
            }
            if h >= 3 {
                (from..=to).for_each(|c| put(buffer, (c, row - 1), "▄", rim));
            }
        }
        length
    } else {
        let text = if signs.targets.contains(spot.site) {
            '●'
        } else if signs.taken.contains(spot.site) {
            '×'
        } else {
            // A point on lines is seen better than a blank cell needs to be.
            Some(look.empty(rules, zone)).filter(|c| placed.plan.filled || *c != '·').unwrap_or('•')
        };
        put(buffer, (column, row), &text.to_string(), style);
        1
    };
    if let Some((open, close)) = brackets {
        // Over the rim of the piece, in the colours of the sign.
        let sign = if state.cursor == spot.site && state.replay.is_none() { look.cursor() } else { style };
        // Beside the piece where the cell has room for both of them.
        let (outer, close_at) = (column - reach - 1, column + length + reach);
        let beside = placed.plan.filled && piece.is_some() && outer >= left && close_at < left + w;
        let (open_at, close_at) = if beside { (outer, close_at) } else { (column - 1, column + length) };
        if w > 1 || !placed.plan.filled {
            put(buffer, (open_at, row), &open.to_string(), sign);
        }
        if w > 2 {
            put(buffer, (close_at, row), &close.to_string(), sign);
        }
    }
}

fn beside(buffer: &mut Buffer, state: &State, at: Rect) {
    for (n, line) in panel::lines(state).iter().enumerate().take(usize::from(at.height)) {
        buffer.set_line(at.x, at.y + n as u16, &line.line, at.width);
    }
}

/// What is said, over the bottom of the board where it is long.
fn said(buffer: &mut Buffer, state: &State, parts: &Areas) {
    let (tone, text) = &state.said;
    let style = if *tone == Tone::Refused { state.look.refused() } else { Style::new() };
    let width = usize::from(parts.message.width.saturating_sub(2)).max(10);
    let mut lines: Vec<String> = wrap::lines(text, width, 0);
    let most = usize::from(parts.foot.y / 2).max(1);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    let height = (lines.len() as u16).max(parts.message.height);
    let top = parts.message.bottom().saturating_sub(height);
    let area = Rect::new(0, top, parts.message.width, height);
    Clear.render(area, buffer);
    for (n, line) in lines.iter().enumerate() {
        buffer.set_stringn(1, top + n as u16, line, width + 1, style);
    }
}

fn foot(frame: &mut Frame, state: &State, at: Rect) {
    let width = usize::from(at.width);
    if let Some(typing) = &state.typing {
        // The end of a line that is too long is what is seen.
        let before: String = typing.text.chars().take(typing.at).collect();
        let skip = (display_width(&before) + 2).saturating_sub(width);
        let shown: String = typing.text.chars().skip(skip).collect();
        frame.buffer_mut().set_stringn(at.x, at.y, format!(":{shown}"), width, Style::new());
        if let Some(kept) = typing.offer {
            let from = (1 + kept).saturating_sub(skip).min(width);
            let offered = Rect::new(
                at.x + from as u16,
                at.y,
                (display_width(&shown) + 1).min(width).saturating_sub(from) as u16,
                1,
            );
            frame.buffer_mut().set_style(offered, Style::new().add_modifier(Modifier::REVERSED));
        }
        let x = (1 + display_width(&before) - skip.min(display_width(&before))) as u16;
        frame.set_cursor_position(Position::new(at.x + x.min(at.width.saturating_sub(1)), at.y));
        return;
    }
    let keys = help::foot(state);
    let mut text = String::from(" ");
    for key in keys {
        if display_width(&text) + display_width(key) + 2 < width {
            text.push_str(key);
            text.push_str("   ");
        }
    }
    frame.buffer_mut().set_stringn(at.x, at.y, text, width, state.look.quiet());
}

/// Where a page or a list of so many columns and rows lies.
fn window(state: &State, columns: usize, rows: usize) -> Rect {
    let (width, height) = state.size;
    let w = (columns as u16 + 4).min(width.saturating_sub(2)).max(10.min(width));
    let h = (rows as u16 + 2).min(height.saturating_sub(3)).max(3.min(height));
    Rect::new((width - w) / 2, 1 + (height.saturating_sub(3) - h.min(height.saturating_sub(3))) / 2, w, h)
}

fn framed(buffer: &mut Buffer, at: Rect, title: &str, below: &str) {
    Clear.render(at, buffer);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut block = Block::bordered();
    if !title.is_empty() {
        block = block.title(Line::styled(format!(" {title} "), bold));
    }
    if !below.is_empty() {
        block = block.title_bottom(format!(" {below} "));
    }
    block.render(at, buffer);
}

/// The lines of a page, wrapped to the screen.
fn wrapped(state: &State, text: &str) -> Vec<String> {
    let width = usize::from(state.size.0).saturating_sub(8).clamp(10, 100);
    let hung = |line: &str| -> Vec<String> {
        // What follows of a row of a table stands in its second column.
        let rest = line.trim_start().split_once("  ").map(|(_, rest)| rest.trim_start());
        let hang = rest.map_or(2, |rest| line.len() - rest.len());
        let lines = wrap::lines(line, width, hang.min(width / 2)).into_iter();
        // A word may be longer than a line: a position has no blanks.
        let parts = |line: String| {
            let chars: Vec<char> = line.chars().collect();
            chars.chunks(width).map(|part| part.iter().collect()).collect::<Vec<String>>()
        };
        lines.flat_map(parts).collect()
    };
    text.lines().flat_map(|line| if line.is_empty() { vec![String::new()] } else { hung(line) }).collect()
}

fn overlay(buffer: &mut Buffer, state: &State) {
    match &state.overlay {
        None => {}
        Some(Overlay::Page { title, text, top }) => {
            let lines = wrapped(state, text);
            let widest = lines.iter().map(|l| display_width(l)).max().unwrap_or(0);
            let at = window(state, widest, lines.len());
            let rows = usize::from(at.height.saturating_sub(2));
            let below = if lines.len() > rows { "arrows scroll, Esc closes" } else { "Esc closes" };
            framed(buffer, at, title, below);
            let top = (*top).min(lines.len().saturating_sub(rows));
            for (n, line) in lines.iter().skip(top).take(rows).enumerate() {
                buffer.set_stringn(at.x + 2, at.y + 1 + n as u16, line, usize::from(at.width - 3), Style::new());
            }
        }
        Some(Overlay::Choice { title, items, at: chosen }) => {
            let (at, top) = choice_window(state, title, items.iter().map(|(text, _)| text.as_str()), *chosen);
            framed(buffer, at, title, "Enter chooses, Esc closes");
            let rows = usize::from(at.height.saturating_sub(2));
            for (n, (text, _)) in items.iter().enumerate().skip(top).take(rows) {
                let style = if n == *chosen { state.look.bar() } else { Style::new() };
                let number = if n < 9 { format!("{} ", n + 1) } else { "  ".to_owned() };
                let room = usize::from(at.width - 3);
                buffer.set_stringn(at.x + 2, at.y + 1 + (n - top) as u16, format!("{number}{text} "), room, style);
            }
        }
        Some(Overlay::Confirm { text, .. }) => {
            let (at, lines) = question_window(state, text);
            framed(buffer, at, "", "");
            let room = usize::from(at.width.saturating_sub(3));
            let below = at.bottom().saturating_sub(2);
            for (line, row) in lines.iter().zip(at.y + 1..below) {
                buffer.set_stringn(at.x + 2, row, line, room, Style::new());
            }
            for (text, x) in [(YES, at.x + 2), (NO, at.x + 2 + BETWEEN)] {
                buffer.set_stringn(x, below, text, usize::from(at.right().saturating_sub(x + 1)), state.look.bar());
            }
        }
    }
}

/// What can be answered to a question, and how far apart the answers begin.
const YES: &str = " y yes ";
const NO: &str = " n no ";
const BETWEEN: u16 = 9;

/// Where a question lies, and its lines: over the board, so that the moves beside it are still seen.
fn question_window(state: &State, text: &str) -> (Rect, Vec<String>) {
    let room = areas(state.size).board;
    let lines = wrap::lines(text, usize::from(room.width.saturating_sub(6)).clamp(16, 60), 0);
    let widest = lines.iter().map(|l| display_width(l)).max().unwrap_or(0).max(18) as u16;
    let (w, h) = ((widest + 4).min(room.width), (lines.len() as u16 + 3).min(room.height));
    (Rect::new(room.x + (room.width - w) / 2, room.y + (room.height - h) / 2, w, h), lines)
}

/// The answer to the question at a place on the screen.
pub fn answer_at(state: &State, (column, row): (u16, u16)) -> Option<bool> {
    let Some(Overlay::Confirm { text, .. }) = &state.overlay else { return None };
    let (at, _) = question_window(state, text);
    let across = column.checked_sub(at.x + 2).filter(|_| row + 2 == at.bottom())?;
    let yes = usize::from(across) < YES.len();
    let no = across >= BETWEEN && usize::from(across - BETWEEN) < NO.len();
    (yes || no).then_some(yes)
}

/// Where a list lies, and how many of its items are above it.
fn choice_window<'a>(state: &State, title: &str, items: impl Iterator<Item = &'a str>, chosen: usize) -> (Rect, usize) {
    let widths: Vec<usize> = items.map(|text| display_width(text) + 3).collect();
    let widest = widths.iter().copied().max().unwrap_or(0).max(display_width(title) + 2).max(28);
    let at = window(state, widest, widths.len());
    let rows = usize::from(at.height.saturating_sub(2)).max(1);
    (at, (chosen + 1).saturating_sub(rows))
}

/// The item of the list at a place on the screen.
pub fn choice_at(state: &State, (column, row): (u16, u16)) -> Option<usize> {
    let Some(Overlay::Choice { title, items, at: chosen }) = &state.overlay else { return None };
    let (at, top) = choice_window(state, title, items.iter().map(|(text, _)| text.as_str()), *chosen);
    let inside = at.contains(Position::new(column, row)) && row > at.y && row + 1 < at.bottom();
    inside.then(|| usize::from(row - at.y - 1) + top).filter(|n| *n < items.len())
}
