//! How far a long piece of work is, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::num::NonZero;
use std::thread::available_parallelism;

/// A bar on a terminal, with an estimate of the time that is left where it is known how much there is to do.
pub fn bar(total: Option<u64>) -> ProgressBar {
    let template = if total.is_some() {
        "{wide_bar} {pos} of {len} {msg}, {elapsed} so far, {eta} to go"
    } else {
        "{spinner} {pos} {msg}, {elapsed} so far, {per_sec}"
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr()).with_style(style)
}

/// A bar with an estimate of the time that is left; off a terminal nothing is shown.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Nothing of so much is done.
    pub fn new(total: u64, what: &str) -> Progress {
        let bar = bar(Some(total));
        bar.set_message(what.to_owned());
        Progress(bar)
    }

    /// So much is done.
    pub fn at(&self, done: u64) {
        self.0.set_position(done);
    }

    /// One more is done.
    pub fn one_more(&self) {
        self.0.inc(1);
    }
}

/// The bar goes away, however the work ends.
impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// So many threads as were asked for; without a number as many as there are processors.
pub fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| available_parallelism().map_or(1, NonZero::get), usize::from)
}
