//! A statement with its values, for either engine.

use super::{
    failure::{self, Kind},
    pulse::Pulse,
    readers::Readers,
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

/// A row type that both engines can fill: `derive(FromRow)` is enough.
pub trait Record: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}
impl<T> Record for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// A value that both engines accept.
pub trait Param<'q>: Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres> {}
impl<'q, T> Param<'q> for T where T: Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres> {}

pub(super) enum Args {
    Sqlite(SqliteArguments),
    Postgres(PgArguments),
}

impl Args {
    pub(super) fn sqlite() -> Self {
        Self::Sqlite(SqliteArguments::default())
    }

    pub(super) fn postgres() -> Self {
        Self::Postgres(PgArguments::default())
    }
}

pub(super) enum Target<'c> {
    SqliteReaders(&'c Readers),
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
            (Args::Sqlite(args), Target::SqliteReaders(readers)) => {
                Box::pin(async {
                    let mut is_first = true;
                    loop {
                        let $args = args.clone();
                        let mut reader = readers.acquire().await.map_err(|error| failure::of(Kind::Inside, error))?;
                        match $make.$fetch(&mut reader.connection).await {
                            Ok($done) => {
                                reader.give_back();
                                break Ok($result);
                            }
                            Err(error) if is_first && failure::may_be_repeated(kind, &error) => is_first = false,
                            Err(error) => break Err(failed(error)),
                        }
                    }
                })
                .await
            }
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

impl<'c> Query<'c> {
    pub(super) fn new(sql: &'static str, kind: Kind, args: Args, target: Target<'c>) -> Self {
        Self { sql, kind, args, target, is_prepared: true, failed: None }
    }

    /// The value of the next `$n`.
    pub fn bind<'q>(mut self, value: impl Param<'q>) -> Self {
        let added = match &mut self.args {
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
        self.is_prepared = matches!(self.args, Args::Sqlite(_));
        self
    }

    pub async fn fetch_all<T: Record>(self) -> Result<Vec<T>> {
        let (sql, is_prepared) = (self.sql, self.is_prepared);
        run!(self, args => sqlx::query_as_with::<_, T, _>(sql, args).persistent(is_prepared), fetch_all, done => done)
    }

    /// Reads a write that returns rows to its end: it is committed after the last row, and only then is it known to be done.
    pub async fn fetch_optional<T: Record>(self) -> Result<Option<T>> {
        if self.kind == Kind::Write {
            return Ok(self.fetch_all().await?.into_iter().next());
        }
        let sql = self.sql;
        run!(self, args => sqlx::query_as_with::<_, T, _>(sql, args), fetch_optional, done => done)
    }

    pub async fn fetch_one<T: Record>(self) -> Result<T> {
        if self.kind == Kind::Write {
            return self.fetch_optional().await?.ok_or_else(|| failure::of(Kind::Write, sqlx::Error::RowNotFound));
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
