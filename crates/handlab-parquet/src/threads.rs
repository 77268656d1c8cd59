//! Work shared by several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use parquet::errors::{ParquetError, Result};

use crate::chunk::Scratch;

/// Runs tasks by number on several threads, each of which compresses at the given level.
pub(crate) fn share(
    tasks: usize,
    threads: usize,
    level: i32,
    work: impl Fn(usize, &mut Scratch) -> Result<()> + Sync,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        let mut scratch = Scratch::new(level)?;
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                return Ok(());
            }
            work(task, &mut scratch)?;
        }
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        work()?;
        helpers.into_iter().try_for_each(|helper| helper.join().map_err(|_| poisoned())?)
    })
}

pub(crate) fn lock<T>(shared: &Mutex<T>) -> Result<MutexGuard<'_, T>> {
    shared.lock().map_err(|_| poisoned())
}

pub(crate) fn poisoned() -> ParquetError {
    ParquetError::General("a thread that encoded a column has panicked".into())
}
