//! The statements of a rule file as plain data: what was written, with names still names.
//!
//! One type a statement, in the order of `grammar/houserules.pest`. The parser in
//! `language/` makes them; [`settle`](super::settle) resolves options, conditions on settings and
//! differences; [`resolve`](super::resolve) turns what is left into [`Rules`](super::Rules).

use super::Span;
pub use crate::board::Compass;
use serde::{Deserialize, Serialize};

/// A word that names something, as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A sentence in quotation marks (without them).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Text {
    /// The sentence.
    pub text: String,
    /// Where it stands, quotation marks included.
    pub span: Span,
}

/// A number, or the name of an option in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Amount {
    /// Written out, or put in place of an option's name by `settle`.
    Number(u32, Span),
    /// The name of an option in numbers.
    Option(Name),
}

/// One item of a file or of a block, with its suffix `if`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Item {
    /// What the item says.
    pub body: Body,
    /// `if NAME is VALUE` after the item.
    pub only_if: Option<Setting>,
    /// The whole item.
    pub span: Span,
}

/// `NAME is a`, `is a or b`, `is not a`: a condition on the settings.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setting {
    /// The option.
    pub option: Name,
    /// `is not`.
    pub negated: bool,
    /// The values, any of which fits.
    pub values: Vec<Name>,
    /// From the name to the last value.
    pub span: Span,
}

/// What an item says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // each variant is documented at the type that it holds
pub enum Body {
    Game(Header),
    Board(BoardDecl),
    Zone(ZoneDecl),
    Mark(MarkDecl),
    Side(SideDecl),
    Piece(PieceDecl),
    Joint(JointDecl),
    Start(StartDecl),
    Question(Question),
    Turns(TurnsDecl),
    Phase(PhaseDecl),
    Passing(PassingDecl),
    Must(MustDecl),
    Captured(CapturedDecl),
    After(AfterDecl),
    Illegal(IllegalDecl),
    Call(CallDecl),
    Score(ScoreDecl),
    End(EndDecl),
    Match(MatchDecl),
    Hook(HookDecl),
    /// `if NAME is VALUE { ... }`
    If(Setting, Vec<Item>),
    Rename(RenameDecl),
    /// `set OPTION to VALUE`
    Set(Name, SetValue),
    Change(Change),
    /// `remove TARGET`
    Remove(Target),
    /// `replace TARGET with ITEM`
    Replace(Target, Box<Item>),
}

// ---- head

/// `game "Title" [extends BASE] { ... }`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Header {
    /// For display.
    pub title: Text,
    /// The ruleset whose items come before this file's.
    pub extends: Option<Name>,
    /// `version 1.0`, as written.
    pub version: Option<Text>,
    /// Other names of the game.
    pub also: Vec<Text>,
    /// Author, and the year where given.
    pub by: Option<(Text, Option<u32>)>,
    /// One sentence for lists.
    pub about: Option<Text>,
}

// ---- board, zones, sides

/// `board SHAPE ...`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BoardDecl {
    /// Squares, points or hexes.
    pub shape: ShapeWord,
    /// Its size or its graph.
    pub layout: Layout,
    /// The lines of a board of points.
    pub lines: Option<LineKind>,
    /// `without ...`: sites that are cut out.
    pub without: Vec<Without>,
    /// From `board` to the last modifier.
    pub span: Span,
}

/// What the sites of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum ShapeWord {
    Squares,
    Points,
    Hexes,
}

/// Size or graph of a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Layout {
    /// `COLUMNS x ROWS`
    Extent(Amount, Amount),
    /// `side N` (hexagon)
    Side(Amount),
    /// Named points and lines.
    Graph {
        /// `point NAME at X Y`
        points: Vec<(Name, u32, u32)>,
        /// `line P Q R ...`
        lines: Vec<Vec<Name>>,
    },
}

/// Which neighbours the drawn lines of a point board join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum LineKind {
    Orthogonal,
    Alquerque,
    All,
}

/// What is cut out of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Without {
    /// `without corners A x B`: a block of this size at each corner.
    Corners(Amount, Amount),
    /// `without SELECTION` (a constant one).
    Sites(Sel),
}

/// `zone NAME [of SIDE] = SELECTION`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ZoneDecl {
    /// Its name; several zones may share one where each is `of` another side.
    pub name: Name,
    /// The side whose zone it is.
    pub of: Option<SideTerm>,
    /// Its sites.
    pub sel: Sel,
}

/// `mark NAME lasts N turns`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MarkDecl {
    /// Its name.
    pub name: Name,
    /// After how many further moves it goes.
    pub lasts: Amount,
}

/// `side NAME [faces DIRECTION]`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SideDecl {
    /// Its name.
    pub name: Name,
    /// Where it looks.
    pub faces: Option<Compass>,
}

// ---- pieces and motions

/// `piece NAME (PLURAL) "L" "l" of SIDES, ... { ... }`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PieceDecl {
    /// Its name.
    pub name: Name,
    /// Its plural where that is not the name and "s".
    pub plural: Option<Name>,
    /// One letter, or one for each owner in their order.
    pub letters: Vec<Text>,
    /// The sides that own such pieces; empty: `of nobody`.
    pub owners: Vec<Name>,
    /// What stands between the owners and the brace.
    pub attrs: Vec<PieceAttr>,
    /// The lines in braces.
    pub lines: Vec<PieceLine>,
}

/// An attribute of a kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PieceAttr {
    /// What it says.
    pub kind: PieceAttrKind,
    /// Where.
    pub span: Span,
}

/// What an attribute says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PieceAttrKind {
    /// `royal`
    Royal,
    /// `stays in Z`
    StaysIn(Sel),
    /// `never enters Z`
    NeverEnters(Sel),
    /// `never passes Z`
    NeverPasses(Sel),
    /// `never stops in Z`
    NeverStopsIn(Sel),
    /// `N in hand`; nothing: `any number in hand`
    InHand(Option<Amount>),
    /// `like KIND [without VERB]`
    Like(Name, Option<Verb>),
}

/// A line in the braces of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PieceLine {
    /// How it moves.
    Motion(Motion),
    /// What it becomes.
    Becomes(Becomes),
    /// Lines that stand under a setting only.
    If(Setting, Vec<PieceLine>),
}

/// The named paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Verb {
    Step,
    Slide,
    Leap,
    Jump,
    Drop,
}

impl Verb {
    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Verb::Step => "step",
            Verb::Slide => "slide",
            Verb::Leap => "leap",
            Verb::Jump => "jump",
            Verb::Drop => "drop",
        }
    }
}

/// A line that begins with a verb.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Motion {
    /// The verb with its direction or offset.
    pub leg: Leg,
    /// What follows, in the order written.
    pub parts: Vec<(MotionPart, Span)>,
    /// Suffix `if`.
    pub only_if: Option<Setting>,
    /// The whole line.
    pub span: Span,
}

/// A verb with its directions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Leg {
    /// `step D`, `slide D`, `jump D`
    Along(Verb, Dirs),
    /// `leap a by b [D]`
    Leap(u32, u32, Option<Dirs>, Span),
    /// `leap anywhere`
    LeapAnywhere(Span),
    /// `drop`
    Drop(Span),
}

impl Leg {
    /// Its verb.
    pub fn verb(&self) -> Verb {
        match self {
            Leg::Along(verb, _) => *verb,
            Leg::Leap(..) | Leg::LeapAnywhere(_) => Verb::Leap,
            Leg::Drop(_) => Verb::Drop,
        }
    }
}

/// How many pieces stand in an unbroken row that is jumped.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RowCount {
    /// Exactly, at most, at least.
    pub word: RangeWord,
    /// How many; with `exactly` any of these.
    pub counts: Vec<Amount>,
}

/// How a repetition goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RepeatWord {
    /// In any way.
    Any,
    /// `straight on`: in the same direction.
    Straight,
    /// `without turning back`: not in the opposite one.
    NotBack,
    /// `without returning`: nowhere twice.
    Once,
}

/// A part of a motion line. A verb in `Then` begins a new leg: the parts after it are its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MotionPart {
    /// `exactly n`, `at most n`, `at least n`
    Range(RangeWord, Num),
    /// `past S`
    Past(Sel),
    /// `over S`, `over exactly N S`
    Over(Sel, Option<RowCount>),
    /// `to S`
    To(Sel),
    /// `[or] capturing S [behind]`
    Capturing {
        /// Joined to the `to` before it by `or`: either will do; else both must hold.
        or: bool,
        /// Whom.
        sel: Sel,
        /// The captured piece stands behind the landing.
        behind: bool,
    },
    /// `from S`
    From(Sel),
    /// `leaving MARK`
    Leaving(Name),
    /// `may repeat`, `must repeat`
    Repeat {
        /// `must`
        must: bool,
        /// How it goes on.
        how: RepeatWord,
        /// `, landing where it can go on`
        onward: bool,
    },
    /// `must EFFECT`
    Must(Effect),
    /// `then VERB ...`
    ThenLeg(Leg),
    /// `then EFFECT`
    Then(Effect),
    /// `when C`
    When(Cond),
    /// `unless C`
    Unless(Cond),
}

/// The word of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum RangeWord {
    Exactly,
    AtMost,
    AtLeast,
}

/// A number of steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Num {
    /// A number.
    Amount(Amount),
    /// `count of S`
    CountOf(Sel),
}

/// `[may] become(s) A, B or C on ...`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Becomes {
    /// `may become`: it may stay as it is.
    pub may: bool,
    /// The kinds to choose from.
    pub kinds: Vec<Name>,
    /// When.
    pub trigger: Trigger,
    /// Suffix `if`.
    pub only_if: Option<Setting>,
    /// The whole line.
    pub span: Span,
}

/// When a piece becomes another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    /// `on reaching S [, even in passing]`
    Reaching(Sel, bool),
    /// `on entering or leaving S`
    EnteringOrLeaving(Sel),
}

/// `move NAME "text" { ... }`: several pieces move together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JointDecl {
    /// Its name.
    pub name: Name,
    /// How it is written in a record.
    pub text: Option<Text>,
    /// Kind, from, to.
    pub legs: Vec<(Name, SiteRef, SiteRef)>,
    /// Conditions, all of which must hold.
    pub when: Vec<Cond>,
}

/// `[own] e4`, `start of [COMPASS] KIND`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SiteRef {
    /// Counted from the owner's side.
    pub own: bool,
    /// `start of [COMPASS] KIND`: where that piece stands at the start, the one that stands furthest there.
    pub start: Option<Option<Compass>>,
    /// The site's name, or the kind's.
    pub name: Name,
}

/// `D or D, D`: directions, any of which will do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dirs {
    /// The alternatives.
    pub any_of: Vec<Dir>,
    /// Where.
    pub span: Span,
}

/// Words side by side, which intersect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dir {
    /// `any ... direction`
    pub any: bool,
    /// The words.
    pub words: Vec<DirWord>,
    /// Where.
    pub span: Span,
}

/// A word for directions. (`orthogonally` is `Orthogonal`, `diagonally` is `Diagonal`.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum DirWord {
    Forward,
    Backward,
    Left,
    Right,
    Sideways,
    Orthogonal,
    Diagonal,
    Onward,
    Compass(Compass),
}

// ---- effects

/// `after every move|capture|drop [of S] [when C] { ... }`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AfterDecl {
    /// After what.
    pub event: Event,
    /// Of which pieces.
    pub of: Option<Sel>,
    /// Only when.
    pub when: Option<Cond>,
    /// What happens.
    pub effects: Vec<Effect>,
    /// `after every move`.
    pub head: Span,
}

/// What an `after every` waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Event {
    Move,
    Capture,
    Drop,
}

/// Something that happens to the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effect {
    /// What.
    pub kind: EffectKind,
    /// Where written.
    pub span: Span,
}

/// What an effect does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectKind {
    /// `remove [one] S, else [one] S2`
    Remove(Vec<Pick>),
    /// `capture one S, else one S2`
    CaptureOne(Vec<Pick>),
    /// `capture PATTERN`
    Capture(Pattern),
    /// `turn PATTERN`
    Turn(Pattern),
    /// `place KIND at S`
    PlaceAt(Name, Sel),
    /// `place KIND by MOTION`
    PlaceBy(Name, Box<Motion>),
    /// `move S D`
    Move(Sel, Dir),
}

/// `[one] S`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pick {
    /// The mover chooses one; else all of it.
    pub one: bool,
    /// Of these.
    pub sel: Sel,
}

/// Pieces in a geometric relation to the moved piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pattern {
    /// `every row of`
    pub rows: bool,
    /// Which pieces.
    pub sel: Sel,
    /// The relation.
    pub relation: Option<Relation>,
}

/// How the pieces of a pattern must stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Relation {
    /// `[D] between moved piece and S`
    Between(Option<Dirs>, Sel),
    /// `surrounded [D] by S`
    Surrounded(Option<Dirs>, Sel),
}

// ---- start

/// `start empty` (no parts) or `start { ... }`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StartDecl {
    /// `by NAME`: which of the ways to choose the sites is played, by an option in numbers; its name, and its number once
    /// it is settled.
    pub by: Option<(Name, Amount)>,
    /// Diagrams and placings, which add up.
    pub parts: Vec<StartPart>,
    /// What the placings give under the file's own defaults.
    pub picture: Option<Diagram>,
}

/// A part of the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum StartPart {
    Diagram(Diagram),
    Place(Place),
}

/// `place [N] KIND, ... [of SIDE] at [one of] S` or `... beside KIND`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// How many of the kind.
    pub count: Option<Amount>,
    /// What.
    pub kind: Name,
    /// What else, in this order: with the first they take free sites from the west on.
    pub more: Vec<Name>,
    /// Whose.
    pub of: Option<SideTerm>,
    /// Where.
    pub at: PlaceAt,
    /// The whole line.
    pub span: Span,
}

/// Where pieces are placed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PlaceAt {
    /// On every site of S.
    Sites(Sel),
    /// On some of the free sites of S, by the number of the start.
    OneOf(Sel),
    /// On the free sites of that piece's rank, nearest first, west and east in turn.
    Beside(Name),
}

/// A drawing of the board: one row a rank, from the top.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Diagram {
    /// The rows as written.
    pub rows: Vec<DiagramRow>,
    /// The letters under the board, where drawn.
    pub files: Option<Vec<Name>>,
    /// The whole drawing.
    pub span: Span,
}

/// A row of a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DiagramRow {
    /// The label before the bar.
    pub rank: u32,
    /// `.` empty, `#` no site, else a piece's letter.
    pub cells: Vec<Name>,
    /// The whole row.
    pub span: Span,
}

// ---- options

/// `option ...` or `unclear ...`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Question {
    /// `unclear`: the rules leave it open; else the rules offer the choice.
    pub unclear: bool,
    /// Its name, for `--set`.
    pub name: Name,
    /// The question.
    pub question: Text,
    /// What may be answered.
    pub answers: Answers,
}

/// The answers to a question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Answers {
    /// Named values.
    Values(Vec<Value>),
    /// `from A to B, default D { ... }`
    Numbers {
        /// Smallest.
        from: u32,
        /// Greatest.
        to: u32,
        /// Default.
        default: u32,
        /// Items that may use the number.
        items: Vec<Item>,
        /// From `from` to the default.
        span: Span,
    },
}

/// A named value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Value {
    /// Its name.
    pub name: Name,
    /// What it means, in a sentence.
    pub text: Text,
    /// Marked `default`.
    pub default: bool,
    /// The items and differences that it carries.
    pub items: Vec<Item>,
    /// The whole value.
    pub span: Span,
}

// ---- turns, phases, duty

/// `turns ...`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnsDecl {
    /// Whose turns.
    pub order: TurnOrder,
    /// `pie rule`
    pub pie: bool,
    /// Where.
    pub span: Span,
}

/// The order of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnOrder {
    /// `from S, alternating`; S is a side or an option whose values name sides.
    Alternating(Name),
    /// `a 4, b 1, ...`
    List(Vec<TurnEntry>),
}

/// An entry of a list of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnEntry {
    /// Whose.
    pub side: Name,
    /// How many moves; 1 where nothing is said.
    pub moves: Option<Amount>,
    /// `in one move`
    pub in_one_move: bool,
}

/// `phase NAME { ... }`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PhaseDecl {
    /// Its name.
    pub name: Name,
    /// Its lines.
    pub lines: Vec<PhaseLine>,
}

/// A line of a phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum PhaseLine {
    Only(OnlyDecl),
    Turns(TurnsDecl),
    Until(Cond, Span),
}

/// `only VERB or VERB [for SIDE]`, `only EFFECT`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OnlyDecl {
    /// What may be done.
    pub what: OnlyWhat,
    /// By whom; else by everybody.
    pub for_side: Option<Name>,
    /// Where.
    pub span: Span,
}

/// What a phase allows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
#[expect(clippy::large_enum_variant, reason = "few are made, and a box would be in every reader's way")]
pub enum OnlyWhat {
    Verbs(Vec<Verb>),
    Effect(Effect),
}

/// `passing never|allowed|when stuck [for SIDE]`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PassingDecl {
    /// When.
    pub leave: PassingWord,
    /// For whom; else for everybody.
    pub for_side: Option<Name>,
    /// `when C`
    pub when: Option<Cond>,
    /// Where.
    pub span: Span,
}

/// When a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum PassingWord {
    Never,
    Allowed,
    WhenStuck,
}

/// `must capture [most [S] | by S] [, or lose that piece]`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MustDecl {
    /// `most`, with the pieces that are counted.
    pub most: Option<Option<Sel>>,
    /// `by S`
    pub by: Option<Sel>,
    /// `S first`
    pub first: Option<Sel>,
    /// `, or lose that piece`
    pub huff: bool,
    /// Where.
    pub span: Span,
}

/// `captured pieces ...`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CapturedDecl {
    /// `leave at once`
    LeaveAtOnce(Span),
    /// `leave at the end of the move`
    LeaveAtEnd(Span),
    /// `go to hand of X [, unpromoted]`
    ToHand(SideTerm, bool, Span),
}

/// `illegal when C "reason"`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IllegalDecl {
    /// When.
    pub cond: Cond,
    /// The sentence.
    pub reason: Text,
}

/// `call player|piece|NAME WORD when C`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CallDecl {
    /// Of whom it is asked.
    pub of: CallOf,
    /// The word.
    pub name: Name,
    /// What it means.
    pub cond: Cond,
}

/// Of whom a call is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CallOf {
    /// Of any side.
    Player,
    /// Of any piece.
    Piece,
    /// Of that side, or of pieces of that kind, alone.
    Named(Name),
}

/// `score player counts S`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScoreDecl {
    /// What is counted.
    pub counts: ScoreCounts,
    /// Where.
    pub span: Span,
}

/// What a score counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScoreCounts {
    /// `player counts S`
    Sites(Sel),
    /// `player counts N for each S, ...`
    Each(Vec<(Amount, Sel)>),
    /// `SIDE adds N`
    Adds(Name, Amount),
}

/// `end RESULT when C "reason" [before "reason"]`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EndDecl {
    /// Who wins or loses.
    pub result: EndResult,
    /// When; nothing: as soon as the result makes sense (`last player wins`).
    pub cond: Option<Cond>,
    /// The sentence that names the ending.
    pub reason: Text,
    /// The ending in whose front this one is put.
    pub before: Option<Text>,
}

/// The result of an ending.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndResult {
    /// `draw`
    Draw,
    /// `highest score wins`
    HighestScore,
    /// `last player wins`
    LastPlayer,
    /// `by hook F`
    Hook(Name),
    /// `X wins`
    Wins(SideTerm),
    /// `X loses`
    Loses(SideTerm),
    /// `X is out [, pieces leave]`
    Out(SideTerm, bool),
}

/// `match { ... }`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MatchDecl {
    /// Its lines.
    pub lines: Vec<(MatchLine, Span)>,
}

/// A line of a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MatchLine {
    /// `rounds N [, swapping sides]`
    Rounds(Amount, Option<RoundSides>),
    /// `added rounds swapping sides`
    Added(RoundSides),
    /// `won by ...`
    Won(WonBy),
    /// `play N more rounds while tied, at most M in all, then ...`
    More {
        /// How many are added at a time.
        add: Amount,
        /// How many at most in all.
        most: Amount,
        /// What then.
        then: ThenTied,
    },
    /// `first turn chosen once | each round`: true for each round
    FirstTurn(bool),
    /// `resigned rounds count | are replayed`: true for replayed
    Resigned(bool),
}

/// Who plays which side in the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum RoundSides {
    Swapping,
    Keeping,
    LoserChoosing,
}

/// How a match is won.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WonBy {
    /// `winning a round as each side [, in one pair]`
    EachSide(bool),
    /// `most rounds`
    MostRounds,
    /// `N rounds`
    Rounds(u32),
}

/// What happens when no round can be added and the match is still tied.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum ThenTied {
    Tied,
    Drawn,
    Hook(Name),
}

/// `hook POINT FUNCTION in "file" "what it decides"`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HookDecl {
    /// Where it is asked.
    pub point: HookPoint,
    /// The script's function.
    pub function: Name,
    /// The script.
    pub file: Text,
    /// What it decides.
    pub decides: Text,
}

/// Where hooks are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum HookPoint {
    FirstTurn,
    NextRound,
    Legality,
    AfterMove,
    Ending,
    Score,
    Tiebreak,
}

impl HookPoint {
    /// The words that name it in a rule file.
    pub fn word(self) -> &'static str {
        match self {
            HookPoint::FirstTurn => "first turn",
            HookPoint::NextRound => "next round",
            HookPoint::Legality => "legality",
            HookPoint::AfterMove => "after move",
            HookPoint::Ending => "ending",
            HookPoint::Score => "score",
            HookPoint::Tiebreak => "tiebreak",
        }
    }

    /// The words with which its declaration begins.
    pub fn head(self) -> &'static str {
        match self {
            HookPoint::FirstTurn => "hook first turn",
            HookPoint::NextRound => "hook next round",
            HookPoint::Legality => "hook legality",
            HookPoint::AfterMove => "hook after move",
            HookPoint::Ending => "hook ending",
            HookPoint::Score => "hook score",
            HookPoint::Tiebreak => "hook tiebreak",
        }
    }

    /// Whether it is asked while a round is played, and not between rounds.
    pub fn in_play(self) -> bool {
        matches!(self, HookPoint::Legality | HookPoint::AfterMove | HookPoint::Ending | HookPoint::Score)
    }
}

// ---- differences

/// `rename ...`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RenameDecl {
    /// `rename "sentence" to "sentence"`
    Sentence(Text, Text),
    /// `rename NAME to NAME (PLURAL) "L" "l"`
    Name {
        /// The old name.
        from: Name,
        /// The new one.
        to: Name,
        /// Its plural.
        plural: Option<Name>,
        /// Its letters.
        letters: Vec<Text>,
    },
}

/// What an option is set to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum SetValue {
    Number(u32, Span),
    Word(Name),
}

/// What a difference acts on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Target {
    /// Which item.
    pub kind: TargetKind,
    /// As written.
    pub span: Span,
}

/// The item that a difference acts on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum TargetKind {
    Board,
    Start,
    Turns,
    Match,
    Passing(Option<Name>),
    Captured,
    Score,
    Must(MustDecl),
    After(Event),
    Piece(Name),
    Zone(Name),
    Side(Name),
    Mark(Name),
    Joint(Name),
    /// An option or an unclear question.
    Question(Name),
    Phase(Name),
    Call(Name),
    End(Text),
    Illegal(Text),
    /// The hook at a point; of that name, where there may be several.
    Hook(HookPoint, Option<Name>),
}

/// `change ... { ... }`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Change {
    /// `change piece P, Q { ... }`
    Pieces(Vec<Name>, Vec<(PieceChange, Span)>),
    /// `change start { ... }`
    Start(Vec<(StartChange, Span)>),
    /// `change unclear Q { ... }`
    Question(Name, Vec<(QuestionChange, Span)>),
    /// `change phase P { ... }`
    Phase(Name, Vec<(PhaseChange, Span)>),
    /// `change match { ... }`
    Match(Vec<(MatchChange, Span)>),
}

/// A line of `change piece`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
#[expect(clippy::large_enum_variant, reason = "few are made, and a box would be in every reader's way")]
pub enum PieceChange {
    AddAttr(PieceAttr),
    AddLine(PieceLine),
    RemoveAttr(PieceAttr),
    RemoveLine(PieceLine),
    /// The one line that begins with the verb.
    ReplaceVerb(Verb, PieceLine),
    ReplaceLine(PieceLine, PieceLine),
}

/// A line of `change start`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StartChange {
    /// `add place ...`
    Add(Place),
    /// `remove KIND [of SIDE] at S`
    Remove(Name, Option<SideTerm>, Sel),
}

/// A line of `change option`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum QuestionChange {
    Add(Value),
    Replace(Name, Value),
    Remove(Name),
}

/// A line of `change phase`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum PhaseChange {
    Add(PhaseLine),
    Replace(PhaseHead, PhaseLine),
    Remove(PhaseHead),
}

/// The first word of a phase's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum PhaseHead {
    Only,
    Turns,
    Until,
}

/// A line of `change match`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum MatchChange {
    Add(MatchLine),
    Replace(MatchHead, MatchLine),
    Remove(MatchHead),
}

/// The first words of a match's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum MatchHead {
    Rounds,
    Play,
    Added,
    Won,
    FirstTurn,
    Resigned,
}

// ---- selections

/// A set of sites, as written: the phrases of the language as set algebra.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sel {
    /// Which sites.
    pub kind: SelKind,
    /// Where written.
    pub span: Span,
}

/// The forms of a selection.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SelKind {
    /// Phrases or nouns joined by `or` or a comma.
    Union(Vec<Sel>),
    /// Adjectives, nouns and place phrases, all of which hold.
    Intersection(Vec<Sel>),
    /// `not` before place phrases.
    Not(Box<Sel>),
    /// `A except B`
    Except(Box<Sel>, Box<Sel>),
    /// An adjective.
    Adjective(Adjective),
    /// A name: of a kind, a side, a zone, a site, a mark or a call.
    Name(Name),
    /// `of X`: the sites with a piece of that side, or the zone of that side.
    Of(SideTerm),
    /// `next to S [orthogonally|diagonally]`
    NextTo(Box<Sel>, Option<DirWord>),
    /// `start of [COMPASS] KIND`
    StartOf(Option<Compass>, Name),
    /// `way of KIND`
    WayOf(Name),
    /// `cut off from S [orthogonally|diagonally]`
    CutOff(Box<Sel>, Option<DirWord>),
    /// `ahead of S`
    AheadOf(Box<Sel>),
    /// `with [no] S <direction>`
    With(Box<Near>),
    /// `centre of S`
    CentreOf(Box<Sel>),
    /// `[own] ranks a..b` (one rank: twice the same)
    Ranks {
        /// Counted from the owner's side.
        own: bool,
        /// First.
        from: Amount,
        /// Last.
        to: Amount,
    },
    /// `files a..b`
    Files(Name, Name),
    /// `edge D`
    Edge(DirWord),
    /// `that file`, `that rank`, `that line`
    That(That),
    /// `own e4`
    OwnSite(Name),
    /// A word of the language.
    Builtin(Builtin),
}

/// `[no] S <direction>`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Near {
    /// `no`
    pub no: bool,
    /// What stands there.
    pub sel: Sel,
    /// Where: a direction, or in front, or behind.
    pub place: NearPlace,
}

/// Where a neighbour stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum NearPlace {
    Dir(DirWord),
    InFront,
    Behind,
}

/// Adjectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Adjective {
    Empty,
    Enemy,
    Friendly,
    Unmoved,
    Stuck,
    Attacked,
    Safe,
    Unpromoted,
    Promoted,
    Royal,
}

/// Through the landing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum That {
    File,
    Rank,
    Line,
}

/// Nouns of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Builtin {
    Piece,
    Friend,
    It,
    MovedPiece,
    Origin,
    There,
    Border,
    Corners,
    Centre,
    Everywhere,
    LastRank,
}

/// A side, spoken of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SideTerm {
    /// Which.
    pub kind: SideTermKind,
    /// Where.
    pub span: Span,
}

/// The words for a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SideTermKind {
    /// Who is to move now.
    NextPlayer,
    /// Who just moved.
    Mover,
    /// Each side in turn.
    Player,
    /// `enemy [of X]`
    Enemy(Option<Box<SideTerm>>),
    /// By name.
    Named(Name),
}

// ---- conditions

/// A condition on the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cond {
    /// What it asks.
    pub kind: CondKind,
    /// Where.
    pub span: Span,
}

/// The forms of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CondKind {
    /// `A or B`
    Any(Vec<Cond>),
    /// `A and B`
    All(Vec<Cond>),
    /// `not A`
    Not(Box<Cond>),
    /// `throughout A`
    Throughout(Box<Cond>),
    /// `position occurs N times` (false), `board occurs N times` (true)
    Occurs(bool, Amount),
    /// `phase is P`
    PhaseIs(Name),
    /// `nobody can move`
    NobodyCanMove,
    /// `line of N through it`, in a `call piece`
    LineOf(LineOf),
    /// `N moves [each] [of S] without P or P`
    MovesWithout {
        /// How many.
        moves: Amount,
        /// `each`
        each: bool,
        /// `of S`
        of: Option<Sel>,
        /// What counts as progress.
        progress: Vec<Progress>,
    },
    /// `QUANTITY S [in hand|captured|left|sees ...]`
    Quantified(Quantity, Sel, Counted),
    /// `drop of S` (true), `capture of S` (false): facts of the move that was made
    Played(bool, Sel),
    /// `X cannot move ...`
    CannotMove(SideTerm, Asked),
    /// `X cannot move S to T ...`
    CannotReach(SideTerm, Sel, Sel, Asked),
    /// `X has QUANTITY points`
    HasPoints(SideTerm, Quantity),
    /// `scores are equal`
    ScoresEqual,
    /// `C for the Nth time` (false), `C for the Nth turn in a row` (true)
    Nth(Box<Cond>, u32, bool),
    /// `X has line of N`
    HasLine(SideTerm, LineOf),
    /// `X connects A and B`
    Connects(SideTerm, Sel, Sel),
    /// `X connects A and B and C`, `X connects at least N of A, B, C`
    ConnectsSome(SideTerm, Option<Amount>, Vec<Sel>),
    /// `X encloses [all] S [orthogonally|diagonally]`
    Encloses(SideTerm, bool, Sel, Option<DirWord>),
    /// `N passes in a row`
    Passes(Amount),
    /// `X is NAME`: a side, or the word of a call
    SideIs(SideTerm, Name),
    /// `[all] S have [no] T in front`
    Have(Sel, Near),
    /// `[all] S are connected [orthogonally]`
    Connected(Sel, Option<DirWord>),
    /// `S are in one rank` (true), `in one file` (false)
    InOne(Sel, bool),
    /// `[all] S are T`, `S is T`; the subject may turn out to be a side
    Are {
        /// `all` was written.
        all: bool,
        /// The subject.
        subject: Sel,
        /// `not` was written in front of the predicate's place phrase, where it is one.
        predicate: Sel,
    },
}

/// `line of [exactly] N [or more] [through it]`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LineOf {
    /// How long.
    pub length: Amount,
    /// Longer lines too.
    pub or_more: bool,
    /// Only lines through `it`.
    pub through_it: bool,
}

/// What resets a counter of moves without progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Progress {
    Capture,
    Drop,
    Advance,
    /// A piece becomes another kind.
    Promotion,
    /// `move of S`
    MoveOf(Sel),
}

/// How many.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Quantity {
    Any,
    No,
    Exactly(Amount),
    FewerThan(Amount),
    MoreThan(Amount),
    AtMost(Amount),
    AtLeast(Amount),
}

/// Where the counted pieces are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Counted {
    /// On the board: the sites of the selection.
    OnBoard,
    /// In hand.
    InHand,
    /// Captured so far.
    Captured,
    /// On the board and in hand.
    Left,
    /// `sees S D`
    Sees(Sel, Dirs),
}

/// When `cannot move` is asked of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Asked {
    /// `on their turn`
    OnTurn,
    /// `, whoever is to move`
    Whoever,
    /// Nothing said.
    Unsaid,
}
