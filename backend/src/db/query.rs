//! A statement with its values, for either engine.

use super::{
    direct::{self, Direct, Readers},
    failure::{self, Kind},
    pulse::Pulse,
};
use crate::{
    Error, Result,
    metrics::{CONNECTION_WAIT, STATEMENT_SECONDS, Timer},
};
use sqlx::{
    Arguments, Encode, FromRow, PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Type,
    postgres::{PgArguments, PgRow},
    sqlite::{SqliteArguments, SqliteRow},
};
use std::time::{Duration, Instant};
use tokio::{
    runtime::{Handle, RuntimeFlavor},
    task::{block_in_place, yield_now},
};

/// A row type that both engines can fill: `derive(FromRow)` is enough.
pub trait Record:
    for<'r> FromRow<'r, direct::Row> + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}
impl<T> Record for T where
    T: for<'r> FromRow<'r, direct::Row> + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

/// A value that both engines accept.
pub trait Param<'q>:
    Encode<'q, Direct> + Type<Direct> + Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>
{
}
impl<'q, T> Param<'q> for T where
    T: Encode<'q, Direct> + Type<Direct> + Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>
{
}

pub(super) enum Args {
    Direct(direct::Arguments),
    Sqlite(SqliteArguments),
    Postgres(PgArguments),
}

impl Args {
    pub(super) fn direct() -> Self {
        Self::Direct(direct::Arguments::default())
    }

    pub(super) fn sqlite() -> Self {
        Self::Sqlite(SqliteArguments::default())
    }

    pub(super) fn postgres() -> Self {
        Self::Postgres(PgArguments::default())
    }
}

pub(super) enum Target<'c> {
    Direct(&'c Readers),
    SqlitePool(&'c SqlitePool),
    Sqlite(&'c mut SqliteConnection),
    PgPool(&'c PgPool, &'c Pulse),
    Pg(&'c mut PgConnection, &'c Pulse),
}

#[derive(derive_more::Debug)]
#[must_use = "a query does nothing until it is run"]
#[debug("Query {{ sql: {sql:?}, .. }}")]
pub struct Query<'c> {
    sql: &'static str,
    kind: Kind,
    args: Args,
    target: Target<'c>,
    is_prepared: bool,
    is_long: bool,
    failed: Option<sqlx::error::BoxDynError>,
}

/// Runs the same sqlx call on the query's engine. The futures are boxed: a use case has many of them, and each would be as large
/// as sqlx's largest.
macro_rules! run {
    ($query:expr, $args:ident => $make:expr, $fetch:ident, $done:ident => $result:expr) => {{
        let query = $query;
        let kind = query.kind;
        let timer = Timer::start();
        if let Some(error) = query.failed {
            return Err(Error::broken("query value", error));
        }
        let failed = |error| failure::of(kind, error);
        let done = match (query.args, query.target) {
            (Args::Sqlite(args), Target::SqlitePool(pool)) => {
                Box::pin(async { run!(@pool "writer", kind, pool, args, $args => $make, $fetch, $done => $result) }).await
            }
            (Args::Sqlite($args), Target::Sqlite(connection)) => {
                $make.$fetch(connection).await.map(|$done| $result).map_err(failed)
            }
            (Args::Postgres(args), Target::PgPool(pool, pulse)) => {
                let work = Box::pin(async { run!(@pool "postgres", kind, pool, args, $args => $make, $fetch, $done => $result) });
                pulse.watch(kind, work).await
            }
            (Args::Postgres($args), Target::Pg(connection, pulse)) => {
                let work = Box::pin(async { $make.$fetch(connection).await.map(|$done| $result).map_err(failed) });
                pulse.watch(kind, work).await
            }
            _ => Err(Error::broken("query", "values of one engine, connection of the other")),
        };
        STATEMENT_SECONDS.record(timer, &[("kind", kind.as_str())]);
        done
    }};
    (@pool $name:literal, $kind:ident, $pool:ident, $all:ident, $args:ident => $make:expr, $fetch:ident,
        $done:ident => $result:expr) => {{
        let mut is_first = true;
        loop {
            let $args = $all.clone();
            // No connection means that no statement was sent, so the failure is certain.
            let wait = Timer::start();
            let mut connection = $pool.acquire().await.map_err(|error| failure::of(Kind::Inside, error))?;
            CONNECTION_WAIT.record(wait, &[("pool", $name)]);
            match $make.$fetch(&mut *connection).await {
                Err(error) if is_first && failure::may_be_repeated($kind, &error) => is_first = false,
                ended => break ended.map(|$done| $result).map_err(|error| failure::of($kind, error)),
            }
        }
    }};
}

/// A statement that took so long gives others their turn before its caller goes on.
const LONG: Duration = Duration::from_micros(500);

/// A statement for SQLite's readers.
struct DirectRead<'c> {
    sql: &'static str,
    arguments: direct::Arguments,
    readers: &'c Readers,
    is_long: bool,
    failed: Option<sqlx::error::BoxDynError>,
}

impl DirectRead<'_> {
    /// The first `most` rows.
    async fn rows<T: Record>(self, most: usize) -> Result<Vec<T>> {
        let timer = Timer::start();
        if let Some(error) = self.failed {
            return Err(Error::broken("query value", error));
        }
        let mut is_first = true;
        let done = loop {
            let mut reader = match self.readers.acquire().await {
                Ok(reader) => reader,
                Err(error) => break Err(failure::of_direct(Kind::Inside, error)),
            };
            let begin = Instant::now();
            let read = if self.is_long && Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread {
                block_in_place(|| reader.rows(self.sql, &self.arguments, most))
            } else {
                reader.rows(self.sql, &self.arguments, most)
            };
            let was_long = begin.elapsed() > LONG;
            match read {
                Ok(rows) => {
                    reader.give_back();
                    if was_long {
                        yield_now().await;
                    }
                    break Ok(rows);
                }
                Err(error) if is_first && failure::is_direct_collision(&error) => is_first = false,
                Err(error) => break Err(failure::of_direct(Kind::Read, error)),
            }
        };
        STATEMENT_SECONDS.record(timer, &[("kind", Kind::Read.as_str())]);
        done
    }
}

impl<'c> Query<'c> {
    pub(super) fn new(sql: &'static str, kind: Kind, args: Args, target: Target<'c>) -> Self {
        Self { sql, kind, args, target, is_prepared: true, is_long: false, failed: None }
    }

    /// The value of the next `$n`.
    pub fn bind<'q>(mut self, value: impl Param<'q>) -> Self {
        let added = match &mut self.args {
            Args::Direct(args) => args.add(value),
            Args::Sqlite(args) => args.add(value),
            Args::Postgres(args) => args.add(value),
        };
        if let Err(error) = added {
            self.failed.get_or_insert(error);
        }
        self
    }

    /// PostgreSQL plans the statement for these values. Without it, it soon takes one plan for all values of a prepared statement, and for a
    /// range, or a `LIMIT` whose number it does not know, that plan may sort everything.
    pub fn planned_for_values(mut self) -> Self {
        self.is_prepared = !matches!(self.args, Args::Postgres(_));
        self
    }

    /// The statement may read thousands of rows, for tens of milliseconds. SQLite reads on the thread that asks, whose other tasks another
    /// thread takes meanwhile.
    pub fn long(mut self) -> Self {
        self.is_long = true;
        self
    }

    /// The statement, if it goes to SQLite's readers.
    fn take_direct(&mut self) -> Option<DirectRead<'c>> {
        let (Args::Direct(arguments), Target::Direct(readers)) = (&mut self.args, &self.target) else { return None };
        let (arguments, failed) = (std::mem::take(arguments), self.failed.take());
        Some(DirectRead { sql: self.sql, arguments, readers, is_long: self.is_long, failed })
    }

    pub async fn fetch_all<T: Record>(mut self) -> Result<Vec<T>> {
        if let Some(read) = self.take_direct() {
            return Box::pin(read.rows(usize::MAX)).await;
        }
        let (sql, is_prepared) = (self.sql, self.is_prepared);
        run!(self, args => sqlx::query_as_with::<_, T, _>(sql, args).persistent(is_prepared), fetch_all, done => done)
    }

    /// Reads a write that returns rows to its end: it is committed after the last row, and only then is it known to be done.
    pub async fn fetch_optional<T: Record>(mut self) -> Result<Option<T>> {
        if self.kind == Kind::Write {
            return Ok(self.fetch_all().await?.into_iter().next());
        }
        if let Some(read) = self.take_direct() {
            return Ok(Box::pin(read.rows(1)).await?.into_iter().next());
        }
        let sql = self.sql;
        run!(self, args => sqlx::query_as_with::<_, T, _>(sql, args), fetch_optional, done => done)
    }

    pub async fn fetch_one<T: Record>(mut self) -> Result<T> {
        if self.kind == Kind::Write {
            return self.fetch_optional().await?.ok_or_else(|| failure::of(Kind::Write, sqlx::Error::RowNotFound));
        }
        if let Some(read) = self.take_direct() {
            let row = Box::pin(read.rows(1)).await?.into_iter().next();
            return row.ok_or_else(|| failure::of(Kind::Read, sqlx::Error::RowNotFound));
        }
        let sql = self.sql;
        run!(self, args => sqlx::query_as_with::<_, T, _>(sql, args), fetch_one, done => done)
    }

    /// Returns how many rows changed.
    pub async fn execute(self) -> Result<u64> {
        let sql = self.sql;
        run!(self, args => sqlx::query_with(sql, args), execute, done => done.rows_affected())
    }
}

#[cfg(test)]
mod tests {
    use crate::Db;
    use std::time::Instant;
    use tokio::runtime::Builder;

    #[test]
    fn other_tasks_go_on_while_a_long_statement_reads() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("diary.db").display());
        let one_thread = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let reading = async move {
            let db = Db::connect(&url).await.unwrap();
            let other = tokio::spawn(async { Instant::now() });
            let begin = Instant::now();
            let numbers =
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT COUNT(*) FROM n";
            let (count,) = db.read(numbers).bind(2_000_000_i64).long().fetch_one::<(i64,)>().await.unwrap();
            let half = begin.elapsed() / 2;
            assert_eq!(count, 2_000_000);
            assert!(other.await.unwrap() - begin < half);
            db.close().await;
        };
        one_thread.block_on(async { tokio::spawn(reading).await.unwrap() });
    }
}
