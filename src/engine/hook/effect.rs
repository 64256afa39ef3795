//! What a script may do to the board after a move.

use crate::board::Site;
use crate::engine::game::Game;
use crate::engine::position::{Marked, Piece, Position};
use crate::ruleset::{KindId, MarkId, SideId, Span};

/// How many marks a position may hold, where a script sets them.
const MAX_MARKS: usize = 1_024;

/// Something that a script does to the board. A piece that moves or becomes another keeps everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookEffect {
    /// The piece on the site goes; it counts as captured.
    Capture(Site),
    /// The piece on the site goes and counts as nothing.
    Remove(Site),
    /// A piece is put on an empty site, from no hand.
    Place {
        /// Of this kind.
        kind: KindId,
        /// Whose; none for a kind of nobody.
        owner: Option<SideId>,
        /// Where.
        site: Site,
    },
    /// The piece on a site goes to an empty one.
    Move {
        /// From here.
        from: Site,
        /// To here.
        to: Site,
    },
    /// The piece on the site becomes another kind.
    Become {
        /// Where it stands.
        site: Site,
        /// What it becomes.
        kind: KindId,
    },
    /// The site is marked, as a move that leaves the mark would mark it.
    Mark {
        /// Which mark.
        mark: MarkId,
        /// Where.
        site: Site,
        /// For how many further moves.
        lasts: u8,
    },
}

/// An effect as a script asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedEffect {
    /// What is to be done.
    pub effect: HookEffect,
    /// Where the script says so, if that is known.
    pub span: Option<Span>,
}

impl From<HookEffect> for AskedEffect {
    fn from(effect: HookEffect) -> AskedEffect {
        AskedEffect { effect, span: None }
    }
}

/// An effect that was carried out after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Happened {
    /// What was done.
    pub effect: HookEffect,
    /// The piece to which it was done, as it was before; none where a piece is new or a site is marked.
    pub piece: Option<Piece>,
}

impl HookEffect {
    /// The site that tells it from others.
    pub fn site(self) -> Site {
        match self {
            HookEffect::Move { from, .. } => from,
            HookEffect::Capture(site)
            | HookEffect::Remove(site)
            | HookEffect::Place { site, .. }
            | HookEffect::Become { site, .. }
            | HookEffect::Mark { site, .. } => site,
        }
    }

    /// Does it to a position of the game, but for what a capture counts; gives the piece that was captured.
    ///
    /// # Errors
    /// It cannot be done: why, for people.
    pub(crate) fn apply(self, position: &mut Position, game: &Game) -> Result<Option<Piece>, String> {
        let name = |site: Site| game.board().name(site);
        match self {
            HookEffect::Capture(site) | HookEffect::Remove(site) => {
                let piece = position.cells[site as usize].take();
                let piece = piece.ok_or_else(|| format!("there is no piece on {} to take off", name(site)))?;
                return Ok(matches!(self, HookEffect::Capture(_)).then_some(piece));
            }
            HookEffect::Place { kind, owner, site } => {
                if position.piece(site).is_some() {
                    return Err(format!("a piece cannot be put on {}, where one stands", name(site)));
                }
                position.cells[site as usize] = Some(Piece { kind, owner, was: kind, moved: false });
            }
            HookEffect::Move { from, to } => {
                if from != to && position.piece(to).is_some() {
                    return Err(format!("the piece on {} cannot go to {}, where one stands", name(from), name(to)));
                }
                let piece = position.cells[from as usize].take();
                let piece = piece.ok_or_else(|| format!("there is no piece on {} to move", name(from)))?;
                position.cells[to as usize] =
                    Some(Piece { moved: piece.moved || game.keeps_moved(piece.kind), ..piece });
            }
            HookEffect::Become { site, kind } => match &mut position.cells[site as usize] {
                Some(piece) => {
                    let declared = game.kind(kind);
                    let fits = piece.owner.map_or(declared.owners.is_empty(), |o| declared.owners.contains(&o));
                    if !fits {
                        let (site, kind) = (name(site), &declared.name);
                        return Err(format!("the piece on {site} cannot become a {kind}: its side has none"));
                    }
                    piece.kind = kind;
                    // What it was is kept only where a rule reads it.
                    if !game.reads().was {
                        piece.was = kind;
                    }
                }
                None => return Err(format!("there is no piece on {} to become another", name(site))),
            },
            HookEffect::Mark { mark, site, lasts } => {
                // It ages with the others when the move ends, and is new then.
                position.marks.retain(|m| (m.mark, m.site) != (mark, site));
                if position.marks.len() >= MAX_MARKS {
                    return Err(format!("a position holds at most {MAX_MARKS} marks"));
                }
                position.marks.push(Marked { mark, site, left: lasts.saturating_add(1) });
                position.marks.sort_unstable();
            }
        }
        Ok(None)
    }
}
