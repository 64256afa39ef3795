//! Moves as people like to type them: with blanks, with other dashes, in capitals.

/// A text written otherwise, and where each of its bytes stands in the text that was typed.
pub(crate) struct Tidied {
    pub text: String,
    places: Vec<usize>,
    end: usize,
}

impl Tidied {
    /// The place in the text that was typed.
    pub(crate) fn place(&self, at: usize) -> usize {
        self.places.get(at).copied().unwrap_or(self.end)
    }

    fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.places.resize(self.text.len(), at);
    }
}

/// One way of writing strokes, and no blanks around them.
pub(crate) fn tidied(typed: &str) -> Tidied {
    let mut tidied = Tidied { text: String::new(), places: Vec::new(), end: typed.len() };
    let mut chars = typed.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let c = match c {
            '-' if chars.next_if(|(_, next)| *next == '>').is_some() => '-',
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2192}' => '-',
            '\u{d7}' => 'x',
            other => other,
        };
        if c.is_whitespace() {
            let after = typed.get(at..).map_or("", str::trim_start).chars().next();
            let next_to = |c: char| JOINTS.contains(c) || "\u{2013}\u{2014}\u{2192}\u{d7}".contains(c);
            if tidied.text.ends_with(|c| JOINTS.contains(c)) || after.is_some_and(next_to) {
                continue;
            }
        }
        tidied.push(c, at);
    }
    tidied
}

/// What stands between the words of a move.
const JOINTS: &str = "-x@,=/()";

/// The same with the names of sites in small letters; letters of pieces keep theirs.
pub(crate) fn in_small_letters(tidy: &Tidied) -> Tidied {
    let mut small = Tidied { text: String::new(), places: Vec::new(), end: tidy.end };
    let drop = tidy.text.find('@').unwrap_or(0);
    let mut of_piece = false;
    for (at, c) in tidy.text.char_indices() {
        match c {
            '=' => of_piece = true,
            '/' => of_piece = false,
            _ => {}
        }
        let keeps = of_piece || at < drop;
        small.push(if keeps { c } else { c.to_ascii_lowercase() }, tidy.place(at));
    }
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_dashes() {
        for typed in ["a1 - a2", "a1\u{2013}a2", "a1->a2", "a1 -> a2", "a1 \u{2192} a2"] {
            assert_eq!(tidied(typed).text, "a1-a2", "{typed}");
        }
        assert_eq!(tidied("B @ a1, b2").text, "B@a1,b2");
        assert_eq!(tidied("a1 a2").text, "a1 a2");
    }

    #[test]
    fn letters_of_pieces_stay() {
        let small = |typed| in_small_letters(&tidied(typed)).text;
        assert_eq!(small("B@A1"), "B@a1");
        assert_eq!(small("E7-E8=Q/B6"), "e7-e8=Q/b6");
    }

    #[test]
    fn places_are_those_of_what_was_typed() {
        let tidy = tidied("a1 -> z9");
        assert_eq!((tidy.text.as_str(), tidy.place(3), tidy.place(5)), ("a1-z9", 6, 8));
    }
}
