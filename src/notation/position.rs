//! Positions as one line of text.
//!
//! `11/3DDCDD3/11/11/11/11/BBBBBBBBBBB herd`: what stands on the board, who is to move, then fields
//! `key=value` for whatever is otherwise than one would think (see [`write_position`]).

use super::defaults::{Fields, complete};
use super::letters::letters;
use super::placement::{Pieces, write_placement};
use super::site_text;
use super::stamp::Stamp;
use crate::board::Site;
use crate::engine::{Game, Marked, Occurrence, Pie, Position};
use crate::ruleset::{KindId, SideId};

/// Writes a position and the occurrences before it.
///
/// | field | says | left out when |
/// |---|---|---|
/// | `hand=B7,T2`, `hand=-` | what is in hand | it is the hand at the start less what came onto the board and what was captured (counted where a rule reads it); nothing, where the phase is written and follows one of drops alone |
/// | `captured=B4` | what was captured, where a rule reads it | nothing was |
/// | `phase=moving` | the phase | it is the first; a list of drops alone is passed over when the hands are empty |
/// | `turn=2.1` | entry of the list of turns, from 0, and moves left of it | the hands tell |
/// | `marks=passed:e3:1` | mark, site, moves until it goes | there is none |
/// | `moved=h1`, `unmoved=e4` | where a rule reads it | pieces on their start sites have not moved, others have |
/// | `was=c3:P` | what a piece was before it became another kind, where a rule reads it | it was that kind; or the only kind that becomes it, where it is not a piece of the start |
/// | `last=herd`, `last=-` | who moved last, where a rule reads it | it is the side before in the order of turns, or nobody at the start |
/// | `out=red` | sides that are out | none is |
/// | `counters=3,0` | moves without progress, in the order of the rules | all are 0 |
/// | `forfeit=a1,b2` | pieces one of which goes, because it missed a capture | there is none |
/// | `pie=open`, `pie=coming`, `pie=taken`, `pie=over` | whether the players may swap sides now, or after this turn, or have done so, where the rules have a pie rule | it is coming at the start, over elsewhere |
/// | `history=KEY.BOARD.SIDE.HELD,...` | earlier positions, oldest first, where a rule reads them: keys in hex, who had moved (by number, `-` for a start), flags in hex unless 0 | there is none |
///
/// The outcome is not written: who reads the position judges it.
pub fn write_position(position: &Position, history: &[Occurrence], game: &Game) -> String {
    let w = Writer { game, position };
    let pieces: Pieces = position.cells.iter().map(|c| c.map(|p| (p.kind, p.owner))).collect();
    let mut fields = Fields::default();
    let mut words = vec![write_placement(&position.cells, game), w.side(position.to_move)];
    let p = position;
    let plain = |fields: &Fields| complete(game, &pieces, p.to_move, fields);
    // A field bears on the defaults of those after it only; phase and hand bear on each other.
    if plain(&fields).out != p.out {
        fields.out = Some(p.out);
        words.push(format!("out={}", w.out()));
    }
    if plain(&fields).captured != p.captured {
        fields.captured = Some(p.captured.clone());
        words.push(format!("captured={}", w.counts(&p.captured)));
    }
    let phase = |fields: &mut Fields, words: &mut Vec<String>| {
        if plain(fields).phase != p.phase {
            fields.phase = Some(p.phase);
            words.push(format!("phase={}", w.phase()));
        }
    };
    phase(&mut fields, &mut words);
    if plain(&fields).hands != p.hands {
        fields.hands = Some(p.hands.clone());
        words.push(format!("hand={}", w.counts(&p.hands)));
        phase(&mut fields, &mut words);
    }
    if plain(&fields).turn != p.turn {
        fields.turn = Some(p.turn);
        words.push(format!("turn={}.{}", p.turn.entry, p.turn.left));
    }
    if plain(&fields).marks != p.marks {
        fields.marks = Some(p.marks.clone());
        words.push(format!("marks={}", w.marks()));
    }
    let default = plain(&fields);
    let cells =
        p.cells.iter().zip(&default.cells).enumerate().filter_map(|(s, (p, q))| Some((s as Site, (*p)?, (*q)?)));
    let mut was = Vec::new();
    for (site, piece, default) in cells {
        match (piece.moved, default.moved) {
            (true, false) => fields.moved.push(site),
            (false, true) => fields.unmoved.push(site),
            _ => {}
        }
        if piece.was != default.was {
            fields.was.push((site, piece.was));
            was.push(format!("{}:{}", w.site(site), w.kind(piece.was, piece.owner)));
        }
    }
    for (key, sites) in [("moved", &fields.moved), ("unmoved", &fields.unmoved)] {
        if !sites.is_empty() {
            words.push(format!("{key}={}", w.sites(sites)));
        }
    }
    if !was.is_empty() {
        words.push(format!("was={}", was.join(",")));
    }
    if plain(&fields).last != p.last {
        words.push(format!("last={}", p.last.map_or("-".into(), |s| w.side(s))));
    }
    if default.counters != p.counters {
        words.push(format!("counters={}", w.counters()));
    }
    if default.forfeit != p.forfeit {
        words.push(format!("forfeit={}", w.sites(&p.forfeit.iter().collect::<Vec<_>>())));
    }
    if default.pie != p.pie {
        words.push(format!("pie={}", pie_word(p.pie)));
    }
    if !history.is_empty() && game.reads_history() {
        words.push(format!("history={}", history.iter().map(write_occurrence).collect::<Vec<_>>().join(",")));
    }
    words.join(" ")
}

/// The same with the rules it is meant for: `ruleset=ID@VERSION options=a:1,b:x rules=HASH`.
pub fn write_full_position(position: &Position, history: &[Occurrence], game: &Game) -> String {
    let stamp = Stamp::of(game.rules());
    let mut words = vec![write_position(position, history, game)];
    let version = stamp.version.map_or(String::new(), |v| format!("@{v}"));
    words.push(format!("ruleset={}{version}", stamp.ruleset.unwrap_or_default()));
    let options: Vec<String> = stamp.options.iter().flatten().map(|(n, v)| format!("{n}:{v}")).collect();
    if !options.is_empty() {
        words.push(format!("options={}", options.join(",")));
    }
    words.push(format!("rules={}", stamp.rules.unwrap_or_default()));
    words.join(" ")
}

struct Writer<'a> {
    game: &'a Game,
    position: &'a Position,
}

impl Writer<'_> {
    fn side(&self, side: SideId) -> String {
        self.game.rules().sides.get(side as usize).map_or("?".into(), |s| s.name.clone())
    }
    fn site(&self, site: Site) -> &str {
        site_text(site, self.game.board())
    }
    fn sites(&self, sites: &[Site]) -> String {
        sites.iter().map(|s| self.site(*s)).collect::<Vec<_>>().join(",")
    }
    fn kind(&self, kind: KindId, owner: Option<SideId>) -> &str {
        self.game.rules().kinds.get(kind as usize).map_or("?", |k| k.letter(owner))
    }
    fn out(&self) -> String {
        let sides = (0..self.game.rules().sides.len() as SideId).filter(|s| self.position.is_out(*s));
        listed(&sides.map(|s| self.side(s)).collect::<Vec<_>>())
    }
    fn phase(&self) -> String {
        self.game.rules().phases.get(self.position.phase as usize).map_or("?".into(), |p| p.name.clone())
    }
    fn marks(&self) -> String {
        let name = |m: &Marked| self.game.rules().marks.get(m.mark as usize).map_or("?", |k| &k.name);
        let said = |m: &Marked| format!("{}:{}:{}", name(m), self.site(m.site), m.left);
        listed(&self.position.marks.iter().map(said).collect::<Vec<_>>())
    }
    fn counters(&self) -> String {
        listed(&self.position.counters.iter().map(u16::to_string).collect::<Vec<_>>())
    }

    /// `B7,T2`; `side:kind:n` for a kind that is not of that side.
    fn counts(&self, counts: &[u16]) -> String {
        let kinds = &self.game.rules().kinds;
        let letters = letters(self.game);
        let said = |(n, count): (usize, &u16)| {
            let (side, id) = (n / kinds.len().max(1), n % kinds.len().max(1));
            match letters.iter().find(|l| l.kind as usize == id && l.owner == Some(side as SideId)) {
                Some(letter) => format!("{}{count}", letter.text),
                None => format!("{}:{}:{count}", self.side(side as SideId), kinds.get(id).map_or("?", |k| &k.name)),
            }
        };
        listed(&counts.iter().enumerate().filter(|(_, n)| **n > 0).map(said).collect::<Vec<_>>())
    }
}

/// The word for how the pie rule stands.
pub(super) fn pie_word(pie: Pie) -> &'static str {
    match pie {
        Pie::Over => "over",
        Pie::Coming => "coming",
        Pie::Open => "open",
        Pie::Taken => "taken",
    }
}

/// A list with commas; `-` for none.
fn listed(parts: &[String]) -> String {
    if parts.is_empty() { "-".into() } else { parts.join(",") }
}

fn write_occurrence(o: &Occurrence) -> String {
    let mover = o.mover.map_or("-".into(), |s| s.to_string());
    let held = if o.held == 0 { String::new() } else { format!(".{:x}", o.held) };
    format!("{:x}.{:x}.{mover}{held}", o.key, o.board)
}
