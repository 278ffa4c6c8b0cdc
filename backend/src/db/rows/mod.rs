//! Whole tables of either engine: read, written and compared. Tables and columns come from the schema, so that none is forgotten.

mod mark;
mod schema;
mod value;

pub use schema::Table;
pub use value::Digest;

use super::{
    Db, Pools, Postgres,
    failure::{self, Kind},
};
use crate::{Error, Result};
use futures::{StreamExt, TryStreamExt, stream::BoxStream};
use sqlx::{
    AssertSqlSafe, Connection as _, PgConnection, SqliteConnection, postgres::PgArguments, sqlite::SqliteArguments,
};
use value::Value;

/// Most rows of one statement, most values, and where it ends otherwise, in bytes.
const ROWS: usize = 500;
const VALUES: usize = 30_000;
const BYTES: usize = 4 << 20;

/// A connection of its own, without limits of time: a whole table may take long.
#[derive(Debug)]
pub struct Rows(Connection);

#[derive(Debug)]
enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

type Row = Vec<Value>;

fn failed(error: sqlx::Error) -> Error {
    failure::of(Kind::Inside, error)
}

/// Whether a row was refused because of others: the rows that were moved before are not those of the source any more.
pub fn is_refused_row(error: &Error) -> bool {
    let error = super::sqlx_error(error).and_then(sqlx::Error::as_database_error);
    error.is_some_and(|error| error.is_unique_violation() || error.is_foreign_key_violation())
}

const UNMOVABLE: &str = "row that the other engine refuses";

/// Whether a row has a value that the other engine does not take, however often it is tried.
pub fn is_unmovable(error: &Error) -> bool {
    matches!(error, Error::Broken(broken) if broken.what == UNMOVABLE)
}

/// PostgreSQL takes no text with a NUL.
fn expect_movable(table: &Table, row: &[Value]) -> Result<()> {
    let is_refused = |value: &Value| matches!(value, Value::Text(Some(text)) if text.contains('\0'));
    let Some(at) = row.iter().position(is_refused) else { return Ok(()) };
    let pairs = table.columns.iter().map(|column| &column.name).zip(row);
    let key: Vec<_> = pairs.filter(|(name, _)| table.key.contains(name)).map(|(_, value)| value).collect();
    let column = table.columns.get(at).map_or("", |column| column.name.as_str());
    Err(Error::broken(UNMOVABLE, format!("{}.{column} holds the character NUL, key {key:?}", table.name)))
}

fn quoted<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    names.into_iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

fn columns(table: &Table) -> String {
    quoted(table.columns.iter().map(|column| &column.name))
}

impl Db {
    pub async fn rows(&self) -> Result<Rows> {
        Ok(Rows(match &self.pools {
            Pools::Sqlite { writer, .. } => {
                let options = writer.connect_options();
                Connection::Sqlite(SqliteConnection::connect_with(&options).await.map_err(failed)?)
            }
            Pools::Postgres(Postgres { pool, .. }) => {
                let options = pool.connect_options().as_ref().clone();
                let options =
                    options.options([("statement_timeout", "0"), ("idle_in_transaction_session_timeout", "0")]);
                Connection::Postgres(PgConnection::connect_with(&options).await.map_err(failed)?)
            }
        }))
    }
}

impl Rows {
    /// All rows of a table in the order of its key, one by one.
    fn stream<'a>(&'a mut self, table: &'a Table) -> BoxStream<'a, Result<Row>> {
        let sql = format!("SELECT {} FROM \"{}\" ORDER BY {}", columns(table), table.name, quoted(&table.key));
        let kinds = || table.columns.iter().map(|column| column.kind).enumerate();
        match &mut self.0 {
            Connection::Sqlite(connection) => sqlx::query(AssertSqlSafe(sql))
                .fetch(connection)
                .map(move |row| {
                    let row = row.map_err(failed)?;
                    kinds().map(|(at, kind)| Value::of_sqlite(&row, at, kind).map_err(failed)).collect()
                })
                .boxed(),
            Connection::Postgres(connection) => sqlx::query(AssertSqlSafe(sql))
                .fetch(connection)
                .map(move |row| {
                    let row = row.map_err(failed)?;
                    kinds().map(|(at, kind)| Value::of_postgres(&row, at, kind).map_err(failed)).collect()
                })
                .boxed(),
        }
    }

    pub async fn digest(&mut self, table: &Table) -> Result<Digest> {
        let mut digest = Digest::default();
        let mut rows = self.stream(table);
        while let Some(row) = rows.try_next().await? {
            digest.add(&row);
        }
        Ok(digest)
    }

    pub async fn count(&mut self, table: &Table) -> Result<u64> {
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM \"{}\"", table.name));
        let (count,): (i64,) = match &mut self.0 {
            Connection::Sqlite(connection) => sqlx::query_as(sql).fetch_one(connection).await,
            Connection::Postgres(connection) => sqlx::query_as(sql).fetch_one(connection).await,
        }
        .map_err(failed)?;
        Ok(count.unsigned_abs())
    }

    /// Copies the rows behind the first `skip` ones. Each statement's rows are written whole or not at all.
    pub async fn copy_to(&mut self, target: &mut Self, table: &Table, skip: u64) -> Result<()> {
        let most = ROWS.min(VALUES / table.columns.len().max(1));
        let (mut batch, mut size, mut at) = (Vec::new(), 0, 0);
        let mut rows = self.stream(table);
        while let Some(row) = rows.try_next().await? {
            at += 1;
            if at <= skip {
                continue;
            }
            if matches!(target.0, Connection::Postgres(_)) {
                expect_movable(table, &row)?;
            }
            size += row.iter().map(Value::size).sum::<usize>();
            batch.push(row);
            if batch.len() == most || size > BYTES {
                target.insert(table, std::mem::take(&mut batch)).await?;
                size = 0;
            }
        }
        target.insert(table, batch).await
    }

    async fn insert(&mut self, table: &Table, rows: Vec<Row>) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let width = table.columns.len();
        let row = |n: usize| (1..=width).map(|at| format!("${}", n * width + at)).collect::<Vec<_>>().join(", ");
        let values = (0..rows.len()).map(|n| format!("({})", row(n))).collect::<Vec<_>>().join(", ");
        let own_number = match &self.0 {
            Connection::Postgres(_) if table.identity.is_some() => "OVERRIDING SYSTEM VALUE ",
            _ => "",
        };
        let sql =
            AssertSqlSafe(format!("INSERT INTO \"{}\" ({}) {own_number}VALUES {values}", table.name, columns(table)));
        let added = |error| Error::broken("query value", error);
        match &mut self.0 {
            Connection::Sqlite(connection) => {
                let mut arguments = SqliteArguments::default();
                for value in rows.into_iter().flatten() {
                    value.add_to_sqlite(&mut arguments).map_err(added)?;
                }
                sqlx::query_with(sql, arguments).persistent(false).execute(connection).await.map(drop)
            }
            Connection::Postgres(connection) => {
                let mut arguments = PgArguments::default();
                for value in rows.into_iter().flatten() {
                    value.add_to_postgres(&mut arguments).map_err(added)?;
                }
                sqlx::query_with(sql, arguments).persistent(false).execute(connection).await.map(drop)
            }
        }
        .map_err(failed)
    }

    pub async fn clear(&mut self, table: &Table) -> Result<()> {
        self.run(format!("DELETE FROM \"{}\"", table.name)).await
    }

    async fn run(&mut self, sql: String) -> Result<()> {
        let sql = AssertSqlSafe(sql);
        match &mut self.0 {
            Connection::Sqlite(connection) => sqlx::query(sql).execute(connection).await.map(drop),
            Connection::Postgres(connection) => sqlx::query(sql).execute(connection).await.map(drop),
        }
        .map_err(failed)
    }

    pub async fn close(self) -> Result<()> {
        match self.0 {
            Connection::Sqlite(connection) => connection.close().await,
            Connection::Postgres(connection) => connection.close().await,
        }
        .map_err(failed)
    }
}
