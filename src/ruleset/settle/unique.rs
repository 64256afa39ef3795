//! What may stand only once in a settled file.

use super::super::code::{HOOK_TWICE, ITEM_TWICE, NAME_TWICE, REASON_TWICE};
use super::super::item::{Body, CapturedDecl, HookPoint, Item, SideTermKind};
use super::super::{Diagnostic, Span, code::Code};

/// What makes a statement the same as another.
#[derive(PartialEq)]
enum Key<'a> {
    Only(&'static str),
    Name(&'static str, &'a str, Option<&'a str>),
    Reason(&'static str, &'a str),
    Function(&'a str),
}

/// The keys of a statement, each with its place.
fn keys(item: &Item) -> Vec<(Key<'_>, Span)> {
    match &item.body {
        Body::Board(_) => vec![(Key::Only("board"), item.span)],
        Body::Start(_) => vec![(Key::Only("start"), item.span)],
        Body::Turns(_) => vec![(Key::Only("turns"), item.span)],
        Body::Score(d) if !matches!(d.counts, super::super::item::ScoreCounts::Adds(..)) => {
            vec![(Key::Only("score"), item.span)]
        }
        Body::Captured(CapturedDecl::ToHand(..)) => vec![(Key::Only("captured pieces go"), item.span)],
        Body::Captured(_) => vec![(Key::Only("captured pieces leave"), item.span)],
        Body::Zone(d) => {
            let of = match d.of.as_ref().map(|s| &s.kind) {
                Some(SideTermKind::Named(n)) => Some(n.text.as_str()),
                _ => None,
            };
            vec![(Key::Name("zone", &d.name.text, of), d.name.span)]
        }
        Body::Mark(d) => vec![(Key::Name("mark", &d.name.text, None), d.name.span)],
        Body::Side(d) => vec![(Key::Name("side", &d.name.text, None), d.name.span)],
        Body::Piece(d) => vec![(Key::Name("piece", &d.name.text, None), d.name.span)],
        Body::Joint(d) => vec![(Key::Name("move", &d.name.text, None), d.name.span)],
        Body::Phase(d) => vec![(Key::Name("phase", &d.name.text, None), d.name.span)],
        Body::Call(d) => vec![(Key::Name("call", &d.name.text, None), d.name.span)],
        Body::End(d) => vec![(Key::Reason("end", &d.reason.text), d.reason.span)],
        Body::Illegal(d) => vec![(Key::Reason("illegal", &d.reason.text), d.reason.span)],
        Body::Hook(d) => {
            // Several endings may each have a hook of their own.
            let only = (d.point != HookPoint::Ending).then(|| (Key::Only(d.point.head()), d.function.span));
            only.into_iter().chain([(Key::Function(&d.function.text), d.function.span)]).collect()
        }
        _ => Vec::new(),
    }
}

/// Refuses second boards, names, reasons and hooks.
pub(super) fn check(items: &[Item], errors: &mut Vec<Diagnostic>) {
    let mut seen: Vec<(Key<'_>, Span)> = Vec::new();
    for item in items {
        for (key, span) in keys(item) {
            match seen.iter().find(|(k, _)| *k == key) {
                Some((_, first)) => {
                    let (code, message, help) = what(&key);
                    let error = Diagnostic::new(code, span, message).label(*first, "the first one").help(help);
                    errors.push(error);
                    break;
                }
                None => seen.push((key, span)),
            }
        }
    }
}

fn what(key: &Key<'_>) -> (&'static Code, String, String) {
    match key {
        Key::Only(word) if word.starts_with("hook") => (
            &HOOK_TWICE,
            format!("there are two lines `{word}` under these settings"),
            "declare one of them in the value of an option, or take the base's away: `remove hook POINT`".to_owned(),
        ),
        Key::Only(word) => (
            &ITEM_TWICE,
            format!("`{word}` is said twice"),
            format!("in a variant or a value write `replace {} with ...`", word.split(' ').next().unwrap_or(word)),
        ),
        Key::Name(sort, name, _) => (
            &NAME_TWICE,
            format!("{sort} `{name}` is declared twice"),
            format!("choose another name, or write `replace {sort} {name} with ...`"),
        ),
        Key::Reason(sort, reason) => (
            &REASON_TWICE,
            format!("two `{sort}` lines have the reason \"{reason}\""),
            format!("choose another sentence, or write `replace {sort} \"{reason}\" with ...`"),
        ),
        Key::Function(name) => (
            &HOOK_TWICE,
            format!("hook `{name}` is declared twice under these settings"),
            "declare each function once".to_owned(),
        ),
    }
}
