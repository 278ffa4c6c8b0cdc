//! SQL of the installation's id.

use crate::{Db, Result, db::Engine};
use uuid::Uuid;

/// A database that was not migrated yet may lack the table.
async fn has_table(db: &Db, name: &str) -> Result<bool> {
    let query = match db.engine() {
        Engine::Sqlite => db.read("SELECT name FROM sqlite_master WHERE type = 'table' AND name = $1"),
        Engine::Postgres => {
            db.read("SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1")
        }
    };
    Ok(query.bind(name.to_owned()).fetch_optional::<(String,)>().await?.is_some())
}

pub async fn find(db: &Db) -> Result<Option<Uuid>> {
    if !has_table(db, "installation").await? {
        return Ok(None);
    }
    Ok(db.read("SELECT id FROM installation").fetch_optional::<(Uuid,)>().await?.map(|(id,)| id))
}

/// Stores the id, unless there is one already. Returns the stored id: another server may have been faster.
pub async fn keep(db: &Db, id: Uuid) -> Result<Uuid> {
    let insert = db.write("INSERT INTO installation (id) VALUES ($1) ON CONFLICT DO NOTHING");
    insert.bind(id).execute().await?;
    Ok(find(db).await?.unwrap_or(id))
}

pub async fn has_accounts(db: &Db) -> Result<bool> {
    if !has_table(db, "users").await? {
        return Ok(false);
    }
    Ok(db.read("SELECT id FROM users LIMIT 1").fetch_optional::<(Uuid,)>().await?.is_some())
}
