//! The settings under which a change of the rules may matter.

use crate::ruleset::{Settings, SettledOption};

/// The most pairs of values that are tried.
const MOST_PAIRS: usize = 2000;

/// The defaults, then each value of each option with the others at their defaults; of an option in numbers the ends and
/// the numbers beside the default.
pub(super) fn one_by_one(options: &[SettledOption]) -> Vec<Settings> {
    let with = |(name, value): &(String, String)| Settings::defaults().with(name, value);
    std::iter::once(Settings::defaults()).chain(values(options).iter().map(with)).collect()
}

/// Every two values of different options.
pub(super) fn in_pairs(options: &[SettledOption]) -> Vec<Settings> {
    let values = values(options);
    let mut pairs = Vec::new();
    for (n, first) in values.iter().enumerate() {
        for second in values.iter().skip(n + 1).filter(|second| second.0 != first.0) {
            pairs.push(Settings::defaults().with(&first.0, &first.1).with(&second.0, &second.1));
        }
    }
    pairs.truncate(MOST_PAIRS);
    pairs
}

/// Of the settings of pairs those that go on from one of these, which differ from the defaults in one option.
pub(super) fn going_on_from(single: &[Settings], pairs: Vec<Settings>) -> Vec<Settings> {
    let of_one = |pair: &Settings| single.iter().any(|s| s.0.iter().all(|choice| pair.0.contains(choice)));
    pairs.into_iter().filter(of_one).collect()
}

fn values(options: &[SettledOption]) -> Vec<(String, String)> {
    let mut list = Vec::new();
    // Those in words first: they are what rules are about.
    let (numbers, words): (Vec<&SettledOption>, Vec<&SettledOption>) = options.iter().partition(|o| o.range.is_some());
    for option in words.into_iter().chain(numbers) {
        let mut values: Vec<String> = option.values.iter().map(|(value, _)| value.clone()).collect();
        if let (Some((low, high)), Some(default)) = (option.range, option.number) {
            let mut numbers = vec![default.saturating_sub(1), default.saturating_add(1), low, high];
            numbers.retain(|n| (low..=high).contains(n));
            values.extend(numbers.iter().map(u32::to_string));
        }
        let mut seen: Vec<String> = vec![option.default.clone()];
        for value in values {
            if !seen.contains(&value) {
                seen.push(value.clone());
                list.push((option.name.clone(), value));
            }
        }
    }
    list
}

/// Settings as they are typed: `columns 7, tie handicap`; nothing for the defaults.
pub(super) fn typed(settings: &Settings) -> String {
    settings.0.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
}
