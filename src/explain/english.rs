//! Small English: articles, plurals, lists, numbers.

/// `a` or `an` with a word. Goes by spelling, with the common words that sound otherwise.
pub(crate) fn with_article(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let consonant = ["uni", "one", "eu", "use", "usu"].iter().any(|p| lower.starts_with(p));
    let silent = ["hour", "heir", "honest", "honour"].iter().any(|p| lower.starts_with(p));
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u', 'ä', 'é', 'ö', 'ü']) && !consonant || silent;
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn list(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// The first letter made a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// A sentence: a capital at its head, a full stop at its end.
pub(crate) fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.ends_with(['.', '?', '!', ':']) { text } else { format!("{text}.") }
}

/// A number in words up to twelve, in digits above.
pub(crate) fn number(n: u32) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(n as usize).map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// `first`, `second`, ...
pub(crate) fn ordinal(n: u32) -> String {
    const WORDS: [&str; 11] =
        ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    WORDS.get(n as usize).map_or_else(|| format!("{n}{ending}"), |w| (*w).to_owned())
}

/// So many of something: `one square`, `4 dogs`.
pub(crate) fn count(n: u32, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

/// Whether a side's name is a plural (`defenders`, against `herd`).
pub(crate) fn is_plural(name: &str) -> bool {
    const WITHOUT_S: [&str; 7] = ["men", "geese", "oxen", "mice", "people", "children", "cattle"];
    name.ends_with('s') && !name.ends_with("ss") || WITHOUT_S.iter().any(|end| name.ends_with(end))
}

/// A side's name in a sentence: with `the`, but for colours and compass words, which are said as they are.
pub(crate) fn the_side(name: &str) -> String {
    const PROPER: [&str; 20] = [
        "white", "black", "red", "blue", "green", "yellow", "brown", "grey", "gray", "orange", "purple", "pink",
        "gold", "silver", "north", "south", "east", "west", "first", "second",
    ];
    if PROPER.contains(&name) || name.starts_with(char::is_uppercase) { capital(name) } else { format!("the {name}") }
}

/// The verb for one or for several.
pub(crate) fn verb<'a>(plural: bool, one: &'a str, many: &'a str) -> &'a str {
    if plural { many } else { one }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_follow_the_sound() {
        let said: Vec<_> = ["buffalo", "amazon", "unicorn", "hour", "elephant"].map(with_article).into();
        assert_eq!(said, ["a buffalo", "an amazon", "a unicorn", "an hour", "an elephant"]);
    }

    #[test]
    fn ordinals_and_lists() {
        assert_eq!([3, 11, 21, 112].map(ordinal), ["third", "11th", "21st", "112th"]);
        assert_eq!(list(&["a".into(), "b".into(), "c".into()], "or"), "a, b or c");
    }

    #[test]
    fn a_side_that_is_a_colour_needs_no_article() {
        assert_eq!(["white", "herd"].map(the_side), ["White", "the herd"]);
    }
}
