//! The shape of a move's text: what it says, whether or not such a move is legal.
//!
//! | text | move |
//! |---|---|
//! | `f1-f2` | a piece moves |
//! | `f5xe4` | it captures, on its landing or on the way |
//! | `a1xc1xc3` | it touches down on the way |
//! | `e5xd6(d5)` | what it captures, where nothing else tells two moves apart |
//! | `e7-e8=Q` | it becomes another kind, by the letter of the mover |
//! | `T@c3` | a piece from the hand |
//! | `B@a1,b2,c3` | several in one move, in any order |
//! | `a4-a7/b6` | a choice made in the move: a piece taken off or put down there; one slash for each |
//! | `/b6` | the choice alone, where a phase has such moves |
//! | `O-O` | a move of several pieces, by its own text |
//! | `pass` | the turn is missed |
//! | `swap` | the players swap sides |

use super::letters::{kind_of, letters};
use super::site::{read_sites, site_text};
use super::tidy::{in_small_letters, tidied};
use super::{Fault, NotationError};
use crate::board::Site;
use crate::engine::{Game, Question};
use crate::ruleset::{KindId, SideId};
use std::fmt::Write;

/// The longest text of a move, in bytes.
pub const MAX_MOVE: usize = 4096;

/// What a move's text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveShape {
    /// What is done.
    pub action: ShapeAction,
    /// The landings that the text names, the last one last; of several drops all sites.
    pub trail: Vec<Site>,
    /// It is written with `x`.
    pub captures: bool,
    /// The sites of what is captured, where the text says them.
    pub taken: Option<Vec<Site>>,
    /// The letter of what the piece becomes.
    pub becomes: Option<ShapeKind>,
    /// The choices.
    pub picks: Vec<Site>,
}

/// A kind by its letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeKind {
    /// The letter as written.
    pub letter: String,
    /// The kind.
    pub kind: KindId,
}

/// What is done, as the text says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeAction {
    /// The piece on that site moves.
    Piece(Site),
    /// A piece, or several, from the hand.
    Drop(ShapeKind),
    /// Index of the move of several pieces.
    Joint(u8),
    /// No piece moves; something is chosen.
    Effect,
    /// The turn is missed.
    Pass,
    /// The players swap sides.
    Swap,
}

impl MoveShape {
    /// What may be asked about the move that is written so: why it is legal or not. None where no single rule speaks.
    pub fn question(&self) -> Option<Question> {
        let to = self.to();
        match (&self.action, self.trail.as_slice()) {
            (ShapeAction::Piece(from), [through @ .., to]) => {
                Some(Question::Piece { from: *from, to: *to, through: through.to_vec() })
            }
            (ShapeAction::Drop(piece), [_]) => Some(Question::Drop { kind: piece.kind, to: to? }),
            (ShapeAction::Pass, _) => Some(Question::Pass),
            (ShapeAction::Swap, _) => Some(Question::Swap),
            _ => None,
        }
    }

    /// Reads a move's text without asking whether it is legal. A letter that two sides share is that
    /// of `side`. What cannot be read as it stands is read with blanks around strokes left out, with other dashes and
    /// arrows taken for `-`, and then with sites in small letters.
    pub fn parse(text: &str, game: &Game, side: Option<SideId>) -> Result<MoveShape, NotationError> {
        if text.len() > MAX_MOVE {
            return Err(NotationError::new(MAX_MOVE, Fault::TooLong(MAX_MOVE)));
        }
        let lead = text.len() - text.trim_start().len();
        let (parser, typed) = (Parser { game, side }, text.trim());
        let error = match parser.parse(typed) {
            Ok(shape) => return Ok(shape),
            Err(error) => error,
        };
        let tidy = tidied(typed);
        let small = in_small_letters(&tidy);
        let mut furthest = error;
        for other in [tidy, small] {
            match parser.parse(&other.text) {
                Ok(shape) => return Ok(shape),
                Err(e) => {
                    let at = other.place(e.at);
                    if at > furthest.at {
                        furthest = NotationError { at, ..e };
                    }
                }
            }
        }
        Err(furthest.moved_by(lead))
    }

    /// Where the piece comes from.
    pub fn from(&self) -> Option<Site> {
        match self.action {
            ShapeAction::Piece(from) => Some(from),
            _ => None,
        }
    }

    /// Where it touches down last.
    pub fn to(&self) -> Option<Site> {
        self.trail.last().copied()
    }

    /// The text.
    pub fn text(&self, game: &Game) -> String {
        let board = game.board();
        let join = |sites: &[Site], by: &str| sites.iter().map(|s| site_text(*s, board)).collect::<Vec<_>>().join(by);
        let stroke = if self.captures { "x" } else { "-" };
        let mut text = match &self.action {
            ShapeAction::Piece(from) => format!("{}{stroke}{}", site_text(*from, board), join(&self.trail, stroke)),
            ShapeAction::Drop(kind) => format!("{}@{}", kind.letter, join(&self.trail, ",")),
            ShapeAction::Joint(n) => game.rules().joints.get(*n as usize).map_or("?".into(), |j| j.text.clone()),
            ShapeAction::Effect => String::new(),
            ShapeAction::Pass => "pass".into(),
            ShapeAction::Swap => "swap".into(),
        };
        if let Some(taken) = &self.taken {
            // Writing to a string cannot fail.
            let _ = write!(text, "({})", join(taken, ","));
        }
        if let Some(becomes) = &self.becomes {
            text.push('=');
            text.push_str(&becomes.letter);
        }
        for pick in &self.picks {
            text.push('/');
            text.push_str(site_text(*pick, board));
        }
        if text.is_empty() { "/".into() } else { text }
    }
}

struct Parser<'a> {
    game: &'a Game,
    side: Option<SideId>,
}

impl Parser<'_> {
    fn parse(&self, text: &str) -> Result<MoveShape, NotationError> {
        let (mut action, mut trail, mut captures, mut at) = (ShapeAction::Effect, Vec::new(), false, 0);
        if let Some((n, joint)) = self.joint(text) {
            (action, at) = (ShapeAction::Joint(n), joint);
        } else {
            let end = text.find(['(', '=', '/']).unwrap_or(text.len());
            let head = &text[..end];
            at += end;
            if head == "pass" {
                action = ShapeAction::Pass;
            } else if head == "swap" {
                action = ShapeAction::Swap;
            } else if let Some((letter, sites)) = head.split_once('@') {
                action = ShapeAction::Drop(self.kind(letter, 0)?);
                let moved = |e: NotationError| e.moved_by(letter.len() + 1);
                trail = read_sites(sites, ",", self.game.board()).map_err(moved)?.0;
            } else if !head.is_empty() {
                let (sites, strokes) = read_sites(head, "-x", self.game.board())?;
                let [from, rest @ ..] = sites.as_slice() else { return Err(NotationError::expected(0, "a move", "")) };
                if rest.is_empty() {
                    let help = "a move names where the piece comes from and where it goes, as in `a1-a2`";
                    return Err(NotationError::expected(end, "`-` or `x`", &text[end..]).help(help));
                }
                (action, trail, captures) = (ShapeAction::Piece(*from), rest.to_vec(), strokes.contains(&'x'));
            } else if !text.starts_with('/') {
                return Err(NotationError::expected(0, "a move", text));
            }
        }
        let mut shape = MoveShape { action, trail, captures, taken: None, becomes: None, picks: Vec::new() };
        self.tail(text, at, &mut shape)?;
        Ok(shape)
    }

    /// `(d5)`, `=Q`, `/b6`, in this order.
    fn tail(&self, text: &str, mut at: usize, shape: &mut MoveShape) -> Result<(), NotationError> {
        let board = self.game.board();
        if let Some(inner) = text[at..].strip_prefix('(') {
            let Some(end) = inner.find(')') else {
                return Err(NotationError::expected(text.len(), "`)`", ""));
            };
            shape.taken = Some(read_sites(&inner[..end], ",", board).map_err(|e| e.moved_by(at + 1))?.0);
            at += end + 2;
        }
        if let Some(rest) = text[at..].strip_prefix('=') {
            let letter = &rest[..rest.find('/').unwrap_or(rest.len())];
            shape.becomes = Some(self.kind(letter, at + 1)?);
            at += 1 + letter.len();
        }
        while let Some(rest) = text[at..].strip_prefix('/') {
            let name = &rest[..rest.find('/').unwrap_or(rest.len())];
            if name.is_empty() && text == "/" {
                return Ok(());
            }
            shape.picks.push(super::read_site(name, board).map_err(|e| e.moved_by(at + 1))?);
            at += 1 + name.len();
        }
        if at == text.len() { Ok(()) } else { Err(NotationError::expected(at, "`=`, `/` or the end", &text[at..])) }
    }

    fn kind(&self, letter: &str, at: usize) -> Result<ShapeKind, NotationError> {
        if letter.is_empty() {
            return Err(NotationError::expected(at, "the letter of a piece", ""));
        }
        if let Some(kind) = kind_of(letter, self.side, self.game) {
            return Ok(ShapeKind { letter: letter.to_string(), kind });
        }
        let known = letters(self.game);
        Err(NotationError::unknown(at, "piece's letter", letter, known.iter().map(|l| l.text.as_str())))
    }

    /// The move of several pieces with which the text begins, and where it ends.
    fn joint(&self, text: &str) -> Option<(u8, usize)> {
        let joints = self.game.rules().joints.iter().enumerate();
        let begins = joints.filter(|(_, j)| {
            !j.text.is_empty()
                && text.strip_prefix(&*j.text).is_some_and(|r| r.is_empty() || r.starts_with(['(', '=', '/']))
        });
        begins.max_by_key(|(_, j)| j.text.len()).map(|(n, j)| (n as u8, j.text.len()))
    }
}
