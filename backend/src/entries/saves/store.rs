//! SQL of the saves that may be sent again.

use crate::{Db, Result, db::Tx, sealing::Place};
use chrono::{DateTime, Utc};
use domain::{Entry, EntryId, UserId};
use uuid::Uuid;

#[derive(sqlx::FromRow)]
struct Row {
    digest: Vec<u8>,
    entry_id: Uuid,
    version: i64,
    words: Option<Vec<u8>>,
    data_key: Vec<u8>,
}

pub struct Stored {
    pub digest: Vec<u8>,
    pub entry_id: EntryId,
    /// The version that the save made.
    pub version: i64,
    /// The entry as the save left it. `None` of old saves.
    pub entry: Option<Entry>,
}

/// The save of `owner` with this key, if it is not older than `since`. `entry_unreadable` if it does not open.
pub async fn find(db: &Db, owner: UserId, key: &str, since: DateTime<Utc>) -> Result<Option<Stored>> {
    let sql = "SELECT s.digest, s.entry_id, s.version, s.words, u.data_key FROM entry_saves s JOIN users u ON u.id = s.user_id \
               WHERE s.user_id = $1 AND s.idempotency_key = $2 AND s.saved_at >= $3";
    let row: Option<Row> = db.read(sql).bind(owner.0).bind(key.to_owned()).bind(since).fetch_optional().await?;
    let Some(Row { mut digest, entry_id, version, words, data_key }) = row else { return Ok(None) };
    let opened = db.keyring().unwrap(owner, &data_key).and_then(|data_key| {
        let digest = data_key.open_bytes(&place_of_digest(owner, key), &mut digest)?.to_vec();
        let entry = words.map(|words| data_key.open(&place(owner, key), words)).transpose()?;
        Ok(Stored { digest, entry_id: EntryId(entry_id), version, entry })
    });
    opened.map(Some).map_err(|error| db.keyring().refused(error))
}

/// The hash is sealed too: whoever guesses a short entry could prove it by the hash.
fn place_of_digest(owner: UserId, key: &str) -> Place<'_> {
    Place::named("entry_saves.digest", owner, key)
}

fn place(owner: UserId, key: &str) -> Place<'_> {
    Place::named("entry_saves.words", owner, key)
}

/// Takes the entry out of all but the `newest` saves of the person.
pub async fn shorten(tx: &mut Tx, owner: UserId, newest: i64) -> Result<()> {
    let statement = tx.query(
        "UPDATE entry_saves SET words = NULL WHERE user_id = $1 AND words IS NOT NULL AND saved_at < \
         (SELECT saved_at FROM entry_saves WHERE user_id = $1 ORDER BY saved_at DESC LIMIT 1 OFFSET $2)",
    );
    statement.bind(owner.0).bind(newest - 1).execute().await.map(drop)
}

/// Returns the stored bytes. `None` if the person has a save with this key.
pub async fn insert(tx: &mut Tx, entry: &Entry, key: &str, digest: &[u8], now: DateTime<Utc>) -> Result<Option<usize>> {
    let data_key = tx.data_key(entry.user_id).await?;
    let digest = data_key.seal_bytes(&place_of_digest(entry.user_id, key), digest)?;
    let words = data_key.seal(&place(entry.user_id, key), entry)?;
    let bytes = words.len();
    let inserted = tx
        .query(
            "INSERT INTO entry_saves (user_id, idempotency_key, entry_id, digest, words, saved_at, version) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(entry.user_id.0)
        .bind(key.to_owned())
        .bind(entry.id.0)
        .bind(digest)
        .bind(words)
        .bind(now)
        .bind(entry.version.unwrap_or_default())
        .execute()
        .await?;
    Ok((inserted == 1).then_some(bytes))
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
