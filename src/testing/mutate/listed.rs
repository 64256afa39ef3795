//! The list of changes that cannot be noticed, each with the reason why.

use super::edits::folded;
use super::{Fate, Mutant, WrongListing};
use serde::Serialize;

/// A change that cannot be noticed, as the author of a companion says.
///
/// It stands in a fenced block whose info string is `equivalent`: the lines as they are after `-`, as they would be
/// after `+`, and behind them why that is the same game, up to an empty line or the next `-`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// The lines as they are, white space folded.
    pub was: Vec<String>,
    /// The lines as they would be.
    pub now: Vec<String>,
    /// Why it is the same game.
    pub reason: String,
    /// The line of the page on which it begins, from 1.
    pub line: usize,
}

impl Listed {
    fn is(&self, mutant: &Mutant) -> bool {
        let same = |mine: &[String], theirs: &[String]| {
            let theirs: Vec<String> = theirs.iter().map(|l| folded(l)).filter(|l| !l.is_empty()).collect();
            *mine == theirs
        };
        same(&self.was, &mutant.was) && same(&self.now, &mutant.now)
    }
}

/// The reason that is given for a change, if it is listed.
pub(super) fn reason_for(listed: &[Listed], mutant: &Mutant) -> Option<String> {
    listed.iter().find(|l| l.is(mutant)).map(|l| l.reason.clone())
}

/// The entries of a block, whose lines are given with their numbers on the page.
pub(in super::super) fn entries<'l>(lines: impl Iterator<Item = (&'l str, usize)>) -> Vec<Listed> {
    let (mut found, mut fresh) = (Vec::new(), true);
    lines.for_each(|(text, line)| take(text.trim(), line, &mut found, &mut fresh));
    found
}

/// One line of a block.
fn take(text: &str, line: usize, found: &mut Vec<Listed>, fresh: &mut bool) {
    if text.is_empty() {
        *fresh = true;
        return;
    }
    let (was, now) = (text.strip_prefix('-'), text.strip_prefix('+'));
    let begun = found.last().is_some_and(|l| !l.reason.is_empty());
    if (was.is_some() || now.is_some()) && (*fresh || begun) {
        found.push(Listed { was: Vec::new(), now: Vec::new(), reason: String::new(), line });
        *fresh = false;
    }
    let Some(entry) = found.last_mut().filter(|_| !*fresh) else { return };
    match (was, now) {
        (Some(was), _) => entry.was.extend(Some(folded(was)).filter(|l| !l.is_empty())),
        (None, Some(now)) => entry.now.extend(Some(folded(now)).filter(|l| !l.is_empty())),
        (None, None) => {
            if !entry.reason.is_empty() {
                entry.reason.push(' ');
            }
            entry.reason.push_str(text);
        }
    }
}

/// The entries that do not hold. `whole`: all changes were tried, so one that is none of them is out of date.
pub(super) fn wrong(listed: &[Listed], mutants: &[(Mutant, Fate)], whole: bool) -> Vec<WrongListing> {
    let mut wrong = Vec::new();
    for entry in listed {
        let fits: Vec<&(Mutant, Fate)> = mutants.iter().filter(|(m, _)| entry.is(m)).collect();
        let mut say = |why: String| wrong.push(WrongListing { line: entry.line, why });
        if entry.reason.is_empty() && (whole || !fits.is_empty()) {
            say("no reason is given why this cannot be noticed".to_owned());
        }
        if fits.is_empty() && whole {
            say("this is none of the changes that are tried; the rules may have changed since".to_owned());
        }
        for (mutant, fate) in fits {
            match fate {
                Fate::Noticed { by } => say(format!("it can be noticed ({}): the example “{by}” does", mutant.id)),
                Fate::Refused { .. } => {
                    say(format!("the file with it is refused ({}), so it need not be listed", mutant.id));
                }
                Fate::Same => say(format!("it means the same by its hash ({}), so it need not be listed", mutant.id)),
                Fate::Survived(survivor) => {
                    if let Some(found) = &survivor.difference {
                        let why = found.sentences.join(" ");
                        say(format!("it is another game ({}): {why} See {}", mutant.id, found.example_in_a_line()));
                    }
                }
            }
        }
    }
    wrong
}
