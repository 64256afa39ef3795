//! `houserules list`

use super::answer;
use super::args::List;
use super::fail::Done;
use crate::library::manifest;
use serde_json::json;
use std::io::Write;

pub fn run(args: &List, out: &mut dyn Write) -> Done {
    let manifest = manifest();
    if args.json.json {
        let families: Vec<_> = manifest
            .families
            .iter()
            .map(|f| json!({ "id": f.id, "title": f.title, "about": f.about, "rulesets": f.rulesets }))
            .collect();
        return answer(out, &json!({ "default": manifest.default, "families": families }));
    }
    let width = manifest.families.iter().flat_map(|f| &f.rulesets).map(|r| r.id.len()).max().unwrap_or(0);
    for (n, family) in manifest.families.iter().enumerate() {
        if n > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}", family.title, family.about)?;
        for ruleset in &family.rulesets {
            writeln!(out, "  {:width$}  {}", ruleset.id, ruleset.about)?;
        }
    }
    Ok(())
}
