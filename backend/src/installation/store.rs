//! SQL of the installation's id.

use crate::{Db, Result};
use uuid::Uuid;

pub async fn find(db: &Db) -> Result<Option<Uuid>> {
    Ok(db.read("SELECT id FROM installation").fetch_optional::<(Uuid,)>().await?.map(|(id,)| id))
}

/// The id that stands there afterwards: another server may have been quicker.
pub async fn keep(db: &Db, id: Uuid) -> Result<Uuid> {
    let insert = db.write("INSERT INTO installation (id) VALUES ($1) ON CONFLICT DO NOTHING");
    insert.bind(id).execute().await?;
    Ok(find(db).await?.unwrap_or(id))
}

pub async fn has_accounts(db: &Db) -> Result<bool> {
    Ok(db.read("SELECT id FROM users LIMIT 1").fetch_optional::<(Uuid,)>().await?.is_some())
}
