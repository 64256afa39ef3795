//! The board, the sides and the start in prose.

use super::super::english::{count, is_plural, list, number, the_side, verb};
use super::{Book, Section};
use crate::ruleset::item::{
    Amount, BoardDecl, Body, Layout, LineKind, Place, PlaceAt, SelKind, ShapeWord, StartChange, StartPart, Without,
};
use crate::ruleset::{Placed, SideId};

impl Book<'_> {
    pub(super) fn board(&self) -> Section {
        let mut section = Section::new("The board");
        for item in &self.settled.items {
            match &item.body {
                Body::Board(board) => {
                    section.span = Some(board.span);
                    section.say(self.shape(board), Some(board.span));
                }
                Body::Zone(zone) => {
                    let of = zone.of.as_ref().map_or_else(String::new, |s| format!(" of {}", self.words.side(s).0));
                    let text = format!("the {}{of} is {}", zone.name.text, self.words.area(&zone.sel));
                    let span = zone.name.span;
                    let size = self.rules.zones.iter().find(|z| z.name == zone.name.text && z.span.start == span.start);
                    let size = size.or_else(|| self.rules.zones.iter().find(|z| z.name == zone.name.text));
                    let size = size.and_then(|z| z.sites.as_ref()).map_or_else(String::new, |s| {
                        format!(" ({})", count(s.len() as u32, self.words.site(), self.words.sites()))
                    });
                    section.item(format!("{text}{size}"), Some(item.span));
                }
                Body::Mark(mark) => {
                    let turns = amount_of(&mark.lasts, "turn", "turns");
                    section.item(format!("a mark “{}” lasts {turns}", mark.name.text), Some(item.span));
                }
                _ => {}
            }
        }
        section
    }

    fn shape(&self, board: &BoardDecl) -> String {
        let sites = self.words.sites();
        let n = |a: &Amount| match a {
            Amount::Number(n, _) => n.to_string(),
            Amount::Option(name) => name.text.clone(),
        };
        let shape = match (&board.layout, board.shape) {
            (Layout::Extent(a, b), ShapeWord::Hexes) => format!("a rhombus of {} by {} {sites}", n(a), n(b)),
            (Layout::Extent(a, b), _) => format!("{} columns and {} rows of {sites}", n(a), n(b)),
            (Layout::Side(a), _) => format!("a hexagon of {sites} with {} to a side", n(a)),
            (Layout::Graph { points, lines }, _) => {
                let points = if points.is_empty() { self.rules.board.sites().len() } else { points.len() };
                format!("{points} {sites} joined by {}", count(lines.len() as u32, "line", "lines"))
            }
        };
        let lines = match board.lines {
            None => "",
            Some(LineKind::Orthogonal) => ", joined by lines along rows and columns",
            Some(LineKind::Alquerque) => ", joined by lines along rows and columns and by every second diagonal",
            Some(LineKind::All) => ", joined by lines along rows, columns and diagonals",
        };
        let without: Vec<String> = board
            .without
            .iter()
            .map(|w| match w {
                Without::Corners(a, b) => format!("a block of {} by {} at each corner", n(a), n(b)),
                Without::Sites(sel) => self.words.all(sel).trim_start_matches("the ").to_owned(),
            })
            .collect();
        let without = if without.is_empty() { String::new() } else { format!(", without {}", list(&without, "and")) };
        format!("the board has {shape}{lines}{without}")
    }

    pub(super) fn sides(&self) -> Section {
        let mut section = Section::new("The sides");
        let sides: Vec<String> = self
            .rules
            .sides
            .iter()
            .map(|s| {
                let faces = s.faces.map_or_else(String::new, |f| {
                    format!(", who {} {}", verb(is_plural(&s.name), "faces", "face"), f.word())
                });
                the_side(&s.name) + faces.as_str()
            })
            .collect();
        let players = count(sides.len() as u32, "player", "players");
        let said = if self.rules.sides.iter().any(|s| s.faces.is_some()) { "; and " } else { " and " };
        let listed = match sides.split_last() {
            Some((last, most)) if !most.is_empty() => {
                format!("{}{said}{last}", most.join(if said == " and " { ", " } else { "; " }))
            }
            _ => sides.concat(),
        };
        section.say(format!("{players} play: {listed}"), self.rules.sides.first().map(|s| s.span));
        section
    }

    pub(super) fn start(&self) -> Section {
        let mut section = Section::new("The start");
        let start = self.settled.items.iter().find_map(|i| match &i.body {
            Body::Start(s) => Some((s, i.span)),
            _ => None,
        });
        if let Some((start, span)) = start {
            section.span = Some(span);
            // A drawing is read out from what it gives.
            let by_number =
                start.by.as_ref().and_then(|(_, n)| if let Amount::Number(n, _) = n { Some(*n) } else { None });
            let drawn = start.parts.iter().any(|p| matches!(p, StartPart::Diagram(_))) || self.removes();
            if let Some((name, _)) = &start.by {
                let which = by_number.map_or_else(String::new, |n| format!("; this is number {n}"));
                section.say(
                    format!("the start is one of many, by the number of the option `{}`{which}", name.text),
                    Some(span),
                );
            }
            let drawn = drawn || start.by.is_some();
            if start.parts.is_empty() && self.settled.start_changes.is_empty() {
                section.say("the board is empty at the start", Some(span));
            } else if drawn {
                for text in self.placed() {
                    section.item(text, Some(span));
                }
            } else {
                let added = self.settled.start_changes.iter().filter_map(|(c, _)| match c {
                    StartChange::Add(place) => Some(place),
                    StartChange::Remove(..) => None,
                });
                let places = start.parts.iter().filter_map(|p| match p {
                    StartPart::Place(place) => Some(place),
                    StartPart::Diagram(_) => None,
                });
                for place in places.chain(added) {
                    section.item(self.place(place), Some(place.span));
                }
            }
        }
        for item in &self.settled.items {
            let Body::Piece(piece) = &item.body else { continue };
            for attr in &piece.attrs {
                if let (Some(n), Some((one, many))) = (self.words.in_hand(attr), self.words.kind(&piece.name.text)) {
                    let owners: Vec<String> = piece.owners.iter().map(|o| the_side(&o.text)).collect();
                    let has = if owners.len() == 1 && is_plural(&piece.owners[0].text) { "have" } else { "has" };
                    let each = if owners.len() > 1 { "each of " } else { "" };
                    let noun = if n == "one" { one } else { many };
                    let of = if n.starts_with("an ") { " of" } else { "" };
                    let same = piece.owners.len() == 1 && piece.owners[0].text == many;
                    let text = match owners.as_slice() {
                        [] => format!("there is {n} of {noun} for all to use"),
                        _ if same => format!("{n}{of} {noun} {} in hand", verb(n != "one", "is", "are")),
                        owners => format!("{each}{} {has} {n}{of} {noun} in hand", list(owners, "and")),
                    };
                    section.item(text, Some(attr.span));
                }
            }
        }
        section
    }

    fn removes(&self) -> bool {
        self.settled.start_changes.iter().any(|(c, _)| matches!(c, StartChange::Remove(..)))
    }

    fn place(&self, place: &Place) -> String {
        let (one, many) = self.words.kind(&place.kind.text).unwrap_or((&place.kind.text, &place.kind.text));
        let of = place.of.as_ref().map_or_else(String::new, |s| format!(" of {}", self.words.side(s).0));
        match &place.at {
            PlaceAt::Beside(beside) => {
                let n = place.count.as_ref();
                let single = matches!(n, None | Some(Amount::Number(1, _)));
                let how_many = n.map_or_else(|| number(1), super::super::words::amount);
                let stand = verb(!single, "stands", "stand");
                format!(
                    "{how_many} {}{of} {stand} beside the {}, on the same rank, in turn to either side",
                    verb(!single, one, many),
                    beside.text
                )
            }
            PlaceAt::Sites(sel) | PlaceAt::OneOf(sel) => match &sel.kind {
                SelKind::CentreOf(_) => format!("a {one}{of} stands in {}", self.words.area(sel)),
                SelKind::Name(n) if self.rules.board.site(&n.text).is_some() => {
                    format!("a {one}{of} stands on {}", n.text)
                }
                _ => format!("a {one}{of} stands on every {} of {}", self.words.site(), self.words.area(sel)),
            },
        }
    }

    /// The pieces at the start by side and kind.
    fn placed(&self) -> Vec<String> {
        let rules = self.rules;
        let mut texts = Vec::new();
        let owners = (0..rules.sides.len() as SideId).map(Some).chain([None]);
        for owner in owners {
            for (k, kind) in rules.kinds.iter().enumerate() {
                let here = |p: &&Placed| p.kind as usize == k && p.owner == owner;
                let sites: Vec<String> =
                    rules.start.iter().filter(here).map(|p| rules.board.name(p.site).to_owned()).collect();
                if sites.is_empty() {
                    continue;
                }
                let of = match owner {
                    Some(o) if kind.owners.len() > 1 => format!(" of {}", the_side(&rules.sides[o as usize].name)),
                    _ => String::new(),
                };
                let noun = if sites.len() == 1 { &kind.name } else { &kind.plural };
                let stand = verb(sites.len() > 1, "stands", "stand");
                texts.push(format!("the {noun}{of} {stand} on {}", list(&sites, "and")));
            }
        }
        texts
    }
}

/// `two turns`, `one turn`.
pub(super) fn amount_of(a: &Amount, one: &str, many: &str) -> String {
    match a {
        Amount::Number(n, _) => count(*n, one, many),
        Amount::Option(_) => format!("{} {many}", super::super::words::amount(a)),
    }
}
