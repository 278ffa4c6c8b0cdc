//! SQL of secret links.

use crate::{Db, Result};
use chrono::{DateTime, Utc};
use domain::EntryId;

/// Makes the link, or sets the options of the one that is there; returns its encrypted token either way.
pub async fn upsert(
    db: &Db,
    id: EntryId,
    token_hash: Vec<u8>,
    sealed_token: Vec<u8>,
    options: String,
    now: DateTime<Utc>,
) -> Result<Vec<u8>> {
    let (sealed_token,): (Vec<u8>,) = db
        .write(
            "INSERT INTO share_links (entry_id, token_hash, token, options, created_at) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (entry_id) DO UPDATE SET options = excluded.options RETURNING token",
        )
        .bind(id.0)
        .bind(token_hash)
        .bind(sealed_token)
        .bind(options)
        .bind(now)
        .fetch_one()
        .await?;
    Ok(sealed_token)
}

/// False if the entry has no link.
pub async fn update_options(db: &Db, id: EntryId, options: String) -> Result<bool> {
    let sql = "UPDATE share_links SET options = $2 WHERE entry_id = $1";
    Ok(db.write(sql).bind(id.0).bind(options).execute().await? == 1)
}

pub async fn delete(db: &Db, id: EntryId) -> Result<()> {
    db.write("DELETE FROM share_links WHERE entry_id = $1").bind(id.0).execute().await.map(drop)
}
