//! SQL of secret links.

use crate::{
    Db, Result,
    db::Tx,
    entries::store::{Row, Stored, select},
    share_links::{Link, StoredPin},
};
use chrono::{DateTime, Utc};
use domain::{EntryId, UserId, limits};

/// The entry of the link with this token. Entries in the bin have no link, and those of somebody who is leaving or locked show nothing, as those of a hidden entry.
pub async fn find_entry(db: &Db, token_hash: Vec<u8>) -> Result<Option<Stored>> {
    let row: Option<Row> = db
        .read(select!("s.token_hash = $1 AND u.leaves_at IS NULL AND u.locked_for IS NULL AND e.hidden_for IS NULL"))
        .bind(token_hash)
        .fetch_optional()
        .await?;
    row.map(|row| row.open(db.keyring())).transpose()
}

/// How a property of a link changes.
#[derive(Clone, Debug)]
pub enum To<T> {
    Same,
    Nothing,
    New(T),
}

impl<T: Clone> To<T> {
    fn is_change(&self) -> bool {
        !matches!(self, Self::Same)
    }

    fn value(&self) -> Option<T> {
        if let Self::New(value) = self { Some(value.clone()) } else { None }
    }
}

/// Changes to a link. Without `options` it releases the same as before.
#[derive(Clone, Debug)]
pub struct Change {
    pub options: Option<String>,
    pub expires_at: To<DateTime<Utc>>,
    pub pin: To<StoredPin>,
    /// Change only this link.
    pub expected: Option<ExpectedRow>,
}

/// A link as the owner saw it: the hash of its token, and its options. Both are empty if there was none.
#[derive(Clone, Debug, Default)]
pub struct ExpectedRow {
    pub token_hash: Vec<u8>,
    pub options: String,
}

impl Change {
    /// Whether it changes anything about this link.
    pub fn is_change(&self, link: &Link) -> bool {
        let is_other = self.options.as_ref().is_some_and(|options| *options != link.options);
        is_other || self.expires_at.is_change() || self.pin.is_change()
    }

    fn expected(&self) -> (Option<Vec<u8>>, Option<String>) {
        self.expected.clone().map(|expected| (expected.token_hash, expected.options)).unzip()
    }

    fn pin(&self) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
        self.pin.value().map(|pin| (pin.salt, pin.hash)).unzip()
    }
}

/// Creates the link with `options`, or changes the existing one. Returns its encrypted token. None: the existing link is not the one
/// that the change is about.
pub async fn upsert(
    tx: &mut Tx,
    id: EntryId,
    token_hash: Vec<u8>,
    sealed_token: Vec<u8>,
    options: String,
    change: &Change,
    now: DateTime<Utc>,
) -> Result<Option<Vec<u8>>> {
    let (salt, hash) = change.pin();
    let (expected_hash, expected_options) = change.expected();
    let changed: Option<(Vec<u8>,)> = tx
        .query(
            "INSERT INTO share_links (entry_id, token_hash, token, options, created_at, expires_at, pin_salt, pin_hash) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (entry_id) DO UPDATE SET \
             options = CASE WHEN $11 THEN excluded.options ELSE share_links.options END, \
             expires_at = CASE WHEN $9 THEN excluded.expires_at ELSE share_links.expires_at END, \
             pin_salt = CASE WHEN $10 THEN excluded.pin_salt ELSE share_links.pin_salt END, \
             pin_hash = CASE WHEN $10 THEN excluded.pin_hash ELSE share_links.pin_hash END, \
             pin_failures = CASE WHEN $10 THEN 0 ELSE share_links.pin_failures END \
             WHERE share_links.options = COALESCE($12, share_links.options) \
             AND share_links.token_hash = COALESCE($13, share_links.token_hash) RETURNING token",
        )
        .bind(id.0)
        .bind(token_hash)
        .bind(sealed_token)
        .bind(options)
        .bind(now)
        .bind(change.expires_at.value())
        .bind(salt)
        .bind(hash)
        .bind(change.expires_at.is_change())
        .bind(change.pin.is_change())
        .bind(change.options.is_some())
        .bind(expected_options)
        .bind(expected_hash)
        .fetch_optional()
        .await?;
    Ok(changed.map(|(sealed_token,)| sealed_token))
}

/// Returns the link's encrypted token. None: the entry has no link, or another one than the change is about.
pub async fn update(tx: &mut Tx, id: EntryId, change: &Change) -> Result<Option<Vec<u8>>> {
    let (salt, hash) = change.pin();
    let (expected_hash, expected_options) = change.expected();
    let changed: Option<(Vec<u8>,)> = tx
        .query(
            "UPDATE share_links SET options = COALESCE($2, options), \
             expires_at = CASE WHEN $3 THEN $4 ELSE expires_at END, pin_salt = CASE WHEN $5 THEN $6 ELSE pin_salt END, \
             pin_hash = CASE WHEN $5 THEN $7 ELSE pin_hash END, \
             pin_failures = CASE WHEN $5 THEN 0 ELSE pin_failures END \
             WHERE entry_id = $1 AND options = COALESCE($8, options) \
             AND token_hash = COALESCE($9, token_hash) RETURNING token",
        )
        .bind(id.0)
        .bind(change.options.clone())
        .bind(change.expires_at.is_change())
        .bind(change.expires_at.value())
        .bind(change.pin.is_change())
        .bind(salt)
        .bind(hash)
        .bind(expected_options)
        .bind(expected_hash)
        .fetch_optional()
        .await?;
    Ok(changed.map(|(sealed_token,)| sealed_token))
}

/// Counts a wrong attempt against the PIN with this salt. False: the link is closed, or has another PIN by now.
pub async fn count_failure(db: &Db, id: EntryId, salt: &[u8]) -> Result<bool> {
    let counted = db
        .write(
            "UPDATE share_links SET pin_failures = pin_failures + 1 \
             WHERE entry_id = $1 AND pin_salt = $2 AND pin_failures < $3",
        )
        .bind(id.0)
        .bind(salt.to_vec())
        .bind(limits::PIN_FAILURES)
        .execute()
        .await?;
    Ok(counted == 1)
}

/// Wrong attempts with this PIN until now. None: the link has another PIN, or is gone.
pub async fn failures(db: &Db, id: EntryId, salt: &[u8]) -> Result<Option<i64>> {
    let sql = "SELECT pin_failures FROM share_links WHERE entry_id = $1 AND pin_salt = $2";
    let found: Option<(i64,)> = db.read(sql).bind(id.0).bind(salt.to_vec()).fetch_optional().await?;
    Ok(found.map(|(failures,)| failures))
}

/// Removes the entry's link, or only the one with this hash. Returns how often it was opened. None: there was no such link.
pub async fn delete(tx: &mut Tx, id: EntryId, token_hash: Option<Vec<u8>>) -> Result<Option<i64>> {
    let sql = "DELETE FROM share_links WHERE entry_id = $1 AND token_hash = COALESCE($2, token_hash) RETURNING opened";
    let deleted = tx.query(sql).bind(id.0).bind(token_hash).fetch_optional::<(i64,)>();
    Ok(deleted.await?.map(|(opened,)| opened))
}

/// Removes the link if it has expired or has this token. Returns how often it was opened.
pub async fn delete_closed(
    tx: &mut Tx,
    id: EntryId,
    now: DateTime<Utc>,
    sealed_token: Option<Vec<u8>>,
) -> Result<Option<i64>> {
    let sql = "DELETE FROM share_links WHERE entry_id = $1 AND (expires_at <= $2 OR token = $3) RETURNING opened";
    let statement = tx.query(sql).bind(id.0).bind(now).bind(sealed_token);
    Ok(statement.fetch_optional::<(i64,)>().await?.map(|(opened,)| opened))
}

/// Counts an opening, unless the viewer is the entry's owner.
pub async fn count(db: &Db, token_hash: Vec<u8>, viewer: Option<UserId>, now: DateTime<Utc>) -> Result<()> {
    db.write(
        "UPDATE share_links SET opened = opened + 1, last_opened_at = $3 WHERE token_hash = $1 \
         AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.id = share_links.entry_id AND entries.user_id = $2)",
    )
    .bind(token_hash)
    .bind(viewer.map(|viewer| viewer.0))
    .bind(now)
    .execute()
    .await
    .map(drop)
}
