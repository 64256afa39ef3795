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

/// The nearest of them.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(word, known).into_iter().next()
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
}
