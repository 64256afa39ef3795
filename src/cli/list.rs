//! `houserules list`

use super::answer;
use super::args::List;
use super::fail::Done;
use super::wrap::{tell, tell_row};
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
    let longest = manifest.families.iter().flat_map(|f| &f.rulesets).map(|r| r.id.chars().count()).max().unwrap_or(0);
    for (n, family) in manifest.families.iter().enumerate() {
        if n > 0 {
            writeln!(out)?;
        }
        tell(out, &format!("{}: {}", family.title, family.about))?;
        for ruleset in &family.rulesets {
            tell_row(out, &format!("  {}", ruleset.id), longest + 4, &ruleset.about)?;
        }
    }
    Ok(())
}
