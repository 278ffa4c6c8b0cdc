//! The connections that read SQLite. sqlx's own pool asks a connection twice around each statement whether it is alive, which costs more
//! than most statements; a connection to a file on this machine is.

use super::ACQUIRE;
use crate::metrics::{CONNECTION_WAIT, Timer};
use parking_lot::Mutex;
use sqlx::{Connection, Error, SqliteConnection, sqlite::SqliteConnectOptions};
use std::sync::Arc;
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

/// Most statements that run at once.
const MOST: u32 = 4;

#[derive(Clone, Debug)]
pub struct Readers(Arc<Shared>);

#[derive(derive_more::Debug)]
#[debug("Readers")]
struct Shared {
    options: SqliteConnectOptions,
    idle: Mutex<Vec<SqliteConnection>>,
    permits: Semaphore,
}

/// A connection for one statement. It is closed unless it is given back: after an error, and when the request ended before its statement.
#[derive(derive_more::Debug)]
#[debug("Reader")]
pub struct Reader<'r> {
    pub connection: SqliteConnection,
    shared: &'r Shared,
    _permit: SemaphorePermit<'r>,
}

impl Reader<'_> {
    pub fn give_back(self) {
        let Self { connection, shared, _permit } = self;
        shared.idle.lock().push(connection);
    }
}

impl Readers {
    /// Opens the first connection: its failure is that of the database.
    pub async fn open(options: SqliteConnectOptions) -> Result<Self, Error> {
        let first = SqliteConnection::connect_with(&options).await?;
        let permits = Semaphore::new(MOST as usize);
        Ok(Self(Arc::new(Shared { options, idle: Mutex::new(vec![first]), permits })))
    }

    pub async fn acquire(&self) -> Result<Reader<'_>, Error> {
        let shared = &*self.0;
        let wait = Timer::start();
        let permit = timeout(ACQUIRE, shared.permits.acquire()).await.map_err(|_| Error::PoolTimedOut)?;
        CONNECTION_WAIT.record(wait, &[("pool", "readers")]);
        let permit = permit.map_err(|_| Error::PoolClosed)?;
        let idle = shared.idle.lock().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => SqliteConnection::connect_with(&shared.options).await?,
        };
        Ok(Reader { connection, shared, _permit: permit })
    }

    /// Connections that are used, idle, and allowed.
    pub fn usage(&self) -> (usize, usize, u32) {
        let shared = &*self.0;
        (MOST as usize - shared.permits.available_permits(), shared.idle.lock().len(), MOST)
    }

    /// Waits for the statements that run.
    pub async fn close(&self) {
        let all = self.0.permits.acquire_many(MOST).await;
        self.0.permits.close();
        drop(all);
        let idle = std::mem::take(&mut *self.0.idle.lock());
        for connection in idle {
            if let Err(error) = connection.close().await {
                tracing::debug!(%error, "a connection was not closed cleanly");
            }
        }
    }
}
