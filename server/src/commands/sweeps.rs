//! Jobs that repeat until the server stops: they remove expired data, read payments and send reminders.

use crate::http::serve::Stop;
use backend::{
    Backend, assistant, audit, declarations, entries, friends, identity,
    imports::{self, Work},
    leaving, media, metrics, reminders, subscription,
    throttle::{self, Action},
};
use std::time::Duration;

const EVERY: Duration = Duration::from_mins(10);
const MAILS: Duration = Duration::from_secs(5);
const PAYMENTS: Duration = Duration::from_secs(5);
const IMPORTS: Duration = Duration::from_secs(10);
const REMINDERS: Duration = Duration::from_mins(1);

pub async fn run(backend: Backend, stop: Stop) {
    let mut clock = tokio::time::interval(EVERY);
    let sweeping = async {
        loop {
            clock.tick().await;
            Box::pin(all(&backend)).await;
        }
    };
    stop.asked.run_until_cancelled(sweeping).await;
}

/// Sends the waiting mails, also those of other processes and of earlier starts.
pub async fn send_mails(backend: Backend, stop: Stop) {
    let mut clock = tokio::time::interval(MAILS);
    while stop.asked.run_until_cancelled(clock.tick()).await.is_some() {
        let looked = backend.mail.look().await;
        note(&backend, "mails", &looked);
        if let Err(error) = looked {
            tracing::debug!(%error, "mails were not looked for");
        }
    }
}

/// Reads subscriptions that are due, also those of other processes.
pub async fn look_at_payments(backend: Backend, stop: Stop) {
    let mut clock = tokio::time::interval(PAYMENTS);
    while stop.asked.run_until_cancelled(clock.tick()).await.is_some() {
        let looked = subscription::look(&backend).await;
        note(&backend, "payments", &looked);
        if let Err(error) = looked {
            tracing::warn!(%error, "subscriptions were not read; the next look tries again");
        }
    }
}

/// Works on imports, one at a time: also those of other processes that stopped, and of earlier starts. What is under way when the server stops goes
/// on elsewhere or later.
pub async fn work_on_imports(backend: Backend, work: Work, stop: Stop) {
    let working = async {
        loop {
            match imports::work_on(&backend, work).await {
                Ok(true) => {}
                Ok(false) => {
                    tokio::select! {
                        () = backend.imports.notified(work) => {}
                        () = tokio::time::sleep(IMPORTS) => {}
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "imports wait for the next look");
                    tokio::time::sleep(IMPORTS).await;
                }
            }
        }
    };
    stop.asked.run_until_cancelled(working).await;
}

/// Sends the due reminders. Several servers share the work.
pub async fn remind(backend: Backend, stop: Stop) {
    let mut clock = tokio::time::interval(REMINDERS);
    while stop.asked.run_until_cancelled(clock.tick()).await.is_some() {
        let sent = reminders::send_due(&backend).await;
        note(&backend, "reminder-mails", &sent);
        if let Err(error) = sent {
            tracing::warn!(%error, "nobody was reminded; the next look tries again");
        }
    }
}

async fn all(backend: &Backend) {
    let rows = [
        ("identity", identity::sweep(backend).await),
        ("entries", entries::sweep(backend).await),
        ("assistant", assistant::sweep(backend).await),
        ("audit", audit::sweep(backend).await),
        ("friends", friends::sweep(backend).await),
        ("declarations", declarations::sweep(backend).await),
        ("imports", imports::sweep(backend).await),
        ("leaving", leaving::sweep(backend).await),
        ("reminders", reminders::sweep(backend).await),
        ("subscription", subscription::sweep(backend).await),
    ];
    let media = match backend.throttle.take_turn(Action::MediaSweep).await {
        Ok(true) => Some(media::sweep(backend).await),
        Ok(false) => None,
        Err(error) => Some(Err(error)),
    };
    let limits = throttle::sweep(backend).await;
    for (what, swept) in rows.into_iter().chain(media.map(|swept| ("media", swept))).chain([("limits", limits)]) {
        note(backend, what, &swept);
        if let Err(error) = swept {
            tracing::warn!(what, %error, "sweep failed; the next one tries again");
        }
    }
    if metrics::are_on() {
        let bytes = media::stored_bytes(backend).await.map_or(f64::NAN, metrics::float);
        metrics::STORED_BYTES.set(bytes, metrics::NONE);
    }
}

fn note<T>(backend: &Backend, job: &'static str, result: &backend::Result<T>) {
    metrics::job(job, result.is_ok(), backend.clock.now().timestamp());
}
