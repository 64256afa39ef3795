//! The scripts that hooks name, read with the rule files that declare them.

use super::load::{Files, Found};
use crate::ruleset::item::{HookDecl, Item, Text};
use crate::ruleset::nearest::listed;
use crate::ruleset::walk::{self, Visit};
use crate::ruleset::{Diagnostic, Script, SourceFile, code};

/// How long a script may be, in bytes: a long one holds some hundred functions.
pub const MAX_SCRIPT_BYTES: usize = 64 * 1024;

/// How many scripts a ruleset may have, its bases' counted, so that the memory for their texts is bounded.
pub const MAX_SCRIPTS: usize = 16;

/// Whether a hook may name this file: a plain name that ends in `.rhai`, so that it lies beside the rule file.
pub fn is_script_name(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    name.strip_suffix(".rhai").is_some_and(|stem| !stem.is_empty() && !stem.starts_with('.')) && name.chars().all(plain)
}

/// Reads every script that a hook of these items names, in the blocks of options too; the texts join the sources.
/// `places` are those of the rule files.
pub(super) fn read(
    items: &mut [Item],
    places: &[String],
    files: &dyn Files,
    sources: &mut Vec<SourceFile>,
    found: &mut Vec<Diagnostic>,
) -> Vec<Script> {
    let mut named = Named(Vec::new());
    walk::items(&mut named, items);
    let mut scripts: Vec<Script> = Vec::new();
    let mut refused: Vec<(String, u16)> = Vec::new();
    for text in named.0 {
        let (file, declared_in) = (text.text.clone(), text.span.file);
        let known = |f: &str, d: u16| f == file && d == declared_in;
        if scripts.iter().any(|s| known(&s.file, s.declared_in)) || refused.iter().any(|(f, d)| known(f, *d)) {
            continue;
        }
        let place = places.get(usize::from(declared_in)).map_or("", String::as_str);
        match one(&text, place, scripts.len(), files) {
            Ok(Found { name, text, .. }) => {
                let digest = Script::digest_of(&text);
                scripts.push(Script { file, declared_in, source: sources.len() as u16, digest });
                sources.push(SourceFile { name, text });
            }
            Err(why) => {
                refused.push((file, declared_in));
                found.push(*why);
            }
        }
    }
    scripts
}

/// The script of one declaration.
fn one(named: &Text, place: &str, before: usize, files: &dyn Files) -> Result<Found, Box<Diagnostic>> {
    let (name, span) = (named.text.as_str(), named.span);
    let no = |code, message: String, help: String| Err(Box::new(Diagnostic::new(code, span, message).help(help)));
    if !is_script_name(name) {
        let message = format!("`{name}` is not the plain name of a script");
        let help = "a script lies beside the rule file and is named without a folder: `in \"file.rhai\"`";
        return no(&code::SCRIPT_PLACE, message, help.to_owned());
    }
    if before >= MAX_SCRIPTS {
        let message = format!("a ruleset may have {MAX_SCRIPTS} scripts at most, its bases' counted");
        return no(&code::SCRIPT_TOO_LARGE, message, "put the functions of several scripts into one".to_owned());
    }
    match files.script(name, place) {
        Ok(Some(found)) if found.text.len() > MAX_SCRIPT_BYTES => {
            let message = format!("the script `{name}` is larger than {} KiB", MAX_SCRIPT_BYTES / 1024);
            no(&code::SCRIPT_TOO_LARGE, message, "a script decides what no rule can say; leave the rest out".to_owned())
        }
        Ok(Some(found)) => Ok(found),
        Ok(None) => {
            let beside = files.scripts(place);
            let help = if beside.is_empty() {
                format!("put `{name}` into the folder of the rule file that names it")
            } else {
                format!("beside the rule file that names it there is {}", listed(beside.iter().map(String::as_str)))
            };
            no(&code::NO_SCRIPT, format!("there is no script `{name}`"), help)
        }
        Err(why) => {
            let help = "a script is a text in UTF-8 that may be opened".to_owned();
            no(&code::SCRIPT_UNREADABLE, format!("the script `{name}` cannot be read: {why}"), help)
        }
    }
}

/// The files that hooks name.
struct Named(Vec<Text>);

impl Visit for Named {
    fn hook(&mut self, hook: &mut HookDecl) {
        self.0.push(hook.file.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::is_script_name;

    #[test]
    fn no_name_leaves_the_folder() {
        for good in ["bison.rhai", "a-b_c 2.rhai", "a.b.rhai"] {
            assert!(is_script_name(good), "{good}");
        }
        for bad in [
            "",
            ".rhai",
            "..rhai",
            "a.rules",
            "../a.rhai",
            "a/b.rhai",
            "/a.rhai",
            "a\\b.rhai",
            "C:a.rhai",
            "a\0.rhai",
            "a.RHAI",
        ] {
            assert!(!is_script_name(bad), "{bad}");
        }
    }
}
