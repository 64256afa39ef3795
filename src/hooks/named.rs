//! Names that are handed to functions as texts, such as `count("buffalo")`: whether there is such a thing.

use super::misuse::{Misuse, unknown};
use super::program::Text;
use super::view;
use super::words::Words;
use crate::ruleset::Diagnostic;
use crate::ruleset::code;
use rhai::{Expr, FnCallExpr};

/// What a text names.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Thing {
    Site,
    Side,
    Kind,
    /// A kind, a side, or both.
    Pieces,
    /// A piece to be put on the board.
    Piece,
    Zone,
    /// A zone that is the same for all sides.
    CommonZone,
    Mark,
    Call,
    Direction,
    /// Of one that is the same for all sides.
    CommonDirection,
    /// Anything.
    Any,
}

/// What a function takes, by its name and the number of its values; of a method the first is its object.
fn takes(function: &str, count: usize) -> &'static [Thing] {
    use Thing::{Any, Call, CommonDirection, CommonZone, Direction, Kind, Mark, Piece, Pieces, Side, Site, Zone};
    match (function, count) {
        ("piece" | "is_empty" | "file" | "rank", 2) => &[Any, Site],
        ("pieces" | "count" | "left", 2) => &[Any, Pieces],
        ("in_hand" | "captured", 3) => &[Any, Side, Kind],
        ("zone", 2) => &[Any, CommonZone],
        ("zone", 3) => &[Any, Zone, Side],
        ("in_zone", 3) => &[Any, Site, CommonZone],
        ("in_zone", 4) => &[Any, Site, Zone, Side],
        ("next", 3) => &[Any, Site, CommonDirection],
        ("next", 4) => &[Any, Site, Direction, Side],
        ("marked", 3) => &[Any, Site, Mark],
        ("is", 3) => &[Any, Call, Side],
        ("player" | "wins_as", 2) => &[Any, Side],
        ("remove" | "capture", 1) => &[Site],
        ("place", 2) => &[Piece, Site],
        ("place", 3) => &[Kind, Side, Site],
        ("move_piece", 2) => &[Site, Site],
        ("become", 2) => &[Site, Kind],
        ("mark", 2) => &[Mark, Site],
        _ => &[],
    }
}

fn looked_up(thing: Thing, name: &str, words: &Words) -> Result<(), Misuse> {
    match thing {
        Thing::Site => words.site(name).map(|_| ()),
        Thing::Side => words.side(name).map(|_| ()),
        Thing::Kind => words.kind(name).map(|_| ()),
        Thing::Pieces => words.meant(name).map(|_| ()),
        Thing::Piece => words.piece(name).map(|_| ()),
        Thing::CommonZone => words.zone(name, None).map(|_| ()),
        Thing::Zone => words.has_zone(name),
        Thing::Mark => words.mark(name).map(|_| ()),
        Thing::Call if words.calls.iter().any(|c| c == name) => Ok(()),
        Thing::Call => Err(unknown("call", name, words.calls.iter().map(rhai::ImmutableString::as_str))),
        Thing::CommonDirection => view::direction(name, false),
        Thing::Direction => view::direction(name, true),
        Thing::Any => Ok(()),
    }
}

/// The texts among the values of a call that name nothing; `method`: its object stands before the dot. What no value of
/// an option could mend is an error, the rest a warning: the script may ask only where it is so.
pub(super) fn arguments(call: &FnCallExpr, method: bool, words: &Words, text: &Text) -> Vec<Diagnostic> {
    let hidden = usize::from(method);
    let things = takes(&call.name, call.args.len() + hidden).iter().skip(hidden);
    let mut found = Vec::new();
    for (thing, value) in things.zip(&call.args) {
        let Expr::StringConstant(name, at) = value else { continue };
        let Err(Misuse { why, help }) = looked_up(*thing, name, words) else { continue };
        let elsewhere = match thing {
            Thing::Direction | Thing::CommonDirection => false,
            // Another board has other sites.
            Thing::Site => words.options().next().is_some(),
            _ => words.is_written(name),
        };
        let code = if elsewhere { &code::SCRIPT_NAME_HERE } else { &code::SCRIPT_NAME };
        let span = text.span(*at).unwrap_or_else(|| text.whole());
        let mut wrong = Diagnostic::new(code, span, why);
        wrong.help = help;
        found.push(wrong);
    }
    found
}
