//! What can be said for a position, found from the rules alone: what an evaluation weighs.

use crate::board::{Site, SiteSet};
use crate::engine::{Game, Mobility, Placed, Runner, lone_moves};
use crate::ruleset::visit::{self, Visitor};
use crate::ruleset::{Cond, CondKind, EndResult, Hand, KindId, Line, Quantity, Rules, Sel, SideId, Who};

/// The farthest distance to a goal that is told from others, in moves.
const FAR: usize = 8;

/// The longest line that is told from others.
const LONG: usize = 6;

/// A number that can be said of a position. Its weight is from the point of view of the owner of what it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The kind of piece that it counts, or `position`.
    pub group: String,
    /// What it counts.
    pub name: &'static str,
    /// Which number of a list it is, where there is a list.
    pub at: Option<usize>,
    /// What it weighs where nobody has learnt more, in thousandths.
    pub usual: i32,
}

/// All that can be said of the positions of a game of two sides.
#[derive(Debug)]
pub struct Features {
    list: Vec<Feature>,
    kinds: usize,
    /// What is counted of each kind.
    of: Vec<Counted>,
    /// Goals by `side * kinds + kind`.
    goals: Vec<Option<Goal>>,
    /// How far each site lies from the rim, and how far forward for each side; 0 to 100.
    centre: Vec<i32>,
    forward: [Option<Vec<i32>>; 2],
    lines: Option<Lines>,
    to_move: usize,
    /// The first side, whatever the position.
    first: usize,
}

/// The numbers of the features of a kind.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    piece: usize,
    hand: Option<usize>,
    moves: usize,
    stuck: usize,
    centre: usize,
    forward: Option<usize>,
    /// By distance: somebody in the way, nobody, nobody who could come there at once.
    goal: Option<[usize; 3]>,
}

/// Where pieces of a kind and side want to go.
#[derive(Debug)]
struct Goal {
    /// Moves to the goal on an empty board, from each site; none: it does not lead there.
    distance: Vec<Option<u8>>,
    /// The sites on the shortest ways.
    way: Vec<SiteSet>,
}

/// Rows of sites on which a line can come about.
#[derive(Debug)]
struct Lines {
    windows: Vec<Vec<Site>>,
    /// The feature of a window with one piece and nobody else in it.
    first: usize,
}

/// What is asked of a runner for one position; kept, so that nothing is allocated for it.
#[derive(Debug)]
pub(super) struct Survey {
    pieces: Vec<Placed>,
    rest: Vec<u16>,
    mobility: [Mobility; 2],
    cells: Vec<Option<SideId>>,
}

impl Survey {
    pub fn new(game: &Game) -> Survey {
        let kinds = game.rules().kinds.len();
        let mobility = [Mobility::none(kinds), Mobility::none(kinds)];
        Survey { pieces: Vec::new(), rest: Vec::new(), mobility, cells: vec![None; game.board().count()] }
    }
}

impl Features {
    /// What can be said of the positions of a game; none where there are not two sides.
    pub fn of(game: &Game) -> Option<Features> {
        let rules = game.rules();
        if rules.sides.len() != 2 {
            return None;
        }
        let board = &rules.board;
        let mut list = Vec::new();
        let mut add = |group: &str, name: &'static str, at: Option<usize>, usual: i32| {
            list.push(Feature { group: group.to_owned(), name, at, usual });
            list.len() - 1
        };
        let goals: Vec<Option<Goal>> = (0..2)
            .flat_map(|s| (0..rules.kinds.len()).map(move |k| (s, k)))
            .map(|(s, k)| Goal::of(game, k as KindId, s as SideId))
            .collect();
        let mut of = Vec::new();
        for (k, kind) in rules.kinds.iter().enumerate() {
            let owned = |side: usize| kind.owners.contains(&(side as SideId));
            let mut counted = Counted::default();
            if kind.owners.is_empty() {
                of.push(counted);
                continue;
            }
            let name = kind.name.as_str();
            let royal = if kind.royal { 0 } else { 1000 };
            counted.piece = add(name, "piece", None, royal);
            let in_hand = kind.hand != Hand::Count(0) || rules.captured_to.is_some();
            counted.hand = in_hand.then(|| add(name, "in-hand", None, royal));
            counted.moves = add(name, "moves", None, 30);
            counted.stuck = add(name, "stuck", None, -100);
            counted.centre = add(name, "centre", None, 1);
            let faces = (0..2).any(|s| owned(s) && rules.sides[s].faces.is_some());
            let goal = (0..2).any(|s| goals[s * rules.kinds.len() + k].is_some());
            counted.forward = (faces && !goal).then(|| add(name, "forward", None, 1));
            if goal {
                let mut ladder = |name: &str, what: &'static str, step: i32| {
                    let rungs: Vec<usize> =
                        (0..=FAR).map(|d| add(name, what, Some(d), step * (FAR - d) as i32)).collect();
                    rungs[0]
                };
                counted.goal = Some([
                    ladder(name, "goal-barred", 30),
                    ladder(name, "goal-open", 100),
                    ladder(name, "goal-unguarded", 150),
                ]);
            }
            of.push(counted);
        }
        let lines = line_length(rules).map(|length| {
            let rungs: Vec<usize> = (1..length.min(LONG))
                .map(|n| add("position", "line", Some(n - 1), 20 * 5i32.pow(n as u32 - 1)))
                .collect();
            Lines { windows: windows(game, length), first: rungs.first().copied().unwrap_or_default() }
        });
        let to_move = add("position", "to-move", None, 50);
        let first = add("position", "first-side", None, 0);
        let forward = [0, 1].map(|side: usize| {
            let facing = rules.sides[side].faces?;
            let how_far: Vec<i32> = (0..board.count()).map(|s| board.advance(s as Site, facing)).collect();
            Some(scaled(&how_far))
        });
        Some(Features {
            list,
            kinds: rules.kinds.len(),
            of,
            goals,
            centre: centre(game),
            forward,
            lines,
            to_move,
            first,
        })
    }

    /// The features, in a fixed order.
    pub fn list(&self) -> &[Feature] {
        &self.list
    }

    /// Whether there are goals that pieces of some kind go to, or lines that they make: something to see on the board
    /// besides the pieces themselves.
    pub fn has_aims(&self) -> bool {
        self.lines.is_some() || self.goals.iter().any(Option::is_some)
    }

    /// Tells each feature that is not 0: its number and how much of it there is, that of the second side subtracted.
    #[inline]
    pub(super) fn each(&self, runner: &mut Runner, survey: &mut Survey, mut f: impl FnMut(usize, i32)) {
        let sign = |side: SideId| if side == 0 { 1 } else { -1 };
        runner.pieces(&mut survey.pieces);
        for side in [0, 1] {
            runner.mobility(side, &mut survey.mobility[usize::from(side)]);
        }
        let mut standing = [SiteSet::EMPTY; 2];
        for piece in &survey.pieces {
            if let Some(owner) = piece.owner {
                standing[usize::from(owner & 1)].insert(piece.site);
            }
        }
        for piece in &survey.pieces {
            let (Some(owner @ (0 | 1)), Some(counted)) = (piece.owner, self.of.get(usize::from(piece.kind))) else {
                continue;
            };
            let (side, site, s) = (usize::from(owner), usize::from(piece.site), sign(owner));
            f(counted.piece, s);
            f(counted.centre, s * self.centre[site]);
            if !survey.mobility[side].from.contains(piece.site) {
                f(counted.stuck, s);
            }
            if let (Some(forward), Some(how_far)) = (counted.forward, &self.forward[side]) {
                f(forward, s * how_far[site]);
            }
            if let (Some(ladders), Some(goal)) =
                (counted.goal, &self.goals[side * self.kinds + usize::from(piece.kind)])
                && let Some(distance) = goal.distance[site]
            {
                let way = goal.way[site];
                let ladder = if !way.and(standing[1 - side]).is_empty() {
                    ladders[0]
                } else if !way.and(survey.mobility[1 - side].to).is_empty() {
                    ladders[1]
                } else {
                    ladders[2]
                };
                f(ladder + usize::from(distance).min(FAR), s);
            }
        }
        runner.rest(&mut survey.rest);
        let hands = &survey.rest[Runner::HANDS..];
        for (k, counted) in self.of.iter().enumerate() {
            for side in 0..2 {
                let s = sign(side as SideId);
                let moves = survey.mobility[side].moves[k];
                if moves > 0 {
                    f(counted.moves, s * moves as i32);
                }
                if let Some(feature) = counted.hand {
                    f(feature, s * i32::from(hands[side * self.kinds + k]));
                }
            }
        }
        if let Some(lines) = &self.lines {
            survey.cells.fill(None);
            survey.pieces.iter().for_each(|p| survey.cells[usize::from(p.site)] = Some(p.owner.unwrap_or(2)));
            lines.each(&survey.cells, &mut f);
        }
        f(self.to_move, sign(runner.to_move()));
        f(self.first, 1);
    }

    /// How much nearer to its goal, to the middle or forward a piece comes by a move: a first guess at the order in
    /// which moves are looked at.
    pub(super) fn gain(&self, weights: &[i32], side: SideId, kind: KindId, from: Option<Site>, to: Site) -> i32 {
        let Some(counted) = self.of.get(usize::from(kind)) else { return 0 };
        let at = |site: Site| {
            let n = usize::from(site);
            let mut sum = weights[counted.centre] * self.centre[n];
            if let (Some(forward), Some(how_far)) = (counted.forward, &self.forward[usize::from(side & 1)]) {
                sum += weights[forward] * how_far[n];
            }
            if let (Some(ladders), Some(goal)) =
                (counted.goal, &self.goals[usize::from(side & 1) * self.kinds + usize::from(kind)])
                && let Some(distance) = goal.distance[n]
            {
                sum += weights[ladders[1] + usize::from(distance).min(FAR)];
            }
            sum
        };
        at(to) - from.map_or(0, at)
    }
}

impl Goal {
    /// Sites that decide the game when such a piece comes there, or where it becomes another, and the ways there.
    fn of(game: &Game, kind: KindId, side: SideId) -> Option<Goal> {
        let rules = game.rules();
        let owned = &rules.kinds[usize::from(kind)];
        if !owned.owners.contains(&side) {
            return None;
        }
        let mut zone = SiteSet::EMPTY;
        let mut found = Zones { rules, kind, side, zone: &mut zone };
        for end in &rules.ends {
            if good_for(&end.result, side) {
                visit::end(end, &mut found);
            }
        }
        for becomes in &owned.becomes {
            if let Some(sites) = fixed(&becomes.sel, side) {
                zone = zone.or(sites);
            }
        }
        let all = rules.board.sites();
        let zone = zone.and(all);
        if zone.is_empty() || zone == all {
            return None;
        }
        let count = rules.board.count();
        let next: Vec<SiteSet> = (0..count).map(|s| lone_moves(game, kind, side, s as Site)).collect();
        let mut distance: Vec<Option<u8>> = vec![None; count];
        let mut way = vec![SiteSet::EMPTY; count];
        zone.iter().for_each(|site| distance[usize::from(site)] = Some(0));
        for steps in 1..=u8::MAX {
            let mut changed = false;
            for site in all.iter().map(usize::from) {
                if distance[site].is_some() {
                    continue;
                }
                let nearer = |s: &Site| distance[usize::from(*s)] == Some(steps - 1);
                let ahead: Vec<Site> = next[site].iter().filter(nearer).collect();
                if !ahead.is_empty() {
                    let through =
                        ahead.iter().fold(SiteSet::EMPTY, |sum, s| sum.or(SiteSet::one(*s)).or(way[usize::from(*s)]));
                    (distance[site], way[site]) = (Some(steps), through);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        // A goal that is nowhere ahead tells nothing.
        let ahead = distance.iter().any(|d| d.is_some_and(|d| d > 0));
        ahead.then_some(Goal { distance, way })
    }
}

/// Looks for places where a kind of piece decides the game.
struct Zones<'a> {
    rules: &'a Rules,
    kind: KindId,
    side: SideId,
    zone: &'a mut SiteSet,
}

impl Zones<'_> {
    /// Whether a part of a selection is of pieces of this kind and side.
    fn speaks_of_it(&self, sel: &Sel) -> bool {
        match sel {
            Sel::Kind(kind) => *kind == self.kind,
            Sel::Royal => self.rules.kinds[usize::from(self.kind)].royal,
            Sel::OwnedBy(Who::Side(side)) => *side == self.side,
            Sel::OwnedBy(_) | Sel::Friend | Sel::Piece => true,
            Sel::Union(parts) => parts.iter().any(|p| self.speaks_of_it(p)),
            Sel::Intersection(parts) => parts.iter().all(|p| fixed(p, self.side).is_some() || self.speaks_of_it(p)),
            _ => false,
        }
    }

    fn note(&mut self, sel: &Sel) {
        if let Sel::Intersection(parts) = sel
            && self.speaks_of_it(sel)
        {
            let places = parts.iter().filter_map(|p| fixed(p, self.side));
            if let Some(sites) = places.reduce(SiteSet::and) {
                *self.zone = self.zone.or(sites);
            }
        }
    }
}

impl Visitor for Zones<'_> {
    fn cond(&mut self, cond: &Cond) {
        match &cond.kind {
            CondKind::Sites(Quantity::Between(least, _), sel) if *least > 0 => self.note(sel),
            CondKind::Are(what, place) => {
                if let (true, Some(sites)) = (self.speaks_of_it(what), fixed(place, self.side)) {
                    *self.zone = self.zone.or(sites);
                }
            }
            CondKind::SideCalled(_, call) => {
                if let Some(call) = self.rules.calls.get(usize::from(*call)) {
                    visit::call(call, self);
                }
            }
            _ => {}
        }
    }
}

/// The sites of a selection that does not hang on the position.
fn fixed(sel: &Sel, side: SideId) -> Option<SiteSet> {
    match sel {
        Sel::Fixed(sets) => sets.0.get(usize::from(side)).copied(),
        _ => None,
    }
}

/// Whether an ending can be good for a side.
fn good_for(result: &EndResult, side: SideId) -> bool {
    match result {
        EndResult::Wins(Who::Side(winner)) => *winner == side,
        EndResult::Loses(Who::Side(loser)) => *loser != side,
        EndResult::Wins(_) | EndResult::Loses(_) => true,
        _ => false,
    }
}

/// The length of a line that an ending asks for; the longest of them.
fn line_length(rules: &Rules) -> Option<usize> {
    struct Longest(Option<usize>);
    impl Visitor for Longest {
        fn cond(&mut self, cond: &Cond) {
            if let CondKind::HasLine(_, Line { length, .. }) | CondKind::LineThroughIt(Line { length, .. }) = &cond.kind
            {
                self.0 = self.0.max(Some(*length as usize));
            }
        }
    }
    let mut longest = Longest(None);
    rules.ends.iter().for_each(|end| visit::end(end, &mut longest));
    longest.0.filter(|n| *n > 1)
}

/// All rows of so many sites that follow each other in one direction, each once.
fn windows(game: &Game, length: usize) -> Vec<Vec<Site>> {
    let board = game.board();
    let mut rows = Vec::new();
    for start in board.sites() {
        for dir in 0..board.dirs() {
            let mut row = vec![start];
            while let Some(next) = row.last().and_then(|at| board.next(*at, dir)).filter(|_| row.len() < length) {
                row.push(next);
            }
            // Each row is found from both its ends.
            if row.len() == length && row.first() < row.last() {
                rows.push(row);
            }
        }
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}

impl Lines {
    fn each(&self, cells: &[Option<SideId>], f: &mut impl FnMut(usize, i32)) {
        for window in &self.windows {
            let (mut counts, mut mixed) = ([0usize; 2], false);
            for site in window {
                match cells[usize::from(*site)] {
                    Some(side @ (0 | 1)) => counts[usize::from(side)] += 1,
                    Some(_) => mixed = true,
                    None => {}
                }
            }
            let rung = |count: usize| self.first + count.min(LONG - 1) - 1;
            match counts {
                [own, 0] if own > 0 && own < window.len() && !mixed => f(rung(own), 1),
                [0, other] if other > 0 && other < window.len() && !mixed => f(rung(other), -1),
                _ => {}
            }
        }
    }
}

/// How near the middle each site is: 0 for the farthest, 100 for the nearest.
fn centre(game: &Game) -> Vec<i32> {
    let board = game.board();
    let middle: Vec<(i32, i32)> = board.centre_of(board.sites()).iter().map(|s| board.at(s)).collect();
    let far = |site: Site| {
        let (x, y) = board.at(site);
        middle.iter().map(|(a, b)| (x - a).abs().max((y - b).abs())).min().unwrap_or(0)
    };
    let near: Vec<i32> = (0..board.count()).map(|s| -far(s as Site)).collect();
    scaled(&near)
}

/// The numbers brought to the range from 0 to 100.
fn scaled(numbers: &[i32]) -> Vec<i32> {
    let (least, most) = (numbers.iter().min().copied().unwrap_or(0), numbers.iter().max().copied().unwrap_or(0));
    numbers.iter().map(|n| 100 * (n - least) / (most - least).max(1)).collect()
}
