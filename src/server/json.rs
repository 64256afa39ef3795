//! What the API says, as types: what is sent and what is taken. The OpenAPI description is derived from them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// An id with what it is called.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Titled {
    /// The id.
    pub id: String,
    /// For display.
    pub title: String,
}

/// The rulesets that can be played.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Rulesets {
    /// The id of the one that is offered first.
    pub default: String,
    /// By family.
    pub families: Vec<Family>,
    /// A ruleset may be sent with a game, or with an edit.
    pub rules_allowed: bool,
    /// The file that the editor may save, where the server was started with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edits: Option<String>,
}

/// Rulesets that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Family {
    /// Its id.
    pub id: String,
    /// For display.
    pub title: String,
    /// One sentence.
    pub about: String,
    /// Its rulesets.
    pub rulesets: Vec<RulesetEntry>,
}

/// A ruleset in the list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RulesetEntry {
    /// Its id.
    pub id: String,
    /// For display.
    pub title: String,
    /// One sentence.
    pub about: String,
}

/// A ruleset under settings, with all that is shown before a game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RulesetPage {
    /// Its id.
    pub id: String,
    /// For display.
    pub title: String,
    /// One sentence; empty where the file has none.
    pub about: String,
    /// The text of the rule file.
    pub source: String,
    /// The text of its companion, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub companion: Option<String>,
    /// The sides in the order of turns.
    pub sides: Vec<SideName>,
    /// The rules have a match.
    #[serde(rename = "match")]
    pub contest: bool,
    /// Options and open questions.
    pub options: Vec<RuleOption>,
    /// The rules in words.
    pub prose: Vec<ProseSection>,
    /// The start, as SVG.
    pub board: String,
    /// The start, as text.
    pub position: String,
    /// The levels of the computer, the weakest first.
    pub levels: Vec<String>,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SideName {
    /// As the rules have it.
    pub name: String,
    /// For display.
    pub title: String,
    /// In a sentence: `the herd`, `White`.
    pub called: String,
}

/// An option or an open question.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RuleOption {
    /// Its name.
    pub name: String,
    /// The question.
    pub about: String,
    /// Its values; empty for an option in numbers.
    pub values: Vec<OptionValue>,
    /// The numbers it may have, for an option in numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<NumberRange>,
    /// The value in force.
    pub value: String,
    /// The value where nothing is chosen.
    pub default: String,
    /// The printed rules leave it open.
    pub unclear: bool,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OptionValue {
    /// As it is chosen.
    pub value: String,
    /// What it means.
    pub about: String,
}

/// Smallest and greatest number.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct NumberRange {
    /// The smallest.
    pub min: u32,
    /// The greatest.
    pub max: u32,
}

/// A part of the rules under a heading.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ProseSection {
    /// The heading.
    pub title: String,
    /// What it says.
    pub parts: Vec<ProsePart>,
    /// How the piece moves that it is about.
    pub diagrams: Vec<ProseDiagram>,
}

/// A paragraph, or an item of a list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ProsePart {
    /// One or more sentences.
    pub text: String,
    /// An item of a list.
    pub bullet: bool,
}

/// A drawing of how a piece moves.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ProseDiagram {
    /// What it shows; empty where the heading says it.
    pub caption: String,
    /// The drawing.
    pub svg: String,
}

/// Who takes a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Whoever makes the game.
    Me,
    /// Whoever is sent the link.
    Friend,
    /// The computer.
    Computer,
    /// Whoever comes first and claims it.
    Open,
}

/// A game that is wanted.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The id of a ruleset, unless its text is sent.
    #[serde(default)]
    pub ruleset: Option<String>,
    /// The text of a rule file, where the owner of the server allows it.
    #[serde(default)]
    pub source: Option<String>,
    /// Options and their values.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// Who plays each side; a side that is not named is the computer's, if another is `me`, else yours.
    #[serde(default)]
    pub seats: BTreeMap<String, SeatKind>,
    /// The names of those who play the sides at the beginning.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// The sides whose players are beginners, for rules that ask.
    #[serde(default)]
    pub beginners: Vec<String>,
    /// How strong the computer is.
    #[serde(default)]
    pub level: Option<String>,
    /// A clock.
    #[serde(default)]
    pub clock: Option<ClockWish>,
    /// A match and no single round.
    #[serde(default, rename = "match")]
    pub contest: bool,
    /// The position from which it begins, where that is not the start.
    #[serde(default)]
    pub position: Option<String>,
    /// The computer may be asked for advice; where nothing is said, only where no two persons play.
    #[serde(default)]
    pub hints: Option<bool>,
    /// What decides by chance is decided by; 53 bits.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// A clock for each side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockWish {
    /// At the start.
    pub minutes: f64,
    /// Seconds that are added after each move.
    #[serde(default)]
    pub increment: f64,
}

/// A game that was made, or joined.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MadeGame {
    /// Its id.
    pub id: String,
    /// The secrets of seats, by side; one who plays several has one secret.
    pub seats: BTreeMap<String, String>,
    /// How it stands.
    pub game: View,
}

/// What an action is based on.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The version of the game that was looked at.
    pub version: u64,
    /// The side: with `resign` whose game is given up, with `claim` whose seat, with `next-round` what its chooser plays.
    #[serde(default)]
    pub side: Option<String>,
}

/// A move that is wanted.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveWish {
    /// The version of the game that was looked at.
    pub version: u64,
    /// The move as it is written.
    #[serde(rename = "move")]
    pub mv: String,
}

/// How a game stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct View {
    /// Its id; none for a position that is no game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// How many things have happened in it.
    pub version: u64,
    /// Its rules; without an id, where a browser sent them.
    pub ruleset: Titled,
    /// Settings that differ from the defaults.
    pub settings: BTreeMap<String, String>,
    /// Moves made in this round.
    pub ply: usize,
    /// The phase, where the rules name one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// The round of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// How many rounds the match has, as far as is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Who has won how many rounds, a round that is over included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Vec<Standing>>,
    /// What a script decided because the match was tied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiebreak: Option<String>,
    /// The sides in the order of turns.
    pub sides: Vec<SideView>,
    /// Who is to move; nobody when the round is over.
    pub to_move: Vec<String>,
    /// The sides of whoever asks.
    pub you: Vec<String>,
    /// The computer is thinking.
    pub thinking: bool,
    /// The position as text.
    pub position: String,
    /// The board as SVG.
    pub board: String,
    /// What stands where.
    pub pieces: Vec<PieceView>,
    /// What is in hand.
    pub hands: Vec<HandView>,
    /// Where the sites are in the drawing.
    pub sites: Vec<SiteView>,
    /// The legal moves.
    pub legal: Vec<MoveView>,
    /// The last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<MoveView>,
    /// The moves of this round as they are written.
    pub moves: Vec<String>,
    /// What whoever asks may do.
    pub can: Can,
    /// How the round ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// How the match ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_over: Option<MatchOver>,
    /// The side that asks to take moves back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_asked: Option<String>,
    /// The moves that would be taken back, where somebody asks to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undo_moves: Vec<String>,
    /// The side that asked to take moves back, where the others play on since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_refused: Option<String>,
    /// The computer may be asked for advice in this game.
    pub hints: bool,
    /// Why it cannot go on, where it cannot: a script of the rules failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck: Option<String>,
    /// Drawings of what pieces may become in the legal moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<KindDrawn>,
    /// Who chooses a side for the next round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choose: Option<Choose>,
    /// The clock, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockWish>,
    /// The game in which they play again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// What else is to be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// How many rounds somebody has won.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Standing {
    /// The player's name.
    pub player: String,
    /// Rounds won.
    pub points: u32,
    /// The same in words.
    pub text: String,
}

/// A side of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SideView {
    /// As the rules have it.
    pub name: String,
    /// For display.
    pub title: String,
    /// In a sentence: `the herd`, `White`.
    pub called: String,
    /// The colour that its pieces are filled with, as in a style sheet.
    pub fill: String,
    /// The colour of the line around them.
    pub line: String,
    /// `person` or `computer`.
    pub kind: PlayerKind,
    /// The name of its player.
    pub player: String,
    /// How strong the computer is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Its player has been here.
    pub joined: bool,
    /// Its seat can be claimed.
    pub open: bool,
    /// What is left on its clock, in milliseconds, as this is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// Somebody.
    Person,
    /// The computer.
    Computer,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PieceView {
    /// Where.
    pub site: String,
    /// Whose; none for a piece of nobody.
    pub side: Option<String>,
    /// Its kind as the rules have it.
    pub kind: String,
    /// The kind with its side, for display.
    pub name: String,
}

/// Pieces in hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HandView {
    /// Whose.
    pub side: String,
    /// Their kind as the rules have it.
    pub kind: String,
    /// For display.
    pub name: String,
    /// How many; none for a hand that never runs out.
    pub count: Option<u16>,
    /// As moves are written.
    pub letter: String,
    /// The piece as SVG.
    pub svg: String,
}

/// A kind of piece as it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct KindDrawn {
    /// The kind as the rules have it.
    pub kind: String,
    /// Whose.
    pub side: String,
    /// The piece as SVG.
    pub svg: String,
}

/// A site of the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SiteView {
    /// Its name.
    pub name: String,
    /// From the left, in the drawing's units.
    pub x: i32,
    /// From the top, in the drawing's units.
    pub y: i32,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MoveView {
    /// As it is written.
    pub text: String,
    /// Who makes it.
    pub side: String,
    /// Where the piece comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The kind that is put on the board from the hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<String>,
    /// All the sites where it touches down.
    pub path: Vec<String>,
    /// The sites of what it captures.
    pub captures: Vec<String>,
    /// The sites that are chosen inside the move, in order: of pieces that are removed, or where one is placed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picks: Vec<String>,
    /// The kind that the piece becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<String>,
    /// In words.
    pub says: String,
}

/// What whoever asks may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a button of its own")]
pub struct Can {
    /// Take back, ask for it, or grant it.
    pub undo: bool,
    /// Refuse to take back, or ask for it no longer.
    pub play_on: bool,
    /// Make again what was taken back.
    pub redo: bool,
    /// Give up.
    pub resign: bool,
    /// Be told what the computer would do.
    pub hint: bool,
    /// Play again with sides swapped.
    pub rematch: bool,
    /// Go on with the match.
    pub next_round: bool,
    /// Take an open seat.
    pub claim: bool,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Over {
    /// The side that won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Nobody won, as the rules say.
    pub draw: bool,
    /// The sentence of the rule, or what else ended it.
    pub clause: String,
    /// All of it in a sentence.
    pub says: String,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MatchOver {
    /// The player who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Drawn, as the rules say.
    pub draw: bool,
    /// In a sentence.
    pub says: String,
}

/// Who chooses a side.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Choose {
    /// The player's name.
    pub player: String,
    /// It is whoever asks.
    pub you: bool,
    /// Among these sides.
    pub sides: Vec<String>,
}

/// Why a move is legal or not.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct WhyAnswer {
    /// Whether it is.
    pub legal: bool,
    /// Why, the most important first.
    pub sentences: Vec<String>,
    /// The line of the rules that decides, such as `bison.rules:27`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The text of that line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Where no site to go to was named: the answer for each site.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<WhySite>,
}

/// Whether a piece may go to a site.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct WhySite {
    /// The site.
    pub site: String,
    /// Whether it may.
    pub legal: bool,
    /// Why.
    pub sentence: String,
    /// The line of the rules that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// What the computer thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AnalysisAnswer {
    /// The version of the game that was looked at.
    pub version: u64,
    /// The side to move, for which the score is.
    pub side: String,
    /// In hundredths, 0 for even chances; above 29,000 a win, below -29,000 a loss.
    pub score: i32,
    /// The chance to win, from 0 to 1.
    pub chance: f64,
    /// In words.
    pub text: String,
    /// The side to move wins within so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<u32>,
    /// The side to move loses within so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loses_in: Option<u32>,
    /// The best moves, the best first.
    pub best: Vec<AnalysedMove>,
}

/// A move with what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AnalysedMove {
    /// As it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// Where the piece comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// For the side to move, in hundredths.
    pub score: i32,
    /// The same in words: `+0.42`, `wins in 5`.
    pub text: String,
    /// The move in words.
    pub says: String,
    /// How the game may go on, this move first.
    pub line: Vec<String>,
}

/// A rule file that is being written.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditWish {
    /// Its text.
    pub source: String,
    /// The id of the ruleset that it was, by which its companion calls it.
    #[serde(default)]
    pub ruleset: Option<String>,
    /// The text of its companion.
    #[serde(default)]
    pub companion: Option<String>,
    /// Options and their values.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// A position to be kept where it still makes sense.
    #[serde(default)]
    pub position: Option<String>,
    /// A move to be made there.
    #[serde(default, rename = "move")]
    pub mv: Option<String>,
    /// Only what is found at once: no examples are run, and settings are not tried against each other.
    #[serde(default)]
    pub quick: bool,
}

/// What is to be said of a rule file that is being written; where it can be played, with a position of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EditAnswer {
    /// It can be played.
    pub opened: bool,
    /// What was found.
    pub diagnostics: Vec<Finding>,
    /// It is the position that was sent.
    pub kept: bool,
    /// Why the move could not be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<Titled>,
    /// The board as SVG.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The position that it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The sides.
    pub sides: Vec<SideView>,
    /// Who is to move.
    pub to_move: Vec<String>,
    /// What stands where.
    pub pieces: Vec<PieceView>,
    /// What is in hand.
    pub hands: Vec<HandView>,
    /// Where the sites are in the drawing.
    pub sites: Vec<SiteView>,
    /// The legal moves there.
    pub legal: Vec<MoveView>,
    /// The move that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<MoveView>,
    /// How the round ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// Drawings of what pieces may become in the legal moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<KindDrawn>,
    /// The examples of the companion.
    pub examples: Vec<ExampleResult>,
    /// What of the rules they exercise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<CoverageResult>,
}

/// A finding about a rule file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Finding {
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// Its code, such as `HR0102`.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The file that it is about, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where it begins, in units of UTF-16.
    pub from: usize,
    /// Where it ends, in units of UTF-16.
    pub to: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// What an example came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ExampleResult {
    /// Its name.
    pub title: String,
    /// Nothing is to be said of it.
    pub ok: bool,
    /// The line of the companion, from 1.
    pub line: usize,
    /// What is to be said of it; empty where it passed.
    pub message: String,
}

/// What examples exercise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CoverageResult {
    /// So many branches.
    pub covered: usize,
    /// Of so many.
    pub of: usize,
    /// What they do not, each with its line.
    pub missing: Vec<String>,
}

/// A file to be saved.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveWish {
    /// The name of the file that the server was started with, or of its companion.
    pub file: String,
    /// The text.
    pub source: String,
}

/// A file was saved.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Saved {
    /// Its name.
    pub file: String,
    /// Its length in bytes.
    pub bytes: usize,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ErrorAnswer {
    /// What went wrong.
    pub error: ErrorBody,
    /// How the game stands, where somebody was out of date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<View>>,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ErrorBody {
    /// For programs.
    pub code: String,
    /// For people.
    pub message: String,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}
