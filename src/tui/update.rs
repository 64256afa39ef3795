//! What an event does to the screen.

use super::act::Effects;
use super::areas::{Placed, areas};
use super::geometry::Way;
use super::help;
use super::panel;
use super::state::{Answer, Chosen, Confirmed, Effect, Event, Overlay, Picked, State, Typing};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// Takes an event in, and says what is to be done outside the screen.
pub fn update(state: &mut State, event: Event) -> Effects {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
        Event::Key(key) => pressed(state, key),
        Event::Mouse(mouse) => clicked(state, mouse),
        Event::Paste(text) => {
            if let Some(typing) = &mut state.typing {
                text.chars().filter(|c| !c.is_control()).for_each(|c| insert(typing, c));
            }
            Vec::new()
        }
        Event::Resize(width, height) => {
            state.size = (width, height);
            Vec::new()
        }
        Event::Thought { id, answer } => thought(state, id, answer),
        Event::Done(Ok(text)) => {
            if !text.is_empty() {
                state.say(&text);
            }
            Vec::new()
        }
        Event::Done(Err(text)) => {
            told(state, "It was not done", &text);
            Vec::new()
        }
        Event::Note(text) => {
            state.say(&text);
            Vec::new()
        }
        Event::Loaded(session) => {
            let mut effects = state.stop();
            state.session = *session;
            effects.extend(state.begin_anew());
            effects
        }
        Event::Taken(path) => {
            state.ask_overwrite(path);
            Vec::new()
        }
        Event::Again(begun) => state.begun_again(begun),
        Event::Tick => {
            state.ticks = state.ticks.wrapping_add(1);
            Vec::new()
        }
    }
}

/// Says something short in the line for it, and something long on a page.
fn told(state: &mut State, title: &str, text: &str) {
    let text = text.trim();
    if text.lines().count() > 3 || text.len() > 400 {
        state.overlay = Some(Overlay::Page { title: title.to_owned(), text: text.to_owned(), top: 0 });
    } else {
        state.refuse(&text.lines().map(str::trim).collect::<Vec<_>>().join(" "));
    }
}

fn thought(state: &mut State, id: u64, answer: Result<Answer, crate::engine::HookFault>) -> Effects {
    // Whoever was told to stop may still answer.
    let Some(waiting) = state.waiting.filter(|w| w.id == id) else { return Vec::new() };
    state.waiting = None;
    match answer {
        Ok(Answer::Move(Some(mv))) if state.legal.contains(&mv) => return state.make(&mv),
        Ok(Answer::Move(_)) => {
            state.stuck = true;
            state.refuse("The computer finds no move; u takes moves back.");
        }
        Ok(Answer::Hint(Some(thought))) => state.show_hint(&thought),
        Ok(Answer::Hint(None)) => state.refuse("There is no legal move."),
        Err(fault) if waiting.hint => {
            state.failed("There is no hint: a script fails when the computer looks ahead.", fault);
        }
        Err(fault) => {
            state.stuck = true;
            state.failed("The computer cannot go on; u takes moves back, s saves the game.", fault);
        }
    }
    Vec::new()
}

fn pressed(state: &mut State, key: KeyEvent) -> Effects {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
        return vec![Effect::Quit];
    }
    if state.typing.is_some() {
        return edited(state, key);
    }
    if state.overlay.is_some() {
        return over(state, key);
    }
    if control {
        return match key.code {
            KeyCode::Char('r') => state.redo(),
            KeyCode::Char('z') => state.undo(),
            _ => Vec::new(),
        };
    }
    if state.replay.is_some()
        && let Some(effects) = state.step_by_key(key.code)
    {
        return effects;
    }
    match key.code {
        KeyCode::Left | KeyCode::Char('h') => go(state, Way::Left),
        KeyCode::Right | KeyCode::Char('l') => go(state, Way::Right),
        KeyCode::Up | KeyCode::Char('k') => go(state, Way::Up),
        KeyCode::Down | KeyCode::Char('j') => go(state, Way::Down),
        KeyCode::Enter | KeyCode::Char(' ') => return entered(state),
        KeyCode::Tab => state.cycle(false),
        KeyCode::BackTab => state.cycle(true),
        KeyCode::Esc => return let_go(state),
        KeyCode::PageUp => state.scrolled = (state.scrolled + 5).min(state.texts.len()),
        KeyCode::PageDown => state.scrolled = state.scrolled.saturating_sub(5),
        KeyCode::Char(':') => state.typing = Some(Typing::default()),
        KeyCode::Char(c @ '1'..='9') => state.pick_hand(c as usize - '1' as usize),
        KeyCode::Char(c) => return letter(state, c),
        _ => {}
    }
    Vec::new()
}

fn letter(state: &mut State, c: char) -> Effects {
    match c {
        '?' => state.overlay = Some(help::page(state.replay.is_some())),
        'u' => return state.undo(),
        'r' => return state.redo(),
        'U' => return all_back(state),
        'R' => return all_again(state),
        't' | 'H' => return state.ask_hint(),
        'p' => return state.pass(),
        'm' => state.list_moves(),
        'f' => state.flip = !state.flip,
        'g' => state.look.symbols = !state.look.symbols,
        'w' => {
            let site = state.cursor;
            state.explain(site);
        }
        's' if state.replay.is_none() => {
            let (before, name) = ("save ", state.session.offered_name());
            state.typing = Some(Typing { offer: Some(before.len()), ..typing(&format!("{before}{name}")) });
        }
        'n' => return state.ask_again(false),
        'N' => return state.ask_again(true),
        'o' => state.typing = Some(typing("load ")),
        'e' => state.typing = Some(typing("pin ")),
        'x' => state.ask_resign(),
        'i' => {
            let text = crate::cli::show::unwrapped(&state.session.opened);
            state.overlay = Some(Overlay::Page { title: "The rules".to_owned(), text, top: 0 });
        }
        'c' => return super::command::run(state, "standing"),
        'q' => return state.ask_quit(),
        _ => state.say("? tells the keys."),
    }
    Vec::new()
}

/// A command that waits for its word.
fn typing(text: &str) -> Typing {
    Typing { text: text.to_owned(), at: text.chars().count(), ..Typing::default() }
}

fn all_back(state: &mut State) -> Effects {
    let mut effects = Vec::new();
    loop {
        let before = state.session.play.made().len();
        effects.extend(state.undo());
        if state.session.play.made().len() == before {
            return effects;
        }
    }
}

fn all_again(state: &mut State) -> Effects {
    let mut effects = Vec::new();
    while !state.future.is_empty() {
        let before = state.future.len();
        effects.extend(state.redo());
        if state.future.len() == before {
            break;
        }
    }
    effects
}

fn go(state: &mut State, way: Way) {
    let placed = Placed::new(state);
    if let Some(site) = placed.plan.step(state.cursor, way) {
        state.cursor = site;
    }
}

fn entered(state: &mut State) -> Effects {
    if state.stuck && !state.session.seats.any_person() && !state.session.is_over() {
        // The computers go on.
        state.stuck = false;
        return state.turn();
    }
    match state.take_hint() {
        Some(effects) => effects,
        None => state.choose(state.cursor),
    }
}

fn let_go(state: &mut State) -> Effects {
    if state.waiting.is_some_and(|w| w.hint) {
        state.say("");
        return state.stop();
    }
    if state.waiting.is_some() && !state.session.seats.any_person() {
        state.stuck = true;
        state.say("Enter goes on, u takes a move back.");
        return state.stop();
    }
    if state.narrowed.take().is_none() {
        (state.picked, state.hint) = (None, None);
    }
    state.say("");
    Vec::new()
}

/// Keys over a page, a list or a question.
fn over(state: &mut State, key: KeyEvent) -> Effects {
    let rows = usize::from(state.size.1);
    let Some(overlay) = &mut state.overlay else { return Vec::new() };
    match overlay {
        Overlay::Page { top, .. } => match key.code {
            KeyCode::Down | KeyCode::Char('j') => *top += 1,
            KeyCode::Up | KeyCode::Char('k') => *top = top.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => *top += rows / 2,
            KeyCode::PageUp | KeyCode::Char('b') => *top = top.saturating_sub(rows / 2),
            KeyCode::Home => *top = 0,
            _ => state.overlay = None,
        },
        Overlay::Choice { items, at, .. } => {
            let last = items.len().saturating_sub(1);
            match key.code {
                KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => *at = if *at >= last { 0 } else { *at + 1 },
                KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => *at = at.checked_sub(1).unwrap_or(last),
                KeyCode::PageDown => *at = (*at + rows / 2).min(last),
                KeyCode::PageUp => *at = at.saturating_sub(rows / 2),
                KeyCode::Home => *at = 0,
                KeyCode::End => *at = last,
                KeyCode::Enter | KeyCode::Char(' ') => return taken(state),
                KeyCode::Char(c @ '1'..='9') if (c as usize - '1' as usize) < items.len() => {
                    *at = c as usize - '1' as usize;
                    return taken(state);
                }
                KeyCode::Esc | KeyCode::Char('q') => leave_choice(state),
                _ => {}
            }
        }
        Overlay::Confirm { then, .. } => {
            let then = then.clone();
            // A file is not lost by a key that was meant for the line before.
            let enter = key.code == KeyCode::Enter && !matches!(then, Confirmed::Overwrite(_));
            return answered(state, enter || matches!(key.code, KeyCode::Char('y' | 'Y')), then);
        }
    }
    Vec::new()
}

fn answered(state: &mut State, yes: bool, then: Confirmed) -> Effects {
    state.overlay = None;
    if yes {
        return state.confirmed(then);
    }
    if let Confirmed::Overwrite(_) = then {
        state.refuse("Nothing was saved.");
    }
    Vec::new()
}

fn leave_choice(state: &mut State) {
    let sides = matches!(&state.overlay, Some(Overlay::Choice { items, .. }) if items.iter().any(|(_, c)| matches!(c, Chosen::Side(_))));
    state.overlay = None;
    if sides {
        state.say("Enter asks for the side again.");
    }
}

/// What the list stands at is chosen.
fn taken(state: &mut State) -> Effects {
    let Some(Overlay::Choice { items, at, .. }) = state.overlay.take() else { return Vec::new() };
    match items.into_iter().nth(at) {
        Some((_, Chosen::Move(mv))) => state.make(&mv),
        Some((_, Chosen::Side(side))) => match state.session.choose(side) {
            Ok(()) => state.next_round(),
            Err(failure) => {
                state.refuse(&failure.to_string());
                Vec::new()
            }
        },
        None => Vec::new(),
    }
}

/// What was offered is not wanted.
fn decline(typing: &mut Typing) -> bool {
    let Some(kept) = typing.offer.take() else { return false };
    typing.text = typing.text.chars().take(kept).collect();
    typing.at = kept;
    true
}

fn insert(typing: &mut Typing, c: char) {
    decline(typing);
    let at = typing.text.char_indices().nth(typing.at).map_or(typing.text.len(), |(n, _)| n);
    if typing.text.len() < 4096 {
        typing.text.insert(at, c);
        typing.at += 1;
    }
}

/// Keys in the line that is typed.
fn edited(state: &mut State, key: KeyEvent) -> Effects {
    let Some(typing) = &mut state.typing else { return Vec::new() };
    let length = typing.text.chars().count();
    match key.code {
        KeyCode::Enter => {
            let text = typing.text.trim().to_owned();
            state.typing = None;
            if text.is_empty() {
                return Vec::new();
            }
            state.typed.push(text.clone());
            return super::command::run(state, &text);
        }
        KeyCode::Esc => state.typing = None,
        KeyCode::Backspace | KeyCode::Delete if decline(typing) => {}
        KeyCode::Backspace if typing.text.is_empty() => state.typing = None,
        KeyCode::Backspace if typing.at > 0 => {
            typing.at -= 1;
            remove(typing);
        }
        KeyCode::Delete => remove(typing),
        KeyCode::Left | KeyCode::Right | KeyCode::Home | KeyCode::End => {
            typing.offer = None;
            typing.at = match key.code {
                KeyCode::Left => typing.at.saturating_sub(1),
                KeyCode::Right => (typing.at + 1).min(length),
                KeyCode::Home => 0,
                _ => length,
            };
        }
        KeyCode::Up | KeyCode::Down => {
            let back = if key.code == KeyCode::Up { typing.back + 1 } else { typing.back.saturating_sub(1) };
            if back <= state.typed.len() {
                let before = state.typed.len().checked_sub(back).and_then(|n| state.typed.get(n));
                let text = before.cloned().unwrap_or_default();
                *typing = Typing { at: text.chars().count(), text, back, offer: None };
            }
        }
        KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => *typing = Typing::default(),
        KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => insert(typing, c),
        _ => {}
    }
    Vec::new()
}

fn remove(typing: &mut Typing) {
    if let Some((at, _)) = typing.text.char_indices().nth(typing.at) {
        typing.text.remove(at);
    }
}

fn clicked(state: &mut State, mouse: MouseEvent) -> Effects {
    let at = (mouse.column, mouse.row);
    let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
    match mouse.kind {
        MouseEventKind::ScrollUp if state.overlay.is_some() => return over(state, key(KeyCode::Up)),
        MouseEventKind::ScrollDown if state.overlay.is_some() => return over(state, key(KeyCode::Down)),
        MouseEventKind::ScrollUp => state.scrolled = (state.scrolled + 1).min(state.texts.len()),
        MouseEventKind::ScrollDown => state.scrolled = state.scrolled.saturating_sub(1),
        MouseEventKind::Down(MouseButton::Right) => return let_go(state),
        MouseEventKind::Down(MouseButton::Left) => return pointed(state, at),
        _ => {}
    }
    Vec::new()
}

fn pointed(state: &mut State, at: (u16, u16)) -> Effects {
    match &mut state.overlay {
        Some(Overlay::Page { .. }) => {
            state.overlay = None;
            return Vec::new();
        }
        Some(Overlay::Confirm { then, .. }) => {
            let then = then.clone();
            return match super::draw::answer_at(state, at) {
                Some(yes) => answered(state, yes, then),
                None => Vec::new(),
            };
        }
        Some(Overlay::Choice { .. }) => {
            let Some(n) = super::draw::choice_at(state, at) else {
                leave_choice(state);
                return Vec::new();
            };
            if let Some(Overlay::Choice { at, .. }) = &mut state.overlay {
                *at = n;
            }
            return taken(state);
        }
        None => {}
    }
    state.typing = None;
    let parts = areas(state.size);
    if parts.panel.contains(at.into()) {
        let kind = panel::lines(state).get(usize::from(at.1 - parts.panel.y)).and_then(|line| line.hand);
        if let Some(kind) = kind {
            if state.droppable().contains(&kind) && state.is_mine() {
                state.pick(Picked::Hand(kind));
            } else {
                state.refuse("That cannot be dropped now.");
            }
        }
        return Vec::new();
    }
    match Placed::new(state).site_at(at) {
        Some(site) if state.replay.is_some() => {
            state.cursor = site;
            Vec::new()
        }
        Some(site) => state.choose(site),
        None if state.session.is_over() => entered(state),
        None => Vec::new(),
    }
}
