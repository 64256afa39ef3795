//! The rulesets that are built in.

use crate::language::{Files, Found, is_script_name};
use crate::ruleset::OpponentFile;
use include_dir::{Dir, include_dir};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

static MANIFEST: LazyLock<Manifest> = LazyLock::new(|| {
    let text = FILES.get_file("manifest.toml").and_then(|f| f.contents_utf8()).unwrap_or_default();
    // Built in with the program and read by a test: no input reaches this.
    toml::from_str(text).unwrap_or_else(|e| panic!("rulesets/manifest.toml: {e}"))
});

/// What begins the places of built-in files, as [`Found::place`] has them.
const PLACE: &str = "library:";

/// The built-in rulesets by family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The id of the ruleset that is played when none is named.
    pub default: String,
    /// The families, in the order in which they are shown.
    #[serde(rename = "family")]
    pub families: Vec<Family>,
}

/// Rulesets that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// Its id.
    pub id: String,
    /// For display.
    pub title: String,
    /// One sentence.
    pub about: String,
    /// Its rulesets.
    #[serde(rename = "ruleset")]
    pub rulesets: Vec<Entry>,
}

/// A built-in ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its id: the name of its file without `.rules`.
    pub id: String,
    /// One sentence.
    pub about: String,
}

/// The families and rulesets that are built in.
pub fn manifest() -> &'static Manifest {
    &MANIFEST
}

/// The ids of all built-in rulesets, in the order of the manifest.
pub fn ids() -> impl Iterator<Item = &'static str> {
    manifest().families.iter().flat_map(|f| &f.rulesets).map(|r| r.id.as_str())
}

/// The text of a built-in rule file, by its id.
pub fn text(id: &str) -> Option<&'static str> {
    FILES.get_file(format!("{id}.rules"))?.contents_utf8()
}

/// The companion of a built-in ruleset, by its id: examples of what its rules mean (docs/book/testing.md).
pub fn companion(id: &str) -> Option<&'static str> {
    FILES.get_file(format!("{id}.md"))?.contents_utf8()
}

/// The built-in rule files, by id.
#[derive(Clone, Copy, Debug, Default)]
pub struct Library;

impl Files for Library {
    fn read(&self, id: &str, _: Option<&str>) -> Result<Option<Found>, String> {
        let found = |text: &str| {
            let name = format!("{id}.rules");
            Found { place: format!("{PLACE}{name}"), name, text: text.to_owned() }
        };
        Ok(text(id).map(found))
    }

    fn names(&self, _: Option<&str>) -> Vec<String> {
        ids().map(str::to_owned).collect()
    }

    fn script(&self, file: &str, _: &str) -> Result<Option<Found>, String> {
        let text = FILES.get_file(file).filter(|_| is_script_name(file)).and_then(|f| f.contents_utf8());
        Ok(text.map(|text| Found { name: file.to_owned(), place: format!("{PLACE}{file}"), text: text.to_owned() }))
    }

    fn opponent(&self, beside: &str) -> Result<Option<Found>, String> {
        Ok(opponent(beside))
    }
}

/// What the computer has learnt about the game of a built-in rule file, by the place of that.
fn opponent(place: &str) -> Option<Found> {
    let name = OpponentFile::name_beside(place.strip_prefix(PLACE)?);
    let text = FILES.get_file(&name)?.contents_utf8()?;
    Some(Found { place: format!("{PLACE}{name}"), name, text: text.to_owned() })
}

/// Whether a place, as [`Found::place`] has it, is in the library.
pub fn is_built_in(place: &str) -> bool {
    place.starts_with(PLACE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ruleset_of_the_manifest_has_a_file_and_every_file_an_entry() {
        let mut listed: Vec<String> = ids().map(|id| format!("{id}.rules")).collect();
        let mut there: Vec<String> = FILES
            .files()
            .map(|f| f.path().display().to_string())
            .filter(|f| std::path::Path::new(f).extension().is_some_and(|e| e == "rules"))
            .collect();
        listed.sort();
        there.sort();
        assert_eq!(listed, there);
    }

    #[test]
    fn default_is_a_ruleset() {
        assert!(text(&manifest().default).is_some());
    }
}
