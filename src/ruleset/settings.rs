//! What the caller chooses: options and their values.

use serde::{Deserialize, Serialize};

/// An ordered list of option names and values; of an option that is named twice the last value counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings(pub Vec<(String, String)>);

impl Settings {
    /// No choice: every option keeps its default.
    pub fn defaults() -> Settings {
        Settings::default()
    }

    /// These settings and one more.
    #[must_use]
    pub fn with(mut self, option: impl Into<String>, value: impl Into<String>) -> Settings {
        self.0.push((option.into(), value.into()));
        self
    }

    /// The value chosen for an option.
    pub fn get(&self, option: &str) -> Option<&str> {
        self.0.iter().rev().find(|(o, _)| o == option).map(|(_, v)| v.as_str())
    }
}

impl<A: Into<String>, B: Into<String>> FromIterator<(A, B)> for Settings {
    fn from_iter<I: IntoIterator<Item = (A, B)>>(list: I) -> Settings {
        Settings(list.into_iter().map(|(a, b)| (a.into(), b.into())).collect())
    }
}
