//! Whether PostgreSQL still answers, asked only while a statement waits for longer than usual.
//!
//! A slow statement may take its time (`statement_timeout`); one whose database is gone must not keep a request waiting.

use super::{failure, query::Kind};
use crate::Result;
use sqlx::{Connection, PgConnection, postgres::PgConnectOptions};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

/// A statement waits so long before the database is asked whether it is there, and again.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long the database has to say so.
const ANSWER: Duration = Duration::from_millis(600);
/// An answer counts for all who ask within this time.
const FRESH: Duration = Duration::from_millis(500);
/// No statement takes longer: PostgreSQL ends it after ten seconds.
const LONGEST: Duration = Duration::from_secs(12);

#[derive(Clone, Debug)]
pub struct Pulse(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: PgConnectOptions,
    last: Mutex<Option<(Instant, bool)>>,
}

impl Pulse {
    pub fn of(options: PgConnectOptions) -> Self {
        Self(Arc::new(Inner { options, last: Mutex::new(None) }))
    }

    /// `work`, for as long as the database lives.
    pub async fn watch<T>(&self, kind: Kind, work: impl Future<Output = Result<T>>) -> Result<T> {
        let mut work = std::pin::pin!(work);
        let begin = Instant::now();
        while begin.elapsed() < LONGEST {
            if let Ok(done) = timeout(PATIENCE, &mut work).await {
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

    /// By a connection of its own, since those of the pool may all be waiting.
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
                // One that has no connection to give is there.
                Ok(Err(sqlx::Error::Database(_)) | Ok(())) => true,
                Ok(Err(_)) | Err(_) => false,
            };
            *last = Some((Instant::now(), beats));
            beats
        };
        // Who waits for somebody else's question waits no longer than for an own one.
        timeout(ANSWER + Duration::from_millis(50), asked).await.unwrap_or(false)
    }
}

/// Before a connection is used that has rested.
pub async fn is_awake(connection: &mut PgConnection, idle: Duration) -> sqlx::Result<bool> {
    Ok(idle < FRESH || timeout(PATIENCE, connection.ping()).await.is_ok_and(|answer| answer.is_ok()))
}

/// Before a connection goes back to the pool. What was given up leaves one that answers late or never: it is closed.
pub async fn is_sound(connection: &mut PgConnection) -> sqlx::Result<bool> {
    timeout(PATIENCE, connection.ping()).await.map_err(|_| sqlx::Error::PoolTimedOut)??;
    Ok(true)
}
