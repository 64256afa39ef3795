//! What an opponent knows about a game: how to search and what the features of a position weigh. Learnt by
//! `houserules tune` and kept in a small file beside the rule file.

use super::features::{Feature, Features};
use crate::ruleset::Rules;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// The greatest weight, in thousandths.
const HEAVIEST: i32 = 100_000;

/// What can be weighed.
const NUMBERS: [&str; 8] = ["piece", "in-hand", "moves", "stuck", "centre", "forward", "to-move", "first-side"];
const LISTS: [&str; 4] = ["goal-barred", "goal-open", "goal-unguarded", "line"];
const NAMES: &str = "piece, in-hand, moves, stuck, centre, forward, goal-barred, goal-open and goal-unguarded of a kind of \
                     piece, line, to-move and first-side of the position";

/// How an opponent searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Alpha-beta, one ply deeper at a time. For games of two sides.
    #[default]
    AlphaBeta,
    /// A tree that grows where it looks promising, by games played to the end.
    TreeSearch,
}

/// A weight, or a list of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Weight {
    /// Of a feature.
    One(i32),
    /// Of the features of a list, in order.
    List(Vec<i32>),
}

/// What an opponent knows about a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Skill {
    /// How it searches.
    #[serde(default)]
    pub method: Method,
    /// Less promising moves are looked at less deeply.
    #[serde(default)]
    pub reduce: bool,
    /// What features weigh, in thousandths, by kind of piece (or `position`) and name. What is not named weighs what it
    /// usually does.
    #[serde(default)]
    pub weights: BTreeMap<String, BTreeMap<String, Weight>>,
}

/// A file that is none of an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SkillError {
    /// It is not written as such a file is.
    #[error("{0}")]
    Form(String),
    /// A weight is of nothing that there is.
    #[error(
        "`{group}.{name}` is none of the weights, {NAMES}, or is a list where it should be a number or the other way round"
    )]
    Name {
        /// The kind of piece.
        group: String,
        /// What is weighed.
        name: String,
    },
    /// A weight is out of bounds.
    #[error("the weight `{group}.{name}` is {weight}; weights are from -{HEAVIEST} to {HEAVIEST}")]
    Weight {
        /// The kind of piece.
        group: String,
        /// What is weighed.
        name: String,
        /// The number.
        weight: i32,
    },
}

impl Skill {
    /// Reads a file.
    ///
    /// # Errors
    /// It is none, or a weight is too great.
    pub fn read(text: &str) -> Result<Skill, SkillError> {
        let skill: Skill = toml::from_str(text).map_err(|e| SkillError::Form(e.to_string().trim_end().to_owned()))?;
        for (group, weights) in &skill.weights {
            for (name, weight) in weights {
                let known = match weight {
                    Weight::One(_) => NUMBERS.contains(&name.as_str()),
                    Weight::List(_) => LISTS.contains(&name.as_str()),
                };
                if !known {
                    return Err(SkillError::Name { group: group.clone(), name: name.clone() });
                }
                let numbers = match weight {
                    Weight::One(n) => std::slice::from_ref(n),
                    Weight::List(list) => list,
                };
                if let Some(weight) = numbers.iter().find(|n| !(-HEAVIEST..=HEAVIEST).contains(*n)) {
                    let (group, name) = (group.clone(), name.clone());
                    return Err(SkillError::Weight { group, name, weight: *weight });
                }
            }
        }
        Ok(skill)
    }

    /// The file, as [`read`](Skill::read) reads it.
    pub fn write(&self, ruleset: &str) -> String {
        let mut text = format!(
            "# How the computer plays {ruleset}: made by `houserules tune {ruleset}`. Weights are in thousandths, from the\n\
             # point of view of the owner; 1000 more, and the odds of winning are 2.7 times as good. Lists go by the\n\
             # distance from the goal in moves, or by the number of pieces in a line.\n\
             method = \"{}\"\nreduce = {}\n",
            match self.method {
                Method::AlphaBeta => "alpha-beta",
                Method::TreeSearch => "tree-search",
            },
            self.reduce
        );
        for (group, weights) in &self.weights {
            text += &format!("\n[weights.{}]\n", toml::Value::from(group.as_str()));
            for (name, weight) in weights {
                text += &match weight {
                    Weight::One(n) => format!("{name} = {n}\n"),
                    Weight::List(list) => format!("{name} = {list:?}\n"),
                };
            }
        }
        text
    }

    /// The same for rules in which variants have renamed kinds of pieces. `beside` is the index of the rule file beside
    /// which this was kept: it speaks with that file's words.
    #[must_use]
    pub fn renamed(mut self, rules: &Rules, beside: u16) -> Skill {
        // The innermost variant first, as they were settled.
        for renames in rules.renames.iter().filter(|r| r.file < beside) {
            let now = |(group, weights): (String, _)| (renames.now(&group).to_owned(), weights);
            self.weights = self.weights.into_iter().map(now).collect();
        }
        self
    }

    /// The weight of a feature.
    fn weight(&self, feature: &Feature) -> i32 {
        let told = self.weights.get(&feature.group).and_then(|w| w.get(feature.name));
        let told = match (told, feature.at) {
            (Some(Weight::One(n)), None) => Some(*n),
            // Farther than the list tells is as far as it goes.
            (Some(Weight::List(list)), Some(at)) => list.get(at).or(list.last()).copied(),
            _ => None,
        };
        told.unwrap_or(feature.usual)
    }

    /// The weights of all features, in their order.
    pub(super) fn weights_of(&self, features: &Features) -> Vec<i32> {
        features.list().iter().map(|f| self.weight(f)).collect()
    }

    /// With these weights, in the order of the features.
    #[must_use]
    pub(super) fn weighing(mut self, features: &Features, weights: &[i32]) -> Skill {
        self.weights.clear();
        for (feature, weight) in features.list().iter().zip(weights) {
            let weight = (*weight).clamp(-HEAVIEST, HEAVIEST);
            let group = self.weights.entry(feature.group.clone()).or_default();
            match feature.at {
                None => {
                    group.insert(feature.name.to_owned(), Weight::One(weight));
                }
                Some(_) => match group.entry(feature.name.to_owned()).or_insert_with(|| Weight::List(Vec::new())) {
                    Weight::List(list) => list.push(weight),
                    Weight::One(_) => {}
                },
            }
        }
        self
    }

    /// Every feature weighs the same: what learnt weights are held against.
    #[must_use]
    pub fn with_equal_weights(self, features: &Features) -> Skill {
        let weights: Vec<i32> = features.list().iter().map(|f| 100 * f.usual.signum()).collect();
        self.weighing(features, &weights)
    }
}
