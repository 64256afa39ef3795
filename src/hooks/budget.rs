//! What the call under way has taken. A thread runs one script at a time, so a thread's own counter is enough.

use super::limits::{MAX_LOOKS, MAX_VIEWS};
use std::cell::Cell;

#[derive(Clone, Copy, Default)]
struct Taken {
    /// Views that live.
    views: u32,
    /// What was looked at.
    looks: u32,
}

thread_local! {
    static TAKEN: Cell<Taken> = const { Cell::new(Taken { views: 0, looks: 0 }) };
}

/// Counts from nothing for as long as it lives.
pub(super) struct Call(Taken);

/// Begins to count a call.
pub(super) fn begin() -> Call {
    Call(TAKEN.replace(Taken::default()))
}

impl Drop for Call {
    fn drop(&mut self) {
        TAKEN.set(self.0);
    }
}

/// Counts so many looks.
pub(super) fn look(n: u32) {
    let taken = TAKEN.get();
    TAKEN.set(Taken { looks: taken.looks.saturating_add(n), ..taken });
}

/// How much the call under way has looked at.
#[cfg(test)]
pub(super) fn looks() -> u32 {
    TAKEN.get().looks
}

/// What has been overdrawn, in words.
pub(super) fn overdrawn() -> Option<&'static str> {
    let taken = TAKEN.get();
    if taken.looks > MAX_LOOKS {
        Some("it looked at too much")
    } else if taken.views > MAX_VIEWS {
        Some("it holds too many pieces, moves or players at once")
    } else {
        None
    }
}

/// Part of each view, so that it counts itself and its copies; a large one weighs more than one.
#[derive(Debug)]
pub(super) struct Counted(u32);

impl Counted {
    pub fn new() -> Counted {
        Counted::weighing(1)
    }

    pub fn weighing(weight: u32) -> Counted {
        let Taken { views, looks } = TAKEN.get();
        TAKEN.set(Taken { views: views.saturating_add(weight), looks: looks.saturating_add(weight) });
        Counted(weight)
    }
}

impl Clone for Counted {
    fn clone(&self) -> Counted {
        Counted::weighing(self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let taken = TAKEN.get();
        TAKEN.set(Taken { views: taken.views.saturating_sub(self.0), ..taken });
    }
}
