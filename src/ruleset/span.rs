//! Where in which rule file something was written.

use serde::{Deserialize, Serialize};

/// A half-open range of bytes `start..end` in the file with the index `file` of a
/// [`Ruleset`](super::Ruleset)'s list of sources.
///
/// Two rulesets that differ only in layout or comments mean the same, so spans take no part in
/// comparing and hashing: any two spans are equal.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub struct Span {
    /// Index into [`Ruleset::sources`](super::Ruleset::sources); 0 is the file that was loaded, bases follow.
    pub file: u16,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both; `other` must be of the same file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}
impl Eq for Span {}
impl std::hash::Hash for Span {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}..{}", self.file, self.start, self.end)
    }
}
