//! Selections: phrases as set algebra, names resolved, relative words worked out for each side.

use super::super::Span;
use super::super::code::{
    CIRCULAR, EMPTY_SELECTION, NOT_CONSTANT, OFF_BOARD, OWN_SIDEWAYS, TOO_COMPLEX, WORD_OUT_OF_PLACE, ZONE_OF,
};
use super::super::item::{
    self, Adjective, Amount, Builtin, DirWord, Name, NearPlace, SelKind, SideTerm, SideTermKind, That,
};
use super::super::rules::{CallId, CallOf, Near, PerSide, Sel, SideId, Who};
use super::fold;
use super::scope::{Scope, Where};
use super::world::{Meaning, SideMask, World, number, number_span};
use crate::board::{Compass, Site, SiteSet, file_number};

/// How deep a selection or condition may be nested, zones and calls read out in full.
pub(super) const MAX_DEPTH: usize = 100;
/// How many parts it may have, likewise.
pub(super) const MAX_PARTS: usize = 5_000;

impl World<'_> {
    /// A whole selection; one that is always empty is an error.
    pub(super) fn selection(&mut self, sel: &item::Sel, scope: Scope) -> Sel {
        let errors = self.errors.len();
        let lowered = self.sel(sel, scope);
        let (parts, depth) = measure(&lowered);
        if parts > MAX_PARTS || depth > MAX_DEPTH {
            self.too_deep(sel.span);
            return self.fixed(self.board.sites());
        }
        if let Sel::Fixed(sets) = &lowered
            && self.errors.len() == errors
            && self.sides_in(scope.actors).all(|s| sets.of(s).is_empty())
        {
            let help = "look at the zones and ranks that it is made of";
            self.error(&EMPTY_SELECTION, sel.span, "no site ever fits this", help);
        }
        lowered
    }

    pub(super) fn too_deep(&mut self, span: Span) {
        let help = "say it in a shorter way; the zones and calls that it names count in full each time";
        self.error(&TOO_COMPLEX, span, "this is nested too deeply or has too many parts", help);
    }

    /// A selection or a part of one.
    pub(super) fn sel(&mut self, sel: &item::Sel, scope: Scope) -> Sel {
        if self.depth > MAX_DEPTH {
            self.too_deep(sel.span);
            return self.fixed(self.board.sites());
        }
        self.depth += 1;
        let lowered = self.sel_kind(sel, scope);
        self.depth -= 1;
        lowered
    }

    fn sel_kind(&mut self, sel: &item::Sel, scope: Scope) -> Sel {
        let span = sel.span;
        match &sel.kind {
            SelKind::Union(list) => {
                let list = list.iter().map(|s| self.sel(s, scope)).collect();
                fold::union(&self.board, list)
            }
            SelKind::Intersection(list) => self.phrase(&list.iter().collect::<Vec<_>>(), scope),
            SelKind::Not(inner) => {
                let inner = self.sel(inner, scope);
                fold::not(&self.board, inner)
            }
            SelKind::Except(a, b) => {
                let a = self.sel(a, scope);
                let b = self.sel(b, scope);
                let b = fold::not(&self.board, b);
                fold::intersection(&self.board, vec![a, b])
            }
            SelKind::Adjective(word) => adjective(*word),
            SelKind::Name(name) => self.named(name, scope),
            SelKind::Of(term) => self.who(term, scope).map_or_else(|| self.broken(), Sel::OwnedBy),
            SelKind::NextTo(inner, word) => {
                let inner = self.sel(inner, scope);
                let dirs = match word {
                    Some(word) => self.word(*word, scope, scope.actors, span),
                    None => self.any_direction(span),
                };
                fold::next_to(&self.board, inner, dirs)
            }
            SelKind::StartOf(compass, name) => self.start_of(*compass, name).map_or_else(|| self.broken(), Sel::Fixed),
            SelKind::WayOf(name) => {
                let kind = self.kind_named(name);
                let way = self.ways.iter().find(|(k, _)| Some(*k) == kind).map(|(_, way)| way.clone());
                match (way, kind) {
                    (Some(way), _) => Sel::Fixed(way),
                    (None, None) => self.broken(),
                    (None, Some(_)) => {
                        let message = format!("no `{}` is on its way here", name.text);
                        let help =
                            "`way of` stands in the conditions of a move of several pieces, and names one of them";
                        self.error(&WORD_OUT_OF_PLACE, name.span, message, help);
                        self.broken()
                    }
                }
            }
            SelKind::CutOff(from, word) => {
                let of = self.groups.last().cloned().unwrap_or_else(|| self.broken());
                let from = self.sel(from, scope);
                let dirs = match word {
                    Some(word) => self.word(*word, scope, scope.actors, span),
                    None => self.any_direction(span),
                };
                Sel::CutOff(Box::new(of), Box::new(from), dirs)
            }
            SelKind::AheadOf(inner) => {
                let inner = self.sel(inner, scope);
                for side in self.sides_in(self.possible_owners(&inner)) {
                    if self.sides[side as usize].faces.is_none() {
                        self.no_faces(side, span);
                        break;
                    }
                }
                Sel::AheadOf(Box::new(inner))
            }
            SelKind::With(near) => {
                let near = self.near(near, scope, scope.owners, span);
                fold::with(&self.board, near)
            }
            SelKind::CentreOf(inner) => {
                let inner = self.sel(inner, scope);
                fold::centre_of(&self.board, inner)
            }
            SelKind::Ranks { own, from, to } => self.ranks(*own, from, to, scope, span),
            SelKind::Files(a, b) => self.files(a, b),
            SelKind::Edge(word) => self.edge(*word, scope, span),
            SelKind::That(that) => {
                if !scope.has_landing() {
                    let message = "there is no landing that this could speak of";
                    self.error(&WORD_OUT_OF_PLACE, span, message, "use it in `when`, `unless` and counts of a motion");
                    return self.broken();
                }
                match that {
                    That::File => Sel::ThatFile,
                    That::Rank => Sel::ThatRank,
                    That::Line => Sel::ThatLine,
                }
            }
            SelKind::OwnSite(name) => self.own_site(name, scope).map_or_else(
                || self.broken(),
                |sites| Sel::Fixed(PerSide(sites.0.iter().map(|s| s.map(SiteSet::one).unwrap_or_default()).collect())),
            ),
            SelKind::Builtin(word) => self.builtin(*word, scope, span),
        }
    }

    /// What stands for a part that could not be understood.
    fn broken(&self) -> Sel {
        self.fixed(self.board.sites())
    }

    /// Adjectives, nouns and place phrases, all of which hold. Relative words are read by the owner of the piece that
    /// is named beside them (docs/book/selections.md); in a motion by the piece that moves.
    fn phrase(&mut self, list: &[&item::Sel], scope: Scope) -> Sel {
        let mut list = list.to_vec();
        let mut done = Vec::new();
        if let Some(zone) = self.zone_of_side(&mut list, scope) {
            done.push(zone);
        }
        let (plain, places): (Vec<&item::Sel>, Vec<&item::Sel>) = list.into_iter().partition(|s| self.is_plain(s));
        for sel in plain {
            done.push(self.sel(sel, scope));
        }
        let pieces = fold::intersection(&self.board, done.clone());
        let named = !done.is_empty() && names_piece(&pieces);
        let mut inner = scope;
        let mut by_owner = false;
        if named {
            inner.owners = self.possible_owners(&pieces) & self.all_sides();
            by_owner = scope.by_owner() && !are_actors(&pieces, scope);
            if by_owner {
                inner.actors = inner.owners;
            }
        }
        // `cut off` speaks of the groups of what is named before it.
        self.groups.push(pieces);
        let places: Vec<Sel> = places.into_iter().map(|s| self.sel(s, inner)).collect();
        self.groups.pop();
        let differ = |sel: &Sel| match sel {
            Sel::Fixed(sets) => {
                let mut sets = self.sides_in(inner.actors).map(|s| sets.of(s));
                let first = sets.next();
                sets.any(|s| Some(s) != first)
            }
            _ => false,
        };
        if !by_owner {
            done.extend(places);
            return fold::intersection(&self.board, done);
        }
        if places.iter().any(differ) {
            // Each owner has other sites in mind: one phrase for each.
            let mut each = Vec::new();
            for side in self.sides_in(inner.actors) {
                let mut list = done.clone();
                list.push(Sel::OwnedBy(Who::Side(side)));
                list.extend(places.iter().map(|p| self.as_seen_by(p, side)));
                each.push(fold::intersection(&self.board, list));
            }
            return fold::union(&self.board, each);
        }
        let reader = self.sides_in(inner.actors).next().unwrap_or(0);
        done.extend(places.iter().map(|p| self.as_seen_by(p, reader)));
        fold::intersection(&self.board, done)
    }

    /// Sites as one side sees them, for everybody.
    pub(super) fn as_seen_by(&self, sel: &Sel, side: SideId) -> Sel {
        match sel {
            Sel::Fixed(sets) => self.fixed(*sets.of(side)),
            other => other.clone(),
        }
    }

    /// `palace of red`: the zone that a side has for itself, taken out of the list.
    fn zone_of_side(&mut self, list: &mut Vec<&item::Sel>, scope: Scope) -> Option<Sel> {
        let zone = list.iter().position(|s| match &s.kind {
            SelKind::Name(n) => self.zone_has_sides(&n.text),
            _ => false,
        })?;
        let of = list.iter().position(|s| matches!(s.kind, SelKind::Of(_)))?;
        let SelKind::Name(name) = &list[zone].kind else { return None };
        let SelKind::Of(term) = &list[of].kind else { return None };
        let span = list[of].span;
        let who = self.who(term, scope);
        let kept = |n: usize| n != zone && n != of;
        let rest: Vec<&item::Sel> = list.iter().enumerate().filter(|(n, _)| kept(*n)).map(|(_, s)| *s).collect();
        *list = rest;
        let who = who?;
        if let Who::Side(side) = who {
            let sites = self.zone_of(name, side)?;
            return Some(self.fixed(sites));
        }
        if scope.is_actor(&who) {
            return Some(self.named(name, scope));
        }
        // With two sides the enemy of the actor is known, too.
        if let Who::EnemyOf(of) = &who
            && scope.is_actor(of)
            && self.sides.len() == 2
        {
            let sites = [self.zone_of(name, 1)?, self.zone_of(name, 0)?];
            return Some(Sel::Fixed(PerSide(sites.to_vec())));
        }
        let message = format!("whose `{}` this is cannot be told here", name.text);
        self.error(&ZONE_OF, span, message, "name the side");
        None
    }

    fn zone_has_sides(&self, name: &str) -> bool {
        self.zones.iter().any(|(z, _)| z.name.text == name && z.of.is_some())
    }

    /// A name in a selection.
    fn named(&mut self, name: &Name, scope: Scope) -> Sel {
        match self.meaning(&name.text) {
            Some(Meaning::Kind(kind)) => Sel::Kind(kind),
            Some(Meaning::Side(side)) => Sel::OwnedBy(Who::Side(side)),
            Some(Meaning::Mark(mark)) => Sel::Mark(mark),
            Some(Meaning::Site(site)) => self.fixed(SiteSet::one(site)),
            Some(Meaning::Zone(zone)) => self.zone(zone, name, scope),
            Some(Meaning::Call(call)) => {
                if let CallOf::Player | CallOf::Side(_) = self.calls[call as usize].1 {
                    let message = format!("`{}` is asked of a side, and here pieces are meant", name.text);
                    let help = format!("write `call piece {} when ...` for a call of pieces", name.text);
                    self.error(&super::super::code::CALL_OF, name.span, message, help);
                    return self.broken();
                }
                Sel::Called(call)
            }
            None => {
                self.unknown(name, "neither a piece, a side, a zone, a site, a mark nor a call");
                self.broken()
            }
        }
    }

    /// A zone by its name. A zone that sides have for themselves is the actor's.
    fn zone(&mut self, first: usize, name: &Name, scope: Scope) -> Sel {
        if self.zones[first].0.of.is_none() {
            return self.lower_zone(first, name.span, scope.actors);
        }
        let mut sets = self.for_all(SiteSet::EMPTY);
        for side in self.sides_in(scope.actors) {
            match self.zone_of(name, side) {
                Some(sites) => sets.0[side as usize] = sites,
                None => return self.broken(),
            }
        }
        Sel::Fixed(sets)
    }

    /// The sites of a zone of one side.
    fn zone_of(&mut self, name: &Name, side: SideId) -> Option<SiteSet> {
        let named = |s: &SideTerm| match &s.kind {
            SideTermKind::Named(n) => self.find_side(&n.text),
            _ => None,
        };
        let found = self
            .zones
            .iter()
            .position(|(z, _)| z.name.text == name.text && z.of.as_ref().and_then(named) == Some(side));
        let Some(zone) = found else {
            let side = self.sides[side as usize].name.clone();
            let message = format!("`{side}` has no zone `{}`", name.text);
            let help = format!("write `zone {} of {side} = ...`", name.text);
            self.error(&ZONE_OF, name.span, message, help);
            return None;
        };
        if let Sel::Fixed(sets) = self.lower_zone(zone, name.span, 1 << side) {
            Some(*sets.of(side))
        } else {
            let span = self.zones[zone].0.sel.span;
            let message = "a zone of a side cannot depend on the position";
            self.error(&NOT_CONSTANT, span, message, "declare it without `of`");
            None
        }
    }

    /// A zone's selection, as seen by these sides.
    pub(super) fn lower_zone(&mut self, zone: usize, span: Span, readers: SideMask) -> Sel {
        if let Some(sel) = self.zone_memo.get(&(zone, readers)) {
            return sel.clone();
        }
        if self.zone_stack.contains(&zone) {
            let name = self.zones[zone].0.name.text.clone();
            self.error(
                &CIRCULAR,
                span,
                format!("zone `{name}` is made of itself"),
                "declare one of them without the other",
            );
            return self.broken();
        }
        self.zone_stack.push(zone);
        let decl = self.zones[zone].0;
        let errors = self.errors.len();
        let mut sel = self.selection(&decl.sel, Scope::new(Where::Zone, readers));
        // What reads a zone that is always empty is not blamed for it.
        if self.errors.iter().skip(errors).any(|e| *e.code == EMPTY_SELECTION) {
            sel = self.broken();
        }
        self.zone_stack.pop();
        self.zone_memo.insert((zone, readers), sel.clone());
        sel
    }

    /// `[no] S <direction>`; the direction is that of these owners.
    pub(super) fn near(&mut self, near: &item::Near, scope: Scope, owners: SideMask, span: Span) -> Near {
        let sel = self.sel(&near.sel, scope);
        let word = match near.place {
            NearPlace::Dir(word) => word,
            NearPlace::InFront => DirWord::Forward,
            NearPlace::Behind => DirWord::Backward,
        };
        let dirs = self.word(word, scope, owners, span);
        Near { no: near.no, sel, dirs }
    }

    fn builtin(&mut self, word: Builtin, scope: Scope, span: Span) -> Sel {
        let known = match word {
            Builtin::It => scope.it,
            Builtin::There => scope.has_landing(),
            Builtin::MovedPiece | Builtin::Origin => scope.has_moved_piece(),
            _ => true,
        };
        if !known {
            let (message, help) = match word {
                Builtin::It => {
                    ("nothing was jumped that `it` could be", "use it after `over ...`, or in a `call piece`")
                }
                Builtin::There => {
                    ("there is no landing that `there` could be", "use it in `when` and `unless` of a motion")
                }
                _ => ("no piece has moved yet", "use `moved piece` in effects and endings"),
            };
            self.error(&WORD_OUT_OF_PLACE, span, message, help);
            return self.broken();
        }
        match word {
            Builtin::Piece => Sel::Piece,
            Builtin::Friend => Sel::Friend,
            Builtin::It => Sel::It,
            Builtin::MovedPiece => Sel::MovedPiece,
            Builtin::Origin => Sel::Origin,
            Builtin::There => Sel::There,
            Builtin::Border => self.fixed(self.board.border()),
            Builtin::Corners => self.fixed(self.board.corners()),
            Builtin::Centre => self.fixed(self.board.centre_of(self.board.sites())),
            Builtin::Everywhere => self.fixed(self.board.sites()),
            Builtin::LastRank => self.edge(DirWord::Forward, scope, span),
        }
    }

    fn edge(&mut self, word: DirWord, scope: Scope, span: Span) -> Sel {
        match self.one_direction(word, scope, span) {
            Some(dirs) => {
                Sel::Fixed(PerSide(dirs.0.iter().map(|d| d.map(|c| self.board.edge(c)).unwrap_or_default()).collect()))
            }
            None => self.broken(),
        }
    }

    fn ranks(&mut self, own: bool, from: &Amount, to: &Amount, scope: Scope, span: Span) -> Sel {
        if !self.board.has_files_and_ranks() {
            self.error(&OFF_BOARD, span, "this board has no ranks", "name its points");
            return self.broken();
        }
        let (_, rows) = self.extent();
        let (low, high) = (number(from), number(to));
        for (n, span) in [(low, number_span(from)), (high, number_span(to))] {
            if n == 0 || n > rows {
                let message = format!("there is no rank {n} on {}", self.board_words());
                self.error(&OFF_BOARD, span, message, format!("ranks are counted from 1 to {rows}"));
                return self.broken();
            }
        }
        if low > high {
            self.error(&EMPTY_SELECTION, span, format!("{low}..{high} holds no rank"), format!("write {high}..{low}"));
            return self.broken();
        }
        let ranks = |low: u32, high: u32| self.board.where_at(|_, y| (low..=high).contains(&(y + 1).cast_unsigned()));
        if !own {
            return self.fixed(ranks(low, high));
        }
        let plain = ranks(low, high);
        let reflected = ranks(rows + 1 - high, rows + 1 - low);
        self.own(scope, span).map_or_else(
            || self.broken(),
            |reflect| Sel::Fixed(PerSide(reflect.0.iter().map(|r| if *r { reflected } else { plain }).collect())),
        )
    }

    /// For each side whether its own ranks are counted from the far edge: a side that faces south sees rank 1 at the
    /// top. Only sides that face north or south have own ranks.
    fn own(&mut self, scope: Scope, span: Span) -> Option<PerSide<bool>> {
        let mut reflect = self.for_all(false);
        for side in self.sides_in(self.all_sides()) {
            match self.sides[side as usize].faces {
                Some(Compass::North) => {}
                Some(Compass::South) => reflect.0[side as usize] = true,
                _ if scope.actors >> side & 1 == 0 => {}
                Some(other) => {
                    let name = &self.sides[side as usize].name;
                    let message = format!("`{name}` faces {}, so it has no own ranks", other.word());
                    self.error(&OWN_SIDEWAYS, span, message, "say `file`, or name the sites");
                    return None;
                }
                None => {
                    self.no_faces(side, span);
                    return None;
                }
            }
        }
        Some(reflect)
    }

    fn files(&mut self, a: &Name, b: &Name) -> Sel {
        if !self.board.has_files_and_ranks() {
            self.error(&OFF_BOARD, a.span, "this board has no files", "name its points");
            return self.broken();
        }
        let (files, _) = self.extent();
        let mut found = Vec::new();
        for name in [a, b] {
            if let Some(n) = file_number(&name.text).filter(|n| *n < files) {
                found.push(n.cast_signed());
            } else {
                let message = format!("there is no file `{}` on {}", name.text, self.board_words());
                self.error(&OFF_BOARD, name.span, message, format!("it has {files} files, from `a` on"));
                return self.broken();
            }
        }
        let [low, high] = found[..] else { return self.broken() };
        if low > high {
            let message = format!("{}..{} holds no file", a.text, b.text);
            self.error(&EMPTY_SELECTION, a.span.to(b.span), message, format!("write {}..{}", b.text, a.text));
            return self.broken();
        }
        self.fixed(self.board.where_at(|x, _| (low..=high).contains(&x)))
    }

    /// `own e4` for each side; nothing for sides that are not asked.
    pub(super) fn own_site(&mut self, name: &Name, scope: Scope) -> Option<PerSide<Option<Site>>> {
        let site = self.site_named(name)?;
        let reflect = self.own(scope, name.span)?;
        let (x, y) = self.board.at(site);
        let rows = self.board.sites().iter().map(|s| self.board.at(s).1).max().unwrap_or(0);
        let far = self.board.site_at(x, rows - y);
        let asked = scope.actors;
        let mut sites = Vec::new();
        for (side, reflect) in reflect.0.iter().enumerate() {
            let site = if *reflect { far } else { Some(site) };
            if site.is_none() && asked >> side & 1 == 1 {
                let message = format!("`{}` has no site opposite", name.text);
                self.error(&OFF_BOARD, name.span, message, "name another site");
                return None;
            }
            sites.push(site);
        }
        Some(PerSide(sites))
    }

    /// A side, spoken of.
    pub(super) fn who(&mut self, term: &SideTerm, scope: Scope) -> Option<Who> {
        if scope.at == Where::Constant && !matches!(term.kind, SideTermKind::Named(_)) {
            let message = "nobody has moved yet, so only a named side means something here";
            self.error(&WORD_OUT_OF_PLACE, term.span, message, "name the side");
            return None;
        }
        match &term.kind {
            SideTermKind::NextPlayer => Some(Who::NextPlayer),
            SideTermKind::Mover => Some(Who::Mover),
            SideTermKind::Player => {
                if !scope.has_player() {
                    let message = "`player` means each side in turn in endings, calls of a player and scores alone";
                    self.error(&WORD_OUT_OF_PLACE, term.span, message, "say `mover`, `next player`, or name the side");
                    return None;
                }
                Some(Who::Player)
            }
            SideTermKind::Enemy(None) => Some(Who::EnemyOf(Box::new(Who::Actor))),
            SideTermKind::Enemy(Some(of)) => Some(Who::EnemyOf(Box::new(self.who(of, scope)?))),
            SideTermKind::Named(name) => self.side_named(name).map(Who::Side),
        }
    }

    // ---- whose pieces

    /// Whether a part of a phrase speaks of pieces alone, and not of places.
    fn is_plain(&self, sel: &item::Sel) -> bool {
        match &sel.kind {
            SelKind::Union(list) | SelKind::Intersection(list) => list.iter().all(|s| self.is_plain(s)),
            SelKind::Not(inner) => self.is_plain(inner),
            SelKind::Except(a, b) => self.is_plain(a) && self.is_plain(b),
            SelKind::Adjective(_) | SelKind::Of(_) => true,
            SelKind::Name(n) => {
                matches!(self.meaning(&n.text), Some(Meaning::Kind(_) | Meaning::Side(_) | Meaning::Call(_)))
            }
            SelKind::Builtin(word) => {
                matches!(word, Builtin::Piece | Builtin::Friend | Builtin::It | Builtin::MovedPiece)
            }
            _ => false,
        }
    }

    /// The sides that may own a piece of the selection.
    pub(super) fn possible_owners(&self, sel: &Sel) -> SideMask {
        let all = self.all_sides();
        match sel {
            Sel::Kind(kind) => self.owner_mask(*kind),
            Sel::OwnedBy(Who::Side(side)) => 1 << side,
            Sel::OwnedBy(Who::EnemyOf(of)) => match **of {
                Who::Side(side) => all & !(1 << side),
                _ => all,
            },
            Sel::Called(call) => self.call_owners(*call),
            Sel::Intersection(list) => list.iter().fold(all, |mask, s| mask & self.possible_owners(s)),
            Sel::Union(list) => list.iter().fold(0, |mask, s| mask | self.possible_owners(s)),
            _ => all,
        }
    }

    fn call_owners(&self, call: CallId) -> SideMask {
        match self.calls[call as usize].1 {
            CallOf::Kind(kind) => self.owner_mask(kind),
            CallOf::Side(side) => 1 << side,
            CallOf::Player | CallOf::Piece => self.all_sides(),
        }
    }
}

/// Whether the pieces of a selection are the actor's.
pub(super) fn are_actors(sel: &Sel, scope: Scope) -> bool {
    match sel {
        Sel::Friend | Sel::MovedPiece => true,
        Sel::It => scope.at == Where::CallPiece,
        Sel::OwnedBy(who) => scope.is_actor(who),
        Sel::Intersection(list) => list.iter().any(|s| are_actors(s, scope)),
        Sel::Union(list) => list.iter().all(|s| are_actors(s, scope)),
        _ => false,
    }
}

/// Whether a selection speaks of pieces.
pub(super) fn names_piece(sel: &Sel) -> bool {
    match sel {
        Sel::Piece
        | Sel::Kind(_)
        | Sel::OwnedBy(_)
        | Sel::Friend
        | Sel::Enemy
        | Sel::Royal
        | Sel::Unmoved
        | Sel::Promoted(_)
        | Sel::Stuck
        | Sel::It
        | Sel::MovedPiece
        | Sel::Called(_) => true,
        Sel::Intersection(list) => list.iter().any(names_piece),
        Sel::Union(list) => !list.is_empty() && list.iter().all(names_piece),
        _ => false,
    }
}

/// How many parts a selection has, and how deep they are nested.
fn measure(sel: &Sel) -> (usize, usize) {
    let (parts, depth) = match sel {
        Sel::NextTo(s, _) | Sel::AheadOf(s) | Sel::CentreOf(s) | Sel::Not(s) => measure(s),
        Sel::CutOff(of, from, _) => {
            let ((a, deep), (b, deeper)) = (measure(of), measure(from));
            (a + b, deep.max(deeper))
        }
        Sel::With(near) => measure(&near.sel),
        Sel::Union(list) | Sel::Intersection(list) => {
            list.iter().map(measure).fold((0, 0), |(parts, depth), (p, d)| (parts + p, depth.max(d)))
        }
        _ => (0, 0),
    };
    (parts + 1, depth + 1)
}

fn adjective(word: Adjective) -> Sel {
    match word {
        Adjective::Empty => Sel::Empty,
        Adjective::Enemy => Sel::Enemy,
        Adjective::Friendly => Sel::Friend,
        Adjective::Unmoved => Sel::Unmoved,
        Adjective::Stuck => Sel::Stuck,
        Adjective::Attacked => Sel::Attacked(true),
        Adjective::Safe => Sel::Attacked(false),
        Adjective::Unpromoted => Sel::Promoted(false),
        Adjective::Promoted => Sel::Promoted(true),
        Adjective::Royal => Sel::Royal,
    }
}
