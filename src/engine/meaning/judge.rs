//! How a game ends (docs/book/endings.md): the endings, in file order.

use super::{Facts, Scene, legal, turn};
use crate::board::Site;
use crate::engine::game::Game;
use crate::engine::hook::Calls;
use crate::engine::moves::Move;
use crate::engine::play::Occurrence;
use crate::engine::position::{Outcome, Position, Verdict};
use crate::engine::trace::Part;
use crate::ruleset::item::HookPoint;
use crate::ruleset::{End, EndResult, PhaseId, Sel, SideId, Who};

/// Judges a position after a move, or a typed one without. Sides that are out are taken out of it; the
/// outcome is written into it. `made` is the move, where its piece landed, and the phase it was made in. A script is asked
/// for a result only after a move.
pub(crate) fn judge(
    game: &Game,
    position: &mut Position,
    history: &[Occurrence],
    made: Option<(&Move, Option<Site>, PhaseId)>,
    hooks: Option<&Calls>,
) {
    let facts = made.map(|(mv, ..)| Facts::of(mv));
    let moved = made.and_then(|(_, moved, _)| moved);
    let mover = made.map(|(mv, ..)| mv.side).or(position.last);
    // Each round either ends the game or takes a side out, so there are at most as many as sides.
    for _ in 0..=game.rules().sides.len() {
        let scene = Scene {
            mover,
            moved,
            left: made.and_then(|(mv, ..)| mv.from()),
            facts: facts.as_ref(),
            phase: made.map_or(position.phase, |m| m.2),
            ..Scene::before(game, position, history, mover.unwrap_or(position.to_move))
        };
        match first_ending(&scene.asking(hooks), made.map(|m| m.0)) {
            Ending::None => break,
            Ending::Over(outcome) => {
                position.outcome = Some(outcome);
                return;
            }
            Ending::Out(side, leave) => take_out(game, position, side, leave),
        }
    }
    let scene = Scene::before(game, position, history, position.to_move).asking(hooks);
    if !legal::has_any(&scene) {
        let side = &game.rules().sides[position.to_move as usize].name;
        let reason = format!("the rules do not say what happens when {side} cannot move");
        position.outcome = Some(Outcome { result: Verdict::Unsettled, reason, span: None });
    }
}

enum Ending {
    None,
    Over(Outcome),
    Out(SideId, bool),
}

fn first_ending(scene: &Scene, made: Option<&Move>) -> Ending {
    for end in &scene.game.rules().ends {
        for player in players(scene) {
            let scene = Scene { player: Some(player), ..*scene };
            if !scene.holds(&end.cond) {
                scene.game.note(end.span, Part::End, false);
                continue;
            }
            let over = |result, reason| Ending::Over(Outcome { result, reason, span: Some(end.span) });
            let decided = decide(&scene, end, made);
            scene.game.note(end.span, Part::End, decided.is_some());
            // A script is told no player, so it is asked once.
            let asked = matches!(end.result, EndResult::Hook(_)) && decided.is_none();
            match decided {
                Some(Decided::Over(verdict)) => return over(verdict, end.reason.clone()),
                Some(Decided::ByHook(verdict, reason)) => return over(verdict, reason),
                Some(Decided::Out(side, leave)) => return Ending::Out(side, leave),
                None if asked => break,
                None => {}
            }
        }
    }
    Ending::None
}

/// The sides for which a clause is tried: the mover first, then in the order of turns.
fn players(scene: &Scene) -> Vec<SideId> {
    let sides = scene.game.rules().sides.len() as SideId;
    let first = scene.mover.unwrap_or(scene.position.to_move);
    (0..sides).map(|n| (first + n) % sides).filter(|s| !scene.position.is_out(*s)).collect()
}

enum Decided {
    Over(Verdict),
    /// A script decided, for this reason.
    ByHook(Verdict, String),
    Out(SideId, bool),
}

fn decide(scene: &Scene, end: &End, made: Option<&Move>) -> Option<Decided> {
    let one = |who: &Who| {
        let mut sides = scene.sides(who);
        sides.next().filter(|_| sides.next().is_none())
    };
    let in_play: Vec<SideId> = {
        let bits = scene.in_play();
        (0..16).filter(|s| bits >> s & 1 == 1).collect()
    };
    match &end.result {
        EndResult::Draw => Some(Decided::Over(Verdict::Draw)),
        EndResult::Wins(who) => Some(Decided::Over(Verdict::Win(one(who)?))),
        EndResult::Loses(who) => {
            let loser = one(who)?;
            let others: Vec<SideId> = in_play.iter().copied().filter(|s| *s != loser).collect();
            match others.as_slice() {
                [winner] => Some(Decided::Over(Verdict::Win(*winner))),
                _ => in_play.contains(&loser).then_some(Decided::Out(loser, false)),
            }
        }
        EndResult::Out(who, leave) => {
            let side = one(who)?;
            in_play.contains(&side).then_some(Decided::Out(side, *leave))
        }
        EndResult::LastPlayer => match in_play.as_slice() {
            [winner] => Some(Decided::Over(Verdict::Win(*winner))),
            _ => None,
        },
        EndResult::HighestScore => {
            let scores: Vec<(SideId, i64)> = in_play.iter().map(|s| (*s, score(scene, *s))).collect();
            let best = scores.iter().map(|s| s.1).max()?;
            let leaders: Vec<SideId> = scores.iter().filter(|s| s.1 == best).map(|s| s.0).collect();
            let verdict = match leaders.as_slice() {
                [winner] => Verdict::Win(*winner),
                _ => Verdict::Draw,
            };
            let counted = scene.game.rules().hooks.iter().find(|h| h.point == HookPoint::Score);
            Some(match counted.filter(|_| scene.game.rules().score.is_none() && scene.game.rules().worths.is_empty()) {
                Some(hook) => Decided::ByHook(verdict, by_house_rule(&end.reason, &hook.decides)),
                None => Decided::Over(verdict),
            })
        }
        EndResult::Hook(function) => {
            let (verdict, said) = scene.hooks?.ending(function, scene.position, scene.history, made?)?;
            let decides = scene.game.rules().hooks.iter().find(|h| h.function == *function).map(|h| &h.decides);
            if let Verdict::Win(side) = verdict
                && scene.position.is_out(side)
            {
                let name = &scene.game.rules().sides[side as usize].name;
                scene.hooks?.refuse(HookPoint::Ending, function, made, &format!("{name} is out and cannot win"));
                return None;
            }
            let reason = said.unwrap_or_else(|| end.reason.clone());
            Some(Decided::ByHook(verdict, decides.map_or(reason.clone(), |d| by_house_rule(&reason, d))))
        }
    }
}

/// What a side's score is: what the rules count, or a script says; 0 where neither does.
pub(crate) fn score(scene: &Scene, side: SideId) -> i64 {
    let scene = Scene { player: Some(side), ..*scene }.acting(side);
    let rules = scene.game.rules();
    let added: i64 = rules.adds.iter().filter(|(s, _)| *s == side).map(|(_, n)| i64::from(*n)).sum();
    let worth = |(n, sel): &(u32, Sel)| i64::from(*n) * scene.select(sel).len() as i64;
    match (&rules.score, scene.hooks) {
        _ if !rules.worths.is_empty() => added + rules.worths.iter().map(worth).sum::<i64>(),
        (Some(counted), _) => added + scene.select(counted).len() as i64,
        (None, Some(hooks)) => hooks.score(scene.position, scene.history, side),
        (None, None) => added,
    }
}

/// The reason of an ending that a script decided.
fn by_house_rule(reason: &str, decides: &str) -> String {
    format!("{reason}; a house rule: {decides}")
}

/// A side is out: its turn is passed over and, where the rules say so, its pieces leave.
fn take_out(game: &Game, position: &mut Position, side: SideId, leave: bool) {
    position.out |= 1 << side;
    if leave {
        for cell in &mut position.cells {
            if cell.is_some_and(|p| p.owner == Some(side)) {
                *cell = None;
            }
        }
    }
    if position.to_move == side {
        position.to_move = turn::after(game, position, side);
    }
}
