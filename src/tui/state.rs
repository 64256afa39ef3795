//! All that the screen shows, as a plain value.

use super::look::Look;
use crate::board::Site;
use crate::cli::fail::Failure;
use crate::cli::play::session::Session;
use crate::cli::wrap;
use crate::engine::{Action, Game, HookFault, Move, Play};
use crate::notation::{move_text, record};
use crate::ruleset::{KindId, SideId};
use crate::search::Thought;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use std::path::PathBuf;

/// What happens to the screen.
pub enum Event {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    Resize(u16, u16),
    /// The computer has come to something; `id` says for what it was asked.
    Thought {
        id: u64,
        answer: Result<Answer, HookFault>,
    },
    /// Something was done with a file, or it was not.
    Done(Result<String, String>),
    /// Another game has come to the table.
    Loaded(Box<Session>),
    /// The program goes on after this; a note that was made meanwhile.
    Note(String),
    /// A moment has passed.
    Tick,
}

/// What the computer comes to.
pub enum Answer {
    /// Its move; none where there is none.
    Move(Option<Move>),
    /// What it would do in the place of the person.
    Hint(Option<Thought>),
}

/// What is to be done outside the screen.
pub enum Effect {
    /// The computer is to think about a position, for itself or, `hint`, for the person.
    Think {
        id: u64,
        play: Box<Play>,
        hint: bool,
    },
    /// It need not think any more.
    Stop,
    /// The computer begins anew, with another game.
    Begin,
    Save(PathBuf),
    Load(PathBuf),
    /// What was typed behind `pin`.
    Pin(String),
    /// The game is written to the file that was named for it.
    Keep,
    Quit,
}

/// What was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// The piece on a site.
    Piece(Site),
    /// Pieces of a kind in hand.
    Hand(KindId),
}

/// What lies over the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// Something to read; `top` lines of it are out of sight.
    Page { title: String, text: String, top: usize },
    /// Something to choose from.
    Choice { title: String, items: Vec<(String, Chosen)>, at: usize },
    /// Something to be confirmed.
    Confirm { text: String, then: Confirmed },
}

/// What is chosen from a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    Move(Move),
    Side(SideId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    Resign,
    Quit,
}

/// A line that is being typed, behind `:`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typing {
    pub text: String,
    /// Characters before the cursor.
    pub at: usize,
    /// How far back in what was typed before.
    pub back: usize,
}

/// How something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Refused,
}

/// The rounds of a record that is looked at, each as it ended.
pub struct Rounds {
    pub all: Vec<Play>,
    /// The one that is looked at.
    pub at: usize,
    /// The number of the first one, counted from 0.
    pub first: usize,
}

/// What the computer is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub id: u64,
    pub hint: bool,
}

/// The whole screen.
pub struct State {
    pub session: Session,
    pub size: (u16, u16),
    pub look: Look,
    pub flip: bool,
    pub cursor: Site,
    pub picked: Option<Picked>,
    /// The moves of the position on the board; none when nobody is to move.
    pub legal: Vec<Move>,
    /// The texts of the moves that were made.
    pub texts: Vec<String>,
    /// Moves that were taken back, the next one last.
    pub future: Vec<Move>,
    pub waiting: Option<Waiting>,
    pub hint: Option<Move>,
    pub said: (Tone, String),
    pub overlay: Option<Overlay>,
    pub typing: Option<Typing>,
    /// What was typed before, the latest last.
    pub typed: Vec<String>,
    /// The computer does not move by itself: a script failed, or somebody looks back.
    pub stuck: bool,
    /// Nobody plays: a record is looked at.
    pub replay: Option<Rounds>,
    /// The match waits for its next round, or is over.
    pub match_over: bool,
    /// Moves of the list that are out of sight below.
    pub scrolled: usize,
    pub asked: u64,
    /// Moments that have passed, for what turns while the computer thinks.
    pub ticks: u64,
}

impl State {
    pub fn new(session: Session, size: (u16, u16), look: Look) -> State {
        let mut state = State {
            session,
            size,
            look,
            flip: false,
            cursor: 0,
            picked: None,
            legal: Vec::new(),
            texts: Vec::new(),
            future: Vec::new(),
            waiting: None,
            hint: None,
            said: (Tone::Plain, String::new()),
            overlay: None,
            typing: None,
            typed: Vec::new(),
            stuck: false,
            replay: None,
            match_over: false,
            scrolled: 0,
            asked: 0,
            ticks: 0,
        };
        state.seat();
        state
    }

    /// Takes the game of the session as it stands: all else begins anew.
    pub fn seat(&mut self) {
        self.future.clear();
        self.texts = record(&self.session.play, &[]).moves.into_iter().map(|m| m.text).collect();
        (self.stuck, self.match_over, self.scrolled) = (false, false, 0);
        self.refresh();
        if !self.board_holds(self.cursor) || self.texts.is_empty() {
            self.cursor = self.first_site();
        }
    }

    fn board_holds(&self, site: Site) -> bool {
        self.game().board().sites().contains(site)
    }

    /// Where the cursor begins: on a piece that can move, else in the middle of the sites.
    fn first_site(&self) -> Site {
        let froms: Vec<Site> = self.legal.iter().filter_map(Move::from).collect();
        let sites: Vec<Site> = self.game().board().sites().iter().collect();
        froms.get(froms.len() / 2).or(sites.get(sites.len() / 2)).copied().unwrap_or(0)
    }

    /// Looks at the position anew.
    pub fn refresh(&mut self) {
        (self.picked, self.hint) = (None, None);
        self.legal = Vec::new();
        if self.session.is_over() && self.replay.is_none() {
            return;
        }
        match self.session.play.moves() {
            Ok(legal) => self.legal = legal,
            Err(fault) => self.failed("A script failed here; u takes the move back.", fault),
        }
    }

    pub fn game(&self) -> &Game {
        self.session.play.game()
    }

    pub fn say(&mut self, text: &str) {
        self.said = (Tone::Plain, text.to_owned());
    }

    pub fn refuse(&mut self, text: &str) {
        self.said = (Tone::Refused, text.to_owned());
    }

    /// Says that a script failed, and shows where. `so`: what comes of it.
    pub fn failed(&mut self, so: &str, fault: HookFault) {
        self.refuse(so);
        let text = wrap::without_colours(&Failure::Script(fault).to_string());
        self.overlay = Some(Overlay::Page { title: so.trim_end_matches('.').to_owned(), text, top: 0 });
    }

    /// Whether a person is to move.
    pub fn is_mine(&self) -> bool {
        let side = self.session.play.position().to_move;
        !self.session.is_over() && self.replay.is_none() && self.session.is_person(side)
    }

    /// The text of a legal move.
    pub fn text(&self, mv: &Move) -> String {
        move_text(mv, &self.legal, self.game())
    }

    /// The moves of what is picked.
    pub fn picked_moves(&self) -> Vec<&Move> {
        match self.picked {
            Some(Picked::Piece(site)) => self.moves_from(site),
            Some(Picked::Hand(kind)) => self.legal.iter().filter(|mv| drops(mv) == Some(kind)).collect(),
            None => Vec::new(),
        }
    }

    pub fn moves_from(&self, site: Site) -> Vec<&Move> {
        self.legal.iter().filter(|mv| mv.from() == Some(site)).collect()
    }

    /// The moves without a piece that moves there which have to do with a site: drops on it, and choices of it.
    pub fn moves_at(&self, site: Site) -> Vec<&Move> {
        let of = |mv: &&Move| mv.from().is_none() && (mv.trail.contains(&site) || mv.picks.first() == Some(&site));
        self.legal.iter().filter(of).collect()
    }

    /// The kinds that can be dropped now.
    pub fn droppable(&self) -> Vec<KindId> {
        let mut kinds: Vec<KindId> = self.legal.iter().filter_map(drops).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// How many moves have been made and taken back.
    pub fn known(&self) -> usize {
        self.session.play.made().len() + self.future.len()
    }
}

/// The kind that a move drops.
pub fn drops(mv: &Move) -> Option<KindId> {
    match mv.action {
        Action::Drop(kind) | Action::Drops(kind) => Some(kind),
        _ => None,
    }
}

/// Where a move goes, as far as a click can say it.
pub fn goal(mv: &Move) -> Vec<Site> {
    match mv.action {
        Action::Drops(_) => mv.trail.to_vec(),
        _ => mv.to().or(mv.picks.first().copied()).into_iter().collect(),
    }
}
