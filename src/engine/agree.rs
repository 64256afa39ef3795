//! One meaning, two executions: holding the compiled generator to the interpreter.

use super::moves::Move;
use super::play::Play;
use super::position::Position;

/// Whether both executions give the same legal moves in the present position, leading to the same positions with
/// the same outcomes. `None`: the game is not compiled, so there is only one.
///
/// # Errors
/// What the two give, where they differ: choices that only the compiled form has, and those that only the
/// interpreter has.
pub fn executions_agree(play: &Play) -> Option<Result<(), Disagreement>> {
    let compiled = play.game().compiled().ok()?;
    let mut fast = compiled.choices(play);
    // Compiled games ask no hooks, so nothing fails here.
    let mut slow: Vec<(Move, Position)> = play
        .choices(true)
        .ok()?
        .into_iter()
        .filter_map(|made| {
            let mut after = play.clone();
            let mv = made.mv.clone();
            after.make(made).ok()?;
            Some((mv, after.position().clone()))
        })
        .collect();
    fast.iter_mut().for_each(plain);
    slow.iter_mut().for_each(plain);
    let only = |these: &[(Move, Position)], those: &[(Move, Position)]| {
        these.iter().filter(|choice| !those.contains(choice)).cloned().collect::<Vec<_>>()
    };
    let found = Disagreement { compiled: only(&fast, &slow), interpreted: only(&slow, &fast) };
    let same = fast.len() == slow.len() && found.compiled.is_empty() && found.interpreted.is_empty();
    Some(if same { Ok(()) } else { Err(found) })
}

/// Choices that one execution has and the other has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Only the compiled generator has these.
    pub compiled: Vec<(Move, Position)>,
    /// Only the interpreter has these.
    pub interpreted: Vec<(Move, Position)>,
}

/// Of several paths that are one move each execution may tell another, and that the rules leave a position
/// unsettled is found by the compiled form only when nothing is left to play.
fn plain(choice: &mut (Move, Position)) {
    let (mv, position) = choice;
    mv.captured.sort_by_key(|c| c.0);
    let last = mv.to();
    mv.trail.clear();
    mv.trail.extend(last);
    position.outcome = position.outcome.take().filter(|o| o.span.is_some());
}
