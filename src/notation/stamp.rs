//! Which rules a text was written under, and whether they are the ones at hand.

use crate::ruleset::Rules;

/// What differs when the hashes of the meaning do. Their digits would tell a reader nothing.
const RULES: &str = "rules";
/// The same where scripts belong to them: the hash covers their texts.
const RULES_AND_SCRIPTS: &str = "rules and scripts";

/// The rules that a text names. What it does not name is not compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The ruleset's id.
    pub ruleset: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// The settings that differ from their defaults.
    pub options: Option<Vec<(String, String)>>,
    /// The hash of the meaning, in hex.
    pub rules: Option<String>,
}

/// Something that a text says of its rules and that is otherwise here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What: `ruleset`, `version`, `rules`, `rules and scripts`, or `option` and its name.
    pub what: String,
    /// As the text has it.
    pub written: String,
    /// As it is here.
    pub here: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.what == RULES {
            return write!(f, "their meaning has changed");
        }
        if self.what == RULES_AND_SCRIPTS {
            return write!(f, "their meaning has changed, or one of their scripts");
        }
        let said = |s: &str| if s.is_empty() { "nothing".to_string() } else { format!("`{s}`") };
        write!(f, "{}: {} in the text, {} here", self.what, said(&self.written), said(&self.here))
    }
}

impl Stamp {
    /// The stamp of rules.
    pub fn of(rules: &Rules) -> Stamp {
        Stamp {
            ruleset: Some(rules.id.clone()),
            version: Some(rules.version.clone()).filter(|v| !v.is_empty()),
            options: Some(rules.changed_settings.clone()),
            rules: Some(format!("{:016x}", rules.hash)),
        }
    }

    /// What the text says otherwise than it is here; empty: nothing.
    pub fn differences(&self, rules: &Rules) -> Vec<Difference> {
        let mut found = Vec::new();
        let mut compare = |what: &str, written: &str, here: &str| {
            if written != here {
                found.push(Difference { what: what.into(), written: written.into(), here: here.into() });
            }
        };
        if let Some(id) = &self.ruleset {
            compare("ruleset", id, &rules.id);
        }
        if let Some(version) = &self.version {
            compare("version", version, &rules.version);
        }
        if let Some(options) = &self.options {
            let value = |list: &[(String, String)], name: &str| {
                list.iter().find(|(n, _)| n == name).map_or(String::new(), |(_, v)| v.clone())
            };
            for (name, written) in options {
                compare(&format!("option {name}"), written, &value(&rules.settings, name));
            }
            for (name, here) in rules.changed_settings.iter().filter(|(n, _)| !options.iter().any(|(o, _)| o == n)) {
                compare(&format!("option {name}"), "", here);
            }
        }
        if let Some(hash) = &self.rules {
            let what = if rules.hooks.is_empty() { RULES } else { RULES_AND_SCRIPTS };
            compare(what, hash, &format!("{:016x}", rules.hash));
        }
        found
    }
}
