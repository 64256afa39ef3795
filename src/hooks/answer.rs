//! What scripts answer with: the functions that make answers, and reading what came back.

use super::budget::Counted;
use super::limits::{MAX_LIST, MAX_SENTENCE};
use super::misuse::{Asked, Misuse, shortened, unknown};
use super::room::Room;
use super::view::{self, MoveView, PieceView, PlayerView};
use super::words::Words;
use crate::engine::{AskedEffect, Change, HookEffect, MatchFacts, NextRound, Tiebreak, Verdict};
use crate::ruleset::{KindId, SideId, Span};
use rhai::{Array, Dynamic, ImmutableString, Map, NativeCallContext, Position};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the functions `remove`, `capture`, `place` and the like give.
#[derive(Clone, Debug)]
struct Effect {
    made: Made,
    _counted: Counted,
}

/// An effect and where in the script the function was called that gave it.
#[derive(Clone, Copy, Debug)]
struct Made {
    effect: HookEffect,
    at: Position,
}

/// What `choice` gives.
#[derive(Clone, Debug)]
struct Choice {
    ways: Vec<Vec<Made>>,
    _counted: Counted,
}

/// What `wins`, `draw` and the like give, with a sentence.
#[derive(Clone, Debug)]
struct Reply {
    what: What,
    why: String,
    _counted: Counted,
}

#[derive(Clone, Debug)]
enum What {
    /// A side or a player, by name.
    Named(ImmutableString),
    /// A player.
    Player(usize),
    Draw,
    Drawn,
    Tied,
    Again,
}

impl Reply {
    fn new(what: What, why: &str) -> Asked<Reply> {
        if let What::Named(name) = &what {
            sentence(name)?;
        }
        Ok(Reply { what, why: sentence(why)?, _counted: Counted::weighing(4) })
    }

    /// As a script writes it.
    fn written(&self) -> &'static str {
        match self.what {
            What::Named(_) | What::Player(_) => "wins(...)",
            What::Draw => "draw()",
            What::Drawn => "drawn()",
            What::Tied => "tied()",
            What::Again => "again()",
        }
    }
}

/// An effect, for scripts.
fn effect(context: &NativeCallContext, effect: HookEffect) -> Effect {
    Effect { made: Made { effect, at: context.call_position() }, _counted: Counted::new() }
}

/// A sentence that people read: of one line and not too long.
fn sentence(text: &str) -> Result<String, Misuse> {
    let text = text.trim();
    if text.len() > MAX_SENTENCE {
        let why = format!("a sentence has at most {MAX_SENTENCE} bytes, this one {}", text.len());
        return Err(Misuse { why, help: Some("say it shorter".to_owned()) });
    }
    if text.chars().any(char::is_control) {
        return Err(Misuse { why: "a sentence is one line of text".to_owned(), help: None });
    }
    Ok(text.to_owned())
}

pub(super) fn furnish(room: &mut Room, words: &Arc<Words>) {
    room.engine.register_type_with_name::<Effect>("effect");
    room.engine.register_type_with_name::<Choice>("choice");
    room.engine.register_type_with_name::<Reply>("result");
    let w = words.clone();
    room.function("remove", move |c: NativeCallContext, site: &str| -> Asked<Effect> {
        Ok(effect(&c, HookEffect::Remove(w.site(site)?)))
    });
    let w = words.clone();
    room.function("capture", move |c: NativeCallContext, site: &str| -> Asked<Effect> {
        Ok(effect(&c, HookEffect::Capture(w.site(site)?)))
    });
    let w = words.clone();
    room.function("place", move |c: NativeCallContext, piece: &str, site: &str| -> Asked<Effect> {
        let ((kind, owner), site) = (w.piece(piece)?, w.site(site)?);
        Ok(effect(&c, HookEffect::Place { kind, owner, site }))
    });
    let w = words.clone();
    room.function("place", move |c: NativeCallContext, kind: &str, side: &str, site: &str| -> Asked<Effect> {
        let (kind, owner) = w.piece_of(w.kind(kind)?, Some(w.side(side)?))?;
        Ok(effect(&c, HookEffect::Place { kind, owner, site: w.site(site)? }))
    });
    let w = words.clone();
    room.function("move_piece", move |c: NativeCallContext, from: &str, to: &str| -> Asked<Effect> {
        Ok(effect(&c, HookEffect::Move { from: w.site(from)?, to: w.site(to)? }))
    });
    let w = words.clone();
    room.function("become", move |c: NativeCallContext, site: &str, kind: &str| -> Asked<Effect> {
        Ok(effect(&c, HookEffect::Become { site: w.site(site)?, kind: w.kind(kind)? }))
    });
    let w = words.clone();
    room.function("mark", move |c: NativeCallContext, mark: &str, site: &str| -> Asked<Effect> {
        let (mark, lasts) = w.mark(mark)?;
        Ok(effect(&c, HookEffect::Mark { mark, site: w.site(site)?, lasts }))
    });
    room.function("choice", |ways: Array| -> Asked<Choice> { Ok(choice(&ways)?) });

    room.function("wins", |who: ImmutableString| Reply::new(What::Named(who), ""));
    room.function("wins", |who: ImmutableString, why: &str| Reply::new(What::Named(who), why));
    room.function("wins", |who: PlayerView| Reply::new(What::Player(who.player), ""));
    room.function("wins", |who: PlayerView, why: &str| Reply::new(What::Player(who.player), why));
    room.function("draw", || Reply::new(What::Draw, ""));
    room.function("draw", |why: &str| Reply::new(What::Draw, why));
    room.function("drawn", || Reply::new(What::Drawn, ""));
    room.function("drawn", |why: &str| Reply::new(What::Drawn, why));
    room.function("tied", || Reply::new(What::Tied, ""));
    room.function("tied", |why: &str| Reply::new(What::Tied, why));
    room.function("again", || Reply::new(What::Again, ""));
    room.function("again", |why: &str| Reply::new(What::Again, why));
}

/// What came back, in a few words.
fn shown(value: &Dynamic) -> String {
    if value.is_unit() {
        return "nothing".to_owned();
    }
    if let Some(text) = value.read_lock::<ImmutableString>() {
        return format!("the text `{}`", shortened(text.as_str()));
    }
    if let Some(result) = value.read_lock::<Reply>() {
        return format!("`{}`", result.written());
    }
    if value.is_int() || value.is_bool() {
        return format!("`{value}`");
    }
    let kind = match () {
        () if value.is_array() => "a list",
        () if value.is_map() => "a map",
        () if value.is::<Effect>() => "an effect",
        () if value.is::<Choice>() => "a choice",
        () if value.is::<PlayerView>() => "a player",
        () if value.is::<PieceView>() => "a piece",
        () if value.is::<MoveView>() => "a move",
        () => "something else",
    };
    kind.to_owned()
}

/// An answer that the point does not know.
fn not(value: &Dynamic, due: &str) -> Misuse {
    Misuse { why: format!("it answered with {}", shown(value)), help: Some(format!("the answer is {due}")) }
}

/// A part of an answer that does not fit.
fn unfit(part: &str, value: &Dynamic, due: &str) -> Misuse {
    Misuse { why: format!("under `{part}` stands {}", shown(value)), help: Some(format!("there belongs {due}")) }
}

/// `legality`: why not; none: it is allowed.
pub(super) fn legality(value: &Dynamic) -> Result<Option<String>, Misuse> {
    const DUE: &str = "`true`, or a sentence that says why the move is not allowed";
    if value.as_bool() == Ok(true) {
        return Ok(None);
    }
    let Some(text) = value.read_lock::<ImmutableString>() else { return Err(not(value, DUE)) };
    let why = sentence(text.as_str())?;
    if why.is_empty() {
        return Err(Misuse {
            why: "it forbids a move without a reason".to_owned(),
            help: Some(format!("the answer is {DUE}")),
        });
    }
    Ok(Some(why))
}

const EFFECTS_DUE: &str = "nothing, an effect such as `remove(site)`, a list of effects, or `choice([...])`";

/// An effect, or a list of them.
fn effects(value: &Dynamic) -> Result<Vec<Made>, Misuse> {
    if let Some(effect) = value.read_lock::<Effect>() {
        return Ok(vec![effect.made]);
    }
    let Some(list) = value.read_lock::<Array>() else { return Err(not(value, EFFECTS_DUE)) };
    let one = |v: &Dynamic| v.read_lock::<Effect>().map(|e| e.made).ok_or_else(|| not(v, EFFECTS_DUE));
    list.iter().map(one).collect()
}

/// Alternatives, each told by the site of its first effect.
fn choice(ways: &Array) -> Result<Choice, Misuse> {
    let ways: Vec<Vec<Made>> = ways.iter().map(effects).collect::<Result<_, _>>()?;
    if ways.len() > MAX_LIST {
        return Err(Misuse { why: format!("a choice has at most {MAX_LIST} alternatives"), help: None });
    }
    let mut sites = BTreeSet::new();
    for way in ways.iter().filter(|_| ways.len() > 1) {
        let help = Some("a choice is made by naming the site of an alternative's first effect".to_owned());
        let Some(first) = way.first() else {
            return Err(Misuse { why: "an alternative of a choice has no effect".to_owned(), help });
        };
        if !sites.insert(first.effect.site()) {
            return Err(Misuse { why: "two alternatives of a choice begin on the same site".to_owned(), help });
        }
    }
    let weight = ways.iter().map(|w| w.len() as u32 + 2).sum();
    Ok(Choice { ways, _counted: Counted::weighing(weight) })
}

/// `after move`: the alternatives; a single one without effects for nothing. `place` tells the place of a position.
pub(super) fn after_move(
    value: &Dynamic,
    place: &dyn Fn(Position) -> Option<Span>,
) -> Result<Vec<Vec<AskedEffect>>, Misuse> {
    let ways = match value.read_lock::<Choice>() {
        Some(choice) => choice.ways.clone(),
        None if value.is_unit() => Vec::new(),
        None => vec![effects(value)?],
    };
    let asked = |made: Made| AskedEffect { effect: made.effect, span: place(made.at) };
    if ways.is_empty() {
        return Ok(vec![Vec::new()]);
    }
    Ok(ways.into_iter().map(|way| way.into_iter().map(asked).collect()).collect())
}

/// `ending`: the result and its reason; none: the game goes on.
pub(super) fn ending(value: &Dynamic, words: &Words) -> Result<Option<(Verdict, Option<String>)>, Misuse> {
    const DUE: &str = "nothing, `wins(side)`, `wins(side, \"why\")`, `draw()` or `draw(\"why\")`";
    if value.is_unit() {
        return Ok(None);
    }
    let Some(reply) = value.read_lock::<Reply>() else { return Err(not(value, DUE)) };
    let verdict = match &reply.what {
        What::Named(name) => Verdict::Win(words.side(name.as_str())?),
        What::Draw => Verdict::Draw,
        _ => return Err(not(value, DUE)),
    };
    Ok(Some((verdict, Some(reply.why.clone()).filter(|why| !why.is_empty()))))
}

/// `score`
pub(super) fn score(value: &Dynamic) -> Result<i64, Misuse> {
    value.as_int().map_err(|_| not(value, "a whole number"))
}

/// `first turn`
pub(super) fn first_turn(value: &Dynamic, words: &Words) -> Result<SideId, Misuse> {
    match value.read_lock::<ImmutableString>() {
        Some(name) => words.side(name.as_str()),
        None => Err(not(value, "the name of the side that begins")),
    }
}

/// `tiebreak`
pub(super) fn tiebreak(value: &Dynamic, facts: &MatchFacts) -> Result<Tiebreak, Misuse> {
    const DUE: &str = "`wins(player)`, `drawn()`, `tied()` or `again()`, each with a sentence if you like";
    let Some(reply) = value.read_lock::<Reply>() else { return Err(not(value, DUE)) };
    let why = reply.why.clone();
    Ok(match &reply.what {
        What::Named(name) => Tiebreak::Wins(view::player_named(facts, name.as_str())?, why),
        What::Player(player) => Tiebreak::Wins(*player, why),
        What::Drawn => Tiebreak::Drawn(why),
        What::Tied => Tiebreak::Tied(why),
        What::Again => Tiebreak::Again(why),
        What::Draw => return Err(not(value, DUE)),
    })
}

const CHANGES: [&str; 4] = ["set", "remove", "place", "note"];

/// `next round`: a map of what is different.
pub(super) fn next_round(value: &Dynamic, words: &Words) -> Result<NextRound, Misuse> {
    const DUE: &str = "nothing, or a map of what is different: `#{ set: ..., remove: ..., place: ..., note: ... }`";
    let mut next = NextRound::default();
    if value.is_unit() {
        return Ok(next);
    }
    let Some(map) = value.read_lock::<Map>() else { return Err(not(value, DUE)) };
    for (key, value) in map.iter() {
        match key.as_str() {
            "set" => next.settings = settings(value, words)?,
            "remove" => next.changes.extend(removals(value, words)?),
            "place" => next.changes.extend(placings(value, words)?),
            "note" => match value.read_lock::<ImmutableString>() {
                Some(text) => next.note = sentence(text.as_str())?,
                None => return Err(unfit("note", value, "a sentence")),
            },
            other => return Err(unknown("change of a round", other, CHANGES)),
        }
    }
    // What is taken off makes room for what is put down.
    next.changes.sort_by_key(|c| matches!(c, Change::Place { .. }));
    Ok(next)
}

fn settings(value: &Dynamic, words: &Words) -> Result<Vec<(String, String)>, Misuse> {
    const DUE: &str = "a map of options and values: `#{ \"dog-count\": 3 }`";
    let Some(map) = value.read_lock::<Map>() else { return Err(unfit("set", value, DUE)) };
    let one = |(name, value): (&rhai::Identifier, &Dynamic)| {
        let _ = words.setting(name)?;
        if value.is_int() || value.is_string() {
            Ok((name.to_string(), value.to_string()))
        } else {
            Err(unfit(name, value, "a text or a number, the value of the option"))
        }
    };
    map.iter().map(one).collect()
}

fn removals(value: &Dynamic, words: &Words) -> Result<Vec<Change>, Misuse> {
    const DUE: &str = "a site or a list of sites";
    if let Some(name) = value.read_lock::<ImmutableString>() {
        return Ok(vec![Change::Remove(words.site(name.as_str())?)]);
    }
    let Some(list) = value.read_lock::<Array>() else { return Err(unfit("remove", value, DUE)) };
    let one = |v: &Dynamic| match v.read_lock::<ImmutableString>() {
        Some(name) => Ok(Change::Remove(words.site(name.as_str())?)),
        None => Err(unfit("remove", v, DUE)),
    };
    list.iter().map(one).collect()
}

fn placings(value: &Dynamic, words: &Words) -> Result<Vec<Change>, Misuse> {
    const DUE: &str = "a map of sites and pieces: `#{ e5: \"dog\" }`";
    let Some(map) = value.read_lock::<Map>() else { return Err(unfit("place", value, DUE)) };
    let one = |(site, value): (&rhai::Identifier, &Dynamic)| match value.read_lock::<ImmutableString>() {
        Some(piece) => {
            let (kind, owner): (KindId, Option<SideId>) = words.piece(piece.as_str())?;
            Ok(Change::Place { kind, owner, site: words.site(site)? })
        }
        None => Err(unfit(site, value, "the name of a piece")),
    };
    map.iter().map(one).collect()
}
