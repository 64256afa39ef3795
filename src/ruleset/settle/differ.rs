//! Applies the differences of each file to what its bases and itself declare, in file order.

use super::super::code::{AMBIGUOUS_TARGET, LINE_TWICE, NO_TARGET};
use super::super::item::{
    Body, Change, EndDecl, Header, Item, MatchChange, MatchDecl, MatchHead, MatchLine, Name, PhaseChange, PhaseDecl,
    PieceChange, PieceDecl, PieceLine, StartChange, Target, TargetKind, Text,
};
use super::super::nearest::nearest;
use super::super::{Diagnostic, Span};
use super::Flat;
use super::target::{begins_with, fits, match_head, match_word, name_like, phase_head, phase_word, words};

/// The merged statements.
pub(super) struct Merged {
    pub(super) header: Option<Header>,
    pub(super) items: Vec<Item>,
    pub(super) start_changes: Vec<(StartChange, Span)>,
    /// A variant changed the start or the board.
    pub(super) start_changed: bool,
}

struct Merge<'a> {
    header: Option<Header>,
    items: Vec<Item>,
    start_changes: Vec<(StartChange, Span)>,
    start_changed: bool,
    errors: &'a mut Vec<Diagnostic>,
}

/// Applies the differences. Those of a file see all statements of that file and of its bases.
pub(super) fn apply(flat: Vec<Flat>, errors: &mut Vec<Diagnostic>) -> Merged {
    let mut merge = Merge { header: None, items: Vec::new(), start_changes: Vec::new(), start_changed: false, errors };
    let mut rest = flat.into_iter().peekable();
    let mut is_base = true;
    while let Some(file) = rest.peek().map(|f| f.file) {
        let mut differences = Vec::new();
        while let Some(flat) = rest.next_if(|f| f.file == file) {
            match flat.item.body {
                Body::Game(header) => merge.header = Some(header),
                Body::Change(_) | Body::Remove(_) | Body::Replace(..) => differences.push(flat),
                Body::Match(decl) => merge.add_match(decl, flat.item.span),
                _ => merge.items.push(flat.item),
            }
        }
        for difference in differences {
            merge.differ(difference, is_base);
        }
        merge.place_before();
        is_base = false;
    }
    merge.check_match();
    let Merge { header, items, start_changes, start_changed, .. } = merge;
    Merged { header, items, start_changes, start_changed }
}

impl Merge<'_> {
    /// The match blocks of a ruleset are one.
    fn add_match(&mut self, decl: MatchDecl, span: Span) {
        for item in &mut self.items {
            if let Body::Match(first) = &mut item.body {
                first.lines.extend(decl.lines);
                return;
            }
        }
        self.items.push(Item { body: Body::Match(decl), only_if: None, span });
    }

    fn check_match(&mut self) {
        for item in &self.items {
            let Body::Match(decl) = &item.body else { continue };
            for (n, (line, span)) in decl.lines.iter().enumerate() {
                let head = match_head(line);
                if let Some((_, first)) = decl.lines[..n].iter().find(|(l, _)| match_head(l) == head) {
                    let word = match_word(head);
                    self.errors.push(
                        Diagnostic::new(&LINE_TWICE, *span, format!("the match has two lines `{word}`"))
                            .label(*first, "the first one")
                            .help(format!("write `change match {{ replace {word} with ... }}`")),
                    );
                }
            }
        }
    }

    fn differ(&mut self, flat: Flat, is_base: bool) {
        let span = flat.item.span;
        match flat.item.body {
            Body::Remove(target) => {
                self.note(&target.kind, is_base);
                if self.find(&target).is_some() {
                    self.items.retain(|i| !fits(&target.kind, &i.body));
                }
            }
            Body::Replace(target, _) => {
                self.note(&target.kind, is_base);
                let Some(at) = self.find(&target) else { return };
                // The first one is replaced, and others of the same name (zones of several sides) go.
                let tail = self.items.split_off(at);
                self.items.extend(flat.with);
                self.items.extend(tail.into_iter().filter(|i| !fits(&target.kind, &i.body)));
            }
            Body::Change(Change::Pieces(names, changes)) => {
                for name in &names {
                    match self.piece(&name.text) {
                        Some(piece) => {
                            let mut errors = Vec::new();
                            for (change, span) in &changes {
                                change_piece(piece, change, *span, &mut errors);
                            }
                            self.errors.extend(errors);
                        }
                        None => self.missing(&TargetKind::Piece(name.clone()), name.span),
                    }
                }
            }
            Body::Change(Change::Start(changes)) => {
                self.start_changed |= !is_base;
                if self.items.iter().any(|i| matches!(i.body, Body::Start(_))) {
                    self.start_changes.extend(changes);
                } else {
                    self.missing(&TargetKind::Start, span);
                }
            }
            Body::Change(Change::Phase(name, changes)) => self.change_phase(&name, changes),
            Body::Change(Change::Match(changes)) => self.change_match(changes, span),
            // Differences on questions were applied before the settings were chosen.
            _ => {}
        }
    }

    /// A variant, or a value, that gives another board or start leaves the picture behind.
    fn note(&mut self, target: &TargetKind, is_base: bool) {
        match target {
            TargetKind::Start => {
                self.start_changes.clear();
                self.start_changed |= !is_base;
            }
            TargetKind::Board | TargetKind::Zone(_) => self.start_changed |= !is_base,
            _ => {}
        }
    }

    /// Finds the first statement that the target names; an error if there is none, or if several fit of
    /// which only one can be meant.
    fn find(&mut self, target: &Target) -> Option<usize> {
        let fitting: Vec<usize> = (0..self.items.len()).filter(|n| fits(&target.kind, &self.items[*n].body)).collect();
        if fitting.is_empty() {
            self.missing(&target.kind, target.span);
        }
        if let (TargetKind::After(_), [first, second, ..]) = (&target.kind, fitting.as_slice()) {
            self.errors.push(
                Diagnostic::new(&AMBIGUOUS_TARGET, target.span, "there are several such blocks")
                    .label(self.items[*first].span, "one")
                    .label(self.items[*second].span, "another")
                    .help("make them one block in the base"),
            );
            return None;
        }
        fitting.first().copied()
    }

    fn missing(&mut self, target: &TargetKind, span: Span) {
        let (word, name) = words(target);
        let message = match (target, name) {
            (TargetKind::End(_) | TargetKind::Illegal(_), Some(name)) => {
                format!("there is no `{word}` with the reason \"{name}\"")
            }
            (TargetKind::Passing(_), Some(name)) => format!("there is no `passing` for `{name}`"),
            (_, Some(name)) => format!("there is no {word} `{name}`"),
            (_, None) => format!("there is no `{word}`"),
        };
        let error = Diagnostic::new(&NO_TARGET, span, message);
        let near = name.and_then(|n| nearest(n, self.items.iter().filter_map(|i| name_like(target, i))));
        self.errors.push(match (near, target) {
            (Some(near), TargetKind::End(_) | TargetKind::Illegal(_)) => {
                error.help(format!("did you mean \"{near}\"?"))
            }
            (Some(near), _) => error.help(format!("did you mean `{near}`?")),
            (None, _) => {
                error.help("a difference acts on what stands in the file, or in its base, under these settings")
            }
        });
    }

    fn piece(&mut self, name: &str) -> Option<&mut PieceDecl> {
        self.items.iter_mut().find_map(|i| match &mut i.body {
            Body::Piece(piece) if piece.name.text == name => Some(piece),
            _ => None,
        })
    }

    fn phase(&mut self, name: &str) -> Option<&mut PhaseDecl> {
        self.items.iter_mut().find_map(|i| match &mut i.body {
            Body::Phase(phase) if phase.name.text == name => Some(phase),
            _ => None,
        })
    }

    fn change_phase(&mut self, name: &Name, changes: Vec<(PhaseChange, Span)>) {
        let mut errors = Vec::new();
        let Some(phase) = self.phase(&name.text) else {
            self.missing(&TargetKind::Phase(name.clone()), name.span);
            return;
        };
        for (change, span) in changes {
            let (head, new) = match change {
                PhaseChange::Add(line) => {
                    phase.lines.push(line);
                    continue;
                }
                PhaseChange::Replace(head, line) => (head, Some(line)),
                PhaseChange::Remove(head) => (head, None),
            };
            let fitting: Vec<usize> = (0..phase.lines.len()).filter(|n| phase_head(&phase.lines[*n]) == head).collect();
            let what = format!("phase `{}`", name.text);
            match one(&fitting, &what, phase_word(head), span) {
                Ok(at) => put(&mut phase.lines, at, new),
                Err(error) => errors.push(*error),
            }
        }
        self.errors.extend(errors);
    }

    fn change_match(&mut self, changes: Vec<(MatchChange, Span)>, span: Span) {
        let mut errors = Vec::new();
        let decl = self.items.iter_mut().find_map(|i| match &mut i.body {
            Body::Match(decl) => Some(decl),
            _ => None,
        });
        let Some(decl) = decl else {
            self.missing(&TargetKind::Match, span);
            return;
        };
        for (change, span) in changes {
            let (head, new): (MatchHead, Option<MatchLine>) = match change {
                MatchChange::Add(line) => {
                    decl.lines.push((line, span));
                    continue;
                }
                MatchChange::Replace(head, line) => (head, Some(line)),
                MatchChange::Remove(head) => (head, None),
            };
            let fitting: Vec<usize> = (0..decl.lines.len()).filter(|n| match_head(&decl.lines[*n].0) == head).collect();
            match one(&fitting, "the match", match_word(head), span) {
                Ok(at) => put(&mut decl.lines, at, new.map(|line| (line, span))),
                Err(error) => errors.push(*error),
            }
        }
        self.errors.extend(errors);
    }

    /// Moves the endings that say `before` in front of those that they name.
    fn place_before(&mut self) {
        let mut at = 0;
        while at < self.items.len() {
            let Some(before) = take_before(&mut self.items[at].body) else {
                at += 1;
                continue;
            };
            let is = |i: &Item| matches!(&i.body, Body::End(d) if d.reason.text == before.text);
            match (0..self.items.len()).find(|n| *n != at && is(&self.items[*n])) {
                Some(to) if to < at => {
                    let item = self.items.remove(at);
                    self.items.insert(to, item);
                    at += 1;
                }
                Some(to) => {
                    let item = self.items.remove(at);
                    self.items.insert(to - 1, item);
                }
                None => {
                    self.missing(&TargetKind::End(before.clone()), before.span);
                    at += 1;
                }
            }
        }
    }
}

fn take_before(body: &mut Body) -> Option<Text> {
    match body {
        Body::End(EndDecl { before, .. }) => before.take(),
        _ => None,
    }
}

/// Puts a new line in place of an old one, or takes it away.
fn put<T>(lines: &mut Vec<T>, at: usize, new: Option<T>) {
    match new {
        Some(line) => lines[at] = line,
        None => {
            lines.remove(at);
        }
    }
}

/// The one line that fits.
fn one(fitting: &[usize], whole: &str, word: &str, span: Span) -> Result<usize, Box<Diagnostic>> {
    match fitting {
        [at] => Ok(*at),
        [] => Err(Box::new(
            Diagnostic::new(&NO_TARGET, span, format!("{whole} has no such line `{word}`"))
                .help("a difference acts on what stands there under these settings; `add` adds a line"),
        )),
        _ => Err(Box::new(
            Diagnostic::new(&AMBIGUOUS_TARGET, span, format!("{whole} has several lines `{word}`"))
                .help("write out the line that is meant, or replace the whole"),
        )),
    }
}

fn change_piece(piece: &mut PieceDecl, change: &PieceChange, span: Span, errors: &mut Vec<Diagnostic>) {
    let whole = format!("piece `{}`", piece.name.text);
    let equal = |lines: &[PieceLine], line: &PieceLine| -> Vec<usize> {
        (0..lines.len()).filter(|n| lines[*n] == *line).take(1).collect()
    };
    let result = match change {
        PieceChange::AddAttr(attr) => {
            piece.attrs.push(attr.clone());
            Ok(())
        }
        PieceChange::AddLine(line) => {
            piece.lines.push(line.clone());
            Ok(())
        }
        PieceChange::RemoveAttr(attr) => {
            let fitting: Vec<usize> = (0..piece.attrs.len()).filter(|n| piece.attrs[*n] == *attr).take(1).collect();
            one(&fitting, &whole, "as written", span).map(|at| put(&mut piece.attrs, at, None))
        }
        PieceChange::RemoveLine(line) => {
            one(&equal(&piece.lines, line), &whole, "as written", span).map(|at| put(&mut piece.lines, at, None))
        }
        PieceChange::ReplaceLine(old, new) => one(&equal(&piece.lines, old), &whole, "as written", span)
            .map(|at| put(&mut piece.lines, at, Some(new.clone()))),
        PieceChange::ReplaceVerb(verb, new) => {
            let fitting: Vec<usize> = (0..piece.lines.len()).filter(|n| begins_with(&piece.lines[*n], *verb)).collect();
            one(&fitting, &whole, verb.word(), span).map(|at| put(&mut piece.lines, at, Some(new.clone())))
        }
    };
    if let Err(error) = result {
        errors.push(*error);
    }
}
