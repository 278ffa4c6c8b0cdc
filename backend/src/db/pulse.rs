//! Checks whether PostgreSQL still answers while a statement takes longer than usual.
//!
//! A slow statement may take its time (`statement_timeout`). But a request must not wait for a database that is gone.

use super::failure::{self, Kind};
use crate::Result;
use sqlx::{Connection, PgConnection, postgres::PgConnectOptions};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

/// How long a statement waits before each check of the database.
const CHECK_AFTER: Duration = Duration::from_secs(1);
/// How long the database has to answer a check.
const ANSWER: Duration = Duration::from_millis(600);
/// How long the result of a check is reused.
const FRESH: Duration = Duration::from_millis(500);
/// How much later than PostgreSQL itself a statement is given up.
const LATER: Duration = Duration::from_secs(2);

#[derive(Clone, Debug)]
pub struct Pulse(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: PgConnectOptions,
    /// The longest that a statement may take.
    longest: Duration,
    last: Mutex<Option<(Instant, bool)>>,
}

impl Pulse {
    /// PostgreSQL ends a statement after `statement`.
    pub fn of(options: PgConnectOptions, statement: Duration) -> Self {
        Self(Arc::new(Inner { options, longest: statement + LATER, last: Mutex::new(None) }))
    }

    /// Runs `work` for as long as the database answers.
    pub async fn watch<T>(&self, kind: Kind, work: impl Future<Output = Result<T>>) -> Result<T> {
        let mut work = std::pin::pin!(work);
        let begin = Instant::now();
        while begin.elapsed() < self.0.longest {
            if let Ok(done) = timeout(CHECK_AFTER, &mut work).await {
                return done;
            }
            tokio::select! {
                biased;
                done = &mut work => return done,
                beats = self.beats() => if !beats { break },
            }
        }
        Err(failure::unanswered(kind))
    }

    /// Checks over a separate connection, since all connections of the pool may be waiting.
    async fn beats(&self) -> bool {
        let asked = async {
            let mut last = self.0.last.lock().await;
            if let Some((at, beats)) = *last
                && at.elapsed() < FRESH
            {
                return beats;
            }
            let ask = async { PgConnection::connect_with(&self.0.options).await?.ping().await };
            let beats = match timeout(ANSWER, ask).await {
                // A database that refuses the connection with an error is alive.
                Ok(Err(sqlx::Error::Database(_)) | Ok(())) => true,
                Ok(Err(_)) | Err(_) => false,
            };
            *last = Some((Instant::now(), beats));
            beats
        };
        // The limit includes waiting for a check that another statement started.
        timeout(ANSWER + Duration::from_millis(50), asked).await.unwrap_or(false)
    }
}

/// Whether an idle connection still answers. Called before it is used.
pub async fn is_awake(connection: &mut PgConnection, idle: Duration) -> sqlx::Result<bool> {
    Ok(idle < FRESH || timeout(CHECK_AFTER, connection.ping()).await.is_ok_and(|answer| answer.is_ok()))
}

/// Checks a connection before it goes back to the pool. After an abandoned statement it may answer late or never. Then it is closed.
pub async fn is_sound(connection: &mut PgConnection) -> sqlx::Result<bool> {
    timeout(CHECK_AFTER, connection.ping()).await.map_err(|_| sqlx::Error::PoolTimedOut)??;
    Ok(true)
}
