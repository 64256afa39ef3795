//! Checks that need the whole: calls that lead back to themselves, moves that ask which moves there are, levels.

use super::super::code::{ASKS_ITSELF, ATTACK_IN_CAPTURE, CIRCULAR};
use super::super::rules::{CallId, Cond, CondKind, Rules, Sel};
use super::super::visit::{self, Visitor};
use super::places::{self, Place};
use super::world::World;

/// What is mentioned, calls followed.
#[expect(clippy::struct_excessive_bools, reason = "words, each mentioned or not")]
struct Mentions {
    /// `cannot move`, `nobody can move`
    cannot_move: bool,
    /// `attacked`, `safe`
    attacked: bool,
    /// `stuck`
    stuck: bool,
    /// `position occurs`, `throughout`: positions are compared.
    history: bool,
    /// The calls that were met.
    called: Vec<bool>,
    /// Those of them that are still to be followed.
    open: Vec<CallId>,
}

impl Mentions {
    /// What is mentioned by what the function visits.
    fn of(rules: &Rules, look: impl FnOnce(&mut Mentions)) -> Mentions {
        let called = vec![false; rules.calls.len()];
        let mut mentions =
            Mentions { cannot_move: false, attacked: false, stuck: false, history: false, called, open: Vec::new() };
        look(&mut mentions);
        while let Some(call) = mentions.open.pop() {
            if let Some(call) = rules.calls.get(call as usize) {
                visit::call(call, &mut mentions);
            }
        }
        mentions
    }

    fn meet(&mut self, call: CallId) {
        if let Some(met) = self.called.get_mut(call as usize).filter(|met| !**met) {
            *met = true;
            self.open.push(call);
        }
    }
}

impl Visitor for Mentions {
    fn sel(&mut self, s: &Sel) {
        match s {
            Sel::Stuck => self.stuck = true,
            Sel::Attacked(_) => self.attacked = true,
            Sel::Called(call) => self.meet(*call),
            _ => {}
        }
    }

    fn cond(&mut self, c: &Cond) {
        match &c.kind {
            CondKind::NobodyCanMove | CondKind::CannotMove(..) | CondKind::CannotReach(..) => self.cannot_move = true,
            CondKind::Occurs { board_only: false, .. } | CondKind::Throughout(_) => self.history = true,
            CondKind::SideCalled(_, call) => self.meet(*call),
            _ => {}
        }
    }
}

/// A call that refers to itself is an error. Whether there is none.
pub(super) fn calls(world: &mut World<'_>, rules: &Rules) -> bool {
    let errors = world.errors.len();
    for (n, call) in rules.calls.iter().enumerate() {
        if Mentions::of(rules, |m| visit::call(call, m)).called[n] {
            let message = format!("call `{}` leads back to itself", call.name);
            world.error(&CIRCULAR, call.span, message, "say what it means without asking it again");
        }
    }
    world.errors.len() == errors
}

/// No move may depend on which moves there are, else it would ask itself (docs/book/legality.md):
/// `attacked` asks how pieces that capture go; `stuck` how all pieces go and what they do then; `cannot move` asks for
/// whole moves; and so does the comparison of positions where there are marks, whose difference is the moves that they
/// allow. What is asked after a move, endings and `illegal` clauses, nobody asks in turn.
pub(super) fn questions(world: &mut World<'_>, rules: &Rules) {
    let counted = places::counted(rules);
    for (place, part, span) in places::all(rules, &counted) {
        let asked = Mentions::of(rules, |m| part.visit(m));
        if asked.attacked && place == (Place::Going { captures: true }) {
            let message = "a capture asks here who is attacked, which asks which captures there are";
            world.error(&ATTACK_IN_CAPTURE, span, message, AFTERWARDS);
        }
        let of_a_piece = matches!(place, Place::Going { .. } | Place::Doing);
        if asked.stuck && of_a_piece {
            let message = "a move asks here who is `stuck`, which asks which moves there are";
            let help = "leave it out, or say it in an `after every` block, with `illegal when ...` or in an ending";
            world.error(&ASKS_ITSELF, span, message, help);
        }
        if asked.cannot_move && (of_a_piece || place == Place::Whole) {
            let message = "a move asks here who can move, which asks which moves there are";
            world.error(&ASKS_ITSELF, span, message, AFTERWARDS);
        }
        if asked.history && !rules.marks.is_empty() && place != Place::After {
            let message =
                "a move asks here whether positions are the same, which by the marks asks which moves there are";
            world.error(&ASKS_ITSELF, span, message, AFTERWARDS);
        }
    }
}

const AFTERWARDS: &str = "leave it out, or say it with `illegal when ...` or in an ending";

/// `illegal` clauses that mention `cannot move`, through calls too, are judged after those that do not.
pub(super) fn levels(rules: &mut Rules) {
    let asks = |cond: &Cond| Mentions::of(rules, |m| visit::cond(cond, m)).cannot_move;
    let levels: Vec<u8> = rules.illegal.iter().map(|i| u8::from(asks(&i.cond))).collect();
    rules.illegal.iter_mut().zip(levels).for_each(|(clause, level)| clause.level = level);
}
