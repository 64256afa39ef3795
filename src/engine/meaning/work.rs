//! How much has been done to answer a question: selections made, parts of paths run, positions made. A count and no time,
//! so it is the same on every machine; scripts pay with it for what they ask.

use std::cell::Cell;

thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
}

/// So many things were done. A thing is a selection, a part of a path, or a position read or made once.
pub(crate) fn done(things: u64) {
    DONE.set(DONE.get().wrapping_add(things));
}

/// What `ask` gives, and how much was done for it on this thread.
pub(crate) fn measured<T>(ask: impl FnOnce() -> T) -> (T, u64) {
    let before = DONE.get();
    let answer = ask();
    (answer, DONE.get().wrapping_sub(before))
}
