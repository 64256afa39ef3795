//! Rounds after which a match goes on otherwise.

use super::propose::Shown;
use crate::explain::english::{is_plural, verb};
use crate::language::Files;
use crate::ruleset::Rules;
use crate::testing::run::{What, run_companion};
use crate::testing::{Companion, RunOptions};

/// How many rounds are played.
const ROUNDS: u32 = 4;
/// What is asked after them.
const ASKED: [&str; 3] = ["match?", "next round?", "first turn?"];

/// Looks for results of rounds after which a match goes on otherwise by changed rules, the fewest rounds first.
/// `settings`: as they are typed after `with`.
pub(super) fn contest(
    ruleset: &str,
    rules: &Rules,
    settings: &str,
    files: &dyn Files,
    changed: &dyn Files,
) -> Option<Shown> {
    let blocks = candidates(rules, settings);
    let page: String =
        blocks.iter().map(|b| ["```example\n", &b.join("\n"), "\n", &ASKED.join("\n"), "\n```\n\n"].concat()).collect();
    let companion = Companion::read("", &page, ruleset).ok()?;
    let options = RunOptions { only: Vec::new(), guards: false, coverage: false };
    let answers = |files: &dyn Files| -> Vec<Vec<(u32, String)>> {
        let report = run_companion(&companion, files, &options);
        let told = |e: &crate::testing::ExampleReport| {
            let answer = |f: &crate::testing::Finding| match &f.what {
                What::New(new) => Some((f.span.start, new.text.clone())),
                _ => None,
            };
            e.findings.iter().filter_map(answer).collect()
        };
        report.examples.iter().map(told).collect()
    };
    let (was, is) = (answers(files), answers(changed));
    for ((block, was), is) in blocks.iter().zip(&was).zip(&is) {
        for (at, answer) in was {
            let Some((_, other)) = is.iter().find(|(place, other)| place == at && other != answer) else { continue };
            let question = page.get(*at as usize..).and_then(|t| t.split('?').next()).unwrap_or_default();
            let mut example = block.clone();
            example.push(format!("{question}: {answer}"));
            let rounds: Vec<&str> = block.iter().map(String::as_str).filter(|l| !l.starts_with("with ")).collect();
            let after = if rounds.is_empty() {
                "Before the match".to_owned()
            } else {
                format!("After `{}`", rounds.join("`, `"))
            };
            let sentences = vec![
                format!("{after}, asked `{question}`:"),
                format!("The rules: {answer}."),
                format!("The change: {other}."),
            ];
            return Some(Shown { board: String::new(), sentences, example });
        }
    }
    None
}

/// The lines of examples, those with the fewest rounds first.
fn candidates(rules: &Rules, settings: &str) -> Vec<Vec<String>> {
    let sides: Vec<&str> = rules.sides.iter().map(|s| s.name.as_str()).collect();
    let with: Vec<String> = if settings.is_empty() { Vec::new() } else { vec![format!("with {settings}")] };
    // Later rounds take longer and capture more, so that those who win are told apart.
    let results = |round: u32| -> Vec<String> {
        let won = sides.iter().map(|s| {
            format!("{s} {} in {} moves capturing {}", verb(is_plural(s), "wins", "win"), 10 + 4 * round, 1 + round)
        });
        let gave_up = sides.first().map(|s| format!("{s} {} up", verb(is_plural(s), "gives", "give")));
        won.chain(["draw".to_owned()]).chain(gave_up).collect()
    };
    let mut sequences: Vec<Vec<String>> = vec![Vec::new()];
    let mut blocks = Vec::new();
    blocks.push(with.clone());
    for round in 0..ROUNDS {
        let mut longer = Vec::new();
        for sequence in &sequences {
            for result in results(round) {
                let mut next = sequence.clone();
                next.push(result);
                longer.push(next);
            }
        }
        for sequence in &longer {
            let block: Vec<String> = with.iter().cloned().chain([format!("rounds {}", sequence.join(", "))]).collect();
            if round == 1 {
                for (player, side) in ["A", "B"].iter().flat_map(|p| sides.iter().map(move |s| (p, s))) {
                    blocks.push(block.iter().cloned().chain([format!("{player} chooses {side}")]).collect());
                }
            }
            blocks.push(block);
        }
        sequences = longer;
        if round == 0 {
            for beginner in ["A", "B"] {
                let line = format!("beginner {beginner}");
                blocks.push(with.iter().cloned().chain([line.clone()]).collect());
                for result in results(0) {
                    blocks.push(with.iter().cloned().chain([line.clone(), format!("rounds {result}")]).collect());
                }
            }
        }
    }
    blocks.truncate(crate::testing::MAX_EXAMPLES);
    blocks
}
