//! Cutting a file into its items without understanding them: strings, comments, braces, first words of lines.
//!
//! The grammar reads a whole file or nothing. When it fails, each item is read alone, so that each tells its
//! own mistake and the others survive. What the scanner itself finds (open strings, braces that do not fit,
//! nesting too deep) it reports at once; such an item is not shown to the grammar.

use crate::ruleset::{Diagnostic, Span, code};

/// How deep braces and brackets may be nested, both counted together.
pub(super) const MAX_NESTING: usize = 64;

/// How many findings are told of one file; the parts of the parser stop looking after one more.
pub(super) const MAX_MISTAKES: usize = 50;

/// The words that begin an item.
pub(super) const HEADS: &[&str] = &[
    "after", "board", "call", "captured", "change", "end", "game", "hook", "if", "illegal", "mark", "match", "move",
    "must", "option", "passing", "phase", "piece", "remove", "rename", "replace", "score", "set", "side", "start",
    "turns", "unclear", "zone",
];

/// Words that may well begin a line in column 0 and yet go on with the item before.
const GOING_ON: &[&str] = &[
    "and",
    "before",
    "by",
    "capturing",
    "except",
    "extends",
    "from",
    "in",
    "leaving",
    "like",
    "of",
    "or",
    "over",
    "past",
    "then",
    "to",
    "unless",
    "when",
    "with",
    "without",
];

/// A piece of a file that should be one item.
pub(super) struct Cut {
    /// First byte.
    pub start: usize,
    /// One past the last byte that is not blank or comment.
    pub end: usize,
    /// Where the braces stand that nothing closes, outermost first.
    pub unclosed: Vec<usize>,
    /// Judging by the indentation: the brace that was left open first, and where what it encloses ends.
    pub suspect: Option<(usize, usize)>,
    /// Its first word is indented: it may be the next line of the item before.
    pub indented: bool,
    /// The scanner has reported something inside it.
    pub spoilt: bool,
}

/// A file in pieces, with what was found on the way.
#[derive(Default)]
pub(super) struct Scan {
    /// The pieces in order.
    pub cuts: Vec<Cut>,
    /// Open strings, braces too many, nesting too deep.
    pub problems: Vec<Diagnostic>,
}

impl Scan {
    fn is_balanced(&self) -> bool {
        self.problems.iter().all(|p| *p.code != code::TOO_MANY_CLOSED)
            && self.cuts.iter().all(|c| c.unclosed.is_empty())
    }
}

/// Cuts at the heads that stand outside all braces. Where the braces do not fit, a head in column 0 also closes
/// the item before it; a file whose braces fit may be laid out as one likes.
pub(super) fn scan(file: u16, text: &str) -> Scan {
    let plain = Scanner::new(file, text, false).run();
    if plain.is_balanced() { plain } else { Scanner::new(file, text, true).run() }
}

/// Whether the word begins an item.
pub(super) fn is_head(word: &str) -> bool {
    HEADS.binary_search(&word).is_ok()
}

/// The word at the beginning of the text, which may be empty.
pub(super) fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !is_of_word(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// Whether the letter may stand in a word.
pub(super) fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// An open brace or bracket.
struct Open {
    sign: char,
    at: usize,
    /// How far its line is indented.
    indent: usize,
    /// Where the text ends before the first line below it that is indented no more than its own.
    dedent: Option<usize>,
}

struct Scanner<'t> {
    file: u16,
    text: &'t str,
    by_column: bool,
    scan: Scan,
    current: Option<Cut>,
    /// Open braces and brackets.
    open: Vec<Open>,
    /// How far the current line is indented.
    indent: usize,
    /// The last word or sign outside strings and comments.
    last: &'t str,
}

impl<'t> Scanner<'t> {
    fn new(file: u16, text: &'t str, by_column: bool) -> Scanner<'t> {
        Scanner { file, text, by_column, scan: Scan::default(), current: None, open: Vec::new(), indent: 0, last: "" }
    }

    fn run(mut self) -> Scan {
        let mut at = 0;
        let mut line = 0;
        let mut first_on_line = true;
        while let Some(rest) = self.text.get(at..)
            && let Some(c) = rest.chars().next()
        {
            let mut length = c.len_utf8();
            if c == '\n' {
                line = at + 1;
                first_on_line = true;
            } else if rest.starts_with("//") {
                length = rest.find('\n').unwrap_or(rest.len());
            } else if !c.is_whitespace() && c != '\u{FEFF}' {
                if first_on_line {
                    self.indent = at - line;
                }
                if c == '"' {
                    length = self.string(at, rest);
                } else if c.is_alphabetic() || c == '_' {
                    let word = first_word(rest);
                    length = word.len().max(length);
                    if first_on_line {
                        self.head(at, word);
                    }
                    self.last = word;
                } else {
                    self.last = rest.get(..length).unwrap_or_default();
                }
                let is_first = std::mem::take(&mut first_on_line);
                self.touch(at, at + length, c, is_first);
            }
            at += length;
        }
        self.finish();
        self.scan
    }

    /// A word that stands first on its line: does a new item begin?
    fn head(&mut self, at: usize, word: &str) {
        let begins = match (self.braces().take(1).count(), self.indent) {
            (0, 0) => !GOING_ON.contains(&word),
            (0, _) => is_head(word) && word != "if" && self.last != "with",
            (_, 0) => self.by_column && is_head(word),
            _ => false,
        };
        if begins {
            self.finish();
            self.current = Some(cut(at, self.indent > 0));
        }
    }

    /// Something that is not blank: it belongs to the item, and braces count.
    fn touch(&mut self, at: usize, end: usize, c: char, first_on_line: bool) {
        if c == '}' && self.braces().next().is_none() {
            self.finish();
            let problem = Diagnostic::new(&code::TOO_MANY_CLOSED, self.span(at, end), "one `}` too many")
                .saying("this closes nothing")
                .help("remove it, or look whether an item above was closed too early");
            self.report(problem);
            return;
        }
        let current = self.current.get_or_insert_with(|| cut(at, true));
        let before = std::mem::replace(&mut current.end, end);
        if let Some(open) = self.open.last_mut().filter(|open| first_on_line && c != '}' && self.indent <= open.indent)
        {
            open.dedent.get_or_insert(before);
        }
        match c {
            '{' | '(' => {
                self.open.push(Open { sign: c, at, indent: self.indent, dedent: None });
                if self.open.len() == MAX_NESTING + 1 {
                    current.spoilt = true;
                    let message = format!("braces and brackets may be nested {MAX_NESTING} deep at most");
                    let problem = Diagnostic::new(&code::TOO_DEEP, self.span(at, end), message);
                    self.report(problem);
                }
            }
            '}' => {
                // Brackets that were left open inside the braces end with them; the grammar will speak of them.
                while let Some(open) = self.open.pop() {
                    if open.sign == '{' {
                        if first_on_line && self.indent < open.indent {
                            current.suspect.get_or_insert((open.at, open.dedent.unwrap_or(before)));
                        }
                        break;
                    }
                }
            }
            ')' if self.open.last().is_some_and(|open| open.sign == '(') => {
                self.open.pop();
            }
            _ => {}
        }
    }

    /// The length of the string that begins here, of its line if it does not end there.
    fn string(&mut self, at: usize, rest: &str) -> usize {
        let inside = rest.get(1..).unwrap_or_default();
        let end = inside.find(['"', '\n']).unwrap_or(inside.len());
        if inside.get(end..).is_some_and(|rest| rest.starts_with('"')) {
            return end + 2;
        }
        let length = 1 + inside.get(..end).unwrap_or_default().trim_end().len();
        self.current.get_or_insert_with(|| cut(at, true)).spoilt = true;
        let problem = Diagnostic::new(&code::OPEN_STRING, self.span(at, at + length), "a quotation mark is not closed")
            .saying("the quotation mark opened here is not closed on this line")
            .help("put another `\"` where the sentence ends");
        self.report(problem);
        // What stands behind the sentence, such as a brace, cannot be told from it.
        length
    }

    /// The current item is over.
    fn finish(&mut self) {
        if let Some(mut current) = self.current.take() {
            current.unclosed = self.braces().collect();
            self.scan.cuts.push(current);
        }
        self.open.clear();
    }

    /// Keeps the finding, unless there are more than anybody reads.
    fn report(&mut self, problem: Diagnostic) {
        if self.scan.problems.len() <= MAX_MISTAKES {
            self.scan.problems.push(problem);
        }
    }

    /// Where the open braces stand, outermost first.
    fn braces(&self) -> impl Iterator<Item = usize> {
        self.open.iter().filter(|open| open.sign == '{').map(|open| open.at)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }
}

fn cut(start: usize, indented: bool) -> Cut {
    Cut { start, end: start, unclosed: Vec::new(), suspect: None, indented, spoilt: false }
}
