//! Tests of rules: what two games have that is different, and whether anybody would notice a change.

pub mod differ;
pub mod mutate;
