//! The grammar, compiled: `grammar/houserules.pest` is the reference of the syntax.

/// Made by pest: one [`Rule`] for each rule of the grammar.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/houserules.pest"]
pub(super) struct Grammar;
