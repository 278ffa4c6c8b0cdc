//! The only source of time, truncated to milliseconds. Tests move it by hand.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Instant,
};
use uuid::{NoContext, Timestamp, Uuid};

/// All clones share the same time.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    source: Source,
    /// Total milliseconds by which the clock was moved forward.
    forward: AtomicI64,
}

#[derive(Debug)]
enum Source {
    /// The system's time plus `offset` milliseconds.
    System { offset: AtomicI64, since: Instant },
    /// A fixed time, in milliseconds after the epoch.
    Fixed(AtomicI64),
}

impl Clock {
    pub fn system() -> Self {
        Self::new(Source::System { offset: AtomicI64::default(), since: Instant::now() })
    }

    /// Stands still until it is moved.
    pub fn fixed(at: DateTime<Utc>) -> Self {
        Self::new(Source::Fixed(AtomicI64::new(at.timestamp_millis())))
    }

    fn new(source: Source) -> Self {
        Self(Arc::new(Inner { source, forward: AtomicI64::default() }))
    }

    #[expect(clippy::disallowed_methods, reason = "the one place that asks the system")]
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0.source {
            Source::System { offset, .. } => {
                (Utc::now() + TimeDelta::milliseconds(offset.load(Ordering::Relaxed))).trunc_subsecs(3)
            }
            Source::Fixed(at) => DateTime::from_timestamp_millis(at.load(Ordering::Relaxed)).unwrap_or_default(),
        }
    }

    /// How long this clock has run, for limits and waits. It never goes backwards, even if the system's time does.
    pub fn running(&self) -> TimeDelta {
        let moved = TimeDelta::milliseconds(self.0.forward.load(Ordering::Relaxed));
        match &self.0.source {
            Source::System { since, .. } => moved + TimeDelta::from_std(since.elapsed()).unwrap_or_default(),
            Source::Fixed(_) => moved,
        }
    }

    /// A new UUID of version 7, so that rows are stored in the order of their creation. It reveals the time of its creation.
    pub fn id(&self) -> Uuid {
        let now = self.now();
        let seconds = u64::try_from(now.timestamp()).unwrap_or_default();
        Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, now.timestamp_subsec_nanos()))
    }

    /// Moves this clock and all its clones.
    pub fn advance(&self, by: TimeDelta) {
        let milliseconds = by.num_milliseconds();
        let (Source::System { offset: cell, .. } | Source::Fixed(cell)) = &self.0.source;
        cell.fetch_add(milliseconds, Ordering::Relaxed);
        self.0.forward.fetch_add(milliseconds.max(0), Ordering::Relaxed);
    }
}
