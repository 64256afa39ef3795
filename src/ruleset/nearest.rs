//! The name that was meant when an unknown one was written.

/// The known name nearest to a word: the same but for case first, else at a distance of at most a third of the
/// word's length (one letter at least).
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let lower = word.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for name in known {
        let distance = if name.to_lowercase() == lower { 0 } else { strsim::osa_distance(word, name) };
        // A one-letter word is one letter away from every other.
        let fits = distance <= limit && distance < name.chars().count();
        if fits && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Names in backticks, joined by commas; at most a dozen.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
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
