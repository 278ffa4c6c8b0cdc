//! SQLite, read on the thread that asks. sqlx hands each statement to a thread and waits for it, which costs several times what a page's
//! statements cost themselves: a file on this machine answers in microseconds. Rows become the same types as everywhere, since [`Direct`] is
//! one of sqlx's databases as far as its rows and values go.

mod driver;
mod row;

pub use driver::Direct;
pub use row::{Arguments, Row};

use super::{ACQUIRE, Record};
use crate::metrics::{CONNECTION_WAIT, Timer};
use parking_lot::Mutex;
use rusqlite::{Connection, OpenFlags};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

/// Most statements that run at once.
const MOST: u32 = 4;
/// Statements that a connection keeps prepared: more than there are.
const PREPARED: usize = 300;

#[derive(Debug)]
pub enum Error {
    Sqlite(rusqlite::Error),
    /// No connection in time, or a row that its type does not take.
    Sqlx(sqlx::Error),
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::Sqlx(error)
    }
}

#[derive(Clone, Debug)]
pub struct Readers(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    file: PathBuf,
    idle: Mutex<Vec<Open>>,
    permits: Semaphore,
}

/// A connection, and the memory for the row that it reads.
#[derive(Debug)]
struct Open {
    connection: Connection,
    row: Row,
}

/// A connection for one statement. It is closed unless it is given back: after an error.
#[derive(Debug)]
pub struct Reader<'r> {
    open: Open,
    shared: &'r Shared,
    _permit: SemaphorePermit<'r>,
}

impl Reader<'_> {
    /// The first `most` rows of a statement.
    pub fn rows<T: Record>(&mut self, sql: &str, arguments: &Arguments, most: usize) -> Result<Vec<T>, Error> {
        let Open { connection, row } = &mut self.open;
        let mut statement = connection.prepare_cached(sql)?;
        arguments.bind(&mut statement)?;
        row.begin(&statement)?;
        let mut rows = statement.raw_query();
        let mut all = Vec::new();
        while all.len() < most {
            let Some(next) = rows.next()? else { break };
            row.fill(next)?;
            all.push(T::from_row(row)?);
        }
        Ok(all)
    }

    pub fn give_back(self) {
        let Self { open, shared, _permit } = self;
        shared.idle.lock().push(open);
    }
}

impl Readers {
    /// Opens the first connection: its failure is that of the database.
    pub fn open(file: &Path) -> rusqlite::Result<Self> {
        let shared = Shared { file: file.into(), idle: Mutex::default(), permits: Semaphore::new(MOST as usize) };
        let first = shared.connect()?;
        shared.idle.lock().push(first);
        Ok(Self(Arc::new(shared)))
    }

    pub async fn acquire(&self) -> Result<Reader<'_>, Error> {
        let shared = &*self.0;
        let wait = Timer::start();
        let permit = if let Ok(permit) = shared.permits.try_acquire() {
            permit
        } else {
            let permit = timeout(ACQUIRE, shared.permits.acquire()).await.map_err(|_| sqlx::Error::PoolTimedOut)?;
            permit.map_err(|_| sqlx::Error::PoolClosed)?
        };
        CONNECTION_WAIT.record(wait, &[("pool", "readers")]);
        let idle = shared.idle.lock().pop();
        let open = match idle {
            Some(open) => open,
            None => shared.connect()?,
        };
        Ok(Reader { open, shared, _permit: permit })
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
        self.0.idle.lock().clear();
    }
}

impl Shared {
    fn connect(&self) -> rusqlite::Result<Open> {
        // The writer made the file. A connection that may only read could not share what says where in the log each page is.
        let flags =
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_PRIVATE_CACHE;
        let connection = Connection::open_with_flags(&self.file, flags)?;
        connection.busy_timeout(ACQUIRE)?;
        connection.pragma_update(None, "query_only", "on")?;
        connection.set_prepared_statement_cache_capacity(PREPARED);
        Ok(Open { connection, row: Row::default() })
    }
}
