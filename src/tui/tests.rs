//! What events do, and what is drawn then.

use super::draw::draw;
use super::help::KEYS;
use super::look::Look;
use super::state::{Answer, Effect, Event, Overlay, Picked, State, Tone};
use super::update::update;
use crate::cli::play::called;
use crate::search::{Score, Thought};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

const PLAIN: Look = Look { colour: false, symbols: false };

fn state(call: &[&str]) -> State {
    let mut state = State::new(called(call), (80, 24), PLAIN);
    state.begin();
    state
}

fn press(state: &mut State, code: KeyCode) -> Vec<Effect> {
    update(state, Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

fn keys(state: &mut State, keys: &str) {
    keys.chars().for_each(|c| {
        press(state, if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) });
    });
}

fn line(state: &mut State, text: &str) {
    keys(state, &format!(":{text}\n"));
}

fn shown(state: &State) -> String {
    let (width, height) = state.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a buffer");
    terminal.draw(|frame| draw(frame, state)).expect("a buffer");
    let text = terminal.backend().to_string();
    text.lines().map(|l| l.trim_matches('"').trim_end()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_picked_buffalo_shows_where_it_may_go() {
    let mut state = state(&["bison-small", "--players", "person"]);
    keys(&mut state, "\n");
    assert!(matches!(state.picked, Some(Picked::Piece(_))));
    insta::assert_snapshot!(shown(&state));
    press(&mut state, KeyCode::Esc);
    assert_eq!(state.picked, None);
}

#[test]
fn a_captured_piece_comes_to_the_hand_and_is_dropped_from_it() {
    let mut state = state(&["tests/sketches/crazyhouse.rules", "--players", "person"]);
    for text in ["e2-e4", "d7-d5", "e4xd5", "h7-h6"] {
        line(&mut state, text);
        assert_eq!(state.said.0, Tone::Plain, "{}", state.said.1);
    }
    keys(&mut state, "1");
    assert!(matches!(state.picked, Some(Picked::Hand(_))));
    insta::assert_snapshot!(shown(&state));
    let e4 = state.game().board().site("e4").expect("a site");
    state.choose(e4);
    assert_eq!(state.texts.last().map(String::as_str), Some("P@e4"));
}

#[test]
fn moves_with_the_same_goal_are_offered() {
    let mut state = state(&["tests/sketches/chess.rules", "--players", "person"]);
    for text in ["a2-a4", "b7-b5", "a4xb5", "a7-a6", "b5xa6", "b8-c6", "a6-a7", "a8-b8"] {
        line(&mut state, text);
        assert_eq!(state.said.0, Tone::Plain, "{}", state.said.1);
    }
    let site = |state: &State, name: &str| state.game().board().site(name).expect("a site");
    let (from, to) = (site(&state, "a7"), site(&state, "a8"));
    state.choose(from);
    state.choose(to);
    let Some(Overlay::Choice { items, .. }) = &state.overlay else { panic!("no choice: {}", state.said.1) };
    let mut offered: Vec<&str> = items.iter().map(|(text, _)| text.as_str()).collect();
    offered.sort_unstable();
    assert_eq!(offered, ["a7-a8=B", "a7-a8=N", "a7-a8=Q", "a7-a8=R"]);
    insta::assert_snapshot!(shown(&state));
    press(&mut state, KeyCode::Down);
    let chosen = state.overlay.clone();
    let Some(Overlay::Choice { items, at, .. }) = chosen else { panic!("it is still there") };
    keys(&mut state, "\n");
    assert_eq!(state.texts.last(), items.get(at).map(|(text, _)| text));
}

#[test]
fn what_is_no_move_is_explained() {
    let mut state = state(&["bison-small", "--players", "person"]);
    keys(&mut state, "p");
    assert_eq!(state.said.0, Tone::Refused);
    assert!(state.said.1.contains("may not pass"), "{}", state.said.1);
    // A piece of the other side, and an empty site.
    let site = |state: &State, name: &str| state.game().board().site(name).expect("a site");
    let (dog, empty) = (site(&state, "b6"), site(&state, "c4"));
    state.choose(dog);
    assert_eq!(
        state.said.1.split(" (").next(),
        Some("The dog on b6 belongs to the defenders, and the herd is to move")
    );
    state.choose(empty);
    assert_eq!(state.said.1, "c4 is empty (prairie).");
    assert!(state.texts.is_empty());
}

#[test]
fn what_was_taken_back_while_the_computer_thought_is_not_answered() {
    let mut state = state(&["bison-small"]);
    let typed = |state: &mut State, text: &str| {
        let mut effects = Vec::new();
        press(state, KeyCode::Char(':'));
        text.chars().for_each(|c| effects.extend(press(state, KeyCode::Char(c))));
        effects.extend(press(state, KeyCode::Enter));
        effects
    };
    let effects = typed(&mut state, "c1-c2");
    let [Effect::Think { id, play, hint: false }] = effects.as_slice() else { panic!("the computer is asked") };
    let late = play.moves().expect("no script").into_iter().next();
    // Nobody can move meanwhile.
    press(&mut state, KeyCode::Enter);
    assert!(state.said.1.contains("the computer's to move"), "{}", state.said.1);
    let effects = press(&mut state, KeyCode::Char('u'));
    assert!(matches!(effects.as_slice(), [Effect::Stop]));
    update(&mut state, Event::Thought { id: *id, answer: Ok(Answer::Move(late)) });
    assert!(state.texts.is_empty(), "{:?}", state.texts);
    // Made again, the move is answered again.
    let effects = press(&mut state, KeyCode::Char('r'));
    assert!(matches!(effects.as_slice(), [Effect::Think { .. }]));
}

#[test]
fn a_hint_says_for_whom_and_is_taken_with_enter() {
    let mut state = state(&["bison-small", "--players", "person"]);
    let effects = press(&mut state, KeyCode::Char('t'));
    let [Effect::Think { id, hint: true, .. }] = effects.as_slice() else { panic!("the computer is asked") };
    let mv = state.legal.iter().find(|mv| state.text(mv) == "d1-d2").cloned().expect("it is legal");
    let thought = Thought { mv, score: Score::Value(150), depth: 1, line: Vec::new(), nodes: 1 };
    update(&mut state, Event::Thought { id: *id, answer: Ok(Answer::Hint(Some(thought))) });
    assert!(state.said.1.contains(" % for the herd)."), "{}", state.said.1);
    keys(&mut state, "\n");
    assert_eq!(state.said.1, "Enter plays d1-d2; Esc lets go.");
    keys(&mut state, "\n");
    assert_eq!(state.texts, ["d1-d2"]);
}

#[test]
fn strokes_need_not_be_typed() {
    let mut state = state(&["bison-small", "--players", "person"]);
    line(&mut state, "a1a2");
    line(&mut state, "c6c3");
    assert_eq!(state.texts, ["a1-a2"]);
    assert!(state.said.1.starts_with("Not legal: "), "{}", state.said.1);
}

#[test]
fn a_game_that_is_over_is_played_again() {
    let mut state = state(&["bison-small", "--names", "Ann"]);
    keys(&mut state, "x");
    // The question leaves the moves beside the board in sight, and its frame has no gaps.
    insta::assert_snapshot!(shown(&state));
    press(&mut state, KeyCode::Enter);
    assert_eq!(state.said.1, "The game is over; the defenders win: the herd gave the game up.");
    assert!(shown(&state).contains(" n new game   N sides swapped   u undo"), "{}", shown(&state));
    let effects = press(&mut state, KeyCode::Char('N'));
    let [Effect::Again { swap: true }] = effects.as_slice() else { panic!("another game begins") };
    let begun = state.session.again(true);
    let effects = update(&mut state, Event::Again(begun));
    // The computer has the herd now, and begins.
    assert!(matches!(effects.last(), Some(Effect::Think { hint: false, .. })));
    assert_eq!((state.session.player(0), state.session.player(1)), (Some("Computer"), Some("Ann")));
    assert!(!state.session.is_over());
}

#[test]
fn a_name_is_offered_for_a_file_and_gives_way() {
    let mut state = state(&["bison-small", "--players", "person"]);
    keys(&mut state, "s");
    let offered = state.typing.clone().expect("something is typed").text;
    assert!(offered.starts_with("save bison-small-2") && offered.strip_suffix(".txt").is_some(), "{offered}");
    keys(&mut state, "a.txt");
    assert_eq!(state.typing.clone().expect("something is typed").text, "save a.txt");
}

#[test]
fn another_saved_game_is_asked_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.txt");
    std::fs::write(&path, "[Ruleset \"bison\"]\n").expect("it is written");
    let mut state = state(&["bison-small", "--players", "person"]);
    assert!(state.session.would_lose(&path));
    update(&mut state, Event::Taken(path.clone()));
    press(&mut state, KeyCode::Enter);
    assert_eq!(state.said.1, "Nothing was saved.");
    update(&mut state, Event::Taken(path.clone()));
    let effects = press(&mut state, KeyCode::Char('y'));
    assert!(matches!(effects.as_slice(), [Effect::Save { over: true, .. }]));
    state.session.save(&path, true).expect("it is saved");
    assert!(!state.session.would_lose(&path), "it is this game's now");
}

/// Chooses these sites one after the other.
fn choose(state: &mut State, names: &[&str]) {
    for name in names {
        let site = state.game().board().site(name).expect("a site");
        state.choose(site);
    }
}

#[test]
fn a_choice_inside_a_move_is_made_on_the_board() {
    let mut state = state(&["amazons", "--players", "person"]);
    choose(&mut state, &["d1", "d4"]);
    assert!(state.said.1.starts_with("Choose a site with a dot"), "{}", state.said.1);
    insta::assert_snapshot!(shown(&state));
    // A knight's move away no arrow flies; Esc goes back to where the amazon may go.
    choose(&mut state, &["e6"]);
    assert_eq!(state.said.0, Tone::Refused);
    press(&mut state, KeyCode::Esc);
    choose(&mut state, &["d5", "d1"]);
    assert_eq!(state.texts, ["d1-d5/d1"]);
}

#[test]
fn pieces_that_move_together_are_picked_by_the_first() {
    let mut state = state(&["chess", "--players", "person"]);
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"] {
        line(&mut state, text);
        assert_eq!(state.said.0, Tone::Plain, "{}", state.said.1);
    }
    choose(&mut state, &["e1", "g1"]);
    assert_eq!(state.texts.last().map(String::as_str), Some("O-O"));
}

#[test]
fn a_landing_on_the_way_is_enough_where_one_move_has_it() {
    // A man takes on d6 and then on f8 of a board of ten: b4-d6-f8, over c5 and e7.
    let position = "10/10/10/4b5/10/2b7/1w8/10/10/10 white";
    let mut state = state(&["international-draughts", "--players", "person", "--position", position]);
    choose(&mut state, &["b4", "d6"]);
    assert_eq!(state.texts, ["b4xf8"]);
}

#[test]
fn a_click_is_a_site_on_boards_of_every_size() {
    let mut state = state(&["bison", "--players", "person"]);
    for size in [(80, 24), (120, 40), (200, 60)] {
        state.size = size;
        let placed = super::areas::Placed::new(&state);
        let sites: Vec<_> = state.game().board().sites().iter().collect();
        for site in sites {
            let at = placed.plan.spot(site).and_then(|s| placed.seen(s.at)).expect("it is seen");
            assert_eq!(placed.site_at(at), Some(site));
        }
    }
    // A click on the panel is none on the board.
    let kind = MouseEventKind::Down(MouseButton::Left);
    update(&mut state, Event::Mouse(MouseEvent { kind, column: 190, row: 2, modifiers: KeyModifiers::NONE }));
    assert_eq!(state.picked, None);
}

#[test]
fn all_keys_stand_in_the_book() {
    let page = include_str!("../../docs/book/terminal.md");
    for (key, what) in KEYS {
        assert!(page.contains(&format!("| {key} | {what} |")), "| {key} | {what} |");
    }
}
