//! Figures for the operator, who may switch them on. While they are off, nothing is counted and no clock is read.
//!
//! A label has few values: a route, a code, a kind. Never a path, an id, an address or a word.

mod names;

pub use names::*;

use crate::Result;
use ::metrics::{IntoLabels, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

#[derive(Clone, Copy, Debug)]
pub struct Metric {
    pub name: &'static str,
    pub kind: Kind,
    pub help: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Counter,
    Gauge,
    /// Times, with the upper bounds of their buckets in seconds.
    Histogram(&'static [f64]),
}

static IS_ON: AtomicBool = AtomicBool::new(false);

/// Begins to count. The recorder of the crate `metrics` must be in place.
pub fn switch_on() {
    IS_ON.store(true, Ordering::Relaxed);
    for Metric { name, kind, help } in ALL {
        match kind {
            Kind::Counter => describe_counter!(*name, *help),
            Kind::Gauge => describe_gauge!(*name, *help),
            Kind::Histogram(_) => describe_histogram!(*name, *help),
        }
    }
    // A counter that first appears with its first failure shows no increase.
    for outcome in Outcome::ALL {
        SAVES.add(0, &[("outcome", outcome.as_str())]);
        WEBHOOKS.add(0, &[("outcome", outcome.as_str())]);
    }
    for outcome in [SENT, DELAYED, GIVEN_UP] {
        MAILS.add(0, &[("outcome", outcome)]);
    }
}

pub fn are_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

impl Metric {
    pub fn add(&self, count: u64, labels: impl IntoLabels) {
        if are_on() {
            counter!(self.name, labels).increment(count);
        }
    }

    /// Sets a counter that somebody else counts.
    pub fn reach(&self, count: u64, labels: impl IntoLabels) {
        if are_on() {
            counter!(self.name, labels).absolute(count);
        }
    }

    pub fn set(&self, value: f64, labels: impl IntoLabels) {
        if are_on() {
            gauge!(self.name, labels).set(value);
        }
    }

    /// One more, until the result is dropped.
    pub fn one_more(&self, labels: impl IntoLabels) -> Counted {
        let gauge = are_on().then(|| gauge!(self.name, labels));
        if let Some(gauge) = &gauge {
            gauge.increment(1);
        }
        Counted(gauge)
    }

    pub fn record(&self, timer: Timer, labels: impl IntoLabels) {
        if let Timer(Some(start)) = timer {
            histogram!(self.name, labels).record(start.elapsed());
        }
    }
}

/// Counted in a gauge until it is dropped.
#[derive(Debug)]
#[must_use]
pub struct Counted(Option<::metrics::Gauge>);

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(gauge) = &self.0 {
            gauge.decrement(1);
        }
    }
}

/// The start of something whose time is recorded. `None` while metrics are off.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Timer(Option<Instant>);

impl Timer {
    pub fn start() -> Self {
        Self(are_on().then(Instant::now))
    }
}

/// What became of something that somebody sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Accepted,
    /// The sender can do something about it.
    Refused,
    /// The fault is here, or at a service behind us.
    Failed,
}

impl Outcome {
    const ALL: [Self; 3] = [Self::Accepted, Self::Refused, Self::Failed];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }

    fn of<T>(result: &Result<T>) -> Self {
        match result {
            Ok(_) => Self::Accepted,
            Err(error) if error.refusal().status() < 500 => Self::Refused,
            Err(_) => Self::Failed,
        }
    }
}

/// Counts what became of it, and returns it.
pub fn counted<T>(metric: &Metric, result: Result<T>) -> Result<T> {
    if are_on() {
        metric.add(1, &[("outcome", Outcome::of(&result).as_str())]);
    }
    result
}

/// A metric without labels.
pub const NONE: &[(&str, &str); 0] = &[];

/// The number as Prometheus keeps it.
#[expect(clippy::cast_precision_loss, reason = "no figure is near 2^53")]
pub fn float(number: impl TryInto<i64>) -> f64 {
    number.try_into().map_or(f64::INFINITY, |number| number as f64)
}

/// Outcomes of an attempt to send a mail.
pub const SENT: &str = "sent";
pub const DELAYED: &str = "delayed";
pub const GIVEN_UP: &str = "given_up";

/// A refusal or failure that is shown to a caller.
pub fn refused(code: &'static str) {
    REFUSALS.add(1, &[("code", code)]);
}

/// A run of a job that repeats. `now` in seconds since 1970.
pub fn job(name: &'static str, succeeded: bool, now: i64) {
    // Prometheus gives each target a label `job`.
    let labels = &[("job_name", name)];
    JOB_FAILURES.add(u64::from(!succeeded), labels);
    if succeeded {
        JOB_SUCCESS.set(float(now), labels);
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, Kind, Outcome};
    use crate::Error;
    use domain::Refusal;
    use std::collections::HashSet;

    #[test]
    fn names_follow_the_rules_of_prometheus_and_occur_once() {
        let names: HashSet<_> = ALL.iter().map(|metric| metric.name).collect();
        assert_eq!(names.len(), ALL.len());
        for metric in ALL {
            let is_ours = metric.name.starts_with("tagesecho_") || metric.name.starts_with("process_");
            assert!(is_ours && metric.help.ends_with('.'), "{}", metric.name);
            assert_eq!(matches!(metric.kind, Kind::Counter), metric.name.ends_with("_total"), "{}", metric.name);
        }
    }

    #[test]
    fn our_own_failures_are_told_from_what_a_person_can_mend() {
        for (error, outcome) in [
            (Refusal::Stale.into(), Outcome::Refused),
            (Refusal::WebhookForged.into(), Outcome::Refused),
            (Refusal::PaymentUnavailable.into(), Outcome::Failed),
            (Error::unavailable("database", "is away"), Outcome::Failed),
            (Error::broken("database", "is broken"), Outcome::Failed),
        ] {
            assert_eq!(Outcome::of::<()>(&Err(error)), outcome);
        }
        assert_eq!(Outcome::of(&Ok(())), Outcome::Accepted);
    }
}
