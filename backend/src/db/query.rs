//! A statement with its values, run on whichever engine it was made for.

use crate::{Error, Result};
use sqlx::{
    Arguments, Encode, FromRow, PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Type,
    postgres::{PgArguments, PgRow},
    sqlite::{SqliteArguments, SqliteRow},
};

/// A row type that both engines can fill: `derive(FromRow)` is enough.
pub trait Record: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}
impl<T> Record for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// A value that both engines take.
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
    SqlitePool(&'c SqlitePool),
    Sqlite(&'c mut SqliteConnection),
    PgPool(&'c PgPool),
    Pg(&'c mut PgConnection),
}

#[must_use = "a query does nothing until it is run"]
pub struct Query<'c> {
    sql: &'static str,
    args: Args,
    target: Target<'c>,
    failed: Option<sqlx::error::BoxDynError>,
}

impl std::fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query").field("sql", &self.sql).finish_non_exhaustive()
    }
}

/// Runs the same sqlx call on whichever engine the query is for.
macro_rules! run {
    ($query:expr, $args:ident => $make:expr, $fetch:ident) => {{
        let query = $query;
        if let Some(error) = query.failed {
            return Err(Error::broken("query value", error));
        }
        match (query.args, query.target) {
            (Args::Sqlite($args), Target::SqlitePool(pool)) => $make.$fetch(pool).await,
            (Args::Sqlite($args), Target::Sqlite(connection)) => $make.$fetch(connection).await,
            (Args::Postgres($args), Target::PgPool(pool)) => $make.$fetch(pool).await,
            (Args::Postgres($args), Target::Pg(connection)) => $make.$fetch(connection).await,
            _ => return Err(Error::broken("query", "values of one engine, connection of the other")),
        }
    }};
}

impl<'c> Query<'c> {
    pub(super) fn new(sql: &'static str, args: Args, target: Target<'c>) -> Self {
        Self { sql, args, target, failed: None }
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

    pub async fn fetch_all<T: Record>(self) -> Result<Vec<T>> {
        let sql = self.sql;
        Ok(run!(self, args => sqlx::query_as_with::<_, T, _>(sql, args), fetch_all)?)
    }

    pub async fn fetch_optional<T: Record>(self) -> Result<Option<T>> {
        let sql = self.sql;
        Ok(run!(self, args => sqlx::query_as_with::<_, T, _>(sql, args), fetch_optional)?)
    }

    pub async fn fetch_one<T: Record>(self) -> Result<T> {
        let sql = self.sql;
        Ok(run!(self, args => sqlx::query_as_with::<_, T, _>(sql, args), fetch_one)?)
    }

    /// How many rows changed.
    pub async fn execute(self) -> Result<u64> {
        let sql = self.sql;
        let query = self;
        if let Some(error) = query.failed {
            return Err(Error::broken("query value", error));
        }
        Ok(match (query.args, query.target) {
            (Args::Sqlite(args), Target::SqlitePool(pool)) => {
                sqlx::query_with(sql, args).execute(pool).await?.rows_affected()
            }
            (Args::Sqlite(args), Target::Sqlite(connection)) => {
                sqlx::query_with(sql, args).execute(connection).await?.rows_affected()
            }
            (Args::Postgres(args), Target::PgPool(pool)) => {
                sqlx::query_with(sql, args).execute(pool).await?.rows_affected()
            }
            (Args::Postgres(args), Target::Pg(connection)) => {
                sqlx::query_with(sql, args).execute(connection).await?.rows_affected()
            }
            _ => return Err(Error::broken("query", "values of one engine, connection of the other")),
        })
    }
}
