//! Reading the text of a position; [`write_position`](super::write_position) tells its form.

use super::defaults::{Fields, complete};
use super::letters::{Letter, kind_of, letters};
use super::placement::{Pieces, read_placement};
use super::position::pie_word;
use super::stamp::{Difference, Stamp};
use super::{Fault, NotationError, read_site};
use crate::board::{Site, SiteSet};
use crate::engine::{Game, Marked, Occurrence, Pie, Position, TurnPointer};
use crate::ruleset::{KindId, SideId};

/// The longest text of a position, in bytes.
pub const MAX_POSITION: usize = 1 << 20;

/// What a position's text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPosition {
    /// The position, not judged: hand it to [`Play::from_position`](crate::engine::Play::from_position).
    pub position: Position,
    /// The occurrences before it; empty where no rule reads them.
    pub history: Vec<Occurrence>,
    /// What the text says of its rules and is otherwise here.
    pub differences: Vec<Difference>,
}

/// Reads a position. Fields may stand in any order; what is left out is as [`write_position`](super::write_position) tells.
pub fn read_position(text: &str, game: &Game) -> Result<ReadPosition, NotationError> {
    if text.len() > MAX_POSITION {
        return Err(NotationError::new(MAX_POSITION, Fault::TooLong(MAX_POSITION)));
    }
    let mut words = words(text);
    let (at, placement) = words.next().ok_or_else(|| NotationError::expected(0, "a position", ""))?;
    let pieces = read_placement(placement, game).map_err(|e| e.moved_by(at))?;
    let reader = Reader { game, letters: letters(game), pieces: &pieces };
    let (at, side) = words.next().ok_or_else(|| {
        let sides: Vec<&str> = game.rules().sides.iter().map(|s| s.name.as_str()).collect();
        NotationError::expected(text.len(), "the side to move", "").help(format!("one of {}", sides.join(", ")))
    })?;
    let to_move = reader.side(side).map_err(|e| e.moved_by(at))?;
    let (mut fields, mut history, mut stamp, mut seen) = (Fields::default(), Vec::new(), Stamp::default(), Vec::new());
    for (at, word) in words {
        let Some((key, value)) = word.split_once('=') else {
            return Err(NotationError::expected(at, "a field such as `hand=-`", word));
        };
        if seen.contains(&key) {
            return Err(NotationError::new(at, Fault::Field(key.into(), "stands twice")));
        }
        seen.push(key);
        let moved = |e: NotationError| e.moved_by(at + key.len() + 1);
        match key {
            "history" => history = reader.history(value).map_err(moved)?,
            "ruleset" => {
                let (id, version) = value.split_once('@').map_or((value, None), |(i, v)| (i, Some(v.to_string())));
                (stamp.ruleset, stamp.version) = (Some(id.to_string()), version);
                stamp.options.get_or_insert_default();
            }
            "options" => stamp.options = Some(Reader::options(value).map_err(moved)?),
            "rules" => stamp.rules = Some(value.to_string()),
            _ => reader.field(key, value, &mut fields).map_err(|e| match e.fault {
                Fault::Unknown("field", _) => e.moved_by(at),
                _ => moved(e),
            })?,
        }
    }
    let position = complete(game, &pieces, to_move, &fields);
    let history = if game.reads_history() { history } else { Vec::new() };
    Ok(ReadPosition { position, history, differences: stamp.differences(game.rules()) })
}

/// The words of a text with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |w| (w.as_ptr() as usize - start, w))
}

const KEYS: [&str; 17] = [
    "hand", "captured", "phase", "turn", "marks", "moved", "unmoved", "was", "last", "out", "counters", "forfeit",
    "pie", "history", "ruleset", "options", "rules",
];

struct Reader<'a> {
    game: &'a Game,
    letters: Vec<Letter>,
    pieces: &'a Pieces,
}

impl Reader<'_> {
    fn side(&self, name: &str) -> Result<SideId, NotationError> {
        let sides = &self.game.rules().sides;
        let found = sides.iter().position(|s| s.name == name).map(|s| s as SideId);
        found.ok_or_else(|| NotationError::unknown(0, "side", name, sides.iter().map(|s| s.name.as_str())))
    }

    /// The parts of a list with their places; `-` is the empty list.
    fn each<T>(value: &str, read: impl Fn(&str) -> Result<T, NotationError>) -> Result<Vec<T>, NotationError> {
        if value == "-" {
            return Ok(Vec::new());
        }
        let mut at = 0;
        let mut list = Vec::new();
        for part in value.split(',') {
            list.push(read(part).map_err(|e| e.moved_by(at))?);
            at += part.len() + 1;
        }
        Ok(list)
    }

    fn field(&self, key: &str, value: &str, fields: &mut Fields) -> Result<(), NotationError> {
        let rules = self.game.rules();
        let site = |name: &str| read_site(name, self.game.board());
        match key {
            "hand" => fields.hands = Some(self.counts(value)?),
            "captured" if self.game.reads_captured() => fields.captured = Some(self.counts(value)?),
            "captured" => return Err(unread(key)),
            "phase" => {
                let found = rules.phases.iter().position(|p| p.name == value);
                let names = || rules.phases.iter().map(|p| p.name.as_str());
                let phase = found.ok_or_else(|| NotationError::unknown(0, "phase", value, names()))?;
                fields.phase = Some(phase as u8);
            }
            "turn" => {
                let form = "an entry and the moves left of it, such as `2.1`";
                let (entry, left) = value.split_once('.').ok_or_else(|| NotationError::expected(0, form, value))?;
                let left = number(left).map_err(|e| e.moved_by(entry.len() + 1))?;
                fields.turn = Some(TurnPointer { entry: number(entry)?, left });
            }
            "marks" => {
                let mut marks = Self::each(value, |part| self.mark(part))?;
                marks.sort_unstable();
                fields.marks = Some(marks);
            }
            "moved" | "unmoved" | "was"
                if !(if key == "was" { self.game.reads_was() } else { self.game.reads_moved() }) =>
            {
                return Err(unread(key));
            }
            "moved" => fields.moved = Self::each(value, |part| self.occupied(part))?,
            "unmoved" => fields.unmoved = Self::each(value, |part| self.occupied(part))?,
            "was" => {
                fields.was = Self::each(value, |part| {
                    let form = "a site and a letter, such as `c3:P`";
                    let (at, letter) = part.split_once(':').ok_or_else(|| NotationError::expected(0, form, part))?;
                    let known = || self.letters.iter().map(|l| l.text.as_str());
                    let kind = kind_of(letter, None, self.game);
                    let wrong = || NotationError::unknown(at.len() + 1, "piece's letter", letter, known());
                    Ok((self.occupied(at)?, kind.ok_or_else(wrong)?))
                })?;
            }
            "last" if !self.game.reads_mover() => return Err(unread(key)),
            "last" => fields.last = Some(if value == "-" { None } else { Some(self.side(value)?) }),
            "out" => {
                let sides = Self::each(value, |part| self.side(part))?;
                fields.out = Some(sides.iter().fold(0, |set, s| set | 1u16.checked_shl(u32::from(*s)).unwrap_or(0)));
            }
            "counters" => {
                let due = self.game.start().counters.len();
                let counters = Self::each(value, number)?;
                if counters.len() != due {
                    let form = format!("{due} numbers, as many as the rules count");
                    return Err(NotationError::expected(0, form, value));
                }
                fields.counters = Some(counters);
            }
            "pie" if !rules.pie => return Err(unread(key)),
            "pie" => {
                let all = [Pie::Over, Pie::Coming, Pie::Open, Pie::Taken];
                let found = all.into_iter().find(|p| pie_word(*p) == value);
                let words = || all.into_iter().map(pie_word);
                fields.pie =
                    Some(found.ok_or_else(|| NotationError::unknown(0, "stand of the pie rule", value, words()))?);
            }
            "forfeit" => fields.forfeit = Some(Self::each(value, site)?.into_iter().collect::<SiteSet>()),
            _ => return Err(NotationError::unknown(0, "field", key, KEYS.into_iter())),
        }
        Ok(())
    }

    /// A site on which a piece stands.
    fn occupied(&self, name: &str) -> Result<Site, NotationError> {
        let site = read_site(name, self.game.board())?;
        if self.pieces.get(site as usize).is_some_and(Option::is_some) {
            return Ok(site);
        }
        Err(NotationError::expected(0, "a site with a piece on it", name))
    }

    fn mark(&self, part: &str) -> Result<Marked, NotationError> {
        let form = || NotationError::expected(0, "mark, site and moves left, such as `passed:e3:1`", part);
        let (name, rest) = part.split_once(':').ok_or_else(form)?;
        let (site, left) = rest.split_once(':').ok_or_else(form)?;
        let marks = &self.game.rules().marks;
        let mark = marks.iter().position(|m| m.name == name);
        let mark =
            mark.ok_or_else(|| NotationError::unknown(0, "mark", name, marks.iter().map(|m| m.name.as_str())))?;
        let at = name.len() + 1;
        Ok(Marked {
            mark: mark as u8,
            site: read_site(site, self.game.board()).map_err(|e| e.moved_by(at))?,
            left: left.parse().map_err(|_| NotationError::expected(at + site.len() + 1, "a number up to 255", left))?,
        })
    }

    fn counts(&self, value: &str) -> Result<Vec<u16>, NotationError> {
        let rules = self.game.rules();
        let kinds = rules.kinds.len();
        let mut counts = vec![0; rules.sides.len() * kinds];
        for (side, kind, count) in Self::each(value, |part| self.count(part))? {
            if let Some(slot) = counts.get_mut(side as usize * kinds + kind as usize) {
                if *slot > 0 {
                    return Err(NotationError::expected(0, "each piece once", value));
                }
                *slot = count;
            }
        }
        Ok(counts)
    }

    /// `B7`, or `side:kind:n`.
    fn count(&self, part: &str) -> Result<(SideId, KindId, u16), NotationError> {
        let rules = self.game.rules();
        if let Some((side, (kind, count))) = part.split_once(':').and_then(|(s, r)| Some((s, r.split_once(':')?))) {
            let at = side.len() + 1;
            let names = || rules.kinds.iter().map(|k| k.name.as_str());
            let id = rules.kinds.iter().position(|k| k.name == kind);
            let id = id.ok_or_else(|| NotationError::unknown(at, "piece", kind, names()))?;
            let count = number(count).map_err(|e| e.moved_by(at + kind.len() + 1))?;
            return Ok((self.side(side)?, id as KindId, count));
        }
        let end = part.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (letter, count) = part.split_at(end);
        let found = self.letters.iter().find(|l| l.text == letter).and_then(|l| Some((l.owner?, l.kind)));
        let known = || self.letters.iter().map(|l| l.text.as_str());
        let wrong = || match letter {
            "" => NotationError::expected(0, "a letter and a number, such as `B7`", part),
            _ => NotationError::unknown(0, "piece's letter", letter, known()),
        };
        let (side, kind) = found.ok_or_else(wrong)?;
        Ok((side, kind, number(count).map_err(|e| e.moved_by(end))?))
    }

    fn options(value: &str) -> Result<Vec<(String, String)>, NotationError> {
        Self::each(value, |part| {
            let pair = part.split_once(':').map(|(n, v)| (n.to_string(), v.to_string()));
            pair.ok_or_else(|| NotationError::expected(0, "an option and its value, such as `columns:5`", part))
        })
    }

    fn history(&self, value: &str) -> Result<Vec<Occurrence>, NotationError> {
        let sides = self.game.rules().sides.len();
        Self::each(value, |part| {
            let form = || NotationError::expected(0, "keys in hex and a side, such as `1f.2e.0`", part);
            let hex = |s: Option<&str>| s.and_then(|s| u64::from_str_radix(s, 16).ok()).ok_or_else(form);
            let mut parts = part.split('.');
            let (key, board) = (hex(parts.next())?, hex(parts.next())?);
            let mover = match parts.next().ok_or_else(form)? {
                "-" => None,
                side => Some(side.parse().ok().filter(|s: &SideId| (*s as usize) < sides).ok_or_else(form)?),
            };
            let held = parts.next().map_or(Ok(0), |h| u16::from_str_radix(h, 16)).map_err(|_| form())?;
            if parts.next().is_some() {
                return Err(form());
            }
            Ok(Occurrence { key, board, mover, held })
        })
    }
}

fn number(text: &str) -> Result<u16, NotationError> {
    text.parse().map_err(|_| NotationError::expected(0, "a number up to 65535", text))
}

fn unread(key: &str) -> NotationError {
    NotationError::new(0, Fault::Field(key.into(), "is read by no rule of this game"))
}
