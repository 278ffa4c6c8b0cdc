//! One database interface over two engines: SQL is written once with `$n` placeholders (design: product 2).

mod backup;
mod data_keys;
mod direct;
mod exposed;
mod failure;
mod migrations;
mod pulse;
mod query;
mod rows;
mod superseded;
mod tx;
mod usage;

pub use backup::environment;
pub use exposed::is_exposed;
pub use migrations::Migrations;
pub use query::{Param, Query, Record};
pub use rows::{Digest, Rows, Table, is_refused_row, is_unmovable};
use tx::Begun;
pub use tx::Tx;
pub use usage::PoolUsage;

use crate::{
    Error, Result,
    error::{Broken, StartError},
    metrics::{CONNECTION_WAIT, Timer},
    sealing::Keyring,
};
use direct::Readers;
use failure::Kind;
pub use failure::begin_to_count;
use pulse::{Pulse, is_awake, is_sound};
use query::{Args, Target};
use sqlx::{
    ConnectOptions, Connection, PgConnection, PgPool, SqliteConnection, SqlitePool,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{fs, path::Path, str::FromStr, time::Duration};

/// How long a request waits for a connection before it is answered with 503.
const ACQUIRE: Duration = Duration::from_millis(1500);
const FIRST_CONNECTION: Duration = Duration::from_secs(10);
const SQLITE_BUSY: Duration = Duration::from_secs(5);

/// How much of PostgreSQL a server takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum connections of this server.
    pub connections: u32,
    /// The longest time of a statement. It waits for a lock for half of it.
    pub statement: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 16, statement: Duration::from_secs(10) }
    }
}

/// The connections to the database, and the keys to what is sealed in it.
#[derive(Clone, Debug)]
pub struct Db {
    pools: Pools,
    keyring: Keyring,
    /// The number of the secret that this server has. `None`: it is not known yet.
    secret: Option<i64>,
}

#[derive(Clone, Debug)]
enum Pools {
    /// SQLite allows one writer at a time. Waiting in the pool's queue is fairer than SQLite's busy timeout.
    Sqlite {
        writer: SqlitePool,
        readers: Readers,
    },
    Postgres(Postgres),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

#[derive(Clone, Debug)]
struct Postgres {
    pool: PgPool,
    pulse: Pulse,
}

impl Db {
    /// Connects to `sqlite:PATH` or `postgres://…`. Creates a missing file. The schema stays as it is until [`Db::migrate`].
    pub async fn connect(url: &str) -> Result<Self, StartError> {
        Self::connect_within(url, Limits::default()).await
    }

    /// [`Db::connect`] with the operator's limits for PostgreSQL.
    pub async fn connect_within(url: &str, limits: Limits) -> Result<Self, StartError> {
        let scheme = url.split(':').next().unwrap_or_default();
        match scheme {
            "sqlite" => Self::connect_sqlite(url).await,
            "postgres" | "postgresql" => Self::connect_postgres(url, limits).await,
            _ => Err(StartError(format!(
                "DATABASE_URL begins with '{scheme}:'; it must begin with 'sqlite:' (a file) or 'postgres://'"
            ))),
        }
    }

    /// Whether [`Db::connect`] would create a new file.
    pub fn is_missing(url: &str) -> bool {
        Self::file(url).is_some_and(|file| !file.exists())
    }

    pub async fn migrate(&self, migrations: Migrations) -> Result<(), StartError> {
        match &self.pools {
            Pools::Sqlite { writer, .. } => migrations::sqlite(writer, migrations).await,
            Pools::Postgres(Postgres { pool, .. }) => {
                // Migrations run without the pool's timeouts: a large table, or another server's migration, may take long.
                let options = pool.connect_options().as_ref().clone();
                let options = options.options([
                    ("statement_timeout", "0"),
                    ("lock_timeout", "0"),
                    ("idle_in_transaction_session_timeout", "0"),
                ]);
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
            // `is_idle` has looked at it when it came back.
            .test_before_acquire(false)
            .after_release(|connection, _| Box::pin(is_idle(connection)))
            .connect_with(options.clone())
            .await
            .map_err(|e| fail(e.to_string()))?;
        let readers = Readers::open(options.get_filename()).map_err(|e| fail(e.to_string()))?;
        Ok(Pools::Sqlite { writer, readers }.into())
    }

    async fn connect_postgres(url: &str, limits: Limits) -> Result<Self, StartError> {
        // Do not show the whole URL: it contains the password.
        let fail = |e: String| StartError(format!("DATABASE_URL (PostgreSQL): {e}"));
        let options = PgConnectOptions::from_str(url).map_err(|e| fail(e.to_string()))?.disable_statement_logging();
        // Connect once without the pool: a pool would report a timeout instead of the cause.
        let connection = tokio::time::timeout(FIRST_CONNECTION, PgConnection::connect_with(&options)).await;
        let connection = connection.map_err(|_| fail("the server does not answer".into()))?;
        connection.map_err(|e| fail(e.to_string()))?.close().await.map_err(|e| fail(e.to_string()))?;
        let options = options
            .application_name(backup::APPLICATION)
            .options([
                ("statement_timeout", milliseconds(limits.statement)),
                ("lock_timeout", milliseconds(limits.statement / 2)),
            ])
            .options([("idle_in_transaction_session_timeout", "30s")]);
        let pool = PgPoolOptions::new()
            .max_connections(limits.connections)
            .acquire_timeout(ACQUIRE)
            // A ping before each statement would double the round trips. Only idle connections are pinged: they may have been closed.
            .test_before_acquire(false)
            .before_acquire(|connection, known| Box::pin(is_awake(connection, known.idle_for)))
            .after_release(|connection, _| Box::pin(is_sound(connection)))
            .connect_with(options)
            .await
            .map_err(|e| fail(e.to_string()))?;
        let pulse = Pulse::of(pool.connect_options().as_ref().clone(), limits.statement);
        Ok(Pools::Postgres(Postgres { pool, pulse }).into())
    }

    /// A statement that only reads. It is repeated once if its connection was lost or another transaction was in the way.
    pub fn read(&self, sql: &'static str) -> Query<'_> {
        match &self.pools {
            Pools::Sqlite { readers, .. } => Query::new(sql, Kind::Read, Args::direct(), Target::Direct(readers)),
            Pools::Postgres(Postgres { pool, pulse }) => {
                Query::new(sql, Kind::Read, Args::postgres(), Target::PgPool(pool, pulse))
            }
        }
    }

    /// A single statement that changes something, in its own transaction. It is repeated once if another transaction was in the way. A value
    /// that the secret made, or that only the secret can judge, is written by [`Db::begin`] instead.
    pub fn write(&self, sql: &'static str) -> Query<'_> {
        match &self.pools {
            Pools::Sqlite { writer, .. } => Query::new(sql, Kind::Write, Args::sqlite(), Target::SqlitePool(writer)),
            Pools::Postgres(Postgres { pool, pulse }) => {
                Query::new(sql, Kind::Write, Args::postgres(), Target::PgPool(pool, pulse))
            }
        }
    }

    /// Begins a transaction. It is rolled back if it is dropped without `commit`. Fails if the database has another secret by now: nobody
    /// could read what this server would seal.
    pub async fn begin(&self) -> Result<Tx> {
        let wait = Timer::start();
        let begun = match &self.pools {
            Pools::Sqlite { writer, .. } => {
                let begun = writer.begin_with("BEGIN IMMEDIATE").await;
                Begun::Sqlite(begun.map_err(|error| failure::of(Kind::Inside, error))?)
            }
            Pools::Postgres(Postgres { pool, pulse }) => {
                let begun = Box::pin(async { pool.begin().await.map_err(|error| failure::of(Kind::Inside, error)) });
                Begun::Postgres(pulse.watch(Kind::Inside, begun).await?, pulse.clone())
            }
        };
        CONNECTION_WAIT.record(wait, &[("pool", if self.engine() == Engine::Sqlite { "writer" } else { "postgres" })]);
        let mut tx = Tx::new(begun, self.keyring.clone());
        if let Some(own) = self.secret {
            tx.expect_secret(own).await?;
        }
        Ok(tx)
    }

    pub fn engine(&self) -> Engine {
        match &self.pools {
            Pools::Sqlite { .. } => Engine::Sqlite,
            Pools::Postgres(_) => Engine::Postgres,
        }
    }

    pub async fn close(&self) {
        match &self.pools {
            Pools::Sqlite { writer, readers } => {
                readers.close().await;
                writer.close().await;
            }
            Pools::Postgres(Postgres { pool, .. }) => pool.close().await,
        }
    }
}

/// Checks the writer before it goes back to its pool. A full disk makes SQLite end a transaction by itself, but sqlx still counts it as open.
/// Such a connection is closed, and the next write opens another one.
async fn is_idle(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    // The ping runs after the rollback of a dropped transaction.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

impl From<Pools> for Db {
    fn from(pools: Pools) -> Self {
        Self { pools, keyring: Keyring::default(), secret: None }
    }
}

/// As PostgreSQL's settings are written.
fn milliseconds(time: Duration) -> String {
    format!("{}ms", time.as_millis())
}

/// Runs `work`, which is one transaction, and repeats it once if another transaction was in the way: then nothing of it was done.
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
