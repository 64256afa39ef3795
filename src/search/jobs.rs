//! Numbered pieces of work, on several threads.

use crate::engine::HookFault;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The most threads.
const MOST: usize = 256;

/// Does pieces `0..count`, each independent of the others. What comes of them is in their order, whichever thread was
/// first. `told` hears how many are done. Where there are fewer threads to be had than asked for, fewer work.
///
/// # Errors
/// A script failed in one of them: that of the smallest number among those that were tried.
pub(super) fn jobs<T: Send>(
    count: u32,
    threads: usize,
    job: &(dyn Fn(u32) -> Result<T, HookFault> + Sync),
    told: &(dyn Fn(u32) + Sync),
) -> Result<Vec<T>, HookFault> {
    let (next, over) = (AtomicU32::new(0), AtomicU32::new(0));
    let done: Mutex<Vec<(u32, Result<T, HookFault>)>> = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= count {
                return;
            }
            let result = job(number);
            if result.is_err() {
                // The others need not begin anything more.
                next.store(count, Relaxed);
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
            told(over.fetch_add(1, Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, MOST) {
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|d| d.0);
    done.into_iter().map(|d| d.1).collect()
}

#[cfg(test)]
mod tests {
    use super::jobs;

    #[test]
    fn what_comes_of_it_is_in_order() {
        for threads in [1, 2, 7] {
            let squares = jobs(100, threads, &|n| Ok(n * n), &|_| {}).expect("no script");
            assert_eq!(squares, (0..100).map(|n| n * n).collect::<Vec<_>>());
        }
    }
}
