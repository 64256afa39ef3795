//! Alpha-beta, one ply deeper at a time: principal variations first, with a transposition table (Knuth and Moore 1975,
//! Marsland 1983, Zobrist 1970).
//!
//! What is called a win or a loss is proved: it comes from ends of games alone, on lines on which no move of the loser
//! was left out. Estimates are never mixed with it.

use super::evaluate::Evaluator;
use super::score::{LONGEST, MOST, WIN};
use super::table::{Bound, Entry, Table};
use crate::engine::{HookFault, Runner, Step, Verdict};
use crate::ruleset::SideId;

/// The deepest that is looked, in plies.
pub(super) const DEEPEST: usize = 120;

/// How many plies captures are followed beyond the depth.
const QUIET: i32 = 8;

/// Up to so many plies from the end of a line moves are left out that look hopeless, by so many hundredths for each ply.
const SHALLOW: i32 = 4;
const CLEARLY: i32 = 90;

/// Up to so many plies from the end of a line late moves are left out.
const LATE: i32 = 8;

/// Where a side has fewer moves than this, the duty to move may be what loses, and it is not asked what waiting is worth.
const FREE: u32 = 4;

const INFINITE: i32 = WIN + 1;

/// What is known of a root move.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub n: u32,
    /// For the side to move; none while it was not looked at.
    pub value: Option<i32>,
    /// Numbers of moves, this one first.
    pub line: Vec<u32>,
    pub depth: u32,
}

/// One thread of a search.
#[expect(clippy::struct_excessive_bools, reason = "facts about the game and the search, each asked for by itself")]
pub(super) struct Worker<'a> {
    runner: Runner,
    eval: Evaluator,
    table: &'a Table,
    /// Whether the search is to end.
    ended: &'a (dyn Fn() -> bool + Sync),
    /// Nodes looked at, and how many may be.
    pub nodes: u64,
    most: u64,
    /// What one node counts for.
    cost: u64,
    /// What the table says of a position holds however it was come to.
    trusts: bool,
    /// Captures are followed to their end.
    captures: bool,
    reduce: bool,
    stopped: bool,
    pub fault: Option<HookFault>,
    plies: Vec<Ply>,
    /// How often a move of a kind to a site was good: `(side * kinds + kind) * sites + to`.
    history: Vec<i32>,
    kinds: usize,
    sites: usize,
}

/// What is kept for a ply.
#[derive(Clone, Debug, Default)]
struct Ply {
    steps: Vec<Step>,
    order: Vec<(i32, u32)>,
    line: Vec<u32>,
    killers: [Option<Step>; 2],
    /// What the position looked worth to the side to move, where that was asked.
    looks: Option<i32>,
    /// Whether the ply came about by waiting.
    waited: bool,
}

/// How a search is bounded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub nodes: u64,
    pub cost: u64,
    pub reduce: bool,
}

impl<'a> Worker<'a> {
    pub fn new(
        runner: Runner,
        eval: Evaluator,
        table: &'a Table,
        ended: &'a (dyn Fn() -> bool + Sync),
        bounds: Bounds,
    ) -> Worker<'a> {
        let trusts = !runner.game().history_decides();
        let rules = runner.game().rules();
        let (kinds, sites, sides) = (rules.kinds.len(), rules.board.count(), rules.sides.len());
        let captures = rules.kinds.iter().any(|k| {
            !k.becomes.is_empty() || k.motions.iter().any(|m| m.legs.iter().any(|leg| leg.capturing.is_some()))
        });
        Worker {
            runner,
            eval,
            table,
            ended,
            trusts,
            nodes: 0,
            most: bounds.nodes,
            cost: bounds.cost,
            captures,
            reduce: bounds.reduce,
            stopped: false,
            fault: None,
            plies: vec![Ply::default(); DEEPEST + 2],
            history: vec![0; sides * kinds * sites],
            kinds,
            sites,
        }
    }

    /// Looks one ply deeper at a time, at the best `wanted` moves of the root, until it is bounded or all is known.
    /// `roots` are in the order in which they are looked at first, and come back the best first.
    pub fn deepen(&mut self, roots: &mut [RootMove], wanted: usize, deepest: u32) {
        let wanted = wanted.clamp(1, roots.len().max(1));
        self.iterate(roots, wanted, deepest);
        // Where the last iteration was cut short, some were looked at more deeply than others.
        let known = roots.len().min(wanted);
        roots[..known].sort_by_key(|root| std::cmp::Reverse(root.value));
        // It may have been cut short when the best move had turned out to lose, and no other had taken its place.
        let lost = |root: &RootMove| root.value.is_some_and(|v| v < -MOST);
        if roots.first().is_some_and(lost)
            && let Some(at) = roots.iter().position(|root| !lost(root))
        {
            roots[..=at].rotate_right(1);
        }
    }

    fn iterate(&mut self, roots: &mut [RootMove], wanted: usize, deepest: u32) {
        for depth in 1..=deepest.min(DEEPEST as u32 - 1) {
            for place in 0..wanted {
                self.root(roots, place, depth);
                if self.stopped {
                    return;
                }
            }
            let decided = |r: &RootMove| r.value.is_some_and(|v| v.abs() > MOST && (WIN - v.abs()) as u32 <= depth);
            // What wins in so many plies is found with so many plies; deeper is nothing better.
            if roots.iter().take(wanted).all(decided) || roots.is_empty() {
                return;
            }
        }
    }

    /// The best of the moves from `place` on comes to `place`.
    fn root(&mut self, roots: &mut [RootMove], place: usize, depth: u32) {
        let guess = roots[place].value.filter(|_| depth > 3 && place == 0);
        let mut margin = 40;
        loop {
            let (low, high) = match guess {
                Some(v) if v.abs() <= MOST && margin < 1_000 => {
                    ((v - margin).max(-INFINITE), (v + margin).min(INFINITE))
                }
                _ => (-INFINITE, INFINITE),
            };
            let best = self.root_window(roots, place, depth, low, high);
            if self.stopped {
                return;
            }
            if best > low && best < high || low == -INFINITE && high == INFINITE {
                return;
            }
            margin *= 4;
        }
    }

    fn root_window(&mut self, roots: &mut [RootMove], place: usize, depth: u32, low: i32, high: i32) -> i32 {
        let mut alpha = low;
        let mut best = -INFINITE;
        for at in place..roots.len() {
            let n = roots[at].n;
            let Some(sign) = self.make(n) else { return best };
            let full = |me: &mut Self, low: i32| sign.of(me.look(depth as i32 - 1, sign.window(low, high), 1));
            let value = if at == place {
                full(self, alpha)
            } else {
                let quick = sign.of(self.look(depth as i32 - 1, sign.window(alpha, alpha + 1), 1));
                if quick > alpha && !self.stopped { full(self, alpha) } else { quick }
            };
            self.runner.undo();
            if self.stopped {
                return best;
            }
            if value > best {
                best = value;
                if value > alpha || at == place {
                    let root = &mut roots[at];
                    (root.value, root.depth) = (Some(value), depth);
                    root.line.clear();
                    root.line.push(n);
                    root.line.extend_from_slice(&self.plies[1].line);
                    // The better one stands before, the others keep their order.
                    roots[place..=at].rotate_right(1);
                }
                alpha = alpha.max(value);
                if alpha >= high {
                    break;
                }
            }
            if value < -MOST {
                // Whatever else is found: this one is lost.
                let at = roots.iter().position(|root| root.n == n).unwrap_or(at);
                roots[at].value = Some(value);
            }
        }
        best
    }

    /// Makes a move. Who is to move then tells how its value is to be read; none where it could not be made.
    fn make(&mut self, n: u32) -> Option<Sign> {
        let mover = self.runner.player();
        if !self.runner.play(n) {
            self.fault = self.runner.fault().cloned();
            self.stopped = true;
            return None;
        }
        self.nodes += self.cost;
        if self.nodes >= self.most || self.nodes & 0x3ff < self.cost && (self.ended)() {
            self.stopped = true;
        }
        Some(if self.runner.player() == mover { Sign::Same } else { Sign::Other })
    }

    /// The value of an end, for the side to move.
    fn end(&self, ply: usize) -> Option<i32> {
        Some(match self.runner.result()? {
            Verdict::Win(player) if player == self.runner.player() => WIN - ply as i32,
            Verdict::Win(_) => ply as i32 - WIN,
            Verdict::Draw | Verdict::Unsettled => 0,
        })
    }

    /// The value of the present position for the side to move, as far as it lies within the window.
    fn look(&mut self, depth: i32, (mut alpha, mut beta): (i32, i32), ply: usize) -> i32 {
        self.plies[ply].line.clear();
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.end(ply) {
            return value;
        }
        if ply >= DEEPEST {
            return self.eval.value(&mut self.runner);
        }
        if depth <= 0 {
            return self.settle(QUIET, (alpha, beta), ply);
        }
        // Nothing here can be better than a win at the next move, or worse than a loss now.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let wide = beta - alpha > 1;
        let key = self.runner.key();
        let known = self.table.get(key);
        if let Some(entry) = known
            && !wide
            && self.trusts
        {
            let value = from_table(entry.value, ply);
            let deep = i32::from(entry.depth) >= depth || value.abs() > MOST;
            let enough = match entry.bound {
                Bound::Exact => deep,
                Bound::Lower => value >= beta && (deep || value > MOST),
                Bound::Upper => value <= alpha && (deep || value < -MOST),
            };
            if enough {
                return value;
            }
        }
        let count = self.runner.moves();
        if count == 0 {
            // A script failed, or the rules leave it open.
            self.fault = self.runner.fault().cloned();
            self.stopped |= self.fault.is_some();
            return 0;
        }
        let side = self.runner.to_move();
        self.arrange(ply, side, known.and_then(|e| e.mv).map(u32::from));
        let depth = if count == 1 && ply < DEEPEST / 2 { depth + 1 } else { depth };
        // What it looks worth, where nothing near is proved.
        let calm = self.reduce && !wide && alpha.abs() < MOST && beta.abs() < MOST;
        let looks = if calm { self.eval.value(&mut self.runner) } else { 0 };
        self.plies[ply].looks = calm.then_some(looks);
        let before = ply.checked_sub(2).and_then(|two| self.plies[two].looks);
        let improves = calm && before.is_some_and(|before| looks > before);
        if calm && depth <= SHALLOW && looks - CLEARLY * (depth - i32::from(improves)) >= beta {
            return looks;
        }
        if calm && depth >= 3 && looks >= beta && count >= FREE && !self.plies[ply].waited {
            let less = 2 + depth / 4 + ((looks - beta) / 150).min(2);
            let value = self.waiting(depth - 1 - less, beta, ply);
            if self.stopped {
                return 0;
            }
            if value >= Some(beta) {
                return beta;
            }
        }
        let mut left_out = false;
        let (mut best, mut best_move, first_alpha) = (-INFINITE, None, alpha);
        for at in 0..count as usize {
            let n = self.pick(ply, at);
            let step = self.plies[ply].steps[n as usize];
            if calm && best > -MOST && self.hopeless(depth, at, (looks, improves), alpha, ply, &step) {
                left_out = true;
                continue;
            }
            let Some(sign) = self.make(n) else { return 0 };
            let less = self.less(depth, at, ply, &step);
            let mut value;
            if at == 0 {
                value = sign.of(self.look(depth - 1, sign.window(alpha, beta), ply + 1));
            } else {
                value = sign.of(self.look(depth - 1 - less, sign.window(alpha, alpha + 1), ply + 1));
                if less > 0 && value > alpha && !self.stopped {
                    value = sign.of(self.look(depth - 1, sign.window(alpha, alpha + 1), ply + 1));
                }
                if value > alpha && value < beta && !self.stopped {
                    value = sign.of(self.look(depth - 1, sign.window(alpha, beta), ply + 1));
                }
            }
            self.runner.undo();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(n);
                    let (before, after) = self.plies.split_at_mut(ply + 1);
                    if let (Some(own), Some(next)) = (before.last_mut(), after.first()) {
                        own.line.clear();
                        own.line.push(n);
                        own.line.extend_from_slice(&next.line);
                    }
                }
                if alpha >= beta {
                    self.reward(ply, side, &step, depth, at);
                    break;
                }
            }
        }
        if left_out {
            // What was not looked at may be no loss.
            best = best.max(-MOST);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let mv = best_move.or(known.and_then(|e| e.mv).map(u32::from)).and_then(|n| u16::try_from(n).ok());
        let depth = depth.clamp(0, 255) as u8;
        self.table.put(key, Entry { mv, depth, bound, value: to_table(best, ply) });
        best
    }

    /// What it is worth at least to let the other side move twice in a row (null move: Beal 1989, Donninger 1993), if
    /// the turn can be handed on.
    fn waiting(&mut self, depth: i32, beta: i32, ply: usize) -> Option<i32> {
        let mover = self.runner.to_move();
        if !self.runner.wait() {
            return None;
        }
        self.nodes += self.cost;
        // Where the game is over or the same side is to move again, nothing was learnt.
        let asked = self.runner.verdict().is_none() && self.runner.to_move() != mover;
        self.plies[ply + 1].waited = true;
        let value = asked.then(|| -self.look(depth, (-beta, 1 - beta), ply + 1));
        self.plies[ply + 1].waited = false;
        self.runner.undo();
        value
    }

    /// Follows captures and promotions until the position is quiet.
    fn settle(&mut self, left: i32, (mut alpha, beta): (i32, i32), ply: usize) -> i32 {
        self.plies[ply].line.clear();
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.end(ply) {
            return value;
        }
        if !self.captures || left <= 0 || ply >= DEEPEST {
            return self.eval.value(&mut self.runner);
        }
        let side = self.runner.to_move();
        self.arrange(ply, side, None);
        if self.plies[ply].steps.is_empty() {
            // A script failed, or the rules leave it open.
            self.fault = self.runner.fault().cloned();
            self.stopped |= self.fault.is_some();
            return 0;
        }
        let loud = |step: &Step| step.captures > 0 || step.becomes.is_some();
        let forced = self.plies[ply].steps.iter().all(loud);
        let mut best = -INFINITE;
        if !forced {
            best = self.eval.value(&mut self.runner);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        for at in 0..self.plies[ply].steps.len() {
            let n = self.pick(ply, at);
            let step = self.plies[ply].steps[n as usize];
            if !loud(&step) {
                continue;
            }
            let Some(sign) = self.make(n) else { return 0 };
            let value = sign.of(self.settle(left - 1, sign.window(alpha, beta), ply + 1));
            self.runner.undo();
            if self.stopped {
                return 0;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        // What was left out here may be better than a loss.
        if forced { best } else { best.max(-MOST) }
    }

    /// Whether a move is left out near the end of a line: nothing special, and late, or in a position that is clearly
    /// worse than what there is already. `looks`: what the position looks worth, and whether it improves.
    fn hopeless(&self, depth: i32, at: usize, looks: (i32, bool), alpha: i32, ply: usize, step: &Step) -> bool {
        let special = step.captures > 0 || step.becomes.is_some() || self.plies[ply].killers.contains(&Some(*step));
        let worse = depth <= SHALLOW && looks.0 + CLEARLY * depth <= alpha;
        let late = depth <= LATE && at as i32 >= 3 + depth * depth;
        !special && (worse || late)
    }

    /// How much less deeply a move is looked at that stands late and is nothing special.
    fn less(&self, depth: i32, at: usize, ply: usize, step: &Step) -> i32 {
        let special = step.captures > 0 || step.becomes.is_some() || self.plies[ply].killers.contains(&Some(*step));
        if !self.reduce || special || at < 3 || depth < 3 {
            return 0;
        }
        // About ln(at) * ln(depth) / 1.65, in whole numbers, which are the same on every machine.
        let fourth = |n: u64| (n * n * n * n).ilog2();
        let late = fourth(at.min(1000) as u64) * fourth(depth as u64) / 55;
        (late as i32).clamp(1, depth - 2)
    }

    /// Fills the list of moves of a ply with a guess at each.
    fn arrange(&mut self, ply: usize, side: SideId, first: Option<u32>) {
        let Ply { steps, order, killers, .. } = &mut self.plies[ply];
        self.runner.steps(steps);
        order.clear();
        for (n, step) in steps.iter().enumerate() {
            let mut guess = self.eval.gain(side, step) / 16;
            if Some(n as u32) == first {
                guess = i32::MAX;
            } else if step.captures > 0 || step.becomes.is_some() {
                guess += 1 << 24;
                guess += i32::from(step.captures) << 16;
            } else if killers.contains(&Some(*step)) {
                guess += 1 << 20;
            } else if let (Some(kind), Some(to)) = (step.kind, step.to) {
                let at = (usize::from(side) * self.kinds + usize::from(kind)) * self.sites + usize::from(to);
                guess += self.history.get(at).copied().unwrap_or(0);
            }
            order.push((guess, n as u32));
        }
    }

    /// The most promising of the moves from `at` on: the first of them where several are alike.
    fn pick(&mut self, ply: usize, at: usize) -> u32 {
        let order = &mut self.plies[ply].order;
        let mut best = at;
        for n in at + 1..order.len() {
            if order[n].0 > order[best].0 {
                best = n;
            }
        }
        order[at..=best].rotate_right(1);
        order[at].1
    }

    /// A quiet move that was good is looked at earlier next time; those before it, which were not, later.
    fn reward(&mut self, ply: usize, side: SideId, step: &Step, depth: i32, at: usize) {
        if step.captures > 0 || step.becomes.is_some() {
            return;
        }
        let gain = (depth * depth).min(400);
        let killers = &mut self.plies[ply].killers;
        if killers[0] != Some(*step) {
            *killers = [Some(*step), killers[0]];
        }
        let Ply { steps, order, .. } = &self.plies[ply];
        for (place, (_, n)) in order.iter().take(at + 1).enumerate() {
            let step = &steps[*n as usize];
            if let (Some(kind), Some(to)) = (step.kind, step.to) {
                let slot = (usize::from(side) * self.kinds + usize::from(kind)) * self.sites + usize::from(to);
                if let Some(held) = self.history.get_mut(slot) {
                    let by = if place == at { gain } else { -gain };
                    // Nears its bound and never passes it.
                    *held += by * 32 - *held * gain / 512;
                }
            }
        }
    }
}

/// How the value of the position after a move is read by the side that made it.
#[derive(Clone, Copy, Debug)]
enum Sign {
    /// The same side is to move again.
    Same,
    Other,
}

impl Sign {
    fn of(self, value: i32) -> i32 {
        match self {
            Sign::Same => value,
            Sign::Other => -value,
        }
    }

    fn window(self, alpha: i32, beta: i32) -> (i32, i32) {
        match self {
            Sign::Same => (alpha, beta),
            Sign::Other => (-beta, -alpha),
        }
    }
}

/// In the table a win counts from its own position, not from the root.
fn to_table(value: i32, ply: usize) -> i16 {
    let value = match value {
        v if v > MOST => v + ply as i32,
        v if v < -MOST => v - ply as i32,
        v => v,
    };
    value.clamp(-WIN, WIN) as i16
}

fn from_table(value: i16, ply: usize) -> i32 {
    match i32::from(value) {
        v if v > MOST + LONGEST / 8 => v - ply as i32,
        v if v < -MOST - LONGEST / 8 => v + ply as i32,
        v => v.clamp(-MOST, MOST),
    }
}
