//! Plays the games of a plan, several at once.

use super::MAX_THREADS;
use super::contest::played;
use super::error::LabError;
use super::plan::Plan;
use super::record::Record;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::Builder;

/// Plays those games of a plan that `wanted` says are, on so many threads. Each is handed to `sink` as it ends, in any order; it
/// says whether to go on.
///
/// # Errors
/// A script failed in a game. What was played before has been handed over.
pub fn run(
    plan: &Plan,
    wanted: &dyn Fn(u32, u32) -> bool,
    threads: usize,
    sink: &mut dyn FnMut(Record) -> bool,
) -> Result<(), LabError> {
    let todo: Vec<(u32, u32)> = plan.header.games().filter(|(cell, game)| wanted(*cell, *game)).collect();
    let threads = threads.clamp(1, MAX_THREADS).min(todo.len().max(1));
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = sync_channel(2 * threads);
    std::thread::scope(|scope| {
        let work = |sender: SyncSender<_>| {
            let (todo, next, stop) = (&todo, &next, &stop);
            move || {
                while let Some((cell, game)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if stop.load(Ordering::Relaxed) || sender.send(played(plan, *cell, *game)).is_err() {
                        return;
                    }
                }
            }
        };
        // Where there are fewer threads to be had, fewer play; without any this one does.
        let begin = |_: &usize| Builder::new().spawn_scoped(scope, work(sender.clone())).is_ok();
        if (0..threads).take_while(begin).count() == 0 {
            for (cell, game) in &todo {
                if let Some(record) = played(plan, *cell, *game)?
                    && !sink(record)
                {
                    break;
                }
            }
        }
        drop(sender);
        let mut fault = None;
        for record in &receiver {
            match record {
                Ok(Some(record)) if fault.is_none() && !stop.load(Ordering::Relaxed) => {
                    if !sink(record) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Ok(_) => {}
                Err(failed) => {
                    stop.store(true, Ordering::Relaxed);
                    fault.get_or_insert(failed);
                }
            }
        }
        fault.map_or(Ok(()), |fault| Err(LabError::Script(fault)))
    })
}
