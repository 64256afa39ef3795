//! What is found in scripts before they run.

use super::{RULES, refused, sound, told, trial, trial_of};

#[test]
fn mistakes() {
    let judge = |body: &str| format!("fn judge(position, move, after) {{\n    {body}\n    true\n}}\n");
    let scripts = [
        "fn judge(position, move, after) { true ".to_owned(),
        judge("let x = ;"),
        judge("\"open"),
        "fn jugde(position, move, after) { true }".to_owned(),
        "fn other(x) { 1 }".to_owned(),
        "fn judge(position) { true }".to_owned(),
        judge("psition.count(\"man\");"),
        judge("positoin.count(\"man\");"),
        judge("let n = 1; { let m = 2; } m;"),
        judge("position.cuont(\"man\");"),
        judge("position.count();"),
        judge("position.to_mvoe;"),
        judge("position.to_move();"),
        judge("position.count;"),
        judge("settings.pcae;"),
        judge("settings[\"dog-cuont\"];"),
        judge("helper(1);") + "fn helper() { 1 }",
        judge("helpr(1);") + "fn helper(x) { 1 }",
        judge("move.helper();") + "fn helper(x) { 1 }",
        judge("let m = #{ a: 1 }; m.b;"),
        "const LIMIT = 5;\nfn judge(position, move, after) { true }".to_owned(),
        judge("let l = [1]; l[0] = 2;"),
        judge("let m = #{ a: 1 }; m.a = 2;"),
        judge("let m = #{ a: [] }; m.a.push(2);"),
        judge("settings = 5;"),
        judge("eval(\"1\");"),
        judge("print(\"x\");"),
        judge("import \"x\" as y;"),
        judge("let f = |x| x + 1;"),
        judge("let f = Fn(\"judge\");"),
        judge("let f = helper; 1;") + "fn helper(x) { 1 }",
        judge("this.x;"),
        judge("type_of(1);"),
        judge("sleep(5);"),
        judge("let s = \"x\"; s.pad(1000000, \"y\");"),
        judge("parse_json(\"{}\");"),
        judge("exit();"),
        judge("let t = timestamp();"),
        judge("let x = 1.5;"),
        judge("f(1, 2, 3, 4, 5, 6);") + "fn f(a, b, c, d, e, f) { 1 }",
        judge("helper!(1);") + "fn helper(x) { 1 }",
        "fn judge(position, move, after) { true }\nfn judge(position, move, after) { true }".to_owned(),
        "fn judge(position, move, after) { true }\nfn int.double() { 1 }".to_owned(),
    ];
    let all: Vec<String> = scripts.iter().map(|s| refused(&["legality judge"], s)).collect();
    insta::assert_snapshot!(all.join("\n\n"));
}

/// What is handed to a function as a text must be the name of such a thing.
#[test]
fn names_in_texts() {
    let calls = [
        "position.count(\"bufalo\")",
        "position.count(\"mann\")",
        "position.pieces(\"wite man\")",
        "count(position, \"black mann\")",
        "position.in_hand(\"whit\", \"mann\")",
        "position.zone(\"gardn\")",
        "position.zone(\"hoem\", \"black\")",
        "position.in_zone(move.from, \"gardens\")",
        "position.marked(move.from, \"sent\")",
        "position.is(\"cornred\", \"black\")",
        "position.next(move.from, \"nroth\")",
        "position.next(move.from, \"forward\")",
        "position.next(move.from, \"foward\", move.side)",
        "remove(\"corner\")",
        "place(\"mna\", \"a1\")",
        "place(\"boss\", \"blak\", \"a1\")",
        "become(move.to, \"cheif\")",
        "mark(\"sent\", move.to)",
        "after.pieces(\"men\")[0].site == position.pieces(\"gentlemen\")[0].site",
    ];
    let judge = |call: &&str| format!("fn judge(position, move, after) {{\n    {call};\n    true\n}}\n");
    // Without an option there is one board, and a site that is not on it is none.
    let rules: String = RULES.split("option ").next().unwrap_or_default().to_owned();
    let refused = |call: &&str| match trial_of(&rules, &["legality judge"], &judge(call)) {
        Ok(_) => panic!("nothing was said of {call}"),
        Err(told) => told,
    };
    insta::assert_snapshot!(calls.iter().map(refused).collect::<Vec<_>>().join("\n\n"));
}

/// A name that the rule file has in some block of an option is warned of: the script may ask only there. Names that are
/// right, names that a variable holds and functions of the script's own are let be.
#[test]
fn names_of_other_settings() {
    let option = "option beasts \"Beasts?\" { no \"no\" default  yes \"yes\" {\n    piece dog \"D\" of white { step diagonal to empty }\n} }\n";
    let rules = format!("{RULES}{option}");
    let warned = |body: &str| {
        let script = format!("fn judge(position, move, after) {{\n    {body};\n    true\n}}\nfn count(n) {{ n }}\n");
        let trial = trial_of(&rules, &["legality judge"], &script).unwrap_or_else(|e| panic!("{e}"));
        told(trial.scripts.warnings(), &trial.scripts.sources)
    };
    let doubtful = ["position.count(\"dog\")", "position.count(\"white dog\")", "position.piece(\"k9\")"];
    insta::assert_snapshot!(doubtful.map(warned).join("\n\n"));
    let right = "position.count(\"men\"); position.count(\"white\"); position.pieces(\"white men\"); \
        position.in_zone(\"a1\", \"home\", \"black\"); position.zone(\"home\", move.side); remove(\"a1\"); \
        position.next(\"a1\", \"left\", \"white\"); let t = \"bufalo\"; if move.is_pass { position.count(t); } \
        count(\"bufalo\"); [1].contains(\"bufalo\"); #{ a: 1 }.get(\"bufalo\")";
    assert_eq!(warned(right), "");
}

/// All mistakes of a script are told at once, in order.
#[test]
fn several_mistakes() {
    let told = refused(&["ending judge", "score sum"], "fn judge(position, move) {\n    a + b;\n    posit.x\n}\n");
    insta::assert_snapshot!(told);
}

#[test]
fn what_is_too_large() {
    let judge = |body: &str| format!("fn judge(position, move, after) {{\n    {body};\n    true\n}}\n");
    let scripts = [
        judge(&format!("let l = [{}]", "0,".repeat(641))),
        judge(&format!("let l = [position, {}]", "0,".repeat(641))),
        judge(&format!("let m = #{{ {}: 1 }}", "k".repeat(65))),
        judge(&format!("let s = \"{}\"", "s".repeat(8193))),
        judge(&format!("let x = {}1{}", "(".repeat(40), ")".repeat(40))),
        judge(&format!("let x = 1{}", " + 1".repeat(400))),
        (0..200).map(|n| format!("fn f{n}() {{ 1 }}\n")).collect::<Vec<_>>().concat() + judge("1").as_str(),
        format!("// {}\n{}", "x".repeat(70_000), judge("1")),
    ];
    for script in scripts {
        let told = refused(&["legality judge"], &script);
        assert!(told.starts_with("error[HR1004]"), "{told}");
    }
}

#[test]
fn scripts_that_are_right() {
    // Functions of the script are called with any number of values, and may be named like those of views.
    sound(&["legality judge"], "fn judge(p, m, a) { count(p, 1) } fn count(p, n) { n == 1 }");
    // Names come from all kinds of statements.
    sound(
        &["legality judge"],
        "fn judge(p, m, a) {
            let total = 0;
            for (piece, index) in p.pieces() { total += index; let site = piece.site; }
            let i = 0;
            while i < 3 { i += 1; if i == 2 { continue; } else { total = total + 1; } }
            do { i -= 1; } while i > 0;
            loop { break; }
            let word = switch total { 1 => \"one\", 2 if i == 0 => \"two\", _ => `${total}` };
            try { throw word; } catch (e) { total = e.len(); }
            let first = p.pieces()[0]?.site ?? \"none\";
            return total >= 0 && first != \"\";
        }",
    );
    // `match` may be a parameter's name, and so may `move`.
    sound(&["tiebreak t"], "fn t(match) { let move = match.number; if move > 1 { tied() } else { drawn() } }");
}

/// Scripts of hooks that are not declared are nobody's.
#[test]
fn the_script_must_be_there() {
    let told = trial(&["legality judge in \"other.rhai\" \"x\"\n//"], "").err().unwrap_or_default();
    assert!(told.starts_with("error[HR1001]"), "{told}");
}

/// What people write who know another language, or a word processor.
#[test]
fn what_was_meant() {
    let judge = |body: &str| format!("fn judge(position, move, after) {{\n    {body}\n    true\n}}\n");
    let scripts = [
        judge("position.count('man');"),
        judge("position.count('m');"),
        judge("position.count(\u{201c}man\u{201d});"),
        judge("if move.is_drop and move.is_pass { return \"no\"; }"),
        judge("let x = move.is_drop or move.is_pass;"),
        judge("if not move.is_drop { return \"no\"; }"),
        judge("if not(move.is_drop) { return \"no\"; }"),
        judge("let x = True;"),
        judge("if move.is_drop { 1 } elif move.is_pass { 2 }"),
        judge("if move.is_drop { 1 } elseif move.is_pass { 2 }"),
        judge("let x = null;"),
        judge("if move.is_drop {\n        return \"no\";"),
        "fn judge(position, move, after) {\n    true\n\nfn other() { 1 }\n".to_owned(),
        "fn judge(position, move, after) {\n    if true { 1 }\n    true\n// the end }\n".to_owned(),
    ];
    let all: Vec<String> = scripts.iter().map(|s| refused(&["legality judge"], s)).collect();
    insta::assert_snapshot!(all.join("\n\n"));
}

/// A script with these is played; they are warned of.
#[test]
fn doubts() {
    let bodies = [
        "move.kind == \"mann\"",
        "\"men\" != move.kind",
        "position.piece(\"b1\").kind == \"elephant\"",
        "position.pieces()[0].side == \"wite\"",
        "position.to_move == \"whit\"",
        "move.becomes != \"cheif\"",
        "position.phase == \"opening\"",
        "\"from ${move.from}\" == \"\"",
        // Nothing is wrong with these.
        "move.kind == \"boss\" || position.phase == \"\" || move.from == \"z9\" || `${1}` == \"$\"",
        "{ let m = #{ side: \"x\" }; m.side == \"x\" }",
    ];
    let doubts = |body: &&str| {
        let trial = sound(&["legality judge"], &format!("fn judge(position, move, after) {{\n    {body}\n}}\n"));
        told(trial.scripts.warnings(), &trial.scripts.sources)
    };
    insta::assert_snapshot!(bodies.iter().map(doubts).collect::<Vec<_>>().join("\n\n"));
}
