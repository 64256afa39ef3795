//! The small changes that can be made to a rule file: each changes what a clause means and leaves it a sentence of the
//! language. Whether the file can still be played is found out by whoever makes the change.

mod lines;
mod lists;
mod words;

use crate::language::Tree;

/// A small change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    /// What is replaced: first byte, one past the last, what comes instead. In order, without overlaps.
    pub changes: Vec<(usize, usize, String)>,
    /// What is changed, in a few words.
    pub what: String,
}

/// What the edits of a file are made from.
pub(super) struct Context<'s> {
    pub text: &'s str,
    /// The sides of the ruleset.
    pub sides: Vec<String>,
    /// The kinds of pieces.
    pub kinds: Vec<String>,
    /// The zones.
    pub zones: Vec<String>,
    edits: Vec<Edit>,
}

impl<'s> Context<'s> {
    pub fn new(text: &'s str, sides: Vec<String>, kinds: Vec<String>, zones: Vec<String>) -> Context<'s> {
        Context { text, sides, kinds, zones, edits: Vec::new() }
    }

    fn of(&self, tree: &Tree) -> &'s str {
        tree.text(self.text)
    }

    fn edit(&mut self, changes: Vec<(usize, usize, String)>, what: impl Into<String>) {
        // A comma joins what follows it to what stands before; it says nothing by itself.
        let what = what.into().replace("without , ", "without ");
        let what = what.strip_prefix(", ").map_or(what.clone(), str::to_owned);
        self.edits.push(Edit { changes, what });
    }

    /// Other words in place of a part.
    fn put(&mut self, part: &Tree, now: &str) {
        let what = format!("{} -> {now}", folded(self.of(part)));
        self.edit(vec![(part.start, part.end, now.to_owned())], what);
    }

    /// The same for words that stand between two places.
    fn put_at(&mut self, start: usize, end: usize, now: &str, what: impl Into<String>) {
        self.edit(vec![(start, end, now.to_owned())], what);
    }

    /// A part left out, with what joins it to the part before it.
    fn drop_after(&mut self, before: usize, part: &Tree) {
        let what = format!("without {}", folded(self.of(part)));
        self.edit(vec![(before, part.end, String::new())], what);
    }
}

/// Every edit of a file, in the order of the places where they begin.
pub(super) fn edits(tree: &Tree, mut context: Context<'_>) -> Vec<Edit> {
    lines::file(tree, &mut context);
    walk(tree, &mut context);
    let mut edits = context.edits;
    edits.sort_by_key(|e| e.changes.first().map(|c| c.0));
    edits
}

/// Parts that say nothing about the meaning, or what stands in the file twice.
const SILENT: [&str; 7] = ["game", "picture", "rename", "string", "graph", "plural", "named_target"];

fn walk(tree: &Tree, context: &mut Context<'_>) {
    if SILENT.contains(&tree.rule.as_str()) {
        return;
    }
    words::edit(tree, context);
    lists::edit(tree, context);
    lines::edit(tree, context);
    for part in &tree.parts {
        walk(part, context);
    }
}

/// White space folded, comments left out.
pub(super) fn folded(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(line));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}
