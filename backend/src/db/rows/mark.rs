//! A database that a move has begun to fill: the mark names its source, and goes in the transaction that makes it an installation.

use super::{Connection, Rows, Table, failed};
use crate::Result;
use futures::TryStreamExt;
use uuid::Uuid;

const TABLE: &str = "_tagesecho_move";

impl Rows {
    /// The source of a move that was interrupted.
    pub async fn mark(&mut self) -> Result<Option<String>> {
        let (table, row) = (
            match &self.0 {
                Connection::Sqlite(_) => "SELECT COUNT(*) FROM sqlite_master WHERE name = '_tagesecho_move'",
                Connection::Postgres(_) => {
                    "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = '_tagesecho_move'"
                }
            },
            "SELECT source FROM _tagesecho_move",
        );
        let found: Option<(String,)> = match &mut self.0 {
            Connection::Sqlite(connection) => {
                let (tables,): (i64,) = sqlx::query_as(table).fetch_one(&mut *connection).await.map_err(failed)?;
                if tables == 0 { None } else { sqlx::query_as(row).fetch_optional(connection).await.map_err(failed)? }
            }
            Connection::Postgres(connection) => {
                let (tables,): (i64,) = sqlx::query_as(table).fetch_one(&mut *connection).await.map_err(failed)?;
                if tables == 0 { None } else { sqlx::query_as(row).fetch_optional(connection).await.map_err(failed)? }
            }
        };
        Ok(found.map(|(source,)| source))
    }

    pub async fn set_mark(&mut self, source: Uuid) -> Result<()> {
        self.run("BEGIN".into()).await?;
        self.run(format!("CREATE TABLE IF NOT EXISTS {TABLE} (source TEXT NOT NULL)")).await?;
        self.run(format!("INSERT INTO {TABLE} VALUES ('{source}')")).await?;
        self.run("COMMIT".into()).await
    }

    /// Copies the table of the installation, without which no server starts, and removes the mark.
    pub async fn finish(&mut self, source: &mut Self, installation: &Table) -> Result<()> {
        let rows: Vec<_> = source.stream(installation).try_collect().await?;
        self.run("BEGIN".into()).await?;
        self.insert(installation, rows).await?;
        self.run(format!("DROP TABLE {TABLE}")).await?;
        self.run("COMMIT".into()).await
    }

    /// The last number that the database gave to a row of the table.
    pub async fn last_number(&mut self, table: &str, column: &str) -> Result<i64> {
        let found: Option<(i64,)> = match &mut self.0 {
            Connection::Sqlite(connection) => {
                let statement = sqlx::query_as("SELECT seq FROM sqlite_sequence WHERE name = $1").bind(table);
                statement.fetch_optional(connection).await
            }
            Connection::Postgres(connection) => {
                let sql = "SELECT COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence(quote_ident($1), $2) AS regclass)), 0)";
                sqlx::query_as(sql).bind(table).bind(column).fetch_optional(connection).await
            }
        }
        .map_err(failed)?;
        Ok(found.map_or(0, |(number,)| number))
    }

    pub async fn set_last_number(&mut self, table: &str, column: &str, number: i64) -> Result<()> {
        if number < 1 {
            return Ok(());
        }
        match &mut self.0 {
            Connection::Sqlite(connection) => {
                let statement = sqlx::query("DELETE FROM sqlite_sequence WHERE name = $1").bind(table);
                statement.execute(&mut *connection).await.map_err(failed)?;
                let statement = sqlx::query("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)").bind(table);
                statement.bind(number).execute(connection).await.map(drop)
            }
            Connection::Postgres(connection) => {
                let sql = "SELECT setval(CAST(pg_get_serial_sequence(quote_ident($1), $2) AS regclass), $3)";
                sqlx::query(sql).bind(table).bind(column).bind(number).execute(connection).await.map(drop)
            }
        }
        .map_err(failed)
    }
}
