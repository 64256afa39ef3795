//! What the names of a settled file mean.

use super::super::code::{
    BOARD, LETTER_TWICE, LETTERS_AND_OWNERS, NO_BOARD, NO_SIDE, NOT_A_KIND, NOT_A_SIDE, OFF_BOARD, SHARED_NAME,
    TOO_MANY_CALLS, TOO_MANY_KINDS, TOO_MANY_MARKS, TOO_MANY_PHASES, TOO_MANY_SIDES, UNKNOWN_NAME,
};
use super::super::item::{self, Amount, Body, CallDecl, HookDecl, Item, Name, PhaseDecl, PieceDecl, ZoneDecl};
use super::super::nearest::nearest;
use super::super::rules::{
    CallId, CallOf, KindId, Mark, MarkId, PerSide, PhaseId, Placed, Progress, Sel, Side, SideId,
};
use super::super::{Diagnostic, Settled, Span, code::Code};
use crate::board::{Board, Shape, Site, SiteSet};
use std::collections::BTreeMap;

/// A set of sides, one bit each.
pub(super) type SideMask = u16;

const MAX_SIDES: usize = 16;
const MAX_KINDS: usize = 250;
const MAX_MARKS: usize = 64;
const MAX_CALLS: usize = 250;
const MAX_PHASES: usize = 250;

/// What a name in a selection means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    Kind(KindId),
    Side(SideId),
    /// Index of the first zone of that name.
    Zone(usize),
    Mark(MarkId),
    Call(CallId),
    Site(Site),
}

/// A kind as declared, with its owners.
pub(super) struct KindHead<'a> {
    pub(super) decl: &'a PieceDecl,
    pub(super) owners: Vec<SideId>,
    pub(super) span: Span,
}

/// The declarations of a file, and the errors found so far.
pub(super) struct World<'a> {
    pub(super) settled: &'a Settled,
    pub(super) board: Board,
    pub(super) sides: Vec<Side>,
    pub(super) kinds: Vec<KindHead<'a>>,
    pub(super) zones: Vec<(&'a ZoneDecl, Span)>,
    pub(super) marks: Vec<Mark>,
    pub(super) calls: Vec<(&'a CallDecl, CallOf, Span)>,
    pub(super) phases: Vec<(&'a PhaseDecl, Span)>,
    pub(super) hooks: Vec<(&'a HookDecl, Span)>,
    pub(super) errors: Vec<Diagnostic>,
    /// The counters of moves without progress: whose moves, and what resets them.
    pub(super) counters: Vec<(Option<Sel>, Vec<Progress>)>,
    /// What is named before the place phrases that are read just now.
    pub(super) groups: Vec<Sel>,
    /// The pieces at the start, once they are known.
    pub(super) placed: Vec<Placed>,
    /// The ways of the move of several pieces that is read just now.
    pub(super) ways: Vec<(KindId, PerSide<SiteSet>)>,
    /// How many conditions hold `for the Nth time`.
    pub(super) nths: usize,
    /// Zones as lowered for a set of sides.
    pub(super) zone_memo: BTreeMap<(usize, SideMask), Sel>,
    /// The zones that are being lowered.
    pub(super) zone_stack: Vec<usize>,
    /// How deep the selection or condition at hand is nested.
    pub(super) depth: usize,
}

impl<'a> World<'a> {
    /// Reads all declarations. Without a board or a side nothing else can be told.
    pub(super) fn new(settled: &'a Settled) -> Result<World<'a>, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let items = &settled.items;
        let sides = sides(settled, &mut errors);
        let board = super::board::make(settled, &mut errors);
        if sides.is_empty() {
            errors.push(
                Diagnostic::new(&NO_SIDE, first_span(settled), "the file declares no side")
                    .help("write `side NAME`, once for each side"),
            );
        }
        let (Some(board), false) = (board, sides.is_empty()) else { return Err(errors) };
        let mut world = World {
            settled,
            board,
            sides,
            kinds: Vec::new(),
            zones: Vec::new(),
            marks: Vec::new(),
            calls: Vec::new(),
            phases: Vec::new(),
            hooks: Vec::new(),
            errors,
            counters: Vec::new(),
            groups: Vec::new(),
            placed: Vec::new(),
            ways: Vec::new(),
            nths: 0,
            zone_memo: BTreeMap::new(),
            zone_stack: Vec::new(),
            depth: 0,
        };
        world.declare(items);
        super::board::cut(&mut world);
        world.check_names();
        world.check_letters();
        Ok(world)
    }

    fn declare(&mut self, items: &'a [Item]) {
        let mut calls = Vec::new();
        for item in items {
            match &item.body {
                Body::Piece(decl) => {
                    let mut owners = Vec::new();
                    for name in &decl.owners {
                        if let Some(side) = self.side_named(name)
                            && !owners.contains(&side)
                        {
                            owners.push(side);
                        }
                    }
                    let name = decl.name.span;
                    // A variant may have added an attribute in another file.
                    let beside = decl.attrs.iter().map(|a| a.span).filter(|s| s.file == name.file && s.end > name.end);
                    let span = beside.fold(name, Span::to);
                    self.kinds.push(KindHead { decl, owners, span });
                }
                Body::Zone(decl) => self.zones.push((decl, item.span)),
                Body::Mark(decl) => {
                    let lasts = number(&decl.lasts);
                    self.marks.push(Mark { name: decl.name.text.clone(), lasts, span: item.span });
                }
                Body::Call(decl) => calls.push((decl, item.span)),
                Body::Phase(decl) => self.phases.push((decl, item.span)),
                Body::Hook(decl) => self.hooks.push((decl, item.span)),
                _ => {}
            }
        }
        for (decl, span) in calls {
            let of = match &decl.of {
                item::CallOf::Player => CallOf::Player,
                item::CallOf::Piece => CallOf::Piece,
                item::CallOf::Named(name) => self.call_of(name),
            };
            self.calls.push((decl, of, span));
        }
        let span = first_span(self.settled);
        limit(&mut self.kinds, MAX_KINDS, &TOO_MANY_KINDS, "kinds of pieces", span, &mut self.errors);
        limit(&mut self.marks, MAX_MARKS, &TOO_MANY_MARKS, "marks", span, &mut self.errors);
        limit(&mut self.calls, MAX_CALLS, &TOO_MANY_CALLS, "calls", span, &mut self.errors);
        limit(&mut self.phases, MAX_PHASES, &TOO_MANY_PHASES, "phases", span, &mut self.errors);
    }

    /// Of whom a call with a name is asked: of the side of that name, else of the kind.
    fn call_of(&mut self, name: &Name) -> CallOf {
        if let Some(side) = self.find_side(&name.text) {
            return CallOf::Side(side);
        }
        if let Some(kind) = self.find_kind(&name.text) {
            return CallOf::Kind(kind);
        }
        self.unknown(name, "neither a side nor a piece");
        CallOf::Player
    }

    // ---- looking names up

    /// The side of that name.
    pub(super) fn find_side(&self, name: &str) -> Option<SideId> {
        self.sides.iter().position(|s| s.name == name).map(|n| n as SideId)
    }

    /// The kind that answers to that name: its name, its name and "s", or its plural.
    pub(super) fn find_kind(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| answers(k.decl, name)).map(|n| n as KindId)
    }

    pub(super) fn find_call(&self, name: &str) -> Option<CallId> {
        self.calls.iter().position(|(c, _, _)| c.name.text == name).map(|n| n as CallId)
    }

    pub(super) fn find_phase(&self, name: &str) -> Option<PhaseId> {
        self.phases.iter().position(|(p, _)| p.name.text == name).map(|n| n as PhaseId)
    }

    pub(super) fn find_mark(&self, name: &str) -> Option<MarkId> {
        self.marks.iter().position(|m| m.name == name).map(|n| n as MarkId)
    }

    /// What a name means in a selection. A kind comes before the side that owns it alone.
    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        self.find_kind(name)
            .map(Meaning::Kind)
            .or_else(|| self.find_side(name).map(Meaning::Side))
            .or_else(|| self.zones.iter().position(|(z, _)| z.name.text == name).map(Meaning::Zone))
            .or_else(|| self.find_mark(name).map(Meaning::Mark))
            .or_else(|| self.find_call(name).map(Meaning::Call))
            .or_else(|| self.board.site(name).map(Meaning::Site))
    }

    /// The side of a name; an error if there is none.
    pub(super) fn side_named(&mut self, name: &Name) -> Option<SideId> {
        let side = self.find_side(&name.text);
        if side.is_none() {
            let error = Diagnostic::new(&NOT_A_SIDE, name.span, format!("`{}` is not a side", name.text));
            let error = match nearest(&name.text, self.sides.iter().map(|s| s.name.as_str())) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!(
                    "the sides are {}",
                    super::super::nearest::listed(self.sides.iter().map(|s| s.name.as_str()))
                )),
            };
            self.errors.push(error);
        }
        side
    }

    /// The kind of a name; an error if there is none.
    pub(super) fn kind_named(&mut self, name: &Name) -> Option<KindId> {
        let kind = self.find_kind(&name.text);
        if kind.is_none() {
            let error = Diagnostic::new(&NOT_A_KIND, name.span, format!("`{}` is not a piece of this game", name.text));
            let names = || self.kinds.iter().map(|k| k.decl.name.text.as_str());
            let error = match nearest(&name.text, names()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!("the pieces are {}", super::super::nearest::listed(names()))),
            };
            self.errors.push(error);
        }
        kind
    }

    /// The site of a name; an error if there is none.
    pub(super) fn site_named(&mut self, name: &Name) -> Option<Site> {
        let site = self.board.site(&name.text);
        if site.is_none() {
            self.unknown(name, "not a site");
        }
        site
    }

    /// The error for a name that means nothing.
    pub(super) fn unknown(&mut self, name: &Name, what: &str) {
        let text = &name.text;
        if looks_like_a_site(text) && self.board.has_files_and_ranks() {
            let message = format!("`{text}` is neither a site of {} nor a name", self.board_words());
            let help = "write a site of the board, or enlarge the board";
            self.errors.push(Diagnostic::new(&OFF_BOARD, name.span, message).help(help));
            return;
        }
        let mut known: Vec<&str> = Vec::new();
        for kind in &self.kinds {
            known.push(&kind.decl.name.text);
            known.extend(kind.decl.plural.as_ref().map(|p| p.text.as_str()));
        }
        known.extend(self.sides.iter().map(|s| s.name.as_str()));
        known.extend(self.zones.iter().map(|(z, _)| z.name.text.as_str()));
        known.extend(self.marks.iter().map(|m| m.name.as_str()));
        known.extend(self.calls.iter().map(|(c, _, _)| c.name.text.as_str()));
        if self.board.shape() == Shape::Graph {
            known.extend(self.board.sites().iter().map(|s| self.board.name(s)));
        }
        let error = Diagnostic::new(&UNKNOWN_NAME, name.span, format!("`{text}` is {what}"));
        let error = match nearest(text, known) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help(format!("declare it, e.g. `zone {text} = ...` or `piece {text} ...`")),
        };
        self.errors.push(error);
    }

    /// The board in words: `the 11 x 7 board (a1..k7)`.
    pub(super) fn board_words(&self) -> String {
        let (columns, rows) = self.board.size();
        let sites = self.board.sites();
        let last = sites.iter().last().map(|s| self.board.name(s)).unwrap_or_default();
        let first = sites.lowest().map(|s| self.board.name(s)).unwrap_or_default();
        match self.board.shape() {
            Shape::Graph => format!("the board ({first}..{last})"),
            _ => format!("the {columns} x {rows} board ({first}..{last})"),
        }
    }

    /// Files and ranks that the board's sites reach to.
    pub(super) fn extent(&self) -> (u32, u32) {
        if self.board.shape() != Shape::Graph {
            let (columns, rows) = self.board.size();
            return (u32::from(columns), u32::from(rows));
        }
        let reach = |f: fn((i32, i32)) -> i32| {
            self.board.sites().iter().map(|s| f(self.board.at(s)) + 1).max().unwrap_or(0).max(0).cast_unsigned()
        };
        (reach(|p| p.0), reach(|p| p.1))
    }

    /// All sides.
    pub(super) fn all_sides(&self) -> SideMask {
        ((1u32 << self.sides.len()) - 1) as SideMask
    }

    /// The sides in a mask.
    pub(super) fn sides_in(&self, mask: SideMask) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides.len() as SideId).filter(move |s| mask >> s & 1 == 1)
    }

    /// The owners of a kind; all sides for neutral pieces.
    pub(super) fn owner_mask(&self, kind: KindId) -> SideMask {
        let owners = self.kinds.get(kind as usize).map_or(&[][..], |k| &k.owners[..]);
        if owners.is_empty() { self.all_sides() } else { owners.iter().fold(0, |mask, s| mask | 1 << s) }
    }

    /// The same value for every side.
    pub(super) fn for_all<T: Clone>(&self, value: T) -> PerSide<T> {
        PerSide(vec![value; self.sides.len()])
    }

    /// These sites for every side.
    pub(super) fn fixed(&self, sites: SiteSet) -> Sel {
        Sel::Fixed(self.for_all(sites))
    }

    // ---- checks of the names

    /// A name must have one meaning.
    fn check_names(&mut self) {
        let mut seen: Vec<(String, Meaning, Span)> = Vec::new();
        let mut found = Vec::new();
        for (n, kind) in self.kinds.iter().enumerate() {
            let name = &kind.decl.name;
            for text in [
                Some(name.text.clone()),
                Some(format!("{}s", name.text)),
                kind.decl.plural.as_ref().map(|p| p.text.clone()),
            ]
            .into_iter()
            .flatten()
            {
                found.push((text, Meaning::Kind(n as KindId), name.span));
            }
        }
        let sides = self.sides.iter().enumerate();
        found.extend(sides.map(|(n, s)| (s.name.clone(), Meaning::Side(n as SideId), s.span)));
        let zones = self.zones.iter().enumerate();
        found.extend(zones.map(|(n, (z, _))| (z.name.text.clone(), Meaning::Zone(n), z.name.span)));
        let marks = self.marks.iter().enumerate();
        found.extend(marks.map(|(n, m)| (m.name.clone(), Meaning::Mark(n as MarkId), m.span)));
        let calls = self.calls.iter().enumerate();
        found.extend(calls.map(|(n, (c, _, _))| (c.name.text.clone(), Meaning::Call(n as CallId), c.name.span)));
        for (text, meaning, span) in found {
            if self.board.site(&text).is_some() {
                let message = format!("`{text}` is a site of the board and cannot be another name");
                self.errors.push(Diagnostic::new(&SHARED_NAME, span, message).help("choose another name"));
            }
            match seen.iter().find(|(t, m, _)| *t == text && !self.agree(*m, meaning)) {
                Some((_, _, first)) => {
                    let message = format!("`{text}` has two meanings");
                    let first = *first;
                    self.errors.push(Diagnostic::new(&SHARED_NAME, span, message).label(first, "the first one").help(
                        "choose another name; a side and a piece may share one only if the side owns that piece alone",
                    ));
                }
                None => seen.push((text, meaning, span)),
            }
        }
    }

    /// Whether two meanings of a name may stand side by side.
    fn agree(&self, a: Meaning, b: Meaning) -> bool {
        match (a, b) {
            (Meaning::Kind(k), Meaning::Side(s)) => {
                let owned = |n: usize| self.kinds[n].owners.contains(&s);
                self.kinds[k as usize].owners == [s] && (0..self.kinds.len()).filter(|n| owned(*n)).count() == 1
            }
            (Meaning::Zone(a), Meaning::Zone(b)) => self.zones[a].0.of.is_some() && self.zones[b].0.of.is_some(),
            (Meaning::Kind(a), Meaning::Kind(b)) => a == b,
            // Two of the same sort and name were refused when the file was settled.
            _ => false,
        }
    }

    fn check_letters(&mut self) {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for kind in &self.kinds {
            let decl = kind.decl;
            let wanted = decl.owners.len().max(1);
            if decl.letters.len() != wanted {
                let message = format!(
                    "piece `{}` has {} and {}",
                    decl.name.text,
                    so_many(decl.letters.len(), "letter"),
                    so_many(decl.owners.len(), "owner")
                );
                self.errors.push(
                    Diagnostic::new(&LETTERS_AND_OWNERS, decl.name.span, message)
                        .help("give one letter for each owner, in their order"),
                );
            }
            for letter in &decl.letters {
                let bare = letter.text.strip_prefix('+').unwrap_or(&letter.text);
                if bare.len() != 1 || !bare.bytes().all(|b| b.is_ascii_alphabetic()) {
                    let message = format!("`{}` is not a letter that a diagram can show", letter.text);
                    self.errors.push(
                        Diagnostic::new(&LETTERS_AND_OWNERS, letter.span, message)
                            .help("use one letter from a to z or A to Z, with `+` before it if you like"),
                    );
                }
                match seen.iter().find(|(l, _)| *l == letter.text) {
                    Some((_, first)) => self.errors.push(
                        Diagnostic::new(&LETTER_TWICE, letter.span, format!("letter `{}` is used twice", letter.text))
                            .label(*first, "the first one")
                            .help("choose another letter"),
                    ),
                    None => seen.push((&letter.text, letter.span)),
                }
            }
        }
    }

    /// An error whose help is known.
    pub(super) fn error(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.errors.push(Diagnostic::new(code, span, message).help(help));
    }
}

/// `1 letter`, `2 letters`.
fn so_many(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Whether a kind answers to a name.
fn answers(decl: &PieceDecl, name: &str) -> bool {
    decl.name.text == name
        || decl.plural.as_ref().is_some_and(|p| p.text == name)
        || name.strip_suffix('s').is_some_and(|n| n == decl.name.text)
}

/// Whether a word looks like a coordinate.
fn looks_like_a_site(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = word.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&letters) && (1..=3).contains(&digits) && letters + digits == word.len()
}

/// A number; options in numbers were put in when the file was settled.
pub(super) fn number(amount: &Amount) -> u32 {
    match amount {
        Amount::Number(n, _) => *n,
        Amount::Option(_) => 0,
    }
}

/// Where a number stands.
pub(super) fn number_span(amount: &Amount) -> Span {
    match amount {
        Amount::Number(_, span) => *span,
        Amount::Option(name) => name.span,
    }
}

/// Where a file begins, for what is missing in it.
pub(super) fn first_span(settled: &Settled) -> Span {
    let title = settled.header.as_ref().map(|h| h.title.span);
    title.or_else(|| settled.items.first().map(|i| i.span)).unwrap_or_default()
}

fn sides(settled: &Settled, errors: &mut Vec<Diagnostic>) -> Vec<Side> {
    let mut sides = Vec::new();
    for item in &settled.items {
        if let Body::Side(decl) = &item.body {
            sides.push(Side { name: decl.name.text.clone(), faces: decl.faces, span: item.span });
        }
    }
    limit(&mut sides, MAX_SIDES, &TOO_MANY_SIDES, "sides", first_span(settled), errors);
    sides
}

fn limit<T>(list: &mut Vec<T>, most: usize, code: &'static Code, what: &str, span: Span, errors: &mut Vec<Diagnostic>) {
    if list.len() > most {
        let message = format!("the file has {} {what}; the most is {most}", list.len());
        errors.push(Diagnostic::new(code, span, message).help("take some out"));
        list.truncate(most);
    }
}

/// The error for a missing board.
pub(super) fn no_board(settled: &Settled) -> Diagnostic {
    Diagnostic::new(&NO_BOARD, first_span(settled), "the file declares no board")
        .help("write e.g. `board squares 8 x 8`")
}

/// The error for a board that cannot be made.
pub(super) fn bad_board(span: Span, why: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::new(&BOARD, span, why.to_string()).help("change its size, or its points and lines")
}
