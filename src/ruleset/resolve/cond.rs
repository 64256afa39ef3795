//! Conditions.

use super::super::Span;
use super::super::code::{
    CALL_OF, COUNTED_PIECES, PHASE_UNKNOWN, TOO_MANY_COUNTERS, UNKNOWN_NAME, WHEN_ASKED, WORD_OUT_OF_PLACE,
};
use super::super::item::{self, CallOf as CallOfWord, Counted, Name, SelKind, SideTerm, SideTermKind};
use super::super::nearest::nearest;
use super::super::rules::{
    Asked, CallId, CallOf, Cond, CondKind, KindId, Line, PieceCount, Progress, Quantity, Sel, Who,
};
use super::fold;
use super::scope::{Scope, Where};
use super::world::{Meaning, World, number};

const MAX_DEPTH: usize = 100;
const MAX_COUNTERS: usize = 64;

/// Kinds of pieces, one truth value each, and whose they are.
type Pieces = (Vec<bool>, Option<Who>);

impl World<'_> {
    /// A condition or a part of one.
    pub(super) fn cond(&mut self, cond: &item::Cond, scope: Scope) -> Cond {
        if self.depth > MAX_DEPTH {
            self.too_deep(cond.span);
            return always(cond.span);
        }
        self.depth += 1;
        let kind = self.cond_kind(cond, scope).unwrap_or(CondKind::True);
        self.depth -= 1;
        Cond { kind, span: cond.span }
    }

    fn conds(&mut self, list: &[item::Cond], scope: Scope) -> Vec<Cond> {
        list.iter().map(|c| self.cond(c, scope)).collect()
    }

    /// Nothing after an error.
    fn cond_kind(&mut self, cond: &item::Cond, scope: Scope) -> Option<CondKind> {
        let span = cond.span;
        Some(match &cond.kind {
            item::CondKind::Any(list) => CondKind::Any(self.conds(list, scope)),
            item::CondKind::All(list) => CondKind::All(self.conds(list, scope)),
            item::CondKind::Not(inner) => CondKind::Not(Box::new(self.cond(inner, scope))),
            item::CondKind::Throughout(inner) => CondKind::Throughout(Box::new(self.cond(inner, scope))),
            item::CondKind::Occurs(board_only, times) => {
                CondKind::Occurs { board_only: *board_only, times: number(times) }
            }
            item::CondKind::PhaseIs(name) => CondKind::PhaseIs(self.phase_named(name)?),
            item::CondKind::NobodyCanMove => CondKind::NobodyCanMove,
            item::CondKind::ScoresEqual => CondKind::ScoresEqual,
            item::CondKind::Nth(of, times, running) => {
                let of = self.cond(of, scope);
                let number = self.nths.min(usize::from(u8::MAX)) as u8;
                self.nths += 1;
                CondKind::Nth { of: Box::new(of), times: *times, running: *running, number }
            }
            item::CondKind::CannotReach(term, from, to, asked) => {
                let who = self.who(term, scope)?;
                let (from, to) = (self.selection(from, scope), self.selection(to, scope));
                CondKind::CannotReach(who, from, to, self.asked(*asked, term, scope))
            }
            item::CondKind::HasPoints(term, quantity) => {
                let who = self.who(term, scope)?;
                CondKind::HasPoints(who, range(quantity))
            }
            item::CondKind::LineOf(line) => {
                if scope.at != Where::CallPiece {
                    let message = "a line through which piece? nobody is spoken of";
                    self.error(
                        &WORD_OUT_OF_PLACE,
                        span,
                        message,
                        "write `SIDE has line of ...`, or use it in a `call piece`",
                    );
                    return None;
                }
                CondKind::LineThroughIt(Line { length: number(&line.length), or_more: line.or_more })
            }
            item::CondKind::MovesWithout { moves, each, of, progress } => {
                let of = of.as_ref().map(|s| self.selection(s, scope));
                let progress = self.progress(progress, of.as_ref(), scope, span);
                let counter = self.counter(of.clone(), progress.clone(), span);
                CondKind::MovesWithout { moves: number(moves), each: *each, of, progress, counter }
            }
            item::CondKind::Quantified(quantity, sel, counted) => self.quantified(quantity, sel, counted, scope)?,
            item::CondKind::Played(drop, sel) => CondKind::Played(*drop, self.selection(sel, scope)),
            item::CondKind::CannotMove(term, asked) => {
                let who = self.who(term, scope)?;
                CondKind::CannotMove(who, self.asked(*asked, term, scope))
            }
            item::CondKind::HasLine(term, line) => {
                let who = self.who(term, scope)?;
                CondKind::HasLine(who, Line { length: number(&line.length), or_more: line.or_more })
            }
            item::CondKind::Connects(term, a, b) => {
                let who = self.who(term, scope)?;
                CondKind::Connects(who, self.selection(a, scope), self.selection(b, scope))
            }
            item::CondKind::ConnectsSome(term, least, ends) => {
                let who = self.who(term, scope)?;
                let ends: Vec<Sel> = ends.iter().map(|s| self.selection(s, scope)).collect();
                let least = least.as_ref().map_or(ends.len() as u32, number);
                CondKind::ConnectsSome(who, least, ends)
            }
            item::CondKind::Encloses(term, all, sel, word) => {
                let who = self.who(term, scope)?;
                let sel = self.selection(sel, scope);
                let dirs = match word {
                    Some(word) => self.word(*word, scope, scope.actors, span),
                    None => self.any_direction(span),
                };
                CondKind::Encloses(who, *all, sel, dirs)
            }
            item::CondKind::Passes(n) => {
                let counter = self.counter(None, vec![Progress::Move], span);
                CondKind::Passes(number(n), counter)
            }
            item::CondKind::SideIs(term, name) => {
                let who = self.who(term, scope)?;
                self.side_is(who, name)?
            }
            item::CondKind::Have(subject, near) => {
                let subject = self.selection(subject, scope);
                let owners = self.possible_owners(&subject);
                let near = self.near(near, scope, owners, span);
                CondKind::Have(subject, near)
            }
            item::CondKind::Connected(sel, word) => {
                let sel = self.selection(sel, scope);
                let dirs = match word {
                    Some(word) => self.word(*word, scope, scope.actors, span),
                    None => self.any_direction(span),
                };
                CondKind::Connected(sel, dirs)
            }
            item::CondKind::InOne(sel, rank) => CondKind::InOne(self.selection(sel, scope), *rank),
            item::CondKind::Are { subject, predicate, .. } => self.are(subject, predicate, scope)?,
        })
    }

    fn phase_named(&mut self, name: &Name) -> Option<u8> {
        let phase = self.find_phase(&name.text);
        if phase.is_none() {
            let help = match nearest(&name.text, self.phases.iter().map(|(p, _)| p.name.text.as_str())) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "declare it: `phase NAME { ... }`".to_owned(),
            };
            self.error(&PHASE_UNKNOWN, name.span, format!("there is no phase `{}`", name.text), help);
        }
        phase
    }

    /// `S are T`, `S is T`: the subject may turn out to be a side.
    fn are(&mut self, subject: &item::Sel, predicate: &item::Sel, scope: Scope) -> Option<CondKind> {
        if let (SelKind::Name(subject), SelKind::Name(word)) = (&subject.kind, &predicate.kind)
            && let Some(side) = self.find_side(&subject.text)
        {
            let of_side =
                |w: &World<'_>, call: CallId| matches!(w.calls[call as usize].1, CallOf::Player | CallOf::Side(_));
            match self.meaning(&word.text) {
                Some(Meaning::Call(call)) if of_side(self, call) => return self.side_is(Who::Side(side), word),
                Some(Meaning::Side(_)) if self.find_kind(&subject.text).is_none() => {
                    return self.side_is(Who::Side(side), word);
                }
                _ => {}
            }
        }
        let whose = self.selection(subject, scope);
        // What is said of pieces is seen by their owners, unless they are the actor's.
        let mut inner = scope;
        let named = super::sel::names_piece(&whose);
        if named {
            inner.owners = self.possible_owners(&whose);
        }
        let by_owner = named && scope.by_owner() && !super::sel::are_actors(&whose, scope);
        if by_owner {
            inner.actors = inner.owners;
        }
        let what = self.selection(predicate, inner);
        if !by_owner {
            return Some(CondKind::Are(whose, what));
        }
        if let Sel::Fixed(_) = &what {
            let each = self.sides_in(inner.actors).map(|side| {
                let owned = Sel::OwnedBy(Who::Side(side));
                let sites = self.as_seen_by(&what, side);
                if inner.actors.is_power_of_two() { sites } else { fold::intersection(&self.board, vec![owned, sites]) }
            });
            let each: Vec<Sel> = each.collect();
            let seen_alike = matches!(&what, Sel::Fixed(sets) if sets.0.windows(2).all(|w| w[0] == w[1]));
            let what = if seen_alike { what } else { fold::union(&self.board, each) };
            return Some(CondKind::Are(whose, what));
        }
        Some(CondKind::Are(whose, what))
    }

    /// `X is NAME`: a side, or the word of a call that is asked of a side.
    fn side_is(&mut self, who: Who, name: &Name) -> Option<CondKind> {
        if let Some(call) = self.find_call(&name.text) {
            let of = self.calls[call as usize].1;
            let fits = match (of, &who) {
                (CallOf::Side(a), Who::Side(b)) => a == *b,
                // Of a side that is spoken of, a call of one side is false where it is another.
                (CallOf::Player | CallOf::Side(_), _) => true,
                (CallOf::Piece | CallOf::Kind(_), _) => false,
            };
            if !fits {
                let decl = self.calls[call as usize].0;
                let asked = match &decl.of {
                    CallOfWord::Named(n) => format!("of `{}`", n.text),
                    CallOfWord::Piece => "of pieces".to_owned(),
                    CallOfWord::Player => "of any side".to_owned(),
                };
                let message = format!("`{}` is asked {asked} alone", name.text);
                self.error(&CALL_OF, name.span, message, format!("write `call player {} when ...`", name.text));
                return None;
            }
            return Some(CondKind::SideCalled(who, call));
        }
        if let Some(side) = self.find_side(&name.text) {
            return Some(CondKind::SideIs(who, side));
        }
        let known = self.sides.iter().map(|s| s.name.as_str());
        let known = known.chain(self.calls.iter().map(|(c, _, _)| c.name.text.as_str()));
        let help = match nearest(&name.text, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it: `call player {} when ...`", name.text),
        };
        self.error(&UNKNOWN_NAME, name.span, format!("`{}` is neither a side nor a call", name.text), help);
        None
    }

    /// When `cannot move` is asked. For a side named in an ending the file must say.
    fn asked(&mut self, asked: item::Asked, term: &SideTerm, scope: Scope) -> Asked {
        match (asked, &term.kind) {
            (item::Asked::OnTurn, _) | (item::Asked::Unsaid, SideTermKind::NextPlayer) => Asked::OnTurn,
            (item::Asked::Unsaid, SideTermKind::Named(name)) if scope.at == Where::End => {
                let message = format!("is it asked on the turn of `{}`, or whoever is to move?", name.text);
                let help = "write `cannot move on their turn`, or `cannot move, whoever is to move`";
                self.error(&WHEN_ASKED, term.span, message, help);
                Asked::OnTurn
            }
            (item::Asked::Whoever | item::Asked::Unsaid, _) => Asked::Whoever,
        }
    }

    fn progress(&mut self, list: &[item::Progress], of: Option<&Sel>, scope: Scope, span: Span) -> Vec<Progress> {
        let mut out = Vec::new();
        for progress in list {
            out.push(match progress {
                item::Progress::Capture => Progress::Capture,
                item::Progress::Drop => Progress::Drop,
                item::Progress::Promotion => Progress::Promotion,
                item::Progress::Advance => {
                    let movers = of.map_or(self.all_sides(), |s| self.possible_owners(s));
                    for side in self.sides_in(movers) {
                        if self.sides[side as usize].faces.is_none() {
                            self.no_faces(side, span);
                            break;
                        }
                    }
                    Progress::Advance
                }
                item::Progress::MoveOf(sel) => Progress::MoveOf(self.selection(sel, scope)),
            });
        }
        out
    }

    /// The number of a counter; conditions that count the same share one.
    fn counter(&mut self, of: Option<Sel>, progress: Vec<Progress>, span: Span) -> u8 {
        let key = (of, progress);
        if let Some(n) = self.counters.iter().position(|c| *c == key) {
            return n as u8;
        }
        if self.counters.len() >= MAX_COUNTERS {
            let message = format!("moves are counted in more than {MAX_COUNTERS} ways");
            self.error(&TOO_MANY_COUNTERS, span, message, "take some out");
            return 0;
        }
        self.counters.push(key);
        (self.counters.len() - 1) as u8
    }

    fn quantified(
        &mut self,
        quantity: &item::Quantity,
        sel: &item::Sel,
        counted: &Counted,
        scope: Scope,
    ) -> Option<CondKind> {
        let range = range(quantity);
        let errors = self.errors.len();
        let lowered = self.selection(sel, scope);
        if self.errors.len() > errors {
            return None;
        }
        let place = match counted {
            Counted::OnBoard => return Some(CondKind::Sites(range, lowered)),
            Counted::Sees(other, dirs) => {
                let other = self.selection(other, scope);
                let dirs = self.dirs(dirs, scope);
                return Some(CondKind::Sees(range, lowered, other, dirs));
            }
            Counted::InHand => PieceCount::InHand,
            Counted::Captured => PieceCount::Captured,
            Counted::Left => PieceCount::Left,
        };
        let Some((kinds, who)) = self.pieces(&lowered, scope, 0) else {
            let words = match place {
                PieceCount::InHand => "in hand",
                PieceCount::Captured => "captured",
                PieceCount::Left => "left",
            };
            let message =
                format!("`{words}` counts pieces by kind and owner, not by where they stand or what they did");
            self.error(&COUNTED_PIECES, sel.span, message, "name kinds, and a side with `of`, nothing else");
            return None;
        };
        let kinds = (0..kinds.len()).filter(|k| kinds[*k]).map(|k| k as KindId).collect();
        Some(CondKind::Pieces(range, place, kinds, who))
    }

    /// The kinds and the owner that a selection means, if it says nothing else.
    fn pieces(&self, sel: &Sel, scope: Scope, depth: usize) -> Option<Pieces> {
        // A call may lead to itself, which is found later.
        if depth > MAX_DEPTH {
            return None;
        }
        let every = || vec![true; self.kinds.len()];
        Some(match sel {
            Sel::Piece => (every(), None),
            Sel::Kind(kind) => ((0..self.kinds.len()).map(|k| k == *kind as usize).collect(), None),
            Sel::OwnedBy(who) => {
                let owned = |k: usize| match who {
                    Who::Side(side) => self.kinds[k].owners.contains(side),
                    _ => !self.kinds[k].owners.is_empty(),
                };
                ((0..self.kinds.len()).map(owned).collect(), Some(who.clone()))
            }
            Sel::Friend => (every(), Some(Who::Actor)),
            Sel::Enemy => (every(), Some(Who::EnemyOf(Box::new(Who::Actor)))),
            Sel::Royal => {
                let royal =
                    |k: &super::world::KindHead<'_>| k.decl.attrs.iter().any(|a| a.kind == item::PieceAttrKind::Royal);
                (self.kinds.iter().map(royal).collect(), None)
            }
            Sel::Called(call) => {
                let decl = self.calls[*call as usize].0;
                let item::CondKind::Are { subject, predicate, .. } = &decl.cond.kind else { return None };
                if !matches!(subject.kind, SelKind::Builtin(item::Builtin::It)) {
                    return None;
                }
                self.words(predicate, scope, depth + 1)?
            }
            Sel::Union(list) => {
                let mut list = list.iter();
                let (mut kinds, who) = self.pieces(list.next()?, scope, depth + 1)?;
                for sel in list {
                    let (more, whose) = self.pieces(sel, scope, depth + 1)?;
                    if whose != who {
                        return None;
                    }
                    kinds.iter_mut().zip(more).for_each(|(a, b)| *a |= b);
                }
                (kinds, who)
            }
            Sel::Intersection(list) => {
                let (mut kinds, mut who) = (every(), None);
                for sel in list {
                    let (more, whose) = self.pieces(sel, scope, depth + 1)?;
                    if who.is_some() && whose.is_some() && who != whose {
                        return None;
                    }
                    who = who.or(whose);
                    kinds.iter_mut().zip(more).for_each(|(a, b)| *a &= b);
                }
                (kinds, who)
            }
            Sel::Not(inner) => {
                let (kinds, who) = self.pieces(inner, scope, depth + 1)?;
                if who.is_some() {
                    return None;
                }
                (kinds.into_iter().map(|k| !k).collect(), None)
            }
            _ => return None,
        })
    }

    /// The kinds that the words of a call mean: `it is dog or chief`.
    fn words(&self, sel: &item::Sel, scope: Scope, depth: usize) -> Option<Pieces> {
        match &sel.kind {
            SelKind::Union(list) => {
                let mut kinds = vec![false; self.kinds.len()];
                for sel in list {
                    let (more, who) = self.words(sel, scope, depth)?;
                    if who.is_some() {
                        return None;
                    }
                    kinds.iter_mut().zip(more).for_each(|(a, b)| *a |= b);
                }
                Some((kinds, None))
            }
            SelKind::Name(name) => match self.meaning(&name.text)? {
                Meaning::Kind(kind) => self.pieces(&Sel::Kind(kind), scope, depth),
                Meaning::Call(call) => self.pieces(&Sel::Called(call), scope, depth),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A condition that always holds.
pub(super) fn always(span: Span) -> Cond {
    Cond { kind: CondKind::True, span }
}

/// The numbers that a quantity allows.
fn range(quantity: &item::Quantity) -> Quantity {
    match quantity {
        item::Quantity::Any => Quantity::Between(1, u32::MAX),
        item::Quantity::No => Quantity::Between(0, 0),
        item::Quantity::Exactly(n) => Quantity::Between(number(n), number(n)),
        // Fewer than none, and more than all numbers, fit nothing.
        item::Quantity::FewerThan(n) => match number(n).checked_sub(1) {
            Some(most) => Quantity::Between(0, most),
            None => Quantity::Between(1, 0),
        },
        item::Quantity::MoreThan(n) => match number(n).checked_add(1) {
            Some(least) => Quantity::Between(least, u32::MAX),
            None => Quantity::Between(1, 0),
        },
        item::Quantity::AtMost(n) => Quantity::Between(0, number(n)),
        item::Quantity::AtLeast(n) => Quantity::Between(number(n), u32::MAX),
    }
}
