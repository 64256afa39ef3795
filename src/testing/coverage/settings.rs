//! Settings under which everything that a ruleset says is in force at least once.

use crate::ruleset::item::{Answers, Body, Item, PieceLine, Setting};
use crate::ruleset::{Ruleset, Settings, Settled, SettledOption, settle};
use std::collections::BTreeSet;

/// At most so many are tried: files have far fewer, but for such as are made to have more.
const MAX_SETTINGS: usize = 4_000;

/// How many bytes of rule files are settled at most, over all settings: of large files fewer of them are tried.
const MAX_WORK: usize = 64 * 1024 * 1024;

/// An option with a value.
type Chosen = (String, String);

/// The defaults, each value of each option by itself, and for what stands under several settings these together. Some
/// of them may be such as cannot stand.
pub fn of(ruleset: &Ruleset) -> Vec<Settings> {
    let mut list = vec![Vec::new()];
    let mut asked = Asked { list: &mut list, options: options(ruleset) };
    asked.items(&ruleset.items, &mut Vec::new());
    // Values that only a variant added are in no block of their own.
    let known = asked.options;
    for (option, value) in known.iter().flat_map(|o| o.values.iter().map(move |v| (o, v))) {
        list.push(vec![(option.name.clone(), value.0.clone())]);
    }
    let mut seen = BTreeSet::new();
    list.retain(|settings| seen.insert(settings.clone()));
    let bytes: usize = ruleset.sources.iter().map(|s| s.text.len()).sum();
    list.truncate(MAX_SETTINGS.min(MAX_WORK / bytes.max(1)).max(1));
    list.into_iter().map(Settings::from_iter).collect()
}

/// The options outside all blocks.
fn options(ruleset: &Ruleset) -> Vec<SettledOption> {
    settle(ruleset, &Settings::defaults()).map(|Settled { options, .. }| options).unwrap_or_default()
}

struct Asked<'a> {
    list: &'a mut Vec<Vec<Chosen>>,
    options: Vec<SettledOption>,
}

impl Asked<'_> {
    fn items(&mut self, items: &[Item], under: &mut Vec<Chosen>) {
        for item in items {
            let depth = under.len();
            under.extend(item.only_if.as_ref().and_then(|s| self.fitting(s)));
            self.need(under, depth);
            self.body(&item.body, under);
            under.truncate(depth);
        }
    }

    fn body(&mut self, body: &Body, under: &mut Vec<Chosen>) {
        let depth = under.len();
        match body {
            Body::If(setting, items) => {
                under.extend(self.fitting(setting));
                self.need(under, depth);
                self.items(items, under);
            }
            Body::Question(question) => match &question.answers {
                Answers::Values(values) => {
                    for value in values {
                        if !value.default {
                            under.push((question.name.text.clone(), value.name.text.clone()));
                        }
                        self.need(under, depth);
                        self.items(&value.items, under);
                        under.truncate(depth);
                    }
                }
                Answers::Numbers { items, .. } => self.items(items, under),
            },
            Body::Piece(piece) => self.lines(&piece.lines, under),
            Body::Replace(_, item) => self.items(std::slice::from_ref(item), under),
            _ => {}
        }
        under.truncate(depth);
    }

    fn lines(&mut self, lines: &[PieceLine], under: &mut Vec<Chosen>) {
        let depth = under.len();
        for line in lines {
            let only_if = match line {
                PieceLine::Motion(motion) => motion.only_if.as_ref(),
                PieceLine::Becomes(becomes) => becomes.only_if.as_ref(),
                PieceLine::If(setting, _) => Some(setting),
            };
            under.extend(only_if.and_then(|s| self.fitting(s)));
            self.need(under, depth);
            if let PieceLine::If(_, lines) = line {
                self.lines(lines, under);
            }
            under.truncate(depth);
        }
    }

    /// What stands under more settings than stood before.
    fn need(&mut self, under: &[Chosen], before: usize) {
        if under.len() > before && self.list.len() < MAX_SETTINGS {
            self.list.push(under.to_vec());
        }
    }

    /// A value that fits a setting; none where the default does.
    fn fitting(&self, setting: &Setting) -> Option<Chosen> {
        let option = self.options.iter().find(|o| o.name == setting.option.text);
        let fits = |value: &str| setting.values.iter().any(|v| v.text == value) != setting.negated;
        if option.is_some_and(|o| fits(&o.default)) {
            return None;
        }
        let chosen = match option {
            Some(option) => option.values.iter().map(|(v, _)| v).find(|v| fits(v))?.clone(),
            None => setting.values.first().filter(|_| !setting.negated)?.text.clone(),
        };
        Some((setting.option.text.clone(), chosen))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::ruleset;
    use super::*;
    use crate::language::load;
    use crate::library::Library;

    fn listed(id: &str) -> Vec<String> {
        let ruleset = load(id, &Library).unwrap().ruleset;
        let said = |s: Settings| s.0.iter().map(|(o, v)| format!("{o}={v}")).collect::<Vec<_>>().join(" ");
        of(&ruleset).into_iter().map(said).collect()
    }

    /// `replace end ... if what-blocks is not nothing` stands where `when-blocked` is `on-turn` and the default stands;
    /// `... if tie is not handicap` likewise. Nothing in the file needs two settings that are no defaults.
    #[test]
    fn each_value_by_itself_where_no_item_asks_for_two() {
        let found = listed("bison");
        assert_eq!(found[0], "");
        assert!(found.contains(&"when-blocked=on-turn".to_owned()));
        assert!(found.iter().all(|s| !s.contains(' ')), "{found:?}");
    }

    /// The `if` of `huff` asks for `hemmed-in` as it is by default.
    #[test]
    fn tiger_and_buffaloes_needs_no_two_either() {
        assert!(listed("tiger-and-buffaloes").contains(&"duty=huff".to_owned()));
    }

    #[test]
    fn what_stands_under_two_settings_has_both() {
        let text = "game \"G\" { version 1.0 }\nboard squares 2 x 2\nside a\nside b\npiece p \"P\" of a {\n    step any direction to empty\n    slide any direction to empty if x is on\n}\nstart {\n    place p at a1\n}\nturns from a, alternating\npassing never\noption x \"X?\" {\n    off \"no\" default\n    on \"yes\"\n}\noption y \"Y?\" {\n    off \"no\" default\n    on \"yes\" {\n        end draw when no p in a1 \"away\" if x is on\n    }\n}\n";
        let found: Vec<_> = of(&ruleset(text)).into_iter().map(|s| s.0).collect();
        let pair = |o: &str, v: &str| (o.to_owned(), v.to_owned());
        assert!(found.contains(&vec![pair("x", "on")]), "{found:?}");
        assert!(found.contains(&vec![pair("y", "on"), pair("x", "on")]), "{found:?}");
    }
}
