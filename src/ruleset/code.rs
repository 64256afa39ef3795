//! The table of codes: every kind of finding about a rule file, once.
//!
//! Ranges: 01 syntax, 02 names, 03 board, zones and start, 04 pieces and motions, 05 turns, duty and
//! endings, 06 options and differences, 07 lints, 08 not supported yet, 09 files and limits, 10 scripts. What is said
//! about the examples of a companion is `HT` and a number; what keeps a game from being solved, `HS`.

use serde::{Serialize, Serializer};

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// For information.
    Note,
    /// It parses but can hardly be meant.
    Warning,
    /// The file cannot be played.
    Error,
}

/// A kind of finding.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Its number: `HR` and four digits; from 2000 on `HT` and what is left, from 4000 on `HS`.
    pub number: u16,
    /// Its usual severity.
    pub severity: Severity,
    /// A few words that name it.
    pub title: &'static str,
    /// What it means and how to mend it, for the book.
    pub meaning: &'static str,
}

/// Where the numbers of findings about examples begin.
const TESTS: u16 = 2000;
/// Where the numbers of what keeps a game from being solved begin.
const SOLVING: u16 = 4000;

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.number {
            n if n >= SOLVING => write!(f, "HS{:04}", n - SOLVING),
            n if n >= TESTS => write!(f, "HT{:04}", n - TESTS),
            n => write!(f, "HR{n:04}"),
        }
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

const fn error(number: u16, title: &'static str, meaning: &'static str) -> Code {
    Code { number, severity: Severity::Error, title, meaning }
}

const fn warning(number: u16, title: &'static str, meaning: &'static str) -> Code {
    Code { number, severity: Severity::Warning, title, meaning }
}

const fn note(number: u16, title: &'static str, meaning: &'static str) -> Code {
    Code { number, severity: Severity::Note, title, meaning }
}

// ---- 01 syntax

/// HR0101
pub static SYNTAX: Code = error(
    101,
    "not a sentence of the language",
    "The words do not make a statement. The message says what was found and what would have fitted there.",
);

/// HR0102
pub static UNKNOWN_WORD: Code = error(
    102,
    "unknown word",
    "A word of the language is due here, and this is none, but it looks like one. Mend the spelling.",
);

/// HR0103
pub static WORD_AS_NAME: Code = error(
    103,
    "a word of the language cannot be a name",
    "A name is due here, and the word that stands here means something else to the language. Choose another name.",
);

/// HR0104
pub static MISSING: Code = error(
    104,
    "something is missing",
    "One word or sign is missing: a comma, `to`, `when` or the like. Put it where the message says.",
);

/// HR0105
pub static MISSING_SENTENCE: Code = error(
    105,
    "a sentence is missing",
    "The statement needs a sentence in quotation marks: the reason of an ending, the question of an option, \
     what a hook decides.",
);

/// HR0106
pub static OPEN_STRING: Code = error(
    106,
    "a quotation mark is not closed",
    "A sentence in quotation marks ends on the line where it begins. Close it with another quotation mark.",
);

/// HR0107
pub static UNCLOSED: Code = error(
    107,
    "a brace is not closed",
    "The item opens a brace `{` and the next item begins before it is closed. Add the `}`.",
);

/// HR0108
pub static TOO_MANY_CLOSED: Code = error(
    108,
    "one brace too many",
    "A brace `}` closes nothing. Remove it, or look whether an item above was closed too early.",
);

/// HR0109
pub static NUMBER_TOO_LARGE: Code =
    error(109, "number too large", "A number in a rule file may be at most 4294967295.");

/// HR0199
pub static READER: Code = error(
    199,
    "fault of the reader",
    "The reader of rule files did not understand its own grammar. This is never the fault of the rule file: report it.",
);

// ---- 02 names

/// HR0201
pub static UNKNOWN_NAME: Code = error(
    201,
    "unknown name",
    "The word names no piece, side, zone, site, mark or call of this file. Check the spelling, or declare it.",
);

/// HR0202
pub static NAME_TWICE: Code = error(
    202,
    "name declared twice",
    "Two declarations of the same sort have the same name. Rename one, or, in a variant, say `replace ... with ...`.",
);

/// HR0203
pub static SHARED_NAME: Code = error(
    203,
    "name with two meanings",
    "A piece, a side, a zone, a site, a mark and a call may not share a name, because a sentence could be read two ways. Only a side and the one kind that it owns alone may.",
);

/// HR0204
pub static LETTER_TWICE: Code = error(
    204,
    "letter used twice",
    "Two pieces, or two owners of one, have the same letter, so a diagram could not tell them apart.",
);

/// HR0205
pub static LETTERS_AND_OWNERS: Code = error(
    205,
    "letters that do not fit the owners",
    "A piece has one letter for each of its owners, in their order; a piece of one side, or of nobody, has one.",
);

/// HR0206
pub static NOT_A_SIDE: Code = error(206, "not a side", "A side is asked for, and the name is not one of a side.");

/// HR0207
pub static NOT_A_KIND: Code =
    error(207, "not a piece", "A kind of piece is asked for, and the name is not one of a kind.");

/// HR0208
pub static WORD_OUT_OF_PLACE: Code = error(
    208,
    "word that means nothing here",
    "`it`, `there`, `that line`, `player`, `moved piece` and the like speak of something that is known in certain places only: `it` after `over` and in a `call piece`, `that file` in a motion, `player` in endings, calls and scores.",
);

/// HR0209
pub static CIRCULAR: Code = error(
    209,
    "refers to itself",
    "A call, a zone or a `like` leads back to itself, so that it would never come to an end.",
);

/// HR0210
pub static REASON_TWICE: Code = error(
    210,
    "reason used twice",
    "Endings, and `illegal` clauses, are told apart by their sentences. Two of them have the same one under these settings.",
);

/// HR0211
pub static PHASE_UNKNOWN: Code = error(211, "unknown phase", "The name is not one of a phase of this file.");

/// HR0212
pub static MARK_UNKNOWN: Code = error(212, "unknown mark", "The name is not one of a `mark` of this file.");

// ---- 03 board, zones and start

/// HR0301
pub static OFF_BOARD: Code =
    error(301, "not on the board", "The coordinate, rank or file does not exist on this board.");

/// HR0302
pub static BOARD: Code = error(
    302,
    "a board that cannot be",
    "The board has no site, too many sites, or points and lines that do not fit together.",
);

/// HR0303
pub static EMPTY_SELECTION: Code =
    error(303, "a selection that is always empty", "No site fits, whatever stands on the board.");

/// HR0304
pub static NO_CENTRE: Code =
    error(304, "no centre", "One site is asked for, and an even number of files or ranks has no middle one.");

/// HR0305
pub static NOT_CONSTANT: Code = error(
    305,
    "depends on the position",
    "What a board is cut to and where pieces start cannot depend on what stands on the board.",
);

/// HR0306
pub static NO_SUCH_DIRECTION: Code = error(
    306,
    "a direction that this board has not",
    "Hexes have no `orthogonal`, `diagonal`, `sideways`, `left`, `right`, `north` and `south`; a board of points without coordinates has no compass at all; `onward` needs a leg before it.",
);

/// HR0307
pub static NO_FACES: Code = error(
    307,
    "a side that faces nowhere",
    "`forward`, `last rank` and the like are seen from a side. Say where it looks: `side NAME faces north`.",
);

/// HR0308
pub static OWN_SIDEWAYS: Code = error(
    308,
    "`own` for a side that does not face north or south",
    "Own ranks are counted from the side's edge of the board. Say `file`, or name the sites.",
);

/// HR0309
pub static ROWS: Code = error(
    309,
    "rows that do not fit the board",
    "A diagram has one row for each rank, from the top, and one cell for each file (on a hexagon: for each cell of the rank).",
);

/// HR0310
pub static CELL: Code = error(
    310,
    "a letter that no piece has",
    "A cell is a piece's letter, `.` where nothing stands, or `#` where the board has no site.",
);

/// HR0311
pub static TAKEN: Code = error(311, "two pieces on one site", "The start puts a second piece on a site.");

/// HR0312
pub static NO_ROOM: Code = error(312, "no room", "There are fewer free sites than pieces to be placed.");

/// HR0313
pub static PICTURE: Code = error(
    313,
    "picture and places differ",
    "The picture at the end of a `start` shows what its `place` lines give under the file's own defaults. The two do not agree.",
);

/// HR0314
pub static WHOSE_PIECE: Code =
    error(314, "whose piece?", "Several sides own such pieces: say `of SIDE`. Or the side said owns none.");

/// HR0315
pub static NO_BOARD: Code = error(315, "no board", "A rule file needs a `board`.");

/// HR0316
pub static NO_SIDE: Code = error(316, "no side", "A rule file needs a `side`.");

/// HR0317
pub static NO_DIRECTION: Code =
    error(317, "directions that never meet", "Words for directions side by side must all hold; these never do.");

/// HR0318
pub static NOTHING_THERE: Code =
    error(318, "nothing to remove", "`change start` removes a piece that does not stand there.");

/// HR0319
pub static ZONE_OF: Code = error(
    319,
    "a zone of which side?",
    "A zone that each side has for itself can be asked of a named side or of the acting one alone.",
);

// ---- 04 pieces and motions

/// HR0320
pub static START_NUMBERS: Code = error(
    320,
    "the numbers of the starts",
    "`start by NAME` needs an option in numbers with as many numbers as there are ways to choose the sites, and `place ... at one of S` needs such a start.",
);

/// HR0401
pub static NO_GOAL: Code = error(
    401,
    "a motion without `to` and `capturing`",
    "Nothing is assumed: a motion says where it may end, `to empty`, or whom it takes, `capturing enemy`.",
);

/// HR0402
pub static ENDLESS: Code =
    error(402, "a motion that could go on for ever", "What repeats must capture or remove a piece each time.");

/// HR0403
pub static PART_OUT_OF_PLACE: Code = error(
    403,
    "a part that does not belong to this verb",
    "`over` goes with `jump` and `slide`; `past`, `exactly`, `at most` and `at least` with `slide`; and each is said once for a verb.",
);

/// HR0404
pub static NO_OVER: Code =
    error(404, "nothing is jumped", "`jump` and `capturing it` need `over ...`: it is the piece that is jumped.");

/// HR0405
pub static BECOMES_ANOTHERS: Code = error(
    405,
    "becomes a piece of another side",
    "A piece stays its owner's when it becomes another kind; the new kind must be one that this owner may have.",
);

/// HR0406
pub static ATTACK_IN_CAPTURE: Code = error(
    406,
    "a capture that asks who is attacked",
    "`attacked` and `safe` ask which captures are possible, so no motion that captures, and no line that confines a piece that captures, may depend on them.",
);

/// HR0407
pub static LEAP_HERE: Code = error(
    407,
    "a leap that this board has not",
    "`leap a by b` counts files and ranks of a grid of squares or points, and not nothing by nothing.",
);

/// HR0408
pub static ATTRIBUTE_TWICE: Code = error(408, "said twice", "`royal`, `in hand` and `like` are said once for a piece.");

/// HR0409
pub static ASKS_ITSELF: Code = error(
    409,
    "a move that asks which moves there are",
    "`stuck` asks how pieces move, so nothing in the lines of a piece may depend on it. `cannot move` asks for whole moves, so joint moves, `after every`, `until` and what counts moves may not depend on it either; nor may they on `position occurs` and `throughout` where there are marks, which make positions differ by the moves that they allow. Endings and `illegal` may.",
);

/// HR0410
pub static LANDS_ON_PIECE: Code = error(
    410,
    "a landing where a piece may stand",
    "One piece stands on a site, and a piece that lands takes the place of none that it does not capture. So where a motion does not capture on its landing site, `to` must ask for an empty one: `to empty ZONE`.",
);

/// HR0411
pub static NO_STEPS: Code = error(
    411,
    "a slide of no steps",
    "`exactly 0` and `at most 0` leave a piece where it is, and that is no move. A slide makes at least one step.",
);

/// HR0412
pub static CAPTURES_NOTHING: Code = error(
    412,
    "a capture on an empty site",
    "`to empty` and `capturing ...` without `or` between them both hold of the site where the piece lands, so the motion can never be made. `to empty or capturing enemy` is either of the two. A piece that stands elsewhere is captured by `capturing it` or `capturing ... behind`.",
);

// ---- 05 turns, duty and endings

/// HR0501
pub static NO_TURNS: Code =
    error(501, "no turns", "The file says nowhere in which order the sides move: `turns from SIDE, alternating`.");

/// HR0502
pub static WHEN_ASKED: Code = error(
    502,
    "when is it asked?",
    "For a side named in an ending, `cannot move` is asked `on their turn`, or of it at any time: `, whoever is to move`. The rulebooks differ, so the file must say.",
);

/// HR0503
pub static COUNTED_PIECES: Code = error(
    503,
    "pieces that cannot be counted there",
    "In hand, among the captured and in `left` there are kinds and owners, no sites: only those words can be counted.",
);

/// HR0504
pub static NO_HOOK: Code = error(
    504,
    "a hook that is not declared",
    "`by hook NAME` needs a line `hook ending NAME in \"file\" \"what it decides\"`, or `hook tiebreak` in a match.",
);

/// HR0505
pub static NO_SCORE: Code =
    error(505, "nothing is scored", "`highest score wins` needs `score player counts ...`, or a `hook score`.");

/// HR0506
pub static NO_MOVES: Code = error(506, "a turn of no moves", "An entry of `turns` gives at least one move.");

/// HR0507
pub static NOBODY_BEGINS: Code = error(
    507,
    "nobody begins",
    "`turns from` takes a side, or an option whose values name sides; a value that names none must carry a `hook first turn`.",
);

/// HR0508
pub static HOOK_TWICE: Code = error(
    508,
    "two hooks in one place",
    "Each function is declared once, and at most one hook stands at a point other than `ending` under any settings.",
);

/// HR0509
pub static CALL_OF: Code = error(
    509,
    "a call asked of something else",
    "A `call player` is asked of a side, a `call piece` of pieces, and a call of a side or a kind of that alone.",
);

/// HR0510
pub static NO_CONDITION: Code = error(
    510,
    "an ending without a condition",
    "Only `last player wins` knows by itself when; every other ending says `when ...`.",
);

/// HR0511
pub static HAND_OF_ANOTHER: Code = error(
    511,
    "captured pieces that nobody may hold",
    "Captured pieces go to the hand of a side, and a piece that can be captured is none that this side may own. Add the side to the owners of the piece, or name in `capturing` what may be captured.",
);

/// HR0512
pub static MATCH_INCOMPLETE: Code = error(
    512,
    "an incomplete match",
    "A match says how many rounds it has and how it is won: `rounds 2, swapping sides` and `won by most rounds`.",
);

/// HR0513
pub static MATCH_ROUNDS: Code = error(
    513,
    "no such number of rounds",
    "A match has at least one round and at most 100, those that are added included, and adding rounds adds at least one.",
);

/// HR0514
pub static MATCH_NOBODY_WINS: Code = error(
    514,
    "a match that nobody can win",
    "What `won by` asks for cannot be reached in the rounds that the match has: too few of them, or players who keep \
     their sides.",
);

/// HR0515
pub static NO_FIRST_TURN: Code = error(
    515,
    "a first turn that nobody takes",
    "A `hook first turn` says who begins the first phase whose turns alternate, and no turns alternate here.",
);

// ---- 06 options and differences

/// HR0601
pub static UNKNOWN_OPTION: Code = error(
    601,
    "unknown option",
    "The file has no option or open question of that name, or has it not under these settings.",
);

/// HR0602
pub static UNKNOWN_VALUE: Code = error(602, "unknown value", "The option has no such value.");

/// HR0603
pub static OUT_OF_RANGE: Code = error(603, "number out of range", "An option in numbers says from where to where.");

/// HR0604
pub static NO_TARGET: Code = error(
    604,
    "a difference without a target",
    "What is to be replaced, removed, changed or renamed is not there under these settings. Say `if ... is not ...` after the difference if it is there under others.",
);

/// HR0605
pub static DEFAULTS: Code = error(
    605,
    "not one default",
    "Exactly one value of an option is marked `default`, and a default in numbers lies in the range.",
);

/// HR0606
pub static LINE_TWICE: Code = error(
    606,
    "two lines of one kind",
    "The match blocks of a file are one; each kind of line stands in it once. Use `change match { replace ... }`.",
);

/// HR0607
pub static ITEM_TWICE: Code = error(
    607,
    "said twice",
    "There is one board, one start, one order of turns, one score. A variant says `replace ... with ...`.",
);

/// HR0608
pub static SETTINGS_CIRCLE: Code =
    error(608, "settings that contradict each other", "A value sets an option whose value takes the first away again.");

/// HR0609
pub static NOT_IN_NUMBERS: Code = error(
    609,
    "an option that is not in numbers, or is",
    "A number may be the name of an option in numbers; `if` asks for named values alone.",
);

/// HR0610
pub static AMBIGUOUS_TARGET: Code = error(
    610,
    "a difference with two targets",
    "The words stand for one line, and several begin like that. Write the line out.",
);

/// HR0611
pub static VALUE_TWICE: Code = error(611, "value declared twice", "Two values of one option have the same name.");

/// HR0612
pub static QUESTION_IN_BLOCK: Code = error(
    612,
    "a question changed under a setting",
    "Settings are chosen before anything else, so a question is changed outside of `if` and of values only.",
);

// ---- 07 lints

/// HR0701
pub static UNREAD_OPTION: Code = warning(
    701,
    "an option that nobody reads",
    "None of its values carries a line, and no line asks for it: whatever is chosen, the game is the same.",
);

/// HR0702
pub static UNREAD_NAME: Code = warning(
    702,
    "a name that nobody uses",
    "A zone, a mark, a call or a score is declared, and no line reads it. Use it, or take it out.",
);

/// HR0703
pub static NEVER_APPEARS: Code = warning(
    703,
    "a piece that never appears",
    "It is neither on the board at the start nor in hand, no piece becomes it, and no effect places it.",
);

/// HR0704
pub static NO_PIECES: Code =
    warning(704, "a side without pieces", "The side has no piece at the start, neither on the board nor in hand.");

/// HR0705
pub static HANDS_AND_TURNS: Code = warning(
    705,
    "hands that do not fit the turns",
    "A phase in which a side only drops gives it so many moves, and the side has another number of pieces in hand.",
);

/// HR0706
pub static NO_DROP: Code = warning(
    706,
    "pieces in hand that cannot be dropped",
    "Pieces of this kind are in hand, or come there when they are captured, and the kind has no `drop`.",
);

/// HR0707
pub static NO_ANSWER: Code = warning(
    707,
    "nothing says what happens when a side cannot move",
    "No ending and no leave to pass covers a side that has no move. The game would stop without a result. Say \
     `end ... when SIDE cannot move on their turn`, or `passing when stuck`.",
);

/// HR0708
pub static NARROW_BLOCK: Code = warning(
    708,
    "a blocked side that can be stuck in other ways",
    "An ending asks what stands in front of a side's pieces. The side can also be stuck where that does not hold, and \
     then nothing says what happens. Add `passing when stuck`, or an ending with `cannot move`.",
);

/// HR0709
pub static NEVER_ENDS: Code =
    warning(709, "an ending that cannot happen", "Its condition never holds, whatever happens in the game.");

/// HR0710
pub static ENDS_AT_ONCE: Code = warning(
    710,
    "an ending that always holds",
    "Its condition holds whatever happens, so the game ends as soon as endings are judged.",
);

/// HR0711
pub static COVERED: Code = warning(
    711,
    "an ending behind one that covers it",
    "Endings are judged in their order. Whenever this one holds an earlier one holds too, so this one never decides.",
);

/// HR0712
pub static CAN_REPEAT: Code = warning(
    712,
    "a game that can go round in circles",
    "Pieces can move to and fro, and no line speaks of repeated positions or of moves without progress, so a game need \
     never end. Add e.g. `end draw when position occurs 3 times \"...\"`.",
);

/// HR0713
pub static PASS_AND_STUCK: Code = warning(
    713,
    "a side that may pass and ends the game when it cannot move",
    "A pass is no move, so the ending holds although the side might pass. Leave one of the two out.",
);

/// HR0714
pub static SILENT_LEAVE: Code = warning(
    714,
    "when do captured pieces leave?",
    "A motion takes several pieces in one move, and the file does not say whether they leave `at once` or `at the end \
     of the move`. It is taken as `at once`.",
);

/// HR0715
pub static BOARD_ONLY: Code = warning(
    715,
    "pieces in hand are not counted",
    "`no K` and `fewer than n K` count the board alone, and such pieces can be in hand. Say `left` to count both.",
);

/// HR0716
pub static ROYAL_UNREAD: Code = warning(
    716,
    "`royal` without a rule about it",
    "`royal` alone forbids nothing. Some `illegal when ...` should speak of the piece.",
);

/// HR0717
pub static OLD_KIND_ALONE: Code = warning(
    717,
    "lines that know the old piece alone",
    "A variant adds a piece that another one becomes. Lines of the base that name the old piece do not mean the new one.",
);

/// HR0718
pub static LEVEL_MATCH: Code = warning(
    718,
    "a match that can stay level",
    "Nothing says what happens when no player has won the match after its rounds: `play 1 more round while tied, ...`.",
);

/// HR0750
pub static CANNOT_STAND: Code = note(
    750,
    "settings that cannot stand",
    "A value, or two values together, make the rules contradict themselves. Whoever chooses them is told so then; if the \
     file should rule them out or make room for them, `if ... is not ...` does.",
);

/// HR0751
pub static SEARCH_CUT: Code =
    note(751, "not every pair of settings was tried", "The file has more pairs of settings than are tried.");

// ---- 08 not supported yet

/// HR0801
pub static NOT_SUPPORTED: Code = error(
    801,
    "not supported yet",
    "The statement belongs to the language, and this version cannot run it yet. The book lists all of them.",
);

/// HR0807
pub static PIE_RULE: Code = error(
    807,
    "a pie rule for more than two",
    "The pie rule lets two players swap sides. This version does not play it with another number of sides.",
);

/// HR0808
pub static TOO_MANY_CHOICES: Code = error(
    808,
    "too many choices in one move",
    "The choices inside one move (pieces removed by choice, pieces placed, kinds to become, several drops in one move) multiply to more than 50,000 on this board, or the ways of its legs to more than 1,000,000.",
);

/// HR0809
pub static NO_SCRIPTS_HERE: Code = error(
    809,
    "built without scripts",
    "This program was built without the feature `hooks`, so it cannot ask a script. Choose a setting that needs none.",
);

// ---- 09 files and limits

/// HR0901
pub static NO_FILE: Code = error(
    901,
    "no such rule file",
    "There is no rule file of that name, neither beside the file that asks for it nor in the library.",
);

/// HR0902
pub static UNREADABLE: Code = error(
    902,
    "the rule file cannot be read",
    "The rule file is there and could not be read, or it is not text in UTF-8. The message says why.",
);

/// HR0903
pub static NO_HEADER: Code = error(
    903,
    "the file does not begin with its `game`",
    "A rule file begins with `game \"Title\" { version 1.0 }`, and with `extends BASE` behind the title if it is a variant.",
);

/// HR0904
pub static TWO_HEADERS: Code =
    error(904, "two `game` headers", "A file holds one game. Put the second one into a file of its own.");

/// HR0905
pub static CYCLE: Code = error(
    905,
    "a circle of files that extend each other",
    "A file extends itself, directly or by way of others. One of them must stand on its own.",
);

/// HR0906
pub static LONG_CHAIN: Code = error(
    906,
    "the chain of bases is too long",
    "A file may extend a file that extends another and so on, 16 files in all.",
);

/// HR0907
pub static FILE_TOO_LARGE: Code = error(907, "the file is too large", "A rule file may hold at most 256 KiB.");

/// HR0908
pub static TOO_MANY_ITEMS: Code =
    error(908, "too many items", "A rule file may hold at most 4096 items, those in the blocks of options counted.");

/// HR0909
pub static TOO_DEEP: Code =
    error(909, "nested too deeply", "Braces and brackets may be nested 64 deep, both counted together.");

/// HR0910
pub static MORE_MISTAKES: Code = note(910, "more mistakes", "Fifty mistakes of a file are shown. Mend those first.");

/// HR0920
pub static TOO_MANY_KINDS: Code = error(920, "too many kinds of pieces", "A file has at most 250 kinds of pieces.");

/// HR0921
pub static TOO_MANY_SIDES: Code = error(921, "too many sides", "A file has at most 16 sides.");

/// HR0922
pub static TOO_MANY_MARKS: Code = error(922, "too many marks", "A file has at most 64 marks.");

/// HR0923
pub static TOO_MANY_CALLS: Code = error(923, "too many calls", "A file has at most 250 calls.");

/// HR0924
pub static TOO_MANY_PHASES: Code = error(924, "too many phases", "A file has at most 250 phases.");

/// HR0925
pub static TOO_COMPLEX: Code = error(
    925,
    "too complex",
    "Selections and conditions, zones read out in full, nest to a depth of 100 and hold 5,000 parts.",
);

/// HR0926
pub static TOO_MANY_COUNTERS: Code =
    error(926, "too many counters", "A file counts moves without progress in at most 64 ways.");

// ---- 10 scripts

/// HR1001
pub static NO_SCRIPT: Code = error(
    1001,
    "no such script",
    "A hook names a script, and there is no such file in the folder of the rule file that declares the hook.",
);

/// HR1002
pub static SCRIPT_PLACE: Code = error(
    1002,
    "not the name of a script",
    "A script lies beside the rule file. Its name has no folder in it and ends in `.rhai`.",
);

/// HR1003
pub static SCRIPT_UNREADABLE: Code = error(
    1003,
    "the script cannot be read",
    "The script is there and could not be read, or it is not text in UTF-8. The message says why.",
);

/// HR1004
pub static SCRIPT_TOO_LARGE: Code = error(
    1004,
    "too much script",
    "A script may hold at most 64 KiB, and a ruleset at most 16 scripts. A function, an expression, a list and a name \
     in a script have limits too; the chapter on scripts lists them.",
);

/// HR1005
pub static SCRIPT_SYNTAX: Code = error(
    1005,
    "the script is not Rhai",
    "The text of the script breaks the grammar of Rhai, the language of scripts. The message says what is wrong.",
);

/// HR1006
pub static NO_FUNCTION: Code =
    error(1006, "the script has no such function", "A hook names a function, and its script does not declare it.");

/// HR1007
pub static PARAMETERS: Code = error(
    1007,
    "the wrong number of parameters",
    "Each point hands over certain values, and its function takes so many parameters. The help gives the line.",
);

/// HR1008
pub static SCRIPT_NAME: Code = error(
    1008,
    "an unknown name in a script",
    "A script uses a variable, a function, a property or a setting that there is not, or asks for a piece, a side, a zone, \
     a site or the like by such a name. Mend the spelling.",
);

/// HR1009
pub static SCRIPT_FORBIDDEN: Code = error(
    1009,
    "not for scripts",
    "Something that Rhai has and a script may not use, since scripts neither change what they look at nor run without \
     bounds. The help says what to write.",
);

/// HR1010
pub static HOOK_FAILED: Code = error(
    1010,
    "a script failed",
    "A hook was asked and its script came to a line that cannot be carried out. Nothing was changed.",
);

/// HR1011
pub static HOOK_LIMIT: Code = error(
    1011,
    "a script took too much",
    "A hook was asked and its script went beyond a limit of time or memory. Nothing was changed.",
);

/// HR1012
pub static HOOK_ANSWER: Code = error(
    1012,
    "an answer that cannot be",
    "A hook was asked and its script answered with something that its point does not know. Nothing was changed.",
);

/// HR1013
pub static SCRIPT_NEVER_EQUAL: Code = warning(
    1013,
    "compared with a name that there is not",
    "A script compares a kind, a side or a phase with a text that names none in the rule file, so the comparison always \
     comes out the same. It is no error, since one script may serve several rule files.",
);

/// HR1014
pub static SCRIPT_NOT_FILLED_IN: Code = warning(
    1014,
    "a value that is not put into the text",
    "A `${` stands in a text in straight quotation marks, where Rhai leaves it as it is. A text that takes values stands in \
     backquotes.",
);

/// HR1015
pub static SCRIPT_NAME_HERE: Code = warning(
    1015,
    "a name that means nothing under these settings",
    "A script asks for a piece, a side, a zone, a site or the like by a name that the rule file gives to no such thing, \
     though it has the word or other settings may. It is no error, since the script may ask only where there is one. \
     Where such a line is carried out, the script fails.",
);

// ---- tests

/// HT0101
pub static EXAMPLE_SYNTAX: Code = error(
    2101,
    "not a line of an example",
    "Every line of an example is a sentence of its own. The help shows how such a line reads.",
);

/// HT0102
pub static EXAMPLE_ORDER: Code = error(
    2102,
    "out of order",
    "An example says first by which rules it is played, then in which position it begins, and then what is played and asked.",
);

/// HT0103
pub static EXAMPLE_DIAGRAM: Code = error(
    2103,
    "a diagram that cannot be read",
    "A diagram has all the ranks of the board from the top down, each with its number, and below it stands who is to move.",
);

/// HT0104
pub static EXAMPLE_TABLE: Code = error(
    2104,
    "a table that cannot be read",
    "The head of a table names what each column holds, and one column at least is a question. Each row has as many cells.",
);

/// HT0105
pub static EXAMPLE_NUMBER: Code =
    error(2105, "a number that is too large", "A number in an example has a limit; the message says which.");

/// HT0106
pub static EXAMPLE_ASKS_NOTHING: Code = error(
    2106,
    "an example without a question",
    "An example that asks nothing tests nothing. Ask what it is there for, or make it a block of another name.",
);

/// HT0107
pub static EXAMPLE_FENCE: Code = error(
    2107,
    "a block that is not marked or closed well",
    "A block is read where the word behind its fence is `example`, `unreachable` or `equivalent`, spelt so and alone, and it goes on up to a line that closes it.",
);

/// HT0199
pub static EXAMPLE_READER: Code = error(
    2199,
    "fault of the reader of examples",
    "The reader of examples did not understand its own grammar. This is never the fault of the example: report it.",
);

/// HT0201
pub static EXAMPLE_RULES: Code = error(
    2201,
    "rules that cannot be played",
    "The ruleset of the example is not there, has mistakes, or does not know the settings that the example wants.",
);

/// HT0202
pub static EXAMPLE_POSITION: Code = error(
    2202,
    "a position that cannot be",
    "The position of the example does not fit the board, the pieces or the turns of its rules.",
);

/// HT0203
pub static EXAMPLE_MOVE: Code = error(
    2203,
    "a move that cannot be played",
    "What an example plays must be legal where it is played. The message says why it is not.",
);

/// HT0204
pub static EXAMPLE_UNKNOWN: Code = error(
    2204,
    "an example that is not there",
    "`from` names another example of the same page, further up, by the heading above it.",
);

/// HT0205
pub static EXAMPLE_NAME: Code = error(
    2205,
    "a name that is not known",
    "The example names a site, a side or a player that there is not. Mend the spelling; the players are called A, B and so on.",
);

/// HT0206
pub static EXAMPLE_MATCH: Code = error(
    2206,
    "no such round of a match",
    "What the example tells of a match cannot be: the rules have no match, the match is over, or somebody must choose a side first.",
);

/// HT0207
pub static EXAMPLE_ANSWER: Code = error(
    2207,
    "an answer that cannot be read",
    "The answer is not of the kind that the question asks for. The help shows one that is.",
);

/// HT0208
pub static EXAMPLE_SEARCH: Code = error(
    2208,
    "too many positions to look at",
    "`best play` and `perft` look at every line of play, and there are too many here. Ask for fewer moves, or from a position with fewer pieces.",
);

/// HT0209
pub static EXAMPLE_SCRIPT: Code = error(
    2209,
    "a script failed",
    "A script of the rules was asked in this example and failed. The message is the script's.",
);

/// HT0301
pub static COMPANION_TOO_LARGE: Code =
    error(2301, "the companion is too large", "A companion may hold at most 1024 KiB and 2048 examples. Divide it.");

/// HT0302
pub static COMPANION_ALONE: Code = error(
    2302,
    "a companion without its ruleset",
    "A companion `NAME.md` stands beside `NAME.rules`, or each of its examples says `in RULESET`.",
);

/// HT0303
pub static NOT_OUT_OF_REACH: Code = error(
    2303,
    "not out of reach",
    "A block `unreachable` names branches of the rules that no example can have, one on each line: `PART` WAY: REASON. The part, the clause or the way is not in the rule file, or an example has it after all.",
);

/// HS0101
pub static SOLVE_SIDES: Code = error(
    4101,
    "not a game of two sides",
    "Values say which of two sides wins. A game of more sides, or of one, has none.",
);

/// HS0102
pub static SOLVE_SCRIPT: Code = error(
    4102,
    "a script decides",
    "A script may decide by anything, so the value of a position is not known from the position. Choose settings without the script.",
);

/// HS0103
pub static SOLVE_HISTORY: Code = error(
    4103,
    "the history decides",
    "What is legal, or who wins, hangs on positions that were there before, so a position alone has no value. A draw when a position comes again is no such rule: endless play is a draw as well.",
);

/// HS0104
pub static SOLVE_COUNTER: Code = error(
    4104,
    "moves without progress are counted",
    "Each position would have to be listed for each count of moves. Choose settings without the count, or `--method search`.",
);

/// HS0105
pub static SOLVE_UNHELD: Code = error(
    4105,
    "the rules read more than pieces and turns",
    "The rules read marks, whether a piece has moved, what it was before, or who missed a capture; the positions that are listed or searched do not hold that.",
);

/// HS0106
pub static SOLVE_UNSETTLED: Code = error(
    4106,
    "the rules do not say who has won",
    "The game can come to a position in which the player to move has no move and no ending holds, so it has no value. Answer the question that leaves it open.",
);

/// HS0107
pub static SOLVE_LARGE: Code = error(
    4107,
    "too large to be listed",
    "The positions have no numbers of 128 bits, or there are more than four thousand million. Try `--method search`.",
);

/// HS0201
pub static SOLVE_MEMORY: Code = error(
    4201,
    "the memory is not enough",
    "What is found does not fit into the memory that `--memory` allows. Allow more, make the board smaller, begin later in the game, or try `--method search`.",
);

/// HS0202
pub static SOLVE_LONG: Code = error(4202, "a win takes too long", "Tables tell wins of up to 32766 plies.");

/// HS0301
pub static SOLVE_DAMAGED: Code = error(
    4301,
    "a damaged file",
    "The file is not as it was written: it is cut off, or bytes of it were changed. Make it anew.",
);

/// HS0302
pub static SOLVE_FOREIGN: Code = error(
    4302,
    "a file of something else",
    "The file is of other rules or other settings, of another position, of another version of this program, or not written by `houserules solve` at all.",
);

/// HS0303
pub static SOLVE_WRONG: Code = error(
    4303,
    "a table does not stand the test",
    "A value does not follow from the values of the positions after it. The message tells the position. A table that was just made and does not stand the test is a fault of the program: report it.",
);

/// Every code, in order.
pub static ALL: &[&Code] = &[
    &SYNTAX,
    &UNKNOWN_WORD,
    &WORD_AS_NAME,
    &MISSING,
    &MISSING_SENTENCE,
    &OPEN_STRING,
    &UNCLOSED,
    &TOO_MANY_CLOSED,
    &NUMBER_TOO_LARGE,
    &READER,
    &UNKNOWN_NAME,
    &NAME_TWICE,
    &SHARED_NAME,
    &LETTER_TWICE,
    &LETTERS_AND_OWNERS,
    &NOT_A_SIDE,
    &NOT_A_KIND,
    &WORD_OUT_OF_PLACE,
    &CIRCULAR,
    &REASON_TWICE,
    &PHASE_UNKNOWN,
    &MARK_UNKNOWN,
    &OFF_BOARD,
    &BOARD,
    &EMPTY_SELECTION,
    &NO_CENTRE,
    &NOT_CONSTANT,
    &NO_SUCH_DIRECTION,
    &NO_FACES,
    &OWN_SIDEWAYS,
    &ROWS,
    &CELL,
    &TAKEN,
    &NO_ROOM,
    &PICTURE,
    &WHOSE_PIECE,
    &NO_BOARD,
    &NO_SIDE,
    &NO_DIRECTION,
    &NOTHING_THERE,
    &ZONE_OF,
    &START_NUMBERS,
    &NO_GOAL,
    &ENDLESS,
    &PART_OUT_OF_PLACE,
    &NO_OVER,
    &BECOMES_ANOTHERS,
    &ATTACK_IN_CAPTURE,
    &LEAP_HERE,
    &ATTRIBUTE_TWICE,
    &ASKS_ITSELF,
    &LANDS_ON_PIECE,
    &NO_STEPS,
    &CAPTURES_NOTHING,
    &NO_TURNS,
    &WHEN_ASKED,
    &COUNTED_PIECES,
    &NO_HOOK,
    &NO_SCORE,
    &NO_MOVES,
    &NOBODY_BEGINS,
    &HOOK_TWICE,
    &CALL_OF,
    &NO_CONDITION,
    &HAND_OF_ANOTHER,
    &MATCH_INCOMPLETE,
    &MATCH_ROUNDS,
    &MATCH_NOBODY_WINS,
    &NO_FIRST_TURN,
    &UNKNOWN_OPTION,
    &UNKNOWN_VALUE,
    &OUT_OF_RANGE,
    &NO_TARGET,
    &DEFAULTS,
    &LINE_TWICE,
    &ITEM_TWICE,
    &SETTINGS_CIRCLE,
    &NOT_IN_NUMBERS,
    &AMBIGUOUS_TARGET,
    &VALUE_TWICE,
    &QUESTION_IN_BLOCK,
    &UNREAD_OPTION,
    &UNREAD_NAME,
    &NEVER_APPEARS,
    &NO_PIECES,
    &HANDS_AND_TURNS,
    &NO_DROP,
    &NO_ANSWER,
    &NARROW_BLOCK,
    &NEVER_ENDS,
    &ENDS_AT_ONCE,
    &COVERED,
    &CAN_REPEAT,
    &PASS_AND_STUCK,
    &SILENT_LEAVE,
    &BOARD_ONLY,
    &ROYAL_UNREAD,
    &OLD_KIND_ALONE,
    &LEVEL_MATCH,
    &CANNOT_STAND,
    &SEARCH_CUT,
    &NOT_SUPPORTED,
    &PIE_RULE,
    &TOO_MANY_CHOICES,
    &NO_SCRIPTS_HERE,
    &NO_FILE,
    &UNREADABLE,
    &NO_HEADER,
    &TWO_HEADERS,
    &CYCLE,
    &LONG_CHAIN,
    &FILE_TOO_LARGE,
    &TOO_MANY_ITEMS,
    &TOO_DEEP,
    &MORE_MISTAKES,
    &TOO_MANY_KINDS,
    &TOO_MANY_SIDES,
    &TOO_MANY_MARKS,
    &TOO_MANY_CALLS,
    &TOO_MANY_PHASES,
    &TOO_COMPLEX,
    &TOO_MANY_COUNTERS,
    &NO_SCRIPT,
    &SCRIPT_PLACE,
    &SCRIPT_UNREADABLE,
    &SCRIPT_TOO_LARGE,
    &SCRIPT_SYNTAX,
    &NO_FUNCTION,
    &PARAMETERS,
    &SCRIPT_NAME,
    &SCRIPT_FORBIDDEN,
    &HOOK_FAILED,
    &HOOK_LIMIT,
    &HOOK_ANSWER,
    &SCRIPT_NEVER_EQUAL,
    &SCRIPT_NOT_FILLED_IN,
    &SCRIPT_NAME_HERE,
    &EXAMPLE_SYNTAX,
    &EXAMPLE_ORDER,
    &EXAMPLE_DIAGRAM,
    &EXAMPLE_TABLE,
    &EXAMPLE_NUMBER,
    &EXAMPLE_ASKS_NOTHING,
    &EXAMPLE_FENCE,
    &EXAMPLE_READER,
    &EXAMPLE_RULES,
    &EXAMPLE_POSITION,
    &EXAMPLE_MOVE,
    &EXAMPLE_UNKNOWN,
    &EXAMPLE_NAME,
    &EXAMPLE_MATCH,
    &EXAMPLE_ANSWER,
    &EXAMPLE_SEARCH,
    &EXAMPLE_SCRIPT,
    &COMPANION_TOO_LARGE,
    &COMPANION_ALONE,
    &NOT_OUT_OF_REACH,
    &SOLVE_SIDES,
    &SOLVE_SCRIPT,
    &SOLVE_HISTORY,
    &SOLVE_COUNTER,
    &SOLVE_UNHELD,
    &SOLVE_UNSETTLED,
    &SOLVE_LARGE,
    &SOLVE_MEMORY,
    &SOLVE_LONG,
    &SOLVE_DAMAGED,
    &SOLVE_FOREIGN,
    &SOLVE_WRONG,
];

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn numbers_are_unique_and_in_order() {
        assert!(ALL.windows(2).all(|pair| pair[0].number < pair[1].number));
    }

    #[test]
    fn every_code_is_listed() {
        let declared = include_str!("code.rs").lines().filter(|line| line.starts_with("pub static ")).count();
        assert_eq!(ALL.len(), declared - 1, "every `pub static` but ALL itself");
    }
}
