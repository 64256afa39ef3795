//! Rules tests.

pub mod coverage;
