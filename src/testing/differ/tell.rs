//! A difference in words.

use super::{Differing, What};
use crate::board::{Site, SiteSet};
use crate::engine::{Move, Play};
use crate::explain::english::{capital, is_plural, list, the_side, verb, with_article};
use crate::notation::{move_text, move_texts, result_clause, result_text, site_text, write_position};

/// How many moves are named.
const NAMED: usize = 12;

/// What is to be said of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// One sentence each, the first game's first.
    pub sentences: Vec<String>,
    /// The sites that they speak of, for a picture.
    pub sites: SiteSet,
}

impl Differing {
    /// The position by the first game in one line of text, without what was before it.
    pub fn position_text(&self) -> String {
        write_position(self.a.position(), &[], self.a.game())
    }

    /// The position where the line begins; nothing: the start.
    pub fn from_text(&self) -> Option<String> {
        self.from.as_ref().map(|p| write_position(p, &[], self.a.game()))
    }

    /// The moves that lead there, as the first game writes them.
    pub fn line_texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let mut play = self.a.clone();
        while texts.len() < self.line.len() {
            let Some(mv) = play.undo() else { break };
            texts.push(move_text(&mv, &play.moves().unwrap_or_default(), play.game()));
        }
        texts.reverse();
        texts
    }

    /// The moves legal in the first game alone and those legal in the second alone, as text.
    pub fn move_texts(&self) -> (Vec<String>, Vec<String>) {
        let texts = |play: &Play, moves: &[Move]| -> Vec<String> {
            let legal = play.moves().unwrap_or_default();
            moves.iter().map(|m| move_text(m, &legal, play.game())).collect()
        };
        match &self.what {
            What::Moves { only_a, only_b } => (texts(&self.a, only_a), texts(&self.b, only_b)),
            What::Start | What::Outcome | What::After { .. } => (Vec::new(), Vec::new()),
        }
    }

    /// The game after the move that leads to different things, by the first and by the second; else as they stand.
    pub fn after(&self) -> (Play, Play) {
        let (mut a, mut b) = (self.a.clone(), self.b.clone());
        if let What::After { a: in_a, b: in_b } = &self.what {
            // They were among the legal moves.
            let _ = (a.play(in_a), b.play(in_b));
        }
        (a, b)
    }

    /// What is different, each game called by a name.
    pub fn tell(&self, names: (&str, &str)) -> Said {
        let (a, b) = self.after();
        match &self.what {
            What::Moves { only_a, only_b } => {
                let (in_a, in_b) = self.move_texts();
                let all = |play: &Play| move_texts(&play.moves().unwrap_or_default(), play.game());
                let mut sentences = Vec::new();
                for (name, only, others) in [(names.0, &in_a, &self.b), (names.1, &in_b, &self.a)] {
                    if !only.is_empty() {
                        let no_other = if all(others).is_empty() { ", where the other has no move" } else { "" };
                        sentences.push(format!("Legal in {name} alone{no_other}: {}.", named(only)));
                    }
                }
                let sites = only_a.iter().chain(only_b).flat_map(|m| m.trail.iter().chain(&m.picks).copied());
                Said { sentences, sites: sites.collect() }
            }
            What::Outcome => {
                Said { sentences: both(names, &outcome(&self.a), &outcome(&self.b)), sites: SiteSet::EMPTY }
            }
            What::Start => {
                let (sentences, sites) = states(names, &a, &b);
                Said { sentences, sites }
            }
            What::After { a: mv, .. } => {
                let legal = self.a.moves().unwrap_or_default();
                let mut sentences = vec![format!("After {}:", move_text(mv, &legal, self.a.game()))];
                let (said, sites) = states(names, &a, &b);
                sentences.extend(said);
                Said { sentences, sites: sites.or(mv.trail.iter().copied().collect()) }
            }
        }
    }
}

fn named(texts: &[String]) -> String {
    let more = texts.len().saturating_sub(NAMED);
    let shown: Vec<&str> = texts.iter().take(NAMED).map(String::as_str).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// `the herd wins, a buffalo reached the village`, or whose turn it is.
fn outcome(play: &Play) -> String {
    let Some(outcome) = play.outcome() else {
        let side = play.game().rules().sides.get(usize::from(play.position().to_move));
        let side = side.map_or("?", |s| s.name.as_str());
        return format!("the game goes on, and {} {} to move", the_side(side), verb(is_plural(side), "is", "are"));
    };
    let result = result_clause(&result_text(outcome, play.game()), play.game());
    if outcome.reason.is_empty() { result } else { format!("{result}: {}", outcome.reason) }
}

fn both(names: (&str, &str), a: &str, b: &str) -> Vec<String> {
    // Names of files stay as they are.
    let called = |name: &str| if name.starts_with("the ") { capital(name) } else { name.to_owned() };
    let say = |name: &str, what: &str| format!("{}: {what}.", called(name));
    vec![say(names.0, a), say(names.1, b)]
}

/// What can be seen to be different in two positions, and on which sites.
fn states(names: (&str, &str), a: &Play, b: &Play) -> (Vec<String>, SiteSet) {
    let (before, after) = (outcome(a), outcome(b));
    let sites: Vec<Site> = (0..a.game().board().count() as Site).filter(|s| letter(a, *s) != letter(b, *s)).collect();
    if before != after {
        return (both(names, &before, &after), sites.into_iter().collect());
    }
    let on = |play: &Play| -> String {
        let said = |s: &Site| format!("{} on {}", stands(play, *s), site_text(*s, play.game().board()));
        let shown: Vec<String> = sites.iter().take(NAMED).map(said).collect();
        if shown.is_empty() { format!("in hand {}", hands(play)) } else { list(&shown, "and") }
    };
    (both(names, &on(a), &on(b)), sites.into_iter().collect())
}

fn letter(play: &Play, site: Site) -> Option<&str> {
    let piece = play.position().piece(site)?;
    Some(play.game().rules().kinds.get(usize::from(piece.kind)).map_or("?", |k| k.letter(piece.owner)))
}

fn stands(play: &Play, site: Site) -> String {
    let kind = play.position().piece(site).and_then(|p| play.game().rules().kinds.get(usize::from(p.kind)));
    kind.map_or_else(|| "nothing".to_owned(), |k| with_article(&k.name))
}

fn hands(play: &Play) -> String {
    let kinds = &play.game().rules().kinds;
    let counts = play.position().hands.iter().enumerate().filter(|(_, n)| **n > 0);
    let said: Vec<String> =
        counts.filter_map(|(at, n)| Some(format!("{n} {}", kinds.get(at % kinds.len().max(1))?.name))).collect();
    if said.is_empty() { "nothing".to_owned() } else { list(&said, "and") }
}
