//! A position.

use super::super::budget::{self, Counted};
use super::super::misuse::{Asked, Misuse, misuse, unknown};
use super::super::room::Room;
use super::super::words::{Meant, Words};
use super::moves::MovesView;
use super::{PieceView, list, site_names};
use crate::board::{Compass, Site};
use crate::engine::{Moment, Position};
use crate::ruleset::{Hand, SideId};
use rhai::{Dynamic, ImmutableString};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// A position.
#[derive(Clone, Debug)]
pub(in super::super) struct PositionView {
    words: Arc<Words>,
    moment: Arc<Moment>,
    /// What was asked of it in this call of the script and is paid for; its copies share it.
    paid: Arc<Mutex<BTreeSet<Dear>>>,
    _counted: Counted,
}

/// What is dear to find out. It is kept with the position, and a call of a script pays for it once, whether it was known
/// before or not: so a script that passes does so whatever was asked earlier.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Dear {
    Moves,
    Call(ImmutableString, SideId),
}

/// Directions that a side's facing turns, in eighths clockwise.
const FACED: [(&str, i32); 4] = [("forward", 0), ("right", 2), ("backward", 4), ("left", 6)];

impl PositionView {
    pub fn new(words: &Arc<Words>, moment: &Arc<Moment>) -> PositionView {
        let paid = Arc::default();
        PositionView { words: words.clone(), moment: moment.clone(), paid, _counted: Counted::new() }
    }

    /// Counts what was done to find something out, unless this call has paid for it.
    fn pay(&self, what: Dear, work: u64) {
        let first = self.paid.lock().unwrap_or_else(PoisonError::into_inner).insert(what);
        budget::look(if first { u32::try_from(work).unwrap_or(u32::MAX) } else { 1 });
    }

    fn moves(&self) -> MovesView {
        self.pay(Dear::Moves, self.moment.work_of_moves());
        MovesView { words: self.words.clone(), moment: self.moment.clone(), _counted: Counted::new() }
    }

    fn position(&self) -> &Position {
        self.moment.position()
    }

    fn piece(&self, site: &str) -> Asked<Dynamic> {
        let site = self.words.site(site)?;
        let piece = self.position().piece(site).map(|p| PieceView::new(&self.words, p, site));
        Ok(piece.map_or(Dynamic::UNIT, Dynamic::from))
    }

    /// The pieces that are meant, with their sites, in the order of the sites.
    fn meant(&self, meant: Meant) -> impl Iterator<Item = (Site, crate::engine::Piece)> + '_ {
        let cells = self.position().cells.iter().enumerate();
        // A look at a board costs about as much as some pieces.
        budget::look(self.position().cells.len() as u32 / 16 + 1);
        cells.filter_map(move |(site, piece)| piece.filter(|p| meant.holds(p.kind, p.owner)).map(|p| (site as Site, p)))
    }

    fn pieces(&self, meant: Meant) -> Asked<Dynamic> {
        list(self.meant(meant).map(|(site, piece)| PieceView::new(&self.words, piece, site)).map(Dynamic::from))
    }

    /// Index of a side's stock of a kind.
    fn stock(&self, side: &str, kind: &str) -> Result<(usize, SideId, u8), Misuse> {
        let (side, kind) = (self.words.side(side)?, self.words.kind(kind)?);
        self.words.piece_of(kind, Some(side))?;
        Ok((usize::from(side) * self.words.kinds.len() + usize::from(kind), side, kind))
    }

    /// Pieces in hand; nothing for a hand that never runs out.
    fn in_hand(&self, side: &str, kind: &str) -> Asked<Dynamic> {
        let (at, _, kind) = self.stock(side, kind)?;
        let kinds = &self.moment.game().rules().kinds;
        if kinds.get(usize::from(kind)).is_some_and(|k| k.hand == Hand::Unlimited) {
            return Ok(Dynamic::UNIT);
        }
        Ok(i64::from(self.position().hands.get(at).copied().unwrap_or(0)).into())
    }

    fn captured(&self, side: &str, kind: &str) -> Asked<i64> {
        let (at, ..) = self.stock(side, kind)?;
        if !self.moment.game().reads_captured() {
            let help = "count the pieces that are left instead".to_owned();
            return Err(misuse("no rule of the file asks how many pieces were captured, so nobody counts", Some(help)));
        }
        Ok(i64::from(self.position().captured.get(at).copied().unwrap_or(0)))
    }

    /// File and rank from 1.
    fn at(&self, site: &str) -> Asked<(i64, i64)> {
        let site = self.words.site(site)?;
        let board = self.moment.game().board();
        if !board.has_files_and_ranks() {
            return Err(misuse("this board has no files and ranks", None));
        }
        let (x, y) = board.at(site);
        Ok((i64::from(x) + 1, i64::from(y) + 1))
    }

    /// The next site in a direction of the compass.
    fn step(&self, site: &str, compass: Compass) -> Asked<Dynamic> {
        let site = self.words.site(site)?;
        let board = self.moment.game().board();
        let next = board.neighbours(site).find(|(dir, _)| board.class(site, *dir) == Some(compass));
        Ok(next.map_or(Dynamic::UNIT, |(_, next)| self.words.site_name(next).into()))
    }

    fn next(&self, site: &str, direction: &str) -> Asked<Dynamic> {
        if let Some(compass) = Compass::ALL.into_iter().find(|c| c.word() == direction) {
            return self.step(site, compass);
        }
        super::direction(direction, false)?;
        Ok(Dynamic::UNIT)
    }

    fn next_for(&self, site: &str, direction: &str, side: &str) -> Asked<Dynamic> {
        let side = self.words.side(side)?;
        let Some((_, turn)) = FACED.iter().find(|f| f.0 == direction) else { return self.next(site, direction) };
        let faces = self.moment.game().rules().sides.get(usize::from(side)).and_then(|s| s.faces);
        match faces {
            Some(faces) => self.step(site, faces.turned(*turn)),
            None => Err(misuse(format!("the side `{}` faces nowhere", self.words.side_name(Some(side))), None)),
        }
    }

    fn marked(&self, site: &str, mark: &str) -> Asked<bool> {
        let (site, (mark, _)) = (self.words.site(site)?, self.words.mark(mark)?);
        Ok(self.position().marks.iter().any(|m| m.site == site && m.mark == mark))
    }

    fn is(&self, call: &str, side: &str) -> Asked<bool> {
        let id = self.words.side(side)?;
        if let Some((holds, work)) = self.moment.is_with_work(call, id) {
            self.pay(Dear::Call(call.into(), id), work);
            return Ok(holds);
        }
        if self.words.calls.iter().any(|c| c == call) {
            return Err(misuse(format!("`{call}` is not a call of the side `{side}`"), None));
        }
        Err(unknown("call", call, self.words.calls.iter().map(ImmutableString::as_str)).into())
    }
}

/// Whether there is a direction of that name; `sided`: for a side, that is, `forward` and the like too.
pub(in super::super) fn direction(name: &str, sided: bool) -> Result<(), Misuse> {
    if Compass::ALL.into_iter().any(|c| c.word() == name) {
        return Ok(());
    }
    match FACED.iter().any(|f| f.0 == name) {
        true if sided => Ok(()),
        true => Err(Misuse {
            why: format!("`{name}` is not the same for all sides"),
            help: Some(format!("say for whom: `next(site, \"{name}\", side)`")),
        }),
        false => {
            let words = Compass::ALL.into_iter().map(Compass::word).chain(FACED.iter().map(|f| f.0));
            Err(unknown("direction", name, words.collect::<Vec<_>>()))
        }
    }
}

pub(super) fn furnish(room: &mut Room) {
    type View = PositionView;
    super::name::<View>(room.engine, "position");
    room.property("to_move", |p: &View| p.words.side_name(Some(p.position().to_move)));
    room.property("phase", |p: &View| {
        let phase = p.words.phases.get(usize::from(p.position().phase)).cloned();
        Dynamic::from(phase.unwrap_or_default())
    });
    room.property("sides", |p: &View| sides(&p.words));
    room.function("piece", |p: &mut View, site: &str| p.piece(site));
    room.function("is_empty", |p: &mut View, site: &str| -> Asked<bool> {
        Ok(p.position().piece(p.words.site(site)?).is_none())
    });
    room.function("pieces", |p: &mut View| p.pieces(Meant::default()));
    room.function("pieces", |p: &mut View, meant: &str| -> Asked<Dynamic> { p.pieces(p.words.meant(meant)?) });
    room.function("count", |p: &mut View, meant: &str| -> Asked<i64> {
        Ok(p.meant(p.words.meant(meant)?).count() as i64)
    });
    room.function("in_hand", |p: &mut View, side: &str, kind: &str| p.in_hand(side, kind));
    room.function("captured", |p: &mut View, side: &str, kind: &str| p.captured(side, kind));
    room.function("sites", |p: &mut View| site_names(&p.words, p.words.on_board.iter()));
    room.function("zone", |p: &mut View, zone: &str| -> Asked<Dynamic> {
        site_names(&p.words, p.words.zone(zone, None)?.iter())
    });
    room.function("zone", |p: &mut View, zone: &str, side: &str| -> Asked<Dynamic> {
        site_names(&p.words, p.words.zone(zone, Some(p.words.side(side)?))?.iter())
    });
    room.function("in_zone", |p: &mut View, site: &str, zone: &str| -> Asked<bool> {
        Ok(p.words.zone(zone, None)?.contains(p.words.site(site)?))
    });
    room.function("in_zone", |p: &mut View, site: &str, zone: &str, side: &str| -> Asked<bool> {
        Ok(p.words.zone(zone, Some(p.words.side(side)?))?.contains(p.words.site(site)?))
    });
    room.function("file", |p: &mut View, site: &str| -> Asked<i64> { Ok(p.at(site)?.0) });
    room.function("rank", |p: &mut View, site: &str| -> Asked<i64> { Ok(p.at(site)?.1) });
    room.function("next", |p: &mut View, site: &str, direction: &str| p.next(site, direction));
    room.function("next", |p: &mut View, site: &str, dir: &str, side: &str| p.next_for(site, dir, side));
    room.function("marked", |p: &mut View, site: &str, mark: &str| p.marked(site, mark));
    room.function("is", |p: &mut View, call: &str, side: &str| p.is(call, side));
    room.function("moves", |p: &mut View| p.moves());
}

/// The names of the sides, in the order of turns.
pub(super) fn sides(words: &Words) -> Dynamic {
    Dynamic::from_array(words.sides.iter().map(|s: &ImmutableString| s.clone().into()).collect())
}
