//! Figures that are read when somebody asks for them.

use super::process;
use backend::{
    Backend, Result, imports, leaving,
    metrics::{
        ACCOUNTS_LEAVING, BUILD_INFO, CONNECTIONS, CONNECTIONS_LIMIT, DISK_BYTES, DISK_FREE_BYTES, IMPORTS,
        MAILS_WAITING, MEDIA_MEMORY, MEDIA_MEMORY_LIMIT, Metric, NONE, READY, float,
    },
};
use std::{future::Future, path::Path, time::Duration};

/// The time that the database has for one figure.
const ANSWER: Duration = Duration::from_secs(1);

pub async fn read(backend: &Backend) {
    let engine = if backend.settings.database_url.starts_with("sqlite:") { "sqlite" } else { "postgres" };
    BUILD_INFO.set(1.0, &[("version", env!("CARGO_PKG_VERSION")), ("engine", engine)]);
    for pool in backend.db.usage() {
        CONNECTIONS.set(float(pool.used), &[("pool", pool.pool), ("state", "used")]);
        CONNECTIONS.set(float(pool.idle), &[("pool", pool.pool), ("state", "idle")]);
        CONNECTIONS_LIMIT.set(float(pool.most), &[("pool", pool.pool)]);
    }
    for (work, (used, most)) in [("pictures", backend.decoder.usage()), ("recordings", backend.packer.usage())] {
        MEDIA_MEMORY.set(float(used), &[("work", work)]);
        MEDIA_MEMORY_LIMIT.set(float(most), &[("work", work)]);
    }
    disk(&backend.settings.data);
    process::read();
    let (ready, ..) = tokio::join!(
        tokio::time::timeout(ANSWER, backend.ready()),
        two(&MAILS_WAITING, ["new", "delayed"], backend.mail.count_waiting()),
        two(&IMPORTS, ["waiting", "running"], imports::count(backend)),
        two(&ACCOUNTS_LEAVING, ["scheduled", "due"], leaving::count(backend)),
    );
    READY.set(if matches!(ready, Ok(Ok(()))) { 1.0 } else { 0.0 }, NONE);
}

/// Sets the two states of a metric. What the database does not tell is no number.
async fn two(metric: &Metric, states: [&'static str; 2], read: impl Future<Output = Result<(i64, i64)>>) {
    let counts = match tokio::time::timeout(ANSWER, read).await {
        Ok(Ok((first, second))) => [first, second].map(float),
        _ => [f64::NAN; 2],
    };
    for (state, count) in states.into_iter().zip(counts) {
        metric.set(count, &[("state", state)]);
    }
}

fn disk(folder: &Path) {
    match rustix::fs::statvfs(folder) {
        Ok(disk) => {
            DISK_FREE_BYTES.set(float(disk.f_bavail.saturating_mul(disk.f_frsize)), NONE);
            DISK_BYTES.set(float(disk.f_blocks.saturating_mul(disk.f_frsize)), NONE);
        }
        Err(error) => tracing::debug!(%error, "the free space is unknown"),
    }
}
