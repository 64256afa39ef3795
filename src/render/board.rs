//! A board and what stands on it, in characters.

use super::layout::layout;
use super::picture::{Picture, Style};
use crate::board::{Board, Site, SiteSet};
use crate::engine::{Game, Move, Position};
use crate::ruleset::Rules;

/// What a picture shows beside the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches of one picture")]
pub struct Look {
    /// Ranks and files, or the names of points.
    pub coordinates: bool,
    /// The letters of files on a board of hexes, where a rule file's diagram has none.
    pub files: bool,
    /// Drawn lines on a grid of points. (A free board always has them.)
    pub lines: bool,
    /// Zones told apart by other characters than `.`, with a legend. A zone of more than half of the board
    /// keeps its `.`; colours tell them all apart anyway.
    pub zones: bool,
    /// The last move in `[ ]`, pieces that may be captured in `( )`.
    pub brackets: bool,
}

impl Look {
    /// As a rule file has it: `7 | . . D`.
    pub const DIAGRAM: Look = Look { coordinates: true, files: false, lines: false, zones: false, brackets: false };
    /// Everything.
    pub const FULL: Look = Look { coordinates: true, files: true, lines: true, zones: true, brackets: true };
}

/// Sites to be marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Where the last move was made.
    pub last: SiteSet,
    /// Where a move may go.
    pub targets: SiteSet,
}

/// The sites of a move: its origin and all its landings.
pub fn move_sites(mv: &Move) -> SiteSet {
    mv.from().into_iter().chain(mv.trail.iter().copied()).collect()
}

/// The characters of zones in plain text, in turn.
const ZONES: [char; 8] = [':', ',', ';', '\'', '~', '=', '"', '_'];

/// The zone that a site is shown in: the smallest of those that hold it, whatever the position; of equal
/// ones the first.
pub fn zone_of(rules: &Rules, site: Site) -> Option<usize> {
    let zones = rules.zones.iter().enumerate();
    let sized = zones.filter_map(|(n, z)| z.sites.filter(|s| s.contains(site)).map(|s| (s.len(), n)));
    sized.min().map(|(_, n)| n)
}

/// The zones that are seen: some site shows them. In their order.
pub(crate) fn zones_seen(rules: &Rules) -> Vec<usize> {
    let mut zones: Vec<usize> = rules.board.sites().iter().filter_map(|s| zone_of(rules, s)).collect();
    zones.sort_unstable();
    zones.dedup();
    zones
}

/// The name of a zone, and whose it is.
pub(crate) fn zone_title(rules: &Rules, zone: usize) -> String {
    let Some(zone) = rules.zones.get(zone) else { return String::new() };
    match zone.of.and_then(|side| rules.sides.get(usize::from(side))) {
        Some(side) => format!("{} of {}", zone.name, side.name),
        None => zone.name.clone(),
    }
}

/// The character of a zone in plain text; none for one of more than half of the board.
pub(crate) fn zone_char(rules: &Rules, zone: usize) -> Option<char> {
    let small =
        |n: usize| rules.zones.get(n).and_then(|z| z.sites).is_some_and(|s| 2 * s.len() <= rules.board.sites().len());
    let before = (0..zone).filter(|n| small(*n)).count();
    small(zone).then(|| ZONES[before % ZONES.len()])
}

/// What is shown on a site.
struct Shown {
    text: String,
    style: Style,
    brackets: Option<(char, char)>,
}

/// A picture of a position.
pub fn board_picture(game: &Game, position: &Position, marks: &Marks, look: Look) -> Picture {
    let rules = game.rules();
    let shown = |site: Site| {
        let zone = zone_of(rules, site);
        let (last, target) = (marks.last.contains(site), marks.targets.contains(site));
        let piece = position.piece(site);
        let text = match piece {
            Some(piece) => rules.kinds.get(piece.kind as usize).map_or("?", |k| k.letter(piece.owner)).to_string(),
            None if target => "*".into(),
            None => zone.filter(|_| look.zones).and_then(|z| zone_char(rules, z)).unwrap_or('.').to_string(),
        };
        let style = match (piece, zone) {
            _ if target => Style::Target,
            _ if last => Style::LastMove,
            (Some(piece), _) => Style::Piece(piece.owner),
            (None, Some(zone)) => Style::Zone(zone),
            (None, None) => Style::Empty,
        };
        let brackets = match (last, target && piece.is_some()) {
            _ if !look.brackets => None,
            (_, true) => Some(('(', ')')),
            (true, _) => Some(('[', ']')),
            _ => None,
        };
        Shown { text, style, brackets }
    };
    let letters = rules.kinds.iter().flat_map(|k| &k.letters).map(|l| l.chars().count());
    let mut picture = draw(game.board(), letters.max().unwrap_or(1).max(1), look, &shown);
    if look.zones {
        legend(rules, &mut picture);
    }
    picture
}

/// How a piece moves: its letter on `centre`, and a character on each site that is marked.
pub fn piece_diagram(board: &Board, centre: Site, letter: &str, marks: &[(Site, char)]) -> Picture {
    let shown = |site: Site| {
        let mark = marks.iter().find(|(s, _)| *s == site);
        let (text, style) = match mark {
            _ if site == centre => (letter.to_string(), Style::Piece(None)),
            Some((_, c)) => (c.to_string(), Style::Target),
            None => (".".to_string(), Style::Empty),
        };
        Shown { text, style, brackets: None }
    };
    draw(board, letter.chars().count().max(1), Look::DIAGRAM, &shown)
}

fn draw(board: &Board, width: usize, look: Look, shown: &dyn Fn(Site) -> Shown) -> Picture {
    let Some(layout) = layout(board, width, look) else { return list(board, shown) };
    let mut picture = Picture::default();
    for (place, text) in layout.strokes {
        // Two diagonals that cross.
        let crossed = matches!((picture.at(place).text, text), ('/', '\\') | ('\\', '/'));
        picture.put(place, &if crossed { 'X' } else { text }.to_string(), Style::Line);
    }
    layout.frame.iter().for_each(|place| picture.put(*place, "|", Style::Line));
    layout.holes.iter().for_each(|place| picture.put(*place, "#", Style::Plain));
    layout.labels.iter().for_each(|(place, text)| picture.put(*place, text, Style::Coordinate));
    for (site, (column, row)) in layout.spots {
        let shown = shown(site);
        let first = (column + 1).saturating_sub(shown.text.chars().count());
        picture.put((first, row), &shown.text, shown.style);
        if let Some((open, close)) = shown.brackets {
            // Beside the frame there is no room, and none is needed: a bracket on one side is seen.
            if first > 0 && picture.at((first - 1, row)).style != Style::Coordinate {
                picture.put((first - 1, row), &open.to_string(), shown.style);
            }
            picture.put((column + 1, row), &close.to_string(), shown.style);
        }
    }
    picture
}

/// A board that cannot be drawn: one line a point, with its neighbours.
fn list(board: &Board, shown: &dyn Fn(Site) -> Shown) -> Picture {
    let longest = board.sites().iter().map(|s| board.name(s).chars().count()).max().unwrap_or(0);
    let mut picture = Picture::default();
    for site in board.sites() {
        let shown = shown(site);
        let mut near: Vec<&str> = Vec::new();
        for (_, next) in board.neighbours(site) {
            if !near.contains(&board.name(next)) {
                near.push(board.name(next));
            }
        }
        let name = format!("{:longest$}  ", board.name(site));
        let near = format!("  to {}", near.join(", "));
        picture.push(&[(&name, Style::Coordinate), (&shown.text, shown.style), (&near, Style::Coordinate)]);
    }
    picture
}

/// The zones and their characters, below the board.
fn legend(rules: &Rules, picture: &mut Picture) {
    let zones: Vec<(usize, Option<char>)> =
        zones_seen(rules).into_iter().map(|zone| (zone, zone_char(rules, zone))).collect();
    // One that is most of the board is told from others alone.
    if zones.iter().all(|(_, sign)| sign.is_none()) {
        return;
    }
    picture.push(&[]);
    let mut parts: Vec<(String, Style)> = Vec::new();
    for (n, (zone, sign)) in zones.into_iter().enumerate() {
        let text = sign.unwrap_or('.');
        let gap = if n > 0 { "   " } else { "" };
        let name = zone_title(rules, zone);
        parts.push((format!("{gap}{text}"), Style::Zone(zone)));
        parts.push((format!(" {name}"), Style::Coordinate));
    }
    let parts: Vec<(&str, Style)> = parts.iter().map(|(t, s)| (t.as_str(), *s)).collect();
    picture.push(&parts);
}
