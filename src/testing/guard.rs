//! What holds of every position, whatever an example says: a recorded answer freezes a bug as gladly as a truth, and a
//! guard does not. Each guard is a function that gives a sentence when it fails.

use crate::board::{Compass, CompassSet, Shape, Site, SiteSet};
use crate::engine::{Action, Game, Move, Play, Position, Runner, Symmetry, executions_agree};
use crate::notation::{move_text, move_texts, read_move, read_position, write_position};
use crate::render::move_sites;
use crate::ruleset::item::Verb;
use crate::ruleset::{ConfinementRule, Kind, Motion, Num, Sel, SideId};
use std::collections::HashSet;

/// A guard that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    /// What is wrong, in a sentence without a full stop.
    pub sentence: String,
    /// The sites that it speaks of.
    pub sites: SiteSet,
}

/// What is compared one with each of the others is left out where a position has more moves.
const MANY: usize = 400;

/// After how many moves of a position it is asked how the fast generator goes on.
const FOLLOWED: usize = 3;

/// How many moves a sentence names.
const NAMED: usize = 4;

/// The guards, over the positions of a companion.
#[derive(Default)]
pub(super) struct Guards {
    /// Positions that were looked at: the rules, and the position. Asked for members alone.
    seen: HashSet<(u64, Position)>,
    /// The reflections of the rules that were looked at.
    mirrors: Vec<(u64, Option<Symmetry>)>,
}

impl Guards {
    /// Holds all guards over a position, once.
    pub(super) fn watch(&mut self, play: &Play) -> Vec<Broken> {
        let rules = play.game().rules().hash;
        if !self.seen.insert((rules, play.position().clone())) {
            return Vec::new();
        }
        // A script that fails is told where it is asked.
        let Ok(legal) = play.moves() else { return Vec::new() };
        let mirror = match self.mirrors.iter().find(|(hash, _)| *hash == rules) {
            Some((_, known)) => known.clone(),
            None => {
                let found = Symmetry::mirror(play.game());
                self.mirrors.push((rules, found.clone()));
                found
            }
        };
        let guards = [
            undoing(play, &legal),
            text_and_back(play),
            moves_and_back(play, &legal),
            two_executions(play, &legal),
            carried_on(play, &legal),
            mirror.and_then(|mirror| mirrored(play, &mirror)),
            way_back(play, &legal),
        ];
        guards.into_iter().flatten().collect()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "what a guard that fails returns")]
fn broken(sentence: String, sites: SiteSet) -> Option<Broken> {
    Some(Broken { sentence, sites })
}

/// Playing a move and taking it back gives the same position; a game that is not over has a move, and one that is has none.
fn undoing(play: &Play, legal: &[Move]) -> Option<Broken> {
    if play.outcome().is_some() != legal.is_empty() {
        let what = if legal.is_empty() { "is not over, and there is no move" } else { "is over, and there are moves" };
        return broken(format!("the game {what}"), SiteSet::EMPTY);
    }
    for made in play.choices(true).ok()?.into_iter().take(MANY) {
        let mv = made.mv.clone();
        let mut after = play.clone();
        // A script that fails is told where it is asked.
        if after.make(made).is_err() {
            continue;
        }
        let back = after.undo();
        let same =
            after.position() == play.position() && after.history() == play.history() && after.key() == play.key();
        if back.as_ref() != Some(&mv) || !same {
            let text = move_text(&mv, legal, play.game());
            return broken(format!("after {text} is played and taken back the position is another"), move_sites(&mv));
        }
    }
    None
}

/// The text of a position is read back as the same position.
fn text_and_back(play: &Play) -> Option<Broken> {
    let text = write_position(play.position(), play.history(), play.game());
    let here = Position { outcome: None, ..play.position().clone() };
    match read_position(&text, play.game()) {
        Err(error) => {
            broken(format!("the position is written as `{text}`, and that cannot be read: {error}"), SiteSet::EMPTY)
        }
        Ok(read) if read.position == here && read.history == play.history() => None,
        Ok(read) => {
            let sites = super::ask::differing(&read.position, &here);
            broken(format!("the position is written as `{text}`, and that is read as another position"), sites)
        }
    }
}

/// The text of each legal move is read back as that move.
fn moves_and_back(play: &Play, legal: &[Move]) -> Option<Broken> {
    if legal.len() > MANY {
        return None;
    }
    let texts = move_texts(legal, play.game());
    let wrong = legal.iter().zip(&texts).find(|(mv, text)| read_move(text, legal, play.game()).as_ref() != Ok(*mv));
    let (mv, text) = wrong?;
    broken(format!("a legal move is written `{text}`, and that is not read as this move"), move_sites(mv))
}

/// The fast generator keeps a state of its own while it plays on: after a move, captures first, it has the moves that the
/// interpreter finds in the position.
fn carried_on(play: &Play, legal: &[Move]) -> Option<Broken> {
    if legal.len() > MANY || play.game().compiled().is_err() {
        return None;
    }
    let mut runner = Runner::from_play(play);
    let all: Vec<Move> = listed(&mut runner);
    let (fast, slow) = (move_texts(&all, play.game()), move_texts(legal, play.game()));
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|n| all[*n].captured.is_empty());
    for n in order.into_iter().take(FOLLOWED) {
        let Some(mv) = slow.iter().position(|text| *text == fast[n]).and_then(|at| legal.get(at)) else { continue };
        let mut after = play.clone();
        if after.play(mv).is_err() || !runner.play(n as u32) {
            continue;
        }
        let (mut ours, mut theirs) =
            (move_texts(&listed(&mut runner), play.game()), move_texts(&after.moves().ok()?, play.game()));
        runner.undo();
        // It asks for the next moves again, as whoever plays on would.
        runner.moves();
        ours.sort();
        theirs.sort();
        if ours != theirs {
            let only = |these: &[String], those: &[String]| {
                some(&these.iter().filter(|t| !those.contains(t)).cloned().collect::<Vec<_>>())
            };
            let sentence = format!(
                "after {} the fast generator and the path interpreter differ: the one has {}, the other {}",
                fast[n],
                only(&ours, &theirs),
                only(&theirs, &ours)
            );
            return broken(sentence, move_sites(mv));
        }
    }
    None
}

fn listed(runner: &mut Runner) -> Vec<Move> {
    (0..runner.moves()).filter_map(|n| runner.mv(n)).collect()
}

/// The fast generator and the path interpreter give the same moves, to the same positions.
fn two_executions(play: &Play, legal: &[Move]) -> Option<Broken> {
    if legal.len() > MANY {
        return None;
    }
    let differ = executions_agree(play)?.err()?;
    let moves = |choices: &[(Move, Position)]| {
        let legal: Vec<Move> = choices.iter().map(|(mv, _)| mv.clone()).collect();
        some(&move_texts(&legal, play.game()))
    };
    let all = differ.compiled.iter().chain(&differ.interpreted);
    let sites = all.fold(SiteSet::EMPTY, |set, (mv, _)| set.or(move_sites(mv)));
    let sentence = format!(
        "the fast generator and the path interpreter differ: the one has {}, the other {}",
        moves(&differ.compiled),
        moves(&differ.interpreted)
    );
    broken(sentence, sites)
}

/// Some of the texts.
fn some(texts: &[String]) -> String {
    match texts {
        [] => "nothing more".to_owned(),
        few if few.len() <= NAMED => few.join(", "),
        many => format!("{} and {} more", many.get(..NAMED).unwrap_or_default().join(", "), many.len() - NAMED),
    }
}

/// Of several paths that are one move each position may tell another.
fn plain(mv: &Move) -> Move {
    let mut plain = mv.clone();
    plain.captured.sort_by_key(|c| c.0);
    // Choices of several alike may stand in the order of their sites.
    plain.picks.sort_unstable();
    if matches!(mv.action, Action::Drops(_)) {
        plain.trail.sort_unstable();
    } else {
        plain.trail = mv.to().into_iter().collect();
    }
    plain
}

/// Where the rules are the same to the west and to the east, the mirrored position has the mirrored moves.
fn mirrored(play: &Play, mirror: &Symmetry) -> Option<Broken> {
    let game = play.game();
    // Neither has a history, which cannot be mirrored.
    let here = Play::from_position(game, Position { outcome: None, ..play.position().clone() }, Vec::new()).ok()?;
    let there = Play::from_position(game, mirror.position(play.position()), Vec::new()).ok()?;
    let (ours, theirs) = (here.moves().ok()?, there.moves().ok()?);
    if ours.len() > MANY || theirs.len() > MANY {
        return None;
    }
    let turned: Vec<Move> = theirs.iter().map(|mv| plain(&mirror.mv(mv))).collect();
    let own: Vec<Move> = ours.iter().map(plain).collect();
    let text = || write_position(there.position(), &[], game);
    if let Some((mv, _)) = ours.iter().zip(&own).find(|(_, mv)| !turned.contains(mv)) {
        let sentence = format!(
            "the rules are the same to the west and to the east, and {} is legal here, but its mirror image is not in `{}`",
            move_text(mv, &ours, game),
            text()
        );
        return broken(sentence, move_sites(mv));
    }
    if let Some((mv, turned)) = theirs.iter().zip(&turned).find(|(_, turned)| !own.contains(turned)) {
        let sentence = format!(
            "the rules are the same to the west and to the east, and {} is legal in `{}`, but its mirror image is not here",
            move_text(mv, &theirs, game),
            text()
        );
        return broken(sentence, move_sites(turned));
    }
    let ends = |play: &Play| play.outcome().map(|o| o.result.clone());
    if ends(&here) != ends(&there) {
        let sentence = format!(
            "the rules are the same to the west and to the east, and the mirrored position `{}` ends otherwise",
            text()
        );
        return broken(sentence, SiteSet::EMPTY);
    }
    None
}

/// A way that is open from a to b, by a line of the rules that is the same in both directions, is open from b to a.
fn way_back(play: &Play, legal: &[Move]) -> Option<Broken> {
    let (game, position) = (play.game(), play.position());
    let rules = game.rules();
    // What forbids a move for other reasons than its way would have to be the same there.
    if game.asks_hooks() || !rules.illegal.is_empty() || !rules.filters.is_empty() || !position.forfeit.is_empty() {
        return None;
    }
    if rules.board.shape() == Shape::Graph {
        return None;
    }
    for mv in legal {
        let (Action::Piece { from, kind }, Some(to)) = (mv.action, mv.to()) else { continue };
        let quiet = mv.captured.is_empty() && mv.picks.is_empty() && mv.becomes.is_none() && mv.trail.len() == 1;
        let of_kind = rules.kinds.get(usize::from(kind));
        if !quiet || !of_kind.is_some_and(|kind| goes_back(kind, mv.side) && may_be_on(kind, from, mv.side)) {
            continue;
        }
        let mut there = Position { outcome: None, ..position.clone() };
        there.cells.swap(usize::from(from), usize::from(to));
        let Ok(there) = Play::from_position(game, there, Vec::new()) else { continue };
        let Ok(back) = there.moves() else { continue };
        // Standing there may end the game.
        if there.outcome().is_some() || back.iter().any(|mv| mv.from() == Some(to) && mv.to() == Some(from)) {
            continue;
        }
        let name = |site: Site| rules.board.name(site);
        let kind = of_kind.map_or("piece", |k| k.name.as_str());
        let sentence = format!(
            "a {kind} may go from {} to {}, and if it stood there it could not go back, though its line is the same both ways",
            name(from),
            name(to)
        );
        return broken(sentence, move_sites(mv));
    }
    None
}

/// Whether all that a kind does is to step or slide, in directions that go back as well, to empty sites.
fn goes_back(kind: &Kind, side: SideId) -> bool {
    let line = |motion: &Motion| {
        let [leg] = motion.legs.as_slice() else { return false };
        let plain = motion.from.is_none() && motion.when.is_empty() && motion.repeat.is_none();
        let quiet = motion.effects.is_empty() && motion.leaving.is_none();
        let empty = match &leg.to {
            Some((sel, _)) => *sel == Sel::Empty,
            None => false,
        };
        // What also captures says so beside what it does without.
        let lands = empty && (leg.capturing.is_none() || leg.either);
        let verb = matches!(leg.verb, Verb::Step | Verb::Slide);
        // What is counted may be otherwise there.
        let range = leg.range.as_ref().is_none_or(|(_, n, _)| matches!(n, Num::Fixed(_)));
        let dirs = leg.dirs.all || leg.dirs.compass.0.get(usize::from(side)).is_some_and(|set| reverses(*set));
        plain && quiet && lands && verb && range && dirs && !leg.dirs.onward && leg.over.is_none() && leg.past.is_none()
    };
    kind.becomes.is_empty() && kind.motions.iter().all(line)
}

fn reverses(set: CompassSet) -> bool {
    Compass::ALL.iter().all(|c| set.contains(*c) == set.contains(c.opposite()))
}

/// Whether the kind may stop where it comes from.
fn may_be_on(kind: &Kind, site: Site, side: SideId) -> bool {
    kind.confined.iter().all(|line| {
        let Sel::Fixed(sets) = &line.zone else { return false };
        let inside = sets.0.get(usize::from(side)).is_some_and(|set| set.contains(site));
        match line.rule {
            ConfinementRule::StaysIn => inside,
            ConfinementRule::NeverEnters => !inside,
            ConfinementRule::NeverPasses | ConfinementRule::NeverStopsIn => false,
        }
    })
}

/// Whether a game's rules are the same to the west and to the east, as far as the guards can tell.
pub fn is_mirror_symmetric(game: &Game) -> bool {
    Symmetry::mirror(game).is_some()
}
