//! SQL of copies.

use crate::{Db, Result, db::Engine};

/// The first number of PostgreSQL's version.
pub async fn server_version(db: &Db) -> Result<i64> {
    let sql = "SELECT CAST(current_setting('server_version_num') AS BIGINT) / 10000";
    Ok(db.read(sql).fetch_one::<(i64,)>().await?.0)
}

/// The schema of the tables; SQLite has none.
pub async fn schema(db: &Db) -> Result<Option<String>> {
    match db.engine() {
        Engine::Sqlite => Ok(None),
        Engine::Postgres => Ok(Some(db.read("SELECT current_schema()::text").fetch_one::<(String,)>().await?.0)),
    }
}

/// The newest migration of the database.
pub async fn migration(db: &Db) -> Result<i64> {
    let sql = "SELECT MAX(version) FROM _sqlx_migrations WHERE success";
    Ok(db.read(sql).fetch_one::<(i64,)>().await?.0)
}

/// Whether a PostgreSQL schema has no table.
pub async fn is_empty(db: &Db) -> Result<bool> {
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())";
    Ok(db.read(sql).fetch_one::<(bool,)>().await?.0)
}
