//! `houserules duel`

use super::args::{Duel as Args, Knows};
use super::fail::{Done, Failure};
use super::progress::Progress;
use super::wrap::{tell, tell_row};
use super::{answer, subject};
use crate::open::Opened;
use crate::search::{Duel, DuelScore, Features, Player, Skill, duel};
use serde_json::json;
use std::fs;
use std::io::Write;

pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let opened = subject::open(&args.subject)?;
    two_sides(&opened)?;
    let first = Player { level: args.first, skill: skill(&args.first_knows, &opened)? };
    let second = Player { level: args.second, skill: skill(&args.second_knows, &opened)? };
    let settings = Duel {
        pairs: args.pairs,
        opening: args.opening_plies,
        cap: args.cap,
        seed: args.seed,
        threads: super::progress::threads(args.threads),
    };
    let progress = Progress::new(u64::from(args.pairs), "pairs");
    let score = duel(&opened.game, &[first, second], &settings, &|done| progress.at(u64::from(done)))?;
    let rules = opened.game.rules();
    if args.json.json {
        let sides: serde_json::Map<_, _> =
            rules.sides.iter().zip(score.sides).map(|(s, n)| (s.name.clone(), n.into())).collect();
        return answer(
            out,
            &json!({
                "ruleset": rules.id,
                "pairs": { "won": score.won, "even": score.even, "lost": score.lost },
                "games": { "won": score.games[0], "drawn": score.games[1], "lost": score.games[2] },
                "sides": sides,
                "share_of_decided_pairs": score.share(),
            }),
        );
    }
    tell(out, &format!("{}: {} against {}, {} of games", rules.title, args.first, args.second, pairs(args.pairs)))?;
    told(out, &score, &rules.sides.iter().map(|s| s.name.as_str()).collect::<Vec<_>>())
}

fn pairs(n: u32) -> String {
    if n == 1 { "1 pair".to_owned() } else { format!("{n} pairs") }
}

/// The score of a duel in lines.
pub fn told(out: &mut dyn Write, score: &DuelScore, sides: &[&str]) -> Done {
    let percent = |share: f64| format!("{:.0}", share * 100.0);
    let share = score.share().map_or_else(String::new, |s| {
        format!("; {} % of the decided ones ({} to {})", percent(s.share), percent(s.low), percent(s.high))
    });
    tell_row(out, "pairs:", 8, &format!("won {}, even {}, lost {}{share}", score.won, score.even, score.lost))?;
    let [won, drawn, lost] = score.games;
    let by_side: Vec<String> = sides.iter().zip(score.sides).map(|(side, n)| format!("{side} won {n}")).collect();
    tell_row(out, "games:", 8, &format!("won {won}, drawn {drawn}, lost {lost}; {}", by_side.join(", ")))
}

/// Duels are for two.
pub fn two_sides(opened: &Opened) -> Done {
    let rules = opened.game.rules();
    match rules.sides.len() {
        2 => Ok(()),
        n => Err(Failure::Usage(format!("{} has {n} sides; this is for games of two", rules.title))),
    }
}

fn skill(knows: &Knows, opened: &Opened) -> Result<Skill, Failure> {
    match knows {
        Knows::Learnt => match &opened.unskilled {
            Some(why) => Err(Failure::Faulty(why.clone())),
            None => Ok(opened.skill.clone()),
        },
        Knows::Nothing => Ok(Skill::default()),
        Knows::Equal => {
            let features = Features::of(&opened.game);
            Ok(features
                .map_or_else(Skill::default, |f| Skill { reduce: true, ..Skill::default() }.with_equal_weights(&f)))
        }
        Knows::File(path) => {
            let shown = path.display();
            let text = fs::read_to_string(path).map_err(|e| {
                let why = crate::disk::why(&e);
                Failure::File(format!(
                    "`{shown}` is none of `learnt`, `nothing` and `equal`, and as a file cannot be read: {why}"
                ))
            })?;
            Skill::read(&text).map_err(|e| Failure::Faulty(format!("`{shown}` is no file of an opponent: {e}")))
        }
    }
}
