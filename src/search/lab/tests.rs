//! Labs on boards small enough to be played in a moment.
