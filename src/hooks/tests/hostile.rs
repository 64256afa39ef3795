//! Scripts that take what they can get. Each runs in a process of its own, whose greatest memory is measured: whatever
//! a script does, it ends soon in an answer or a fault, and takes less than 64 MiB.

use super::{RULES, trial, trial_of};
use crate::engine::{Dice, Hooks, Play, PlayError};
use std::process::Command;
use std::time::{Duration, Instant};

/// Names the file with the scripts for the child.
const SCRIPTS: &str = "HOUSERULES_HOSTILE_SCRIPTS";
/// What may be taken above an empty script, in KiB.
const MOST: u64 = 64 * 1024;
/// Between two scripts of a file.
const NEXT: &str = "\n//////// next\n";

/// Runs the scripts that the parent asks for. Each has a function `judge`, or is refused.
#[test]
fn child() {
    let Ok(path) = std::env::var(SCRIPTS) else { return };
    for script in std::fs::read_to_string(path).unwrap().split(NEXT) {
        let start = Instant::now();
        let stormy = script.contains("fn storm(");
        let tried = if stormy {
            // Hundreds of sites, and two men in hand that may be put on any: as many moves.
            trial_of(&RULES.replace("5 x 5", "22 x 22"), &["after move storm"], script)
        } else {
            trial(&["legality judge"], script)
        };
        let says = match tried {
            Ok(trial) if stormy => match play_on(&trial.game) {
                Ok(made) => format!("{made} moves"),
                Err(fault) => trial.fault(&fault),
            },
            Ok(trial) => {
                let moment = trial.moment();
                match trial.scripts.legality(&moment, &trial.mv(), &moment) {
                    Ok(answer) => format!("{answer:?}"),
                    Err(fault) => trial.fault(&fault),
                }
            }
            Err(told) => told,
        };
        let line = says.lines().next().unwrap_or_default().to_owned();
        println!("SAYS {:?} {line}", start.elapsed());
        // A storm is asked about some thousands of moves, and other tests run beside it.
        let most = Duration::from_secs(if stormy { 200 } else { 20 });
        assert!(start.elapsed() < most, "{line}: {:?}\n{script}", start.elapsed());
    }
    println!("PEAK {}", peak());
}

/// Plays a few moves, the first of each position's; how many moves there were in all.
fn play_on(game: &crate::engine::Game) -> Result<usize, crate::engine::HookFault> {
    let mut play = Play::new(game);
    let mut found = 0;
    for _ in 0..3 {
        let moves = play.moves()?;
        found += moves.len();
        let Some(mv) = moves.first() else { break };
        match play.play(mv) {
            Ok(()) => {}
            Err(PlayError::Hook(fault)) => return Err(fault),
            Err(other) => panic!("{other}"),
        }
    }
    Ok(found)
}

/// The greatest memory of this process so far, in KiB; 0 where it cannot be had.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// What is said of the scripts, and the memory that they took.
#[track_caller]
fn run(scripts: &[String]) -> (Vec<String>, u64) {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), scripts.join(NEXT)).unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "hooks::tests::hostile::child", "--nocapture", "--test-threads=1"])
        .env(SCRIPTS, file.path())
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{out}\n{}\n{}", String::from_utf8_lossy(&output.stderr), scripts.join(NEXT));
    let says: Vec<String> = out.lines().filter_map(|l| l.split_once("SAYS ").map(|s| s.1.to_owned())).collect();
    let peak = out.lines().find_map(|l| l.strip_prefix("PEAK ")).and_then(|p| p.parse().ok());
    (says, peak.unwrap_or(0))
}

fn judge(body: &str) -> String {
    format!("fn judge(position, move, after) {{\n{body}\ntrue\n}}\n")
}

#[test]
fn known_tricks() {
    let tricks = [
        ("endless loop", judge("loop { }")),
        ("endless work", judge("let x = 0; while true { x += 1; }")),
        ("endless recursion", judge("f(1);") + "fn f(n) { f(n + 1) }"),
        (
            "recursion in expressions",
            judge("f(1);") + format!("fn f(n) {{ {}f(n + 1){} }}", "(1 - ".repeat(10), ")".repeat(10)).as_str(),
        ),
        ("doubling text", judge("let s = \"x\"; loop { s += s; }")),
        ("doubling by interpolation", judge("let s = \"x\"; loop { s = `${s}${s}`; }")),
        (
            "list of large texts",
            judge("let s = \"x\"; while s.len() < 2000 { s += s; } let l = []; loop { l.push([s + l.len()]); }"),
        ),
        ("growing list", judge("let l = []; loop { l.push(l.len()); }")),
        ("list in itself", judge("let l = [1]; loop { l.push(l); }")),
        ("lists of lists", judge("let l = [1, 1]; loop { l = [l, l]; }")),
        ("list by +=", judge("let l = [1]; loop { l += l; }")),
        ("growing map", judge("let m = #{}; let i = 0; loop { m.set(`${i}`, i); i += 1; }")),
        ("map in itself", judge("let m = #{}; let i = 0; loop { m.set(`${i}`, m); i += 1; }")),
        ("map by index", judge("let m = #{}; loop { m[\"a\"] = m; }")),
        ("map by property", judge("let m = #{ a: 1 }; loop { m.a = m; }")),
        ("list by index", judge("let l = [0, 0]; loop { l[0] = l; l[1] = l; }")),
        ("inner list", judge("let l = [[]]; loop { l[0].push(l); }")),
        ("inner map", judge("let m = #{ a: #{} }; loop { m.a.set(\"b\", m); }")),
        ("closures", judge("let f = |x| x; loop { let g = f; f = |x| g.call(x); }")),
        ("currying", judge("let f = Fn(\"judge\"); loop { f = f.curry(f); }")),
        ("large numbers", judge("let x = 9223372036854775807; x += 1;")),
        ("large powers", judge("let x = 2; loop { x **= 2; }")),
        ("large shift", judge("let x = 1 << 1000; let y = -1 >> -5000;")),
        ("least number", judge("let x = -9223372036854775807 - 1; x = -x; x.abs() / -1;")),
        ("large range", judge("let n = 0; for i in 0..9223372036854775807 { n += i % 2; }")),
        ("backward range", judge("let n = 0; for i in 5..-9223372036854775807 { n += 1; }")),
        ("list of ranges", judge("let l = []; for i in 0..100000 { l.push(0..9223372036854775807); }")),
        ("padding", judge("let s = \"x\"; s.pad(100000000, \"y\");")),
        ("blob", judge("let b = blob(100000000);")),
        ("megabyte", format!("// {}\n{}", "x".repeat(1 << 20), judge(""))),
        ("deep brackets", judge(&format!("{}1{};", "(".repeat(20_000), ")".repeat(20_000)))),
        ("deep lists", judge(&format!("let l = {}{};", "[".repeat(20_000), "]".repeat(20_000)))),
        ("deep blocks", judge(&format!("{}{}", "{".repeat(20_000), "}".repeat(20_000)))),
        ("long sum", judge(&format!("let x = 1{};", "+1".repeat(20_000)))),
        ("long chain", judge(&format!("move{};", ".x".repeat(20_000)))),
        ("many else", judge(&format!("if true {{ }} {}", "else if true { }".repeat(3_000)))),
        ("deep comments", judge(&format!("{}{}", "/*".repeat(15_000), "*/".repeat(15_000)))),
        ("many variables", judge(&(0..2000).map(|n| format!("let v{n} = {n};")).collect::<Vec<_>>().concat())),
        ("large literal in a loop", judge(&format!("loop {{ let l = [{}]; }}", "0,".repeat(30_000)))),
        ("many arguments", judge(&format!("f({});", "position, ".repeat(5_000)))),
        (
            "long list searched",
            judge("let l = []; while l.len() < 600 { l.push(l.len()); } let n = 0; loop { if 700 in l { n += 1; } }"),
        ),
        (
            "long list asked for a place",
            judge("let l = []; while l.len() < 600 { l.push(\"x\"); } let n = 0; loop { n += l.index_of(\"y\"); }"),
        ),
        (
            "long list changed",
            judge("let m = []; while m.len() < 600 { m.push(0); } let l = [m]; loop { l.push(1); l.pop(); }"),
        ),
        ("many pieces", judge("let l = []; loop { l = position.pieces(); }")),
        ("pieces kept", judge("let l = []; for i in 0..100 { l.push(position.pieces()); }")),
        (
            "choices kept",
            judge(
                "let w = []; for s in position.sites() { w.push(remove(s)); } let l = []; loop { l.push(choice(w)); }",
            ),
        ),
        (
            "replies kept",
            judge("let l = []; let t = \"x\"; while t.len() < 200 { t += t; } loop { l.push(draw(t + l.len())); }"),
        ),
        ("calls asked", judge("loop { position.is(\"cornered\", \"white\"); }")),
        ("moves found", judge("loop { after.moves().len(); }")),
        (
            "moves in moves",
            judge("for a in position.moves() { for b in position.moves() { for c in position.moves() { a == c; } } }"),
        ),
        ("caught", judge("try { loop { } } catch { } loop { try { throw 1; } catch { } }")),
        ("thrown text", judge("let s = \"x\"; while s.len() < 4000 { s += s; } throw s;")),
        ("switch on a piece", judge("switch position.piece(\"b1\") { 1 => 2, _ => 3 }")),
        (
            "comparison of unlike things",
            judge("position == move; position.piece(\"b1\") == 5; [position] == [move]; #{ a: 1 } == 3;"),
        ),
        ("print a deep list", judge("let l = []; for i in 0..600 { l = [l]; } `${l}`.len();")),
        ("not a word of Rhai", "\u{0}\u{1}\u{feff}fn £$%^&*(".to_owned()),
        (
            "large map in every frame",
            judge("f(1);")
                + "fn f(n) { let m = #{}; for i in 0..128 { m.set(\"a long key to be kept by the map, number \" + i, [n]); } \
            let a = m; let b = m; let c = m; let d = m; let e = m; let g = m; let h = m; let i = m; let j = m; let k = m; \
            if n < 7 { f(n + 1); } }",
        ),
        (
            "large lists in every frame",
            judge("f(1);")
                + "fn f(n) { let m = []; while m.len() < 639 { m.push([]); if m.len() > 310 { break; } } \
            while m.len() < 320 { m.push(1); } \
            let a = m; let b = m; let c = m; let d = m; let e = m; let g = m; let h = m; let i = m; let j = m; let k = m; \
            let o = m; let p = m; let q = m; let r = m; let s = m; let t = m; let u = m; let v = m; \
            if n < 7 { g4(m, a, b, c, g4(m, a, b, c, g4(m, a, b, c, g4(m, a, b, c, f(n + 1))))); } } fn g4(a, b, c, d, e) { 1 }",
        ),
    ];
    let (empty, baseline) = run(&[judge("")]);
    assert_eq!(empty.len(), 1);
    let mut all = String::new();
    for (name, script) in tricks {
        let (says, peak) = run(&[script]);
        assert_eq!(says.len(), 1, "{name}");
        assert!(peak < baseline + MOST, "{name}: {} KiB above {baseline}", peak - baseline);
        println!("{name}: {} KiB, {}", peak.saturating_sub(baseline), says[0]);
        all.push_str(&format!("{name}: {}\n", says[0].split_once(' ').map_or("", |s| s.1)));
    }
    insta::assert_snapshot!(all);
}

/// Scripts that leave the mover as many alternatives as they can, after every one of some five hundred moves: each
/// alternative is a position of its own.
#[test]
fn storms_of_alternatives() {
    let storm = |body: &str| format!("fn storm(position, move, after) {{\n{body}\n}}\n");
    // Six hundred and forty elements are the most that a list holds, those of lists in it counted.
    let each = |way: &str, most: usize| {
        format!(
            "let w = []; for s in after.sites() {{ if after.is_empty(s) && w.len() < {most} {{ w.push({way}); }} }}"
        )
    };
    let storms = [
        ("none", storm("")),
        ("one each", storm("mark(\"scent\", \"e5\")")),
        ("one alternative", storm("choice([mark(\"scent\", \"e5\")])")),
        ("every site", storm(&format!("{} choice(w)", each("mark(\"scent\", s)", 600)))),
        (
            "every site after a step",
            storm(&format!("if move.is_drop {{ return; }} {} choice(w)", each("place(\"chief\", s)", 600))),
        ),
        ("sixteen after every move", storm(&format!("{} choice(w)", each("place(\"chief\", s)", 16)))),
        ("seventeen after every move", storm(&format!("{} choice(w)", each("place(\"chief\", s)", 17)))),
        ("two effects each", storm(&format!("{} choice(w)", each("[place(\"chief\", s), capture(s)]", 210)))),
        (
            "sixteen with many marks",
            storm(&format!(
                "let all = []; for s in after.sites() {{ if all.len() < 38 {{ all.push(mark(\"scent\", s)); }} }} {} choice(w)",
                each("[mark(\"scent\", s)] + all", 16)
            )),
        ),
        (
            "pieces that run to and fro",
            storm(
                "let all = []; if after.is_empty(\"b5\") || !after.is_empty(\"d9\") { return; } while all.len() < 639 { all.push(move_piece(\"b5\", \"d9\")); all.push(move_piece(\"d9\", \"b5\")); if all.len() > 620 { break; } } all",
            ),
        ),
        ("choices in choices", storm(&format!("{} choice([choice(w)])", each("place(\"chief\", s)", 600)))),
        ("choices in lists", storm(&format!("{} [choice(w), choice(w)]", each("place(\"chief\", s)", 600)))),
        ("choices without end", storm(&format!("{} loop {{ w = [choice(w)]; }}", each("place(\"chief\", s)", 600)))),
        ("lists without end", storm("let l = [mark(\"scent\", \"e5\")]; loop { l += l; } choice(l)")),
        ("alike", storm("let w = []; loop { w.push(mark(\"scent\", \"e5\")); if w.len() > 600 { break; } } choice(w)")),
    ];
    let (empty, baseline) = run(&[storm("")]);
    assert_eq!(empty.len(), 1);
    let mut all = String::new();
    for (name, script) in storms {
        let (says, peak) = run(&[script]);
        assert_eq!(says.len(), 1, "{name}");
        println!("{name}: {} KiB, {}", peak.saturating_sub(baseline), says[0]);
        assert!(peak < baseline + MOST, "{name}: {} KiB above {baseline}", peak - baseline);
        all.push_str(&format!("{name}: {}\n", says[0].split_once(' ').map_or("", |s| s.1)));
    }
    insta::assert_snapshot!(all);
}

/// Two hundred small programs made at random of pieces like those above.
#[test]
fn made_at_random() {
    let (_, baseline) = run(&[judge("")]);
    let scripts: Vec<String> = (0..200).map(|seed| made(&mut Dice::new(seed))).collect();
    let mut ends = std::collections::BTreeMap::<String, usize>::new();
    for scripts in scripts.chunks(25) {
        let (says, peak) = run(scripts);
        assert_eq!(says.len(), scripts.len());
        assert!(peak < baseline + MOST, "{} KiB above {baseline}", peak - baseline);
        for line in says {
            let said = line.split_once(' ').map_or("", |s| s.1);
            *ends.entry(said.get(..13).unwrap_or(said).to_owned()).or_default() += 1;
        }
    }
    println!("{ends:?}");
    // Some of them must have run, and some must have met a limit, or nothing was tried.
    assert!(ends.get("None").is_some_and(|n| *n > 5), "{ends:?}");
    assert!(ends.get("error[HR1011]").is_some_and(|n| *n > 20), "{ends:?}");
}

fn pick<'a>(dice: &mut Dice, of: &[&'a str]) -> &'a str {
    of[dice.below(of.len() as u32) as usize]
}

fn made(dice: &mut Dice) -> String {
    let mut script = String::from(
        "fn judge(position, move, after) {\n    let l = [1]; let m = #{}; let s = \"ab\"; let n = 2; let p = position.piece(\"b1\");\n",
    );
    for _ in 0..=dice.below(5) {
        script.push_str(&statement(dice, 3));
    }
    script.push_str("    true\n}\nfn f(l, m, s, n, p) {\n    if n > 5 { return l; }\n    let position = p;\n");
    for _ in 0..=dice.below(3) {
        script.push_str(&statement(dice, 2).replace("position.", "p?."));
    }
    script.push_str("    l\n}\n");
    script
}

fn statement(dice: &mut Dice, depth: u32) -> String {
    let inner = |dice: &mut Dice| {
        let statements: String = (0..=dice.below(3)).map(|_| statement(dice, depth.saturating_sub(1))).collect();
        format!("{{ {statements} }}")
    };
    match dice.below(if depth == 0 { 8 } else { 14 }) {
        0 => format!("l.push({});\n", value(dice, 2)),
        1 => format!("l += {};\n", pick(dice, &["l", "[l]", "[s, n]", "position.sites()", "position.pieces()"])),
        2 => format!("m.set({}, {});\n", pick(dice, &["s", "`${n}`", "\"k\" + n", "\"a\""]), value(dice, 2)),
        3 => format!(
            "s {} {};\n",
            pick(dice, &["+=", "="]),
            pick(dice, &["s", "`${s}${s}`", "`${l}`", "\"x\" + n", "`${m}`", "s + s"])
        ),
        4 => format!(
            "n {} {};\n",
            pick(dice, &["+=", "*=", "-=", "**=", "<<=", "/=", "%="]),
            pick(dice, &["n", "1", "2", "l.len()", "-7"])
        ),
        5 => format!("l = {};\n", value(dice, 3)),
        6 => format!("p = {};\n", value(dice, 1)),
        7 => format!("l = f(l, m, s, n + 1, {});\n", pick(dice, &["p", "l", "m"])),
        8 | 9 => format!(
            "for x in {} {}\n",
            pick(dice, &["0..1000000", "l", "position.pieces()", "position.moves()", "position.sites()"]),
            inner(dice)
        ),
        10 => format!("loop {{ {} }}\n", statement(dice, depth - 1)),
        11 => format!("while n < 1000000 {}\n", inner(dice)),
        12 => format!("if l.len() % 2 == 0 {} else {}\n", inner(dice), inner(dice)),
        _ => format!("try {} catch (e) {{ n += 1; }}\n", inner(dice)),
    }
}

fn value(dice: &mut Dice, depth: u32) -> String {
    match dice.below(if depth == 0 { 6 } else { 10 }) {
        0 => "l".to_owned(),
        1 => "m".to_owned(),
        2 => "s".to_owned(),
        3 => "n".to_owned(),
        4 => "position.pieces()".to_owned(),
        5 => "p".to_owned(),
        6 => format!("[{}, {}]", value(dice, depth - 1), value(dice, depth - 1)),
        7 => format!("#{{ a: {}, b: {} }}", value(dice, depth - 1), value(dice, depth - 1)),
        8 => format!("l + [{}]", value(dice, depth - 1)),
        _ => "[l, l, l, m, s]".to_owned(),
    }
}
