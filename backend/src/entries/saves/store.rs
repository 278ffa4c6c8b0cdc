//! SQL of the saves that may be sent again.

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::{Entry, EntryId, UserId};
use uuid::Uuid;

#[derive(sqlx::FromRow)]
struct Row {
    digest: Vec<u8>,
    entry_id: Uuid,
    version: i64,
    entry: String,
}

pub struct Stored {
    pub digest: Vec<u8>,
    pub entry_id: EntryId,
    /// The version that the save made.
    pub version: i64,
    /// JSON of the entry as the save left it. Empty of old saves.
    pub entry: String,
}

/// The save of `owner` with this key, if it is not older than `since`.
pub async fn find(db: &Db, owner: UserId, key: &str, since: DateTime<Utc>) -> Result<Option<Stored>> {
    let sql = "SELECT digest, entry_id, version, entry FROM entry_saves WHERE user_id = $1 AND idempotency_key = $2 AND saved_at >= $3";
    let row: Option<Row> = db.read(sql).bind(owner.0).bind(key.to_owned()).bind(since).fetch_optional().await?;
    Ok(row.map(|row| Stored {
        digest: row.digest,
        entry_id: EntryId(row.entry_id),
        version: row.version,
        entry: row.entry,
    }))
}

/// Takes the entry out of all but the `newest` saves of the person.
pub async fn shorten(tx: &mut Tx, owner: UserId, newest: i64) -> Result<()> {
    let statement = tx.query(
        "UPDATE entry_saves SET entry = '' WHERE user_id = $1 AND entry <> '' AND saved_at < \
         (SELECT saved_at FROM entry_saves WHERE user_id = $1 ORDER BY saved_at DESC LIMIT 1 OFFSET $2)",
    );
    statement.bind(owner.0).bind(newest - 1).execute().await.map(drop)
}

/// False if the person has a save with this key.
pub async fn insert(
    tx: &mut Tx,
    entry: &Entry,
    key: &str,
    digest: &[u8],
    json: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let inserted = tx
        .query(
            "INSERT INTO entry_saves (user_id, idempotency_key, entry_id, digest, entry, saved_at, version) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(entry.user_id.0)
        .bind(key.to_owned())
        .bind(entry.id.0)
        .bind(digest.to_vec())
        .bind(json.to_owned())
        .bind(now)
        .bind(entry.version.unwrap_or_default())
        .execute()
        .await?;
    Ok(inserted == 1)
}

pub async fn delete_one(tx: &mut Tx, owner: UserId, key: &str, before: DateTime<Utc>) -> Result<()> {
    tx.query("DELETE FROM entry_saves WHERE user_id = $1 AND idempotency_key = $2 AND saved_at < $3")
        .bind(owner.0)
        .bind(key.to_owned())
        .bind(before)
        .execute()
        .await
        .map(drop)
}

pub async fn delete_before(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM entry_saves WHERE saved_at < $1").bind(before).execute().await.map(drop)
}
