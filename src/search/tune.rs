//! Learning from games against itself what the features of positions weigh: logistic regression of results (as
//! P. Österlund tuned his engine in 2014, and many after him) on the quiet positions that the searches led to.

use super::duel::opening;
use super::features::{Features, Survey};
use super::jobs::jobs;
use super::opponent::{Limits, Opponent};
use super::skill::Skill;
use crate::engine::{Dice, Game, HookFault, Runner, Verdict};

/// How weights are learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lessons {
    /// So often games are played with the weights learnt so far, and weights learnt from the games.
    pub rounds: u32,
    /// Games in a round.
    pub games: u32,
    /// Nodes for a move.
    pub nodes: u64,
    /// Random plies before a game, at most.
    pub opening: u32,
    /// After so many plies a game is drawn.
    pub cap: u32,
    /// The seed of everything.
    pub seed: u64,
    /// How many threads play; what is learnt is the same with any number.
    pub threads: usize,
}

/// How far a player errs on purpose in these games, in hundredths, so that they are not all alike.
const ERROR: i32 = 25;
/// Steps of the regression.
const STEPS: u32 = 400;
/// How much a weight is drawn to what every game begins with, as if by so many positions in which it counts: what is seldom
/// seen is not believed from a few games.
const DRAWN: f64 = 30.0;

/// A position: what is not 0 in it, and how the game ended, 1 for the first side.
struct Sample {
    amounts: Vec<(u16, i32)>,
    result: f64,
}

/// Learns the weights of a game of two sides; none where it has not two. `told` hears how many games are over.
///
/// # Errors
/// A script failed.
pub fn learn(
    game: &Game,
    skill: &Skill,
    lessons: &Lessons,
    told: &(dyn Fn(u32) + Sync),
) -> Result<Option<Skill>, HookFault> {
    let Some(features) = Features::of(game) else { return Ok(None) };
    let usual: Vec<i32> = features.list().iter().map(|f| f.usual).collect();
    let mut skill = skill.clone();
    let mut before: Vec<Sample> = Vec::new();
    for round in 0..lessons.rounds {
        let mut samples =
            play_games(game, &features, &skill, lessons, round, &|over| told(round * lessons.games + over))?;
        // Those of the round before are good for something too.
        let new = samples.len();
        samples.append(&mut before);
        let start = skill.weights_of(&features);
        let weights = regress(&samples, &start, &usual);
        skill = skill.weighing(&features, &weights);
        samples.truncate(new);
        before = samples;
    }
    Ok(Some(skill))
}

fn play_games(
    game: &Game,
    features: &Features,
    skill: &Skill,
    lessons: &Lessons,
    round: u32,
    told: &(dyn Fn(u32) + Sync),
) -> Result<Vec<Sample>, HookFault> {
    let job = |number: u32| {
        let id = u64::from(round) << 32 | u64::from(number);
        let seed = lessons.seed ^ (id + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        play_game(game, features, skill, lessons, seed)
    };
    Ok(jobs(lessons.games, lessons.threads, &job, told)?.into_iter().flatten().collect())
}

fn play_game(
    game: &Game,
    features: &Features,
    skill: &Skill,
    lessons: &Lessons,
    seed: u64,
) -> Result<Vec<Sample>, HookFault> {
    let mut dice = Dice::new(seed);
    let plies = dice.below(lessons.opening + 1);
    let mut play = opening(game, plies, &mut dice)?;
    let mut player = Opponent::erring(seed, ERROR).with_skill(skill.clone());
    let limits = Limits::nodes(lessons.nodes);
    let mut survey = Survey::new(game);
    let mut samples = Vec::new();
    while play.outcome().is_none() && play.made().len() < lessons.cap as usize {
        let Some(thought) = player.search_once(&play, &limits)? else { break };
        if !thought.score.is_proved() {
            let mut runner = Runner::from_play(&play);
            let numbers = thought.numbers.iter().take_while(|n| runner.play(**n)).count();
            if runner.verdict().is_none() && numbers == thought.numbers.len() {
                let mut amounts = Vec::new();
                features.each(&mut runner, &mut survey, |feature, amount| amounts.push((feature as u16, amount)));
                amounts.sort_unstable_by_key(|a| a.0);
                amounts.dedup_by(|a, b| {
                    let same = a.0 == b.0;
                    b.1 += if same { a.1 } else { 0 };
                    same
                });
                amounts.retain(|a| a.1 != 0);
                samples.push(Sample { amounts, result: 0.5 });
            }
        }
        if play.play(&thought.mv).is_err() {
            break;
        }
    }
    let result = match play.outcome().map(|o| &o.result) {
        Some(Verdict::Win(0)) => 1.0,
        Some(Verdict::Win(_)) => 0.0,
        _ => 0.5,
    };
    samples.iter_mut().for_each(|s| s.result = result);
    Ok(samples)
}

/// The weights, in thousandths, under which the results were most likely, drawn to the usual ones: gradient descent (Adam,
/// by Kingma and Ba 2014) on numbers of one size.
fn regress(samples: &[Sample], start: &[i32], usual: &[i32]) -> Vec<i32> {
    let count = start.len();
    if samples.is_empty() {
        return start.to_vec();
    }
    let number = f64::from(samples.len() as u32);
    let (mut size, mut most) = (vec![0.0f64; count], vec![0.0f64; count]);
    for (feature, amount) in samples.iter().flat_map(|sample| &sample.amounts) {
        let (feature, amount) = (usize::from(*feature), f64::from(*amount));
        size[feature] += amount * amount;
        most[feature] = most[feature].max(amount.abs());
    }
    size.iter_mut().for_each(|s| *s = (*s / number).sqrt());
    // Weights of numbers of size 1.
    let sized =
        |list: &[i32]| -> Vec<f64> { list.iter().zip(&size).map(|(w, s)| f64::from(*w) / 1000.0 * s).collect() };
    let (mut weights, usual) = (sized(start), sized(usual));
    // The drawing is by the weight of the greatest number that came up, however seldom it did.
    let drawn = |n: usize| if size[n] > 0.0 { DRAWN / number * (most[n] / size[n]).powi(2) } else { 0.0 };
    let drawn: Vec<f64> = (0..count).map(drawn).collect();
    let (mut mean, mut square) = (vec![0.0; count], vec![0.0; count]);
    let scale: Vec<f64> = size.iter().map(|s| if *s > 0.0 { 1.0 / s } else { 0.0 }).collect();
    // 0.9 and 0.999 to the power of the step.
    let (mut near, mut far) = (1.0f64, 1.0f64);
    for step in 1..=STEPS {
        (near, far) = (near * 0.9, far * 0.999);
        let mut slope: Vec<f64> = (0..count).map(|n| (weights[n] - usual[n]) * drawn[n]).collect();
        for Sample { amounts, result } in samples {
            let amounts = || amounts.iter().map(|(f, a)| (usize::from(*f), f64::from(*a) * scale[usize::from(*f)]));
            let sum: f64 = amounts().map(|(f, a)| weights[f] * a).sum();
            let wrong = (1.0 / (1.0 + libm::exp(-sum)) - result) / number;
            amounts().for_each(|(f, a)| slope[f] += wrong * a);
        }
        let rate = 0.05 * (1.0 - f64::from(step) / f64::from(STEPS + 1));
        for n in 0..count {
            mean[n] = 0.9 * mean[n] + 0.1 * slope[n];
            square[n] = 0.999 * square[n] + 0.001 * slope[n] * slope[n];
            let (m, s) = (mean[n] / (1.0 - near), square[n] / (1.0 - far));
            weights[n] -= rate * m / (s.sqrt() + 1e-9);
        }
    }
    // What never came up keeps its weight.
    let weight = |n: usize| if size[n] > 0.0 { (weights[n] / size[n] * 1000.0).round() as i32 } else { start[n] };
    (0..count).map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wins_weighs_more() {
        // The first number tells three times of four who wins, the second nothing.
        let sample = |n: u32| {
            let signed = |even: bool| if even { 1 } else { -1 };
            let sign = signed(n.is_multiple_of(2));
            let won = if n % 8 < 2 { sign < 0 } else { sign > 0 };
            Sample { amounts: vec![(0, sign), (1, signed((n / 8).is_multiple_of(2)))], result: f64::from(won) }
        };
        let samples: Vec<Sample> = (0..8000).map(sample).collect();
        let weights = regress(&samples, &[0, 0, 7], &[0, 0, 7]);
        // ln 3 is 1.0986; it is drawn to 0 a little.
        assert!((weights[0] - 1099).abs() < 40, "{weights:?}");
        assert!(weights[1].abs() < 20, "{weights:?}");
        assert_eq!(weights[2], 7);
    }

    #[test]
    fn a_few_positions_move_a_weight_little() {
        // Among 8000 positions that tell nothing, four with a number that always won: thirty that say 0.5 outweigh them.
        let sample = |n: u32| Sample {
            amounts: vec![(0, i32::from(n < 4)), (1, 1)],
            result: if n < 4 { 1.0 } else { f64::from(n % 2) },
        };
        let mut samples: Vec<Sample> = (0..8000).map(sample).collect();
        samples.iter_mut().for_each(|s| s.amounts.retain(|a| a.1 != 0));
        let weights = regress(&samples, &[500, 0], &[500, 0]);
        // 30 (w - 0.5) = 4 / (1 + e^w) has its solution at w = 0.5488.
        assert!((weights[0] - 549).abs() < 10, "{weights:?}");
    }
}
