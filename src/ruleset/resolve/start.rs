//! The start: diagrams, places, changes of it, and the picture that shows it.

use super::super::code::{
    CELL, NO_CENTRE, NO_ROOM, NOT_CONSTANT, NOTHING_THERE, OFF_BOARD, PICTURE, ROWS, START_NUMBERS, TAKEN, WHOSE_PIECE,
};
use super::super::item::{
    Amount, Body, Builtin, Diagram, DiagramRow, Name, Place, PlaceAt, SelKind, SideTerm, StartChange, StartDecl,
    StartPart,
};
use super::super::nearest::listed;
use super::super::rules::{KindId, Placed, Sel, SideId, Who};
use super::super::{Diagnostic, Span};
use super::scope::{Scope, Where};
use super::world::{World, number};
use crate::board::{Compass, MAX_SITES, Shape, Site, SiteSet, file_name};

/// The number of a start, of which each line that chooses takes a digit: the first the last one.
struct Lot {
    number: u64,
    /// How many ways the lines have had so far.
    ways: u64,
    low: u32,
    high: u32,
    span: Span,
}

impl Lot {
    fn draw(&mut self, ways: u64) -> u64 {
        let digit = self.number % ways.max(1);
        self.number /= ways.max(1);
        self.ways = self.ways.saturating_mul(ways);
        digit
    }
}

/// In how many ways `k` of `n` sites can be chosen.
fn ways(n: u64, k: u64) -> u64 {
    (0..k.min(n)).fold(1u64, |sum, i| sum.saturating_mul(n - i) / (i + 1))
}

/// The choice of `k` of the sites with a number, in the order of a dictionary.
fn subset(sites: &[Site], k: usize, number: u64) -> Vec<Site> {
    let (mut left, mut chosen, mut wanted) = (number, Vec::new(), k);
    for (n, site) in sites.iter().enumerate() {
        if wanted == 0 {
            break;
        }
        let with = ways((sites.len() - n - 1) as u64, wanted as u64 - 1);
        if left < with {
            chosen.push(*site);
            wanted -= 1;
        } else {
            left -= with;
        }
    }
    chosen
}

impl World<'_> {
    /// The pieces at the start, by site.
    pub(super) fn lower_start(&mut self) -> Vec<Placed> {
        let settled = self.settled;
        let decl = settled.items.iter().find_map(|i| match &i.body {
            Body::Start(decl) => Some(decl),
            _ => None,
        });
        let Some(decl) = decl else { return Vec::new() };
        let errors = self.errors.len();
        let mut placed = Vec::new();
        let mut lot = decl.by.as_ref().and_then(|by| self.lot(by));
        for part in &decl.parts {
            match part {
                StartPart::Diagram(diagram) => {
                    for piece in self.diagram(diagram) {
                        self.put(&mut placed, piece, diagram.span);
                    }
                }
                StartPart::Place(place) => self.place(place, &mut placed, errors, lot.as_mut()),
            }
        }
        if let (Some(lot), true) = (lot, self.errors.len() == errors) {
            self.whole(&lot);
        }
        if self.errors.len() == errors {
            self.compare(decl, &placed);
        }
        for (change, span) in &settled.start_changes {
            match change {
                StartChange::Add(place) => self.place(place, &mut placed, errors, None),
                StartChange::Remove(kind, of, sel) => {
                    let Some(kind_id) = self.kind_named(kind) else { continue };
                    let Some(owner) = self.owner(kind, kind_id, of.as_ref()) else { continue };
                    let Some(sites) = self.constant_sites(sel, owner) else { continue };
                    for site in sites {
                        let is = |p: &Placed| p.site == site && p.kind == kind_id && p.owner == owner;
                        if let Some(at) = placed.iter().position(is) {
                            placed.remove(at);
                        } else {
                            let message =
                                format!("no `{}` stands on {} at the start", kind.text, self.board.name(site));
                            self.error(&NOTHING_THERE, *span, message, "look at the start of the base");
                        }
                    }
                }
            }
        }
        placed.sort_by_key(|p| p.site);
        placed
    }

    fn put(&mut self, placed: &mut Vec<Placed>, piece: Placed, span: Span) {
        if placed.iter().any(|p| p.site == piece.site) {
            let message = format!("{} is taken already", self.board.name(piece.site));
            self.error(&TAKEN, span, message, "place the piece elsewhere");
        } else {
            placed.push(piece);
        }
    }

    // ---- places

    /// `before`: how many errors there were before the start; what is missing may be missing for one found since.
    fn place(&mut self, place: &Place, placed: &mut Vec<Placed>, before: usize, lot: Option<&mut Lot>) {
        if !place.more.is_empty() || matches!(place.at, PlaceAt::OneOf(_)) {
            self.place_in_order(place, placed, lot);
            return;
        }
        let Some(kind) = self.kind_named(&place.kind) else { return };
        let Some(owners) = self.owners_of(place, kind) else { return };
        for owner in owners {
            self.place_of(place, kind, owner, placed, before);
        }
    }

    fn place_of(
        &mut self,
        place: &Place,
        kind: KindId,
        owner: Option<SideId>,
        placed: &mut Vec<Placed>,
        before: usize,
    ) {
        let sites = match &place.at {
            PlaceAt::Sites(sel) | PlaceAt::OneOf(sel) => {
                let Some(set) = self.constant_sites(sel, owner) else { return };
                let singular = place.kind.text == self.kinds[kind as usize].decl.name.text;
                let centre = matches!(sel.kind, SelKind::CentreOf(_) | SelKind::Builtin(Builtin::Centre));
                let one = place.count.as_ref().map_or(singular, |n| number(n) == 1);
                if centre && one && set.len() > 1 {
                    self.no_centre(set, sel.span);
                    return;
                }
                if let Some(count) = &place.count
                    && number(count) as usize != set.len()
                {
                    let message = format!("{} pieces are to stand on {} sites", number(count), set.len());
                    self.error(&NO_ROOM, place.span, message, "leave the number out, or name as many sites");
                    return;
                }
                set.iter().collect()
            }
            PlaceAt::Beside(anchor) => match self.beside(place, anchor, placed, before) {
                Some(sites) => sites,
                None => return,
            },
        };
        for site in sites {
            self.put(placed, Placed { site, kind, owner }, place.span);
        }
    }

    /// Pieces of one kind or several that take free sites in order, from the west on: all of them, or some that the
    /// number of the start chooses, alike for each owner.
    fn place_in_order(&mut self, place: &Place, placed: &mut Vec<Placed>, lot: Option<&mut Lot>) {
        let (PlaceAt::Sites(sel) | PlaceAt::OneOf(sel)) = &place.at else {
            let message = "beside a piece stands one kind";
            return self.error(&NO_ROOM, place.span, message, "write a line for each kind");
        };
        let mut kinds = Vec::new();
        for name in std::iter::once(&place.kind).chain(&place.more) {
            let Some(kind) = self.kind_named(name) else { return };
            kinds.push(kind);
        }
        if let Some(count) = &place.count {
            if !place.more.is_empty() {
                let message = "a number stands before one kind alone";
                return self.error(&NO_ROOM, place.span, message, "name the kind as often as it is placed");
            }
            kinds = vec![kinds[0]; (number(count) as usize).min(MAX_SITES)];
        }
        let Some(owners) = self.owners_of(place, kinds[0]) else { return };
        let chosen = matches!(place.at, PlaceAt::OneOf(_));
        let mut number = None;
        let mut lot = lot;
        for owner in owners {
            let Some(sites) = self.free_sites(sel, owner, placed) else { return };
            let wanted = kinds.len();
            if sites.len() < wanted || !chosen && sites.len() > wanted {
                let message = format!("{wanted} pieces are to stand on {} free sites", sites.len());
                return self.error(&NO_ROOM, place.span, message, "name as many sites, or say `at one of`");
            }
            let ways = ways(sites.len() as u64, wanted as u64);
            let at = match (number, lot.as_deref_mut()) {
                _ if !chosen => 0,
                (Some((at, of)), _) if of == ways => at,
                (Some(_), _) => {
                    let message = "the sides have not as many free sites here";
                    return self.error(&NO_ROOM, place.span, message, "place the pieces of each side by themselves");
                }
                (None, Some(lot)) => lot.draw(ways),
                (None, None) => {
                    let message = "nothing says which of the sites is taken";
                    let help = "write `start by NAME { ... }` with an option in numbers";
                    return self.error(&START_NUMBERS, place.span, message, help);
                }
            };
            number = Some((at, ways));
            for (site, kind) in subset(&sites, wanted, at).into_iter().zip(&kinds) {
                if !self.kinds[*kind as usize].owners.iter().any(|o| owner.is_none_or(|s| s == *o)) && owner.is_some() {
                    let message =
                        format!("`{}` is placed for a side that has none", self.kinds[*kind as usize].decl.name.text);
                    return self.error(&WHOSE_PIECE, place.span, message, "name an owner of all of the pieces");
                }
                self.put(placed, Placed { site, kind: *kind, owner }, place.span);
            }
        }
    }

    /// The free sites of a selection, from west to east, and of one file from the owner's side on.
    fn free_sites(
        &mut self,
        sel: &super::super::item::Sel,
        owner: Option<SideId>,
        placed: &[Placed],
    ) -> Option<Vec<Site>> {
        let set = self.constant_sites(sel, owner)?;
        let turned = owner.is_some_and(|o| self.sides[o as usize].faces == Some(Compass::South));
        let mut sites: Vec<Site> = set.iter().filter(|s| placed.iter().all(|p| p.site != *s)).collect();
        sites.sort_by_key(|s| {
            let (x, y) = self.board.at(*s);
            (x, if turned { -y } else { y })
        });
        Some(sites)
    }

    /// The number of the start, counted from the first.
    fn lot(&mut self, (name, amount): &(Name, Amount)) -> Option<Lot> {
        let Amount::Number(chosen, _) = amount else { return None };
        let range = self.settled.options.iter().find(|o| o.name == name.text).and_then(|o| o.range);
        let (low, high) = range?;
        Some(Lot { number: u64::from(chosen.saturating_sub(low)), ways: 1, low, high, span: name.span })
    }

    /// There are as many starts as numbers.
    fn whole(&mut self, lot: &Lot) {
        let numbers = u64::from(lot.high.saturating_sub(lot.low)) + 1;
        if numbers != lot.ways {
            let message = format!("there are {numbers} numbers for {} starts", lot.ways);
            let last = u64::from(lot.low).saturating_add(lot.ways) - 1;
            self.error(&START_NUMBERS, lot.span, message, format!("let the option go from {} to {last}", lot.low));
        }
    }

    /// Whose pieces a line places. Where it names nobody, each owner has some, if what they call their own is apart.
    fn owners_of(&mut self, place: &Place, kind: KindId) -> Option<Vec<Option<SideId>>> {
        let owners = self.kinds[kind as usize].owners.clone();
        if let (None, PlaceAt::Sites(sel) | PlaceAt::OneOf(sel), [_, _, ..]) = (&place.of, &place.at, owners.as_slice())
        {
            let mut all = SiteSet::EMPTY;
            let mut sum = 0;
            for owner in &owners {
                let set = self.constant_sites(sel, Some(*owner))?;
                sum += set.len();
                all = all.or(set);
            }
            if sum == all.len() {
                return Some(owners.into_iter().map(Some).collect());
            }
        }
        Some(vec![self.owner(&place.kind, kind, place.of.as_ref())?])
    }

    /// Whose piece is placed; nothing after an error.
    #[expect(clippy::option_option, reason = "no owner is an answer: neutral pieces; nothing is an error")]
    fn owner(&mut self, name: &Name, kind: KindId, of: Option<&SideTerm>) -> Option<Option<SideId>> {
        let owners = self.kinds[kind as usize].owners.clone();
        if let Some(term) = of {
            let scope = Scope::constant(self);
            let Who::Side(side) = self.who(term, scope)? else { return None };
            if !owners.contains(&side) {
                let message = format!("`{}` has no `{}`", self.sides[side as usize].name, name.text);
                self.error(&WHOSE_PIECE, term.span, message, "name an owner of the piece");
                return None;
            }
            return Some(Some(side));
        }
        match owners.as_slice() {
            [] => Some(None),
            [one] => Some(Some(*one)),
            _ => {
                let names = listed(owners.iter().map(|s| self.sides[*s as usize].name.as_str()));
                let message = format!("whose `{}` is this?", name.text);
                self.error(&WHOSE_PIECE, name.span, message, format!("add `of` and one of {names}"));
                None
            }
        }
    }

    /// Sites that do not depend on the position, as the owner of the piece sees them.
    fn constant_sites(&mut self, sel: &super::super::item::Sel, owner: Option<SideId>) -> Option<SiteSet> {
        let scope = match owner {
            Some(side) => Scope::of_side(Where::Constant, side),
            None => Scope::constant(self),
        };
        let errors = self.errors.len();
        let lowered = self.selection(sel, scope);
        if self.errors.len() > errors {
            return None;
        }
        if let Sel::Fixed(sets) = lowered {
            Some(*sets.of(owner.unwrap_or(0)))
        } else {
            let message = "where pieces start cannot depend on where pieces stand";
            self.error(&NOT_CONSTANT, sel.span, message, "name sites, ranks, files or zones made of them");
            None
        }
    }

    fn no_centre(&mut self, set: SiteSet, span: Span) {
        let wide = |f: fn((i32, i32)) -> i32| {
            let mut values = set.iter().map(|s| f(self.board.at(s)));
            let first = values.next();
            values.any(|v| Some(v) != first)
        };
        let (columns, rows) = self.board.size();
        let message = match (wide(|p| p.0), wide(|p| p.1)) {
            (true, _) if columns.is_multiple_of(2) => format!("{columns} columns have no centre"),
            (false, true) if rows.is_multiple_of(2) => format!("{rows} rows have no centre"),
            _ => "an even number of sites has no centre".to_owned(),
        };
        self.error(&NO_CENTRE, span, message, "choose an odd number, or name the site");
    }

    /// The free sites of the rank of the one piece of a kind, nearest first, west and east in turn.
    fn beside(&mut self, place: &Place, anchor: &Name, placed: &[Placed], before: usize) -> Option<Vec<Site>> {
        let kind = self.kind_named(anchor)?;
        let mut anchors = placed.iter().filter(|p| p.kind == kind);
        let (Some(at), None) = (anchors.next(), anchors.next()) else {
            if self.errors.len() > before {
                return None;
            }
            let message = format!("beside which `{}`? there must be exactly one on the board", anchor.text);
            self.error(&NOTHING_THERE, anchor.span, message, "place it above this line");
            return None;
        };
        if !self.board.has_files_and_ranks() {
            self.error(&OFF_BOARD, place.span, "this board has no ranks", "name the sites");
            return None;
        }
        let wanted = place.count.as_ref().map_or(1, number) as usize;
        let (x, y) = self.board.at(at.site);
        let free = |dx: i32| self.board.site_at(x + dx, y).filter(|s| placed.iter().all(|p| p.site != *s));
        let sites: Vec<Site> = (1..).take(MAX_SITES).flat_map(|d| [free(-d), free(d)]).flatten().take(wanted).collect();
        if sites.len() < wanted {
            let message = format!("there is room for {} beside `{}`, not for {wanted}", sites.len(), anchor.text);
            let span = match &place.count {
                Some(Amount::Number(_, span)) => *span,
                _ => place.span,
            };
            let error = Diagnostic::new(&NO_ROOM, place.span, message)
                .label(span, "so many")
                .help("place fewer, or choose a wider board");
            self.errors.push(error);
            return None;
        }
        Some(sites)
    }

    // ---- diagrams

    /// The pieces of a diagram.
    fn diagram(&mut self, diagram: &Diagram) -> Vec<Placed> {
        if !self.board.has_files_and_ranks() {
            self.error(&ROWS, diagram.span, "this board has no ranks to draw", "use `place`");
            return Vec::new();
        }
        let errors = self.errors.len();
        let (columns, rows) = self.extent();
        self.check_rows(diagram, rows);
        self.check_files(diagram, columns);
        let mut placed = Vec::new();
        for row in &diagram.rows {
            if (1..=rows).contains(&row.rank) {
                self.row(row, columns, &mut placed);
            }
        }
        if self.errors.len() == errors { placed } else { Vec::new() }
    }

    fn check_rows(&mut self, diagram: &Diagram, rows: u32) {
        let fits = diagram.rows.len() == rows as usize
            && diagram.rows.iter().zip((1..=rows).rev()).all(|(row, rank)| row.rank == rank);
        if !fits {
            let message =
                format!("the diagram has {} rows, and {} has {rows} ranks", diagram.rows.len(), self.board_words());
            self.error(
                &ROWS,
                diagram.span,
                message,
                format!("draw one row for each rank, from {rows} at the top down to 1"),
            );
        }
    }

    fn check_files(&mut self, diagram: &Diagram, columns: u32) {
        let Some(files) = &diagram.files else { return };
        let fits =
            files.len() == columns as usize && files.iter().zip(0..columns).all(|(name, n)| name.text == file_name(n));
        if !fits {
            let span = files.iter().fold(files.first().map_or(diagram.span, |f| f.span), |s, f| s.to(f.span));
            let last = file_name(columns.saturating_sub(1));
            let message = format!("the letters under the diagram are not those of {columns} files");
            self.error(&ROWS, span, message, format!("write the letters from `a` to `{last}`"));
        }
    }

    fn row(&mut self, row: &DiagramRow, columns: u32, placed: &mut Vec<Placed>) {
        let y = row.rank.cast_signed() - 1;
        let all: Vec<Option<Site>> = (0..columns.cast_signed()).map(|x| self.board.site_at(x, y)).collect();
        let there: Vec<Option<Site>> = all.iter().flatten().map(|s| Some(*s)).collect();
        let on_hexes = self.board.shape() == Shape::Hexes;
        let sites = if row.cells.len() == all.len() {
            all
        } else if on_hexes && row.cells.len() == there.len() {
            there
        } else {
            let (cells, wanted) = (row.cells.len(), if on_hexes { there.len() } else { all.len() });
            let message = format!("row {} has {cells} cells, and the board has {wanted} there", row.rank);
            self.error(&ROWS, row.span, message, "write one cell for each file; `.` is an empty site, `#` none");
            return;
        };
        for (cell, site) in row.cells.iter().zip(sites) {
            match (cell.text.as_str(), site) {
                ("#", None) | (".", Some(_)) => {}
                ("#", Some(site)) => {
                    let message = format!("{} is a site of the board", self.board.name(site));
                    self.error(&CELL, cell.span, message, "write `.` where nothing stands");
                }
                (_, None) => {
                    self.error(&CELL, cell.span, "the board has no site here", "write `#`");
                }
                (letter, Some(site)) => {
                    if let Some((kind, owner)) = self.with_letter(letter) {
                        placed.push(Placed { site, kind, owner });
                    } else {
                        let letters = self.kinds.iter().flat_map(|k| k.decl.letters.iter().map(|t| t.text.as_str()));
                        let help = format!("the letters are {}", listed(letters));
                        self.error(&CELL, cell.span, format!("no piece has the letter `{letter}`"), help);
                    }
                }
            }
        }
    }

    fn with_letter(&self, letter: &str) -> Option<(KindId, Option<SideId>)> {
        self.kinds.iter().enumerate().find_map(|(n, kind)| {
            let at = kind.decl.letters.iter().position(|t| t.text == letter)?;
            Some((n as KindId, kind.owners.get(at).copied()))
        })
    }

    // ---- the picture

    /// Compares the picture with what the places give, under the file's own defaults.
    fn compare(&mut self, decl: &StartDecl, placed: &[Placed]) {
        let Some(picture) = decl.picture.as_ref().filter(|_| self.settled.picture_holds) else { return };
        let errors = self.errors.len();
        let drawn = self.diagram(picture);
        if self.errors.len() > errors {
            return;
        }
        let at = |list: &[Placed], site: Site| list.iter().find(|p| p.site == site).map(|p| (p.kind, p.owner));
        for site in self.board.sites() {
            let (given, shown) = (at(placed, site), at(&drawn, site));
            if given == shown {
                continue;
            }
            let words = |piece: Option<(KindId, Option<SideId>)>| match piece {
                Some((kind, _)) => format!("`{}`", self.kinds[kind as usize].decl.name.text),
                None => "nothing".to_owned(),
            };
            let name = self.board.name(site);
            let message =
                format!("the picture shows {} on {name}, and the places put {} there", words(shown), words(given));
            self.error(&PICTURE, picture.span, message, "mend the picture or the places");
            return;
        }
    }
}
