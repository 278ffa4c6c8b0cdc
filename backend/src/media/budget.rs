//! Runs work on files on the threads for heavy work, limited by the memory that it takes. Further work waits.

use crate::{
    Error, Result,
    heavy::{self, Kind},
};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The unit in which memory is counted, in bytes.
pub const UNIT: u64 = 1024 * 1024;

/// Work is served in order of arrival, so that small files do not overtake a large one for ever. A cancelled caller takes nothing.
#[derive(Debug)]
pub struct Budget {
    free: Arc<Semaphore>,
    /// Total memory in [`UNIT`]s.
    all: u32,
}

impl Budget {
    pub fn new(all: u32) -> Self {
        Self { free: Arc::new(Semaphore::new(all as usize)), all }
    }

    /// Bytes that are taken, and all of them.
    pub fn usage(&self) -> (u64, u64) {
        let all = u64::from(self.all) * UNIT;
        (all.saturating_sub(self.free.available_permits() as u64 * UNIT), all)
    }

    /// Runs `work` once `memory` bytes are free, or `least` units if that is more. Work that needs more than the total runs alone.
    /// None: it panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        memory: u64,
        least: u32,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let units = u32::try_from(memory.div_ceil(UNIT)).unwrap_or(self.all).clamp(least.min(self.all), self.all);
        let free = Arc::clone(&self.free);
        let taken = free.acquire_many_owned(units).await.map_err(|e| Error::broken("budget of memory", e))?;
        let work = move || {
            // Held until the work ends, even if the caller was cancelled.
            let _taken = taken;
            work()
        };
        match heavy::spawn(Kind::Media, work).await {
            Ok(done) => Ok(Some(done)),
            Err(error) if error.is_panic() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, UNIT};
    use std::{
        sync::{Arc, Barrier},
        time::Duration,
    };
    use tokio::time::timeout;

    #[tokio::test]
    async fn work_over_the_budget_waits_in_order() {
        let budget = Arc::new(Budget::new(10));
        let (begun, end) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
        let first = {
            let (budget, begun, end) = (Arc::clone(&budget), Arc::clone(&begun), Arc::clone(&end));
            tokio::spawn(async move {
                let work = move || {
                    begun.wait();
                    end.wait();
                };
                budget.run(6 * UNIT, 1, work).await
            })
        };
        tokio::task::spawn_blocking(move || begun.wait()).await.unwrap();
        let (order, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let ask = |memory, name| {
            let (budget, order) = (Arc::clone(&budget), order.clone());
            tokio::spawn(async move { budget.run(memory, 1, move || order.send(name)).await })
        };
        // It needs the whole budget.
        let second = ask(100 * UNIT, "second");
        while budget.free.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        // It would fit in the budget next to the first.
        let third = ask(UNIT, "third");
        assert!(timeout(Duration::from_millis(50), heard.recv()).await.is_err(), "nobody passes the one that waits");
        tokio::task::spawn_blocking(move || end.wait()).await.unwrap();
        assert_eq!([heard.recv().await, heard.recv().await], [Some("second"), Some("third")]);
        first.await.unwrap().unwrap();
        for other in [second, third] {
            assert!(other.await.unwrap().unwrap().is_some());
        }
    }

    #[tokio::test]
    async fn a_cancelled_or_panicking_task_returns_its_memory() {
        let budget = Budget::new(4);
        let all = Arc::clone(&budget.free).acquire_many_owned(4).await.unwrap();
        let waits = budget.run(2 * UNIT, 1, || ());
        assert!(timeout(Duration::from_millis(20), waits).await.is_err());
        drop(all);
        assert_eq!(budget.free.available_permits(), 4);
        assert!(budget.run(UNIT, 1, || panic!("as a damaged file does")).await.unwrap().is_none());
        assert_eq!(budget.free.available_permits(), 4);
        assert_eq!(budget.run(UNIT, 9, || 5).await.unwrap(), Some(5));
    }
}
