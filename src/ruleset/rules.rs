//! The core: what a settled rule file means, with every name resolved.
//!
//! Options, conditions on settings and differences are gone; sites, sides, kinds, zones' constant
//! sets, phases and calls are numbers; relative words have become one set of directions a side.
//! `engine/` compiles this and knows nothing else. Every part carries the span it came from.

use super::Span;
use super::item::{Event, HookPoint, RangeWord, Verb};
use super::match_rules::MatchRules;
use crate::board::{Board, CompassSet, Site, SiteSet};
use serde::{Deserialize, Serialize};

/// Index of a side in [`Rules::sides`].
pub type SideId = u8;
/// Index of a kind of piece in [`Rules::kinds`].
pub type KindId = u8;
/// Index of a mark in [`Rules::marks`].
pub type MarkId = u8;
/// Index of a phase in [`Rules::phases`].
pub type PhaseId = u8;
/// Index of a call in [`Rules::calls`].
pub type CallId = u8;

/// One value for each side, by [`SideId`]: the side of the acting piece chooses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PerSide<T>(pub Vec<T>);

impl<T> PerSide<T> {
    /// The value for a side.
    pub fn of(&self, side: SideId) -> &T {
        &self.0[side as usize]
    }
}

/// A settled, resolved rule file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The ruleset's id: its file's name without `.rules`.
    pub id: String,
    /// The title, for display.
    pub title: String,
    /// `version`, or empty.
    pub version: String,
    /// The settings under which this was settled: option and value, for every option, in file order.
    pub settings: Vec<(String, String)>,
    /// The settings that differ from their defaults.
    pub changed_settings: Vec<(String, String)>,
    /// Hash of the meaning under these settings (not of layout, comments, sentences' spelling aside).
    pub hash: u64,
    /// Sites, directions, lines.
    pub board: Board,
    /// Zones by name, for display and notation; selections hold their sites already.
    pub zones: Vec<Zone>,
    /// Marks.
    pub marks: Vec<Mark>,
    /// Sides in the order of their declarations, which is the order of turns.
    pub sides: Vec<Side>,
    /// Kinds of pieces.
    pub kinds: Vec<Kind>,
    /// Moves of several pieces.
    pub joints: Vec<Joint>,
    /// Pieces on the board at the start.
    pub start: Vec<Placed>,
    /// Phases in file order; at least one. An unnamed one where the file has none.
    pub phases: Vec<Phase>,
    /// The pie rule stands.
    pub pie: bool,
    /// Leave to pass.
    pub passing: Vec<Passing>,
    /// Duty filters in file order.
    pub filters: Vec<Filter>,
    /// When captured pieces leave the board.
    pub captured_leave: Leave,
    /// Captured pieces go to the hand of this side.
    pub captured_to: Option<ToHand>,
    /// `after every ...` blocks in file order.
    pub after: Vec<After>,
    /// `illegal when ...` in file order.
    pub illegal: Vec<Illegal>,
    /// Calls.
    pub calls: Vec<Call>,
    /// `score player counts S`
    pub score: Option<Sel>,
    /// `score player counts N for each S`: how many points for each site.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worths: Vec<(u32, Sel)>,
    /// `score SIDE adds N`
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adds: Vec<(SideId, u32)>,
    /// Endings, in the order in which they are judged.
    pub ends: Vec<End>,
    /// The match, where the file has one.
    pub match_play: Option<MatchRules>,
    /// Hooks declared under these settings.
    pub hooks: Vec<Hook>,
    /// What variants renamed: a script speaks with the words of the file that declares its hook.
    pub renames: Vec<super::RenamedWords>,
}

/// A zone by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub of: Option<SideId>,
    /// Its sites, where they do not depend on the position or the side.
    pub sites: Option<SiteSet>,
    /// Where it is declared.
    pub span: Span,
}

/// A mark that moves leave behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Its name.
    pub name: String,
    /// After how many further moves it goes.
    pub lasts: u32,
    /// Where it is declared.
    pub span: Span,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// Where it looks.
    pub faces: Option<super::item::Compass>,
    /// Where it is declared.
    pub span: Span,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its plural.
    pub plural: String,
    /// The owners; empty for neutral pieces.
    pub owners: Vec<SideId>,
    /// Its letter for each owner, in the order of `owners`; one letter for neutral pieces. May be `+X`.
    pub letters: Vec<String>,
    /// A royal piece.
    pub royal: bool,
    /// How many each owner has in hand at the start.
    pub hand: Hand,
    /// Where it may be.
    pub confined: Vec<Confinement>,
    /// How it moves, in file order.
    pub motions: Vec<Motion>,
    /// What it becomes.
    pub becomes: Vec<Becomes>,
    /// Where it is declared (the head, without the lines in braces).
    pub span: Span,
}

impl Kind {
    /// The letter of a piece of this kind with that owner, as a diagram has it.
    pub fn letter(&self, owner: Option<SideId>) -> &str {
        let at = owner.and_then(|o| self.owners.iter().position(|s| *s == o)).unwrap_or(0);
        self.letters.get(at).or_else(|| self.letters.first()).map_or("?", String::as_str)
    }
}

/// What is in hand at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hand {
    /// So many, for each owner.
    Count(u32),
    /// A hand that never runs out.
    Unlimited,
}

/// A line that confines a kind. All of them hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Confinement {
    /// Which tests are made.
    pub rule: ConfinementRule,
    /// The zone, as a selection.
    pub zone: Sel,
    /// Where written.
    pub span: Span,
}

/// How a kind is confined (docs/book/paths.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum ConfinementRule {
    StaysIn,
    NeverEnters,
    NeverPasses,
    NeverStopsIn,
}

/// One motion of a kind: a chain of one or more legs. [`Motion::path`](super::path) says what it means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Motion {
    /// The legs; all but the last end in a bend, not in a landing.
    pub legs: Vec<MotionLeg>,
    /// `from S`: checked before the piece is lifted.
    pub from: Option<(Sel, Span)>,
    /// `when C` (true), `unless C` (false), in the order written.
    pub when: Vec<(Cond, bool, Span)>,
    /// `may repeat`, `must repeat`.
    pub repeat: Option<Repeat>,
    /// `leaving MARK`
    pub leaving: Option<MarkId>,
    /// `then EFFECT` and `must EFFECT` (true), in the order written.
    pub effects: Vec<(Effect, bool)>,
    /// The whole line.
    pub span: Span,
}

/// `may repeat`, `must repeat`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeat {
    /// It goes on as long as it can.
    pub must: bool,
    /// In the same direction.
    pub straight: bool,
    /// Not back in the direction from which it came.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forth: bool,
    /// Without landing anywhere twice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
    /// Of the landings behind a piece on one from which it can go on, if there is one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub onward: bool,
    /// Where written.
    pub span: Span,
}

impl Repeat {
    /// It asks more than whether the same can be done again.
    pub fn asks_more(self) -> bool {
        self.forth || self.once || self.onward
    }
}

/// A verb with its parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MotionLeg {
    /// Step, slide, leap, jump or drop.
    pub verb: Verb,
    /// Its directions; of a leap, empty.
    pub dirs: Dirs,
    /// Of a leap: the offsets (files, ranks) for each side; none: anywhere (or no leap).
    pub offsets: Option<PerSide<Vec<(i16, i16)>>>,
    /// `exactly|at most|at least n`
    pub range: Option<(RangeWord, Num, Span)>,
    /// `past S`
    pub past: Option<(Sel, Span)>,
    /// `over S`
    pub over: Option<(Sel, Span)>,
    /// How many stand in the row that is jumped; none: one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<(RangeWord, Vec<u32>)>,
    /// `to S`
    pub to: Option<(Sel, Span)>,
    /// `capturing S` (also `capturing it`)
    pub capturing: Option<Capturing>,
    /// `to S or capturing T`: either; else both where both are there.
    pub either: bool,
    /// From the verb to the last part of this leg.
    pub span: Span,
}

/// `capturing S [behind]`, `capturing it`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Capturing {
    /// Whom.
    pub whom: Captures,
    /// Where written.
    pub span: Span,
}

/// Who is captured by a motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Captures {
    /// A piece of S on the landing site.
    Landing(Sel),
    /// The piece that was jumped.
    Over,
    /// A piece of S one site behind the landing.
    Behind(Sel),
}

/// A number of steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Num {
    /// Fixed.
    Fixed(u32),
    /// As many as S has sites, read before the piece is lifted.
    CountOf(Sel),
}

/// Directions, relative words resolved for each side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dirs {
    /// The classes of directions that fit; every direction of a site where `all`.
    pub compass: PerSide<CompassSet>,
    /// Every direction that there is, those without a compass class too (`any direction`).
    pub all: bool,
    /// Only those within one turn of the direction just travelled, that one excluded.
    pub onward: bool,
    /// Where written.
    pub span: Span,
}

/// `[may] become ...`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Becomes {
    /// It may stay as it is.
    pub may: bool,
    /// The kinds to choose from, in the order written.
    pub kinds: Vec<KindId>,
    /// The sites.
    pub sel: Sel,
    /// `on entering or leaving`: the origin or the last landing is there; else the last landing.
    pub or_leaving: bool,
    /// `even in passing`: at every landing.
    pub in_passing: bool,
    /// Where written.
    pub span: Span,
}

/// A move of several pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// How it is written in a record: the text, or the name.
    pub text: String,
    /// Kind, from, to, for each side.
    pub legs: Vec<(KindId, PerSide<Site>, PerSide<Site>)>,
    /// Conditions.
    pub when: Vec<Cond>,
    /// Where written.
    pub span: Span,
}

/// A piece at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// Where.
    pub site: Site,
    /// What.
    pub kind: KindId,
    /// Whose; none for neutral pieces.
    pub owner: Option<SideId>,
}

/// A phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// Its name; empty for the only phase of a file without phases.
    pub name: String,
    /// What alone may be done in it.
    pub only: Vec<Only>,
    /// Its turns.
    pub turns: Turns,
    /// `until C`
    pub until: Option<Cond>,
    /// Where written.
    pub span: Span,
}

/// `only ...`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Only {
    /// What.
    pub what: OnlyRule,
    /// For whom; else for everybody.
    pub side: Option<SideId>,
    /// Where written.
    pub span: Span,
}

/// What alone may be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum OnlyRule {
    /// Motions whose first leg has one of these verbs.
    Verbs(Vec<Verb>),
    /// A move without a piece that has this effect.
    Effect(Effect),
}

/// The turns of a phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turns {
    /// Alternating for ever, beginning with this side; none: with the next player (a phase without
    /// `turns` of its own).
    Alternating(Option<SideId>),
    /// A list; when it is used up the next phase begins, or, where `repeats`, the list begins anew.
    List {
        /// The entries.
        entries: Vec<Entry>,
        /// At the top level of a file a list repeats.
        repeats: bool,
    },
}

/// An entry of a list of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Whose.
    pub side: SideId,
    /// How many moves, at least 1.
    pub moves: u32,
    /// All of them are one move (drops in any order).
    pub in_one_move: bool,
}

/// Leave to pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passing {
    /// Only when nothing else is left.
    pub when_stuck: bool,
    /// For whom; else for everybody.
    pub side: Option<SideId>,
    /// Only when this holds before the pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Cond>,
    /// Where written.
    pub span: Span,
}

/// A duty filter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Filter {
    /// What must be done, if it can be.
    pub must: Must,
    /// The duty filters nothing; a piece that missed it may be lost.
    pub huff: bool,
    /// Where written.
    pub span: Span,
}

/// What a filter demands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Must {
    /// Any capture.
    Capture,
    /// A capture made by such a piece.
    CaptureBy(Sel),
    /// The greatest number captured, of S where given.
    CaptureMost(Option<Sel>),
    /// A capture in which pieces of S come as early as possible: the first of them, then the second, and so on.
    CaptureFirst(Sel),
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Leave {
    /// At once (also where the file is silent).
    AtOnce,
    /// At the end of the move.
    AtEnd,
}

/// Captured pieces go to a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToHand {
    /// Whose.
    pub who: Who,
    /// As the kind that it was before it became another.
    pub unpromoted: bool,
}

/// An `after every` block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct After {
    /// After what.
    pub event: Event,
    /// Of which pieces (asked of the moved piece).
    pub of: Option<Sel>,
    /// Only when.
    pub when: Option<Cond>,
    /// What happens.
    pub effects: Vec<Effect>,
    /// `after every ...`
    pub span: Span,
}

/// An `illegal when` clause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Illegal {
    /// When.
    pub cond: Cond,
    /// 0: does not mention `cannot move`; 1: does (docs/book/legality.md, strata).
    pub level: u8,
    /// The sentence.
    pub reason: String,
    /// Where written.
    pub span: Span,
}

/// A call: a named condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Its name.
    pub name: String,
    /// Of whom it is asked.
    pub of: CallOf,
    /// What it means.
    pub cond: Cond,
    /// Where written.
    pub span: Span,
}

/// Of whom a call is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallOf {
    /// Any side.
    Player,
    /// Any piece.
    Piece,
    /// This side alone.
    Side(SideId),
    /// Pieces of this kind alone.
    Kind(KindId),
}

/// An ending.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// Who wins or loses.
    pub result: EndResult,
    /// When.
    pub cond: Cond,
    /// The sentence that names it.
    pub reason: String,
    /// Where written.
    pub span: Span,
}

/// The result of an ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EndResult {
    /// Nobody wins.
    Draw,
    /// The side with the highest score; equal scores: a draw.
    HighestScore,
    /// The one side still in play, when there is only one.
    LastPlayer,
    /// A script says.
    Hook(String),
    /// This side wins, all others lose.
    Wins(Who),
    /// This side loses.
    Loses(Who),
    /// This side is out; true: its pieces leave the board.
    Out(Who, bool),
}

/// A declared hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hook {
    /// Where it is asked.
    pub point: HookPoint,
    /// The script's function.
    pub function: String,
    /// The script's file.
    pub file: String,
    /// What it decides.
    pub decides: String,
    /// Index of the script's text among the sources of the ruleset; none where it was not loaded.
    pub source: Option<u16>,
    /// Digest of the script's text; 0 where it was not loaded.
    pub digest: u64,
    /// Where declared.
    pub span: Span,
}

// ---- selections

/// A set of sites that depends on the position, the acting side, and the places that are spoken of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sel {
    /// These sites, whatever stands there; one set for each acting side.
    Fixed(PerSide<SiteSet>),
    /// No piece, and no taken piece that still stands.
    Empty,
    /// Any piece, neutral and taken ones too.
    Piece,
    /// A piece of this kind.
    Kind(KindId),
    /// A piece owned by that side.
    OwnedBy(Who),
    /// A piece of the actor.
    Friend,
    /// A piece of another side that is not out.
    Enemy,
    /// A royal piece.
    Royal,
    /// A piece that has not moved.
    Unmoved,
    /// A piece that has become another kind (true), that has not (false).
    Promoted(bool),
    /// A piece with no candidate move, were it its owner's turn.
    Stuck,
    /// Attacked by an enemy (true), not so (false); see docs/book/legality.md.
    Attacked(bool),
    /// The jumped piece; in a call, the piece that is asked about.
    It,
    /// The landing site of the piece that moved.
    MovedPiece,
    /// The site that the piece that moved has left.
    Origin,
    /// The landing (in `when` of a motion).
    There,
    /// The file of the landing.
    ThatFile,
    /// The rank of the landing.
    ThatRank,
    /// The line through the origin along the direction travelled.
    ThatLine,
    /// The sites that carry this mark.
    Mark(MarkId),
    /// The pieces for which the call holds.
    Called(CallId),
    /// The neighbours of S along these directions.
    NextTo(Box<Sel>, Dirs),
    /// The sites of S whose group, of sites of S that are neighbours along these directions, has no neighbour in T.
    CutOff(Box<Sel>, Box<Sel>, Dirs),
    /// Further along the owner's forward direction than a piece of S, on any file.
    AheadOf(Box<Sel>),
    /// The sites that have such a neighbour.
    With(Box<Near>),
    /// The middle sites of the smallest box round S.
    CentreOf(Box<Sel>),
    /// Any of them.
    Union(Vec<Sel>),
    /// All of them.
    Intersection(Vec<Sel>),
    /// The other sites.
    Not(Box<Sel>),
}

/// A neighbour: `[no] S` on the next site along the direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Near {
    /// No such neighbour (the edge counts as none).
    pub no: bool,
    /// What stands there.
    pub sel: Sel,
    /// The direction, by the owner of the piece spoken of, else by the actor.
    pub dirs: Dirs,
}

/// A side, spoken of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// A fixed side.
    Side(SideId),
    /// Who just moved; in a motion, who moves.
    Mover,
    /// Who is to move now.
    NextPlayer,
    /// The side for which the clause is being tried.
    Player,
    /// The acting side: `friendly`, `own`.
    Actor,
    /// Every side that is an enemy of that one.
    EnemyOf(Box<Who>),
}

// ---- conditions

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cond {
    /// What it asks.
    pub kind: CondKind,
    /// Where written.
    pub span: Span,
}

/// The forms of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CondKind {
    /// Always (an ending without `when`).
    True,
    /// Any of them.
    Any(Vec<Cond>),
    /// All of them.
    All(Vec<Cond>),
    /// Not so.
    Not(Box<Cond>),
    /// So after each move of `player` since the first occurrence of this position.
    Throughout(Box<Cond>),
    /// The n-th occurrence of the position (of the pieces alone where `board_only`), this one included.
    Occurs {
        /// Pieces only.
        board_only: bool,
        /// How often.
        times: u32,
    },
    /// The phase before the turn moved on.
    PhaseIs(PhaseId),
    /// No side has a move.
    NobodyCanMove,
    /// `it` stands in such a line of its owner's pieces.
    LineThroughIt(Line),
    /// So many moves in a row without progress.
    MovesWithout {
        /// How many.
        moves: u32,
        /// Multiply by the number of sides in play.
        each: bool,
        /// Only moves by such a piece (asked of the moved piece and its owner) count and reset.
        of: Option<Sel>,
        /// What resets the counter.
        progress: Vec<Progress>,
        /// Index of the counter in the position.
        counter: u8,
    },
    /// So many sites.
    Sites(Quantity, Sel),
    /// So many pieces in hand, captured, or left.
    Pieces(Quantity, PieceCount, Vec<KindId>, Option<Who>),
    /// A piece of A from which a piece of B is seen along D, with empty sites between.
    Sees(Quantity, Sel, Sel, Dirs),
    /// A drop (true) or capture (false) of such a piece was made.
    Played(bool, Sel),
    /// That side, given the turn, has no move.
    CannotMove(Who, Asked),
    /// That side, given the turn, has no move of a piece of S that ends in T.
    CannotReach(Who, Sel, Sel, Asked),
    /// That side's score.
    HasPoints(Who, Quantity),
    /// All sides in play have the same score.
    ScoresEqual,
    /// The condition holds after this move for so manyth time: of all moves of the mover, or (`running`) of so many moves
    /// in a row by any side.
    Nth {
        /// What holds.
        of: Box<Cond>,
        /// How often.
        times: u32,
        /// In a row.
        running: bool,
        /// Which of these conditions, counted over the file.
        number: u8,
    },
    /// That side has such a line.
    HasLine(Who, Line),
    /// That side's pieces join A and B.
    Connects(Who, Sel, Sel),
    /// One group of that side's pieces touches so many of these at least.
    ConnectsSome(Who, u32, Vec<Sel>),
    /// From a site of S (`true`: from each of them) no way leads to the border along these directions over sites that
    /// are free of that side's pieces; what stands on the site itself does not matter.
    Encloses(Who, bool, Sel, Dirs),
    /// So many passes in a row were made; with the counter that counts them.
    Passes(u32, u8),
    /// That side is this side.
    SideIs(Who, SideId),
    /// The call holds of that side.
    SideCalled(Who, CallId),
    /// S is not empty, and every site of it is in T.
    Are(Sel, Sel),
    /// S is not empty, and every site of it has such a neighbour.
    Have(Sel, Near),
    /// S is one group (not empty) under these directions.
    Connected(Sel, Dirs),
    /// S is not empty and lies in one rank (true) or file (false).
    InOne(Sel, bool),
}

/// When `cannot move` is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asked {
    /// Only when the side is to move.
    OnTurn,
    /// Whoever is to move.
    Whoever,
}

/// A line of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// How long a maximal run must be.
    pub length: u32,
    /// Longer ones too.
    pub or_more: bool,
}

/// What resets a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Progress {
    Capture,
    Drop,
    /// The landing lies further forward than the origin.
    Advance,
    MoveOf(Sel),
    /// A piece has become another kind.
    Promotion,
    /// Any move: the counter counts passes.
    Move,
}

/// Where pieces are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum PieceCount {
    InHand,
    Captured,
    /// On the board and in hand.
    Left,
}

/// How many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quantity {
    /// Between the two, both included; `u32::MAX`: no upper end.
    Between(u32, u32),
}

impl Quantity {
    /// Whether a number fits.
    pub fn fits(self, n: u32) -> bool {
        let Quantity::Between(low, high) = self;
        low <= n && n <= high
    }
}

// ---- effects

/// Something that happens to the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// What.
    pub kind: EffectKind,
    /// Where written.
    pub span: Span,
}

/// What an effect does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EffectKind {
    /// Remove (uncounted) or, where `counts`, capture all of S.
    Take {
        /// It is a capture.
        counts: bool,
        /// Which.
        pattern: Pattern,
    },
    /// Remove or capture one: the first selection that is not empty; true: the mover chooses one of it,
    /// false: all of it.
    TakeOne {
        /// It is a capture.
        counts: bool,
        /// In this order.
        picks: Vec<(Sel, bool)>,
    },
    /// The pieces become the mover's.
    Turn(Pattern),
    /// A piece of the common store is put on every site of S.
    PlaceAt(KindId, Sel),
    /// A piece of the common store runs a motion from the landing.
    PlaceBy(KindId, Box<Motion>),
    /// Each piece of S steps once where the site is empty.
    Shift(Sel, Dirs),
}

/// Pieces in a geometric relation to the moved piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pattern {
    /// `every row of`: unbroken runs, not single sites.
    pub rows: bool,
    /// Which pieces.
    pub sel: Sel,
    /// The relation.
    pub relation: Option<Relation>,
}

/// How the pieces of a pattern must stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Relation {
    /// Between the moved piece and a site of S.
    Between(Dirs, Sel),
    /// Every existing neighbour is in S, and none is missing.
    Surrounded(Dirs, Sel),
}
