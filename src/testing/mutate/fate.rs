//! What becomes of a change.

use super::contest::contest;
use super::overlay::Overlay;
use super::propose::{Shown, proposal};
use super::settings::{going_on_from, in_pairs, one_by_one, typed};
use super::{Listed, Look, Mutant, MutateError, Watch, listed};
use crate::engine::Position;
use crate::language::{self, Files, report};
use crate::notation::read_position;
use crate::open::{Opened, open_from};
use crate::ruleset::{Diagnostic, Rules, Ruleset, Settings, resolve, settle};
use crate::testing::differ::{Apart, Effort, differ};
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What becomes of a change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// The file with it cannot be played: the checks of rule files notice it.
    Refused {
        /// The first error.
        why: String,
    },
    /// It means the same under all settings that were tried.
    Same,
    /// Somebody notices.
    Noticed {
        /// Who was the first.
        by: String,
    },
    /// Nobody notices.
    Survived(Survivor),
}

/// A change that nobody notices.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Survivor {
    /// Settings under which the rules mean something else.
    pub settings: String,
    /// A position in which it matters, if one was found.
    pub difference: Option<Shown>,
    /// How many positions were looked at.
    pub looked: u32,
    /// Why no position could be looked at.
    pub apart: Option<String>,
    /// The reason why it cannot be noticed, where it is listed.
    pub listed: Option<String>,
}

/// Under how many settings a difference is looked for.
const MOST_SETTINGS: usize = 48;

/// A ruleset as it is, ready to be compared with changed ones.
pub(super) struct Bench<'f> {
    ruleset: &'f str,
    files: &'f (dyn Files + Sync),
    watch: &'f dyn Watch,
    effort: Effort,
    /// The changed file's place and text.
    place: String,
    file: String,
    text: String,
    opened: Opened,
    /// The settings that are tried, with the hash of the meaning under them.
    tried: Vec<(Settings, Option<u64>)>,
    /// The same for each subject of each look.
    looks: Vec<Vec<Option<u64>>>,
}

impl<'f> Bench<'f> {
    pub fn new(
        ruleset: &'f str,
        files: &'f (dyn Files + Sync),
        watch: &'f dyn Watch,
        effort: Effort,
    ) -> Result<Bench<'f>, MutateError> {
        let gone = |message: String| {
            let mut none = Diagnostic::new(&crate::ruleset::code::NO_FILE, crate::ruleset::Span::default(), message);
            none.labels.clear();
            MutateError::File(Box::new(none))
        };
        let opened = open_from(ruleset, files, &Settings::defaults())?;
        let found = files.read(ruleset, None).map_err(&gone)?;
        let found = found.ok_or_else(|| gone(format!("there is no rule file `{ruleset}`")))?;
        let mut settings = one_by_one(&opened.settled.options);
        for look in watch.looks() {
            for (of, subject) in &look.subjects {
                if of == ruleset && !settings.contains(subject) {
                    settings.push(subject.clone());
                }
            }
        }
        let mut meanings = Meanings::new(files);
        let tried = settings.into_iter().map(|s| (s.clone(), meanings.hash(ruleset, &s))).collect();
        let of_look = |look: &Look, meanings: &mut Meanings<'_>| -> Vec<Option<u64>> {
            look.subjects.iter().map(|(of, s)| meanings.hash(of, s)).collect()
        };
        let looks = watch.looks().iter().map(|look| of_look(look, &mut meanings)).collect();
        Ok(Bench {
            ruleset,
            files,
            watch,
            effort,
            place: found.place,
            file: found.name,
            text: found.text,
            opened,
            tried,
            looks,
        })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn file(&self) -> &str {
        &self.file
    }

    pub fn rules(&self) -> &Rules {
        self.opened.game.rules()
    }

    /// What becomes of a change.
    pub fn fate(&self, mutant: &Mutant, listed: &[Listed]) -> Fate {
        let text = mutant.text(&self.text);
        let files = Overlay { files: self.files, place: &self.place, text: &text };
        if let Err(error) = open_from(self.ruleset, &files, &Settings::defaults()) {
            return refused(&error);
        }
        let mut meanings = Meanings::new(&files);
        let looks = self.watch.looks().iter().zip(&self.looks).enumerate();
        for (n, (look, hashes)) in looks {
            let changed = look.subjects.iter().zip(hashes).any(|((of, s), hash)| meanings.hash(of, s) != *hash);
            if changed && self.watch.notices(n, &files) {
                return Fate::Noticed { by: look.name.clone() };
            }
        }
        let (mut changed, mut broken) = (Vec::new(), None);
        for (settings, hash) in &self.tried {
            self.compare(settings, *hash, &mut meanings, &mut changed, &mut broken);
        }
        if changed.is_empty() && broken.is_none() {
            let mut before = Meanings::new(self.files);
            for settings in in_pairs(&self.opened.settled.options) {
                let hash = before.hash(self.ruleset, &settings);
                self.compare(&settings, hash, &mut meanings, &mut changed, &mut broken);
                if changed.len() >= MOST_SETTINGS {
                    break;
                }
            }
        }
        match (changed.is_empty(), broken) {
            (true, None) => Fate::Same,
            (true, Some(settings)) => match open_from(self.ruleset, &files, &settings) {
                Err(error) => refused(&error),
                Ok(_) => Fate::Same,
            },
            (false, _) => Fate::Survived(self.survivor(mutant, &changed, &files, &mut meanings, listed)),
        }
    }

    fn compare(
        &self,
        settings: &Settings,
        hash: Option<u64>,
        meanings: &mut Meanings<'_>,
        changed: &mut Vec<Settings>,
        broken: &mut Option<Settings>,
    ) {
        match (hash, meanings.hash(self.ruleset, settings)) {
            (Some(was), Some(is)) if was != is => changed.push(settings.clone()),
            (Some(_), None) if broken.is_none() => *broken = Some(settings.clone()),
            _ => {}
        }
    }

    /// Looks for a position in which a change matters: a little under each of the settings, then more under the first,
    /// then a little under those settings together with others.
    fn survivor(
        &self,
        mutant: &Mutant,
        changed: &[Settings],
        files: &dyn Files,
        meanings: &mut Meanings<'_>,
        listed: &[Listed],
    ) -> Survivor {
        let mut survivor = Survivor {
            settings: changed.first().map(typed).unwrap_or_default(),
            difference: None,
            looked: 0,
            apart: None,
            listed: listed::reason_for(listed, mutant),
        };
        let some = changed.get(..changed.len().min(MOST_SETTINGS)).unwrap_or_default();
        let share = |n: usize| Effort { positions: self.effort.positions / n.max(1) as u32, ..self.effort };
        let first = changed.first().map(|s| (s, self.effort));
        let singly = some.iter().map(|s| (s, share(some.len()))).chain(first);
        for (settings, effort) in singly {
            if self.shown(settings, effort, files, &mut survivor) {
                return survivor;
            }
        }
        let pairs = going_on_from(some, in_pairs(&self.opened.settled.options));
        let mut before = Meanings::new(self.files);
        let mut differs = |s: &Settings| {
            let (was, is) = (before.hash(self.ruleset, s), meanings.hash(self.ruleset, s));
            was.is_some() && is.is_some() && was != is
        };
        let pairs: Vec<Settings> = pairs.into_iter().filter(|s| differs(s)).take(MOST_SETTINGS).collect();
        for settings in &pairs {
            if self.shown(settings, share(pairs.len()), files, &mut survivor) {
                break;
            }
        }
        survivor
    }

    /// Whether a position, or results of rounds, are found in which a change matters under some settings.
    fn shown(&self, settings: &Settings, effort: Effort, files: &dyn Files, survivor: &mut Survivor) -> bool {
        let opened = (open_from(self.ruleset, self.files, settings), open_from(self.ruleset, files, settings));
        let (Ok(a), Ok(b)) = opened else { return false };
        let search = match differ(&a.game, &b.game, &self.positions(&a, settings), effort) {
            Ok(search) => search,
            Err(apart @ (Apart::Boards(..) | Apart::Sides(..))) => {
                survivor.apart = Some(apart.to_string());
                return false;
            }
        };
        survivor.looked += search.looked;
        let typed = typed(settings);
        let same_match = a.game.rules().match_play == b.game.rules().match_play && !asks_for_match(&a, &b);
        let found = match search.found {
            Some(found) => Some(proposal(&found, &typed)),
            None if same_match => None,
            None => contest(self.ruleset, a.game.rules(), &typed, self.files, files),
        };
        let shown = found.is_some();
        if shown {
            (survivor.settings, survivor.difference, survivor.apart) = (typed, found, None);
        }
        shown
    }

    /// The positions of the examples that can be read under these settings.
    fn positions(&self, opened: &Opened, settings: &Settings) -> Vec<Position> {
        let mine = |look: &&Look| look.subjects.iter().any(|(of, s)| of == self.ruleset && s == settings);
        let (near, far): (Vec<&Look>, Vec<&Look>) = self.watch.looks().iter().partition(mine);
        let texts = near.into_iter().chain(far).flat_map(|look| &look.positions);
        texts.filter_map(|text| read_position(text, &opened.game).ok()).map(|read| read.position).take(400).collect()
    }
}

/// Whether one of two rulesets has a script between rounds that the other has not.
fn asks_for_match(a: &Opened, b: &Opened) -> bool {
    let between =
        |o: &Opened| -> Vec<_> { o.game.rules().hooks.iter().filter(|h| !h.point.in_play()).cloned().collect() };
    between(a) != between(b)
}

fn refused(error: &crate::open::OpenError) -> Fate {
    let first = error.diagnostics.iter().find(|d| d.is_error()).or(error.diagnostics.first());
    Fate::Refused { why: first.map_or_else(String::new, |d| report::short(d, &error.sources)) }
}

/// The hash of the meaning with the sentences that an example can ask for: why a game ended, or a move is illegal.
fn told(rules: &Rules) -> u64 {
    let mut hasher = DefaultHasher::new();
    rules.hash.hash(&mut hasher);
    rules.ends.iter().for_each(|e| e.reason.hash(&mut hasher));
    rules.illegal.iter().for_each(|i| i.reason.hash(&mut hasher));
    rules.hooks.iter().for_each(|h| h.decides.hash(&mut hasher));
    hasher.finish()
}

/// What rulesets mean under settings. Each is read once.
struct Meanings<'f> {
    files: &'f dyn Files,
    read: Vec<(String, Option<Ruleset>)>,
    known: Vec<(String, Settings, Option<u64>)>,
}

impl<'f> Meanings<'f> {
    fn new(files: &'f dyn Files) -> Meanings<'f> {
        Meanings { files, read: Vec::new(), known: Vec::new() }
    }

    /// The hash; none where the ruleset cannot be played.
    fn hash(&mut self, ruleset: &str, settings: &Settings) -> Option<u64> {
        if let Some((.., hash)) = self.known.iter().find(|(r, s, _)| r == ruleset && s == settings) {
            return *hash;
        }
        if !self.read.iter().any(|(r, _)| r == ruleset) {
            let loaded = language::load(ruleset, self.files).ok().filter(language::Loaded::is_sound);
            self.read.push((ruleset.to_owned(), loaded.map(|l| l.ruleset)));
        }
        let read = self.read.iter().find(|(r, _)| r == ruleset).and_then(|(_, read)| read.as_ref());
        let settled = read.and_then(|read| settle(read, settings).ok());
        let hash = settled.and_then(|settled| resolve(&settled).ok()).map(|rules| told(&rules));
        self.known.push((ruleset.to_owned(), settings.clone(), hash));
        hash
    }
}
