//! What looks wrong in a script and does not stop it: a script may serve several rule files.

use super::misuse::Misuse;
use super::program::Text;
use super::words::Words;
use crate::ruleset::Diagnostic;
use crate::ruleset::code;
use rhai::{ASTFlags, Expr, FnCallExpr, Position};
use std::collections::BTreeSet;

/// A property that gives names, compared with a text that is none of them. `keys` are those of the script's own maps.
pub(super) fn comparison(call: &FnCallExpr, keys: &BTreeSet<String>, words: &Words, text: &Text) -> Option<Diagnostic> {
    if !matches!(call.name.as_str(), "==" | "!=") {
        return None;
    }
    let (of, name, at) = match call.args.as_slice() {
        [of, Expr::StringConstant(name, at)] | [Expr::StringConstant(name, at), of] => (of, name.as_str(), *at),
        _ => return None,
    };
    let property = last_property(of).filter(|p| !keys.contains(*p))?;
    let wrong = match property {
        "kind" | "becomes" => words.is_kind(name),
        "side" | "to_move" => words.side(name).map(|_| ()),
        "phase" if name.is_empty() => Ok(()),
        "phase" => words.phase(name),
        _ => Ok(()),
    };
    let Misuse { why, help } = wrong.err()?;
    let always = if call.name == "==" { "false" } else { "true" };
    let span = text.span(at).unwrap_or_else(|| text.whole());
    let mut doubt = Diagnostic::new(&code::SCRIPT_NEVER_EQUAL, span, format!("{why}, so this is always {always}"));
    doubt.help = help;
    Some(doubt)
}

/// The property at the end of a chain such as `a.b[c].d`.
fn last_property(expr: &Expr) -> Option<&str> {
    let (Expr::Dot(parts, flags, _) | Expr::Index(parts, flags, _)) = expr else { return None };
    let (mut rest, mut ends, mut dot) = (&parts.rhs, flags.contains(ASTFlags::BREAK), matches!(expr, Expr::Dot(..)));
    loop {
        match rest {
            Expr::Dot(parts, flags, _) | Expr::Index(parts, flags, _) if !ends => {
                dot = matches!(rest, Expr::Dot(..));
                ends = flags.contains(ASTFlags::BREAK);
                rest = &parts.rhs;
            }
            Expr::Property(names, _) if dot => return Some(names.2.as_str()),
            _ => return None,
        }
    }
}

/// A value that is meant to be put into a text and is not.
pub(super) fn not_filled_in(said: &str, at: Position, text: &Text) -> Option<Diagnostic> {
    let span = text.span(at).filter(|span| said.contains("${") && text.at(span.start as usize) == Some('"'))?;
    let message = "in `\"` a `${` is not filled in";
    Some(Diagnostic::new(&code::SCRIPT_NOT_FILLED_IN, span, message).help("put the text in backquotes instead"))
}
