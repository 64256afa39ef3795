//! Selections and conditions as operations on whole sets. The acting side is known when they are
//! compiled; the player to move and the position are known when they are asked.

use super::bits::{Bits, each};
use super::compile::{Fast, Way};
use super::state::{CLASSES, State};
use crate::board::Site;
use crate::engine::play::Occurrence;
use crate::ruleset::{Dirs, Line, PieceCount, Quantity, SideId};

/// Sides that are spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    /// These, one bit each.
    Fixed(u8),
    /// The player to move.
    Next,
    /// All but the player to move.
    NotNext,
}

/// A selection.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr<B> {
    /// These sites.
    Fixed(B),
    /// No piece.
    Empty,
    /// Pieces of these classes, one bit each.
    Classes(u32),
    /// Pieces of these sides.
    Owned(Sides),
    /// All pieces, and captured ones that still stand.
    Occupied,
    /// Where the moved piece landed.
    Moved,
    /// The piece that is spoken of.
    It,
    /// The landing that is spoken of.
    There,
    /// Its file (true) or rank.
    Along(bool),
    /// The line of the travel.
    Travel,
    /// Sites with one of these marks, one bit for each kind and age.
    Marked(u8),
    /// Pieces that have not moved.
    Unmoved,
    /// What an enemy could capture at once; an empty site is asked as if a royal piece of this side stood there.
    Attacked(SideId),
    /// Pieces without a move of their own.
    Stuck,
    /// Pieces of the classes of which a condition holds, asked in the words of the side that owns them; those of nobody in
    /// the words of the actor.
    Called(Box<Called<B>>),
    /// Further forward than a piece of the set, as its owner faces; for pieces of nobody as the actor does.
    Ahead(Box<Expr<B>>, SideId),
    /// The middle of the smallest box round the set.
    Centre(Box<Expr<B>>),
    /// Any of them.
    Union(Vec<Expr<B>>),
    /// All of them.
    Both(Vec<Expr<B>>),
    /// The other sites.
    Not(Box<Expr<B>>),
    /// The sites from which some way leads into the set.
    Into(Box<Expr<B>>, Vec<Way<B>>),
    /// The sites that have a neighbour in the set, by the side of the piece that stands on them: ways for
    /// each side, and for empty sites those of the actor.
    Near(Box<Near<B>>),
}

/// Neighbours whose direction depends on who stands there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Near<B> {
    pub no: bool,
    pub set: Expr<B>,
    pub ways: Vec<Vec<Way<B>>>,
    pub actor: usize,
}

/// A call of a piece.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Called<B> {
    /// The classes that are asked about.
    pub classes: u32,
    /// The condition in the words of each side.
    pub asks: Vec<Ask<B>>,
    pub actor: usize,
}

/// All levels of `illegal` clauses.
pub(crate) const ALL_LEVELS: u8 = crate::engine::meaning::ALL_LEVELS;

/// A captured piece: where it stood, its class, and whether it had moved.
pub(crate) type Caught = (Site, u8, bool);

/// What is known when a condition is asked.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'a, B> {
    pub state: &'a State<B>,
    /// The positions before, as far back as this one can repeat.
    pub history: &'a [Occurrence],
    /// The piece that is spoken of.
    pub it: B,
    /// The landing that is spoken of.
    pub there: Option<Site>,
    /// The line of the travel.
    pub line: B,
    /// What the move that was made captured, and whether it was a drop.
    pub caught: &'a [Caught],
    pub drop: bool,
    /// `cannot move` respects the `illegal` clauses of levels below this.
    pub level: u8,
    /// Where the moved piece landed.
    pub moved: B,
    /// The phase in which the move was made.
    pub phase: u8,
    /// Whether the player to move has a move, where that is known.
    pub next_moves: Option<bool>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ask<B> {
    Known(bool),
    Any(Vec<Ask<B>>),
    All(Vec<Ask<B>>),
    Not(Box<Ask<B>>),
    /// So many sites.
    Count(Expr<B>, u32, u32),
    /// Some site is in both.
    Meets(u32, B),
    /// So many pieces of the classes in hand, captured, or left.
    Pieces(PieceCount, u32, u32, u32),
    CannotMove(SideId),
    NextIs(SideId),
    Phase(u8),
    Occurs(u32),
    Without(usize, u32),
    /// The first is not empty and inside the second.
    Inside(Expr<B>, Expr<B>),
    /// One condition for each side that may be to move.
    ByNext(Vec<Ask<B>>),
    Line(SideId, Line),
    Connects(SideId, Expr<B>, Expr<B>),
    /// The moved piece connects both.
    Joins(SideId, B, B),
    /// The board occurred so often.
    BoardOccurs(u32),
    /// So since the position first occurred, after each move of the side; and so now, where that is asked.
    Throughout(u8, SideId, Option<Box<Ask<B>>>),
    /// A line of the owner of the piece that is spoken of, else of the actor.
    LineThrough(Line, SideId),
    /// So many pieces see one of others along directions, in the words of their owners or else of the actor.
    Sees(Quantity, Expr<B>, Expr<B>, Dirs, SideId),
    /// Such a piece was dropped.
    Dropped(Expr<B>),
    /// Such a piece was captured.
    Captured(Expr<B>),
    /// One group: the sites from which a way leads into a set.
    Connected(Expr<B>, Vec<Way<B>>),
    /// In one rank (true) or file.
    InOne(Expr<B>, bool),
}

impl<B> Expr<B> {
    /// Whether it asks something long of each site.
    pub fn is_dear(&self) -> bool {
        match self {
            Expr::Attacked(_) | Expr::Stuck | Expr::Called(_) => true,
            Expr::Not(of) => of.is_dear(),
            Expr::Union(parts) | Expr::Both(parts) => parts.iter().any(Expr::is_dear),
            _ => false,
        }
    }
}

impl<B: Bits> Ask<B> {
    /// The sides of which one must be to move, one bit each, and what else is asked.
    pub fn split_next(self) -> (u8, Ask<B>) {
        match self {
            Ask::NextIs(side) => (1 << side, Ask::Known(true)),
            Ask::All(parts) => {
                let mut next = u8::MAX;
                let mut rest = Vec::new();
                for part in parts {
                    match part.split_next() {
                        (sides, Ask::Known(true)) => next &= sides,
                        (sides, part) => {
                            next &= sides;
                            rest.push(part);
                        }
                    }
                }
                (next, together(rest))
            }
            ask => (u8::MAX, ask),
        }
    }

    /// What did not hold before the move is asked of what the move changed.
    pub fn narrow(&mut self) {
        if let Ask::Connects(side, Expr::Fixed(a), Expr::Fixed(b)) = self {
            *self = Ask::Joins(*side, *a, *b);
        }
    }
}

impl<B: Bits> Fast<B> {
    /// The sites of a selection, before a move. What most motions say is read at once.
    #[inline]
    pub fn read(&self, expr: &Expr<B>, state: &State<B>) -> B {
        match expr {
            Expr::Empty => self.all.minus(state.occupied),
            Expr::Classes(classes) => Self::of_classes(state, *classes),
            _ => self.eval(expr, &Self::asking(state)),
        }
    }

    /// The sites of a selection.
    #[inline]
    pub fn eval(&self, expr: &Expr<B>, asking: &Asking<B>) -> B {
        match expr {
            Expr::Empty => self.all.minus(asking.state.occupied),
            Expr::Classes(classes) => Self::of_classes(asking.state, *classes),
            _ => self.eval_within(expr, asking, self.all).and(self.all),
        }
    }

    /// The sites of a selection, of which only those within a set are wanted: what is dear is asked of these alone, and
    /// others may be given too.
    fn eval_within(&self, expr: &Expr<B>, asking: &Asking<B>, within: B) -> B {
        let state = asking.state;
        match expr {
            Expr::Fixed(set) => *set,
            Expr::Empty => self.all.minus(state.occupied),
            Expr::Classes(classes) => Self::of_classes(state, *classes),
            Expr::Owned(sides) => self.of_sides(state, *sides),
            Expr::Occupied => state.occupied,
            Expr::Moved => asking.moved,
            Expr::It => asking.it,
            Expr::There => asking.there.map_or(B::EMPTY, B::one),
            Expr::Along(file) => asking.there.map_or(B::EMPTY, |site| self.along[usize::from(*file)][site as usize]),
            Expr::Travel => asking.line,
            Expr::Marked(slots) => {
                let slots = (0..state.marks.len()).filter(|n| slots >> n & 1 == 1);
                slots.fold(B::EMPTY, |set, n| set.or(state.marks[n]))
            }
            Expr::Unmoved => state.occupied.minus(state.moved),
            Expr::Attacked(mover) => self.attacked(asking, within, *mover),
            Expr::Stuck => self.stuck(asking, within),
            Expr::Called(called) => self.called(called, asking, within),
            Expr::Ahead(of, actor) => self.ahead(self.eval(of, asking), state, *actor),
            Expr::Centre(of) => B::narrow(&self.game.board().centre_of(self.eval(of, asking).widen())),
            Expr::Union(parts) => parts.iter().fold(B::EMPTY, |set, p| set.or(self.eval_within(p, asking, within))),
            Expr::Both(parts) => parts.iter().fold(within, |set, p| set.and(self.eval_within(p, asking, set))),
            Expr::Not(of) => within.minus(self.eval_within(of, asking, within)),
            Expr::Into(of, ways) => Self::into(self.eval(of, asking), ways),
            Expr::Near(near) => {
                let set = self.eval(&near.set, asking);
                let unowned = state.sides[..self.sides].iter().fold(self.all, |rest, s| rest.minus(*s));
                let mut found = unowned.and(Self::into(set, &near.ways[near.actor]));
                for side in 0..self.sides {
                    found = found.or(state.sides[side].and(Self::into(set, &near.ways[side])));
                }
                if near.no { self.all.minus(found) } else { found }
            }
        }
    }

    /// Whose words are spoken of a site: those of the owner of the piece there, else of the actor.
    fn owner_at(&self, state: &State<B>, site: Site, actor: usize) -> usize {
        (0..self.sides).find(|s| state.sides[*s].has(site)).unwrap_or(actor)
    }

    fn called(&self, called: &Called<B>, asking: &Asking<B>, within: B) -> B {
        let state = asking.state;
        let mut found = B::EMPTY;
        each(Self::of_classes(state, called.classes).and(within), |site| {
            let owner = self.owner_at(state, site, called.actor);
            if self.holds(&called.asks[owner], &Asking { it: B::one(site), ..*asking }) {
                found = found.or(B::one(site));
            }
        });
        found
    }

    fn ahead(&self, of: B, state: &State<B>, actor: SideId) -> B {
        let mut found = B::EMPTY;
        each(of, |site| {
            let owner = self.owner_at(state, site, actor as usize);
            found = found.or(self.beyond[owner][site as usize]);
        });
        found
    }

    #[inline]
    pub fn of_classes(state: &State<B>, mut classes: u32) -> B {
        let mut set = B::EMPTY;
        while classes != 0 {
            set = set.or(state.sets[classes.trailing_zeros() as usize % CLASSES]);
            classes &= classes - 1;
        }
        set
    }

    fn of_sides(&self, state: &State<B>, sides: Sides) -> B {
        let bits = match sides {
            Sides::Fixed(bits) => bits,
            Sides::Next => 1 << state.to_move,
            Sides::NotNext => !(1 << state.to_move),
        };
        (0..self.sides).filter(|s| bits >> s & 1 == 1).fold(B::EMPTY, |set, s| set.or(state.sides[s]))
    }

    /// The sites from which a way leads into the set.
    pub fn into(set: B, ways: &[Way<B>]) -> B {
        let mut from = B::EMPTY;
        for way in ways {
            match way {
                Way::Shift { by, can } => from = from.or(set.shift(-by).and(*can)),
                Way::Table(back) => each(set, |site| from = from.or(back[site as usize])),
            }
        }
        from
    }

    /// Whether a condition holds.
    pub fn holds(&self, ask: &Ask<B>, asking: &Asking<B>) -> bool {
        let state = asking.state;
        match ask {
            Ask::Known(known) => *known,
            Ask::Any(parts) => parts.iter().any(|a| self.holds(a, asking)),
            Ask::All(parts) => parts.iter().all(|a| self.holds(a, asking)),
            Ask::Not(of) => !self.holds(of, asking),
            Ask::Count(expr, low, high) => {
                let set = self.eval(expr, asking);
                match (low, high) {
                    (0, 0) => set.is_empty(),
                    (1, &u32::MAX) => !set.is_empty(),
                    _ => (*low..=*high).contains(&set.count()),
                }
            }
            Ask::Meets(classes, zone) => !Self::of_classes(state, *classes).and(*zone).is_empty(),
            Ask::Pieces(count, classes, low, high) => {
                let stored = |store: &[u16; CLASSES]| {
                    let of = (0..CLASSES).filter(|c| *classes >> c & 1 == 1);
                    of.map(|c| u32::from(store[c])).sum::<u32>()
                };
                let found = match count {
                    PieceCount::InHand => stored(&state.hands),
                    PieceCount::Captured => stored(&state.captured),
                    PieceCount::Left => stored(&state.hands) + Self::of_classes(state, *classes).count(),
                };
                (*low..=*high).contains(&found)
            }
            Ask::CannotMove(side) => match asking.next_moves {
                Some(moves) if state.to_move == *side => !moves,
                _ if self.general => !self.can_play(state, *side, asking.level, asking.history),
                _ => !self.can_move(state, *side as usize),
            },
            Ask::NextIs(side) => state.to_move == *side,
            Ask::Phase(phase) => asking.phase == *phase,
            Ask::Occurs(times) => {
                let back = asking.history.len().min(state.reversible as usize);
                if back + 1 < *times as usize {
                    return false;
                }
                let key = self.position_key(state, asking.level);
                let before = &asking.history[asking.history.len() - back..];
                before.iter().filter(|o| o.key == key).count() as u32 + 1 >= *times
            }
            Ask::BoardOccurs(times) => {
                let key = self.board_key(state);
                asking.history.iter().filter(|o| o.board == key).count() as u32 + 1 >= *times
            }
            Ask::Throughout(bit, player, now) => {
                let key = self.position_key(state, asking.level);
                let Some(first) = asking.history.iter().position(|o| o.key == key) else { return false };
                let mut before = asking.history[first + 1..].iter().filter(|o| o.mover == Some(*player));
                before.all(|o| o.held >> bit & 1 == 1) && now.as_ref().is_none_or(|ask| self.holds(ask, asking))
            }
            Ask::LineThrough(line, actor) => {
                if asking.it.is_empty() {
                    return false;
                }
                let owner = self.owner_at(state, asking.it.lowest(), *actor as usize);
                self.line_through(state.sides[owner], asking.it, *line)
            }
            Ask::Sees(quantity, from, to, dirs, actor) => {
                let to = self.eval(to, asking);
                let mut seers = 0;
                each(self.eval(from, asking), |site| seers += u32::from(self.sees(state, site, to, dirs, *actor)));
                quantity.fits(seers)
            }
            Ask::Dropped(of) => asking.drop && !self.eval_within(of, asking, asking.moved).and(asking.moved).is_empty(),
            Ask::Captured(of) => asking.caught.iter().any(|(site, class, moved)| {
                let mut standing = *state;
                if let Some(there) = standing.class_at(*site, self.classes.len()) {
                    standing.lift(*site, there, self.classes[there].owner);
                }
                standing.put(*site, *class as usize, self.classes[*class as usize].owner, *moved);
                self.eval(of, &Asking { state: &standing, ..*asking }).has(*site)
            }),
            Ask::Connected(of, ways) => {
                let set = self.eval(of, asking);
                if set.is_empty() {
                    return false;
                }
                let mut reached = B::one(set.lowest());
                loop {
                    let next = reached.or(Self::into(reached, ways).and(set));
                    if next == reached {
                        return reached == set;
                    }
                    reached = next;
                }
            }
            Ask::InOne(of, rank) => {
                let set = self.eval(of, asking);
                !set.is_empty() && set.minus(self.along[usize::from(!rank)][set.lowest() as usize]).is_empty()
            }
            Ask::Without(counter, moves) => u32::from(state.counters[*counter]) >= *moves,
            Ask::Inside(a, b) => {
                let a = self.eval(a, asking);
                !a.is_empty() && a.minus(self.eval(b, asking)).is_empty()
            }
            Ask::ByNext(asks) => self.holds(&asks[state.to_move as usize], asking),
            Ask::Line(side, line) => self.has_line(state.sides[*side as usize], *line),
            Ask::Connects(side, a, b) => {
                let own = state.sides[*side as usize];
                let goal = self.eval(b, asking).and(own);
                self.spreads(self.eval(a, asking).and(own), own, |reached| !reached.and(goal).is_empty())
            }
            Ask::Joins(side, a, b) => {
                let own = state.sides[*side as usize];
                // A side that has nothing on one of the two is not followed at all.
                let open = !own.and(*a).is_empty() && !own.and(*b).is_empty();
                let joined = |reached: B| !reached.and(*a).is_empty() && !reached.and(*b).is_empty();
                open && self.spreads(asking.moved.and(own), own, joined)
            }
        }
    }

    /// Whether something becomes true of a set as it spreads over a side's neighbouring pieces.
    fn spreads(&self, mut reached: B, own: B, arrived: impl Fn(B) -> bool) -> bool {
        loop {
            if arrived(reached) {
                return true;
            }
            let next = reached.or(Self::into(reached, &self.around).and(own));
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    /// Whether a piece on a site sees one of a set, with nothing between.
    fn sees(&self, state: &State<B>, site: Site, to: B, dirs: &Dirs, actor: SideId) -> bool {
        let board = self.game.board();
        let owner = self.owner_at(state, site, actor as usize);
        let first = |dir| {
            let mut been = B::one(site);
            let mut at = board.next(site, dir)?;
            while !state.occupied.has(at) {
                been = been.or(B::one(at));
                at = board.next(at, dir).filter(|n| !been.has(*n))?;
            }
            Some(at)
        };
        let mut fitting = (0..board.dirs()).filter(|d| self.fits(dirs, owner as SideId, site, *d));
        fitting.any(|dir| first(dir).is_some_and(|s| to.has(s)))
    }

    /// Whether there is a maximal run of the length through a site.
    fn line_through(&self, own: B, it: B, line: Line) -> bool {
        own.and(it) == it
            && self.axes.iter().any(|(forth, back)| {
                let mut run = it;
                loop {
                    let ahead = Self::into(run, std::slice::from_ref(forth));
                    let behind = Self::into(run, std::slice::from_ref(back));
                    let next = run.or(ahead.or(behind).and(own));
                    if next == run {
                        break;
                    }
                    run = next;
                }
                run.count() == line.length || line.or_more && run.count() > line.length
            })
    }

    /// Whether there is a maximal run of the length, in any direction.
    fn has_line(&self, own: B, line: Line) -> bool {
        self.axes.iter().any(|(forth, back)| {
            let behind = |set: B| Self::into(set, std::slice::from_ref(forth));
            let ahead = |set: B| Self::into(set, std::slice::from_ref(back));
            // Sites with `length - 1` more of the side's pieces straight on.
            let mut run = own;
            for _ in 1..line.length {
                if run.is_empty() {
                    return false;
                }
                run = own.and(behind(run));
            }
            if line.or_more {
                return !run.is_empty();
            }
            let begins = run.minus(ahead(own));
            !begins.minus(own.and(behind(run))).is_empty()
        })
    }
}

/// All of them; one stands for itself.
pub(super) fn together<B>(mut asks: Vec<Ask<B>>) -> Ask<B> {
    if asks.len() == 1 { asks.swap_remove(0) } else { Ask::All(asks) }
}

/// Any of them; one stands for itself.
pub(super) fn either<B>(mut asks: Vec<Ask<B>>) -> Ask<B> {
    if asks.len() == 1 { asks.swap_remove(0) } else { Ask::Any(asks) }
}
