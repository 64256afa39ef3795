//! The grammar of examples, compiled: `grammar/example.pest` is the reference of the syntax.

/// Made by pest: one [`Rule`] for each rule of the grammar.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/example.pest"]
pub(super) struct Grammar;
