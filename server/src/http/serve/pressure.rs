//! Whether more is asked for than can be made, and the time that pages then leave to refusals.

use std::{
    pin::pin,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// How long it lasts after there was no place left. Not after any refusal: the fewer places under pressure would keep it up by themselves.
const LASTS: Duration = Duration::from_secs(2);

/// The longest time without a new page, so that a page of another size than most cannot close the server.
pub const LONGEST_REST: Duration = Duration::from_millis(50);

/// Reads that are refused in the time in which one page is made.
const REFUSALS_OF_A_PAGE: u64 = 24;

#[derive(Debug)]
pub struct Pressure {
    start: Instant,
    /// Microseconds after `start` at which it ends.
    ends: AtomicU64,
    /// Microseconds after `start` until which no page is begun.
    rests: AtomicU64,
    /// Since the last page.
    refusals: AtomicU64,
}

impl Pressure {
    pub fn new() -> Self {
        Self { start: Instant::now(), ends: AtomicU64::new(0), rests: AtomicU64::new(0), refusals: AtomicU64::new(0) }
    }

    /// No place is left.
    pub fn rises(&self) {
        if !self.is_high() {
            tracing::warn!("more is asked for than can be made; some are told to come back");
        }
        self.ends.store(self.now().saturating_add(micros(LASTS)), Relaxed);
    }

    pub fn has_refused(&self) {
        self.refusals.fetch_add(1, Relaxed);
    }

    pub fn is_high(&self) -> bool {
        self.now() < self.ends.load(Relaxed)
    }

    /// Whether refusals have their turn, and no page is begun.
    pub fn rests(&self) -> bool {
        self.now() < self.rests.load(Relaxed)
    }

    /// Under pressure a page is followed by a rest in which as many reads as since the last page can be refused. `processors` share it.
    pub async fn making<T>(&self, processors: u32, page: impl Future<Output = T>) -> T {
        let (mut page, mut worked) = (pin!(page), Duration::ZERO);
        let made = std::future::poll_fn(|context| {
            let start = Instant::now();
            let polled = page.as_mut().poll(context);
            worked += start.elapsed();
            polled
        })
        .await;
        let refusals = self.refusals.swap(0, Relaxed);
        if self.is_high() {
            let worked = micros(worked) / u64::from(processors.max(1));
            let rest = worked.saturating_mul(refusals) / REFUSALS_OF_A_PAGE;
            // Several pages follow each other before the rest of the first begins.
            let now = self.now();
            let begin = self.rests.load(Relaxed).max(now.saturating_sub(worked));
            let end = begin.saturating_add(worked + rest).min(now + micros(LONGEST_REST));
            self.rests.store(end, Relaxed);
        }
        made
    }

    fn now(&self) -> u64 {
        micros(self.start.elapsed())
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_REST, Pressure, Relaxed, micros};
    use std::{thread::sleep, time::Duration};

    #[tokio::test]
    async fn a_page_is_followed_by_a_rest_only_where_others_were_refused() {
        let pressure = Pressure::new();
        let work = || async { sleep(Duration::from_millis(50)) };
        pressure.making(1, work()).await;
        assert!(!pressure.is_high() && !pressure.rests());
        pressure.rises();
        for _ in 0..1000 {
            pressure.has_refused();
        }
        let before = pressure.now();
        pressure.making(1, work()).await;
        let (now, rests) = (pressure.now(), pressure.rests.load(Relaxed));
        assert!(rests > before + 50_000, "the page, and then a rest");
        assert!(rests <= now + micros(LONGEST_REST), "no longer than that");
    }
}
