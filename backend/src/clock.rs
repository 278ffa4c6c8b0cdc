//! The only source of time, cut to milliseconds; tests move it by hand.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};
use uuid::{NoContext, Timestamp, Uuid};

#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The system's time, moved by so many milliseconds.
    System(Arc<AtomicI64>),
    /// Stands still at so many milliseconds after the epoch.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn system() -> Self {
        Self(Source::System(Arc::default()))
    }

    /// Stands still until it is moved.
    pub fn fixed(at: DateTime<Utc>) -> Self {
        Self(Source::Fixed(Arc::new(AtomicI64::new(at.timestamp_millis()))))
    }

    #[expect(clippy::disallowed_methods, reason = "the one place that asks the system")]
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            Source::System(offset) => {
                (Utc::now() + TimeDelta::milliseconds(offset.load(Ordering::Relaxed))).trunc_subsecs(3)
            }
            Source::Fixed(at) => DateTime::from_timestamp_millis(at.load(Ordering::Relaxed)).unwrap_or_default(),
        }
    }

    /// A new id (version 7), so that rows made after one another lie beside one another. It tells when it was made.
    pub fn id(&self) -> Uuid {
        let now = self.now();
        let seconds = u64::try_from(now.timestamp()).unwrap_or_default();
        Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, now.timestamp_subsec_nanos()))
    }

    /// Moves every copy of this clock.
    pub fn advance(&self, by: TimeDelta) {
        let (Source::System(cell) | Source::Fixed(cell)) = &self.0;
        cell.fetch_add(by.num_milliseconds(), Ordering::Relaxed);
    }
}
