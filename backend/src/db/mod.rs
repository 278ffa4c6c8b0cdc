//! One database interface over two engines: SQL is written once with `$n` placeholders (design: product 2).

mod failure;
mod migrations;
mod pulse;
mod query;
mod tx;

pub use migrations::Migrations;
pub use query::{Param, Query, Record};
pub use tx::Tx;

use crate::{
    Error, Result,
    error::{Broken, StartError},
};
use pulse::{Pulse, is_awake, is_sound};
use query::{Args, Kind, Target};
use sqlx::{
    ConnectOptions, Connection, PgConnection, PgPool, SqliteConnection, SqlitePool,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{fs, path::Path, str::FromStr, time::Duration};

/// How long a request waits for a connection before it answers 503.
const ACQUIRE: Duration = Duration::from_millis(1500);
const FIRST_CONNECTION: Duration = Duration::from_secs(10);
const SQLITE_BUSY: Duration = Duration::from_secs(5);
const SQLITE_READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 16;

#[derive(Clone, Debug)]
pub enum Db {
    /// SQLite takes one writer at a time; queueing for it here is fairer than its busy timeout.
    Sqlite {
        writer: SqlitePool,
        readers: SqlitePool,
    },
    Postgres(Postgres),
}

#[derive(Clone, Debug)]
pub struct Postgres {
    pool: PgPool,
    pulse: Pulse,
}

impl Db {
    /// Connects to `sqlite:PATH` or `postgres://…`. A file that is not there is made, the schema stays as it is until [`Db::migrate`].
    pub async fn connect(url: &str) -> Result<Self, StartError> {
        let scheme = url.split(':').next().unwrap_or_default();
        match scheme {
            "sqlite" => Self::connect_sqlite(url).await,
            "postgres" | "postgresql" => Self::connect_postgres(url).await,
            _ => Err(StartError(format!(
                "DATABASE_URL begins with '{scheme}:'; it must begin with 'sqlite:' (a file) or 'postgres://'"
            ))),
        }
    }

    /// Whether [`Db::connect`] would make a new file.
    pub fn is_missing(url: &str) -> bool {
        let options = url.starts_with("sqlite:").then(|| SqliteConnectOptions::from_str(url).ok()).flatten();
        options.is_some_and(|options| !options.get_filename().exists())
    }

    pub async fn migrate(&self, migrations: Migrations) -> Result<(), StartError> {
        match self {
            Self::Sqlite { writer, .. } => migrations::sqlite(writer, migrations).await,
            Self::Postgres(Postgres { pool, .. }) => {
                // Without the pool's time limits: a migration of a large table, or waiting for another server's, takes its time.
                let options = pool.connect_options().as_ref().clone();
                let options =
                    options.options([("statement_timeout", "0"), ("idle_in_transaction_session_timeout", "0")]);
                let one = PgPoolOptions::new().max_connections(1).connect_with(options).await;
                let one = one.map_err(|e| StartError(format!("DATABASE_URL (PostgreSQL): {e}")))?;
                let migrated = migrations::postgres(&one, migrations).await;
                one.close().await;
                migrated
            }
        }
    }

    async fn connect_sqlite(url: &str) -> Result<Self, StartError> {
        let fail = |e: String| StartError(format!("DATABASE_URL ({url}): {e}"));
        let options = SqliteConnectOptions::from_str(url)
            .map_err(|e| fail(e.to_string()))?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // FULL: an acknowledged save survives a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(SQLITE_BUSY)
            .pragma("secure_delete", "on")
            .disable_statement_logging();
        if let Some(folder) = options.get_filename().parent().filter(|f| *f != Path::new("")) {
            fs::create_dir_all(folder).map_err(|e| fail(format!("the folder cannot be made: {e}")))?;
        }
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(SQLITE_BUSY)
            .after_release(|connection, _| Box::pin(is_idle(connection)))
            .connect_with(options.clone())
            .await
            .map_err(|e| fail(e.to_string()))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(SQLITE_READERS)
            .acquire_timeout(ACQUIRE)
            .connect_with(options.pragma("query_only", "on"))
            .await
            .map_err(|e| fail(e.to_string()))?;
        Ok(Self::Sqlite { writer, readers })
    }

    async fn connect_postgres(url: &str) -> Result<Self, StartError> {
        // Never the whole address: it holds the password.
        let fail = |e: String| StartError(format!("DATABASE_URL (PostgreSQL): {e}"));
        let options = PgConnectOptions::from_str(url).map_err(|e| fail(e.to_string()))?.disable_statement_logging();
        // A pool would only say that it waited in vain.
        let connection = tokio::time::timeout(FIRST_CONNECTION, PgConnection::connect_with(&options)).await;
        let connection = connection.map_err(|_| fail("the server does not answer".into()))?;
        connection.map_err(|e| fail(e.to_string()))?.close().await.map_err(|e| fail(e.to_string()))?;
        let options = options.options([("statement_timeout", "10s"), ("idle_in_transaction_session_timeout", "30s")]);
        let pool = PgPoolOptions::new()
            .max_connections(POSTGRES_CONNECTIONS)
            .acquire_timeout(ACQUIRE)
            // Asking before each statement would double the way; one that has rested may have been closed meanwhile.
            .test_before_acquire(false)
            .before_acquire(|connection, known| Box::pin(is_awake(connection, known.idle_for)))
            .after_release(|connection, _| Box::pin(is_sound(connection)))
            .connect_with(options)
            .await
            .map_err(|e| fail(e.to_string()))?;
        Ok(pool.into())
    }

    /// A statement that only reads. It is repeated once where its connection was lost.
    pub fn read(&self, sql: &'static str) -> Query<'_> {
        match self {
            Self::Sqlite { readers, .. } => Query::new(sql, Kind::Read, Args::sqlite(), Target::SqlitePool(readers)),
            Self::Postgres(Postgres { pool, pulse }) => {
                Query::new(sql, Kind::Read, Args::postgres(), Target::PgPool(pool, pulse))
            }
        }
    }

    /// A single statement that changes something, a transaction of its own. It is repeated once where others were in its way.
    pub fn write(&self, sql: &'static str) -> Query<'_> {
        match self {
            Self::Sqlite { writer, .. } => Query::new(sql, Kind::Write, Args::sqlite(), Target::SqlitePool(writer)),
            Self::Postgres(Postgres { pool, pulse }) => {
                Query::new(sql, Kind::Write, Args::postgres(), Target::PgPool(pool, pulse))
            }
        }
    }

    /// Several statements that count together or not at all; dropped without `commit`, none does.
    pub async fn begin(&self) -> Result<Tx> {
        match self {
            Self::Sqlite { writer, .. } => {
                let begun = writer.begin_with("BEGIN IMMEDIATE").await;
                Ok(Tx::Sqlite(begun.map_err(|error| failure::of(Kind::Inside, error))?))
            }
            Self::Postgres(Postgres { pool, pulse }) => {
                let begun = Box::pin(async { pool.begin().await.map_err(|error| failure::of(Kind::Inside, error)) });
                let tx = pulse.watch(Kind::Inside, begun).await?;
                Ok(Tx::Postgres(tx::Watched { tx, pulse: pulse.clone() }))
            }
        }
    }

    pub async fn ping(&self) -> Result<()> {
        self.read("SELECT 1").execute().await.map(drop)
    }

    pub fn engine(&self) -> &'static str {
        match self {
            Self::Sqlite { .. } => "sqlite",
            Self::Postgres(_) => "postgres",
        }
    }

    pub async fn close(&self) {
        match self {
            Self::Sqlite { writer, readers } => {
                readers.close().await;
                writer.close().await;
            }
            Self::Postgres(Postgres { pool, .. }) => pool.close().await,
        }
    }
}

/// Before the writer goes back to its pool. A full disk ends a transaction by itself, and the connection would take it for open for ever: it
/// is closed, and the next save opens another.
async fn is_idle(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    // Behind the rollback of what was dropped.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

impl From<PgPool> for Db {
    fn from(pool: PgPool) -> Self {
        Self::Postgres(Postgres { pulse: Pulse::of(pool.connect_options().as_ref().clone()), pool })
    }
}

/// Several statements in a transaction, and all of them once more where others were in their way: nothing of them was done then.
pub async fn once_more<T, F: Future<Output = Result<T>>>(work: impl Fn() -> F) -> Result<T> {
    match work().await {
        Err(error) if sqlx_error(&error).is_some_and(failure::is_collision) => work().await,
        done => done,
    }
}

fn sqlx_error(error: &Error) -> Option<&sqlx::Error> {
    let Error::Broken(Broken { source, .. }) = error else { return None };
    source.downcast_ref()
}

/// Whether a statement failed because another row has the value that must be unique.
pub fn is_taken(error: &Error) -> bool {
    let error = sqlx_error(error).and_then(sqlx::Error::as_database_error);
    error.is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
