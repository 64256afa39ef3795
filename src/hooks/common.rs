//! Lists, maps, texts and numbers: what a script may do with them. Rhai's own functions are left out, since some of
//! them make values of any size.

use super::budget;
use super::limits::{MAX_KEY, MAX_LIST, MAX_STRING};
use super::misuse::{Asked, misuse};
use super::room::Room;
use rhai::packages::{ArithmeticPackage, LogicPackage, Package};
use rhai::{Array, Dynamic, EvalAltResult, ImmutableString, Map, NativeCallContext, Position};
use std::ops::{Range, RangeInclusive};

/// Functions that change a list or a map. They are called on a variable alone, so that the whole value is measured.
pub(super) const CHANGING: [&str; 3] = ["push", "pop", "set"];

/// What the packages of numbers and truth values bring that has a name.
const NUMBERS: [&str; 5] = ["abs", "sign", "is_odd", "is_even", "is_zero"];

/// The value, if it is not too large by now.
fn within(context: &NativeCallContext, value: &Dynamic) -> Asked<()> {
    context.engine().ensure_data_size_within_limits(value)
}

/// Counts a walk over so many elements as looks: one that is looked through costs what its length is.
fn looked(elements: usize) {
    budget::look(elements as u32 + 1);
}

/// What measuring a list or map takes, in looks. It is counted through with all that is in it, an element quickly; one
/// that holds others may be as long as any.
fn weight<'v>(len: usize, mut elements: impl Iterator<Item = &'v Dynamic>) -> u32 {
    let whole = if elements.any(|e| e.is_array() || e.is_map()) { len.max(MAX_LIST) } else { len };
    whole as u32 / 8 + 1
}

/// Counts a walk over a text as looks: sixty-four bytes take about as long as one.
fn read(text: &str) {
    budget::look(text.len() as u32 / 64);
}

/// Measures a list that was changed in place.
fn measured<T: rhai::Variant + Clone + Default>(
    context: &NativeCallContext,
    value: &mut T,
    wrap: fn(T) -> Dynamic,
) -> Asked<()> {
    let whole = wrap(std::mem::take(value));
    let verdict = within(context, &whole);
    *value = whole.try_cast::<T>().unwrap_or_default();
    verdict
}

#[expect(clippy::unnecessary_box_returns, reason = "Rhai hands errors on in boxes")]
fn too_long() -> Box<EvalAltResult> {
    Box::new(EvalAltResult::ErrorDataTooLarge("Length of string".to_owned(), Position::NONE))
}

fn joined(a: &str, b: &str) -> Asked<ImmutableString> {
    if a.len() + b.len() > MAX_STRING { Err(too_long()) } else { Ok(format!("{a}{b}").into()) }
}

/// Where an element is; counted from the end where the number is below 0.
fn index(len: usize, at: i64) -> Asked<usize> {
    let from_start = if at < 0 { at.saturating_add(len as i64) } else { at };
    let found = usize::try_from(from_start).ok().filter(|i| *i < len);
    found.ok_or_else(|| Box::new(EvalAltResult::ErrorArrayBounds(len, at, Position::NONE)))
}

/// Whether two values are the same, as `==` has it.
fn same(context: &NativeCallContext, a: &Dynamic, b: &Dynamic) -> bool {
    // Texts may be long: they are compared where they are.
    if let (Some(a), Some(b)) = (a.read_lock::<ImmutableString>(), b.read_lock::<ImmutableString>()) {
        return *a == *b;
    }
    let plain = |x: &Dynamic| x.is_string() || x.is_int() || x.is_bool() || x.is_unit() || x.is_char();
    if plain(a) && plain(b) {
        return a.type_id() == b.type_id() && a.to_string() == b.to_string();
    }
    let mut pair = (a.clone(), b.clone());
    context.call_native_fn_raw("==", true, &mut [&mut pair.0, &mut pair.1]).is_ok_and(|d| d.as_bool().unwrap_or(false))
}

/// Where a list holds a value. What was looked through counts, found or not.
fn found(context: &NativeCallContext, list: &Array, value: &Dynamic) -> Option<usize> {
    let at = list.iter().position(|x| same(context, x, value));
    looked(at.unwrap_or(list.len()));
    at
}

pub(super) fn furnish(room: &mut Room) {
    ArithmeticPackage::new().register_into_engine(room.engine);
    LogicPackage::new().register_into_engine(room.engine);
    for name in NUMBERS {
        room.catalogue.functions.entry(name).or_default().insert(1);
    }
    room.function("min", |a: i64, b: i64| a.min(b));
    room.function("max", |a: i64, b: i64| a.max(b));
    room.engine.register_iterator::<Range<i64>>();
    room.engine.register_iterator::<RangeInclusive<i64>>();
    lists(room);
    maps(room);
    texts(room);
}

fn lists(room: &mut Room) {
    room.engine.register_type_with_name::<Array>("list");
    room.engine.register_iterator::<Array>();
    room.function("len", |list: &mut Array| list.len() as i64);
    room.function("is_empty", |list: &mut Array| list.is_empty());
    room.function("push", |context: NativeCallContext, list: &mut Array, value: Dynamic| -> Asked<()> {
        list.push(value);
        budget::look(weight(list.len(), list.iter()));
        measured(&context, list, Dynamic::from_array)
    });
    room.function("pop", |list: &mut Array| list.pop().unwrap_or_default());
    room.function("set", |context: NativeCallContext, list: &mut Array, at: i64, value: Dynamic| -> Asked<()> {
        let at = index(list.len(), at)?;
        if let Some(element) = list.get_mut(at) {
            *element = value;
        }
        budget::look(weight(list.len(), list.iter()));
        measured(&context, list, Dynamic::from_array)
    });
    room.function("contains", |context: NativeCallContext, list: &mut Array, value: Dynamic| {
        found(&context, list, &value).is_some()
    });
    room.function("index_of", |context: NativeCallContext, list: &mut Array, value: Dynamic| {
        found(&context, list, &value).map_or(-1, |at| at as i64)
    });
    room.hidden("+", |context: NativeCallContext, list: Array, more: Array| -> Asked<Array> {
        let mut whole = list;
        whole.extend(more);
        budget::look(weight(whole.len(), whole.iter()));
        measured(&context, &mut whole, Dynamic::from_array)?;
        Ok(whole)
    });
    room.hidden("+=", |context: NativeCallContext, list: &mut Array, more: Array| -> Asked<()> {
        list.extend(more);
        budget::look(weight(list.len(), list.iter()));
        measured(&context, list, Dynamic::from_array)
    });
}

fn maps(room: &mut Room) {
    room.engine.register_type_with_name::<Map>("map");
    room.function("len", |map: &mut Map| map.len() as i64);
    room.function("is_empty", |map: &mut Map| map.is_empty());
    room.function("get", |map: &mut Map, key: &str| map.get(key).cloned().unwrap_or_default());
    room.function("set", |context: NativeCallContext, map: &mut Map, key: &str, value: Dynamic| -> Asked<()> {
        if key.len() > MAX_KEY {
            return Err(misuse(format!("a key has at most {MAX_KEY} bytes"), None));
        }
        map.insert(key.into(), value);
        budget::look(weight(map.len(), map.values()));
        measured(&context, map, Dynamic::from_map)
    });
    room.function("contains", |map: &mut Map, key: &str| map.contains_key(key));
    room.function("keys", |map: &mut Map| {
        looked(map.len());
        map.keys().map(|k| Dynamic::from(ImmutableString::from(k.as_str()))).collect::<Array>()
    });
}

fn texts(room: &mut Room) {
    room.engine.register_type_with_name::<ImmutableString>("text");
    room.engine.register_type_with_name::<i64>("number");
    room.function("len", |text: &str| {
        read(text);
        text.chars().count() as i64
    });
    room.function("is_empty", |text: &str| text.is_empty());
    room.function("contains", |text: &str, part: &str| {
        read(text);
        text.contains(part)
    });
    room.function("starts_with", |text: &str, part: &str| text.starts_with(part));
    room.function("ends_with", |text: &str, part: &str| text.ends_with(part));
    room.function("to_string", |number: i64| number.to_string());
    room.function("to_string", |truth: bool| truth.to_string());
    room.function("to_string", |text: ImmutableString| text);
    room.hidden("+", |text: &str, number: i64| joined(text, &number.to_string()));
    room.hidden("+", |number: i64, text: &str| joined(&number.to_string(), text));
}
