//! The name that was meant when an unknown one was written: one judgement for the whole crate.

/// Longer words, in letters, are compared with nothing.
const LONGEST: usize = 60;

/// The known names that are near enough to be what was meant, the nearest first, of equally near ones the first
/// known first; five at most. Near is the same but for case, else a distance of at most a third of the word's length.
pub(crate) fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let length = word.chars().count();
    if length > LONGEST {
        return Vec::new();
    }
    let limit = length / 3;
    let lower = word.to_lowercase();
    let mut near: Vec<(usize, &str)> = Vec::new();
    for name in known {
        let distance = strsim::osa_distance(&lower, &name.to_lowercase());
        if distance <= limit && near.iter().all(|(_, n)| *n != name) {
            near.push((distance, name));
        }
    }
    near.sort_by_key(|(distance, _)| *distance);
    near.truncate(5);
    near.into_iter().map(|(_, name)| name).collect()
}

/// The nearest of them; where none is near, the first that begins with the word, else the first of
/// which a later part begins with it.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    near(word, known.iter().copied()).into_iter().next().or_else(|| longer(word, &known))
}

/// The shortest word, in letters, that is looked for within names.
const SHORTEST_PART: usize = 3;

fn longer<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let length = word.chars().count();
    if !(SHORTEST_PART..=LONGEST).contains(&length) {
        return None;
    }
    let lower = word.to_lowercase();
    let first = |fits: fn(&str, &str) -> bool| known.iter().find(|name| fits(&name.to_lowercase(), &lower)).copied();
    let part = |name: &str, word: &str| name.split(['-', '_', ' ']).skip(1).any(|part| part.starts_with(word));
    first(|name, word| name.starts_with(word)).or_else(|| first(part))
}

/// Names in backticks, joined by commas; at most a dozen.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|n| format!("`{n}`")).collect();
    if names.len() > 12 {
        names.truncate(12);
        names.push("...".to_owned());
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn case_first_then_a_third_of_the_length() {
        let known = ["village", "plain", "dog"];
        assert_eq!(nearest("vilage", known), Some("village"));
        assert_eq!(nearest("Plain", known), Some("plain"));
        assert_eq!(nearest("dig", known), Some("dog"));
        assert_eq!(nearest("cat", known), None);
    }

    #[test]
    fn a_part_of_a_name_is_enough_where_nothing_is_near() {
        let known = ["max-rounds", "added-rounds", "most-rounds"];
        assert_eq!(nearest("added", known), Some("added-rounds"));
        assert_eq!(nearest("rounds", known), Some("max-rounds"));
        assert_eq!(nearest("ad", known), None);
        assert_eq!(nearest("ound", known), None);
    }
}
