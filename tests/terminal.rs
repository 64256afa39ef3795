//! The screen in the terminal, driven as a person drives it: the real program in a pseudo-terminal, keys and clicks in,
//! the screen out. Nothing sleeps: whatever is expected is waited for, with a deadline.

#![cfg(all(unix, feature = "tui"))]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Whatever is waited for comes in milliseconds, unless the machine is very busy.
const DEADLINE: Duration = Duration::from_secs(30);

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const ESC: &str = "\x1b";
const CTRL_C: &str = "\x03";

struct Seen {
    parser: vt100::Parser,
    raw: Vec<u8>,
    closed: bool,
}

/// The program in a terminal.
struct Terminal {
    seen: Arc<(Mutex<Seen>, Condvar)>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn new(args: &[&str]) -> Terminal {
        Terminal::sized((80, 24), args, &[])
    }

    fn sized((columns, rows): (u16, u16), args: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_houserules"));
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let parser = vt100::Parser::new(rows, columns, 0);
        let seen = Arc::new((Mutex::new(Seen { parser, raw: Vec::new(), closed: false }), Condvar::new()));
        let shared = Arc::clone(&seen);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let read = reader.read(&mut buffer).unwrap_or(0);
                let mut seen = shared.0.lock().expect("no panic");
                let bytes = buffer.get(..read).unwrap_or_default();
                seen.parser.process(bytes);
                seen.raw.extend_from_slice(bytes);
                seen.closed = read == 0;
                shared.1.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
        Terminal { seen, keys, child, master: pair.master }
    }

    /// Waits until something is so.
    #[track_caller]
    fn until(&self, what: &str, mut is: impl FnMut(&Seen) -> bool) {
        let end = Instant::now() + DEADLINE;
        let mut seen = self.seen.0.lock().expect("no panic");
        while !is(&seen) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "{what}: not seen in\n{}", seen.parser.screen().contents());
            seen = self.seen.1.wait_timeout(seen, left).expect("no panic").0;
        }
    }

    /// Waits for a text on the screen.
    #[track_caller]
    fn see(&self, text: &str) {
        self.until(text, |seen| flat(seen).contains(text));
    }

    /// Waits until a text has gone from the screen.
    #[track_caller]
    fn see_no(&self, text: &str) {
        self.until(&format!("no {text}"), |seen| !flat(seen).contains(text));
    }

    fn press(&mut self, keys: &[&str]) {
        keys.iter().for_each(|key| self.keys.write_all(key.as_bytes()).expect("the program reads"));
        self.keys.flush().expect("the program reads");
    }

    fn line(&mut self, text: &str) {
        self.press(&[":", text, "\r"]);
    }

    fn shown(&self) -> String {
        self.seen.0.lock().expect("no panic").parser.screen().contents()
    }

    /// Where a site of a board of squares is: by its rank at the left and its file below. A frame comes in pieces, so that
    /// it is waited for.
    #[track_caller]
    fn place(&self, site: &str) -> (u16, u16) {
        let (file, rank) = site.split_at(1);
        let mut place = None;
        self.until(site, |seen| {
            let shown = seen.parser.screen().contents();
            let row = shown.lines().position(|l| l.split_whitespace().next() == Some(rank));
            let files = shown.lines().find(|l| l.trim_start().starts_with("a "));
            let column = files.and_then(|files| files.chars().position(|c| c.to_string() == file));
            place = column.zip(row);
            place.is_some()
        });
        let (column, row) = place.expect("it was found");
        (column as u16, row as u16)
    }

    /// Where a text begins.
    #[track_caller]
    fn find(&self, text: &str) -> (u16, u16) {
        let mut place = None;
        self.until(text, |seen| {
            let shown = seen.parser.screen().contents();
            let mut lines = shown.lines().enumerate();
            place = lines.find_map(|(row, l)| Some((l[..l.find(text)?].chars().count(), row)));
            place.is_some()
        });
        let (column, row) = place.expect("it was found");
        (column as u16, row as u16)
    }

    fn click(&mut self, site: &str) {
        let (column, row) = self.place(site);
        self.click_at(column, row);
    }

    fn click_at(&mut self, column: u16, row: u16) {
        let (x, y) = (column + 1, row + 1);
        self.press(&[&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")]);
    }

    /// Waits for the end of the program, and that it has given the terminal back.
    #[track_caller]
    fn ends(mut self) -> u32 {
        self.until("the end", |seen| seen.closed);
        let status = self.child.wait().expect("it ends");
        let seen = self.seen.0.lock().expect("no panic");
        let screen = seen.parser.screen();
        assert!(!screen.alternate_screen(), "the screen is given back");
        assert!(!screen.hide_cursor(), "the cursor is seen again");
        assert!(!screen.bracketed_paste(), "pasting is as it was");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is given back");
        status.exit_code()
    }
}

/// The screen as one line, so that it does not matter where a sentence is wrapped.
fn flat(seen: &Seen) -> String {
    let text = seen.parser.screen().contents();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const TWO: [&str; 6] = ["play", "bison-small", "--players", "person", "--seed", "1"];

#[test]
fn a_round_is_played_with_keys() {
    let mut terminal = Terminal::new(&TWO);
    terminal.see("the herd is to move");
    // The cursor begins on c1.
    terminal.press(&[LEFT, "h", "\r"]);
    terminal.see("The buffalo on a1 may go to a2.");
    terminal.press(&[UP, " "]);
    terminal.see("Herd: a1-a2.");
    let chief = ["c6-c5", "c5-c6"];
    for (n, rank) in (3..=7).enumerate() {
        let reply = chief[n % 2];
        terminal.line(reply);
        terminal.see(&format!("Defenders: {reply}."));
        terminal.press(&["\r", "k", "\r"]);
        if rank < 7 {
            terminal.see(&format!("Herd: a{}-a{rank}.", rank - 1));
        }
    }
    // The clause that ended it.
    terminal.see("the game is over");
    terminal.see("the herd wins: a buffalo reached the village");
    terminal.see("6 a6-a7");
    terminal.press(&["q"]);
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn a_move_is_made_with_the_mouse_and_a_refused_one_is_explained() {
    let mut terminal = Terminal::new(&TWO);
    terminal.see("the herd is to move");
    terminal.click("b1");
    terminal.see("The buffalo on b1 may go to b2.");
    terminal.click("b3");
    terminal.see("A buffalo moves one square straight forward");
    terminal.click("b2");
    terminal.see("Herd: b1-b2.");
    terminal.see("the defenders are to move");
    // Whose turn it is not.
    terminal.click("b2");
    terminal.see("belongs to the herd");
    // Typed, the reason is the same as that of `why`.
    terminal.line("c6-c3");
    terminal.see("Not legal: ");
    terminal.press(&[CTRL_C]);
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut terminal = Terminal::new(&TWO);
    terminal.see("the herd is to move");
    for text in ["a1-a2", "c6-c5", "b1-b2"] {
        terminal.line(text);
        terminal.see(text);
    }
    terminal.press(&["u"]);
    terminal.see("Taken back: b1-b2.");
    terminal.see("Moves: 2 of 3");
    terminal.press(&["U"]);
    terminal.see("Moves: 0 of 3");
    terminal.press(&["R"]);
    terminal.see("Moves: 3");
    terminal.see("3 of 3: herd b1-b2.");
    // Another move makes what was taken back forgotten.
    terminal.press(&["u", "u"]);
    terminal.see("Moves: 1 of 3");
    terminal.line("c6-d5");
    terminal.see("Moves: 2");
    terminal.press(&["r"]);
    terminal.see("There is nothing to make again.");
    // A resignation is asked about, and can be taken back.
    terminal.press(&["x"]);
    terminal.see("The herd gives the game up?");
    terminal.press(&["y"]);
    terminal.see("the herd gave the game up");
    terminal.press(&["u"]);
    terminal.see("The game goes on.");
    terminal.press(&["q"]);
    terminal.see("Leave it?");
    terminal.press(&["y"]);
    terminal.until("the end", |seen| seen.closed);
    terminal.see("Small Bison: The game is not over after 2 moves. It was not saved.");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn the_computer_gives_a_hint_and_replies() {
    let mut terminal = Terminal::new(&["play", "bison-small", "--level", "beginner", "--seed", "1"]);
    terminal.see("You play herd; the computer plays defenders.");
    terminal.press(&["t"]);
    terminal.see("% for the herd). Enter twice plays it.");
    terminal.press(&["\r"]);
    terminal.see("Esc lets go.");
    terminal.press(&["\r"]);
    terminal.see("Moves: 2");
    terminal.see("the herd is to move");
    // Both moves are taken back.
    terminal.press(&["u"]);
    terminal.see("Moves: 0 of 2");
    terminal.press(&["r"]);
    terminal.see("Moves: 2");
    terminal.press(&[CTRL_C]);
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn a_game_is_saved_and_loaded_and_an_example_pinned() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (record, page) = (path("game.txt"), path("page.md"));
    let mut terminal = Terminal::new(&[&TWO[..], &["--pin-to", &page]].concat());
    terminal.see("the herd is to move");
    terminal.line("a1-a2");
    terminal.see("Herd: a1-a2.");
    std::fs::write(&record, "[Ruleset \"bison\"]\n").expect("another game");
    terminal.press(&["s", &record, "\r"]);
    terminal.see("Overwrite it?");
    terminal.press(&["n"]);
    terminal.see("Nothing was saved.");
    terminal.press(&["s", &record, "\r"]);
    terminal.see("Overwrite it?");
    // With the mouse.
    let place = terminal.find(" y yes ");
    terminal.click_at(place.0 + 2, place.1);
    terminal.see("Saved to ");
    terminal.line("why c6-c3");
    terminal.see("Not legal: ");
    terminal.press(&["e", "\r"]);
    terminal.see("pinned to ");
    terminal.line("c6-c5");
    terminal.see("Moves: 2");
    terminal.press(&["o", &record, "\r"]);
    terminal.see("Moves: 1");
    terminal.line("load /nowhere/at-all");
    terminal.see("cannot be read");
    terminal.press(&[CTRL_C]);
    assert_eq!(terminal.ends(), 0);
    let text = std::fs::read_to_string(Path::new(&record)).expect("a record");
    assert!(text.contains("[Ruleset \"bison-small\"]") && text.contains("a1-a2"), "{text}");
    let text = std::fs::read_to_string(Path::new(&page)).expect("a page");
    assert!(text.contains("why not c6-c3?"), "{text}");
}

#[test]
fn it_fits_as_small_as_80_by_24_and_grows_and_shrinks() {
    let mut terminal = Terminal::new(&["play", "bison", "--players", "person", "--seed", "1"]);
    terminal.see("the herd is to move");
    terminal.see("a b c d e f g h i j k");
    let distance = |terminal: &Terminal| {
        let (a, b) = (terminal.place("a1"), terminal.place("b2"));
        (b.0 - a.0, a.1 - b.1)
    };
    assert_eq!(distance(&terminal), (4, 2));
    let resize = |terminal: &Terminal, columns, rows| {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        terminal.seen.0.lock().expect("no panic").parser.screen_mut().set_size(rows, columns);
        terminal.master.resize(size).expect("it can be resized");
    };
    resize(&terminal, 140, 50);
    terminal.until("a larger board", |seen| {
        let text = seen.parser.screen().contents();
        let files = text.lines().find(|l| l.trim_start().starts_with("a "));
        files.is_some_and(|l| l.contains("a      b      c"))
    });
    // Smaller than the board: what the cursor is on is seen.
    resize(&terminal, 24, 10);
    terminal.see("beyond");
    terminal.press(&[RIGHT, DOWN]);
    resize(&terminal, 9, 3);
    terminal.see("too small");
    resize(&terminal, 80, 24);
    terminal.see("? keys");
    terminal.press(&[CTRL_C]);
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn without_colours_nothing_is_coloured_and_all_is_said() {
    let mut terminal = Terminal::sized((80, 24), &TWO, &[("NO_COLOR", "1")]);
    terminal.see("the herd is to move");
    terminal.press(&["\r"]);
    terminal.see("may go to c2");
    let seen = terminal.seen.0.lock().expect("no panic");
    let screen = seen.parser.screen();
    let (rows, columns) = screen.size();
    for row in 0..rows {
        for column in 0..columns {
            let cell = screen.cell(row, column).expect("a cell");
            let colours = (cell.fgcolor(), cell.bgcolor());
            assert_eq!(colours, (vt100::Color::Default, vt100::Color::Default), "{row}:{column}");
        }
    }
    let raw = String::from_utf8_lossy(&seen.raw).into_owned();
    assert!(!raw.contains("38;5") && !raw.contains("48;5"), "{raw}");
    drop(seen);
    assert!(terminal.shown().contains('●'), "the target has a sign");
    terminal.press(&[ESC, CTRL_C]);
    terminal.ends();
}

#[test]
fn with_colours_sides_and_zones_differ() {
    let mut terminal = Terminal::new(&TWO);
    terminal.see("? keys");
    let back = |terminal: &Terminal, site: &str| {
        let (column, row) = terminal.place(site);
        let seen = terminal.seen.0.lock().expect("no panic");
        seen.parser.screen().cell(row, column).expect("a cell").bgcolor()
    };
    let colours = ["a1", "b6", "a7", "a4"].map(|site| back(&terminal, site));
    for (n, colour) in colours.iter().enumerate() {
        assert_ne!(*colour, vt100::Color::Default);
        assert!(!colours[..n].contains(colour), "{colours:?}");
    }
    terminal.press(&[CTRL_C]);
    terminal.ends();
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let terminal = Terminal::new(&TWO);
    terminal.see("the herd is to move");
    let id = terminal.child.process_id().expect("it runs").to_string();
    let killed = std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill is there");
    assert!(killed.success());
    terminal.ends();
}

/// A window that is closed leaves nobody behind who waits for its keys.
#[test]
fn the_program_ends_with_its_terminal() {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_houserules"));
    command.args(TWO);
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).expect("the program starts");
    let mut killer = child.clone_killer();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let (mut seen, mut buffer) = (String::new(), [0; 4096]);
    while !seen.contains("to move") {
        let read = reader.read(&mut buffer).expect("the screen");
        seen += &String::from_utf8_lossy(&buffer[..read]);
    }
    drop((reader, pair.master));
    let (ended, end) = std::sync::mpsc::channel();
    thread::spawn(move || ended.send(child.wait().is_ok()));
    let in_time = end.recv_timeout(DEADLINE);
    if in_time.is_err() {
        let _ = killer.kill();
    }
    assert_eq!(in_time, Ok(true), "it goes on without a terminal");
}

#[test]
fn keys_and_rules_are_pages_that_close() {
    let mut terminal = Terminal::new(&TWO);
    terminal.see("the herd is to move");
    terminal.press(&["?"]);
    terminal.see("take back a move, all moves");
    terminal.press(&[ESC]);
    terminal.see_no("take back a move, all moves");
    terminal.press(&["i"]);
    terminal.see("The rules");
    terminal.press(&[ESC]);
    terminal.see_no("The rules");
    terminal.press(&["m"]);
    terminal.see("5 moves");
    terminal.press(&["2"]);
    terminal.see("Herd: b1-b2.");
    terminal.press(&[CTRL_C]);
    terminal.ends();
}

#[test]
fn a_match_goes_from_round_to_round() {
    let mut terminal = Terminal::new(&["play", "bison-small", "--match", "--players", "person", "--seed", "1"]);
    terminal.see("Round 1 of 2");
    terminal.press(&["x", "y"]);
    terminal.see("Standing: Player 1: 0, Player 2: 1.");
    terminal.press(&["\r"]);
    terminal.see("Round 2 of 2: Player 2 plays herd, Player 1 plays defenders.");
    terminal.press(&["x", "y"]);
    terminal.see("Round 2 is over");
    terminal.press(&["\r"]);
    terminal.see("The match is over.");
    terminal.press(&["q"]);
    terminal.ends();
}

#[test]
fn a_record_is_stepped_through() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.txt").display().to_string();
    let mut terminal = Terminal::new(&[&TWO[..], &["--save", &record]].concat());
    terminal.see("the herd is to move");
    for text in ["a1-a2", "c6-c5", "b1-b2"] {
        terminal.line(text);
        terminal.see(text);
    }
    terminal.press(&["x", "y"]);
    terminal.see("the game is over");
    terminal.press(&["q"]);
    terminal.ends();
    let mut terminal = Terminal::new(&["replay", &record]);
    terminal.see("Small Bison: 3 moves.");
    terminal.press(&[RIGHT]);
    terminal.see("1 of 3: herd a1-a2.");
    terminal.press(&["\x1b[F"]);
    terminal.see("3 of 3: herd b1-b2. The game is over; the herd wins: the defenders gave the game up.");
    terminal.press(&[RIGHT]);
    terminal.see("The record ends here.");
    terminal.press(&[LEFT]);
    terminal.see("2 of 3: defenders c6-c5.");
    terminal.press(&["\x1b[H"]);
    terminal.see("The start of 3 moves.");
    terminal.press(&["q"]);
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn computers_are_watched_and_can_be_stopped() {
    let mut terminal =
        Terminal::new(&["play", "bison-small", "--players", "computer", "--level", "child", "--seed", "1"]);
    terminal.see("Moves: 3");
    terminal.press(&[ESC]);
    terminal.see("Enter goes on, u takes a move back.");
    terminal.press(&["U"]);
    terminal.see("Moves: 0 of ");
    terminal.press(&["R", "\r"]);
    terminal.see("Moves: 6");
    terminal.press(&[CTRL_C]);
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn lines_are_kept_where_they_are_asked_for_and_where_no_screen_can_be() {
    let asked = [&TWO[..], &["--plain"]].concat();
    let mut terminal = Terminal::new(&asked);
    terminal.see("herd>");
    terminal.press(&["a1a2\r"]);
    terminal.see("defenders>");
    terminal.press(&["resign\r"]);
    terminal.see("The defenders give the game up? y or n>");
    terminal.press(&["y\r"]);
    terminal.see("game over>");
    terminal.press(&["quit\r"]);
    terminal.until("the end", |seen| seen.closed);
    terminal.see("Small Bison: The game is over; the herd wins: the defenders gave the game up. It was not saved.");
    let terminals = [
        Terminal::new(&asked),
        Terminal::sized((80, 24), &TWO, &[("TERM", "dumb")]),
        Terminal::sized((30, 10), &TWO, &[]),
    ];
    for mut terminal in terminals {
        terminal.see("herd>");
        terminal.press(&["quit\r"]);
        terminal.until("the end", |seen| seen.closed);
        assert!(!String::from_utf8_lossy(&terminal.seen.0.lock().expect("no panic").raw).contains("\x1b[?1049h"));
    }
}

#[test]
fn what_says_nothing_in_a_terminal_or_would_lose_a_game_is_refused_there() {
    let mut terminal = Terminal::new(&["render", "bison"]);
    terminal.see("`-o board.svg` writes it to a file");
    terminal.until("the end", |seen| seen.closed);
    assert_eq!(terminal.child.wait().expect("it ends").exit_code(), 2);
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.txt").display().to_string();
    std::fs::write(&record, "[Ruleset \"bison-small\"]\n\n1. a1-a2\n").expect("a game");
    let mut terminal = Terminal::new(&[&TWO[..], &["--save", &record]].concat());
    terminal.see("is there already: `--load ");
    terminal.until("the end", |seen| seen.closed);
    assert_eq!(terminal.child.wait().expect("it ends").exit_code(), 2);
    // Loaded, it may be written.
    let mut terminal = Terminal::new(&["play", "--load", &record, "--players", "person", "--save", &record]);
    terminal.see("Moves: 1");
    terminal.line("c6c5");
    terminal.see("Moves: 2");
    terminal.press(&[CTRL_C]);
    assert_eq!(terminal.ends(), 0);
    assert!(std::fs::read_to_string(&record).expect("a game").contains("c6-c5"));
}
