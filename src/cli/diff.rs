//! `houserules diff`

use super::args::{Diff, SettingArgs, Subject};
use super::fail::{Done, Failure};
use super::wrap::{page, tell};
use super::{answer, paint, subject};
use crate::explain::{Changed, Told, changes};
use crate::notation::{move_text, result_text};
use crate::open::Opened;
use crate::render::{Look, Marks, board_picture};
use crate::testing::differ::{Apart, Differing, Effort, Search, What, differ};
use serde_json::{Value, json};
use std::io::Write;

/// One of the two.
struct One {
    name: String,
    opened: Opened,
}

pub fn run(args: &Diff, out: &mut dyn Write) -> Done {
    if args.b.is_none() && args.set_a.is_empty() && args.set_b.is_empty() {
        let both = if args.settings.set.is_empty() { "" } else { "; `--set` holds for both" };
        return Err(Failure::Usage(format!(
            "`{0}` would be compared with itself: name a second ruleset, as `houserules diff {0} OTHER`, or other \
             settings, as `houserules diff {0} --set-b NAME=VALUE`{both}",
            args.a
        )));
    }
    let open = |ruleset: &str, own: &[(String, String)]| -> Result<Opened, Failure> {
        let set = args.settings.set.iter().chain(own).cloned().collect();
        subject::open(&Subject { ruleset: ruleset.to_owned(), settings: SettingArgs { set } })
    };
    let b = args.b.as_ref().unwrap_or(&args.a);
    let (in_a, in_b) = (open(&args.a, &args.set_a)?, open(b, &args.set_b)?);
    let a = One { name: name(&args.a, &in_a, &in_b), opened: in_a };
    let b = One { name: name(b, &in_b, &a.opened), opened: in_b };
    let book = |one: &'_ One| (one.opened.settled.clone(), one.opened.game.rules().clone());
    let ((settled_a, rules_a), (settled_b, rules_b)) = (book(&a), book(&b));
    let told =
        changes((&settled_a, &rules_a, &a.opened.ruleset.sources), (&settled_b, &rules_b, &b.opened.ruleset.sources));
    let effort = Effort { positions: args.effort, seed: args.seed };
    let search = differ(&a.opened.game, &b.opened.game, &[], effort);
    let renamed = renamed(&a, &b);
    let alike = told.is_empty() && renamed.is_empty() && matches!(&search, Ok(Search { found: None, .. }));
    if args.json.json {
        answer(out, &value(&a, &b, &told, &renamed, search.as_ref(), alike))?;
    } else {
        said(&a, &b, &told, &renamed, search.as_ref(), out)?;
    }
    if alike { Ok(()) } else { Err(Failure::Bad) }
}

/// A ruleset with the settings that are chosen and that the other does not have.
fn name(ruleset: &str, opened: &Opened, other: &Opened) -> String {
    let theirs = &other.game.rules().settings;
    let own = opened.game.rules().settings.iter().filter(|s| !theirs.contains(s));
    let same = opened.ruleset.sources == other.ruleset.sources;
    let chosen = own.filter(|s| same || opened.game.rules().changed_settings.contains(s));
    let chosen: Vec<String> = chosen.map(|(name, value)| format!("{name} {value}")).collect();
    if chosen.is_empty() { ruleset.to_owned() } else { format!("{ruleset} with {}", chosen.join(", ")) }
}

/// Names that the second has in place of others, as sentences.
fn renamed(a: &One, b: &One) -> Vec<String> {
    let theirs = &a.opened.game.rules().renames;
    let own = b.opened.game.rules().renames.iter().filter(|r| !theirs.contains(r));
    let words: Vec<&(String, String)> = own.flat_map(|r| &r.words).collect();
    // A plural goes with its singular.
    let several = |(from, to): &(String, String)| {
        words.iter().any(|(f, t)| from != f && from.starts_with(f.as_str()) && to.starts_with(t.as_str()))
    };
    let told = words.iter().filter(|w| !several(w));
    told.map(|(from, to)| format!("“{from}” is called “{to}”.")).collect()
}

fn said(
    a: &One,
    b: &One,
    told: &[Changed],
    renamed: &[String],
    search: Result<&Search, &Apart>,
    out: &mut dyn Write,
) -> Done {
    writeln!(out, "--- {}\n+++ {}", a.name, b.name)?;
    if !renamed.is_empty() {
        let lines: Vec<String> = renamed.iter().map(|r| format!("  + {r}")).collect();
        writeln!(out, "\n{}", page(&format!("Names\n-----\n{}", lines.join("\n"))).trim_end())?;
    }
    for changed in told {
        let rule = "-".repeat(changed.section.chars().count());
        let line = |sign: &str, t: &Told| {
            let place = t.file.as_ref().zip(t.line).map_or_else(String::new, |(f, l)| format!(" ({f}:{l})"));
            format!("  {sign} {}{place}\n", t.text)
        };
        let was = changed.was.iter().map(|t| line("-", t));
        let lines: String = was.chain(changed.now.iter().map(|t| line("+", t))).collect();
        writeln!(out, "\n{}", page(&format!("{}\n{rule}\n{lines}", changed.section)).trim_end())?;
    }
    writeln!(out)?;
    match search {
        Err(apart) => tell(out, &format!("No position was looked for: {apart}.")),
        Ok(Search { found: None, looked: 0 }) if a.opened.game.rules().hash == b.opened.game.rules().hash => {
            tell(out, "They mean the same: no position can tell them apart.")
        }
        Ok(Search { found: None, looked: 0 }) => {
            tell(out, "No position can tell them apart: a round is played in the same way, a match is not.")
        }
        Ok(Search { found: None, looked }) => {
            tell(out, &format!("No position in which they differ was found among {looked} (`--effort` looks at more)."))
        }
        Ok(Search { found: Some(found), .. }) => shown(a, b, found, out),
    }
}

/// The position with what is different there.
fn shown(a: &One, b: &One, found: &Differing, out: &mut dyn Write) -> Done {
    let moves = found.line_texts();
    let begin = match (&found.from, moves.is_empty()) {
        (None, true) => "They differ at the start".to_owned(),
        (None, false) => format!("They differ after {}", moves.join(", ")),
        (Some(_), true) => "They differ here".to_owned(),
        (Some(_), false) => {
            format!("They differ after {} from `{}`", moves.join(", "), found.from_text().unwrap_or_default())
        }
    };
    let said = found.tell((&a.name, &b.name));
    let marks = Marks { targets: said.sites, ..Marks::default() };
    let picture = board_picture(found.a.game(), found.a.position(), &marks, Look { zones: false, ..Look::FULL });
    let to_move = found.a.game().rules().sides.get(usize::from(found.a.position().to_move));
    let to_move = to_move.map_or("", |s| s.name.as_str());
    tell(out, &format!("{begin}, {to_move} to move:"))?;
    writeln!(out, "\n{}", paint::paint(&picture))?;
    for sentence in &said.sentences {
        tell(out, sentence)?;
    }
    writeln!(out, "\nPosition: {}", found.position_text())?;
    Ok(())
}

fn value(
    a: &One,
    b: &One,
    told: &[Changed],
    renamed: &[String],
    search: Result<&Search, &Apart>,
    alike: bool,
) -> Value {
    let one = |one: &One| {
        let rules = one.opened.game.rules();
        let settings: serde_json::Map<String, Value> =
            rules.changed_settings.iter().map(|(n, v)| (n.clone(), v.clone().into())).collect();
        json!({ "name": one.name, "ruleset": rules.id, "settings": settings, "rules": format!("{:016x}", rules.hash) })
    };
    let found = search.ok().and_then(|s| s.found.as_ref());
    json!({
        "alike": alike,
        "a": one(a),
        "b": one(b),
        "renamed": renamed,
        "changes": told,
        "looked": search.map_or(0, |s| s.looked),
        "apart": search.err().map(ToString::to_string),
        "position": found.map(|f| position(a, b, f)),
    })
}

fn position(a: &One, b: &One, found: &Differing) -> Value {
    let (only_a, only_b) = found.move_texts();
    let (in_a, in_b) = found.after();
    let outcome = |play: &crate::engine::Play| {
        play.outcome().map(|o| json!({ "result": result_text(o, play.game()), "reason": o.reason }))
    };
    let (kind, mv) = match &found.what {
        What::Start => ("start", None),
        What::Outcome => ("outcome", None),
        What::Moves { .. } => ("moves", None),
        What::After { a: mv, .. } => {
            ("after", Some(move_text(mv, &found.a.moves().unwrap_or_default(), found.a.game())))
        }
    };
    json!({
        "from": found.from_text(),
        "moves": found.line_texts(),
        "position": found.position_text(),
        "kind": kind,
        "move": mv,
        "only_a": only_a,
        "only_b": only_b,
        "outcome_a": outcome(&in_a),
        "outcome_b": outcome(&in_b),
        "said": found.tell((&a.name, &b.name)).sentences,
    })
}
