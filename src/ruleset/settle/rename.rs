//! Renames: names wherever they stand, the same words in sentences, letters in diagrams, and single sentences.
//!
//! A rename outside of blocks acts on the files that its own file extends: the rest of that file speaks with the new
//! names already. In the block of a value it acts on its own file too, but for that block. All renames of
//! one file act at once, so that two names may change places.

use super::super::code::NO_TARGET;
use super::super::item::{Body, Item, Name, PieceDecl, RenameDecl, Text};
use super::super::nearest::nearest;
use super::super::walk::{self, Visit};
use super::super::{Diagnostic, Span};
use super::{Flat, RenamedSentence, RenamedWords};

/// Applies the renames that stand outside of blocks, file by file, and takes them out of the list.
pub(super) fn outright(items: &mut Vec<Item>, errors: &mut Vec<Diagnostic>) -> Touched {
    let mut touched = Touched::default();
    let mut start = 0;
    while start < items.len() {
        let file = items[start].span.file;
        let mut end = start;
        let mut renames = Vec::new();
        while end < items.len() && items[end].span.file == file {
            match &items[end].body {
                Body::Rename(decl) if items[end].only_if.is_none() => {
                    renames.push((decl.clone(), items[end].span));
                    items.remove(end);
                }
                _ => end += 1,
            }
        }
        if !renames.is_empty() {
            let mut scope: Vec<&mut Item> = items[..start].iter_mut().collect();
            touched.take(file, rename(&mut scope, &renames, errors));
        }
        start = end;
    }
    touched
}

/// Applies the renames that stood under settings, and takes them out of the list.
pub(super) fn under_settings(flat: &mut Vec<Flat>, errors: &mut Vec<Diagnostic>, touched: &mut Touched) {
    let mut at = 0;
    while at < flat.len() {
        let Body::Rename(_) = &flat[at].item.body else {
            at += 1;
            continue;
        };
        let (block, file) = (flat[at].block, flat[at].file);
        let written_in = flat[at].item.span.file;
        // All renames of the same block together.
        let mut renames = Vec::new();
        flat.retain(|f| match &f.item.body {
            Body::Rename(decl) if f.block == block && f.file == file => {
                renames.push((decl.clone(), f.item.span));
                false
            }
            _ => true,
        });
        let first = flat.iter().position(|f| f.file == file).unwrap_or(flat.len());
        let last = flat.iter().rposition(|f| f.file == file).map_or(first, |p| p + 1);
        let end = if block == 0 && first > 0 { first } else { last };
        let inside = |f: &Flat| block != 0 && f.block == block && f.file == file;
        let mut scope: Vec<&mut Item> = Vec::new();
        for f in flat[..end].iter_mut().filter(|f| !inside(f)) {
            scope.push(&mut f.item);
            scope.extend(&mut f.with);
        }
        touched.take(written_in, rename(&mut scope, &renames, errors));
    }
}

/// What renames changed.
#[derive(Default)]
pub(super) struct Touched {
    pub sentences: Vec<RenamedSentence>,
    pub words: Vec<RenamedWords>,
}

impl Touched {
    fn take(&mut self, file: u16, renames: Renames) {
        self.sentences.extend(renames.touched);
        self.words.push(RenamedWords { file, words: renames.words });
    }
}

/// One word that changes.
struct Change {
    from: String,
    to: String,
    hits: bool,
}

#[derive(Default)]
struct Renames {
    /// Names of the file.
    names: Vec<Change>,
    /// Words of sentences.
    words: Vec<(String, String)>,
    /// Letters of pieces.
    letters: Vec<(String, String)>,
    touched: Vec<RenamedSentence>,
}

fn rename(scope: &mut [&mut Item], renames: &[(RenameDecl, Span)], errors: &mut Vec<Diagnostic>) -> Renames {
    let mut all = Renames::default();
    // For each rename of a name: its index in `names`, the name and where.
    let mut asked: Vec<(usize, &Name)> = Vec::new();
    for (decl, _) in renames {
        let RenameDecl::Name { from, to, plural, letters } = decl else { continue };
        let new_plural = plural.as_ref().map_or_else(|| format!("{}s", to.text), |p| p.text.clone());
        let regular = format!("{}s", from.text);
        asked.push((all.names.len(), from));
        all.names.push(Change { from: from.text.clone(), to: to.text.clone(), hits: false });
        all.words.push((from.text.clone(), to.text.clone()));
        all.words.push((regular.clone(), new_plural.clone()));
        if let Some(piece) = scope.iter_mut().find_map(|i| piece_named(i, &from.text)) {
            all.names.push(Change { from: regular, to: new_plural.clone(), hits: false });
            match &mut piece.plural {
                Some(old) => {
                    all.names.push(Change { from: old.text.clone(), to: new_plural.clone(), hits: false });
                    all.words.push((old.text.clone(), new_plural));
                }
                None => piece.plural.clone_from(plural),
            }
            if !letters.is_empty() {
                for (n, old) in piece.letters.iter().enumerate() {
                    if let Some(new) = letters.get(n).or(letters.last()) {
                        all.letters.push((old.text.clone(), new.text.clone()));
                    }
                }
                piece.letters.clone_from(letters);
            }
        }
    }
    for i in scope.iter_mut() {
        walk::item(&mut all, i);
    }
    for (n, from) in asked {
        if !all.names[n].hits {
            let mut known = Known::default();
            for i in scope.iter_mut() {
                walk::item(&mut known, i);
            }
            let message = format!("nothing is called `{}`", from.text);
            let error = Diagnostic::new(&NO_TARGET, from.span, message);
            errors.push(match nearest(&from.text, known.0.iter().map(String::as_str)) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help("a rename acts on the names of the base"),
            });
        }
    }
    for (decl, _) in renames {
        let RenameDecl::Sentence(from, to) = decl else { continue };
        let mut mend = Mend { from, to, hits: false, touched: &mut all.touched };
        for i in scope.iter_mut() {
            walk::item(&mut mend, i);
        }
        if !mend.hits {
            let mut known = KnownSentences::default();
            for i in scope.iter_mut() {
                walk::item(&mut known, i);
            }
            let error = Diagnostic::new(&NO_TARGET, from.span, format!("no sentence reads \"{}\"", from.text));
            errors.push(match nearest(&from.text, known.0.iter().map(String::as_str)) {
                Some(near) => error.help(format!("did you mean \"{near}\"?")),
                None => error.help("write the sentence as it reads after the names have changed"),
            });
        }
    }
    all
}

fn piece_named<'a>(item: &'a mut Item, name: &str) -> Option<&'a mut PieceDecl> {
    match &mut item.body {
        Body::Piece(piece) if piece.name.text == name => Some(piece),
        _ => None,
    }
}

impl Visit for Renames {
    fn name(&mut self, name: &mut Name) {
        if let Some(change) = self.names.iter_mut().find(|c| c.from == name.text) {
            change.hits = true;
            name.text.clone_from(&change.to);
        }
    }

    fn cell(&mut self, cell: &mut Name) {
        if let Some((_, to)) = self.letters.iter().find(|(from, _)| *from == cell.text) {
            cell.text.clone_from(to);
        }
    }

    fn sentence(&mut self, text: &mut Text) {
        let after = replace_words(&text.text, &self.words);
        if after != text.text {
            let before = std::mem::replace(&mut text.text, after.clone());
            self.touched.push(RenamedSentence { before, after, span: text.span });
        }
    }
}

/// Changes whole words; a word that begins with a capital keeps it.
pub(super) fn replace_words(sentence: &str, words: &[(String, String)]) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut out = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        out.push_str(before);
        out.push_str(&changed(word, words).unwrap_or_else(|| word.to_owned()));
        rest = after;
    }
    out.push_str(rest);
    out
}

fn changed(word: &str, words: &[(String, String)]) -> Option<String> {
    let find = |w: &str| words.iter().find(|(from, _)| from == w).map(|(_, to)| to.clone());
    find(word).or_else(|| {
        let lowered = with_first(word, |c| c.to_lowercase().collect());
        let to = find(&lowered)?;
        Some(with_first(&to, |c| c.to_uppercase().collect()))
    })
}

fn with_first(word: &str, f: impl Fn(char) -> String) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| f(first) + chars.as_str())
}

/// Changes one whole sentence wherever it stands.
struct Mend<'a> {
    from: &'a Text,
    to: &'a Text,
    hits: bool,
    touched: &'a mut Vec<RenamedSentence>,
}

impl Visit for Mend<'_> {
    fn sentence(&mut self, text: &mut Text) {
        self.string(text);
    }

    fn string(&mut self, text: &mut Text) {
        if text.text != self.from.text {
            return;
        }
        self.hits = true;
        let before = std::mem::replace(&mut text.text, self.to.text.clone());
        let at = |t: &RenamedSentence| (t.span.file, t.span.start) == (text.span.file, text.span.start);
        match self.touched.iter_mut().find(|t| at(t) && t.after == before) {
            Some(touched) => touched.after.clone_from(&text.text),
            None => {
                self.touched.push(RenamedSentence { before, after: text.text.clone(), span: text.span });
            }
        }
    }
}

#[derive(Default)]
struct Known(Vec<String>);

impl Visit for Known {
    fn name(&mut self, name: &mut Name) {
        self.0.push(name.text.clone());
    }
}

#[derive(Default)]
struct KnownSentences(Vec<String>);

impl Visit for KnownSentences {
    fn sentence(&mut self, text: &mut Text) {
        self.0.push(text.text.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::replace_words;

    #[test]
    fn whole_words_plurals_and_capitals() {
        let words = [("herd".to_owned(), "horde".to_owned()), ("herds".to_owned(), "hordes".to_owned())];
        assert_eq!(replace_words("the herd's shepherd", &words), "the horde's shepherd");
        assert_eq!(replace_words("Herds, (herd)", &words), "Hordes, (horde)");
        assert_eq!(replace_words("herd-size", &words), "herd-size");
    }
}
