//! The hooks of all files of a ruleset together. Each file's scripts speak with the words of that file: what a variant
//! has renamed keeps its old name in the scripts of its base, and the sentences that they answer are told in the new words.

use super::{Scripts, compile_of};
use crate::engine::{AskedEffect, HookFault, Hooks, MatchFacts, Moment, Move, NextRound, Tiebreak, Verdict};
use crate::ruleset::item::HookPoint;
use crate::ruleset::{Diagnostic, RenamedWords, Rules, SideId, SourceFile, Span};
use std::sync::Arc;

/// The compiled hooks of a game.
#[derive(Debug)]
pub struct House {
    files: Vec<File>,
}

/// The hooks that one file declares.
#[derive(Debug)]
struct File {
    scripts: Scripts,
    /// What the files that extend it renamed, the nearest first.
    renames: Vec<RenamedWords>,
}

impl File {
    fn now(&self, name: &str) -> String {
        self.renames.iter().fold(name, |name, renames| renames.now(name)).to_owned()
    }

    fn said(&self, sentence: String) -> String {
        self.renames.iter().fold(sentence, |said, renames| renames.said(&said))
    }
}

/// The script and the function of every hook of the rules, compiled and checked. `sources` are those of the ruleset.
///
/// # Errors
/// Everything that is wrong with the scripts.
pub fn compile(rules: &Rules, sources: &[SourceFile]) -> Result<Arc<House>, Vec<Diagnostic>> {
    let mut declaring: Vec<u16> = rules.hooks.iter().map(|h| h.span.file).collect();
    declaring.sort_unstable();
    declaring.dedup();
    let (mut files, mut found) = (Vec::new(), Vec::new());
    for file in declaring {
        match compile_of(rules, sources, file) {
            Ok(scripts) => {
                let renames = rules.renames.iter().filter(|r| r.file < file).cloned().collect();
                files.push(File { scripts, renames });
            }
            Err(wrong) => found.extend(wrong),
        }
    }
    if found.is_empty() { Ok(Arc::new(House { files })) } else { Err(found) }
}

impl House {
    /// What the checks found in the scripts that does not stop the game.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.files.iter().flat_map(|f| f.scripts.warnings())
    }

    /// The file that declares a hook at a point; of that name where one is given.
    fn at(&self, point: HookPoint, function: Option<&str>) -> Result<&File, HookFault> {
        let declares = |f: &&File| f.scripts.hook(point, function).is_some();
        self.files.iter().find(declares).ok_or_else(|| self.refuse(point, function, None, "it is not there"))
    }
}

impl Hooks for House {
    fn legality(&self, before: &Arc<Moment>, mv: &Move, after: &Arc<Moment>) -> Result<Option<String>, HookFault> {
        let file = self.at(HookPoint::Legality, None)?;
        Ok(file.scripts.legality(before, mv, after)?.map(|why| file.said(why)))
    }

    fn after_move(
        &self,
        before: &Arc<Moment>,
        mv: &Move,
        after: &Arc<Moment>,
    ) -> Result<Vec<Vec<AskedEffect>>, HookFault> {
        self.at(HookPoint::AfterMove, None)?.scripts.after_move(before, mv, after)
    }

    fn ending(
        &self,
        function: &str,
        after: &Arc<Moment>,
        mv: &Move,
    ) -> Result<Option<(Verdict, Option<String>)>, HookFault> {
        let file = self.at(HookPoint::Ending, Some(function))?;
        let ended = file.scripts.ending(function, after, mv)?;
        Ok(ended.map(|(result, why)| (result, why.map(|why| file.said(why)))))
    }

    fn score(&self, position: &Arc<Moment>, side: SideId) -> Result<i64, HookFault> {
        self.at(HookPoint::Score, None)?.scripts.score(position, side)
    }

    fn first_turn(&self, so_far: &Arc<MatchFacts>) -> Result<SideId, HookFault> {
        self.at(HookPoint::FirstTurn, None)?.scripts.first_turn(so_far)
    }

    fn next_round(&self, so_far: &Arc<MatchFacts>) -> Result<NextRound, HookFault> {
        let file = self.at(HookPoint::NextRound, None)?;
        let next = file.scripts.next_round(so_far)?;
        let settings = next.settings.iter().map(|(name, value)| (file.now(name), file.now(value))).collect();
        Ok(NextRound { settings, note: file.said(next.note), ..next })
    }

    fn tiebreak(&self, function: &str, so_far: &Arc<MatchFacts>) -> Result<Tiebreak, HookFault> {
        let file = self.at(HookPoint::Tiebreak, Some(function))?;
        Ok(match file.scripts.tiebreak(function, so_far)? {
            Tiebreak::Wins(player, why) => Tiebreak::Wins(player, file.said(why)),
            Tiebreak::Drawn(why) => Tiebreak::Drawn(file.said(why)),
            Tiebreak::Tied(why) => Tiebreak::Tied(file.said(why)),
            Tiebreak::Again(why) => Tiebreak::Again(file.said(why)),
        })
    }

    fn refuse(&self, point: HookPoint, function: Option<&str>, about: Option<&Move>, why: &str) -> HookFault {
        let declares = |f: &&File| f.scripts.hook(point, function).is_some();
        let file = self.files.iter().find(declares).or(self.files.first());
        match file {
            Some(file) => file.scripts.refuse(point, function, about, why),
            None => super::nowhere(point, function, why),
        }
    }

    fn refuse_effect(&self, about: &Move, span: Option<Span>, why: &str) -> HookFault {
        match self.at(HookPoint::AfterMove, None) {
            Ok(file) => file.scripts.refuse_effect(about, span, why),
            Err(fault) => fault,
        }
    }
}
