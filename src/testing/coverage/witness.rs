//! What the examples of a companion exercise: each question is put to a traced twin of the game, so that what is
//! noted is what the example says and not what it took to find that out.

use super::super::example::{Question, Text};
use super::super::state::State;
use super::{Hits, MatchWay};
use crate::board::Site;
use crate::engine::{Count, HookFault, Inquiry, Play, Trace, perft_slow};
use crate::match_play::{MatchOutcome, Step, first_turn};
use crate::notation::{read_move, read_shape, read_site};
use crate::open::Opened;
use crate::ruleset::Span;
use std::sync::Arc;

/// How far `perft` is followed: further down the same is asked again.
const MAX_PLIES: u32 = 2;

/// Notes of what examples exercise.
#[derive(Default)]
pub(in super::super) struct Witness {
    hits: Hits,
    /// Of each opened ruleset what was seen.
    traces: Vec<(Arc<Opened>, Trace)>,
}

impl Witness {
    /// All that was exercised.
    pub fn hits(mut self) -> Hits {
        for (opened, trace) in &self.traces {
            self.hits.add_seen(&opened.ruleset, &trace.seen());
        }
        self.hits
    }

    fn trace(&mut self, opened: &Arc<Opened>) -> Trace {
        if let Some((_, trace)) = self.traces.iter().find(|(o, _)| Arc::ptr_eq(o, opened)) {
            return trace.clone();
        }
        let trace = Trace::new();
        self.traces.push((opened.clone(), trace.clone()));
        trace
    }

    fn twin(&mut self, state: &State) -> Play {
        let trace = self.trace(&state.opened);
        state.play.in_game(&state.game().traced(&trace))
    }

    /// An example begins here: the position is judged.
    pub fn begun(&mut self, state: &mut State) {
        state.trace = Some(self.trace(&state.opened));
        let twin = self.twin(state);
        // What it comes to is known; it is asked once more so that it is noted. The same of who takes the first turn.
        let _ = Play::from_position(twin.game(), twin.position().clone(), twin.history().to_vec());
        let seats: Vec<usize> = (0..state.players.len()).collect();
        if twin.made().is_empty() {
            let _ = first_turn(twin.game(), &state.players, &seats, 0);
        }
    }

    /// The last move was played.
    pub fn played(&mut self, state: &State) {
        let mut twin = self.twin(state);
        if let Some(mv) = twin.undo() {
            let _ = twin.play(&mv);
        }
    }

    /// A question was asked. `stated`: the answer, where the author gives it.
    pub fn asked(&mut self, state: &mut State, question: &Question, stated: Option<&Text>, span: Span) {
        self.hits.add_settings(&state.opened.ruleset, state.opened.game.rules());
        let twin = self.twin(state);
        // A script that fails is told by whoever runs the example; nothing is noted of it.
        let _: Result<(), HookFault> = match question {
            Question::Moves(of) | Question::HowMany(of) => match of {
                None => twin.note_moves(None),
                Some(name) => site(&twin, name).map_or(Ok(()), |site| twin.note_moves(Some(site))),
            },
            Question::Why(mv) | Question::WhyNot(mv) => of_moves(&twin, std::slice::from_ref(mv)),
            Question::Legal | Question::Illegal => {
                stated.map_or(Ok(()), |stated| of_moves(&twin, &super::super::read::moves(stated)))
            }
            Question::Perft(depth) => {
                let mut twin = twin;
                perft_slow(&mut twin, (*depth).min(MAX_PLIES), Count::Moves).map(|_| ())
            }
            Question::Score(name) => match super::super::state::side(twin.game(), name) {
                Ok(side) => twin.score(side).map(|_| ()),
                Err(_) => Ok(()),
            },
            Question::Match | Question::FirstTurn | Question::NextRound => {
                self.of_match(state, span);
                Ok(())
            }
            // The position was judged when it came about.
            Question::Captured | Question::Now | Question::ToMove | Question::Outcome | Question::Best(_) => Ok(()),
        };
    }

    /// How the match stands. What its scripts are asked is noted by its game.
    fn of_match(&mut self, state: &mut State, span: Span) {
        let opened = state.opened.clone();
        let rules = opened.game.rules();
        if rules.match_play.is_none() {
            return;
        }
        let Ok(contest) = state.contest(span) else { return };
        let way = match contest.step() {
            Ok(Step::Over(result)) if matches!(result.outcome, MatchOutcome::Won(_)) => MatchWay::Won,
            Ok(Step::Over(_)) => MatchWay::Level,
            Ok(Step::Round(_) | Step::Choose { .. }) => MatchWay::GoesOn,
            Err(_) => return,
        };
        self.hits.add_match(&opened.ruleset, rules, way);
        if contest.planned() > contest.rules().rounds {
            self.hits.add_match(&opened.ruleset, rules, MatchWay::Added);
        }
    }
}

/// Why each of the moves is legal, or is not.
fn of_moves(twin: &Play, moves: &[Text]) -> Result<(), HookFault> {
    let legal = twin.game().quietly(|| twin.moves())?;
    let mut inquiry = Inquiry::new(twin)?;
    for text in moves {
        let question = read_shape(&text.text, &legal, twin.game()).ok().and_then(|shape| shape.question());
        match (question, read_move(&text.text, &legal, twin.game())) {
            (_, Ok(mv)) => twin.note_move(&mv)?,
            (Some(question), Err(_)) => inquiry.ask(&question).map(|_| ())?,
            (None, Err(_)) => {}
        }
    }
    Ok(())
}

fn site(twin: &Play, name: &Text) -> Option<Site> {
    read_site(&name.text, twin.game().board()).ok()
}
