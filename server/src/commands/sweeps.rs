//! Removes what is past its time, now and then, until the server stops.

use crate::http::serve::Stop;
use backend::{Backend, assistant, entries, friends, identity, media};
use std::time::Duration;

const EVERY: Duration = Duration::from_mins(10);
const MAILS: Duration = Duration::from_secs(5);

pub async fn run(backend: Backend, mut stop: Stop) {
    let mut clock = tokio::time::interval(EVERY);
    loop {
        tokio::select! {
            _ = clock.tick() => {}
            () = stop.asked() => return,
        }
        tokio::select! {
            () = all(&backend) => {}
            () = stop.asked() => return,
        }
    }
}

/// Sends the mails that wait, also those of other processes and of earlier starts.
pub async fn send_mails(backend: Backend, mut stop: Stop) {
    let mut clock = tokio::time::interval(MAILS);
    loop {
        tokio::select! {
            _ = clock.tick() => backend.mail.look().await,
            () = stop.asked() => return,
        }
    }
}

async fn all(backend: &Backend) {
    for (what, swept) in [
        ("identity", identity::sweep(backend).await),
        ("entries", entries::sweep(backend).await),
        ("assistant", assistant::sweep(backend).await),
        ("friends", friends::sweep(backend).await),
        ("media", media::sweep(backend).await),
    ] {
        if let Err(error) = swept {
            tracing::warn!(what, %error, "sweep failed; the next one tries again");
        }
    }
}
