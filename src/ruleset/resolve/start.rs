//! The start: diagrams, places, changes of it, and the picture that shows it.

use super::super::code::{
    CELL, NO_CENTRE, NO_ROOM, NOT_CONSTANT, NOTHING_THERE, OFF_BOARD, PICTURE, ROWS, TAKEN, WHOSE_PIECE,
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
use crate::board::{MAX_SITES, Shape, Site, SiteSet, file_name};

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
        for part in &decl.parts {
            match part {
                StartPart::Diagram(diagram) => {
                    for piece in self.diagram(diagram) {
                        self.put(&mut placed, piece, diagram.span);
                    }
                }
                StartPart::Place(place) => self.place(place, &mut placed, errors),
            }
        }
        if self.errors.len() == errors {
            self.compare(decl, &placed);
        }
        for (change, span) in &settled.start_changes {
            match change {
                StartChange::Add(place) => self.place(place, &mut placed, errors),
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
    fn place(&mut self, place: &Place, placed: &mut Vec<Placed>, before: usize) {
        let Some(kind) = self.kind_named(&place.kind) else { return };
        let Some(owner) = self.owner(&place.kind, kind, place.of.as_ref()) else { return };
        let sites = match &place.at {
            PlaceAt::Sites(sel) => {
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
